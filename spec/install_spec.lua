--- The command of a build and of an installation: each runs under its own Lua, and finds its modules by itself.
local folder = require "spec.support.folder"

local LUAS = { "lua5.4", "luajit" }
local BUILD = os.getenv "COPYDESK_BUILD" or "build"
local SANITIZED = (os.getenv "SANITIZE" or "") ~= ""

-- What a shell command printed, without the variables of the make and the build that this runs in.
local function shell(command)
  local clean = "unset LD_PRELOAD MAKEFLAGS MAKELEVEL MFLAGS LUA LUA_PATH LUA_CPATH; "
  local pipe = assert(io.popen(clean .. "{ " .. command .. "\n} 2>&1; echo $?"))
  local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
  pipe:close()
  assert.equal("0", status, said)
  return said
end

local function version()
  return "copydesk " .. folder.read("src/base/version.h"):match('COPYDESK_VERSION "([^"]+)"') .. "\n"
end

-- The Lua of a command is told by what its interpreter says of itself.
local function interpreter(command)
  return assert(folder.read(command):match("^#!([^\n]+)"))
end

describe("the command", function()
  local home
  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  if SANITIZED then
    return pending("is not run here: only the Lua that runs the tests has the sanitizer's runtime")
  end

  for _, lua in ipairs(LUAS) do
    local make = ("make -s --no-print-directory BUILD=%s LUA=%s "):format(BUILD, lua)

    it("of a build is that of the Lua that `make env` was asked for: " .. lua, function()
      local path = shell(('eval "$(%s env)"; command -v copydesk'):format(make)):match("[^\n]+")
      assert.truthy(interpreter(path):find(lua .. "$"))
      assert.equal(version(), shell("env -i " .. path .. " --version"))
      assert.equal(version(), shell(('eval "$(%s env)"; copydesk --version'):format(make)))
    end)

    it("of an installation writes an article without any variable: " .. lua, function()
      local library = shell("pwd"):match("[^\n]+") .. "/examples/library"
      shell(make .. "install PREFIX=" .. home .. "/prefix")
      local command = home .. "/prefix/bin/copydesk"
      assert.truthy(interpreter(command):find(lua .. "$"))
      assert.equal(version(), shell("cd / && env -i " .. command .. " --version"))
      shell(("cd / && env -i %s write 'indoor herb garden' --data %s/data --library %s -o %s/article.html"):format(
        command, home, library, home))
      assert.truthy(folder.read(home .. "/article.html"):find("<h2", 1, true))
    end)
  end

  it("of a staged installation looks where it will be", function()
    shell(("make -s install BUILD=%s LUA=lua5.4 PREFIX=/opt/copydesk DESTDIR=%s"):format(BUILD, home))
    local text = folder.read(home .. "/opt/copydesk/bin/copydesk")
    assert.truthy(text:find('"/opt/copydesk/share/lua/5.4/?.lua;"', 1, true), text)
    assert.is_nil(text:find(home, 1, true))
  end)

  it("is taken away whole, and nothing else with it", function()
    local make = ("make -s BUILD=%s LUA=lua5.4 PREFIX=%s "):format(BUILD, home)
    local others = home .. "/share/lua/5.4/other.lua " .. home .. "/bin/other"
    shell(("install -d %s/bin %s/share/lua/5.4 && touch %s"):format(home, home, others))
    shell(make .. "install")
    assert.equal("", shell(home .. "/bin/copydesk --version >/dev/null"))
    shell(make .. "uninstall")
    assert.equal(home .. "/bin/other\n" .. home .. "/share/lua/5.4/other.lua\n",
      shell(("find %s -type f | sort"):format(home)))
  end)

  -- The command of a build names the folder where it was made.
  it("of a checkout that was moved runs the files of the new place", function()
    local make = "make -s --no-print-directory LUAS=lua5.4 build/bin/lua5.4/copydesk"
    shell(("mkdir -p %s/a && cp -R Makefile src lua %s/a"):format(home, home))
    shell(("cd %s/a && %s && mv %s/a %s/b && cd %s/b && %s"):format(home, make, home, home, home, make))
    local text = folder.read(home .. "/b/build/bin/lua5.4/copydesk")
    assert.truthy(text:find(home .. "/b/lua/?.lua", 1, true), text)
    assert.is_nil(text:find(home .. "/a/", 1, true))
  end)
end)
