--- A service on a disk that fails when it is told to (disk.c).
--
--     local disk = disk.new()
--     local server = service.start { environment = disk:environment(home), ... }
--     disk:fail(3, disk.FULL, true)     -- the third write from now on, and all after it
--     disk:heal()
local folder = require "spec.support.folder"

local disk = { BROKEN = 5, FULL = 28 } -- EIO and ENOSPC of Linux
disk.__index = disk

local FIELDS = "<i4i4i4i4"

local build = os.getenv "COPYDESK_BUILD" or "build"

function disk.new()
  local home = folder.new()
  folder.write(home .. "/control", FIELDS:pack(0, 0, 0, 0))
  return setmetatable({ home = home, control = home .. "/control" }, disk)
end

--- The variables of a process whose writes below `path` are counted.
function disk:environment(path)
  local before = os.getenv "LD_PRELOAD"
  return { LD_PRELOAD = (before and before .. ":" or "") .. build .. "/spec/disk.so", DISK_CONTROL = self.control,
    DISK_FOLDER = path }
end

local function set(self, offset, ...)
  local file = assert(io.open(self.control, "r+b"))
  file:seek("set", offset)
  file:write(...)
  assert(file:close())
end

--- The so-manieth write from now on fails with that error; lasting: and all after it.
function disk:fail(count, error, lasting)
  set(self, 4, ("<i4i4"):pack(error, lasting and 1 or 0))
  set(self, 0, ("<i4"):pack(count))
end

function disk:heal()
  set(self, 0, ("<i4"):pack(0))
end

--- How many writes there were so far, and how many are left until one fails (0: none will).
function disk:state()
  local left, _, _, seen = FIELDS:unpack(folder.read(self.control))
  return seen, left
end

function disk:remove()
  folder.remove(self.home)
end

return disk
