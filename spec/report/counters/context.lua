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

-- What stands right behind the block of a sentence: "list", "pre", "table", "text"; nil: nothing.
local function kind_behind(article, statement)
  for i, block in ipairs(article.blocks) do
    if block == statement.block then return article.blocks[i + 1] and article.blocks[i + 1].kind end
  end
end

local SHOWN = { list = true, pre = true, table = true }

local function is_last_of_block(statement)
  local all = statement.block.statements
  return all[#all] == statement
end

-- A sentence that announces the list or listing right behind it refers to something that is there.
local function announces(article, statement)
  if statement.item then return statement.item.shows or false end
  local kind = kind_behind(article, statement)
  local names = kind == "label" and statement.text:find ":%s*$" -- a name in bold, over what is announced
  return (SHOWN[kind or ""] or names) and is_last_of_block(statement) or false
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

context_counters.versions = counter "ver"
context_counters.captions = counter "cap"
context_counters.bylines = counter "bio"
context_counters.events = counter "event"
context_counters.attributions = counter "attr"
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

local CAPTION = 160 -- of a listing, beside its own bytes
local GAP = 48 -- bytes between two sentences that follow each other: a trimmed opening, marks, an ending

-- The text without what stands in brackets, its lines joined, and a sentence in the same form.
local function bare_text(page)
  if not page.joined then
    local lines = {}
    for line in locate.text(page):gmatch("[^\n]+") do lines[#lines + 1] = line:gsub("%b()", "") end
    page.joined = table.concat(lines)
  end
  return page.joined
end

local function bare(text)
  return (locate.compact(text):gsub("%b()", ""):gsub("^[%z\1-\x7F\xC2-\xF4][\x80-\xBF]*", "", 1))
end

-- Without the mark at its end: a reference behind it may be gone.
local function ending(text)
  return bare(text):gsub("[.:;,!?]+$", ""):sub(-60)
end

-- The bytes of the listing or table that is printed behind a sentence.
local function shown_behind(article, statement)
  if not is_last_of_block(statement) then return 0 end
  for i, block in ipairs(article.blocks) do
    local next_block = article.blocks[i + 1]
    if block == statement.block and next_block and (next_block.kind == "pre" or next_block.kind == "table") then
      return #locate.compact(next_block.text or "")
    end
  end
  return 0
end

-- Does it stand directly behind that one in their source, or behind what was printed between them?
local function follows(context, before, statement)
  if not before or before.source ~= statement.source then return false end
  local page = context:page(statement.source)
  if not page then return true end
  local text, start = bare_text(page), bare(statement.text):sub(1, 60)
  local shown = shown_behind(context.article, before)
  local whole, last = ending(before.text), ending(before.text:gsub("^[^:!?]+: ", "", 1)) -- without its term
  for _, part in ipairs { whole, last } do
    for _, to in ipairs(locate.ends(text, part)) do
      local from = text:find(start, to, true)
      if from and shown > 0 and from - to <= shown + CAPTION then return true end
      local between = from and text:sub(to + 2, from - 2):gsub("%d%.%d", "") -- "see Section 3.2"
      if from and from - to <= GAP and not between:find("%w[.!?].*%w") then return true end
    end
  end
  return false
end

-- The statements with the one before each in its section, and with the one behind each.
local function with_neighbours(article)
  local before, behind, last = {}, {}, nil
  for _, statement in ipairs(article.statements) do
    before[statement] = last and last.section == statement.section and last.part == statement.part and last or nil
    last = statement.text:find("^%b().?$") and before[statement] or statement -- what is in brackets is beside
  end
  for statement, previous in pairs(before) do behind[previous] = statement end
  return before, behind
end

local PLACE = "%f[%w](%a+) (%d[%d.]*)"
local PLACES = { part = true, chapter = true, section = true, appendix = true, figure = true, table = true,
  listing = true, abschnitt = true, kapitel = true, abbildung = true, tabelle = true, chapitre = true,
  tableau = true, ["capítulo"] = true, tabla = true, figura = true, capitolo = true, tabella = true }

-- Does it name a place by a number, which an article has not?
local function names_number(text)
  for word in words.lower(text):gmatch(PLACE) do
    if PLACES[word] then return true end
  end
  return false
end

--- Sentences that point to what is not there. Where the sentences on both sides are those of its source, as in a page
-- that is carried whole, what it points to above or below is there.
function context_counters.dangling(context)
  local before, behind = with_neighbours(context.article)
  return texts_of(matching(context, "ref", function(statement)
    if announces(context.article, statement) then return true end
    if statement.part ~= "body" or names_number(statement.text) then return false end
    local previous, next_one = before[statement], behind[statement]
    return previous and follows(context, previous, statement) or next_one and follows(context, statement, next_one)
      or false
  end))
end

--- Sentences that lean on what stands before them, where something else does or nothing.
function context_counters.leaning(context)
  local found, before = {}, with_neighbours(context.article)
  for _, statement in ipairs(matching(context, "ana")) do
    local previous = before[statement]
    local is_new_item = statement.item and (not previous or previous.item ~= statement.item)
    local names_itself = statement.text:find("^[^.!?,]+: ") -- a term, and what it is
    if not names_itself and (is_new_item or not follows(context, previous, statement)) then
      found[#found + 1] = statement.text
    end
  end
  return found
end

--- Suppositions and worked examples without what they are an example of: not behind the sentence that they illustrate,
-- and nothing shown behind them. None may stand in takeaways and conclusions.
function context_counters.hypotheses(context)
  local before = with_neighbours(context.article)
  return texts_of(matching(context, "hyp", function(statement)
    if statement.part == "takeaways" or statement.part == "conclusion" then return false end
    return SHOWN[kind_behind(context.article, statement) or ""] or follows(context, before[statement], statement)
  end))
end

--- Sentences that end with a colon before nothing that they announce: neither a list, a listing or a table, nor the
-- paragraph that stands behind them in their source.
function context_counters.colons(context)
  local found = {}
  local _, behind = with_neighbours(context.article)
  for _, statement in ipairs(context.article.statements) do
    if words.squeeze(statement.text):find(":[)\"']*$") and is_last_of_block(statement)
      and not announces(context.article, statement)
      and not (behind[statement] and follows(context, statement, behind[statement])) then
      found[#found + 1] = statement.text
    end
  end
  return found
end

return context_counters
