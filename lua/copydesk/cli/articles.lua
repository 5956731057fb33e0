--- Commands about articles: write, status, wait, list, cancel, delete.
-- @module copydesk.cli.articles
local files = require "copydesk.cli.files"
local parameters = require "copydesk.cli.parameters"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local OUTPUT = { name = "output", short = "o", value = "FILE", help = "where the HTML goes (standard output)" }
local TIMEOUT = { name = "timeout", value = "SECONDS", help = "how long to wait for the article (1800)" }
local JSON = { name = "json", help = "the service's JSON as it is" }

local function seconds(options)
  if not options.timeout then return nil end
  local value = tonumber(options.timeout)
  if not value or value <= 0 then session.fail("usage", "--timeout takes a number of seconds") end
  return value
end

-- Why an article failed is told once, at the end.
local function show(record)
  if record.status == "failed" then return end
  terminal.progress(record.progress or 0, record.statusDetail or record.status)
end

-- On a terminal the elapsed time moves on between changes too, so the wait is driven from here.
local function wait(desk, id, options)
  local record
  local waiting = desk:start("wait", id, { timeout = seconds(options), on_progress = show })
  while true do
    local done, article, err = waiting:advance()
    if done == "progress" then
      record = article
      show(record)
    elseif done then
      terminal.progress_end()
      return session.check(article, err)
    else
      session.check(desk:step(terminal.is_live() and 0.25 or 1))
      if record and terminal.is_live() then show(record) end
    end
  end
end

local function deliver(article, write, path)
  local output = article.output or {}
  local html = output.polishedHtml or output.html
  if not html then session.fail("failed", "the article is finished but has no HTML") end
  write(html:sub(-1) == "\n" and html or html .. "\n")
  for _, note in ipairs(article.notes or {}) do terminal.note("note: " .. note) end
  if path and path ~= "-" then
    local words, sources = article.wordsCharged or "?", #(article.sources or {})
    terminal.note(("wrote %s: %s words, %d sources"):format(path, words, sources))
  end
end

local function encode_path(id)
  return "/api/articles/" .. id:gsub("[^%w_-]", function(character) return ("%%%02X"):format(character:byte()) end)
end

local function write(options)
  local request = parameters.request(options[1], options.param)
  local out = files.output(options.output)
  local desk = session.open(options)
  local job = session.check(desk:create(request))
  if options["no-wait"] then return terminal.write(job.articleId, "\n") end
  session.on_interrupt = ("; the article goes on%s: copydesk wait %s"):format(
    session.is_remote(options) and "" or " when the service runs again", job.articleId)
  deliver(wait(desk, job, options), out, options.output)
end

local function wait_for(options)
  local out = files.output(options.output)
  deliver(wait(session.open(options), options[1], options), out, options.output)
end

local function line(record)
  local keyword = record.title or (record.config or {}).targetKeyword or ""
  local percent = math.floor((record.progress or 0) * 100)
  return ("%s  %-10s %3d%%  %s"):format(record.articleId, record.status, percent, keyword)
end

local function status(options)
  local desk = session.open(options)
  if options.json then
    return terminal.write(session.check(desk:request("GET", encode_path(options[1]), nil, { raw = true })), "\n")
  end
  local record = session.check(desk:status(options[1]))
  terminal.write(line(record), "\n")
  local detail = record.error or record.statusDetail
  if detail and detail ~= "" then terminal.write("  ", tostring(detail), "\n") end
  for _, note in ipairs(record.notes or {}) do terminal.write("  note: ", note, "\n") end
end

local function list(options)
  local left = tonumber(options.limit or 20)
  if not left or left < 1 then session.fail("usage", "--limit takes a number from 1") end
  if options.status and not options.status:find("^%l+$") then
    session.fail("usage", "--status takes queued, processing, finished or failed")
  end
  local desk, cursor = session.open(options), nil
  repeat
    local path = ("/api/articles?limit=%d%s%s"):format(math.min(left, 100),
      options.status and "&status=" .. options.status or "", cursor and "&cursor=" .. cursor or "")
    local page = session.check(desk:request("GET", path, nil, { raw = options.json }))
    if options.json then return terminal.write(page, "\n") end
    for _, record in ipairs(page.data) do terminal.write(line(record), "\n") end
    left, cursor = left - #page.data, page.hasMore and page.nextCursor
  until not cursor or left < 1
end

-- A conflict is final here: an article that is finished stays so.
local function cancel(options)
  local desk = session.open(options)
  for _, id in ipairs(options) do
    session.check(desk:request("POST", encode_path(id) .. "/cancel", nil, { retries = 0 }))
    terminal.note("cancelled " .. id)
  end
end

local function delete(options)
  local desk = session.open(options)
  for _, id in ipairs(options) do
    session.check(desk:request("DELETE", encode_path(id)))
    terminal.note("deleted " .. id)
  end
end

return {
  { name = "write", summary = "Write an article about a keyword.", run = write,
    arguments = { { name = "KEYWORD" } },
    options = {
      { name = "param", short = "p", value = "NAME=VALUE", many = true, help = "a request parameter; may be repeated" },
      OUTPUT, TIMEOUT,
      { name = "no-wait", help = "print the article's id at once, and leave it to the service" },
    },
    details = {
      "Lists and objects are given as JSON: --param 'urls=[\"https://example.org/a\"]'.",
      "Progress goes to standard error.",
    },
    epilogue = parameters.help_lines },
  { name = "status", summary = "Show how far an article is.", run = status,
    arguments = { { name = "ID" } }, options = { JSON } },
  { name = "wait", summary = "Wait until an article is finished, and get its HTML.", run = wait_for,
    arguments = { { name = "ID" } }, options = { OUTPUT, TIMEOUT } },
  { name = "list", summary = "List articles, newest first.", run = list,
    options = {
      { name = "status", value = "STATUS", help = "only queued, processing, finished or failed ones" },
      { name = "limit", value = "N", help = "at most so many (20)" },
      JSON,
    } },
  { name = "cancel", summary = "Cancel queued or unfinished articles.", run = cancel,
    arguments = { { name = "ID", many = true } } },
  { name = "delete", summary = "Delete articles.", run = delete, arguments = { { name = "ID", many = true } } },
}
