--- Counters of lists: each against the list of its source.
local languages = require "spec.report.languages"
local locate = require "spec.report.locate"
local words = require "spec.report.words"

local lists = {}

-- The list of the page that holds the item, and its place in it.
local function list_with(page, text)
  local wanted = locate.compact(text)
  if #wanted < 3 then return nil end
  for _, list in ipairs(page.lists) do
    list.compact = list.compact or {}
    for i, item in ipairs(list.items) do
      list.compact[i] = list.compact[i] or locate.compact(item)
      if list.compact[i]:find(wanted, 1, true) then return list, i end
    end
  end
end

-- The source's list for an item of the article.
local function source_list(context, item)
  local number = item.runs[#item.runs] and item.runs[#item.runs].source or item.runs[1] and item.runs[1].source
  local first = words.sentences(item.runs[1] and item.runs[1].text or "", context.article.language)[1]
  if not first then return nil end
  if number then
    local page = context:page(number)
    return page and list_with(page, first)
  end
  for candidate in ipairs(context.article.sources) do
    local page = context:page(candidate)
    local list = page and list_with(page, first)
    if list then return list end
  end
end

-- Calls with each list of the body, the block before it, and the source's list (nil: not found).
local function each_list(context, call)
  local before
  for _, unit in ipairs(context.article.units) do
    before = nil
    for _, block in ipairs(unit.blocks) do
      if block.kind == "list" and block.items[1] then call(block, before, source_list(context, block.items[1])) end
      before = block
    end
  end
end

local function label(before, block, count, of)
  return ("%d of %d: %s"):format(count, of, (before and before.text or block.items[1].text):sub(-90))
end

function lists.shorter(context)
  local found = {}
  each_list(context, function(block, before, source)
    if source and #block.items < #source.items and not source.is_dl then
      found[#found + 1] = label(before, block, #block.items, #source.items)
    end
  end)
  return found
end

--- Lists with items that stand in no list, or in another one, of their source.
function lists.longer(context)
  local found = {}
  each_list(context, function(block, before, source)
    local strange = 0
    for _, item in ipairs(block.items) do
      if source and source_list(context, item) ~= source then strange = strange + 1 end
    end
    if strange > 0 then
      found[#found + 1] = label(before, block, #block.items, source and #source.items or 0)
    end
  end)
  return found
end

-- The one number from two to twelve that the sentence says; nil for none or several.
local function announced(sentence, language)
  local numbers, value = languages.numbers(language), nil
  for _, word in ipairs(words.list(sentence)) do
    local number = numbers[word] or word:find("^%d%d?$") and tonumber(word)
    if number and number >= 2 and number <= 12 then
      if value then return nil end
      value = number
    elseif word:find("^%d") then
      return nil
    end
  end
  return value
end

--- Lists whose announced number is another one.
function lists.number_wrong(context)
  local found = {}
  each_list(context, function(block, before)
    local statements = before and before.statements
    local last = statements and statements[#statements].text
    local number = last and last:find(":%s*$") and announced(last, context.article.language)
    if number and number ~= #block.items then found[#found + 1] = label(before, block, #block.items, number) end
  end)
  return found
end

return lists
