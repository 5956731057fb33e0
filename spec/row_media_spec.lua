--- The parameters of images and videos, for both writers: what the sections get, how it is asked for, kept, served and
-- charged. The pictures come from fake services (spec.support.fake_images) and from a folder, the films from a folder.
-- Written by the built-in writer: both, by_each, built_in; by a language model: both, by_each, by_model.
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local fake_images = require "spec.support.fake_images"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local json = require("cjson").new()
local pictures = require "spec.support.fake.pictures"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local writers = require "spec.support.writers"

local FAST, MEDIUM, FOUND, NONE = "alpha-image-2-fast", "alpha-image-2-medium", "delta-2", "gamma-3.0-turbo"
local ADDRESS = "^(http://127%.0%.0%.1:%d+)(/media/(%x+)%.(%a+))$"

local album, films, fake, both, bare

local function film(name, title, description, url)
  folder.write(films .. "/" .. name .. ".json", json.encode { title = title, description = description, url = url })
end

setup(function()
  album, films = folder.new(), folder.new()
  local function found(name, told)
    folder.write(("%s/%s.png"):format(album, name), pictures.png(640, 480, name))
    if told then folder.write(("%s/%s.json"):format(album, name), json.encode(told)) end
  end
  found("herb-on-a-windowsill", { alt = "A pot of basil behind a window", caption = "Basil in March",
    credit = "Photo by Ada", source = "https://photos.example/1", license = "CC BY 4.0",
    license_url = "https://creativecommons.org/licenses/by/4.0/" })
  found "garden-indoor-light"
  film("water", "Watering herbs", "How much water an indoor herb garden needs.", "https://www.youtube.com/watch?v=abc")
  film("light", "Lamps and light", "Light for an indoor herb garden in winter.", "https://vimeo.com/123")
  film("taps", "How to fix a tap", "A washer, a spanner and half an hour.", "https://vimeo.com/456")
  film("no-player", "Light for the indoor herb garden", "Light.", "https://films.example/light")
  fake = fake_images.start { key = "picture-key" }
  both = writers.start { config = {
    images = { [FAST] = fake:entry("openai", { model = "gpt-image-1" }), [MEDIUM] = fake:entry "automatic1111",
      [FOUND] = { api = "folder", path = album } },
    videos = { api = "folder", path = films },
  } }
  bare = writers.start()
end)

teardown(function()
  both:stop()
  bare:stop()
  fake:stop()
  folder.remove(album)
  folder.remove(films)
end)

before_each(function() fake:script {} end)

local function request(params)
  local whole = { articleLength = "short" }
  for name, value in pairs(params) do whole[name] = value end
  return whole
end

-- By each writer: check(record, name, calls to services for pictures).
local function by_each(params, check)
  both:both(request(params), function(record, name)
    assert.equal("finished", record.status, record.error)
    check(record, name, fake:log())
    fake:script {}
  end)
end

local function built_in(params) return both:builtin(request(params)) end
local function by_model(params, script) return both:model(request(params), script) end

local function attributes(tag)
  local list = {}
  for name, value in tag:gmatch '([%w-]+)="(.-)"' do list[name] = value end
  return list
end

-- The pictures of an article, { src, alt, width, height, loading, caption, section }, in their order.
local function images(html)
  local list, section = {}, nil
  for line in (html .. "\n"):gmatch "(.-)\n" do
    section = line:match "^<h2>(.-)</h2>$" or section
    local tag, caption = line:match "^<figure>(<img .->)(.*)</figure>$"
    if tag then
      local image = attributes(tag)
      image.caption, image.section = caption:match "^<figcaption>(.*)</figcaption>$", section
      list[#list + 1] = image
    end
  end
  assert.equal(writers.count(html, "<img"), #list)
  return list
end

local function players(html)
  local list = {}
  for tag, caption in html:gmatch "<figure>(<iframe .->)</iframe><figcaption>(.-)</figcaption></figure>" do
    local player = attributes(tag)
    player.caption = caption
    list[#list + 1] = player
  end
  assert.equal(writers.count(html, "<iframe"), #list)
  return list
end

local function get(server, url, options)
  options = options or {}
  options.key = false
  return http.request(server, options.method or "GET", assert(url:match "^http://[^/]+(/.*)$"), options)
end

local function prompts(calls)
  local list = {}
  for _, call in ipairs(calls) do list[#list + 1] = call.prompt end
  return list
end

local function has_media(record) return record.output.html:find "<img" or record.output.html:find "<iframe" end

describe("multimediaOption", function()
  it("none: has no picture and no film, and asks for none", function()
    by_each({ multimediaOption = "none" }, function(record, name, calls)
      assert.is_nil(has_media(record), name)
      assert.same({}, calls)
      assert.is_false(writers.has_note(record, "ictures"), name)
    end)
  end)

  it("images: pictures alone, one in a section, behind its first paragraph or below its heading", function()
    by_each({ multimediaOption = "images" }, function(record, name, calls)
      local list = images(record.output.html)
      assert.equal(#writers.sections(record), #list, name)
      assert.equal(#calls, #list)
      assert.same({}, players(record.output.html))
      local sections = {}
      for _, image in ipairs(list) do
        assert.is_nil(sections[image.section], image.section)
        sections[image.section] = true
        assert.equal("lazy", image.loading)
      end
      for before in record.output.html:gmatch "<h2>[^\n]*</h2>\n([^\n]*)\n?[^\n]*<figure>" do
        assert.truthy(before:find "^<p>" or before == "", before)
      end
    end)
  end)

  it("videos: films alone, each once, in the sections that they fit, by players without cookies", function()
    by_each({ multimediaOption = "videos" }, function(record, name, calls)
      local list, seen = players(record.output.html), {}
      assert.same({}, images(record.output.html), name)
      assert.same({}, calls)
      assert.is_true(#list >= 1 and #list <= 2, name)
      for _, player in ipairs(list) do
        assert.is_nil(seen[player.src])
        seen[player.src] = true
        local page = ({ ["https://www.youtube-nocookie.com/embed/abc"] = "https://www.youtube.com/watch?v=abc",
          ["https://player.vimeo.com/video/123?dnt=1"] = "https://vimeo.com/123" })[player.src]
        assert.equal(('<a href="%s">%s</a>'):format(page, player.title), player.caption)
        assert.equal("lazy", player.loading)
        assert.truthy(player.sandbox:find("allow-scripts", 1, true))
        assert.is_nil(player.sandbox:find("allow-top-navigation", 1, true))
        assert.equal("strict-origin-when-cross-origin", player.referrerpolicy)
      end
    end)
  end)

  it("auto: films where one is about the section, pictures in the others", function()
    for most = 1, 2 do
      by_each({ multimediaOption = "auto", maxVideos = most, outline = { "Watering", "Harvesting", "Light" } },
        function(record, name, calls)
          local html, kinds = record.output.html, {}
          local heading
          for line in html:gmatch "[^\n]+" do
            heading = line:match "^<h2>(.-)</h2>$" or heading
            local kind = line:find "<img" and "image" or line:match '<iframe src="(.-)"'
            if kind then
              assert.is_nil(kinds[heading], name) -- never two
              kinds[heading] = kind
            end
          end
          local water, light = "https://www.youtube-nocookie.com/embed/abc", "https://player.vimeo.com/video/123?dnt=1"
          assert.equal("image", kinds.Harvesting, name)
          assert.equal(most, #players(html), name)
          if most == 2 then assert.same({ Watering = water, Harvesting = "image", Light = light }, kinds) end
          assert.equal(3 - most, #images(html))
          assert.equal(3 - most, #calls)
        end)
    end
  end)

  it("auto: has one film where no number is given, and pictures alone where no film is wanted", function()
    local params = { multimediaOption = "auto", outline = { "Watering", "Harvesting", "Light" } }
    by_each(params, function(record, name)
      assert.equal(1, #players(record.output.html), name)
      assert.equal(2, #images(record.output.html), name)
    end)
    by_each({ multimediaOption = "auto", maxVideos = 0 }, function(record, name)
      assert.same({}, players(record.output.html), name)
      assert.equal(#writers.sections(record), #images(record.output.html), name)
    end)
  end)

  it("names the entry of the configuration that is missing, and the article stands", function()
    for _, row in ipairs {
      { { multimediaOption = "images" }, { '"images" are configured for imageModel "alpha-image-2-fast"' } },
      { { multimediaOption = "videos" }, { '"videos" are configured' } },
      { { multimediaOption = "auto" }, { '"images" are configured', '"videos" are configured' } },
    } do
      bare:both(request(row[1]), function(record, name)
        assert.equal("finished", record.status)
        assert.is_nil(has_media(record), name)
        for _, note in ipairs(row[2]) do assert.is_true(writers.has_note(record, note), name .. ": " .. note) end
        assert.equal(#row[2], (function()
          local count = 0
          for _, note in ipairs(record.notes) do count = count + (note:find("are configured", 1, true) and 1 or 0) end
          return count
        end)())
      end)
    end
  end)

  it("none, imageStyle, maxImages and maxVideos: what is asked for beside it is noted", function()
    by_each({ imageStyle = "photo", maxImages = 2, maxVideos = 1 }, function(record, name)
      assert.is_nil(has_media(record), name)
      assert.is_true(writers.has_note(record, 'imageStyle and maxImages were accepted without effect: they need '
        .. 'multimediaOption "images" or "auto".'), name)
      assert.is_true(writers.has_note(record, 'it needs multimediaOption "videos" or "auto".'), name)
    end)
  end)

  it("videos: says when none fits", function()
    local own = folder.new()
    folder.write(own .. "/taps.json", '{"title":"How to fix a tap","url":"https://vimeo.com/456"}')
    local alone = writers.start { config = { videos = { api = "folder", path = own } } }
    finally(function()
      alone:stop()
      folder.remove(own)
    end)
    alone:both(request { multimediaOption = "videos" }, function(record, name)
      assert.is_nil(has_media(record), name)
      assert.is_true(writers.has_note(record, "There are no videos: none that is configured speaks of a section"), name)
    end)
  end)
end)

describe("imageStyle", function()
  it("reaches the prompt of every picture, with the section's heading (the built-in writer)", function()
    local record = built_in { multimediaOption = "images", imageStyle = "watercolor" }
    local list, asked = images(record.output.html), prompts(fake:log())
    assert.equal(#list, #asked)
    for _, image in ipairs(list) do
      local heading, found = image.section:gsub("%?$", ""), false
      for _, prompt in ipairs(asked) do
        assert.truthy(prompt:find("watercolor", 1, true))
        found = found or prompt:find(heading, 1, true) ~= nil
      end
      assert.is_true(found, heading)
    end
  end)

  it("reaches the prompt that a language model describes, and is no part of what that is asked for", function()
    local record, calls = by_model { multimediaOption = "images", imageStyle = "isometric" }
    local described = 0
    for _, call in ipairs(calls) do
      if call.kind == "image" then
        described = described + 1
        assert.truthy(call.prompt:find("Describe one picture for this section", 1, true))
        assert.truthy(call.prompt:find("isometric", 1, true))
      end
    end
    assert.equal(#images(record.output.html), described)
    for _, prompt in ipairs(prompts(fake:log())) do
      assert.truthy(prompt:find("A quiet scene about", 1, true), prompt)
      assert.truthy(prompt:find("isometric", 1, true), prompt)
    end
  end)

  it("is in the prompt made by rule where a language model describes no picture", function()
    local record = by_model({ multimediaOption = "images", imageStyle = "anime", maxImages = 2 },
      { { kind = "image", status = 400, message = "no" } })
    assert.equal(2, #images(record.output.html))
    for _, prompt in ipairs(prompts(fake:log())) do
      assert.truthy(prompt:find("one scene that shows it, as an anime drawing", 1, true), prompt)
    end
  end)
end)

describe("imageModel", function()
  it("chooses the service and the price, which the account is charged", function()
    by_each({}, function(plain, name)
      for _, row in ipairs { { FAST, "openai", 50 }, { MEDIUM, "automatic1111", 200 } } do
        local params = request { multimediaOption = "images", imageModel = row[1], maxImages = 2 }
        local write = name == "built-in writer" and built_in or by_model
        local before = both.desk:request("GET", "/api/account").words.used
        local record = write(params)
        local list = images(record.output.html)
        assert.equal(2, #list)
        local calls = fake:log()
        assert.equal(2, #calls)
        for _, call in ipairs(calls) do assert.equal(row[2], call.service) end
        assert.equal(plain.wordsCharged + 2 * row[3], record.wordsCharged, name .. " " .. row[1])
        assert.equal(before + record.wordsCharged, both.desk:request("GET", "/api/account").words.used)
        fake:script {}
      end
    end)
  end)

  it("charges for pictures that stand in the article alone", function()
    local plain = built_in {}
    fake:script { { service = "openai", call = 1, policy = "Not this one." } }
    local record = built_in { multimediaOption = "images", maxImages = 3 }
    assert.equal(2, #images(record.output.html))
    assert.equal(plain.wordsCharged + 100, record.wordsCharged)
  end)

  it("finds pictures in a folder for the built-in writer and for a language model: captions count, pictures do not",
    function()
      local plain = {}
      by_each({}, function(record, name) plain[name] = record.wordsCharged end)
      by_each({ multimediaOption = "images", imageModel = FOUND, maxImages = 1 }, function(record, name)
        local list = images(record.output.html)
        assert.equal(1, #list, name)
        local shown = list[1].caption and list[1].caption:gsub("<.->", "") or ""
        local words = select(2, shown:gsub("%S+", ""))
        assert.equal(plain[name] + words, record.wordsCharged)
      end)
    end)

  it("that leads to no service is noted", function()
    by_each({ multimediaOption = "images", imageModel = NONE }, function(record, name)
      assert.is_nil(has_media(record), name)
      assert.is_true(writers.has_note(record, 'for imageModel "gamma-3.0-turbo"'), name)
    end)
  end)
end)

describe("maxImages", function()
  it("is a ceiling", function()
    for _, most in ipairs { 0, 1, 2, 20 } do
      by_each({ multimediaOption = "images", maxImages = most }, function(record, name, calls)
        local expected = math.min(most, #writers.sections(record))
        assert.equal(expected, #images(record.output.html), name)
        assert.equal(expected, #calls)
      end)
    end
  end)

  it("absent: a listicle has one for each item", function()
    both:both({ articleType = "listicle", targetKeyword = "7 herbs for an indoor garden", multimediaOption = "images" },
      function(record, name)
        local items = select(2, record.output.html:gsub("<h2>%d+%. ", ""))
        local list = images(record.output.html)
        assert.is_true(items > 2, name)
        assert.equal(items, #list, name)
        for _, image in ipairs(list) do assert.truthy(image.section:find "^%d+%. ", image.section) end
      end)
  end)

  it("shows no picture of a folder twice", function()
    by_each({ multimediaOption = "images", imageModel = FOUND }, function(record, name)
      local seen, list = {}, images(record.output.html)
      assert.is_true(#list >= 1 and #list <= 2, name) -- the folder has two
      for _, image in ipairs(list) do
        local bytes = get(both.server, image.src).body
        assert.is_nil(seen[bytes], name)
        seen[bytes] = true
      end
      assert.is_true(writers.has_note(record, "pictures are missing"), name)
    end)
  end)
end)

it("maxVideos: is a ceiling", function()
  for most = 0, 2 do
    by_each({ multimediaOption = "videos", maxVideos = most }, function(record, name)
      assert.is_true(#players(record.output.html) <= most, name)
      assert.equal(most > 0, #players(record.output.html) > 0, name)
    end)
  end
end)

describe("imageSize", function()
  it("reaches the service, and the picture says its own", function()
    for _, row in ipairs { { "1536x1024", "1536x1024" }, { "portrait", "1024x1536" }, { "square", "1024x1024" } } do
      by_each({ multimediaOption = "images", imageSize = row[1], maxImages = 1 }, function(record, name, calls)
        assert.equal(row[2], calls[1].size, name)
        local image = images(record.output.html)[1]
        assert.equal(row[2], image.width .. "x" .. image.height)
      end)
    end
  end)

  it("that a model does not make is noted once", function()
    by_each({ multimediaOption = "images", imageSize = "16:9", maxImages = 3 }, function(record, name)
      local notes = 0
      for _, note in ipairs(record.notes) do notes = notes + (note:find("16:9", 1, true) and 1 or 0) end
      assert.equal(1, notes, name)
    end)
  end)
end)

describe("a picture of an article", function()
  it("has an alternative text: of the section, by a language model, or its own", function()
    by_each({ multimediaOption = "images" }, function(record, name)
      local seen = {}
      for _, image in ipairs(images(record.output.html)) do
        assert.truthy(image.alt:find "%S", name)
        assert.is_nil(seen[image.alt], image.alt)
        assert.is_true(writers.count(image.alt:lower(), writers.KEYWORD) <= 1)
        seen[image.alt] = true
      end
    end)
    local described = by_model { multimediaOption = "images", maxImages = 1 }
    assert.truthy(images(described.output.html)[1].alt:find("on a wooden table beside a window", 1, true))
    local found = built_in { multimediaOption = "images", imageModel = FOUND }
    local by_alt = {}
    for _, image in ipairs(images(found.output.html)) do by_alt[image.alt] = image end
    local own = assert(by_alt["A pot of basil behind a window"])
    assert.equal('Basil in March. <a href="https://photos.example/1">Photo by Ada</a>, '
      .. '<a href="https://creativecommons.org/licenses/by/4.0/" rel="license">CC BY 4.0</a>', own.caption)
  end)

  it("is served as it came, to whoever has the address, for ever", function()
    local record = built_in { multimediaOption = "images", imageModel = FOUND }
    local originals = {}
    for name in io.popen("env -u LD_PRELOAD ls " .. album .. "/*.png"):lines() do
      originals[folder.read(name)] = true
    end
    for _, image in ipairs(images(record.output.html)) do
      local base, path, id, extension = image.src:match(ADDRESS)
      assert.equal(both.server.url, base)
      assert.equal(32, #id)
      assert.equal("png", extension)
      local answer = get(both.server, image.src)
      assert.equal(200, answer.status)
      assert.is_true(originals[answer.body])
      assert.equal("image/png", answer.headers["content-type"])
      assert.equal("nosniff", answer.headers["x-content-type-options"])
      assert.equal("public, max-age=31536000, immutable", answer.headers["cache-control"])
      local again = get(both.server, image.src, { headers = { ["If-None-Match"] = answer.headers.etag } })
      assert.equal(304, again.status)
      assert.equal("", again.body)
      assert.equal(answer.headers.etag, again.headers.etag)
      local head = get(both.server, image.src, { method = "HEAD" })
      assert.equal(200, head.status)
      assert.equal(tostring(#answer.body), head.headers["content-length"])
      assert.equal(405, get(both.server, image.src, { method = "DELETE" }).status)
      for _, wrong in ipairs { path:gsub("png$", "jpg"), path:gsub("%.png$", ""), "/media/" .. ("0"):rep(32) .. ".png",
        "/media/x.png", "/media/", "/media" } do
        assert.equal(404, get(both.server, base .. wrong).status, wrong)
      end
    end
  end)

  it("leaves room for others when readers take it slowly", function()
    local large, BYTES = folder.new(), 12000000 -- more than a connection buffers
    folder.write(large .. "/indoor-herb-garden.png", pictures.png(640, 480, ("x"):rep(BYTES)))
    local own = writers.start { config = { images = { ["*"] = { api = "folder", path = large } },
      limits = { create = 0, status = 0, links = 0, other = 0, body_bytes = 6 * BYTES } } }
    local slow = {}
    finally(function()
      for _, connection in ipairs(slow) do connection:close() end
      own:stop()
      folder.remove(large)
    end)
    local record = own:builtin { articleLength = "shorter", multimediaOption = "images", maxImages = 1 }
    local url = images(record.output.html)[1].src
    local path = url:match "^http://[^/]+(/.*)$"
    local counts = {}
    for i = 1, 6 do
      slow[i] = http.connect(own.server)
      slow[i]:send("GET", path, { key = false })
      local status = slow[i].socket:receive "*l":match "^HTTP/1.1 (%d+)"
      counts[status] = (counts[status] or 0) + 1
    end
    assert.same({ ["200"] = 2, ["503"] = 4 }, counts)
    assert.equal(200, http.request(own.server, "GET", "/api/account").status)
    for _, connection in ipairs(slow) do connection:close() end
    assert.is_true(eventually(function() return get(own.server, url).status == 200 end))
  end)

  it("goes with its article", function()
    local record = built_in { multimediaOption = "images", maxImages = 1 }
    local url = images(record.output.html)[1].src
    assert.equal(200, get(both.server, url).status)
    assert(both.desk:request("DELETE", "/api/articles/" .. record.articleId))
    assert.equal(404, get(both.server, url).status)
  end)

  it("stays in the polished article", function()
    by_each({ multimediaOption = "auto", autoPolish = true, readabilityMode = "8th_grade" }, function(record, name)
      local function figures(html)
        local list = {}
        for figure in html:gmatch "<figure>.-</figure>" do list[#list + 1] = figure end
        return list
      end
      local list = figures(record.output.html)
      assert.is_true(#list > 0, name)
      assert.same(list, figures(record.output.polishedHtml), name)
    end)
  end)

  it("that cannot be had is left out with one note, and the service is not asked on when it is down", function()
    fake:script { { service = "openai", status = 400, message = "broken" } }
    both:both(request { multimediaOption = "images" }, function(record, name)
      assert.is_nil(has_media(record), name)
      local notes = 0
      for _, note in ipairs(record.notes) do notes = notes + (note:find("pictures are missing", 1, true) and 1 or 0) end
      assert.equal(1, notes, name)
      assert.is_true(#fake:log() <= 8) -- a round of four for each writer
    end)
  end)

  it("fails alone when the service refuses it", function()
    fake:script { { service = "openai", call = 2, policy = "Not this one." } }
    local record = built_in { multimediaOption = "images", maxImages = 3 }
    assert.equal(2, #images(record.output.html))
    assert.is_true(writers.has_note(record, "1 of 3 pictures are missing"))
  end)
end)

describe("an article that is interrupted", function()
  local own
  before_each(function()
    own = writers.start { config = { images = { ["*"] = fake:entry("openai", { model = "gpt-image-1" }) } } }
  end)
  after_each(function() own:stop() end)

  -- Pictures that are stored.
  local function stored(id)
    local run, done = own.desk:request("GET", "/api/articles/" .. id .. "/run"), 0
    for _, call in ipairs(run.calls) do
      done = done + (call.step:find "^picture%-%d+$" and call.status == "done" and 1 or 0)
    end
    return done
  end

  local function begin(model, count)
    local id = assert(own.desk:create { targetKeyword = writers.KEYWORD, modelVersion = model, articleLength = "short",
      multimediaOption = "images", maxImages = count }).articleId
    assert(eventually(function() return #fake:log() == count end))
    assert(eventually(function() return stored(id) == count - 1 end))
    return id
  end

  for _, writer in ipairs { { "the built-in writer", "beta-sonnet-5" }, { "a language model", "alpha-6-luna" } } do
    it("pays for no picture twice when it goes on (" .. writer[1] .. ")", function()
      own.fake:script {}
      fake:script { { service = "openai", call = 2, hold = true } }
      local id = begin(writer[2], 3)
      own.server:kill()
      fake:release()
      fake:script {}
      own.server:restart()
      own.desk:close()
      own.desk = require("copydesk").new { base_url = own.server.url, api_key = own.server.key, timeout = 120 }
      local record = assert(own.desk:wait(id))
      assert.equal("finished", record.status)
      assert.equal(3, #images(record.output.html))
      assert.equal(1, #fake:log())
      for _, image in ipairs(images(record.output.html)) do assert.equal(200, get(own.server, image.src).status) end
    end)
  end

  it("keeps no picture when it is cancelled", function()
    fake:script { { service = "openai", call = 2, hold = true } }
    local id = begin("beta-sonnet-5", 2)
    assert(own.desk:request("POST", "/api/articles/" .. id .. "/cancel"))
    fake:release()
    assert.equal("0\n", database.query(own.server.data, "SELECT COUNT(*) FROM picture"))
  end)
end)

describe("public_url", function()
  it("is what the addresses of pictures begin with, also of those that were made before it", function()
    local own = writers.start { config = { images = { ["*"] = fake:entry("openai", { model = "gpt-image-1" }) },
      public_url = "https://Desk.example/media-desk/" } }
    finally(function() own:stop() end)
    local record = own:builtin { articleLength = "shorter", multimediaOption = "images", maxImages = 1 }
    local path = images(record.output.html)[1].src:match "^https://desk%.example/media%-desk(/media/%x+%.png)$"
    assert.equal(200, get(own.server, own.server.url .. path).status)
    local text = assert(folder.read(own.server.config_file)):gsub("media%-desk", "elsewhere")
    folder.write(own.server.config_file, text)
    own.server:restart()
    local again = http.request(own.server, "GET", "/api/articles/" .. record.articleId).json
    assert.equal("https://desk.example/elsewhere" .. path, images(again.output.html)[1].src)
  end)

  it("is in the records that webhooks get too; without one, the address that the service listens at", function()
    local receiver = scripted.start()
    receiver:script { { status = 204 } }
    local own = writers.start { config = { images = { ["*"] = fake:entry("openai", { model = "gpt-image-1" }) },
      allow_addresses = { "127.0.0.1:" .. receiver.port } } }
    finally(function()
      own:stop()
      receiver:stop()
    end)
    local record = own:builtin { articleLength = "shorter", multimediaOption = "images", maxImages = 1,
      webhookUrl = receiver.url .. "/done" }
    local sent = json.decode(receiver:log(1)[1].body)
    assert.equal(record.output.html, sent.output.html)
    assert.equal(own.server.url, images(sent.output.html)[1].src:match(ADDRESS))
  end)

  it("must be an address of the web", function()
    for _, wrong in ipairs { "desk.example", "ftp://desk.example", "https://desk.example/?a", "https://a:b@c/", "", 5 }
    do
      local started, problem = pcall(service.start, { config = { public_url = wrong } })
      assert.is_false(started, tostring(wrong))
      assert.truthy(problem:find("public_url must be an address of http or https", 1, true), problem)
    end
  end)
end)
