--- `desk:status` with decoding, beside libcurl alone on one reused handle and LuaSocket, against nginx serving one
--- record from a file. Rounds of the three alternate; the medians are compared.

local copydesk = require "copydesk"
local nginx = require "spec.support.nginx"
local socket = require "socket"
local http = require "socket.http"
local ltn12 = require "ltn12"
local json = require("cjson").new()

local ROUNDS, COUNT, LUASOCKET_COUNT = 7, 8000, 1000
local ID = "0190a5b0-0000-7000-8000-000000000001"

local RECORD = {
  articleId = ID, status = "processing", statusDetail = "Writing section 3 of 7", progress = 0.42,
  createdAt = 1767225600123, updatedAt = 1767225612345, title = "Growing Herbs on a Windowsill", wordsCharged = 0,
  notes = { "The built-in writer does not use toneOfVoiceProfile." },
  sources = {
    { url = "https://example.org/herbs", title = "Herbs" }, { url = "https://example.org/light", title = "Light" },
  },
  config = {
    targetKeyword = "indoor herb garden", articleType = "blog_post", modelVersion = "alpha-6-luna",
    language = "English", pointOfView = "third_person", readabilityMode = "default", includeFaq = true,
    includeConclusion = true, shouldCiteSources = true, realTimeData = false,
    urls = { "https://example.org/herbs", "https://example.org/light" },
  },
}

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

local function timed(count, request)
  request()
  local wall, cpu = socket.gettime(), os.clock()
  for _ = 1, count do request() end
  return (socket.gettime() - wall) * 1e6 / count, (os.clock() - cpu) * 1e6 / count
end

local pipe = assert(io.popen("mktemp -d"))
local folder = pipe:read("*l")
pipe:close()
os.execute("chmod 755 " .. folder .. " && mkdir -p " .. folder .. "/api/articles")
local file = assert(io.open(folder .. "/api/articles/" .. ID, "w"))
file:write(json.encode(RECORD))
file:close()
local site = nginx.start { root = folder, locations = [[
  access_log off;
  keepalive_requests 10000000;
  location / { default_type application/json; }
]] }
local url = site.url .. "/api/articles/" .. ID

local desk = copydesk.new { base_url = site.url, api_key = "key" }

local function with_copydesk()
  assert(assert(desk:status(ID)).progress == 0.42)
end

local function undecoded()
  assert(#desk:request("GET", "/api/articles/" .. ID, nil, { raw = true }) > 500)
end

local function with_luasocket()
  local body = {}
  local sink, headers = ltn12.sink.table(body), { Authorization = "Bearer key" }
  local _, status = http.request { url = url, sink = sink, headers = headers }
  assert(status == 200 and json.decode(table.concat(body)).progress == 0.42)
end

local function raw_curl()
  local command = ("%s/bench/raw_curl %s key %d"):format(os.getenv("COPYDESK_BUILD") or "build", url, COUNT)
  local run = assert(io.popen(command))
  local wall, cpu = run:read("*n", "*n")
  run:close()
  return assert(wall, "raw_curl failed"), cpu
end

local peers = {
  { name = "libcurl alone", run = raw_curl },
  { name = "copydesk, decoded", run = function() return timed(COUNT, with_copydesk) end },
  { name = "copydesk, not decoded", run = function() return timed(COUNT, undecoded) end },
  { name = "LuaSocket and cjson", run = function() return timed(LUASOCKET_COUNT, with_luasocket) end },
}
for _, peer in ipairs(peers) do peer.wall, peer.cpu = {}, {} end
for _ = 1, ROUNDS do
  for _, peer in ipairs(peers) do
    local wall, cpu = peer.run()
    table.insert(peer.wall, wall)
    table.insert(peer.cpu, cpu)
  end
end
desk:close()
site:stop()
os.execute("rm -rf " .. folder)

print(("%s, %d rounds"):format(jit and jit.version or _VERSION, ROUNDS))
print(("%-22s %10s %10s"):format("µs per request", "wall", "processor"))
for _, peer in ipairs(peers) do
  peer.wall, peer.cpu = median(peer.wall), median(peer.cpu)
  print(("%-22s %9.1f %10.1f"):format(peer.name, peer.wall, peer.cpu))
end

local function compare(title, over, under)
  print(("%-22s %9.2f %10.2f"):format(title, over.wall / under.wall, over.cpu / under.cpu))
end
compare("undecoded / libcurl", peers[3], peers[1])
compare("decoded / libcurl", peers[2], peers[1])
compare("LuaSocket / decoded", peers[4], peers[2])
