-- luas: lua5.1 lua5.4 luajit
--- `copydesk help`: the topics of the manual, a chapter for a terminal and for another program, and what is near a word
-- that is no topic.
local folder = require "spec.support.folder"

local LUA = jit and "luajit" or _VERSION:lower():gsub(" ", "")

local home

local function run(words, variables)
  folder.write(home .. "/copydesk.lua", 'os.exit(require("copydesk.cli").main(arg), true)\n')
  local pipe = assert(io.popen(("%s %s %s/copydesk.lua %s 2>&1; echo $?"):format(variables or "", LUA, home, words)))
  local said, status = pipe:read("*a"):match "^(.*)(%d+)\n$"
  pipe:close()
  return tonumber(status), said
end

-- The same at a terminal of so many columns.
local function run_at_terminal(words, columns, variables)
  folder.write(home .. "/copydesk.lua", 'os.exit(require("copydesk.cli").main(arg), true)\n')
  folder.write(home .. "/inner.sh", ("stty cols %d rows 24\n%s %s %s/copydesk.lua %s\n"):format(columns,
    variables or "", LUA, home, words))
  local pipe = assert(io.popen(("script -qec 'sh %s/inner.sh' /dev/null </dev/null"):format(home)))
  local said = pipe:read "*a":gsub("\r", "")
  pipe:close()
  return said
end

local function longest(text)
  local most = 0
  for line in text:gmatch "[^\n]+" do
    if not line:find "^    " then most = math.max(most, select(2, line:gsub("[^\128-\191]", ""))) end
  end
  return most
end

describe("copydesk help", function()
  setup(function() home = folder.new() end)
  teardown(function() folder.remove(home) end)

  it("lists the commands, and the topics with a line each", function()
    local status, said = run "help"
    assert.equal(0, status)
    assert.truthy(said:find "\n  write  ")
    for _, topic in ipairs { "writer", "parameters", "records", "errors", "configuration", "operating", "nodes",
      "delivery", "webhooks", "searching", "media", "linking", "pages", "mcp" } do
      assert.truthy(said:find("\n  " .. topic .. "  +%u[^\n]+\n"), topic)
    end
  end)

  it("shows a chapter to another program as it is, in lines of 80 columns", function()
    local status, said = run("help linking", "PAGER=false COLUMNS=200")
    assert.equal(0, status)
    assert.truthy(said:find "^Linking\n=======\n\n%u")
    assert.truthy(said:find "\nOptions\n%-%-%-%-%-%-%-\n")
    assert.truthy(said:find "\n    local linker = require \"copydesk%.linker\"\n")
    assert.is_nil(said:find("<!--", 1, true))
    assert.is_nil(said:find("](", 1, true))
    assert.is_nil(said:find("|---", 1, true))
    assert.is_true(longest(said) <= 80, said)
  end)

  it("shows every chapter", function()
    for path in assert(io.popen "ls lua/copydesk/manual/*.md"):lines() do
      local name = path:match "([^/]+)%.md$"
      local title = folder.read(path):match "^# ([^\n]+)"
      local status, said = run("help " .. name)
      assert.equal(name == "README" and 2 or 0, status, said)
      if name ~= "README" then assert.equal(title, said:match "^[^\n]+") end
    end
  end)

  it("names the command beside a topic of the same name", function()
    assert.truthy(select(2, run "help nodes"):find "^Several machines\n")
    assert.truthy(select(2, run "help nodes"):find("copydesk nodes --help", 1, true))
    assert.is_nil(select(2, run "help linking"):find("--help\n$"))
    assert.truthy(select(2, run "help domains add"):find "^usage: copydesk domains add")
  end)

  it("says of an unknown topic what is near", function()
    for word, near in pairs { linkng = 'did you mean "linking"', Configuraton = 'did you mean "configuration"',
      metrics = "these speak of it: ", writ = 'did you mean "write' } do
      local status, said = run("help " .. word)
      assert.equal(2, status)
      assert.truthy(said:find(('no command or topic "%s"; '):format(word), 1, true), said)
      assert.truthy(said:find(near, 1, true), said)
    end
    local status, said = run "help zzzzzz"
    assert.equal(2, status)
    assert.equal('copydesk: there is no command or topic "zzzzzz"; `copydesk help` lists them\n', said)
  end)

  it("pages what a person reads, as wide as the terminal", function()
    if not os.execute "script -qec true /dev/null >/dev/null 2>&1 </dev/null" then return pending "needs script" end
    local said = run_at_terminal("help linking", 60, "PAGER=cat")
    assert.truthy(said:find "^Linking\n")
    assert.is_true(longest(said) <= 60, said)
    assert.truthy(run_at_terminal("help linking", 100, "PAGER='sed s/^/=/'"):find "^=Linking\n==")
    -- A pager that is not there is done without.
    assert.truthy(run_at_terminal("help linking", 80, "PAGER=/nonexistent/pager"):find "Linking\n===")
  end)
end)
