--- Many articles at once: one coroutine, one pool of connections, results as they finish.
--
--     for article, err in desk:as_finished(jobs) do ... end
--     local results = desk:write_all({ "basil", "mint" }, { concurrency = 8 })
--
-- Both block, or yield in the client's loop, like every verb. Of a list of any length no more than `concurrency`
-- articles are held at a time.
-- @module copydesk.batch
local core = require "copydesk.core"
local loop = require "copydesk.loop"

local batch = {}

local CONCURRENCY = 64       -- each may hold a connection: well below the 1,024 descriptors that a process usually has
local CREATE_RETRIES = 10    -- after a fault that may pass, over about a minute
local CREATE_TIMEOUT = 1800  -- seconds
local TOO_MANY_REQUESTS = 429
local FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30 -- seconds, where a service that is too busy names no time
local LONGEST_ASKED = 3600   -- seconds, where it names one

-- --- arguments ------------------------------------------------------------------------------------------------------

local OPTIONS = {
  as_finished = { concurrency = "number", timeout = "number", interval = "number", on_progress = "function" },
  write_all = { concurrency = "number", timeout = "number", interval = "number", on_progress = "function",
    on_article = "function", on_change = "function", jobs = "table", retries = "number" },
}

local function check(verb, options)
  if options ~= nil and type(options) ~= "table" then
    error(("%s: options must be a table, got %s"):format(verb, type(options)), 3)
  end
  for name, value in pairs(options or {}) do
    local expected = OPTIONS[verb][name]
    if not expected then error(("%s: there is no option %q"):format(verb, tostring(name)), 3) end
    if type(value) ~= expected then
      error(("%s: %s must be a %s, got %s"):format(verb, name, expected, type(value)), 3)
    end
  end
  local concurrency = (options or {}).concurrency or CONCURRENCY
  if concurrency < 1 then error(verb .. ": concurrency must be at least 1", 3) end
  return options or {}, concurrency
end

-- An iterator over a list, or over what an iterator function gives: the next entry and its place, nil at the end.
local function entries(verb, list)
  local index = 0
  if type(list) ~= "table" and type(list) ~= "function" then
    error(("%s: a list or an iterator function expected, got %s"):format(verb, type(list)), 3)
  end
  return function()
    index = index + 1
    local entry
    if type(list) == "table" then entry = list[index] else entry = list() end
    if entry ~= nil then return entry, index end
  end
end

-- --- tasks of one waiter --------------------------------------------------------------------------------------------

local Group = {}
Group.__index = Group

-- A group: the tasks that run for a list, each with its purpose, a table of the caller's that says what it is for.
local function new_group(verb, desk)
  local driver, host = loop.driver(desk)
  local problem = host.problem()
  if problem then error(verb .. ": " .. problem, 3) end
  return setmetatable({ driver = driver, waiter = loop.waiter(host), running = {}, count = 0 }, Group)
end

local function add(group, purpose, task, err)
  if not task then return task, err end
  group.running[task] = purpose
  group.count = group.count + 1
  return task
end

-- Starts a verb. Nil and an error, or false and a message, when it cannot be started.
function Group:start(purpose, verb, ...)
  return add(self, purpose, self.driver:start(self.waiter, verb, ...))
end

-- The same after so many seconds; an answer 429 (too busy) is not retried.
function Group:start_after(seconds, purpose, verb, ...)
  return add(self, purpose, self.driver:start_after(seconds, self.waiter, verb, ...))
end

function Group:drop(task)
  if not self.running[task] then return end
  self.running[task] = nil
  self.count = self.count - 1
  self.driver:finish(self.waiter, task)
end

function Group:cancel()
  for task in pairs(self.running) do
    task:cancel()
    self:drop(task)
  end
end

-- Waits for the next task to end, and returns its purpose and its results. Calls on_progress for the changes until
-- then. When the client cannot go on, all tasks are cancelled: nil and the error.
function Group:next(on_progress)
  while true do
    local task, err = self.driver:next(self.waiter)
    if not task then
      self:cancel()
      return nil, err
    end
    local purpose, done, result, problem = self.running[task], nil, nil, nil
    if purpose ~= nil then done, result, problem = task:advance() end
    while done == "progress" do
      on_progress(result)
      done, result, problem = task:advance()
    end
    if done == true then
      self:drop(task)
      return purpose, result, problem
    end
  end
end

-- --- as_finished ----------------------------------------------------------------------------------------------------

-- The closing value of a for loop (Lua 5.4): leaving the loop early cancels the tasks under way. In older Luas they are
-- cancelled when the iterator is collected.
local function closer(group)
  return setmetatable({}, { __close = function() group:cancel() end })
end

--- Waits for many articles and gives each as it finishes; a failed one does not stop the rest.
-- @param desk the client
-- @tparam table|function ids article ids or jobs, or a function that gives the next one and nil at the end
-- @tparam[opt] table options concurrency (64), and timeout, interval, on_progress as `wait` has them
-- @return an iterator: the finished record; or false and an error, whose articleId says of which article
function batch.as_finished(desk, ids, options)
  local concurrency
  options, concurrency = check("as_finished", options)
  local following = entries("as_finished", ids)
  local group = new_group("as_finished", desk)
  local wait = { timeout = options.timeout, interval = options.interval, on_progress = options.on_progress }

  local function fill()
    while group.count < concurrency do
      local id = following()
      if id == nil then return end
      local task, err = group:start(id, "wait", id, wait)
      if task == false then error((err:gsub("^wait", "as_finished")), 3) end
      if not task then return id, err end
    end
  end

  local function failed(id, err)
    err.articleId = type(id) == "table" and id.articleId or id
    return false, err
  end

  local function step()
    local before = group.count
    local id, err = fill()
    if err then return failed(id, err) end
    if group.count > before then group.driver:send() end
    if group.count == 0 then return nil end
    local purpose, article, problem = group:next(options.on_progress)
    if purpose == nil then return false, article end
    if not article then return failed(purpose, problem) end
    return article
  end
  return step, nil, nil, closer(group)
end

-- --- write_all ------------------------------------------------------------------------------------------------------

-- The job of an entry, from an earlier run or new. The key is made and saved before the request is sent: if no answer
-- comes, the same request with the same key finds its article.
local function job_of(run, index)
  local job = run.jobs[index]
  if not job then
    job = { key = core.uuid() }
    run.jobs[index] = job
    run.changed(index)
  end
  return job
end

-- The purpose of a task here: { index =, entry =, job =, window =, pause = }.

local function finish(run, purpose, article, err)
  purpose.job.status = article and "finished" or err.kind == "failed" and "failed" or purpose.job.status
  run.changed(purpose.index)
  local result = { index = purpose.index, article = article or nil, err = err }
  if run.on_article then return run.on_article(result) end
  run.results[purpose.index] = result
end

-- Throws for a wrong entry, at the line of the caller of write_all: six levels up, by way of fill.
local function started(run, purpose, task, err)
  if task == false then error(("write_all: entry %d: %s"):format(purpose.index, (err:gsub("^%a+: ", ""))), 6) end
  if not task then finish(run, purpose, nil, err) end
  return task
end

local function wait_for(run, purpose, seconds)
  started(run, purpose, run.group:start_after(seconds, purpose, "wait", purpose.job.articleId, run.wait))
end

-- Creates are sent through a window, which has room for so many at once. An answer 429 closes the window: it is
-- replaced by one with room for a single request, which goes out after a pause. Each create that the service accepts
-- widens the window by one.
local function create_next(run)
  local window, purpose = run.window, table.remove(run.pending, 1)
  local pause = window.pause
  purpose.window, window.pause = window, 0
  local task = started(run, purpose, run.group:start_after(pause, purpose, "create", purpose.entry,
    { idempotency_key = purpose.job.key, timeout = CREATE_TIMEOUT, retries = run.retries }))
  if task then run.creating = run.creating + 1 end
end

-- Seconds until a service that was too busy is asked again: as many as it names, or more each time.
local function pause_after(err, last)
  if err.retry_after then return math.min(err.retry_after, LONGEST_ASKED) end
  return last and math.min(math.max(last * 2, FIRST_PAUSE), LONGEST_PAUSE) or FIRST_PAUSE
end

-- Other creates of the same window may be answered 429 after it was closed; they change nothing.
local function close_window(run, window, err)
  if window ~= run.window then return end
  local pause = pause_after(err, window.last_pause)
  run.window = { room = 1, pause = pause, last_pause = pause }
end

local function widen_window(run, window)
  if window ~= run.window then return end
  window.room, window.last_pause = window.room + 1, nil
end

local function created(run, purpose, job, err)
  run.creating = run.creating - 1
  if job then
    widen_window(run, purpose.window)
    purpose.job.articleId, purpose.job.status = job.articleId, "queued"
    run.changed(purpose.index)
    return wait_for(run, purpose, 0)
  end
  if err.status ~= TOO_MANY_REQUESTS then return finish(run, purpose, nil, err) end
  close_window(run, purpose.window, err)
  run.pending[#run.pending + 1] = purpose
end

local function waited(run, purpose, article, err)
  if article or err.status ~= TOO_MANY_REQUESTS then return finish(run, purpose, article, err) end
  purpose.pause = pause_after(err, purpose.pause)
  wait_for(run, purpose, purpose.pause)
end

-- Starts as many tasks as there is room for.
local function fill(run, following, concurrency)
  while not run.at_end and run.group.count + #run.pending < concurrency do
    local entry, index = following()
    run.at_end = entry == nil
    if run.at_end then break end
    local purpose = { index = index, entry = entry, job = job_of(run, index) }
    if purpose.job.articleId then wait_for(run, purpose, 0) else run.pending[#run.pending + 1] = purpose end
  end
  while #run.pending > 0 and run.creating < run.window.room do create_next(run) end
end

local function work(run, following, concurrency)
  while true do
    fill(run, following, concurrency)
    if run.group.count > 0 then
      run.group.driver:send()
      local purpose, result, err = run.group:next(run.on_progress)
      if purpose == nil then return nil, result end
      local take = purpose.job.articleId and waited or created
      take(run, purpose, result, err)
    elseif run.at_end and #run.pending == 0 then
      return true
    end
  end
end

--- Writes an article for each entry of a list; a failed one does not stop the rest. A service that is too busy (429) is
-- asked again, with one request at a time, until it takes the next: however long that lasts, no entry fails for it.
--
-- What is under way stands in `options.jobs`, a table of the caller's: by place in the list
-- `{ key =, articleId =, status = }`, plain strings that can be saved. After an interruption, the same list with the
-- same jobs goes on where it was, and nothing is written or paid for twice. A failed article stays failed as long as
-- its job is there.
-- @param desk the client
-- @tparam table|function list keywords or request tables, or a function that gives the next one and nil at the end
-- @tparam[opt] table options concurrency (64); on_article(result) as each ends, and then results are not kept;
-- on_progress(record) at each change; jobs, and on_change(jobs, index) whenever they change; timeout and interval as
-- `wait` has them; retries of each create (10)
-- @return the results in the order of the list, each { index =, article = } or { index =, err = }; nil and an error
-- when the client itself cannot go on
function batch.write_all(desk, list, options)
  local concurrency
  options, concurrency = check("write_all", options)
  local following = entries("write_all", list)
  local jobs, on_change, on_progress = options.jobs or {}, options.on_change, options.on_progress
  local run = {
    group = new_group("write_all", desk),
    pending = {}, -- purposes to be created
    creating = 0,
    window = { room = concurrency, pause = 0 },
    jobs = jobs,
    results = {},
    retries = options.retries or CREATE_RETRIES,
    on_article = options.on_article,
    on_progress = on_progress,
    wait = { timeout = options.timeout, interval = options.interval, on_progress = on_progress },
    changed = function(index)
      if on_change then on_change(jobs, index) end
    end,
  }
  local done, err = work(run, following, concurrency)
  if not done then return nil, err end
  return run.results
end

return batch
