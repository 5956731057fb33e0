--- The only host of the network of spec/support/ssrf_place.lua: it has every address there is, and counts who comes.
--
-- red-STATUS-N.public.test redirects to form N of the addresses. Further sites name ten of them each, from form
-- 10 N - 9 on: map-N in a sitemap, robots-N as sitemaps, index-N in an index of sitemaps, page-N in its page. The
-- command LOG gives the addresses that were connected to, `ADDRESS COUNT` parted by semicolons.
local cqueues = require "cqueues"
local sockets = require "cqueues.socket"
local forms = require "spec.support.ssrf_forms"

local PAGE = "<title>Herbs</title><p>Mint grows in shade and spreads by its roots. It wants a moist soil.</p>"

local loop, counts = cqueues.new(), {}

-- Each of the ten forms of a site put into a text.
local function named(number, text)
  local parts = {}
  for i = 10 * number - 9, math.min(10 * number, #forms) do
    parts[#parts + 1] = text:gsub("FORM", (forms[math.tointeger(i)]:gsub("%%", "%%%%")))
  end
  return table.concat(parts)
end

local function site(host, path)
  local status, redirected = host:match("^red%-(%d+)%-(%d+)%.")
  if status then return status .. " Moved", PAGE, "Location: " .. forms[tonumber(redirected)] .. "\r\n" end
  local kind, number = host:match("^(%a+)%-(%d+)%.public%.test")
  if not kind then return "200 OK", PAGE end
  if path == "/robots.txt" then
    local own = ("Sitemap: http://%s/sitemap.xml\n"):format(host)
    return "200 OK", "User-agent: *\nAllow: /\n" .. (kind == "robots" and named(number, "Sitemap: FORM\n") or own)
  end
  if path == "/sitemap.xml" then
    local entry = kind == "index" and "sitemap" or "url"
    local set = kind == "index" and "sitemapindex" or "urlset"
    local entries = named(number, ("<%s><loc>FORM</loc></%s>"):format(entry, entry))
    return "200 OK", ("<%s>%s</%s>"):format(set, entries, set)
  end
  local links = '<a href="FORM">x</a><img src="FORM"><meta http-equiv="refresh" content="0;url=FORM">'
  return "200 OK", PAGE .. named(number, links)
end

local function serve(client)
  client:setmode("b", "b")
  client:settimeout(20)
  local family, address = client:localname()
  counts[address] = (counts[address] or 0) + 1
  local line = family and client:read("*L")
  if not line then return client:close() end
  local path, host = line:match("^%u+ (%S+)"), ""
  repeat
    line = client:read("*L") or ""
    host = line:match("^[Hh]ost:%s*([^%s:]+)") or host
  until line:match("^%s*$")
  local status, body, more = site(host, path or "/")
  local type = (path or ""):find("%.txt$") and "text/plain" or (path or ""):find("%.xml$") and "application/xml"
    or "text/html"
  client:write(("HTTP/1.1 %s\r\nContent-Type: %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"):format(status,
    type, more or "", #body, body))
  client:flush()
  client:close()
end

local function accept(listener, handle)
  loop:wrap(function()
    for client in listener:clients() do loop:wrap(function() pcall(handle, client) end) end
  end)
end

for _, port in ipairs { 22, 80, 443, 8080, 8443 } do
  accept(assert(sockets.listen { host = "0.0.0.0", port = port }), serve)
  accept(assert(sockets.listen { host = "::", port = port, v6only = true }), serve)
end

local control = assert(sockets.listen { host = "127.0.0.1", port = 0 })
accept(control, function(client)
  local command = client:read("*l")
  local list = {}
  for address, count in pairs(counts) do list[#list + 1] = address .. " " .. count end
  client:write(table.concat(list, ";") .. "\n")
  client:flush()
  client:close()
  if command == "QUIT" then os.exit(0) end
end)
print((select(3, control:localname())))
io.stdout:flush()
assert(loop:loop())
