--- What somebody meant who mistyped a word.
-- @module copydesk.cli.nearest

local LONGEST = 40 -- of the words that are compared

-- How many letters have to be changed, put in, left out or swapped with the next to make one word of the other (optimal
-- string alignment).
local function distance(a, b)
  local before, last = {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      local is_swapped = i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j)
      if is_swapped then row[j] = math.min(row[j], before[j - 2] + 1) end
    end
    before, last = last, row
  end
  return last[#b]
end

--- The word of the list that is nearest to the given one, by at most a third of its letters, in upper or lower case;
-- nil when none is.
-- @tparam string word
-- @tparam {string,...} list
return function(word, list)
  local best, least = nil, math.max(1, math.floor(#word / 3)) + 1
  if #word > LONGEST then return nil end
  for _, candidate in ipairs(list) do
    local changes = #candidate <= LONGEST and distance(word:lower(), candidate:lower()) or least
    if changes < least then best, least = candidate, changes end
  end
  return best
end
