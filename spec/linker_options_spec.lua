-- luas: all
--- The options of index:link, each through the Lua face; what the rules do by themselves is in linker_rules_spec.
local LinkSite = require "spec.support.link_site"
local linker = require "copydesk.linker"

local anchors = LinkSite.anchors

describe("an option of index:link:", function()
  local index
  setup(function()
    index = LinkSite.of { "Alpha", "Beta", "Gamma", "Delta", "Herb Garden", "Kompost|de", "Humus" }
  end)
  teardown(function() index:close() end)

  local ALPHA = { "https://example.org/alpha" } -- where one page must come before another
  local TEXT = "<p>Alpha comes first, then beta comes, then gamma. Delta is last.</p>"

  it("format says how links are written", function()
    local plain = "Alpha is here"
    local function content(format) return index:link(plain, { format = format, min_score = 0 }).content end
    assert.equal('<a href="https://example.org/alpha">Alpha</a> is here', content "html")
    assert.equal('<a href="https://example.org/alpha">Alpha</a> is here', content "JSON")
    assert.equal("[Alpha](https://example.org/alpha) is here", content "Markdown")
  end)

  it("density is a word, in any letter case", function()
    for _, word in ipairs { "few", "usual", "MANY" } do
      assert.equal("Alpha|beta|gamma|Delta", anchors(index, TEXT, { density = word }))
    end
    assert.equal(index:link(TEXT).content, index:link(TEXT, { density = "usual" }).content)
  end)

  it("url is never linked to", function()
    assert.equal("beta|gamma|Delta", anchors(index, TEXT, { url = "https://example.org/alpha" }))
    assert.equal("beta|gamma|Delta", anchors(index, TEXT, { url = "http://EXAMPLE.org/alpha/#top" }))
  end)

  it("max_links bounds the links, the best of which are made", function()
    assert.equal(1, #index:link(TEXT, { max_links = 1, min_score = 0 }).links)
    assert.equal("Alpha|beta|gamma|Delta", anchors(index, TEXT, { max_links = 4 }))
  end)

  it("min_score leaves out what scores lower", function()
    local scores = {}
    for i, link in ipairs(index:link(TEXT, { min_score = 0 }).links) do scores[i] = link.score end
    table.sort(scores)
    assert.equal(#scores, #index:link(TEXT, { min_score = scores[1] }).links)
    assert.equal(0, #index:link(TEXT, { min_score = 1 }).links)
  end)

  it("min_spacing keeps links of a paragraph apart, in words and signs", function()
    local text = "<p>Alpha one beta one two gamma</p>"
    assert.equal("Alpha|beta|gamma", anchors(index, text))
    assert.equal("Alpha|gamma", anchors(index, text, { min_spacing = 2, priority_urls = ALPHA }))
    assert.equal("Alpha", anchors(index, text, { min_spacing = 5, priority_urls = ALPHA }))
    assert.equal("Alpha|beta", anchors(index, "<p>Alpha beta</p>"))
    assert.equal("Alpha", anchors(index, "<p>Alpha beta</p>", { min_spacing = 1, priority_urls = ALPHA }))
    assert.equal("Alpha|beta", anchors(index, "<p>Alpha, beta</p>", { min_spacing = 1 }))
    assert.equal("Alpha|beta", anchors(index, "<li>Alpha</li><li>beta</li>", { min_spacing = 9 }))
  end)

  it("max_per_paragraph and max_per_sentence bound links in these", function()
    local text = "<p>Alpha or beta. And gamma.</p><p>Then delta.</p>"
    assert.equal("Alpha|beta|gamma|delta", anchors(index, text))
    assert.equal("Alpha|gamma|delta", anchors(index, text, { max_per_sentence = 1, priority_urls = ALPHA }))
    assert.equal("Alpha|delta", anchors(index, text, { max_per_paragraph = 1, priority_urls = ALPHA }))
  end)

  it("skip_words passes over the first words", function()
    assert.equal("Alpha|beta|gamma|Delta", anchors(index, TEXT, { skip_words = 0 }))
    assert.equal("beta|gamma|Delta", anchors(index, TEXT, { skip_words = 1 }))
    assert.equal("gamma|Delta", anchors(index, TEXT, { skip_words = 5 }))
    assert.equal("", anchors(index, TEXT, { skip_words = 2500 }))
  end)

  it("exclude_tags closes elements, be their end tags written or not", function()
    local text = "<blockquote>Alpha <i>and</i> <blockquote>x</blockquote> beta</blockquote><p>gamma</p>"
    assert.equal("gamma", anchors(index, text, { exclude_tags = { "BlockQuote" } }))
    assert.equal("beta|gamma", anchors(index, "<ul><li>Alpha<li>x</ul><p>beta<p>gamma", { exclude_tags = { "li" } }))
    assert.equal("beta", anchors(index, "<div><p>Alpha<div>beta</div>", { exclude_tags = { "p" } }))
    assert.equal("Alpha|gamma", anchors(index, "<p>Alpha <em>or beta</em> or gamma</p>", { exclude_tags = { "em" } }))
    assert.equal("Alpha|beta", anchors(index, "<p>Alpha,<br>beta</p>", { exclude_tags = { "br" } }))
  end)

  it("exclude_tags closes what Markdown writes by signs, too", function()
    local function markdown(text, tag)
      return anchors(index, text, { format = "markdown", exclude_tags = { tag } })
    end
    assert.equal("beta", markdown("> Alpha\n\nbeta\n", "blockquote"))
    assert.equal("beta", markdown("- Alpha\n\n\nbeta\n", "li"))
    assert.equal("beta", markdown("See *Alpha* or beta\n", "em"))
    assert.equal("gamma", markdown('<div class="x">\nAlpha\n</div>\n\ngamma\n', "div"))
  end)

  it("exclude_classes closes elements of a class", function()
    local text = '<div class="box  wide">Alpha <div>beta</div></div> gamma, <span class=box>delta</span>'
    assert.equal("gamma", anchors(index, text, { exclude_classes = { "box" } }))
    assert.equal("Alpha|beta|gamma|delta", anchors(index, text, { exclude_classes = { "bo", "Box" } }))
    assert.equal("gamma|delta", anchors(index, text, { exclude_classes = { "other", "wide" } }))
  end)

  it("exclude_urls, allow_urls and deny_urls say which pages are linked to", function()
    local host = "https://example.org"
    local excluded = { host .. "/alpha/", "http://example.org/gamma" }
    assert.equal("beta|Delta", anchors(index, TEXT, { exclude_urls = excluded }))
    assert.equal("Alpha|gamma", anchors(index, TEXT, { allow_urls = { host .. "/alpha", "/gamma" } }))
    assert.equal("gamma", anchors(index, TEXT, { allow_urls = { "/g*" } }))
    assert.equal("", anchors(index, TEXT, { allow_urls = { "https://example.com/*" } }))
    assert.equal("Alpha|beta|gamma|Delta", anchors(index, TEXT, { allow_urls = { "*" } }))
    assert.equal("Alpha|beta|Delta", anchors(index, TEXT, { deny_urls = { host .. "/ga*" } }))
    assert.equal("Alpha", anchors(index, TEXT, { allow_urls = { "/alpha", "/beta" }, deny_urls = { "/b*" } }))
    assert.equal("", anchors(index, TEXT, { deny_urls = { "https://example.org*" } }))
  end)

  it("a pattern with a folder holds the folder's own page", function()
    local blog = LinkSite.build {
      { url = "https://example.org/blog/", title = "Weblog" },
      { url = "https://example.org/blog/alpha", title = "Alpha" },
      { url = "https://example.org/blogroll", title = "Beta" },
    }
    local text = "The weblog has alpha, and beta."
    assert.equal("weblog|alpha", anchors(blog, text, { allow_urls = { "/blog/*" } }))
    assert.equal("weblog", anchors(blog, text, { allow_urls = { "/blog" } }))
    assert.equal("beta", anchors(blog, text, { deny_urls = { "https://example.org/blog/*" } }))
    blog:close()
  end)

  it("priority_urls multiplies the odds by e", function()
    local function score_of(options)
      options.min_score = 0
      for _, link in ipairs(index:link(TEXT, options).links) do
        if link.anchorText == "gamma" then return link.score end
      end
    end
    local before, after = score_of {}, score_of { priority_urls = { "/gamma" } }
    assert.is_true(math.abs(after / (1 - after) / (before / (1 - before)) - math.exp(1)) < 1e-3)
    assert.equal(before, score_of { priority_urls = { "/alpha" } })
    assert.equal("gamma", anchors(index, TEXT, { priority_urls = { "/gamma" }, max_links = 1 }))
  end)

  it("same_language leaves out pages that are known to be in another one", function()
    local text = "<p>Das humus und der kompost.</p>"
    assert.equal("humus|kompost", anchors(index, text, { language = "German" }))
    assert.equal("kompost", anchors(index, text, { language = "de-AT", same_language = true }))
    assert.equal("humus", anchors(index, text, { url = "https://example.org/alpha", same_language = true }))
  end)

  it("allow_anchors and deny_anchors say which phrases become links, in any letter case", function()
    assert.equal("beta", anchors(index, TEXT, { allow_anchors = { "BETA", "garden" } }))
    assert.equal("Alpha|gamma|Delta", anchors(index, TEXT, { deny_anchors = { "Beta" } }))
    local text = "<p>The <b>herb</b>\n garden</p>"
    assert.equal("herb garden", anchors(index, text, { allow_anchors = { "  Herb   Garden " } }))
    assert.equal("", anchors(index, text, { deny_anchors = { "herb garden" } }))
  end)

  -- Of four links to Alpha three say "first letter", one says "alpha".
  local function site_of_links()
    local list = { { url = "https://example.org/alpha", title = "Alpha", html = "<p>x</p>" },
      { url = "https://example.org/beta", title = "Beta", html = "<p>y</p>" } }
    for i = 1, 4 do
      list[#list + 1] = { url = "https://example.org/" .. i, title = "Page " .. i,
        html = ('<p>Word %d of <a href="/alpha">%s</a> here.</p>'):format(i, i < 4 and "first letter" or "alpha") }
    end
    return LinkSite.build(list)
  end

  it("max_anchor_share leaves out a text that too many links to the page have", function()
    local site = site_of_links()
    local text = "<p>The first letter is known.</p>"
    assert.equal("first letter", anchors(site, text))
    assert.equal("first letter", anchors(site, text, { max_anchor_share = 0.8 }))
    assert.equal("", anchors(site, text, { max_anchor_share = 0.5 }))
    assert.equal("alpha", anchors(site, "<p>An alpha is known.</p>", { max_anchor_share = 0.5 }))
    site:close()
  end)

  it("orphan_boost raises links to pages that few link to", function()
    local site = site_of_links()
    local function odds(options)
      options.min_score = 0
      local list = {}
      for i, link in ipairs(site:link("<p>An alpha and a beta.</p>", options).links) do
        list[i] = link.score / (1 - link.score)
      end
      return list
    end
    local before, after = odds {}, odds { orphan_boost = 1 }
    assert.is_true(math.abs(after[1] / before[1] - math.exp(1 / 5)) < 1e-3)
    assert.is_true(math.abs(after[2] / before[2] - math.exp(1)) < 1e-3)
    site:close()
  end)

  it("rel, target, class and title become attributes", function()
    local page = LinkSite.build {
      { url = "https://example.org/a", title = 'Salt & "Pepper" <3' },
      { url = "https://example.org/b", title = "B", html = '<p>We buy <a href="/a">spices</a>.</p>' },
    }
    local options = {
      min_score = 0, rel = "nofollow noopener", target = "_blank", class = "link md:w-1/2", title = true,
    }
    assert.equal('<p>Our <a href="https://example.org/a" rel="nofollow noopener" target="_blank" class="link md:w-1/2" '
      .. 'title="Salt &amp; &quot;Pepper&quot; &lt;3">spices</a></p>', page:link("<p>Our spices</p>", options).content)
    options.format = "markdown"
    assert.equal([[Our [spices](https://example.org/a "Salt \& \"Pepper\" \<3")]],
      page:link("Our spices", options).content)
    page:close()
  end)

  it("explain gives context, features and the number of the model", function()
    local text = "<p>So <b>quick</b> an alpha &amp; so on.</p><p>Another.</p>"
    local result = index:link(text, { min_score = 0, explain = true })
    local link = result.links[1]
    assert.same({ before = "So quick an", after = "& so on." }, link.context)
    assert.is_true(result.model > 0)
    assert.equal("number", type(link.features.TITLE_COUNT))
    local plain = index:link("alpha", { min_score = 0 })
    assert.is_nil(plain.model)
    assert.is_nil(plain.links[1].context)
    assert.is_nil(plain.links[1].features)
  end)

  it("explain gives finite features, also where the content's own page is all that links", function()
    local pages = LinkSite.pages { "Alpha", "Beta" }
    pages[3] = { url = "https://example.org/own", title = "Own", html = '<p>It has a <a href="/beta">beta</a>.</p>' }
    local site = LinkSite.build(pages)
    local options = { min_score = 0, explain = true, url = "https://example.org/own" }
    for name, value in pairs(site:link("An alpha.", options).links[1].features) do
      assert.is_true(value - value == 0, name)
    end
    site:close()
  end)

  -- The reasons for which what this text says of a page is left out, by the anchor's text.
  local function reasons(text, options)
    options.explain = true
    options.min_score = options.min_score or 0
    local result, found = index:link(text, options), {}
    for _, candidate in ipairs(result.candidates) do
      local name = candidate.anchorText:lower()
      found[name] = found[name] or candidate.reason
      assert.equal(candidate.anchorText, (text:sub(candidate.start + 1, candidate["end"]):gsub("<.->", "")))
      assert.truthy(candidate.detail:find("^%u.*%.$"))
      assert.truthy(candidate.url:find("^https://example%.org/"))
      assert.equal("string", type(candidate.title))
    end
    return found, result
  end

  it("explain says of what was not linked why", function()
    for reason, case in pairs {
      low_score = { "an <b>alpha</b>", { min_score = 1 } },
      too_many = { "Gamma, gamma, alpha", { max_links = 1, priority_urls = { "/gamma" } } },
      linked_before = { "<a href='https://example.org/alpha'>x</a> alpha", {} },
      page_excluded = { "alpha", { deny_urls = { "/alpha" } } },
      other_language = { "humus alpha", { language = "de", same_language = true } },
      text_taken = { "<a href='https://else.example/'>alpha</a> alpha", {} },
      too_near = { "Gamma alpha", { min_spacing = 3, priority_urls = { "/gamma" } } },
      sentence_full = { "Gamma or alpha.", { max_per_sentence = 1, priority_urls = { "/gamma" } } },
      paragraph_full = { "Gamma. An alpha.", { max_per_paragraph = 1, priority_urls = { "/gamma" } } },
      text_excluded = { "alpha", { deny_anchors = { "ALPHA" } } },
    } do
      local found, result = reasons(case[1], case[2])
      assert.equal(reason, found.alpha, reason)
      assert.is_nil(result.candidates[1].features)
      assert.is_true(result.model > 0)
    end
    assert.equal("page_excluded", reasons("alpha", { exclude_urls = ALPHA }).alpha)
    assert.equal("text_excluded", reasons("alpha", { allow_anchors = { "beta" } }).alpha)
    assert.equal("cuts_element", reasons("A <b>herb</b> <i>garden plan</i>", {})["herb garden"])
    local site = LinkSite.of { "Alpha", "Alpha Beta" }
    local whole = site:link("An alpha beta.", { min_score = 0, explain = true }).candidates
    assert.is_true(#whole > 0)
    for _, part in ipairs(whole) do assert.equal("part_of_name", part.reason) end
    site:close()
  end)

  it("explain changes no link, and gives nothing where it is not asked for", function()
    for _, options in ipairs { {}, { min_score = 0.4 }, { max_links = 1 }, { min_spacing = 3 } } do
      local plain = index:link(TEXT, options)
      assert.is_nil(plain.candidates)
      assert.is_nil(plain.summary)
      options.explain = true
      local explained = index:link(TEXT, options)
      assert.equal(plain.content, explained.content)
      for i = 2, #explained.candidates do
        assert.is_true(explained.candidates[i - 1].score >= explained.candidates[i].score)
      end
    end
  end)

  it("explain sums up what became of the pages that are named", function()
    local function summary(text, options)
      options.explain = true
      return index:link(text, options).summary
    end
    assert.same({ pages = 7, linkingPages = 0, namedPages = 0, linkedPages = 0, threshold = 0.5, leftOut = {},
      note = "The index has 7 pages, none of which is named where links may be." },
      summary("Nothing.", { min_score = 0.5 }))
    local found = summary("Alpha, beta and <a href='https://example.org/gamma'>gamma</a>.", { min_score = 0 })
    assert.same({ 3, 2, { linked_before = 1 } }, { found.namedPages, found.linkedPages, found.leftOut })
    assert.equal("3 of 7 pages are named in this text: 2 linked, 1 linked before.", found.note)
    found = summary("An alpha.", { min_score = 0.5 })
    assert.same({ 0.5, 0.2, { low_score = 1 } }, { found.threshold, found.lowerThreshold, found.leftOut })
    local site = LinkSite.of {}
    assert.equal("The index has no pages.", site:link("Alpha", { explain = true }).summary.note)
    site:close()
  end)

  it("language says whose words name nothing", function()
    local site = LinkSite.build {
      { url = "https://example.org/1", title = "One", html = '<p><a href="/2">Siehe Kapitel 3</a></p>' },
      { url = "https://example.org/2", title = "Two" },
    }
    local text = "<p>Siehe Kapitel 3 dazu.</p>"
    assert.equal("", anchors(site, text, { language = "de" }))
    assert.equal("Siehe Kapitel 3", anchors(site, text, { language = "sv" }))
    site:close()
  end)
end)

describe("the options of index:link", function()
  local index
  setup(function() index = LinkSite.of { "Alpha" } end)
  teardown(function() index:close() end)

  it("are refused with what was wrong and what is allowed, at the caller's line", function()
    local wrong = {
      { "link: unknown option maxLinks; there is: format, url, language, density, max_links", { maxLinks = 3 } },
      { "link: unknown option 1", { 3 } },
      { 'link: format must be "html", "markdown", "json" or "text", got "pdf"', { format = "pdf" } },
      { 'link: format must be "html", "markdown", "json" or "text", got boolean', { format = true } },
      { "link: url must be a string, got 3", { url = 3 } },
      { "link: url must have at most 2000 characters", { url = ("x"):rep(2001) } },
      { 'link: language must be the English name or BCP 47 tag of a language, got "d;e"', { language = "d;e" } },
      { 'link: density must be "few", "usual" or "many", got "lots"', { density = "lots" } },
      { 'link: density must be "few", "usual" or "many", got 2', { density = 2 } },
      { "link: max_links must be a whole number from 1 to 50, got 0", { max_links = 0 } },
      { "link: max_links must be a whole number from 1 to 50, got 51", { max_links = 51 } },
      { "link: max_links must be a whole number from 1 to 50, got 1.5", { max_links = 1.5 } },
      { "link: max_links must be a whole number from 1 to 50, got string", { max_links = "3" } },
      { "link: min_score must be a number from 0 to 1, got -1", { min_score = -1 } },
      { "link: min_score must be a number from 0 to 1, got", { min_score = 0 / 0 } },
      { "link: min_score must be a number from 0 to 1, got string", { min_score = "high" } },
      { "link: min_spacing must be a whole number from 0 to 500, got -1", { min_spacing = -1 } },
      { "link: skip_words must be a whole number from 0 to 2500, got 3000", { skip_words = 3000 } },
      { "link: exclude_tags must be a list of at most 100 strings, got string", { exclude_tags = "p" } },
      { 'link: exclude_tags[2] must be the name of an element, such as blockquote, got "<p>"',
        { exclude_tags = { "b", "<p>" } } },
      { "link: exclude_classes[1] must be", { exclude_classes = { "a b" } } },
      { "link: exclude_urls must be a list of at most 1000 strings, got 3", { exclude_urls = { 3 } } },
      { "link: exclude_urls must be a list of at most 1000 strings, got table", { exclude_urls = { a = "b" } } },
      { "link: allow_urls[1] must be an http(s) address or a path", { allow_urls = { "javascript:alert(1)" } } },
      { "link: deny_urls[1] must be an http(s) address or a path", { deny_urls = { "" } } },
      { "link: priority_urls[1] must be an http(s) address or a path", { priority_urls = { "mailto:x@example.org" } } },
      { 'link: allow_anchors[1] must be a phrase, got " "', { allow_anchors = { " " } } },
      { "link: deny_anchors must be a list", { deny_anchors = false } },
      { "link: same_language must be true or false, got 1", { same_language = 1 } },
      { "link: max_anchor_share must be a number from 0 to 1, got 2", { max_anchor_share = 2 } },
      { "link: orphan_boost must be a number from 0 to 5, got 6", { orphan_boost = 6 } },
      { "link: rel must be words of letters", { rel = 'nofollow" onclick="x' } },
      { "link: rel must be words of letters", { rel = "a  b" } },
      { "link: target must be", { target = "_blank x" } },
      { "link: class must be words of letters", { class = "a>b" } },
      { "link: class must be words of letters", { class = "a\0b" } },
      { "link: title must be true or false, got string", { title = "yes" } },
      { "link: explain must be true or false", { explain = {} } },
    }
    for _, case in ipairs(wrong) do
      local ok, message = pcall(function() index:link("x", case[2]) end)
      assert.is_false(ok, case[1])
      assert.truthy(message:find(case[1], 1, true), message)
      assert.truthy(message:find("linker_options_spec.lua:%d+:"), message)
    end
  end)

  it("have at most as many entries as the table says", function()
    local urls = {}
    for i = 1, 1001 do urls[i] = "/" .. i end
    local ok, message = pcall(index.link, index, "x", { deny_urls = urls })
    assert.is_false(ok)
    assert.truthy(message:find("deny_urls must have at most 1000 entries, got 1001", 1, true), message)
    urls[1001] = nil
    assert.equal("alpha", LinkSite.anchors(index, "alpha", { deny_urls = urls }))
  end)

  it("are described by linker.describe, and each default is taken", function()
    local given = {}
    for _, option in ipairs(linker.describe().options) do
      assert.equal("string", type(option.summary))
      assert.truthy(option.wireName:find("^%l[%a]*$"))
      given[option.name] = option.default
    end
    assert.equal(50, given.max_links)
    assert.equal("html", given.format)
    assert.equal("usual", given.density)
    assert.equal(false, given.explain)
    assert.is_nil(given.min_score)
    assert.same(index:link("an alpha").content, index:link("an alpha", given).content)
  end)
end)
