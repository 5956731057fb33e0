--- Drafts at a real WordPress, with every fault in between that a network and a site have.
local delivering = require "spec.support.delivering"
local drafts = require "spec.support.drafts"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local gate = require "spec.support.gate"
local http = require "socket.http"
local json = require("cjson").new()
local ltn12 = require "ltn12"
local mime = require "mime"
local wordpress = require "spec.support.wordpress"

local missing = wordpress.is_missing()

describe("a draft at WordPress", function()
  if missing then
    pending(missing)
    return
  end

  local site, way, draft

  setup(function()
    site = wordpress.start()
    way = gate.before(site)
  end)

  teardown(function()
    if way then way:stop() end
    if site then site:stop() end
  end)

  local function begin(username, more)
    local settings = { url = way.url .. "/", username = username or "author",
      applicationPassword = site.passwords[username or "author"] }
    for name, value in pairs(more or {}) do settings[name] = value end
    draft = drafts.new("wordpress", settings)
    return draft
  end

  before_each(function()
    way:script {}
    begin()
  end)

  after_each(function()
    draft:stop()
    site:plug("test", "")
    site:set_permalinks(true)
  end)

  -- What somebody at the site does.
  local function ask(method, path, body)
    local parts, text = {}, body and json.encode(body)
    local _, status = http.request { url = site.url .. "/wp-json/wp/v2" .. path, method = method,
      source = text and ltn12.source.string(text), sink = ltn12.sink.table(parts),
      headers = { ["Content-Type"] = "application/json", ["Content-Length"] = text and #text,
        Authorization = "Basic " .. mime.b64("administrator:" .. site.passwords.administrator) } }
    return json.decode(table.concat(parts)), status
  end

  -- The posts that this draft has made, in any state; or those of an article.
  local function made(article)
    local marker = article and "copydesk-" .. article or draft.marker
    return ask("GET", "/posts?status=any,trash&context=edit&per_page=100&search=" .. marker)
  end

  local function media_count()
    return tonumber(site:query "SELECT COUNT(*) FROM wp_posts WHERE post_type = 'attachment'")
  end

  local function assert_accepted(outcome)
    assert.equal("accepted", outcome.verdict, outcome.problem)
    local posts = made()
    assert.equal(1, #posts)
    assert.equal(("%s/wp-admin/post.php?post=%d&action=edit"):format(outcome.remote_url:match "^http://[^/]+",
      posts[1].id), outcome.remote_url)
    return posts[1]
  end

  local function targets(pattern) return way:targets(pattern) end

  it("has title, slug, excerpt, tags, its first picture, and the text with a mark that readers do not see", function()
    local post = assert_accepted(draft:send())
    assert.equal("draft", post.status)
    assert.equal("Herbs &amp; \"Light\" indoors", post.title.raw)
    assert.equal(draft.article.slug, post.slug)
    assert.equal("How herbs grow &lt;indoors&gt; &amp; when to water.", post.excerpt.raw)
    local _, marks = post.content.raw:gsub(draft.marker:gsub("%-", "%%-"), "")
    assert.equal(1, marks)
    assert.is_nil(post.content.raw:find "<h1")
    assert.is_nil(post.content.rendered:find("<p><!-- " .. draft.marker .. " --></p>", 1, true))
    assert.equal("indoor herbs", ask("GET", ("/tags/%d"):format(post.tags[1])).name)
    local medium = ask("GET", ("/media/%d?context=edit"):format(post.featured_media))
    assert.equal("copydesk-" .. draft[1], medium.slug)
    assert.equal("A pot of basil & mint", medium.alt_text)
    assert.equal("Basil, &lt;fresh&gt;", medium.caption.raw)
  end)

  it("shows the site's copies of the pictures, which are there, whole", function()
    local content = assert_accepted(draft:send()).content.raw
    assert.is_nil(content:find "service.example")
    local number = 0
    for address, alt in content:gmatch '<img src="([^"]+)" alt="([^"]*)"' do
      number = number + 1
      local body, status = http.request(address)
      assert.equal(200, status, address)
      assert.equal(folder.read(draft.pictures[draft[number]].file), body)
      assert.equal(number == 1 and "A pot of basil &amp; mint" or "A watering can", alt)
    end
    assert.equal(2, number)
  end)

  it("gets tags and categories of the settings, by name and id, those made that the user may make", function()
    begin("editor", { tags = { "indoor HERBS", "Window & sill" }, categories = { "1", "Gardens" } })
    local post = assert_accepted(draft:send())
    local names = {}
    for _, list in ipairs { { "/tags/", post.tags }, { "/categories/", post.categories } } do
      for _, id in ipairs(list[2]) do names[#names + 1] = ask("GET", list[1] .. ("%d"):format(id)).name end
    end
    table.sort(names)
    assert.same({ "Gardens", "Uncategorized", "Window &amp; sill", "indoor herbs" }, names)
    -- An author may use a category, but make none.
    begin("author", { categories = { "gardens", "Nobody's" } })
    post = assert_accepted(draft:send())
    assert.equal("Gardens", ask("GET", ("/categories/%d"):format(post.categories[1])).name)
    assert.same({}, ask("GET", "/categories?search=Nobody"))
  end)

  it("keeps frames of videos where an editor is the user", function()
    local frame = '<p><iframe src="https://www.youtube-nocookie.com/embed/x" title="Basil"></iframe></p>'
    for username, is_kept in pairs { editor = true, author = false } do
      local article = begin(username).article
      article.html = article.html .. frame
      assert.equal(is_kept, assert_accepted(draft:send()).content.raw:find("<iframe", 1, true) ~= nil)
    end
  end)

  it("gives plugins for search engines their description where they offer a field for it", function()
    site:plug("test", [[add_action('init', function () {
      register_post_meta('post', '_yoast_wpseo_metadesc', ['show_in_rest' => true, 'single' => true, 'type' => 'string',
        'auth_callback' => function () { return current_user_can('edit_posts'); }]); });]])
    local post = assert_accepted(draft:send())
    assert.equal(draft.article.meta_description, post.meta._yoast_wpseo_metadesc)
    assert.equal("", site:query "SELECT meta_value FROM wp_postmeta WHERE meta_key = 'rank_math_description'")
  end)

  it("is made where addresses are not pretty", function()
    site:set_permalinks(false)
    local outcome = draft:send()
    site:set_permalinks(true)
    assert_accepted(outcome)
    assert.equal("/?rest_route=", outcome.progress.interface.root)
    assert.equal(1, #targets "^GET /wp%-json/")
    way:script {}
    site:set_permalinks(false)
    assert.equal("accepted", draft:send().verdict)
    assert.equal(0, #targets "^GET /wp%-json/") -- it was found out once
  end)

  -- --- exactly one ---

  it("is there once when the answer to its making is lost", function()
    way:script { { contains = "POST /wp-json/wp/v2/posts", cut = "after", times = 1 } }
    local outcome = draft:send()
    assert.equal("retry", outcome.verdict)
    assert.is_nil(outcome.progress.post)
    local before = made()
    assert.equal(1, #before)
    assert.equal(before[1].id, assert_accepted(draft:send()).id)
    assert.equal(1, #targets "^POST /wp%-json/wp/v2/posts")
    assert.equal(before[1].modified, made()[1].modified)
  end)

  local deeds = {
    ["renamed it"] = function(id)
      ask("POST", "/posts/" .. id, { title = "Another title", slug = "another-slug", excerpt = "Another" })
    end,
    ["rewrote a part"] = function(id)
      local content = ask("GET", "/posts/" .. id .. "?context=edit").content.raw
      ask("POST", "/posts/" .. id, { content = content:gsub("Water it", "Never water it") .. "<p>And more.</p>" })
    end,
    ["published it"] = function(id) ask("POST", "/posts/" .. id, { status = "publish" }) end,
    ["put it into the bin"] = function(id) ask("DELETE", "/posts/" .. id) end,
    ["made it private"] = function(id) ask("POST", "/posts/" .. id, { status = "private" }) end,
    ["put it off"] = function(id)
      ask("POST", "/posts/" .. id, { status = "future", date = "2039-01-01T00:00:00" })
    end,
  }

  for name, deed in pairs(deeds) do
    it("is found again after somebody " .. name, function()
      way:script { { contains = "POST /wp-json/wp/v2/posts", cut = "after", times = 1 } }
      assert.equal("retry", draft:send().verdict)
      deed(("%d"):format(made()[1].id))
      local before = made()[1]
      local after = assert_accepted(draft:send())
      assert.same(before, after)
      assert.equal(1, #targets "^POST /wp%-json/wp/v2/posts")
    end)
  end

  it("is known by its id when nothing of the text is left", function()
    local post = assert_accepted(draft:send())
    ask("POST", ("/posts/%d"):format(post.id), { content = "<p>All new.</p>", title = "New", slug = "new" })
    assert.equal("accepted", draft:send().verdict)
    assert.equal(1, #targets "^POST /wp%-json/wp/v2/posts")
    -- Whoever removes it for good, and asks for it again, gets it again.
    ask("DELETE", ("/posts/%d?force=true"):format(post.id))
    assert_accepted(draft:send())
    assert.equal(2, #targets "^POST /wp%-json/wp/v2/posts")
  end)

  it("is found by its slug where the site's search finds nothing", function()
    site:plug("test", [[add_filter('posts_pre_query', function ($posts, $query) {
      return $query->get('s') ? [] : $posts; }, 10, 2);]])
    way:script { { contains = "POST /wp-json/wp/v2/posts", cut = "after", times = 1 } }
    assert.equal("retry", draft:send().verdict)
    assert.equal("accepted", draft:send().verdict)
    assert.equal(1, #targets "^POST /wp%-json/wp/v2/posts")
  end)

  it("is not taken for another article's with the same slug", function()
    local first = draft
    assert_accepted(draft:send())
    begin().article.slug = first.article.slug
    draft.is_repeated = true
    assert_accepted(draft:send())
    first:stop()
  end)

  it("is not made while nobody can tell whether it is there", function()
    way:script { { contains = "POST /wp-json/wp/v2/posts", cut = "after", times = 1 },
      { contains = "search=", status = 503, times = 1 }, { contains = "search=", status = 400, times = 1 },
      { contains = "search=", status = 200, times = 1 }, { contains = "search=", cut = "after", times = 1 } }
    for _ = 1, 5 do assert.equal("retry", draft:send().verdict) end
    assert_accepted(draft:send())
    assert.equal(1, #targets "^POST /wp%-json/wp/v2/posts")
  end)

  -- Every request of a delivery, lost before it came to the site or on the way back.
  for _, cut in ipairs { "before", "after" } do
    it("is there once, with each picture once, whichever connection broke " .. cut .. " the site had it", function()
      assert_accepted(draft:send())
      local count = #way:log()
      for number = 1, count do
        draft:stop()
        begin()
        local media = media_count()
        way:script { { call = number, cut = cut } }
        assert.equal("retry", draft:send().verdict)
        way:script {}
        local post = assert_accepted(draft:send())
        assert.equal(media + 2, media_count(), "request " .. number)
        for address in post.content.raw:gmatch '<img src="([^"]+)"' do
          assert.equal(200, select(2, http.request(address)))
        end
        assert.equal("A pot of basil & mint", ask("GET", ("/media/%d"):format(post.featured_media)).alt_text)
      end
      assert.is_true(count > 6)
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

  it("waits while the password is wrong", function()
    draft.settings.applicationPassword = "abcd efgh ijkl mnop qrst uvwx"
    assert.equal(401, assert_later("127%.0%.0%.1 answered with status 401: .*applicationPassword is wrong").code)
    draft.settings.applicationPassword = site.passwords.author
    assert_accepted(draft:send())
  end)

  it("waits while the user has no rights", function()
    begin("subscriber")
    assert.equal(403, assert_later("status 403: .*not allowed").code)
    -- Nobody may look for drafts who may write none.
    assert_later("shows no drafts to this user: username or applicationPassword is wrong")
  end)

  it("waits while a page, a redirection, or nothing stands where the interface should", function()
    way:script { { status = 200 } }
    assert_later "does not answer as WordPress does, neither at /wp%-json/ nor at /%?rest_route=/"
    way:script { { status = 301, headers = { Location = "https://www.example.com/" } } }
    assert_later "leads elsewhere %(status 301%): url has to be the address that it leads to"
    way:script { { status = 404 } }
    assert_later "does not answer as WordPress does"
    way:script { { contains = "POST /wp-json/wp/v2/posts", status = 200 } }
    assert_later "answered with a page where its interface was expected"
    way:script { { status = 502 } }
    assert_later "answered with status 502"
  end)

  it("waits as long as the site asks", function()
    way:script { { contains = "POST /wp-json/wp/v2/media", status = 429, headers = { ["Retry-After"] = "120" } } }
    assert.equal(120000, assert_later("answered with status 429").retry_after_ms)
    way:script { { contains = "POST /wp-json/wp/v2/posts", status = 503, headers = { ["Retry-After"] = "7" } } }
    assert.equal(7000, assert_later("answered with status 503").retry_after_ms)
    way:script {}
    assert_accepted(draft:send())
  end)

  it("is made without a copy of a picture that the site finds too large, and says so", function()
    way:script { { contains = "POST /wp-json/wp/v2/media", status = 413, times = 1 } }
    local outcome = draft:send()
    local post = assert_accepted(outcome)
    assert.matches("did not take a picture %(status 413%)", outcome.problem)
    assert.truthy(post.content.raw:find("http://service.example/media/" .. draft[1] .. ".png", 1, true))
    assert.equal("copydesk-" .. draft[2], ask("GET", ("/media/%d"):format(post.featured_media)).slug)
  end)

  it("is refused when the site refuses the article", function()
    way:script { { contains = "POST /wp-json/wp/v2/posts", status = 422, body = '{"message": "No more herbs."}' } }
    local outcome = draft:send()
    assert.equal("refused", outcome.verdict)
    assert.matches("status 422: No more herbs", outcome.problem)
  end)

  it("tells no secret, whatever the site quotes", function()
    local secret = site.passwords.author
    way:script { { status = 400, body = json.encode { message = "no: " .. secret .. " and "
      .. mime.b64("author:" .. secret) }, headers = { ["Content-Type"] = "application/json" } } }
    local outcome = draft:send()
    assert.is_nil(outcome.problem:find(secret, 1, true))
    assert.is_nil(outcome.problem:find(mime.b64("author:" .. secret), 1, true))
  end)

  -- --- tests ---

  it("is known beforehand to be possible", function()
    assert.equal("accepted", draft:ask("test").verdict)
    assert.equal(0, #made())
    assert.same({}, targets "^POST")
  end)

  it("is known beforehand to be impossible, and why", function()
    local reasons = { subscriber = "the user may not write posts at 127.0.0.1: the role Author",
      contributor = "the user may not upload pictures at 127.0.0.1: the role Author" }
    for username, reason in pairs(reasons) do
      local outcome = begin(username):ask "test"
      assert.equal("retry", outcome.verdict)
      assert.matches(reason, outcome.problem)
    end
    draft.settings.applicationPassword = "wrong"
    assert.matches("status 401: .* applicationPassword is wrong", draft:ask("test").problem)
    way:script { { status = 200 } }
    assert.matches("does not answer as WordPress does", draft:ask("test").problem)
  end)

  it("wants a name without a colon", function()
    draft.settings.username = "a:b"
    local answer = draft:ask "check"
    assert.equal("invalid", answer.status)
    assert.matches("^username ", answer.message)
  end)

  -- --- through the service ---

  describe("from the service", function()
    local desk, integration

    setup(function()
      desk = delivering.start { allow_addresses = { way.address } }
      integration = desk:connect("wordpress", { url = way.url, username = "editor", tags = { "Ordered" },
        applicationPassword = site.passwords.editor, categories = { "Gardens" } })
    end)

    teardown(function() if desk then desk:stop() end end)

    local function assert_whole(post, record)
      assert.equal("draft", post.status)
      assert.equal(record.slug, (post.slug:gsub("%-%d+$", ""))) -- the site may have one of that name
      assert.equal(record.title, (post.title.raw:gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&amp;", "&")))
      assert.equal(2, #post.tags)
      assert.equal(1, #post.categories)
      assert.is_nil(post.content.raw:find("/media/", 1, true))
      local alts, count = {}, 0
      for alt in record.output.html:gmatch '<img [^>]-alt="([^"]*)"' do alts[#alts + 1] = alt end
      for address, alt in post.content.raw:gmatch '<img src="([^"]+)" alt="([^"]*)"' do
        count = count + 1
        local body, status, headers = http.request(address)
        assert.equal(200, status)
        assert.equal("image/png", headers["content-type"])
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
      assert.equal(("%s/wp-admin/post.php?post=%d&action=edit"):format(way.url, posts[1].id), delivery.remoteUrl)
      assert_whole(posts[1], record)
      assert.equal("delivered", desk:again(delivery).state)
      assert.same(posts, made(article))
      assert.is_false(desk:tells(site.passwords.editor, integration, delivery))
    end)

    it("is there once when the service died after the site had taken it", function()
      way:script { { contains = "POST /wp-json/wp/v2/posts", hold = true } }
      local article = desk:order(integration)
      assert(eventually(function() return #made(article) == 1 end))
      local media = media_count()
      desk:kill(desk:request("GET", ("/api/articles/%s/deliveries"):format(article)).json.data[1], way)
      local delivery, record = desk:arrival(article)
      assert.equal("delivered", delivery.state, delivery.lastError)
      assert.equal(2, delivery.attempts)
      local posts = made(article)
      assert.equal(1, #posts)
      assert.equal(media, media_count())
      assert_whole(posts[1], record)
      assert.same({}, targets "^POST")
    end)
  end)

  it("comes from examples/deliver.lua, which tells a wrong password before it writes", function()
    local home = folder.new()
    finally(function() folder.remove(home) end)
    local function run(password)
      local pipe = assert(io.popen(("WORDPRESS_PASSWORD='%s' COPYDESK_DATA=%s COPYDESK_ALLOW=%s lua5.4 "
        .. "examples/deliver.lua %s author 'watering herbs' 2>&1; echo $?"):format(password, home, site.address,
        site.url)))
      local said = pipe:read "*a"
      pipe:close()
      return said
    end
    assert.matches("applicationPassword is wrong[^\n]+\n1\n$", run "abcd efgh")
    assert.matches("^Watering herbs: delivered " .. site.url:gsub("%p", "%%%0") .. "/wp%-admin/post.php[^\n]+\n0\n$",
      run(site.passwords.author))
  end)
end)
