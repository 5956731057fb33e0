--- What the options of a command say of the settings of an integration.
-- @module copydesk.cli.settings
local core = require "copydesk.core"
local files = require "copydesk.cli.files"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local settings = {}

local function split(option, word, form)
  local name, value = word:match("^([%w_]+)=(.*)$")
  if not name then session.fail("usage", ("--%s takes %s, not %s"):format(option, form, word)) end
  return name, value
end

-- A list or an object is written as JSON; everything else is a text.
local function read_value(name, text)
  if not text:find("^[%[{]") then return text end
  local value = core.decode(text)
  if type(value) ~= "table" then session.fail("usage", ("--set %s is no JSON: %s"):format(name, text)) end
  return value
end

local SECRET = "NAME=@FILE, NAME=- or NAME=env:VARIABLE"

-- The arguments of a command can be seen by every program on the machine.
local function read_secret(name, from)
  local file, variable = from:match("^@(.+)$") or from == "-" and "-" or nil, from:match("^env:([%w_]+)$")
  if not file and not variable then
    session.fail("usage", ("--secret takes %s; other programs could see %s itself here"):format(SECRET, name))
  end
  local text = file and files.read_text(file) or variable and os.getenv(variable)
  if not text then session.fail("failed", ("the environment has no variable %s"):format(variable)) end
  text = text:gsub("^%s+", ""):gsub("%s+$", "")
  if text == "" then session.fail("failed", from .. " is empty") end
  return text
end

-- The kinds with their settings, by the service's own table; nil where only the client is installed.
local function kinds()
  local loaded, service = pcall(require, "copydesk.service")
  return loaded and service.describe().integrations or nil
end

-- The settings of a kind, by name; nil where they are unknown.
local function known_settings(kind)
  for _, integration in ipairs(kinds() or {}) do
    if integration.kind == kind then
      local known, names = {}, {}
      for i, setting in ipairs(integration.settings) do known[setting.name], names[i] = setting, setting.name end
      return known, names
    end
  end
end

--- Ends the command when the options name settings that the kind does not have, which the service passes over, or give
-- a secret in the arguments.
function settings.check(kind, options)
  local known, names = known_settings(kind)
  for option, words in pairs(known and { set = options.set or {}, secret = options.secret or {} } or {}) do
    for _, word in ipairs(words) do
      local name = word:match "^[%w_]+"
      local setting = known[name]
      if name and not setting then
        session.fail("usage", ("a %s integration has no setting %s; it has %s"):format(kind, name,
          table.concat(names, ", ")))
      end
      if name and setting.secret and option == "set" then
        session.fail("usage", ("%s is secret: --secret %s=@FILE keeps it out of the arguments"):format(name, name))
      end
    end
  end
end

--- The settings that the options give; nil when they say nothing of them.
function settings.read(options)
  local given = {}
  for _, word in ipairs(options.set or {}) do
    local name, value = split("set", word, "NAME=VALUE")
    given[name] = read_value(name, value)
  end
  for _, word in ipairs(options.secret or {}) do
    local name, from = split("secret", word, SECRET)
    given[name] = read_secret(name, from)
  end
  return next(given) and given
end

--- The kinds, for a shell to complete.
function settings.kinds()
  local names = {}
  for i, integration in ipairs(kinds() or {}) do names[i] = integration.kind end
  return names
end

-- "NAME=" for each setting, secret or not, of the kind that the command's first word names; of all kinds where it names
-- none.
local function values(words, secret)
  local names, is_there, known = {}, {}, known_settings(words[1])
  for _, integration in ipairs(kinds() or {}) do
    for _, setting in ipairs((not known or integration.kind == words[1]) and integration.settings or {}) do
      local name = setting.name .. "="
      if (setting.secret or false) == secret and not is_there[name] then
        is_there[name], names[#names + 1] = true, { name, setting.summary }
      end
    end
  end
  return names
end

--- What the manual page says of the settings: a title, and a function that gives name and text of each.
function settings.entries()
  local all = kinds()
  return all and "Settings by kind", coroutine.wrap(function()
    for _, integration in ipairs(all or {}) do
      for _, setting in ipairs(integration.settings) do
        coroutine.yield(integration.kind .. ": " .. setting.name, setting.summary
          .. (setting.required and " Required." or "") .. (setting.secret and " Secret." or ""))
      end
    end
  end)
end

local HELP_WIDTH = 110

--- The settings of each kind, as lines of a help text; none where they are unknown.
function settings.help_lines()
  return coroutine.wrap(function()
    local all = kinds()
    if not all then return end
    coroutine.yield("")
    coroutine.yield("settings by kind (* required, ! secret):")
    for _, integration in ipairs(all) do
      for _, setting in ipairs(integration.settings) do
        local left = ("  %-10s %-20s %s%s "):format(integration.kind, setting.name,
          setting.required and "*" or " ", setting.secret and "!" or " ")
        for line in terminal.lines(setting.summary, HELP_WIDTH - #left) do
          coroutine.yield(left .. line)
          left = (" "):rep(#left)
        end
      end
    end
  end)
end

--- The options that give settings, and that of all commands which show what came of them.
settings.OPTIONS = {
  { name = "set", value = "NAME=VALUE", many = true,
    values = function(_, words) return values(words, false) end,
    help = "a setting; a list or an object as JSON; may be repeated" },
  { name = "secret", value = "NAME=FROM", many = true,
    values = function(_, words) return values(words, true) end,
    help = "a secret setting from @FILE, - (standard input) or env:VARIABLE" },
  resource.JSON,
}

return settings
