-- Products of a file compared in one article: lua5.4 examples/product_roundup.lua ["keyword"]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

-- The service runs inside this process. Prices, ratings and specifications are the file's own.
local desk = assert(copydesk.new { service = { data = "build/demo/data",
  products = { api = "file", path = here .. "/data/products.json" } } })

local job = assert(desk:create {
  articleType = "market_product_roundup", targetKeyword = arg[1] or "best headlamps for hiking", numMarketProducts = 5,
  marketAssociatesId = "example-20", -- stands in each product's link
})
local article = assert(desk:wait(job))

print(("%s: %d words"):format(article.title, article.wordsCharged))
for heading in article.output.html:gmatch "<h2>(.-)</h2>" do print("  " .. heading) end
for link in article.output.html:gmatch 'class="button" href="(.-)"' do print("  " .. link) end
desk:close()
