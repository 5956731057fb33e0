--- Parameters for search engines, for both writers.
-- Written by the built-in writer: builtin, both; by a language model: model, both.
local writers = require "spec.support.writers"

local KEYWORD = writers.KEYWORD

local function first_paragraph(record)
  return record.output.html:match "<p>(.-)</p>"
end

local function calls_of(calls, kind)
  local list = {}
  for _, call in ipairs(calls) do
    if call.kind == kind then list[#list + 1] = call end
  end
  return list
end

describe("parameters for search engines", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  local function check_keyword(record, name)
    local count = 0
    for _, heading in ipairs(writers.sections(record)) do count = count + writers.count(heading:lower(), KEYWORD) end
    assert.truthy(record.title:lower():find(KEYWORD, 1, true), name)
    assert.truthy(first_paragraph(record):lower():find(KEYWORD, 1, true), name .. ": " .. first_paragraph(record))
    assert.is_true(count >= 1, name .. ": no h2 with the keyword")
  end

  it("targetKeyword and seoOptimizationLevel default", function()
    both:both({}, check_keyword)
    both:both({}, function(record, name) assert.is_nil(record.seo, name) end)
  end)

  it("asks for the keyword where the model leaves it out", function()
    local _, made = both:model {}
    assert.truthy(made[1].prompt:find("its first two sentences have the keyword or a natural form of it", 1, true))
    assert.is_nil(made[2].prompt:find("No heading has the keyword", 1, true))
    local text = made[1].text:gsub("(## [^\n]*)" .. KEYWORD, "%1it")
    local edited, asked = both:model({}, { { kind = "article", text = text } })
    assert.truthy(asked[2].prompt:find("- No heading has the keyword or a natural form of it", 1, true))
    check_keyword(edited, "the editor's heading")
    local record, calls = both:model({}, { { kind = "edit", text = "TITLE: A short word on plants in the kitchen" } })
    assert.equal(1, #calls_of(calls, "finish"))
    assert.truthy(record.title:lower():find(KEYWORD, 1, true), record.title)
  end)

  it("extraEntitiesPrompt", function()
    local wanted = { "spider mites", "coconut fibre", "mildew" }
    both:both({ seoOptimizationLevel = "manual", extraEntitiesPrompt = table.concat(wanted, ", ") },
      function(record, name)
        for _, words in ipairs(wanted) do
          assert.truthy(record.output.html:lower():find(words, 1, true), name .. ": " .. words)
        end
        assert.is_nil(record.seo, name)
      end)
    -- The terms that the text has not are told to its editor, all in the one call.
    local params = { seoOptimizationLevel = "manual", extraEntitiesPrompt = "terracotta kiln, basil, jute twine" }
    local record, calls = both:model(params)
    assert.same({ article = 1, edit = 1 }, writers.kinds(calls))
    local note = '- Missing, where it is true and reads well: "terracotta kiln", "jute twine".'
    assert.truthy(calls[2].prompt:find(note, 1, true))
    assert.truthy(record.output.html:find("terracotta kiln", 1, true))
  end)

  it("extraEntitiesPrompt: a term that cannot be put in is noted", function()
    local params = { seoOptimizationLevel = "manual", extraEntitiesPrompt = "terracotta kiln" }
    for _, text in ipairs { "S1 ok", "S3+: The terracotta kiln burns at 1250 degrees." } do -- which no page says
      local record = both:model(params, { { kind = "edit", text = text } })
      assert.is_true(writers.has_note(record, '"terracotta kiln" is not covered'))
      assert.is_nil(record.output.html:find("1250", 1, true))
    end
    assert.is_true(writers.has_note(both:builtin(params), '"terracotta kiln" is not covered'))
  end)

  it("extraEntitiesPrompt does nothing without manual", function()
    local _, calls = both:model { extraEntitiesPrompt = "terracotta kiln" }
    assert.same({}, (writers.reached(calls, "terracotta kiln")))
  end)

  it("seoOptimizationLevel ai_powered", function()
    both:both({ seoOptimizationLevel = "ai_powered" }, function(record, name)
      local seo = assert(record.seo, name)
      assert.is_true(#seo.terms >= 5, name)
      for _, term in ipairs(seo.terms) do
        assert.is_true(term.share >= 0.4 and term.share <= 1, name)
        assert.is_true(term.least >= 1 and term.most >= term.least, name)
        assert.is_true(term.count >= 0, name)
      end
      assert.is_true(seo.after >= seo.before and seo.before > 0 and seo.after <= 100, name)
    end)
    local record, calls = both:model { seoOptimizationLevel = "ai_powered", articleLength = "shorter" }
    assert.same({ article = 1, edit = 1 }, writers.kinds(calls)) -- the editor alone hears of the table
    assert.is_nil(calls[1].prompt:find("Missing, where", 1, true))
    local missing, count = calls[2].prompt:match "Missing, where it is true and reads well: ([^\n]*)", 0
    for term in missing:gmatch '"(.-)"' do
      count = count + 1
      assert.is_nil(calls[1].text:lower():find(term:lower(), 1, true), term)
    end
    assert.is_true(count >= 1 and count <= 8, count)
    assert.is_true(record.seo.after >= record.seo.before)
    -- The same request gives the same table; a list of articles leaves it out.
    local again = both:builtin { seoOptimizationLevel = "ai_powered" }
    assert.same(both:builtin({ seoOptimizationLevel = "ai_powered" }).seo, again.seo)
    local list = assert(both.desk:request("GET", "/api/articles"))
    for _, entry in ipairs(list.data) do assert.is_nil(entry.seo) end
  end)

  it("seoOptimizationLevel ai_powered needs pages that have something in common", function()
    local alone = both:builtin { seoOptimizationLevel = "ai_powered", targetKeyword = "Kräutergarten Fensterbank",
      language = "de" }
    assert.equal("finished", alone.status)
    assert.is_true(alone.seo ~= nil or writers.has_note(alone, "There is no table of terms"))
  end)
end)
