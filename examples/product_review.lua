-- One product of a file reviewed: lua5.4 examples/product_review.lua [ID]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

local desk = assert(copydesk.new { service = { data = "build/demo/data",
  products = { api = "file", path = here .. "/data/products.json" } } })

local job = assert(desk:create { articleType = "market_single_product_review",
  targetKeyword = "running headlamp review", asin = arg[1] or "B0HLVSTR55" })
local article = assert(desk:wait(job))

print(("%s: %d words"):format(article.title, article.wordsCharged))
print((article.output.html:match "<h2>Verdict</h2>(.*)$"):gsub("<.->", ""))
desk:close()
