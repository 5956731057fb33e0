-- luas: all
--- copydesk.linker: build, open, link, from Lua.
local linker = require "copydesk.linker"

local SITE = {
  { url = "https://example.org/herbs", title = "Herb Garden", html = "<p>The herb garden.</p>", language = "en" },
  { url = "https://example.org/basil", title = "Basil", html = "<p>In the <a href='/herbs'>kitchen garden</a>.</p>" },
  { url = "https://example.org/soil?a=1&b=2", title = "Soil & compost" },
}

local function pages_of(list)
  local i = 0
  return function()
    i = i + 1
    return list[i]
  end
end

describe("copydesk.linker", function()
  local path, index

  before_each(function()
    path = os.tmpname()
    index = assert(linker.build { path = path, pages = pages_of(SITE) })
  end)

  after_each(function()
    index:close()
    os.remove(path)
  end)

  it("links content", function()
    local result = index:link("<p>Basil in the herb garden</p>", { min_score = 0 })
    assert.are.equal('<p><a href="https://example.org/basil">Basil</a> in the '
      .. '<a href="https://example.org/herbs">herb garden</a></p>', result.content)
    assert.are.equal(5, result.wordsAnalyzed)
    assert.are.equal(2, #result.links)
    local link = result.links[2]
    assert.are.equal("https://example.org/herbs", link.url)
    assert.are.equal("Herb Garden", link.title)
    assert.are.equal("herb garden", link.anchorText)
    assert.are.equal(16, link.start)
    assert.are.equal(27, link["end"])
    assert.is_true(link.score > 0 and link.score <= 1)
    if math.type then assert.are.equal("integer", math.type(link.start)) end
  end)

  it("knows the anchors that the site uses", function()
    local result = index:link("our kitchen garden", { min_score = 0 })
    assert.are.equal('our <a href="https://example.org/herbs">kitchen garden</a>', result.content)
  end)

  -- A site of that title, whose other pages all link it by that text. The likeliest link, and its score.
  local function link_to_title(title, anchor)
    local list = { { url = "https://example.org/raid", title = title, html = "<p>Disks fail.</p>" } }
    for i = 2, 12 do
      local html = "<p>We use disks. See " .. (anchor and ('<a href="/raid">%s</a>'):format(anchor) or "it") .. ".</p>"
      list[i] = { url = "https://example.org/" .. i, title = "Page " .. i, html = html }
    end
    local numbered = assert(linker.build { path = path, pages = pages_of(list) })
    local result = numbered:link("<p>Servers use RAID and LVM for disks.</p>", { min_score = 0 })
    numbered:close()
    local link = result.links[1]
    return link and link.anchorText, link and link.score or 0
  end

  -- Its first links tell too little of a site to ask for more than on one that has none.
  it("links names on a site with a single link as on one without", function()
    local pages = {
      { url = "https://example.org/basil", title = "Basil", html = "<p>It wants warmth.</p>" },
      { url = "https://example.org/mint", title = "Mint in pots", html = "<p>Beside <a href='/basil'>herbs</a>.</p>" },
      { url = "https://example.org/thyme", title = "Thyme", html = "<p>It likes lime.</p>" },
    }
    local text = "<p>Basil wants warmth, and thyme likes dry soil; mint in pots needs water every day.</p>"
    for _, html in ipairs { pages[2].html, "<p>Beside herbs.</p>" } do
      pages[2].html = html
      local site = assert(linker.build { path = path .. ".few", pages = pages_of(pages) })
      assert.are.equal(3, #site:link(text).links)
      site:close()
      os.remove(path .. ".few")
    end
  end)

  -- Two editions of a manual whose pages link within their own; a cold one has no links at all.
  for _, kind in ipairs { "with links", "without links" } do
    it("links a new page to the namesakes in its own folder, on a site " .. kind, function()
      local list = {}
      for i = 1, 24 do
        local at = ("/docs/%s/"):format(i % 2 == 0 and "v2" or "v1")
        local see = kind == "with links" and "<a href='%sreplication'>replication</a>" or "replication"
        list[i] = { url = at .. "page-" .. i, title = "Page " .. i,
          html = "<p>The server copies itself; read " .. see:format(at) .. " for servers.</p>" }
      end
      for _, edition in ipairs { "v1", "v2" } do
        list[#list + 1] = { url = ("/docs/%s/replication"):format(edition), title = "Replication",
          html = "<p>How a server copies itself to others.</p>" }
      end
      local manual = assert(linker.build { path = path .. ".two", pages = pages_of(list) })
      for _, edition in ipairs { "v1", "v2" } do
        local at = ("/docs/%s/"):format(edition)
        local links = manual:link("<p>Use Replication for it.</p>", { url = at .. "new", min_score = 0 }).links
        assert.are.equal(at .. "replication", links[1].url)
      end
      manual:close()
      os.remove(path .. ".two")
    end)
  end

  it("reads past the numbers of sections, in titles and in links", function()
    local titles = { "12.1. RAID and LVM", "12.1.\194\160RAID and LVM", "12.1 RAID and LVM", "1.2.10 RAID and LVM",
      "Chapter 12. RAID and LVM", "Chapter 12, RAID and LVM", "Anhang A.1. RAID and LVM" }
    for _, title in ipairs(titles) do
      assert.are.equal("RAID and LVM", (link_to_title(title)), title)
      assert.are.equal("RAID and LVM", (link_to_title(title, title)), title)
    end
    for _, anchor in ipairs { "Section 12.1, “RAID and LVM”", "Abschnitt 12.1, „RAID and LVM“",
      "Chapter 12, <em>RAID and LVM</em>" } do
      assert.are.equal("RAID and LVM", (link_to_title("12.1. RAID and LVM", anchor)), anchor)
    end
  end)

  it("takes other numbers for a part of the name", function()
    local _, whole = link_to_title "12.1. RAID and LVM"
    for _, title in ipairs { "802.11 RAID and LVM", "Release 3.1 RAID and LVM", "12 RAID and LVM", "3.1RAID and LVM",
      "May 5, 2020 RAID and LVM", "192.168.1.1 RAID and LVM", "12.1 and RAID and LVM" } do
      local _, part = link_to_title(title)
      assert.is_true(part < whole, title)
    end
  end)

  it("takes title and language from the document where they are not given", function()
    local list = {
      { url = "/soil", html = "\239\187\191<!DOCTYPE html>\n<!-- x --><html lang='de-AT'><head><style>a{}</style>\n"
        .. "<script>'<title>No</title>'</script><title class=x>\n Erde &amp;\n  Kompost</title></head>"
        .. "<p>Hier.</html>" },
      { url = "/trees", html = "<html><head><title>Bäume</title><body><svg><title>Other</title></svg>" },
      { url = "/none", html = "<p>Text <title>Late</title>" },
      { url = "/own", title = "Own", language = "de", html = "<html lang=en><title>Other</title>" },
    }
    local built = assert(linker.build { path = path, pages = pages_of(list) })
    local found = {}
    local text = "<p>Zur Erde &amp; Kompost, ein Baum, late, other, no, own.</p>"
    for i, link in ipairs(built:link(text, { min_score = 0 }).links) do
      found[i] = link.anchorText .. "=" .. link.title
    end
    built:close()
    assert.are.equal("Erde & Kompost=Erde & Kompost|Baum=Bäume|own=Own", table.concat(found, "|"))
  end)

  it("writes Markdown", function()
    local result = index:link("# Basil\n\n*Basil* and `basil`", { format = "markdown", min_score = 0 })
    assert.are.equal("# Basil\n\n*[Basil](https://example.org/basil)* and `basil`", result.content)
  end)

  it("takes empty content and bytes that are no text", function()
    assert.are.same({}, index:link("").links)
    local bytes = "\255\0\128<\200 basil"
    assert.are.equal(bytes, (index:link(bytes, { min_score = 0 }).content:gsub("<a href=[^>]*>", ""):gsub("</a>", "")))
  end)

  it("opens an index that is there", function()
    local again = assert(linker.open(path))
    assert.are.equal(3, again:pages())
    assert.are.equal(3, #again)
    assert.are.equal(index:link("basil").content, again:link("basil").content)
    again:close()
    again:close()
    assert.is_truthy(tostring(again):find("closed", 1, true))
    assert.has_error(function() again:link("basil") end)
    assert.has_error(function() again:pages() end)
  end)

  it("keeps an open index when the file is replaced", function()
    local newer = assert(linker.build { path = path, pages = pages_of { SITE[1] } })
    assert.are.equal(1, newer:pages())
    assert.are.equal(3, index:pages())
    assert.is_truthy(index:link("Basil", { min_score = 0 }).content:find("basil", 1, true))
    newer:close()
  end)

  -- A mapped file is one of more than 1 MiB: smaller ones are copied when they are opened.
  it("returns an error when the file's length changes under an open index", function()
    local list = { SITE[1], SITE[2] }
    for i = 1, 6000 do list[#list + 1] = { url = "https://example.org/" .. i .. "/" .. ("x"):rep(1500) } end
    local large = assert(linker.build { path = path, pages = pages_of(list) })
    local file = assert(io.open(path, "rb"))
    local bytes = file:read("*a")
    file:close()
    local function write(text)
      file = assert(io.open(path, "wb"))
      file:write(text)
      file:close()
    end
    assert.is_true(#bytes > 1024 * 1024)
    for _, text in ipairs { "", bytes:sub(1, 100), bytes .. bytes } do
      write(text)
      local none, message = large:link("Basil")
      assert.is_nil(none)
      assert.is_truthy(message:find("the index file was changed while it was open", 1, true), message)
      none, message = large:verify()
      assert.is_nil(none)
      assert.is_truthy(message)
    end
    write(bytes)
    assert.are.equal(1, #large:link("Basil", { min_score = 0 }).links)
    assert.is_true(large:verify())
    large:close()
  end)

  it("verifies what an index holds", function()
    assert.is_true(index:verify())
    local damaged = assert(io.open(path, "rb"))
    local bytes = damaged:read("*a")
    damaged:close()
    damaged = assert(io.open(path, "wb"))
    damaged:write(bytes:sub(1, -20), ("x"):rep(19))
    damaged:close()
    assert.is_nil((linker.open(path)))
    assert.is_true(index:verify())
  end)

  it("tells of the progress of a build, and calls it off", function()
    local steps, last = {}, {}
    local function progress(step, done, total)
      if step ~= steps[#steps] then steps[#steps + 1] = step end
      last[step] = { done, total }
    end
    assert(linker.build { path = path, pages = pages_of(SITE), progress = progress }):close()
    assert.are.equal("read", steps[1])
    assert.are.equal("write", steps[#steps])
    for _, news in pairs(last) do assert.are.same({ 3, 3 }, news) end
    local none, message = linker.build { path = path, pages = pages_of {}, progress = function() return false end }
    assert.is_nil(none)
    assert.are.equal("string", type(message))
    local ok, raised = pcall(linker.build, { path = path, pages = pages_of(SITE),
      progress = function() error({ "a problem" }) end })
    assert.is_false(ok)
    assert.are.same({ "a problem" }, raised)
    assert.are.equal(3, #assert(linker.open(path))) -- builds that were called off leave the file alone
  end)

  it("builds the same bytes from the same pages", function()
    local other = os.tmpname()
    assert(linker.build { path = other, pages = pages_of(SITE) }):close()
    local function read(name)
      local file = assert(io.open(name, "rb"))
      local bytes = file:read("*a")
      file:close()
      return bytes
    end
    assert.is_true(read(path) == read(other))
    os.remove(other)
  end)

  it("returns what the world does wrong", function()
    local none, message = linker.open("/nonexistent/site.cdx")
    assert.is_nil(none)
    assert.is_truthy(message:find("/nonexistent/site.cdx", 1, true))
    none, message = linker.open("spec")
    assert.is_nil(none)
    assert.are.equal("spec: Is a directory", message)
    none, message = linker.build { path = "/nonexistent/site.cdx", pages = pages_of(SITE) }
    assert.is_nil(none)
    assert.is_truthy(message:find("cannot write", 1, true))
    none, message = linker.open("spec/linker_spec.lua")
    assert.is_nil(none)
    assert.is_truthy(message:find("is no index", 1, true))
  end)

  it("follows a link to where the index goes, and replaces no device or pipe", function()
    local folder = os.tmpname()
    os.remove(folder)
    assert(os.execute(("mkdir %s && mkfifo %s/pipe && ln -s site.cdx %s/link"):format(folder, folder, folder)))
    assert(linker.build { path = folder .. "/link", pages = pages_of(SITE) }):close()
    assert(linker.open(folder .. "/site.cdx")):close()
    assert(os.execute(("test -h %s/link"):format(folder)))
    local none, message = linker.build { path = folder .. "/pipe", pages = error }
    assert.is_nil(none)
    assert.are.equal(("cannot write %s/pipe: an index needs a regular file"):format(folder), message)
    assert(os.execute(("test -p %s/pipe"):format(folder)))
    os.execute("rm -r " .. folder)
  end)

  it("raises what the caller does wrong, at the caller's line", function()
    local wrong = {
      { "path must be", function() linker.build { pages = pages_of(SITE) } end },
      { "pages must be", function() linker.build { path = path } end },
      { "build: options must be a table, got", function() linker.build() end },
      { "build: progress must be a function, got number",
        function() linker.build { path = path, pages = pages_of(SITE), progress = 1 } end },
      { "learn must be a boolean, got number",
        function() linker.build { path = path, pages = pages_of(SITE), learn = 1 } end },
      { "build: unknown option file; there is: path, pages, progress, learn",
        function() linker.build { path = path, pages = pages_of(SITE), file = "x" } end },
      { "open: path must be the name of a file, got nil", function() linker.open(nil) end },
      { "link: content must be a string, got number", function() index:link(3) end },
      { "link: content must be a string, got nil", function() index:link(nil) end },
      { "link: options must be a table, got string", function() index:link("x", "html") end },
    }
    for _, case in ipairs(wrong) do
      local ok, message = pcall(case[2])
      assert.is_false(ok)
      assert.is_truthy(message:find(case[1], 1, true), message)
      assert.is_truthy(message:find("linker_spec.lua:%d+:"), message)
    end
  end)

  it("raises what the pages function raises, and wrong pages", function()
    local problem = setmetatable({}, { __tostring = function() return "a problem" end })
    local ok, raised = pcall(linker.build, { path = path, pages = function() error(problem) end })
    assert.is_false(ok)
    assert.are.equal(problem, raised)
    local wrong = { { title = "No url" }, { url = "" }, { url = "mailto:x@example.org" }, { url = "/x", title = 3 }, 3 }
    for _, page in ipairs(wrong) do
      assert.is_false(pcall(linker.build, { path = path, pages = function() return page end }))
    end
    assert.are.equal(3, assert(linker.open(path)):pages()) -- a build that failed leaves the file alone
  end)

  it("gives memory back whatever goes wrong", function()
    for i = 1, 200 do
      local function pages() return i % 2 == 0 and error("no") or { url = 1 } end
      pcall(linker.build, { path = path .. ".x", pages = pages })
      pcall(index.link, index, "basil", { exclude_urls = { "a", 1 } })
      linker.open(path)
    end
    collectgarbage()
    collectgarbage()
    assert.are.equal(3, index:pages())
  end)
end)
