--- A chapter of the manual as plain text, for a terminal.
-- @module copydesk.cli.plain
local markdown = require "copydesk.cli.markdown"
local terminal = require "copydesk.cli.terminal"

local LEAST = 24 -- columns that the last cell of a row must have, to stand beside the others
local GAP, INDENT = "  ", "    "

local function link(text, target)
  local chapter, elsewhere = markdown.target(target)
  if elsewhere then return text .. " <" .. elsewhere .. ">" end
  return chapter and ("%s (copydesk help %s)"):format(text, chapter) or text
end

local function inline(text)
  return (markdown.links(text, link):gsub("%*%*", ""))
end

local function length(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

local function pad(text, width)
  return text .. (" "):rep(width - length(text))
end

local Text = {}
Text.__index = Text

function Text:add(line)
  self[#self + 1] = line:gsub("%s+$", "")
end

-- Adds a text, broken into lines, the first of which begins with `left`, the others with as many blanks.
function Text:fold(left, text)
  local empty = true
  for line in terminal.lines(text, math.max(self.width - length(left), LEAST)) do
    self:add(left .. line)
    left, empty = (" "):rep(length(left)), false
  end
  if empty then self:add(left) end
end

function Text:heading(block)
  local text = inline(block.text)
  self:add(text)
  if block.level < 3 then self:add((block.level == 1 and "=" or "-"):rep(length(text))) end
end

function Text:paragraph(block) self:fold("", inline(block.text)) end
function Text:item(block) self:fold("- ", inline(block.text)) end

function Text:code(block)
  for _, line in ipairs(block.lines) do self:add(INDENT .. line) end
end

-- How wide the columns are but the last.
local function widths_of(rows, count)
  local widths, sum = {}, 0
  for i = 1, count - 1 do
    widths[i] = 0
    for _, cells in ipairs(rows) do widths[i] = math.max(widths[i], length(cells[i])) end
    sum = sum + widths[i] + #GAP
  end
  return widths, sum
end

function Text:columns(rows, widths)
  for i, cells in ipairs(rows) do
    local left = ""
    for j, width in ipairs(widths) do left = left .. pad(cells[j], width) .. GAP end
    self:fold(left, cells[#widths + 1])
    if i == 1 then self:add(("-"):rep(math.min(self.width, length(left) + LEAST))) end -- below the heads
  end
end

-- What does not fit beside each other: the last cell below the others, which say what they are.
function Text:stacked(heads, rows)
  for _, cells in ipairs(rows) do
    local parts = {}
    for i = 1, #heads - 1 do
      local what = i > 2 and heads[i] .. ": " or ""
      if cells[i] ~= "" then parts[#parts + 1] = what .. cells[i] end
    end
    local line = table.concat(parts, GAP)
    if length(line) <= self.width then self:add(line) else self:fold("", line) end
    if cells[#heads] ~= "" then self:fold(INDENT, cells[#heads]) end
  end
end

Text["table"] = function(self, block)
  local rows = { block.heads }
  for _, row in ipairs(block.rows) do rows[#rows + 1] = row end
  for _, cells in ipairs(rows) do
    for i = 1, #block.heads do cells[i] = inline(cells[i] or "") end
  end
  local widths, sum = widths_of(rows, #block.heads)
  if sum <= self.width / 2 then return self:columns(rows, widths) end
  self:stacked(block.heads, block.rows)
end

--- The text of a chapter, in lines of at most so many columns, but for programs and long words.
return function(chapter, width)
  local text, last = setmetatable({ width = width }, Text), nil
  for block in markdown.blocks(chapter) do
    if last and not (last == "item" and block.kind == "item") then text:add "" end
    text[block.kind](text, block)
    last = block.kind
  end
  return table.concat(text, "\n") .. "\n"
end
