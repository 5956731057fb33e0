--- Words, sentences and stems, without the tools of the code that is judged.
--
-- Stems are crude on purpose: two words are the same when they begin alike over most of their length. Languages that
-- are written without blanks are compared by characters.
local languages = require "spec.report.languages"

local words = {}

local small = {}

-- Small letters of Latin, Greek and Cyrillic.
local function small_of(code)
  if code >= 0xC0 and code <= 0xDE and code ~= 0xD7 then return code + 32 end
  if code >= 0x100 and code <= 0x137 or code >= 0x14A and code <= 0x177 then return code | 1 end
  if code >= 0x139 and code <= 0x148 or code >= 0x179 and code <= 0x17E then return code + code % 2 end
  if code >= 0x391 and code <= 0x3A9 or code >= 0x410 and code <= 0x42F then return code + 32 end
  if code >= 0x400 and code <= 0x40F then return code + 80 end
  return code
end

local COMPOSED = { ["\xCC\x80"] = "\xC3\xA0\xC3\xA8\xC3\xAC\xC3\xB2\xC3\xB9",
  ["\xCC\x81"] = "\xC3\xA1\xC3\xA9\xC3\xAD\xC3\xB3\xC3\xBA", ["\xCC\x82"] = "\xC3\xA2\xC3\xAA\xC3\xAE\xC3\xB4\xC3\xBB",
  ["\xCC\x88"] = "\xC3\xA4\xC3\xAB\xC3\xAF\xC3\xB6\xC3\xBC" }

-- Small vowels and n with their accents behind them become one letter each.
local function composed(text)
  if not text:find("\xCC[\x80-\x88]") then return text end
  return (text:gsub("n\xCC\x83", "\xC3\xB1"):gsub("([aeiou])(\xCC[\x80-\x88])", function(vowel, accent)
    local at, letters = 2 * ("aeiou"):find(vowel, 1, true) - 1, COMPOSED[accent]
    return letters and letters:sub(at, at + 1)
  end))
end

--- The text in small letters.
function words.lower(text)
  return (composed(text:lower()):gsub("[\xC3-\xD0][\x80-\xBF]", function(bytes)
    local known = small[bytes]
    if not known then
      known = utf8.char(small_of(utf8.codepoint(bytes)))
      small[bytes] = known
    end
    return known
  end))
end

--- One blank for each run of white space, none at the ends. No-break spaces are blanks, soft hyphens nothing.
function words.squeeze(text)
  text = text:gsub("\xC2\xA0", " "):gsub("\xE2\x80[\x80-\x8A\xAF]", " "):gsub("\xC2\xAD", ""):gsub("\xE2\x80\x8B", "")
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

--- The words of a text in small letters: runs of letters, digits and bytes above ASCII that are no punctuation.
function words.list(text)
  text = words.lower(text):gsub("\xE2\x80[\x90-\xBF]", " "):gsub("\xC2[\xA0-\xBF]", " "):gsub("\xE3\x80[\x80-\x9F]",
    " ")
  text = text:gsub("\xEF\xBC[\x81-\x8F\x9A-\x9F]", " ")
  local list = {}
  for word in text:gmatch("[%w_\x80-\xFF]+") do list[#list + 1] = word end
  return list
end

function words.count(text)
  return #words.list(text)
end

local function begins_upper(text)
  local first = text:match("^[%z\1-\x7F\xC2-\xF4][\x80-\xBF]*") or ""
  return words.lower(first) ~= first
end
words.begins_upper = begins_upper

--- Does it begin with a letter that has a capital form, and is small?
function words.begins_lower(text)
  local first = text:match("^[%z\1-\x7F\xC2-\xF4][\x80-\xBF]*") or ""
  return first:find("^%l") ~= nil or first:find("^[\xC3\xC4\xC5\xCE\xCF\xD0\xD1]") ~= nil and not begins_upper(text)
    and first ~= "\xC3\x9F"
end

local CLOSERS = { '"', "'", ")", "]", "\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB", "\xE2\x80\x9C" }

local function skip_closers(text, at)
  local moved = true
  while moved do
    moved = false
    for _, mark in ipairs(CLOSERS) do
      if text:sub(at, at + #mark - 1) == mark then
        at, moved = at + #mark, true
      end
    end
  end
  return at
end

-- May a sentence begin with the text at `at`?
local function may_begin(text, at)
  local rest = text:sub(at, at + 8):gsub("^[\"'(%[]+", ""):gsub("^\xE2\x80[\x98-\x9E]",
    ""):gsub("^\xC2[\xAB\xBF\xA1]%s?", "")
  return rest == "" or rest:find("^%d") ~= nil or begins_upper(rest) or rest:byte() >= 0xE0
end

local function is_abbreviation(text, stop, language)
  local word = text:sub(math.max(1, stop - 12), stop - 1):match("([%w\x80-\xFF.]+)$")
  if not word then return false end
  return languages.abbreviations[words.lower(word)] or #word == 1 and word:find("%u") ~= nil
    or language == "German" and word:find("^%d+$") ~= nil
end

--- The sentences of a squeezed text, in order; nothing of it is lost.
function words.sentences(text, language)
  local list, from, at = {}, 1, 1
  local function take(to)
    local sentence = words.squeeze(text:sub(from, to))
    if sentence ~= "" then list[#list + 1] = sentence end
    from, at = to + 1, to + 1
  end
  while true do
    local stop, to = text:find("[.!?]+", at)
    local wide, wide_to = text:find("\xE3\x80\x82", at, true)
    if wide and (not stop or wide < stop) then
      take(skip_closers(text, wide_to + 1) - 1)
    elseif not stop then
      break
    else
      local after = skip_closers(text, to + 1)
      local ends = text:find("^ ", after) and may_begin(text, after + 1)
        and not (text:sub(to, to) == "." and is_abbreviation(text, stop, language))
      if ends or after > #text then take(after - 1) else at = to + 1 end
    end
  end
  take(#text)
  return list
end

--- Do two words in small letters say the same, by their beginnings?
function words.alike(a, b)
  if a == b or a == b .. "s" or b == a .. "s" then return true end
  local longer, shorter = math.max(#a, #b), math.min(#a, #b)
  local least = math.max(4, math.ceil(0.65 * longer))
  return shorter >= least and a:sub(1, least) == b:sub(1, least)
end

--- Is one of the words like that one?
function words.holds(list, word)
  for _, other in ipairs(list) do
    if words.alike(word, other) then return true end
  end
  return false
end

--- One form for the inflected forms of a word, for looking words up.
function words.stem(word, language)
  local endings = languages.endings[language] or languages.endings.English
  for _, ending in ipairs(endings) do
    if #word - #ending >= 3 and word:sub(-#ending) == ending then return word:sub(1, #word - #ending) end
  end
  return word
end

--- The stems of a text without its function words.
function words.stems(text, language)
  local stops, list = languages.stops(language), {}
  for _, word in ipairs(words.list(text:gsub("[\xE2][\x80][\x99]", "'"):gsub("'s%f[^%w]", ""):gsub("(%f[%w]%a)'",
    "%1 "))) do
    if not stops[word] then list[#list + 1] = words.stem(word, language) end
  end
  return list
end

--- Do some neighbouring stems, as many as the keyword has and `slack` more, hold all of the keyword's?
function words.window(stems, keyword, slack)
  local needed, count = {}, 0
  for _, stem in ipairs(keyword) do
    if not needed[stem] then needed[stem], count = true, count + 1 end
  end
  local width = #keyword + (slack or 0)
  local last = {}
  for i, stem in ipairs(stems) do
    if needed[stem] then
      last[stem] = i
      local seen = 0
      for _, place in pairs(last) do
        if i - place < width then seen = seen + 1 end
      end
      if seen == count then return true end
    end
  end
  return false
end

return words
