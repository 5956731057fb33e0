--- What the environment asks for: ARTICLES, the ones that are wanted, and OUT, a folder for what a person may read.
local folder = require "spec.support.folder"

local options = {}

--- Is the article, or the library, wanted? ARTICLES stands in its name as it is, or matches it as a Lua pattern.
function options.wants(name)
  local wanted = os.getenv "ARTICLES" or ""
  return name:find(wanted, 1, true) ~= nil or name:find(wanted) ~= nil
end

local home

--- Writes a file into OUT; nothing without it.
function options.keep(name, text)
  if home == nil then
    home = os.getenv "OUT" or ""
    if home ~= "" then assert(os.execute(("env -u LD_PRELOAD mkdir -p '%s'"):format(home))) end
  end
  if home ~= "" then folder.write(home .. "/" .. name, text) end
end

return options
