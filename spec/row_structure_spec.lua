--- Parameters that say what an article is made of, for both writers.
-- Written by the built-in writer: builtin, both; by a language model: model, both, first_engine.
local writers = require "spec.support.writers"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"

local function kinds(calls)
  local set = {}
  for _, call in ipairs(calls) do set[call.kind] = (set[call.kind] or 0) + 1 end
  return set
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
      assert.is_true(faq > html:find("<h2>Conclusion</h2>", 1, true), name)
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
  end)

  it("disableIntroduction", function()
    both:both({ disableIntroduction = true, includeKeyTakeaways = true }, function(record, name)
      assert.truthy(record.output.html:match "^<h1>.-</h1>%s*<h2>", name)
      assert.is_true(writers.has_note(record, "Key takeaways belong into the introduction"), name)
    end)
    both:both({}, function(record, name) assert.truthy(record.output.html:match "^<h1>.-</h1>%s*<p>", name) end)
    local _, calls = both:model { disableIntroduction = true }
    assert.is_nil(kinds(calls).intro)
  end)

  it("includeConclusion and disableConclusion", function()
    for _, row in ipairs {
      { {}, true },
      { { includeConclusion = false }, false },
      { { disableConclusion = true }, false },
      { { disableConclusion = true, includeConclusion = true }, true },
    } do
      both:both(row[1], function(record, name)
        assert.equal(row[2], has_heading(record, "2Conclusion"), name)
      end)
    end
    local _, calls = both:model { includeConclusion = false }
    assert.is_nil(kinds(calls).conclusion)
  end)

  it("articleLength", function()
    for name, bounds in pairs { shorter = { 2, 3 }, short = { 3, 5 }, medium = { 5, 7 }, long = { 7, 10 },
      longer = { 10, 12 }, default = { 1, 12 } } do
      local record, calls = both:model { articleLength = name }
      local count = #writers.sections(record)
      assert.is_true(count >= bounds[1] and count <= bounds[2], name .. ": " .. count)
      assert.equal(1, kinds(calls).outline_refine)
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
      end)
    end
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
    local found = kinds(calls)
    assert.is_nil(found.outline_draft)
    assert.is_nil(found.outline_refine)
    assert.same({ section = true }, (writers.reached(calls, "Say how hard tap water may be.")))
    local watering = 0
    for _, call in ipairs(calls) do
      if call.kind == "section" and call.turns[1].text:find("### Rain water", 1, true) then
        watering = watering + 1
        assert.truthy(call.turns[1].text:find('section "Watering"', 1, true))
      end
    end
    assert.equal(1, watering)
  end)

  it("extraOutlinePrompt", function()
    both:both({ extraOutlinePrompt = "Light\n  Lamps\nPests", includeConclusion = false }, function(record, name)
      assert.same({ "2Light", "3Lamps", "2Pests" }, { select(2, table.unpack(writers.headings(record), 1, 4)) }, name)
    end)
    local _, calls = both:model { extraOutlinePrompt = "Light\n  Lamps\nPests" }
    assert.is_nil(kinds(calls).outline_draft)
  end)

  it("includeCta", function()
    local record, made = both:model { includeCta = true, includeFaq = true }
    for _, call in ipairs(made) do -- without facts and links their labels are not there to be repeated
      assert.is_nil(call.kind == "cta" and (call.prompt:find "\nFACTS\n" or call.prompt:find "\nLINKS\n"
        or call.prompt:find("(none)", 1, true)) or nil)
    end
    assert.equal(1, kinds(made).cta)
    local html = record.output.html
    local last
    for heading in html:gmatch "<h2>(.-)</h2>" do last = heading ~= "Sources" and heading or last end
    assert.not_equal("Frequently Asked Questions", last)
    assert.not_equal("Conclusion", last)
    local _, calls = both:model {}
    assert.is_nil(kinds(calls).cta)
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
    assert.is_nil(kinds(calls).title)
  end)
end)

describe("the older engine", function()
  local both

  setup(function() both = writers.start() end)
  teardown(function() both:stop() end)

  it("writes section by section, each shown those before", function()
    local record, calls = both:first_engine { articleInstructions = "ignored", includeFaq = true }
    assert.equal("finished", record.status)
    local found = kinds(calls)
    assert.equal(1, found.outline_draft)
    assert.is_nil(found.outline_refine)
    assert.is_nil(found.repeats)
    local sections = 0
    for _, call in ipairs(calls) do
      if call.kind == "section" and not call.is_repair then
        local written = call.turns[1].text:match "WRITTEN ALREADY.-\n(.-)\nTASK"
        sections = sections + 1
        assert.equal(0, call.beside, "another call was under way")
        if sections > 1 then
          assert.equal(sections - 1, select(2, ("\n" .. written):gsub("\n%- [^\n]-: %u", "")), written)
        else
          assert.is_nil(written)
        end
      end
    end
    assert.equal(#writers.sections(record), sections)
    assert.is_true(sections >= 3)
  end)

  it("is another row than the newer one", function()
    local _, calls = both:model {}
    for _, call in ipairs(calls) do assert.is_nil(call.turns[1].text:find("WRITTEN ALREADY", 1, true)) end
    assert.equal(1, kinds(calls).outline_refine)
  end)
end)
