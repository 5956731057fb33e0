--- How a node reaches PostgreSQL: by TLS, whose certificates are checked as the address says, and with a password from
-- every place that libpq takes one from, which is shown nowhere. What is refused is said at the start.
local certificates = require "spec.support.certificates"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"

local SECRET = "a_password_that_nobody_sees"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

describe("a node on PostgreSQL", function()
  local server, made, home, port

  setup(function()
    if not postgresql.is_installed() then return end
    made = certificates.new()
    for _, name in ipairs { "ca", "other" } do made:authority(name) end
    server = postgresql.start_tls(made)
    port = server.tcp_address:match ":(%d+)/"
  end)

  teardown(function()
    if server then server:stop() end
    if made then made:remove() end
  end)

  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  local function sql(text, database)
    return postgresql.query((server.address:gsub("/postgres%?", "/" .. (database or "postgres") .. "?")), text)
  end

  local function check(name, body)
    it(name, function()
      if not server then return pending "postgresql is not installed" end
      sql(("CREATE ROLE desk LOGIN PASSWORD '%s'"):format(SECRET))
      sql "CREATE DATABASE desk OWNER desk"
      finally(function()
        sql "DROP DATABASE desk WITH (FORCE)"
        sql "DROP ROLE desk"
      end)
      body()
    end)
  end

  -- The database at the port of this machine.
  local function address(options)
    return ("postgresql://desk@localhost:%s/desk?hostaddr=127.0.0.1&%s"):format(port, options)
  end

  local function private(name, text)
    local path = home .. "/" .. name
    folder.write(path, text)
    os.execute("chmod 600 " .. path)
    return path
  end

  local function start(place, environment)
    environment = environment or {}
    environment.HOME = environment.HOME or home .. "/nowhere"
    return service.start { config = { data = place, folder = home .. "/node", workers = 0, log = "debug" },
      environment = environment }
  end

  local function examine(node, environment)
    local variables = "HOME=" .. home .. "/nowhere "
    for name, value in pairs(environment or {}) do variables = variables .. ("%s=%s "):format(name, quote(value)) end
    return run(("-u COPYDESK_DATA LUA_INIT= %scopydesk doctor --config %s 2>&1"):format(variables, node.config_file))
  end

  -- What is said of a start that is refused.
  local function refusal(place, environment)
    local done, said = pcall(start, place, environment)
    if done then said:stop() end
    assert.is_false(done, "it was started")
    assert.is_nil(said:find("traceback", 1, true), said)
    assert.is_nil(said:find(SECRET, 1, true), said)
    return said
  end

  local function assert_says(said, ...)
    for _, part in ipairs { ... } do assert.is_truthy(said:find(part, 1, true), said) end
  end

  -- Of the connections of the desk, how many are there, and how many are by TLS?
  local function connections()
    return sql("SELECT count(*) > 0, bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) "
      .. "WHERE usename = 'desk' AND backend_type = 'client backend'")
  end

  check("speaks TLS with a server whose certificate and name it checks", function()
    local checked = "sslmode=verify-full&sslrootcert=" .. made:path "ca.pem"
    for _, options in ipairs { checked, "sslmode=require" } do
      local node = start(address(options), { PGPASSWORD = SECRET })
      assert.equal(200, http.request(node, "GET", "/readyz").status)
      assert.equal("t|t", connections())
      node:stop()
    end
  end)

  check("refuses a server with another authority's certificate, or of another name", function()
    local with = { PGPASSWORD = SECRET }
    local full = "sslmode=verify-full&sslrootcert="
    local said = refusal(address(full .. made:path "other.pem"), with)
    assert_says(said, "no TLS with the database as its address wants it", "certificate verify failed", "sslrootcert=")
    said = refusal(address(full .. made:path "ca.pem"):gsub("@localhost", "@127.0.0.1"), with)
    assert_says(said, "no TLS with the database as its address wants it", "does not match host name")
    said = refusal(address(full .. made:path "nothing.pem"), with)
    assert_says(said, 'root certificate file "' .. made:path "nothing.pem" .. '" does not exist', "sslrootcert=")
  end)

  check("refuses a server without TLS where that is required", function()
    sql "ALTER SYSTEM SET ssl = off"
    server:crash()
    server:restart()
    finally(function()
      sql "ALTER SYSTEM RESET ssl"
      server:crash()
      server:restart()
      sql "DROP DATABASE desk WITH (FORCE)"
      sql "DROP ROLE desk"
    end)
    assert_says(refusal(address "sslmode=require", { PGPASSWORD = SECRET }), "server does not support SSL", "sslmode=")
    local node = start(address "sslmode=prefer", { PGPASSWORD = SECRET })
    assert.equal("t|f", connections())
    node:stop()
  end)

  -- The process's memory and environment are its user's; what others see of it is its title.
  local function assert_hidden(node, environment)
    assert.equal(200, http.request(node, "GET", "/readyz").status)
    local listed = http.request(node, "GET", "/api/nodes")
    assert.equal(200, listed.status)
    local pid = tostring(node.pid)
    local said = { log = node:log(), nodes = listed.body, page = http.request(node, "GET", "/nodes").body or "",
      metrics = http.request(node, "GET", "/metrics").body, title = folder.read("/proc/" .. pid .. "/cmdline"),
      name = folder.read("/proc/" .. pid .. "/comm"), doctor = examine(node, environment) }
    for what, text in pairs(said) do assert.is_nil(text:find(SECRET, 1, true), what .. ": " .. text) end
    assert_says(said.doctor, "database server")
  end

  local line = "*:*:desk:desk:" .. SECRET
  local WAYS = {
    ["in a file that the address names"] = function()
      return address("passfile=" .. private("passwords", line))
    end,
    ["in the environment"] = function()
      return address "", { PGPASSWORD = SECRET }
    end,
    ["in .pgpass of its user"] = function()
      private(".pgpass", line)
      return address "", { HOME = home }
    end,
    ["in the address"] = function()
      return (address "":gsub("desk@", "desk:" .. SECRET .. "@"))
    end,
    ["in an option of the address"] = function()
      return address("password=" .. SECRET)
    end,
    ["of a service that a file describes"] = function()
      local file = private("services", ("[desk]\nhost=localhost\nhostaddr=127.0.0.1\nport=%s\ndbname=desk\nuser=desk\n"
        .. "password=%s\n"):format(port, SECRET))
      return "postgresql:///?service=desk", { PGSERVICEFILE = file }
    end,
  }
  local function run_with(way)
    local place, environment = way()
    local node = start(place, environment)
    finally(function()
      node:stop()
      sql "DROP DATABASE desk WITH (FORCE)"
      sql "DROP ROLE desk"
    end)
    return node, environment
  end

  for name, way in pairs(WAYS) do
    check("takes a password " .. name .. ", and shows it nowhere", function()
      assert.equal("SCRAM-SHA-256", sql "SELECT split_part(rolpassword, '$', 1) FROM pg_authid WHERE rolname = 'desk'")
      local node, environment = run_with(way)
      assert_hidden(node, environment)
      assert.equal("t|t", connections())
    end)
  end

  check("does not show its password when that is refused", function()
    local node, environment = run_with(WAYS["in the address"])
    sql "ALTER ROLE desk PASSWORD 'another'"
    sql "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'desk'"
    local answer = http.request(node, "GET", "/readyz")
    assert.equal(503, answer.status)
    local examined = examine(node, environment)
    assert_says(examined, "user or password are wrong")
    assert.is_nil((answer.body .. node:log() .. examined):find(SECRET, 1, true))
  end)

  check("says which file it has no password from", function()
    local said = refusal(address "")
    assert_says(said, "it asks for a password, and there is none", "PGPASSWORD", "passfile=")
    local open = private("open", line)
    os.execute("chmod 644 " .. open)
    assert_says(refusal(address("passfile=" .. open)), "a file that only its owner may read")
  end)

  check("says what is wrong with a login that is refused", function()
    local given = { PGPASSWORD = "wrong" }
    assert_says(refusal(address "", given), "user or password are wrong", 'for user "desk"')
    given.PGPASSWORD = SECRET
    assert_says(refusal(address "":gsub("/desk%?", "/nowhere?"), given), "there is no such database", '"nowhere"')
    sql "ALTER ROLE desk NOLOGIN"
    assert_says(refusal(address "", given), "the user may not log in")
    sql "ALTER ROLE desk LOGIN"
    sql "REVOKE CONNECT ON DATABASE desk FROM PUBLIC, desk"
    assert_says(refusal(address "", given), "the user may not connect to that database")
    assert_says(refusal("postgresql:///?service=desk", { PGSERVICEFILE = private("services", "[other]\n") }),
      'definition of service "desk" not found')
  end)
end)
