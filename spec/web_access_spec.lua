--- Who may see what in the pages: exactly what the interface lets the same key see; and how many event streams an
-- account may hold.
local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"
local visitor = require "spec.support.visitor"

local NOBODY = "01890000-0000-7000-8000-000000000000"

-- What each address of the pages does by the interface; false: nothing, it is for everybody.
local ASKS = {
  ["GET /"] = false,
  ["GET /sign-in"] = false,
  ["POST /sign-in"] = false,
  ["POST /sign-out"] = false,
  ["GET /assets/{id}"] = false,
  ["GET /manual"] = false,
  ["GET /manual/{id}"] = false,
  ["GET /queue"] = "GET /api/articles",
  ["GET /queue/events"] = "GET /api/articles",
  ["POST /queue/{id}/cancel"] = "POST /api/articles/{id}/cancel",
  ["POST /queue/{id}/delete"] = "DELETE /api/articles/{id}",
  ["POST /queue/{id}/retry"] = "POST /api/articles/v2",
  ["GET /articles/new"] = "POST /api/articles/v2",
  ["POST /articles/new"] = "POST /api/articles/v2",
  ["GET /articles/bulk"] = "POST /api/articles/v2",
  ["POST /articles/bulk"] = "POST /api/articles/v2",
  ["GET /articles/{id}"] = "GET /api/articles/{id}",
  ["GET /articles/{id}/preview"] = "GET /api/articles/{id}",
  ["GET /articles/{id}/events"] = "GET /api/articles/{id}",
  ["POST /articles/{id}/polish"] = "POST /api/articles/{id}/polish",
  ["POST /articles/{id}/deliver"] = "POST /api/articles/{id}/deliver",
  ["POST /articles/{id}/resend"] = "POST /api/deliveries/{id}/resend",
  ["GET /domains"] = "GET /api/domains",
  ["POST /domains"] = "POST /api/domains",
  ["GET /domains/{id}"] = "GET /api/domains/{id}",
  ["POST /domains/{id}"] = "PATCH /api/domains/{id}",
  ["GET /domains/{id}/report"] = "GET /api/domains/{id}/report",
  ["POST /domains/{id}/refresh"] = "POST /api/domains/{id}/refresh",
  ["POST /domains/{id}/delete"] = "DELETE /api/domains/{id}",
  ["GET /domains/{id}/link"] = "POST /api/internal-links",
  ["POST /domains/{id}/link"] = "POST /api/internal-links",
  ["GET /brands"] = "GET /api/brands",
  ["POST /brands"] = "POST /api/brands",
  ["GET /brands/{id}"] = "GET /api/brands/{id}",
  ["POST /brands/{id}"] = "PATCH /api/brands/{id}",
  ["POST /brands/{id}/delete"] = "DELETE /api/brands/{id}",
  ["GET /integrations"] = "GET /api/integrations",
  ["GET /integrations/new"] = "POST /api/integrations",
  ["POST /integrations/new"] = "POST /api/integrations",
  ["GET /integrations/{id}"] = "GET /api/integrations/{id}/deliveries",
  ["POST /integrations/{id}"] = "PATCH /api/integrations/{id}",
  ["POST /integrations/{id}/state"] = "PATCH /api/integrations/{id}",
  ["POST /integrations/{id}/test"] = "POST /api/integrations/{id}/test",
  ["POST /integrations/{id}/rotate"] = "POST /api/integrations/{id}/rotate",
  ["POST /integrations/{id}/resend"] = "POST /api/deliveries/{id}/resend",
  ["POST /integrations/{id}/delete"] = "DELETE /api/integrations/{id}",
  ["GET /usage"] = "GET /api/usage",
  ["GET /nodes"] = "GET /api/nodes",
  ["GET /keys"] = "GET /api/keys",
  ["POST /keys"] = "POST /api/keys",
  ["POST /keys/{id}"] = "PATCH /api/keys/{id}",
  ["POST /keys/{id}/rotate"] = "POST /api/keys/{id}/rotate",
  ["POST /keys/{id}/delete"] = "DELETE /api/keys/{id}",
}

describe("what the pages show", function()
  local server

  setup(function() server = service.start { config = { library = "examples/library", workers = 1 } } end)
  teardown(function() server:stop() end)

  local function call(key, method, path, body)
    return assert(http.request(server, method, path, { key = key, body = body }))
  end

  -- One of everything that the key's account can have, by the first word of an address.
  local function make_things(key)
    local spare = call(key, "POST", "/api/keys", { name = "spare" }).json.keyId
    local article = call(key, "POST", "/api/articles/v2", { targetKeyword = "herb garden" }).json.articleId
    http.wait(server, article, key)
    return {
      keys = spare,
      articles = article,
      domains = call(key, "POST", "/api/domains", { name = "herbs" }).json.domainId,
      brands = call(key, "POST", "/api/brands", { name = "Herbs" }).json.brandId,
      integrations = call(key, "POST", "/api/integrations",
        { kind = "webhook", name = "hook", settings = { url = "https://hooks.example/" } }).json.integrationId,
    }
  end

  -- What is shown or changed is there; what would begin something, or end it, names nothing, so that it all stays.
  local function with_id(method, path, things)
    local kind = path:match "^/api/(%w+)/{id}" or path:match "^/(%w+)/{id}"
    return (path:gsub("{id}", (method == "GET" or method == "PATCH") and things[kind] or NOBODY))
  end

  -- 403, or 404 where the interface denies that there is such an address at all; nil: it may.
  local function refusal(answer, asks)
    local is_refused = answer.status == 403 or answer.status == 404 and asks == "GET /api/nodes"
    return is_refused and answer.status or nil
  end

  local function compare(key, things, who)
    local guest = visitor.new(server, key)
    local denied = 0
    for _, route in ipairs(visitor.routes()) do
      local name = route.method .. " " .. route.path
      local asks = ASKS[name]
      assert(asks ~= nil, name .. " is a new page: say what it does by the interface")
      if asks then
        local method, path = asks:match "^(%u+) (.+)$"
        local body = (method == "POST" or method == "PATCH") and {} or nil
        local asked = call(key, method, with_id(method, path, things), body)
        local address = with_id(method == "PATCH" and method or route.method, route.path, things)
        local shown = route.method == "GET" and guest:get(address) or guest:send(address, { deliveryId = NOBODY })
        local label = ("%s, %s: %d as %d"):format(who, name, shown.status, asked.status)
        assert.equal(refusal(asked, asks), refusal(shown, asks), label)
        assert.is_true(shown.status < 500, label)
        denied = denied + (refusal(asked, asks) and 1 or 0)
      end
    end
    return denied
  end

  it("is what the interface shows the same key, at every address, for every scope and plan", function()
    local account = call(server.key, "POST", "/api/accounts", { accountId = "guest" }).json
    local owners = { { key = account.key, plans = { "professional", "starter", "free" } }, { key = server.key } }
    local denied = 0
    local sets = { { "articles" }, { "links" }, { "manage" }, { "articles", "links" }, { "articles", "manage" },
      { "links", "manage" }, { "articles", "links", "manage" } }
    for _, owner in ipairs(owners) do
      local things = make_things(owner.key)
      local keys = {}
      for _, scopes in ipairs(sets) do
        local name = table.concat(scopes, " ")
        keys[#keys + 1] = { name = name, key = call(owner.key, "POST", "/api/keys", { scopes = scopes }).json.key }
      end
      for _, plan in ipairs(owner.plans or { "" }) do
        if owner.plans then
          assert.equal(200, call(server.key, "PATCH", "/api/accounts/guest", { plan = plan }).status)
        end
        for _, key in ipairs(keys) do denied = denied + compare(key.key, things, plan .. " " .. key.name) end
      end
    end
    assert.is_true(denied > 100)
  end)

  it("is nothing of another account's, where the interface shows nothing of it either", function()
    local other = call(server.key, "POST", "/api/accounts", { accountId = "neighbour" }).json.key
    local things, guest, seen = make_things(server.key), visitor.new(server, other), 0
    for _, route in ipairs(visitor.routes()) do
      local asks = ASKS[route.method .. " " .. route.path]
      local path = asks and route.path:find("{id}", 1, true) and asks:match "^GET (.+{id}.*)$"
      if path then
        assert.equal(404, call(other, "GET", with_id("GET", path, things)).status, path)
        assert.equal(404, guest:get(with_id("GET", route.path, things)).status, route.path)
        seen = seen + 1
      end
    end
    assert.is_true(seen >= 7)
  end)
end)

describe("event streams", function()
  local server

  local function open(guest)
    local conn = http.connect(server)
    -- The events of a queue without articles, which the visitor has already: held until there is one.
    assert(conn:send("GET", "/queue/events", { key = false,
      headers = { Cookie = guest.cookie, ["Last-Event-ID"] = guest.known } }))
    return conn
  end

  local function visit(key)
    local guest = visitor.new(server, key)
    guest.known = assert(guest:get "/queue/events".body:match "\nid: (%S+)\n")
    return guest
  end

  after_each(function() server:stop() end)

  it("take the rate of a status request", function()
    server = service.start { config = { workers = 0, limits = { status = 2 } } }
    local guest = visitor.new(server)
    for _, status in ipairs { 200, 200, 429 } do
      local answer = guest:get "/queue/events"
      assert.equal(status, answer.status)
      assert.equal(status == 429, answer.headers["retry-after"] ~= nil)
    end
  end)

  it("are held up to fifty of an account, and the others are told to come later", function()
    server = service.start { config = { workers = 0 } }
    local guest = visit()
    local other = visit(http.request(server, "POST", "/api/accounts", { body = { accountId = "other" } }).json.key)
    local streams, sockets = {}, {}
    for i = 1, 51 do
      streams[i] = open(guest)
      sockets[i] = streams[i].socket
      streams[streams[i].socket] = streams[i]
    end
    local ready = socket.select(sockets, nil, 20)
    assert.equal(1, #ready)
    local answer = streams[ready[1]]:receive()
    assert.same({ 429, "rate_limit_exceeded", "close" },
      { answer.status, answer.json.error.code, answer.headers.connection })
    assert.is_true(tonumber(answer.headers["retry-after"]) > 0)
    assert.truthy(answer.json.detail:find("50 event streams", 1, true))

    local others = open(other)
    assert.equal(0, #(socket.select({ others.socket }, nil, 0)))
    http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden" } })
    for i = 1, 51 do
      if streams[i] ~= streams[ready[1]] then assert.equal(200, streams[i]:receive().status) end
    end
    assert.equal(200, guest:get "/queue/events".status) -- those that were answered have ended
    for i = 1, 51 do streams[i]:close() end
    others:close()
  end)
end)
