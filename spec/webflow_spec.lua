--- Deliveries to a site of Webflow: one draft after every fault, its pictures once, nothing secret told.
local delivering = require "spec.support.delivering"
local fake_shops = require "spec.support.fake_shops"

describe("a delivery to a site of Webflow", function()
  local site, desk

  setup(function()
    site = fake_shops.start "webflow"
    desk = delivering.start { allow_addresses = { site.address } }
  end)

  teardown(function()
    desk:stop()
    site:stop()
  end)

  before_each(function()
    site:reset()
    site:change()
  end)

  local function connect(more) return desk:connect("webflow", site:settings(more)) end

  -- The pictures of the site: one of each, whole.
  local function assets_by_picture()
    local addresses, ids, by_name = {}, desk:pictures(), {}
    local assets = site:state().assets
    assert.equal(#ids, #assets)
    for _, asset in ipairs(assets) do
      assert.truthy(asset.size > 100)
      by_name[asset.originalFileName] = asset
    end
    for _, id in ipairs(ids) do
      addresses[id] = assert(by_name[("copydesk-%s.png"):format(id)]).hostedUrl
    end
    return addresses, ids
  end

  -- The one item of the collection, which has all that belongs to it.
  local function assert_one_draft()
    local list = site:state().items
    assert.equal(1, #list)
    local item, record = list[1], desk.record
    local addresses, ids = assets_by_picture()
    assert.is_true(item.isDraft)
    assert.is_false(item.isArchived)
    local image = item.fieldData["main-image"]
    assert.equal(addresses[ids[1]], image.url)
    assert.truthy(#image.alt > 0)
    item.fieldData["main-image"] = nil
    assert.same({ name = record.title, slug = record.slug, ["post-body"] = desk:html(addresses),
      ["post-summary"] = record.metaDescription, ["post-tags"] = delivering.KEYWORD }, item.fieldData)
    assert.is_nil(item.fieldData["post-body"]:find("/media/", 1, true))
  end

  local function assert_delivered(delivery)
    assert.equal("delivered", delivery.state, tostring(delivery.lastError))
    assert_one_draft()
  end

  -- The first attempt fails under the script with this error, the next one is the last.
  local function recovers(script, problem)
    site:script(script)
    local delivery = desk:recover(connect(), problem)
    assert_delivered(delivery)
    return delivery
  end

  local function count(service) return #site:calls(service) end

  it("makes a draft item with name, slug, text, summary, tags and its own pictures", function()
    assert_delivered(desk:deliver(connect()))
    assert.equal(2, count "make_asset")
    assert.equal(2, count "bucket")
    for _, call in ipairs(site:calls "bucket") do assert.is_nil(call.headers.authorization) end
  end)

  it("fills the fields that the settings name, and no others by those names", function()
    local fields = { body = "post-body", summary = "author-name", image = "thumbnail-image" }
    assert.equal("delivered", desk:deliver(connect { fields = fields }).state)
    local data = site:state().items[1].fieldData
    assert.equal(desk.record.metaDescription, data["author-name"])
    assert.truthy(data["thumbnail-image"].url)
    assert.is_nil(data["post-summary"])
    assert.is_nil(data["main-image"])
  end)

  it("makes do with a collection that has a text alone, and tells what is missing without one", function()
    local own = { { slug = "name", type = "PlainText" }, { slug = "slug", type = "PlainText" } }
    site:change { fields = own }
    local delivery = desk:deliver(connect())
    assert.equal("pending", delivery.state)
    assert.equal("the collection has no rich text for the article", delivery.lastError)
    site:change { fields = { own[1], own[2], { slug = "text", type = "RichText" } } }
    assert.equal("delivered", desk:again(delivery).state)
    local names = {}
    for name in pairs(site:state().items[1].fieldData) do names[#names + 1] = name end
    table.sort(names)
    assert.same({ "name", "slug", "text" }, names)
    delivery = desk:deliver(connect { fields = { tags = "keywords" } })
    assert.equal('the collection has no field "keywords" for the tags', delivery.lastError)
  end)

  it("makes it once when the answer was lost", function()
    recovers({ { service = "make_item", lost = true, times = 1 } }, "127.0.0.1")
    assert.equal(1, count "make_item")
    assert.equal(2, count "make_asset")
  end)

  it("makes it once, and its pictures, when the service is killed in between", function()
    for _, service in ipairs { "make_asset", "make_item" } do
      site:reset()
      site:script { { service = service, call = 1, hold = true, late = true } }
      local made = service == "make_asset" and "assets" or "items"
      local delivery = desk:killed(desk:queue(connect()), function() return #site:state()[made] == 1 end)
      assert_delivered(delivery)
      assert.equal(1, count "make_item")
    end
  end)

  it("makes it once when an error or a page of HTML came although it was made", function()
    recovers({ { service = "make_item", status = 502, done = true, times = 1 } }, "status 502")
    site:reset()
    recovers({ { service = "make_item", html = true, done = true, times = 1 } }, "is not JSON")
  end)

  it("survives errors of every request on the way", function()
    for _, service in ipairs { "collection", "items", "sites", "make_asset", "bucket", "make_item" } do
      site:reset()
      recovers({ { service = service, status = 500, times = 1 } }, "status 500")
    end
    for _, service in ipairs { "make_asset", "bucket", "make_item" } do
      site:reset()
      recovers({ { service = service, lost = true, times = 1 } }, "127.0.0.1")
      site:reset()
      recovers({ { service = service, gone = true, times = 1 } }, "127.0.0.1")
    end
  end)

  it("asks again by itself where a question had no answer", function()
    for _, service in ipairs { "collection", "items", "sites" } do
      site:reset()
      site:script { { service = service, gone = true, times = 1 } }
      local delivery = desk:deliver(connect())
      assert_delivered(delivery.state == "pending" and desk:again(delivery) or delivery)
    end
  end)

  it("survives pages of HTML where answers should be", function()
    for _, service in ipairs { "collection", "items", "sites", "make_asset", "make_item" } do
      site:reset()
      recovers({ { service = service, html = true, times = 1 } }, "is not JSON")
    end
  end)

  it("takes an asset whose bytes came, though that was not answered", function()
    recovers({ { service = "bucket", lost = true, times = 1 } }, "127.0.0.1")
    assert.equal(2, count "make_asset")
    assert.equal(0, count "drop_asset")
  end)

  it("takes away an asset whose bytes never came", function()
    recovers({ { service = "bucket", call = 2, status = 403, times = 1 } }, "status 403")
    assert.equal(1, count "drop_asset")
    assert.equal(3, count "make_asset")
  end)

  it("finds an asset whose making was not answered, on a later page too", function()
    site:script { { service = "make_asset", lost = true, times = 1 } }
    local delivery = desk:deliver(connect())
    assert.equal(1, #site:state().assets)
    assert_delivered(desk:again(delivery))
    assert.equal(1, count "drop_asset")
  end)

  it("goes on when an asset cannot be taken away at first, or is gone", function()
    site:script { { service = "bucket", status = 403, times = 1 }, { service = "drop_asset", status = 500, times = 1 } }
    local delivery = desk:again(desk:deliver(connect()))
    assert.equal(500, delivery.lastStatus)
    assert_delivered(desk:again(delivery))
  end)

  it("obeys Retry-After", function()
    site:script { { service = "make_item", status = 429, retry_after = 3600, times = 1 } }
    local delivery = desk:deliver(connect())
    assert.equal(429, delivery.lastStatus)
    assert.truthy(delivery.nextAttemptAt - delivery.updatedAt > 3590 * 1000)
    assert_delivered(desk:again(delivery))
  end)

  local function other(slug)
    return { fieldData = { name = "Another", slug = slug }, isDraft = false, isArchived = false }
  end

  it("takes another slug where another item has it, and finds its own again", function()
    site:put(other(desk.record.slug))
    site:script { { service = "make_item", lost = true, times = 1 } }
    local delivery = desk:again(desk:deliver(connect()))
    assert.equal("delivered", delivery.state, delivery.lastError)
    local list = site:state().items
    assert.equal(2, #list)
    assert.equal(("%s-%s"):format(desk.record.slug, desk.article:sub(-6)), list[2].fieldData.slug)
  end)

  it("takes another slug when somebody was faster", function()
    site:script { { service = "make_item", hold = true, call = 1 } }
    local queued = desk:queue(connect())
    site:log(8) -- collection, items, sites, two assets with their bytes, the item
    site:put(other(desk.record.slug))
    site:release()
    local delivery = desk:settled(queued)
    assert.equal("pending", delivery.state)
    assert.truthy(delivery.lastError:find("Unique value", 1, true), delivery.lastError)
    assert.equal("delivered", desk:again(delivery).state)
    assert.equal(2, #site:state().items)
  end)

  it("is refused for good with the site's field and words", function()
    site:change { fields = { { slug = "name", type = "PlainText" }, { slug = "slug", type = "PlainText" },
      { slug = "body", type = "RichText" } } }
    site:script { { service = "make_item", status = 400, message = "Validation Error" } }
    local delivery = desk:deliver(connect())
    assert.equal("failed", delivery.state)
    assert.equal("127.0.0.1 answered with status 400: Validation Error", delivery.lastError)
    assert.equal(0, #site:state().items)
  end)

  it("asks which site is meant when the token is for several", function()
    site:change { sites = { fake_shops.SITE, "580e63e98c9a982ac9b8b742" } }
    local delivery = desk:deliver(connect())
    assert.truthy(delivery.lastError:find("siteId", 1, true), delivery.lastError)
    assert_delivered(desk:deliver(connect { siteId = fake_shops.SITE }))
  end)

  it("tells its token to nobody, and works once it is right", function()
    local integration = connect { token = "wrong-token-of-webflow-0815" }
    local delivery = desk:deliver(integration)
    assert.equal("127.0.0.1 answered with status 401: Request not authorized: Bearer [hidden]", delivery.lastError)
    assert.is_false(desk:tells("wrong-token-of-webflow-0815", integration, delivery))
    integration = connect()
    delivery = desk:deliver(integration)
    assert_delivered(delivery)
    assert.is_false(desk:tells(site.token, integration, delivery))
  end)

  it("makes nothing in a test, which looks at the collection and the assets", function()
    local function test(integration)
      local answer = desk:request("POST", ("/api/integrations/%s/test"):format(integration.integrationId))
      return answer.json, answer.body
    end
    local integration = connect()
    local result, body = test(integration)
    assert.is_true(result.ok, body)
    site:script { { service = "assets", status = 403, message = "OAuthForbidden: missing scopes assets:read" } }
    result, body = test(integration)
    assert.is_false(result.ok, body)
    assert.truthy(body:find("assets:read", 1, true), body)
    body = select(2, test(connect { collectionId = "64f1a2b3c4d5e6f708192a3c" }))
    assert.truthy(body:find("status 404", 1, true), body)
    assert.same({ items = {}, assets = {} }, site:state())
  end)

  it("is connected with ids and known parts of an article", function()
    local function pointers(more)
      local answer = desk:request("POST", "/api/integrations", { kind = "webflow", name = "Site",
        settings = site:settings(more) })
      local list = {}
      for _, fault in ipairs(answer.json.errors or {}) do list[#list + 1] = fault.pointer end
      return list
    end
    assert.same({ "/settings/collectionId" }, pointers { collectionId = "../sites" })
    assert.same({ "/settings/siteId" }, pointers { siteId = "a/b" })
    assert.same({ "/settings/fields" }, pointers { fields = { colour = "x" } })
    assert.same({ "/settings/fields" }, pointers { fields = { body = 7 } })
    assert.same({ "/settings/url" }, pointers { url = "http://169.254.169.254/" })
  end)
end)
