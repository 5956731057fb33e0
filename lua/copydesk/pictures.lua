--- The pictures of an article: the service keeps them, and the article's HTML has their addresses there. This saves
-- them as files beside a page, which then needs no service.
--
--     local pictures = require "copydesk.pictures"
--     local html, count, problem = pictures.save(desk, article.output.html, "article-pictures")
--
-- It does the same with Markdown. The bytes of one are the answer of `desk:request("GET", "/media/" .. name)`.
-- @module copydesk.pictures
local core = require "copydesk.core"

local pictures = {}

-- Where the service shows pictures, in HTML and in Markdown, whatever stands before: its address may have changed
-- since.
local SOURCES = { '(src=")[^"]*/media/(%x+%.%l+)(")', '(%]%()[^()%s]*/media/(%x+%.%l+)(%))' }
local ID = 32

--- The names of the pictures that a service keeps, each once, in their order: "0a...ff.png".
-- @tparam string text of an article, as HTML or as Markdown
-- @treturn {string,...}
function pictures.names(text)
  local names, seen = {}, {}
  for _, source in ipairs(SOURCES) do
    for _, name in text:gmatch(source) do
      if not seen[name] and #name:match "^%x+" == ID then names[#names + 1] = name end
      seen[name] = true
    end
  end
  return names
end

--- The folder for the pictures of a page: "article.html" has "article-pictures" beside it.
function pictures.folder_of(path)
  return (path:gsub("([^/])%.%w+$", "%1")) .. "-pictures"
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Makes the folder where there is none.
local function store(folder, name, bytes)
  local path = folder .. "/" .. name
  if core.write_file(path, bytes) then return true end
  os.execute("mkdir -p -- " .. quote(folder) .. " 2>/dev/null")
  return core.write_file(path, bytes)
end

local function save_one(desk, folder, name)
  local bytes, err = desk:request("GET", "/media/" .. name, nil, { raw = true })
  if type(bytes) == "string" then return store(folder, name, bytes) end
  return nil, bytes and "the service sent an empty picture" or tostring(err):gsub("^copydesk: ", "")
end

-- The address of a file from a page beside its folder.
local function relative(folder, name)
  local last = folder:match "([^/]+)/*$" or folder
  return last:gsub("[^%w%-%._~\128-\255]", function(character) return ("%%%02X"):format(character:byte()) end) .. "/"
    .. name
end

--- Saves the pictures of an article in a folder, through the client's own connection, and leads to them from a page
-- beside that folder. Pictures of other places stay as they are, and so does the address of one that cannot be saved.
-- @param desk a client
-- @tparam string text of an article, as HTML or as Markdown
-- @tparam string folder is made where there is none and there are pictures
-- @treturn string the text with relative addresses
-- @treturn number how many were saved
-- @treturn ?string why others were not: of the first of them
function pictures.save(desk, text, folder)
  local saved, count, problem = {}, 0, nil
  for _, name in ipairs(pictures.names(text)) do
    local done, why = save_one(desk, folder, name)
    if done then
      saved[name], count = relative(folder, name), count + 1
    else
      problem = problem or why
    end
  end
  for _, source in ipairs(SOURCES) do
    text = text:gsub(source, function(before, name, after) return saved[name] and before .. saved[name] .. after end)
  end
  return text, count, problem
end

return pictures
