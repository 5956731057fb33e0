--- Writes what Debian's tools make a package from: lua5.4 rockspec/deb.lua FOLDER makes FOLDER/debian.
--
-- What the package needs comes from .ci/deps, its summary from the rockspecs, its licence from LICENSE; the tools find
-- out which libraries it needs. Its maintainer is whom DEBFULLNAME and DEBEMAIL name, its date that of the last commit,
-- or SOURCE_DATE_EPOCH.

local OPERATING, NODES = "examples/operating/", "examples/nodes/"

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

local function run(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  pipe:close()
  return (text:gsub("%s+$", ""))
end

local version = read("src/base/version.h"):match 'COPYDESK_VERSION "([^"]+)"'
local revision = version .. "-0upstream1" -- before any that Debian would give it
local maintainer = ("%s <%s>"):format(os.getenv "DEBFULLNAME" or "The copydesk authors",
  os.getenv "DEBEMAIL" or "copydesk@copydesk.example")
local seconds = tonumber(os.getenv "SOURCE_DATE_EPOCH" or run "git log -1 --format=%ct 2>/dev/null") or os.time()

-- The packages of a group of .ci/deps; needed at run time are those without headers and tools to build with.
local function packages(group)
  local build, needed = {}, {}
  for row in read(".ci/deps"):match("<<'TABLE'\n(.-)TABLE\n"):gmatch "[^\n]+" do
    local of, name = row:match "^(%S+)%s+(%S+)"
    if of == group then
      build[#build + 1] = name
      if not name:find "%-dev$" and name ~= "pkg-config" then needed[#needed + 1] = name end
    end
  end
  return build, needed
end

-- What the rock of the client says of itself.
local function summary()
  local described = {}
  assert(load(read "rockspec/copydesk-scm-1.rockspec", "rockspec", "t", described))()
  local text = described.description.summary
  return text:sub(1, 1):lower() .. text:sub(2)
end

-- A text as the lines of a field, each with a space before it.
local function field(text)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if #line + #word > 76 then
      lines[#lines + 1] = line
      line = ""
    end
    line = line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local function control()
  local build, needed = packages "build"
  table.insert(build, 1, "debhelper-compat (= 13)")
  return table.concat({
    "Source: copydesk",
    "Section: utils",
    "Priority: optional",
    "Maintainer: " .. maintainer,
    "Build-Depends: " .. table.concat(build, ",\n "),
    "Standards-Version: 4.6.2",
    "Rules-Requires-Root: no",
    "",
    "Package: copydesk",
    "Architecture: any",
    "Depends: " .. table.concat(needed, ",\n ") .. ",\n ${shlibs:Depends},\n ${misc:Depends}",
    "Suggests: nginx",
    "Description: " .. summary(),
    field("Articles are written by a language model, or without one from sources that they name, with pictures, links "
      .. "and a record of how each came about; finished ones go to webhooks and sites. Content of any origin gets "
      .. "links to the pages of a domain."),
    " .",
    field("The package has the command, the service with its pages and its units for systemd, and the modules for "
      .. "Lua 5.4: the client, which blocks or yields to an event loop, and the linking engine by itself."),
  }, "\n") .. "\n"
end

local function changelog()
  return ("copydesk (%s) unstable; urgency=medium\n\n  * Version %s; what it brings is in changelog.gz.\n\n"
    .. " -- %s  %s\n"):format(revision, version, maintainer, os.date("!%a, %d %b %Y %H:%M:%S +0000", seconds))
end

local function copyright()
  local text = read "LICENSE"
  local owner = text:match "Copyright %(c%) ([^\n]+)"
  local terms = text:match "(Permission is hereby.*)$":gsub("%s+$", ""):gsub("\n\n", "\n.\n"):gsub("\n", "\n ")
  return "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: copydesk\n\n"
    .. "Files: *\nCopyright: " .. owner .. "\nLicense: Expat\n\nLicense: Expat\n " .. terms .. "\n"
end

-- The tree is built already; what is left is installing it where Debian has things.
local RULES = [[
#!/usr/bin/make -f
include /usr/share/dpkg/architecture.mk

%:
	dh $@ --with installsysusers

override_dh_auto_configure override_dh_auto_build override_dh_auto_test override_dh_auto_clean:

override_dh_auto_install:
	$(MAKE) -C $(COPYDESK_TREE) install BUILD=$(COPYDESK_BUILD) LUA=lua5.4 PREFIX=/usr \
		DESTDIR=$(CURDIR)/debian/copydesk LIB_DIR=/usr/lib/$(DEB_HOST_MULTIARCH)/lua/5.4 \
		place_zsh=zsh/vendor-completions/_copydesk STANDARD_PLACES=1
	install -D -m 644 $(COPYDESK_TREE)/OPERATINGcopydesk.conf.lua debian/copydesk/etc/copydesk/copydesk.conf.lua

override_dh_installchangelogs:
	dh_installchangelogs $(COPYDESK_TREE)/CHANGELOG.md
]]

local FILES = {
  control = control(),
  changelog = changelog(),
  copyright = copyright(),
  rules = (RULES:gsub("OPERATING", OPERATING)),
  ["source/format"] = "3.0 (quilt)\n",
  ["copydesk.service"] = read(OPERATING .. "copydesk.service"),
  ["copydesk.socket"] = read(OPERATING .. "copydesk.socket"),
  ["copydesk.sysusers"] = read(OPERATING .. "copydesk.sysusers"),
  ["copydesk.examples"] = "debian/nginx.conf\ndebian/nodes\n",
  ["nginx.conf"] = read(OPERATING .. "nginx.conf"),
  ["copydesk.docs"] = "debian/README.md\n",
  ["README.md"] = read "README.md",
}

local home = assert(arg[1], "usage: lua5.4 rockspec/deb.lua FOLDER") .. "/debian"
for _, name in ipairs { "copydesk.conf.lua", "nginx.conf", "node.conf", "node.env", "nodes.sh" } do
  FILES["nodes/" .. name] = read(NODES .. name)
end
assert(os.execute(("mkdir -p '%s/source' '%s/nodes'"):format(home, home)))
for name, text in pairs(FILES) do
  local file = assert(io.open(home .. "/" .. name, "w"))
  assert(file:write(text))
  assert(file:close())
end
assert(os.execute(("chmod 755 '%s/rules'"):format(home)))
