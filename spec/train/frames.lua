-- Page frames: what public website themes put round a page's main content.
--
-- A frame is one template, built like the theme it is named after; all words are our own. In a template
--   $word             is a fact of the page or site (see facts_of),
--   {list: item}      repeats the item for each entry of a list (see LISTS), whose own $words come first; "li.top a"
--                     is short for an item of elements round a link: <li class="top"><a href="$href">$name</a></li>,
--   [home Start]      is short for <a href="$home">Start</a>, and [.top home Start] has the class "top",
--   <nav#id.a.b ...>  is short for id and class; without a name it is a div, and </> ends any element,
--   [CONTENT]         is where the main content goes; what is open at the end is closed.
-- What varies from page to page is chosen by a hash of its url, so that a page always gets the same frame.
--
--   local site = frames.site("Example", pages)             -- pages: a list of { url, title }
--   local page = site.page(url)
--   html = frames.list[1].before(site, page) .. content .. frames.list[1].after(site, page)
-- luacheck: std lua54, no max line length

local WHOLE_MENU = 120 -- pages shown by a sidebar that lists the whole site, at most
local NEIGHBOURS = 12 -- pages shown on each side of this one by a sidebar of neighbours

-- FNV-1a, 32 bits.
local function hash(text)
  local sum = 0x811c9dc5
  for at = 1, #text do
    sum = ((sum ~ text:byte(at)) * 0x01000193) & 0xffffffff
  end
  return sum ~ (sum >> 15)
end

local function pick(list, key)
  return list[hash(key) % #list + 1]
end

local function map(list, make)
  local made = {}
  for at, entry in ipairs(list) do
    made[at] = make(entry, at)
  end
  return made
end

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
local function escape(text)
  return (text:gsub('[&<>"]', ENTITIES))
end

-- The path of a url, without the host; and the url of its folder ("/a/b.html" and "/a/b/": "/a/").
local function path(url) return (url:gsub("^%a+://[^/]*", "")) end
local function folder(url) return url:match("^(.*/)[^/]+/?$") or "/" end

-- Puts values in the place of their $words; a word without a value is a mistake in the template.
local function fill(template, values)
  return (template:gsub("%$([%a_]+)", function(word)
    return values[word] or error("no such word in a frame: $" .. word)
  end))
end

-- Words -------------------------------------------------------------------------------------------------------------

local AUTHORS = { "Ann Harper", "Tomas Lind", "Grace Okoro", "Wim de Boer", "Julia Reyes", "Sam Whitfield" }
local VISITORS = { "Peter", "moonfish", "K. Adler", "Rosie", "devnull42", "Hanna M.", "Old Sailor", "Li", "Bea" }
local SECTIONS = { "Overview", "Before you start", "How it works", "A first example", "Common mistakes", "Options",
  "Questions and answers", "Limits", "Further reading", "Summary" }
local NOTES = { -- excerpts
  "What $title is about, told in a few minutes.", "How does $title differ from $plain? A comparison.",
  "We look at $title step by step, from the first idea to daily use.",
  "Everything we have learned about $title, with examples &hellip;",
  "$title explained for people who have never met it before.", "Notes on $title, kept up to date as things change.",
  "Last month several readers asked about $title, so here is a longer answer &hellip;",
}
local BIOS = { -- of authors: each holds one or two links to pages of the site
  "Written by [author_url $author], who also wrote $other.",
  "[author_url $author] has been with $site since the beginning and looks after $other.",
  "$author lives by the sea and writes about small tools. The latest piece is $other.",
  "$author answers questions on the [contact contact page] every Friday.",
}
local CALLS = { -- calls to action: each holds a link to a page of the site
  "Want to know more? Our page on $other is a good place to go on.", "New here? Begin with $other and come back later.",
  "Need a hand with this? [contact Write to our team] and we will help you within a day.",
  "Try it yourself: [docs open the guide] and follow the first three steps.",
}
local COMMENTS = { -- by visitors, without links
  "Thank you, this is just what I was looking for.", "I never understood $title until now. Bookmarked.",
  "Does this still hold for the newest version? It did not work on my old laptop.",
  "I had the same trouble with $title last year and solved it by starting over.",
  "Small typo near the end, otherwise very clear. And what about $plain?",
  "We use this at work every day, mostly together with other things described here.",
}
local ANSWERS = { -- comments that hold a link to a page of the site
  "Have you seen $other? It helped me when I was stuck.", "See also $other, which says nearly the same in fewer words.",
}
local MENU = { { "Home", "home" }, { "Articles", "archive" }, { "Guides", "docs" }, { "About us", "about" }, { "Contact", "contact" } }
local SMALL_PRINT = { { "Privacy", "privacy" }, { "Terms of use", "terms" }, { "Contact", "contact" }, { "Newsletter", "news" } }
local LANGUAGES = { "English", "Deutsch", "Fran&ccedil;ais", "Espa&ntilde;ol" }
local SHARES = { { "Facebook", "https://www.facebook.com/sharer/sharer.php?u=" }, { "Reddit", "https://www.reddit.com/submit?url=" },
  { "LinkedIn", "https://www.linkedin.com/sharing/share-offsite/?url=" }, { "Email", "mailto:?body=" } }
-- Pages with a part to play: how the last part of their urls begins. Where no url does, a short url plays the part.
local ROLES = { { "home", "^index%.html?$" }, { "archive", "^archive" }, { "docs", "^guide" }, { "about", "^about" },
  { "contact", "^contact" }, { "privacy", "^privacy" }, { "terms", "^terms" }, { "news", "^newsletter$" } }

-- Sites and pages ---------------------------------------------------------------------------------------------------

-- The day a page was published: in seconds, and in three spellings.
local function stamp(url) return 1514764800 + hash(url .. "#day") % 2900 * 86400 end
local function days(url)
  local at = stamp(url)
  local day, month, year = os.date("!%d", at):gsub("^0", ""), os.date("!%B", at), os.date("!%Y", at)
  return day .. " " .. month .. " " .. year, month .. " " .. day .. ", " .. year, os.date("!%Y-%m-%d", at)
end

local function roles_of(pages)
  local roles = {}
  for rank, role in ipairs(ROLES) do
    roles[role[1]] = pages[(rank - 1) % #pages + 1]
    for _, page in ipairs(pages) do
      if page.url:match("([^/]*)/?$"):find(role[2]) or role[1] == "home" and #path(page.url) < 2 then
        roles[role[1]] = page
        break
      end
    end
  end
  return roles
end

-- From three to five pages of the same folder, else of the whole site; neighbours that begin at a chosen place.
local function related(site, url)
  local near = site.folders[folder(url)]
  near = #near > 3 and near or site.order
  local list, from, wanted = {}, hash(url .. "#related"), 3 + hash(url) % 3
  for step = 1, #near do
    local other = near[(from + step) % #near + 1]
    if other.url ~= url and #list < wanted then
      list[#list + 1] = other
    end
  end
  return list
end

local function page_of(site, url)
  local i, at, parents = site.place[url], folder(url), {}
  while #path(at) > 1 do -- the page of the folder /a/ may be /a/, /a, /a/index.html or /a.html
    local stem = at:gsub("/$", "")
    local found = site.index[at] or site.index[stem] or site.index[at .. "index.html"] or site.index[stem .. ".html"]
    if found and site.pages[found].url ~= url and site.pages[found] ~= site.roles.home then
      table.insert(parents, 1, site.pages[found])
    end
    at = folder(at)
  end
  return { url = url, title = site.order[i].title, i = i, previous = site.order[i - 1], next = site.order[i + 1],
    parents = parents, related = related(site, url) }
end

-- Everything about a site that its pages share; `pages` is a list of { url, title } and is left as it was.
local function new_site(name, pages)
  local site = { name = name, pages = {}, order = {}, index = {}, place = {}, folders = {}, tags = {}, cats = {} }
  for i, page in ipairs(pages) do
    site.pages[i] = { url = page.url, title = page.title }
    site.order[i] = site.pages[i]
  end
  table.sort(site.pages, function(a, b) return #a.url < #b.url or #a.url == #b.url and a.url < b.url end)
  table.sort(site.order, function(a, b) return a.url < b.url end)
  for i, page in ipairs(site.pages) do
    site.index[page.url] = i
    local list = #site.cats < 6 and site.cats or site.tags
    if (i > #ROLES and #page.title < 28 or #site.pages < 60) and #site.tags < 24 then
      list[#list + 1] = page
    end
  end
  site.tags = #site.tags > 0 and site.tags or site.pages
  site.cats = #site.cats > 0 and site.cats or site.pages
  for i, page in ipairs(site.order) do
    site.place[page.url] = i
    local at = folder(page.url)
    site.folders[at] = site.folders[at] or {}
    table.insert(site.folders[at], page)
  end
  site.slug = name:lower():gsub("[^%w]+", "-")
  site.host = site.pages[1].url:match("^%a+://[^/]+") or "https://www." .. site.slug .. ".example"
  site.roles = roles_of(site.pages)
  site.recent = table.move(site.order, 1, #site.order, 1, {})
  table.sort(site.recent, function(a, b) return stamp(a.url) .. a.url > stamp(b.url) .. b.url end)
  local known = {}
  function site.page(url)
    known[url] = known[url] or page_of(site, url)
    return known[url]
  end
  return site
end

-- What templates can say --------------------------------------------------------------------------------------------

-- The short forms of templates, written out.
local VOID = { br = true, hr = true, input = true }
local function write_out(template)
  local open = {}
  template = template:gsub("%[(%.%S+) (%l[%l_]*)%s([^%[%]]*)%]", '<a%1 href="$%2">%3</>')
  template = template:gsub("%[(%l[%l_]*)%s([^%[%]]*)%]", '<a href="$%1">%2</>')
  template = template:gsub("{(%a+):([^<}]+)}", function(list, item)
    local front, back, tail = "", "", ""
    for word in item:gmatch("%S+") do
      local is = word:find("^[%l.]")
      front = front .. (is and ("<%s%s>"):format(word, word:find("^a%f[^%w]") and ' href="$href"' or "") or "")
      back = back .. (is and (#back > 0 and "</>" or "</>%s") or "")
      tail = is and tail or tail .. (word:find("^%$") and "" or " ") .. word
    end
    return ("{%s: %s$name%s}"):format(list, front, back:format(tail))
  end)
  template = template:gsub("<(/?)(%w*)([^>]*)>", function(slash, name, rest)
    if slash == "/" then
      return "</" .. table.remove(open) .. ">"
    end
    name = name == "" and "div" or name
    open[#open + 1] = not VOID[name] and name or nil
    local marks, others = rest:match("^(%S*)(.*)$")
    local id, classes = marks:match("#([^.]+)"), marks:gsub("#[^.]+", ""):sub(2):gsub("%.", " ")
    return ("<%s%s%s%s>"):format(name, id and (' id="%s"'):format(id) or "",
      classes == "" and "" or (' class="%s"'):format(classes), others)
  end)
  while #open > 0 do
    template = template .. "</" .. table.remove(open) .. ">"
  end
  return template
end

-- A sentence of `list` for the page at `url`, with another page of the site named in it: $other is a link, $plain is not.
local function sentence(site, list, url, salt, facts)
  local other = pick(site.order, url .. salt .. "other")
  local own = { title = escape(site.pages[site.index[url]].title), plain = escape(other.title) }
  own.other = ('<a href="%s">%s</a>'):format(escape(other.url), own.plain)
  return fill(write_out(pick(list, url .. salt)), setmetatable(own, { __index = facts }))
end

-- The $words of a page.
local function facts_of(site, page)
  local url = page.url
  local facts = { site = escape(site.name), host = site.host, year = "2026", minutes = tostring(2 + hash(url) % 11),
    title = escape(page.title), url = escape(url), full = escape(site.host .. path(url)) }
  for name, role in pairs(site.roles) do
    facts[name] = escape(role.url)
  end
  local cat = page.parents[#page.parents] or pick(site.cats, url .. "#cat")
  facts.cat, facts.cat_url = escape(cat.title), escape(cat.url)
  facts.day, facts.long, facts.iso = days(url)
  facts.author = pick(AUTHORS, url .. "#author")
  facts.author_url = escape(site.pages[hash(facts.author) % math.min(20, #site.pages) + 1].url)
  local file = escape(path(url)):gsub("^/", ""):gsub("/$", ""):gsub("%.html$", "")
  facts.edit = ("https://github.com/%s/website/edit/main/%s.md"):format(site.slug, file)
  facts.bio = sentence(site, BIOS, url, "#bio", facts)
  facts.cta = sentence(site, CALLS, url, "#call", facts)
  facts.summary = sentence(site, NOTES, url, "#note", facts)
  return facts
end

local function some(site, list, first, last)
  return map(table.move(list, math.max(1, first), math.min(#list, last), 1, {}), function(page)
    return { href = escape(page.url), name = escape(page.title), date = select(2, days(page.url)),
      text = sentence(site, NOTES, page.url, "#note") }
  end)
end

local function named(site, list)
  return map(list, function(entry) return { name = entry[1], href = escape(site.roles[entry[2]].url) } end)
end

-- The lists templates can repeat an item for; each gives the items' own $words.
local LISTS = {
  menu = function(site) return named(site, MENU) end,
  small = function(site) return named(site, SMALL_PRINT) end,
  pages = function(site) return some(site, site.pages, 1, 7) end,
  column = function(site) return some(site, site.pages, 8, 13) end,
  recent = function(site) return some(site, site.recent, 1, 5) end,
  cloud = function(site) return some(site, site.tags, 1, 20) end,
  related = function(site, page) return some(site, page.related, 1, 5) end,
  parents = function(site, page) return some(site, page.parents, 1, 9) end,
  previous = function(site, page) return some(site, { page.previous }, 1, 1) end,
  next = function(site, page) return some(site, { page.next }, 1, 1) end,
  earlier = function(site, page) return some(site, site.order, page.i - NEIGHBOURS, page.i - 1) end,
  later = function(site, page) return some(site, site.order, page.i + 1, page.i + NEIGHBOURS) end,
}

function LISTS.all(site, page)
  local first = math.max(1, math.min(page.i - WHOLE_MENU // 2, #site.order - WHOLE_MENU + 1))
  return some(site, site.order, first, first + WHOLE_MENU - 1)
end

function LISTS.tags(site, page)
  local from = hash(page.url .. "#tags") % #site.tags
  return some(site, site.tags, from, from + 2)
end

-- About half of the pages have comments; about one page of nine has one with a link.
function LISTS.comments(site, page)
  local items, answered = {}, hash(page.url .. "#answer") % 9 == 4
  for n = 1, answered and 2 or math.max(0, hash(page.url .. "#talk") % 6 - 2) do
    local salt = "#comment" .. n
    items[n] = { name = pick(VISITORS, page.url .. salt), date = select(2, days(page.url .. salt)), n = tostring(n),
      text = sentence(site, answered and n == 2 and ANSWERS or COMMENTS, page.url, salt) }
  end
  return items
end

function LISTS.toc(_, page)
  local from = hash(page.url .. "#toc") % 5
  return map(table.move(SECTIONS, from + 1, from + 3 + hash(page.url) % 3, 1, {}), function(name)
    return { name = name, href = "#" .. name:lower():gsub("%s", "-") }
  end)
end

function LISTS.langs(site, page)
  return map(LANGUAGES, function(name, at)
    return { name = name, href = escape(at == 1 and page.url or pick(site.pages, page.url .. name).url) }
  end)
end

function LISTS.share(site, page)
  return map(SHARES, function(share) return { name = share[1], href = escape(share[2] .. site.host .. path(page.url)) } end)
end

function LISTS.numbers(site, page)
  return map(some(site, site.order, page.i - 3, page.i + 4), function(item, at)
    return { name = tostring(at), href = item.href }
  end)
end

-- Takes a template apart once, into texts and lists with their items; gives a function that writes it for a page.
local function renderer(template)
  local parts, from = {}, 1
  for first, loop, last in template:gmatch("()(%b{})()") do
    local list, item = loop:match("^{(%a+):%s*(.-)%s*}$")
    parts[#parts + 1] = template:sub(from, first - 1)
    parts[#parts + 1] = { list = LISTS[list] or error("no such list in a frame: " .. loop), item = item }
    from = last
  end
  parts[#parts + 1] = template:sub(from)
  return function(site, page)
    page.facts = page.facts or facts_of(site, page)
    local out = {}
    for _, part in ipairs(parts) do
      local items = part.list and part.list(site, page) or {}
      for at, item in ipairs(items) do
        item.comma, item.bar = at < #items and ", " or "", at < #items and " | " or ""
        out[#out + 1] = (at > 1 and "\n" or "") .. fill(part.item, setmetatable(item, { __index = page.facts }))
      end
      out[#out + 1] = not part.list and fill(part, page.facts) or nil
    end
    return table.concat(out)
  end
end

local HEAD = [[<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title | $site</title><meta name="description" content="$summary"><link rel="canonical" href="$full"></head>
]]

local list = {}
local function frame(name, template)
  local before, after = write_out(template):match("^(.-)%[CONTENT%](.*)$")
  list[#list + 1] = { name = name, template = template, before = renderer(HEAD .. before), after = renderer(after .. "</html>\n") }
end

-- The frames: first those with landmarks -----------------------------------------------------------------------------

frame("wordpress-twentytwentyone", [=[<body.single.single-post><#page.site><a.skip-link.screen-reader-text href="#content">Jump to the
content</><header#masthead.site-header><.site-branding><p.site-title>[home $site]</></><nav#site-navigation><ul.menu-wrapper>
{menu: li.menu-item a}</></></><#content.site-content><main#main.site-main><article.post.hentry><header.entry-header>
<h1.entry-title>$title</></><.entry-content>[CONTENT]</><footer.entry-footer><.posted-by><span.posted-on>Published on <time>$long</></>
<span.byline>by [author_url $author]</></><.post-taxonomies>Filed under [cat_url $cat], tagged {tags: a $comma}</></><.author-bio>
<h2.author-title>About $author</><p>$bio</></></><nav.post-navigation><.nav-links>{previous: <.nav-previous><a href="$href">
<p.meta-nav>Earlier</><p.post-title>$name</></></>}{next: <.nav-next><a href="$href"><p.meta-nav>Later</><p.post-title>$name</></></>}</>
</><#comments.comments-area><ol.comment-list>{comments: <li.comment><b.fn>$name</> wrote on $date: <.comment-content><p>$text</></></>}</>
</></></><aside.widget-area><form.search-form><label>Search <input type="search"></></><section.widget_recent_entries><h2>Fresh posts</>
<ul>{recent: li a}</></></><footer#colophon.site-footer><.site-info>[.privacy-policy privacy How we treat your data] <.powered-by>Made with
<a href="https://wordpress.org/">WordPress</>.]=])
frame("wordpress-astra", [=[<body.ast-page-builder.ast-right-sidebar><a.skip-link href="#content">Straight to the content</>
<#page.hfeed.site><header#masthead.site-header><.main-header-bar><span.site-title>[home $site]</><nav#primary-site-navigation>
<.main-navigation><ul#ast-hf-menu-1.main-header-menu>{menu: li.menu-item a.menu-link}</></></></></><#content.site-content><.ast-container>
<#primary.content-area><main#main.site-main><.ast-breadcrumbs-wrapper><nav.ast-breadcrumbs>[home Home] &raquo; {parents: a &raquo;}
<span>$title</></></><article.ast-article-single><header.entry-header><h1.entry-title>$title</><.entry-meta>Posted on $day in
[cat_url $cat] by [author_url $author]</></><.entry-content>[CONTENT]</></><nav.post-navigation><.nav-links>
{previous: <.nav-previous>[href &larr; $name]</>}{next: <.nav-next>[href $name &rarr;]</>}</></>
<section.ast-single-related-posts-container><h2>You may like these too</>{related: <article.ast-related-post><h3>[href $name]</>
<p.ast-related-post-excerpt>$text</></>}</></></><.widget-area.secondary><aside.widget_recent_entries><h2.widget-title>Newest</><ul>
{recent: li a}</></><aside.widget_tag_cloud><.tagcloud>{cloud: a.tag-cloud-link}</></></></></><footer#colophon.site-footer>
<.site-primary-footer-wrap><aside.footer-widget-area><h2>Read</><ul>{column: li a}</></><aside.footer-widget-area><h2>Letters</><p>One mail
a month with what is new; see our [privacy privacy notes].</><form><input type="email"><button>Join</></></></><.site-below-footer-wrap>
<p.ast-footer-copyright>&copy; $year $site Ltd. All rights reserved. Read our [privacy privacy policy] and [terms terms].]=])
frame("hugo-papermod", [=[<body#top><header.header><nav.nav><.logo>[home $site]<ul.lang-switch>{langs: li a}</></><ul#menu>{menu: li a}</>
</></><main.main><article.post-single><header.post-header><.breadcrumbs>[home Home]{parents: <span>&nbsp;&raquo;&nbsp;</>[href $name]}</>
<h1.post-title>$title</><.post-meta><span>$long</> &middot; <span>$minutes min</> &middot;
<span>$author</>&nbsp;|&nbsp;[edit Suggest a change]</></><.toc><details><summary>On this page</><nav#TableOfContents><ul>{toc: li a}</></>
</></><.post-content>[CONTENT]</><footer.post-footer><ul.post-tags>{tags: li a}</><nav.paginav>{previous: <a.prev href="$href">
<span.title>&laquo; Before</><br><span>$name</></>}{next: <a.next href="$href"><span.title>After &raquo;</><br><span>$name</></>}</>
<ul.share-buttons>{share: li a}</></></></><footer.footer><span>&copy; $year [home $site]</> &middot; <span>Powered by
<a href="https://gohugo.io/">Hugo]=])
frame("hugo-docsy", [=[<body.td-page><header><nav.td-navbar><a.navbar-brand href="$home"><span>$site</></><ul.navbar-nav>
{menu: li.nav-item a.nav-link}<li.nav-item.dropdown>[url English]<ul.dropdown-menu>{langs: li a.dropdown-item}</></></></></>
<.container-fluid.td-outer><.td-main><.row><aside.td-sidebar><form.td-sidebar__search><input type="search" placeholder="Search the docs">
</><nav#td-section-nav.td-sidebar-nav><ul.td-sidebar-nav__section>{earlier: li a.td-sidebar-link}<li.active-path>[.active url $title]</>
{later: li a.td-sidebar-link}</></></><aside.td-sidebar-toc><.td-page-meta>[edit Edit this page] [contact Report a mistake]</>
<nav#TableOfContents><ul>{toc: li a}</></><.taxonomy-terms-cloud><h5>Tags</><ul>{cloud: li a.taxonomy-term}</></></>
<main.col-12 role="main"><nav.td-breadcrumbs><ol.breadcrumb>{parents: li.breadcrumb-item a}<li.breadcrumb-item.active>$title</></></>
<.td-content><h1>$title</><.lead>$summary</>[CONTENT]<.feedback><h2>Did this help?</><p>$cta</></><.td-page-meta__lastmod>Last touched
$long</></></></></><footer.td-footer><.row><.td-footer__left><ul>{small: li a}</></><.td-footer__center>&copy; $year The $site authors.
[privacy Privacy policy]]=])
frame("jekyll-minima", [=[<body><header.site-header><.wrapper>[.site-title home $site]<nav.site-nav><.trigger>{menu: a.page-link}</></></>
</><main.page-content><.wrapper><article.post.h-entry><header.post-header><h1.post-title.p-name>$title</><p.post-meta>
<time.dt-published datetime="$iso">$long</> &bull; <span.p-author>$author</> in [cat_url $cat]</></><.post-content.e-content>[CONTENT]</>
<p.post-author-note>$bio</><section.comments>{comments: <.comment><p.comment-head>$name, $date</><p>$text</></>}</></><nav.pager>
{previous: a.older}{next: a.newer}</></></><footer.site-footer.h-card><.wrapper><.footer-col-wrapper><.footer-col><p>Questions?
[contact Send us a note].</></><.footer-col><ul.social-media-list>{small: li a}</></><.footer-col><p>$site writes about what its makers
learn. $cta]=])
frame("jekyll-minimal-mistakes", [=[<body.layout--single><nav.skip-links><ul><li><a href="#main">Skip to content</></></></><.masthead>
<nav#site-nav.greedy-nav>[.site-title home $site]<ul.visible-links>{menu: li.masthead__menu-item a}</></></><.initial-content>
<nav.breadcrumbs><ol><li><a href="$home"><span>Home</></></><li><span.sep>/</></>{parents: <li><a href="$href"><span>$name</>
</> <span.sep>/</></>}<li.current>$title</></></><#main role="main"><.sidebar.sticky><.author__content><h3.author__name>$author</>
<.author__bio><p>$bio</></></></><article.page><.page__inner-wrap><header><h1.page__title>$title</><p.page__meta>$minutes minute read</></>
<section.page__content><aside.sidebar__right><nav.toc><header><h4.nav__title>On this page</></><ul.toc__menu>{toc: li a}</></>
</>[CONTENT]</><footer.page__meta><p.page__taxonomy><strong>Tags:</> <span>{tags: a.page__taxonomy-item $comma}</></><p.page__date>
<strong>Updated:</> <time>$long</></></><section.page__share><h4>Share</>{share: a.btn}</><nav.pagination>{previous: a.pagination--pager}
{next: a.pagination--pager}</></></><.page__related><h4>You may also enjoy</>{related: <article.archive__item>
<h2.archive__item-title>[href $name]</><p.archive__item-excerpt>$text</></>}</></></><#footer.page__footer><footer><.page__footer-follow>
<ul>{small: li a}</></><.page__footer-copyright>&copy; $year $site. Made with <a href="https://jekyllrb.com">Jekyll</>.]=])
frame("jekyll-chirpy", [=[<body><aside#sidebar><header.profile-wrapper>[.site-title home $site]<p.site-subtitle>Things worth writing
down</></><nav><ul.nav>{menu: li.nav-item a.nav-link}</></></><#main-wrapper><.container><header#topbar-wrapper><nav#breadcrumb>
<span>[home Home]</> {parents: span a} <span>$title</></><search#search><input type="search" placeholder="Search"></></><.row><main>
<article.px-1><header><h1>$title</><.post-meta><span>Posted <time>$long</></> <.d-flex><span>By <em>[author_url $author]</></>
<span.readtime>$minutes min</></></></><.content>[CONTENT]</><.post-tail-wrapper><.post-meta>[cat_url $cat]</><.post-tags>
{tags: a.post-tag}</><.share-wrapper><span>Share</> {share: a}</></></></><aside#panel-wrapper><.access><section#access-lastmod>
<h2.panel-heading>Recently updated</><ul.content>{recent: li a}</></><section><h2.panel-heading>Trending tags</>{cloud: a.post-tag}</></>
<section#toc-wrapper><nav#toc><ul>{toc: li a}</></></></></><#tail-wrapper><aside#related-posts><h3>Further reading</><nav.row>
{related: <article.col><a.post-preview href="$href"><time>$date</><h4>$name</></><.text-muted><p>$text</></></>}</></><nav.post-navigation>
{previous: a.btn}{next: a.btn}</><#comments>{comments: <p><b>$name</>: $text</>}</></><footer><p>&copy; <time>$year</> [about $site]. Some
rights reserved.</><p>Using the <a href="https://jekyllrb.com">Jekyll</> theme Chirpy.]=])
frame("docusaurus-classic", [=[<body.navigation-with-keyboard><#__docusaurus><.skipToContent role="region">
<a href="#__docusaurus_skipToContent_fallback">Skip to main content</></><nav.navbar.navbar--fixed-top><.navbar__inner>
<a.navbar__brand href="$home"><b.navbar__title>$site</></>{menu: a.navbar__item.navbar__link}<.dropdown><ul.dropdown__menu>
{langs: li a.dropdown__link}</></></></><.main-wrapper><.docRoot><aside.theme-doc-sidebar-container><nav.menu>
<ul.theme-doc-sidebar-menu.menu__list>{all: li a.menu__link}</></></><main.docMainContainer><.container><.docItemCol><article>
<nav.theme-doc-breadcrumbs><ul.breadcrumbs>{parents: li a.breadcrumbs__link}<li--active><span.breadcrumbs__link>$title</></></></>
<.theme-doc-markdown.markdown><header><h1>$title</></>[CONTENT]</><footer.theme-doc-footer>[.theme-edit-this-page edit Edit this page]
<span.theme-last-updated>Last updated on <b>$long</> by <b>$author</></></></><nav.pagination-nav>
{previous: <a.pagination-nav__link--prev href="$href"><.pagination-nav__sublabel>Previous</>$name</>}
{next: <a.pagination-nav__link--next href="$href"><.pagination-nav__sublabel>Next</>$name</>}</></><.col.col--3><.tableOfContents>
<ul.table-of-contents>{toc: li a.table-of-contents__link}</></></></></></></><footer.theme-layout-footer.footer><.footer__links>
<.footer__col><.footer__title>Docs</><ul.footer__items>{column: li.footer__item a}</></><.footer__col><.footer__title>More</>
<ul.footer__items>{small: li.footer__item a}</></></><.footer__copyright>Copyright &copy; $year $site. Built with Docusaurus.]=])
frame("mkdocs-material", [=[<body dir="ltr"><.md-skip-component><a.md-skip href="#start">Skip to content</></><aside.md-banner>
<.md-banner__inner>$cta</></><header.md-header><nav.md-header__inner>[.md-header__button.md-logo home $site]<.md-select>
<ul.md-select__list>{langs: li.md-select__item a.md-select__link}</></><.md-search><form>
<input.md-search__input type="text" placeholder="Search"></></></></><.md-container><nav.md-tabs><ul.md-tabs__list>
{pages: li.md-tabs__item a.md-tabs__link}</></><main.md-main><.md-main__inner><.md-sidebar><nav.md-nav--primary><ul.md-nav__list>
{earlier: li.md-nav__item a.md-nav__link}<li.md-nav__item--active>[url $title]</>{later: li.md-nav__item a.md-nav__link}</></></>
<.md-sidebar><nav.md-nav--secondary><label.md-nav__title>Table of contents</><ul.md-nav__list>{toc: li.md-nav__item a.md-nav__link}</></>
</><.md-content><article.md-content__inner><nav.md-path><ol.md-path__list>{parents: li.md-path__item a.md-path__link}</></>
<a.md-content__button href="$edit" title="Edit this page">Edit</><h1>$title</>[CONTENT]<aside.md-source-file>
<span.md-source-file__fact>$long</></><form.md-feedback><p>Anything missing on this page? Tell us [contact here].</></></></></></>
<footer.md-footer><nav.md-footer__inner>{previous: <a.md-footer__link--prev href="$href">
<span.md-footer__direction>Previous</> <.md-ellipsis>$name</></>}{next: <a.md-footer__link--next href="$href">
<span.md-footer__direction>Next</> <.md-ellipsis>$name</></>}</><.md-footer-meta><.md-copyright>
<.md-copyright__highlight>&copy; 2019 to $year $site, see the [terms licence]</>Made with
<a href="https://squidfunk.github.io/mkdocs-material/">Material for MkDocs</></></></></><aside.md-consent><h4>Cookies</><p>We count visits
with a cookie, so that we know which pages help. Say no and nothing changes; the [privacy details are here].</><button>Accept]=])
frame("sphinx-rtd", [=[<body.wy-body-for-nav><.wy-grid-for-nav><nav.wy-nav-side><.wy-side-scroll>
<.wy-side-nav-search>[.icon.icon-home home $site]<form#rtd-search-form.wy-form><input type="text" name="q" placeholder="Search docs"></></>
<.wy-menu role="navigation"><p.caption><span>Contents</></><ul>{earlier: li.toctree-l1 a}<li.toctree-l1.current>[.current url $title]<ul>
{toc: li.toctree-l2 a}</></>{later: li.toctree-l1 a}</></></></><section.wy-nav-content-wrap><nav.wy-nav-top>[home $site]</>
<.wy-nav-content><.rst-content><.breadcrumbs role="navigation"><ul.wy-breadcrumbs><li>[.icon-home home Docs] &raquo;</>
{parents: li.breadcrumb-item a &raquo;}<li>$title</><li.wy-breadcrumbs-aside>[edit Edit on GitHub]</></><hr></><.document role="main">
<.body>[CONTENT]</></><footer><.rst-footer-buttons role="navigation">{previous: [.btn.btn-neutral.float-left href Previous: $name]}
{next: [.btn.btn-neutral.float-right href Next: $name]}</><hr><.contentinfo role="contentinfo"><p>&copy; Copyright $year, $site. Mistakes
are ours; [contact tell us].</></>Built with <a href="https://www.sphinx-doc.org/">Sphinx</> on the theme of Read the Docs.]=])
frame("sphinx-furo", [=[<body><.announcement><aside.announcement-content>$cta</></><a.skip-to-content href="#furo-main-content">Skip to
content</><.page><header.mobile-header><.header-center><a href="$home"><.brand>$site</></></></><aside.sidebar-drawer><.sidebar-container>
<a.sidebar-brand href="$home"><span.sidebar-brand-text>$site</></><form.sidebar-search-container>
<input.sidebar-search type="search" placeholder="Search"></><.sidebar-tree><ul>{all: li.toctree-l1 a}</></></></><.main><.content>
<.article-container><.content-icon-container><.edit-this-page>[.muted-link edit Edit this page]</></>
<article#furo-main-content role="main">[CONTENT]</></><footer><.related-pages>{next: <a.next-page href="$href"><.context>Next</>
<.title>$name</></>}{previous: <a.prev-page href="$href"><.context>Previous</><.title>$name</></>}</><.bottom-of-page><.left-details>
<.copyright>Copyright &#169; $year, $site</>Made with <a href="https://www.sphinx-doc.org/">Sphinx</> and Furo<.last-updated>Last updated
on $long</></></></></><aside.toc-drawer><.toc-sticky><.toc-title-container><span.toc-title>On this page</></><.toc-tree><ul>
{toc: li a}]=])
frame("ghost-casper", [=[<body.post-template><.viewport><header#gh-head.gh-head><nav.gh-head-inner>[.gh-head-logo home $site]<ul.nav>
{menu: li a}</></></><.site-content><main#site-main.site-main><article.article.post><header.article-header.gh-canvas>
<section.article-tag>[cat_url $cat]</><h1.article-title>$title</><p.article-excerpt>$summary</><.article-byline>
<h4.author-name>[author_url $author]</><.byline-meta-content><time>$day</> <span.byline-reading-time>&bull; $minutes min read</></></></>
<section.gh-content.gh-canvas>[CONTENT]</></></><section.article-comments.gh-canvas>{comments: <.gh-comment><h5>$name</><p>$text</></>}</>
<section.footer-cta><h2>Get the next one by mail</><p>A letter every other week, and nobody else learns your address:
[privacy our promise].</><form><input type="email"><button>Subscribe</></></><aside.read-more-wrap><.read-more.inner>
{related: <article.post-card><a.post-card-content-link href="$href"><h2.post-card-title>$name</></><.post-card-excerpt>$text</>
<footer.post-card-meta><time>$date</></></>}</></><nav.pagination>{numbers: a.page-number}</></><footer.site-footer><.inner>
<section.copyright>[home $site] &copy; $year</><nav.site-footer-nav><ul.nav>{small: li a}</></><.gh-powered-by>
<a href="https://ghost.org/">Made with Ghost</></></></></><aside.cookie-bar><p>By reading on you agree to our use of cookies, as told in
the [privacy cookie notes].]=])

-- Frames of plain divs, without nav, header, footer, aside and main.
frame("sphinx-alabaster", [=[<body><.document><.sphinxsidebar role="navigation"><.sphinxsidebarwrapper><p.logo>[home $site]</>
<p.blurb>$cta</><h3>Navigation</><ul>{earlier: li.toctree-l1 a}<li.toctree-l1.current>[url $title]<ul>{toc: li.toctree-l2 a}</></>
{later: li.toctree-l1 a}</><.relations><h3>Related topics</><ul><li>[home Documentation overview]<ul>
{previous: <li>Previous: [href $name]</>}{next: <li>Next: [href $name]</>}</></></></><.searchbox><form.search><input type="text" name="q">
<input type="submit" value="Go"></></></></><.documentwrapper><.bodywrapper><.body role="main">[CONTENT]</></></><.clearer></></>
<.footer>&copy;$year, $site. | Powered by <a href="https://www.sphinx-doc.org/">Sphinx</> | [edit Edit the source of this page]]=])
frame("docbook-chunks", [=[<body bgcolor="white"><.navheader><table width="100%" summary="Navigation header"><tr>
<th colspan="3" align="center">$title</></><tr><td width="20%" align="left">{previous: [href Prev]}</>
<th width="60%" align="center">[cat_url $cat]</><td width="20%" align="right">{next: [href Next]}</></></><hr></><.langs>Other languages:
{langs: a $bar}</><.toc><p><b>Table of contents</></><dl.toc>{toc: dt span.section a}</></>[CONTENT]<.navfooter><hr>
<table width="100%" summary="Navigation footer"><tr><td align="left">{previous: [href Prev]}</><td align="center">{parents: a}</>
<td align="right">{next: [href Next]}</></><tr><td align="left">{previous: <span>$name</>}</><td align="center">[home Home]</>
<td align="right">{next: <span>$name</>}</></></></><.legal><p>Something wrong here? [edit Edit this page] or
[contact write to the authors]. $cta</><p.copyright>Copyright &copy; 1998 to $year The $site Group. See the [terms legal notice].]=])
frame("wordpress-twentyten", [=[<body.single><#wrapper.hfeed><#header><#masthead><#branding><#site-title><span>[home $site]</></>
<#site-description>Another plain weblog</></><#access><.skip-link.screen-reader-text><a href="#content">Skip to content</></><.menu-header>
<ul.menu>{menu: li.menu-item a}</></></></></><#main><#container><#content><#nav-above.navigation>{previous: <.nav-previous>
<a href="$href"><span.meta-nav>&larr;</> $name</></>}{next: <.nav-next><a href="$href">$name <span.meta-nav>&rarr;</></></>}</>
<.post.hentry><h1.entry-title>$title</><.entry-meta>Posted on [url $day] in [cat_url $cat] by [.url.fn author_url $author]</>
<.entry-content>[CONTENT]<.page-link>Pages: {numbers: a}</></><#entry-author-info><#author-description><h2>About $author</>$bio</></>
<.entry-utility>Tagged {tags: a $comma}.</></><#comments><h3#comments-title>Replies to <em>$title</></><ol.commentlist>
{comments: <li.comment><.comment-author><cite.fn>$name</> says:</><.comment-meta><a href="#comment-$n">$date</></><.comment-body>
<p>$text</></></>}</></></></><#primary.widget-area><ul.xoxo><li.widget_search><form#searchform><.><input type="text" name="s">
<input type="submit" value="Search"></></></><li.widget_recent_entries><h3.widget-title>Recent posts</><ul>{recent: li a}</></>
<li.widget_tag_cloud><h3.widget-title>Tags</><.tagcloud>{cloud: a}</></></></></><#footer><#colophon><#site-info>[home $site]</>
<#site-generator><a href="https://wordpress.org/">Proudly made with WordPress.]=])
frame("blogger-simple", [=[<body.loading><.content-outer><#header.header.section><h1.title>[home $site]</></><.tabs-outer>
<#PageList1.widget.PageList><.widget-content><ul>{pages: li a}</></></></><.main-outer><#main.main.section><#Blog1.widget.Blog>
<.blog-posts.hfeed><h2.date-header><span>$day</></><.post.hentry><h3.post-title.entry-title>$title</>
<.post-body.entry-content>[CONTENT]<.clear></></><.post-footer><.post-footer-line-1><span.post-author.vcard>Posted by
[.g-profile author_url $author]</> on [.timestamp-link url $day]<.post-share-buttons>{share: a.share-button}</></><.post-footer-line-2>
<span.post-labels>Labels: {tags: a $comma}, [cat_url $cat]</></></></></><#comments.comments><h4>Comments:</>
<#Blog1_comments-block-wrapper><dl#comments-block>{comments: <dt.comment-author>$name said...</><dd.comment-body><p>$text</></>
<dd.comment-footer><span.comment-timestamp>$date</></>}</></></><#blog-pager.blog-pager>{next:
<span>[.blog-pager-newer-link href Newer Post]</>}{previous: <span>[.blog-pager-older-link href &larr; Older]</>}[.home-link home Home]</>
</></></><.column-right-inner><#sidebar-right-1.sidebar.section><.widget.Profile><h2>About me</><.widget-content><p>$bio</></></>
<.widget.PopularPosts><h2>Popular posts</><ul>{related: <li><.item-title>[href $name]</><.item-snippet>$text</></>}</></>
<.widget.BlogSearch><form><input type="text" name="q"></></><.widget.BlogArchive><ul>{recent: li a}</></><.widget.Label>
<.cloud-label-widget-content>{cloud: span.label-size a}</></></></><.footer-outer><.widget.Attribution>&copy; $site. Simple theme. Powered
by <a href="https://www.blogger.com">Blogger</>.]=])
frame("drupal-bartik", [=[<body.html.not-front.node-type-article><#skip-link><a.element-invisible href="#main-content">Skip to main
content</></><#page-wrapper><#page><#header.with-secondary-menu><.section><#name-and-slogan><#site-name><strong>[home $site]</></></>
<#main-menu.navigation><ul#main-menu-links.links>{menu: li a}</></></></><#main-wrapper><#main><#breadcrumb><.breadcrumb>[home Home]
&raquo; {parents: a &raquo;} $title</></><#sidebar-first.column.sidebar><.section><.block.block-search><form><input type="text" size="15">
</></><.block.block-book><h2>In this book</><.content><ul.menu>{earlier: li.leaf a}{later: li.leaf a}</></></><.block.block-locale>
<ul.language-switcher>{langs: li a.language-link}</></></></><#content.column><.section><h1#page-title.title>$title</><ul.tabs.primary>
<li>[url View]</><li>[edit Edit]</></><.node.node-article><.meta.submitted>Submitted by [.username author_url $author] on $day in
[cat_url $cat]</><.content>[CONTENT]</><#comments.comment-wrapper><h2.title>Comments</>{comments: <.comment><.attribution>
<.submitted>$name on $date</></><.comment-text><p>$text</></></>}</><.book-navigation><.page-links>{previous:
[.page-previous href &lsaquo; $name]}{next: [.page-next href $name &rsaquo;]}</></></></></><#sidebar-second.column.sidebar><.section>
<.block><h2>New on $site</><ul>{recent: li a}</></><.block.block-tagadelic>{cloud: a.tagadelic}</></></></></><#footer-wrapper><.section>
<#footer-columns><.region-footer-firstcolumn><ul>{column: li a}</></><.region-footer-secondcolumn><ul>{small: li a}</></></><#footer>
<p>&copy; $year $site Association. Made with <a href="https://www.drupal.org">Drupal</>.</></></></></></><#sliding-popup><.popup-content>
<p>We use cookies to keep you signed in. [privacy More about them]]=])
frame("mediawiki-vector", [=[<body.skin-vector.ns-0><#mw-page-base></><#content.mw-body><h1#firstHeading>$title</><#bodyContent>
<#siteSub>From $site, the book that anyone can mend</><#jump-to-nav><a.mw-jump-link href="#mw-head">Jump to navigation</>
<a.mw-jump-link href="#searchInput">Jump to search</></><#mw-content-text.mw-content-ltr><.mw-parser-output><#toc.toc><.toctitle>
<h2>Contents</></><ul>{toc: <li.toclevel-1><a href="$href"><span.toctext>$name</></></>}</></>[CONTENT]</></><.printfooter>Retrieved from
&ldquo;[url $full]&rdquo;</><#catlinks><#mw-normal-catlinks>Categories: <ul>{tags: li a}</></></></></><#mw-navigation><#mw-head>
<#p-views.vectorTabs><ul><li#ca-view>[url Read]</><li#ca-edit>[edit Edit this page]</></></><#p-search><form#searchform>
<input type="search" id="searchInput"></></></><#mw-panel><#p-navigation.portal><h3>Navigation</><.body><ul>{menu: li a}</></></>
<#p-near.portal><.body><ul>{earlier: li a}{later: li a}</></></><#p-lang.portal><.body><ul>{langs: li a}</></></></></><#footer>
<ul#footer-info><li>This page was last changed on $day.</><li>Text may be used under the [terms terms of this site]; by reading you accept
its [privacy privacy policy].</></><ul#footer-places>{small: li a}</><ul#footer-icons><li><a href="https://www.mediawiki.org/">Powered by
MediaWiki]=])
frame("page-builder-divs", [=[<body.elementor-default><a.skip-link href="#content">Skip to content</><.elementor-location-header>
<.elementor-container><.widget-site-logo>[home $site]</><.elementor-nav-menu--main><ul.elementor-nav-menu>
{menu: li.menu-item a.elementor-item}</></><.wpml-ls>{langs: span a}</></></><.elementor-location-single><.widget-breadcrumbs>
<p#breadcrumbs><span><span>[home Home]</> &rsaquo; {parents: span a &rsaquo;} <span.breadcrumb_last>$title</></></></><.elementor-heading>
<h1.elementor-heading-title>$title</></><.widget-post-info><ul><li>$long</><li>[author_url $author]</><li>[cat_url $cat]</></></>
<.elementor-toc__body><ol>{toc: li a}</></><.elementor-post-content><.widget-container>[CONTENT]</></><.elementor-share-buttons>
{share: .share-btn a}</><.elementor-author-box><.author-box__name>$author</><.author-box__bio><p>$bio</></></><.elementor-cta>
<.cta__title>Ready when you are</><.cta__description>$cta</></><.elementor-posts-container>{related: <.elementor-post>
<.post__title>[href $name]</><.post__excerpt><p>$text</></></>}</></><.elementor-location-footer><.elementor-row><.elementor-column><ul>
{column: li a}</></><.elementor-column><ul>{small: li a}</></><.elementor-column><.widget-form><p>Be the first to hear from us. You can
leave at any time, and our [privacy privacy page] says what we keep.</><form><input type="email"><button>Sign up</></></></></>
<.widget-text-editor><p>&copy; $year $site Ltd. All rights reserved. Read our [privacy privacy policy] and [terms terms].</></></>
<#cookie-law-info-bar><span>This website uses cookies to work well. You may [privacy read about them] or close this line.]=])
frame("magazine-divs", [=[<body.td-standard-pack><.td-header-wrap><.td-header-menu-wrap><.td-header-logo>[home $site]</>
<.menu-header-menu-container><ul.sf-menu>{pages: li.menu-item a}</></><.td-search-form><input type="text" placeholder="Search"></></></>
<.td-main-content-wrap><.td-crumb-container><.entry-crumbs><span>[.entry-crumb home Home]</>
{parents: <span>[.entry-crumb href $name]</> <span.td-bread-sep>&gt;</>} <span.td-bred-no-url-last>$title</></></><.td-pb-row>
<.td-main-content><.post><.td-post-header><ul.td-category><li.entry-category>[cat_url $cat]</></><h1.entry-title>$title</>
<.td-module-meta-info><.td-post-author-name>By [author_url $author] in [cat_url $cat]</><span.td-post-date>$long</></></><.td-post-sharing>
{share: a.td-social-sharing-button}</><.td-post-content>[CONTENT]</><.td-post-source-tags><ul.td-tags>{tags: li a}</></>
<.td-post-next-prev>{previous: <.td-post-next-prev-content><span>Previous article</>[href $name]</>}{next: <.td-post-next-prev-content>
<span>Next article</>[href $name]</>}</><.author-box-wrap><.desc><.td-author-name>$author</><.td-author-description>$bio</></></></>
<.td_block_related_posts><h4.block-title>Related stories</>{related: <.td_module_related_posts><h3.entry-title>[href $name]</>
<.td-excerpt>$text</></>}</><.page-nav>{numbers: a.page}</><.comments><h4>Talk</>{comments: <.comment><.comment-author><b>$name</> $date</>
<.comment-content><p>$text</></></>}</></><.td-main-sidebar><.widget_recent_entries><ul>{recent: <li>[href $name]<.td-post-date>$date</>
</>}</></><.tagcloud>{cloud: a}</><.tdm-newsletter><p>Our best stories, every Sunday morning. We never share your address, see [privacy
privacy].</><form><input type="email"></></></></></><.td-footer-wrap><.td-pb-span4><ul>{column: li a}</></><.td-pb-span4>
<p>$site tells what others leave out. $cta</></><.td-sub-footer-copy>&copy; $site Media $year. Write to [contact the editors].</></>
<.td-cookie-notice>We and our partners set cookies. [privacy Learn what this means]]=])
frame("handmade-divs", [=[<body><#top><#logo>[home $site]</><#menu>{menu: a $bar}</><#languages>{langs: a $bar}</><#searchbox><form>
<input type="text" name="q"><input type="submit" value="search"></></></><#crumbs>You are here: [home start] &gt; {parents: a &gt;}
$title</><#left><.boxtitle>All pages</><ul>{all: li a}</></><#middle><.headline>$title</><.small>$day, last change by $author.
[edit Edit this page]</><.text>[CONTENT]</><.see>See also:<ul>{related: <li>[href $name]: $text</>}</></><.hint>$cta</><.share>Tell others:
{share: a $bar}</><.pager>Page {numbers: a}</></><#right><.box><.boxtitle>News by mail</>If you leave your address we write when a page is
added. [privacy Privacy]<form><input type="email"></></></><#bottom><.col>{column: [href $name]<br>}</><.col>{small: [href $name]<br>}</>
<.line>(c) $year by the people of $site. All pages may be used as told in the [terms terms], thanks to [about many helpers].</></>
<#cookies>This site uses one cookie only. [privacy Why?]]=])
return { site = new_site, list = list }
