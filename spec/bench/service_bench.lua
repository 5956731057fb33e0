--- The service beside its ceilings, in one run: status requests beside nginx returning the same bytes, durable creates
--- beside the rate of fsync that the disk has. Needs wrk, nginx and the service built in place.

local copydesk = require "copydesk"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local SECONDS, ROUNDS = 3, 3

local function output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

-- Requests per second as wrk measures them; anything but 2xx spoils the figure and is an error.
local function wrk(url, connections, script)
  local text = output_of(("wrk -t1 -c%d -d%ds -s %s %s 2>&1"):format(connections, SECONDS, script, url))
  assert(not text:find("Non%-2xx"), text)
  return tonumber(text:match("Requests/sec:%s*([%d.]+)")) or error(text)
end

local function write_file(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

local folder = output_of("mktemp -d"):gsub("%s+$", "")
local unlimited = { create = 0, status = 0, links = 0, other = 0 }
local s = service.start { config = { library = "examples/library", limits = unlimited, workers = 1 } }
local desk = copydesk.new { base_url = s.url, api_key = s.key }

local article = assert(desk:wait(assert(desk:create { targetKeyword = "indoor herb garden" })))
local path = "/api/articles/" .. article.articleId
local body = output_of(("curl -s -H 'Authorization: Bearer %s' %s%s"):format(s.key, s.url, path))
write_file(folder .. "/status.json", body)
local peer = nginx.start { root = folder, locations = "location = /status.json { default_type application/json; }" }

local get = write_file(folder .. "/get.lua", ('wrk.headers["Authorization"] = "Bearer %s"\n'):format(s.key))
local post = write_file(folder .. "/post.lua", ([[
wrk.method = "POST"
wrk.headers["Authorization"] = "Bearer %s"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"targetKeyword":"nothing is written of this","language":"Dutch"}'
]]):format(s.key))

print(("status, %d bytes, 32 connections (requests/s, median of %d)"):format(#body, ROUNDS))
local ours, theirs = {}, {}
for _ = 1, ROUNDS do
  ours[#ours + 1] = wrk(s.url .. path, 32, get)
  theirs[#theirs + 1] = wrk(peer.url .. "/status.json", 32, get)
end
print(("  copydesk %8.0f   nginx, static file %8.0f   ratio %.2f"):format(median(ours), median(theirs),
  median(ours) / median(theirs)))

print(("durable creates (articles/s, median of %d) beside the disk's fsync rate"):format(ROUNDS))
for _, connections in ipairs { 1, 16, 64 } do
  local creates, fsyncs = {}, {}
  for _ = 1, ROUNDS do
    fsyncs[#fsyncs + 1] = tonumber(output_of(os.getenv("COPYDESK_BUILD") .. "/bench/fsync " .. s.data .. " 1"))
    creates[#creates + 1] = wrk(s.url .. "/api/articles/v2/", connections, post)
  end
  print(("  %2d connections %8.0f   fsync %8.0f   ratio %.2f"):format(connections, median(creates), median(fsyncs),
    median(creates) / median(fsyncs)))
end

peer:stop()
s:stop()
os.execute("rm -rf " .. folder)
