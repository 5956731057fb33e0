--- The rocks: that the rockspecs hold what the tree holds, install offline into an empty tree, and work from there.
-- needs: luarocks
-- silent: 1200
-- alone
local Rocks = require "spec.support.rocks"
local service = require "spec.support.service"

local VERSIONS = { "5.1", "5.4" } -- the oldest and the newest; all are compiled and tested from the tree

local CLIENT = [[
local copydesk = require "copydesk"
assert(not package.loaded["copydesk.signature"] and not package.loaded["copydesk.service"])
local desk = assert(copydesk.new { base_url = arg[1], api_key = arg[2] })
local article = assert(desk:wait(assert(desk:create { targetKeyword = "indoor herb garden" })))
io.write(copydesk._VERSION, " ", article.status)
]]

local WEBHOOK = [[
local secret, id, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1", '{"type":"article.finished"}'
local time = tostring(os.time())
local signature = require("copydesk.signature").sign(secret, id, time, body)
local headers = { ["webhook-id"] = id, ["webhook-timestamp"] = time, ["webhook-signature"] = signature }
io.write(assert(require("copydesk").webhook.verify(secret, headers, body)).type)
]]

local LINKER = [[
local linker = require "copydesk.linker"
local pages = { { url = "https://example.org/basil", title = "Watering basil", html = "<h1>Watering basil</h1>" } }
local index = assert(linker.build { path = arg[1], pages = function() return table.remove(pages) end })
io.write(assert(index:link("<p>It tells of watering basil.</p>", { format = "html" })).content)
]]

local EMBEDDED = [[
local copydesk = require "copydesk"
local desk = assert(copydesk.new { service = { library = arg[1], listen = "127.0.0.1:0" } })
local article = assert(desk:wait(assert(desk:create { targetKeyword = "indoor herb garden" })))
io.write(article.status)
desk:close()
]]

local function succeeds(done, text)
  assert.is_true(done, text)
  return text
end

describe("a rockspec", function()
  local specs = Rocks.lines("ls rockspec/*.rockspec")

  it("is as rockspec/update.lua writes it", function()
    assert.equal("", succeeds(Rocks.shell("lua5.4 rockspec/update.lua --check")))
  end)

  it("is there for every rock, as scm and as a release", function()
    local expected = {}
    for _, name in ipairs(Rocks.NAMES) do
      for _, version in ipairs { "scm", Rocks.version() } do
        expected[#expected + 1] = ("rockspec/%s-%s-1.rockspec"):format(name, version)
      end
    end
    table.sort(expected)
    assert.same(expected, specs)
  end)

  it("passes lint", function()
    local rocks = Rocks.new()
    local here = Rocks.lines("pwd")[1]
    for _, path in ipairs(specs) do succeeds(rocks:luarocks("5.4", "lint " .. path, here)) end
    rocks:remove()
  end)

  it("and its siblings hold every module of the tree, each once", function()
    local files, natives = {}, {}
    for _, name in ipairs(Rocks.NAMES) do
      local install = Rocks.read(("rockspec/%s-scm-1.rockspec"):format(name)).build.install
      for module, path in pairs(install.lua or {}) do
        assert.equal(path:match "^(.*)%.%l+$", "lua/" .. module:gsub("%.", "/"))
        files[#files + 1] = path
      end
      for module in pairs(install.lib) do natives[#natives + 1] = "luaopen_" .. module:gsub("%.", "_") end
    end
    table.sort(files)
    table.sort(natives)
    assert.same(Rocks.lines("find lua -name '*.lua' -o -path 'lua/copydesk/manual/*.md'"), files)
    assert.same(Rocks.lines("sh -c 'grep -oh luaopen_copydesk_[a-z]* src/bind/*.c src/bind/*/*.c | sort -u'"), natives)
  end)
end)

describe("a header that is missing", function()
  it("is named by LuaRocks", function()
    local rocks = Rocks.new()
    local here = Rocks.lines("pwd")[1]
    local make = "make --tree=%s/tree rockspec/copydesk-linker-scm-1.rockspec STEMMER_INCDIR=/nonexistent"
    local done, said = rocks:luarocks("5.4", make:format(rocks.folder), here)
    assert.is_false(done)
    assert.truthy(said:find("libstemmer.h", 1, true), said)
    rocks:remove()
  end)

  it("is named by make where LuaRocks does not look for it", function()
    for module, header in pairs { core = "curl/curl.h", service = "curl/curl.h" } do
      local done, said = Rocks.shell(("env -u MAKEFLAGS make -s rock MODULE=%s CC=false"):format(module))
      assert.is_false(done)
      assert.truthy(said:find("the header " .. header .. " is missing", 1, true), said)
    end
  end)
end)

describe("a rock", function()
  local rocks, server, library

  setup(function()
    library = Rocks.lines("pwd")[1] .. "/examples/library"
    rocks = Rocks.new()
    succeeds(rocks:pack())
    server = service.start { config = { library = library } }
  end)

  teardown(function()
    if server then server:stop() end
    rocks:remove()
  end)

  local function writes_an_article(tree, lua)
    local text = succeeds(tree:run(CLIENT, server.url .. " " .. server.key, lua))
    assert.equal(Rocks.version() .. " finished", text)
  end

  -- The libraries that a module of the tree wants, and whether it may be unloaded.
  local function dynamic_section(tree, module)
    local path = ("%s/lib/lua/%s/copydesk/%s.so"):format(tree.path, tree.version, module)
    local text = table.concat(Rocks.lines("readelf -dW " .. path), "\n")
    local libraries = {}
    for name in text:gmatch("Shared library: %[lib(%a+)") do libraries[name] = true end
    return libraries, text
  end

  for _, version in ipairs(VERSIONS) do
    describe("for Lua " .. version, function()
      local tree

      setup(function() tree = rocks:tree(version) end)

      it("of the client brings lua-cjson alone, needs libcurl only, and writes an article", function()
        succeeds(tree:install("copydesk"))
        local expected = { ("lib/lua/%s/copydesk/core.so"):format(version), ("share/lua/%s/cjson.lua"):format(version) }
        for _, path in pairs(Rocks.read("rockspec/copydesk-scm-1.rockspec").build.install.lua) do
          expected[#expected + 1] = ("share/lua/%s/%s"):format(version, (path:gsub("^lua/", "")))
        end
        table.sort(expected)
        assert.same(expected, tree:files())
        local libraries = dynamic_section(tree, "core")
        libraries.c, libraries.m, libraries.pthread = nil, nil, nil -- of the C library
        assert.same({ curl = true }, libraries)
        writes_an_article(tree)
      end)

      if version == "5.1" then
        it("of the client runs in LuaJIT", function() writes_an_article(tree, "luajit") end)
      end

      it("of webhooks verifies", function()
        succeeds(tree:install("copydesk-webhook"))
        assert.equal("article.finished", succeeds(tree:run(WEBHOOK)))
      end)

      it("of the service brings the linker, runs the service and the command", function()
        succeeds(tree:install("copydesk-service"))
        assert.equal('<p>It tells of <a href="https://example.org/basil">watering basil</a>.</p>',
          succeeds(tree:run(LINKER, rocks.folder .. "/site-" .. version)))
        assert.equal("finished", succeeds(tree:run(EMBEDDED, library)))
        local command = ("cd / && env -i %s/bin/copydesk "):format(tree.path)
        assert.equal("copydesk " .. Rocks.version() .. "\n", succeeds(Rocks.shell(command .. "--version")))
        for topic, title in pairs { linking = "Linking", nodes = "Several machines" } do -- of two rocks
          assert.equal(title, succeeds(Rocks.shell(command .. "help " .. topic)):match "^[^\n]+")
        end
        succeeds(Rocks.shell(("%s write 'indoor herb garden' --data %s/data-%s --library %s"):format(command,
          rocks.folder, version, library)))
      end)

      it("holds modules that stay loaded", function()
        for _, module in ipairs { "core", "signature", "linker", "service" } do
          local _, text = dynamic_section(tree, module)
          assert.truthy(text:find("NODELETE", 1, true), module)
        end
      end)
    end)
  end

  it("is made in a clone, for one Lua after the other, which stays as it was", function()
    local clone = rocks:clone()
    for _, version in ipairs { "5.4", "5.1" } do
      local tree = rocks:tree(version, "made-" .. version)
      for _, name in ipairs { "copydesk", "copydesk-webhook" } do succeeds(tree:make(name, clone)) end
      assert.equal("article.finished", succeeds(tree:run(WEBHOOK)))
      writes_an_article(tree)
    end
    assert.same({}, Rocks.lines(("git -C %s status --porcelain"):format(clone)))
  end)
end)
