--- Completion by real shells, and the manual page as programs read it: both are made from the tables of the commands.
-- needs: man@man-db mandoc
-- silent: 900
local chapters = require "copydesk.cli.chapters"
local folder = require "spec.support.folder"
local shells = require "spec.support.shells"

local function shell(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD sh -c '{ " .. command:gsub("'", "'\\''") .. "; } 2>&1; echo $?'"))
  local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
  pipe:close()
  return tonumber(status), said
end

local function has(list, wanted)
  for _, each in ipairs(list) do
    if each == wanted then return true end
  end
  return false
end

-- What a line may become: all of the list, or at least what `has` names and nothing of `lacks`.
local CASES = {
  { "copydesk ", has = { "write", "domains", "help", "--version", "completion" }, lacks = { "add", "domains add" } },
  { "copydesk wr", all = { "write" } },
  { "copydesk domains re", all = { "refresh", "remove", "report" } },
  { "copydesk help key", all = { "keys" } },
  { "copydesk help keys ro", all = { "rotate" } },
  { "copydesk help conf", all = { "configuration" } },
  { "copydesk help nod", all = { "nodes" } },
  { "copydesk manual lin", all = { "linking" } },
  { "copydesk list --lim", all = { "--limit" } },
  { "copydesk list --limit 5 --lim", all = {} },
  { "copydesk list ", has = { "--status", "--base-url", "--help" } },
  { "copydesk list --status ", all = { "failed", "finished", "processing", "queued" } },
  { "copydesk list --limit ", all = {} },
  { "copydesk serve --base", all = {} },
  { "copydesk status --json --base", all = { "--base-url" } },
  { "copydesk completion ", all = { "bash", "fish", "zsh" } },
  { "copydesk completion --data", all = {} },
  { "copydesk keys add x --scope li", all = { "links" } },
  { "copydesk link x --format m", all = { "markdown" } },
  { "copydesk integrations add ", all = { "ghost", "shopify", "webflow", "webhook", "wordpress" } },
  { "copydesk integrations add ghost x --secret ", all = { "adminApiKey=" } },
  { "copydesk integrations add --enable wordpress x --secret app", all = { "applicationPassword=" } },
  { "copydesk write x -p articleT", all = { "articleType=" } },
  { "copydesk write x --param includeFaq=", all = { "includeFaq=false", "includeFaq=true" } },
  { "copydesk write x -p articleType=l", all = { "articleType=listicle", "articleType=local_places_roundup" } },
  { "copydesk write x --param=articleType=li", all = { "--param=articleType=listicle" } },
  { "copydesk write x -o FOLDER/her", has = { "FOLDER/herbs one.html", "FOLDER/herbs.html" } },
  { "copydesk write x --output=FOLDER/herbs.", has = { "--output=FOLDER/herbs.html" } },
  { "copydesk serve --data FOLDER/her", has = { "FOLDER/herbarium" }, lacks = { "FOLDER/herbs.html" } },
  { "copydesk nothing ", all = {} },
}

-- Bash shows of a word what comes behind its last "=" or ":"; zsh a path by its last part; folders may end in "/".
local SHOWN = {
  bash = function(text) return text:match "[=:]([^=:]+)$" or text end,
  fish = function(text) return text end,
  zsh = function(text) return text:match "([^/]+)/?$" end,
}

local function plain(text)
  return (text:gsub("\\", ""):gsub("/$", ""))
end

describe("the shell", function()
  local home
  setup(function()
    home = folder.new()
    for _, name in ipairs { "herbs.html", "herbs one.html" } do folder.write(home .. "/" .. name, "") end
    os.execute("env -u LD_PRELOAD mkdir " .. home .. "/herbarium")
  end)
  teardown(function() folder.remove(home) end)

  for _, name in ipairs { "bash", "fish", "zsh" } do
    it(name .. " completes the command", function()
      if not shells.is_there(name) then return pending(name .. " is not installed") end
      for _, case in ipairs(CASES) do
        local line = case[1]:gsub("FOLDER", home)
        local found = shells[name](line)
        for i, each in ipairs(found) do found[i] = plain(each) end
        local told = ("%s: %q: %s"):format(name, line, table.concat(found, " "))
        local function shown(text) return SHOWN[name]((text:gsub("FOLDER", home))) end
        for _, wanted in ipairs(case.has or case.all) do assert.is_true(has(found, shown(wanted)), told) end
        for _, other in ipairs(case.lacks or {}) do assert.is_false(has(found, shown(other)), told) end
        if case.all then assert.equal(#case.all, #found, told) end
      end
    end)
  end

  it("that is none of them is named", function()
    local status, said = shell "copydesk completion tcsh"
    assert.equal(2, status)
    assert.equal('SHELL is bash, zsh, fish, not "tcsh"\n', said:gsub("^copydesk: ", ""), said)
  end)
end)

-- A page that mandoc and man find no fault in; false: one of them is not installed.
local function has_no_fault(path)
  local checks = { mandoc = "mandoc -Tlint -W warning %s", man = "man --warnings -l %s 2>&1 >/dev/null" }
  for program, check in pairs(checks) do
    if not shells.is_there(program) then return false end
    local status, said = shell(check:format(path))
    assert.equal("", said)
    assert.equal(0, status)
  end
  return true
end

describe("a manual page of a topic", function()
  local home
  setup(function() home = folder.new() end)
  teardown(function() folder.remove(home) end)

  for _, topic in ipairs(chapters.names()) do
    it("has no fault that mandoc or man finds: " .. topic, function()
      local path = ("%s/copydesk-%s.7"):format(home, topic)
      assert.equal(0, (shell(("copydesk manual %s > %s"):format(topic, path))))
      if not has_no_fault(path) then return pending "mandoc or man is not installed" end
    end)
  end

  it("that is none is refused, with those that there are", function()
    local status, said = shell "copydesk manual linkng"
    assert.equal(2, status)
    assert.truthy(said:find('there is no topic "linkng"; there are: writer, ', 1, true), said)
  end)
end)

describe("the manual page", function()
  local home, path
  setup(function()
    home = folder.new()
    path = home .. "/copydesk.1"
    assert.equal(0, (shell("SOURCE_DATE_EPOCH=86400 copydesk manual > " .. path)))
  end)
  teardown(function() folder.remove(home) end)

  it("has no fault that mandoc or man finds", function()
    if not has_no_fault(path) then return pending "mandoc or man is not installed" end
  end)

  it("tells every command with its options, the parameters and the settings", function()
    if not shells.is_there "mandoc" then return pending "needs mandoc" end
    local _, text = shell("mandoc -Tutf8 -O width=200 " .. path .. " | sed 's/.\b//g'")
    local _, overview = shell "copydesk --help"
    local count = 0
    for name in overview:gmatch "\n  (%l[%l ]-)  " do
      assert.truthy(text:find("\n   " .. name .. " ", 1, true), name)
      local _, help = shell("copydesk " .. name .. " --help")
      for option in help:gmatch "%-%-%l[%l-]+" do assert.truthy(text:find(option, 1, true), option) end
      count = count + 1
    end
    assert.is_true(count > 30)
    for _, wanted in ipairs { "articleLength", "ghost: adminApiKey", "COPYDESK_BASE_URL", "130", "1970-01-02" } do
      assert.truthy(text:find(wanted, 1, true), wanted)
    end
  end)

  it("is installed with the scripts", function()
    local status, said = shell(("unset MAKEFLAGS MAKELEVEL LUA LUA_PATH LUA_CPATH; "
      .. "make -s install BUILD=%s LUA=lua5.4 PREFIX=/usr DESTDIR=%s/staged"):format(
      os.getenv "COPYDESK_BUILD" or "build", home))
    assert.equal(0, status, said)
    for file, start in pairs { ["man/man1/copydesk.1"] = "%.TH COPYDESK 1 ",
      ["man/man7/copydesk-linking.7"] = '%.TH "COPYDESK\\%-LINKING" 7 ',
      ["bash-completion/completions/copydesk"] = "# bash", ["zsh/site-functions/_copydesk"] = "#compdef copydesk\n",
      ["fish/vendor_completions.d/copydesk.fish"] = "# fish" } do
      assert.truthy((folder.read(home .. "/staged/usr/share/" .. file) or ""):find("^" .. start), file)
    end
  end)
end)
