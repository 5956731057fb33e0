--- The program of `spec/support/fake_search.lua`.
--
-- Prints its port, then serves until it is told to quit, or until the program that started it is gone. A connection
-- whose first line is not HTTP is a command: `SET <json>`, `SCRIPT <json>`, `LOG`, `AWAIT <count>`, `QUIT`.
local cqueues = require "cqueues"
local condition = require "cqueues.condition"
local sockets = require "cqueues.socket"
local json = require "spec.support.fake.json"
local services = require "spec.support.fake.search_services"

local LONGEST_LINE = 1 << 26
local DAY = 24 * 60 * 60

local loop, changed = cqueues.new(), condition.new()
local settings = { documents = {}, questions = {} }
local rules, calls, counts = {}, {}, {}

-- --- requests ---

local function decode(text)
  return (text:gsub("+", " "):gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local function read_request(client, line)
  local method, target = line:match("^(%u+) (%S+) HTTP/1%.[01]\r?$")
  if not method then return nil end
  local request = { method = method, headers = {}, query = {} }
  request.service, request.path = target:match "^/([^/?]*)([^?]*)"
  for name, value in (target:match "%?(.*)$" or ""):gmatch "([^&=]+)=([^&]*)" do
    request.query[decode(name)] = decode(value)
  end
  while true do
    local header = client:read "*l"
    header = header and header:gsub("\r$", "")
    if not header then return nil end
    if header == "" then break end
    local name, value = header:match("^([^:]+):%s*(.-)%s*$")
    if not name then return nil end
    request.headers[name:lower()] = value
  end
  local length = tonumber(request.headers["content-length"] or 0)
  request.body = length > 0 and client:read(length) or nil
  request.json = json.decode(request.body or "") or {}
  return request
end

-- --- searching ---

local function words_of(text)
  local set = {}
  for word in text:lower():gmatch "[%w\x80-\xFF]+" do set[word] = true end
  return set
end

local function is_in(document, question)
  local is_old = question.days and document.time and os.time() - document.time > question.days * DAY
  local is_foreign = question.language and document.language and question.language ~= document.language
  local is_elsewhere = question.country and question.country ~= "" and document.country
    and question.country ~= document.country
  return not is_old and not is_foreign and not is_elsewhere
end

-- Documents by how many of the words they have; without words all of them.
local function search(question)
  local ranked, wanted = {}, question.words and words_of(question.words)
  for place, document in ipairs(settings.documents) do
    local score = wanted and 0 or 1
    for word in pairs(wanted or {}) do
      if document.words[word] then score = score + 1 end
    end
    if score > 0 and is_in(document, question) then
      ranked[#ranked + 1] = { document = document, score = score, place = place }
    end
  end
  table.sort(ranked, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.place < b.place
  end)
  local found, first = {}, ((question.page or 1) - 1) * question.most
  for i = first + 1, math.min(first + question.most, #ranked) do found[#found + 1] = ranked[i].document end
  return found
end

-- --- answers ---

local function send(client, data)
  return client:write(data) and client:flush()
end

local function answer(client, status, body, kind, headers, limit)
  local lines = { ("HTTP/1.1 %d Status"):format(status), "Content-Type: " .. (kind or "application/json"),
    "Content-Length: " .. #body }
  for name, value in pairs(headers or {}) do lines[#lines + 1] = name .. ": " .. value end
  send(client, table.concat(lines, "\r\n") .. "\r\n\r\n" .. body:sub(1, limit or #body))
  return not limit
end

local HTML = "<!DOCTYPE html>\n<html><head><title>Gateway</title></head><body><h1>Please sign in</h1></body></html>\n"

local function fits(rule, call)
  if (rule.used or 0) >= (rule.times or math.huge) then return false end
  if rule.service and rule.service ~= call.service then return false end
  if rule.call and rule.call ~= (rule.service and counts[rule.service] or #calls) then return false end
  return not rule.contains or (call.words or ""):find(rule.contains, 1, true) ~= nil
end

local function rule_for(call)
  for _, rule in ipairs(rules) do
    if fits(rule, call) then
      rule.used = (rule.used or 0) + 1
      return rule
    end
  end
  return {}
end

local function new_call(request, question)
  local call = { number = #calls + 1, service = request.service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = request.body and request.json or nil,
    words = question and question.words, at = cqueues.monotime() }
  calls[#calls + 1] = call
  counts[call.service] = (counts[call.service] or 0) + 1
  changed:signal()
  return call
end

local function handle_search(client, service, request)
  local question = service.question(request)
  local call = new_call(request, question)
  local rule = rule_for(call)
  if rule.silent then
    client:read(1)
    call.hung_up = true
    return false
  end
  if rule.delay then cqueues.sleep(rule.delay) end
  local denied = service.denied and service.denied(request, settings.key)
  if denied then
    call.status = denied[1]
    return answer(client, denied[1], denied[2], denied[3])
  end
  call.status = rule.status or 200
  if rule.html then return answer(client, call.status, HTML, "text/html") end
  if rule.status then
    local body, kind = service.refusal(rule.status, rule.message or "This went wrong.")
    return answer(client, rule.status, body, kind, { ["Retry-After"] = rule.retry_after })
  end
  if rule.ignores_age then question.days = nil end
  local body, kind = service.answer(rule.empty and {} or search(question), request, settings)
  if not body then return answer(client, 404, "there is no such feed", "text/plain") end
  if rule.malformed then body = body:sub(1, #body // 2) end
  return answer(client, 200, body, kind, nil, rule.cut and #body // 2)
end

local function escape(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"))
end

local function handle_page(client, request)
  local document = settings.documents[tonumber(request.path:match "^/(%d+)$")]
  local call = new_call(request)
  call.status = document and 200 or 404
  if not document then return answer(client, 404, "nothing is here", "text/plain") end
  local title, text = escape(document.title), escape(document.text):gsub("\n%s*\n", "</p>\n<p>")
  local head = ('<!DOCTYPE html>\n<html lang="%s"><head><meta charset="utf-8"><title>%s</title>'):format(
    document.language or "en", title)
  if document.time then
    head = head .. ('<meta property="article:published_time" content="%s">'):format(
      os.date("!%Y-%m-%dT%H:%M:%SZ", document.time))
  end
  local body = ("%s</head>\n<body><main><h1>%s</h1>\n<p>%s</p></main></body></html>\n"):format(head, title, text)
  return answer(client, 200, body, "text/html; charset=utf-8")
end

local function handle(client, request)
  local service = services[request.service]
  if service then return handle_search(client, service, request) end
  if request.service == "page" then return handle_page(client, request) end
  return answer(client, 404, "nothing is here", "text/plain")
end

-- --- commands ---

local function prepare(options)
  for i, document in ipairs(options.documents) do
    document.url = document.url or ("%s/page/%d"):format(options.url, i)
    document.time = document.days and math.floor(os.time() - document.days * DAY) or nil
    document.words = words_of(document.title .. " " .. document.text)
  end
  return options
end

local COMMANDS = {
  SET = function(rest) settings = prepare(json.decode(rest)) end,
  SCRIPT = function(rest) rules, calls, counts = json.decode(rest), {}, {} end,
  AWAIT = function(rest)
    while #calls < tonumber(rest) do changed:wait() end
  end,
  LOG = function() return json.encode(json.array(calls)) end,
  QUIT = function() os.exit(0, false) end,
}

local function command(client, line)
  local name, rest = line:match "^(%u+) ?(.*)$"
  local reply = COMMANDS[name] and (COMMANDS[name](rest) or "ok") or "unknown"
  send(client, reply .. "\n")
end

local function serve(client)
  client:onerror(function(_, _, code) return code end)
  client:setmode("bf", "bf")
  client:setmaxline(LONGEST_LINE)
  while true do
    local line = client:read "*l"
    if not line then break end
    if not line:find("HTTP/1", 1, true) then
      command(client, line)
      break
    end
    local request = read_request(client, line)
    if not request then break end
    local fine, stays = pcall(handle, client, request)
    if not fine then io.stderr:write(tostring(stays), "\n") end
    if not (fine and stays) then break end
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
