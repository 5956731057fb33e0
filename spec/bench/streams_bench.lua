--- What a second account waits for while one session opens thousands of event streams (GET /queue/events) and reads
--- none of them, beside the same with nobody else there: /healthz and the list of its articles, each on a connection of
--- its own, at the limits of a service that is not configured. Target: a p99 of at most twice that alone.

local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"
local visitor = require "spec.support.visitor"

local STREAMS, ROUNDS, PATIENCE, LATE_MOST = 4200, 1000, 10, 3

local server = service.start { config = { workers = 0 } }
local second = assert(http.request(server, "POST", "/api/accounts", { body = { accountId = "second" } })).json.key
for _ = 1, 20 do
  assert(http.request(server, "POST", "/api/articles/v2", { key = second, body = { targetKeyword = "herbs" } }))
end

-- Seconds until the answer; nil: it was not answered in time.
local function ask(path)
  local began = socket.gettime()
  local conn = http.connect(server, PATIENCE)
  local answer = conn:request("GET", path, { key = second })
  conn:close()
  return answer and answer.status == 200 and socket.gettime() - began or nil
end

local function measure(path)
  local times, late = {}, 0
  while #times < ROUNDS and late < LATE_MOST do
    local seconds = ask(path)
    if seconds then times[#times + 1] = seconds else late = late + 1 end
  end
  table.sort(times)
  local function quantile(part)
    return (times[math.max(1, math.ceil(#times * part))] or PATIENCE) * 1e3
  end
  return { p50 = quantile(0.5), p99 = late > 0 and PATIENCE * 1e3 or quantile(0.99), late = late }
end

local PATHS = { "/healthz", "/api/articles" }
local function measure_all()
  local figures = {}
  for i, path in ipairs(PATHS) do figures[i] = measure(path) end
  return figures
end

-- Streams of a queue that does not change: what is held stays so.
local function open_streams()
  local guest = visitor.new(server)
  local known = assert(guest:get "/queue/events".body:match "\nid: (%S+)\n")
  local streams = {}
  for i = 1, STREAMS do
    streams[i] = http.connect(server)
    streams[i]:send("GET", "/queue/events", { key = false,
      headers = { Cookie = guest.cookie, ["Last-Event-ID"] = known } })
  end
  return streams
end

local alone = measure_all()
local streams = open_streams()
local beside = measure_all()
local HEAD = "%d event streams of one account       alone p50, p99 ms   beside p50, p99 ms   ratio of p99   late"
print(HEAD:format(STREAMS))
for i, path in ipairs(PATHS) do
  print(("  %-38s %8.2f %8.2f    %8.2f %8.2f %12.2f %8d"):format("GET " .. path, alone[i].p50, alone[i].p99,
    beside[i].p50, beside[i].p99, beside[i].p99 / alone[i].p99, beside[i].late))
end
for _, stream in ipairs(streams) do stream:close() end
server:stop()
