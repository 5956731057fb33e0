--- A PgBouncer in transaction mode before a PostgreSQL of the test's (spec.support.postgresql).
--
--     local pooler = pooler.start(server, { default_pool_size = 8 })
--     ... pooler.address, of the same database ...
--     pooler:halt(); pooler:restart()    -- its connections end
--     pooler:stop()
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"

local pooler = {}
pooler.__index = pooler

local PROGRAM = "/usr/sbin/pgbouncer"

--- Is it installed?
function pooler.is_installed()
  return io.open(PROGRAM) ~= nil
end

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

-- It refuses to run as root.
local function launch(self)
  local as = run "id -u":find "^0" and "setpriv --reuid=postgres --regid=postgres --init-groups " or ""
  self.pipe = assert(io.popen(("echo $$; exec env -u LD_PRELOAD %s%s %s/ini 2>/dev/null"):format(as, PROGRAM,
    self.home)))
  self.pid = self.pipe:read "*l"
  assert(eventually(function()
    return run(("psql -X -A -t -d '%s' -c 'SELECT 1' 2>&1"):format(self.address)) == "1\n"
  end), "PgBouncer does not start")
  return self
end

--- Starts one; settings of it by name.
function pooler.start(server, settings)
  local self = setmetatable({ home = folder.new() }, pooler)
  local lines = ""
  for name, value in pairs(settings or {}) do lines = lines .. ("%s = %s\n"):format(name, value) end
  os.execute("chmod 777 " .. self.home) -- its socket is there
  folder.write(self.home .. "/ini", ("[databases]\npostgres = host=%s port=%s user=postgres\n[pgbouncer]\n"
    .. "listen_addr =\nlisten_port = 6432\nunix_socket_dir = %s\nlogfile = %s/log\npool_mode = transaction\n"
    .. "auth_type = any\n%s"):format(server.address:match "host=([^&]+)", server.address:match "port=(%d+)", self.home,
    self.home, lines))
  self.address = ("postgresql:///postgres?host=%s&port=6432&user=me"):format(self.home)
  return launch(self)
end

--- Ends it, and with it all connections through it.
function pooler:halt()
  if not self.pipe then return end
  -- At SIGTERM releases from 1.23 on wait until all have left, and end at SIGQUIT, which older ones do not know.
  os.execute(("kill %s; kill -QUIT %s 2>/dev/null"):format(self.pid, self.pid))
  self.pipe:close()
  self.pipe = nil
end

--- Starts it again at the same place.
function pooler:restart()
  self:halt()
  return launch(self)
end

--- Ends it, and removes what it has.
function pooler:stop()
  self:halt()
  folder.remove(self.home)
end

return pooler
