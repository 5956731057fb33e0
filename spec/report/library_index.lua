--- A library as a request-maker sees it: the titles, headings, sentences and links of its pages, by stems.
--
--     local index = library_index.read(packages.postgresql)
--     index.pages           { { path =, title =, headings = { ... }, links = { { path =, text = } } } }
--                           headings: { { text =, words =, is_own = } }; is_own: the text below is in the language
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

-- Headings with the number of words below each, and the text, of a page that was parsed.
local function outline(page)
  local headings, sentences = {}, {}
  for _, block in ipairs(page.blocks) do
    local count = words.count(block.text)
    if block.kind == "heading" then
      if count <= LONGEST then
        headings[#headings + 1] = { text = library_index.clean(block.text), words = 0, texts = {} }
      end
    elseif block.kind == "text" then
      sentences[#sentences + 1] = block.text
      local last = headings[#headings]
      if last then
        last.words, last.texts[#last.texts + 1] = last.words + count, block.text
      end
    end
  end
  return headings, sentences
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

-- Is the text in that language, by its function words?
local function is_in(language, texts)
  local own, english, count = languages.stops(language), languages.stops "English", 0
  local of_own, of_english = 0, 0
  for _, text in ipairs(texts) do
    for _, word in ipairs(words.list(text)) do
      count = count + 1
      if own[word] then of_own = of_own + 1 end
      if english[word] then of_english = of_english + 1 end
    end
  end
  return count < 30 or language == "English" or of_own > of_english
end

local function is_mostly_in(language, texts)
  local long, own = 0, 0
  for _, text in ipairs(texts) do
    if words.count(text) >= 30 then
      long = long + 1
      if is_in(language, { text }) then own = own + 1 end
    end
  end
  return is_in(language, texts) and own >= MOSTLY * long
end

--- Reads a library. Pages in another language than its own are left out.
function library_index.read(package)
  local self = setmetatable({ pages = {}, by_path = {}, by_stem = {}, language = package.language }, Index)
  for _, path in ipairs(library.files(package.folder)) do
    local html = page_reader.load(package.folder .. "/" .. path)
    local page = page_reader.parse(html)
    local headings, texts = outline(page)
    if is_mostly_in(package.language, texts) then
      for _, heading in ipairs(headings) do
        heading.is_own, heading.texts = is_in(package.language, heading.texts), nil
      end
      local entry = { path = path, title = library_index.clean(page.title or ""), headings = headings, texts = texts,
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
