--- How long articles are kept that have ended, and what goes with them.
local eventually = require "spec.support.eventually"
local http = require "spec.support.http"
local database = require "spec.support.database"
local service = require "spec.support.service"

local DAY = 24 * 3600 * 1000

describe("articles that have ended", function()
  local server

  local function sql(text)
    local pipe = assert(io.popen(("sqlite3 %s/copydesk.db \"%s\""):format(server.data, text)))
    local said = pipe:read("*a"):gsub("\n$", "")
    pipe:close()
    return said
  end

  local function create(keyword)
    local made = http.request(server, "POST", "/api/articles/v2", { body = { targetKeyword = keyword } })
    return assert(made.json.articleId, made.body)
  end

  local function status_of(id) return http.request(server, "GET", "/api/articles/" .. id).status end

  -- As if an article had ended so many days ago.
  local function age(id, days)
    sql(("UPDATE article SET updated_at = updated_at - %d WHERE id = '%s'"):format(days * DAY, id))
  end

  after_each(function()
    if server then server:stop() end
    server = nil
  end)

  it("are removed when they are older than they are kept for, by how they ended", function()
    if database.is_server() then return pending "what is looked into is the file of its data folder" end
    local config = { workers = 1, library = "examples/library" }
    server = service.start { config = config }
    local old, new, failed = create "indoor herb garden", create "watering herbs", create "no such thing anywhere"
    assert.equal("finished", http.wait(server, old).status)
    assert.equal("finished", http.wait(server, new).status)
    assert.equal("failed", http.wait(server, failed).status)
    server:halt()
    for _, id in ipairs { old, failed } do age(id, 11) end
    sql(("INSERT INTO picture VALUES ('p', '%s', 'image/png', 1, x'00')"):format(old))
    local ledger = sql "SELECT COUNT(*), SUM(words) FROM ledger"
    config.keep_days = { finished = 10 }
    server:restart(config)
    assert(eventually(function() return status_of(old) == 404 end))
    assert.equal(200, status_of(new))
    assert.equal(200, status_of(failed)) -- nothing is said of those
    for _, part in ipairs { "step", "picture", "delivery" } do
      assert.equal("0", sql(("SELECT COUNT(*) FROM %s WHERE article_id = '%s'"):format(part, old)), part)
    end
    assert.equal(ledger, sql "SELECT COUNT(*), SUM(words) FROM ledger")
    assert.same({}, http.request(server, "GET", "/api/articles?q=indoor").json.data)
  end)

  it("give the pages of the file back", function()
    if database.is_server() then return pending "a server looks after that by itself" end
    server = service.start { config = { workers = 0 } }
    local id = create "herbs"
    server:halt()
    sql(("UPDATE article SET state = 'failed', html = hex(randomblob(4000000)) WHERE id = '%s'"):format(id))
    local full = tonumber(sql "PRAGMA page_count")
    server:restart()
    assert.equal(204, http.request(server, "DELETE", "/api/articles/" .. id).status)
    server:restart()
    assert(eventually(function() return tonumber(sql "PRAGMA page_count") < full / 4 end))
  end)

  it("are named in the configuration by the words that there are", function()
    server = service.start {}
    local started, problem = pcall(service.start, { config = { keep_days = { done = 3 } } })
    assert.is_false(started)
    assert.truthy(problem:find("there is no entry named keep_days.done", 1, true), problem)
    started, problem = pcall(service.start, { config = { keep_days = { failed = -1 } } })
    assert.is_false(started)
    assert.truthy(problem:find("keep_days.failed must be a whole number from 0 to 36500", 1, true), problem)
  end)
end)
