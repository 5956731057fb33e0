--- What a thousand open pages of the queue (held GET /queue/events) cost the service beside a thousand held status
--- requests (Prefer: wait), of twenty accounts with an article each: memory, the processor while nothing changes, and
--- the processor for each change of an article, until all have been told of it and ask again. Target: at most 1. Each
--- side has a service of its own; the figures are the service's.

local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"

local ACCOUNTS, OPEN_OF_EACH, CHANGES, IDLE_SECONDS, ROUNDS = 20, 50, 10, 3, 3
local OPEN = ACCOUNTS * OPEN_OF_EACH
local LIMITS = { create = 0, status = 0, links = 0, other = 0, connections = 4 * OPEN,
  connections_per_address = 4 * OPEN, queued_articles = 0 }

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

local TICK = 1000 / tonumber(output_of "getconf CLK_TCK") -- milliseconds

local function processor_time(pid)
  local file = assert(io.open(("/proc/%d/stat"):format(pid)))
  local user, system = file:read "*a":match("%) %S" .. (" %S+"):rep(10) .. " (%d+) (%d+)")
  file:close()
  return (tonumber(user) + tonumber(system)) * TICK
end

local function resident_kilobytes(pid)
  local file = assert(io.open(("/proc/%d/status"):format(pid)))
  local kilobytes = file:read "*a":match "VmRSS:%s*(%d+)"
  file:close()
  return tonumber(kilobytes)
end

local function request(server, key, method, path, body)
  local answer = assert(http.request(server, method, path, { key = key, body = body }))
  assert(answer.status < 300, answer.body)
  return answer
end

-- No worker writes: the articles change by being cancelled.
local function create(server, key)
  return request(server, key, "POST", "/api/articles/v2", { targetKeyword = "herbs" }).json.articleId
end

local function cancel(server, key, id)
  request(server, key, "POST", "/api/articles/" .. id .. "/cancel")
end

-- Each kind sends a request of an account that is held until something changes. change(): makes it so for all of the
-- account's.
local kinds = {}

function kinds.status(server, key)
  local id
  return {
    prepare = function() id = create(server, key) end,
    send = function(conn)
      conn:send("GET", "/api/articles/" .. id, { key = key, headers = { Prefer = "wait=60" } })
    end,
    change = function() cancel(server, key, id) end,
  }
end

function kinds.pages(server, key)
  local form = "key=" .. key
  local answer = assert(http.request(server, "POST", "/sign-in",
    { key = false, body = form, type = "application/x-www-form-urlencoded" }))
  local cookie = assert(answer.headers["set-cookie"]:match "^[^;]+")
  local id, tag
  return {
    prepare = function()
      id = create(server, key)
      local first = assert(http.request(server, "GET", "/queue/events", { key = false, headers = { Cookie = cookie } }))
      tag = assert(first.body:match "id: ([^\n]+)")
    end,
    send = function(conn)
      conn:send("GET", "/queue/events", { key = false, headers = { Cookie = cookie, ["Last-Event-ID"] = tag } })
    end,
    change = function() cancel(server, key, id) end,
  }
end

-- The service has done what was asked of it.
local function settle(pid)
  local before
  repeat
    before = processor_time(pid)
    socket.sleep(0.3)
  until processor_time(pid) - before < 2 * TICK
end

local function measure(name)
  local server = service.start { config = { workers = 0, limits = LIMITS } }
  local accounts, connections = {}, {}
  local function each(act)
    for _, account in ipairs(accounts) do account[act]() end
  end
  local function send_all()
    for i, conn in ipairs(connections) do accounts[(i - 1) // OPEN_OF_EACH + 1].send(conn) end
  end
  for i = 1, ACCOUNTS do
    local key = request(server, server.key, "POST", "/api/accounts", { accountId = "account" .. i }).json.key
    for _ = 1, 20 do create(server, key) end -- so that the page of the queue is full
    accounts[i] = kinds[name](server, key)
  end
  each "prepare"
  for i = 1, OPEN do connections[i] = http.connect(server, 60) end
  settle(server.pid)
  local figures = { memory = -resident_kilobytes(server.pid), change = 0 }
  send_all()
  settle(server.pid)
  figures.memory = (figures.memory + resident_kilobytes(server.pid)) / OPEN
  local before = processor_time(server.pid)
  socket.sleep(IDLE_SECONDS)
  figures.idle = (processor_time(server.pid) - before) / IDLE_SECONDS
  for _ = 1, CHANGES do
    before = processor_time(server.pid)
    each "change"
    for _, conn in ipairs(connections) do assert(conn:receive "GET".status == 200) end
    each "prepare"
    send_all()
    settle(server.pid)
    figures.change = figures.change + (processor_time(server.pid) - before) / CHANGES / OPEN * 1000
  end
  for _, conn in ipairs(connections) do conn:close() end
  server:stop()
  return figures
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local sides = { status = {}, pages = {} }
for _ = 1, ROUNDS do
  for name, rounds in pairs(sides) do rounds[#rounds + 1] = measure(name) end
end

local function figure(name, member)
  local list = {}
  for i, round in ipairs(sides[name]) do list[i] = round[member] end
  return median(list)
end

print(("%d open pages, %d held status requests   %10s %10s   ratio"):format(OPEN, OPEN, "pages", "status"))
for _, row in ipairs {
  { "memory", "memory of each", "kB" },
  { "idle", "processor while nothing changes", "ms/s" },
  { "change", "processor for each, of a change", "us" },
} do
  local pages, status = figure("pages", row[1]), figure("status", row[1])
  -- what is below what the clock can tell counts as alike
  local ratio = pages <= status and pages / math.max(status, 0.001) or pages / math.max(status, TICK / IDLE_SECONDS)
  print(("%-36s %5s %12.2f %10.2f   %5.2f"):format(row[2], row[3], pages, status, ratio))
end
