--- One account never stops another: articles, crawls, index builds and requests go on whatever somebody else has under
-- way, and what an account may hold is bounded.
local eventually = require "spec.support.eventually"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

local MANY = 8

local function post(server, path, body, key, headers)
  return http.request(server, "POST", path, { body = body, key = key, headers = headers })
end

local function get(server, path, key)
  return http.request(server, "GET", path, { key = key })
end

local names = 0
local function domain_request(fields)
  names = names + 1
  fields = fields or {}
  fields.name = "Domain " .. names
  return fields
end

local function new_domain(server, fields, key)
  return assert(post(server, "/api/domains", domain_request(fields), key).json.domainId)
end

-- The domain once it was crawled.
local function wait_domain(server, path, key)
  repeat
    local domain = http.request(server, "GET", path, { key = key, headers = { Prefer = "wait=30" } }).json
    if domain.status ~= "crawling" then return domain end
  until false
end

local function words(count, seed)
  local list = {}
  for i = 1, count do list[i] = "word" .. (i * seed) % 9973 end
  return table.concat(list, " ")
end

describe("an account whose sources and sites never answer", function()
  local server, holder, never, site, second, third

  setup(function()
    holder, never, site = scripted.start(), scripted.start(), scripted.start()
    holder:script { { raw = "", hold = true } }
    never:script { { raw = "", hold = true } }
    site:script { { headers = { ["Content-Type"] = "text/html" }, body = "<title>Mint</title><p>Mint likes shade." } }
    server = service.start {
      config = {
        workers = 2,
        library = "examples/library",
        allow_addresses = { "127.0.0.1:" .. holder.port, "127.0.0.1:" .. never.port, "127.0.0.1:" .. site.port },
        accounts = { second = {}, third = {} },
      },
    }
    second, third = server:key_of "second", server:key_of "third"
  end)

  teardown(function()
    server:stop()
    holder:stop()
    never:stop()
    site:stop()
  end)

  local function create(key, urls)
    local answer = post(server, "/api/articles/v2", { targetKeyword = "herb garden", urls = urls }, key)
    assert.equal(200, answer.status)
    return answer.json.articleId
  end

  local function count_processing(key)
    return #get(server, "/api/articles?status=processing&limit=100", key).json.data
  end

  local function await_both_workers()
    assert.truthy(eventually(function() return count_processing() == 2 end))
  end

  it("keeps no article of others waiting, and gets no place of theirs", function()
    local waiting = {}
    for i = 1, 5 do waiting[i] = create(nil, { holder.url .. "/" .. i }) end
    await_both_workers()
    for _, key in ipairs { second, third, second } do
      assert.equal("finished", http.wait(server, create(key), key).status)
    end
    local several = { create(second), create(second), create(third) }
    assert.equal("finished", http.wait(server, several[1], second).status)
    assert.equal("finished", http.wait(server, several[2], second).status)
    assert.equal("finished", http.wait(server, several[3], third).status)
    assert.equal(2, count_processing())
    assert.equal("queued", get(server, "/api/articles/" .. waiting[5]).json.status)
    for _, id in ipairs(waiting) do post(server, "/api/articles/" .. id .. "/cancel") end
    assert.equal("finished", http.wait(server, create()).status)
  end)

  it("keeps no polishing of others waiting", function()
    local polished = create(second)
    assert.equal("finished", http.wait(server, polished, second).status)
    local waiting = { create(nil, { holder.url .. "/a" }), create(nil, { holder.url .. "/b" }) }
    await_both_workers()
    assert.equal(202, post(server, "/api/articles/" .. polished .. "/polish", {}, second).status)
    assert.truthy(eventually(function()
      return get(server, "/api/articles/" .. polished, second).json.polishedHtml ~= json.null
    end))
    assert.equal(2, count_processing())
    for _, id in ipairs(waiting) do post(server, "/api/articles/" .. id .. "/cancel") end
  end)

  it("keeps no crawl of others waiting", function()
    local stuck = { new_domain(server, { startUrl = never.url .. "/" }),
      new_domain(server, { startUrl = never.url .. "/" }) }
    never:log(1)
    for _, key in ipairs { second, third } do
      local path = "/api/domains/" .. new_domain(server, { startUrl = site.url .. "/" }, key)
      local domain = wait_domain(server, path, key)
      assert.equal("ready", domain.status)
      assert.equal(1, domain.pageCount)
    end
    for _, id in ipairs(stuck) do assert.equal("crawling", get(server, "/api/domains/" .. id).json.status) end
    assert.equal(1, #never:log()) -- its own crawls go one after the other
    for _, id in ipairs(stuck) do http.request(server, "DELETE", "/api/domains/" .. id) end
  end)
end)

describe("an account that has large indexes built", function()
  local server, second

  setup(function()
    server = service.start { config = { workers = 0, accounts = { second = {} } } }
    second = server:key_of "second"
  end)

  teardown(function() server:stop() end)

  local function push(id, html, key)
    local pages = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" },
      { url = "https://herbs.example/large", title = "Large", html = html } }
    assert.equal(200, post(server, "/api/domains/" .. id .. "/pages", { pages = pages }, key).status)
  end

  local function link_request(id)
    return { content = "<p>Many gardeners like clay pots.</p>", format = "html", domainId = id }
  end

  it("keeps no request of others waiting, nor their links", function()
    local small, connections = new_domain(server, nil, second), {}
    push(small, "<p>Text.", second)
    for i = 1, 4 do
      local large = new_domain(server)
      push(large, "<p>" .. words(350000, 7 + i), nil)
      for k = 1, 4 do
        connections[#connections + 1] = http.connect(server)
        assert(connections[#connections]:send("POST", "/api/internal-links", { body = link_request(large) }))
        assert.truthy(k)
      end
    end
    assert.equal(200, get(server, "/api/account", second).status)
    assert.equal(200, post(server, "/api/internal-links", link_request(small), second).status)
    assert.equal(200, get(server, "/api/account").status) -- its own, too
    local last = connections[#connections]
    last.socket:settimeout(0)
    assert.same({ nil, "timeout" }, { last:receive() }) -- it still waits
    for _, connection in ipairs(connections) do
      connection.socket:settimeout(60)
      assert.equal(200, connection:receive().status)
      connection:close()
    end
  end)
end)

describe("what an account may hold", function()
  local server, second

  setup(function()
    server = service.start {
      config = {
        workers = 0,
        accounts = { second = {} },
        limits = { create = 0, status = 0, links = 0, other = 0, domains = 3, brands = 2, keys = 3, queued_articles = 3,
          domain_pages = 3, domain_bytes = 5000, page_bytes = 8000 },
      },
    }
    second = server:key_of "second"
  end)

  teardown(function() server:stop() end)

  -- Sends the same kind of request at once; how many were answered with each status, and one answer of those refused.
  local function at_once(path, make_body, expected)
    local connections, statuses, refused = {}, {}, nil
    for i = 1, MANY do connections[i] = http.connect(server) end
    for i = 1, MANY do assert(connections[i]:send("POST", path, { body = make_body(i) })) end
    for i = 1, MANY do
      local answer = connections[i]:receive()
      statuses[answer.status] = (statuses[answer.status] or 0) + 1
      if answer.status ~= expected then refused = answer end
      connections[i]:close()
    end
    return statuses, refused
  end

  local function assert_refused(status, word, answer)
    assert.equal(status, answer.status)
    assert.equal("account_limit", answer.json.error.code)
    assert.truthy(answer.json.detail:find("limits." .. word, 1, true))
  end

  it("is exact for domains that are made at once", function()
    local statuses, refused = at_once("/api/domains", function() return domain_request() end, 201)
    assert.same({ [201] = 3, [403] = MANY - 3 }, statuses)
    assert_refused(403, "domains", refused)
    local list = get(server, "/api/domains").json.data
    assert.equal(3, #list)
    assert.equal(201, post(server, "/api/domains", domain_request(), second).status)
    assert.equal(204, http.request(server, "DELETE", "/api/domains/" .. list[1].domainId).status)
    assert.equal(201, post(server, "/api/domains", domain_request()).status)
  end)

  it("is exact for brands and keys", function()
    local statuses, refused = at_once("/api/brands", function(i) return { name = "Herbs " .. i } end, 201)
    assert.same({ [201] = 2, [403] = MANY - 2 }, statuses)
    assert_refused(403, "brands", refused)
    statuses, refused = at_once("/api/keys", function() return {} end, 201)
    assert.same({ [201] = 2, [403] = MANY - 2 }, statuses) -- one was there
    assert_refused(403, "keys", refused)
  end)

  it("is exact for articles in line, which a caller may send again", function()
    local body = { targetKeyword = "herb garden" }
    local statuses, refused = at_once("/api/articles/v2", function() return body end, 200)
    assert.same({ [200] = 3, [429] = MANY - 3 }, statuses)
    assert_refused(429, "queued_articles", refused)
    assert.truthy(tonumber(refused.headers["retry-after"]))
    assert.equal(200, post(server, "/api/articles/v2", body, second).status)
    local list = get(server, "/api/articles").json.data
    assert.equal(3, #list)
    assert.equal(200, post(server, "/api/articles/" .. list[1].articleId .. "/cancel").status)
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. list[2].articleId).status)
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. list[1].articleId).status)
    server:restart()
    statuses = at_once("/api/articles/v2", function() return body end, 200)
    assert.same({ [200] = 2, [429] = MANY - 2 }, statuses)
  end)

  it("refuses pages as a whole", function()
    local list = get(server, "/api/domains").json.data
    local path = "/api/domains/" .. list[1].domainId
    local function push(at, count, bytes)
      local pages = {}
      for i = 1, count do pages[i] = { url = "https://herbs.example/" .. i, html = ("x"):rep(bytes) } end
      return post(server, at .. "/pages", { pages = pages })
    end
    assert_refused(403, "domain_pages", push(path, 4, 10))
    assert_refused(403, "domain_bytes", push(path, 2, 2501))
    assert.equal(0, get(server, path).json.pageCount)
    assert.equal(200, push(path, 2, 2500).status)
    assert.equal(200, push(path, 2, 2400).status) -- in the place of those
    assert_refused(403, "domain_bytes", push(path, 3, 2400))
    assert.equal(2, get(server, path).json.pageCount)
    local other = "/api/domains/" .. list[2].domainId
    assert_refused(403, "page_bytes", push(other, 2, 1601))
    assert.equal(200, push(other, 2, 1600).status)
  end)
end)

describe("a crawl that meets the bound of a domain", function()
  it("keeps the pages that fit, and says so", function()
    local site = scripted.start()
    local links = '<a href="/1">one</a> <a href="/2">two</a> <a href="/3">three</a> '
    site:script { { headers = { ["Content-Type"] = "text/html" },
      body = "<title>Mint</title><p>" .. links .. ("Mint grows in shade. "):rep(20) } }
    local server = service.start {
      config = {
        workers = 0,
        allow_addresses = { "127.0.0.1:" .. site.port },
        limits = { create = 0, status = 0, links = 0, other = 0, domain_pages = 2 },
      },
    }
    local path = "/api/domains/" .. new_domain(server, { startUrl = site.url .. "/" })
    local domain = wait_domain(server, path)
    assert.equal("ready", domain.status)
    assert.equal(2, domain.pageCount)
    assert.truthy(domain.problem:find("limits.domain_pages", 1, true))
    server:stop()
    site:stop()
  end)
end)

describe("an answer to linking that is too large to be kept", function()
  it("is made again for the same Idempotency-Key, without a charge", function()
    local server = service.start { config = { workers = 0 } }
    local id = new_domain(server)
    local pages = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" } }
    assert.equal(200, post(server, "/api/domains/" .. id .. "/pages", { pages = pages }).status)
    for _, size in ipairs { 10, 20000 } do
      local body = { format = "html", domainId = id,
        content = "<p>Many gardeners like clay pots.</p><p>" .. words(size, 3) .. "</p>" }
      local headers = { ["Idempotency-Key"] = "link-" .. size }
      local used = get(server, "/api/account").json.credits.used
      local first = post(server, "/api/internal-links", body, nil, headers)
      local again = post(server, "/api/internal-links", body, nil, headers)
      assert.equal(200, first.status)
      assert.is_nil(first.headers["idempotent-replayed"])
      assert.truthy(first.body:find("https://herbs.example/pots", 1, true))
      assert.equal(first.body, again.body)
      assert.equal(first.headers["content-type"], again.headers["content-type"])
      assert.equal("true", again.headers["idempotent-replayed"])
      assert.equal(used + 1, get(server, "/api/account").json.credits.used)
      body.content = body.content .. "<p>more</p>"
      assert.equal(422, post(server, "/api/internal-links", body, nil, headers).status)
    end
    http.request(server, "DELETE", "/api/domains/" .. id)
    server:stop()
  end)
end)
