--- The program of `spec/support/scripted.lua`: answers HTTP requests on a free port of loopback as it is told to.
--
-- Prints its port, then serves until it is told to quit. A connection whose first line is not HTTP is a command:
-- `SCRIPT <json>` sets the answers to come, `LOG` gives the requests since then, `QUIT` ends it.
local socket = require "socket"
local json = require("cjson").new()

local script, position, log, connections = {}, 0, {}, 0

local REASONS = { [200] = "OK", [304] = "Not Modified", [429] = "Too Many Requests" }

-- Reads without blocking the other connections: yields while there is nothing.
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
    if not last then coroutine.yield() end
  end
  return true
end

local function sleep(seconds)
  local due = socket.gettime() + seconds
  while socket.gettime() < due do coroutine.yield() end
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

-- Returns true when the connection stays open.
local function answer(client, step)
  if step.delay then sleep(step.delay) end
  if step.reset then
    if step.raw then send(client, step.raw) end
    client:setoption("linger", { on = true, timeout = 0 })
    return false
  end
  if step.raw then
    send(client, step.raw)
    return false
  end
  if step.flood then
    send_flood(client, step)
    return false
  end
  local body = step.body or ""
  local bodiless = step.status == 304 or step.status == 204
  local length = bodiless and "" or ("Content-Length: %d\r\n"):format(#body + (step.missing or 0))
  local kind = (step.headers or {})["Content-Type"] and "" or "Content-Type: application/json\r\n"
  local sent = send(client, head(step) .. kind .. length .. "\r\n" .. (bodiless and "" or body))
  return sent and not step.missing and not step.close
end

local function command(client, line)
  if line:find("^SCRIPT ") then
    script, position, log = json.decode(line:sub(8)), 0, {}
    client:send("ok\n")
  elseif line == "LOG" then
    client:send((#log > 0 and json.encode(log) or "[]") .. "\n")
  end
  return line == "QUIT"
end

-- The last answer of the script repeats.
local function serve(client)
  connections = connections + 1
  local number = connections
  while true do
    local line = receive(client, "*l")
    if not line then return end
    if not line:find("HTTP/1", 1, true) then return command(client, line) end
    local request = read_request(client, line, number)
    log[#log + 1] = request
    position = math.min(position + 1, #script)
    if not answer(client, script[position] or { status = 500 }) then return end
  end
end

local function main()
  local listener = assert(socket.bind("127.0.0.1", 0))
  listener:settimeout(0)
  io.stdout:write(select(2, listener:getsockname()), "\n")
  io.stdout:flush()
  local running = {}
  while true do
    local watched = { listener }
    for client in pairs(running) do watched[#watched + 1] = client end
    socket.select(watched, nil, 0.01)
    local client = listener:accept()
    if client then
      client:settimeout(0)
      client:setoption("tcp-nodelay", true)
      running[client] = coroutine.create(serve)
    end
    for open, routine in pairs(running) do
      local fine, quit = coroutine.resume(routine, open)
      if not fine then io.stderr:write(tostring(quit), "\n") end
      if coroutine.status(routine) == "dead" then
        open:close()
        running[open] = nil
      end
      if fine and quit == true then return end
    end
  end
end

main()
