--- The parameters of research: what each visibly does, for the built-in writer and for a language model.
local articles = require "spec.support.articles"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

-- Two pages; a word in each of its facts tells which one a sentence is from.
local PAGES = {
  ["light.html"] = { word = "lumens", [[
<!DOCTYPE html><html lang="en"><head><title>Light for a herb garden</title></head><body>
<h1>Light for a herb garden</h1>
<p>A herb garden needs about 4000 lumens above each square metre of shelf. Basil grows weak stems when a lamp gives
fewer than 2500 lumens in winter.</p>
<h2>Choosing a lamp</h2>
<p>A white lamp with 1800 lumens is enough for three pots of herbs on a shelf. Two small lamps with 900 lumens each
spread the light of the herb garden more evenly than one.</p>
<h2>Hours of light</h2>
<p>Most herbs in the garden grow well when those lumens reach them for fourteen hours a day. A timer that switches
the lumens off at night keeps the plants compact.</p>
</body></html>]] },
  ["water.html"] = { word = "litres", [[
<!DOCTYPE html><html lang="en"><head><title>Water for a herb garden</title></head><body>
<h1>Water for a herb garden</h1>
<p>A herb garden of six pots drinks about 3 litres in a week of summer. In winter the same pots need fewer than 1.5
litres in a week.</p>
<h2>A tank for the holidays</h2>
<p>A tank of 5 litres with a wick keeps the herb garden moist for twelve days. Thyme and sage need only half of those
litres in dry soil.</p>
<h2>How to water</h2>
<p>Pour the litres slowly until the water runs out of the holes of the pot. Herbs that stand in several litres of
water lose their roots within a week.</p>
</body></html>]] },
}

local WRITERS = { { "the built-in writer", "alpha-6-luna" }, { "a language model", "beta-sonnet-5" } }

describe("the parameter", function()
  local root, site, model, server

  setup(function()
    root = folder.new()
    for name, page in pairs(PAGES) do folder.write(root .. "/" .. name, page[1]) end
    site = nginx.start { root = root, locations = [[
      location = /old { return 301 /light.html; }
      location = /older { return 302 /old; }
    ]] }
    model = fake_model.start()
    server = service.start { config = { log = "error", allow_addresses = { site.address },
      models = { ["alpha-*"] = { api = "builtin" }, ["beta-*"] = articles.entry(model, "anthropic") } } }
  end)

  teardown(function()
    if server then server:stop() end
    if model then model:stop() end
    if site then site:stop() end
    folder.remove(root)
  end)

  -- How often each path was asked for, by its status, since the last look.
  local seen_before = 0
  local function requests()
    local log = folder.read(site.folder .. "/access.log") or ""
    local counts = {}
    for path, status in log:sub(seen_before + 1):gmatch '"GET (%S+) HTTP/[%d%.]+" (%d+)' do
      counts[path] = counts[path] or {}
      counts[path][status] = (counts[path][status] or 0) + 1
    end
    seen_before = #log
    return counts
  end

  local function write(version, more)
    local body = { targetKeyword = "herb garden", modelVersion = version, articleLength = "shorter",
      urls = { site.url .. "/light.html", site.url .. "/water.html" } }
    for name, value in pairs(more or {}) do body[name] = value end
    requests()
    model:script {}
    return articles.finish(server, body)
  end

  local function url_of(name) return site.url .. "/" .. name end

  -- Each sentence with the address that it cites.
  local function citations(html)
    local list = {}
    for text, url in html:gmatch '([^<>]+)<sup><a href="([^"]+)"' do list[#list + 1] = { text = text, url = url } end
    return list
  end

  local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

  local function has_note(record, ...)
    for _, note in ipairs(record.notes) do
      local has_all = true
      for _, part in ipairs { ... } do has_all = has_all and note:find(part, 1, true) ~= nil end
      if has_all then return true end
    end
    return false
  end

  for _, writer in ipairs(WRITERS) do
    local who, version = writer[1], writer[2]

    it("shouldCiteSources: links next to what they support, to pages that were read (" .. who .. ")", function()
      local record = write(version, { shouldCiteSources = true })
      local html, read = record.output.html, requests()
      local cited = { lumens = 0, litres = 0 }
      for _, citation in ipairs(citations(html)) do
        for name, page in pairs(PAGES) do
          if citation.text:find(page.word, 1, true) then
            assert.equal(url_of(name), citation.url, citation.text)
            cited[page.word] = cited[page.word] + 1
          end
        end
      end
      assert.is_true(cited.lumens > 0 and cited.litres > 0)
      for url in html:gmatch '<a [^>]*href="([^"]+)"' do
        local path = assert(url:match("^" .. site.url:gsub("%p", "%%%0") .. "(/.*)$"), url)
        assert.equal(1, read[path]["200"], path)
      end
      assert.equal(2, #record.sources)
      for _, source in ipairs(record.sources) do assert.truthy(html:find(source.url, 1, true)) end
      -- Every source that is listed is cited in the text, and the other way round.
      assert.equal(2, count(html:match "<ol>.*$", "<li>"))
    end)

    it("shouldCiteSources: false, and there is no link (" .. who .. ")", function()
      local html = write(version, { shouldCiteSources = false }).output.html
      assert.equal(0, count(html, "<a[ >]"))
      assert.equal(0, count(html, "<sup>"))
      assert.is_nil(html:find("127.0.0.1", 1, true))
      assert.equal(0, count(html, "%[%d+%]"))
      assert.is_true(count(html, "lumens") > 0)
    end)

    it("urls: each is fetched once, and its facts are used (" .. who .. ")", function()
      local record = write(version)
      local read = requests()
      assert.same({ ["/light.html"] = { ["200"] = 1 }, ["/water.html"] = { ["200"] = 1 } }, read)
      local facts = 0
      for _, fact in ipairs { "4000", "2500", "1800", "fourteen hours", "3 litres", "5 litres", "twelve days" } do
        if record.output.html:find(fact, 1, true) then facts = facts + 1 end
      end
      assert.is_true(facts >= 4, facts)
      if version:find "^beta" then
        local shown = false
        for _, call in ipairs(model:calls "section") do shown = shown or call.prompt:find("4000 lumens", 1, true) end
        assert.truthy(shown)
      end
    end)

    it("urls: without one nothing is fetched (" .. who .. ")", function()
      requests()
      model:script {}
      articles.write(server, { targetKeyword = "herb garden", modelVersion = version })
      assert.same({}, requests())
    end)

    it("urls: one that cannot be read is noted (" .. who .. ")", function()
      local gone, closed = url_of "gone.html", "http://127.0.0.1:1/page"
      local record = write(version, { urls = { gone, url_of "light.html", closed } })
      assert.equal(1, requests()["/gone.html"]["404"])
      assert.is_true(has_note(record, gone, "404"))
      assert.is_true(has_note(record, closed))
      assert.is_nil(record.output.html:find(gone, 1, true))
      assert.is_nil(record.output.html:find(closed, 1, true))
      assert.equal(1, #record.sources)
    end)

    it("urls: one that was given twice is one source, after redirects too (" .. who .. ")", function()
      local record = write(version, { urls = { url_of "light.html", url_of "light.html#top", url_of "old",
        url_of "older", url_of "water.html" } })
      assert.equal(1, requests()["/water.html"]["200"])
      assert.equal(2, #record.sources)
      for _, path in ipairs { "old", "older" } do
        assert.is_true(has_note(record, url_of(path), url_of "light.html", "was used once"))
      end
      local listed = {}
      for url in record.output.html:match("<ol>.*$"):gmatch 'href="([^"]+)"' do listed[#listed + 1] = url end
      table.sort(listed)
      assert.same({ url_of "light.html", url_of "water.html" }, listed)
      for url in record.output.html:gmatch '<a href="([^"]+)"' do assert.is_nil(url:find("/old", 1, true)) end
    end)

    -- Searching is to come: what is asked for and not done is said.
    for _, row in ipairs {
      { "realTimeData", { realTimeData = true } },
      { "enableDeepResearch", { realTimeData = true, enableDeepResearch = true } },
      { "extendedResearch", { realTimeData = true, enableDeepResearch = true, extendedResearch = true } },
      { "realTimeDataSource", { realTimeData = true, realTimeDataSource = "scholarly" } },
      { "realTimeDateRange", { realTimeData = true, realTimeDataSource = "news", realTimeDateRange = "past_week" } },
      { "country", { realTimeData = true, country = "Germany" } },
    } do
      it(row[1] .. ": is noted as long as nothing is searched (" .. who .. ")", function()
        local record = write(version, row[2])
        assert.is_true(has_note(record, row[1]), table.concat(record.notes, "\n"))
      end)
    end
  end
end)
