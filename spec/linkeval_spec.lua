--- The evaluation of ../shared/linkeval finds no broken rule on any corpus, with the site's links known and without.
--- Forty pages of each; the figures come from running it by hand. Skipped where it is absent.
local folder = "../shared/linkeval"

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

local function evaluate(mode)
  local command = ("cd %s && lua5.4 linkeval.lua --mode %s --sample 40 corpora/*.jsonl.xz 2>&1"):format(folder, mode)
  local pipe = assert(io.popen(command))
  local output = pipe:read("a")
  local _, _, status = pipe:close()
  return status, output
end

describe("the linker on real sites", function()
  for _, mode in ipairs { "warm", "cold" } do
    it("breaks no rule, " .. mode, function()
      if not exists(folder .. "/linkeval.lua") then
        pending(folder .. " is not there")
        return
      end
      local status, output = evaluate(mode)
      assert.are.equal(0, status, output)
      local corpora = select(2, output:gsub("\n%S+ +%d+ +%d+ +%d+ ", ""))
      assert.is_true(corpora >= 6, output)
      assert.is_truthy(output:find("mean F1", 1, true))
    end)
  end
end)
