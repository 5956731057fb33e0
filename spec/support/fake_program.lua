--- The handle of a program that plays services (fake_server.lua), for those of each service.
--
--     local fake_search = fake_program.class("fake_search_server", "service")
--     function fake_search.start(options)
--       return fake_search:begin({ key = options.key }, settings)   -- a handle with key, server, port, address, url
--     end
--
-- A handle of the class has the functions below.
local apart = require "spec.support.apart"
local json = require("cjson").new()

local fake_program = {}
fake_program.__index = fake_program

--- program: the file beside this one; sorted_by: the member of a call that calls() asks for.
function fake_program.class(program, sorted_by)
  local class = setmetatable({ program = program, sorted_by = sorted_by }, fake_program)
  class.__index = class
  return class
end

--- Starts the program. settings, if any, are told to it at once.
function fake_program.begin(class, members, settings)
  local handle = setmetatable(members or {}, class)
  handle.server = apart.start(class.program)
  handle.port = handle.server.port
  handle.address = "127.0.0.1:" .. handle.port
  handle.url = "http://" .. handle.address
  if settings then handle:set(settings) end
  return handle
end

function fake_program:tell(line)
  assert(self.server:tell(line) == "ok", line:sub(1, 60))
end

function fake_program:set(settings)
  self:tell("SET " .. json.encode(settings))
end

--- Sets the rules and forgets the calls.
function fake_program:script(rules)
  self:tell("SCRIPT " .. json.encode(rules or {}))
end

--- The calls since the last script, in the order in which they came: number, at (seconds of a clock), beside (calls
-- under way when it came), seconds (from request to answer; nil: not answered), hung_up (the caller went away), and
-- what the service has. With a count, once there are as many; with "answered" once all of them are answered or given up
-- too.
function fake_program:log(count, answered)
  if count then self:tell(("AWAIT %d%s"):format(count, answered and " answered" or "")) end
  return json.decode(self.server:tell "LOG")
end

--- The calls of one kind, or of one service.
function fake_program:calls(name)
  local list = {}
  for _, call in ipairs(self:log()) do
    if call[self.sorted_by] == name then list[#list + 1] = call end
  end
  return list
end

--- Lets go of the calls that are held.
function fake_program:release()
  self:tell "RELEASE"
end

function fake_program:stop()
  self.server:stop()
end

return fake_program
