--- Reads a command line by the table that describes its command.
--
-- A command is `{ name =, summary =, arguments = { { name =, many =, values = }, ... }, options = { { name =, short =,
-- value =, many =, required =, help =, values = }, ... } }`. An option with `value` (its placeholder) takes one; `many`
-- collects them. `values` says what a shell completes (copydesk.cli.candidates), and checks nothing.
-- @module copydesk.cli.arguments
local nearest = require "copydesk.cli.nearest"

local arguments = {}

--- The options that every command takes. Those marked `elsewhere` are about a service elsewhere, and a command marked
-- `inside`, which only works with a service inside this process, does not take them; a command marked `alone`, which
-- needs no service, takes neither those nor the ones marked `inside`. Those with `environment` may be set by that
-- variable instead.
arguments.common = {
  { name = "base-url", value = "URL", environment = "COPYDESK_BASE_URL",
    elsewhere = true, help = "a service elsewhere; without it one runs inside this process" },
  { name = "api-key", value = "KEY", environment = "COPYDESK_API_KEY",
    elsewhere = true, help = "key of the service elsewhere" },
  { name = "data", value = "FOLDER", environment = "COPYDESK_DATA",
    inside = true, help = "where the service inside keeps its data" },
  { name = "library", value = "FOLDER", environment = "COPYDESK_LIBRARY",
    inside = true, help = "documents that the service inside may draw from" },
  { name = "config", value = "FILE", environment = "COPYDESK_CONFIG",
    inside = true, help = "Lua file that configures the service inside" },
  { name = "help", short = "h", help = "this text" },
}

local function is_taken(command, option)
  if command.alone then return not (option.elsewhere or option.inside) end
  return not (command.inside and option.elsewhere)
end

--- All options of a command, its own first.
function arguments.options_of(command)
  local all = {}
  for _, option in ipairs(command.options or {}) do all[#all + 1] = option end
  for _, option in ipairs(arguments.common) do
    if is_taken(command, option) then all[#all + 1] = option end
  end
  return all
end

local function find(command, key, name)
  for _, option in ipairs(arguments.options_of(command)) do
    if option[key] == name then return option end
  end
end

local function store(options, option, value)
  if not option.many then
    options[option.name] = value
    return
  end
  options[option.name] = options[option.name] or {}
  table.insert(options[option.name], value)
end

-- The option that a word names ("--name=value", "--name", "-n", "-nvalue"), and the value, where that is in the same
-- word.
local function split(command, word)
  local name, value = word:match("^%-%-([%w-]+)=(.*)$")
  if name then return find(command, "name", name), value end
  name = word:match("^%-%-(.+)$")
  if name then return find(command, "name", name) end
  local option = find(command, "short", word:sub(2, 2))
  if #word > 2 then return option, word:sub(3) end
  return option
end

local function check_count(command, options)
  local wanted = command.arguments or {}
  local last = wanted[#wanted]
  for i, argument in ipairs(wanted) do
    if not options[i] and not argument.optional then return ("%s is missing"):format(argument.name) end
  end
  for i = 1, last and not last.optional and #options or 0 do
    if options[i] == "" then return ("%s is empty"):format((wanted[i] or last).name) end
  end
  for _, option in ipairs(command.options or {}) do
    if option.required and not options[option.name] then return ("--%s is missing"):format(option.name) end
  end
  local extra = options[#wanted + 1]
  if extra and not (last and last.many) then return ("%q is one word too many"):format(extra) end
end

local function unknown_option(command, word)
  local given, names = word:match("^[^=]+"), {}
  for i, option in ipairs(arguments.options_of(command)) do names[i] = "--" .. option.name end
  local meant = #given > 3 and nearest(given, names)
  return ("there is no option %s%s"):format(given, meant and "; did you mean " .. meant .. "?" or "")
end

-- The value of an option's environment variable; nil when it is not set, or empty.
local function variable(option)
  local value = option.environment and os.getenv(option.environment)
  return value ~= "" and value or nil
end

-- Options for a service inside contradict the address of a service elsewhere; without this check they would silently
-- have no effect.
local function check_place(command, options)
  if command.inside or command.alone then return end
  local elsewhere = options["base-url"] and "--base-url" or variable(find(command, "name", "base-url"))
    and "COPYDESK_BASE_URL"
  for _, option in ipairs(elsewhere and arguments.common or {}) do
    if option.inside and options[option.name] then
      return ("--%s is for the service inside, and %s names one elsewhere; leave one of them out"):format(option.name,
        elsewhere)
    end
  end
end

-- What a configuration has stands above the variables of the environment, but not above options of the command line.
local function add_environment(command, options)
  options.environment = {}
  for _, option in ipairs(arguments.options_of(command)) do
    local value = options[option.name] == nil and variable(option) or nil
    if value then options[option.name], options.environment[option.name] = value, true end
  end
end

--- The option that a word of a command names, and the value, where that is in the same word.
arguments.split = split

--- @treturn[1] table the options by name, the plain words by number; plain_from: the number of the first behind "--";
-- environment: the names of options that only a
-- variable names
-- @treturn[2] nil
-- @treturn[2] string what is wrong
function arguments.parse(command, words, first)
  local options, i, plain = {}, first, false
  while i <= #words do
    local word = words[i]
    if word == "--" and not plain then
      plain, options.plain_from = true, #options + 1
    elseif plain or word == "-" or word:sub(1, 1) ~= "-" then
      options[#options + 1] = word
    else
      local option, value = split(command, word)
      if not option then return nil, unknown_option(command, word) end
      if option.value and not value then
        i = i + 1
        value = words[i]
        if not value then return nil, ("%s needs %s"):format(word, option.value) end
      elseif value and not option.value then
        return nil, ("--%s takes no value"):format(option.name)
      end
      store(options, option, value or true)
    end
    i = i + 1
  end
  if options.help then return options end
  local problem = check_count(command, options) or check_place(command, options)
  if problem then return nil, problem end
  add_environment(command, options)
  return options
end

return arguments
