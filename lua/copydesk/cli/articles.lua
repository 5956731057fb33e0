--- Commands about articles: write, status, wait, list, cancel, delete.
-- @module copydesk.cli.articles
local content = require "copydesk.content"
local core = require "copydesk.core"
local each = require "copydesk.cli.each"
local files = require "copydesk.cli.files"
local page = require "copydesk.page"
local parameters = require "copydesk.cli.parameters"
local pictures = require "copydesk.pictures"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local OUTPUT = { name = "output", short = "o", value = "FILE",
  help = "where it goes (standard output); pictures beside it, in FILE-pictures" }
local FORMAT = { name = "format", value = "FORMAT", values = { "html", "markdown", "json" },
  help = "html, markdown or json, the record (by the file's name, else html)" }
local TIMEOUT = { name = "timeout", value = "SECONDS", help = "how long to wait for the article (1800)" }
local PAGE = { name = "page", help = "a whole page, as for a FILE.html, instead of the article alone" }
local FRAGMENT = { name = "fragment", help = "the article alone, also for a FILE.html" }
local JSON = resource.JSON
local STATES = { "queued", "processing", "finished", "failed" }

local function seconds(options)
  if not options.timeout then return nil end
  local value = tonumber(options.timeout)
  if not value or value <= 0 then session.fail("usage", "--timeout takes a number of seconds above 0") end
  return value
end

-- Shows the progress. Not for a failed article: the reason is printed once, at the end.
local function show(record)
  if record.status == "failed" then return end
  terminal.progress(record.progress or 0, record.statusDetail or record.status)
end

-- Waits for an article. On a terminal the elapsed time is shown anew between changes too, so the client is stepped
-- here.
local function wait(desk, id, timeout)
  local record
  local waiting = desk:start("wait", id, { timeout = timeout, on_progress = show })
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

-- The tag of a language that the service names in English; nil where it is unknown.
local function language_tag(desk, name)
  local list = name and desk:request("GET", "/api/languages", nil, { retries = 0 })
  for _, language in ipairs(type(list) == "table" and list.data or {}) do
    if language.name == name then return language.tag end
  end
end

local FORMAT_OF_SUFFIX = { md = "markdown", markdown = "markdown", json = "json" }

-- The ending of the file's name.
local function suffix_of(options)
  return (options.output or ""):lower():match("%.(%w+)$")
end

local function format_of(options)
  local format = (options.format or FORMAT_OF_SUFFIX[suffix_of(options)] or "html"):lower()
  for _, known in ipairs(FORMAT.values) do
    if format == known then return format end
  end
  session.fail("usage", ("--format takes %s, not %q"):format(table.concat(FORMAT.values, ", "), options.format))
end

-- Is the article to be a whole page? A browser that opens a file learns the encoding from the page alone.
local function wants_page(options, format)
  if options.page and options.fragment then
    session.fail("usage", "--page and --fragment exclude each other")
  end
  if format ~= "html" then
    local given = options.page and "--page" or options.fragment and "--fragment"
    if given then session.fail("usage", ("%s is for html, not for %s"):format(given, format)) end
    return false
  end
  local suffix = suffix_of(options)
  return not options.fragment and (options.page or suffix == "html" or suffix == "htm")
end

-- Checks all options before anything is sent and paid for.
local function prepare(options)
  local format = format_of(options)
  local target = { seconds = seconds(options), format = format, page = wants_page(options, format),
    path = options.output ~= "-" and options.output, is_remote = session.is_remote(options) }
  target.write, target.file = files.output(options.output)
  return target
end

local function count_of(number, noun)
  return ("%s %s%s"):format(number, noun, number == 1 and "" or "s")
end

-- Saves the pictures beside the file, so that it outlives the service; what is no file has no place beside it.
local function keep_pictures(desk, text, target)
  if target.file then return pictures.save(desk, text, pictures.folder_of(target.file)) end
  if not target.is_remote and pictures.names(text)[1] then
    terminal.note "note: pictures are shown as long as the service runs; with -o FILE.html they are saved beside it"
  end
  return text, 0
end

local function encode_path(id)
  return "/api/articles/" .. id:gsub("[^%w_-]", function(character) return ("%%%02X"):format(character:byte()) end)
end

local function html_of(_, article)
  local output = article.output or {}
  return output.polishedHtml or output.html or session.fail("failed", "the article is finished but has no HTML")
end

-- The text of an article in each format.
local TEXTS = {
  html = html_of,
  markdown = function(desk, article) return session.check(content.markdown(desk, article)) end,
  json = function(desk, article)
    return session.check(desk:request("GET", encode_path(article.articleId), nil, { raw = true }))
  end,
}

local function deliver(desk, article, target)
  local text, saved, problem = TEXTS[target.format](desk, article), 0, nil
  if target.format ~= "json" then text, saved, problem = keep_pictures(desk, text, target) end
  if target.page then
    local language = language_tag(desk, (article.config or {}).language)
    text = page.wrap(text, { title = article.title, description = article.metaDescription, language = language })
  end
  target.write(text:sub(-1) == "\n" and text or text .. "\n")
  for _, note in ipairs(article.notes or {}) do terminal.note("note: " .. note) end
  if target.path then
    terminal.note(("wrote %s: %s, %s%s"):format(target.path, count_of(article.wordsCharged or "?", "word"),
      count_of(#(article.sources or {}), "source"),
      saved > 0 and ("; %s in %s"):format(count_of(saved, "picture"), pictures.folder_of(target.file)) or ""))
  end
  if problem then
    session.fail("failed", "pictures could not be saved, and the page leads to the service for them: " .. problem)
  end
end

-- A service inside this process ends with the command: an article that is not written by then waits for the next
-- service on the data folder.
local function note_unwritten(options, job)
  if session.is_remote(options) then return end
  terminal.note(("queued in %s; it is written when a copydesk service next runs on this folder, for example by "
    .. "`copydesk wait %s`"):format(session.data, job.articleId))
end

local function note_uncalled_webhook(options, request)
  if not request.webhookUrl or session.is_remote(options) then return end
  terminal.note(("note: this command does not wait for webhookUrl; if it has not been called yet, a copydesk service "
    .. "that next runs on %s does so"):format(session.data))
end

-- Puts the ids of what the options name into the request.
local function resolve(desk, options, request)
  for _, kind in ipairs { "brand", "integration" } do
    local field = kind .. "Id"
    if options[kind] then request[field] = resource.find(desk, kind, options[kind])[field] end
  end
end

local function write(options)
  local request = parameters.request(options[1], options.param, session.is_remote(options))
  local target = prepare(options)
  local desk = session.open(options)
  resolve(desk, options, request)
  local job = session.check(desk:create(request))
  if options["no-wait"] then
    terminal.write(job.articleId, "\n")
    return note_unwritten(options, job)
  end
  session.on_interrupt = ("; the article goes on%s: copydesk wait %s"):format(
    session.is_remote(options) and "" or " when the service runs again", job.articleId)
  deliver(desk, wait(desk, job, target.seconds), target)
  note_uncalled_webhook(options, request)
end

local function wait_for(options)
  local target = prepare(options)
  local desk = session.open(options)
  deliver(desk, wait(desk, options[1], target.seconds), target)
end

-- In the interface a cancelled article has the state "failed", with an error code that says so.
local function state_of(record)
  return record.errorCode == "cancelled" and "cancelled" or record.status
end

-- When an article was queued: in local time for a person, in UTC as ISO 8601 otherwise.
local function date_of(record)
  local format = terminal.is_shown() and "%Y-%m-%d %H:%M" or "!%Y-%m-%dT%H:%M:%SZ"
  return record.createdAt and os.date(format, math.floor(record.createdAt / 1000)) or ""
end

local function write_row(record)
  local percent = math.floor((record.progress or 0) * 100)
  terminal.row("%s  %-10s %3d%%  %-16s  %s", record.articleId, state_of(record), percent, date_of(record),
    record.title or (record.config or {}).targetKeyword or "")
end

local function status(options)
  local desk = session.open(options)
  if options.json then
    return terminal.write(session.check(desk:request("GET", encode_path(options[1]), nil, { raw = true })), "\n")
  end
  local record = session.check(desk:status(options[1]))
  write_row(record)
  local detail = record.error or record.statusDetail
  if detail and detail ~= "" then terminal.write("  ", terminal.plain(tostring(detail)), "\n") end
  for _, note in ipairs(record.notes or {}) do terminal.write("  note: ", terminal.plain(note), "\n") end
end

local function check_state(state)
  for _, known in ipairs(STATES) do
    if state == known then return end
  end
  session.fail("usage", ("--status takes %s, not %q"):format(table.concat(STATES, ", "), state))
end

local function count_wanted(options)
  if options.all and options.limit then session.fail("usage", "--all and --limit exclude each other") end
  local count = options.all and math.huge or tonumber(options.limit or 20)
  if not count or count < 1 then session.fail("usage", "--limit takes a number from 1") end
  return count
end

local function list(options)
  local left = count_wanted(options)
  if options.status then check_state(options.status) end
  local desk, cursor = session.open(options), nil
  repeat
    local path = ("/api/articles?limit=%d%s%s"):format(math.min(left, 100),
      options.status and "&status=" .. options.status or "", cursor and "&cursor=" .. cursor or "")
    local answer = session.check(desk:request("GET", path, nil, { raw = options.json }))
    if options.json then
      terminal.write(answer, "\n")
      answer = session.check(core.decode(answer))
    end
    for _, record in ipairs(options.json and {} or answer.data) do write_row(record) end
    left, cursor = left - #answer.data, answer.hasMore and answer.nextCursor
  until not cursor or left < 1
end

-- Without retries: a conflict (409) means that the article is finished, and stays.
local function cancel(options)
  local desk = session.open(options)
  each(options, function(id)
    session.check(desk:request("POST", encode_path(id) .. "/cancel", nil, { retries = 0 }))
    terminal.note("cancelled " .. id)
  end)
end

local function delete_articles(options)
  local desk = session.open(options)
  each(options, function(id)
    session.check(desk:request("DELETE", encode_path(id)))
    terminal.note("deleted " .. id)
  end)
end

return {
  { name = "write", summary = "Write an article about a keyword.", run = write,
    arguments = { { name = "KEYWORD" } },
    options = {
      { name = "param", short = "p", value = "NAME=VALUE", many = true, values = parameters.values,
        help = "a request parameter; may be repeated" },
      { name = "brand", value = "ID|NAME", help = "whom it is written for" },
      { name = "integration", value = "ID|NAME", help = "where it goes when it is finished" },
      OUTPUT, FORMAT, PAGE, FRAGMENT, TIMEOUT,
      { name = "no-wait", help = "print the article's id at once; the service writes it when it runs" },
    },
    details = {
      "Lists and objects are given as JSON: --param 'urls=[\"https://example.org/a\"]'.",
      "Progress goes to standard error.",
      "A service inside this process ends with the command. What --no-wait queued is written when a service next",
      "runs on the data folder: that of any other command, of a program, or `copydesk serve`.",
    },
    epilogue = parameters.help_lines, entries = parameters.entries },
  { name = "status", summary = "Show how far an article is.", run = status,
    arguments = { { name = "ID" } }, options = { JSON } },
  { name = "wait", summary = "Wait until an article is finished, and get its text.", run = wait_for,
    arguments = { { name = "ID" } }, options = { OUTPUT, FORMAT, PAGE, FRAGMENT, TIMEOUT } },
  { name = "list", summary = "List articles, newest first.", run = list,
    options = {
      { name = "status", value = "STATUS", values = STATES, help = "only queued, processing, finished or failed ones" },
      { name = "limit", value = "N", help = "at most so many (20)" },
      { name = "all", help = "all of them" },
      { name = "json", help = JSON.help .. ", a line for each page of it" },
    },
    details = { "Id, status, progress, date, title; for another program with tabs between them, and dates in UTC." } },
  { name = "cancel", summary = "Cancel queued or unfinished articles.", run = cancel,
    arguments = { { name = "ID", many = true } } },
  { name = "delete", summary = "Delete articles.", run = delete_articles,
    arguments = { { name = "ID", many = true } } },
}
