--- The log in JSON: each line of a real run is an object.
local http = require "spec.support.http"
local json = require "cjson.safe"
local service = require "spec.support.service"

describe("a log in JSON", function()
  it("is an object a line, whatever callers send", function()
    local server = service.start { config = { workers = 0, log = "debug", log_format = "json" } }
    for _, path in ipairs { "/a%22quoted%22", "/a%0Aline", "/a%FFbyte", "/a%5Cslash" } do
      http.request(server, "GET", path)
    end
    server:reload { workers = 0, log = "debug", log_format = "json" }
    server:reload "return { nonsense = true }"
    local id = http.request(server, "GET", "/api/account").headers["x-request-id"]
    local made = http.request(server, "POST", "/api/articles/v2/", { body = { targetKeyword = "basil" } })
    server:halt()
    local log, lines, found, queued, said = server:log(), 0, nil, nil, {}
    for line in log:gmatch("[^\n]+") do
      local event = json.decode(line)
      assert.truthy(event, line)
      assert.truthy(event.time:find("^%d+%-%d%d%-%d%dT%d%d:%d%d:%d%d%.%d%d%dZ$"), line)
      assert.truthy(event.level and event.event, line)
      if event.request == id then found = event end
      if event.event == "article queued" then queued = event end
      if event.event == "message" then said[#said + 1] = event.level .. ": " .. event.message end
      lines = lines + 1
    end
    server:stop()
    assert.is_true(lines >= 6)
    assert.equal("request", found.event)
    assert.equal(200, found.status)
    assert.equal("local", found.account)
    said = table.concat(said, "\n")
    assert.truthy(said:find("warn: the configuration was read again", 1, true), said)
    assert.truthy(said:find("error: the configuration is refused, and the one before stays in force: ", 1, true), said)
    assert.same({ made.json.articleId, made.headers["x-request-id"] }, { queued.article, queued.request })
  end)
end)
