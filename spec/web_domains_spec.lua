--- The pages of domains, and the box that links a text.
local eventually = require "spec.support.eventually"
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local has = visitor.has

local PAGES = {
  { url = "https://herbs.example/pots", title = "Clay pots: <kinds>", html = "<p>Clay pots breathe. See "
    .. '<a href="https://herbs.example/basil">basil</a>.</p>' },
  { url = "https://herbs.example/basil", title = "Basil", html = "<p>Basil likes sun.</p>" },
}
local TEXT = "<p>Many gardeners like clay pots.</p>"

describe("the pages of domains", function()
  local server, somebody

  setup(function()
    server = service.start { config = { workers = 0 } }
    somebody = visitor.new(server)
  end)

  teardown(function() server:stop() end)

  local function make(name, pages)
    local _, where = somebody:follow("/domains", { name = name })
    local id = assert(where:match "^/domains/([%x%-]+)")
    if pages then
      local pushed = http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = pages } })
      assert.equal(200, pushed.status, pushed.body)
    end
    return id
  end

  it("make one and show what is in it", function()
    local id = make("Herbs & spices", PAGES)
    has(somebody:get "/domains", "Herbs &amp; spices")
    local page = somebody:get("/domains/" .. id)
    has(page, "Clay pots: &lt;kinds&gt;")
    has(page, 'value="' .. id .. '"')
    has(page, "/api/internal-links")
    has(page, 'require("copydesk").new')
  end)

  it("show the report in a frame where nothing runs", function()
    local id = make("Reported", PAGES)
    local report = somebody:get("/domains/" .. id .. "/report")
    assert.equal(200, report.status)
    assert.truthy(report.headers["content-security-policy"]:find("sandbox allow-popups", 1, true))
    has(report, '<base target="_blank">') -- its links open beside it, those to its own parts stay
    has(report, '<a target="_self" href="#')
    has(report, "<svg")
    has(somebody:get("/domains/" .. id), '<iframe class="preview" sandbox="allow-popups ')
  end)

  it("link what is typed, and show it with its links", function()
    local id = make("Linked", PAGES)
    local page = somebody:send("/domains/" .. id .. "/link", { content = TEXT, format = "html" })
    assert.equal(200, page.status, page.body)
    has(page, "https://herbs.example/pots")
    local none = somebody:send("/domains/" .. id .. "/link", { content = "", format = "html" })
    assert.equal(400, none.status)
    local wrong = somebody:send("/domains/" .. id .. "/link", { content = TEXT, format = "html", maxLinks = "many" })
    assert.equal(400, wrong.status)
    has(wrong, "Many gardeners like clay pots.")
  end)

  it("say that there is nothing to link to yet", function()
    local page = somebody:send("/domains/" .. make "Empty" .. "/link", { content = TEXT, format = "html" })
    assert.equal(400, page.status)
    has(page, "no pages yet")
    has(page, "Many gardeners like clay pots.")
  end)

  it("change one, and say what is wrong beside it", function()
    local id = make "Before"
    has(somebody:follow("/domains/" .. id, { name = "After" }), "It is saved.")
    assert.equal("After", http.request(server, "GET", "/api/domains/" .. id).json.name)
    local page = somebody:send("/domains/" .. id, { name = "After", startUrl = "nowhere" })
    assert.equal(400, page.status)
    has(page, 'value="nowhere"')
    has(page, 'class="fault"')
  end)

  it("read a site again only where it has an address", function()
    assert.equal(409, somebody:send("/domains/" .. make "No address" .. "/refresh").status)
  end)

  it("say why a site could not be read", function()
    local _, where = somebody:follow("/domains", { name = "Gone", startUrl = "http://127.0.0.1:9/" })
    local id = where:match "^/domains/([%x%-]+)"
    assert(eventually(function()
      return http.request(server, "GET", "/api/domains/" .. id).json.status == "failed"
    end))
    has(somebody:get("/domains/" .. id), http.request(server, "GET", "/api/domains/" .. id).json.problem)
  end)

  it("delete one", function()
    local id = make("Deleted", PAGES)
    has(somebody:follow("/domains/" .. id .. "/delete"), "The domain was deleted.")
    assert.equal(404, somebody:get("/domains/" .. id).status)
    assert.equal(404, somebody:send("/domains/" .. id, { name = "x" }).status)
  end)
end)
