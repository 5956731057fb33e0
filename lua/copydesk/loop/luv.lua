--- Waiting in luv: a poll handle on the native client's descriptor, whose callback resumes the coroutines.
--
-- A handle is stopped when nothing waits, and kept for the client that has the same descriptor next. It is not closed:
-- luv 1.44 crashes at the end of the program when a handle was closed and no uv.run came after it. It is not collected
-- either: libuv would then stop watching the descriptor, which may be another client's by that time.
-- @module copydesk.loop.luv
local uv = require "luv"
local coroutines = require "copydesk.loop.coroutines"

local host = { park = coroutines.park }

local handles = {} -- by descriptor
local polling = {} -- descriptor -> the driver that it is polled for; keeps the driver alive
local due = {} -- drivers with coroutines to resume
local resume_timer -- resumes them, in the next turn of the loop

function host.problem()
  return coroutines.problem("such as coroutine.wrap(function() ... end)(), and call uv.run()")
end

function host.rest(driver)
  local fd = driver.polled
  if not fd then return end
  driver.polled, polling[fd] = nil, nil
  handles[fd]:stop()
end

local function run(driver)
  driver:turn()
  local thrown = coroutines.run(driver)
  if driver:is_idle() then host.rest(driver) end
  if thrown then error(thrown, 0) end
end

local function handle(fd)
  handles[fd] = handles[fd] or assert(uv.new_poll(fd))
  return handles[fd]
end

function host.drive(driver)
  if driver.polled then return end
  driver.hosts = driver.hosts or { host }
  local fd = driver.native:fd()
  assert(handle(fd):start("r", function() run(polling[fd]) end))
  driver.polled, polling[fd] = fd, driver
end

local function run_due()
  local drivers, thrown = due, nil
  due = {}
  for driver in pairs(drivers) do thrown = coroutines.run(driver) or thrown end
  if thrown then error(thrown, 0) end
end

-- Not at once: wake may be called from another coroutine.
function host.wake(waiter)
  if not coroutines.wake(waiter) then return end
  due[waiter.driver] = true
  resume_timer = resume_timer or uv.new_timer()
  resume_timer:start(0, 0, run_due)
end

host.close = host.rest

return host
