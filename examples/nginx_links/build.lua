-- build.lua FOLDER [SITE]: the pages of examples/site.lua, or of another such file, as files below FOLDER/site, and
-- their index.
local linker = require "copydesk.linker"

local folder, source = assert(arg[1], "where to?"), arg[2] or "examples/site.lua"
local pages = dofile(source)
assert(os.execute(("mkdir -p '%s/site'"):format(folder)))

for _, page in ipairs(pages) do
  local file = assert(io.open(("%s/site/%s.html"):format(folder, page.url:match("[^/]+$")), "w"))
  local text = '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>%s</title>\n%s\n</html>\n'
  file:write(text:format(page.title, page.html))
  file:close()
end

local at = 0
local index = assert(linker.build { path = folder .. "/site.cdx", pages = function()
  at = at + 1
  return pages[at]
end })
print(("wrote %d pages and %s/site.cdx"):format(index:pages(), folder))
