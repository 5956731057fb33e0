--- Files that the command reads and writes; "-" is standard input or output.
-- @module copydesk.cli.files
local core = require "copydesk.core"
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

-- Well-formed sequences of UTF-8 (Unicode, table 3-7), by their first byte.
local SEQUENCES = {
  { "[\194-\223]", "^[\128-\191]" },
  { "\224", "^[\160-\191][\128-\191]" },
  { "\237", "^[\128-\159][\128-\191]" },
  { "[\225-\239]", "^[\128-\191][\128-\191]" },
  { "\240", "^[\144-\191][\128-\191][\128-\191]" },
  { "[\241-\243]", "^[\128-\191][\128-\191][\128-\191]" },
  { "\244", "^[\128-\143][\128-\191][\128-\191]" },
}

-- Where the character of several bytes that begins at `at` ends; nil when it is malformed.
local function sequence_end(text, at)
  local first = text:sub(at, at)
  for _, sequence in ipairs(SEQUENCES) do
    if first:find(sequence[1]) then return select(2, text:find(sequence[2], at + 1)) end
  end
end

-- The place of the first byte that is not UTF-8; nil when the whole text is.
local function first_fault(text)
  local at = text:find("[\128-\255]")
  while at do
    local last = sequence_end(text, at)
    if not last then return at end
    at = text:find("[\128-\255]", last + 1)
  end
end

--- Reads a file whose text is sent to the service, and which must be UTF-8.
function files.read_text(path)
  local text = files.read(path)
  local at = first_fault(text)
  if at then
    local name = path == "-" and "standard input" or path
    session.fail("failed", ("%s is not UTF-8 (byte 0x%02x at offset %d)"):format(name, text:byte(at), at - 1))
  end
  return text
end

--- Checks that the result can be written, before any work is done and paid for. A file appears under its name only
-- when it is complete; a device or a pipe is written.
-- @tparam ?string path nil or "-": standard output
-- @treturn function to call with the text
-- @treturn ?string the file to which the links of the path lead; nil: it leads to none
function files.output(path)
  if not path or path == "-" then return terminal.write end
  local function put(text)
    local done, place = core.write_file(path, text)
    if not done then session.fail("failed", place) end
    return place
  end
  return put, put(nil)
end

return files
