--- Copies of libraries with pages left out or changed. A package's own files are never touched.
local folder = require "spec.support.folder"
local page_reader = require "spec.report.page"

local library = {}

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- The paths of the HTML files below a folder, relative to it, in byte order.
function library.files(root)
  local list = {}
  local command = "cd %s && env -u LD_PRELOAD find . -type f -name '*.html' | env -u LD_PRELOAD LC_ALL=C sort"
  local pipe = assert(io.popen(command:format(quote(root))))
  for path in pipe:lines() do list[#list + 1] = path:sub(3) end
  pipe:close()
  return list
end

--- A copy of the pages in a temporary folder, to be removed with library.remove. `change(html, path)` gives the page to
-- be written (the same text: the file is copied as it is), or nil to leave it out.
function library.copy(root, change)
  local target = folder.new()
  local kept = {}
  local made = {}
  for _, path in ipairs(library.files(root)) do
    local html = page_reader.load(root .. "/" .. path)
    local changed = html and change(html, path)
    if changed == html and html then
      kept[#kept + 1] = path
    elseif changed then
      local parent = path:match("^(.*)/")
      if parent and not made[parent] then
        os.execute(("env -u LD_PRELOAD mkdir -p %s"):format(quote(target .. "/" .. parent)))
        made[parent] = true
      end
      folder.write(target .. "/" .. path, changed)
    end
  end
  if #kept > 0 then
    folder.write(target .. "/.kept", table.concat(kept, "\0") .. "\0")
    local command = "cd %s && env -u LD_PRELOAD xargs -0 cp --parents -t %s < %s/.kept"
    assert(os.execute(command:format(quote(root), quote(target), quote(target))))
    os.remove(target .. "/.kept")
  end
  return target
end

function library.remove(path)
  folder.remove(path)
end

return library
