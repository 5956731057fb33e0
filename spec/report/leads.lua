--- Takes the first paragraphs out of pages, and holds the introductions that are written without them against them.
--
-- What is compared, so that nobody is favoured:
--   length    reference and candidates are cut at 60 words. The baselines fill these; the writer stops where it has
--             said what it has to. The mean lengths are printed.
--   held back the lead is in none of the texts that any of the three reads (held_back.lua).
--   pages     the writer gets the whole library and must find its pages; both baselines are given the very page that
--             the lead was taken from, "first sentences" that page alone, from where the lead stood.
--   nothing   a request that is refused, and an article without an introduction, is 0 for the writer in the first
--             table, in which the baselines answer every request. The second table is of those requests alone that
--             have an introduction, the same for all three.
-- What the writer says itself, uncited, is left out. ROUGE speaks of words, not of sense: a first sentence that defines
-- the subject may have fewer words of the lead than the menu path that stands behind it. OUT gets the texts.
local article_reader = require "spec.report.article"
local baselines = require "spec.report.baselines"
local desks = require "spec.report.desk"
local held_back = require "spec.report.held_back"
local library = require "spec.report.library"
local library_index = require "spec.report.library_index"
local options = require "spec.report.options"
local packages = require "spec.report.packages"
local rouge = require "spec.report.rouge"
local words = require "spec.report.words"

local LIBRARIES = { "postgresql", "gimp", "apache", "handbook", "octave", "office", "gimp-de", "handbook-de",
  "office-de", "harden-de", "gimp-fr", "handbook-fr", "office-fr", "apache-fr", "harden-fr", "gimp-es", "handbook-es",
  "office-es", "harden-es", "handbook-it", "gimp-it", "kinds", "kinds-de", "kinds-fr", "kinds-es", "kinds-it" }

local WORDS = 60 -- of introductions, leads and baselines
local AT_ONCE = 2
local SYSTEMS = { "writer", "first", "centroid" }
local TITLES = { writer = "writer", first = "first sentences", centroid = "centroid" }

local function most_pages()
  return tonumber(os.getenv "PAGES") or 14
end

-- The cited sentences of an introduction: what the writer says itself stands behind them without a citation.
local function introduction_of(record, request)
  local article = article_reader.parse(record, request)
  local texts = {}
  for _, block in ipairs(article.parts.introduction) do
    for _, statement in ipairs(block.statements or {}) do
      if statement.source then texts[#texts + 1] = statement.text end
    end
  end
  return table.concat(texts, " ")
end

local sums = {}  -- by language, or by themselves (packages.lua: rows)
local story = {} -- the leads, and what was written instead

local function add(sum, scores)
  sum.count = sum.count + 1
  for _, name in ipairs(SYSTEMS) do
    local own = sum[name] or { one = 0, two = 0, length = 0 }
    own.one, own.two = own.one + scores[name].one, own.two + scores[name].two
    own.length, sum[name] = own.length + scores[name].length, own
  end
  sum.length = sum.length + scores.length
end

local function score(lead, texts)
  local reference = rouge.words(lead, WORDS)
  local scores = { length = #reference }
  for name, text in pairs(texts) do
    local candidate = rouge.words(text, WORDS)
    local one, two = rouge.of(reference, candidate)
    scores[name] = { one = one, two = two, length = #candidate }
  end
  return scores
end

local function tell(entry, texts, scores)
  local lines = { ("%s (%s)%s"):format(entry.title, entry.path, entry.record and "" or " refused: " .. entry.problem),
    "  lead: " .. entry.lead }
  for _, name in ipairs(SYSTEMS) do
    lines[#lines + 1] = ("  %s %.1f / %.1f: %s"):format(name, 100 * scores[name].one, 100 * scores[name].two,
      texts[name])
  end
  story[#story + 1] = table.concat(lines, "\n") .. "\n"
end

local function judge(index, package, entry)
  local language = package.language
  local function empty() return { count = 0, length = 0 } end
  local row = package.rows or language
  sums[row] = sums[row] or { refused = 0, empty = 0, all = empty(), written = empty() }
  local sum, stems = sums[row], words.stems(entry.title, language)
  local texts = {
    writer = entry.record and introduction_of(entry.record, { keyword = entry.title, language = language }) or "",
    first = baselines.first(entry.rest, WORDS),
    centroid = baselines.centroid(held_back.pool(index, entry, stems), stems, WORDS) }
  local scores = score(entry.lead, texts)
  add(sum.all, scores)
  if not entry.record then
    sum.refused = sum.refused + 1
  elseif texts.writer == "" then
    sum.empty = sum.empty + 1
  else
    add(sum.written, scores)
  end
  tell(entry, texts, scores)
end

local function merge(into, from)
  for name, value in pairs(from) do
    if type(value) == "table" then
      into[name] = into[name] or {}
      merge(into[name], value)
    else
      into[name] = (into[name] or 0) + value
    end
  end
end

-- One line: ROUGE-1 / ROUGE-2 (mean words) of each; "<" marks what is ahead of the writer.
local function print_line(language, sum)
  local parts = {}
  local count = math.max(1, sum.count)
  for _, name in ipairs(SYSTEMS) do
    local own = sum[name] or { one = 0, two = 0, length = 0 }
    local is_ahead = sum.writer and (own.one > sum.writer.one or own.two > sum.writer.two)
    parts[#parts + 1] = ("%7.1f / %4.1f (%2.0f)%s"):format(100 * own.one / count, 100 * own.two / count,
      own.length / count, is_ahead and "<" or " ")
  end
  print(("%-11s %6d %6.0f %s"):format(language, sum.count, sum.length / count, table.concat(parts, " ")))
end

local function print_table(title, languages, of)
  print(("\n%s"):format(title))
  print(("%-11s %6s %6s %19s %19s %19s"):format("", "leads", "words", TITLES.writer, TITLES.first, TITLES.centroid))
  for _, language in ipairs(languages) do print_line(language, sums[language][of]) end
end

local function print_sums()
  local languages, total = {}, {}
  for language in pairs(sums) do languages[#languages + 1] = language end
  table.sort(languages)
  for _, language in ipairs(languages) do
    if language ~= "kinds" then merge(total, sums[language]) end
  end
  if #languages == 0 then return end
  if total.all then languages[#languages + 1], sums.all = "all", total end
  print(("\nROUGE-1 / ROUGE-2 (mean words), F1 of at most %d words; \"<\": ahead of the writer"):format(WORDS))
  print_table("All requests; no introduction is 0", languages, "all")
  print_table("Requests that have an introduction", languages, "written")
  print ""
  for _, language in ipairs(languages) do
    local sum = sums[language]
    print(("%-11s of %3d requests %3d refused, %3d without an introduction"):format(language, sum.all.count,
      sum.refused, sum.empty))
  end
end

local function write_all(home, package, chosen)
  local requests = {}
  for i, entry in ipairs(chosen) do
    requests[i] = { targetKeyword = entry.title, language = package.language, articleLength = "shorter",
      includeConclusion = false }
  end
  local desk = desks.open(home)
  assert(desk:write_all(requests, { concurrency = AT_ONCE, on_article = function(result)
    chosen[result.index].record, chosen[result.index].problem = result.article, tostring(result.err)
  end }))
  desks.forget(home)
end

return function()
  local asked = 0
  for _, name in ipairs(LIBRARIES) do
    if options.wants(name) then
      local package = packages[name]
      local index = library_index.read(package)
      local chosen = held_back.choose(index, package, most_pages())
      local home = held_back.take_out(package, chosen)
      write_all(home, package, chosen)
      library.remove(home)
      story[#story + 1] = "== " .. name .. "\n"
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
