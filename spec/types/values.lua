--- Does a value have the type that the annotations give it?
--
--   local conforms = values.checker(model.read(text))
--   assert(conforms(record, "copydesk.Record"))
local model = require "types.model"

local values = {}

local BASIC = { string = "string", boolean = "boolean", number = "number", table = "table", lightuserdata = "userdata",
  ["true"] = "boolean" }

local function is_literal(value, type_text)
  return type(value) == "string" and type_text == '"' .. value .. '"'
end

--- A function that takes a table and a class: true when the table has the fields of the class, all that it must have,
-- no others, and each of its type; otherwise false and what is wrong.
function values.checker(annotations)
  local conforms

  local function is(value, type_text)
    local item_type = type_text:match("^(.+)%[%]$")
    if item_type then
      if type(value) ~= "table" then return false end
      for _, item in ipairs(value) do
        if not is(item, item_type) then return false end
      end
      return true
    end
    if type_text:find("^table<") then return type(value) == "table" end
    if type_text:find("^fun%(") then return type(value) == "function" end
    if type_text:find("^%(.*%)$") then return is(value, type_text:sub(2, -2)) end
    if annotations.aliases[type_text] then return is(value, annotations.aliases[type_text].type) end
    if annotations.classes[type_text] then return type(value) == "table" and assert(conforms(value, type_text)) end
    if type_text == "integer" then return math.type(value) == "integer" end
    if type_text:find("|", 1, true) then
      for part in type_text:gmatch("[^|]+") do
        if is(value, part) then return true end
      end
      return false
    end
    return type(value) == BASIC[type_text] or is_literal(value, type_text)
  end

  function conforms(value, class)
    local fields = model.fields(annotations, class)
    for name in pairs(value) do
      if type(name) ~= "string" or not fields[name] then
        return false, ("%s: no annotation names %s"):format(class, tostring(name))
      end
    end
    for _, field in ipairs(fields) do
      local name = field.name
      local given = value[name]
      if given == nil and not field.optional then return false, ("%s: there is no %s"):format(class, name) end
      if given ~= nil and not is(given, field.type) then
        return false, ("%s.%s is %s, not %s"):format(class, name, tostring(given), field.type)
      end
    end
    return true
  end

  return conforms
end

return values
