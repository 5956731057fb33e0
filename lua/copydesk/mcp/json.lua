--- JSON text made of Lua values and of JSON text that is there already.
-- @module copydesk.mcp.json
local cjson = require("cjson").new()
local encode = cjson.encode

local json = {}

--- A value as JSON text.
function json.encode(value)
  return encode(value)
end

--- A value as JSON text; nil: there is none.
function json.value(value)
  return value ~= nil and encode(value) or nil
end

--- How many values a list has, as JSON text that can be read: nulls count.
function json.count(text)
  return #cjson.decode(text)
end

--- An object of members that are JSON text: pairs { name, text } in their order; those without a text are left out.
function json.object(members)
  local list = {}
  for _, member in ipairs(members) do
    if member[2] then list[#list + 1] = encode(member[1]) .. ":" .. member[2] end
  end
  return "{" .. table.concat(list, ",") .. "}"
end

--- A list of JSON texts.
function json.array(texts)
  return "[" .. table.concat(texts, ",") .. "]"
end

--- Members of a record for json.object, by their names and in the order of these; what is a table is a list.
function json.members(record, names)
  local list = {}
  for i, name in ipairs(names) do
    local value, texts = record[name], {}
    for at, entry in ipairs(type(value) == "table" and value or {}) do texts[at] = encode(entry) end
    list[i] = { name, type(value) == "table" and json.array(texts) or json.value(value) }
  end
  return list
end

return json
