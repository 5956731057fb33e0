--- The database that the services of the tests use. On SQLite it is in their data folder. On PostgreSQL, at the address
-- in COPYDESK_TEST_DATABASE, each data folder has a schema of its own, whose name comes from the folder's (as in
-- spec/c/database.h): a service that is started again on a folder finds the same data.
--
--     database.query(server.data, "SELECT state FROM article")       -- rows as lines, columns with "|" between them
--     if database.is_server() then return pending(database.ON_SQLITE .. "what it is about") end
--
-- Services are led there by spec/support/on_server.lua.
local database = {}

local SERVER = os.getenv "COPYDESK_TEST_DATABASE"
if SERVER == "" then SERVER = nil end

local LONGEST_NAME = 63 -- bytes of a name in PostgreSQL

--- Begins the reason of what is tested on SQLite alone.
database.ON_SQLITE = "on SQLite alone: "

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read "*a"
  local done, _, code = pipe:close()
  return text, done and (code == nil or code == 0)
end

local function absolute(path)
  if not path:find "^/" then path = run("pwd"):gsub("\n$", "") .. "/" .. path end
  return #path > 1 and path:gsub("/+$", "") or path
end

--- Are the services on PostgreSQL?
function database.is_server()
  return SERVER ~= nil
end

--- The name of a data folder's schema.
function database.schema(folder)
  return (absolute(folder):sub(-LONGEST_NAME):gsub("%W", "_"))
end

local function psql(address, sql, options)
  return run(("psql -X -q -A -t -v ON_ERROR_STOP=1 %s -d %s -c %s"):format(options or "", quote(address), quote(sql)))
end

--- The address of a data folder's schema.
function database.address(folder)
  return ("%s%soptions=-csearch_path%%3D%%22%s%%22"):format(SERVER, SERVER:find("?", 1, true) and "&" or "?",
    database.schema(folder))
end

--- Makes the schema of a data folder, where there is none; its address. Several processes may do so at once.
function database.make(folder)
  psql(SERVER, ('CREATE SCHEMA IF NOT EXISTS "%s"'):format(database.schema(folder)), "2>/dev/null")
  return database.address(folder)
end

--- Removes the schemas of all data folders in a folder.
function database.drop(folder)
  if not SERVER then return end
  local start = database.schema(folder):gsub("_", "\\_")
  psql(SERVER, ("DO $$ DECLARE name text; BEGIN FOR name IN SELECT nspname FROM pg_namespace WHERE nspname LIKE '%s%%' "
    .. "LOOP EXECUTE format('DROP SCHEMA %%I CASCADE', name); END LOOP; END $$"):format(start), "2>/dev/null")
end

--- Runs SQL on the database of a data folder; its rows as text. options: separator ("|"), null ("").
function database.query(folder, sql, options)
  local separator, null = options and options.separator or "|", options and options.null or ""
  local said = ("-F %s -P null=%s"):format(quote(separator), quote(null))
  local text, done
  if SERVER then
    text, done = psql(database.address(folder), sql, said)
  else
    text, done = run(("sqlite3 -cmd '.timeout 10000' -separator %s -nullvalue %s %s/copydesk.db %s"):format(
      quote(separator), quote(null), quote(folder), quote(sql)))
  end
  assert(done, "the database refused: " .. sql)
  return text
end

--- All that the database of a data folder has on the disk, or would have: for what must not be in it.
function database.content(folder)
  if SERVER then
    return (run(("pg_dump --inserts -n %s -d %s"):format(quote('"' .. database.schema(folder) .. '"'), quote(SERVER))))
  end
  local parts = {}
  for _, name in ipairs { "copydesk.db", "copydesk.db-wal" } do
    local file = io.open(folder .. "/" .. name, "rb")
    if file then
      parts[#parts + 1] = file:read "*a"
      file:close()
    end
  end
  return table.concat(parts)
end

return database
