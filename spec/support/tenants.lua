--- What the specs about tenants know of the routes: how each is called, and what an account can have.
--
-- Routes come from the service's own table. One that is not in `calls` below is a fault of the spec that goes through
-- them: whoever adds a route says here of what kind its {id} is, and what it is asked with.
local http = require "spec.support.http"

local tenants = {}

tenants.UNKNOWN = "01890000-0000-7000-8000-000000000000"

-- Where nobody listens, so that deliveries stay under way.
local NOBODY = "127.0.0.1:9"

--- The configuration that furnish needs.
tenants.config = { workers = 1, library = "examples/library", allow_addresses = { NOBODY } }

-- kind: whose id stands in the path; body: what a caller may well send.
tenants.calls = {
  ["POST /api/articles/v2"] = { body = { targetKeyword = "herbs" } },
  ["POST /api/articles"] = { body = { targetKeyword = "herbs" } },
  ["GET /api/articles"] = {},
  ["GET /api/articles/{id}"] = { kind = "article" },
  ["DELETE /api/articles/{id}"] = { kind = "article" },
  ["POST /api/articles/{id}/cancel"] = { kind = "article" },
  ["POST /api/articles/{id}/polish"] = { kind = "article" },
  ["GET /api/articles/{id}/content"] = { kind = "article" },
  ["GET /api/articles/{id}/run"] = { kind = "article" },
  ["GET /api/articles/{id}/deliveries"] = { kind = "article" },
  ["POST /api/articles/{id}/deliver"] = { kind = "article", body = { integrationId = tenants.UNKNOWN } },
  ["POST /api/internal-links"] = { body = { content = "Basil.", format = "json", domainId = tenants.UNKNOWN } },
  ["GET /api/domains"] = {},
  ["POST /api/domains"] = { body = { name = "a new one" } },
  ["GET /api/domains/{id}"] = { kind = "domain" },
  ["PATCH /api/domains/{id}"] = { kind = "domain", body = { name = "taken over" } },
  ["DELETE /api/domains/{id}"] = { kind = "domain" },
  ["GET /api/domains/{id}/pages"] = { kind = "domain" },
  ["POST /api/domains/{id}/pages"] = { kind = "domain",
    body = { pages = { { url = "https://evil.example/", title = "x", html = "<p>x</p>" } } } },
  ["GET /api/domains/{id}/report"] = { kind = "domain" },
  ["POST /api/domains/{id}/refresh"] = { kind = "domain" },
  ["GET /api/brands"] = {},
  ["POST /api/brands"] = { body = { name = "a new one" } },
  ["GET /api/brands/{id}"] = { kind = "brand" },
  ["PATCH /api/brands/{id}"] = { kind = "brand", body = { name = "taken over" } },
  ["DELETE /api/brands/{id}"] = { kind = "brand" },
  ["GET /api/integrations"] = {},
  ["POST /api/integrations"] = { body = { name = "hook", kind = "webhook",
    settings = { url = "https://hook.example/" } } },
  ["GET /api/integrations/{id}"] = { kind = "integration" },
  ["PATCH /api/integrations/{id}"] = { kind = "integration", body = { name = "taken over" } },
  ["DELETE /api/integrations/{id}"] = { kind = "integration" },
  ["POST /api/integrations/{id}/test"] = { kind = "integration" },
  ["POST /api/integrations/{id}/rotate"] = { kind = "integration" },
  ["GET /api/integrations/{id}/deliveries"] = { kind = "integration" },
  ["GET /api/deliveries/{id}"] = { kind = "delivery" },
  ["POST /api/deliveries/{id}/resend"] = { kind = "delivery" },
  ["GET /api/account"] = {},
  ["GET /api/usage"] = {},
  ["GET /api/ledger"] = {},
  ["GET /api/keys"] = {},
  ["POST /api/keys"] = { body = { name = "a new one" } },
  ["PATCH /api/keys/{id}"] = { kind = "key", body = { name = "taken over" } },
  ["POST /api/keys/{id}/rotate"] = { kind = "key" },
  ["DELETE /api/keys/{id}"] = { kind = "key" },
  ["POST /api/sign-in-codes"] = {},
  ["GET /api/sign-in-codes/{id}"] = { kind = "code" },
  ["GET /api/accounts"] = {},
  ["POST /api/accounts"] = { body = { accountId = "sneaked-in" } },
  ["GET /api/accounts/{id}"] = { kind = "account" },
  ["PATCH /api/accounts/{id}"] = { kind = "account", body = { addWords = 1000 } },
  ["DELETE /api/accounts/{id}"] = { kind = "account" },
  ["POST /api/secrets/rotate"] = {},
  ["GET /api/nodes"] = {},
  ["GET /api/models"] = {},
  ["GET /api/languages"] = {},
  ["GET /media/{id}"] = { kind = "picture" }, -- for everybody who knows the address
  ["GET /healthz"] = {},
  ["GET /openapi.json"] = {},
  ["GET /readyz"] = {},
  ["GET /metrics"] = {},
}

-- Where requests take ids besides the path: by the name of the field, the kind.
tenants.fields = {
  brandId = "brand", integrationId = "integration", internalLinkingDomainId = "domain", domainId = "domain",
  articleId = "article", cursor = "any", accountId = "new", marketAssociatesId = "none", keyId = "key",
  deliveryId = "delivery",
}

function tenants.name_of(route) return route.method .. " " .. route.path end

--- How a route is called; nil: nobody has said.
function tenants.call_of(route) return tenants.calls[tenants.name_of(route)] end

--- Is the route in the service's table?
function tenants.has(routes, name)
  for _, route in ipairs(routes) do
    if tenants.name_of(route) == name then return true end
  end
  return false
end

--- Sends what a caller of the route would, with an id in the path.
function tenants.ask(server, route, id, options)
  local call = tenants.call_of(route)
  local path = route.path:gsub("{id}", id or tenants.UNKNOWN)
  local asked = { body = call.body }
  for name, value in pairs(options or {}) do asked[name] = value end
  return assert(http.request(server, route.method, path, asked))
end

--- What callers may see of an answer, with the id that was asked for and what differs between any two requests taken
-- out.
function tenants.seen(answer, id)
  local headers = {}
  for name, value in pairs(answer.headers) do
    if name ~= "x-request-id" and name ~= "date" and not name:find "^ratelimit" and name ~= "content-length" then
      headers[#headers + 1] = name .. ": " .. value
    end
  end
  table.sort(headers)
  local text = ("%d\n%s\n\n%s"):format(answer.status, table.concat(headers, "\n"), answer.body)
  local from, to = text:find(id, 1, true)
  while from do
    text = text:sub(1, from - 1) .. "ID" .. text:sub(to + 1)
    from, to = text:find(id, from, true)
  end
  return text
end

--- Gives the account of the key one of everything that the service has routes for; the ids by kind.
function tenants.furnish(server, key, label)
  local ids = {}
  local function make(path, body, member)
    local answer = assert(http.request(server, "POST", path, { key = key, body = body }))
    assert(answer.status < 300 and answer.json[member], answer.body)
    return answer.json[member]
  end
  ids.brand = make("/api/brands", { name = "Brand of " .. label, knowledge = "secret of " .. label }, "brandId")
  ids.domain = make("/api/domains", { name = "domain of " .. label }, "domainId")
  make("/api/domains/" .. ids.domain .. "/pages", { pages = { { url = ("https://%s.example/basil"):format(label),
    title = "Basil of " .. label, html = "<p>Basil grows on the windowsill of " .. label .. ".</p>" } } }, "domainId")
  ids.key = make("/api/keys", { name = "key of " .. label }, "keyId")
  ids.integration = make("/api/integrations", { name = "hook of " .. label, kind = "webhook",
    settings = { url = ("http://%s/%s"):format(NOBODY, label) } }, "integrationId")
  ids.article = make("/api/articles/v2", { targetKeyword = "indoor herb garden", articleLength = "short",
    brandId = ids.brand, internalLinkingDomainId = ids.domain }, "articleId")
  local record = http.wait(server, ids.article, key)
  assert(record.status == "finished", record.error)
  ids.delivery = make(("/api/articles/%s/deliver"):format(ids.article), { integrationId = ids.integration },
    "deliveryId")
  ids.code = make("/api/sign-in-codes", nil, "codeId")
  return ids
end

return tenants
