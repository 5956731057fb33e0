--- Writes lua/copydesk/types.lua and the README's tables (make types), or into a folder what LDoc reads (make docs).
--
--   lua5.4 spec/types/generate.lua types FILE
--   lua5.4 spec/types/generate.lua readme FILE
--   lua5.4 spec/types/generate.lua pages FOLDER
package.path = "./spec/?.lua;" .. package.path

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

local what, path = arg[1], arg[2]
if what == "types" then
  write(path, require("types.tables").annotations())
elseif what == "readme" then
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  write(path, require("types.tables").in_readme(text))
else
  for name, text in pairs(require "types.pages") do write(path .. "/" .. name, text) end
end
