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

-- Languages that are written from right to left, and the scripts of those that can be written both ways.
local RIGHT_TO_LEFT = {}
for code in ("ar arc ckb dv fa he iw ps sd syr ug ur yi ji arab hebr syrc thaa nkoo adlm"):gmatch "%a+" do
  RIGHT_TO_LEFT[code] = true
end

-- Is the language of this BCP 47 tag written from right to left? The script, four letters behind the language, says it
-- before the language does: "ar-Latn", "az-Arab".
local function is_right_to_left(tag)
  local subtags = {}
  for subtag in tag:lower():gmatch "%w+" do subtags[#subtags + 1] = subtag end
  local script = subtags[2] and subtags[2]:match "^%a%a%a%a$"
  return RIGHT_TO_LEFT[script or subtags[1]] == true
end

local function opening_tag(language)
  if not language then return "<html>" end
  return ('<html lang="%s"%s>'):format(escape(language), is_right_to_left(language) and ' dir="rtl"' or "")
end

--- Wraps a fragment in a page.
-- @tparam string html what goes into the body, unchanged
-- @tparam table about `title`, `description` and `language` (a BCP 47 tag, which gives the direction of writing too),
-- each of them optional
-- @treturn string the page, in UTF-8 like the fragment
function page.wrap(html, about)
  local lines = {
    "<!doctype html>",
    opening_tag(about.language),
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
