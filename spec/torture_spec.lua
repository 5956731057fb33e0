--- kill -9 at random points while articles are created, written, billed, linked, cancelled and delivered: nothing that
-- was acknowledged is lost, everything ends once, is billed once, and arrives once. Forty kills; `make torture`
-- makes a thousand (COPYDESK_KILLS).
-- silent: 1200
-- busy
local database = require "spec.support.database"
local fake_shops = require "spec.support.fake_shops"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"
local torture_ends = require "spec.support.torture_ends"
local torture_requests = require "spec.support.torture_requests"

local KILLS = tonumber(os.getenv "COPYDESK_KILLS") or 40
local CONNECTIONS = 6
local LONGEST = 0.12 -- seconds of a round, on a machine that answers within

local LONGER = 1.1 -- is each round after one in which no article was acknowledged

local REPEATED = { create = true, link = true } -- the others may have had an effect without an answer

-- --- rounds ---

local function send(conn, request)
  conn.pending = request
  return conn:send(request.method, request.path, request.options)
end

-- What was under way when the process ended.
local function close(state, conn)
  local answer = conn:receive()
  if answer and answer.body and (not answer.headers["content-length"] or answer.json) then
    torture_requests.note(state, conn.pending, answer) -- it left before the process ended
  elseif REPEATED[conn.pending.kind] then
    state.unanswered[#state.unanswered + 1] = conn.pending
  end
  conn:close()
end

-- Sends and receives on all connections until the process is killed; what was not answered is left for the next round.
local function run_round(state, longest)
  local deadline = socket.gettime() + math.random() * longest
  local open, by_socket = {}, {}
  for i = 1, CONNECTIONS do
    local conn = http.connect(state.server)
    open[i], by_socket[conn.socket] = conn.socket, conn
    send(conn, table.remove(state.unanswered) or torture_requests.next(state))
  end
  while socket.gettime() < deadline do
    for _, ready in ipairs(socket.select(open, nil, math.max(0, deadline - socket.gettime()))) do
      local conn = by_socket[ready]
      torture_requests.note(state, conn.pending, assert(conn:receive()))
      send(conn, table.remove(state.unanswered) or torture_requests.next(state))
    end
  end
  state.server:kill()
  for _, sock in ipairs(open) do close(state, by_socket[sock]) end
end

-- The rows of a query of the database, which nobody has open any more.
local function query(server, sql)
  local rows = {}
  for line in database.query(server.data, sql, { separator = " " }):gmatch "[^\n]+" do rows[#rows + 1] = line end
  return rows
end

describe("a service that is killed " .. KILLS .. " times", function()
  local library, state, hook, site

  setup(function()
    local seed = os.time()
    math.randomseed(seed)
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    hook, site = scripted.start(), fake_shops.start "webflow"
    local server = service.start { config = {
      library = library, workers = 3, account = { words = torture_ends.WORDS, credits = torture_ends.CREDITS },
      allow_addresses = { "127.0.0.1:" .. hook.port, "127.0.0.1:" .. site.port },
    } }
    state = torture_requests.state { server = server, seed = seed, hook = hook, site = site, kills = KILLS, ended = {},
      query = function(sql) return query(server, sql) end }
    torture_ends.prepare(state, KILLS)
    local round, longest = 0, LONGEST
    repeat -- on a machine that has other work each takes longer, until enough is acknowledged
      round = round + 1
      local before = #state.acknowledged
      run_round(state, longest)
      if #state.acknowledged == before then longest = longest * LONGER end
      server:restart()
      if round % 10 == 0 then torture_ends.remember(state) end
    until round >= KILLS and #state.acknowledged >= KILLS
    while #state.unanswered > 0 do
      local request = table.remove(state.unanswered)
      torture_requests.note(state, request, assert(http.request(server, request.method, request.path, request.options)))
    end
    for _, id in ipairs(state.acknowledged) do assert(http.wait(server, id)) end
    torture_ends.await_deliveries(state)
    state.records = torture_ends.all(server, "/api/articles", "articleId")
    server:halt()
  end)

  teardown(function()
    if state then state.server:stop() end
    hook:stop() -- also when no service started: nothing ends by itself
    site:stop()
    folder.remove(library)
  end)

  for _, check in ipairs(torture_ends.checks) do
    it(check[1], function() check[2](state) end)
  end

  it("has a database that is sound", function()
    if database.is_server() then return pending(database.ON_SQLITE .. "PRAGMA integrity_check") end
    assert.equal("ok", query(state.server, "PRAGMA integrity_check")[1])
  end)
end)
