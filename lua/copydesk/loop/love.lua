--- Waiting in LÖVE: `desk:step()` in love.update advances all calls and resumes the coroutines whose calls have ended.
-- @module copydesk.loop.love
local coroutines = require "copydesk.loop.coroutines"

local BUDGET = 0.0003 -- seconds of a frame, after which no further coroutine is resumed in it

local host = { park = coroutines.park, wake = coroutines.wake }

function host.problem()
  return coroutines.problem("such as coroutine.wrap(function() ... end)(), and call desk:step() in love.update")
end

function host.drive() end

--- A path within the game's folder, from wherever LÖVE was started. The path as it is for a game that is packed in a
-- file, since that has no folder.
function host.resolve(path)
  local folder = love.filesystem.getSource()
  local main = not path:find("^/") and io.open(folder .. "/main.lua")
  if not main then return path end
  main:close()
  return folder .. "/" .. path
end

-- Decoding a long article takes a fraction of a millisecond: when many end at once, some are left for the next frames.
function host.step(driver)
  local clock = love and love.timer and love.timer.getTime or os.clock
  local until_when = clock() + BUDGET
  local thrown = coroutines.run(driver, function() return clock() >= until_when end)
  if thrown then error(thrown, 0) end
end

return host
