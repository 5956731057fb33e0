--- Counters of context: sentences that refer to what is not there, or that nobody wants to read.
local cues = require "spec.report.cues"
local locate = require "spec.report.locate"
local words = require "spec.report.words"

local context_counters = {}

local function texts_of(statements)
  local texts = {}
  for i, statement in ipairs(statements) do texts[i] = statement.text end
  return texts
end

-- A sentence that announces the list or listing right behind it refers to something that is there.
local function announces(article, statement)
  if not statement.text:find(":%s*$") then return false end
  for i, block in ipairs(article.blocks) do
    if block == statement.block then
      local after = article.blocks[i + 1]
      return after ~= nil and (after.kind == "list" or after.kind == "pre" or after.kind == "table")
    end
  end
  return false
end

-- The cited sentences that match an expression.
local function matching(context, kind, spares)
  local found, cited = {}, {}
  for _, statement in ipairs(context.article.statements) do
    if statement.source then cited[#cited + 1] = statement end
  end
  local hits = cues.matches(context.article.language, kind, texts_of(cited))
  for i, statement in ipairs(cited) do
    if hits[i] and not (spares and spares(statement)) then found[#found + 1] = statement end
  end
  return found
end

local function counter(kind)
  return function(context) return texts_of(matching(context, kind)) end
end

function context_counters.dangling(context)
  return texts_of(matching(context, "ref", function(statement) return announces(context.article, statement) end))
end

context_counters.versions = counter "ver"
context_counters.captions = counter "cap"
context_counters.bylines = counter "bio"
context_counters.events = counter "event"
context_counters.attributions = counter "attr"
context_counters.hypotheses = counter "hyp"
context_counters.denials = counter "neg"

--- First person in introduction, takeaways and conclusion.
function context_counters.first_person(context)
  return texts_of(matching(context, "talk", function(statement)
    return statement.part == "body" or statement.part == "faq"
  end))
end

--- Attacks told as advice: in a list, or in takeaways, answers and conclusion.
function context_counters.attacks(context)
  return texts_of(matching(context, "attack", function(statement)
    return statement.part == "body" and statement.block.kind ~= "list"
  end))
end

--- Instructions for a language model, anywhere in the article.
function context_counters.planted(context)
  local article = context.article
  local texts = texts_of(article.statements)
  for _, block in ipairs(article.blocks) do
    if not block.statements then texts[#texts + 1] = block.text end
  end
  texts[#texts + 1], texts[#texts + 2] = article.title, article.meta
  local found, seen = {}, {}
  for i in pairs(cues.matches("English", "inj", texts)) do
    if not seen[texts[i]] then found[#found + 1], seen[texts[i]] = texts[i], true end
  end
  if context.request.planted then
    for _, text in ipairs(texts) do
      if text:find(context.request.planted, 1, true) and not seen[text] then
        found[#found + 1], seen[text] = text, true
      end
    end
  end
  return found
end

local GAP = 3 -- bytes between two sentences that follow each other, white space left out

-- Does it stand directly behind that one in their source?
local function follows(context, before, statement)
  if not before or before.source ~= statement.source then return false end
  local page = context:page(statement.source)
  if not page then return true end
  local text, first = locate.text(page), locate.find(page, before.text)
  if not first or not first.to then return false end
  local own = locate.compact(statement.text):gsub("^[%z\1-\x7F\xC2-\xF4][\x80-\xBF]*", "", 1)
  local from = text:find(own, first.to, true)
  return from ~= nil and from - first.to <= GAP + 4
    or from ~= nil and text:sub(first.to + 1, from - 1):find("^[.!?:;\n\"']*%b()[.\n]*.?$") ~= nil
end

--- Sentences that lean on what stands before them, where something else does or nothing.
function context_counters.leaning(context)
  local found, before = {}, {}
  local last
  for _, statement in ipairs(context.article.statements) do
    before[statement] = last and last.section == statement.section and last.part == statement.part and last or nil
    last = statement
  end
  for _, statement in ipairs(matching(context, "ana")) do
    local previous = before[statement]
    local other_item = previous and previous.item ~= statement.item
    if other_item and previous.item or not follows(context, previous, statement) then
      found[#found + 1] = statement.text
    end
  end
  return found
end

--- Sentences that end with a colon before nothing that they announce.
function context_counters.colons(context)
  local found = {}
  for _, statement in ipairs(context.article.statements) do
    local is_last = statement.block.statements[#statement.block.statements] == statement
    if words.squeeze(statement.text):find(":$") and is_last and not announces(context.article, statement) then
      found[#found + 1] = statement.text
    end
  end
  return found
end

return context_counters
