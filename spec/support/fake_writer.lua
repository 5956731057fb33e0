--- What the fake model says: a deterministic "good model" that answers every kind of prompt from the prompt's own
--- material, a weak one, and one that obeys what it finds in the material.
--
-- The kind is the name of the form where one is asked for, else what the TASK says. A row of KINDS is one kind of
-- prompt: its name, words of its task (a Lua pattern), and what answers it.
local extras = require "spec.support.fake.extras"
local injected = require "spec.support.fake.injected"
local json = require "spec.support.fake.json"
local outlines = require "spec.support.fake.outlines"
local prompt = require "spec.support.fake.prompt"
local prose = require "spec.support.fake.prose"
local weak = require "spec.support.fake.weak"
local whole = require "spec.support.fake.whole"

local writer = {}

local KINDS = {
  { "queries", "search queries that together", outlines.queries },
  { "gaps", "the article still cannot state", outlines.gaps },
  { "article", "Write the complete article", whole.article },
  { "rewrite", "Write this page anew", whole.rewrite },
  { "plan", "You give out this article", whole.plan },
  { "write", "of this article in full", whole.write },
  { "edit", "You are the last editor", whole.edit },
  { "finish", "what stands around this finished", whole.finish },
  { "outline_draft", "Draft the body sections", outlines.outline_draft },
  { "outline_refine", "Make the final outline", outlines.outline_refine },
  { "title", "Write %d+ titles", extras.title },
  { "section", "Write the section", prose.section },
  { "intro", "Write the introduction", prose.intro },
  { "conclusion", "Write the last paragraph", prose.conclusion },
  { "takeaways", "key takeaways", extras.takeaways },
  { "faq_questions", "questions that readers still have", extras.faq_questions },
  { "faq_answers", "Answer each question", extras.faq_answers },
  { "cta", "Write the call to action", extras.cta },
  { "verify", "sentences that their passage does not support", extras.verify },
  { "repeats", "what to do with the second sentence", extras.repeats },
  { "polish", "Polish the text", prose.polish },
  { "tone", "Write the style sheet", extras.tone },
  { "meta", "description that a search page shows", extras.meta },
  { "image", "Describe one picture", extras.image },
  { "term_insert", "must stand in this section once", extras.term_insert },
  { "labels", "headings of the fixed parts", extras.labels },
}

local ROWS = {}
for _, row in ipairs(KINDS) do ROWS[row[1]] = row end

--- The names of all kinds.
function writer.kinds()
  local names = {}
  for i, row in ipairs(KINDS) do names[i] = row[1] end
  return names
end

local REPAIR = "answer was not usable"

local function question_of(question)
  local first = question.turns[1]
  return first and first.text or ""
end

local function is_repair(question)
  local last = question.turns[#question.turns]
  return last ~= nil and #question.turns > 1 and last.role == "user" and last.text:find(REPAIR, 1, true) ~= nil
end

--- The kind of a question ("?": none that is known), and whether it asks for a correction.
function writer.kind(question)
  local repairs = is_repair(question)
  if ROWS[question.form or ""] then return question.form, repairs end
  local task = prompt.read(question_of(question)).task
  for _, row in ipairs(KINDS) do
    if task:find(row[2]) then return row[1], repairs end
  end
  return "?", repairs
end

-- --- what nobody foresaw ---

local from_schema

local SAMPLES = {
  object = function(schema, read)
    local object = {}
    for name, member in pairs(schema.properties or {}) do object[name] = from_schema(member, read, name) end
    return object
  end,
  array = function(schema, read, name) return json.array { from_schema(schema.items or {}, read, name) } end,
  integer = function(_, read) return read.passages[1] and read.passages[1].number or 1 end,
  number = function(_, read) return read.passages[1] and read.passages[1].number or 1 end,
  boolean = function() return true end,
  string = function(schema, read, name)
    return schema.enum and schema.enum[1] or prose.sentences(read.passages, 8, 30, nil, 1)[1] or name or "text"
  end,
}

function from_schema(schema, read, name)
  return (SAMPLES[schema.type] or SAMPLES.string)(schema, read, name)
end

-- A plan as the schema has it: what it does not know goes, what it wants beside is made up.
local function fitted(schema, value, read, name)
  if schema.type == "object" and type(value) == "table" then
    local object = {}
    for member, inner in pairs(schema.properties or {}) do
      object[member] = value[member] ~= nil and fitted(inner, value[member], read, member)
        or from_schema(inner, read, member)
    end
    return object
  elseif schema.type == "array" and type(value) == "table" then
    for i, entry in ipairs(value) do value[i] = fitted(schema.items or {}, entry, read, name) end
    return value
  end
  return value
end

-- --- answers ---

local function good(question, kind)
  local text = question_of(question)
  local read = prompt.read(text)
  read.system = question.system
  local row = ROWS[kind]
  local answer
  if row then
    answer = row[3](read)
    if question.schema and type(answer) == "table" then answer = fitted(question.schema, answer, read) end
  elseif question.schema then
    answer = from_schema(question.schema, read)
  elseif #read.passages > 0 then
    answer = prose.section(read)
  else
    answer = "A short answer to: " .. text:sub(1, 80):gsub("%s+", " ")
  end
  return type(answer) == "table" and json.encode(answer) or answer, read
end

-- The rest of an answer of which the model is shown the beginning, as its own last turn.
local function rest_of(question, text)
  local from, found = 1, false
  for _, turn in ipairs(question.turns) do
    local begun = turn.role == "assistant" and prompt.trim(turn.text)
    if begun and #begun > 0 and #begun < #text then
      local first, last = text:find(begun, from, true)
      if first then from, found = last + 1, true end
    end
  end
  return found and text:sub(from) or text
end

--- The answer to a question (of a wire style's `question`) under a rule of the script: text, writer, weakness. Beside
--- it { obeyed = what an injected writer did }.
function writer.answer(question, rule)
  rule = rule or {}
  local kind = writer.kind(question)
  local notes = {}
  local text, read = good(question, kind)
  if rule.writer == "weak" then text = weak.spoil(text, read, rule.weakness) end
  if rule.writer == "injected" then text, notes.obeyed = injected.obey(text, read, question) end
  if rule.text then text = rule.text end
  if is_repair(question) then return text, notes end
  return rest_of(question, text), notes
end

return writer
