--- A relay in a process of its own: a proxy that understands CONNECT, and a wire that can be cut.
--
--     local relay = relay.start()
--     relay:set { target = 8443 }                  -- what a connection that begins as TLS or PostgreSQL's do is
--                                                  -- carried to
--     relay:set { limit = 100, reset = true }      -- cut (reset) after so many bytes from the target
--     relay:set { answer = "HTTP/1.1 407 ..." }    -- what CONNECT is answered with, instead of being carried out
--     relay:cut()                                  -- every connection that it carries
--     relay:freeze(), relay:thaw()                 -- nothing arrives any more, and nobody is told
--     relay:log()                                  -- since the last set: { line =, headers = } of each connection
--     relay:stop()
local apart = require "spec.support.apart"
local json = require("cjson").new()

local relay = {}
relay.__index = relay

function relay.start()
  local server = apart.start "relay_server"
  return setmetatable({ port = server.port, server = server, address = "127.0.0.1:" .. server.port }, relay)
end

function relay:set(settings)
  assert(self.server:tell("SET " .. json.encode(settings)) == "ok")
end

function relay:log()
  return json.decode(self.server:tell "LOG")
end

function relay:cut()
  assert(self.server:tell "CUT" == "ok")
end

function relay:freeze()
  os.execute("kill -STOP " .. self.server.pid)
end

function relay:thaw()
  os.execute("kill -CONT " .. self.server.pid)
end

function relay:stop()
  self.server:stop()
end

return relay
