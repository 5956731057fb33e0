--- `desk:status` with decoding, beside other HTTP clients for Lua with lua-cjson, and beside libcurl alone, against
--- nginx serving a file: a short answer, a whole record, one with its article. Rounds of all alternate; the medians are
--- compared. Both ways of sending over libcurl, ours and Lua-cURLv3's, use the same libcurl and the same lua-cjson.
--
-- COPYDESK_PEERS may name a folder with Lua-cURLv3's lcurl.so and cURL.lua for this Lua. Debian's lua-http is for
-- LuaJIT and 5.1.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local socket = require "socket"
local json = require("cjson").new()

local ROUNDS = 7
local KEY = "key"
local ID = "0190a5b0-0000-7000-8000-000000000001"

local SHORT = { articleId = ID, status = "processing", progress = 0.42 }
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

-- A record with its article: what `wait` decodes at last.
local function finished()
  local sentence = "Most herbs want six hours of light a day.<sup><a href=\"https://example.org/light\">1</a></sup> "
  local markdown = "Most herbs want six hours of light a day.[1](https://example.org/light) "
  local article = { output = {
    html = ("<h2>Light</h2>\n<p>" .. sentence:rep(8) .. "</p>\n"):rep(20),
    markdown = ("## Light\n\n" .. markdown:rep(8) .. "\n\n"):rep(20),
  } }
  for name, value in pairs(RECORD) do article[name] = value end
  return article
end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

local function serve()
  local root = folder.new()
  os.execute("chmod 755 " .. root .. " && mkdir -p " .. root .. "/api/articles")
  local site = nginx.start { root = root, locations = [[
    access_log off;
    keepalive_requests 10000000;
    location / { default_type application/json; }
  ]] }
  return site, root
end

local site, root = serve()
local path = "/api/articles/" .. ID
local url = site.url .. path
local desk = copydesk.new { base_url = site.url, api_key = KEY }

-- µs per request: wall clock and processor time. What others left for the collector is not counted.
local function timed(count, request)
  collectgarbage()
  request()
  local wall, cpu = socket.gettime(), os.clock()
  for _ = 1, count do request() end
  return (socket.gettime() - wall) * 1e6 / count, (os.clock() - cpu) * 1e6 / count
end

local function check(text)
  assert(json.decode(text).progress == 0.42)
end

-- Each gives a function that makes one request, or nil and why there is none.
local peers = {}

function peers.copydesk()
  return function() assert(assert(desk:status(ID)).progress == 0.42) end
end

function peers.undecoded()
  return function() assert(#desk:request("GET", path, nil, { raw = true }) > 50) end
end

function peers.luasocket()
  local http, ltn12 = require "socket.http", require "ltn12"
  local headers = { Authorization = "Bearer " .. KEY }
  return function()
    local body = {}
    local _, status = http.request { url = url, sink = ltn12.sink.table(body), headers = headers }
    assert(status == 200)
    check(table.concat(body))
  end
end

function peers.lua_http()
  local found, client = pcall(require, "http.client")
  if not found then return nil, "not for this Lua" end
  local new_headers = require("http.headers").new
  local connection = assert(client.connect { host = "127.0.0.1", port = site.port, version = 1.1 })
  return function()
    local stream, headers = assert(connection:new_stream()), new_headers()
    headers:append(":method", "GET")
    headers:append(":authority", site.address)
    headers:append(":scheme", "http")
    headers:append(":path", path)
    headers:append("authorization", "Bearer " .. KEY)
    assert(stream:write_headers(headers, true))
    assert(stream:get_headers():get ":status" == "200")
    check(stream:get_body_as_string())
  end
end

function peers.lua_curl()
  local where = os.getenv "COPYDESK_PEERS"
  if not where then return nil, "COPYDESK_PEERS names no folder" end
  package.path, package.cpath = where .. "/?.lua;" .. package.path, where .. "/?.so;" .. package.cpath
  local found, curl = pcall(require, "cURL")
  if not found then return nil, "not in " .. where end
  local body = {}
  local easy = curl.easy {
    url = url, httpheader = { "Authorization: Bearer " .. KEY }, nosignal = true,
    writefunction = function(piece) body[#body + 1] = piece end,
  }
  return function()
    body = {}
    easy:perform()
    assert(easy:getinfo_response_code() == 200)
    check(table.concat(body))
  end
end

local function libcurl(count)
  local command = ("%s/bench/raw_curl %s %s %d"):format(os.getenv "COPYDESK_BUILD" or "build", url, KEY, count)
  local run = assert(io.popen(command))
  local wall, cpu = run:read("*n", "*n")
  run:close()
  return assert(wall, "raw_curl failed"), cpu
end

local contestants = {
  { name = "libcurl alone", run = libcurl, count = 8000 },
  { name = "copydesk", make = peers.copydesk, count = 8000 },
  { name = "copydesk, not decoded", make = peers.undecoded, count = 8000 },
  { name = "Lua-cURLv3 and cjson", make = peers.lua_curl, count = 8000 },
  { name = "lua-http and cjson", make = peers.lua_http, count = 2000 },
  { name = "LuaSocket and cjson", make = peers.luasocket, count = 1000 }, -- it connects anew each time
}

local function contestant(name)
  for _, one in ipairs(contestants) do
    if one.name == name then return one end
  end
end

-- The median over the rounds of what one needed, as a ratio to another in the same round.
local function ratio(one, other, what)
  local ratios = {}
  for round, value in ipairs(one[what]) do ratios[round] = value / other[what][round] end
  return median(ratios)
end

-- The mark: not slower than Lua-cURLv3 with lua-cjson, beyond the noise of 5 %.
local function print_mark()
  local ours, theirs = contestant "copydesk", contestant "Lua-cURLv3 and cjson"
  if not theirs.run then return end
  print(("copydesk to %s, median of %d rounds: wall %.2f, processor %.2f"):format(theirs.name, ROUNDS,
    ratio(ours, theirs, "walls"), ratio(ours, theirs, "cpus")))
end

local function compare(title, answer)
  local text = json.encode(answer):gsub("\\/", "/") -- as the service writes it
  folder.write(root .. path, text)
  for _, one in ipairs(contestants) do one.walls, one.cpus = {}, {} end
  for _ = 1, ROUNDS do
    for _, one in ipairs(contestants) do
      if not one.run then
        local request, reason = one.make()
        one.run, one.reason = request and function(count) return timed(count, request) end, reason
      end
      if one.run then
        local wall, cpu = one.run(one.count)
        table.insert(one.walls, wall)
        table.insert(one.cpus, cpu)
      end
    end
  end
  print(("%s of %d bytes: µs per request, and ratios to libcurl alone"):format(title, #text))
  print_mark() -- before the medians, which sort the rounds
  local alone = contestants[1]
  for _, one in ipairs(contestants) do
    if one.run then
      local wall, cpu = median(one.walls), median(one.cpus)
      print(("%-21s %9.1f %9.2f %9.1f %9.2f"):format(one.name, wall, wall / median(alone.walls), cpu,
        cpu / median(alone.cpus)))
    else
      print(("%-21s %9s (%s)"):format(one.name, "absent", one.reason))
    end
  end
end

print(("%s, medians of %d rounds"):format(jit and jit.version or _VERSION, ROUNDS))
print(("%-21s %9s %9s %9s %9s"):format("", "wall", "ratio", "processor", "ratio"))
compare("a short answer", SHORT)
compare("a whole record", RECORD)
compare("a finished article", finished())
desk:close()
site:stop()
folder.remove(root)
