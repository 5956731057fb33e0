--- Counters of selection: what an article is about, and whether it says anything.
local locate = require "spec.report.locate"
local words = require "spec.report.words"

local topic = {}

local function texts_of(unit)
  local texts = {}
  for _, block in ipairs(unit.blocks) do
    for _, statement in ipairs(block.statements or {}) do texts[#texts + 1] = statement.text end
  end
  return texts
end

-- Is the section a part of one on the subject in its source: does the title of the page, or a heading above the one
-- that its first sentence stands below, name the subject?
local function is_part_of_subject(context, unit)
  local first = unit.blocks[1] and unit.blocks[1].statements and unit.blocks[1].statements[1]
  local page = first and first.source and context:page(first.source)
  if not page then return false end
  local wanted, path = locate.compact(first.text):sub(1, 40), { [0] = page.title or "" }
  for _, block in ipairs(page.blocks) do
    if block.kind == "heading" then
      path[block.level] = block.text
      for level = block.level + 1, 6 do path[level] = nil end
    elseif locate.compact(block.text):find(wanted, 1, true) then
      for _, heading in pairs(path) do
        if context.subject:is_in(heading) then return true end
      end
    end
  end
  return false
end

--- Sections and subsections that do not speak of the keyword: the noun of it stands neither in the heading, or the one
-- above it, nor in a quarter of the sentences, and the source has them below no heading that names it.
function topic.off_topic(context)
  local found = {}
  for _, unit in ipairs(context.article.units) do
    local parent = unit.parent and context.subject:holds_head(unit.parent.heading)
    if not parent and not context.subject:is_on(unit.heading, texts_of(unit)) and not is_part_of_subject(context, unit)
    then
      found[#found + 1] = unit.heading
    end
  end
  return found
end

--- Openings without the subject: the first cited sentence does not name it, or names its noun alone and the rest of the
-- introduction does not say the rest.
function topic.opening(context)
  local first, texts = nil, {}
  for _, statement in ipairs(context.article.statements) do
    if statement.part == "introduction" and statement.source then
      first = first or statement.text
      texts[#texts + 1] = statement.text
    end
  end
  if not first or context.subject:is_in(first) then return {} end
  if context.subject:holds_head(first) and context.subject:is_in(table.concat(texts, " ")) then return {} end
  return { first }
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

--- Sentences that stand twice: in the text, in the takeaways, or in the answers. Items of one list may say the same,
-- and so may a page that says it as often.
function topic.duplicates(context)
  local seen, found = { takeaways = {}, faq = {}, text = {} }, {} -- takeaways and answers are copies of the text
  for _, statement in ipairs(context.article.statements) do
    local key, of_part = words.lower(words.squeeze(statement.text)), seen[statement.part] or seen.text
    local before = of_part[key] or {}
    if #key >= 25 then
      local first, page = before[1], statement.source and context:page(statement.source)
      local is_one_list = first and first.block == statement.block and first.item ~= statement.item
      local times = page and #locate.ends(locate.text(page), locate.compact(statement.text)) or 1
      if first and not is_one_list and #before >= times then
        found[#found + 1] = ("(%s, %s) %s"):format(first.part, statement.part, statement.text)
      end
      before[#before + 1], of_part[key] = statement, before
    end
  end
  return found
end

--- An article for a keyword of which its sources say nothing.
function topic.unrelated(context)
  return context.request.refuse and { context.request.keyword } or {}
end

return topic
