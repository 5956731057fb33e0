--- Waits for a state of another process that no event tells of: asks again and again, for two minutes at most, which is
-- against hanging: nobody measures by it.
--
--     assert(eventually(function() return is_so() end))
local socket = require "socket"

local ROUNDS, PAUSE = 24000, 0.005

--- What the condition gives in the end, false or nil when it never held.
return function(condition)
  local result
  for _ = 1, ROUNDS do
    result = condition()
    if result then break end
    socket.sleep(PAUSE)
  end
  return result
end
