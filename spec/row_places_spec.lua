--- What each parameter of place roundups does, by both writers.
-- Written by the built-in writer: builtin, both; by a language model: model, both.
local data_writers = require "spec.support.data_writers"
local fake_market = require "spec.support.fake_market"

local KEYWORD = "3 best coffee shops in Port Almere"
local WHOLE = { "article", "edit" } -- the calls that write
local headings, section, kinds_with, has_note =
  data_writers.headings, data_writers.section, data_writers.kinds_with, data_writers.has_note

describe("the parameters of place roundups:", function()
  local writers
  setup(function() writers = data_writers.open() end)
  teardown(function() writers.close() end)

  local function with(params)
    params.articleType = "local_places_roundup"
    params.targetKeyword = params.targetKeyword or KEYWORD
    return params
  end

  local function builtin(params) return assert(writers.builtin(with(params))) end
  local function model(params, script)
    local article, calls = writers.model(with(params), script)
    return assert(article, tostring(calls)), calls
  end
  local function both(params) return { builtin(params), (model(params)) } end

  local function items(article)
    local count = 0
    for _, heading in ipairs(headings(article.output.html)) do
      if heading:find("^%d+%. ") then count = count + 1 end
    end
    return count
  end

  it("targetKeyword", function()
    for _, article in ipairs(both {}) do
      assert.truthy(article.title:lower():find(KEYWORD:lower(), 1, true))
      assert.truthy(article.title:find "^[%u%d]")
    end
    -- the built-in writer has no sentences of its own around the data; a model has
    assert.truthy(builtin({}).output.html:match("</h1>(.-)<h2>"):find("Highest rated: ", 1, true))
    assert.truthy((model {}).output.html:match("</h1>(.-)<h2>"):find(KEYWORD, 1, true))
  end)

  it("articleType", function()
    for _, article in ipairs(both {}) do
      local place = section(article.output.html, "2. Harbour Bean Roastery")
      for _, fact in ipairs { "<dd>4 Ropewalk Quay, Port Almere</dd>", 'href="https://www.openstreetmap.org/',
        "Monday–Friday: 07:30–18:00; Saturday–Sunday: 09:00–17:00; public holidays: closed", "+00 555 0101",
        'href="https://harbourbean.example/"', "4.7 out of 5" } do
        assert.truthy(place:find(fact, 1, true), fact)
      end
    end
  end)

  it("language", function()
    for _, article in ipairs(both { language = "German", targetKeyword = "coffee shop in Port Almere" }) do
      assert.truthy(article.output.html:find("Montag–Freitag: 07:30–18:00", 1, true))
      assert.truthy(article.output.html:find("4,7 von 5", 1, true))
    end
    assert.truthy(has_note(builtin { language = "German", targetKeyword = "coffee shop in Port Almere" },
      "in another language"))
  end)

  it("pointOfView", function()
    assert.truthy(has_note(builtin { pointOfView = "first_person_plural" }, "pointOfView was not used"))
    local _, calls = model { pointOfView = "second_person" }
    assert.same({ "article" }, kinds_with(calls, "addressed as you"))
  end)

  it("title", function()
    for _, article in ipairs(both { title = "Cups by the Water" }) do
      assert.equal("Cups by the Water", article.title)
    end
  end)

  it("readabilityMode", function()
    local words = "umbrellas on the ceiling"
    local params = { targetKeyword = "cake in Port Almere", numberOfItems = 9, enableAutomaticLength = false }
    assert.truthy(builtin({ targetKeyword = "coffee shops in Port Almere" }).output.html:find(words, 1, true))
    local _, calls = model { readabilityMode = "8th_grade", targetKeyword = params.targetKeyword }
    assert.same(WHOLE, kinds_with(calls, "sentences of 15 words at most"))
    local plain = builtin { targetKeyword = "coffee shops in Port Almere", readabilityMode = "8th_grade" }
    assert.is_nil(plain.output.html:find("the roaster stands behind glass", 1, true))
    assert.truthy(plain.output.html:find("Filter coffee is brewed by the cup.", 1, true))
  end)

  for _, name in ipairs { "toneOfVoiceProfile", "articleInstructions", "extraListItemPrompt", "extraTitlePrompt",
    "extraIntroductionPrompt", "extraSectionPrompt" } do
    it(name, function()
      local _, calls = model { [name] = "Wish 4711." }
      assert.same(WHOLE, kinds_with(calls, "Wish 4711."))
      assert.truthy(has_note(builtin { [name] = "Wish 4711." }, name))
    end)
  end

  it("toneOfVoice", function()
    local _, calls = model { toneOfVoiceProfile = "custom", toneOfVoice = "Like a pilot." }
    assert.same(WHOLE, kinds_with(calls, "Like a pilot."))
  end)

  it("enableSupplementalInformation", function()
    for _, article in ipairs(both { targetKeyword = "coffee shops in Port Almere" }) do
      local sunday = section(article.output.html, "Open on Sunday")
      assert.truthy(sunday:find("Harbour Bean Roastery", 1, true))
      assert.is_nil(sunday:find("Library Coffee", 1, true))
      local highest = section(article.output.html, "Highest rated")
      assert.truthy(highest:find "Grandmother Kettle.*Harbour Bean.*Second Sunrise")
      assert.truthy(section(article.output.html, "By kind"):find("vegan:</strong> Second Sunrise", 1, true))
    end
    for _, article in ipairs(both { enableSupplementalInformation = false }) do
      assert.equal(3, #headings(article.output.html))
    end
  end)

  it("enableAutomaticLength", function()
    for _, keyword in ipairs { "2 best coffee shops in Port Almere", "the two best coffee shops in Port Almere" } do
      for _, article in ipairs(both { targetKeyword = keyword }) do assert.equal(2, items(article), keyword) end
    end
    for _, article in ipairs(both { targetKeyword = "2 best coffee shops in Port Almere",
      enableAutomaticLength = false, numberOfItems = 4 }) do
      assert.equal(4, items(article))
    end
  end)

  it("numberOfItems", function()
    for _, article in ipairs(both { enableAutomaticLength = false, numberOfItems = 5 }) do
      assert.equal(5, items(article))
    end
    for _, article in ipairs(both { enableAutomaticLength = false, numberOfItems = 20 }) do
      assert.equal(9, items(article))
      assert.truthy(has_note(article, "There are 9 places instead of 20"))
    end
  end)

  it("a town that no place is in, and nothing that fits", function()
    for _, keyword in ipairs { "best coffee shops in Lisbon", "dentists in Port Almere" } do
      for _, write in ipairs { writers.builtin, writers.model } do
        local article, err = write(with { targetKeyword = keyword })
        assert.is_nil(article)
        assert.equal("no_places", err.code)
        assert.truthy(tostring(err):find(keyword, 1, true))
      end
    end
  end)

  it("what a model invents about a place", function()
    local asked = select(2, model {})[1].prompt
    local number = asked:match '%[(%d+)%] description: More than eighty teas'
    local function text(inside)
      return ("The %s are near the water.\n\n## Grandmother Kettle\n\n%s\n\n## Harbour Bean Roastery\n\n"
        .. "It pours more than eighty teas [%s].\n\n## Second Sunrise\n"):format(KEYWORD, inside, number)
    end
    local article = model({}, { { kind = "article", text = text("We visited the hidden garden with 40 tables ["
      .. number .. "].") }, { kind = "edit", text = "META: Three places for a coffee by the water." } })
    assert.truthy(has_note(article, '"Grandmother Kettle" is made of its data'))
    assert.truthy(has_note(article, "40 tables"))
    local place = section(article.output.html, "1. Grandmother Kettle")
    assert.truthy(place:find("More than eighty teas in tin boxes", 1, true))
    assert.is_nil(place:find("garden", 1, true))
  end)
end)

-- The same rows with the places of OpenStreetMap.
describe("the parameters of place roundups by overpass:", function()
  local market, writers
  setup(function()
    market = fake_market.start()
    writers = data_writers.open(nil, market:entry "overpass")
  end)
  teardown(function()
    writers.close()
    market:stop()
  end)
  before_each(function() market:script {} end)

  local function with(params)
    params.articleType = "local_places_roundup"
    params.targetKeyword = params.targetKeyword or KEYWORD
    return params
  end

  local function builtin(params) return assert(writers.builtin(with(params))) end
  local function model(params, script)
    local article, calls = writers.model(with(params), script)
    return assert(article, tostring(calls)), calls
  end
  local function both(params) return { builtin(params), (model(params)) } end

  local function items(article)
    local list = {}
    for _, heading in ipairs(headings(article.output.html)) do
      if heading:find "^%d+%. " then list[#list + 1] = heading end
    end
    return list
  end

  it("targetKeyword", function()
    for _, article in ipairs(both {}) do
      assert.truthy(article.title:find(KEYWORD, 1, true))
      assert.equal(3, #items(article))
    end
    for _, article in ipairs(both { targetKeyword = "vegan cafes in Port Almere" }) do
      assert.same({ "1. Second Sunrise" }, items(article))
    end
  end)

  it("articleType", function()
    for _, article in ipairs(both { targetKeyword = "coffee shops in Port Almere" }) do
      local place
      for _, heading in ipairs(items(article)) do
        if heading:find("Harbour Bean Roastery", 1, true) then place = section(article.output.html, heading) end
      end
      for _, fact in ipairs { "<dd>4 Ropewalk Quay, Port Almere</dd>",
        'href="https://www.openstreetmap.org/?mlat=52.37', "coffee shop, roastery", "+00 555 0101",
        "Monday–Friday: 07:30–18:00; Saturday–Sunday: 09:00–17:00; public holidays: closed",
        'href="https://harbourbean.example/"' } do
        assert.truthy(place:find(fact, 1, true), fact)
      end
      assert.truthy(article.output.html:find(
        '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors (ODbL)</a>', 1, true))
    end
  end)

  it("language", function()
    for _, article in ipairs(both { language = "German", targetKeyword = "Cafés in Port Almere" }) do
      assert.truthy(article.output.html:find("Montag–Freitag: 07:30–18:00", 1, true))
    end
    assert.equal("de", market:calls "nominatim"[1].query["accept-language"])
  end)

  it("numberOfItems", function()
    for _, article in ipairs(both { enableAutomaticLength = false, numberOfItems = 5 }) do
      assert.equal(5, #items(article))
    end
    for _, article in ipairs(both { enableAutomaticLength = false, numberOfItems = 20 }) do
      assert.equal(9, #items(article))
      assert.truthy(has_note(article, "There are 9 places instead of 20"))
    end
  end)

  it("enableAutomaticLength", function()
    for _, article in ipairs(both { targetKeyword = "the two best coffee shops in Port Almere" }) do
      assert.equal(2, #items(article))
    end
  end)

  it("enableSupplementalInformation", function()
    for _, article in ipairs(both { targetKeyword = "coffee shops in Port Almere" }) do
      assert.truthy(section(article.output.html, "Open on Sunday"):find("Harbour Bean Roastery", 1, true))
      assert.truthy(section(article.output.html, "By kind"):find("vegan:</strong> Second Sunrise", 1, true))
      assert.is_nil(section(article.output.html, "Highest rated")) -- nobody rates places there
    end
  end)

  it("extraListItemPrompt", function()
    local _, calls = model { extraListItemPrompt = "Wish 4711." }
    assert.same(WHOLE, kinds_with(calls, "Wish 4711."))
  end)

  it("asks as the usage policies want it", function()
    -- Towns that are asked for only here: each is a question of its own.
    for _, keyword in ipairs { "bars in Westerdeich", "bars in Oosterdeich", "bars in Zuiderdeich" } do
      local article, err = writers.builtin(with { targetKeyword = keyword })
      assert.is_nil(article)
      assert.equal("no_places", err.code)
    end
    local calls = market:calls "nominatim"
    assert.is_true(#calls >= 3)
    for i, call in ipairs(calls) do
      assert.truthy(call.headers["user-agent"]:find("^copydesk/%S+ %(desk@shop%.example%)$"))
      if i > 1 then assert.is_true(call.at - calls[i - 1].at >= 1, call.at - calls[i - 1].at) end
    end
    market:script {}
    builtin { targetKeyword = "breakfast in Port Almere" }
    local asked = #market:log()
    builtin { targetKeyword = "breakfast in Port Almere" }
    assert.equal(asked, #market:log()) -- the second article is written from the kept answers
  end)

  it("waits for a slot, asks again, and names what fails", function()
    market:script { { service = "overpass", call = 1, remark = true },
      { service = "overpass", contains = "interpreter", call = 3, status = 429, retry_after = 0 },
      { service = "overpass", contains = "interpreter", call = 4, status = 504, retry_after = 0 } }
    assert.truthy(#items(builtin { targetKeyword = "tea houses in Port Almere" }) > 0)
    assert.equal("/api/status", market:calls "overpass"[2].path)
    for i, rule in ipairs { { status = 504, retry_after = 0 }, { html = true }, { malformed = true } } do
      rule.service = "overpass"
      market:script { rule }
      local keyword = ("best %s in Port Almere"):format(({ "hotels", "bistros", "pubs" })[i])
      local article, err = writers.builtin(with { targetKeyword = keyword })
      assert.is_nil(article)
      assert.equal("no_places", err.code)
      assert.truthy(err.message:find("could not be looked up: places.overpass", 1, true), err.message)
    end
  end)

  it("a town that is nowhere, and nothing that fits", function()
    for _, keyword in ipairs { "best coffee shops in Lisbon", "dentists in Port Almere", "quokkas in Port Almere" } do
      for _, write in ipairs { writers.builtin, writers.model } do
        local article, err = write(with { targetKeyword = keyword })
        assert.is_nil(article)
        assert.equal("no_places", err.code)
        assert.truthy(tostring(err):find(keyword, 1, true))
      end
    end
  end)
end)
