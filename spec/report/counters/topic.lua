--- Counters of selection: what an article is about, and whether it says anything.
local words = require "spec.report.words"

local topic = {}

local function texts_of(unit)
  local texts = {}
  for _, block in ipairs(unit.blocks) do
    for _, statement in ipairs(block.statements or {}) do texts[#texts + 1] = statement.text end
  end
  return texts
end

--- Sections and subsections that do not speak of the keyword.
function topic.off_topic(context)
  local found = {}
  for _, unit in ipairs(context.article.units) do
    local parent = unit.parent and context.subject:holds_head(unit.parent.heading)
    if not parent and not context.subject:is_on(unit.heading, texts_of(unit)) then found[#found + 1] = unit.heading end
  end
  return found
end

function topic.opening(context)
  for _, statement in ipairs(context.article.statements) do
    if statement.part == "introduction" and statement.source then
      return context.subject:is_in(statement.text) and {} or { statement.text }
    end
  end
  return {}
end

local function has_cited(article, part)
  for _, statement in ipairs(article.statements) do
    if statement.part == part and statement.source then return true end
  end
  return false
end

--- Introductions and conclusions that are a frame with nothing in it.
function topic.frames_alone(context)
  local article, found = context.article, {}
  if #article.parts.introduction > 0 and not has_cited(article, "introduction") then found[1] = "introduction" end
  if article.parts.conclusion and not has_cited(article, "conclusion") then found[#found + 1] = "conclusion" end
  return found
end

--- The topics behind the colon of a title which no heading has.
function topic.title_topics(context)
  local article, found = context.article, {}
  local title = words.lower(article.title)
  local keyword = words.lower(article.keyword)
  if title:sub(1, #keyword) ~= keyword then return found end
  local rest = title:sub(#keyword + 1):match("^%s*:%s*(.+)$")
  if not rest then return found end
  for part in (rest:gsub(", ", "\n"):gsub(" and ", "\n"):gsub(" und ", "\n"):gsub(" et ", "\n"):gsub(" y ", "\n")
    :gsub(" e ", "\n")):gmatch("[^\n]+") do
    local is_heading = false
    for _, unit in ipairs(article.units) do
      if words.lower(unit.heading):find(part, 1, true) then is_heading = true end
    end
    if not is_heading then found[#found + 1] = part end
  end
  return found
end

--- Sentences that stand twice in the article.
function topic.duplicates(context)
  local seen, found = {}, {}
  for _, statement in ipairs(context.article.statements) do
    local key = words.lower(words.squeeze(statement.text))
    if #key >= 25 then
      if seen[key] then found[#found + 1] = ("(%s, %s) %s"):format(seen[key], statement.part, statement.text) end
      seen[key] = seen[key] or statement.part
    end
  end
  return found
end

--- An article for a keyword of which its sources say nothing.
function topic.unrelated(context)
  return context.request.refuse and { context.request.keyword } or {}
end

return topic
