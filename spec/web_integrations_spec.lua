--- The pages of integrations: connected, changed, tested, what went there.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local has, lacks = visitor.has, visitor.lacks

local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local KINDS = { "webhook", "wordpress", "ghost", "shopify", "webflow" }

describe("the pages of integrations", function()
  local server, hook, somebody, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    hook = scripted.start()
    server = service.start {
      config = { library = library, allow_addresses = { "127.0.0.1:" .. hook.port } },
    }
    somebody = visitor.new(server)
  end)

  teardown(function()
    server:stop()
    hook:stop()
    folder.remove(library)
  end)

  local function shown(id)
    return http.request(server, "GET", "/api/integrations/" .. id).json
  end

  local function connect_webhook(name)
    local page = somebody:send("/integrations/new",
      { kind = "webhook", name = name or "Hook", ["settings/url"] = hook.url .. "/in" })
    assert.equal(200, page.status)
    return page, assert(page.body:match "/integrations/([%x%-]+)/test"), assert(page.body:match "whsec_[%w+/=]+")
  end

  local function connect_site()
    local _, where = somebody:follow("/integrations/new", { kind = "wordpress", name = "Site",
      ["settings/url"] = hook.url, ["settings/username"] = "editor", ["settings/applicationPassword"] = "pass word",
      ["settings/categories"] = "Herbs\r\n\r\n Garden \r\n" })
    return where:match "/integrations/([%x%-]+)"
  end

  it("say how each kind is connected", function()
    local list = somebody:get "/integrations"
    has(list, "There are no integrations yet.")
    for _, kind in ipairs(KINDS) do
      has(list, "/integrations/new?kind=" .. kind)
      local page = somebody:get("/integrations/new?kind=" .. kind)
      assert.equal(200, page.status)
      has(page, 'name="kind" value="' .. kind .. '"')
    end
    local page = somebody:get "/integrations/new?kind=wordpress"
    has(page, 'type="password" autocomplete="new-password" id="settings/applicationPassword"')
    has(page, "An application password of the user")
  end)

  it("show the secret of a new webhook once", function()
    local made, id, secret = connect_webhook()
    has(made, "keep it now")
    lacks(somebody:get("/integrations/" .. id), secret)
    has(somebody:get "/integrations", ">Hook</a>")
    local again = somebody:send("/integrations/" .. id .. "/rotate")
    local fresh = assert(again.body:match "whsec_[%w+/=]+")
    assert.not_equal(secret, fresh)
  end)

  it("keep what was typed, and say what is wrong beside it", function()
    local page = somebody:send("/integrations/new",
      { kind = "wordpress", name = "<b>Site", ["settings/url"] = "ftp://x", ["settings/username"] = "editor" })
    assert.equal(400, page.status)
    has(page, 'value="&lt;b&gt;Site"')
    has(page, 'value="editor"')
    has(page, 'value="ftp://x"')
    has(page, "must be an address that begins with http:// or https://")
    has(page, "Application password is required for a wordpress integration")
    lacks(page, "<b>Site")
  end)

  it("change settings, and keep a secret that is not typed", function()
    local id = connect_site()
    local page = somebody:get("/integrations/" .. id)
    has(page, 'placeholder="Kept; type to replace it"')
    lacks(page, "pass word")
    has(page, "Herbs\nGarden\n</textarea>")
    page = somebody:follow("/integrations/" .. id,
      { name = "Other", ["settings/url"] = hook.url, ["settings/username"] = "writer" })
    has(page, "It is saved.")
    local now = shown(id)
    assert.same({ "Other", "writer" }, { now.name, now.settings.username })
    assert.is_nil(now.settings.categories)
    local elsewhere = somebody:send("/integrations/" .. id, { name = "Other",
      ["settings/url"] = "https://elsewhere.example/", ["settings/username"] = "writer" })
    assert.equal(400, elsewhere.status)
    has(elsewhere, "must be given again")
    has(elsewhere, "https://elsewhere.example/")
    assert.equal(hook.url, shown(id).settings.url)
  end)

  it("take the members of an object one a line", function()
    local _, where = somebody:follow("/integrations/new", { kind = "webflow", name = "Flow",
      ["settings/token"] = "t", ["settings/collectionId"] = "580e63fc8c9a982ac9b8b745",
      ["settings/fields"] = "title: name\r\nbody: post-body" })
    local id = where:match "/integrations/([%x%-]+)"
    assert.same({ title = "name", body = "post-body" }, shown(id).settings.fields)
    local page = somebody:get("/integrations/" .. id)
    has(page, "title: name\n")
    has(page, "body: post-body\n")
  end)

  it("disable and activate", function()
    local _, id = connect_webhook()
    has(somebody:follow("/integrations/" .. id .. "/state", { state = "disabled" }), "disabled: nothing goes there")
    assert.equal("disabled", shown(id).state)
    has(somebody:follow("/integrations/" .. id .. "/state", { state = "active" }), "active:")
    assert.equal("active", shown(id).state)
    assert.equal(400, somebody:send("/integrations/" .. id .. "/state", { state = "asleep" }).status)
  end)

  it("test", function()
    local _, id = connect_webhook()
    hook:script { { status = 204 } }
    has(somebody:send("/integrations/" .. id .. "/test"), "The test went well.")
    hook:script { { status = 500 } }
    local page = somebody:send("/integrations/" .. id .. "/test")
    has(page, "The test failed.")
    has(page, "(HTTP status 500)")
  end)

  it("list what went there, and send it again", function()
    local _, id = connect_webhook()
    hook:script { { status = 204 } }
    local article = http.request(server, "POST", "/api/articles/v2",
      { body = { targetKeyword = "herb garden", integrationId = id } }).json.articleId
    local record = http.wait(server, article)
    assert.equal("finished", record.status)
    local page = assert(eventually(function()
      local now = somebody:get("/integrations/" .. id)
      return now.body:find("HTTP status 204", 1, true) and now
    end))
    has(page, '<a dir="auto" href="/articles/' .. article .. '">' .. record.title .. "</a>")
    has(page, "article.finished, ")
    local shown_there = somebody:get("/articles/" .. article)
    has(shown_there, "HTTP status 204")
    has(shown_there, '<a href="/integrations/' .. id .. '">Hook</a>')
    local delivery = assert(page.body:match 'name="deliveryId" value="([%x%-]+)"')
    hook:script { { status = 204 } }
    local again, where = somebody:follow("/integrations/" .. id .. "/resend", { deliveryId = delivery })
    assert.equal("/integrations/" .. id .. "?done=delivering", where)
    has(again, "The article is being delivered.")
    assert.equal(delivery, hook:log(1)[1].headers["webhook-id"])
    assert.equal(404, somebody:send("/integrations/" .. id .. "/resend", { deliveryId = "a/../b" }).status)
  end)

  it("say of an article that failed which one it was", function()
    local _, id = connect_webhook()
    hook:script { { status = 204 } }
    local article = http.request(server, "POST", "/api/articles/v2",
      { body = { targetKeyword = "zzqq vvxx", integrationId = id } }).json.articleId
    assert.equal("failed", http.wait(server, article).status)
    has(somebody:get("/integrations/" .. id), '<a dir="auto" href="/articles/' .. article .. '">zzqq vvxx</a>')
    local page = somebody:get("/articles/" .. article)
    has(page, "<h2>Deliveries</h2>")
    has(page, '<a href="/integrations/' .. id .. '">Hook</a>')
    assert.equal("zzqq vvxx",
      http.request(server, "GET", "/api/articles/" .. article .. "/deliveries").json.data[1].articleTitle)
  end)

  it("delete", function()
    local _, id = connect_webhook()
    has(somebody:follow("/integrations/" .. id .. "/delete"), "The integration was deleted.")
    assert.equal(404, somebody:get("/integrations/" .. id).status)
  end)

  it("go on where a list is long", function()
    for i = 1, 51 do
      local made = http.request(server, "POST", "/api/integrations",
        { body = { kind = "webhook", name = "Many " .. i, settings = { url = hook.url } } })
      assert.equal(201, made.status, made.body)
    end
    local page, names = somebody:get "/integrations", 0
    repeat
      for _ in page.body:gmatch ">Many %d+</a>" do names = names + 1 end
      local more = page.body:match 'rel="next" href="([^"]+)"'
      page = more and somebody:get(more)
    until not page
    assert.equal(51, names)
  end)

  it("are those of the account alone", function()
    for _, path in ipairs { "", "/test", "/rotate", "/delete", "/state" } do
      assert.equal(404, somebody:send("/integrations/" .. UNKNOWN .. path, { name = "x", state = "active" }).status)
    end
    assert.equal(404, somebody:get("/integrations/" .. UNKNOWN).status)
  end)
end)
