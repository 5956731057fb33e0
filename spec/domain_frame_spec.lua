--- A site as it is served: a real nginx, pages in a frame without landmarks, a sitemap. What the frame says and leads
--- to is no content: texts get the same links as from the bare pages, and none because of the frame.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

-- The frame of a theme. $next and $other are other pages, one after the other.
local FRAME = [[<!DOCTYPE html><html lang="en"><head><title>$title | Windowsill</title></head>
<body class="page-$number">
<div class="top"><a href="/">Windowsill</a><div class="bar"><a href="/basil.html">kitchen classics</a>
<a href="/grow-lights.html">gear</a><a href="/imprint.html">who we are</a></div></div>
<div class="trail"><a href="/">Start</a> / <span>Herbs</span> / $title</div>
<div class="columns"><div class="body">$html</div>
<div class="side"><b>Read most</b><ul><li><a href="/pots.html">happy roots</a></li><li><a href="/pests.html">small
guests</a></li><li><a href="/drying.html">full larder</a></li></ul></div></div>
<div class="card"><p>$author, who has many herbs, also wrote <a href="/$other.html">$words</a>.</p></div>
<div class="steps"><a href="/$other.html">Previous: $words</a> <a href="/$next.html">Next: $following</a></div>
<div class="foot"><p>Basil, mint and thyme grow here under our <a href="/imprint.html">house rules</a>.</p></div>
</body></html>
]]

local AUTHORS = { "Ann Harper", "Tomas Lind", "Grace Okoro" }

-- Linked with either site. The second paragraph has words of the frame alone.
local TEXT = "<p>Basil stands below grow lights, in pots with drainage holes, and mint comes from stem cuttings.</p>"
  .. "<p>The house rules ask for gear, happy roots and small guests, kitchen classics and a full larder; "
  .. "read most of who we are, says Ann Harper.</p>"

local function name_of(page) return page.url:match("[^/]+$") end

-- The pages of the example site at an address, with links between them or without.
local function pages_of(address, linked)
  local list = {}
  for i, page in ipairs(dofile "examples/site.lua") do
    local html = page.html:gsub("https://windowsill%.example/([%w-]+)", "/%1.html")
    if not linked then html = html:gsub("</?a[^>]*>", "") end
    list[i] = { url = ("%s/%s.html"):format(address, name_of(page)), title = page.title, language = "en", html = html }
  end
  return list
end

local function framed(pages, i)
  local other, following = pages[(i + 6) % #pages + 1], pages[i % #pages + 1]
  local facts = { title = pages[i].title, html = pages[i].html, number = i, author = AUTHORS[i % 3 + 1],
    words = other.title, following = following.title, other = name_of(other):gsub("%.html$", ""),
    next = name_of(following):gsub("%.html$", "") }
  return (FRAME:gsub("%$(%l+)", facts))
end

local function write_site(root, address, linked)
  local pages, map = pages_of(address, linked), {}
  for i, page in ipairs(pages) do
    folder.write(root .. "/" .. name_of(page), framed(pages, i))
    map[i] = "<url><loc>" .. page.url .. "</loc></url>"
  end
  folder.write(root .. "/index.html", '<title>Windowsill</title><p>Herbs for the city.</p>')
  folder.write(root .. "/imprint.html", '<title>Imprint</title><p>What we ask of our visitors is little.</p>')
  map[#map + 1] = ("<url><loc>%s/</loc></url><url><loc>%s/imprint.html</loc></url>"):format(address, address)
  folder.write(root .. "/sitemap.xml", '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    .. table.concat(map) .. "</urlset>")
  return pages
end

describe("a site that is served in a frame", function()
  local server, sites, roots = nil, {}, {}

  setup(function()
    local allowed = {}
    for i = 1, 2 do
      roots[i] = folder.new()
      sites[i] = nginx.start { root = roots[i] }
      allowed[i] = sites[i].address
    end
    server = service.start { config = { workers = 0, allow_addresses = allowed } }
  end)

  teardown(function()
    server:stop()
    for i = 1, 2 do
      sites[i]:stop()
      folder.remove(roots[i])
    end
  end)

  local function new_domain(body)
    return assert(http.request(server, "POST", "/api/domains", { body = body }).json.domainId)
  end

  local function crawled(name, site)
    local id = new_domain { name = name, startUrl = site.url .. "/", sitemapUrl = site.url .. "/sitemap.xml" }
    local domain
    repeat
      domain = http.request(server, "GET", "/api/domains/" .. id, { headers = { Prefer = "wait=20" } }).json
    until domain.status ~= "crawling"
    assert.equal("ready", domain.status, domain.problem)
    assert.equal(20, domain.pageCount)
    return id
  end

  local function pushed(name, pages)
    local id = new_domain { name = name }
    local answer = http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
    assert.equal(200, answer.status, answer.body)
    return id
  end

  -- The links of a text, in its order: "text page" each.
  local function linked(id, content, options)
    local body = { content = content, format = "json", domainId = id }
    for name, value in pairs(options or {}) do body[name] = value end
    local answer = http.request(server, "POST", "/api/internal-links", { body = body })
    assert.equal(200, answer.status, answer.body)
    local found = {}
    for i, link in ipairs(answer.json.links) do found[i] = link.anchorText .. " " .. link.url:match("[^/]*$") end
    return table.concat(found, "|")
  end

  -- What the texts of the content are linked by, on a site that links its pages in prose, and on one that does not.
  local KINDS = {
    { "links its pages in prose", TEXT = "Basil|grow lights|pots with drainage holes|mint|stem cuttings",
      PAGE = "pot pots.html" },
    { "does not link its pages in prose", TEXT = "Basil|grow lights|pots|mint|cuttings",
      PAGE = "pot pots.html|basil basil.html|cuttings cuttings.html" },
  }

  for i, kind in ipairs(KINDS) do
    it("and " .. kind[1] .. " gives texts links to its content, and none because of the frame", function()
      local pages = write_site(roots[i], sites[i].url, i == 1)
      local served, bare = crawled("Served " .. i, sites[i]), pushed("Bare " .. i, pages)
      for _, options in ipairs { {}, { density = "many" }, { minScore = 0.01 } } do
        local found = linked(served, TEXT, options)
        assert.equal(kind.TEXT, (found:gsub(" %S-%.html", "")))
        assert.equal(found, linked(bare, TEXT, options))
      end
    end)

    it("and " .. kind[1] .. " gets links in the content of its pages alone", function()
      local pages = write_site(roots[i], sites[i].url, i == 1)
      local mint, served = 2, crawled("Served again " .. i, sites[i])
      assert.equal(kind.PAGE, linked(served, framed(pages, mint), { url = pages[mint].url, density = "many" }))
      assert.equal(kind.PAGE, linked(served, framed(pages, mint), { url = pages[mint].url, minScore = 0.01 }))
    end)
  end

  it("of too few pages to know a frame by gives texts links by it, for these words are links elsewhere", function()
    local pages, few = pages_of("https://few.example", false), {}
    for i = 1, 8 do
      few[i] = pages[i]
      few[i].html = framed(pages, i)
    end
    few[9] = { url = "https://few.example/imprint.html", title = "Imprint", html = "<p>It is little.</p>" }
    assert.truthy(linked(pushed("Few", few), TEXT, { minScore = 0.01 }):find("house rules imprint.html", 1, true))
  end)
end)
