--- Articles from the example library, as a caller of the service gets them.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local KEYWORD = "indoor herb garden"

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

local function has_note(record, part)
  for _, note in ipairs(record.notes) do
    if note:find(part, 1, true) then return true end
  end
  return false
end

describe("the built-in writer", function()
  local server, desk

  setup(function()
    server = service.start { config = { library = "examples/library" } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
  end)

  local function write(params)
    params.targetKeyword = params.targetKeyword or KEYWORD
    return assert(desk:wait(assert(desk:create(params))))
  end

  it("gives a whole record", function()
    local record = write { includeFaq = true, includeKeyTakeaways = true }
    assert.equal("finished", record.status)
    assert.equal(1, record.progress)
    assert.equal(record.title, record.output.html:match("^<h1>(.-)</h1>"))
    assert.truthy(record.slug:match("^[a-z0-9-]+$"))
    assert.is_true(#record.metaDescription > 50 and #record.metaDescription <= 160)
    assert.is_true(#record.sources >= 5)
    assert.is_true(record.wordsCharged > 1000)
    assert.same({}, record.notes)
  end)

  it("reports steps in words while it works", function()
    local seen, last = {}, 0
    local id = assert(desk:create { targetKeyword = KEYWORD, articleLength = "longer" })
    assert(desk:wait(id, { on_progress = function(record)
      assert.is_true(record.progress >= last)
      last = record.progress
      seen[#seen + 1] = record.statusDetail
    end }))
    assert.is_true(#seen >= 1)
    assert.equal(1, last)
  end)

  it("fails, free of charge, where the sources say less than least_words", function()
    local home = folder.new()
    folder.write(home .. "/basil.md", "# Basil\n\nBasil is a herb that likes warm rooms and six hours of light.\n")
    local own = service.start { config = { library = home, least_words = 250 } }
    local other = copydesk.new { base_url = own.url, api_key = own.key, timeout = 120 }
    local id = assert(other:create { targetKeyword = "basil" })
    local record, err = other:wait(id)
    assert.is_nil(record)
    assert.equal("no_sources", err.code)
    assert.truthy(err.message:find("too little of \"basil\"", 1, true), err.message)
    assert.equal(0, assert(other:status(id)).wordsCharged or 0)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("gives the same bytes for the same request", function()
    assert.equal(write({ articleLength = "medium" }).output.html, write({ articleLength = "medium" }).output.html)
  end)

  it("writes in German from the German documents alone", function()
    local record = write { targetKeyword = "Kräutergarten auf der Fensterbank", language = "de", includeFaq = true }
    assert.truthy(record.output.html:find("<h2>Fragen zum Thema Kräutergarten auf der Fensterbank</h2>", 1, true))
    assert.truthy(record.output.html:find("<p>Ein Kräutergarten auf der Fensterbank liefert", 1, true))
    for _, source in ipairs(record.sources) do assert.truthy(source.url:find("/kraeuter/", 1, true)) end
  end)

  it("takes sections from outline and from extraOutlinePrompt", function()
    local record = write { outline = { "Feeding", { title = "Watering", subsections = { "Tap water" } } } }
    local headings = {}
    for level, heading in record.output.html:gmatch("<h([23])>(.-)</h%1>") do
      headings[#headings + 1] = level .. heading
    end
    assert.same({ "2Feeding", "2Watering", "3Tap water" }, headings)
    assert.is_true(has_note(record, "There is no conclusion"))
    record = write { extraOutlinePrompt = "Light\n  Lamps\nPests", includeConclusion = false }
    assert.equal(2, count(record.output.html, "<h2>"))
    assert.truthy(record.output.html:find("<h3>Lamps</h3>", 1, true))
  end)

  it("leaves source links out when they are not wanted", function()
    assert.equal(0, count(write({ shouldCiteSources = false }).output.html, "<a "))
    assert.is_true(count(write({}).output.html, "<a ") > 20)
  end)

  it("is clearly shorter when a short article is wanted", function()
    local usual, short, shorter = write {}, write { articleLength = "short" }, write { articleLength = "shorter" }
    assert.is_true(short.wordsCharged < 0.8 * usual.wordsCharged, short.wordsCharged .. " of " .. usual.wordsCharged)
    assert.is_true(shorter.wordsCharged < short.wordsCharged, shorter.wordsCharged .. " of " .. short.wordsCharged)
    assert.is_true(has_note(write { articleLength = "short", numberOfSections = 3 }, "numberOfSections"))
  end)

  it("finishes without internal links where the domain has no pages", function()
    local domain = assert(desk:request("POST", "/api/domains", { name = "empty" }))
    local record = write { internalLinkingDomainId = domain.domainId }
    assert.equal("finished", record.status)
    assert.is_true(has_note(record, "the domain has no pages yet"))
  end)

  it("lets no link be put among its sources later", function()
    -- Documents without an address are listed by their titles alone.
    local home = folder.new()
    os.execute(("cp -r examples/library '%s/notes' && find '%s/notes' -name '*.md' -exec sed -i '/^url:/d' {} +")
      :format(home, home))
    local own = service.start { config = { library = home .. "/notes" } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = KEYWORD })))
    local domain, pages = assert(other:request("POST", "/api/domains", { name = "site" })), {}
    local titles = { "LED lamps", "Spider mites" } -- what the text speaks of, and the names of the sources
    for _, source in ipairs(record.sources) do titles[#titles + 1] = source.title end
    for i, title in ipairs(titles) do
      local html = ("<h1>%s</h1><p>All about %s.</p>"):format(title, title)
      pages[i] = { url = "https://site.example/" .. i, title = title, html = html }
    end
    assert(other:request("POST", "/api/domains/" .. domain.domainId .. "/pages", { pages = pages }))
    local linked = assert(other:link { content = record.output.html, format = "html", domainId = domain.domainId })
    other:close()
    own:stop()
    folder.remove(home)
    local text, list = linked.content:match("^(.*)(<ol>.*)$")
    assert.truthy(text:find("https://site.example/", 1, true))
    assert.is_nil(list:find("https://site.example/", 1, true), list)
  end)

  it("says which parameters had no effect", function()
    assert.is_true(has_note(write { articleInstructions = "Write as a pirate." }, "articleInstructions"))
    assert.same({}, write({ readabilityMode = "8th_grade" }).notes)
  end)

  it("refuses sources that do not speak of the keyword, and charges nothing", function()
    local home = folder.new()
    os.execute(("mkdir '%s/notes' && cp examples/library/0[34]*.md '%s/notes'"):format(home, home))
    local own = service.start { config = { library = home .. "/notes" } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local id = assert(other:create { targetKeyword = "connection pooling" })
    local record, err = other:wait(id)
    assert.is_nil(record)
    assert.equal("no_sources", err.code)
    assert.truthy(err.message:find("connection pooling", 1, true))
    assert.truthy(err.message:find("urls", 1, true))
    local status = assert(other:status(id))
    assert.equal("failed", status.status)
    assert.equal("no_sources", status.errorCode)
    assert.equal(0, status.wordsCharged or 0)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("keeps the steps of a procedure in order, with its code and its list", function()
    local home = folder.new()
    os.execute(("mkdir '%s/notes'"):format(home))
    folder.write(home .. "/notes/backup.md", [[
# How to back up a database

A backup of a database is a copy of its tables that can be read back later. It protects the data from faults of disks.

## Backing up a database by hand

Whoever backs up a database by hand needs a shell on its server. Take these steps to back up the database:

1. Stop the programs that write to the database.
2. Write the dump into a file on another disk.
3. Start the programs that write to the database again.

The program dump writes all tables of a database into one file:

    dump --all > tables.sql

A file of a database that was written last night is worth more than a promise of a better one.

## Keeping the copies

Copies of a database should be kept on a disk in another building. A copy of every month is enough for most rooms.
Whoever keeps a copy of each day for a week can go back to the day before a fault was made.
]])
    local own = service.start { config = { library = home .. "/notes" } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "how to back up a database" })))
    local html = record.output.html
    assert.equal("How to back up a database", record.title)
    assert.truthy(html:find("<ol>%s*<li>Stop the programs.-<li>Write the dump.-<li>Start the programs.-</ol>"), html)
    assert.truthy(html:find("into one file:.-</p>%s*<pre><code>dump %-%-all &gt; tables.sql"), html)
    assert.truthy(html:match("<p>(.-)</p>"):find("how to back up a database", 1, true), html)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("spells a keyword that was typed in small letters as the sources do", function()
    local home = folder.new()
    os.execute(("mkdir '%s/notes'"):format(home))
    folder.write(home .. "/notes/raid.md", [[
# RAID levels

A RAID level is a way to spread data over several disks. Each of the RAID levels keeps more or less of the data twice.

## Choosing among the RAID levels

The RAID level 1 keeps the same data on two disks, and reads from either. With the RAID level 5 three disks hold what
two would hold alone, and any of them may fail. Among the levels of RAID the level 0 is the fastest and keeps nothing.
]])
    local own = service.start { config = { library = home .. "/notes" } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "raid levels" })))
    assert.equal("RAID levels", record.title)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("says what to add when there is nothing to write from", function()
    local record, err = desk:wait(assert(desk:create { targetKeyword = "orbital mechanics" }))
    assert.is_nil(record)
    assert.equal("failed", err.kind)
    assert.equal("no_sources", err.code)
    assert.truthy(err.message:find("urls", 1, true))
  end)
end)
