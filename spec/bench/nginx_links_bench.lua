--- Pages a second of one nginx worker: as they are, with links from the cache, and with links made each time. The
--- pages are of 1,000 words, the index of a site of 20,000 pages (spec/bench/site). Needs wrk and nginx.

local folder = require "spec.support.folder"
local http = require "spec.support.http"
local linker = require "copydesk.linker"
local nginx = require "spec.support.nginx"
local json = require("cjson").new()

local ROUNDS, SECONDS, CONNECTIONS, SITE, SERVED, WORDS = 5, 2, 16, 20000, 400, 1000

local CONFIG = [[
LOADLUA
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log error;
events { worker_connections 1024; }
http {
  types { text/html html; }
  access_log off;
  keepalive_requests 100000000;
  open_file_cache max=1000;
  SCRATCH
  lua_package_path "HERE/examples/nginx_links/?.lua;;";
  lua_package_cpath "MODULES;;";
  lua_shared_dict kept 64m;
  lua_shared_dict tiny 12k;
  init_by_lua_block {
    local links = require "links"
    KEPT = links.new { index = "HOME/site.cdx", cache = "kept" }
    MADE = links.new { index = "HOME/site.cdx", cache = "tiny" }
  }
  server {
    listen 127.0.0.1:PORT;
    location /plain/ { alias HOME/; }
    location /cache/ {
      alias HOME/;
      header_filter_by_lua_block { KEPT:header() }
      body_filter_by_lua_block { KEPT:body() }
    }
    location /made/ {
      alias HOME/;
      header_filter_by_lua_block { MADE:header() }
      body_filter_by_lua_block { MADE:body() }
    }
  }
}
]]

local here = assert(io.popen("pwd")):read("*l")
local build = os.getenv("COPYDESK_BUILD") or here .. "/build"

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

local function build_index(path)
  local pipe = assert(io.popen(("%s/bench/big_site %d"):format(build, SITE)))
  local index = assert(linker.build { path = path, pages = function()
    local line = pipe:read("*l")
    return line and json.decode(line)
  end })
  pipe:close()
  return index:pages()
end

local function write_pages(home)
  local bytes, at = 0, 0
  local pipe = assert(io.popen(("%s/bench/big_site %d 0 content %d %d"):format(build, SITE, WORDS, SERVED)))
  for line in pipe:lines() do
    local content = json.decode(line).html
    at, bytes = at + 1, bytes + #content
    folder.write(("%s/%d.html"):format(home, at), "<!doctype html><title>Page</title>\n" .. content)
  end
  pipe:close()
  return bytes / at
end

-- Pages a second, and the milliseconds of the slowest hundredth.
local function drive(server, location, home)
  folder.write(home .. "/wrk.lua", ([[request = function()
    return wrk.format("GET", "/%s/" .. math.random(1, %d) .. ".html")
  end]]):format(location, SERVED))
  local command = "wrk -t1 -c%d -d%ds --latency -s %s/wrk.lua http://127.0.0.1:%d"
  local said = output_of(command:format(CONNECTIONS, SECONDS, home, server.port))
  assert(not said:find("Non%-2xx"), said)
  local number, unit = said:match("99%%%s+([%d.]+)(%a+)")
  local rate = tonumber(said:match("Requests/sec:%s+([%d.]+)"))
  return rate, tonumber(number) * (unit == "us" and 1e-3 or unit == "s" and 1e3 or 1)
end

local home = folder.new()
local count, size = build_index(home .. "/site.cdx"), write_pages(home)
local values = { HERE = here, HOME = home, MODULES = build .. "/lib/luajit/?.so" }
local server = nginx.start { config = (CONFIG:gsub("%u+", values)) }
for i = 1, SERVED do http.request(server, "GET", "/cache/" .. i .. ".html") end
local linked = http.request(server, "GET", "/made/1.html")
assert(linked.body:find("<a href", 1, true), "the page has no link")

local rates, slowest = { plain = {}, cache = {}, made = {} }, { plain = {}, cache = {}, made = {} }
for _ = 1, ROUNDS do
  for location, list in pairs(rates) do
    local rate, slow = drive(server, location, home)
    table.insert(list, rate)
    table.insert(slowest[location], slow)
  end
end
print(("%d pages of %.1f kB, an index of %d pages, one worker, %d connections:"):format(SERVED, size / 1000, count,
  CONNECTIONS))
local plain = median(rates.plain)
for _, location in ipairs { "plain", "cache", "made" } do
  local rate = median(rates[location])
  print(("%-6s %8.0f pages/s   %.2f of plain   %4.0f us more a page   p99 %.2f ms"):format(location, rate, rate / plain,
    1e6 / rate - 1e6 / plain, median(slowest[location])))
end
server:stop()
folder.remove(home)
