--- A domain of many pages in the service: how fast they are pushed, how long its index is built and how much memory
--- that takes, and what linking costs while a new index is built beside the old, against what it costs at rest.
---
--- DOMAIN_PAGES says how many pages (20,000).

local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"
local json = require("cjson").new()

local PAGES, AT_ONCE, CALLS = tonumber(os.getenv("DOMAIN_PAGES") or 20000), 200, 300

local build = os.getenv("COPYDESK_BUILD") or "build"

-- The most memory since the last call, in MB.
local function peak_memory(pid)
  local most
  for line in io.lines(("/proc/%d/status"):format(pid)) do most = most or tonumber(line:match("^VmHWM:%s+(%d+)")) end
  local file = io.open(("/proc/%d/clear_refs"):format(pid), "w")
  if file then
    file:write("5")
    file:close()
  end
  return most / 1000
end

local function push(server, id, pages)
  local answer = http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
  assert(answer.status == 200, answer.body)
end

local function push_site(server, id)
  local bytes, list = 0, {}
  local pipe = assert(io.popen(("%s/bench/big_site %d"):format(build, PAGES)))
  local start = socket.gettime()
  for line in pipe:lines() do
    bytes = bytes + #line
    list[#list + 1] = json.decode(line)
    list[#list].url = "https://big.example" .. list[#list].url
    if #list == AT_ONCE then
      push(server, id, list)
      list = {}
    end
  end
  pipe:close()
  if #list > 0 then push(server, id, list) end
  return socket.gettime() - start, bytes
end

local function contents()
  local list = {}
  for line in assert(io.popen(("%s/bench/big_site %d 0 content 1000 50"):format(build, PAGES))):lines() do
    list[#list + 1] = json.decode(line).html
  end
  return list
end

local function link(conn, id, content)
  local start = socket.gettime()
  local answer = assert(conn:request("POST", "/api/internal-links/", { body = { content = content, format = "html",
    domainId = id } }))
  assert(answer.status == 200, answer.body)
  return socket.gettime() - start, answer.body
end

local function show(what, times)
  table.sort(times)
  local function at(share) return times[math.max(1, math.ceil(share * #times))] * 1000 end
  print(("%-34s %5d calls   p50 %7.2f ms   p99 %7.2f ms   max %7.2f ms"):format(what, #times, at(0.5), at(0.99), at(1)))
end

local server = service.start { config = { workers = 0, limits = { create = 0, status = 0, links = 0, other = 0,
  domains = 0, domain_pages = 0, domain_bytes = 0, page_bytes = 0 } } }
local id = http.request(server, "POST", "/api/domains", { body = { name = "Big" } }).json.domainId
local pushed, bytes = push_site(server, id)
print(("%d pages of %.0f MB: pushed in %.1f s, %.0f a second"):format(PAGES, bytes / 1e6, pushed, PAGES / pushed))

local texts, conn = contents(), http.connect(server, 600)
local before = peak_memory(server.pid)
local first = link(conn, id, texts[1])
print(("the index was built in %.1f s, %.0f pages a second; the process took %.0f MB at most, %.0f MB before"):format(
  first, PAGES / first, peak_memory(server.pid), before))

local rest, busy = {}, {}
for i = 1, CALLS do rest[i] = link(conn, id, texts[i % #texts + 1]) end
show("linking 1,000 words, at rest", rest)
local marker = "Zanzibar Ropewalk Almanac"
push(server, id, { { url = "https://big.example/marker", title = marker, html = "<p>Ropes were made here." } })
local probe = "<p>This is the " .. marker .. ".</p>"
local start = socket.gettime()
repeat
  busy[#busy + 1] = link(conn, id, texts[#busy % #texts + 1])
  local _, linked = link(conn, id, probe)
until linked:find("/marker", 1, true)
show("while a new index was built", busy)
print(("the new index was there after %.1f s; %.0f MB at most"):format(socket.gettime() - start,
  peak_memory(server.pid)))
conn:close()
server:stop()
