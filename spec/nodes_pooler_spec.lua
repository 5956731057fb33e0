--- Nodes on one PostgreSQL behind a PgBouncer in transaction mode: what they share works as without it. Changes are not
-- told there, but looked for.
-- busy
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local json = require "cjson.safe"
local pooler = require "spec.support.pooler"
local postgresql = require "spec.support.postgresql"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"

local KEY = "cd_pooler0000000000000000000000000000000000000000"
local CONTENT = "<p>Many gardeners like clay pots.</p>"

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read "*a"
  pipe:close()
  return (text:gsub("\n$", ""))
end

describe("nodes behind PgBouncer", function()
  local server, between, home, model, hook, north, south
  local is_there = postgresql.is_installed() and pooler.is_installed()

  -- Behind the pooler's back.
  local function sql(text)
    return postgresql.query(server.address, text)
  end

  local function node(name)
    local config = { name = name, data = between.address, folder = home .. "/" .. name, workers = 1, log = "debug",
      account = { key = KEY }, secret_key = home .. "/secret.key", library = "examples/library",
      models = { ["*"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key } },
      allow_addresses = { "127.0.0.1:" .. hook.port } }
    local started = service.start { config = config }
    started.key = KEY
    return started
  end

  setup(function()
    if not is_there then return end
    server, home, model, hook = postgresql.start(), folder.new(), fake_model.start(), scripted.start()
    between = pooler.start(server, { default_pool_size = 6, query_wait_timeout = 2, server_login_retry = 1 })
    north, south = node "north", node "south"
  end)

  teardown(function()
    for _, one in ipairs { north or false, south or false } do
      if one then one:stop() end
    end
    for _, one in ipairs { between or false, hook or false, model or false, server or false } do
      if one then one:stop() end
    end
    if home then folder.remove(home) end
  end)

  local function check(name, body)
    it(name, function()
      if not is_there then return pending "pgbouncer is not installed" end
      body()
    end)
  end

  local function create(one, more)
    local body = { targetKeyword = "herbs" }
    for name, value in pairs(more or {}) do body[name] = value end
    local made = http.request(one, "POST", "/api/articles/v2/", { body = body })
    assert.equal(200, made.status, made.body)
    return made.json.articleId
  end

  -- An article whose writing stops at its first call of the model.
  local function begin(one)
    model:script { { call = 1, hold = true } }
    local id = create(one)
    assert(eventually(function() return #model:log() > 0 end))
    return id
  end

  -- Who writes an article, by name.
  local function writer_of(id)
    return sql(("SELECT n.name FROM node n JOIN article a ON starts_with(a.worker, n.id) WHERE a.id = '%s'"):format(id))
  end

  -- Asks for a status again and again, held for as long as it does not change; how it ends.
  local function follow(one, id, is_patient)
    local answer
    assert(eventually(function()
      local etag = answer and answer.headers.etag
      local next_answer = http.request(one, "GET", "/api/articles/" .. id, { headers = { Prefer = "wait=20",
        ["If-None-Match"] = etag } })
      if next_answer.status ~= 304 then answer = next_answer end
      if is_patient and answer.status == 503 then return false end -- which says to try again
      return answer.status ~= 200 or answer.json.status == "finished" or answer.json.status == "failed"
    end))
    return answer.status == 200 and answer.json.status or answer.body
  end

  check("know that nothing is told there", function()
    for _, one in ipairs { north, south } do
      assert(eventually(function() return one:log():find("the connection is a pooler's", 1, true) end))
    end
    assert.equal(2, #http.request(north, "GET", "/api/nodes").json.data)
    local examined = run("env -u COPYDESK_DATA LUA_INIT= copydesk doctor --config " .. north.config_file)
    assert.is_truthy(examined:find("ok\tdatabase pooler", 1, true), examined)
  end)

  check("answer a held request when another has finished the article", function()
    local id = begin(north)
    local writer = writer_of(id)
    local other = writer == "north" and south or north
    local now = http.request(other, "GET", "/api/articles/" .. id)
    local held = http.connect(other, 40)
    held:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=30", ["If-None-Match"] = now.headers.etag } })
    model:release()
    local answer = held:receive "GET"
    held:close()
    assert.equal(200, answer.status)
    assert.are_not.equal(now.headers.etag, answer.headers.etag)
    assert.equal("finished", follow(other, id))
  end)

  check("stop an article that is cancelled at another", function()
    local id = begin(south)
    local writer, other = north, south
    if writer_of(id) == "south" then writer, other = south, north end
    assert.equal(200, http.request(other, "POST", "/api/articles/" .. id .. "/cancel").status)
    assert(eventually(function() return writer:log():find("article cancelled id=" .. id, 1, true) end))
    model:release()
  end)

  check("answer a request that is sent twice once", function()
    local options = { body = { targetKeyword = "herbs" }, headers = { ["Idempotency-Key"] = "twice" } }
    local first = http.request(north, "POST", "/api/articles/v2/", options)
    local second = http.request(south, "POST", "/api/articles/v2/", options)
    assert.equal(first.json.articleId, second.json.articleId)
    assert.equal("true", second.headers["idempotent-replayed"])
    assert.equal("finished", follow(south, first.json.articleId))
  end)

  check("have one index of a domain, and link by it alike", function()
    local id = http.request(north, "POST", "/api/domains", { body = { name = "Herbs" } }).json.domainId
    local pages = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" } }
    local pushed = http.request(south, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
    assert.equal(200, pushed.status, pushed.body)
    local said = {}
    for i, one in ipairs { north, south } do
      local answer = http.request(one, "POST", "/api/internal-links",
        { body = { content = CONTENT, format = "html", domainId = id } })
      assert.equal(200, answer.status, answer.body)
      said[i] = answer.body
    end
    assert.is_truthy(said[1]:find("herbs.example/pots", 1, true), said[1])
    assert.equal(said[1], said[2])
    assert.equal("1", sql("SELECT build FROM domain_index WHERE domain_id = '" .. id .. "'"))
  end)

  check("deliver an article once", function()
    hook:script { { status = 503 }, { status = 200 } }
    local id = create(south, { webhookUrl = hook.url .. "/hook" })
    assert.equal("finished", follow(north, id))
    assert(eventually(function()
      sql("UPDATE delivery SET next_at = 0 WHERE attempts = 1 AND state = 'pending'") -- it need not wait so long
      return sql "SELECT state, attempts FROM delivery" == "delivered|2"
    end))
    local log = hook:log()
    assert.equal(2, #log)
    assert.equal(id, json.decode(log[2].body).articleId)
    assert.equal(log[1].headers["webhook-id"], log[2].headers["webhook-id"])
  end)

  check("go on when the pooler is started again under them", function()
    local id = begin(north)
    between:restart()
    local second = create(south)
    model:release()
    assert.equal("finished", follow(south, id))
    assert.equal("finished", follow(north, second))
    between:halt()
    local answer = http.request(north, "GET", "/api/articles/" .. id)
    assert.equal(503, answer.status)
    assert.is_truthy(answer.headers["retry-after"])
    between:restart()
    assert(eventually(function() return http.request(north, "GET", "/readyz").status == 200 end))
    assert.equal("finished", follow(north, create(north)))
  end)

  check("say so while PostgreSQL is away behind it", function()
    local id = create(north)
    assert.equal("finished", follow(north, id))
    server:crash()
    local answer = http.request(south, "GET", "/api/articles/" .. id)
    assert.equal(503, answer.status, answer.body)
    server:restart()
    for _, one in ipairs { south, north } do
      assert(eventually(function() return http.request(one, "GET", "/readyz").status == 200 end))
    end
    assert.equal("finished", follow(south, create(south), true))
  end)

  check("take over the article of one that was killed", function()
    local id = begin(north)
    local name = writer_of(id)
    local dead, other = north, south
    if name == "south" then dead, other = south, north end
    dead:kill()
    sql(("UPDATE node SET seen_at = seen_at - 120000 WHERE name = '%s'"):format(name)) -- as if that was long ago
    model:release()
    assert.equal("finished", follow(other, id))
    assert.equal("0", sql(("SELECT COUNT(*) FROM node WHERE name = '%s'"):format(name)))
    assert.equal("1", sql(("SELECT COUNT(*) FROM ledger WHERE subject = '%s'"):format(id)))
    dead:restart()
    dead.key = KEY
    assert.equal("finished", follow(dead, create(dead)))
  end)
end)
