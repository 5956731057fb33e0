---@meta copydesk.service
--- What `require "copydesk.service"` gives, for editors: there is no Lua source behind it.
---@type copydesk.service
local service = {}
return service
