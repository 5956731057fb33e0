--- The program of `spec/support/fake_images.lua`.
--
-- Prints its port, then serves until it is told to quit, or until the program that started it is gone. A connection
-- whose first line is not HTTP is a command: `FILES` (the port of the pictures), `SET <json>`, `SCRIPT <json>`, `LOG`,
-- `AWAIT <count>`, `RELEASE`, `QUIT`.
local cqueues = require "cqueues"
local condition = require "cqueues.condition"
local sockets = require "cqueues.socket"
local json = require "spec.support.fake.json"
local pictures = require "spec.support.fake.pictures"
local services = require "spec.support.fake.image_services"

local LONGEST_LINE = 1 << 26
local HTML = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><img src=x></body></html>"

local loop, changed = cqueues.new(), condition.new()
local settings, rules, calls, counts, under_way, releases = {}, {}, {}, {}, 0, 0
local files_port

-- --- requests ---

local function decode(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local function form_of(text)
  local form = {}
  for name, value in (text or ""):gmatch "([^&=]+)=([^&]*)" do form[decode(name)] = decode(value) end
  return form
end

local function read_request(client, line)
  local method, target = line:match("^(%u+) (%S+) HTTP/1%.[01]\r?$")
  if not method then return nil end
  local query = form_of(target:match "%?(.*)$")
  local request = { method = method, path = target:match "^[^?]*", query = query, headers = {} }
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
  request.text = length > 0 and client:read(length) or ""
  return request
end

-- --- calls ---

local ROUTES = {
  { "POST", "^/v1/images/generations$", "openai" },
  { "POST", "^/sdapi/v1/txt2img$", "automatic1111" },
  { "GET", "^/v1/images/$", "openverse" },
  { "POST", "^/v1/auth_tokens/token/$", "token" },
  { "GET", "^/v1/images/[^/]+/thumb/$", "file" },
  { "GET", "^/files/", "file" },
}

local function service_of(request)
  for _, route in ipairs(ROUTES) do
    if route[1] == request.method and request.path:find(route[2]) then return route[3] end
  end
end

local function key_of(headers)
  local kind, key = (headers.authorization or ""):match "^(%a+) (.*)$"
  return kind == "Basic" and pictures.from_base64(key) or key
end

local function size_of(body)
  if not body or body.size then return body and body.size end
  return body.width and ("%dx%d"):format(body.width, body.height)
end

local function new_call(request, service)
  local body = json.decode(request.text)
  body = type(body) == "table" and body or nil
  local call = { number = #calls + 1, service = service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = body, key = key_of(request.headers),
    beside = under_way - 1,
    prompt = body and body.prompt or request.query.q, size = size_of(body),
    form = service == "token" and form_of(request.text) or nil }
  calls[#calls + 1] = call
  counts[service] = (counts[service] or 0) + 1
  changed:signal()
  return call
end

local function fits(rule, call)
  if (rule.used or 0) >= (rule.times or math.huge) then return false end
  if rule.service and rule.service ~= call.service then return false end
  if rule.call and rule.call ~= (rule.service and counts[call.service] or #calls) then return false end
  return not rule.contains or ((call.prompt or "") .. call.path):find(rule.contains, 1, true) ~= nil
end

local function rule_for(call)
  for _, rule in ipairs(rules) do
    if fits(rule, call) then
      rule.used = (rule.used or 0) + 1
      return rule
    end
  end
  return {}
end

-- --- answers ---

local function send(client, data)
  return client:write(data) and client:flush()
end

local function answer(client, rule, status, body, kind)
  local lines = { ("HTTP/1.1 %d Status"):format(status), "Content-Type: " .. kind, "Content-Length: " .. #body }
  if rule.retry_after then lines[#lines + 1] = ("Retry-After: %d"):format(rule.retry_after) end
  local all = table.concat(lines, "\r\n") .. "\r\n\r\n" .. body
  if rule.cut then
    send(client, all:sub(1, #all - #body + math.floor(#body * rule.cut)))
    return false
  end
  return send(client, all)
end

-- That there is nothing to read is counted as an error, of which a connection bears a hundred.
local function is_gone(client)
  client:fill(1, 0)
  client:clearerr "r"
  return client:eof "r"
end

-- False when the caller went away.
local function wait(client)
  local released = releases
  while releases == released do
    cqueues.poll({ pollfd = client:pollfd(), events = "r" }, changed, 3600)
    if is_gone(client) then return false end
  end
  return true
end

-- Where a picture of this size is.
local function file_url(call, size, name)
  return ("http://127.0.0.1:%d/files/%d/%s/%s.png"):format(files_port, call.number, size, name or "picture")
end

local function handle(client, request, service)
  local call = new_call(request, service)
  local rule = rule_for(call)
  if rule.hold and not wait(client) then
    call.hung_up = true
    return false
  end
  if rule.html then
    call.status = rule.status or 200
    return answer(client, rule, call.status, HTML, "text/html")
  end
  local status, body, kind = services[service](call, rule, settings, file_url)
  call.status = status
  body = type(body) == "table" and json.encode(body) or body
  if rule.malformed then body = body:sub(1, #body // 2) end
  return answer(client, rule, status, body, kind or "application/json")
end

local function serve_request(client, request)
  local service = service_of(request)
  if not service then return answer(client, {}, 404, '{"detail":"Not Found"}', "application/json") end
  under_way = under_way + 1
  local fine, stays = pcall(handle, client, request, service)
  under_way = under_way - 1
  if not fine then io.stderr:write(tostring(stays), "\n") end
  return fine and stays
end

-- --- commands ---

local COMMANDS = {
  FILES = function() return tostring(files_port) end,
  SET = function(rest) settings = json.decode(rest) end,
  SCRIPT = function(rest) rules, calls, counts = json.decode(rest), {}, {} end,
  RELEASE = function() releases = releases + 1 end,
  AWAIT = function(rest)
    while #calls < tonumber(rest) do changed:wait() end
  end,
  LOG = function() return json.encode(json.array(calls)) end,
  QUIT = function() os.exit(0, false) end,
}

local function command(client, line)
  local name, rest = line:match "^(%u+) ?(.*)$"
  local reply = COMMANDS[name] and (COMMANDS[name](rest) or "ok") or "unknown"
  changed:signal()
  send(client, reply .. "\n")
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
      command(client, line)
      break
    end
    local request = read_request(client, line)
    if not request or not serve_request(client, request) then break end
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

local function listen()
  local listener = sockets.listen { host = "127.0.0.1", port = 0 }
  assert(listener:listen())
  loop:wrap(function()
    for client in listener:clients() do loop:wrap(serve, client) end
  end)
  local _, _, port = listener:localname()
  return port
end

local function main()
  local port = listen()
  files_port = listen()
  io.stdout:write(port, "\n")
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

main()
