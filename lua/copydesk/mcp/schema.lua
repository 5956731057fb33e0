--- What the tools take, made of the tables that the service works by. Where only the client is installed there are no
-- tables, and a tool takes what the service takes.
--
-- Everything has one order, that of the tables: programs keep what they have read of a list that stays the same, and
-- the argument that is needed stands first.
-- @module copydesk.mcp.schema
local json = require "copydesk.mcp.json"
local parameters = require "copydesk.cli.parameters"

local schema = {}

-- What a length or a range is called, by the type.
local BOUNDS = {
  string = { "minLength", "maxLength" },
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

-- For whom a parameter is, where not for every article.
local function terms(field, type_count)
  local said = {}
  if field.articleTypes and #field.articleTypes < type_count then
    said[#said + 1] = "articleType " .. table.concat(field.articleTypes, ", ")
  end
  if field.parent then said[#said + 1] = ("%s = %s"):format(field.parent, tostring(field.parentValue)) end
  return #said > 0 and (" Only with %s."):format(table.concat(said, " and ")) or ""
end

-- --- the tables -----------------------------------------------------------------------------------------------------

local requests
-- The fields of a request of the interface, or of an object in one; nil: not known here.
local function fields_of(name)
  if not requests then
    local loaded, service = pcall(require, "copydesk.service")
    local list = loaded and service.describe().requests or {}
    requests = {}
    for _, request in ipairs(list) do requests[request.name] = request.fields end
  end
  return requests[name]
end

-- --- JSON Schema ----------------------------------------------------------------------------------------------------

local object_text

-- The type as JSON Schema has it, and the schema of the items of an array.
local function type_of(field)
  local item = field.type:match "^array of (.+)$"
  if not item then return field.type end
  if item == "string" then return "array", json.encode { type = item } end
  local fields = fields_of(item)
  return "array", fields and object_text(fields) or json.encode { type = "object" }
end

local function value(given)
  return given ~= nil and json.encode(given) or nil
end

local function property(field)
  local kind, items = type_of(field)
  local bounds = not field.allowed and BOUNDS[kind] or {}
  return json.object {
    { "type", value(kind) },
    { "description", value(field.summary) },
    { "enum", field.allowed and value(without(field.allowed, field.later)) },
    { "default", type(field.default) ~= "table" and value(field.default) or nil },
    { "items", items },
    { bounds[1], bounds[1] and field.minimum ~= 0 and value(field.minimum) },
    { bounds[2], bounds[2] and field.maximum ~= 0 and value(field.maximum) },
  }
end

function object_text(fields, is_closed)
  local properties, required = {}, {}
  for i, field in ipairs(fields) do
    properties[i] = { field.name, property(field) }
    if field.required then required[#required + 1] = json.encode(field.name) end
  end
  return json.object {
    { "type", '"object"' },
    { "required", required[1] and json.array(required) },
    { "properties", json.object(properties) },
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

-- A parameter of articles as a field: needed where every article needs it.
local function parameter_field(parameter, type_count)
  return changed(parameter, {
    required = parameter.required ~= nil and #parameter.required == type_count and not parameter.parent,
    summary = parameter.summary .. terms(parameter, type_count),
  })
end

--- The fields of a request for an article. `is_open`: there may be more, of which nothing is known here.
function schema.article()
  local described = parameters.table()
  if not described then
    return { { name = "targetKeyword", type = "string", required = true, summary = "What the article is about." },
      is_open = true }
  end
  local fields, type_count = {}, #described.by_name.articleType.allowed
  for i, parameter in ipairs(described.list) do fields[i] = parameter_field(parameter, type_count) end
  return fields
end

--- The fields of a request of the interface by the name of its table ("LinkRequest").
-- @tparam string name
-- @tparam[opt] {table,...} own fields of which the tool says more than the table; where there is none, they are all
function schema.request(name, own)
  local described, by_name = fields_of(name), {}
  local fields = { is_open = not described }
  for _, field in ipairs(own or {}) do by_name[field.name] = field end
  for i, field in ipairs(described or own or {}) do fields[i] = changed(field, by_name[field.name] or {}) end
  return fields
end

return schema
