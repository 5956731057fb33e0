--- The program of `spec/support/relay.lua`: carries bytes between two connections, for as long as it is told to.
--
-- Prints its port. A connection that begins with CONNECT is a client of a proxy, one that begins with a byte of TLS or
-- of PostgreSQL is carried to the target, and the rest are commands: `SET <json>`, `LOG`, `CUT`, `QUIT`.
local socket = require "socket"
local json = require("cjson").new()

local PIECE = 16384
local TLS, POSTGRESQL = 22, 0 -- first bytes: of a handshake; of the length of what PostgreSQL's clients begin with
local settings, log, cuts = {}, {}, 0

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
  local left, cuts_before = settings.limit or math.huge, cuts
  if first and not send(server, first) then return end
  while left > 0 and cuts == cuts_before do
    local up, down = arrived(client, PIECE), arrived(server, left)
    if not up or not down then return end
    if not send(server, up) or not send(client, down) then return end
    left = left - #down
    if #up + #down == 0 then coroutine.yield(server) end
  end
  cut(client, server)
end

-- nil: nobody is there.
local function open(port)
  local server = socket.connect("127.0.0.1", ("%d"):format(port))
  if not server then return nil end
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
  local server = assert(open(settings.target or line:match(":(%d+) HTTP")))
  send(client, "HTTP/1.1 200 Connection established\r\n\r\n")
  carry(client, server)
  server:close()
end

local function command(client, line)
  if line:find("^SET ") then
    settings, log = json.decode(line:sub(5)), {}
    client:send("ok\n")
  elseif line == "CUT" then
    cuts = cuts + 1
    client:send("ok\n")
  elseif line == "LOG" then
    client:send((#log > 0 and json.encode(log) or "[]") .. "\n")
  end
  return line == "QUIT"
end

local function serve(client)
  local first = receive(client, 1)
  if not first then return end
  if first:byte() == TLS or first:byte() == POSTGRESQL then
    log[#log + 1] = { line = first:byte() == TLS and "TLS" or "PostgreSQL" }
    local server = open(settings.target)
    if not server then return end
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

-- Goes on with a connection; true when the program is to end.
local function step(client, running)
  local state = running[client]
  if not state then return false end
  local fine, result = coroutine.resume(state.routine, client)
  if not fine then io.stderr:write(tostring(result), "\n") end
  state.server = result ~= true and fine and result or nil
  if coroutine.status(state.routine) ~= "dead" then return false end
  client:close()
  running[client] = nil
  return result == true
end

-- Those that are carried, each of which sees then that it is cut.
local function step_carried(running)
  local carried = {}
  for client, state in pairs(running) do carried[#carried + 1] = state.server and client end
  for _, client in ipairs(carried) do step(client, running) end
end

local function main()
  local listener = assert(socket.bind("127.0.0.1", 0))
  io.stdout:write(select(2, listener:getsockname()), "\n")
  io.stdout:flush()
  local running = {}
  while true do
    local watched, owner, cuts_before = { listener }, {}, cuts
    for client, state in pairs(running) do
      watched[#watched + 1] = client
      if state.server then
        watched[#watched + 1], owner[state.server] = state.server, client
      end
    end
    for _, ready in ipairs(socket.select(watched)) do
      if step(ready == listener and accept(listener, running) or owner[ready] or ready, running) then return end
    end
    if cuts ~= cuts_before then step_carried(running) end
  end
end

main()
