--- The Model Context Protocol: versions, the handshake, and what each method does.
-- @module copydesk.mcp.protocol
local core = require "copydesk.core"
local json = require "copydesk.mcp.json"
local rpc = require "copydesk.mcp.rpc"
local tools = require "copydesk.mcp.tools"

local protocol = {}

--- The versions that are spoken; the first is offered to a client that names another one.
protocol.versions = { "2025-06-18", "2025-03-26", "2024-11-05" }

local BATCHES = { ["2025-03-26"] = true, ["2024-11-05"] = true } -- later versions have none

local INSTRUCTIONS = "write_article writes a whole article for a keyword and may take minutes; article_status says how "
  .. "one stands, read_article gives its text. link_content puts links to the pages of a domain into content, "
  .. "push_pages adds pages to one. The tools list_... show the ids that the others take."

local function version_for(wanted)
  for _, version in ipairs(protocol.versions) do
    if version == wanted then return version end
  end
  return protocol.versions[1]
end

local function initialize(params, request)
  if type(params.protocolVersion) ~= "string" then
    rpc.error("params", "protocolVersion must be a string, for example " .. protocol.versions[1] .. ".")
  end
  local version = version_for(params.protocolVersion)
  request.server.takes_batches = BATCHES[version]
  request.server.is_open = true
  return json.encode {
    protocolVersion = version,
    capabilities = { tools = { listChanged = false } },
    serverInfo = { name = "copydesk", title = "copydesk", version = core.version },
    instructions = INSTRUCTIONS,
  }
end

-- Before the handshake there is nothing but it and ping.
local function opened(method)
  return function(params, request)
    if not request.server.is_open then rpc.error("request", "The first request must be initialize.") end
    return method(params, request)
  end
end

-- Tells whoever asked with a token how far a tool has come. What is told rises, as the protocol demands.
local function teller(params, request)
  local token, last = nil, -1
  if type(params._meta) == "table" then token = params._meta.progressToken end
  if token ~= nil and not rpc.is_id(token) then
    rpc.error("params", "progressToken must be a string or a whole number below 2^53.")
  end
  return function(progress, message)
    if token == nil or progress <= last then return end
    last = progress
    request.server:notify("notifications/progress", json.object { { "progressToken", rpc.id_text(token) },
      { "progress", json.encode(progress) }, { "total", "1" }, { "message", json.encode(message) } })
  end
end

--- The methods for rpc.new.
function protocol.methods(desk)
  local methods = { initialize = initialize }

  function methods.ping() return "{}" end

  methods["notifications/initialized"] = function() return "{}" end

  methods["notifications/cancelled"] = function(params, request)
    request.server:cancel(params.requestId)
    return "{}"
  end

  methods["tools/list"] = opened(function() return json.object { { "tools", tools.list() } } end)

  methods["tools/call"] = opened(function(params, request)
    local tool = tools.find(params.name)
    if not tool then
      local name = type(params.name) == "string" and ("%q"):format(params.name) or "without a name"
      rpc.error("params", ("There is no tool %s; there is: %s."):format(name, tools.names()))
    end
    local given = params.arguments == nil and {} or params.arguments
    return tools.call(tool, desk, given, { tell = teller(params, request), request = request })
  end)

  return methods
end

return protocol
