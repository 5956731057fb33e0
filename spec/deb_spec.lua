--- Debian's package as `make deb` makes it, here from the build that is tested: judged by lintian, unpacked and run.
-- needs: dh@debhelper lintian
-- silent: 1200
-- alone
local folder = require "spec.support.folder"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

-- What a shell command printed, and its status, without the variables of the make that this runs in.
local function shell(command)
  local clean = "unset LD_PRELOAD MAKEFLAGS MAKELEVEL MFLAGS LUA; "
  local pipe = assert(io.popen(clean .. "{ " .. command .. "\n} 2>&1; echo $?"))
  local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
  pipe:close()
  return tonumber(status), said
end

local function has(program)
  return (shell("command -v " .. program)) == 0
end

local MODULES = "/usr/lib/*/lua/5.4/copydesk/"
local FILES = {
  "/usr/bin/copydesk", MODULES .. "core.so", MODULES .. "service.so", MODULES .. "linker.so", MODULES .. "signature.so",
  "/usr/share/lua/5.4/copydesk.lua", "/usr/share/lua/5.4/copydesk/cli.lua", "/usr/share/man/man1/copydesk.1.gz",
  "/usr/share/lua/5.4/copydesk/manual/README.md", "/usr/share/lua/5.4/copydesk/manual/linking.md",
  "/usr/share/man/man7/copydesk-linking.7.gz",
  "/usr/share/bash-completion/completions/copydesk", "/usr/share/zsh/vendor-completions/_copydesk",
  "/usr/share/fish/vendor_completions.d/copydesk.fish", "/lib/systemd/system/copydesk.service",
  "/lib/systemd/system/copydesk.socket", "/usr/lib/sysusers.d/copydesk.conf", "/etc/copydesk/copydesk.conf.lua",
  "/usr/share/doc/copydesk/copyright", "/usr/share/doc/copydesk/changelog.Debian.gz",
  "/usr/share/doc/copydesk/examples/nginx.conf", "/usr/share/doc/copydesk/examples/nodes/nginx.conf",
}

describe("Debian's package", function()
  if (os.getenv "SANITIZE" or "") ~= "" then return pending "is not made of a build with a sanitizer" end
  if not (has "dh" and has "dpkg-shlibdeps") then return pending "needs debhelper and dpkg-dev" end

  local home, package
  setup(function()
    home = folder.new()
    local status, said = shell(("make -s deb BUILD=%s DEB_DIR=%s"):format(BUILD, home))
    assert.equal(0, status, said)
    package = said:match "wrote (%S+%.deb)\n"
    assert.truthy(package, said)
    status, said = shell(("dpkg -x %s %s/root && dpkg -e %s %s/about"):format(package, home, package, home))
    assert.equal(0, status, said)
  end)
  teardown(function() folder.remove(home) end)

  it("has no fault that lintian finds", function()
    if not has "lintian" then return pending "needs lintian" end
    local status, said = shell("lintian --allow-root --fail-on error,warning " .. package)
    assert.equal("", said)
    assert.equal(0, status)
  end)

  it("has everything in its place, and nothing that names the machine it was made on", function()
    for _, path in ipairs(FILES) do
      -- Since Debian 13 the units are below /usr.
      local status, said = shell(("cd %s/root && test -f $(echo .%s) || test -f usr%s"):format(home, path, path))
      assert.equal(0, status, path .. said)
    end
    local here = select(2, shell "pwd"):match "[^\n]+"
    local texts = "cd %s/root && grep -rIlF -e %s -e %s ."
    assert.equal("", (select(2, shell(texts:format(home, here, home)))))
    assert.equal("/etc/copydesk/copydesk.conf.lua\n", folder.read(home .. "/about/conffiles"))
  end)

  it("says what it needs, and makes its user", function()
    local control = folder.read(home .. "/about/control")
    local version = folder.read("src/base/version.h"):match 'COPYDESK_VERSION "([^"]+)"'
    assert.truthy(control:find("\nVersion: " .. version .. "-", 1, true), control)
    local needs = control:match "\nDepends: ([^\n]+)"
    for _, name in ipairs { "lua5.4", "lua-cjson", "libc6", "libcurl4", "libmicrohttpd12", "libsqlite3-0" } do
      assert.truthy((", " .. needs):find(", " .. name, 1, true), needs)
    end
    local script = folder.read(home .. "/about/postinst")
    assert.truthy(script:find("systemd-sysusers", 1, true) < script:find("deb-systemd-helper", 1, true))
    assert.truthy(folder.read(home .. "/root/usr/lib/sysusers.d/copydesk.conf"):find("\nu copydesk ", 1, true))
  end)

  it("writes an article", function()
    local library = select(2, shell "pwd"):match "[^\n]+" .. "/examples/library"
    local status, said = shell(("cd / && export LUA_PATH='%s/root/usr/share/lua/5.4/?.lua;;' "
      .. "LUA_CPATH=\"$(echo %s/root/usr/lib/*/lua/5.4)/?.so;;\" "
      .. "&& %s/root/usr/bin/copydesk write 'indoor herb garden' --data %s/data --library %s "
      .. "-o %s/article.html"):format(home, home, home, home, library, home))
    assert.equal(0, status, said)
    assert.truthy(folder.read(home .. "/article.html"):find("<h2", 1, true))
  end)
end)
