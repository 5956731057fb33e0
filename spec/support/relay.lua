--- A relay in a process of its own: a proxy that understands CONNECT, and a wire that can be cut.
--
--     local relay = relay.start()
--     relay:set { target = 8443 }                  -- what a connection that begins with TLS is carried to
--     relay:set { limit = 100, reset = true }      -- cut (reset) after so many bytes from the target
--     relay:set { answer = "HTTP/1.1 407 ..." }    -- what CONNECT is answered with, instead of being carried out
--     relay:log()                                  -- since the last set: { line =, headers = } of each connection
--     relay:stop()
local socket = require "socket"
local json = require("cjson").new()

local relay = {}
relay.__index = relay

function relay.start()
  local folder = debug.getinfo(1, "S").source:match("^@(.*)/") or "."
  local pipe = assert(io.popen("env -u LUA_CPATH -u LD_PRELOAD lua5.4 " .. folder .. "/relay_server.lua", "r"))
  local port = assert(tonumber(pipe:read("*l")), "the relay did not start")
  return setmetatable({ port = port, pipe = pipe, address = "127.0.0.1:" .. port }, relay)
end

local function tell(self, line)
  local connection = assert(socket.connect("127.0.0.1", self.port))
  assert(connection:send(line .. "\n"))
  local reply = connection:receive("*l")
  connection:close()
  return reply
end

function relay:set(settings)
  assert(tell(self, "SET " .. json.encode(settings)) == "ok")
end

function relay:log()
  return json.decode(tell(self, "LOG"))
end

function relay:stop()
  tell(self, "QUIT")
  self.pipe:close()
end

return relay
