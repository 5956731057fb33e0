--- JSON with members in the order of their names, so that the same answer is always the same bytes; and JSON schemas.
local cjson = require("cjson.safe").new()

local json = { null = cjson.null, decode = cjson.decode }

local arrays = {}

--- Marks a table as an array, for when it is empty.
function json.array(list)
  return setmetatable(list, arrays)
end

local encode

local function encode_array(list)
  local parts = {}
  for i, value in ipairs(list) do parts[i] = encode(value) end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function encode_object(object)
  local names, parts = {}, {}
  for name in pairs(object) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do parts[i] = cjson.encode(name) .. ":" .. encode(object[name]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

function encode(value)
  if math.type(value) == "integer" then return ("%d"):format(value) end
  if type(value) ~= "table" then return (cjson.encode(value):gsub("\\/", "/")) end
  if #value > 0 or getmetatable(value) == arrays then return encode_array(value) end
  return encode_object(value)
end

json.encode = encode

local TYPES = {
  object = function(value) return type(value) == "table" and #value == 0 end,
  array = function(value) return type(value) == "table" and (#value > 0 or next(value) == nil) end,
  string = function(value) return type(value) == "string" end,
  number = function(value) return type(value) == "number" end,
  integer = function(value) return type(value) == "number" and value == math.floor(value) end,
  boolean = function(value) return type(value) == "boolean" end,
}

--- Why a value does not fit a schema (type, properties, required, additionalProperties, items, enum): "sections[1] has
--- no member heading". nil: it fits.
function json.misfit(schema, value, where)
  where = where or "the answer"
  local is_type = TYPES[schema.type]
  if is_type and not is_type(value) then return ("%s is not of type %s"):format(where, schema.type) end
  if schema.enum then
    for _, allowed in ipairs(schema.enum) do
      if allowed == value then return end
    end
    return where .. " is no value of the enum"
  end
  if schema.type == "array" then
    for i, entry in ipairs(value) do
      local fault = json.misfit(schema.items or {}, entry, ("%s[%d]"):format(where, i))
      if fault then return fault end
    end
  elseif schema.type == "object" then
    for _, name in ipairs(schema.required or {}) do
      if value[name] == nil then return ("%s has no member %s"):format(where, name) end
    end
    for name, member in pairs(value) do
      local known = (schema.properties or {})[name]
      if not known and schema.additionalProperties == false then
        return ("%s has an unknown member %s"):format(where, name)
      end
      local fault = known and json.misfit(known, member, where .. "." .. name)
      if fault then return fault end
    end
  end
end

--- What strict structured output refuses in a schema: the path of the object and why. nil: nothing.
function json.not_strict(schema, path)
  path = path or {}
  local context = ("In context=(%s)"):format(#path == 0 and "" or "'" .. table.concat(path, "', '") .. "'")
  if type(schema) ~= "table" or (not schema.type and not schema.anyOf and not schema["$ref"]) then
    return context .. ", schema must have a 'type' key."
  end
  if #path == 0 and schema.type ~= "object" then return "schema must be a JSON Schema of 'type: \"object\"'" end
  local function inner(name, part)
    local deeper = table.move(path, 1, #path, 1, {})
    if part ~= "items" then deeper[#deeper + 1] = "properties" end
    deeper[#deeper + 1] = name
    return deeper
  end
  if schema.type == "array" then
    if not schema.items then return context .. ", array schema missing items." end
    return json.not_strict(schema.items, inner("items", "items"))
  end
  if schema.type ~= "object" then return end
  if schema.additionalProperties ~= false then
    return context .. ", 'additionalProperties' is required to be supplied and to be false."
  end
  local required = {}
  for _, name in ipairs(schema.required or {}) do required[name] = true end
  for name in pairs(required) do
    if not (schema.properties or {})[name] then
      return ("%s, 'required' names '%s', which is no property."):format(context, name)
    end
  end
  for name, property in pairs(schema.properties or {}) do
    if not required[name] then
      return ("%s, 'required' is required to be supplied and to be an array including every key in properties. "
        .. "Missing '%s'."):format(context, name)
    end
    local fault = json.not_strict(property, inner(name))
    if fault then return fault end
  end
end

return json
