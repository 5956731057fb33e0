-- GET /article?keyword=...: the finished article's HTML. The verbs of the module yield here without being told to.
local copydesk = require "copydesk"

local function fail(status, err)
  ngx.status = status
  ngx.header.content_type = "text/plain"
  ngx.say(tostring(err))
end

local keyword = ngx.req.get_uri_args().keyword
if type(keyword) ~= "string" or keyword == "" then return fail(400, "a keyword is wanted: /article?keyword=herbs") end

local job, err = copydesk.create(keyword)
if not job then return fail(502, err) end

local article
article, err = copydesk.wait(job, { timeout = 300 })
if not article then return fail(err.kind == "failed" and 422 or 502, err) end

ngx.print(article.output.html)
