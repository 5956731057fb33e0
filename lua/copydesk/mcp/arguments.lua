--- What a language model gets wrong in the arguments of a tool: names and types. Whether values are allowed the service
-- says itself, in words of the same kind.
-- @module copydesk.mcp.arguments
local nearest = require "copydesk.cli.nearest"

local MOST = 10 -- unknown arguments that are named
local LONGEST = 60 -- bytes of a name that is shown
local SHORTEST = 4 -- letters of a word that is looked for in names

-- Is it a table with such keys? An empty array and an empty object are the same table.
local function has_keys(value, wanted)
  return type(value) == "table" and (next(value) == nil or type(next(value)) == wanted)
end

local function is_array(value)
  return has_keys(value, "number")
end

local function is_object(value)
  return has_keys(value, "string")
end

local function is_a(name)
  return function(value) return type(value) == name end
end

-- What a type is called, and whether a value is of it.
local TYPES = {
  string = { name = "a string", has = is_a "string" },
  boolean = { name = "true or false", has = is_a "boolean" },
  number = { name = "a number", has = is_a "number" },
  integer = { name = "a whole number", has = function(value) return type(value) == "number" and value % 1 == 0 end },
  array = { name = "an array", has = is_array },
  object = { name = "an object", has = is_object },
}

-- What was given instead.
local function name_of(value)
  if type(value) == "number" then return ("the number %.14g"):format(value) end
  local plain = TYPES[type(value)]
  return plain and plain.name or is_array(value) and "an array" or "an object"
end

local function type_fault(field, value)
  local wanted = TYPES[field.type:match "^%a+"] -- "array of string"
  return not wanted.has(value) and ("%s must be %s, not %s."):format(field.name, wanted.name, name_of(value))
end

local function fault_of(field, value)
  if value ~= nil then return type_fault(field, value) end
  return field.required and ("%s is required: %s"):format(field.name, field.summary)
end

-- "keyword" for targetKeyword, "length" for articleLength
local function with_word(word, names)
  for _, name in ipairs(#word >= SHORTEST and names or {}) do
    if name:lower():find(word:lower(), 1, true) then return name end
  end
end

-- What is wrong with an unknown name, and whether another is like it.
local function unknown_fault(name, names)
  local meant = nearest(name, names) or with_word(name, names)
  local shown = #name <= LONGEST and ('"%s"'):format(name) or ("with a name of %d bytes"):format(#name)
  return ("There is no argument %s%s"):format(shown, meant and ("; did you mean %s?"):format(meant) or "."), meant
end

local function unknown_in(given, known)
  local unknown = {}
  for name in pairs(given) do
    if not known[name] then unknown[#unknown + 1] = name end
  end
  table.sort(unknown)
  return unknown
end

-- Adds what is wrong with names that the tool does not have; once, which it has, where one is like none of them.
local function add_unknown(faults, fields, given)
  local names, known, is_strange = {}, {}, false
  for i, field in ipairs(fields) do names[i], known[field.name] = field.name, true end
  for i, name in ipairs(unknown_in(given, known)) do
    if i > MOST then break end
    local detail, meant = unknown_fault(name, names)
    faults[#faults + 1] = { pointer = #name <= LONGEST and "/" .. name or "", detail = detail }
    is_strange = is_strange or not meant
  end
  if not is_strange then return end
  local all = names[1] and "There are: " .. table.concat(names, ", ") or "The tool takes none"
  faults[#faults + 1] = { pointer = "", detail = all .. "." }
end

local arguments = {}

--- What is wrong with arguments.
-- @tparam {table,...} fields what the tool takes; `is_open`: and whatever else the service takes
-- @param given the arguments, decoded
-- @treturn {{pointer=string,detail=string},...} as in an error of the client; empty: nothing
function arguments.faults(fields, given)
  if not is_object(given) then
    return { { pointer = "", detail = ("Arguments must be an object, not %s."):format(name_of(given)) } }
  end
  local faults = {}
  for _, field in ipairs(fields) do
    local detail = fault_of(field, given[field.name])
    if detail then faults[#faults + 1] = { pointer = "/" .. field.name, detail = detail } end
  end
  if not fields.is_open then add_unknown(faults, fields, given) end
  return faults
end

return arguments
