--- A Lua server in a process of its own, which this one tells what to do: one line for each command, one in reply.
--
--     local server = apart.start "relay_server"    -- the file beside this one; it writes its port first
--     server:tell "LOG"
--     server:stop()                                -- tells it to QUIT
local socket = require "socket"

local apart = {}
apart.__index = apart

function apart.start(name)
  local folder = debug.getinfo(1, "S").source:match("^@(.*)/") or "."
  local pipe = assert(io.popen(("echo $$; exec env -u LUA_CPATH -u LD_PRELOAD lua5.4 %s/%s.lua"):format(folder, name)))
  local pid = tonumber(pipe:read("*l"))
  local port = assert(tonumber(pipe:read("*l")), name .. " did not start")
  return setmetatable({ port = port, pid = pid, pipe = pipe }, apart)
end

function apart:tell(line)
  local connection = assert(socket.connect("127.0.0.1", self.port))
  assert(connection:send(line .. "\n"))
  local reply = connection:receive("*l")
  connection:close()
  return reply
end

function apart:stop()
  self:tell "QUIT"
  self.pipe:close()
end

return apart
