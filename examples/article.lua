-- From a keyword to an article with internal links: lua5.4 examples/article.lua ["keyword"]
local copydesk = require "copydesk"
local page = require "copydesk.page"
local here = arg[0]:match("^(.*)/") or "."

-- No base URL: the service runs inside this process and writes from the documents of a folder.
local desk = assert(copydesk.new { service = { data = "build/demo/data", library = here .. "/library" } })

-- The site that the article is for: its pages are what internal links may lead to.
local site
for _, domain in ipairs(assert(desk:request("GET", "/api/domains")).data) do
  if domain.name == "Windowsill Garden" then site = domain end
end
site = site or assert(desk:request("POST", "/api/domains", { name = "Windowsill Garden" }))
assert(desk:request("POST", "/api/domains/" .. site.domainId .. "/pages", { pages = dofile(here .. "/site.lua") }))

local job = assert(desk:create { targetKeyword = arg[1] or "indoor herb garden", includeFaq = true })
local article = assert(desk:wait(job, { on_progress = function(record)
  print(("%3.0f%%  %s"):format(record.progress * 100, record.statusDetail))
end }))
local linked = assert(desk:link { content = article.output.html, format = "html", domainId = site.domainId })

print(("%s: %d words from %d sources, %d internal links"):format(article.title, article.wordsCharged, #article.sources,
  select(2, linked.content:gsub('href="https://windowsill', ""))))
local function write(suffix, html)
  local path = "build/demo/" .. article.slug .. suffix
  local file = assert(io.open(path, "w"))
  file:write(page.wrap(html, { title = article.title, language = "en" }))
  file:close()
  print("wrote " .. path)
end
write(".html", article.output.html)
write(".linked.html", linked.content)
desk:close()
