--- An HTML page as its reader sees it: title, blocks in order, lists with their items, and one text to look things up
--- in.
--
--     local page = page_reader.parse(html)
--     page.title
--     page.blocks      { { kind = "heading" | "text" | "pre" | "cell", level=, text=, from=, to=, item=, exponents= } }
--                      of headings also in_note: it stands in a box with a note or a warning
--     page.lists       { { ordered=, items = { text of the item alone, ... } } }: items at the top level of the list
--     page.links       { { href=, text= } }
--     page:whole()     the texts of the blocks, one a line
--
-- Superscripts stand as "^2" in texts, those that are links (footnotes) not at all. It reads more than a writer should:
-- navigation and asides too, so that whatever an article quotes is found.
local tokens = require "spec.report.tokens"
local words = require "spec.report.words"

local page = {}
page.__index = page

local function set(text)
  local result = {}
  for word in text:gmatch("%S+") do result[word] = true end
  return result
end

local SKIPPED = set "script style noscript template svg head nav select button"
local HEADINGS = { h1 = 1, h2 = 2, h3 = 3, h4 = 4, h5 = 5, h6 = 6 }
local BLOCKS = set [[p div section article main aside header footer ul ol li dl dt dd table tr td th thead tbody caption
  blockquote pre h1 h2 h3 h4 h5 h6 hr br figure figcaption form fieldset address body html center]]
local LISTS = set "ul ol dl"
local STRUCK = set "s del strike"

local Reader = {}
Reader.__index = Reader

function Reader:flush(to)
  local text = words.squeeze(table.concat(self.parts))
  if self.pre then text = table.concat(self.parts):gsub("^%s*\n", ""):gsub("%s+$", "") end
  if text ~= "" then
    local block = { kind = self.pre and "pre" or self.level and "heading" or self.cell and "cell" or "text",
      level = self.level, in_note = self.level and self.notes > 0 or nil, text = text, from = self.from,
      to = to, depth = #self.lists, tag = self.tag }
    self.page.blocks[#self.page.blocks + 1] = block
    local list = self.lists[#self.lists]
    if list and list.open and not self.pre then
      local items = list.items
      items[#items] = items[#items] == "" and text or items[#items] .. " " .. text
    end
  end
  self.parts, self.from, self.tag = {}, nil, nil
end

-- Of inline texts that are all hidden until a script shows one, a reader is taken to see the last.
function Reader:is_other_choice(token)
  if token.name ~= "span" or not token.attributes:find("%shidden%f[%W]") then return false end
  local depth, at = 1, token.to + 1
  while depth > 0 do
    local _, to, slash = self.html:find("<(/?)span[^>]*>", at)
    if not to then return false end
    depth, at = depth + (slash == "" and 1 or -1), to + 1
  end
  return self.html:find("^%s*<span hidden", at) ~= nil
end

local NOTES = set "note warning tip caution important admonition"

-- A division: is it a box with a note?
function Reader:open_box(token)
  local is_note = false
  for class in (tokens.attribute(token, "class") or ""):gmatch("%S+") do is_note = is_note or NOTES[class] or false end
  self.boxes[#self.boxes + 1] = is_note
  if is_note then self.notes = self.notes + 1 end
end

function Reader:start(token)
  local name = token.name
  if SKIPPED[name] or STRUCK[name] or self:is_other_choice(token) then
    self.skipping, self.depth = name, 1
    return
  end
  if name == "sup" then self.sup = { at = #self.parts + 1, is_link = self.link ~= nil } end
  if name == "a" then
    local href = tokens.attribute(token, "href")
    if href then self.link = { href = href, at = #self.parts + 1 } end
    if self.sup and href then self.sup.is_link = true end
  end
  if not BLOCKS[name] then return end
  self:flush(token.from - 1)
  self.from, self.tag = token.from, name
  if name == "div" then self:open_box(token) end
  if name == "pre" then self.pre = true end
  if HEADINGS[name] then self.level = HEADINGS[name] end
  if name == "td" or name == "th" then self.cell = true end
  if name == "br" then self.parts[1] = " " end
  if LISTS[name] then
    local list = { ordered = name == "ol", items = {}, is_dl = name == "dl" }
    self.lists[#self.lists + 1] = list
    self.page.lists[#self.page.lists + 1] = list
  end
  local list = self.lists[#self.lists]
  if list and (name == "li" or name == "dt" or name == "dd" and not list.after_term) then
    list.items[#list.items + 1], list.open = "", true
  end
  if list and list.is_dl then list.after_term = name == "dt" or list.after_term and name ~= "dd" end
end

function Reader:stop(token)
  local name = token.name
  if name == "sup" and self.sup then
    if self.sup.is_link then
      for i = #self.parts, self.sup.at, -1 do self.parts[i] = nil end
    elseif self.parts[self.sup.at] then
      self.parts[self.sup.at] = "^" .. self.parts[self.sup.at]
    end
    self.sup = nil
  elseif name == "a" and self.link then
    local text = words.squeeze(table.concat(self.parts, "", math.min(self.link.at, #self.parts + 1)))
    self.page.links[#self.page.links + 1] = { href = self.link.href, text = text }
    self.link = nil
  end
  if not BLOCKS[name] then return end
  self:flush(token.to)
  if name == "div" and table.remove(self.boxes) then self.notes = self.notes - 1 end
  if name == "pre" then self.pre = nil end
  if HEADINGS[name] then self.level = nil end
  if name == "td" or name == "th" then self.cell = nil end
  if LISTS[name] then self.lists[#self.lists] = nil end
end

function Reader:take(token)
  if self.skipping then
    if token.name == self.skipping then self.depth = self.depth + (token.kind == "start" and 1 or -1) end
    if self.skipping == "head" and token.kind == "text" and self.in_title then
      self.page.title, self.in_title = self.page.title or words.squeeze(token.text), nil
    end
    if token.kind == "start" then self.in_title = token.name == "title" end
    if token.kind == "start" and token.name == "body" then self.depth = 0 end
    if self.depth == 0 then self.skipping = nil end
  elseif token.kind == "text" and not token.is_raw then
    self.from = self.from or token.from
    self.parts[#self.parts + 1] = token.text
  elseif token.kind == "start" then
    self:start(token)
  elseif token.kind == "end" then
    self:stop(token)
  end
end

--- Reads a page from its HTML, in UTF-8.
function page.parse(html)
  local self = setmetatable({ blocks = {}, lists = {}, links = {} }, page)
  local reader = setmetatable({ page = self, html = html, parts = {}, lists = {}, boxes = {}, notes = 0 }, Reader)
  for token in tokens.each(html) do reader:take(token) end
  reader:flush(#html)
  return self
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- As UTF-8, by what the page declares; what declares nothing and is no UTF-8 is windows-1252.
local function in_utf8(text, path)
  local declared = text:sub(1, 2048):match("[cC][hH][aA][rR][sS][eE][tT]%s*=%s*[\"']?([%w_-]+)")
  local charset = declared and declared:lower() or utf8.len(text) and "utf-8" or "windows-1252"
  if charset == "utf-8" or charset == "utf8" or charset == "us-ascii" then return text end
  if charset == "iso-8859-1" then charset = "windows-1252" end
  local pipe = assert(io.popen(("env -u LD_PRELOAD iconv -c -f %s -t UTF-8 %s 2>/dev/null"):format(quote(charset),
    quote(path))))
  local converted = pipe:read("a")
  pipe:close()
  return converted ~= "" and converted or text
end

--- The HTML of a file, in UTF-8; nil when it cannot be read.
function page.load(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return in_utf8(text, path)
end

local cached, cached_count = {}, 0

-- A plain text or Markdown: its headings, items and paragraphs, without the marks of strong text.
local function parse_plain(text)
  local self = setmetatable({ blocks = {}, lists = {}, links = {} }, page)
  text = text:gsub("^%-%-%-\n.-\n%-%-%-\n", ""):gsub("%*%*", "")
  text = text:gsub("\n(#+ [^\n]*)", "\n\n%1\n"):gsub("\n([-*] )", "\n\n%1"):gsub("\n(%d+%. )", "\n\n%1")
  for paragraph in (text .. "\n\n"):gmatch("(.-)\n%s*\n") do
    local marks, heading = paragraph:match "^%s*(#+) (.+)$"
    local rest = heading or paragraph:gsub("^%s*[-*] ", ""):gsub("^%s*%d+%. ", ""):gsub("^%s*> ?", "")
    if rest:find "%S" then
      self.blocks[#self.blocks + 1] = { kind = marks and "heading" or "text", level = marks and #marks,
        text = words.squeeze(rest) }
    end
  end
  return self
end

--- The page of a file, read once while few are asked for; nil when there is none.
function page.read(path)
  if cached[path] == nil then
    if cached_count > 400 then cached, cached_count = {}, 0 end
    local text, parse = page.load(path), path:find("%.html?$") and page.parse or parse_plain
    cached[path], cached_count = text and parse(text) or false, cached_count + 1
  end
  return cached[path] or nil
end

--- The texts of all blocks, one a line.
function page:whole()
  if not self.text then
    local texts = {}
    for i, block in ipairs(self.blocks) do texts[i] = block.text:gsub("%s+", " ") end
    self.text = table.concat(texts, "\n")
  end
  return self.text
end

return page
