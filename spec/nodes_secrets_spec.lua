--- Nodes on one PostgreSQL with folders of their own: none seals with a key that the others do not have, the key is
-- changed by a node that is alone, and a deleted key of the configuration does not come back by another folder.
local database = require "spec.support.database"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local two_nodes = require "spec.support.two_nodes"

if not database.is_server() then
  return it("secrets on PostgreSQL", function() pending "there is no PostgreSQL (make test DATA=postgresql)" end)
end

local FIRST = "cd_" .. ("ab"):rep(20)

describe("nodes with key files of their own", function()
  local pair, north, south

  setup(function()
    pair = two_nodes.start { workers = 0, account = { key = FIRST } }
    north, south = pair.north, pair.south
  end)

  teardown(function()
    if pair then pair:stop() end
  end)

  local function add(one, name)
    local body = { kind = "webhook", name = name, settings = { url = "https://shop.example/" .. name } }
    return http.request(one, "POST", "/api/integrations", { key = FIRST, body = body })
  end

  local function rotate(one)
    return http.request(one, "POST", "/api/secrets/rotate", { key = FIRST })
  end

  local function copy_key()
    local path = pair.home .. "/south/secret.key"
    assert.is_true(os.execute(("install -m 600 %s/north/secret.key %s"):format(pair.home, path)))
  end

  it("seal nothing that the others cannot open", function()
    assert.equal(201, add(north, "one").status)
    local refused = add(south, "two")
    assert.equal(503, refused.status, refused.body)
    assert.truthy(south:log():find("copy the key file of a node that can use them", 1, true))
    assert.is_nil(folder.read(pair.home .. "/south/secret.key"))
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
    pair.south = pair:node "south"
    south = pair.south
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
    pair.south = pair:node "empty"
    south = pair.south
    assert.equal(401, http.request(south, "GET", "/api/account", { key = FIRST }).status)
    assert.equal(200, http.request(south, "GET", "/api/account", { key = fresh.key }).status)
    assert.truthy(south:log():find("configured key of account local was deleted", 1, true))
  end)
end)
