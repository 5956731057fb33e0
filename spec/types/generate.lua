--- make types: writes lua/copydesk/types.lua from annotations.lua and the code's own tables.
--
--   lua5.4 spec/types/generate.lua [FILE]
package.path = "./spec/?.lua;" .. package.path
local tables = require "types.tables"

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

local HEAD = "-- Made by `make types` from spec/types/annotations.lua and the tables of the code: change those.\n"

local template = read("spec/types/annotations.lua")
template = template:gsub("%-%- A line `%-%-=name`[^\n]*\n", HEAD)
local file = assert(io.open(arg[1] or "lua/copydesk/types.lua", "w"))
assert(file:write(tables.fill(template)))
assert(file:close())
