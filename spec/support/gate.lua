--- Stands before a real site, passes requests on to it, and fails where a test says so.
--
--     local gate = gate.before(site)           -- a table with `port`
--     gate:script { { contains = "POST /wp-json/wp/v2/posts", cut = "after", times = 1 } }
--     ... requests to gate.url ...
--     for _, call in ipairs(gate:log()) do print(call.method, call.target, call.status) end
--     gate:stop()
--
-- A script is a list of rules; the first that fits a call and is not used up says what becomes of it:
--   contains      words in the method and the target
--   times         how often it fits
--   cut           "before": the connection closes, the site sees nothing; "after": the site has done what it was asked,
--                 but its answer is lost
--   hold          the site has done what it was asked, but its answer comes only after gate:release()
--   status        an answer that is not the site's; body (a page unless given), headers
local fake_program = require "spec.support.fake_program"

local gate = fake_program.class("gate_server", "method")

function gate.before(site)
  local self = gate:begin {}
  self:set { port = site.port }
  return self
end

--- "METHOD TARGET" of the calls that fit the pattern, in their order.
function gate:targets(pattern)
  local list = {}
  for _, call in ipairs(self:log()) do
    local line = call.method .. " " .. call.target
    if line:find(pattern) then list[#list + 1] = line end
  end
  return list
end

return gate
