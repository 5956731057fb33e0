--- First paragraphs that are taken out of pages: what people wrote to introduce a subject.
--
--     local chosen = held_back.choose(index, package, 14)
--     chosen[1]          { path =, title =, lead = text, rest = { sentences that stand behind it } }
--     local home = held_back.take_out(package, chosen)       a copy of the library without them: library.remove
--     held_back.pool(index, entry, stems)                    sentences of the page's rest and of others on the title
--
-- A lead is held back from whoever reads the copy, and as well from `rest` and `pool`: neither has a sentence of any of
-- the leads that were taken out, wherever it stands. A sentence is { text =, stems = }.
local library = require "spec.report.library"
local page_reader = require "spec.report.page"
local phrases = require "spec.report.phrases"
local words = require "spec.report.words"

local held_back = {}

local SHORTEST = 20   -- words of a lead
local SENTENCE = 6    -- words of the first paragraph of one
local LEAST_LEFT = 150 -- words of a page without it
local POOL = 8        -- pages that sentences are drawn from
local SHARED = 0.5    -- of a lead's runs of five words on another page: it holds the lead again

-- Does it end as sentences do? Captions, labels and lines of a table of contents are none.
local function is_whole(text)
  return text:find("[.!?][%)%]\"']*$") ~= nil or text:find("[.!?]\xE2\x80[\x99\x9D]$") ~= nil
    or text:find("[.!?]%s?\xC2\xBB$") ~= nil or text:sub(-3) == "\xE3\x80\x82"
end

-- A paragraph of running text?
local function is_paragraph(block)
  return block.kind == "text" and (block.tag == "p" or block.tag == "div") and block.depth == 0
    and (is_whole(block.text) or block.text:sub(-1) == ":")
end

-- The paragraphs that a page begins with below its first heading, as many as it takes to say something: their numbers.
-- Labels before them are left; a page that begins with anything else has no lead.
local function lead_of(page)
  local below, numbers, count = false, {}, 0
  for i, block in ipairs(page.blocks) do
    local length = words.count(block.text)
    if block.kind == "heading" then
      if #numbers > 0 then return nil end
      below = true
    elseif below and is_paragraph(block) and (#numbers > 0 or length >= SENTENCE) then
      numbers[#numbers + 1], count = i, count + length
      if count >= SHORTEST then return numbers end
    elseif below and length >= SENTENCE and is_whole(block.text) then
      return nil
    end
  end
end

-- The lead as a text, its places in the HTML, and the texts of the page from its first heading on without it.
local function take(page, numbers)
  local lead, ranges, texts, is_lead, below = {}, {}, {}, {}, false
  for _, number in ipairs(numbers) do
    local block = page.blocks[number]
    is_lead[number], lead[#lead + 1] = true, block.text
    ranges[#ranges + 1] = { from = block.from, to = block.to }
  end
  for i, block in ipairs(page.blocks) do
    below = below or block.kind == "heading"
    if below and block.kind == "text" and not is_lead[i] then texts[#texts + 1] = block.text end
  end
  return table.concat(lead, " "), ranges, texts
end

local function fives(text)
  local list, found = words.list(text), {}
  for i = 1, #list - 4 do found[#found + 1] = table.concat(list, " ", i, i + 4) end
  return found
end

-- Does another page hold the lead again?
local function is_repeated(text, wholes, path)
  local runs = fives(text)
  for other, whole in pairs(wholes) do
    if other ~= path then
      local shared = 0
      for _, run in ipairs(runs) do
        if whole:find(run, 1, true) then shared = shared + 1 end
      end
      if shared >= SHARED * #runs then return true end
    end
  end
  return false
end

-- Pages whose lead can be taken out, in an order by hash.
local function candidates(index, package)
  local list = {}
  for _, entry in ipairs(index.pages) do
    local count, body = words.count(entry.title), 0
    for _, text in ipairs(entry.texts) do body = body + words.count(text) end
    local is_fit = count >= 1 and count <= 5 and #entry.title >= 4 and not entry.title:find("[%d_()<>{}=/\\\"]")
    if is_fit and body >= LEAST_LEFT + SHORTEST then
      local page = page_reader.parse(page_reader.load(package.folder .. "/" .. entry.path))
      local numbers = lead_of(page)
      if numbers then
        local lead, ranges, texts = take(page, numbers)
        list[#list + 1] = { path = entry.path, title = entry.title, lead = lead, ranges = ranges, texts = texts }
      end
    end
  end
  table.sort(list, function(a, b)
    local first, second = phrases.hash(a.path), phrases.hash(b.path)
    return first < second or first == second and a.path < b.path
  end)
  return list
end

local function key(text)
  return table.concat(words.list(text), " ")
end

-- The sentences of texts, but for those of the leads.
local function sentences_of(texts, language, gone)
  local list = {}
  for _, text in ipairs(texts) do
    for _, sentence in ipairs(words.sentences(text, language)) do
      if is_whole(sentence) and not gone[key(sentence)] then
        list[#list + 1] = { text = sentence, stems = words.stems(sentence, language) }
      end
    end
  end
  return list
end

--- Pages whose lead is to be taken out, at most so many.
function held_back.choose(index, package, most)
  local wholes, chosen, gone = {}, {}, {}
  for _, entry in ipairs(index.pages) do
    wholes[entry.path] = table.concat(words.list(table.concat(entry.texts, " ")), " ")
  end
  for _, entry in ipairs(candidates(index, package)) do
    if #chosen < most and not is_repeated(entry.lead, wholes, entry.path) then chosen[#chosen + 1] = entry end
  end
  for _, entry in ipairs(chosen) do
    for _, sentence in ipairs(words.sentences(entry.lead, package.language)) do gone[key(sentence)] = true end
  end
  for _, entry in ipairs(chosen) do
    entry.rest, entry.gone = sentences_of(entry.texts, package.language, gone), gone
  end
  return chosen
end

--- A copy of the package's pages without the leads.
function held_back.take_out(package, chosen)
  local by_path = {}
  for _, entry in ipairs(chosen) do by_path[entry.path] = entry end
  return library.copy(package.folder, function(html, path)
    local entry = by_path[path]
    for i = entry and #entry.ranges or 0, 1, -1 do
      html = html:sub(1, entry.ranges[i].from - 1) .. html:sub(entry.ranges[i].to + 1)
    end
    return html
  end)
end

--- The sentences of the page itself, and of those with the most sentences that hold the whole title.
function held_back.pool(index, entry, stems)
  local ranked, pool = {}, {}
  for _, other in ipairs(index.pages) do
    local count = 0
    if other.path ~= entry.path and index:speaks(other, stems) then
      for _, sentence in ipairs(index:sentences(other)) do
        if words.window(sentence.stems, stems, 0) then count = count + 1 end
      end
      ranked[#ranked + 1] = { page = other, count = count }
    end
  end
  table.sort(ranked, function(a, b)
    return a.count > b.count or a.count == b.count and a.page.path < b.page.path
  end)
  table.move(entry.rest, 1, #entry.rest, 1, pool)
  for i = 1, math.min(POOL - 1, #ranked) do
    for _, sentence in ipairs(index:sentences(ranked[i].page)) do
      if is_whole(sentence.text) and not entry.gone[key(sentence.text)] then pool[#pool + 1] = sentence end
    end
  end
  return pool
end

return held_back
