--- Integrations: where finished articles go, connected, changed and tested; their secrets at rest and the key of these.
local database = require "spec.support.database"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local HOOK = "https://hooks.example/desk"

local function request(server, method, path, body, key)
  return assert(http.request(server, method, path, { body = body, key = key }))
end

local function new_webhook(server, url, key)
  local made = request(server, "POST", "/api/integrations",
    { kind = "webhook", name = "Hook", settings = { url = url or HOOK } }, key)
  assert.equal(201, made.status, made.body)
  return made.json
end

local function path_of(integration) return "/api/integrations/" .. integration.integrationId end

local function show(server, integration)
  local answer = request(server, "GET", path_of(integration))
  assert.equal(200, answer.status, answer.body)
  return answer.json
end

describe("an integration", function()
  local server

  setup(function()
    server = service.start { config = { workers = 0, accounts = { other = {}, crowded = {} } } }
  end)

  teardown(function() server:stop() end)

  -- { pointer = detail }
  local function faults(method, path, body)
    local answer = request(server, method, path, body)
    assert.equal(400, answer.status, answer.body)
    local found = {}
    for _, fault in ipairs(answer.json.errors) do found[fault.pointer] = fault.detail end
    return found
  end

  local function pointers(method, path, body)
    local list = {}
    for pointer in pairs(faults(method, path, body)) do list[#list + 1] = pointer end
    table.sort(list)
    return list
  end

  it("is made and shown with what it was connected with, and a webhook's secret once", function()
    local made = request(server, "POST", "/api/integrations",
      { kind = "Webhook", name = "Hook", settings = { url = HOOK, colour = "red" } })
    assert.equal(201, made.status, made.body)
    assert.equal(path_of(made.json), made.headers.location)
    local secret = made.json.secret
    assert.truthy(secret:match("^whsec_[%w+/]+=$"), secret)
    assert.equal(6 + 44, #secret)
    made.json.secret = nil
    local shown = show(server, made.json)
    assert.same(made.json, shown)
    assert.equal("webhook", shown.kind)
    assert.equal("Hook", shown.name)
    assert.equal("active", shown.state)
    assert.same({ url = HOOK }, shown.settings)
    assert.equal(json.null, shown.problem)
    assert.equal(json.null, shown.lastDelivery)
    assert.is_true(shown.createdAt > 1.6e12)
    assert.equal(shown.createdAt, shown.updatedAt)
    local names = {}
    for name in pairs(shown) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "createdAt", "integrationId", "kind", "lastDelivery", "name", "problem", "settings", "state",
      "updatedAt" }, names)
    assert.is_nil(database.content(server.data):find(secret:sub(7), 1, true))
  end)

  it("names every fault of a request with its pointer", function()
    assert.same({ "/kind", "/name" }, pointers("POST", "/api/integrations", {}))
    local found = faults("POST", "/api/integrations", { kind = "fax", name = "x" })
    assert.truthy(found["/kind"]:find("webhook", 1, true), found["/kind"])
    assert.same({ "/name", "/settings/url" }, pointers("POST", "/api/integrations", { kind = "webhook" }))
    assert.same({ "/name", "/settings/url" },
      pointers("POST", "/api/integrations", { kind = "webhook", name = " ", settings = json.empty_array }))
    assert.same({ "/settings" }, pointers("POST", "/api/integrations",
      { kind = "webhook", name = "x", settings = { 1, 2 } }))
    assert.same({ "/shape" }, pointers("POST", "/api/integrations",
      { kind = "webhook", name = "x", shape = "y", settings = { url = HOOK } }))
    found = faults("POST", "/api/integrations", { kind = "webhook", name = "x", settings = {} })
    assert.equal("url is required for a webhook integration.", found["/settings/url"])
    assert.same({}, request(server, "GET", "/api/integrations?limit=100", nil, server:key_of "other").json.data)
  end)

  it("has no address that the guard would forbid", function()
    local wrong = { 7, true, { "x" }, "x", "ftp://hooks.example/", "http://127.0.0.1/", "http://10.0.0.1/",
      "http://169.254.169.254/latest", "https://user:pass@hooks.example/", "https://hooks.example:22/",
      "http://[::1]/", "https://hooks.example/\n", "https://hooks.example/" .. ("x"):rep(2000), "http://", "" }
    for _, url in ipairs(wrong) do
      assert.same({ "/settings/url" }, pointers("POST", "/api/integrations",
        { kind = "webhook", name = "x", settings = { url = url } }))
    end
  end)

  it("is changed in what is said, and keeps the rest", function()
    local made = new_webhook(server)
    local changed = request(server, "PATCH", path_of(made), { name = "Other" })
    assert.equal(200, changed.status, changed.body)
    assert.equal("Other", changed.json.name)
    assert.is_nil(changed.json.secret)
    assert.same({ url = HOOK }, changed.json.settings)
    changed = request(server, "PATCH", path_of(made), { settings = { url = HOOK .. "/2", secret = "mine" } }).json
    assert.same({ url = HOOK .. "/2" }, changed.settings)
    assert.equal("Other", changed.name)
    assert.same(changed, show(server, made))
    assert.same({ "/settings/url" }, pointers("PATCH", path_of(made), { settings = { url = json.null } }))
    assert.same({ "/name", "/settings/url" }, pointers("PATCH", path_of(made), { name = "", settings = { url = 1 } }))
    assert.same({ "/kind" }, pointers("PATCH", path_of(made), { kind = "ghost" }))
    assert.same({ "/state" }, pointers("PATCH", path_of(made), { state = "asleep" }))
    assert.same(changed, show(server, made))
    assert.equal(200, request(server, "PATCH", path_of(made), {}).status)
  end)

  it("shows what its address asks with to those alone who manage it", function()
    local made = request(server, "POST", "/api/integrations",
      { kind = "webhook", name = "Token", settings = { url = HOOK .. "/in?token=word" } }).json
    local key = request(server, "POST", "/api/keys", { name = "writer", scopes = { "articles" } }).json.key
    assert.same({ url = HOOK .. "/in?token=word" }, show(server, made).settings)
    local seen = http.request(server, "GET", path_of(made), { key = key })
    assert.equal(200, seen.status, seen.body)
    assert.same({ url = HOOK .. "/in" }, seen.json.settings)
    local list = http.request(server, "GET", "/api/integrations", { key = key })
    assert.is_nil(list.body:find("token=word", 1, true))
  end)

  it("is disabled and made active again", function()
    local made = new_webhook(server)
    assert.equal("disabled", request(server, "PATCH", path_of(made), { state = "disabled" }).json.state)
    assert.equal("disabled", show(server, made).state)
    assert.equal("active", request(server, "PATCH", path_of(made), { state = "Active" }).json.state)
    assert.equal(json.null, show(server, made).problem)
  end)

  it("is gone once it is deleted", function()
    local made = new_webhook(server)
    assert.equal(204, request(server, "DELETE", path_of(made)).status)
    for _, method in ipairs { "GET", "DELETE", "PATCH" } do
      assert.equal(404, request(server, method, path_of(made), method == "PATCH" and {} or nil).status)
    end
    assert.equal(404, request(server, "POST", path_of(made) .. "/test").status)
    assert.equal(404, request(server, "POST", path_of(made) .. "/rotate").status)
  end)

  it("of another account is not there", function()
    local made, other = new_webhook(server), server:key_of "other"
    local before = show(server, made)
    for _, try in ipairs { { "GET", "" }, { "DELETE", "" }, { "PATCH", "", { name = "x" } }, { "POST", "/test" },
      { "POST", "/rotate" } } do
      local there = request(server, try[1], path_of(made) .. try[2], try[3], other)
      local nowhere = request(server, try[1], path_of { integrationId = UNKNOWN } .. try[2], try[3], other)
      assert.equal(404, there.status)
      assert.equal(nowhere.json.detail, there.json.detail)
    end
    assert.same({}, request(server, "GET", "/api/integrations", nil, other).json.data)
    assert.same(before, show(server, made))
    assert.equal(404, request(server, "GET", "/api/integrations/nonsense").status)
  end)

  it("is listed page by page, the oldest first, and there are at most a hundred", function()
    local key = server:key_of "crowded"
    local ids = {}
    for i = 1, 100 do ids[i] = new_webhook(server, nil, key).integrationId end
    table.sort(ids) -- they begin with the time; two of one millisecond stand in any order
    local full = request(server, "POST", "/api/integrations",
      { kind = "webhook", name = "x", settings = { url = HOOK } }, key)
    assert.equal(403, full.status)
    assert.equal("account_limit", full.json.error.code)
    assert.truthy(full.json.detail:find("100 integrations", 1, true))
    local found, cursor = {}, nil
    repeat
      local page = request(server, "GET", "/api/integrations?limit=30" .. (cursor and "&cursor=" .. cursor or ""), nil,
        key)
      assert.equal(200, page.status)
      assert.equal(page.json.hasMore, page.headers.link ~= nil)
      for _, integration in ipairs(page.json.data) do
        found[#found + 1] = integration.integrationId
        assert.is_nil(integration.secret)
      end
      cursor = page.json.hasMore and page.json.nextCursor or nil
    until not cursor
    assert.same(ids, found)
    assert.same({ "/cursor" }, pointers("GET", "/api/integrations?cursor=x"))
    assert.same({ "/limit" }, pointers("GET", "/api/integrations?limit=101"))
  end)

  -- What each kind needs, and a secret that must not show.
  local KINDS = {
    wordpress = { settings = { url = "https://blog.example/", username = "ann", applicationPassword = "abcd efgh",
      categories = { "Herbs" } }, secret = "applicationPassword", wrong = { username = "a:b" } },
    ghost = { settings = { url = "https://blog.example/", adminApiKey = ("ab"):rep(12) .. ":" .. ("cd"):rep(32) },
      secret = "adminApiKey", wrong = { adminApiKey = "abc" } },
    shopify = { settings = { shop = "herbs.myshopify.com", accessToken = "shpat_123", blogId = "12" },
      secret = "accessToken", wrong = { shop = "herbs.example" } },
    webflow = { settings = { token = "wf_123", collectionId = "64a1", fields = { title = "name" } },
      secret = "token", wrong = { fields = { colour = "x" } } },
  }

  for kind, known in pairs(KINDS) do
    it("with " .. kind .. " is made of its settings, and its secret never shown", function()
      local body = { kind = kind, name = kind, settings = known.settings }
      local made = request(server, "POST", "/api/integrations", body)
      assert.equal(201, made.status, made.body)
      assert.is_nil(made.json.secret)
      for name, value in pairs(known.settings) do
        assert.same(name == known.secret and json.null or value, made.json.settings[name])
      end
      local secret = known.settings[known.secret]
      for _, try in ipairs { { "GET", "" }, { "PATCH", "", { name = "x", settings = made.json.settings } },
        { "PATCH", "", { settings = { [known.secret] = secret } } } } do
        local answer = request(server, try[1], path_of(made.json) .. try[2], try[3])
        assert.equal(200, answer.status, answer.body)
        assert.is_nil(answer.body:find(secret, 1, true))
        assert.equal(json.null, answer.json.settings[known.secret])
        assert.equal(json.null, answer.json.problem)
      end
      assert.equal(409, request(server, "POST", path_of(made.json) .. "/rotate").status)
      for name, value in pairs(known.wrong) do
        assert.same({ "/settings/" .. name }, pointers("PATCH", path_of(made.json), { settings = { [name] = value } }))
      end
      local required = pointers("POST", "/api/integrations", { kind = kind, name = "x", settings = {} })
      assert.truthy((" " .. table.concat(required, " ") .. " "):find(" /settings/" .. known.secret .. " ", 1, true))
      assert.is_nil(database.content(server.data):find(secret, 1, true))
      assert.is_nil(server:log():find(secret, 1, true))
    end)
  end

  it("gets a new secret when it is a webhook", function()
    local made = new_webhook(server)
    local rotated = request(server, "POST", path_of(made) .. "/rotate")
    assert.equal(200, rotated.status, rotated.body)
    assert.truthy(rotated.json.secret:match("^whsec_[%w+/]+=$"))
    assert.are_not.equal(made.secret, rotated.json.secret)
    assert.is_nil(show(server, made).secret)
    assert.same({ url = HOOK }, show(server, made).settings)
  end)
end)

describe("the test of an integration", function()
  local server, hook

  setup(function()
    hook = scripted.start()
    server = service.start {
      config = { workers = 0, accounts = { other = {} }, allow_addresses = { "127.0.0.1:" .. hook.port } },
    }
  end)

  teardown(function()
    server:stop()
    hook:stop()
  end)

  it("is made once at a time for an account, and keeps nobody else waiting", function()
    local other = server:key_of "other"
    local mine, theirs = new_webhook(server, hook.url .. "/mine"), new_webhook(server, hook.url .. "/theirs", other)
    hook:script { { status = 200, await = 2 } }
    local waiting = http.connect(server)
    waiting:send("POST", path_of(mine) .. "/test")
    hook:log(1)
    local refused = request(server, "POST", path_of(mine) .. "/test")
    assert.equal(429, refused.status)
    assert.equal("5", refused.headers["retry-after"])
    assert.equal(200, request(server, "GET", path_of(mine)).status)
    local answer = request(server, "POST", path_of(theirs) .. "/test", nil, other)
    assert.same({ 200, true, 200 }, { answer.status, answer.json.ok, answer.json.status })
    answer = assert(waiting:receive("POST"))
    assert.same({ 200, true, 200 }, { answer.status, answer.json.ok, answer.json.status })
    waiting:close()
    hook:script { { status = 200 } }
    assert.is_true(request(server, "POST", path_of(mine) .. "/test").json.ok)
  end)

  it("tells what the receiver answered, and changes nothing", function()
    local made = new_webhook(server, hook.url .. "/hook")
    local before = show(server, made)
    for _, case in ipairs { { 410, false }, { 302, false }, { 503, false }, { 202, true } } do
      hook:script { { status = case[1], headers = { Location = hook.url .. "/elsewhere" } } }
      local answer = request(server, "POST", path_of(made) .. "/test")
      assert.same({ 200, case[2], case[1] }, { answer.status, answer.json.ok, answer.json.status })
      assert.equal(1, #hook:log())
      assert.is_true(#answer.json.detail > 0)
    end
    assert.same(before, show(server, made))
  end)
end)

describe("the key of secrets", function()
  local server
  after_each(function() server:stop() end)

  local function key_file(path)
    local pipe = assert(io.popen("stat -c %a " .. path))
    local mode = pipe:read("*l")
    pipe:close()
    return folder.read(path), mode
  end

  local function lines_of(path)
    local _, count = folder.read(path):gsub("\n", "")
    return count
  end

  local function problems()
    local list = {}
    for i, integration in ipairs(request(server, "GET", "/api/integrations?limit=100").json.data) do
      list[i] = integration.problem
    end
    return list
  end

  it("is made when it is needed, in the data folder, for its owner alone", function()
    server = service.start { config = { workers = 0 } }
    local path = server.data .. "/secret.key"
    assert.is_nil(folder.read(path))
    new_webhook(server)
    local text, mode = key_file(path)
    assert.truthy(text:match("^%x%x%x%x%x%x%x%x [%w+/]+=\n$"))
    assert.equal("600", mode)
  end)

  it("is where the configuration says", function()
    local home = folder.new()
    server = service.start { config = { workers = 0, secret_key = home .. "/desk.key" } }
    new_webhook(server)
    assert.truthy(folder.read(home .. "/desk.key"))
    assert.is_nil(folder.read(server.data .. "/secret.key"))
    server:restart()
    assert.same({ json.null }, problems())
    folder.remove(home)
    local started, problem = pcall(service.start, { config = { secret_key = 7 } })
    assert.is_false(started)
    assert.truthy(problem:find("secret_key must be a text", 1, true), problem)
  end)

  -- Without it the service runs, says so, and nothing is overwritten.
  local function assert_unusable(made, expected)
    local log = server:log()
    assert.truthy(log:find("integration cannot be used id=" .. made.integrationId, 1, true), log)
    assert.truthy(log:find(expected, 1, true), log)
    local shown = show(server, made)
    assert.truthy(shown.problem:find("key", 1, true), shown.problem)
    assert.is_nil(shown.problem:find(server.data, 1, true)) -- no path of the service's folders
    local refused = request(server, "POST", "/api/integrations",
      { kind = "webhook", name = "x", settings = { url = HOOK } })
    assert.equal(503, refused.status, refused.body)
    assert.equal("storage_unavailable", refused.json.error.code)
    assert.truthy(refused.json.detail:find("finds in its log what to do", 1, true), refused.json.detail)
    assert.equal(503, request(server, "POST", path_of(made) .. "/rotate").status)
    assert.equal(503, request(server, "POST", "/api/secrets/rotate").status)
    local test = request(server, "POST", path_of(made) .. "/test")
    assert.equal(200, test.status)
    assert.is_false(test.json.ok)
    assert.equal(json.null, test.json.status)
    assert.equal(shown.problem, test.json.detail)
    assert.equal("New", request(server, "PATCH", path_of(made), { name = "New" }).json.name)
  end

  it("may be missing at a start, and come back", function()
    server = service.start { config = { workers = 0 } }
    local made = new_webhook(server)
    local path = server.data .. "/secret.key"
    local text = folder.read(path)
    server:halt()
    assert(os.remove(path))
    server:restart()
    assert_unusable(made, "put it back")
    assert.is_nil(folder.read(path))
    folder.write(path, text)
    assert(os.execute("chmod 600 " .. path))
    server:restart()
    assert.same({ json.null }, problems())
    assert.equal(200, request(server, "POST", path_of(made) .. "/rotate").status)
  end)

  it("is refused when others may read it, or when it makes no sense", function()
    server = service.start { config = { workers = 0 } }
    local made = new_webhook(server)
    local path = server.data .. "/secret.key"
    local text = folder.read(path)
    assert(os.execute("chmod 640 " .. path))
    server:restart()
    assert_unusable(made, "chmod 600 " .. path)
    folder.write(path, "nonsense\n")
    assert(os.execute("chmod 600 " .. path))
    server:restart()
    assert_unusable(made, "makes no sense")
    assert.equal("nonsense\n", folder.read(path))
    assert.is_nil(server:log():find(text:match(" (%S+)"), 1, true))
  end)

  it("that did not seal the secrets leaves those of webhooks to be made anew", function()
    server = service.start { config = { workers = 0 } }
    local made = new_webhook(server)
    local path = server.data .. "/secret.key"
    server:halt()
    folder.write(path, "00000001 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n")
    assert(os.execute("chmod 600 " .. path))
    server:restart()
    assert.truthy(show(server, made).problem:find("no longer has", 1, true))
    local rotated = request(server, "POST", path_of(made) .. "/rotate")
    assert.equal(200, rotated.status, rotated.body)
    assert.equal(json.null, rotated.json.problem)
  end)

  it("is changed for all integrations by whoever runs the service", function()
    server = service.start { config = { workers = 0, accounts = { other = {} } } }
    local path, other = server.data .. "/secret.key", server:key_of "other"
    for i = 1, 60 do new_webhook(server, nil, i % 2 == 0 and other or nil) end
    local before = folder.read(path)
    local refused = request(server, "POST", "/api/secrets/rotate", nil, other)
    assert.equal(404, refused.status)
    assert.equal(request(server, "POST", "/api/nowhere", nil, other).json.detail, refused.json.detail)
    assert.equal(before, folder.read(path))
    local changed = request(server, "POST", "/api/secrets/rotate")
    assert.equal(200, changed.status, changed.body)
    assert.same({ sealed = 60, unreadable = 0, keepsOld = false }, changed.json)
    local after, mode = key_file(path)
    assert.are_not.equal(before, after)
    assert.equal("600", mode)
    assert.equal(1, lines_of(path))
    server:restart()
    assert.equal(30, #problems())
    for _, problem in ipairs(problems()) do assert.equal(json.null, problem) end
    assert.is_nil(server:log():find("cannot be used", 1, true))
  end)

  it("may be changed while integrations are made, and by a process that is killed", function()
    server = service.start { config = { workers = 0 } }
    for _ = 1, 40 do new_webhook(server) end
    for _ = 1, 3 do
      local connections = {}
      for i = 1, 4 do
        connections[i] = http.connect(server)
        local body = { kind = "webhook", name = "x", settings = { url = HOOK } }
        assert(connections[i]:send("POST", i == 2 and "/api/secrets/rotate" or "/api/integrations",
          { body = i ~= 2 and body or nil }))
      end
      server:kill()
      for _, connection in ipairs(connections) do connection:close() end
      server:restart()
      local list = problems()
      assert.is_true(#list >= 40)
      for _, problem in ipairs(list) do assert.equal(json.null, problem) end
    end
    assert.equal(#problems(), request(server, "POST", "/api/secrets/rotate").json.sealed)
    assert.equal(1, lines_of(server.data .. "/secret.key"))
  end)
end)
