--- Counters of headings, titles and questions: what an editor would strike out at sight.
local words = require "spec.report.words"

local headings = {}

local MARKUP = { "{#", "<%a", "%]%(", "\xC2\xB6", "%$%(", "`", "%*%*" }
local NUMBERED = { "^%d+%.%s", "^%d+%.%d", "^%d+%)%s", "^Chapter %d", "^Section %d", "^Kapitel %d", "^Chapitre %d",
  "^Capítulo %d", "^Appendix %u%f[%W]", "^Step %d", "^%d+%s+%u%l+ %l" }
local SITE = { "Server Version %d", " documentation$", " Manual$", " | ", " \xE2\x80\x94 .+%d%.%d", " %- .+ [Vv]ersion",
  " :: " }

local function holds_one(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

-- A name of a program or a function, which stays as it is written.
local function is_identifier(word)
  return word:find("[%d_./()<>:%-]") ~= nil or word:find("%l%u") ~= nil
end

-- Is it a name that its section writes so too: as code or set off, or in capitals ("CREATE VIEW")?
local function is_written_so(context, unit, word)
  local plain = word:gsub("%p", "%%%0")
  for _, name in ipairs { "code", "em", "strong" } do
    if context.article.html:find("<" .. name .. ">" .. plain .. "</" .. name .. ">") then return true end
  end
  local first = unit.blocks[1] and unit.blocks[1].statements and unit.blocks[1].statements[1]
  local page = first and first.source and context:page(first.source)
  for _, block in ipairs(page and page.blocks or {}) do -- in a heading whose other words have capitals
    if block.kind == "heading" and block.text:find("%f[%w]" .. plain .. " %u") then return true end
  end
  for _, block in ipairs(unit.blocks) do
    for _, statement in ipairs(block.statements or {}) do
      local is_in = word:find("^%u%u") and statement.text:find(word, 1, true)
      if is_in or statement.text:find("^" .. plain .. "%f[^%w_]") then return true end
    end
  end
  return false
end

-- What is wrong with a heading; nil when nothing is.
local function fault_of(context, unit)
  local text, ask = unit.heading, context.request.ask or {}
  if ask.articleType == "listicle" then text = text:gsub("^%d+%. ", "") end -- its items are numbered
  if holds_one(text, NUMBERED) then return "number" end
  if holds_one(text, MARKUP) then return "markup" end
  if holds_one(text, SITE) then return "site name" end
  if text:find("%.%.%.$") or text:find("\xE2\x80\xA6") then return "ellipsis" end
  if text:find("[:;,]$") or text:find("\xE2\x80[\x93\x94]$") then return "end" end
  local first = text:match("^%S+") or ""
  if words.begins_lower(first) and not is_identifier(first) and not is_written_so(context, unit, first) then
    return "lower case"
  end
  local capitals = text:match("%u%u%u%u%u+ %u%u%u+ %u%u%u[%u ]*")
  if capitals and not is_written_so(context, unit, words.squeeze(capitals)) then return "capitals" end
end

function headings.faults(context)
  local found = {}
  for _, unit in ipairs(context.article.units) do
    local fault = fault_of(context, unit)
    if fault then found[#found + 1] = fault .. ": " .. unit.heading end
  end
  return found
end

--- The keyword and a colon before a heading.
function headings.stuffed(context)
  local found = {}
  local pattern = "^" .. words.lower(context.article.keyword):gsub("%p", "%%%0") .. "%s?:"
  for _, unit in ipairs(context.article.units) do
    if words.lower(unit.heading):find(pattern) then found[#found + 1] = unit.heading end
  end
  return found
end

local SMALL = { a = true, an = true, the = true, of = true, ["in"] = true, on = true, to = true, ["for"] = true,
  with = true, ["and"] = true, ["or"] = true, from = true, by = true, at = true, as = true, via = true, vs = true,
  using = true, your = true, into = true }

-- "title" when all its longer words have capitals, "sentence" when none has, nil when it cannot be told.
local function case_of(text)
  local upper, lower = 0, 0
  local initials = text:match("%((%u%u+)%)") or "" -- a name that is spelled out before them has its capitals
  for i = #initials, 1, -1 do text = text:gsub("%f[%a]" .. initials:sub(i, i) .. "%l[%l%-]*", "", 1) end
  local is_first = true
  for word in text:gmatch("%S+") do
    local plain = word:match("^[\"'(]*(%a%l+)[,:;)?!\"']*$")
    if not is_first and plain and not SMALL[plain:lower()] then
      if plain:find("^%u") then upper = upper + 1 else lower = lower + 1 end
    end
    is_first = false
  end
  if upper >= 2 and lower == 0 then return "title" end
  if lower >= 1 and upper == 0 then return "sentence" end
end

--- English headings in title case beside others in sentence case: those of the smaller party.
function headings.mixed_case(context)
  local by_case = { title = {}, sentence = {} }
  if context.article.language ~= "English" then return {} end
  for _, unit in ipairs(context.article.units) do
    local case = case_of(unit.heading)
    if case then table.insert(by_case[case], unit.heading) end
  end
  return #by_case.title < #by_case.sentence and by_case.title or by_case.sentence
end

--- Sections of one sentence.
function headings.one_sentence(context)
  local found = {}
  for _, unit in ipairs(context.article.units) do
    local sentences, others = 0, #(unit.inner or {})
    for _, block in ipairs(unit.blocks) do
      sentences = sentences + #(block.statements or {})
      if block.kind ~= "text" then others = others + 1 end
    end
    if sentences <= 1 and others == 0 then found[#found + 1] = unit.heading end
  end
  return found
end

-- Letters whose names begin with a vowel, spoken one by one.
local SPOKEN = "^[AEFHILMNORSX][A-Z0-9]*$"
local AN = { hour = true, honest = true, honor = true, honour = true, heir = true, html = true, http = true, ssl = true,
  ssh = true, xml = true, sql = true, ["8"] = true, ["11"] = true, ["18"] = true, ["80"] = true }

-- Does the word call for "an"? nil: it cannot be told.
local function wants_an(word)
  local small = word:lower()
  if AN[small] then return true end
  if word:find("^%u%u+%d*$") and #word <= 5 then
    if word:find("^[AEIOU]") then return not word:find("^U") or nil end
    return word:find(SPOKEN) and nil or false
  end
  if small:find("^eu") or small:find("^ew") or small:find("^one%f[%W]") or small:find("^once") then return false end
  if small:find("^uni") then return small:find("^unim") ~= nil or small:find("^unin") ~= nil end
  if small:find("^us[aeiu]") or small:find("^ut[ie]") or small:find("^ubi") then return false end
  return small:find("^[aeiou]") ~= nil
end

local function wrong_article(text)
  for article, word in text:gmatch("%f[%w]([Aa]n?) ([%w]+)") do
    local an = wants_an(word)
    if an ~= nil and an ~= (article:lower() == "an") then return article .. " " .. word end
  end
end

local QUESTION_FAULTS = {
  English = { "^What %l+ %a+ing %a", "%f[%w]%a+ly%?$", "%f[%w]%l%u%u", "^What is %u%l+ %l+ %l+ %l+ ", "thinks: ",
    "%f[%a][Tt]his%f[%A]", "%f[%a][Tt]hat%f[%A]", "%f[%a][Tt]hese%f[%A]", "%f[%a][Ww]e%f[%A]", "%f[%a][Oo]ur%f[%A]",
    "^What is [%w ]*%f[%w]%a+[^sui%W]s%?$" },
  French = { "[Qq]ue [aeiouyh\xC3]%w* ", "[Dd]e le ", "[Dd]e les " },
}

local function quotes_fit(text)
  local _, open = text:gsub("\xE2\x80\x9C", "")
  local _, close = text:gsub("\xE2\x80\x9D", "")
  local _, low = text:gsub("\xE2\x80\x9E", "")
  local _, straight = text:gsub('"', "")
  local _, left = text:gsub("%(", "")
  local _, right = text:gsub("%)", "")
  if low > 0 then return open == low and straight % 2 == 0 and left == right end
  return open == close and straight % 2 == 0 and left == right
end

--- Is the question one that a person could ask?
function headings.question_fault(text, language)
  if not text:find("%?$") and not text:find("\xEF\xBC\x9F$") then return "no question mark" end
  if not quotes_fit(text) then return "quotes" end
  if words.begins_lower(text) then return "lower case" end
  if language ~= "Japanese" and language ~= "Chinese" and words.count(text) < 3 then return "fragment" end
  for i, pattern in ipairs(QUESTION_FAULTS[language] or {}) do
    if text:find(pattern) then return "rule " .. i end
  end
  if language == "English" and wrong_article(text) then return wrong_article(text) end
end

function headings.questions(context)
  local found, faq = {}, context.article.parts.faq
  for _, question in ipairs(faq and faq.inner or {}) do
    local fault = headings.question_fault(question.heading, context.article.language)
    if fault then found[#found + 1] = fault .. ": " .. question.heading end
  end
  return found
end

--- "a" and "an" in what the writer says itself: frames, title, headings.
function headings.articles(context)
  local found, article = {}, context.article
  if article.language ~= "English" then return found end
  local texts = { article.title }
  for _, unit in ipairs(article.units) do texts[#texts + 1] = unit.heading end
  for _, statement in ipairs(article.statements) do
    if not statement.source then texts[#texts + 1] = statement.text end
  end
  for _, text in ipairs(texts) do
    local wrong = wrong_article(text)
    if wrong then found[#found + 1] = wrong .. ": " .. text end
  end
  return found
end

return headings
