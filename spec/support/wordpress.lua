--- WordPress from Debian, with a MariaDB of its own behind a socket, served by PHP itself on loopback.
--
--     local site = wordpress.start()
--     site.url, site.address, site.port
--     site.passwords.author               -- an application password; there is a user of each role
--     site:query "SELECT ..."             -- rows of text, columns parted by tabs
--     site:stop()
--
-- Takes the host of its addresses from each request, so that a proxy may stand before it.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local socket = require "socket"

local wordpress = {}
wordpress.__index = wordpress

local SOURCE = "/usr/share/wordpress"

local CONFIG = [[<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:FOLDER/socket');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HOME', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_SITEURL', 'http://' . $_SERVER['HTTP_HOST']);
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('AUTH_KEY', 'for tests alone');
define('SECURE_AUTH_KEY', 'for tests alone');
define('LOGGED_IN_KEY', 'for tests alone');
define('NONCE_KEY', 'for tests alone');
define('AUTH_SALT', 'for tests alone');
define('SECURE_AUTH_SALT', 'for tests alone');
define('LOGGED_IN_SALT', 'for tests alone');
define('NONCE_SALT', 'for tests alone');
$table_prefix = 'wp_';
require_once ABSPATH . 'wp-settings.php';
]]

-- Files that are there are served as they are; everything else is WordPress's. ABSPATH keeps its links from leading it
-- to Debian's settings.
local ROUTER = [[<?php
define('ABSPATH', 'FOLDER/site/');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && is_file('FOLDER/site' . $path)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require 'FOLDER/site/index.php';
]]

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read "*a"
  return pipe:close() and text, text
end

--- Why there is none here; nil: it is installed.
function wordpress.is_missing()
  local parts = { wordpress = SOURCE .. "/wp-settings.php", ["mariadb-server-core"] = "/usr/sbin/mariadbd",
    ["mariadb-client-core"] = "/usr/bin/mariadb", ["php-cli"] = "/usr/bin/php" }
  for package, file in pairs(parts) do
    if not folder.read(file) then return package .. " is not installed" end
  end
end

-- What has ended stays a zombie until its pipe is closed.
local function is_alive(process)
  local state = folder.read(("/proc/%d/stat"):format(process.pid))
  return state ~= nil and not state:find ") Z "
end

-- A process that ends with this one, whatever ends it; its output goes to a file.
local function spawn(self, name, command)
  local log = self.folder .. "/" .. name .. ".log"
  local pipe = assert(io.popen(("echo $$; exec env -u LD_PRELOAD setpriv --pdeathsig KILL %s >%s 2>&1"):format(command,
    log)))
  local process = { pipe = pipe, pid = assert(tonumber(pipe:read "*l")), log = log }
  self.processes[#self.processes + 1] = process
  return process
end

local function finish(process)
  os.execute(("kill %d 2>/dev/null"):format(process.pid))
  process.pipe:close()
end

local function make_site(self)
  local site = self.folder .. "/site"
  run(("sh -c 'mkdir -p %s/wp-content/mu-plugins %s/wp-content/uploads && ln -s %s/*.php %s/wp-admin %s/wp-includes "
    .. "%s/ && rm %s/wp-config.php'"):format(site, site, SOURCE, SOURCE, SOURCE, site, site))
  for name, text in pairs { ["site/wp-config.php"] = CONFIG, ["router.php"] = ROUTER } do
    folder.write(self.folder .. "/" .. name, (text:gsub("FOLDER", self.folder)))
  end
end

local function start_database(self)
  local data, user = self.folder .. "/database", (run "id -un"):gsub("%s", "")
  assert(run(("mariadb-install-db --no-defaults --user=%s --datadir=%s --auth-root-authentication-method=normal "
    .. "--skip-test-db 2>&1"):format(user, data)))
  local database = spawn(self, "database", ("mariadbd --no-defaults --user=%s --datadir=%s --socket=%s/socket "
    .. "--skip-networking --innodb-buffer-pool-size=32M --innodb-flush-log-at-trx-commit=0"):format(user, data,
    self.folder))
  local client = ("mariadb --no-defaults -u root --socket=%s/socket "):format(self.folder)
  local function answers() return run(client .. "-e 'CREATE DATABASE IF NOT EXISTS wordpress' 2>/dev/null") end
  assert(eventually(function() return answers() or not is_alive(database) end) and is_alive(database),
    folder.read(database.log))
  self.query = function(_, sql)
    folder.write(self.folder .. "/query.sql", sql)
    return (assert(run(("sh -c '%s -NB wordpress <%s/query.sql 2>&1'"):format(client, self.folder))))
  end
end

-- A plugin that a test writes over another one counts at once: opcache would look at files every two seconds only.
local PHP = "php -d opcache.revalidate_freq=0 -d upload_max_filesize=16M -d post_max_size=16M "

local function accepts(port)
  local connection = socket.connect("127.0.0.1", port)
  if connection then connection:close() end
  return connection ~= nil
end

local function serve(self)
  for _ = 1, 5 do -- somebody else may take the port meanwhile
    self.port = free_port()
    local server = spawn(self, "php", PHP .. ("-S 127.0.0.1:%d -t %s/site %s/router.php"):format(self.port,
      self.folder, self.folder))
    eventually(function() return accepts(self.port) or not is_alive(server) end)
    if is_alive(server) then
      self.server = server
      return
    end
    table.remove(self.processes)
    server.pipe:close()
  end
  error(folder.read(self.folder .. "/php.log"))
end

local function set_up(self)
  local file = debug.getinfo(1, "S").source:match "^@(.*)%.lua$" .. "_setup.php"
  local users, said = run(("%s %s %s %s"):format(PHP, file, self.folder, "127.0.0.1:" .. self.port))
  assert(users, said)
  for name, password in users:gmatch "(%w+)\t([^\n]+)" do self.passwords[name] = password end
  assert(self.passwords.author, said)
end

function wordpress.start()
  local self = setmetatable({ folder = folder.new(), processes = {}, passwords = {} }, wordpress)
  local fine, problem = pcall(function()
    make_site(self)
    start_database(self)
    serve(self)
    set_up(self)
  end)
  if not fine then
    self:stop()
    error(problem, 0)
  end
  self.address = "127.0.0.1:" .. self.port
  self.url = "http://" .. self.address
  return self
end

--- Are its addresses pretty? Without that its interface is behind /?rest_route= alone.
function wordpress:set_permalinks(are_pretty)
  self:query(("UPDATE wp_options SET option_value = '%s' WHERE option_name = 'permalink_structure';"
    .. "UPDATE wp_options SET option_value = '' WHERE option_name = 'rewrite_rules'"):format(
    are_pretty and "/%postname%/" or ""))
end

--- Adds PHP code that is loaded with every request from now on; "" takes it away.
function wordpress:plug(name, code)
  folder.write(("%s/site/wp-content/mu-plugins/%s.php"):format(self.folder, name), "<?php\n" .. code)
end

function wordpress:stop()
  for i = #self.processes, 1, -1 do finish(self.processes[i]) end
  folder.remove(self.folder)
end

return wordpress
