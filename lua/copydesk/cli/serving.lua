--- The command that is the service: serve.
-- @module copydesk.cli.serving
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

-- A warning where the service can be reached from other machines.
local function network_note(service, listen)
  local fd = listen:match "^fd:(%d+)$"
  local host = fd and service.listener_host(tonumber(fd)) or listen:match("^(.*):%d+$") or listen
  if host == "localhost" or host == "::1" or host == "[::1]" or host:find("^127%.") then return "" end
  return " (listening on " .. host .. ": open to the network)"
end

-- The socket that a service manager passed, which takes the place of a configured address.
local function passed_listener(service, options)
  local passed, err = service.passed_listener()
  if err then session.fail("failed", tostring(err)) end
  if passed and options.listen then
    session.fail("usage", "--listen contradicts the socket that the service manager passed (LISTEN_FDS): leave one out")
  end
  return passed
end

local function serve(options)
  local loaded, service = pcall(require, "copydesk.service")
  if not loaded then session.fail("failed", "the service is not installed: " .. tostring(service)) end
  local config = session.service_config(options)
  config.listen = passed_listener(service, options) or options.listen or config.listen or "127.0.0.1:8080"
  local server, err = service.serve(config)
  if not server then session.fail("failed", tostring(err)) end
  local note = network_note(service, config.listen)
  terminal.write("copydesk: ready at ", server.url, note, "\n")
  terminal.finish()
  session.check(service.notify("READY=1\nSTATUS=ready at " .. server.url .. note))
  server:wait()
  local told, problem = service.notify "STOPPING=1\nSTATUS=stopping"
  server:stop()
  session.check(told, problem)
end

return {
  { name = "serve", summary = "Run the service until it is interrupted or terminated.", run = serve, inside = true,
    options = {
      { name = "listen", value = "ADDRESS", help = "address and port (127.0.0.1:8080; port 0: any free one)" },
    },
    details = { "--listen fd:3 is a listening socket that the process was started with. One that a service manager",
      "passes, as systemd does, needs no option.", "The first API key is in the file `key` of the data folder." } },
}
