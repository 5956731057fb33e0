--- rewrite_blog_post: what each parameter does to a page that is written anew, by the built-in writer and by a model.
-- Written by the built-in writer: write; by a language model: ask.
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local PAGE = [[
<!doctype html><html lang="en"><head><title>Keeping a Compost Heap | Green Corner</title></head><body>
<nav><a href="/">Home</a></nav><article><h1>Keeping a Compost Heap</h1>
<p>A compost heap turns kitchen waste into dark soil within 6 to 12 months. However, most heaps fail because they
stay too wet. Air keeps the small helpers in the material alive.</p>
<h2>Choosing a place</h2>
<p>Put the heap on bare earth, where worms can reach it. If the place is in full sun, the material dries out
quickly. A spot in half shade keeps the temperature even. A compost heap of 1 cubic metre holds its own warmth.
Neighbours appreciate 2 metres of distance from the fence.</p>
<h2>What goes in</h2>
<p>Green material brings nitrogen. Brown material brings carbon. Mix 1 part of green with 2 parts of brown. Coffee
grounds (with the paper filter) count as green material. Meat stays away from the heap for good.</p>
<h2>Turning and watering</h2>
<p>Turn the compost heap every 3 weeks with a fork. The core of a compost heap should reach 55 to 65 degrees. We never
measure it ourselves.</p>
<h3>Signs of trouble</h3><p>Flies show that kitchen waste lies open. Cover it with 5 centimetres of leaves.</p>
<h2>Harvesting</h2><p>Ripe compost smells of forest. Sieve it through a mesh of 10 millimetres. Spread 3 litres on each
square metre.</p>
<h2>Conclusion</h2><p>Air and moisture decide whether a heap works. Check both every 7 days.</p></article></body>
</html>]]

local KIT = [[
<!doctype html><html lang="en"><head><title>What I Carry on Long Trips | One Bag</title></head><body>
<nav><a href="/">Home</a><img src="/logo.png"></nav><article><h1>What I Carry on Long Trips</h1>
<p>My whole travel kit fits into one bag of 28 litres, and I have carried it through 14 countries so far.</p>
<figure><img src="/bag.jpg" alt="The open bag"><figcaption>The bag in <em>May</em></figcaption></figure>
<h2>The short list</h2><p>These are the things that never stay at home when I leave for months.</p>
<ul><li>Passport and two copies of it</li><li>Charger with three ports</li></ul>
<h3><a href="https://shop.example/boxers">Give-N-Go boxers</a></h3>
<p>I wash my <a href="https://shop.example/boxers">boxers</a> in the evening, and in the morning they are dry.</p>
<p><strong><a href="javascript:alert(1)">Packtowel</a></strong></p>
<p>After a swim I use <a href="towel?size=2#blue">the towel</a>, which dries me within a minute.</p>
<h2>How I pack</h2><p>I begin with whatever is heavy and end with what I need first.</p>
<ol><li>Lay out the shoes at the bottom</li><li>Roll up the shirts</li><li>Put the bottle into the side pocket</li></ol>
<pre>pack --all
  --roll</pre>
<h2>Weights</h2><p>I weighed all of it last spring on the scale of the post office.</p>
<table><tr><th>Thing</th><th>Weight</th></tr><tr><td>Towel</td><td>90 grams</td></tr><tr><td>Boxers</td><td>85
grams</td></tr></table></article></body></html>]]

-- All that a page may have that is no plain text.
local WHOLE = [[
<!doctype html><html lang="en"><head><title>Hiring Writers, by Hand</title></head><body>
<main><article><h1>Hiring Writers, by Hand</h1>
<p>The <strong>first rule</strong> of hiring writers is to <em>pay them promptly</em>. I keep a list,
<code>bills.csv</code>, for that. Read
<a href="/guide/two#part">my <em>second</em> guide</a> too, or <a href="#below">the part below</a>.</p>
<h2>1. Find writers</h2>
<p>Good writers are found where writers meet, and that is seldom a job board of any kind.</p>
<ol start="3"><li>Ask <strong>three</strong> friends</li><li>Look at blogs<ul><li>Read the newest post</li><li>Read the
oldest post</li></ul></li><li><p>Write to them yourself.</p><p>A short note is enough.</p></li></ol>
<blockquote><p>Every writer has trouble, and <em>all of them</em> write.</p><p>That was <a
href="https://heller.example/">Joseph Heller</a>.</p></blockquote>
<blockquote><p>A second quotation stands right behind the first one.</p></blockquote>
<h3>1.1 Where they meet</h3>
<p>They meet in cafes that have no music, and nobody knows why. This guide helps to find them:</p>
<ul><li><a href="/too-few">Too few writers? Here are more of them</a></li></ul>
<dl><dt>Brief</dt><dd>What the writer is to write, on <em>one</em> page.</dd></dl>
<h4>A deeper heading</h4><p>This text stands under a heading of the fourth level, which is rare on such pages.</p>
<h2>2. Pay writers</h2><p>I pay within three days, by this script that my accountant hates with a passion:</p>
<pre><code class="language-bash">pay --now "$WRITER"</code></pre>
<iframe width="560" height="315" src="https://www.youtube.com/embed/abc123" title="Paying writers"></iframe>
<iframe src="https://ads.example/frame"></iframe>
<table><tr><th>Writer</th><th>Rate</th></tr><tr><td><a href="/ann">Ann</a></td><td><strong>90</strong> dollars</td></tr>
</table><p><img src="/long.png" alt="]] .. ("A long description of a picture. "):rep(20) .. [[The end."></p>
</article></main></body></html>]]

local FIGURES = { "6 to 12", "1 cubic metre", "2 metres", "2 parts", "3 weeks", "55 to 65", "5 centimetres",
  "10 millimetres", "3 litres" }

local site, server, desk, model, served, asked

setup(function()
  site = nginx.start {}
  folder.write(site.folder .. "/page.html", PAGE)
  folder.write(site.folder .. "/kit.html", KIT)
  folder.write(site.folder .. "/whole.html", WHOLE)
  folder.write(site.folder .. "/steps.html", '<html lang="en"><title>Steps</title><h1>Steps</h1><p>A way to do it.</p>'
    .. "<h2>Step 1: Dig</h2><p>Dig a hole of 2 metres.</p><h2>Step 2: Fill</h2>"
    .. "<p>The compost heap gets 3 layers.</p></html>")
  folder.write(site.folder .. "/deutsch.html", '<html lang="de"><title>Kompost</title><h1>Kompost</h1>'
    .. "<h2>Der Platz</h2><p>Der Kompost steht im Halbschatten und auf der Erde. Die Würmer kommen von "
    .. "unten in den Kompost.</p></html>")
  folder.write(site.folder .. "/empty.html", "<html><title>Nothing</title></html>")
  local config = { allow_addresses = { site.address } }
  server = service.start { config = config }
  desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  model = fake_model.start {}
  served = service.start { config = { allow_addresses = { site.address }, models = { ["*"] = { api = "openai",
    base_url = model.url, model = "fake-model", api_key = model.key } } } }
  asked = copydesk.new { base_url = served.url, api_key = served.key, timeout = 120 }
end)

teardown(function()
  desk:close()
  asked:close()
  server:stop()
  served:stop()
  model:stop()
  site:stop()
end)

local function request(params)
  local whole = { articleType = "rewrite_blog_post", targetKeyword = "compost heap",
    articleUrl = site.url .. "/page.html" }
  for name, value in pairs(params or {}) do whole[name] = value end
  return whole
end

local function write(params) return assert(desk:wait(assert(desk:create(request(params))))) end

local function ask(params)
  model:script {}
  return assert(asked:wait(assert(asked:create(request(params)))))
end

-- The answer of a model that writes nothing anew: the passages of its prompt, under their headings.
local function echo(prompt)
  local out, levels = {}, {}
  for level, heading in prompt:match("The headings are given.*"):gmatch "\n(##+) ([^\n]+)" do
    levels[heading] = level
  end
  for line in prompt:match("MATERIAL[^\n]*\n(.-)\n%w+>>"):gmatch "[^\n]+" do
    local heading, number, text = line:match "^# .* > (.*)$" or line:match "^# (.*)$", line:match "^%[(%d+)%] (.*)$"
    if heading then out[#out + 1] = ("\n%s %s\n"):format(levels[heading], heading) end
    local mark = text and text:match "^(⟦%u%d+⟧) stands for"
    local is_item = text and (text:find "^%s*%- " or text:find "^%s*%d+%. ")
    if text then out[#out + 1] = (is_item and "" or "\n") .. (mark or ("%s [%s]"):format(text, number)) end
  end
  return table.concat(out, "\n")
end

local function failure(client, params)
  local record, err = client:wait(assert(client:create(request(params))))
  assert.is_nil(record)
  return err
end

local function headings(record)
  local list = {}
  for level, text in record.output.html:gmatch "<h([23])>(.-)</h%1>" do list[#list + 1] = level .. text end
  return list
end

local function has(record, text) return record.output.html:find(text, 1, true) ~= nil end

-- The words stand in the prompts of these kinds and of no other.
local function reaches(words, kinds)
  local found = {}
  for _, call in ipairs(model:log()) do
    if call.prompt:find(words, 1, true) then found[call.kind] = true end
  end
  assert.same(kinds, found)
end

describe("rewrite_blog_post", function()
  it("articleUrl: the page is fetched once, and is the one source", function()
    local before = #site:requests()
    local record = write()
    assert.equal(before + 1, #site:requests())
    assert.equal(1, #record.sources)
    assert.equal(site.url .. "/page.html", record.sources[1].url)
    assert.falsy(has(record, "<a "))
    assert.falsy(has(record, "<sup>"))
    record = ask()
    assert.equal(before + 2, #site:requests())
    assert.same({ site.url .. "/page.html" }, { record.sources[1].url })
    assert.falsy(has(record, "<sup>"))
    assert.falsy(record.output.html:find("%[%d+%]"))
  end)

  it("articleUrl: what cannot be read fails the article, and says why", function()
    for address, why in pairs { ["/none.html"] = "status 404", ["/empty.html"] = "no text" } do
      for _, client in ipairs { desk, asked } do
        model:script {}
        local err = failure(client, { articleUrl = site.url .. address })
        assert.equal("source_unreachable", err.code)
        assert.truthy(err.message:find(why, 1, true), err.message)
        assert.same({}, model:log())
      end
    end
    assert.equal("source_unreachable", failure(desk, { articleUrl = "http://10.0.0.1/" }).code)
    local id, err = desk:create { articleType = "rewrite_blog_post", targetKeyword = "x" }
    assert.is_nil(id)
    assert.equal(400, err.status)
  end)

  it("rewriteAllSourceData: every section and figure, or the main ones", function()
    local all, main = write { rewriteAllSourceData = true }, write()
    for _, figure in ipairs(FIGURES) do assert.truthy(has(all, figure), figure) end
    for _, heading in ipairs { "Choosing a place", "What goes in", "Turning and watering", "Harvesting" } do
      assert.truthy(has(all, heading), heading)
    end
    assert.is_true(all.wordsCharged > main.wordsCharged)
    assert.truthy(has(all, "Meat stays away"))
    assert.falsy(has(main, "Meat stays away"))

    local rule = "Every passage is used"
    ask()
    assert.falsy(model:calls "rewrite"[1].prompt:find(rule, 1, true))
    all = ask { rewriteAllSourceData = true }
    assert.truthy(model:calls "rewrite"[1].prompt:find(rule, 1, true))
    for _, figure in ipairs { "12", "55", "65", "10", "3" } do assert.truthy(has(all, figure), figure) end
  end)

  it("shares few runs of five words with the page where a model writes", function()
    local record, page = ask(), " " .. PAGE:gsub("<[^>]*>", " "):gsub("%W+", " "):lower() .. " "
    local runs, shared, words = 0, 0, {}
    for word in record.output.html:gsub("<[^>]*>", " "):lower():gmatch "%w+" do words[#words + 1] = word end
    for i = 1, #words - 4 do
      runs = runs + 1
      if page:find(" " .. table.concat(words, " ", i, i + 4) .. " ", 1, true) then shared = shared + 1 end
    end
    assert.is_true(runs > 100)
    assert.is_true(shared / runs < 0.1, shared .. " of " .. runs)
  end)

  it("the built-in writer keeps the order of the page, and says what it cannot do", function()
    local record = write()
    local list = headings(record)
    assert.equal("2Choosing a place", list[1])
    assert.truthy(record.notes[1]:find "^This is the page itself, shortened, not a new text: %d+ %%")
    assert.truthy(has(record, "The material dries out quickly if the place is in full sun."))
    assert.falsy(has(record, "However"))
    assert.falsy(has(record, "We never"))
    assert.not_equal("Keeping a Compost Heap", record.title)
    assert.same({ "2Dig", "2Fill" }, headings(write { articleUrl = site.url .. "/steps.html" }))
  end)

  it("includeConclusion: the last section is there or not", function()
    local list = headings(write())
    assert.equal("2Compost heap in short", list[#list])
    for _, heading in ipairs(headings(write { includeConclusion = false })) do
      assert.falsy(heading:find("Conclusion", 1, true) or heading:find("in short", 1, true))
    end
    list = headings(ask())
    assert.truthy(list[#list] == "2Conclusion" or list[#list] == "2Compost heap in short", list[#list])
    local without = ask { includeConclusion = false }
    assert.falsy(has(without, "<h2>Conclusion</h2>") or has(without, "in short</h2>"))
  end)

  it("targetKeyword, title", function()
    for _, record in ipairs { write(), ask() } do
      assert.truthy(record.title:lower():find("compost heap", 1, true))
      assert.truthy(record.output.html:match("</h1>(.-)<h2>"):find("compost heap", 1, true))
    end
    assert.equal("Own Title", write { title = "Own Title" }.title)
    assert.equal("Own Title", ask { title = "Own Title" }.title)
    assert.same({}, model:calls "title")
  end)

  it("language: the built-in writer does not translate", function()
    local err = failure(desk, { articleUrl = site.url .. "/deutsch.html" })
    assert.equal("no_sources", err.code)
    assert.truthy(err.message:find("German", 1, true))
    assert.truthy(has(write { articleUrl = site.url .. "/deutsch.html", language = "de", targetKeyword = "Kompost" },
      "Würmer"))
  end)

  it("extraSectionPrompt, extraTitlePrompt, extraIntroductionPrompt, articleInstructions: each its calls", function()
    local wishes = { extraSectionPrompt = "WISHSECTION", extraTitlePrompt = "WISHTITLE",
      extraIntroductionPrompt = "WISHINTRO", articleInstructions = "WISHALL" }
    ask(wishes)
    for _, wish in pairs(wishes) do reaches(wish, { rewrite = true, edit = true }) end
    local notes = table.concat(write(wishes).notes, "\n")
    for name in pairs(wishes) do assert.truthy(notes:find(name, 1, true), name) end
  end)

  it("a model keeps title, headings, lists, pictures, links, table, code and person", function()
    local record = ask { articleUrl = site.url .. "/kit.html", targetKeyword = "travel kit" }
    local html = record.output.html
    assert.equal("What I Carry on Long Trips", record.title)
    assert.same({ "2The short list", "3Give-N-Go boxers", "3Packtowel", "2How I pack", "2Weights" }, headings(record))
    local items = {}
    for item in html:gmatch "<li>(.-)</li>" do items[#items + 1] = item end
    assert.equal(5, #items)
    for i, word in ipairs { "Passport", "Charger", "shoes", "shirts", "bottle" } do
      assert.truthy(items[i]:find(word, 1, true), items[i])
    end
    assert.truthy(html:find("<ul>\n<li>.-</ul>.-<ol>\n<li>.-</ol>"))
    assert.truthy(html:find('<figure><img src="' .. site.url .. '/bag.jpg" alt="The open bag"', 1, true), html)
    assert.truthy(html:find("The bag in <em>May</em>", 1, true) or html:find("The bag in May", 1, true))
    assert.truthy(html:find('<a href="https://shop.example/boxers">', 1, true))
    assert.truthy(html:find('<a href="' .. site.url .. '/towel?size=2#blue">the towel</a>', 1, true))
    assert.truthy(html:find("<th>Thing</th><th>Weight</th>", 1, true))
    assert.truthy(html:find("<td>Towel</td><td>90 grams</td>", 1, true))
    assert.truthy(html:find("<pre><code>pack --all\n  --roll</code></pre>", 1, true))
    assert.falsy(html:find("⟦", 1, true) or html:find("javascript", 1, true) or html:find("%[%d+%]"))
    local prompt = model:calls "rewrite"[1].prompt
    assert.truthy(prompt:find("what the page's I or we did", 1, true))
    assert.truthy(prompt:find("1. Lay out the shoes", 1, true))
    assert.truthy(prompt:find("# The short list > Packtowel", 1, true))
  end)

  it("loses nothing of a page where a model loses nothing", function()
    local page = { articleUrl = site.url .. "/whole.html", targetKeyword = "writers" }
    ask(page)
    local ok = {}
    for i = 1, 60 do ok[i] = ("S%d ok"):format(i) end
    model:script { { kind = "rewrite", text = echo(model:calls("rewrite")[1].prompt) },
      { kind = "edit", text = table.concat(ok, "\n") } }
    local html = assert(asked:wait(assert(asked:create(request(page))))).output.html
    for _, own in ipairs { "<strong>first rule</strong>", "<em>pay them promptly</em>", "<code>bills.csv</code>",
      '<a href="' .. site.url .. '/guide/two#part">my <em>second</em> guide</a>', "or the part below.",
      "<h2>1. Find writers</h2>", "<h3>1.1 Where they meet</h3>", "<h4>A deeper heading</h4>",
      "<h2>2. Pay writers</h2>",
      '<ol start="3">\n<li>Ask <strong>three</strong> friends</li>\n<li>Look at blogs\n<ul>\n'
        .. "<li>Read the newest post</li>\n<li>Read the oldest post</li>\n</ul>\n</li>\n"
        .. "<li>Write to them yourself. A short note is enough.</li>\n</ol>",
      "<blockquote>\n<p>Every writer has trouble, and <em>all of them</em> write.</p>\n<p>That was "
        .. '<a href="https://heller.example/">Joseph Heller</a>.</p>\n</blockquote>\n<blockquote>\n<p>A second',
      '<li><a href="' .. site.url .. '/too-few">Too few writers? Here are more of them</a></li>',
      "<li><strong>Brief:</strong> What the writer is to write, on <em>one</em> page.</li>",
      '<pre><code class="language-bash">pay --now', '<iframe src="https://www.youtube.com/embed/abc123"',
      '<td><a href="' .. site.url .. '/ann">Ann</a></td><td><strong>90</strong> dollars</td>',
      "picture. The end.\"" } do
      assert.truthy(html:find(own, 1, true), own .. "\n" .. html)
    end
    assert.falsy(html:find("ads.example", 1, true) or html:find("⟦", 1, true) or html:find("**", 1, true))
  end)

  it("a page without headings may get some, and a quotation keeps the link that says where it is from", function()
    folder.write(site.folder .. "/plain.html", [[
<html lang="en"><head><title>Why heaps fail</title></head><body><article><h1>Why heaps fail</h1>
<p>A heap that stays wet fails within 3 weeks, and most heaps stay wet all winter.</p>
<p>An old gardener says it so, and I have found nothing to add to what he says about heaps:</p>
<blockquote><p>Air is the cheapest thing that a heap can have, and the first that it is short of.</p>
<p><a href="https://old.example/air">The old gardener</a></p></blockquote>
<p>Turn it every 5 days, and cover it when it rains.</p></article></body></html>]])
    local text = [[
Most heaps are wet from November on and dead by the third week of that [1].

## What is short
Here is how an old gardener puts it, and it needs no word of mine [2].

⟦Q1⟧

## What to do
A fork every 5 days does the turning. A cover keeps the rain off: that is the whole of the work [4].]]
    model:script { { kind = "rewrite", text = text }, { kind = "edit", text = "S1 ok" } }
    local record = assert(asked:wait(assert(asked:create(request { articleUrl = site.url .. "/plain.html" }))))
    assert.equal(1, #model:calls "rewrite")
    assert.truthy(model:calls("edit")[1].prompt:find("A fork every 5 days does the turning [4].", 1, true))
    assert.truthy(has(record, '<p><a href="https://old.example/air">The old gardener</a></p>\n</blockquote>'))
  end)

  it("a quotation that a model writes out stands once, as the page has it", function()
    local page = { articleUrl = site.url .. "/whole.html", targetKeyword = "writers" }
    model:script { { kind = "rewrite", text = "Pay the writers at once [1].\n\n## 1. Find writers\n\nThey meet "
      .. "each other in a few places [2].\n\n> A second quotation stands right behind the first one [9].\n\n"
      .. "## 2. Pay writers\n\nMy bookkeeper dislikes the script that pays them [13]." } }
    local html = assert(asked:wait(assert(asked:create(request(page))))).output.html
    assert.equal(1, select(2, html:gsub("A second quotation", "")))
    assert.equal(2, select(2, html:gsub("<blockquote>", "")))
  end)

  it("puts back what the model left out, and tells what it cannot", function()
    local text = "A travel kit fits one bag [1].\n\n## The short list\n\nI take few things [3][4].\n\n"
      .. "### Give-N-Go boxers\n\nThe pair dries while I sleep [5].\n\n### Packtowel\n\nA dry cloth helps [6].\n\n"
      .. "## How I pack\n\nThe heavy things lie below [7].\n\n## Weights\n\nSee what they weigh [11]."
    model:script { { kind = "rewrite", text = text } }
    local record = assert(asked:wait(assert(asked:create(request { articleUrl = site.url .. "/kit.html",
      targetKeyword = "travel kit", rewriteAllSourceData = true }))))
    local html = record.output.html
    for _, own in ipairs { "/bag.jpg", "<td>Towel</td><td>90 grams</td>", "<pre><code>pack --all" } do
      assert.equal(1, select(2, html:gsub(own:gsub("%p", "%%%0"), "")), own)
    end
    local notes = table.concat(record.notes, "\n")
    assert.truthy(notes:find('no words for the link "the towel"', 1, true), notes)
    assert.truthy(notes:find "leaves out %d+ of %d+ passages", notes)
    local edit = model:calls "edit"[1].prompt
    assert.truthy(edit:find("The text does not have passage", 1, true))
    assert.truthy(edit:find("is an item of a list and stands in running text", 1, true))
  end)

  it("title, pointOfView: change what a model would keep", function()
    local record = ask { articleUrl = site.url .. "/kit.html", targetKeyword = "travel kit", title = "My Travel Kit",
      pointOfView = "second_person" }
    assert.equal("My Travel Kit", record.title)
    assert.falsy(model:calls "rewrite"[1].prompt:find("what the page's I or we did", 1, true))
  end)

  it("the built-in writer keeps pictures, links, table and code too", function()
    local html = write { articleUrl = site.url .. "/kit.html", targetKeyword = "travel kit",
      rewriteAllSourceData = true }.output.html
    for _, own in ipairs { "/bag.jpg", '<a href="https://shop.example/boxers">', "<td>90 grams</td>",
      "<pre><code>pack --all" } do
      assert.truthy(html:find(own, 1, true), own)
    end
  end)

  it("writes without a model where the model writes nothing that can be used", function()
    model:script { { kind = "rewrite", text = "No." } }
    local record = assert(asked:wait(assert(asked:create(request()))))
    assert.truthy(has(record, "<h2>What goes in</h2>"))
    assert.truthy(table.concat(record.notes, "\n"):find("own sentences", 1, true))
  end)

  it("gives the same bytes for the same request", function()
    assert.equal(write().output.html, write().output.html)
  end)
end)
