--- Does the same for each of several things.
-- @module copydesk.cli.each
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

--- Calls `action` with each item. When it fails for one, the error is printed with that item's name and the others are
-- still tried; at the end the command fails. An error that concerns all items ends it at once.
-- @tparam {string,...} items
-- @tparam function action
return function(items, action)
  local failed = false
  for _, item in ipairs(items) do
    local done, problem = xpcall(function() action(item) end, session.describe)
    if not done and problem.code ~= session.codes.failed then error(problem, 0) end
    if not done then
      failed = true
      terminal.complain(item .. ": " .. problem.message:gsub("^copydesk: ", ""))
    end
  end
  if failed then session.fail "failed" end
end
