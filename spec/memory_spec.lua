-- luas: lua5.1 lua5.4 luajit
--- Memory over 100,000 requests, blocking and in a loop, against nginx.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local process = require "spec.support.process"

local REQUESTS, WARM, ALLOWED_KILOBYTES = 50000, 2000, 256 -- of each kind
local ID = "0190a5b0-0000-7000-8000-000000000001"

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
