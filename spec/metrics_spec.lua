--- GET /metrics: what an operator's collector reads.
local http = require "spec.support.http"
local service = require "spec.support.service"

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

  it("say what runs and what it uses", function()
    local text = figures()
    assert.truthy(text:find('\ncopydesk_build_info{version="%d[^"]*"} 1\n'))
    assert.is_true(value(text, "copydesk_open_fds") > 3)
    assert.is_true(value(text, "copydesk_resident_memory_bytes") > 2 ^ 20)
  end)
end)
