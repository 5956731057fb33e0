-- luas: all
--- Clients in event loops: called where they cannot wait, with loops that are not there; and what is each loop's own.
require "spec.support.hosts" -- first, for Copas wants to come before socket.http
local copas = require "copas"
local copydesk = require "copydesk"
local cqueues = require "cqueues"
local folder = require "spec.support.folder"
local scripted = require "spec.support.scripted"
local socket = require "socket"

local LUA = os.getenv "LUA" or "lua5.4"
local ID = "0190a5b0-0000-7000-8000-000000000001"

describe("a client for a loop", function()
  local server, desk

  setup(function() server = scripted.start() end)
  teardown(function() server:stop() end)
  before_each(function() server:script { { body = "{}" } } end)
  after_each(function()
    if desk then desk:close() end
    desk = nil
  end)

  local function new(loop)
    desk = copydesk.new { base_url = server.url, api_key = "key", loop = loop }
    return desk
  end

  -- What is thrown, which must blame a line of this file.
  local function thrown_by(f, ...)
    local fine, message = pcall(f, ...)
    assert.is_false(fine)
    assert.truthy(message:find("loop_places_spec.lua:%d+: "), message)
    return message
  end

  describe("says where it must be called:", function()
    local ADVICE = { cqueues = "wrap", luv = "uv.run", copas = "copas.addthread", love = "love.update" }

    for name, advice in pairs(ADVICE) do
      it(name .. " outside a coroutine", function()
        new(name)
        for _, verb in ipairs { "create", "status", "wait", "link", "request" } do
          local message = thrown_by(function() desk[verb](desk, "x") end)
          assert.truthy(message:find(verb .. ": called outside", 1, true), message)
          assert.truthy(message:find(advice, 1, true), message)
        end
        assert.same({}, server:log())
      end)
    end

    it("cqueues in a coroutine that is not its own", function()
      new "cqueues"
      local controller, message = cqueues.new(), nil
      controller:wrap(function()
        coroutine.wrap(function() message = thrown_by(function() desk:status(ID) end) end)()
      end)
      assert(controller:loop())
      assert.truthy(message:find("called outside cqueues", 1, true), message)
    end)
  end)

  describe("says of loops", function()
    it("that there is none of this name", function()
      local message = thrown_by(function() new "libevent" end)
      assert.truthy(message:find('there is no loop "libevent"', 1, true), message)
      assert.truthy(message:find("cqueues, luv, copas, love", 1, true), message)
    end)

    it("what a table of one's own lacks", function()
      for _, loop in ipairs { {}, { wait = print }, { sleep = print }, { wait = 1, sleep = print } } do
        local message = thrown_by(function() new(loop) end)
        assert.truthy(message:find("needs the functions wait(fd, timeout) and sleep(seconds)", 1, true), message)
      end
    end)

    it("which module is missing", function()
      local loaded, path, cpath = package.loaded.luv, package.path, package.cpath
      package.loaded.luv, package.loaded["copydesk.loop.luv"], package.cpath = nil, nil, ""
      local fine, message = pcall(thrown_by, function() new "luv" end)
      package.loaded.luv, package.path, package.cpath = loaded, path, cpath
      assert(fine, message)
      assert.truthy(message:find('loop = "luv" needs the module luv: ', 1, true), message)
    end)

    it("that nginx is none outside nginx, where auto blocks", function()
      local message = thrown_by(function() new "nginx" end)
      assert.truthy(message:find('loop = "nginx" works inside nginx only', 1, true), message)
      assert(new "auto":status(ID))
    end)
  end)

  describe("is driven by hand", function()
    local function answered(wait)
      for _, loop in ipairs { "auto", "cqueues" } do
        local client = new(loop)
        local task = assert(client:start("status", ID))
        local ended
        repeat
          assert(client:step())
          ended = client:ended()
          if not ended then wait(client) end
        until ended
        assert.equal(task, ended)
        assert.is_true((task:advance()))
        client:close()
      end
    end

    it("through cqueues.poll of the client", function()
      answered(function(client) assert(client:timeout() == 0 or cqueues.poll(client, 10) == client) end)
    end)

    it("through LuaSocket's select of the client", function()
      answered(function(client) assert(socket.select({ client }, nil, 10)[1] == client) end)
    end)
  end)

  describe("in cqueues", function()
    it("serves two controllers at once", function()
      new "cqueues"
      server:script { { delay = 0.1, body = "{}" } }
      local first, second, answers = cqueues.new(), cqueues.new(), 0
      local function ask()
        assert(desk:status(ID))
        assert(desk:status(ID))
        answers = answers + 1
      end
      first:wrap(ask)
      second:wrap(ask)
      local outer = cqueues.new()
      outer:wrap(function() assert(first:loop()) end)
      outer:wrap(function() assert(second:loop()) end)
      assert(outer:loop())
      assert.equal(2, answers)
    end)

    it("notices that somebody else's step took the last answer", function()
      new "cqueues"
      local controller, record = cqueues.new(), nil
      controller:wrap(function() record = desk:status(ID) end)
      controller:wrap(function()
        while desk:timeout() do desk:step(1) end
      end)
      assert(controller:loop(30))
      assert.truthy(record)
      assert.is_true(controller:empty())
    end)

    it("cancels what a controller waits for that nobody holds any more", function()
      new "cqueues"
      server:script { { hold = true, raw = "" } }
      local controller = cqueues.new()
      controller:wrap(function() desk:status(ID) end)
      assert(controller:step(0))
      assert.truthy(desk:timeout())
      controller = nil -- luacheck: ignore
      for _ = 1, 4 do collectgarbage() end
      assert.is_nil(desk:timeout())
    end)
  end)

  describe("in Copas", function()
    it("lets go of a client that is closed while something waits", function()
      new "copas"
      server:script { { delay = 3, body = "{}" } }
      local kind
      copas.addthread(function() kind = select(2, desk:status(ID)).kind end)
      assert.is_true(desk.driver.driving)
      desk:close()
      while desk.driver.driving or not kind do copas.step() end
      assert.equal("cancelled", kind)
    end)
  end)

  describe("with a loop of one's own", function()
    it("cancels what a coroutine waits for that nobody holds any more", function()
      new { wait = coroutine.yield, sleep = coroutine.yield }
      server:script { { hold = true, raw = "" } }
      local thread = coroutine.create(function() desk:status(ID) end)
      assert(coroutine.resume(thread))
      assert.truthy(desk:timeout())
      thread = nil -- luacheck: ignore
      for _ = 1, 4 do collectgarbage() end
      assert.is_nil(desk:timeout())
    end)

    it("makes the descriptor readable until a coroutine came whose answer somebody else's step took", function()
      new { wait = coroutine.yield, sleep = coroutine.yield }
      local thread = coroutine.create(function() return assert(desk:status(ID)) end)
      local waiter
      assert(coroutine.resume(thread))
      repeat
        assert(desk:step(1))
        waiter = select(2, next(desk.driver.waiting))
      until waiter.last == 1
      assert.equal(0, desk:timeout())
      assert.equal(desk, socket.select({ desk }, nil, 0)[1])
      assert.same("table", type(select(2, coroutine.resume(thread))))
      assert.equal("dead", coroutine.status(thread))
      assert.is_nil(desk:timeout())
      assert.is_nil(socket.select({ desk }, nil, 0)[1])
    end)

    it("puts up with being resumed without reason", function()
      new { wait = coroutine.yield, sleep = coroutine.yield }
      server:script { { delay = 0.1, body = "{}" } }
      local thread = coroutine.create(function() return assert(desk:status(ID)) end)
      local fine, record
      repeat fine, record = coroutine.resume(thread) until coroutine.status(thread) == "dead"
      assert.is_true(fine)
      assert.same("table", type(record))
    end)
  end)

  describe("in luv", function()
    local home

    setup(function() home = folder.new() end)
    teardown(function() folder.remove(home) end)

    -- A program of its own, for luv ends it at an error: what it said, and its exit status at the end.
    local function run(text)
      folder.write(home .. "/program.lua", ([[
        local copydesk, uv = require "copydesk", require "luv"
        local function new() return copydesk.new { base_url = %q, api_key = "key", loop = "luv" } end
      ]]):format(server.url) .. text)
      local pipe = assert(io.popen(("timeout 600 %s %s/program.lua 2>&1; echo $?"):format(LUA, home)))
      local said = pipe:read("*a")
      pipe:close()
      return said
    end

    it("throws the error of a coroutine, with where it came from", function()
      local said = run [[
        coroutine.wrap(function()
          new():status "1"
          error "too much"
        end)()
        uv.run()
      ]]
      assert.truthy(said:find("program.lua:%d+: too much"), said)
      assert.truthy(said:find("stack traceback:", 1, true), said)
      assert.not_equal("0", said:match("(%d+)\n$"))
    end)

    it("does not keep uv.run for a call whose coroutine has died, or thrown and caught", function()
      server:script { { body = '{"status":"finished"}' } }
      local said = run [[
        local desk = new()
        coroutine.wrap(function()
          pcall(desk.wait, desk, "1", { on_progress = function() error "too much" end })
        end)()
        uv.run()
        local thread = coroutine.create(function() desk:status "1" end)
        coroutine.resume(thread)
        if coroutine.close then coroutine.close(thread) end
        uv.run()
        print "over"
      ]]
      assert.equal("over\n0\n", said)
    end)

    it("goes on with a coroutine that was started and forgotten, and ends with the last of them", function()
      server:script { { delay = 0.2, body = "{}" } }
      local said = run [[
        collectgarbage("setpause", 1)
        coroutine.wrap(function()
          print(assert(new():status "1"), "answered")
        end)()
        for _ = 1, 4 do collectgarbage() end
        uv.run()
        print "over"
      ]]
      assert.truthy(said:find("answered\nover\n0\n$"), said)
    end)

    it("ends well after a close with nothing run, and uses a descriptor again", function()
      local answer = { body = "{}" }
      server:script { answer, answer, answer, { hold = true, raw = "" } }
      local said = run [[
        for _ = 1, 3 do
          local desk = new()
          coroutine.wrap(function() assert(desk:status "1") end)()
          uv.run()
          desk:close()
          collectgarbage()
        end
        local desk = new()
        coroutine.wrap(function() print(select(2, desk:status "1").kind) end)()
        desk:close()
        uv.run()
        new():close()
      ]]
      assert.equal("cancelled\n0\n", said)
    end)
  end)
end)
