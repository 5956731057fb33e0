--- Requests as people would type them, made from the titles, headings and link texts of a library. The same library
--- gives the same requests.
--
--     local own, links, left_out = phrases.of(index, package)
--     own[1]   { phrase =, keyword =, stems =, path =, same =, paths =, kind = }
--
-- kind: "own" or "link". path: the page that the request was made from. same: the set of all pages that have the same
-- words as title or heading; whoever asks cannot tell them apart, so each is the right one. paths: those, and the pages
-- whose title has the words and one more ("Authentication and Authorization" for "authentication").
--
-- What makes no request is counted in `left_out`, by reason: a title that names no subject (covering.bears), text below
-- it that is in another language (of a translation that is not finished, which a writer must leave alone), or less than
-- 60 words of it in sentences: lists of links and tables are nothing to write from. Nor do sentences that stand in no
-- article, by the cues of the report itself: phrases.first leaves out what has less than 40 words besides.
local cues = require "spec.report.cues"
local covering = require "spec.report.covering"
local languages = require "spec.report.languages"
local words = require "spec.report.words"

local phrases = {}

local LEAST_WORDS = 60 -- of prose below a heading that becomes a request; of some packages less
local CHANGED = 40     -- per cent of the requests
local LEAST_STANDING = 40 -- words of it in sentences that stand alone
local SHORTEST, LONGEST = 6, 45 -- words of such a sentence
local MOST_PAGES = 3   -- that have the same heading
local MOST_COVERING = 12 -- pages, where one of them can be the right one: as many as a writer reads

local FRAMES = {
  English = { "what is %s", "%s guide", "%s in PRODUCT", "PLURAL" },
  German = { "was ist %s", "%s Anleitung", "%s in PRODUCT", "was bedeutet %s" },
  French = { "qu’est-ce que %s", "guide %s", "%s dans PRODUCT", "PLURAL" },
  Spanish = { "qué es %s", "guía de %s", "%s en PRODUCT", "PLURAL" },
}

-- FNV-1a: an order that depends on the texts alone.
local function hash(text)
  local value = 2166136261
  for i = 1, #text do value = ((value ~ text:byte(i)) * 16777619) & 0xFFFFFFFF end
  return value
end
phrases.hash = hash

local function other_number(phrase, language)
  local before, last = phrase:match("^(.-)([^%s]+)$")
  for _, pattern in ipairs { "[sx]s$", "[xz]$", "ies$", "%u%u", "[^%a\x80-\xFF]" } do
    if last:find(pattern) then return nil end
  end
  for _, article in ipairs { "a", "an", "un", "une", "una" } do
    if (" " .. before):find(" " .. article .. " $") then return nil end
  end
  if language ~= "English" and last:find("[aei]r$") then return nil end -- a verb
  if language == "Spanish" and last:find("ión$") then
    last = last:gsub("ión$", "iones")
  elseif language == "Spanish" and last:find("iones$") then
    last = last:gsub("iones$", "ión")
  elseif last:find("s$") then
    last = last:gsub("s$", "")
  elseif language == "English" and last:find("[^aeiou]y$") then
    last = last:gsub("y$", "ies")
  elseif language == "Spanish" and not last:find("[aeiou]$") then
    last = last .. "es"
  else
    last = last .. "s"
  end
  return before .. last
end

-- The keyword of a phrase: as it is, or changed as its hash says.
local function keyword_of(phrase, package)
  local number = hash(phrase)
  if number % 100 >= CHANGED then return phrase end
  local frames = FRAMES[package.language]
  local frame = frames[(number // 100) % #frames + 1]
  if frame == "PLURAL" then return other_number(phrase, package.language) or phrase end
  if frame:find "PRODUCT" and not package.product then return phrase end
  return (frame:gsub("PRODUCT", package.product or ""):format(phrase))
end

-- In small letters, but for names and German.
local function as_typed(text, language)
  if language == "German" then return text end
  return (text:gsub("%S+", function(word)
    if word:find("%u.*%u") or word:find("%d") then return word end
    return words.lower(word)
  end))
end

local function is_fit(text)
  if text:find("[%d_()<>{}=/\\\"“”«»:;,.?!|@#$%%&*+]") then return false end
  if languages.empty_headings[words.lower(text)] then return false end
  local count, longest = 0, 0
  for _, word in ipairs(words.list(text)) do
    count = count + 1
    longest = math.max(longest, utf8.len(word) or #word)
  end
  return count >= 1 and count <= 5 and longest >= 4 and not text:find("%u%u%u%u") and not text:find("%l%u")
end

local function by_hash(list)
  table.sort(list, function(a, b)
    local first, second = hash(a.phrase .. a.path), hash(b.phrase .. b.path)
    if first ~= second then return first < second end
    return a.phrase .. a.path < b.phrase .. b.path
  end)
  return list
end

-- The pages with such a title or heading.
local function pages_by_stems(index)
  local found = {}
  local function note(text, path)
    local key = covering.key(text, index.language)
    found[key] = found[key] or {}
    found[key][path] = true
  end
  for _, entry in ipairs(index.all) do
    note(entry.title, entry.path)
    for _, heading in ipairs(entry.headings) do note(heading.text, entry.path) end
  end
  return found
end

local function add(list, seen, index, package, text, path, kind, heading)
  local key = words.lower(text)
  if not is_fit(text) then return end
  local stems = words.stems(text, index.language)
  if #stems == 0 or #stems == 1 and #stems[1] < 4 then return end
  seen[key] = (seen[key] or 0) + 1
  if seen[key] > 1 then return end
  local phrase = as_typed(text, package.language)
  list[#list + 1] = { phrase = phrase, keyword = keyword_of(phrase, package), stems = stems, path = path, kind = kind,
    key = key, heading = heading }
end

local function rare(list, seen)
  local kept = {}
  for _, entry in ipairs(list) do
    if seen[entry.key] <= MOST_PAGES then kept[#kept + 1] = entry end
  end
  return kept
end

-- Texts that name a page by which it does not name itself.
local function link_requests(index, package)
  local list, seen, said = {}, {}, {}
  for _, entry in ipairs(index.pages) do
    for _, link in ipairs(entry.links) do
      local target = index.by_path[link.path]
      local key = link.path .. "\0" .. words.lower(link.text)
      if target and target ~= entry and not said[key] and words.count(link.text) >= 2 then
        said[key] = true
        local stems = words.stems(link.text, index.language)
        local names_itself = words.window(words.stems(target.title, index.language), stems, 1)
        for _, heading in ipairs(target.headings) do
          names_itself = names_itself or words.window(words.stems(heading.text, index.language), stems, 1)
        end
        if not names_itself then add(list, seen, index, package, link.text, link.path, "link") end
      end
    end
  end
  return by_hash(list)
end

-- Of each request, how many words below its heading are in sentences that stand alone, by the cues of the report: they
-- neither refer to what is not there nor lean on what stands before them, and are nothing that no article may have.
local function words_that_stand(list, language)
  local sentences, owner, out, counts = {}, {}, {}, {}
  for i, entry in ipairs(list) do
    counts[i] = 0
    for _, text in ipairs(entry.heading.texts) do
      for _, sentence in ipairs(words.sentences(text, language)) do
        sentences[#sentences + 1], owner[#owner + 1] = sentence, i
      end
    end
  end
  for _, kind in ipairs(cues.kinds) do
    for i in pairs(kind ~= "talk" and cues.matches(language, kind, sentences) or {}) do out[i] = true end
  end
  for i, sentence in ipairs(sentences) do
    local length = words.count(sentence)
    local is_whole = sentence:find("[.!?][\"')%]]*$") and not words.begins_lower(sentence)
    if is_whole and not out[i] and length >= SHORTEST and length <= LONGEST then
      counts[owner[i]] = counts[owner[i]] + length
    end
  end
  return counts
end

-- Has an English heading of another package a function word that gives it away?
local function is_foreign(text, language)
  local own, english = languages.stops(language), languages.stops "English"
  for _, word in ipairs(language ~= "English" and words.list(text) or {}) do
    if english[word] and not own[word] and word ~= "an" and word ~= "on" and word ~= "was" then return true end
  end
  return false
end

-- Why the heading makes no request; nil when it does.
local function fault_of(heading, package)
  local language, least = package.language, package.least_words or LEAST_WORDS
  if heading.words < least then return "short" end
  if not heading.is_own or is_foreign(heading.text, language) then return "another language" end
  if heading.prose < least then return "no sentences" end
  return not covering.bears(heading.text, language) and "no subject" or nil
end

-- The title as a heading of its own, over all of the page.
local function whole_page(entry)
  local whole = { text = entry.title, words = 0, prose = 0, texts = {}, is_own = true }
  for _, heading in ipairs(entry.headings) do
    whole.words, whole.prose = whole.words + heading.words, whole.prose + heading.prose
    whole.is_own = whole.is_own and heading.is_own
    table.move(heading.texts, 1, #heading.texts, #whole.texts + 1, whole.texts)
  end
  return whole
end

local function titled_too(entry, index, cover)
  local paths = {}
  for path in pairs(entry.same) do paths[path] = true end
  for _, other in ipairs(index.all) do
    if not paths[other.path] and cover:is_titled(other, entry.phrase) then paths[other.path] = true end
  end
  return paths
end

--- The first so many of the own requests that have enough to write from, with `paths` set; is_shared: so many pages
-- cover the request that none can be the right one. The second result says how many were left out because their
-- sentences lean on others or refer to what is not there.
function phrases.first(list, most, index, cover)
  local candidates = table.move(list, 1, math.min(2 * most, #list), 1, {})
  local counts = words_that_stand(candidates, index.language)
  local chosen, left_out = {}, 0
  for i, entry in ipairs(candidates) do
    if #chosen == most then break end
    if counts[i] < LEAST_STANDING then
      left_out = left_out + 1
    else
      entry.paths = titled_too(entry, index, cover)
      entry.is_shared = select(2, cover:pages(entry.phrase)) > MOST_COVERING
      chosen[#chosen + 1] = entry
    end
  end
  return chosen, left_out
end

--- The requests of a library: those of titles and headings, and those of link texts alone, each in an order by hash;
-- how many headings made none, by reason.
function phrases.of(index, package)
  local list, seen, left_out = {}, {}, {}
  local function offer(heading, path)
    local fault = fault_of(heading, package)
    if fault then
      left_out[fault] = (left_out[fault] or 0) + 1
    else
      add(list, seen, index, package, heading.text, path, "own", heading)
    end
  end
  for _, entry in ipairs(index.pages) do
    local has = {}
    for _, heading in ipairs(entry.headings) do
      local key = words.lower(heading.text)
      local is_over_all = package.least_words and key == words.lower(entry.title)
      if not has[key] then offer(is_over_all and whole_page(entry) or heading, entry.path) end
      has[key] = true
    end
    if not has[words.lower(entry.title)] then offer(whole_page(entry), entry.path) end
  end
  local links, pages = link_requests(index, package), pages_by_stems(index)
  list = by_hash(rare(list, seen))
  for _, entry in ipairs(list) do entry.same = pages[covering.key(entry.phrase, index.language)] end
  for _, entry in ipairs(links) do
    entry.same = { [entry.path] = true }
    entry.paths = entry.same
  end
  return list, links, left_out
end

return phrases
