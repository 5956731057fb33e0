--- Programs that share a data folder: one of them runs the service for all, and another when that one is gone.
local copydesk = require "copydesk"
local embedded = require "copydesk.service"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local program = require "spec.support.program"

-- Each says enough for an article.
local HERBS = [[
# Herb garden

A herb garden needs six hours of light each day. Mint grows in shade. Basil grows best in a warm place. A herb garden
may be a bed beside the kitchen door, a row of pots on a balcony or a box on a window sill.

## Soil

Herbs from the south grow in poor soil with sand in it, and rot in a wet one. Parsley, chives and mint like soil that
holds water. Mix a third of compost into a bed before the first herbs are planted, and no more later. Pots need holes in
the bottom, and a layer of gravel below the soil of the herb garden.

## Plants

Plant rosemary, sage and thyme together, for they want the same dry place. Mint spreads by its roots, and grows in a pot
of its own so that it leaves room for others. Sow basil when no night is colder than ten degrees. Sow dill and coriander
every three weeks, since both go to seed in a short time. Chives come again every spring for many years.

## Water

Water the herb garden when its soil is dry. Rosemary wants dry soil in between. Water in the morning, so that the leaves
are dry at night. Pots dry out faster than beds, and need water each day in a hot week. Yellow leaves at the bottom of a
plant are a sign of too much water.

## Harvest

Cut basil above a pair of leaves, and two new shoots grow from there. Never take more than a third of a plant at once.
Herbs taste best just before they bloom, on a dry morning. Dry thyme and oregano in small bunches in a dark place with
moving air. Freeze chives, dill and parsley, which lose their taste when they are dried.

## Winter

Bring rosemary into a cool and light room before the first hard frost. Cover sage and thyme with twigs of fir. Mint and
chives die back to the ground, and come again in spring.
]]

local BREAD = [[
# Sourdough bread

Sourdough bread rises by wild yeast and bacteria. Sourdough bread keeps longer than bread made with baker's yeast. It
takes a day from the first mixing to the oven, and little of that is work.

## Starter

A starter for sourdough bread is flour and water that has fermented for several days. Mix fifty grams of rye flour with
fifty grams of water, and keep it in a warm place. Take half of it away each day, and feed the rest with the same amount
of flour and water. After a week it doubles within eight hours, and smells of apples.

## Dough

Mix a hundred grams of starter with five hundred grams of flour, three hundred and fifty grams of water and ten grams of
salt. Fold the dough four times within two hours, half an hour apart. Leave it to rise until it is half as large again.
A warm kitchen makes that faster, and a cold one makes the taste sourer.

## Shape

Turn the dough onto a table with little flour. Pull its sides to the middle, turn it over, and draw it towards you until
its skin is tight. Let it rest in a basket overnight in the refrigerator.

## Baking

Heat the oven to two hundred and fifty degrees with an iron pot inside. Cut the loaf once along its top. Bake sourdough
bread for twenty minutes under the lid, and for twenty-five minutes without it. The loaf is done when its bottom sounds
hollow.

## Keeping

Leave the loaf to cool for two hours before you cut it. Keep sourdough bread in a cloth, with the cut side down. It is
good for five days. What is older makes toast, and crumbs for the pan.
]]

-- Writes the articles of a list, and tells of each that was begun and that ended. Its jobs are kept in a file.
local WRITER = [[
local copydesk, json = require "copydesk", require "cjson"
local data, library, name, jobs_file = arg[1], arg[2], arg[3], arg[4]
local file = io.open(jobs_file)
local jobs = file and json.decode(file:read "*a") or {}
if file then file:close() end
local desk = assert(copydesk.new { service = { data = data, library = library } })
local list = {}
for i = 1, 5 do list[i] = { targetKeyword = "herb garden", title = name .. " " .. i } end
assert(desk:write_all(list, {
  jobs = jobs,
  concurrency = 2,
  on_change = function(_, index)
    local out = assert(io.open(jobs_file .. ".new", "w"))
    out:write(json.encode(jobs))
    out:close()
    os.rename(jobs_file .. ".new", jobs_file)
    if jobs[index].status == "queued" then print "begun" end
  end,
  on_article = function(result) print(result.article and "finished" or tostring(result.err)) end,
}))
desk:close()
]]

-- Waits for one article, and says when it does.
local WAITER = [[
local copydesk = require "copydesk"
local desk = assert(copydesk.new { service = { data = arg[1] } })
assert(desk:status(arg[2]))
print "waits"
local article, err = desk:wait(arg[2])
print(article and article.status or tostring(err))
desk:close()
]]

-- Uses the folder until it is told to end (its standard input is the spec's, so a line in a named pipe tells it).
local HOLDER = [[
local copydesk = require "copydesk"
local config = assert(load("return " .. arg[1]))()
local desk, err = copydesk.new { service = config }
print(desk and "holds" or tostring(err))
if not desk then os.exit(1) end
io.open(arg[2]):read "*l"
desk:close()
print "closed"
]]

local function make_pipe(home)
  local path = home .. "/" .. ("%08x"):format(math.random(0, 0xffffffff))
  assert(os.execute("mkfifo " .. path))
  return path
end

-- A program that uses the folder; holder:release() ends it in order.
local function hold(home, config, options)
  local pipe = make_pipe(home)
  local holder = program.start(HOLDER, { config, pipe }, options)
  local first = holder:line()
  function holder:release()
    local out = io.open(pipe, "w")
    out:write "go\n"
    out:close()
    return self:finish()
  end
  return holder, first
end

local function articles_of(desk)
  local list = assert(desk:request("GET", "/api/articles?limit=100")).data
  local by_title = {}
  for _, record in ipairs(list) do
    assert.is_nil(by_title[record.config.title], record.config.title)
    by_title[record.config.title] = record
  end
  return by_title, #list
end

describe("programs on one data folder", function()
  if (os.getenv("SANITIZE") or "") ~= "" then
    return pending("the address sanitizer's own locks are not safe over kills and forks of processes with threads")
  end

  local home, data, library

  before_each(function()
    home = folder.new()
    data, library = home .. "/data", home .. "/library"
    os.execute(("env -u LD_PRELOAD mkdir %s %s/other"):format(library, home))
    folder.write(library .. "/herbs.md", HERBS)
    folder.write(home .. "/other/bread.md", BREAD)
  end)

  after_each(function() folder.remove(home) end)

  -- The service's configuration as text, with the folder and what else is given.
  local function config(more)
    return ("{ data = %q, library = %q, %s }"):format(data, library, more or "")
  end

  local function write_side_by_side(kills)
    local writers = {}
    for i = 1, 6 do
      writers[i] = program.start(WRITER, { data, library, "writer " .. i, home .. "/jobs" .. i })
    end
    local first = table.remove(writers, 1)
    if kills then
      repeat local line = assert(first:line(), first:log()) until line == "finished"
      first:kill()
      first = program.start(WRITER, { data, library, "writer 1", home .. "/jobs1" })
    end
    table.insert(writers, 1, first)
    for i, writer in ipairs(writers) do
      local lines, code, log = writer:finish()
      assert.equal(0, code, log)
      local finished = 0
      for _, line in ipairs(lines) do
        if line == "finished" then finished = finished + 1 else assert.equal("begun", line) end
      end
      assert.is_true(finished == 5 or (kills and i == 1), table.concat(lines, "\n"))
    end
    local desk = assert(copydesk.new { service = { data = data } })
    local by_title, count = articles_of(desk)
    desk:close()
    assert.equal(30, count)
    for title, record in pairs(by_title) do
      assert.equal("finished", record.status, title .. ": " .. tostring(record.error))
    end
  end

  it("write thirty articles, six side by side", function() write_side_by_side(false) end)

  for round = 1, 3 do
    it("write thirty articles though the first is killed, round " .. round, function() write_side_by_side(true) end)
  end

  it("wait on while the one that runs the service is killed", function()
    local owner, said = hold(home, config "workers = 0")
    assert.equal("holds", said)
    local desk = assert(copydesk.new { service = { data = data, library = library } })
    local id = assert(desk:create { targetKeyword = "herb garden" }).articleId
    desk:close()
    local waiters = {}
    for i = 1, 3 do
      waiters[i] = program.start(WAITER, { data, id })
      assert.equal("waits", waiters[i]:line())
    end
    owner:kill()
    -- With workers = 0 nobody writes; the one that went on with that is closed by a program that comes first.
    local server = assert(embedded.serve { data = data, workers = 1 })
    for _, waiter in ipairs(waiters) do
      local lines, code, log = waiter:finish()
      assert.same({ "finished" }, lines, log)
      assert.equal(0, code)
    end
    server:stop()
  end)

  it("find the service anew with each verb", function()
    local owner = hold(home, config "workers = 1")
    local desk = assert(copydesk.new { service = { data = data, library = library } })
    finally(function() desk:close() end)
    local site = assert(desk:request("POST", "/api/domains", { name = "site" })).domainId
    assert(desk:request("POST", "/api/domains/" .. site .. "/pages", { pages = {
      { url = "https://example.org/mint", title = "Mint", html = "<h1>Mint</h1><p>Mint grows in shade.</p>" },
    } }))
    owner:kill()
    local job = assert(desk:create { targetKeyword = "herb garden" })
    owner = hold(home, config "workers = 1")
    assert.equal("finished", assert(desk:wait(job)).status)
    owner:kill()
    assert.equal("finished", assert(desk:status(job)).status)
    assert.truthy(assert(desk:link { content = "<p>Mint.</p>", format = "html", domainId = site }).content)
  end)

  it("draw from the library that was there when the article was accepted", function()
    local owner = hold(home, config "workers = 0")
    local desk = assert(copydesk.new { service = { data = data, library = home .. "/other" } })
    local bread = assert(desk:create { targetKeyword = "sourdough bread" })
    desk:close()
    desk = assert(copydesk.new { service = { data = data } })
    local nothing = assert(desk:create { targetKeyword = "sourdough bread" })
    desk:close()
    owner:release()
    desk = assert(copydesk.new { service = { data = data, library = library } })
    finally(function() desk:close() end)
    assert.equal("Sourdough bread", assert(desk:wait(bread)).sources[1].title)
    local article, err = desk:wait(nothing)
    assert.is_nil(article)
    assert.equal("no_sources", err.code)
  end)

  it("leave an article queued whose library cannot be read, and write others", function()
    local owner = hold(home, config "workers = 0")
    local desk = assert(copydesk.new { service = { data = data, library = home .. "/other" } })
    local bread = assert(desk:create { targetKeyword = "sourdough bread" })
    desk:close()
    owner:release()
    os.rename(home .. "/other", home .. "/elsewhere")
    desk = assert(copydesk.new { service = { data = data, library = library } })
    finally(function() desk:close() end)
    assert.equal("finished", assert(desk:wait(assert(desk:create { targetKeyword = "herb garden" }))).status)
    local record = assert(desk:status(bread))
    assert.equal("queued", record.status)
    assert.truthy(record.statusDetail:find(home .. "/other", 1, true), record.statusDetail)
    assert.truthy(record.statusDetail:find("No such file", 1, true), record.statusDetail)
    os.rename(home .. "/elsewhere", home .. "/other")
    assert.equal("finished", assert(desk:wait(bread)).status)
  end)

  it("are told which entry of their configuration differs, and in which process", function()
    local key_file = home .. "/desk.key"
    local owner = hold(home, config([[workers = 2, limits = { create = 7 }, account = { plan = "starter", words = 10 },
      plans = { starter = { words = 50, links = 9 } }, public_url = "https://desk.example/",
      secret_key = "]] .. key_file .. '"'))
    finally(function() owner:release() end)
    for _, case in ipairs {
      { { workers = 3 }, "workers = 2" }, { { limits = { create = 8 } }, "limits.create = 7" },
      { { limits = { idle_seconds = 59 } }, "limits.idle_seconds = 60" },
      { { allow_addresses = { "127.0.0.1:9" } }, "allow_addresses = []" },
      { { listen = "127.0.0.1:1" }, 'listen = "127.0.0.1:0"' },
      { { public_url = "https://other.example" }, 'public_url = "https://desk.example"' },
      { { secret_key = "/etc/other.key" }, 'secret_key = "' .. key_file .. '"' },
      { { account = { plan = "professional" } }, 'account.plan = "starter"' },
      { { account = { words = 5 } }, "account.words = 10" },
      { { account = { monthly_words = 5 } }, "account.monthly_words = no value" },
      { { plans = { starter = { words = 51 } } }, "plans.starter.words = 50" },
      { { plans = { free = { links = 1 } } }, "plans.free.links = 60" },
      { { accounts = { other = {} } }, "accounts.other = no value" },
    } do
      case[1].data = data
      local desk, err = copydesk.new { service = case[1] }
      assert.is_nil(desk)
      assert.equal("conflict", err.kind)
      assert.truthy(err.message:find(case[2], 1, true), err.message)
      assert.truthy(err.message:find(("process %d"):format(owner.pid), 1, true), err.message)
    end
    for _, same in ipairs {
      { workers = 2 }, { limits = {} }, { limits = { create = 7 } }, { limits = { idle_seconds = 60 } },
      { plans = { starter = { links = 9 }, free = { create = 7 } } }, { log = "error" }, { library = home .. "/other" },
      { allow_addresses = {} }, { public_url = "https://DESK.example" },
      { secret_key = key_file },
    } do
      same.data = data
      assert(copydesk.new { service = same }):close()
    end
  end)

  it("agree on models and on what articles are about, and tell no secret", function()
    local secret = "a-secret-of-the-models-0123456789"
    local function models(key, name)
      local url = "http://127.0.0.1:9/v1"
      return { alpha = { api = "openai", base_url = url, model = name or "upstream", api_key = key },
        beta = { api = "openai", base_url = url, model = "other" } }
    end
    folder.write(home .. "/products.json", '[{"id": "B000000001", "title": "Kettle"}]')
    local products = { api = "file", path = home .. "/products.json" }
    local owner = hold(home, config(([[models = { alpha = { api = "openai", base_url = "http://127.0.0.1:9/v1",
      model = "upstream", api_key = %q },
      beta = { api = "openai", base_url = "http://127.0.0.1:9/v1", model = "other" } },
      products = { api = "file", path = %q }]]):format(secret, products.path)))
    local second = hold(home, ("{ data = %q }"):format(data))
    finally(function()
      if owner then owner:release() end
      second:release()
    end)
    folder.write(home .. "/places.json", '[{"name": "A bar"}]')
    for _, case in ipairs {
      { { models = models "another-secret-0123456789" }, "models.alpha = " },
      { { models = models(secret, "another") }, "models.alpha = " },
      { { models = { gamma = models(secret).beta } }, "models.gamma = no value" },
      { { places = { api = "file", path = home .. "/places.json" } }, " has places." },
      { { products = { api = "file", path = "/dev/null" } }, "products" },
      { { images = { ["*"] = { api = "openai", base_url = "http://127.0.0.1:9", api_key = "a-secret" } } }, "images" },
    } do
      case[1].data = data
      local desk, err = copydesk.new { service = case[1] }
      assert.is_nil(desk)
      assert.truthy(err.message:find(case[2], 1, true), err.message)
      assert.is_nil(err.message:find("secret", 1, true), err.message)
    end
    assert(copydesk.new { service = { data = data, models = models(secret), products = products } }):close()
    local desk = assert(copydesk.new { service = { data = data, models = { ["*"] = { api = "builtin" } } } })
    local function names()
      local list = {}
      for i, model in ipairs(assert(desk:request("GET", "/api/models")).data) do list[i] = model.name end
      table.sort(list)
      return table.concat(list, " ")
    end
    assert.truthy(names():find("alpha beta", 1, true))
    local told = assert(desk:request("GET", "/api/models?check=true", nil, { raw = true }))
    assert.is_nil(told:find(secret, 1, true))
    assert.is_nil((folder.read(data .. "/endpoint")):find(secret, 1, true))
    local pid = ('"pid": %d,'):format(owner.pid)
    owner = owner:kill() and nil
    -- Either of the two that are left takes over, and neither knows a key.
    assert(eventually(function()
      local endpoint = folder.read(data .. "/endpoint") or ""
      return endpoint:find('"pid": ', 1, true) and not endpoint:find(pid, 1, true)
    end))
    assert.is_nil(names():find("alpha", 1, true))
    assert.truthy(names():find("beta", 1, true))
    desk:close()
  end)

  it("go on with the configuration that was in force", function()
    local owner = hold(home, config [[workers = 0, limits = { create = 7 }, public_url = "https://desk.example",
      plans = { professional = { credits = 4, links = 2 } },
      account = { words = 9, key = "a-key-of-my-own-choosing-0123456789" }, accounts = { other = {} }]])
    local second = hold(home, ("{ data = %q, plans = { professional = { links = 2 } } }"):format(data))
    owner:kill()
    local pid = ('"pid": %d,'):format(second.pid)
    assert(eventually(function() return (folder.read(data .. "/endpoint") or ""):find(pid, 1, true) end))
    local third, err = copydesk.new { service = { data = data, workers = 5 } }
    assert.is_nil(third)
    assert.truthy(err.message:find("workers = 0", 1, true), err.message)
    third, err = copydesk.new { service = { data = data, public_url = "https://other.example" } }
    assert.is_nil(third)
    assert.truthy(err.message:find('public_url = "https://desk.example"', 1, true), err.message)
    local desk = assert(copydesk.new { service = { data = data } })
    local account = assert(desk:request("GET", "/api/account"))
    assert.same({ left = 9, used = 0 }, account.words)
    assert.equal(4, account.month.credits)
    desk:close()
    local server = assert(embedded.start { data = data })
    for file, id in pairs { key = "local", ["key.other"] = "other" } do
      desk = assert(copydesk.new { base_url = server.url, api_key = folder.read(data .. "/" .. file):match "%S+" })
      assert.equal(id, assert(desk:request("GET", "/api/account")).accountId)
      desk:close()
    end
    server:stop()
    second:release()
  end)

  it("give the service up to one that is there for others, and take it back", function()
    local owner = hold(home, config())
    local desk = assert(copydesk.new { service = { data = data, library = library } })
    finally(function() desk:close() end)
    local server = assert(embedded.serve { data = data, workers = 2 })
    assert.is_false(server.shared)
    local second, err = embedded.serve { data = data }
    assert.is_nil(second)
    assert.truthy(err.message:find("another process serves this data folder, at " .. server.url, 1, true), err.message)
    assert.equal("finished", assert(desk:wait(assert(desk:create "herb garden"))).status)
    server:stop()
    assert.equal("finished", assert(desk:wait(assert(desk:create "herb garden"))).status)
    server = assert(embedded.serve { data = data, workers = 2 })
    server:stop()
    owner:release()
  end)

  describe("of which one is copydesk open", function()
    local command

    after_each(function()
      if command then os.execute(("kill -KILL %d 2>/dev/null"):format(command.pid)) end
      command = nil
    end)

    -- Starts it without a browser; `said` tells what it wrote to standard error so far.
    local function open(arguments)
      local errors = home .. "/errors"
      local line = "echo $$; exec copydesk open --print --data %s %s 2>%s"
      local pipe = assert(io.popen(line:format(data, arguments or "", errors)))
      command = { pid = tonumber(pipe:read "*l"), pipe = pipe, said = function() return folder.read(errors) or "" end }
      return command
    end

    -- Until the service runs in a process, as it says itself. Nobody asks at its address before: while nothing listens
    -- there, the one who asks may be given that very port for its own end, and holds it.
    local function await_service(pid)
      local told = ('"pid": %d,'):format(pid)
      assert(eventually(function() return (folder.read(data .. "/endpoint") or ""):find(told, 1, true) end))
    end

    -- The nice values of a process's threads, each once.
    local function priorities(pid)
      local found, list = {}, {}
      local pipe = io.popen(("cat /proc/%d/task/*/stat"):format(pid))
      for line in pipe:lines() do
        local fields = {}
        for field in line:gsub("^.*%) ", ""):gmatch "%S+" do fields[#fields + 1] = field end
        found[tonumber(fields[17])] = true
      end
      pipe:close()
      for value in pairs(found) do list[#list + 1] = value end
      table.sort(list)
      return list
    end

    it("says whose library the pages write from, and drops none", function()
      local owner = hold(home, config())
      local opened = open("--library " .. home .. "/other")
      assert.is_nil(opened.pipe:read "*l")
      assert.equal(1, select(3, opened.pipe:close()))
      for _, part in ipairs { "runs in process " .. owner.pid, "its library is " .. library, home .. "/other" } do
        assert.truthy(opened.said():find(part, 1, true), opened.said())
      end
      os.execute(("ln -s %s %s/same"):format(library, home))
      opened = open("--library " .. home .. "/./same/")
      assert.truthy(opened.pipe:read("*l"):find("^http://127.0.0.1:%d+/$"))
      os.execute("kill -TERM " .. opened.pid)
      opened.pipe:close()
      opened = open()
      assert.truthy(opened.pipe:read("*l"):find("^http://127.0.0.1:%d+/$"))
      assert.truthy(opened.said():find("its library is " .. library, 1, true), opened.said())
      owner:release()
    end)

    it("writes from the library of the program that ended", function()
      local owner = hold(home, config())
      local opened = open()
      assert.truthy(opened.pipe:read("*l"):find("^http://127.0.0.1:%d+/$"))
      owner:kill()
      await_service(opened.pid)
      local desk = assert(copydesk.new { service = { data = data } })
      finally(function() desk:close() end)
      local article, problem = desk:wait(assert(desk:create "herb garden"))
      assert.equal("finished", article and article.status, tostring(problem) .. opened.said())
      os.execute("kill -TERM " .. opened.pid)
      assert.is_nil(opened.pipe:read "*l")
    end)

    it("goes on where the program was that ended, in its place and signed in, and is not held back", function()
      local owner = hold(home, config())
      local opened = open("--library " .. library)
      local url = assert(opened.pipe:read("*l"):match "^(http://.*)/$")
      local path = assert(eventually(function() return opened.said():match "it signs in once: (%S+)" end))
      local at = { url = url, port = tonumber(url:match ":(%d+)$") }
      local code = folder.read(path):match 'name="code" value="(%x+)"'
      local answer = http.request(at, "POST", "/sign-in", { key = false, headers = { Origin = url },
        body = "code=" .. code, type = "application/x-www-form-urlencoded" })
      local cookie = assert(answer.headers["set-cookie"]):match "^[^;]+"
      local function show()
        local page = http.request(at, "GET", "/queue", { key = false, headers = { Cookie = cookie } })
        return page and page.status
      end
      assert.equal(200, show())
      assert(eventually(function() return opened.said():find("goes on here", 1, true) end))
      assert.same({ 0, 10 }, priorities(owner.pid))
      owner:kill()
      await_service(opened.pid)
      assert.equal(200, show())
      assert.same({ 0 }, priorities(opened.pid))
      os.execute("kill -TERM " .. opened.pid)
      assert.is_nil(opened.pipe:read "*l")
    end)
  end)

  it("write four hundred articles with the limits that everybody has", function()
    local desk = assert(copydesk.new { service = { data = data, library = library } })
    finally(function() desk:close() end)
    local left, finished = 400, 0
    assert(desk:write_all(function()
      left = left - 1
      return left >= 0 and { targetKeyword = "herb garden", articleLength = "shorter" } or nil
    end, { on_article = function(result)
      assert(result.article, tostring(result.err))
      finished = finished + 1
    end }))
    assert.equal(400, finished)
  end)

  it("ask without a key and without limits at the folder's socket", function()
    local desk = assert(copydesk.new { service = { data = data, limits = { status = 1, create = 1, other = 1 } } })
    finally(function() desk:close() end)
    for _ = 1, 20 do assert(desk:request("GET", "/api/account")) end
    local server = assert(embedded.start { data = data })
    local other = assert(copydesk.new { base_url = server.address })
    assert(other:request("GET", "/api/account"))
    other:close()
    local remote = assert(copydesk.new { base_url = server.url, api_key = server.key, retries = 0 })
    assert(remote:request("GET", "/api/account"))
    local answer, err = remote:request("GET", "/api/account")
    assert.is_nil(answer)
    assert.equal(429, err.status)
    remote:close()
    remote = assert(copydesk.new { base_url = server.url, retries = 0 })
    assert.equal(401, select(2, remote:request("GET", "/api/account")).status)
    remote:close()
    server:stop()
  end)

  it("use a folder whose name is too long for a socket's, or has a colon", function()
    for _, name in ipairs { ("x"):rep(120), "a:b" } do
      local long = home .. "/" .. name
      local desk = assert(copydesk.new { service = { data = long, library = library } })
      local other = assert(copydesk.new { service = { data = long } })
      assert.equal("finished", assert(other:wait(assert(desk:create "herb garden"))).status)
      desk:close()
      assert(other:request("GET", "/api/account"))
      other:close()
    end
  end)

  it("do not make a folder again that was removed", function()
    local owner = hold(home, config())
    local desk = assert(copydesk.new { service = { data = data } })
    owner:signal "STOP"
    folder.remove(data)
    owner:kill()
    local answer, err = desk:request("GET", "/api/account", nil, { retries = 0 })
    assert.is_nil(answer)
    assert.equal("network", err.kind)
    desk:close()
    assert.is_nil(io.open(data))
  end)

  describe("when one forks", function()
    local FORK = [[
      local ffi, copydesk = require "ffi", require "copydesk"
      ffi.cdef "int fork(void); int waitpid(int, int *, int); void _exit(int); int getppid(void);"
      local data, library, what = arg[1], arg[2], arg[3]
      local desk = assert(copydesk.new { service = { data = data, library = library } })
      local function write() return assert(desk:wait(assert(desk:create "herb garden"))).status end
      if what == "used" then assert(write() == "finished") end
      local parent = ffi.C.getppid()
      local child = ffi.C.fork()
      if what == "stays" then
        if child == 0 then
          print("child", write())
          ffi.C._exit(0)
        end
        print("parent", write())
        ffi.C.waitpid(child, nil, 0)
        print("parent", write())
      else
        if child ~= 0 then ffi.C._exit(0) end
        while ffi.C.getppid() == parent do end
        print("child", write())
        io.read()
      end
      io.stdout:flush()
    ]]

    it("both go on", function()
      local forked = program.start(FORK, { data, library, "stays" }, { lua = "luajit" })
      local lines, code, log = forked:finish()
      assert.equal(0, code, log)
      table.sort(lines)
      assert.same({ "child\tfinished", "parent\tfinished", "parent\tfinished" }, lines)
    end)

    for _, what in ipairs { "used", "unused" } do
      it("the child outlives its parent, and so do others: " .. what, function()
        local forked = program.start(FORK, { data, library, what }, { lua = "luajit" })
        assert.equal("child\tfinished", forked:line(), forked:log())
        local desk = assert(copydesk.new { service = { data = data, library = library } })
        assert.equal("finished", assert(desk:wait(assert(desk:create "herb garden"))).status)
        desk:close()
        forked:finish()
      end)
    end

    it("the child holds nothing of a parent that is gone", function()
      local pipe = make_pipe(home)
      local forked = program.start([[
        local ffi, copydesk = require "ffi", require "copydesk"
        ffi.cdef "int fork(void); void _exit(int);"
        local desk = assert(copydesk.new { service = { data = arg[1] } })
        assert(desk:request("GET", "/api/account"))
        if ffi.C.fork() ~= 0 then ffi.C._exit(0) end
        io.open(arg[2]):read "*l"
        ffi.C._exit(0)
      ]], { data, pipe }, { lua = "luajit" })
      local desk = assert(copydesk.new { service = { data = data, library = library } })
      assert.equal("finished", assert(desk:wait(assert(desk:create "herb garden"))).status)
      desk:close()
      local out = io.open(pipe, "w")
      out:write "go\n"
      out:close()
      forked:finish()
    end)
  end)
end)
