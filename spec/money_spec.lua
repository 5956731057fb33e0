--- Money: what accounts are given and charged, that the ledger sums to what is left, and how fast they may ask.
local articles = require "spec.support.articles"
local database = require "spec.support.database"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"
local json = require "cjson.safe"
local socket = require "socket"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local ALWAYS = "/api/usage?from=1971-01-01"

local HERBS = [[
---
title: Growing an indoor herb garden
url: https://example.org/herbs
---
# Growing an indoor herb garden

An indoor herb garden needs about six hours of light each day. A south window gives enough light for most herbs.
Basil grows best at temperatures above eighteen degrees. Mint grows in less light than basil does.

## Choosing containers

Every container for an indoor herb garden needs holes in its bottom. Clay pots dry out faster than plastic pots.

## Watering herbs

Water the herbs when the top of the soil feels dry. Too much water is the most common cause of dying herbs.
]]

local KEYWORD = { targetKeyword = "indoor herb garden" }
local CONTENT = "<p>Good basil care matters in winter.</p>\n"
local PAGE = { url = "https://herbs.example/basil", title = "Basil care", language = "en",
  html = "<title>Basil care</title><h1>Basil care</h1><p>Basil care begins with warmth." }

local function request(server, method, path, body, key, headers)
  return assert(http.request(server, method, path, { body = body, key = key, headers = headers }))
end

local function get(server, path, key)
  local answer = request(server, "GET", path, nil, key)
  assert.equal(200, answer.status, answer.body)
  return answer.json
end

local function create(server, key, body)
  local answer = request(server, "POST", "/api/articles/v2/", body or KEYWORD, key)
  assert.equal(200, answer.status, answer.body)
  return answer.json.articleId
end

local function new_domain(server, key)
  local id = assert(request(server, "POST", "/api/domains", { name = "Herbs" }, key).json.domainId)
  assert.equal(200, request(server, "POST", "/api/domains/" .. id .. "/pages", { pages = { PAGE } }, key).status)
  return id
end

local function linking(domain)
  return { content = CONTENT, format = "html", domainId = domain }
end

-- Every row of the ledger, the newest first.
local function ledger(server, key, limit)
  local rows, cursor = {}, nil
  repeat
    local query = ("limit=%d%s"):format(limit or 100, cursor and "&cursor=" .. cursor or "")
    local page = get(server, "/api/ledger?" .. query, key)
    for _, row in ipairs(page.data) do rows[#rows + 1] = row end
    cursor = page.hasMore and page.nextCursor or nil
  until not cursor
  return rows
end

local function of_kind(rows, kind)
  local found = {}
  for _, row in ipairs(rows) do found[#found + 1] = row.kind == kind and row or nil end
  return found
end

-- What statements answer: the lines, with blanks between the columns.
local function sql(server, text)
  local lines = {}
  for line in database.query(server.data, text, { separator = " ", null = "null" }):gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  return lines
end

-- As if so many months had gone by since the service was used last.
local function let_months_pass(server, months)
  server:halt()
  local count = ("(granted_month / 100 * 12 + granted_month %% 100 - 1 - %d)"):format(months)
  sql(server, ("UPDATE account SET granted_month = %s / 12 * 100 + %s %% 12 + 1 WHERE granted_month > 0; "
    .. "UPDATE ledger SET subject = id WHERE kind = 'month'"):format(count, count))
  server:restart()
end

-- The sums that must hold at every moment when nothing is under way.
local function check_sums(server, id, key, hint)
  local account = get(server, "/api/account", key)
  assert.equal(id, account.accountId)
  local used = { words = 0, credits = 0 }
  local given = { words = 0, credits = 0 }
  local charged = { article = 0, link = 0 }
  for _, row in ipairs(ledger(server, key)) do
    if row.kind == "article" or row.kind == "link" then
      assert.is_true(row.words <= 0 and row.credits <= 0)
      used.words, used.credits = used.words - row.words, used.credits - row.credits
      charged[row.kind] = charged[row.kind] + 1
    end
    assert.equal(row.kind == "article", row.articleId ~= nil)
    given.words, given.credits = given.words + row.words, given.credits + row.credits
  end
  local stored = sql(server, ("SELECT words_balance, credits_balance, words_used, credits_used FROM account "
    .. "WHERE id = '%s'"):format(id))[1]
  local function shown(left) return left == json.null and "null" or ("%d"):format(left) end
  assert.equal(("%s %s %d %d"):format(shown(account.words.left), shown(account.credits.left), account.words.used,
    account.credits.used), stored, hint)
  for amount, sum in pairs(given) do
    assert.equal(used[amount], account[amount].used, hint)
    if account[amount].left ~= json.null then assert.equal(account[amount].left, sum, hint) end
  end
  local days = { words = 0, credits = 0, articles = 0, links = 0 }
  for _, day in ipairs(get(server, ALWAYS, key).data) do
    for name in pairs(days) do days[name] = days[name] + day[name] end
  end
  assert.same({ words = used.words, credits = used.credits, articles = charged.article, links = charged.link }, days,
    hint)
  return account
end

describe("an account", function()
  local server, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    server = service.start { config = { library = library, workers = 2,
      plans = { starter = { words = 500, credits = 7 }, professional = { credits = 3 } },
      accounts = {
        small = { plan = "starter" }, pro = {}, once = { words = 40, credits = 2 },
        both = { words = 40, monthly_words = 100, monthly_credits = -1 }, ten = { credits = 10 }, keen = {},
        spender = { words = 1 },
      } } }
  end)

  teardown(function()
    server:stop()
    folder.remove(library)
  end)

  it("gets what its plan or its own entry says, and sees when more comes", function()
    local small = get(server, "/api/account", server:key_of "small")
    assert.same({ left = 500, used = 0 }, small.words)
    assert.same({ left = 7, used = 0 }, small.credits)
    assert.equal(500, small.month.words)
    assert.equal(7, small.month.credits)
    local now = os.date("!*t")
    local next_month = os.date("!*t", small.month.next / 1000)
    assert.same({ now.month % 12 + 1, 1, 0, 0, 0 },
      { next_month.month, next_month.day, next_month.hour, next_month.min, next_month.sec })
    assert.is_true(small.month.next > os.time() * 1000)
    local pro = get(server, "/api/account", server:key_of "pro")
    assert.same({ json.null, json.null, 3, 3 },
      { pro.words.left, pro.month.words, pro.credits.left, pro.month.credits })
    local once = get(server, "/api/account", server:key_of "once")
    assert.same({ 40, 0, 2, 0 }, { once.words.left, once.month.words, once.credits.left, once.month.credits })
    local both = get(server, "/api/account", server:key_of "both")
    assert.same({ 140, 100, json.null, json.null },
      { both.words.left, both.month.words, both.credits.left, both.month.credits })
    for _, name in ipairs { "small", "pro", "once", "both" } do check_sums(server, name, server:key_of(name), name) end
  end)

  it("is charged for an article what its record says, when it has finished", function()
    local key = server:key_of "pro"
    local id = create(server, key)
    local record = http.wait(server, id, key)
    assert.equal("finished", record.status, record.error)
    local rows = get(server, "/api/ledger?articleId=" .. id, key).data
    assert.equal(1, #rows)
    assert.same({ kind = "article", articleId = id, words = -record.wordsCharged, credits = 0,
      createdAt = record.updatedAt, entryId = rows[1].entryId, articleTitle = record.title }, rows[1])
    local failed = http.wait(server, create(server, key, { targetKeyword = "quantum chromodynamics" }), key)
    assert.equal("no_sources", failed.errorCode)
    assert.same({}, get(server, "/api/ledger?articleId=" .. failed.articleId, key).data)
    check_sums(server, "pro", key)
    assert.equal(204, request(server, "DELETE", "/api/articles/" .. id, nil, key).status)
    rows = get(server, "/api/ledger?articleId=" .. id, key).data
    assert.equal(1, #rows)
    assert.is_nil(rows[1].articleTitle)
    check_sums(server, "pro", key)
  end)

  it("may overdraw its words by one article, and by no second", function()
    local key = server:key_of "spender"
    local first = http.wait(server, create(server, key), key)
    assert.equal("finished", first.status, first.error)
    assert.equal(1 - first.wordsCharged, check_sums(server, "spender", key).words.left)
    local second = http.wait(server, create(server, key), key)
    assert.equal("insufficient_words", second.errorCode)
    assert.equal(0, second.wordsCharged)
    check_sums(server, "spender", key)
  end)

  it("spends ten credits on ten of 64 requests at once", function()
    local key, open, statuses = server:key_of "ten", {}, {}
    local body = linking(new_domain(server, key))
    for i = 1, 64 do open[i] = http.connect(server) end
    for _, conn in ipairs(open) do assert(conn:send("POST", "/api/internal-links/", { body = body, key = key })) end
    for _, conn in ipairs(open) do
      local answer = assert(conn:receive())
      statuses[answer.status] = (statuses[answer.status] or 0) + 1
      if answer.status == 402 then assert.equal("insufficient_credits", answer.json.error.code) end
      conn:close()
    end
    assert.same({ [200] = 10, [402] = 54 }, statuses)
    assert.equal(10, #of_kind(ledger(server, key), "link"))
    assert.same({ left = 0, used = 10 }, check_sums(server, "ten", key).credits)
  end)

  it("pays once for an Idempotency-Key, also when the answer is repeated", function()
    local key = server:key_of "keen"
    local body, headers = linking(new_domain(server, key)), { ["Idempotency-Key"] = "again" }
    for i = 1, 3 do
      local answer = request(server, "POST", "/api/internal-links/", body, key, headers)
      assert.equal(200, answer.status)
      assert.equal(i > 1 and "true" or nil, answer.headers["idempotent-replayed"])
    end
    assert.equal(1, #of_kind(ledger(server, key), "link"))
    assert.equal(404, request(server, "POST", "/api/internal-links/", linking(UNKNOWN), key).status)
    assert.equal(1, check_sums(server, "keen", key).credits.used)
  end)

  it("has a ledger that is read page by page", function()
    local key = server:key_of "ten"
    local all = ledger(server, key)
    assert.same(all, ledger(server, key, 3))
    for i = 2, #all do assert.is_true(all[i - 1].createdAt >= all[i].createdAt) end
    local first = request(server, "GET", "/api/ledger?limit=3", nil, key)
    assert.equal(('</api/ledger?cursor=%s&limit=3>; rel="next"'):format(first.json.nextCursor), first.headers.link)
    for query, pointer in pairs { ["cursor=x"] = "/cursor", ["limit=0"] = "/limit", ["articleId=ten/2026-11"] =
      "/articleId", ["kind=link"] = "/kind" } do
      local answer = request(server, "GET", "/api/ledger?" .. query, nil, key)
      assert.equal(400, answer.status, query)
      assert.equal(pointer, answer.json.errors[1].pointer)
    end
    -- Another account's row begins no page, and another account's article costs this one nothing.
    local foreign = ledger(server, server:key_of "small")[1]
    assert.same({}, get(server, "/api/ledger?cursor=" .. foreign.entryId, key).data)
  end)

  it("sees its use by day", function()
    local key = server:key_of "ten"
    local today = os.date("!%Y-%m-%d")
    local days = get(server, "/api/usage", key).data
    assert.same({ { date = today, words = 0, credits = 10, articles = 0, links = 10 } }, days)
    assert.same(days, get(server, ("/api/usage?from=%s&to=%s"):format(today, today), key).data)
    assert.same({}, get(server, "/api/usage?from=2001-01-01&to=2020-02-29", key).data)
    for query, expected in pairs {
      ["from=2026-02-30"] = { "/from", "YYYY-MM-DD" }, ["to=yesterday"] = { "/to", "YYYY-MM-DD" },
      ["from=2026-1-1"] = { "/from", "YYYY-MM-DD" }, ["from=2026-02-03&to=2026-02-02"] = { "/from", "behind to" },
      ["to=2026-01-31T00:00:00Z"] = { "/to", "YYYY-MM-DD" }, ["day=1"] = { "/day", "from" },
    } do
      local answer = request(server, "GET", "/api/usage?" .. query, nil, key)
      assert.equal(400, answer.status, query)
      assert.equal(1, #answer.json.errors)
      assert.equal(expected[1], answer.json.errors[1].pointer)
      assert.truthy(answer.json.errors[1].detail:find(expected[2], 1, true), answer.json.errors[1].detail)
    end
  end)

  it("sees the same on the command line", function()
    local function copydesk(words, key)
      local pipe = io.popen(("copydesk %s --base-url %s --api-key %s 2>&1"):format(words, server.url,
        key))
      local text = pipe:read("*a")
      return text, pipe:close()
    end
    local key, today = server:key_of "ten", os.date("!%Y-%m-%d")
    assert.equal(("%s\t0\t10\t0\t10\ntotal\t0\t10\t0\t10\n"):format(today), (copydesk("usage", key)))
    assert.equal("total\t0\t0\t0\t0\n", (copydesk("usage --from 2001-01-01 --to 2001-01-02", key)))
    assert.truthy(copydesk("usage --from never", key):find("YYYY-MM-DD", 1, true))
    local text = copydesk("ledger --limit 1000", key)
    assert.equal(11, select(2, text:gsub("\n", "\n")))
    assert.truthy(text:match("\n[^\n]*\tadjustment\t%+0\t%+10\t\n$"), text)
    assert.equal(2, select(2, copydesk("ledger --limit 2", key):gsub("\n", "\n")))
    assert.truthy(copydesk("ledger --limit none", key):find("--limit", 1, true))
    assert.equal(2, #json.decode((copydesk("ledger --limit 2 --json", key))).data)
    local row = of_kind(ledger(server, server:key_of "pro"), "article")[1]
    text = copydesk("ledger --article " .. row.articleId, server:key_of "pro")
    assert.equal(("article\t%d\t+0\t%s\n"):format(row.words, row.articleId), text:match("\t(.*)$"))
  end)
end)

describe("months", function()
  local server, library

  before_each(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    server = service.start { config = { library = library, workers = 1, plans = { professional = { credits = 1 } } } }
  end)

  after_each(function()
    server:stop()
    folder.remove(library)
  end)

  local function add(body)
    local answer = request(server, "POST", "/api/accounts", body)
    assert.equal(201, answer.status, answer.body)
    return answer.json.key
  end

  it("are given to whoever links, writes or looks first", function()
    local keys, domains = {}, {}
    for _, name in ipairs { "linker", "writer", "looker", "reader", "counter" } do
      keys[name] = add { accountId = name, monthlyWords = 5 }
      domains[name] = new_domain(server, keys[name])
      assert.equal(200, request(server, "POST", "/api/internal-links/", linking(domains[name]), keys[name]).status)
      assert.equal(402, request(server, "POST", "/api/internal-links/", linking(domains[name]), keys[name]).status)
    end
    local record = http.wait(server, create(server, keys.writer), keys.writer)
    assert.equal("finished", record.status, record.error)
    local fresh = http.wait(server, create(server, keys.writer), keys.writer)
    assert.equal("insufficient_words", fresh.errorCode)
    request(server, "PATCH", "/api/accounts/writer", { addWords = record.wordsCharged - 5 })
    let_months_pass(server, 1)
    assert.equal(200, request(server, "POST", "/api/internal-links/", linking(domains.linker), keys.linker).status)
    assert.equal("finished", http.wait(server, create(server, keys.writer), keys.writer).status)
    assert.equal(10, get(server, "/api/account", keys.looker).words.left)
    assert.equal(2, #of_kind(ledger(server, keys.reader), "month"))
    get(server, "/api/usage", keys.counter)
    for name, key in pairs(keys) do
      assert.equal("2", sql(server, ("SELECT COUNT(*) FROM ledger WHERE kind = 'month' AND account_id = '%s'"):format(
        name))[1], name)
      check_sums(server, name, key, name)
    end
  end)

  it("are seen by the operator, too, and not given to accounts that are disabled", function()
    local function left(name, listed)
      local answer = get(server, listed and "/api/accounts" or "/api/accounts/" .. name)
      if not listed then return answer.words.left end
      for _, account in ipairs(answer.data) do
        if account.accountId == name then return account.words.left end
      end
    end
    for _, name in ipairs { "alone", "among", "paused" } do add { accountId = name, monthlyWords = 100 } end
    assert.equal(200, request(server, "PATCH", "/api/accounts/paused", { state = "disabled" }).status)
    let_months_pass(server, 2)
    assert.equal(300, left("alone"))
    assert.equal(300, left("among", true))
    assert.equal(100, left("paused"))
    assert.equal(200, request(server, "PATCH", "/api/accounts/paused", { state = "active" }).status)
    assert.equal(200, left("paused")) -- this month's
    let_months_pass(server, 1)
    assert.equal(300, left("paused"))
  end)

  it("that went by are all there, and what was left stays", function()
    local key = add { accountId = "patient", monthlyWords = 100, monthlyCredits = 2 }
    assert.equal(200, request(server, "POST", "/api/internal-links/", linking(new_domain(server, key)), key).status)
    let_months_pass(server, 3)
    local account = check_sums(server, "patient", key)
    assert.same({ 400, 7 }, { account.words.left, account.credits.left })
    -- A better plan gives its own from this month on.
    request(server, "PATCH", "/api/accounts/patient", { monthlyWords = 150 })
    assert.equal(450, check_sums(server, "patient", key).words.left)
    request(server, "PATCH", "/api/accounts/patient", { monthlyWords = -1 })
    assert.equal(json.null, check_sums(server, "patient", key).words.left)
    request(server, "PATCH", "/api/accounts/patient", { monthlyWords = 100 })
    assert.equal(450, check_sums(server, "patient", key).words.left)
  end)
end)

describe("an account without words", function()
  it("has no model asked for it", function()
    local model = fake_model.start()
    local server = service.start { config = { workers = 1, models = { ["*"] = articles.entry(model, "openai") },
      accounts = { poor = { words = 0 }, rich = { monthly_words = 100000 } } } }
    finally(function()
      server:stop()
      model:stop()
    end)
    local key = server:key_of "poor"
    local record = http.wait(server, create(server, key), key)
    assert.equal("insufficient_words", record.errorCode)
    assert.equal(0, #model:log())
    http.wait(server, create(server, server:key_of "rich"), server:key_of "rich")
    assert.is_true(#model:log() > 0)
    check_sums(server, "poor", key)
  end)
end)

describe("whatever accounts do in any order", function()
  local OPERATIONS, RUNS = 150, 4
  local server, library, accounts

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    server = service.start { config = { library = library, workers = 3, plans = { professional = { credits = 5 } },
      accounts = { fixed = { monthly_words = 300, credits = 20 } } } }
    accounts = { { id = "local", key = server.key }, { id = "fixed", key = server:key_of "fixed" } }
    local bodies = { { accountId = "added", monthlyWords = 400 }, { accountId = "open", monthlyCredits = -1 } }
    for _, body in ipairs(bodies) do
      accounts[#accounts + 1] = { id = body.accountId, added = true,
        key = assert(request(server, "POST", "/api/accounts", body).json.key) }
    end
    for _, account in ipairs(accounts) do
      account.domain = new_domain(server, account.key)
      account.articles, account.repeats = {}, {}
    end
  end)

  teardown(function()
    server:stop()
    folder.remove(library)
  end)

  local function any(list) return list[math.random(#list)] end

  local function link(account, name)
    local headers = name and { ["Idempotency-Key"] = name }
    local answer = request(server, "POST", "/api/internal-links/", linking(account.domain), account.key, headers)
    assert.is_true(answer.status == 200 or answer.status == 402, answer.body)
  end

  local function patch(account, body)
    local answer = request(server, "PATCH", "/api/accounts/" .. account.id, body)
    assert.is_true(answer.status == 200 or answer.status == 409, answer.body)
  end

  local operations = {
    article = function(account) table.insert(account.articles, create(server, account.key)) end,
    hopeless = function(account)
      table.insert(account.articles, create(server, account.key, { targetKeyword = "quantum chromodynamics" }))
    end,
    cancel = function(account)
      local id = any(account.articles)
      if id then request(server, "POST", ("/api/articles/%s/cancel"):format(id), nil, account.key) end
    end,
    delete = function(account)
      if #account.articles == 0 then return end
      local id = table.remove(account.articles, math.random(#account.articles))
      request(server, "DELETE", "/api/articles/" .. id, nil, account.key)
    end,
    link = function(account) link(account) end,
    repeated = function(account) link(account, "key-" .. math.random(5)) end,
    adjust = function(account)
      patch(account, { addWords = math.random(-200, 400), addCredits = math.random(-2, 6) })
    end,
    terms = function(account)
      if not account.added then return end
      patch(account, { monthlyWords = any { -1, 0, 100, 700, json.null },
        monthlyCredits = any { -1, 0, 4, json.null } })
    end,
    plan = function(account)
      if account.added then patch(account, { plan = "professional", monthlyWords = any { 50, json.null } }) end
    end,
  }

  local function wait_for_all()
    for _, account in ipairs(accounts) do
      for _, id in ipairs(account.articles) do http.wait(server, id, account.key) end
    end
  end

  for seed = 1, RUNS do
    it("sums up, as run " .. seed, function()
      math.randomseed(seed)
      local names = {}
      for name in pairs(operations) do names[#names + 1] = name end
      table.sort(names)
      for _ = 1, OPERATIONS do operations[any(names)](any(accounts)) end
      wait_for_all()
      for _, account in ipairs(accounts) do check_sums(server, account.id, account.key, account.id) end
      let_months_pass(server, seed)
      for _, account in ipairs(accounts) do check_sums(server, account.id, account.key, account.id) end
    end)
  end
end)

describe("rates", function()
  local QUOTA = 6 -- of a key; an account of the plan starter has twice as much
  local server

  setup(function()
    server = service.start { config = { workers = 0,
      limits = { create = 1000, status = QUOTA, links = 1000, other = 1000 },
      plans = { free = { other = 7 } },
      accounts = { crowd = { plan = "starter" }, single = { plan = "starter" }, free = { plan = "free" },
        pro = { credits = 0 } } } }
  end)

  teardown(function() server:stop() end)

  -- Asks once with each of the keys, at the same time; how many were let through, and the seconds that it took.
  local function hammer(keys)
    local open, passed, start = {}, 0, socket.gettime()
    for i, key in ipairs(keys) do open[i] = { http.connect(server), key } end
    for _, entry in ipairs(open) do entry[1]:send("GET", "/api/articles/" .. UNKNOWN, { key = entry[2] }) end
    for _, entry in ipairs(open) do
      local answer = assert(entry[1]:receive())
      assert.is_true(answer.status == 404 or answer.status == 429, answer.body)
      if answer.status == 404 then passed = passed + 1 end
      assert.is_true(answer.status == 404 or tonumber(answer.headers["retry-after"]) >= 1)
      assert.truthy(answer.headers.ratelimit)
      entry[1]:close()
    end
    return passed, socket.gettime() - start
  end

  local function keys_of(account, count, times)
    local keys, first = {}, server:key_of(account)
    for i = 1, count do
      local key = i == 1 and first or request(server, "POST", "/api/keys", { name = "k" }, first).json.key
      for _ = 1, times do keys[#keys + 1] = key end
    end
    return keys
  end

  it("hold for each key", function()
    local passed, seconds = hammer(keys_of("single", 1, 30))
    assert.is_true(passed >= QUOTA and passed <= QUOTA + math.ceil(seconds * QUOTA / 60), passed)
  end)

  it("hold for all keys of an account together", function()
    local keys = keys_of("crowd", 5, 8)
    local passed, seconds = hammer(keys)
    assert.is_true(passed >= 2 * QUOTA and passed <= 2 * QUOTA + math.ceil(seconds * 2 * QUOTA / 60), passed)
    local answer = request(server, "GET", "/api/articles/" .. UNKNOWN, nil, keys_of("crowd", 2, 1)[2])
    assert.equal(429, answer.status)
    assert.equal(('"status";q=%d;w=60'):format(2 * QUOTA), answer.headers["ratelimit-policy"])
    assert.truthy(answer.json.detail:find("all keys of the account", 1, true))
    assert.equal("rate_limit_exceeded", answer.json.error.code)
  end)

  it("are told on every answer", function()
    local function told(status, name, answer)
      assert.equal(status, answer.status, answer.body)
      assert.truthy(answer.headers["ratelimit-policy"]:find(('^"%s";q=%%d+;w=60$'):format(name)))
      assert.truthy(answer.headers.ratelimit:find(('^"%s";r=%%d+;t=%%d+$'):format(name)))
      return answer
    end
    local pro = server:key_of "pro"
    told(200, "other", request(server, "GET", "/api/account"))
    local made = told(201, "other", request(server, "POST", "/api/brands", { name = "x" }))
    told(204, "other", request(server, "DELETE", made.headers.location))
    told(400, "other", request(server, "POST", "/api/brands", {}))
    told(400, "other", request(server, "GET", "/api/usage?from=x"))
    told(401, "other", request(server, "GET", "/api/account", nil, false))
    told(401, "other", request(server, "GET", "/api/account", nil, ("x"):rep(43)))
    assert.truthy(told(403, "other", request(server, "GET", "/api/account", nil, server:key_of "free"))
      .headers["ratelimit-policy"]:find("q=7", 1, true))
    told(403, "links", request(server, "POST", "/api/internal-links/", linking(UNKNOWN), server:key_of "single"))
    told(404, "other", request(server, "DELETE", "/api/articles/" .. UNKNOWN))
    told(402, "links", request(server, "POST", "/api/internal-links/", linking(UNKNOWN), pro))
    told(415, "other", http.request(server, "POST", "/api/brands", { body = "{}", type = "text/plain" }))
    told(400, "other", http.request(server, "POST", "/api/brands", { body = "{" }))
    local conn = http.connect(server)
    conn:raw(("POST /api/brands HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
      .. "Content-Length: 99000000\r\n\r\n"):format(server.key))
    told(413, "other", conn:receive())
    conn:close()
    local body, headers = { targetKeyword = "herbs" }, { ["Idempotency-Key"] = "one" }
    local id = told(200, "create", request(server, "POST", "/api/articles/v2/", body, nil, headers)).json.articleId
    told(200, "create", request(server, "POST", "/api/articles/v2/", body, nil, headers))
    told(422, "create", request(server, "POST", "/api/articles/v2/", { targetKeyword = "mint" }, nil, headers))
    local record = told(200, "status", request(server, "GET", "/api/articles/" .. id))
    told(304, "status", request(server, "GET", "/api/articles/" .. id, nil, nil,
      { ["If-None-Match"] = record.headers.etag }))
    local held = http.connect(server)
    held:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=30" } })
    told(200, "other", request(server, "POST", ("/api/articles/%s/cancel"):format(id)))
    assert.equal("cancelled", told(200, "status", held:receive()).json.errorCode)
    held:close()
    told(200, "other", request(server, "POST", ("/api/articles/%s/cancel"):format(id)))
    told(409, "other", request(server, "POST", ("/api/articles/%s/polish"):format(id)))
    if database.is_server() then return end -- its data is not in the folder
    os.execute(("mv %s %s.away"):format(server.data, server.data))
    told(503, "other", request(server, "POST", "/api/brands", { name = "y" }))
    os.execute(("mv %s.away %s"):format(server.data, server.data))
  end)
end)
