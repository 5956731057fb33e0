--- Clients for event loops: the same four verbs, which yield the running coroutine instead of blocking.
--
--     local desk = copydesk.new { loop = "cqueues" }     -- nginx, cqueues, luv, copas, love, auto, or a table
--
-- A verb starts a native task, parks its coroutine, and goes on when the task's request has ended. Meanwhile the native
-- client has to be stepped. That is the work of the driver in this file, of which each client has one. What the driver
-- needs of an event loop, its host, is in a small file for each loop, `copydesk/loop/NAME.lua`, which returns a table
-- of functions:
--
--     problem()               nil, or why the running code cannot yield here
--     park(waiter, driver)    suspends the running coroutine until wake(waiter); may return early
--     wake(waiter)            lets park return, later: it never resumes a coroutine from inside another one
--     drive(driver)           called before each park: from now on driver:turn() is to be called whenever the native
--                             client's descriptor becomes readable, until driver:is_idle()
--     rest(driver)            optional: called when nothing waits any more
--     close(driver)           optional: called when the client is closed; true: the host closes the native one later
--     step(driver)            optional: called by desk:step()
-- @module copydesk.loop
local core = require "copydesk.core"

local loop = {}

local HOSTS = { "nginx", "cqueues", "luv", "copas", "love" }
local MODULES = { cqueues = "cqueues", luv = "luv", copas = "copas" } -- the Lua module that a host needs
local VERBS = { "create", "status", "wait", "link", "request" }

-- --- waiters -------------------------------------------------------------------------------------------------------

--- Makes a waiter: a coroutine that waits, for one task or for many. The table is a queue of those of its tasks whose
-- requests have ended; a host keeps in it whatever it needs to find the coroutine again.
function loop.waiter(host)
  return { host = host, first = 1, last = 0 }
end

local function push(waiter, task)
  waiter.last = waiter.last + 1
  waiter[waiter.last] = task
end

local function pop(waiter)
  local task = waiter[waiter.first]
  waiter[waiter.first] = nil
  waiter.first = waiter.first + 1
  return task
end

-- --- the driver ----------------------------------------------------------------------------------------------------

local Driver = {}
Driver.__index = Driver

-- Both tables are weak: when a coroutine is collected, its waiter and its tasks are too, and that cancels the requests.
local function new_driver(native)
  return setmetatable({
    native = native,
    waiting = setmetatable({}, { __mode = "kv" }),
    unclaimed = setmetatable({}, { __mode = "k" }), -- tasks of desk:start that have ended, for desk:ended
    early = {}, -- tasks whose requests ended as they were sent, for the next turn
    reasons = {}, -- why the native client's descriptor is kept readable
  }, Driver)
end

-- The results of starting a task through pcall: the message of an error has no position then, and the verb adds its
-- caller's.
local function began(self, waiter, fine, task, err)
  if not fine then return false, task end
  if task then self.waiting[task] = waiter end
  return task, err
end

--- Starts a verb for a waiter. driver:send() has to be called next: it puts the request on the wire.
-- @return the task; nil and an error; or false and a message when an argument is wrong
function Driver:start(waiter, verb, ...)
  if self.closed then return false, verb .. ": the client is closed" end
  return began(self, waiter, pcall(core.begin, self.native, verb, ...))
end

--- The same after `seconds`, for a caller that paces its requests itself: an answer 429 (too busy) is not retried.
function Driver:start_after(seconds, waiter, verb, ...)
  if self.closed then return false, verb .. ": the client is closed" end
  return began(self, waiter, pcall(core.pace, self.native, seconds, verb, ...))
end

local function hand_over(self, task)
  local waiter = self.waiting[task]
  if not waiter then
    self.unclaimed[task] = true
    return
  end
  push(waiter, task)
  waiter.host.wake(waiter)
end

--- Makes every verb that waits return `nil, err`.
function Driver:fail(err)
  for _, waiter in pairs(self.waiting) do
    waiter.failure = err
    waiter.host.wake(waiter)
  end
end

--- Keeps the native client's descriptor readable, for a reason (a word), or no longer.
function Driver:keep_readable(reason, on)
  self.reasons[reason] = on or nil
  core.keep_readable(self.native, next(self.reasons) ~= nil)
end

-- Steps the native client, and calls take(driver, task) for each task whose request has ended.
local function step(self, seconds, take)
  if self.closed then return true end
  local fine, err = self.native:step(seconds or 0)
  if not fine then self:fail(err) end
  while not self.closed do
    local task = self.native:ended()
    if not task then break end
    take(self, task)
  end
  return fine, err
end

local function keep_for_next_turn(self, task)
  self.early[#self.early + 1] = task
end

-- Were there any?
local function hand_over_early(self)
  local early = self.early
  if self.closed or #early == 0 then return false end
  self.early = {}
  self:keep_readable("early", false)
  for _, task in ipairs(early) do hand_over(self, task) end
  return true
end

--- Puts on the wire what was started. An answer may come at once; it waits for the next turn, so that a verb always
-- yields, and no server is so fast that a program of many calls keeps its loop from turning.
function Driver:send()
  step(self, 0, keep_for_next_turn)
  if not self.closed and #self.early > 0 then self:keep_readable("early", true) end
end

--- Steps the native client, and wakes the waiters whose requests have ended. Waits for at most `seconds` (0), and not
-- at all when it has something for a waiter already.
-- @return true; or nil and an error, which those that wait return too
function Driver:turn(seconds)
  return step(self, hand_over_early(self) and 0 or seconds, hand_over)
end

--- Does the native client have nothing planned: no request under way, no retry, no deadline?
function Driver:is_idle()
  return self.closed or self.native:timeout() == nil
end

--- The next task of this waiter whose request has ended; parks until there is one.
-- @return the task, or nil and an error
function Driver:next(waiter)
  while waiter.first > waiter.last do
    if waiter.failure then
      local err = waiter.failure
      if not self.closed then waiter.failure = nil end
      return nil, err
    end
    waiter.host.drive(self)
    waiter.host.park(waiter, self)
  end
  return pop(waiter)
end

--- To be called when a task has given its results, or has been cancelled.
function Driver:finish(waiter, task)
  self.waiting[task] = nil
  if waiter.host.rest and self:is_idle() then waiter.host.rest(self) end
end

function Driver:close()
  if self.closed then return end
  self.closed = true
  local later = false
  for _, host in pairs(self.hosts or {}) do
    if host.close and host.close(self) then later = true end
  end
  if later then return end
  self.native:close()
  for task in pairs(self.waiting) do hand_over(self, task) end
end

-- --- hosts ---------------------------------------------------------------------------------------------------------

-- Without a loop, parking steps the client: for a second at a time, so that an interrupt (Ctrl-C) is noticed.
local blocking = {
  problem = function() end,
  wake = function() end,
  drive = function() end,
  park = function(_, driver) driver:turn(1) end,
}

-- In nginx: yields in the phases that may, and blocks in the others.
local function automatic(nginx)
  return function()
    return nginx.problem() and blocking or nginx
  end
end

-- Why a loop cannot be used here, nil when it can.
local function missing(name)
  if name == "nginx" and not ngx then return "works inside nginx only" end
  if not MODULES[name] then return end
  local fine, problem = pcall(require, MODULES[name])
  if not fine then return ("needs the module %s: %s"):format(name, tostring(problem):match "^[^\n]*") end
end

local function find_host(name)
  for _, known in ipairs(HOSTS) do
    if name == known then
      local problem = missing(name)
      if problem then return nil, ("loop = %q %s"):format(name, problem) end
      return require("copydesk.loop." .. name)
    end
  end
  return nil, ("there is no loop %q (there are: auto, %s, or a table with wait and sleep)"):format(tostring(name),
    table.concat(HOSTS, ", "))
end

-- A function that returns the host for a call that is made now; or nil and what is wrong.
local function chooser(how)
  if type(how) == "table" then
    if type(how.wait) ~= "function" or type(how.sleep) ~= "function" then
      return nil, "a loop table needs the functions wait(fd, timeout) and sleep(seconds)"
    end
    local host = require("copydesk.loop.custom")(how)
    return function() return host end
  end
  local host, problem = find_host(how == "auto" and "nginx" or how)
  if not host then return nil, problem end
  if how == "auto" then return automatic(host) end
  return function() return host end
end

-- --- the client ----------------------------------------------------------------------------------------------------

local Desk = {}
Desk.__index = Desk

--- The methods of a client for a loop, to which other files of the Lua layer add theirs.
loop.methods = Desk

-- Runs in the user's coroutine, and so does on_progress, which may call verbs itself.
local function finish(driver, waiter, task, on_progress, done, ...)
  if done == true then
    driver:finish(waiter, task)
    return ...
  end
  if done == "progress" then
    on_progress((...))
  else
    local ready, err = driver:next(waiter)
    if not ready then
      task:cancel()
      driver:finish(waiter, task)
      return nil, err
    end
  end
  return finish(driver, waiter, task, on_progress, task:advance())
end

local function verb_method(verb)
  return function(desk, ...)
    local driver, host = desk.driver, desk.choose()
    local problem = host.problem()
    if problem then error(verb .. ": " .. problem, 2) end
    local waiter = loop.waiter(host)
    local task, err = driver:start(waiter, verb, ...)
    if task == false then error(err, 2) end
    if not task then return nil, err end
    driver:send()
    local options = select(2, ...)
    return finish(driver, waiter, task, type(options) == "table" and options.on_progress)
  end
end

for _, verb in ipairs(VERBS) do Desk[verb] = verb_method(verb) end

-- Methods of the native client, unchanged.
for _, name in ipairs { "fd", "timeout", "pollfd", "events", "getfd", "dirty" } do
  Desk[name] = function(desk, ...) return desk.native[name](desk.native, ...) end
end

--- Starts a verb for a program that drives the client itself.
function Desk:start(verb, ...)
  local fine, task, err = pcall(self.native.start, self.native, verb, ...)
  if not fine then error(task, 2) end
  return task, err
end

--- The next task of `start` whose request has ended, or nil.
function Desk:ended()
  local driver = self.driver
  driver:turn()
  local task = next(driver.unclaimed)
  if task then driver.unclaimed[task] = nil end
  return task
end

--- Advances every call, and resumes the coroutines whose calls have ended. Waits for at most `seconds` (0).
-- @return true, or nil and an error
function Desk:step(seconds)
  local driver, host = self.driver, self.choose()
  local fine, err = driver:turn(seconds)
  if host.step then host.step(driver) end
  return fine, err
end

--- Ends all calls as cancelled and frees the client. Closing twice is allowed.
function Desk:close()
  self.driver:close()
end

function Desk:__tostring()
  return (tostring(self.native):gsub("%)", ", loop " .. self.name .. ")", 1))
end

--- Wraps a native client for a loop.
-- @param native what `copydesk.core` makes
-- @tparam string|table how a loop's name, or a table with wait and sleep
-- @return the client, or nil and what is wrong
function loop.new(native, how)
  local choose, problem = chooser(how)
  if not choose then return nil, problem end
  local name = type(how) == "string" and how or "custom"
  return setmetatable({ native = native, driver = loop.driver(native), choose = choose, name = name }, Desk)
end

--- The driver, and the host for a call that is made now, of a client that is native or made for a loop.
function loop.driver(desk)
  if getmetatable(desk) == Desk then return desk.driver, desk.choose() end
  local values = core.values(desk)
  values.driver = values.driver or new_driver(desk)
  return values.driver, blocking
end

return loop
