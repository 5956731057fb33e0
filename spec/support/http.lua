--- HTTP by hand over luasocket: for requests that no decent client sends, and for many at once.
--
--     local answer = http.request(server, "GET", "/api/account")     -- with server.key
--     http.request(server:at_socket(), "GET", "/api/accounts")       -- at the data folder's socket, without a key
--     answer.status, answer.headers["x-request-id"], answer.body, answer.json
local answers = require "spec.support.answers"
local socket = require "socket"
local json = require("cjson.safe").new()

local http = {}

-- Seconds. More than http.wait has requests held for; less than the 60 for which any may be held, so that one is seen
-- that was to be answered sooner, and was not.
local PATIENCE = 50

local connection = {}
connection.__index = connection

--- Opens a connection to a server (of spec.support.service, or anything with `port`).
function http.connect(server, timeout)
  local sock = server.socket and assert(require "socket.unix"()) or assert(socket.tcp())
  sock:settimeout(timeout or PATIENCE)
  assert(sock:connect(server.socket or "127.0.0.1", server.port))
  if not server.socket then sock:setoption("tcp-nodelay", true) end
  return setmetatable({ socket = sock, server = server }, connection)
end

function connection:close()
  self.socket:close()
end

--- Sends bytes as they are; nil, message when the other side is gone.
function connection:raw(bytes)
  return self.socket:send(bytes)
end

--- Sends a request. options: key (false: none), body (a table becomes JSON), type (false: none), headers.
function connection:send(method, path, options)
  options = options or {}
  local body = options.body
  if type(body) == "table" then body = json.encode(body) end
  local lines = { method .. " " .. path .. " HTTP/1.1", "Host: 127.0.0.1:" .. (self.server.port or 0) }
  local key = options.key == nil and self.server.key or options.key
  if key then lines[#lines + 1] = "Authorization: Bearer " .. key end
  if body then
    if options.type ~= false then lines[#lines + 1] = "Content-Type: " .. (options.type or "application/json") end
    lines[#lines + 1] = "Content-Length: " .. #body
  end
  for name, value in pairs(options.headers or {}) do lines[#lines + 1] = name .. ": " .. value end
  return self.socket:send(table.concat(lines, "\r\n") .. "\r\n\r\n" .. (body or ""))
end

-- A body that comes in chunks.
local function receive_chunks(sock)
  local chunks = {}
  repeat
    local size = tonumber((assert(sock:receive("*l"))), 16)
    chunks[#chunks + 1] = size > 0 and assert(sock:receive(size)) or ""
    assert(sock:receive("*l"))
  until size == 0
  return table.concat(chunks)
end

--- Reads one answer: { status, headers, body, json }. nil, message when there is none.
function connection:receive(method)
  local line, problem = self.socket:receive("*l")
  if not line then return nil, problem end
  local answer = { status = tonumber(line:match("^HTTP/1%.[01] (%d+)")), headers = {}, lines = {} }
  line = self.socket:receive("*l")
  while line and line ~= "" do
    local name, value = line:match("^([^:]+):%s*(.*)$")
    answer.headers[name:lower()] = value
    line = self.socket:receive("*l")
  end
  local length = tonumber(answer.headers["content-length"] or 0)
  local empty = method == "HEAD" or answer.status == 204 or answer.status == 304
  if not empty and answer.headers["transfer-encoding"] == "chunked" then
    answer.body = receive_chunks(self.socket)
  else
    answer.body = empty and "" or length > 0 and self.socket:receive(length) or ""
  end
  answer.json = (answer.headers["content-type"] or ""):find("json", 1, true) and json.decode(answer.body) or nil
  return answer
end

--- One request and its answer on this connection.
function connection:request(method, path, options)
  local sent, problem = self:send(method, path, options)
  if not sent then return nil, problem end
  local answer
  answer, problem = self:receive(method)
  -- To name another account is for the command alone, and not described.
  local is_commands = options and options.headers and options.headers["Copydesk-Account"]
  if answer and self.server.is_described and not is_commands then answers.keep(method, path, answer) end
  return answer, problem
end

--- One request on a connection of its own.
function http.request(server, method, path, options)
  local conn = http.connect(server)
  local answer, problem = conn:request(method, path, options)
  conn:close()
  return answer, problem
end

--- Bytes as they are on a connection of their own, and the first answer.
function http.raw(server, bytes)
  local conn = http.connect(server)
  conn:raw(bytes)
  local answer, problem = conn:receive()
  conn:close()
  return answer, problem
end

--- The status record once it is finished or failed.
function http.wait(server, id, key)
  repeat
    local options = { key = key, headers = { Prefer = "wait=30" } }
    local answer = assert(http.request(server, "GET", "/api/articles/" .. id, options))
    if answer.status ~= 200 then return nil, answer end
    local state = answer.json.status
    if state == "finished" or state == "failed" then return answer.json end
  until false
end

return http
