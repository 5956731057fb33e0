--- examples/operating/nginx.conf in a real nginx, with a certificate, before a real service.
local certificates = require "spec.support.certificates"
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local FRAME = [[
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log;
events { worker_connections 512; }
http {
  access_log FOLDER/access.log;
  SCRATCH
]]

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The example as it stands, but for its ports, its name and its certificate. IPv6 is left out: its ports are others.
local function example(server, made, plain)
  local changes = {
    { "#[^\n]*", "" },
    { "listen %[::%][^\n]*", "" },
    { "listen 80;", "listen 127.0.0.1:" .. plain .. ";" },
    { "listen 443 ", "listen 127.0.0.1:PORT " },
    { "server 127%.0%.0%.1:8080", "server 127.0.0.1:" .. server.port },
    { "/etc/letsencrypt/live/desk%.example/fullchain%.pem", made:path "desk.pem" },
    { "/etc/letsencrypt/live/desk%.example/privkey%.pem", made:path "desk.key" },
    { "https://$server_name", "https://localhost:PORT" },
    { "desk%.example", "localhost" },
  }
  local text = assert(folder.read "examples/operating/nginx.conf")
  for _, change in ipairs(changes) do
    assert(text:find(change[1]), change[1])
    text = text:gsub(change[1], function() return change[2] end)
  end
  return FRAME .. text .. "\n}\n"
end

describe("the front with TLS", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local made, server, site, base, plain, desk

  -- The public address must be known before the service starts, and nginx's port after it: so both begin again.
  setup(function()
    made = certificates.new()
    made:issue("desk", { names = "DNS:localhost" })
    plain = free_port()
    server = service.start { config = { library = "examples/library" } }
    site = nginx.start { config = example(server, made, plain) }
    base = "https://localhost:" .. site.port
    server:halt()
    local text = folder.read(server.config_file)
    folder.write(server.config_file, (text:gsub('"127.0.0.1:0"', ('"127.0.0.1:%d"'):format(server.port))
      :gsub("^return {", ("return { public_url = %q, proxies = { '127.0.0.1' },"):format(base))))
    server:restart()
    desk = copydesk.new { base_url = base, api_key = server.key, ca_file = made:path "desk.pem" }
  end)
  teardown(function()
    desk:close()
    site:stop()
    server:stop()
    made:remove()
  end)

  -- What curl says; `arguments` for the shell.
  local function curl(arguments)
    local pipe = assert(io.popen(("env -u LD_PRELOAD curl -sS --max-time 60 --cacert %s %s 2>&1"):format(
      made:path "desk.pem", arguments)))
    local said = pipe:read("*a")
    pipe:close()
    return said
  end

  local jar

  local function sign_in()
    jar = made:path "jar"
    return curl(("-i -c %s --data-urlencode key=%s %s/sign-in"):format(jar, server.key, base))
  end

  it("leads from HTTP to HTTPS, method and address kept", function()
    local said = curl(("-i 'http://localhost:%d/queue?status=failed' -X POST"):format(plain))
    assert.truthy(said:find("^HTTP/1.1 308 "), said)
    assert.truthy(said:find("Location: " .. base .. "/queue?status=failed\r\n", 1, true), said)
  end)

  it("signs a browser in, with a cookie for TLS alone", function()
    local said = sign_in()
    assert.truthy(said:find("^HTTP/2 303"), said)
    local cookie = said:lower():match "set%-cookie: ([^\r\n]+)"
    assert.truthy(cookie:find "^__host%-copydesk=%x+;")
    assert.truthy(cookie:find("; secure", 1, true))
    assert.truthy(said:lower():find("strict-transport-security: max-age=31536000", 1, true))
    local page = curl(("-b %s %s/queue"):format(jar, base))
    assert.truthy(page:find("<h1", 1, true), page)
    local sent = curl(("-o /dev/null -w '%%{http_code}' -b %s -H 'Origin: %s' -d token=0 %s/sign-out"):format(jar,
      "https://elsewhere.example", base))
    assert.equal("403", sent)
  end)

  -- An event stream is held until something changes; what changes is told at once.
  it("passes events on as they come", function()
    sign_in()
    local stream = ("curl -sSN --max-time 50 --cacert %s -b %s -H 'Last-Event-ID: %s' %s/queue/events 2>&1")
    local pipe = assert(io.popen(stream:format(made:path "desk.pem", jar, "none", base)))
    local known
    for line in pipe:lines() do known = line:match "^id: (.*)$" or known end
    pipe:close()
    assert.truthy(known)
    pipe = assert(io.popen(stream:format(made:path "desk.pem", jar, known, base)))
    local job = assert(desk:create { targetKeyword = "indoor herb garden" })
    local told
    for line in pipe:lines() do told = line:match "^data: (.*)$" or told end
    pipe:close()
    assert.truthy(told and told:find(job.articleId, 1, true), told)
  end)

  it("lets a request be held, and an article be waited for", function()
    local article = assert(desk:wait(assert(desk:create { targetKeyword = "watering herbs" })))
    assert.equal("finished", article.status)
    local domain = assert(desk:request("POST", "/api/domains", { name = "held" }))
    local ask = ("-i -H 'Authorization: Bearer %s' %s/api/domains/%s"):format(server.key, base, domain.domainId)
    local tag = assert(curl(ask):lower():match "\netag: ([^\r\n]+)")
    local held = ask .. " -H " .. quote("If-None-Match: " .. tag) .. " -H 'Prefer: wait=%d'"
    local said = curl(held:format(1)):lower()
    assert.truthy(said:find "^http/2 304", said)
    assert.truthy(said:find("preference-applied: wait=1", 1, true), said)
    local pipe = assert(io.popen(("env -u LD_PRELOAD curl -sS --cacert %s %s"):format(made:path "desk.pem",
      held:format(40))))
    assert(desk:request("POST", "/api/domains/" .. domain.domainId .. "/pages",
      { pages = { { url = "https://held.example/a", title = "A", html = "<p>Words.</p>" } } }))
    said = pipe:read "*a"
    pipe:close()
    assert.truthy(said:find '"pageCount":1', said)
    local longest = assert(folder.read("examples/operating/nginx.conf"):match "proxy_read_timeout (%d+)s;")
    assert.is_true(tonumber(longest) > 60) -- what the service holds at most
  end)

  it("takes a body of the largest size, and refuses a larger one", function()
    local domain = assert(desk:request("POST", "/api/domains", { name = "large" }))
    local path = "/api/domains/" .. domain.domainId .. "/pages"
    local function status_of(bytes)
      local frame = '{"pages":[{"url":"https://large.example/a","title":"A","html":"<p>%s</p>"}]}'
      local text = frame:format(("word "):rep(math.floor((bytes - #frame + 2) / 5)))
      text = text .. (" "):rep(bytes - #text)
      folder.write(made:path "body", text)
      return curl(("-o %s -w '%%{http_code}' -H 'Authorization: Bearer %s' -H 'Content-Type: application/json' "
        .. "--data-binary @%s %s%s"):format(made:path "answer", server.key, made:path "body", base, path))
    end
    assert.equal("200", status_of(4 * 2 ^ 20), folder.read(made:path "answer"))
    assert.equal("413", status_of(4 * 2 ^ 20 + 1))
    assert.truthy(folder.read(made:path "answer"):find '"status":413')
    assert.equal("413", status_of(6 * 2 ^ 20))
  end)

  it("limits how often an address may try to sign in", function()
    local codes = curl(("-o /dev/null -w '%%{http_code} ' -d key=wrong '%s/sign-in?[1-60]'"):format(base))
    assert.truthy(codes:find("429", 1, true), codes)
  end)
end)
