--- webhookUrl: the record goes out once when the article ends, is tried again when that fails, and survives a restart.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"
local json = require "cjson.safe"

describe("a webhookUrl", function()
  local server, hook, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    hook = scripted.start()
    server = service.start { config = { library = library, allow_addresses = { "127.0.0.1:" .. hook.port } } }
  end)

  teardown(function()
    server:stop()
    hook:stop()
    folder.remove(library)
  end)

  local function create(body)
    body.webhookUrl = hook.url .. "/hook"
    local answer = http.request(server, "POST", "/api/articles/v2/", { body = body })
    assert.equal(200, answer.status, answer.body)
    return answer.json.articleId
  end

  it("gets the record of a finished article", function()
    hook:script { { status = 204 } }
    local id = create { targetKeyword = "herb garden" }
    local record = http.wait(server, id)
    assert.equal("finished", record.status, record.error)
    local log = hook:log(1)
    assert.equal("POST", log[1].method)
    assert.equal("/hook", log[1].target)
    assert.equal("application/json", log[1].headers["content-type"])
    assert.same(record, json.decode(log[1].body))
  end)

  it("gets the record of one that failed", function()
    hook:script { { status = 200 } }
    local id = create { targetKeyword = "herb garden", language = "Japanese" }
    local record = http.wait(server, id)
    assert.equal("failed", record.status)
    local log = hook:log(1)
    assert.same(record, json.decode(log[1].body))
  end)

  it("gets the record of one that is cancelled while it is written, once", function()
    local mute = assert(socket.bind("127.0.0.1", 0)) -- takes connections, and never answers
    local _, port = mute:getsockname()
    local config = { workers = 1, allow_addresses = { "127.0.0.1:" .. port, "127.0.0.1:" .. hook.port } }
    local busy = service.start { config = config }
    finally(function() busy:stop() end)
    hook:script { { status = 200 }, { status = 200 } }
    local body = { targetKeyword = "mint", urls = { "http://127.0.0.1:" .. port }, webhookUrl = hook.url .. "/hook" }
    local id = http.request(busy, "POST", "/api/articles/v2/", { body = body }).json.articleId
    local conn = assert(mute:accept())
    assert.equal(200, http.request(busy, "POST", "/api/articles/" .. id .. "/cancel").status)
    local log = hook:log(1)
    assert.equal(id, json.decode(log[1].body).articleId)
    assert.equal("cancelled", json.decode(log[1].body).errorCode)
    busy:restart()
    conn:close()
    mute:close()
    assert.equal(200, http.request(busy, "POST", "/api/articles/" .. id .. "/cancel").status)
    local other = http.request(busy, "POST", "/api/articles/v2/", { body = body }).json.articleId
    http.request(busy, "POST", "/api/articles/" .. other .. "/cancel")
    assert.equal(other, json.decode(hook:log(2)[2].body).articleId) -- whether it was in time or not
  end)

  it("gets the record of one that is cancelled in the queue, and nothing of one that is deleted", function()
    local idle = service.start { config = { workers = 0, allow_addresses = { "127.0.0.1:" .. hook.port } } }
    hook:script { { status = 200 }, { status = 200 } }
    finally(function() idle:stop() end)
    local ids = {}
    for i = 1, 2 do
      local body = { targetKeyword = "mint", webhookUrl = hook.url .. "/hook" }
      ids[i] = http.request(idle, "POST", "/api/articles/v2/", { body = body }).json.articleId
    end
    assert.equal(204, http.request(idle, "DELETE", "/api/articles/" .. ids[1]).status)
    local answer = http.request(idle, "POST", "/api/articles/" .. ids[2] .. "/cancel")
    assert.equal(200, answer.status)
    local log = hook:log(1)
    assert.equal(1, #log)
    assert.same(answer.json, json.decode(log[1].body))
    assert.same({ ids[2], "failed", "cancelled" }, { answer.json.articleId, answer.json.status, answer.json.errorCode })
  end)

  -- Attempts that failed since this process began, stored by now.
  local function failures()
    local figures = http.request(server, "GET", "/metrics").body
    return tonumber(figures:match("\ncopydesk_delivery_failures_total (%d+)\n"))
  end

  it("is asked again after a failure, and never after a success", function()
    hook:script { { status = 503 }, { status = 200 } }
    create { targetKeyword = "herb garden" }
    local log = hook:log(2)
    assert.equal(2, #log)
    assert.equal(log[1].body, log[2].body)
    assert.equal(1, failures())
  end)

  it("is asked again after the service was killed; a redirect is a failure and not followed", function()
    hook:script { { status = 302, headers = { Location = hook.url .. "/elsewhere" } } }
    local before = failures()
    local id = create { targetKeyword = "herb garden" }
    assert(eventually(function() return failures() > before end))
    assert.equal(1, #hook:log())
    server:kill()
    hook:script { { status = 200 } }
    server:restart()
    local log = hook:log(1)
    assert.equal("/hook", log[1].target)
    assert.equal(id, json.decode(log[1].body).articleId)
  end)
end)
