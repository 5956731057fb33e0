--- Commands about the command itself: completion, manual.
-- @module copydesk.cli.manual
local candidates = require "copydesk.cli.candidates"
local roff = require "copydesk.cli.roff"
local session = require "copydesk.cli.session"
local shells = require "copydesk.cli.shells"
local terminal = require "copydesk.cli.terminal"

local function write_candidates(found)
  if found.paths then terminal.write(":", found.paths, " ", found.prefix, "\n") end
  for _, candidate in ipairs(found) do terminal.write(candidate.text, "\t", candidate.summary, "\n") end
end

local function complete(options, commands)
  local script = shells[options[1]]
  if type(script) ~= "string" then
    session.fail("usage", ("SHELL is %s, not %q"):format(table.concat(shells.names, ", "), options[1]))
  end
  if options[2] and options.plain_from ~= 2 then
    session.fail("usage", ("%q is one word too many; words to complete stand behind --"):format(options[2]))
  end
  if not options[2] then return terminal.write(script) end
  write_candidates(candidates.of(commands, { (table.unpack or unpack)(options, 2) }))
end

local function manual(_, commands)
  terminal.write(roff.page(commands, require("copydesk.core").version))
end

return {
  { name = "completion", summary = "Print the script by which a shell completes this command.",
    run = complete, alone = true,
    arguments = { { name = "SHELL", values = shells.names }, { name = "WORD", optional = true, many = true } },
    details = { "SHELL is bash, zsh or fish. For a shell that runs: source <(copydesk completion bash)",
      "With words: what the last of them may become, which is what the script asks." } },
  { name = "manual", summary = "Print the manual page, in roff.", run = manual, alone = true,
    details = { "To read it: copydesk manual | man -l -" } },
}
