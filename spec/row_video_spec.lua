--- video_site_video: what each parameter does to an article that follows a film, by the built-in writer and by a model.
-- Written by the built-in writer: write; by a language model: ask.
local copydesk = require "copydesk"
local fake_market = require "spec.support.fake_market"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local URL = "https://video.example/watch?v=fix-a-dripping-tap"

local films, server, desk, model, served, asked, bare, bare_desk

local function film(name, text, captions)
  folder.write(films .. "/" .. name .. ".json", text)
  if captions then folder.write(films .. "/" .. name .. ".vtt", captions) end
end

setup(function()
  films = folder.new()
  os.execute("unset LD_PRELOAD; cp examples/data/videos/* " .. films)
  film("silent", '{"title":"Silence","url":"https://films.example/silent"}')
  film("deutsch", '{"title":"Wasserhahn","author":"Uwe","url":"https://films.example/deutsch"}',
    "WEBVTT\n\n00:00.000 --> 00:12.000\nZuerst drehen Sie das Wasser ab und warten ein wenig.\n\n"
    .. "00:12.000 --> 00:24.000\nDann nehmen Sie den Griff ab und ziehen die Dichtung heraus.\n")
  film("unknown-site", '{"title":"Taps","author":"Ann","url":"https://films.example/taps"}',
    "WEBVTT\n\n00:00.000 --> 00:12.000\nThe tap has a washer in its valve, and the washer wears out.\n\n"
    .. "00:12.000 --> 00:24.000\nThe valve comes off with a spanner of 17 millimetres.\n")
  local videos = { api = "folder", path = films }
  server = service.start { config = { videos = videos } }
  desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  model = fake_model.start {}
  served = service.start { config = { videos = videos, models = { ["*"] = { api = "openai", base_url = model.url,
    model = "fake-model", api_key = model.key } } } }
  asked = copydesk.new { base_url = served.url, api_key = served.key, timeout = 120 }
  bare = service.start {}
  bare_desk = copydesk.new { base_url = bare.url, api_key = bare.key, timeout = 120 }
end)

teardown(function()
  for _, client in ipairs { desk, asked, bare_desk } do client:close() end
  for _, one in ipairs { server, served, model, bare } do one:stop() end
  folder.remove(films)
end)

local function request(params)
  local whole = { articleType = "video_site_video", targetKeyword = "dripping tap", videoSiteVideoUrl = URL }
  for name, value in pairs(params or {}) do whole[name] = value end
  return whole
end

local function write(params) return assert(desk:wait(assert(desk:create(request(params))))) end

local function ask(params)
  model:script {}
  return assert(asked:wait(assert(asked:create(request(params)))))
end

local function has(record, text) return record.output.html:find(text, 1, true) ~= nil end

local function times(record)
  local list = {}
  for seconds in record.output.html:gmatch 'href="https://video.example/watch%?v=fix%-a%-dripping%-tap&amp;t=(%d+)"' do
    list[#list + 1] = tonumber(seconds)
  end
  return list
end

local function reaches(words, kinds)
  local found = {}
  for _, call in ipairs(model:log()) do
    if call.prompt:find(words, 1, true) then found[call.kind] = true end
  end
  assert.same(kinds, found)
end

describe("video_site_video", function()
  it("videoSiteVideoUrl: the film stands after the introduction, its sections follow it with times", function()
    for _, record in ipairs { write(), ask() } do
      local player = "https://video.example/embed/fix%-a%-dripping%-tap"
      local before, after = record.output.html:match('^(.-)<iframe src="' .. player .. '"(.*)$')
      assert.truthy(before and before:find("<p>", 1, true) and not before:find("<h2>", 1, true))
      local _, sections = after:gsub("<h2>", "")
      assert.is_true(sections >= 2)
      local list = times(record)
      assert.is_true(#list >= sections)
      local last = -1
      for body in after:gsub("<h2>", "\1"):gmatch "\1([^\1]*)" do
        local first = tonumber(body:match "&amp;t=(%d+)")
        if first then
          assert.is_true(first > last)
          last = first
        end
      end
      assert.same({ URL }, { record.sources[1].url, record.sources[2] and record.sources[2].url })
      for _, idle in ipairs { "sponsor", "MAREN", "ubscribe", "Thanks for watching", "welcome back" } do
        assert.falsy(has(record, idle), idle)
      end
    end
  end)

  it("videoSiteVideoUrl: spellings of one film are one; missing is refused", function()
    local embed = "https://video.example/embed/fix-a-dripping-tap?t=3"
    assert.equal(write().title, write { videoSiteVideoUrl = embed }.title)
    local id, err = desk:create { articleType = "video_site_video", targetKeyword = "x" }
    assert.is_nil(id)
    assert.equal(400, err.status)
  end)

  it("without captions it fails, says so, and costs nothing", function()
    local cases = {
      { desk, "https://films.example/silent", "captions" },
      { desk, "https://films.example/nowhere", "not found" },
      { desk, "https://films.example/deutsch", "German" },
      { asked, "https://films.example/silent", "captions" },
      { bare_desk, URL, "no videos are configured" },
    }
    for _, case in ipairs(cases) do
      model:script {}
      local record, err = case[1]:wait(assert(case[1]:create(request { videoSiteVideoUrl = case[2] })))
      assert.is_nil(record)
      assert.equal("no_captions", err.code)
      assert.truthy(err.message:find(case[3], 1, true), err.message)
      assert.same({}, model:log())
    end
    assert.equal(0, bare_desk:request("GET", "/api/account").words.used)
  end)

  it("rewriteAllSourceData: all that is said, or the main points", function()
    local all, main = write { rewriteAllSourceData = true }, write()
    assert.is_true(all.wordsCharged > main.wordsCharged * 1.2)
    assert.truthy(has(all, "measuring jug"))
    assert.truthy(has(all, "Maren at the Workbench says: “"))
    assert.falsy(has(main, "measuring jug"))
    for _, idle in ipairs { "sponsor", "ubscribe", "Thanks for watching" } do assert.falsy(has(all, idle), idle) end

    ask { rewriteAllSourceData = true }
    assert.truthy(model:calls("edit")[1].prompt:find "%- The text does not have passage %[%d+%]: ")
    ask()
    assert.falsy(model:calls("edit")[1].prompt:find("The text does not have passage", 1, true))
  end)

  it("names the speaker, and never speaks as the speaker outside quotations", function()
    local record = write()
    assert.truthy(has(record, "Maren at the Workbench"))
    local outside = record.output.html:gsub("“.-”", " "):gsub("<[^>]*>", " ")
    assert.falsy(outside:find "%f[%w]I%f[%W]")
    assert.falsy(outside:find "%f[%w][Ww]e%f[%W]")
    ask()
    local prompt = model:calls("article")[1].prompt
    assert.truthy(prompt:find("Maren at the Workbench", 1, true))
    assert.truthy(prompt:find("The article never says I or we for the speaker", 1, true))
  end)

  it("writes times without a link where the site takes none, and a link where it has no player", function()
    local record = write { videoSiteVideoUrl = "https://films.example/taps" }
    assert.truthy(has(record, "(0:00)"))
    assert.falsy(has(record, "<iframe"))
    assert.truthy(has(record, 'href="https://films.example/taps">Taps</a>'))
  end)

  it("targetKeyword, title, language", function()
    for _, record in ipairs { write(), ask() } do
      assert.truthy(record.title:lower():find("dripping tap", 1, true))
      assert.truthy(record.output.html:match("</h1>(.-)<h2>"):lower():find("dripping tap", 1, true))
    end
    assert.equal("Own", write { title = "Own" }.title)
    assert.equal("Own", ask { title = "Own" }.title)
    local german = { videoSiteVideoUrl = "https://films.example/deutsch", language = "de",
      targetKeyword = "Wasserhahn" }
    ask(german)
    for _, call in ipairs(model:log()) do assert.truthy(call.system:find("in German", 1, true), call.kind) end
    local record = write(german)
    assert.truthy(has(record, "Uwe erklärt im Film"))
    assert.truthy(has(record, "Dichtung"))
  end)

  it("extraSectionPrompt, extraTitlePrompt, extraIntroductionPrompt, articleInstructions: each its calls", function()
    local wishes = { extraSectionPrompt = "WISHSECTION", extraTitlePrompt = "WISHTITLE",
      extraIntroductionPrompt = "WISHINTRO", articleInstructions = "WISHALL" }
    ask(wishes)
    for label, words in pairs { section = "WISHSECTION", title = "WISHTITLE", introduction = "WISHINTRO",
      instructions = "WISHALL" } do
      reaches(words, { article = true, edit = true })
      reaches(label .. ": " .. words .. "\n", { article = true, edit = true })
    end
    local notes = table.concat(write(wishes).notes, "\n")
    for name in pairs(wishes) do assert.truthy(notes:find(name, 1, true), name) end
  end)

  it("does without the model where its text cannot be used", function()
    model:script { { kind = "article", text = "No." } }
    local record = assert(asked:wait(assert(asked:create(request()))))
    local notes = table.concat(record.notes, "\n")
    assert.truthy(notes:find("The article is made of the sources' own sentences", 1, true))
    assert.equal(write().output.html, record.output.html)
    assert.truthy(has(record, "Turn off the water."))
    assert.is_true(#times(record) > 3)
  end)

  it("gives the same bytes for the same request", function()
    assert.equal(write().output.html, write().output.html)
  end)
end)

-- The same rows with films from an instance of Invidious, and captions in SubRip from the folder.
describe("video_site_video by invidious", function()
  local PAGE = "https://www.youtube.com/watch?v=" .. fake_market.FILM
  local market, one, another, builtin_desk, model_desk, writer

  setup(function()
    market = fake_market.start()
    writer = fake_model.start {}
    local videos = market:entry "invidious"
    one = service.start { config = { videos = videos } }
    another = service.start { config = { videos = videos, models = { ["*"] = { api = "openai", base_url = writer.url,
      model = "fake-model", api_key = writer.key } } } }
    builtin_desk = copydesk.new { base_url = one.url, api_key = one.key, timeout = 120 }
    model_desk = copydesk.new { base_url = another.url, api_key = another.key, timeout = 120 }
  end)

  teardown(function()
    builtin_desk:close()
    model_desk:close()
    for _, part in ipairs { one, another, writer, market } do part:stop() end
  end)

  before_each(function()
    market:script {}
    writer:script {}
  end)

  local function ask_for(client, params)
    local whole = request(params)
    whole.videoSiteVideoUrl = params and params.videoSiteVideoUrl or PAGE
    return client:wait(assert(client:create(whole)))
  end

  local function both(params)
    return { assert(ask_for(builtin_desk, params)), assert(ask_for(model_desk, params)) }
  end

  it("videoSiteVideoUrl", function()
    for _, url in ipairs { PAGE, "https://youtu.be/" .. fake_market.FILM .. "?si=x" } do
      for _, record in ipairs(both { videoSiteVideoUrl = url }) do
        assert.truthy(has(record, '<iframe src="https://www.youtube-nocookie.com/embed/' .. fake_market.FILM .. '"'))
        assert.truthy(has(record, PAGE .. "&amp;t="))
        assert.equal(PAGE, record.sources[1].url)
      end
    end
    -- what somebody has written goes before what was made automatically, in the article's language
    local labels = {}
    for _, call in ipairs(market:calls "invidious") do labels[#labels + 1] = call.query.label end
    assert.same({ "English" }, { labels[1] })
    for _, label in ipairs(labels) do assert.equal("English", label) end
  end)

  it("language", function()
    local record, err = ask_for(builtin_desk, { language = "de" })
    assert.is_nil(record)
    assert.equal("no_captions", err.code)
    assert.truthy(ask_for(model_desk, { language = "de" }))
  end)

  it("without captions it fails, and says so", function()
    local other = service.start { config = { videos = market:entry("invidious", { region = "SE" }) } }
    local client = copydesk.new { base_url = other.url, api_key = other.key, timeout = 120 }
    market:script { { service = "invidious", contains = "label=", empty = true } }
    local record, err = ask_for(client)
    assert.is_nil(record)
    assert.equal("no_captions", err.code)
    for _, rule in ipairs { { status = 500, retry_after = 0 }, { html = true }, { malformed = true } } do
      rule.service, rule.contains = "invidious", "captions"
      market:script { rule }
      record, err = ask_for(client)
      assert.is_nil(record)
      assert.equal("no_captions", err.code)
    end
    record, err = ask_for(client, { videoSiteVideoUrl = "https://youtu.be/nothing-her" })
    assert.is_nil(record)
    assert.truthy(err.message:find("not found", 1, true))
    client:close()
    other:stop()
  end)
end)

describe("video_site_video with captions in SubRip", function()
  it("videoSiteVideoUrl", function()
    local home = folder.new()
    local captions = folder.read "examples/data/videos/fix-a-dripping-tap.vtt"
    local number = 0
    captions = captions:gsub("^WEBVTT.-\n\n", ""):gsub("([%d:]+)%.(%d+ %-%-> [%d:]+)%.(%d+)[^\n]*",
      function(first, between, last)
        number = number + 1
        return ("%d\n%s,%s,%s"):format(number, first, between, last)
      end)
    folder.write(home .. "/tap.json", folder.read "examples/data/videos/fix-a-dripping-tap.json")
    folder.write(home .. "/tap.srt", "\239\187\191" .. captions:gsub("\n", "\r\n"))
    local other = service.start { config = { videos = { api = "folder", path = home } } }
    local client = copydesk.new { base_url = other.url, api_key = other.key, timeout = 120 }
    local record = assert(client:wait(assert(client:create(request()))))
    assert.equal(write().output.html, record.output.html)
    client:close()
    other:stop()
    folder.remove(home)
  end)
end)
