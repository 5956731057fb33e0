--- Nodes on one PostgreSQL that tell each other what has changed: how long that takes, what it costs the database while
-- nothing happens, and why it is not done within the transactions that write.
local cjson = require "cjson"
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local postgresql = require "spec.support.postgresql"
local service = require "spec.support.service"
local socket = require "socket"

local ROUNDS = tonumber(os.getenv "COPYDESK_BENCH_ROUNDS") or 2000
local IDLE_SECONDS = tonumber(os.getenv "COPYDESK_BENCH_SECONDS") or 60
local HELD, CLIENTS, WRITE_SECONDS = 200, 16, 4

if not io.open "/usr/lib/postgresql" then
  print "skipped: there is no PostgreSQL (sh .ci/deps database)"
  return
end

local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read "*a"
  assert(pipe:close(), command .. "\n" .. text)
  return text
end

local programs = run "ls -d /usr/lib/postgresql/*/bin | sort -t/ -k5n | tail -n 1":gsub("%s+$", "")
local server = postgresql.start { fsync = "on", full_page_writes = "on",
  shared_preload_libraries = "pg_stat_statements" }
local home = folder.new()

local function sql(text)
  return (run(("%s/psql -X -qAt -d '%s' -c %q"):format(programs, server.address, text)):gsub("%s+$", ""))
end

-- --- from node to node ---

local out = run(("%s/bench/notices_bench '%s' %d"):format(os.getenv "COPYDESK_BUILD", server.address, ROUNDS))
print(("from one node to another, microseconds, %d rounds      p50     p99    most"):format(ROUNDS))
for _, row in ipairs { { "bare", "libpq, NOTIFY and LISTEN" }, { "notices", "notices_send to the callback" } } do
  print(("  %-45s %8d %7d %7d"):format(row[2], out:match(row[1] .. " (%d+) (%d+) (%d+)")))
end

-- --- requests that are held ---

local function node(name, workers, model)
  return service.start { config = { data = server.address, folder = home .. "/" .. name, name = name,
    workers = workers, library = "examples/library",
    models = { ["*"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key } } } }
end

local model = fake_model.start()
local one, two = node("one", 0, model), node("two", 0, model)

local function create(keyword)
  local made = http.request(one, "POST", "/api/articles/v2/", { body = { targetKeyword = keyword } })
  return "/api/articles/" .. assert(made.json.articleId, made.body)
end

local function percentiles(list)
  table.sort(list)
  return list[(#list + 1) // 2] * 1000, list[math.ceil(#list * 0.99)] * 1000
end

-- A request held on a node, and the article cancelled on another, or the same one.
local function measure_held(at)
  local times = {}
  for round = 1, HELD do
    local path = create("herbs " .. round)
    local held = http.connect(at, 30)
    held:send("GET", path, { headers = { Prefer = "wait=20" } })
    socket.sleep(0.005 + math.random() * 0.02)
    local begun = socket.gettime()
    local canceller = http.connect(one, 30)
    canceller:send("POST", path .. "/cancel")
    assert(cjson.decode(held:receive("GET").body).status == "failed")
    times[round] = socket.gettime() - begun
    canceller:receive "POST"
    canceller:close()
    held:close()
  end
  return percentiles(times)
end

print(("from an article's cancel to the answer of a held request, ms, %d rounds   p50    p99"):format(HELD))
print(("  held by the same node                                    %17.1f %6.1f"):format(measure_held(one)))
print(("  held by another                                          %17.1f %6.1f"):format(measure_held(two)))
one:stop()
two:stop()

-- --- while nothing happens ---

sql "CREATE EXTENSION pg_stat_statements"
one, two = node("three", 8, model), node("four", 8, model)
assert(eventually(function()
  return sql "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'copydesk notices'" == "2"
end))
local TRANSACTIONS = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'"
socket.sleep(5)
sql "SELECT pg_stat_statements_reset()"
local before = tonumber(sql(TRANSACTIONS))
socket.sleep(IDLE_SECONDS)
local statements = tonumber(sql "SELECT SUM(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'")
local transactions = tonumber(sql(TRANSACTIONS)) - before - 3
print(("an idle node, a minute: %.0f statements in %.0f transactions (two nodes with eight workers, %d s)"):format(
  statements / 2 * 60 / IDLE_SECONDS, transactions / 2 * 60 / IDLE_SECONDS, IDLE_SECONDS))
print(sql("SELECT '  ' || calls / 2 * 60 / " .. IDLE_SECONDS
  .. " || '  ' || substr(regexp_replace(query, '\\s+', ' ', 'g'), 1, 90) FROM pg_stat_statements "
  .. "WHERE query NOT LIKE '%pg_stat%' AND calls > 1 ORDER BY calls DESC LIMIT 20"))
one:stop()
two:stop()
model:stop()

-- --- within the transactions that write ---

sql "CREATE TABLE written (id bigint GENERATED ALWAYS AS IDENTITY, what text)"
local function writes(notify)
  folder.write(home .. "/script", ("BEGIN;\nINSERT INTO written (what) VALUES (repeat('x', 500));\n%sCOMMIT;\n"):format(
    notify and "SELECT pg_notify('bare', 'work');\n" or ""))
  local text = run(("%s/pgbench -n -M prepared -c %d -j 2 -T %d -f %s '%s'"):format(programs, CLIENTS, WRITE_SECONDS,
    home .. "/script", server.address))
  return tonumber(text:match "tps = ([%d.]+)")
end
local without, with = writes(false), writes(true)
print(("%d clients that each insert a row and wait for the disk, a second: %.0f; with NOTIFY in it %.0f (%.2f)"):format(
  CLIENTS, without, with, with / without))

server:stop()
folder.remove(home)
