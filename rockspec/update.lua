--- Writes the rockspecs from the tree: here alone it is decided which module, which Lua file and which chapter of the
-- manual is in which rock.
--
--     lua5.4 rockspec/update.lua               writes rockspec/NAME-scm-1.rockspec and NAME-VERSION-1.rockspec
--     lua5.4 rockspec/update.lua --check       names those that are not as it would write them; fails if there are any
--     lua5.4 rockspec/update.lua FOLDER URL    writes them into FOLDER, with the source archives at URL
--
-- The archive is `git archive --prefix=copydesk-VERSION/ -o copydesk-VERSION.tar.gz`. The rockspecs of the tree are for
-- `luarocks make`, which does not look at `source`; those to be packed or published have to say where the archive is.

local ROCKS = {
  {
    name = "copydesk",
    summary = "Write articles for a keyword and put internal links into content",
    detailed = "The client: create, status, wait and link, blocking or yielding in nginx/OpenResty, cqueues, luv, "
      .. "copas, LÖVE and event loops of your own.",
    module = "core",
    dependencies = { "lua-cjson >= 2.1.0" },
    libraries = { "curl" },
    libraries_variable = "CORE_LIBS",
    owns = { "^copydesk" }, -- what no other rock does
  },
  {
    name = "copydesk-webhook",
    summary = "Verify the webhooks of copydesk: the signatures of Standard Webhooks 1.0",
    detailed = "A rock of its own, so that the client does not need libcrypto.",
    module = "signature",
    libraries = { "crypto" },
    libraries_variable = "SIGNATURE_LIBS",
    siblings = { "copydesk" },
    owns = { "^copydesk%.webhook$" },
  },
  {
    name = "copydesk-linker",
    summary = "The linking engine of copydesk by itself: internal links for HTML and Markdown",
    detailed = "Needs no service, network or database: for a body filter, a script, a static site.",
    module = "linker",
    libraries = { "utf8proc", "stemmer" },
    libraries_variable = "LINKER_LIBS",
    owns = { "^copydesk%.types%.linker$", "^copydesk%.manual%.linking$" },
  },
  {
    name = "copydesk-service",
    summary = "The service behind copydesk, inside a Lua process or as the command copydesk serve",
    detailed = "Building it takes pkg-config.",
    module = "service",
    libraries = { "curl", "microhttpd", "sqlite3", "pq", "jansson", "xml2", "md4c", "crypto", "utf8proc", "z", "stemmer" },
    libraries_variable = "SERVICE_LIBS",
    siblings = { "copydesk", "copydesk-linker" },
    owns = { "^copydesk%.cli", "^copydesk%.types%.service$" },
    commands = { copydesk = "build/rock/bin/copydesk" },
  },
}

-- What LuaRocks looks for below include/. It does not look in the folders below that where systems keep those of libcurl,
-- libxml2 and libpq; for these three `make rock` does.
local HEADERS = {
  crypto = "openssl/evp.h",
  jansson = "jansson.h",
  md4c = "md4c.h",
  microhttpd = "microhttpd.h",
  sqlite3 = "sqlite3.h",
  stemmer = "libstemmer.h",
  utf8proc = "utf8proc.h",
  z = "zlib.h",
}

local HEAD = [[
-- Written by rockspec/update.lua.
rockspec_format = "3.0"
package = "%s"
version = "%s-1"
source = { url = "%s/copydesk-%s.tar.gz" }
description = {
  summary = "%s",
  detailed = %s,
  license = "MIT",
}
supported_platforms = { "linux" }
]]

local function quote(text)
  return '"' .. text:gsub('[\\"]', "\\%0") .. '"'
end

local function sorted_keys(map)
  local keys = {}
  for key in pairs(map) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function list_of(items)
  local quoted = {}
  for i, item in ipairs(items) do quoted[i] = quote(item) end
  return "{ " .. table.concat(quoted, ", ") .. " }"
end

local function key_of(name)
  return name:find("^[%a_][%w_]*$") and name or "[" .. quote(name) .. "]"
end

-- A table of strings, one line each.
local function map_of(map, indent)
  local lines = {}
  for _, key in ipairs(sorted_keys(map)) do
    lines[#lines + 1] = ("%s  %s = %s,\n"):format(indent, key_of(key), quote(map[key]))
  end
  return "{\n" .. table.concat(lines) .. indent .. "}"
end

--- Every Lua file of the tree and every chapter of the manual, which lie beside them: module name to path.
local function lua_modules()
  local modules = {}
  local pipe = assert(io.popen("find lua -name '*.lua' -o -path 'lua/copydesk/manual/*.md'"))
  for path in pipe:lines() do
    modules[path:match("^lua/(.*)%.%l+$"):gsub("/", ".")] = path
  end
  pipe:close()
  return modules
end

-- The rock that a module is in: that with the longest pattern of those that fit.
local function owner_of(module)
  local owner, longest = nil, 0
  for _, rock in ipairs(ROCKS) do
    for _, pattern in ipairs(rock.owns) do
      if #pattern > longest and module:find(pattern) then owner, longest = rock, #pattern end
    end
  end
  return owner
end

local function files_of(rock, modules)
  local files = {}
  for module, path in pairs(modules) do
    if owner_of(module) == rock then files[module] = path end
  end
  return files
end

local function build_variables(rock)
  local includes, libraries = {}, {}
  for _, library in ipairs(rock.libraries) do
    includes[#includes + 1] = ("-I$(%s_INCDIR)"):format(library:upper())
    libraries[#libraries + 1] = ("-L$(%s_LIBDIR) -l%s"):format(library:upper(), library)
  end
  return {
    MODULE = rock.module,
    LUA_INCDIR = "$(LUA_INCDIR)",
    CFLAGS = "$(CFLAGS)",
    CPPFLAGS = table.concat(includes, " "),
    [rock.libraries_variable] = table.concat(libraries, " ") .. " -lm",
  }
end

local function external_dependencies(rock)
  local lines = {}
  for _, library in ipairs(rock.libraries) do
    local header = HEADERS[library] and ("header = %s, "):format(quote(HEADERS[library])) or ""
    lines[#lines + 1] = ("  %s = { %slibrary = %s },\n"):format(library:upper(), header, quote(library))
  end
  return "external_dependencies = {\n" .. table.concat(lines) .. "}\n"
end

local function dependencies(rock, version)
  local list = { "lua >= 5.1, < 5.5" }
  for _, dependency in ipairs(rock.dependencies or {}) do list[#list + 1] = dependency end
  for _, sibling in ipairs(rock.siblings or {}) do list[#list + 1] = ("%s == %s"):format(sibling, version) end
  return "dependencies = " .. list_of(list) .. "\n"
end

local function build(rock, modules)
  local native = { ["copydesk." .. rock.module] = ("build/rock/lib/rock/copydesk/%s.so"):format(rock.module) }
  local files, commands = files_of(rock, modules), rock.commands
  return table.concat {
    "build = {\n",
    '  type = "make",\n',
    '  build_target = "rock",\n',
    "  build_variables = ", map_of(build_variables(rock), "  "), ",\n",
    "  install_pass = false,\n",
    "  install = {\n",
    "    lib = ", map_of(native, "    "), ",\n",
    next(files) and "    lua = " .. map_of(files, "    ") .. ",\n" or "",
    commands and "    bin = " .. map_of(commands, "    ") .. ",\n" or "",
    "  },\n",
    "}\n",
  }
end

local function rockspec(rock, version, modules, url)
  return HEAD:format(rock.name, version, url, version, rock.summary, quote(rock.detailed))
    .. dependencies(rock, version) .. external_dependencies(rock) .. build(rock, modules)
end

local function read(path)
  local file = io.open(path)
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

local function current_version()
  return assert(read("src/base/version.h"):match('#define COPYDESK_VERSION "([^"]+)"'))
end

local function main(folder, url)
  local check = folder == "--check"
  if check or not folder then folder, url = "rockspec", "file:/" end
  local modules, drifted = lua_modules(), false
  for _, rock in ipairs(ROCKS) do
    for _, version in ipairs { "scm", current_version() } do
      local path = ("%s/%s-%s-1.rockspec"):format(folder, rock.name, version)
      local text = rockspec(rock, version, modules, url)
      if read(path) ~= text then
        drifted = true
        print(path)
        if not check then write(path, text) end
      end
    end
  end
  return not (check and drifted)
end

os.exit(main(arg[1], arg[2]))
