--- Temporary folders.
local database = require "spec.support.database"

local folder = {}

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Makes one and returns its path.
function folder.new()
  -- A sanitizer's runtime is for our modules, not for the tools of the system.
  local pipe = assert(io.popen("env -u LD_PRELOAD mktemp -d"))
  local path = assert(pipe:read("*l"))
  pipe:close()
  return path
end

--- Removes it with all that is in it, and the databases of the data folders in it.
function folder.remove(path)
  database.drop(path)
  os.execute("env -u LD_PRELOAD rm -rf " .. quote(path))
end

--- Writes a file.
function folder.write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

--- The whole of a file, nil when there is none.
function folder.read(path)
  local file = io.open(path)
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

return folder
