-- luas: all
--- The examples, each run as its first line says: with the service inside the process, and with one elsewhere.
local folder = require "spec.support.folder"
local nginx = require "spec.support.nginx"
local service = require "spec.support.service"

local LUA = os.getenv "LUA" or "lua5.4"
local ARTICLES = { arguments = "'indoor herb garden' 'watering herbs'", says = "Watering herbs: %d+ words" }

-- Arguments, and what must be said, of each example that is run here. Some have a service of their own in any case.
local PROGRAMS = {
  ["article.lua"] = {
    arguments = "'indoor herb garden'", embedded = true,
    says = "%d+ words from %d+ sources, %d+ internal links\nwrote [%w%-/]+%.html\nwrote [%w%-/]+%.linked%.html\n",
  },
  ["bulk.lua"] = { arguments = "keywords articles", says = "indoor%-herb%-garden%.html", embedded = true },
  ["copas.lua"] = ARTICLES,
  ["cqueues.lua"] = ARTICLES,
  ["custom_loop.lua"] = ARTICLES,
  ["listicle.lua"] = {
    arguments = "'3 herbs for a windowsill'", embedded = true,
    says = "  1%. Rosemary\n  2%. Thyme\n  3%. Sage\n",
  },
  ["luv.lua"] = ARTICLES,
  ["places.lua"] = { arguments = "", embedded = true, says = "%d+ words\n  1%. Grandmother Kettle\n" },
  ["product_review.lua"] = { arguments = "", embedded = true, says = "%d+ words.*Not for: " },
  ["product_roundup.lua"] = { arguments = "", embedded = true,
    says = "%d+ words\n  Comparison\n  1%. .*%?tag=example%-20\n" },
  ["service_page.lua"] = {
    arguments = "'herb garden service'", embedded = true,
    says = "Process\n  Experience and references\n  Next step\nleads to https://hearth.example/visit\n",
  },
  ["video.lua"] = { arguments = "", embedded = true, says = "Dripping tap: %d+ words\n +%d:%d%d  %u" },
}

local DATA = { ["keywords.txt"] = true, ["library"] = true, ["data"] = true, ["articles"] = true, ["site.lua"] = true }

local PAGE = "<!doctype html><html lang=en><title>Compost</title><h1>Compost</h1><p>A compost heap turns kitchen waste "
  .. "into soil within 12 months.</p><h2>Place</h2><p>If the heap is in full sun, the material dries out quickly.</p>"
  .. "<h2>Material</h2><p>Mix 1 part of green with 2 parts of brown.</p>"

local function lines_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD " .. command))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

local root = lines_of("pwd")[1]

-- Debian has Copas for Lua 5.1 and 5.2 alone; 5.2's works in the later ones, with Debian 13's coxpcall for 5.3.
local path = (os.getenv "LUA_PATH" or ";") .. ";/usr/share/lua/5.2/?.lua;/usr/share/lua/5.3/?.lua;"

-- All that it said in a new folder, and the exit status at the end.
local function run(name, arguments, environment)
  local home = folder.new()
  folder.write(home .. "/keywords", "indoor herb garden\nwatering herbs\n")
  local command = "cd %s && LUA_PATH='%s' COPYDESK_DATA=%s/data %s %s %s/examples/%s %s 2>&1; echo $?"
  local pipe = assert(io.popen(command:format(home, path, home, environment, LUA, root, name, arguments)))
  local said = pipe:read("*a")
  pipe:close()
  folder.remove(home)
  return said
end

local function check(name, environment)
  local said = run(name, PROGRAMS[name].arguments, environment)
  assert.equal("0", said:match("(%d+)\n$"), said)
  assert.truthy(said:find(PROGRAMS[name].says), said)
end

describe("examples", function()
  for name, program in pairs(PROGRAMS) do
    it(name .. " runs with the service inside the process", function() check(name, "") end)

    if not program.embedded then
      it(name .. " runs with a service elsewhere", function()
        local server = service.start { config = { library = root .. "/examples/library" } }
        local fine, err = pcall(check, name,
          ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s"):format(server.url, server.key))
        server:stop()
        if not fine then error(err, 0) end
      end)
    end
  end

  it("examples/rewrite.lua writes a page anew", function()
    local site = nginx.start {}
    folder.write(site.folder .. "/page.html", PAGE)
    local said = run("rewrite.lua", site.url .. "/page.html", "COPYDESK_ALLOW=" .. site.address)
    site:stop()
    assert.equal("0", said:match("(%d+)\n$"), said)
    assert.truthy(said:find "Compost heap: %d+ words\n  %u", said)
    assert.truthy(said:find("of the runs of five words are the page's", 1, true), said)
  end)

  it("examples/link_folder.lua links a folder of pages", function()
    local home = folder.new()
    for _, page in ipairs(dofile "examples/site.lua") do
      local html = page.html:gsub("https://windowsill%.example/([%w-]+)", "/%1.html")
      local file = ("%s/%s.html"):format(home, page.url:match("[^/]+$"))
      folder.write(file, ("<title>%s</title>%s"):format(page.title, html))
    end
    folder.write(home .. "/herb-index.html", "<title>Herb index</title><p>Where are basil and chives?</p>")
    local said = run("link_folder.lua", ("'%s' linked"):format(home), "")
    folder.remove(home)
    assert.equal("0", said:match("(%d+)\n$"), said)
    assert.truthy(said:find("\n/cuttings%.html +basil +/basil%.html +0%.%d%d\n"), said)
    assert.truthy(said:find("\n/herb%-index%.html +basil +/basil%.html +0%.%d%d\n"), said)
    assert.truthy(said:find("%d+ links in 19 pages, written to linked\n"), said)
  end)

  it("are all run by a spec", function()
    for _, name in ipairs(lines_of("ls examples")) do
      if not PROGRAMS[name] and not DATA[name] then
        local found = lines_of(("grep -l 'examples/%s' spec/*_spec.lua"):format(name:gsub("%.", "\\.")))
        assert.truthy(found[1], "no spec runs examples/" .. name)
      end
    end
  end)
end)
