--- What weak models do with a good answer.
local json = require "spec.support.fake.json"

local weak = {}

local function keyword_of(read)
  return read.keyword ~= "" and read.keyword or "the subject"
end

-- In prose: each takes the text and the prompt as it was read.
weak.PROSE = {
  around = function(text) return "Sure! Here is the section you asked for:\n\n" .. text .. "\n\nI hope this helps!" end,
  fence = function(text) return "```markdown\n" .. text .. "\n```" end,
  heading = function(text, read)
    local has_one = ("\n" .. text):find "\n## "
    local heading = has_one and "" or ("## %s\n\n"):format(read.task:match '"(.-)"' or "Introduction")
    return ("%s%s\n\n### More to know\n\nThere is more."):format(heading, text)
  end,
  bold = function(text)
    return text:find "^#" and text or (text:gsub("^(%S+ %S+)", "**%1**"))
  end,
  summary = function(text, read)
    return text .. ("\n\nIn conclusion, %s plays a crucial role in today's fast-paced world, and by following these "
      .. "tips you can unlock its full potential."):format(keyword_of(read))
  end,
  numbers = function(text) -- other figures than there were, or one where there was none
    local changed, count = text:gsub("%f[%d]%d+%f[^%d%]]", function(figure) return figure * 3 + 7 end)
    return count > 0 and changed or text .. " About 730 of 1000 people do it so."
  end,
  passages = function(text) return (text:gsub("%[%d+%]", "[99]", 2)) end,
  uncited = function(text) return (text:gsub("%s*%[%d+%]", "")) end,
  markers = function(text) return (text:gsub("%[(%d+)%]%.", ".【%1】")) end,
  sources = function(text) return text .. "\n\nSources:\n[1] https://example.com/one\n[2] https://example.com/two" end,
  long = function(text, read)
    local more = ("When it comes to %s, there are many things to keep in mind. "):format(keyword_of(read))
    return text .. "\n\n" .. more:rep(60)
  end,
  off_topic = function() return ("The weather in the mountains changes fast, and warm clothes are wise. "):rep(8) end,
  copied = function(text, read)
    local passage = read.passages[1]
    return passage and ("%s [%d]."):format(passage.text:gsub("%s*%.?%s*$", ""), passage.number) or text
  end,
  persons = function(text) return text .. " We think that you will love it, and I tested it myself." end,
  refusal = function() return "I'm sorry, but I can't help with that request." end,
  question = function() return "Could you tell me more about the audience before I begin?" end,
}

local function each_text(value, change)
  for name, member in pairs(value) do
    if type(member) == "string" then value[name] = change(member) end
    if type(member) == "table" then each_text(member, change) end
  end
end

local function first_list(value)
  local names = {}
  for name, member in pairs(value) do
    if type(member) == "table" then names[#names + 1] = name end
  end
  table.sort(names)
  return value[names[1]]
end

-- In JSON: each takes the decoded answer and changes it, or gives another text.
weak.PLANS = {
  around = function(_, text) return "Here is the JSON:\n" .. text .. "\nLet me know if you want changes." end,
  fence = function(_, text) return "```json\n" .. text .. "\n```" end,
  comma = function(_, text) return (text:gsub("}%s*$", ",}")) end,
  raw_newline = function(_, text) return (text:gsub('("[^":]+) ', "%1\n", 1)) end,
  passages = function(value)
    for _, entry in ipairs(first_list(value) or {}) do
      if type(entry) == "table" and entry.passages then entry.passages = json.array { 99, entry.passages[1] } end
    end
  end,
  headings = function(value)
    local list = first_list(value) or {}
    for i, entry in ipairs(list) do
      if type(entry) == "table" and entry.heading then entry.heading = "Understanding: part " .. i end
    end
    if type(list[#list]) == "table" and list[#list].heading then list[#list].heading = "Conclusion" end
  end,
  stock = function(value)
    each_text(value, function(text) return "Unlock the power of " .. text .. ", a game-changer" end)
  end,
  twice = function(value)
    local list = first_list(value) or {}
    if list[1] ~= nil then list[#list + 1] = list[1] end
  end,
  none = function(value)
    for name, member in pairs(value) do value[name] = type(member) == "table" and json.array {} or member end
  end,
  cut = function(_, text) return text:sub(1, #text * 7 // 10) end,
  refusal = weak.PROSE.refusal,
  question = weak.PROSE.question,
}

local USUAL_PROSE = { "numbers", "passages", "bold", "heading", "summary", "around" }
local USUAL_PLAN = { "passages", "fence", "around" }

-- Empty arrays are lost when JSON is read; what was one stays one.
local function mark_arrays(value)
  for _, member in pairs(value) do
    if type(member) == "table" then
      if next(member) == nil then json.array(member) end
      mark_arrays(member)
    end
  end
end

--- A good answer made worse, by these weaknesses (names of PROSE or PLANS) in their order, or by the usual ones.
function weak.spoil(text, read, weaknesses)
  local value = json.decode(text)
  local is_plan = type(value) == "table"
  for _, name in ipairs(weaknesses or is_plan and USUAL_PLAN or USUAL_PROSE) do
    if is_plan then
      local change = assert(weak.PLANS[name], "no such weakness of a plan: " .. name)
      local now = json.decode(text)
      if now then mark_arrays(now) end
      local other = change(now or {}, text)
      if other then text = other elseif now then text = json.encode(now) end
    else
      text = assert(weak.PROSE[name], "no such weakness of prose: " .. name)(text, read)
    end
  end
  return text
end

return weak
