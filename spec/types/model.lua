--- Reads LuaLS annotations strictly: what is not understood is an error, not a comment.
--
--   model.read(text) -> {
--     classes   = { name, text, parents, functions, fields = { { name, optional, type, text } } }, ordered and by name,
--     aliases   = { type, text } by name,
--     functions = { name, owner = class, method = called with a colon, text,
--                   params = { { name, optional, type, text } }, returns = { { type, text } } }, in order
--   }
local model = {}

local BUILT_IN = {}
for name in ("nil any boolean string number integer function table thread userdata lightuserdata true false self")
  :gmatch("%a+") do BUILT_IN[name] = true end

-- --- types: a recursive descent over the text behind `at`

local Types = {}
Types.__index = Types

function Types:fail(expected)
  error(("line %d: %s expected at %q"):format(self.line, expected, self.text:sub(self.at, self.at + 30)), 0)
end

-- Takes the pattern's match, or nil.
function Types:take(pattern)
  local from, to = self.text:find("^%s*" .. pattern, self.at)
  if not from then return nil end
  self.at = to + 1
  return self.text:sub(from, to):match("^%s*(.*)$")
end

function Types:need(pattern, expected)
  return self:take(pattern) or self:fail(expected)
end

function Types:list(close, item)
  if self:take(close) then return end
  repeat item(self) until not self:take(",")
  self:need(close, close)
end

local function parameter(self)
  if not self:take("%.%.%.") then self:need("[%a_][%w_]*", "a parameter") end
  self:take("%?")
  if self:take(":") then self:union() end
end

local function member(self)
  self:need("[%a_][%w_]*", "a member")
  self:take("%?")
  self:need(":", ":")
  self:union()
end

function Types:called()
  self:list("%)", parameter)
  if self:take(":") then
    repeat self:union() until not self:take(",")
  end
end

function Types:name()
  local name = self:need("[%a_][%w_%.]*", "a type")
  if name == "fun" and self:take("%(") then return self:called() end
  if not BUILT_IN[name] and not self.generics[name] then
    self.used[#self.used + 1] = { name = name, line = self.line }
  end
  if self:take("<") then self:list(">", Types.union) end
end

function Types:single()
  if self:take("%(") then
    self:union()
    self:need("%)", ")")
  elseif self:take("{") then
    self:list("}", member)
  elseif not (self:take('"[^"]*"') or self:take("%-?%d+")) then
    self:name()
  end
  while self:take("%[%]") or self:take("%?") do end
end

function Types:union()
  repeat self:single() until not self:take("|")
end

-- --- lines

local function new_reader()
  return { classes = {}, aliases = {}, functions = {}, used = {}, locals = {}, pending = {}, generics = {}, line = 0 }
end

local function complain(reader, message) error(("line %d: %s"):format(reader.line, message), 0) end

-- The type at the beginning of a text, and what stands behind it.
local function split_type(reader, text)
  local types = { text = text, at = 1, line = reader.line, used = reader.used, generics = reader.generics }
  setmetatable(types, Types)
  types:union()
  return text:sub(1, types.at - 1), (text:sub(types.at):match("^%s*(.-)%s*$"))
end

local function clear(reader)
  reader.pending = { text = {}, params = {}, returns = {} }
  reader.generics = {}
end

local TAGS = {}

function TAGS.meta(_, rest) assert(rest:find("^[%w_%.]+$")) end

TAGS["class"] = function(reader, rest)
  local name, parents = rest:match("^([%w_%.]+)%s*:?%s*(.*)$")
  if reader.classes[name] then complain(reader, "class " .. name .. " is there twice") end
  local text = table.concat(reader.pending.text, " ")
  local class = { name = name, text = text, parents = {}, fields = {}, functions = {} }
  if parents ~= "" then
    for parent in parents:gmatch("[^,%s]+") do
      class.parents[#class.parents + 1] = parent
      reader.used[#reader.used + 1] = { name = parent, line = reader.line }
    end
  end
  reader.classes[name], reader.classes[#reader.classes + 1] = class, class
  reader.class = class
end

function TAGS.alias(reader, rest)
  local name, type = rest:match("^([%w_%.]+)%s+(.+)$")
  if not name or reader.aliases[name] then complain(reader, "alias " .. rest) end
  reader.aliases[name] = { type = type, text = table.concat(reader.pending.text, " ") }
  local _, behind = split_type(reader, type)
  if behind ~= "" then complain(reader, "an alias has nothing behind its type: " .. behind) end
end

function TAGS.field(reader, rest)
  local class = reader.class or complain(reader, "a field outside a class")
  local name, optional, behind = rest:match('^%["([^"]+)"%](%??)%s+(.+)$')
  if not name then name, optional, behind = rest:match("^([%a_][%w_]*)(%??)%s+(.+)$") end
  if not name then complain(reader, "field " .. rest) end
  if class.fields[name] then complain(reader, class.name .. " has the field " .. name .. " twice") end
  local field = { name = name, optional = optional == "?" }
  field.type, field.text = split_type(reader, behind)
  class.fields[name], class.fields[#class.fields + 1] = field, field
end

function TAGS.operator(reader, rest)
  local operator, type = rest:match("^(%a+):%s*(.+)$")
  if not operator then complain(reader, "operator " .. rest) end
  split_type(reader, type)
end

function TAGS.generic(reader, rest)
  reader.generics[rest:match("^%a+")] = true
end

function TAGS.param(reader, rest)
  local name, optional, behind = rest:match("^([%a_.][%w_.]*)(%??)%s+(.+)$")
  if not name then complain(reader, "param " .. rest) end
  local param = { name = name, optional = optional == "?" }
  param.type, param.text = split_type(reader, behind)
  table.insert(reader.pending.params, param)
end

TAGS["return"] = function(reader, rest)
  local type, text = split_type(reader, rest)
  table.insert(reader.pending.returns, { type = type, text = text })
end

local function read_function(reader, line)
  local owner, mark, name, names = line:match("^function ([%w_]+)([.:])([%w_]+)%((.-)%) end$")
  if not owner then complain(reader, "not understood: " .. line) end
  local class = reader.locals[owner] or complain(reader, "no class for " .. owner)
  local params, i = reader.pending.params, 0
  for given in names:gmatch("[^,%s]+") do
    i = i + 1
    if not params[i] or params[i].name ~= given then complain(reader, "no @param for " .. given) end
  end
  if params[i + 1] then complain(reader, "@param " .. params[i + 1].name .. " has no parameter") end
  if class.functions[name] then complain(reader, name .. " is there twice") end
  local made = { name = name, owner = class, method = mark == ":", text = table.concat(reader.pending.text, " "),
    params = params, returns = reader.pending.returns }
  class.functions[name], class.functions[#class.functions + 1] = made, made
  reader.functions[#reader.functions + 1] = made
end

local function read_line(reader, line)
  local tag, rest = line:match("^%-%-%-@(%a+)%s*(.*)$")
  if tag then
    return (TAGS[tag] or complain(reader, "unknown tag " .. tag))(reader, rest)
  elseif line:find("^%-%-%-") then
    return table.insert(reader.pending.text, (line:match("^%-%-%-%s?(.*)$")))
  elseif line:find("^%-%-") then
    return
  elseif line == "" then
    reader.class = nil
  elseif line:find("^local [%w_]+ = {}$") then
    reader.locals[line:match("^local ([%w_]+)")] = reader.class
  else
    read_function(reader, line)
  end
  clear(reader)
end

--- Reads a whole file of annotations.
function model.read(text)
  local reader = new_reader()
  clear(reader)
  for line in (text .. "\n"):gmatch("(.-)\n") do
    reader.line = reader.line + 1
    read_line(reader, line)
  end
  for _, use in ipairs(reader.used) do
    if not reader.classes[use.name] and not reader.aliases[use.name] then
      error(("line %d: there is no type %s"):format(use.line, use.name), 0)
    end
  end
  return reader
end

--- All fields of a class, those of its parents first, in order and by name.
function model.fields(read, name)
  local class, found = read.classes[name], {}
  local function add(field)
    found[field.name] = field
    for i, inherited in ipairs(found) do
      if inherited.name == field.name then
        found[i] = field
        return
      end
    end
    found[#found + 1] = field
  end
  for _, parent in ipairs(class.parents) do
    for _, field in ipairs(model.fields(read, parent)) do add(field) end
  end
  for _, field in ipairs(class.fields) do add(field) end
  return found
end

return model
