--- Answers with a form: titles, questions and what else stands around the sections, and second looks.
local json = require "spec.support.fake.json"
local outlines = require "spec.support.fake.outlines"
local prompt = require "spec.support.fake.prompt"
local prose = require "spec.support.fake.prose"
local restate = require "spec.support.fake.restate"

local extras = {}

local array, number_in, first_words = json.array, outlines.number_in, outlines.first_words

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

function extras.title(read)
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

function extras.meta(read)
  local points = list_of(prompt.under(read, "KEY POINTS"))
  if #points == 0 then points = list_of(prompt.under(read, "INTRODUCTION")) end
  local text = restate.capital(read.keyword) .. ": " .. table.concat(points, " "):gsub("%s*%[%d+%]", "")
  text = in_range(text, 110, 149, prose.is_german(read)
    and { "Mit", "den", "wichtigsten", "Zahlen,", "Schritten", "und", "Grenzen", "für", "den", "eigenen", "Alltag" }
    or { "With", "the", "figures,", "steps", "and", "limits", "that", "decide", "in", "daily", "use", "at", "home",
      "and", "with", "what", "can", "be", "left", "out" })
  return { description = (text:gsub("[%.,;:%s]*$", ".")) }
end

function extras.tone(read)
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

function extras.takeaways(read)
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

function extras.faq_questions(read)
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

function extras.faq_answers(read)
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

function extras.cta(read)
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

function extras.image(read)
  local heading, text = ("\n" .. read.plain):match '\nSECTION "(.-)"%s*([^\n]*)'
  local words = restate.content((heading or "") .. " " .. (text or ""))
  local seen = table.concat(words, " ", 1, math.min(5, #words))
  local alt = prose.is_german(read) and "%s auf einem Holztisch am Fenster bei Tageslicht" or
    "%s on a wooden table beside a window in daylight"
  return { prompt = ("A quiet scene about %s on a wooden table beside a window, seen from slightly above, soft morning "
    .. "light, plain wall in the background"):format(seen),
    alt = in_range(alt:format(restate.capital(seen)), 40, 118, {}) }
end

-- --- second looks ---

function extras.verify()
  return { faults = array {} }
end

function extras.repeats(read)
  local pairs_of = array {}
  for _, entry in ipairs(prompt.entries(prompt.given(read, "PAIRS"))) do
    local one, two = entry.cells[1], entry.cells[2]
    if not two then one, two = entry.text:match "^first: (.-)%s*\n%s*second: (.+)$" end
    local is_repeated = one and restate.overlap(two, one) >= 0.6
    pairs_of[#pairs_of + 1] = { n = entry.number, ["do"] = is_repeated and "drop" or "keep", text = "" }
  end
  return { pairs = pairs_of }
end

function extras.labels()
  return { conclusion = "Lopuksi", faq = "Usein kysyttyä", takeaways = "Tärkeimmät kohdat", sources = "Lähteet" }
end

function extras.term_insert(read)
  local term = read.task:match '"(.-)"' or ""
  local paragraphs = prompt.entries(read.first or "")
  local best = by_overlap(paragraphs, term)[1]
  if not best then return { paragraph = 0, text = "" } end
  local added = prose.is_german(read) and " Dazu gehört auch %s." or " This touches on %s as well."
  return { paragraph = best[1].number, text = best[1].text .. added:format(term) }
end

return extras
