--- kill -9 at random points while articles are created, written, billed, linked, cancelled and delivered: nothing that
-- was acknowledged is lost, everything ends once, is billed once, and arrives once. A hundred kills; `make torture`
-- makes a thousand (COPYDESK_KILLS).
local database = require "spec.support.database"
local fake_shops = require "spec.support.fake_shops"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local json = require "cjson.safe"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"

local KILLS = tonumber(os.getenv "COPYDESK_KILLS") or 100
local CONNECTIONS, LONGEST = 6, 0.12
local WORDS, CREDITS = 1000000000, 1000000
local LOST_ANSWERS = 5 -- one answer of the site in so many is lost after the draft was made

local PAGE = { url = "https://herbs.example/mint", title = "Mint tea", html = "<h1>Mint tea</h1><p>Fresh.</p>" }

-- --- what every connection does in turn ---

local function create(state, name)
  local to = state.integrations[math.random(#state.integrations)]
  return { kind = "create", method = "POST", path = "/api/articles/v2/", name = name, to = to, options = {
    body = { targetKeyword = "herb garden", title = name, integrationId = to.id },
    headers = { ["Idempotency-Key"] = name },
  } }
end

local function link(state, name)
  return { kind = "link", method = "POST", path = "/api/internal-links/", name = name, options = {
    body = { content = "<p>Drink mint tea, " .. name .. ".</p>", format = "json", domainId = state.domain },
    headers = { ["Idempotency-Key"] = name },
  } }
end

local function cancel(state, name)
  local id = state.acknowledged[#state.acknowledged]
  if not id then return create(state, name) end
  return { kind = "cancel", method = "POST", path = "/api/articles/" .. id .. "/cancel", article = id }
end

-- To the other integration, once the article is there.
local function deliver(state, name)
  local id = state.acknowledged[math.random(math.max(1, #state.acknowledged))]
  if not id then return create(state, name) end
  local to = state.integrations[math.random(#state.integrations)]
  return { kind = "deliver", method = "POST", path = "/api/articles/" .. id .. "/deliver", article = id, to = to,
    options = { body = { integrationId = to.id } } }
end

local TURNS = { create, link, create, create, link, deliver, create, cancel, create, link }

local function next_request(state)
  state.count = state.count + 1
  return TURNS[state.count % #TURNS + 1](state, "request-" .. state.count)
end

local NOTE = {}

function NOTE.create(state, request, answer)
  assert(answer.status == 200, answer.body)
  local id = answer.json.articleId
  if state.article_of[request.name] then return assert(state.article_of[request.name] == id, request.name) end
  state.acknowledged[#state.acknowledged + 1] = id
  state.article_of[request.name] = id
  state.wanted[id] = { [request.to.id] = true }
end

function NOTE.link(state, request, answer)
  assert(answer.status == 200, answer.body)
  state.linked[request.name] = true
end

-- 409: it had ended by then.
function NOTE.cancel(state, request, answer)
  assert(answer.status == 200 or answer.status == 409, answer.body)
  if answer.status == 200 then state.cancelled[request.article] = true end
end

-- 409: it has not finished.
function NOTE.deliver(state, request, answer)
  assert(answer.status == 202 or answer.status == 409, answer.body)
  if answer.status == 202 then state.wanted[request.article][request.to.id] = true end
end

local REPEATED = { create = true, link = true } -- the others may have had an effect without an answer

-- --- rounds ---

local function send(conn, request)
  conn.pending = request
  return conn:send(request.method, request.path, request.options)
end

local function note(state, request, answer)
  return NOTE[request.kind](state, request, answer)
end

-- What was under way when the process ended.
local function close(state, conn)
  local answer = conn:receive()
  if answer and answer.body and (not answer.headers["content-length"] or answer.json) then
    note(state, conn.pending, answer) -- it left before the process ended
  elseif REPEATED[conn.pending.kind] then
    state.unanswered[#state.unanswered + 1] = conn.pending
  end
  conn:close()
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
      note(state, conn.pending, assert(conn:receive()))
      send(conn, table.remove(state.unanswered) or next_request(state))
    end
  end
  state.server:kill()
  for _, sock in ipairs(open) do close(state, by_socket[sock]) end
end

-- --- what there is in the end ---

local function all(server, path, id)
  local list, cursor = {}, nil
  repeat
    local page = http.request(server, "GET", path .. "?limit=100" .. (cursor and "&cursor=" .. cursor or "")).json
    for _, item in ipairs(page.data) do list[item[id]] = item end
    cursor = page.nextCursor ~= json.null and page.nextCursor
  until not cursor
  return list
end

local function has_ended(record)
  return record.status == "finished" or record.status == "failed"
end

-- The rows of a query of the database, which nobody has open any more.
local function query(server, sql)
  local rows = {}
  for line in database.query(server.data, sql, { separator = " " }):gmatch "[^\n]+" do rows[#rows + 1] = line end
  return rows
end

-- 409: an attempt is under way, or a draft waits for what may have come of the last one.
local function resend(state, delivery)
  local answer = http.request(state.server, "POST", "/api/deliveries/" .. delivery.deliveryId .. "/resend")
  assert(answer.status == 202 or answer.status == 409, answer.body)
end

-- Until none is on its way any more. Drafts whose attempt was broken off wait for a minute, those that failed twice
-- for longer: they are sent again.
local function await_deliveries(state)
  local deadline = socket.gettime() + 180
  for _, integration in ipairs(state.integrations) do
    local path = "/api/integrations/" .. integration.id .. "/deliveries"
    repeat
      local pending = 0
      state.deliveries[integration.id] = all(state.server, path, "deliveryId")
      for _, delivery in pairs(state.deliveries[integration.id]) do
        if delivery.state == "pending" then
          pending = pending + 1
          if delivery.attempts > 1 then resend(state, delivery) end
        end
      end
      if pending > 0 then socket.sleep(0.2) end
    until pending == 0 or socket.gettime() > deadline
  end
end

local function connect(state, kind, settings)
  local answer = http.request(state.server, "POST", "/api/integrations",
    { body = { kind = kind, name = kind, settings = settings } })
  assert(answer.status == 201, answer.body)
  return { id = answer.json.integrationId, kind = kind }
end

-- The answers of the site that are lost.
local function lost_answers()
  local rules = {}
  for i = 1, KILLS do rules[i] = { service = "make_item", call = i * LOST_ANSWERS, lost = true } end
  return rules
end

local function prepare(state)
  state.integrations = {
    connect(state, "webhook", { url = state.hook.url .. "/hook" }),
    connect(state, "webflow", state.site:settings()),
  }
  state.domain = http.request(state.server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId
  local put = http.request(state.server, "POST", "/api/domains/" .. state.domain .. "/pages",
    { body = { pages = { PAGE } } })
  assert(put.status == 200, put.body)
end

describe("a service that is killed " .. KILLS .. " times", function()
  local library, state, records, ended

  setup(function()
    local seed = os.time()
    math.randomseed(seed)
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    local hook, site = scripted.start(), fake_shops.start "webflow"
    hook:script { { status = 204 } }
    site:script(lost_answers())
    local server = service.start { config = {
      library = library, workers = 3, account = { words = WORDS, credits = CREDITS },
      allow_addresses = { "127.0.0.1:" .. hook.port, "127.0.0.1:" .. site.port },
    } }
    state = { server = server, seed = seed, hook = hook, site = site, count = 0, acknowledged = {}, unanswered = {},
      article_of = {}, cancelled = {}, linked = {}, wanted = {}, deliveries = {} }
    prepare(state)
    ended = {}
    for round = 1, KILLS do
      run_round(state)
      server:restart()
      if round % 10 == 0 then
        for id, record in pairs(all(server, "/api/articles", "articleId")) do
          if has_ended(record) then ended[id] = ended[id] or record end
        end
      end
    end
    while #state.unanswered > 0 do
      local request = table.remove(state.unanswered)
      note(state, request, assert(http.request(server, request.method, request.path, request.options)))
    end
    for _, id in ipairs(state.acknowledged) do assert(http.wait(server, id)) end
    await_deliveries(state)
    records = all(server, "/api/articles", "articleId")
    server:halt()
  end)

  teardown(function()
    state.server:stop()
    state.hook:stop()
    state.site:stop()
    folder.remove(library)
  end)

  it("has every article that it acknowledged, and each has ended", function()
    assert.is_true(#state.acknowledged >= KILLS, #state.acknowledged .. " articles, seed " .. state.seed)
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

  it("billed each article once, and nothing for those that failed", function()
    local billed = {}
    for _, row in ipairs(query(state.server, "SELECT subject, words FROM ledger WHERE kind = 'article'")) do
      local id, amount = row:match "^(%S+) (%-?%d+)$"
      assert.is_nil(billed[id])
      billed[id] = -tonumber(amount)
    end
    for id, record in pairs(records) do
      assert.equal(record.wordsCharged > 0 and record.wordsCharged or nil, billed[id], id)
      billed[id] = nil
    end
    assert.is_nil(next(billed))
  end)

  it("billed each request for links once", function()
    local links = 0
    for _ in pairs(state.linked) do links = links + 1 end
    assert.is_true(links > 0)
    assert.same({ tostring(links) }, query(state.server, "SELECT COUNT(*) FROM ledger WHERE kind = 'link'"))
  end)

  it("has a ledger that sums to what is left", function()
    assert.same({ "1 1" }, query(state.server, [[
      SELECT COUNT(CASE WHEN a.words_balance = l.words THEN 1 END), COUNT(CASE WHEN a.credits_balance = l.credits THEN 1
      END) FROM account a JOIN (SELECT account_id, SUM(words) AS words, SUM(credits) AS credits FROM ledger GROUP BY
      account_id) l ON l.account_id = a.id WHERE a.id = 'local']]))
    assert.same({ ("%d"):format(WORDS) }, query(state.server,
      "SELECT words_balance + words_used FROM account WHERE id = 'local'"))
    if not database.is_server() then assert.equal("ok", query(state.server, "PRAGMA integrity_check")[1]) end
  end)

  it("delivered each article once to each place that was to have it", function()
    for _, integration in ipairs(state.integrations) do
      local of_article = {}
      for _, delivery in pairs(state.deliveries[integration.id]) do
        local about = ("%s %s: %s"):format(integration.kind, delivery.deliveryId, tostring(delivery.lastError))
        assert.equal("delivered", delivery.state, about)
        assert.is_nil(of_article[delivery.articleId], about)
        of_article[delivery.articleId] = delivery
      end
      for id, wanted in pairs(state.wanted) do
        local goes = wanted[integration.id] and (records[id].status == "finished" or integration.kind == "webhook")
        if goes then assert.is_table(of_article[id], integration.kind .. " " .. id) end
      end
    end
  end)

  it("sent one webhook-id for each article", function()
    local id_of, deliveries = {}, state.deliveries[state.integrations[1].id]
    for _, call in ipairs(state.hook:log()) do
      local article = json.decode(call.body).articleId
      local id = call.headers["webhook-id"]
      assert.equal(id_of[article] or id, id, article)
      assert.is_table(deliveries[id], id)
      id_of[article] = id
    end
    for _, delivery in pairs(deliveries) do assert.equal(delivery.deliveryId, id_of[delivery.articleId]) end
  end)

  it("left one draft at the site for each article, though answers were lost", function()
    local items, count_of = state.site:state().items, {}
    for _, item in ipairs(items) do
      local article = state.article_of[item.fieldData.name]
      assert.is_string(article, item.fieldData.name)
      assert.is_nil(count_of[article], item.fieldData.name)
      count_of[article] = 1
    end
    assert.is_true(#items > LOST_ANSWERS)
    for _, delivery in pairs(state.deliveries[state.integrations[2].id]) do
      assert.equal(1, count_of[delivery.articleId], delivery.articleId)
    end
  end)
end)
