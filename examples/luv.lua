-- Articles side by side in luv (libuv): lua5.4 examples/luv.lua ["keyword" ...]
local copydesk = require "copydesk"
local uv = require "luv"
local here = arg[0]:match("^(.*)/") or "."
local keywords = #arg > 0 and arg or { "indoor herb garden", "watering herbs" }

-- The service that COPYDESK_BASE_URL names, or one inside this process.
local service = not os.getenv "COPYDESK_BASE_URL" and { data = "build/demo/data", library = here .. "/library" } or nil
local desk = assert(copydesk.new { loop = "luv", service = service })

local function write(keyword)
  local job = assert(desk:create(keyword))
  local article = assert(desk:wait(job, { on_progress = function(record)
    print(("%3.0f%%  %s: %s"):format(record.progress * 100, keyword, record.statusDetail))
  end }))
  print(("%s: %d words"):format(article.title, article.wordsCharged))
end

for _, keyword in ipairs(keywords) do coroutine.wrap(write)(keyword) end
uv.run()
desk:close()
