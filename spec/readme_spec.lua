--- The programs of the README and of the manual's chapters, each run as it stands, against the real service.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local http = require "socket.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

-- What the programs take for granted.
local BEFORE = [[
local copydesk = require "copydesk"
local desk = assert(copydesk.new())
local site, job, other_job = os.getenv "SITE", os.getenv "JOB", os.getenv "JOB"
local content = "<p>Basil in a pot</p>"
local my_loop = { turns = 0 }
function my_loop.sleep(seconds)
  my_loop.turns = my_loop.turns + 1 -- with an answer that came at once
  require("socket").sleep(seconds)
end
function my_loop.wait_readable(fd, timeout)
  my_loop.turns = my_loop.turns + 1
  require("socket").select({ { getfd = function() return fd end, dirty = function() return false end } }, nil, timeout)
end
local secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"
local body = '{"type":"article.finished","output":{"html":"<p>x</p>"}}'
local signed = { id = "msg_1", at = tostring(os.time()) }
local headers = { ["webhook-id"] = signed.id, ["webhook-timestamp"] = signed.at,
  ["webhook-signature"] = require("copydesk.signature").sign(secret, signed.id, signed.at, body) }
local published
local function publish(html) published = html end
]]

-- What the programs of the linking engine take for granted, but for the one that builds an index.
local INDEX_BEFORE = [[
local pages = { { url = "https://windowsill.example/guides/basil", title = "Basil" } }
local index = assert(require("copydesk.linker").build {
  path = "index.cdx", pages = function() return table.remove(pages) end,
})
local next_chunk, sent = ("<p>Basil |in a |pot</p>"):gmatch "[^|]+", {}
local function send(text) sent[#sent + 1] = text end
]]

-- LÖVE without a screen. Debian's is built with LuaJIT.
local LOVE_CONFIG = [[
function love.conf(game)
  game.window = nil
  for _, name in ipairs { "audio", "graphics", "window", "sound", "joystick" } do game.modules[name] = false end
end
]]
local LOVE_BEFORE = [[
function love.errorhandler(message)
  io.stderr:write(message, "\n")
  os.exit(1)
end
]]
local LOVE_AFTER = [[
local update, started = love.update, love.timer.getTime()
function love.update(seconds)
  update(seconds)
  assert(love.timer.getTime() - started < 60, "too long")
  if article then
    assert(article.title and progress == 1)
    desk:close()
    love.event.quit()
  end
end
]]

-- nginx around a location; the modules are Debian's.
local NGINX = [[
LOADLUA
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log;
env COPYDESK_BASE_URL=%s;
env COPYDESK_API_KEY=%s;
events {}
http {
  access_log off;
  SCRATCH
  lua_package_path "%s;;";
  lua_package_cpath "%s/luajit/?.so;;";
  server {
    listen 127.0.0.1:PORT;
    %s
  }
}
]]

-- What must have come of them, by a word of theirs.
local AFTER = {
  ["webhook.verify"] = "\nassert(published == '<p>x</p>')\n",
  ["my_loop"] = "\nassert(assert(desk:status(job)).status == 'finished' and my_loop.turns > 0)\n",
  ["linker.build"] = "\nassert(#index == 18 and result.content:find('href=\"', 1, true))\n",
  ["priority_urls"] = "\nassert(result.content)\n",
  ["index:filter"] = "\nassert(table.concat(sent):find('in a pot</p>', 1, true))\n",
  ["local linked "] = "\nassert(linked.content:find('windowsill', 1, true))\n",
}

describe("the README", function()
  it("can be read in one sitting", function()
    assert.is_true(#folder.read "README.md" <= 30000)
  end)
end)

describe("the README's contents", function()
  -- The anchor that a page of the project's site gives a heading.
  local function anchor(heading)
    return "#" .. heading:lower():gsub("[^%w %-]", ""):gsub(" ", "-")
  end

  it("lead to every chapter, in order, and each has a name of its own", function()
    local text = folder.read "README.md"
    local chapters, led, seen = {}, {}, {}
    for heading in text:gsub("```.-```", ""):gmatch "\n## ([^\n]+)" do
      assert.is_nil(seen[heading], heading)
      seen[heading] = true
      chapters[#chapters + 1] = anchor(heading)
    end
    for target in text:match("\n(%[.-)\n\n## "):gmatch "%]%((#[^)]+)%)" do led[#led + 1] = target end
    assert.same(chapters, led)
  end)
end)

-- The README, the other READMEs that are written for people, and the chapters of the manual.
local TEXTS = { "README.md" }
for path in assert(io.popen "ls lua/copydesk/manual/*.md"):lines() do TEXTS[#TEXTS + 1] = path end

describe("the programs of the README and of the manual", function()
  local home, server, environment

  setup(function()
    home = folder.new()
    assert(os.execute(("env -u LD_PRELOAD cp -R examples/library %s/notes"):format(home)))
    assert(os.execute(("env -u LD_PRELOAD cp -R examples %s/examples"):format(home)))
    assert(os.execute("mkdir " .. home .. "/site"))
    for _, page in ipairs(dofile "examples/site.lua") do
      local html = page.html:gsub("https://windowsill%.example/([%w-]+)", "/%1.html")
      folder.write(("%s/site/%s.html"):format(home, page.url:match("[^/]+$")),
        ("<title>%s</title>%s"):format(page.title, html))
    end
    server = service.start { config = { library = home .. "/notes" } }
    local desk = copydesk.new { base_url = server.url, api_key = server.key }
    local site = assert(desk:request("POST", "/api/domains", { name = "site" }))
    assert(desk:request("POST", "/api/domains/" .. site.domainId .. "/pages", { pages = dofile("examples/site.lua") }))
    local job = assert(desk:create "indoor herb garden")
    assert(desk:wait(job))
    desk:close()
    environment = ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s COPYDESK_DATA=%s/data SITE=%s JOB=%s"):format(server.url,
      server.key, home, site.domainId, job.articleId)
  end)

  teardown(function()
    server:stop()
    folder.remove(home)
  end)

  -- What it said, and its exit status at the end.
  local function run(file, text, command)
    folder.write(home .. "/" .. file, text)
    local pipe = assert(io.popen(("cd %s && %s %s 2>&1; echo $?"):format(home, environment, command)))
    local said = pipe:read("*a")
    pipe:close()
    assert.equal("0", said:match("(%d+)\n$"), said)
    return said
  end

  it("has the figures that `make run` prints", function()
    local shown = folder.read("README.md"):match("%$ make run\n(.-)\n    The queue in your browser")
    local said = run("example.lua", "arg = { [0] = 'examples/article.lua' }\ndofile 'examples/article.lua'\n",
      "lua5.4 example.lua")
    local count = 0
    for line in shown:gmatch "    (%u[^\n]+words[^\n]+)" do
      assert.truthy(said:find(line .. "\n", 1, true), said)
      count = count + 1
    end
    for line in shown:gmatch "    (wrote [^\n]+)" do
      assert.truthy(said:find(line .. "\n", 1, true), said)
      count = count + 1
    end
    assert.equal(3, count)
  end)

  -- The folder of the native modules, a folder for each Lua.
  local function build() return package.cpath:match("([^;]+)/lua5%.4/%?%.so") end

  local function run_in_love(program)
    folder.write(home .. "/conf.lua", LOVE_CONFIG)
    run("main.lua", LOVE_BEFORE .. program .. LOVE_AFTER,
      ("LUA_CPATH='%s/luajit/?.so;;' SDL_VIDEODRIVER=dummy love ."):format(build()))
  end

  local function run_in_nginx(location)
    local modules = package.path:match("[^;]+/lua/%?%.lua")
    local site = nginx.start { config = NGINX:format(server.url, server.key, modules, build(), location) }
    finally(function() site:stop() end)
    local function get(keyword)
      return http.request(site.url .. location:match("location =? ?(%S+)") .. "?keyword=" .. keyword)
    end
    for _, keyword in ipairs { "indoor+herb+garden", "indoor%20herb%20garden" } do
      local body, status = get(keyword)
      assert.equal(200, status, folder.read(site.folder .. "/error.log"))
      assert.truthy(body:find("<h1[^>]*>Indoor herb garden"), body)
    end
    -- Words that no document speaks of, and a keyword that the service does not take.
    assert.equal(500, select(2, get "quasar+telescope"))
    assert.equal(500, select(2, get(("x"):rep(301))))
    local log = folder.read(site.folder .. "/error.log")
    assert.truthy(log:find("copydesk: [^\n]*%(no_sources%)"), log)
    assert.truthy(log:find("copydesk: targetKeyword [^\n]*%(HTTP 400"), log)
  end

  local function run_in_lua(program)
    local check = ""
    for word, text in pairs(AFTER) do
      if program:find(word, 1, true) then check = check .. text end
    end
    local before = program:find("[^.]index:") and not program:find("linker.build", 1, true) and INDEX_BEFORE or ""
    local is_whole = program:find "^local copydesk = require" -- and takes nothing for granted
    run("program.lua", (is_whole and "" or BEFORE) .. before .. program .. check, "lua5.4 program.lua")
  end

  -- A configuration: the service reads it, and names its models.
  local function run_config(program)
    run("program.lua", ([[
local config = (function()
%s
end)()
config.data = os.getenv "COPYDESK_DATA" .. "-config"
local desk = assert(require("copydesk").new { service = config })
local named, count = {}, 0
for _, model in ipairs(assert(desk:request("GET", "/api/models")).data) do named[model.name] = model end
for name, entry in pairs(config.models) do
  assert(named[name] and named[name].api == entry.api and (named[name].context or nil) == entry.context, name)
  count = count + 1
end
assert(count > 0)
desk:close()
]]):format(program), "ALPHA_KEY=a BETA_KEY=b lua5.4 program.lua")
  end

  local function title(path, program)
    return path:match "([^/]+)%.md$" .. ": " .. program:match("[^\n]*[^\n%s]"):sub(1, 60)
  end

  local function add(path, language, program)
    local run_it = language == "nginx" and run_in_nginx or program:find("love.update", 1, true) and run_in_love
      or program:find("return { models", 1, true) and run_config or run_in_lua
    it("run: " .. title(path, program), function()
      if run_it == run_in_love and not os.execute "command -v love >/dev/null" then
        return pending("love is not installed")
      end
      if (run_it == run_in_nginx or run_it == run_in_love) and (os.getenv("SANITIZE") or "") ~= "" then
        return pending("nginx and LÖVE run without the sanitizer's runtime")
      end
      run_it(program)
    end)
  end

  for _, path in ipairs(TEXTS) do
    for language, program in folder.read(path):gmatch("```(%l+)\n(.-)```") do add(path, language, program) end
  end
end)
