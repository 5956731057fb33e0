--- examples/nodes: its script as a newcomer runs it, and its unit.
local copydesk = require "copydesk"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local lasting_port = require "spec.support.lasting_port"
local postgresql = require "spec.support.postgresql"

local function run(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD sh -c '{ " .. command:gsub("'", "'\\''") .. "; } 2>&1; echo $?'"))
  local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
  pipe:close()
  return tonumber(status), said
end

local function has_nginx()
  return run "PATH=$PATH:/usr/sbin command -v nginx" == 0
end

describe("the script of examples/nodes", function()
  if not postgresql.is_installed() then return pending "postgresql is not installed" end
  if not has_nginx() then return pending "needs nginx" end
  if (os.getenv "SANITIZE" or "") ~= "" then return pending "takes seconds to start, and longer here" end

  local home, script
  before_each(function()
    home = folder.new()
    run("chmod 711 " .. home) -- PostgreSQL's own user goes through it
  end)
  after_each(function()
    if script then script:close() end
    script = nil
    folder.remove(home)
  end)

  local function said(pattern)
    return (folder.read(home .. "/said") or ""):match(pattern)
  end

  -- Its keyboard; what it says is in a file.
  local function start(variables)
    local command = "{ env -u LD_PRELOAD TMPDIR=%s %s sh examples/nodes/nodes.sh; echo ended $?; } >%s/said 2>&1"
    return assert(io.popen(command:format(home, variables, home), "w"))
  end

  it("serves articles, restarts its nodes, and leaves nothing behind", function()
    local port, a, b = lasting_port(), lasting_port(), lasting_port()
    script = start(("PORT=%d PORT_A=%d PORT_B=%d"):format(port, a, b))
    assert.is_truthy(eventually(function() return said "Ctrl%-C ends all" or said "ended" end))
    local url, key = said "COPYDESK_BASE_URL=(%S+) COPYDESK_API_KEY=(%S+)"
    assert.is_truthy(url, said ".*")
    local desk = copydesk.new { base_url = url, api_key = key }
    assert.equal("finished", assert(desk:wait(assert(desk:create { targetKeyword = "watering herbs" }))).status)
    local before = assert(desk:request("GET", "/api/nodes")).data
    assert.same({ "a", "b" }, { before[1].name, before[2].name })
    assert.same({ "http://127.0.0.1:" .. a, "http://127.0.0.1:" .. b }, { before[1].address, before[2].address })

    script:write "\n"
    script:flush()
    assert.is_truthy(eventually(function() return said "node b was restarted" or said "ended" end))
    local after = assert(desk:request("GET", "/api/nodes")).data
    assert.equal(2, #after)
    for i = 1, 2 do assert.are_not.equal(before[i].nodeId, after[i].nodeId) end
    desk:close()

    script:close()
    script = nil
    assert.equal("0", said "ended (%d+)")
    assert.equal("", (select(2, run("ls -d " .. home .. "/copydesk-nodes-* 2>/dev/null"))))
  end)

  it("says what is missing", function()
    run(("for tool in dirname ls sort tail; do ln -s $(command -v $tool) %s/; done"):format(home))
    local status, text = run(("PATH=%s /bin/sh examples/nodes/nodes.sh </dev/null"):format(home))
    assert.equal(1, status)
    assert.truthy(text:find("nodes.sh: there is no copydesk in PATH", 1, true), text)
  end)
end)

describe("the unit of examples/nodes", function()
  if run "command -v systemd-analyze" ~= 0 then return pending "systemd is not installed" end

  it("is understood beside that of examples/operating", function()
    local home = folder.new()
    local command = select(2, run "command -v copydesk"):match "[^\n]+"
    local unit = folder.read "examples/operating/copydesk.service"
    folder.write(home .. "/copydesk.service", (unit:gsub("/usr/bin/copydesk", function() return command end)))
    run(("cp examples/operating/copydesk.socket %s && mkdir %s/copydesk.service.d && cp examples/nodes/node.conf "
      .. "%s/copydesk.service.d"):format(home, home, home))
    local status, text = run(("SYSTEMD_UNIT_PATH=%s: systemd-analyze verify --man=no %s/copydesk.service"):format(home,
      home))
    folder.remove(home)
    assert.equal("", text)
    assert.equal(0, status)
  end)

  it("has all variables that the configuration takes", function()
    local variables, count = folder.read "examples/nodes/node.env", 0
    for name in folder.read("examples/nodes/copydesk.conf.lua"):gmatch 'env "([%w_]+)"' do
      count = count + 1
      assert.truthy(("\n" .. variables):find("\n" .. name .. "=", 1, true), name)
    end
    assert.is_true(count > 5)
  end)
end)
