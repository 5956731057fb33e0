-- luas: lua5.4 luajit
--- The command as a shell sees it: output, errors, exit codes; against a scripted server and the real service.
local cjson = require("cjson").new()
local scripted = require "spec.support.scripted"

local LUA = jit and "luajit" or "lua5.4"
local ID = "0190a5b0-0000-7000-8000-000000000001"

local folder

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function read(name)
  local file = io.open(name:sub(1, 1) == "/" and name or folder .. "/" .. name, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
  return folder .. "/" .. name
end

-- Runs `copydesk WORDS` under this Lua; returns exit code, standard output, standard error. `prefix`: variables to set
-- or a wrapping command; `suffix`: further redirections.
local function copydesk(words, prefix, suffix)
  local script = write("copydesk.lua", 'os.exit(require("copydesk.cli").main(arg), true)\n')
  os.execute(("env -u COPYDESK_BASE_URL -u COPYDESK_API_KEY %s %s %s %s >%s/out 2>%s/err %s; echo $? >%s/code"):format(
    prefix or "", LUA, quote(script), words, folder, folder, suffix or "", folder))
  local code = tonumber(read("code"))
  local out, err = read("out"), read("err")
  assert.is_nil(err:find("stack traceback", 1, true), err)
  return code, out, err
end

describe("the command", function()
  setup(function()
    local pipe = assert(io.popen("mktemp -d"))
    folder = pipe:read("*l")
    pipe:close()
  end)
  teardown(function() os.execute("rm -rf " .. quote(folder)) end)

  describe("tells", function()
    it("its version and its help", function()
      local code, out = copydesk("--version")
      assert.equal(0, code)
      assert.truthy(out:find("^copydesk %d+%.%d+%.%d+\n$"))
      code, out = copydesk("--help")
      assert.equal(0, code)
      for _, name in ipairs { "write", "status", "wait", "list", "cancel", "delete", "link", "domains add", "serve" } do
        assert.truthy(out:find("\n  " .. name .. " ", 1, true), name)
      end
      assert.truthy(out:find("Exit codes: 0 done", 1, true))
    end)

    it("the options of every command", function()
      local _, overview = copydesk("--help")
      local count = 0
      for name in overview:gmatch("\n  (%l+ ?%l*) +%u") do
        local code, out, err = copydesk(name .. " --help")
        assert.equal(0, code)
        assert.truthy(out:find("^usage: copydesk " .. name), out)
        assert.equal("", err)
        count = count + 1
      end
      assert.equal(13, count)
      local _, group = copydesk("domains --help")
      assert.truthy(group:find("domains refresh", 1, true))
      assert.is_nil(group:find("  serve", 1, true))
      assert.equal(select(2, copydesk("write --help")), select(2, copydesk("help write")))
    end)

    it("the parameters of an article", function()
      local _, out = copydesk("write --help")
      for _, name in ipairs { "articleLength", "includeFaq", "urls", "polishSettings" } do
        assert.truthy(out:find("\n  " .. name .. " ", 1, true), name)
      end
    end)
  end)

  describe("refuses wrong usage with 2:", function()
    local wrong = {
      [""] = "usage:",
      ["nonsense"] = 'no command "nonsense"',
      ["domains"] = "domains list",
      ["domains nonsense"] = 'no command "domains nonsense"',
      ["write"] = "KEYWORD is missing",
      ["write a b"] = '"b" is one word too many',
      ["write a --wrong"] = "no option --wrong",
      ["write a --output"] = "--output needs FILE",
      ["write a --no-wait=1"] = "--no-wait takes no value",
      ["write a -p novalue"] = "name=value",
      ["write a -p includeFaq=maybe"] = "includeFaq must be true or false",
      ["write a -p numberOfSections=few"] = "numberOfSections must be a whole number",
      ["write a -p urls=x"] = "urls must be JSON",
      ["status"] = "ID is missing",
      ["wait x --timeout soon --base-url http://127.0.0.1:1"] = "--timeout takes a number",
      ["list --limit none"] = "--limit takes a number",
      ["link file"] = "--domain is missing",
      ["list --base-url nowhere"] = "base_url must be an http or https URL",
      ["list --base-url http://a --data b"] = "--base-url names one elsewhere",
      ["serve --config /nonexistent"] = "configuration cannot be read",
      ["serve --base-url http://a"] = "no option --base-url",
      ["domains add x --data /tmp"] = "where are the pages",
    }
    for words, message in pairs(wrong) do
      it("copydesk " .. words, function()
        local code, out, err = copydesk(words)
        assert.equal(2, code)
        assert.equal("", out)
        assert.truthy(err:find(message, 1, true), err)
      end)
    end

    it("a configuration that fails or is no table", function()
      for _, text in ipairs { "return 5", "error 'no'", "return {" } do
        assert.equal(2, (copydesk("list --config " .. quote(write("bad.lua", text)))))
      end
    end)
  end)

  describe("with a service elsewhere", function()
    local server
    setup(function() server = scripted.start() end)
    teardown(function() server:stop() end)

    local function json(value) return { body = cjson.encode(value) } end
    local function record(fields)
      fields.articleId = ID
      return json(fields)
    end
    local function at(words, prefix, suffix)
      local service = ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=secret "):format(server.url)
      return copydesk(words, service .. (prefix or ""), suffix)
    end

    it("writes an article: typed parameters, progress in lines, HTML to standard output", function()
      server:script { json { articleId = ID },
        record { status = "processing", progress = 0.4, statusDetail = "Writing" },
        record { status = "finished", progress = 1, statusDetail = "Finished", output = { html = "<h1>x</h1>" },
          notes = { "a note" } } }
      local code, out, err = at([[write "two words" -p includeFaq=true --param numberOfSections=3 -p title=2024 ]]
        .. [[--param 'urls=["http://a/"]' -ptoneOfVoice=a=b]])
      assert.equal(0, code)
      assert.equal("<h1>x</h1>\n", out)
      assert.equal(" 40%  Writing\n100%  Finished\nnote: a note\n", err)
      local log = server:log()
      assert.same({ targetKeyword = "two words", includeFaq = true, numberOfSections = 3, title = "2024",
        urls = { "http://a/" }, toneOfVoice = "a=b" }, cjson.decode(log[1].body))
      assert.equal("Bearer secret", log[1].headers.authorization)
    end)

    it("writes to a file, polished where it is", function()
      server:script { json { articleId = ID }, record { status = "finished", wordsCharged = 7,
        output = { html = "a", polishedHtml = "b\n" }, sources = { { url = "u" } } } }
      local path = folder .. "/article.html"
      local code, out, err = at("write x -o " .. quote(path))
      assert.equal(0, code)
      assert.equal("", out)
      assert.equal("b\n", read(path))
      assert.truthy(err:find("wrote " .. path .. ": 7 words, 1 sources", 1, true))
      assert.is_nil(read(path .. ".part"))
    end)

    it("asks for nothing when the file cannot be written", function()
      server:script { json { articleId = ID } }
      local code, _, err = at("write x -o /nonexistent/article.html")
      assert.equal(1, code)
      assert.truthy(err:find("cannot write /nonexistent/article.html", 1, true), err)
      assert.equal(0, #server:log())
    end)

    it("says why an article failed, once", function()
      server:script { record { status = "failed", statusDetail = "why", error = "why", errorCode = "no_sources" } }
      local code, out, err = at("wait " .. ID)
      assert.equal(1, code)
      assert.equal("", out)
      assert.equal("copydesk: why (no_sources)\n", err)
    end)

    it("shows an error of the service with its request id", function()
      server:script { { status = 404, body = '{"detail":"There is no article with this id."}',
        headers = { ["Content-Type"] = "application/problem+json", ["X-Request-Id"] = "r9" } } }
      local code, _, err = at("status x/y")
      assert.equal(1, code)
      assert.equal("copydesk: There is no article with this id. (HTTP 404, request r9)\n", err)
      assert.equal("/api/articles/x%2Fy", server:log()[1].target)
    end)

    it("ends with 3 when nobody answers, and 4 when it takes too long", function()
      local code, _, err = copydesk("list --base-url http://127.0.0.1:1")
      assert.equal(3, code)
      assert.truthy(err:find("cannot connect to http://127.0.0.1:1", 1, true))
      server:script { record { status = "queued" } }
      code, _, err = at("wait x --timeout 0.2")
      assert.equal(4, code)
      assert.truthy(err:find("still queued after 0.2 s", 1, true))
    end)

    it("ends with 130 on Ctrl-C, and says how to go on", function()
      server:script { json { articleId = ID }, { delay = 20 } }
      local run = write("interrupted.sh", ([[
echo $$
COPYDESK_BASE_URL=%s exec %s %s/copydesk.lua write x 2>%s/err
]]):format(server.url, LUA, folder, folder))
      local pipe = assert(io.popen(("sh %s; echo $? >%s/code"):format(run, folder)))
      local pid = pipe:read("*l")
      repeat until #server:log() == 2 -- the article was accepted, and is waited for
      os.execute("kill -INT " .. pid)
      pipe:close()
      assert.equal(130, tonumber(read("code")))
      assert.equal("copydesk: interrupted; the article goes on: copydesk wait " .. ID .. "\n", read("err"))
      server:script { json {} }
    end)

    it("lists over several pages", function()
      local first = { articleId = "a", status = "finished", progress = 1, title = "T" }
      local second = { articleId = "b", status = "queued", progress = 0, config = { targetKeyword = "k" } }
      server:script { json { data = { first }, hasMore = true, nextCursor = "c1" },
        json { data = { second }, hasMore = false } }
      local code, out = at("list --status finished --limit 5")
      assert.equal(0, code)
      assert.equal("a  finished   100%  T\nb  queued       0%  k\n", out)
      local log = server:log()
      assert.equal("/api/articles?limit=5&status=finished", log[1].target)
      assert.equal("/api/articles?limit=4&status=finished&cursor=c1", log[2].target)
    end)

    it("passes JSON through as it came", function()
      local text = '{"data":[],"hasMore":false,"nextCursor":null}'
      server:script { { body = text } }
      local code, out = at("list --json")
      assert.equal(0, code)
      assert.equal(text .. "\n", out)
    end)

    it("cancels and deletes, each of several", function()
      server:script { json {}, json {}, { status = 204 } }
      assert.equal(0, (at("cancel a b")))
      assert.equal(0, (at("delete c")))
      local log = server:log()
      assert.equal("POST /api/articles/a/cancel", log[1].method .. " " .. log[1].target)
      assert.equal("POST /api/articles/b/cancel", log[2].method .. " " .. log[2].target)
      assert.equal("DELETE /api/articles/c", log[3].method .. " " .. log[3].target)
      server:script { { status = 409, body = '{"detail":"It is finished."}' } }
      assert.equal(1, (at("cancel a")))
      assert.equal(1, #server:log())
    end)

    it("waits for a crawl, and tells when it failed", function()
      local function domain(status, pages)
        return json { domainId = "d", name = "n", status = status, pageCount = pages }
      end
      server:script { domain("crawling", 0), domain("crawling", 5), domain("ready", 9) }
      local code, out, err = at("domains add n --start http://site/")
      assert.equal(0, code)
      assert.equal("d  ready           9 pages  n\n", out)
      assert.truthy(err:find("5 pages read", 1, true))
      assert.same({ name = "n", startUrl = "http://site/" }, cjson.decode(server:log()[1].body))
      server:script { domain("crawling", 0),
        json { domainId = "d", name = "n", status = "failed", problem = "robots.txt" } }
      local failed, _, reason = at("domains add n --sitemap http://site/sitemap.xml")
      assert.equal(1, failed)
      assert.truthy(reason:find("robots.txt", 1, true))
      server:script { domain("crawling", 0) }
      assert.equal(0, (at("domains add n --start http://site/ --no-wait")))
      assert.equal(1, #server:log())
    end)

    it("says so when its output cannot be written", function()
      server:script { json { data = { { articleId = "a", status = "queued", progress = 0 } }, hasMore = false } }
      local code, _, err = at("list", nil, ">&-")
      assert.equal(1, code)
      assert.truthy(err:find("cannot write the output", 1, true), err)
      if io.open("/dev/full") then
        code, _, err = at("list", nil, ">/dev/full")
        assert.equal(1, code)
        assert.truthy(err:find("No space left", 1, true), err)
      end
    end)

    it("draws a bar on a terminal", function()
      local made = os.execute("script -qec true /dev/null >/dev/null 2>&1 </dev/null")
      if made ~= true and made ~= 0 then pending("no terminal can be made here") end
      server:script { json { articleId = ID },
        record { status = "processing", progress = 0.5, statusDetail = "Wörter" },
        record { status = "finished", progress = 1, output = { html = "done" } } }
      local command = ("COPYDESK_BASE_URL=%s TERM=xterm %s %s/copydesk.lua write x\n"):format(server.url, LUA, folder)
      local inner = write("tty.sh", command)
      local pipe = assert(io.popen("script -qec 'sh " .. inner .. "' /dev/null </dev/null"))
      local text = pipe:read("*a")
      pipe:close()
      assert.truthy(text:find("[############------------]  50% 0:0", 1, true), text)
      assert.truthy(text:find("Wörter", 1, true))
      assert.truthy(text:find("done", 1, true))
    end)
  end)

  describe("with the service inside", function()
    local library = "--library examples/library"
    local function inside(words, suffix)
      return copydesk(words, "COPYDESK_DATA=" .. folder .. "/data", suffix)
    end

    it("writes an article, lists it, links it to pages that were sent", function()
      local path = folder .. "/herbs.html"
      local code, _, err = inside(("write 'indoor herb garden' %s -o %s"):format(library, path))
      assert.equal(0, code, err)
      local html = read(path)
      assert.truthy(html:find("<h2", 1, true))

      local _, listed = inside("list")
      local id = listed:match("^(%S+)  finished   100%%")
      assert.truthy(id, listed)
      local _, again = inside("wait " .. id)
      assert.equal(html, again)

      write("pages.json", cjson.encode(dofile("examples/site.lua")))
      assert.equal(0, (inside("domains add herbs --pages " .. folder .. "/pages.json")))
      local linked
      code, linked, err = inside("link " .. path .. " --domain herbs --max-links 5")
      assert.equal(0, code, err)
      assert.truthy(linked:find('<a href="https://windowsill.example/', 1, true))
      local bare = linked:gsub('<a href="https://windowsill%.example/[^>]*>(.-)</a>', "%1")
      assert.equal(html, bare)

      local _, structured = inside("link " .. path .. " --domain herbs --format json")
      assert.equal(linked ~= "", #cjson.decode(structured).links > 0)
      write("note.md", "Water the basil on the windowsill.\n")
      local _, markdown = inside("link " .. folder .. "/note.md --domain herbs")
      assert.truthy(markdown:find("[basil](https://windowsill.example/basil)", 1, true), markdown)
      assert.equal(1, (inside("link " .. path .. " --domain unknown")))
      assert.equal(0, (inside("domains remove herbs")))
      assert.equal(0, (inside("delete " .. id)))
      assert.equal("", select(2, inside("list")))
    end)

    it("fails with the reason when there is nothing to write from", function()
      local code, out, err = inside("write 'nothing at all'")
      assert.equal(1, code)
      assert.equal("", out)
      assert.truthy(err:find("(no_sources)", 1, true), err)
    end)

    it("says at the start who can reach the service", function()
      local function ready(listen)
        write("lib/copydesk/service.lua", ([[return { start = function(config)
          return { url = "http://127.0.0.1:9702", wait = function() end, stop = function() end }
        end }]]))
        local path = ("LUA_PATH='%s/lib/?.lua;'\"${LUA_PATH:-;}\""):format(folder)
        return select(2, copydesk("serve --listen " .. listen, path))
      end
      os.execute("mkdir -p " .. quote(folder .. "/lib/copydesk"))
      for _, listen in ipairs { "127.0.0.1:9702", "localhost:9702", "'[::1]:9702'" } do
        assert.equal("copydesk: ready at http://127.0.0.1:9702\n", ready(listen))
      end
      local open = { ["0.0.0.0"] = "0.0.0.0:9702", ["[::]"] = "'[::]:9702'", ["10.0.0.1"] = "10.0.0.1:1" }
      for host, listen in pairs(open) do
        assert.equal("copydesk: ready at http://127.0.0.1:9702 (listening on " .. host .. ": open to the network)\n",
          ready(listen))
      end
    end)

    it("serves until it is terminated, and is found by others on the same data", function()
      local command = "echo $$; COPYDESK_DATA=%s/served exec %s %s/copydesk.lua serve --listen 127.0.0.1:0"
      local pipe = assert(io.popen(command:format(folder, LUA, folder)))
      local pid, ready = pipe:read("*l"), pipe:read("*l")
      local url = ready:match("^copydesk: ready at (http://127%.0%.0%.1:%d+)$")
      assert.truthy(url, ready)
      local key = read("served/key"):gsub("%s", "")
      assert.equal(0, (copydesk(("list --base-url %s --api-key %s"):format(url, key))))
      assert.equal(1, (copydesk(("list --base-url %s --api-key wrong"):format(url))))
      assert.equal(0, (copydesk("list --data " .. folder .. "/served")))
      local code, _, err = copydesk("serve --listen 127.0.0.1:0 --data " .. folder .. "/served")
      assert.equal(1, code)
      assert.truthy(err:find("another process serves this data folder, at " .. url, 1, true), err)
      os.execute("kill -TERM " .. pid)
      assert.equal("", pipe:read("*a"))
      local done = pipe:close()
      assert.truthy(done)
    end)
  end)
end)
