--- What language models are asked, and the article made of what they answer, one article of each type: readable files
-- in spec/golden/TYPE, compared byte for byte. Whoever changes a prompt sees here what it does to the whole, and takes
-- it over with UPDATE_GOLDEN=1.
local articles = require "spec.support.articles"
local fake_model = require "spec.support.fake_model"
local fake_writer = require "spec.support.fake_writer"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local UPDATE = os.getenv "UPDATE_GOLDEN" == "1"
local HOME = "spec/golden"
local LIBRARY = { "02-light.md", "03-watering.md", "10-questions.md" }

local PAGE = [[
<!doctype html><html lang="en"><head><title>Herbs on a Balcony | Green Corner</title></head><body>
<nav><a href="/">Home</a></nav><article><h1>Herbs on a Balcony</h1>
<p>A balcony of 3 square metres has room for 12 pots of herbs. The wind dries those pots faster than the sun does.</p>
<h2>Wind and shelter</h2>
<p>A screen of reed keeps the wind from the pots. Rosemary stands the wind better than basil. Heavy pots of clay stay
upright in a gust of 60 kilometres an hour.</p>
<h2>Water in summer</h2>
<p>Water the pots every morning in July. A saucer keeps 200 millilitres for the afternoon. Mulch of straw halves what
evaporates.</p></article></body></html>]]

-- A row for each article type: its name, what is asked for, and further entries of the configuration. PAGE in what is
-- asked for is the address of a page on loopback, DATA in an entry the folder of the example data.
local TYPES = {
  { "blog_post", { targetKeyword = "indoor herb garden", articleLength = "shorter", includeFaq = true,
    includeKeyTakeaways = true, includeCta = true, toneOfVoiceProfile = "automatic",
    articleInstructions = "Write for people who rent a small flat." } },
  { "listicle", { targetKeyword = "3 herbs for a windowsill", enableSupplementalInformation = true,
    extraListItemPrompt = "Name a dish for each." } },
  { "service_page", { targetKeyword = "indoor herb garden", extraSectionPrompt = "Mention the kitchen.",
    ctaPrompt = "Invite to a visit.", includeCta = true }, { library = "examples/library" } },
  { "rewrite_blog_post", { targetKeyword = "herbs on a balcony", articleUrl = "PAGE", rewriteAllSourceData = true } },
  { "video_site_video", { targetKeyword = "dripping tap",
    videoSiteVideoUrl = "https://video.example/watch?v=fix-a-dripping-tap" },
    { videos = { api = "folder", path = "DATA/videos" } } },
  { "market_product_roundup", { targetKeyword = "best headlamps for hiking", numMarketProducts = 2,
    enableFirstHandExperience = true, marketAssociatesId = "example-20" },
    { products = { api = "file", path = "DATA/products.json" } } },
  { "market_single_product_review", { targetKeyword = "running headlamp review", asin = "B0HLNTR400" },
    { products = { api = "file", path = "DATA/products.json" } } },
  { "local_places_roundup", { targetKeyword = "2 best coffee shops in Port Almere" },
    { places = { api = "file", path = "DATA/places.json" } } },
}

local function lines_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local DATA = lines_of "pwd"[1] .. "/examples/data"

-- A copy of the value with the true places instead of their names.
local function in_place(value, names)
  if type(value) == "string" then return (value:gsub("%u+", names)) end
  if type(value) ~= "table" then return value end
  local copy = {}
  for name, item in pairs(value) do copy[name] = in_place(item, names) end
  return copy
end

local RANKS = {}
for i, kind in ipairs(fake_writer.kinds()) do RANKS[kind] = i end

-- Calls that are made side by side come in any order: they stand by their kind, then by what they are for.
local function in_order(calls)
  local function key(call)
    local step = articles.step(call):gsub("%d+", function(digits) return ("%04d"):format(digits) end)
    return ("%04d %s"):format(RANKS[call.kind] or 9999, step)
  end
  table.sort(calls, function(a, b) return key(a) < key(b) end)
  return calls
end

-- What differs from one run to the next.
local function steady(text, nonce)
  text = text:gsub("127%.0%.0%.1:%d+", "127.0.0.1:PORT"):gsub("(| year: )%d+", "%1YEAR")
    :gsub("today: %d+%-%d+%-%d+", "today: DATE")
  return nonce and text:gsub(nonce, "NONCE") or text
end

local function page_of(call)
  local nonce = call.system:match "<<(%x+) and"
  local parts = { ("# %s: %s\n"):format(call.kind, articles.step(call)) }
  for _, turn in ipairs(call.turns) do
    parts[#parts + 1] = ("## %s\n\n%s\n"):format(turn.role == "user" and "Prompt" or "Answer before", turn.text)
  end
  parts[#parts + 1] = ("## Answer\n\n%s\n"):format(call.text)
  return steady(table.concat(parts, "\n"), nonce), nonce
end

-- The files of one article: contents by name.
local function files_of(record, calls)
  local files, nonce, page = {}
  for i, call in ipairs(in_order(calls)) do
    page, nonce = page_of(call)
    files[("%02d-%s.md"):format(i, call.kind)] = page
  end
  files["00-system.md"] = steady("# system\n\n" .. calls[1].system .. "\n", nonce)
  local notes = table.concat(record.notes, "\n")
  files["article.html"] = ("<!-- %s | %s | %s -->\n%s\n"):format(record.title, record.slug, record.metaDescription,
    steady(record.output.html)) .. (notes ~= "" and "<!-- " .. notes .. " -->\n" or "")
  return files
end

local function write(home, files)
  folder.remove(home)
  os.execute("env -u LD_PRELOAD mkdir -p " .. home)
  for name, text in pairs(files) do folder.write(home .. "/" .. name, text) end
end

local function compare(home, files)
  for _, name in ipairs(lines_of("ls " .. home)) do assert.is_string(files[name], name .. " is not made any more") end
  for name, text in pairs(files) do
    assert.equal(folder.read(home .. "/" .. name), text, home .. "/" .. name .. " (UPDATE_GOLDEN=1 takes it over)")
  end
end

describe("the golden article", function()
  local model, site, library, names

  setup(function()
    model = fake_model.start()
    site = nginx.start {}
    folder.write(site.folder .. "/page.html", PAGE)
    names = { PAGE = site.url .. "/page.html", DATA = DATA }
    library = folder.new()
    for _, name in ipairs(LIBRARY) do folder.write(library .. "/" .. name, folder.read("examples/library/" .. name)) end
  end)

  teardown(function()
    model:stop()
    site:stop()
    folder.remove(library)
  end)

  for _, row in ipairs(TYPES) do
    it("of the type " .. row[1] .. " is what it was", function()
      local config = { library = library, log = "error", allow_addresses = { site.address },
        models = { ["*"] = articles.entry(model, "openai") } }
      for name, value in pairs(in_place(row[3] or {}, names)) do config[name] = value end
      local server = service.start { config = config }
      finally(function() server:stop() end)
      model:script {}
      local request = { articleType = row[1] }
      for name, value in pairs(in_place(row[2], names)) do request[name] = value end
      local record = articles.finish(server, request)
      local files = files_of(record, model:log())
      local home = HOME .. "/" .. row[1]
      if UPDATE then write(home, files) end
      compare(home, files)
    end)
  end
end)
