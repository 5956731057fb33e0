--- What an article of a language model is checked for line by line, seen in the notes that its editor gets, in the
-- article and in the record; and what both calls are shown.
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local service = require "spec.support.service"
local writers = require "spec.support.writers"

local LIGHT = [[
<html lang="en"><head><title>Light for basil</title><meta property="article:published_time"
content="2015-01-02T10:00:00Z"></head><body><article><h1>Light for basil</h1>
<h2>How much</h2><p>Basil needs 6 hours of direct sun each day on a south window. Fill a box of 2 x 2 x 8 feet with 50
grams of flour and 50 grams of water.</p><p>The National Library of Medicine keeps 4 pots of basil in its hall.</p>
<h2>Lamps</h2><p>A lamp with a timer replaces the sun in the dark months of winter.</p></article></body></html>]]

local WATER = [[
# Water for basil

## When

Basil wants water as soon as the top of its soil feels dry to a finger. Roots rot in pots that stand in water.

## How

Pour the water on the soil in the morning and never over the leaves, because wet leaves catch mildew at night.
]]

describe("the manuscript of a language model", function()
  local library, model, server, desk

  setup(function()
    library = folder.new()
    folder.write(library .. "/light.html", LIGHT)
    folder.write(library .. "/water.md", WATER)
    model = fake_model.start()
    server = service.start { config = { library = library, models = { ["*"] = { api = "openai", base_url = model.url,
      model = "fake-model", api_key = model.key } } } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
    model:stop()
    folder.remove(library)
  end)

  local function write(script, params)
    model:script(script or {})
    local body = { targetKeyword = "basil" }
    for name, value in pairs(params or {}) do body[name] = value end
    return assert(desk:wait(assert(desk:create(body))))
  end

  -- The number by which a prompt shows the passage with these words.
  local function number_of(prompt, words)
    local material = ("\n" .. prompt):gsub("\n([^%[\n])", " %1")
    for number, text in material:gmatch "\n%[(%d+)%] ([^\n]*)" do
      if text:find(words, 1, true) then return tonumber(number) end
    end
    error("no passage has " .. words)
  end

  -- An article that says these sentences in its second section; {light}, {lamp}, {when}, {how}: numbers of passages.
  -- The record, the editor's prompt, the notes in its margin, the numbers.
  local function with(sentences, edit)
    write()
    local prompt, text = model:calls("article")[1].prompt, model:calls("article")[1].text
    local numbers = { light = number_of(prompt, "6 hours"), lamp = number_of(prompt, "with a timer"),
      when = number_of(prompt, "feels dry"), how = number_of(prompt, "in the morning") }
    sentences = sentences:gsub("{(%l+)}", function(name) return ("[%d]"):format(numbers[name]) end)
    local parts, headings = {}, 0
    for line in (text .. "\n"):gmatch "(.-)\n" do
      parts[#parts + 1] = line
      headings = headings + (line:find "^## " and 1 or 0)
      if line:find "^## " and headings == 2 then parts[#parts + 1] = "\n" .. sentences .. "\n" end
    end
    local record = write { { kind = "article", text = table.concat(parts, "\n") },
      { kind = "edit", text = edit or "S1 ok" } }
    local shown, notes = model:calls("edit")[1].prompt, {}
    for line in (shown .. "\n"):gmatch "(.-)\n" do
      local note = line:match "^  > (.*)$"
      if note then notes[#notes + 1] = note end
    end
    return record, shown, table.concat(notes, "\n"), numbers
  end

  it("is written from all pages as numbered passages, with their headings and days", function()
    write(nil, { articleLength = "shorter" })
    local calls = model:log()
    assert.same({ article = 1, edit = 1 }, writers.kinds(calls))
    local prompt = calls[1].prompt
    assert.truthy(prompt:find 'PAGE %d+ "Light for basil"[^\n]* | 2015%-01%-02\n')
    assert.truthy(prompt:find 'PAGE %d+ "Water for basil"[^\n]* | undated\n')
    assert.truthy(prompt:find "\n# [^\n]*Lamps\n%[%d+%] ")
    for _, words in ipairs { "6 hours", "with a timer", "feels dry", "in the morning" } do number_of(prompt, words) end
  end)

  it("may hold figures, quantities and names as they are, and no other run of eight words", function()
    local _, _, notes = with "Take a box of 2 x 2 x 8 feet, 50 grams of flour and 50 grams of water {light}."
    assert.is_nil(notes:find("copied", 1, true), notes)
    _, _, notes = with "At the National Library of Medicine 4 pots of basil stand {light}."
    assert.is_nil(notes:find("copied", 1, true), notes)
    local record, _, both = with("Wet leaves are bad: pour the water on the soil in the morning and never over the "
      .. "leaves {how}.\nA lamp with a timer replaces the sun in the dark months of winter {lamp}.")
    assert.truthy(both:find('copied: "pour the water on the soil', 1, true), both) -- all of them are named
    assert.truthy(both:find('copied: "A lamp with a timer replaces', 1, true), both)
    for _, words in ipairs { "pour the water on the soil in the morning", "timer replaces the sun in the dark" } do
      assert.is_nil(record.output.html:find(words, 1, true), words)
      assert.is_true(writers.has_note(record, words))
    end
  end)

  it("keeps a sentence of its own with a run in it, and takes out what leans on a sentence that goes", function()
    local record, _, notes = with("Who asks a gardener of the old school hears one thing before all others, to "
      .. "pour the water on the soil in the morning, long before the sun has found the pots on the sill {how}.\n"
      .. "A lamp with a timer replaces the sun in the dark months of winter {lamp}. Basil, it does so for, grows on.")
    local html = record.output.html
    assert.truthy(notes:find('copied: "pour the water on the soil in the morning', 1, true), notes)
    assert.truthy(html:find("a gardener of the old school", 1, true), html)
    for _, words in ipairs { "replaces the sun", "it does so for" } do
      assert.is_nil(html:find(words, 1, true), words)
    end
  end)

  it("keeps all passages that a sentence cites, and its editor sees each of them", function()
    local record, shown, notes, numbers = with("Basil lives on 6 hours of sun, and on water whenever a finger finds "
      .. "its soil dry {light}{when}.")
    local cited = ("finds its soil dry [%d][%d]."):format(numbers.light, numbers.when)
    assert.truthy(shown:find(cited, 1, true))
    assert.is_nil(notes:find("finds its soil", 1, true), notes)
    assert.equal(numbers.light, number_of(shown, "6 hours"))
    assert.equal(numbers.when, number_of(shown, "feels dry"))
    local marks = record.output.html:match "finds its soil dry%.(<sup>[^ ]*)" or ""
    assert.equal(2, writers.count(marks, "<sup>"), marks)
  end)

  it("takes three calls at most, whatever parts it has", function()
    local both = writers.start()
    finally(function() both:stop() end)
    local _, calls = both:model { articleLength = "medium", includeFaq = true, includeKeyTakeaways = true,
      includeCta = true, toneOfVoiceProfile = "automatic", seoOptimizationLevel = "ai_powered" }
    assert.same({ tone = 1, article = 1, edit = 1 }, writers.kinds(calls))
    local words = tonumber(calls[2].prompt:match "about (%d+) words in")
    assert.is_true(words >= 1100, words)
  end)

  it("may lead over and advise in sentences of its own, without a number", function()
    local record = with "That is the whole of it. Start with one pot, and see how it does."
    assert.truthy(record.output.html:find("Start with one pot, and see how it does.", 1, true))
    assert.is_false(writers.has_note(record, "taken out"))
  end)

  it("is read by its editor as a whole, from the opening to the close", function()
    local _, shown = with("A finger tells when {when}.")
    local draft = shown:match "\nDRAFT of the article.-\nTASK " or shown
    for heading in model:calls("article")[1].text:gmatch "\n## ([^\n]+)" do
      assert.truthy(draft:find("## " .. heading, 1, true), heading)
    end
    assert.truthy(draft:find("S1 Basil depends on a few decisions.", 1, true))
    assert.equal(1, #model:calls "edit")
  end)

  it("loses what nobody says, whatever its editor says of it", function()
    for _, edit in ipairs { "S1 ok", "S1 ok\nS2 ok\nS3 ok\nS4 ok\nS5 ok\nS6 ok\nS7 ok\nS8 ok\nS9 ok" } do
      local record, _, notes = with("Basil needs 17 hours of sun {light}.", edit)
      assert.truthy(notes:find("the figure 17 stands in no passage", 1, true), notes)
      assert.is_nil(record.output.html:find("17 hours", 1, true))
      assert.is_true(writers.has_note(record, "the figure 17 stands in no passage"))
    end
  end)
end)
