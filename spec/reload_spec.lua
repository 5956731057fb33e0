--- A configuration read again (SIGHUP), and stopping in order: nobody is refused, nothing that was accepted is lost.
local copydesk = require "copydesk"
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"

local ROUNDS, AT_ONCE = 4, 6
local PAGE, HTML = "<p>Herb gardens like sun.</p>", { ["Content-Type"] = "text/html" }

describe("a service that runs", function()
  local server, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
  end)
  teardown(function() folder.remove(library) end)
  after_each(function() server:stop() end)

  local function create(fields)
    fields.targetKeyword = fields.targetKeyword or "herb garden"
    local answer = http.request(server, "POST", "/api/articles/v2", { body = fields })
    assert.equal(200, answer.status, answer.body)
    return answer.json.articleId
  end

  local function instance()
    return http.request(server, "GET", "/healthz").json.instance
  end

  describe("and reads its configuration again", function()
    it("works by the new one, at the same address", function()
      server = service.start()
      local before = instance()
      assert.equal("failed", http.wait(server, create {}).status)
      server:reload { library = library, accounts = { shop = {} } }
      assert.truthy(server:log():find("the configuration was read again", 1, true))
      assert.not_equal(before, instance())
      assert.equal("finished", http.wait(server, create {}).status)
      assert.equal(200, http.request(server, "GET", "/api/articles", { key = server:key_of "shop" }).status)
    end)

    it("keeps its pages signed in", function()
      server = service.start()
      local somebody = require "spec.support.visitor".new(server)
      server:reload {}
      assert.equal(200, somebody:get "/queue".status)
    end)

    it("refuses one that is wrong whole, and goes on as before", function()
      server = service.start { config = { library = library } }
      local before = instance()
      for text, fault in pairs {
        ["return {"] = "config.lua:1",
        ["return 5"] = "must return a table",
        ["error 'no'"] = "the configuration failed",
        ["return { data = '" .. server.data .. "', workers = 'many' }"] = "workers",
        ["return { data = '" .. server.data .. "', library = '" .. library .. "', worker = 1 }"] = "worker",
        ["return { data = '" .. server.data .. "/other' }"] = "data cannot become",
        ["return { data = '" .. server.data .. "', products = { api = 'file', path = '/no/such/file' } }"]
          = "/no/such/file",
      } do
        server:reload(text)
        local said = server:log():match "([^\n]*)\n$"
        assert.truthy(said:find("the configuration is refused, and the one before stays in force: ", 1, true), said)
        assert.truthy(said:find(fault, 1, true), said)
      end
      assert.equal(before, instance())
      assert.equal("finished", http.wait(server, create {}).status)
    end)

    it("goes on as before when the new address cannot be had", function()
      server = service.start { config = { library = library } }
      local other = scripted.start()
      server:reload { library = library, listen = "127.0.0.1:" .. other.port }
      assert.truthy(server:log():find("stays in force: .*cannot listen"))
      assert.equal("finished", http.wait(server, create {}).status)
      other:stop()
    end)

    it("moves to another address when that is what changed", function()
      server = service.start { config = { library = library } }
      local before, port = server.port, free_port()
      server:reload { library = library, listen = "127.0.0.1:" .. port }
      assert.truthy(server:log():find("was read again", 1, true), server:log())
      server.port, server.url = port, "http://127.0.0.1:" .. port
      assert.equal("finished", http.wait(server, create {}).status)
      assert.is_nil((require "socket".connect("127.0.0.1", before)))
    end)

    it("refuses nobody and loses nothing meanwhile", function()
      server = service.start { config = { library = library, workers = 2 } }
      local desk = assert(copydesk.new { base_url = server.url, api_key = server.key })
      local ids, running = {}, {}
      local function work()
        for i = 1, AT_ONCE do
          running[i] = running[i] or assert(desk:start("create", { targetKeyword = "herb garden" }))
          local done, made, err = running[i]:advance()
          if done then
            assert(made, tostring(err))
            ids[#ids + 1], running[i] = made.articleId, nil
          end
        end
        assert(desk:step(0.01))
      end
      for round = 1, ROUNDS do
        local before = #ids
        repeat work() until #ids >= before + 2 * AT_ONCE
        local seen = select(2, server:log():gsub("was read again", ""))
        os.execute("kill -HUP " .. server.pid)
        repeat work() until select(2, server:log():gsub("was read again", "")) > seen
        assert.equal(round, seen + 1)
      end
      for _, id in ipairs(ids) do assert.equal("finished", http.wait(server, id).status, id) end
      assert.is_nil(server:log():find("refused", 1, true), server:log())
      desk:close()
    end)

    it("answers those who wait for an article, who go on waiting at the next one", function()
      local page = scripted.start()
      page:script { { body = PAGE, headers = HTML, await = 3 } }
      local config = { library = library, allow_addresses = { "127.0.0.1:" .. page.port } }
      server = service.start { config = config }
      local desk = assert(copydesk.new { base_url = server.url, api_key = server.key })
      local id = create { urls = { page.url .. "/page" } }
      local waiting = assert(desk:start("wait", id, { timeout = 60 }))
      page:log(1)
      server:reload(config)
      page:script { { body = PAGE, headers = HTML } }
      local done, article, err
      repeat
        assert(desk:step(0.1))
        done, article, err = waiting:advance()
      until done and done ~= "progress"
      assert(article, tostring(err))
      assert.equal("finished", article.status)
      desk:close()
      page:stop()
    end)
  end)

  describe("and is stopped", function()
    it("lets articles under way end, and says that it is not ready", function()
      local page = scripted.start()
      page:script { { body = PAGE, headers = HTML, await = 2 } }
      server = service.start { config = { library = library, stop_seconds = 60,
        allow_addresses = { "127.0.0.1:" .. page.port } } }
      local id = create { urls = { page.url .. "/page" } }
      page:log(1)
      os.execute("kill -TERM " .. server.pid)
      local later
      if database.is_server() then -- there callers have other nodes to go to (nodes_rolling_spec)
        assert.is_true(eventually(function() return not pcall(http.request, server, "GET", "/readyz") end))
      else
        assert.is_true(eventually(function() return http.request(server, "GET", "/readyz").status == 503 end))
        assert.equal(200, http.request(server, "GET", "/healthz").status)
        later = create {}
      end
      http.request({ port = page.port }, "GET", "/go", { key = false })
      assert.is_true((server:ended()))
      server:restart()
      assert.equal("finished", http.request(server, "GET", "/api/articles/" .. id).json.status)
      if later then assert.equal("finished", http.wait(server, later).status) end
      page:stop()
    end)
  end)
end)
