-- Places in a city, from a file: lua5.4 examples/places.lua ["keyword"]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

local desk = assert(copydesk.new { service = { data = "build/demo/data",
  places = { api = "file", path = here .. "/data/places.json" } } })

-- The keyword says what is sought, where, and how many.
local job = assert(desk:create { articleType = "local_places_roundup",
  targetKeyword = arg[1] or "5 best coffee shops in Port Almere" })
local article = assert(desk:wait(job))

print(("%s: %d words"):format(article.title, article.wordsCharged))
for heading in article.output.html:gmatch "<h2>(.-)</h2>" do print("  " .. heading) end
desk:close()
