--- What each parameter of a listicle and of a service page does to the article, and to what a language model is asked.
-- Written by the built-in writer: write, both; by a language model: calls_of, write_despite, both.
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local json = require "cjson.safe"
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
    local text = json.encode { description = "Herbs for a windowsill: when the sill is full,\n\nprovided that the "
      .. "light still reaches the lower leaves [1]." }
    local record = write_despite("meta", text, {})
    assert.truthy(record.metaDescription:find("^Herbs for a windowsill: when the sill is full, provided that"),
      record.metaDescription)
    assert.is_nil(record.metaDescription:find("[%c]"))
    assert.is_nil(record.metaDescription:find("[1]", 1, true), record.metaDescription)
  end)

  it("articleType listicle has an introduction, numbered items of one kind, and sections behind them", function()
    both({}, function(record)
      local names, others = items(record)
      assert.is_true(#names >= 5 and #names <= 10, #names)
      assert.is_true(#others >= 1 and #others <= 3, #others)
      assert.truthy(record.title:lower():find(KEYWORD, 1, true))
      assert.truthy(record.output.html:match("</h1>\n<p>(.-)</p>"):find(KEYWORD, 1, true))
      assert.is_nil(table.concat(names, "\n"):find(KEYWORD, 1, true))
      local seen = {}
      for _, name in ipairs(names) do
        assert.is_nil(seen[name:lower()], name)
        seen[name:lower()] = true
      end
      assert.same({ NO_KEYWORD }, record.notes)
    end)
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
    both({ enableSupplementalInformation = false }, function(record)
      local names, others = items(record)
      assert.is_true(#names >= 5)
      assert.same({}, others)
      assert.same({ NO_KEYWORD }, record.notes)
    end)
  end)

  it("extraListItemPrompt reaches the calls for items and no other", function()
    local calls = calls_of({ extraListItemPrompt = "Name a dish for each." })
    local kinds = kinds_with(calls, "Name a dish for each.")
    assert.same({ listicle_item = true }, kinds)
    assert.is_true(has_note(write { extraListItemPrompt = "Name a dish for each." }, "extraListItemPrompt"))
  end)

  it("extraSectionPrompt reaches the calls for sections, and articleInstructions plan and text", function()
    local calls = calls_of({ extraSectionPrompt = "Mention the window.", articleInstructions = "Write for cooks." })
    assert.same({ section = true }, kinds_with(calls, "Mention the window."))
    local kinds = kinds_with(calls, "Write for cooks.")
    for _, kind in ipairs { "listicle_plan", "listicle_item", "section", "intro" } do assert.is_true(kinds[kind]) end
    assert.is_nil(kinds.title)
  end)

  it("pointOfView and readabilityMode reach every item", function()
    local calls = calls_of({ pointOfView = "second_person", readabilityMode = "8th_grade" })
    local count = 0
    for _, call in ipairs(calls) do
      if call.kind == "listicle_item" then
        count = count + 1
        assert.truthy(call.prompt:find("The reader is addressed as you.", 1, true))
        assert.truthy(call.prompt:find("sentences of 15 words at most", 1, true))
      end
    end
    assert.is_true(count >= 5)
  end)

  it("pointOfView is that of the built-in writer's framing sentences", function()
    local mine = write { pointOfView = "first_person_singular" }
    assert.truthy(mine.output.html:find("In this list I cover", 1, true))
  end)

  it("shouldCiteSources false leaves no link to a source", function()
    both({ shouldCiteSources = false }, function(record) assert.is_nil(record.output.html:find("<a ", 1, true)) end)
    both({}, function(record)
      assert.truthy(record.output.html:find('<sup><a href="https://www.example.org/herbs/', 1, true))
    end)
  end)

  it("an item without a usable answer is made of the sources' own sentences, and a note says so", function()
    local record = write_despite("listicle_item", "Nothing is known of it.",
      { targetKeyword = "3 herbs for a windowsill" })
    assert.is_true(has_note(record, "is made of the sources' own sentences"))
    assert.is_true(#items(record) >= 1)
  end)

  it("without a usable plan the items are those that the sources list, and a note says so", function()
    local record = write_despite("listicle_plan", "no", { targetKeyword = "3 herbs for a windowsill" })
    assert.same({ "Rosemary", "Thyme", "Sage" }, (items(record)))
    assert.is_true(has_note(record, "The headings are those of the sources"))
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
    for type, keyword in pairs { blog_post = "indoor herb garden", listicle = KEYWORD } do
      both({ articleType = type, targetKeyword = keyword, includeCta = true }, function(record)
        local with_it = headings(record)
        local without = headings(write({ articleType = type, targetKeyword = keyword }, record.config.modelVersion))
        assert.equal(#without + 1, #with_it)
        assert.is_nil(record.output.html:match("^.*</h2>(.*)$"):find("<sup>", 1, true))
      end)
      local record = write { articleType = type, targetKeyword = keyword, includeCta = true }
      assert.equal("Next step", table.remove((headings(record))))
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

  it("ctaPrompt reaches its call and no other", function()
    local calls = calls_of({ includeCta = true, ctaPrompt = "Invite to a workshop." })
    assert.same({ cta = true }, kinds_with(calls, "Invite to a workshop."))
    assert.is_true(has_note(write { includeCta = true, ctaPrompt = "Invite to a workshop." }, "ctaPrompt"))
  end)

  it("a call to action that the model cannot write is a plain sentence, and a note says so", function()
    local record = write_despite("cta", "no", { includeCta = true })
    assert.equal("Next step", table.remove((headings(record))))
    assert.is_true(has_note(record, "The call to action is a plain sentence"))
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
    assert.same({ "Benefits", "Process", "Proof", "Next step" }, list)
    assert.truthy(record.output.html:match("Proof</h2>(.-)<h2>"):find("certified by the herb guild", 1, true))
    assert.truthy(record.output.html:find('href="https://hearth.example/"', 1, true))
    record = write(with(params), "beta-sonnet-5")
    assert.equal(4, #headings(record))
    record = write { articleType = "service_page", language = "de",
      targetKeyword = "Kräutergarten auf der Fensterbank" }
    list = table.concat(headings(record), "\n")
    assert.truthy(list:find("Vorteile", 1, true), list)
    assert.truthy(list:find("Nächster Schritt", 1, true), list)
  end)

  it("a service page without proof says so and leaves it out", function()
    local record = write(with(SERVICE))
    assert.is_nil(table.concat(headings(record), "\n"):find("Proof", 1, true))
    assert.is_nil(record.title:find("Proof", 1, true))
    assert.is_true(has_note(record, "\"Proof\" was left out"))
    record = write_despite("service_plan", '{"sections":[{"role":"benefits","heading":"What it brings",'
      .. '"covers":"what","passages":[1,2]},{"role":"process","heading":"How it goes","covers":"how",'
      .. '"passages":[3]}]}', SERVICE)
    assert.equal(3, #headings(record))
    assert.is_true(has_note(record, "There is no section with proof"))
  end)

  it("the model is asked for the roles of a service page's sections", function()
    local calls = calls_of(SERVICE)
    assert.same({ section = true }, kinds_with(calls, "Each step says who does what"))
    assert.same({ section = true }, kinds_with(calls, "no testimonial"))
    assert.is_true(kinds_with(calls, "At most one section for each role").service_plan)
  end)

  it("a service page without a usable plan has the headings of its language", function()
    local record = write_despite("service_plan", "no", SERVICE)
    local list = table.concat(headings(record), "\n")
    assert.truthy(list:find("Benefits", 1, true) and list:find("Process", 1, true), list)
  end)
end)
