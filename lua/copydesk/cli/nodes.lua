--- The command about the nodes that serve a database, for whoever runs the service.
-- @module copydesk.cli.nodes
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local function date(milliseconds)
  return os.date("!%Y-%m-%dT%H:%M:%SZ", math.floor(milliseconds / 1000))
end

local HEADS = { false, "name", "address", "version", "state", ">writing", ">workers", "started", "seen" }

local function row_of(node)
  return { node.nodeId, node.name, node.address, node.version, node.state, ("%d"):format(node.busy),
    ("%d"):format(node.workers), date(node.startedAt), date(node.seenAt) }
end

local function list(options)
  resource.send(options, session.open(options), "GET", "/api/nodes", nil, function(nodes)
    local rows = {}
    for i, node in ipairs(nodes.data) do rows[i] = row_of(node) end
    terminal.columns(HEADS, rows)
  end)
end

return {
  { name = "nodes", summary = "List the nodes that serve the database.", run = list, options = { resource.JSON },
    details = { "For whoever runs the service: through its data folder (--data), or with a key of the account local.",
      "A silent node was not seen for 30 seconds; what it was writing goes on at another." } },
}
