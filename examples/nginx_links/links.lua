--[[ Internal links in pages as nginx serves them.

  local links = require("links").new { index = "site.cdx", cache = "links", base = "https://example.org" }
  -- rewrite_by_lua:        links:request()
  -- header_filter_by_lua:  links:header()
  -- body_filter_by_lua:    links:body()

index    the file that linker.build made. When another takes its place (by a rename) it is used within a second.
cache    the lua_shared_dict that keeps linked pages; those that were asked for longest ago make room for others.
base     how the site's own addresses begin in the index, so that a page is not linked to itself; "" when they have
         no host.
options  of index:link; url is filled in.

Whole HTML pages of status 200 get links: what is compressed already, partial, in another charset than UTF-8 or a part
of another page is left as it is. A page is held back until it is whole, up to HELD bytes; of a larger one the beginning
gets links, and what comes after that goes on as it comes. Whatever goes wrong, the page goes on without links, and the
error log says why. ]]
local linker = require "copydesk.linker"

local HELD = 512 * 1024
local CHECK_SECONDS = 1
local MARK = "-l" -- in an ETag, between that of the page and the index's version

local links = {}
links.__index = links

function links.new(options)
  local self = setmetatable({ path = options.index, cache = ngx.shared[options.cache], base = options.base or "",
    options = {}, checked = 0 }, links)
  assert(self.cache, "there is no lua_shared_dict of this name: " .. tostring(options.cache))
  for name, value in pairs(options.options or {}) do self.options[name] = value end
  return self
end

-- The index --------------------------------------------------------------------------------------------------------

-- Each worker opens the file for itself; the memory is shared. Lua collects the old index when the last page for which
-- it is at work has gone.
local function open(self)
  local version, problem = linker.version(self.path)
  if version and version == self.version then return end
  self.version, self.tag, self.index = nil, nil, nil
  if version then self.index, problem = linker.open(self.path) end
  if not self.index then
    ngx.log(ngx.ERR, "pages go without links: ", problem)
    return
  end
  self.version, self.tag = version, ngx.md5(version):sub(1, 12)
end

local function current_index(self)
  if ngx.now() - self.checked >= CHECK_SECONDS then
    self.checked = ngx.now()
    open(self)
  end
  return self.index
end

-- What browsers know -----------------------------------------------------------------------------------------------

--- A browser that asks whether its copy is still good gets the page anew when the index has changed. The server of the
-- page knows only the page's own tag.
function links:request()
  local asked = ngx.var.http_if_none_match
  if not asked or not asked:find(MARK .. "%x+\"") then return end
  current_index(self)
  local tag = asked:match('^W/("[^"]*)' .. MARK .. (self.tag or "-") .. '"$')
  if not tag then
    ngx.req.clear_header("If-Modified-Since")
    return ngx.req.clear_header("If-None-Match")
  end
  ngx.req.set_header("If-None-Match", "W/" .. tag .. '"')
  ngx.ctx.links_asked = asked
end

local function mark_etag(self)
  local tag = ngx.header["ETag"] and ngx.header["ETag"]:match('^W?/?("[^"]*)"$')
  ngx.header["ETag"] = tag and ("W/%s%s%s\""):format(tag, MARK, self.tag)
  if not tag then ngx.header.last_modified = nil end -- alone it would not tell of new links
end

-- Pages ------------------------------------------------------------------------------------------------------------

local function is_page()
  local kind = (ngx.header.content_type or ""):lower()
  local charset = kind:match("charset%s*=%s*\"?([^%s;\"]+)")
  return ngx.status == 200 and not ngx.is_subrequest and kind:match("^[^%s;]*") == "text/html"
    and (not charset or charset == "utf-8" or charset == "us-ascii") and not ngx.header.content_encoding
    and not ngx.header.content_range
end

-- A 304 is about the page with the links that it had.
local function begin(self)
  if ngx.status == 304 and ngx.ctx.links_asked then ngx.header["ETag"] = ngx.ctx.links_asked end
  if not is_page() or not current_index(self) then return end
  ngx.header.content_length = nil
  ngx.header.accept_ranges = nil
  mark_etag(self)
  if ngx.req.get_method() == "HEAD" then return end
  ngx.ctx.links = { index = self.index, tag = self.tag, chunks = {}, size = 0 }
end

local function complain(self, problem)
  ngx.log(ngx.ERR, "a page goes without links: ", problem)
  self.cache:incr(":failed", 1, 0)
end

function links:header()
  local fine, problem = pcall(begin, self)
  if not fine then complain(self, problem) end
end

local function options_of(self)
  local options = { url = self.base .. ngx.var.request_uri:match("^[^?]*") }
  for name, value in pairs(self.options) do options[name] = value end
  return options
end

local function count(self, what)
  self.cache:incr(":" .. what, 1, 0)
end

-- The page with links. A page without any is kept as "".
local function link(self, page, body)
  local options = options_of(self)
  local key = page.tag .. ngx.md5_bin(options.url .. "\0" .. body)
  local linked = self.cache:get(key)
  if linked then
    count(self, "cached")
    return linked == "" and body or linked
  end
  local result = assert(page.index:link(body, options))
  count(self, "linked")
  self.cache:set(key, result.links[1] and result.content or "")
  return result.content
end

local function start_filter(self, page)
  page.filter = page.index:filter(options_of(self))
  count(self, "streamed")
  return page.filter:write(table.concat(page.chunks))
end

-- What is sent on in place of a chunk; nil: nothing yet. The second value says what went wrong.
local function take(self, page, chunk, is_last)
  if page.filter then
    local out, problem = page.filter:write(chunk)
    if not is_last then return out, problem end
    local rest, later_problem = page.filter:finish()
    return out .. rest, problem or later_problem
  end
  page.size = page.size + #chunk
  page.chunks[#page.chunks + 1] = chunk
  if is_last then return link(self, page, table.concat(page.chunks)) end
  if page.size > HELD then return start_filter(self, page) end
end

function links:body()
  local page = ngx.ctx.links
  if not page then return end
  local chunk, is_last = ngx.arg[1], ngx.arg[2]
  local fine, out, problem = pcall(take, self, page, chunk, is_last)
  if not fine or problem then complain(self, problem or out) end
  if not fine then
    ngx.ctx.links = nil
    out = page.filter and chunk or table.concat(page.chunks)
  end
  ngx.arg[1] = out
end

--- The counters since the start, of all workers: {linked, cached, streamed, failed}.
function links:counts()
  local counts = {}
  for _, what in ipairs { "linked", "cached", "streamed", "failed" } do
    counts[what] = self.cache:get(":" .. what) or 0
  end
  return counts
end

return links
