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

local heap_in_use

--- Kilobytes of memory in use, after all garbage is gone. LuaJIT keeps its own apart from malloc's.
function process.memory()
  if not heap_in_use then
    local library = (os.getenv("COPYDESK_BUILD") or "build") .. "/spec/heap.so"
    heap_in_use = assert(package.loadlib(library, "heap_in_use"))
  end
  collectgarbage()
  collectgarbage()
  return heap_in_use() / 1024 + (jit and collectgarbage("count") or 0)
end

--- Kilobytes it occupied at most since the last `process.forget_peak`.
function process.peak()
  for line in io.lines("/proc/self/status") do
    local kilobytes = line:match("^VmHWM:%s*(%d+) kB")
    if kilobytes then return tonumber(kilobytes) end
  end
  error("no VmHWM in /proc/self/status")
end

function process.forget_peak()
  local file = assert(io.open("/proc/self/clear_refs", "w"))
  file:write("5")
  file:close()
end

return process
