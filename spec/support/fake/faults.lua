--- What a rule of the script does to an answer, its body and its events.
local json = require "spec.support.fake.json"
local server = require "spec.support.fake_server"

local faults = {}

local PIECE = 24 -- bytes of text in one event

--- The first part of a text, ending between two characters.
function faults.share(text, share)
  local last = math.floor(#text * share)
  while last > 0 and (text:byte(last + 1) or 0) & 0xC0 == 0x80 do last = last - 1 end
  return text:sub(1, last)
end

--- A text in pieces of about as many bytes, each of whole characters.
function faults.slices(text, size)
  local list, from = {}, 1
  while from <= #text do
    local last = math.min(from + size - 1, #text)
    while last < #text and text:byte(last + 1) & 0xC0 == 0x80 do last = last + 1 end
    list[#list + 1] = text:sub(from, last)
    from = last + 1
  end
  return list
end

local function pieces(text)
  return faults.slices(text, PIECE)
end

-- --- what happens to the text ---

local MISFITS = {
  missing = function(value, schema) value[schema.required[1]] = nil end,
  extra = function(value) value.remark = "added by the model" end,
  type = function(value, schema) value[schema.required[1]] = { unexpected = true } end,
}

local SPOILERS = {
  around = function(answer, how)
    local form = how == "fence" and "```json\n%s\n```" or "Sure! Here is the answer:\n\n%s\n\nShall I go on?"
    answer.text = form:gsub("%%s", function() return answer.text end, 1)
  end,
  misfit = function(answer, how, question)
    local value = json.decode(answer.text)
    if not value or not question.schema then return end
    MISFITS[how](value, question.schema)
    answer.text = json.encode(value)
  end,
  echo = function(answer, _, question)
    if question.schema then answer.text = json.encode(question.schema) end
  end,
  refusal = function(answer, words) answer.refusal = words end,
  think = function(answer, thoughts)
    answer.text = ("<think>\n%s\n</think>\n\n%s"):format(thoughts, answer.text)
  end,
  reasoning = function(answer, thoughts) answer.reasoning = thoughts end,
  length = function(answer, share)
    answer.text, answer.reason = faults.share(answer.text, share), "length"
  end,
  empty = function(answer) answer.is_empty, answer.tool = true, nil end,
}

local ORDER = { "misfit", "echo", "around", "think", "reasoning", "length", "refusal", "empty" }

function faults.spoil(rule, answer, question)
  for _, name in ipairs(ORDER) do
    if rule[name] then SPOILERS[name](answer, rule[name], question) end
  end
end

-- --- what happens on the wire ---

--- The body of a whole answer.
function faults.body(style, rule, answer)
  if rule.html then return server.HTML end
  local body = style.whole(answer)
  return rule.malformed and body:sub(1, #body // 2) or body
end

local function in_the_middle(events, event)
  table.insert(events, #events // 2 + 1, event)
end

--- The events of a streamed answer.
function faults.events(style, rule, answer)
  local events = style.events(answer, pieces)
  if rule.malformed then in_the_middle(events, style.bad_event()) end
  if rule.error_event then
    events = table.move(events, 1, #events // 2, 1, {})
    events[#events + 1] = style.error_event(rule.error_event)
  end
  if rule.comments then
    for i = #events, 1, -1 do table.insert(events, i, ": keep-alive\n\n") end
  end
  for i, event in ipairs(rule.crlf and events or {}) do events[i] = event:gsub("\n", "\r\n") end
  return events
end

--- Headers that a rule adds.
function faults.headers(rule)
  local headers = {}
  for name, value in pairs(rule.headers or {}) do headers[name] = value end
  if rule.retry_after then headers["Retry-After"] = ("%g"):format(rule.retry_after) end
  if rule.retry_date then
    headers["Retry-After"] = os.date("!%a, %d %b %Y %H:%M:%S GMT", os.time() + rule.retry_date)
  end
  if rule.html then headers["Content-Type"] = "text/html; charset=utf-8" end
  return headers
end

return faults
