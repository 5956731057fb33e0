--- What articles of the built-in writer cost, beside their limits: processor time with twenty pages given, processor
--- time and memory with a library of ten thousand documents. The service is embedded, so the process's own clock has it
--- all: fetching, reading, writing and storing. Medians.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local packages = require "spec.report.packages"
local page_reader = require "spec.report.page"
local library = require "spec.report.library"
local process = require "spec.support.process"
local socket = require "socket"
local words = require "spec.report.words"

local RUNS = tonumber(os.getenv "RUNS") or 7
local PAGES, LARGEST = 20, 150000 -- given pages, and bytes of one at most
local DOCUMENTS = tonumber(os.getenv "DOCUMENTS") or 10000
local LEAST_WORDS = 40 -- of a document
local PAGES_LIMIT, LIBRARY_LIMIT, MEMORY_LIMIT = 150, 100, 64 -- ms, ms, MiB

local SETS = {
  { "postgresql", "table partitioning" }, { "python", "regular expressions" }, { "gimp", "layer masks" },
  { "handbook", "firewall" },
}

local KEYWORDS = { "table partitioning", "row level security", "logical replication", "foreign keys",
  "regular expressions", "string formatting", "layer masks", "color balance", "software RAID", "mail server",
  "connection pooling" }

local unlimited = { create = 0, status = 0, links = 0, other = 0 }

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

-- Writes an article: milliseconds of processor time, seconds that passed, and the record or nil.
local function write(desk, request)
  local spent, began = os.clock(), socket.gettime()
  local record = desk:wait(assert(desk:create(request)))
  return 1000 * (os.clock() - spent), socket.gettime() - began, record
end

-- The pages that say the keyword most often, and their bytes.
local function pages_with(root, keyword)
  local list = {}
  for _, path in ipairs(library.files(root)) do
    local html = folder.read(root .. "/" .. path)
    local _, count = html:lower():gsub(keyword, "")
    local first = keyword:match("^%S+")
    local _, count_first = html:lower():gsub(first, "")
    if #html <= LARGEST then list[#list + 1] = { path = path, count = 100 * count + count_first, size = #html } end
  end
  table.sort(list, function(a, b) return a.count > b.count or a.count == b.count and a.path < b.path end)
  local chosen, size = {}, 0
  for i = 1, PAGES do chosen[i], size = list[i].path, size + list[i].size end
  return chosen, size
end

local function bench_pages(home)
  local servers, allow, nothing = {}, {}, home .. "/nothing"
  os.execute("mkdir -p " .. nothing)
  for i, set in ipairs(SETS) do
    servers[i] = nginx.start { root = packages[set[1]].folder }
    allow[i] = servers[i].address
  end
  local desk = assert(copydesk.new { service = { data = home .. "/pages", library = nothing, limits = unlimited,
    workers = 2, allow_addresses = allow } })
  print(("%d pages given, ms of processor time (median of %d; limit %d)"):format(PAGES, RUNS, PAGES_LIMIT))
  for i, set in ipairs(SETS) do
    local paths, size = pages_with(packages[set[1]].folder, set[2])
    local request, times, walls, record = { targetKeyword = set[2], urls = {} }, {}, {}, nil
    for k, path in ipairs(paths) do request.urls[k] = servers[i].url .. "/" .. path end
    for run = 0, RUNS do -- the first one only warms up
      local spent, wall, got = write(desk, request)
      if run > 0 then times[run], walls[run], record = spent, wall, got end
    end
    print(("  %-11s %-20s %5d kB %8.0f ms   wall %5.0f ms   %s"):format(set[1], set[2], size // 1000, median(times),
      1000 * median(walls), record and record.wordsCharged .. " words" or "refused"))
  end
  desk:close()
  for _, server in ipairs(servers) do server:stop() end
end

-- Writes a section as a document of its own; the bytes of its text.
local function write_section(path, heading, texts)
  local text = table.concat(texts, "\n\n")
  if words.count(text) < LEAST_WORDS then return nil end
  folder.write(path, ("# %s\n\n%s\n"):format(heading, text))
  return #heading + #text
end

-- Ten thousand Markdown documents made of the sections of real pages. Their number and the bytes of their texts.
local function make_library(home)
  local count, bytes = 0, 0
  for _, name in ipairs { "postgresql", "handbook", "gimp", "python", "octave", "office" } do
    local root = packages[name].folder
    for _, path in ipairs(library.files(root)) do
      local heading, texts = nil, {}
      local function close()
        local size = heading and count < DOCUMENTS and write_section(("%s/%05d.md"):format(home, count), heading, texts)
        if size then count, bytes = count + 1, bytes + size end
        texts = {}
      end
      local html = count < DOCUMENTS and page_reader.load(root .. "/" .. path)
      for _, block in ipairs(html and page_reader.parse(html).blocks or {}) do
        if block.kind == "heading" then
          close()
          heading = block.text
        elseif block.kind == "text" and heading then
          texts[#texts + 1] = block.text
        end
      end
      close()
    end
  end
  return count, bytes
end

local function bench_library(home)
  local documents = home .. "/documents"
  os.execute("mkdir -p " .. documents)
  local count, bytes = make_library(documents)
  local desk = assert(copydesk.new { service = { data = home .. "/library", library = documents, limits = unlimited,
    workers = 2 } })
  collectgarbage()
  collectgarbage()
  process.forget_peak()
  local before = process.peak()
  local spent, wall = write(desk, { targetKeyword = KEYWORDS[1] })
  print(("library of %d documents, %.1f MiB of text"):format(count, bytes / 2 ^ 20))
  print(("  first reading  %8.0f ms of processor time   wall %6.0f ms"):format(spent, 1000 * wall))
  local times, refused = {}, 0
  for _ = 1, RUNS do
    local of_run = {}
    for i, keyword in ipairs(KEYWORDS) do
      local own, _, record = write(desk, { targetKeyword = keyword })
      of_run[i] = own
      if not record then refused = refused + 1 end
    end
    times[#times + 1] = median(of_run)
  end
  print(("  an article     %8.1f ms of processor time   (median of %d runs of %d; limit %d; %d refused)"):format(
    median(times), RUNS, #KEYWORDS, LIBRARY_LIMIT, refused // RUNS))
  print(("  peak memory    %8.1f MiB above the texts     (limit %d)"):format(
    (process.peak() - before) / 1024 - bytes / 2 ^ 20, MEMORY_LIMIT))
  desk:close()
end

local home = folder.new()
bench_library(home)
bench_pages(home)
folder.remove(home)
