--- What the service writes to standard error, at each level.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"

local HERBS = "# Herb garden\n\nA herb garden needs six hours of light each day. Mint grows in shade.\n\n## Water\n\n"
  .. "Water the herb garden when its soil is dry. Rosemary wants dry soil in between.\n"

-- Accepts connections and never answers: an article with such a source stays under way.
local function silence()
  local listener = assert(socket.bind("127.0.0.1", 0))
  return listener, ("127.0.0.1:%d"):format(select(2, listener:getsockname()))
end

describe("the log", function()
  local server, hook, library, listener, silent

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", HERBS)
    hook = scripted.start()
    listener, silent = silence()
  end)

  teardown(function()
    hook:stop()
    listener:close()
    folder.remove(library)
  end)

  local function start(level)
    server = service.start { config = { log = level, library = library, workers = 1, accounts = { second = {} },
      allow_addresses = { "127.0.0.1:" .. hook.port, silent } } }
    finally(function() server:stop() end)
  end

  local function create(body)
    local answer = http.request(server, "POST", "/api/articles/v2/", { body = body })
    assert.equal(200, answer.status, answer.body)
    return answer.json.articleId
  end

  -- An article that a worker has, and does not get done with.
  local function under_way()
    local id = create { targetKeyword = "herb garden", urls = { "http://" .. silent .. "/" } }
    local path, options = "/api/articles/" .. id, { headers = { Prefer = "wait=30" } }
    repeat until http.request(server, "GET", path, options).json.status == "processing"
    return id, path
  end

  -- The lines, each as level and what follows; every one has the form of a line.
  local function lines(text)
    local list = {}
    for line in text:gmatch("[^\n]+") do
      local level, said = line:match("^%d+%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%dZ copydesk (%l+): (.+)$")
      assert.truthy(level, line)
      list[#list + 1] = { level = level, said = said }
    end
    return list
  end

  -- What was said that begins so and has all these words, once the service has stopped; there must be one such line.
  local function line(begin, ...)
    local found = {}
    for _, each in ipairs(lines(server:log())) do
      local has = each.said:sub(1, #begin) == begin
      for _, word in ipairs { ... } do has = has and each.said:find(word, 1, true) ~= nil end
      if has then found[#found + 1] = each end
    end
    assert.equal(1, #found, begin .. " in\n" .. server:log())
    return found[1].said, found[1].level
  end

  -- Waits until the log has a text.
  local function await(pattern, plain)
    local found = eventually(function() return server:log():find(pattern, 1, plain) end)
    assert.truthy(found, pattern .. " in\n" .. server:log())
  end

  local function has_level(level)
    for _, each in ipairs(lines(server:log())) do
      if each.level == level then return true end
    end
    return false
  end

  it("tells at info of articles, keys and that the service is ready", function()
    start "info"
    local id = create { targetKeyword = "herb garden" }
    local record = http.wait(server, id)
    assert.equal("finished", record.status, record.error)
    local failed = create { targetKeyword = 'zxqv "q"\27[2J', language = "Swedish" }
    assert.equal("failed", http.wait(server, failed).status)
    local made = http.request(server, "POST", "/api/keys", { body = { name = "second" } }).json
    assert.equal(204, http.request(server, "DELETE", "/api/keys/" .. made.keyId).status)
    server:halt()
    line("ready url=" .. server.url)
    line("key made id=", " account=second")
    line("article begun id=" .. id)
    local said, level = line("article finished id=" .. id, (' keyword="herb garden" words=%d seconds='):format(
      record.wordsCharged))
    assert.equal("info", level)
    assert.truthy(said:find(" seconds=%d+%.%d%d%d$"), said)
    line("article failed id=" .. failed, ' keyword="zxqv \\"q\\" [2J" error=no_sources reason=')
    line("key made id=" .. made.keyId .. " account=local")
    line("key deleted id=" .. made.keyId .. " account=local")
    local log = server:log()
    assert.is_nil(log:find(made.key, 1, true))
    assert.is_nil(log:find(server.key, 1, true))
    assert.is_nil(log:find("six hours", 1, true))
    assert.is_false(has_level "error" or has_level "debug")
  end)

  it("tells of an article that was cancelled or deleted, queued or under way, and calls none an error", function()
    start "info"
    local id, path = under_way()
    local queued = create { targetKeyword = "mint" }
    local dropped = create { targetKeyword = "basil" }
    for _ = 1, 2 do
      assert.equal(200, http.request(server, "POST", "/api/articles/" .. queued .. "/cancel").status)
    end
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. dropped).status)
    assert.equal(200, http.request(server, "POST", path .. "/cancel").status)
    local second, second_path = under_way()
    assert.equal(204, http.request(server, "DELETE", second_path).status)
    server:halt()
    assert.is_nil(line("article cancelled id=" .. queued, "keyword=mint"):find("seconds", 1, true))
    line("article deleted id=" .. dropped, "keyword=basil")
    assert.truthy(line("article cancelled id=" .. id):find(' seconds=%d'))
    assert.truthy(line("article deleted id=" .. second):find(' seconds=%d'))
    assert.is_false(has_level "error")
  end)

  it("tells of an article that a stop interrupted, or that a process left behind, which are no errors", function()
    start "info"
    local id = under_way()
    server:restart()
    line("article interrupted, goes on when the service runs again: id=" .. id)
    assert.is_nil(server:log():find("cancelled", 1, true))
    await("article resumed id=" .. id, true)
    server:kill()
    server:restart()
    await("article taken over from a process that ended: id=" .. id, true)
    server:halt()
    assert.is_false(has_level "error")
  end)

  it("says nothing at warn of what is in order", function()
    start "warn"
    local _, path = under_way()
    assert.equal(200, http.request(server, "POST", path .. "/cancel").status)
    under_way()
    server:halt()
    assert.equal("", server:log())
  end)

  it("tells of deliveries, without more of the receiver's address than its host", function()
    start "info"
    hook:script { { status = 500 }, { status = 204 } }
    for _, keyword in ipairs { "herb garden", "herb gardens" } do
      local id = create { targetKeyword = keyword, webhookUrl = hook.url .. "/secret?token=secret" }
      assert.equal("finished", http.wait(server, id).status)
      await("delivery %l+ id=%S+ article=" .. id:gsub("%-", "%%-"))
    end
    server:halt()
    local failed = line("delivery failed id=", " host=127.0.0.1 status=500 attempt=1 reason=")
    assert.truthy(failed:find(" again_in=%d"), failed)
    line("delivery made id=", " host=127.0.0.1 status=204 attempt=1")
    assert.is_nil(server:log():find("secret", 1, true))
  end)

  it("tells of crawls", function()
    start "info"
    hook:script { { status = 404 }, { status = 200, headers = { ["Content-Type"] = "text/html" }, body = "<p>Herbs" } }
    local function crawl(name, url)
      local body = { name = name, startUrl = url }
      local id = http.request(server, "POST", "/api/domains", { body = body }).json.domainId
      repeat
        local options = { headers = { Prefer = "wait=20" } }
        local domain = http.request(server, "GET", "/api/domains/" .. id, options).json
      until domain.status ~= "crawling"
      return id
    end
    local read = crawl("Herbs", hook.url .. "/")
    local unread = crawl("Nowhere", "http://127.0.0.1:9/")
    local body = { name = "Slow", startUrl = "http://" .. silent .. "/" }
    local slow = http.request(server, "POST", "/api/domains", { body = body }).json.domainId
    await("crawl begun domain=" .. slow, true)
    server:halt()
    line("crawl begun domain=" .. read .. " name=Herbs")
    line("crawl ended domain=" .. read .. " name=Herbs pages=1 ", "seconds=")
    line("crawl failed domain=" .. unread .. " name=Nowhere pages=0 reason=")
    line("crawl interrupted, goes on when the service runs again: domain=" .. slow)
    assert.is_false(has_level "error")
  end)

  it("tells at debug of every request", function()
    start "debug"
    http.request(server, "GET", "/api/account?token=secret", { headers = { ["X-Request-Id"] = "mine" } })
    http.request(server, "POST", "/api/keys", { body = { name = "discreet" }, headers = { ["X-Request-Id"] = "two" } })
    http.request(server, "GET", "/api/domains", { key = "wrong", headers = { ["X-Request-Id"] = "three" } })
    server:halt()
    local said, level = line("request method=GET path=/api/account status=200 ms=", " id=mine account=local")
    assert.equal("debug", level)
    assert.truthy(said:find("^request method=GET path=/api/account status=200 ms=%d+ id=mine account=local$"), said)
    line("request method=POST path=/api/keys status=201 ms=", " id=two")
    assert.is_nil(line("request method=GET path=/api/domains status=401 ms=", " id=three"):find("account", 1, true))
    local log = server:log()
    for _, word in ipairs { "secret", "discreet", "wrong", server.key } do
      assert.is_nil(log:find(word, 1, true), word)
    end
  end)
end)
