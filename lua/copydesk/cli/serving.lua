--- The command that is the service: serve.
-- @module copydesk.cli.serving
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

-- A warning where the service can be reached from other machines.
local function network_note(listen)
  local host = listen:match("^(.*):%d+$") or listen
  if host == "localhost" or host == "[::1]" or host:find("^127%.") then return "" end
  return " (listening on " .. host .. ": open to the network)"
end

local function serve(options)
  local loaded, service = pcall(require, "copydesk.service")
  if not loaded then session.fail("failed", "the service is not installed: " .. tostring(service)) end
  local config = session.service_config(options)
  config.listen = options.listen or config.listen or "127.0.0.1:8080"
  local server, err = service.serve(config)
  if not server then session.fail("failed", tostring(err)) end
  terminal.write("copydesk: ready at ", server.url, network_note(config.listen), "\n")
  terminal.finish()
  server:wait()
  server:stop()
end

return {
  { name = "serve", summary = "Run the service until it is interrupted or terminated.", run = serve, inside = true,
    options = {
      { name = "listen", value = "ADDRESS", help = "address and port (127.0.0.1:8080; port 0: any free one)" },
    },
    details = { "The first API key is in the file `key` of the data folder." } },
}
