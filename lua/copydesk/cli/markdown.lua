--- Reads the Markdown of the manual's chapters: as much of it as they have.
--
--   for block in markdown.blocks(text) do ... end
--
-- A block has a `kind`: "heading" (`level`, `text`), "paragraph" (`text`), "item" of a list (`text`), "code" (`lines`)
-- or "table" (`heads`, and `rows` of cells). Comments are left out.
-- @module copydesk.cli.markdown
local markdown = {}

local function cells_of(line)
  local cells = {}
  line = line:gsub("\\|", "\1"):match "^|%s*(.-)%s*|%s*$"
  for cell in (line .. " |"):gmatch "%s*(.-)%s*|" do
    cells[#cells + 1] = (cell:gsub("\1", "|"))
  end
  return cells
end

local Reader = {}
Reader.__index = Reader

function Reader:line() return self.lines[self.at] end

-- The lines from here on that fit; they are taken.
function Reader:take(fits)
  local taken = {}
  while self:line() and fits(self:line()) do
    taken[#taken + 1] = self:line()
    self.at = self.at + 1
  end
  return taken
end

function Reader:fence()
  self.at = self.at + 1
  local block = { kind = "code", lines = self:take(function(line) return not line:find "^```" end) }
  self.at = self.at + 1
  return block
end

-- Lines that are indented by four, with the empty ones between them.
function Reader:indented()
  local lines = self:take(function(line) return line == "" or line:find "^    " ~= nil end)
  while lines[#lines] == "" do lines[#lines] = nil end
  for i, line in ipairs(lines) do lines[i] = line:gsub("^    ", "") end
  return { kind = "code", lines = lines }
end

function Reader:rows()
  local lines = self:take(function(line) return line:find "^|" ~= nil end)
  local block = { kind = "table", heads = cells_of(lines[1]), rows = {} }
  for i = 3, #lines do block.rows[i - 2] = cells_of(lines[i]) end
  return block
end

function Reader:item()
  local first = self:line():match "^%- (.*)"
  self.at = self.at + 1
  local rest = self:take(function(line) return line:find "^  %S" ~= nil end)
  table.insert(rest, 1, first)
  for i, line in ipairs(rest) do rest[i] = line:match "^%s*(.*)" end
  return { kind = "item", text = table.concat(rest, " ") }
end

local function is_plain(line)
  return line ~= "" and not line:find "^[#|]" and not line:find "^%- " and not line:find "^```" and not line:find "^<!"
end

function Reader:block()
  local line = self:line()
  local marks, heading = line:match "^(#+) (.*)"
  if line == "" or line:find "^<!%-%-" then
    self.at = self.at + 1
    return nil
  end
  if line:find "^```" then return self:fence() end
  if line:find "^    " then return self:indented() end
  if line:find "^|" then return self:rows() end
  if line:find "^%- " then return self:item() end
  if heading then
    self.at = self.at + 1
    return { kind = "heading", level = #marks, text = heading }
  end
  return { kind = "paragraph", text = table.concat(self:take(is_plain), " ") }
end

--- The blocks of a text, one by one.
function markdown.blocks(text)
  local reader = setmetatable({ lines = {}, at = 1 }, Reader)
  for line in (text .. "\n"):gmatch "(.-)\n" do table.insert(reader.lines, line) end
  return function()
    while reader:line() do
      local block = reader:block()
      if block then return block end
    end
  end
end

--- The text with something else in place of its links: `link(text, target)` gives it.
function markdown.links(text, link)
  return (text:gsub("%[([^%[%]]+)%]%(([^()%s]+)%)", link))
end

--- Where a link leads: the name of a chapter, or an address elsewhere; neither of those to files of the source.
function markdown.target(target)
  if target:find "^https?://" then return nil, target end
  return target:match "^(%l+)%.md"
end

return markdown
