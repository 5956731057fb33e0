--- `copydesk move` beside pg_restore of the same rows: both fill a schema that has its indexes and keys already, on the
-- same server (spec/support/postgresql.sh starts it). The move reads SQLite, and compares both databases afterwards.
local folder = require "spec.support.folder"
local socket = require "socket"

local ARTICLES = tonumber(os.getenv "ARTICLES") or 50000
local PAGES = tonumber(os.getenv "PAGES") or 20000
local ARTICLE_BYTES, PAGE_BYTES = 2000, 10000 -- of HTML
local ROUNDS = 3
-- As their keys refer to each other.
local TABLES = { "account", "api_key", "article", "domain", "domain_page", "ledger" }

local address = os.getenv "COPYDESK_TEST_DATABASE"
local programs = os.getenv "COPYDESK_TEST_DATABASE_BIN"
if not address then
  print "skipped: there is no PostgreSQL (spec/support/postgresql.sh run ...)"
  return
end

local function run(command)
  local began = socket.gettime()
  local pipe = assert(io.popen(command .. " 2>&1"))
  local text = pipe:read "*a"
  assert(pipe:close(), command .. ": " .. text)
  return socket.gettime() - began, text
end

local function database(name)
  return (address:gsub("/postgres%?", "/" .. name .. "?"))
end

local function psql(name, sql)
  local _, text = run(("%s/psql -X -qAt '%s' -c %q"):format(programs, database(name), sql))
  return text
end

local function make(name)
  psql("postgres", ("DROP DATABASE IF EXISTS %s WITH (FORCE)"):format(name))
  psql("postgres", "CREATE DATABASE " .. name)
end

-- A data folder with so many articles, each with a row in the ledger, and pages.
local function fill(home)
  assert(require("copydesk.service").start { data = home, listen = "127.0.0.1:0" }):stop()
  folder.write(home .. "/fill.sql", ([[
    PRAGMA synchronous = OFF;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
      INSERT INTO article (id, account_id, engine, state, detail, progress, created_at, updated_at, version, config,
        sources, notes, html) SELECT printf('%%08x-0000-7000-8000-%%012x', i / 7, i), 'local', 2, 'finished', '', 1, i,
        i, 1, '{"targetKeyword":"soil ' || i || '"}', '[]', '[]', hex(randomblob(%d)) FROM n;
    INSERT INTO ledger (id, account_id, kind, subject, words, credits, created_at)
      SELECT 'l' || id, 'local', 'article', id, -1000, 0, created_at FROM article;
    INSERT INTO domain (id, account_id, name, state, created_at, updated_at)
      VALUES ('d', 'local', 'site', 'ready', 1, 1);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
      INSERT INTO domain_page (domain_id, url, title, language, touched_at, pushed, html) SELECT 'd',
        'https://site.example/' || hex(randomblob(8)), 'page', 'en', i, 0, CAST(hex(randomblob(%d)) AS BLOB) FROM n;
    PRAGMA wal_checkpoint(TRUNCATE);
  ]]):format(ARTICLES, ARTICLE_BYTES // 2, PAGES, PAGE_BYTES // 2))
  run(("sqlite3 %s/copydesk.db <%s/fill.sql"):format(home, home))
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function move(home)
  make "moved"
  os.remove(home .. "/moved")
  local _, text = run(("copydesk move --json --from %s --to '%s'"):format(home, database "moved"))
  local function number(name) return assert(tonumber(text:match('"' .. name .. '":(%d+)')), text) end
  return number "copyMs" / 1000, number "compareMs" / 1000
end

local function restore(home)
  make "restored"
  run(("%s/pg_restore -s -d '%s' %s/dump"):format(programs, database "restored", home))
  local seconds = 0
  for _, name in ipairs(TABLES) do
    seconds = seconds + run(("%s/pg_restore -a -t %s -d '%s' %s/dump"):format(programs, name, database "restored",
      home))
  end
  return seconds
end

local home = folder.new()
fill(home)
local copied, compared, restored = {}, {}, {}
for round = 1, ROUNDS do
  copied[round], compared[round] = move(home)
  if round == 1 then run(("%s/pg_dump -Fc -Z0 -f %s/dump '%s'"):format(programs, home, database "moved")) end
  restored[round] = restore(home)
end
local bytes = ARTICLES * ARTICLE_BYTES + PAGES * PAGE_BYTES
print(("%d articles with a row in the ledger each, %d pages, %.0f MB of HTML; medians of %d"):format(ARTICLES, PAGES,
  bytes / 1e6, ROUNDS))
for _, row in ipairs { { "copied", copied }, { "compared", compared }, { "pg_restore", restored } } do
  local seconds = median(row[2])
  print(("%-10s %6.1f s  %7.0f rows a second  %5.1f MB a second"):format(row[1], seconds,
    (2 * ARTICLES + PAGES) / seconds, bytes / 1e6 / seconds))
end
print(("pg_restore's time is %.2f of the copying's"):format(median(restored) / median(copied)))
psql("postgres", "DROP DATABASE moved WITH (FORCE)")
psql("postgres", "DROP DATABASE restored WITH (FORCE)")
folder.remove(home)
