--- The core parameters, for both writers; those of the voice are in row_voice_spec.lua.
-- Written by the built-in writer: both; by a language model: model, routed, both.
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local service = require "spec.support.service"
local writers = require "spec.support.writers"

local KEYWORD = writers.KEYWORD

describe("core parameters", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  local function refusal(params)
    local record, err = both.desk:request("POST", "/api/articles/v2/", params)
    assert.is_nil(record)
    assert.equal(400, err.status)
    return err
  end

  it("targetKeyword", function()
    for _, keyword in ipairs { "", "   " } do
      assert.equal("targetKeyword", refusal({ targetKeyword = keyword }).param)
    end
    refusal {}
    both:both({ targetKeyword = "Indoor Basil" }, function(record, name)
      assert.truthy(record.title:find("Indoor Basil", 1, true), name .. ": " .. record.title)
      local opening = record.output.html:match("<p>(.-)</p>"):lower() -- the built-in writer's is that of the sources
      assert.truthy(opening:find("basil", 1, true), name .. ": " .. opening)
    end)
    local _, calls = both:model {}
    for _, call in ipairs(calls) do
      assert.truthy(call.turns[1].text:find(KEYWORD, 1, true), call.kind)
    end
  end)

  it("articleType", function()
    refusal { targetKeyword = KEYWORD, articleType = "sonnet" }
    both:both({ articleType = "blog_post" }, function(record, name)
      assert.equal("blog_post", record.config.articleType, name)
    end)
    local _, calls = both:model { articleType = "blog_post" }
    assert.same({ article = true, edit = true }, (writers.reached(calls, "(blog post")))
  end)

  it("language", function()
    both:both({ language = "de", targetKeyword = "Kräutergarten", includeFaq = true }, function(record, name)
      assert.equal("German", record.config.language, name)
      assert.truthy(record.output.html:find("<strong>Quellen</strong>", 1, true), name)
      for _, source in ipairs(name == "built-in writer" and record.sources or {}) do
        assert.truthy(source.url:find("/kraeuter/", 1, true), name)
      end
    end)
    local _, calls = both:model { language = "de", targetKeyword = "Kräutergarten" }
    for _, call in ipairs(calls) do assert.truthy(call.system:find("in German", 1, true)) end
    refusal { targetKeyword = KEYWORD, language = "Klingon" }
    local record, err = both.desk:wait(assert(both.desk:create { targetKeyword = KEYWORD, language = "cy",
      modelVersion = "beta-sonnet-5" }))
    assert.is_nil(record)
    assert.truthy(err.message:find("cannot write Welsh", 1, true))
  end)

  it("language: labels of one that has none are asked of the model", function()
    local answer = '{"conclusion":"Casgliad","faq":"Cwestiynau","takeaways":"Prif bwyntiau","sources":"Ffynonellau"}'
    local params = { language = "Welsh", includeFaq = true, includeKeyTakeaways = true }
    local record, calls = both:model(params, { { kind = "labels", text = answer } })
    local html, asked = record.output.html, 0
    for _, heading in ipairs { "<h2>Cwestiynau</h2>", "<strong>Prif bwyntiau</strong>" } do
      assert.truthy(html:find(heading, 1, true), heading)
    end
    for _, call in ipairs(calls) do asked = asked + (call.kind == "labels" and 1 or 0) end
    assert.equal(1, asked)
    record = both:model(params, { { kind = "labels", text = '{"conclusion":"<b>One</b>"}' } })
    assert.truthy(record.output.html:find("<h2>Frequently Asked Questions</h2>", 1, true))
    assert.is_true(writers.has_note(record, "are in English"))
    local _, others = both:model {}
    for _, call in ipairs(others) do assert.not_equal("labels", call.kind) end
  end)

  it("readabilityMode and toneOfVoiceProfile are checked", function()
    refusal { targetKeyword = KEYWORD, readabilityMode = "9th_grade" }
    refusal { targetKeyword = KEYWORD, toneOfVoiceProfile = "custom" }
    refusal { targetKeyword = KEYWORD, pointOfView = "fourth_person" }
  end)
end)

describe("modelVersion", function()
  local one, two, server, desk

  setup(function()
    one, two = fake_model.start(), fake_model.start()
    server = service.start { config = { library = "examples/library", models = {
      ["beta-*"] = { api = "anthropic", base_url = one.url, api_key = one.key, model = "short" },
      ["beta-opus-*"] = { api = "openai", base_url = two.url, api_key = two.key },
    } } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)
  teardown(function()
    desk:close()
    server:stop()
    one:stop()
    two:stop()
  end)

  -- How many calls each model got for an article by this name, and the name that the record echoes.
  local function routed(name)
    one:script {}
    two:script {}
    local record = assert(desk:wait(assert(desk:create { targetKeyword = KEYWORD, modelVersion = name,
      articleLength = "shorter" })))
    return #one:log(), #two:log(), record.config.modelVersion, two:log()[1]
  end

  it("is routed to the entry with the longest matching name", function()
    local first, second, name = routed "beta-sonnet-5"
    assert.is_true(first >= 2)
    assert.equal(0, second)
    assert.equal("beta-sonnet-5", name)
    local call
    first, second, name, call = routed "beta-opus-5-5"
    assert.equal(0, first)
    assert.is_true(second >= 2)
    assert.equal("beta-opus-5-5", name)
    assert.equal("beta-opus-5-5", call.model)
  end)

  it("is the built-in writer where no entry matches", function()
    local first, second = routed "alpha-6-luna"
    assert.equal(0, first + second)
  end)

  it("is upgraded where it is retired", function()
    for old, new in pairs { ["beta-opus-5"] = "beta-opus-5-5", ["beta-opus-4-7"] = "beta-opus-5-5",
      ["beta-sonnet-4-6"] = "beta-sonnet-5" } do
      local first, second, name = routed(old)
      assert.equal(new, name)
      assert.equal(new == "beta-opus-5-5", second > 0)
      assert.equal(new == "beta-sonnet-5", first > 0)
    end
    for old, new in pairs { ["alpha-5.6-luna"] = "alpha-6-luna", ["alpha-5.6-terra"] = "alpha-6-sol",
      ["alpha-5.6-sol"] = "alpha-6-sol", ["alpha-5.4-mini"] = "alpha-6-luna" } do
      local _, _, name = routed(old)
      assert.equal(new, name)
    end
  end)

  it("must be known", function()
    local made, err = desk:create { targetKeyword = KEYWORD, modelVersion = "omega-9" }
    assert.is_nil(made)
    assert.equal(400, err.status)
    assert.equal("modelVersion", err.param)
  end)
end)

describe("a weak model", function()
  local both

  setup(function() both = writers.start { effort = "plain" } end)
  teardown(function() both:stop() end)

  it("is asked for a plan and for small pieces, and its article can be used", function()
    local record, calls = both:model({ includeFaq = true, includeKeyTakeaways = true, includeCta = true,
      toneOfVoiceProfile = "automatic" }, { { kind = "plan", writer = "weak" }, { kind = "write", writer = "weak" } })
    local found = writers.kinds(calls)
    assert.equal(1, found.plan)
    assert.is_true(found.write >= 3)
    for kind in pairs(found) do
      assert.is_true(kind == "plan" or kind == "write" or kind == "edit" or kind == "finish", kind)
    end
    for _, call in ipairs(calls) do
      if call.kind == "write" and not call.is_repair then -- no more than two neighbours
        local plan = call.prompt:match "\nPLAN\n(.-)\nTASK "
        local first, last = call.prompt:match 'sections from "(.-)" to "(.-)"'
        assert.truthy(first or call.prompt:find('the section "', 1, true), call.prompt)
        local between = first and plan:match(("## %s\n(.-)## %s\n"):format(first:gsub("%p", "%%%0"),
          (last:gsub("%p", "%%%0")))) or ""
        assert.is_nil(between:find("## ", 1, true))
      end
    end
    local html = record.output.html
    assert.truthy(html:find("<strong>Key takeaways</strong>", 1, true))
    assert.is_true(#writers.sections(record) >= 3)
    for _, section in ipairs(writers.sections(record)) do assert.is_true(#section > 3) end
    for _, words in ipairs { "**", "[99]", "In conclusion", "Here is the", "I hope this helps", "##", "```" } do
      assert.is_nil(html:find(words, 1, true), words)
    end
    assert.is_true(writers.count(html, "<sup>") >= 6)
    assert.is_true(record.wordsCharged > 400)
    assert.is_true(#record.metaDescription > 20)
    record = both:model({}, { { writer = "weak" } }) -- its editor too: then nothing false comes through
    for _, words in ipairs { "**", "[99]", "Here is the", "I hope this helps", "```" } do
      assert.is_nil(record.output.html:find(words, 1, true), words)
    end
    assert.is_true(writers.has_note(record, "A sentence was taken out, since the figure"))
  end)

  it("is of no use where its article is none: the sources' own sentences stand in, and one note says so", function()
    local strong = writers.start()
    finally(function() strong:stop() end)
    local refusal = { text = "I'm sorry, but I can't help with that request." }
    for kind, params in pairs { article = { includeFaq = true }, write = { articleLength = "long" } } do
      local one = kind == "article" and strong or both
      refusal.kind = kind
      local record, calls = one:model(params, { refusal })
      assert.is_true(writers.kinds(calls)[kind] >= 2) -- each is asked twice
      assert.is_nil(writers.kinds(calls).edit)
      local told = 0
      for _, note in ipairs(record.notes) do
        told = told + writers.count(note, "is made of the sources' own sentences")
        assert.is_nil(note:find("has no text", 1, true), note)
      end
      assert.equal(1, told, table.concat(record.notes, "\n"))
      assert.equal(both:builtin(params).output.html, record.output.html)
    end
  end)
end)
