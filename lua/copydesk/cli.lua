--- The command `copydesk`: a thin program over the modules.
-- @module copydesk.cli
local arguments = require "copydesk.cli.arguments"
local chapters = require "copydesk.cli.chapters"
local help = require "copydesk.cli.help"
local nearest = require "copydesk.cli.nearest"
local pager = require "copydesk.cli.pager"
local plain = require "copydesk.cli.plain"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local cli = {}

-- In the order in which `copydesk --help` lists them.
local commands = {}
cli.commands = commands
for _, topic in ipairs {
  "articles", "linking", "brands", "integrations", "deliveries", "insight", "accounts", "keys", "nodes", "serving",
  "keeping", "moving", "doctor", "opening", "protocol", "manual",
} do
  for _, command in ipairs(require("copydesk.cli." .. topic)) do commands[#commands + 1] = command end
end

-- The command that the words begin with, and how many words its name has: "domains add" before "domains".
local function find(words)
  for count = 2, 1, -1 do
    local name = table.concat(words, " ", 1, math.min(count, #words))
    for _, command in ipairs(commands) do
      if command.name == name then return command, count end
    end
  end
end

-- "copydesk domains" alone: its commands, rather than "unknown command".
local function is_group(word)
  for _, command in ipairs(commands) do
    if command.name:sub(1, #word + 1) == word .. " " then return true end
  end
  return false
end

-- What somebody meant who wrote these words: a command, or the first word of several. It has as many words as its name.
local function meant(words)
  local names, groups = {}, {}
  for _, command in ipairs(commands) do
    names[#names + 1] = command.name
    groups[#groups + 1] = command.name:match "^(%S+) "
  end
  local pair = words[2] and nearest(words[1] .. " " .. words[2], names)
  return pair and pair:find " " and pair or nearest(words[1], names) or nearest(words[1], groups)
end

local function unknown(name, words)
  local suggestion = meant(words)
  session.fail("usage", ("there is no command %q; %s`copydesk --help` lists them"):format(name,
    suggestion and ("did you mean %q? "):format(suggestion) or ""))
end

local function asks_for(word, ...)
  for i = 1, select("#", ...) do
    if word == select(i, ...) then return true end
  end
  return false
end

-- What somebody meant who wrote this for a topic of the manual or a command, as a sentence; "" where nothing is near.
local function near_topics(words)
  local near = nearest(words[1], chapters.names()) or meant(words)
  if near then return ("did you mean %q? "):format(near) end
  local about = table.concat(chapters.about(words[1]), ", ")
  return about ~= "" and ("these speak of it: %s; "):format(about) or ""
end

local function show_chapter(chapter)
  local text = plain(chapter.text, pager.width())
  if find { chapter.name } then
    text = ("%s\nThe command of this name: copydesk %s --help\n"):format(text, chapter.name)
  end
  pager.show(text)
end

-- `copydesk help`: of a topic of the manual its chapter, of a command what it takes, of nothing what there is.
local function show_help(words)
  local chapter = words[1] and not words[2] and chapters.find(words[1])
  local command = words[1] and find(words)
  if chapter then return show_chapter(chapter) end
  if command then return terminal.write(help.command(command)) end
  if words[1] and is_group(words[1]) then return terminal.write(help.overview(commands, words[1])) end
  if not words[1] then return terminal.write(help.overview(commands), "\n", help.topics(chapters.all())) end
  session.fail("usage", ("there is no command or topic %q; %s`copydesk help` lists them"):format(words[1],
    near_topics(words)))
end

local function run(words)
  local first = words[1]
  if asks_for(first, "--version") then
    terminal.write("copydesk ", require("copydesk.core").version, "\n")
    return
  end
  if first == nil then session.fail("usage", help.overview(commands)) end
  if first == "help" then return show_help { select(2, (table.unpack or unpack)(words)) } end
  if asks_for(first, "--help", "-h") then return terminal.write(help.overview(commands)) end
  local command, count = find(words)
  if not command then
    local wants_help = is_group(first) and asks_for(words[2], nil, "--help", "-h")
    if wants_help and words[2] then return terminal.write(help.overview(commands, first)) end
    if wants_help then session.fail("usage", help.overview(commands, first)) end
    local name = is_group(first) and first .. " " .. words[2] or first
    unknown(name, words)
  end
  local options, problem = arguments.parse(command, words, count + 1)
  if not options then
    session.fail("usage", ("%s (see `copydesk %s --help`)"):format(problem, command.name))
  end
  if options.help then return terminal.write(help.command(command)) end
  return command.run(options, commands)
end

--- Runs the command line. Never throws.
-- @tparam {string,...} words the arguments, without the program's name
-- @treturn number the exit code
function cli.main(words)
  terminal.open()
  local done, problem = xpcall(function()
    run(words)
    terminal.finish()
  end, session.describe)
  session.close()
  if done then return session.codes.ok end
  if problem.message then terminal.complain(problem.message) end
  return problem.code
end

return cli
