--- 10,000 articles waited for in one process, each by a held request, against the real service in another.
---
--- No worker writes there: the articles end by being cancelled, one after the other, over the same client. The latency
--- is from before the cancelling request to the waiting coroutine's next line, so it holds that request too.

local copydesk = require "copydesk"
local cqueues = require "cqueues"
local service = require "spec.support.service"

local WAITS, CANCELS, IDLE_SECONDS = 10000, 2000, 5

local function resident_kilobytes()
  local file = assert(io.open("/proc/self/status"))
  local kilobytes = file:read("*a"):match("VmRSS:%s*(%d+)")
  file:close()
  return tonumber(kilobytes)
end

local function quantile(list, part)
  return list[math.max(1, math.ceil(#list * part))]
end

local server = service.start { config = { workers = 0, limits = { create = 0, status = 0, links = 0, other = 0,
  connections = WAITS + 1000 } } }
local desk = copydesk.new { base_url = server.url, api_key = server.key, loop = "cqueues", timeout = 300 }
local controller = cqueues.new()

local ids, ended = {}, 0
local asked, latencies = {}, {}

local function create()
  while #ids < WAITS do
    local place = #ids + 1
    ids[place] = false
    ids[place] = assert(desk:create "herbs").articleId
  end
end

local function wait_for_all()
  for article, err in desk:as_finished(ids, { concurrency = WAITS, timeout = 600 }) do
    assert(article == false and err.kind == "cancelled", tostring(err))
    ended = ended + 1
    if asked[err.articleId] then latencies[#latencies + 1] = cqueues.monotime() - asked[err.articleId] end
    if ended == CANCELS then return end
  end
end

local function count_descriptors()
  local pipe = assert(io.popen("ls /proc/" .. assert(io.open("/proc/self/stat")):read("n") .. "/fd | wc -l"))
  local count = pipe:read("n")
  pipe:close()
  return count
end

-- All are connected, and nothing moves any more.
local function wait_until_all_are_held()
  local used
  repeat
    used = os.clock()
    cqueues.sleep(0.25)
    used = os.clock() - used
  until used < 0.01 and count_descriptors() >= WAITS
end

local function measure()
  collectgarbage()
  local before, started = resident_kilobytes(), cqueues.monotime()
  controller:wrap(wait_for_all)
  wait_until_all_are_held()
  local held_after = cqueues.monotime() - started
  collectgarbage()
  local kilobytes = resident_kilobytes() - before
  local cpu = os.clock()
  cqueues.sleep(IDLE_SECONDS)
  cpu = os.clock() - cpu
  for i = 1, CANCELS do
    local id = ids[i * (WAITS // CANCELS)]
    asked[id] = cqueues.monotime()
    assert(desk:request("POST", "/api/articles/" .. id .. "/cancel"))
  end
  while ended < CANCELS do cqueues.sleep(0.01) end
  table.sort(latencies)
  print(("%d waiting in one process, all held after %.1f s"):format(WAITS, held_after))
  print(("memory for each              %8.1f kB"):format(kilobytes / WAITS))
  print(("processor while nothing ends %8.2f ms per second"):format(cpu / IDLE_SECONDS * 1e3))
  print(("from the end to the waiter   %8.2f ms p50, %.2f ms p99"):format(quantile(latencies, 0.5) * 1e3,
    quantile(latencies, 0.99) * 1e3))
end

controller:wrap(function()
  local creators = cqueues.new()
  for _ = 1, 64 do creators:wrap(create) end
  assert(creators:loop())
  measure()
end)
local fine, problem = controller:loop()
desk:close()
server:stop()
assert(fine, problem)
