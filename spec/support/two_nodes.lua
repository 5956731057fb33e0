--- Two nodes, "north" and "south", on a PostgreSQL of their own, each with a folder of its own.
--
--     local pair = two_nodes.start { workers = 0 }   -- what both have in their configuration
--     ... pair.north, pair.south (spec.support.service), pair.server (spec.support.postgresql) ...
--     local third = pair:node "third"
--     pair:stop()
local folder = require "spec.support.folder"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"

local pair = {}
pair.__index = pair

--- Starts a node with that name and folder: one that takes the place of another, or that whoever starts it stops.
function pair:node(name)
  local config = { data = self.server.address, folder = self.home .. "/" .. name, name = name }
  for key, value in pairs(self.config) do config[key] = value end
  return service.start { config = config }
end

local function start(config)
  local self = setmetatable({ config = config, server = postgresql.start(), home = folder.new() }, pair)
  self.north, self.south = self:node "north", self:node "south"
  return self
end

function pair:stop()
  self.north:stop()
  self.south:stop()
  self.server:stop()
  folder.remove(self.home)
end

return { start = start }
