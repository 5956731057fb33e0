--- Every documented parameter over HTTP: good values, a wrong type, wrong values. The table below is written from the
-- interface's documentation, not from the service's own table. Values are JSON text, since Lua has one kind of table
-- and no value that is null.
local cjson = require("cjson").new()
local http = require "spec.support.http"
local service = require "spec.support.service"
local described = require("copydesk.service").describe()

local TEXT, FLAG, NUMBER, LIST, OBJECT = "string", "boolean", "integer", "array", "object"

-- A value of the wrong JSON type for each type.
local WRONG_TYPE = { [TEXT] = "5", [FLAG] = '"yes"', [NUMBER] = '"5"', [LIST] = '"a"', [OBJECT] = "true" }

--- JSON text of a string that is `length` characters long.
local function long(length) return '"' .. ("x"):rep(length) .. '"' end

--- JSON text of an array with one value many times.
local function many(count, value) return "[" .. value .. ("," .. value):rep(count - 1) .. "]" end

--- Quotes every word: the documented values of an enum.
local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = '"' .. word .. '"' end
  return list
end

--- Appends pairs { sent, echoed } to a list of values that are echoed as they are.
local function plus(list, pairs_of_values)
  for _, pair in ipairs(pairs_of_values) do list[#list + 1] = pair end
  return list
end

local FREE_TEXT = { good = { '"some text"', long(8000) }, wrong = { long(8001) } }
local WRONG_URLS = words 'example.com ftp://example.com/ javascript:alert(1) http:// http://user:word@example.com/'
local URL = { good = words "https://example.com/page http://example.com:8080/?a=b", wrong = WRONG_URLS }
local ENUM_FAULT = words "nonsense"
local SWITCH = { good = { "true", "false" }, wrong = {} }

-- The article types that cannot be written yet.
local LATER = {}
for _, parameter in ipairs(described.parameters) do
  for _, name in ipairs(parameter.name == "articleType" and parameter.later or {}) do LATER[name] = true end
end

-- All switches with their defaults, but for the first and the last.
local POLISH = [[{"split-up-long-paragraphs":%s,"remove-mid-article-conclusions":true,
  "remove-repetitive-sentences":true,"convert-passive-voice":false,"simplify-complex-sentences":false,"humanize":%s}]]

-- What each parameter is: name, type, values (or good and wrong ones of its own); a good one that is a pair is sent and
-- echoed. `with`: members that make it apply; `default`: its JSON text; `article`: its article type, where that is not
-- blog_post; `at`: where the fault of a wrong value stands, below the parameter.
local PARAMETERS = {
  -- core
  { "targetKeyword", TEXT, good = { '"indoor herb garden"', long(300) }, wrong = { '""', '" "', long(301), "null" } },
  { "articleType", TEXT, default = '"blog_post"', good = words "blog_post", wrong = words "poem Blog_Post" },
  { "modelVersion", TEXT, default = '"alpha-6-luna"',
    good = plus(words "alpha-6-luna beta-sonnet-5 alpha-6-sol beta-opus-5-5", {
      { '"beta-opus-5"', '"beta-opus-5-5"' }, { '"alpha-5.6-luna"', '"alpha-6-luna"' },
      { '"alpha-5.6-sol"', '"alpha-6-sol"' }, { '"beta-sonnet-4-6"', '"beta-sonnet-5"' },
      { '"beta-opus-4-7"', '"beta-opus-5-5"' }, { '"alpha-5.4-mini"', '"alpha-6-luna"' },
    }), wrong = words "alpha-7 alpha" },
  { "language", TEXT, default = '"English"',
    good = plus(words "English German", {
      { '"de"', '"German"' }, { '"fReNch"', '"French"' }, { '"pt-BR"', '"Portuguese"' },
    }),
    wrong = words "Klingon xx" },
  { "pointOfView", TEXT, default = '"third_person"',
    good = words "third_person first_person_singular first_person_plural second_person", wrong = ENUM_FAULT },
  { "toneOfVoiceProfile", TEXT, default = '"seo_optimized"', good = words "seo_optimized automatic pirate",
    wrong = { long(301) } },
  { "toneOfVoice", TEXT, with = '"toneOfVoiceProfile":"custom"', good = FREE_TEXT.good,
    wrong = { '""', "null", long(8001) } },
  { "title", TEXT, good = { '"Herbs at home"' }, wrong = { long(301) } },
  { "readabilityMode", TEXT, default = '"default"', good = words "default 8th_grade", wrong = ENUM_FAULT },
  { "integrationId", TEXT, good = {}, wrong = { '"0190a0a0-0000-7000-8000-000000000000"' } },
  { "webhookUrl", TEXT, URL },
  -- v2 only
  { "articleInstructions", TEXT, FREE_TEXT },
  { "brandId", TEXT, good = {}, wrong = { '"0190a0a0-0000-7000-8000-000000000000"' } },
  { "brandMentionLevel", TEXT, default = '"subtle"', good = words "subtle prominent none", wrong = ENUM_FAULT },
  -- research
  { "realTimeData", FLAG, SWITCH, default = "false" },
  { "enableDeepResearch", FLAG, SWITCH, with = '"realTimeData":true', default = "false" },
  { "extendedResearch", FLAG, SWITCH, with = '"realTimeData":true,"enableDeepResearch":true', default = "false" },
  { "shouldCiteSources", FLAG, SWITCH, default = "true" },
  { "realTimeDataSource", TEXT, with = '"realTimeData":true', default = '"web"',
    good = words "web auto scholarly news custom", wrong = ENUM_FAULT },
  { "realTimeDateRange", TEXT, with = '"realTimeData":true,"realTimeDataSource":"news"', default = '""',
    good = plus(words "past_hour past_day past_week past_month past_year", { '""' }), wrong = ENUM_FAULT },
  { "country", TEXT,
    good = plus(words "Germany Japan", {
      { '"us"', '"United States"' }, { '"FRA"', '"France"' }, { '"united KINGDOM"', '"United Kingdom"' },
    }),
    wrong = words "Atlantis XX XXX" },
  { "urls", LIST,
    good = { '["https://example.com/a"]', { many(20, '"http://example.com/"'), '["http://example.com/"]' } },
    wrong = { many(21, '"http://example.com/"'), '{"a":1}' } },
  { "urls", LIST, at = "/1", good = {},
    wrong = { '["https://a.example/",5]', '["https://a.example/","a.example"]', '["https://a.example/",""]' } },
  -- structure
  { "includeFaq", FLAG, SWITCH, default = "false" },
  { "includeKeyTakeaways", FLAG, SWITCH, default = "false" },
  { "disableIntroduction", FLAG, SWITCH },
  { "includeConclusion", FLAG, SWITCH, default = "true" },
  { "articleLength", TEXT, good = words "default custom short shorter medium long longer", wrong = ENUM_FAULT },
  { "numberOfSections", NUMBER, with = '"articleLength":"custom"', good = { "1", "48", { "5.0", "5" } },
    wrong = { "0", "49", "-1", "5.5" } },
  { "outline", LIST,
    good = {
      { '["Soil"]', '[{"title":"Soil"}]' },
      { '[{"heading":"Soil","children":["Clay"]}]', '[{"title":"Soil","subsections":[{"title":"Clay"}]}]' },
      '[{"title":"Soil","instructions":"brief","subsections":[{"title":"Clay"}]}]',
    }, wrong = { many(49, '"Soil"') } },
  { "outline", LIST, at = "/0", good = {}, wrong = { "[5]", '[""]', "[[]]" } },
  { "outline", LIST, at = "/0/title", good = {}, wrong = { "[{}]", '[{"title":5}]', '[{"title":" "}]' } },
  { "outline", LIST, at = "/0/instructions", good = {}, wrong = { '[{"title":"Soil","instructions":5}]' } },
  { "outline", LIST, at = "/0/subsections", good = {}, wrong = { '[{"title":"Soil","subsections":"Clay"}]' } },
  { "outline", LIST, at = "/0/subsections/0/subsections", good = {},
    wrong = { '[{"title":"Soil","subsections":[{"title":"Clay","subsections":["Grey"]}]}]' } },
  { "extraOutlinePrompt", TEXT, good = { '"Soil\\n  Clay\\nLight"' }, wrong = FREE_TEXT.wrong },
  { "seoOptimizationLevel", TEXT, default = '"default"', good = words "default manual ai_powered", wrong = ENUM_FAULT },
  { "extraEntitiesPrompt", TEXT, FREE_TEXT, with = '"seoOptimizationLevel":"manual"' },
  { "internalLinkingDomainId", TEXT, good = {}, wrong = { '"0190a0a0-0000-7000-8000-000000000000"' } },
  -- custom prompts
  { "extraTitlePrompt", TEXT, FREE_TEXT },
  { "extraSectionPrompt", TEXT, FREE_TEXT },
  { "extraIntroductionPrompt", TEXT, FREE_TEXT },
  -- multimedia
  { "multimediaOption", TEXT, default = '"none"', good = words "none auto images videos", wrong = ENUM_FAULT },
  { "imageStyle", TEXT, default = '"illustration"',
    good = words "illustration photo watercolor fantasy anime isometric", wrong = ENUM_FAULT },
  { "imageModel", TEXT, default = '"alpha-image-2-fast"',
    good = words "alpha-image-2-fast alpha-image-2-medium gamma-3.0-turbo delta-2", wrong = ENUM_FAULT },
  { "maxImages", NUMBER, good = { "0", "20", { "3.0", "3" } }, wrong = { "-1", "21", "0.5" } },
  { "imageSize", TEXT, default = '"1024x1024"',
    good = words "1024x1024 1536x1024 1024x1536 1792x1008 1008x1792 1:1 16:9 9:16 square landscape portrait",
    wrong = words "10x10 16:10" },
  { "maxVideos", NUMBER, good = { "0", "10" }, wrong = { "-1", "11" } },
  -- polish
  { "autoPolish", FLAG, SWITCH, default = "false" },
  { "polishSettings", OBJECT, with = '"autoPolish":true',
    default = POLISH:format("true", "false"),
    good = {
      { '{"split-up-long-paragraphs":false,"humanize":true}', POLISH:format("false", "true") },
    }, wrong = { '["humanize"]' } },
  { "polishSettings", OBJECT, with = '"autoPolish":true', at = "/convert-passive-voice", good = {},
    wrong = { '{"convert-passive-voice":"yes"}', '{"convert-passive-voice":1}' } },
  { "polishSettings", OBJECT, with = '"autoPolish":true', at = "/bogus", good = {},
    wrong = { '{"bogus":true}', '{"humanize":true,"bogus":null}' } },
  { "polishCustomInstructions", TEXT, with = '"autoPolish":true', good = { '"short words"', long(1024) },
    wrong = { long(1025) } },
  -- call to action
  { "includeCta", FLAG, SWITCH },
  { "ctaPrompt", TEXT, FREE_TEXT, with = '"includeCta":true' },
  -- lists and places
  { "enableSupplementalInformation", FLAG, SWITCH, article = "listicle" },
  { "enableAutomaticLength", FLAG, SWITCH, article = "local_places_roundup" },
  { "numberOfItems", NUMBER, article = "listicle", with = '"enableAutomaticLength":false', good = { "1", "50" },
    wrong = { "0", "51" } },
  { "extraListItemPrompt", TEXT, FREE_TEXT, article = "local_places_roundup" },
  -- the marketplace
  { "marketDomain", TEXT, article = "market_product_roundup", good = { '"market.example"' }, wrong = { long(254) } },
  { "numMarketProducts", NUMBER, article = "market_product_roundup", good = { "1", "48" }, wrong = { "0", "49" } },
  { "enableFirstHandExperience", FLAG, SWITCH, article = "market_product_roundup" },
  { "marketAssociatesId", TEXT, article = "market_product_roundup", good = { '"tag-20"' }, wrong = { long(256) } },
  { "marketProductSearchUrl", TEXT, URL, article = "market_product_roundup" },
  { "asin", TEXT, article = "market_single_product_review",
    good = { '"B000000000"', { '"b0c1d2e3f4"', '"B0C1D2E3F4"' } },
    wrong = { '"B00"', '"B0000000000"', '"B00000000-"', '""', "null" } },
  { "enableCondensedMode", FLAG, SWITCH, article = "market_single_product_review", with = '"asin":"B000000000"' },
  -- video and rewriting
  { "videoSiteVideoUrl", TEXT, article = "video_site_video", good = URL.good,
    wrong = plus({ '""', "null" }, URL.wrong) },
  { "rewriteAllSourceData", FLAG, SWITCH, article = "video_site_video",
    with = '"videoSiteVideoUrl":"https://video.example/v"' },
  { "articleUrl", TEXT, article = "rewrite_blog_post", good = URL.good, wrong = plus({ '""', "null" }, URL.wrong) },
}

describe("the parameters of an article", function()
  local running

  setup(function() running = service.start() end)
  teardown(function() running:stop() end)

  local function create(members, path)
    local body = "{" .. table.concat(members, ",") .. "}"
    return assert(http.request(running, "POST", path or "/api/articles/v2/", { body = body }))
  end

  --- The status record of a created article.
  local function record_of(answer)
    local found = assert(http.request(running, "GET", "/api/articles/" .. answer.json.articleId))
    assert.equal(200, found.status)
    return found.json
  end

  --- The members of a request in which this parameter applies and has this value (nil: it is absent).
  local function request_for(parameter, value)
    local name = parameter[1]
    local members = { name ~= "targetKeyword" and '"targetKeyword":"herbs"' or nil }
    if parameter.article then members[#members + 1] = ('"articleType":"%s"'):format(parameter.article) end
    if parameter.with then members[#members + 1] = parameter.with end
    if value then members[#members + 1] = ('"%s":%s'):format(name, value) end
    return members
  end

  --- The config that an accepted request is given.
  local function config_of(members, path)
    local answer = create(members, path)
    assert.equal(200, answer.status, "refused: " .. answer.body)
    return record_of(answer).config
  end

  --- The pointers of the faults of a refused request, in order.
  local function faults_of(members, path)
    local answer = create(members, path)
    assert.equal(400, answer.status, "accepted: " .. table.concat(members, ","):sub(1, 300))
    assert.truthy(answer.headers["content-type"]:find("application/problem+json", 1, true))
    local pointers = {}
    for i, fault in ipairs(answer.json.errors) do
      assert.truthy(#fault.detail > 10)
      pointers[i] = fault.pointer
    end
    return pointers
  end

  --- Where the faults of a wrong value stand; an article type that cannot be written yet is a fault of its own.
  local function expected_pointers(parameter, pointer)
    return LATER[parameter.article] and { "/articleType", pointer } or { pointer }
  end

  local function sent_and_echoed(value)
    if type(value) == "table" then return value[1], value[2] end
    return value, value
  end

  local function check_good(parameter, value)
    local sent, echoed = sent_and_echoed(value)
    local members = request_for(parameter, sent)
    if LATER[parameter.article] then
      assert.same({ "/articleType" }, faults_of(members))
    else
      assert.same(cjson.decode("[" .. echoed .. "]")[1], config_of(members)[parameter[1]])
    end
  end

  --- Absent or null: the default stands in the config, where there is one.
  local function check_default(parameter, value)
    local expected = parameter.default and cjson.decode("[" .. parameter.default .. "]")[1]
    assert.same(expected, config_of(request_for(parameter, value))[parameter[1]])
  end

  local function is_required(parameter)
    for _, value in ipairs(parameter.wrong or {}) do
      if value == "null" then return true end
    end
    return false
  end

  for _, parameter in ipairs(PARAMETERS) do
    local name, kind, values = parameter[1], parameter[2], parameter[3] or parameter

    for _, value in ipairs(values.good) do
      it(("%s takes %s"):format(name, sent_and_echoed(value):sub(1, 60)), function() check_good(parameter, value) end)
    end

    if not parameter.at then
      it(name .. " refuses a wrong type", function()
        assert.same(expected_pointers(parameter, "/" .. name), faults_of(request_for(parameter, WRONG_TYPE[kind])))
      end)
    end

    for _, value in ipairs(values.wrong) do
      it(("%s refuses %s"):format(name, value:sub(1, 60)), function()
        local pointer = "/" .. name .. (parameter.at or "")
        assert.same(expected_pointers(parameter, pointer), faults_of(request_for(parameter, value)))
      end)
    end

    if not parameter.at and not parameter.article and not is_required(parameter) then
      it(name .. " may be absent or null", function()
        check_default(parameter, nil)
        check_default(parameter, "null")
        if kind == TEXT then check_default(parameter, '""') end
      end)
    end
  end

  it("are all in this table", function()
    local names, count = {}, 0
    for _, parameter in ipairs(PARAMETERS) do
      if not names[parameter[1]] then names[parameter[1]], count = true, count + 1 end
    end
    assert.equal(61, count)
  end)

  describe("taken together", function()
    local KEYWORD = '"targetKeyword":"herbs"'

    it("report every fault", function()
      assert.same({ "/targetKeyword", "/language", "/urls/0", "/urls/2", "/includeFaq" }, faults_of {
        '"includeFaq":1', '"urls":["x","https://example.com/",5]', '"language":"Klingon"',
      })
    end)

    it("refuse the article types that cannot be written yet", function()
      for type_name in pairs(LATER) do
        local fault = create({ KEYWORD, ('"articleType":"%s"'):format(type_name) }).json.errors[1]
        assert.equal("/articleType", fault.pointer)
        assert.truthy(fault.detail:find("blog_post", 1, true))
      end
    end)

    it("leave out what does not apply, and say what it needs", function()
      local record = record_of(create {
        KEYWORD, '"numberOfSections":99', '"toneOfVoice":"dry"', '"enableDeepResearch":true', '"asin":"x"',
        '"numberOfItems":99', '"extraEntitiesPrompt":"soil"', '"polishSettings":{"humanize":5}', '"ctaPrompt":"Buy"',
        '"realTimeDataSource":"nonsense"', '"somethingElse":true',
      })
      local config = record.config
      for _, name in ipairs {
        "numberOfSections", "toneOfVoice", "enableDeepResearch", "asin", "numberOfItems", "extraEntitiesPrompt",
        "polishSettings", "ctaPrompt", "realTimeDataSource", "somethingElse",
      } do
        assert.is_nil(config[name], name)
      end
      assert.same({
        'toneOfVoice was accepted without effect: it needs toneOfVoiceProfile "custom".',
        "enableDeepResearch and realTimeDataSource were accepted without effect: they need realTimeData true.",
        'numberOfSections was accepted without effect: it needs articleLength "custom".',
        'extraEntitiesPrompt was accepted without effect: it needs seoOptimizationLevel "manual".',
        "polishSettings was accepted without effect: it needs autoPolish true.",
        "ctaPrompt was accepted without effect: it needs includeCta true.",
        "numberOfItems and asin were accepted without effect: they belong to other article types than blog_post.",
      }, record.notes)
    end)

    it("tell two spellings of one page from two pages", function()
      local sent = '"urls":["https://a.example/x","https://A.example:443/x#y","https://a.example/"]'
      local urls = config_of({ KEYWORD, sent }).urls
      assert.same({ "https://a.example/x", "https://a.example/" }, urls)
    end)

    it("take an empty object for an empty array", function()
      local config = config_of { KEYWORD, '"urls":{}', '"outline":{}' }
      assert.is_nil(config.urls)
      assert.is_nil(config.outline)
    end)

    it("map the older key for the conclusion", function()
      assert.is_false(config_of({ KEYWORD, '"disableConclusion":true' }).includeConclusion)
      assert.is_true(config_of({ KEYWORD, '"disableConclusion":false' }).includeConclusion)
      assert.is_true(config_of({ KEYWORD, '"disableConclusion":true', '"includeConclusion":true' }).includeConclusion)
      assert.same({ "/disableConclusion" }, faults_of { KEYWORD, '"disableConclusion":"yes"' })
    end)

    it("are upgraded, and the newer ones ignored with a note, by the v1 engine", function()
      local answer = create({
        KEYWORD, '"modelVersion":"alpha-5.4-mini"', '"articleInstructions":5', '"brandId":"x"',
        '"brandMentionLevel":"loud"',
      }, "/api/articles/")
      assert.equal(200, answer.status, answer.body)
      assert.truthy(answer.headers.deprecation:find("^@%d+$"))
      assert.equal('</api/articles/v2/>; rel="successor-version"', answer.headers.link)
      local record = record_of(answer)
      local config = record.config
      assert.same({ "articleInstructions, brandId and brandMentionLevel were accepted without effect: the v1 engine "
        .. "does not have them, and POST /api/articles/v2/ does." }, record.notes)
      assert.equal("alpha-6-luna", config.modelVersion)
      assert.is_nil(config.articleInstructions)
      assert.is_nil(config.brandId)
      assert.is_nil(config.brandMentionLevel)
      local refused = create({ KEYWORD, '"pointOfView":"nobody"' }, "/api/articles/")
      assert.equal("/pointOfView", refused.json.errors[1].pointer)
      assert.truthy(refused.headers.deprecation)
      assert.is_nil(create({ KEYWORD }).headers.deprecation)
    end)

    it("come back in the record's notes when nothing is made of them", function()
      local answer = create { KEYWORD, '"maxImages":3', '"imageStyle":"photo"', '"extraTitlePrompt":"short"' }
      local notes = table.concat(record_of(answer).notes, "\n")
      assert.truthy(notes:find("imageStyle and maxImages", 1, true))
      assert.truthy(notes:find("extraTitlePrompt", 1, true))
    end)
  end)
end)
