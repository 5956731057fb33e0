--- kill -9 while a language model writes an article: before each call, within it, and right after its answer. The
-- service that is started again on the same data ends the article as if nothing had been, asks for nothing that it has
-- stored, and bills once.
local articles = require "spec.support.articles"
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local REQUEST = { targetKeyword = "indoor herb garden", includeFaq = true, includeKeyTakeaways = true,
  includeCta = true, toneOfVoiceProfile = "automatic" }
local DATA = io.popen("pwd"):read("l") .. "/examples/data/"
local MODELS = { openai = "alpha-6-luna", anthropic = "beta-sonnet-5" }

-- The rows of a query of the database.
local function query(server, sql)
  local rows = {}
  for line in database.query(server.data, sql):gmatch "[^\n]+" do rows[#rows + 1] = line end
  return rows
end

local function set(list)
  local members = {}
  for _, name in ipairs(list) do members[name] = true end
  return members
end

-- A call is named by the end of its key: "0190...-.../section-3".
local function step_of(call)
  return call.idempotency_key:match "^[^/]+/(.+)$"
end

describe("an article of a language model whose service is killed", function()
  local model, server, reference

  local function create(style)
    local body = { modelVersion = MODELS[style] }
    for name, value in pairs(REQUEST) do body[name] = value end
    local answer = http.request(server, "POST", "/api/articles/v2/", { body = body })
    assert(answer.status == 200, answer.body)
    return answer.json.articleId
  end

  local function finish(id)
    local record = assert(http.wait(server, id))
    assert.equal("finished", record.status, record.error)
    return record
  end

  local function calls_of(id)
    return http.request(server, "GET", "/api/articles/" .. id .. "/run").json.calls
  end

  local function start(parallel)
    local function entry(api)
      return { api = api, base_url = model.url, model = "fake-model", api_key = model.key, parallel = parallel }
    end
    server = service.start { config = { library = "examples/library", workers = 1, log = "error",
      models = { ["alpha-*"] = entry "openai", ["beta-*"] = entry "anthropic" } } }
  end

  setup(function()
    model = fake_model.start()
    start(4)
    model:script {}
    local id = create "openai"
    reference = { record = finish(id), calls = model:log(), steps = {} }
    for _, call in ipairs(calls_of(id)) do
      assert.equal("done", call.status)
      reference.steps[#reference.steps + 1] = call.step
    end
  end)

  teardown(function()
    if server then server:stop() end
    if model then model:stop() end
  end)

  -- Kills the service when the model has the call with this number under way, and lets the article end.
  local function resume(style, number, rule)
    rule.call = number
    model:script { rule }
    local id = create(style)
    model:log(number)
    server:kill()
    local stored = set(query(server, ("SELECT name FROM step WHERE article_id = '%s' AND is_done = 1 AND model "
      .. "IS NOT NULL"):format(id)))
    local before = #model:log()
    server:restart()
    return finish(id), model:log(), stored, before, id
  end

  local function check(style, number, rule)
    local record, calls, stored, before, id = resume(style, number, rule)
    local where = ("%s, call %d"):format(style, number)
    assert.equal(reference.record.output.html, record.output.html, where)
    for _, name in ipairs { "title", "slug", "metaDescription", "wordsCharged" } do
      assert.same(reference.record[name], record[name], where .. ", " .. name)
    end
    assert.same(reference.record.notes, record.notes, where)
    local asked, again = {}, {}
    for i, call in ipairs(calls) do
      local step = step_of(call)
      asked[step] = (asked[step] or 0) + 1
      again[step] = again[step] or i > before
    end
    for _, step in ipairs(reference.steps) do
      assert.is_true(asked[step] == 1 or asked[step] == 2 and not stored[step],
        ("%s: %s was asked for %d times"):format(where, step, asked[step] or 0))
      assert.is_false(stored[step] and again[step] or false, where .. ": stored, and asked for again: " .. step)
      asked[step] = nil
    end
    assert.same({}, asked, where)
    local identity = calls[1].idempotency_key:match "^[^/]+"
    for _, call in ipairs(calls) do assert.equal(identity, call.idempotency_key:match "^[^/]+") end
    return id, stored
  end

  it("ends as one that was left alone, at every call", function()
    local most = 0
    for number = 1, #reference.calls do
      local _, stored = check("openai", number, { hold = true, times = 1 })
      local count = 0
      for _ in pairs(stored) do count = count + 1 end
      most = math.max(most, count)
    end
    -- When the last call is under way everything but what is asked beside it is stored.
    assert.equal(#reference.calls - 1, most)
  end)

  it("ends so when an answer is half there, or about to be stored", function()
    for number = 1, #reference.calls do
      check("openai", number, { stall = 0.5, times = 1 })
      check("openai", number, { times = 1 })
    end
  end)

  it("ends so in the other style", function()
    for number = 1, #reference.calls do check("anthropic", number, { hold = true, times = 1 }) end
    check("anthropic", 2, { stall = 0.5, times = 1 })
  end)

  it("bears one death after the other", function()
    model:script { { hold = true } }
    local id = create "openai"
    local seen = 0
    for _ = 1, 2 do
      seen = #model:log(seen + 1)
      server:kill()
      server:restart()
    end
    model:script {}
    assert.equal(reference.record.output.html, finish(id).output.html)
  end)

  it("is billed once", function()
    server:halt()
    local words = {}
    for _, row in ipairs(query(server, "SELECT subject, -words FROM ledger WHERE kind = 'article'")) do
      local id, amount = row:match "^([^|]+)|(%d+)$"
      assert.is_nil(words[id])
      words[id] = tonumber(amount)
    end
    local count, total = 0, 0
    for _, id in ipairs(query(server, "SELECT id FROM article")) do
      assert.equal(reference.record.wordsCharged, words[id], id)
      count, total = count + 1, total + words[id]
      words[id] = nil
    end
    assert.is_true(count > #reference.calls)
    assert.same({}, words)
    assert.equal(total, tonumber(query(server, "SELECT words_used FROM account WHERE id = 'local'")[1]))
    server:restart()
  end)
end)

local PAGE = [[
<!doctype html><html lang="en"><head><title>Keeping a Compost Heap</title></head><body><article>
<h1>Keeping a Compost Heap</h1><p>A compost heap turns kitchen waste into dark soil within 6 to 12 months.</p>
<h2>Choosing a place</h2><p>Put the heap on bare earth, where worms can reach it. A spot in half shade keeps the
temperature even. A compost heap of 1 cubic metre holds its own warmth.</p>
<h2>What goes in</h2><p>Green material brings nitrogen. Brown material brings carbon. Mix 1 part of green with 2 parts
of brown.</p><h2>Turning and watering</h2><p>Turn the compost heap every 3 weeks with a fork. The core of a compost heap
should reach 55 to 65 degrees.</p></article></body></html>]]

describe("an article of another type whose service is killed", function()
  local model, server, site

  setup(function()
    site = nginx.start {}
    folder.write(site.folder .. "/page.html", PAGE)
    model = fake_model.start()
    server = service.start { config = { library = "examples/library", workers = 1, log = "error",
      allow_addresses = { site.address }, videos = { api = "folder", path = DATA .. "videos" },
      products = { api = "file", path = DATA .. "products.json" },
      models = { ["*"] = articles.entry(model, "openai") } } }
  end)

  teardown(function()
    if server then server:stop() end
    if model then model:stop() end
    if site then site:stop() end
  end)

  local function times(calls)
    local count = {}
    for _, call in ipairs(calls) do
      local step = step_of(call)
      count[step] = (count[step] or 0) + 1
    end
    return count
  end

  local TYPES = {
    blog_post = function() return { targetKeyword = "indoor herb garden", articleLength = "longer" } end, -- in pieces
    listicle = function() return { targetKeyword = "5 herbs for a windowsill", includeFaq = true } end,
    rewrite_blog_post = function()
      return { targetKeyword = "compost heap", articleUrl = site.url .. "/page.html" }
    end,
    video_site_video = function()
      return { targetKeyword = "dripping tap", videoSiteVideoUrl = "https://video.example/watch?v=fix-a-dripping-tap" }
    end,
    market_product_roundup = function()
      return { targetKeyword = "best headlamps for hiking", numMarketProducts = 4 }
    end,
  }

  for type, of in pairs(TYPES) do
    it(type .. " ends as one that was left alone, and is billed once", function()
      local body = of()
      body.articleType = type
      model:script {}
      local reference, first = articles.finish(server, body)
      local expected = times(model:log())
      local calls = #model:log()
      assert.is_true(calls >= (type == "blog_post" and 4 or 2), calls)

      local number = calls // 2 + 1
      model:script { { call = number, hold = true, times = 1 } }
      local id = articles.create(server, body)
      model:log(number)
      local function stored_steps()
        return query(server, ("SELECT name FROM step WHERE article_id = '%s' AND is_done = 1 AND model IS NOT "
          .. "NULL"):format(id))
      end
      -- What came before it may be about to be stored.
      assert.is_true(eventually(function() return #stored_steps() > 0 end))
      server:kill()
      local stored = stored_steps()
      server:restart()
      local record = assert(http.wait(server, id))
      assert.equal("finished", record.status, record.error)

      assert.equal(reference.output.html, record.output.html)
      for _, name in ipairs { "title", "slug", "metaDescription", "wordsCharged" } do
        assert.same(reference[name], record[name], name)
      end
      assert.same(reference.notes, record.notes)
      local asked, finished = times(model:log()), set(stored)
      for step, count in pairs(expected) do
        assert.is_true(asked[step] == count or asked[step] == count + 1 and not finished[step],
          ("%s was asked for %d times"):format(step, asked[step] or 0))
        asked[step] = nil
      end
      assert.same({}, asked)

      server:halt()
      local billed = {}
      for i, one in ipairs { first, id } do
        billed[i] = query(server, ("SELECT -words FROM ledger WHERE kind = 'article' AND subject = '%s'"):format(one))
      end
      server:restart()
      for _, rows in ipairs(billed) do
        assert.equal(1, #rows)
        assert.equal(record.wordsCharged, tonumber(rows[1]))
      end
    end)
  end
end)
