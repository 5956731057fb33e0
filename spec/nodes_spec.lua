--- The nodes that serve a database: how they are shown over HTTP, by the command and on the page, and what becomes of
-- the requests of a node that is taken for dead.
--
-- On a data folder there is one process; the others here are rows, as they would write them.
local cjson = require("cjson").new()
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local has, lacks = visitor.has, visitor.lacks

local OTHER = "01890000-0000-7000-8000-00000000000b"
local DEAD_MS = 30 * 1000

-- The lines that statements answer; nil: the database was locked.
local function sql(server, text)
  local done, said = pcall(database.query, server.data, text)
  if not done then return nil end
  local lines = {}
  for line in said:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

local function run(command)
  local pipe = assert(io.popen("env -u COPYDESK_DATA -u COPYDESK_CONFIG -u COPYDESK_BASE_URL " .. command))
  local text = pipe:read "*a"
  return text, pipe:close()
end

local function now()
  return math.floor(tonumber((run "date +%s.%N")) * 1000)
end

local function nodes_of(server)
  return assert(http.request(server, "GET", "/api/nodes")).json.data
end

-- The row of another node that was seen so long ago; name: in SQL.
local function put_node(server, ago, name)
  assert(sql(server, ("DELETE FROM node WHERE id = '%s'"):format(OTHER)))
  assert(sql(server, ("INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, seen_at) "
    .. "VALUES ('%s', %s, 'http://10.0.0.2:8080', '0.0.9', 10, 8, 3, %d, %d)"):format(OTHER, name or "'desk-b'",
    now() - 3600000, now() - ago)))
end

describe("the nodes of a service", function()
  local server

  setup(function() server = service.start { config = { name = "desk <a>", workers = 3 } } end)
  teardown(function() server:stop() end)

  it("are told to operators", function()
    local answer = http.request(server, "GET", "/api/nodes")
    assert.equal(200, answer.status)
    assert.is_false(answer.json.hasMore)
    assert.equal(1, #answer.json.data)
    local node = answer.json.data[1]
    assert.equal(http.request(server, "GET", "/healthz").json.instance, node.nodeId)
    assert.same({ "desk <a>", server.url, require("copydesk.core").version, 3, 0, "alive" },
      { node.name, node.address, node.version, node.workers, node.busy, node.state })
    assert.is_true(node.seenAt >= node.startedAt and math.abs(node.seenAt - now()) < 60000)
    assert.equal(node.nodeId, nodes_of(server:at_socket())[1].nodeId)
  end)

  it("are nothing to others", function()
    assert.equal(201, http.request(server, "POST", "/api/accounts", { body = { accountId = "guest" } }).status)
    local made = http.request(server:at_socket(), "POST", "/api/keys",
      { body = { name = "k" }, headers = { ["Copydesk-Account"] = "guest" } }).json
    for _, key in ipairs { made.key, "cd_nonsense", false } do
      assert.equal(404, http.request(server, "GET", "/api/nodes", { key = key }).status)
    end
    local guest = visitor.new(server, made.key)
    lacks(guest:get "/queue", "/nodes")
    assert.equal(404, guest:get("/nodes").status)
  end)

  it("refuse what they do not know", function()
    assert.equal(400, http.request(server, "GET", "/api/nodes?limit=1").status)
  end)

  it("are silent when they were not seen for long", function()
    put_node(server, DEAD_MS - 15000)
    local list = nodes_of(server)
    assert.equal(2, #list)
    assert.equal(OTHER, list[1].nodeId) -- it was started first
    assert.same({ "desk-b", "http://10.0.0.2:8080", "0.0.9", 8, 3, "alive" },
      { list[1].name, list[1].address, list[1].version, list[1].workers, list[1].busy, list[1].state })
    put_node(server, DEAD_MS + 1)
    list = nodes_of(server)
    assert.equal("silent", list[1].state)
    assert.equal("alive", list[2].state)
  end)

  it("have a page", function()
    put_node(server, DEAD_MS + 1, "'<i>desk</i>'")
    local somebody = visitor.new(server)
    has(somebody:get "/queue", '<a href="/nodes">Nodes</a>')
    local page = somebody:get "/nodes"
    assert.equal(200, page.status)
    has(page, 'aria-current="page">Nodes')
    has(page, "&lt;i&gt;desk&lt;/i&gt;")
    has(page, "desk &lt;a&gt;")
    has(page, '<span class="state silent">silent</span>')
    has(page, '<span class="state alive">alive</span>')
    has(page, "3 of 8")
    has(page, "0 of 3")
    has(page, server.url)
  end)

  it("are listed by the command", function()
    put_node(server, DEAD_MS + 1, "'desk\27[2J-b'")
    local text, done = run("copydesk nodes --data " .. server.data)
    assert.is_truthy(done)
    local rows = {}
    for line in text:gmatch "[^\n]+" do
      local row = {}
      for cell in (line .. "\t"):gmatch "([^\t]*)\t" do row[#row + 1] = cell end
      rows[#rows + 1] = row
    end
    assert.equal(2, #rows)
    assert.same({ OTHER, "desk [2J-b", "http://10.0.0.2:8080", "0.0.9", "silent", "3", "8" },
      { (table.unpack or unpack)(rows[1], 1, 7) })
    assert.same({ "desk <a>", server.url, "alive", "0", "3" },
      { rows[2][2], rows[2][3], rows[2][5], rows[2][6], rows[2][7] })
    assert.is_truthy(rows[2][8]:find "^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%dZ$")
    local raw = cjson.decode((run("copydesk nodes --json --data " .. server.data)))
    assert.equal(OTHER, raw.data[1].nodeId)
    local narrow = http.request(server, "POST", "/api/keys",
      { body = { name = "n", scopes = { "articles" } } }).json.key
    local _, refused = run(("copydesk nodes --base-url %s --api-key %s 2>/dev/null"):format(server.url, narrow))
    assert.is_falsy(refused)
  end)

  it("show how much is under way", function()
    local model = fake_model.start()
    local busy = service.start { config = { workers = 1, library = "examples/library",
      models = { ["*"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key } } } }
    local name = run("uname -n"):gsub("%s+$", "")
    assert.equal(name, nodes_of(busy)[1].name) -- nothing is configured
    model:script { { call = 1, hold = true } }
    local made = http.request(busy, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs" } })
    assert.equal(200, made.status, made.body)
    assert.is_truthy(eventually(function() return nodes_of(busy)[1].busy == 1 and #model:log() > 0 end))
    model:release()
    assert.is_truthy(eventually(function() return nodes_of(busy)[1].busy == 0 end))
    busy:stop()
    model:stop()
  end)
end)

describe("the row of a node", function()
  local server
  before_each(function() server = service.start() end)
  after_each(function() server:stop() end)

  local function rows()
    return assert(sql(server, "SELECT id FROM node ORDER BY started_at"))
  end

  it("goes when the service stops", function()
    assert.equal(1, #rows())
    server:halt()
    assert.same({}, rows())
    server:restart()
  end)

  it("goes when another process goes on with the data folder", function()
    local before = rows()[1]
    server:kill()
    assert.same({ before }, rows())
    put_node(server, 0) -- on a data folder, of a process that cannot be there any more
    server:restart()
    local list = nodes_of(server)
    assert.equal(database.is_server() and 2 or 1, #list)
    local self = list[#list].nodeId
    assert.are_not.equal(before, self)
    assert.same(database.is_server() and { OTHER, self } or { self }, rows())
  end)
end)

describe("an Idempotency-Key", function()
  local server

  setup(function() server = service.start { config = { workers = 0 } } end)
  teardown(function() server:stop() end)

  local function create(key)
    return http.request(server, "POST", "/api/articles/v2/",
      { body = { targetKeyword = "herbs" }, headers = { ["Idempotency-Key"] = key } })
  end

  -- As if another node had begun with the request and were still at it.
  local function hand_over(key)
    assert(sql(server, ("UPDATE idempotency SET status = 0, body = NULL, node = '%s' WHERE key = '%s'"):format(OTHER,
      key)))
  end

  it("of a node that is alive stays its own", function()
    assert.equal(200, create("alive").status)
    hand_over "alive"
    put_node(server, DEAD_MS - 15000)
    local answer = create "alive"
    assert.equal(409, answer.status)
    assert.equal("request_running", answer.json.error.code)
    assert.equal("1", answer.headers["retry-after"])
  end)

  it("of a node that is dead is taken over", function()
    local first = create "dead"
    hand_over "dead"
    put_node(server, DEAD_MS)
    local second = create "dead"
    assert.equal(200, second.status, second.body)
    assert.are_not.equal(first.json.articleId, second.json.articleId)
    local again = create "dead"
    assert.equal("true", again.headers["idempotent-replayed"])
    assert.equal(second.json.articleId, again.json.articleId)
  end)

  it("of a node that is not known any more is taken over", function()
    create "gone"
    hand_over "gone"
    assert(sql(server, "DELETE FROM node WHERE id = '" .. OTHER .. "'"))
    assert.equal(200, create("gone").status)
  end)

  it("of a request that has not ended for minutes is taken over, also at its own node", function()
    create "endless"
    assert(sql(server, "UPDATE idempotency SET status = 0, body = NULL WHERE key = 'endless'"))
    assert.equal(409, create("endless").status)
    assert(sql(server, "UPDATE idempotency SET created_at = created_at - 300000 WHERE key = 'endless'"))
    assert.equal(200, create("endless").status)
    assert.equal("true", create("endless").headers["idempotent-replayed"])
  end)

  -- 400 pages of 8 KiB: a moment passes until they are indexed.
  local function push(domain, from)
    local pages = {}
    for i = from, from + 399 do
      pages[#pages + 1] = { url = ("https://site.example/%d"):format(i), title = ("Growing herb %d"):format(i),
        html = ("<p>Herb %d grows beside herb %d in a garden of its own.</p>"):format(i, i + 1):rep(130) }
    end
    local answer = http.request(server, "POST", "/api/domains/" .. domain .. "/pages", { body = { pages = pages } })
    assert.equal(200, answer.status, answer.body)
  end

  -- The answer to a request that has lost its key while an index was built for it; nil: it was answered before.
  local function lose(try)
    local domain = http.request(server, "POST", "/api/domains", { body = { name = "site " .. try } }).json.domainId
    push(domain, 1)
    push(domain, 401)
    local key, connection = "lost-" .. try, http.connect(server)
    local body = { content = "<p>Growing herb 7 is easy.</p>", format = "html", domainId = domain }
    connection:send("POST", "/api/internal-links/", { body = body, headers = { ["Idempotency-Key"] = key } })
    assert.is_truthy(eventually(function()
      return #(sql(server, ("SELECT 1 FROM idempotency WHERE key = '%s'"):format(key)) or {}) > 0
    end))
    os.execute("kill -STOP " .. server.pid)
    local taken = sql(server, ("UPDATE idempotency SET node = '%s' WHERE key = '%s' AND status = 0 RETURNING 1"):format(
      OTHER, key))
    os.execute("kill -CONT " .. server.pid)
    local answer = assert(connection:receive())
    connection:close()
    if taken and #taken > 0 then return answer, key end
  end

  it("that was lost meanwhile keeps no answer and charges nothing", function()
    local function used()
      return http.request(server, "GET", "/api/account").json.credits.used
    end
    local try, before, answer, key = 0
    repeat
      try = try + 1
      before = used()
      answer, key = lose(try)
    until answer or try == 10
    assert.is_table(answer, "every index was built too soon")
    assert.equal(409, answer.status, answer.body)
    assert.equal("request_running", answer.json.error.code)
    assert.equal("1", answer.headers["retry-after"])
    assert.equal(before, used())
    assert.same({ "0|" .. OTHER }, sql(server, ("SELECT status, node FROM idempotency WHERE key = '%s'"):format(key)))
  end)
end)
