-- luas: lua5.4 luajit
--- The command as a shell sees it: output, errors, exit codes; against a scripted server and the real service.
local cjson = require("cjson").new()
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local scripted = require "spec.support.scripted"
local services = require "spec.support.service"

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

-- The path of a file of the checkout, in full.
local function checkout(path)
  local pipe = assert(io.popen("env -u LD_PRELOAD pwd"))
  local root = pipe:read("*l")
  pipe:close()
  return root .. "/" .. path
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

-- How many commands the topics have.
local function commands_made()
  local count = 0
  for path in assert(io.popen("env -u LD_PRELOAD ls lua/copydesk/cli/*.lua")):lines() do
    local topic = require("copydesk.cli." .. path:match("(%w+)%.lua$"))
    for _, command in ipairs(type(topic) == "table" and topic or {}) do count = count + (command.run and 1 or 0) end
  end
  return count
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
      assert.equal(commands_made(), count)
      local _, group = copydesk("domains --help")
      assert.truthy(group:find("domains refresh", 1, true))
      assert.is_nil(group:find("  serve", 1, true))
      assert.equal(select(2, copydesk("write --help")), select(2, copydesk("help write")))
    end)

    it("all in lines of at most 110 columns", function()
      local _, out = copydesk "write --help"
      for line in out:gmatch "[^\n]+" do assert.is_true(#line <= 110, line) end
    end)

    it("the parameters of an article", function()
      local _, out = copydesk("write --help")
      for _, name in ipairs { "articleLength", "includeFaq", "urls", "polishSettings" } do
        assert.truthy(out:find("\n  " .. name .. " ", 1, true), name)
      end
    end)

    it("which parameters have no effect, and what each may be", function()
      local _, out = copydesk("write --help")
      out = out:gsub("\n" .. (" "):rep(34) .. " *", " ") -- lines that are folded
      local function line(name) return out:match("\n  " .. name .. " +([^\n]+)") end
      local function ends(text, tail) assert.equal(tail, text:sub(-#tail)) end
      assert.equal("Connected site or webhook that receives the finished article.",
        line("integrationId"):match("^(.-) %["))
      assert.equal("+ Prompt for the title. [string]", line("extraTitlePrompt"))
      ends(line("pointOfView"),
        "[third_person | first_person_singular | first_person_plural | second_person; default third_person]")
      ends(line("targetKeyword"), "[string; required]")
      ends(line("articleUrl"), "[string; required with articleType=rewrite_blog_post]")
      ends(line("numberOfSections"), "[1 to 48; with articleLength=custom]")
      ends(line("includeConclusion"), "[boolean; default true]")
      ends(line("seoOptimizationLevel"), "[default | manual | ai_powered; default default]")
      assert.truthy(line("articleType"):find("[blog_post", 1, true))
      assert.truthy(line("articleType"):find("default blog_post", 1, true))
      for name in pairs { urls = true, title = true, includeFaq = true } do
        assert.truthy(line(name):find("^%u"), name)
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
      ["writ basil"] = 'no command "writ"; did you mean "write"?',
      ["domain list"] = 'no command "domain"; did you mean "domains list"?',
      ["domains ad x"] = 'no command "domains ad"; did you mean "domains add"?',
      ["acounts"] = 'no command "acounts"; did you mean "account"?',
      ["help writ"] = 'no command or topic "writ"; did you mean "write"?',
      ["write a --fromat json"] = "no option --fromat; did you mean --format?",
      ["write a -p articelLength=short"] = 'no parameter "articelLength"; did you mean articleLength?',
      ["write a -p articelLength=short --base-url http://127.0.0.1:1"] = "did you mean articleLength?",
      ["write a -p zzzzzz=1"] = 'no parameter "zzzzzz"; `copydesk write --help` lists them',
      ["delete ''"] = "ID is empty",
      ["domains remove a ''"] = "ID|NAME is empty",
      ["completion bash extra"] = '"extra" is one word too many',
      ["ledger --json --limit 100000"] = "--limit takes at most 100 with --json",
      ["domains add x --start http://a --sitemap http://a/s"] = "--start and --sitemap exclude each other",
      ["write x --format pdf"] = '--format takes html, markdown, json, not "pdf"',
      ["write x --page -o a.md"] = "--page is for html, not for markdown",
      ["status"] = "ID is missing",
      ["wait x --timeout soon --base-url http://127.0.0.1:1"] = "--timeout takes a number",
      ["write x --timeout 0 --base-url http://127.0.0.1:1"] = "--timeout takes a number of seconds above 0",
      ["write x --page --fragment --base-url http://127.0.0.1:1"] = "--page and --fragment exclude each other",
      ["list --limit none"] = "--limit takes a number",
      ["list --limit 5 --all"] = "--all and --limit exclude each other",
      ["list --status bogus --base-url http://127.0.0.1:1"] =
        '--status takes queued, processing, finished, failed, not "bogus"',
      ["link file"] = "--domain is missing",
      ["list --base-url nowhere"] = "base_url must be an http or https URL",
      ["list --base-url http://a --data b"] = "--data is for the service inside, and --base-url names one elsewhere",
      ["serve --config /nonexistent"] = "configuration cannot be read",
      ["serve --base-url http://a"] = "no option --base-url",
      ["domains add x --data /tmp"] = "where are the pages",
      ["brands add"] = "NAME is missing",
      ["brands add x --link here"] = "--link takes TEXT=URL, not here",
      ["brands set x"] = "what is to change?",
      ["integrations add webhook"] = "NAME is missing",
      ["integrations add webhook x --set url"] = "--set takes NAME=VALUE, not url",
      ["integrations add webhook x --set 'url=[1'"] = "--set url is no JSON: [1",
      ["integrations add ghost x --secret adminApiKey"] = "--secret takes NAME=@FILE, NAME=- or NAME=env:VARIABLE",
      ["integrations add ghost x --secret adminApiKey=abc"] = "other programs could see adminApiKey itself here",
      ["integrations add wordpress x --set user=a"] = "a wordpress integration has no setting user; it has url",
      ["integrations add ghost x --set adminApiKey=abc"] = "adminApiKey is secret: --secret adminApiKey=@FILE",
      ["integrations set x"] = "what is to change?",
      ["integrations set x --enable --disable"] = "contradict each other",
      ["deliver x"] = "ID|NAME is missing",
      ["keys list --account a --base-url http://b"] = "--account works on the service's own machine",
    }
    for words, message in pairs(wrong) do
      it("copydesk " .. words, function()
        local code, out, err = copydesk(words)
        assert.equal(2, code)
        assert.equal("", out)
        assert.truthy(err:find(message, 1, true), err)
      end)
    end

    it("the service inside, where the environment names one elsewhere", function()
      for _, option in ipairs { "data", "library", "config" } do
        local code, _, err = copydesk(("list --%s b"):format(option), "COPYDESK_BASE_URL=http://127.0.0.1:1")
        assert.equal(2, code)
        local message = "--%s is for the service inside, and COPYDESK_BASE_URL names one elsewhere"
        assert.truthy(err:find(message:format(option), 1, true), err)
      end
    end)

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

    local function need_terminal()
      local made = os.execute("script -qec true /dev/null >/dev/null 2>&1 </dev/null")
      if made ~= true and made ~= 0 then pending("no terminal can be made here") end
    end

    -- All that the command writes where its streams are a terminal.
    local function on_terminal(words, variables)
      local inner = write("tty.sh", ("COPYDESK_BASE_URL=%s TERM=xterm %s %s %s/copydesk.lua %s\n"):format(server.url,
        variables or "", LUA, folder, words))
      local pipe = assert(io.popen("script -qec 'sh " .. inner .. "' /dev/null </dev/null"))
      local text = pipe:read("*a")
      pipe:close()
      return text
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
      assert.equal("b\n", read(path):match("</title>\n(.*)$"))
      assert.truthy(err:find("wrote " .. path .. ": 7 words, 1 source\n", 1, true))
      assert.is_nil(read(path .. ".part"))
    end)

    describe("writes where -o leads:", function()
      local function script()
        server:script { json { articleId = ID }, record { status = "finished", output = { html = "<p>a</p>" } } }
      end
      local function kind(name)
        local pipe = assert(io.popen("env -u LD_PRELOAD stat -c %F " .. quote(folder .. "/" .. name)))
        local text = pipe:read("*l")
        pipe:close()
        return text
      end
      local function run(command)
        local done = os.execute(("cd %s && %s 2>/dev/null"):format(quote(folder), command))
        return done == true or done == 0
      end

      it("a device stays one", function()
        -- A device like /dev/null; another user than root cannot make one, and some file systems let nobody open it.
        if not run "mknod -m 666 null c 1 3 && : >null" then pending("no device can be made here") return end
        script()
        local code, _, err = at("write x -o " .. quote(folder .. "/null"))
        assert.equal(0, code, err)
        assert.equal("character special file", kind "null")
      end)

      it("a pipe is written, and its reader gets all", function()
        assert.is_true(run "mkfifo pipe")
        script()
        assert.is_true(run "{ cat pipe >read & } ")
        local code, _, err = at("write x -o " .. quote(folder .. "/pipe"))
        assert.equal(0, code, err)
        eventually(function() return read "read" == "<p>a</p>\n" end)
        assert.equal("fifo", kind "pipe")
      end)

      it("a link stays, and what it leads to is replaced", function()
        assert.is_true(run "mkdir -p to && ln -s to/article.txt link")
        script()
        assert.equal(0, (at("write x -o " .. quote(folder .. "/link"))))
        assert.equal("<p>a</p>\n", read "to/article.txt")
        assert.equal("symbolic link", kind "link")
      end)

      it("/dev/stdout is what is open there", function()
        script()
        local code, out = at("write x -o /dev/stdout")
        assert.equal(0, code)
        assert.equal("<p>a</p>\n", out)
      end)
    end)

    it("makes a whole page of a file that is HTML, and of nothing else", function()
      local article = record { status = "finished", title = 'A <b> & "c"', metaDescription = 'd"e',
        config = { language = "German" }, output = { html = "<p>x</p>" } }
      local languages = json { data = { { name = "English", tag = "en" }, { name = "German", tag = "de" } } }
      local whole = '<!doctype html>\n<html lang="de">\n<meta charset="utf-8">\n'
        .. '<meta name="viewport" content="width=device-width">\n<title>A &lt;b&gt; &amp; &quot;c&quot;</title>\n'
        .. '<meta name="description" content="d&quot;e">\n<p>x</p>\n'
      local cases = {
        { "-o %s/page.html", whole }, { "-o %s/page.HTM", whole }, { "-o %s/page.txt", "<p>x</p>\n" },
        { "-o %s/page.html --fragment", "<p>x</p>\n" }, { "-o %s/page.txt --page", whole },
      }
      for _, case in ipairs(cases) do
        server:script { article, languages }
        local words = case[1]:format(folder)
        assert.equal(0, (at("wait x " .. words)))
        assert.equal(case[2], read(words:match("-o (%S+)")), words)
      end
      server:script { article, languages }
      assert.equal(whole, select(2, at("wait x --page")))
      server:script { article, { status = 404 } } -- a service that names no languages
      assert.equal((whole:gsub(' lang="de"', "")), select(2, at("wait x --page")))
    end)

    describe("writes the format", function()
      local RECORD = { status = "finished", wordsCharged = 3, output = { html = "<p>a</p>" } }
      local function script(...)
        server:script { json { articleId = ID }, record(RECORD), ... }
      end

      it("that the file's name ends in, or --format says", function()
        for words, wanted in pairs {
          ["-o %s/a.md"] = "text/markdown", ["-o %s/a.MARKDOWN"] = "text/markdown",
          ["-o %s/a.html --format markdown"] = "text/markdown", ["-o %s/a.txt"] = "html", ["-o %s/a"] = "html",
          ["-o %s/a.md --format html"] = "html", ["-o %s/a.json --format=Markdown"] = "text/markdown",
        } do
          local path = folder .. "/" .. words:match("/(%S+)")
          script { body = "# a\n" }
          local code, _, err = at("write x " .. words:format(quote(folder)))
          assert.equal(0, code, err)
          local last = server:log()[3]
          assert.equal(wanted ~= "html" and wanted or nil, last and last.headers.accept)
          assert.equal(last and "/api/articles/" .. ID .. "/content", last and last.target)
          assert.equal(wanted == "html" and "<p>a</p>\n" or "# a\n", read(path))
        end
      end)

      it("to standard output too, the record as it came", function()
        script { body = "# a" }
        local code, out = at "write x --format markdown"
        assert.equal(0, code)
        assert.equal("# a\n", out)
        local text = '{"articleId": "' .. ID .. '", "status": "finished"}'
        script { body = text }
        code, out = at "write x --format json"
        assert.equal(0, code)
        assert.equal(text .. "\n", out)
        script { body = text }
        assert.equal(0, (at("write x -o " .. quote(folder .. "/a.json"))))
        assert.equal(text .. "\n", read "a.json")
      end)

      it("with the pictures of Markdown beside it", function()
        local picture = ("ab"):rep(16) .. ".png"
        server:script { json { articleId = ID },
          record { status = "finished", output = { html = ('<img src="/media/%s">'):format(picture) } },
          { body = ("![A](%s/media/%s) ![B](https://other.example/b.png)\n"):format(server.url, picture) },
          { body = "bytes" } }
        local code, _, err = at("write x -o " .. quote(folder .. "/p.md"))
        assert.equal(0, code, err)
        assert.equal(("![A](p-pictures/%s) ![B](https://other.example/b.png)\n"):format(picture), read "p.md")
        assert.equal("bytes", read("p-pictures/" .. picture))
      end)
    end)

    describe("saves pictures", function()
      local FIRST, SECOND = ("0a"):rep(16) .. ".png", ("1b"):rep(16) .. ".png"
      local PICTURE = { file = "examples/images/basil-on-a-windowsill.png",
        headers = { ["Content-Type"] = "image/png" } }
      local function article(...)
        local html = {}
        for i = 1, select("#", ...) do html[i] = ('<img src="%s" alt="x">'):format((select(i, ...))) end
        return record { status = "finished", wordsCharged = 1, output = { html = table.concat(html) } }
      end

      it("beside the file, each once, and leads to them from there", function()
        server:script { article("http://127.0.0.1:1/media/" .. FIRST, "https://desk.example/media/" .. SECOND,
          "/media/" .. FIRST), PICTURE }
        local code, _, err = at("wait " .. ID .. " --fragment -o " .. quote(folder .. "/a b.html"))
        assert.equal(0, code, err)
        assert.equal(("wrote %s/a b.html: 1 word, 0 sources; 2 pictures in %s/a b-pictures\n"):format(folder, folder),
          err:match "wrote.*")
        local image = '<img src="a%%20b-pictures/%s" alt="x">'
        assert.equal((image:rep(3) .. "\n"):format(FIRST, SECOND, FIRST), read("a b.html"))
        local bytes = assert(read(checkout(PICTURE.file)))
        assert.equal(bytes, read("a b-pictures/" .. FIRST))
        assert.equal(bytes, read("a b-pictures/" .. SECOND))
        local log = server:log()
        assert.equal(3, #log)
        assert.equal("/media/" .. FIRST, log[2].target)
        assert.equal("/media/" .. SECOND, log[3].target)
      end)

      it("beside the file to which a link leads, and nowhere beside what is no file", function()
        os.execute(("mkdir %s/far && ln -s far/page.html %s/near.html"):format(quote(folder), quote(folder)))
        server:script { article("/media/" .. FIRST), PICTURE, article("/media/" .. FIRST) }
        local code, _, err = at("wait " .. ID .. " --fragment -o " .. quote(folder .. "/near.html"))
        assert.equal(0, code, err)
        assert.truthy(read("far/page.html"):find('src="page-pictures/' .. FIRST, 1, true), read "far/page.html" .. err)
        assert.truthy(read("far/page-pictures/" .. FIRST))
        local out
        code, out, err = at("wait " .. ID .. " --fragment -o /dev/stdout")
        assert.equal(0, code, err)
        assert.truthy(out:find('src="/media/' .. FIRST, 1, true), out)
        assert.is_nil(io.open("/dev/stdout-pictures"))
      end)

      it("of this service alone", function()
        local elsewhere = { "https://other.example/basil.png", "https://other.example/media/basil.png",
          "https://other.example/media/abc.png" }
        server:script { article((table.unpack or unpack)(elsewhere)) }
        local code, _, err = at("wait " .. ID .. " -o " .. folder .. "/other.txt")
        assert.equal(0, code, err)
        for _, address in ipairs(elsewhere) do assert.truthy(read("other.txt"):find('"' .. address .. '"', 1, true)) end
        assert.equal(1, #server:log())
        assert.is_nil(io.open(folder .. "/other-pictures"))
      end)

      it("as far as they are there, and fails for the others behind the page", function()
        local gone = "https://desk.example/media/" .. SECOND
        server:script { article("http://127.0.0.1:1/media/" .. FIRST, gone), PICTURE, { status = 404,
          headers = { ["Content-Type"] = "application/problem+json" }, body = '{"detail":"There is no picture."}' } }
        local code, _, err = at("wait " .. ID .. " -o " .. folder .. "/part.txt")
        assert.equal(1, code)
        assert.truthy(err:find("1 picture in .-\ncopydesk: pictures could not be saved, .-: There is no picture"), err)
        local html = read "part.txt"
        assert.truthy(html:find('src="part-pictures/' .. FIRST, 1, true))
        assert.truthy(html:find('src="' .. gone, 1, true))
      end)

      it("and says so where there is no room for them", function()
        write("full-pictures", "a file, and no folder")
        server:script { article("/media/" .. FIRST), PICTURE }
        local code, _, err = at("wait " .. ID .. " -o " .. folder .. "/full.txt")
        assert.equal(1, code)
        assert.truthy(err:find("full-pictures/" .. FIRST .. ": Not a directory", 1, true), err)
        assert.truthy(read("full.txt"):find('src="/media/' .. FIRST, 1, true))
      end)

      it("not for standard output, whose addresses stay", function()
        server:script { article("https://desk.example/media/" .. FIRST) }
        local code, out = at("wait " .. ID)
        assert.equal(0, code)
        assert.truthy(out:find('src="https://desk.example/media/' .. FIRST, 1, true))
        assert.equal(1, #server:log())
      end)
    end)

    it("asks for nothing when the file cannot be written", function()
      server:script { json { articleId = ID } }
      local code, _, err = at("write x -o /nonexistent/article.html")
      assert.equal(1, code)
      assert.equal("copydesk: cannot write /nonexistent/article.html: No such file or directory\n", err)
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
      write("err", "")
      local pipe = assert(io.popen(("sh %s; echo $? >%s/code"):format(run, folder)))
      local pid = pipe:read("*l")
      repeat -- the article was accepted, and is waited for
        assert.equal("", read("err"))
      until #server:log() == 2
      os.execute("kill -INT " .. pid)
      pipe:close()
      assert.equal(130, tonumber(read("code")))
      assert.equal("copydesk: interrupted; the article goes on: copydesk wait " .. ID .. "\n", read("err"))
      server:script { json {} }
    end)

    it("lists over several pages", function()
      local first = { articleId = "a", status = "finished", progress = 1, title = "T", createdAt = 1795281087749 }
      local second = { articleId = "b", status = "queued", progress = 0, config = { targetKeyword = "k" } }
      server:script { json { data = { first }, hasMore = true, nextCursor = "c1" },
        json { data = { second }, hasMore = false } }
      local code, out = at("list --status finished --limit 5")
      assert.equal(0, code)
      local rows = "a\tfinished\t100\t2026-11-21T17:11:27Z\tT\nb\tqueued\t0\t\tk\n"
      assert.equal(rows, out)
      local log = server:log()
      assert.equal("/api/articles?limit=5&status=finished", log[1].target)
      assert.equal("/api/articles?limit=4&status=finished&cursor=c1", log[2].target)
      server:script { json { data = { first }, hasMore = true, nextCursor = "c1" },
        json { data = { second }, hasMore = false } }
      assert.equal(rows, select(2, at("list --all")))
      assert.equal("/api/articles?limit=100&cursor=c1", server:log()[2].target)
    end)

    it("lists in columns, with local dates, on a terminal", function()
      need_terminal()
      server:script { json { data = {
        { articleId = "a", status = "finished", progress = 1, title = "T", createdAt = 1795281087749 },
        { articleId = "b", status = "queued", progress = 0, config = { targetKeyword = "k" } } }, hasMore = false } }
      assert.equal("a  finished   100%  2026-11-21 19:11  T\r\nb  queued       0%                    k\r\n",
        on_terminal("list", "TZ=XYZ-2"))
    end)

    it("tells what was cancelled from what failed", function()
      server:script { json { data = { { articleId = "a", status = "failed", errorCode = "cancelled" },
        { articleId = "b", status = "failed", errorCode = "no_sources" } }, hasMore = false } }
      assert.equal("a\tcancelled\t0\t\t\nb\tfailed\t0\t\t\n", select(2, at("list")))
      server:script { record { status = "failed", errorCode = "cancelled", error = "It was cancelled." } }
      assert.equal(ID .. "\tcancelled\t0\t\t\n  It was cancelled.\n", select(2, at("status x")))
    end)

    it("lets no text steer the terminal", function()
      local title = "\27]0;x\7y\r\n\tz\194\155\127\195\169"
      local harmless = " ]0;x y z \195\169"
      server:script { json { data = { { articleId = "a", status = "queued", title = title } }, hasMore = false } }
      assert.equal("a\tqueued\t0\t\t" .. harmless .. "\n", select(2, at("list")))
      server:script { record { status = "processing", title = title, statusDetail = title, notes = { title } } }
      assert.equal(("%s\tprocessing\t0\t\t%s\n  %s\n  note: %s\n"):format(ID, harmless, harmless, harmless),
        select(2, at("status x")))
      server:script { json { data = { { domainId = "d", name = title, problem = title } } } }
      assert.equal("d\t?\t0\t" .. harmless .. "\t\n", select(2, at("domains list")))
      assert.equal("d\t?\t0\t" .. harmless .. "\t\n  " .. harmless .. "\n", select(2, at("domains show d")))
      server:script { record { status = "processing", statusDetail = title },
        record { status = "finished", statusDetail = "Done", output = { html = title }, notes = { title } } }
      local _, out, err = at("wait x")
      assert.equal(title .. "\n", out) -- content is what was asked for
      assert.equal(("  0%%  %s\n  0%%  Done\nnote: %s\n"):format(harmless, harmless), err)
      server:script { { status = 400, body = cjson.encode { detail = "a\27[2Jb" },
        headers = { ["Content-Type"] = "application/problem+json" } } }
      assert.equal("copydesk: a [2Jb (HTTP 400)\n", select(3, at("status x")))
    end)

    it("passes JSON through as it came", function()
      local text = '{"data":[],"hasMore":false,"nextCursor":null}'
      server:script { { body = text } }
      local code, out = at("list --json")
      assert.equal(0, code)
      assert.equal(text .. "\n", out)
      local page = '{"data":[{}],"hasMore":true,"nextCursor":"c"}'
      server:script { { body = page }, { body = text } }
      assert.equal(page .. "\n" .. text .. "\n", select(2, at("list --json --all")))
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

    it("tries each of several, whatever became of the others", function()
      local bad = { status = 404, body = '{"detail":"There is none."}' }
      for _, command in ipairs { "cancel", "delete" } do
        server:script { bad, json {}, bad }
        local code, _, err = at(command .. " a b c")
        assert.equal(1, code)
        assert.equal(3, #server:log())
        local told = "copydesk: a: There is none. (HTTP 404)\n%s b\ncopydesk: c: There is none. (HTTP 404)\n"
        assert.equal(told:format(command == "cancel" and "cancelled" or "deleted"), err)
      end
      server:script { json { data = { { domainId = "d", name = "n" } } } }
      local code, _, err = at("domains remove x n")
      assert.equal(1, code)
      assert.truthy(err:find('^copydesk: x: there is no domain "x".-\nremoved n\n$'), err)
    end)

    it("tells how many links were put in, and how many words were looked at", function()
      local file = write("content.html", "<p>a b</p>")
      local domains = json { data = { { domainId = "d", name = "n" } } }
      local links = { { url = "u" }, { url = "v" } }
      server:script { domains, json { content = "<p>linked</p>", links = links, wordsAnalyzed = 1290 } }
      local code, out, err = at("link " .. file .. " --domain n")
      assert.equal(0, code)
      assert.equal("<p>linked</p>", out)
      assert.equal("2 links put in, 1290 words looked at\n", err)
      local path = folder .. "/linked.html"
      server:script { domains, json { content = "x", links = {}, wordsAnalyzed = 0 } }
      assert.equal(("wrote %s: 0 links put in, 0 words looked at\n"):format(path),
        select(3, at(("link %s --domain n -o %s"):format(file, path))))
      write("content.md", "a [b](c) d")
      server:script { domains, { body = "[a](x) [b](c) d", headers = { ["Content-Type"] = "text/markdown" } } }
      code, out, err = at(("link %s/content.md --domain n"):format(folder))
      assert.equal(0, code)
      assert.equal("[a](x) [b](c) d", out)
      assert.equal("1 link put in\n", err)
    end)

    it("sends no file that is not UTF-8", function()
      server:script { json { data = {} } }
      local faults = { ["caf\233"] = "0xe9 at offset 3", ["\195\169\192\128"] = "0xc0 at offset 2",
        ["\237\160\128"] = "0xed at offset 0", ["\240\159\152"] = "0xf0 at offset 0", ["a\128b"] = "0x80 at offset 1",
        ["\244\144\128\128"] = "0xf4 at offset 0", ["\224\159\191"] = "0xe0 at offset 0" }
      for text, place in pairs(faults) do
        local file = write("latin", text)
        local code, _, err = at("link " .. file .. " --domain n")
        assert.equal(1, code)
        assert.equal(("copydesk: %s is not UTF-8 (byte %s)\n"):format(file, place), err)
        assert.equal(1, (at("domains add n --pages " .. file)))
      end
      assert.equal(0, #server:log())
      local good = write("good.html", "a\127\195\169\224\160\128\237\159\191\238\128\128"
        .. "\240\144\128\128\244\143\191\191")
      assert.truthy(select(3, at("link " .. good .. " --domain n")):find("there is no domain", 1, true))
    end)

    it("waits for a crawl, and tells when it failed", function()
      local function domain(status, pages)
        return json { domainId = "d", name = "n", status = status, pageCount = pages }
      end
      server:script { domain("crawling", 0), domain("crawling", 5), domain("ready", 9) }
      local code, out, err = at("domains add n --start http://site/")
      assert.equal(0, code)
      assert.equal("d\tready\t9\tn\t\n", out)
      assert.truthy(err:find("pages read: 5", 1, true))
      assert.is_nil(err:find("%", 1, true), err)
      assert.same({ name = "n", startUrl = "http://site/" }, cjson.decode(server:log()[1].body))
      server:script { domain("crawling", 0),
        json { domainId = "d", name = "n", status = "failed", problem = "robots.txt" } }
      local failed, _, reason = at("domains add n --sitemap http://site/sitemap.xml")
      assert.equal(1, failed)
      assert.truthy(reason:find("robots.txt; n is there, without pages: `copydesk domains refresh n` reads it again, "
        .. "`copydesk domains remove n` removes it", 1, true), reason)
      server:script { domain("crawling", 0) }
      assert.equal(0, (at("domains add n --start http://site/ --no-wait")))
      assert.equal(1, #server:log())
    end)

    it("finds a brand on any page of the list", function()
      local one = { brandId = "a", name = "A" }
      server:script { json { data = { one }, hasMore = true, nextCursor = "c1" },
        json { data = { { brandId = "b", name = "B" } }, hasMore = false }, json {} }
      local code, _, err = at("brands remove B")
      assert.equal(0, code, err)
      local log = server:log()
      assert.equal("/api/brands?limit=100&cursor=c1", log[2].target)
      assert.equal("/api/brands/b", log[3].target)
      server:script { json { data = { one, { brandId = "c", name = "A" } }, hasMore = false } }
      code, _, err = at("brands show A")
      assert.equal(1, code)
      assert.truthy(err:find("several brands are named", 1, true), err)
    end)

    it("says so when its output cannot be written", function()
      server:script { json { data = { { articleId = "a", status = "queued", progress = 0 } }, hasMore = false } }
      local code, _, err = at("list", nil, ">&-")
      assert.equal(1, code)
      assert.truthy(err:find("cannot write the output", 1, true), err)
    end)

    it("says so when the disk is full", function()
      if not io.open("/dev/full") then pending("there is no /dev/full") end
      server:script { json { data = { { articleId = "a", status = "queued", progress = 0 } }, hasMore = false } }
      local code, _, err = at("list", nil, ">/dev/full")
      assert.equal(1, code)
      assert.truthy(err:find("No space left", 1, true), err)
    end)

    it("draws a bar on a terminal", function()
      need_terminal()
      server:script { json { articleId = ID },
        record { status = "processing", progress = 0.5, statusDetail = "Wörter" },
        record { status = "finished", progress = 1, output = { html = "done" } } }
      local text = on_terminal "write x"
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
      local id = listed:match("^(%S+)\tfinished\t100\t20%d%d%-%d%d%-%d%dT")
      assert.truthy(id, listed)
      local _, again = inside("wait --page " .. id)
      assert.equal(html, again)
      local _, alone = inside("wait " .. id)
      assert.equal(alone, html:match("\n(<h1.*)$"))
      assert.equal('<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n', html:match("^.-\n.-\n.-\n"))

      write("pages.json", cjson.encode(dofile("examples/site.lua")))
      assert.equal(0, (inside("domains add herbs --pages " .. folder .. "/pages.json")))
      local _, shown = inside "domains pages herbs --json"
      assert.truthy(cjson.decode(shown:match "^[^\n]+").url:find("https://windowsill.example/", 1, true), shown)
      local linked
      code, linked, err = inside("link " .. path .. " --domain herbs --max-links 5")
      assert.equal(0, code, err)
      assert.truthy(linked:find('<a href="https://windowsill.example/', 1, true))
      assert.truthy(err:find("^[1-5] links? put in, %d+ words looked at\n$"), err)
      assert.equal(html:match("^.-</title>"), linked:match("^.-</title>"))
      local bare = linked:gsub('<a href="https://windowsill%.example/[^>]*>(.-)</a>', "%1")
      assert.equal(html, bare)
      assert.equal(0, (inside("link " .. path .. " --domain herbs --density many")))
      code, _, err = inside("link " .. path .. " --domain herbs --density lots")
      assert.equal(1, code)
      assert.truthy(err:find("density must be few, usual or many", 1, true), err)
      local explained
      code, explained, err = inside("link " .. path .. " --domain herbs --max-links 5 --explain")
      assert.equal(0, code, err)
      assert.equal(linked, explained)
      assert.truthy(err:find("\n%d+ of %d+ pages are named in this text: %d linked"), err)
      assert.truthy(err:find("\n0%.%d%d  %w[^\n]+  https://windowsill%.example/[^\n]+%.\n"), err)

      local _, structured = inside("link " .. path .. " --domain herbs --format json")
      assert.equal(linked ~= "", #cjson.decode(structured).links > 0)
      write("note.md", "Water the basil on the windowsill.\n")
      local _, markdown = inside("link " .. folder .. "/note.md --domain herbs")
      assert.truthy(markdown:find("[basil](https://windowsill.example/basil)", 1, true), markdown)
      assert.equal(2, (inside("link " .. folder .. "/note.md --domain herbs --explain")))
      assert.equal(1, (inside("link " .. path .. " --domain unknown")))
      assert.equal(0, (inside("domains remove herbs")))
      assert.equal(0, (inside("delete " .. id)))
      assert.equal("", select(2, inside("list")))
    end)

    it("saves the pictures of a file, and says of standard output how long they are shown", function()
      local settings = write("pictures.lua", ('return { library = "%s/library", images = { ["*"] = { api = "folder", '
        .. 'path = "%s/images" } } }'):format(checkout "examples", checkout "examples"))
      local words = "write 'watering herbs' -p multimediaOption=images -p maxImages=1 --config " .. settings
      local code, out, err = inside(words)
      assert.equal(0, code, err)
      assert.truthy(out:find('src="http://127%.0%.0%.1:%d+/media/%x+%.png"'), out)
      assert.truthy(err:find("with -o FILE.html", 1, true), err)
      code, out, err = inside(words .. " -o " .. folder .. "/watered.html")
      assert.equal("", out)
      assert.equal(0, code, err)
      assert.is_nil(err:find("with -o FILE.html", 1, true), err)
      assert.truthy(err:find("; 1 picture in ", 1, true), err)
      local address = read("watered.html"):match 'src="(watered%-pictures/%x+%.png)"'
      assert.equal(read(checkout "examples/images/watering-herbs-in-pots.png"), read(address))
    end)

    it("adds, shows, changes and removes brands", function()
      local file = write("brand.json", '{"name":"ignored","voice":"dry","audience":"cooks","avoid":["old"]}')
      local code, out, err = inside("brands add 'Hearth & Herb' --url https://hearth.example/ --file " .. file
        .. " --voice 'warm\27[0m' --avoid cheap --avoid best --link 'the shop=https://hearth.example/?a=b'")
      assert.equal(0, code, err)
      local id = out:match("^(%S+)\tHearth & Herb\thttps://hearth.example/\n$")
      assert.truthy(id, out)
      assert.equal(out, select(2, inside("brands list")))
      local shown = out .. "  voice: warm%s\n  audience: cooks\n  avoids: cheap\n  avoids: best\n"
        .. "  link: the shop https://hearth.example/?a=b\n"
      assert.equal(shown:format(" [0m"), select(2, inside("brands show 'Hearth & Herb'")))
      assert.equal(0, (inside("brands set " .. id .. " --name Hearth --voice '' --avoid '' --link ''")))
      local brand = cjson.decode((select(2, inside("brands show Hearth --json"))))
      assert.equal("Hearth", brand.name)
      assert.equal(cjson.null, brand.voice)
      assert.equal("cooks", brand.audience)
      assert.same({}, brand.avoid)
      assert.same({}, brand.links)
      assert.equal(1, #cjson.decode((select(2, inside("brands list --json")))).data)
      assert.equal(0, (inside("write 'indoor herb garden' --no-wait -p brandId=" .. id)))
      local named = select(2, inside("write 'indoor herb garden' --no-wait --brand Hearth")):match "%S+"
      assert.equal(id, cjson.decode((select(2, inside("status --json " .. named)))).config.brandId)
      code, out, err = inside("write 'indoor herb garden' --no-wait --brand Nobody")
      assert.same({ 1, "" }, { code, out })
      assert.truthy(err:find('there is no brand "Nobody"', 1, true), err)
      inside("delete " .. named)
      code, out, err = inside("write 'indoor herb garden' --no-wait -p brandId=nonsense")
      assert.equal("", out)
      assert.equal(1, code)
      assert.truthy(err:find("brandId names no brand", 1, true), err)
      assert.equal(1, (inside("brands remove nonsense")))
      assert.equal(0, (inside("brands remove Hearth")))
      assert.equal("", select(2, inside("brands list")))
      inside("delete " .. select(2, inside("list")):match("^%S+"))
    end)

    it("connects, shows, changes, tests and disconnects integrations, and changes the key of their secrets", function()
      local code, out, err = inside("integrations add webhook Hook --set url=https://hooks.example/desk")
      assert.equal(0, code, err)
      local id, secret = out:match("^(%S+)\twebhook\tactive\tHook\t\nsecret\t(whsec_%S+)\n$")
      assert.truthy(id, out)
      assert.truthy(err:find("not shown again", 1, true), err)
      local row = id .. "\twebhook\tactive\tHook\t\n"
      assert.equal(row, select(2, inside("integrations list")))
      assert.equal(row .. "  url: https://hooks.example/desk\n", select(2, inside("integrations show Hook")))

      write("password.txt", "abcd efgh ijkl\n")
      local add = "integrations add wordpress 'My Blog' --set url=https://blog.example --set username=ann "
        .. "--set 'tags=[\"herbs\",\"pots\"]' --secret applicationPassword="
      for _, from in ipairs { { "@" .. folder .. "/password.txt" }, { "- <" .. folder .. "/password.txt" },
        { "env:COPYDESK_TEST_SECRET", "COPYDESK_TEST_SECRET=abcd " } } do
        code, out, err = copydesk(add .. from[1], (from[2] or "") .. "COPYDESK_DATA=" .. folder .. "/data")
        assert.equal(0, code, err)
        assert.truthy(out:find("^%S+\twordpress\tactive\tMy Blog\t\n$"), out)
        assert.is_nil((out .. err):find("abcd", 1, true))
        if from[2] then break end
        code = inside("integrations remove 'My Blog'")
        assert.equal(0, code)
      end
      local shown = select(2, inside("integrations show 'My Blog'"))
      assert.truthy(shown:find("\n  tags: herbs, pots\n  url: https://blog.example\n  username: ann\n", 1, true), shown)
      local full = cjson.decode((select(2, inside("integrations show 'My Blog' --json"))))
      assert.equal(cjson.null, full.settings.applicationPassword)
      for _, lacking in ipairs { "@/nonexistent", "env:COPYDESK_NO_SUCH", "- </dev/null" } do
        code, out, err = inside(add .. lacking)
        assert.equal(1, code)
        assert.equal("", out)
        assert.truthy(err:find("cannot read", 1, true) or err:find("no variable", 1, true)
          or err:find("is empty", 1, true), err)
      end
      code, out, err = inside("integrations add shopify Shop --set shop=x")
      assert.equal(1, code)
      assert.equal("", out)
      assert.truthy(err:find("accessToken is required for a shopify integration", 1, true), err)

      code, out = inside("integrations set Hook --name Other --disable --set url=https://hooks.example/2")
      assert.equal(0, code)
      assert.equal(id .. "\twebhook\tdisabled\tOther\t\n", out)
      assert.equal(0, (inside("integrations set Other --enable")))
      code, out = inside("integrations rotate Other")
      assert.equal(0, code)
      assert.truthy(out:match("\nsecret\twhsec_%S+\n$") and not out:find(secret, 1, true), out)
      assert.equal("2\t0\n", select(2, inside("secrets rotate")))
      assert.same({ 0, "", "" }, { inside("integrations deliveries Other") })
      for _, words in ipairs { "integrations show nobody", "integrations rotate 'My Blog'", "deliveries nonsense",
        "deliver nonsense Other", "resend nonsense", "integrations test nobody" } do
        code, out, err = inside(words)
        assert.equal(1, code, words)
        assert.equal("", out)
        assert.is_true(#err > 0)
      end
      assert.equal(0, (inside("integrations remove Other 'My Blog'")))
      assert.equal("", select(2, inside("integrations list")))
    end)

    it("tests integrations, and fails when one of them would not do", function()
      local server = scripted.start()
      finally(function() server:stop() end)
      local settings = write("allowed.lua", ('return { allow_addresses = { "127.0.0.1:%d" } }'):format(server.port))
      local words = "--config " .. settings
      assert.equal(0, (inside(("integrations add webhook Hook --set url=%s/hook %s"):format(server.url, words))))
      server:script { { status = 204 } }
      local code, out = inside("integrations test Hook " .. words)
      assert.equal(0, code)
      assert.truthy(out:find("^ok\tHook\t"), out)
      server:script { { status = 500 } }
      code, out = inside("integrations test Hook " .. words)
      assert.equal(1, code)
      assert.truthy(out:find("^failed\tHook\t.*500"), out)
      assert.equal(0, (inside("integrations remove Hook")))
    end)

    it("sends an article to an integration, tells what arrived, and sends it again", function()
      local hook = scripted.start()
      hook:script { { status = 200 } }
      local running = services.start {
        config = { library = "examples/library", allow_addresses = { "127.0.0.1:" .. hook.port } },
      }
      finally(function()
        running:stop()
        hook:stop()
      end)
      local function there(words)
        local code, out, err = copydesk(words, ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s"):format(running.url,
          running.key))
        assert.equal(0, code, err)
        return out
      end
      -- Its rows, once the delivery in the first of them has arrived.
      local function arrived(words)
        return assert(eventually(function()
          local rows = there(words)
          return rows:match("^%S+\tdelivered\t") and rows
        end))
      end
      there(("integrations add webhook Hook --set url=%s/hook"):format(hook.url))
      local article = there("write 'indoor herb garden' --no-wait"):match("%S+")
      there("wait " .. article)
      assert.equal("", there("deliveries " .. article))
      local id = there(("deliver %s Hook"):format(article)):match("^(%S+)\tpending\t" .. article:gsub("%-", "%%-"))
      assert.truthy(id)
      local rows = arrived("deliveries " .. article)
      assert.truthy(rows:find("\t1\t\n$"), rows) -- one attempt, and none to come
      assert.equal(1, select(2, rows:gsub("\n", "")))
      assert.equal(rows, there("integrations deliveries Hook"))
      assert.equal(id, cjson.decode(there("deliveries " .. article .. " --json")).data[1].deliveryId)
      assert.truthy(there("integrations show Hook"):find("last delivery: " .. id, 1, true))
      local code, _, note = copydesk(("deliver %s Hook"):format(article),
        ("COPYDESK_BASE_URL=%s COPYDESK_API_KEY=%s"):format(running.url, running.key))
      assert.equal(0, code)
      assert.truthy(note:find("it went there before, and is delivered; to send it again: copydesk resend " .. id, 1,
        true), note)
      there("resend " .. id)
      assert.equal(2, #hook:log(2))
      arrived("deliveries " .. article)
    end)

    it("says where an article that is not waited for stands, and who writes it", function()
      local data = folder .. "/queued"
      local code, out, err = copydesk("write 'indoor herb garden' --no-wait --data " .. data)
      assert.equal(0, code)
      assert.truthy(err:find(("queued in %s; it is written when a copydesk service next runs on this folder, "
        .. "for example by `copydesk wait %s`"):format(data, out:match("%S+")), 1, true), err)
    end)

    it("says who calls a webhook that it does not wait for", function()
      local file = write("webhook.lua", 'return { allow_addresses = { "127.0.0.1:1" } }')
      local words = "write 'indoor herb garden' %s --config %s -p webhookUrl=http://127.0.0.1:1/"
      local code, _, err = inside(words:format(library, file))
      assert.equal(0, code, err)
      assert.truthy(err:find("this command does not wait for webhookUrl", 1, true), err)
      assert.truthy(err:find("that next runs on " .. folder .. "/data does so", 1, true), err)
    end)

    it("takes the paths of a configuration file from the file's folder", function()
      os.execute(("mkdir -p %s/site && env -u LD_PRELOAD cp -R examples/library %s/site/notes"):format(folder, folder))
      local file = write("site/copydesk.lua", 'return { data = "kept", library = "notes" }')
      local code, _, err = copydesk("write 'indoor herb garden' --config " .. file)
      assert.equal(0, code, err)
      assert.truthy(read(database.is_server() and "site/kept/key" or "site/kept/copydesk.db"))
      file = write("site/sealed.lua", 'return { data = "kept", secret_key = "desk.key" }')
      code, _, err = copydesk("integrations add webhook Hook --set url=https://hooks.example/ --config " .. file)
      assert.equal(0, code, err)
      assert.truthy(read("site/desk.key"):find("^%x+ "))
      file = write("site/elsewhere.lua", ('return { data = "%s/site/kept", library = "missing" }'):format(folder))
      code, _, err = copydesk("list --config " .. file)
      assert.equal(1, code)
      assert.truthy(err:find(("there is none at %s/site/missing\n"):format(folder), 1, true), err)
      file = write("site/pictures.lua",
        'return { data = "kept", images = { ["*"] = { api = "folder", path = "missing/" } } }')
      code, _, err = copydesk("list --config " .. file)
      assert.equal(1, code)
      assert.truthy(err:find(("the folder %s/site/missing"):format(folder), 1, true), err)
    end)

    it("says where it looked for a library, and where data cannot be", function()
      local code, _, err = inside("list --library missing")
      assert.equal(1, code)
      assert.truthy(err:find("there is none at missing (looked in /", 1, true), err)
      local home = "-u COPYDESK_DATA -u XDG_DATA_HOME "
      code, _, err = copydesk("list", home .. "-u HOME")
      assert.equal(1, code)
      assert.truthy(err:find("HOME is not set.*COPYDESK_DATA"), err)
      -- A place in which not even root can make a folder.
      code, _, err = copydesk("list", home .. "HOME=/dev/null")
      assert.equal(1, code)
      assert.truthy(err:find("cannot make the data folder /dev/null/.local: ", 1, true), err)
      assert.is_nil(err:find("No such file", 1, true), err)
    end)

    it("takes the data folder from the option, else from the configuration, else from the variable", function()
      write("place.lua", "return { data = 'configured' }\n")
      local function used(words)
        local variable = ("COPYDESK_DATA='%s/variable'"):format(folder)
        assert.equal(0, (copydesk("list " .. words, variable)))
        local names = {}
        for _, name in ipairs { "option", "configured", "variable" } do
          if read(name .. "/key") then names[#names + 1] = name end
        end
        os.execute(("cd %s && rm -rf option configured variable"):format(quote(folder)))
        return table.concat(names, " ")
      end
      local config = "--config " .. quote(folder .. "/place.lua")
      assert.equal("variable", used "")
      assert.equal("configured", used(config))
      assert.equal("option", used(("%s --data %s"):format(config, quote(folder .. "/option"))))
    end)

    it("fails with the reason when there is nothing to write from", function()
      local code, out, err = inside("write 'nothing at all'")
      assert.equal(1, code)
      assert.equal("", out)
      assert.truthy(err:find("(no_sources)", 1, true), err)
    end)

    it("says at the start who can reach the service", function()
      local function ready(listen)
        write("lib/copydesk/service.lua", [[return { serve = function(config)
          return { url = "http://127.0.0.1:9702", wait = function() end, drain = function() end,
            stop = function() end }
        end, take_hangup = function() end, keep_end = function() end, passed_listener = function() end,
        keep_priority = function() end,
        notify = function() return true end,
        listener_host = function(fd) return fd == 3 and "::" or "::1" end }]])
        local path = ("LUA_PATH='%s/lib/?.lua;'\"${LUA_PATH:-;}\""):format(folder)
        return select(2, copydesk("serve --listen " .. listen, path))
      end
      os.execute("mkdir -p " .. quote(folder .. "/lib/copydesk"))
      for _, listen in ipairs { "127.0.0.1:9702", "localhost:9702", "'[::1]:9702'", "fd:4" } do
        assert.equal("copydesk: ready at http://127.0.0.1:9702\n", ready(listen))
      end
      local open = { ["0.0.0.0"] = "0.0.0.0:9702", ["[::]"] = "'[::]:9702'", ["10.0.0.1"] = "10.0.0.1:1",
        ["::"] = "fd:3" }
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
