-- A list of things with a text for each: lua5.4 examples/listicle.lua ["7 best herbs for a windowsill"]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

-- No base URL: the service runs inside this process and writes from the documents of a folder.
local desk = assert(copydesk.new { service = { data = "build/demo/data", library = here .. "/library" } })

-- The number in the keyword is the number of items. Without one, or for another number than the keyword's:
-- enableAutomaticLength = false, numberOfItems = 5.
local article = assert(desk:wait(assert(desk:create {
  articleType = "listicle",
  targetKeyword = arg[1] or "7 best herbs for a windowsill",
  enableSupplementalInformation = true, -- one to three sections behind the items
  includeCta = true,
})))

print(article.title)
for heading in article.output.html:gmatch("<h2>(.-)</h2>") do print("  " .. heading) end
for _, note in ipairs(article.notes) do print("note: " .. note) end
desk:close()
