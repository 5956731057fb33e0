--- Nodes on one PostgreSQL, beside pgbench with the same SQL on the same server: articles accepted, and articles
-- claimed and ended, a second. A node has one connection that writes, whatever the number of its threads; pgbench gets
-- as many clients as there are nodes, and as there are threads. spec/support/postgresql.sh starts the server.
local SECONDS = tonumber(os.getenv "COPYDESK_BENCH_SECONDS") or 4
local ACCOUNTS, THREADS, ROUNDS = 100, 16, 3
local NODES = { 1, 2, 4 }

local address = os.getenv "COPYDESK_TEST_DATABASE"
local programs = os.getenv "COPYDESK_TEST_DATABASE_BIN"
if not address then
  print "skipped: there is no PostgreSQL (spec/support/postgresql.sh run ...)"
  return
end
local bench = os.getenv "COPYDESK_BUILD" .. "/bench/nodes_bench"

local function run(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "*a"
  assert(pipe:close(), command)
  return text
end

local function sql(text)
  return run(("%s/psql -qAt '%s' -c %q"):format(programs, address, text))
end

-- Articles a second; p50 and p99 in microseconds.
local function of_nodes(work, nodes, threads)
  local out = run(("%s '%s' %s %d %d %g %d"):format(bench, address, work, nodes, threads, SECONDS, ACCOUNTS))
  return tonumber((out:match "^%S+")), out:match "^%S+ (%S+) (%S+)"
end

local function of_pgbench(work, clients)
  local options = ("-n -M prepared -c %d -j %d -T %g -D accounts=%d")
    :format(clients, math.min(clients, 4), SECONDS, ACCOUNTS)
  local script = "spec/bench/nodes_" .. work .. ".pgbench"
  local out = run(("%s/pgbench %s -f %s '%s' 2>&1"):format(programs, options, script, address))
  return assert(tonumber(out:match "tps = ([%d.]+)"), out)
end

-- A line that lasts, and what was written so far out of the way.
local function refill()
  local queued = tonumber(sql "SELECT COUNT(*) FROM article WHERE state = 'queued'")
  local missing = 60000 - queued
  if missing > 0 then run(("%s '%s' fill 1 %d 0 %d"):format(bench, address, missing, ACCOUNTS)) end
  sql "VACUUM ANALYZE"
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function compare(work, what)
  print(("%s a second, medians of %d; p50 and p99 in ms of a node's %d threads"):format(what, ROUNDS, THREADS))
  print "nodes   nodes'   p50   p99   pgbench, a client a node  ratio   a client a thread  ratio"
  for _, nodes in ipairs(NODES) do
    local ours, few, many, half, most = {}, {}, {}, nil, nil
    for round = 1, ROUNDS do
      refill()
      ours[round], half, most = of_nodes(work, nodes, THREADS)
      refill()
      few[round] = of_pgbench(work, nodes)
      refill()
      many[round] = of_pgbench(work, nodes * THREADS)
    end
    local own, one, all = median(ours), median(few), median(many)
    print(("%5d  %7.0f  %4.1f  %4.1f  %24.0f  %5.2f  %18.0f  %5.2f"):format(nodes, own, half / 1000, most / 1000, one,
      own / one, all, own / all))
  end
end

-- The server of the tests does not write to the disk for good; here it must.
sql "ALTER SYSTEM SET fsync = on"
sql "ALTER SYSTEM SET full_page_writes = on"
sql "SELECT pg_reload_conf()"
run(("%s '%s' fill 1 0 0 %d"):format(bench, address, ACCOUNTS))
compare("create", "articles accepted")
compare("claim", "articles claimed and ended")
