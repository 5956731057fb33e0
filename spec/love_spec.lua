--- The client in LÖVE, without a display, against the real service.
-- needs: love
local folder = require "spec.support.folder"
local love = require "spec.support.love"
local service = require "spec.support.service"

local HEAD = [[
local copydesk = require "copydesk"
local desk = assert(copydesk.new { loop = "love" })
]]

describe("in LÖVE", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("LÖVE runs without the sanitizer's runtime") end

  local server, environment

  setup(function()
    server = service.start { config = { workers = 4, library = "examples/library" } }
    environment = ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s"):format(server.url, server.key)
  end)
  teardown(function() server:stop() end)

  local function run(program)
    return love.run { program = HEAD .. program, environment = environment }
  end

  it("articles are written while frames go by, all four verbs", function()
    local said, code = run [[
      local done, frames = 0, 0
      function love.load()
        for _ = 1, 20 do
          coroutine.wrap(function()
            local job = assert(desk:create "indoor herb garden")
            assert(desk:status(job))
            local seen
            local article = assert(desk:wait(job, { on_progress = function(record) seen = record.progress end }))
            assert(seen == 1 and article.status == "finished")
            local _, err = desk:link { content = "x", format = "html", domainId = "none" }
            assert(err.kind == "http", tostring(err))
            done = done + 1
          end)()
        end
      end
      function love.update()
        frames = frames + 1
        assert(desk:step())
        if done == 20 then
          desk:close()
          print("done", frames > 1)
          love.event.quit()
        end
      end
    ]]
    assert.equal("0", code, said)
    assert.truthy(said:find("done\ttrue", 1, true), said)
  end)

  it("a call outside a coroutine is refused", function()
    local said, code = run [[ function love.load() desk:status "x" end ]]
    assert.equal("1", code)
    assert.truthy(said:find("main.lua:%d+: status: called outside a coroutine; run it in one, such as coroutine.wrap"),
      said)
  end)

  it("an error in a coroutine reaches the error handler, with where it was", function()
    local said, code = run [[
      function love.load()
        coroutine.wrap(function()
          local _, err = desk:status "none"
          error("mine: " .. err.status)
        end)()
      end
      function love.update() desk:step() end
    ]]
    assert.equal("1", code)
    assert.truthy(said:find("errorhandler: .*mine: 404"), said)
    assert.truthy(said:find("stack traceback", 1, true), said)
  end)

  it("a coroutine that others resume too waits all the same", function()
    local said, code = run [[
      local thread = coroutine.create(function()
        local _, err = desk:status "none"
        print("status", err.status)
        desk:close()
        love.event.quit()
      end)
      function love.update()
        if coroutine.status(thread) ~= "dead" then assert(coroutine.resume(thread)) end
        if coroutine.status(thread) ~= "dead" then desk:step() end
      end
    ]]
    assert.equal("0", code, said)
    assert.truthy(said:find("status\t404", 1, true), said)
  end)

  it("the library of a service inside is in the game's folder", function()
    local home = folder.new()
    os.execute(("mkdir %s/game && cp -r examples/library %s/game/notes"):format(home, home))
    local said, code = love.run { home = home .. "/game", program = ([[
      local copydesk = require "copydesk"
      local settings = { data = "%s/data", library = "notes/" }
      local desk = assert(copydesk.new { loop = "love", service = settings })
      assert(settings.library == "notes/")
      function love.load()
        coroutine.wrap(function()
          print(assert(desk:wait(assert(desk:create "indoor herb garden"))).title)
          desk:close()
          love.event.quit()
        end)()
      end
      function love.update() desk:step() end
    ]]):format(home) }
    folder.remove(home)
    assert.equal("0", code, said)
    assert.truthy(said:find("Indoor herb garden", 1, true), said)
  end)

  for name, is_elsewhere in pairs { ["a service elsewhere"] = true, ["the service inside"] = false } do
    it("the example runs with " .. name, function()
      local home = folder.new()
      os.execute(("cp -r examples/library %s/ && mkdir %s/game"):format(home, home))
      local said, code = love.run {
        home = home .. "/game",
        program = folder.read("examples/love/main.lua"):gsub("build/demo/data", home .. "/data") .. [[
          local update = love.update
          function love.update()
            update()
            for _, entry in ipairs(articles) do
              if not entry.done then return end
            end
            for _, entry in ipairs(articles) do print(entry.keyword, entry.progress, entry.text) end
            love.event.quit()
          end
        ]],
        environment = is_elsewhere and environment or "",
        arguments = "'indoor herb garden' 'growing basil'",
      }
      folder.remove(home)
      assert.equal("0", code, said)
      assert.truthy(said:find("indoor herb garden\t1\tIndoor herb garden[^\n]*%(%d+ words%)"), said)
      assert.truthy(said:find("growing basil\t1\tGrowing basil[^\n]*%(%d+ words%)"), said)
    end)
  end
end)
