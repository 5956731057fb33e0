--- What the tools take, made of the tables that the service works by. Where only the client is installed there are no
-- tables, and a tool takes what the service takes.
--
-- Everything has one order, that of the tables: programs keep what they have read of a list that stays the same, and
-- the argument that is needed stands first.
-- @module copydesk.mcp.schema
local json = require "copydesk.mcp.json"

local schema = {}

-- What a range is called, by the type. How long texts may be is left to the service to say: every message to a model
-- has the whole list in it.
local BOUNDS = {
  integer = { "minimum", "maximum" },
  number = { "minimum", "maximum" },
  array = { "minItems", "maxItems" },
}

local function without(list, left_out)
  local kept, skip = {}, {}
  for _, value in ipairs(left_out or {}) do skip[value] = true end
  for _, value in ipairs(list) do
    if not skip[value] then kept[#kept + 1] = value end
  end
  return kept
end

-- For which articles a parameter is, where not for all.
local function terms(field, type_count)
  local said = {}
  if field.articleTypes and #field.articleTypes < type_count then
    said[1] = "for " .. table.concat(field.articleTypes, ", ")
  end
  if field.parent then said[#said + 1] = ("with %s = %s"):format(field.parent, tostring(field.parentValue)) end
  local text = table.concat(said, " ")
  return text ~= "" and (" %s%s."):format(text:sub(1, 1):upper(), text:sub(2)) or ""
end

-- --- the tables -----------------------------------------------------------------------------------------------------

local tables
-- What the service says of itself, with its requests by name.
local function described()
  if tables then return tables end
  local loaded, service = pcall(require, "copydesk.service")
  tables = loaded and service.describe() or { requests = {} }
  tables.fields = {}
  for _, request in ipairs(tables.requests) do tables.fields[request.name] = request.fields end
  return tables
end

-- The fields of a request of the interface, or of an object in one; nil: not known here.
local function fields_of(name)
  return described().fields[name]
end

-- --- JSON Schema ----------------------------------------------------------------------------------------------------

local object_text, properties_text

-- The type as JSON Schema has it, and the schema of the items of an array.
local function type_of(field)
  local item = field.type:match "^array of (.+)$"
  if not item then return field.type end
  if item == "string" then return "array", json.encode { type = item } end
  local fields = fields_of(item)
  return "array", fields and object_text(fields) or json.encode { type = "object" }
end

local function property(field)
  local kind, items = type_of(field)
  local bounds = not field.allowed and BOUNDS[kind] or {}
  return json.object {
    { "type", json.value(kind) },
    { "description", json.value(field.summary) },
    { "enum", field.allowed and json.value(without(field.allowed, field.later)) },
    { "default", type(field.default) ~= "table" and json.value(field.default) or nil },
    { "items", items },
    { "properties", field.fields and properties_text(field.fields) },
    { bounds[1], bounds[1] and field.minimum ~= 0 and json.value(field.minimum) },
    { bounds[2], bounds[2] and field.maximum ~= 0 and json.value(field.maximum) },
  }
end

function properties_text(fields)
  local properties = {}
  for i, field in ipairs(fields) do properties[i] = { field.name, property(field) } end
  return json.object(properties)
end

function object_text(fields, is_closed)
  local required = {}
  for _, field in ipairs(fields) do
    if field.required then required[#required + 1] = json.encode(field.name) end
  end
  return json.object {
    { "type", '"object"' },
    { "required", required[1] and json.array(required) },
    { "properties", properties_text(fields) },
    { "additionalProperties", is_closed and "false" },
  }
end

--- An object with these fields as JSON Schema, JSON text; it may have others beside them.
function schema.object(fields)
  return object_text(fields)
end

--- What a tool takes as JSON Schema, JSON text.
function schema.input(fields)
  return object_text(fields, not fields.is_open)
end

-- --- fields ---------------------------------------------------------------------------------------------------------

-- A copy of a field in which something stands otherwise.
local function changed(field, changes)
  local copy = {}
  for name, member in pairs(field) do copy[name] = member end
  for name, member in pairs(changes) do copy[name] = member end
  return copy
end

local function parameter_named(name)
  for _, parameter in ipairs(described().parameters) do
    if parameter.name == name then return parameter end
  end
end

-- A parameter of articles as a field: needed where every article needs it.
local function parameter_field(parameter, type_count)
  return changed(parameter, {
    required = parameter.required ~= nil and #parameter.required == type_count and not parameter.parent,
    summary = parameter.summary .. terms(parameter, type_count),
  })
end

--- The fields of a request for an article. `is_open`: there may be more, of which nothing is known here.
function schema.article()
  local list = described().parameters
  if not list then
    return { { name = "targetKeyword", type = "string", required = true, summary = "What the article is about." },
      is_open = true }
  end
  local fields, type_count = {}, #parameter_named("articleType").allowed
  for i, parameter in ipairs(list) do fields[i] = parameter_field(parameter, type_count) end
  return fields
end

-- What polishing does, one by one.
local function polish_settings()
  local fields = {}
  for i, setting in ipairs(described().polish) do fields[i] = changed(setting, { type = "boolean" }) end
  return fields
end

--- The fields of a request to polish an article.
function schema.polish()
  if not described().parameters then return { is_open = true } end
  return {
    changed(parameter_named "polishSettings", { fields = polish_settings() }),
    parameter_named "polishCustomInstructions",
  }
end

--- The fields of a request of the interface by the name of its table ("LinkRequest").
-- @tparam string name
-- @tparam[opt] {table,...} own fields of which the tool says more than the table; where there is none, they are all
function schema.request(name, own)
  local known, by_name = fields_of(name), {}
  local fields = { is_open = not known }
  for _, field in ipairs(own or {}) do by_name[field.name] = field end
  for i, field in ipairs(known or own or {}) do fields[i] = changed(field, by_name[field.name] or {}) end
  return fields
end

return schema
