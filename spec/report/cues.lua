--- Expressions that give away sentences which do not stand alone, or that nobody wants in an article.
--
--     cues.matches("English", "ref", { sentence, ... })     -- a set of indices
--
-- spec/report/cues/LANGUAGE.txt has a line "kind: expression" for each kind: ref (refers to what is not there), ana
-- (leans on what is before), attr (what others say), attack, neg (takes back), hyp (supposes), ver (version notes),
-- cap (captions), bio (bylines, rights), event, talk (first person), inj (an instruction for a language model). They
-- are matched by grep -P, apart from the code that is judged. Letter case counts in talk and bio of English alone.
local folder = require "spec.support.folder"

local cues = {}

cues.kinds = { "ref", "ana", "attr", "attack", "neg", "hyp", "ver", "cap", "bio", "event", "talk", "inj" }

local CASED = { English = { talk = true, bio = true } }

local expressions = {}

--- The expressions of a language by kind; nil when there are none.
function cues.of(language)
  if expressions[language] == nil then
    local file = io.open("spec/report/cues/" .. language:lower() .. ".txt")
    local found = false
    if file then
      found = {}
      for line in file:lines() do
        local kind, expression = line:match("^(%l+): (.+)$")
        if kind then found[kind] = expression end
      end
      file:close()
    end
    expressions[language] = found
  end
  return expressions[language] or nil
end

--- The indices of the sentences that match, as a set.
function cues.matches(language, kind, sentences)
  local found, all = {}, cues.of(language)
  if not all or not all[kind] or #sentences == 0 then return found end
  local home = folder.new()
  local lines = {}
  for i, sentence in ipairs(sentences) do lines[i] = sentence:gsub("%s+", " ") end
  folder.write(home .. "/sentences", table.concat(lines, "\n") .. "\n")
  local case = CASED[language] and CASED[language][kind] and "" or "(?i)"
  folder.write(home .. "/expression", "(*UCP)" .. case .. "(?:" .. all[kind] .. ")\n")
  local command = "cd %s && env -u LD_PRELOAD LC_ALL=C.UTF-8 grep -a -n -P -f expression sentences"
  local pipe = assert(io.popen(command:format(home)))
  for line in pipe:lines() do found[tonumber(line:match("^(%d+):"))] = true end
  local _, _, code = pipe:close()
  folder.remove(home)
  assert(code ~= 2, "grep -P refuses the expression " .. language .. " " .. kind)
  return found
end

return cues
