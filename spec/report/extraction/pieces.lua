--- Pages of all kinds with pieces that belong to their text, and pieces that do not: github.com/adbar/trafilatura,
-- tests/evaldata.json.
--
-- The measure is described in its tests/README.rst and tests/eval_common.py: a piece is there when it stands in the
-- text after white space was squeezed. A piece that must be there and is counts for precision and recall, one that is
-- missing against recall, one that must not be there and is against precision.
local folder = require "spec.support.folder"

local pieces = { name = "trafilatura's evaluation data", truth = "tests/evaldata.json" }

-- White space beyond ASCII.
local SPACES = { "\u{85}", "\u{A0}", "\u{1680}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}" }
for code = 0x2000, 0x200A do SPACES[#SPACES + 1] = utf8.char(code) end

local function squeeze(text)
  for _, space in ipairs(SPACES) do text = text:gsub(space, " ") end
  return (text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

function pieces.path(root, _, page)
  for _, place in ipairs { "/tests/cache/", "/tests/eval/" } do
    local path = root .. place .. page.file
    local file = io.open(path)
    if file then
      file:close()
      return path
    end
  end
  error("no page " .. page.file)
end

--- What docs/evaluation.rst publishes of the latest evaluation.
function pieces.published(root)
  local text = assert(folder.read(root .. "/docs/evaluation.rst")):gsub("%*%*", "")
  local version, precision, recall, f1 =
    text:match("\ntrafilatura (%S+ %(standard%))%s+([%d.]+)%s+([%d.]+)%s+[%d.]+%s+([%d.]+)")
  assert(f1, "docs/evaluation.rst has no line on trafilatura")
  return { f1 = tonumber(f1), precision = tonumber(precision), recall = tonumber(recall) }, version
end

local function score(page, text)
  local result = { kept = 0, missing = 0, wrong = 0, story = {} }
  text = squeeze(text)
  for _, piece in ipairs(page.with) do
    local is_there = text:find(squeeze(piece), 1, true)
    result[is_there and "kept" or "missing"] = result[is_there and "kept" or "missing"] + 1
    if not is_there then table.insert(result.story, "missing: " .. piece) end
  end
  for _, piece in ipairs(page.without) do
    if text:find(squeeze(piece), 1, true) then
      result.wrong = result.wrong + 1
      table.insert(result.story, "wrong: " .. piece)
    end
  end
  return result
end

function pieces.score(keys, truth, texts, keep)
  local scores = {}
  for i, key in ipairs(keys) do
    scores[i] = score(truth[key], texts[i])
    keep(truth[key].file, key .. "\n" .. table.concat(scores[i].story, "\n") .. "\n\n" .. texts[i])
  end
  return scores
end

function pieces.sum(scores)
  local kept, missing, wrong = 0, 0, 0
  for _, one in ipairs(scores) do
    kept, missing, wrong = kept + one.kept, missing + one.missing, wrong + one.wrong
  end
  local function share(of, beside)
    return of + beside > 0 and of / (of + beside) or 0
  end
  return { f1 = share(2 * kept, missing + wrong), precision = share(kept, wrong), recall = share(kept, missing) }
end

return pieces
