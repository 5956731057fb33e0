--- Asks for short articles on requests made by program, and says what was refused and which page came first.
--
-- Where the pages on a request are withheld, others may still speak of what bears it: with "Vacuuming Basics" gone the
-- page "VACUUM" is a fair answer to "vacuuming basics", with the note that it is one in part. Such answers are counted
-- by themselves ("noted"); wrong is an article that claims to be on the whole of what no page speaks of.
local desks = require "spec.report.desk"
local library = require "spec.report.library"
local library_index = require "spec.report.library_index"
local options = require "spec.report.options"
local packages = require "spec.report.packages"
local phrases = require "spec.report.phrases"
local socket = require "socket"

local LIBRARIES = { "postgresql", "gimp", "apache", "octave", "handbook", "harden", "install", "office", "gimp-de",
  "handbook-de", "install-de", "office-de", "gimp-fr", "handbook-fr", "apache-fr", "harden-fr", "gimp-es",
  "handbook-es", "install-es", "office-es" }

-- How many of each kind a library gives.
local OWN, LINKS, WITHHELD, UNRELATED = 60, 20, 40, 40
local MOST_GONE = 0.3 -- of a library's pages that are withheld at once
local COPIES = 2      -- of a library, each without the pages of as many requests as that allows
local AT_ONCE = 2     -- articles

local sums = {} -- by language, then by kind

local function no_sum() return { asked = 0, accepted = 0, near = 0, first = 0, third = 0 } end

local function sum_of(language, kind)
  sums[language] = sums[language] or {}
  local sum = sums[language][kind] or no_sum()
  sums[language][kind] = sum
  return sum
end

local spent, asked_in_all = 0, 0
local story = {} -- a line for each request

-- Is the source that page? Its address is the path, or ends in it.
local function is_page(source, path)
  local url = (source.url or ""):gsub("#.*$", "")
  return url == path or url:sub(-#path - 1) == "/" .. path
end

-- Where the first of the pages stands among the article's sources; nil: none does.
local function rank_of(record, paths)
  for i, source in ipairs(record.sources or {}) do
    for path in pairs(paths) do
      if is_page(source, path) then return i end
    end
  end
end

-- Does the article carry the note that its sources speak of only a part of what was asked for?
local function is_near(record)
  for _, note in ipairs(record.notes or {}) do
    if note:find("only in part", 1, true) then return true end
  end
  return false
end

-- Asks for all of a list; each entry gets `accepted` and `rank`.
local function ask_all(desk, list, language)
  if #list == 0 then return end
  local requests, by_index = {}, {}
  for i, entry in ipairs(list) do
    requests[i] = { targetKeyword = entry.keyword, language = language, articleLength = "shorter",
      includeConclusion = false }
    by_index[i] = entry
  end
  local began = socket.gettime()
  assert(desk:write_all(requests, { concurrency = AT_ONCE, on_article = function(result)
    local entry = by_index[result.index]
    entry.accepted = result.article ~= nil
    entry.near = result.article and is_near(result.article)
    entry.rank = result.article and rank_of(result.article, entry.paths)
    entry.why = result.err and tostring(result.err.code or result.err.kind)
  end }))
  spent, asked_in_all = spent + socket.gettime() - began, asked_in_all + #list
end

local function count(list, language, kind)
  local sum = sum_of(language, kind)
  for _, entry in ipairs(list) do
    sum.asked = sum.asked + 1
    if entry.accepted then sum.accepted = sum.accepted + 1 end
    if entry.near then sum.near = sum.near + 1 end
    if entry.rank == 1 then sum.first = sum.first + 1 end
    if entry.rank and entry.rank <= 3 then sum.third = sum.third + 1 end
    story[#story + 1] = ("%-9s %-9s %-10s %s | %s | %s"):format(language, kind,
      entry.near and "near" or entry.accepted and "accepted" or entry.why, entry.rank or "-", entry.keyword, entry.path)
  end
end

local function head(list, most)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

-- A request in its own right, since one is asked for more than once.
local function copy_of(entry)
  return { keyword = entry.keyword, stems = entry.stems, path = entry.path, paths = entry.paths }
end

-- Requests whose pages are taken out together: at most so many of the pages go.
local function next_batch(list, from, index)
  local gone, count_gone, batch = {}, 0, {}
  local most = math.max(1, math.floor(MOST_GONE * #index.pages))
  local i = from
  while list[i] do
    local pages = index:speaking(list[i].stems)
    local new = 0
    for path in pairs(pages) do
      if not gone[path] then new = new + 1 end
    end
    if count_gone + new <= most then
      for path in pairs(pages) do gone[path] = true end
      count_gone = count_gone + new
      batch[#batch + 1] = copy_of(list[i])
    end
    i = i + 1
    if #batch * COPIES >= WITHHELD then break end
  end
  return batch, gone, i
end

local function ask_withheld(package, index, own)
  local from, got = 1, {}
  for _ = 1, COPIES do
    local batch, gone
    batch, gone, from = next_batch(own, from, index)
    if #batch == 0 then break end
    local home = library.copy(package.folder, function(html, path)
      return index.by_path[path] and not gone[path] and html or nil
    end)
    ask_all(desks.open(home), batch, package.language)
    desks.forget(home)
    library.remove(home)
    for _, entry in ipairs(batch) do got[#got + 1] = entry end
  end
  count(got, package.language, "withheld")
end

-- Requests of other packages of which this one does not speak.
local function unrelated_to(name, index, own_of)
  local list = {}
  for _, other in ipairs(LIBRARIES) do
    if packages[other].language == packages[name].language and packages[other].product ~= packages[name].product then
      local taken = 0
      for _, entry in ipairs(own_of[other] or {}) do
        local _, speaking = index:speaking(entry.stems)
        if speaking == 0 and taken < UNRELATED then
          list[#list + 1], taken = copy_of(entry), taken + 1
        end
      end
    end
  end
  table.sort(list, function(a, b)
    local first, second = phrases.hash(a.keyword), phrases.hash(b.keyword)
    return first < second or first == second and a.keyword < b.keyword
  end)
  return head(list, UNRELATED)
end

local function percent(part, whole)
  return whole > 0 and ("%5.1f"):format(100 * part / whole) or "    -"
end

local function print_sums()
  local languages = {}
  local all = {}
  for language, kinds in pairs(sums) do
    languages[#languages + 1] = language
    for kind, sum in pairs(kinds) do
      all[kind] = all[kind] or no_sum()
      for name, value in pairs(sum) do all[kind][name] = all[kind][name] + value end
    end
  end
  table.sort(languages)
  sums.all = all
  languages[#languages + 1] = "all"
  print(("\n%-9s %28s %18s %24s %24s"):format("", "own: accepted first three %", "links: accepted %",
    "withheld: refused noted %", "unrelated: refused noted %"))
  for _, language in ipairs(languages) do
    local function of(kind) return sums[language][kind] or no_sum() end
    local own, link, withheld, unrelated = of "own", of "link", of "withheld", of "unrelated"
    print(("%-9s %5d %s %s %s %10d %s %12d %s %s %12d %s %s"):format(language, own.asked,
      percent(own.accepted, own.asked), percent(own.first, own.asked), percent(own.third, own.asked), link.asked,
      percent(link.accepted, link.asked),
      withheld.asked, percent(withheld.asked - withheld.accepted, withheld.asked),
      percent(withheld.near, withheld.asked), unrelated.asked,
      percent(unrelated.asked - unrelated.accepted, unrelated.asked), percent(unrelated.near, unrelated.asked)))
  end
  print(("%d requests, %.0f ms each, %d at once"):format(asked_in_all, 1000 * spent / math.max(1, asked_in_all),
    AT_ONCE))
end

-- The libraries that the pattern in ARTICLES names.
local function chosen()
  local list = {}
  for _, name in ipairs(LIBRARIES) do
    if options.wants(name) then list[#list + 1] = name end
  end
  return list
end

return function()
  local own_of, names = {}, chosen()
  for _, name in ipairs(names) do -- one library at a time: their texts are large
    local package = packages[name]
    local began = socket.gettime()
    local index = library_index.read(package)
    local own, links = phrases.of(index, package)
    own_of[name] = head(own, 4 * OWN)
    local read = socket.gettime()
    local desk = desks.open(package.folder)
    local mine, by_link = {}, {}
    for i, entry in ipairs(head(own, OWN)) do mine[i] = copy_of(entry) end
    for i, entry in ipairs(head(links, LINKS)) do by_link[i] = copy_of(entry) end
    ask_all(desk, mine, package.language)
    ask_all(desk, by_link, package.language)
    count(mine, package.language, "own")
    count(by_link, package.language, "link")
    ask_withheld(package, index, own)
    local unrelated = unrelated_to(name, index, own_of)
    ask_all(desk, unrelated, package.language)
    count(unrelated, package.language, "unrelated")
    desks.forget(package.folder)
    print(("%-12s %5d pages, %5d own and %4d link requests to choose from; read in %.0f s, asked in %.0f s"):format(
      name, #index.pages, #own, #links, read - began, socket.gettime() - read))
  end
  desks.close()
  options.keep("requests.txt", table.concat(story, "\n") .. "\n")
  print_sums()
  return asked_in_all > 0
end
