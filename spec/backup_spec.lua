--- Backups that are made while a service is under load, the service killed after them, and the backup restored: nothing
-- that was accepted is lost. What is refused, by name; a disk that is full.
local cjson = require("cjson").new()
local database = require "spec.support.database"
local disk = require "spec.support.disk"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"

local CONNECTIONS = 6
local SECRET = "a password that nobody has to see"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local home

-- Runs `copydesk WORDS`: exit code, standard output, standard error.
local function copydesk(words, environment)
  local variables = ""
  for name, value in pairs(environment or {}) do variables = variables .. ("%s=%s "):format(name, quote(value)) end
  os.execute(("env -u COPYDESK_DATA %s copydesk %s >%s/out 2>%s/err; echo $? >%s/code"):format(variables, words, home,
    home, home))
  local err = folder.read(home .. "/err")
  assert.is_nil(err:find("traceback", 1, true), err)
  return tonumber(folder.read(home .. "/code")), folder.read(home .. "/out"), err
end

local function query(path, sql)
  local pipe = assert(io.popen(("env -u LD_PRELOAD sqlite3 %s/copydesk.db %q"):format(quote(path), sql)))
  local text = pipe:read "*a"
  assert(pipe:close())
  return (text:gsub("%s+$", ""))
end

-- The names in a folder, in order.
local function names_in(path)
  local pipe = assert(io.popen("env -u LD_PRELOAD ls -A " .. quote(path) .. " 2>/dev/null"))
  local text = pipe:read "*a"
  pipe:close()
  return (text:gsub("%s+$", ""):gsub("\n", " "))
end

-- Each name with the sum of its content.
local function content_of(path)
  local pipe = assert(io.popen(("cd %s && env -u LD_PRELOAD find . -type f ! -name lock -exec cksum {} + | sort -k3")
    :format(quote(path))))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

if database.is_server() then
  return it("a backup", function() pending(database.ON_SQLITE .. "PostgreSQL has its own tools for it") end)
end

describe("a backup of a service under load", function()
  local library, server, domain

  before_each(function()
    home, library = folder.new(), folder.new()
    folder.write(library .. "/herbs.md", herbs)
    server = service.start { config = { library = library, workers = 1 } }
    domain = http.request(server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId
    local connected = http.request(server, "POST", "/api/integrations", { body = { kind = "wordpress", name = "site",
      settings = { url = "https://herbs.example", username = "me", applicationPassword = SECRET } } })
    assert.equal(201, connected.status, connected.body)
  end)

  after_each(function()
    server:stop()
    folder.remove(library)
    folder.remove(home)
  end)

  -- --- load ---

  local function next_request(state)
    state.count = state.count + 1
    local number = state.count
    if number % 3 == 0 then
      local url = "https://herbs.example/" .. number
      return { page = url, path = "/api/domains/" .. domain .. "/pages", body = { pages = { { url = url,
        title = "Mint " .. number, html = "<h1>Mint</h1><p>Number " .. number .. " is fresh.</p>" } } } }
    end
    return { path = "/api/articles/v2/", body = { targetKeyword = "herb garden", title = "Garden " .. number } }
  end

  local function note(state, request, answer)
    assert(answer.status == 200, answer.body)
    if request.page then
      state.pages[#state.pages + 1] = request.page
    else
      state.articles[#state.articles + 1] = answer.json.articleId
    end
    state.answered = state.answered + 1
  end

  -- Keeps all connections busy until `is_done`.
  local function load(state, is_done)
    local open, by_socket, pending = {}, {}, {}
    local function send(conn)
      pending[conn] = next_request(state)
      conn:send("POST", pending[conn].path, { body = pending[conn].body })
    end
    for i = 1, CONNECTIONS do
      local conn = http.connect(server)
      open[i], by_socket[conn.socket] = conn.socket, conn
      send(conn)
    end
    while not is_done() do
      for _, ready in ipairs(socket.select(open, nil, 1)) do
        local conn = by_socket[ready]
        note(state, pending[conn], assert(conn:receive()))
        send(conn)
      end
    end
    if state.kills then server:kill() end
    for _, conn in pairs(by_socket) do
      local answer = conn:receive()
      if answer and answer.json then note(state, pending[conn], answer) end
      conn:close()
    end
  end

  local function new_state()
    return { count = 0, answered = 0, articles = {}, pages = {} }
  end

  local function copy(list)
    return { (table.unpack or unpack)(list) }
  end

  -- Starts the command beside the load; a function that tells whether it has ended.
  local function start_backup(name)
    os.execute(("cd %s && (copydesk backup --data %s %s >made 2>said; echo $? >ended.new; mv ended.new ended) &")
      :format(home, quote(server.data), home .. "/" .. name))
    return function() return folder.read(home .. "/ended") end
  end

  -- --- what is there ---

  local function pages_of(from)
    local found, cursor = {}, nil
    repeat
      local page = http.request(from, "GET", ("/api/domains/%s/pages?limit=100%s"):format(domain,
        cursor and "&cursor=" .. cursor or "")).json
      for _, entry in ipairs(page.data) do found[entry.url] = entry end
      cursor = page.nextCursor ~= cjson.null and page.nextCursor
    until not cursor
    return found
  end

  local function assert_all_there(from, articles, pages)
    local found = pages_of(from)
    for _, url in ipairs(pages) do assert.is_table(found[url], url .. " is lost") end
    local records = {}
    for _, id in ipairs(articles) do
      local record = http.wait(from, id)
      assert.is_table(record, id .. " is lost")
      assert.equal("finished", record.status, record.error)
      records[id] = record
    end
    return records
  end

  it("has all that was accepted before it, and takes nothing from the service", function()
    local state = new_state()
    load(state, function() return state.answered >= 60 end)
    local articles, pages = copy(state.articles), copy(state.pages)

    local has_ended, answered = start_backup "backup", state.answered
    state.kills = true
    load(state, function() return has_ended() and state.answered > answered + 30 end) -- and kill -9
    assert.equal("0", has_ended():match "%d+", folder.read(home .. "/said"))
    assert.equal(home .. "/backup\n", folder.read(home .. "/made"))
    assert.equal("copydesk.db key manifest.json secret.key", names_in(home .. "/backup"))
    assert.is_nil(names_in(home):find(".part", 1, true))
    local at_work = tonumber(query(home .. "/backup",
      "SELECT COUNT(*) FROM article WHERE state IN ('queued', 'processing')"))
    assert.is_true(at_work > 0, "nothing was in work when the backup was made")
    assert.equal("ok", query(home .. "/backup", "PRAGMA integrity_check"))

    server:restart()
    local originals = assert_all_there(server, state.articles, state.pages)

    local target = home .. "/restored/data"
    assert.equal(0, (copydesk(("restore --data %s %s/backup"):format(target, home))))
    local restored = service.start { config = { library = library, data = target } }
    local done, problem = pcall(function()
      assert.equal(server.key, restored.key)
      assert.equal(200, http.request(restored, "GET", "/api/account").status)
      local records = assert_all_there(restored, articles, pages)
      for id, record in pairs(records) do
        assert.equal(originals[id].output.html, record.output.html)
        assert.equal(originals[id].wordsCharged, record.wordsCharged)
      end
      for _, id in ipairs(state.articles) do http.wait(restored, id) end -- those accepted while it was made, too
      local kept = http.request(restored, "GET", "/api/integrations").json.data
      assert.equal("site", kept[1].name)
      assert.is_nil(restored:log():find("secret", 1, true), restored:log())
      local linked = http.request(restored, "POST", "/api/internal-links/", { body = {
        content = "<p>Mint is fresh.</p>", format = "json", domainId = domain } })
      assert.equal(200, linked.status, linked.body)
    end)
    restored:stop()
    assert(done, problem)
    assert.equal("0", query(target, "SELECT COUNT(*) FROM article WHERE state IN ('queued', 'processing')"))
    assert.equal("ok", query(target, "PRAGMA integrity_check"))
    assert.is_nil(folder.read(home .. "/backup/copydesk.db"):find(SECRET, 1, true))
  end)

  it("is one after the other, of the moment in which each was made", function()
    local state = new_state()
    local sizes = {}
    for round = 1, 3 do
      local wanted = state.answered + 20
      load(state, function() return state.answered >= wanted end)
      local code, out, err = copydesk(("backup --json --data %s %s/b%d"):format(quote(server.data), home, round))
      assert.equal(0, code, err)
      local report = cjson.decode(out)
      assert.same({ home .. "/b" .. round, server.data, 3 }, { report.path, report.folder, report.files })
      sizes[round] = tonumber(query(home .. "/b" .. round, "SELECT COUNT(*) FROM article"))
    end
    assert.is_true(sizes[1] < sizes[2] and sizes[2] < sizes[3])
  end)
end)

describe("a backup", function()
  local data, backup

  -- A small one, of a service that has ended.
  setup(function()
    home = folder.new()
    local server = service.start { config = { data = home .. "/data" } }
    server:stop()
    data, backup = home .. "/data", home .. "/backup"
    assert.equal(0, (copydesk(("backup --data %s %s"):format(data, backup))))
  end)

  teardown(function() folder.remove(home) end)

  local function assert_refused(words, part, environment)
    local code, out, err = copydesk(words, environment)
    assert.equal(1, code, err)
    assert.equal("", out)
    assert.is_truthy(err:find(part, 1, true), err)
  end

  local function copy_of_backup(name)
    local path = home .. "/" .. name
    os.execute(("env -u LD_PRELOAD cp -r %s %s"):format(backup, path))
    return path
  end

  it("is told by name what is wrong", function()
    assert_refused(("backup --data %s %s"):format(data, backup), backup .. " is a backup already")
    assert_refused(("backup --data %s/none %s/x"):format(home, home), "no database in " .. home .. "/none")
    assert_refused(("backup --data %s /nowhere/at/all"):format(data), "/nowhere/at/all")
    assert_refused(("backup --data %s %s/key"):format(data, data), "is no folder")
    assert_refused(("restore --data %s/x %s"):format(home, data), "is no backup")
    assert_refused(("restore --data %s/x %s/none"):format(home, home), home .. "/none is no backup")
    assert_refused(("restore --data %s %s"):format(data, backup), "is not empty")
    assert_refused(("restore --data /proc/nothing %s"):format(backup), "/proc/nothing")
    assert.equal("", names_in(home .. "/x"))
  end)

  it("is not restored into the folder of a service that runs", function()
    local server = service.start()
    assert_refused(("restore --force --data %s %s"):format(server.data, backup), "stop it first")
    assert.equal(200, http.request(server, "GET", "/readyz").status)
    server:stop()
  end)

  it("is not restored when it is damaged, foreign or newer", function()
    local function with(name, change)
      local path = copy_of_backup(name)
      change(path)
      return ("restore --data %s/x %s"):format(home, path)
    end
    local function edit_manifest(from, to)
      return function(path)
        local text, count = folder.read(path .. "/manifest.json"):gsub(from, to)
        assert.equal(1, count)
        folder.write(path .. "/manifest.json", text)
      end
    end
    assert_refused(with("damaged", function(path) folder.write(path .. "/key", "another") end), "key is cut short")
    assert_refused(with("incomplete", function(path) os.remove(path .. "/copydesk.db") end), "copydesk.db is missing")
    assert_refused(with("newer", edit_manifest('"schema": %d+', '"schema": 999')), "schema version 999")
    assert_refused(with("newest", edit_manifest('"format": 1', '"format": 8')), "format 8")
    assert_refused(with("lying", edit_manifest('"schema": %d+', '"schema": 1')), "manifest.json")
    assert_refused(with("foreign", function(path)
      query(path, "DROP TABLE schema_version")
      local size = #folder.read(path .. "/copydesk.db")
      local pipe = assert(io.popen("env -u LD_PRELOAD sha256sum " .. path .. "/copydesk.db"))
      local sum = pipe:read "*a":match "^%x+"
      pipe:close()
      edit_manifest('("copydesk.db", "bytes": )%d+(, "sha256": )"%x+"', "%1" .. size .. '%2"' .. sum .. '"')(path)
    end), "was not written by copydesk")
    assert.equal("", names_in(home .. "/x"))
  end)

  -- Where SQLite cannot make a file, it does not tell why.
  local FULL = { "No space left", "no room left", "cannot be opened" }

  local function assert_full(err)
    for _, text in ipairs(FULL) do
      if err:find(text, 1, true) then return end
    end
    error(err)
  end

  -- As somebody who may do little; nil where nobody else can run the command.
  local function as_nobody()
    local prefix = "setpriv --reuid=65534 --regid=65534 --clear-groups"
    if io.popen("id -u"):read "l" ~= "0" then return "" end
    local done = os.execute(prefix .. " copydesk --version >/dev/null 2>&1")
    return (done == true or done == 0) and prefix
  end

  it("is refused by name where there is no right to it", function()
    local prefix = as_nobody()
    if not prefix then return pending "no other user can run the command of this checkout" end
    os.execute(("cd %s && chmod 755 . && mkdir -p mine closed && cp data/copydesk.db mine && cp -r backup readable "
      .. "&& chmod -R a+rX mine readable && chmod 777 mine && chmod 500 closed && mkdir hidden && "
      .. "cp data/copydesk.db hidden && chmod %s hidden"):format(home, prefix == "" and "0" or "700"))
    os.execute(("chmod 666 %s/mine/copydesk.db"):format(home))
    for words, part in pairs {
      [("backup --data %s/hidden %s/mine/x"):format(home, home)] = "hidden/copydesk.db: Permission denied",
      [("backup --data %s/mine %s/closed/x"):format(home, home)] = "closed/x: Permission denied",
      [("restore --data %s/closed/data %s/readable"):format(home, home)] = "closed/data: Permission denied",
    } do
      os.execute(("%s copydesk %s >%s/out 2>%s/err; echo $? >%s/code"):format(prefix, words, home, home, home))
      assert.equal("1\n", folder.read(home .. "/code"), words)
      assert.is_truthy(folder.read(home .. "/err"):find(part, 1, true), folder.read(home .. "/err"))
    end
    os.execute(("chmod 700 %s/closed %s/hidden"):format(home, home))
  end)

  it("of an older version is migrated by the service that is started on it", function()
    local old = home .. "/old"
    local schema = folder.read("src/store/db/schema.sql"):match "^(.-)\n%-%- version 8\n"
    os.execute("env -u LD_PRELOAD mkdir " .. old)
    folder.write(old .. "/schema.sql", schema .. [[
      CREATE TABLE schema_version (version BIGINT PRIMARY KEY NOT NULL, migrated_at BIGINT NOT NULL);
      INSERT INTO schema_version VALUES (7, 1);
      INSERT INTO account (id, plan, words_left, credits_left) VALUES ('local', 'professional', NULL, NULL);
      INSERT INTO brand (id, account_id, name, created_at, updated_at, avoid, links) VALUES
        ('0190a5b0-0000-7000-8000-000000000001', 'local', 'Hearth', 1, 1, '[]', '[]');
    ]])
    assert(os.execute(("cd %s && env -u LD_PRELOAD sqlite3 copydesk.db <schema.sql"):format(old)))
    assert.equal(0, (copydesk(("backup --data %s %s/old-backup"):format(old, home))))
    local code, _, err = copydesk(("restore --data %s/new %s/old-backup"):format(home, home))
    assert.equal(0, code, err)
    assert.is_truthy(err:find("schema version 7", 1, true), err)
    local server = service.start { config = { data = home .. "/new" } }
    local brands = http.request(server, "GET", "/api/brands").json.data
    server:stop()
    assert.equal("Hearth", brands[1].name)
  end)

  it("leaves nothing behind when the disk is full", function()
    local control = disk.new()
    local target, count, failures = home .. "/full", 0, 0
    os.execute("env -u LD_PRELOAD mkdir " .. target)
    repeat
      count = count + 1
      control:fail(count, disk.FULL, true)
      local code, _, err = copydesk(("backup --data %s %s/backup"):format(data, target), control:environment(target))
      if code ~= 0 then
        failures = failures + 1
        assert_full(err)
        assert.equal("", names_in(target))
      end
    until code == 0
    assert.is_true(failures >= 5, failures)
    control:remove()
  end)

  it("leaves the data folder as it was when the disk is full", function()
    local control = disk.new()
    local target, count, failures = home .. "/target", 0, 0
    os.execute(("env -u LD_PRELOAD cp -r %s %s"):format(data, target))
    folder.write(target .. "/key", "the key of before")
    local before = content_of(target)
    repeat
      count = count + 1
      control:fail(count, disk.FULL, true)
      local code, _, err = copydesk(("restore --force --data %s %s"):format(target, backup),
        control:environment(target))
      if code ~= 0 then
        failures = failures + 1
        assert_full(err)
        assert.equal(before, content_of(target))
      end
    until code == 0
    assert.is_true(failures >= 5, failures)
    assert.equal(folder.read(backup .. "/key"), folder.read(target .. "/key"))
    control:remove()
  end)
end)
