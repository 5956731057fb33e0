--- Articles with their whole text: github.com/scrapinghub/article-extraction-benchmark.
--
-- The measure is described in its README and evaluate.py: texts become sequences of four words (runs of letters,
-- digits and "_"), compared as multisets. Precision and recall are means over the pages, F1 is that of the means, the
-- deviation that of a thousand samples with replacement. The headline is no part of an article's body there, and
-- main_text leaves it out.
local folder = require "spec.support.folder"

local bodies = { name = "article-extraction-benchmark", truth = "ground-truth.json" }

local WORDS, SAMPLES, SEED = 4, 1000, 17

function bodies.path(root, key)
  return root .. "/html/" .. key .. ".html.gz"
end

--- What the README publishes of the latest evaluation.
function bodies.published(root)
  local readme = assert(folder.read(root .. "/README.rst"))
  local version, f1, deviation, precision, recall =
    readme:match("\n%s+trafilatura%s+(%S+)%s+([%d.]+) ± ([%d.]+)%s+([%d.]+) ± [%d.]+%s+([%d.]+) ±")
  assert(f1, "the README has no line on trafilatura")
  return { f1 = tonumber(f1), deviation = "± " .. deviation, precision = tonumber(precision),
    recall = tonumber(recall) }, version
end

--- The words of each text. Lua knows letters of ASCII alone, so `grep` finds them.
local function split_words(texts)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  for _, text in ipairs(texts) do file:write(text, "\n__next__text__\n") end
  file:close()
  local pipe = assert(io.popen("LC_ALL=C.UTF-8 grep -aoP '[\\p{L}\\p{N}_]+' " .. name))
  local all, words = {}, {}
  for word in pipe:lines() do
    if word == "__next__text__" then
      all[#all + 1], words = words, {}
    else
      words[#words + 1] = word
    end
  end
  pipe:close()
  os.remove(name)
  assert(#all == #texts)
  return all
end

local function count_sequences(words)
  local counts, total = {}, 0
  for i = 1, #words > 0 and math.max(1, #words - WORDS + 1) or 0 do
    local sequence = table.concat(words, " ", i, math.min(i + WORDS - 1, #words))
    counts[sequence] = (counts[sequence] or 0) + 1
    total = total + 1
  end
  return counts, total
end

local function compare(wanted, taken)
  local wanted_counts, wanted_total = count_sequences(wanted)
  local taken_counts, taken_total = count_sequences(taken)
  local both = 0
  for sequence, count in pairs(taken_counts) do both = both + math.min(count, wanted_counts[sequence] or 0) end
  local is_same = wanted_total == both and taken_total == both
  return {
    precision = is_same and 1 or taken_total > 0 and both / taken_total or nil,
    recall = is_same and 1 or wanted_total > 0 and both / wanted_total or nil,
  }
end

function bodies.score(keys, truth, texts, keep)
  local wanted = {}
  for i, key in ipairs(keys) do wanted[i] = truth[key].articleBody or "" end
  local wanted_words, taken_words = split_words(wanted), split_words(texts)
  local scores = {}
  for i, key in ipairs(keys) do
    scores[i] = compare(wanted_words[i], taken_words[i])
    keep(key, ("%s\nprecision %.3f, recall %.3f\n\n%s"):format(truth[key].url or key, scores[i].precision or 0,
      scores[i].recall or 0, texts[i]))
  end
  return scores
end

local function mean(scores, member)
  local sum, count = 0, 0
  for _, score in ipairs(scores) do
    if score[member] then sum, count = sum + score[member], count + 1 end
  end
  return count > 0 and sum / count or 0
end

local function f1_of(scores)
  local precision, recall = mean(scores, "precision"), mean(scores, "recall")
  return precision + recall > 0 and 2 * precision * recall / (precision + recall) or 0
end

local function deviation(scores)
  math.randomseed(SEED)
  local sum, squares = 0, 0
  for _ = 1, SAMPLES do
    local sample = {}
    for i = 1, #scores do sample[i] = scores[math.random(#scores)] end
    local f1 = f1_of(sample)
    sum, squares = sum + f1, squares + f1 * f1
  end
  return math.sqrt(math.max(0, squares / SAMPLES - (sum / SAMPLES) ^ 2))
end

function bodies.sum(scores)
  return { f1 = f1_of(scores), deviation = ("± %.3f"):format(deviation(scores)), precision = mean(scores, "precision"),
    recall = mean(scores, "recall") }
end

return bodies
