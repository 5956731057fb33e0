--- Nodes on one PostgreSQL tell each other what has changed: what waits on one of them goes on when another is done.
--
-- Without notices the same is found by looking: after 15 s at a node that is told of changes, after 2 s at one that is
-- not; a lease is renewed each 10 s, and a key is remembered for 5 s. What is given less time here was told.
-- busy
local clock = require "spec.support.clock"
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local pooler = require "spec.support.pooler"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"
local socket = require "socket"

if not database.is_server() then
  return it("nodes on PostgreSQL", function() pending "there is no PostgreSQL (make test DATA=postgresql)" end)
end

local NOBODY = "127.0.0.1:1" -- refuses connections
local TOLD, NOT_TOLD = "changes that other nodes make are told at once", "are not told, but looked for"

local function within(seconds, condition)
  local until_then = socket.gettime() + seconds
  return eventually(function() return condition() or socket.gettime() > until_then end) and condition()
end

describe("nodes on one database", function()
  local server, home, model, writer, other

  local function sql(text)
    return postgresql.query(server.address, text)
  end

  local function node(name, config, environment)
    config.data, config.folder = config.data or server.address, home .. "/" .. name
    config.name, config.log = name, "debug"
    config.models = { ["*"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key } }
    config.library, config.allow_addresses = "examples/library", { NOBODY }
    return service.start { config = config, environment = environment }
  end

  local function says(one, what, times)
    return eventually(function() return select(2, one:log():gsub(what, "")) >= (times or 1) end)
  end

  setup(function()
    server, home, model = postgresql.start(), folder.new(), fake_model.start()
    writer, other = node("writer", { workers = 1 }), node("other", { workers = 0 })
    assert(says(writer, TOLD) and says(other, TOLD))
  end)

  teardown(function()
    if writer then writer:stop() end
    if other then other:stop() end
    if model then model:stop() end
    if server then server:stop() end
    folder.remove(home)
  end)

  -- An article that is under way on the writer, and stays so until the model is released.
  local function begin()
    model:script { { call = 1, hold = true } }
    local made = http.request(other, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs" } })
    assert.equal(200, made.status, made.body)
    assert(eventually(function() return #model:log() > 0 end))
    return "/api/articles/" .. made.json.articleId
  end

  -- A request for its status that is held on a node; gives the answer when it is there.
  local function hold(one, path, seconds)
    local now = http.request(one, "GET", path)
    assert.equal("processing", now.json.status)
    local held = http.connect(one, seconds + 10)
    held:send("GET", path, { headers = { Prefer = "wait=" .. seconds, ["If-None-Match"] = now.headers.etag } })
    return function()
      local answer = held:receive "GET"
      held:close()
      return answer
    end
  end

  -- Follows an article from one change to the next; gives its state in the end.
  local function follow(one, path, answer, seconds)
    while answer.status == 200 and answer.json.status == "processing" do
      answer = http.request(one, "GET", path, { headers = { Prefer = "wait=" .. seconds,
        ["If-None-Match"] = answer.headers.etag } })
    end
    return answer.status == 200 and answer.json.status or answer.status -- 304: the time was up
  end

  it("answer a request that is held on another when the article is finished", function()
    local path = begin()
    local held = hold(other, path, 10)
    model:release()
    assert.equal("finished", follow(other, path, held(), 10))
  end)

  it("stop an article that is cancelled on another", function()
    local path = begin()
    assert.equal(200, http.request(other, "POST", path .. "/cancel").status)
    assert(within(5, function() return writer:log():find("article cancelled id=" .. path:match "[^/]+$", 1, true) end))
    model:release()
  end)

  it("stop an article that is deleted on another, and show it no more", function()
    local path = begin()
    assert.equal("processing", http.request(writer, "GET", path).json.status)
    assert.equal(204, http.request(other, "DELETE", path).status)
    assert.equal(404, http.request(writer, "GET", path).status)
    assert(within(5, function() return writer:log():find("article deleted id=" .. path:match "[^/]+$", 1, true) end))
    model:release()
  end)

  it("show what has become of a finished article elsewhere", function()
    local path = begin()
    model:release()
    assert.equal("finished", http.wait(other, path:match "[^/]+$").status)
    for _ = 1, 3 do assert.equal(200, http.request(writer, "GET", path).status) end -- kept by now
    assert.equal(204, http.request(other, "DELETE", path).status)
    assert.equal(404, http.request(writer, "GET", path).status)
  end)

  it("refuse a key that was deleted on another", function()
    local made = http.request(writer, "POST", "/api/keys", { body = { name = "k" } }).json
    assert.equal(200, http.request(other, "GET", "/api/account", { key = made.key }).status)
    assert.equal(204, http.request(writer, "DELETE", "/api/keys/" .. made.keyId).status)
    assert(within(3, function()
      return http.request(other, "GET", "/api/account", { key = made.key }).status == 401
    end))
  end)

  it("refuse the keys of an account that was disabled on another", function()
    local made = http.request(writer, "POST", "/api/accounts", { body = { accountId = "guest" } })
    assert.equal(201, made.status, made.body)
    local key = assert(made.json.key)
    assert.equal(200, http.request(other, "GET", "/api/account", { key = key }).status)
    assert.equal(200, http.request(writer, "PATCH", "/api/accounts/guest", { body = { state = "disabled" } }).status)
    assert(within(3, function() return http.request(other, "GET", "/api/account", { key = key }).status == 401 end))
  end)

  it("claim at once what is queued on another", function()
    for _ = 1, 5 do
      local path = begin()
      model:release()
      assert.equal("finished", http.wait(other, path:match "[^/]+$").status)
    end
  end)

  -- As another node would tell it: a node that delivers for itself would be quicker than the one that is told.
  it("make a delivery that another tells of", function()
    local made = http.request(other, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs",
      webhookUrl = "http://" .. NOBODY .. "/" } })
    assert.equal(200, made.status, made.body)
    assert.equal("finished", http.wait(other, made.json.articleId).status)
    local function attempts() return tonumber(sql "SELECT attempts FROM delivery") end
    assert(eventually(function() return attempts() == 1 and sql "SELECT lease_until FROM delivery" == "0" end))
    sql "UPDATE delivery SET next_at = 0"
    sql "SELECT pg_notify('copydesk.public', '01890000-0000-7000-8000-000000000001 delivery:')"
    assert(within(5, function() return attempts() == 2 end))
  end)

  it("are told again when the connection was lost", function()
    local path = begin()
    local held = hold(other, path, 10)
    local before = select(2, other:log():gsub(TOLD, ""))
    sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'copydesk notices'"
    assert(says(other, NOT_TOLD))
    assert(says(other, TOLD, before + 1))
    model:release()
    assert.equal("finished", follow(other, path, held(), 10))
  end)

  it("list articles in the order in which they took them, whatever their clocks say", function()
    local ahead = clock.new()
    local early = node("early", { workers = 0 }, ahead:environment())
    finally(function()
      early:stop()
      ahead:remove()
    end)
    ahead:set(2 * 3600)
    local taken = {}
    for i = 1, 6 do
      local made = http.request(i % 2 == 0 and other or early, "POST", "/api/articles/v2/", {
        body = { targetKeyword = "herbs" } })
      table.insert(taken, 1, made.json.articleId)
    end
    for i, article in ipairs(http.request(other, "GET", "/api/articles?limit=6").json.data) do
      assert.equal(taken[i], article.articleId)
      http.request(other, "POST", "/api/articles/" .. article.articleId .. "/cancel")
    end
  end)

  it("look by themselves where nobody can tell them", function()
    if not pooler.is_installed() then return pending "pgbouncer is not installed" end
    local between = pooler.start(server, { default_pool_size = 8 })
    finally(function() between:stop() end)
    local pooled = node("pooled", { data = between.address, workers = 0 })
    finally(function()
      pooled:stop()
      between:stop()
    end)
    assert(says(pooled, NOT_TOLD))
    local path = begin()
    local held = hold(pooled, path, 30)
    model:release()
    assert.equal("finished", follow(pooled, path, held(), 30))
    assert.is_nil(pooled:log():find(TOLD, 1, true))
    -- It tells the others all the same.
    path = begin()
    held = hold(other, path, 10)
    assert.equal(200, http.request(pooled, "POST", path .. "/cancel").status)
    assert.equal("failed", held().json.status)
    model:release()
  end)
end)
