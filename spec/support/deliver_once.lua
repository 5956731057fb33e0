--- Makes one attempt at a delivery without a service around it: spec/c/deliver_once.c, which says what goes in and out.
--
--     local outcome = deliver_once { kind = "ghost", verb = "send", settings = { ... }, article = { ... } }
--     outcome.verdict, outcome.problem, outcome.remote_url, outcome.progress
local folder = require "spec.support.folder"
local json = require("cjson").new()

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

local function without_nulls(object)
  for name, value in pairs(object) do
    if value == json.null then object[name] = nil end
  end
  return object
end

return function(input)
  local home = folder.new()
  folder.write(home .. "/input", json.encode(input))
  local pipe = assert(io.popen(("%s/spec/deliver_once <%s/input"):format(BUILD, home)))
  local text = pipe:read "*a"
  pipe:close()
  folder.remove(home)
  return without_nulls(json.decode(text))
end
