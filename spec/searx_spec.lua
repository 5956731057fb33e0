--- A real engine: searx over the manual of PostgreSQL, whose pages nginx serves.
local articles = require "spec.support.articles"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local search_once = require "spec.support.search_once"
local searx = require "spec.support.searx"
local service = require "spec.support.service"

local MANUAL = require "spec.support.manual"

local missing = searx.is_missing()
if not folder.read(MANUAL .. "/index.html") then missing = missing or "postgresql-doc is not installed" end

local function text_of(html)
  local text = html:gsub("<head>.-</head>", " "):gsub("<[^>]*>", " "):gsub("&#?%w+;", " "):gsub("%s+", " ")
  return text
end

-- The pages of the manual as they stand on the site.
local function read_pages(site)
  local pages = {}
  local pipe = assert(io.popen(("env -u LD_PRELOAD ls %s"):format(MANUAL)))
  for name in pipe:lines() do
    local html = name:find "%.html$" and folder.read(MANUAL .. "/" .. name)
    local title = html and html:match "<title>(.-)</title>"
    if title then
      pages[#pages + 1] = { url = site.url .. "/" .. name, title = title:gsub("&#?%w+;", " "), text = text_of(html) }
    end
  end
  pipe:close()
  return pages
end

describe("a search with searx", function()
  if missing then
    pending(missing)
    return
  end

  local site, engine

  setup(function()
    site = nginx.start { root = MANUAL }
    engine = searx.start { pages = read_pages(site) }
  end)

  teardown(function()
    engine:stop()
    site:stop()
  end)

  local function ask(query, entry)
    return search_once("web", entry or { api = "searxng", base_url = engine.url }, { query })[1]
  end

  it("finds the pages that speak of the query, the best first", function()
    local answer = ask { text = "routine vacuuming", language = "English", country = "US" }
    assert.equal("ok", answer.status, answer.message)
    assert.is_true(#answer.results > 3)
    local place
    for i, result in ipairs(answer.results) do
      if result.url == site.url .. "/routine-vacuuming.html" then place = i end
      local said = (result.title .. result.text):lower()
      assert.truthy(said:find "vacuum" or said:find "routine")
      assert.equal(site.url, result.url:match "^http://[^/]+")
      assert.is_nil(result.text:find "[<>\n]")
    end
    assert.is_true(place ~= nil and place <= 3)
  end)

  it("takes as many pages of results as are needed, each address once", function()
    local answer, seen = ask { text = "index", most = 25 }, {}
    assert.equal(25, #answer.results)
    for _, result in ipairs(answer.results) do
      assert.is_nil(seen[result.url])
      seen[result.url] = true
    end
  end)

  it("finds nothing of what nobody wrote about", function()
    local answer = ask { text = "marmalade" }
    assert.equal("ok", answer.status, answer.message)
    assert.same({}, answer.results)
  end)

  it("says when its engines fail", function()
    local answer = ask { text = 'an "unfinished phrase' } -- this engine takes the query as it is
    assert.equal("upstream", answer.status)
    assert.truthy(answer.message:find("search.web: its engines do not answer: corpus", 1, true))
  end)

  it("names the wrong address", function()
    local answer = ask({ text = "vacuum" }, { api = "searxng", base_url = site.url })
    assert.not_equal("ok", answer.status)
    assert.truthy(answer.message:find("look at its base_url", 1, true))
  end)

  it("gives an article pages that it read and cites", function()
    local server = service.start { config = { log = "error", allow_addresses = { site.address },
      search = { web = { api = "searxng", base_url = engine.url } }, models = { ["*"] = { api = "builtin" } } } }
    local record, id = articles.finish(server, { targetKeyword = "routine vacuuming", realTimeData = true,
      enableDeepResearch = true })
    local run = articles.run(server, id)
    server:stop()
    local log, cited = table.concat(site:requests(), "\n"), {}
    assert.is_true(#run.searches >= 4)
    for _, one in ipairs(run.searches) do assert.equal("done", one.status, one.query) end
    for _, source in ipairs(record.sources) do
      cited[source.url] = true
      assert.truthy(log:find("GET " .. source.url:match "^http://[^/]+(/.*)$" .. " ", 1, true), source.url)
    end
    assert.is_true(cited[site.url .. "/routine-vacuuming.html"])
  end)

  it("takes the pages that a chapter lists for pages on its subject", function()
    local server = service.start { config = { log = "error", allow_addresses = { site.address },
      search = { web = { api = "searxng", base_url = engine.url } }, models = { ["*"] = { api = "builtin" } } } }
    local record = articles.finish(server, { targetKeyword = "backup and restore", realTimeData = true,
      enableDeepResearch = true })
    server:stop()
    local cited = {}
    for _, source in ipairs(record.sources) do cited[source.url] = true end
    assert.is_true(cited[site.url .. "/backup-dump.html"]) -- its title is "SQL Dump"
  end)
end)
