--- Deliveries to a shop: one draft after every fault, its pictures once, nothing secret told.
local database = require "spec.support.database"
local delivering = require "spec.support.delivering"
local fake_shops = require "spec.support.fake_shops"

describe("a delivery to a shop", function()
  local shop, desk

  setup(function()
    shop = fake_shops.start "shopify"
    desk = delivering.start { allow_addresses = { shop.address } }
  end)

  teardown(function()
    desk:stop()
    shop:stop()
  end)

  before_each(function() shop:reset() end)

  local function connect(more) return desk:connect("shopify", shop:settings(more)) end

  local function files_by_picture()
    local addresses, ids = {}, desk:pictures()
    local files = shop:state().files
    assert.equal(#ids, #files)
    for i, id in ipairs(ids) do
      assert.equal(("copydesk-%s.png"):format(id), files[i].filename)
      assert.equal("https://cdn.shop.example/files/", files[i].url:match "^.*/")
      addresses[id] = files[i].url:gsub("&", "&amp;")
    end
    return addresses, files
  end

  -- The one article of the shop, which has all that belongs to it.
  local function assert_one_draft()
    local list = shop:state().articles
    assert.equal(1, #list)
    local article, record = list[1], desk.record
    local addresses, files = files_by_picture()
    assert.equal(record.title, article.title)
    assert.equal(record.slug, article.handle)
    assert.equal(desk:html(addresses), article.body)
    assert.is_nil(article.body:find("<h1", 1, true))
    assert.is_nil(article.body:find("/media/", 1, true))
    assert.is_false(article.isPublished)
    assert.same({ delivering.KEYWORD }, article.tags)
    assert.equal((record.metaDescription:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;")), article.summary)
    assert.equal(fake_shops.BLOG, article.blogId)
    assert.equal("Hearth & Herb", article.author.name)
    assert.same({ url = files[1].url, altText = files[1].alt }, article.image)
    assert.truthy(#files[1].alt > 0)
    local metafields = {}
    for _, field in ipairs(article.metafields) do metafields[field.namespace .. "." .. field.key] = field.value end
    assert.same({ ["copydesk.article_id"] = "copydesk-" .. desk.article, ["global.title_tag"] = record.title,
      ["global.description_tag"] = record.metaDescription }, metafields)
    return article
  end

  local function assert_delivered(delivery)
    assert.equal("delivered", delivery.state, tostring(delivery.lastError))
    assert.equal(("%s/admin/articles/%s"):format(shop.url, assert_one_draft().id:match "%d+$"), delivery.remoteUrl)
  end

  -- The first attempt fails under the script with this error, the next one is the last.
  local function recovers(script, problem)
    shop:script(script)
    local delivery = desk:recover(connect(), problem)
    assert_delivered(delivery)
    return delivery
  end

  local function count(service) return #shop:calls(service) end

  it("says of a text that is written from right to left that it is", function()
    local function change(from, to)
      local sql = "UPDATE article SET config = REPLACE(config, '%s', '%s') WHERE id = '%s'"
      database.query(desk.server.data, sql:format(from, to, desk.article))
    end
    change('"English"', '"Arabic"')
    assert.equal("delivered", desk:deliver(connect()).state)
    local body = shop:state().articles[1].body
    change('"Arabic"', '"English"')
    assert.truthy(body:find('^<div lang="ar" dir="rtl">\n<'), body)
    assert.truthy(body:find("</div>\n$"), body)
  end)

  it("makes a draft with title, handle, summary, tags, search texts and its own pictures", function()
    assert_delivered(desk:deliver(connect()))
    assert.equal(2, count "bucket")
    assert.equal(2, count "fileCreate")
    for _, call in ipairs(shop:calls "bucket") do
      assert.is_nil(call.headers["x-shopify-access-token"])
      assert.truthy(call.body > 100)
    end
  end)

  it("signs it with another name where the settings say so", function()
    desk:deliver(connect { author = "Ada" })
    assert.equal("Ada", shop:state().articles[1].author.name)
  end)

  it("makes it once when the answer was lost", function()
    recovers({ { service = "articleCreate", lost = true, times = 1 } }, "127.0.0.1")
    assert.equal(1, count "articleCreate")
    assert.equal(2, count "fileCreate")
  end)

  it("makes it once when a page of HTML came instead of the answer", function()
    recovers({ { service = "articleCreate", html = true, done = true, times = 1 } }, "no answer to a query")
  end)

  it("makes it once when an error came although it was made", function()
    recovers({ { service = "articleCreate", status = 502, done = true, times = 1 } }, "status 502")
  end)

  it("makes it once, and its pictures, when the service is killed in between", function()
    for _, service in ipairs { "fileCreate", "articleCreate" } do
      shop:reset()
      shop:script { { service = service, call = 1, hold = true, late = true } }
      local made = service == "fileCreate" and "files" or "articles"
      local delivery = desk:killed(desk:queue(connect()), function() return #shop:state()[made] == 1 end)
      assert_delivered(delivery)
      assert.equal(1, count "articleCreate")
    end
  end)

  it("finds it by its handle once it is not among the newest any more", function()
    for _, is_taken in ipairs { false, true } do
      shop:reset()
      if is_taken then shop:put { handle = desk.record.slug, title = "Another", is_indexed = true } end
      shop:script { { service = "articleCreate", call = is_taken and 2 or 1, lost = true, times = 1 } }
      local delivery = desk:deliver(connect())
      assert.equal("pending", delivery.state)
      local list = shop:state().articles
      shop:reset()
      for _, made in ipairs(list) do
        made.is_indexed = true
        shop:put(made)
      end
      for i = 1, 60 do shop:put { handle = "other-" .. i, title = "Other" } end
      delivery = desk:again(delivery)
      assert.equal("delivered", delivery.state)
      assert.equal(#list + 60, #shop:state().articles)
    end
  end)

  it("makes it at the second attempt when the first had no connection", function()
    recovers({ { service = "articleCreate", gone = true, times = 1 } }, "127.0.0.1")
    recovers({ { service = "find", gone = true, times = 1 } }, "127.0.0.1")
  end)

  it("waits as long as a shop without room for the query says", function()
    shop:script { { service = "articleCreate", throttled = true, times = 1 } }
    local delivery = desk:deliver(connect())
    assert.truthy(delivery.lastError:find("THROTTLED", 1, true), delivery.lastError)
    assert_delivered(desk:again(delivery))
  end)

  it("obeys Retry-After", function()
    shop:script { { service = "articleCreate", status = 429, retry_after = 3600, times = 1 } }
    local delivery = desk:deliver(connect())
    assert.equal(429, delivery.lastStatus)
    assert.truthy(delivery.nextAttemptAt - delivery.updatedAt > 3590 * 1000)
    assert_delivered(desk:again(delivery))
  end)

  it("survives errors of every request on the way", function()
    for _, service in ipairs { "find", "stagedUploadsCreate", "bucket", "fileCreate", "file", "articleCreate" } do
      shop:reset()
      recovers({ { service = service, status = 500, times = 1 } }, "status 500")
      shop:reset()
      recovers({ { service = service, lost = true, times = 1 } }, "127.0.0.1")
    end
  end)

  it("survives errors told with status 200 and pages of HTML", function()
    for _, service in ipairs { "find", "stagedUploadsCreate", "fileCreate", "file", "articleCreate" } do
      shop:reset()
      recovers({ { service = service, internal = true, times = 1 } }, "INTERNAL_SERVER_ERROR")
      shop:reset()
      recovers({ { service = service, html = true, times = 1 } }, "no answer to a query")
    end
  end)

  it("brings a picture once although a later one was refused at first", function()
    recovers({ { service = "bucket", call = 2, status = 403, times = 1 } }, "status 403")
    local _, files = files_by_picture()
    assert.is_nil(files[1].replaced)
    assert.equal(3, count "bucket")
  end)

  it("makes no second file when the answer to the first was lost", function()
    recovers({ { service = "fileCreate", lost = true, times = 1 } }, "127.0.0.1")
    local _, files = files_by_picture()
    assert.equal(1, files[1].replaced)
  end)

  it("waits for files that are still in processing, without making others", function()
    shop:script { { service = "file", stuck = true } }
    local delivery = desk:deliver(connect())
    assert.equal("pending", delivery.state)
    assert.truthy(delivery.lastError:find("still processing", 1, true), delivery.lastError)
    shop:script {}
    assert_delivered(desk:again(delivery))
    assert.equal(1, count "fileCreate") -- of the second picture
  end)

  it("makes another file for one that could not be processed", function()
    recovers({ { service = "file", failed = true, times = 1 } }, "The image is broken.")
  end)

  it("is refused for good with the shop's field and words", function()
    shop:script { { service = "articleCreate", user_error = { field = { "article", "title" },
      message = "Title can't be blank", code = "BLANK" } } }
    local delivery = desk:deliver(connect())
    assert.equal("failed", delivery.state)
    assert.equal("the shop refused this: article.title: Title can't be blank", delivery.lastError)
    assert.equal(0, #shop:state().articles)
  end)

  it("tries again when the shop could not fetch the article's picture", function()
    recovers({ { service = "articleCreate", times = 1, user_error = { field = { "article", "image" },
      message = "Image upload failed.", code = "UPLOAD_FAILED" } } }, "article.image: Image upload failed.")
  end)

  it("takes another handle where another article has it", function()
    shop:put { handle = desk.record.slug, title = "Another" }
    local delivery = desk:deliver(connect())
    assert.equal("delivered", delivery.state, delivery.lastError)
    local list = shop:state().articles
    assert.equal(2, #list)
    assert.equal(("%s-%s"):format(desk.record.slug, desk.article:sub(-6)), list[2].handle)
    assert.equal("delivered", desk:again(delivery).state)
    assert.equal(2, #shop:state().articles)
  end)

  it("tells of a wrong token, a missing scope and a missing blog, and works once they are mended", function()
    local integration = connect { accessToken = "shpat_wrong_wrong_wrong" }
    local delivery = desk:deliver(integration)
    assert.equal(401, delivery.lastStatus)
    assert.equal("pending", delivery.state)
    assert.truthy(delivery.lastError:find("Invalid API key", 1, true), delivery.lastError)
    shop:script { { service = "articleCreate", denied = true, times = 1 } }
    delivery = desk:deliver(connect())
    assert.truthy(delivery.lastError:find("ACCESS_DENIED: Access denied for articleCreate", 1, true))
    assert_delivered(desk:again(delivery))
    delivery = desk:deliver(connect { blogId = "gid://shopify/Blog/778" })
    assert.truthy(delivery.lastError:find("no such blog", 1, true), delivery.lastError)
  end)

  it("tells its token to nobody", function()
    local integration = connect()
    shop:script { { service = "articleCreate", status = 401, message = "Wrong: " .. shop.token, times = 1 } }
    local delivery = desk:deliver(integration)
    assert.equal("127.0.0.1 answered with status 401: Wrong: [hidden]", delivery.lastError)
    assert.is_false(desk:tells(shop.token, integration, delivery))
    assert_delivered(desk:again(delivery))
    assert.is_false(desk:tells(shop.token, integration, delivery))
  end)

  it("makes nothing in a test, which looks at the blog and the scopes", function()
    local function test(integration)
      local answer = desk:request("POST", ("/api/integrations/%s/test"):format(integration.integrationId))
      return answer.json, answer.body
    end
    local integration = connect()
    local result, body = test(integration)
    assert.is_true(result.ok, body)
    shop:change { scopes = { "read_content", "write_content" } }
    result, body = test(integration)
    assert.is_false(result.ok, body)
    assert.truthy(body:find("write_files", 1, true), body)
    shop:change()
    body = select(2, test(connect { blogId = "1" }))
    assert.truthy(body:find("no such blog", 1, true), body)
    assert.same({ articles = {}, files = {} }, shop:state())
  end)

  it("is connected with a shop's name or an address, and a blog's number", function()
    local function pointers(more)
      local answer = desk:request("POST", "/api/integrations", { kind = "shopify", name = "Shop",
        settings = shop:settings(more) })
      local list = {}
      for _, fault in ipairs(answer.json.errors or {}) do list[#list + 1] = fault.pointer end
      return list, answer
    end
    for _, name in ipairs { "shop.example", "a.b.myshopify.com", ".myshopify.com", "x/y.myshopify.com" } do
      assert.same({ "/settings/shop" }, (pointers { shop = name }))
    end
    assert.same({ "/settings/blogId" }, (pointers { blogId = "news" }))
    assert.same({ "/settings/shop" }, (pointers { shop = "http://169.254.169.254/" }))
    local _, answer = pointers { shop = "hearth-herb.myshopify.com" }
    assert.equal(201, answer.status, answer.body)
    assert.is_nil(answer.body:find(shop.token, 1, true))
  end)
end)
