--- Counters of how much of its pages an article is, and of what belongs to pages and not to their text.
local languages = require "spec.report.languages"
local words = require "spec.report.words"

local shape = {}

local LEAST_WORDS = 250 -- below, it is no article

--- The source of an article that stands on one alone.
function shape.one_source(context)
  local sources = context.article.sources
  return #sources == 1 and { sources[1].title or sources[1].url } or {}
end

local function words_of(blocks)
  local count = 0
  for _, block in ipairs(blocks) do
    count = count + words.count(block.text)
    for _, item in ipairs(block.items or {}) do count = count + words.count(item.text) end
  end
  return count
end

--- How long an article is that is shorter than any was asked to be.
function shape.stubs(context)
  local ask = context.request.ask or {}
  if languages.by_characters[context.article.language] or ask.articleLength then return {} end
  local count = words_of(context.article.blocks)
  return count < LEAST_WORDS and { count .. " words" } or {}
end

--- Headings with nothing below them.
function shape.bare_headings(context)
  local found, blocks = {}, context.article.blocks
  for i, block in ipairs(blocks) do
    local next_block = blocks[i + 1]
    local is_filled = next_block and (next_block.kind ~= "heading" or next_block.level > (block.level or 0))
    if block.kind == "heading" and not is_filled then found[#found + 1] = block.text end
  end
  return found
end

-- Of Markdown: attributes, a table of contents. Names of symbols that a font draws. Links of wikis.
local PIECES = { "{:%s*[.#]%a[%w-]*", "{#%a[%w-]*}", "%[%[_TOC_%]%]", "%f[%w]add_shopping_cart%f[^%w_]",
  "%f[%w]shopping_cart%f[^%w_]", "%f[%w]arrow_%l+%f[^%w_]", "%f[%w]chevron_%l+%f[^%w_]", "%f[%w]expand_%l+%f[^%w_]",
  "%f[%w]access_time%f[^%w_]", "%f[%w]favorite_border%f[^%w_]", "%f[%w]open_in_new%f[^%w_]", "%[source%]", "%[edit%]",
  "%[citation needed%]", "%[Quelle%]", "%[Bearbeiten%]", "%[modifier%]", "%[editar%]", "%[modifica%]" }

-- What stands around a text: all words of a row, in small letters. A network's name keeps "share" of folders apart.
local AROUND = {
  { "share", "facebook" }, { "share", "whatsapp" }, { "teilen", "facebook" }, { "partager", "facebook" },
  { "compartir", "facebook" }, { "condividi", "facebook" }, { "subscribe", "newsletter" },
  { "iscriviti", "newsletter" },
  { "accept all cookies" }, { "we use cookies" }, { "customers also bought" }, { "add to basket" },
  { "leave a comment" }, { "was this page helpful" }, { "min read" }, { "follow me on" }, { "our bestsellers" },
}

local function holds_all(text, row)
  for _, part in ipairs(row) do
    if not text:find(part, 1, true) then return false end
  end
  return true
end

local function is_leak(text)
  for _, pattern in ipairs(PIECES) do
    if text:find(pattern) then return true end
  end
  local lower = words.lower(text)
  for _, row in ipairs(AROUND) do
    if holds_all(lower, row) then return true end
  end
  return false
end

--- Texts, headings, cells, the title or the description with what belongs to the page around the text.
function shape.leaks(context)
  local article, found = context.article, {}
  local function look(text)
    if text and is_leak(text) then found[#found + 1] = text end
  end
  look(article.title)
  look(article.meta)
  for _, block in ipairs(article.blocks) do
    if block.kind ~= "pre" and not block.cells then look(block.text) end
    for _, item in ipairs(block.items or {}) do look(item.text) end
    for _, cell in ipairs(block.cells or {}) do look(cell) end
  end
  return found
end

-- Of a page: the words below its first heading, lists and tables with them.
local function words_below_heading(page)
  local count, below = 0, false
  for _, block in ipairs(page.blocks) do
    below = below or block.kind == "heading"
    if below then count = count + words.count(block.text) end
  end
  return count
end

--- The words of the article that its sources have, and all words of these sources.
function shape.use(context)
  local article, used, all = context.article, 0, 0
  for number in ipairs(article.sources) do
    local page = context:page(number)
    all = all + (page and words_below_heading(page) or 0)
  end
  for _, statement in ipairs(article.statements) do
    if statement.source then used = used + words.count(statement.text) end
  end
  for _, block in ipairs(article.blocks) do
    if block.kind == "pre" or block.cells then used = used + words.count(block.text) end
  end
  return used, all
end

return shape
