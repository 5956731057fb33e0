--- The manual and the READMEs as texts: each chapter is in the list, says at once what it answers, and every link of
-- all of them leads somewhere.
local folder = require "spec.support.folder"

local MANUAL = "lua/copydesk/manual/"

local function lines_of(command)
  local list = {}
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local function there(path)
  return os.execute(("env -u LD_PRELOAD test -e '%s'"):format(path)) == true
end

-- Markdown without what is code, where brackets are no links.
local function prose(text)
  return (("\n" .. text):gsub("\n```.-\n```", ""):gsub("\n    [^\n]*", ""):gsub("`[^`\n]*`", "x"))
end

-- The anchor that pages give a heading, those of the service and those of sites with the source alike.
local function anchor(heading)
  return (heading:lower():gsub("[%c%p]", { ["-"] = "-", ["_"] = "_" }):gsub(" ", "-"):gsub("[\1-\127]", function(c)
    return c:find "[%w_-]" and c or ""
  end))
end

local function headings(text)
  local list = {}
  for heading in ("\n" .. text):gsub("\n```.-\n```", ""):gmatch "\n##+ ([^\n]+)" do list[#list + 1] = heading end
  return list
end

local function anchors(path)
  local set = {}
  for _, heading in ipairs(headings(assert(folder.read(path)))) do set[anchor(heading)] = true end
  return set
end

-- "examples/../README.md" -> "README.md"
local function joined(from, target)
  local path, count = from:match "^(.-)[^/]*$" .. target, 1
  while count > 0 do path, count = path:gsub("[^/]+/%.%./", "", 1) end
  return path
end

local chapters = lines_of("ls " .. MANUAL .. "*.md")
local texts = { "README.md", "examples/README.md", "spec/README.md" }
for _, path in ipairs(chapters) do texts[#texts + 1] = path end

describe("the manual", function()
  local list = folder.read(MANUAL .. "README.md")

  it("lists each of its chapters once, with its title and its opening sentence", function()
    local count = 0
    for _, path in ipairs(chapters) do
      local name = path:match "([^/]+)%.md$"
      if name ~= "README" then
        local title, opening = folder.read(path):match "^# ([^\n]+)\n\n(.-)\n\n"
        local line = ("\n- [%s](%s.md): %s\n"):format(title, name, (opening:gsub("\n", " ")))
        assert.truthy(list:find(line, 1, true), name)
        assert.equal(1, select(2, list:gsub("%(" .. name .. "%.md%)", "")))
        count = count + 1
      end
    end
    assert.is_true(count > 15)
  end)

  it("has headings that lead to one place each", function()
    for _, path in ipairs(chapters) do
      local seen = {}
      for _, heading in ipairs(headings(folder.read(path))) do
        assert.is_nil(seen[anchor(heading)], path .. ": " .. heading)
        seen[anchor(heading)] = true
      end
    end
  end)

  it("says of the README's one list of what else there is every chapter", function()
    local readme = folder.read "README.md"
    for _, path in ipairs(chapters) do
      if path ~= MANUAL .. "README.md" then assert.truthy(readme:find("(" .. path .. ")", 1, true), path) end
    end
  end)
end)

describe("every link", function()
  for _, path in ipairs(texts) do
    it("leads somewhere: " .. path, function()
      for _, target in prose(folder.read(path)):gmatch "%[([^%[%]]*)%]%(([^()%s]+)%)" do
        local file, place = target:match "^([^#]*)#?(.*)$"
        if not target:find "^https?://" then
          local led = file == "" and path or joined(path, file)
          assert.is_true(there(led), target)
          if place ~= "" then assert.is_true(anchors(led)[place] == true, target) end
        end
      end
    end)
  end
end)
