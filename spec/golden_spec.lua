--- What language models are asked, and the article made of what they answer, one article of each type: readable files
-- in spec/golden/TYPE, compared byte for byte. Whoever changes a prompt sees here what it does to the whole, and takes
-- it over with UPDATE_GOLDEN=1.
local articles = require "spec.support.articles"
local fake_model = require "spec.support.fake_model"
local fake_writer = require "spec.support.fake_writer"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local UPDATE = os.getenv "UPDATE_GOLDEN" == "1"
local HOME = "spec/golden"
local LIBRARY = { "02-light.md", "03-watering.md", "10-questions.md" }

-- A row for each article type: its name, what is asked for, and further entries of the configuration.
local TYPES = {
  { "blog_post", { targetKeyword = "indoor herb garden", articleLength = "shorter", includeFaq = true,
    includeKeyTakeaways = true, includeCta = true, toneOfVoiceProfile = "automatic",
    articleInstructions = "Write for people who rent a small flat." } },
}

local function lines_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
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
  text = text:gsub("127%.0%.0%.1:%d+", "127.0.0.1:PORT"):gsub(os.date "!%%f[%%d]%Y%%f[%%D]", "YEAR")
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
  local model, library

  setup(function()
    model = fake_model.start()
    library = folder.new()
    for _, name in ipairs(LIBRARY) do folder.write(library .. "/" .. name, folder.read("examples/library/" .. name)) end
  end)

  teardown(function()
    model:stop()
    folder.remove(library)
  end)

  for _, row in ipairs(TYPES) do
    it("of the type " .. row[1] .. " is what it was", function()
      local config = { library = library, log = "error", models = { ["*"] = articles.entry(model, "openai") } }
      for name, value in pairs(row[3] or {}) do config[name] = value end
      local server = service.start { config = config }
      finally(function() server:stop() end)
      model:script {}
      local request = { articleType = row[1] }
      for name, value in pairs(row[2]) do request[name] = value end
      local record = articles.finish(server, request)
      local files = files_of(record, model:log())
      local home = HOME .. "/" .. row[1]
      if UPDATE then write(home, files) end
      compare(home, files)
    end)
  end
end)
