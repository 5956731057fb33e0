--- How a command line may go on: what a shell offers when its user presses Tab. All of it comes from the tables of the
-- commands.
--
-- An option or an argument says by `values` what is offered: a list, or a function of the word that is there so far and
-- of the plain words before it, which returns one. Its entries are texts, or `{ text, summary }`; one that ends in "="
-- goes on. Without `values` the placeholder tells: files for FILE, folders for FOLDER, nothing for others.
-- @module copydesk.cli.candidates
local arguments = require "copydesk.cli.arguments"
local chapters = require "copydesk.cli.chapters"

local candidates = {}

local PATHS = { FILE = "files", FOLDER = "folders" }

local function begins(text, start)
  return text:sub(1, #start) == start
end

local function add(found, text, summary, word)
  if begins(text, word) then found[#found + 1] = { text = text, summary = summary or "" } end
end

-- What may stand for an option or an argument; `prefix`: what comes before its value in the same word.
local function add_values(found, slot, words, word, prefix)
  local kind = PATHS[slot.value or slot.name]
  if not slot.values then
    if kind then found.paths, found.prefix = kind, prefix end
    return
  end
  local rest = word:sub(#prefix + 1)
  local list = type(slot.values) == "function" and slot.values(rest, words) or slot.values
  for _, value in ipairs(list) do
    if type(value) ~= "table" then value = { value } end
    add(found, prefix .. value[1], value[2], word)
  end
end

local function add_options(found, command, given, word)
  for _, option in ipairs(arguments.options_of(command)) do
    if option.many or not given[option.name] then add(found, "--" .. option.name, option.help, word) end
  end
end

-- The words of a command so far: its options, the plain words, and the option whose value comes next.
local function read(command, words, first)
  local given, plain, waiting = {}, {}, nil
  for i = first, #words - 1 do
    local word = words[i]
    if waiting then
      waiting = nil
    elseif given["--"] or word == "-" or not begins(word, "-") then
      plain[#plain + 1] = word
    elseif word == "--" then
      given["--"] = true
    else
      local option, value = arguments.split(command, word)
      if option then given[option.name] = true end
      waiting = option and option.value and not value and option or nil
    end
  end
  return given, plain, waiting
end

local function argument_at(command, number)
  local list = command.arguments or {}
  local last = list[#list]
  return list[number] or last and last.many and last
end

local function add_rest(found, command, words, first)
  local word = words[#words]
  local given, plain, waiting = read(command, words, first)
  if waiting then return add_values(found, waiting, plain, word, "") end
  if not given["--"] and begins(word, "-") and word ~= "-" then
    local option, value = arguments.split(command, word)
    if option and option.value and value then
      return add_values(found, option, plain, word, word:sub(1, #word - #value))
    end
    return add_options(found, command, given, word)
  end
  local argument = argument_at(command, #plain + 1)
  if argument then return add_values(found, argument, plain, word, "") end
  if word == "" and not given["--"] then add_options(found, command, given, word) end
end

-- The next word of the names of commands; a word that several of them have is there once, and says what follows.
local function add_names(found, commands, words)
  local before = table.concat(words, " ", 1, #words - 1)
  before = before == "" and "" or before .. " "
  local is_there = {}
  for _, command in ipairs(commands) do
    local next_word, more = command.name:sub(#before + 1):match "^(%S+)(.*)$"
    if begins(command.name, before) and next_word then
      local seen = is_there[next_word]
      if seen then
        seen.summary = more ~= "" and seen.group and seen.summary .. "," .. more or seen.summary
      elseif begins(next_word, words[#words]) then
        seen = { text = next_word, summary = more == "" and command.summary or more:sub(2), group = more ~= "" }
        is_there[next_word], found[#found + 1] = seen, seen
      end
    end
  end
end

-- The topics of the manual, but for those that are called like a command.
local function add_topics(found, word)
  local is_there = {}
  for _, candidate in ipairs(found) do is_there[candidate.text] = true end
  for _, chapter in ipairs(chapters.all()) do
    if not is_there[chapter.name] then add(found, chapter.name, chapter.title, word) end
  end
end

local function find(commands, words)
  for count = math.min(2, #words - 1), 1, -1 do
    local name = table.concat(words, " ", 1, count)
    for _, command in ipairs(commands) do
      if command.name == name then return command, count end
    end
  end
end

--- What the last of the words may become.
-- @tparam {table,...} commands the rows of all commands
-- @tparam {string,...} words after the program's name; the last is the one that is written, and may be empty
-- @treturn table a list of `{ text =, summary = }`; where paths may stand as well, `paths` is "files" or "folders", and
-- `prefix` what comes before the path in the same word
function candidates.of(commands, words)
  local found = {}
  if words[1] == "help" and #words > 1 then
    add_names(found, commands, { (table.unpack or unpack)(words, 2) })
    if #words == 2 then add_topics(found, words[2]) end
    return found
  end
  local command, count = find(commands, words)
  if command then
    add_rest(found, command, words, count + 1)
    return found
  end
  add_names(found, commands, words)
  if #words == 1 then
    add(found, "help", "Show what a command does, or a chapter of the manual.", words[1])
    add(found, "--help", "Show the commands.", words[1])
    add(found, "--version", "Show the version.", words[1])
  end
  return found
end

return candidates
