--- A library as a request-maker sees it: the titles, headings, sentences and links of its pages, by stems.
--
--     local index = library_index.read(packages.postgresql)
--     index.pages           { { path =, title =, headings = { ... }, links = { { path =, text = } } } }
--                           headings: { { text =, words =, prose =, texts =, is_own = } }
--                           prose: words of them in texts that end as sentences do, which are the texts; is_own: they
--                           are in the language
--     index.all             the same without links, with the pages that are in another language or half translated
--     index:speaking(stems) the pages that have the phrase in title or heading, or in three sentences: a set of paths
local library = require "spec.report.library"
local languages = require "spec.report.languages"
local page_reader = require "spec.report.page"
local words = require "spec.report.words"

local Index = {}
Index.__index = Index

local library_index = {}

local SENTENCES = 3 -- that hold the phrase make a page speak of it
local LONGEST = 14  -- words of a heading
local LEAST_PROSE = 6 -- words of a text that says something
local MOSTLY = 0.8  -- of the long texts of a page; one that waits for half of its translation is in no language

--- Without its number, permalink marks and the name of the site behind it.
function library_index.clean(text)
  text = words.squeeze(text:gsub("\xC2\xB6", ""):gsub("%s#$", ""):gsub("%s%(GNU .*$", ""))
  for _, pattern in ipairs { "^%u%l+ %d+%.%s+", "^[%d]+[%d.]*%s+", "^%u%.[%d.]*%s+", "^[IVX]+%.%s+" } do
    text = text:gsub(pattern, "")
  end
  for _, mark in ipairs { " \xE2\x80\x94 ", " \xE2\x80\x93 ", " | ", " - " } do
    local at = text:find(mark, 1, true)
    if at and at > 3 then text = text:sub(1, at - 1) end
  end
  return words.squeeze(text:gsub("[:;,.]$", ""))
end

local function links_of(page, path)
  local parent, found = path:match("^(.*/)") or "", {}
  for _, link in ipairs(page.links) do
    local target = link.href:gsub("#.*$", "")
    if target ~= "" and not target:find("^%a+:") and not target:find("^[./]*/") then
      found[#found + 1] = { path = parent .. target, text = library_index.clean(link.text) }
    end
  end
  return found
end

local languages_of = {} -- by function word

for _, language in ipairs(languages.with_stops) do
  for word in pairs(languages.stops(language)) do
    languages_of[word] = languages_of[word] or {}
    table.insert(languages_of[word], language)
  end
end

-- Of a text: its words, and how many of them are function words of each language.
local function count_words(text)
  local list = words.list(text)
  local counts = { words = #list }
  for _, language in ipairs(languages.with_stops) do counts[language] = 0 end
  for _, word in ipairs(list) do
    for _, language in ipairs(languages_of[word] or {}) do counts[language] = counts[language] + 1 end
  end
  return counts
end

-- Are the texts, counted, in that language by their function words? Short ones may be in any.
local function is_in(language, counted)
  local sum = { words = 0 }
  for _, counts in ipairs(counted) do
    for key, count in pairs(counts) do sum[key] = (sum[key] or 0) + count end
  end
  if sum.words < 30 then return true end
  if language ~= "English" then return (sum[language] or 0) > sum.English end
  for _, other in ipairs(languages.with_stops) do
    if sum[other] > sum.English then return false end
  end
  return true
end

local function is_mostly_in(language, counted)
  local long, own = 0, 0
  for _, counts in ipairs(counted) do
    if counts.words >= 30 then
      long = long + 1
      if is_in(language, { counts }) then own = own + 1 end
    end
  end
  return is_in(language, counted) and own >= MOSTLY * long
end

-- Does the text end as sentences do? Lists of links and words do not.
local function is_prose(text)
  return text:find("[.!?:][\"')%]]*$") ~= nil or text:find("\xE2\x80[\x99\x9D\xA6]$") ~= nil
end

-- Headings with the number of words below each, the texts, and their words counted, of a page that was parsed.
local function outline(page)
  local headings, texts, counted = {}, {}, {}
  for _, block in ipairs(page.blocks) do
    local count = words.count(block.text)
    if block.kind == "heading" and not block.in_note then
      if count <= LONGEST then
        headings[#headings + 1] = { text = library_index.clean(block.text), words = 0, prose = 0, counted = {},
          texts = {} }
      end
    elseif block.kind == "text" then
      texts[#texts + 1], counted[#counted + 1] = block.text, count_words(block.text)
      local last = headings[#headings]
      if last then
        last.words, last.counted[#last.counted + 1] = last.words + count, counted[#counted]
        if count >= LEAST_PROSE and is_prose(block.text) then
          last.prose, last.texts[#last.texts + 1] = last.prose + count, block.text
        end
      end
    end
  end
  return headings, texts, counted
end

--- Reads a library. Pages in another language than its own are left out.
function library_index.read(package)
  local self = setmetatable({ pages = {}, all = {}, by_path = {}, by_stem = {}, language = package.language }, Index)
  for _, path in ipairs(library.files(package.folder)) do
    local html = page_reader.load(package.folder .. "/" .. path)
    local page = page_reader.parse(html)
    local headings, texts, counted = outline(page)
    local title = library_index.clean(page.title or "")
    self.all[#self.all + 1] = { path = path, title = title, headings = headings, texts = texts }
    if is_mostly_in(package.language, counted) then
      for _, heading in ipairs(headings) do
        heading.is_own, heading.counted = is_in(package.language, heading.counted), nil
      end
      local entry = { path = path, title = title, headings = headings, texts = texts,
        links = links_of(page, path) }
      self.pages[#self.pages + 1], self.by_path[path] = entry, entry
      self:add_stems(entry)
    end
  end
  return self
end

function Index:add_stems(entry)
  local seen = {}
  local function add(text)
    for _, stem in ipairs(words.stems(text, self.language)) do
      if not seen[stem] then
        seen[stem] = true
        self.by_stem[stem] = self.by_stem[stem] or {}
        table.insert(self.by_stem[stem], entry)
      end
    end
  end
  add(entry.title)
  for _, heading in ipairs(entry.headings) do add(heading.text) end
  for _, text in ipairs(entry.texts) do add(text) end
end

--- The stems of each sentence of a page.
function Index:sentences(entry)
  if not entry.sentences then
    entry.sentences = {}
    for _, text in ipairs(entry.texts) do
      for _, sentence in ipairs(words.sentences(text, self.language)) do
        entry.sentences[#entry.sentences + 1] = { text = sentence, stems = words.stems(sentence, self.language) }
      end
    end
  end
  return entry.sentences
end

--- Does the page speak of the phrase?
function Index:speaks(entry, stems)
  local slack = #stems > 2 and 1 or 0
  if words.window(words.stems(entry.title, self.language), stems, slack) then return true end
  for _, heading in ipairs(entry.headings) do
    if words.window(words.stems(heading.text, self.language), stems, slack) then return true end
  end
  local count = 0
  for _, sentence in ipairs(self:sentences(entry)) do
    if words.window(sentence.stems, stems, 0) then count = count + 1 end
    if count == SENTENCES then return true end
  end
  return false
end

--- The pages that speak of the phrase: a set of paths, and how many.
function Index:speaking(stems)
  local rarest
  for _, stem in ipairs(stems) do
    local list = self.by_stem[stem]
    if not list then return {}, 0 end
    if not rarest or #list < #rarest then rarest = list end
  end
  local found, count = {}, 0
  for _, entry in ipairs(rarest or {}) do
    if self:speaks(entry, stems) then
      found[entry.path], count = true, count + 1
    end
  end
  return found, count
end

return library_index
