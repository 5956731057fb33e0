--- Waiting in Copas, whose coroutines can only wait for sockets, with LuaSocket's select. So each waiter and each
-- client is represented by an object that looks like a socket.
--
-- That of a waiter has a descriptor that never becomes readable; once the waiter is woken, the object says that it has
-- data ("dirty").
-- @module copydesk.loop.copas
local copas = require "copas"
local socket = require "socket"

local host = {}

-- A UDP socket without a port, so that nothing can ever arrive. (LuaSocket 2 makes the descriptor at once in udp, 3
-- only in udp4.)
local silent = assert((socket.udp4 or socket.udp)())

function host.problem()
  local running, is_main = coroutine.running()
  if not running or is_main then return "called outside a coroutine; run it in one of copas.addthread(...)" end
end

local function pollable(fields)
  fields.settimeout = function() return true end
  fields.close = function() return true end -- Copas closes the socket that a thread waited for last
  return fields
end

local function new_source(waiter)
  return pollable {
    getfd = function() return silent:getfd() end,
    dirty = function() return waiter.awake end,
    receive = function() return waiter.awake or nil, "timeout" end,
  }
end

function host.park(waiter)
  waiter.source = waiter.source or new_source(waiter)
  copas.receive(waiter.source, 1)
  waiter.awake = false
end

function host.wake(waiter)
  waiter.awake = true
end

function host.drive(driver)
  if driver.driving then return end
  driver.driving = true
  local native, is_watched = driver.native, false
  local watched = pollable {
    getfd = function() return (driver.closed and silent or native):getfd() end, -- select skips what has none
    dirty = function() return driver:is_idle() or native:dirty() end,
    receive = function()
      if not is_watched then -- Copas asks at once, in the coroutine that is about to park
        is_watched = true
        return nil, "timeout"
      end
      driver:turn()
      return driver:is_idle() or nil, "timeout"
    end,
  }
  copas.addthread(function()
    copas.receive(watched, 1)
    driver.driving = false
  end)
end

return host
