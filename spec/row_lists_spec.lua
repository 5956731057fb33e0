--- What each parameter of a listicle and of a service page does to the article, and to what a language model is asked.
-- Written by the built-in writer: write, both; by a language model: calls_of, write_despite, both.
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local service = require "spec.support.service"

local KEYWORD = "herbs for a windowsill"
local NO_KEYWORD = "No heading has the keyword: none of the sources' own does."

local function headings(record)
  local list = {}
  for heading in record.output.html:gmatch("<h2>(.-)</h2>") do list[#list + 1] = heading end
  return list
end

-- The names of the items, in their order; a number that is not the next one is an error. Beside them the headings that
-- have no number.
local function items(record)
  local list, others = {}, {}
  for _, heading in ipairs(headings(record)) do
    local number, name = heading:match("^(%d+)%. (.+)$")
    if number then
      assert.equal(#list + 1, tonumber(number), heading)
      assert.equal(0, #others, "an item stands behind " .. tostring(others[1]))
      list[#list + 1] = name
    else
      others[#others + 1] = heading
    end
  end
  return list, others
end

-- The article by the model has no such note: whether a heading with the keyword fits is for its editor to say.
local function notes_of(version) return version == "alpha-6-luna" and { NO_KEYWORD } or {} end

local function has_note(record, part)
  for _, note in ipairs(record.notes) do
    if note:find(part, 1, true) then return true end
  end
  return false
end

describe("with either writer,", function()
  local model, server, desk

  setup(function()
    model = fake_model.start {}
    server = service.start { config = {
      library = "examples/library", allow_addresses = { model.url:match("//([^/]+)") },
      models = { ["alpha-6-luna"] = { api = "builtin" }, ["beta-sonnet-5"] = { api = "openai", base_url = model.url,
        model = "fake-model", api_key = model.key } },
    } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
    model:stop()
  end)

  local function write(params, version)
    params.targetKeyword = params.targetKeyword or KEYWORD
    params.articleType = params.articleType or "listicle"
    params.modelVersion = version
    return assert(desk:wait(assert(desk:create(params))))
  end

  local function with(params)
    local copy = {}
    for name, value in pairs(params) do copy[name] = value end
    return copy
  end

  -- The article by each writer.
  local function both(params, check)
    for _, version in ipairs { "alpha-6-luna", "beta-sonnet-5" } do check(write(with(params), version), version) end
  end

  -- The calls of an article written by the model.
  local function calls_of(params)
    model:script {}
    write(with(params), "beta-sonnet-5")
    return model:log()
  end

  -- Which kinds of calls were shown a text.
  local function kinds_with(calls, text)
    local kinds = {}
    for _, call in ipairs(calls) do
      if call.prompt and call.prompt:find(text, 1, true) then kinds[call.kind] = true end
    end
    return kinds
  end

  -- The article when every call of a kind is answered with a text.
  local function write_despite(kind, text, params)
    model:script { { kind = kind, text = text } }
    local record = write(with(params), "beta-sonnet-5")
    model:script {}
    return record
  end

  local function brand(body)
    return assert(desk:request("POST", "/api/brands", body)).brandId
  end

  it("a description by a model is one line without citations", function()
    local record = write_despite("edit", "TITLE: Herbs for a windowsill, one by one\nMETA: **Herbs for a windowsill:** "
      .. "when the sill is full, provided that the light still reaches the lower leaves [1]. ", {})
    assert.truthy(record.metaDescription:find("^Herbs for a windowsill: when the sill is full, provided that"),
      record.metaDescription)
    assert.is_nil(record.metaDescription:find("[%c*]"))
    assert.is_nil(record.metaDescription:find("[1]", 1, true), record.metaDescription)
  end)

  it("articleType listicle has an introduction, numbered items of one kind, and sections behind them", function()
    both({}, function(record, version)
      local names, others = items(record)
      assert.is_true(#names >= 5 and #names <= 10, #names)
      assert.is_true(#others >= 1 and #others <= 3, #others)
      assert.truthy(record.title:lower():find(KEYWORD, 1, true))
      if version == "beta-sonnet-5" then -- no sentence of the sources has the words of the keyword
        assert.truthy(record.output.html:match("</h1>\n<p>(.-)</p>"):lower():find(KEYWORD, 1, true))
      end
      assert.is_nil(table.concat(names, "\n"):find(KEYWORD, 1, true))
      local seen = {}
      for _, name in ipairs(names) do
        assert.is_nil(seen[name:lower()], name)
        seen[name:lower()] = true
      end
      assert.same(notes_of(version), record.notes)
    end)
    local calls = calls_of({})
    assert.truthy(calls[1].prompt:find("in 5 to 10 sections", 1, true))
    assert.truthy(calls[1].prompt:find("things of the one kind that the keyword names", 1, true))
    assert.truthy(calls[1].prompt:find('after a line "== MORE", 1 to 3 sections', 1, true))
  end)

  it("the built-in writer's items are things that the sources name, each with a text that names it", function()
    local record = write { targetKeyword = "7 best herbs for a windowsill" }
    local names = items(record)
    assert.equal(7, #names)
    for _, name in ipairs(names) do
      local heading = record.output.html:find("%d+%. " .. name .. "</h2>")
      local text = record.output.html:sub(heading):match("</h2>\n(.-)<h2>")
      assert.truthy(text:find('<sup>', 1, true), name)
    end
    local all = table.concat(names, " ")
    for _, name in ipairs { "Rosemary", "Thyme", "Sage", "Chives", "Mint" } do assert.truthy(all:find(name), all) end
  end)

  it("a number in the keyword is the number of items", function()
    both({ targetKeyword = "3 best herbs for a windowsill" }, function(record) assert.equal(3, #items(record)) end)
    both({ targetKeyword = "six herbs for a windowsill" }, function(record) assert.equal(6, #items(record)) end)
    local german = write { targetKeyword = "die vier besten Kräuter für die Fensterbank", language = "de" }
    assert.equal(4, #items(german))
  end)

  it("enableAutomaticLength false takes numberOfItems, whatever the keyword says", function()
    both({ targetKeyword = "9 herbs for a windowsill", enableAutomaticLength = false, numberOfItems = 4 },
      function(record) assert.equal(4, #items(record)) end)
    local record = write { targetKeyword = "4 herbs for a windowsill", numberOfItems = 2 }
    assert.equal(4, #items(record))
    assert.is_true(has_note(record, "numberOfItems was accepted without effect"))
  end)

  it("fewer items than numberOfItems come with a note", function()
    both({ enableAutomaticLength = false, numberOfItems = 50 }, function(record, version)
      local names = items(record)
      assert.is_true(#names >= 3 and #names < 50, version .. " " .. #names)
      assert.is_true(has_note(record, ("50 items were wanted; the sources have enough to say for %d."):format(#names)))
    end)
  end)

  it("enableSupplementalInformation false leaves the sections behind the items out", function()
    both({ enableSupplementalInformation = false }, function(record, version)
      local names, others = items(record)
      assert.is_true(#names >= 5)
      assert.same({}, others)
      assert.same(notes_of(version), record.notes)
    end)
    assert.is_nil(calls_of({ enableSupplementalInformation = false })[1].prompt:find("== MORE", 1, true))
  end)

  it("extraListItemPrompt, extraSectionPrompt and articleInstructions reach text and editor, by their names", function()
    local wishes = { extraListItemPrompt = { "item", "Name a dish for each." },
      extraSectionPrompt = { "section", "Mention the window." },
      articleInstructions = { "instructions", "Write for cooks." } }
    for name, row in pairs(wishes) do
      local calls = calls_of({ [name] = row[2], toneOfVoiceProfile = "automatic" })
      assert.same({ article = true, edit = true }, kinds_with(calls, row[1] .. ": " .. row[2] .. "\n"))
      assert.same({ article = true, edit = true }, kinds_with(calls, row[2]))
      assert.is_true(has_note(write { [name] = row[2] }, name))
    end
  end)

  it("pointOfView and readabilityMode reach the text", function()
    local calls = calls_of({ pointOfView = "second_person", readabilityMode = "8th_grade" })
    assert.is_true(kinds_with(calls, "The reader is addressed as you.").article)
    assert.is_true(kinds_with(calls, "sentences of 15 words at most").article)
  end)

  it("pointOfView: the built-in writer says in a note that its lists have none", function()
    assert.is_true(has_note(write { pointOfView = "first_person_singular" }, "pointOfView was not used"))
    assert.is_false(has_note(write {}, "pointOfView"))
  end)

  it("shouldCiteSources false leaves no link to a source", function()
    both({ shouldCiteSources = false }, function(record) assert.is_nil(record.output.html:find("<a ", 1, true)) end)
    both({}, function(record)
      assert.truthy(record.output.html:find('<sup><a href="https://www.example.org/herbs/', 1, true))
    end)
  end)

  it("without a usable answer the items are those that the sources list, and one note says so", function()
    local record = write_despite("article", "Nothing is known of it.", { targetKeyword = "3 herbs for a windowsill" })
    assert.same({ "Rosemary", "Thyme", "Sage" }, (items(record)))
    assert.is_true(has_note(record, "The article is made of the sources' own sentences"))
    assert.equal(write({ targetKeyword = "3 herbs for a windowsill" }).output.html, record.output.html)
  end)

  it("without sources the items are what the model knows, without citations, and a note says so", function()
    local record = write({ targetKeyword = "6 things for orbital mechanics" }, "beta-sonnet-5")
    local names = items(record)
    assert.is_true(#names >= 1 and #names <= 6)
    assert.is_nil(record.output.html:find("<sup>", 1, true))
    assert.is_true(has_note(record, "There were no sources"))
  end)

  -- --- the call to action ---

  it("includeCta ends every type that has it with a call to action", function()
    local id = brand { name = "Ladle", description = "Ladle sells herbs in pots.", url = "https://hearth.example/" }
    for type, keyword in pairs { blog_post = "indoor herb garden", listicle = KEYWORD } do
      local plain = { articleType = type, targetKeyword = keyword, brandId = id, brandMentionLevel = "subtle" }
      local calling = { articleType = type, targetKeyword = keyword, brandId = id, brandMentionLevel = "subtle",
        includeCta = true }
      both(calling, function(record)
        local with_it = headings(record)
        local without = headings(write(with(plain), record.config.modelVersion))
        assert.equal(#without + 1, #with_it)
        assert.is_nil(record.output.html:match("^.*</h2>(.*)$"):find("<sup>", 1, true))
      end)
      local record = write(with(calling))
      assert.equal("Next step", table.remove((headings(record))))
      assert.truthy(record.output.html:match("^.*</h2>(.*)$"):find("Ladle sells herbs in pots.", 1, true))
      record = write { articleType = type, targetKeyword = keyword, includeCta = true }
      assert.is_true(has_note(record, "There is no call to action"))
    end
  end)

  it("the call to action leads to the brand's link, else to its site", function()
    local one = brand { name = "Hearth", links = { { text = "the herb shop", url = "https://hearth.example/shop" } } }
    local two = brand { name = "Hob", url = "https://hearth.example/" }
    both({ includeCta = true, brandId = one }, function(record)
      assert.truthy(record.output.html:find('<a href="https://hearth.example/shop">the herb shop</a>', 1, true))
    end)
    both({ includeCta = true, brandId = two }, function(record)
      assert.truthy(record.output.html:find('<a href="https://hearth.example/">Hob</a>', 1, true))
    end)
    local unnamed = write { includeCta = true, brandId = two, brandMentionLevel = "none" }
    assert.is_nil(unnamed.output.html:find("Hob", 1, true))
  end)

  it("the call to action leads to the page of the domain that fits the keyword", function()
    local domain = assert(desk:request("POST", "/api/domains", { name = "site" })).domainId
    assert(desk:request("POST", "/api/domains/" .. domain .. "/pages", { pages = {
      { url = "https://site.example/garden", title = "Indoor herb garden",
        html = "<h1>Indoor herb garden</h1><p>An indoor herb garden for every kitchen.</p>" },
      { url = "https://site.example/tools", title = "Tools", html = "<h1>Tools</h1><p>Spades and rakes.</p>" },
    } }))
    both({ articleType = "blog_post", targetKeyword = "indoor herb garden", includeCta = true,
      internalLinkingDomainId = domain }, function(record)
      local call = record.output.html:match("^.*<h2>(.*)$")
      assert.truthy(call:find('<a href="https://site.example/garden">Indoor herb garden</a>', 1, true), call)
    end)
  end)

  it("ctaPrompt reaches text and editor by its name", function()
    local calls = calls_of({ includeCta = true, ctaPrompt = "Invite to a workshop." })
    assert.same({ article = true, edit = true }, kinds_with(calls, "call to action: Invite to a workshop.\n"))
    assert.same({ article = true, edit = true }, kinds_with(calls, "Invite to a workshop."))
    assert.is_true(has_note(write { includeCta = true, ctaPrompt = "Invite to a workshop." }, "ctaPrompt"))
  end)

  it("a call to action that the model cannot write is a plain sentence, and a note says so", function()
    local id = brand { name = "Grate", url = "https://hearth.example/" }
    local text = calls_of({ includeCta = true })[1].text:gsub("== ACTION.*", "")
    local record = write_despite("article", text, { includeCta = true, brandId = id })
    assert.equal("Next step", table.remove((headings(record))))
    assert.is_true(has_note(record, "The call to action is a plain sentence: the language model wrote none."))
  end)

  it("the link of a call to action stands below a text that has not its words", function()
    local id = brand { name = "Oven", links = { { text = "the herb shop", url = "https://hearth.example/shop" } } }
    local text = calls_of({ includeCta = true })[1].text
    assert.is_nil(text:find("the herb shop", 1, true))
    local record = write_despite("article", text, { includeCta = true, brandId = id })
    local call = record.output.html:match("^.*<h2>(.*)$")
    assert.truthy(call:find('<p><a href="https://hearth.example/shop">the herb shop</a></p>', 1, true), call)
  end)

  -- --- the service page ---

  local SERVICE = { articleType = "service_page", targetKeyword = "indoor herb garden" }

  it("articleType service_page has benefits, process, proof and call to action, in the article's language", function()
    local knowledge = "Clients of the indoor herb garden service save time. First a gardener visits the kitchen and "
      .. "measures the light. Then the gardener plants the pots. The gardeners are certified by the herb guild and "
      .. "look after 40 kitchens."
    local id = brand { name = "Stove", url = "https://hearth.example/", knowledge = knowledge }
    local params = with(SERVICE)
    params.brandId = id
    local record = write(with(params))
    local list = headings(record)
    assert.same({ "Benefits", "Process", "Experience and references", "Next step" }, list)
    assert.truthy(record.output.html:match("references</h2>(.-)<h2>"):find("certified by the herb guild", 1, true))
    assert.truthy(record.output.html:find('href="https://hearth.example/"', 1, true))
    record = write(with(params), "beta-sonnet-5")
    assert.equal(4, #headings(record))
    record = write { articleType = "service_page", language = "de",
      targetKeyword = "Kräutergarten auf der Fensterbank" }
    list = table.concat(headings(record), "\n")
    assert.truthy(list:find("Vorteile", 1, true), list)
    assert.is_true(has_note(record, "There is no call to action"))
  end)

  it("a service page keeps every sentence that names its business", function()
    local params = with(SERVICE)
    params.brandId = brand { name = "Kiln", url = "https://hearth.example/", knowledge = "Kiln plants herb gardens." }
    model:script {}
    write(with(params), "beta-sonnet-5")
    local named = { "Kiln comes on Monday.", "Kiln brings the pots.", "You water them.", "Kiln comes again in May.",
      "Kiln takes the old pots back.", "Then Kiln rings you." }
    local text = model:log()[1].text:gsub("\n== ACTION", "\n" .. table.concat(named, " ") .. "\n\n== ACTION")
    model:script { { kind = "article", text = text } }
    local record = write(with(params), "beta-sonnet-5")
    local html = record.output.html:gsub("</?a[^>]*>", "")
    for _, sentence in ipairs(named) do assert.truthy(html:find(sentence, 1, true), sentence) end
  end)

  it("a service page without proof says so and leaves it out", function()
    local record = write(with(SERVICE))
    assert.is_nil(table.concat(headings(record), "\n"):find("Experience and", 1, true))
    assert.is_nil(record.title:find("Experience and", 1, true))
    assert.is_true(has_note(record, "\"Experience and references\" was left out"))
    model:script {}
    record = write(with(SERVICE), "beta-sonnet-5")
    assert.equal(3, #headings(record))
    assert.is_true(has_note(record, "There is no section with proof"))
  end)

  it("the model is asked for the roles of a service page's sections", function()
    local calls = calls_of(SERVICE)
    assert.same({ article = true }, kinds_with(calls, "Behind these three headings stands their role"))
    assert.same({ article = true }, kinds_with(calls, "no testimonial"))
    for _, heading in ipairs(headings(write(with(SERVICE), "beta-sonnet-5"))) do
      assert.is_nil(heading:find("|", 1, true), heading)
    end
  end)

  it("a service page without a usable answer has the headings of its language", function()
    local record = write_despite("article", "no", SERVICE)
    local list = table.concat(headings(record), "\n")
    assert.truthy(list:find("Benefits", 1, true) and list:find("Process", 1, true), list)
  end)
end)
