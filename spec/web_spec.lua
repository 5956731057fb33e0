--- The pages over HTTP, without a browser: sessions, forms of other sites, headers, what a key may do.
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local DAY = 24 * 60 * 60

-- A percent-encoded form.
local function encode(fields)
  local parts = {}
  for name, value in pairs(fields) do
    parts[#parts + 1] = name .. "=" .. value:gsub("[^%w]", function(c) return ("%%%02X"):format(c:byte()) end)
  end
  return table.concat(parts, "&")
end

-- Asks as a browser does, with a Host of its own when one is given.
local function ask(server, method, path, options)
  options = options or {}
  local lines = { method .. " " .. path .. " HTTP/1.1", "Host: " .. (options.host or "127.0.0.1:" .. server.port) }
  local body = options.form and encode(options.form)
  if body then
    lines[#lines + 1] = "Content-Type: application/x-www-form-urlencoded"
    lines[#lines + 1] = "Content-Length: " .. #body
  end
  if options.cookie then lines[#lines + 1] = "Cookie: " .. options.cookie end
  for name, value in pairs(options.headers or {}) do lines[#lines + 1] = name .. ": " .. value end
  local conn = http.connect(server)
  conn:raw(table.concat(lines, "\r\n") .. "\r\n\r\n" .. (body or ""))
  local answer = assert(conn:receive(method))
  conn:close()
  return answer
end

-- The cookie that an answer sets: name=value, and its attributes as a text.
local function cookie_of(answer)
  local header = answer.headers["set-cookie"]
  if not header then return nil end
  return header:match "^([^;]+); (.*)$"
end

local function sign_in(server, key, options)
  options = options or {}
  options.form = { key = key or server.key, next = options.next }
  local answer = ask(server, "POST", "/sign-in", options)
  return cookie_of(answer), answer
end

local function token_on(answer)
  return assert(answer.body:match 'name="token" value="(%x+)"')
end

describe("the pages", function()
  local server, cookie

  setup(function()
    server = service.start { config = { library = "examples/library", workers = 2 } }
    cookie = assert(sign_in(server))
  end)

  teardown(function() server:stop() end)

  local function is_signed_in(with)
    local answer = ask(server, "GET", "/queue", { cookie = with or "" })
    assert.is_true(answer.status == 200 or answer.headers.location:find("^/sign%-in%?next=%%2Fqueue") ~= nil)
    return answer.status == 200
  end

  local function add_key(fields)
    return http.request(server, "POST", "/api/keys", { body = fields }).json
  end

  local function article()
    local answer = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden" } })
    http.wait(server, answer.json.articleId)
    return answer.json.articleId
  end

  local function exists(id)
    return http.request(server, "GET", "/api/articles/" .. id).status == 200
  end

  -- Every page that can be shown: of one article where the address names one.
  local function each_page(id)
    local i, routes = 0, visitor.routes()
    return function()
      repeat i = i + 1 until not routes[i] or routes[i].method == "GET"
      return routes[i] and routes[i].path:gsub("{id}", id)
    end
  end

  describe("sessions", function()
    it("are kept in a cookie that no script and no other site gets", function()
      for _, host in ipairs { "127.0.0.1", "localhost:" .. server.port, "[::1]:8080", "desk.example:8080" } do
        local pair, attributes = cookie_of(select(2, sign_in(server, nil, { host = host })))
        assert.equal(64, #pair:match("^copydesk=(%x+)$"), host)
        -- Secure would be refused without TLS, by WebKit even at localhost.
        assert.equal(("Path=/; Max-Age=%d; HttpOnly; SameSite=Lax"):format(44 * DAY), attributes, host)
        assert.equal(200, ask(server, "GET", "/queue", { host = host, cookie = pair }).status, host)
      end
    end)

    it("are secure wherever the public address is https", function()
      local public = service.start { config = { public_url = "https://desk.example", workers = 0 } }
      local pair, attributes = cookie_of(select(2, sign_in(public, nil, { host = "desk.example" })))
      assert.truthy(pair:match("^__Host%-copydesk=%x+$"))
      assert.truthy(attributes:find("; Secure", 1, true))
      local page = ask(public, "GET", "/queue", { host = "desk.example", cookie = pair })
      local form = { token = token_on(page) }
      local foreign = ask(public, "POST", "/sign-out", { host = "desk.example", cookie = pair, form = form,
        headers = { Origin = "http://desk.example" } })
      assert.equal(403, foreign.status) -- the same host without TLS is another origin
      local own = ask(public, "POST", "/sign-out", { host = "desk.example", cookie = pair, form = form,
        headers = { Origin = "https://desk.example" } })
      assert.equal(303, own.status)
      public:stop()
    end)

    it("begin with no wrong key", function()
      for _, key in ipairs { "", "cd_wrong", ("x"):rep(5000), server.key .. "x" } do
        local pair, answer = sign_in(server, key)
        assert.is_nil(pair)
        assert.equal(403, answer.status)
        assert.truthy(answer.body:find('role="alert"', 1, true))
        assert.is_nil(answer.body:find(key ~= "" and key or "value=\"cd_", 1, true)) -- what was typed is not shown
      end
    end)

    it("end when they are signed out of, and only they", function()
      local one, other = assert(sign_in(server)), assert(sign_in(server))
      local token = token_on(ask(server, "GET", "/queue", { cookie = one }))
      local answer = ask(server, "POST", "/sign-out", { cookie = one, form = { token = token } })
      assert.equal("/sign-in?done=signed-out", answer.headers.location)
      assert.truthy(select(2, cookie_of(answer)):find("Max-Age=0", 1, true))
      assert.same({ false, true }, { is_signed_in(one), is_signed_in(other) })
    end)

    it("end with their key", function()
      local removed, rotated = add_key { name = "removed" }, add_key { name = "rotated" }
      local one, other = assert(sign_in(server, removed.key)), assert(sign_in(server, rotated.key))
      assert.same({ true, true }, { is_signed_in(one), is_signed_in(other) })
      assert.equal(204, http.request(server, "DELETE", "/api/keys/" .. removed.keyId).status)
      local path = "/api/keys/" .. rotated.keyId .. "/rotate"
      assert.is_true(http.request(server, "POST", path, { body = { graceSeconds = 0 } }).status < 300)
      assert.same({ false, false }, { is_signed_in(one), is_signed_in(other) })
    end)

    it("say that they have ended", function()
      local one = assert(sign_in(server))
      local token = token_on(ask(server, "GET", "/queue", { cookie = one }))
      ask(server, "POST", "/sign-out", { cookie = one, form = { token = token } })
      local answer = ask(server, "GET", "/queue?status=failed", { cookie = one })
      assert.equal("/sign-in?next=%2Fqueue%3Fstatus%3Dfailed&done=session-ended", answer.headers.location)
      visitor.has(ask(server, "GET", answer.headers.location), "Your session has ended")
      visitor.has(ask(server, "GET", "/sign-in?done=session-over"), "what you sent was not done")
      assert.equal("/sign-in?next=%2Fqueue", ask(server, "GET", "/queue").headers.location)
    end)

    it("end with their account", function()
      local made = http.request(server, "POST", "/api/accounts", { body = { accountId = "guest" } }).json
      local guest = assert(sign_in(server, made.key))
      assert.is_true(is_signed_in(guest))
      http.request(server, "PATCH", "/api/accounts/guest", { body = { state = "disabled" } })
      assert.is_false(is_signed_in(guest))
    end)

    it("end after fourteen days", function()
      local old, young = assert(sign_in(server)), assert(sign_in(server))
      local hash = io.popen(("printf %%s %s | sha256sum"):format(old:match "=(%x+)$")):read "*a":match "^%x+"
      local function move(milliseconds)
        local blob = database.is_server() and "'\\x%s'" or "x'%s'"
        database.query(server.data, ("UPDATE session SET ends_at = ends_at - %d WHERE hash = " .. blob):format(
          milliseconds, hash))
      end
      move((14 * DAY - 60) * 1000)
      assert.is_true(is_signed_in(old))
      move(60 * 1000)
      assert(eventually(function() return not is_signed_in(old) end)) -- it is remembered for some seconds
      -- Its cookie is there for another month, in which this is said.
      visitor.has(ask(server, "GET", ask(server, "GET", "/queue", { cookie = old }).headers.location),
        "Your session has ended")
      assert.is_true(is_signed_in(young))
    end)

    it("are at most fifty of a key: the oldest gives way", function()
      local key = add_key { name = "many" }.key
      local cookies = {}
      for i = 1, 51 do cookies[i] = assert(sign_in(server, key)) end
      assert.same({ false, true, true },
        { is_signed_in(cookies[1]), is_signed_in(cookies[2]), is_signed_in(cookies[51]) })
    end)

    it("are kept as hashes, and the key nowhere in a page", function()
      local secret = cookie:match "=(%x+)$"
      local page = ask(server, "GET", "/queue", { cookie = cookie })
      assert.is_nil(page.body:find(secret, 1, true))
      assert.is_nil(page.body:find(server.key, 1, true))
      assert.is_nil(database.content(server.data):find(secret, 1, true))
    end)

    it("do not open the interface, nor are keys sessions", function()
      assert.is_true(is_signed_in(cookie))
      local answer = http.request(server, "GET", "/api/account", { key = false, headers = { Cookie = cookie } })
      assert.equal(401, answer.status)
      answer = http.request(server, "GET", "/api/account", { key = cookie:match "=(%x+)$" })
      assert.equal(401, answer.status) -- though it is remembered
    end)

    it("are none of a cookie that is malformed", function()
      local zeros = ("0"):rep(64)
      for _, wrong in ipairs { "copydesk", "copydesk=", "copydesk=zz", "copydesk=" .. zeros,
        "__Host-copydesk=" .. cookie:match "=(%x+)$", cookie .. "0", cookie:upper(), (";"):rep(200) } do
        assert.is_false(is_signed_in(wrong), wrong)
      end
      assert.is_true(is_signed_in("a=b; " .. cookie .. "; c=d"))
    end)
  end)

  describe("signing in", function()
    it("leads to the page that was asked for, and to no other site", function()
      for given, led in pairs {
        ["/queue?status=failed"] = "/queue?status=failed",
        [""] = "/",
        ["https://evil.example/"] = "/",
        ["//evil.example/"] = "/",
        ["/\\evil.example/"] = "/",
        ["\\\\evil.example/"] = "/",
        ["/\t/evil.example/"] = "/",
        ["/\r\nLocation: //evil.example/"] = "/",
        ["javascript:alert(1)"] = "/",
        ["/" .. ("a"):rep(5000)] = "/",
      } do
        local _, answer = sign_in(server, nil, { next = given })
        assert.equal(303, answer.status)
        assert.equal(led, answer.headers.location)
      end
    end)

    it("shows no address of another site in its form", function()
      local answer = ask(server, "GET", "/sign-in?next=" .. "%2F%2Fevil.example")
      assert.is_nil(answer.body:find("evil", 1, true))
      answer = ask(server, "GET", "/sign-in?next=" .. "%2F%22%3E%3Cscript%3E")
      assert.is_nil(answer.body:find("<script>", 1, true))
    end)

    it("is not done for another site", function()
      for _, headers in ipairs { { ["Sec-Fetch-Site"] = "cross-site" }, { ["Sec-Fetch-Site"] = "same-site" },
        { Origin = "http://evil.example" }, { Origin = "null" } } do
        local pair, answer = sign_in(server, nil, { headers = headers })
        assert.is_nil(pair)
        assert.equal(403, answer.status)
      end
    end)

    it("is tried only so often from an address", function()
      local strict = service.start { config = { workers = 0, limits = { other = 5 } } }
      local answer
      for n = 1, 6 do
        answer = select(2, sign_in(strict, "cd_guess" .. n))
        assert.equal(n <= 5 and 403 or 429, answer.status)
      end
      assert.truthy(answer.headers["retry-after"])
      assert.truthy(answer.headers["content-type"]:find("text/html", 1, true))
      assert.is_nil((sign_in(strict))) -- nor with the right key
      strict:stop()
    end)
  end)

  describe("one-time codes", function()
    local function make(options)
      local answer = http.request(options and options.server or server, "POST", "/api/sign-in-codes", options)
      assert.equal(201, answer.status, answer.body)
      return answer.json
    end

    local function use(code, headers)
      return ask(server, "POST", "/sign-in", { form = { code = code }, headers = headers })
    end

    local function waits(code, key)
      return http.request(server, "GET", "/api/sign-in-codes/" .. code.codeId, { key = key }).status == 200
    end

    it("sign in once, and from a file of one's own after a click", function()
      local made = make()
      assert.equal(server.url .. "/sign-in", made.url)
      assert.is_true(waits(made))
      local answer = use(made.code, { ["Sec-Fetch-Site"] = "cross-site", Origin = "null" })
      assert.same({ 200 }, { answer.status, answer.headers["set-cookie"] })
      assert.truthy(answer.body:find('name="code" value="' .. made.code .. '"', 1, true), answer.body)
      assert.is_true(waits(made))
      answer = use(made.code, { ["Sec-Fetch-Site"] = "same-origin", Origin = server.url })
      assert.same({ 303, "/" }, { answer.status, answer.headers.location })
      assert.is_true(is_signed_in((cookie_of(answer))))
      assert.is_false(waits(made))
      answer = use(made.code)
      assert.equal(403, answer.status)
      assert.truthy(answer.body:find("used already", 1, true))
      assert.is_nil(answer.headers["set-cookie"])
    end)

    it("work from no other site, and not as a key", function()
      local made = make()
      for _, origin in ipairs { "http://evil.example", "file://" } do
        assert.equal(403, use(made.code, { ["Sec-Fetch-Site"] = "cross-site", Origin = origin }).status)
      end
      local key = { form = { key = server.key }, headers = { Origin = "null" } }
      assert.equal(403, ask(server, "POST", "/sign-in", key).status)
      assert.is_nil((sign_in(server, made.code)))
      assert.is_true(waits(made))
    end)

    it("are for the key that asked, and go with it", function()
      local few = add_key { name = "few", scopes = { "links" } }
      local pair = cookie_of(use(make({ key = few.key }).code))
      assert.equal(403, ask(server, "GET", "/queue", { cookie = pair }).status)
      local late = make { key = few.key }
      http.request(server, "DELETE", "/api/keys/" .. few.keyId)
      assert.is_nil(use(late.code).headers["set-cookie"])
      assert.is_false(is_signed_in(pair))
    end)

    it("are made at the data folder's socket without a key, for the account's", function()
      local answer = http.request(server:at_socket(), "POST", "/api/sign-in-codes", { key = false })
      assert.equal(201, answer.status)
      assert.is_true(is_signed_in((cookie_of(use(answer.json.code)))))
    end)

    it("are what copydesk open gives the desktop's browser, in a file that is removed", function()
      local home = folder.new()
      folder.write(home .. "/xdg-open", ('#!/bin/sh\nstat -c %%a "$1" > %s/mode\ncp "$1" %s/copy\n'
        .. 'echo "$1" > %s/path\n'):format(home, home, home))
      os.execute(("chmod 755 %s/xdg-open; (PATH=%s:$PATH copydesk open --base-url %s --api-key %s > %s/out 2> %s/err; "
        .. "echo $? > %s/code) &"):format(home, home, server.url, server.key, home, home, home))
      local path = assert(eventually(function() return (folder.read(home .. "/path") or ""):match "(.-)\n" end))
      local form = folder.read(home .. "/copy")
      assert.equal("600\n", folder.read(home .. "/mode"))
      assert.is_nil(form:find(server.key, 1, true))
      local code = assert(form:match('action="' .. server.url .. '/sign%-in".*name="code" value="(%x+)"'))
      assert.equal(200, use(code, { Origin = "null" }).status)
      assert.equal(303, use(code).status)
      assert.equal("0\n", eventually(function() return (folder.read(home .. "/code") or ""):match "%d+\n" end))
      assert.equal(server.url .. "/\n", folder.read(home .. "/out"))
      assert.equal("", folder.read(home .. "/err"))
      assert.is_nil(folder.read(path))
      folder.remove(home)
    end)

    it("are nobody else's, and cannot be guessed", function()
      local other = http.request(server, "POST", "/api/accounts", { body = { accountId = "curious" } }).json.key
      local made = make()
      assert.is_false(waits(made, other))
      for _, wrong in ipairs { made.codeId, made.code:sub(1, -2), made.code .. "0", ("0"):rep(64), "x" } do
        assert.equal(403, use(wrong).status)
      end
      assert.is_true(waits(made))
      assert.equal(401, http.request(server, "POST", "/api/sign-in-codes", { key = false }).status)
    end)
  end)

  describe("forms", function()
    local id
    before_each(function() id = article() end)

    local function delete(options)
      options.cookie = options.cookie or cookie
      return ask(server, "POST", "/queue/" .. id .. "/delete", options)
    end

    it("are done with the token of their session", function()
      local token = token_on(ask(server, "GET", "/queue", { cookie = cookie }))
      local answer = delete { form = { token = token, back = "?status=finished" },
        headers = { ["Sec-Fetch-Site"] = "same-origin" } }
      assert.same({ 303, "/queue?status=finished&done=deleted" }, { answer.status, answer.headers.location })
      assert.is_false(exists(id))
    end)

    it("do nothing without it, with another session's, or from another site", function()
      local token = token_on(ask(server, "GET", "/queue", { cookie = cookie }))
      local other = token_on(ask(server, "GET", "/queue", { cookie = assert(sign_in(server)) }))
      for _, given in ipairs {
        { form = {} }, { form = { token = "" } }, { form = { token = other } }, { form = { token = token .. "0" } },
        { form = { token = token:sub(1, -2) } },
        { form = { token = token }, headers = { ["Sec-Fetch-Site"] = "cross-site" } },
        { form = { token = token }, headers = { ["Sec-Fetch-Site"] = "same-site" } },
        { form = { token = token }, headers = { Origin = "http://evil.example" } },
        { form = { token = token }, headers = { Origin = "http://127.0.0.1:1" } },
        { form = { token = token }, headers = { Origin = "null" } },
      } do
        local answer = delete(given)
        assert.equal(403, answer.status)
        assert.truthy(answer.headers["content-type"]:find("text/html", 1, true))
        assert.truthy(answer.body:find("was not sent by a page of this session", 1, true))
        assert.is_true(exists(id))
      end
    end)

    it("lead to signing in when nobody is, and back to the page with the form", function()
      for from, next in pairs {
        [server.url .. "/queue?status=failed"] = "%2Fqueue%3Fstatus%3Dfailed",
        [server.url] = "",
        ["http://evil.example/queue"] = "",
        [server.url .. ".evil.example/queue"] = "",
      } do
        local answer = delete { cookie = "a=b", form = {}, headers = { Referer = from } }
        assert.same({ 303, "/sign-in?next=" .. next .. "&done=session-over" },
          { answer.status, answer.headers.location }, from)
      end
      assert.equal("/sign-in?next=&done=session-over", delete { cookie = "a=b", form = {} }.headers.location)
      assert.is_true(exists(id))
    end)

    it("lead from a page that was answered to a form to the nearest that can be asked for", function()
      for from, next in pairs {
        ["/articles/" .. id .. "/polish"] = "/articles/" .. id,
        ["/keys/" .. id .. "/rotate"] = "/keys",
        ["/integrations/" .. id .. "/test"] = "/integrations/" .. id,
        ["/queue/" .. id .. "/retry?status=failed"] = "/queue",
        ["/articles/new?articleType=listicle"] = "/articles/new?articleType=listicle",
        ["/"] = "/", ["/nothing/there"] = "", ["/api/articles"] = "",
      } do
        local answer = delete { cookie = "a=b", form = {}, headers = { Referer = server.url .. from } }
        local encoded = next:gsub("[^%w%-]", function(c) return ("%%%02X"):format(c:byte()) end)
        assert.equal("/sign-in?next=" .. encoded .. "&done=session-over", answer.headers.location, from)
      end
    end)

    it("of every page ask for the token", function()
      for _, route in ipairs(visitor.routes()) do
        if route.method == "POST" and route.path ~= "/sign-in" then
          local answer = ask(server, "POST", (route.path:gsub("{id}", id)), { cookie = cookie, form = { a = "b" } })
          assert.equal(403, answer.status, route.path)
        end
      end
      assert.is_true(exists(id))
    end)

    it("ask first before anything is deleted", function()
      local things = {
        ["/brands/"] = http.request(server, "POST", "/api/brands", { body = { name = "Herbs" } }).json.brandId,
        ["/domains/"] = http.request(server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId,
        ["/integrations/"] = http.request(server, "POST", "/api/integrations", { body = {
          kind = "webhook", name = "hook", settings = { url = "https://hooks.example/" } } }).json.integrationId,
      }
      local pages = { "/queue", "/keys" }
      for path, thing in pairs(things) do pages[#pages + 1] = path .. thing end
      for _, path in ipairs(pages) do
        local body = ask(server, "GET", path, { cookie = cookie }).body
        assert.truthy(body:find '/delete"', path)
        assert.is_nil(body:gsub("<details.-</details>", ""):find '/delete"', path)
      end
      local keys = ask(server, "GET", "/keys", { cookie = cookie }).body
      assert.truthy(keys:find '/rotate"')
      assert.is_nil(keys:gsub("<details.-</details>", ""):find '/rotate"')
    end)

    it("change nothing by GET", function()
      for _, path in ipairs { "/sign-out", "/queue/" .. id .. "/delete" } do
        assert.equal(405, ask(server, "GET", path, { cookie = cookie }).status)
      end
    end)

    it("lead back to the queue alone", function()
      local token = token_on(ask(server, "GET", "/queue", { cookie = cookie }))
      local answer = delete { form = { token = token, back = "//evil.example/" } }
      assert.equal("/queue?done=deleted", answer.headers.location)
    end)
  end)

  describe("every page", function()
    local id
    setup(function() id = article() end)

    local function assert_headers(answer, path)
      local policy = answer.headers["content-security-policy"]
      assert.truthy(policy, path)
      assert.truthy(policy:find("default-src 'none'", 1, true), path)
      assert.is_nil(policy:find("unsafe", 1, true), path)
      assert.equal("nosniff", answer.headers["x-content-type-options"], path)
      assert.equal("no-store", answer.headers["cache-control"], path)
      assert.truthy(answer.headers["referrer-policy"], path)
    end

    it("has its policy, and no word for other sites", function()
      local seen = 0
      for path in each_page(id) do
        for _, with in ipairs { cookie, "" } do
          local answer = ask(server, "GET", path, { cookie = with, headers = { Origin = "http://evil.example" } })
          assert.is_nil(answer.headers["access-control-allow-origin"], path)
          assert.is_true(answer.status < 500, path)
          if (answer.headers["content-type"] or ""):find "text/html" then
            seen = seen + 1
            assert_headers(answer, path)
            assert.is_nil(answer.body:find "<script>", path)
            assert.is_nil(answer.body:find "<style", path)
            assert.is_nil(answer.body:find "<%a[^>]* style=", path)
            assert.is_nil(answer.body:find "<%a[^>]* on%a+=", path)
          end
        end
      end
      assert.is_true(seen >= 3)
    end)

    it("answers HEAD as GET, without the page", function()
      for path in each_page(id) do
        local get, head = ask(server, "GET", path, { cookie = cookie }), ask(server, "HEAD", path, { cookie = cookie })
        assert.same({ get.status, get.headers["content-type"], get.headers.location, "" },
          { head.status, head.headers["content-type"], head.headers.location, head.body }, path)
      end
    end)

    it("leads who is not signed in to signing in", function()
      for path in each_page(id) do
        local answer = ask(server, "GET", path)
        local is_open = path == "/sign-in" or path:find "^/assets/" ~= nil or path:find "^/manual" ~= nil
        if path:find "/events$" then
          assert.equal(401, answer.status, path)
        else
          assert.equal(is_open, not (answer.headers.location or ""):find("^/sign%-in%?next="), path)
        end
      end
    end)

    it("is no word for other sites either where there is none", function()
      local page = ask(server, "GET", "/nothing", {
        headers = { Accept = "text/html", Origin = "http://evil.example" } })
      assert.same({ 404, nil }, { page.status, page.headers["access-control-allow-origin"] })
      assert_headers(page, "/nothing")
      local api = ask(server, "GET", "/api/nothing", { headers = { Accept = "text/html" } })
      assert.same({ 404, "*" }, { api.status, api.headers["access-control-allow-origin"] })
    end)

    it("answers to no other site that asks beforehand", function()
      local answer = ask(server, "OPTIONS", "/queue", { headers = { Origin = "http://evil.example",
        ["Access-Control-Request-Method"] = "POST" } })
      assert.is_nil(answer.headers["access-control-allow-origin"])
    end)
  end)

  it("show a key with few scopes what it may do, and say what it may not", function()
    for _, case in ipairs { { "links", 403 }, { "manage", 403 }, { "articles", 200 } } do
      local few = assert(sign_in(server, add_key { name = case[1], scopes = { case[1] } }.key))
      local answer = ask(server, "GET", "/queue", { cookie = few })
      assert.equal(case[2], answer.status)
      assert.truthy(answer.headers["content-type"]:find("text/html", 1, true))
      assert.truthy(answer.body:find("Sign out", 1, true))
      if case[2] == 403 then assert.truthy(answer.body:find("scope articles", 1, true)) end
    end
  end)

  it("begin with the first page that the key may see, and lead there from those that it may not", function()
    for scope, first in pairs { articles = "/queue", links = "/domains", manage = "/domains" } do
      local few = assert(sign_in(server, add_key { name = scope, scopes = { scope } }.key))
      assert.equal(first, ask(server, "GET", "/", { cookie = few }).headers.location)
      local refused = ask(server, "GET", scope == "articles" and "/keys" or "/articles/new", { cookie = few })
      assert.equal(403, refused.status)
      visitor.has(refused, 'Go on to <a href="' .. first .. '">')
    end
    assert.equal("/sign-in?next=%2F", ask(server, "GET", "/").headers.location)
    visitor.has(ask(server, "GET", "/nothing", { headers = { Accept = "text/html" } }), '<a href="/">')
  end)

  it("say so when there is none that the key may see", function()
    local poor = http.request(server, "POST", "/api/accounts", { body = { accountId = "poor", plan = "free" } }).json
    local first = ask(server, "GET", "/", { cookie = assert(sign_in(server, poor.key)) })
    assert.equal(403, first.status)
    visitor.has(first, "The account's plan does not include this interface")
    visitor.has(first, "There is no page that this key may see.")
  end)

  it("lead to what the key may see alone, and say which key it is", function()
    for scope, names in pairs {
      articles = "Queue New article Domains Integrations Brands Manual", links = "Domains Brands Manual",
      manage = "Domains Integrations Brands Usage Keys Nodes Manual",
    } do
      local key = add_key { name = scope, scopes = { scope } }.key
      local page = ask(server, "GET", "/domains", { cookie = assert(sign_in(server, key)) })
      local found = {}
      for name in page.body:match '<nav aria%-label="Pages"><ul>(.-)</ul>':gmatch ">([^<>]+)</a>" do
        found[#found + 1] = name
      end
      assert.equal(names, table.concat(found, " "))
      visitor.has(page, ('<span class="who">local <span class="help">%s…'):format(key:sub(1, 9)))
      visitor.lacks(page, key)
    end
    local _, marks = ask(server, "GET", "/keys", { cookie = cookie }).body:gsub("You are signed in with it", "")
    assert.equal(1, marks)
  end)

  it("show what an article is called as text", function()
    local keyword = '<img src=x onerror=alert(1)>"\'&'
    local answer = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = keyword } })
    http.wait(server, answer.json.articleId)
    local page = ask(server, "GET", "/queue", { cookie = cookie })
    assert.is_nil(page.body:find("<img", 1, true))
    assert.truthy(page.body:find("&lt;img src=x onerror=alert(1)&gt;&quot;", 1, true))
  end)

  it("show only what the account has", function()
    local made = http.request(server, "POST", "/api/accounts", { body = { accountId = "other" } }).json
    local id = article()
    local other = assert(sign_in(server, made.key))
    local page = ask(server, "GET", "/queue", { cookie = other })
    assert.is_nil(page.body:find(id, 1, true))
    local answer = ask(server, "POST", "/queue/" .. id .. "/delete",
      { cookie = other, form = { token = token_on(page) } })
    assert.equal(404, answer.status)
    assert.is_true(exists(id))
  end)

  describe("assets", function()
    it("have an ETag, and are sent once", function()
      local kinds = { ["pages.css"] = "text/css", ["pages.js"] = "text/javascript", ["icon.svg"] = "image/svg" }
      for name, kind in pairs(kinds) do
        local file = folder.read("src/service/web/assets/" .. name)
        local answer = ask(server, "GET", "/assets/" .. name)
        assert.equal(file, answer.body)
        assert.truthy(answer.headers["content-type"]:find(kind, 1, true))
        local again = ask(server, "GET", "/assets/" .. name, { headers = { ["If-None-Match"] = answer.headers.etag } })
        assert.same({ 304, answer.headers.etag, "" }, { again.status, again.headers.etag, again.body })
        assert.equal(200, ask(server, "GET", "/assets/" .. name, { headers = { ["If-None-Match"] = '"x"' } }).status)
      end
    end)

    it("are only those", function()
      for _, path in ipairs { "/assets/other.js", "/assets/", "/assets/..%2Fkey" } do
        assert.equal(404, ask(server, "GET", path).status)
      end
    end)

    it("are all that is in their folder", function()
      for file in io.popen("ls src/service/web/assets"):lines() do
        assert.equal(200, ask(server, "GET", "/assets/" .. file).status, file)
      end
    end)
  end)

  describe("events of the queue", function()
    it("tell where its articles stand, and nothing to who is not signed in", function()
      local id = article()
      local answer = ask(server, "GET", "/queue/events?status=finished", { cookie = cookie })
      assert.same({ 200, "text/event-stream", "no-store" },
        { answer.status, answer.headers["content-type"], answer.headers["cache-control"] })
      assert.truthy(answer.body:match "^retry: %d+\nid: \"%x+\"\ndata: %[.*%]\n\n$")
      assert.truthy(answer.body:find(id, 1, true))
      answer = ask(server, "GET", "/queue/events")
      assert.equal(401, answer.status)
      assert.is_nil(answer.body:find(id, 1, true))
    end)
  end)
end)
