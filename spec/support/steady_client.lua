--- One client of spec.support.steady: asks again and again until a file is there, then prints what came of it.
--
--     lua5.4 spec/support/steady_client.lua KIND PORT KEY DOMAIN FILE
--
-- It prints "answered COUNT", "article ID" for each that it had written, and "fault WORDS" for whatever was not as it
-- should be. It never asks twice for the same.
local http = require "spec.support.http"
local visitor = require "spec.support.visitor"

local kind, port, key, domain, stop_file = (table.unpack or unpack)(arg)
local server = { port = tonumber(port), key = key }
local answered, articles, faults = 0, {}, {}

local function fault(...)
  faults[#faults + 1] = table.concat({ ... }, " "):gsub("%s+", " "):sub(1, 500)
end

-- The answer, if it is one that the request may have.
local function ask(method, path, options, allowed)
  local fine, answer, problem = pcall(http.request, server, method, path, options)
  answered = answered + 1
  if not fine or not answer then return fault(method, path, tostring(fine and problem or answer)) end
  if not allowed[answer.status] then return fault(method, path, answer.status, answer.body) end
  local is_whole = answer.status ~= 200 or answer.json or answer.body:find "^retry:.*\n\n$"
  if not is_whole then return fault(method, path, "half an answer:", answer.body) end
  return answer
end

local count = 0

-- Every other request has one.
local function with_key(body)
  count = count + 1
  local name = ("%s-%s-%d"):format(kind, tostring(server):match "0x%x+", count)
  return { body = body, headers = { ["Idempotency-Key"] = count % 2 == 0 and name or nil } }
end

local OK, OK_OR_SAME = { [200] = true }, { [200] = true, [304] = true }

-- Asks for an article with requests that are held, until it has ended.
local function follow(id)
  local tag, state
  repeat
    local headers = { Prefer = "wait=20", ["If-None-Match"] = tag }
    local answer = ask("GET", "/api/articles/" .. id, { headers = headers }, OK_OR_SAME)
    if not answer then return end
    tag, state = answer.headers.etag, answer.json and answer.json.status or state
  until state == "finished" or state == "failed"
end

local KINDS = {}

-- Has articles written, and waits for the last first.
function KINDS.writer()
  local made = {}
  for i = 1, 4 do
    made[i] = ask("POST", "/api/articles/v2/", with_key { targetKeyword = "watering herbs" }, OK)
    if made[i] then articles[#articles + 1] = made[i].json.articleId end
  end
  for i = 4, 1, -1 do
    if made[i] then follow(made[i].json.articleId) end
  end
end

local cookie, seen

-- Has the page of the queue open, which changes when an article does.
function KINDS.watcher()
  cookie = cookie or visitor.new(server).cookie
  local answer = ask("GET", "/queue/events", { key = false, headers = { Cookie = cookie, ["Last-Event-ID"] = seen } },
    OK)
  seen = answer and answer.body:match "id: ([^\n]+)" or seen
end

function KINDS.linker()
  local answer = ask("POST", "/api/internal-links/", with_key { content = "<p>Basil care begins with warmth.</p>",
    format = "json", domainId = domain }, OK)
  if answer and not answer.body:find("notes.example/basil", 1, true) then fault("no link", answer.body) end
end

function KINDS.lister()
  ask("GET", "/api/articles?limit=5", nil, OK)
  ask("GET", "/api/account", nil, OK)
  ask("PATCH", "/api/domains/" .. domain, { body = { name = "notes" } }, OK)
end

repeat
  KINDS[kind]()
  local file = io.open(stop_file)
until file and file:close()

print("answered " .. answered)
for _, id in ipairs(articles) do print("article " .. id) end
for _, text in ipairs(faults) do print("fault " .. text) end
