-- luas: lua5.4 luajit
--- The ways to the service: proxies, unix sockets, headers, deadlines; and those who watch or replace them.
local copydesk = require "copydesk"
local nginx = require "spec.support.nginx"
local process = require "spec.support.process"
local relay = require "spec.support.relay"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"

local ID = "0190a5b0-0000-7000-8000-000000000001"
local KEY = "cd_a-secret-key"
local GOOD = { body = '{"articleId":"' .. ID .. '","status":"queued"}' }

-- Runs a program under the Lua that runs this, with further variables of the environment; gives what it prints.
local function run(environment, program)
  local lua = jit and "luajit" or _VERSION:lower():gsub(" ", "")
  local pipe = assert(io.popen(("env %s %s -e '%s' 2>&1"):format(environment, lua, program)))
  local output = pipe:read("*a")
  pipe:close()
  return output
end

local function closed_port()
  local listener = assert(socket.bind("127.0.0.1", 0))
  local port = select(2, listener:getsockname())
  listener:close()
  return port
end

describe("a connection", function()
  local server, desk

  setup(function() server = scripted.start() end)
  teardown(function() server:stop() end)
  before_each(function() server:script { GOOD } end)
  after_each(function()
    if desk then desk:close() end
    desk = nil
  end)

  local function open(options)
    local all = { base_url = server.url, api_key = KEY, timeout = 10 }
    for name, value in pairs(options or {}) do all[name] = value end
    if desk then desk:close() end
    desk = copydesk.new(all)
    return desk
  end

  describe("through a proxy", function()
    local proxy
    setup(function() proxy = relay.start() end)
    teardown(function() proxy:stop() end)
    before_each(function() proxy:set {} end)

    it("asks it for whole URLs of plain HTTP, with the proxy's user and password", function()
      open { base_url = "http://service.example/prefix", proxy = "http://me:pass%40word@127.0.0.1:" .. server.port }
      assert(desk:status(ID))
      local request = server:log()[1]
      assert.equal("http://service.example/prefix/api/articles/" .. ID, request.target)
      assert.equal("service.example", request.headers.host)
      assert.equal("Basic bWU6cGFzc0B3b3Jk", request.headers["proxy-authorization"])
      assert.equal("Bearer " .. KEY, request.headers.authorization)
    end)

    it("that is nginx, reaches the real service", function()
      local real = service.start()
      local forward = nginx.start { locations = "location / { proxy_pass http://$http_host$request_uri; }" }
      finally(function()
        forward:stop()
        real:stop()
      end)
      open { base_url = real.url, api_key = real.key, proxy = forward.url }
      assert.equal("professional", assert(desk:request("GET", "/api/account")).plan)
      assert.equal("professional", assert(desk:request("GET", "/api/account")).plan)
      assert.is_true(#forward:requests() >= 1) -- each is logged after its answer, and before the next
    end)

    it("asks it to connect for TLS, and keeps the key from it", function()
      proxy:set { answer = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n" }
      open { base_url = "https://service.example", proxy = "http://me:password@" .. proxy.address, retries = 0 }
      local got, err = desk:status(ID)
      assert.is_nil(got)
      assert.equal("network", err.kind)
      assert.truthy(err.message:find("403", 1, true), err.message)
      local seen = proxy:log()[1]
      assert.equal("CONNECT service.example:443 HTTP/1.1", seen.line)
      assert.equal("Basic bWU6cGFzc3dvcmQ=", seen.headers["proxy-authorization"])
      assert.is_nil(seen.headers.authorization)
    end)

    it("never shows its password, in errors or in the log", function()
      local lines = {}
      local options = { retries = 0, proxy = "http://me:password@127.0.0.1:" .. closed_port(),
        log = function(event) lines[#lines + 1] = tostring(event) end }
      for _, base_url in ipairs { "http://service.example", "https://service.example" } do
        options.base_url = base_url
        local got, err = open(options):status(ID)
        assert.is_nil(got)
        assert.equal("network", err.kind)
        assert.truthy(err.message:find("proxy", 1, true), err.message)
        lines[#lines + 1] = tostring(err)
      end
      options.proxy = "nonsense://me:password@127.0.0.1"
      lines[#lines + 1] = select(2, pcall(open, options))
      assert.equal(5, #lines)
      for _, line in ipairs(lines) do assert.is_nil(line:find("password", 1, true), line) end
    end)

    local PROGRAM = [[
      local desk = require("copydesk").new { base_url = "%s", retries = 0, proxy = %s }
      print(desk:status("x"))]]

    it("that the environment names, except on loopback", function()
      local elsewhere = "http_proxy=" .. server.url
      run(elsewhere, PROGRAM:format("http://service.example", "nil"))
      assert.equal("http://service.example/api/articles/x", server:log()[1].target)
      server:script { GOOD }
      run("http_proxy=http://127.0.0.1:" .. closed_port(), PROGRAM:format(server.url, "nil"))
      assert.equal("/api/articles/x", server:log()[1].target)
      server:script { GOOD }
      local output = run(elsewhere .. " no_proxy=service.example", PROGRAM:format("http://service.example", "nil"))
      assert.truthy(output:find("service.example", 1, true), output)
      assert.same({}, server:log())
    end)

    it("not when the option is empty, and by the option on loopback too", function()
      run("http_proxy=" .. server.url, PROGRAM:format("http://nowhere.invalid", '""'))
      assert.same({}, server:log())
      run("no_proxy=*", PROGRAM:format("http://localhost:1", '"' .. server.url .. '"'))
      assert.equal("http://localhost:1/api/articles/x", server:log()[1].target)
    end)
  end)

  describe("over a unix socket", function()
    local real, front
    setup(function()
      real = service.start { config = { workers = 1, library = "examples/library" } }
      front = nginx.start {
        http = "upstream service { server 127.0.0.1:" .. real.port .. "; keepalive 4; }",
        locations = [[
          listen unix:FOLDER/socket;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $host;
          location /prefix/ { proxy_pass http://service/; }
          location / { proxy_pass http://service; }
        ]],
      }
    end)
    teardown(function()
      front:stop()
      real:stop()
    end)

    it("writes an article by the real service behind nginx", function()
      open { base_url = "unix:" .. front.folder .. "/socket", api_key = real.key, timeout = 60 }
      local job = assert(desk:create { targetKeyword = "indoor herb garden" })
      assert.equal("finished", assert(desk:wait(job)).status)
    end)

    it("with a prefix, and without the proxy that the environment names", function()
      local base_url = "unix:" .. front.folder .. "/socket:/prefix/"
      local output = run("http_proxy=http://127.0.0.1:1 ALL_PROXY=http://127.0.0.1:1", ([[
        local desk = require("copydesk").new { base_url = "%s", api_key = "%s" }
        print(assert(desk:request("GET", "/api/account")).plan)]]):format(base_url, real.key))
      assert.equal("professional\n", output)
    end)

    it("that is not there names it", function()
      open { base_url = "unix:/nowhere/socket", retries = 0 }
      local _, err = desk:status(ID)
      assert.equal("network", err.kind)
      assert.is_true(err.retryable)
      assert.truthy(err.message:find("/nowhere/socket", 1, true), err.message)
    end)
  end)

  it("carries the caller's headers and User-Agent", function()
    open { user_agent = "newsroom/2", headers = { ["X-Team"] = "desk", ["Accept-Language"] = "de" } }
    assert(desk:status(ID))
    assert(desk:request("GET", "/x", nil, { headers = { ["X-Once"] = "1" } }))
    local log = server:log()
    for _, request in ipairs(log) do
      assert.equal("newsroom/2", request.headers["user-agent"])
      assert.equal("desk", request.headers["x-team"])
      assert.equal("de", request.headers["accept-language"])
    end
    assert.is_nil(log[1].headers["x-once"])
    assert.equal("1", log[2].headers["x-once"])
  end)

  it("is kept and used again, when many calls side by side come after a few too", function()
    open()
    local function side_by_side(number)
      local tasks = {}
      for i = 1, number do tasks[i] = desk:start("status", ID) end
      for _, task in ipairs(tasks) do
        while not task:advance() do desk:step(1) end
      end
    end
    side_by_side(20)
    for _ = 1, 20 do side_by_side(1) end
    side_by_side(20)
    local numbers, count = {}, 0
    for _, request in ipairs(server:log()) do
      if not numbers[request.connection] then count = count + 1 end
      numbers[request.connection] = true
    end
    assert.is_true(count <= 20, count)
  end)

  describe("with a log", function()
    local events
    before_each(function() events = {} end)
    local function log(event) events[#events + 1] = event end

    it("is told of each attempt", function()
      server:script { { status = 503, headers = { ["retry-after-ms"] = "7", ["X-Request-Id"] = "r1" } },
        { raw = "HTTP/1.1 200 OK\r\nA: b\r\n" }, GOOD }
      open { log = log }
      assert(desk:create { targetKeyword = "x" })
      assert.equal(3, #events)
      local first, second, third = events[1], events[2], events[3]
      assert.same({ "POST", server.url .. "/api/articles/v2/", 1, 503, "r1", 0.007 },
        { first.method, first.url, first.attempt, first.status, first.request_id, first.retry_in })
      assert.is_nil(first.message)
      assert.equal(#'{"targetKeyword":"x"}', first.sent)
      assert.is_nil(second.status)
      assert.truthy(#second.message > 5)
      assert.is_true(second.retry_in > 0)
      assert.same({ 3, 200, #GOOD.body }, { third.attempt, third.status, third.received })
      assert.is_nil(third.retry_in)
      assert.is_true(third.seconds >= 0 and third.seconds < 10)
    end)

    it("reads as lines, without the key", function()
      server:script { { status = 401, body = "no " .. KEY }, { raw = "HTTP/1.1 200 " .. KEY .. "\r\n" } }
      open { log = log, retries = 0 }
      desk:status(ID)
      desk:status(ID)
      desk:request("GET", "/x")
      for _, event in ipairs(events) do
        assert.truthy(tostring(event):find("^GET " .. server.url:gsub("%p", "%%%0") .. "/%S+: .+ in %d+ ms, attempt 1"))
        assert.is_nil(tostring(event):find("secret", 1, true))
        for _, value in pairs(event) do assert.is_nil(tostring(value):find("secret", 1, true)) end
      end
      assert.equal(3, #events)
    end)

    it("works with print, and lets errors of it through", function()
      local output = run("A=b", ([[local desk = require("copydesk").new { base_url = "%s", api_key = "%s", log = print }
        assert(desk:status("x"))]]):format(server.url, KEY))
      assert.truthy(output:find("^GET http://127.0.0.1:%d+/api/articles/x: 200 in %d+ ms, attempt 1, 0 bytes sent, "
        .. #GOOD.body .. " received\n$"), output)
      open { log = function() error("mine", 0) end }
      assert.same({ false, "mine" }, { pcall(desk.status, desk, ID) })
    end)

    it("may use the client, and close it", function()
      local inner
      open { log = function()
        if inner then return end
        inner = true
        inner = assert(desk:status(ID)).status
      end }
      assert.equal("queued", assert(desk:status(ID)).status)
      assert.equal("queued", inner)
      open { log = function() desk:close() end }
      assert(desk:status(ID))
    end)
  end)

  describe("replaced by a transport", function()
    it("drives all four verbs, retries and wait without a network", function()
      local seen, polls, failed = {}, 0, false
      local function transport(request)
        seen[#seen + 1] = request
        if request.method == "POST" and not failed then
          failed = true
          return { status = 503, headers = { ["Retry-After-Ms"] = 1 } }
        end
        if request.url:find "internal%-links" then
          return { status = 200, headers = { ["Content-Type"] = "text/html" }, body = "<p>x</p>" }
        end
        if request.method == "POST" then return { status = 201, body = '{"articleId":"a"}' } end
        polls = polls + 1
        if polls == 2 then return nil, "the wire was cut" end
        return { status = 200, body = ('{"articleId":"a","updatedAt":%d,"status":"%s"}'):format(polls,
          polls > 3 and "finished" or "queued") }
      end
      open { base_url = "https://nowhere.invalid/prefix", transport = transport }
      local job = assert(desk:create("herbs"))
      assert.equal("a", job.articleId)
      assert.equal("queued", assert(desk:status(job)).status)
      assert.equal("finished", assert(desk:wait(job, { interval = 0.001 })).status)
      assert.equal("<p>x</p>", assert(desk:link { content = "<p>x</p>", format = "html", domainId = "d" }).content)
      assert.equal("https://nowhere.invalid/prefix/api/articles/v2/", seen[1].url)
      assert.equal('{"targetKeyword":"herbs"}', seen[1].body)
      assert.equal("Bearer " .. KEY, seen[1].headers.authorization)
      assert.equal("application/json", seen[1].headers["content-type"])
      assert.equal(seen[1].headers["idempotency-key"], seen[2].headers["idempotency-key"])
      assert.is_nil(seen[3].body)
      assert.same({}, server:log())
    end)

    it("gives the errors that a network would", function()
      local answer
      open { retries = 0, transport = function() return answer end }
      answer = { status = 404, headers = { ["X-Request-Id"] = "r1", ["Content-Type"] = "application/json" },
        body = '{"error":{"code":"not_found","message":"no such article"}}' }
      local _, err = desk:status(ID)
      assert.same({ "http", 404, "not_found", "r1" }, { err.kind, err.status, err.code, err.request_id })
      answer = { status = 200, body = "{" }
      assert.equal("decode", select(2, desk:status(ID)).kind)
      answer = nil
      err = select(2, desk:status(ID))
      assert.same({ "network", true, "the transport failed" }, { err.kind, err.retryable, err.message })
      answer = { status = 200, body = ("x"):rep(64 * 1024 * 1024 + 1) }
      assert.equal("too_large", select(2, desk:status(ID)).code)
    end)

    it("lets its errors through, and the next call works", function()
      local wrong = {
        { function() error("mine", 0) end, "^mine$" },
        { function() return 5 end, "a response table expected" },
        { function() return {} end, "status must be a whole number" },
        { function() return { status = 99 } end, "status" },
        { function() return { status = 200, body = {} } end, "body must be a string" },
        { function() return { status = 200, headers = { A = "b\r\nC: d" } } end, "control character" },
        { function() coroutine.yield() end, "yield" },
      }
      local transport
      open { retries = 0, transport = function(request) return transport(request) end }
      for _, case in ipairs(wrong) do
        transport = case[1]
        local fine, message = pcall(desk.status, desk, ID)
        assert.is_false(fine)
        assert.truthy(tostring(message):find(case[2]), tostring(message))
        local task = desk:start("status", ID)
        assert.is_false((pcall(desk.step, desk)))
        local done, got, err = task:advance()
        assert.same({ true, nil, "network" }, { done, got, err.kind })
        transport = function() return { status = 200, body = GOOD.body } end
        assert.equal("queued", assert(desk:status(ID)).status)
      end
    end)

    it("may start and cancel calls, drop tasks and close the client", function()
      local task, inner
      open { retries = 0, transport = function()
        collectgarbage()
        if task then task:cancel() end
        task = nil
        for _ = 1, 20 do desk:start("status", ID) end
        if not inner then
          inner = true
          inner = desk:status(ID)
        end
        collectgarbage()
        return { status = 200, body = GOOD.body }
      end }
      task = desk:start("status", ID)
      desk:step()
      assert.equal("queued", inner.status)
      local other
      other = copydesk.new { base_url = "http://x", transport = function() other:close() end }
      assert.equal("cancelled", select(2, other:status(ID)).kind)
    end)
  end)

  describe("has a deadline", function()
    local function failure(options) return select(2, open(options):status(ID)) end

    it("for a name that does not resolve", function()
      local err = failure { base_url = "http://nowhere.invalid", timeout = 5, retries = 0, proxy = "" }
      assert.truthy(err.kind == "network" or err.kind == "timeout")
      assert.truthy(err.message:find(err.kind == "network" and "nowhere.invalid" or "no answer", 1, true), err.message)
    end)

    it("while it is being made", function()
      local listener = assert(socket.tcp4())
      assert(listener:bind("127.0.0.1", 0))
      assert(listener:listen(0))
      local port = select(2, listener:getsockname())
      local crowd = {}
      for i = 1, 4 do -- more than the backlog holds: the rest wait for an answer that does not come
        crowd[i] = socket.tcp4()
        crowd[i]:settimeout(0)
        crowd[i]:connect("127.0.0.1", port)
      end
      local err = failure { base_url = "http://127.0.0.1:" .. port, timeout = 0.3 }
      assert.equal("timeout", err.kind)
      assert.equal("no answer within 0.3 s", err.message)
      for _, one in ipairs(crowd) do one:close() end
      listener:close()
    end)

    it("over attempts and the waits between them", function()
      server:script { { status = 503, headers = { ["retry-after-ms"] = "40" } } }
      local err = failure { timeout = 0.3, retries = 100 }
      assert.is_true(err.kind == "timeout" or err.status == 503)
      assert.is_true(#server:log() <= 9)
    end)
  end)

  it("that no descriptor is left for says so, and can be had again", function()
    local said = run("", ([[
      local desk = require("copydesk").new { base_url = "%s", retries = 0 }
      assert(desk:step(0))
      local taken = {}
      repeat
        taken[#taken + 1] = io.open("/dev/null")
      until #taken > 0 and not io.open("/dev/null")
      print(select(2, desk:status("x")))
      for _, file in pairs(taken) do file:close() end
      print(assert(desk:status("x")).status)
    ]]):format(server.url))
    assert.truthy(said:find("cannot connect to http://127.0.0.1:%d+: Too many open files\nqueued"), said)
  end)

  it("leaves nothing behind, whichever way it took", function()
    local function round()
      assert(open():status(ID))
      assert(open { base_url = "http://service.example", proxy = server.url }:status(ID))
      open { base_url = "http://127.0.0.1:" .. closed_port(), retries = 0 }:status(ID)
      open { base_url = "unix:/nowhere/socket", retries = 0 }:status(ID)
      open { base_url = "http://x", transport = function() return GOOD end, retries = 0, log = tostring }
      assert.is_false((pcall(desk.status, desk, ID)))
      desk:close()
      desk = nil
      collectgarbage()
      collectgarbage()
    end
    round()
    local descriptors = process.descriptors()
    for _ = 1, 10 do round() end
    assert.is_true(process.descriptors_return_to(descriptors))
  end)
end)
