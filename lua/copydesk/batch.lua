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
local CREATE_RETRIES = 10    -- a busy service says when to come again: this is about a minute without its saying so
local CREATE_TIMEOUT = 1800  -- seconds

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

-- The next entry and its place, from a list or from an iterator function; nil at the end.
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

local Crew = {}
Crew.__index = Crew

-- What runs for a list: tasks, each with a table of the caller's that says what it is for.
local function new_crew(verb, desk)
  local driver, host = loop.driver(desk)
  local problem = host.problem()
  if problem then error(verb .. ": " .. problem, 3) end
  return setmetatable({ driver = driver, waiter = loop.waiter(host), running = {}, count = 0 }, Crew)
end

-- nil and an error, or false and a message, when it cannot be started.
function Crew:start(purpose, verb, ...)
  local task, err = self.driver:start(self.waiter, verb, ...)
  if not task then return task, err end
  self.running[task] = purpose
  self.count = self.count + 1
  return task
end

function Crew:drop(task)
  if not self.running[task] then return end
  self.running[task] = nil
  self.count = self.count - 1
  self.driver:finish(self.waiter, task)
end

function Crew:cancel()
  for task in pairs(self.running) do
    task:cancel()
    self:drop(task)
  end
end

-- The next task that has ended: its purpose and its results. Progress is told on the way. A client that cannot go on
-- ends all of them: nil and the error.
function Crew:next(on_progress)
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

-- Leaving a loop early cancels what is under way: at once in Lua 5.4, elsewhere when the iterator is collected.
local function closer(crew)
  return setmetatable({}, { __close = function() crew:cancel() end })
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
  local crew = new_crew("as_finished", desk)
  local wait = { timeout = options.timeout, interval = options.interval, on_progress = options.on_progress }

  local function fill()
    while crew.count < concurrency do
      local id = following()
      if id == nil then return end
      local task, err = crew:start(id, "wait", id, wait)
      if task == false then error((err:gsub("^wait", "as_finished")), 3) end
      if not task then return id, err end
    end
  end

  local function failed(id, err)
    err.articleId = type(id) == "table" and id.articleId or id
    return false, err
  end

  local function step()
    local before = crew.count
    local id, err = fill()
    if err then return failed(id, err) end
    if crew.count > before then crew.driver:turn() end
    if crew.count == 0 then return nil end
    local purpose, article, problem = crew:next(options.on_progress)
    if purpose == nil then return false, article end
    if not article then return failed(purpose, problem) end
    return article
  end
  return step, nil, nil, closer(crew)
end

-- --- write_all ------------------------------------------------------------------------------------------------------

-- What is known of an entry, from an earlier run or new. The key comes first: by it a request that was sent and never
-- answered finds its article.
local function job_of(run, index)
  local job = run.jobs[index]
  if not job then
    job = { key = core.uuid() }
    run.jobs[index] = job
    run.changed(index)
  end
  return job
end

local function begin(run, entry, index)
  local job = job_of(run, index)
  local purpose = { index = index, job = job, entry = entry }
  if job.articleId then return purpose, run.crew:start(purpose, "wait", job.articleId, run.wait) end
  return purpose, run.crew:start(purpose, "create", entry, { idempotency_key = job.key, timeout = CREATE_TIMEOUT,
    retries = run.retries })
end

local function finish(run, purpose, article, err)
  purpose.job.status = article and "finished" or err.kind == "failed" and "failed" or purpose.job.status
  run.changed(purpose.index)
  local result = { index = purpose.index, article = article or nil, err = err }
  if run.on_article then return run.on_article(result) end
  run.results[purpose.index] = result
end

-- A job that was created is waited for next.
local function follow(run, purpose, result, err)
  if purpose.job.articleId or not result then return finish(run, purpose, result, err) end
  purpose.job.articleId, purpose.job.status = result.articleId, "queued"
  run.changed(purpose.index)
  local task, problem = run.crew:start(purpose, "wait", result.articleId, run.wait)
  if not task then finish(run, purpose, nil, problem) end
end

local function work(run, following, concurrency)
  local at_end = false
  while true do
    while not at_end and run.crew.count < concurrency do
      local entry, index = following()
      at_end = entry == nil
      if at_end then break end
      local purpose, task, err = begin(run, entry, index)
      if task == false then error(("write_all: entry %d: %s"):format(index, (err:gsub("^%a+: ", ""))), 3) end
      if not task then finish(run, purpose, nil, err) end
    end
    if run.crew.count == 0 then return true end
    run.crew.driver:turn()
    local purpose, result, err = run.crew:next(run.on_progress)
    if purpose == nil then return nil, result end
    follow(run, purpose, result, err)
  end
end

--- Writes an article for each entry of a list; a failed one does not stop the rest, and a service that is too busy is
-- asked again when it says.
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
    crew = new_crew("write_all", desk),
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
