--- Several services on one PostgreSQL, each of which may be killed, paused, cut off or have its clock set, as may the
-- database.
--
--     local cluster = cluster.start { nodes = 3, config = { workers = 3 } }
--     cluster.nodes[1]            -- of spec.support.service; node.name
--     cluster:kill(node)          -- and what it was writing counts as left behind (cluster:worst_gap)
--     cluster:query "SELECT ..."  -- rows, columns with blanks between them; nil while there is no database
--     cluster:stop()
--
-- The first node is at the database's socket, the second behind a relay (cluster.relay), and the last has a clock of
-- its own (cluster.clock).
local clock = require "spec.support.clock"
local folder = require "spec.support.folder"
local postgresql = require "spec.support.postgresql"
local relay = require "spec.support.relay"
local service = require "spec.support.service"
local socket = require "socket"

local cluster = {}
cluster.__index = cluster

local KEY = "cd_torture000000000000000000000000000000000000000"
local START_PATIENCE = 60 -- seconds

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- --- start and stop ---

local function place_of(self, number)
  if number == 2 then
    return (self.database.tcp_address:gsub("127%.0%.0%.1:%d+", "127.0.0.1:" .. self.relay.port))
  end
  return self.database.address
end

local function start_node(self, number)
  local config = { data = place_of(self, number), folder = self.home .. "/node-" .. number,
    secret_key = self.home .. "/secret.key" }
  for name, value in pairs(self.config) do config[name] = value end
  local node = service.start { config = config, environment = number == self.count and self.clock:environment() or nil }
  node.name, node.key = "node " .. number, self.config.account.key
  return node
end

--- options: nodes (2 and more), config (what all of them have).
function cluster.start(options)
  local self = setmetatable({ count = options.nodes, home = folder.new(), config = {}, nodes = {}, left = {}, gap = 0,
    resumed = 0 }, cluster)
  for name, value in pairs(options.config) do self.config[name] = value end
  local account = { key = KEY }
  for name, value in pairs(self.config.account or {}) do account[name] = value end
  self.config.account = account
  self.database = postgresql.start { fsync = "on", full_page_writes = "on" }
  self.relay, self.clock = relay.start(), clock.new()
  self.relay:set { target = tonumber(self.database.tcp_address:match ":(%d+)/") }
  for number = 1, self.count do self.nodes[number] = start_node(self, number) end
  return self
end

function cluster:stop()
  for _, node in ipairs(self.nodes) do node:stop() end
  self.relay:stop()
  self.clock:remove()
  self.database:stop()
  folder.remove(self.home)
end

-- --- what the database has ---

function cluster:query(sql)
  local pipe = assert(io.popen(("env -u LD_PRELOAD psql -X -q -A -t -F ' ' -v ON_ERROR_STOP=1 -d %s -c %s 2>/dev/null")
    :format(quote(self.database.address), quote(sql))))
  local rows = {}
  for line in pipe:lines() do rows[#rows + 1] = line end
  return pipe:close() and rows or nil
end

--- The articles that a node is writing: their ids and workers.
function cluster:held(node)
  return self:query(("SELECT a.id, a.worker FROM article a JOIN node n ON starts_with(a.worker, n.id) "
    .. "WHERE n.address LIKE '%%:%d' AND a.lease_until > 0"):format(node.port)) or {}
end

-- --- what happens to them ---

local function leave(self, node, at)
  for _, row in ipairs(self:held(node)) do self.left[row] = self.left[row] or at end
end

--- Ends a node without a word.
function cluster:kill(node)
  local at = socket.gettime()
  node:kill()
  leave(self, node, at)
end

--- Starts it again; while the database is away that takes several tries.
function cluster.restart(_, node)
  local deadline = socket.gettime() + START_PATIENCE
  local done, problem
  repeat
    done, problem = pcall(node.restart, node)
    if not done then node.pipe = nil end
  until done or socket.gettime() > deadline
  node.key = KEY
  return assert(done, problem)
end

--- Stops a node in the middle of whatever it does; what it was writing (cluster:held).
function cluster:pause(node)
  os.execute("kill -STOP " .. node.pid)
  node.paused_at = socket.gettime()
  leave(self, node, node.paused_at)
  return self:held(node)
end

--- It goes on where it was.
function cluster.resume(_, node)
  os.execute("kill -CONT " .. node.pid)
  node.paused_at = nil
end

--- Ends connections of the database, which are told so.
function cluster:terminate(count)
  self:query(("SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
    .. "AND backend_type = 'client backend' ORDER BY random() LIMIT %d) chosen"):format(count))
end

--- Looks whether somebody goes on with what was left behind; to be called about once a second.
function cluster:look()
  if not next(self.left) then return end
  local rows = self:query "SELECT id, worker FROM article WHERE lease_until > 0 AND worker <> ''"
  if not rows then return end
  local held, now = {}, socket.gettime()
  for _, row in ipairs(rows) do held[row] = true end
  for row, at in pairs(self.left) do
    if not held[row] then
      self.left[row], self.resumed = nil, self.resumed + 1
      self.gap = math.max(self.gap, now - at)
    end
  end
end

--- Seconds until the last of what was left behind went on, and how many there were. What waits still counts as well.
function cluster:worst_gap()
  local worst, count = self.gap, self.resumed
  for _, at in pairs(self.left) do worst, count = math.max(worst, socket.gettime() - at), count + 1 end
  return worst, count
end

return cluster
