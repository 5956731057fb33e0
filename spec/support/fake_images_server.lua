--- The program of `spec/support/fake_images.lua`. Its own command is `FILES`: the port of the pictures.
local json = require "spec.support.fake.json"
local pictures = require "spec.support.fake.pictures"
local server = require "spec.support.fake_server"
local services = require "spec.support.fake.image_services"

local files_port = server.listen()

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

local function note(request, service)
  local body = json.decode(request.body or "")
  body = type(body) == "table" and body or nil
  return server.note(request, { service = service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = body, key = key_of(request.headers),
    prompt = body and body.prompt or request.query.q, size = size_of(body),
    form = service == "token" and server.form(request.body) or nil })
end

-- --- answers ---

local function answer(client, rule, status, body, kind)
  local headers = { ["Content-Type"] = kind, ["Retry-After"] = rule.retry_after }
  return server.answer(client, status, body, headers, rule.cut and math.floor(#body * rule.cut))
end

-- Where a picture of this size is.
local function file_url(call, size, name)
  return ("http://127.0.0.1:%d/files/%d/%s/%s.png"):format(files_port, call.number, size, name or "picture")
end

local function handle(client, request)
  local service = service_of(request)
  if not service then return server.answer(client, 404, '{"detail":"Not Found"}') end
  local call = note(request, service)
  local rule = server.rule_for(call, (call.prompt or "") .. call.path)
  if not server.wait(client, call, rule) then return false end
  if rule.html then
    call.status = rule.status or 200
    return answer(client, rule, call.status, server.HTML, "text/html")
  end
  local status, body, kind = services[service](call, rule, server.settings, file_url)
  call.status = status
  body = type(body) == "table" and json.encode(body) or body
  if rule.malformed then body = body:sub(1, #body // 2) end
  return answer(client, rule, status, body, kind)
end

server.run(handle, { FILES = function() return tostring(files_port) end })
