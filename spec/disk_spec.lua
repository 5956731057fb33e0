--- A disk that fails: each write in turn, all of them (the disk is full), and a data folder that is taken away. Callers
-- are told, nothing is half done, and what was acknowledged is there afterwards.
local database = require "spec.support.database"
local disk = require "spec.support.disk"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local service = require "spec.support.service"

local CREDITS = 1000

if database.is_server() then
  return it("a disk that fails", function() pending(database.ON_SQLITE .. "the disk is the server's") end)
end

describe("a disk that fails", function()
  local control, library, home, server

  before_each(function()
    control, library, home = disk.new(), folder.new(), folder.new()
    folder.write(library .. "/herbs.md", herbs)
    server = service.start {
      config = { library = library, data = home .. "/data", workers = 2,
        account = { words = 1000000, credits = CREDITS } },
      environment = control:environment(home .. "/data"),
    }
  end)

  after_each(function()
    control:heal()
    server:stop()
    control:remove()
    folder.remove(library)
    folder.remove(home)
  end)

  local function create(name)
    return assert(http.request(server, "POST", "/api/articles/v2/", {
      body = { targetKeyword = "herb garden", title = name }, headers = { ["Idempotency-Key"] = name } }))
  end

  local function make_domain()
    local domain = http.request(server, "POST", "/api/domains", { body = { name = "herbs" } }).json.domainId
    local page = { url = "https://herbs.example/mint", title = "Mint tea", html = "<h1>Mint tea</h1><p>Fresh.</p>" }
    local put = http.request(server, "POST", "/api/domains/" .. domain .. "/pages", { body = { pages = { page } } })
    assert.equal(200, put.status)
    return domain
  end

  local function link(domain, name)
    return assert(http.request(server, "POST", "/api/internal-links/", {
      body = { content = "<p>Drink mint tea.</p>", format = "json", domainId = domain },
      headers = { ["Idempotency-Key"] = name } }))
  end

  local function is_ready()
    return http.request(server, "GET", "/readyz")
  end

  -- Either it was done, or the answer says in its own form that nothing can be stored.
  local function assert_told(answer, about)
    if answer.status == 200 then return end
    assert.is_true(answer.status == 503 or answer.status == 500, about .. ": " .. answer.body)
    assert.equal("application/problem+json", answer.headers["content-type"])
    assert.is_string(answer.json.error.code, about)
    assert.is_nil(answer.body:find(home, 1, true), answer.body)
  end

  local function query(sql)
    local pipe = assert(io.popen(("env -u LD_PRELOAD sqlite3 %s/data/copydesk.db %q"):format(home, sql)))
    local text = pipe:read "a"
    assert(pipe:close())
    return (text:gsub("%s+$", ""))
  end

  local function assert_sound(articles, links)
    server:halt()
    assert.equal("ok", query "PRAGMA integrity_check")
    assert.equal(tostring(articles), query "SELECT COUNT(*) FROM article")
    assert.equal(tostring(articles), query "SELECT COUNT(*) FROM article WHERE state = 'finished'")
    assert.equal(tostring(links), query "SELECT COUNT(*) FROM ledger WHERE kind = 'link'")
    assert.equal(tostring(CREDITS - links), query "SELECT credits_balance FROM account WHERE id = 'local'")
    assert.equal("1", query([[SELECT SUM(l.words) = a.words_balance AND SUM(l.credits) = a.credits_balance
      FROM account a JOIN ledger l ON l.account_id = a.id WHERE a.id = 'local']]))
  end

  -- What a round writes: an article, from its creation to its end, and a request for links.
  local function run(domain, name)
    local created = create(name)
    local linked = link(domain, name .. "-link")
    return created, linked
  end

  it("once, at each write in turn, costs nobody anything", function()
    local domain = make_domain()
    run(domain, "before")
    assert.equal(200, is_ready().status)
    local answered, refused, count = {}, 0, 0
    repeat
      count = count + 1
      control:fail(count, count % 2 == 0 and disk.FULL or disk.BROKEN)
      local created, linked = run(domain, "n" .. count)
      assert_told(created, "article " .. count)
      assert_told(linked, "links " .. count)
      answered[count] = created.json.articleId
      if created.status ~= 200 or linked.status ~= 200 then refused = refused + 1 end
      if answered[count] then http.wait(server, answered[count]) end
      local _, left = control:state()
      control:heal()
      -- The same again: what was acknowledged is answered from memory, what was not is done now.
      local again, linked_again = run(domain, "n" .. count)
      assert.equal(200, again.status, again.body)
      assert.equal(200, linked_again.status, linked_again.body)
      if answered[count] then assert.equal(answered[count], again.json.articleId) end
      local record = http.wait(server, again.json.articleId)
      assert.equal("finished", record.status, ("%d: %s %s"):format(count, record.error, server:log()))
      assert.equal(200, is_ready().status)
    until left > 0 or count == 60
    assert.is_true(refused > 0)
    assert_sound(count + 1, count + 1)
  end)

  it("for good, because it is full, is told, and goes on when there is room again", function()
    local domain = make_domain()
    local first = create "first"
    http.wait(server, first.json.articleId)
    control:fail(1, disk.FULL, true)
    for i = 1, 5 do
      local created, linked = run(domain, "full" .. i)
      assert.equal(503, created.status, created.body)
      assert.equal("storage_unavailable", created.json.error.code)
      assert.equal(503, linked.status, linked.body)
      assert.is_truthy(tonumber(created.headers["retry-after"]))
    end
    assert.equal(503, is_ready().status)
    assert.equal(200, http.request(server, "GET", "/api/articles/" .. first.json.articleId).status)
    assert.equal(200, http.request(server, "GET", "/healthz").status)
    control:heal()
    assert.equal(200, is_ready().status)
    for i = 1, 5 do
      local created, linked = run(domain, "full" .. i)
      assert.equal(200, created.status, created.body)
      assert.equal(200, linked.status, linked.body)
      http.wait(server, created.json.articleId)
    end
    assert_sound(6, 5)
  end)

  it("whose folder is taken away says so, and acknowledges nothing any more", function()
    local domain = make_domain()
    os.execute(("mv '%s/data' '%s/away'"):format(home, home))
    local created, linked = run(domain, "gone")
    assert.equal(503, created.status, created.body)
    assert.equal(503, linked.status, linked.body)
    assert.equal(503, is_ready().status)
    os.execute(("mv '%s/away' '%s/data'"):format(home, home))
    assert.equal(200, is_ready().status)
    created = create "gone"
    assert.equal(200, created.status)
    http.wait(server, created.json.articleId)
    assert.equal(200, link(domain, "gone-link").status)
    assert_sound(1, 1)
  end)
end)
