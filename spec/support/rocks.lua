--- LuaRocks in a folder of its own: offline, without the user's settings, on the sources as they are now.
--
--     local rocks = Rocks.new()
--     local tree = rocks:tree("5.1")
--     assert(tree:install("copydesk"))           -- from the rocks that rocks:pack() made
--     tree:run("print(require 'copydesk')")      -- with nothing but that tree in the paths
--     rocks:remove()
local folder = require "spec.support.folder"

local Rocks = {}
Rocks.__index = Rocks

local Tree = {}
Tree.__index = Tree

--- The rocks, in an order in which each comes after what it needs.
Rocks.NAMES = { "copydesk", "copydesk-webhook", "copydesk-linker", "copydesk-service" }

--- Runs a command of the shell: true or false, and all that it printed. A sanitizer's runtime is for our build alone.
function Rocks.shell(command)
  local pipe = assert(io.popen("{ unset LD_PRELOAD; " .. command .. "\n} 2>&1; printf '%s' $?"))
  local text, status = pipe:read("*a"):match("^(.*)(%d+)$")
  pipe:close()
  return status == "0", text
end

--- The lines that a command prints, sorted.
function Rocks.lines(command)
  local list = {}
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  table.sort(list)
  return list
end

--- A rockspec as a table.
function Rocks.read(path)
  local spec = {}
  local text = assert(folder.read(path))
  local chunk = setfenv and setfenv(assert(loadstring(text, path)), spec) or assert(load(text, path, "t", spec))
  chunk()
  return spec
end

--- Of the rockspec that belongs to this tree's version.
function Rocks.version()
  return assert(folder.read("src/base/version.h")):match('COPYDESK_VERSION "([^"]+)"')
end

-- Nothing of the make that may run this, nor of the user.
local function clean(self, variables)
  return ("env -i PATH=\"$PATH\" HOME=%s LUAROCKS_CONFIG=%s/config.lua %s "):format(self.folder, self.folder,
    variables or "")
end

--- A folder with an archive of the sources, as a release has them.
function Rocks.new()
  local self = setmetatable({ folder = folder.new() }, Rocks)
  -- Instead of the machine's own. What LuaRocks compiles is to be tried here, not measured.
  folder.write(self.folder .. "/config.lua", 'variables = { CFLAGS = "-O0 -fPIC" }\n')
  local archive = ("%s/copydesk-%s.tar.gz"):format(self.folder, Rocks.version())
  assert(Rocks.shell(("tar czf %s --transform 's,^,copydesk-%s/,' .gitignore LICENSE Makefile lua rockspec src"):format(
    archive, Rocks.version())))
  self.archive = archive
  return self
end

function Rocks:remove()
  folder.remove(self.folder)
end

--- Runs luarocks for a version of Lua, in a folder.
function Rocks:luarocks(version, arguments, where)
  return Rocks.shell(("cd %s && %s luarocks --lua-version=%s %s"):format(where or self.folder, clean(self), version,
    arguments))
end

-- The lua-cjson of this machine as a rock, for every version of Lua.
local function pack_cjson(self, specs, server)
  local path = assert(package.searchpath("cjson", package.cpath)):gsub("5%.4", "%%s")
  folder.write(self.folder .. "/cjson.lua", ([[return assert(package.loadlib(("%s"):format(_VERSION:match "%%d.%%d"),
    "luaopen_cjson"))()]]):format(path))
  folder.write(specs .. "/lua-cjson-2.1.0-1.rockspec", ([[package, version = "lua-cjson", "2.1.0-1"
    source = { url = "file://%s/cjson.lua" } build = { type = "builtin", modules = { cjson = "cjson.lua" } }]]):format(
    self.folder))
  return self:luarocks("5.4", ("pack %s/lua-cjson-2.1.0-1.rockspec"):format(specs), server)
end

--- Packs the rocks of this version into a folder that luarocks can install from.
function Rocks:pack()
  local specs, server = self.folder .. "/specs", self.folder .. "/server"
  assert(Rocks.shell("mkdir " .. specs .. " " .. server))
  assert(Rocks.shell(("lua5.4 rockspec/update.lua %s file://%s"):format(specs, self.folder)))
  assert(pack_cjson(self, specs, server))
  for _, name in ipairs(Rocks.NAMES) do
    local packed, text = self:luarocks("5.4", ("pack %s/%s-%s-1.rockspec"):format(specs, name, Rocks.version()), server)
    if not packed then return false, text end
  end
  return Rocks.shell(clean(self) .. "luarocks-admin --lua-version=5.4 make-manifest " .. server)
end

--- Unpacks the sources into a git repository of their own, and returns its path.
function Rocks:clone()
  local path = self.folder .. "/clone"
  local git = ("git -C %s -c user.name=spec -c user.email=spec@localhost "):format(path)
  assert(Rocks.shell(("mkdir %s && tar xzf %s -C %s --strip-components=1"):format(path, self.archive, path)))
  assert(Rocks.shell(("git init -q %s && %s add -A && %s commit -q -m Sources"):format(path, git, git)))
  return path
end

--- An empty tree for a version of Lua; `lua` runs its programs (default: that version's).
function Rocks:tree(version, name)
  return setmetatable({ rocks = self, version = version, path = self.folder .. "/" .. (name or version) }, Tree)
end

--- Installs a rock and what it needs from what pack made, from nowhere else.
function Tree:install(name)
  return self.rocks:luarocks(self.version, ("install %s --only-server=%s/server --tree %s"):format(name,
    self.rocks.folder, self.path))
end

--- Installs a rock from a folder of sources, and what it needs from what pack made.
function Tree:make(name, sources)
  return self.rocks:luarocks(self.version, ("make rockspec/%s-scm-1.rockspec --only-server=%s/server --tree %s"):format(
    name, self.rocks.folder, self.path), sources)
end

--- Runs a program with arguments: true or false, and all that it printed.
function Tree:run(program, arguments, lua)
  lua = lua or "lua" .. self.version
  local script = self.rocks.folder .. "/program.lua"
  folder.write(script, program)
  local variables = ("LUA_PATH='%s/share/lua/%s/?.lua' LUA_CPATH='%s/lib/lua/%s/?.so' COPYDESK_DATA=%s"):format(
    self.path, self.version, self.path, self.version, self.path .. "-data")
  return Rocks.shell(("cd %s && %s %s %s %s"):format(self.rocks.folder, clean(self.rocks, variables), lua, script,
    arguments or ""))
end

--- The modules and commands in the tree, as paths.
function Tree:files()
  return Rocks.lines(("sh -c 'cd %s && find bin share/lua lib/lua -type f 2>/dev/null'"):format(self.path))
end

return Rocks
