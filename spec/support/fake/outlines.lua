--- Answers with a form: what to search for, and how an article is divided.
local json = require "spec.support.fake.json"
local prompt = require "spec.support.fake.prompt"
local prose = require "spec.support.fake.prose"
local restate = require "spec.support.fake.restate"

local outlines = {}

local array = json.array

--- The whole number that a pattern finds, or the default.
function outlines.number_in(text, pattern, default)
  return math.tointeger(tonumber(text:match(pattern))) or default
end

function outlines.first_words(text, most)
  local words = restate.words(text)
  return table.concat(words, " ", 1, math.min(#words, most))
end

local number_in, first_words = outlines.number_in, outlines.first_words

-- --- queries ---

local ASPECTS = {
  en = { "meaning", "step by step", "figures and limits", "common mistakes", "compared with alternatives", "rules",
    "costs", "tools needed", "care and upkeep", "safety", "first plan", "small spaces", "experience reports", "timing",
    "materials", "choosing" },
  de = { "Bedeutung", "Schritt für Schritt", "Zahlen und Grenzen", "häufige Fehler", "im Vergleich", "Vorschriften",
    "Kosten", "Werkzeug", "Pflege", "Sicherheit", "Planung", "wenig Platz", "Erfahrungen", "Zeitplan", "Material",
    "Auswahl" },
}

local function aspects(read)
  return prose.is_german(read) and ASPECTS.de or ASPECTS.en
end

function outlines.queries(read)
  local wanted = number_in(read.task, "Write (%d+) search", 5)
  local list = array { first_words(read.keyword, 8) }
  for _, aspect in ipairs(aspects(read)) do
    if #list >= wanted then break end
    list[#list + 1] = first_words(read.keyword, 5) .. " " .. aspect
  end
  return { queries = list, also = read.keyword:find "wellbeing" and "scholarly" or "none" }
end

function outlines.gaps(read)
  local most = number_in(read.rules, "At most (%d+)", 2)
  local asked = prompt.under(read, "QUERIES ALREADY ASKED"):lower()
  local list = array {}
  for _, aspect in ipairs(aspects(read)) do
    local query = first_words(read.keyword, 5) .. " " .. aspect
    if #list < math.min(most, 2) and not asked:find(aspect:lower(), 1, true) then
      list[#list + 1] = { question = ("What does %s say on %s?"):format(read.keyword, aspect), query = query }
    end
  end
  return { gaps = list }
end

-- --- outlines ---

local function range(read)
  local wanted = read.fields["body sections"] or read.task
  local low, high = wanted:match "(%d+) to (%d+)"
  low = low or wanted:match "exactly (%d+)"
  return tonumber(low) or 3, tonumber(high or low) or 5
end

local DRAFTS = {
  en = { "What %s needs", "Choosing a place", "Steps at the start", "Figures that decide", "Where it goes wrong",
    "Care through the year", "Costs and savings", "Other ways", "Rules to know", "Timing of each step", "Tools in use",
    "Limits of the method" },
  de = { "Was %s braucht", "Ein guter Platz", "Schritte am Anfang", "Zahlen, die entscheiden", "Wo es scheitert",
    "Pflege im Jahr", "Kosten und Ersparnis", "Andere Wege", "Vorschriften kennen", "Zeitplan der Schritte",
    "Werkzeug im Einsatz", "Grenzen der Methode" },
}

function outlines.outline_draft(read)
  local low, high = range(read)
  local templates = prose.is_german(read) and DRAFTS.de or DRAFTS.en
  local sections = array {}
  for i = 1, math.min((low + high + 1) // 2, 48) do
    local heading = templates[(i - 1) % #templates + 1]:format(read.keyword)
    sections[i] = { heading = heading, covers = heading .. ": which facts decide?", form = "prose" }
  end
  return { sections = sections }
end

local WORN = { "understanding", "key ", "best practices", "ultimate", "everything", "introduction", "conclusion",
  "faq", "overview", "contents", "navigation", "summary" }

--- The last part of a heading path, without number and colon; nil when nothing of use is left.
function outlines.clean_heading(path)
  local last = path:match "([^>/]*)$" or path
  local text = prompt.trim((last:gsub("[:%d%p]+", " "):gsub("%s+", " ")))
  for _, worn in ipairs(WORN) do
    if text:lower():find(worn, 1, true) then return nil end
  end
  if #text < 4 or not text:find "%a%a%a" then return nil end
  return restate.capital(first_words(text, 8))
end

--- A heading of a passage's own words.
function outlines.heading_from(entry)
  local words = restate.content(entry.text)
  return restate.capital(table.concat(words, " ", 1, math.min(4, #words)))
end

-- Lines of the digest by what they stand under, in the order in which they come.
local function groups_of(passages)
  local list, known = {}, {}
  for _, entry in ipairs(passages) do
    local key = entry.source .. "\0" .. entry.heading
    if not known[key] then
      known[key] = { heading = outlines.clean_heading(entry.heading), entries = {} }
      list[#list + 1] = known[key]
    end
    table.insert(known[key].entries, entry)
  end
  return list
end

local function merge_smallest(groups)
  local place = 1
  for i, group in ipairs(groups) do
    if #group.entries < #groups[place].entries then place = i end
  end
  local small = table.remove(groups, place)
  local into = groups[math.max(place - 1, 1)]
  for _, entry in ipairs(small.entries) do table.insert(into.entries, entry) end
  into.heading = into.heading or small.heading
end

local function split_largest(groups)
  local place = 1
  for i, group in ipairs(groups) do
    if #group.entries > #groups[place].entries then place = i end
  end
  local entries = groups[place].entries
  if #entries < 4 then return false end
  local half = #entries // 2
  table.insert(groups, place + 1, { entries = table.move(entries, half + 1, #entries, 1, {}) })
  groups[place].entries = table.move(entries, 1, half, 1, {})
  return true
end

local function has_single(groups)
  for _, group in ipairs(groups) do
    if #group.entries < 2 then return #groups > 1 end
  end
end

local function section_of(group, taken)
  local heading = group.heading
  if not heading or taken[heading:lower()] then heading = outlines.heading_from(group.entries[1]) end
  if taken[heading:lower()] then heading = outlines.heading_from(group.entries[#group.entries]) .. " too" end
  taken[heading:lower()] = true
  local numbers = array {}
  for i = 1, math.min(#group.entries, 8) do numbers[i] = group.entries[i].number end
  return { heading = heading, covers = ("What is known about %s?"):format(heading), form = "prose", passages = numbers }
end

local function plain_pattern(text)
  return (text:gsub("%p", "%%%0"))
end

-- One heading contains the keyword, the others do not.
local function place_keyword(sections, keyword)
  local found
  for _, section in ipairs(sections) do
    local first, last = section.heading:lower():find(plain_pattern(keyword:lower()))
    if first and found then
      local rest = prompt.trim(section.heading:sub(1, first - 1) .. section.heading:sub(last + 1))
      section.heading = #rest > 3 and restate.capital(rest) or section.heading
    end
    found = found or first
  end
  if found or not sections[1] then return end
  local room = 8 - restate.count(keyword)
  local words = restate.content(sections[1].heading)
  local tail = room > 1 and ", " .. table.concat(words, " ", 1, math.min(#words, room, 3)):lower() or ""
  sections[1].heading = restate.capital(keyword) .. tail
end

function outlines.outline_refine(read)
  local low, high = range(read)
  local groups, taken, sections = groups_of(read.passages), {}, array {}
  while #groups > high or has_single(groups) do merge_smallest(groups) end
  while #groups < low and #groups > 0 do
    if not split_largest(groups) then break end
  end
  for i, group in ipairs(groups) do sections[i] = section_of(group, taken) end
  if #sections == 0 then
    for i, section in ipairs(outlines.outline_draft(read).sections) do
      section.passages = array {}
      sections[i] = section
    end
  end
  place_keyword(sections, read.keyword)
  return { sections = sections }
end

return outlines
