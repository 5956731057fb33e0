--- Shows a long text: to a person page by page, to another program as it is.
-- @module copydesk.cli.pager
local terminal = require "copydesk.cli.terminal"

local pager = {}

local WIDTH, LEAST = 80, 40

--- How many columns there are to write in: those of the terminal, or 80.
function pager.width()
  if not terminal.is_shown() then return WIDTH end
  local pipe = io.popen "stty size </dev/tty 2>/dev/null"
  local columns = pipe and pipe:read "*a":match "^%d+ (%d+)"
  if pipe then pipe:close() end
  columns = tonumber(columns) or tonumber(os.getenv "COLUMNS") or WIDTH
  return columns > 0 and math.max(columns, LEAST) or WIDTH
end

-- The exit status, as each Lua gives it.
local function status_of(result, _, code)
  return type(result) == "number" and math.floor(result / 256) or code
end

local NOT_THERE = 127

--- Writes the text, by the program that PAGER names, or by less, where a person sees it.
function pager.show(text)
  if not terminal.is_shown() then return terminal.write(text) end
  local named = os.getenv "PAGER"
  local program = named and named ~= "" and named or "less"
  local path = os.tmpname()
  local file = io.open(path, "w")
  local is_written = file and file:write(text) and file:close()
  -- Without settings of the user's less ends by itself where all of it fits the screen, and leaves it there.
  local status = is_written and status_of(os.execute(("LESS=${LESS-FRX} %s <'%s' 2>/dev/null"):format(program, path)))
  os.remove(path)
  if not is_written or status == NOT_THERE then terminal.write(text) end
end

return pager
