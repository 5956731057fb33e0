-- luas: all
--- The rules that every result of index:link keeps, whatever the options are.
local LinkSite = require "spec.support.link_site"

local anchors = LinkSite.anchors

-- An index whose pages also link: { title = { "anchor to it", ... } }.
local function site_with_links(titles, links)
  local pages = LinkSite.pages(titles)
  for i, link in ipairs(links) do
    pages[#pages + 1] = { url = "https://example.org/from-" .. i, title = "From " .. i, language = "en",
      html = ('<p>There is <a href="/%s">%s</a> in this.</p>'):format(link[1], link[2]) }
  end
  return LinkSite.build(pages)
end

describe("a result of index:link", function()
  it("has one link for each page, the links of the content included", function()
    local index = LinkSite.of { "Alpha", "Beta" }
    assert.equal("Alpha", anchors(index, "<p>Alpha, then alpha, then ALPHA.</p>"))
    assert.equal("beta", anchors(index, '<p><a href="https://example.org/alpha">It</a> is an alpha, not a beta.</p>'))
    local relative = '<p><a href="alpha#top">It</a> is an alpha, not a beta.</p>'
    assert.equal("beta", anchors(index, relative, { url = "https://example.org/here" }))
    assert.equal("beta", anchors(index, '<p><a href="/alpha/">It</a> is an alpha, not a beta.</p>'))
    assert.equal("beta", anchors(index, "See [it](/alpha), an alpha, not a beta.", { format = "markdown" }))
    assert.equal("alpha|beta", anchors(index, '<p><a href="mailto:alpha">It</a> is an alpha, not a beta.</p>'))
    index:close()
  end)

  it("links the same words to one page alone", function()
    local index = site_with_links({ "Soil", "Earth" }, { { "soil", "the ground" }, { "earth", "the ground" } })
    assert.equal(1, #index:link("<p>It is the ground, and the ground again.</p>", { min_score = 0 }).links)
    assert.equal(0, #index:link('<p>It is <a href="https://example.com/">the ground</a>, and the ground.</p>',
      { min_score = 0 }).links)
    index:close()
  end)

  it("never links a part of a whole that may be linked", function()
    local index = LinkSite.of { "Alpha", "Beta", "Alpha Beta", "Beta Gamma Delta", "Gamma" }
    assert.equal("Alpha Beta", anchors(index, "<p>See Alpha Beta now.</p>"))
    -- also where the whole has its link already, or elsewhere
    assert.equal("Alpha Beta", anchors(index, "<p>See Alpha Beta now, and Alpha Beta then.</p>"))
    assert.equal("", anchors(index, '<p>The <a href="/alpha-beta">first</a> is Alpha Beta.</p>',
      { exclude_urls = { "https://example.org/alpha" } }))
    -- a page that cannot be linked makes no whole
    local excluded = {}
    for i, name in ipairs { "alpha-beta", "beta", "beta-gamma-delta" } do
      excluded[i] = "https://example.org/" .. name
    end
    assert.equal("Alpha", anchors(index, "<p>See Alpha Beta now.</p>", { exclude_urls = excluded }))
    assert.equal("Alpha", anchors(index, "<p>See Alpha here.</p>"))
    index:close()
  end)

  it("links titles of any length whole", function()
    local title = "How we cut our heating bill from $1,400 to $650 a year in 90 e-mails without new windows, doors"
    local index = LinkSite.of { title, "Heating Bill", "New Windows", "Gamma" }
    assert.equal(title, anchors(index, "<p>Read " .. title .. " for more.</p>"))
    assert.equal(title:gsub("e%-mails", "emails"),
      anchors(index, "<p>Read " .. title:gsub("e%-mails", "emails") .. " for more.</p>"))
    assert.equal("heating bill|new windows", anchors(index, "<p>Our heating bill and our new windows.</p>"))
    index:close()
  end)

  it("cuts no word, quotation or pair of signs in half", function()
    local index = LinkSite.of { "Beacon", "Node", "Example", "Tab", "Great Lighthouse", "Lighthouse", "Foo (Bar)",
      'The "Blue" Book', "Vector", "The Government's Web Presence", "L'eau claire" }
    for content, expected in pairs {
      ["an in-beacon call"] = "", ["Node.js and Node"] = "Node", ["see example.com"] = "", ["beacon/node"] = "",
      ["beacon++, beacon# or beacon"] = "beacon",
      [".beacon and #beacon"] = "", ["Beacon- und"] = "", ["std::vector"] = "",
      ["beacon--node"] = "beacon|node", ["Super+Tab"] = "Tab", ["a beacon: node"] = "beacon|node",
      ["End of the beacon.Now"] = "", ["beacon, and"] = "beacon", ["beacon. And"] = "beacon",
      ["“A Lighthouse” of"] = "", ["„ein lighthouse“ und"] = "", ["«un lighthouse»"] = "",
      ["« lighthouse »"] = "lighthouse",
      ["‘a lighthouse’ is"] = "", ["「大Lighthouse」"] = "", ['"a lighthouse."'] = "", ['"lighthouse."'] = "lighthouse",
      ["“great lighthouse!”"] = "great lighthouse", ["&ldquo;a lighthouse&rdquo;"] = "", ["it’s ‘node’"] = "node",
      ["“It is not as if anybody had ever seen the lighthouse from here,” she said"] = "lighthouse",
      ['5" node and 6" beacon'] = "node|beacon", ["foo (bar)"] = "foo (bar)", ["foo (bar"] = "foo",
      ["FEC’s web presence"] = "web presence", ["d’eau claire"] = "eau claire",
      ['the "blue" book'] = 'the "blue" book', ['"a blue book"'] = "",
    } do
      assert.equal(expected, anchors(index, "<p>Now " .. content .. " it is</p>"), content)
    end
    index:close()
  end)

  it("links a name without the words of the sentence around it", function()
    local pages = LinkSite.pages { "Bean Counter", "How to check if Bean Counter is working", "Soil" }
    pages[1].html = "<h2>Ask the Bean Counter</h2><p>It counts.</p>"
    local index = LinkSite.build(pages)
    assert.equal("Bean Counter", anchors(index, "<p>You may check if Bean Counter runs.</p>"))
    assert.equal("Bean Counter", anchors(index, "<p>You may ask the Bean Counter.</p>"))
    index:close()
  end)

  -- A manual that links "other pages" and never its "Table Partitioning", though it speaks of it here and there; and
  -- "Row Policies" seldom, and then by other words.
  local function manual()
    local pages = LinkSite.pages { "5.11. Table Partitioning", "VACUUM", "Other Pages", "Get Started", "Setup", "spi",
      "Row Policies", "37.21. Domains" }
    for i = 1, 300 do
      local named = i % 24 == 0 and " Table partitioning and VACUUM help SPI." or " To get started needs a setup."
      if i % 12 == 0 then named = named .. (i % 120 == 0 and ' And <a href="/row-policies">row-level security</a>.'
        or " And row-level security.") end
      pages[#pages + 1] = { url = "https://example.org/page-" .. i, title = "Page " .. i, language = "en",
        html = ('<p>Here is word%d, and there are <a href="/other-pages">other pages</a>.%s</p><p>More of it.</p>')
          :format(i, named) }
    end
    return LinkSite.build(pages)
  end

  it("has a sure name in a new text though authors seldom link it, as density asks", function()
    local index = manual()
    local content = "<p>VACUUM, SPI and table partitioning matter when you get started with a setup.</p>"
    local function linked(options)
      local texts = {}
      for i, link in ipairs(assert(index:link(content, options)).links) do texts[i] = link.anchorText end
      return table.concat(texts, "|")
    end
    assert.equal("VACUUM|table partitioning", linked {})
    assert.equal("VACUUM|table partitioning", linked { url = "https://example.org/new" })
    assert.equal("", linked { url = "https://example.org/page-7" })
    assert.equal("VACUUM|table partitioning", linked { url = "https://example.org/page-7", density = "many" })
    assert.equal("", linked { density = "few" })
    assert.equal("", linked { min_score = 0.9 })
    index:close()
  end)

  it("has a likely name where density asks for many: what authors of several pages call the page", function()
    local index = manual()
    local content = "<p>VACUUM minds row-level security, in table 37.21 of it.</p>"
    local function linked(density)
      local options, texts = { density = density, url = "https://example.org/page-7" }, {}
      for i, link in ipairs(assert(index:link(content, options)).links) do texts[i] = link.anchorText end
      return table.concat(texts, "|")
    end
    assert.equal("VACUUM|row-level security", linked "many")
    assert.equal("", linked "usual")
    index:close()
  end)

  it("has links of a frame neither for links of its own nor against its limits", function()
    local menu = '<div class="menu"><a href="/command-shell">Home of it</a> <a href="/storage-engine">More</a></div>'
    local pages = LinkSite.pages { "Command Shell", "Storage Engine" }
    for i = 1, 40 do
      pages[#pages + 1] = { url = "https://example.org/page-" .. i, title = "Page " .. i, language = "en",
        html = ('%s<div class="text"><p>Here is word%d.</p><p>More of it, word%d.</p></div>'):format(menu, i, i + 50) }
    end
    local index = LinkSite.build(pages)
    local text = '<div class="text"><p>One command shell and one storage engine.</p></div>'
    local options = { url = "https://example.org/page-7", min_score = 0, max_links = 1 }
    assert.equal("storage engine", anchors(index, menu .. text, options))
    assert.equal("", anchors(index, index:link(menu .. text, options).content, options))
    options.max_links = 2
    assert.equal("command shell|storage engine", anchors(index, menu .. text, options))
    assert.equal("storage engine", anchors(index, text:gsub("One", '<a href="/command-shell">One</a>'), options))
    index:close()
  end)

  it("leads to no page by an everyday word that nobody links, nor to a list of pages", function()
    local pages = LinkSite.pages { "About", "Help", "Best", "Leaking Taps", "Get Started" }
    pages[#pages + 1] = { url = "https://example.org/tags/boiler/", title = "boiler", language = "en",
      html = "<p>Three.</p>" }
    local index = LinkSite.build(pages)
    local content = "<p>The best help about leaking taps, to get started with a boiler.</p>"
    assert.equal("leaking taps", anchors(index, content))
    assert.equal("About|Help", anchors(index, "<p>See our About and our Help.</p>"))
    index:close()
    for i = 1, 3 do
      pages[#pages + 1] = { url = "https://example.org/more-" .. i, title = "More on it, " .. i, language = "en",
        html = '<p>There is <a href="/help">help</a> and a <a href="/tags/boiler/">boiler</a> in it.</p>' }
      index = LinkSite.build(pages)
      assert.equal(i < 3 and "help" or "help|boiler", anchors(index, "<p>We need help with it and a boiler.</p>"))
      index:close()
    end
  end)

  it("leads to no list of pages that its address tells to be one", function()
    for path, is_list in pairs { ["/tags/frost"] = true, ["/blog/author/x"] = true, ["/2019/05/"] = true,
      ["/blog/2007/"] = true, ["/blog/page/2"] = true, ["/page12"] = true, ["/page2/frost"] = false,
      ["/2019/05/frost"] = false, ["/2019/05/24/"] = false,
      ["/page/frost"] = false, ["/archive/2019/05/24/frost"] = false, ["/20190/05"] = false, ["/tagline"] = false } do
      local pages = LinkSite.pages { "Alpha" }
      pages[2] = { url = "https://example.org" .. path, title = "Late Frost", html = "<p>Three.</p>", language = "en" }
      local index = LinkSite.build(pages)
      assert.equal(is_list and "" or "late frost", anchors(index, "<p>There was late frost.</p>"), path)
      index:close()
    end
  end)

  -- A blog whose posts have no links, but its lists of posts do: with their dates, below /tags; and where a list has
  -- whole posts, with what their authors linked.
  it("takes no list of pages for how its authors link", function()
    local pages = LinkSite.pages { "Late Frost", "Cold Frames", "Soil Tests", "Winter Rye" }
    local list, whole = {}, {}
    for i = 1, 60 do
      local url = "https://example.org/post-" .. i
      list[i] = ('<li>2019-05-%02d <a href="%s">A Post %d</a></li>'):format(i % 28 + 1, url, i)
      whole[i] = ('<p>We had <a href="/late-frost">it</a> in week %d.</p>'):format(i)
      pages[#pages + 1] = { url = url, title = "A Post " .. i, language = "en",
        html = ("<p>There was %s at word%d.</p>"):format(i % 20 == 0 and "late frost" or "rain", i) }
    end
    pages[#pages + 1] = { url = "https://example.org/index", title = "All", language = "en",
      html = "<ul>" .. table.concat(list) .. "</ul>" }
    pages[#pages + 1] = { url = "https://example.org/page2", title = "Page 2", language = "en",
      html = table.concat(whole) }
    local index = LinkSite.build(pages)
    local result = assert(index:link("<p>There was late frost.</p>", { explain = true }))
    assert.equal(0, result.summary.linkingPages)
    assert.equal("late frost", result.links[1].anchorText)
    index:close()
  end)

  -- A site of so many pages, the first of which link a dozen times each.
  local function threshold(count, linking)
    local pages = LinkSite.pages { "Late Frost", "Cold Frames", "Soil Tests", "Winter Rye" }
    for i = 1, count do
      local more = ""
      for j = 1, i <= linking and 12 or 0 do
        more = more .. (' See <a href="/post-%d">A Post %d</a> too.'):format(i * 20 + j, i * 20 + j)
      end
      pages[#pages + 1] = { url = "https://example.org/post-" .. i, title = "A Post " .. i, language = "en",
        html = ("<p>There was late frost at word%d, with cold frames.%s</p>"):format(i, more) }
    end
    local index = LinkSite.build(pages)
    local result = assert(index:link("<p>There was late frost.</p>", { explain = true }))
    index:close()
    return result.summary.threshold
  end

  it("asks for no higher score where few pages link than where none does", function()
    assert.is_true(threshold(60, 2) <= 1.5 * threshold(60, 0))
  end)

  it("asks for a least score on sites of a hundred pages and more, and a lower one where few pages link", function()
    assert.is_true(threshold(60, 0) < 0.2)
    assert.near(0.3, threshold(120, 0), 0.001)
    assert.near(0.2, threshold(120, 2), 0.001)
  end)

  it("does not lead to the home page, unless authors link it by the same words", function()
    local function index_of(home, language, linking)
      local pages = LinkSite.pages { "Alpha", "Beta" }
      pages[#pages + 1] = { url = home, title = "Bean Counter", html = "<p>Welcome.</p>", language = language }
      for i = 1, linking do
        pages[#pages + 1] = { url = "https://example.org/from-" .. i, title = "From " .. i, language = "en",
          html = ('<p>We are the <a href="%s">Bean Counter</a> of number %d.</p>'):format(home, i) }
      end
      return LinkSite.build(pages)
    end
    local text = "<p>Our Bean Counter has an alpha.</p>"
    for _, case in ipairs {
      { "https://example.org/", "en", 0, "alpha" }, { "https://example.org/index.html", "en", 0, "alpha" },
      { "/", "en", 0, "alpha" }, { "https://example.org/en/", "en", 0, "alpha" },
      { "https://example.org/pt-br/index.php", "pt", 0, "alpha" }, { "https://example.org/", "en", 2, "alpha" },
      { "https://example.org/", "en", 3, "Bean Counter|alpha" },
      { "https://example.org/it", "en", 0, "Bean Counter|alpha" },
      { "https://example.org/index.php?title=Bean", "en", 0, "Bean Counter|alpha" },
      { "https://example.org/en/bean", "en", 0, "Bean Counter|alpha" },
    } do
      local index = index_of(case[1], case[2], case[3])
      assert.equal(case[4], anchors(index, text), case[1])
      index:close()
    end
    local index = index_of("https://example.org/", "en", 0)
    assert.equal("Bean Counter|alpha", anchors(index, text, { priority_urls = { "/" } }))
    index:close()
  end)

  it("has no links that overlap", function()
    local index = LinkSite.of { "Alpha Beta", "Beta Gamma" }
    assert.equal(1, #index:link("<p>An alpha beta gamma.</p>", { min_score = 0 }).links)
    index:close()
  end)

  it("adds nothing to linked content", function()
    local titles = { "Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Alpha Beta" }
    local index = LinkSite.of(titles)
    local text = "<p>Alpha Beta, gamma delta; alpha. Epsilon or beta or gamma or delta.</p><p>Beta alpha gamma.</p>"
    for _, options in ipairs {
      {}, { max_links = 1 }, { max_links = 3 }, { min_spacing = 1 }, { min_spacing = 3 }, { max_per_sentence = 1 },
      { max_per_paragraph = 2 }, { max_per_sentence = 2, max_per_paragraph = 3, min_spacing = 2 }, { skip_words = 4 },
      { deny_urls = { "/gamma" } }, { url = "https://example.org/delta" }, { rel = "nofollow", title = true },
    } do
      options.min_score = 0
      local once = index:link(text, options)
      assert.is_true(#once.links > 0)
      local twice = index:link(once.content, options)
      assert.equal(once.content, twice.content)
      options.format = "markdown"
      once = index:link("Alpha Beta, gamma delta; alpha. Epsilon or beta or gamma.\n\nBeta alpha gamma.", options)
      assert.is_true(#once.links > 0)
      assert.equal(once.content, index:link(once.content, options).content)
    end
    index:close()
  end)

  it("counts the links of the content for max_links, when they lead to pages of the site", function()
    local index = LinkSite.of { "Alpha", "Beta", "Gamma" }
    local text = '<p><a href="/alpha">One</a> and <a href="https://example.com/">another</a>, a beta, then gamma.</p>'
    assert.equal("beta|gamma", anchors(index, text))
    assert.equal(1, #index:link(text, { min_score = 0, max_links = 2 }).links)
    assert.equal(0, #index:link(text, { min_score = 0, max_links = 1 }).links)
    index:close()
  end)

  it("holds no anchor that names nothing", function()
    local nothing = { "previous post", "click here", "read more", "as explained before", "next chapter",
      "in a separate article", "see section 4.2", "the next page" }
    for _, anchor in ipairs(nothing) do
      local index = site_with_links({ "Alpha" }, { { "alpha", anchor }, { "alpha", anchor } })
      assert.equal("", anchors(index, "<p>It is " .. anchor .. " now.</p>"), anchor)
      index:close()
    end
    for _, anchor in ipairs { "the previous release", "chapter houses", "read replicas" } do
      local index = site_with_links({ "Alpha" }, { { "alpha", anchor } })
      assert.is_true(#anchors(index, "<p>It is " .. anchor .. " now.</p>") > 0, anchor)
      index:close()
    end
  end)

  it("takes a title of everyday words for a name where it is written like one", function()
    local index = LinkSite.of { "Read More", "Alpha" }
    assert.equal("", anchors(index, "<p>It is read more often.</p>"))
    assert.equal("Read More", anchors(index, "<p>We follow Read More closely.</p>"))
    index:close()
  end)

  local NOTHING = {
    German = "im nächsten Kapitel", French = "cliquez ici", Spanish = "el artículo anterior", Italian = "leggi qui",
    Portuguese = "clique aqui", Dutch = "klik hier", Swedish = "nästa kapitel", Danish = "næste kapitel",
    Norwegian = "neste kapittel", Finnish = "edellinen artikkeli", Russian = "предыдущая статья",
    Turkish = "önceki makale", Japanese = "前の記事", Chinese = "上一篇文章", Greek = "κάντε κλικ εδώ",
    Hungarian = "az előző fejezet", Indonesian = "artikel sebelumnya", Romanian = "articolul anterior",
    Catalan = "feu clic aquí", Arabic = "المقال السابق", Hindi = "पिछला लेख", Lithuanian = "kitas skyrius",
    Basque = "aurreko artikulua",
  }

  it("knows such anchors in many languages", function()
    for language, anchor in pairs(NOTHING) do
      local index = site_with_links({ "Alpha" }, { { "alpha", anchor } })
      local text = "<p>1 " .. anchor .. " 2</p>"
      assert.equal("", anchors(index, text, { language = language }), language)
      index:close()
    end
  end)
end)

describe("the content's own list of sources", function()
  local index
  setup(function() index = LinkSite.of { "Alpha", "Beta", "Gamma" } end)
  teardown(function() index:close() end)

  it("gets no links, under a heading of many languages", function()
    for _, heading in ipairs { "Sources", "References:", "7. Further reading", "Bibliography", "Quellen",
      "Pour aller plus loin", "参考文献", "Источники" } do
      local text = ("<p>An alpha.</p><h2>%s</h2><ol><li>A beta</li></ol><h2>Next</h2><ul><li>gamma</li></ul>")
        :format(heading)
      assert.equal("alpha|gamma", anchors(index, text, { language = "xx" }), heading)
    end
  end)

  it("is a list, and ends with the section", function()
    assert.equal("alpha|gamma", anchors(index,
      "<h2>Sources</h2><p>An alpha.</p><h3>Books</h3><ul><li>beta</li></ul><h2>More</h2><ul><li>gamma</li></ul>"))
    assert.equal("beta", anchors(index, "<h2>Sources of energy</h2><ul><li>beta</li></ul>"))
  end)

  it("may stand behind a paragraph that says so", function()
    assert.equal("gamma", anchors(index, "<p><b>Sources:</b></p><ul><li>alpha</li><li>beta</li></ul><p>gamma</p>"))
    assert.equal("alpha", anchors(index, "<p>Sources of the river:</p><ul><li>alpha</li></ul>"))
  end)

  it("is known in Markdown", function()
    assert.equal("alpha", anchors(index, "An alpha.\n\n## Sources\n\n1. A beta\n2. A gamma\n", { format = "markdown" }))
  end)

  it("may be an element that says so by class or id", function()
    assert.equal("alpha|gamma", anchors(index,
      '<p>An alpha.</p><section class="box References"><p>A beta</p></section><p>A gamma.</p>'))
    assert.equal("gamma", anchors(index, '<ol id="footnotes"><li>alpha<li>beta</ol><p>gamma</p>'))
    assert.equal("alpha", anchors(index, '<p>An <span class="references">alpha</span></p>'))
  end)
end)
