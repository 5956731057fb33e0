---@meta copydesk.linker
--- What `require "copydesk.linker"` gives, for editors: there is no Lua source behind it.
---@type copydesk.linker
local linker = {}
return linker
