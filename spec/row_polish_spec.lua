--- What the parameters of polishing do, for both writers: asked for after the article, and with it.
local copydesk = require "copydesk"
local database = require "spec.support.database"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

-- An article with one fault a section, as no writer here would leave it.
local FAULTY = [[
<h1>Basil</h1>
<p>Basil wants warmth and a sunny window on the south side.<sup><a href="https://a.example/">1</a></sup></p>
<h2>Pots</h2>
<p>Basil grows in a pot with holes. Loose soil drains well. The pot is filled to the rim. Pressed soil holds roots. Room
is left for water. A saucer keeps the sill dry.</p>
<h2>Water</h2>
<p>Basil needs water every second day in summer. Leaves wilt within hours in dry soil.</p>
<p>In conclusion, water matters.</p>
<h2>Light</h2>
<p>Basil needs six hours of sun on each day of the year.<sup><a href="https://a.example/">1</a></sup> A lamp helps in
winter months.</p>
<p>A south window is bright. On each day of the year basil needs six hours of sun.<sup><a
href="https://b.example/">2</a></sup></p>
<h2>Harvest</h2>
<p>The tool was written by a student.</p>
<h2>Cuts</h2>
<p>The garden on the south side has the most light of all the beds, and the soil there is dry in the late summer
months.</p>
<h2>Winter</h2>
<p>It is important to note that basil needs a lamp in winter. A robust pot stands on the sill.</p>
<h2>Conclusion</h2>
<p>Basil needs sun, water and a pot.</p>
]]

local TEXT = [[
# Basil

Basil wants warmth and a sunny window. Basil grows well in a pot with holes. Basil wants water when its soil feels dry.
Basil needs loose soil that drains. Basil dies in frost. Basil loves company of tomatoes in a bed.

## Light

Basil needs six hours of sun a day. A lamp helps basil in winter. Turn the pot of basil once a week.

## Harvest

Pinch basil above a pair of leaves. Regular harvest makes basil bushy. Basil flowers make the leaves of basil bitter.
]]

-- Settings with these switches alone.
local function only(...)
  local settings = {}
  for _, name in ipairs { "split-up-long-paragraphs", "remove-mid-article-conclusions", "remove-repetitive-sentences",
    "convert-passive-voice", "simplify-complex-sentences", "humanize" } do
    settings[name] = false
  end
  for _, name in ipairs { ... } do settings[name] = true end
  return settings
end

local function sentences(html)
  local list = {}
  for paragraph in html:gmatch "<p>(.-)</p>" do
    local count = 0
    for sentence in paragraph:gsub("<sup>.-</sup>", ""):gsub("<[^>]+>", ""):gmatch "[^%.]+%." do
      count = count + 1
      list[#list + 1] = { text = sentence, place = count }
    end
  end
  return list
end

local function longest_paragraph(html)
  local most = 0
  for _, sentence in ipairs(sentences(html)) do most = math.max(most, sentence.place) end
  return most
end

local function mean_length(html)
  local words, all = 0, sentences(html)
  for _, sentence in ipairs(all) do words = words + select(2, sentence.text:gsub("%S+", "")) end
  return words / #all
end

local function has(html, words) return html:gsub("%s+", " "):find(words, 1, true) ~= nil end

for _, writer in ipairs { "the built-in writer", "a language model" } do
  describe("polishing with " .. writer, function()
    local home, model, server, desk, id, active

    local function open(config)
      local models = model and { ["*"] = { api = "openai", base_url = model.url, model = "fake-model",
        api_key = model.key, context = config.context, max_output = config.max_output } }
      config = { library = home, data = home .. "/data", models = models }
      server = service.start { config = config }
      desk = copydesk.new { base_url = server.url, api_key = server.key, retries = 0 }
    end

    local function close()
      if desk then desk:close() end
      if server then server:stop() end
      desk, server = nil, nil
    end

    setup(function()
      home = folder.new()
      folder.write(home .. "/basil.md", TEXT)
      if writer == "a language model" then model = fake_model.start() end
      open {}
    end)

    teardown(function()
      close()
      if model then model:stop() end
      folder.remove(home)
    end)

    local function polished(article, body)
      local path = "/api/articles/" .. article
      assert(desk:request("POST", path .. "/polish", body))
      local now
      repeat
        now = assert(desk:request("GET", path, nil, { headers = { Prefer = "wait=20" } }))
      until now.statusDetail ~= "Polishing"
      return now
    end

    local function calls(kind) return model and model:calls(kind) or {} end

    describe("afterwards:", function()
      setup(function()
        id = assert(desk:create { targetKeyword = "basil" }).articleId
        assert(desk:wait(id))
        close()
        database.query(home .. "/data", "UPDATE article SET html = '" .. FAULTY:gsub("'", "''") .. "'")
        open {}
      end)

      local function polish(...)
        if model then model:script(active) end
        local before = assert(desk:request("GET", "/api/articles/" .. id))
        local now = polished(id, { polishSettings = only(...) })
        assert.equal(FAULTY, now.output.html)
        assert.equal(before.wordsCharged, now.wordsCharged)
        return now.output.polishedHtml, table.concat(now.notes, "\n")
      end

      -- Without a language model no sentence is reworded, and a note says so.
      local function left(html, notes, name)
        assert.equal(not model, has(notes, "polishSettings." .. name .. " is left to a language model"))
        if not model then assert.equal(FAULTY, html) end
      end

      it("without any setting nothing changes", function()
        assert.equal(FAULTY, polish())
        assert.same({}, calls "polish")
      end)

      it("split-up-long-paragraphs", function()
        assert.equal(6, longest_paragraph(FAULTY))
        assert.is_true(longest_paragraph(polish "split-up-long-paragraphs") <= 4)
      end)

      it("remove-mid-article-conclusions", function()
        local html = polish "remove-mid-article-conclusions"
        assert.is_false(has(html, "In conclusion"))
        assert.is_true(has(html, "Basil needs sun, water and a pot."))
      end)

      it("remove-repetitive-sentences", function()
        local html = polish "remove-repetitive-sentences"
        assert.equal(1, select(2, html:gsub("six hours of sun", "")))
        assert.is_true(has(html, "https://a.example/") and has(html, "https://b.example/"))
      end)

      it("convert-passive-voice", function()
        if model then
          active = { { kind = "polish", contains = "written by", text = "Sure:\nS15: A student wrote the tool." } }
        end
        local html, notes = polish "convert-passive-voice"
        active = nil
        left(html, notes, "convert-passive-voice")
        if model then
          assert.is_false(has(html, "was written by"))
          assert.is_true(has(html, "A student wrote the tool."))
        end
        for _, call in ipairs(calls "polish") do assert.is_true(has(call.prompt, "> passive, and it names")) end
      end)

      it("simplify-complex-sentences", function()
        if model then
          active = { { kind = "polish", contains = "over 20 words", text = "S16: The garden on the south side has the "
            .. "most light of all the beds. The soil there is dry in the late summer months." } }
        end
        local html, notes = polish "simplify-complex-sentences"
        active = nil
        assert.is_true(mean_length(html) < mean_length(FAULTY))
        assert.equal(not model, has(notes, "polishSettings.simplify-complex-sentences is left to a language model"))
        for _, call in ipairs(calls "polish") do assert.is_true(has(call.prompt, "over 20 words")) end
      end)

      it("humanize", function()
        if model then
          active = { { kind = "polish", contains = "worn phrase", text = "S17: Basil needs a lamp in winter." } }
        end
        local html, notes = polish "humanize"
        active = nil
        left(html, notes, "humanize")
        if model then
          assert.is_false(has(html, "important to note"))
          assert.is_true(has(html, "Basil needs a lamp in winter."))
          assert.equal(1, #calls "polish") -- the whole article at once
          assert.is_true(has(calls "polish"[1].prompt, '> worn phrase: "It is important to note'))
        end
      end)

      it("polishCustomInstructions", function()
        if model then model:script() end
        local now = polished(id, { polishSettings = only(), polishCustomInstructions = "Write like a gardener." })
        for _, call in ipairs(calls "polish") do assert.is_true(has(call.prompt, "Write like a gardener.")) end
        if model then
          assert.equal(1, #calls "polish")
          assert.same({}, now.notes)
        else
          assert.truthy(table.concat(now.notes, "\n"):find("without effect", 1, true))
        end
        local _, err = desk:request("POST", "/api/articles/" .. id .. "/polish",
          { polishCustomInstructions = ("x"):rep(1025) })
        assert.equal(400, err.status)
        _, err = desk:request("POST", "/api/articles/" .. id .. "/polish", { polishSettings = { humanise = true } })
        assert.equal("/polishSettings/humanise", err.errors[1].pointer)
      end)

      -- Each answer with why a change of it is refused.
      local BAD = {
        { "S1: Basil wants warmth and 40 sunny windows on the south side.", "figure \"40\"" },
        { "S15: A student of Leeds wrote the tool.", "name \"Leeds\"" },
        { "S14: The tool was written by a student.", "speaks of another line" },
        { "S1: See https://evil.example/x for basil.", "address" },
        { "S2: Basil grows.\nS99: Basil grows.", "there is no such line" },
      }
      for i, bad in ipairs(BAD) do
        it(('"%s" is refused, which is noted'):format((bad[1]:gsub("\n.*", ""))), function()
          if not model or not id then return end
          model:script { { kind = "polish", text = bad[1] } }
          local now = polished(id, { polishSettings = only(), polishCustomInstructions = ("Better. "):rep(i) })
          local note = table.concat(now.notes, "\n")
          assert.truthy(note:find("Polishing refused", 1, true) and note:find(bad[2], 1, true), note)
        end)
      end

      it("a model that answers something else changes nothing", function()
        if not model or not id then return end
        for _, text in ipairs { "A gardener picks leaves.", "I'm sorry, I cannot help with that." } do
          model:script { { kind = "polish", text = text } }
          local now = polished(id, { polishSettings = only(), polishCustomInstructions = "Mind: " .. text })
          assert.equal(FAULTY, now.output.polishedHtml)
          assert.equal(2, #calls "polish") -- asked once more
        end
      end)

      it("its pieces are edited side by side", function()
        if not model or not id then return end
        close()
        open { context = 4000, max_output = 120 }
        model:script { { await = 2 } } -- one after the other, no call would ever be answered
        polished(id, { polishSettings = only(), polishCustomInstructions = "z" })
        assert.is_true(#calls "polish" >= 2)
        close()
        open {}
      end)

      it("a model that is not there is noted", function()
        if not model or not id then return end
        local before = assert(desk:request("GET", "/api/articles/" .. id)).output.polishedHtml
        model:script { { kind = "polish", status = 401 } }
        local now = polished(id, { polishSettings = only "humanize", polishCustomInstructions = "y" })
        assert.equal(before, now.output.polishedHtml)
        assert.truthy(now.notes[1]:find("The article could not be polished", 1, true))
      end)
    end)

    describe("with the article:", function()
      local function write(settings, instructions)
        if model then model:script() end
        local job = assert(desk:create { targetKeyword = "basil", autoPolish = true, polishSettings = settings,
          polishCustomInstructions = instructions })
        return assert(desk:wait(job))
      end

      it("autoPolish", function()
        local plain = assert(desk:wait(assert(desk:create { targetKeyword = "basil" })))
        assert.is_nil(plain.output.polishedHtml)
        local article = write()
        assert.equal(plain.output.html, article.output.html)
        assert.equal(plain.wordsCharged, article.wordsCharged)
        assert.equal("string", type(article.output.polishedHtml))
        -- The defaults of the table, which are what asking afterwards has too.
        assert.same({ ["split-up-long-paragraphs"] = true, ["remove-mid-article-conclusions"] = true,
          ["remove-repetitive-sentences"] = true, ["convert-passive-voice"] = false,
          ["simplify-complex-sentences"] = false, humanize = false }, article.config.polishSettings)
        assert.equal(article.output.polishedHtml, polished(plain.articleId).output.polishedHtml)
      end)

      it("polishSettings", function()
        local article = write(only "simplify-complex-sentences")
        assert.is_true(mean_length(article.output.polishedHtml) <= mean_length(article.output.html))
        article = write(only "humanize")
        assert.equal(not model, has(table.concat(article.notes, "\n"), "polishSettings.humanize is left to a language"))
        article = write(only())
        assert.equal(article.output.html, article.output.polishedHtml)
        assert.is_false(has(table.concat(article.notes, "\n"), "is left to a language model"))
      end)

      it("polishCustomInstructions", function()
        local article = write(only(), "Write like a gardener.")
        if not model then
          assert.truthy(table.concat(article.notes, "\n"):find("polishCustomInstructions", 1, true))
          return
        end
        local reached = 0
        for _, call in ipairs(model:log()) do
          assert.equal(call.kind == "polish", has(call.prompt, "Write like a gardener."))
          reached = reached + (call.kind == "polish" and 1 or 0)
        end
        assert.equal(1, reached)
      end)

      it("stands when the model fails at its polishing", function()
        if not model then return end
        model:script { { kind = "polish", status = 401 } }
        local article = assert(desk:wait(assert(desk:create { targetKeyword = "basil", autoPolish = true,
          polishCustomInstructions = "x" })))
        assert.equal("string", type(article.output.polishedHtml))
        local _, notes = table.concat(article.notes, "\n"):gsub("polished by rules alone", "")
        assert.equal(1, notes)
      end)
    end)
  end)
end
