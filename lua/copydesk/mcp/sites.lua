--- The tools for what articles are written for and go to: domains with their pages and links, brands, integrations.
-- @module copydesk.mcp.sites
local asking = require "copydesk.mcp.asking"
local json = require "copydesk.mcp.json"
local schema = require "copydesk.mcp.schema"

-- --- lists ----------------------------------------------------------------------------------------------------------

local DOMAIN = { "domainId", "name", "startUrl", "sitemapUrl", "status", "problem", "pageCount" }
local BRAND = { "brandId", "name", "url" }
local INTEGRATION = { "integrationId", "name", "kind", "state" }

local function domain_line(domain)
  return ("%s  %s  %s, pages: %d"):format(domain.domainId, domain.name, domain.status, domain.pageCount)
end

local function brand_line(brand)
  return ("%s  %s"):format(brand.brandId, brand.name)
end

local function integration_line(integration)
  return ("%s  %s  %s, %s"):format(integration.integrationId, integration.name, integration.kind, integration.state)
end

-- A tool that lists what stands at /api/NAME; members: what is shown of an entry.
local function list_tool(name, title, description, members, line, fields)
  local function entry(record) return json.object(json.members(record, members)) end
  return { name = "list_" .. name, title = title, description = description, fields = fields,
    run = function(desk, given) return asking.list(desk, name, given, line, entry) end,
    annotations = { readOnlyHint = true, openWorldHint = false } }
end

-- --- domains --------------------------------------------------------------------------------------------------------

local function with_domain(desk, given)
  local request = {}
  for name, value in pairs(given) do request[name] = value end
  request.domainId = asking.id(desk, "domain", given.domainId)
  return request
end

-- The answer as it is: the content, or for the format json an object with it and its links.
local function link_content(desk, given)
  return asking.result(asking.ask(desk, "POST", "/api/internal-links", with_domain(desk, given), { raw = true }))
end

local function push_pages(desk, given)
  local path = asking.path("/api/domains/%s/pages", with_domain(desk, given).domainId)
  local domain = asking.ask(desk, "POST", path, { pages = given.pages })
  return asking.result(domain_line(domain), json.object(json.members(domain, DOMAIN)))
end

-- --- the table ------------------------------------------------------------------------------------------------------

local function domain_field(summary)
  return { name = "domainId", type = "string", required = true, summary = summary }
end

local function link_fields()
  return schema.request("LinkRequest", {
    { name = "content", type = "string", required = true, summary = "What gets links." },
    domain_field "The domain to whose pages it links, by its id or its name.",
    { name = "density", type = "string", summary = "How many links; many: likely ones too." },
    { name = "explain", type = "boolean", summary = "Says why links were made, or not." },
  })
end

local function page_fields()
  local fields = schema.request("PagesRequest", {
    { name = "pages", type = "array of Page", required = true, summary = "The pages, up to 1,000 at a time." },
  })
  table.insert(fields, 1, domain_field "The domain that gets the pages, by its id or its name.")
  return fields
end

local function no_fields()
  return {}
end

local function fields_of(name)
  return function() return schema.request(name) end
end

return {
  { name = "link_content", title = "Put internal links into content", run = link_content, fields = link_fields,
    description = "Puts links to the pages of a domain into HTML or Markdown, and changes nothing else in it.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "push_pages", title = "Push pages to a domain", run = push_pages, fields = page_fields,
    description = "Adds pages to a domain, to which link_content then can link, or replaces them.",
    annotations = { readOnlyHint = false, destructiveHint = true, idempotentHint = true, openWorldHint = false } },
  list_tool("domains", "List domains", "Lists the domains to whose pages link_content can link.", DOMAIN, domain_line,
    no_fields),
  list_tool("brands", "List brands", "Lists the brands for which articles can be written.", BRAND, brand_line,
    fields_of "BrandList"),
  list_tool("integrations", "List integrations", "Lists the sites and webhooks to which articles can go.", INTEGRATION,
    integration_line, fields_of "IntegrationList"),
}
