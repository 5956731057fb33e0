--- The tokens of an HTML text, by patterns: enough for the pages of documentation packages and for articles.
--
--     for token in tokens.each(html) do ... end
--
-- A token has `kind` ("start", "end", "text", "other"), `from` and `to` (bytes of the text); tags have `name` in small
-- letters and `attributes` (the raw text), texts have `text` with its references resolved.
local tokens = {}

local RAW = { script = true, style = true, textarea = true, title = true, xmp = true }

local NAMED = { amp = 38, lt = 60, gt = 62, quot = 34, apos = 39, hellip = 0x2026, mdash = 0x2014, ndash = 0x2013,
  lsquo = 0x2018, rsquo = 0x2019, ldquo = 0x201C, rdquo = 0x201D, sbquo = 0x201A, bdquo = 0x201E, lsaquo = 0x2039,
  rsaquo = 0x203A, bull = 0x2022, rarr = 0x2192, larr = 0x2190, uarr = 0x2191, darr = 0x2193, le = 0x2264, ge = 0x2265,
  ne = 0x2260, minus = 0x2212, infin = 0x221E, trade = 0x2122, euro = 0x20AC, zwj = 0x200D, zwnj = 0x200C,
  thinsp = 0x2009, ensp = 0x2002, emsp = 0x2003, OElig = 0x152, oelig = 0x153, Scaron = 0x160, scaron = 0x161,
  prime = 0x2032, Prime = 0x2033, alpha = 0x3B1, beta = 0x3B2, gamma = 0x3B3, delta = 0x3B4, lambda = 0x3BB,
  mu = 0x3BC, pi = 0x3C0, sigma = 0x3C3, omega = 0x3C9, Delta = 0x394, Sigma = 0x3A3, Omega = 0x3A9, sum = 0x2211,
  radic = 0x221A, sdot = 0x22C5, harr = 0x2194, rArr = 0x21D2, check = 0x2713 }

-- The references of ISO 8859-1, in the order of their code points from 160.
local LATIN = [[nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc
  euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
  thorn yuml]]
do
  local code = 160
  for name in LATIN:gmatch("%S+") do
    NAMED[name], code = code, code + 1
  end
end

local function character(code)
  if code and code > 0 and code < 0x110000 and (code < 0xD800 or code > 0xDFFF) then return utf8.char(code) end
end

-- An unknown reference stays as it is.
function tokens.resolve(text)
  if not text:find("&", 1, true) then return text end
  return (text:gsub("&(#?[xX]?%w+);?", function(name)
    local digits = name:match("^#(%d+)$")
    local hex = name:match("^#[xX](%x+)$")
    return character(digits and tonumber(digits) or hex and tonumber(hex, 16) or NAMED[name])
  end))
end

-- The end of the tag that begins at `from`: the ">" outside of quotes.
local function tag_end(html, from)
  local at = from
  while true do
    local stop = html:find("[>\"']", at)
    if not stop then return #html end
    local mark = html:sub(stop, stop)
    if mark == ">" then return stop end
    local before = html:sub(from, stop - 1)
    local close = before:find("=%s*$") and html:find(mark, stop + 1, true)
    at = (close or stop) + 1
  end
end

local function tag_at(html, from)
  local slash, name = html:match("^<(/?)(%a[%w:-]*)", from)
  if not name then return nil end
  local to = tag_end(html, from + 1)
  return { kind = slash == "/" and "end" or "start", name = name:lower(), from = from, to = to,
    attributes = html:sub(from + #slash + #name + 1, to - 1) }
end

local function other_at(html, from)
  local to
  if html:find("^<!%-%-", from) then
    to = select(2, html:find("-->", from + 4, true))
  elseif html:find("^<[!?]", from) then
    to = html:find(">", from, true)
  else
    return nil
  end
  return { kind = "other", from = from, to = to or #html }
end

local function text_of(html, from, to)
  return { kind = "text", from = from, to = to, text = tokens.resolve(html:sub(from, to)) }
end

-- What stands in an element whose content is no markup, up to its end tag.
local function raw_text(html, name, from)
  local at = from
  while true do
    local stop = html:find("</", at, true)
    if not stop then return #html end
    if html:sub(stop + 2, stop + 1 + #name):lower() == name then return stop - 1 end
    at = stop + 2
  end
end

--- Iterates over the tokens.
function tokens.each(html)
  local at, raw = 1, nil
  return function()
    if at > #html then return nil end
    local token
    if raw then
      local to = raw_text(html, raw, at)
      raw = nil
      if to >= at then
        token = text_of(html, at, to)
        token.is_raw = true
      end
    end
    token = token or tag_at(html, at) or other_at(html, at)
    if not token then
      local stop = html:find("<", at + 1, true)
      while stop and not html:find("^<[%a/!?]", stop) do stop = html:find("<", stop + 1, true) end
      token = text_of(html, at, stop and stop - 1 or #html)
    end
    if token.kind == "start" and RAW[token.name] then raw = token.name end
    at = token.to + 1
    return token
  end
end

--- The value of an attribute of a tag; nil without it.
function tokens.attribute(token, name)
  local text = " " .. token.attributes
  local pattern = "%s" .. name:gsub("%a", function(c) return "[" .. c .. c:upper() .. "]" end) .. "%s*=%s*"
  local _, stop = text:find(pattern)
  if not stop then return nil end
  local rest = text:sub(stop + 1)
  local value = rest:match('^"([^"]*)"') or rest:match("^'([^']*)'") or rest:match("^[^%s>]+")
  return value and tokens.resolve(value)
end

return tokens
