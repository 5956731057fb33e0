--- The built-in writer in the languages of src/text/languages: an article of each from a page of its own, with the
-- pages of all the others beside it.

local compost = require "spec.support.compost"
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

local function plain(html)
  return (html:gsub("<sup.-</sup>", ""):gsub("<[^>]*>", " "):gsub("&#39;", "'"):gsub("%s+", " "))
end

describe("an article of the built-in writer", function()
  local home, server, desk

  setup(function()
    home = folder.new()
    for tag in pairs(compost.pages) do folder.write(("%s/%s.md"):format(home, tag), compost.document(tag)) end
    server = service.start { config = { library = home } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
    folder.remove(home)
  end)

  local function write(tag, keyword)
    return assert(desk:wait(assert(desk:create { targetKeyword = keyword, language = tag })))
  end

  for tag, page in pairs(compost.pages) do
    it("in " .. tag .. " is made of the page of that language", function()
      local record = write(tag, page.keyword)
      local html = record.output.html
      assert.equal("finished", record.status)
      assert.truthy(html:find("<strong>" .. page.sources .. "</strong>", 1, true))
      assert.equal(1, #record.sources)
      assert.equal(("https://www.example.org/%s/"):format(tag), record.sources[1].url)
      local text = plain(html)
      for _, sentence in ipairs(compost.first_sentences(tag)) do
        assert.truthy(text:find(sentence, 1, true), sentence)
      end
      if page.is_unspaced then assert.is_nil(html:gsub("<sup.-</sup>", ""):find("。 ", 1, true)) end
    end)

    if page.question then
      it("in " .. tag .. " answers a question and ends it as the language does", function()
        local record = write(tag, page.question)
        assert.equal("finished", record.status)
        assert.equal(page.title, record.title)
      end)
    end
  end
end)

describe("the linker's module", function()
  local function holds(module, text)
    return folder.read(("%s/lib/lua5.4/copydesk/%s.so"):format(BUILD, module)):find(text, 1, true) ~= nil
  end

  it("holds the function words of the languages, but not the sentences of the writer", function()
    for _, word in ipairs { "whereas", "ettersom", "fordi" } do assert.is_true(holds("linker", word)) end
    for _, label in ipairs { "Frequently Asked Questions", "Gyakran ismételt kérdések" } do
      assert.is_true(holds("service", label))
      assert.is_false(holds("linker", label))
    end
  end)
end)
