--- `copydesk serve` below a small service manager (manager.py), which passes it sockets and hears how it is doing.
--
--     local manager = managed.start("tcp", { notify = folder .. "/notify", words = { "--data", folder .. "/data" } })
--     local port = manager:await "port"
--     manager.pid = manager:await "pid"
--     manager:await "told"        -- "READY=1|STATUS=..."
--     manager:signal "TERM"
--     manager:finish()            -- its exit code, and what it said last
local managed = {}

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local Manager = {}
Manager.__index = Manager

--- Starts it with sockets of these kinds, as manager.py names them. options: notify (where it tells its state),
-- variables (by name), words (of the command).
function managed.start(sockets, options)
  local words = { "/usr/bin/python3", "spec/support/manager.py", sockets, options.notify or "-" }
  for name, value in pairs(options.variables or {}) do words[#words + 1] = name .. "=" .. value end
  for _, word in ipairs { "--", BUILD .. "/bin/lua5.4/copydesk", "serve" } do
    words[#words + 1] = word
  end
  for _, word in ipairs(options.words or {}) do words[#words + 1] = word end
  for i, word in ipairs(words) do words[i] = quote(word) end
  local self = setmetatable({ lines = {} }, Manager)
  self.pipe = assert(io.popen("exec env -u LD_PRELOAD timeout 600 " .. table.concat(words, " ") .. " 2>&1"))
  return self
end

--- The rest of the next line that begins with the word.
function Manager:await(word)
  return self:await_either(word, word)
end

--- The same for one of two words.
function Manager:await_either(one, other)
  for line in self.pipe:lines() do
    self.lines[#self.lines + 1] = line
    local word, rest = line:match "^(%l+) (.*)$"
    if word == one or word == other then return rest end
  end
  error("it ended without " .. one .. ":\n" .. table.concat(self.lines, "\n"), 0)
end

function Manager:signal(name)
  os.execute(("kill -%s %s"):format(name, self.pid))
end

--- Waits for its end; its exit code, and what it said last.
function Manager:finish()
  local said
  for line in self.pipe:lines() do
    said = line:match "^said (.*)$" or said
    local code = line:match "^exit (.*)$"
    if code then
      self.pipe:close()
      return tonumber(code), said
    end
  end
  error "no exit"
end

return managed
