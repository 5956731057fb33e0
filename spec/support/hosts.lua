--- The event loops that a spec can run in, each behind the same two fields.
--
--     host.loop             for copydesk.new
--     host.run(f, g, ...)   runs the functions side by side, each in a coroutine of the loop, until all have ended;
--                           throws what one of them throws
local socket = require "socket"

-- Debian has Copas for Lua 5.1 and 5.2 alone; 5.2's works in the later ones. What it needs is for 5.1 and 5.3 in 13.
package.path = package.path .. ";/usr/share/lua/5.2/?.lua;/usr/share/lua/5.3/?.lua"

local copas = require "copas"
local cqueues = require "cqueues"
local uv = require "luv"

local hosts = {}

hosts.cqueues = {
  loop = "cqueues",
  run = function(...)
    local controller = cqueues.new()
    for _, f in ipairs { ... } do controller:wrap(f) end
    assert(controller:loop())
  end,
}

-- luv ends the process at an error in a callback. Where coroutines cannot yield across pcall it has to be that.
local catches = jit ~= nil or _VERSION ~= "Lua 5.1"

hosts.luv = {
  loop = "luv",
  run = function(...)
    local thrown
    for _, f in ipairs { ... } do
      coroutine.wrap(function()
        if not catches then return f() end
        local fine, err = pcall(f)
        if not fine then thrown = thrown or { err } end
      end)()
    end
    uv.run()
    if thrown then error(thrown[1], 0) end
  end,
}

hosts.copas = {
  loop = "copas",
  run = function(...)
    local left, thrown = select("#", ...), nil
    for _, f in ipairs { ... } do
      copas.addthread(function()
        copas.setErrorHandler(function(err)
          left, thrown = left - 1, thrown or { err }
        end)
        f()
        left = left - 1
      end)
    end
    while left > 0 do copas.step() end
    if thrown then error(thrown[1], 0) end
  end,
}

-- A loop of one's own, strict: it resumes a coroutine when its descriptor is readable or its time has come, never else.
local Sleeper = {}
Sleeper.__index = Sleeper
function Sleeper:getfd() return self.fd end
function Sleeper:dirty() return self.fd < 0 end

local function suspend(fd, seconds)
  coroutine.yield(setmetatable({ fd = fd or -1, due = seconds and socket.gettime() + seconds }, Sleeper))
end

local function advance(threads, thread)
  local fine, sleeper = coroutine.resume(thread)
  if not fine then error(debug.traceback(thread, tostring(sleeper)), 0) end
  threads[thread] = sleeper
end

-- The threads to resume now, after a wait.
local function ready(threads)
  local watched, ready_ones, first = {}, {}, nil
  for _, sleeper in pairs(threads) do
    if sleeper.fd >= 0 then watched[#watched + 1] = sleeper end
    if sleeper.due and (not first or sleeper.due < first) then first = sleeper.due end
  end
  local readable = socket.select(watched, nil, first and math.max(first - socket.gettime(), 0))
  for thread, sleeper in pairs(threads) do
    local is_due = sleeper.due and sleeper.due <= socket.gettime()
    if readable[sleeper] or is_due then ready_ones[#ready_ones + 1] = thread end
  end
  return ready_ones
end

hosts["a loop of one's own"] = {
  loop = { wait = suspend, sleep = function(seconds) suspend(nil, seconds) end },
  run = function(...)
    local threads = {}
    for _, f in ipairs { ... } do advance(threads, coroutine.create(f)) end
    while next(threads) do
      for _, thread in ipairs(ready(threads)) do advance(threads, thread) end
    end
  end,
}

return hosts
