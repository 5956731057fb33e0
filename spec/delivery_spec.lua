--- Articles on their way to webhooks of their accounts: signed, tried again, shown, sent again, and none waits for the
-- receivers of another account.
local copydesk = require "copydesk"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local SILENCE = { raw = "", hold = true } -- takes the request, and never answers
local verify = copydesk.webhook.verify

describe("deliveries", function()
  local server, hook, other_hook, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    hook, other_hook = scripted.start(), scripted.start()
  end)

  teardown(function()
    hook:stop()
    other_hook:stop()
    folder.remove(library)
  end)

  -- A service for each: what one leaves pending is not sent to the next one's receivers.
  before_each(function()
    server = service.start {
      config = {
        library = library,
        accounts = { other = {} },
        allow_addresses = { "127.0.0.1:" .. hook.port, "127.0.0.1:" .. other_hook.port },
      },
    }
  end)

  after_each(function() server:stop() end)

  local function request(method, path, body, key)
    return assert(http.request(server, method, path, { body = body, key = key }))
  end

  local function connect(receiver, key)
    local made = request("POST", "/api/integrations",
      { kind = "webhook", name = "Hook", settings = { url = (receiver or hook).url .. "/in?token=word" } }, key)
    assert.equal(201, made.status, made.body)
    return made.json
  end

  local function create(body, key)
    body.targetKeyword = body.targetKeyword or "herb garden"
    local answer = request("POST", "/api/articles/v2/", body, key)
    assert.equal(200, answer.status, answer.body)
    return answer.json.articleId
  end

  local function deliveries_of(id, key)
    local answer = request("GET", "/api/articles/" .. id .. "/deliveries", nil, key)
    assert.equal(200, answer.status, answer.body)
    return answer.json.data
  end

  local function delivery(id)
    local answer = request("GET", "/api/deliveries/" .. id)
    assert.equal(200, answer.status, answer.body)
    return answer.json
  end

  -- The only delivery of an article, once it holds for it.
  local function once(id, condition)
    return assert(eventually(function()
      local found = deliveries_of(id)[1]
      return found and condition(found) and found
    end))
  end

  local function has_failed_once(found) return found.lastError ~= json.null end
  local function is_delivered(found) return found.state == "delivered" end

  describe("of an article that names a webhook", function()
    it("are signed, with the record and what happened", function()
      local webhook = connect()
      hook:script { { status = 204 } }
      local id = create { integrationId = webhook.integrationId }
      local record = http.wait(server, id)
      assert.equal("finished", record.status, record.error)
      assert.equal(webhook.integrationId, record.config.integrationId)
      local call = hook:log(1)[1]
      assert.equal("/in?token=word", call.target)
      local event = assert(verify(webhook.secret, call.headers, call.body))
      assert.equal("article.finished", event.type)
      assert.truthy(event.timestamp:match("^%d%d%d%d%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%dZ$"), event.timestamp)
      local sent = json.decode(call.body)
      sent.type, sent.timestamp = nil, nil
      assert.same(record, sent)
      local found = once(id, is_delivered)
      assert.equal(call.headers["webhook-id"], found.deliveryId)
      assert.same({ id, webhook.integrationId, "article.finished", 1, 204 },
        { found.articleId, found.integrationId, found.event, found.attempts, found.lastStatus })
      assert.same({ json.null, json.null, json.null }, { found.nextAttemptAt, found.lastError, found.remoteUrl })
      assert.equal(hook.url .. "/in", found.url) -- without the token
      assert.same(found, delivery(found.deliveryId))
      local of_webhook = request("GET", "/api/integrations/" .. webhook.integrationId .. "/deliveries").json
      assert.same({ found }, of_webhook.data)
    end)

    it("tell of one that was cancelled", function()
      server:stop()
      server = service.start { config = { workers = 0, allow_addresses = { "127.0.0.1:" .. hook.port } } }
      local webhook = connect()
      hook:script { { status = 200 } }
      local id = create { integrationId = webhook.integrationId }
      assert.equal(200, request("POST", "/api/articles/" .. id .. "/cancel").status)
      local call = hook:log(1)[1]
      local event = assert(verify(webhook.secret, call.headers, call.body))
      assert.same({ "article.failed", id, "cancelled" }, { event.type, event.articleId, event.errorCode })
    end)

    it("tell of one that failed; its webhookUrl gets a delivery of its own", function()
      local webhook = connect()
      hook:script { { status = 200 } }
      other_hook:script { { status = 200 } }
      local id = create { integrationId = webhook.integrationId, language = "Japanese",
        webhookUrl = other_hook.url .. "/plain" }
      local record = http.wait(server, id)
      assert.equal("failed", record.status)
      local event = assert(verify(webhook.secret, hook:log(1)[1].headers, hook:log()[1].body))
      assert.same({ "article.failed", id, "failed" }, { event.type, event.articleId, event.status })
      assert.same(record, json.decode(other_hook:log(1)[1].body))
      assert.equal(2, #deliveries_of(id))
    end)

    it("carry two signatures while its secret rotates", function()
      local webhook = connect()
      local turned = request("POST", "/api/integrations/" .. webhook.integrationId .. "/rotate")
      assert.equal(200, turned.status, turned.body)
      assert.not_equal(webhook.secret, turned.json.secret)
      hook:script { { status = 204 } }
      create { integrationId = webhook.integrationId }
      local call = hook:log(1)[1]
      local _, count = call.headers["webhook-signature"]:gsub("v1,", "")
      assert.equal(2, count)
      assert(verify(turned.json.secret, call.headers, call.body))
      assert(verify(webhook.secret, call.headers, call.body))
      local _, err = verify("whsec_" .. ("A"):rep(32), call.headers, call.body)
      assert.equal("bad_signature", err.code)
    end)

    it("need an active integration of the account", function()
      local foreign = connect(hook, server:key_of "other")
      local disabled = connect()
      local changed = request("PATCH", "/api/integrations/" .. disabled.integrationId, { state = "disabled" })
      assert.equal(200, changed.status, changed.body)
      local details = {}
      for i, id in ipairs { "hook", UNKNOWN, foreign.integrationId, disabled.integrationId } do
        local answer = request("POST", "/api/articles/v2/", { targetKeyword = "mint", integrationId = id })
        assert.equal(400, answer.status, answer.body)
        assert.equal("/integrationId", answer.json.errors[1].pointer)
        details[i] = answer.json.errors[1].detail
      end
      for i = 2, 3 do assert.equal(details[1], details[i]) end
      assert.equal("integrationId names an integration that is disabled: enable it first.", details[4])
    end)
  end)

  describe("that fail", function()
    it("are tried again with the same webhook-id and body", function()
      local webhook = connect()
      hook:script { { status = 503 }, { status = 200 } }
      local id = create { integrationId = webhook.integrationId }
      local log = hook:log(2)
      assert.equal(log[1].headers["webhook-id"], log[2].headers["webhook-id"])
      assert.equal(log[1].body, log[2].body)
      assert(verify(webhook.secret, log[2].headers, log[2].body))
      assert.equal(2, once(id, is_delivered).attempts)
      assert.equal(1, #deliveries_of(id))
    end)

    it("keep attempts and the time of the next one over a restart", function()
      local webhook = connect()
      hook:script { { status = 429, headers = { ["Retry-After"] = "3600" } } }
      local id = create { integrationId = webhook.integrationId }
      local before = once(id, has_failed_once)
      assert.same({ "pending", 1, 429 }, { before.state, before.attempts, before.lastStatus })
      assert.truthy(before.lastError:find("429", 1, true))
      local wait = before.nextAttemptAt - before.updatedAt
      assert.is_true(wait > 3590 * 1000 and wait <= 3600 * 1000, tostring(wait))
      server:restart()
      assert.same(before, delivery(before.deliveryId))
      server:kill()
      server:restart()
      assert.same(before, delivery(before.deliveryId))
      assert.equal(1, #hook:log())
    end)

    it("count an attempt in whose middle the process was killed, and go on at once", function()
      local webhook = connect()
      hook:script { SILENCE }
      local id = create { integrationId = webhook.integrationId }
      local first = hook:log(1)[1]
      assert.same({ "pending", 1 }, { deliveries_of(id)[1].state, deliveries_of(id)[1].attempts })
      server:kill()
      hook:script { { status = 200 } }
      server:restart()
      local second = hook:log(1)[1]
      assert.equal(first.headers["webhook-id"], second.headers["webhook-id"])
      assert(verify(webhook.secret, second.headers, second.body))
      assert.equal(2, once(id, is_delivered).attempts)
    end)

    it("do not count one that a stop in order broke off", function()
      local webhook = connect()
      hook:script { SILENCE }
      local id = create { integrationId = webhook.integrationId }
      hook:log(1)
      server:halt()
      hook:script { { status = 200 } }
      server:restart()
      hook:log(1)
      assert.equal(1, once(id, is_delivered).attempts)
    end)

    it("disable a webhook that is gone", function()
      local webhook = connect()
      hook:script { { status = 410 } }
      local id = create { integrationId = webhook.integrationId }
      assert.equal("failed", once(id, has_failed_once).state)
      local shown = request("GET", "/api/integrations/" .. webhook.integrationId).json
      assert.equal("disabled", shown.state)
      assert.truthy(shown.problem:find("410", 1, true), shown.problem)
      assert.truthy(eventually(function()
        local log, named = server:log(), webhook.integrationId:gsub("%-", "%%-")
        return log:find("copydesk warn: integration disabled id=" .. named .. " why=")
          and log:find("copydesk warn: delivery failed id=[^\n]+ integration=" .. named)
      end), server:log())
      local sent = request("POST", "/api/articles/" .. id .. "/deliver", { integrationId = webhook.integrationId })
      assert.equal(400, sent.status)
      -- Once its owner has made it active, it can be sent again.
      hook:script { { status = 200 } }
      local changed = request("PATCH", "/api/integrations/" .. webhook.integrationId, { state = "active" })
      assert.equal(200, changed.status, changed.body)
      assert.equal(json.null, changed.json.problem)
      local again = request("POST", "/api/deliveries/" .. deliveries_of(id)[1].deliveryId .. "/resend")
      assert.equal(202, again.status, again.body)
      assert.equal("pending", again.json.state)
      once(id, is_delivered)
    end)

    it("fail with the reason when their integration is disabled meanwhile", function()
      local webhook = connect()
      hook:script { { status = 503, headers = { ["Retry-After"] = "5" } } }
      local id = create { integrationId = webhook.integrationId }
      local found = once(id, has_failed_once)
      request("PATCH", "/api/integrations/" .. webhook.integrationId, { state = "disabled" })
      local failed = once(id, function(shown) return shown.state == "failed" end)
      assert.truthy(failed.lastError:find("disabled", 1, true), failed.lastError)
      assert.equal(json.null, failed.nextAttemptAt)
      assert.equal(1, #hook:log())
      local function refused(status, method, path, body, detail)
        local answer = request(method, path, body)
        assert.equal(status, answer.status, answer.body)
        assert.truthy(answer.json.detail:find(detail, 1, true), answer.json.detail)
      end
      local resend = "/api/deliveries/" .. found.deliveryId .. "/resend"
      refused(409, "POST", resend, nil, "is disabled: enable it first")
      refused(400, "POST", "/api/articles/" .. id .. "/deliver", { integrationId = webhook.integrationId },
        "is disabled: enable it first")
      refused(400, "POST", "/api/articles/v2/", { targetKeyword = "basil", integrationId = webhook.integrationId },
        "is disabled: enable it first")
      request("DELETE", "/api/integrations/" .. webhook.integrationId)
      refused(409, "POST", resend, nil, "was deleted")
    end)
  end)

  describe("of a finished article", function()
    it("are made later, once for each integration", function()
      local webhook = connect()
      local id = create {}
      http.wait(server, id)
      assert.same({}, deliveries_of(id))
      hook:script { { status = 503, headers = { ["Retry-After"] = "3600" } }, { status = 200 } }
      local path = "/api/articles/" .. id .. "/deliver"
      local first = request("POST", path, { integrationId = webhook.integrationId })
      assert.equal(202, first.status, first.body)
      assert.equal("/api/deliveries/" .. first.json.deliveryId, first.headers.location)
      assert.same({ "pending", id }, { first.json.state, first.json.articleId })
      once(id, has_failed_once)
      local second = request("POST", path, { integrationId = webhook.integrationId }) -- it is pending: it stays so
      assert.equal(first.json.deliveryId, second.json.deliveryId)
      assert.equal(1, second.json.attempts)
      assert.equal(202, request("POST", "/api/deliveries/" .. first.json.deliveryId .. "/resend").status)
      once(id, is_delivered)
      assert.equal("delivered", request("POST", path, { integrationId = webhook.integrationId }).json.state)
      local log = hook:log()
      assert.equal(2, #log)
      assert.equal(log[1].headers["webhook-id"], log[2].headers["webhook-id"])
    end)

    it("are refused where there is nothing to send, or nobody to send it to", function()
      local key = server:key_of "other"
      local mine, foreign = connect(), connect(hook, key)
      local id, failed = create {}, create { language = "Japanese" }
      http.wait(server, id)
      http.wait(server, failed)
      local function deliver(article, integration, as)
        return request("POST", "/api/articles/" .. article .. "/deliver", { integrationId = integration }, as)
      end
      assert.equal(409, deliver(failed, mine.integrationId).status)
      assert.equal(404, deliver(UNKNOWN, mine.integrationId).status)
      assert.equal(404, deliver(id, foreign.integrationId, key).status)
      for _, unknown in ipairs { UNKNOWN, foreign.integrationId } do
        local answer = deliver(id, unknown)
        assert.equal(400, answer.status)
        assert.equal("/integrationId", answer.json.errors[1].pointer)
      end
      assert.equal(400, request("POST", "/api/articles/" .. id .. "/deliver", {}).status)
      assert.same({}, deliveries_of(id))
    end)

    it("are the account's own", function()
      local key = server:key_of "other"
      local webhook = connect()
      hook:script { { status = 200 } }
      local id = create { integrationId = webhook.integrationId }
      local found = once(id, is_delivered)
      for _, path in ipairs {
        "/api/articles/" .. id .. "/deliveries", "/api/integrations/" .. webhook.integrationId .. "/deliveries",
        "/api/deliveries/" .. found.deliveryId, "/api/articles/" .. UNKNOWN .. "/deliveries",
      } do
        assert.equal(404, request("GET", path, nil, key).status, path)
      end
      assert.equal(404, request("POST", "/api/deliveries/" .. found.deliveryId .. "/resend", nil, key).status)
    end)

    it("are listed by page, the newest first", function()
      local webhook = connect()
      hook:script { { status = 200 } }
      local ids = {}
      for i = 1, 3 do
        ids[i] = create { integrationId = webhook.integrationId }
        once(ids[i], is_delivered)
      end
      local path = "/api/integrations/" .. webhook.integrationId .. "/deliveries"
      local first = request("GET", path .. "?limit=2")
      assert.same({ ids[3], ids[2] }, { first.json.data[1].articleId, first.json.data[2].articleId })
      assert.is_true(first.json.hasMore)
      local link = first.headers.link:match("^<([^>]+)>; rel=\"next\"$")
      local rest = request("GET", link).json
      assert.same({ 1, ids[1], false }, { #rest.data, rest.data[1].articleId, rest.hasMore })
      assert.equal(400, request("GET", path .. "?cursor=first").status)
    end)
  end)

  it("of one account do not wait for receivers of another that never answer", function()
    local key = server:key_of "other"
    local slow, quick = connect(), connect(other_hook, key)
    hook:script { SILENCE }
    other_hook:script { { status = 200 } }
    local ids = {}
    for i = 1, 6 do
      ids[i] = create { integrationId = slow.integrationId }
      http.wait(server, ids[i])
    end
    hook:log(4) -- as many as the account may have under way
    for i = 1, 3 do
      create({ integrationId = quick.integrationId }, key)
      other_hook:log(i)
      assert.equal(4, #hook:log()) -- none of the first account's has ended
    end
    local begun = 0
    for i = 1, 6 do
      local found = deliveries_of(ids[i])[1]
      assert.equal("pending", found.state)
      begun = begun + found.attempts
    end
    assert.equal(4, begun)
  end)

  it("of a ninth account do not wait for eight whose receivers never answer", function()
    local accounts = { other = {} }
    for i = 1, 8 do accounts["mute" .. i] = {} end
    server:stop()
    server = service.start {
      config = {
        library = library,
        accounts = accounts,
        allow_addresses = { "127.0.0.1:" .. hook.port, "127.0.0.1:" .. other_hook.port },
      },
    }
    hook:script { SILENCE }
    other_hook:script { { status = 200 } }
    for i = 1, 8 do
      local key = server:key_of("mute" .. i)
      local webhook = connect(hook, key)
      for _ = 1, 4 do http.wait(server, create({ integrationId = webhook.integrationId }, key), key) end
    end
    hook:log(16) -- half of the threads: from then on an account may have fewer
    local key = server:key_of "other"
    create({ integrationId = connect(other_hook, key).integrationId }, key)
    other_hook:log(1)
    local held = hook:log()
    assert.is_true(#held < 32, #held .. " attempts")
    local of_each = {}
    for _, call in ipairs(held) do
      local id = json.decode(call.body).articleId
      assert.is_nil(of_each[id]) -- none was made twice: none has ended
      of_each[id] = true
    end
  end)
end)
