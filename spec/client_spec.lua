-- luas: all
--- The client against a server that does what it is told, and what no server should.
local copydesk = require "copydesk"
local core = require "copydesk.core"
local cjson = require("cjson").new()
local scripted = require "spec.support.scripted"
local socket = require "socket"

local ID = "0190a5b0-0000-7000-8000-000000000001"
local lua = os.getenv("LUA") or (jit and "luajit" or _VERSION:lower():gsub(" ", ""))

describe("the client", function()
  local server, desk

  setup(function() server = scripted.start() end)
  teardown(function() server:stop() end)
  before_each(function() desk = copydesk.new { base_url = server.url, api_key = "key", timeout = 10 } end)
  after_each(function() desk:close() end)

  local function script(steps) server:script(steps) end
  local function json(value) return { body = cjson.encode(value) } end
  local function record(fields)
    fields.articleId, fields.updatedAt = ID, fields.updatedAt or 1
    return json(fields)
  end

  describe("sends", function()
    it("create as a POST to v2 with key, length and an idempotency key", function()
      script { json { articleId = ID } }
      local job = assert(desk:create { targetKeyword = "herbs", urls = { "http://a/" }, maxImages = 3 })
      assert.equal(ID, job.articleId)
      local request = server:log()[1]
      assert.equal("POST", request.method)
      assert.equal("/api/articles/v2/", request.target)
      assert.equal("Bearer key", request.headers.authorization)
      assert.equal("application/json", request.headers["content-type"])
      assert.truthy(request.headers["user-agent"]:find("^copydesk/%d"))
      assert.truthy(request.headers["idempotency-key"]:find("^%x+%-%x+%-7%x+%-%x+%-%x+$"))
      assert.same({ targetKeyword = "herbs", urls = { "http://a/" }, maxImages = 3 }, cjson.decode(request.body))
    end)

    it("a bare keyword, and an idempotency key of the caller's", function()
      script { json { articleId = ID } }
      assert(desk:create("herbs", { idempotency_key = "mine" }))
      local request = server:log()[1]
      assert.equal("mine", request.headers["idempotency-key"])
      assert.same({ targetKeyword = "herbs" }, cjson.decode(request.body))
    end)

    it("status for an id or a job, with the id encoded", function()
      script { record { status = "queued" } }
      assert(desk:status(ID))
      assert(desk:status { articleId = "a/b?c" })
      local log = server:log()
      assert.equal("/api/articles/" .. ID, log[1].target)
      assert.equal("/api/articles/a%2Fb%3Fc", log[2].target)
      assert.is_nil(log[1].headers["idempotency-key"])
    end)

    it("to a base URL with a path prefix, whatever slashes it ends with", function()
      script { record { status = "queued" } }
      for _, ending in ipairs { "", "/", "//" } do
        local other = copydesk.new { base_url = server.url .. "/prefix" .. ending, headers = { ["X-Team"] = "desk" } }
        assert(other:status(ID))
        other:close()
      end
      for _, request in ipairs(server:log()) do
        assert.equal("/prefix/api/articles/" .. ID, request.target)
        assert.equal("desk", request.headers["x-team"])
        assert.is_nil(request.headers.authorization)
      end
    end)

    it("every request over one connection", function()
      script { record { status = "queued" } }
      for _ = 1, 5 do assert(desk:status(ID)) end
      local log = server:log()
      assert.equal(5, #log)
      for _, request in ipairs(log) do assert.equal(log[1].connection, request.connection) end
    end)

    it("any method and path with request", function()
      script { json { ok = true }, { status = 204 }, { body = "plain", headers = { ["Content-Type"] = "text/plain" } },
        { status = 201, body = "{}" } }
      local body, status = desk:request("PATCH", "/api/brands/1?x=y", { name = copydesk.null })
      assert.same({ ok = true }, body)
      assert.equal(200, status)
      assert.is_true(desk:request("DELETE", "/api/brands/1"))
      assert.equal("plain", desk:request("GET", "/metrics"))
      assert.equal(201, select(2, desk:request("POST", "/api/x", nil, { headers = { Accept = "a/b" } })))
      local log = server:log()
      assert.equal('{"name":null}', log[1].body)
      assert.equal("PATCH /api/brands/1?x=y", log[1].method .. " " .. log[1].target)
      assert.equal("DELETE", log[2].method)
      assert.equal("GET", log[3].method)
      assert.equal("0", log[4].headers["content-length"])
      assert.equal("a/b", log[4].headers.accept)
    end)
  end)

  describe("link", function()
    it("gives the answer's body as content", function()
      script { { body = "<p>a</p>\0", headers = { ["Content-Type"] = "text/html" } } }
      local linked = assert(desk:link { content = "<p>a</p>", format = "html", domainId = "d" })
      assert.equal("<p>a</p>\0", linked.content)
      assert.equal("<p>a</p>\0", tostring(linked))
      assert.truthy(server:log()[1].headers["idempotency-key"])
    end)

    it("decodes the JSON format", function()
      script { json { content = "x", links = { { url = "u", start = 0 } }, wordsAnalyzed = 1, creditsUsed = 1 } }
      local linked = assert(desk:link { content = "x", format = "JSON", domainId = "d" })
      assert.equal("u", linked.links[1].url)
      assert.equal(1, linked.wordsAnalyzed)
      assert.equal("x", tostring(linked))
    end)
  end)

  describe("retries", function()
    it("with the same idempotency key, and gives up after two", function()
      script { { status = 503 }, { reset = true }, json { articleId = ID } }
      assert(desk:create { targetKeyword = "x" })
      local log = server:log()
      assert.equal(3, #log)
      for _, request in ipairs(log) do
        assert.equal(log[1].headers["idempotency-key"], request.headers["idempotency-key"])
        assert.equal(log[1].body, request.body)
      end
      script { { status = 500 } }
      local got, err = desk:create({ targetKeyword = "x" })
      assert.is_nil(got)
      assert.equal("http", err.kind)
      assert.equal(500, err.status)
      assert.is_true(err.retryable)
      local second = server:log()
      assert.equal(3, #second)
      assert.not_equal(log[1].headers["idempotency-key"], second[1].headers["idempotency-key"])
    end)

    it("only what may pass: 408, 409, 429, 5xx", function()
      local tries = { [400] = 1, [401] = 1, [403] = 1, [404] = 1, [422] = 1,
        [408] = 2, [409] = 2, [429] = 2, [502] = 2 }
      for status, count in pairs(tries) do
        script { { status = status, headers = { ["retry-after-ms"] = "1" } } }
        local _, err = desk:request("POST", "/x", nil, { retries = 1 })
        assert.equal(status, err.status)
        assert.equal(count == 2, err.retryable)
        assert.equal(count, #server:log())
      end
    end)

    it("when Retry-After says: milliseconds, seconds, date", function()
      local attempts
      local other = copydesk.new { base_url = server.url, log = function(event) attempts[#attempts + 1] = event end }
      for _, case in ipairs { { { ["retry-after-ms"] = "150", ["Retry-After"] = "60" }, 0.15 },
        { { ["Retry-After"] = "0.15" }, 0.15 }, { { ["Retry-After"] = "Sun, 06 Nov 1994 08:49:37 GMT" }, 0 },
        { { ["Retry-After"] = "0" }, 0 } } do
        attempts = {}
        script { { status = 429, headers = case[1] }, record { status = "queued" } }
        assert(other:status(ID))
        assert.equal(2, #server:log())
        assert.equal(case[2], attempts[1].retry_in)
      end
      other:close()
    end)

    it("not when the wait would be over two minutes or past the deadline", function()
      local date = os.date("!%a, %d %b %Y %H:%M:%S GMT", os.time() + 3600)
      for _, after in ipairs { "121", "11", "99999999999999999999", date } do
        script { { status = 429, headers = { ["Retry-After"] = after } } }
        local _, err = desk:status(ID)
        assert.equal(429, err.status)
        assert.is_true(err.retry_after > 10)
        assert.equal(1, #server:log())
      end
    end)

    it("a bad Retry-After like none", function()
      script { { status = 503, headers = { ["Retry-After"] = "soon" } }, record { status = "queued" } }
      assert(desk:status(ID))
      assert.equal(2, #server:log())
    end)

    it("not at all with retries = 0", function()
      script { { status = 503 } }
      local _, err = desk:status(ID, { retries = 0 })
      assert.equal(503, err.status)
      assert.is_nil(err.retry_after)
      assert.equal(1, #server:log())
    end)
  end)

  describe("faults of the network", function()
    local faults = {
      ["no answer"] = { raw = "" },
      ["reset"] = { reset = true },
      ["reset inside the headers"] = { raw = "HTTP/1.1 200 OK\r\nContent-", reset = true },
      ["reset inside the body"] = { raw = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{", reset = true },
      ["a body cut short"] = { body = "{}", missing = 10 },
      ["a chunk cut short"] = { raw = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{}" },
      ["a wrong Content-Length"] = { raw = "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}" },
      ["no HTTP"] = { raw = "SSH-2.0-OpenSSH_9.2\r\n\r\n" },
    }
    for name, step in pairs(faults) do
      it("are errors that may be tried again: " .. name, function()
        script { step }
        local got, err = desk:status(ID, { retries = 0 })
        assert.is_nil(got)
        assert.equal("network", err.kind)
        assert.is_true(err.retryable)
        assert.truthy(#err.message > 5)
        script { step, record { status = "queued" } }
        assert.equal("queued", assert(desk:status(ID, { retries = 1 })).status)
      end)
    end

    it("name the address that cannot be reached", function()
      local listener = assert(socket.bind("127.0.0.1", 0))
      local port = select(2, listener:getsockname())
      listener:close()
      local other = copydesk.new { base_url = "http://127.0.0.1:" .. port, retries = 0 }
      local _, err = other:status(ID)
      assert.equal("network", err.kind)
      assert.equal(("copydesk: cannot connect to http://127.0.0.1:%d: Connection refused"):format(port), tostring(err))
      other:close()
    end)

    it("end with the deadline, attempts and waits together", function()
      script { { delay = 5, status = 200 } }
      local got, err = desk:status(ID, { timeout = 0.2 })
      assert.is_nil(got)
      assert.equal("timeout", err.kind)
      assert.truthy(tostring(err):find("no answer within 0.2 s", 1, true))
      assert.is_true(#server:log() <= 1) -- the deadline is that of all attempts
    end)

    it("a redirect is an error, and the key goes nowhere", function()
      script { { status = 302, headers = { Location = server.url .. "/elsewhere" } } }
      local got, err = desk:status(ID)
      assert.is_nil(got)
      assert.equal("http", err.kind)
      assert.equal(302, err.status)
      assert.equal("redirect", err.code)
      assert.truthy(err.message:find("/elsewhere", 1, true))
      assert.equal(1, #server:log())
    end)

    it("an answer without end is cut off with a clear error", function()
      script { { flood = 66 * 1024 * 1024 } }
      local got, err = desk:request("GET", "/big")
      assert.is_nil(got)
      assert.equal("decode", err.kind)
      assert.equal("too_large", err.code)
      assert.truthy(err.message:find("larger than 64 MiB", 1, true))
      script { record { status = "queued" } }
      assert(desk:status(ID))
    end)
  end)

  describe("errors", function()
    it("carry what problem+json says", function()
      script { { status = 400, headers = { ["Content-Type"] = "application/problem+json", ["X-Request-Id"] = "req-7" },
        body = cjson.encode { type = "about:blank", title = "Bad Request", status = 400, detail = "two faults",
          errors = { { detail = "must not be blank", pointer = "/targetKeyword" }, { detail = "b", pointer = "/b" } },
          error = { type = "invalid_request", code = "invalid_parameters", message = "targetKeyword must not be blank",
            param = "targetKeyword" } } } }
      local got, err = desk:create { targetKeyword = "" }
      assert.is_nil(got)
      assert.equal("http", err.kind)
      assert.equal(400, err.status)
      assert.equal("invalid_parameters", err.code)
      assert.equal("targetKeyword", err.param)
      assert.equal("req-7", err.request_id)
      assert.is_false(err.retryable)
      assert.equal("/b", err.errors[2].pointer)
      assert.equal("copydesk: targetKeyword must not be blank "
        .. "(HTTP 400, invalid_parameters, at targetKeyword, request req-7)", tostring(err))
    end)

    it("take the message from where there is one", function()
      local unexplained = ("no reason came with the answer to GET %s/api/articles/%s"):format(server.url, ID)
      local cases = {
        { '{"detail":"d","title":"t"}', "application/problem+json", "d" },
        { '{"title":"t"}', "application/problem+json", "t" },
        { '{"errors":[{"detail":"e","pointer":"/p"}],"title":"t"}', "application/json", "e" },
        { '{"error":"just text"}', "application/json", "just text" },
        { '{"error":{"message":"m","type":"y"}}', "application/json; charset=utf-8", "m" },
        { '{"message":"top"}', "application/json", "top" },
        { "  first line\nsecond", "text/plain", "first line" },
        { "<html>no</html>", "text/html", unexplained },
        { "{", "application/json", unexplained },
        { '[{"detail":5}]', "application/json", unexplained },
        { "", "application/json", unexplained },
      }
      for _, case in ipairs(cases) do
        script { { status = 404, body = case[1], headers = { ["Content-Type"] = case[2] } } }
        local _, err = desk:status(ID)
        assert.equal(case[3], err.message)
        if case[3] == unexplained then assert.equal(("copydesk: %s (HTTP 404)"):format(unexplained), tostring(err)) end
      end
    end)

    it("are joined to strings like strings", function()
      script { { status = 404, headers = { ["Content-Type"] = "text/plain" }, body = "gone" } }
      local _, err = desk:status(ID)
      assert.equal("failed: copydesk: gone (HTTP 404)", "failed: " .. err)
      assert.equal("copydesk: gone (HTTP 404)!", err .. "!")
      assert.equal("1copydesk: gone (HTTP 404)", 1 .. err)
      assert.equal("copydesk: gone (HTTP 404)copydesk: gone (HTTP 404)", err .. err)
      local fine, message = pcall(function() return err .. nil end)
      assert.is_false(fine)
      assert.truthy(message:find("attempt to concatenate a nil value", 1, true), message)
    end)

    it("name what holds a NUL byte, which nothing may be cut at", function()
      local function new(options)
        options.base_url = options.base_url or server.url
        return function() copydesk.new(options) end
      end
      local wrong = {
        api_key = new { api_key = "a\0b" },
        base_url = new { base_url = "http://a\0b" },
        user_agent = new { user_agent = "a\0b" },
        ca_file = new { ca_file = "a\0b" },
        client_cert = new { client_cert = "a\0b" },
        client_key = new { client_key = "a\0b" },
        proxy = new { proxy = "http://a\0b" },
        ["the name of a header"] = new { headers = { ["A\0B"] = "c" } },
        ["the value of a header"] = new { headers = { A = "b\0c" } },
        idempotency_key = function() desk:create("x", { idempotency_key = "a\0b" }) end,
        ["the method"] = function() desk:request("G\0T", "/x") end,
        ["the path"] = function() desk:request("GET", "/x\0y") end,
        ["the article id"] = function() desk:status("a\0b") end,
      }
      script { json { articleId = ID } }
      for name, call in pairs(wrong) do
        local fine, message = pcall(call)
        assert.is_false(fine, name)
        assert.truthy(message:find(name .. " must not contain a NUL byte", 1, true), message)
        assert.truthy(message:find("client_spec.lua:%d+: %a+: "), message)
      end
      assert.is_false((pcall(desk.start, desk, "status\0x", ID)))
      assert.is_false((pcall(desk.status, desk, ID, { ["timeout\0x"] = 1 })))
      assert.same({}, server:log())
    end)

    it("of arguments are thrown at the caller's line", function()
      local wrong = {
        function() desk:create() end,
        function() desk:create {} end,
        function() desk:create({ targetKeyword = "x" }, { patience = 1 }) end,
        function() desk:create({ targetKeyword = "x" }, { timeout = -1 }) end,
        function() desk:create({ targetKeyword = "x" }, { idempotency_key = "a\nb" }) end,
        function() desk:status() end,
        function() desk:status("") end,
        function() desk:wait(ID, { on_progress = 1 }) end,
        function() desk:wait(ID, { retries = 1.5 }) end,
        function() desk:link { domainId = "d" } end,
        function() desk:link { content = "a", domainId = nil } end,
        function() desk:request("get", "/") end,
        function() desk:request("GET", "no-slash") end,
        function() desk:request("GET", "/a b") end,
        function() desk:request("GET", "/", nil, { headers = { ["A"] = "b\r\nC: d" } }) end,
        function() copydesk.new { base = "x" } end,
        function() copydesk.new { base_url = 5 } end,
        function() copydesk.new { service = { librar = "x" } } end,
        function() copydesk.new { base_url = "ftp://x" } end,
        function() copydesk.new { base_url = "http://" } end,
        function() copydesk.new { base_url = "http://a/?q" } end,
        function() copydesk.new { base_url = "http://user:pw@a/" } end,
        function() copydesk.new { base_url = "http://a", api_key = "a\r\nX: y" } end,
        function() copydesk.new { base_url = "http://a", service = {} } end,
      }
      for i, call in ipairs(wrong) do
        local ok, message = pcall(call)
        assert.is_false(ok, "case " .. i)
        assert.truthy(tostring(message):find("client_spec.lua:%d+: %a+: "), tostring(message))
      end
    end)
  end)

  describe("wait", function()
    it("asks the server to hold, reports changes, and gives the finished record", function()
      local held = { ["Preference-Applied"] = "wait=25" }
      local function step(fields, etag)
        local answer = record(fields)
        answer.headers = { ["Preference-Applied"] = held["Preference-Applied"], ETag = etag }
        return answer
      end
      script { step({ status = "queued", progress = 0 }, '"1"'), step({ status = "processing", progress = 0.5 }, '"2"'),
        step({ status = "finished", progress = 1, output = { html = "<h1>x</h1>" } }, '"3"') }
      local seen = {}
      local article = assert(copydesk.new({ base_url = server.url }):wait(ID,
        { on_progress = function(now) seen[#seen + 1] = now.status end }))
      assert.equal("<h1>x</h1>", article.output.html)
      assert.same({ "queued", "processing", "finished" }, seen)
      local log = server:log()
      assert.equal(3, #log)
      assert.equal("wait=25", log[1].headers.prefer)
      assert.is_nil(log[1].headers["if-none-match"])
      assert.equal('"1"', log[2].headers["if-none-match"])
      assert.equal('"2"', log[3].headers["if-none-match"])
    end)

    it("polls where the server does not hold, and reports only changes", function()
      local queued = record { status = "queued" }
      script { queued, queued, { status = 304, headers = { ETag = "x" } }, record { status = "finished" } }
      local count = 0
      assert(desk:wait({ articleId = ID }, { interval = 0.01, on_progress = function() count = count + 1 end }))
      assert.equal(2, count)
      assert.equal(4, #server:log())
    end)

    it("obeys Retry-After, read anew from each answer", function()
      local function queued(after, n)
        local answer = record { status = "queued", updatedAt = n }
        answer.headers = { ["Retry-After"] = after }
        return answer
      end
      script { queued("0", 1), queued("100", 2) }
      local task = desk:start("wait", ID)
      -- Longer than anything else that could be planned: a call has 10 seconds, the next look would be in 1.5 of them.
      for _ = 1, 1000 do
        assert(desk:step(1))
        assert.is_false((task:advance()))
        if desk:timeout() > 10 then break end
      end
      assert.is_true(desk:timeout() > 10 and desk:timeout() <= 100)
      assert.equal(2, #server:log())
      task:cancel()
    end)

    it("does not spin on a server that claims to hold and does not", function()
      local queued = record { status = "queued" }
      queued.headers = { ["Preference-Applied"] = "wait=5" }
      script { queued }
      local _, err = desk:wait(ID, { timeout = 1 })
      assert.equal("timeout", err.kind)
      assert.is_true(#server:log() <= 4)
    end)

    it("gives a failed article as an error with code and record", function()
      script { record { status = "failed", error = "there is nothing to write from", errorCode = "no_sources" } }
      local got, err = desk:wait(ID)
      assert.is_nil(got)
      assert.equal("failed", err.kind)
      assert.equal("no_sources", err.code)
      assert.equal("copydesk: there is nothing to write from (no_sources)", tostring(err))
      assert.equal("failed", err.article.status)
      script { record { status = "failed", errorCode = "cancelled" } }
      assert.equal("cancelled", select(2, desk:wait(ID)).kind)
      script { json { status = "failed", error = { reason = "odd" } } }
      err = select(2, desk:wait(ID))
      assert.equal("failed", err.kind)
      assert.equal(ID, err.article.articleId)
    end)

    it("ends at its deadline with the last record", function()
      local queued = record { status = "processing" }
      queued.headers = { ["Retry-After"] = "60" }
      script { queued }
      local got, err = desk:wait(ID, { timeout = 0.4 })
      assert.is_nil(got)
      assert.equal("timeout", err.kind)
      assert.equal("processing", err.article.status)
      assert.truthy(tostring(err):find("still processing after 0.4 s", 1, true))
      assert.is_true(#server:log() <= 2) -- one more look before the end
      script { { delay = 5 } }
      err = select(2, desk:wait(ID, { timeout = 0.2 }))
      assert.equal("timeout", err.kind)
      assert.is_nil(err.article)
    end)

    it("outlives a service that goes away before its first answer", function()
      script { { reset = true }, { reset = true }, { body = '{"status":"finished"}' } }
      assert.equal("finished", assert(desk:wait(ID, { retries = 1 })).status)
    end)

    it("outlives a service that is away or too busy for a while", function()
      local queued = record { status = "queued" }
      local away = { reset = true }
      script { queued, away, away, away, away, { status = 503, headers = { ["retry-after-ms"] = "1" } },
        { status = 429, headers = { ["retry-after-ms"] = "1" } }, record { status = "finished" } }
      assert.equal("finished", assert(desk:wait(ID, { interval = 0.01, retries = 1 })).status)
      assert.equal(8, #server:log())
    end)

    it("tells of the first failure when it must not retry", function()
      script { { status = 503 } }
      assert.equal(503, select(2, desk:wait(ID, { retries = 0 })).status)
      script { { reset = true } }
      assert.equal("network", select(2, desk:wait(ID, { retries = 0 })).kind)
      local other = copydesk.new { base_url = "http://127.0.0.1:1" } -- nobody was ever there
      assert.equal("network", select(2, other:wait(ID, { retries = 1 })).kind)
      other:close()
    end)

    it("gives the failure when its deadline comes before the next look", function()
      script { { status = 503, headers = { ["Retry-After"] = "30" } } }
      local _, err = desk:wait(ID, { timeout = 2 })
      assert.equal(503, err.status)
    end)

    it("lets errors of on_progress through, and goes on afterwards", function()
      script { record { status = "finished" } }
      local ok, message = pcall(desk.wait, desk, ID, { on_progress = function() error("mine", 0) end })
      assert.is_false(ok)
      assert.equal("mine", message)
      assert.equal("finished", assert(desk:wait(ID)).status)
    end)

    it("allows calls inside on_progress, even closing", function()
      script { record { status = "queued" }, record { status = "processing" }, record { status = "finished" } }
      local inner
      assert(desk:wait(ID, { interval = 0.01, on_progress = function(now)
        if now.status == "queued" then inner = assert(desk:status(ID)).status end
      end }))
      assert.equal("processing", inner)
      script { record { status = "queued" } }
      local got, err = desk:wait(ID, { on_progress = function() desk:close() end })
      assert.is_nil(got)
      assert.equal("cancelled", err.kind)
    end)
  end)

  describe("as a thing that a loop can drive", function()
    -- Steps the desk only when its descriptor is readable or its timeout has passed.
    local function drive(task)
      local pollable = { getfd = function() return assert(desk:fd()) end, dirty = function() return false end }
      while true do
        local results = { task:advance() }
        if results[1] then return unpack and unpack(results, 2) or table.unpack(results, 2) end
        socket.select({ pollable }, nil, 5)
        assert(desk:step())
      end
    end

    it("has one descriptor for sockets and timers", function()
      script { { status = 503, headers = { ["retry-after-ms"] = "30" } }, record { status = "queued" } }
      assert.equal("queued", assert(drive(desk:start("status", ID))).status)
      script { record { status = "queued" }, record { status = "finished" } }
      assert.equal("finished", assert(drive(desk:start("wait", ID, { interval = 0.02 }))).status)
    end)

    it("runs many calls side by side", function()
      script { { await = 10, body = '{"status":"queued"}' } } -- nobody is answered before all have asked
      local tasks = {}
      for i = 1, 10 do tasks[i] = desk:start("status", ID) end
      for i = 1, 10 do assert.equal("queued", drive(tasks[i]).status) end
    end)

    it("tells progress, and then how it ended", function()
      script { record { status = "failed", error = "no", errorCode = "no_sources" } }
      local task = desk:start("wait", ID, { on_progress = function() error("not called") end })
      local function advance()
        local results = { task:advance() }
        while results[1] == false do
          assert(desk:step(5))
          results = { task:advance() }
        end
        return results[1], results[2], results[3]
      end
      local first, now = advance()
      assert.equal("progress", first)
      assert.equal("failed", now.status)
      local done, got, err = advance()
      assert.is_true(done)
      assert.is_nil(got)
      assert.equal("no_sources", err.code)
    end)

    it("cancels a task, and drops one that nobody holds", function()
      script { { delay = 0.5, body = "{}" }, record { status = "queued" } }
      local task = desk:start("status", ID)
      repeat desk:step(0.01) until #server:log() > 0
      task:cancel()
      assert.has_error(function() task:advance() end, "advance: this task has ended")
      for _ = 1, 50 do desk:start("status", ID) end
      collectgarbage()
      collectgarbage()
      assert.is_nil(desk:timeout())
    end)

    it("ends tasks that are under way when it is closed", function()
      script { { delay = 5 } }
      local task = desk:start("status", ID)
      repeat desk:step(0.01) until #server:log() > 0 -- or it might reach the server within the next test
      desk:close()
      local done, got, err = task:advance()
      assert.is_true(done)
      assert.is_nil(got)
      assert.equal("cancelled", err.kind)
      assert.has_error(function() desk:status(ID) end)
    end)
  end)

  it("sends its default client's requests where the environment says", function()
    script { json { articleId = ID } }
    local code = [[local c = require "copydesk"; print(assert(c.create { targetKeyword = "x" }).articleId)
      print(select(2, pcall(function() c.create {} end)))]]
    local pipe = io.popen(("COPYDESK_BASE_URL=%s/ COPYDESK_API_KEY=envkey %s -e '%s' 2>&1"):format(server.url, lua,
      code))
    local output = pipe:read("*a")
    pipe:close()
    assert.truthy(output:find(ID, 1, true), output)
    assert.truthy(output:find('(command line):2: create: targetKeyword must be a string', 1, true), output)
    local log = server:log()
    assert.equal("Bearer envkey", log[1].headers.authorization)
    assert.equal("/api/articles/v2/", log[1].target)
  end)

  it("is interrupted by Ctrl-C while it blocks", function()
    script { { delay = 20 } }
    local code = ('require("copydesk").new { base_url = "%s" }:status("x")'):format(server.url)
    -- A background job of sh would have SIGINT ignored.
    local pipe = io.popen(("echo $$; exec %s -e '%s' 2>&1"):format(lua, code))
    local pid = pipe:read("*l")
    repeat until #server:log() > 0 -- it waits for the answer
    os.execute("kill -INT " .. pid)
    local output = pipe:read("*a")
    pipe:close()
    assert.truthy(output:find("interrupted!", 1, true), output)
    script { record { status = "queued" } }
  end)

  it("can be used again in a forked child, whose calls the parent does not notice", function()
    local found, unistd = pcall(require, "posix.unistd")
    if not found then return pending("Debian's lua-posix is not for this Lua") end
    script { record { status = "queued" } }
    assert(desk:status(ID))
    local task = desk:start("status", ID)
    local child = unistd.fork()
    if child == 0 then
      desk:step()
      local fine, done, _, err = pcall(task.advance, task)
      local again = desk:status(ID)
      unistd._exit(fine and done and err.kind == "network" and again and again.status == "queued" and 0 or 1)
    end
    local _, _, code = require("posix.sys.wait").wait(child)
    assert.equal(0, code)
    local done, now
    repeat
      desk:step(1)
      done, now = task:advance()
    until done
    assert.equal("queued", now.status)
  end)

  it("keeps an owned server as long as itself", function()
    local stopped = 0
    local owned = core.new({ base_url = server.url }, { stop = function() stopped = stopped + 1 end })
    owned:close()
    owned:close()
    assert.equal(1, stopped)
  end)
end)
