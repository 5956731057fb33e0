--- What holds for every content of the example's site, of the PostgreSQL manual and of the evaluation's corpora
--- (../shared/linkeval; the last two are skipped where they are absent), as HTML, as Markdown, as plain text and in
--- pieces: take the inserted links out, and the content is what it was, byte for byte; link what is linked, and nothing
--- is added. Every corpus with some of its pages; COPYDESK_LINK_PAGES=all takes all of them.
local cjson = require "cjson"
local folder = require "spec.support.folder"
local linker = require "copydesk.linker"

local FOLDER = "../shared/linkeval/corpora"
local PAGES = os.getenv "COPYDESK_LINK_PAGES" or "20"
local EXAMPLE, MANUAL = "examples/site.lua", require "spec.support.manual"
local CORPORA = { EXAMPLE, MANUAL, "bitcoinops-en", "bitcoinops-ja", "digitalgov", "foldoc", "lohelp-fr", "postgresql" }

-- Adds `plain` to each page: its HTML without links.
local function without_anchors(pages)
  for _, page in ipairs(pages) do page.plain = page.html:gsub("</?a%f[%s>][^>]*>", "") end
  return pages
end

-- Every third page of the manual; nil where it is not installed.
local function read_manual()
  local pages, number = {}, 0
  for path in assert(io.popen("ls " .. MANUAL .. "/*.html 2>/dev/null")):lines() do
    number = number + 1
    if number % 3 == 0 then
      local html = folder.read(path)
      local url = "https://manual.example/" .. path:match("[^/]+$")
      pages[#pages + 1] = { url = url, title = html:match("<title>(.-)</title>"), html = html:match("<body.*</body>") }
    end
  end
  return pages[1] and without_anchors(pages)
end

local function read_corpus(name)
  if name == EXAMPLE then return without_anchors(dofile(EXAMPLE)) end
  if name == MANUAL then return read_manual() end
  local path = ("%s/%s.jsonl.xz"):format(FOLDER, name)
  local file = io.open(path)
  if not file then return nil end
  file:close()
  local pages, pipe = {}, assert(io.popen("xz -dc " .. path))
  for line in pipe:lines() do pages[#pages + 1] = cjson.decode(line) end
  pipe:close()
  return pages
end

-- The pages to link, evenly spread.
local function sample(pages)
  local count = PAGES == "all" and #pages or math.min(tonumber(PAGES), #pages)
  local chosen = {}
  for i = 1, count do chosen[i] = pages[(i - 1) * #pages // count + 1] end
  return chosen
end

-- Contents ----------------------------------------------------------------------------------------------------------

local ENTITIES = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }

local function to_text(html)
  return (html:gsub("</?%w[^>]*>", ""):gsub("&%a+;", ENTITIES))
end

-- Roughly: what it cannot say stays HTML, which Markdown may hold.
local function to_markdown(html)
  local text = html
  for level = 1, 6 do
    text = text:gsub(("<h%d[^>]*>(.-)</h%d>"):format(level, level), "\n\n" .. ("#"):rep(level) .. " %1\n\n")
  end
  text = text:gsub('<a [^>]*href="([^"]*)"[^>]*>(.-)</a>', "[%2](%1)")
  text = text:gsub("<pre[^>]*>(.-)</pre>", "\n\n```\n%1\n```\n\n"):gsub("</?code>", "`")
  text = text:gsub("</?strong>", "**"):gsub("</?b>", "**"):gsub("</?em>", "*"):gsub("</?i>", "*")
  text = text:gsub("<li[^>]*>", "\n- "):gsub("</li>", ""):gsub("</?[uo]l[^>]*>", "\n\n"):gsub("</?p[^>]*>", "\n\n")
  return (text:gsub("</?div[^>]*>", "\n\n"):gsub("</?section[^>]*>", "\n\n"))
end

local CONTENTS = {
  { format = "html", of = function(page) return page.html end },
  { format = "html", of = function(page) return page.plain end },
  { format = "markdown", of = function(page) return to_markdown(page.plain) end },
  { format = "markdown", of = function(page) return to_markdown(page.html) end },
  { format = "text", of = function(page) return to_text(page.plain) end },
}

-- The properties ----------------------------------------------------------------------------------------------------

-- What stands before and behind the text of a link, as patterns.
local MARKUP = {
  html = { '^<a href="[^"<>]*">()', "^</a>()" },
  markdown = { "^%[()", "^%]%(.-[^\\]%)()" },
  text = { "^()", "^ <[^%s<>]*>()" },
}

--- Takes the links out; returns what is left, nil when one is not where it should be.
local function without_links(result, format)
  local before, behind = MARKUP[format][1], MARKUP[format][2]
  local pieces, at, from = {}, 1, 0
  for _, link in ipairs(result.links) do
    local length = link.start - from
    pieces[#pieces + 1] = result.content:sub(at, at + length - 1)
    at = result.content:match(before, at + length)
    if not at then return nil end
    pieces[#pieces + 1] = result.content:sub(at, at + link["end"] - link.start - 1)
    at = result.content:match(behind, at + link["end"] - link.start)
    if not at then return nil end
    from = link["end"]
  end
  pieces[#pieces + 1] = result.content:sub(at)
  return table.concat(pieces)
end

local function in_pieces(index, content, options)
  local filter, out, at = index:filter(options), {}, 1
  while at <= #content do
    local length = math.random(5000)
    out[#out + 1] = filter:write(content:sub(at, at + length - 1))
    at = at + length
  end
  out[#out + 1] = filter:finish()
  return table.concat(out)
end

-- Returns what is wrong, and the number of links.
local function fault_of(index, content, options)
  local first = assert(index:link(content, options))
  if without_links(first, options.format) ~= content then return "the content is not what it was", 0 end
  local second = assert(index:link(first.content, options))
  if #second.links > 0 then return "linked again: " .. second.links[1].anchorText .. " " .. second.links[1].url, 0 end
  if second.content ~= first.content then return "changed without a link", 0 end
  if in_pieces(index, content, options) ~= first.content then return "other links in pieces", 0 end
  return nil, #first.links
end

describe("linked content", function()
  for _, name in ipairs(CORPORA) do
    it("of " .. name .. " is the content and its links, once", function()
      local pages = read_corpus(name)
      if not pages then
        pending(name .. " is not there")
        return
      end
      math.randomseed(1)
      local path, i = os.tmpname(), 0
      local index = assert(linker.build { path = path, pages = function()
        i = i + 1
        return pages[i] and { url = pages[i].url, title = pages[i].title, html = pages[i].html }
      end })
      local faults, links = {}, 0
      for _, page in ipairs(sample(pages)) do
        for number, kind in ipairs(CONTENTS) do
          for _, min_score in ipairs { false, 0 } do
            local options = { format = kind.format, url = page.url, min_score = min_score or nil }
            local fault, count = fault_of(index, kind.of(page), options)
            links = links + count
            if fault then
              local where = ("%s, content %d, min_score %s: "):format(page.url, number, tostring(min_score))
              faults[#faults + 1] = where .. fault
            end
          end
        end
      end
      index:close()
      os.remove(path)
      assert.equal("", table.concat(faults, "\n", 1, math.min(#faults, 20)), #faults .. " faults")
      assert.is_true(links > 100, links .. " links")
    end)
  end
end)
