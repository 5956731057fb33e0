--- The requests of the torture specs, in turn, and what their answers promise. A `state` (torture_requests.state) is
-- what a spec remembers of them.
local assert = require "luassert"

local requests = {}

--- state: what the spec knows besides: integrations (list of { id =, kind = }), domain, server.
function requests.state(state)
  for _, name in ipairs { "acknowledged", "unanswered", "article_of", "cancelled", "linked", "wanted", "deliveries" } do
    state[name] = {}
  end
  state.count = 0
  return state
end

-- --- what every connection does in turn ---

local function create(state, name)
  local to = state.integrations[math.random(#state.integrations)]
  return { kind = "create", method = "POST", path = "/api/articles/v2/", name = name, to = to, options = {
    body = { targetKeyword = "herb garden", title = name, integrationId = to.id },
    headers = { ["Idempotency-Key"] = name },
  } }
end

local function link(state, name)
  return { kind = "link", method = "POST", path = "/api/internal-links/", name = name, options = {
    body = { content = "<p>Drink mint tea, " .. name .. ".</p>", format = "json", domainId = state.domain },
    headers = { ["Idempotency-Key"] = name },
  } }
end

local function cancel(state, name)
  local id = state.acknowledged[#state.acknowledged]
  if not id then return create(state, name) end
  return { kind = "cancel", method = "POST", path = "/api/articles/" .. id .. "/cancel", article = id }
end

-- To the other integration, once the article is there.
local function deliver(state, name)
  local id = state.acknowledged[math.random(math.max(1, #state.acknowledged))]
  if not id then return create(state, name) end
  local to = state.integrations[math.random(#state.integrations)]
  return { kind = "deliver", method = "POST", path = "/api/articles/" .. id .. "/deliver", article = id, to = to,
    options = { body = { integrationId = to.id } } }
end

local TURNS = { create, link, create, create, link, deliver, create, cancel, create, link }

--- The next one: kind, method, path, options, and what it is about.
function requests.next(state)
  state.count = state.count + 1
  return TURNS[state.count % #TURNS + 1](state, "request-" .. state.count)
end

-- --- what the answers promise ---

local NOTE = {}

function NOTE.create(state, request, answer)
  assert(answer.status == 200, answer.body)
  local id = answer.json.articleId
  if state.article_of[request.name] then return assert(state.article_of[request.name] == id, request.name) end
  state.acknowledged[#state.acknowledged + 1] = id
  state.article_of[request.name] = id
  state.wanted[id] = { [request.to.id] = true }
end

function NOTE.link(state, request, answer)
  assert(answer.status == 200, answer.body)
  state.linked[request.name] = true
end

-- 409: it had ended by then.
function NOTE.cancel(state, request, answer)
  assert(answer.status == 200 or answer.status == 409, answer.body)
  if answer.status == 200 then state.cancelled[request.article] = true end
end

-- 409: it has not finished.
function NOTE.deliver(state, request, answer)
  assert(answer.status == 202 or answer.status == 409, answer.body)
  if answer.status == 202 then state.wanted[request.article][request.to.id] = true end
end

--- Remembers what an answer promises; an error when it is none that the request may have.
function requests.note(state, request, answer)
  return NOTE[request.kind](state, request, answer)
end

return requests
