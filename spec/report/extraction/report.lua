--- The main text of web pages as the reader takes it, held against what people marked as the text of these pages.
--
--   make extraction-report PAGES="folder folder" [OUT=folder]
--
-- PAGES names checkouts of public sets on GitHub:
--   scrapinghub/article-extraction-benchmark  181 articles with their whole text (bodies.lua)
--   adbar/trafilatura                         990 pages of all kinds with pieces of text that must be kept, and pieces
--                                             that must not (pieces.lua)
-- Beside our figures stand those that the checkout itself publishes for trafilatura. Pages are taken in the order of
-- their names; odd ones served to develop the reader, even ones did not. OUT gets our texts, and what is wrong in each.
package.path = "./?.lua;" .. package.path
local json = require "cjson"
local folder = require "spec.support.folder"

local bodies = require "spec.report.extraction.bodies"
local pieces = require "spec.report.extraction.pieces"
local sets = { bodies, pieces }

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function ascending(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

--- What the reader takes of each file.
local function read_pages(paths)
  local names = os.tmpname()
  folder.write(names, table.concat(paths, "\n") .. "\n")
  local pipe = assert(io.popen(("%s/report/main_text < %s"):format(quote(os.getenv "COPYDESK_BUILD"), names)))
  local texts = {}
  for line in pipe:lines() do
    local size = tonumber(line)
    texts[#texts + 1] = size > 0 and pipe:read(size) or ""
  end
  local done = pipe:close()
  os.remove(names)
  assert(done and #texts == #paths, "main_text failed")
  return texts
end

local function print_row(name, row)
  print(("  %-34s %.3f  %s     %.3f      %.3f"):format(name, row.f1, row.deviation or "       ", row.precision,
    row.recall))
end

local function every_second(list, first)
  local chosen = {}
  for i = first, #list, 2 do chosen[#chosen + 1] = list[i] end
  return chosen
end

local function keep(name, text)
  local out = os.getenv "OUT" or ""
  if out == "" then return end
  assert(os.execute("mkdir -p " .. quote(out)))
  folder.write(out .. "/" .. name:gsub("[^%w.-]", "_") .. ".txt", text)
end

local function report(set, root, truth)
  local keys = ascending(truth)
  local paths = {}
  for i, key in ipairs(keys) do paths[i] = set.path(root, key, truth[key]) end
  local scores = set.score(keys, truth, read_pages(paths), keep)
  print(("%s: %d pages"):format(set.name, #keys))
  print("  " .. (" "):rep(34) .. " F1               precision  recall")
  local published, version = set.published(root)
  print_row("published: trafilatura " .. version, published)
  print_row("this reader", set.sum(scores))
  print_row("  pages to develop by", set.sum(every_second(scores, 1)))
  print_row("  pages held out", set.sum(every_second(scores, 2)))
end

local found = false
for root in (os.getenv "PAGES" or ""):gmatch("%S+") do
  for _, set in ipairs(sets) do
    local text = folder.read(root .. "/" .. set.truth)
    if text then
      found = true
      report(set, root, json.decode(text))
    end
  end
end
if not found then
  io.stderr:write('usage: make extraction-report PAGES="folder", the checkout of a set (spec/report/extraction)\n')
  os.exit(2)
end
