--- Parameters that say what an article is made of, for both writers.
-- Written by the built-in writer: builtin, both; by a language model: model, both, first_engine.
local writers = require "spec.support.writers"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"

local kinds = writers.kinds

-- The close: the built-in writer's, and the fake model's own.
local CLOSE = { ["built-in writer"] = "Conclusion", ["language model"] = "What to do first" }

-- The prompt of the only call that writes the article.
local function prompt_of(calls)
  assert.equal(1, kinds(calls).article)
  for _, call in ipairs(calls) do
    if call.kind == "article" then return call.prompt end
  end
end

local function has_heading(record, heading)
  for _, text in ipairs(writers.headings(record)) do
    if text == heading then return true end
  end
  return false
end

-- What stands between two places of the article.
local function between(record, from, to)
  return record.output.html:match(from .. "(.-)" .. to)
end

describe("parameters of the structure", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  it("includeFaq", function()
    both:both({ includeFaq = true }, function(record, name)
      local html = record.output.html
      local faq = html:find("<h2>Frequently Asked Questions</h2>", 1, true)
      assert.is_true(faq > html:find("<h2>" .. CLOSE[name] .. "</h2>", 1, true), name)
      local questions = 0
      for question, answer in html:sub(faq):gmatch "<h3>(.-)</h3>%s*<p>(.-)</p>" do
        questions = questions + 1
        assert.truthy(question:find "%?$", name .. ": " .. question)
        assert.is_true(#answer > 20, name)
      end
      assert.is_true(questions >= 2, name)
    end)
    both:both({}, function(record, name)
      assert.is_false(has_heading(record, "2Frequently Asked Questions"), name)
    end)
    local _, calls = both:model {}
    assert.is_nil(prompt_of(calls):find("== QUESTIONS", 1, true))
    -- A model that leaves them out is told so by the editor's notes; then a note tells the customer.
    both:model { includeFaq = true }
    local text, questions = both.fake:log()[1].text:match "^(.-)(== QUESTIONS.*)$"
    local without, asked = both:model({ includeFaq = true }, { { kind = "article", text = text } })
    assert.is_false(has_heading(without, "2Frequently Asked Questions"))
    assert.truthy(asked[2].prompt:find("The questions are missing", 1, true))
    assert.is_true(writers.has_note(without, "There is no FAQ"))
    local late = both:model({ includeFaq = true }, { { kind = "article", text = text },
      { kind = "edit", text = questions .. "\n\n== FRAME\nMETA: None." } })
    assert.is_true(has_heading(late, "3" .. questions:match "### ([^\n]+)"))
  end)

  it("includeKeyTakeaways", function()
    both:both({ includeKeyTakeaways = true }, function(record, name)
      local list = between(record, "<strong>Key takeaways</strong>.-<ul>", "</ul>")
      assert.is_true(writers.count(list, "<li>") >= 2, name)
      local html = record.output.html
      assert.is_true(html:find("Key takeaways", 1, true) < html:find("<h2>", 1, true), name)
    end)
    both:both({}, function(record, name)
      assert.equal(0, writers.count(record.output.html, "Key takeaways"), name)
    end)
    local record = both:model({ includeKeyTakeaways = true }, { { kind = "edit", text = "S1 ok" },
      { kind = "finish", text = "TITLE: An indoor herb garden for beginners" } })
    assert.is_true(writers.has_note(record, "There are no key takeaways"))
  end)

  it("disableIntroduction", function()
    both:both({ disableIntroduction = true, includeKeyTakeaways = true }, function(record, name)
      assert.truthy(record.output.html:match "^<h1>.-</h1>%s*<h2>", name)
      assert.is_true(writers.has_note(record, "Key takeaways belong into the introduction"), name)
    end)
    both:both({}, function(record, name) assert.truthy(record.output.html:match "^<h1>.-</h1>%s*<p>", name) end)
    local _, calls = both:model { disableIntroduction = true, includeKeyTakeaways = true }
    assert.is_nil(prompt_of(calls):find("the opening, without a heading", 1, true))
    assert.is_nil(calls[#calls].prompt:find("TAKEAWAYS", 1, true))
  end)

  it("includeConclusion and disableConclusion", function()
    for _, row in ipairs {
      { {}, true },
      { { includeConclusion = false }, false },
      { { disableConclusion = true }, false },
      { { disableConclusion = true, includeConclusion = true }, true },
    } do
      both:both(row[1], function(record, name)
        assert.equal(row[2], has_heading(record, "2" .. CLOSE[name]), name)
      end)
    end
    local _, calls = both:model { includeConclusion = false }
    assert.is_nil(prompt_of(calls):find("== CLOSE", 1, true))
  end)

  it("articleLength", function()
    for name, bounds in pairs { shorter = { 2, 3 }, short = { 3, 5 }, medium = { 5, 7 }, long = { 7, 10 },
      longer = { 10, 12 }, default = { 1, 12 } } do
      local record, calls = both:model { articleLength = name }
      local count = #writers.sections(record)
      assert.is_true(count >= bounds[1] and count <= bounds[2], name .. ": " .. count)
      local low, high = calls[1].prompt:match "(%d+) to (%d+) sections"
      assert.is_true(tonumber(low) >= bounds[1] and tonumber(high) <= bounds[2], name)
    end
    for name, bounds in pairs { shorter = { 2, 3 }, short = { 3, 5 }, medium = { 5, 7 }, long = { 7, 10 } } do
      local count = #writers.sections(both:builtin { articleLength = name })
      assert.is_true(count >= bounds[1] and count <= bounds[2], "built-in writer, " .. name .. ": " .. count)
    end
    local record = both:builtin { articleLength = "longer" }
    assert.is_true(#writers.sections(record) >= 10 or writers.has_note(record, "the sources have enough to say for"))
  end)

  it("numberOfSections", function()
    for _, number in ipairs { 1, 3, 6 } do
      both:both({ articleLength = "custom", numberOfSections = number }, function(record, name)
        assert.equal(number, #writers.sections(record), name)
        assert.is_false(writers.has_note(record, "sections were wanted"), name)
      end)
    end
    -- A model that writes others is told so once; then a note tells the customer.
    both:model { articleLength = "custom", numberOfSections = 3 }
    local text = both.fake:log()[1].text
    local other, calls = both:model({ articleLength = "custom", numberOfSections = 4 },
      { { kind = "article", text = text } })
    assert.equal(2, kinds(calls).article)
    assert.truthy(calls[2].turns[3].text:find("it has 3 sections instead of exactly 4", 1, true))
    assert.equal(3, #writers.sections(other))
    assert.is_true(writers.has_note(other, "3 sections were written instead of exactly 4."))
    both:both({ articleLength = "short", numberOfSections = 9 }, function(record, name)
      assert.is_true(#writers.sections(record) <= 5, name)
      assert.is_true(writers.has_note(record, "numberOfSections"), name)
    end)
  end)

  it("outline", function()
    local outline = { "Feeding", { title = "Watering", instructions = "Say how hard tap water may be.",
      subsections = { "Tap water", "Rain water" } }, "Light: how much?" }
    both:both({ outline = outline, includeConclusion = false }, function(record, name)
      assert.same({ "2Feeding", "2Watering", "3Tap water", "3Rain water", "2Light: how much?" },
        { select(2, table.unpack(writers.headings(record), 1, 6)) }, name)
      for _, heading in ipairs { "Feeding", "Light: how much%?" } do
        assert.truthy(record.output.html:match("<h2>" .. heading .. "</h2>%s*<p>"), name .. ": " .. heading)
      end
    end)
    local _, calls = both:model { outline = outline }
    assert.same({ article = true }, (writers.reached(calls, "Say how hard tap water may be.")))
    local given = "## Feeding\n## Watering (Say how hard tap water may be.)\n### Tap water\n### Rain water\n"
      .. "## Light: how much?\n"
    assert.truthy(prompt_of(calls):find(given, 1, true))
    both:both({ outline = { "Watering" }, includeConclusion = false }, function(record, name)
      assert.same({ "2Watering" }, { select(2, table.unpack(writers.headings(record), 1, 2)) }, name)
    end)
  end)

  it("extraOutlinePrompt", function()
    both:both({ extraOutlinePrompt = "Light\n  Lamps\nPests", includeConclusion = false }, function(record, name)
      assert.same({ "2Light", "3Lamps", "2Pests" }, { select(2, table.unpack(writers.headings(record), 1, 4)) }, name)
    end)
    local _, calls = both:model { extraOutlinePrompt = "Light\n  Lamps\nPests" }
    assert.truthy(prompt_of(calls):find("## Light\n### Lamps\n## Pests\n", 1, true))
  end)

  it("includeCta", function()
    local record, made = both:model { includeCta = true, includeFaq = true }
    assert.truthy(prompt_of(made):find("== ACTION", 1, true))
    assert.is_nil(prompt_of(made):find("for a link", 1, true)) -- there is none
    local last
    for heading in record.output.html:gmatch "<h2>(.-)</h2>" do last = heading ~= "Sources" and heading or last end
    assert.equal("The next step", last)
    local without, calls = both:model {}
    assert.is_nil(prompt_of(calls):find("== ACTION", 1, true))
    assert.is_false(has_heading(without, "2The next step"))
  end)

  it("internalLinkingDomainId", function()
    local id = assert(both.desk:request("POST", "/api/domains", { name = "site" })).domainId
    local pages = dofile "examples/site.lua"
    assert(both.desk:request("POST", "/api/domains/" .. id .. "/pages", { pages = pages }))
    both:both({}, function(record, name)
      assert.is_nil(record.output.html:find("https://windowsill.example/", 1, true), name)
    end)
    both:both({ internalLinkingDomainId = id }, function(record, name)
      local text, count, free = record.output.html:match "^(.-)<p><strong>Sources</strong></p>", 0, {}
      for _, page in ipairs(pages) do free[page.url] = true end
      for url in text:gmatch '<a href="(https://windowsill.example/[^"]*)"' do
        count = count + 1
        assert.is_true(free[url], name .. ": no page of the domain, or linked twice: " .. url)
        free[url] = nil
      end
      assert.is_true(count >= 3, name .. ": " .. count)
      assert.equal(count, writers.count(record.output.html, "https://windowsill.example/"), name .. ": in the sources")
      for heading in text:gmatch "<h%d>(.-)</h%d>" do assert.is_nil(heading:find("<a ", 1, true), name) end
      assert.is_false(writers.has_note(record, "No internal link"), name)
    end)
    local made, err = both.desk:create { targetKeyword = writers.KEYWORD, internalLinkingDomainId = UNKNOWN }
    assert.is_nil(made)
    assert.equal(400, err.status)
    assert.equal("internalLinkingDomainId", err.param)
  end)

  it("title", function()
    both:both({ title = "Herbs: my way & yours" }, function(record, name)
      assert.equal("Herbs: my way & yours", record.title, name)
      assert.truthy(record.output.html:find("^<h1>Herbs: my way &amp; yours</h1>"), name)
    end)
    local _, calls = both:model { title = "Herbs: my way & yours" }
    for _, call in ipairs(calls) do assert.is_nil(call.prompt:find("TITLE:", 1, true), call.kind) end
    assert.is_nil(kinds(calls).finish)
  end)
end)

describe("the older engine", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  it("writes section by section, each shown those before", function()
    local record, calls = both:first_engine { articleInstructions = "ignored", includeFaq = true }
    assert.equal("finished", record.status)
    local sections, headings = 0, {}
    for i, call in ipairs(calls) do
      assert.equal(0, call.beside, "another call was under way")
      assert.equal(i == 1 and "plan" or i == #calls and "edit" or "write", call.kind)
      if call.kind == "write" and not call.is_repair then
        local written = call.prompt:match "\nALREADY WRITTEN[^\n]*\n(.-)\nTASK"
        assert.equal(sections > 0, written ~= nil)
        for _, heading in ipairs(headings) do assert.truthy(written:find("## " .. heading, 1, true), heading) end
        sections = sections + 1
        headings[sections] = call.text:match "## ([^\n]+)"
      end
    end
    assert.equal(#writers.sections(record), sections)
    assert.is_true(sections >= 3)
    assert.same({}, (writers.reached(calls, "ignored")))
  end)

  it("is another row than the newer one", function()
    local _, calls = both:model {}
    for _, call in ipairs(calls) do assert.is_nil(call.prompt:find("ALREADY WRITTEN", 1, true)) end
    assert.same({ article = 1, edit = 1 }, kinds(calls))
  end)
end)
