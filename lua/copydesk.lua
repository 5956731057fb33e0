--- copydesk: write articles for a keyword, and put internal links into content.
--
--     local copydesk = require "copydesk"
--     local job      = assert(copydesk.create { targetKeyword = "indoor herb garden" })
--     local article  = assert(copydesk.wait(job))
--     local linked   = assert(copydesk.link { content = article.output.html, format = "html", domainId = site })
--
-- The verbs are native functions of `copydesk.core`; this file makes clients and the default one.
-- @module copydesk
local core = require "copydesk.core"

--- The options of `copydesk.new`, and their types.
local OPTIONS = {
  base_url = "string",   -- the service's address; without one the service runs inside this process
  api_key = "string",    -- sent as a bearer token
  timeout = "number",    -- seconds a call may take, with all its retries (60)
  retries = "number",    -- further attempts after one that failed (2)
  ca_file = "string",    -- PEM file of the authorities to trust, instead of the system's
  user_agent = "string",
  headers = "table",     -- further headers for every request, { Name = "value" }
  service = "table",     -- configuration of the embedded service
}

local function check(options)
  if type(options) ~= "table" then error("new: a table of options expected, got " .. type(options), 3) end
  for name, value in pairs(options) do
    local expected = OPTIONS[name]
    if not expected then error(("new: there is no option %q"):format(tostring(name)), 3) end
    if type(value) ~= expected then error(("new: %s must be a %s, got %s"):format(name, expected, type(value)), 3) end
  end
  if options.base_url and options.service then
    error("new: base_url and service exclude each other: one is elsewhere, the other is in this process", 3)
  end
end

-- An empty variable is one that is not set.
local function environment(name)
  local value = os.getenv(name)
  if value ~= "" then return value end
end

-- Starts the embedded service, or finds the one that already serves the data folder.
local function start_service(config)
  local loaded, service = pcall(require, "copydesk.service")
  if not loaded then
    error("copydesk: there is no base URL (option base_url, or COPYDESK_BASE_URL), and the embedded service "
      .. "cannot be loaded: " .. tostring(service), 0)
  end
  return service.start(config)
end

local copydesk = {
  _VERSION = core.version,
  --- Marks a table as a list, so that an empty one is sent as `[]`.
  array = core.array,
  --- JSON null, for requests that clear a field. In answers null is nil.
  null = core.null,
}

--- Makes a client. With neither `base_url` nor COPYDESK_BASE_URL the service runs inside this process, and stops when
-- the client is closed.
-- @tparam[opt] table options see OPTIONS
-- @return the client, with the verbs as methods and `close`, `fd`, `timeout`, `step`; or nil and an error
function copydesk.new(options)
  options = options or {}
  check(options)
  local settings, server = {}, nil
  for name, value in pairs(options) do settings[name] = value end
  settings.service = nil
  if not options.service then
    settings.base_url = options.base_url or environment("COPYDESK_BASE_URL")
    settings.api_key = options.api_key or environment("COPYDESK_API_KEY")
  end
  if not settings.base_url then
    local err
    server, err = start_service(options.service)
    if not server then return nil, err end
    settings.base_url, settings.api_key = server.url, server.key
  end
  local desk, message = core.new(settings, server)
  if not desk then
    if server then server:stop() end
    error("new: " .. message, 2)
  end
  return desk
end

-- The client of the module's own functions, made at their first use.
local default
local function default_desk()
  local err
  if not default then default, err = copydesk.new() end
  return default, err
end

for name, verb in pairs(core.face(default_desk)) do copydesk[name] = verb end

return copydesk
