--- What one account waits for while another one has all that it can under way: the time of a first request, article,
-- crawl and linking of the second account, beside the same with nobody else there.
package.path = "./?.lua;" .. package.path
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local socket = require "socket"

local SMALL = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" } }
local holder, site = scripted.start(), scripted.start()
holder:script { { raw = "", hold = true } }
site:script { { headers = { ["Content-Type"] = "text/html" }, body = "<title>Mint</title><p>Mint likes shade." } }

local server = service.start {
  config = {
    workers = 4, library = "examples/library", accounts = { second = {} },
    allow_addresses = { "127.0.0.1:" .. holder.port, "127.0.0.1:" .. site.port },
  },
}
local second = server:key_of "second"

local function post(path, body, key)
  return http.request(server, "POST", path, { body = body, key = key })
end

local names = 0
local function new_domain(fields, key)
  names = names + 1
  fields.name = "Domain " .. names
  return assert(post("/api/domains", fields, key).json.domainId)
end

local function push(id, pages, key)
  assert(post("/api/domains/" .. id .. "/pages", { pages = pages }, key).status == 200)
end

local function link_request(id)
  return { content = "<p>Many gardeners like clay pots.</p>", format = "html", domainId = id }
end

local function timed(work)
  local start = socket.gettime()
  assert(work())
  return socket.gettime() - start
end

local function measure()
  return {
    timed(function() return http.request(server, "GET", "/api/account", { key = second }).status == 200 end),
    timed(function()
      local id = post("/api/articles/v2", { targetKeyword = "herb garden" }, second).json.articleId
      return http.wait(server, id, second).status == "finished"
    end),
    timed(function()
      local path = "/api/domains/" .. new_domain({ startUrl = site.url .. "/" }, second)
      local domain
      repeat
        domain = http.request(server, "GET", path, { key = second, headers = { Prefer = "wait=30" } }).json
      until domain.status ~= "crawling"
      return domain.status == "ready"
    end),
    timed(function()
      local id = new_domain({}, second)
      push(id, SMALL, second)
      return post("/api/internal-links", link_request(id), second).status == 200
    end),
  }
end

-- Articles and crawls that hang, and large indexes to build with many requests that wait for them.
local function load_first()
  local words, connections = {}, {}
  for i = 1, 300000 do words[i] = "word" .. (i * 7) % 9973 end
  local large = { SMALL[1], { url = "https://herbs.example/large", html = "<p>" .. table.concat(words, " ") } }
  for i = 1, 8 do
    post("/api/articles/v2", { targetKeyword = "herb garden", urls = { holder.url .. "/" .. i } })
    new_domain { startUrl = holder.url .. "/" }
    local id = new_domain {}
    push(id, large)
    for k = 1, 4 do
      local connection = http.connect(server)
      connection:send("POST", "/api/internal-links", { body = link_request(id) })
      connections[#connections + 1] = connection
      assert(k)
    end
  end
  return connections
end

local function peak_memory()
  for line in io.lines(("/proc/%d/status"):format(server.pid)) do
    local kib = line:match("^VmHWM:%s*(%d+)")
    if kib then return tonumber(kib) / 1024 end
  end
end

local alone = measure()
local connections = load_first()
local beside = measure()
local kinds = { "GET /api/account", "an article", "a crawl", "pages and a link" }
print("of the second account     alone, ms  beside the first, ms")
for i, kind in ipairs(kinds) do print(("%-24s  %9.1f  %20.1f"):format(kind, alone[i] * 1e3, beside[i] * 1e3)) end
for _, connection in ipairs(connections) do
  connection.socket:settimeout(120)
  assert(connection:receive().status == 200)
end
print(("most memory of the service: %.0f MB"):format(peak_memory()))
server:kill()
holder:stop()
site:stop()
