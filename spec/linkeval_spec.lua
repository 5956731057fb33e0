--- The evaluation of ../shared/linkeval finds no broken rule on any corpus, with the site's links known and without.
--- Forty pages of each; the figures come from running it by hand. Skipped where it is absent.
-- silent: 900
-- busy
local folder = "../shared/linkeval"

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

local function evaluate(mode, corpus)
  local command = ("cd %s && lua5.4 linkeval.lua --mode %s --sample 40 %s 2>&1"):format(folder, mode, corpus)
  local pipe = assert(io.popen(command))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return status, output
end

local function corpora()
  local pipe, list = assert(io.popen(("cd %s 2>/dev/null && ls corpora/*.jsonl.xz"):format(folder))), {}
  for path in pipe:lines() do list[#list + 1] = path end
  pipe:close()
  return list
end

describe("the linker on real sites", function()
  local list = corpora()

  it("has six of them", function()
    if not exists(folder .. "/linkeval.lua") then return pending(folder .. " is not there") end
    assert.is_true(#list >= 6)
  end)

  for _, corpus in ipairs(list) do
    for _, mode in ipairs { "warm", "cold" } do
      it(("breaks no rule, %s: %s"):format(mode, corpus:match "([^/]+)%.jsonl%.xz$"), function()
        local status, output = evaluate(mode, corpus)
        assert.are.equal(0, status, output)
        assert.is_truthy(output:find "\n%S+ +%d+ +%d+ +%d+ ", output)
      end)
    end
  end
end)
