--- The service beside its ceilings, in one run: status requests beside nginx returning the same bytes (as a file, and
--- where they are short by `return`), durable creates beside beanstalkd and the rate of fsync that the disk has.
--- Targets: 0.9 of nginx's `return`, three times beanstalkd at 16 connections. nginx has as many workers as the service
--- has HTTP threads; neither logs requests. The rates depend on what else the machine does, wrk included; the time that
--- each request takes of the server does so less. Needs wrk, nginx, beanstalkd and the service built in place.

local copydesk = require "copydesk"
local eventually = require "spec.support.eventually"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local socket = require "socket"

local SECONDS, ROUNDS = 1, 7
local HTTP_THREADS = 2 -- of the service

local POST = [[
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer %s"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"targetKeyword":"nothing is written of this","language":"Dutch"}'
]]

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function read_file(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

local TICK = 1e6 / tonumber(output_of("getconf CLK_TCK")) -- microseconds

-- Microseconds of the processor that a process, and those that it has started, have taken.
local function processor_time(pid)
  local user, system = read_file(("/proc/%d/stat"):format(pid)):match("%) %S" .. (" %S+"):rep(10) .. " (%d+) (%d+)")
  local total = (tonumber(user) + tonumber(system)) * TICK
  for child in output_of("pgrep -P " .. pid):gmatch("%d+") do total = total + processor_time(child) end
  return total
end

-- Requests per second as wrk measures them; anything but 2xx spoils the figure and is an error.
local function wrk(url, connections, script)
  local text = output_of(("wrk -t1 -c%d -d%ds -s %s %s 2>&1"):format(connections, SECONDS, script, url))
  assert(not text:find("Non%-2xx"), text)
  return tonumber(text:match("Requests/sec:%s*([%d.]+)")) or error(text), tonumber(text:match("(%d+) requests in"))
end

local function write_file(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

local folder = output_of("mktemp -d"):gsub("%s+$", "")
os.execute("chmod 755 " .. folder) -- nginx's workers may be another user
local unlimited = { create = 0, status = 0, links = 0, other = 0, queued_articles = 0 }
local s = service.start { config = { library = "examples/library", limits = unlimited, workers = 1 } }
local desk = copydesk.new { base_url = s.url, api_key = s.key }

local article = assert(desk:wait(assert(desk:create { targetKeyword = "indoor herb garden" })))
local path = "/api/articles/" .. article.articleId
local body = output_of(("curl -s -H 'Authorization: Bearer %s' %s%s"):format(s.key, s.url, path))
write_file(folder .. "/status.json", body)

-- One that failed: its record is short.
local failed = desk:wait(assert(desk:create { targetKeyword = "nothing is written of this", language = "Dutch" }))
assert(not failed)
local listed = assert(desk:request("GET", "/api/articles?status=failed&limit=1")).data[1]
local short_path = "/api/articles/" .. listed.articleId
local short_body = output_of(("curl -s -H 'Authorization: Bearer %s' %s%s"):format(s.key, s.url, short_path))
assert(not short_body:find("['$]") and #short_body < 4000, short_body)

local peer = nginx.start { root = folder, workers = HTTP_THREADS, http = "access_log off;", locations = ([[
location = /status.json { default_type application/json; }
location = /short { default_type application/json; return 200 '%s'; }
]]):format((short_body:gsub("\\", "\\\\"))) }

local get = write_file(folder .. "/get.lua", ('wrk.headers["Authorization"] = "Bearer %s"\n'):format(s.key))

local function ask(server, at, rates, costs)
  local before = processor_time(server.pid)
  local rate, count = wrk(server.url .. at, 32, get)
  rates[#rates + 1] = rate
  costs[#costs + 1] = (processor_time(server.pid) - before) / count
end

-- The service and nginx in turns.
local function beside(what, size, our_path, their_path, their_name)
  local ours, theirs = { {}, {} }, { {}, {} }
  for _ = 1, ROUNDS do
    ask(s, our_path, ours[1], ours[2])
    ask(peer, their_path, theirs[1], theirs[2])
  end
  print(("%s, %d bytes, 32 connections (median of %d)"):format(what, size, ROUNDS))
  local rate, their_rate = median(ours[1]), median(theirs[1])
  print(("  requests/s           copydesk %8.0f   nginx, %s %8.0f   ratio %.2f"):format(rate, their_name, their_rate,
    rate / their_rate))
  local cost, their_cost = median(ours[2]), median(theirs[2])
  print(("  processor us/request copydesk %8.1f   nginx, %s %8.1f   ratio %.2f"):format(cost, their_name, their_cost,
    their_cost / cost))
end

beside("status of a finished article", #body, path, "/status.json", "static file")
beside("status of a failed article", #short_body, short_path, "/short", "return")

local build = os.getenv("COPYDESK_BUILD")

-- A durable queue in a folder of its own; fsync after each job that it accepts (-f0).
local function start_queue()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  os.execute("mkdir -p " .. folder .. "/queue")
  local command = ("echo $$; exec beanstalkd -b %s/queue -f0 -l 127.0.0.1 -p %s 2>&1"):format(folder, port)
  local pipe = assert(io.popen(command))
  local pid = pipe:read("*l")
  assert(eventually(function()
    local connection = socket.connect("127.0.0.1", tonumber(port))
    if connection then connection:close() end
    return connection ~= nil
  end))
  return { port = port, stop = function()
    os.execute("kill " .. pid)
    pipe:close()
  end }
end

-- Nothing is written meanwhile: what is measured is accepting.
local accepting = service.start { config = { limits = unlimited, workers = 0 } }
local post = write_file(folder .. "/post.lua", POST:format(accepting.key))
local queue = start_queue()
print(("durable creates (articles/s, median of %d) beside beanstalkd -f0 and the disk's fsync rate"):format(ROUNDS))
for _, connections in ipairs { 1, 16, 64 } do
  local creates, puts, fsyncs = {}, {}, {}
  for _ = 1, ROUNDS do
    fsyncs[#fsyncs + 1] = tonumber(output_of(build .. "/bench/fsync " .. accepting.data .. " 1"))
    local put = ("%s/bench/beanstalk %s %d %d"):format(build, queue.port, connections, SECONDS)
    puts[#puts + 1] = tonumber(output_of(put))
    creates[#creates + 1] = wrk(accepting.url .. "/api/articles/v2/", connections, post)
  end
  local ours, theirs, disk = median(creates), median(puts), median(fsyncs)
  print(("  %2d connections %8.0f   beanstalkd %8.0f   ratio %.2f   fsync %8.0f   ratio %.2f"):format(connections, ours,
    theirs, ours / theirs, disk, ours / disk))
end

queue.stop()
accepting:stop()
peer:stop()
s:stop()
os.execute("rm -rf " .. folder)
