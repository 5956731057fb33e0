--- Answers with a form: outlines, titles, questions, products, and the rest that is read as JSON.
local json = require "spec.support.fake.json"
local prompt = require "spec.support.fake.prompt"
local prose = require "spec.support.fake.prose"
local restate = require "spec.support.fake.restate"

local plans = {}

local array = json.array

local function number_in(text, pattern, default)
  return math.tointeger(tonumber(text:match(pattern))) or default
end

local function first_words(text, most)
  local words = restate.words(text)
  return table.concat(words, " ", 1, math.min(#words, most))
end

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

function plans.queries(read)
  local wanted = number_in(read.task, "Write (%d+) search", 5)
  local list = array { first_words(read.keyword, 8) }
  for _, aspect in ipairs(aspects(read)) do
    if #list >= wanted then break end
    list[#list + 1] = first_words(read.keyword, 5) .. " " .. aspect
  end
  return { queries = list }
end

function plans.gaps(read)
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

function plans.outline_draft(read)
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

-- The last part of a heading path, without number and colon; nil when nothing of use is left.
local function clean_heading(path)
  local last = path:match "([^>/]*)$" or path
  local text = prompt.trim((last:gsub("[:%d%p]+", " "):gsub("%s+", " ")))
  for _, worn in ipairs(WORN) do
    if text:lower():find(worn, 1, true) then return nil end
  end
  if #text < 4 or not text:find "%a%a%a" then return nil end
  return restate.capital(first_words(text, 8))
end

local function heading_from(entry)
  local words = restate.content(entry.text)
  return restate.capital(table.concat(words, " ", 1, math.min(4, #words)))
end

-- Lines of the digest by what they stand under, in the order in which they come.
local function groups_of(passages)
  local list, known = {}, {}
  for _, entry in ipairs(passages) do
    local key = entry.source .. "\0" .. entry.heading
    if not known[key] then
      known[key] = { heading = clean_heading(entry.heading), entries = {} }
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
  if not heading or taken[heading:lower()] then heading = heading_from(group.entries[1]) end
  if taken[heading:lower()] then heading = heading_from(group.entries[#group.entries]) .. " too" end
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

function plans.outline_refine(read)
  local low, high = range(read)
  local groups, taken, sections = groups_of(read.passages), {}, array {}
  while #groups > high or has_single(groups) do merge_smallest(groups) end
  while #groups < low and #groups > 0 do
    if not split_largest(groups) then break end
  end
  for i, group in ipairs(groups) do sections[i] = section_of(group, taken) end
  if #sections == 0 then
    for i, section in ipairs(plans.outline_draft(read).sections) do
      section.passages = array {}
      sections[i] = section
    end
  end
  place_keyword(sections, read.keyword)
  return { sections = sections }
end

-- --- titles and descriptions ---

-- "Headings" of a line or several: separated by " | ", ";" or newlines, numbered or not.
local function list_of(text)
  local list = {}
  for part in (text .. "\n"):gmatch "%s*(.-)%s*[|;\n]" do
    part = part:gsub("^[-*%d%.%)%[%]]+%s+", "")
    if part ~= "" then list[#list + 1] = part end
  end
  return list
end

local function in_range(text, least, most, padding)
  while utf8.len(text) and utf8.len(text) > most do
    local shorter = text:match "^(.*)%s+%S+$"
    if not shorter then break end
    text = shorter:gsub("[%s,:]+$", ""):gsub("%s+%a%a?$", "")
  end
  for _, word in ipairs(padding) do
    if #text >= least then break end
    text = text .. " " .. word
  end
  return text
end

function plans.title(read)
  local headings = list_of(prompt.under(read, "THE SECTIONS"))
  local is_de = prose.is_german(read)
  local forms = is_de and { "Über %s: ", "Rund um %s, ", "Zu %s und " }
    or { "About %s: ", "On %s, with ", "Facts on %s and " }
  local titles = array {}
  for i, form in ipairs(forms) do
    local about = (headings[i] or headings[1] or read.keyword):gsub("[%d:%?!]+", ""):gsub("^%u%l", string.lower)
    titles[i] = in_range(form:format(read.keyword) .. about, 35, 65,
      is_de and { "und", "was", "dabei", "zählt" } or { "and", "what", "it", "takes", "at", "home" })
  end
  return { titles = titles }
end

function plans.meta(read)
  local points = list_of(prompt.under(read, "KEY POINTS"))
  if #points == 0 then points = list_of(prompt.under(read, "INTRODUCTION")) end
  local text = restate.capital(read.keyword) .. ": " .. table.concat(points, " "):gsub("%s*%[%d+%]", "")
  text = in_range(text, 110, 149, prose.is_german(read)
    and { "Mit", "den", "wichtigsten", "Zahlen,", "Schritten", "und", "Grenzen", "für", "den", "eigenen", "Alltag" }
    or { "With", "the", "figures,", "steps", "and", "limits", "that", "decide", "in", "daily", "use", "at", "home" })
  return { description = (text:gsub("[%.,;:%s]*$", ".")) }
end

function plans.tone(read)
  return { style = prose.is_german(read)
    and "Sätze meist unter 18 Wörtern, ab und zu einer mit 5. Fachwörter in Klammern erklärt. Zahlen mit Einheit. "
      .. "Ein Beispiel je Abschnitt. Kein Ausrufezeichen."
    or "Sentences mostly under 18 words, now and then one of 5. Terms explained in parentheses. Figures with their "
      .. "unit. One example in each section. No exclamation marks." }
end

-- --- around the sections ---

local function sections_in(read)
  local list = prompt.entries(prompt.under(read, "THE SECTIONS"))
  return #list > 0 and list or read.passages
end

local function fitting_sentence(text, least, most, seed)
  local best
  local sentences = restate.sentences(text)
  for i = 1, #sentences do
    local sentence = sentences[(i + seed) % #sentences + 1]
    local count = restate.count(sentence)
    if count >= least and count <= most then return sentence end
    if count >= least and (not best or count < restate.count(best)) then best = sentence end
  end
  return best
end

function plans.takeaways(read)
  local wanted = number_in(read.task, "Write (%d+) key", 4)
  local list, beginnings = array {}, {}
  for _, section in ipairs(sections_in(read)) do
    local sentence = #list < wanted and fitting_sentence(section.text, 7, 17, 0)
    if sentence then
      local text = restate.sentence(sentence, #list + 3) .. "."
      local beginning = text:match "^%S+"
      if beginnings[beginning] then text = (prose.is_german(read) and "Ferner: " or "Besides, ") .. text end
      beginnings[beginning] = true
      list[#list + 1] = { text = text, section = section.number }
    end
  end
  return { takeaways = list }
end

local QUESTIONS = {
  en = { "How does %s go together with %s?", "Which part does %s play beside %s?",
    "What should one know about %s and %s?", "When does %s matter more than %s?",
    "Who decides on %s when it comes with %s?", "Why do %s and %s belong together?" },
  de = { "Wie hängt %s mit %s zusammen?", "Welchen Anteil hat %s neben %s?", "Was sollte man über %s und %s wissen?",
    "Wann zählt %s mehr als %s?", "Wer entscheidet über %s, wenn auch %s dazukommt?",
    "Warum gehören %s und %s zusammen?" },
}

function plans.faq_questions(read)
  local wanted = number_in(read.task, "Write (%d+) questions", 4)
  local forms = prose.is_german(read) and QUESTIONS.de or QUESTIONS.en
  local list = array {}
  for i = #read.passages, 1, -1 do
    local entry = read.passages[i]
    local words = restate.content(entry.text)
    if #list < wanted and #words >= 3 then
      local form = forms[#list % #forms + 1]
      list[#list + 1] = { question = form:format(words[1] .. " " .. words[2], words[3]),
        passages = array { entry.number } }
    end
  end
  if #read.passages > 0 then return { questions = list } end
  for _, heading in ipairs(list_of(prompt.under(read, "HEADINGS"))) do
    if #list < wanted then
      local form = forms[#list % #forms + 1]
      list[#list + 1] = { question = form:format(read.keyword, first_words(heading, 4)), passages = array {} }
    end
  end
  return { questions = list }
end

local function by_overlap(passages, text)
  local list = {}
  for i, entry in ipairs(passages) do list[i] = { entry, restate.overlap(text, entry.text), i } end
  table.sort(list, function(a, b)
    if a[2] ~= b[2] then return a[2] > b[2] end
    return a[3] < b[3]
  end)
  return list
end

function plans.faq_answers(read)
  local list = array {}
  for _, question in ipairs(prompt.entries(prompt.under(read, "QUESTIONS"))) do
    local ranked = by_overlap(read.passages, question.text)
    local answer = ""
    if #ranked == 0 then answer = prose.unsourced(read, question.text:gsub("%?$", ""), 30, 60, question.number) end
    if ranked[1] and ranked[1][2] > 0 then
      local chosen = { ranked[1][1], ranked[2] and ranked[2][2] > 0 and ranked[2][1] or nil }
      answer = table.concat(prose.sentences(chosen, 30, 60, nil, question.number), " ")
    end
    list[#list + 1] = { question = question.number, answer = answer }
  end
  return { answers = list }
end

function plans.cta(read)
  local facts = prompt.under(read, "FACTS")
  local mark = prompt.under(read, "LINKS"):match "⟦L%d+⟧"
  local subject = #read.title > 0 and read.title or read.keyword
  local is_de = prose.is_german(read)
  local fact = restate.sentences(facts)[1]
  local said = fact and restate.sentence(fact, 2) .. ". " or ""
  local text = is_de
    and "Der nächste Schritt zu %s ist klein: Plan aufschreiben, einen Tag wählen und an einer Stelle beginnen. %s"
    or "The next step towards %s is a small one: write down the plan, choose a day and begin in one place. %s"
  text = text:format(subject, said)
  if mark then text = text .. (is_de and "Weiter geht es hier: " or "It goes on at ") .. mark .. "." end
  if restate.count(text) < 25 then
    text = text .. (is_de and " Wer Hilfe sucht, fragt vorher." or " Ask before you begin.")
  end
  return { heading = is_de and "Jetzt den ersten Schritt planen" or "Plan the first step today",
    text = prompt.trim(text) }
end

function plans.image(read)
  local heading, text = ("\n" .. read.plain):match '\nSECTION "(.-)"%s*([^\n]*)'
  local words = restate.content((heading or "") .. " " .. (text or ""))
  local seen = table.concat(words, " ", 1, math.min(5, #words))
  local alt = prose.is_german(read) and "%s auf einem Holztisch am Fenster bei Tageslicht" or
    "%s on a wooden table beside a window in daylight"
  return { prompt = ("A quiet scene about %s on a wooden table beside a window, seen from slightly above, soft morning "
    .. "light, plain wall in the background"):format(seen),
    alt = in_range(alt:format(restate.capital(seen)), 40, 118, {}) }
end

-- --- lists, products, comparisons ---

function plans.listicle_plan(read)
  local wanted = number_in(read.fields["items wanted"] or "", "(%d+)", 5)
  local items, extra, taken = array {}, array {}, {}
  local _, most_extra = (read.fields["further sections"] or ""):match "(%d+)%D+(%d+)"
  most_extra = tonumber(most_extra) or number_in(read.fields["further sections"] or "", "(%d+)", 0)
  for _, entry in ipairs(read.passages) do
    local words = restate.content(entry.text)
    local name = clean_heading(entry.heading)
    if not name or taken[name:lower()] then name = heading_from(entry) end
    if #words >= 3 and not taken[name:lower()] then
      taken[name:lower()] = true
      local passages = array { entry.number }
      if #items < wanted then
        local differs = table.concat(words, " ", 1, math.min(#words, 8))
        items[#items + 1] = { name = name, differs = differs, passages = passages }
      elseif #extra < most_extra then
        extra[#extra + 1] = { heading = name, covers = "How does this help to choose?", passages = passages }
      end
    end
  end
  return { items = items, extra = extra }
end

local HIDDEN = { "price", "rating", "stock", "avail", "url", "image", "^id$", "asin", "updated" }

local function is_field(entry, patterns)
  for _, pattern in ipairs(patterns) do
    if entry.heading:lower():find(pattern) then return true end
  end
end

local function points_of(passages, patterns, most)
  local list = array {}
  for _, entry in ipairs(passages) do
    if #list < most and is_field(entry, patterns) then
      list[#list + 1] = ("%s [%d]"):format(first_words((entry.text:gsub("[%.;]%f[%s%z].*$", "")), 12), entry.number)
    end
  end
  return list
end

function plans.product_block(read)
  local sentences, words = {}, 0
  local buyers = (read.fields.experience or ""):find "buyers"
  for _, entry in ipairs(read.passages) do
    local is_review = is_field(entry, { "review" })
    if words < 45 and not is_field(entry, HIDDEN) and (not is_review or buyers) and restate.count(entry.text) >= 2 then
      local said = restate.sentence(restate.sentences(entry.text)[1] or entry.text, entry.number)
      local form = is_review and "A reviewer reports: %s [%d]." or "Its " .. entry.heading:lower() .. ": %s [%d]."
      sentences[#sentences + 1] = form:format(said, entry.number)
      words = words + restate.count(sentences[#sentences])
    end
  end
  local pros = points_of(read.passages, { "^pro", "feature" }, 5)
  return { summary = table.concat(sentences, " "), pros = pros,
    cons = points_of(read.passages, { "^con", "drawback", "limit" }, 4) }
end

local function rows_of(text)
  local rows = {}
  for _, line in ipairs(prompt.lines(text)) do
    local cells = {}
    local bare = line:gsub("^%s*|", ""):gsub("|%s*$", "")
    for cell in (bare .. "|"):gmatch "%s*(.-)%s*|" do cells[#cells + 1] = cell end
    if #cells > 1 and not line:find "^[%s|:-]+$" then rows[#rows + 1] = cells end
  end
  return rows
end

-- A column in which two rows have different values.
local function telling_column(head, one, two, avoid)
  for i = 2, #head do
    if i ~= avoid and one[i] ~= "" and two[i] ~= "" and one[i] ~= two[i] then return i end
  end
  return 2
end

local NEEDS = { "for a small budget", "for daily use", "for a large household", "for rare occasions" }

function plans.comparison(read)
  local rows = rows_of(read.material)
  local head, picks = rows[1] or {}, array {}
  for i = 2, math.min(#rows, 4) do
    local other = rows[i == #rows and 2 or i + 1]
    local column = telling_column(head, rows[i], other)
    picks[#picks + 1] = { id = rows[i][1], need = NEEDS[i - 1], reason = ("Its %s is %s, while %s has %s."):format(
      head[column] or "value", rows[i][column] or "", other[1], other[column] or "") }
  end
  return { picks = picks }
end

-- --- pages and videos taken apart ---

-- At most 12 words of a sentence: figures with their neighbours, names, then the longest.
local function note_of(sentence)
  local words, keep, count = restate.words((sentence:gsub("[%.!?;,]+$", ""))), {}, 0
  local function take(i)
    if words[i] and not keep[i] and count < 12 then
      keep[i], count = true, count + 1
    end
  end
  for i, word in ipairs(words) do
    if word:find "%d" then
      take(i)
      take(i + 1)
    end
  end
  for i, word in ipairs(words) do
    if word:lower():find "^no[tn]?$" or word:lower() == "never" or word:lower():find "^kein" or word:find "^nicht" then
      take(i)
    end
  end
  for least = 7, 3, -1 do
    for i, word in ipairs(words) do
      if #word >= least and i % 5 ~= 0 then take(i) end
    end
  end
  local out = {}
  for i, word in ipairs(words) do
    if keep[i] then out[#out + 1] = word:gsub("[,;:]$", "") end
  end
  return table.concat(out, " ")
end

function plans.rewrite_notes(read)
  local notes = array {}
  for _, entry in ipairs(read.passages) do
    local small = entry.text:lower()
    local is_advert = small:find "subscribe" or small:find "click here" or small:find "buy now"
    if restate.count(entry.text) >= 4 and not is_advert then
      notes[#notes + 1] = { note = note_of(entry.text), from = array { entry.number } }
    end
  end
  return { notes = notes }
end

local IDLE = { "welcome", "subscribe", "sponsor", "thanks for watching", "see you", "willkommen", "abonn", "tschüss" }

local function is_idle(entry)
  for _, word in ipairs(IDLE) do
    if entry.text:lower():find(word, 1, true) then return true end
  end
end

function plans.video_plan(read)
  local low = number_in(read.task, "into (%d+)", 3)
  local lines = {}
  for _, entry in ipairs(read.passages) do
    if not is_idle(entry) then lines[#lines + 1] = entry end
  end
  local sections, wanted = array {}, math.min(low, #lines)
  for i = 1, wanted do
    local first, last = (i - 1) * #lines // wanted + 1, i * #lines // wanted
    sections[i] = { heading = heading_from(lines[first]), first = lines[first].number, last = lines[last].number }
  end
  return { sections = sections }
end

-- --- second looks ---

function plans.verify()
  return { faults = array {} }
end

function plans.repeats(read)
  local pairs_of = array {}
  for _, entry in ipairs(prompt.entries(prompt.given(read, "PAIRS"))) do
    local one, two = entry.cells[1], entry.cells[2]
    if not two then one, two = entry.text:match "^first: (.-)%s*\n%s*second: (.+)$" end
    local is_repeated = one and restate.overlap(two, one) >= 0.6
    pairs_of[#pairs_of + 1] = { n = entry.number, ["do"] = is_repeated and "drop" or "keep", text = "" }
  end
  return { pairs = pairs_of }
end

function plans.term_insert(read)
  local term = read.task:match '"(.-)"' or ""
  local paragraphs = prompt.entries(read.first or "")
  local best = by_overlap(paragraphs, term)[1]
  if not best then return { paragraph = 0, text = "" } end
  local added = prose.is_german(read) and " Dazu gehört auch %s." or " This touches on %s as well."
  return { paragraph = best[1].number, text = best[1].text .. added:format(term) }
end

return plans
