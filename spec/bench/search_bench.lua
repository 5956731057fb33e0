--- What others wait for while eight requests of one account search its articles, one after the other: 50,000 articles,
-- or as many as SEARCH_ARTICLES says (1200000; several sizes with blanks between). And what lists by state take, and
-- /metrics, where those that have ended are behind five times as many that are queued.
package.path = "./?.lua;" .. package.path
local http = require "spec.support.http"
local service = require "spec.support.service"
local socket = require "socket"

local SEARCHES, REQUESTS, LISTS = 8, 400, 100
local QUERIES = { "herb", "garden%2012345", "nothing%20of%20the%20kind", "aquarium", "compost%20heap", "den%20of" }

-- Articles of the first account as an older program would have left them, so that the service must index them first.
-- An id holds its time: a millisecond for each.
local FILL = [[
BEGIN;
DELETE FROM article_gram;
UPDATE article_gram_fill SET done_id = '', is_complete = 0;
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d - 1)
INSERT INTO article (id, account_id, engine, state, detail, progress, created_at, updated_at, version, config, sources,
  notes, title, html)
SELECT printf('%%08x-%%04x-7000-8000-%%012x', (1700000000000 + i) >> 16, (1700000000000 + i) & 65535, i), 'local', 2,
  CASE WHEN i >= %d THEN 'queued' WHEN i %% 2 = 0 THEN 'finished' ELSE 'failed' END, '', 1, 1, 1, 1,
  '{"targetKeyword":"' || CASE i %% 7 WHEN 0 THEN 'herb' WHEN 1 THEN 'indoor herb' WHEN 2 THEN 'kitchen'
  WHEN 3 THEN 'rose' WHEN 4 THEN 'water' WHEN 5 THEN 'compost' ELSE 'winter' END || ' garden ' || i || '"}', '[]', '[]',
  'The ' || CASE i %% 5 WHEN 0 THEN 'small' WHEN 1 THEN 'quiet' WHEN 2 THEN 'large' WHEN 3 THEN 'old' ELSE 'new' END
  || ' garden of number ' || i, '<p>' || hex(randomblob(300)) || '</p>' FROM n;
COMMIT;]]

local function sql(path, text)
  local pipe = assert(io.popen(("sqlite3 %s >/dev/null"):format(path), "w"))
  pipe:write(text)
  assert(pipe:close())
end

local function quantile(times, share)
  table.sort(times)
  return times[math.max(1, math.ceil(#times * share))] * 1e3
end

-- The searches go on, each as soon as it was answered, while `work` is done; how many there were.
local function beside(server, count, work)
  local connections, answered, number = {}, 0, 0
  local function send(connection)
    number = number + 1
    connection:send("GET", "/api/articles?q=" .. QUERIES[number % #QUERIES + 1])
  end
  for i = 1, count do
    connections[i] = http.connect(server, 60)
    send(connections[i])
  end
  local function go_on()
    for _, connection in ipairs(connections) do
      if #socket.select({ connection.socket }, nil, 0) > 0 then
        local status = connection:receive().status
        assert(status == 200 or status == 429, status)
        answered = answered + 1
        send(connection)
      end
    end
  end
  work(go_on)
  for _, connection in ipairs(connections) do connection:close() end
  return answered
end

-- What a page of a list and /metrics take, the middle of some times.
local function print_lists(server)
  for _, path in ipairs { "/api/articles", "/api/articles?status=finished", "/api/articles?status=failed",
    "/api/articles?status=queued", "/metrics" } do
    local times = {}
    for i = 1, LISTS do
      local start = socket.gettime()
      assert(http.request(server, "GET", path).status == 200)
      times[i] = socket.gettime() - start
    end
    print(("  GET %-32s p50 %7.2f ms, p99 %7.2f ms"):format(path, quantile(times, 0.5), quantile(times, 0.99)))
  end
end

local function measure(server, other, count)
  local times = { account = {}, list = {}, ready = {} }
  local paths = { account = "/api/account", list = "/api/articles", ready = "/readyz" }
  local begun = socket.gettime()
  local searches = beside(server, count, function(go_on)
    for _ = 1, REQUESTS do
      for name, path in pairs(paths) do
        local start = socket.gettime()
        assert(http.request(server, "GET", path, { key = other }).status == 200)
        table.insert(times[name], socket.gettime() - start)
        go_on()
      end
    end
  end)
  return times, searches, socket.gettime() - begun
end

local function run(articles)
  local server = service.start { config = { workers = 0, accounts = { second = {} } } }
  local data = server.data
  server:halt()
  sql(data .. "/copydesk.db", FILL:format(articles, articles // 6))
  server:restart()
  local begun = socket.gettime()
  local complete
  repeat
    socket.sleep(0.2)
    local pipe = io.popen(("sqlite3 %s/copydesk.db 'SELECT is_complete FROM article_gram_fill'"):format(data))
    complete = pipe:read "*l"
    pipe:close()
  until complete == "1"
  print(("%d articles, indexed in %.1f s"):format(articles, socket.gettime() - begun))
  print_lists(server)
  local other = server:key_of "second"
  for _, query in ipairs(QUERIES) do
    local start = socket.gettime()
    local answer = http.request(server, "GET", "/api/articles?q=" .. query)
    print(("  %-28s %3d found%s in %7.1f ms"):format(query, #answer.json.data,
      answer.json.hasMore and ", more" or "      ", (socket.gettime() - start) * 1e3))
  end
  local alone = measure(server, other, 0)
  local loaded, searches, seconds = measure(server, other, SEARCHES)
  print(("  beside %d searches of the first account (%.0f a second), ms of the second account:"):format(SEARCHES,
    searches / seconds))
  print "                 alone p50      p99    beside p50      p99"
  for _, name in ipairs { "account", "list", "ready" } do
    print(("    %-10s %10.2f %8.2f %13.2f %8.2f"):format(name, quantile(alone[name], 0.5), quantile(alone[name], 0.99),
      quantile(loaded[name], 0.5), quantile(loaded[name], 0.99)))
  end
  server:stop()
end

for articles in (os.getenv "SEARCH_ARTICLES" or "50000"):gmatch "%d+" do run(tonumber(articles)) end
