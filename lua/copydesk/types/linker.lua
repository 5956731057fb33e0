---@meta copydesk.linker
--- What `require "copydesk.linker"` gives, for editors: there is no Lua source behind it.
return nil --[[@as copydesk.linker]]
