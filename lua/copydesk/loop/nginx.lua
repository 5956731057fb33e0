--- Waiting in nginx: requests park on a semaphore each, and one timer coroutine of the worker moves the clients on.
--
-- That coroutine, the server here, sleeps on a cosocket whose other end belongs to a thread, the wakeup: it waits for
-- the clients' descriptors and writes a byte when one becomes readable. The server lives only while something waits
-- (and a second longer), so nothing is polled, and neither an idle nor an exiting worker is held up. Where no wakeup
-- can be made, each request sleeps between two looks at its client, longer each time.
-- @module copydesk.loop.nginx
local core = require "copydesk.core"
local has_semaphore, semaphore = pcall(require, "ngx.semaphore")

local host = {}

local YIELDING = {
  rewrite = true, server_rewrite = true, access = true, content = true, timer = true, preread = true,
  ssl_cert = true, ssl_session_fetch = true, ssl_client_hello = true,
}

local LINGER_SECONDS = 1          -- for which the server outlives the last request that waited
local LONG_MS = 3600 * 1000       -- for ever: the clients' descriptors become readable at every deadline
local SWEEP_SECONDS = 1           -- how often aborted requests are looked for, while there is something to do anyway
local FIRST_SLEEP, LONGEST_SLEEP = 0.001, 0.05 -- seconds between two looks, without a wakeup
local AGAIN_SECONDS = 60          -- after which a wakeup that could not be made is tried again
local START_SECONDS = 0.25        -- within which a server starts, unless nginx has no room for its timer
local POOL_SIZE = 64              -- semaphores kept for the next requests

--- Figures for tests and for diagnosis: how often the server woke up, and why it does not run.
host.stats = { turns = 0 }

local pool = {}                   -- semaphores that nobody waits for
local active = {}                 -- drivers that have something under way
local wakeup                      -- made with the first server, and kept
local serving                     -- a server runs, or a timer will start it
local running                     -- a server runs
local lingering                   -- nothing waits, and the server has not ended yet
local leaving                     -- a light thread will end the lingering server
local over                        -- that thread has slept
local broken_until = 0            -- nginx's time: no server is started before

function host.problem()
  local phase = ngx.get_phase()
  if YIELDING[phase] then return end
  return ("the %s phase cannot wait; call it in the access or content phase, or in ngx.timer.at"):format(phase)
end

-- --- the server ----------------------------------------------------------------------------------------------------

-- A new connection for each server: one that nginx had kept in its pool may be closed by now, as in a worker that is
-- told to exit, and finding that out is an error in nginx's log.
local function connect(sock)
  local path, err = wakeup:listen()
  if not path then return nil, err end
  local fine, problem = sock:connect("unix:" .. path)
  if not fine then return nil, problem end
  return wakeup:accept()
end

local function open()
  local err
  if not wakeup then wakeup, err = core.wakeup() end
  if not wakeup then return nil, err end
  local sock = ngx.socket.tcp()
  local fine, problem = connect(sock)
  if not fine then return nil, problem end
  return sock
end

-- When nginx aborts a request, nobody waits for its semaphore any more. Its task is cancelled here.
local function sweep(driver)
  local now = ngx.now()
  if now < (driver.swept or 0) + SWEEP_SECONDS then return end
  driver.swept = now
  for task, waiter in pairs(driver.waiting) do
    if waiter.parked and not waiter.posted and waiter.semaphore:count() >= 0 then
      driver.waiting[task] = nil
      task:cancel()
    end
  end
end

local function turn_all()
  for driver in pairs(active) do
    driver:turn()
    sweep(driver)
    if driver:is_idle() then
      active[driver] = nil
    else
      assert(wakeup:watch(driver.native:fd()))
    end
  end
end

-- A light thread of the server's own: a timeout of the cosocket would be an error in nginx's log, and a further timer
-- is dropped without a word where lua_max_running_timers are running.
local function leave_later()
  if ngx.worker.exiting() then return false end
  leaving = leaving or ngx.thread.spawn(function()
    ngx.sleep(LINGER_SECONDS)
    leaving, over = nil, true
    wakeup:notify()
  end)
  return true
end

local function serve()
  local sock = assert(open())
  sock:settimeout(LONG_MS)
  while true do
    turn_all()
    lingering = next(active) == nil
    if lingering and (over or not leave_later()) then break end
    over = false
    assert(sock:receiveany(64))
    host.stats.turns = host.stats.turns + 1
  end
  over = false
  sock:close()
end

-- However the server ends, the requests that wait for it are woken.
local function run(premature)
  local fine, err = true, nil
  serving, running = true, true
  if not premature then fine, err = pcall(serve) end
  serving, running = false, false
  if fine and not next(active) then return end
  if not fine then
    broken_until = ngx.now() + AGAIN_SECONDS
    host.stats.problem = tostring(err)
    ngx.log(ngx.WARN, "copydesk: requests poll, since no wake-up can be made: ", tostring(err))
  end
  for driver in pairs(active) do
    for _, waiter in pairs(driver.waiting) do host.wake(waiter) end
  end
  active = {}
end

-- --- what the driver asks for --------------------------------------------------------------------------------------

function host.drive(driver)
  if ngx.now() < broken_until then return end
  driver.hosts = driver.hosts or { host }
  if not active[driver] then
    active[driver] = true
    sweep(driver)
    if wakeup and serving and not wakeup:watch(driver.native:fd()) then wakeup:notify() end
  end
  if serving then return end
  local fine, err = ngx.timer.at(0, run)
  serving = fine
  if not fine then host.stats.problem = err end -- the worker is exiting, or has too many timers
end

-- Without a server: sleeps, longer while nothing happens and short again afterwards, and looks.
local function poll(waiter, driver)
  waiter.sleep = math.min((waiter.sleep or FIRST_SLEEP / 2) * 2, LONGEST_SLEEP)
  ngx.sleep(waiter.sleep)
  driver:turn()
  if waiter.first <= waiter.last then waiter.sleep = nil end
end

-- nginx drops a timer beyond lua_max_running_timers, and reports that only in its log.
local function give_up_server(driver)
  active, serving, broken_until = {}, false, ngx.now() + AGAIN_SECONDS
  host.stats.problem = "the worker did not run a timer"
  driver:turn()
end

-- Semaphores are kept in a pool, since making one costs more than all the rest of parking. That of an aborted request
-- is not put back.
function host.park(waiter, driver)
  if not serving or not has_semaphore then return poll(waiter, driver) end
  waiter.semaphore = table.remove(pool) or semaphore.new()
  waiter.parked, waiter.posted = true, false
  local posted = waiter.semaphore:wait(running and LONG_MS / 1000 or START_SECONDS)
  waiter.parked = false
  if posted and #pool < POOL_SIZE then pool[#pool + 1] = waiter.semaphore end
  if not posted and not running then give_up_server(driver) end
end

function host.wake(waiter)
  if not waiter.parked or waiter.posted then return end
  waiter.posted = true
  waiter.semaphore:post(1)
end

-- Wakes the server, which otherwise sleeps until the next event of a client, so that it sees that nothing waits any
-- more.
function host.rest()
  if wakeup and serving and not lingering then wakeup:notify() end
end

function host.close(driver)
  active[driver] = nil
  host.rest()
end

return host
