--- Messages as Anthropic's: what the service refuses, and the forms of its answers, errors and streams.
local json = require "spec.support.fake.json"

local anthropic = { name = "anthropic", path = "/v1/messages" }

local KINDS = { [400] = "invalid_request_error", [401] = "authentication_error", [403] = "permission_error",
  [404] = "not_found_error", [413] = "request_too_large", [429] = "rate_limit_error", [500] = "api_error",
  [503] = "api_error", [504] = "timeout_error", [529] = "overloaded_error" }

--- A body of an error, as it stands on the wire.
function anthropic.error(status, message)
  return json.encode { type = "error", request_id = "req_fake",
    error = { type = KINDS[status] or "api_error", message = message } }
end

local SAID = { [401] = "invalid x-api-key", [429] = "This request would exceed your rate limit",
  [500] = "Internal server error", [503] = "Service unavailable", [529] = "Overloaded" }

function anthropic.failure(status, message)
  return anthropic.error(status, message or SAID[status] or "Something went wrong.")
end

--- What is wrong with the key: the body of a 401.
function anthropic.denied(headers, key)
  local given = headers["x-api-key"]
  if not given then return anthropic.error(401, "x-api-key header is required") end
  if given ~= key then return anthropic.error(401, "invalid x-api-key") end
end

-- --- what is refused ---

local PARAMETERS = {}
for name in ([[model messages max_tokens system temperature top_p top_k stream stop_sequences metadata tools tool_choice
  thinking service_tier container]]):gmatch "%S+" do
  PARAMETERS[name] = true
end

local function invalid(message)
  return anthropic.error(400, message)
end

local BLOCKS = { text = true, tool_use = true, tool_result = true, image = true, document = true, thinking = true }

local function check_blocks(content, where)
  if type(content) == "string" then
    if content == "" then return invalid("messages: text content blocks must be non-empty") end
    return
  end
  if type(content) ~= "table" then return invalid(where .. ": Field required") end
  for i, block in ipairs(content) do
    local at = ("%s.%d"):format(where, i - 1)
    if not BLOCKS[block.type] then return invalid(at .. ".type: Input tag is not one of the expected tags") end
    if block.type == "text" and type(block.text) ~= "string" then return invalid(at .. ".text: Field required") end
    if block.type == "text" and block.text == "" then
      return invalid("messages: text content blocks must be non-empty")
    end
  end
end

local function check_messages(messages)
  if type(messages) ~= "table" then return invalid("messages: Field required") end
  if #messages == 0 then return invalid("messages: at least one message is required") end
  for i, message in ipairs(messages) do
    if message.role == "system" then
      return invalid('messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not '
        .. '"system" as an input message role.')
    end
    if message.role ~= "user" and message.role ~= "assistant" then
      return invalid(("messages.%d.role: Input should be 'user' or 'assistant'"):format(i - 1))
    end
    local fault = check_blocks(message.content, ("messages.%d.content"):format(i - 1))
    if fault then return fault end
  end
  if messages[1].role ~= "user" then return invalid('messages: first message must use the "user" role') end
  local last = messages[#messages]
  if last.role == "assistant" and type(last.content) == "string" and last.content:find "%s$" then
    return invalid("messages: final assistant content cannot end with trailing whitespace")
  end
end

local function check_tools(tools, choice)
  local known = {}
  for i, tool in ipairs(tools or {}) do
    local where = ("tools.%d.custom"):format(i - 1)
    if type(tool.name) ~= "string" or #tool.name > 128 or not tool.name:find "^[%w_-]+$" then
      return invalid(where .. ".name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'")
    end
    if type(tool.input_schema) ~= "table" then return invalid(where .. ".input_schema: Field required") end
    if tool.input_schema.type ~= "object" then
      return invalid(where .. ".input_schema.type: Input should be 'object'")
    end
    known[tool.name] = true
  end
  if not choice then return end
  if not tools then return invalid("tool_choice may only be specified while providing tools") end
  if type(choice) ~= "table" or not ({ auto = true, any = true, tool = true, none = true })[choice.type] then
    return invalid("tool_choice: Input tag does not match any of the expected tags: 'auto', 'any', 'tool', 'none'")
  end
  if choice.type == "tool" and not known[choice.name] then
    return invalid(("Tool '%s' not found in provided tools"):format(tostring(choice.name)))
  end
end

--- What is wrong with a request: the body of a 400. nil: nothing.
function anthropic.refused(headers, body)
  if not headers["anthropic-version"] then return invalid("anthropic-version: header is required") end
  if headers["anthropic-version"] ~= "2023-06-01" then
    return invalid(('anthropic-version: "%s" is not a valid version'):format(headers["anthropic-version"]))
  end
  for name in pairs(body) do
    if not PARAMETERS[name] then return invalid(name .. ": Extra inputs are not permitted") end
  end
  if type(body.model) ~= "string" then return invalid("model: Field required") end
  if body.max_tokens == nil then return invalid("max_tokens: Field required") end
  if type(body.max_tokens) ~= "number" or body.max_tokens < 1 or body.max_tokens ~= math.floor(body.max_tokens) then
    return invalid("max_tokens: Input should be greater than or equal to 1")
  end
  local temperature = body.temperature
  if temperature ~= nil and (type(temperature) ~= "number" or temperature < 0 or temperature > 1) then
    return invalid("temperature: Input should be less than or equal to 1")
  end
  local system = body.system
  if system ~= nil and type(system) ~= "string" then
    for i, block in ipairs(system) do
      if block.type ~= "text" or type(block.text) ~= "string" then
        return invalid(("system.%d.text: Field required"):format(i - 1))
      end
    end
  end
  return check_messages(body.messages) or check_tools(body.tools, body.tool_choice)
end

-- --- what is asked ---

local function text_of(content)
  if type(content) ~= "table" then return content or "" end
  local parts = {}
  for _, part in ipairs(content) do parts[#parts + 1] = part.text or part.content end
  return table.concat(parts, "\n")
end

local function forced_tool(body)
  local choice = body.tool_choice or {}
  for _, tool in ipairs(body.tools or {}) do
    if choice.type == "any" or choice.type == "tool" and choice.name == tool.name then return tool end
  end
end

--- The question in a request, the same for both styles: system, turns ({ role, text }), form, schema, tool, limit.
function anthropic.question(body)
  local question = { system = text_of(body.system), turns = {}, model = body.model, stream = body.stream == true,
    limit = body.max_tokens, usage = true }
  for i, message in ipairs(body.messages or {}) do
    question.turns[i] = { role = message.role, text = text_of(message.content) }
  end
  local tool = forced_tool(body)
  if tool then question.tool, question.form, question.schema = tool.name, tool.name, tool.input_schema end
  return question
end

-- --- answers ---

local REASONS = { stop = "end_turn", length = "max_tokens", filter = "refusal", tool = "tool_use" }

local function reason_of(answer)
  if answer.refusal then return "refusal" end
  return REASONS[answer.tool and answer.reason == "stop" and "tool" or answer.reason]
end

local function message_of(answer)
  return { id = "msg_" .. answer.id, type = "message", role = "assistant", model = answer.model,
    content = json.array {}, stop_reason = json.null, stop_sequence = json.null,
    usage = { input_tokens = answer.input, output_tokens = 1 } }
end

-- What the answer holds: { block as it begins, block whole, kind of delta, member of the delta, text }.
local function blocks_of(answer)
  local blocks = {}
  if answer.reasoning then
    blocks[1] = { { type = "thinking", thinking = "", signature = "" },
      { type = "thinking", thinking = answer.reasoning, signature = "fake" }, "thinking_delta", "thinking",
      answer.reasoning }
  end
  if answer.is_empty then return blocks end
  local text = answer.refusal or answer.text
  if answer.tool and not answer.refusal then
    local id = "toolu_" .. answer.id
    blocks[#blocks + 1] = { { type = "tool_use", id = id, name = answer.tool, input = {} },
      { type = "tool_use", id = id, name = answer.tool, input = {} }, "input_json_delta", "partial_json", text }
  else
    blocks[#blocks + 1] = { { type = "text", text = "" }, { type = "text", text = text }, "text_delta", "text", text }
  end
  return blocks
end

-- What the model wrote stands in the body as it was written.
local function with_input(body, answer)
  if not answer.tool or not json.decode(answer.text) then return body end
  return (body:gsub('"input":{}', function() return '"input":' .. answer.text end, 1))
end

--- The body of a whole answer.
function anthropic.whole(answer)
  local message = message_of(answer)
  for i, block in ipairs(blocks_of(answer)) do message.content[i] = block[2] end
  message.stop_reason, message.usage.output_tokens = reason_of(answer), answer.output
  if answer.usage == false then message.usage = nil end
  return with_input(json.encode(message), answer)
end

local function event(kind, body)
  body.type = kind
  return ("event: %s\ndata: %s\n\n"):format(kind, json.encode(body))
end

--- The events of a streamed answer, as they stand on the wire; `pieces` cuts a text.
function anthropic.events(answer, pieces)
  local events = { event("message_start", { message = message_of(answer) }) }
  local function add(kind, body) events[#events + 1] = event(kind, body) end
  for i, block in ipairs(blocks_of(answer)) do
    add("content_block_start", { index = i - 1, content_block = block[1] })
    if i == 1 then add("ping", {}) end
    for _, piece in ipairs(pieces(block[5])) do
      add("content_block_delta", { index = i - 1, delta = { type = block[3], [block[4]] = piece } })
    end
    add("content_block_stop", { index = i - 1 })
  end
  add("message_delta", { delta = { stop_reason = reason_of(answer), stop_sequence = json.null },
    usage = answer.usage ~= false and { output_tokens = answer.output } or nil })
  add("message_stop", {})
  return events
end

--- An event in the middle of a stream that says what went wrong.
function anthropic.error_event(status, message)
  return "event: error\ndata: " .. anthropic.failure(status, message) .. "\n\n"
end

function anthropic.bad_event()
  return 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_de\n\n'
end

function anthropic.too_long(tokens, limit)
  return invalid(("prompt is too long: %d tokens > %d maximum"):format(tokens, limit))
end

--- The body of GET /v1/models.
function anthropic.models(names)
  local data = json.array {}
  for i, name in ipairs(names) do
    data[i] = { id = name, type = "model", display_name = name, created_at = "2025-01-01T00:00:00Z" }
  end
  return json.encode { data = data, has_more = false, first_id = names[1] or json.null,
    last_id = names[#names] or json.null }
end

return anthropic
