-- Many articles from a list of keywords, one a line: lua5.4 examples/bulk.lua keywords.txt FOLDER
-- Run it again after an interruption: it goes on where it was.
local copydesk = require "copydesk"
local list, folder = arg[1], arg[2]
if not folder then
  io.stderr:write("usage: lua5.4 examples/bulk.lua KEYWORDS.txt FOLDER\n")
  os.exit(2)
end
local here = arg[0]:match("^(.*)/") or "."
local desk = assert(copydesk.new { service = { data = folder .. "/data", library = here .. "/library" } })

-- All are queued first, so that the service's workers write several at a time.
local queue, failed = {}, 0
for keyword in io.lines(list) do
  local path = folder .. "/" .. keyword:lower():gsub("[^%w]+", "-") .. ".html"
  local file = io.open(path)
  if file then
    file:close()
  elseif keyword:find("%S") then
    -- The key makes a second run find what the first one queued, for a day.
    local job = assert(desk:create({ targetKeyword = keyword }, { idempotency_key = "bulk " .. keyword }))
    queue[#queue + 1] = { path = path, keyword = keyword, job = job }
  end
end
for _, entry in ipairs(queue) do
  local article, err = desk:wait(entry.job)
  if article then
    local file = assert(io.open(entry.path, "w"))
    file:write(article.output.html)
    file:close()
    print(entry.path, article.wordsCharged .. " words")
  else
    failed = failed + 1
    io.stderr:write(entry.keyword, ": ", tostring(err), "\n")
  end
end
desk:close()
os.exit(failed == 0 and 0 or 1)
