-- luas: all
--- Clients in event loops, where it gets narrow: many at once, several clients and loops, closing, dropping, idling.
local hosts = require "spec.support.hosts" -- first, for Copas wants to come before socket.http
local copydesk = require "copydesk"
local core = require "copydesk.core"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"

local ID = "0190a5b0-0000-7000-8000-000000000001"
local MANY = 200

local function without_id(err)
  return (tostring(err):gsub("request [%x-]+", ""))
end

describe("a client in", function()
  local held, server -- scripted; real

  setup(function()
    held = scripted.start()
    server = service.start { config = { library = "examples/library" } }
  end)
  teardown(function()
    held:stop()
    server:stop()
  end)

  for name, host in pairs(hosts) do
    describe(name, function()
      local desk

      local function real()
        return copydesk.new { base_url = server.url, api_key = server.key, loop = host.loop }
      end

      local function talking_to_held(options)
        options.base_url, options.api_key, options.loop = held.url, "key", host.loop
        return copydesk.new(options)
      end

      after_each(function() desk:close() end)

      it("writes and links articles side by side, with calls from on_progress", function()
        desk = real()
        local seen = {}
        local function write(keyword)
          local calls = 0
          local job = assert(desk:create(keyword))
          local article = assert(desk:wait(job, { on_progress = function()
            assert(desk:status(job))
            calls = calls + 1
          end }))
          assert.truthy(calls > 0)
          assert.equal("finished", article.status)
          seen[#seen + 1] = keyword
        end
        host.run(function() write("basil") end, function() write("mint") end, function() write("watering herbs") end)
        assert.equal(3, #seen)
      end)

      it("gives the same errors as one that blocks", function()
        desk = real()
        local blocking = copydesk.new { base_url = server.url, api_key = server.key }
        local _, expected = blocking:status(ID)
        host.run(function()
          local record, err = desk:status(ID)
          assert.is_nil(record)
          for _, field in ipairs { "kind", "status", "code", "message", "retryable" } do
            assert.equal(expected[field], err[field])
          end
          assert.truthy(err.request_id)
          assert.equal(without_id(expected), without_id(err))
        end)
        blocking:close()
      end)

      it("blames wrong arguments on the line that called", function()
        desk = real()
        host.run(function()
          local fine, message = pcall(function() desk:status(false) end)
          assert.is_false(fine)
          assert.truthy(message:find("loop_edges_spec.lua:%d+: status: "), message)
        end)
      end)

      it("has " .. MANY .. " coroutines wait at once", function()
        desk = real()
        local jobs, answered = {}, 0
        for i = 1, MANY do
          jobs[i] = function()
            local _, err = desk:status(ID)
            assert.equal(404, err.status)
            answered = answered + 1
          end
        end
        host.run((table.unpack or unpack)(jobs))
        assert.equal(MANY, answered)
      end)

      -- As with a server that answers while the request is being sent.
      it("gives others their turn though every answer comes at once", function()
        desk = talking_to_held {}
        local send = desk.driver.send
        desk.driver.send = function(driver)
          core.keep_readable(desk.native, false)
          repeat assert(desk.native:step(1)) until desk:timeout() == nil
          return send(driver)
        end
        held:script { { body = "{}" } }
        local order = {}
        local function ask()
          order[#order + 1] = "asks"
          assert(desk:status(ID))
          order[#order + 1] = "has it"
        end
        host.run(ask, ask)
        assert.same({ "asks", "asks", "has it", "has it" }, order)
      end)

      it("does not turn while nothing happens", function()
        desk = talking_to_held {}
        held:script { { delay = 1, body = "{}" } }
        local turns, turn = 0, desk.driver.turn
        desk.driver.turn = function(...)
          turns = turns + 1
          return turn(...)
        end
        local function ask() assert(desk:status(ID)) end
        host.run(ask, ask, ask)
        -- Each call has its start, its connection and its answer, and each of these may turn all three.
        assert.truthy(turns < 30, turns .. " turns")
      end)

      it("retries, and ends at the deadline", function()
        desk = talking_to_held {}
        held:script { { status = 503, headers = { ["retry-after-ms"] = "10" } }, { body = "{}" } }
        host.run(function() assert(desk:status(ID)) end)
        held:script { { delay = 3, body = "{}" } }
        host.run(function()
          local _, err = desk:request("GET", "/", nil, { timeout = 0.2 })
          assert.equal("timeout", err.kind)
        end)
      end)

      it("ends as cancelled who waits while it is closed, and refuses new calls", function()
        desk = talking_to_held {}
        held:script { { delay = 3, body = "{}" } }
        local kinds, other = {}, real()
        local function ask()
          local _, err = desk:status(ID)
          kinds[#kinds + 1] = err.kind
        end
        host.run(ask, ask, function()
          other:status(ID) -- the others are waiting by then
          desk:close()
        end)
        assert.same({ "cancelled", "cancelled" }, kinds)
        host.run(function()
          local fine, message = pcall(desk.status, desk, ID)
          assert.is_false(fine)
          assert.truthy(message:find("status: the client is closed", 1, true), message)
        end)
        other:close()
      end)

      it("goes well with another client in the same loop, and with another loop afterwards", function()
        desk = real()
        local other, answered = real(), 0
        local function ask(client)
          return function()
            local _, err = client:status(ID)
            assert.equal(404, err.status)
            answered = answered + 1
          end
        end
        host.run(ask(desk), ask(other), ask(desk), ask(other))
        host.run(ask(desk), ask(other))
        assert.equal(6, answered)
        other:close()
      end)

      -- luv ends the process: see below.
      if name ~= "luv" then
        it("throws what on_progress throws", function()
          desk = talking_to_held {}
          held:script { { body = '{"status":"finished"}' } }
          local fine, message = pcall(host.run, function()
            desk:wait(ID, { on_progress = function() error("too much") end })
          end)
          assert.is_false(fine)
          assert.truthy(tostring(message):find("too much", 1, true), tostring(message))
          host.run(function() assert(desk:status(ID)) end)
        end)
      end

      it("is collected when nobody holds it any more", function()
        desk = real()
        local forgotten = real()
        local known = setmetatable({ forgotten }, { __mode = "v" })
        host.run(function() forgotten:status(ID) end)
        forgotten = nil -- luacheck: ignore
        for _ = 1, 4 do collectgarbage() end
        assert.is_nil(known[1])
      end)
    end)
  end
end)
