--- The structure of src: the order of its folders, no circles, headers that declare what their own file defines.
local folder = require "spec.support.folder"
local structure = require "spec.support.structure"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

-- From top to bottom, as the map has them: a file calls and includes only what is in its own folder or in one below it.
local function folders_of(map)
  local list = {}
  for name, header in map:gmatch "\n| %[([%l/]+)%]%(([%w_/%.]+)%)" do
    assert(header == name .. "/" .. name:match "[^/]+$" .. ".h", header)
    list[#list + 1] = name
  end
  return list
end

-- Headers that other folders include besides a folder's front header.
local DOORS = {
  ["link/choose/options.h"] = true, -- what link.h is asked with, made from a table
  ["link/index/url_key.h"] = true, -- addresses compared as the linker compares them, without its index
  ["store/db/postgresql.h"] = true, -- for what only PostgreSQL does; it brings libpq, which no other header names
  ["base/system/curl_head.h"] = true, -- needs libcurl, which the linker is built without
}

-- An article type is written by the parts in write/, and write.c calls the type; files still form no circle.
local RULES = { folders = folders_of(folder.read "src/README.md"), beside = { ["write/types"] = "write" },
  users = "spec", doors = DOORS, entry = "^luaopen_", namesakes = 3, columns = 120 }

describe("the sources", function()
  it("keep the rules of the house", function()
    -- What Lua 5.4 has itself lua_compat.c defines for 5.1.
    local objects = { BUILD .. "/obj", BUILD .. "/obj-lua5.4", BUILD .. "/obj-lua5.1" }
    local faults, defined_in = structure.check("src", objects, RULES)
    assert.same({}, faults)
    assert.equal("base/arena", defined_in.arena_new) -- the symbols were read
    assert.equal("bind/core", defined_in.luaopen_copydesk_core)
  end)

  it("use the client in bind alone", function()
    local pipe = assert(io.popen("grep -rl '\"client/' src | grep -v -e '^src/client/' -e '^src/bind/'"))
    assert.equal("", pipe:read("*a"))
    pipe:close()
  end)
end)

describe("the check of the structure", function()
  local home
  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  -- What is wrong with a tree of these files in which `upper` is above `lower`; with `entry`, its exports too;
  -- `doors` are headers that may be included from outside.
  local function faults_of(files, entry, doors)
    for path, text in pairs(files) do
      os.execute(("env -u LD_PRELOAD mkdir -p %s/src/%s"):format(home, path:match("^(.*)/")))
      folder.write(home .. "/src/" .. path, text)
    end
    os.execute(("env -u LD_PRELOAD mkdir -p %s/spec"):format(home))
    assert(os.execute(([[unset LD_PRELOAD; cd %s/src && find . -name '*.c' | while read -r file; do
      mkdir -p ../obj/$(dirname $file) && cc -I. -c $file -o ../obj/${file%%.c}.o || exit 1; done]]):format(home)))
    return (structure.check(home .. "/src", { home .. "/obj" },
      { folders = { "upper", "lower", "lower/inner" }, users = home .. "/spec", entry = entry, doors = doors,
        namesakes = 1, columns = 60 }))
  end

  local LOWER = {
    ["lower/lower.h"] = "int lower(int a);\n",
    ["lower/lower.c"] = '#include "lower/lower.h"\nint lower(int a) { return a; }\n',
    ["upper/upper.h"] = "int upper(void);\n",
    ["upper/upper.c"] = '#include "upper/upper.h"\n#include "lower/lower.h"\nint upper(void) { return lower(1); }\n',
  }

  local function with(files)
    local all = {}
    for path, text in pairs(LOWER) do all[path] = text end
    for path, text in pairs(files) do all[path] = text end
    return all
  end

  it("lets a good tree pass", function()
    assert.same({}, faults_of(with {
      ["lower/lower_more.c"] = '#include "lower/lower.h"\nextern const int lower_size;\nconst int lower_size = 3;\n',
      ["lower/inner/inner.h"] = '#include "lower/lower.h"\nstatic inline int twice(int a) { return inner(a) + a; }\n'
        .. "typedef int (*callback)(int a);\nextern const int inner_a, inner_b[2];\nint inner(int a);\n",
      ["lower/inner/inner.c"] = "int inner(int a) { return a; }\nconst int inner_a, inner_b[2];\n",
    }))
  end)

  it("finds a call upward, with or without an include", function()
    assert.same({ "lower/lower calls upper of upper/upper, which is not below it",
      "these files call each other in a circle: lower/lower upper/upper" },
      faults_of(with { ["lower/lower.c"] = "int upper(void);\nint lower(int a) { return a + upper(); }\n" }))
    assert.same({ "lower/lower.c includes upper/upper.h, which is not below it" },
      faults_of(with { ["lower/lower.c"] = '#include "upper/upper.h"\nint lower(int a) { return a; }\n' }))
  end)

  it("finds files that call each other in a circle", function()
    assert.same({ "these files call each other in a circle: lower/lower lower/second" }, faults_of(with {
      ["lower/lower.c"] = "int second(int a);\nint lower(int a) { return second(a); }\n",
      ["lower/second.c"] = "int lower(int a);\nint second(int a) { return a ? lower(a - 1) : 0; }\n",
    }))
  end)

  it("finds headers that include each other", function()
    assert.same({ "these headers include each other: lower/lower.h lower/second.h" }, faults_of(with {
      ["lower/lower.h"] = '#pragma once\n#include "lower/second.h"\nint lower(int a);\n',
      ["lower/second.h"] = '#pragma once\n#include "lower/lower.h"\n',
    }))
  end)

  it("finds a header that declares another file's function, or nobody's", function()
    assert.same({ "lower/second.h declares lower of lower/lower.c",
      "lower/second.h declares missing, which no file defines", "lower/second.h is needed by its own source alone" },
      faults_of(with { ["lower/second.h"] = "int lower(int a);\nint missing(void);\n", ["lower/second.c"] = "" }))
  end)

  it("finds a folder without a front header, or without a place", function()
    assert.same({ "other has no place in the order of the folders", "other has no front header" },
      faults_of(with { ["other/a.c"] = "" }))
  end)

  it("finds what is exported for nobody", function()
    os.execute(("env -u LD_PRELOAD mkdir -p %s/spec"):format(home))
    folder.write(home .. "/spec/test.c", "int tested(int a);\n")
    assert.same({ "lower/more exports unused, which no other file uses" }, faults_of(with {
      ["lower/more.c"] = "int unused(int a) { return a; }\nint tested(int a) { return unused(a); }\n" }, "^upper$"))
  end)

  -- The good tree with a header besides the front header of its folder, and other files.
  local function with_more(files)
    files["lower/more.h"] = "int more(void);\n"
    files["lower/more.c"] = '#include "lower/more.h"\nint more(void) { return 2; }\n'
    return with(files)
  end

  it("finds a header that is included from outside and is no front header and no door", function()
    local files = with_more {
      ["lower/third.c"] = '#include "lower/more.h"\n', ["upper/second.c"] = '#include "lower/more.h"\n',
    }
    assert.same({ "upper/second.c includes lower/more.h, which is not the front header of its folder" },
      faults_of(files))
    assert.same({}, faults_of(files, nil, { ["lower/more.h"] = true }))
  end)

  it("finds a header that one file needs, or none", function()
    local files = with_more {}
    assert.same({ "lower/more.h is needed by its own source alone" }, faults_of(files))
    files["lower/third.c"] = '#include "lower/more.h"\n'
    assert.same({ "lower/more.h is needed by lower/third.c alone" }, faults_of(files))
    folder.write(home .. "/spec/test.c", '#include "lower/more.h"\n')
    assert.same({}, faults_of(files))
  end)

  it("finds names that say too many functions, and tags of two meanings", function()
    assert.same({ "2 functions are called once: lower/more.c upper/more.c",
      "box has 2 meanings: lower/more.c upper/more.c" }, faults_of(with {
      ["lower/more.c"] = "struct box {\n    int a;\n};\nstatic int once(struct box *box)\n{\n    return box->a;\n}\n",
      ["upper/more.c"] = "struct box {\n    int b;\n};\nstatic int once(struct box *box)\n{\n    return box->b;\n}\n",
    }))
  end)

  it("finds a line that is too wide", function()
    assert.same({ "lower/a.c:2 is wider than 60 columns" },
      faults_of(with { ["lower/a.c"] = "\n/* " .. ("x"):rep(60) .. " */\n" }))
  end)
end)
