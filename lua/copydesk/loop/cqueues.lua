--- Waiting in cqueues: a coroutine of the caller's controller polls the native client, and conditions wake the waiters.
-- @module copydesk.loop.cqueues
local cqueues = require "cqueues"
local condition = require "cqueues.condition"

local host = {}

function host.problem()
  local controller, inside = cqueues.running()
  if controller and inside then return end
  return "called outside cqueues; run it in a coroutine of cqueues.new():wrap(...)"
end

function host.park(waiter)
  waiter.signal = waiter.signal or condition.new()
  waiter.signal:wait()
end

function host.wake(waiter)
  if waiter.signal then waiter.signal:signal() end
end

-- One polling coroutine for each controller: a process may have several.
function host.drive(driver)
  local controller = cqueues.running()
  driver.hosts = driver.hosts or { host }
  driver.changed = driver.changed or condition.new()
  driver.controllers = driver.controllers or setmetatable({}, { __mode = "k" })
  if driver.controllers[controller] then return end
  driver.controllers[controller] = true
  controller:wrap(function()
    while not driver:is_idle() do
      cqueues.poll(driver.native, driver.changed)
      driver:turn()
    end
    driver.controllers[controller] = nil
  end)
end

function host.rest(driver)
  if driver.changed then driver.changed:signal() end
end

function host.close(driver)
  cqueues.cancel(driver.native:fd())
  host.rest(driver)
end

return host
