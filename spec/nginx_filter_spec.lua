--- examples/nginx_links: links in pages as a real nginx serves them.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local linker = require "copydesk.linker"
local nginx = require "spec.support.nginx"

local here = assert(io.popen("env -u LD_PRELOAD pwd")):read("*l")
local build = os.getenv("COPYDESK_BUILD") or here .. "/build"
local BASE = "https://herbs.example"

-- A site in front, and behind it a server whose pages it fetches.
local CONFIG = [[
LOADLUA
daemon off;
master_process off;
pid FOLDER/pid;
error_log FOLDER/error.log notice;
events { worker_connections 512; }
http {
  types { text/html html; text/plain txt; image/png png; }
  default_type text/html;
  access_log off;
  keepalive_requests 1000000;
  SCRATCH
  lua_package_path "EXAMPLE/?.lua;;";
  lua_package_cpath "MODULES/?.so;;";
  lua_shared_dict links 8m;
  init_by_lua_block { links = require("links").new { index = "HOME/site.cdx", cache = "links", base = "BASE",
    options = { min_score = 0 } } }
  server {
    listen unix:FOLDER/origin;
    root HOME/site;
    gzip on;
    gzip_min_length 1;
    location = /pieces {
      content_by_lua_block {
        local file = assert(io.open("HOME/site/" .. ngx.var.arg_page))
        for piece in file:lines(tonumber(ngx.var.arg_size)) do
          ngx.print(piece)
          ngx.flush(true)
        end
      }
    }
    location = /compressed {
      content_by_lua_block {
        ngx.header.content_encoding = "gzip"
        ngx.print("<p>Basil, says the compressed page.</p>")
      }
    }
    location = /latin { charset iso-8859-1; content_by_lua_block { ngx.print("<p>Basil.</p>") } }
    location = /unicode { content_by_lua_block {
      ngx.header.content_type = 'Text/html; charset="UTF-8"'
      ngx.print("<p>Basil.</p>")
    } }
    location = /broken { content_by_lua_block { ngx.print("<p>Basil") ngx.flush(true) ngx.exit(444) } }
    location = /missing { content_by_lua_block { ngx.status = 404 ngx.print("<p>No Basil.</p>") } }
  }
  server {
    listen 127.0.0.1:PORT;
    root HOME/site;
    rewrite_by_lua_block { links:request() }
    header_filter_by_lua_block { links:header() }
    body_filter_by_lua_block { links:body() }
    location / { try_files $uri $uri.html =404; }
    location /packed/ { gzip on; gzip_min_length 1; alias HOME/site/; }
    location /there/ {
      proxy_pass http://unix:FOLDER/origin:/;
      proxy_http_version 1.1;
      proxy_set_header Accept-Encoding "";
    }
    location = /counts {
      default_type text/plain;
      content_by_lua_block { for name, count in pairs(links:counts()) do ngx.say(name, "=", count) end }
    }
  }
}
]]

-- Too few to tell what is a good link: whatever can be one is made.
local PAGES = {
  { url = BASE .. "/basil", title = "Basil", html = "<p>It wants warmth.</p>" },
  { url = BASE .. "/mint", title = "Mint in pots", html = "<p>It grows beside <a href='/basil'>sweet herbs</a>.</p>" },
}
local MORE = { url = BASE .. "/thyme", title = "Thyme", html = "<p>It likes lime.</p>" }

local TEXT = "<!doctype html>\n<p>Basil &amp; Mint in pots, thyme and sweet herbs, <em>says</em> the page of "
  .. "caf\195\169.</p>\n"

local function build_index(path, pages)
  local at = 0
  assert(linker.build { path = path, pages = function()
    at = at + 1
    return pages[at]
  end }):close()
end

-- Each with words enough that the rest is not looked at.
local function page_of(bytes)
  local filler = "<p>" .. ("Water in the morning, never at noon. "):rep(50) .. "</p>\n"
  return TEXT .. filler:rep(math.ceil((bytes - #TEXT) / #filler))
end

local function without_links(html)
  return (html:gsub('<a href="' .. BASE .. '[^"]*">(.-)</a>', "%1"))
end

describe("examples/nginx_links", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local home, site, index

  local function start()
    local values = { HOME = home, BASE = BASE, EXAMPLE = here .. "/examples/nginx_links",
      MODULES = build .. "/lib/luajit" }
    site = nginx.start { config = (CONFIG:gsub("%u+", values)) }
  end

  before_each(function()
    home = folder.new()
    assert(os.execute("mkdir " .. home .. "/site"))
    build_index(home .. "/site.cdx", PAGES)
    index = assert(linker.open(home .. "/site.cdx"))
    folder.write(home .. "/site/index.html", TEXT)
    folder.write(home .. "/site/basil.html", TEXT)
    folder.write(home .. "/site/note.txt", TEXT)
    folder.write(home .. "/site/big.html", page_of(4 * 1024 * 1024))
    folder.write(home .. "/site/sparse.html", "<p>" .. ("x"):rep(4 * 1024 * 1024) .. "</p><p>Basil.</p>")
    start()
  end)
  after_each(function()
    index:close()
    site:stop()
    folder.remove(home)
  end)

  local function get(path, headers, method)
    return assert(http.request(site, method or "GET", path, { headers = headers }))
  end

  local function counts()
    local list = {}
    for name, count in get("/counts").body:gmatch("(%w+)=(%d+)") do list[name] = tonumber(count) end
    return list
  end

  -- What the linker itself makes of a page at this address.
  local function linked(html, path)
    local result = assert(index:link(html, { url = BASE .. path, min_score = 0 }))
    assert.is_true(#result.links > 0)
    return result.content
  end

  it("links a page that is a file", function()
    local answer = get("/index.html")
    assert.equal(200, answer.status)
    assert.equal(linked(TEXT, "/index.html"), answer.body)
    assert.truthy(answer.body:find('<a href="https://herbs.example/mint">Mint in pots</a>', 1, true), answer.body)
    assert.equal("W/", answer.headers.etag:sub(1, 2))
    assert.is_nil(answer.headers["content-length"])
    assert.is_nil(answer.headers["accept-ranges"])
    assert.equal("text/html", answer.headers["content-type"])
  end)

  it("links no page to itself", function()
    for _, path in ipairs { "/basil", "/basil?from=mint" } do
      assert.is_nil(get(path).body:find('herbs.example/basil"', 1, true))
    end
  end)

  it("links a page that comes from elsewhere, whatever its pieces", function()
    local whole = get("/there/index.html", { ["Accept-Encoding"] = "gzip" })
    assert.equal(linked(TEXT, "/there/index.html"), whole.body)
    assert.is_nil(whole.headers["content-encoding"])
    for _, size in ipairs { 1, 7, 50, 4096 } do
      local answer = get(("/there/pieces?page=index.html&size=%d"):format(size))
      assert.equal(linked(TEXT, "/there/pieces"), answer.body)
      assert.is_nil(answer.headers.etag)
    end
    assert.truthy(get("/there/unicode").body:find("<a href", 1, true))
  end)

  it("links the beginning of a page of four megabytes", function()
    local big = page_of(4 * 1024 * 1024)
    for _, path in ipairs { "/big.html", "/there/big.html", "/there/pieces?page=big.html&size=65536" } do
      local body = get(path).body
      assert.equal(#linked(big, path:match("^[^?]*")), #body)
      assert.is_true(body == linked(big, path:match("^[^?]*")))
      assert.is_true(without_links(body) == big)
    end
    assert.equal(3, counts().streamed)
    local sparse = folder.read(home .. "/site/sparse.html")
    assert.is_true(get("/sparse.html").body == sparse) -- what comes so late is not looked at
    assert.equal(0, counts().failed)
  end)

  it("leaves alone what is no whole page", function()
    local answers = {
      note = get("/note.txt"),
      compressed = get("/there/compressed"),
      latin = get("/there/latin"),
      missing = get("/there/missing"),
      part = get("/there/index.html", { Range = "bytes=16-30" }),
    }
    for name, answer in pairs(answers) do
      assert.is_nil(answer.body:find("<a ", 1, true), name)
      assert.truthy(answer.body:find("Basil", 1, true), name)
    end
    assert.equal(tostring(#TEXT), answers.note.headers["content-length"])
    assert.equal('"', answers.note.headers.etag:sub(1, 1))
    assert.equal("bytes", answers.note.headers["accept-ranges"])
    assert.equal("gzip", answers.compressed.headers["content-encoding"])
    assert.equal(404, answers.missing.status)
    assert.equal(206, answers.part.status)
    assert.equal(TEXT:sub(17, 31), answers.part.body)
    assert.equal(TEXT, get("/note.txt", { Range = "bytes=0-" }).body)
    assert.same({ linked = 0, cached = 0, streamed = 0, failed = 0 }, counts())
  end)

  it("never mixes parts of the page with and without links", function()
    local answer = get("/index.html", { Range = "bytes=16-30" }) -- of a file, whose parts nginx would cut itself
    assert.equal(200, answer.status)
    assert.equal(linked(TEXT, "/index.html"), answer.body)
  end)

  it("answers HEAD as it answers GET", function()
    local head, whole = get("/index.html", nil, "HEAD"), get("/index.html")
    assert.equal(200, head.status)
    for _, name in ipairs { "etag", "content-length", "content-type", "last-modified" } do
      assert.equal(whole.headers[name], head.headers[name])
    end
    assert.equal(1, counts().linked)
  end)

  it("compresses behind the links", function()
    local answer = get("/packed/index.html", { ["Accept-Encoding"] = "gzip" })
    assert.equal("gzip", answer.headers["content-encoding"])
    folder.write(home .. "/packed.gz", answer.body)
    local pipe = assert(io.popen("gzip -dc " .. home .. "/packed.gz"))
    assert.equal(linked(TEXT, "/packed/index.html"), pipe:read("*a"))
    pipe:close()
  end)

  it("keeps linked pages", function()
    local first = get("/index.html").body
    assert.same({ linked = 1, cached = 0, streamed = 0, failed = 0 }, counts())
    for _ = 1, 3 do assert.equal(first, get("/index.html").body) end
    assert.same({ linked = 1, cached = 3, streamed = 0, failed = 0 }, counts())
    get("/basil") -- the same bytes at another address
    assert.equal(2, counts().linked)
    folder.write(home .. "/site/index.html", TEXT .. "<p>And Basil again.</p>")
    assert.truthy(get("/index.html").body:find("And Basil again", 1, true))
    assert.equal(3, counts().linked)
    folder.write(home .. "/site/plain.html", "<p>Nothing of the site.</p>")
    for _ = 1, 2 do assert.equal("<p>Nothing of the site.</p>", get("/plain.html").body) end
    assert.same({ linked = 4, cached = 4, streamed = 0, failed = 0 }, counts())
  end)

  it("keeps no more of them than there is room for", function()
    local size = 0
    for i = 1, 40 do
      folder.write(("%s/site/%d.html"):format(home, i), ("<p>Page %d of Basil.</p>\n"):format(i) .. page_of(400 * 1024))
    end
    for i = 1, 40 do size = size + #get("/" .. i .. ".html").body end
    assert.is_true(size > 8 * 1024 * 1024)
    assert.truthy(get("/40.html").body:find("<a href", 1, true))
    assert.truthy(get("/1.html").body:find("<a href", 1, true))
    assert.equal(0, counts().failed)
  end)

  it("uses a new index as soon as it is there, and answers meanwhile", function()
    local conns, seen = {}, 0
    for i = 1, 8 do conns[i] = http.connect(site) end
    local old = linked(TEXT, "/index.html")
    assert.equal(old, get("/index.html").body)
    build_index(home .. "/site.cdx", { PAGES[1], PAGES[2], MORE })
    local fresh = assert(linker.open(home .. "/site.cdx"))
    local new = fresh:link(TEXT, { url = BASE .. "/index.html", min_score = 0 }).content
    fresh:close()
    assert.not_equal(old, new)
    repeat
      for _, conn in ipairs(conns) do conn:send("GET", "/index.html") end
      for _, conn in ipairs(conns) do
        local answer = conn:receive()
        assert.equal(200, answer.status)
        if answer.body == new then seen = seen + 1 else assert.equal(old, answer.body) end
        assert.is_true(seen == 0 or answer.body == new)
      end
    until seen > 0
    for _, conn in ipairs(conns) do conn:close() end
    assert.equal(0, counts().failed)
  end)

  it("closes the indexes that were replaced", function()
    local open = ("ls -l /proc/%d/fd | grep -c 'site.cdx (deleted)'"):format(site.pid)
    for i = 1, 3 do
      local before = get("/index.html").headers.etag
      build_index(home .. "/site.cdx", { PAGES[1], PAGES[2], i % 2 == 1 and MORE or nil })
      assert.is_true(eventually(function() return get("/index.html").headers.etag ~= before end))
    end
    assert.is_true(eventually(function()
      for _ = 1, 50 do get("/index.html") end
      return assert(io.popen(open)):read("*n") == 0
    end))
  end)

  it("tells browsers whether their copy is good, and that the index has changed", function()
    for _, path in ipairs { "/index.html", "/there/index.html" } do
      local first = get(path)
      local asking = { ["If-None-Match"] = first.headers.etag, ["If-Modified-Since"] = first.headers["last-modified"] }
      local again = get(path, asking)
      assert.equal(304, again.status)
      assert.equal(first.headers.etag, again.headers.etag)
      assert.equal(200, get(path, { ["If-None-Match"] = 'W/"other-l123"' }).status)
    end
    local first = get("/index.html")
    local asking = { ["If-None-Match"] = first.headers.etag, ["If-Modified-Since"] = first.headers["last-modified"] }
    build_index(home .. "/site.cdx", { PAGES[1], PAGES[2], MORE })
    assert.is_true(eventually(function() return get("/index.html", asking).status == 200 end))
    local note = get("/note.txt")
    assert.equal(304, get("/note.txt", { ["If-None-Match"] = note.headers.etag }).status)
  end)

  it("lets pages through when there is no index, and says why", function()
    assert(os.remove(home .. "/site.cdx"))
    assert.is_true(eventually(function() return get("/index.html").body == TEXT end))
    assert.truthy(site:log():find("pages go without links: ", 1, true), site:log())
    folder.write(home .. "/site.cdx", "no index")
    assert.equal(TEXT, get("/index.html").body)
    build_index(home .. "/site.cdx", PAGES)
    assert.is_true(eventually(function() return get("/index.html").body ~= TEXT end))
    assert.equal(linked(TEXT, "/index.html"), get("/index.html").body)
  end)

  it("lets pages through when the index is overwritten in place", function()
    get("/index.html")
    local good = folder.read(home .. "/site.cdx")
    folder.write(home .. "/site.cdx", good .. "more")
    folder.write(home .. "/site/other.html", "<p>Basil, and more.</p>")
    assert.equal("<p>Basil, and more.</p>", get("/other.html").body:gsub("</?a[^>]*>", ""))
    folder.write(home .. "/site.cdx", good)
    assert.truthy(eventually(function() return get("/other.html").body:find("<a href", 1, true) end))
  end)

  it("sends no page that broke off as a whole one", function()
    local conn = http.connect(site)
    conn:send("GET", "/there/broken")
    local fine = pcall(conn.receive, conn)
    conn:close()
    assert.is_false(fine)
    assert.equal(linked(TEXT, "/index.html"), get("/index.html").body)
  end)

  it("serves many at once", function()
    local conns, expected = {}, {}
    for i = 1, 32 do
      local html = ("<p>Page %d of Basil, mint in pots.</p>\n"):format(i) .. TEXT
      folder.write(("%s/site/%d.html"):format(home, i), html)
      expected[i] = linked(html, "/" .. i .. ".html")
      conns[i] = http.connect(site)
    end
    for round = 1, 5 do
      for i, conn in ipairs(conns) do
        local path = "/" .. i .. ".html"
        conn:send("GET", round % 2 == 0 and path or "/there/pieces?size=9&page=" .. i .. ".html")
      end
      for i, conn in ipairs(conns) do
        local body = conn:receive().body
        if round % 2 == 0 then assert.equal(expected[i], body) end
        assert.equal(without_links(expected[i]), without_links(body))
      end
    end
    for _, conn in ipairs(conns) do conn:close() end
    assert.equal(0, counts().failed)
    assert.is_nil(site:log():find("[error]", 1, true), site:log())
  end)
end)

describe("examples/nginx_links/nginx.conf", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  -- As it stands, but for its port and its places.
  local function example(home)
    local changes = {
      { "#[^\n]*", "" },
      { "127%.0%.0%.1:8083", "127.0.0.1:PORT" },
      { "daemon off;", "daemon off; user " .. assert(io.popen("id -un")):read("*l") .. ";" },
      { "pid build/nginx_links", "pid FOLDER" },
      { "temp_path build/nginx_links", "temp_path FOLDER" },
      { "build/nginx_links", home },
      { "examples/nginx_links", here .. "/examples/nginx_links" },
      { "error_log stderr", "error_log FOLDER/error.log" },
      { "access_log off;", ('lua_package_cpath "%s/lib/luajit/?.so;;";'):format(build) },
    }
    local text = assert(folder.read("examples/nginx_links/nginx.conf"))
    for _, change in ipairs(changes) do
      assert(text:find(change[1]), change[1])
      text = text:gsub(change[1], function() return change[2] end)
    end
    return text
  end

  it("serves the site of the example with links", function()
    local home = folder.new()
    assert(os.execute(("env -u LD_PRELOAD %s examples/nginx_links/build.lua %s >%s/said"):format(
      os.getenv "LUA" or "lua5.4", home, home)))
    assert.truthy(folder.read(home .. "/said"):find("wrote 1%d pages"))
    local site = nginx.start { config = example(home) }
    local answer = assert(http.request(site, "GET", "/rosemary"))
    assert.equal(200, answer.status, answer.body)
    assert.truthy(answer.body:find('<a href="https://windowsill.example/', 1, true))
    assert.truthy(http.request(site, "GET", "/links").body:find("linked %d"))
    site:stop()
    folder.remove(home)
  end)
end)
