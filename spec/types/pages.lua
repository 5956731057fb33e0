--- What LDoc reads: the pages of the native modules, made from the annotations, and the chapters of the manual.
--
--   for name, text in pairs(pages) do ... write(folder .. "/" .. name, text) ... end
local chapters = require "copydesk.cli.chapters"
local manual = require "types.manual"
local markdown = require "copydesk.cli.markdown"
local model = require "types.model"
local tables = require "types.tables"

local annotations = model.read(tables.annotations())
local pages = {}

-- --- modules and classes, as LDoc comments

-- Each with the class whose functions its page shows, and the classes that are its tables.
local MODULES = {
  { "module", "copydesk", "Options CallOptions SendOptions WaitOptions RequestOptions AsFinishedOptions "
    .. "WriteAllOptions BatchJob BatchResult Job LinkRequest LinkedContent Link LinkContext LinkCandidate LinkSummary "
    .. "Loop TransportRequest TransportResponse LogEvent" },
  { "classmod", "copydesk.Desk", "" },
  { "classmod", "copydesk.Task", "" },
  { "module", "copydesk.linker", "linker.BuildOptions linker.Page linker.LinkOptions linker.FilterOptions "
    .. "linker.ReportOptions linker.Result linker.Description linker.Option" },
  { "classmod", "copydesk.linker.Index", "" },
  { "classmod", "copydesk.linker.Filter", "" },
  { "module", "copydesk.service", "service.Options service.Model service.Search service.Products service.Places "
    .. "service.Videos service.Images service.Limits service.Plan service.Account "
    .. "service.Error service.BackupReport service.MoveReport service.Finding" },
  { "classmod", "copydesk.service.Server", "" },
}

-- LDoc has words for types: what is spelled out in a type gets its word.
local function word(type)
  type = type:gsub("^fun%b():?.*$", "function"):gsub("^table<.*$", "table"):gsub("^%b{}$", "table")
  local item = type:match("^%(?(.-)%)?%[%]$")
  if item and not item:find("[%[%]]") then return ("{%s,...}"):format(item) end
  type = type:gsub("%[%]", "s"):gsub("%?", ""):gsub("%s", ""):gsub("lightuserdata", "value")
  if type:find('"', 1, true) then return "string" end
  if type == "T" then return "table" end
  return type
end

local function values(type)
  local alias = annotations.aliases[type]
  local literals = alias and alias.type or type
  if not literals:find('^"') then return "" end
  local list = literals:gsub('"([^"]+)"', "`%1`"):gsub("|", ", "):gsub(", ([^,]*)$", " or %1")
  return (list:find(" ") and " One of " or " ") .. list .. "."
end

local function resolved(type)
  local alias = annotations.aliases[type]
  return word(alias and alias.type or type)
end

local function tag(name, item)
  local text = ("-- @%s%s %s %s %s%s"):format(name, item.optional and "[opt]" or "", resolved(item.type), item.name,
    item.text, values(item.type))
  return (text:gsub("%s+$", ""))
end

-- "copydesk.Job? job", "copydesk.Error? err" is two ways to return.
local function result_lines(returns, lines)
  local fails = #returns == 2 and returns[1].type:find("%?$") ~= nil
  for i, item in ipairs(returns) do
    local name, text = item.text:match("^([%l_]*)%s*(.*)$")
    if name == "" then name, text = resolved(item.type), item.text end
    if fails and i == 2 then lines[#lines + 1] = "-- @return[2] nil" end
    local tag_name = "treturn" .. (fails and "[" .. i .. "]" or "")
    local or_nil = item.type:find("%?$") and not fails and " or nil" or ""
    lines[#lines + 1] = ("-- @%s %s %s%s%s"):format(tag_name, resolved(item.type), name, or_nil,
      text == "" and "" or ": " .. text)
  end
end

local function last_word(name) return name:match("[^.]+$") end

local function function_lines(made, lines)
  lines[#lines + 1] = "\n--- " .. made.text
  local names = {}
  for i, param in ipairs(made.params) do
    names[i] = param.name
    lines[#lines + 1] = tag("tparam", param)
  end
  result_lines(made.returns, lines)
  local owner = last_word(made.owner.name) .. (made.method and ":" or ".")
  lines[#lines + 1] = ("function %s%s(%s) end"):format(owner, made.name, table.concat(names, ", "))
end

local function table_lines(class, lines)
  local name = last_word(class.name)
  lines[#lines + 1] = "\n--- " .. (class.text ~= "" and class.text or name .. ".")
  lines[#lines + 1] = "-- @table " .. name
  for _, field in ipairs(model.fields(annotations, class.name)) do lines[#lines + 1] = tag("tfield", field) end
end

for _, module in ipairs(MODULES) do
  local kind, name, list = module[1], module[2], module[3]
  local class = annotations.classes[name]
  local lines = { "--- " .. class.text, "-- @" .. kind .. " " .. name, ("local %s = {}"):format(last_word(name)) }
  for _, made in ipairs(class.functions) do function_lines(made, lines) end
  for _, field in ipairs(class.fields) do
    lines[#lines + 1] = ("\n--- %s\n-- @field %s"):format(field.text, field.name)
  end
  for item in list:gmatch("%S+") do table_lines(annotations.classes["copydesk." .. item], lines) end
  pages[name .. ".lua"] = table.concat(lines, "\n") .. "\n"
end

-- --- the chapters of the manual, with HTML for what LDoc's Markdown does not know

local function escape(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

-- Links to other chapters lead to their pages; those to files of the source are plain text.
local function link(text, target)
  local chapter, elsewhere = markdown.target(target)
  if target:find "^#" then return text end
  return elsewhere and ("[%s](%s)"):format(text, target) or chapter and ("[%s](%s.md.html)"):format(text, chapter)
    or text
end

local function html_link(text, target)
  local chapter, elsewhere = markdown.target(target)
  local address = elsewhere or chapter and chapter .. ".md.html"
  return address and ('<a href="%s">%s</a>'):format(address, text) or text
end

local function row(cell, cells, count)
  local parts = {}
  for i = 1, count do
    local text = escape(cells[i] or ""):gsub("`(.-)`", "<code>%1</code>"):gsub("%*%*(.-)%*%*", "<b>%1</b>")
    parts[i] = ("<%s>%s</%s>"):format(cell, markdown.links(text, html_link), cell)
  end
  return "<tr>" .. table.concat(parts) .. "</tr>"
end

local BLOCKS = {}

function BLOCKS.heading(block) return ("#"):rep(block.level) .. " " .. block.text end
function BLOCKS.paragraph(block) return markdown.links(block.text, link) end
function BLOCKS.item(block) return "- " .. markdown.links(block.text, link) end
function BLOCKS.code(block) return "<pre>" .. escape(table.concat(block.lines, "\n")) .. "</pre>" end

BLOCKS["table"] = function(block)
  local lines = { '<table class="module_list">', row("th", block.heads, #block.heads) }
  for _, cells in ipairs(block.rows) do lines[#lines + 1] = row("td", cells, #block.heads) end
  lines[#lines + 1] = "</table>"
  return table.concat(lines, "\n")
end

local function page_of(text)
  local parts = {}
  for block in markdown.blocks(text) do parts[#parts + 1] = BLOCKS[block.kind](block) end
  return table.concat(parts, "\n\n") .. "\n"
end

-- --- what is written by hand

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

for _, path in ipairs(manual.paths()) do
  local name = path:match "([^/]+)$"
  if name ~= "README.md" then pages[name] = page_of(read(path)) end
end

-- Modules in Lua whose pages would say nothing new: the command, and what the annotations are made of.
local OTHERWISE = { cli = true, options = true, types = true }

local topics = {}
for _, chapter in ipairs(chapters.all()) do topics[#topics + 1] = ('"%s.md"'):format(chapter.name) end
pages["config.ld"] = read(".ldoc.ld"):gsub('"TOPICS"', table.concat(topics, ", "))
for path in assert(io.popen("ls lua/copydesk/*.lua")):lines() do
  local name = path:match("(%w+)%.lua$")
  if not OTHERWISE[name] then pages[name .. ".lua"] = read(path) end
end

return pages
