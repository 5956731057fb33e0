--- The client in nginx's workers, one each: what 200 waiting requests cost an unrelated location, and how many calls a
--- second there are beside cosockets.
---
--- COPYDESK_PEERS may name a folder with lib/resty/http.lua; it is measured too then.

local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local json = require("cjson").new()

local ROUNDS, SECONDS, WAITS, CONNECTIONS = 5, 2, 200, 32
local ID = "0190a5b0-0000-7000-8000-000000000001"
local RECORD = json.encode { articleId = ID, status = "processing", statusDetail = "Writing section 3 of 7",
  progress = 0.42, createdAt = 1767225600123, updatedAt = 1767225612345, title = "Growing Herbs on a Windowsill",
  config = { targetKeyword = "indoor herb garden", articleType = "blog_post", language = "English" } }

local CONFIG = [[
LOADLUA
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log error;
events { worker_connections 4096; }
http {
  access_log off;
  keepalive_requests 100000000;
  SCRATCH
  lua_package_path "LUA;;";
  lua_package_cpath "MODULES;;";
  init_by_lua_block {
    local copydesk = require "copydesk"
    DESK = assert(copydesk.new { base_url = "URL", api_key = "KEY", loop = "nginx" })
    JSON = require("cjson").new()
  }
  server {
    listen 127.0.0.1:PORT;
    location = /plain { content_by_lua_block { ngx.print("plain") } }
    location = /turns { content_by_lua_block {
      local text = tostring(require("copydesk.loop.nginx").stats.turns)
      ngx.header.content_length = #text
      ngx.print(text)
    } }
    location = /wait { content_by_lua_block { DESK:wait(ngx.var.arg_id, { timeout = 600 }) ngx.print("ended") } }
    location = /copydesk { content_by_lua_block {
      ngx.print(assert(DESK:status("ARTICLE")).progress)
    } }
    location = /cosocket { content_by_lua_block {
      local sock = ngx.socket.tcp()
      assert(sock:connect("127.0.0.1", TARGET))
      assert(sock:send { "GET /api/articles/ARTICLE ", ("http/1.1"):upper(), "\r\nHost: x\r\n",
        "Authorization: Bearer KEY\r\n\r\n" })
      local length
      repeat
        local line = assert(sock:receive("*l"))
        length = tonumber(line:match("^[Cc]ontent%-[Ll]ength: (%d+)")) or length
      until line == ""
      local body = assert(sock:receive(length))
      sock:setkeepalive(60000, 64)
      ngx.print(JSON.decode(body).progress)
    } }
    location = /resty { content_by_lua_block {
      local client = require("resty.http").new()
      local answer = assert(client:request_uri("URL/api/articles/ARTICLE",
        { headers = { Authorization = "Bearer KEY" }, keepalive_timeout = 60000, keepalive_pool = 64 }))
      ngx.print(JSON.decode(answer.body).progress)
    } }
  }
}
]]

local here = assert(io.popen("pwd")):read("*l")
local build = os.getenv("COPYDESK_BUILD") or here .. "/build"
local peers = os.getenv("COPYDESK_PEERS")

local function start(url, key)
  local values = {
    LUA = here .. "/lua/?.lua" .. (peers and ";" .. peers .. "/lib/?.lua" or ""),
    MODULES = build .. "/lib/luajit/?.so",
    URL = url, KEY = key, ARTICLE = ID, TARGET = url:match(":(%d+)$"),
  }
  return nginx.start { config = (CONFIG:gsub("%u+", values)) }
end

local function get(server, path)
  return http.request(server, "GET", path, { key = false })
end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

-- Milliseconds at the 99th percentile, and requests a second.
local function drive(server, path, connections)
  local command = ("wrk -t1 -c%d -d%ds --latency http://127.0.0.1:%d%s"):format(connections, SECONDS, server.port, path)
  local pipe = assert(io.popen(command))
  local said = pipe:read("*a")
  pipe:close()
  assert(not said:find("Non%-2xx"), said)
  local number, unit = said:match("99%%%s+([%d.]+)(%a+)")
  local rate = tonumber(said:match("Requests/sec:%s+([%d.]+)"))
  return tonumber(number) * (unit == "us" and 1e-3 or unit == "s" and 1e3 or 1), rate
end

local function measure_bystander()
  local holder = service.start { config = { workers = 0, limits = { create = 0, status = 0, links = 0, other = 0 } } }
  local busy, idle = start(holder.url, holder.key), start(holder.url, holder.key)
  local ids, waiting = {}, {}
  for i = 1, WAITS do
    ids[i] = http.request(holder, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs" } }).json.articleId
    waiting[i] = http.connect(busy, 600)
    waiting[i]:send("GET", "/wait?id=" .. ids[i], { key = false })
  end
  get(busy, "/plain")
  local before = tonumber(get(busy, "/turns").body)
  local with, without = {}, {}
  for i = 1, ROUNDS do
    with[i] = drive(busy, "/plain", 8)
    without[i] = drive(idle, "/plain", 8)
  end
  local turns = tonumber(get(busy, "/turns").body) - before
  for i = 1, WAITS do waiting[i]:close() end
  busy:stop()
  idle:stop()
  holder:stop()
  local a, b = median(with), median(without)
  print(("p99 of an unrelated location: %.3f ms beside %d waiting requests, %.3f ms alone: ratio %.2f"):format(a, WAITS,
    b, a / b))
  print(("the waiting requests woke the worker %d times in %d s"):format(turns, 2 * ROUNDS * SECONDS))
end

local function measure_calls()
  local home = folder.new()
  os.execute(("chmod 755 %s && mkdir -p %s/api/articles"):format(home, home))
  folder.write(home .. "/api/articles/" .. ID, RECORD)
  local target = nginx.start { root = home, locations = [[
    access_log off;
    keepalive_requests 100000000;
    location / { default_type application/json; }
  ]] }
  local server = start(target.url, "key")
  local locations = { "/copydesk", "/cosocket", peers and "/resty" }
  local rates = {}
  for _ = 1, ROUNDS do
    for _, location in ipairs(locations) do
      rates[location] = rates[location] or {}
      table.insert(rates[location], (select(2, drive(server, location, CONNECTIONS))))
    end
  end
  server:stop()
  target:stop()
  folder.remove(home)
  print(("calls a second at %d connections, with decoding:"):format(CONNECTIONS))
  local ours = median(rates["/copydesk"])
  for _, location in ipairs(locations) do
    local rate = median(rates[location])
    print(("%-12s %8.0f   copydesk / it %.2f"):format(location:sub(2), rate, ours / rate))
  end
  if not peers then print("resty        absent: COPYDESK_PEERS names no folder") end
end

measure_bystander()
measure_calls()
