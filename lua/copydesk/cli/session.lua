--- One run of the command: the client it talks through, and how it ends.
-- @module copydesk.cli.session
local session = {}

--- Exit codes.
session.codes = { ok = 0, failed = 1, usage = 2, unreachable = 3, timeout = 4, interrupted = 130 }

function session.code_text()
  local codes = session.codes
  return ("%d done, %d failed or refused, %d wrong usage, %d service not reached, %d timed out, %d interrupted"):format(
    codes.ok, codes.failed, codes.usage, codes.unreachable, codes.timeout, codes.interrupted)
end

--- Ends the command with one of the codes, by name. Without a message nothing more is printed.
function session.fail(code, message)
  error({ code = session.codes[code], message = message }, 0)
end

local CODE_OF_KIND = { network = "unreachable", timeout = "timeout" }

--- Returns the results of a call of the client; ends the command when it failed, with the message of the error.
function session.check(...)
  if ... ~= nil then return ... end
  local err = select(2, ...)
  session.fail(type(err) == "table" and CODE_OF_KIND[err.kind] or "failed", tostring(err))
end

--- For xpcall: makes a table with code and message of whatever was thrown. An unexpected error keeps its traceback.
function session.describe(thrown)
  if type(thrown) == "table" and thrown.code then return thrown end
  local text = tostring(thrown)
  if text:find("interrupted!", 1, true) then
    return { code = session.codes.interrupted, message = "interrupted" .. (session.on_interrupt or "") }
  end
  return { code = session.codes.failed, message = debug.traceback("unexpected error: " .. text, 2) }
end

-- A relative path in a configuration file counts from the folder of that file.
local function from_folder(path, file)
  local folder = file:match("^(.*/)")
  local is_relative = type(path) == "string" and not path:find("^/") and not path:find("://", 1, true)
  return folder and is_relative and folder .. path or path
end

-- An entry such as `products = { api = "file", path = "products.json" }`, or a table of such entries.
local function with_path(entry, file)
  if type(entry) ~= "table" then return entry end
  local copy = {}
  for name, value in pairs(entry) do copy[name] = with_path(value, file) end
  copy.path = from_folder(entry.path, file)
  return copy
end

--- The module copydesk.service; ends the command where only the client is installed.
function session.load_service()
  local loaded, service = pcall(require, "copydesk.service")
  if not loaded then session.fail("failed", "the service is not installed: " .. tostring(service)) end
  service.keep_priority()
  return service
end

-- The command has nothing to do but wait for the service: where that runs in this process it takes its full share.
local function keep_priority()
  local loaded, service = pcall(require, "copydesk.service")
  if loaded then service.keep_priority() end
end

--- The service's configuration: --data and --library, else what --config has, else the variables of the environment.
function session.service_config(options)
  local config = {}
  if options.config then
    local chunk, problem = loadfile(options.config)
    if not chunk then session.fail("usage", "the configuration cannot be read: " .. problem) end
    local done, value = pcall(chunk)
    if not done then session.fail("usage", "the configuration failed: " .. tostring(value)) end
    if type(value) ~= "table" then session.fail("usage", options.config .. " must return a table") end
    for name, entry in pairs(value) do config[name] = entry end
    for _, name in ipairs { "data", "folder", "library", "secret_key" } do
      config[name] = from_folder(value[name], options.config)
    end
    for _, name in ipairs { "products", "places", "videos", "images", "search" } do
      config[name] = with_path(value[name], options.config)
    end
  end
  for _, name in ipairs { "data", "library" } do
    local is_default = config[name] ~= nil and options.environment[name]
    config[name] = not is_default and options[name] or config[name]
  end
  return config
end

--- The option by which a command is about another account than that of whoever calls.
session.ACCOUNT = { name = "account", value = "NAME", help = "of this account; for whoever runs the service" }

local desk

--- The client that the options ask for; with `account`, one for that account of the service on this machine.
function session.open(options)
  local settings
  if options.account and options["base-url"] then
    session.fail("usage", "--account works on the service's own machine: through its data folder (--data), "
      .. "not over --base-url or $COPYDESK_BASE_URL")
  end
  session.data = nil
  if options["base-url"] then
    settings = { base_url = options["base-url"], api_key = options["api-key"] }
  else
    settings = { service = session.service_config(options) }
    keep_priority()
    session.data = settings.service.data or "the default data folder"
  end
  if options.account then settings.headers = { ["Copydesk-Account"] = options.account } end
  local done, made, err = pcall(require("copydesk").new, settings)
  if not done then session.fail("usage", (tostring(made):gsub("^[^:]+:%d+: ", ""):gsub("^new: ", ""))) end
  desk = session.check(made, err)
  return desk
end

--- Closes the client, and with it a service inside this process.
function session.close()
  if desk then desk:close() end
  desk = nil
end

--- Is the service in another process, which goes on when this one ends?
function session.is_remote(options)
  return options["base-url"] ~= nil
end

return session
