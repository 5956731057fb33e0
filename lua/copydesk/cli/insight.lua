--- Commands that show what lies behind: explain, how an article came about; models, who writes; account, usage and
-- ledger, what is left and what was used, given and charged.
-- @module copydesk.cli.insight
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local JSON = { name = "json", help = "the service's JSON as it is" }
local LEDGER_PAGE = 100

-- Answers with the JSON of a path, as text or as a table.
local function get(options, path)
  local desk = session.open(options)
  local answer = session.check(desk:request("GET", path, nil, { raw = options.json }))
  if options.json then terminal.write(answer, "\n") end
  return answer
end

local function section(title, heads, rows)
  if #rows == 0 then return end
  terminal.write(title, "\n")
  terminal.columns(heads, rows)
end

local function seconds(value)
  return ("%.1f"):format(value or 0)
end

-- Rows of the steps, the last of them their sum.
local function step_rows(run)
  local rows, total = {}, { calls = 0, seconds = 0, inputTokens = 0, outputTokens = 0 }
  local function add(name, step)
    rows[#rows + 1] = { name, ("%d"):format(step.calls), seconds(step.seconds), ("%d"):format(step.inputTokens),
      ("%d"):format(step.outputTokens) }
  end
  for _, step in ipairs(run.steps) do
    add(step.name, step)
    for key in pairs(total) do total[key] = total[key] + (step[key] or 0) end
  end
  if #rows > 0 then add("total", total) end
  return rows
end

-- The same of an article for which no model was asked: how long the steps took, which is not long.
local function time_rows(run)
  local rows, total = {}, 0
  for i, step in ipairs(run.steps) do
    rows[i], total = { step.name, ("%.3f"):format(step.seconds) }, total + step.seconds
  end
  if #rows > 0 then rows[#rows + 1] = { "total", ("%.3f"):format(total) } end
  return rows
end

local function failed_rows(run)
  local rows = {}
  for _, call in ipairs(run.calls) do
    if call.status ~= "done" then
      rows[#rows + 1] = { call.step, call.model or "", seconds(call.seconds), call.status }
    end
  end
  return rows
end

local function search_rows(run)
  local rows = {}
  for _, search in ipairs(run.searches) do
    rows[#rows + 1] = { search.query, search.source, ("%d"):format(search.results), seconds(search.seconds),
      search.status }
  end
  return rows
end

local function source_rows(run, used)
  local rows = {}
  for _, source in ipairs(run.sources) do
    if (source.used == true) == used then
      rows[#rows + 1] = { source.title or "", source.url or "", source.why or "" }
    end
  end
  return rows
end

local function explain(options)
  local run = get(options, ("/api/articles/%s/run"):format(resource.escape(options[1])))
  if options.json then return end
  if #run.calls > 0 then
    section("steps", { "step", ">calls", ">seconds", ">tokens in", ">tokens out" }, step_rows(run))
  else
    section("steps, without a language model", { "step", ">seconds" }, time_rows(run))
  end
  section("calls that failed", { "step", "model", ">seconds", "why" }, failed_rows(run))
  section("searches", { "query", "source", ">results", ">seconds", "status" }, search_rows(run))
  section("sources used", { "title", "address", "why" }, source_rows(run, true))
  section("sources left out", { "title", "address", "why" }, source_rows(run, false))
  if #run.steps + #run.sources == 0 then terminal.write("nothing was done yet\n") end
  if type(run.cost) == "number" then terminal.write(("cost\n  %.4f\n"):format(run.cost)) end
end

-- "reachable", "not reachable: why", or nothing where it was not asked.
local function reach_of(model)
  if model.reachable == true then return "reachable" end
  if model.reachable == false then return "not reachable: " .. (model.error or "?") end
  return ""
end

local function models(options)
  local list = get(options, options["no-check"] and "/api/models" or "/api/models?check=true")
  if options.json then return end
  local rows, failed = {}, false
  for _, model in ipairs(list.data) do
    failed = failed or model.reachable == false
    rows[#rows + 1] = { model.name, model.api, model.model or "-",
      model.context and ("%d"):format(model.context) or "-", model.effort or "-",
      model.seconds and seconds(model.seconds) or "-", reach_of(model) }
  end
  terminal.columns({ "name", "api", "model", ">context", "effort", ">seconds", "" }, rows)
  if failed then session.fail "failed" end
end

-- "5", or "unlimited".
local function amount(value)
  return value and ("%d"):format(value) or "unlimited"
end

local function account(options)
  local found = get(options, "/api/account")
  if options.json then return end
  local next_month = os.date("!%Y-%m-%d", math.floor(found.month.next / 1000))
  terminal.write(("%s, plan %s\n"):format(found.accountId, found.plan))
  local rows = {}
  for _, kind in ipairs { "words", "credits" } do
    rows[#rows + 1] = { kind, amount(found[kind].left), ("%d"):format(found[kind].used), amount(found.month[kind]),
      next_month }
  end
  terminal.columns({ "", ">left", ">used", ">by month", "next month" }, rows)
end

local USAGE = { "date", ">words", ">credits", ">articles", ">links" }

local function usage(options)
  local query = {}
  for _, name in ipairs { "from", "to" } do
    if options[name] then query[#query + 1] = name .. "=" .. resource.escape(options[name]) end
  end
  local list = get(options, "/api/usage" .. (#query > 0 and "?" .. table.concat(query, "&") or ""))
  if options.json then return end
  local rows, total = {}, { words = 0, credits = 0, articles = 0, links = 0 }
  local function add(name, day)
    rows[#rows + 1] = { name, ("%d"):format(day.words), ("%d"):format(day.credits), ("%d"):format(day.articles),
      ("%d"):format(day.links) }
  end
  for _, day in ipairs(list.data) do
    add(day.date, day)
    for key in pairs(total) do total[key] = total[key] + day[key] end
  end
  add("total", total)
  terminal.columns(USAGE, rows)
end

-- The newest rows of the ledger, as many as are asked for, page by page.
local function ledger_rows(options, wanted)
  local desk, rows, cursor = session.open(options), {}, nil
  repeat
    local query = ("limit=%d"):format(math.min(wanted - #rows, LEDGER_PAGE))
    if cursor then query = query .. "&cursor=" .. resource.escape(cursor) end
    if options.article then query = query .. "&articleId=" .. resource.escape(options.article) end
    local page = session.check(desk:request("GET", "/api/ledger?" .. query))
    for _, row in ipairs(page.data) do rows[#rows + 1] = row end
    cursor = page.hasMore and page.nextCursor or nil
  until not cursor or #rows >= wanted
  return rows
end

local function ledger(options)
  local wanted = tonumber(options.limit or 20)
  if not wanted or wanted < 1 or wanted % 1 ~= 0 then
    session.fail("usage", "--limit takes a whole number from 1 on, not " .. options.limit)
  end
  if options.json then
    if wanted > LEDGER_PAGE then
      session.fail("usage", ("--limit takes at most %d with --json, which shows one page"):format(LEDGER_PAGE))
    end
    local query = ("limit=%d"):format(wanted)
    if options.article then query = query .. "&articleId=" .. resource.escape(options.article) end
    return get(options, "/api/ledger?" .. query)
  end
  local rows = {}
  for i, row in ipairs(ledger_rows(options, wanted)) do
    rows[i] = { os.date("!%Y-%m-%d %H:%M", math.floor(row.createdAt / 1000)), row.kind, ("%+d"):format(row.words),
      ("%+d"):format(row.credits), row.articleId or "" }
  end
  terminal.columns({ "time (UTC)", "kind", ">words", ">credits", "article" }, rows)
end

return {
  { name = "explain", summary = "Show how an article came about: steps, calls, sources, cost.", run = explain,
    arguments = { { name = "ID" } }, options = { JSON } },
  { name = "models", summary = "Show the configured models, and whether they can be reached.", run = models,
    options = { { name = "no-check", help = "do not ask them whether they are there" }, JSON },
    details = { "Fails when one of them cannot be reached. Keys are never shown." } },
  { name = "account", summary = "Show the account's plan, and the words and credits that it has left.", run = account,
    options = { session.ACCOUNT, JSON } },
  { name = "usage", summary = "Show the words and credits that were used on each day.", run = usage,
    options = { { name = "from", value = "DATE", help = "the first day, YYYY-MM-DD in UTC (29 days before the last)" },
      { name = "to", value = "DATE", help = "the last day (today)" }, session.ACCOUNT, JSON } },
  { name = "ledger", summary = "Show what the account was given and charged, newest first.", run = ledger,
    options = { { name = "limit", value = "N", help = "most rows (20), at most 100 of them with --json" },
      { name = "article", value = "ID", help = "only what this article cost" }, session.ACCOUNT, JSON } },
}
