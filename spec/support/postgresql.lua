--- A PostgreSQL of a test's own (postgresql.sh), which it may stop and start. It ends with the test.
--
--     local server = postgresql.start()
--     ... server.address, "postgresql://..."; server.tcp_address, the same with a password on a port of loopback
--     postgresql.query(server.address, "SELECT 1")    -- rows as lines, columns with "|" between them
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

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- Runs SQL on a database; its rows as text, without a line end behind the last.
function postgresql.query(address, sql)
  local pipe = assert(io.popen(("env -u LD_PRELOAD psql -X -q -A -t -v ON_ERROR_STOP=1 -d %s -c %s 2>&1"):format(
    quote(address), quote(sql))))
  local text = pipe:read "*a"
  assert(pipe:close(), text)
  return (text:gsub("%s+$", ""))
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

--- Starts one that speaks TLS as localhost, with a certificate that the authority "ca" of a test's certificates issues
-- (spec.support.certificates).
function postgresql.start_tls(made)
  made:issue("server", { by = "ca", names = "DNS:localhost" })
  -- The server's key is its user's: postgres where the tests are root's (postgresql.sh).
  os.execute(("cd %s && chmod 755 . && chmod 644 ca.pem server.pem && chmod 600 server.key && "
    .. "{ [ $(id -u) -ne 0 ] || chown postgres server.key; }"):format(made.folder))
  return postgresql.start { ssl = "on", ssl_cert_file = made:path "server.pem", ssl_key_file = made:path "server.key" }
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
