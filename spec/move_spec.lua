--- A data folder that is moved into a PostgreSQL database, killed again and again meanwhile: the service there answers
-- as it did before, byte for byte, and ends what was in line. What is
-- refused, by name.
local cjson = require("cjson").new()
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"
local socket = require "socket"

local SECRET = "a password that nobody has to see"
local KILLS = 6
local PICTURE = ("0123456789abcdef"):rep(2)

-- The services here are told which database they are to use, whatever the other specs run on.
local APART = { LUA_INIT = "" }

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local home, database

local query = postgresql.query

local function query_folder(path, sql)
  folder.write(home .. "/sql", sql)
  assert(os.execute(("env -u LD_PRELOAD sqlite3 %s/copydesk.db <%s/sql"):format(quote(path), home)))
end

-- A new database in it: its address, and another with a password.
local function new_database(name)
  query(database.address, "CREATE DATABASE " .. name)
  local with_password = folder.read(database.said):match "COPYDESK_TEST_DATABASE_TCP (%S+)"
  return (database.address:gsub("/postgres%?", "/" .. name .. "?")), (with_password:gsub("/postgres$", "/" .. name))
end

-- Runs `copydesk WORDS`: exit code, standard output, standard error.
local function copydesk(words)
  os.execute(("env -u COPYDESK_DATA LUA_INIT= copydesk %s >%s/out 2>%s/err; echo $? >%s/code"):format(words, home, home,
    home))
  local err = folder.read(home .. "/err")
  assert.is_nil(err:find("traceback", 1, true), err)
  return tonumber(folder.read(home .. "/code")), folder.read(home .. "/out"), err
end

local function assert_refused(words, part)
  local code, out, err = copydesk(words)
  assert.equal(1, code, err)
  assert.equal("", out)
  assert.is_truthy(err:find(part, 1, true), err)
end

-- What is started in a test ends with it, however that ends.
local started = {}

local function start_service(options)
  options.environment = APART
  started[#started + 1] = service.start(options)
  return started[#started]
end

local function stop_services()
  for _, server in ipairs(started) do server:stop() end
  started = {}
end

describe("a move to PostgreSQL", function()
  setup(function()
    home = folder.new()
    local found = os.execute "ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1"
    database = (found == true or found == 0) and postgresql.start()
  end)

  teardown(function()
    if database then database:stop() end
    folder.remove(home)
  end)

  local function check(name, body)
    it(name, function()
      if not database then return pending "postgresql is not installed" end
      finally(stop_services)
      body()
    end)
  end

  -- --- a service with everything ---

  local function ask(server, method, path, options)
    local answer = http.request(server, method, path, options)
    assert.is_true(answer.status < 300, answer.body)
    return answer
  end

  local function create(server, title, key)
    return ask(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden", title = title },
      headers = key and { ["Idempotency-Key"] = key } }).json.articleId
  end

  local function add_site(server)
    local id = ask(server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId
    for first = 1, 300, 100 do
      local pages = {}
      for i = first, first + 99 do
        pages[#pages + 1] = { url = "https://herbs.example/" .. i, title = "Mint " .. i,
          html = "<h1>Mint</h1><p>Number " .. i .. " is fresh.</p>" .. ("<p>Grüße \240\159\140\191</p>"):rep(500) }
      end
      ask(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
    end
    return id
  end

  -- To the data of a service that has ended: a site with so many pages of 20 kB.
  local function add_pages(data, count)
    query_folder(data, ([[
      INSERT INTO domain (id, account_id, name, state, created_at, updated_at)
        SELECT 'site', id, 'herbs', 'ready', 1, 1 FROM account LIMIT 1;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
        INSERT INTO domain_page (domain_id, url, title, language, touched_at, pushed, html)
        SELECT 'site', 'https://h.example/' || i, 't', 'en', 1, 1, randomblob(20000) FROM n;
    ]]):format(count))
  end

  -- A service that is killed with articles in line, which wait for their library; what it was asked.
  local function fill(library)
    local server = start_service { config = { library = library, workers = 1, public_url = "https://desk.example",
      log = "info" } }
    local state = { server = server, ids = {}, paths = { "/api/domains", "/api/brands", "/api/integrations",
      "/api/ledger?limit=100", "/api/usage", "/openapi.json" } }
    state.domain = add_site(server)
    ask(server, "POST", "/api/brands", { body = { name = "Hearth", voice = "plain" } })
    ask(server, "POST", "/api/integrations", { body = { kind = "wordpress", name = "site",
      settings = { url = "https://herbs.example", username = "me", applicationPassword = SECRET } } })
    state.first = create(server, "The first", "once")
    http.wait(server, state.first)
    state.failed = ask(server, "POST", "/api/articles/v2", { body = { targetKeyword = "zinc",
      urls = { "http://127.0.0.1:1/" } } }).json.articleId
    http.wait(server, state.failed)
    os.rename(library, library .. ".away")
    for i = 1, 40 do state.ids[i] = create(server, "Garden " .. i) end
    ask(server, "POST", "/api/articles/" .. state.ids[40] .. "/cancel")
    server:kill()
    query_folder(server.data, ([[
      INSERT INTO picture (id, article_id, type, size, bytes)
        VALUES ('%s', '%s', 'image/png', 12000000, randomblob(12000000));
      INSERT INTO session SELECT x'00ff', id, 1, 9000000000000 FROM api_key LIMIT 1;
      UPDATE article SET state = 'processing', attempt = 1, worker = 'w', lease_until = 9000000000000 WHERE id = '%s';
    ]]):format(PICTURE, state.first, state.ids[1]))
    return state
  end

  local function record_all(state, server)
    local bodies = {}
    for _, path in ipairs(state.paths) do bodies[path] = ask(server, "GET", path).body end
    for _, id in ipairs { state.first, state.failed, state.ids[40] } do
      local answer = ask(server, "GET", "/api/articles/" .. id)
      bodies[id] = answer.body .. answer.headers.etag
      bodies[id .. "/run"] = ask(server, "GET", "/api/articles/" .. id .. "/run").body
    end
    bodies.pages = ask(server, "GET", "/api/domains/" .. state.domain .. "/pages?limit=100").body
    bodies.picture = ask(server, "GET", "/media/" .. PICTURE .. ".png", { key = false }).body
    return bodies
  end

  -- --- killed ---

  -- Begins the move and kills it when it has said as many lines, and a moment later; whether it ended by itself.
  local function move_and_kill(words, lines)
    local pipe = io.popen(("unset COPYDESK_DATA; echo $$; exec env LUA_INIT= copydesk %s 2>&1 >/dev/null"):format(
      words))
    local pid = pipe:read "*l"
    local said = {}
    for i = 1, lines do said[i] = pipe:read "*l" end
    socket.sleep(math.random() * 0.05)
    os.execute("kill -9 " .. pid .. " 2>/dev/null")
    local rest = pipe:read "*a"
    pipe:close()
    return rest:find("is marked as moved", 1, true) ~= nil, table.concat(said, "\n") .. rest
  end

  check("killed again and again loses nothing", function()
    local library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    local state = fill(library)
    local server, data = state.server, state.server.data
    -- As they are after the kill, of a service that has no workers to go on with.
    local copy = home .. "/copy"
    os.execute(("env -u LD_PRELOAD cp -r %s %s"):format(data, copy))
    local address, address_with_password = new_database "killed"
    local words = ("move --from %s --to %s"):format(data, quote(address_with_password))

    local kills = 0
    for _ = 1, KILLS do
      local ended, said = move_and_kill(words, math.random(0, 8))
      assert.is_nil(said:find("geheim", 1, true))
      if ended then break end
      kills = kills + 1
      assert.is_nil(folder.read(data .. "/moved"))
    end
    assert.is_true(kills >= 3, kills .. " kills")

    local code, out, err = copydesk(words .. " --json")
    assert.equal(0, code, err)
    local password = address_with_password:match ":([^:@]+)@"
    assert.is_nil((out .. err):find(password, 1, true))
    local report = cjson.decode(out)
    assert.same({ "key", "secret.key" }, report.files)
    assert.equal(1, report.sealed)
    local counts = {}
    for _, one in ipairs(report.tables) do counts[one.name] = one.rows end
    assert.equal(42, counts.article)
    assert.equal(300, counts.domain_page)
    assert.equal(1, counts.picture)
    assert.equal(1, counts.session)
    assert.equal("39", query(address, "SELECT COUNT(*) FROM article WHERE state IN ('queued', 'processing')"))

    -- The folder is shut.
    local opened, why = pcall(start_service, { config = { data = data } })
    assert.is_false(opened)
    assert.is_truthy(tostring(why):find("was moved to postgresql://postgres@127.0.0.1", 1, true), why)
    assert.is_nil(tostring(why):find(password, 1, true))
    assert_refused(words, "was moved already")

    -- The same answers on both, of the folder as it was after the kill.
    local config = { workers = 1, public_url = "https://desk.example", log = "info" }
    config.data = copy
    local old = start_service { config = config }
    old.key = server.key
    local before = record_all(state, old)
    old:stop()
    config.data, config.folder = address_with_password, data
    local moved = start_service { config = config }
    moved.key = server.key
    do
      local after = record_all(state, moved)
      for name, body in pairs(before) do assert.equal(body, after[name], name) end
      assert.equal(12000000, #after.picture)
      os.rename(library .. ".away", library)
      -- What was accepted is there, and asked for again it is the same.
      assert.equal(state.first, create(moved, "The first", "once"))
      for i = 1, 39 do assert.equal("finished", http.wait(moved, state.ids[i]).status) end
      assert.equal("0", query(address, "SELECT COUNT(*) FROM article WHERE state IN ('queued', 'processing')"))
      assert.equal("t", query(address, "SELECT SUM(words) = -(SELECT SUM(words_charged) FROM article) FROM ledger "
        .. "WHERE kind = 'article'"))
      -- The secret is read with the key file.
      local id = ask(moved, "GET", "/api/integrations").json.data[1].integrationId
      local tested = http.request(moved, "POST", "/api/integrations/" .. id .. "/test", { body = {} })
      assert.is_nil(tested.body:find("secret", 1, true), tested.body)
      local linked = ask(moved, "POST", "/api/internal-links/", { body = { content = "<p>Mint 7 is fresh.</p>",
        format = "json", domainId = state.domain } })
      assert.is_true(#linked.json.links > 0, linked.body)
      assert.is_nil(moved:log():find(password, 1, true))
    end
    folder.remove(library)
  end)

  check("goes on by itself when the server crashes and comes back", function()
    local server = start_service {}
    local data = server.data
    server:halt()
    add_pages(data, 6000)
    local address = new_database "crashed"
    local pipe = io.popen(("unset COPYDESK_DATA; exec env LUA_INIT= copydesk move --from %s --to %s 2>&1"):format(data,
      quote(address)))
    for _ = 1, 4 do assert(pipe:read "*l") end
    database:crash()
    database:restart()
    local rest = pipe:read "*a"
    pipe:close()
    assert.is_truthy(rest:find("domain_page: 6000 of 6000 copied", 1, true), rest) -- it was at work when that happened
    assert.is_truthy(rest:find("are the same in both", 1, true), rest)
    assert.equal("6000", query(address, "SELECT COUNT(*) FROM domain_page"))
  end)

  -- --- refused ---

  check("is told by name what is wrong", function()
    local server = start_service {}
    local data = server.data
    local address = new_database "refused"
    local to = " --to " .. quote(address)
    assert.equal(2, (copydesk("move --from " .. data)))
    assert.equal(2, (copydesk("move" .. to)))
    assert_refused("move --from /nowhere" .. to, "no database in /nowhere")
    assert_refused(("move --from %s --to /a/folder"):format(data), "postgresql://")
    assert_refused(("move --from %s%s"):format(data, to), "stop it first")
    assert.equal(200, http.request(server, "GET", "/readyz").status)
    server:halt()
    assert.equal(0, (copydesk(("backup --data %s %s/backup"):format(data, home))))
    assert_refused(("move --from %s/backup%s"):format(home, to), "is a backup")

    query(address, "CREATE TABLE other (a BIGINT)")
    assert_refused(("move --from %s%s"):format(data, to), "the table other")
    query(address, "DROP TABLE other")
    local copy = home .. "/second"
    os.execute(("env -u LD_PRELOAD cp -r %s %s"):format(data, copy))
    local code, out, err = copydesk(("move --from %s%s"):format(data, to))
    assert.equal(0, code, err)
    assert.is_truthy(out:find("postgresql://postgres@/refused", 1, true), out)
    assert.is_truthy(err:find("are the same in both", 1, true), err)
    assert_refused(("move --from %s%s"):format(copy, to), "holds data already")
    assert_refused(("move --again --from %s%s"):format(copy, to), "holds data already")
    os.remove(data .. "/moved")
    server:restart()
    assert.equal(200, http.request(server, "GET", "/readyz").status)
  end)

  check("that cannot be gone on with is begun anew", function()
    local server = start_service {}
    local data = server.data
    server:halt()
    add_pages(data, 3000)
    local address = new_database "anew"
    local words = ("move --from %s --to %s"):format(data, quote(address))
    assert.is_false((move_and_kill(words, 3)))
    local refused, why = pcall(start_service, { config = { data = address, folder = home .. "/node" } })
    assert.is_false(refused)
    assert.is_truthy(tostring(why):find("is being moved into this database", 1, true), why)

    server:restart()
    local second = http.request(server, "POST", "/api/domains", { body = { name = "spices" } })
    assert.equal(201, second.status, second.body)
    server:halt()
    assert_refused(words, "--again")
    local code, _, err = copydesk(words .. " --again")
    assert.equal(0, code, err)
    assert.equal("2", query(address, "SELECT COUNT(*) FROM domain"))
    assert.equal("3000", query(address, "SELECT COUNT(*) FROM domain_page"))
  end)
end)
