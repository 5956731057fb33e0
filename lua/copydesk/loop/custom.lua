--- Waiting in a loop of the user's, a table with `wait(fd, timeout)` and `sleep(seconds)`.
--
-- Each parked coroutine waits for the native client's descriptor by itself. The first one that the loop resumes steps
-- the client; then the descriptor is kept readable until every coroutine whose request that step ended was resumed,
-- too.
-- @module copydesk.loop.custom
local core = require "copydesk.core"

-- Waiters for which the descriptor is kept readable. Weak: a coroutine may be dropped.
local function notified(driver)
  driver.notified = driver.notified or setmetatable({}, { __mode = "k" })
  return driver.notified
end

local function wait(how, driver)
  local timeout = driver.native:timeout()
  if timeout == 0 then how.sleep(0) else how.wait(driver.native:fd(), timeout) end
end

return function(how)
  local host = {}

  function host.problem() end

  function host.drive(driver)
    driver.hosts = driver.hosts or { host }
  end

  function host.park(waiter, driver)
    waiter.driver = driver
    wait(how, driver)
    waiter.driver = nil
    notified(driver)[waiter] = nil
    local is_last = next(notified(driver)) == nil
    if is_last then driver:keep_readable("notified", false) end
    if is_last and driver.closed then driver.native:close() end
    driver:turn()
  end

  function host.wake(waiter)
    local driver = waiter.driver
    if not driver then return end
    notified(driver)[waiter] = true
    driver:keep_readable("notified", true)
  end

  -- The descriptor stays open until nobody waits for it any more.
  function host.close(driver)
    driver:fail(select(2, core.error("cancelled", nil, "the client was closed")))
    return next(notified(driver)) ~= nil
  end

  return host
end
