-- luas: lua5.4 luajit
--- The streaming filter of copydesk.linker, as a body filter uses it.
local linker = require "copydesk.linker"

local SITE = {
  { url = "https://example.org/herbs", title = "Herb Garden", html = "<p>The herb garden.</p>" },
  { url = "https://example.org/basil", title = "Basil", html = "<p>In the <a href='/herbs'>kitchen garden</a>.</p>" },
}

describe("index:filter", function()
  local path, index

  before_each(function()
    local i = 0
    path = os.tmpname()
    index = assert(linker.build { path = path, pages = function()
      i = i + 1
      return SITE[i]
    end })
  end)

  after_each(function()
    index:close()
    os.remove(path)
  end)

  local function run(filter, chunks)
    local out = {}
    for i, chunk in ipairs(chunks) do out[i] = filter:write(chunk) end
    out[#out + 1] = filter:finish()
    return table.concat(out)
  end

  local ANY = { min_score = 0 }
  local CONTENT = "<p>Basil &amp; caf\195\169 in the <b>herb</b> <i title='>'>garden</i></p>"

  it("links content in pieces as index:link links it at once", function()
    local expected = index:link(CONTENT, ANY).content
    assert.is_truthy(expected:find("href", 1, true))
    for cut = 0, #CONTENT do
      assert.equal(expected, run(index:filter(ANY), { CONTENT:sub(1, cut), CONTENT:sub(cut + 1) }))
    end
    local filter, bytes = index:filter(ANY), {}
    for i = 1, #CONTENT do bytes[i] = CONTENT:sub(i, i) end
    assert.equal(expected, run(filter, bytes))
    assert.equal(#index:link(CONTENT, ANY).links, filter:links())
  end)

  it("takes the options of index:link", function()
    local basil = "https://example.org/basil"
    assert.equal("[Basil](" .. basil .. ") here",
      run(index:filter { format = "markdown", min_score = 0 }, { "Basil here" }))
    assert.equal("Basil", run(index:filter { url = basil, min_score = 0 }, { "Basil" }))
    assert.equal("Basil", run(index:filter { exclude_urls = { basil }, min_score = 0 }, { "Basil" }))
    assert.has_error(function() index:filter { formal = "html" } end)
    assert.has_error(function() index:filter "html" end)
  end)

  it("keeps the options as they were given", function()
    local excluded = { "https://example.org/" .. "basil" }
    local options = { exclude_urls = excluded, url = "https://example.org/" .. "herbs" }
    local filter = index:filter(options)
    excluded[1], options.exclude_urls, options.url = "https://example.org/other", nil, nil
    collectgarbage()
    collectgarbage()
    assert.equal("Basil in the herb garden", run(filter, { "Basil in the herb garden" }))
  end)

  it("holds back max_bytes at most", function()
    assert.equal("", index:filter { max_bytes = 13, min_score = 0 }:write "<p>Basil is ")
    local filter = index:filter { max_bytes = 12, min_score = 0 }
    local out = filter:write "<p>Basil is near the herb garden"
    assert.equal('<p><a href="https://example.org/basil">Basil</a> is near the herb garden', out)
    assert.equal("!", filter:write "!")
    assert.equal("", filter:finish())
    for _, wrong in ipairs { 0, -1, 1.5, "12", 1e10 } do
      assert.has_error(function() index:filter { max_bytes = wrong } end,
        "filter: max_bytes must be a whole number from 1 to 67108864")
    end
  end)

  it("keeps the index alive", function()
    local filter = index:filter { min_score = 0 }
    filter:write "Bas"
    index = assert(linker.open(path))
    collectgarbage()
    collectgarbage()
    filter:write "il"
    assert.equal('<a href="https://example.org/basil">Basil</a>', filter:finish())
  end)

  it("lets everything pass when the index is closed meanwhile", function()
    local filter = index:filter()
    assert.equal("", filter:write "<p>Ba")
    index:close()
    assert.equal("<p>Basil", filter:write "sil")
    assert.equal("", filter:finish())
    assert.has_error(function() index:filter() end, "filter: the index is closed")
  end)

  it("lets everything pass and says why when the index file has changed", function()
    -- A small file is copied into memory, where nothing changes it.
    local i = 0
    index = assert(linker.build { path = path, pages = function()
      i = i + 1
      local title = ("word" .. i .. " "):rep(150):gsub("%d+", function(number) return number * math.random(1000) end)
      return i < 1500 and { url = "/" .. i, title = title } or nil
    end })
    local filter = index:filter()
    local file = assert(io.open(path, "ab"))
    assert.is_true(file:seek "end" > 1024 * 1024)
    file:write "x"
    file:close()
    assert.equal("", filter:write "<p>Basil")
    local out, message = filter:finish()
    assert.equal("<p>Basil", out)
    assert.equal("string", type(message))
  end)

  it("refuses what is no string", function()
    assert.has_error(function() index:filter():write(nil) end)
    assert.has_error(function() index:filter():write {} end)
  end)
end)
