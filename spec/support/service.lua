--- The real `copydesk serve` in a process and a folder of its own.
--
--     local server = service.start { config = { workers = 2 } }
--     ... requests to server.url with server.key ...
--     server:stop()
--
-- Fields: url, key, data (its data folder; beside a database at an address its own), pid, folder, build (that of
-- another one; nil: of this one; may be changed before it is started again). Rates and the number
-- of domains are unlimited unless `config.limits` says otherwise.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"

local service = {}
service.__index = service

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
  local pipe = assert(io.popen(command))
  local line = pipe:read("*l")
  pipe:close()
  return line
end

-- A Lua value as the text of a Lua expression.
local function dump(value)
  if type(value) ~= "table" then return type(value) == "string" and ("%q"):format(value) or tostring(value) end
  local parts = {}
  for key, item in pairs(value) do parts[#parts + 1] = ("[%s] = %s"):format(dump(key), dump(item)) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- The command of a build, or in the one that PATH names, always that of lua5.4: the spec may run under another Lua.
local function command(build, config_file, log_file, environment)
  local found = build and build .. "/bin/lua5.4/copydesk"
    or assert(run("command -v copydesk"), "no copydesk in PATH: eval \"$(make -s env)\"")
  local binary = found:match("^(.*)/[^/]+/copydesk$") .. "/lua5.4/copydesk"
  local variables = ""
  for name, value in pairs(environment or {}) do variables = variables .. ("%s=%s "):format(name, quote(value)) end
  return ("echo $$; exec env %s%s serve --config %s 2>>%s"):format(variables, quote(binary), quote(config_file),
    quote(log_file))
end

local function launch(self)
  self.pipe = assert(io.popen(command(self.build, self.config_file, self.log_file, self.environment)))
  self.pid = assert(tonumber(self.pipe:read("*l")))
  local ready = self.pipe:read("*l")
  self.url = ready and ready:match("^copydesk: ready at (http://%S+)")
  if not self.url then
    self.pipe:close()
    error("copydesk serve did not start: " .. tostring(ready) .. "\n" .. self:log(), 0)
  end
  self.port = tonumber(self.url:match(":(%d+)$"))
  self.key = (folder.read(self.data .. "/key") or ""):gsub("%s", "")
  return self
end

-- The configuration with what every service of a spec has.
local function complete(given, data)
  local config = { listen = "127.0.0.1:0", data = data, stop_seconds = 0, least_words = 0,
    limits = { create = 0, status = 0, links = 0, other = 0, domains = 0 } }
  for name, value in pairs(given) do config[name] = value end
  if config.library and not config.library:find("^/") then config.library = run("pwd") .. "/" .. config.library end
  return config
end

--- Starts one. options: `config` (a table as in the README; `listen` and `data` are filled in, and `library` counts
-- from the current folder), `environment` (variables by name), `build` (the folder of another one).
function service.start(options)
  local home = folder.new()
  local config = complete(options and options.config or {}, home .. "/data")
  local self = setmetatable({
    folder = home,
    data = config.folder or config.data,
    config_file = home .. "/config.lua",
    log_file = home .. "/log",
    environment = options and options.environment,
    build = options and options.build,
    is_described = true, -- its answers are held against its description (spec.support.answers)
  }, service)
  folder.write(self.config_file, "return " .. dump(config) .. "\n")
  return launch(self)
end

--- The same service at the socket of its data folder, for spec.support.http: no key is needed there.
function service:at_socket()
  return { socket = self.data .. "/socket", is_described = true }
end

--- What it wrote to standard error so far.
function service:log()
  return folder.read(self.log_file) or ""
end

--- The first key of another configured account.
function service:key_of(account)
  return (assert(folder.read(self.data .. "/key." .. account)):gsub("%s", ""))
end

-- How often it has read its configuration again, or refused it.
local function readings(self)
  return select(2, self:log():gsub("the configuration [iw]a?s ", ""))
end

--- Has it read another configuration (as of service.start), or the text of a configuration file.
function service:reload(config)
  local before = readings(self)
  folder.write(self.config_file, type(config) == "string" and config
    or "return " .. dump(complete(config, self.data)) .. "\n")
  os.execute("kill -HUP " .. self.pid)
  assert(eventually(function() return readings(self) > before end), "the configuration was not read again")
end

local function finish(self, signal)
  if not self.pipe then return end
  if signal then os.execute(("kill -%s %d"):format(signal, self.pid)) end
  self.rest = self.pipe:read("*a")
  local done, how, code = self.pipe:close()
  self.pipe = nil
  return done, how, code
end

--- Ends the process without a word. Its data stays for restart.
function service:kill()
  return finish(self, "KILL")
end

--- Ends the process in order and waits for it. Its data stays for restart.
function service:halt()
  return finish(self, "TERM")
end

--- Waits until the process, which was told to end, has ended.
function service:ended()
  return finish(self)
end

--- Starts it again on the same data, with another configuration when one is given.
function service:restart(config)
  self:halt()
  if config then folder.write(self.config_file, "return " .. dump(complete(config, self.data)) .. "\n") end
  return launch(self)
end

--- Ends the process in order, waits for it and removes its folder.
function service:stop()
  local done, how, code = self:halt()
  folder.remove(self.folder)
  return done, how, code
end

return service
