---@meta copydesk.service
--- What `require "copydesk.service"` gives, for editors: there is no Lua source behind it.
return {} --[[@as copydesk.service]]
