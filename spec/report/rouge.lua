--- ROUGE-1 and ROUGE-2, F1, on words in small letters, without stemming (Lin 2004).
local words = require "spec.report.words"

local rouge = {}

local function grams(list, n)
  local counts, total = {}, 0
  for i = 1, #list - n + 1 do
    local gram = table.concat(list, "\0", i, i + n - 1)
    counts[gram], total = (counts[gram] or 0) + 1, total + 1
  end
  return counts, total
end

local function f1(reference, candidate, n)
  local wanted, in_wanted = grams(reference, n)
  local had, in_had = grams(candidate, n)
  local common = 0
  for gram, count in pairs(had) do common = common + math.min(count, wanted[gram] or 0) end
  return common > 0 and 2 * common / (in_wanted + in_had) or 0
end

--- The first words of a text, at most so many, as a list.
function rouge.words(text, most)
  local list = words.list(text)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

--- ROUGE-1 and ROUGE-2 of a candidate against a reference, both lists of words.
function rouge.of(reference, candidate)
  return f1(reference, candidate, 1), f1(reference, candidate, 2)
end

return rouge
