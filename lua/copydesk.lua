--- copydesk: write articles for a keyword, and put internal links into content.
--
--     local copydesk = require "copydesk"
--     local job      = assert(copydesk.create { targetKeyword = "indoor herb garden" })
--     local article  = assert(copydesk.wait(job))
--     local linked   = assert(copydesk.link { content = article.output.html, format = "html", domainId = site })
--
-- The verbs are native functions of `copydesk.core`; this file makes clients and the default one.
-- @module copydesk
local batch = require "copydesk.batch"
local content = require "copydesk.content"
local core = require "copydesk.core"
local loop = require "copydesk.loop"

local KNOWN = {}
for _, option in ipairs(require "copydesk.options") do KNOWN[option.name] = option end

-- Is the value of one of the types in `names`, such as "string|table"?
local function has_type(value, names)
  return ("|" .. names .. "|"):find("|" .. type(value) .. "|", 1, true) ~= nil
end

local function check(options)
  if type(options) ~= "table" then error("new: a table of options expected, got " .. type(options), 3) end
  for name, value in pairs(options) do
    local option = KNOWN[name]
    if not option then error(("new: there is no option %q"):format(tostring(name)), 3) end
    if not has_type(value, option.type) then
      error(("new: %s must be a %s, got %s"):format(name, (option.type:gsub("|", " or a ")), type(value)), 3)
    end
  end
  if options.base_url and options.service then
    error("new: base_url and service exclude each other: one is elsewhere, the other is in this process", 3)
  end
end

-- A variable of the environment; nil when it is not set, or empty.
local function environment(name)
  local value = os.getenv(name)
  if value ~= "" then return value end
end

-- Is this nginx's master process while it reads its configuration? It may have other rights than its workers, and its
-- threads do not exist in them after the fork. So the service starts in each worker, with the first call there.
local function is_before_fork()
  return ngx ~= nil and ngx.get_phase() == "init"
end

-- In LÖVE a relative path of the library counts from the game's folder.
local function with_game_paths(config)
  if not (love and love.filesystem and config and type(config.library) == "string") then return config end
  local copy = {}
  for name, value in pairs(config) do copy[name] = value end
  copy.library = require("copydesk.loop.love").resolve(config.library)
  return copy
end

-- This process's part in the service on a data folder: the one that runs there already, or one inside this process.
local function open_service(config)
  local loaded, service = pcall(require, "copydesk.service")
  if not loaded then
    error("copydesk: there is no base URL (option base_url, or COPYDESK_BASE_URL), and the embedded service "
      .. "cannot be loaded: " .. tostring(service), 0)
  end
  local open = is_before_fork() and service.new or service.start
  return open(with_game_paths(config))
end

-- Points the client's settings at the service on the data folder. The folder that this program's articles may draw from
-- is sent with each request: the service may run in a program with another library.
local function use_service(settings, server)
  local headers = { ["Copydesk-Library"] = server.library or "" }
  for name, value in pairs(settings.headers or {}) do headers[name] = value end
  settings.base_url, settings.api_key, settings.headers = server.address, nil, headers
end

-- Tells editors that copydesk/types.lua describes it.
--[[@class copydesk]]
local copydesk = {
  _VERSION = core.version,
  --- Marks a table as a list, so that an empty one is sent as `[]`.
  array = core.array,
  --- JSON null, for requests that clear a field. In answers null is nil.
  null = core.null,
}

--- Makes a client. With neither `base_url` nor COPYDESK_BASE_URL it uses the service on the data folder, which runs in
-- one of the programs that do so: in this one too, until the client is closed.
-- @tparam[opt] table options see `copydesk.options`
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
    server, err = open_service(options.service)
    if not server and err.code == "config_entry" then error("new: service: " .. err.message, 2) end
    if not server then return nil, err end
    use_service(settings, server)
  end
  local fine, desk, message = pcall(core.new, settings, server)
  if not fine or not desk then
    if server then server:stop() end
    error(fine and "new: " .. message or desk, 2)
  end
  local how = options.loop or "auto" -- blocks everywhere but in nginx, where a call that blocks would stop the worker
  if how == "auto" and not ngx then return desk end
  local looped, problem = loop.new(desk, how)
  if looped then return looped end
  desk:close()
  error("new: " .. problem, 2)
end

-- Many articles at once, and one as Markdown: methods of every client.
for _, methods in ipairs { core.methods, loop.methods } do
  methods.write_all, methods.as_finished, methods.markdown = batch.write_all, batch.as_finished, content.markdown
end

-- The client of the module's own functions, made at their first use.
local default
local function default_desk()
  local err
  if not default then default, err = copydesk.new() end
  return default, err
end

-- A verb of the default client in Lua: Lua 5.1 and LuaJIT cannot yield across the C functions of core.face.
local function default_verb(name)
  return function(...)
    local desk, err = default_desk()
    if not desk then return nil, err end
    return desk[name](desk, ...)
  end
end

for name, verb in pairs(core.face(default_desk)) do copydesk[name] = ngx and default_verb(name) or verb end
for _, name in ipairs { "write_all", "as_finished", "markdown" } do copydesk[name] = default_verb(name) end

-- Modules that are loaded when they are first used, and the rock that each comes with.
local LAZY = { webhook = "copydesk-webhook" }

return setmetatable(copydesk, {
  __index = function(_, name)
    local rock = LAZY[name]
    if not rock then return nil end
    local loaded, module = pcall(require, "copydesk." .. name)
    if not loaded then error(("copydesk.%s cannot be loaded (rock %s): %s"):format(name, rock, module), 2) end
    copydesk[name] = module
    return module
  end,
})
