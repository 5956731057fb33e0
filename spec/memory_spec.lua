-- luas: all
--- Memory: level over 100,000 requests, and with a collector that never rests.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local process = require "spec.support.process"
local scripted = require "spec.support.scripted"
local cjson = require("cjson").new()

local REQUESTS, WARM, ALLOWED_KILOBYTES = 50000, 2000, 256 -- of each kind
local ID = "0190a5b0-0000-7000-8000-000000000001"

describe("memory under a collector that never rests", function()
  local lua = os.getenv("LUA") or (jit and "luajit" or _VERSION:lower():gsub(" ", ""))

  local function record(fields)
    fields.articleId, fields.updatedAt = ID, fields.updatedAt or 1
    return { body = cjson.encode(fields) }
  end

  -- In a program of its own, whose little memory is soon gone through.
  for _, loop in ipairs { "", 'loop = "love",' } do
    it("is not lost " .. (loop == "" and "blocking" or "in a loop"), function()
      local server = scripted.start()
      finally(function() server:stop() end)
      server:script { record {}, record { status = "processing" }, record { status = "finished", l = { "a" } },
        record { status = "finished", updatedAt = 2 }, { body = "linked" }, { status = 400, body = '{"title":"Bad"}' } }
      local program = ([[
        if jit then jit.off() end
        local desk = require("copydesk").new { base_url = "%s", %s retries = 0 }
        local function main()
          local job = assert(desk:create { targetKeyword = "x", urls = { "http://a/" } })
          assert(desk:status(job).status == "processing")
          local told = 0
          local got = assert(desk:wait(job, { interval = 0.01, on_progress = function() told = told + 1 end }))
          assert(got.l[1] == "a" and told == 1)
          assert(desk:status(job).updatedAt == 2)
          assert(tostring(assert(desk:link { content = "x", format = "html", domainId = "d" })) == "linked")
          local _, err = desk:request("GET", "/x")
          assert(err.status == 400 and tostring(err):find "Bad")
          print "done"
        end
        local thread = coroutine.create(main)
        debug.sethook(thread, function() collectgarbage() end, "", 3)
        debug.sethook(function() collectgarbage() end, "", 3)
        assert(coroutine.resume(thread))
        while coroutine.status(thread) ~= "dead" do assert(desk:step(0.1)) end
      ]]):format(server.url, loop)
      local pipe = io.popen(("%s -e '%s' 2>&1"):format(lua, program))
      assert.equal("done\n", pipe:read("*a"))
      pipe:close()
    end)
  end
end)

describe("memory", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("the sanitizer keeps freed memory for a while") end

  local home, site

  setup(function()
    home = folder.new()
    os.execute(("chmod 755 %s && mkdir -p %s/api/articles"):format(home, home))
    folder.write(home .. "/api/articles/" .. ID, '{"articleId":"' .. ID .. '","status":"processing","detail":"'
      .. ("x"):rep(500) .. '","sources":[{"title":"a"},{"title":"b"}],"error":null}')
    site = nginx.start { root = home, locations = [[
      access_log off;
      keepalive_requests 100000000;
      location / { default_type application/json; }
    ]] }
  end)
  teardown(function()
    site:stop()
    folder.remove(home)
  end)

  -- Does what it is given so often that it has all it needs, then so often that a leak would show.
  local function stays_level(call)
    for _ = 1, WARM do call() end
    local before, descriptors = process.memory(), process.descriptors()
    for _ = 1, REQUESTS do call() end
    assert.is_true(process.memory() - before < ALLOWED_KILOBYTES, process.memory() - before)
    assert.is_true(process.descriptors_return_to(descriptors))
  end

  it("stays level over " .. REQUESTS .. " blocking requests", function()
    local desk = copydesk.new { base_url = site.url, api_key = "key" }
    stays_level(function() assert(desk:status(ID).detail) end)
    desk:close()
  end)

  it("stays level over as many in a loop, with errors among them", function()
    local desk = copydesk.new { base_url = site.url, api_key = "key", loop = "love" }
    local calls = { function() assert(desk:status(ID).detail) end, function()
      assert.equal(404, select(2, desk:status("none")).status)
    end }
    -- Two calls a time, side by side in coroutines of their own.
    local count = 0
    stays_level(function()
      count = count + 1
      if count % 2 == 1 then return end
      local open = 2
      for _, call in ipairs(calls) do
        coroutine.wrap(function()
          call()
          open = open - 1
        end)()
      end
      while open > 0 do desk:step(1) end
    end)
    desk:close()
  end)
end)
