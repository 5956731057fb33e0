--- The program of `spec/support/relay.lua`: carries bytes between two connections, for as long as it is told to.
--
-- Prints its port. A connection that begins with CONNECT is a client of a proxy, one that begins with a byte of TLS is
-- carried to the target, and the rest are commands: `SET <json>`, `LOG`, `QUIT`.
local socket = require "socket"
local json = require("cjson").new()

local PIECE = 16384
local settings, log = {}, {}

local function receive(client, pattern, prefix)
  while true do
    local data, err, partial = client:receive(pattern, prefix)
    if data or err ~= "timeout" then return data, partial end
    prefix = partial
    coroutine.yield()
  end
end

-- Answers are small here: nobody waits long.
local function send(client, data)
  client:settimeout(5)
  local sent = client:send(data)
  client:settimeout(0)
  return sent
end

-- What has arrived, at most `most` bytes; "" for nothing yet, nil at the end.
local function arrived(from, most)
  local data, err, partial = from:receive(math.min(PIECE, most))
  data = data or partial
  if err == "closed" and #data == 0 then return nil end
  return data
end

local function cut(client, server)
  if settings.reset then
    client:setoption("linger", { on = true, timeout = 0 })
    server:setoption("linger", { on = true, timeout = 0 })
  end
end

-- Carries until one side ends, or until the server has sent as much as is let through.
local function carry(client, server, first)
  local left = settings.limit or math.huge
  if first and not send(server, first) then return end
  while left > 0 do
    local up, down = arrived(client, PIECE), arrived(server, left)
    if not up or not down then return end
    if not send(server, up) or not send(client, down) then return end
    left = left - #down
    if #up + #down == 0 then coroutine.yield(server) end
  end
  cut(client, server)
end

local function open(port)
  local server = assert(socket.connect("127.0.0.1", ("%d"):format(port)))
  server:settimeout(0)
  server:setoption("tcp-nodelay", true)
  return server
end

-- Whatever host is named, the target is on loopback.
local function proxy(client, line)
  local entry = { line = line, headers = {} }
  log[#log + 1] = entry
  while true do
    local header = receive(client, "*l")
    if not header or header == "" then break end
    local name, value = header:match("^([^:]+):%s*(.*)$")
    entry.headers[name:lower()] = value
  end
  if settings.answer then
    send(client, settings.answer)
    return
  end
  local server = open(settings.target or line:match(":(%d+) HTTP"))
  send(client, "HTTP/1.1 200 Connection established\r\n\r\n")
  carry(client, server)
  server:close()
end

local function command(client, line)
  if line:find("^SET ") then
    settings, log = json.decode(line:sub(5)), {}
    client:send("ok\n")
  elseif line == "LOG" then
    client:send((#log > 0 and json.encode(log) or "[]") .. "\n")
  end
  return line == "QUIT"
end

local function serve(client)
  local first = receive(client, 1)
  if not first then return end
  if first:byte() == 22 then
    log[#log + 1] = { line = "TLS" }
    local server = open(settings.target)
    carry(client, server, first)
    server:close()
    return
  end
  local line = receive(client, "*l")
  if not line then return end
  line = first .. line
  if line:find("^CONNECT ") then return proxy(client, line) end
  return command(client, line)
end

local function accept(listener, running)
  local client = listener:accept()
  if not client then return end
  client:settimeout(0)
  client:setoption("tcp-nodelay", true)
  running[client] = { routine = coroutine.create(serve) }
  return client
end

local function main()
  local listener = assert(socket.bind("127.0.0.1", 0))
  io.stdout:write(select(2, listener:getsockname()), "\n")
  io.stdout:flush()
  local running = {}
  while true do
    local watched, owner = { listener }, {}
    for client, state in pairs(running) do
      watched[#watched + 1] = client
      if state.server then
        watched[#watched + 1], owner[state.server] = state.server, client
      end
    end
    for _, ready in ipairs(socket.select(watched)) do
      local client = ready == listener and accept(listener, running) or owner[ready] or ready
      local state = running[client]
      if state then
        local fine, result = coroutine.resume(state.routine, client)
        if not fine then io.stderr:write(tostring(result), "\n") end
        state.server = result ~= true and fine and result or nil
        if coroutine.status(state.routine) == "dead" then
          client:close()
          running[client] = nil
          if result == true then return end
        end
      end
    end
  end
end

main()
