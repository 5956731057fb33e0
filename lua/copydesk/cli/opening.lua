--- The command that shows the pages: open.
--
-- No secret goes through an address, which browsers keep: a one-time code is in a file of the user's own, whose form a
-- browser sends. The file is removed once that has happened, or the code has ended.
-- @module copydesk.cli.opening
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local PAUSE = 0.25 -- seconds between two questions whether the code was used

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local FORM = [[
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>copydesk</title></head>
<body><form method="post" action="%s"><input type="hidden" name="code" value="%s"><button>To the queue</button></form>
<script>document.forms[0].submit()</script></body></html>
]]

local function run(command)
  local pipe = io.popen(command)
  local line = pipe and pipe:read "*l"
  if pipe then pipe:close() end
  return line
end

-- A file that nobody else can read; its path.
local function write_file(made)
  local path = run 'umask 077 && folder=$(mktemp -d) && : > "$folder/copydesk.html" && echo "$folder/copydesk.html"'
  local file = path and io.open(path, "w")
  if not file then session.fail("failed", "no temporary file can be made") end
  local written, problem = file:write(FORM:format(escape(made.url), escape(made.code)))
  file:close()
  if not written then session.fail("failed", "cannot write " .. path .. ": " .. tostring(problem)) end
  return path
end

local function remove_file(path)
  os.remove(path)
  os.remove((path:match "^(.*)/"))
end

-- Starts the browser that the desktop has; false when it has none.
local function show(path)
  for _, program in ipairs { "xdg-open", "open" } do
    local found = run("command -v " .. program)
    local done = found and os.execute(("%s %s >/dev/null 2>&1"):format(program, quote(path)))
    if done == true or done == 0 then return true end
  end
  return false
end

local function wait_until_used(desk, made)
  while true do
    local waits = desk:request("GET", "/api/sign-in-codes/" .. made.codeId)
    if not waits then return end
    os.execute("sleep " .. PAUSE)
  end
end

-- The service on the data folder, to learn whether it is this process that runs it; nil: it is elsewhere.
local function join_service(options)
  if options["base-url"] then return nil end
  local service = session.load_service()
  return session.check(service.start(session.service_config(options)))
end

local function is_same_folder(one, other)
  local same = os.execute(("[ %s -ef %s ]"):format(quote(one), quote(other)))
  return same == true or same == 0
end

-- Articles that are begun in the pages are written from the library of whoever runs the service: a --library that is
-- another one would be dropped, and somebody else's documents drawn from. Without one it is the same as there, also
-- when the service goes on here.
local function agree_on_library(server, options)
  local running = server and server.shared and server.running
  if not running or not running.library and not server.library then return server end
  local theirs = running.library and "its library is " .. running.library or "it has no library"
  local who = ("the service on this data folder runs in process %d, and %s"):format(running.process, theirs)
  if not server.library then
    terminal.note(who .. ", from which the pages write")
    server:stop()
    options.library = running.library -- also for the client, either of which may go on with the service
    return join_service(options)
  end
  if running.library and is_same_folder(running.library, server.library) then return server end
  session.fail("failed", ("%s: the pages would not write from %s. End that program first, or give --data a folder of "
    .. "its own"):format(who, server.library))
end

-- Runs the service, or stands by while another program does, as long as it is not interrupted. One that is there for
-- others (copydesk serve) needs nobody to stand by.
local function keep_service(server)
  local running = server.shared and server.running
  if running and running.standalone then return end
  terminal.note(running and ("the service runs in process %d; when that ends it goes on here, as long as this is not "
    .. "interrupted (Ctrl-C)"):format(running.process)
    or "the service runs in this process, as long as it is not interrupted (Ctrl-C)")
  server:wait()
end

local function open(options)
  local server = agree_on_library(join_service(options), options)
  local desk = session.open(options)
  local made = session.check(desk:request("POST", "/api/sign-in-codes"))
  local path = write_file(made)
  local done, problem = pcall(function()
    terminal.write((made.url:gsub("/sign%-in$", "/")), "\n")
    terminal.finish()
    if options.print or not show(path) then
      terminal.note("open this file in a browser within a minute, it signs in once: " .. path)
    end
    wait_until_used(desk, made)
  end)
  remove_file(path)
  if not done then error(problem, 0) end
  if server then
    keep_service(server)
    server:stop()
  end
end

return {
  { name = "open", summary = "Show the queue in a browser, signed in.", run = open,
    options = { { name = "print", help = "start no browser: tell the file that signs in" } },
    details = { "The file is for its owner alone, works once and for a minute, and is removed then.",
      "Where no service runs on the data folder, it runs in this process until that is interrupted; where it runs in",
      "another program, this process stands by and goes on with it when that program ends." } },
}
