--- What the torture specs set up before, and find in the end, over `state` of torture_requests: records (all articles
-- by id), ended (records as they were when they had ended, read meanwhile), deliveries, hook, site, kills, seed, and
-- query, which gives the rows of some SQL with blanks between the columns.
local assert = require "luassert"
local http = require "spec.support.http"
local json = require "cjson.safe"
local socket = require "socket"

local ends = { WORDS = 1000000000, CREDITS = 1000000 }

local LOST_ANSWERS = 5 -- one answer of the site in so many is lost after the draft was made
local LONGEST_DELIVERIES = 900 -- seconds, against hanging: some wait for a minute

local PAGE = { url = "https://herbs.example/mint", title = "Mint tea", html = "<h1>Mint tea</h1><p>Fresh.</p>" }

-- --- before ---

local function connect(state, kind, settings)
  local answer = http.request(state.server, "POST", "/api/integrations",
    { body = { kind = kind, name = kind, settings = settings } })
  assert(answer.status == 201, answer.body)
  return { id = answer.json.integrationId, kind = kind }
end

-- The answers of the site that are lost.
local function lost_answers(count)
  local rules = {}
  for i = 1, count do rules[i] = { service = "make_item", call = i * LOST_ANSWERS, lost = true } end
  return rules
end

--- Connects the places that articles go to, and has a page to link to. count: of answers of the site that are lost.
function ends.prepare(state, count)
  state.hook:script { { status = 204 } }
  state.site:script(lost_answers(count))
  state.integrations = {
    connect(state, "webhook", { url = state.hook.url .. "/hook" }),
    connect(state, "webflow", state.site:settings()),
  }
  state.domain = http.request(state.server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId
  local put = http.request(state.server, "POST", "/api/domains/" .. state.domain .. "/pages",
    { body = { pages = { PAGE } } })
  assert(put.status == 200, put.body)
end

-- --- after ---

--- All that a listing has, by their ids.
function ends.all(server, path, id)
  local list, cursor = {}, nil
  repeat
    local page = http.request(server, "GET", path .. "?limit=100" .. (cursor and "&cursor=" .. cursor or "")).json
    for _, item in ipairs(page.data) do list[item[id]] = item end
    cursor = page.nextCursor ~= json.null and page.nextCursor
  until not cursor
  return list
end

function ends.has_ended(record)
  return record.status == "finished" or record.status == "failed"
end

-- 409: an attempt is under way, or a draft waits for what may have come of the last one.
local function resend(state, delivery)
  local answer = http.request(state.server, "POST", "/api/deliveries/" .. delivery.deliveryId .. "/resend")
  assert(answer.status == 202 or answer.status == 409, answer.body)
end

-- Until none is on its way any more. Drafts whose attempt was broken off wait for a minute, those that failed twice
-- for longer: they are sent again.
function ends.await_deliveries(state)
  local deadline = socket.gettime() + LONGEST_DELIVERIES
  for _, integration in ipairs(state.integrations) do
    local path = "/api/integrations/" .. integration.id .. "/deliveries"
    repeat
      local pending = 0
      state.deliveries[integration.id] = ends.all(state.server, path, "deliveryId")
      for _, delivery in pairs(state.deliveries[integration.id]) do
        if delivery.state == "pending" then
          pending = pending + 1
          if delivery.attempts > 1 then resend(state, delivery) end
        end
      end
      if pending > 0 then socket.sleep(0.2) end
    until pending == 0 or socket.gettime() > deadline
  end
end

--- Keeps the records that have ended by now, as they were first seen.
function ends.remember(state)
  for id, record in pairs(ends.all(state.server, "/api/articles", "articleId")) do
    if ends.has_ended(record) then state.ended[id] = state.ended[id] or record end
  end
end

-- --- checks ---

local checks = {}

checks[#checks + 1] = { "has every article that it acknowledged, and each has ended", function(state)
  assert.is_true(#state.acknowledged >= state.kills, #state.acknowledged .. " articles, seed " .. state.seed)
  for _, id in ipairs(state.acknowledged) do
    local record = state.records[id]
    assert.is_table(record, id)
    if record.status ~= "finished" then
      assert.equal("failed", record.status)
      assert.equal("cancelled", record.errorCode, record.error)
    end
  end
end }

checks[#checks + 1] = { "made one article for each request, however often it was sent", function(state)
  local seen = {}
  for id, record in pairs(state.records) do
    local name = record.config.title
    assert.is_nil(seen[name], name)
    seen[name] = true
    assert.equal(state.article_of[name], id)
  end
end }

checks[#checks + 1] = { "changed nothing that had ended", function(state)
  assert.is_truthy(next(state.ended))
  for id, record in pairs(state.ended) do assert.same(record, state.records[id]) end
  for id in pairs(state.cancelled) do assert.equal("cancelled", state.records[id].errorCode) end
end }

checks[#checks + 1] = { "billed each article once, and nothing for those that failed", function(state)
  local billed = {}
  for _, row in ipairs(state.query("SELECT subject, words FROM ledger WHERE kind = 'article'")) do
    local id, amount = row:match "^(%S+) (%-?%d+)$"
    assert.is_nil(billed[id])
    billed[id] = -tonumber(amount)
  end
  for id, record in pairs(state.records) do
    assert.equal(record.wordsCharged > 0 and record.wordsCharged or nil, billed[id], id)
    billed[id] = nil
  end
  assert.is_nil(next(billed))
end }

checks[#checks + 1] = { "billed each request for links once", function(state)
  local links = 0
  for _ in pairs(state.linked) do links = links + 1 end
  assert.is_true(links > 0)
  assert.same({ tostring(links) }, state.query("SELECT COUNT(*) FROM ledger WHERE kind = 'link'"))
end }

checks[#checks + 1] = { "has a ledger that sums to what is left", function(state)
  assert.same({ "1 1" }, state.query([[
    SELECT COUNT(CASE WHEN a.words_balance = l.words THEN 1 END), COUNT(CASE WHEN a.credits_balance = l.credits THEN 1
    END) FROM account a JOIN (SELECT account_id, SUM(words) AS words, SUM(credits) AS credits FROM ledger GROUP BY
    account_id) l ON l.account_id = a.id WHERE a.id = 'local']]))
  assert.same({ ("%d"):format(ends.WORDS) }, state.query(
    "SELECT words_balance + words_used FROM account WHERE id = 'local'"))
end }

checks[#checks + 1] = { "delivered each article once to each place that was to have it", function(state)
  for _, integration in ipairs(state.integrations) do
    local of_article = {}
    for _, delivery in pairs(state.deliveries[integration.id]) do
      local about = ("%s %s: %s"):format(integration.kind, delivery.deliveryId, tostring(delivery.lastError))
      assert.equal("delivered", delivery.state, about)
      assert.is_nil(of_article[delivery.articleId], about)
      of_article[delivery.articleId] = delivery
    end
    for id, wanted in pairs(state.wanted) do
      local goes = wanted[integration.id] and (state.records[id].status == "finished" or integration.kind == "webhook")
      if goes then assert.is_table(of_article[id], integration.kind .. " " .. id) end
    end
  end
end }

checks[#checks + 1] = { "sent one webhook-id for each article", function(state)
  local id_of, deliveries = {}, state.deliveries[state.integrations[1].id]
  for _, call in ipairs(state.hook:log()) do
    local article = json.decode(call.body).articleId
    local id = call.headers["webhook-id"]
    assert.equal(id_of[article] or id, id, article)
    assert.is_table(deliveries[id], id)
    id_of[article] = id
  end
  for _, delivery in pairs(deliveries) do assert.equal(delivery.deliveryId, id_of[delivery.articleId]) end
end }

checks[#checks + 1] = { "left one draft at the site for each article, though answers were lost", function(state)
  local items, count_of = state.site:state().items, {}
  for _, item in ipairs(items) do
    local article = state.article_of[item.fieldData.name]
    assert.is_string(article, item.fieldData.name)
    assert.is_nil(count_of[article], item.fieldData.name)
    count_of[article] = 1
  end
  assert.is_true(#items > LOST_ANSWERS)
  for _, delivery in pairs(state.deliveries[state.integrations[2].id]) do
    assert.equal(1, count_of[delivery.articleId], delivery.articleId)
  end
end }

--- Each check: its name, and a function of the state.
ends.checks = checks

return ends
