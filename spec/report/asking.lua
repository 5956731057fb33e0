--- Asks for short articles on requests made by program, and says what was refused and which page came first.
--
-- Four kinds of requests (phrases.lua makes them, covering.lua says what covers them; neither knows the writer):
--   own        a page or a section is on it, with text to write from. It must be accepted, and one of the right pages
--              must be among the first three sources. An article that stands on no source at all is no answer. Where
--              more than a dozen pages cover the request ("files"), no page is the right one: it must be accepted only.
--   link       only a link names the page so.
--   withheld   the same as own, but every page that covers the request is taken out of the library.
--   unrelated  made from another package of the language, where no page of this one covers it.
-- The last two must be refused. Where the remaining pages speak of what bears the request, an article with the note
-- that it is on a part of it is fair; such answers are counted by themselves ("noted"). Wrong is an article that claims
-- to be on the whole of what no page covers.
--
-- What makes no request is counted, with the reason: phrases.lua; and of the withheld those whose pages are more than
-- three tenths of the library, without which it would not be the same library.
--
-- What is not of manuals ("kinds") has a row of its own too.
--
-- HELD_BACK are packages that nobody looks at while the writer is changed; their figures stand by themselves.
--
-- OUT gets requests.txt, a line for each request, and wrong.txt, the wrong answers of the packages that are not held
-- back with what they stand on.
local covering = require "spec.report.covering"
local desks = require "spec.report.desk"
local library = require "spec.report.library"
local library_index = require "spec.report.library_index"
local options = require "spec.report.options"
local packages = require "spec.report.packages"
local phrases = require "spec.report.phrases"
local socket = require "socket"

local LIBRARIES = { "postgresql", "gimp", "apache", "octave", "python", "handbook", "harden", "install", "office",
  "gimp-de", "handbook-de", "install-de", "office-de", "gimp-fr", "handbook-fr", "apache-fr", "harden-fr", "gimp-es",
  "handbook-es", "install-es", "office-es", "kinds", "kinds-de", "kinds-fr", "kinds-es" }
local HELD_BACK = { "developers", "harden-de", "office-fr", "apache-es" }

-- How many of each kind a library gives.
local OWN, LINKS, WITHHELD, UNRELATED = 40, 10, 30, 20
local MOST_OWN = 80       -- to choose all of them from
local MOST_GONE = 0.3 -- of a library's pages that are withheld at once
local COPIES = 2      -- of a library, each without the pages of as many requests as that allows
local AT_ONCE = 2     -- articles
local MOST_RANK = 3   -- of the right page among the article's sources

local sums = {}     -- by language, "held back", or what is not of manuals ("kinds"), then by kind
local left_out = {} -- requests that were not made, by reason

local function no_sum() return { asked = 0, accepted = 0, near = 0, first = 0, third = 0, same = 0, places = 0 } end

local is_held_back = {}
for _, name in ipairs(HELD_BACK) do is_held_back[name] = true end

-- The row of a library's figures.
local function row_of(package)
  return is_held_back[package.name] and "held back" or package.rows or package.language
end

-- Rows that "all" does not sum up.
local BY_THEMSELVES = { ["held back"] = true, kinds = true }

local function sum_of(language, kind)
  sums[language] = sums[language] or {}
  local sum = sums[language][kind] or no_sum()
  sums[language][kind] = sum
  return sum
end

local spent, asked_in_all = 0, 0
local story = {} -- a line for each request
local wrong = {} -- of those that were answered wrongly: what stands in the way of the right answer

-- Is the source that page? Its address is the path, or ends in it; that of a folder stands for its first page.
local function is_page(source, path)
  local url = (source.url or ""):gsub("#.*$", ""):gsub("/$", "/index.html")
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
    local article = result.article
    entry.accepted = article ~= nil
    entry.near = article and is_near(article)
    entry.rank = article and rank_of(article, entry.paths)
    entry.same_rank = article and rank_of(article, entry.same)
    entry.sources = article and article.sources
    entry.is_empty = article ~= nil and #(article.sources or {}) == 0
    entry.why = result.err and tostring(result.err.code or result.err.kind)
    entry.message = result.err and tostring(result.err.message or result.err)
  end }))
  spent, asked_in_all = spent + socket.gettime() - began, asked_in_all + #list
end

-- Is that answer wrong for a request of the kind?
local function is_wrong(entry, kind)
  if kind == "own" then
    return not entry.accepted or entry.is_empty or not entry.is_shared and (entry.rank or MOST_RANK + 1) > MOST_RANK
  end
  if kind == "link" then return not entry.accepted or entry.is_empty end
  return entry.accepted
end

local function verdict_of(entry)
  if not entry.accepted then return entry.why end
  return entry.is_empty and "empty" or entry.near and "near" or "accepted"
end

-- A request, the answer, what it was made from, and what the answer stands on or says.
local function tell_wrong(entry, kind, name)
  local lines = { ("%s %s: %s [%s] -> %s%s, of %s"):format(name, kind, entry.keyword, table.concat(entry.stems, " "),
    verdict_of(entry), entry.rank and " " .. entry.rank or "",
    entry.path) }
  for i, source in ipairs(entry.sources or {}) do
    local place = source.url:match("[^/]+/[^/]*$") or source.url
    if i <= MOST_RANK + 1 then lines[#lines + 1] = ("    %s | %s"):format(place, source.title) end
  end
  if entry.message then lines[#lines + 1] = "    " .. entry.message end
  wrong[#wrong + 1] = table.concat(lines, "\n")
end

local function count(list, package, kind)
  local language = row_of(package)
  local sum = sum_of(language, kind)
  for _, entry in ipairs(list) do
    if is_wrong(entry, kind) and not is_held_back[package.name] then tell_wrong(entry, kind, package.name) end
    sum.asked = sum.asked + 1
    local is_answer = not entry.is_empty or kind == "withheld" or kind == "unrelated"
    if entry.accepted and is_answer then sum.accepted = sum.accepted + 1 end
    if not entry.is_shared then sum.places = sum.places + 1 end
    if entry.is_shared then
      entry.rank, entry.same_rank = nil, nil
    end
    if entry.same_rank and entry.same_rank <= MOST_RANK then sum.same = sum.same + 1 end
    if entry.near then sum.near = sum.near + 1 end
    if entry.rank == 1 then sum.first = sum.first + 1 end
    if entry.rank and entry.rank <= MOST_RANK then sum.third = sum.third + 1 end
    story[#story + 1] = ("%-9s %-9s %-10s %s | %s | %s"):format(language, kind, verdict_of(entry), entry.rank or "-",
      entry.keyword, entry.path)
  end
end

local function head(list, most)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

-- A request in its own right, since one is asked for more than once.
local function copy_of(entry)
  return { keyword = entry.keyword, phrase = entry.phrase, stems = entry.stems, path = entry.path, paths = entry.paths,
    same = entry.same, is_shared = entry.is_shared }
end

local function leave_out(reason, number)
  left_out[reason] = (left_out[reason] or 0) + (number or 1)
end

local function copies_of(list, most)
  local copies = {}
  for i, entry in ipairs(head(list, most)) do copies[i] = copy_of(entry) end
  return copies
end

-- Requests whose pages are taken out together: at most so many of the pages go.
local function next_batch(list, from, index, cover)
  local gone, count_gone, batch = {}, 0, {}
  local most = math.max(1, math.floor(MOST_GONE * #index.pages))
  local i = from
  while list[i] do
    local pages, all = cover:pages(list[i].phrase)
    local new = 0
    if all > most then leave_out("too many pages to take out") end
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

local function ask_withheld(package, index, own, cover)
  local from, got = 1, {}
  for _ = 1, COPIES do
    local batch, gone
    batch, gone, from = next_batch(own, from, index, cover)
    if #batch == 0 then break end
    local home = library.copy(package.folder, function(html, path)
      return index.by_path[path] and not gone[path] and html or nil
    end)
    ask_all(desks.open(home), batch, package.language)
    desks.forget(home)
    library.remove(home)
    for _, entry in ipairs(batch) do got[#got + 1] = entry end
  end
  count(got, package, "withheld")
end

-- Requests of other packages of which this one does not speak.
local function unrelated_to(name, cover, own_of)
  local list = {}
  for other in pairs(own_of) do
    local product = packages[other].product -- what has none is not asked of manuals: their requests stay the same
    local is_other = packages[other].language == packages[name].language and product
      and product ~= packages[name].product
    if is_other then
      local taken = 0
      for _, entry in ipairs(own_of[other] or {}) do
        local _, covered = cover:pages(entry.phrase)
        if covered == 0 and taken < UNRELATED then
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

local function add_sum(to, sum)
  for name, value in pairs(sum) do to[name] = to[name] + value end
end

local function print_row(language)
  local function of(kind) return sums[language][kind] or no_sum() end
  local own, link, withheld, unrelated = of "own", of "link", of "withheld", of "unrelated"
  print(("%-9s %5d %s %s %s %s %8d %s %10d %s %s %10d %s %s"):format(language, own.asked,
    percent(own.accepted, own.asked), percent(own.first, own.places), percent(own.third, own.places),
    percent(own.same, own.places), link.asked, percent(link.accepted, link.asked), withheld.asked,
    percent(withheld.asked - withheld.accepted, withheld.asked), percent(withheld.near, withheld.asked),
    unrelated.asked, percent(unrelated.asked - unrelated.accepted, unrelated.asked),
    percent(unrelated.near, unrelated.asked)))
end

local function sorted_keys(map)
  local list = {}
  for key in pairs(map) do list[#list + 1] = key end
  table.sort(list)
  return list
end

local function print_sums()
  local all, languages = {}, sorted_keys(sums)
  for _, language in ipairs(languages) do
    for kind, sum in pairs(not BY_THEMSELVES[language] and sums[language] or {}) do
      all[kind] = all[kind] or no_sum()
      add_sum(all[kind], sum)
    end
  end
  print(("\n%-9s %29s %16s %22s %22s"):format("", "own: accepted first three same", "links: accepted",
    "withheld: refused noted", "unrelated: refused noted"))
  for _, language in ipairs(languages) do
    if not BY_THEMSELVES[language] then print_row(language) end
  end
  sums.all = all
  print_row "all"
  for _, row in ipairs(sorted_keys(BY_THEMSELVES)) do
    if sums[row] then print_row(row) end
  end
  print "(per cent; first, three: a right page is the first source, among the first three; same: with the same words)"
  print(("%d own requests that more than a dozen pages cover have no right page"):format(
    (all.own or no_sum()).asked - (all.own or no_sum()).places))
  for _, reason in ipairs(sorted_keys(left_out)) do print(("left out: %6d  %s"):format(left_out[reason], reason)) end
  print(("%d requests, %.0f ms each, %d at once"):format(asked_in_all, 1000 * spent / math.max(1, asked_in_all),
    AT_ONCE))
end

-- The libraries that the pattern in ARTICLES names.
local function chosen()
  local list = {}
  for _, names in ipairs { LIBRARIES, HELD_BACK } do
    for _, name in ipairs(names) do
      if options.wants(name) then list[#list + 1] = name end
    end
  end
  return list
end

-- Asks for all of a library. Its texts are large: one library at a time.
local function ask_library(name, own_of)
  local package = packages[name]
  local began = socket.gettime()
  local index = library_index.read(package)
  local cover = covering.of(index)
  local own, links, faults = phrases.of(index, package)
  for reason, number in pairs(faults) do leave_out(reason, number) end
  local unfit
  own, unfit = phrases.first(own, MOST_OWN, index, cover)
  leave_out("sentences that stand in no article", unfit)
  own_of[name] = own
  local read = socket.gettime()
  local desk = desks.open(package.folder)
  local mine, by_link = copies_of(own, OWN), copies_of(links, LINKS)
  ask_all(desk, mine, package.language)
  ask_all(desk, by_link, package.language)
  count(mine, package, "own")
  count(by_link, package, "link")
  ask_withheld(package, index, own, cover)
  local unrelated = unrelated_to(name, cover, own_of)
  ask_all(desk, unrelated, package.language)
  count(unrelated, package, "unrelated")
  desks.forget(package.folder)
  print(("%-12s %5d pages, %5d own and %4d link requests to choose from; read in %.0f s, asked in %.0f s"):format(
    name, #index.pages, #own, #links, read - began, socket.gettime() - read))
end

return function()
  local own_of = {}
  for _, name in ipairs(chosen()) do
    ask_library(name, own_of)
    options.keep("requests.txt", table.concat(story, "\n") .. "\n")
    options.keep("wrong.txt", table.concat(wrong, "\n") .. "\n")
  end
  desks.close()
  print_sums()
  return asked_in_all > 0
end
