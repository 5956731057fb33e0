--- Waiting in LÖVE: `desk:step()` in love.update moves all on and resumes the coroutines whose calls have ended.
-- @module copydesk.loop.love
local coroutines = require "copydesk.loop.coroutines"

local host = { park = coroutines.park, wake = coroutines.wake }

function host.problem()
  return coroutines.problem("such as coroutine.wrap(function() ... end)(), and call desk:step() in love.update")
end

function host.drive() end

function host.step(driver)
  local thrown = coroutines.run(driver)
  if thrown then error(thrown, 0) end
end

return host
