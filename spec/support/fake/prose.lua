--- Answers in prose: sections, items, introductions, conclusions, edited sections.
local prompt = require "spec.support.fake.prompt"
local restate = require "spec.support.fake.restate"

local prose = {}

-- A page that speaks to its reader or to a program, and what sums up, is no material for a statement.
local UNFIT = { "ignore", "instruction", "click here", "subscribe", "https?:", "www%.", "assistant", "in conclusion",
  "in summary", "zusammenfassend", "<", "|", "%?$", "^#" }
local PERSONS = { i = true, we = true, you = true, my = true, our = true, your = true, us = true, ich = true,
  wir = true, sie = true, ihr = true, ihre = true, uns = true }

local function is_fit(sentence, is_strict)
  local small = sentence:lower()
  local count = restate.count(sentence)
  if count < 6 or count > 40 then return false end
  for _, pattern in ipairs(UNFIT) do
    if small:find(pattern) then return false end
  end
  if not is_strict then return true end
  for word in small:gmatch "%a+" do
    if PERSONS[word] then return false end
  end
  return true
end

-- The sentences that may be said again: { text, number }, the first of each passage, then the second of each, ...
local function candidates(passages, seed, is_strict)
  local rows, longest = {}, 0
  for _, passage in ipairs(passages) do
    local row = {}
    for _, sentence in ipairs(restate.sentences(passage.text)) do
      if is_fit(sentence, is_strict) then row[#row + 1] = { text = sentence, number = passage.number } end
    end
    rows[#rows + 1], longest = row, math.max(longest, #row)
  end
  local list = {}
  for place = 0, longest - 1 do
    for _, row in ipairs(rows) do
      if row[place + 1] then list[#list + 1] = row[(place + seed) % #row + 1] end
    end
  end
  return list
end

local function shown(passages, seed)
  local strict = candidates(passages, seed, true)
  return #strict >= 3 and strict or candidates(passages, seed, false)
end

local function say(entry, seed)
  return ("%s [%d]."):format(restate.sentence(entry.text, seed), entry.number)
end

--- So many words of sentences out of the passages, each with its number. heading: what the first must not repeat.
function prose.sentences(passages, least, most, heading, seed)
  local entries, list, words = shown(passages, seed), {}, 0
  local first = 1
  for i, entry in ipairs(entries) do
    if restate.overlap(heading or "", entry.text) < 0.6 then
      first = i
      break
    end
  end
  if entries[first] then table.insert(entries, 1, table.remove(entries, first)) end
  for i, entry in ipairs(entries) do
    local sentence = say(entry, seed + i)
    local count = restate.count(sentence)
    if words + count <= most then
      list[#list + 1], words = sentence, words + count
    end
    if words >= least + (most - least) // 3 then break end
  end
  return list
end

-- Paragraphs of 3, 1, 2, 4 sentences, so that no two neighbours are alike.
local LENGTHS = { 3, 1, 2, 4 }

function prose.paragraphs(sentences, seed)
  local out, from, turn = {}, 1, seed
  while from <= #sentences do
    local length = LENGTHS[turn % #LENGTHS + 1]
    out[#out + 1] = table.concat(sentences, " ", from, math.min(from + length - 1, #sentences))
    from, turn = from + length, turn + 1
  end
  return table.concat(out, "\n\n")
end

-- Without material nothing may be stated but what the customer said. About the heading and the keyword only.
local UNSOURCED = {
  "Whoever looks at {h} first decides what {k} has to do in the end",
  "The way to {h} begins with the place and the time that are there",
  "A small trial shows early whether {h} fits the plan",
  "What costs effort in {h} is seldom the start, more often the care that follows",
  "A written list keeps apart what {h} needs at once and what can wait",
  "People who did {h} before know which step they would leave out",
  "When a step of {h} fails, going back one step is cheaper than going on",
  "Good light on {h} comes from comparing two ways side by side",
  "Where {k} meets daily habits, {h} has to give way or change them",
  "The order of steps in {h} follows from what each of them needs before it",
  "Short notes after each try make {h} easier to repeat",
  "Somebody else who reads the plan for {h} finds what its author no longer sees",
  "If time is short, the part of {h} that others depend on comes first",
  "Tools for {h} matter less than knowing when to stop",
}

local UNSOURCED_DE = {
  "Wer {h} plant, entscheidet zuerst, was {k} am Ende leisten soll",
  "Der Weg zu {h} beginnt mit dem Platz und der Zeit, die da sind",
  "Ein kleiner Versuch zeigt früh, ob {h} zum Plan passt",
  "Mühe macht bei {h} selten der Anfang, öfter die Pflege danach",
  "Eine Liste trennt, was {h} sofort braucht, von dem, was warten kann",
  "Wer {h} schon hinter sich hat, kennt den Schritt, der wegfallen darf",
  "Geht bei {h} ein Schritt schief, ist der vorige der nächste Halt",
  "Zwei Wege nebeneinander zeigen bei {h} mehr als einer allein",
  "Wo {k} auf Gewohnheiten trifft, muss {h} sich anpassen",
  "Kurze Notizen nach jedem Versuch machen {h} wiederholbar",
}

local function is_german(read)
  return (read.system or ""):find "in German" or (read.system or ""):find "Deutsch"
    or restate.language(read.material .. " " .. read.title .. " " .. read.task) == "de"
end

prose.is_german = is_german

local function unsourced(read, heading, least, most, seed)
  local templates = is_german(read) and UNSOURCED_DE or UNSOURCED
  local list, words = {}, 0
  for i = 1, #templates do
    local template = templates[(seed + i) % #templates + 1]
    local said = { h = restate.capital(heading) == heading and heading:gsub("^%u", string.lower) or heading,
      k = read.keyword }
    local sentence = restate.capital(template:gsub("{(%l)}", said)) .. "."
    if words + restate.count(sentence) > most then break end
    list[#list + 1], words = sentence, words + restate.count(sentence)
    if words >= least + (most - least) // 3 then break end
  end
  return list
end

--- An answer to a question about which nothing is given.
function prose.unsourced(read, question, least, most, seed)
  local about = table.concat(restate.content(question), " ", 1, math.min(3, #restate.content(question)))
  return table.concat(unsourced(read, about, least, most, seed), " ")
end

-- "Length: 120 to 180 words", "50 to 90 words"; what the task names, else the default.
local function length_of(read, least, most)
  local low, high = read.task:match "(%d+) to (%d+) words"
  if not low then low, high = read.plain:match "Length: (%d+) to (%d+) words" end
  return tonumber(low) or least, tonumber(high) or most
end

-- --- sections ---

local FORMS = {
  list = function(sentences)
    local head = table.remove(sentences, 1)
    return head .. "\n\n- " .. table.concat(sentences, "\n- ")
  end,
  steps = function(sentences)
    local lines = { table.remove(sentences, 1), "" }
    for i, sentence in ipairs(sentences) do lines[#lines + 1] = i .. ". " .. sentence end
    return table.concat(lines, "\n")
  end,
  table = function(sentences)
    local lines = { table.remove(sentences, 1), "", "| Subject | What is known |", "| --- | --- |" }
    for _, sentence in ipairs(sentences) do
      local subject = restate.content(sentence)[1] or "This"
      lines[#lines + 1] = ("| %s | %s |"):format(restate.capital(subject), sentence:gsub("%.$", ""))
    end
    return table.concat(lines, "\n")
  end,
}

local function in_form(read, sentences, seed)
  local form = (read.task .. read.rules):match "Form: (%l+)"
  if FORMS[form] and #sentences >= 4 then return FORMS[form](sentences) end
  return prose.paragraphs(sentences, seed)
end

-- "### Heading (passages 1, 2)" after the rules: its heading and the passages of these numbers, or all.
local function subheads(read)
  local list = {}
  for line in ("\n" .. read.rules):gmatch "\n%s*(###+ [^\n]+)" do
    local heading = line:match "^(###+ .-)%s*%(passages.*$" or line
    local numbers, tail = {}, line:sub(#heading + 1)
    for number in tail:gmatch "%d+" do numbers[tonumber(number)] = true end
    list[#list + 1] = { heading = prompt.trim(heading), numbers = numbers }
  end
  return list
end

-- The passages of one of several parts: those that it names, or each so many-th, so that no two parts say the same.
local function of_part(passages, part, place, parts)
  local list = {}
  for i, passage in ipairs(passages) do
    local is_its = part.numbers[passage.number] or not next(part.numbers) and (i - 1) % parts == place - 1
    if is_its then list[#list + 1] = passage end
  end
  return #list > 0 and list or passages
end

local function write_part(read, passages, heading, least, most)
  local seed = restate.seed(heading)
  if #passages == 0 then return prose.paragraphs(unsourced(read, heading, least, most, seed), seed) end
  return in_form(read, prose.sentences(passages, least, most, heading, seed), seed)
end

function prose.section(read)
  local heading = read.task:match 'section "(.-)"' or read.title
  local least, most = length_of(read, 100, 180)
  local parts = subheads(read)
  if #parts == 0 then return write_part(read, read.passages, heading, least, most) end
  local out = {}
  for i, part in ipairs(parts) do
    local passages = of_part(read.passages, part, i, #parts)
    local text = write_part(read, passages, heading .. i, least // #parts, most // #parts)
    out[i] = part.heading .. "\n\n" .. text
  end
  return table.concat(out, "\n\n")
end

-- --- introduction and conclusion ---

function prose.intro(read)
  local least, most = length_of(read, 50, 90)
  local seed = restate.seed(read.keyword)
  local opening = is_german(read) and "Bei %s gilt: " or "With %s, "
  local list
  if #read.passages > 0 then
    list = prose.sentences(read.passages, least, most - restate.count(read.keyword) - 4, nil, seed)
  else
    list = unsourced(read, read.title ~= "" and read.title or read.keyword, least, most - 8, seed)
  end
  if list[1] then list[1] = opening:format(read.keyword) .. list[1]:gsub("^%u%l", string.lower) end
  return prose.paragraphs(list, seed)
end

local function gists(read)
  local list = {}
  for _, line in ipairs(prompt.lines(prompt.given(read, "THE SECTIONS SAY"))) do
    local text = (line:match "^%- .-: (.+)$" or line):gsub("^[-*%d.%[%]:|%s]+", ""):gsub("%s*%[%d+%]", "")
    for _, sentence in ipairs(restate.sentences(text)) do
      if restate.count(sentence) >= 5 then list[#list + 1] = sentence end
    end
  end
  return list
end

function prose.conclusion(read)
  local least, most = length_of(read, 40, 70)
  local is_de = is_german(read)
  local list, words = {}, 0
  local opening = is_de and "Bei %s entscheidet zuerst dies: " or "With %s, one point comes first: "
  for i, gist in ipairs(gists(read)) do
    local sentence = restate.sentence(gist, i + 2) .. "."
    if #list == 0 then sentence = opening:format(read.keyword) .. sentence end
    if words + restate.count(sentence) <= most then
      list[#list + 1], words = sentence, words + restate.count(sentence)
    end
    if words >= least then break end
  end
  if words < least then
    local more = unsourced(read, read.keyword, least - words, most - words, restate.seed(read.keyword))
    table.move(more, 1, #more, #list + 1, list)
  end
  return table.concat(list, " ")
end

-- --- edited sections ---

-- A sentence of too many words becomes two, where a word joins its parts.
local JOINS = { "and", "but", "because", "while", "und", "aber" }

local function split_long(sentence, most)
  if restate.count(sentence) <= most then return sentence end
  for _, word in ipairs(JOINS) do
    local from = 1
    while true do
      local first, last = sentence:find(",?%s" .. word .. "%s", from)
      if not first then break end
      local one, two = sentence:sub(1, first - 1), sentence:sub(last + 1)
      if restate.count(one) >= 5 and restate.count(two) >= 5 then return one .. ". " .. restate.capital(two) end
      from = last
    end
  end
  return sentence
end

-- A sentence without a phrase, begun with a capital again.
local function without(sentence, phrase)
  local plain = phrase:gsub("%p", "%%%0")
  return (sentence:gsub("%f[%w]" .. plain .. ",?%s*", "", 1):gsub("^%l", string.upper))
end

--- Changes to the numbered sentences that have notes: worn phrases go, long sentences are split; else "ok".
function prose.polish(read)
  local out, number, old, new = {}, nil, nil, nil
  local function close(next_number, sentence)
    if number and new then
      out[#out + 1] = new == old and ("S%s ok"):format(number) or ("S%s: %s"):format(number, new)
    end
    number, old, new = next_number, sentence, nil
  end
  for _, line in ipairs(prompt.lines(read.first or "")) do
    local note = line:match "^  > (.*)$"
    local own, sentence = line:match "^S(%d+) (.*)$"
    if own then close(own, (sentence:gsub("^%- ", ""):gsub("^%d+%. ", ""))) end
    if note and old then
      local phrase, most = note:match '^worn phrase: "(.*)"$', tonumber(note:match "^over (%d+) words$")
      new = new or old
      if phrase then new = without(new, phrase) end
      if most then new = split_long(new, most) end
    end
  end
  close()
  return #out > 0 and table.concat(out, "\n") or "NONE"
end

return prose
