--- Which pages of a library cover a phrase: the ground of what must be accepted and what must be refused.
--
--     local cover = covering.of(index)      -- of library_index.read
--     local paths, count = cover:pages("software RAID")
--
-- The rule looks at strings alone, and is wider than any writer's should be, so that a phrase that no page covers is
-- spoken of by none. A page covers a phrase when
--   1. its title or a heading, or a part of one (cut at ": , ; / ( )", dashes, "and" and "or"), holds all words of the
--      phrase within one word more than the phrase has;
--   2. the same holds all its bearing words, and at most one other bearing word (none where the phrase has only one):
--      "Templates" covers "manage templates". Bearing are words that are neither function words nor in the list of
--      light words (languages.light);
--   3. three of its sentences hold all words of the phrase side by side; or
--   4. one sentence begins with the phrase, and "is", "are" or their like: a definition.
-- What only frames a request is no part of it: "using hooks" and "hook basics" ask for hooks (FRAMES). A word that
-- joins both words of a phrase is the phrase: "fullscreen".
-- Words are the same when their stems are, or when the shorter stem, of five letters and more, begins the longer one
-- and is at least half of it. Stems are without accents and without endings, those of derivation too ("deletion",
-- "delete"); compounds and synonyms are not told.
local languages = require "spec.report.languages"
local words = require "spec.report.words"

local covering = {}

local Covering = {}
Covering.__index = Covering

local SENTENCES = 3
local SHORTEST = 5 -- bytes of a stem that begins another one
local PREFIX = 4   -- bytes by which pages are looked up; shorter stems are looked up whole

local PLAIN = {}
for plain, letters in pairs { a = "áàâäãå", e = "éèêë", i = "íìîï", o = "óòôöõø", u = "úùûü", n = "ñ", c = "ç" } do
  for _, code in utf8.codes(letters) do PLAIN[utf8.char(code)] = plain end
end

-- Longest first; tried one after another, at most twice: "initializations" -> "initialization" -> "initializ".
local ENDINGS = {
  English = { "ations", "ation", "ings", "ions", "ing", "ion", "ies", "ied", "ers", "er", "es", "ed", "s", "y", "e" },
  German = { "ierungen", "ierung", "ungen", "ieren", "iert", "innen", "ernen", "ung", "ern", "ens", "en", "er", "es",
    "em", "et", "te", "n", "s", "e", "t" },
  French = { "ements", "ations", "ement", "ation", "ateurs", "ateur", "ages", "age", "antes", "ants", "ante", "ant",
    "ees", "ions", "ion", "ee", "es", "er", "ir", "re", "s", "x", "e" },
  Spanish = { "aciones", "amientos", "amiento", "acion", "iones", "ion", "ando", "iendo", "adas", "ados", "ada", "ado",
    "idas", "idos", "ida", "ido", "ar", "er", "ir", "es", "as", "os", "s", "a", "o", "e" },
}

local DEFINES = {}
for word in ("is are ist sind est sont es son é è sono são"):gmatch("%S+") do DEFINES[word] = true end

-- Words that only frame a request, wherever they stand in it.
local FRAMES = {}
for word in ([[using use used usage introduction basics overview guide tutorial working verwenden benutzen verwendung
  einführung grundlagen überblick anleitung utiliser utilisation introduction présentation guide usar utilizar uso
  introducción guía]]):gmatch("%S+") do FRAMES[word] = true end

local EITHER = {}
for word in ("and or und oder et ou y e o u"):gmatch("%S+") do EITHER[word] = true end

local known = {} -- by language, then by word

local function cut_ending(stem, language)
  for _, ending in ipairs(ENDINGS[language] or ENDINGS.English) do
    if #stem - #ending >= 3 and stem:sub(-#ending) == ending then return stem:sub(1, #stem - #ending) end
  end
  return stem
end

local function stem_of(word, language)
  known[language] = known[language] or {}
  local stem = known[language][word]
  if not stem then
    local plain = word:gsub("\xCC[\x80-\xBF]", ""):gsub("\xCD[\x80-\xAF]", "") -- combining marks
    plain = plain:gsub("\xC3[\x80-\xBF]", PLAIN):gsub("\xC3\x9F", "ss")
    stem = cut_ending(cut_ending(plain, language), language)
    if language == "Spanish" then stem = stem:gsub("qu$", "c"):gsub("gu$", "g") end -- "arrancar", "arranque"
    known[language][word] = stem
  end
  return stem
end

local function kin(a, b)
  if a == b then return true end
  if #a > #b then a, b = b, a end
  return #a >= SHORTEST and 2 * #a >= #b and b:sub(1, #a) == a
end

-- The words of a text that are no function words: { { stem =, is_light = } }.
local function read(text, language)
  local stops, light, list = languages.stops(language), languages.light(language), {}
  text = text:gsub("\xE2\x80\x99", "'"):gsub("'s%f[^%w]", ""):gsub("(%f[%w]%a)'", "%1 ")
  for _, word in ipairs(words.list(text)) do
    if not stops[word] then
      list[#list + 1] = { stem = stem_of(word, language), is_light = light[word] or false, is_frame = FRAMES[word] }
    end
  end
  return list
end

-- The same of a request, without what frames it, unless nothing would be left.
local function read_phrase(text, language)
  local list, bare = read(text, language), {}
  for _, word in ipairs(list) do
    if not word.is_frame then bare[#bare + 1] = word end
  end
  return #bare > 0 and bare or list
end

-- The text, and its parts where it has more than one.
local function parts_of(text)
  local list = { text }
  local cut = text:gsub("\xE2\x80[\x93\x94]", ";"):gsub("[:,;/()]", ";"):gsub("%S+", function(word)
    if EITHER[word] then return ";" end
  end)
  for part in cut:gmatch("[^;]+") do
    if part ~= text and part:find("%S") then list[#list + 1] = part end
  end
  return list
end

local function holds(list, word)
  for _, other in ipairs(list) do
    if kin(other.stem, word.stem) then return true end
  end
  return false
end

-- Do neighbouring words of the list, one more than there are of the phrase, hold all of the phrase's?
local function holds_within(list, phrase)
  local width = #phrase + 1
  for from = 1, math.max(1, #list - width + 1) do
    local near = table.move(list, from, math.min(#list, from + width - 1), 1, {})
    local all = true
    for _, word in ipairs(phrase) do all = all and holds(near, word) end
    if all then return true end
  end
  return false
end

-- Does the text name what bears the phrase, and next to nothing else?
local function names(list, phrase)
  local others = 0
  for _, word in ipairs(phrase.bearing) do
    if not holds(list, word) then return false end
  end
  for _, word in ipairs(list) do
    if not word.is_light and not holds(phrase, word) then others = others + 1 end
  end
  return others <= (#phrase.bearing > 1 and 1 or 0)
end

local function add(self, stem, number)
  local key = stem:sub(1, PREFIX)
  local list = self.by_prefix[key]
  if not list then
    list = {}
    self.by_prefix[key] = list
  end
  if list[#list] ~= number then list[#list + 1] = number end
end

local function read_page(self, entry, number)
  local page = { entry = entry, headings = {} }
  local texts = { entry.title }
  for _, heading in ipairs(entry.headings) do texts[#texts + 1] = heading.text end
  for _, text in ipairs(texts) do
    for _, part in ipairs(parts_of(text)) do
      page.headings[#page.headings + 1] = read(part, self.language)
    end
    for _, word in ipairs(read(text, self.language)) do add(self, word.stem, number) end
  end
  for _, text in ipairs(entry.texts) do
    for _, word in ipairs(read(text, self.language)) do add(self, word.stem, number) end
  end
  return page
end

--- The titles, headings and sentences of an index, by stems.
function covering.of(index)
  local self = setmetatable({ language = index.language, by_prefix = {}, list = {} }, Covering)
  for i, entry in ipairs(index.all) do self.list[i] = read_page(self, entry, i) end
  return self
end

local function sentences_of(self, page)
  if not page.sentences then
    page.sentences = {}
    for _, text in ipairs(page.entry.texts) do
      for _, sentence in ipairs(words.sentences(text, self.language)) do
        local list, stems = read(sentence, self.language), {}
        for i, word in ipairs(list) do stems[i] = word.stem end
        page.sentences[#page.sentences + 1] = { text = sentence, stems = stems }
      end
    end
  end
  return page.sentences
end

-- Is the sentence a definition: the phrase, with an article before it or none, and a verb that defines?
local function defines(self, sentence, phrase)
  local list, met = words.list(sentence.text), 0
  local stops = languages.stops(self.language)
  for i = 1, math.min(#list, #phrase + 4) do
    if met == #phrase then return DEFINES[list[i]] or false end
    local stem = stem_of(list[i], self.language)
    if not stops[list[i]] then
      met = met + 1
      if not kin(stem, phrase[met].stem) then return false end
    end
  end
  return false
end

local function says(self, page, phrase)
  local count, stems = 0, {}
  for i, word in ipairs(phrase) do stems[i] = word.stem end
  for _, sentence in ipairs(sentences_of(self, page)) do
    local joined = false
    for _, stem in ipairs(phrase.joined and sentence.stems or {}) do joined = joined or stem == phrase.joined end
    if joined or words.window(sentence.stems, stems, 0) then
      count = count + 1
      if count == SENTENCES or defines(self, sentence, phrase) then return true end
    end
  end
  return false
end

local function is_joined(list, phrase)
  for _, word in ipairs(phrase.joined and list or {}) do
    if word.stem == phrase.joined then return true end
  end
  return false
end

local function covers(self, page, phrase)
  for _, heading in ipairs(page.headings) do
    local is = is_joined(heading, phrase) or holds_within(heading, phrase) or names(heading, phrase)
    if #heading > 0 and is then return true end
  end
  return says(self, page, phrase)
end

-- The bearing words of a phrase; all when none bears it.
local function bearing_of(phrase)
  local list = {}
  for _, word in ipairs(phrase) do
    if not word.is_light then list[#list + 1] = word end
  end
  return #list > 0 and list or phrase
end

--- The pages that cover the phrase: a set of paths, and how many.
function Covering:pages(text)
  local phrase = read_phrase(text, self.language)
  phrase.joined = #phrase == 2 and phrase[1].stem .. phrase[2].stem or nil
  phrase.bearing = bearing_of(phrase)
  local found, count, rarest = {}, 0, nil
  for _, word in ipairs(phrase.bearing) do
    local list = self.by_prefix[word.stem:sub(1, PREFIX)] or {}
    if not rarest or #list < #rarest then rarest = list end
  end
  for _, number in ipairs(rarest or {}) do
    local page = self.list[number]
    if covers(self, page, phrase) then
      found[page.entry.path], count = true, count + 1
    end
  end
  return found, count
end

--- The stems of a text in an order by themselves: the same for "Configuring the network" and "Network configuration".
function covering.key(text, language)
  local stems = {}
  for i, word in ipairs(read(text, language)) do stems[i] = word.stem end
  table.sort(stems)
  return table.concat(stems, " ")
end

--- Does the title name the phrase and at most one word more? Whoever asks for the one is served by the other.
function Covering:is_titled(entry, text)
  local phrase, title = read(text, self.language), read(entry.title, self.language)
  return #phrase > 0 and #title <= #phrase + 1 and holds_within(title, phrase)
end

--- Does any word of the text bear a subject? Not those of "Additional examples", "Using options".
function covering.bears(text, language)
  local kinds = languages.kinds(language)
  local stops, light = languages.stops(language), languages.light(language)
  for _, word in ipairs(words.list(text)) do
    if not stops[word] and not light[word] and not kinds[word] then return true end
  end
  return false
end

return covering
