--- What the programs of the fake services share: they read HTTP, keep a log of the calls, and obey a script.
--
--     fake_server.run(function(client, request)     -- method, target, path, query, headers, body (nil: none)
--       local call = fake_server.note(request, { service = "brave", ... })
--       local rule = fake_server.rule_for(call, "the words in which `contains` is looked for")
--       if not fake_server.wait(client, call, rule) then return false end
--       return fake_server.answer(client, 200, body)
--     end)
--
-- A program prints its port, then serves until it is told to quit, or until the program that started it is gone. What
-- handles a request returns whether the connection stays of use. A connection whose first line is not HTTP is a
-- command: `SET <json>`, `SCRIPT <json>`, `LOG`, `AWAIT <count> [answered]`, `RELEASE`, `QUIT`, and those of the
-- program.
local cqueues = require "cqueues"
local condition = require "cqueues.condition"
local sockets = require "cqueues.socket"
local json = require "spec.support.fake.json"

local fake_server = { settings = {} } -- settings: as SET gave them

--- The page of a gateway, which comes where an answer should.
fake_server.HTML =
  "<!DOCTYPE html>\n<html><head><title>Gateway</title></head><body><h1>Please sign in</h1></body></html>\n"

local LONGEST_LINE = 1 << 26

local loop, changed = cqueues.new(), condition.new()
local rules, calls, counts, under_way, releases, generation = {}, {}, {}, 0, 0, 0
local handle, commands

local REASONS = { [200] = "OK", [400] = "Bad Request", [401] = "Unauthorized", [404] = "Not Found",
  [405] = "Method Not Allowed", [429] = "Too Many Requests", [500] = "Internal Server Error",
  [503] = "Service Unavailable", [529] = "Site is overloaded" }

-- --- requests ---

function fake_server.decode(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

--- The members of "a=b&c=d", decoded.
function fake_server.form(text)
  local form = {}
  for name, value in (text or ""):gmatch "([^&=]+)=([^&]*)" do
    form[fake_server.decode(name)] = fake_server.decode(value)
  end
  return form
end

local function read_chunked(client)
  local parts = {}
  while true do
    local size = tonumber((client:read "*l" or "0"):match "^%x+" or "0", 16)
    if size == 0 then
      client:read "*l"
      return table.concat(parts)
    end
    parts[#parts + 1] = client:read(size)
    client:read "*l"
  end
end

local function read_headers(client)
  local headers = {}
  while true do
    local header = client:read "*l"
    header = header and header:gsub("\r$", "")
    if header == "" then return headers end
    local name, value = (header or ""):match "^([^:]+):%s*(.-)%s*$"
    if not name then return nil end
    headers[name:lower()] = value
  end
end

local function read_request(client, line)
  local method, target = line:match "^(%u+) (%S+) HTTP/1%.[01]\r?$"
  local headers = read_headers(client)
  if not method or not headers then return nil end
  local request = { method = method, target = target, path = target:match "^[^?]*",
    query = fake_server.form(target:match "%?(.*)$"), headers = headers }
  if (headers.expect or ""):lower() == "100-continue" then
    client:write "HTTP/1.1 100 Continue\r\n\r\n"
    client:flush()
  end
  local length = tonumber(headers["content-length"] or 0)
  if (headers["transfer-encoding"] or ""):lower() == "chunked" then
    request.body = read_chunked(client)
  elseif length > 0 then
    request.body = client:read(length)
  end
  return request
end

-- --- answers ---

function fake_server.head(status, headers)
  local lines = { ("HTTP/1.1 %d %s"):format(status, REASONS[status] or "Status") }
  for name, value in pairs(headers) do
    -- Numbers of a script are floats: 7.0 is 7 here.
    lines[#lines + 1] = name .. ": " .. (type(value) == "number" and ("%.14g"):format(value) or value)
  end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

function fake_server.send(client, data)
  return client:write(data) and client:flush()
end

--- Sends an answer, in JSON unless the headers say otherwise. With `most` no more than so many bytes of the body come,
-- and the connection is of no use afterwards.
function fake_server.answer(client, status, body, headers, most)
  local all = { ["Content-Type"] = "application/json", ["Content-Length"] = #body }
  for name, value in pairs(headers or {}) do all[name] = value end
  return fake_server.send(client, fake_server.head(status, all) .. body:sub(1, most or #body)) and not most
end

-- --- waiting ---

--- Waits until the other side hangs up. A caller sends nothing before it has its answer.
function fake_server.await_end(client, call)
  client:read(1)
  call.hung_up = true
  return false
end

-- That there is nothing to read is counted as an error, of which a connection bears a hundred.
local function is_gone(client)
  client:fill(1, 0)
  client:clearerr "r"
  return client:eof "r"
end

--- What has to happen before the answer: rule.silent, await, hold, delay. False when the caller went away.
function fake_server.wait(client, call, rule)
  if rule.silent then return fake_server.await_end(client, call) end
  local until_time = rule.delay and cqueues.monotime() + rule.delay
  local released, begun = releases, generation
  local function is_held()
    if generation ~= begun then return false end
    return rule.hold and releases == released or rule.await and #calls < rule.await
      or until_time and cqueues.monotime() < until_time
  end
  while is_held() do
    local left = until_time and math.max(until_time - cqueues.monotime(), 0) or 3600
    cqueues.poll({ pollfd = client:pollfd(), events = "r" }, changed, left)
    if is_gone(client) then
      call.hung_up = true
      return false
    end
  end
  return true
end

-- --- calls ---

local COUNTED = { "kind", "style", "service" }
local NAMED = { "kind", "style", "service", "model" }

--- Adds a call to the log: number, at (seconds of a clock), beside (calls under way when it came).
function fake_server.note(request, call)
  calls[#calls + 1], request.call = call, call
  call.number, call.at, call.beside = #calls, cqueues.monotime(), under_way - 1
  for _, name in ipairs(COUNTED) do
    local key = call[name] and name .. " " .. call[name]
    if key then counts[key] = (counts[key] or 0) + 1 end
  end
  changed:signal()
  return call
end

-- The number of the call among those that the rule is about.
local function place_of(rule)
  for _, name in ipairs(COUNTED) do
    if rule[name] then return counts[name .. " " .. rule[name]] end
  end
  return #calls
end

local function fits(rule, call, text)
  if (rule.used or 0) >= (rule.times or math.huge) then return false end
  for _, name in ipairs(NAMED) do
    if rule[name] and rule[name] ~= call[name] then return false end
  end
  if rule.call and rule.call ~= place_of(rule) then return false end
  return not rule.contains or text:find(rule.contains, 1, true) ~= nil
end

--- The first rule of the script that fits the call; an empty one where none does. text: where `contains` is looked for.
function fake_server.rule_for(call, text)
  for _, rule in ipairs(rules) do
    if fits(rule, call, text) then
      rule.used = (rule.used or 0) + 1
      return rule
    end
  end
  return {}
end

local function end_call(call)
  call.ended = true
  if not call.hung_up then call.seconds = cqueues.monotime() - call.at end
  changed:signal()
end

-- --- commands ---

local function all_ended()
  for _, call in ipairs(calls) do
    if not call.ended then return false end
  end
  return true
end

local COMMANDS = {
  SET = function(rest) fake_server.settings = json.decode(rest) end,
  SCRIPT = function(rest) rules, calls, counts, generation = json.decode(rest), {}, {}, generation + 1 end,
  RELEASE = function() releases = releases + 1 end,
  AWAIT = function(rest)
    local count, answered = rest:match "^(%d+)(.*)$"
    while #calls < tonumber(count) or answered ~= "" and not all_ended() do changed:wait() end
  end,
  LOG = function() return json.encode(json.array(calls)) end,
  QUIT = function() os.exit(0, false) end,
}

local function obey(client, line)
  local name, rest = line:match "^(%u+) ?(.*)$"
  local command = commands[name] or COMMANDS[name]
  local reply = command and (command(rest) or "ok") or "unknown"
  changed:signal()
  fake_server.send(client, reply .. "\n")
end

-- --- connections ---

-- Returns whether the connection stays of use.
local function serve_request(client, line)
  local request = read_request(client, line)
  if not request then return false end
  under_way = under_way + 1
  local fine, stays = pcall(handle, client, request)
  under_way = under_way - 1
  if not fine then io.stderr:write(tostring(stays), "\n") end
  if request.call then end_call(request.call) end
  return fine and stays and (request.headers.connection or ""):lower() ~= "close"
end

local function serve(client)
  client:onerror(function(_, _, code) return code end)
  client:setmode("bf", "bf")
  client:setmaxline(LONGEST_LINE)
  client:setbufsiz(65536, 65536)
  while true do
    local line = client:read "*l"
    if not line then break end
    if not line:find("HTTP/1", 1, true) then
      obey(client, line)
      break
    end
    if not serve_request(client, line) then break end
  end
  client:close()
end

-- Whoever started this program is its parent; when that is gone, nobody will tell it to quit.
local function parent()
  for line in io.lines "/proc/self/status" do
    local number = line:match "^PPid:%s*(%d+)"
    if number then return number end
  end
end

--- Serves at a free port of loopback, too, and gives it.
function fake_server.listen()
  local listener = sockets.listen { host = "127.0.0.1", port = 0 }
  assert(listener:listen())
  loop:wrap(function()
    for client in listener:clients() do loop:wrap(serve, client) end
  end)
  local _, _, port = listener:localname()
  return port
end

--- own_commands: by name, functions that take the rest of the line and give the reply (nil: "ok").
function fake_server.run(handler, own_commands)
  handle, commands = handler, own_commands or {}
  io.stdout:write(fake_server.listen(), "\n")
  io.stdout:flush()
  local first = parent()
  loop:wrap(function()
    while parent() == first do cqueues.sleep(1) end
    os.exit(0, false)
  end)
  -- A connection that fails is not the end of the others.
  while not loop:empty() do
    local fine, problem = loop:loop()
    if not fine then io.stderr:write(tostring(problem), "\n") end
  end
end

return fake_server
