-- luas: lua5.4 luajit
--- copydesk.linker: index:report, how the pages of a site link to each other.
local linker = require "copydesk.linker"

local SITE = {
  { url = "/", title = "Herbs", html = '<p>Grow <a href="/basil">basil</a> and <a href="/mint">mint</a>.</p>'
    .. '<nav><a href="/dill">Dill</a></nav><p><a href="/lost">Lost</a> and <a href="/old">old</a> things</p>' },
  { url = "/basil", title = "Basil", html = '<p>Like <a href="/mint">Mint</a>, and like dill.</p>' },
  { url = "/mint", title = "Mint", html = '<p>See <a href="/">mint</a>.</p>' },
  { url = "/dill", title = "Dill", html = "<p>Alone.</p>" },
  { url = "/old", leads_to = "/basil" },
  { url = "/gone", status = 410 },
}

local function pages_of(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

describe("index:report", function()
  local path, index

  local function build(list) return assert(linker.build { path = path, pages = pages_of(list) }) end

  before_each(function()
    path = os.tmpname()
    index = build(SITE)
  end)

  after_each(function()
    index:close()
    os.remove(path)
  end)

  it("tells how pages are linked", function()
    local report = index:report()
    assert.are.equal("/", report.entry)
    assert.are.equal(4, report.pages)
    assert.are.same({ 1, 0, 3 }, { report.orphanCount, report.unlinkedCount, report.linkingPages })
    assert.are.equal("3 of the site's 4 pages link to others in their text.", report.note)
    assert.truthy(index:report { format = "html" }:find("3 of the site's 4 pages link to others", 1, true))
    local dill = report.orphans[1]
    assert.are.same({ "/dill", 1, 0, 0, 1 },
      { dill.url, dill.inbound, dill.inboundInText, dill.outbound, dill.depth })
    assert.are.same({ { url = "/basil", title = "Basil", text = "Dill" } }, dill.suggestions)
    assert.are.same({ { from = "/", title = "Herbs", to = "/lost", text = "Lost" } },
      report.brokenLinks)
    assert.are.equal("/mint", report.topPages[1].url)
    assert.are.same({ { depth = 0, pages = 1 }, { depth = 1, pages = 3 } }, report.depths)
    if math.type then assert.are.equal("integer", math.type(dill.inbound)) end
  end)

  it("tells what links say", function()
    local report = index:report()
    local shared = report.sharedAnchors
    assert.are.equal(1, #shared)
    assert.are.same({ "mint", 3, 2 }, { shared[1].text:lower(), shared[1].count, shared[1].targetCount })
    assert.are.same({ "/mint", 2 }, { shared[1].targets[1].url, shared[1].targets[1].count })
  end)

  it("gives the graph, whose edges name nodes by their place", function()
    local graph = index:report().graph
    local found = {}
    for _, edge in ipairs(graph.edges) do
      found[graph.nodes[edge.from].url .. ">" .. graph.nodes[edge.to].url] = true
    end
    assert.are.same({ ["/>/basil"] = true, ["/>/mint"] = true, ["/>/dill"] = true, ["/basil>/mint"] = true,
      ["/mint>/"] = true }, found)
  end)

  it("takes options", function()
    local report = index:report { limit = 1, weak_below = 2, nodes = 2, entry = "/mint" }
    assert.are.same({ "/mint", 2, 1, 2 },
      { report.entry, report.weakBelow, #report.inbound, #report.graph.nodes })
    assert.are.equal(2, report.weakPageCount) -- the start of the site, and basil
    assert.is_true(report.isCut)
    assert.is_false(index:report().isCut)
  end)

  it("refuses options that make no sense", function()
    for _, options in ipairs { { limit = 0 }, { limit = "many" }, { limit = 10001 }, { weak_below = 0 }, { nodes = -1 },
      { entry = 1 }, { title = {} }, { format = "pdf" }, { limits = 1 }, { 1 }, "html" } do
      assert.has_error(function() index:report(options) end)
    end
    index:close()
    assert.has_error(function() index:report() end)
  end)

  it("makes a page that is the same each time", function()
    local page = index:report { format = "html", title = "Herbs & more" }
    assert.truthy(page:find("<title>Links of Herbs &amp; more</title>", 1, true))
    assert.truthy(page:find("<svg ", 1, true))
    assert.are.equal(page, index:report { format = "html", title = "Herbs & more" })
    index:close()
    index = build(SITE)
    assert.are.equal(page, index:report { format = "html", title = "Herbs & more" })
  end)

  it("lets no page write into the report", function()
    index:close()
    index = build {
      { url = "https://x.example/", title = '<script>alert("1")</script>',
        html = '<p>to <a href="/&quot;onclick=x">&lt;img src=x&gt;</a>, <a href="javascript:x">\226\128\174 j</a> '
          .. '<a href="/a">\226\128\174 turned</a></p>' },
      { url = "https://x.example/a", title = "</svg><b>", html = '<p>a <a href="/">"\'&gt;</a></p>' },
    }
    local page = index:report { format = "html", title = "</title><script>" }
    assert.falsy(page:find "<script" )
    assert.falsy(page:find("<b>", 1, true) and page:find("</svg><b>", 1, true))
    assert.falsy(page:find("<img", 1, true))
    assert.falsy(page:find("javascript:", 1, true))
    assert.falsy(page:find("\226\128\174", 1, true))
  end)

  it("refuses a page with a strange status", function()
    assert.has_error(function() build { { url = "/x", status = "gone" } } end)
    assert.has_error(function() build { { url = "/x", status = 1000 } } end)
    assert.has_error(function() build { { url = "/x", leads_to = 1 } } end)
  end)
end)
