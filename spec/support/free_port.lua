--- A port of loopback that was free a moment ago, for programs that cannot choose one themselves.
local socket = require "socket"

return function()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local _, port = listener:getsockname()
  listener:close()
  return tonumber(port)
end
