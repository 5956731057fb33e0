-- The program of gate.lua.
local server = require "spec.support.fake_server"
local sockets = require "cqueues.socket"

-- What belongs to one connection, not to the request.
local OWN = { connection = true, ["keep-alive"] = true, expect = true, ["transfer-encoding"] = true,
  ["content-length"] = true }

-- Passes the request on and gives all that the site answers.
local function pass_on(request)
  local site = assert(sockets.connect("127.0.0.1", math.floor(server.settings.port)))
  site:onerror(function(_, _, code) return code end)
  site:setmode("bf", "bf")
  local lines = { ("%s %s HTTP/1.1"):format(request.method, request.target), "connection: close" }
  for name, value in pairs(request.headers) do
    if not OWN[name] then lines[#lines + 1] = name .. ": " .. value end
  end
  if request.body then lines[#lines + 1] = "content-length: " .. #request.body end
  site:write(table.concat(lines, "\r\n"), "\r\n\r\n", request.body or "")
  site:flush()
  local answer = site:read "*a"
  site:close()
  return answer or ""
end

local function handle(client, request)
  local call = server.note(request, { method = request.method, target = request.target, headers = request.headers,
    size = #(request.body or "") })
  local rule = server.rule_for(call, request.method .. " " .. request.target)
  if rule.cut == "before" then return false end
  if rule.status then
    call.status = rule.status
    local headers = rule.headers or {}
    headers["Content-Type"] = headers["Content-Type"] or "text/html"
    return server.answer(client, rule.status, rule.body or server.HTML, headers)
  end
  local answer = pass_on(request)
  call.status = tonumber(answer:match "^HTTP/1%.%d (%d+)")
  if rule.cut == "after" or not server.wait(client, call, { hold = rule.hold }) then return false end
  server.send(client, answer)
  return false
end

server.run(handle)
