--- The pages in a real browser: every flow of spec/node/browser/flows, at the size of a desk and of a phone, light and
-- dark. On every page of a flow: nothing on the console, no breach of the rules of accessibility, no scrolling
-- sideways. Pictures of the pages are kept in screenshots/ of the build.
-- silent: 1800
-- busy
local folder = require "spec.support.folder"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

local LONGEST = 1500 -- seconds, against hanging: beside what compiles 300 were too few
local SIZES = { "desktop", "phone" }

local function read_lines(command)
  local lines = {}
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do lines[#lines + 1] = line end
  return lines, pipe:close()
end

local FLOWS = {}
for _, file in ipairs(read_lines "ls spec/node/browser/flows/*.js") do FLOWS[#FLOWS + 1] = file:match "([^/]+)%.js$" end

-- The browser; nil and what is missing.
local function find_browser()
  local said, is_there = read_lines "env -u LD_PRELOAD sh spec/node/install.sh 2>&1"
  if not is_there then return nil, said[#said] or "no reason given" end
  local found = read_lines "command -v chromium-headless-shell"
  return found[1], "chromium-headless-shell is not installed"
end

describe("the pages in a browser", function()
  local server, model, hook, home, missing
  local results = {}

  local function run_flows(browser)
    folder.write(home .. "/place.json", json.encode {
      url = server.url, operator = server.key, browser = browser, hook = hook.url .. "/hook", data = server.data,
      pictures = (os.getenv "COPYDESK_BUILD" or "build") .. "/screenshots",
    })
    local lines = read_lines(("env -u LD_PRELOAD -u LUA_CPATH NODE_PATH=build/node/node_modules "
      .. "timeout %d node spec/node/browser/run.js < %s/place.json 2>&1"):format(LONGEST, home))
    for _, line in ipairs(lines) do
      local result = json.decode(line)
      if result then
        results[result.flow .. " " .. result.size] = result
      else
        results.rest = (results.rest or "") .. line .. "\n"
      end
    end
  end

  setup(function()
    local browser
    browser, missing = find_browser()
    if not browser then return end
    missing = nil
    home = folder.new()
    model = scripted.start()
    hook = scripted.start()
    hook:script { { status = 204 } }
    model:script { POST = { { raw = "", hold = true } }, GET = { { status = 404 } } }
    server = service.start { config = {
      workers = 40, library = "examples/library",
      allow_addresses = { "127.0.0.1:" .. model.port, "127.0.0.1:" .. hook.port },
      models = {
        ["beta-sonnet-5"] = { api = "openai", base_url = model.url .. "/v1", model = "silent", api_key = "none" },
        ["*"] = { api = "builtin" },
      },
    } }
    run_flows(browser)
  end)

  teardown(function()
    if not server then return end
    server:stop()
    model:stop()
    hook:stop()
    folder.remove(home)
  end)

  for _, flow in ipairs(FLOWS) do
    for _, size in ipairs(SIZES) do
      it(("let a person do what is in %s.js, %s"):format(flow, size), function()
        if missing then return pending(missing) end
        local result = results[flow .. " " .. size]
        assert.truthy(result, "it did not run: " .. tostring(results.rest))
        assert.equal("", table.concat(result.problems, "\n"))
      end)
    end
  end

  it("has flows", function()
    assert.is_true(#FLOWS >= 5)
  end)
end)
