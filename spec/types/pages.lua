--- What LDoc reads: the pages of the native modules, made from the annotations, and those that are tables.
--
--   for name, text in pairs(pages) do ... write(folder .. "/" .. name, text) ... end
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

-- --- pages that are tables, as Markdown with HTML

local function escape(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }):gsub("`(.-)`", "<code>%1</code>"))
end

local function row(cell, ...)
  local cells = {}
  for i = 1, select("#", ...) do
    cells[i] = ("<%s>%s</%s>"):format(cell, escape((select(i, ...)) or ""), cell)
  end
  return "<tr>" .. table.concat(cells) .. "</tr>"
end

local function code(text) return "`" .. text .. "`" end

local function html_table(heads, rows)
  return '<table class="module_list">\n' .. row("th", table.unpack(heads)) .. "\n" .. table.concat(rows, "\n")
    .. "\n</table>\n"
end

local function field_table(class)
  local rows = {}
  for _, field in ipairs(annotations.classes[class].fields) do
    rows[#rows + 1] = row("td", code(field.name), resolved(field.type) .. (field.optional and " or nil" or ""),
      field.text .. values(field.type))
  end
  return html_table({ "field", "type", "what it is" }, rows)
end

local function parameter_row(parameter)
  local allowed = parameter.allowed and " One of " .. tables.quoted(parameter.allowed, ", ", "`") .. "." or ""
  return row("td", code(parameter.name), parameter.type, tables.default(parameter) or "",
    tables.explanation(parameter) .. allowed)
end

-- A heading, what the class is, and its fields.
local function section(name)
  local class = annotations.classes["copydesk." .. name]
  return ("## %s\n\n%s\n\n%s"):format(name, class.text, field_table(class.name))
end

local function parameters_page()
  local lines = { "# Parameters of an article", "",
    "What `copydesk.create` takes, and what the article's record echoes as its `config`.", "" }
  local group, rows
  local function finish()
    if rows then lines[#lines + 1] = html_table({ "parameter", "type", "default", "what it does" }, rows) end
  end
  for _, parameter in ipairs(tables.parameters) do
    if parameter.group ~= group then
      finish()
      group, rows = parameter.group, {}
      lines[#lines + 1] = "## " .. group .. "\n"
    end
    rows[#rows + 1] = parameter_row(parameter)
  end
  finish()
  return table.concat(lines, "\n") .. "\n" .. section "PolishSettings" .. "\n" .. section "Section"
end

local function record_page()
  return table.concat({ "# The record of an article\n", "What `status` and `wait` give, and webhooks carry.\n",
    section "Record", section "FinishedRecord", section "Output", section "Source", section "Seo",
    section "SeoTerm", section "Event" }, "\n")
end

local function path_of(route) return route.method .. " " .. route.path end

local function resources_page()
  local lines = { "# Domains, lists, account, keys\n",
    "Reached with `desk:request`, or over HTTP. A field that is not in these tables is refused.\n" }
  local rows = {}
  for i, route in ipairs(tables.routes) do
    rows[i] = row("td", code(path_of(route)), route.takes or "", route.gives or "")
  end
  lines[#lines + 1] = html_table({ "request", "takes", "gives" }, rows)
  for _, list in ipairs { tables.requests, tables.answers } do
    for _, item in ipairs(list) do
      if not tables.elsewhere[item.name] then lines[#lines + 1] = section(item.name) end
    end
  end
  return table.concat(lines, "\n")
end

local function errors_page()
  local rows = {}
  for i, problem in ipairs(tables.problems) do
    rows[i] = row("td", tostring(problem.status), problem.title, code(problem.code))
  end
  return table.concat({ "# Errors\n", section "Error",
    "## Kinds\n", annotations.aliases["copydesk.ErrorKind"].text .. "\n", section "Fault",
    "## Codes of the service\n", html_table({ "status", "title", "code" }, rows) }, "\n")
end

pages["parameters.md"] = parameters_page()
pages["record.md"] = record_page()
pages["resources.md"] = resources_page()
pages["errors.md"] = errors_page()

-- --- what is written by hand

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

-- Modules in Lua whose pages would say nothing new: the command, and what the annotations are made of.
local OTHERWISE = { cli = true, options = true, types = true }

pages["config.ld"] = read(".ldoc.ld")
for path in assert(io.popen("ls lua/copydesk/*.lua")):lines() do
  local name = path:match("(%w+)%.lua$")
  if not OTHERWISE[name] then pages[name .. ".lua"] = read(path) end
end

return pages
