--- Counters of truth to the source: every cited sentence stands there, whole, with its exponents.
local locate = require "spec.report.locate"
local words = require "spec.report.words"

local truth = {}

-- Calls with each cited sentence whose source can be read.
local function each_cited(context, call)
  for _, statement in ipairs(context.article.statements) do
    local page = statement.source and context:page(statement.source)
    if page then call(statement, page) end
  end
end

-- Does the text of a listing or a cell stand in one of the sources?
local function is_in_sources(context, text)
  local wanted = locate.compact(text)
  for number in ipairs(context.article.sources) do
    local page = context:page(number)
    if page and locate.text(page):find(wanted, 1, true) then return true end
  end
  return false
end

--- Sentences, listings and cells of tables that their sources do not have.
function truth.not_verbatim(context)
  local found = {}
  each_cited(context, function(statement, page)
    if not locate.find(page, statement.text) then found[#found + 1] = statement.text end
  end)
  for _, block in ipairs(context.article.blocks) do
    for _, text in ipairs(block.cells or block.kind == "pre" and { block.text } or {}) do
      if not is_in_sources(context, text) then found[#found + 1] = text end
    end
  end
  return found
end

--- Sources that cannot be found again: nothing is checked of what they are cited for.
function truth.unread(context)
  local found = {}
  for number, source in ipairs(context.article.sources) do
    if not context:page(number) then found[#found + 1] = source.url or source.title end
  end
  return found
end

function truth.exponents(context)
  local found = {}
  each_cited(context, function(statement, page)
    if locate.loses_exponent(page, statement.text) then found[#found + 1] = statement.text end
  end)
  return found
end

--- Sentences that end where the source's goes on.
function truth.cut(context)
  local found = {}
  each_cited(context, function(statement, page)
    local place = locate.find(page, statement.text)
    if place and place.how == "whole" and not statement.text:find("[.:]$") then
      local rest = page.compact:sub(place.to + 1, place.to + 8)
      local has_mark = statement.text:find("[!?]$") -- without one, a bracket at the end may have been trimmed
      local goes_on = words.begins_lower(rest) or rest:find("^[,&|]") or has_mark and rest:find("^%(")
      if rest ~= "" and not rest:find("^\n") and goes_on then
        found[#found + 1] = statement.text
      end
    end
  end)
  return found
end

--- Sentences of the body without a source.
function truth.uncited(context)
  local found = {}
  for _, statement in ipairs(context.article.statements) do
    if not statement.source and (statement.part == "body" or statement.part == "faq") then
      found[#found + 1] = statement.text
    end
  end
  return found
end

--- Citations of the source that is cited again right behind them, in one paragraph.
function truth.repeated_citations(context)
  local found = {}
  if context.request.uncited then return found end
  for _, block in ipairs(context.article.blocks) do
    for i = 2, #block.runs do
      if block.runs[i].source and block.runs[i].source == block.runs[i - 1].source then
        found[#found + 1] = block.runs[i - 1].text
      end
    end
  end
  return found
end

return truth
