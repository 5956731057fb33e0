--- Writes lua/copydesk/types.lua and the tables of the manual's chapters and of the READMEs (make types), or into a
-- folder what LDoc reads (make docs).
--
--   lua5.4 spec/types/generate.lua types FILE
--   lua5.4 spec/types/generate.lua manual
--   lua5.4 spec/types/generate.lua pages FOLDER
package.path = "./spec/?.lua;" .. package.path

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  assert(file:close())
end

local what, path = arg[1], arg[2]
if what == "types" then
  write(path, require("types.tables").annotations())
elseif what == "manual" then
  local manual = require "types.manual"
  for _, chapter in ipairs(manual.all()) do write(chapter, manual.chapter(read(chapter))) end
else
  for name, text in pairs(require "types.pages") do write(path .. "/" .. name, text) end
end
