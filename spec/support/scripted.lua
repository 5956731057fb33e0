--- A scripted HTTP server in a process of its own, for specs of what a server may do wrong.
--
--     local server = scripted.start()
--     server:script { { status = 429, headers = { ["Retry-After"] = "1" } }, { body = "{}" } }
--     ... requests to server.url ...
--     assert.equal(2, #server:log())
--     server:stop()
--
-- A step answers one request; the last one repeats. Fields of an answer: status, headers, body, file (whose contents
-- are the body), missing (bytes by which Content-Length is too large), after (bytes sent behind the answer), push
-- (bytes sent there at server:push()), close, flood (bytes of an answer without end). Instead of an answer: raw (bytes
-- as they are, then close), with drip (seconds between any two of them), endless (a piece sent behind them again and
-- again), hold (the connection stays open, silent). With either: reset (of the connection, after raw), delay (seconds).
local socket = require "socket"
local json = require("cjson").new()

local scripted = {}
scripted.__index = scripted

function scripted.start()
  local folder = debug.getinfo(1, "S").source:match("^@(.*)/") or "."
  local pipe = assert(io.popen("env -u LUA_CPATH -u LD_PRELOAD lua5.4 " .. folder .. "/scripted_server.lua", "r"))
  local port = assert(tonumber(pipe:read("*l")), "the scripted server did not start")
  return setmetatable({ port = port, pipe = pipe, url = "http://127.0.0.1:" .. port }, scripted)
end

local function tell(self, line)
  local connection = assert(socket.connect("127.0.0.1", self.port))
  assert(connection:send(line .. "\n"))
  local reply = connection:receive("*l")
  connection:close()
  return reply
end

function scripted:script(steps)
  assert(tell(self, "SCRIPT " .. json.encode(steps)) == "ok")
end

--- The requests since the last script: method, target, headers (lower-case names), body, connection (its number),
-- at (seconds).
function scripted:log()
  return json.decode(tell(self, "LOG"))
end

--- Sends what the steps that have been answered have to push.
function scripted:push()
  assert(tell(self, "PUSH") == "ok")
end

function scripted:stop()
  tell(self, "QUIT")
  self.pipe:close()
end

return scripted
