--- The program of `spec/support/fake_shops.lua`.
local server = require "spec.support.fake_server"
local json = require "spec.support.fake.json"

local SERVICES = { shopify = require "spec.support.fake.shopify", webflow = require "spec.support.fake.webflow" }

local function played() return SERVICES[server.settings.service] end

-- The log has what is text; a file is told by its size.
local function loggable(body, operation)
  return operation == "bucket" and #(body or "") or body
end

local function faulted(rule, status, body, kind)
  if rule.html then return rule.status or 200, server.HTML, "text/html" end
  if rule.status then
    return rule.status, played().refusal(rule.status, rule.message or "This went wrong."), "application/json"
  end
  return status, body, kind
end

local function handle(client, request)
  local operation = played().operation(request)
  local call = server.note(request, { service = operation or "unknown", method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = loggable(request.body, operation) })
  local rule = server.rule_for(call, request.target .. " " .. (request.body or ""))
  if not operation then return server.answer(client, 404, server.HTML, { ["Content-Type"] = "text/html" }) end
  if not rule.late and not server.wait(client, call, rule) or rule.gone then return false end
  local status, body, kind
  if not rule.status or rule.done then
    status, body, kind = played().answer(request, operation, server.settings, rule)
  end
  if rule.late and not server.wait(client, call, rule) then return false end
  if rule.lost then return false end
  status, body, kind = faulted(rule, status, body, kind)
  call.status = status
  return server.answer(client, status, body, { ["Content-Type"] = kind or "application/json",
    ["Retry-After"] = rule.retry_after })
end

server.run(handle, {
  STATE = function() return json.encode(played().state()) end,
  PUT = function(rest) played().put(json.decode(rest)) end,
  RESET = function() played().reset() end,
})
