--- Waiting in luv: a poll handle on the native client's descriptor, whose callback resumes the coroutines.
-- @module copydesk.loop.luv
local uv = require "luv"
local coroutines = require "copydesk.loop.coroutines"

local host = { park = coroutines.park }

function host.problem()
  return coroutines.problem("such as coroutine.wrap(function() ... end)(), and call uv.run()")
end

-- The handles are libuv's and live until they are closed: they must not hold the driver.
local function weak(driver, run)
  local held = setmetatable({ driver = driver }, { __mode = "v" })
  return function()
    if held.driver then run(held.driver) end
  end
end

local function rest(driver)
  if driver.poll and driver.polling then
    driver.poll:stop()
    driver.polling = false
  end
end

local function run(driver)
  driver:turn()
  if driver:is_idle() then rest(driver) end
  coroutines.run(driver)
end

function host.drive(driver)
  driver.hosts = driver.hosts or { host }
  driver.poll = driver.poll or uv.new_poll(driver.native:fd())
  if driver.polling then return end
  driver.polling = true
  driver.poll:start("r", weak(driver, run))
end

-- Not at once: the waker may itself be a coroutine.
function host.wake(waiter)
  if not coroutines.wake(waiter) then return end
  local driver = waiter.driver
  driver.soon = driver.soon or uv.new_timer()
  driver.soon:start(0, 0, function() coroutines.run(driver) end)
end

host.rest = rest

-- Stopped handles hold nothing; collecting them closes them. Closed by hand, with no uv.run to come, they crash luv's
-- end on Lua 5.1.
function host.close(driver)
  rest(driver)
  driver.poll = nil
end

return host
