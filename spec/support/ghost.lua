--- Ghost from npm (spec/node/ghost.sh), with SQLite, on loopback.
--
--     local site = ghost.start()
--     site.url, site.address, site.port
--     site.key                                           -- the Admin API key of an integration
--     local post = site:ask("GET", "posts/?filter=...")  -- as the owner, whose session it is
--     site:stop()
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local http = require "socket.http"
local json = require("cjson").new()
local ltn12 = require "ltn12"

local ghost = {}
ghost.__index = ghost

local HOME = "build/ghost"
local OWNER = { name = "Owner", email = "owner@example.com", password = "Kw8mQz42vLtR", blogTitle = "Example Site" }

--- Why there is none here; nil: it was fetched.
function ghost.is_missing()
  if folder.read(HOME .. "/fetched") then return nil end
  return "Ghost was not fetched from npm (make test-integrations does that)"
end

-- What has ended stays a zombie until its pipe is closed.
local function is_alive(self)
  local state = folder.read(("/proc/%d/stat"):format(self.pid))
  return state ~= nil and not state:find ") Z "
end

local function write_config(self)
  folder.write(self.folder .. "/config.production.json", json.encode {
    url = self.url, server = { host = "127.0.0.1", port = self.port }, process = "local",
    database = { client = "sqlite3", useNullAsDefault = true, connection = { filename = self.folder .. "/ghost.db" } },
    mail = { transport = "stub" }, paths = { contentPath = self.folder .. "/content" },
    logging = { transports = { "stdout" }, level = "error" }, security = { staffDeviceVerification = false },
    privacy = { useUpdateCheck = false, useGravatar = false, useRpcPing = false, useStructuredData = false } })
end

local function answers(self)
  local _, status = http.request(self.url .. "/ghost/api/admin/site/")
  return status == 200
end

local function launch(self)
  self.port = free_port()
  self.address = "127.0.0.1:" .. self.port
  self.url = "http://" .. self.address
  write_config(self)
  -- It ends with this process, whatever ends that. Where it is started it looks for its own version.
  self.pipe = assert(io.popen(("echo $$; home=$PWD/%s/package; cd %s; ln -sf $home/package.json .; exec env "
    .. "-u LD_PRELOAD NODE_ENV=production setpriv --pdeathsig KILL node $home/index.js >log 2>&1"):format(HOME,
    self.folder)))
  self.pid = assert(tonumber(self.pipe:read "*l"))
  return eventually(function() return answers(self) or not is_alive(self) end) and is_alive(self)
end

--- Asks the interface; gives what it answered, and the status.
function ghost:ask(method, path, body)
  local parts, text = {}, body and json.encode(body)
  local _, status, headers = http.request { url = self.url .. "/ghost/api/admin/" .. path, method = method,
    source = text and ltn12.source.string(text), sink = ltn12.sink.table(parts),
    headers = { ["Content-Type"] = "application/json", ["Content-Length"] = text and #text, Origin = self.url,
      Cookie = self.cookie } }
  self.cookie = headers["set-cookie"] and headers["set-cookie"]:match "^[^;]+" or self.cookie
  local said = table.concat(parts)
  return said:find "^{" and json.decode(said) or said, status
end

local function set_up(self)
  local said, status = self:ask("POST", "authentication/setup/", { setup = { OWNER } })
  assert(status == 201, json.encode(said))
  said, status = self:ask("POST", "session/", { username = OWNER.email, password = OWNER.password })
  assert(status == 201, json.encode(said))
  said, status = self:ask("POST", "integrations/?include=api_keys", { integrations = { { name = "copydesk" } } })
  assert(status == 201, json.encode(said))
  for _, key in ipairs(said.integrations[1].api_keys) do
    if key.type == "admin" then self.key = key.secret end
  end
end

local function close(self)
  os.execute(("kill -KILL %d 2>/dev/null"):format(self.pid))
  self.pipe:close()
end

function ghost.start()
  local self = setmetatable({ folder = folder.new() }, ghost)
  os.execute(("env -u LD_PRELOAD cp -r %s/package/content %s/content"):format(HOME, self.folder))
  local is_up
  for _ = 1, 5 do -- somebody else may take the port meanwhile
    is_up = launch(self)
    if is_up then break end
    close(self)
  end
  local fine, problem = pcall(function()
    assert(is_up, folder.read(self.folder .. "/log"))
    set_up(self)
  end)
  if not fine then
    self:stop()
    error(problem, 0)
  end
  return self
end

function ghost:stop()
  if io.type(self.pipe) == "file" then close(self) end
  folder.remove(self.folder)
end

return ghost
