--- Nodes on one PostgreSQL: a linking index is built once and fetched by the others, a one-time code works at all.
local database = require "spec.support.database"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local two_nodes = require "spec.support.two_nodes"

if not database.is_server() then
  return it("domains on PostgreSQL", function() pending "there is no PostgreSQL (make test DATA=postgresql)" end)
end

local CONTENT = "<p>Many gardeners like clay pots.</p>"

describe("nodes on one database", function()
  local pair, north, south

  local function sql(text)
    return postgresql.query(pair.server.address, text)
  end

  setup(function()
    pair = two_nodes.start { workers = 0 }
    north, south = pair.north, pair.south
  end)

  teardown(function()
    if pair then pair:stop() end
  end)

  local function push(one, id, url, title)
    local pages = { { url = "https://herbs.example/" .. url, title = title, html = "<p>" .. title .. " breathe.</p>" } }
    local answer = http.request(one, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
    assert.equal(200, answer.status, answer.body)
  end

  local function links(one, id)
    local body = { content = CONTENT, format = "html", domainId = id }
    local answer = http.request(one, "POST", "/api/internal-links", { body = body })
    assert.equal(200, answer.status, answer.body)
    return answer.body
  end

  local function file(name, id, version)
    return assert(folder.read(("%s/%s/indexes/%s-%s.cdx"):format(pair.home, name, id, version)))
  end

  it("have one index of a domain, whichever of them built it", function()
    local id = http.request(north, "POST", "/api/domains", { body = { name = "Herbs" } }).json.domainId
    for round, one in ipairs { north, south } do
      local other = one == north and south or north
      push(one, id, "pots" .. round, "Clay pots")
      assert.equal(links(one, id), links(other, id))
      assert.equal(tostring(round), sql "SELECT build FROM domain_index")
      local version = sql "SELECT pages_version FROM domain"
      assert.equal(version, sql "SELECT pages_version FROM domain_index")
      assert.is_true(file("north", id, version) == file("south", id, version))
    end
    assert.equal(204, http.request(south, "DELETE", "/api/domains/" .. id).status)
    local body = { content = CONTENT, format = "html", domainId = id }
    assert.equal(404, http.request(north, "POST", "/api/internal-links", { body = body }).status)
    assert.equal("0", sql "SELECT COUNT(*) FROM domain_index_part")
  end)

  it("take the one-time codes of each other, once", function()
    local made = http.request(north, "POST", "/api/sign-in-codes").json
    local path = "/api/sign-in-codes/" .. made.codeId
    assert.equal(200, http.request(south, "GET", path).status)
    local function use(one)
      local conn, body = http.connect(one), "code=" .. made.code
      conn:raw(("POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        .. "Content-Length: %d\r\n\r\n%s"):format(one.port, #body, body))
      local answer = assert(conn:receive "POST")
      conn:close()
      return answer
    end
    local answer = use(south)
    assert.same({ 303, "/" }, { answer.status, answer.headers.location })
    assert.equal(403, use(north).status)
    assert.equal(404, http.request(north, "GET", path).status)
  end)
end)
