--- Commands about internal links: link, and the domains whose pages are linked to.
-- @module copydesk.cli.linking
local core = require "copydesk.core"
local files = require "copydesk.cli.files"
local report_text = require "copydesk.cli.report"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local PAGES_AT_ONCE = 50
local JSON = resource.JSON

local function write_row(domain)
  terminal.row("%s  %-10s %6d pages  %s  %s", domain.domainId, domain.status or "?", domain.pageCount or 0, domain.name,
    domain.sitemapUrl or domain.startUrl or "")
end

local domains = resource.commands { kind = "domain", write = write_row }

local FORMAT_OF_SUFFIX = { md = "markdown", markdown = "markdown" }

-- Counts the links of Markdown text by the "](" between their text and their address.
local function count_markdown_links(text)
  return select(2, text:gsub("%]%(", ""))
end

-- What could have been linked and was not, with the reason.
local function write_candidates(candidates)
  local rows = {}
  for i, candidate in ipairs(candidates) do
    rows[i] = { ("%.2f"):format(candidate.score), candidate.anchorText, candidate.url, candidate.detail }
  end
  for _, row in ipairs(rows) do terminal.note(table.concat(row, "  ")) end
end

-- The content with its links, and a sentence about what was done. For HTML the service lists the links; for Markdown it
-- answers with the content alone, and they are counted here.
local function linked(desk, request)
  local is_html = request.format == "html"
  if is_html then request.format = "json" end
  local answer = session.check(desk:link(request))
  local count = is_html and #(answer.links or {})
    or count_markdown_links(answer.content) - count_markdown_links(request.content)
  local summary = ("%d %s put in"):format(count, count == 1 and "link" or "links")
  if answer.wordsAnalyzed then summary = ("%s, %d words looked at"):format(summary, answer.wordsAnalyzed) end
  return { content = answer.content, summary = summary, why = answer.summary, candidates = answer.candidates }
end

local function link(options)
  local content = files.read_text(options[1])
  local out = files.output(options.output)
  local format = (options.format or FORMAT_OF_SUFFIX[(options[1]:match("%.(%w+)$") or ""):lower()] or "html"):lower()
  local max_links = options["max-links"] and tonumber(options["max-links"])
  if options["max-links"] and not max_links then session.fail("usage", "--max-links takes a number") end
  local desk = session.open(options)
  local request = {
    content = content, format = format, domainId = domains.find(desk, options.domain).domainId,
    url = options.url, maxLinks = max_links, density = options.density, explain = options.explain,
  }
  if options.explain and format == "markdown" then
    session.fail("usage", "--explain is for html and json: of Markdown the service gives back the content alone")
  end
  if format == "json" then
    return out(session.check(desk:request("POST", "/api/internal-links/", request, { raw = true })) .. "\n")
  end
  local result = linked(desk, request)
  out(result.content)
  local path = options.output and options.output ~= "-" and ("wrote %s: "):format(options.output) or ""
  terminal.note(path .. result.summary)
  if options.explain then
    terminal.note(result.why.note)
    write_candidates(result.candidates)
  end
end

-- Follows a crawl to its end. How many pages there will be is unknown, so their number is shown and no percentage. One
-- that was just added stays when it fails: its site may be reached later.
local function follow(desk, domain, is_new)
  while domain.status == "crawling" do
    terminal.progress(nil, ("pages read: %d"):format(domain.pageCount or 0))
    domain = session.check(desk:request("GET", domains.path(domain), nil, { headers = { Prefer = "wait=2" } }))
    if domain.status == "crawling" then desk:step(0.2) end
  end
  terminal.progress_end()
  if domain.status == "failed" then
    local name = domain.name:find "[^%w._-]" and domain.domainId or domain.name
    local how = ("; %s is there, without pages: `copydesk domains refresh %s` reads it again, "
      .. "`copydesk domains remove %s` removes it"):format(domain.name, name, name)
    session.fail("failed", (domain.problem or "the pages could not be read") .. (is_new and how or ""))
  end
  return domain
end

local function read_pages(path)
  local value = core.decode(files.read_text(path))
  local pages = type(value) == "table" and (value.pages or value)
  if not pages or #pages == 0 then
    session.fail("usage", path .. ' must hold a JSON list of pages, [{"url": ..., "title": ..., "html": ...}]')
  end
  return pages
end

local function push_pages(desk, domain, pages)
  for first = 1, #pages, PAGES_AT_ONCE do
    local batch = {}
    for i = first, math.min(first + PAGES_AT_ONCE - 1, #pages) do batch[#batch + 1] = pages[i] end
    domain = session.check(desk:request("POST", domains.path(domain) .. "/pages", { pages = batch }))
    local sent = first + #batch - 1
    terminal.progress(sent / #pages, ("pages sent: %d"):format(sent))
  end
  terminal.progress_end()
  return domain
end

local function add(options)
  local pages = options.pages and read_pages(options.pages)
  if not (pages or options.start or options.sitemap) then
    session.fail("usage", "where are the pages? Give --start URL, --sitemap URL or --pages FILE")
  end
  if options.start and options.sitemap then
    session.fail("usage", "--start and --sitemap exclude each other: pages are found by their links, or by a sitemap")
  end
  local desk = session.open(options)
  local domain = session.check(desk:request("POST", "/api/domains",
    { name = options[1], startUrl = options.start, sitemapUrl = options.sitemap }))
  if pages then domain = push_pages(desk, domain, pages) end
  if not options["no-wait"] then domain = follow(desk, domain, true) end
  write_row(domain)
end

local function push(options)
  local given = read_pages(options[2])
  local desk = session.open(options)
  write_row(push_pages(desk, domains.find(desk, options[1]), given))
end

local function show(options)
  domains.show(options, function(domain)
    if domain.problem then terminal.write("  ", terminal.plain(tostring(domain.problem)), "\n") end
  end)
end

-- Percent-encodes what stands in a query.
local function encode(text)
  return (text:gsub("[^%w%-._~]", function(character) return ("%%%02X"):format(character:byte()) end))
end

local function pages(options)
  local desk = session.open(options)
  local path = domains.path(domains.find(desk, options[1])) .. "/pages?limit=1000"
  local cursor
  repeat
    local page = session.check(desk:request("GET", path .. (cursor and "&cursor=" .. encode(cursor) or "")))
    for _, each_page in ipairs(page.data) do
      if options.json then
        terminal.write(core.encode(each_page), "\n")
      else
        terminal.row("%s  %s  %s  %s", each_page.url, each_page.language ~= "" and each_page.language or "-",
          each_page.pushed and "sent" or "read", each_page.title)
      end
    end
    cursor = page.hasMore and page.nextCursor
  until not cursor
end

local function report(options)
  local query = {}
  for _, name in ipairs { "limit", "weak-below" } do
    local number = tonumber(options[name] or name == "limit" and not options.html and 20 or nil)
    if options[name] and not number then session.fail("usage", ("--%s takes a number"):format(name)) end
    local parameter = name:gsub("%-(%l)", string.upper)
    if number then query[#query + 1] = ("%s=%d"):format(parameter, number) end
  end
  local out = options.html and files.output(options.html)
  if out then query[#query + 1] = "format=html" end
  local desk = session.open(options)
  local path = ("%s/report?%s"):format(domains.path(domains.find(desk, options[1])), table.concat(query, "&"))
  local found = session.check(desk:request("GET", path, nil, { raw = options.json or out ~= nil }))
  if out then return out(found) end
  if options.json then return terminal.write(found, "\n") end
  report_text.write(found)
end

local function refresh(options)
  local desk = session.open(options)
  local path = domains.path(domains.find(desk, options[1])) .. "/refresh"
  local domain = session.check(desk:request("POST", path, nil, { retries = 0 }))
  if not options["no-wait"] then domain = follow(desk, domain) end
  write_row(domain)
end

local NO_WAIT = { name = "no-wait", help = "do not wait until the pages are read" }

return {
  { name = "link", summary = "Put internal links to a domain's pages into content.", run = link,
    arguments = { { name = "FILE" } },
    options = {
      { name = "domain", value = "ID|NAME", required = true, help = "the domain to link to (required)" },
      { name = "format", value = "FORMAT", values = { "html", "markdown", "json" },
        help = "html, markdown or json (by the file's name, else html)" },
      { name = "url", value = "URL", help = "the content's own page, never linked to" },
      { name = "density", value = "DENSITY", values = { "few", "usual", "many" },
        help = "few, usual or many links (usual)" },
      { name = "max-links", value = "N", help = "at most so many links (50)" },
      { name = "explain", help = "say why there are so many links, and what was left out" },
      { name = "output", short = "o", value = "FILE", help = "where the result goes (standard output)" },
    },
    details = { "FILE - reads standard input." } },
  { name = "domains add", summary = "Add a domain whose pages may be linked to.", run = add,
    arguments = { { name = "NAME" } },
    options = {
      { name = "start", value = "URL", help = "read the pages by following links from here" },
      { name = "sitemap", value = "URL", help = "read the pages that this sitemap lists" },
      { name = "pages", value = "FILE", help = "send the pages of a JSON file" },
      NO_WAIT,
    } },
  { name = "domains push", summary = "Send pages to a domain.", run = push,
    arguments = { { name = "ID|NAME" }, { name = "FILE" } },
    details = { "The file holds a JSON list, [{\"url\": ..., \"title\": ..., \"html\": ...}]; - reads standard input.",
      "A page that is there already is replaced." } },
  { name = "domains list", summary = "List the domains.", run = domains.list, options = { JSON } },
  { name = "domains show", summary = "Show a domain.", run = show, arguments = { { name = "ID|NAME" } },
    options = { JSON } },
  { name = "domains pages", summary = "List a domain's pages.", run = pages, arguments = { { name = "ID|NAME" } },
    options = { { name = "json", help = "a JSON object in each line" } } },
  { name = "domains report", summary = "Show how a domain's pages link to each other.", run = report,
    arguments = { { name = "ID|NAME" } },
    options = {
      { name = "limit", value = "N", help = "at most so many entries in each list (20; 100 with --html)" },
      { name = "weak-below", value = "N", help = "a page that fewer pages link to in running text is weak (3)" },
      { name = "html", value = "FILE", help = "write a page for a browser, with a drawing of the links" },
      JSON,
    },
    details = { "Orphans, weak pages and which ones could link to them, broken internal links, dead ends,",
      "clicks from the start page, and what links say." } },
  { name = "domains refresh", summary = "Read a domain's pages again.", run = refresh,
    arguments = { { name = "ID|NAME" } }, options = { NO_WAIT } },
  { name = "domains remove", summary = "Remove domains.", run = domains.remove,
    arguments = { { name = "ID|NAME", many = true } } },
}
