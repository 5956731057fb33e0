--- The program of `spec/support/fake_search.lua`.
local json = require "spec.support.fake.json"
local server = require "spec.support.fake_server"
local services = require "spec.support.fake.search_services"

local DAY = 24 * 60 * 60
local PLAIN = { ["Content-Type"] = "text/plain" }

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
  for place, document in ipairs(server.settings.documents) do
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

local function note(request, question)
  return server.note(request, { service = request.service, method = request.method, path = request.path,
    query = request.query, headers = request.headers, body = request.body and request.json or nil,
    words = question and question.words })
end

local function handle_search(client, service, request)
  local question = service.question(request)
  local call = note(request, question)
  local rule = server.rule_for(call, call.words or "")
  if not server.wait(client, call, rule) then return false end
  local denied = service.denied and service.denied(request, server.settings.key)
  if denied then
    call.status = denied[1]
    return server.answer(client, denied[1], denied[2], { ["Content-Type"] = denied[3] })
  end
  call.status = rule.status or 200
  if rule.html then return server.answer(client, call.status, server.HTML, { ["Content-Type"] = "text/html" }) end
  if rule.status then
    local body, kind = service.refusal(rule.status, rule.message or "This went wrong.")
    return server.answer(client, rule.status, body, { ["Content-Type"] = kind, ["Retry-After"] = rule.retry_after })
  end
  if rule.ignores_age then question.days = nil end
  local body, kind = service.answer(rule.empty and {} or search(question), request, server.settings)
  if not body then return server.answer(client, 404, "there is no such feed", PLAIN) end
  if rule.malformed then body = body:sub(1, #body // 2) end
  return server.answer(client, 200, body, { ["Content-Type"] = kind }, rule.cut and #body // 2)
end

local function escape(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"))
end

local function handle_page(client, request)
  local document = server.settings.documents[tonumber(request.path:match "^/(%d+)$")]
  local call = note(request)
  call.status = document and 200 or 404
  if not document then return server.answer(client, 404, "nothing is here", PLAIN) end
  local title, text = escape(document.title), escape(document.text):gsub("\n%s*\n", "</p>\n<p>")
  local head = ('<!DOCTYPE html>\n<html lang="%s"><head><meta charset="utf-8"><title>%s</title>'):format(
    document.language or "en", title)
  if document.time then
    head = head .. ('<meta property="article:published_time" content="%s">'):format(
      os.date("!%Y-%m-%dT%H:%M:%SZ", document.time))
  end
  local body = ("%s</head>\n<body><main><h1>%s</h1>\n<p>%s</p></main></body></html>\n"):format(head, title, text)
  return server.answer(client, 200, body, { ["Content-Type"] = "text/html; charset=utf-8" })
end

local function handle(client, request)
  request.service, request.path = request.target:match "^/([^/?]*)([^?]*)"
  request.json = json.decode(request.body or "") or {}
  local service = services[request.service]
  if service then return handle_search(client, service, request) end
  if request.service == "page" then return handle_page(client, request) end
  return server.answer(client, 404, "nothing is here", PLAIN)
end

local function set(rest)
  local settings = json.decode(rest)
  for i, document in ipairs(settings.documents) do
    document.url = document.url or ("%s/page/%d"):format(settings.url, i)
    document.time = document.days and math.floor(os.time() - document.days * DAY) or nil
    document.words = words_of(document.title .. " " .. document.text)
  end
  server.settings = settings
end

server.run(handle, { SET = set })
