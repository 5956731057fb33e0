--- The pages of brands, keys and usage.
local database = require "spec.support.database"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local has, lacks = visitor.has, visitor.lacks

local HOSTILE = "<b>\"Herbs\"</b>"
local ESCAPED = "&lt;b&gt;&quot;Herbs&quot;&lt;/b&gt;"

describe("the pages of", function()
  local server, somebody, library

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    server = service.start { config = { library = library } }
    somebody = visitor.new(server)
  end)

  teardown(function()
    server:stop()
    folder.remove(library)
  end)

  local function json_of(path)
    return http.request(server, "GET", path).json
  end

  describe("brands", function()
    local function make(fields)
      local page, where = somebody:follow("/brands", fields)
      return page, where:match "/brands/([%x%-]+)"
    end

    it("make one of all that a brand has", function()
      local page, id = make { name = HOSTILE, url = "https://herbs.example/", voice = "Calm.\nShort.",
        avoid = "cheap\r\nbest ever\r\n", links = "Shop | https://herbs.example/shop" }
      has(page, "It is made.")
      has(page, ESCAPED)
      lacks(page, HOSTILE)
      local brand = json_of("/api/brands/" .. id)
      assert.same({ HOSTILE, "Calm.\nShort.", { "cheap", "best ever" } }, { brand.name, brand.voice, brand.avoid })
      assert.same({ { text = "Shop", url = "https://herbs.example/shop" } }, brand.links)
      has(page, "Shop | https://herbs.example/shop")
      has(somebody:get "/brands", ESCAPED)
    end)

    it("show what was typed again beside what is wrong with it", function()
      local page = somebody:send("/brands", { name = "Right", url = "ftp://wrong", voice = "Typed with care" })
      assert.equal(400, page.status)
      has(page, "Typed with care")
      has(page, 'aria-invalid="true"')
      has(page, 'class="fault"')
    end)

    it("change one, and take away what was emptied", function()
      local _, id = make { name = "Before", voice = "Calm." }
      local page = somebody:follow("/brands/" .. id, { name = "After", voice = "" })
      has(page, "It is saved.")
      local brand = json_of("/api/brands/" .. id)
      assert.equal("After", brand.name)
      assert.falsy(type(brand.voice) == "string" and brand.voice ~= "")
      assert.equal(400, somebody:send("/brands/" .. id, { name = "After", url = "nowhere" }).status)
    end)

    it("delete one", function()
      local _, id = make { name = "Short-lived" }
      has(somebody:follow("/brands/" .. id .. "/delete"), "The brand was deleted.")
      assert.equal(404, somebody:get("/brands/" .. id).status)
      assert.equal(404, somebody:send("/brands/" .. id .. "/delete").status)
    end)
  end)

  describe("keys", function()
    local function make(fields)
      local page = somebody:send("/keys", fields)
      assert.equal(200, page.status, page.body)
      return page, assert(page.body:match 'id="made" readonly value="([^"]+)"')
    end

    local function id_of(name)
      for _, key in ipairs(json_of "/api/keys".data) do
        if key.name == name then return key.keyId, key end
      end
    end

    it("make one that is shown once and works", function()
      local page, key = make { name = "Script", scopes = "links", expiresInDays = "3" }
      has(page, "shown here once")
      lacks(somebody:get "/keys", key)
      local found = select(2, id_of "Script")
      assert.same({ "links" }, found.scopes)
      assert.is_true(found.expiresAt > os.time() * 1000)
      assert.equal(200, http.request(server, "GET", "/api/domains", { key = key }).status)
      assert.equal(403, http.request(server, "POST", "/api/articles/v2",
        { key = key, body = { targetKeyword = "mint" } }).status)
    end)

    it("name what is wrong with a new one", function()
      local page = somebody:send("/keys", { name = "Wrong", expiresInDays = "soon" })
      assert.equal(400, page.status)
      has(page, '<strong class="fault">Expires in days must be ')
      lacks(page, "expiresInDays must")
      has(page, 'value="soon"')
    end)

    it("rename one", function()
      make { name = "Old name" }
      local id = id_of "Old name"
      has(somebody:follow("/keys/" .. id, { name = "New name" }), "New name")
      assert.equal(id, id_of "New name")
    end)

    it("make one anew, and delete it", function()
      local _, key = make { name = "Turned" }
      local again = somebody:send("/keys/" .. id_of "Turned" .. "/rotate")
      assert.equal(200, again.status)
      local fresh = assert(again.body:match 'id="made" readonly value="([^"]+)"')
      assert.not_equal(key, fresh)
      assert.equal(200, http.request(server, "GET", "/api/articles", { key = fresh }).status)
      for _, found in ipairs(json_of "/api/keys".data) do
        if found.name == "Turned" then somebody:follow("/keys/" .. found.keyId .. "/delete") end
      end
      assert.equal(401, http.request(server, "GET", "/api/articles", { key = fresh }).status)
    end)

    it("give no more than the key that somebody is signed in with may", function()
      local _, key = make { name = "Linker", scopes = "links" }
      local linker = visitor.new(server, key)
      assert.equal(200, linker:get "/domains".status)
      assert.equal(403, linker:get "/keys".status)
      assert.equal(403, linker:send("/keys", { name = "More", scopes = "manage" }).status)
      assert.equal(403, linker:send("/brands", { name = "More" }).status)
    end)
  end)

  describe("usage", function()
    it("shows what was used, as a chart and as a table", function()
      local made = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden" } })
      local record = http.wait(server, made.json.articleId)
      assert.equal("finished", record.status)
      local page = somebody:get "/usage"
      has(page, "<svg")
      has(page, (" left, %d used"):format(record.wordsCharged))
    end)

    it("says which article a row is for, and that one was deleted", function()
      local made = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden" } })
      local record = http.wait(server, made.json.articleId)
      has(somebody:get "/usage",
        ('<a dir="auto" href="/articles/%s">%s</a></th>'):format(record.articleId, record.title))
      http.request(server, "DELETE", "/api/articles/" .. record.articleId)
      local page = somebody:get "/usage"
      has(page, "an article that was deleted</th>")
      lacks(page, record.articleId)
    end)

    it("draws the whole period with its ends and scale, and lists the newest day first", function()
      local today, day = os.date "!%Y-%m-%d", 24 * 60 * 60
      local first = os.date("!%Y-%m-%d", os.time() - 29 * day)
      has(somebody:get "/usage", ('<div class="days"><span>%s</span><span>%s</span></div>'):format(first, today))
      local move = "UPDATE ledger SET created_at = created_at - %d, words = -12345 WHERE subject = '%s'"
      local made = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = "herb garden" } })
      http.wait(server, made.json.articleId)
      database.query(server.data, move:format(2 * day * 1000, made.json.articleId))
      local before = os.date("!%Y-%m-%d", os.time() - 2 * day)
      local page = somebody:get("/usage?from=" .. os.date("!%Y-%m-%d", os.time() - 9 * day)).body
      assert.truthy(page:find('<span>12,345</span><span>0</span>', 1, true), page)
      assert.truthy(page:find(('viewBox="0 0 100 100"'), 1, true), page)
      assert.truthy(page:find(('x="71" y="0" width="8" height="100"><title>%s: 12,345 words'):format(before), 1, true))
      local newest = page:find('<th scope="row">' .. today, 1, true)
      assert.is_true(newest < page:find('<th scope="row">' .. before, 1, true))
    end)

    it("names what is wrong with the days that were asked for", function()
      local page = somebody:get "/usage?from=yesterday"
      assert.equal(400, page.status)
      has(page, "from")
    end)
  end)
end)
