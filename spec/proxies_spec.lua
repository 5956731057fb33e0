--- Who asks, where a proxy stands in front: of `proxies` alone the service believes X-Forwarded-For.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"

local ALLOWED = 2 -- requests a minute without a key

describe("behind a proxy", function()
  local server
  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  local function start(proxies)
    server = service.start { config = { proxies = proxies,
      limits = { create = 0, status = 0, links = 0, domains = 0, other = ALLOWED } } }
  end

  -- The status of a request without a key, with such lines of X-Forwarded-For.
  local function status(...)
    local conn = http.connect(server)
    local lines = { "GET /api/account HTTP/1.1", "Host: desk.example" }
    for _, chain in ipairs { ... } do lines[#lines + 1] = "X-Forwarded-For: " .. chain end
    conn:raw(table.concat(lines, "\r\n") .. "\r\n\r\n")
    local answer = assert(conn:receive "GET")
    conn:close()
    return answer.status
  end

  local function use_up(...)
    for _ = 1, ALLOWED do assert.equal(401, status(...)) end
    assert.equal(429, status(...))
  end

  it("each caller has a rate of its own", function()
    start { "127.0.0.1", "10.0.0.2" }
    use_up "198.51.100.1"
    use_up "198.51.100.2, 10.0.0.2"
    assert.equal(429, status "198.51.100.1, 10.0.0.2")
    use_up "2001:db8::1"
    use_up() -- the proxy itself
  end)

  it("a caller cannot say that it is another", function()
    start { "127.0.0.1" }
    use_up "198.51.100.1"
    assert.equal(429, status "192.0.2.1, 198.51.100.1")
    assert.equal(429, status("192.0.2.1", "198.51.100.1"))
    use_up "what is no address"
    assert.equal(429, status "neither is this")
  end)

  it("nobody is believed who is not named", function()
    start(nil)
    use_up "198.51.100.1"
    assert.equal(429, status "198.51.100.2")
    server:stop()
    start { "10.0.0.2" }
    use_up "198.51.100.1"
    assert.equal(429, status "198.51.100.2")
  end)

  it("names of hosts, networks and other things are refused", function()
    local home = folder.new()
    for _, value in ipairs { '{ "localhost" }', '{ "10.0.0.0/8" }', '{ "127.0.0.1:80" }', '{ "[::1]" }', "{ 1 }",
      "true", '{ there = "127.0.0.1" }', '"127.0.0.1"' } do
      folder.write(home .. "/config.lua", "return { proxies = " .. value .. " }\n")
      local pipe = assert(io.popen(("copydesk serve --listen 127.0.0.1:0 --data %s/data --config %s/config.lua 2>&1"
        ):format(home, home)))
      local said = pipe:read "*a"
      pipe:close()
      assert.truthy(said:find("configuration: proxies must be a list of numeric addresses", 1, true), value .. said)
    end
    folder.remove(home)
  end)
end)
