--- What each parameter of product roundups and product reviews does, by both writers.
-- Written by the built-in writer: builtin, both; by a language model: model, both.
local cjson = require "cjson"
local data_writers = require "spec.support.data_writers"
local fake_market = require "spec.support.fake_market"

local KEYWORD = "best headlamps for hiking"
local WHOLE = { "article", "edit" } -- the calls that write
local headings, section, kinds_with, has_note =
  data_writers.headings, data_writers.section, data_writers.kinds_with, data_writers.has_note

describe("the parameters of product articles:", function()
  local writers
  setup(function() writers = data_writers.open() end)
  teardown(function() writers.close() end)

  local function with(params, type)
    params.articleType = type or "market_product_roundup"
    params.targetKeyword = params.targetKeyword or KEYWORD
    if params.articleType == "market_product_roundup" then params.numMarketProducts = params.numMarketProducts or 2 end
    if params.articleType == "market_single_product_review" then params.asin = params.asin or "B0HLNTR400" end
    return params
  end

  local function builtin(params, type) return assert(writers.builtin(with(params, type))) end
  local function model(params, script, type)
    local article, calls = writers.model(with(params, type), script)
    return assert(article, tostring(calls)), calls
  end
  local function both(params, type) return { builtin(params, type), (model(params, nil, type)) } end

  local REVIEW = "market_single_product_review"

  local function products(article)
    return select(2, article.output.html:gsub("<h2>%d+%. ", ""))
  end

  it("targetKeyword", function()
    for _, type in ipairs { "market_product_roundup", REVIEW } do
      for _, article in ipairs(both({ targetKeyword = "brightest Headlamps" }, type)) do
        assert.truthy(article.title:lower():find("brightest headlamps", 1, true))
        assert.truthy(article.title:find "^%u")
        local introduction = article.output.html:match "</h1>(.-)<h2>"
        local named = introduction:lower():find("brightest headlamps", 1, true)
        assert.truthy(named or introduction:find("out of 5", 1, true), introduction)
      end
    end
  end)

  it("articleType", function()
    for _, article in ipairs(both {}) do
      assert.same("Comparison", headings(article.output.html)[1])
      local block = section(article.output.html, "1. Norrtind Ridge 400 Rechargeable Headlamp")
      for _, part in ipairs { "<img src=", "Pros", "Cons", "<dl>", 'class="button"' } do
        assert.truthy(block:find(part, 1, true), part)
      end
      assert.truthy(section(article.output.html, "Comparison"):find("<th>Weight</th>", 1, true))
      local _, dates = article.output.html:gsub("as of 2026%-05%-04", "")
      assert.equal(1, dates)
    end
    for _, article in ipairs(both({}, REVIEW)) do
      assert.same({ "Overview", "Pros and cons", "Verdict" }, headings(article.output.html))
      assert.truthy(section(article.output.html, "Verdict"):find("Not for:", 1, true))
    end
  end)

  it("language", function()
    for _, article in ipairs(both { language = "German" }) do
      assert.equal("Vergleich", headings(article.output.html)[1])
      assert.truthy(article.output.html:find("49,95 USD", 1, true))
    end
    local article = builtin { language = "German" }
    assert.truthy(has_note(article, "in another language"))
    assert.is_nil(article.output.html:find("walkers who are out", 1, true))
    local _, calls = model { language = "German" }
    assert.truthy(calls[1].system:find("in German", 1, true))
  end)

  it("what the data say against a product takes it out, with a note", function()
    local article = builtin { targetKeyword = "headlamps under 40", numMarketProducts = 10 }
    for price in article.output.html:gmatch "<dd>USD ([%d.]+)</dd>" do assert.is_true(tonumber(price) <= 40, price) end
    assert.truthy(has_note(article, "was left out: its data say that it is not what"))
  end)

  it("pointOfView", function()
    assert.truthy(has_note(builtin { pointOfView = "first_person_plural" }, "pointOfView was not used"))
    assert.falsy(has_note(builtin {}, "pointOfView"))
    local _, calls = model { pointOfView = "second_person" }
    assert.same({ "article" }, kinds_with(calls, "addressed as you"))
    _, calls = model({ pointOfView = "second_person" }, nil, REVIEW)
    assert.same({ "article" }, kinds_with(calls, "addressed as you"))
  end)

  it("toneOfVoiceProfile", function()
    local _, calls = model { toneOfVoiceProfile = "dry_wit" }
    assert.same(WHOLE, kinds_with(calls, "dry_wit"))
    assert.truthy(has_note(builtin { toneOfVoiceProfile = "dry_wit" }, "toneOfVoiceProfile"))
  end)

  it("toneOfVoice", function()
    local _, calls = model({ toneOfVoiceProfile = "custom", toneOfVoice = "Like a pilot." }, nil, REVIEW)
    assert.same(WHOLE, kinds_with(calls, "Like a pilot."))
    assert.truthy(has_note(builtin { toneOfVoiceProfile = "custom", toneOfVoice = "Like a pilot." }, "toneOfVoice"))
  end)

  it("title", function()
    for _, article in ipairs(both { title = "Light on the Way" }) do
      assert.equal("Light on the Way", article.title)
    end
    local _, calls = model { title = "Light on the Way" }
    assert.same({}, kinds_with(calls, "TITLE:"))
  end)

  it("readabilityMode", function()
    local long = "The battery sits at the back, so that the lamp at the front stays light and the battery can be kept"
    local params = { targetKeyword = "ski tours headlamp", asin = "B0HLNTR900" }
    local usual = builtin(with(params, REVIEW), REVIEW).output.html
    assert.truthy(usual:find(long:sub(5), 1, true))
    params.readabilityMode = "8th_grade"
    assert.is_nil(builtin(params, REVIEW).output.html:find(long:sub(5), 1, true))
    local _, calls = model { readabilityMode = "8th_grade" }
    assert.same(WHOLE, kinds_with(calls, "sentences of 15 words at most"))
  end)

  it("articleInstructions", function()
    local _, calls = model { articleInstructions = "Mention gloves 4711." }
    assert.same(WHOLE, kinds_with(calls, "Mention gloves 4711."))
    assert.truthy(has_note(builtin { articleInstructions = "Mention gloves." }, "articleInstructions"))
  end)

  for _, name in ipairs { "extraTitlePrompt", "extraSectionPrompt", "extraIntroductionPrompt" } do
    it(name, function()
      local _, calls = model { [name] = "Wish 4711." }
      assert.same(WHOLE, kinds_with(calls, "Wish 4711."))
      assert.truthy(has_note(builtin { [name] = "Wish 4711." }, name))
    end)
  end

  it("marketDomain", function()
    for _, article in ipairs(both { marketDomain = "https://store.example/shop" }) do
      for link in article.output.html:gmatch 'class="button" href="(.-)"' do
        assert.truthy(link:match "^https://store%.example/dp/B0HL%w+$", link)
      end
    end
    for _, article in ipairs(both {}) do
      assert.truthy(article.output.html:find('href="https://market.example/dp/B0HLNTR400"', 1, true))
    end
    local article = builtin { marketDomain = "no domain" }
    assert.truthy(has_note(article, "is no domain"))
    assert.truthy(article.output.html:find('href="https://market.example/dp/B0HLNTR400"', 1, true))
  end)

  it("numMarketProducts", function()
    for _, article in ipairs(both { numMarketProducts = 3 }) do
      assert.equal(3, products(article))
      assert.same({}, article.notes)
    end
    for _, article in ipairs(both { numMarketProducts = 48 }) do
      local count = products(article)
      assert.is_true(count > 3 and count < 48)
      assert.truthy(has_note(article, ("There are %d products instead of 48"):format(count)))
    end
  end)

  it("enableFirstHandExperience", function()
    local article, calls = model { enableFirstHandExperience = true }
    assert.truthy(article.output.html:find("One reviewer sums it up", 1, true))
    assert.same(WHOLE, kinds_with(calls, "Two seasons of morning runs"))
    local told = builtin({ enableFirstHandExperience = true }).output.html
    assert.truthy(told:find("What buyers report", 1, true))
    assert.truthy(told:find("Reviews with four or five stars: 2 of 3.", 1, true))
    assert.truthy(told:find("(Ines, verified purchase, 5 out of 5)", 1, true))
    article, calls = model { enableFirstHandExperience = false }
    assert.same({}, kinds_with(calls, "morning runs"))
    for _, html in ipairs { article.output.html, builtin({ enableFirstHandExperience = false }).output.html } do
      for _, word in ipairs { "review", "Review", "buyer", "Ines" } do assert.is_nil(html:find(word, 1, true)) end
    end
  end)

  it("marketAssociatesId", function()
    for _, article in ipairs(both { marketAssociatesId = "my shop&20" }) do
      local links = 0
      for link, rel in article.output.html:gmatch 'class="button" href="(.-)" rel="(.-)"' do
        links = links + 1
        assert.truthy(link:find("?tag=my%20shop%2620", 1, true), link)
        assert.equal("sponsored nofollow", rel)
      end
      assert.equal(2, links)
    end
  end)

  it("marketProductSearchUrl", function()
    local url = "https://market.example/s?k=headlamp"
    for _, article in ipairs(both { marketProductSearchUrl = url, numMarketProducts = 3 }) do
      local list = headings(article.output.html)
      assert.same({ "Comparison", "1. Norrtind Ridge 400 Rechargeable Headlamp",
        "2. Norrtind Summit 900 Headlamp with Separate Battery", "3. Pebblelight Mini 200" },
        { list[1], list[2], list[3], list[4] })
    end
    local article, err = writers.builtin(with { marketProductSearchUrl = "https://market.example/s?k=teapot" })
    assert.is_nil(article)
    assert.equal("no_products", err.code)
  end)

  it("asin", function()
    for _, article in ipairs(both({ asin = "b0hlvstr55" }, REVIEW)) do
      assert.truthy(article.output.html:find("Bounce", 1, true) or article.output.html:find("bounc", 1, true))
      assert.truthy(article.output.html:find("/dp/B0HLVSTR55", 1, true))
    end
    local _, err = writers.builtin(with({ asin = "B0NOTHERE1" }, REVIEW))
    assert.equal("no_products", err.code)
    assert.truthy(tostring(err):find("B0NOTHERE1", 1, true))
    _, err = writers.builtin(with({ asin = "short" }, REVIEW))
    assert.equal(400, err.status)
  end)

  it("enableCondensedMode", function()
    local full, short = both({}, REVIEW), both({ enableCondensedMode = true }, REVIEW)
    for i = 1, 2 do
      assert.is_true(short[i].wordsCharged < full[i].wordsCharged)
      assert.same({ "Overview", "Verdict" }, headings(short[i].output.html))
    end
    local _, calls = model({ enableCondensedMode = true, extraTitlePrompt = "Wish 4711." }, nil, REVIEW)
    assert.same(WHOLE, kinds_with(calls, "Wish 4711."))
  end)
end)

describe("product articles", function()
  it("call a product by its name, not by all that its seller puts behind it", function()
    local titles = {
      "Smart Watch for Women(Answer/Make Call), 1.8 Inch Touch Screen Fitness Watch",
      "Ridge 5 Smart Watch 1,000 Sports Modes, IP68 Waterproof Fitness Tracker for Android and iOS, Black",
      "Garmont Vivid 5 – smart watch with heart rate tracking, running insights and 24-hour battery, silver",
      "Garmont Vivid 5 – smart watch with heart rate tracking, running insights and 48-hour battery, black",
    }
    local list = {}
    for i, title in ipairs(titles) do
      list[i] = { id = "WATCH0000" .. i, title = title, brand = i == 1 and "Tensel" or "Garmont",
        category = "smart watches" }
    end
    local own = data_writers.open(data_writers.file(cjson.encode(list)))
    local article = own.builtin { articleType = "market_product_roundup", targetKeyword = "smart watches",
      numMarketProducts = 4 }
    own.close()
    local found = table.concat(headings(assert(article).output.html), "\n")
    for _, name in ipairs { "Tensel Smart Watch for Women", "Garmont Ridge 5 Smart Watch 1,000 Sports Modes", titles[3],
      titles[4] } do
      assert.truthy(("\n" .. found .. "\n"):find(". " .. name .. "\n", 1, true), found)
    end
  end)

  it("fail without products, name what was looked for, and cost nothing", function()
    local writers = data_writers.open(false)
    for _, write in ipairs { writers.builtin, writers.model } do
      local article, err = write { articleType = "market_product_roundup", targetKeyword = KEYWORD }
      assert.is_nil(article)
      assert.equal("no_products", err.code)
      assert.truthy(tostring(err):find(KEYWORD, 1, true))
    end
    writers.close()
  end)

  it("are made of the data where the model's answer cannot be used", function()
    local writers = data_writers.open()
    local params = { articleType = "market_product_roundup", targetKeyword = KEYWORD, numMarketProducts = 2 }
    local article = assert(writers.model(params, { { kind = "article", text = "I am sorry, I cannot do that." } }))
    assert.truthy(has_note(article, "The article is made of the data"))
    local block = section(article.output.html, "1. Norrtind Ridge 400 Rechargeable Headlamp")
    assert.truthy(block:find("Norrtind’s lamp for walkers", 1, true))
    writers.close()
  end)
end)

-- What a model may say of data. The numbers in its answer are those of examples/data/products.json as it is shown them.
describe("product articles by a language model", function()
  local RIDGE, JUNIOR = "Norrtind Ridge 400 Rechargeable Headlamp", "Pebblelight Junior Children's Headlamp"
  local writers
  setup(function() writers = data_writers.open() end)
  teardown(function() writers.close() end)

  -- Numbers of passages by the beginning of their line, of the first product and of the second.
  local function numbers()
    local _, calls = writers.model { articleType = "market_product_roundup", targetKeyword = KEYWORD,
      numMarketProducts = 2 }
    local material = calls[1].prompt
    return function(product, words)
      local _, from = material:find(('ITEM %d "'):format(product), 1, true)
      local _, _, number = material:find("%[(%d+)%] " .. words:gsub("%p", "%%%0"), from)
      return ("[%s]"):format(assert(number, words))
    end
  end

  -- A roundup of two whose parts are given.
  local function roundup(parts, edit)
    local n = numbers()
    local function fill(text)
      return (text:gsub("{(%d) (.-)}", function(product, words) return n(tonumber(product), words) end))
    end
    local text = fill(table.concat({ parts.opening or "The best headlamps for hiking differ in weight: 78 g {1 Weight} "
      .. "against 42 g {2 Weight}.", "## " .. (parts.name or RIDGE), parts.ridge or "It weighs 78 g {1 Weight}.",
      "### Pros", "- Button works with gloves {1 pro: Button}", "## " .. JUNIOR,
      parts.junior or "It weighs 42 g {2 Weight}.", "### Pros", "- Does not dazzle {2 pro}", "## What to look for",
      parts.guide or "Weight decides: 78 g for one, 42 g for the other {1 Weight}{2 Weight}.",
      "## Which product for whom", parts.picks or "- **early walks:** Ridge 400. It gives 400 lm {1 Brightness}." },
      "\n\n"))
    local article, calls = writers.model({ articleType = "market_product_roundup", targetKeyword = KEYWORD,
      numMarketProducts = 2 }, { { kind = "article", text = text }, { kind = "edit", text = fill(edit or
      "TITLE:\n" .. "Two lamps of the best headlamps for hiking") } })
    return assert(article, tostring(calls)).output.html, article, calls
  end

  it("tell what reviewers say in either order of words", function()
    for _, said in ipairs { "It switches off by itself after 30 minutes, which one reviewer says saves a lot of "
      .. "batteries {2 feature: Switches}{2 review: 5}.", "One reviewer says that it saves a lot of batteries, because "
      .. "it switches off by itself after 30 minutes {2 feature: Switches}{2 review: 5}." } do
      local html, article = roundup { junior = said }
      assert.truthy(html:find("saves a lot of batteries", 1, true), html)
      assert.same({}, article.notes)
    end
    local html, article = roundup { ridge = "One reviewer has used it for two winters; another finds that the rubber "
      .. "cover is hard to open with cold fingers {1 review: 5}{1 review: 4}." }
    assert.truthy(html:find("another finds", 1, true), html)
    assert.same({}, article.notes)
  end)

  it("say in its heading what a product is for", function()
    local html, article = roundup { name = RIDGE .. " | long walks in the dark" }
    assert.truthy(html:find("<h2>1. " .. RIDGE .. ": long walks in the dark</h2>", 1, true), html)
    assert.truthy(html:find("<td>" .. RIDGE .. "</td>", 1, true), html)
    assert.same({}, article.notes)
  end)

  it("have a wrong number of reviewers mended by the editor, or told when it goes", function()
    local wrong = "Its weight is 78 g {1 Weight}. Nine reviewers used it for two winters {1 review: 5}."
    local html, article, calls = roundup { ridge = wrong }
    assert.truthy(calls[2].prompt:find('it cites fewer of them than it says: "Nine reviewers"', 1, true),
      calls[2].prompt)
    assert.is_nil(html:find("Nine", 1, true))
    assert.truthy(has_note(article, "Nine reviewers"))
    local number = calls[2].prompt:match "S(%d+) Nine reviewers"
    html, article = roundup({ ridge = wrong }, ("S%s: One reviewer used it for two winters {1 review: 5}.\nTITLE:\n"
      .. "Two lamps of the best headlamps for hiking"):format(number))
    assert.truthy(html:find("One reviewer used it for two winters", 1, true), html)
    assert.same({}, article.notes)
  end)

  it("claim no test of their own", function()
    local html, article = roundup { ridge = "It weighs 78 g {1 Weight}. We tested it for weeks in the rain "
      .. "{1 Water resistance}." }
    assert.is_nil(html:find("tested", 1, true))
    assert.truthy(has_note(article, "We tested it"))
  end)

  it("compare values by their figures, and take features as reasons", function()
    local html, article = roundup { picks = "- **children:** Pebblelight Junior. It takes 2 AAA cells, and its screwed "
      .. "battery case stays shut {2 Battery}{2 feature: Battery case}.\n- **night vision:** Ridge 400. Its red light "
      .. "keeps eyes used to the dark {1 feature: Red light}." }
    assert.truthy(html:find("2 AAA cells", 1, true), html)
    assert.truthy(html:find("used to the dark", 1, true), html)
    assert.same({}, article.notes)
  end)

  it("drop no pick without a note", function()
    local html, article = roundup { picks = "- **early walks:** Ridge 400. It gives 400 lm {1 Brightness}.\n- **long "
      .. "tours:** Ridge 400. Its 9000 mAh last for weeks {1 Battery}." }
    assert.is_nil(html:find("9000", 1, true))
    assert.truthy(has_note(article, "the figure 9000 stands in no passage"))
    html, article = roundup { picks = "- **long tours:** Its 9000 mAh last for weeks {1 Battery}." }
    assert.truthy(section(html, "Comparison"):find("Best rated", 1, true), html)
    assert.truthy(has_note(article, "Which product for whom follows from the data by rule"))
  end)

  it("have a buying guide, and take a product's name that a model shortens", function()
    local html, article = roundup { name = "Norrtind Ridge 400" }
    assert.truthy(section(html, "What to look for"):find("Weight decides: 78 g", 1, true))
    assert.truthy(section(html, "1. " .. RIDGE):find("It weighs 78 g.", 1, true), html)
    assert.same({}, article.notes)
  end)

  it("compare by the points that the model chooses, and by the data's where it gives no table", function()
    local own = data_writers.open()
    local params = { articleType = "market_product_roundup", targetKeyword = KEYWORD, numMarketProducts = 2 }
    local _, calls = own.model(params)
    local text = calls[1].text
    local chosen = text:gsub("| Product | [^|]+|", "| Product | Burden on the head |", 1)
    local article = assert(own.model(params, { { kind = "article", text = chosen } }))
    local head = "<th>Product</th><th>Price</th><th>Rating</th>"
    local compact = article.output.html:gsub("%s*\n%s*", "")
    assert.truthy(compact:find(head .. "<th>Burden on the head</th>", 1, true), compact)
    local without = text:gsub("| Product | .*$", "")
    article = assert(own.model(params, { { kind = "article", text = without } }))
    assert.truthy(section(article.output.html, "Comparison"):find("<th>Weight</th>", 1, true))
    own.close()
  end)

  it("are written in pieces where one answer does not hold them", function()
    local small = data_writers.open(nil, nil, { context = 8192, max_output = 1200 })
    local article, calls = small.model { articleType = "market_product_roundup", targetKeyword = KEYWORD,
      numMarketProducts = 5 }
    small.close()
    assert(article, tostring(calls))
    assert.same({ "edit", "write" }, kinds_with(calls, "<<"))
    assert.is_true(#calls > 3)
    assert.same({}, article.notes)
    assert.truthy(section(article.output.html, "What to look for"))
  end)

  it("take a title in title case", function()
    local _, article = roundup({}, "TITLE:\nTwo Best Headlamps for Hiking: Weight Decides")
    assert.equal("Two Best Headlamps for Hiking: Weight Decides", article.title)
    assert.same({}, article.notes)
  end)
end)

-- The same rows with products from services.
for _, api in ipairs { "rainforest", "catalog" } do
  describe("the parameters of product articles by " .. api .. ":", function()
    local REVIEW = "market_single_product_review"
    local market, writers
    setup(function()
      market = fake_market.start()
      writers = data_writers.open(market:entry(api))
    end)
    teardown(function()
      writers.close()
      market:stop()
    end)
    before_each(function() market:script {} end)

    local function with(params, type)
      params.articleType = type or "market_product_roundup"
      params.targetKeyword = params.targetKeyword or KEYWORD
      if not type then params.numMarketProducts = params.numMarketProducts or 2 end
      if type then params.asin = params.asin or "B0HLNTR400" end
      return params
    end

    local function builtin(params, type) return assert(writers.builtin(with(params, type))) end
    local function model(params, script, type)
      local article, calls = writers.model(with(params, type), script)
      return assert(article, tostring(calls)), calls
    end
    local function both(params, type) return { builtin(params, type), (model(params, nil, type)) } end

    local function links(article)
      local list = {}
      for link, rel in article.output.html:gmatch 'class="button" href="(.-)" rel="(.-)"' do
        assert.equal("sponsored nofollow", rel)
        list[#list + 1] = link
      end
      return list
    end

    it("targetKeyword", function()
      for _, article in ipairs(both { targetKeyword = "brightest headlamps" }) do
        assert.truthy(article.title:lower():find("brightest headlamps", 1, true))
      end
      local asked = market:calls(api)[1]
      assert.truthy((asked.query.search_term or asked.body):find("brightest headlamps", 1, true))
    end)

    it("articleType", function()
      for _, article in ipairs(both {}) do
        assert.same("Comparison", headings(article.output.html)[1])
        local block = section(article.output.html, "1. Norrtind Ridge 400 Rechargeable Headlamp")
        for _, part in ipairs { "<img src=", "<dl>", 'class="button"', "400 lumens at full power", "78 g" } do
          assert.truthy(block:find(part, 1, true), part)
        end
        assert.truthy(block:find("49.95", 1, true))
        assert.truthy(article.output.html:find "as of %d%d%d%d%-%d%d%-%d%d")
      end
      for _, article in ipairs(both({}, REVIEW)) do
        assert.equal("Overview", headings(article.output.html)[1])
        assert.truthy(section(article.output.html, "Verdict"))
      end
    end)

    it("marketDomain", function()
      for _, domain in ipairs { "amazon.de", "https://www.amazon.co.jp/gp/help" } do
        local host = domain:match "([%w.]+%.[%w.]+)/?" or domain
        host = domain:match "^https://([^/]+)" or host
        for _, article in ipairs(both { marketDomain = domain, marketAssociatesId = "shop-21" }) do
          for _, link in ipairs(links(article)) do
            assert.truthy(link:find("https://" .. host .. "/dp/B0HL", 1, true), link)
            assert.truthy(link:find("?tag=shop-21", 1, true), link)
          end
        end
        local asked = market:calls(api)[1]
        assert.equal(host:gsub("^www%.", ""), (asked.query.amazon_domain or asked.headers["x-marketplace"]:sub(5)))
        market:script {}
      end
      for _, article in ipairs(both {}) do
        assert.equal("https://www.amazon.com/dp/B0HLNTR400", links(article)[1])
      end
      for _, article in ipairs(both { marketDomain = "store.example" }) do
        assert.truthy(has_note(article, '"store.example" is no store of the marketplace; there are amazon.com (US)'))
        assert.equal("https://www.amazon.com/dp/B0HLNTR400", links(article)[1])
      end
    end)

    it("numMarketProducts", function()
      for _, article in ipairs(both { numMarketProducts = 6 }) do
        assert.equal(6, select(2, article.output.html:gsub("<h2>%d+%. ", "")))
        assert.same({}, article.notes)
      end
      market:script {}
      local article = builtin { numMarketProducts = 48, targetKeyword = "head lamps and headlamps" }
      local count = #headings(article.output.html) - 1
      assert.is_true(count > 6 and count < 48)
      assert.truthy(has_note(article, ("There are %d products instead of 48"):format(count)))
      assert.is_true(#market:calls(api) < 20)
    end)

    it("marketAssociatesId", function()
      for _, article in ipairs(both { marketAssociatesId = "my shop&20" }) do
        local list = links(article)
        assert.equal(2, #list)
        for _, link in ipairs(list) do assert.truthy(link:find("?tag=my%20shop%2620", 1, true), link) end
      end
    end)

    it("marketProductSearchUrl", function()
      local url = "https://www.amazon.com/s?k=headlamp"
      for _, article in ipairs(both { marketProductSearchUrl = url, numMarketProducts = 5 }) do
        local list = headings(article.output.html)
        assert.equal(5, select(2, article.output.html:gsub("<h2>%d+%. ", "")))
        if api == "rainforest" then -- the page's own order, over two pages of results, without what is paid for
          assert.same({ "1. Norrtind Ridge 400 Rechargeable Headlamp",
            "2. Norrtind Summit 900 Headlamp with Separate Battery", "3. Pebblelight Mini 200" },
            { list[2], list[3], list[4] })
        end
      end
      for _, wrong in ipairs { "https://www.amazon.com/s?k=teapot", "https://shop.example/s?k=headlamp" } do
        local article, err = writers.builtin(with { marketProductSearchUrl = wrong })
        assert.is_nil(article)
        assert.equal("no_products", err.code)
      end
    end)

    it("asin", function()
      for _, article in ipairs(both({ asin = "b0hlvstr55" }, REVIEW)) do
        assert.truthy(article.output.html:find("/dp/B0HLVSTR55", 1, true))
      end
      local _, err = writers.builtin(with({ asin = "B0NOTHERE1" }, REVIEW))
      assert.equal("no_products", err.code)
      assert.truthy(tostring(err):find("B0NOTHERE1", 1, true))
    end)

    it("enableFirstHandExperience", function()
      local html = builtin({ enableFirstHandExperience = true }).output.html
      -- the catalogue has no reviews to tell of
      assert.equal(api == "rainforest", html:find("(Ines, verified purchase, 5 out of 5)", 1, true) ~= nil)
      local _, calls = model { enableFirstHandExperience = true }
      assert.same(api == "rainforest" and WHOLE or {}, kinds_with(calls, "Two seasons of morning runs"))
      html = builtin({ enableFirstHandExperience = false }).output.html
      assert.is_nil(html:find("Ines", 1, true))
    end)

    it("enableCondensedMode", function()
      local full, short = both({}, REVIEW), both({ enableCondensedMode = true }, REVIEW)
      for i = 1, 2 do
        assert.is_true(short[i].wordsCharged < full[i].wordsCharged)
        assert.same({ "Overview", "Verdict" }, headings(short[i].output.html))
      end
    end)

    it("what fails is asked again, then named without the key", function()
      market:script { { service = api, call = 1, status = 429, retry_after = 0 },
        { service = api, call = 2, status = 500, retry_after = 0 } }
      assert.same({}, builtin({ targetKeyword = "running headlamps" }).notes)
      for _, rule in ipairs { { status = 403 }, { html = true }, { malformed = true },
        { status = 503, retry_after = 0 } } do
        rule.service = api
        market:script { rule }
        local article, err = writers.builtin(with { targetKeyword = "children headlamps" })
        assert.is_nil(article)
        assert.equal("no_products", err.code)
        assert.truthy(err.message:find("could not be looked up: products", 1, true), err.message)
        for _, secret in ipairs { market.key, market.secret } do
          assert.is_nil(err.message:find(secret, 1, true), err.message)
        end
      end
      market:script { { service = api, empty = true } }
      local _, err = writers.builtin(with { targetKeyword = "work headlamps" })
      assert.truthy(err.message:find("no product was found", 1, true), err.message)
    end)

    if api == "catalog" then
      it("fetches a token once, and anew when it has expired", function()
        market:script { { service = "catalog", call = 2, expired = true } }
        builtin { targetKeyword = "bicycle headlamp" }
        local before = #market:calls "token"
        assert.equal(1, before)
        builtin { targetKeyword = "ultralight headlamp" }
        assert.equal(before, #market:calls "token")
        for _, call in ipairs(market:calls "catalog") do
          assert.is_true(call.status == 200 or call.status == 401)
        end
      end)
    end
  end)
end
