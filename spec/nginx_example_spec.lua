--- examples/nginx in a real nginx, against the real service.
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local http = require "socket.http"

local here = assert(io.popen("env -u LD_PRELOAD pwd")):read("*l")
local build = os.getenv("COPYDESK_BUILD") or here .. "/build"

-- The example as it stands, but for its port, its places, and where the environment's variables come from.
local function example(server)
  local changes = {
    { "#[^\n]*", "" },
    { "127%.0%.0%.1:8082", "127.0.0.1:PORT" },
    { "build/nginx", "FOLDER" },
    { "examples/nginx", here .. "/examples/nginx" },
    { "error_log stderr", "error_log FOLDER/error.log" },
    { "env COPYDESK_BASE_URL;", "env COPYDESK_BASE_URL=" .. server.url .. ";" },
    { "env COPYDESK_API_KEY;", "env COPYDESK_API_KEY=" .. server.key .. ";" },
    { "access_log off;", ('lua_package_path "%s/lua/?.lua;;"; lua_package_cpath "%s/lib/luajit/?.so;;";'):format(here,
      build) },
  }
  local text = assert(folder.read("examples/nginx/nginx.conf"))
  for _, change in ipairs(changes) do
    assert(text:find(change[1]), change[1])
    text = text:gsub(change[1], function() return change[2] end)
  end
  return text
end

describe("examples/nginx", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local server, site

  setup(function()
    server = service.start { config = { library = "examples/library" } }
    site = nginx.start { config = example(server) }
  end)
  teardown(function()
    site:stop()
    server:stop()
  end)

  it("writes an article for a keyword", function()
    local body, status = http.request(site.url .. "/article?keyword=indoor+herb+garden")
    assert.equal(200, status, body)
    assert.truthy(body:find("<h1>Indoor herb garden", 1, true), body)
  end)

  it("says what is wrong", function()
    local body, status = http.request(site.url .. "/article")
    assert.equal(400, status)
    assert.truthy(body:find("a keyword is wanted", 1, true))
    body, status = http.request(site.url .. "/article?keyword=quantum+chromodynamics")
    assert.equal(422, status)
    assert.truthy(body:find("copydesk: ", 1, true), body)
  end)
end)
