--- The program of `spec/support/scripted.lua`: answers HTTP requests on a free port of loopback as it is told to.
--
-- Prints its port, then serves until it is told to quit. A connection whose first line is not HTTP is a command:
-- `SCRIPT <json>` sets the answers to come, `LOG` gives the requests since then, `AWAIT <count>` is answered once there
-- are as many, `PUSH` sends what a step's `push` holds, `QUIT` ends it.
local socket = require "socket"
local json = require("cjson").new()

local scripts, positions, log, connections = {}, {}, {}, 0
local under_way = {} -- method -> requests that have no answer yet
local due = {} -- connection -> when it wants to go on; math.huge: when the next request has come
local pushes = {} -- connection -> what it is to send when PUSH comes

local REASONS = { [200] = "OK", [304] = "Not Modified", [429] = "Too Many Requests" }

-- A connection's coroutine yields the seconds after which it wants to go on; math.huge: at the next request; nothing:
-- when its socket is readable.
local function receive(client, pattern, prefix)
  while true do
    local data, err, partial = client:receive(pattern, prefix)
    if data then return data end
    if err ~= "timeout" then return nil, err end
    prefix = partial
    coroutine.yield()
  end
end

local function send(client, data)
  local from = 1
  while from <= #data do
    local last, err, partial = client:send(data, from)
    if not last and err ~= "timeout" then return nil end
    from = (last or partial) + 1
    if not last then coroutine.yield(0.001) end
  end
  return true
end

local function sleep(seconds)
  local at = socket.gettime() + seconds
  while socket.gettime() < at do coroutine.yield(at - socket.gettime()) end
end

local function read_request(client, line, number)
  local method, target = line:match("^(%u+) (%S+) HTTP/1%.1\r?$")
  local request = { method = method, target = target, headers = {}, connection = number, at = socket.gettime() }
  while true do
    local header = receive(client, "*l")
    if not header or header == "" then break end
    local name, value = header:match("^([^:]+):%s*(.*)$")
    request.headers[name:lower()] = value
  end
  local length = tonumber(request.headers["content-length"] or 0)
  if length > 0 then request.body = receive(client, length) end
  return request
end

local function head(step)
  local lines = { ("HTTP/1.1 %d %s"):format(step.status or 200, REASONS[step.status or 200] or "Status") }
  for name, value in pairs(step.headers or {}) do lines[#lines + 1] = name .. ": " .. value end
  return table.concat(lines, "\r\n") .. "\r\n"
end

-- An endless answer, for limits.
local function send_flood(client, step)
  local piece = ("x"):rep(65536)
  if not send(client, head(step) .. "Content-Type: text/plain\r\n\r\n") then return end
  for _ = 1, step.flood / #piece do
    if not send(client, piece) then return end
  end
end

local function send_slowly(client, data, pause)
  for i = 1, #data do
    if not send(client, data:sub(i, i)) then return end
    sleep(pause)
  end
  return true
end

-- Bytes as they are. Afterwards the connection is of no use.
local function send_raw(client, step)
  if step.drip then send_slowly(client, step.raw, step.drip) else send(client, step.raw) end
  while step.endless and send(client, step.endless) do coroutine.yield(0) end
  if step.hold then receive(client, "*a") end
end

local function body_of(step)
  if not step.file then return step.body or "" end
  local file = assert(io.open(step.file, "rb"))
  local body = file:read("a")
  file:close()
  return body
end

local function await_requests(count)
  while #log < count do coroutine.yield(math.huge) end
end

local function note_request(request)
  log[#log + 1] = request
  for client, at in pairs(due) do
    if at == math.huge then due[client] = 0 end
  end
end

-- Returns true when the connection stays open.
local function answer(client, step)
  if step.delay then sleep(step.delay) end
  if step.await then await_requests(step.await) end
  if step.reset then
    if step.raw then send(client, step.raw) end
    client:setoption("linger", { on = true, timeout = 0 })
    return false
  end
  if step.raw then
    send_raw(client, step)
    return false
  end
  if step.flood then
    send_flood(client, step)
    return false
  end
  local body = body_of(step)
  local bodiless = step.status == 304 or step.status == 204
  local length = bodiless and "" or ("Content-Length: %d\r\n"):format(#body + (step.missing or 0))
  local kind = (step.headers or {})["Content-Type"] and "" or "Content-Type: application/json\r\n"
  local sent = send(client, head(step) .. kind .. length .. "\r\n" .. (bodiless and "" or body))
  if step.after then send(client, step.after) end
  pushes[client] = step.push
  return sent and not step.missing and not step.close
end

local function command(client, line)
  if line:find("^SCRIPT ") then
    scripts, positions, log, under_way = json.decode(line:sub(8)), {}, {}, {}
    client:send("ok\n")
  elseif line == "LOG" then
    send(client, (#log > 0 and json.encode(log) or "[]") .. "\n")
  elseif line == "PUSH" then
    for target, data in pairs(pushes) do target:send(data) end
    pushes = {}
    client:send("ok\n")
  end
  local count = line:match("^AWAIT (%d+)$")
  if count then
    await_requests(tonumber(count))
    client:send("ok\n")
  end
  return line == "QUIT"
end

-- The next step for a method; the last one of its script repeats.
local function next_step(method)
  local script = scripts[method] or scripts
  positions[script] = math.min((positions[script] or 0) + 1, #script)
  return script[positions[script]] or { status = 500 }
end

local function serve(client)
  connections = connections + 1
  local number = connections
  while true do
    local line = receive(client, "*l")
    if not line then return end
    if not line:find("HTTP/1", 1, true) then return command(client, line) end
    local request = read_request(client, line, number)
    local method, counts = request.method, under_way
    request.beside = counts[method] or 0
    counts[method] = request.beside + 1
    note_request(request)
    local open = answer(client, next_step(method))
    counts[method] = counts[method] - 1
    if not open then return end
  end
end

local function accept(listener, running)
  local client = listener:accept()
  if not client then return end
  client:settimeout(0)
  client:setoption("tcp-nodelay", true)
  running[client] = coroutine.create(serve)
  return client
end

-- Goes on with a connection; true when it was told to quit.
local function resume(running, client)
  local fine, quit = coroutine.resume(running[client], client)
  if not fine then io.stderr:write(tostring(quit), "\n") end
  if coroutine.status(running[client]) == "dead" then
    client:close()
    running[client], due[client], pushes[client] = nil, nil, nil
    return quit == true
  end
  due[client] = quit and socket.gettime() + quit or nil
  return false
end

-- What is there to do now: a set of connections that are readable or due.
local function ready_ones(listener, running)
  local watched, first, now = { listener }, nil, socket.gettime()
  for client in pairs(running) do
    if not due[client] then watched[#watched + 1] = client end
    if due[client] and (not first or due[client] < first) then first = due[client] end
  end
  if first == math.huge then first = nil end
  local ready = socket.select(watched, nil, first and math.max(first - now, 0))
  for client, at in pairs(due) do
    if at <= socket.gettime() then ready[#ready + 1] = client end
  end
  return ready
end

local function main()
  local listener = assert(socket.bind("127.0.0.1", 0))
  listener:settimeout(0)
  io.stdout:write(select(2, listener:getsockname()), "\n")
  io.stdout:flush()
  local running = {}
  while true do
    for _, ready in ipairs(ready_ones(listener, running)) do
      local client = ready
      if ready == listener then client = accept(listener, running) end
      if client and resume(running, client) then return end
    end
  end
end

main()
