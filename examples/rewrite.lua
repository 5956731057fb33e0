-- A page written anew: lua5.4 examples/rewrite.lua URL ["keyword"]
local copydesk = require "copydesk"

local url = assert(arg[1], "usage: rewrite.lua URL [KEYWORD]")

-- No base URL: the service runs inside this process. Pages of one's own network are closed to it unless they are named:
-- COPYDESK_ALLOW=127.0.0.1:8080 lets it read a page of a server on this machine.
local allowed = {}
for address in (os.getenv "COPYDESK_ALLOW" or ""):gmatch "[^,%s]+" do allowed[#allowed + 1] = address end
local desk = assert(copydesk.new { service = { data = "build/demo/rewrite", allow_addresses = allowed } })

local job = assert(desk:create {
  articleType = "rewrite_blog_post",
  targetKeyword = arg[2] or "compost heap",
  articleUrl = url,
  rewriteAllSourceData = true, -- every section and fact of the page, not the main ones alone
})
local article = assert(desk:wait(job))

print(("%s: %d words"):format(article.title, article.wordsCharged))
for heading in article.output.html:gmatch "<h2>(.-)</h2>" do print("  " .. heading) end
for _, note in ipairs(article.notes) do print("note: " .. note) end
desk:close()
