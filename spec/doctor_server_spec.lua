--- `copydesk doctor`, `backup` and `restore` where the data is in a PostgreSQL database: what the doctor finds of the
-- server, and what is said instead of a backup. No password is shown.
local certificates = require "spec.support.certificates"
local cjson = require("cjson").new()
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"

local SECRET = "a_password_that_nobody_sees"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

describe("the doctor of a PostgreSQL database", function()
  local home, server, address, made

  setup(function()
    if not postgresql.is_installed() then return end
    made = certificates.new()
    made:authority "ca"
    server = postgresql.start_tls(made)
  end)

  teardown(function()
    if not server then return end
    server:stop()
    made:remove()
  end)

  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  local function sql(text)
    postgresql.query(server.address, text)
  end

  local function check(name, body)
    it(name, function()
      if not server then return pending "postgresql is not installed" end
      sql "CREATE DATABASE desk"
      finally(function() sql "DROP DATABASE desk WITH (FORCE)" end)
      -- The password is not asked for at the socket, and must not be shown all the same.
      address = server.address:gsub("/postgres%?", "/desk?") .. "&password=" .. SECRET
      body()
    end)
  end

  -- Runs `copydesk WORDS` with a configuration for the database: exit code, standard output, standard error.
  local function run(words)
    local config = home .. "/copydesk.conf.lua"
    folder.write(config, ("return { listen = '127.0.0.1:0', data = %q, folder = %q }"):format(address, home .. "/node"))
    os.execute(("env -u COPYDESK_DATA LUA_INIT= copydesk %s --config %s >%s/out 2>%s/err; echo $? >%s/code"):format(
      words, config, home, home, home))
    local out, err = folder.read(home .. "/out"), folder.read(home .. "/err")
    assert.is_nil(err:find("traceback", 1, true), err)
    assert.is_nil((out .. err):find(SECRET, 1, true), out .. err)
    return tonumber(folder.read(home .. "/code")), out, err
  end

  local function examine()
    local _, out, err = run "doctor --json"
    assert.equal("", err)
    local findings = {}
    for _, finding in ipairs(cjson.decode(out).checks) do findings[finding.check] = finding end
    return findings
  end

  local function assert_finding(findings, name, level, part)
    local finding = findings[name]
    assert.is_table(finding, "nothing was said of " .. name)
    assert.equal(level, finding.level, name .. ": " .. finding.found)
    assert.is_truthy(finding.found:find(part, 1, true), finding.found)
    assert.equal(level ~= "ok", finding.advice ~= nil, name)
  end

  check("tells of the server, and that a test's keeps nothing in a power cut", function()
    local findings = examine()
    assert_finding(findings, "database server", "ok", "/desk?host=")
    assert_finding(findings, "database link", "ok", "on this machine")
    assert_finding(findings, "database connections", "ok", "a node takes up to 10")
    assert_finding(findings, "database durability", "warning", "fsync = off full_page_writes = off")
    assert.is_nil(findings["database pooler"])
  end)

  check("finds settings of the database and the user that are in the way", function()
    sql "ALTER DATABASE desk SET synchronous_commit = off"
    sql "ALTER DATABASE desk CONNECTION LIMIT 5"
    local findings = examine()
    assert.is_nil(findings["database durability"].found:find("synchronous_commit", 1, true)) -- it is not gone by
    -- The server may still be ending one that the doctor has closed.
    assert_finding(findings, "database connections", "warning", "of 5, ")
    assert.truthy(findings["database connections"].found:find "^of 5, [12] are in use;")
    sql "ALTER DATABASE desk SET default_transaction_read_only = on"
    assert_finding(examine(), "database server", "fault", "can only be read")
  end)

  -- The address of this machine in a form that looks like another's.
  check("warns of a link to another machine on which others can read, or take the server's place", function()
    local tcp = folder.read(server.said):match("COPYDESK_TEST_DATABASE_TCP (%S+)"):gsub("@127%.0%.0%.1:", "@localhost:")
      :gsub("/postgres$", "/desk")
    local far = tcp .. "?hostaddr=::ffff:127.0.0.1&sslmode="
    address = far .. "disable"
    assert_finding(examine(), "database link", "warning", "without TLS")
    address = far .. "require"
    assert_finding(examine(), "database link", "warning", "is not checked")
    address = far .. "verify-full&sslrootcert=" .. made:path "ca.pem"
    assert_finding(examine(), "database link", "ok", "certificate is checked")
    address = tcp .. "?hostaddr=127.0.0.1&sslmode=disable"
    assert_finding(examine(), "database link", "ok", "on this machine")
  end)

  check("finds a folder whose data was moved there", function()
    local old = service.start { environment = { LUA_INIT = "" } }
    finally(function()
      old:stop()
      sql "DROP DATABASE desk WITH (FORCE)"
    end)
    assert.equal(200, http.request(old, "GET", "/readyz").status)
    old:halt()
    os.execute(("env LUA_INIT= copydesk move --from %s --to %s >/dev/null 2>&1"):format(old.data, quote(address)))
    os.execute(("env -u COPYDESK_DATA LUA_INIT= copydesk doctor --listen 127.0.0.1:0 --json --data %s >%s/out 2>&1")
      :format(old.data, home))
    local findings = {}
    for _, one in ipairs(cjson.decode(folder.read(home .. "/out")).checks) do findings[one.check] = one end
    assert_finding(findings, "data folder", "fault", "was moved to postgresql://")
  end)

  check("is saved by other means than a backup", function()
    os.execute("mkdir -m 700 " .. home .. "/node")
    folder.write(home .. "/node/key.news", "a key")
    for _, words in ipairs { "backup %s/saved", "restore %s/saved" } do
      local code, out, err = run(words:format(home))
      assert.equal(1, code)
      assert.equal("", out)
      assert.is_truthy(err:find("pg_dump", 1, true), err)
      assert.is_truthy(err:find(home .. "/node: key.news", 1, true), err)
    end
    assert.is_nil(folder.read(home .. "/saved/manifest.json"))
  end)
end)
