--- Links the pages of a static site to each other: every HTML file of a folder, written anew into another one.
--
--     lua examples/link_folder.lua FOLDER OUT
--
-- The index is OUT.cdx; it is built from the pages as they are, so links that were put in by hand teach it how the site
-- links. A page's address is its path below the folder; "index.html" is the folder itself.
local linker = require "copydesk.linker"

local from, to = arg[1], arg[2]
assert(from and to and not arg[3], "usage: lua link_folder.lua FOLDER OUT")

local function quoted(path) return "'" .. path:gsub("'", "'\\''") .. "'" end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = assert(file:read("*a"))
  file:close()
  return text
end

local function write(path, text)
  assert(os.execute("mkdir -p " .. quoted(path:match("^(.*)/"))))
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

-- Names below the folder, in the order of the alphabet.
local names = {}
local list = assert(io.popen("cd " .. quoted(from) .. " && find . -name '*.html' | LC_ALL=C sort"))
for name in list:lines() do names[#names + 1] = name:sub(3) end
list:close()

local function url_of(name) return (("/" .. name):gsub("/index%.html$", "/")) end

local ENTITIES = { amp = "&", lt = "<", gt = ">", quot = '"', ["#39"] = "'" }

local function title_of(html)
  local title = html:match("<title[^>]*>(.-)</title>") or html:match("<h1[^>]*>(.-)</h1>") or ""
  return (title:gsub("<[^>]*>", ""):gsub("&(#?%w+);", ENTITIES))
end

local next_name = 0

local function next_page()
  next_name = next_name + 1
  local name = names[next_name]
  if not name then return nil end
  local html = read(from .. "/" .. name)
  local language = html:match("<html[^>]* lang=[\"']?([%w-]+)")
  return { url = url_of(name), title = title_of(html), html = html, language = language }
end

local index = assert(linker.build { path = to .. ".cdx", pages = next_page })

local total = 0
for _, name in ipairs(names) do
  local options = { url = url_of(name), density = "many", max_links = 20, max_per_paragraph = 3 }
  local result = assert(index:link(read(from .. "/" .. name), options))
  write(to .. "/" .. name, result.content)
  for _, link in ipairs(result.links) do
    print(("%-28s %-28s %-28s %.2f"):format(url_of(name), link.anchorText, link.url, link.score))
  end
  total = total + #result.links
end
print(("%d links in %d pages, written to %s"):format(total, #names, to))
index:close()
