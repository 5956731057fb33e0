--- The chapters of the manual: Markdown files beside the Lua files of copydesk, however those were installed.
-- @module copydesk.cli.chapters
local chapters = {}

local LIST = "README" -- the list of the chapters, in an order for readers

-- The text of a chapter, from the first folder of package.path that has it.
local function read(name)
  for template in package.path:gmatch "[^;]+" do
    local path = template:gsub("%?", "copydesk/manual/" .. name):gsub("%.lua$", ".md")
    local file = path:find "%.md$" and io.open(path)
    if file then
      local text = file:read "*a"
      file:close()
      return text
    end
  end
end

local all
--- All chapters: a list of { name, title, summary }, empty where they are not installed.
function chapters.all()
  if all then return all end
  all = {}
  for title, name, summary in (read(LIST) or ""):gmatch "\n%- %[([^%]]+)%]%((%l+)%.md%): ([^\n]+)" do
    all[#all + 1] = { name = name, title = title, summary = summary }
  end
  return all
end

function chapters.names()
  local names = {}
  for i, chapter in ipairs(chapters.all()) do names[i] = chapter.name end
  return names
end

--- The chapter of this name, in upper or lower case, with its `text`; nil when there is none.
function chapters.find(name)
  for _, chapter in ipairs(chapters.all()) do
    if chapter.name == name:lower() then
      chapter.text = chapter.text or read(chapter.name)
      return chapter.text and chapter
    end
  end
end

local function headings(text)
  local list = {}
  for heading in ("\n" .. text):gmatch "\n#+ ([^\n]+)" do list[#list + 1] = heading end
  return table.concat(list, "\n")
end

-- The names of the chapters of which this part holds the word.
local function that_hold(word, part)
  local names = {}
  for _, name in ipairs(chapters.names()) do
    local chapter = chapters.find(name)
    if chapter and part(chapter.text):lower():find(word, 1, true) then names[#names + 1] = name end
  end
  return names
end

local MOST = 4

--- The names of chapters that speak of a word, those with a heading of it first; at most four.
function chapters.about(word)
  local names, is_there = {}, {}
  if #word < 3 then return names end
  for _, part in ipairs { headings, function(text) return text end } do
    for _, name in ipairs(that_hold(word:lower(), part)) do
      if not is_there[name] and #names < MOST then is_there[name], names[#names + 1] = true, name end
    end
  end
  return names
end

return chapters
