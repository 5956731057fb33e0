--- What an idle connection costs the service and nginx, measured in the same way: the resident memory that thousands of
--- connections add, for each. Target: 4 KiB for one that says nothing. Needs nginx and the service built in place.

local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local socket = require "socket"

local CONNECTIONS = 4000
local ASK = "GET /healthz HTTP/1.1\r\nHost: a\r\n"

local function resident(pid)
  for line in io.lines(("/proc/%d/status"):format(pid)) do
    local kilobytes = line:match("^VmRSS:%s+(%d+)")
    if kilobytes then return tonumber(kilobytes) * 1024 end
  end
end

local function connect(server)
  local connection = socket.tcp()
  connection:settimeout(20)
  assert(connection:connect("127.0.0.1", server.port))
  return connection
end

-- Reads one answer.
local function receive(connection)
  local length = 0
  local line = assert(connection:receive("*l"))
  while line ~= "" do
    length = tonumber(line:match("^[Cc]ontent%-[Ll]ength: (%d+)")) or length
    line = assert(connection:receive("*l"))
  end
  if length > 0 then assert(connection:receive(length)) end
end

-- A further connection is answered: those before it have been accepted.
local function settle(server)
  for _ = 1, 8 do
    local connection = connect(server)
    connection:send(ASK .. "Connection: close\r\n\r\n")
    connection:receive("*a")
    connection:close()
  end
end

local function measure(name, server)
  local open = {}
  settle(server)
  local before = resident(server.pid)
  for i = 1, CONNECTIONS do open[i] = connect(server) end
  settle(server)
  local silent = (resident(server.pid) - before) / CONNECTIONS
  for _, connection in ipairs(open) do
    connection:send(ASK .. "\r\n")
    receive(connection)
  end
  local answered = (resident(server.pid) - before) / CONNECTIONS
  print(("  %-9s %8.0f   after one answer %8.0f"):format(name, silent, answered))
  for _, connection in ipairs(open) do connection:close() end
end

local s = service.start { config = { workers = 0, limits = { create = 0, status = 0, links = 0, other = 0,
  connections = 2 * CONNECTIONS, request_seconds = 600, idle_seconds = 600 } } }
local peer = nginx.start { config = [[
daemon off; master_process off; worker_processes 1; worker_rlimit_nofile 20000; pid FOLDER/pid;
events { worker_connections 9000; }
http {
  SCRATCH access_log off; keepalive_timeout 600s; client_header_timeout 600s;
  server { listen 127.0.0.1:PORT; location / { return 200 "ok"; } }
}
]] }
print(("bytes for each of %d idle connections"):format(CONNECTIONS))
measure("copydesk", s)
measure("nginx", peer)
peer:stop()
s:stop()
