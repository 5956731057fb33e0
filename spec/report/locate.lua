--- Where a sentence of an article stands in its source. White space and marks of exponents do not count. A term and
--- its definition, joined by a colon, stand behind each other there.
--
--     local place = locate.find(page, sentence)   -- nil when it is not there
--     place.how        "whole"; "trimmed": brackets, a clause between commas, or the edges are missing; "term": see
--                      above; "parts": it is several sentences, each of which is there
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

--- The bytes at which a part of four bytes at least ends in a text.
function locate.ends(text, part)
  local ends, at = {}, 1
  while #part >= 4 do
    local from, to = text:find(part, at, true)
    if not from then break end
    ends[#ends + 1], at = to, to + 1
  end
  return ends
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

local CUT = 200 -- bytes of a clause that may be cut out behind a comma

-- Is it the source's sentence without one clause, from its comma to where the sentence goes on?
local function by_cut(text, sentence)
  local wanted, at = inner_of(sentence), 1
  local start = wanted:sub(1, 16)
  if #wanted < 40 then return nil end
  while true do
    local from = text:find(start, at, true)
    if not from then return nil end
    local same = 0
    while same < #wanted and text:byte(from + same) == wanted:byte(same + 1) do same = same + 1 end
    local rest = wanted:sub(same + 1)
    local begun, to = text:find(rest, from + same, true)
    local gap = begun and text:sub(from + same, begun - 1)
    if gap and same >= 16 and #rest >= 10 and #gap <= CUT and gap:find("^[,;(]") and not gap:find("[.!?\n]%u") then
      return { from = from, to = to, how = "trimmed" }
    end
    at = from + 1
  end
end

local BETWEEN = 40 -- bytes between a term and its definition: its other names
local BELOW = 400 -- bytes between a heading, which may stand as a term, and a sentence below it

-- Where a text stands from `at` on; a list within a list begins a line behind its colon.
local function stands(text, part, at)
  local from, to = text:find(part, at, true)
  if from then return from, to end
  local head, tail = part:match("^(.-:)(.+)$")
  if not head or #head < 10 or #tail < 10 then return nil end
  from, to = text:find(head, at, true)
  local next_from, next_to = text:find(tail, (to or #text) + 1, true)
  if next_from and next_from - to <= BETWEEN then return from, next_to end
end

-- A term, a colon, and what the source says of it behind it. The term may be a heading, whose letters an article
-- writes small.
local function by_term(text, sentence)
  local term, rest = sentence:gsub("：", ":", 1):match("^(.-):(.+)$")
  if not term or #rest < 4 then return nil end
  rest, term = inner_of(rest), term:lower()
  local at = 1
  while true do
    local from, to = stands(text, rest, at)
    if not from then return nil end
    local before = text:sub(math.max(1, from - #term - BELOW), from - 1):lower()
    local begun, ends
    repeat -- the last one
      local first, last = before:find(term, (begun or 0) + 1, true)
      begun, ends = first or begun, last or ends
    until not first
    local is_line = begun and ("\n" .. before .. "\n"):find("\n" .. term .. "\n", 1, true)
    if begun and (is_line or #before - ends <= BETWEEN) then
      return { from = from - #before + begun - 1, to = to, how = "term" }
    end
    at = to + 1
  end
end

local function place_of(page, wanted)
  local text = locate.text(page)
  local found = place(text, wanted, "whole") or place(text, inner_of(wanted), "trimmed") or by_term(text, wanted)
  if found then return found end
  local bare = wanted:gsub("%b()", "")
  if place(without_brackets(page), inner_of(bare), "trimmed") then
    return by_clauses(text, wanted) or { how = "trimmed" }
  end
  return by_clauses(text, wanted) or by_cut(text, wanted)
    or by_term(without_brackets(page), bare) and { how = "trimmed" }
end

-- Where its parts stand, when the end of a sentence was not seen in it.
local function parts_of(page, sentence)
  local found
  for part in (words.squeeze(sentence) .. " "):gmatch("(.-[.!?][\"')]*) ") do
    local at = place_of(page, compact(part))
    if not at then return nil end
    found = found and found.from and at.to and { from = found.from, to = at.to, how = "parts" } or found or at
  end
  return found
end

function locate.find(page, sentence)
  local found = place_of(page, compact(sentence))
  if not found and sentence:find("[.!?][\"')]* .*[.!?:]$") then found = parts_of(page, sentence) end
  return found
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
