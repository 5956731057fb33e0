--- Many articles at once by a page: a list of keywords, or a table.
local http = require "spec.support.http"
local service = require "spec.support.service"
local visitor = require "spec.support.visitor"

local has = visitor.has

describe("many articles at once", function()
  local server, somebody

  local function start(config)
    config = config or {}
    config.workers = 0
    server = service.start { config = config }
    somebody = visitor.new(server)
  end

  before_each(function() start() end)
  after_each(function() server:stop() end)

  local function send(list, action, more)
    local fields = { list = list, action = action, articleType = "blog_post", once = "11112222",
      includeConclusion = "true" }
    for name, value in pairs(more or {}) do fields[name] = value end
    return somebody:send("/articles/bulk", fields)
  end

  -- The configs of all articles, by keyword.
  local function queued()
    local found, count = {}, 0
    for _, article in ipairs(http.request(server, "GET", "/api/articles?limit=100").json.data) do
      found[article.config.targetKeyword], count = article.config, count + 1
    end
    return found, count
  end

  it("are queued from a list, a keyword a line", function()
    has(somebody:get "/articles/new", "/articles/bulk")
    has(somebody:get "/articles/bulk", 'name="list"')
    local answer = send("basil, in pots\r\n\r\n  mint \r\nthyme", "queue", { articleLength = "short" })
    assert.equal(303, answer.status, answer.body)
    has(somebody:get(answer.headers.location), "The articles were queued.")
    local found, count = queued()
    assert.equal(3, count)
    assert.equal("short", found["basil, in pots"].articleLength)
    assert.is_true(found.mint.includeConclusion)
    assert.truthy(found.thyme)
  end)

  it("are queued once when the form is sent twice", function()
    assert.equal(303, send("basil\nmint", "queue").status)
    assert.equal(303, send("basil\nmint", "queue").status)
    assert.equal(2, select(2, queued()))
  end)

  it("are queued from a table, whose cells go before what is said for all", function()
    local answer = send('\239\187\191articleType;targetKeyword;title;includeConclusion;urls\n'
      .. 'blog_post;"basil ""in"" pots; and beds";"Two\nlines";no;\n'
      .. "listicle;mint;;;https://a.example/x|https://b.example/y\n",
      "queue", { language = "German", title = "For all" })
    assert.equal(303, answer.status, answer.body)
    local found = queued()
    local basil = found['basil "in" pots; and beds']
    assert.is_false(basil.includeConclusion)
    assert.equal("German", basil.language)
    assert.equal("listicle", found.mint.articleType)
    assert.equal("For all", found.mint.title)
    assert.same({ "https://a.example/x", "https://b.example/y" }, found.mint.urls)
  end)

  it("give a line of another type what is on by itself there", function()
    local alone = http.request(server, "POST", "/api/articles/v2",
      { body = { articleType = "listicle", targetKeyword = "alone" } })
    assert.equal(200, alone.status, alone.body)
    assert.equal(303, send("targetKeyword,articleType\nmany,listicle", "queue").status)
    assert.equal(303, send("one", "queue", { once = "other" }).status)
    local found, compared = queued(), 0
    for name, value in pairs(found.alone) do
      if value == true and found.one[name] == nil then
        assert.is_true(found.many[name], name)
        compared = compared + 1
      end
    end
    assert.is_true(compared > 0)
  end)

  it("are shown before any is queued", function()
    local page = send("basil\n<b>mint", "check")
    assert.equal(200, page.status)
    has(page, "2 articles can be queued. Nothing was queued yet.")
    has(page, "&lt;b&gt;mint")
    has(page, 'name="once" value="11112222"')
    assert.equal(0, select(2, queued()))
  end)

  it("are queued all or not at all where a line is wrong", function()
    local page = send("targetKeyword,articleLength,includeConclusion,articleType\n"
      .. "basil,short,true,blog_post\nmint,endless,true,blog_post\nthyme,short,maybe,blog_post\n"
      .. "sage,short,true,poem\n,short,true,blog_post\na,b,c,d,e\n\"rue,short", "queue")
    assert.equal(400, page.status)
    has(page, "Nothing was queued: 6 of 7 lines are wrong.")
    has(page, "articleLength")
    has(page, "includeConclusion must be true or false.")
    has(page, "There is no article type “poem”.")
    has(page, "There are 5 cells, and 4 columns.")
    has(page, "A quotation mark is not closed.")
    has(page, "mint,endless,true,blog_post")
    assert.equal(0, select(2, queued()))
  end)

  -- Sends the list: it is held, and this is said; sent again, what was shown is queued as it stands.
  local function is_held(list, said, count)
    local _, before = queued()
    local page = send(list, "queue")
    assert.equal(200, page.status, list)
    has(page, said)
    has(page, "Nothing was queued yet.")
    assert.equal(before, select(2, queued()))
    local mark = assert(page.body:match 'name="noted" value="(%x+)"')
    assert.equal(200, send(list .. "\n" .. list, "queue", { noted = mark }).status) -- another list
    assert.equal(303, send(list, "queue", { noted = mark }).status, list)
    assert.equal(before + count, select(2, queued()))
  end

  it("are pointed out where they may be a table", function()
    local first = "The first line looks like the head of a table"
    local shape = "The lines look like those of a table"
    for list, said in pairs {
      ["Keyword\nbasil"] = first, ["Main keyword,Length\nbasil,short\nmint"] = first,
      ["KEYWORDS;Length\nmint;9"] = first,
      ["Title,Length\nbasil,short"] = shape, ["Stichwort;Laenge\n\nbasil;9"] = shape, ["Topic\tWords\nmint\t9"] = shape,
    } do
      has(send(list, "check"), said)
    end
    for _, list in ipairs { "keyword research\nmint", "basil, in pots\nmint", "basil, in pots" } do
      visitor.lacks(send(list, "check"), "taken as")
    end
    is_held("Paris, France\nRome, Italy", shape, 2)
  end)

  it("are pointed out where one asks for what another does", function()
    is_held("Mint\nbasil\nmint", "1 of the lines asks for the same as one before", 3)
    local page = send("targetKeyword,title\nMint,One\nmint,Two\nMINT,Two", "check")
    has(page, "not queued yet; line 3 asks for the same article")
    visitor.lacks(page, "line 2 asks")
  end)

  it("name what is wrong with the whole", function()
    for list, fault in pairs {
      ["  \n "] = "There are no keywords.",
      ["targetKeyword,colour\nbasil,green"] = "a column “colour”",
      ["targetKeyword,title,title\nbasil,a,b"] = "the column “title” twice",
      [("basil\n"):rep(201)] = "There are more than 200 articles",
    } do
      local page = send(list, "queue")
      assert.equal(400, page.status, fault)
      has(page, fault)
    end
    assert.equal(0, select(2, queued()))
  end)

  it("keep what could not be queued", function()
    server:stop()
    start { limits = { create = 2 } }
    local page = send("targetKeyword,title\nbasil,One\nmint,Two\nthyme,Three\nsage,Four", "queue")
    assert.equal(429, page.status)
    has(page, "2 of 4 are queued. The others stand in the list.")
    has(page, ">\ntargetKeyword,title\nthyme,Three\nsage,Four\n</textarea>")
    assert.is_nil(page.body:find('name="once" value="11112222"', 1, true))
    assert.equal(2, select(2, queued()))
  end)

  it("are counted as one where there is one", function()
    has(send("targetKeyword,articleLength\nbasil,endless", "queue"), "Nothing was queued: 1 of 1 line is wrong.")
    assert.equal("/queue?done=queued", send("basil", "queue").headers.location)
  end)

  it("say which line the service refuses", function()
    local page = send("targetKeyword,brandId\nbasil,\nmint,01890000-0000-7000-8000-000000000000", "queue")
    has(page, "1 of 2 is queued.")
    has(page, "brand")
    has(page, ">\ntargetKeyword,brandId\nmint,01890000-0000-7000-8000-000000000000\n</textarea>")
    assert.equal(1, select(2, queued()))
  end)
end)
