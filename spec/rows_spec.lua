--- Which spec shows what a parameter does, for each parameter and each writer: every cell of the table must be filled.
--
-- A test of a parameter is an `it` in spec/row_*_spec.lua that begins with its name, or stands below a `describe` that
-- does; several names are a list: "includeFaq, title: ...". Who writes in it is what its name says ("the built-in
-- writer", "a language model"), or else what it calls: each file says in its opening which of its functions are whose.
local described = require("copydesk.service").describe()
local folder = require "spec.support.folder"

local WRITERS = { "built-in", "model" }
local SAYS = { ["built-in"] = "the built-in writer", model = "a language model" }
local OPENING = "\n%-%- Written by the built%-in writer: ([^;\n]+); by a language model: ([^.\n]+)%.\n"

local parameters = {}
for _, parameter in ipairs(described.parameters) do parameters[parameter.name] = true end

local function files()
  local pipe = assert(io.popen "env -u LD_PRELOAD ls spec/row_*_spec.lua")
  local list = {}
  for path in pipe:lines() do list[#list + 1] = path end
  pipe:close()
  return list
end

-- The tests of a spec without running them: path (the names from the outermost `describe` to the `it`) and test.
local function tests_of(path)
  local list, names = {}, {}
  local function nothing() end
  local spec = { setup = nothing, teardown = nothing, before_each = nothing, after_each = nothing }
  function spec.describe(name, body)
    names[#names + 1] = name
    body()
    names[#names] = nil
  end
  function spec.it(name, test) list[#list + 1] = { path = { name, table.unpack(names) }, test = test } end
  assert(loadfile(path, "t", setmetatable(spec, { __index = _G })))()
  return list
end

local function lines_of(text)
  local list = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do list[#list + 1] = line end
  return list
end

-- Is a function by this name called in the text?
local function calls(text, name)
  return text:find("%f[%w_]" .. name .. "[%({]") ~= nil or text:find("%f[%w_]" .. name .. " [{\"]") ~= nil
end

-- The functions by which each writer is asked for an article, as the file's opening names them.
local function functions_of(text, path)
  local names = { ["built-in"] = {}, model = {} }
  local lists = { text:match(OPENING) }
  for i, writer in ipairs(WRITERS) do
    for name in (lists[i] or ""):gmatch "[%w_]+" do
      assert(calls(text, name), path .. " calls no " .. name)
      table.insert(names[writer], name)
    end
  end
  return names
end

-- The parameters that a name begins with.
local function named_first(name)
  local list, rest = {}, name
  while true do
    local word = rest:match "^[%w_]+"
    if not parameters[word] then return list end
    list[#list + 1] = word
    rest = rest:sub(#word + 1):match "^, (.*)$" or rest:sub(#word + 1):match "^ and (.*)$" or ""
  end
end

local function is_by(writer, path, body, functions)
  for _, other in ipairs(WRITERS) do
    for _, name in ipairs(path) do
      if name:find(SAYS[other], 1, true) then return other == writer end
    end
  end
  for _, name in ipairs(functions[writer]) do
    if calls(body, name) then return true end
  end
  return false
end

local function body_of(test, lines)
  local info = debug.getinfo(test, "S")
  return table.concat(lines, "\n", info.linedefined, info.lastlinedefined)
end

-- Names of specs by parameter and writer, each once and in order.
local function read_table()
  local cells = {}
  for name in pairs(parameters) do cells[name] = { ["built-in"] = {}, model = {} } end
  for _, path in ipairs(files()) do
    local text = folder.read(path)
    local lines, functions, topic = lines_of(text), functions_of(text, path), path:match "(row_%w+)_spec"
    for _, test in ipairs(tests_of(path)) do
      local body = body_of(test.test, lines)
      for _, level in ipairs(test.path) do
        for _, name in ipairs(named_first(level)) do
          for _, writer in ipairs(WRITERS) do
            local cell = cells[name][writer]
            if cell[#cell] ~= topic and is_by(writer, test.path, body, functions) then cell[#cell + 1] = topic end
          end
        end
      end
    end
  end
  return cells
end

describe("the table of parameters and writers", function()
  local cells = read_table()

  local function cell(name, writer)
    local list = table.concat(cells[name][writer], ", ")
    return list ~= "" and list or "-"
  end

  for _, parameter in ipairs(described.parameters) do
    local name = parameter.name

    it(name .. " is shown for both writers", function()
      print(("# %-30s built-in: %-34s model: %s"):format(name, cell(name, "built-in"), cell(name, "model")))
      for _, writer in ipairs(WRITERS) do
        assert.is_true(#cells[name][writer] > 0, name .. " is in no spec/row_*_spec.lua by " .. SAYS[writer])
      end
    end)
  end

  it("reads what a test's name begins with", function()
    assert.same({ "urls" }, named_first "urls: without one nothing is fetched (a language model)")
    assert.same({ "targetKeyword", "title" }, named_first "targetKeyword, title")
    assert.same({ "pointOfView", "readabilityMode" }, named_first "pointOfView and readabilityMode reach every item")
    assert.same({}, named_first "a model's title")
    assert.same({}, named_first "titles and language")
  end)

  it("tells who writes by the test's name, or else by what it calls", function()
    local functions = { ["built-in"] = { "write", "both" }, model = { "ask", "both" } }
    local function who(path, body)
      local list = {}
      for _, writer in ipairs(WRITERS) do list[#list + 1] = is_by(writer, path, body, functions) and writer or nil end
      return table.concat(list, " ")
    end
    assert.equal("model", who({ "urls (a language model)" }, "write {}"))
    assert.equal("built-in", who({ "humanize", "with the built-in writer" }, "ask {}"))
    assert.equal("built-in", who({ "title" }, 'write { title = "ask" }'))
    assert.equal("built-in model", who({ "title" }, "x:both({}, check)"))
    assert.equal("", who({ "title" }, "both:refuse {} rewrite {}"))
  end)
end)
