--- For hosts that have no scheduler of coroutines (LÖVE, luv): the parked coroutines, and a queue of those to resume.
--
-- Parked coroutines are referenced from here: one that the program keeps no reference to still goes on.
-- @module copydesk.loop.coroutines
local coroutines = {}

--- Why the running code cannot yield, nil when it can.
function coroutines.problem(where)
  local running, is_main = coroutine.running()
  if not running or is_main then return "called outside a coroutine; run it in one, " .. where end
end

local function state(driver)
  driver.parked = driver.parked or {}
  driver.queue = driver.queue or {}
  return driver.parked, driver.queue
end

function coroutines.park(waiter, driver)
  local parked = state(driver)
  waiter.driver = driver
  parked[waiter] = coroutine.running()
  coroutine.yield()
  parked[waiter] = nil
end

--- Puts the waiter into the queue of those to resume; true when it was not there yet.
function coroutines.wake(waiter)
  local driver = waiter.driver
  if not driver or not driver.parked[waiter] or waiter.queued then return false end
  waiter.queued = true
  driver.queue[#driver.queue + 1] = waiter
  return true
end

local function resume(driver, waiter)
  local thread = driver.parked[waiter]
  waiter.queued = nil
  driver.parked[waiter] = nil
  if not thread or coroutine.status(thread) == "dead" then return end -- the program resumed or closed it
  local fine, err = coroutine.resume(thread)
  if not fine then return debug.traceback(thread, tostring(err)) end
end

-- Puts the entries of `queue` after its first `count` in front of those that were queued meanwhile.
local function keep_rest(driver, queue, count)
  local rest = {}
  for i = count + 1, #queue do rest[#rest + 1] = queue[i] end
  for _, waiter in ipairs(driver.queue) do rest[#rest + 1] = waiter end
  driver.queue = rest
end

--- Resumes the coroutines in the queue: all of them, or one after the other until is_enough() is true. An error in one
-- of them does not keep the others from going on.
-- @return nil, or the first error with its traceback, to be thrown
function coroutines.run(driver, is_enough)
  local _, queue = state(driver)
  driver.queue = {}
  local thrown
  for i, waiter in ipairs(queue) do
    thrown = resume(driver, waiter) or thrown
    if is_enough and is_enough() then
      keep_rest(driver, queue, i)
      break
    end
  end
  return thrown
end

return coroutines
