--- The Markdown of an article, for a site that is made of it.
--
--     local markdown = assert(desk:markdown(article))     -- or copydesk.markdown(article), of the default client
--
-- The service makes it of the HTML that it keeps, so that the client needs no library for it.
-- @module copydesk.content
local content = {}

local HEADERS = { Accept = "text/markdown" }

local function id_of(article)
  if type(article) == "string" then return article end
  return type(article) == "table" and type(article.articleId) == "string" and article.articleId or nil
end

--- Asks for the Markdown of a finished article, of the polished text where there is one. Of a record it is kept: as its
-- `output.markdown`.
-- @param desk a client
-- @tparam table|string article a record, or an id
-- @treturn string; or nil and an error, as of the verbs
function content.markdown(desk, article)
  local id = id_of(article)
  if not id then error("markdown: an article or its id expected, got " .. type(article), 2) end
  local output = type(article) == "table" and type(article.output) == "table" and article.output or {}
  if output.markdown then return output.markdown end
  local path = id:gsub("[^%w_-]", function(character) return ("%%%02X"):format(character:byte()) end)
  local text, err = desk:request("GET", "/api/articles/" .. path .. "/content", nil, { raw = true, headers = HEADERS })
  output.markdown = text
  return text, err
end

return content
