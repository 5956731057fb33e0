--- JSON Schema of what the tools take, made of the tables that the service works by. Where only the client is installed
-- there are no tables, and a tool takes what the service takes.
-- @module copydesk.mcp.schema
local parameters = require "copydesk.cli.parameters"

local schema = {}

local TYPES = {
  ["array of string"] = { type = "array", items = { type = "string" } },
  ["array of Section"] = { type = "array", items = { type = "object" } },
}

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

local function property(field, type_count)
  local made = { description = field.summary .. terms(field, type_count) }
  for name, value in pairs(TYPES[field.type] or { type = field.type }) do made[name] = value end
  local bounds = BOUNDS[made.type]
  if bounds and not field.allowed then
    made[bounds[1]] = field.minimum ~= 0 and field.minimum or nil
    made[bounds[2]] = field.maximum ~= 0 and field.maximum or nil
  end
  if field.allowed then made.enum = without(field.allowed, field.later) end
  if type(field.default) ~= "table" then made.default = field.default end
  return made
end

local function object(fields, required, type_count)
  local properties = {}
  for _, field in ipairs(fields) do properties[field.name] = property(field, type_count) end
  return { type = "object", properties = properties, required = required }
end

--- Of a request for an article.
function schema.article()
  local described = parameters.table()
  local keyword = { name = "targetKeyword", type = "string", summary = "What the article is about." }
  if not described then return object({ keyword }, { "targetKeyword" }, 0) end
  local types, required = described.by_name.articleType.allowed, {}
  for _, parameter in ipairs(described.list) do
    local is_for_all = parameter.required and #parameter.required == #types and not parameter.parent
    if is_for_all then required[#required + 1] = parameter.name end
  end
  return object(described.list, required, #types)
end

--- Of a request of the interface by the name of its table ("LinkRequest").
function schema.request(name)
  local loaded, service = pcall(require, "copydesk.service")
  for _, request in ipairs(loaded and service.describe().requests or {}) do
    if request.name == name then
      local required = {}
      for _, field in ipairs(request.fields) do
        if field.required then required[#required + 1] = field.name end
      end
      return object(request.fields, required, 0)
    end
  end
  return object({ { name = "content", type = "string", summary = "What gets links." } }, { "content" }, 0)
end

return schema
