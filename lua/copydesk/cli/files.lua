--- Files that the command reads and writes; "-" is standard input or output.
-- @module copydesk.cli.files
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local files = {}

function files.read(path)
  local file, problem = io.stdin, nil
  if path ~= "-" then file, problem = io.open(path, "rb") end
  local text
  if file then text, problem = file:read("*a") end
  if file and path ~= "-" then file:close() end
  if not text then session.fail("failed", "cannot read " .. path .. ": " .. tostring(problem):gsub("^.-: ", "")) end
  return text
end

--- Opens what the result will go to, before any work is done and paid for. The file appears under its name only when
-- it is complete.
-- @tparam ?string path nil or "-": standard output
-- @treturn function to call with the text
function files.output(path)
  if not path or path == "-" then return terminal.write end
  local part = path .. ".part"
  local file, problem = io.open(part, "wb")
  if not file then session.fail("failed", "cannot write " .. tostring(problem)) end
  file:close()
  os.remove(part)
  return function(text)
    local done, why
    file, why = io.open(part, "wb")
    if file then
      done, why = file:write(text)
      local closed, late = file:close()
      if done and not closed then done, why = nil, late end
    end
    if done then done, why = os.rename(part, path) end
    if done then return end
    os.remove(part)
    session.fail("failed", ("cannot write %s: %s"):format(path, tostring(why)))
  end
end

return files
