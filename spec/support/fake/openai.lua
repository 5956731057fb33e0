--- Chat completions as OpenAI's: what the service refuses, and the forms of its answers, errors and streams.
local json = require "spec.support.fake.json"

local openai = { name = "openai", path = "/v1/chat/completions" }

--- A body of an error, as it stands on the wire.
function openai.error(_, message, kind, code, param)
  return json.encode { error = { message = message, type = kind or "invalid_request_error",
    code = code or json.null, param = param or json.null } }
end

-- What the service says of a status that has nothing to do with the request.
openai.FAILURES = {
  [401] = { "Incorrect API key provided.", "invalid_request_error", "invalid_api_key" },
  [403] = { "You are not allowed to sample from this model", "invalid_request_error", "permission_denied" },
  [404] = { "The model does not exist or you do not have access to it.", "invalid_request_error", "model_not_found" },
  [408] = { "Request timed out.", "timeout" },
  [429] = { "Rate limit reached for requests", "requests", "rate_limit_exceeded" },
  [500] = { "The server had an error while processing your request. Sorry about that!", "server_error" },
  [503] = { "The engine is currently overloaded, please try again later", "server_error" },
  [529] = { "The engine is currently overloaded, please try again later", "server_error" },
}

function openai.failure(status, message)
  local said = openai.FAILURES[status] or { "Something went wrong.", "server_error" }
  return openai.error(status, message or said[1], said[2], said[3])
end

--- What is wrong with the key: the body of a 401.
function openai.denied(headers, key)
  local given = headers.authorization
  if not given then
    return openai.error(401, "You didn't provide an API key. You need to provide your API key in an Authorization "
      .. "header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).")
  end
  if given == "Bearer " .. key then return end
  return openai.error(401, "Incorrect API key provided: ****" .. given:sub(-4) .. ".", nil, "invalid_api_key")
end

-- --- what is refused ---

local ROLES = { system = true, developer = true, user = true, assistant = true, tool = true, ["function"] = true }

local PARAMETERS = {}
for name in ([[model messages temperature top_p n stream stream_options stop max_tokens max_completion_tokens
  presence_penalty frequency_penalty logit_bias logprobs top_logprobs user seed tools tool_choice parallel_tool_calls
  response_format service_tier store metadata reasoning_effort verbosity prompt_cache_key safety_identifier]])
  :gmatch "%S+" do
  PARAMETERS[name] = true
end

local function invalid(param, message, code)
  return openai.error(400, message, nil, code, param)
end

local function check_content(content, where)
  if type(content) == "string" then return end
  if type(content) ~= "table" or #content == 0 then
    return invalid(where, ("Invalid type for '%s': expected one of a string or array of objects."):format(where),
      "invalid_type")
  end
  for i, part in ipairs(content) do
    local at = ("%s[%d]"):format(where, i - 1)
    if part.type ~= "text" then
      return invalid(at .. ".type", ("Invalid value: '%s'."):format(tostring(part.type)), "invalid_value")
    end
    if type(part.text) ~= "string" then
      return invalid(at .. ".text", ("Missing required parameter: '%s.text'."):format(at), "missing_required_parameter")
    end
  end
end

local function check_messages(messages)
  if type(messages) ~= "table" then
    return invalid("messages", "Missing required parameter: 'messages'.", "missing_required_parameter")
  end
  if #messages == 0 then
    return invalid("messages", "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an "
      .. "empty array instead.", "empty_array")
  end
  for i, message in ipairs(messages) do
    local where = ("messages[%d]"):format(i - 1)
    if not ROLES[message.role] then
      return invalid(where .. ".role", ("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', "
        .. "'function', 'tool', and 'developer'."):format(tostring(message.role)), "invalid_value")
    end
    local fault = check_content(message.content, where .. ".content")
    if fault and not (message.role == "assistant" and message.tool_calls) then return fault end
  end
end

local function check_name(name, where)
  if type(name) == "string" and #name <= 64 and name:find "^[%w_-]+$" then return end
  return invalid(where, ("Invalid '%s': string does not match pattern. Expected a string that matches the pattern "
    .. "'^[a-zA-Z0-9_-]+$'."):format(where), "invalid_value")
end

local function says_json(messages)
  for _, message in ipairs(messages) do
    if json.encode(message.content):lower():find("json", 1, true) then return true end
  end
end

local function check_format(format, messages)
  if not format or format.type == "text" then return end
  if format.type == "json_object" then
    if says_json(messages) then return end
    return invalid("messages", "'messages' must contain the word 'json' in some form, to use 'response_format' of type "
      .. "'json_object'.")
  end
  if format.type ~= "json_schema" then
    return invalid("response_format.type", ("Invalid value: '%s'. Supported values are: 'json_object', 'json_schema', "
      .. "and 'text'."):format(tostring(format.type)), "invalid_value")
  end
  local wanted = format.json_schema
  if type(wanted) ~= "table" then
    return invalid("response_format.json_schema", "Missing required parameter: 'response_format.json_schema'.",
      "missing_required_parameter")
  end
  local fault = check_name(wanted.name, "response_format.json_schema.name")
  if fault then return fault end
  if type(wanted.schema) ~= "table" then
    return invalid("response_format.json_schema.schema", "Missing required parameter: "
      .. "'response_format.json_schema.schema'.", "missing_required_parameter")
  end
  local why = wanted.strict == true and json.not_strict(wanted.schema)
  if why then
    return invalid("response_format", ("Invalid schema for response_format '%s': %s"):format(wanted.name, why))
  end
end

local function check_tools(tools, choice)
  if choice and not tools then
    return invalid("tool_choice", "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are "
      .. "specified.")
  end
  local known = {}
  for i, tool in ipairs(tools or {}) do
    local where = ("tools[%d]"):format(i - 1)
    if tool.type ~= "function" or type(tool["function"]) ~= "table" then
      return invalid(where .. ".function", ("Missing required parameter: '%s.function'."):format(where),
        "missing_required_parameter")
    end
    local fault = check_name(tool["function"].name, where .. ".function.name")
    if fault then return fault end
    local why = tool["function"].strict == true and json.not_strict(tool["function"].parameters)
    if why then return invalid(where, ("Invalid schema for function '%s': %s"):format(tool["function"].name, why)) end
    known[tool["function"].name] = true
  end
  if type(choice) == "table" and not known[(choice["function"] or {}).name] then
    return invalid("tool_choice", "Invalid value for 'tool_choice': no function named that was found in 'tools'.")
  end
end

local RANGES = { temperature = { 0, 2 }, top_p = { 0, 1 } }

local function check_numbers(body)
  for name, range in pairs(RANGES) do
    local value = body[name]
    if value ~= nil and (type(value) ~= "number" or value < range[1] or value > range[2]) then
      return invalid(name, ("Invalid '%s': expected a number from %s to %s."):format(name, range[1], range[2]),
        "decimal_above_max_value")
    end
  end
  for _, name in ipairs { "max_tokens", "max_completion_tokens" } do
    local value = body[name]
    if value ~= nil and (type(value) ~= "number" or value < 1 or value ~= math.floor(value)) then
      return invalid(name, ("Invalid '%s': integer below minimum value. Expected a value >= 1."):format(name),
        "integer_below_min_value")
    end
  end
  if body.max_tokens and body.max_completion_tokens then
    return invalid("max_tokens", "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      "invalid_parameter_combination")
  end
end

--- What is wrong with a request: the body of a 400. nil: nothing.
function openai.refused(_, body)
  for name in pairs(body) do
    if not PARAMETERS[name] then
      return invalid(name, "Unrecognized request argument supplied: " .. name, "unknown_parameter")
    end
  end
  if type(body.model) ~= "string" or body.model == "" then
    return invalid(nil, "you must provide a model parameter")
  end
  if body.stream_options and not body.stream then
    return invalid("stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.")
  end
  return check_messages(body.messages) or check_numbers(body) or check_format(body.response_format, body.messages)
    or check_tools(body.tools, body.tool_choice)
end

-- --- what is asked ---

local function text_of(content)
  if type(content) ~= "table" then return content ~= json.null and content or "" end
  local parts = {}
  for i, part in ipairs(content) do parts[i] = part.text end
  return table.concat(parts, "\n")
end

-- The tool that has to be called: named, or "required" and the only one.
local function forced_tool(body)
  local choice = body.tool_choice
  for _, tool in ipairs(body.tools or {}) do
    if choice == "required" or type(choice) == "table" and choice["function"].name == tool["function"].name then
      return tool["function"]
    end
  end
end

--- The question in a request, the same for both styles: system, turns ({ role, text }), form, schema, tool, limit.
function openai.question(body)
  local question = { system = "", turns = {}, model = body.model, stream = body.stream == true,
    limit = body.max_tokens or body.max_completion_tokens }
  for _, message in ipairs(body.messages or {}) do
    local text = text_of(message.content)
    if message.role == "system" or message.role == "developer" then
      question.system = question.system .. text
    else
      table.insert(question.turns, { role = message.role, text = text })
    end
  end
  local tool = forced_tool(body)
  local format = body.response_format or {}
  question.usage = not body.stream or (body.stream_options or {}).include_usage == true
  if tool then
    question.tool, question.form, question.schema = tool.name, tool.name, tool.parameters
  elseif format.type == "json_schema" then
    question.form, question.schema = format.json_schema.name, format.json_schema.schema
  end
  return question
end

-- --- answers ---

local REASONS = { stop = "stop", length = "length", filter = "content_filter", tool = "tool_calls" }

local function usage_of(answer)
  return { prompt_tokens = answer.input, completion_tokens = answer.output,
    total_tokens = answer.input + answer.output }
end

local function head(answer, object)
  return { id = "chatcmpl-" .. answer.id, object = object, created = answer.created, model = answer.model,
    system_fingerprint = "fp_fake" }
end

local function message_of(answer)
  local message = { role = "assistant", content = answer.text, refusal = answer.refusal or json.null,
    reasoning_content = answer.reasoning }
  if answer.refusal then message.content = json.null end
  if answer.tool then
    message.content = json.null
    message.tool_calls = { { id = "call_" .. answer.id, type = "function",
      ["function"] = { name = answer.tool, arguments = answer.text } } }
  end
  return message
end

--- The body of a whole answer.
function openai.whole(answer)
  local body = head(answer, "chat.completion")
  body.choices = json.array {}
  if not answer.is_empty then
    body.choices[1] = { index = 0, message = message_of(answer), logprobs = json.null,
      finish_reason = REASONS[answer.tool and answer.reason == "stop" and "tool" or answer.reason] }
  end
  body.usage = answer.usage and usage_of(answer) or nil
  return json.encode(body)
end

local function chunk(answer, delta, reason)
  local body = head(answer, "chat.completion.chunk")
  body.choices = { { index = 0, delta = delta, logprobs = json.null, finish_reason = reason or json.null } }
  return "data: " .. json.encode(body) .. "\n\n"
end

local function tool_delta(answer, piece, is_first)
  local part = { index = 0, ["function"] = { arguments = piece } }
  if is_first then
    part.id, part.type = "call_" .. answer.id, "function"
    part["function"].name = answer.tool
  end
  return { tool_calls = { part } }
end

--- The events of a streamed answer, as they stand on the wire; `pieces` cuts a text.
function openai.events(answer, pieces)
  local events = {}
  local function add(delta, reason) events[#events + 1] = chunk(answer, delta, reason) end
  if not answer.is_empty then
    add { role = "assistant", content = answer.tool and json.null or "" }
    for _, piece in ipairs(pieces(answer.reasoning or "")) do add { reasoning_content = piece } end
    for _, piece in ipairs(pieces(answer.refusal or "")) do add { refusal = piece } end
    for i, piece in ipairs(answer.refusal and {} or pieces(answer.text)) do
      add(answer.tool and tool_delta(answer, piece, i == 1) or { content = piece })
    end
    add({}, REASONS[answer.tool and answer.reason == "stop" and "tool" or answer.reason])
  end
  if answer.usage or answer.is_empty then
    local body = head(answer, "chat.completion.chunk")
    body.choices, body.usage = json.array {}, answer.usage and usage_of(answer) or nil
    events[#events + 1] = "data: " .. json.encode(body) .. "\n\n"
  end
  events[#events + 1] = "data: [DONE]\n\n"
  return events
end

--- An event in the middle of a stream that says what went wrong, as gateways send it.
function openai.error_event(status, message)
  return "data: " .. openai.failure(status, message) .. "\n\n"
end

function openai.bad_event()
  return 'data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"half of\n\n'
end

function openai.too_long(tokens, limit)
  return invalid("messages", ("This model's maximum context length is %d tokens. However, your messages resulted in %d "
    .. "tokens. Please reduce the length of the messages."):format(limit, tokens), "context_length_exceeded")
end

--- The body of GET /v1/models.
function openai.models(names)
  local data = json.array {}
  for i, name in ipairs(names) do
    data[i] = { id = name, object = "model", created = 1700000000, owned_by = "fake" }
  end
  return json.encode { object = "list", data = data }
end

return openai
