--- Writes a fixed set of articles from the example library and prints all of each that a reader sees, in one order.
---
---   lua5.4 spec/support/write_all.lua WORKERS FIRST
---
--- so many written side by side, the one with number FIRST asked for first.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"

local requests = {
  { targetKeyword = "indoor herb garden", includeFaq = true, includeKeyTakeaways = true },
  { targetKeyword = "how to water herbs", readabilityMode = "8th_grade" },
  { targetKeyword = "growing basil", outline = { "Light", { title = "Watering", subsections = { "Tap water" } } } },
  { targetKeyword = "herbs for the kitchen", articleType = "listicle" },
  { targetKeyword = "Kräutergarten auf der Fensterbank", language = "de", includeFaq = true },
  { targetKeyword = "orbital mechanics" },
}

local workers, first = tonumber(arg[1]), tonumber(arg[2])
local home = folder.new()
local desk = assert(copydesk.new { service = { data = home .. "/data", library = "examples/library", workers = workers,
  limits = { create = 0, status = 0, links = 0, other = 0 } } })

local ids = {}
for i = 0, #requests - 1 do
  local number = (first + i - 1) % #requests + 1
  ids[number] = assert(desk:create(requests[number]))
end
for number, id in ipairs(ids) do
  local record, problem = desk:wait(id)
  print("=== " .. requests[number].targetKeyword)
  if not record then
    print(problem)
  else
    print(record.title, record.slug, record.metaDescription, record.wordsCharged)
    print(record.output.html)
    for _, source in ipairs(record.sources) do print("source", source.title, source.url) end
    for _, note in ipairs(record.notes) do print("note", note) end
  end
end
desk:close()
folder.remove(home)
