--- The tools for what articles are written for and go to: domains with their pages and links, brands, integrations.
-- @module copydesk.mcp.sites
local asking = require "copydesk.mcp.asking"
local json = require "copydesk.mcp.json"
local schema = require "copydesk.mcp.schema"

-- --- lists ----------------------------------------------------------------------------------------------------------

local DOMAIN = { "domainId", "name", "startUrl", "sitemapUrl", "status", "problem", "pageCount" }

local function domain_line(domain)
  return ("%s  %s  %s, %d pages"):format(domain.domainId, domain.name, domain.status, domain.pageCount)
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

-- --- the table ------------------------------------------------------------------------------------------------------

local function domain_field(summary)
  return { name = "domainId", type = "string", required = true, summary = summary }
end

local function link_fields()
  return schema.request("LinkRequest", {
    { name = "content", type = "string", required = true, summary = "What gets links." },
    domain_field "The domain to whose pages it links, by its id or its name.",
  })
end

local function no_fields()
  return {}
end

return {
  { name = "link_content", title = "Put internal links into content", run = link_content, fields = link_fields,
    description = "Puts links to the pages of a domain into HTML or Markdown, and changes nothing else in it.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  list_tool("domains", "List domains", "Lists the domains to whose pages link_content can link.", DOMAIN, domain_line,
    no_fields),
}
