-- Articles side by side in Copas: lua5.1 examples/copas.lua ["keyword" ...]
local copydesk = require "copydesk"
local copas = require "copas"
local here = arg[0]:match("^(.*)/") or "."
local keywords = #arg > 0 and arg or { "indoor herb garden", "watering herbs" }

-- The service that COPYDESK_BASE_URL names, or one inside this process.
local service = not os.getenv "COPYDESK_BASE_URL" and { data = "build/demo/data", library = here .. "/library" } or nil
local desk = assert(copydesk.new { loop = "copas", service = service })

-- What goes wrong is said, not thrown: an error ends a thread of Copas, but not the program.
local function write(keyword)
  local job, err = desk:create(keyword)
  local article
  if job then article, err = desk:wait(job) end
  print(article and ("%s: %d words"):format(article.title, article.wordsCharged) or keyword .. ": " .. tostring(err))
end

-- copas.loop() of Copas 1 never returns, so this steps until all are written.
local left = #keywords
for _, keyword in ipairs(keywords) do
  copas.addthread(function()
    write(keyword)
    left = left - 1
  end)
end
while left > 0 do copas.step() end
desk:close()
