--- Sentences said again in other word order: the content words, figures and names of a passage, never more than four of
--- its words in a row.
local restate = {}

-- What may stand between two words without changing what a sentence states; openers stand before a whole one.
local LANGUAGES = {
  en = {
    fillers = { "here", "then", "too", "again", "thus" }, join = ", ",
    small = "the a an in on at of for to from with by if when as it this these that those each every all some many "
      .. "most one no not and but or so because although while where there they he she its their his her after before",
    breaks = "of in on at for to from with by and or but because while when if that which who after before into than",
    turns = "in on at for from with by because while when if after before since although where during without",
  },
  de = {
    fillers = { "hier", "dabei", "auch", "dann", "so" }, join = ", ",
    small = "der die das den dem des ein eine einen einem einer in im an am auf für zu zum zur von vom mit bei wenn "
      .. "als es sie er dies diese dieser dieses jede jeder alle einige viele kein keine nicht und aber oder weil "
      .. "obwohl wo nach vor man auch wird werden kann",
    breaks = "in im an am auf für zu zum zur von vom mit bei und oder aber weil wenn als nach vor durch aus über",
    turns = "in im an am auf für mit bei weil wenn nach vor durch aus über unter während ohne seit",
  },
}

for _, language in pairs(LANGUAGES) do
  for _, name in ipairs { "small", "breaks", "turns" } do
    local set = {}
    for word in language[name]:gmatch "%S+" do set[word] = true end
    language[name] = set
  end
end

local function lower(text)
  return (text:lower():gsub("Ä", "ä"):gsub("Ö", "ö"):gsub("Ü", "ü"))
end

--- "de" or "en", by the small words of a text.
function restate.language(text)
  local counts = { de = 0, en = 0 }
  for word in lower(text):gmatch "[%a\128-\255]+" do
    for name, language in pairs(LANGUAGES) do
      if language.small[word] then counts[name] = counts[name] + 1 end
    end
  end
  return counts.de > counts.en and "de" or "en"
end

-- Words of a sentence; what stands in backticks is one.
local function words_of(sentence)
  local kept = {}
  local text = sentence:gsub("`[^`]+`", function(code)
    kept[#kept + 1] = code
    return ("\1%d\1"):format(#kept)
  end)
  local words = {}
  for word in text:gmatch "%S+" do
    words[#words + 1] = word:gsub("\1(%d+)\1", function(number) return kept[tonumber(number)] end)
  end
  return words
end

restate.words = words_of

local function is_small(language, word)
  return language.small[lower(word)] == true
end

local function has_figure(word)
  return word ~= nil and word:find "%d" ~= nil
end

-- Are brackets and quotation marks closed within these words?
local function is_balanced(words, first, last)
  local text = table.concat(words, " ", first, last)
  local _, open = text:gsub("[%(%[]", "")
  local _, close = text:gsub("[%)%]]", "")
  local _, quotes = text:gsub('"', "")
  local _, left = text:gsub("“", "")
  local _, right = text:gsub("”", "")
  local _, low = text:gsub("„", "")
  return open == close and quotes % 2 == 0 and (left == right or low == left)
end

-- Where to turn a sentence round: before words of place, time, manner or reason, near the middle.
local function turning_point(language, words)
  local best, distance
  for i = 4, #words - 2 do
    local away = math.abs(i - 1 - #words / 2)
    local is_free = not has_figure(words[i - 1]) and not has_figure(words[i])
    local is_nearer = not best or away < distance
    if language.turns[lower(words[i])] and is_free and is_nearer and is_balanced(words, 1, i - 1) then
      best, distance = i, away
    end
  end
  return best
end

-- Where the next filler goes: after 2 to 4 words, best before a small word, never beside a figure.
local function next_gap(language, words, from)
  local fallback
  for length = 4, 2, -1 do
    local i = from + length
    local is_near = not words[i] or has_figure(words[i - 1]) or has_figure(words[i])
      or words[i - 1]:find "[^%w\128-\255]$"
    if not is_near and is_balanced(words, from, i - 1) then
      if language.breaks[lower(words[i])] then return i end
      fallback = fallback or i
    end
  end
  return fallback or from + 4
end

local function with_fillers(language, words, seed)
  local out, from, turn = {}, 1, seed
  while #words - from + 1 > 4 do
    local gap = next_gap(language, words, from)
    table.move(words, from, gap - 1, #out + 1, out)
    out[#out + 1] = language.fillers[turn % #language.fillers + 1]
    from, turn = gap, turn + 1
  end
  table.move(words, from, #words, #out + 1, out)
  return out
end

local UMLAUTS = { ["ä"] = "Ä", ["ö"] = "Ö", ["ü"] = "Ü" }

local function capital(text)
  return UMLAUTS[text:sub(1, 2)] and UMLAUTS[text:sub(1, 2)] .. text:sub(3) or (text:gsub("^%l", string.upper))
end

restate.capital = capital

--- The sentence in other word order, without its full stop. The seed varies it.
function restate.sentence(sentence, seed, code)
  local language = LANGUAGES[code or restate.language(sentence)]
  local words = words_of((sentence:gsub("%s*[%.!?:;]+%s*$", "")))
  if #words == 0 then return "" end
  if is_small(language, words[1]) then words[1] = lower(words[1]) end
  local turn = #words > 6 and turning_point(language, words)
  if turn then
    local turned = table.move(words, turn, #words, 1, {})
    turned[#turned] = turned[#turned]:gsub("[,;:]$", "") .. ","
    table.move(words, 1, turn - 1, #turned + 1, turned)
    words = turned
    words[#words] = words[#words]:gsub("[,;:]$", "")
  end
  return capital(table.concat(with_fillers(language, words, seed or 0), " "))
end

local ABBREVIATIONS = { ["e.g."] = true, ["i.e."] = true, ["z."] = true, ["b."] = true, ["mr."] = true, ["dr."] = true,
  ["vs."] = true, ["etc."] = true, ["no."] = true, ["bzw."] = true, ["ca."] = true }

-- A running text without stops (captions) in pieces of 14 words.
local function pieces_of(words)
  local list = {}
  for first = 1, #words, 14 do
    list[#list + 1] = table.concat(words, " ", first, math.min(first + 13, #words))
  end
  return list
end

--- The sentences of a passage. Code, tables and markers of its own are no sentences.
function restate.sentences(text)
  local list = {}
  text = text:gsub("```.-```", "\n\n"):gsub("%s*%[%d+%]", ""):gsub("%*%*", ""):gsub("^[-*] ", "")
  for paragraph in (text .. "\n\n"):gmatch "(.-)\n" do
    local words, sentence = words_of(paragraph:gsub("^%s*[-*#>]+%s+", "")), {}
    if paragraph:find "^%s*|" then words = {} end
    if not paragraph:find "[%.!?]" then
      for _, piece in ipairs(pieces_of(words)) do list[#list + 1] = piece end
      words = {}
    end
    for i, word in ipairs(words) do
      sentence[#sentence + 1] = word
      local is_end = word:find '[%.!?]["”)]?$' and not ABBREVIATIONS[lower(word)] and not word:find "^%u%.$"
      if is_end or i == #words then
        list[#list + 1] = table.concat(sentence, " ")
        sentence = {}
      end
    end
  end
  return list
end

--- The content words of a text, in order, each once.
function restate.content(text)
  local list, seen = {}, {}
  for word in text:gmatch "[%w\128-\255'-]+" do
    local small = lower(word)
    local is_small_word = LANGUAGES.en.small[small] or LANGUAGES.de.small[small]
    if #word > 3 and not is_small_word and not word:find "%d" and not seen[small] then
      seen[small] = true
      list[#list + 1] = word
    end
  end
  return list
end

--- The share of one text's content words that stand in another.
function restate.overlap(text, other)
  local words, found = restate.content(text), 0
  local set = {}
  for _, word in ipairs(restate.content(other)) do set[lower(word)] = true end
  for _, word in ipairs(words) do
    if set[lower(word)] then found = found + 1 end
  end
  return #words > 0 and found / #words or 0
end

function restate.count(text)
  return select(2, text:gsub("%S+", ""))
end

--- A number from a text, always the same.
function restate.seed(text)
  local sum = 7
  for i = 1, #text do sum = (sum * 31 + text:byte(i)) % 1000003 end
  return sum
end

return restate
