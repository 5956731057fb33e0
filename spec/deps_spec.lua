--- .ci/deps: what it says of the packages that it installs, and what it does while apt is in use. No package is
-- touched: the programs that it calls are stand-ins.
local folder = require "spec.support.folder"

-- The first call finds the lists locked; every call's words are kept.
local APT_GET = [[#!/bin/sh
echo "$*" >>"$CALLS"
case "$*" in *update) ;; *) exit 0 ;; esac
[ "$(grep -c update "$CALLS")" -gt "$LOCKED" ] && exit 0
echo "E: Could not get lock $LOCK. It is held by process 1"
exit 100
]]

describe(".ci/deps", function()
  local home
  before_each(function() home = folder.new() end)
  after_each(function() folder.remove(home) end)

  -- What `sh .ci/deps build` (or another script) said and called where some packages are installed, others can be, and
  -- apt's lists are locked for some calls.
  local function run(locked, lock, system, script)
    system = system or { installed = "none", available = "*" }
    local function one_of(names, said, otherwise)
      return ("#!/bin/sh\nfor last; do :; done\ncase $last in %s) %s ;; *) %s ;; esac\n"):format(names, said, otherwise)
    end
    local programs = {
      ["apt-get"] = APT_GET, id = "#!/bin/sh\necho 0\n", sleep = "#!/bin/sh\n",
      ["dpkg-query"] = one_of(system.installed, "echo install ok installed", "exit 1"),
      ["apt-cache"] = one_of(system.available, "echo '  Candidate: 1.0'", "echo '  Candidate: (none)'"),
    }
    for name, text in pairs(programs) do folder.write(home .. "/" .. name, text) end
    local pipe = assert(io.popen(("unset LD_PRELOAD; home=%s; chmod +x $home/*; "
      .. "PATH=$home:$PATH CALLS=$home/calls LOCKED=%d LOCK=%s sh %s build 2>&1; echo $?"):format(home, locked, lock,
      script or ".ci/deps")))
    local said, status = pipe:read("*a"):match("^(.*)(%d+)\n$")
    pipe:close()
    local calls = io.open(home .. "/calls")
    if calls then calls:close() end
    return tonumber(status), said, calls and folder.read(home .. "/calls") or ""
  end

  -- The same with a table of these rows.
  local function run_rows(rows, system)
    local text = folder.read(".ci/deps"):gsub("<<'TABLE'\n.-TABLE\n", function()
      return "<<'TABLE'\n" .. rows .. "TABLE\n"
    end)
    folder.write(home .. "/script", text)
    return run(0, "none", system, home .. "/script")
  end

  it("gives a reason for every package", function()
    local rows = folder.read(".ci/deps"):match("<<'TABLE'\n(.-)TABLE\n")
    local count = 0
    for row in rows:gmatch("[^\n]+") do
      local _, name, reason = row:match("^(%l+)  +(%S.-)  +(.+)$")
      assert.truthy(name and reason:find("%a%a"), row)
      count = count + 1
    end
    assert.is_true(count > 30)
  end)

  -- A browser, npm, databases and sites are for make test-all; a package brings three along, on the average.
  it("asks little of a newcomer", function()
    local rows = folder.read(".ci/deps"):match("<<'TABLE'\n(.-)TABLE\n")
    local counts = { build = 0, test = 0 }
    for row in rows:gmatch("[^\n]+") do
      local group, name = row:match("^(%l+)  +(%S+)")
      if counts[group] then
        counts[group] = counts[group] + 1
        for _, large in ipairs { "npm", "nodejs", "chromium", "wordpress", "mariadb", "postgresql$", "love" } do
          assert.is_nil(name:find("^" .. large), name)
        end
      end
    end
    assert.is_true(counts.build <= 15 and counts.test <= 20)
  end)

  it("installs, and lets apt wait for dpkg's lock and ask a mirror again", function()
    local status, said, calls = run(0, "none")
    assert.equal(0, status, said)
    assert.truthy(said:find("pkg%-config +finds the libraries below"), said)
    local count = 0
    for call in calls:gmatch("[^\n]+") do
      assert.truthy(call:find("-o Acquire::Retries=3 -o DPkg::Lock::Timeout=300", 1, true), call)
      count = count + 1
    end
    assert.equal(2, count)
  end)

  it("takes the first of several names that this release has", function()
    local rows = "build  old | new | newest  reads\nbuild  other  writes\nbuild  gone | -  sings\n"
    local _, said, calls = run_rows(rows, { installed = "none", available = "new|newest|other" })
    assert.truthy(calls:find(" new other\n", 1, true), calls)
    assert.truthy(said:find("new +reads\n.*other +writes\n$"), said)
    -- What must be there is asked for all the same, so that apt says why it cannot be had.
    _, _, calls = run_rows(rows, { installed = "none", available = "none" })
    assert.truthy(calls:find(" old other\n", 1, true), calls)
  end)

  it("is content with any of several names, and asks for nothing then", function()
    local rows = "build  old | new  reads\nbuild  gone | -  sings\n"
    local status, said, calls = run_rows(rows, { installed = "new", available = "old|new" })
    assert.same({ 0, "", "" }, { status, said, calls })
  end)

  it("waits for the lock of the package lists too", function()
    local status, said, calls = run(2, "/var/lib/apt/lists/lock")
    assert.equal(0, status, said)
    assert.equal(3, select(2, calls:gsub("update", "")))
    assert.equal(1, select(2, said:gsub("waiting for another program", "")))
  end)

  it("does not wait for what will not pass", function()
    local status, said, calls = run(1000, "/dev/null")
    assert.equal(1, status)
    assert.truthy(said:find("the package lists could not be brought up to date", 1, true))
    assert.equal(1, select(2, calls:gsub("update", "")))
  end)
end)
