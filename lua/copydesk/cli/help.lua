--- Help texts, made from the tables that describe the commands.
-- @module copydesk.cli.help
local arguments = require "copydesk.cli.arguments"
local session = require "copydesk.cli.session"

local help = {}

--- How a command is written: "copydesk status ID [options]".
function help.usage(command)
  local words = { "copydesk " .. command.name }
  for _, argument in ipairs(command.arguments or {}) do
    local text = argument.name .. (argument.many and "..." or "")
    words[#words + 1] = argument.optional and "[" .. text .. "]" or text
  end
  words[#words + 1] = "[options]"
  return table.concat(words, " ")
end

local function option_line(option)
  local left = (option.short and "-" .. option.short .. ", " or "    ") .. "--" .. option.name
    .. (option.value and " " .. option.value or "")
  local right = option.help .. (option.environment and " ($" .. option.environment .. ")" or "")
  return ("  %-26s %s"):format(left, right)
end

--- All commands, or those of a group such as "domains", in a line each.
function help.overview(commands, group)
  local lines = { "usage: copydesk " .. (group or "COMMAND") .. " ...", "" }
  for _, command in ipairs(commands) do
    if not group or command.name:sub(1, #group + 1) == group .. " " then
      lines[#lines + 1] = ("  %-24s %s"):format(command.name, command.summary)
    end
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "`copydesk COMMAND --help` tells the rest; `copydesk help` the topics of the manual, "
    .. "`copydesk --version` the version."
  lines[#lines + 1] = "Exit codes: " .. session.code_text() .. "."
  return table.concat(lines, "\n") .. "\n"
end

--- The topics of the manual, in a line each.
function help.topics(chapters)
  local lines = { "Topics of the manual, which `copydesk help TOPIC` shows:", "" }
  for _, chapter in ipairs(chapters) do
    lines[#lines + 1] = ("  %-14s %s"):format(chapter.name, chapter.title)
  end
  return table.concat(lines, "\n") .. "\n"
end

function help.command(command)
  local lines = { "usage: " .. help.usage(command), "", command.summary, "" }
  for _, line in ipairs(command.details or {}) do lines[#lines + 1] = line end
  if command.details then lines[#lines + 1] = "" end
  for _, option in ipairs(arguments.options_of(command)) do lines[#lines + 1] = option_line(option) end
  if command.epilogue then
    for line in command.epilogue() do lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n") .. "\n"
end

return help
