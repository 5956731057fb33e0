--- The manual in the service's pages: the list, a chapter, links between them, the search; for everybody.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

describe("/manual", function()
  local server
  setup(function() server = service.start { config = { workers = 0 } } end)
  teardown(function() server:stop() end)

  local pages = setmetatable({ is_described = false }, { __index = function(_, key) return server[key] end })
  local function get(path)
    return assert(http.request(pages, "GET", path, { key = false }))
  end

  local function search(words)
    return get("/manual?" .. visitor.encode { q = words })
  end

  it("lists the chapters, without anybody being signed in", function()
    local answer = get "/manual"
    assert.equal(200, answer.status)
    assert.truthy(answer.headers["content-security-policy"]:find("default-src 'none'", 1, true))
    assert.truthy(answer.body:find '<form method="get" action="/manual"')
    assert.is_nil(answer.body:find "<nav")
    local count = 0
    for path in assert(io.popen "ls lua/copydesk/manual/*.md"):lines() do
      local name = path:match "([^/]+)%.md$"
      if name ~= "README" then
        assert.truthy(answer.body:find(('<a href="/manual/%s">'):format(name), 1, true), name)
        count = count + 1
      end
    end
    assert.is_true(count > 15)
  end)

  it("shows a chapter with anchors, tables and code", function()
    local answer = get "/manual/linking"
    assert.equal(200, answer.status)
    for _, part in ipairs { "<h1 dir=\"auto\">Linking</h1>", '<h2 id="ten-lines">Ten lines</h2>', "<th>option</th>",
      "<td><code>density</code></td>", '<pre tabindex="0"><code>local linker = require ', "&lt;p&gt;Basil stands" } do
      assert.truthy(answer.body:find(part, 1, true), part)
    end
    assert.is_nil(answer.body:find("<!--", 1, true))
    assert.equal(1, select(2, answer.body:gsub("<h1", "")))
  end)

  it("leads from each chapter to others and to their headings, and never to files", function()
    for path in assert(io.popen "ls lua/copydesk/manual/*.md"):lines() do
      local name = path:match "([^/]+)%.md$"
      local answer = get(name == "README" and "/manual" or "/manual/" .. name)
      local text = answer.body:match '<div class="manual">(.*)$'
      for href in text:gmatch 'href="([^"]+)"' do
        local other, place = href:match "^/manual/?(%l*)#?(.*)$"
        assert.truthy(other or href:find "^https?://" or href:find "^#", name .. ": " .. href)
        local led = other and get("/manual" .. (other == "" and "" or "/" .. other)) or answer
        assert.equal(200, led.status, href)
        place = place or href:match "^#(.*)$"
        if place and place ~= "" then assert.truthy(led.body:find(('id="%s"'):format(place), 1, true), href) end
      end
    end
  end)

  it("keeps the navigation of who is signed in", function()
    local guest = visitor.new(server)
    local answer = guest:get "/manual/linking"
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find('<a href="/manual" aria-current="page">Manual</a>', 1, true))
    assert.truthy(guest:get "/queue".body:find('<a href="/manual">Manual</a>', 1, true))
  end)

  it("finds the sections that have the words of a search, those with them in headings first", function()
    local answer = search "Density MIN_SCORE"
    assert.equal(200, answer.status)
    assert.truthy(answer.body:find('<a href="/manual/linking#options">Options</a>', 1, true))
    assert.truthy(answer.body:find('value="Density MIN_SCORE"', 1, true))
    local first = search("backups").body:match '<ul class="entries">%s*<li><a href="([^"]+)"'
    assert.equal("/manual/operating#backups", first)
    assert.is_nil(search("backups").body:find("<!--", 1, true))
    -- What stands below no heading is found as the chapter.
    assert.truthy(search("static build script body filter").body:find('<a href="/manual/linking">', 1, true))
  end)

  it("shows sections with some of the words where none has all, and says so", function()
    assert.truthy(search("backups zzzzzz").body:find("No section has all of these words", 1, true))
    assert.truthy(search("zzzzzz").body:find("Nothing in the manual has these words", 1, true))
  end)

  it("shows what was searched for as text, whatever it is", function()
    for _, words in ipairs { '"><script>alert(1)</script>', "<b>", "&quot;", "%s%n", ("x "):rep(500), "\255\254" } do
      local answer = search(words)
      assert.equal(200, answer.status)
      assert.is_nil(answer.body:find("<script>alert", 1, true))
      assert.is_nil(answer.body:find("<b>", 1, true))
    end
    assert.truthy(search('"><script>').body:find('value="&quot;&gt;&lt;script&gt;"', 1, true))
    assert.equal(200, get "/manual?q=".status)
    assert.equal(200, get "/manual?q=%20%20".status)
  end)

  it("has no chapter of another name", function()
    for _, name in ipairs { "nonsense", "README", "%2e%2e", "linking.md" } do
      local answer = get("/manual/" .. name)
      assert.equal(404, answer.status, name)
      assert.truthy(answer.body:find("<h1", 1, true), name)
    end
  end)

  it("is in the service what is in its folder", function()
    local title, opening = folder.read "lua/copydesk/manual/nodes.md":match "^# ([^\n]+)\n\n(.-)\n\n"
    local body = get "/manual/nodes".body
    assert.truthy(body:find(("<h1 dir=\"auto\">%s</h1>"):format(title), 1, true))
    assert.truthy(body:find(("<p>%s</p>"):format(opening), 1, true))
  end)
end)
