--- The service inside nginx: made in init_by_lua, run by one of the workers, over reloads and the death of that worker.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"

-- As the distribution's nginx.conf has it, with a master and its workers; but all are this user's, who owns the folder.
local CONFIG = [[
LOADLUA
daemon off;
user USER;
worker_processes 2;
pid FOLDER/pid;
error_log FOLDER/error.log notice;
events { worker_connections 256; }
http {
  access_log off;
  SCRATCH
  lua_package_path "LUA;;";
  lua_package_cpath "MODULES;;";
  init_by_lua_block {
    local own = { data = "FOLDER/data", library = "LIBRARY", least_words = 0 }
    local desk, err = require("copydesk").new { service = own }
    DESK = desk or error(tostring(err))
  }
  server {
    listen 127.0.0.1:PORT;
    location = /write {
      content_by_lua_block {
        local function check(value, err) return value or error(tostring(err)) end
        local job = check(DESK:create "herb garden")
        local status = check(DESK:wait(job)).status
        ngx.header.content_length = #status
        ngx.print(status)
      }
    }
  }
}
]]

local function line_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local line = pipe:read("*l")
  pipe:close()
  return line
end

local here, build = line_of "pwd", os.getenv("COPYDESK_BUILD") or "build"

describe("the service inside nginx", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local server, library

  before_each(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", "# Herb garden\n\nA herb garden needs six hours of light each day. "
      .. "Mint grows in shade.\n\n## Water\n\nWater the herb garden when its soil is dry. Rosemary wants dry soil.\n")
    server = nginx.start { config = (CONFIG:gsub("%u+", {
      LUA = here .. "/lua/?.lua",
      MODULES = (build:sub(1, 1) == "/" and "" or here .. "/") .. build .. "/lib/luajit/?.so",
      USER = line_of "id -un",
      LIBRARY = library,
    })) }
  end)
  after_each(function()
    server:stop()
    folder.remove(library)
  end)

  local function write()
    local answer, problem = http.request(server, "GET", "/write", { key = false })
    if not answer or answer.status ~= 200 then
      error(("%s\n%s"):format(problem or answer.body, server:log()))
    end
    assert.equal("finished", answer.body)
  end

  -- The process that runs the service, once one does.
  local function owner(but)
    return eventually(function()
      local pid = (folder.read(server.folder .. "/data/endpoint") or ""):match('"pid": (%d+)')
      return pid ~= but and pid
    end)
  end

  local function parent_of(pid)
    return (folder.read("/proc/" .. pid .. "/stat") or ""):match("^%d+ %b() %S (%d+)")
  end

  it("starts with the first call, in a worker, and goes on over reloads", function()
    assert.is_nil(folder.read(server.folder .. "/data/key"))
    write()
    assert.equal(tostring(server.pid), parent_of(owner()))
    for _ = 1, 3 do
      os.execute("kill -HUP " .. server.pid)
      for _ = 1, 5 do write() end
    end
    assert.is_nil(server:log():match("%[error%][^\n]*"))
    assert.is_nil(server:log():match("%[alert%][^\n]*"))
  end)

  it("goes on in another worker when the one that runs it is killed", function()
    for _ = 1, 4 do write() end
    local first = owner()
    os.execute("kill -KILL " .. first)
    write()
    assert.equal(tostring(server.pid), parent_of(owner(first)))
  end)
end)
