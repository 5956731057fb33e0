--- A PostgreSQL of a test's own (postgresql.sh), which it may stop and start. It ends with the test.
--
--     local server = postgresql.start()
--     ... server.address, "postgresql://..."; server.tcp_address, the same with a password on a port of loopback
--     server:crash()
--     server:restart()
--     server:stop()
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"

local postgresql = {}
postgresql.__index = postgresql

-- The value of the n-th line that begins with the word.
local function said(self, word, n)
  local count = 0
  for name, value in (folder.read(self.said) or ""):gmatch "(%S+) ([^\n]*)\n" do
    if name == word then count = count + 1 end
    if count == n then return value end
  end
end

--- Is it installed?
function postgresql.is_installed()
  return os.execute "ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1" == true
end

--- Starts one; settings of it by name.
function postgresql.start(settings)
  local home = folder.new()
  local self = setmetatable({ home = home, said = home .. "/said", done = 0 }, postgresql)
  local words = ""
  for name, value in pairs(settings or {}) do words = words .. (" '%s=%s'"):format(name, value) end
  self.pipe = assert(io.popen(("env -u LD_PRELOAD sh spec/support/postgresql.sh serve%s >%s"):format(words, self.said),
    "w"))
  assert(eventually(function() return said(self, "ready", 1) end), "PostgreSQL does not start")
  self.address, self.tcp_address = said(self, "COPYDESK_TEST_DATABASE", 1), said(self, "COPYDESK_TEST_DATABASE_TCP", 1)
  return self
end

local function tell(self, word)
  self.done = self.done + 1
  self.pipe:write(word, "\n")
  self.pipe:flush()
  assert(eventually(function() return said(self, "done", self.done) end), "the server does not " .. word)
end

--- Ends all its processes without a word.
function postgresql:crash() tell(self, "crash") end

--- Starts it again, on the same data and port.
function postgresql:restart() tell(self, "start") end

--- Ends it, and removes what it has.
function postgresql:stop()
  self.pipe:close()
  folder.remove(self.home)
end

return postgresql
