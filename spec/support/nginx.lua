--- nginx on loopback, serving a folder.
--
--     local site = nginx.start { root = "/usr/share/doc/..." }
--     site.url, site.address
--     site:stop()
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local socket = require "socket"

local nginx = {}
nginx.__index = nginx

local CONFIG = [[
daemon off;
master_process MASTER;
worker_processes WORKERS;
pid FOLDER/pid;
error_log FOLDER/error.log;
events { worker_connections 512; }
http {
  types { text/html html htm; text/css css; text/plain txt; text/markdown md; application/xml xml; image/png png; }
  default_type application/octet-stream;
  access_log FOLDER/access.log;
  SCRATCH
  HTTP
  server {
    listen 127.0.0.1:PORT LISTEN;
    root ROOT;
    LOCATIONS
  }
}
]]

-- What a configuration may name in capitals, besides FOLDER, PORT, ROOT and LISTEN.
local SNIPPETS = {
  LOADLUA = [[
load_module /usr/lib/nginx/modules/ndk_http_module.so;
load_module /usr/lib/nginx/modules/ngx_http_lua_module.so;
]],
  SCRATCH = "client_body_temp_path FOLDER/body; proxy_temp_path FOLDER/proxy; fastcgi_temp_path FOLDER/fastcgi; "
    .. "uwsgi_temp_path FOLDER/uwsgi; scgi_temp_path FOLDER/scgi;",
}

local function is_alive(self)
  return os.execute(("kill -0 %d 2>/dev/null"):format(self.pid)) and true or false
end

local function accepts(self)
  local connection = socket.connect("127.0.0.1", self.port)
  if connection then connection:close() end
  return connection ~= nil
end

-- True once it accepts connections, false when the process has ended.
local function answers(self)
  return eventually(function() return accepts(self) or not is_alive(self) end) and is_alive(self)
end

local function launch(self, options)
  self.port = free_port()
  local values = { FOLDER = self.folder, PORT = self.port, ROOT = options.root or self.folder,
    LISTEN = options.listen or "", MASTER = options.workers and "on" or "off", WORKERS = options.workers or "1" }
  for name, text in pairs(SNIPPETS) do values[name] = text:gsub("%u+", values) end
  values.LOCATIONS = (options.locations or ""):gsub("%u+", values)
  values.HTTP = (options.http or ""):gsub("%u+", values)
  folder.write(self.folder .. "/nginx.conf", ((options.config or CONFIG):gsub("%u+", values)))
  local command = ("echo $$; PATH=$PATH:/usr/sbin exec nginx -p %s -e %s/error.log -c %s/nginx.conf 2>&1"):format(
    self.folder, self.folder, self.folder)
  self.pipe = assert(io.popen("env -u LD_PRELOAD sh -c '" .. command .. "'"))
  self.pid = assert(tonumber(self.pipe:read("*l")))
  if answers(self) then return true end
  self.problem = self.pipe:read("*a")
  self.pipe:close()
  return false
end

--- options: root (the folder), workers (so many processes below a master; otherwise there is one process), locations
-- (more text for the server block), listen (further parameters of it), http (more text for the http block, before the
-- server), config (a whole configuration instead of ours). In the texts FOLDER is a folder of nginx's own and PORT its
-- port; LOADLUA loads Lua's modules, and SCRATCH, in the http block, keeps nginx's files there.
function nginx.start(options)
  local self = setmetatable({ folder = folder.new() }, nginx)
  local up
  for _ = 1, 5 do -- somebody else may take the port meanwhile
    up = launch(self, options)
    if up then break end
  end
  assert(up, self.problem)
  self.address = "127.0.0.1:" .. self.port
  self.url = "http://" .. self.address
  return self
end

--- What the error log says by now.
function nginx:log()
  return folder.read(self.folder .. "/error.log") or ""
end

--- Waits for a line of the error log that matches the pattern; nil when the process ends without one. Where notices are
-- logged, that is how a worker is known to come or go.
function nginx:await_log(pattern)
  local pipe = assert(io.popen(("echo $$; exec env -u LD_PRELOAD tail -n +1 -f --pid=%d %s/error.log"):format(self.pid,
    self.folder)))
  local tail, found = pipe:read("*l"), nil
  for line in pipe:lines() do
    found = line:match(pattern)
    if found then break end
  end
  os.execute(("kill %s 2>/dev/null"):format(tail))
  pipe:close()
  return found
end

--- The lines of the access log.
function nginx:requests()
  local list = {}
  for line in io.lines(self.folder .. "/access.log") do list[#list + 1] = line end
  return list
end

function nginx:stop()
  os.execute(("kill -QUIT %d"):format(self.pid))
  self.pipe:close()
  folder.remove(self.folder)
end

return nginx
