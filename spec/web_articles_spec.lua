-- The pages of articles, over HTTP and without a browser.
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local json = require "cjson.safe"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local HOSTILE = "basil <script>alert(1)</script> \"&'"
local MAY = "allow-popups allow-popups-to-escape-sandbox"

local ARABIC = [[
---
title: السماد العضوي
url: https://www.example.org/ar/
---

# السماد العضوي

السماد العضوي هو مادة داكنة تنتج من تحلل بقايا النباتات في كومة رطبة. يحتاج السماد العضوي إلى الهواء والماء.
]]

-- How many numbers the tables of a page hold; fails where one does not stand under a head that is set as they are.
local function count_numbers(page)
  local function is_number(attributes) return attributes:find('class="number"', 1, true) ~= nil end
  local count = 0
  for head, rows in page.body:gmatch "<thead><tr>(.-)</tr></thead><tbody>(.-)</tbody>" do
    local heads = {}
    for attributes in head:gmatch "<th(.-)>" do heads[#heads + 1] = is_number(attributes) end
    for row in rows:gmatch "<tr.->(.-)</tr>" do
      local column = 0
      for attributes in row:gmatch "<t[hd](.-)>" do
        column = column + 1
        assert.equal(heads[column], is_number(attributes), head .. "\n" .. row)
        count = count + (heads[column] and 1 or 0)
      end
    end
  end
  return count
end

describe("the pages of articles", function()
  local server, somebody

  setup(function()
    server = service.start { config = { library = "examples/library" } }
    somebody = visitor.new(server)
  end)

  teardown(function() server:stop() end)

  local function create(request)
    local answer = assert(http.request(server, "POST", "/api/articles/v2", { body = request }))
    assert.equal(200, answer.status, answer.body)
    return assert(answer.json.articleId), http.wait(server, answer.json.articleId)
  end

  it("take no form that is not UTF-8", function()
    local fields = { once = "1", articleType = "blog_post", targetKeyword = "basil \255" }
    local answer = somebody:send("/articles/new", fields)
    assert.equal(400, answer.status)
    assert.truthy(answer.body:find("What was sent is not UTF-8.", 1, true), answer.body)
  end)

  describe("of one article", function()
    local id, record

    setup(function()
      id, record = create { targetKeyword = "basil", title = HOSTILE }
      assert.equal("finished", record.status)
    end)

    it("shows what came of it, with what is hostile escaped", function()
      local page = somebody:get("/articles/" .. id)
      assert.equal(200, page.status)
      assert.is_nil(page.body:find("<script>alert", 1, true))
      assert.truthy(page.body:find("&lt;script&gt;alert", 1, true))
      assert.truthy(page.body:find('<iframe class="preview" sandbox="' .. MAY .. '" ', 1, true))
      for _, part in ipairs { "Sources", "Polish", "Deliver", "How it came about", "Steps",
                              "Sources that were looked at" } do
        assert.truthy(page.body:find(part, 1, true), part)
      end
      assert.truthy(page.body:find(("<dt>Words charged</dt><dd>%d</dd>"):format(record.wordsCharged), 1, true))
    end)

    it("gives the preview a policy under which nothing runs", function()
      local page = somebody:get("/articles/" .. id .. "/preview")
      local policy = page.headers["content-security-policy"]
      assert.equal(200, page.status)
      assert.truthy(policy:find("default-src 'none'", 1, true))
      assert.equal("sandbox " .. MAY, policy:match "sandbox.*$")
      assert.is_nil(policy:find("script-src", 1, true))
      assert.truthy(page.body:find(record.output.html, 1, true))
    end)

    it("opens the links of the preview beside it, since its frame shows nothing else", function()
      local page = somebody:get("/articles/" .. id .. "/preview")
      assert.truthy(page.body:find('<base target="_blank">', 1, true))
      assert.truthy(page.body:find('<html lang="en" dir="ltr">', 1, true))
    end)

    it("tells at once how it stands", function()
      local events = somebody:get("/articles/" .. id .. "/events")
      assert.equal("text/event-stream", events.headers["content-type"])
      assert.truthy(events.body:find('"articleId":"' .. id .. '","status":"finished"', 1, true))
    end)

    it("polishes it, and shows both versions", function()
      local answer = somebody:send("/articles/" .. id .. "/polish", { humanize = "true" })
      assert.equal(303, answer.status)
      assert.equal("/articles/" .. id .. "?done=polishing", answer.headers.location)
      repeat
        local now = http.request(server, "GET", "/api/articles/" .. id, { headers = { Prefer = "wait=10" } })
      until now.json.statusDetail == "Finished"
      local page = somebody:get("/articles/" .. id)
      assert.truthy(page.body:find("version=polished", 1, true))
    end)

    it("refuses forms that another site sent", function()
      local token, foreign = somebody.token, { ["Sec-Fetch-Site"] = "cross-site" }
      for _, path in ipairs { "/polish", "/deliver", "/resend" } do
        assert.equal(403, somebody:post("/articles/" .. id .. path, {}).status)
        assert.equal(403, somebody:post("/articles/" .. id .. path, { token = token }, foreign).status)
      end
    end)

    it("says what is wrong with a delivery", function()
      assert.equal(400, somebody:send("/articles/" .. id .. "/deliver", { integrationId = "none" }).status)
      assert.equal(404, somebody:send("/articles/" .. id .. "/resend", { deliveryId = "../x" }).status)
    end)

    it("is linked from the queue", function()
      assert.truthy(somebody:get("/queue").body:find('<a dir="auto" href="/articles/' .. id .. '">', 1, true))
    end)

    it("is not there for an id that is none", function()
      assert.equal(404, somebody:get("/articles/00000000-0000-7000-8000-000000000000").status)
    end)
  end)

  it("shows what is written from right to left so", function()
    local library = folder.new()
    folder.write(library .. "/compost.md", ARABIC)
    local arabic = service.start { config = { library = library } }
    local request = { targetKeyword = "السماد العضوي", language = "Arabic" }
    local id = http.request(arabic, "POST", "/api/articles/v2", { body = request }).json.articleId
    assert.equal("finished", http.wait(arabic, id).status)
    local guest = visitor.new(arabic)
    visitor.has(guest:get("/articles/" .. id .. "/preview"), '<html lang="ar" dir="rtl">')
    visitor.has(guest:get("/articles/" .. id), '<h1 dir="auto">السماد العضوي</h1>')
    visitor.has(guest:get "/articles/new", '<input type="text" dir="auto" id="targetKeyword"')
    visitor.has(guest:get "/articles/new",
      '<option value="alpha-6-luna" selected>alpha-6-luna: the built-in writer</option>')
    arabic:stop()
    folder.remove(library)
  end)

  it("name who wrote it, whoever writes now", function()
    local model = fake_model.start()
    local language = { ["*"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key } }
    local changed = service.start { config = { library = "examples/library" } }
    local function written()
      local answer = http.request(changed, "POST", "/api/articles/v2",
        { body = { targetKeyword = "basil", articleLength = "short" } })
      assert.equal("finished", http.wait(changed, answer.json.articleId).status)
      return "/articles/" .. answer.json.articleId
    end
    local built_in = written()
    changed:reload { library = "examples/library", models = language }
    local prompted = written()
    local guest = visitor.new(changed)
    visitor.has(guest:get(built_in), "<dd>alpha-6-luna: the built-in writer</dd>")
    visitor.has(guest:get(prompted), "<dd>alpha-6-luna: fake-model</dd>")
    changed:reload { library = "examples/library" }
    visitor.has(guest:get(prompted), "<dd>alpha-6-luna: fake-model</dd>")
    changed:stop()
    model:stop()
  end)

  it("say what the calls to models cost, and set numbers under their heads", function()
    local model = fake_model.start()
    local priced = service.start { config = { library = "examples/library", models = { ["*"] = {
      api = "openai", base_url = model.url, model = "fake-model", api_key = model.key, input_price = 2,
      output_price = 10 } } } }
    finally(function()
      priced:stop()
      model:stop()
    end)
    local guest = visitor.new(priced)
    local request = { targetKeyword = "basil" }
    local id = http.request(priced, "POST", "/api/articles/v2", { body = request }).json.articleId
    assert.equal("finished", http.wait(priced, id).status)
    local run = http.request(priced, "GET", "/api/articles/" .. id .. "/run").json
    assert.is_true(run.cost > 0 and #run.calls > 0)
    local page = guest:get("/articles/" .. id)
    visitor.has(page, ("<p>The calls to models cost %.4f, in the currency of the configured prices.</p>"):format(
      run.cost))
    assert.is_true(count_numbers(page) >= 4 * #run.steps + 3 * #run.calls)
    for _, path in ipairs { "/queue", "/usage", "/nodes" } do
      assert.is_true(count_numbers(guest:get(path)) > 0, path)
    end
  end)

  it("say where it stands once, in one word, and lead to what tries it again", function()
    local idle = service.start { config = { workers = 0 } }
    local guest = visitor.new(idle)
    local request = { targetKeyword = "basil" }
    local id = http.request(idle, "POST", "/api/articles/v2", { body = request }).json.articleId
    visitor.has(guest:get "/queue", '<span class="state queued">Queued</span>')
    visitor.has(guest:get("/articles/" .. id), '<span class="state queued">Queued</span>')
    local queue = guest:follow("/queue/" .. id .. "/cancel")
    visitor.has(queue, '<span class="state failed cancelled">Cancelled</span></td>')
    local page = guest:get("/articles/" .. id)
    visitor.has(page, '<span class="state failed cancelled">Cancelled</span></p>')
    visitor.lacks(page, 'role="alert"')
    visitor.has(page, ('action="/queue/%s/retry"'):format(id))
    local again = guest:follow(("/queue/%s/retry"):format(id))
    local fresh = again.body:match 'queued again, as a new one. <a href="/articles/([%x-]+)">'
    assert.truthy(fresh and fresh ~= id, again.body)
    assert.equal(200, guest:get("/articles/" .. fresh).status)
    visitor.lacks(guest:get "/queue?done=again&article=%22%3E", "See it")
    idle:stop()

    id = create { targetKeyword = "basil" }
    visitor.has(somebody:get "/queue", '<span class="state finished">Finished</span></td>')
    visitor.has(somebody:get("/articles/" .. id), '<span class="state finished">Finished</span></p>')
  end)

  it("says why an article failed, and what to do", function()
    local id, record = create { targetKeyword = "zyxwv qqqqq" }
    assert.equal("no_sources", record.errorCode)
    local page = somebody:get("/articles/" .. id)
    assert.truthy(page.body:find("add documents to the library", 1, true))
    local start = record.error:match "^[%w ]+"
    assert.equal(1, select(2, page.body:gsub(start, "")), start)
    assert.is_nil(page.body:find("<iframe", 1, true))
  end)

  describe("for a new one", function()
    it("have what applies to the type alone", function()
      local post_page = somebody:get("/articles/new").body
      local list_page = somebody:get("/articles/new?articleType=listicle").body
      assert.truthy(post_page:find('name="outline"', 1, true))
      assert.is_nil(post_page:find('name="numberOfItems"', 1, true))
      assert.truthy(list_page:find('name="numberOfItems"', 1, true))
      assert.is_nil(list_page:find('name="outline"', 1, true))
    end)

    it("say that without script another type begins an empty form", function()
      for _, path in ipairs { "/articles/new", "/articles/bulk" } do
        local without = assert(somebody:get(path).body:match "<button>Choose</button><noscript>(.-)</noscript>", path)
        assert.truthy(without:find("the form of another type is empty", 1, true), path)
      end
    end)

    it("are sent to an address that says the type, which a session that has ended leads back to", function()
      for _, path in ipairs { "/articles/new", "/articles/bulk" } do
        local page = somebody:get(path .. "?articleType=listicle")
        visitor.has(page, ('action="%s?articleType=listicle"'):format(path))
      end
    end)

    it("call parameters by their labels in what they say of others", function()
      local page = somebody:get("/articles/new")
      visitor.has(page, "Number of sections with “Article length” custom.")
      visitor.has(page, "How much the brand of “Brand” is named")
      visitor.has(somebody:get "/articles/new?articleType=listicle",
        "Number of items without “Enable automatic length”.")
      for help in page.body:gmatch '<span class="help" id="[^"]*">(.-)</span>' do
        assert.is_nil(help:find "%l%u", help)
      end
    end)

    it("queue once what is sent twice", function()
      local page = somebody:get("/articles/new")
      local key = assert(page.body:match('name="once" value="([^"]+)"'))
      local fields = { token = somebody.token, once = key, articleType = "blog_post", targetKeyword = "mint twice",
                       outline = "Growing\n  In pots\n  Outside\nHarvest", urls = "", includeConclusion = "true" }
      assert.equal(303, somebody:post("/articles/new", fields).status)
      assert.equal(303, somebody:post("/articles/new", fields).status)
      local count, outline = 0, nil
      for _, article in ipairs(http.request(server, "GET", "/api/articles?limit=100").json.data) do
        if article.config.targetKeyword == "mint twice" then
          count, outline = count + 1, article.config.outline
        end
      end
      assert.equal(1, count)
      assert.equal("Growing", outline[1].title)
      assert.equal("Outside", outline[1].subsections[2].title)
      assert.equal("Harvest", outline[2].title)
    end)

    it("show faults beside their fields, and keep what was typed", function()
      local page = somebody:get("/articles/new")
      local key = assert(page.body:match('name="once" value="([^"]+)"'))
      local fields = { token = somebody.token, once = key, articleType = "blog_post", targetKeyword = HOSTILE,
                       urls = "https://a.example/\nno address", articleLength = "custom", numberOfSections = "many" }
      local answer = somebody:post("/articles/new", fields)
      assert.equal(400, answer.status)
      assert.truthy(answer.body:find("no address</textarea>", 1, true))
      assert.truthy(answer.body:find('value="many"><span class="help" id="numberOfSections-help"><strong',
        1, true))
      assert.truthy(answer.body:find('value="custom" selected', 1, true))
      visitor.has(answer, '<strong class="fault">URLs (entry 2) must be an absolute http or https URL')
      visitor.has(answer, '<strong class="fault">Number of sections must be ')
      assert.is_nil(answer.body:find("<script>alert", 1, true))
      fields.urls, fields.numberOfSections, fields.targetKeyword = nil, "3", "thyme"
      assert.equal(303, somebody:post("/articles/new", fields).status)
    end)

    it("refuse a form that another site sent", function()
      assert.equal(403, somebody:post("/articles/new", { targetKeyword = "mint" }).status)
    end)
  end)

  it("finds articles by keyword or title, in any case", function()
    create { targetKeyword = "basil", title = "Ärger mit Kräutern" }
    local function titles(query)
      local list, answer = {}, http.request(server, "GET", "/api/articles?q=" .. query)
      for _, article in ipairs(answer.json.data) do list[#list + 1] = article.title end
      return list, answer
    end
    assert.same({ "Ärger mit Kräutern" }, titles "%C3%84RGER")
    assert.same({}, titles "nothing%25has_this")
    local first, answer = titles "BASIL&limit=1"
    assert.equal(1, #first)
    assert.truthy(answer.json.nextCursor)
    local second = titles("BASIL&limit=1&cursor=" .. answer.json.nextCursor)
    assert.not_same(first, second)
    local page = somebody:get("/queue?q=%C3%A4rger%20mit")
    assert.truthy(page.body:find("Kräutern", 1, true))
    assert.is_nil(page.body:find("mint twice", 1, true))
    local found = page.body:match('data%-id="([%x-]+)"')
    assert.truthy(page.body:find('data-events="/queue/events?ids=' .. found .. '"', 1, true), page.body)
    local event = somebody:get("/queue/events?ids=" .. found .. ",x," .. ("0"):rep(36))
    local told = assert(json.decode(event.body:match "\ndata: (%[.-%])\n"))
    assert.same({ 1, found }, { #told, told[1].articleId })
  end)
end)
