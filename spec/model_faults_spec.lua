--- Whole articles by language models that fail, in every way that the fake knows: the article comes out as it should,
-- or fails and says what the backend said.
local articles = require "spec.support.articles"
local fake_model = require "spec.support.fake_model"
local http = require "spec.support.http"
local service = require "spec.support.service"

local KEYWORD = "indoor herb garden"
local VERSIONS = { openai = "alpha-6-luna", anthropic = "beta-sonnet-5" }
local SHORT = { openai = "alpha-6-sol", anthropic = "beta-opus-5-5" } -- give up within two seconds
local THOUGHT = "Let me think about quokkas first."

describe("an article of a language model that fails", function()
  local model, server, bare, reference -- bare: without sources

  local function request(version, more)
    local body = { targetKeyword = KEYWORD, modelVersion = version, articleLength = "shorter",
      toneOfVoiceProfile = "automatic" } -- which is asked for in JSON
    for name, value in pairs(more or {}) do body[name] = value end
    return body
  end

  local function script(...) model:script { ... } end

  setup(function()
    model = fake_model.start()
    local short = { seconds = 4 } -- a busy machine takes two for an answer
    local models = {
      [VERSIONS.openai] = articles.entry(model, "openai"),
      [VERSIONS.anthropic] = articles.entry(model, "anthropic"),
      [SHORT.openai] = articles.entry(model, "openai", short),
      [SHORT.anthropic] = articles.entry(model, "anthropic", short),
    }
    server = service.start { config = { library = "examples/library", log = "error", models = models } }
    bare = service.start { config = { log = "error", models = models } }
    script()
    reference = articles.finish(server, request(VERSIONS.openai))
  end)

  teardown(function()
    if server then server:stop() end
    if bare then bare:stop() end
    if model then model:stop() end
  end)

  -- The statuses of an article's calls by step.
  local function statuses(id, other)
    local list = {}
    for _, call in ipairs(articles.run(other or server, id).calls) do list[call.step] = call.status end
    return list
  end

  local function different(list)
    local seen, count = {}, 0
    for _, value in ipairs(list) do
      count = count + (seen[value] and 0 or 1)
      seen[value] = true
    end
    return count
  end

  -- --- what passes ---

  -- What happens to the first answer of a kind; the article is that of a model without fault. asked: how often the
  -- model is asked.
  local PASSING = {
    { "too many requests, with seconds to wait", { status = 429, retry_after = 1 }, 2 },
    { "too many requests, with a date", { status = 429, retry_date = 1 }, 2 },
    { "a failure of the server", { status = 500 }, 2 },
    { "no service", { status = 503, retry_after = 0 }, 2 },
    { "an overload", { status = 529, retry_after = 0 }, 2 },
    { "an error in its stream", { error_event = 529 }, 2 },
    { "a stream that is cut off", { cut = 0.5 }, 2 },
    { "a connection that is reset", { cut = 0.5, reset = true }, 2 },
    { "an event that is no JSON", { malformed = true }, 2 },
    { "a stream that stalls", { stall = 0.5 }, 2, short = true },
    { "nothing for a while", { delay = 0.3 }, 1 },
    { "all at once instead of a stream", { whole = true }, 1 },
    { "an answer that is called plain text", { headers = { ["Content-Type"] = "text/plain" } }, 1 },
    { "a whole answer that is called plain text", { whole = true, headers = { ["Content-Type"] = "text/plain" } }, 1 },
    { "a few bytes at a time", { drip = true }, 1 },
    { "comments between events, and CRLF", { comments = true, crlf = true }, 1 },
    { "thoughts before the answer", { think = THOUGHT }, 1 },
    { "thoughts beside the answer", { reasoning = THOUGHT }, 1 },
    { "no word on what it cost", { usage = false }, 1 },
    { "an answer of nothing", { empty = true }, 2, again = true },
    { "a refusal", { refusal = "I cannot help with quokkas." }, 2, again = true },
  }

  -- For what is prose, and for what has a form.
  local PROSE = {
    { "an answer that stops at its limit", { length = 0.5 }, 2 },
  }
  local FORMED = {
    { "words around its JSON", { around = "prose" }, 1 },
    { "a fence around its JSON", { around = "fence" }, 1 },
    { "a member too many", { misfit = "extra" }, 1 },
    { "a member missing", { misfit = "missing" }, 2 },
    { "a member of another type", { misfit = "type" }, 2 },
    { "the schema instead of an answer", { echo = true }, 2 },
    { "JSON that stops at its limit", { length = 0.5 }, 2 },
    { "prose instead of JSON", { text = "I would rather talk about the weather." }, 2 },
  }

  local function survives(style, kind, row, is_retried)
    local rule = { kind = kind, style = style }
    for name, value in pairs(row[2]) do rule[name] = value end
    rule.times = 1
    script(rule)
    local record, id = articles.write(server, request((row.short and SHORT or VERSIONS)[style]))
    assert.equal("finished", record.status, record.error)
    assert.equal(reference.output.html, record.output.html)
    assert.equal(reference.title, record.title)
    assert.is_nil((record.output.html .. record.title):find("quokka", 1, true))
    local first, asked, keys = nil, 0, {}
    for _, call in ipairs(model:log()) do
      first = first or call.kind == kind and articles.step(call)
      if first and articles.step(call):gsub("%-1%-0$", ""):gsub("/again$", "") == first then
        asked = asked + 1
        keys[#keys + 1] = call.idempotency_key
      end
    end
    assert.equal(row[3], asked)
    -- Another try of a question has its key; what is asked in other words, or goes on, has one of its own.
    assert.equal(is_retried and not row.again and 1 or asked, different(keys))
    assert.equal("done", statuses(id)[row.again and first .. "/again" or first])
    if row.again then assert.not_equal("done", statuses(id)[first]) end
  end

  -- What happens on the way is the same for every kind of answer.
  local ON_THE_WAY = { openai = "article", anthropic = "tone" }

  for _, style in ipairs { "openai", "anthropic" } do
    for _, kind in ipairs { "tone", "article" } do
      local function try(row, is_retried)
        it(("(%s, %s) bears %s"):format(style, kind, row[1]), function() survives(style, kind, row, is_retried) end)
      end
      for _, row in ipairs(ON_THE_WAY[style] == kind and PASSING or {}) do try(row, true) end
      for _, row in ipairs(kind == "article" and PROSE or FORMED) do try(row, false) end
    end
  end

  -- --- what does not pass ---

  -- What happens to every answer; words of the message that the record has then.
  local LASTING = {
    { "refuses its key", { status = 401, message = "Incorrect API key provided" }, "it refuses the key",
      "Incorrect API key provided" },
    { "takes no more questions", { status = 429, retry_after = 0, message = "Slow down, please" },
      "it takes no more questions now", "Slow down, please" },
    { "has no account any more", { status = 402, message = "Payment is due" }, "until its account is paid for",
      "Payment is due" },
    { "fails", { status = 500, headers = { ["Retry-After"] = "0" }, message = "Out of cheese" }, "it failed (HTTP 500)",
      "Out of cheese" },
    { "is overloaded", { status = 529, retry_after = 0 }, "HTTP 529" },
    { "does not know the model", { status = 404, message = "No such model: fake-model" }, "No such model: fake-model" },
    { "gives a page", { html = true }, "text/html", "Please sign in" },
    { "gives a page with an error", { html = true, status = 503, headers = { ["Retry-After"] = "0" } }, "HTTP 503",
      "Please sign in" },
    { "breaks off each time", { cut = 0.3 }, "broke the connection off", short = true },
    { "sends what is no JSON each time", { malformed = true }, "broken JSON", short = true },
    { "stalls each time", { stall = 0.3 }, "in time", short = true },
    { "says nothing at all", { silent = true }, "in time", short = true },
    { "only thinks", { text = "<think>" .. THOUGHT, length = 1 }, "max_output must be larger" },
  }

  local function used() return http.request(server, "GET", "/api/account").json.words.used end

  local function assert_failed(record, id, words)
    assert.equal("failed", record.status)
    assert.equal("model_unavailable", record.errorCode)
    for _, part in ipairs(words) do assert.truthy(record.error:find(part, 1, true), record.error) end
    assert.is_nil(record.error:find(model.key, 1, true))
    assert.is_nil(record.output)
    local said = false
    for _, status in pairs(statuses(id)) do said = said or record.error:find(status, 1, true) ~= nil end
    assert.is_true(said)
  end

  for _, style in ipairs { "openai", "anthropic" } do
    for _, row in ipairs(LASTING) do
      it(("(%s) fails when the model %s, and says so"):format(style, row[1]), function()
        script(row[2])
        local before, version = used(), (row.short and SHORT or VERSIONS)[style]
        local record, id = articles.write(server, request(version))
        assert_failed(record, id, { version, table.unpack(row, 3) })
        assert.equal(before, used())
      end)
    end
  end

  it("is named by its name at the server, and by the entry where that is changed", function()
    local any = service.start { config = { library = "examples/library", log = "error",
      models = { ["*"] = articles.entry(model, "openai") } } }
    finally(function() any:stop() end)
    script { status = 401, message = "Incorrect API key provided" }
    local record = articles.write(any, request(VERSIONS.openai))
    assert.truthy(record.error:find('the model "fake-model" (models["*"]): it refuses the key', 1, true), record.error)
  end)

  -- What is no use whatever was asked: with sources an article is made of them, and says so; without any there is
  -- none.
  local USELESS = {
    { "answers with nothing", { empty = true }, "it answers with nothing" },
    { "declines", { refusal = "I cannot help with quokkas." }, "it refuses to answer" },
    { "talks of something else", { text = "I would rather talk about quokkas." }, "" },
  }

  local function assert_unusable(record, style, words)
    assert.equal("failed", record.status)
    assert.equal("model_unusable", record.errorCode)
    for _, part in ipairs { ('the model "fake-model" (models["%s"])'):format(VERSIONS[style]), words } do
      assert.truthy(record.error:find(part, 1, true), record.error)
    end
  end

  for _, style in ipairs { "openai", "anthropic" } do
    for _, row in ipairs(USELESS) do
      it(("(%s) is made of its sources when the model %s"):format(style, row[1]), function()
        script(row[2])
        local record = articles.finish(server, request(VERSIONS[style]))
        assert.truthy(record.output.html:find("<h2>", 1, true))
        assert.is_nil(record.output.html:find("quokka", 1, true))
        local notes = table.concat(record.notes, "\n")
        assert.truthy(notes:find("could not be used", 1, true), notes)
        assert.truthy(notes:find(row[3], 1, true), notes)
        assert.is_nil(notes:find(model.key, 1, true))
        script(row[2])
        local failed, id = articles.write(bare, request(VERSIONS[style], { toneOfVoiceProfile = "seo_optimized" }))
        assert_unusable(failed, style, row[3])
        assert.truthy(statuses(id, bare)["article/again"])
      end)
    end
  end

  local QUOKKAS = ("Quokkas rest below the %s by day and graze there by night [1]. They carry their young for %d "
    .. "months, and drink hardly anything [2]. The keepers of Rottnest count %d of them each year [3].")

  local function off_topic()
    local out = { "Quokkas are small wallabies of the dry west [1]." }
    for i, place in ipairs { "tea trees", "limestone ledges", "lighthouse fields" } do
      out[#out + 1] = ("## Quokkas of the %s\n\n"):format(place) .. QUOKKAS:format(place, i + 5, i * 1700)
    end
    return table.concat(out, "\n\n")
  end

  it("is made of its sources when the model's text is about nothing that they say", function()
    script({ kind = "article", text = off_topic() })
    local record = articles.finish(server, request(VERSIONS.openai))
    assert.is_nil(record.output.html:find("uokka", 1, true), record.output.html)
    assert.truthy(record.output.html:find("<h2>", 1, true))
    local told
    for _, note in ipairs(record.notes) do
      told = told or note:find("The article is made of the sources' own sentences", 1, true)
      assert.is_nil(note:find("uokka", 1, true), note) -- nothing is said of what is not there
      assert.is_nil(note:find("model gave none", 1, true), note)
    end
    assert.truthy(told, table.concat(record.notes, "\n"))
  end)

  it("costs nothing when the model is of no use, and its entry wants no other writer", function()
    local strict = service.start { config = { library = "examples/library", log = "error",
      models = { [VERSIONS.openai] = articles.entry(model, "openai", { fallback = "none" }) } } }
    finally(function() strict:stop() end)
    script({ kind = "article", text = off_topic() })
    local before = http.request(strict, "GET", "/api/account").json.words.used
    assert_unusable(articles.write(strict, request(VERSIONS.openai)), "openai", "nothing to do with the passages")
    assert.equal(before, http.request(strict, "GET", "/api/account").json.words.used)
  end)

  it("keeps the caller's headings when the model's text is of no use, and tells it once", function()
    script { kind = "article", text = "I would rather talk about quokkas." }
    local record = articles.finish(server, request(VERSIONS.openai, {
      outline = { { title = "Light", subsections = { "Lamps", "Windows" } },
        { title = "Water", subsections = { "Cans", "Saucers" } } } }))
    local headings, told = {}, 0
    for heading in record.output.html:gmatch "<h[23]>([^<]+)<" do headings[heading] = true end
    assert.is_true(headings.Light and headings.Water)
    for _, note in ipairs(record.notes) do told = told + (note:find("could not be used", 1, true) and 1 or 0) end
    assert.equal(1, told)
  end)
end)
