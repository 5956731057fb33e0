--- A process whose clock is set while it runs (clock.c).
--
--     local clock = clock.new()
--     local server = service.start { environment = clock:environment(), ... }
--     clock:set(3600)                   -- an hour ahead from now on
--     clock:remove()
local folder = require "spec.support.folder"

local clock = {}
clock.__index = clock

local SIZE, build = 8, os.getenv "COPYDESK_BUILD" or "build"

function clock.new()
  local home = folder.new()
  local self = setmetatable({ home = home, control = home .. "/control" }, clock)
  folder.write(self.control, ("\0"):rep(SIZE))
  return self
end

--- The variables of a process that has this clock.
function clock:environment()
  local before = os.getenv "LD_PRELOAD"
  return { LD_PRELOAD = (before and before .. ":" or "") .. build .. "/spec/clock.so", CLOCK_CONTROL = self.control }
end

--- So many seconds ahead of the others, or behind.
function clock:set(seconds)
  local file = assert(io.open(self.control, "r+b"))
  file:write(("<i8"):pack(seconds))
  assert(file:close())
end

function clock:remove()
  folder.remove(self.home)
end

return clock
