--- Every service of search over the same documents: what is asked of it, what comes of its answers and of its faults.
local fake_search = require "spec.support.fake_search"
local search_once = require "spec.support.search_once"

local LONG = ("Basil grows best in a sunny window. "):rep(20)

local DOCUMENTS = {
  { title = "Watering potted plants", text = "Roses and potatoes & more.", days = 2, language = "en" },
  { title = "Growing basil indoors", text = "Basil needs light.\n\nWater it when the soil is dry.", days = 2,
    language = "en" },
  { title = "Basil of last month", text = "Growing basil is old news.", days = 20, language = "en" },
  { title = "Growing basil <b>without</b> a date", text = LONG },
}

-- What each service finds: asks: what people also ask; is_whole: summaries; is_slow: it wants long pauses between two
-- requests, which are not waited for here.
local SERVICES = {
  { "searxng", "web" }, { "searxng", "news" }, { "brave", "web", asks = true }, { "brave", "news" },
  { "serper", "web", asks = true }, { "serper", "news" }, { "tavily", "web" }, { "tavily", "news" },
  { "rss", "news" }, { "gdelt", "news", is_slow = true }, { "openalex", "scholarly", is_whole = true },
  { "crossref", "scholarly", is_whole = true }, { "arxiv", "scholarly", is_whole = true, is_slow = true },
  { "semanticscholar", "scholarly", is_whole = true },
}

describe("searching", function()
  local engine

  setup(function()
    engine = fake_search.start { documents = DOCUMENTS, questions = { "How much light does basil need?" } }
  end)

  teardown(function() engine:stop() end)

  before_each(function() engine:script() end)

  local function ask(service, queries, more)
    return search_once(service[2], engine:entry(service[1], more), queries)
  end

  local function urls(answer)
    assert.equal("ok", answer.status, answer.message)
    local list = {}
    for i, result in ipairs(answer.results) do list[i] = result.url:match "%d+$" end
    table.sort(list)
    return table.concat(list, " ")
  end

  for _, service in ipairs(SERVICES) do
    local api, kind = service[1], service[2]
    describe("by " .. api .. " for " .. kind, function()
      it("finds pages with what is said of them", function()
        local answer = ask(service, { { text = "growing basil", language = "en" } })[1]
        assert.equal("2 3 4", urls(answer))
        local by_number = {}
        for _, result in ipairs(answer.results) do
          by_number[result.url:match "%d+$"] = result
          assert.equal(service.is_whole or false, result.is_whole)
          assert.is_false(result.has_page)
        end
        assert.equal("Growing basil indoors", by_number["2"].title)
        if api ~= "gdelt" then
          assert.truthy(by_number["2"].text:find("Basil needs light.", 1, true))
          assert.is_nil(by_number["4"].text:find "[\n<>]")
        end
        local has_dates = not (api == "tavily" and kind == "web") -- which tells them of news alone
        assert.equal(has_dates, by_number["2"].published > 0)
        assert.equal(0, by_number["4"].published)
        assert.same(service.asks and { "How much light does basil need?" } or {}, answer.questions)
      end)

      it("passes the age on, and looks at it again", function()
        local answer = ask(service, { { text = "growing basil", age = "past_week" } })[1]
        assert.equal("2 4", urls(answer))
        engine:script { { service = api, ignores_age = true } }
        answer = ask(service, { { text = "growing basil", age = "past_week" } })[1]
        -- Without dates nothing can be looked at again.
        assert.equal(api == "tavily" and kind == "web" and "2 3 4" or "2 4", urls(answer))
      end)

      it("finds nothing where there is nothing", function()
        engine:script { { service = api, empty = true } }
        assert.equal("", urls(ask(service, { { text = "growing basil" } })[1]))
      end)

      it("fails with a message that names it when the answer is none", function()
        for _, fault in ipairs { { html = true }, { malformed = true, empty = api == "rss" },
          { status = 400, message = "Not so." } } do
          fault.service = api
          engine:script { fault }
          local answer = ask(service, { { text = "growing basil" } })[1]
          -- Half of a feed is a feed, of which the whole entries count.
          if not (fault.malformed and (api == "rss" or api == "arxiv")) then
            assert.not_equal("ok", answer.status)
            assert.equal("search." .. kind, answer.message:match "^[%a.]+")
            assert.equal(0, #answer.results)
          end
        end
        assert.is_nil(engine:log()[1].body and engine:log()[1].body.api_key)
      end)

      if service.is_slow then return end

      it("asks again when it is told to wait, and keeps what it was told", function()
        engine:script { { service = api, call = 1, status = 429, retry_after = 0 } }
        local answers = ask(service, { { text = "growing basil", most = 3 }, { text = "growing basil", most = 3 } })
        assert.equal("2 3 4", urls(answers[1]))
        assert.equal("2 3 4", urls(answers[2]))
        assert.equal(2, #engine:calls(api))
      end)

      it("fails when the connection breaks, in the end", function()
        engine:script { { service = api, cut = true } }
        local answer = ask(service, { { text = "growing basil" } }, { seconds = 20 })[1]
        assert.not_equal("ok", answer.status)
        assert.equal(3, #engine:calls(api))
      end)
    end)
  end

  it("tells a wrong key from other faults, and never shows it", function()
    for api, kind in pairs { brave = "web", serper = "web", tavily = "web", openalex = "scholarly",
      semanticscholar = "scholarly" } do
      local answer = search_once(kind, engine:entry(api, { api_key = "wrong-key-1" }), { { text = "basil" } })[1]
      assert.not_equal("ok", answer.status)
      assert.is_nil(answer.message:find("wrong-key-1", 1, true))
    end
  end)

  it("reads feeds in RSS 2.0, Atom and RSS 1.0 as one", function()
    local feeds = { engine.url .. "/rss/rss.xml", engine.url .. "/rss/atom.xml", engine.url .. "/rss/rdf.xml",
      engine.url .. "/rss/none.xml" }
    local answer = search_once("news", engine:entry("rss", { feeds = feeds }),
      { { text = "growing basil", language = "en" } })[1]
    assert.equal("2 3 4", urls(answer)) -- each address once
    assert.equal("2", answer.results[1].url:match "%d+$")
    assert.equal(4, #engine:calls "rss")
  end)

  it("goes to the next page of SearXNG for more", function()
    local many = fake_search.start { documents = (function()
      local list = {}
      for i = 1, 30 do list[i] = { title = "Basil " .. i, text = "Basil." } end
      return list
    end)() }
    local answer = search_once("web", many:entry "searxng", { { text = "basil", most = 25 } })[1]
    assert.equal(25, #answer.results)
    assert.equal(2, #many:log())
    many:stop()
  end)
end)
