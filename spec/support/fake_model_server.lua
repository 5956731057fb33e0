--- The program of `spec/support/fake_model.lua`.
--
-- Prints its port, then serves until it is told to quit, or until the program that started it is gone. A connection
-- whose first line is not HTTP is a command: `SET <json>`, `SCRIPT <json>`, `LOG`, `AWAIT <count> [answered]`,
-- `RELEASE`, `QUIT`.
local cqueues = require "cqueues"
local condition = require "cqueues.condition"
local sockets = require "cqueues.socket"
local faults = require "spec.support.fake.faults"
local json = require "spec.support.fake.json"
local luasocket = require "socket"
local writer = require "spec.support.fake_writer"

local STYLES = { require "spec.support.fake.openai", require "spec.support.fake.anthropic" }
local LONGEST_LINE = 1 << 26

local loop, changed = cqueues.new(), condition.new()
local settings = { key = "sk-fake", models = {} }
local rules, calls, counts, under_way, releases, generation = {}, {}, {}, 0, 0, 0

local REASONS = { [200] = "OK", [400] = "Bad Request", [401] = "Unauthorized", [404] = "Not Found",
  [405] = "Method Not Allowed", [429] = "Too Many Requests", [500] = "Internal Server Error",
  [503] = "Service Unavailable", [529] = "Site is overloaded" }

-- --- requests ---

local function read_chunked(client)
  local parts = {}
  while true do
    local size = tonumber((client:read "*l" or "0"):match "^%x+" or "0", 16)
    if size == 0 then
      client:read "*l"
      return table.concat(parts)
    end
    parts[#parts + 1] = client:read(size)
    client:read "*l"
  end
end

local function read_request(client, line)
  local method, target = line:match("^(%u+) (%S+) HTTP/1%.[01]\r?$")
  local request = { method = method, path = (target or ""):match("^[^?]*"), headers = {} }
  while true do
    local header = client:read "*l"
    header = header and header:gsub("\r$", "")
    if not header then return nil end
    if header == "" then break end
    local name, value = header:match("^([^:]+):%s*(.-)%s*$")
    if not name then return nil end
    request.headers[name:lower()] = value
  end
  if (request.headers.expect or ""):lower() == "100-continue" then
    client:write "HTTP/1.1 100 Continue\r\n\r\n"
    client:flush()
  end
  local length = tonumber(request.headers["content-length"] or 0)
  if (request.headers["transfer-encoding"] or ""):lower() == "chunked" then
    request.body = read_chunked(client)
  elseif length > 0 then
    request.body = client:read(length)
  end
  return method and request
end

-- --- answers ---

local function head(status, headers)
  local lines = { ("HTTP/1.1 %d %s"):format(status, REASONS[status] or "Status") }
  for name, value in pairs(headers) do lines[#lines + 1] = name .. ": " .. value end
  return table.concat(lines, "\r\n") .. "\r\n\r\n"
end

local function send(client, data)
  return client:write(data) and client:flush()
end

local function answer_whole(client, status, body, headers)
  headers = headers or {}
  headers["Content-Type"] = headers["Content-Type"] or "application/json"
  headers["Content-Length"] = #body
  return send(client, head(status, headers) .. body)
end

-- cqueues cannot set this option; LuaSocket borrows the descriptor for it.
local function reset_on_close(client)
  local borrowed = luasocket.tcp()
  borrowed:setfd(client:pollfd())
  borrowed:setoption("linger", { on = true, timeout = 0 })
  borrowed:setfd(-1)
end

-- Waits until the other side hangs up. A caller sends nothing before it has its answer.
local function await_end(client, call)
  client:read(1)
  call.hung_up = true
  return false
end

-- That there is nothing to read is counted as an error, of which a connection bears a hundred.
local function is_gone(client)
  client:fill(1, 0)
  client:clearerr "r"
  return client:eof "r"
end

-- What has to happen before the answer: rule.await, rule.hold, rule.delay. False when the caller went away.
local function wait(client, rule)
  local until_time = rule.delay and cqueues.monotime() + rule.delay
  local released, begun = releases, generation
  local function is_held()
    if generation ~= begun then return false end
    return rule.hold and releases == released or rule.await and #calls < rule.await
      or until_time and cqueues.monotime() < until_time
  end
  while is_held() do
    local left = until_time and math.max(until_time - cqueues.monotime(), 0) or 3600
    cqueues.poll({ pollfd = client:pollfd(), events = "r" }, changed, left)
    if is_gone(client) then return false end
  end
  return true
end

local function send_dripping(client, data)
  for i = 1, #data, 7 do
    if not send(client, data:sub(i, i + 6)) then return false end
    cqueues.poll(0)
  end
  return true
end

-- Sends what an answer is on the wire: head, then pieces of its body, with what the rule does to them. Returns whether
-- the connection stays of use.
local function send_body(client, call, rule, first, pieces, is_chunked)
  local limit = rule.cut or rule.stall
  local most = limit and math.floor(#pieces * limit) or #pieces
  local write = rule.drip and send_dripping or send
  if not send(client, first) then return false end
  local batch = {}
  for i = 1, most do
    batch[#batch + 1] = is_chunked and ("%x\r\n%s\r\n"):format(#pieces[i], pieces[i]) or pieces[i]
    if #batch == 64 or i == most then
      if not write(client, table.concat(batch)) then return false end
      batch = {}
    end
  end
  if rule.stall then return await_end(client, call) end
  if limit then return false end
  return not is_chunked or send(client, "0\r\n\r\n")
end

local function send_answer(client, call, rule, style, answer)
  local status, headers = rule.status or 200, { ["request-id"] = "req_" .. call.number }
  if call.stream and status == 200 and not rule.html and not rule.whole then
    headers["Content-Type"], headers["Transfer-Encoding"] = "text/event-stream; charset=utf-8", "chunked"
    for name, value in pairs(faults.headers(rule)) do headers[name] = value end
    return send_body(client, call, rule, head(200, headers), faults.events(style, rule, answer), true)
  end
  headers["Content-Type"] = "application/json"
  local body = faults.body(style, rule, answer)
  headers["Content-Length"] = #body
  for name, value in pairs(faults.headers(rule)) do headers[name] = value end
  return send_body(client, call, rule, head(status, headers), faults.slices(body, 64))
end

-- --- calls ---

local function count_up(name)
  counts[name] = (counts[name] or 0) + 1
end

local function fits(rule, call, prompt)
  if (rule.used or 0) >= (rule.times or math.huge) then return false end
  for _, name in ipairs { "kind", "style", "model" } do
    if rule[name] and rule[name] ~= call[name] then return false end
  end
  if rule.call then
    local place = rule.kind and counts["kind " .. rule.kind] or rule.style and counts["style " .. rule.style] or #calls
    if rule.call ~= place then return false end
  end
  return not rule.contains or prompt:find(rule.contains, 1, true) ~= nil
end

local function rule_for(call)
  local prompt = call.system .. "\n" .. (call.prompt or "")
  for _, rule in ipairs(rules) do
    if fits(rule, call, prompt) then
      rule.used = (rule.used or 0) + 1
      return rule
    end
  end
  return {}
end

local function new_call(style, request, body)
  local question = style.question(body)
  local kind, is_repair = writer.kind(question)
  local call = { number = #calls + 1, style = style.name, kind = kind, form = question.form, model = question.model,
    system = question.system, turns = question.turns, stream = question.stream, limit = question.limit,
    temperature = body.temperature, idempotency_key = request.headers["idempotency-key"], is_repair = is_repair,
    key = request.headers["x-api-key"] or (request.headers.authorization or ""):match "^Bearer (.*)$",
    headers = request.headers, beside = under_way - 1, at = cqueues.monotime() }
  for _, turn in ipairs(question.turns) do
    if turn.role == "user" then call.prompt = turn.text end
  end
  calls[#calls + 1], request.call = call, call
  count_up("kind " .. kind)
  count_up("style " .. style.name)
  changed:signal()
  return call, question
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
  return answer_whole(client, status, body, { ["request-id"] = "req_" .. call.number })
end

local function knows(name)
  if not settings.known_models_only then return true end
  for _, known in ipairs(settings.models) do
    if known == name then return true end
  end
end

-- In the order in which the services look: the key, whether they can serve at all, the request.
local function handle_call(client, style, request)
  local body = json.decode(request.body or "")
  local is_table = type(body) == "table"
  local call, question = new_call(style, request, is_table and body or {})
  local denied = style.denied(request.headers, settings.key)
  if denied then return refuse(client, call, 401, denied) end
  local rule = rule_for(call)
  if rule.silent then return await_end(client, call) end
  if not wait(client, rule) then
    call.hung_up = true
    return false
  end
  if rule.status and not rule.html then
    call.status = rule.status
    local headers = faults.headers(rule)
    return answer_whole(client, rule.status, style.failure(rule.status, rule.message), headers)
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
  if settings.context and answer.input > settings.context then
    return refuse(client, call, 400, style.too_long(answer.input, settings.context))
  end
  call.status = rule.status or 200
  local stays = send_answer(client, call, rule, style, answer)
  if rule.reset then reset_on_close(client) end
  return stays and not rule.close and not rule.reset
end

local function handle_models(client, style, request)
  local denied = style.denied(request.headers, settings.key)
  if denied then return answer_whole(client, 401, denied) end
  return answer_whole(client, 200, style.models(settings.models))
end

local function handle(client, request)
  local openai, anthropic = STYLES[1], STYLES[2]
  if request.path == "/v1/models" and request.method == "GET" then
    return handle_models(client, request.headers["anthropic-version"] and anthropic or openai, request)
  end
  for _, style in ipairs(STYLES) do
    if request.path == style.path and request.method == "POST" then
      under_way = under_way + 1
      local fine, stays = pcall(handle_call, client, style, request)
      under_way = under_way - 1
      if not fine then io.stderr:write(tostring(stays), "\n") end
      return fine and stays
    end
  end
  local message = ("Invalid URL (%s %s)"):format(request.method, request.path)
  return answer_whole(client, 404, openai.error(404, message))
end

-- --- commands ---

local function all_ended()
  for _, call in ipairs(calls) do
    if not call.ended then return false end
  end
  return true
end

local COMMANDS = {
  SET = function(rest) settings = json.decode(rest) end,
  SCRIPT = function(rest) rules, calls, counts, generation = json.decode(rest), {}, {}, generation + 1 end,
  RELEASE = function() releases = releases + 1 end,
  AWAIT = function(rest)
    local count, answered = rest:match "^(%d+)(.*)$"
    while #calls < tonumber(count) or answered ~= "" and not all_ended() do changed:wait() end
  end,
  LOG = function() return json.encode(json.array(calls)) end,
  QUIT = function() os.exit(0, false) end,
}

local function command(client, line)
  local name, rest = line:match "^(%u+) ?(.*)$"
  local reply = COMMANDS[name] and (COMMANDS[name](rest) or "ok") or "unknown"
  changed:signal()
  send(client, reply .. "\n")
end

local function end_call(call)
  call.ended = true
  if not call.hung_up then call.seconds = cqueues.monotime() - call.at end
  changed:signal()
end

local function serve(client)
  client:onerror(function(_, _, code) return code end)
  client:setmode("bf", "bf")
  client:setmaxline(LONGEST_LINE)
  client:setbufsiz(65536, 65536)
  while true do
    local line = client:read "*l"
    if not line then break end
    if not line:find("HTTP/1", 1, true) then
      command(client, line)
      break
    end
    local request = read_request(client, line)
    if not request then break end
    local stays = handle(client, request)
    if request.call then end_call(request.call) end
    if not stays or (request.headers.connection or ""):lower() == "close" then break end
  end
  client:close()
end

-- Whoever started this program is its parent; when that is gone, nobody will tell it to quit.
local function parent()
  for line in io.lines "/proc/self/status" do
    local number = line:match "^PPid:%s*(%d+)"
    if number then return number end
  end
end

local function main()
  local listener = sockets.listen { host = "127.0.0.1", port = 0 }
  assert(listener:listen())
  local _, _, port = listener:localname()
  io.stdout:write(port, "\n")
  io.stdout:flush()
  local first = parent()
  loop:wrap(function()
    while parent() == first do cqueues.sleep(1) end
    os.exit(0, false)
  end)
  loop:wrap(function()
    for client in listener:clients() do loop:wrap(serve, client) end
  end)
  -- A connection that fails is not the end of the others.
  while not loop:empty() do
    local fine, problem = loop:loop()
    if not fine then io.stderr:write(tostring(problem), "\n") end
  end
end

main()
