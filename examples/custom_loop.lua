-- A loop of one's own, made of LuaSocket's select: lua5.4 examples/custom_loop.lua ["keyword" ...]
local copydesk = require "copydesk"
local socket = require "socket"
local here = arg[0]:match("^(.*)/") or "."
local keywords = #arg > 0 and arg or { "indoor herb garden", "watering herbs" }

-- The client asks for no more than this: that the running coroutine is resumed when the descriptor is readable, and
-- after so many seconds at the latest. Sooner does no harm.
local loop = {
  wait = function(_, seconds) coroutine.yield(seconds) end,
  sleep = function(seconds) coroutine.yield(seconds) end,
}

-- The service that COPYDESK_BASE_URL names, or one inside this process.
local service = not os.getenv "COPYDESK_BASE_URL" and { data = "build/demo/data", library = here .. "/library" } or nil
local desk = assert(copydesk.new { loop = loop, service = service })

-- Resumes all, and waits for whoever wants to go on first; select takes the client as it takes a socket.
local function run(threads)
  while #threads > 0 do
    local soonest = math.huge
    for i = #threads, 1, -1 do
      local seconds = select(2, assert(coroutine.resume(threads[i])))
      if coroutine.status(threads[i]) == "dead" then
        table.remove(threads, i)
      else
        soonest = math.min(soonest, seconds)
      end
    end
    if #threads > 0 then socket.select({ desk }, nil, soonest) end
  end
end

local threads = {}
for i, keyword in ipairs(keywords) do
  threads[i] = coroutine.create(function()
    local article = assert(desk:wait(assert(desk:create(keyword))))
    print(("%s: %d words"):format(article.title, article.wordsCharged))
  end)
end
run(threads)
desk:close()
