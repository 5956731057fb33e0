--- A service on a PostgreSQL that goes away, and comes back: what callers are told meanwhile, and that nothing that was
-- accepted is lost. What `make test DATA=postgresql` starts ends with it.
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local relay = require "spec.support.relay"
local service = require "spec.support.service"

if not database.is_server() then
  return it("a service on PostgreSQL", function() pending "there is no PostgreSQL (make test DATA=postgresql)" end)
end

describe("a service whose database goes away", function()
  local server, desk, home

  setup(function()
    server, home = postgresql.start { fsync = "on" }, folder.new()
    desk = service.start { config = { data = server.address, folder = home .. "/node", workers = 1,
      library = "examples/library" } }
  end)

  teardown(function()
    if desk then desk:stop() end
    if server then server:stop() end
    folder.remove(home)
  end)

  local function create(keyword)
    return http.request(desk, "POST", "/api/articles/v2/", { body = { targetKeyword = keyword } })
  end

  local function assert_told(answer)
    assert.equal(503, answer.status, answer.body)
    assert.equal("application/problem+json", answer.headers["content-type"])
    assert.is_true(tonumber(answer.headers["retry-after"]) > 0)
    assert.is_nil(answer.body:find(server.address, 1, true), answer.body)
  end

  it("says so, and goes on by itself when it is back", function()
    local kept = create("indoor herb garden").json.articleId
    assert.equal("finished", http.wait(desk, kept).status)
    server:crash()
    assert_told(create "basil")
    assert_told(http.request(desk, "GET", "/readyz"))
    assert_told(http.request(desk, "GET", "/api/brands"))
    assert.equal(200, http.request(desk, "GET", "/healthz").status)
    server:restart()
    assert(eventually(function() return http.request(desk, "GET", "/readyz").status == 200 end))
    assert.equal("finished", http.request(desk, "GET", "/api/articles/" .. kept).json.status)
    local later = create "basil"
    assert.equal(200, later.status, later.body)
    assert.equal("finished", http.wait(desk, later.json.articleId).status)
  end)

  it("cannot be started while there is none, and says why", function()
    server:crash()
    finally(function() server:restart() end)
    local config = home .. "/config.lua"
    folder.write(config, ("return { data = %q, folder = %q, listen = '127.0.0.1:0' }"):format(server.address,
      home .. "/other"))
    local pipe = assert(io.popen(("copydesk serve --config %s 2>&1; echo $?"):format(config)))
    local text = pipe:read "*a"
    pipe:close()
    assert.truthy(text:find("the database cannot be reached", 1, true), text)
    assert.equal("1", text:match "(%d+)\n$")
  end)
end)

-- Nothing is lost on such a line, and nothing comes: a firewall that has forgotten it, a database's machine that stands
-- still. Callers do not wait as long as a statement might take.
describe("a service whose line to the database stands still", function()
  local PATIENCE = 25 -- seconds, less than the 30 that a statement may take

  local server, line, desk, home

  setup(function()
    server, line, home = postgresql.start {}, relay.start(), folder.new()
    line:set { target = tonumber(server.tcp_address:match ":(%d+)/") }
    desk = service.start { config = { folder = home .. "/node", workers = 1,
      data = (server.tcp_address:gsub("127%.0%.0%.1:%d+", line.address)) } }
  end)

  teardown(function()
    if desk then desk:stop() end
    line:stop()
    server:stop()
    folder.remove(home)
  end)

  local function ask(path)
    local connection = http.connect(desk, PATIENCE)
    connection:send("GET", path)
    local answer = connection:receive()
    connection:close()
    return answer
  end

  it("says in time that it is not ready, and why it is not", function()
    assert.equal(200, ask("/readyz").status)
    line:freeze()
    finally(function() line:thaw() end)
    for _ = 1, 3 do
      local answer = assert(ask "/readyz", "nothing was said")
      assert.equal(503, answer.status, answer.body)
      assert.equal("storage_unavailable", answer.json.error.code)
      assert.truthy(answer.body:find("does not answer", 1, true), answer.body)
    end
    assert.equal(200, assert(ask "/healthz").status)
    -- A list is read on a connection that stands still, the next one on none.
    for _ = 1, 2 do assert.equal(503, http.request(desk, "GET", "/api/brands").status) end
    assert.truthy(desk:log():find("the database cannot be reached: it does not answer", 1, true), desk:log())
    assert.is_nil(desk:log():find("failed: \"", 1, true), desk:log())
    line:thaw()
    assert(eventually(function()
      local answer = ask "/readyz"
      return answer and answer.status == 200
    end))
    assert.equal(200, http.request(desk, "GET", "/api/brands").status)
  end)
end)

describe("a server of the tests", function()
  local function run(command)
    local pipe = assert(io.popen(command))
    local text = pipe:read "*a"
    pipe:close()
    return text
  end

  -- What tells where it is, and whether one is left.
  local function is_there(address)
    local place = address:match "host=([^&]+)"
    return os.execute(("test -e %s"):format(place)) == true
  end

  it("ends with its command, whose exit status it has", function()
    local text = run [[sh spec/support/postgresql.sh run sh -c 'echo "$COPYDESK_TEST_DATABASE"; exit 7' 2>&1; echo $?]]
    local address, status = text:match "^(%S+)\n(%d+)\n$"
    assert.equal("7", status, text)
    assert.is_false(is_there(address))
  end)

  it("ends when whoever started it is killed", function()
    local text = run [[
      sh spec/support/postgresql.sh run sh -c 'echo "$COPYDESK_TEST_DATABASE"; kill -9 $PPID' 2>/dev/null]]
    local address = assert(text:match "^(%S+)\n", text)
    assert(eventually(function() return not is_there(address) end), address)
  end)
end)
