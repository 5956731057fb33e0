--- The tables in the chapters of the manual, each between its marks, made from the tables that the code works by.
--
--   <!-- Made by make types: NAME ARGUMENTS -->
--   ...
--   <!-- until here. -->
--
-- manual.chapter(text) gives the text of a chapter with all of them made anew.
local folder = require "spec.support.folder"
local chapters = require "copydesk.cli.chapters"
local model = require "types.model"
local tables = require "types.tables"
local texts = require "types.texts"

local annotations = model.read(tables.annotations())
local manual = {}

local END = "<!-- until here. -->\n"

-- --- Markdown

local function cell(text)
  return (text:gsub("|", "\\|"):gsub("\n", " "))
end

local function row(...)
  local cells = {}
  for i = 1, select("#", ...) do cells[i] = cell((select(i, ...)) or "") end
  return "| " .. table.concat(cells, " | ") .. " |"
end

-- A table of Markdown; rows are lists of texts.
local function grid(heads, rows)
  local lines = { row(table.unpack(heads)), "|" .. ("---|"):rep(#heads) }
  for _, cells in ipairs(rows) do lines[#lines + 1] = row(table.unpack(cells, 1, #heads)) end
  return table.concat(lines, "\n")
end

local function code(text) return "`" .. text .. "`" end

-- "a, b or c"
local function alternatives(list)
  local quoted = {}
  for i, value in ipairs(list) do quoted[i] = code(value) end
  return (table.concat(quoted, ", "):gsub(", ([^,]*)$", " or %1"))
end

-- The texts of a list of names must be of these names, and of all.
local function said_of(kind, names)
  local said, known = texts[kind], {}
  for _, name in ipairs(names) do
    known[name] = true
    if said[name] == nil then error(("spec/types/texts.lua says nothing of %s in %s"):format(name, kind)) end
  end
  for name in pairs(said) do
    if not known[name] then error(("spec/types/texts.lua has %s in %s, which is not there"):format(name, kind)) end
  end
  return said
end

-- --- types, as people read them

local function literals(type)
  local list = {}
  if not type:find '^"[^"]*"' then return nil end
  for value in type:gmatch '"([^"]*)"' do list[#list + 1] = value end
  return alternatives(list)
end

local function short(name)
  return name:match "[^.]+$"
end

local function readable(type)
  local alias = annotations.aliases[type]
  if alias then return readable(alias.type) end
  local one, other = type:match "^(copydesk%.%w+)|(copydesk%.%w+)$"
  if one then return readable(one) .. ", or " .. readable(other) end
  local list = type:match "^%(?(.-)%)?%[%]$"
  if list and not list:find "[%[%]]" then return "list of " .. readable(list) end
  type = type:gsub("%?$", "")
  if literals(type) then return literals(type) end
  if type:find "^fun" then return "function" end
  if type:find "^table<" or type:find "^{" or type:find "^copydesk%.service%." then return "table" end
  return (type:gsub("copydesk%.[%w.]+", short):gsub("|", " or "))
end

-- --- fields of a class of the annotations

local function field_rows(fields)
  local rows = {}
  for i, field in ipairs(fields) do
    rows[i] = { code(field.name), readable(field.type) .. (field.optional and "?" or ""), field.text }
  end
  return rows
end

local function class_of(name)
  return assert(annotations.classes["copydesk." .. name], name)
end

local function fields_of(name)
  local class = class_of(name)
  return ("### %s\n\n%s\n\n%s"):format(short(class.name), class.text,
    grid({ "field", "type", "what it is" }, field_rows(class.fields)))
end

-- A part for each word of the arguments.
local function each(names, make)
  local parts = {}
  for name in names:gmatch "%S+" do parts[#parts + 1] = make(name) end
  return table.concat(parts, "\n\n")
end

local function entries_of(name)
  local rows = {}
  for i, field in ipairs(class_of("service." .. name).fields) do
    rows[i] = { code(field.name), readable(field.type), field.text }
  end
  return grid({ "entry", "type", "what it is" }, rows)
end

-- --- calls

local OWNERS = { Desk = "desk", Index = "index", Filter = "filter", Task = "task" }

local function call_of(made)
  local names = {}
  for i, param in ipairs(made.params) do names[i] = param.optional and "[" .. param.name .. "]" or param.name end
  local owner = short(made.owner.name)
  return ("%s%s%s(%s)"):format(OWNERS[owner] or owner, made.method and ":" or ".", made.name,
    table.concat(names, ", "))
end

local function calls_of(name, rows)
  for _, made in ipairs(class_of(name).functions) do
    rows[#rows + 1] = { code(call_of(made)), made.text }
  end
end

-- --- what stands in the tables of C alone

-- The text of the source file in which the pattern is found.
local function source_with(words)
  local pipe = assert(io.popen(("grep -rlF '%s' src --include=*.[ch]"):format(words)))
  local path = pipe:read "l"
  pipe:close()
  return assert(folder.read(assert(path, "no source file has " .. words)))
end

-- Rows of a macro: row(NAME, "word", ...)
local function words_of(macro)
  local source = source_with("#define " .. macro .. "(row)")
  local list = {}
  local body = source:match("#define " .. macro .. "%(row%)(.-)\n/%* clang%-format on %*/")
  for rest in body:gmatch "row(%b())" do
    local word = rest:match '"([^"]+)"'
    if word then list[#list + 1] = word end
  end
  assert(#list > 0, macro)
  return list
end

local service = require "copydesk.service"

-- The names that an entry of the configuration allows, as its error lists them.
local function allowed(config)
  config.data = folder.new()
  local _, err = service.start(config)
  folder.remove(config.data)
  local list = {}
  for name in err.message:match "must be (.*)$":gmatch '"([^"]+)"' do list[#list + 1] = name end
  return list
end

-- --- what requests take

local function taken_type(taken)
  local type = taken.allowed and alternatives(taken.allowed) or taken.type
  if taken.allowed and taken.type:find "^array" then type = "array of " .. type end
  return type .. (taken.required and ", required" or "")
end

local function request_rows(route, rows)
  local request = tables.by_name(tables.requests, route.takes)
  local where = code(route.method .. " " .. route.path)
  if request.partial then
    rows[#rows + 1] = { where, "the same", "", request.summary }
    return
  end
  for i, taken in ipairs(request.fields) do
    rows[#rows + 1] = { i == 1 and where or "", code(taken.name), taken_type(taken), tables.said_of(taken) }
    local item_name = taken.type:match "^array of (%u.*)$"
    local item = item_name and tables.by_name(tables.requests, item_name)
    for _, inner in ipairs(item and item.fields or {}) do
      rows[#rows + 1] = { "", code(taken.name .. "[]." .. inner.name), taken_type(inner), tables.said_of(inner) }
    end
  end
end

-- --- the parts

local parts = {}

parts["article types"] = function()
  local list = tables.by_name(tables.parameters, "articleType").allowed
  local said, rows = said_of("types", list), {}
  for i, name in ipairs(list) do rows[i] = { code(name), said[name] } end
  return grid({ "`articleType`", "the article" }, rows)
end

function parts.parameters()
  local out, rows, group = {}, {}, nil
  local function finish()
    if group then
      out[#out + 1] = ("## %s\n\n%s"):format(group, grid({ "parameter", "type", "default", "what it does" }, rows))
    end
  end
  for _, parameter in ipairs(tables.parameters) do
    if parameter.group ~= group then
      finish()
      group, rows = parameter.group, {}
    end
    local values = parameter.allowed and " One of " .. tables.quoted(parameter.allowed, ", ", "`") .. "." or ""
    rows[#rows + 1] = { code(parameter.name), parameter.type, tables.default(parameter) or "",
      tables.explanation(parameter) .. values }
  end
  finish()
  return table.concat(out, "\n\n")
end

function parts.polish()
  local rows = {}
  for i, switch in ipairs(tables.polish) do
    rows[i] = { code(switch.name), code(tostring(switch.default)), switch.summary }
  end
  return grid({ "switch", "default", "what it does" }, rows)
end

function parts.fields(names) return each(names, fields_of) end

function parts.entries(names)
  if not names:find " " then return entries_of(names) end
  return each(names, function(name) return ("### %s\n\n%s"):format(name:lower(), entries_of(name)) end)
end

function parts.calls(names)
  local rows = {}
  for name in names:gmatch "%S+" do calls_of(name, rows) end
  return grid({ "call", "what it does" }, rows)
end

function parts.options()
  local rows = {}
  for i, option in ipairs(tables.options) do
    rows[i] = { code(option.name), readable(option.annotation or option.type), option.summary }
  end
  return grid({ "option", "type", "what it is" }, rows)
end

function parts.kinds()
  local rows = {}
  local text = annotations.aliases["copydesk.ErrorKind"].text:gsub("%.$", "")
  local pending = {}
  for part in (text .. ";"):gmatch "%s*([^;]+);" do
    local names, meaning = part:match "^(.-): (.+)$"
    assert(names, part)
    for name in names:gmatch "`(%l+)`" do pending[#pending + 1] = code(name) end
    rows[#rows + 1] = { table.concat(pending, ", "), meaning }
    pending = {}
  end
  return grid({ "`kind`", "what happened" }, rows)
end

function parts.codes()
  local list = words_of "RECORD_CODES"
  local said, rows = said_of("codes", list), {}
  for i, name in ipairs(list) do rows[i] = { code(name), said[name] } end
  return grid({ "`errorCode`", "what happened" }, rows)
end

-- A row for each status, with the codes of its problems.
function parts.problems()
  local list, rows = {}, {}
  for _, problem in ipairs(tables.problems) do
    local status = tostring(problem.status)
    local row_of = rows[status]
    if not row_of then
      row_of = { status, "", problem.title }
      rows[status], rows[#rows + 1], list[#list + 1] = row_of, row_of, status
    end
    row_of[2] = row_of[2] .. (row_of[2] == "" and "" or ", ") .. code(problem.code)
  end
  local said = said_of("statuses", list)
  for _, row_of in ipairs(rows) do row_of[3] = row_of[3] .. ": " .. said[row_of[1]] end
  return grid({ "status", "`error.code`", "means" }, rows)
end

function parts.report()
  local known, rows = {}, {}
  for _, answer in ipairs { "DomainReport", "LinkedPage" } do
    for _, field in ipairs(tables.by_name(tables.answers, answer).fields) do known[field.name] = true end
  end
  for i, entry in ipairs(texts.report) do
    local names = {}
    for j = 1, #entry - 1 do
      assert(known[entry[j]], entry[j])
      names[j] = code(entry[j])
    end
    rows[i] = { table.concat(names, ", "), entry[#entry] }
  end
  return grid({ "in the report", "what it is" }, rows)
end

function parts.answers()
  local out = {}
  for _, answer in ipairs(tables.answers) do
    if not tables.elsewhere[answer.name] then out[#out + 1] = fields_of(answer.name) end
  end
  return table.concat(out, "\n\n")
end

function parts.search()
  local kinds, order = {}, {}
  for _, kind in ipairs { "web", "news", "scholarly" } do
    for _, api in ipairs(allowed { search = { [kind] = { api = "?" } } }) do
      if not kinds[api] then kinds[api], order[#order + 1] = {}, api end
      table.insert(kinds[api], kind)
    end
  end
  local said, rows = said_of("search", order), {}
  for i, api in ipairs(order) do
    rows[i] = { code(api), table.concat(kinds[api], ", "), said[api][1], said[api][2] }
  end
  return grid({ "`api`", "kinds", "it needs", "and" }, rows)
end

function parts.images()
  local list = allowed { images = { ["*"] = { api = "?" } } }
  local said, rows = said_of("images", list), {}
  for i, api in ipairs(list) do rows[i] = { code(api), said[api][1], said[api][2] } end
  return grid({ "`api`", "where from", "members beside `base_url`, `seconds` and `parallel`" }, rows)
end

parts["link options"] = function()
  local rows = {}
  for i, option in ipairs(tables.link_options) do
    rows[i] = { code(option.name), taken_type(option), tables.said_of(option) }
  end
  return grid({ "option", "type", "what it is" }, rows)
end

function parts.reasons()
  local source, rows = source_with "[REFUSED_SCORE] = {", {}
  for word, detail in source:gmatch '%[REFUSED_%u+_?%u*%] = {"([%l_]+)",%s*"([^"]+)"' do
    rows[#rows + 1] = { code(word), detail }
  end
  assert(#rows > 10)
  return grid({ "`reason`", "why" }, rows)
end

function parts.routes()
  local summaries = tables.summaries()
  local rows = {}
  for i, route in ipairs(tables.routes) do
    local name = route.method .. " " .. route.path
    local needs = route.operator and "whoever runs the service" or table.concat(route.scopes or {}, " or ")
    needs = needs == "" and "any" or needs
    rows[i] = { code(name), route.limit and needs or "no key", assert(summaries[name], name) }
  end
  return grid({ "request", "scope of the key", "what it does" }, rows)
end

function parts.requests()
  local rows = {}
  for _, route in ipairs(tables.routes) do
    if route.takes then request_rows(route, rows) end
  end
  return grid({ "request", "field", "type", "what it is" }, rows)
end

function parts.settings()
  local rows = {}
  for _, integration in ipairs(tables.integrations) do
    for i, setting in ipairs(integration.settings) do
      rows[#rows + 1] = { i == 1 and code(integration.kind) or "", code(setting.name),
        taken_type(setting) .. (setting.secret and ", secret" or ""), setting.summary }
    end
  end
  return grid({ "integration", "setting", "type", "what it is" }, rows)
end

function parts.commands()
  local rows = {}
  for i, command in ipairs(require("copydesk.cli").commands) do
    rows[i] = { code("copydesk " .. command.name), command.summary }
  end
  return grid({ "command", "what it does" }, rows)
end

parts["exit codes"] = function()
  local rows = {}
  for number, meaning in require("copydesk.cli.session").code_text():gmatch "(%d+) ([^,]+)" do
    rows[#rows + 1] = { number, meaning }
  end
  return grid({ "exit code", "meaning" }, rows)
end

function parts.tools()
  local rows = {}
  for i, tool in ipairs(require("copydesk.core").decode(require("copydesk.mcp.tools").list())) do
    rows[i] = { code(tool.name), tool.description }
  end
  return grid({ "tool", "what it does" }, rows)
end

function parts.scopes()
  local list = words_of "SCOPES"
  local said, rows = said_of("scopes", list), {}
  for i, name in ipairs(list) do rows[i] = { code(name), said[name] } end
  return grid({ "scope", "what a key with it may do" }, rows)
end

function parts.plans()
  local list = words_of "PLANS"
  local said, rows = said_of("plans", list), {}
  for i, name in ipairs(list) do rows[i] = { code(name), said[name][1], said[name][2] } end
  return grid({ "plan", "over the interface", "by month, unless configured" }, rows)
end

-- The title of a chapter, and its opening sentence.
local function opening(name)
  local text = assert(folder.read("lua/copydesk/manual/" .. name .. ".md"))
  local title, first = text:match "^# ([^\n]+)\n\n(.-)\n\n"
  return title, (first:gsub("\n", " "))
end

function parts.contents(names)
  local lines = {}
  for name in names:gmatch "%S+" do
    local title, first = opening(name)
    lines[#lines + 1] = ("- [%s](%s.md): %s"):format(title, name, first)
  end
  return table.concat(lines, "\n")
end

--- The same in the README of the source, from where its links lead.
function parts.chapters()
  local lines = {}
  for _, chapter in ipairs(chapters.all()) do
    lines[#lines + 1] = ("- [%s](lua/copydesk/manual/%s.md): %s"):format(chapter.title, chapter.name, chapter.summary)
  end
  return table.concat(lines, "\n")
end

-- --- examples, and what make does

local function lines_of(command)
  local list = {}
  local pipe = assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

-- What a program in Lua says of itself in its first comment: what it shows, and how it is run, where it is run.
local function program_row(name)
  local text = assert(folder.read("examples/" .. name))
  local first = text:match "^%-%-%-? ([^\n]+)"
  local head = text:match "^(.-)\nlocal "
  local run = head:match "lua5?%.?%d? examples/[^\n]+"
  local shows = first:gsub(": lua5?%.?%d? examples/.*$", ""):gsub("[:.]$", "")
  return { ("[%s](%s)"):format(name, name), shows, run and code(run) or "" }
end

function parts.programs()
  local rows = {}
  for _, name in ipairs(lines_of "cd examples && ls *.lua") do rows[#rows + 1] = program_row(name) end
  return grid({ "program", "what it shows", "run it" }, rows)
end

function parts.folders()
  local list = {}
  for _, name in ipairs(lines_of "ls examples") do
    if not name:find "%.lua$" and name ~= "README.md" then list[#list + 1] = name end
  end
  local said, rows = said_of("examples", list), {}
  for i, name in ipairs(list) do rows[i] = { ("[%s](%s)"):format(name, name), said[name] } end
  return grid({ "folder", "what is in it" }, rows)
end

parts["spec folders"] = function()
  local list = lines_of "cd spec && ls -d */ | tr -d /"
  local said, rows = said_of("spec", list), {}
  for i, name in ipairs(list) do rows[i] = { ("[%s](%s)"):format(name, name), said[name] } end
  return grid({ "folder", "what is in it" }, rows)
end

-- By the Makefile's own comments: "# make NAME   what it does", which may go on in lines that are indented.
function parts.targets()
  local rows = {}
  local text = folder.read "Makefile":gsub("\n#     +", " ")
  for line in text:gmatch "%f[^\n%z]# make ([^\n]+)" do
    local name, what = line:match "^(%S+ %u+=%S+)%s+(.+)$"
    if not name then name, what = line:match "^(%S+)%s+(.+)$" end
    rows[#rows + 1] = { code("make " .. name), what }
  end
  return grid({ "command", "what it does" }, rows)
end

function parts.metrics()
  local figures, names, rows = tables.figures(), {}, {}
  for i, figure in ipairs(figures) do
    names[figure.name] = true
    local labels = texts.labels[figure.name]
    rows[i] = { code(figure.name .. (labels and "{" .. labels:gsub(" ", "") .. "}" or "")), figure.type, figure.help }
  end
  for name in pairs(texts.labels) do assert(names[name], name) end
  return grid({ "metric", "type", "what it counts" }, rows)
end

-- --- chapters

-- The part that a mark names, and what stands behind its name: "calls Desk", "exit codes".
local function part_of(label)
  if parts[label] then return parts[label], "" end
  local name, rest = label:match "^(%l+) (.+)$"
  return assert(parts[name], "no part is called " .. label), rest
end

--- The text of a chapter with what stands between its marks made anew.
function manual.chapter(text)
  local at, out = 1, {}
  while true do
    local _, to, label = text:find("<!%-%- Made by make types: ([^\n]-) %-%->\n", at)
    if not to then break end
    local part, rest = part_of(label)
    local stop = assert(text:find(END, to, true), "a mark without an end: " .. label)
    out[#out + 1] = text:sub(at, to) .. part(rest) .. "\n"
    at = stop
  end
  out[#out + 1] = text:sub(at)
  return table.concat(out)
end

--- The paths of the chapters and of their list, in the order of their names.
function manual.paths() return lines_of "ls lua/copydesk/manual/*.md" end

--- The other files with marks.
manual.others = { "README.md", "examples/README.md", "spec/README.md" }

--- All files with marks; the list of the chapters, which others are made of, comes before those.
function manual.all()
  local list = manual.paths()
  for _, path in ipairs(manual.others) do list[#list + 1] = path end
  return list
end

return manual
