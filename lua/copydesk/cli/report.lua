--- A domain's report as text: what `copydesk domains report` writes.
-- @module copydesk.cli.report
local terminal = require "copydesk.cli.terminal"

local report = {}

local function write_line(format, ...)
  terminal.write(terminal.plain(format:format(...)), "\n")
end

local function count_of(number, one, many)
  return ("%d %s"):format(number, number == 1 and one or many or one .. "s")
end

-- null comes as a value of its own.
local function number_of(value)
  return type(value) == "number" and ("%d"):format(value) or "-"
end

-- A list: how many there are and what they are, then a table. Nothing but the number when it is empty.
local function write_list(title, count, entries, heads, row)
  write_line("%s%s", title, #entries > 0 and ":" or "")
  local rows = {}
  for i, entry in ipairs(entries) do rows[i] = row(entry) end
  if #rows > 0 then terminal.columns(heads, rows) end
  if count > #entries then write_line("  ... and %d more", count - #entries) end
end

local PAGE_HEADS = { ">in text", ">in lists", ">out", "page", "title" }

local function page_row(page)
  return { number_of(page.inboundInText), number_of(page.inbound - page.inboundInText), number_of(page.outbound),
    page.url, page.title }
end

local function write_pages(title, count, pages)
  write_list(title, count, pages, PAGE_HEADS, page_row)
end

-- Which pages could link to those that are linked too little.
local function write_suggestions(found)
  local entries = {}
  for _, list in ipairs { found.orphans, found.weakPages } do
    for _, page in ipairs(list) do
      for _, from in ipairs(page.suggestions) do entries[#entries + 1] = { from.url, from.text, page.url } end
    end
  end
  if #entries == 0 then return end
  write_list("Links that could be made", #entries, entries, { "on the page", "the words", "to" },
    function(entry) return entry end)
end

local function write_broken(found)
  write_list(count_of(found.brokenLinkCount, "broken link"), found.brokenLinkCount, found.brokenLinks,
    { ">answer", "on the page", "to", "the words" }, function(broken)
      return { number_of(broken.status), broken.from, broken.to, broken.text }
    end)
end

local function write_clicks(found)
  if type(found.entry) ~= "string" then return end
  write_list("Clicks from " .. found.entry, #found.depths, found.depths, { ">clicks", ">pages" }, function(depth)
    return { number_of(depth.depth), number_of(depth.pages) }
  end)
  write_pages(count_of(found.unreachableCount, "page") .. " to which no way leads from there", found.unreachableCount,
    found.unreachable)
end

local function write_anchors(found)
  write_list(count_of(found.sharedAnchorCount, "text") .. " with links to several pages", found.sharedAnchorCount,
    found.sharedAnchors, { ">links", ">pages", "the words", "such as" }, function(shared)
      return { number_of(shared.count), number_of(shared.targetCount), shared.text, shared.targets[1].url }
    end)
  write_list(count_of(found.unevenAnchorCount, "page") .. " with links that say too much the same, or too many things",
    found.unevenAnchorCount, found.unevenAnchors, { ">links", ">different", ">share", "", "page", "mostly" },
    function(uneven)
      return { number_of(uneven.count), number_of(uneven.different), ("%.0f%%"):format(uneven.share * 100),
        uneven.kind, uneven.url, uneven.text }
    end)
  write_list(count_of(found.anchorCount, "link text") .. ", the most frequent first", found.anchorCount,
    found.anchors, { ">links", "the words", "page" }, function(anchor)
      return { number_of(anchor.count), anchor.text, anchor.url }
    end)
end

--- Writes the report that `GET /api/domains/{id}/report` gives.
function report.write(found)
  write_line("%s, %s", count_of(found.pages, "page"), count_of(found.links, "link"))
  if type(found.note) == "string" then write_line("%s", found.note) end
  write_pages(count_of(found.orphanCount, "orphan") .. ", to which no page links from its text", found.orphanCount,
    found.orphans)
  write_pages(("%s, to which fewer than %d do"):format(count_of(found.weakPageCount, "weak page"), found.weakBelow),
    found.weakPageCount, found.weakPages)
  write_suggestions(found)
  write_broken(found)
  write_pages(count_of(found.deadEndCount, "dead end") .. ", which link to no other page", found.deadEndCount,
    found.deadEnds)
  write_clicks(found)
  write_pages("The most linked pages", 0, found.topPages)
  write_anchors(found)
end

return report
