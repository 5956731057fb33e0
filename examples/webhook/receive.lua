--- Receives a finished article in nginx: verifies the request, keeps the article's HTML and answers 204.
-- Any other status makes the service send it again later.
local webhook = require("copydesk").webhook

local SEEN_SECONDS = 7 * 24 * 3600 -- longer than the service goes on trying

-- Two secrets, separated by a space, while one replaces the other.
local secrets = {}
for secret in (os.getenv "COPYDESK_WEBHOOK_SECRET" or ""):gmatch "%S+" do secrets[#secrets + 1] = secret end

-- nginx keeps a body in memory up to client_body_buffer_size, and a longer one in a file.
local function read_body()
  ngx.req.read_body()
  local body, path = ngx.req.get_body_data(), ngx.req.get_body_file()
  if body or not path then return body or "" end
  local file = assert(io.open(path, "rb"))
  body = file:read "*a"
  file:close()
  return body
end

-- Under another name first, so that nobody ever sees half an article.
local function write_file(path, text)
  local file, problem = io.open(path .. ".part", "wb")
  if not file then return nil, problem end
  local written
  written, problem = file:write(text)
  local closed, problem_at_close = file:close()
  if not written or not closed then return nil, problem or problem_at_close end
  return os.rename(path .. ".part", path)
end

local function keep(article)
  return write_file(("%s/%s.html"):format(ngx.var.articles, article.articleId), article.output.html)
end

local function receive()
  if ngx.req.get_method() ~= "POST" then return ngx.HTTP_NOT_ALLOWED end
  local headers = ngx.req.get_headers(0)
  local event, err = webhook.verify(secrets, headers, read_body())
  if not event then
    ngx.log(ngx.WARN, tostring(err))
    return err.kind == "signature" and ngx.HTTP_UNAUTHORIZED or ngx.HTTP_BAD_REQUEST
  end
  if event.type ~= "article.finished" then return ngx.HTTP_NO_CONTENT end
  -- The id becomes a file's name.
  if not tostring(event.articleId):find "^[%w-]+$" then return ngx.HTTP_BAD_REQUEST end

  local id, seen = headers["webhook-id"], ngx.shared.webhooks
  if not seen:add(id, true, SEEN_SECONDS) then return ngx.HTTP_NO_CONTENT end -- a repeat
  local kept, problem = keep(event)
  if kept then return ngx.HTTP_NO_CONTENT end
  seen:delete(id) -- the next attempt is welcome
  ngx.log(ngx.ERR, "the article could not be kept: ", problem)
  return ngx.HTTP_INTERNAL_SERVER_ERROR
end

return ngx.exit(receive())
