--- A game in LÖVE without a display.
--
--     local said, code = love.run { program = text, environment = "A=b", arguments = "x" }
--
-- An error that nobody caught is on the last lines, and the exit code is 1.
local folder = require "spec.support.folder"

local love = {}

local CONFIG = [[
function love.conf(game)
  game.window = nil
  for _, name in ipairs { "audio", "graphics", "window", "sound", "joystick" } do game.modules[name] = false end
end
]]

local BEFORE = [[
function love.errorhandler(message)
  io.stdout:write("errorhandler: ", tostring(message), "\n")
  io.stdout:flush()
  os.exit(1)
end
]]

local build = os.getenv("COPYDESK_BUILD") or "build"

--- options: program (main.lua), environment, arguments; home (its folder, when the caller needs it afterwards).
function love.run(options)
  local home = options.home or folder.new()
  folder.write(home .. "/conf.lua", CONFIG)
  folder.write(home .. "/main.lua", BEFORE .. options.program)
  local command = "LUA_CPATH='%s/lib/luajit/?.so;;' SDL_VIDEODRIVER=dummy %s timeout 600 love %s %s 2>&1; echo $?"
  local pipe = assert(io.popen(command:format(build, options.environment or "", home, options.arguments or "")))
  local said = pipe:read("*a")
  pipe:close()
  if not options.home then folder.remove(home) end
  return said:match("^(.-)(%d+)\n$")
end

return love
