--- A strict check of an article's HTML: known elements, balanced and in their place, quoted attributes, no bare & or <.
local tokens = require "spec.report.tokens"

local markup = {}

local function set(text)
  local result = {}
  for word in text:gmatch("%S+") do result[word] = true end
  return result
end

local VOID = set "br img hr wbr"
-- What may stand in each element; "text" stands for words.
local PHRASING = "text a em strong code sub sup br img b i span kbd samp var q cite abbr del ins s small time mark"
local CONTENT = {
  [""] = set "h1 h2 h3 h4 p ul ol dl pre table blockquote figure img iframe hr",
  ul = set "li", ol = set "li", dl = set "dt dd", table = set "caption thead tbody tr", thead = set "tr",
  tbody = set "tr", tr = set "td th", th = set(PHRASING), td = set(PHRASING .. " p ul ol pre"), pre = set(PHRASING),
  li = set(PHRASING .. " p ul ol dl pre table blockquote"), dd = set(PHRASING .. " p ul ol pre table"),
  blockquote = set(PHRASING .. " p ul ol pre"),
  figure = set "img figcaption iframe pre table", iframe = set(PHRASING),
}
for name in ("h1 h2 h3 h4 p dt caption figcaption a em strong code sub sup b i span kbd samp var q cite abbr del ins s "
  .. "small time mark"):gmatch("%S+") do
  CONTENT[name] = set(PHRASING)
end
local NEEDED = { img = { "src", "alt" }, iframe = { "src", "title" } }

-- What is wrong with the attributes as they are written; nil when nothing is.
local function attribute_fault(token)
  local rest, seen = token.attributes:gsub("%s*/$", ""), {}
  while rest:find("%S") do
    local name, value, after = rest:match('^%s+([%a][%w:-]*)="([^"]*)"(.*)$')
    if not name then
      name, after = rest:match("^%s+([%a][%w-]*)(%f[%s\0].*)$")
      if not name or after:find("^%s*=") then return "attributes of <" .. token.name .. token.attributes .. ">" end
      value = ""
    end
    if value:find("<") or value:gsub("&#?%w+;", ""):find("&") then return "value of " .. name .. ": " .. value end
    if seen[name] then return name .. " twice in <" .. token.name .. ">" end
    seen[name], rest = true, after
  end
  for _, name in ipairs(NEEDED[token.name] or {}) do
    if not seen[name] then return "<" .. token.name .. "> without " .. name end
  end
end

local function text_fault(html, token)
  local raw = html:sub(token.from, token.to)
  if raw:find("<") then return "bare <: " .. raw:sub(1, 60) end
  if raw:gsub("&%a%w*;", ""):gsub("&#%d+;", ""):gsub("&#[xX]%x+;", ""):find("&") then
    return "bare &: " .. raw:sub(1, 60)
  end
  if raw:find("[%z\1-\8\11\12\14-\31\127]") or not utf8.len(raw) then return "characters: " .. raw:sub(1, 60) end
end

--- The faults of a fragment of HTML.
function markup.faults(html)
  local found, open, level = {}, {}, 0
  local function fault(text) found[#found + 1] = text end
  local function within() return open[#open] or "" end
  for token in tokens.each(html) do
    local problem
    if token.kind == "text" then
      problem = text_fault(html, token)
      if not problem and token.text:find("%S") and not (CONTENT[within()] or {}).text then
        problem = ("text in <%s>: %s"):format(within(), token.text:sub(1, 40))
      end
    elseif token.kind == "start" then
      problem = attribute_fault(token)
      if not CONTENT[token.name] and not VOID[token.name] then
        problem = "unknown <" .. token.name .. ">"
      elseif not (CONTENT[within()] or {})[token.name] then
        problem = ("<%s> in <%s>"):format(token.name, within())
      end
      if not VOID[token.name] then open[#open + 1] = token.name end
      local heading = tonumber(token.name:match("^h(%d)$"))
      if heading and heading > level + 1 then problem = ("h%d behind h%d"):format(heading, level) end
      level = heading or level
    elseif token.kind == "end" then
      if within() == token.name then
        open[#open] = nil
      else
        problem = ("</%s> where <%s> is open"):format(token.name, within())
      end
    else
      problem = "comment or declaration"
    end
    if problem then fault(problem) end
  end
  for _, name in ipairs(open) do fault("<" .. name .. "> is not closed") end
  return found
end

function markup.counter(context)
  return markup.faults(context.article.html)
end

--- Elements with nothing in them. Cells of tables may be empty.
function markup.empty(context)
  local found = {}
  for name in context.article.html:gmatch("<(%l%w*)>%s*</%1>") do
    if name ~= "td" and name ~= "th" then found[#found + 1] = name end
  end
  return found
end

return markup
