--- Accounts that an operator adds, and the keys of an account.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local json = require "cjson.safe"
local socket = require "socket"
local service = require "spec.support.service"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local server

local function request(method, path, body, key)
  return assert(http.request(server, method, path, { body = body, key = key }))
end

-- At the data folder's socket, without a key.
local function operate(method, path, body, account)
  return assert(http.request(server:at_socket(), method, path,
    { body = body, headers = account and { ["Copydesk-Account"] = account } }))
end

local function add(name, fields)
  local body = { accountId = name }
  for field, value in pairs(fields or {}) do body[field] = value end
  local answer = operate("POST", "/api/accounts", body)
  assert.equal(201, answer.status, answer.body)
  return answer.json
end

local function status_of(key) return request("GET", "/api/account", nil, key).status end

local function pointers(answer)
  assert.equal(400, answer.status, answer.body)
  local list = {}
  for i, fault in ipairs(answer.json.errors) do list[i] = fault.pointer end
  table.sort(list)
  return list
end

local function configure(entries)
  folder.write(server.config_file, ("return { listen = '127.0.0.1:0', data = %q, workers = 0, %s }\n"):format(
    server.data, entries))
end

describe("what a disabled account has in line", function()
  it("waits until the account is active again", function()
    server = service.start { config = { library = "examples/library" } }
    add("sleeper")
    operate("PATCH", "/api/accounts/sleeper", { state = "disabled" })
    local made = operate("POST", "/api/articles/v2", { targetKeyword = "herbs", articleLength = "short" }, "sleeper")
    assert.equal(200, made.status, made.body)
    local path = "/api/articles/" .. made.json.articleId
    local own = request("POST", "/api/articles/v2", { targetKeyword = "herbs", articleLength = "short" }).json
    assert.equal("finished", http.wait(server, own.articleId).status) -- one that came later
    assert.equal("queued", operate("GET", path, nil, "sleeper").json.status)
    operate("PATCH", "/api/accounts/sleeper", { state = "active" })
    assert.is_truthy(eventually(function() return operate("GET", path, nil, "sleeper").json.status == "finished" end))
    server:stop()
  end)
end)

describe("an operator", function()
  setup(function() server = service.start { config = { workers = 0, accounts = { other = {} } } } end)
  teardown(function() server:stop() end)

  it("adds accounts while the service runs", function()
    local answer = operate("POST", "/api/accounts", { accountId = "acme", plan = "starter", monthlyWords = 5000 })
    assert.equal(201, answer.status, answer.body)
    assert.equal("/api/accounts/acme", answer.headers.location)
    local made = answer.json
    assert.truthy(made.key:find "^cd_%w+$")
    assert.equal(43, #made.key)
    assert.same({ left = 5000, used = 0 }, made.words)
    assert.same({ left = 0, used = 0 }, made.credits)
    local own = request("GET", "/api/account", nil, made.key)
    assert.equal(200, own.status)
    assert.equal("acme", own.json.accountId)
    assert.equal("starter", own.json.plan)
    local shown = operate("GET", "/api/accounts/acme").json
    assert.is_nil(shown.key)
    made.key = nil
    assert.same(made, shown)
    assert.equal("active", shown.state)
    assert.equal("added", shown.origin)
    assert.equal(5000, shown.monthlyWords)
    assert.equal(json.null, shown.monthlyCredits)
    assert.is_true(shown.createdAt > 1.6e12)
  end)

  it("gives an account the terms of the configuration where none are named", function()
    local made = add "plain"
    assert.equal("professional", made.plan)
    assert.equal(json.null, made.words.left)
    assert.equal(json.null, made.monthlyWords)
  end)

  it("is told what is wrong with what an account is to be", function()
    assert.same({ "/accountId" }, pointers(operate("POST", "/api/accounts", {})))
    for _, name in ipairs { "a b", "Ä", "A", "a/b", ("x"):rep(65), "é" } do
      assert.same({ "/accountId" }, pointers(operate("POST", "/api/accounts", { accountId = name })), name)
    end
    assert.same({ "/monthlyCredits", "/monthlyWords", "/plan", "/state" }, pointers(operate("POST", "/api/accounts",
      { accountId = "x", plan = "golden", monthlyWords = -2, monthlyCredits = "many", state = "active" })))
    for _, name in ipairs { "local", "other", "plain" } do
      assert.equal(409, operate("POST", "/api/accounts", { accountId = name }).status, name)
    end
    assert.equal(201, operate("POST", "/api/accounts", { accountId = ("x"):rep(64) }).status)
    assert.equal(204, operate("DELETE", "/api/accounts/" .. ("x"):rep(64)).status)
  end)

  it("lists accounts by their names, page by page", function()
    local all, names, cursor = operate("GET", "/api/accounts").json.data, {}, nil
    repeat
      local page = operate("GET", "/api/accounts?limit=2" .. (cursor and "&cursor=" .. cursor or ""))
      assert.equal(200, page.status)
      assert.equal(page.json.hasMore, page.headers.link ~= nil)
      for _, account in ipairs(page.json.data) do names[#names + 1] = account.accountId end
      cursor = page.json.hasMore and page.json.nextCursor or nil
    until not cursor
    assert.is_true(#names >= 4)
    for i, account in ipairs(all) do
      assert.equal(account.accountId, names[i])
      assert.is_true(i == 1 or names[i - 1] < names[i])
    end
    assert.equal(#all, #names)
  end)

  it("changes an account, which is in force at once", function()
    local key = add("changing").key
    local function link() return request("POST", "/api/internal-links", { content = "x", domainId = UNKNOWN,
      format = "json" }, key).status end
    assert.equal(404, link())
    assert.equal("starter", operate("PATCH", "/api/accounts/changing", { plan = "starter" }).json.plan)
    assert.equal(403, link())
    assert.equal("free", operate("PATCH", "/api/accounts/changing", { plan = "free" }).json.plan)
    assert.equal(403, status_of(key))
    operate("PATCH", "/api/accounts/changing", { plan = "professional" })
    assert.equal(200, status_of(key))
    assert.equal("disabled", operate("PATCH", "/api/accounts/changing", { state = "disabled" }).json.state)
    local refused = request("GET", "/api/account", nil, key)
    assert.equal(401, refused.status)
    assert.truthy(refused.json.detail:find("is disabled", 1, true))
    assert.equal("active", operate("PATCH", "/api/accounts/changing", { state = "active" }).json.state)
    assert.equal(200, status_of(key))
  end)

  it("gives amounts by month, and now", function()
    add("rich", { monthlyWords = 100, monthlyCredits = 5 })
    local function change(body) return operate("PATCH", "/api/accounts/rich", body) end
    local changed = change { addWords = 50, addCredits = -2 }.json
    assert.equal(150, changed.words.left)
    assert.equal(3, changed.credits.left)
    changed = change { monthlyWords = 400 }.json
    assert.equal(400, changed.monthlyWords)
    assert.equal(5, changed.monthlyCredits)
    assert.equal(450, changed.words.left)
    changed = change { monthlyWords = -1, monthlyCredits = json.null }.json
    assert.equal(-1, changed.monthlyWords)
    assert.equal(json.null, changed.words.left)
    assert.equal(json.null, changed.monthlyCredits)
    assert.equal(json.null, changed.credits.left)
    assert.equal(409, change({ addWords = 5 }).status)
    assert.same({ "/addWords", "/monthlyWords", "/state" },
      pointers(change { addWords = 1.5, monthlyWords = -2, state = "removed" }))
  end)

  it("changes configured accounts in the configuration alone, but for what it gives now", function()
    for _, body in ipairs { { plan = "free" }, { state = "disabled" }, { monthlyWords = 5 } } do
      local answer = operate("PATCH", "/api/accounts/other", body)
      assert.equal(409, answer.status)
      assert.truthy(answer.json.detail:find("configur", 1, true))
    end
    assert.equal(409, operate("DELETE", "/api/accounts/other").status)
    local own = operate("DELETE", "/api/accounts/local")
    assert.equal(409, own.status)
    assert.truthy(own.json.detail:find("The account local is the service's own", 1, true))
    assert.equal(200, operate("PATCH", "/api/accounts/other", {}).status)
    assert.equal(404, operate("PATCH", "/api/accounts/nobody", {}).status)
    assert.equal(404, operate("DELETE", "/api/accounts/nobody").status)
  end)

  it("removes an account with all that it has, for good", function()
    local key = add("leaving", { monthlyWords = 7 }).key
    local article = request("POST", "/api/articles/v2", { targetKeyword = "herbs" }, key).json.articleId
    local domain = request("POST", "/api/domains", { name = "d" }, key).json.domainId
    request("POST", ("/api/domains/%s/pages"):format(domain),
      { pages = { { url = "https://d.example/basil", title = "Basil", html = "<p>Basil grows.</p>" } } }, key)
    local linked = request("POST", "/api/internal-links",
      { content = "<p>Grow basil.</p>", domainId = domain, format = "json" }, key)
    assert.equal(200, linked.status, linked.body)
    local function index_files()
      local pipe = io.popen(("find %s/indexes -name '*%s*'"):format(quote(server.data), domain))
      local found = pipe:read("*a")
      pipe:close()
      return found
    end
    assert.not_equal("", index_files())
    assert.equal(204, operate("DELETE", "/api/accounts/leaving").status)
    assert.equal("", index_files())
    assert.equal(401, request("GET", "/api/articles/" .. article, nil, key).status)
    assert.equal(404, operate("GET", "/api/accounts/leaving").status)
    assert.equal(404, operate("DELETE", "/api/accounts/leaving").status)
    assert.equal(404, operate("PATCH", "/api/accounts/leaving", { addWords = 1 }).status)
    assert.equal(404, operate("GET", "/api/keys", nil, "leaving").status)
    for _, account in ipairs(operate("GET", "/api/accounts").json.data) do
      assert.not_equal("leaving", account.accountId)
    end
    local again = operate("POST", "/api/accounts", { accountId = "leaving" })
    assert.equal(409, again.status)
    assert.truthy(again.json.detail:find("not used again", 1, true))
  end)

  it("removes one whose articles are being written, and the others go on", function()
    local busy = service.start { config = { workers = 2, library = "examples/library" } }
    local at = busy:at_socket()
    local function key_of(name)
      return http.request(at, "POST", "/api/accounts", { body = { accountId = name } }).json.key
    end
    local leaving, staying = key_of "leaving", key_of "staying"
    local function create(key)
      return http.request(busy, "POST", "/api/articles/v2", { key = key,
        body = { targetKeyword = "indoor herb garden" } }).json.articleId
    end
    local last
    for _ = 1, 12 do last = create(leaving) end
    local other = create(staying)
    assert(eventually(function()
      local list = http.request(busy, "GET", "/api/articles?status=processing", { key = leaving }).json.data
      return #list > 0 or http.request(busy, "GET", "/api/articles/" .. last, { key = leaving }).json.status ~= "queued"
    end))
    assert.equal(204, http.request(at, "DELETE", "/api/accounts/leaving").status)
    local finished = http.wait(busy, other, staying).status
    local log = busy:log()
    busy:stop()
    assert.equal("finished", finished)
    assert.is_nil(log:find("error", 1, true), log)
  end)

  it("is known by a key of the local account that manages", function()
    assert.equal(200, request("GET", "/api/accounts").status)
    assert.equal(201, request("POST", "/api/accounts", { accountId = "by-key" }).status)
    local narrow = request("POST", "/api/keys", { scopes = { "articles", "links" } }).json.key
    local answer = request("GET", "/api/accounts", nil, narrow)
    assert.equal(404, answer.status)
    local nothing = request("GET", "/api/accountz", nil, narrow)
    assert.equal(nothing.body, (answer.body:gsub("/api/accounts", "/api/accountz")))
  end)

  it("speaks for another account at the data folder's socket", function()
    add("spoken-for", { plan = "starter" })
    local made = operate("POST", "/api/keys", { name = "by operator", scopes = { "articles" } }, "spoken-for")
    assert.equal(201, made.status, made.body)
    assert.equal("spoken-for", request("GET", "/api/account", nil, made.json.key).json.accountId)
    assert.equal("spoken-for", operate("GET", "/api/account", nil, "spoken-for").json.accountId)
    assert.equal("local", operate("GET", "/api/account", nil, "local").json.accountId)
    assert.equal(404, operate("GET", "/api/account", nil, "nobody").status)
    assert.equal(404, operate("GET", "/api/accounts", nil, "spoken-for").status)
    local link = operate("POST", "/api/internal-links", { content = "x", domainId = UNKNOWN }, "spoken-for")
    assert.equal(403, link.status)
    -- a disabled account's keys can be seen to, and so can those of none but it
    operate("PATCH", "/api/accounts/spoken-for", { state = "disabled" })
    assert.equal(2, #operate("GET", "/api/keys", nil, "spoken-for").json.data)
  end)

  it("alone does so: a key is for its own account", function()
    local key = add("asks").key
    for _, at in ipairs { server, server:at_socket() } do
      for _, used in ipairs { key, server.key } do
        for _, wanted in ipairs { "other", "asks", "nobody" } do
          local answer = http.request(at, "GET", "/api/account", { key = used,
            headers = { ["Copydesk-Account"] = wanted } })
          assert.equal(403, answer.status)
          assert.equal("local_account_required", answer.json.error.code)
        end
      end
    end
  end)

  it("reads the figures of all accounts", function()
    assert.equal(200, operate("GET", "/metrics").status)
    assert.equal(200, request("GET", "/metrics").status)
    local refused = request("GET", "/metrics", nil, server:key_of "other")
    assert.equal(403, refused.status)
    assert.truthy(refused.json.detail:find("all accounts", 1, true))
  end)
end)

describe("a key", function()
  setup(function() server = service.start { config = { workers = 0, accounts = { many = {} } } } end)
  teardown(function() server:stop() end)

  local fresh = 0
  local function account()
    fresh = fresh + 1
    return add("account-" .. fresh).key
  end

  local function new(key, fields)
    local made = request("POST", "/api/keys", fields or {}, key)
    assert.equal(201, made.status, made.body)
    return made.json
  end

  local function keys(key) return request("GET", "/api/keys", nil, key).json.data end
  local function path_of(made) return "/api/keys/" .. made.keyId end

  -- Keys that were made in the same millisecond are listed in any order.
  local function listed_key(owner, id)
    for _, key in ipairs(keys(owner)) do
      if key.keyId == id then return key end
    end
  end

  it("has what is said of it, and all scopes where none are", function()
    local owner = account()
    local now = os.time() * 1000
    local made = new(owner, { name = "phone", scopes = { "links", "Articles" }, expiresInDays = 30 })
    assert.same({ "articles", "links" }, made.scopes)
    assert.is_true(math.abs(made.expiresAt - now - 30 * 86400000) < 60000)
    assert.equal(json.null, made.lastUsedAt)
    assert.equal(made.key:sub(1, 9), made.prefix)
    assert.same({ "articles", "links", "manage" }, new(owner).scopes)
    assert.equal(json.null, new(owner).expiresAt)
    local listed = listed_key(owner, made.keyId)
    assert.is_nil(listed.key)
    made.key = nil
    assert.same(made, listed)
  end)

  it("names the faults of what it is to be", function()
    local owner = account()
    local function faults(fields) return pointers(request("POST", "/api/keys", fields, owner)) end
    assert.same({ "/scopes/1" }, faults { scopes = { "links", "everything" } })
    assert.same({ "/expiresAt" }, faults { expiresAt = 1000 })
    assert.same({ "/expiresInDays" }, faults { expiresAt = 4e12, expiresInDays = 5 })
    assert.same({ "/expiresInDays", "/name", "/surprise" },
      faults { expiresInDays = 0, name = ("x"):rep(101), surprise = 1 })
    assert.equal(1, #keys(owner))
  end)

  it("gives no scope that it lacks", function()
    local owner = account()
    local other = new(owner, { scopes = { "articles" } })
    local manager = new(owner, { scopes = { "manage", "links" } }).key
    local refused = request("POST", "/api/keys", { scopes = { "manage", "articles" } }, manager)
    assert.equal(403, refused.status)
    assert.equal("missing_scope", refused.json.error.code)
    assert.truthy(refused.json.detail:find("articles", 1, true))
    assert.same({ "links", "manage" }, new(manager).scopes)
    assert.same({ "links" }, new(manager, { scopes = { "links" } }).scopes)
    assert.equal(403, request("PATCH", path_of(other), { scopes = { "articles", "links" } }, manager).status)
    assert.equal(403, request("POST", path_of(other) .. "/rotate", nil, manager).status)
    assert.equal(200, request("PATCH", path_of(other), { name = "renamed" }, manager).status)
    assert.equal(5, #keys(owner))
  end)

  it("is changed, which is in force at once", function()
    local owner = account()
    local made = new(owner, { name = "phone", expiresInDays = 5 })
    assert.equal(200, status_of(made.key))
    local changed = request("PATCH", path_of(made),
      { scopes = { "links" }, expiresAt = json.null, name = "desk" }, owner)
    assert.equal(200, changed.status, changed.body)
    assert.same({ "links" }, changed.json.scopes)
    assert.equal("desk", changed.json.name)
    assert.equal(json.null, changed.json.expiresAt)
    assert.is_nil(changed.json.key)
    assert.equal(403, request("GET", "/api/articles", nil, made.key).status)
    changed = request("PATCH", path_of(made), { expiresInDays = 2 }, owner).json
    assert.equal("desk", changed.name)
    assert.same({ "links" }, changed.scopes)
    assert.is_true(changed.expiresAt > os.time() * 1000)
    for _, none in ipairs { json.null, json.empty_array } do
      assert.same({ "/scopes" }, pointers(request("PATCH", path_of(made), { scopes = none }, owner)))
    end
    assert.equal(404, request("PATCH", "/api/keys/" .. UNKNOWN, { name = "x" }, owner).status)
  end)

  it("stops working when its time is over, also where it was used just before", function()
    local owner = account()
    local made = new(owner, { expiresAt = os.time() * 1000 + 2000 })
    local refused
    assert(eventually(function()
      local answer = request("GET", "/api/account", nil, made.key)
      refused = answer.status == 401 and answer
      return refused
    end))
    assert.truthy(refused.json.detail:find("expired", 1, true))
    local now = socket.gettime() * 1000
    assert.is_true(now >= made.expiresAt, ("%.0f ms early"):format(made.expiresAt - now))
    assert.equal(2, #keys(owner)) -- it is still shown
    assert.equal(409, request("POST", path_of(made) .. "/rotate", nil, owner).status)
  end)

  it("is made anew, and the old one works for a while", function()
    local owner = account()
    local first = keys(owner)[1]
    local old = new(owner, { name = "site", scopes = { "articles" } })
    local answer = request("POST", path_of(old) .. "/rotate", nil, owner)
    assert.equal(201, answer.status, answer.body)
    local made = answer.json
    assert.not_equal(old.key, made.key)
    assert.not_equal(old.keyId, made.keyId)
    assert.equal("site", made.name)
    assert.same({ "articles" }, made.scopes)
    assert.equal(json.null, made.expiresAt)
    assert.equal(200, status_of(old.key))
    assert.equal(200, status_of(made.key))
    local listed = listed_key(owner, old.keyId)
    assert.is_true(math.abs(listed.expiresAt - os.time() * 1000 - 86400000) < 60000)
    -- and at once
    local third = request("POST", path_of(made) .. "/rotate", { graceSeconds = 0 }, owner).json
    assert.equal(401, status_of(made.key))
    assert.equal(200, status_of(third.key))
    local wrong = request("POST", path_of(third) .. "/rotate", { graceSeconds = -1 }, owner)
    assert.same({ "/graceSeconds" }, pointers(wrong))
    assert.equal(404, request("POST", "/api/keys/" .. UNKNOWN .. "/rotate", nil, owner).status)
    -- the only one that manages for good may be made anew by itself
    local replaced = request("POST", path_of(first) .. "/rotate", { graceSeconds = 0 }, owner)
    assert.equal(201, replaced.status)
    assert.equal(401, status_of(owner))
    assert.same({ "articles", "links", "manage" }, replaced.json.scopes)
    assert.equal(200, request("GET", "/api/keys", nil, replaced.json.key).status)
    -- one that was to end works as long again, and no longer
    local short = new(replaced.json.key, { expiresInDays = 3 })
    local again = request("POST", path_of(short) .. "/rotate", { graceSeconds = 864000 }, replaced.json.key).json
    assert.is_true(again.expiresAt >= short.expiresAt and again.expiresAt < short.expiresAt + 60000)
    assert.equal(short.expiresAt, listed_key(replaced.json.key, short.keyId).expiresAt)
  end)

  it("stays when it is the last that works for good and manages", function()
    local owner = account()
    local first = keys(owner)[1]
    new(owner, { scopes = { "articles", "links" } })
    local ending = new(owner, { expiresInDays = 1 })
    for _, answer in ipairs {
      request("DELETE", path_of(first), nil, owner), request("DELETE", path_of(first), nil, ending.key),
      request("PATCH", path_of(first), { scopes = { "articles" } }, owner),
      request("PATCH", path_of(first), { expiresInDays = 9 }, owner),
    } do
      assert.equal(409, answer.status)
      assert.truthy(answer.json.detail:find("last key", 1, true))
    end
    assert.equal(204, request("DELETE", path_of(ending), nil, owner).status)
    local second = new(owner)
    assert.equal(204, request("DELETE", path_of(first), nil, second.key).status)
    assert.equal(401, status_of(owner))
    assert.equal(409, request("DELETE", path_of(second), nil, second.key).status)
  end)

  it("has at most 99 others beside it, of those that have not expired", function()
    local owner = server:key_of "many"
    local ended = new(owner)
    assert.equal(201, request("POST", path_of(ended) .. "/rotate", { graceSeconds = 0 }, owner).status)
    local made = {}
    for i = 1, 97 do made[i] = new(owner) end
    assert.equal(100, #keys(owner))
    new(owner) -- in the place of the one that has expired
    assert.equal(100, #keys(owner))
    local refused = request("POST", "/api/keys", {}, owner)
    assert.equal(403, refused.status)
    assert.equal("account_limit", refused.json.error.code)
    assert.truthy(refused.json.detail:find("100 keys", 1, true))
    assert.equal(403, request("POST", path_of(made[1]) .. "/rotate", nil, owner).status)
    assert.equal(200, status_of(made[1].key)) -- it was left as it was
    assert.equal(204, request("DELETE", path_of(made[1]), nil, owner).status)
    assert.equal(201, request("POST", "/api/keys", {}, owner).status)
  end)
end)

describe("the configuration", function()
  setup(function()
    server = service.start { config = { workers = 0, accounts = { kept = {}, dropped = {}, left = {} } } }
  end)
  teardown(function() server:stop() end)

  local function fails(entries, ...)
    configure(entries)
    local started, problem = pcall(server.restart, server)
    server.pipe = nil -- it has ended by itself
    assert.is_false(started)
    for _, text in ipairs { ... } do assert.truthy(problem:find(text, 1, true), problem) end
  end

  it("disables accounts that it no longer names, until it names them again", function()
    local added = add("added").key
    local kept, dropped = server:key_of "kept", server:key_of "dropped"
    assert.equal(200, status_of(dropped))
    configure "accounts = { kept = {} }"
    server:restart()
    assert.equal(200, status_of(kept))
    assert.equal(200, status_of(added))
    assert.equal(401, status_of(dropped))
    assert.equal("disabled", operate("GET", "/api/accounts/dropped").json.state)
    configure "accounts = { kept = {}, dropped = { plan = 'starter' } }"
    server:restart()
    assert.equal(200, status_of(dropped))
    local shown = operate("GET", "/api/accounts/dropped").json
    assert.equal("active", shown.state)
    assert.equal("starter", shown.plan)
    assert.equal("configured", shown.origin)
  end)

  it("has a key in its file that works for good, also after that was made anew", function()
    local first = server.key
    local listed = request("GET", "/api/keys").json.data[1]
    local made = request("POST", ("/api/keys/%s/rotate"):format(listed.keyId), { graceSeconds = 86400 }).json
    server:restart()
    assert.not_equal(first, server.key)
    for _, key in ipairs { first, made.key, server.key } do assert.equal(200, status_of(key)) end
    server:restart()
    assert.equal(3, #request("GET", "/api/keys").json.data)
  end)

  it("is warned of a key that has ended", function()
    local configured = "cd_" .. ("k"):rep(30)
    configure(("account = { key = %q }, accounts = { kept = {} }"):format(configured))
    server:restart()
    for _, key in ipairs(request("GET", "/api/keys", nil, configured).json.data) do
      if key.prefix == configured:sub(1, 9) then
        request("POST", ("/api/keys/%s/rotate"):format(key.keyId), { graceSeconds = 0 }, configured)
      end
    end
    assert.equal(401, status_of(configured))
    server:restart()
    assert.equal(401, status_of(configured))
    assert.truthy(server:log():find("the configured key of account local has expired", 1, true))
    configure "accounts = { kept = {} }"
    server:restart()
    assert.equal(200, status_of(server.key))
  end)

  it("hands an account over to the operator when it no longer names it", function()
    local key = server:key_of "left"
    assert.equal(401, status_of(key))
    local taken = operate("PATCH", "/api/accounts/left", { state = "active" }).json
    assert.equal("added", taken.origin)
    assert.equal(200, status_of(key))
    server:restart()
    assert.equal(200, status_of(key))
  end)

  it("cannot name an account that was added or removed", function()
    add "removed"
    assert.equal(204, operate("DELETE", "/api/accounts/removed").status)
    fails("accounts = { kept = {}, added = {} }", "account added was added", "accounts add", "another")
    fails("accounts = { kept = {}, removed = {} }", "account removed was removed", "another name")
    configure "accounts = { kept = {} }"
    server:restart()
    assert.equal(200, status_of(server:key_of "kept"))
  end)
end)

describe("the command for accounts and keys", function()
  local home
  setup(function() home = folder.new() end)
  teardown(function() folder.remove(home) end)

  local function copydesk(words, data)
    folder.write(home .. "/copydesk.lua", 'os.exit(require("copydesk.cli").main(arg), true)\n')
    local line = "env -u COPYDESK_BASE_URL -u COPYDESK_API_KEY COPYDESK_DATA=%s "
      .. "lua5.4 %s/copydesk.lua %s >%s/out 2>%s/err; echo $? >%s/code"
    os.execute(line:format(quote(data), home, words, home, home, home))
    local code, out, err = tonumber(folder.read(home .. "/code")), folder.read(home .. "/out"),
      folder.read(home .. "/err")
    assert.is_nil(err:find("stack traceback", 1, true), err)
    return code, out, err
  end

  local function works(data)
    local function done(words)
      local code, out, err = copydesk(words, data)
      assert.equal(0, code, words .. ": " .. err)
      return out, err
    end
    local key, note = done "accounts add acme --plan starter --monthly-words 1000 --monthly-credits plan"
    assert.truthy(key:find "^cd_%w+\n$")
    assert.truthy(note:find("acme; it is shown only now\nthe account is in " .. data .. "\n", 1, true), note)
    assert.truthy(done("accounts list"):find("acme\tstarter\tactive\t1000\t0\tadded\n", 1, true))
    assert.equal("acme\tprofessional\tdisabled\t1005\tunlimited\tadded\n",
      (done "accounts set acme --add-words 5 --plan professional --disable"))
    assert.truthy(done("accounts set acme --enable --monthly-words unlimited"):find("active\tunlimited", 1, true))
    assert.equal(2, #json.decode((done "accounts list --json")).data)
    assert.equal("beta", json.decode((done "accounts add beta --json")).accountId)
    assert.equal("starter", json.decode((done "accounts set beta --plan starter --json")).plan)
    assert.truthy(done("account --account beta"):find("^beta, plan starter\nwords\tunlimited\t0\tunlimited\t20"))
    assert.equal("beta", json.decode((done "account --account beta --json")).accountId)

    local made = done "keys add ci --scope articles,links --account acme --expires-in-days 3"
    assert.truthy(made:find "^cd_%w+\n$")
    assert.not_equal(key, made)
    local listed = done "keys list --account acme"
    assert.truthy(listed:find(("\t%s\tci\tarticles,links\t20%%d%%d"):format(made:sub(1, 9))), listed)
    assert.truthy(listed:find("\tfirst key\tarticles,links,manage\tnever\t", 1, true), listed)
    assert.truthy(done("keys set ci --no-expiry --name build --scope manage --account acme"):find(
      "\tbuild\tmanage\tnever\t", 1, true))
    local fresh = done "keys rotate build --grace 60 --account acme"
    assert.truthy(fresh:find "^cd_%w+\n$")
    local data_of = json.decode((done "keys list --json --account acme")).data
    assert.equal(3, #data_of)
    local code, _, err = copydesk("keys remove build --account acme", data)
    assert.equal(1, code)
    assert.truthy(err:find(('several keys are named "build": say which by how it begins, %s or %s'):format(
      data_of[2].prefix, data_of[3].prefix), 1, true), err)
    done("keys remove " .. data_of[2].prefix .. " --account acme")
    done "keys remove build --account acme"
    code, _, err = copydesk("keys remove 'first key' --account acme", data)
    assert.equal(1, code)
    assert.truthy(err:find("last key", 1, true), err)
    assert.truthy(done("ledger --account acme"):find("month", 1, true))
    local own = done "keys add"
    assert.truthy(own:find "^cd_")
    done "accounts remove acme beta"
    assert.is_nil(done("accounts list"):find("acme", 1, true))
    code, _, err = copydesk("keys list --account acme", data)
    assert.equal(1, code)
    assert.truthy(err:find("There is no account of this name", 1, true), err)
    return own
  end

  it("works with the service inside", function() works(home .. "/data") end)

  it("works with one that runs on the same folder, which needs no restart", function()
    server = service.start { config = { workers = 0 } }
    local done, problem = pcall(function()
      assert.equal(200, status_of((works(server.data):gsub("%s", ""))))
    end)
    server:stop()
    assert.is_true(done, tostring(problem))
  end)

  it("says what is wrong with its words", function()
    for words, text in pairs {
      ["accounts add"] = "NAME is missing",
      ["accounts set x"] = "what is to change?",
      ["accounts set x --enable --disable"] = "exclude each other",
      ["accounts set x --add-words many"] = "--add-words takes a whole number",
      ["accounts add x --monthly-words lots"] = "--monthly-words takes a number, unlimited or plan",
      ["keys set x"] = "what is to change?",
      ["keys set x --no-expiry --expires-in-days 3"] = "exclude each other",
      ["keys add x --expires-in-days soon"] = "--expires-in-days takes a whole number",
      ["keys rotate"] = "KEY is missing",
      ["keys"] = "keys rotate",
      ["accounts"] = "accounts remove",
    } do
      local code, out, err = copydesk(words, home .. "/unused")
      assert.equal(2, code, words)
      assert.equal("", out)
      assert.truthy(err:find(text, 1, true), words .. ": " .. err)
    end
  end)
end)
