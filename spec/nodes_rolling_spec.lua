--- Nodes that are restarted one after the other, and replaced by newer ones, behind a real nginx with the configuration
-- of examples/nodes, while clients go on asking. None of them may notice.
-- busy
-- silent: 900
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local lasting_port = require "spec.support.lasting_port"
local newer = require "spec.support.newer"
local nginx = require "spec.support.nginx"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"
local socket = require "socket"
local steady = require "spec.support.steady"

local KEY = "cd_rolling0000000000000000000000000000000000000000"
local VERSION = require("copydesk.core").version
local KINDS = { "writer", "writer", "watcher", "watcher", "linker", "linker", "lister" }

local FRAME = [[
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log;
events { worker_connections 512; }
http {
  log_format hops '$upstream_addr $upstream_status $status $request';
  access_log FOLDER/access.log hops;
  SCRATCH
]]

-- The example as it stands, but for its addresses.
local function front(nodes)
  local changes = {
    { "#[^\n]*", "" },
    { "10%.0%.0%.1:8080", "127.0.0.1:" .. nodes[1].port },
    { "10%.0%.0%.2:8080", "127.0.0.1:" .. nodes[2].port },
    { "listen 8080;", "listen 127.0.0.1:PORT;" },
  }
  local text = assert(folder.read "examples/nodes/nginx.conf")
  for _, change in ipairs(changes) do
    assert(text:find(change[1]), change[1])
    text = text:gsub(change[1], function() return change[2] end)
  end
  return FRAME .. text .. "\n}\n"
end

-- Two nodes on a database of their own, nginx before them, and clients that ask it.
local setting = {}
setting.__index = setting

local function start_node(self, number)
  local node = service.start { config = { name = "desk-" .. number, listen = "127.0.0.1:" .. lasting_port(),
    data = self.address, folder = self.home .. "/node-" .. number, secret_key = self.home .. "/secret.key",
    account = { key = KEY }, library = "examples/library", workers = self.workers, stop_seconds = self.stop_seconds } }
  node.key = KEY
  return node
end

-- options: nodes (how many), workers and stop_seconds of each. Without nginx.
local function set_up_nodes(server, name, options)
  postgresql.query(server.address, "CREATE DATABASE " .. name)
  local self = setmetatable({ home = folder.new(), nodes = {} }, setting)
  self.workers, self.stop_seconds = options.workers, options.stop_seconds
  self.address = server.address:gsub("/postgres%?", "/" .. name .. "?")
  for i = 1, options.nodes do self.nodes[i] = start_node(self, i) end
  return self
end

local function set_up(server, name)
  local self = set_up_nodes(server, name, { nodes = 2, workers = 2, stop_seconds = 20 })
  self.site = nginx.start { config = front(self.nodes) }
  self.site.key = KEY
  self.clients = steady.start { port = self.site.port, key = KEY, domain = steady.new_domain(self.nodes[1]),
    kinds = KINDS }
  return self
end

-- How many requests nginx has had from a node.
local function served(self, node)
  local count = 0
  for line in io.lines(self.site.folder .. "/access.log") do
    if line:find(("127.0.0.1:%d 200"):format(node.port), 1, true) then count = count + 1 end
  end
  return count
end

-- Until the clients have had more than so many answers, however busy the machine is.
local function await_answers(self, count)
  assert(eventually(function()
    local answers = 0
    for _, node in ipairs(self.nodes) do answers = answers + served(self, node) end
    return answers > count
  end), "the clients hardly ask")
end

-- Until the clients have met this node again.
local function await_use(self, node)
  local before = served(self, node)
  assert(eventually(function() return served(self, node) > before + 20 end), "nobody asks node " .. node.port)
end

-- Stops a node and starts it again, as the build that it has by then.
function setting:restart(node)
  node:restart()
  node.key = KEY
  await_use(self, node)
end

local function all_articles(node)
  local list, cursor = {}, nil
  repeat
    local answer = http.request(node, "GET", "/api/articles?limit=100" .. (cursor and "&cursor=" .. cursor or ""))
    for _, article in ipairs(answer.json.data) do list[#list + 1] = article end
    cursor = answer.json.hasMore and answer.json.nextCursor
  until not cursor
  return list
end

-- The version of each node, as one of them tells it.
function setting.versions(_, node)
  local found = {}
  for _, other in ipairs(http.request(node, "GET", "/api/nodes").json.data) do found[other.name] = other.version end
  return found
end

function setting:schema()
  return postgresql.query(self.address, "SELECT version, beside FROM schema_version ORDER BY version DESC LIMIT 1")
end

-- Ends the clients: nothing failed, and each article that was asked for is there once, and finished.
function setting:judge()
  local seen = self.clients:finish()
  self.clients = nil
  assert.same({}, seen.faults)
  local wanted, articles = {}, all_articles(self.nodes[1])
  for _, id in ipairs(seen.articles) do wanted[id] = true end
  for _, article in ipairs(articles) do
    assert.equal("finished", article.status)
    assert.is_true(wanted[article.articleId], article.articleId .. " was made twice")
  end
  assert.equal(#seen.articles, #articles)
  return seen
end

function setting:tear_down()
  if self.clients then self.clients:finish() end
  if self.site then self.site:stop() end
  for _, node in ipairs(self.nodes) do node:stop() end
  folder.remove(self.home)
end

local function has_compiler()
  return os.execute "command -v make >/dev/null && command -v cc >/dev/null" == true
end

describe("two nodes behind nginx", function()
  if not postgresql.is_installed() then return pending "postgresql is not installed" end
  if (os.getenv "SANITIZE" or "") ~= "" then return pending "nginx runs without the sanitizer's runtime" end

  local server, desk, next
  setup(function()
    server = postgresql.start()
    next = has_compiler() and newer.build { beside = newer.schema_before() } or nil
  end)
  teardown(function()
    server:stop()
    if next then next:remove() end
  end)
  after_each(function()
    if desk then desk:tear_down() end
    desk = nil
  end)

  it("are restarted one after the other, and no request fails", function()
    desk = set_up(server, "restarted")
    for _, node in ipairs(desk.nodes) do await_use(desk, node) end
    for _ = 1, 2 do
      for _, node in ipairs(desk.nodes) do desk:restart(node) end
    end
    await_answers(desk, 200)
    local seen = desk:judge()
    assert.is_true(#seen.articles > 0 and seen.answered > 200)
  end)

  it("are replaced by newer ones one after the other, and no request fails", function()
    if not next then return pending "needs what copydesk is built with" end
    desk = set_up(server, "replaced")
    local first, second = desk.nodes[1], desk.nodes[2]
    first.build = next.build
    desk:restart(first)
    assert.equal(("%d|%d"):format(next.schema, next.schema - 1), desk:schema())
    assert.same({ ["desk-1"] = newer.VERSION, ["desk-2"] = VERSION }, desk:versions(first))
    assert.same(desk:versions(first), desk:versions(second))

    desk:restart(second) -- the old one may start again
    assert.equal(VERSION, desk:versions(first)["desk-2"])
    second.build = next.build
    desk:restart(second)
    assert.same({ ["desk-1"] = newer.VERSION, ["desk-2"] = newer.VERSION }, desk:versions(first))
    await_answers(desk, 200)
    local seen = desk:judge()
    assert.is_true(#seen.articles > 0 and seen.answered > 200)
  end)

  it("go on until they stop where the newer schema does not allow them, and are refused then", function()
    if not next then return pending "needs what copydesk is built with" end
    next:set_beside(newer.schema_before() + 1)
    desk = set_up(server, "refused")
    local first, second = desk.nodes[1], desk.nodes[2]
    first.build = next.build
    desk:restart(first)
    await_use(desk, second)
    local started, problem = pcall(second.restart, second)
    assert.is_false(started)
    local reason = ("written by a newer copydesk (schema version %d)"):format(next.schema)
    assert.truthy(problem:find(reason, 1, true), problem)
    second.pipe, second.build = nil, next.build
    desk:restart(second)
    desk:judge()
  end)
end)

describe("nginx, when a node takes a request and is gone", function()
  if not postgresql.is_installed() then return pending "postgresql is not installed" end
  if (os.getenv "SANITIZE" or "") ~= "" then return pending "nginx runs without the sanitizer's runtime" end

  local server, desk, gone, domain
  setup(function()
    server = postgresql.start()
    desk = set_up_nodes(server, "gone", { nodes = 1, workers = 0, stop_seconds = 10 })
    domain = steady.new_domain(desk.nodes[1])
    gone = assert(socket.bind("127.0.0.1", 0))
    local _, port = gone:getsockname()
    desk.site = nginx.start { config = front { { port = port }, desk.nodes[1] } }
    desk.site.key = KEY
  end)
  teardown(function()
    gone:close()
    desk:tear_down()
    server:stop()
  end)

  -- What becomes of a request that came to the node that is gone. The next one goes to the other.
  local function ask(method, path, options)
    for _ = 1, 2 do
      local connection = http.connect(desk.site)
      connection:send(method, path, options)
      local came = socket.select({ gone, connection.socket }, nil, 20)[gone] and gone:accept()
      if came then
        assert(came:receive "*l")
        came:close()
      end
      local answer = connection:receive()
      connection:close()
      if came then return answer end
    end
    error "nothing came to the node that is gone"
  end

  local function linking(key)
    return { body = { content = "<p>Basil care.</p>", format = "json", domainId = domain },
      headers = { ["Idempotency-Key"] = key } }
  end

  it("asks the other for what may be done twice", function()
    assert.equal(200, ask("GET", "/api/account").status)
    assert.equal(200, ask("GET", "/api/domains/" .. domain, { headers = { Prefer = "wait=1" } }).status)
  end)

  it("asks the other for what has a key that keeps it from being done twice", function()
    local article = { body = { targetKeyword = "herbs" }, headers = { ["Idempotency-Key"] = "made once" } }
    assert.equal(200, ask("POST", "/api/internal-links/", linking "linked once").status)
    assert.equal(200, ask("POST", "/api/articles/v2/", article).status)
  end)

  it("says that it does not know what became of the rest", function()
    assert.equal(502, ask("POST", "/api/internal-links/", linking(nil)).status)
    local brand = { body = { name = "herbs" }, headers = { ["Idempotency-Key"] = "is nothing to brands" } }
    assert.equal(502, ask("POST", "/api/brands", brand).status)
    assert.equal(502, ask("PATCH", "/api/domains/" .. domain, { body = { name = "herbs" } }).status)
  end)
end)

describe("a node that stops", function()
  if not postgresql.is_installed() then return pending "postgresql is not installed" end

  local server, desk
  setup(function() server = postgresql.start() end)
  teardown(function() server:stop() end)
  after_each(function()
    if desk then desk:tear_down() end
    desk = nil
  end)

  local function refuses(node)
    local connection = socket.connect("127.0.0.1", node.port)
    if connection then connection:close() end
    return not connection
  end

  -- A connection that has had an answer, and may have another request.
  local function used(node)
    local connection = http.connect(node, 60)
    local answer = connection:request("GET", "/api/account")
    assert.equal(200, answer.status)
    assert.is_nil(answer.headers.connection)
    return connection
  end

  it("answers what comes on its connections, and waits until these are closed", function()
    desk = set_up_nodes(server, "leaving", { nodes = 1, workers = 0, stop_seconds = 600 })
    local node = desk.nodes[1]
    local domain = steady.new_domain(node)
    local queued = http.request(node, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs" } })
    local path = "/api/articles/" .. queued.json.articleId
    local idle, busy, held = used(node), used(node), http.connect(node, 60)
    local tag = held:request("GET", path).headers.etag
    held:send("GET", path, { headers = { Prefer = "wait=60", ["If-None-Match"] = tag } })
    os.execute("kill -TERM " .. node.pid)

    local answer = held:receive() -- at once, for nothing has changed
    assert.equal(304, answer.status)
    assert.equal("close", answer.headers.connection)
    assert.is_truthy(eventually(function() return refuses(node) end))
    answer = busy:request("POST", "/api/internal-links/", { body = { content = "<p>Basil care.</p>", format = "json",
      domainId = domain } })
    assert.equal(200, answer.status)
    assert.equal("close", answer.headers.connection)
    assert.equal(503, http.request(node:at_socket(), "GET", "/readyz").status)
    for _, connection in ipairs { held, busy, idle } do connection:close() end
    assert.is_truthy(node:ended())
  end)

  it("waits for stop_seconds at most", function()
    desk = set_up_nodes(server, "staying", { nodes = 1, workers = 0, stop_seconds = 1 })
    local connection = used(desk.nodes[1])
    assert.is_truthy(desk.nodes[1]:halt())
    assert.is_nil((connection:receive()))
    connection:close()
  end)
end)
