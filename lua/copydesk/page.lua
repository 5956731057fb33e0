--- A whole web page around an article's HTML, which is a fragment: a browser that opens a fragment does not know its
-- encoding.
--
--     local page = require "copydesk.page"
--     file:write(page.wrap(article.output.html, { title = article.title, language = "en" }))
-- @module copydesk.page
local page = {}

local ESCAPED = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text)
  return (text:gsub('[&<>"]', ESCAPED))
end

--- Wraps a fragment in a page.
-- @tparam string html what goes into the body, unchanged
-- @tparam table about `title`, `description` and `language` (a BCP 47 tag), each of them optional
-- @treturn string the page, in UTF-8 like the fragment
function page.wrap(html, about)
  local lines = {
    "<!doctype html>",
    about.language and ('<html lang="%s">'):format(escape(about.language)) or "<html>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    ("<title>%s</title>"):format(escape(about.title or "")),
  }
  if about.description then
    lines[#lines + 1] = ('<meta name="description" content="%s">'):format(escape(about.description))
  end
  lines[#lines + 1] = html
  return table.concat(lines, "\n")
end

return page
