--- The program of `spec/support/fake_model.lua`.
local cqueues = require "cqueues"
local faults = require "spec.support.fake.faults"
local json = require "spec.support.fake.json"
local server = require "spec.support.fake_server"
local luasocket = require "socket"
local writer = require "spec.support.fake_writer"

local STYLES = { require "spec.support.fake.openai", require "spec.support.fake.anthropic" }

-- --- answers ---

-- cqueues cannot set this option; LuaSocket borrows the descriptor for it.
local function reset_on_close(client)
  local borrowed = luasocket.tcp()
  borrowed:setfd(client:pollfd())
  borrowed:setoption("linger", { on = true, timeout = 0 })
  borrowed:setfd(-1)
end

local function send_dripping(client, data)
  for i = 1, #data, 7 do
    if not server.send(client, data:sub(i, i + 6)) then return false end
    cqueues.poll(0)
  end
  return true
end

-- Sends what an answer is on the wire: head, then pieces of its body, with what the rule does to them. Returns whether
-- the connection stays of use.
local function send_body(client, call, rule, first, pieces, is_chunked)
  local limit = rule.cut or rule.stall
  local most = limit and math.floor(#pieces * limit) or #pieces
  local write = rule.drip and send_dripping or server.send
  if not server.send(client, first) then return false end
  local batch = {}
  for i = 1, most do
    batch[#batch + 1] = is_chunked and ("%x\r\n%s\r\n"):format(#pieces[i], pieces[i]) or pieces[i]
    if #batch == 64 or i == most then
      if not write(client, table.concat(batch)) then return false end
      batch = {}
    end
  end
  if rule.stall then return server.await_end(client, call) end
  if limit then return false end
  return not is_chunked or server.send(client, "0\r\n\r\n")
end

local function send_answer(client, call, rule, style, answer)
  local status, headers = rule.status or 200, { ["request-id"] = "req_" .. call.number }
  if call.stream and status == 200 and not rule.html and not rule.whole then
    headers["Content-Type"], headers["Transfer-Encoding"] = "text/event-stream; charset=utf-8", "chunked"
    for name, value in pairs(faults.headers(rule)) do headers[name] = value end
    return send_body(client, call, rule, server.head(200, headers), faults.events(style, rule, answer), true)
  end
  headers["Content-Type"] = "application/json"
  local body = faults.body(style, rule, answer)
  headers["Content-Length"] = #body
  for name, value in pairs(faults.headers(rule)) do headers[name] = value end
  return send_body(client, call, rule, server.head(status, headers), faults.slices(body, 64))
end

-- --- calls ---

local function new_call(style, request, body)
  local question = style.question(body)
  local kind, is_repair = writer.kind(question)
  local call = { style = style.name, kind = kind, form = question.form, model = question.model,
    system = question.system, turns = question.turns, stream = question.stream, limit = question.limit,
    temperature = body.temperature, idempotency_key = request.headers["idempotency-key"], is_repair = is_repair,
    key = request.headers["x-api-key"] or (request.headers.authorization or ""):match "^Bearer (.*)$",
    headers = request.headers }
  for _, turn in ipairs(question.turns) do
    if turn.role == "user" then call.prompt = turn.text end
  end
  return server.note(request, call), question
end

local function tokens(text)
  return math.ceil(#text / 3.5)
end

-- What the model says: an answer as the styles take it.
local function compose(call, rule, question)
  local text, notes = writer.answer(question, rule)
  call.obeyed = notes.obeyed
  local answer = { id = ("%06d"):format(call.number), created = 1700000000, model = question.model, text = text,
    reason = "stop", tool = question.tool, usage = question.usage and rule.usage ~= false,
    input = tokens(json.encode(question.turns) .. question.system) }
  if question.schema and not rule.text and not rule.writer then
    local value = json.decode(text)
    call.misfit = value and json.misfit(question.schema, value) or not value and "the answer is no JSON" or nil
  end
  faults.spoil(rule, answer, question)
  -- What is no JSON stands beside the tool, not in its arguments.
  if answer.reason == "stop" and not json.decode(answer.text) then answer.tool = nil end
  if question.limit and tokens(answer.text) > question.limit then
    answer.text, answer.reason = faults.share(answer.text, question.limit / tokens(answer.text)), "length"
  end
  answer.output = tokens(answer.text .. (answer.reasoning or ""))
  call.text = answer.text
  return answer
end

local function refuse(client, call, status, body)
  call.status, call.fault = status, (json.decode(body).error or {}).message
  return server.answer(client, status, body, { ["request-id"] = "req_" .. call.number })
end

local function knows(name)
  if not server.settings.known_models_only then return true end
  for _, known in ipairs(server.settings.models) do
    if known == name then return true end
  end
end

-- In the order in which the services look: the key, whether they can serve at all, the request.
local function handle_call(client, style, request)
  local body = json.decode(request.body or "")
  local is_table = type(body) == "table"
  local call, question = new_call(style, request, is_table and body or {})
  local denied = style.denied(request.headers, server.settings.key)
  if denied then return refuse(client, call, 401, denied) end
  local rule = server.rule_for(call, call.system .. "\n" .. (call.prompt or ""))
  if not server.wait(client, call, rule) then return false end
  if rule.status and not rule.html then
    call.status = rule.status
    local headers = faults.headers(rule)
    return server.answer(client, rule.status, style.failure(rule.status, rule.message), headers)
  end
  if not is_table then
    return refuse(client, call, 400, style.error(400, "We could not parse the JSON body of your request."))
  end
  local refused = style.refused(request.headers, body)
  if refused then return refuse(client, call, 400, refused) end
  if not knows(question.model) then
    return refuse(client, call, 404, style.failure(404, "The model `" .. question.model .. "` does not exist"))
  end
  local answer = compose(call, rule, question)
  if server.settings.context and answer.input > server.settings.context then
    return refuse(client, call, 400, style.too_long(answer.input, server.settings.context))
  end
  call.status = rule.status or 200
  local stays = send_answer(client, call, rule, style, answer)
  if rule.reset then reset_on_close(client) end
  return stays and not rule.close and not rule.reset
end

local function handle_models(client, style, request)
  local denied = style.denied(request.headers, server.settings.key)
  if denied then return server.answer(client, 401, denied) end
  return server.answer(client, 200, style.models(server.settings.models))
end

local function handle(client, request)
  local openai, anthropic = STYLES[1], STYLES[2]
  if request.path == "/v1/models" and request.method == "GET" then
    return handle_models(client, request.headers["anthropic-version"] and anthropic or openai, request)
  end
  for _, style in ipairs(STYLES) do
    if request.path == style.path and request.method == "POST" then
      return handle_call(client, style, request)
    end
  end
  local message = ("Invalid URL (%s %s)"):format(request.method, request.path)
  return server.answer(client, 404, openai.error(404, message))
end

server.run(handle)
