--- Small sites to link with, for the specs of copydesk.linker.
local linker = require "copydesk.linker"

local LinkSite = {}

local HOST = "https://example.org"

--- Builds an index of pages and opens it. The file is gone at once: an open index needs no name.
function LinkSite.build(list, progress)
  local path, i = os.tmpname(), 0
  local index = assert(linker.build {
    path = path,
    pages = function()
      i = i + 1
      return list[i]
    end,
    progress = progress,
  })
  os.remove(path)
  return index
end

--- Pages of these titles: { "Basil", "Herb Garden" } are /basil and /herb-garden. Behind a bar stands a language.
function LinkSite.pages(titles)
  local list = {}
  for i, title in ipairs(titles) do
    local name, language = title:match("^(.-)|(.*)$")
    name = name or title
    list[i] = { url = HOST .. "/" .. name:lower():gsub("[^%w]+", "-"), title = name,
      html = "<p>All of it stands on this page, number " .. i .. ".</p>", language = language or "en" }
  end
  return list
end

function LinkSite.of(titles) return LinkSite.build(LinkSite.pages(titles)) end

--- Links with whatever the score is, unless the options say, and gives the anchors' texts, joined by bars.
function LinkSite.anchors(index, content, options)
  options = options or {}
  if not options.min_score then options.min_score = 0 end
  local texts = {}
  for i, link in ipairs(assert(index:link(content, options)).links) do texts[i] = link.anchorText end
  return table.concat(texts, "|")
end

return LinkSite
