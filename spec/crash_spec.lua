--- kill -9 at random points, fifty times, while articles are created: nothing that was acknowledged is lost, everything
-- ends once, everything is billed once.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"
local json = require "cjson.safe"

local ROUNDS, CONNECTIONS, LONGEST = 50, 6, 0.12

local HERBS = [[
# Herb garden

A herb garden needs six hours of light each day. Mint grows in shade.

## Water

Water the herb garden when its soil is dry. Rosemary wants dry soil in between.
]]

-- What every connection does in turn: create, and now and then cancel what it created.
local function next_request(state)
  state.count = state.count + 1
  local created = state.acknowledged[#state.acknowledged]
  if created and state.count % 10 == 0 then
    return { method = "POST", path = "/api/articles/" .. created .. "/cancel", cancels = created }
  end
  local name = "request-" .. state.count
  return { method = "POST", path = "/api/articles/v2/", name = name, options = {
    body = { targetKeyword = "herb garden", title = name },
    headers = { ["Idempotency-Key"] = name },
  } }
end

local function note_answer(state, request, answer)
  if request.cancels then
    -- 409: it had ended by then.
    assert(answer.status == 200 or answer.status == 409, answer.body)
    if answer.status == 200 then state.cancelled[request.cancels] = true end
    return
  end
  assert(answer.status == 200, answer.body)
  state.acknowledged[#state.acknowledged + 1] = answer.json.articleId
  state.article_of[request.name] = answer.json.articleId
end

local function send(conn, request)
  conn.pending = request
  return conn:send(request.method, request.path, request.options)
end

-- Sends and receives on all connections until the process is killed; what was not answered is left for the next round.
local function run_round(state)
  local deadline = socket.gettime() + math.random() * LONGEST
  local open, by_socket = {}, {}
  for i = 1, CONNECTIONS do
    local conn = http.connect(state.server)
    open[i], by_socket[conn.socket] = conn.socket, conn
    send(conn, table.remove(state.unanswered) or next_request(state))
  end
  while socket.gettime() < deadline do
    for _, ready in ipairs(socket.select(open, nil, math.max(0, deadline - socket.gettime()))) do
      local conn = by_socket[ready]
      local request = conn.pending
      note_answer(state, request, assert(conn:receive()))
      send(conn, table.remove(state.unanswered) or next_request(state))
    end
  end
  state.server:kill()
  for _, sock in ipairs(open) do
    local conn = by_socket[sock]
    local answer = conn:receive()
    if answer and answer.body and (not answer.headers["content-length"] or answer.json) then
      note_answer(state, conn.pending, answer) -- it left before the process ended
    elseif not conn.pending.cancels then
      state.unanswered[#state.unanswered + 1] = conn.pending
    end
    conn:close()
  end
end

local function all_records(server)
  local records, path = {}, "/api/articles?limit=100"
  repeat
    local page = http.request(server, "GET", path).json
    for _, record in ipairs(page.data) do records[record.articleId] = record end
    path = page.nextCursor ~= json.null and "/api/articles?limit=100&cursor=" .. page.nextCursor
  until not path
  return records
end

-- The rows of a query of the database, which nobody has open any more.
local function query(server, sql)
  local pipe = assert(io.popen(("env -u LD_PRELOAD sqlite3 -separator ' ' %s/copydesk.db %q"):format(server.data, sql)))
  local rows = {}
  for line in pipe:lines() do rows[#rows + 1] = line end
  assert(pipe:close())
  return rows
end

describe("a service that is killed fifty times", function()
  local library, state, records, ended

  setup(function()
    local seed = os.time()
    math.randomseed(seed)
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    local server = service.start { config = { library = library, workers = 3 } }
    state = { server = server, seed = seed, count = 0, acknowledged = {}, unanswered = {}, article_of = {},
      cancelled = {} }
    ended = {}
    for round = 1, ROUNDS do
      run_round(state)
      server:restart()
      if round % 10 == 0 then
        for id, record in pairs(all_records(server)) do
          if record.status == "finished" or record.status == "failed" then ended[id] = ended[id] or record end
        end
      end
    end
    while #state.unanswered > 0 do
      local request = table.remove(state.unanswered)
      note_answer(state, request, assert(http.request(server, request.method, request.path, request.options)))
    end
    for _, id in ipairs(state.acknowledged) do assert(http.wait(server, id)) end
    records = all_records(server)
    server:halt()
  end)

  teardown(function()
    state.server:stop()
    folder.remove(library)
  end)

  it("has every article that it acknowledged, and each has ended", function()
    assert.is_true(#state.acknowledged >= ROUNDS, #state.acknowledged .. " articles, seed " .. state.seed)
    for _, id in ipairs(state.acknowledged) do
      local record = records[id]
      assert.is_table(record, id)
      if record.status ~= "finished" then
        assert.equal("failed", record.status)
        assert.equal("cancelled", record.errorCode, record.error)
      end
    end
  end)

  it("made one article for each request, however often it was sent", function()
    local seen = {}
    for id, record in pairs(records) do
      local name = record.config.title
      assert.is_nil(seen[name], name)
      seen[name] = true
      assert.equal(state.article_of[name], id)
    end
  end)

  it("changed nothing that had ended", function()
    assert.is_truthy(next(ended))
    for id, record in pairs(ended) do assert.same(record, records[id]) end
    for id in pairs(state.cancelled) do assert.equal("cancelled", records[id].errorCode) end
  end)

  it("billed each article exactly once", function()
    local billed, count, words = {}, 0, 0
    for _, row in ipairs(query(state.server, "SELECT subject, words FROM ledger WHERE kind = 'article'")) do
      local id, amount = row:match("^(%S+) (%d+)$")
      assert.is_nil(billed[id])
      billed[id] = tonumber(amount)
      count, words = count + 1, words + billed[id]
    end
    for id, record in pairs(records) do
      assert.equal(record.wordsCharged, billed[id], id)
      count = count - 1
    end
    assert.equal(0, count)
    assert.equal(words, tonumber(query(state.server, "SELECT words_used FROM account WHERE id = 'local'")[1]))
    assert.equal("ok", query(state.server, "PRAGMA integrity_check")[1])
  end)
end)
