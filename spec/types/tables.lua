--- What the annotations and the manual take from the code's own tables.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local linker = require "copydesk.linker"
local service = require "copydesk.service"
local options = require "copydesk.options"

local tables = service.describe()
tables.options = options
tables.link_options = linker.describe().options

local article_types
for _, parameter in ipairs(tables.parameters) do
  if parameter.name == "articleType" then article_types = parameter.allowed end
end

-- --- what there is to say of a parameter

--- The values of a list, each between quotes.
function tables.quoted(list, separator, quote)
  local parts = {}
  for i, value in ipairs(list) do parts[i] = quote .. value .. quote end
  return table.concat(parts, separator)
end

--- Its default as text, or nil.
function tables.default(parameter)
  local value = parameter.default
  if value == nil or type(value) == "table" then return nil end
  return value == "" and "empty" or "`" .. tostring(value) .. "`"
end

--- The one of a list that has this name.
function tables.by_name(list, name)
  for _, item in ipairs(list) do
    if item.name == name then return item end
  end
  error("there is no " .. name)
end

--- Its range or length, or nil.
function tables.range(parameter)
  if parameter.allowed or not parameter.maximum then return nil end
  local is_number = parameter.type == "integer" or parameter.type == "number"
  if is_number then return ("%.14g to %.14g"):format(parameter.minimum, parameter.maximum) end
  return ("at most %d %s"):format(parameter.maximum, parameter.type:find("^array") and "entries" or "characters")
end

--- Which article types it is for.
function tables.article_types(parameter)
  if #parameter.articleTypes == #article_types then return "every article type" end
  return tables.quoted(parameter.articleTypes, ", ", "`")
end

--- Is it needed whatever else the request says?
function tables.is_required(parameter)
  return parameter.required ~= nil and not parameter.parent and #parameter.required == #article_types
end

--- When it counts, and whether it has to be there then; or nil.
function tables.condition(parameter)
  if parameter.parent then
    return ("%s `%s` = `%s`"):format(parameter.required and "required with" or "only with", parameter.parent,
      tostring(parameter.parentValue))
  end
  return parameter.required and "required" or nil
end

local function sentence(text, before)
  if not text then return nil end
  return ((before or "") .. text):gsub("^%l", string.upper) .. "."
end

local EFFECTS = { model = "For language models: no effect with the built-in writer." }

--- What there is to say of a parameter beside its name, type, values and default, in sentences.
function tables.explanation(parameter)
  local said = { parameter.summary }
  said[#said + 1] = sentence(tables.range(parameter))
  said[#said + 1] = sentence(tables.condition(parameter))
  said[#said + 1] = sentence(tables.article_types(parameter), "For ")
  said[#said + 1] = EFFECTS[parameter.effect]
  return table.concat(said, " ")
end

-- --- annotations

local NO_BOUND = 1000000 -- numbers up to here and beyond are bounded only against slips of the pen

local TYPES = { string = "string", boolean = "boolean", integer = "integer", ["array of string"] = "string[]",
  ["array of Section"] = "(copydesk.Section|string)[]", object = "copydesk.PolishSettings" }

-- imageModel -> copydesk.ImageModel
local function alias_name(parameter)
  return "copydesk." .. parameter.name:gsub("^%l", string.upper)
end

local function class(name, summary, fields)
  table.insert(fields, 1, "--- " .. summary)
  table.insert(fields, 2, "---@class copydesk." .. name)
  return table.concat(fields, "\n")
end

local function field(name, is_optional, type, text)
  if name:find("[^%w_]") then name = ('["%s"]'):format(name) end
  return ("---@field %s%s %s %s"):format(name, is_optional and "?" or "", type, text)
end

-- The values of an enum. Older ones are accepted too, but not named, so that nobody takes them.
local function alias(parameter)
  return ("---@alias %s %s"):format(alias_name(parameter), tables.quoted(parameter.allowed, "|", '"'))
end

local chunks = {}

function chunks.head()
  return "-- Made by `make types` from spec/types/annotations.lua and the tables of the code: change those."
end

function chunks.parameters()
  local fields, aliases = {}, {}
  for _, parameter in ipairs(tables.parameters) do
    local type = TYPES[parameter.type]
    if parameter.allowed then
      aliases[#aliases + 1] = alias(parameter)
      type = alias_name(parameter)
    end
    local default = tables.default(parameter)
    fields[#fields + 1] = field(parameter.name, not tables.is_required(parameter), type,
      (default and "Default: " .. default .. ". " or "") .. tables.explanation(parameter))
    if parameter.opposite then
      fields[#fields + 1] = field(parameter.opposite, true, "boolean",
        ("Older form of `%s`, the other way round."):format(parameter.name))
    end
  end
  local polish = {}
  for _, switch in ipairs(tables.polish) do
    polish[#polish + 1] = field(switch.name, true, "boolean",
      ("%s Default: `%s`."):format(switch.summary, switch.default))
  end
  return class("CreateRequest", "What `create` takes: the parameters of an article.", fields) .. "\n\n"
    .. table.concat(aliases, "\n") .. "\n\n" .. class("PolishSettings", "What polishing does.", polish)
end

--- What is written of a field of a request beside its type.
function tables.said_of(taken)
  local said = { taken.summary }
  said[#said + 1] = sentence(tables.range(taken))
  if taken.default ~= nil then said[#said + 1] = ("Default: `%s`."):format(taken.default) end
  return table.concat(said, " ")
end

-- "array of Page" -> copydesk.Page[]
local function taken_type(taken)
  if taken.allowed then
    local words = tables.quoted(taken.allowed, "|", '"')
    return taken.type:find "^array" and "(" .. words .. ")[]" or words
  end
  local item = taken.type:match("^array of (.+)$")
  if taken.type == "object" then return "table" end
  return item and (item:find("^%u") and "copydesk." or "") .. item .. "[]" or taken.type
end

local function request_class(request)
  local fields = {}
  for i, taken in ipairs(request.fields) do
    fields[i] = field(taken.name, not taken.required, taken_type(taken), tables.said_of(taken))
  end
  return class(request.name, request.summary, fields)
end

local function answer_class(answer)
  local fields = {}
  for i, member in ipairs(answer.fields) do
    local type, optional = member.type:gsub("%?$", "")
    type = type == "object" and "table" or type:gsub("^%u", "copydesk.%0")
    fields[i] = field(member.name, optional > 0, type, member.summary)
  end
  return class(answer.name, answer.summary, fields)
end

-- Classes of a list, separated by empty lines; `but` names those that stand elsewhere.
local function classes(list, make, but)
  local made = {}
  for _, item in ipairs(list) do
    if not but[item.name] then made[#made + 1] = make(item) end
  end
  return table.concat(made, "\n\n")
end

--- Stand with the verbs they belong to.
tables.elsewhere = { LinkRequest = true, Record = true }

function chunks.request(_, name) return request_class(tables.by_name(tables.requests, name)) end
function chunks.requests() return classes(tables.requests, request_class, tables.elsewhere) end
function chunks.answer(_, name) return answer_class(tables.by_name(tables.answers, name)) end
function chunks.answers() return classes(tables.answers, answer_class, tables.elsewhere) end

function chunks.options()
  local fields = {}
  for i, option in ipairs(options) do
    fields[i] = field(option.name, true, option.annotation or option.type, option.summary)
  end
  return class("Options", "What `copydesk.new` takes.", fields)
end

--- What there is to say of an entry of the configuration: its sentence, its range where that says something, and what
-- holds without it.
function tables.entry_text(entry)
  local said = { entry.summary }
  if entry.unit and entry.maximum < NO_BOUND then
    said[#said + 1] = ("%d to %d %s."):format(entry.minimum, entry.maximum, entry.unit)
  end
  if entry.default then said[#said + 1] = ("Default: %s."):format(entry.default) end
  return table.concat(said, " ")
end

function chunks.configuration(_, name)
  local fields = {}
  for i, entry in ipairs(tables.by_name(tables.configuration, name).fields) do
    fields[i] = field(entry.name, true, entry.type, tables.entry_text(entry))
  end
  return class("service." .. name, tables.by_name(tables.configuration, name).summary, fields)
end

function chunks.linkoptions()
  local fields = {}
  for i, option in ipairs(tables.link_options) do
    fields[i] = field(option.name, true, taken_type(option), tables.said_of(option))
  end
  return class("linker.LinkOptions", "What `link` takes.", fields)
end

-- Methods of the client, named behind the mark, as functions of the module.
function chunks.methods(template, names)
  local functions = {}
  for block in (template .. "\n"):gmatch("(.-)\n\n") do
    local name = block:match("\nfunction Desk:([%w_]+)%(")
    if name and (" " .. names .. " "):find(" " .. name .. " ", 1, true) then
      functions[#functions + 1] = block:gsub("function Desk:", "function copydesk.")
    end
  end
  return table.concat(functions, "\n\n")
end

-- --- what a service that runs says of itself

-- What `ask` gives of a service in a folder of its own, with a key of whoever runs it.
local function of_a_service(ask)
  local data = folder.new()
  local server = assert(service.start { data = data, workers = 0, log = "error" })
  local desk = copydesk.new { base_url = server.url, api_key = server.key }
  local answer = assert(ask(desk))
  desk:close()
  server:stop()
  folder.remove(data)
  return answer
end

--- What each request does, by its method and path: "GET /api/articles".
function tables.summaries()
  local description = of_a_service(function(desk) return desk:request("GET", "/openapi.json") end)
  local summaries = {}
  for path, methods in pairs(description.paths) do
    for method, operation in pairs(methods) do
      if type(operation) == "table" then summaries[method:upper() .. " " .. path] = operation.summary end
    end
  end
  return summaries
end

--- The figures of /metrics, in order: a list of { name, type, help }.
function tables.figures()
  local text = of_a_service(function(desk) return desk:request("GET", "/metrics", nil, { raw = true }) end)
  local list = {}
  for name, help, type in text:gmatch "# HELP (%S+) ([^\n]+)\n# TYPE %S+ (%l+)" do
    list[#list + 1] = { name = name, help = help, type = type }
  end
  return list
end

--- The text of lua/copydesk/types.lua: annotations.lua with the chunks in the places marked `--=name`.
function tables.annotations()
  local file = assert(io.open("spec/types/annotations.lua"))
  local template = file:read("*a")
  file:close()
  return (template:gsub("%-%-=(%a+) ?([^\n]*)", function(name, rest) return chunks[name](template, rest) end))
end

return tables
