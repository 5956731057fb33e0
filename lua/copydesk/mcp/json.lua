--- JSON text made of Lua values and of JSON text that is there already.
-- @module copydesk.mcp.json
local encode = require("cjson").new().encode

local json = {}

--- A value as JSON text.
function json.encode(value)
  return encode(value)
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

return json
