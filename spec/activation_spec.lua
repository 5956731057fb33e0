--- The service below a service manager: it takes the listening socket that it is given, and tells how it is doing.
-- needs: python3
local folder = require "spec.support.folder"
local managed = require "spec.support.managed"
local http = require "socket.http"

-- The same on a data folder of its own.
local function start(home, sockets, options)
  local words = { "--data", home .. "/data" }
  for _, word in ipairs(options and options.words or {}) do words[#words + 1] = word end
  return managed.start(sockets, { notify = options and options.notify, variables = options and options.variables,
    words = words })
end

describe("below a service manager the service", function()
  local home
  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  for kind, host in pairs { tcp = "127.0.0.1", tcp6 = "[::1]" } do
    it("answers at the socket that it is given: " .. kind, function()
      folder.write(home .. "/config.lua", "return { listen = '127.0.0.1:1' }\n")
      local manager = start(home, kind, { notify = home .. "/notify", words = { "--config", home .. "/config.lua" } })
      local url = ("http://%s:%s"):format(host, manager:await "port")
      manager.pid = manager:await "pid"
      assert.equal("copydesk: ready at " .. url, manager:await "said")
      assert.equal("READY=1|STATUS=ready at " .. url, manager:await "told")
      assert.equal(200, (select(2, http.request(url .. "/healthz"))))
      manager:signal "TERM"
      assert.equal("STOPPING=1|STATUS=stopping", manager:await "told")
      assert.equal(0, (manager:finish()))
    end)
  end

  it("tells the manager at an abstract name, and needs no socket for that", function()
    local name = "@copydesk" .. home:gsub("/", ".")
    local manager = start(home, "-", { notify = name, words = { "--listen", "127.0.0.1:0" } })
    manager.pid = manager:await "pid"
    local url = manager:await("said"):match "at (%S+)$"
    assert.equal("READY=1|STATUS=ready at " .. url, manager:await "told")
    manager:signal "TERM"
    assert.equal("STOPPING=1|STATUS=stopping", manager:await "told")
    assert.equal(0, (manager:finish()))
  end)

  it("leaves alone what is meant for the process that started it", function()
    local manager = start(home, "tcp", { variables = { LISTEN_PID = "1" }, words = { "--listen", "127.0.0.1:0" } })
    local port = manager:await "port"
    manager.pid = manager:await "pid"
    assert.is_nil(manager:await("said"):find(":" .. port, 1, true))
    manager:signal "TERM"
    assert.equal(0, (manager:finish()))
  end)

  it("takes a socket by its number", function()
    local manager = start(home, "tcp", { variables = { LISTEN_PID = "1" }, words = { "--listen", "fd:3" } })
    local port = manager:await "port"
    manager.pid = manager:await "pid"
    assert.equal("copydesk: ready at http://127.0.0.1:" .. port, manager:await "said")
    manager:signal "INT"
    assert.equal(0, (manager:finish()))
  end)

  -- What is wrong, and what of it the message names.
  local REFUSED = {
    { "unix", {}, "descriptor 3 is a Unix socket, where callers would need no key" },
    { "udp", {}, "descriptor 3 is a datagram socket" },
    { "idle", {}, "descriptor 3 is a socket that does not listen" },
    { "file", {}, "descriptor 3 is no socket" },
    { "-", { LISTEN_PID = "PID", LISTEN_FDS = "1" }, "descriptor 3 is no socket" },
    { "tcp,tcp6", { LISTEN_FDNAMES = "web:more" }, "LISTEN_FDS passes 2 (web:more)" },
    { "tcp", { LISTEN_FDS = "many" }, 'LISTEN_FDS must be a number of sockets, not "many"' },
    { "tcp", { LISTEN_FDS = "-1" }, 'LISTEN_FDS must be a number of sockets, not "-1"' },
    { "tcp", { LISTEN_PID = "12x" }, 'LISTEN_PID must be the number of a process, not "12x"' },
    { "-", { NOTIFY_SOCKET = "vsock:2:1" }, 'NOTIFY_SOCKET must be an absolute path, or "@" and a name' },
    { "-", { NOTIFY_SOCKET = "/nowhere/notify" }, "NOTIFY_SOCKET (/nowhere/notify): No such file" },
    { "-", { NOTIFY_SOCKET = "@" .. ("x"):rep(200) }, "NOTIFY_SOCKET must be an absolute path" },
  }

  for _, case in ipairs(REFUSED) do
    local name = case[1]
    for variable, value in pairs(case[2]) do name = name .. " " .. variable .. "=" .. value:sub(1, 20) end
    it("refuses, and says why: " .. name, function()
      local manager = start(home, case[1], { variables = case[2],
        words = case[2].NOTIFY_SOCKET and { "--listen", "127.0.0.1:0" } })
      local code, said = manager:finish()
      assert.equal(1, code)
      assert.truthy(said:find(case[3], 1, true), said)
    end)
  end

  it("refuses an address beside a socket, and a descriptor that is none", function()
    local code, said = start(home, "tcp", { words = { "--listen", "127.0.0.1:0" } }):finish()
    assert.equal(2, code)
    assert.truthy(said:find("--listen contradicts the socket", 1, true), said)
    for _, word in ipairs { "fd:", "fd:x", "fd:-3", "fd:1234567" } do
      code, said = start(home, "-", { words = { "--listen", word } }):finish()
      assert.equal(1, code)
      assert.truthy(said:find('configuration: listen must be "fd:" and the number of a descriptor', 1, true), said)
    end
  end)
end)
