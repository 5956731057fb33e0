--- Introductions that need no writer: the first sentences of a page, and a centroid with the keyword.
local words = require "spec.report.words"

local baselines = {}

local KEYWORD_WEIGHT = 3 -- times a word of the keyword counts in the centroid
local LAMBDA = 0.7       -- of maximal marginal relevance (Carbonell and Goldstein 1998)
local SHORTEST, LONGEST = 6, 45 -- words of a sentence

--- The first sentences of a page, up to so many words.
function baselines.first(sentences, most)
  local texts, count = {}, 0
  for _, sentence in ipairs(sentences) do
    local length = words.count(sentence.text)
    if length >= SHORTEST and count < most then texts[#texts + 1], count = sentence.text, count + length end
  end
  return table.concat(texts, " ")
end

local function norm(vector)
  local sum = 0
  for _, value in pairs(vector) do sum = sum + value * value end
  return math.sqrt(sum)
end

local function cosine(a, b)
  local dot = 0
  for stem, value in pairs(a.vector) do dot = dot + value * (b.vector[stem] or 0) end
  return a.norm > 0 and b.norm > 0 and dot / (a.norm * b.norm) or 0
end

local function frequencies(pool)
  local found = {}
  for _, sentence in ipairs(pool) do
    local seen = {}
    for _, stem in ipairs(sentence.stems) do
      if not seen[stem] then found[stem], seen[stem] = (found[stem] or 0) + 1, true end
    end
  end
  return found
end

local function vectors(pool)
  local documents, list = frequencies(pool), {}
  for _, sentence in ipairs(pool) do
    local counts, vector = {}, {}
    for _, stem in ipairs(sentence.stems) do counts[stem] = (counts[stem] or 0) + 1 end
    for stem, count in pairs(counts) do
      vector[stem] = (1 + math.log(count)) * math.log(1 + #pool / documents[stem])
    end
    list[#list + 1] = { text = sentence.text, vector = vector, norm = norm(vector),
      length = words.count(sentence.text) }
  end
  return list
end

local function centroid_of(list, keyword)
  local vector = {}
  for _, sentence in ipairs(list) do
    for stem, value in pairs(sentence.vector) do vector[stem] = (vector[stem] or 0) + value / #list end
  end
  for _, stem in ipairs(keyword) do
    if vector[stem] then vector[stem] = KEYWORD_WEIGHT * vector[stem] end
  end
  return { vector = vector, norm = norm(vector) }
end

--- The sentences of a pool that are nearest to its centroid and unlike each other, up to so many words. The stems are
-- the keyword's.
function baselines.centroid(pool, keyword, most)
  local fit = {}
  for _, sentence in ipairs(pool) do
    local length = words.count(sentence.text)
    if length >= SHORTEST and length <= LONGEST then fit[#fit + 1] = sentence end
  end
  local list = vectors(fit)
  local centroid = centroid_of(list, keyword)
  for _, sentence in ipairs(list) do sentence.near, sentence.most_like = cosine(sentence, centroid), 0 end
  local texts, count = {}, 0
  while count < most do
    local best, best_score
    for _, sentence in ipairs(list) do
      local score = LAMBDA * sentence.near - (1 - LAMBDA) * sentence.most_like
      if not sentence.taken and (not best or score > best_score) then best, best_score = sentence, score end
    end
    if not best then break end
    best.taken = true
    texts[#texts + 1], count = best.text, count + best.length
    for _, sentence in ipairs(list) do
      if not sentence.taken then sentence.most_like = math.max(sentence.most_like, cosine(sentence, best)) end
    end
  end
  return table.concat(texts, " ")
end

return baselines
