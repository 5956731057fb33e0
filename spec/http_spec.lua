--- The service's HTTP front: what it answers to requests that are wrong, hostile, slow or many.
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local libmicrohttpd = require "spec.support.libmicrohttpd"
local service = require "spec.support.service"
local socket = require "socket"
local json = require "cjson.safe"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local KEYWORD = { targetKeyword = "indoor herb garden" }

describe("the HTTP front", function()
  local server

  setup(function()
    server = service.start { config = {
      workers = 0,
      accounts = { other = { plan = "starter" }, free = { plan = "free" } },
      limits = { create = 0, status = 0, links = 0, other = 0, request_seconds = 2 },
    } }
  end)

  teardown(function() server:stop() end)

  -- Whatever was sent, the service goes on.
  after_each(function()
    assert.equal(200, http.request(server, "GET", "/healthz").status)
  end)

  local function check_problem(answer, status, code)
    assert.is_table(answer)
    assert.equal(status, answer.status, answer.body)
    assert.equal("application/problem+json", answer.headers["content-type"])
    assert.is_string(answer.headers["x-request-id"])
    local problem = answer.json
    assert.equal("about:blank", problem.type)
    assert.equal(status, problem.status)
    assert.is_string(problem.title)
    assert.is_true(#problem.detail > 0)
    assert.is_string(problem.instance)
    assert.equal(problem.detail, problem.error.message)
    assert.is_string(problem.error.type)
    if code then assert.equal(code, problem.error.code) end
    return answer
  end

  local function create(body, options)
    options = options or {}
    options.body = body
    return http.request(server, "POST", "/api/articles/v2/", options)
  end

  describe("keys", function()
    it("are needed on every path of the interface", function()
      for _, request in ipairs { { "POST", "/api/articles/v2/" }, { "POST", "/api/articles/" },
        { "GET", "/api/articles/" .. UNKNOWN }, { "POST", "/api/internal-links/" }, { "GET", "/api/account" },
        { "GET", "/metrics" } } do
        local body = request[1] == "POST" and {} or nil
        local answer = http.request(server, request[1], request[2], { key = false, body = body })
        check_problem(answer, 401, "missing_api_key")
        assert.truthy(answer.headers["www-authenticate"]:find("^Bearer"))
      end
    end)

    it("are refused when they are wrong", function()
      for _, key in ipairs { "x", server.key .. "x", server.key:sub(1, -2), ("k"):rep(5000), "cd_" } do
        check_problem(http.request(server, "GET", "/api/account", { key = key }), 401, "invalid_api_key")
      end
      local basic = { key = false, headers = { Authorization = "Basic eDp5" } }
      check_problem(http.request(server, "GET", "/api/account", basic), 401, "missing_api_key")
    end)

    it("may come with the scheme in any letter case", function()
      local options = { key = false, headers = { Authorization = "bearer " .. server.key } }
      assert.equal(200, http.request(server, "GET", "/api/account", options).status)
    end)

    it("can be made, listed and deleted, but for the last one", function()
      local made = http.request(server, "POST", "/api/keys", { body = { name = "second" } })
      assert.equal(201, made.status)
      local fresh = made.json
      assert.equal(200, http.request(server, "GET", "/api/account", { key = fresh.key }).status)
      local list = http.request(server, "GET", "/api/keys").json.data
      assert.equal(2, #list)
      for _, key in ipairs(list) do
        assert.is_nil(key.key)
        assert.equal(9, #key.prefix)
      end
      assert.equal(204, http.request(server, "DELETE", "/api/keys/" .. fresh.keyId).status)
      check_problem(http.request(server, "GET", "/api/account", { key = fresh.key }), 401)
      check_problem(http.request(server, "DELETE", "/api/keys/" .. fresh.keyId), 404)
      check_problem(http.request(server, "DELETE", "/api/keys/" .. list[1].keyId), 409)
    end)

    it("open nothing on the free plan, and no links on the starter plan", function()
      local free, other = server:key_of("free"), server:key_of("other")
      check_problem(http.request(server, "GET", "/api/account", { key = free }), 403, "plan_required")
      check_problem(create(KEYWORD, { key = free }), 403, "plan_required")
      local body = { content = "x", format = "html", domainId = UNKNOWN }
      check_problem(http.request(server, "POST", "/api/internal-links/", { key = other, body = body }), 403,
        "professional_plan_required")
      assert.equal(200, http.request(server, "GET", "/api/account", { key = other }).status)
    end)
  end)

  describe("paths and methods", function()
    it("are served with and without the last slash", function()
      for _, path in ipairs { "/api/articles/v2/", "/api/articles/v2", "/api/articles/", "/api/articles" } do
        local answer = http.request(server, "POST", path, { body = KEYWORD })
        assert.equal(200, answer.status, path)
        local id = answer.json.articleId
        assert.equal("/api/articles/" .. id, answer.headers.location)
        assert.equal(200, http.request(server, "GET", "/api/articles/" .. id).status)
        assert.equal(200, http.request(server, "GET", "/api/articles/" .. id .. "/").status)
      end
    end)

    it("that do not exist are 404", function()
      for _, path in ipairs { "//", "/api", "/api/articles//", "//api/articles", "/api/articles/v2/x",
        "/api/articles/a/b", "/API/articles", "/api/articles/" .. UNKNOWN .. "/burnish", "/..%2f..%2fetc/passwd" } do
        check_problem(http.request(server, "POST", path, { body = KEYWORD }), 404, "unknown_path")
      end
    end)

    it("that exist for other methods are 405 with Allow", function()
      local function allow(method, path)
        return check_problem(http.request(server, method, path), 405, "method_not_allowed").headers.allow
      end
      assert.equal("POST, OPTIONS", allow("GET", "/api/articles/v2/"))
      assert.equal("POST, GET, HEAD, OPTIONS", allow("DELETE", "/api/articles/"))
      assert.equal("GET, HEAD, DELETE, OPTIONS", allow("PUT", "/api/articles/" .. UNKNOWN))
      assert.equal("POST, OPTIONS", allow("GET", "/api/internal-links"))
      assert.equal("GET, HEAD, OPTIONS", allow("BREW", "/healthz"))
    end)

    it("know articles by id, and only the caller's own", function()
      local id = create(KEYWORD).json.articleId
      local other = server:key_of("other")
      assert.equal(200, http.request(server, "GET", "/api/articles/" .. id).status)
      check_problem(http.request(server, "GET", "/api/articles/" .. id, { key = other }), 404, "not_found")
      check_problem(http.request(server, "DELETE", "/api/articles/" .. id, { key = other }), 404)
      check_problem(http.request(server, "POST", "/api/articles/" .. id .. "/cancel", { key = other }), 404)
      assert.equal("queued", http.request(server, "GET", "/api/articles/" .. id).json.status)
      assert.same({}, http.request(server, "GET", "/api/articles", { key = other }).json.data)
      for _, unknown in ipairs { UNKNOWN, "x", "%27%20or%201=1", ("a"):rep(2000) } do
        check_problem(http.request(server, "GET", "/api/articles/" .. unknown), 404, "not_found")
      end
    end)

    it("answer HEAD without a body", function()
      local conn = http.connect(server)
      local answer = conn:request("HEAD", "/healthz")
      assert.equal(200, answer.status)
      assert.is_true(tonumber(answer.headers["content-length"]) > 0)
      assert.equal(200, conn:request("GET", "/healthz").status)
      conn:close()
    end)

    it("answer a browser's preflight", function()
      local headers = { Origin = "http://localhost:3000", ["Access-Control-Request-Method"] = "POST" }
      local answer = http.request(server, "OPTIONS", "/api/articles/v2/", { key = false, headers = headers })
      assert.equal(204, answer.status)
      assert.equal("*", answer.headers["access-control-allow-origin"])
      assert.truthy(answer.headers["access-control-allow-methods"]:find("POST", 1, true))
      for _, name in ipairs { "Authorization", "Content-Type", "Idempotency-Key", "Prefer" } do
        assert.truthy(answer.headers["access-control-allow-headers"]:find(name, 1, true))
      end
      assert.equal(204, http.request(server, "OPTIONS", "*", { key = false }).status)
      check_problem(http.request(server, "OPTIONS", "/nowhere", { key = false }), 404)
      local exposed = http.request(server, "GET", "/api/account").headers["access-control-expose-headers"]
      for _, name in ipairs { "Location", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id" } do
        assert.truthy(exposed:find(name, 1, true))
      end
    end)
  end)

  describe("bodies", function()
    it("must be JSON objects", function()
      for _, body in ipairs { "", "{", "nope", '{"targetKeyword":"a"', '{"targetKeyword":"a"} x', "[]", "5", '"a"',
        "null", '{"targetKeyword":"\255"}',
        '{"targetKeyword":"a","targetKeyword":"b"}', '{"targetKeyword":"a\\u0000b"}',
        "{'targetKeyword':1}", ("["):rep(100000), '{"a":' .. ("["):rep(40) .. ("]"):rep(40) .. "}", "\239\187\191{}",
        '{"targetKeyword":1e999}' } do
        check_problem(create(body), 400, "invalid_json")
      end
    end)

    it("may contain anything that JSON can say", function()
      local odd = { targetKeyword = "h\u{e9}rb \u{1f331} \"garden\" \\ </script>", unknown = { 1, { a = json.null } } }
      local answer = create(odd)
      assert.equal(200, answer.status)
      local record = http.request(server, "GET", answer.headers.location).json
      assert.equal(odd.targetKeyword, record.config.targetKeyword)
      assert.is_nil(record.config.unknown)
    end)

    it("name every fault with its pointer", function()
      local answer = check_problem(create { targetKeyword = 5, articleType = "essay", includeFaq = "yes" }, 400,
        "invalid_parameters")
      local pointers = {}
      for _, fault in ipairs(answer.json.errors) do
        pointers[fault.pointer] = true
        assert.is_true(#fault.detail > 0)
      end
      assert.same({ ["/targetKeyword"] = true, ["/articleType"] = true, ["/includeFaq"] = true }, pointers)
    end)

    it("of thousands of faults list a hundred and count the rest", function()
      local sections = {}
      for i = 1, 48 do sections[i] = { title = 5, subsections = {} } end
      for i = 1, 48 do
        for j = 1, 20 do sections[i].subsections[j] = { title = 5 } end
      end
      local body = { targetKeyword = "a", articleOutline = sections, outline = sections, sections = sections }
      local answer = check_problem(create(body), 400, "invalid_parameters")
      assert.equal(100, #answer.json.errors)
      local more, listed = answer.json.detail:match("%(and (%d+) more, of which the first (%d+) are listed%)$")
      assert.is_true(tonumber(more) > 99, answer.json.detail)
      assert.equal("99", listed)
      assert.is_true(#answer.body < 30000)
    end)

    it("must say that they are JSON", function()
      local function post(type)
        return http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD, type = type })
      end
      for _, type in ipairs { "text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json", "" } do
        check_problem(post(type), 415, "not_json")
      end
      check_problem(post(false), 415, "not_json")
      for _, type in ipairs { "application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json" } do
        assert.equal(200, post(type).status)
      end
    end)

    it("of two megabytes are 413, however they come", function()
      local large = json.encode { targetKeyword = "x", title = ("y"):rep(2 * 1024 * 1024) }
      check_problem(create(large), 413, "body_too_large")
      local chunked = { "POST /api/articles/v2/ HTTP/1.1", "Host: a", "Authorization: Bearer " .. server.key,
        "Content-Type: application/json", "Transfer-Encoding: chunked", "", "" }
      local piece = ("%x\r\n%s\r\n"):format(65536, ("z"):rep(65536))
      check_problem(http.raw(server, table.concat(chunked, "\r\n") .. piece:rep(32) .. "0\r\n\r\n"), 413)
    end)

    it("that are announced far too long are refused before they come", function()
      local head = { "POST /api/articles/v2/ HTTP/1.1", "Host: a", "Authorization: Bearer " .. server.key,
        "Content-Type: application/json" }
      local function send(...)
        local lines = { table.concat(head, "\r\n"), ... }
        return http.raw(server, table.concat(lines, "\r\n") .. "\r\n\r\n")
      end
      check_problem(send("Content-Length: 99999999999"), 413)
      check_problem(send("Content-Length: 2000000", "Expect: 100-continue"), 413)
    end)

    it("may come in chunks and in pieces", function()
      local conn = http.connect(server)
      conn:raw("POST /api/articles/v2/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " .. server.key ..
        "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
      for character in json.encode(KEYWORD):gmatch(".") do conn:raw("1\r\n" .. character .. "\r\n") end
      conn:raw("0\r\n\r\n")
      assert.equal(200, conn:receive().status)
      conn:close()
    end)

    it("that are refused leave the connection usable", function()
      local conn = http.connect(server)
      for _ = 1, 3 do
        check_problem(conn:request("POST", "/api/articles/v2/", { body = KEYWORD, key = "wrong" }), 401)
        check_problem(conn:request("POST", "/nowhere", { body = KEYWORD }), 404)
        assert.equal(200, conn:request("POST", "/api/articles/v2/", { body = KEYWORD }).status)
      end
      conn:close()
    end)
  end)

  describe("a request that two servers could read differently", function()
    local function refused(...)
      local lines = { "POST /api/articles/v2/ HTTP/1.1", "Authorization: Bearer " .. server.key,
        "Content-Type: application/json", ... }
      local conn = http.connect(server)
      conn:raw(table.concat(lines, "\r\n"))
      local answer = conn:receive()
      if answer then assert.equal(400, answer.status) end
      assert.is_nil(conn:receive()) -- what follows is not read as another request
      conn:close()
      return answer
    end
    local smuggled = "0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

    it("is refused: Content-Length with Transfer-Encoding", function()
      refused("Host: a", "Content-Length: 5", "Transfer-Encoding: chunked", "", smuggled)
      refused("Host: a", "Transfer-Encoding: chunked", "Content-Length: 5", "", smuggled)
    end)

    it("is refused: lengths that differ, or repeat, or are no numbers", function()
      refused("Host: a", "Content-Length: 5", "Content-Length: 6", "", smuggled)
      refused("Host: a", "Content-Length: 5", "Content-Length: 5", "", smuggled)
      refused("Host: a", "Content-Length: +5", "", smuggled)
      refused("Host: a", "Content-Length: 5, 5", "", smuggled)
      refused("Host: a", "Content-Length: 0x5", "", smuggled)
      refused("Host: a", "Content-Length: -1", "", smuggled)
    end)

    it("is refused: odd codings and names", function()
      refused("Host: a", "Transfer-Encoding: gzip, chunked", "", smuggled)
      refused("Host: a", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", "", smuggled)
      refused("Host: a", "Transfer-Encoding : chunked", "Content-Length: 5", "", smuggled)
    end)

    it("is refused: no Host, or two", function()
      refused("Content-Length: 2", "", "{}")
      refused("Host: a", "Host: b", "Content-Length: 2", "", "{}")
    end)

    it("is refused: two keys", function()
      refused("Host: a", "Authorization: Bearer x", "Content-Length: 2", "", "{}")
    end)
  end)

  describe("a head that others refuse", function()
    -- All that comes back until the connection is closed.
    local function converse(...)
      local conn = http.connect(server)
      conn:raw(table.concat({ ... }, "\r\n") .. "\r\n\r\n")
      local all, _, part = conn.socket:receive("*a")
      conn:close()
      return all or part
    end

    -- One answer, problem+json, and the connection is closed: its words; none where the library refuses by itself.
    local function refused(...)
      local all = converse(...)
      if libmicrohttpd.refuses_heads and all == "" then return end
      assert.equal(1, select(2, all:gsub("HTTP/1%.1 %d", "")), all)
      assert.truthy(all:find("^HTTP/1%.1 400 "), all)
      assert.truthy(all:find("\r\nConnection: close\r\n", 1, true), all)
      if libmicrohttpd.refuses_heads and all:find("<html>", 1, true) then return end
      assert.truthy(all:find("application/problem+json", 1, true), all)
      return json.decode((all:match("\r\n\r\n(.*)$"))).detail
    end

    local function served(...)
      local all = converse(table.concat({ ... }, "\r\n"), "Connection: close")
      assert.truthy(all:find("^HTTP/1%.1 200 "), all)
    end

    local function refused_for_a_zero_byte(...)
      local words = refused(...)
      if words or not libmicrohttpd.refuses_heads then assert.truthy(words:find("zero byte", 1, true), words) end
    end

    it("is refused: zero bytes", function()
      for _, target in ipairs { "/healthz\0", "/healthz%00", "/healthz?a=%00", "/healthz?a=b\0c", "/healthz\0?a=b" } do
        refused_for_a_zero_byte("GET " .. target .. " HTTP/1.1", "Host: a")
      end
      for _, value in ipairs { "a\0b", "\0b", "a\0\0\0" } do
        local field = "X-A: " .. value
        refused_for_a_zero_byte("GET /healthz HTTP/1.1", "Host: a", field, "X-B: c")
        refused_for_a_zero_byte("GET /healthz HTTP/1.1", "Host: a", field)
      end
      local post = { "POST /api/articles/v2 HTTP/1.1", "Authorization: Bearer " .. server.key,
        "Content-Type: application/json" }
      refused(post[1], post[2], post[3], "Content-Length: 2\0junk", "Host: a", "", "{}")
      refused(post[1], post[2], post[3], "Transfer-Encoding: chunked\0x", "Host: a", "", "0")
    end)

    it("is refused: white space where none belongs", function()
      refused("GET /healthz HTTP/1.1", "Host: a", "X-A: b\rc")
      refused("GET /healthz HTTP/1.1", "Host: a", "X-A: b", " folded: c")
      refused("GET /healthz HTTP/1.1", "Host: a", "X-A: b", "\tfolded", "X-C: d")
      refused("GET /healthz HTTP/1.1", "Host: a", "X-A : b")
      refused("GET /healthz a HTTP/1.1", "Host: a")
      refused("GET /healthz\ta HTTP/1.1", "Host: a")
      refused("GET /healthz\ra HTTP/1.1", "Host: a")
    end)

    it("is refused: a Host that is none, a header without a name", function()
      refused("GET /healthz HTTP/1.1")
      refused("GET /healthz HTTP/1.1", "Host:")
      refused("GET /healthz HTTP/1.1", "Host: a b/@")
      refused("GET /healthz HTTP/1.1", "Host: a/b")
      refused("GET /healthz HTTP/1.1", "Host: a", ": b")
    end)

    it("is refused: chunks in HTTP/1.0", function()
      refused("POST /api/articles/v2 HTTP/1.0", "Host: a", "Authorization: Bearer " .. server.key,
        "Content-Type: application/json", "Transfer-Encoding: chunked", "", "0")
    end)

    it("is refused: half an escape", function()
      for _, target in ipairs { "/healthz%", "/healthz%4", "/healthz?a=%zz", "/%%" } do
        refused("GET " .. target .. " HTTP/1.1", "Host: a")
      end
    end)

    it("is told from one that is only unusual", function()
      served("GET /healthz HTTP/1.1", "Host: [::1]:80", "X-A:", "X-B:   c  ", "x-c:\td", "X-D: \128\255")
      served("GET /healthz HTTP/1.1", "Host: a.example", "Cookie: a=b; c=d", "X-A: " .. ("b"):rep(20000))
      served("", "GET /healthz HTTP/1.1", "Host: a_b-c")
      served("GET /%68ealthz? HTTP/1.1", "Host: a")
      local fields = {}
      for i = 1, 200 do fields[i] = "X-" .. i .. ": " .. i end
      served("GET /healthz HTTP/1.1", "Host: a", table.concat(fields, "\r\n"))
      local all = converse("GET /healthz HTTP/1.1\nHost: a\nX-A: b\nConnection: close\n\n")
      assert.truthy(all:find(libmicrohttpd.refuses_heads and "^HTTP/1%.1 400 " or "^HTTP/1%.1 200 "), all)
    end)

    it("does not hide a slash", function()
      check_problem(http.request(server, "GET", "/api%2Farticles"), 404, "unknown_path")
      check_problem(http.request(server, "GET", "/api/articles/a%2fcancel"), 404, "not_found")
      assert.equal(200, http.request(server, "GET", "/api/%61rticles").status)
    end)
  end)

  it("parses a large body beside the others", function()
    for _, title in ipairs { ("y"):rep(20000), ("y"):rep(200) } do
      local body = { targetKeyword = "a", title = title, ignored = ("z"):rep(100000) }
      local key = "large-" .. #title
      local answer = create(body, { headers = { ["Idempotency-Key"] = key } })
      assert.equal(#title > 300 and 400 or 200, answer.status, answer.body)
      local again = create(body, { headers = { ["Idempotency-Key"] = key } })
      assert.equal(answer.json.articleId, again.json.articleId)
    end
    local old = http.request(server, "POST", "/api/articles/", { body = { targetKeyword = 5, x = ("z"):rep(10000) } })
    check_problem(old, 400, "invalid_parameters")
    assert.truthy(old.headers.deprecation)
    local conn = http.connect(server)
    for _ = 1, 20 do
      local answer = conn:request("POST", "/api/articles/v2/", { body = { targetKeyword = "a", x = ("z"):rep(9000) } })
      assert.equal(200, answer.status)
    end
    conn:close()
  end)

  describe("a query", function()
    it("is answered however many arguments it has", function()
      for _, count in ipairs { 489, 490, 600, 4000 } do
        local answer = http.request(server, "GET", "/api/articles?" .. ("a=b&"):rep(count) .. "limit=1000")
        check_problem(answer, 400, "invalid_parameters")
        assert.equal("The query has a more than once.", answer.json.errors[1].detail)
      end
    end)

    it("is decoded", function()
      for _, query in ipairs { "status=que%75ed", "limit=%31", "status=", "status", "&&" } do
        assert.equal(200, http.request(server, "GET", "/api/articles?" .. query).status, query)
      end
      for _, query in ipairs { "limit=1+", "l%69mit=0", "a&limit=x", "limit=x=1" } do
        check_problem(http.request(server, "GET", "/api/articles?" .. query), 400, "invalid_parameters")
      end
    end)
  end)

  describe("a client that is slow or rude", function()
    it("cannot hold a connection with a header sent a byte at a time", function()
      local conn = http.connect(server)
      conn:raw("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ")
      local ended = eventually(function() -- a byte each time, until it is refused or an end has come
        return not conn:raw("a") or #socket.select({ conn.socket }, nil, 0.1) > 0
      end)
      conn:close()
      assert.is_true(ended)
    end)

    it("cannot hold a connection with a body that never ends", function()
      local conn = http.connect(server)
      conn:raw("POST /api/articles/v2/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " .. server.key ..
        "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
      assert.is_nil(conn:receive()) -- ended by the deadline, well before this socket's timeout
      conn:close()
    end)

    it("may go away at any moment", function()
      local whole = "POST /api/articles/v2/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " .. server.key ..
        "\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n" .. '{"targetKeyword":"a"}'
      for length = 1, #whole, 7 do
        local conn = http.connect(server)
        conn:raw(whole:sub(1, length))
        conn:close()
      end
    end)

    it("may send garbage", function()
      for _, bytes in ipairs { "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", ("A"):rep(100000),
        "GET / HTTP/1.1\r\n" .. ("X: y\r\n"):rep(20000) .. "\r\n", "\22\3\1\2\0\1\0\1\252\3\3" } do
        local conn = http.connect(server, 5)
        conn:raw(bytes)
        conn.socket:shutdown("send")
        conn:receive()
        conn:close()
      end
    end)

    it("may pipeline", function()
      local conn = http.connect(server)
      local one = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
      conn:raw(one:rep(20))
      for _ = 1, 20 do assert.equal(200, conn:receive().status) end
      conn:close()
    end)
  end)

  it("carries the caller's request id, or one of its own", function()
    local function id(given)
      return http.request(server, "GET", "/healthz", { headers = { ["X-Request-Id"] = given } }).headers["x-request-id"]
    end
    assert.equal("job-17/retry.2", id("job-17/retry.2"))
    local made = id(nil)
    assert.equal(36, #made)
    assert.are_not.equal(made, id(nil))
    assert.equal(36, #id("no blanks please"))
    assert.equal(36, #id(("a"):rep(129)))
  end)

  it("shows its health and its figures", function()
    assert.equal("ok", http.request(server, "GET", "/healthz", { key = false }).json.status)
    assert.equal("ready", http.request(server, "GET", "/readyz", { key = false }).json.status)
    local other = server:key_of("other")
    check_problem(http.request(server, "GET", "/metrics", { key = other }), 403, "local_account_required")
    local answer = http.request(server, "GET", "/metrics")
    assert.equal("text/plain; version=0.0.4; charset=utf-8", answer.headers["content-type"])
    assert.truthy(answer.body:find("\ncopydesk_articles_created_total %d+\n"))
    assert.truthy(answer.body:find('\ncopydesk_http_answers_total{class="2xx"} %d+\n'))
  end)

  it("lists the languages", function()
    local names = {}
    for _, language in ipairs(http.request(server, "GET", "/api/languages").json.data) do
      names[language.name] = language.tag
    end
    assert.equal("en", names.English)
    assert.equal("de", names.German)
  end)
end)

describe("rate limits", function()
  local server

  setup(function()
    server = service.start { config = {
      workers = 0,
      accounts = { other = { plan = "starter" } },
      limits = { create = 3, status = 5, other = 0, links = 2 },
    } }
  end)

  teardown(function() server:stop() end)

  it("count down on every answer and end in 429", function()
    local left = {}
    for i = 1, 3 do
      local answer = http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD })
      assert.equal(200, answer.status)
      assert.equal('"create";q=3;w=60', answer.headers["ratelimit-policy"])
      left[i] = tonumber(answer.headers.ratelimit:match('^"create";r=(%d+);t=%d+$'))
    end
    assert.same({ 2, 1, 0 }, left)
    local answer = http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD })
    assert.equal(429, answer.status)
    assert.equal("rate_limit_exceeded", answer.json.error.code)
    local wait = tonumber(answer.headers["retry-after"])
    assert.is_true(wait >= 1 and wait <= 20)
  end)

  it("are each key's and each class's own", function()
    local other = server:key_of("other")
    assert.equal(200, http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD, key = other }).status)
    assert.equal(404, http.request(server, "GET", "/api/articles/" .. UNKNOWN).status)
    local answer = http.request(server, "GET", "/api/account")
    assert.equal(200, answer.status)
    assert.is_nil(answer.headers.ratelimit) -- unlimited
  end)

  it("hold for keys that are guessed, by address", function()
    local last
    for i = 1, 6 do
      last = http.request(server, "GET", "/api/articles/" .. UNKNOWN, { key = "guess-" .. i }).status
    end
    assert.equal(429, last)
  end)
end)

describe("a client that waits for a change and goes away", function()
  it("gives its connection back", function()
    local server = service.start { config = { workers = 0 } }
    finally(function() server:stop() end)
    local local_port = (":%04X"):format(server.port)
    local function sockets() -- files and connections of the database come and go
      local count = 0
      for line in io.lines "/proc/net/tcp" do
        local place, state = line:match "^%s*%d+: (%x+:%x+) %x+:%x+ (%x+)"
        if place and place:sub(-5) == local_port and (state == "01" or state == "08") then count = count + 1 end
      end
      return count
    end
    local stays, gone = http.connect(server), {}
    stays:send("POST", "/api/articles/v2/", { body = KEYWORD })
    local path = "/api/articles/" .. stays:receive().json.articleId
    local before = sockets() -- with this one, and perhaps with those of earlier calls, which are closing
    local options = { headers = { Prefer = "wait=60" } }
    stays:send("GET", path, options)
    for i = 1, 40 do
      gone[i] = http.connect(server)
      gone[i]:send("GET", path, options)
    end
    assert(eventually(function() return sockets() > before + 30 end))
    for i = 1, 40 do gone[i]:close() end
    assert(eventually(function() return sockets() <= before end))
    assert.equal(200, http.request(server, "POST", path .. "/cancel").status)
    assert.equal("cancelled", stays:receive().json.errorCode) -- it was held all the time
    stays:close()
  end)

  it("is answered at once when it only has nothing more to send", function()
    local server = service.start { config = { workers = 0 } }
    finally(function() server:stop() end)
    local id = http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD }).json.articleId
    local conn = http.connect(server)
    conn:send("GET", "/api/articles/" .. id, { headers = { Prefer = "wait=60" } })
    conn.socket:shutdown("send")
    assert.equal("queued", conn:receive().json.status) -- not held for the 60 s
    conn:close()
  end)
end)

describe("bodies of many requests at once", function()
  it("are bounded together", function()
    local server = service.start { config = { workers = 0, limits = { create = 0, other = 0, body_bytes = 1000000 } } }
    finally(function() server:stop() end)
    local function post(size)
      return { body = json.encode { targetKeyword = "a", ignored = ("z"):rep(size) } }
    end
    local first, large = http.connect(server), post(900000).body
    first:raw("POST /api/articles/v2/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " .. server.key ..
      "\r\nContent-Type: application/json\r\nContent-Length: " .. #large .. "\r\n\r\n" .. large:sub(1, -2))
    local function held()
      return tonumber(http.request(server, "GET", "/metrics").body:match("\ncopydesk_held_bytes (%d+)\n"))
    end
    while held() < 900000 do socket.sleep(0.01) end
    local answer = http.request(server, "POST", "/api/articles/v2/", post(200000))
    assert.equal(503, answer.status)
    assert.equal("overloaded", answer.json.error.code)
    assert.equal("1", answer.headers["retry-after"])
    assert.equal(200, http.request(server, "POST", "/api/articles/v2/", post(10)).status)
    first:raw(large:sub(-1))
    assert.equal(200, first:receive().status)
    first:close()
    for _ = 1, 20 do
      assert.equal(200, http.request(server, "POST", "/api/articles/v2/", post(900000)).status)
    end
  end)
end)

describe("the memory of large bodies", function()
  it("goes back to the system when they are gone", function()
    if (os.getenv "SANITIZE" or "") ~= "" then return pending "a sanitizer keeps what is freed" end
    local BODIES, LEFT, MIB = 150, 40, 1024
    local server = service.start { config = { workers = 0 } }
    finally(function() server:stop() end)
    local function resident()
      return tonumber(folder.read("/proc/" .. server.pid .. "/status"):match "VmRSS:%s*(%d+)") // MIB
    end
    local body = json.encode { content = ("<p>Basil grows on the windowsill.</p>"):rep(26000), format = "html" }
    local head = ("POST /api/internal-links/ HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"
      .. "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"):format(server.key, #body)
    local before = resident()
    for _ = 1, 2 do -- the second time they are not mapped any more, and stay in the heap
      local list = {}
      for i = 1, BODIES do
        list[i] = http.connect(server)
        list[i]:raw(head .. body:sub(1, -2))
      end
      assert(eventually(function() return resident() > before + BODIES / 2 end), resident())
      for _, connection in ipairs(list) do connection:raw(body:sub(-1)) end
      for _, connection in ipairs(list) do
        assert.is_table(connection:receive())
        connection:close()
      end
    end
    assert(eventually(function() return resident() < before + LEFT end), resident())
  end)
end)

describe("a data folder that cannot be written", function()
  if database.is_server() then
    return it("is said", function() pending(database.ON_SQLITE .. "the database is not in it") end)
  end
  local server

  before_each(function() server = service.start { config = { workers = 0 } } end)
  after_each(function() server:stop() end)

  local function check(answer, reason)
    assert.equal(503, answer.status, answer.body)
    assert.equal("storage_unavailable", answer.json.error.code)
    assert.truthy(answer.json.detail:find(reason, 1, true), answer.json.detail)
    assert.is_true(tonumber(answer.headers["retry-after"]) > 0)
  end

  local function create() return http.request(server, "POST", "/api/articles/v2/", { body = KEYWORD }) end

  it("is said by every write and by /readyz, until it can be again", function()
    local function limit(size) assert(os.execute(("prlimit --pid %d --fsize=%s"):format(server.pid, size))) end
    local kept = create().json.articleId
    assert.equal(200, http.request(server, "GET", "/readyz").status)
    limit "1:"
    check(create(), "cannot be read or written")
    check(http.request(server, "GET", "/readyz"), "cannot be read or written")
    assert.equal(200, http.request(server, "GET", "/api/articles/" .. kept).status)
    limit "unlimited:"
    assert.equal(200, http.request(server, "GET", "/readyz").status)
    local later = create()
    assert.equal(200, later.status)
    server:restart()
    for _, id in ipairs { kept, later.json.articleId } do
      assert.equal(200, http.request(server, "GET", "/api/articles/" .. id).status)
    end
  end)

  it("because it was removed: nothing is accepted", function()
    assert.equal(200, create().status)
    os.rename(server.data, server.data .. ".moved")
    check(http.request(server, "GET", "/readyz"), "removed or replaced")
    check(create(), "removed or replaced")
    os.execute("mkdir '" .. server.data .. "'")
    check(create(), "removed or replaced")
    assert.equal(200, http.request(server, "GET", "/healthz").status)
    os.execute(("rmdir '%s' && mv '%s.moved' '%s'"):format(server.data, server.data, server.data))
    assert.equal(200, http.request(server, "GET", "/readyz").status)
  end)
end)

describe("configured accounts", function()
  local FIRST, SECOND = ("first-key-"):rep(3), ("second-key-"):rep(3)
  local server

  -- The same data with other accounts.
  local function restart(accounts)
    server:halt()
    local lines = {}
    for name, entry in pairs(accounts) do lines[#lines + 1] = ("%s = { %s }"):format(name, entry) end
    folder.write(server.config_file, ("return { workers = 0, listen = '127.0.0.1:0', data = %q, accounts = { %s } }\n")
      :format(server.data, table.concat(lines, ", ")))
    server:restart()
  end

  local function account(key) return http.request(server, "GET", "/api/account", { key = key }) end

  before_each(function()
    server = service.start { config = { workers = 0, accounts = { a = { words = 10, credits = 3, key = FIRST } } } }
  end)
  after_each(function() server:stop() end)

  it("get the words and credits of today's configuration", function()
    assert.equal(10, account(FIRST).json.words.left)
    restart { a = ("words = 500, key = %q"):format(FIRST) }
    assert.equal(500, account(FIRST).json.words.left)
    assert.equal(json.null, account(FIRST).json.credits.left)
    restart { a = ("credits = 2, key = %q"):format(FIRST) }
    assert.equal(json.null, account(FIRST).json.words.left)
    assert.equal(2, account(FIRST).json.credits.left)
  end)

  it("that are configured no more have no keys", function()
    restart { b = ("key = %q"):format(SECOND) }
    assert.equal(401, account(FIRST).status)
    assert.equal(200, account(SECOND).status)
    restart { a = ("key = %q"):format(FIRST) }
    assert.equal(200, account(FIRST).status)
  end)

  it("whose configured key was deleted do not get it back", function()
    local fresh = http.request(server, "POST", "/api/keys", { key = FIRST, body = {} }).json
    for _, key in ipairs(http.request(server, "GET", "/api/keys", { key = FIRST }).json.data) do
      if key.keyId ~= fresh.keyId then
        assert.equal(204, http.request(server, "DELETE", "/api/keys/" .. key.keyId, { key = fresh.key }).status)
      end
    end
    for _ = 1, 2 do
      restart { a = ("key = %q"):format(FIRST) }
      assert.equal(401, account(FIRST).status)
      assert.equal(200, account(fresh.key).status)
    end
    assert.truthy(server:log():find("configured key of account a was deleted", 1, true))
    restart { a = ("key = %q"):format(SECOND) }
    assert.equal(200, account(SECOND).status)
    assert.equal(401, account(FIRST).status)
  end)
end)
