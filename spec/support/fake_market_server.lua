--- The program of `spec/support/fake_market.lua`.
--
-- Prints its port, then serves until it is told to quit, or until the program that started it is gone. A connection
-- whose first line is not HTTP is a command: `SET <json>`, `SCRIPT <json>`, `LOG`, `AWAIT <count>`, `QUIT`.
local cqueues = require "cqueues"
local condition = require "cqueues.condition"
local sockets = require "cqueues.socket"
local json = require "spec.support.fake.json"
local services = require "spec.support.fake.market_services"

local LONGEST_LINE = 1 << 26

local loop, changed = cqueues.new(), condition.new()
local settings = {}
local rules, calls, counts = {}, {}, {}

-- --- requests ---

local function decode(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local function read_request(client, line)
  local method, target = line:match("^(%u+) (%S+) HTTP/1%.[01]\r?$")
  if not method then return nil end
  local request = { method = method, headers = {}, query = {} }
  request.service, request.path = target:match "^/([^/?]*)([^?]*)"
  for name, value in (target:match "%?(.*)$" or ""):gmatch "([^&=]+)=([^&]*)" do
    request.query[decode(name)] = decode(value)
  end
  while true do
    local header = client:read "*l"
    header = header and header:gsub("\r$", "")
    if not header then return nil end
    if header == "" then break end
    local name, value = header:match("^([^:]+):%s*(.-)%s*$")
    if not name then return nil end
    request.headers[name:lower()] = value
  end
  local length = tonumber(request.headers["content-length"] or 0)
  request.body = length > 0 and client:read(length) or nil
  request.words = target .. " " .. (request.body or "")
  return request
end

-- --- answers ---

local function send(client, data)
  return client:write(data) and client:flush()
end

local function answer(client, status, body, kind, headers)
  local lines = { ("HTTP/1.1 %d Status"):format(status), "Content-Type: " .. (kind or "application/json"),
    "Content-Length: " .. #body }
  for name, value in pairs(headers or {}) do lines[#lines + 1] = name .. ": " .. value end
  send(client, table.concat(lines, "\r\n") .. "\r\n\r\n" .. body)
  return true
end

local HTML = "<!DOCTYPE html>\n<html><head><title>Gateway</title></head><body><h1>Please sign in</h1></body></html>\n"

local function fits(rule, call, words)
  if (rule.used or 0) >= (rule.times or math.huge) then return false end
  if rule.service and rule.service ~= call.service then return false end
  if rule.call and rule.call ~= (rule.service and counts[rule.service] or #calls) then return false end
  return not rule.contains or words:find(rule.contains, 1, true) ~= nil
end

local function rule_for(call, words)
  for _, rule in ipairs(rules) do
    if fits(rule, call, words) then
      rule.used = (rule.used or 0) + 1
      return rule
    end
  end
  return {}
end

local function new_call(request)
  local call = { number = #calls + 1, service = request.service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = request.body, at = cqueues.monotime() }
  calls[#calls + 1] = call
  counts[call.service] = (counts[call.service] or 0) + 1
  changed:signal()
  return call
end

local function handle(client, request)
  local service, call = services[request.service], new_call(request)
  local rule = rule_for(call, request.words)
  if not service then return answer(client, 404, "nothing is here", "text/plain") end
  if rule.silent then
    client:read(1)
    call.hung_up = true
    return false
  end
  if rule.delay then cqueues.sleep(rule.delay) end
  local status, body, kind = service.answer(request, settings, rule)
  if rule.html then
    status, body, kind = rule.status or 200, HTML, "text/html"
  elseif rule.status then
    status = rule.status
    body, kind = service.refusal(status, rule.message or "This went wrong.")
  end
  call.status = status
  if rule.malformed then body = body:sub(1, #body // 2) end
  return answer(client, status, body, kind, { ["Retry-After"] = rule.retry_after })
end

-- --- commands ---

local COMMANDS = {
  SET = function(rest) settings = json.decode(rest) end,
  SCRIPT = function(rest) rules, calls, counts = json.decode(rest), {}, {} end,
  AWAIT = function(rest)
    while #calls < tonumber(rest) do changed:wait() end
  end,
  LOG = function() return json.encode(json.array(calls)) end,
  QUIT = function() os.exit(0, false) end,
}

local function command(client, line)
  local name, rest = line:match "^(%u+) ?(.*)$"
  local reply = COMMANDS[name] and (COMMANDS[name](rest) or "ok") or "unknown"
  send(client, reply .. "\n")
end

local function serve(client)
  client:onerror(function(_, _, code) return code end)
  client:setmode("bf", "bf")
  client:setmaxline(LONGEST_LINE)
  while true do
    local line = client:read "*l"
    if not line then break end
    if not line:find("HTTP/1", 1, true) then
      command(client, line)
      break
    end
    local request = read_request(client, line)
    if not request then break end
    local fine, stays = pcall(handle, client, request)
    if not fine then io.stderr:write(tostring(stays), "\n") end
    if not (fine and stays) then break end
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

local function main()
  local listener = sockets.listen { host = "127.0.0.1", port = 0 }
  assert(listener:listen())
  local _, _, port = listener:localname()
  io.stdout:write(port, "\n")
  io.stdout:flush()
  local first = parent()
  loop:wrap(function()
    while parent() == first do cqueues.sleep(1) end
    os.exit(0, false)
  end)
  loop:wrap(function()
    for client in listener:clients() do loop:wrap(serve, client) end
  end)
  -- A connection that fails is not the end of the others.
  while not loop:empty() do
    local fine, problem = loop:loop()
    if not fine then io.stderr:write(tostring(problem), "\n") end
  end
end

main()
