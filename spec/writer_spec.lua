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
    local titles = { "Potting mix", "Clay pots" } -- what the text speaks of, and the names of the sources
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
    assert.truthy(html:match("<p>(.-)</p>"):find("A backup of a database is a copy", 1, true), html)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  -- What the caller calls otherwise than the page does stands where it is in the page's order.
  it("fills the caller's headings in the order of the page", function()
    local home = folder.new()
    folder.write(home .. "/plotter.md", [[
# A plotter out of scrap

This plotter draws with a pen, and was made of two old printers and a board that cost eight euros.

## The idea

Two printers stood in the cellar, and both had good motors. A video of a drawing machine did the rest: the plotter was
to draw photographs, line by line, on paper that lies still. That it would take two winters nobody thought. The first
of them went by with reading, and with taking the printers apart, screw by screw, so that nothing was broken.

## Motors and rails

Each printer has a carriage on a rail, which a belt pulls. One rail lies across the other, so that the pen reaches each
point of the sheet. A small motor lifts the pen, against an elastic band that presses it down again. The rails have to
stand square, or circles become eggs: a carpenter's angle is enough to see it, and a washer under one end to mend it.

## Software

A script on the computer turns a photograph into short lines, and sends them over the cable, one after the other. The
board counts steps, and says when it is ready for the next line. All of it has four hundred lines, half of which draw
the preview. Speed matters little: a portrait takes an hour, and the paper does not run away meanwhile.

## Costs

The board was eight euros, the pens were four, and the wood came from a shelf. Who has to buy the motors pays thirty
more. Power comes from an old charger, which should give two amperes, since both motors may start at the same time.
]])
    local own = service.start { config = { library = home } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "build a plotter", outline = {
      { title = "Where it came from" }, { title = "How it moves" }, { title = "What tells it to" },
      { title = "What you pay" } } })))
    local html = record.output.html:gsub("<sup>.-</sup>", "")
    for heading, text in pairs { ["Where it came from"] = "Two printers stood", ["How it moves"] = "Each printer has",
      ["What tells it to"] = "A script on the computer", ["What you pay"] = "The board was eight" } do
      assert.truthy(html:find(("<h2[^>]*>%s</h2>%%s*<p>%s"):format(heading, text)), heading .. "\n" .. html)
    end
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("takes a page's list of things with names as the list that is asked for", function()
    local home, items = folder.new(), {}
    for i, name in ipairs { "Hugs", "Stares", "Tight leads", "Loud rooms" } do
      items[i] = ("- **%s** %s is what a dog bears for its owner's sake, and shows by licking its lips or by turning "
        .. "its head away. Whoever leaves it out has a calmer dog after a week."):format(name, name)
    end
    folder.write(home .. "/dogs.md", "# Four things that dogs hate\n\nDogs love us, and bear a lot.\n\n"
      .. table.concat(items, "\n") .. "\n\nIn short: ask before you touch, and give a dog the time that it needs.\n")
    local own = service.start { config = { library = home } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "things dogs hate",
      articleType = "listicle" })))
    local html = record.output.html or record.failureReason
    assert.truthy(html:find("<h2[^>]*>1%. Hugs</h2>") and html:find("<h2[^>]*>4%. Loud rooms</h2>"), html)
    other:close()
    own:stop()
    folder.remove(home)
  end)

  -- What each line would lose, and did: an answer in the first person, a label, a list of one, a heading of headings.
  it("takes a page whole, with what belongs together", function()
    local home = folder.new()
    folder.write(home .. "/bed.md", [[
# Building a raised bed

In my opinion a raised bed is best built in autumn. We fill ours with what the garden drops in that season.

## Material

You need the following:

Wood

- six boards of larch
- four posts

Beside that there is one thing to buy:

- a sheet of felt

## The work

### Preparation

#### Clear the place

Take the turf away, and level the ground with a rake.

#### Set the posts

Drive a post into each corner, and check with a level that it stands upright.

### Filling

Fill the bed with branches, then with leaves, then with compost, as described above under the material that you need.

### Planting

A raised bed warms up earlier in spring than the ground around it, so that lettuce and radishes can be sown three
weeks before the usual time. In the first year it feeds hungry plants: tomatoes, cabbages, courgettes and celery. In
the second and third year beans, carrots and beetroot do well in it. Strawberries and herbs are the plants for an old
bed.

### Care

The filling sinks by a hand each year. Top a raised bed up with compost in spring, and cover it with straw in summer,
since it dries out faster than a bed in the ground. Water it in the morning, slowly and at the roots. After five or
six years the wood inside has rotted: empty the bed then, spread what was in it over the garden, and fill it anew from
the bottom.
]])
    folder.write(home .. "/kettle.md", "# Descaling a kettle\n\nBoil it with vinegar, and rinse it twice.\n")
    local own = service.start { config = { library = home } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "how to build a raised bed" })))
    local html = record.output.html:gsub("<sup>.-</sup>", "")
    for _, kept in ipairs { "In my opinion a raised bed is best built in autumn.",
      "<p>Wood</p>%s*<ul>%s*<li>six boards", "one thing to buy:</p>%s*<ul>%s*<li>a sheet of felt</li>",
      "<h3>Preparation</h3>", "<strong>Set the posts</strong>", "then with compost%." } do
      assert.truthy(html:find(kept), kept .. "\n" .. html)
    end
    assert.falsy(html:find("vinegar", 1, true))
    assert.truthy(table.concat(record.notes, "\n"):find("is told by its author", 1, true))
    other:close()
    own:stop()
    folder.remove(home)
  end)

  it("makes a list of the sections that a page numbers", function()
    local home = folder.new()
    local lines = { "# Mistakes when you prune roses\n\nRoses forgive much.\n\n## What you need\n\nA pair of clean "
      .. "shears with a sharp blade, gloves of leather and a basket for what is cut off.\n" }
    for i, name in ipairs { "Too early", "Too little", "Blunt shears" } do
      lines[#lines + 1] = ("## Mistake %d: %s\n\nWho prunes roses like that (%s) sees in summer what came of it, and "
        .. "does it once. The remedy for it, number %d, is to wait for a dry day.\n"):format(i, name, name, i)
    end
    folder.write(home .. "/roses.md", table.concat(lines, "\n"))
    local own = service.start { config = { library = home } }
    local other = copydesk.new { base_url = own.url, api_key = own.key }
    local record = assert(other:wait(assert(other:create { targetKeyword = "mistakes pruning roses",
      articleType = "listicle" })))
    local list = {}
    for heading in record.output.html:gmatch "<h2>(.-)</h2>" do list[#list + 1] = heading end
    assert.same({ "1. Too early", "2. Too little", "3. Blunt shears" }, list)
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
