--- Signed deliveries of a real service, judged by the public verifier of Standard Webhooks and by our own.
local copydesk = require "copydesk"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

describe("a webhook's signature", function()
  local server, hook, home, missing

  setup(function()
    local pipe = assert(io.popen "env -u LD_PRELOAD sh spec/node/install.sh 2>&1")
    local said = pipe:read "*a"
    missing = not pipe:close() and (said:match "([^\n]*)\n*$" or "no reason given") or nil
    home = folder.new()
    folder.write(home .. "/herbs.md", herbs)
    hook = scripted.start()
    server = service.start { config = { library = home, allow_addresses = { "127.0.0.1:" .. hook.port } } }
  end)

  teardown(function()
    server:stop()
    hook:stop()
    folder.remove(home)
  end)

  local function request(method, path, body)
    local answer = http.request(server, method, path, { body = body })
    assert.is_true(answer.status < 300, answer.body)
    return answer.json
  end

  local function connect()
    return request("POST", "/api/integrations",
      { kind = "webhook", name = "Hook", settings = { url = hook.url .. "/hook" } })
  end

  -- The request that comes when an article has ended.
  local function delivery_to(integration)
    hook:script { { status = 200 } }
    local id = request("POST", "/api/articles/v2/",
      { targetKeyword = "herb garden", integrationId = integration.integrationId }).articleId
    local call = hook:log(1)[1]
    assert.equal(id, json.decode(call.body).articleId)
    return { headers = call.headers, body = call.body }
  end

  local function case(call, secret, body)
    local headers = {}
    for _, name in ipairs { "webhook-id", "webhook-timestamp", "webhook-signature" } do
      headers[name] = assert(call.headers[name], name)
    end
    return { secret = secret, headers = headers, body = body or call.body }
  end

  -- What the public verifier makes of each case; nil where it cannot be had.
  local function judge(cases)
    if missing then
      pending("the verifier is not there: " .. missing)
      return
    end
    folder.write(home .. "/cases.json", json.encode(cases))
    local pipe = assert(io.popen(("env -u LD_PRELOAD -u LUA_CPATH NODE_PATH=build/node/node_modules "
      .. "node spec/node/webhooks.js < %s/cases.json"):format(home)))
    local said = pipe:read "*a"
    assert.is_true(pipe:close(), said)
    return json.decode(said)
  end

  local function ours(given)
    return copydesk.webhook.verify(given.secret, given.headers, given.body)
  end

  -- The cases that must verify come first.
  local function assert_judged(cases, good)
    for i, given in ipairs(cases) do assert.equal(i <= good, ours(given) ~= nil, "ours, case " .. i) end
    for i, said in ipairs(judge(cases) or {}) do
      if i <= good then
        assert.equal("article.finished", said.verified and said.verified.type, said.message)
        assert.equal("herb garden", said.verified.config.targetKeyword)
      else
        assert.equal("WebhookVerificationError", said.threw, "case " .. i)
      end
    end
  end

  it("verifies with its secret, and with nothing else", function()
    local integration, other = connect(), connect()
    local call = delivery_to(integration)
    local late = case(call, integration.secret)
    late.headers["webhook-timestamp"] = tostring(tonumber(late.headers["webhook-timestamp"]) + 1)
    local renamed = case(call, integration.secret)
    renamed.headers["webhook-id"] = other.integrationId
    assert_judged({
      case(call, integration.secret),
      case(call, other.secret),
      case(call, integration.secret, call.body .. " "),
      case(call, integration.secret, (call.body:gsub("herb garden", "herb gardeN", 1))),
      late, renamed,
    }, 1)
  end)

  it("verifies with the new secret and the one before while it rotates, and with no older one", function()
    local integration = connect()
    local first = integration.secret
    local second = request("POST", "/api/integrations/" .. integration.integrationId .. "/rotate").secret
    local call = delivery_to(integration)
    assert.truthy(call.headers["webhook-signature"]:match("^v1,%S+ v1,%S+$"))
    assert_judged({ case(call, second), case(call, first), case(call, second, "{}"), case(call, first, "{}") }, 2)
    local third = request("POST", "/api/integrations/" .. integration.integrationId .. "/rotate").secret
    call = delivery_to(integration)
    assert_judged({ case(call, third), case(call, second), case(call, first) }, 2)
  end)

  it("stays the same over a change of the key that seals secrets, and a restart", function()
    local integration = connect()
    assert.equal(0, request("POST", "/api/secrets/rotate").unreadable)
    assert_judged({ case(delivery_to(integration), integration.secret) }, 1)
    server:restart()
    assert_judged({ case(delivery_to(integration), integration.secret) }, 1)
  end)

  it("is on a test, too", function()
    hook:script { { status = 204 } }
    local integration = connect()
    local path = "/api/integrations/" .. integration.integrationId
    local result = request("POST", path .. "/test")
    assert.same({ true, 204 }, { result.ok, result.status })
    local call = hook:log(1)[1]
    local given = case(call, integration.secret)
    assert.equal("test", ours(given).type)
    local said = judge { given }
    assert.equal("test", said and said[1].verified.type or "test")
    hook:script { { status = 500 } }
    result = request("POST", path .. "/test")
    assert.same({ false, 500 }, { result.ok, result.status })
    assert.truthy(result.detail:find("500", 1, true), result.detail)
    assert.equal("active", request("GET", path).state) -- a test is no delivery
    assert.same({}, request("GET", path .. "/deliveries").data)
  end)

  it("stands on what the integration shows as its last delivery", function()
    local integration = connect()
    local call = delivery_to(integration)
    local shown = assert(eventually(function()
      local last = request("GET", "/api/integrations/" .. integration.integrationId).lastDelivery
      return last.state == "delivered" and last
    end))
    assert.equal(call.headers["webhook-id"], shown.deliveryId)
    assert.equal(integration.integrationId, shown.integrationId)
    assert.same(shown, request("GET", "/api/integrations/" .. integration.integrationId .. "/deliveries").data[1])
  end)
end)
