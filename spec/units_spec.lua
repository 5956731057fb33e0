--- The units of systemd in examples/operating: sound, sandboxed, and true of the command. No systemd runs here: what
-- looks at them is systemd-analyze.
-- needs: systemd-analyze@systemd
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local managed = require "spec.support.managed"
local http = require "socket.http"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"
local UNITS = "examples/operating"
local MOST_EXPOSED = 3.0

local function shell(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD sh -c '{ " .. command:gsub("'", "'\\''") .. "; } 2>&1; echo $?'"))
  local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
  pipe:close()
  return tonumber(status), said
end

local function has_systemd()
  return shell("command -v systemd-analyze") == 0
end

-- The values of a setting of a unit.
local function values(unit, name)
  local list = {}
  for value in ("\n" .. folder.read(UNITS .. "/" .. unit)):gmatch("\n" .. name .. "=([^\n]*)") do
    list[#list + 1] = value
  end
  return list
end

describe("the units of systemd", function()
  local home
  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  it("leave the service little that it could do", function()
    if not has_systemd() then return pending "systemd is not installed" end
    local status, said = shell("systemd-analyze security --offline=true " .. UNITS .. "/copydesk.service")
    assert.equal(0, status, said)
    local exposed = tonumber(said:match "Overall exposure level for copydesk.service: ([%d.]+)")
    assert.is_true(exposed <= MOST_EXPOSED, said)
  end)

  it("are understood whole", function()
    if not has_systemd() then return pending "systemd is not installed" end
    local command = shell("command -v pwd") and select(2, shell("pwd")):match "[^\n]+"
    command = (BUILD:find "^/" and BUILD or command .. "/" .. BUILD) .. "/bin/lua5.4/copydesk"
    for _, name in ipairs { "copydesk.service", "copydesk.socket" } do
      local text = folder.read(UNITS .. "/" .. name)
      folder.write(home .. "/" .. name, (text:gsub("/usr/bin/copydesk", function() return command end)))
    end
    local status, said = shell(("systemd-analyze verify --man=no %s/copydesk.service %s/copydesk.socket"):format(home,
      home))
    assert.equal("", said)
    assert.equal(0, status)
  end)

  it("start the command with a configuration that it takes, a socket and a data folder", function()
    local start = values("copydesk.service", "ExecStart")[1]
    local variable, value = values("copydesk.service", "Environment")[1]:match "^([%w_]+)=(.*)$"
    local config = start:match "^/usr/bin/copydesk serve %-%-config /etc/copydesk/(%S+)$"
    assert.same({ "notify" }, values("copydesk.service", "Type"))
    assert.same({ value }, { "%S/" .. values("copydesk.service", "StateDirectory")[1] })
    assert.equal(1, #values("copydesk.socket", "ListenStream"))
    local manager = managed.start("tcp", { notify = home .. "/notify", variables = { [variable] = home .. "/data" },
      words = { "--config", UNITS .. "/" .. config } })
    local url = "http://127.0.0.1:" .. manager:await "port"
    manager.pid = manager:await "pid"
    assert.equal("READY=1|STATUS=ready at " .. url, manager:await "told")
    assert.equal(200, (select(2, http.request(url .. "/healthz"))))
    assert.truthy(folder.read(home .. "/data/key"))
    manager:signal(values("copydesk.service", "KillSignal")[1] or "TERM")
    assert.equal("STOPPING=1|STATUS=stopping", manager:await "told")
    assert.equal(0, (manager:finish()))
  end)

  -- MemoryDenyWriteExecute=, NoNewPrivileges= and CapabilityBoundingSet= are what can be had without systemd.
  it("deny the service nothing that it needs", function()
    local manager = managed.start("tcp", { notify = home .. "/notify", variables = { SANDBOX = "1" },
      words = { "--data", home .. "/data", "--library", "examples/library" } })
    local url = "http://127.0.0.1:" .. manager:await "port"
    manager.pid = manager:await "pid"
    local first = manager:await_either("told", "exit")
    if first == "77" then return pending "this kernel cannot deny memory that is writable and executable" end
    assert.equal("READY=1|STATUS=ready at " .. url, first)
    local desk = copydesk.new { base_url = url, api_key = (folder.read(home .. "/data/key"):gsub("%s", "")) }
    local article = assert(desk:wait(assert(desk:create { targetKeyword = "indoor herb garden" })))
    assert.equal("finished", article.status)
    desk:close()
    manager:signal "TERM"
    assert.equal("STOPPING=1|STATUS=stopping", manager:await "told")
    assert.equal(0, (manager:finish()))
  end)
end)
