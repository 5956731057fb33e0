--- The command that lets a language model's program use copydesk: mcp.
-- @module copydesk.cli.protocol
local mcp = require "copydesk.mcp"
local session = require "copydesk.cli.session"

local function serve(options)
  session.check(mcp.serve(session.open(options)))
end

return {
  { name = "mcp", summary = "Serve the Model Context Protocol on standard input and output.", run = serve,
    details = { "For the configuration of a program that talks to a language model: it starts this command itself.",
      "What is being written when the program ends goes on in a service of its own; here, at its next start." } },
}
