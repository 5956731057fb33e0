--- A Lua program in a process of its own, which tells what it does line by line.
--
--     local program = program.start([[print(arg[1])]], { "hello" })
--     program:line()            -- "hello"; waits for it
--     program:kill()            -- as kill -9 does
--     program:finish()          -- waits for its end: the rest of its lines, and its exit code
local folder = require "spec.support.folder"

local program = {}
program.__index = program

local function quote(text)
  return "'" .. tostring(text):gsub("'", "'\\''") .. "'"
end

-- LuaJIT finds its modules beside this Lua's.
local function environment(lua)
  local build = os.getenv("COPYDESK_BUILD") or "build"
  return ("LUA_CPATH='%s/lib/%s/?.so;;'"):format(build, lua)
end

--- Runs the text as a program; options: lua (lua5.4). Its standard output is buffered by lines.
function program.start(text, arguments, options)
  local lua = options and options.lua or "lua5.4"
  local self = setmetatable({ folder = folder.new() }, program)
  folder.write(self.folder .. "/program.lua", "io.stdout:setvbuf 'line'\n" .. text)
  local words = { lua, quote(self.folder .. "/program.lua") }
  for _, argument in ipairs(arguments or {}) do words[#words + 1] = quote(argument) end
  self.pipe = assert(io.popen(("echo $$; %s exec %s 2>%s/log"):format(environment(lua), table.concat(words, " "),
    self.folder)))
  self.pid = assert(tonumber(self.pipe:read("*l")))
  return self
end

--- The next line that it writes; nil when it has ended.
function program:line()
  return self.pipe:read("*l")
end

--- What it wrote to standard error so far.
function program:log()
  return folder.read(self.folder .. "/log") or ""
end

--- Waits for its end. The lines that were left, and its exit code (128 and the signal's number when it was killed).
function program:finish()
  local lines = {}
  for line in self.pipe:lines() do lines[#lines + 1] = line end
  local _, how, code = self.pipe:close()
  self.ended = self:log()
  folder.remove(self.folder)
  return lines, how == "signal" and 128 + code or code, self.ended
end

function program:signal(name)
  os.execute(("kill -%s %d"):format(name, self.pid))
end

--- Ends it without a word, and waits for that.
function program:kill()
  self:signal "KILL"
  return self:finish()
end

return program
