---@meta copydesk.linker
--- What `require "copydesk.linker"` gives, for editors: there is no Lua source behind it.
return { _VERSION = "" } --[[@as copydesk.linker]]
