--- GET /metrics: what an operator's collector reads.
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

describe("the figures of the service", function()
  local server

  setup(function() server = service.start { config = { workers = 0 } } end)
  teardown(function() server:stop() end)

  local function figures()
    local answer = http.request(server, "GET", "/metrics")
    assert.equal(200, answer.status)
    return answer.body
  end

  local function value(text, series)
    local at = select(2, text:find("\n" .. series .. " ", 1, true))
    return at and tonumber(text:match("^%S+", at + 1))
  end

  it("describe each family once, before its lines", function()
    local known = {}
    for line in figures():gmatch("[^\n]+") do
      local name, kind = line:match("^# TYPE (%S+) (%S+)$")
      if name then
        assert.is_nil(known[name], name)
        known[name] = kind
      elseif line:sub(1, 1) ~= "#" then
        local series = line:match("^[%w_]+")
        local family = known[series] and series or series:gsub("_bucket$", ""):gsub("_sum$", ""):gsub("_count$", "")
        assert.truthy(known[family], series)
        assert.equal(known[family] == "counter", family:find("_total$") ~= nil, family)
        assert.truthy(tonumber(line:match(" (%S+)$")), line)
      end
    end
  end)

  it("count the articles that wait", function()
    local before = value(figures(), 'copydesk_articles{state="queued"}')
    assert.equal(200, http.request(server, "POST", "/api/articles/v2/", { body = { targetKeyword = "herbs" } }).status)
    local text = figures()
    assert.equal(before + 1, value(text, 'copydesk_articles{state="queued"}'))
    assert.equal(0, value(text, 'copydesk_articles{state="processing"}'))
  end)

  it("say whether other nodes are heard, and how often the database was connected again", function()
    assert.is_truthy(eventually(function() return value(figures(), "copydesk_notices_heard") == 1 end))
    local before = value(figures(), "copydesk_database_reconnects_total")
    if not database.is_server() then return assert.equal(0, before) end
    database.query(server.data, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
      .. "AND application_name = 'copydesk notices'")
    assert.is_truthy(eventually(function()
      return value(figures(), "copydesk_database_reconnects_total") > before
        and value(figures(), "copydesk_notices_heard") == 1
    end))
  end)

  it("count answers by the pattern of the route, never by the path", function()
    local id = "01890000-0000-7000-8000-000000000000"
    local series = 'copydesk_http_requests_total{method="GET",route="/api/articles/{id}",class="4xx"}'
    local before = value(figures(), series) or 0
    assert.equal(404, http.request(server, "GET", "/api/articles/" .. id).status)
    assert.equal(404, http.request(server, "GET", "/no/such/path").status)
    local text = figures()
    assert.equal(before + 1, value(text, series))
    assert.truthy(value(text, 'copydesk_http_requests_total{method="",route="",class="4xx"}'))
    assert.is_nil(text:find(id, 1, true))
    assert.is_nil(text:find("/no/such", 1, true))
  end)

  it("count every duration in one histogram by route", function()
    http.request(server, "GET", "/healthz")
    local text, last, bounds = figures(), 0, 0
    for count in text:gmatch('_seconds_bucket{method="GET",route="/healthz",le="[^"]+"} (%d+)') do
      assert.is_true(tonumber(count) >= last)
      last, bounds = tonumber(count), bounds + 1
    end
    assert.equal(9, bounds)
    assert.equal(last, value(text, 'copydesk_http_request_duration_seconds_count{method="GET",route="/healthz"}'))
    assert.equal(last, value(text, 'copydesk_http_requests_total{method="GET",route="/healthz",class="2xx"}'))
  end)

  it("say how long steps take, and how deliveries ended", function()
    local hook, library = scripted.start(), folder.new()
    folder.write(library .. "/herbs.md", herbs)
    local working = service.start {
      config = { library = library, allow_addresses = { "127.0.0.1:" .. hook.port } } }
    hook:script { { status = 500 }, { status = 204 } }
    local integration = http.request(working, "POST", "/api/integrations",
      { body = { kind = "webhook", name = "Hook", settings = { url = hook.url } } }).json
    local id = http.request(working, "POST", "/api/articles/v2",
      { body = { targetKeyword = "herb garden", integrationId = integration.integrationId } }).json.articleId
    assert.equal("finished", http.wait(working, id).status)
    local text
    assert.is_true(eventually(function()
      text = http.request(working, "GET", "/metrics").body
      return value(text, 'copydesk_delivery_attempts_total{kind="webhook",outcome="again"}') == 1
    end))
    local run = http.request(working, "GET", "/api/articles/" .. id .. "/run").json
    assert.is_true(#run.steps > 0)
    for _, step in ipairs(run.steps) do
      local kind = step.name:gsub("[-%d]+$", "")
      assert.is_true((value(text, ('copydesk_step_seconds_count{step="%s"}'):format(kind)) or 0) > 0, kind)
      assert.truthy(value(text, ('copydesk_step_seconds_sum{step="%s"}'):format(kind)), kind)
    end
    working:stop()
    hook:stop()
    folder.remove(library)
  end)

  it("count what models were asked, and how it ended", function()
    local model = scripted.start()
    model:script { POST = { { body = json.encode {
      choices = { { message = { content = "no JSON" }, finish_reason = "stop" } },
      usage = { prompt_tokens = 120, completion_tokens = 7 } } } } }
    local working = service.start { config = { allow_addresses = { "127.0.0.1:" .. model.port }, models = {
      ["*"] = { api = "openai", base_url = model.url .. "/v1", model = "small", api_key = "none" } } } }
    local id = http.request(working, "POST", "/api/articles/v2", { body = { targetKeyword = "herbs" } }).json.articleId
    assert.equal("failed", http.wait(working, id).status)
    local text, label = http.request(working, "GET", "/metrics").body, 'model="small"'
    local run = http.request(working, "GET", "/api/articles/" .. id .. "/run").json
    local calls = 0
    for _, outcome in ipairs { "done", "failed" } do
      calls = calls + (value(text, ("copydesk_model_calls_total{%s,outcome=\"%s\"}"):format(label, outcome)) or 0)
    end
    assert.is_true(calls > 0)
    local asked = 0
    for _, call in ipairs(run.calls) do asked = asked + (call.step:find "/refused$" and 0 or 1) end
    assert.equal(asked, calls)
    assert.equal(120 * calls, value(text, ("copydesk_model_tokens_total{%s,direction=\"input\"}"):format(label)))
    assert.equal(7 * calls, value(text, ("copydesk_model_tokens_total{%s,direction=\"output\"}"):format(label)))
    working:stop()
    model:stop()
  end)

  describe("for Prometheus", function()
    local place, promtool

    -- What promtool says, and whether it is content.
    local function check(what, name, text)
      folder.write(place .. "/" .. name, text)
      local pipe = assert(io.popen(("env -u LD_PRELOAD promtool check %s < %s/%s 2>&1"):format(what, place, name)))
      local said = pipe:read "a"
      return said, pipe:close()
    end

    setup(function()
      place = folder.new()
      promtool = os.execute "command -v promtool >/dev/null"
    end)
    teardown(function() folder.remove(place) end)

    it("pass its own check", function()
      if not promtool then return pending "prometheus is not installed" end
      http.request(server, "GET", "/healthz")
      local said, good = check("metrics", "metrics", figures())
      assert.is_true(good, said)
      assert.equal("", said)
    end)

    it("have all that the dashboard asks for", function()
      local dashboard = json.decode(folder.read "examples/operating/dashboard.json")
      local known, rules = {}, { "groups:", "- name: dashboard", "  rules:" }
      for name, kind in figures():gmatch "# TYPE (%S+) (%S+)" do
        known[name] = true
        if kind == "histogram" or kind == "summary" then known[name .. "_sum"], known[name .. "_count"] = true, true end
        if kind == "histogram" then known[name .. "_bucket"] = true end
      end
      for _, panel in ipairs(dashboard.panels) do
        assert.is_true(#panel.targets > 0, panel.title)
        for _, target in ipairs(panel.targets) do
          for name in target.expr:gmatch "copydesk_[%w_]+" do
            assert.truthy(known[name], panel.title .. ": " .. name)
          end
          local expr = target.expr:gsub("%$__rate_interval", "5m")
          rules[#rules + 1] = ("  - {record: 'panel:%d:%s', expr: '%s'}"):format(panel.id, target.refId, expr)
        end
      end
      if not promtool then return pending "prometheus is not installed" end
      folder.write(place .. "/rules.yml", table.concat(rules, "\n") .. "\n")
      local pipe = assert(io.popen("env -u LD_PRELOAD promtool check rules " .. place .. "/rules.yml 2>&1"))
      local said = pipe:read "a"
      assert.is_true(pipe:close(), said)
    end)
  end)

  it("say what runs and what it uses", function()
    local text = figures()
    assert.truthy(text:find('\ncopydesk_build_info{version="%d[^"]*"} 1\n'))
    assert.is_true(math.abs(os.time() - value(text, "copydesk_start_time_seconds")) < 600)
    assert.is_true(value(text, "copydesk_open_fds") > 3)
    assert.is_true(value(text, "copydesk_resident_memory_bytes") > 2 ^ 20)
  end)
end)
