--- Waiting in LÖVE: `desk:step()` in love.update moves all on and resumes the coroutines whose calls have ended.
-- @module copydesk.loop.love
local coroutines = require "copydesk.loop.coroutines"

local host = { park = coroutines.park, wake = coroutines.wake, step = coroutines.run }

function host.problem()
  return coroutines.problem("such as coroutine.wrap(function() ... end)(), and call desk:step() in love.update")
end

function host.drive() end

return host
