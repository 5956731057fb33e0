--- `copydesk doctor` with set-ups that are good and set-ups that are broken: what it finds, what it says to do, and
-- what it keeps to itself.
local cjson = require("cjson").new()
local database = require "spec.support.database"
local disk = require "spec.support.disk"
local fake_model = require "spec.support.fake_model"
local fake_search = require "spec.support.fake_search"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function dump(value)
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local parts = {}
  for key, item in pairs(value) do parts[#parts + 1] = ("[%s] = %s"):format(dump(key), dump(item)) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

describe("the doctor", function()
  local home, model, engine

  setup(function()
    model = fake_model.start()
    engine = fake_search.start { documents = {} }
  end)

  teardown(function()
    model:stop()
    engine:stop()
  end)

  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  -- Runs `copydesk doctor WORDS`: exit code, standard output, standard error.
  local function run(words, environment)
    local variables = ""
    for name, value in pairs(environment or {}) do variables = variables .. ("%s=%s "):format(name, quote(value)) end
    os.execute(("env -u COPYDESK_DATA -u COPYDESK_CONFIG %s copydesk doctor %s >%s/out 2>%s/err; echo $? >%s/code")
      :format(variables, words, home, home, home))
    local err = folder.read(home .. "/err")
    assert.is_nil(err:find("traceback", 1, true), err)
    return tonumber(folder.read(home .. "/code")), folder.read(home .. "/out"), err
  end

  -- What it finds with that configuration: by the name of the check, and the exit code.
  local function examine(config, environment)
    config.data = config.data or home .. "/data"
    config.listen = config.listen or "127.0.0.1:" .. free_port()
    folder.write(home .. "/copydesk.conf.lua", "return " .. dump(config) .. "\n")
    local code, out, err = run("--json --config " .. home .. "/copydesk.conf.lua", environment)
    assert.equal("", err)
    local answer = cjson.decode(out)
    assert.equal(code == 0, answer.ok)
    local findings, has_fault = {}, false
    for _, finding in ipairs(answer.checks) do
      assert.is_nil(findings[finding.check], finding.check .. " twice")
      if finding.level ~= "ok" then assert.is_string(finding.advice, finding.check) end
      has_fault = has_fault or finding.level == "fault"
      findings[finding.check] = finding
    end
    assert.equal(has_fault, code == 1)
    return findings, code, out
  end

  local function assert_finding(findings, check, level, part)
    local finding = findings[check]
    assert.is_table(finding, "nothing was said of " .. check)
    assert.equal(level, finding.level, check .. ": " .. finding.found)
    assert.is_truthy(finding.found:find(part, 1, true), finding.found)
    return finding
  end

  local function entry(more)
    local made = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key }
    for name, value in pairs(more or {}) do made[name] = value end
    return made
  end

  it("finds nothing wrong where nothing is", function()
    local findings, code = examine {
      library = io.popen("pwd"):read "l" .. "/examples/library",
      models = { ["alpha-*"] = entry(), ["*"] = { api = "builtin" } },
      search = { web = engine:entry "searxng", news = engine:entry "rss", scholarly = { api = "crossref" } },
    }
    assert.equal(0, code)
    assert_finding(findings, "configuration", "ok", "every entry")
    assert_finding(findings, "data folder", "ok", "is made at the first start")
    assert_finding(findings, "database", "ok", "none yet")
    assert_finding(findings, "address", "ok", "is free")
    assert_finding(findings, 'models["alpha-*"]', "ok", "answers")
    assert_finding(findings, 'models["*"]', "ok", "needs no server")
    assert_finding(findings, "search.web", "ok", "answers")
    assert_finding(findings, "search.news.feeds", "ok", "answers")
    assert_finding(findings, "search.scholarly", "ok", "not tried")
    assert_finding(findings, "library", "ok", "documents")
    assert_finding(findings, "libraries", "ok", "SQLite")
    assert_finding(findings, "open files", findings["open files"].level, "at most")
    assert_finding(findings, "lua", "ok", jit and "Lua" or "Lua 5")
    assert.is_nil(folder.read(home .. "/data/lock"), "it made the data folder")
    assert.equal(0, #model:log()) -- no question
  end)

  it("looks at a service that runs, and takes nothing from it", function()
    local server = service.start()
    local findings, code = examine { data = server.data, listen = "127.0.0.1:" .. server.port }
    assert.equal(0, code)
    assert_finding(findings, "data folder", "ok", "can be written")
    assert_finding(findings, "service", "ok", server.url)
    assert.is_nil(findings.address) -- the service itself listens there
    assert_finding(findings, "database", "ok",
      database.is_server() and "it answers, schema version" or "sound, schema version")
    assert_finding(findings, "key", "ok", "owner alone")
    assert_finding(findings, "library", "warning", "nothing to write from")
    assert.equal(200, http.request(server, "GET", "/readyz").status)
    server:stop()
  end)

  it("tells what is wrong with the configuration", function()
    for text, part in pairs {
      ["return { workes = 3 }"] = "no entry named workes",
      ["return { workers = 'many' }"] = "workers",
      ["return {"] = "cannot be read",
      ["error 'boom'"] = "boom",
      ["return 7"] = "must return a table",
    } do
      folder.write(home .. "/copydesk.conf.lua", text)
      local code, out = run("--config " .. home .. "/copydesk.conf.lua")
      assert.equal(1, code, text)
      assert.is_truthy(out:find("^fault\tconfiguration\t"), out)
      assert.is_truthy(out:find(part, 1, true), out)
      assert.is_truthy(out:find("\tlibraries\t", 1, true), out) -- what needs no configuration is looked at
    end
    local code, out = run("--config " .. home .. "/none.lua")
    assert.equal(1, code)
    assert.is_truthy(out:find("none.lua", 1, true), out)
  end)

  it("names what does not answer, without its secrets", function()
    local closed = "http://127.0.0.1:" .. free_port()
    local findings, code, out = examine {
      models = {
        gone = entry { base_url = closed .. "/v1", api_key = "hidden-1" },
        denied = entry { api_key = "hidden-2" },
        ["*"] = entry { model = "another-model" },
      },
      search = { web = { api = "brave", base_url = closed, api_key = "hidden-3" },
        news = { api = "rss", feeds = { closed .. "/feed?token=hidden-4", engine.url .. "/rss/rss.xml" } } },
      images = { ["*"] = { api = "automatic1111", base_url = closed } },
      places = { api = "overpass", nominatim = engine.url, overpass = engine.url, email = "me@herbs.example" },
      library = home .. "/no-library",
    }
    assert.equal(1, code)
    assert_finding(findings, "models[\"gone\"]", "fault", closed)
    assert_finding(findings, "models[\"denied\"]", "fault", "key")
    assert_finding(findings, "models[\"*\"]", "warning", "lists no model named another-model")
    assert_finding(findings, "search.web", "fault", closed)
    assert_finding(findings, "search.news.feeds[1]", "fault", closed)
    assert_finding(findings, "search.news.feeds[2]", "ok", engine.url)
    assert_finding(findings, "places.overpass", "ok", engine.url)
    assert_finding(findings, "places.nominatim", "ok", engine.url)
    assert_finding(findings, "images[\"*\"]", "fault", closed)
    assert_finding(findings, "library", "fault", "no-library")
    assert.is_nil(out:find("hidden", 1, true), out)
    assert.equal(0, #model:log())
  end)

  it("finds an address that is taken", function()
    local listener = assert(socket.bind("127.0.0.1", 0))
    local _, port = listener:getsockname()
    local findings = examine { listen = "127.0.0.1:" .. port }
    local finding = assert_finding(findings, "address", "fault", tostring(port))
    assert.is_truthy(finding.advice:find("listen", 1, true))
    listener:close()
    assert_finding(examine { listen = "203.0.113.7:8080" }, "address", "fault", "203.0.113.7")
  end)

  -- The data folder of a service that has ended.
  local function old_data()
    local server = service.start { config = { data = home .. "/data" } }
    server:stop()
    return home .. "/data"
  end

  it("finds a data folder that others can read, and keys that are damaged", function()
    local data = old_data()
    os.execute(("chmod 755 %s; chmod 644 %s/key"):format(data, data))
    folder.write(data .. "/secret.key", "not a key")
    os.execute("chmod 600 " .. data .. "/secret.key")
    local findings, code, out = examine { data = data }
    assert.equal(1, code)
    assert_finding(findings, "data folder", "warning", "0755")
    assert_finding(findings, "key", "warning", "0644")
    assert_finding(findings, "secret key", "fault", "secret.key")
    assert.is_nil(out:find("not a key", 1, true))
    assert.is_nil(out:find((folder.read(data .. "/key"):gsub("%s", "")), 1, true))
  end)

  it("finds a data folder that cannot be written", function()
    local data, control = old_data(), disk.new()
    control:fail(1, disk.FULL, true)
    assert_finding(examine({ data = data }, control:environment(data .. "/doctor")), "data folder", "fault",
      "No space left")
    control:remove()
    assert_finding(examine { data = home .. "/copydesk.conf.lua" }, "data folder", "fault", "is no folder")
    assert_finding(examine { data = home .. "/copydesk.conf.lua/below" }, "data folder", "fault", "is no folder")
    os.execute("mkdir " .. data .. "/restoring")
    local finding = assert_finding(examine { data = data }, "data folder", "fault", "broken off")
    assert.is_truthy(finding.advice:find("restore", 1, true))
  end)

  it("finds a database that is damaged, newer, or of the future", function()
    local data = old_data()
    database.query(data, "UPDATE schema_version SET migrated_at = 99999999999999")
    assert_finding(examine { data = data }, "database", "warning", "the clock went back")
    database.query(data, "INSERT INTO schema_version (version, migrated_at, beside) VALUES (999, 0, 999)")
    assert_finding(examine { data = data }, "database", "fault", "999")
    if database.is_server() then return end -- the rest is about its file
    local path = data .. "/copydesk.db"
    local text = folder.read(path)
    folder.write(path, text:sub(1, 8192) .. ("x"):rep(4096) .. text:sub(12289))
    local finding = assert_finding(examine { data = data }, "database", "fault", "damaged")
    assert.is_truthy(finding.advice:find("backup", 1, true))
    folder.write(path, "this is no database")
    assert_finding(examine { data = data }, "database", "fault", "copydesk.db")
  end)

  it("finds a limit of open files that is too low", function()
    local config = home .. "/copydesk.conf.lua"
    local function run_with(limit, connections)
      folder.write(config, ("return { data = %q, listen = '127.0.0.1:0', limits = { connections = %s } }"):format(
        home .. "/data", connections))
      local pipe = assert(io.popen(("ulimit -n %d; copydesk doctor --config %s"):format(limit, config)))
      local text = pipe:read "*a"
      pipe:close()
      return assert(text:match "(%w+\topen files[^\n]+)")
    end
    assert.equal("warning", run_with(300, "nil"):match "%w+")
    local told = run_with(300, 1000)
    assert.is_truthy(told:find("^warning.*300, which is too few for limits.connections = 1000"), told)
    assert.equal("ok", run_with(1500, "nil"):match "%w+")
    assert.equal("ok", run_with(1500, 1000):match "%w+")
  end)

  it("tells of integrations that fail", function()
    local server = service.start { config = { data = home .. "/data" } }
    local made = http.request(server, "POST", "/api/integrations",
      { body = { kind = "webhook", name = "hook", settings = { url = "https://herbs.example/hook" } } })
    assert.equal(201, made.status, made.body)
    server:stop()
    assert_finding(examine { data = home .. "/data" }, "integrations", "ok", "not tried")
    database.query(home .. "/data", "UPDATE integration SET failing_since = 1")
    assert_finding(examine { data = home .. "/data" }, "integrations", "warning", "1 fail at present")
  end)
end)
