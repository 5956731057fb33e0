--- An article's life as its caller sees it, and the service's own: starting, stopping, sharing, refusing.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local embedded = require "copydesk.service"
local json = require "cjson.safe"

local KEYWORD = { targetKeyword = "indoor herb garden" }

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
A pot of fifteen centimetres is large enough for one basil plant.

## Watering herbs

Water the herbs when the top of the soil feels dry. Too much water is the most common cause of dying herbs.
Rosemary wants its soil to dry out between two waterings.

## Harvesting herbs

Cut the stems above a pair of leaves, and the plant grows two new stems. Harvest herbs in the morning.
Never take more than a third of a plant at once.
]]

local function create(server, body, options)
  options = options or {}
  options.body = body or KEYWORD
  return http.request(server, "POST", "/api/articles/v2/", options)
end

local function get(server, id, options)
  return http.request(server, "GET", "/api/articles/" .. id, options)
end

local function post(server, path, options)
  return http.request(server, "POST", path, options)
end

describe("an article", function()
  local server, source, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    source = scripted.start()
    server = service.start { config = {
      library = library,
      workers = 2,
      allow_addresses = { "127.0.0.1:" .. source.port },
      accounts = { poor = { words = 0 } },
    } }
  end)

  teardown(function()
    server:stop()
    source:stop()
    folder.remove(library)
  end)

  it("is written, and its record says all about it", function()
    local before = http.request(server, "GET", "/api/account").json.words
    local answer = create(server)
    assert.equal(200, answer.status)
    local id = answer.json.articleId
    assert.equal(36, #id)
    assert.same({ articleId = id }, answer.json)
    local record = http.wait(server, id)
    assert.equal("finished", record.status, record.error)
    assert.equal(id, record.articleId)
    assert.equal(1, record.progress)
    assert.is_string(record.statusDetail)
    assert.equal(json.null, record.error)
    assert.equal(json.null, record.errorCode)
    assert.equal(json.null, record.output.polishedHtml)
    assert.truthy(record.output.html:lower():find("indoor herb garden", 1, true))
    assert.is_true(record.wordsCharged > 20)
    assert.equal("indoor herb garden", record.config.targetKeyword)
    assert.equal("blog_post", record.config.articleType)
    assert.is_true(#record.title > 0 and #record.slug > 0)
    assert.equal("https://example.org/herbs", record.sources[1].url)
    assert.is_table(record.notes)
    assert.is_true(record.createdAt <= record.updatedAt and record.updatedAt > 1e12)
    local after = http.request(server, "GET", "/api/account").json.words
    assert.equal(before.used + record.wordsCharged, after.used)
  end)

  it("of the first engine is written too, and called deprecated", function()
    local answer = post(server, "/api/articles/", { body = { targetKeyword = "herb garden",
      brandMentionLevel = "none" } })
    assert.equal(200, answer.status)
    assert.truthy(answer.headers.deprecation:find("^@%d+$"))
    assert.equal('</api/articles/v2/>; rel="successor-version"', answer.headers.link)
    local record = http.wait(server, answer.json.articleId)
    assert.equal("finished", record.status)
    assert.is_nil(record.config.brandMentionLevel)
  end)

  it("fails with the reason when there is nothing to write from", function()
    local bare = service.start()
    finally(function() bare:stop() end)
    local record = http.wait(bare, create(bare).json.articleId)
    assert.equal("failed", record.status)
    assert.equal("no_sources", record.errorCode)
    assert.truthy(record.error:find("library", 1, true))
    assert.is_nil(record.output)
    assert.equal(0, record.wordsCharged)
  end)

  it("fails before it begins when the account has no words left", function()
    local key = server:key_of("poor")
    local answer = create(server, nil, { key = key })
    assert.equal(200, answer.status)
    local record = http.wait(server, answer.json.articleId, key)
    assert.equal("failed", record.status)
    assert.equal("insufficient_words", record.errorCode)
  end)

  it("reports its progress while it is written, which never falls", function()
    source:script { { delay = 30, body = "late" } }
    local url = "http://127.0.0.1:" .. source.port .. "/page.html"
    local id = create(server, { targetKeyword = "herb garden", urls = { url } }).json.articleId
    local record, answer
    repeat
      answer = get(server, id, { headers = { Prefer = "wait=10" } })
      record = answer.json
    until record.status == "processing"
    assert.is_true(record.progress >= 0 and record.progress < 1)
    assert.is_string(answer.headers["retry-after"])
    local cancelled = post(server, "/api/articles/" .. id .. "/cancel")
    assert.equal(200, cancelled.status)
    assert.equal("failed", cancelled.json.status)
    assert.equal("cancelled", cancelled.json.errorCode)
    assert.is_true(cancelled.json.progress >= record.progress)
    assert.equal("cancelled", get(server, id).json.errorCode)
  end)

  it("can be deleted while it is written", function()
    source:script { { delay = 30, body = "late" } }
    local url = "http://127.0.0.1:" .. source.port .. "/page.html"
    local id = create(server, { targetKeyword = "herb garden", urls = { url } }).json.articleId
    repeat until get(server, id, { headers = { Prefer = "wait=10" } }).json.status == "processing"
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. id).status)
    assert.equal(404, get(server, id).status)
    assert.equal(404, http.request(server, "DELETE", "/api/articles/" .. id).status)
    -- Its worker is free for others.
    assert.equal("finished", http.wait(server, create(server).json.articleId).status)
  end)

  it("that has ended cannot be cancelled", function()
    local id = create(server).json.articleId
    http.wait(server, id)
    local answer = post(server, "/api/articles/" .. id .. "/cancel")
    assert.equal(409, answer.status)
    assert.equal("finished", get(server, id).json.status)
  end)

  it("that has ended is answered alike each time, to its account only, until it is deleted", function()
    local id = create(server).json.articleId
    http.wait(server, id)
    local first = get(server, id)
    for _ = 1, 3 do
      local again = get(server, id)
      assert.equal(first.body, again.body)
      assert.equal(first.headers.etag, again.headers.etag)
      assert.equal(304, get(server, id, { headers = { ["If-None-Match"] = first.headers.etag } }).status)
      assert.equal(404, get(server, id, { key = server:key_of("poor") }).status)
    end
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. id).status)
    assert.equal(404, get(server, id).status)
  end)

  it("names a parameter's fault that only the service can see", function()
    local function pointer(body)
      body.targetKeyword = "x"
      local answer = create(server, body)
      assert.equal(400, answer.status)
      return answer.json.errors[1].pointer
    end
    assert.equal("/internalLinkingDomainId",
      pointer { internalLinkingDomainId = "01890000-0000-7000-8000-000000000000" })
    assert.equal("/webhookUrl", pointer { webhookUrl = "http://127.0.0.1:22/" })
    assert.equal("/webhookUrl", pointer { webhookUrl = "http://user:secret@example.org/" })
    assert.equal("/webhookUrl", pointer { webhookUrl = "ftp://example.org/" })
  end)
end)

describe("a queue that nobody works on", function()
  local server

  setup(function() server = service.start { config = { workers = 0, accounts = { other = {} } } } end)
  teardown(function() server:stop() end)

  it("answers a status request at once, or holds it as long as asked", function()
    local id = create(server).json.articleId
    local answer = get(server, id)
    assert.equal("queued", answer.json.status)
    assert.equal(0, answer.json.progress)
    assert.is_nil(answer.headers["preference-applied"])
    assert.equal("1", answer.headers["retry-after"])
    local held = get(server, id, { headers = { Prefer = "respond-async, wait=1" } })
    assert.equal("queued", held.json.status)
    assert.equal("wait=1", held.headers["preference-applied"])
    assert.equal("wait=60", (function()
      local conn = http.connect(server)
      conn:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=100000" } })
      post(server, "/api/articles/" .. id .. "/cancel")
      local late = conn:receive()
      conn:close()
      assert.equal("failed", late.json.status)
      return late.headers["preference-applied"]
    end)())
  end)

  it("answers 304 to whoever has the record already", function()
    local id = create(server).json.articleId
    local etag = get(server, id).headers.etag
    assert.truthy(etag:find('^".+"$'))
    local same = get(server, id, { headers = { ["If-None-Match"] = 'W/"x", W/' .. etag } })
    assert.equal(304, same.status)
    assert.equal(etag, same.headers.etag)
    local held = get(server, id, { headers = { ["If-None-Match"] = etag, Prefer = "wait=1" } })
    assert.equal(304, held.status)
    assert.equal(200, get(server, id, { headers = { ["If-None-Match"] = '"x"', Prefer = "wait=60" } }).status)
    post(server, "/api/articles/" .. id .. "/cancel")
    assert.equal(200, get(server, id, { headers = { ["If-None-Match"] = etag } }).status)
  end)

  it("wakes everyone who waits for a change", function()
    local id = create(server).json.articleId
    local waiting = {}
    for i = 1, 300 do
      waiting[i] = http.connect(server)
      waiting[i]:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=60" } })
    end
    assert.equal(200, post(server, "/api/articles/" .. id .. "/cancel").status)
    for _, conn in ipairs(waiting) do
      local answer = conn:receive()
      assert.equal(200, answer.status)
      assert.equal("cancelled", answer.json.errorCode)
      conn:close()
    end
  end)

  it("forgets those who waited and went away", function()
    local id = create(server).json.articleId
    for _ = 1, 50 do
      local conn = http.connect(server)
      conn:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=60" } })
      conn:close()
    end
    assert.equal(200, post(server, "/api/articles/" .. id .. "/cancel").status)
    assert.equal("failed", get(server, id).json.status)
  end)

  it("cancels what is queued, as often as asked", function()
    local id = create(server).json.articleId
    for _ = 1, 2 do
      local answer = post(server, "/api/articles/" .. id .. "/cancel")
      assert.equal(200, answer.status)
      assert.equal("failed", answer.json.status)
      assert.equal("cancelled", answer.json.errorCode)
    end
  end)

  it("is listed page by page, newest first", function()
    local key = server:key_of("other")
    local made = {}
    for i = 1, 7 do made[i] = create(server, nil, { key = key }).json.articleId end
    for _, i in ipairs { 2, 5 } do post(server, "/api/articles/" .. made[i] .. "/cancel", { key = key }) end
    local seen, path, pages, last = {}, "/api/articles?limit=3", 0, "g"
    repeat
      local answer = http.request(server, "GET", path, { key = key })
      pages = pages + 1
      for _, record in ipairs(answer.json.data) do
        seen[#seen + 1] = record.articleId
        local begun = record.articleId:sub(1, 13) -- milliseconds; those of one have no order
        assert.is_true(begun <= last)
        last = begun
        assert.is_nil(record.output)
      end
      local more = answer.json.hasMore
      assert.equal(more, answer.json.nextCursor ~= json.null)
      local link = answer.headers.link
      if more then assert.truthy(link:find(answer.json.nextCursor, 1, true)) end
      path = more and link:match("^<([^>]+)>; rel=\"next\"$")
    until not path
    assert.equal(3, pages)
    local failed = http.request(server, "GET", "/api/articles?limit=1&status=Failed", { key = key })
    local rest = http.request(server, "GET", failed.headers.link:match "^<([^>]+)>", { key = key }).json
    assert.same({ 1, made[5] }, { #failed.json.data, failed.json.data[1].articleId })
    assert.same({ 1, made[2], false }, { #rest.data, rest.data[1].articleId, rest.hasMore })
    table.sort(seen)
    table.sort(made)
    assert.same(made, seen)
    for _, query in ipairs { "status=done", "limit=0", "limit=101", "limit=x", "cursor=x" } do
      assert.equal(400, http.request(server, "GET", "/api/articles?" .. query, { key = key }).status, query)
    end
  end)

  describe("with an Idempotency-Key", function()
    local function with(key, extra)
      local headers = { ["Idempotency-Key"] = key }
      for name, value in pairs(extra or {}) do headers[name] = value end
      return { headers = headers }
    end

    it("replays the answer to the same request", function()
      local first = create(server, nil, with("order-1"))
      local second = create(server, nil, with('"order-1"'))
      assert.equal(200, second.status)
      assert.equal(first.body, second.body)
      assert.equal(first.headers.location, second.headers.location)
      assert.is_nil(first.headers["idempotent-replayed"])
      assert.equal("true", second.headers["idempotent-replayed"])
    end)

    it("knows the request again when its members come in another order", function()
      local function send(body)
        local options = with("order-6")
        options.body = body
        return post(server, "/api/articles/v2/", options)
      end
      local first = send '{"targetKeyword":"herbs","title":"Herbs"}'
      assert.equal(first.body, send('{ "title": "Herbs", "targetKeyword": "herbs" }').body)
      assert.equal(422, send('{"targetKeyword":"herbs","title":"Other"}').status)
    end)

    it("refuses another request with the same key", function()
      create(server, nil, with("order-2"))
      local answer = create(server, { targetKeyword = "something else" }, with("order-2"))
      assert.equal(422, answer.status)
      assert.equal("idempotency_key_reused", answer.json.error.code)
      local options = with("order-2")
      options.body = KEYWORD
      assert.equal(422, post(server, "/api/articles/", options).status)
    end)

    it("keeps nothing of a request that was refused", function()
      assert.equal(400, create(server, { targetKeyword = 1 }, with("order-3")).status)
      assert.equal(200, create(server, nil, with("order-3")).status)
    end)

    it("keeps accounts apart", function()
      local mine = create(server, nil, with("order-4")).json.articleId
      local options = with("order-4")
      options.key = server:key_of("other")
      assert.are_not.equal(mine, create(server, nil, options).json.articleId)
    end)

    it("makes one article of many requests at once", function()
      local open, ids = {}, {}
      for i = 1, 20 do
        open[i] = http.connect(server)
        open[i]:send("POST", "/api/articles/v2/", { body = KEYWORD, headers = with("order-5").headers })
      end
      for _, conn in ipairs(open) do
        local answer = conn:receive()
        assert.equal(200, answer.status)
        ids[answer.json.articleId] = true
        conn:close()
      end
      local id = next(ids)
      assert.is_nil(next(ids, id))
    end)

    it("refuses a key that is no good", function()
      for _, key in ipairs { "", '""', ("k"):rep(256), "k\195\164se" } do
        assert.equal(400, create(server, nil, with(key)).status, key)
      end
      assert.equal(200, create(server, nil, with(("k"):rep(255))).status)
    end)
  end)
end)

describe("the service", function()
  it("keeps everything over a restart", function()
    local server = service.start { config = { workers = 0 } }
    finally(function() server:stop() end)
    local key, id = server.key, create(server).json.articleId
    local mode = io.popen("stat -c %a " .. server.data .. "/key"):read("*l")
    assert.equal("600", mode)
    assert.truthy(folder.read(server.data .. "/endpoint"):find(server.url, 1, true))
    local done, how, code = server:halt()
    assert.same({ true, "exit", 0 }, { done, how, code })
    assert.is_nil(folder.read(server.data .. "/endpoint"))
    server:restart()
    assert.equal(key, server.key)
    assert.equal("queued", get(server, id).json.status)
    server:kill()
    server:restart()
    assert.equal(key, server.key)
    assert.equal("queued", get(server, id).json.status)
  end)

  it("answers those who wait before it ends", function()
    local server = service.start { config = { workers = 0 } }
    finally(function() server:stop() end)
    local conn = http.connect(server)
    local id = create(server).json.articleId
    conn:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=60" } })
    assert.equal(200, get(server, id).status)
    server:halt()
    local answer = conn:receive()
    if answer then assert.is_true(answer.status == 200 or answer.status == 503) end
    conn:close()
  end)

  it("gives back what it was writing when it ends", function()
    local source = scripted.start()
    source:script { { delay = 30, body = "late" } }
    local server = service.start { config = { allow_addresses = { "127.0.0.1:" .. source.port } } }
    finally(function()
      server:stop()
      source:stop()
    end)
    local url = "http://127.0.0.1:" .. source.port .. "/page.html"
    local id = create(server, { targetKeyword = "herb garden", urls = { url } }).json.articleId
    repeat until get(server, id, { headers = { Prefer = "wait=10" } }).json.status == "processing"
    local _, _, code = server:halt()
    assert.equal(0, code)
    source:script { { status = 200, headers = { ["Content-Type"] = "text/html" }, body = [[<title>Herb garden</title>
      <h1>Herb garden</h1><p>A herb garden needs six hours of light each day. Water the herb garden in the morning.</p>
      <h2>Light</h2><p>A south window gives a herb garden enough light. Mint grows in less light than basil does.</p>
      <h2>Water</h2><p>Too much water is the commonest cause of dying herbs. Rosemary wants dry soil.</p>]] } }
    server:restart()
    local record = http.wait(server, id)
    assert.equal("finished", record.status, record.error)
  end)

  it("opens what its configuration names, and asks nobody before it is needed", function()
    local home = folder.new()
    local nobody = "http://127.0.0.1:9"
    folder.write(home .. "/fern.png", "\137PNG\r\n\26\n")
    local server, err = embedded.start { data = home .. "/data", images = {
      ["alpha-image-2-fast"] = { api = "openai", base_url = nobody .. "/v1", model = "gpt-image-1", api_key = "k" },
      ["alpha-*"] = { api = "automatic1111", base_url = nobody, steps = 30, sizes = { "512x512" } },
      ["delta-2"] = { api = "openverse", client_id = "id", client_secret = "secret" },
      ["*"] = { api = "folder", path = home },
    } }
    assert(server, err and err.message)
    server:stop()
    folder.remove(home)
  end)

  it("names what is wrong with a configuration", function()
    local home = folder.new()
    for _, case in ipairs {
      { { listen = 5 }, "listen" }, { { listen = "nowhere" }, "listen" },
      { { listen = "example.org:80" }, "listen" },
      { { listen = "127.0.0.1:99999" }, "listen" }, { { data = "" }, "data" },
      { { data = "mysql://localhost/x" }, "data" }, { { library = home .. "/none" }, "library" },
      { { models = { ["*"] = { api = "openai" } } }, "models" }, { { models = 1 }, "models" },
      { { search = { web = {} } }, "search" }, { { images = {} }, "images" }, { { places = {} }, "places" },
      { { images = { ["*"] = { api = "paint" } } }, 'images["*"].api must be one of: "openai", "automatic1111"' },
      { { images = { ["*"] = { api = "folder", path = home .. "/none" } } }, home .. "/none" },
      { { images = { ["*"] = { api = "openai" } } }, 'images["*"].base_url must be' },
      { { products = {} }, "products" }, { { videos = {} }, "videos" }, { { products = { api = "shop" } }, "file" },
      { { places = { api = "file", path = home .. "/none.json" } }, "places" },
      { { allow_addresses = "127.0.0.1" }, "allow_addresses" }, { { allow_addresses = { 1 } }, "allow_addresses" },
      { { allow_addresses = { "not an address" } }, "not an address" },
      { { workers = -1 }, "workers" }, { { workers = 1.5 }, "workers" }, { { workers = 1025 }, "workers" },
      { { limits = { create = -1 } }, "limits.create" }, { { limits = { creat = 1 } }, "limits.creat" },
      { { plans = { gold = {} } }, "plans.gold" }, { { plans = { free = { words = -2 } } }, "plans.free.words" },
      { { plans = { starter = { rate = 1 } } }, "plans.starter.rate" },
      { { plans = { starter = { create = -1 } } }, "plans.starter.create must be a whole number from 0" },
      { { accounts = { x = { monthly_words = "x" } } }, "accounts.x.monthly_words" },
      { { account = { plan = "gold" } }, "account.plan" }, { { account = { words = "many" } }, "account.words" },
      { { account = { key = "short" } }, "account.key" }, { { accounts = { ["A b"] = {} } }, "accounts.A b" },
      { { accounts = { x = { credit = 1 } } }, "accounts.x.credit" }, { { log = "loud" }, "log" },
      { { search = { web = { api = "maps" } } }, "search.web.api" }, { { search = { maps = {} } }, "search.maps" },
      { { color = "red" }, "color" }, { { 1, 2 }, "list" }, { { listen = print }, "function" },
      { { allow_addresses = { "127.0.0.1", x = 5 } }, "list" }, { { library = "\255" }, "UTF-8" },
      { { library = "a\0b" }, "NUL" },
    } do
      local config = case[1]
      config.data = config.data or home .. "/data"
      local server, err = embedded.start(config)
      assert.is_nil(server)
      assert.equal("invalid", err.kind, err.message)
      assert.truthy(err.message:find(case[2], 1, true), err.message)
      assert.equal(err.message, tostring(err))
      assert.equal("it failed: " .. err.message, "it failed: " .. err)
    end
    folder.remove(home)
  end)

  it("takes the default for everything", function()
    local home = folder.new()
    local server = assert(embedded.start { data = home .. "/deep/data", models = { ["*"] = { api = "builtin" } },
      allow_addresses = {}, limits = {}, account = {}, accounts = {} })
    assert.truthy(server.url:find("^http://127%.0%.0%.1:%d+$"))
    assert.equal(43, #server.key)
    assert.is_false(server.shared)
    server:stop()
    server:stop()
    assert.is_nil(server.url)
    folder.remove(home)
  end)

  it("listens on IPv6 too", function()
    local home = folder.new()
    local server, err = embedded.start { data = home, listen = "[::1]:0" }
    if server then
      assert.truthy(server.url:find("^http://%[::1%]:%d+$"))
      server:stop()
    else
      assert.equal("io", err.kind) -- a machine without IPv6
    end
    folder.remove(home)
  end)

  it("uses the key that is configured", function()
    local key = "a-key-of-my-own-choosing-0123456789"
    local server = service.start { config = { account = { key = key, plan = "starter" } } }
    finally(function() server:stop() end)
    assert.equal(key, server.key)
    local account = http.request(server, "GET", "/api/account").json
    assert.equal("starter", account.plan)
  end)

  it("is shared by a second process on the same folder", function()
    local server = service.start()
    finally(function() server:stop() end)
    local second = assert(embedded.start { data = server.data })
    assert.is_true(second.shared)
    assert.equal(server.url, second.url)
    assert.equal(server.key, second.key)
    second:stop()
    assert.equal(200, http.request(server, "GET", "/api/account").status)
  end)

  it("says when its address is taken", function()
    local server = service.start()
    finally(function() server:stop() end)
    local home = folder.new()
    local second, err = embedded.start { data = home, listen = "127.0.0.1:" .. server.port }
    assert.is_nil(second)
    assert.equal("io", err.kind)
    assert.truthy(err.message:find(tostring(server.port), 1, true))
    folder.remove(home)
  end)

  it("can be started and stopped again and again in one process", function()
    local home = folder.new()
    for _ = 1, 5 do
      local server = assert(embedded.start { data = home })
      assert.equal(200, http.request({ port = server.url:match("(%d+)$"), key = server.key }, "GET", "/readyz").status)
      server:stop()
    end
    folder.remove(home)
  end)

  it("is left alone by a fork of the process around it", function()
    if (os.getenv("SANITIZE") or "") ~= "" then
      pending("the address sanitizer's own locks are not safe over a fork of a process with threads")
    end
    local script = [[
      local ffi, service = require "ffi", require "copydesk.service"
      ffi.cdef "int fork(void); int waitpid(int, int *, int); void _exit(int);"
      local server = assert(service.start { data = arg[1] .. "/a" })
      local url, key = server.url, server.key
      local child = ffi.C.fork()
      if child == 0 then
        server:stop()
        local own = service.start { data = arg[1] .. "/b" }
        local shared = service.start { data = arg[1] .. "/a" }
        local good = own and not own.shared and shared and shared.shared and shared.key == key
        if own then own:stop() end
        ffi.C._exit(good and 0 or 1)
      end
      local status = ffi.new "int[1]"
      ffi.C.waitpid(child, status, 0)
      local again = assert(service.start { data = arg[1] .. "/a" })
      print(status[0], again.shared, server.url == url and again.url == url)
      server:stop()
    ]]
    local home = folder.new()
    folder.write(home .. "/script.lua", script)
    local modules = package.cpath:gsub("/lua5%.4/", "/luajit/"):gsub("/lua/5%.4/", "/lua/5.1/")
    local pipe = assert(io.popen(("LUA_CPATH='%s' luajit %s/script.lua %s 2>&1"):format(modules, home, home)))
    assert.equal("0\ttrue\ttrue\n", pipe:read("*a"))
    pipe:close()
    folder.remove(home)
  end)

  it("lists the request parameters", function()
    local found = {}
    for _, parameter in ipairs(embedded.describe().parameters) do found[parameter.name] = parameter end
    assert.is_truthy(found.targetKeyword.required)
    assert.is_true(#found.articleType.summary > 0)
  end)
end)
