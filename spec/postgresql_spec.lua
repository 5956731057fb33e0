--- Real input that nobody here wrote: the PostgreSQL manual as Debian packages it, served by nginx, crawled as a
--- domain, written from and linked.

local copydesk = require "copydesk"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local MANUAL = require "spec.support.manual"
local KEYWORD = "table partitioning"
local PAGES = { "ddl-partitioning.html", "ddl-inherit.html", "sql-createtable.html" }

local function read_file(path)
  local file = io.open(path)
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

local function visible(html)
  return (html:gsub("<[^>]*>", ""):gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&quot;", '"'):gsub("&amp;", "&"))
end

local function squeezed(html)
  return (visible(html):gsub("\194\160", " "):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

describe("an article from the PostgreSQL manual", function()
  local site, server, desk, domain, article, bare, linked, structured

  setup(function()
    if not read_file(MANUAL .. "/index.html") then return end
    site = nginx.start { root = MANUAL }
    server = service.start { config = { allow_addresses = { site.address } } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 300 }

    local start = { name = "PostgreSQL manual", startUrl = site.url .. "/index.html" }
    domain = assert(desk:request("POST", "/api/domains", start))
    repeat
      local path = "/api/domains/" .. domain.domainId
      domain = assert(desk:request("GET", path, nil, { headers = { Prefer = "wait=30" } }))
    until domain.status ~= "crawling"

    local urls = {}
    for i, page in ipairs(PAGES) do urls[i] = site.url .. "/" .. page end
    article = assert(desk:wait(assert(desk:create { targetKeyword = KEYWORD, urls = urls, includeFaq = true,
      includeKeyTakeaways = true })))
    -- The article cites its pages, and links to none of them; a page of the manual without its links gets some again.
    bare = read_file(MANUAL .. "/" .. PAGES[1]):gsub("</?[aA]%f[%s>][^>]*>", "")
    linked = assert(desk:link { content = bare, format = "html", domainId = domain.domainId })
    structured = assert(desk:link { content = bare, format = "json", domainId = domain.domainId })
  end)

  teardown(function()
    if desk then desk:close() end
    if server then server:stop() end
    if site then site:stop() end
  end)

  local function check(name, body)
    it(name, function()
      if not article then pending("postgresql-doc is not installed") end
      body()
    end)
  end

  check("crawls the manual", function()
    assert.equal("ready", domain.status)
    assert.is_true(domain.pageCount > 1000, domain.pageCount .. " pages")
  end)

  check("has the keyword in title, introduction and one h2", function()
    local html = article.output.html:lower()
    assert.truthy(html:match("<h1>(.-)</h1>"):find(KEYWORD, 1, true))
    assert.truthy(visible(html:match("</h1>(.-)<h2")):find(KEYWORD, 1, true))
    local found = false
    for heading in html:gmatch("<h2>(.-)</h2>") do found = found or heading:find(KEYWORD, 1, true) ~= nil end
    assert.is_true(found)
  end)

  check("has sections and sources", function()
    local sections, asked = 0, 0
    for heading in article.output.html:gmatch("<h2>(.-)</h2>") do
      local is_end = visible(heading):find("Conclusion", 1, true) or visible(heading):find("Questions", 1, true)
      sections, asked = sections + (is_end and 0 or 1), asked + (is_end and 1 or 0)
    end
    assert.is_true(sections >= 3 and sections <= 15, sections .. " sections")
    assert.truthy(article.output.html:find("<p><strong>Sources</strong></p>", 1, true))
    -- What the sources have nothing for is left out, and the notes say so.
    local notes = table.concat(article.notes, "\n")
    assert.is_true(asked > 0 or notes:find("There is no conclusion", 1, true) ~= nil, notes)
  end)

  check("carries listings and code", function()
    assert.is_true(count(article.output.html, "<pre><code>") >= 3)
    assert.is_true(count(article.output.html, "<code>") >= 10)
  end)

  check("cites only the pages that were read", function()
    local known = {}
    for _, page in ipairs(PAGES) do known[site.url .. "/" .. page] = true end
    local cited = 0
    for href in article.output.html:gmatch('href="([^"]+)"') do
      assert.is_true(known[href], href)
      cited = cited + 1
    end
    assert.is_true(cited >= 10, cited .. " citations")
    for _, source in ipairs(article.sources) do assert.is_true(known[source.url], source.url) end
  end)

  check("takes its sentences from those pages as they stand", function()
    local text = {}
    for i, page in ipairs(PAGES) do text[i] = squeezed(read_file(MANUAL .. "/" .. page)) end
    local function is_taken(sentence)
      for _, page in ipairs(text) do
        if page:find(sentence, 1, true) then return true end
      end
    end
    local sentences, others = 0, {}
    local prose = article.output.html:gsub("<pre>.-</pre>", ""):gsub("<sup>.-</sup>", "")
    for paragraph in prose:gmatch("<[pl]i?>(.-)</[pl]i?>") do
      -- A sentence ends at a stop before a capital; pieces of one that has such a stop inside are taken as well.
      for sentence in (squeezed(paragraph) .. " "):gmatch("(.-[.!?:])%f[%s]%s*%f[%u%z]") do
        sentences = sentences + 1
        if not is_taken(sentence) then others[#others + 1] = sentence end
      end
    end
    assert.is_true(sentences >= 20, sentences .. " sentences")
    -- Labels of the manual's terms, a sentence around a listing, and one without its reference to another chapter.
    assert.is_true(#others <= 5, table.concat(others, "\n"))
  end)

  check("bills the visible words", function()
    local words = 0
    local prose = article.output.html:gsub("<sup>.-</sup>", ""):gsub("<[^>]*>", " ")
    for run in prose:gmatch("%S+") do
      if run:find("[%w\128-\255]") then words = words + 1 end
    end
    assert.is_true(math.abs(article.wordsCharged - words) <= words * 0.02, article.wordsCharged .. " / " .. words)
    assert.equal(1, article.progress)
  end)

  check("gets links, all to pages that exist", function()
    assert.is_true(#structured.links > 0)
    for _, link in ipairs(structured.links) do
      local path = link.url:sub(#site.url + 1)
      assert.equal(site.url, link.url:sub(1, #site.url))
      assert.truthy(read_file(MANUAL .. path), link.url)
    end
  end)

  -- Its authors' links are not in the article: the names alone, and of those only what is neither code nor a source.
  check("gets the links again that the manual has in these sentences", function()
    local prose = squeezed((article.output.html:gsub("<pre>.-</pre>", ""):gsub("<code>.-</code>", "")))
    local linked_pages, wanted = {}, {}
    for _, link in ipairs(structured.links) do linked_pages[link.url:match("[^/]*$")] = true end
    for _, page in ipairs(PAGES) do linked_pages[page] = true end
    for _, page in ipairs(PAGES) do
      for name, text in read_file(MANUAL .. "/" .. page):gmatch('<a class="xref" href="([^"#]+)[^>]*>(.-)</a>') do
        if prose:find(" " .. squeezed(text) .. " ", 1, true) then wanted[name] = true end
      end
    end
    for name in pairs(wanted) do assert.is_true(linked_pages[name], name) end
  end)

  check("links phrases that name the page they lead to", function()
    for _, link in ipairs(structured.links) do
      local page = squeezed(read_file(MANUAL .. link.url:sub(#site.url + 1))):lower()
      local name = link.anchorText:lower():gsub("s$", "") -- a plural is the same name
      assert.truthy(page:find(name, 1, true), link.anchorText .. " -> " .. link.url)
    end
  end)

  check("changes nothing but the inserted tags", function()
    for _, link in ipairs(structured.links) do
      local span = bare:sub(link.start + 1, link["end"])
      assert.equal(link.anchorText, squeezed(span))
    end
    local expected, at = {}, 1
    for _, link in ipairs(structured.links) do
      expected[#expected + 1] = bare:sub(at, link.start)
      local phrase = bare:sub(link.start + 1, link["end"])
      expected[#expected + 1] = ('<a href="%s">%s</a>'):format(link.url, phrase)
      at = link["end"] + 1
    end
    assert.equal(table.concat(expected) .. bare:sub(at), linked.content)
  end)

  check("gives the same bytes for the same request", function()
    local again = assert(desk:wait(assert(desk:create { targetKeyword = KEYWORD, urls = article.config.urls,
      includeFaq = true, includeKeyTakeaways = true })))
    assert.equal(article.output.html, again.output.html)
  end)

  -- The pages beside it are near the keyword, and longer.
  for keyword, pages in pairs {
    ["recovery control functions"] = { "functions-admin.html", "libpq-control.html", "libpq-connect.html" },
    ["identifiers and key words"] = { "sql-syntax-lexical.html", "sql-keywords-appendix.html" },
  } do
    check(("draws on the section on %s"):format(keyword), function()
      local urls = {}
      for i, page in ipairs(pages) do urls[i] = site.url .. "/" .. page end
      local written = assert(desk:wait(assert(desk:create { targetKeyword = keyword, urls = urls })))
      assert.equal(urls[1], written.sources[1].url)
      local section = written.output.html:match("<h2[^>]*>[^<]*</h2>(.-)<h2") or ""
      assert.is_truthy(section:find('href="#source-1"', 1, true) or section:find(urls[1], 1, true), section)
    end)
  end
end)
