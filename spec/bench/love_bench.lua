--- What `desk:step()` costs a frame of a game: 600 frames at 60 a second in LÖVE, with 20 articles in flight all the
--- time, beside a frame in which nothing is done but to look at the clock twice. Once with a service elsewhere, once
--- with the service inside the game, whose workers are busy.

local folder = require "spec.support.folder"
local love = require "spec.support.love"
local service = require "spec.support.service"

local GAME = [[
local copydesk = require "copydesk"
local FRAMES, ARTICLES = 600, 20
local desk = assert(copydesk.new { loop = "love", timeout = 300, SERVICE })
local steps, empty, finished = {}, {}, 0

local function write()
  while #steps < FRAMES do
    assert(desk:wait(assert(desk:create "indoor herb garden")))
    finished = finished + 1
  end
end

local function print_quantiles(name, seconds)
  table.sort(seconds)
  local function at(part) return seconds[math.max(1, math.ceil(#seconds * part))] * 1e3 end
  print(("%-18s %8.3f %8.3f %8.3f"):format(name, at(0.5), at(0.99), at(1)))
end

function love.load()
  for _ = 1, ARTICLES do coroutine.wrap(write)() end
end

function love.update()
  local before = love.timer.getTime()
  local between = love.timer.getTime()
  desk:step()
  local after = love.timer.getTime()
  empty[#empty + 1], steps[#steps + 1] = between - before, after - between
  love.timer.sleep(math.max(0, 1 / 60 - (after - before)))
  if #steps < FRAMES then return end
  print(("%d frames, %d articles in flight, %d finished meanwhile"):format(FRAMES, ARTICLES, finished))
  print(("%-18s %8s %8s %8s"):format("ms a frame", "p50", "p99", "max"))
  print_quantiles("desk:step()", steps)
  print_quantiles("nothing", empty)
  desk:close()
  love.event.quit()
end
]]

local function run(title, configuration, environment)
  local said = love.run { program = GAME:gsub("SERVICE", configuration), environment = environment }
  io.write(title, ": ", said)
end

local server = service.start { config = { workers = 2, library = "examples/library" } }
run("service elsewhere", "", ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s"):format(server.url, server.key))
server:stop()

local data = folder.new()
run("service inside", ('service = { data = "%s", library = os.getenv "PWD" .. "/examples/library", workers = 2, '
  .. "limits = { create = 0, status = 0 } }"):format(data), "")
folder.remove(data)
