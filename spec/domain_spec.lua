--- Domains: their pages pushed or crawled, and content linked to them.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"
local json = require "cjson.safe"
local socket = require "socket"

local UNKNOWN = "01890000-0000-7000-8000-000000000000"

local function page(name, title, text)
  return {
    url = "https://herbs.example/" .. name,
    title = title,
    html = ("<title>%s</title><h1>%s</h1><p>%s</p>"):format(title, title, text),
    language = "en",
  }
end

local PAGES = {
  page("mint", "Growing mint", "Growing mint is easy: mint grows in shade and spreads by its roots."),
  page("basil", "Basil care", "Basil care begins with warmth. Basil wants eighteen degrees and more."),
  page("pots", "Clay pots", "Clay pots let water evaporate through their walls, so the soil dries sooner."),
  page("soil", "Potting soil", "Potting soil for herbs drains well and holds few nutrients."),
}

local CONTENT = "<p>Good basil care matters in winter.</p>\n<p>Many gardeners like clay pots &amp; growing mint.</p>\n"

local function post(server, path, body, options)
  options = options or {}
  options.body = body
  return http.request(server, "POST", path, options)
end

local domain_count = 0
local function new_domain(server, pages, options)
  domain_count = domain_count + 1
  local id = assert(post(server, "/api/domains", { name = "Herbs " .. domain_count }, options).json.domainId)
  local pushed = pages and post(server, "/api/domains/" .. id .. "/pages", { pages = pages }, options)
  assert.is_true(not pages or pushed.status == 200)
  return id
end

local function credits(server, key)
  return http.request(server, "GET", "/api/account", { key = key }).json.credits
end

describe("a domain whose pages are pushed", function()
  local server

  setup(function()
    server = service.start { config = { workers = 0, accounts = { other = {}, thrifty = { credits = 2 } } } }
  end)

  teardown(function() server:stop() end)

  local function link(body, options)
    return post(server, "/api/internal-links/", body, options)
  end

  it("is made, shown, changed, listed and deleted", function()
    local made = post(server, "/api/domains", { name = "Garden" })
    assert.equal(201, made.status)
    local domain = made.json
    local path = "/api/domains/" .. domain.domainId
    assert.equal(path, made.headers.location)
    assert.equal("empty", domain.status)
    assert.equal(0, domain.pageCount)
    assert.equal(json.null, domain.startUrl)
    assert.same(domain, http.request(server, "GET", path).json)
    local body = { name = "Park", startUrl = "https://park.example/" }
    local changed = http.request(server, "PATCH", path, { body = body })
    assert.equal(200, changed.status)
    assert.equal("Park", changed.json.name)
    assert.equal("https://park.example/", changed.json.startUrl)
    local cleared = http.request(server, "PATCH", path, { body = { startUrl = json.null } }).json
    assert.equal(json.null, cleared.startUrl)
    assert.equal("Park", cleared.name)
    local found = false
    for _, each in ipairs(http.request(server, "GET", "/api/domains").json.data) do
      found = found or each.domainId == domain.domainId
    end
    assert.is_true(found)
    assert.equal(204, http.request(server, "DELETE", path).status)
    assert.equal(404, http.request(server, "GET", path).status)
    assert.equal(404, http.request(server, "DELETE", path).status)
  end)

  it("is its account's only", function()
    local other = { key = server:key_of("other") }
    local id = new_domain(server, PAGES)
    local path = "/api/domains/" .. id
    for _, request in ipairs { { "GET", path }, { "DELETE", path }, { "POST", path .. "/refresh" } } do
      assert.equal(404, http.request(server, request[1], request[2], { key = other.key }).status)
    end
    assert.equal(404, http.request(server, "PATCH", path, { key = other.key, body = { name = "x" } }).status)
    assert.equal(404, post(server, path .. "/pages", { pages = PAGES }, other).status)
    assert.equal(404, link({ content = CONTENT, format = "html", domainId = id }, other).status)
    assert.same({}, http.request(server, "GET", "/api/domains", other).json.data)
    assert.equal(200, http.request(server, "GET", path).status)
  end)

  it("has a name of its own within its account", function()
    local first = post(server, "/api/domains", { name = "Only" }).json.domainId
    local second = post(server, "/api/domains", { name = "Second" }).json.domainId
    local path = "/api/domains/" .. second
    for _, answer in ipairs {
      post(server, "/api/domains", { name = "Only", startUrl = "https://other.example/" }),
      http.request(server, "PATCH", path, { body = { name = "Only" } }),
    } do
      assert.equal(409, answer.status)
      assert.equal("conflict", answer.json.error.code)
      assert.truthy(answer.json.detail:find(first, 1, true), answer.json.detail)
      assert.truthy(answer.json.detail:find('"Only"', 1, true), answer.json.detail)
    end
    assert.equal("Second", http.request(server, "GET", path).json.name)
    local kept = http.request(server, "PATCH", path, { body = { name = "Second", startUrl = "https://b.example/" } })
    assert.equal(200, kept.status)
    assert.equal(201, post(server, "/api/domains", { name = "Only" }, { key = server:key_of("other") }).status)
    http.request(server, "DELETE", "/api/domains/" .. first)
    assert.equal(200, http.request(server, "PATCH", path, { body = { name = "Only" } }).status)
  end)

  it("gets its name once, however many ask for it together", function()
    local open, statuses = {}, { [201] = 0, [409] = 0 }
    for i = 1, 10 do
      open[i] = http.connect(server)
      open[i]:send("POST", "/api/domains", { body = { name = "Wanted" } })
    end
    for _, conn in ipairs(open) do
      local status = conn:receive().status
      statuses[status] = (statuses[status] or 0) + 1
      conn:close()
    end
    assert.same({ [201] = 1, [409] = 9 }, statuses)
  end)

  it("names the faults of what it is given", function()
    local function pointers(path, body, method)
      local answer = http.request(server, method or "POST", path, { body = body })
      assert.equal(400, answer.status, answer.body)
      local list = {}
      for i, fault in ipairs(answer.json.errors) do list[i] = fault.pointer end
      table.sort(list)
      return list
    end
    assert.same({ "/name" }, pointers("/api/domains", {}))
    assert.same({ "/name", "/sitemapUrl", "/startUrl" },
      pointers("/api/domains", { name = 5, startUrl = "park.example", sitemapUrl = "ftp://x/" }))
    local path = "/api/domains/" .. new_domain(server)
    assert.same({ "/name" }, pointers(path, { name = "" }, "PATCH"))
    path = path .. "/pages"
    assert.same({ "/name", "/pages" }, pointers(path, { name = "x" }))
    assert.same({ "/pages" }, pointers(path, { pages = "x" }))
    assert.same({ "/pages" }, pointers(path, '{"pages":[]}'))
    assert.same({ "/pages/0/url", "/pages/1/html", "/pages/2", "/pages/3/url" }, pointers(path, { pages = {
      { html = "x" }, { url = "https://a.example/", html = 5 }, "x", { url = "javascript:alert(1)" } } }))
    assert.equal(409, post(server, path:gsub("/pages", "/refresh"), nil).status)
  end)

  it("refuses a field that it does not know, and lists those it knows", function()
    local function refusal(path, body, method)
      local answer = http.request(server, method or "POST", path, { body = body })
      assert.equal(400, answer.status, answer.body)
      return answer.json.errors[1].pointer .. " " .. answer.json.errors[1].detail
    end
    local before = #http.request(server, "GET", "/api/domains").json.data
    assert.equal('/url There is no field "url" here; there is: name, startUrl, sitemapUrl.',
      refusal("/api/domains", { name = "x", url = "https://x.example/" }))
    assert.equal(before, #http.request(server, "GET", "/api/domains").json.data)
    local path = "/api/domains/" .. new_domain(server)
    assert.truthy(refusal(path, { title = "x" }, "PATCH"):find("^/title "))
    assert.truthy(refusal(path .. "/pages", { pages = { { url = "https://x.example/", body = "x" } } })
      :find("^/pages/0/body .*url, title, html, language%.$"))
    assert.truthy(refusal("/api/internal-links", { content = "x", format = "html", domainId = path:match("[^/]+$"),
      max_links = 1 }):find("^/max_links .*maxLinks"))
    assert.truthy(refusal("/api/keys", { label = "x" }):find("^/label .*: name, scopes, expiresAt, expiresInDays%.$"))
    assert.truthy(refusal("/api/domains?limit=1", nil, "GET"):find("^/limit .*: none%.$"))
    assert.truthy(refusal("/api/articles?state=failed", nil, "GET"):find("^/state .*status, q, limit, cursor"))
    assert.truthy(refusal("/api/articles?limit=1&limit=2", nil, "GET"):find("limit more than once", 1, true))
  end)

  it("is listed as everything else is", function()
    for _, path in ipairs { "/api/domains", "/api/keys", "/api/articles" } do
      local list = http.request(server, "GET", path).json
      assert.is_table(list.data)
      assert.is_false(list.hasMore)
      assert.equal(json.null, list.nextCursor)
    end
  end)

  it("replaces a page that comes again", function()
    local id = new_domain(server, PAGES)
    local path = "/api/domains/" .. id
    local again = post(server, path .. "/pages", { pages = { PAGES[1], page("thyme", "Thyme", "Thyme is a herb.") } })
    assert.equal(5, again.json.pageCount)
    assert.equal("ready", again.json.status)
  end)

  it("is held for who has its state, until it changes", function()
    local path = "/api/domains/" .. new_domain(server, PAGES)
    local headers = { Prefer = "wait=60", ["If-None-Match"] = http.request(server, "GET", path).headers.etag }
    local held = http.connect(server)
    held:send("GET", path, { headers = headers })
    for _ = 1, 20 do assert.equal(200, http.request(server, "GET", path).status) end -- the held one has come
    post(server, path .. "/pages", { pages = { page("thyme", "Thyme", "Thyme is a herb.") } })
    local answer = held:receive "GET"
    held:close()
    assert.equal(200, answer.status)
    assert.equal(#PAGES + 1, answer.json.pageCount)
    headers["If-None-Match"] = nil
    answer = http.request(server, "GET", path, { headers = headers }) -- what is not crawled is not waited for
    assert.equal(200, answer.status)
  end)

  it("links HTML, and leaves every other byte as it was", function()
    local id = new_domain(server, PAGES)
    local answer = link { content = CONTENT, format = "html", domainId = id }
    assert.equal(200, answer.status)
    assert.equal("text/html; charset=utf-8", answer.headers["content-type"])
    assert.truthy(answer.body:find('<a href="https://herbs.example/basil">', 1, true))
    assert.equal(CONTENT, (answer.body:gsub("</?a[^>]*>", "")))
    assert.equal(answer.body, link({ content = CONTENT, format = "HTML", domainId = id }).body)
  end)

  it("says as JSON where the links are", function()
    local id = new_domain(server, PAGES)
    local answer = link { content = CONTENT, format = "json", domainId = id }
    assert.equal("application/json", answer.headers["content-type"])
    local result = answer.json
    assert.equal(1, result.creditsUsed)
    assert.is_true(result.wordsAnalyzed >= 12)
    assert.is_true(#result.links >= 2)
    for _, each in ipairs(result.links) do
      assert.equal(each.anchorText, CONTENT:sub(each.start + 1, each["end"]))
      assert.truthy(each.url:find("^https://herbs%.example/%l+$"))
      assert.is_true(#each.title > 0)
      assert.is_true(each.score > 0 and each.score <= 1)
    end
    assert.equal(CONTENT, (result.content:gsub("</?a[^>]*>", "")))
  end)

  it("links Markdown", function()
    local id = new_domain(server, PAGES)
    local content = "# Basil care\n\nGood basil care matters, `clay pots` do not; growing mint does.\n"
    local answer = link { content = content, format = "Markdown", domainId = id }
    assert.equal(200, answer.status)
    assert.equal("text/markdown; charset=utf-8", answer.headers["content-type"])
    assert.truthy(answer.body:find("[basil care](https://herbs.example/basil)", 1, true), answer.body)
    assert.equal(content, (answer.body:gsub("%[([^%]]+)%]%b()", "%1")))
  end)

  it("obeys url, maxLinks, excludeUrls and minScore", function()
    local id = new_domain(server, PAGES)
    local function urls(extra)
      local body = { content = CONTENT, format = "json", domainId = id }
      for name, value in pairs(extra) do body[name] = value end
      local found, count = {}, 0
      for _, each in ipairs(link(body).json.links) do
        found[each.url:match("%l+$")] = true
        count = count + 1
      end
      return found, count
    end
    local all, count = urls {}
    assert.is_true(all.basil and all.pots)
    assert.is_nil(urls({ url = "https://herbs.example/basil" }).basil)
    assert.is_nil(urls({ excludeUrls = { "https://herbs.example/pots" } }).pots)
    assert.equal(count, select(2, urls { excludeUrls = json.empty_array or {} }))
    assert.equal(1, select(2, urls { maxLinks = 1 }))
    assert.is_true(select(2, urls { minScore = 1 }) <= count)
  end)

  it("obeys the options of the linking engine", function()
    local id = new_domain(server, PAGES)
    local function links(extra)
      local body = { content = CONTENT, format = "html", domainId = id }
      for name, value in pairs(extra) do body[name] = value end
      local answer = link(body)
      assert.equal(200, answer.status, answer.body)
      return answer.body
    end
    local function count(html)
      return select(2, html:gsub("<a ", ""))
    end
    assert.equal(3, count(links {}))
    assert.equal(count(links { density = "usual" }), count(links { density = "" }))
    assert.is_true(count(links { density = "Many" }) >= count(links { density = "few" }))
    assert.equal(2, count(links { maxPerParagraph = 1 }))
    assert.equal(1, count(links { skipWords = 11 }))
    assert.equal(0, count(links { excludeTags = { "p" } }))
    assert.is_nil(links({ denyAnchors = { "Clay Pots" } }):find("/pots", 1, true))
    assert.equal(1, count(links { allowUrls = { "https://herbs.example/m*" } }))
    assert.equal(2, count(links { denyUrls = { "/mint" } }))
    assert.equal(3, count(links { sameLanguage = true, language = "English" }))
    assert.equal(0, count(links { sameLanguage = true, language = "de" })) -- all pages are English
    local html = links { rel = "nofollow", target = "_blank", class = "inner link", title = true, maxLinks = 1 }
    local tag = html:match("<a [^>]*>")
    for _, attribute in ipairs { 'rel="nofollow"', 'target="_blank"', 'class="inner link"', 'title="' } do
      assert.truthy(tag:find(attribute, 1, true), tag)
    end
  end)

  it("explains links when asked to", function()
    local body = { content = CONTENT, format = "json", domainId = new_domain(server, PAGES) }
    local plain = link(body).json
    assert.is_nil(plain.model)
    assert.is_nil(plain.links[1].context)
    body.explain = true
    local explained = link(body).json
    assert.is_true(explained.model > 0)
    assert.equal(plain.content, explained.content)
    for i, each in ipairs(explained.links) do
      assert.equal(plain.links[i].score, each.score)
      assert.is_true(type(next(each.features)) == "string")
    end
    assert.equal("Good", explained.links[1].context.before)
    assert.equal("matters in winter.", explained.links[1].context.after)
    assert.is_nil(plain.candidates)
    assert.is_nil(plain.summary)
    assert.equal(#explained.links, explained.summary.linkedPages)
    assert.truthy(explained.summary.note:find("named in this text", 1, true), explained.summary.note)
    body.minScore = 1
    local strict = link(body).json
    assert.is_true(strict.summary.leftOut.low_score >= #explained.links)
    assert.equal(1, strict.summary.threshold)
    assert.equal("low_score", strict.candidates[1].reason)
    assert.equal("Its score is below the threshold.", strict.candidates[1].detail)
    local words = CONTENT:sub(strict.candidates[1].start + 1, strict.candidates[1]["end"])
    assert.equal(strict.candidates[1].anchorText, (words:gsub("<.->", "")))
  end)

  it("names the faults of these options", function()
    local id = new_domain(server, PAGES)
    local function pointers(extra)
      extra.content, extra.format, extra.domainId = CONTENT, "html", id
      local answer, list = link(extra), {}
      assert.equal(400, answer.status)
      for i, fault in ipairs(answer.json.errors) do list[i] = fault.pointer end
      table.sort(list)
      return list
    end
    assert.same({ "/density", "/maxPerSentence", "/minSpacing", "/orphanBoost", "/sameLanguage", "/title" },
      pointers { density = "lots", maxPerSentence = 0, minSpacing = 501, orphanBoost = 6, sameLanguage = "yes",
        title = 1 })
    assert.same({ "/class", "/excludeClasses/0", "/excludeTags/1", "/language", "/rel" }, pointers { class = 'a"b',
      excludeClasses = { "two words" }, excludeTags = { "p", "<p>" }, language = "!", rel = "<" })
    assert.same({ "/allowAnchors/1" }, pointers { allowAnchors = { "mint", ("x"):rep(2001) } })
  end)

  it("sees pages that came a moment ago", function()
    local id = new_domain(server, { PAGES[1] })
    local body = { content = CONTENT, format = "html", domainId = id }
    assert.is_nil(link(body).body:find("/basil", 1, true))
    post(server, "/api/domains/" .. id .. "/pages", { pages = PAGES })
    assert.truthy(link(body).body:find("/basil", 1, true))
  end)

  it("is linked by many at once while its pages change", function()
    local id = new_domain(server, PAGES)
    local open = {}
    for i = 1, 40 do
      open[i] = http.connect(server)
      if i % 8 == 0 then
        local more = { pages = { page("extra-" .. i, "Extra " .. i, "Nothing about herbs here.") } }
        open[i]:send("POST", "/api/domains/" .. id .. "/pages", { body = more })
      else
        open[i]:send("POST", "/api/internal-links", { body = { content = CONTENT, format = "html", domainId = id } })
      end
    end
    for _, conn in ipairs(open) do
      assert.equal(200, conn:receive().status)
      conn:close()
    end
    -- The one of the last pages may still be built beside the one that answered.
    local count = ("ls %s/indexes | grep -c ^%s"):format(server.data, id)
    assert.is_true(eventually(function() return assert(io.popen(count)):read("*n") == 1 end))
  end)

  it("costs a credit for each answer, and only for answers", function()
    local options = { key = server:key_of("thrifty") }
    local id = new_domain(server, PAGES, options)
    local body = { content = CONTENT, format = "html", domainId = id }
    assert.same({ left = 2, used = 0 }, credits(server, options.key))
    assert.equal(400, link({ content = CONTENT, format = "pdf", domainId = id }, options).status)
    assert.equal(404, link({ content = CONTENT, format = "html", domainId = UNKNOWN }, options).status)
    assert.same({ left = 2, used = 0 }, credits(server, options.key))
    options.headers = { ["Idempotency-Key"] = "once" }
    local first = link(body, options)
    local again = link(body, options)
    assert.equal(200, first.status)
    assert.equal(first.body, again.body)
    assert.equal("true", again.headers["idempotent-replayed"])
    assert.equal(first.headers["content-type"], again.headers["content-type"])
    assert.same({ left = 1, used = 1 }, credits(server, options.key))
    assert.equal(422, link({ content = "other", format = "html", domainId = id }, options).status)
    options.headers = nil
    assert.equal(200, link(body, options).status)
    local refused = link(body, options)
    assert.equal(402, refused.status)
    assert.equal("insufficient_credits", refused.json.error.code)
    assert.same({ left = 0, used = 2 }, credits(server, options.key))
  end)

  it("costs one credit for one Idempotency-Key, however many requests come at once", function()
    local before = credits(server).used
    local id = new_domain(server, PAGES)
    local open, answered = {}, 0
    for i = 1, 12 do
      open[i] = http.connect(server)
      open[i]:send("POST", "/api/internal-links/", { body = { content = CONTENT, format = "html", domainId = id },
        headers = { ["Idempotency-Key"] = "together" } })
    end
    for _, conn in ipairs(open) do
      local answer = conn:receive()
      if answer.status == 200 then
        answered = answered + 1
      else
        assert.equal(409, answer.status)
        assert.equal("request_running", answer.json.error.code)
        assert.equal("1", answer.headers["retry-after"])
      end
      conn:close()
    end
    assert.is_true(answered >= 1)
    assert.equal(before + 1, credits(server).used)
  end)

  it("names the faults of a linking request", function()
    local id = new_domain(server, PAGES)
    local answer = link { content = 5, format = "pdf", domainId = {}, maxLinks = 51, minScore = 2, url = 5,
      excludeUrls = { "a", 5 } }
    assert.equal(400, answer.status)
    local list = {}
    for i, fault in ipairs(answer.json.errors) do list[i] = fault.pointer end
    table.sort(list)
    assert.same({ "/content", "/domainId", "/excludeUrls/1", "/format", "/maxLinks", "/minScore", "/url" }, list)
    assert.equal(400, link({ format = "html", domainId = id }).status)
    assert.equal(400, link({ content = "x", domainId = id }).status)
    local empty = link { content = "x", format = "html", domainId = new_domain(server) }
    assert.equal(400, empty.status)
    assert.equal("/domainId", empty.json.errors[1].pointer)
  end)

  it("takes content of four megabytes, and not more", function()
    local id = new_domain(server, PAGES)
    local content = CONTENT .. ("<p>x</p>"):rep(400000)
    local answer = link { content = content, format = "html", domainId = id }
    assert.equal(200, answer.status)
    assert.equal(content, (answer.body:gsub("</?a[^>]*>", "")))
    assert.equal(413, link({ content = ("x"):rep(4200000), format = "html", domainId = id }).status)
  end)
end)

describe("a domain that an article names", function()
  it("is linked to in the article", function()
    local library = folder.new()
    folder.write(library .. "/herbs.md", "# Indoor herbs\n\nIndoor herbs need six hours of light. Good basil care "
      .. "begins with warmth. Clay pots dry out faster than plastic pots.\n\n## Water\n\nGrowing mint needs more water "
      .. "than growing rosemary. Potting soil for indoor herbs drains well.\n")
    local server = service.start { config = { library = library } }
    finally(function()
      server:stop()
      folder.remove(library)
    end)
    local id = new_domain(server, PAGES)
    local body = { targetKeyword = "indoor herbs", internalLinkingDomainId = id }
    local record = http.wait(server, post(server, "/api/articles/v2/", body).json.articleId)
    assert.equal("finished", record.status, record.error)
    assert.truthy(record.output.html:find('href="https://herbs.example/', 1, true), record.output.html)
  end)
end)

describe("a domain that is crawled", function()
  local server, site

  setup(function()
    site = nginx.start {}
    for name, text in pairs {
      ["index.html"] = [[<title>Herbs</title><h1>Herbs</h1><p>About herbs.</p><a href="mint.html">Growing mint</a>
        <a href="basil.html">Basil care</a> <a href="private/x.html">x</a> <a href="gone.html">gone</a>]],
      ["mint.html"] = "<title>Growing mint</title><h1>Growing mint</h1><p>Mint grows in shade.</p>",
      ["basil.html"] = "<title>Basil care</title><h1>Basil care</h1><p>Basil wants warmth.</p>",
      ["robots.txt"] = "User-agent: *\nDisallow: /private/\n",
    } do
      folder.write(site.folder .. "/" .. name, text)
    end
    server = service.start { config = { workers = 0, allow_addresses = { site.address } } }
  end)

  teardown(function()
    server:stop()
    site:stop()
  end)

  local function crawled(id)
    local domain
    repeat
      domain = http.request(server, "GET", "/api/domains/" .. id, { headers = { Prefer = "wait=20" } }).json
    until domain.status ~= "crawling"
    return domain
  end

  it("is read from its start page when it is made, and again when asked", function()
    local made = post(server, "/api/domains", { name = "Herbs", startUrl = site.url .. "/index.html" })
    assert.equal(201, made.status)
    assert.equal("crawling", made.json.status)
    local domain = crawled(made.json.domainId)
    assert.equal("ready", domain.status, domain.problem)
    assert.equal(3, domain.pageCount)
    assert.truthy(domain.problem:find("gone.html", 1, true))
    local index = ("ls %s/indexes | grep -c '^%s.*cdx$'"):format(server.data, domain.domainId)
    assert.is_true(eventually(function() return assert(io.popen(index)):read("*n") == 1 end)) -- before it is needed
    local body = { content = CONTENT, format = "html", domainId = domain.domainId }
    local linked = post(server, "/api/internal-links", body)
    assert.truthy(linked.body:find(site.url .. "/basil.html", 1, true))

    folder.write(site.folder .. "/gone.html", "<title>Found again</title><p>Here it is.</p>")
    local again = http.request(server, "POST", "/api/domains/" .. domain.domainId .. "/refresh")
    assert.equal(202, again.status)
    assert.equal("crawling", again.json.status)
    domain = crawled(domain.domainId)
    assert.equal(4, domain.pageCount)
  end)

  it("that cannot be reached fails with the reason", function()
    local made = post(server, "/api/domains", { name = "Nowhere", startUrl = "http://127.0.0.1:9/" })
    local domain = crawled(made.json.domainId)
    assert.equal("failed", domain.status)
    assert.is_true(#domain.problem > 0)
  end)

  it("shows how many pages there are while it is read", function()
    local listener = assert(socket.bind("127.0.0.1", 0))
    listener:settimeout(20)
    local address = "127.0.0.1:" .. select(2, listener:getsockname())
    local own = service.start { config = { workers = 0, allow_addresses = { address } } }
    finally(function()
      listener:close()
      own:stop()
    end)
    local pages = {
      ["/"] = '<title>Herbs</title><p>About herbs.</p><a href="/mint">Mint</a>',
      ["/mint"] = "<title>Mint</title><p>Mint grows.</p>",
    }
    local function accept()
      local conn = assert(listener:accept())
      local path = assert(conn:receive("*l")):match("^GET (%S+)")
      repeat local line = conn:receive("*l") until line == "" or not line
      return path, function()
        local status, text = pages[path] and "200 OK" or "404 Not Found", pages[path] or ""
        conn:send(("HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n"):format(status, #text)
          .. "Connection: close\r\n\r\n" .. text)
        conn:close()
      end
    end
    local id = post(own, "/api/domains", { name = "Herbs", startUrl = "http://" .. address .. "/" }).json.domainId
    local path, answer
    repeat
      if answer then answer() end
      path, answer = accept()
    until path == "/mint"
    local domain
    repeat
      domain = http.request(own, "GET", "/api/domains/" .. id).json
    until domain.pageCount > 0 or domain.status ~= "crawling"
    assert.equal("crawling", domain.status, domain.problem)
    assert.equal(1, domain.pageCount)
    answer()
  end)

  it("goes on after the service was killed", function()
    local made = post(server, "/api/domains", { name = "Herbs once more", startUrl = site.url .. "/index.html" })
    server:kill()
    server:restart()
    assert.equal("ready", crawled(made.json.domainId).status)
  end)
end)
