--- Waiting in nginx: requests park on a semaphore each, and one timer coroutine of the worker moves the clients on.
--
-- That coroutine, the server here, sleeps on a cosocket whose other end is the bell: a thread that waits for the
-- clients' descriptors and writes a byte when one becomes readable. It lives only while something waits (and a second
-- longer), so nothing is polled and an idle or exiting worker is not held up. Where no bell can be had, each request
-- sleeps for a growing while between two looks.
-- @module copydesk.loop.nginx
local core = require "copydesk.core"
local has_semaphore, semaphore = pcall(require, "ngx.semaphore")

local host = {}

local YIELDING = {
  rewrite = true, server_rewrite = true, access = true, content = true, timer = true, preread = true,
  ssl_cert = true, ssl_session_fetch = true, ssl_client_hello = true,
}

local LINGER_SECONDS = 1          -- how long the server outlives the last request that waited
local LONG_MS = 3600 * 1000       -- the clients' descriptors carry every deadline: this is no more than a number
local SWEEP_SECONDS = 1           -- how often aborted requests are looked for, while there is something to do anyway
local NAP, LONGEST_NAP = 0.001, 0.05 -- seconds, without a bell
local AGAIN_SECONDS = 60          -- after which a bell that could not be had is tried again
local START_SECONDS = 0.25        -- within which a server starts, unless nginx has no room for its timer
local SPARES = 64

--- Figures for tests and for the curious: how often the server woke up, and why it does not run.
host.stats = { turns = 0 }

local spare = {}                  -- semaphores that nobody waits for
local active = {}                 -- drivers that have something under way
local bell, serving, running, lingering -- serving: a server runs, or a timer will start it
local leaving, over               -- a timer will end the server; it has come
local broken_until = 0            -- nginx's time

function host.problem()
  local phase = ngx.get_phase()
  if YIELDING[phase] then return end
  return ("the %s phase cannot wait; call it in the access or content phase, or in ngx.timer.at"):format(phase)
end

-- --- the server ----------------------------------------------------------------------------------------------------

-- A new connection for each server: one from nginx's pool may be gone, as in a worker that is told to go, and finding
-- that out is an error in nginx's log.
local function connect(sock)
  local path, err = bell:invite()
  if not path then return nil, err end
  local fine, problem = sock:connect("unix:" .. path)
  if not fine then return nil, problem end
  return bell:admit()
end

local function open()
  local err
  if not bell then bell, err = core.bell() end
  if not bell then return nil, err end
  local sock = ngx.socket.tcp()
  local fine, problem = connect(sock)
  if not fine then return nil, problem end
  return sock
end

-- A request that was aborted leaves its semaphore without anybody waiting: what it asked for is cancelled.
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
      assert(bell:watch(driver.native:fd()))
    end
  end
end

-- A timer and not a timeout of the cosocket, which nginx would log as an error.
local function leave_later()
  leaving = leaving or ngx.timer.at(LINGER_SECONDS, function()
    leaving, over = false, true
    bell:ring()
  end)
  return leaving -- not when the worker is going
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

-- However the server ends, nobody goes on waiting for it.
local function run(premature)
  local fine, err = true, nil
  serving, running = true, true
  if not premature then fine, err = pcall(serve) end
  serving, running = false, false
  if fine and not next(active) then return end
  if not fine then
    broken_until = ngx.now() + AGAIN_SECONDS
    host.stats.problem = tostring(err)
    ngx.log(ngx.WARN, "copydesk: requests poll, for there is no bell: ", tostring(err))
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
    if bell and serving and not bell:watch(driver.native:fd()) then bell:ring() end
  end
  if serving then return end
  local fine, err = ngx.timer.at(0, run)
  serving = fine
  if not fine then host.stats.problem = err end -- the worker is going, or has too many timers
end

-- Longer while nothing happens, short again afterwards.
local function nap(waiter, driver)
  waiter.nap = math.min((waiter.nap or NAP / 2) * 2, LONGEST_NAP)
  ngx.sleep(waiter.nap)
  driver:turn()
  if waiter.first <= waiter.last then waiter.nap = nil end
end

-- nginx drops a timer beyond lua_max_running_timers, and says so in its log alone.
local function give_up_server(driver)
  active, serving, broken_until = {}, false, ngx.now() + AGAIN_SECONDS
  host.stats.problem = "the worker did not run a timer"
  driver:turn()
end

-- A semaphore is used again unless its request was aborted: making one costs more than all the rest of parking.
function host.park(waiter, driver)
  if not serving or not has_semaphore then return nap(waiter, driver) end
  waiter.semaphore = table.remove(spare) or semaphore.new()
  waiter.parked, waiter.posted = true, false
  local posted = waiter.semaphore:wait(running and LONG_MS / 1000 or START_SECONDS)
  waiter.parked = false
  if posted and #spare < SPARES then spare[#spare + 1] = waiter.semaphore end
  if not posted and not running then give_up_server(driver) end
end

function host.wake(waiter)
  if not waiter.parked or waiter.posted then return end
  waiter.posted = true
  waiter.semaphore:post(1)
end

-- The server sleeps for long while it believes that something is under way.
function host.rest()
  if bell and serving and not lingering then bell:ring() end
end

function host.close(driver)
  active[driver] = nil
  host.rest()
end

return host
