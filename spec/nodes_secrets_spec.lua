--- Nodes on one PostgreSQL with folders of their own: none seals with a key that the others do not have, the key is
-- changed by a node that is alone, and a deleted key of the configuration does not come back by another folder.
local database = require "spec.support.database"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"

if not database.is_server() then
  return it("secrets on PostgreSQL", function() pending "there is no PostgreSQL (make test DATA=postgresql)" end)
end

local FIRST = "cd_" .. ("ab"):rep(20)

describe("nodes with key files of their own", function()
  local server, home, north, south

  local function node(name)
    local config = { data = server.address, folder = home .. "/" .. name, name = name, workers = 0,
      account = { key = FIRST } }
    return service.start { config = config }
  end

  setup(function()
    server, home = postgresql.start(), folder.new()
    north, south = node "north", node "south"
  end)

  teardown(function()
    if north then north:stop() end
    if south then south:stop() end
    if server then server:stop() end
    folder.remove(home)
  end)

  local function add(one, name)
    local body = { kind = "webhook", name = name, settings = { url = "https://shop.example/" .. name } }
    return http.request(one, "POST", "/api/integrations", { key = FIRST, body = body })
  end

  local function rotate(one)
    return http.request(one, "POST", "/api/secrets/rotate", { key = FIRST })
  end

  local function copy_key()
    local path = home .. "/south/secret.key"
    assert.is_true(os.execute(("install -m 600 %s/north/secret.key %s"):format(home, path)))
  end

  it("seal nothing that the others cannot open", function()
    assert.equal(201, add(north, "one").status)
    local refused = add(south, "two")
    assert.equal(503, refused.status, refused.body)
    assert.truthy(south:log():find("copy the key file of a node that can use them", 1, true))
    assert.is_nil(folder.read(home .. "/south/secret.key"))
    copy_key()
    assert.equal(201, add(south, "two").status)
  end)

  it("change the key alone", function()
    local refused = rotate(south)
    assert.equal(409, refused.status, refused.body)
    assert.truthy(refused.body:find("north", 1, true))
    south:stop()
    local changed = rotate(north)
    assert.same({ 200, 2 }, { changed.status, changed.json.sealed })
    south = node "south"
    assert.truthy(south:log():find("copy the key file of a node that can use them", 1, true))
    assert.equal(503, add(south, "three").status)
    copy_key()
    assert.equal(201, add(south, "three").status)
  end)

  it("do not bring a deleted key of the configuration back", function()
    local fresh = http.request(north, "POST", "/api/keys", { key = FIRST, body = {} }).json
    for _, key in ipairs(http.request(north, "GET", "/api/keys", { key = FIRST }).json.data) do
      if key.keyId ~= fresh.keyId then
        assert.equal(204, http.request(north, "DELETE", "/api/keys/" .. key.keyId, { key = fresh.key }).status)
      end
    end
    south:stop()
    south = node "empty"
    assert.equal(401, http.request(south, "GET", "/api/account", { key = FIRST }).status)
    assert.equal(200, http.request(south, "GET", "/api/account", { key = fresh.key }).status)
    assert.truthy(south:log():find("configured key of account local was deleted", 1, true))
  end)
end)
