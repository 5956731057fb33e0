-- A page for a service, with facts of the customer's brand: lua5.4 examples/service_page.lua ["herb garden service"]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

-- No base URL: the service runs inside this process and writes from the documents of a folder.
local desk = assert(copydesk.new { service = { data = "build/demo/data", library = here .. "/library" } })

-- What the brand says of itself is a source like the documents, and its link is where the page leads in the end.
local brand = assert(desk:request("POST", "/api/brands", {
  name = "Hearth & Herb",
  url = "https://hearth.example/",
  knowledge = "Clients of the herb garden service save an afternoon of work. First a gardener visits the kitchen and "
    .. "measures the light. Then the gardener plants the pots and explains the care. The gardeners are certified by "
    .. "the regional guild.",
  links = { { text = "Book a visit", url = "https://hearth.example/visit" } },
}))

local article = assert(desk:wait(assert(desk:create {
  articleType = "service_page",
  targetKeyword = arg[1] or "herb garden service",
  brandId = brand.brandId,
})))

print(article.title)
for heading in article.output.html:gmatch("<h2>(.-)</h2>") do print("  " .. heading) end
print("leads to " .. (article.output.html:match('href="(https://hearth.example/visit)"') or "nothing"))
for _, note in ipairs(article.notes) do print("note: " .. note) end
desk:close()
