--- Drafts at a real Ghost, with every fault in between that a network and a site have.
local delivering = require "spec.support.delivering"
local drafts = require "spec.support.drafts"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local gate = require "spec.support.gate"
local ghost = require "spec.support.ghost"
local http = require "socket.http"
local json = require("cjson").new()

local missing = ghost.is_missing()

describe("a draft at Ghost", function()
  if missing then
    pending(missing)
    return
  end

  local site, way, draft

  setup(function()
    site = ghost.start()
    way = gate.before(site)
  end)

  teardown(function()
    if way then way:stop() end
    if site then site:stop() end
  end)

  local function begin()
    draft = drafts.new("ghost", { url = way.url .. "/", adminApiKey = site.key })
    return draft
  end

  before_each(function()
    way:script {}
    begin()
  end)

  after_each(function() draft:stop() end)

  -- The posts that this draft has made, in any state; or those of an article.
  local function made(article)
    local filter = ("codeinjection_head:~'%s'%%2Bstatus:[draft,published,scheduled,sent]"):format(
      article and "copydesk-" .. article or draft.marker)
    return site:ask("GET", "posts/?formats=html,lexical&include=tags&filter=" .. filter).posts
  end

  local function assert_accepted(outcome)
    assert.equal("accepted", outcome.verdict, outcome.problem)
    local posts = made()
    assert.equal(1, #posts)
    assert.equal(("%s/ghost/#/editor/post/%s"):format(way.url, posts[1].id), outcome.remote_url)
    return posts[1]
  end

  local function targets(pattern) return way:targets(pattern) end

  local function change(post, members)
    members.updated_at = post.updated_at
    local said, status = site:ask("PUT", "posts/" .. post.id .. "/", { posts = { members } })
    assert.equal(200, status, json.encode(said))
  end

  it("has title, slug, description, excerpt, tags, its first picture and the text", function()
    local post = assert_accepted(draft:send())
    assert.equal("draft", post.status)
    assert.equal(draft.article.title, post.title)
    assert.equal(draft.article.slug, post.slug)
    assert.equal(draft.article.meta_description, post.meta_description)
    assert.equal(draft.article.meta_description, post.custom_excerpt)
    assert.equal(1, #post.tags)
    assert.equal("indoor herbs", post.tags[1].name)
    assert.equal("A pot of basil & mint", post.feature_image_alt)
    assert.matches("copydesk%-" .. draft[1] .. "%.png$", post.feature_image)
    assert.is_nil(post.html:find "<h1")
    assert.matches("Water it in the morning", post.html)
    assert.is_nil(post.html:find(draft.marker, 1, true))
    assert.equal("<!-- " .. draft.marker .. " -->", post.codeinjection_head)
  end)

  it("shows the site's copies of the pictures, which are there", function()
    local html = assert_accepted(draft:send()).html
    assert.is_nil(html:find "service.example")
    local number = 0
    for address, alt in html:gmatch '<img src="([^"]+)"[^>]- alt="([^"]*)"' do
      number = number + 1
      local body, status = http.request(address)
      assert.equal(200, status, address)
      assert.equal("\x89PNG", body:sub(1, 4))
      assert.matches("copydesk%-" .. draft[number], address)
      assert.equal(number == 1 and "A pot of basil &amp; mint" or "A watering can", alt)
    end
    assert.equal(2, number)
    assert.matches("<figcaption>.*Basil, &lt;fresh&gt;.*</figcaption>", html)
  end)

  it("keeps within what Ghost takes", function()
    draft.article.title = ("Herbs "):rep(50)
    draft.article.meta_description = ("Words é "):rep(100)
    draft.article.config = { targetKeyword = "#herbs" }
    local post = assert_accepted(draft:send())
    assert.is_true(#post.title <= 260)
    assert.equal("herbs", post.tags[1].name)
    assert.is_true(utf8.len(post.custom_excerpt) <= 300)
    assert.is_true(utf8.len(post.meta_description) > 400)
  end)

  -- --- exactly one ---

  local deeds = {
    ["did nothing"] = function() end,
    ["renamed it"] = function(post) change(post, { title = "Another", slug = "another", custom_excerpt = "Other" }) end,
    ["rewrote it"] = function(post)
      change(post, { lexical = post.lexical:gsub("Water it", "Never water it"), tags = { { name = "Other" } } })
    end,
    ["published it"] = function(post) change(post, { status = "published" }) end,
    ["put it off"] = function(post)
      change(post, { status = "scheduled", published_at = "2039-01-01T00:00:00.000Z" })
    end,
  }

  for name, deed in pairs(deeds) do
    it("is there once when the answer to its making is lost and somebody " .. name, function()
      way:script { { contains = "POST /ghost/api/admin/posts/", cut = "after", times = 1 } }
      local outcome = draft:send()
      assert.equal("retry", outcome.verdict)
      assert.is_nil(outcome.progress.post)
      deed(made()[1])
      local before = made()[1]
      assert.same(before, assert_accepted(draft:send()))
      assert.equal(1, #targets "^POST /ghost/api/admin/posts/")
    end)
  end

  it("is known by its id when its mark is gone", function()
    local post = assert_accepted(draft:send())
    change(post, { codeinjection_head = "" })
    assert.equal("accepted", draft:send().verdict)
    assert.equal(1, #targets "^POST /ghost/api/admin/posts/")
    -- Whoever removes it, and asks for it again, gets it again.
    site:ask("DELETE", "posts/" .. post.id .. "/")
    assert_accepted(draft:send())
    assert.equal(2, #targets "^POST /ghost/api/admin/posts/")
  end)

  it("is not made while nobody can tell whether it is there", function()
    way:script { { contains = "POST /ghost/api/admin/posts/", cut = "after", times = 1 },
      { contains = "filter=", status = 503, times = 1 }, { contains = "filter=", status = 400, times = 1 },
      { contains = "filter=", status = 200, times = 1 }, { contains = "filter=", cut = "after", times = 1 } }
    for _ = 1, 5 do assert.equal("retry", draft:send().verdict) end
    assert_accepted(draft:send())
    assert.equal(1, #targets "^POST /ghost/api/admin/posts/")
  end)

  for _, cut in ipairs { "before", "after" } do
    it("is there once whichever connection broke " .. cut .. " the site had it", function()
      assert_accepted(draft:send())
      local count = #way:log()
      for number = 1, count do
        draft:stop()
        begin()
        way:script { { call = number, cut = cut } }
        assert.equal("retry", draft:send().verdict)
        way:script {}
        local post = assert_accepted(draft:send())
        for address in post.html:gmatch '<img src="([^"]+)"' do
          assert.equal(200, select(2, http.request(address)))
        end
        -- What was kept is not sent again.
        if number == 3 then assert.same({}, targets "^POST /ghost/api/admin/images/") end
      end
      assert.equal(3, count)
    end)
  end

  -- --- what sites answer ---

  local function assert_later(pattern)
    local outcome = draft:send()
    assert.equal("retry", outcome.verdict)
    assert.matches(pattern, outcome.problem)
    assert.same({}, made())
    return outcome
  end

  it("waits while the key is wrong", function()
    draft.settings.adminApiKey = site.key:gsub("%x%x%x%x$", "0000")
    assert.equal(401, assert_later("127%.0%.0%.1 answered with status 401: .*[Tt]oken").code)
    draft.settings.adminApiKey = ("0"):rep(24) .. ":" .. ("0"):rep(64)
    assert.equal(401, assert_later("Unknown Admin API Key").code)
    draft.settings.adminApiKey = site.key
    assert_accepted(draft:send())
  end)

  it("waits while a page, a redirection, or nothing stands where the interface should", function()
    way:script { { status = 200 } }
    assert_later "does not answer as Ghost does"
    way:script { { status = 301, headers = { Location = "https://www.example.com/" } } }
    assert_later "leads elsewhere %(status 301%): url has to be the address that it leads to"
    way:script { { status = 404 } }
    assert_later "does not answer as Ghost does"
    way:script { { status = 502 } }
    assert_later "answered with status 502"
    way:script { { contains = "posts/?source", status = 200, body = "{}",
      headers = { ["Content-Type"] = "application/json" } } }
    assert_later "took the draft but does not say what it is"
  end)

  it("waits as long as the site asks", function()
    way:script { { contains = "images", status = 429, headers = { ["Retry-After"] = "120" } } }
    assert.equal(120000, assert_later("answered with status 429").retry_after_ms)
    way:script {}
    assert_accepted(draft:send())
  end)

  it("is made without a copy of a picture that the site does not take, and says so", function()
    -- The nginx that stands before many a site finds it too large; Ghost finds that it is none.
    way:script { { contains = "images", status = 413, times = 1 } }
    folder.write(draft.pictures[draft[2]].file, "no picture")
    local outcome = draft:send()
    local post = assert_accepted(outcome)
    assert.matches("did not take a picture %(status %d+%)", outcome.problem)
    assert.truthy(post.html:find("http://service.example/media/" .. draft[1] .. ".png", 1, true))
    assert.equal(json.null, post.feature_image)
  end)

  it("is refused when the site refuses the article", function()
    way:script { { contains = "posts/?source", status = 422, body = '{"errors": [{"message": "No more herbs."}]}' } }
    local outcome = draft:send()
    assert.equal("refused", outcome.verdict)
    assert.matches("status 422: No more herbs", outcome.problem)
  end)

  it("tells no secret, whatever the site quotes", function()
    way:script { { status = 400, body = json.encode { errors = { { message = "no: " .. site.key } } } } }
    assert.is_nil(draft:send().problem:find(site.key:match ":(%x+)"))
  end)

  it("is known beforehand to be possible, or why not", function()
    assert.equal("accepted", draft:ask("test").verdict)
    assert.equal(0, #made())
    draft.settings.adminApiKey = ("0"):rep(24) .. ":" .. ("0"):rep(64)
    local outcome = draft:ask "test"
    assert.equal("retry", outcome.verdict)
    assert.matches("status 401: .*Unknown Admin API Key", outcome.problem)
    way:script { { status = 200 } }
    assert.matches("does not answer as Ghost does", draft:ask("test").problem)
  end)

  it("wants an Admin API key", function()
    assert.equal("ok", draft:ask("check").status)
    for _, key in ipairs { "", "00282baff45e484b1a06c7d78a", site.key .. "0", (site.key:gsub(":", "-")),
      (site.key:gsub("^%x", "x")) } do
      draft.settings.adminApiKey = key
      local answer = draft:ask "check"
      assert.equal("invalid", answer.status, key)
      assert.matches("^adminApiKey ", answer.message)
    end
  end)

  -- --- through the service ---

  describe("from the service", function()
    local desk, integration

    setup(function()
      -- Ghost names its pictures by the address of its configuration, whatever the one that it was asked at.
      desk = delivering.start { allow_addresses = { way.address } }
      integration = desk:connect("ghost", { url = way.url, adminApiKey = site.key })
    end)

    teardown(function() if desk then desk:stop() end end)

    local function assert_whole(post, record)
      assert.equal("draft", post.status)
      assert.equal(record.slug, (post.slug:gsub("%-%d+$", "")))
      assert.equal(record.title, post.title)
      assert.equal(delivering.KEYWORD, post.tags[1].name)
      assert.is_nil(post.html:find("/media/", 1, true))
      local alts, count = {}, 0
      for alt in record.output.html:gmatch '<img [^>]-alt="([^"]*)"' do alts[#alts + 1] = alt end
      for address, alt in post.html:gmatch '<img src="([^"]+)"[^>]- alt="([^"]*)"' do
        count = count + 1
        local body, status = http.request(address)
        assert.equal(200, status)
        assert.equal("\x89PNG", body:sub(1, 4))
        assert.equal(alts[count], alt)
      end
      assert.equal(2, count)
    end

    it("comes with the order of the article, and is shown with it", function()
      local answer = desk:request("POST", ("/api/integrations/%s/test"):format(integration.integrationId))
      assert.is_true(answer.json.ok, answer.body)
      local article = desk:order(integration)
      local delivery, record = desk:arrival(article)
      assert.equal("delivered", delivery.state, delivery.lastError)
      local posts = made(article)
      assert.equal(1, #posts)
      assert.equal(("%s/ghost/#/editor/post/%s"):format(way.url, posts[1].id), delivery.remoteUrl)
      assert_whole(posts[1], record)
      assert.equal("delivered", desk:again(delivery).state)
      assert.same(posts, made(article))
      assert.is_false(desk:tells(site.key, integration, delivery))
    end)

    it("is there once when the service died after the site had taken it", function()
      way:script { { contains = "POST /ghost/api/admin/posts/", hold = true } }
      local article = desk:order(integration)
      assert(eventually(function() return #made(article) == 1 end))
      desk:kill(desk:request("GET", ("/api/articles/%s/deliveries"):format(article)).json.data[1], way)
      local delivery, record = desk:arrival(article)
      assert.equal("delivered", delivery.state, delivery.lastError)
      assert.equal(2, delivery.attempts)
      local posts = made(article)
      assert.equal(1, #posts)
      assert_whole(posts[1], record)
      assert.same({}, targets "^POST")
    end)
  end)
end)
