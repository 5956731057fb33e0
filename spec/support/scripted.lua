--- A scripted HTTP server in a process of its own, for specs of what a server may do wrong.
--
--     local server = scripted.start()
--     server:script { { status = 429, headers = { ["Retry-After"] = "1" } }, { body = "{}" } }
--     ... requests to server.url ...
--     assert.equal(2, #server:log())
--     server:stop()
--
-- A step answers one request; the last one repeats. `script { POST = steps, GET = steps }` has a script for each
-- method. Fields of an answer: status, headers, body, file (whose contents are the body), missing (bytes by which
-- Content-Length is too large), after (bytes sent behind the answer), push (bytes sent there at server:push()), close,
-- flood (bytes of an answer without end). Instead of an answer: raw (bytes as they are, then close), with drip (seconds
-- between any two of them), endless (a piece sent behind them again and again), hold (the connection stays open,
-- silent). With either: reset (of the connection, after raw), delay (seconds), await (nothing before so many requests
-- have come since the script).
local apart = require "spec.support.apart"
local json = require("cjson").new()

local scripted = {}
scripted.__index = scripted

function scripted.start()
  local server = apart.start "scripted_server"
  return setmetatable({ port = server.port, server = server, url = "http://127.0.0.1:" .. server.port }, scripted)
end

function scripted:script(steps)
  assert(self.server:tell("SCRIPT " .. json.encode(steps)) == "ok")
end

--- The requests since the last script: method, target, headers (lower-case names), body, connection (its number),
-- beside (how many with the same method had no answer yet), at (seconds). With a count, once there are as many.
function scripted:log(count)
  if count then assert(self.server:tell("AWAIT " .. count) == "ok") end
  return json.decode(self.server:tell "LOG")
end

--- Sends what the steps that have been answered have to push.
function scripted:push()
  assert(self.server:tell "PUSH" == "ok")
end

function scripted:stop()
  self.server:stop()
end

return scripted
