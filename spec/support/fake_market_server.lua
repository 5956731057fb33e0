--- The program of `spec/support/fake_market.lua`.
local server = require "spec.support.fake_server"
local services = require "spec.support.fake.market_services"

local function handle(client, request)
  request.service, request.path = request.target:match "^/([^/?]*)([^?]*)"
  local service = services[request.service]
  local call = server.note(request, { service = request.service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = request.body })
  local rule = server.rule_for(call, request.target .. " " .. (request.body or ""))
  if not service then return server.answer(client, 404, "nothing is here", { ["Content-Type"] = "text/plain" }) end
  if not server.wait(client, call, rule) then return false end
  local status, body, kind = service.answer(request, server.settings, rule)
  if rule.html then
    status, body, kind = rule.status or 200, server.HTML, "text/html"
  elseif rule.status then
    status = rule.status
    body, kind = service.refusal(status, rule.message or "This went wrong.")
  end
  call.status = status
  if rule.malformed then body = body:sub(1, #body // 2) end
  return server.answer(client, status, body, { ["Content-Type"] = kind, ["Retry-After"] = rule.retry_after })
end

server.run(handle)
