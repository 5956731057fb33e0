--- A port of loopback that is free, and that no outgoing connection gets: for what listens, ends, and listens there
-- again.
local socket = require "socket"

local FIRST, COUNT = 20000, 12000 -- below those that the system gives to outgoing connections

return function()
  for _ = 1, 100 do
    local port = FIRST + math.random(COUNT) - 1
    local listener = socket.bind("127.0.0.1", port)
    if listener then
      listener:close()
      return port
    end
  end
  error "no port is free"
end
