--- The runner of all tests: what passed, failed and was skipped is counted, each once, and nothing at all is a failure.
local folder = require "spec.support.folder"

-- files: others below spec, which is also where this build has its C tests.
local function run(specs, flags, files)
  local home = folder.new()
  finally(function() folder.remove(home) end)
  os.execute("env -u LD_PRELOAD mkdir -p " .. home .. "/spec/c")
  for name, text in pairs(specs) do folder.write(home .. "/spec/" .. name .. "_spec.lua", text) end
  for name, text in pairs(files or {}) do
    folder.write(home .. "/spec/" .. name, text)
    os.execute(("env -u LD_PRELOAD chmod 755 %s/spec/%s"):format(home, name))
  end
  local root = assert(io.popen("env -u LD_PRELOAD pwd")):read("*l")
  local command = "cd %s && unset LD_PRELOAD SANITIZE && export COPYDESK_BUILD=. COPYDESK_SILENT=2; "
    .. "lua5.4 %s/spec/run.lua %s"
  local pipe = assert(io.popen(command:format(home, root, flags or "")))
  local output = pipe:read("*a")
  local done = pipe:close()
  return done == true, output, output:match("([^\n]*)\n$")
end

describe("the runner", function()
  it("counts a test that is pending as skipped, wherever it says so", function()
    local good, output, last = run { absent = [[
      describe("a", function()
        it("needs what is absent", function() if not io.open("/nonexistent") then pending("it is absent") end end)
        it("returns", function() return pending("it is absent") end)
        it("needs nothing", function() end)
      end)
      describe("b", function() return pending("all of it") end)
    ]] }
    assert.is_true(good)
    assert.truthy(output:find("1 passed   0 failed   3 skipped", 1, true), output)
    assert.truthy(output:find("2 skipped: it is absent\n", 1, true), output)
    assert.equal("1 passed, 0 failed", last)
  end)

  it("skips a spec under an interpreter whose headers are not there, and with --all takes it for failed", function()
    local specs = { luas = '-- luas: lua5.4 sh\nit("a", function() end)' }
    local good, output, last = run(specs)
    assert.is_true(good)
    assert.truthy(output:find("1 skipped: sh's package of headers is not installed\n", 1, true), output)
    assert.equal("1 passed, 0 failed", last)
    assert.is_false((run(specs, "--all")))
  end)

  it("fails when a test does, when a spec cannot be read, and when nothing ran", function()
    local good, _, last = run { one = 'it("a", function() error("no") end) it("b", function() end)' }
    assert.is_false(good)
    assert.equal("1 passed, 1 failed", last)
    good, _, last = run { broken = "this is no Lua" }
    assert.is_false(good)
    assert.truthy(last:find("^0 passed, [1-9]%d* failed$"), last)
    assert.is_false((run {}))
  end)

  -- The other one waits for the line of the first.
  it("says of each as it ends how many passed, and how long it took", function()
    local waits = 'it("waits", function() repeat local told = io.open "told" until told and told:read "a" ~= "" end)'
    local good, output = run({ one = 'it("a", function() end)', two = waits }, "| tee told")
    assert.is_true(good)
    assert.truthy(output:find("one_spec.lua %(lua5.4%) +1 passed +0 failed +%d+%.%d s\n"), output)
  end)

  it("kills what hangs, and says in which test", function()
    local good, output, last = run {
      endless = 'it("ends", function() end) it("waits", function() while true do end end)' }
    assert.is_false(good)
    assert.truthy(output:find("# begins: waits\nnot ok - hangs: nothing was said for 2 s", 1, true), output)
    assert.equal("1 passed, 1 failed", last)
    good, output = run {
      chatty = 'it("talks", function() while true do print "still here" os.execute "sleep 1" end end)' }
    assert.is_false(good)
    assert.truthy(output:find("not ok - hangs: it did not end within 20 s", 1, true), output)
  end)

  -- They are silent for longer than any may be here, and say that they are.
  it("lets a test be silent for as long as its first comment says, and runs last what runs alone", function()
    local good, output, last = run {
      alone = '-- silent: 60\n-- alone\nit("a", function() end)',
      busy = '-- silent: 60\n-- busy\nit("a", function() os.execute "sleep 5" end)',
      calm = 'it("a", function() end)',
    }
    assert.is_true(good, output)
    assert.equal("3 passed, 0 failed", last)
    assert.truthy(output:find "calm_spec.-busy_spec.-alone_spec", output)
    good, output = run({}, nil, { ["c/test_quiet.c"] = "/*\n * It computes.\n * silent: 60\n */\n",
      test_quiet = "#!/bin/sh\nsleep 5\necho ok 1 - computes\n" })
    assert.is_true(good, output)
  end)

  it("takes what is skipped for a part for failed with --all, but for what this system cannot have", function()
    local spec = 'it("a", function() pending "%s" end) it("b", function() end)'
    for reason, good in pairs { ["coreutils is not installed"] = false, ["no-such-part is not installed"] = true,
      ["npm's part was not fetched"] = false, ["there is no server"] = true } do
      assert.equal(good, (run({ part = spec:format(reason) }, "--all")), reason)
    end
  end)

  it("runs what was not passed whole with --rest", function()
    local good, output, last = run({ one = 'it("a", function() end)', two = 'it("b", function() pending "no" end)' },
      "&& lua5.4 $OLDPWD/spec/run.lua --rest")
    assert.is_false(good)
    assert.truthy(output:find("\n1 passed, 0 failed\n", 1, true), output)
    assert.equal("0 passed, 0 failed", last)
  end)
end)
