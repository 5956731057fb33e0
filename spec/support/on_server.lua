--- Leads every service that is started below a test to PostgreSQL, in the command as in other programs: each Lua runs
-- this first (LUA_INIT, which spec/run.lua sets). A configuration with a data folder gets the folder's schema instead,
-- and keeps the folder as the node's own. What names a database itself is left alone.
local here = debug.getinfo(1, "S").source:match "^@(.*)/[^/]*$"
local searchers = package.searchers or package.loaders

-- What would be loaded without this: a module of the build, or what a test has put in its place.
local function find(name)
  local problems = {}
  for i = 2, #searchers do -- the first one is what leads here
    local loader, place = searchers[i](name)
    if type(loader) == "function" then return loader, place end
    problems[#problems + 1] = loader
  end
  error(("module '%s' not found:%s"):format(name, table.concat(problems)), 0)
end

local function set(variable)
  local value = os.getenv(variable)
  return value ~= "" and value or nil
end

-- As path_of_data in src/service/paths.c finds it.
local function default_folder()
  local xdg, home = set "XDG_DATA_HOME", set "HOME"
  return set "COPYDESK_DATA" or xdg and xdg:find "^/" and xdg .. "/copydesk"
    or home and home .. "/.local/share/copydesk"
end

local function led(config)
  if type(config) ~= "table" and config ~= nil then return config end
  local folder = config and config.data or default_folder()
  local is_folder = type(folder) == "string" and folder ~= "" and not folder:find("://", 1, true)
  if not is_folder or (config and config.folder ~= nil) then return config end
  local copy = {}
  for name, value in pairs(config or {}) do copy[name] = value end
  copy.data, copy.folder = dofile(here .. "/database.lua").make(folder), folder
  return copy
end

-- All servers have one metatable.
local function lead_reload(server)
  local meta = type(server) == "userdata" and getmetatable(server)
  if not meta or meta.is_led then return end
  local index = meta.__index
  meta.is_led = true
  meta.__index = function(self, name)
    if name ~= "reload" then return index(self, name) end
    return function(one, config) return index(one, name)(one, led(config)) end
  end
end

package.preload["copydesk.service"] = function(name)
  local loader, place = find(name)
  local service = loader(name, place)
  for _, name_of in ipairs { "new", "start", "serve" } do
    local make = service[name_of]
    service[name_of] = make and function(config)
      local server, problem = make(led(config))
      if server then lead_reload(server) end
      return server, problem
    end
  end
  local doctor = service.doctor
  service.doctor = doctor and function(config, problem) return doctor(config and led(config), problem) end
  return service
end
