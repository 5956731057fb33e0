--- Where a sentence of an article stands in its source. White space and marks of exponents do not count. A term and
--- its definition, joined by a colon, stand behind each other there.
--
--     local place = locate.find(page, sentence)   -- nil when it is not there
--     place.how        "whole", or "trimmed": brackets, a clause between commas, or the edges are missing
--     place.from, place.to   bytes of locate.text(page)
local words = require "spec.report.words"

local locate = {}

local function compact(text)
  return (words.squeeze(text):gsub("[ ^]", ""))
end
locate.compact = compact

--- The page's text, a line for each block, without blanks and exponent marks.
function locate.text(page)
  if not page.compact then
    local lines = {}
    for line in page:whole():gmatch("[^\n]+") do lines[#lines + 1] = compact(line) end
    page.compact = table.concat(lines, "\n")
  end
  return page.compact
end

local function without_brackets(page)
  if not page.bare then page.bare = locate.text(page):gsub("%b()", "") end
  return page.bare
end

-- Without its first letter, which a trimmed opening may have changed, and without the mark at its end.
local function inner_of(text)
  return (text:gsub("^[%z\1-\x7F\xC2-\xF4][\x80-\xBF]*", "", 1):gsub("[.:;,!?]+$", ""))
end

local function place(text, part, how)
  if #part < 4 then return nil end
  local from, to = text:find(part, 1, true)
  return from and { from = from, to = to, how = how }
end

local NEAR = 400 -- bytes that may be missing between two clauses

-- Do the clauses stand near each other, in order?
local function by_clauses(text, sentence)
  local at, first, long = 1, nil, 0
  for clause in inner_of(sentence):gmatch("[^,;()]+") do
    if #clause >= 10 then
      local from, to = text:find(clause, at, true)
      if not from or first and from - at > NEAR then return nil end
      first, at, long = first or from, to + 1, long + #clause
    end
  end
  if not first or long < 0.7 * #sentence then return nil end
  return { from = first, to = at - 1, how = "trimmed" }
end

local BETWEEN = 40 -- bytes between a term and its definition: its other names

-- A term, a colon, and what the source says of it behind it.
local function by_term(text, sentence)
  local term, rest = sentence:match("^(.-):(.+)$")
  if not term or #rest < 4 then return nil end
  rest = inner_of(rest)
  local at = 1
  while true do
    local from, to = text:find(rest, at, true)
    if not from then return nil end
    local begun = text:find(term, math.max(1, from - #term - BETWEEN), true)
    if begun and begun < from then return { from = begun, to = to, how = "term" } end
    at = to + 1
  end
end

function locate.find(page, sentence)
  local text, wanted = locate.text(page), compact(sentence)
  local found = place(text, wanted, "whole") or place(text, inner_of(wanted), "trimmed") or by_term(text, wanted)
  if found then return found end
  if place(without_brackets(page), inner_of(wanted:gsub("%b()", "")), "trimmed") then
    return by_clauses(text, wanted) or { how = "trimmed" }
  end
  return by_clauses(text, wanted)
end

--- Does the source mark an exponent there that the sentence has lost?
function locate.loses_exponent(page, sentence)
  local bare = words.squeeze(sentence):gsub(" ", "")
  local marked = page.marked
  if not marked then
    marked = page:whole():gsub(" ", "")
    page.marked = marked
  end
  if marked:find(bare, 1, true) or not locate.text(page):find(compact(sentence), 1, true) then return false end
  return true
end

return locate
