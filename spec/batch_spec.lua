-- luas: all
--- Many articles at once: against the real service, and a scripted one where a service has to be difficult.
local copydesk = require "copydesk"
local cjson = require("cjson").new()
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"

local lua = os.getenv("LUA") or (jit and "luajit" or "lua5.4")

describe("many articles", function()
  local writer, desk

  setup(function() writer = service.start { config = { workers = 4, library = "examples/library" } } end)
  teardown(function() writer:stop() end)
  before_each(function() desk = copydesk.new { base_url = writer.url, api_key = writer.key } end)
  after_each(function() desk:close() end)

  local LIST = { "indoor herb garden", { targetKeyword = "growing basil" },
    { targetKeyword = "mint", articleLength = "endless" }, "watering herbs" }

  local function check_results(results)
    for _, index in ipairs { 1, 2, 4 } do
      assert.equal("finished", results[index].article.status)
      assert.equal(index, results[index].index)
    end
    assert.equal("http", results[3].err.kind)
    assert.equal("articleLength", results[3].err.param)
    assert.is_nil(results[3].article)
  end

  local function count_articles()
    return #http.request(writer, "GET", "/api/articles?limit=100").json.data
  end

  describe("write_all", function()
    it("gives the results in the order of the list; one that fails does not stop the rest", function()
      local told = 0
      check_results(assert(desk:write_all(LIST, { on_progress = function() told = told + 1 end })))
      assert.is_true(told >= 3)
    end)

    it("hands results to on_article as they end, and keeps none then", function()
      local seen = {}
      local results = assert(desk:write_all(LIST, { on_article = function(result) seen[result.index] = result end }))
      assert.same({}, results)
      check_results(seen)
    end)

    it("takes a function for a list, and asks it for no more than it has room for", function()
      local given, ended, most = 0, 0, 0
      assert(desk:write_all(function()
        if given == 8 then return end
        given = given + 1
        return "indoor herb garden"
      end, { concurrency = 2, on_article = function(result)
        assert(result.article)
        most = math.max(most, given - ended)
        ended = ended + 1
      end }))
      assert.equal(8, ended)
      assert.is_true(most <= 2)
    end)

    it("goes on where it was with the jobs of an earlier run", function()
      local jobs, changes = {}, 0
      assert(desk:write_all(LIST, { jobs = jobs, on_change = function(all, index)
        assert.equal(jobs, all)
        assert.truthy(all[index].key)
        changes = changes + 1
      end }))
      assert.is_true(changes >= 10)
      assert.equal("finished", jobs[1].status)
      local before = count_articles()
      local saved = cjson.decode(cjson.encode(jobs)) -- as from a file
      local results = assert(desk:write_all(LIST, { jobs = saved }))
      check_results(results)
      assert.equal(jobs[1].articleId, results[1].article.articleId)
      assert.equal(before, count_articles())
      -- Sent, but interrupted before its answer came: the key finds it.
      local half = { { key = jobs[2].key } }
      results = assert(desk:write_all({ LIST[2] }, { jobs = half }))
      assert.equal(jobs[2].articleId, results[1].article.articleId)
      assert.equal(before, count_articles())
    end)

    it("leaves jobs that can be resumed when it is interrupted by Ctrl-C", function()
      local idle = service.start { config = { workers = 0 } }
      finally(function() idle:stop() end)
      local path = idle.folder .. "/jobs.json"
      local program = ([[
        local copydesk, json = require "copydesk", require("cjson").new()
        local jobs = {}
        local fine, err = pcall(copydesk.write_all, { "a", "b", "c" }, { jobs = jobs, on_change = function()
          if jobs[2] and jobs[2].articleId then io.open("%s.ready", "w"):close() end
        end })
        local file = io.open("%s", "w")
        file:write(json.encode(jobs))
        file:close()
        print(fine, err)
      ]]):format(path, path)
      folder.write(idle.folder .. "/program.lua", program)
      local pipe = assert(io.popen(("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s sh -c 'echo $$; exec %s %s 2>&1'"):format(
        idle.url, idle.key, lua, idle.folder .. "/program.lua")))
      local pid = pipe:read("*l")
      -- The second has its id; the others may have been sent or answered, or not.
      repeat
        local ready = io.open(path .. ".ready")
        if ready then ready:close() end
      until ready
      os.execute("kill -INT " .. pid)
      local output = pipe:read("*a")
      pipe:close()
      assert.truthy(output:find("false.*interrupted!"), output)
      local text = folder.read(path)
      local jobs = cjson.decode(text)
      assert.truthy(jobs[2].articleId)
      -- A run with these jobs creates what is missing, and nothing twice.
      local cancelled = {}
      local function cancel(id)
        if id and not cancelled[id] then http.request(idle, "POST", "/api/articles/" .. id .. "/cancel") end
        cancelled[id or ""] = true
      end
      for _, job in ipairs(jobs) do cancel(job.articleId) end
      local again = copydesk.new { base_url = idle.url, api_key = idle.key }
      assert(again:write_all({ "a", "b", "c" }, { jobs = jobs,
        on_change = function(all, index) cancel(all[index].articleId) end,
        on_article = function(result) assert.equal("cancelled", result.err.kind) end }))
      again:close()
      assert.equal(3, #http.request(idle, "GET", "/api/articles?limit=100").json.data)
    end)

    it("slows down when the service is too busy, and fails nobody for it", function()
      local busy = scripted.start()
      finally(function() busy:stop() end)
      local no = { status = 429, headers = { ["retry-after-ms"] = "20" } }
      busy:script { no, no, no, no, { status = 201, body = '{"articleId":"1"}' },
        { body = '{"articleId":"1","status":"finished"}' } }
      local other = copydesk.new { base_url = busy.url }
      local results = assert(other:write_all { "a" })
      assert.equal("finished", results[1].article.status)
      local log = busy:log()
      assert.equal(6, #log)
      for i = 2, 5 do assert.equal(log[1].headers["idempotency-key"], log[i].headers["idempotency-key"]) end
      other:close()
    end)

    -- Many of a step.
    local function times(count, step)
      local steps = {}
      for i = 1, count do steps[i] = step end
      return steps
    end

    local function joined(...)
      local all = {}
      for _, steps in ipairs { ... } do
        for _, step in ipairs(steps) do all[#all + 1] = step end
      end
      return all
    end

    it("asks with one create at a time while the service is too busy, and none of 400 entries fails", function()
      local busy = scripted.start()
      finally(function() busy:stop() end)
      -- A refusal takes a moment, so that requests which go out side by side meet.
      local no = { status = 429, delay = 0.005, headers = { ["retry-after-ms"] = "1" } }
      local yes = { body = '{"articleId":"1"}' }
      busy:script {
        POST = joined(times(30, yes), times(64, no), -- at most as many meet it side by side
          times(20, no), { yes },                    -- now they come one by one, until one is taken
          times(2, no), times(20, no), { yes }),     -- two try, and again they come one by one
        GET = { { body = '{"articleId":"1","status":"finished"}' } },
      }
      local entries, failed = {}, nil
      for i = 1, 400 do entries[i] = "herb " .. i end
      local other = copydesk.new { base_url = busy.url }
      local results = assert(other:write_all(entries))
      other:close()
      for i = 1, 400 do failed = failed or results[i].err end
      assert.is_nil(failed)
      assert.equal(400, #results)
      local creates = {}
      for _, request in ipairs(busy:log()) do
        if request.method == "POST" then creates[#creates + 1] = request end
      end
      assert.equal(400 + 64 + 20 + 2 + 20, #creates)
      for i = 95, 138 do
        local is_second_of_two = i == 117
        if not is_second_of_two then assert.equal(0, creates[i].beside, i) end
      end
    end)

    it("asks again about an article when the service is too busy to tell, past any deadline of the waiting", function()
      local busy = scripted.start()
      finally(function() busy:stop() end)
      local no = { status = 429, headers = { ["retry-after-ms"] = "2000" } }
      busy:script { POST = { { body = '{"articleId":"1"}' } },
        GET = { no, { body = '{"articleId":"1","status":"finished"}' } } }
      local other = copydesk.new { base_url = busy.url }
      local results = assert(other:write_all({ "a" }, { timeout = 2 })) -- too short to ask a second time
      other:close()
      assert.is_nil(results[1].err)
      assert.equal("finished", results[1].article.status)
      assert.equal(1 + 2, #busy:log())
    end)

    it("does not wait for a service that refuses for another reason", function()
      local odd = scripted.start()
      finally(function() odd:stop() end)
      odd:script { { status = 402 } }
      local other = copydesk.new { base_url = odd.url }
      assert.equal(402, assert(other:write_all { "a" })[1].err.status)
      assert.equal(1, #odd:log())
      other:close()
    end)

    it("blames the caller's line, and names the entry that is wrong", function()
      local wrong = {
        { function() desk:write_all() end, "write_all: a list or an iterator function expected, got nil" },
        { function() desk:write_all({ "a" }, { concurency = 3 }) end, 'write_all: there is no option "concurency"' },
        { function() desk:write_all({ "a" }, { concurrency = "3" }) end, "concurrency must be a number, got string" },
        { function() desk:write_all({ "a" }, { concurrency = 0 }) end, "concurrency must be at least 1" },
        { function() desk:write_all({ 7 }) end, "write_all: entry 1: a table with targetKeyword expected, got number" },
        { function() desk:as_finished("x") end, "as_finished: a list or an iterator function expected, got string" },
      }
      for _, case in ipairs(wrong) do
        local fine, message = pcall(case[1])
        assert.is_false(fine)
        assert.truthy(message:find(case[2], 1, true), message)
        assert.truthy(message:find("batch_spec.lua:%d+:"), message)
      end
    end)
  end)

  describe("as_finished", function()
    it("gives each as it finishes, and a failed one as false and its error", function()
      local first, second = assert(desk:create("indoor herb garden")), assert(desk:create("growing basil"))
      local seen, failed = {}, nil
      for article, err in desk:as_finished { first, "none", second.articleId } do
        if article then seen[article.articleId] = article.status else failed = err end
      end
      assert.same({ [first.articleId] = "finished", [second.articleId] = "finished" }, seen)
      assert.equal("none", failed.articleId)
      assert.equal(404, failed.status)
    end)

    it("in the order in which they finish", function()
      local idle = service.start { config = { workers = 0 } }
      finally(function() idle:stop() end)
      local other = copydesk.new { base_url = idle.url, api_key = idle.key }
      local ids, order = {}, {}
      for i = 1, 3 do ids[i] = assert(other:create { targetKeyword = "herbs " .. i }).articleId end
      local function cancel(id) http.request(idle, "POST", "/api/articles/" .. id .. "/cancel") end
      cancel(ids[3])
      for article, err in other:as_finished(ids) do
        assert.is_false(article)
        order[#order + 1] = err.articleId
        if #order < 3 then cancel(ids[#order]) end
      end
      assert.same({ ids[3], ids[1], ids[2] }, order)
      other:close()
    end)

    it("lets everything go when its loop is left", function()
      local idle = service.start { config = { workers = 0 } }
      finally(function() idle:stop() end)
      local other = copydesk.new { base_url = idle.url, api_key = idle.key }
      local ids = {}
      for i = 1, 5 do ids[i] = assert(other:create { targetKeyword = "herbs " .. i }).articleId end
      http.request(idle, "POST", "/api/articles/" .. ids[1] .. "/cancel")
      for article in other:as_finished(ids) do
        if article == false then break end
      end
      if _VERSION ~= "Lua 5.4" then
        collectgarbage()
        collectgarbage()
      end
      assert.is_nil(other:timeout()) -- nothing is under way
      other:close()
    end)

    it("needs no more than `concurrency` connections", function()
      local jobs = {}
      for i = 1, 12 do jobs[i] = assert(desk:create("indoor herb garden")) end
      local count = 0
      for article in desk:as_finished(jobs, { concurrency = 3 }) do
        assert.equal("finished", article.status)
        count = count + 1
      end
      assert.equal(12, count)
    end)
  end)

  it("yield in an event loop like every verb", function()
    local cqueues = require "cqueues"
    local looped = copydesk.new { base_url = writer.url, api_key = writer.key, loop = "cqueues" }
    local controller, done = cqueues.new(), 0
    for _ = 1, 2 do
      controller:wrap(function()
        check_results(assert(looped:write_all(LIST)))
        done = done + 1
      end)
    end
    assert(controller:loop())
    assert.equal(2, done)
    looped:close()
  end)

  it("works with two loops over one client inside each other", function()
    local jobs, count = {}, 0
    for i = 1, 3 do jobs[i] = assert(desk:create("indoor herb garden")) end
    for _ in desk:as_finished { jobs[1], jobs[2] } do
      for _ in desk:as_finished { jobs[3] } do count = count + 1 end
    end
    assert.equal(2, count)
  end)
end)
