--- Several services on one PostgreSQL, each of which may be killed, paused, cut off or have its clock set, as may the
-- database.
--
--     local cluster = cluster.start { nodes = 3, config = { workers = 3 } }
--     cluster.nodes[1]            -- of spec.support.service; node.name
--     cluster:kill(node)          -- and what it was writing counts as left behind (cluster:left_behind)
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
local LEASE = 30000 -- LEASE_MS of src/service/jobs/jobs.h
local BEATS_WITHIN, LOOKS_WITHIN = 10000, 5000 -- ms, of a cluster that has the time to work

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
    waited = 0, resumed = 0, renewed = {} }, cluster)
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

-- By the database's clock, which is the one that leases go by.
local NOW = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"

local function leave(self, node)
  local rows = self:held(node)
  local now = #rows > 0 and self:query("SELECT " .. NOW)
  if not now then return end
  for _, row in ipairs(rows) do self.left[row] = self.left[row] or { at = tonumber(now[1]), waited = 0 } end
end

--- Ends a node without a word.
function cluster:kill(node)
  node:kill()
  leave(self, node)
end

--- Starts it again; while the database is away that takes several tries. is_elsewhere: as if on another machine, where
-- nothing proves that the one before is dead.
function cluster.restart(_, node, is_elsewhere)
  if is_elsewhere then os.remove(node.data .. "/node") end
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
  leave(self, node)
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

-- "now", whether some node has time, then what is held: article, worker, until when.
local LOOK = ([[SELECT 'now', CAST(%s AS TEXT), (SELECT COUNT(*) FROM node WHERE seen_at > %s - %d AND busy < workers)
  UNION ALL SELECT id, worker, lease_until FROM article WHERE lease_until > 0 AND worker <> '']]):format(NOW, NOW,
  BEATS_WITHIN):gsub("\n", " ")

local function close_gap(self, item, now)
  self.resumed = self.resumed + 1
  self.gap, self.waited = math.max(self.gap, now - item.at), math.max(self.waited, item.waited)
end

--- Looks whether somebody goes on with what was left behind; to be called about once a second.
function cluster:look()
  local rows = next(self.left) and self:query(LOOK)
  if not rows then return end
  local now, idle, held = nil, 0, {}
  for _, row in ipairs(rows) do
    local id, worker, number = row:match "^(%S+) (%S+) (%d+)$"
    held[id .. " " .. worker] = tonumber(number)
    if id == "now" then now, idle = tonumber(worker), tonumber(number) end
  end
  local since = now - (self.looked_at or now)
  self.looked_at = now
  for row, item in pairs(self.left) do
    local lease_until = held[row]
    if not lease_until then
      self.left[row] = nil
      close_gap(self, item, now)
    elseif lease_until > item.at + LEASE then
      self.renewed[#self.renewed + 1] = row
    elseif idle > 0 and since <= LOOKS_WITHIN and lease_until < now then
      item.waited = item.waited + math.min(since, now - lease_until)
    end
  end
end

--- What became of what dead nodes were writing. `count`: how many articles; `gap`: seconds until the last of them went
-- on; `waited`: the most seconds that one could be had while a node that was alive had a worker for it, as far as it
-- was looked; `renewed`: those whose leases grew longer without their node. What still waits counts as well.
function cluster:left_behind()
  local now = next(self.left) and self:query("SELECT " .. NOW)
  for row, item in pairs(self.left) do
    self.left[row] = nil
    close_gap(self, item, now and tonumber(now[1]) or item.at)
  end
  return { count = self.resumed, gap = self.gap / 1000, waited = self.waited / 1000, renewed = self.renewed }
end

return cluster
