--- Three nodes on one PostgreSQL, while they and it are killed, paused, cut off, and their clocks set: nothing that was
-- acknowledged is lost, everything ends once, is billed once, and arrives once, and another node goes on with what a
-- dead one has left. `make torture NODES=3` makes 500 kills of nodes and 50 of the database (COPYDESK_NODE_KILLS,
-- COPYDESK_DATABASE_KILLS).
-- silent: 1200
-- busy
local balanced = require "spec.support.balanced"
local cluster = require "spec.support.cluster"
local fake_shops = require "spec.support.fake_shops"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local postgresql = require "spec.support.postgresql"
local scripted = require "spec.support.scripted"
local socket = require "socket"
local torture_ends = require "spec.support.torture_ends"
local torture_requests = require "spec.support.torture_requests"

local NODES = tonumber(os.getenv "COPYDESK_NODES") or 3
local KILLS = tonumber(os.getenv "COPYDESK_NODE_KILLS") or 15
local DATABASE_KILLS = tonumber(os.getenv "COPYDESK_DATABASE_KILLS") or 2
local PAUSES = math.ceil(KILLS / 100)

local PACE, DOWN = 0.6, 0.3 -- seconds at most between two kills; until a dead node is started again
local PAUSE = 33 -- seconds, longer than LEASE_MS of src/service/jobs/jobs.h
local TAKEN_WITHIN = 120 -- seconds more, until others have taken its work
local FROZEN = 1.5 -- seconds without a word between a node and the database
local RESUMED_WITHIN = 60 -- seconds, where it is measured: by `make torture`
local TAKEN_UP_WITHIN = 30 -- seconds of a node that has time, once a lease has ended
local PATIENCE = 600 -- seconds until all has ended
local DAY = 86400
local AT_ONCE = 4 -- connections that the database ends

if not postgresql.is_installed() then
  return it("nodes on one PostgreSQL", function() pending "there is no PostgreSQL (sh .ci/deps database)" end)
end

-- --- what happens ---

local function running(nodes)
  local list = {}
  for _, node in ipairs(nodes) do
    if not node.paused_at then list[#list + 1] = node end
  end
  return list
end

local function pick(list)
  return list[math.random(#list)]
end

-- Pauses a node that is writing something.
local function pause(state)
  local nodes, clients = state.cluster, state.clients
  for _ = 1, 200 do
    local node = pick(running(nodes.nodes))
    local held = nodes:pause(node)
    if #held > 0 then
      state.paused, state.held = node, held
      return
    end
    nodes:resume(node)
    clients:run(0.02)
  end
  error "no node was ever writing an article"
end

local function rows_of(state, list)
  local ids = {}
  for i, row in ipairs(list) do ids[i] = "'" .. row:match "^%S+" .. "'" end
  return assert(state.cluster:query(("SELECT id, state, version, words_charged, CASE WHEN lease_until > 0 THEN worker "
    .. "ELSE '-' END FROM article WHERE id IN (%s)"):format(table.concat(ids, ","))))
end

-- Once its leases have ended, and others have taken its work.
local function resume_when_due(state)
  local node = state.paused
  local since = node and socket.gettime() - node.paused_at
  if not node or since < PAUSE then return end
  local is_old, rows, not_taken = {}, rows_of(state, state.held), {}
  for _, row in ipairs(state.held) do is_old[row:match " (%S+)$"] = true end
  for _, row in ipairs(rows) do
    if is_old[row:match " (%S+)$"] then not_taken[#not_taken + 1] = row end
  end
  if #not_taken > 0 and since < PAUSE + TAKEN_WITHIN then return end
  state.not_taken = not_taken
  for _, row in ipairs(rows) do
    local id, status, version, words = row:match "^(%S+) (%S+) (%S+) (%S+) %S+$"
    if status == "finished" or status == "failed" then
      state.outlived[id] = ("%s %s %s %s -"):format(id, status, version, words)
    end
  end
  state.cluster:resume(node)
  state.paused = nil
end

-- Every so many kills something else happens besides.
local OTHERS = {
  { every = 5, at = 1, function(state) state.cluster:terminate(AT_ONCE) end },
  { every = 7, at = 2, function(state) state.cluster.relay:cut() end },
  { every = 6, at = 4, function(state) state.cluster.clock:set(math.random(-DAY, DAY)) end },
  { every = 40, at = 3, function(state)
    state.cluster.relay:freeze()
    state.clients:run(FROZEN)
    state.cluster.relay:thaw()
  end },
  { every = math.max(1, math.floor(KILLS / DATABASE_KILLS)), at = 0, function(state)
    state.cluster.database:crash()
    state.clients:run(math.random() * DOWN)
    state.cluster.database:restart()
    state.crashes = state.crashes + 1
  end },
  { every = math.floor(KILLS / PAUSES), at = 1, pause },
}

local function run_round(state, round)
  local nodes, clients = state.cluster, state.clients
  clients:run(math.random() * PACE)
  resume_when_due(state)
  for _, other in ipairs(OTHERS) do
    if round % other.every == other.at then other[1](state) end
  end
  local node = pick(running(nodes.nodes))
  nodes:kill(node)
  clients:run(math.random() * DOWN)
  nodes:restart(node, round % 2 == 0)
  nodes:look()
end

local function await_end(state)
  while state.paused do
    state.clients:run(1)
    state.cluster:look()
    resume_when_due(state)
  end
  state.unanswered_in_the_end = state.clients:finish(PATIENCE)
  local deadline = socket.gettime() + PATIENCE
  repeat
    state.cluster:look()
    local rows = state.cluster:query "SELECT COUNT(*) FROM article WHERE state IN ('queued', 'processing')"
    if rows and rows[1] == "0" then return end
    socket.sleep(0.2)
  until socket.gettime() > deadline
end

local function tell(state)
  state.left = state.cluster:left_behind()
  io.write(("# %d nodes, %d kills, %d of the database, %d pauses; seed %d\n"):format(NODES, KILLS, state.crashes,
    PAUSES, state.seed))
  io.write(("# %d articles, %d answers, %d requests sent again; %d articles left behind, the last went on "
    .. "after %.1f s, and waited for %.1f s of a node that had time\n"):format(#state.acknowledged,
    state.clients.answered, state.clients.repeated, state.left.count, state.left.gap, state.left.waited))
  io.flush()
end

describe(NODES .. " nodes that are killed " .. KILLS .. " times", function()
  local library, state

  setup(function()
    local seed = os.time()
    math.randomseed(seed)
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    local hook, site = scripted.start(), fake_shops.start "webflow"
    local nodes = cluster.start { nodes = NODES, config = {
      library = library, workers = 3, account = { words = torture_ends.WORDS, credits = torture_ends.CREDITS },
      allow_addresses = { "127.0.0.1:" .. hook.port, "127.0.0.1:" .. site.port },
    } }
    state = torture_requests.state { server = nodes.nodes[1], cluster = nodes, seed = seed, hook = hook, site = site,
      kills = KILLS, ended = {}, outlived = {}, not_taken = {}, crashes = 0,
      query = function(sql) return assert(nodes:query(sql), sql) end }
    torture_ends.prepare(state, KILLS)
    state.clients = balanced.new(nodes, state, { writers = 8, readers = 4 })
    for round = 1, KILLS do
      run_round(state, round)
      if round % 10 == 0 then
        state.server = pick(running(nodes.nodes))
        pcall(torture_ends.remember, state) -- the database may be away for a moment
      end
    end
    await_end(state)
    nodes.clock:set(0)
    tell(state)
    torture_ends.await_deliveries(state)
    state.records = torture_ends.all(state.server, "/api/articles", "articleId")
  end)

  teardown(function()
    if not state then return end
    local keep = os.getenv "COPYDESK_KEEP_LOGS"
    if keep then
      for i, node in ipairs(state.cluster.nodes) do folder.write(keep .. "/node-" .. i .. ".log", node:log()) end
    end
    state.cluster:stop()
    state.hook:stop()
    state.site:stop()
    folder.remove(library)
  end)

  for _, check in ipairs(torture_ends.checks) do
    it(check[1], function() check[2](state) end)
  end

  it("answered every request in the end, and none as it must not", function()
    assert.same({}, state.unanswered_in_the_end)
    assert.same({}, state.clients.faults)
  end)

  it("goes on with the articles of a dead node when their leases end", function()
    assert.is_true(state.left.count > 0)
    assert.same({}, state.left.renewed)
    assert.is_true(state.left.waited < TAKEN_UP_WITHIN, state.left.waited .. " s")
  end)

  -- On a machine that has other things to do it may take longer.
  if os.getenv "COPYDESK_NODE_KILLS" then
    it("does so within a minute", function()
      assert.is_true(state.left.gap < RESUMED_WITHIN, state.left.gap .. " s")
    end)
  end

  it("finishes what a paused node was writing, which cannot change it any more", function()
    assert.same({}, state.not_taken)
    assert.is_truthy(next(state.outlived))
    for id, row in pairs(state.outlived) do assert.same({ row }, rows_of(state, { id })) end
  end)
end)
