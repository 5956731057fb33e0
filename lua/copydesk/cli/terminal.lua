--- What the command writes: results to standard output, progress and complaints to standard error.
-- @module copydesk.cli.terminal
local session = require "copydesk.cli.session"

local terminal = {}

local BAR, WIDTH = 24, 79
local bar_shown, started = false, nil

--- When a standard stream is closed, the next file that is opened gets its descriptor, and that might be the database.
-- So the three descriptors are taken first; writing to a stream that was closed fails, as it should.
function terminal.open()
  terminal.held = { io.open("/dev/null", "r"), io.open("/dev/null", "r"), io.open("/dev/null", "r") }
end

local function check(written, why)
  if not written then session.fail("failed", "cannot write the output: " .. tostring(why)) end
end

function terminal.write(...)
  check(io.stdout:write(...))
end

--- The text with a space for each run of control characters: titles, names and messages come from elsewhere, and must
-- not steer the terminal.
-- @tparam string text
-- @tparam[opt] boolean lines whether tabs and line ends stay
function terminal.plain(text, lines)
  local c1 = text:gsub("\194[\128-\159]", "\27") -- U+0080 to U+009F
  return (c1:gsub(lines and "[^%C\t\n]+" or "%c+", " "))
end

local COLUMNS = 110

--- Folds a text into lines of at most 110 columns, which stand below each other behind what is left of the first.
-- @tparam function each is called with each line
function terminal.fold(left, text, each)
  local line = left
  for word in text:gmatch "%S+" do
    if #line > #left and #line + #word >= COLUMNS then
      each((line:gsub(" +$", "")))
      line = (" "):rep(#left)
    end
    line = line .. (#line > #left and " " or "") .. word
  end
  each(line)
end

-- Is the standard stream of this number a terminal?
local function is_terminal(number)
  local status = os.execute("test -t " .. number)
  return status == true or status == 0
end

local shown
--- Is standard output shown to a person, rather than read by another program?
function terminal.is_shown()
  if shown == nil then shown = is_terminal(1) end
  return shown
end

--- Writes a row of a list: in columns for a person to read, with tabs between the values where another program reads.
-- @tparam string format of the whole row, for a person
-- @param ... the values; texts that come from elsewhere included
function terminal.row(format, ...)
  local values = { ... }
  for i, value in ipairs(values) do
    if type(value) == "string" then values[i] = terminal.plain(value) end
  end
  local line = table.concat(values, "\t")
  if terminal.is_shown() then line = format:format((table.unpack or unpack)(values)):gsub("%s+$", "") end
  terminal.write(line, "\n")
end

-- Characters, not bytes.
local function length(text)
  return select(2, text:gsub("[^\128-\191]", ""))
end

-- How wide each column that a person sees is; the heading of one that is not shown is false.
local function widths_of(rows)
  local widths = {}
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i] or 0, length(cell or "")) end
  end
  return widths
end

local function write_columns(heads, widths, row)
  local cells = {}
  for i, cell in ipairs(row) do
    local pad = (" "):rep(widths[i] - length(cell or ""))
    if heads[i] then cells[#cells + 1] = heads[i]:sub(1, 1) == ">" and pad .. cell or cell .. pad end
  end
  terminal.write("  ", (table.concat(cells, "  "):gsub("%s+$", "")), "\n")
end

--- Writes a whole table: for a person in columns as wide as they must be, below their headings; for another program
-- with tabs between the values, and without headings.
-- @tparam {string|false,...} heads a heading that begins with ">": numbers, which stand to the right; false: a column
-- for other programs alone
-- @tparam {{string,...},...} rows texts that come from elsewhere included
function terminal.columns(heads, rows)
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do row[i] = terminal.plain(tostring(cell)) end
  end
  if not terminal.is_shown() then
    for _, row in ipairs(rows) do terminal.write(table.concat(row, "\t"), "\n") end
    return
  end
  local plain = {}
  for i, head in ipairs(heads) do plain[i] = head and head:gsub("^>", "") end
  table.insert(rows, 1, plain)
  local widths = widths_of(rows)
  for _, row in ipairs(rows) do write_columns(heads, widths, row) end
end

--- The lines into which a text is broken between its words.
function terminal.lines(text, width)
  return coroutine.wrap(function()
    local line
    for word in text:gmatch "%S+" do
      if line and length(line) + 1 + length(word) > width then
        coroutine.yield(line)
        line = nil
      end
      line = line and line .. " " .. word or word
    end
    if line then coroutine.yield(line) end
  end)
end

--- Writes for a person what does not fit a row, below it; nothing where there is no text, or another program reads.
function terminal.below(text)
  if text and terminal.is_shown() then terminal.write("    ", terminal.plain(text), "\n") end
end

--- Flushes the output: the command has succeeded only when all of it could be written.
function terminal.finish()
  check(io.stdout:flush())
end

-- Removes the progress bar, so that other text can be printed in its place.
local function clear()
  if bar_shown then io.stderr:write("\r", (" "):rep(WIDTH), "\r") end
  bar_shown = false
end

function terminal.note(text)
  clear()
  io.stderr:write(terminal.plain(text), "\n")
end

function terminal.complain(message)
  clear()
  local prefix = message:find("^usage:") and "" or "copydesk: "
  io.stderr:write(prefix, (terminal.plain(message, true):gsub("^copydesk: ", ""):gsub("%s+$", "")), "\n")
end

local live
--- Is standard error shown to a person, on a terminal that can rewrite a line?
function terminal.is_live()
  if live == nil then live = is_terminal(2) and os.getenv("TERM") ~= "dumb" end
  return live
end

-- The text cut to a number of characters, never inside one.
local function cut(text, width)
  local out, count = {}, 0
  for character in text:gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    count = count + 1
    if count > width then break end
    out[count] = character
  end
  return table.concat(out)
end

local function bar(fraction)
  local full = math.floor(fraction * BAR + 0.5)
  return ("[%s%s]"):format(("#"):rep(full), ("-"):rep(BAR - full))
end

local last_line
--- Shows progress: a bar that is rewritten on a terminal, otherwise a line for each change.
-- @tparam ?number fraction from 0 to 1; nil where it is unknown
-- @tparam string stage what is being done
function terminal.progress(fraction, stage)
  stage = terminal.plain(stage)
  started = started or os.time()
  local percent = fraction and ("%3d%%  "):format(math.floor(fraction * 100)) or ""
  if not terminal.is_live() then
    local line = percent .. stage
    if line ~= last_line then io.stderr:write(line, "\n") end
    last_line = line
    return
  end
  local elapsed = os.time() - started
  local share = fraction and bar(fraction) .. " " .. percent:gsub(" $", "") or ""
  local head = ("%s%d:%02d  "):format(share, math.floor(elapsed / 60), elapsed % 60)
  clear()
  io.stderr:write(head, cut(stage, WIDTH - #head))
  io.stderr:flush()
  bar_shown = true
end

--- Ends a series of progress; the next one counts its own time.
function terminal.progress_end()
  clear()
  started, last_line = nil, nil
end

return terminal
