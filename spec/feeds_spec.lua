--- News from real feeds: nginx serves them, compressed where it is asked for that, and the pages that they name.
local articles = require "spec.support.articles"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local DAY = 24 * 3600

-- Pages by the days of their age; a word in each of its facts tells which one a sentence is from.
local PAGES = {
  { name = "harbour", days = 2, title = "Harbour ferry starts", text = [[
The harbour ferry of Westport starts on Monday with 12 crossings a day. Each harbour ferry carries 180 passengers.

The city paid 4 million dollars for the harbour ferry. A ticket for the harbour ferry costs 3 dollars in summer.]] },
  { name = "strike", days = 3, title = "Harbour ferry crews end their strike", text = [[
The crews of the harbour ferry ended a strike of 9 days. They work 36 hours a week from now on.

Two of the harbour ferry routes start a week later because of the strike. The strike cost the port 70,000 dollars.]] },
  { name = "old", days = 200, title = "Harbour ferry planned", text = [[
The harbour ferry was planned with 99 crossings a day. A study of the harbour ferry took five years.]] },
}

local function date_822(days) return os.date("!%a, %d %b %Y %H:%M:%S GMT", os.time() - days * DAY) end
local function date_3339(days) return os.date("!%Y-%m-%dT%H:%M:%SZ", os.time() - days * DAY) end

local function rss(site)
  local items = {}
  for _, page in ipairs(PAGES) do
    items[#items + 1] = ("<item><title>%s</title><link>%s/%s.html</link><pubDate>%s</pubDate></item>"):format(
      page.title, site.url, page.name, date_822(page.days))
  end
  return '<?xml version="1.0"?><rss version="2.0"><channel><title>Westport</title>' .. table.concat(items)
    .. "</channel></rss>"
end

local function atom(site)
  return ('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Port</title><entry><title>%s</title>'
    .. '<link href="%s/%s.html"/><updated>%s</updated></entry></feed>'):format(PAGES[1].title, site.url, PAGES[1].name,
    date_3339(PAGES[1].days))
end

local function page_of(page)
  local text = page.text:gsub("\n\n", "</p><p>")
  return ('<!DOCTYPE html><html lang="en"><head><title>%s</title></head><body><h1>%s</h1><p>%s</p></body></html>')
    :format(page.title, page.title, text)
end

describe("news from feeds", function()
  local root, site, server

  setup(function()
    root = folder.new()
    site = nginx.start { root = root, locations = [[
      gzip on; gzip_types application/xml; gzip_min_length 1;
    ]] }
    for _, page in ipairs(PAGES) do folder.write(root .. "/" .. page.name .. ".html", page_of(page)) end
    folder.write(root .. "/rss.xml", rss(site))
    folder.write(root .. "/atom.xml", atom(site))
    server = service.start { config = { log = "error", allow_addresses = { site.address },
      search = { news = { api = "rss", feeds = { site.url .. "/rss.xml", site.url .. "/atom.xml" } } } } }
  end)

  teardown(function()
    if server then server:stop() end
    if site then site:stop() end
    folder.remove(root)
  end)

  local function log() return folder.read(site.folder .. "/access.log") or "" end

  it("bring an article what was published in the time that was asked for", function()
    local record, id = articles.finish(server, { targetKeyword = "harbour ferry", articleLength = "shorter",
      realTimeData = true, realTimeDataSource = "news", realTimeDateRange = "past_week" })
    assert.truthy(record.output.html:find("12 crossings", 1, true))
    assert.is_nil(record.output.html:find("99 crossings", 1, true))
    assert.truthy(log():find("GET /harbour.html HTTP/1.1\" 200", 1, true))
    assert.is_nil(log():find("/old.html", 1, true))
    for _, search in ipairs(articles.run(server, id).searches) do
      assert.equal("done", search.status, search.query)
      assert.truthy(search.source:find("search.news", 1, true))
    end
  end)

  it("are fetched once for several questions and articles", function()
    articles.finish(server, { targetKeyword = "harbour ferry", articleLength = "shorter", realTimeData = true,
      realTimeDataSource = "news" })
    assert.equal(1, select(2, log():gsub("GET /rss.xml ", "")))
    assert.equal(1, select(2, log():gsub("GET /atom.xml ", "")))
    assert.truthy(log():find("/old.html", 1, true))
  end)
end)
