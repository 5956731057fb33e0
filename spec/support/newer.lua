--- A newer copydesk: the one that is tested, built again as version 0.2.0 with one more part of the schema.
--
--     local next = newer.build { beside = 10 }    -- which older versions may go on beside it
--     next.build                                  -- the folder of its build, for spec.support.service
--     next:set_beside(11)                         -- builds it again
--     next:remove()
--
-- Only what has the version or the schema in it is compiled anew.
local folder = require "spec.support.folder"

local newer = {}
newer.__index = newer

newer.VERSION = "0.2.0"

local PART = [[

-- version %d, beside %d

ALTER TABLE article ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';
CREATE TABLE mood (
    name TEXT PRIMARY KEY NOT NULL
) STRICT;
]]

local function run(command)
  local pipe = assert(io.popen("unset LD_PRELOAD MAKEFLAGS MAKELEVEL MFLAGS LUA; { " .. command .. "\n} 2>&1"))
  local said = pipe:read "*a"
  assert(pipe:close(), said)
  return said
end

local function change(path, pattern, text)
  local before = assert(folder.read(path))
  local after, count = before:gsub(pattern, function() return text end, 1)
  assert(count == 1, path .. " has no " .. pattern)
  folder.write(path, after)
end

--- The newest version of the schema.
function newer.schema_before()
  local newest
  for version in folder.read("src/store/db/schema.sql"):gmatch "\n%-%- version (%d+)" do newest = tonumber(version) end
  return newest
end

-- What make does in the tree that is tested, done in a copy of it, where most is up to date.
local function make(self)
  run(("cd %s && nice make -s LUAS=lua5.4 BUILD=build all"):format(self.tree))
end

--- Says anew which older versions may go on beside it.
function newer:set_beside(version)
  local text = folder.read "src/store/db/schema.sql" .. PART:format(self.schema, version)
  folder.write(self.tree .. "/src/store/db/schema.sql", text)
  run(("cd %s/build && rm -f gen/schema.inc obj/store/db/schema.o"):format(self.tree))
  make(self)
end

--- options: beside.
function newer.build(options)
  local self = setmetatable({ tree = folder.new(), schema = newer.schema_before() + 1 }, newer)
  self.build = self.tree .. "/build"
  run(([[
here=$PWD; from=$(cd "${COPYDESK_BUILD:-build}" && pwd); cd %s
cp -a "$here/Makefile" "$here/src" . && ln -s "$here/lua" lua && mkdir build
for part in gen lib obj obj-linker obj-lua5.4; do # /tmp may be another file system
    cp -al "$from/$part" build/ 2>/dev/null || cp -a "$from/$part" build/ || exit
done
for file in $(grep -rlw COPYDESK_VERSION src --include=*.c); do
    find build -name "$(basename "$file" .c).o" -delete
done
find build -name '*.d' -delete]]):format(self.tree))
  local version = ('COPYDESK_VERSION "%s"'):format(newer.VERSION)
  change(self.tree .. "/src/base/version.h", 'COPYDESK_VERSION "[^"]+"', version)
  self:set_beside(options.beside)
  return self
end

function newer:remove()
  folder.remove(self.tree)
end

return newer
