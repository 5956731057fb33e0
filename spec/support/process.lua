--- What the running process holds: descriptors and memory.
local process = {}

--- The number of its open descriptors.
function process.descriptors()
  local pipe = assert(io.popen("env -u LD_PRELOAD ls /proc/$PPID/fd"))
  local count = 0
  for _ in pipe:lines() do count = count + 1 end
  pipe:close()
  return count
end

--- Does it come down to so many soon? A connection that was just closed, a resolver's thread that is just ending, still
-- holds one for a moment.
function process.descriptors_return_to(count)
  for _ = 1, 500 do
    if process.descriptors() <= count then return true end
  end
  return false
end

local function kilobytes(field)
  for line in io.lines("/proc/self/status") do
    local value = line:match("^" .. field .. ":%s*(%d+) kB")
    if value then return tonumber(value) end
  end
  error("no " .. field .. " in /proc/self/status")
end

--- Kilobytes of memory it occupies now, and at most since the last `process.forget_peak`.
function process.memory() return kilobytes("VmRSS") end
function process.peak() return kilobytes("VmHWM") end

function process.forget_peak()
  local file = assert(io.open("/proc/self/clear_refs", "w"))
  file:write("5")
  file:close()
end

return process
