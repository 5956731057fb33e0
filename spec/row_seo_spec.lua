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
    for _, heading in ipairs(writers.sections(record)) do count = count + writers.count(heading, KEYWORD) end
    assert.truthy(record.title:lower():find(KEYWORD, 1, true), name)
    assert.truthy(first_paragraph(record):find(KEYWORD, 1, true), name .. ": " .. first_paragraph(record))
    assert.is_true(count >= 1, name .. ": no h2 with the keyword")
  end

  it("targetKeyword and seoOptimizationLevel default", function()
    both:both({}, check_keyword)
    both:both({}, function(record, name) assert.is_nil(record.seo, name) end)
  end)

  it("puts the keyword in where the model leaves it out", function()
    local bare = writers.start { library = false }
    local text = "Light, water and warmth decide how well kitchen plants do on a sill. Most of them want a bright "
      .. "window and soil that dries between two waterings. Whoever starts small learns fastest which of them fits the "
      .. "room, and a plant that is cut often grows fuller than one that is left alone for weeks."
    for what, answer in pairs { nowhere = text, late = text .. "\n\nAn indoor herb garden stays small at first." } do
      local record, calls = bare:model({}, { { kind = "intro", text = answer } })
      assert.equal(2, #calls_of(calls, "intro"))
      assert.truthy(calls_of(calls, "intro")[2].prompt:find('"indoor herb garden" must stand in the first 2', 1, true))
      check_keyword(record, "introduction: " .. what)
    end
    bare:stop()
    local record = both:model({}, { { kind = "title", text = '{"titles":["A short word on plants in the kitchen"]}' } })
    check_keyword(record, "titles without it")
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
    local params = { seoOptimizationLevel = "manual", extraEntitiesPrompt = "terracotta kiln, basil" }
    local record, calls = both:model(params)
    assert.equal(1, #calls_of(calls, "term_insert"))
    assert.truthy(record.output.html:find("terracotta kiln", 1, true))
    -- Where the sentence that was changed cites a source, it still does.
    local call = calls_of(calls, "term_insert")[1]
    assert.equal(select(2, call.turns[1].text:match("\n1%. (.-)\n"):gsub("%[%d+%]", "")) > 0, true)
  end)

  it("extraEntitiesPrompt: a term that cannot be put in is noted", function()
    local params = { seoOptimizationLevel = "manual", extraEntitiesPrompt = "terracotta kiln" }
    local record, calls = both:model(params, { { kind = "term_insert", text = '{"paragraph":1,"text":"Nothing."}' } })
    assert.equal(2, #calls_of(calls, "term_insert"))
    assert.is_true(writers.has_note(record, '"terracotta kiln" is not covered'))
    assert.is_nil(record.output.html:find("Nothing.", 1, true))
    record = both:model(params, { { kind = "term_insert", text = '{"paragraph":0,"text":""}' } })
    assert.is_true(writers.has_note(record, '"terracotta kiln" is not covered'))
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
    local inserts = calls_of(calls, "term_insert")
    assert.is_true(#inserts >= 1 and #inserts <= 8)
    assert.is_true(record.seo.after > record.seo.before)
    for _, call in ipairs(calls) do -- writers do not hear of the table
      assert.is_nil(call.kind == "section" and call.turns[1].text:find("must stand in this section", 1, true) or nil)
    end
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
