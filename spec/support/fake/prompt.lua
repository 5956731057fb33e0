--- A prompt of the writer, read as a model reads it: the material that it shows, what it says of the article, the task.
local prompt = {}

local function trim(text)
  return (text:gsub("^%s+", ""):gsub("%s+$", ""))
end

prompt.trim = trim

--- The lines of a text.
function prompt.lines(text)
  local list = {}
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do list[#list + 1] = line end
  return list
end

-- The first block "<<NONCE title\n...\nNONCE>>" from a place: where it begins and ends, its title, its text. A page
-- does not know the nonce, so that a false end is text like any other.
local function next_block(text, from)
  local first, last, nonce, title = text:find("<<(%w+)([^\n]*)\n", from)
  if not first then return end
  local mark = nonce .. ">>"
  local stop, stop_last = text:find(mark, last, true)
  if not stop then return next_block(text, last) end
  return first, stop_last, trim(title), text:sub(last + 1, stop - 1)
end

-- Splits a prompt into its blocks and what stands around them.
local function split(text)
  local blocks, around, from = {}, {}, 1
  while true do
    local first, last, title, inner = next_block(text, from)
    if not first then break end
    around[#around + 1] = text:sub(from, first - 1)
    blocks[#blocks + 1] = { title = title, text = inner }
    from = last + 1
  end
  around[#around + 1] = text:sub(from)
  return blocks, table.concat(around)
end

-- "[3] (source: heading) text", "3 | source | heading | text", "3. text".
local function read_entry(number, rest)
  local entry = { number = tonumber(number), source = "", heading = "", text = rest }
  local label, after = rest:match "^(%b())%s*(.*)$"
  if label then
    entry.text = after
    entry.source, entry.heading = label:match "^%((.-): (.*)%)$"
    if not entry.source then entry.source, entry.heading = label:sub(2, -2), "" end
    return entry
  end
  local cells = {}
  for cell in (rest .. "|"):gmatch "(.-)|" do cells[#cells + 1] = trim(cell) end
  entry.cells = cells
  if #cells >= 3 then
    entry.source, entry.heading, entry.text = cells[1], cells[2], table.concat(cells, " ", 3)
  elseif #cells == 2 then
    entry.heading, entry.text = cells[1], cells[2]
  end
  return entry
end

--- The numbered entries of a text: { number, source, heading, text, cells }. What follows on the next lines belongs to
-- the entry.
function prompt.entries(text)
  local list = {}
  local bracketed = ("\n" .. text):find "\n%[%d+%]"
  local form = bracketed and "^%[(%d+)%]%s*[|:.]?%s*(.*)$" or "^(%d+)%s*[|.:)]%s*(.*)$"
  for _, line in ipairs(prompt.lines(text)) do
    local number, rest = line:match(form)
    if number then
      list[#list + 1] = { number, { rest } }
    elseif #list > 0 and trim(line) ~= "" then
      table.insert(list[#list][2], line)
    end
  end
  for i, entry in ipairs(list) do list[i] = read_entry(entry[1], trim(table.concat(entry[2], "\n"))) end
  return list
end

-- "ARTICLE keyword: a | title: b | HEADINGS c": { keyword = "a", title = "b", headings = "c" }.
local function read_fields(plain)
  local fields = {}
  for _, word in ipairs { "VIDEO", "ARTICLE" } do
    for line in ("\n" .. plain):gmatch("\n" .. word .. " ([^\n]*)") do
      for part in (line .. " | "):gmatch "(.-) | " do
        local name, value = part:match "^(.-): (.*)$"
        if not name or #name > 30 then name, value = part:match "^%s*([%u ]+)%s+(.*)$" end
        if name then fields[trim(name):lower()] = trim(value) end
      end
    end
  end
  return fields
end

-- The capitals with which the parts of a prompt begin.
local PARTS = { "TASK", "RULES", "ANSWER", "WISHES", "ARTICLE", "DRAFT", "OUTLINE", "QUERIES", "RELATED",
  "KEY POINTS", "INTRODUCTION", "FACTS", "LINKS", "QUESTIONS", "HEADINGS", "NOT ABOUT", "THE SECTIONS", "SENTENCES",
  "SECTION", "PAIRS", "VIDEO", "PLAN", "ALREADY WRITTEN", "NOTES" }

local function next_part(text)
  local nearest
  for _, part in ipairs(PARTS) do
    local at = text:find("\n" .. part .. "%f[^%u]")
    if at and (not nearest or at < nearest) then nearest = at end
  end
  return nearest
end

--- The text under a line that begins with these capitals, up to the next part.
function prompt.under(read, title)
  local _, last = ("\n" .. read.plain):find("\n" .. title, 1, true)
  if not last then return "" end
  local rest = ("\n" .. read.plain):sub(last + 1)
  local first, inner = rest:match "^([^\n]*)\n(.*)$"
  first, inner = first or rest, inner or ""
  local stop = next_part("\n" .. inner)
  local same_line = first:gsub("^%s*%b()%s*", "")
  return trim(same_line .. "\n" .. (stop and inner:sub(1, stop - 1) or inner))
end

--- What stands under such a line, or, where that is nothing, in the blocks.
function prompt.given(read, title)
  local text = prompt.under(read, title)
  return text ~= "" and text or read.material
end

--- Reads a prompt: plain (what stands outside its blocks), material (in them), first (block that is no wishes: a
-- section to edit), passages (numbered entries of the material), fields (of the ARTICLE line), keyword, title, task,
-- rules.
function prompt.read(text)
  local blocks, plain = split(text)
  local read = { plain = plain, passages = {}, material = "", fields = read_fields(plain) }
  for _, block in ipairs(blocks) do
    if not block.title:find "WISH" then
      read.first = read.first or block.text
      read.material = read.material .. block.text .. "\n"
      for _, entry in ipairs(prompt.entries(block.text)) do table.insert(read.passages, entry) end
    end
  end
  local task
  for found in ("\n" .. plain):gmatch "\nTASK ([^\n]*)" do task = found end
  read.task = task or ""
  read.rules = plain:match "\nRULES(.*)$" or ""
  read.keyword = read.fields.keyword or read.task:match 'keyword "([^"]+)"' or plain:match 'of the article "([^"]+)"'
    or read.task:match '"([^"]+)"' or ""
  read.title = read.fields.title or ""
  return read
end

return prompt
