--- Tries every form of address on every surface that takes one, in a network of its own: unshare -rnpf lua5.4 this
-- FILE. Of its processes it is the first: when it ends, all that it started ends too.
--
-- In that network every address leads to spec/support/ssrf_listener.lua. Writes FILE, a Lua table:
-- { surfaces = { { name =, refused =, taken =, private = { ADDRESS = COUNT }, public =, outcomes = { ... } } } }.
local apart = require "spec.support.apart"
local eventually = require "spec.support.eventually"
local forms = require "spec.support.ssrf_forms"
local http = require "spec.support.http"
local service = require "spec.support.service"

local PUBLIC = "93.184.216.34"
local SITES = { robots = "named by its robots.txt", map = "named by its sitemap",
  index = "named by an index of sitemaps", page = "named by its page" }
local REDIRECTS = { 301, 302, 303, 307, 308 }

assert(os.execute [[
ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo
]])
local names = assert(io.popen("echo $$; exec env -u LUA_CPATH -u LD_PRELOAD lua5.4 spec/support/ssrf_names.lua"))
local names_pid = names:read("*l")
assert(tonumber(names:read("*l")) > 0, "no name server")
local listener = apart.start "ssrf_listener"

-- Connections to the service itself and to the listener's control port do not count: they are on other ports.
local function connects()
  local found = {}
  for address, count in listener:tell("LOG"):gmatch("([^%s;]+) (%d+)") do found[address] = tonumber(count) end
  return found
end

local server = service.start { config = { workers = 4,
  limits = { create = 0, status = 0, links = 0, other = 0, domains = 0, integrations = 0 } } }

local function request(method, path, body)
  return assert(http.request(server, method, path, { body = body }))
end

local results = {}

-- Runs a surface. try(form, i) returns the status of the answer that took the form, or refused it, and what there is
-- to wait for, which says true when it is over.
local function surface(name, try)
  local before, outcomes, waits = connects(), {}, {}
  for i, form in ipairs(forms) do
    local status, wait = try(form, i)
    outcomes[i] = status
    waits[#waits + 1] = wait
  end
  for _, wait in ipairs(waits) do assert(eventually(wait), name) end
  local result = { name = name, outcomes = outcomes, private = {}, public = 0, refused = 0, taken = 0 }
  for address, count in pairs(connects()) do
    local new = count - (before[address] or 0)
    if address == PUBLIC then result.public = new elseif new > 0 then result.private[address] = new end
  end
  for _, status in ipairs(outcomes) do
    local key = status >= 400 and "refused" or "taken"
    result[key] = result[key] + 1
  end
  results[#results + 1] = result
end

local function article_ends(id)
  return function()
    local state = request("GET", "/api/articles/" .. id).json.status
    return state == "failed" or state == "finished"
  end
end

local function create(fields)
  fields.targetKeyword = "mint"
  local answer = request("POST", "/api/articles/v2", fields)
  return answer.status, answer.status < 300 and answer.json.articleId or nil
end

local function article_surface(name, fields_of)
  surface(name, function(form, i)
    local status, id = create(fields_of(form, i))
    return status, id and article_ends(id)
  end)
end

local function domain_ends(id)
  return function() return request("GET", "/api/domains/" .. id).json.status ~= "crawling" end
end

local count = 0
local function new_domain(fields)
  count = count + 1
  fields.name = "Site " .. count
  local answer = request("POST", "/api/domains", fields)
  return answer.status, answer.status < 300 and domain_ends(answer.json.domainId) or nil, answer
end

local function delivery_ends(id)
  return function()
    if not article_ends(id)() then return false end
    local list = request("GET", "/api/articles/" .. id .. "/deliveries").json.data
    return list[1] ~= nil and list[1].attempts > 0
  end
end

article_surface("urls", function(form) return { urls = { form } } end)
article_surface("articleUrl", function(form) return { articleType = "rewrite_blog_post", articleUrl = form } end)
article_surface("videoSiteVideoUrl", function(form)
  return { articleType = "video_site_video", videoSiteVideoUrl = form }
end)
for _, status in ipairs(REDIRECTS) do
  article_surface("urls, redirect " .. status, function(_, i)
    return { urls = { ("http://red-%d-%d.public.test/"):format(status, i) } }
  end)
end
surface("webhookUrl", function(form)
  local status, id = create { webhookUrl = form }
  return status, id and delivery_ends(id)
end)
surface("webhookUrl, redirect 307", function(_, i)
  local status, id = create { webhookUrl = ("http://red-307-%d.public.test/"):format(i) }
  return status, id and delivery_ends(id)
end)
surface("domain startUrl", function(form) return new_domain { startUrl = form } end)
surface("domain sitemapUrl", function(form) return new_domain { sitemapUrl = form } end)
surface("domain startUrl, changed", function(form)
  local _, _, made = new_domain {}
  local path = "/api/domains/" .. made.json.domainId
  local answer = request("PATCH", path, { startUrl = form })
  if answer.status >= 400 then return answer.status end
  local refreshed = request("POST", path .. "/refresh").status
  return refreshed, refreshed < 300 and domain_ends(made.json.domainId) or nil
end)
for _, kind in ipairs { "robots", "map", "index", "page" } do
  local status -- of the site that names the form: ten each
  surface("domain, " .. SITES[kind], function(_, i)
    if i % 10 ~= 1 then return status end
    local wait
    status, wait = new_domain { startUrl = ("http://%s-%d.public.test/"):format(kind, (i + 9) // 10) }
    return status, wait
  end)
end
surface("domain startUrl, redirect 301", function(_, i)
  return new_domain { startUrl = ("http://red-301-%d.public.test/"):format(i) }
end)
surface("integration, tested", function(form)
  local made = request("POST", "/api/integrations", { kind = "webhook", name = "Hook", settings = { url = form } })
  if made.status >= 400 then return made.status end
  request("POST", "/api/integrations/" .. made.json.integrationId .. "/test")
  return made.status
end)

local out = assert(io.open(arg[1], "w"))
out:write("return {\n")
for _, result in ipairs(results) do
  out:write(("{ name = %q, refused = %d, taken = %d, public = %d, private = {"):format(result.name, result.refused,
    result.taken, result.public))
  for address, number in pairs(result.private) do out:write(("[%q] = %d,"):format(address, number)) end
  out:write("}, outcomes = { " .. table.concat(result.outcomes, ",") .. " } },\n")
end
out:write("}\n")
out:close()
server:stop()
listener:stop()
os.execute("kill " .. names_pid)
