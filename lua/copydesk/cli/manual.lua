--- Commands about the command itself: completion, manual.
-- @module copydesk.cli.manual
local candidates = require "copydesk.cli.candidates"
local chapters = require "copydesk.cli.chapters"
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

local function manual(options, commands)
  local version = require("copydesk.core").version
  if not options[1] then return terminal.write(roff.page(commands, version)) end
  local chapter = chapters.find(options[1])
  if not chapter then
    session.fail("usage", ("there is no topic %q; there are: %s"):format(options[1],
      table.concat(chapters.names(), ", ")))
  end
  terminal.write(roff.chapter(chapter, version))
end

local function topics()
  local list = {}
  for i, chapter in ipairs(chapters.all()) do list[i] = { chapter.name, chapter.title } end
  return list
end

return {
  { name = "completion", summary = "Print the script by which a shell completes this command.",
    run = complete, alone = true,
    arguments = { { name = "SHELL", values = shells.names }, { name = "WORD", optional = true, many = true } },
    details = { "SHELL is bash, zsh or fish. For a shell that runs: source <(copydesk completion bash)",
      "With words: what the last of them may become, which is what the script asks." } },
  { name = "manual", summary = "Print the manual page, or that of a topic, in roff.", run = manual, alone = true,
    arguments = { { name = "TOPIC", optional = true, values = topics } },
    details = { "To read it: copydesk manual | man -l -", "`copydesk help` lists the topics." } },
}
