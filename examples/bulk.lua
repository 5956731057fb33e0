-- Many articles from a list of keywords, one a line: lua5.4 examples/bulk.lua keywords.txt FOLDER
-- Run it again after an interruption: it goes on where it was.
local copydesk = require "copydesk"
local json = require "cjson"
local list, folder = arg[1], arg[2]
if not folder then
  io.stderr:write("usage: lua5.4 examples/bulk.lua KEYWORDS.txt FOLDER\n")
  os.exit(2)
end
local here = arg[0]:match("^(.*)/") or "."
local desk = assert(copydesk.new { service = { data = folder .. "/data", library = here .. "/library" } })

local keywords = {}
for line in io.lines(list) do
  if line:find("%S") then keywords[#keywords + 1] = line end
end

-- What was begun, by place in the list; whoever runs this again with the same list finds it.
local jobs_file = folder .. "/jobs.json"
local saved = io.open(jobs_file)
local jobs = saved and json.decode(saved:read("*a")) or {}
if saved then saved:close() end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

local function save()
  write(jobs_file .. ".new", json.encode(jobs))
  assert(os.rename(jobs_file .. ".new", jobs_file))
end

local failed = 0
local function keep(result)
  local article = result.article
  if article then
    local path = folder .. "/" .. keywords[result.index]:lower():gsub("[^%w]+", "-") .. ".html"
    write(path, article.output.html)
    print(path, article.wordsCharged .. " words")
  else
    failed = failed + 1
    io.stderr:write(keywords[result.index], ": ", tostring(result.err), "\n")
  end
end

assert(desk:write_all(keywords, { jobs = jobs, on_change = save, on_article = keep }))
desk:close()
os.exit(failed == 0 and 0 or 1)
