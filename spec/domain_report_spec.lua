--- How the pages of a domain link to each other: over a real site with known orphans, broken links and anchors.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local json = require "cjson.safe"

-- A site. `SITE` in a page stands for its address.
local FILES = {
  ["index.html"] = [[<title>Home</title><p><a href="a.html">Page A</a> <a href="/sub/b.html">Page
    <b>B</b></a> <a href="/a.html?utm_source=x">Page A</a> <a href="notes.pdf">Notes</a> <a href="/moved">Moved</a>
    <a href="/closed/x.html">Closed</a> <a href="#top">Top</a> <a href="mailto:a@b.example">Mail</a>]],
  ["a.html"] = [[<title>A</title><link rel="canonical" href="a.html"><p>
    <a href="SITE/sub/b.html#part">Page B</a> <a href="/missing.html">gone &amp;
    lost</a> <a href="/missing.html">gone again</a> <a href="a.html">myself</a> <a href="./sub/../c.html">to C</a>
    <a href="https://elsewhere.example/">outside</a>]],
  ["sub/b.html"] = [[<base href="/sub/deep/"><title>B</title><p><a href="../../a.html">Page A</a>
    <a href="page.html"><img src="x.png" alt="A picture"></a> <a href="broken.html">not here</a>]],
  ["sub/deep/page.html"] = [[<title>Deep</title><p><a href="/" rel="nofollow">Home</a>
    <a href="/double.html">Double</a>]],
  ["c.html"] = [[<title>C</title><p><a href="/">Home</a> <a href="/error">An error</a>]],
  ["target.html"] = [[<title>Target</title><p>No links.]],
  ["double.html"] = [[<title>Double</title><link rel="canonical" href="/target.html"><p>The same as target.]],
  ["lonely.html"] = [[<title>Lonely</title><p><a href="/lonely.html">only to myself</a>]],
  ["closed/x.html"] = [[<title>Closed</title><p>Closed.]],
  ["notes.pdf"] = "%PDF-1.4",
  ["robots.txt"] = "User-agent: *\nDisallow: /closed/\n",
}

local LOCATIONS = [[
location = /moved { return 301 /target.html; }
location = /error { return 500; }
]]

describe("the report on a domain", function()
  local server, site, root, id

  setup(function()
    root = folder.new()
    os.execute(("mkdir -p %s/sub/deep %s/closed"):format(root, root))
    site = nginx.start { root = root, locations = LOCATIONS }
    for path, text in pairs(FILES) do folder.write(root .. "/" .. path, (text:gsub("SITE", site.url))) end
    server = service.start { config = { workers = 0, allow_addresses = { site.address },
      accounts = { other = {} } } }
    id = http.request(server, "POST", "/api/domains", { body = { name = "Site", startUrl = site.url } }).json.domainId
    local state
    repeat
      state = http.request(server, "GET", "/api/domains/" .. id, { headers = { Prefer = "wait=20" } }).json
    until state.status ~= "crawling"
    assert.equal("ready", state.status, state.problem)
    -- One that nothing links to, which no crawl finds.
    local lonely = { url = site.url .. "/lonely.html", title = "Lonely", html = FILES["lonely.html"] }
    assert.equal(200, http.request(server, "POST", ("/api/domains/%s/pages"):format(id),
      { body = { pages = { lonely } } }).status)
  end)

  teardown(function()
    server:stop()
    site:stop()
    folder.remove(root)
  end)

  local function get(path, options)
    return http.request(server, "GET", ("/api/domains/%s%s"):format(id, path), options)
  end

  local function report(query)
    local answer = get("/report" .. (query or ""))
    assert.equal(200, answer.status, answer.body)
    return answer.json
  end

  -- A list of entries as lines that are easy to compare: the named members, without the site's address.
  local function lines(list, ...)
    local names, found = { ... }, {}
    for i, entry in ipairs(list) do
      local words = {}
      for k, name in ipairs(names) do
        local value = entry[name]
        if type(value) == "number" then value = ("%d"):format(value) end
        words[k] = value == json.null and "-" or tostring(value):gsub(site.url, "", 1)
      end
      found[i] = table.concat(words, " | ")
    end
    return found
  end

  it("counts the pages that link to each, by relative, absolute and redirecting addresses", function()
    local found = report()
    assert.same({
      "/lonely.html | 0 | 0", "/c.html | 1 | 1", "/sub/deep/page.html | 1 | 2", "/ | 2 | 3", "/a.html | 2 | 2",
      "/sub/b.html | 2 | 2", "/target.html | 2 | 0",
    }, lines(found.inbound, "url", "inbound", "outbound"))
    assert.equal(7, found.pages)
    assert.equal(id, found.domainId)
    assert.is_false(found.isCut)
  end)

  it("names the orphans, and never the root of the site", function()
    local found = report()
    assert.equal(1, found.orphanCount)
    assert.same({ "/lonely.html | Lonely" }, lines(found.orphans, "url", "title"))
  end)

  it("names each broken link once for a page, with what the address answered", function()
    local found = report()
    assert.same({ "/a.html | /missing.html | gone & lost | 404", "/c.html | /error | An error | 500",
      "/sub/b.html | /sub/deep/broken.html | not here | 404" },
      lines(found.brokenLinks, "from", "to", "text", "status"))
    assert.equal(3, found.brokenLinkCount)
  end)

  it("counts what links say, pictures by their alternative text", function()
    local found = report()
    assert.same({
      "Page A | /a.html | 3", "Home | / | 2", "Page B | /sub/b.html | 2", "to C | /c.html | 1",
      "A picture | /sub/deep/page.html | 1", "Double | /target.html | 1", "Moved | /target.html | 1",
    }, lines(found.anchors, "text", "url", "count"))
    assert.equal(7, found.anchorCount)
  end)

  it("tells links in text from all, clicks from the start page, dead ends and unreachable pages", function()
    local found = report()
    assert.equal(site.url .. "/", found.entry)
    assert.same({ "0 | 1", "1 | 3", "2 | 2" }, lines(found.depths, "depth", "pages"))
    assert.same({ "/lonely.html" }, lines(found.unreachable, "url"))
    assert.same({ "/target.html", "/lonely.html" }, lines(found.deadEnds, "url"))
    assert.same({ "/ | 2 | 0", "/a.html | 2 | 1", "/c.html | 1 | 2", "/lonely.html | 0 | -" },
      (function(list) table.sort(list) return { list[1], list[2], list[3], list[4] } end)(
        lines(found.inbound, "url", "inboundInText", "depth")))
    assert.equal(1, found.unlinkedCount)
    assert.equal(7, found.graph.nodeCount)
    assert.equal(found.graph.edgeCount, #found.graph.edges)
    local names = {}
    for _, edge in ipairs(found.graph.edges) do
      assert(found.graph.nodes[edge.from + 1] and found.graph.nodes[edge.to + 1])
      names[#names + 1] = found.graph.nodes[edge.from + 1].title .. " > " .. found.graph.nodes[edge.to + 1].title
    end
    table.sort(names)
    assert.same({ "A > B", "A > C", "B > A", "B > Deep", "C > Home", "Deep > Home", "Deep > Target", "Home > A",
      "Home > B", "Home > Target" }, names)
  end)

  it("calls a page weak to which fewer pages link than is asked for", function()
    assert.same({ "/c.html", "/sub/deep/page.html" }, lines(report("?weakBelow=2").weakPages, "url"))
    assert.equal(5, report().weakPageCount)
    assert.equal(0, report("?weakBelow=1").weakPageCount)
    assert.equal(400, get("/report?weakBelow=0").status)
  end)

  it("is a page for a browser too, which needs nothing from elsewhere", function()
    local answer = get "/report?format=html"
    assert.equal("text/html; charset=utf-8", answer.headers["content-type"])
    assert.truthy(answer.body:find("<title>Links of Site</title>", 1, true))
    assert.truthy(answer.body:find("gone &amp; lost", 1, true))
    assert.truthy(answer.body:find('<svg [^>]*role="img" aria%-labelledby="pages%-title pages%-desc"'))
    for _, unwanted in ipairs { "<script", "<link", "<img", "src=", "@import", "url%(" } do
      assert.falsy(answer.body:find(unwanted), unwanted)
    end
    assert.equal(answer.body, get("/report?format=html").body)
    assert.equal(400, get("/report?format=pdf").status)
  end)

  it("is bounded, and says how much there is", function()
    local found = report "?limit=1"
    for _, name in ipairs { "orphans", "inbound", "brokenLinks", "anchors" } do assert.equal(1, #found[name], name) end
    assert.equal(3, found.brokenLinkCount)
    assert.equal(7, found.anchorCount)
    assert.equal(400, get("/report?limit=1001").status)
    assert.equal(400, get("/report?limt=1").status)
  end)

  it("is its account's only, as are the pages", function()
    for _, path in ipairs { "/report", "/pages" } do
      local foreign = get(path, { key = server:key_of("other") })
      local missing = http.request(server, "GET", "/api/domains/01890000-0000-7000-8000-000000000000" .. path)
      assert.same({ 404, 404 }, { foreign.status, missing.status })
      assert.equal(missing.json.detail, foreign.json.detail)
    end
  end)

  it("forgets a page that is gone when the site is read again", function()
    local fresh = { name = "Twice", startUrl = site.url }
    local other = http.request(server, "POST", "/api/domains", { body = fresh }).json.domainId
    local path = "/api/domains/" .. other
    local function read_again()
      repeat
        local state = http.request(server, "GET", path, { headers = { Prefer = "wait=20" } }).json
      until state.status ~= "crawling"
      return http.request(server, "GET", path .. "/report").json
    end
    assert.equal(6, read_again().pages)
    os.remove(root .. "/c.html")
    http.request(server, "POST", path .. "/refresh")
    local found = read_again()
    assert.equal(5, found.pages)
    local broken = lines(found.brokenLinks, "from", "to", "status")
    table.sort(broken)
    assert.same({ "/a.html | /c.html | 404", "/a.html | /missing.html | 404",
      "/sub/b.html | /sub/deep/broken.html | 404" }, broken)
    folder.write(root .. "/c.html", FILES["c.html"])
    http.request(server, "DELETE", path)
  end)

  it("says of a site that was only sent that a link leads to none of its pages", function()
    local pushed = http.request(server, "POST", "/api/domains", { body = { name = "Sent" } }).json.domainId
    local path = "/api/domains/" .. pushed
    local empty = http.request(server, "GET", path .. "/report").json
    assert.same({ 0, 0, 0 }, { empty.pages, empty.orphanCount, #empty.anchors })
    http.request(server, "POST", path .. "/pages", { body = { pages = {
      { url = "https://sent.example/a",
        html = '<p><a href="/b/">B</a> <a href="/x?y=1">X</a> <a href="http://sent.example/b">b</a>' },
      { url = "https://sent.example/b", html = '<p><a href="//www.sent.example/">other host</a>' },
    } } })
    local found = http.request(server, "GET", path .. "/report").json
    assert.same({ "https://sent.example/a | https://sent.example/x?y=1 | X | -" },
      lines(found.brokenLinks, "from", "to", "text", "status"))
    assert.same({ "https://sent.example/a" }, lines(found.orphans, "url"))
    assert.equal(3, found.links)
  end)

  describe("lists its pages", function()
    it("by address, a page of the list at a time", function()
      local found, cursor, requests = {}, nil, 0
      repeat
        local escaped = cursor and cursor:gsub("[^%w]", function(c) return ("%%%02X"):format(c:byte()) end)
        local answer = get("/pages?limit=3" .. (cursor and "&cursor=" .. escaped or ""))
        assert.equal(200, answer.status, answer.body)
        for _, page in ipairs(answer.json.data) do found[#found + 1] = page end
        cursor = answer.json.hasMore and answer.json.nextCursor
        local link = answer.headers.link
        local following = link and link:match "cursor=([^&]+)&"
        assert.equal(cursor or nil, following and (following:gsub("%%(%x%x)",
          function(code) return string.char(tonumber(code, 16)) end)))
        requests = requests + 1
      until not cursor
      assert.equal(3, requests)
      assert.same({ "/ | Home | false", "/a.html | A | false", "/c.html | C | false", "/lonely.html | Lonely | true",
        "/sub/b.html | B | false", "/sub/deep/page.html | Deep | false", "/target.html | Target | false" },
        lines(found, "url", "title", "pushed"))
      assert.equal(#FILES["target.html"], found[7].bytes)
      assert.is_true(found[7].readAt > 0)
    end)

    it("in the command too", function()
      local function run(words)
        local pipe = assert(io.popen(("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s copydesk domains %s 2>&1"):format(
          server.url, server.key, words)))
        local text = pipe:read("*a")
        assert.truthy(pipe:close(), text)
        return text
      end
      assert.truthy(run("pages Site"):find("/lonely.html\t-\tsent\tLonely", 1, true))
      local text = run("report Site")
      assert.truthy(text:find("7 pages, ", 1, true), text)
      assert.truthy(text:find("1 orphan, to which no page links from its text:\n0\t0\t0\t", 1, true), text)
      assert.truthy(text:find("404\t[^\t]*/a.html\t[^\t]*/missing.html\tgone & lost\n"), text)
      assert.equal(7, json.decode(run("report Site --json")).pages)
      assert.truthy(run("report Site --weak-below 2"):find("2 weak pages, to which fewer than 2 do:", 1, true))
      local page, more = os.tmpname(), os.tmpname()
      finally(function()
        os.remove(page)
        os.remove(more)
      end)
      assert.equal("", run("report Site --html " .. page))
      assert.equal(get("/report?format=html").body, folder.read(page))
      local file = assert(io.open(more, "w"))
      assert(file:write('[{"url":"https://sent.example/more","title":"More"}]'))
      assert(file:close())
      assert.truthy(run("push Site " .. more):find("\t8\tSite", 1, true))
      assert.truthy(run("pages Site"):find("https://sent.example/more\t-\tsent\tMore", 1, true))
    end)
  end)
end)
