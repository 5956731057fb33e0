--- .ci/build: make, and how far it is meanwhile.
local folder = require "spec.support.folder"

-- Compiles nothing: each file takes the compiler's place for a moment.
local MAKEFILE = [[
all: $(patsubst %%,build/%%.o,$(shell seq %d))
build/%%.o:
	@mkdir -p build
	@: cc -c $* -o $@; sleep 0.05; touch $@
]]

describe(".ci/build", function()
  local function run(files)
    local home = folder.new()
    finally(function() folder.remove(home) end)
    folder.write(home .. "/Makefile", MAKEFILE:format(files))
    local command = "unset LD_PRELOAD MAKEFLAGS BUILD; here=$PWD; cd %s && sh $here/.ci/build make all 2>&1"
    local pipe = assert(io.popen(command:format(home)))
    local said = pipe:read "*a"
    assert.is_true((pipe:close()))
    return said
  end

  it("counts what is compiled, and tells how far it is", function()
    local said = run(60)
    assert.equal("copydesk: compiling 60 files\n", said:match "^[^\n]*\n")
    assert.truthy(said:find "copydesk: compiled %d+ of 60\n", said)
  end)

  it("says of a few files how many they are, and of none nothing", function()
    assert.equal("copydesk: compiling 3 files\n", run(3))
    assert.equal("", run(0))
  end)
end)
