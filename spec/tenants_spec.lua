--- Nothing of another account is ever visible: every route of the service's own table, asked for every kind of thing
-- that another account has, answers as if there were no such thing. Whatever needs a key, a plan or a scope refuses who
-- has none of it. What was asked and answered is written down in tenants.txt of the build.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local program = require "copydesk.service"
local service = require "spec.support.service"
local tenants = require "spec.support.tenants"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"
local UNKNOWN = tenants.UNKNOWN

-- What changes by itself: keys are used, deliveries are tried.
local MOVING = { "lastUsedAt", "attempts", "nextAttemptAt", "lastStatus", "lastError", "updatedAt", "lastDelivery" }

local function contains(list, word)
  for _, item in ipairs(list) do
    if item == word then return true end
  end
  return false
end

describe("an account", function()
  local server, tables, routes, mine, theirs
  local lines = {}

  local function note(...) lines[#lines + 1] = table.concat({ ... }, " | ") end

  setup(function()
    tables = program.describe()
    routes = tables.routes
    local config = { accounts = { mine = {}, theirs = {}, starter = { plan = "starter" }, free = { plan = "free" },
      professional = {}, gone = {} } }
    for name, value in pairs(tenants.config) do config[name] = value end
    server = service.start { config = config }
    mine, theirs = { key = server:key_of "mine" }, { key = server:key_of "theirs" }
    mine.ids = tenants.furnish(server, mine.key, "mine")
    theirs.ids = tenants.furnish(server, theirs.key, "theirs")
  end)

  teardown(function()
    if server then server:stop() end
    folder.write(BUILD .. "/tenants.txt", table.concat(lines, "\n") .. "\n")
    if os.getenv "TENANTS" then print(table.concat(lines, "\n")) end
  end)

  it("is asked about by routes that the spec knows to call", function()
    for _, route in ipairs(routes) do
      local call = tenants.call_of(route)
      assert.truthy(call, "spec/support/tenants.lua must say how to call " .. tenants.name_of(route))
      assert.equal(route.path:find("{id}", 1, true) ~= nil, call.kind ~= nil, tenants.name_of(route))
    end
    for name in pairs(tenants.calls) do assert.is_true(tenants.has(routes, name), name .. " is no route any more") end
  end)

  it("is asked about by fields that the spec knows", function()
    for _, list in ipairs { tables.requests, { { name = "an article", fields = tables.parameters } } } do
      for _, request in ipairs(list) do
        for _, field in ipairs(request.fields) do
          if field.name:find "Ids?$" or field.name == "cursor" then
            assert.truthy(tenants.fields[field.name],
              ("spec/support/tenants.lua must say what %s of %s names"):format(field.name, request.name))
          end
        end
      end
    end
  end)

  -- The own thing is found, so that what follows would see a leak.
  it("finds its own things", function()
    for _, route in ipairs(routes) do
      local call = tenants.call_of(route)
      local id = mine.ids[call and call.kind or ""]
      if id and route.method == "GET" then
        local answer = tenants.ask(server, route, id, { key = mine.key })
        assert.is_true(answer.status < 400, tenants.name_of(route) .. ": " .. answer.body)
      end
    end
  end)

  local function state_of(account)
    local seen = {}
    for _, route in ipairs(routes) do
      local call = tenants.call_of(route)
      if route.method == "GET" and route.path:find("^/%a*/") and not route.operator
        and (not call.kind or account.ids[call.kind]) then
        local body = tenants.ask(server, route, account.ids[call.kind or ""], { key = account.key }).body
        for _, moving in ipairs(MOVING) do body = body:gsub(('"%s":[^,}]+'):format(moving), "") end
        seen[tenants.name_of(route)] = body
      end
    end
    return seen
  end

  it("sees nothing of another's by an id in the path", function()
    local before = state_of(theirs)
    local asked = 0
    note("request", "id of another account's", "answer", "as for an unknown id")
    for _, route in ipairs(routes) do
      if route.path:find("{id}", 1, true) and #route.plans > 0 then
        for kind, id in pairs(theirs.ids) do
          for _, headers in ipairs { {}, { ["If-None-Match"] = "*" }, { Prefer = "wait=1" } } do
            local foreign = tenants.ask(server, route, id, { key = mine.key, headers = headers })
            local missing = tenants.ask(server, route, UNKNOWN, { key = mine.key, headers = headers })
            local where = ("%s with %s %s"):format(tenants.name_of(route), kind, next(headers) or "")
            assert.equal(404, foreign.status, where)
            assert.equal(tenants.seen(missing, UNKNOWN), tenants.seen(foreign, id), where)
            asked = asked + 1
            if not next(headers) then
              note(tenants.name_of(route), kind, tostring(foreign.status), "the same")
            end
          end
        end
      end
    end
    assert.is_true(asked >= 3 * 25 * 6)
    assert.same(before, state_of(theirs))
  end)

  it("sees nothing of another's by an id in a body or a query", function()
    local function check(method, path, field, body, kind)
      local id = theirs.ids[kind]
      if not id or not tenants.has(routes, method .. " " .. path) then return end
      local function ask(value)
        local full = {}
        for name, item in pairs(body) do full[name] = item end
        full[field] = value
        local target = path:gsub("{id}", mine.ids.article)
        return assert(http.request(server, method, target, { key = mine.key, body = full }))
      end
      local foreign, missing = ask(id), ask(UNKNOWN)
      local where = ("%s %s with %s"):format(method, path, field)
      assert.is_true(foreign.status == 400 or foreign.status == 404, where .. ": " .. foreign.body)
      assert.equal(tenants.seen(missing, UNKNOWN), tenants.seen(foreign, id), where)
      note(method .. " " .. path .. ", " .. field, kind, tostring(foreign.status), "the same")
    end
    for _, field in ipairs { "brandId", "internalLinkingDomainId", "integrationId" } do
      check("POST", "/api/articles/v2", field, { targetKeyword = "herbs" }, tenants.fields[field])
    end
    check("POST", "/api/internal-links", "domainId", { content = "Basil.", format = "json" }, "domain")
    check("POST", "/api/articles/{id}/deliver", "integrationId", {}, "integration")
  end)

  it("is not told of another's things that the first version of articles names", function()
    local made = http.request(server, "POST", "/api/articles", { key = mine.key, body = { targetKeyword = "herbs",
      brandId = theirs.ids.brand, internalLinkingDomainId = theirs.ids.domain } })
    if made.status == 200 then -- it has no such parameters
      local record = http.request(server, "GET", "/api/articles/" .. made.json.articleId, { key = mine.key }).body
      for kind, id in pairs(theirs.ids) do assert.is_nil(record:find(id, 1, true), kind) end
    else
      assert.equal(400, made.status)
    end
  end)

  -- An id that nobody has but that stands where the other's does leads to the same page.
  it("sees nothing of another's by the cursor of a list", function()
    local function beside(id)
      local last = id:sub(-1)
      return id:sub(1, -2) .. (last == "f" and "e" or ("%x"):format(tonumber(last, 16) + 1))
    end
    for _, route in ipairs(routes) do
      local takes = route.takes and route.method == "GET" and not route.operator
      for _, request in ipairs(takes and tables.requests or {}) do
        for _, field in ipairs(request.name == route.takes and request.fields or {}) do
          for kind, id in pairs(field.name == "cursor" and theirs.ids or {}) do
            local path = route.path:gsub("{id}", mine.ids[(tenants.call_of(route) or {}).kind or ""] or "")
            local function ask(cursor)
              return assert(http.request(server, "GET", path .. "?cursor=" .. cursor, { key = mine.key }))
            end
            local foreign, other = ask(id), ask(beside(id))
            assert.equal(tenants.seen(other, beside(id)), tenants.seen(foreign, id), path .. " " .. kind)
            assert.is_nil(foreign.body:find("theirs", 1, true))
            note(tenants.name_of(route) .. ", cursor", kind, tostring(foreign.status), "the same")
          end
        end
      end
    end
  end)

  it("lists nothing of another's", function()
    for name, body in pairs(state_of(mine)) do
      assert.is_nil(body:find("theirs", 1, true), name)
      for kind, id in pairs(theirs.ids) do assert.is_nil(body:find(id, 1, true), name .. " " .. kind) end
    end
  end)

  it("cannot repeat another's request by its Idempotency-Key", function()
    local function create(key)
      return http.request(server, "POST", "/api/articles/v2", { key = key, body = { targetKeyword = "once" },
        headers = { ["Idempotency-Key"] = "shared" } })
    end
    local first, second = create(theirs.key), create(mine.key)
    assert.equal(200, second.status)
    assert.not_equal(first.json.articleId, second.json.articleId)
    assert.is_nil(second.headers["idempotent-replayed"])
  end)

  it("cannot try keys at the operator's addresses without end", function()
    local strict = service.start { config = { accounts = { other = {} }, limits = { other = 3 } } }
    local function status_of(method, path, key)
      local answer = assert(http.request(strict, method, path, { key = key }))
      return answer.status, answer.headers["ratelimit"]
    end
    for n = 1, 3 do assert.same({ 404 }, { status_of("GET", "/api/accounts", "cd_guess" .. n) }) end
    assert.equal(429, (status_of("DELETE", "/api/accounts/other", "cd_guess")))
    assert.equal(429, (status_of("POST", "/api/secrets/rotate", false)))
    for _ = 1, 3 do assert.same({ 404 }, { status_of("GET", "/api/accounts", strict:key_of("other")) }) end
    assert.equal(429, (status_of("GET", "/api/accounts", strict:key_of("other"))))
    assert.equal(200, (status_of("GET", "/api/accounts", strict.key)))
    strict:stop()
  end)

  it("finds nothing at the operator's addresses", function()
    local nothing = http.request(server, "GET", "/api/nothing", { key = mine.key })
    for _, route in ipairs(routes) do
      for _, key in ipairs(route.operator and { false, mine.key, "cd_nonsense" } or {}) do
        for _, id in ipairs { "theirs", "mine", "local", "nobody" } do
          local path = route.path:gsub("{id}", id)
          local answer = tenants.ask(server, route, id, { key = key })
          local where = tenants.name_of(route) .. " " .. id
          assert.equal(tenants.seen(nothing, "/api/nothing"), tenants.seen(answer, path), where)
        end
      end
    end
  end)

  describe("is refused", function()
    local function local_request(method, path, body, account)
      return assert(http.request(server:at_socket(), method, path,
        { body = body, headers = account and { ["Copydesk-Account"] = account } }))
    end

    -- Keys that do not work, and what is told of each.
    local function wrong_keys()
      local function new_key() return local_request("POST", "/api/keys", { name = "x" }, "gone").json end
      local deleted, expired = new_key(), new_key()
      assert.equal(200, http.request(server, "GET", "/api/account", { key = deleted.key }).status)
      assert.equal(200, http.request(server, "GET", "/api/account", { key = expired.key }).status)
      assert.equal(204, local_request("DELETE", "/api/keys/" .. deleted.keyId, nil, "gone").status)
      local rotated = local_request("POST", ("/api/keys/%s/rotate"):format(expired.keyId), { graceSeconds = 0 }, "gone")
      assert.equal(201, rotated.status, rotated.body)
      local function account(name) return local_request("POST", "/api/accounts", { accountId = name }).json.key end
      local disabled, removed = account "disabled", account "removed"
      for _, key in ipairs { disabled, removed } do
        assert.equal(200, http.request(server, "GET", "/api/account", { key = key }).status)
      end
      assert.equal(200, local_request("PATCH", "/api/accounts/disabled", { state = "disabled" }).status)
      assert.equal(204, local_request("DELETE", "/api/accounts/removed").status)
      return {
        ["no key"] = { false, "missing_api_key" },
        ["a wrong key"] = { "cd_" .. ("x"):rep(40), "invalid_api_key" },
        ["a key of 5000 characters"] = { ("x"):rep(5000), "invalid_api_key" },
        ["a deleted key"] = { deleted.key, "invalid_api_key" },
        ["an expired key"] = { expired.key, "invalid_api_key" },
        ["a key of a disabled account"] = { disabled, "invalid_api_key" },
        ["a key of a removed account"] = { removed, "invalid_api_key" },
      }
    end

    it("with 401 without a key that works", function()
      note ""
      for what, key in pairs(wrong_keys()) do
        for _, route in ipairs(routes) do
          local answer = tenants.ask(server, route, mine.ids[tenants.call_of(route).kind or ""], { key = key[1] })
          local where = tenants.name_of(route) .. " with " .. what
          note(tenants.name_of(route), what, tostring(answer.status))
          if #route.plans == 0 then
            assert.not_equal(401, answer.status, where)
          elseif route.operator then
            assert.equal("unknown_path", answer.json.error.code, where)
          else
            assert.equal(401, answer.status, where)
            assert.equal(key[2], answer.json.error.code, where)
            assert.truthy(answer.headers["www-authenticate"]:find("^Bearer"), where)
          end
        end
      end
    end)

    it("with 403 where its plan has no right to it", function()
      note ""
      for _, plan in ipairs { "free", "starter", "professional" } do
        local key = server:key_of(plan)
        for _, route in ipairs(routes) do
          local answer = tenants.ask(server, route, UNKNOWN, { key = key })
          local code = answer.status == 403 and answer.json.error.code
          local where = ("%s with %s: %s"):format(tenants.name_of(route), plan, answer.body)
          note(tenants.name_of(route), plan, tostring(answer.status), code or "")
          if route.operator then
            assert.equal(404, answer.status, where)
          elseif #route.plans > 0 and not contains(route.plans, plan) then
            assert.equal(403, answer.status, where)
            assert.equal(plan == "free" and "plan_required" or "professional_plan_required", code, where)
          elseif route.path == "/metrics" then
            assert.equal("local_account_required", code, where)
          else
            assert.is_true(answer.status ~= 401 and answer.status ~= 403, where)
          end
        end
      end
    end)

    it("with 403 where its key has none of the scopes", function()
      note ""
      for _, scope in ipairs { "articles", "links", "manage" } do
        local key = local_request("POST", "/api/keys", { scopes = { scope } }, "professional").json.key
        for _, route in ipairs(routes) do
          local answer = tenants.ask(server, route, UNKNOWN, { key = key })
          local code = answer.status == 403 and answer.json.error.code
          local where = ("%s with %s: %s"):format(tenants.name_of(route), scope, answer.body)
          note(tenants.name_of(route), "scope " .. scope, tostring(answer.status), code or "")
          if #route.scopes > 0 and not contains(route.scopes, scope) then
            assert.equal("missing_scope", code, where)
            assert.truthy(answer.json.detail:find(table.concat(route.scopes, " or "), 1, true), where)
            assert.truthy(answer.json.detail:find("this key has " .. scope, 1, true), where)
          else
            assert.is_true(answer.status ~= 401 and (answer.status ~= 403 or code == "local_account_required"), where)
          end
        end
      end
    end)
  end)
end)
