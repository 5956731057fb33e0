--- `POST /api/articles/{id}/polish`: what it takes, what it refuses, and that what was asked for is not forgotten.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local UNKNOWN = "0190a5b0-0000-7000-8000-00000000ffff"
local TEXT = [[
# Basil

Basil wants warmth and a sunny window. It grows well in a pot with drainage. Water basil when the soil feels dry.

## Light

Basil needs six hours of sun a day. A lamp helps in winter. Turn the pot once a week.

## Harvest

Pinch basil above a pair of leaves. Regular harvest makes the plant bushy. Basil flowers make the leaves bitter.
]]

describe("polishing", function()
  local library, server, desk, other, id

  local function open(config)
    server = service.start { config = config }
    desk = copydesk.new { base_url = server.url, api_key = server.key, retries = 0 }
    other = copydesk.new { base_url = server.url, api_key = server:key_of "other", retries = 0 }
  end

  local function close()
    if desk then desk:close() end
    if other then other:close() end
    if server then server:stop() end
    desk, other, server = nil, nil, nil
  end

  local function polish(body) return desk:request("POST", "/api/articles/" .. id .. "/polish", body) end
  local function record() return assert(desk:request("GET", "/api/articles/" .. id)) end

  -- A finished article on a service without workers: what is asked of it stays as it is.
  setup(function()
    library = folder.new()
    folder.write(library .. "/basil.md", TEXT)
    local accounts = { other = {} }
    open { library = library, accounts = accounts, data = library .. "/data" }
    id = assert(desk:create { targetKeyword = "basil" }).articleId
    assert(desk:wait(id))
    close()
    open { library = library, accounts = accounts, data = library .. "/data", workers = 0 }
  end)

  teardown(function()
    close()
    folder.remove(library)
  end)

  it("is refused for what is no finished article of the caller", function()
    local function refused(status, path, client)
      local answer, err = (client or desk):request("POST", "/api/articles/" .. path .. "/polish", {})
      assert.is_nil(answer)
      assert.equal(status, err.status)
    end
    refused(404, UNKNOWN)
    refused(404, id, other)
    refused(409, assert(desk:create { targetKeyword = "basil" }).articleId)
  end)

  it("names every fault of the request", function()
    local _, err = polish { polishSettings = { humanize = "yes" }, polishCustomInstructions = 7 }
    assert.equal(400, err.status)
    assert.equal(2, #err.errors)
    assert.equal("/polishSettings/humanize", err.errors[1].pointer)
    assert.equal("/polishCustomInstructions", err.errors[2].pointer)
    _, err = polish { polishSettings = "all" }
    assert.equal(400, err.status)
    _, err = polish { polishCustomInstructions = ("x"):rep(1025) }
    assert.equal(400, err.status)
    assert.equal("Finished", record().statusDetail)
  end)

  it("leaves the article finished, and says that it is on its way", function()
    local before = record()
    local asked = assert(polish { polishSettings = { humanize = true }, polishCustomInstructions = "Shorter." })
    assert.equal("finished", asked.status)
    assert.equal("Polishing", asked.statusDetail)
    assert.equal(before.output.html, asked.output.html)
    assert.equal("Polishing", record().statusDetail) -- not the record as it was sent before
    assert.is_true(record().updatedAt >= before.updatedAt)
  end)

  it("is asked for once, in one way at a time", function()
    assert(polish { polishSettings = { humanize = true }, polishCustomInstructions = "Shorter." })
    local _, err = polish { polishSettings = { humanize = false } }
    assert.equal(409, err.status)
    _, err = polish()
    assert.equal(409, err.status)
  end)

  it("outlives the process, and ends", function()
    server:kill()
    close()
    open { library = library, accounts = { other = {} }, data = library .. "/data" }
    local now
    repeat
      now = assert(desk:request("GET", "/api/articles/" .. id, nil, { headers = { Prefer = "wait=20" } }))
    until now.statusDetail ~= "Polishing"
    assert.equal("finished", now.status)
    assert.equal("Finished", now.statusDetail)
    local noted = (now.notes[1] or ""):find("The article could not be polished", 1, true)
    assert.is_true(now.output.polishedHtml ~= nil or noted ~= nil) -- one of the two
    assert.same(now, record())
  end)

  it("needs no body", function()
    local asked = assert(polish())
    assert.equal("finished", asked.status)
  end)

  it("does not keep an article from being deleted", function()
    assert(desk:request("DELETE", "/api/articles/" .. id))
    local _, err = polish {}
    assert.equal(404, err.status)
  end)
end)
