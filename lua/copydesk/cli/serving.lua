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

-- Tells the service manager; that it cannot be told does not end a service that runs.
local function tell(service, state)
  local told, problem = service.notify(state)
  if not told then service.log("warn", "the service manager cannot be told: " .. tostring(problem)) end
end

-- The configuration as it is now in its file. What the command line says goes before it, as at the start.
local function read_config(options, listen)
  local config = session.service_config(options)
  config.listen = listen or options.listen or config.listen or "127.0.0.1:8080"
  return config
end

-- SIGHUP: the file is read again. A wrong one changes nothing.
local function reload(service, server, options, listen)
  local read, config = pcall(read_config, options, listen)
  local problem = not read and (type(config) == "table" and config.message or tostring(config))
  if read then
    local done, err = server:reload(config)
    problem = not done and tostring(err)
  end
  if problem then
    service.log("error", "the configuration is refused, and the one before stays in force: " .. problem)
  else
    service.log("warn", "the configuration was read again")
  end
end

local function serve(options)
  local service = session.load_service()
  local passed = passed_listener(service, options)
  local config = read_config(options, passed)
  service.take_hangup()
  local server, err = service.serve(config)
  if not server then session.fail("failed", tostring(err)) end
  service.keep_end(true) -- whoever reads that it is ready may stop it, and articles are to be finished then, too
  local note = network_note(service, config.listen)
  terminal.write("copydesk: ready at ", server.url, note, "\n")
  terminal.finish()
  local ready = "READY=1\nSTATUS=ready at " .. server.url .. note
  session.check(service.notify(ready))
  while server:wait() == "SIGHUP" do
    tell(service, "RELOADING=1\nSTATUS=reading the configuration again")
    reload(service, server, options, passed)
    tell(service, ready)
  end
  service.keep_end(false) -- a second signal ends it at once
  local told, problem = service.notify "STOPPING=1\nSTATUS=stopping"
  server:drain()
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
