--- What a keyword speaks of: its words without the frame, the strong ones, and the noun that the others describe.
--
--     local subject = subject_of("how to tune autovacuum in PostgreSQL", "English")
--     subject.words, subject.strong, subject.head
--     subject:is_in(text)         every strong word, or the noun and half of them when there are three and more
--     subject:is_on(unit)         does a section speak of it: see below
local languages = require "spec.report.languages"
local words = require "spec.report.words"

local Subject = {}
Subject.__index = Subject

-- Frames at the start and at the end, patterns of small letters.
local BEGINNINGS = {
  "^what is an? ", "^what is the ", "^what is ", "^what are ", "^how do you ", "^how do i ", "^how to ", "^how ",
  "^the best ", "^best ", "^top %d+ ", "^%d+ %w+ for ", "^%d+ %w+ to ", "^%d+ ", "^guide to ", "^introduction to ",
  "^understanding ", "^was ist eine? ", "^was ist ", "^was sind ", "^wie man ", "^wie ", "^grundlagen der ",
  "^qu['\xE2][\x80\x99]*est[- ]ce que? l?['\xE2][\x80\x99]*", "^comment ", "^guide d[ue] ", "^qué es una? ",
  "^qué es ",
  "^qué son ", "^cómo ", "^guía de ", "^che cos['\xE2][\x80\x99]*è ", "^cos['\xE2][\x80\x99]*è ", "^come ",
  "^o que é ",
  "^como ", "^wat is een ", "^wat is ", "^hoe ", "^vad är ", "^hur man ",
}
local ENDINGS = { " guide$", " tutorial$", " explained$", " tips$", " basics$", " anleitung$", " erklärt$",
  " tutoriel$",
  " paso a paso$", " for beginners$" }

local function without_frame(text)
  local rest = words.lower(text):gsub("[?!.]+%s*$", "")
  for _, pattern in ipairs(BEGINNINGS) do
    local cut, count = rest:gsub(pattern, "", 1)
    if count > 0 and cut ~= "" then
      rest = cut
      break
    end
  end
  for _, pattern in ipairs(ENDINGS) do
    local cut = rest:gsub(pattern, "")
    if cut ~= "" then rest = cut end
  end
  return rest
end

local function head_of(list, language, light)
  local stop = #list
  local first_heads = languages.head_is_first[language]
  for i, word in ipairs(list) do
    if i > 1 and languages.prepositions(language)[word] then
      stop = i - 1
      break
    end
  end
  local stops = languages.stops(language)
  local from, to, step = stop, 1, -1
  if first_heads then from, to, step = 1, #list, 1 end
  for i = from, to, step do
    if not light[list[i]] and not stops[list[i]] then return list[i] end
  end
  return list[from]
end

-- Pieces of a keyword that is written without blanks: its runs of one script.
local function pieces(text)
  local list = {}
  for run in text:gsub("\xE3\x81[\x80-\xBF]", " "):gsub("\xE3\x82[\x80-\x9F]", " "):gmatch("%S+") do
    list[#list + 1] = run
  end
  return #list > 0 and list or { text }
end

--- The subject of a keyword.
local function subject_of(keyword, language)
  local rest = without_frame(keyword)
  local light, stops = languages.light(language), languages.stops(language)
  local all, strong = {}, {}
  if languages.by_characters[language] then
    all = pieces(rest)
  else
    for _, word in ipairs(words.list(rest)) do
      if not stops[word] then all[#all + 1] = word end
    end
  end
  for _, word in ipairs(all) do
    if not light[word] then strong[#strong + 1] = word end
  end
  if #strong == 0 then strong = all end
  local head = languages.by_characters[language] and all[#all] or head_of(words.list(rest), language, light)
  return setmetatable({ words = all, strong = strong, head = head, language = language,
    by_characters = languages.by_characters[language] }, Subject)
end

-- How many of the words stand in the text.
function Subject:held(list, text)
  if self.by_characters then
    local count = 0
    for _, word in ipairs(list) do
      if text:find(word, 1, true) then count = count + 1 end
    end
    return count
  end
  local count, of_text = 0, words.list(text)
  for _, word in ipairs(list) do
    if words.holds(of_text, word) then
      count = count + 1
    else -- a part of a compound: "firewall" in "firewallregeln"
      for _, other in ipairs(of_text) do
        if #word >= 5 and other:find(word:sub(1, -2), 1, true) then
          count = count + 1
          break
        end
      end
    end
  end
  return count
end

function Subject:holds_head(text)
  return self:held({ self.head }, text) > 0
end

function Subject:is_in(text)
  local held = self:held(self.strong, text)
  if held == #self.strong then return true end
  return #self.strong >= 3 and held * 2 >= #self.strong and self:holds_head(text)
end

--- Do a heading and the sentences below it speak of the subject? The noun stands in the heading or in a quarter of the
-- sentences, or all strong words stand in two sentences.
function Subject:is_on(heading, sentences)
  if self:holds_head(heading) then return true end
  local with_head, with_all = 0, 0
  for _, sentence in ipairs(sentences) do
    if self:holds_head(sentence) then with_head = with_head + 1 end
    if self:held(self.strong, sentence) == #self.strong then with_all = with_all + 1 end
  end
  return #sentences > 0 and (with_head >= 0.25 * #sentences or with_all >= 2)
end

return subject_of
