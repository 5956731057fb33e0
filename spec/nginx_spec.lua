--- The client inside nginx's workers: real nginx, real service.
local cjson = require("cjson").new()
local eventually = require "spec.support.eventually"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local CONFIG = [[
LOADLUA
daemon off;
MAIN
pid FOLDER/pid;
error_log FOLDER/error.log notice;
events { worker_connections 4096; }
http {
  access_log off;
  SCRATCH
  lua_package_path "LUA;;";
  lua_package_cpath "MODULES;;";
  lua_shared_dict notes 1m;
  init_by_lua_block {
    local copydesk = require "copydesk"
    DESK = assert(copydesk.new { base_url = "URL", api_key = "KEY", LOOP })
    INIT
    function JSON(value)
      local text = require("cjson").encode(value)
      ngx.header.content_length = #text
      ngx.print(text)
    end
  }
  HTTP
  server {
    listen 127.0.0.1:PORT;
    location = /plain { return 200 "plain"; }
    location = /stats {
      content_by_lua_block {
        local stats = require("copydesk.loop.nginx").stats
        local count = 0
        for _, waiter in pairs(DESK.driver.waiting) do
          if waiter.parked or waiter.sleep then count = count + 1 end
        end
        JSON { turns = stats.turns, problem = stats.problem, waiting = count, pid = ngx.worker.pid(),
          planned = DESK:timeout() }
      }
    }
    location = /wait {
      content_by_lua_block {
        local article, err = DESK:wait(ngx.var.arg_id, { timeout = 60 })
        JSON { status = article and article.status, kind = err and err.kind, code = err and err.code,
          message = err and tostring(err) }
      }
    }
    LOCATIONS
  }
}
]]

local here = assert(io.popen("env -u LD_PRELOAD pwd")):read("*l")
local build = os.getenv("COPYDESK_BUILD") or "build"

describe("in nginx", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local desk_service, server

  -- nginx with our modules, pointing at a service. options: main, http, locations, init, loop (false: none), service.
  local function start(options)
    local values = {
      MAIN = options.main or "master_process off;",
      LUA = here .. "/lua/?.lua",
      MODULES = (build:sub(1, 1) == "/" and "" or here .. "/") .. build .. "/lib/luajit/?.so",
      URL = (options.service or desk_service).url,
      KEY = (options.service or desk_service).key,
      LOOP = options.loop ~= false and ('loop = "%s"'):format(options.loop or "nginx") or "",
      INIT = options.init or "",
      LOCATIONS = options.locations or "",
      HTTP = options.http or "",
    }
    server = nginx.start { config = (CONFIG:gsub("%u+", values)) }
    return server
  end

  local function get(path)
    local answer, problem = http.request(server, "GET", path, { key = false })
    if not answer then error(("%s: %s\n%s"):format(path, problem, server:log())) end
    return answer.status, answer.body
  end

  local function get_json(path)
    local status, body = get(path)
    assert.equal(200, status, body .. server:log())
    return cjson.decode(body)
  end

  local function create()
    local answer = assert(http.request(desk_service, "POST", "/api/articles/v2/",
      { body = { targetKeyword = "herbs", urls = { "http://127.0.0.1:1/" } } }))
    return answer.json.articleId
  end

  local function cancel(id)
    assert.equal(200, http.request(desk_service, "POST", "/api/articles/" .. id .. "/cancel").status)
  end

  -- Requests that wait, one connection each.
  local function send_waits(ids)
    local waiting = {}
    for i, id in ipairs(ids) do
      waiting[i] = http.connect(server, 60)
      waiting[i]:send("GET", "/wait?id=" .. id, { key = false })
    end
    return waiting
  end

  local function until_waiting(count)
    if eventually(function() return get_json("/stats").waiting == count end) then return end
    error("never " .. count .. " waiting but " .. get_json("/stats").waiting)
  end

  setup(function()
    -- No workers: what is created stays queued until somebody cancels it.
    desk_service = service.start { config = { workers = 0 } }
  end)
  teardown(function() desk_service:stop() end)
  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  it("the four verbs yield while an article is written", function()
    local writer = service.start { config = { library = "examples/library" } }
    finally(function() writer:stop() end)
    start { service = writer, locations = [[
      location = /article {
        content_by_lua_block {
          local site = assert(DESK:request("POST", "/api/domains", { name = "x" }))
          assert(DESK:request("POST", "/api/domains/" .. site.domainId .. "/pages",
            { pages = { { url = "https://x.example/mint", title = "Mint", html = "<p>Mint in pots</p>" } } }))
          local job = assert(DESK:create { targetKeyword = "indoor herb garden" })
          assert(DESK:status(job).articleId == job.articleId)
          local seen = {}
          local article = assert(DESK:wait(job, { on_progress = function(now)
            seen[#seen + 1] = assert(DESK:status(now)).status   -- a call inside yields too
          end }))
          local linked = assert(DESK:link { content = "<p>Growing mint is easy.</p>", format = "html",
            domainId = site.domainId })
          JSON { title = article.title, seen = #seen, linked = linked.content }
        }
      }
    ]] }
    local got = get_json("/article")
    assert.truthy(got.title:find("herb"))
    assert.is_true(got.seen >= 1)
    assert.truthy(got.linked:find("Growing", 1, true))
  end)

  it("500 requests wait at once, and others are answered meanwhile", function()
    start {}
    local ids = {}
    for i = 1, 500 do ids[i] = create() end
    local waiting = send_waits(ids)
    until_waiting(500)
    assert.same({ 200, "plain" }, { get("/plain") })
    for i = 500, 1, -1 do cancel(ids[i]) end
    for i = 1, 500 do
      local answer = assert(waiting[i]:receive())
      assert.equal("cancelled", cjson.decode(answer.body).kind)
      waiting[i]:close()
    end
    until_waiting(0)
    assert.is_nil(get_json("/stats").problem)
  end)

  it("nothing wakes up while nothing happens", function()
    start {}
    local ids = {}
    for i = 1, 20 do ids[i] = create() end
    local waiting = send_waits(ids)
    until_waiting(20)
    -- No deadline, retry or look is planned for the next seconds, and the server waits for the wakeup alone.
    assert(eventually(function() return get_json("/stats").planned > 10 end))
    local stats = get_json("/stats")
    assert.is_nil(stats.problem)
    for i = 1, 20 do cancel(ids[i]) end
    for i = 1, 20 do
      assert.equal("cancelled", cjson.decode(waiting[i]:receive().body).kind)
      waiting[i]:close()
    end
    -- An answer is one event, rarely a few.
    assert.is_true(get_json("/stats").turns - stats.turns <= 20 * 4)
  end)

  it("a request that is aborted cancels its call", function()
    start { http = "lua_check_client_abort on;", locations = [[
      location = /status {
        content_by_lua_block { JSON { kind = select(2, DESK:status("none")).kind } }
      }
    ]] }
    local waiting = send_waits { create(), create() }
    until_waiting(2)
    waiting[1]:close()
    assert(eventually(function() -- any activity looks for such requests, at most once a second
      assert.equal("http", get_json("/status").kind)
      return get_json("/stats").waiting == 1
    end))
    waiting[2]:close()
  end)

  it("light threads, timers and coroutines of one's own wait too, with several clients", function()
    start { locations = [[
      location = /places {
        content_by_lua_block {
          local function status() return select(2, DESK:status("none")).status end
          local found, threads = {}, {}
          for i = 1, 3 do threads[i] = ngx.thread.spawn(status) end
          for i = 1, 3 do found[i] = select(2, ngx.thread.wait(threads[i])) end
          found[4] = coroutine.wrap(status)()
          local timed = require("ngx.semaphore").new()
          assert(ngx.timer.at(0, function()
            found[5] = status()
            timed:post()
          end))
          assert(timed:wait(10))
          local other = require("copydesk").new { base_url = "]] .. desk_service.url .. [[", loop = "nginx" }
          found[6] = select(2, other:status("none")).status
          found[7] = status()
          JSON(found)
        }
      }
    ]] }
    assert.same({ 404, 404, 404, 404, 404, 401, 404 }, get_json("/places"))
  end)

  it("a client that is closed ends what waits for it, and no other's", function()
    start { locations = [[
      location = /closed {
        content_by_lua_block {
          local other = require("copydesk").new { base_url = "]] .. desk_service.url .. [[", loop = "nginx",
            api_key = "]] .. desk_service.key .. [[" }
          local thread = ngx.thread.spawn(function() return select(2, other:wait(ngx.var.arg_id)) end)
          other:close()
          local _, err = ngx.thread.wait(thread)
          local fine, message = pcall(other.status, other, "none")
          JSON { kind = err.kind, code = err.code, fine = fine, message = message }
        }
      }
    ]] }
    local id = create()
    local waiting = send_waits { id }
    until_waiting(1)
    local got = get_json("/closed?id=" .. id)
    assert.same({ "cancelled", false }, { got.kind, got.fine })
    assert.truthy(got.message:find("status: the client is closed", 1, true), got.message)
    assert.equal(1, get_json("/stats").waiting)
    cancel(id)
    assert.equal("cancelled", cjson.decode(waiting[1]:receive().body).kind)
    waiting[1]:close()
  end)

  it("a phase that cannot wait is named; without a loop, as with auto, it blocks and the others yield", function()
    local locations = [[
      location = /filter {
        header_filter_by_lua_block {
          local fine, message = pcall(function() return DESK:status("x") end)
          ngx.header["X-Result"] = tostring(fine) .. " " .. tostring(message)
        }
        return 200 "filtered";
      }
    ]]
    start { locations = locations }
    local answer = http.request(server, "GET", "/filter", { key = false })
    assert.truthy(answer.headers["x-result"]:find("false .*status: the header_filter phase cannot wait"),
      answer.headers["x-result"])
    server:stop()
    for _, loop in ipairs { "auto", false } do
      start { locations = locations, loop = loop, init = [[assert(DESK:status("none") == nil)]] }
      answer = http.request(server, "GET", "/filter", { key = false })
      assert.equal("true nil", answer.headers["x-result"])
      local id = create()
      local waiting = send_waits { id }
      until_waiting(1)
      assert.same({ 200, "plain" }, { get("/plain") })
      cancel(id)
      assert.equal("cancelled", cjson.decode(waiting[1]:receive().body).kind)
      waiting[1]:close()
      server:stop()
    end
    server = nil
  end)

  local function polls(options, problem)
    start(options)
    local id = create()
    local waiting = send_waits { id, id, id }
    until_waiting(3)
    cancel(id)
    for i = 1, 3 do
      assert.equal("cancelled", cjson.decode(waiting[i]:receive().body).kind)
      waiting[i]:close()
    end
    local stats = get_json("/stats")
    assert.equal(0, stats.turns)
    assert.truthy(stats.problem:find(problem, 1, true), stats.problem)
  end

  it("requests poll where no wakeup can be made", function()
    polls({ main = "master_process off; env TMPDIR=/nonexistent;" }, "cannot make a folder in /nonexistent")
  end)

  it("requests poll where no timer can be had", function()
    polls({ http = "lua_max_pending_timers 0;" }, "too many pending timers")
  end)

  it("requests poll where no timer is run", function()
    polls({ http = "lua_max_running_timers 0;" }, "the worker did not run a timer")
  end)

  it("a reload lets the requests of the old worker finish, and then it goes", function()
    start { main = "user root; worker_processes 1;" }
    local id = create()
    local waiting = send_waits { id }
    until_waiting(1)
    local old = ("%d"):format(get_json("/stats").pid)
    os.execute("kill -HUP " .. server.pid)
    assert(server:await_log(" " .. old .. "#%d+: gracefully shutting down"))
    assert.not_equal(old, ("%d"):format(get_json("/stats").pid))
    cancel(id)
    assert.equal("cancelled", cjson.decode(waiting[1]:receive().body).kind)
    waiting[1]:close()
    assert(server:await_log("worker process " .. old .. " exited with code 0"))
  end)

  -- Tells the worker to go; a function that waits until it has gone.
  local function reload()
    local old = ("%d"):format(get_json("/stats").pid)
    os.execute("kill -HUP " .. server.pid)
    assert(server:await_log(" " .. old .. "#%d+: gracefully shutting down"))
    return function() assert(server:await_log("worker process " .. old .. " exited with code 0")) end
  end

  it("a reload logs no error, whatever the requests of the old worker still ask for", function()
    start { main = "user root; worker_processes 1;", locations = [[
      location = /more {
        content_by_lua_block {
          local _, first = DESK:wait(ngx.var.arg_id, { timeout = 60 })
          local second = assert(DESK:status(ngx.var.arg_id))
          JSON { first = first.kind, second = second.errorCode }
        }
      }
    ]] }
    for _ = 1, 3 do
      local ids, waiting = { create(), create(), create() }, {}
      for i, id in ipairs(ids) do
        waiting[i] = http.connect(server, 60)
        waiting[i]:send("GET", "/more?id=" .. id, { key = false })
      end
      until_waiting(3)
      local await_end = reload()
      for i, id in ipairs(ids) do -- between two of them the old worker's server has nothing to do, and goes
        cancel(id)
        assert.same({ first = "cancelled", second = "cancelled" }, cjson.decode(waiting[i]:receive().body))
        waiting[i]:close()
      end
      await_end()
    end
    for line in server:log():gmatch("[^\n]+") do
      assert.is_nil(line:match("%[error%]") or line:match("%[alert%]") or line:match("%[crit%]"), line)
    end
  end)

  it("lets its thread go where no further timer may run", function()
    start { http = "lua_code_cache off; lua_max_running_timers 1;", locations = [[
      location = /fresh {
        content_by_lua_block {
          local desk = require("copydesk").new { base_url = "]] .. desk_service.url .. [[", loop = "nginx" }
          local _, err = desk:status("none")
          JSON { status = err.status, problem = require("copydesk.loop.nginx").stats.problem }
          desk:close()
        }
      }
    ]] }
    assert.same({ status = 401 }, get_json("/fresh"))
    assert(eventually(function()
      local status = assert(io.open("/proc/" .. server.pid .. "/status")):read("*a")
      return status:match("Threads:%s*(%d+)") == "1"
    end))
  end)

  it("goes on for hundreds of requests with the code cache off", function()
    start { http = "lua_code_cache off;", locations = [[
      location = /fresh {
        content_by_lua_block {
          local desk = require("copydesk").new { base_url = "]] .. desk_service.url .. [[", loop = "nginx" }
          local _, err = desk:status("none")
          JSON { status = err.status }
          desk:close()
        }
      }
    ]] }
    local function threads()
      local status = assert(io.open("/proc/" .. server.pid .. "/status")):read("*a")
      return tonumber(status:match("Threads:%s*(%d+)"))
    end
    local connection = http.connect(server)
    for _ = 1, 300 do
      local answer, problem = connection:request("GET", "/fresh", { key = false })
      assert.equal('{"status":401}', answer and answer.body, tostring(problem) .. "\n" .. server:log())
    end
    connection:close()
    assert(eventually(function() -- each Lua state goes when its server has lingered
      get("/plain")
      return threads() == 1
    end))
  end)
end)
