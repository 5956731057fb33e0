--- Takes the first paragraphs out of pages, and holds the introductions that are written without them against them.
local article_reader = require "spec.report.article"
local baselines = require "spec.report.baselines"
local desks = require "spec.report.desk"
local library = require "spec.report.library"
local library_index = require "spec.report.library_index"
local options = require "spec.report.options"
local packages = require "spec.report.packages"
local page_reader = require "spec.report.page"
local phrases = require "spec.report.phrases"
local rouge = require "spec.report.rouge"
local words = require "spec.report.words"

local LIBRARIES = { "postgresql", "gimp", "apache", "handbook", "octave", "office", "gimp-de", "handbook-de",
  "office-de", "harden-de", "gimp-fr", "handbook-fr", "office-fr", "apache-fr", "harden-fr", "gimp-es", "handbook-es",
  "office-es", "harden-es", "handbook-it", "gimp-it" }

local WORDS = 60      -- of introductions, leads and baselines
local SHORTEST = 20   -- words of a paragraph that is a lead
local LEAST_LEFT = 150 -- words of a page without it
local POOL = 8        -- pages that the centroid draws from
local SHARED = 0.5    -- of a lead's runs of five words on another page: it holds the lead again
local AT_ONCE = 2

local function most_pages()
  return tonumber(os.getenv "PAGES") or 14
end

-- The first long text below the first heading, when it is a paragraph: the block.
local function lead_of(page)
  local below = false
  for _, block in ipairs(page.blocks) do
    if block.kind == "heading" then
      below = true
    elseif below and block.kind == "text" and words.count(block.text) >= SHORTEST then
      return (block.tag == "p" or block.tag == "div") and block.depth == 0 and block or nil
    end
  end
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

-- Pages whose lead can be taken out: { { path =, title =, lead =, from =, to = } }, in an order by hash.
local function candidates(index, package)
  local list = {}
  for _, entry in ipairs(index.pages) do
    local count, body = words.count(entry.title), 0
    for _, text in ipairs(entry.texts) do body = body + words.count(text) end
    local is_fit = count >= 1 and count <= 5 and #entry.title >= 4 and not entry.title:find("[%d_()<>{}=/\\\"]")
    if is_fit and body >= LEAST_LEFT + SHORTEST then
      local page = page_reader.parse(page_reader.load(package.folder .. "/" .. entry.path))
      local block = lead_of(page)
      if block then
        list[#list + 1] = { path = entry.path, title = entry.title, lead = block.text, from = block.from,
          to = block.to }
      end
    end
  end
  table.sort(list, function(a, b)
    local first, second = phrases.hash(a.path), phrases.hash(b.path)
    return first < second or first == second and a.path < b.path
  end)
  return list
end

local function choose(index, package)
  local wholes, chosen = {}, {}
  for _, entry in ipairs(index.pages) do
    wholes[entry.path] = table.concat(words.list(table.concat(entry.texts, " ")), " ")
  end
  for _, entry in ipairs(candidates(index, package)) do
    if #chosen < most_pages() and not is_repeated(entry.lead, wholes, entry.path) then chosen[#chosen + 1] = entry end
  end
  return chosen
end

local function without_leads(package, chosen)
  local by_path = {}
  for _, entry in ipairs(chosen) do by_path[entry.path] = entry end
  return library.copy(package.folder, function(html, path)
    local entry = by_path[path]
    return entry and html:sub(1, entry.from - 1) .. html:sub(entry.to + 1) or html
  end)
end

-- The sentences of a page that are left, in order.
local function left_of(index, entry)
  local list = {}
  local gone = {}
  for _, sentence in ipairs(words.sentences(entry.lead, index.language)) do gone[sentence] = true end
  for _, sentence in ipairs(index:sentences(index.by_path[entry.path])) do
    if not gone[sentence.text] then list[#list + 1] = sentence end
  end
  return list
end

-- The page itself, and those with the most sentences that hold the whole title.
local function pool_of(index, entry, stems)
  local ranked = {}
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
  local pool = left_of(index, entry)
  for i = 1, math.min(POOL - 1, #ranked) do
    table.move(index:sentences(ranked[i].page), 1, #index:sentences(ranked[i].page), #pool + 1, pool)
  end
  return pool
end

-- The cited sentences of an introduction. What stands before the first one in its run is the writer's frame.
local function introduction_of(record, request)
  local article = article_reader.parse(record, request)
  local texts = {}
  for _, block in ipairs(article.parts.introduction) do
    for _, statement in ipairs(block.statements or {}) do
      local names_it = words.lower(statement.text):find(words.lower(request.keyword), 1, true)
      local is_frame = #texts == 0 and not statement.ends_run and names_it
      if statement.source and not is_frame then texts[#texts + 1] = statement.text end
    end
  end
  return table.concat(texts, " ")
end

local sums = {}
local story = {} -- the leads, and what was written instead

local function add(language, name, reference, text)
  local sum = sums[language][name] or { count = 0, one = 0, two = 0 }
  local one, two = rouge.of(reference, rouge.words(text, WORDS))
  sum.count, sum.one, sum.two = sum.count + 1, sum.one + one, sum.two + two
  sums[language][name] = sum
end

local function judge(index, package, entry)
  local language = package.language
  sums[language] = sums[language] or { asked = 0, written = 0, empty = 0 }
  local sum = sums[language]
  sum.asked = sum.asked + 1
  if not entry.record then return end
  sum.written = sum.written + 1
  local reference = rouge.words(entry.lead, WORDS)
  local text = introduction_of(entry.record, { keyword = entry.title, language = language })
  if text == "" then
    sum.empty = sum.empty + 1
    return
  end
  local stems = words.stems(entry.title, language)
  story[#story + 1] = ("%s (%s)\n  taken out: %s\n  written:   %s\n"):format(entry.title, entry.path, entry.lead, text)
  add(language, "writer", reference, text)
  add(language, "first", reference, baselines.first(left_of(index, entry), WORDS))
  add(language, "centroid", reference, baselines.centroid(pool_of(index, entry, stems), stems, WORDS))
end

local function print_sums()
  local languages = {}
  for language in pairs(sums) do languages[#languages + 1] = language end
  table.sort(languages)
  local total = { asked = 0, written = 0, empty = 0 }
  for _, language in ipairs(languages) do
    for name, value in pairs(sums[language]) do
      if type(value) == "number" then
        total[name] = total[name] + value
      else
        total[name] = total[name] or { count = 0, one = 0, two = 0 }
        for key, part in pairs(value) do total[name][key] = total[name][key] + part end
      end
    end
  end
  sums.all = total
  languages[#languages + 1] = "all"
  print(("\nROUGE-1 / ROUGE-2, F1 at %d words, of those that have an introduction"):format(WORDS))
  print(("%-11s %6s %8s %6s %14s %16s %14s"):format("", "asked", "refused", "empty", "writer", "first sentences",
    "centroid"))
  for _, language in ipairs(languages) do
    local sum = sums[language]
    local function of(name)
      local part = sum[name] or { count = 0, one = 0, two = 0 }
      local count = math.max(1, part.count)
      return ("%.1f / %.1f"):format(100 * part.one / count, 100 * part.two / count)
    end
    print(("%-11s %6d %8d %6d %14s %16s %14s"):format(language, sum.asked, sum.asked - sum.written, sum.empty,
      of "writer", of "first", of "centroid"))
  end
end

return function()
  local asked = 0
  for _, name in ipairs(LIBRARIES) do
    if options.wants(name) then
      local package = packages[name]
      local index = library_index.read(package)
      local chosen = choose(index, package)
      local home = without_leads(package, chosen)
      local requests = {}
      for i, entry in ipairs(chosen) do
        requests[i] = { targetKeyword = entry.title, language = package.language, articleLength = "shorter",
          includeConclusion = false }
      end
      local desk = desks.open(home)
      assert(desk:write_all(requests, { concurrency = AT_ONCE, on_article = function(result)
        chosen[result.index].record = result.article
      end }))
      desks.forget(home)
      library.remove(home)
      for _, entry in ipairs(chosen) do judge(index, package, entry) end
      asked = asked + #chosen
      print(("%-12s %5d pages, %3d leads taken out"):format(name, #index.pages, #chosen))
    end
  end
  desks.close()
  options.keep("leads.txt", table.concat(story, "\n"))
  print_sums()
  return asked > 0
end
