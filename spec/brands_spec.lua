--- Brands: whom an account writes for, kept by the service and named by articles.
local http = require "spec.support.http"
local service = require "spec.support.service"
local json = require "cjson.safe"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"

local FULL = {
  name = "Hearth & Herb",
  url = "https://hearth.example/",
  description = "A shop for kitchen gardens.",
  voice = "Warm, short sentences.",
  knowledge = "Founded in 1998 in Lund. Ships on Tuesdays.",
  audience = "People with a windowsill.",
  avoid = { "cheap", "revolutionary" },
  links = { { text = "the shop", url = "https://hearth.example/shop" } },
}

describe("a brand", function()
  local server

  setup(function()
    server = service.start { config = { workers = 0, accounts = { other = {}, crowded = {} } } }
  end)

  teardown(function() server:stop() end)

  local function request(method, path, body, key)
    return assert(http.request(server, method, path, { body = body, key = key }))
  end

  local made_brands = 0

  -- A name may be there once: each brand gets one of its own.
  local function full()
    made_brands = made_brands + 1
    local body = {}
    for name, value in pairs(FULL) do body[name] = value end
    body.name = ("%s %d"):format(FULL.name, made_brands)
    return body
  end

  local function new_brand(body, key)
    local made = request("POST", "/api/brands", body or full(), key)
    assert.equal(201, made.status, made.body)
    return made.json
  end

  local function path_of(brand) return "/api/brands/" .. brand.brandId end

  local function pointers(method, path, body)
    local answer = request(method, path, body)
    assert.equal(400, answer.status, answer.body)
    local list = {}
    for i, fault in ipairs(answer.json.errors) do list[i] = fault.pointer end
    table.sort(list)
    return list
  end

  it("is made with all that is said of it, and shown so", function()
    local made = request("POST", "/api/brands", FULL)
    assert.equal(201, made.status)
    assert.equal(path_of(made.json), made.headers.location)
    local shown = request("GET", path_of(made.json))
    assert.equal(200, shown.status)
    assert.same(made.json, shown.json)
    for name, value in pairs(FULL) do assert.same(value, shown.json[name]) end
    assert.is_true(shown.json.createdAt > 1.6e12)
    assert.equal(shown.json.createdAt, shown.json.updatedAt)
    local names = {}
    for name in pairs(shown.json) do names[#names + 1] = name end
    assert.equal(11, #names)
  end)

  it("needs a name alone", function()
    local brand = new_brand { name = "Lonely" }
    for _, name in ipairs { "url", "description", "voice", "knowledge", "audience" } do
      assert.equal(json.null, brand[name], name)
    end
    local body = request("GET", path_of(brand)).body
    assert.truthy(body:find('"avoid":[]', 1, true))
    assert.truthy(body:find('"links":[]', 1, true))
  end)

  it("takes empty values as absent, and leaves blank words out", function()
    local brand = new_brand { name = "Sparse", voice = "", avoid = { " ", "cheap", "" }, links = json.empty_array }
    assert.equal(json.null, brand.voice)
    assert.same({ "cheap" }, brand.avoid)
  end)

  it("is changed where the request says so", function()
    local brand = new_brand()
    local changed = request("PATCH", path_of(brand), { voice = "Dry.", audience = json.null, avoid = json.null })
    assert.equal(200, changed.status)
    assert.equal("Dry.", changed.json.voice)
    assert.equal(json.null, changed.json.audience)
    assert.same({}, changed.json.avoid)
    assert.same(FULL.links, changed.json.links)
    assert.equal(brand.name, changed.json.name)
    assert.equal(FULL.knowledge, changed.json.knowledge)
    assert.equal(brand.createdAt, changed.json.createdAt)
    assert.is_true(changed.json.updatedAt >= brand.updatedAt)
    assert.same(changed.json, request("GET", path_of(brand)).json)
    assert.same({ "/name" }, pointers("PATCH", path_of(brand), { name = json.null }))
    assert.same({ "/name" }, pointers("PATCH", path_of(brand), { name = " " }))
    local again = request("PATCH", path_of(brand), {}).json
    again.updatedAt = changed.json.updatedAt
    assert.same(changed.json, again)
  end)

  it("names the faults of what it is given", function()
    assert.same({ "/name" }, pointers("POST", "/api/brands", {}))
    assert.same({ "/name" }, pointers("POST", "/api/brands", { name = "  " }))
    assert.same({ "/name" }, pointers("POST", "/api/brands", { name = ("x"):rep(121) }))
    assert.equal(201, request("POST", "/api/brands", { name = ("ä"):rep(120) }).status)
    assert.same({ "/avoid/1", "/links/0/text", "/links/1/url", "/url", "/voice" }, pointers("POST", "/api/brands", {
      name = "x", url = "hearth.example", voice = 5, avoid = { "a", 5 },
      links = { { url = "https://a.example/" }, { text = "b", url = "javascript:alert(1)" } },
    }))
    assert.same({ "/unknown" }, pointers("POST", "/api/brands", { name = "x", unknown = 1 }))
    local long = ("x"):rep(20001)
    for _, name in ipairs { "description", "voice", "knowledge", "audience" } do
      assert.same({ "/" .. name }, pointers("POST", "/api/brands", { name = "x", [name] = long }))
    end
    assert.same({ "/avoid/0" }, pointers("POST", "/api/brands", { name = "x", avoid = { long } }))
    local longest = long:sub(2)
    assert.equal(201, request("POST", "/api/brands", { name = "x", voice = longest, avoid = { longest } }).status)
  end)

  it("has a name of its own in its account", function()
    local one, two = new_brand { name = "Twice" }, new_brand { name = "Once" }
    for _, refused in ipairs {
      request("POST", "/api/brands", { name = "Twice" }), request("PATCH", path_of(two), { name = "Twice" }),
    } do
      assert.equal(409, refused.status, refused.body)
      local said = ('The brand %s already has the name "Twice"'):format(one.brandId)
      assert.truthy(refused.json.detail:find(said, 1, true), refused.body)
    end
    assert.equal(200, request("PATCH", path_of(one), { name = "Twice", voice = "Dry." }).status)
    new_brand({ name = "Twice" }, server:key_of "other")
    assert.equal(204, request("DELETE", path_of(one)).status)
    assert.equal(200, request("PATCH", path_of(two), { name = "Twice" }).status)
  end)

  it("is its account's only", function()
    local other = server:key_of "other"
    local brand = new_brand()
    assert.equal(404, request("GET", path_of(brand), nil, other).status)
    assert.equal(404, request("PATCH", path_of(brand), { name = "x" }, other).status)
    assert.equal(404, request("DELETE", path_of(brand), nil, other).status)
    for _, entry in ipairs(request("GET", "/api/brands", nil, other).json.data) do
      assert.not_equal(brand.brandId, entry.brandId)
    end
    assert.same(brand, request("GET", path_of(brand)).json)
    assert.equal(404, request("GET", "/api/brands/" .. UNKNOWN).status)
    assert.equal(404, request("GET", "/api/brands/nonsense").status)
  end)

  it("is listed page by page, the oldest first", function()
    local key = server:key_of "crowded"
    local ids = {}
    for i = 1, 5 do ids[i] = new_brand({ name = "Brand " .. i }, key).brandId end
    table.sort(ids) -- they begin with the time; two of one millisecond stand in any order
    local found, cursor = {}, nil
    repeat
      local page = request("GET", "/api/brands?limit=2" .. (cursor and "&cursor=" .. cursor or ""), nil, key)
      assert.equal(200, page.status)
      assert.equal(page.json.hasMore, page.headers.link ~= nil)
      for _, brand in ipairs(page.json.data) do found[#found + 1] = brand.brandId end
      cursor = page.json.hasMore and page.json.nextCursor or nil
    until not cursor
    assert.same(ids, found)
    assert.same({ "/cursor" }, pointers("GET", "/api/brands?cursor=x"))
    assert.same({ "/limit" }, pointers("GET", "/api/brands?limit=0"))
  end)

  describe("that an article names", function()
    local function create(body, path, key)
      body.targetKeyword = body.targetKeyword or "herbs"
      return request("POST", path or "/api/articles/v2/", body, key)
    end

    it("must be the account's", function()
      local brand = new_brand()
      local answer = create { brandId = brand.brandId, brandMentionLevel = "prominent" }
      assert.equal(200, answer.status, answer.body)
      local record = request("GET", "/api/articles/" .. answer.json.articleId).json
      assert.equal(brand.brandId, record.config.brandId)
      assert.equal("prominent", record.config.brandMentionLevel)
      assert.same({}, record.notes)
      for _, refused in ipairs {
        create({ brandId = UNKNOWN }), create({ brandId = "nonsense" }),
        create({ brandId = brand.brandId }, nil, server:key_of "other"),
      } do
        assert.equal(400, refused.status)
        assert.equal("/brandId", refused.json.errors[1].pointer)
        assert.equal(1, #refused.json.errors)
      end
      assert.same({ "/brandId", "/internalLinkingDomainId" },
        pointers("POST", "/api/articles/v2/", { targetKeyword = "x", brandId = UNKNOWN,
          internalLinkingDomainId = UNKNOWN }))
    end)

    it("must be there before the same request is taken again", function()
      local body = { targetKeyword = "herbs", brandId = UNKNOWN }
      local options = { body = body, headers = { ["Idempotency-Key"] = "brand-1" } }
      assert.equal(400, http.request(server, "POST", "/api/articles/v2/", options).status)
      assert.equal(400, http.request(server, "POST", "/api/articles/v2/", options).status)
    end)

    it("is refused with an article type that has none", function()
      local brand = new_brand()
      local answer = create { articleType = "local_places_roundup", brandId = brand.brandId }
      assert.equal(400, answer.status)
      local last = answer.json.errors[#answer.json.errors]
      assert.equal("/brandId", last.pointer)
      assert.truthy(last.detail:find("service_page", 1, true))
    end)

    it("may be deleted before the article, which stays", function()
      local brand = new_brand()
      local id = create({ brandId = brand.brandId }).json.articleId
      assert.equal(204, request("DELETE", path_of(brand)).status)
      assert.equal(404, request("GET", path_of(brand)).status)
      assert.equal(404, request("DELETE", path_of(brand)).status)
      assert.equal(brand.brandId, request("GET", "/api/articles/" .. id).json.config.brandId)
      assert.equal(400, create({ brandId = brand.brandId }).status)
    end)
  end)
end)
