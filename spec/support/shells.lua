--- What real shells offer for a command line, by the scripts that the command prints.
--
--     shells.bash("copydesk domains re")     -- { "refresh", "remove", "report" }, sorted; nil: no such shell
local folder = require "spec.support.folder"

local shells = {}

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function lines_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

function shells.is_there(name)
  return lines_of(("sh -c 'command -v %s'"):format(name)) ~= ""
end

local function sorted(text)
  local list, is_there = {}, {}
  for line in text:gmatch "[^\r\n]+" do
    if not is_there[line] then is_there[line], list[#list + 1] = true, line end
  end
  table.sort(list)
  return list
end

local function run(shell, text)
  local home = folder.new()
  folder.write(home .. "/script", text)
  local said = lines_of(("HOME=%s %s %s/script 2>&1"):format(home, shell, home))
  folder.remove(home)
  return sorted(said)
end

-- Bash breaks words at blanks, and at "=" and ":" into words of their own; Readline does the same.
local function bash_words(line)
  local words = {}
  for word in (line .. " "):gmatch "(%S*)%s" do
    local broken = false
    for part, mark in word:gmatch "([^=:]*)([=:]*)" do
      if part ~= "" then words[#words + 1] = part end
      if mark ~= "" then words[#words + 1] = mark end
      broken = broken or part ~= "" or mark ~= ""
    end
    if not broken then words[#words + 1] = "" end
  end
  return words
end

local BASH = [[
source <(copydesk completion bash)
COMP_WORDS=(%s)
COMP_CWORD=%d
_copydesk copydesk
printf '%%s\n' "${COMPREPLY[@]}"
]]

function shells.bash(line)
  local words = bash_words(line)
  for i, word in ipairs(words) do words[i] = quote(word) end
  return run("bash --norc", BASH:format(table.concat(words, " "), #words - 1))
end

function shells.fish(line)
  local found = run("fish --no-config",
    ("copydesk completion fish | source\ncomplete -C %s\n"):format("'" .. line:gsub("[\\']", "\\%0") .. "'"))
  for i, each in ipairs(found) do found[i] = each:match "^[^\t]*" end
  return found
end

-- Completion works only where a line is edited, so an inner zsh edits one at a terminal of its own. There `compadd`
-- tells what matched.
local ZSH = [[
zmodload zsh/zpty || exit 1
inner() {
  cat <<'END'
PS1= ; autoload -Uz compinit; compinit -u -D; source <(copydesk completion zsh)
compadd() {
  local -a hits
  builtin compadd -O hits "$@"
  (( $#hits )) && print -rl -- ${hits/#/found:}
  builtin compadd "$@"
}
finish() { zle -I; print the-list; zle list-choices; print the-list-ends }
zle -N finish; bindkey '^I' finish
setopt no_auto_menu no_list_beep; LISTMAX=0
print ready
END
}
zpty shell zsh -f -i
zpty -w shell "stty -echo rows 200 cols 200"
zpty -w shell "$(inner)"
zpty -r shell said '*ready'$'\r'
zpty -w -n shell LINE$'\t'
zpty -r shell said '*the-list*the-list-ends'$'\r'
print -r -- "$said" | tr '\r' '\n' | sed -n 's/^found://p'
zpty -d shell
]]

function shells.zsh(line)
  return run("zsh -f", (ZSH:gsub("LINE", function() return quote(line) end)))
end

return shells
