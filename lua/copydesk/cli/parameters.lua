--- `--param name=value`: request parameters from the command line, typed as the service's parameter table says.
-- @module copydesk.cli.parameters
local core = require "copydesk.core"
local nearest = require "copydesk.cli.nearest"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local parameters = {}

local known
--- The service's own table, by name and in order; nil where only the client is installed.
function parameters.table()
  if known ~= nil then return known or nil end
  local loaded, service = pcall(require, "copydesk.service")
  known = loaded and { list = service.describe().parameters, by_name = {} } or false
  for _, parameter in ipairs(known and known.list or {}) do known.by_name[parameter.name] = parameter end
  return known or nil
end

local READERS = {
  string = function(text) return text end,
  boolean = function(text) return ({ ["true"] = true, ["false"] = false })[text] end,
  integer = function(text) return text:find("^%-?%d+$") and tonumber(text) or nil end,
}

local WANTED = { boolean = "true or false", integer = "a whole number" }

-- Without the table: text that is a JSON number, true, false, list or object is taken as such, all else as a string.
local function guess(text)
  local value = text:find("^[%[{%d-]") and core.decode(text)
  if value then return value end
  local boolean = READERS.boolean(text)
  if boolean ~= nil then return boolean end
  return text
end

-- A service elsewhere may be newer, and have a parameter that is like none of those known here.
local function check_unknown(described, name, is_remote)
  local names = {}
  for i, parameter in ipairs(described.list) do names[i] = parameter.name end
  local meant = nearest(name, names)
  if meant then session.fail("usage", ("there is no parameter %q; did you mean %s?"):format(name, meant)) end
  if not is_remote then
    session.fail("usage", ("there is no parameter %q; `copydesk write --help` lists them"):format(name))
  end
  terminal.note(("copydesk: note: the service's own table has no parameter %q; it is sent as it is"):format(name))
end

local function typed(name, text, is_remote)
  local described = parameters.table()
  if not described then return guess(text) end
  local parameter = described.by_name[name]
  if not parameter then
    check_unknown(described, name, is_remote)
    return guess(text)
  end
  local value = (READERS[parameter.type] or core.decode)(text)
  if value == nil then
    session.fail("usage", ("%s must be %s, not %q"):format(name,
      WANTED[parameter.type] or "JSON (" .. parameter.type .. ")", text))
  end
  return value
end

--- A request from the keyword and the list of `name=value`; is_remote: it goes to a service elsewhere.
function parameters.request(keyword, list, is_remote)
  local request = { targetKeyword = keyword }
  for _, pair in ipairs(list or {}) do
    local name, text = pair:match("^([%w_]+)=(.*)$")
    if not name then session.fail("usage", ("--param takes name=value, not %q"):format(pair)) end
    request[name] = typed(name, text, is_remote)
  end
  return request
end

local function without(list, left_out)
  local kept, skip = {}, {}
  for _, value in ipairs(left_out or {}) do skip[value] = true end
  for _, value in ipairs(list) do
    if not skip[value] and value ~= "" then kept[#kept + 1] = value end
  end
  return kept
end

--- What a shell completes in `--param`: "NAME=", and after it the values that the parameter allows.
-- @tparam string word what is there of it
function parameters.values(word)
  local described, list = parameters.table(), {}
  local name = word:match "^([%w_]+)="
  local named = described and described.by_name[name]
  for _, parameter in ipairs(described and not name and described.list or {}) do
    list[#list + 1] = { parameter.name .. "=", parameter.summary }
  end
  if not named then return list end
  for _, value in ipairs(named.allowed and without(named.allowed, named.later) or {}) do
    list[#list + 1] = { name .. "=" .. value }
  end
  if named.type == "boolean" then return { name .. "=true", name .. "=false" } end
  return list
end

-- Marks for parameters without effect with the built-in writer.
local MARKS = { model = "+" }

-- The values that a parameter allows, in short.
local function values(parameter)
  if parameter.allowed then return table.concat(without(parameter.allowed, parameter.later), " | ") end
  if parameter.type == "integer" then return ("%d to %d"):format(parameter.minimum, parameter.maximum) end
  return parameter.type
end

local function required(parameter)
  local types = parameters.table().by_name.articleType.allowed
  if #parameter.required == #types then return "required" end
  return "required with articleType=" .. table.concat(parameter.required, "|")
end

-- "[short | medium; default medium]"
local function terms(parameter)
  local default = parameter.default
  local said = { values(parameter) }
  if parameter.required then said[#said + 1] = required(parameter) end
  if type(default) == "table" or default == "" then default = nil end
  if default ~= nil then said[#said + 1] = "default " .. tostring(default) end
  if parameter.parent then
    said[#said + 1] = ("with %s=%s"):format(parameter.parent, tostring(parameter.parentValue))
  end
  if parameter.later then said[#said + 1] = "not yet: " .. table.concat(parameter.later, ", ") end
  return "[" .. table.concat(said, "; ") .. "]"
end

--- What the manual page says of the parameters: a title, and a function that gives name and text of each.
function parameters.entries()
  local described = parameters.table()
  return described and "Parameters", coroutine.wrap(function()
    for _, parameter in ipairs(described and described.list or {}) do
      local note = MARKS[parameter.effect] and " No effect with the built-in writer." or ""
      coroutine.yield(parameter.name, parameter.summary .. note .. " " .. terms(parameter))
    end
  end)
end

--- Lines that list all parameters, for `copydesk write --help`.
function parameters.help_lines()
  local described = parameters.table()
  return coroutine.wrap(function()
    if not described then return end
    coroutine.yield("")
    coroutine.yield("parameters (+ for language models, no effect with the built-in writer):")
    for _, parameter in ipairs(described.list) do
      local left = ("  %-30s %s "):format(parameter.name, MARKS[parameter.effect] or " ")
      terminal.fold(left, parameter.summary .. " " .. terms(parameter), coroutine.yield)
    end
  end)
end

return parameters
