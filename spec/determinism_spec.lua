--- The same requests give the same bytes in every process, however many articles are written side by side and whichever
--- is asked for first. RERUNS says how often that is tried.

local LUA = os.getenv "LUA" or "lua5.4"
local RERUNS = tonumber(os.getenv "RERUNS") or 20
local WORKERS = { 1, 2, 4, 8, 3 }

local function write_all(workers, first)
  local pipe = assert(io.popen(("%s spec/support/write_all.lua %d %d"):format(LUA, workers, first)))
  local text = pipe:read("*a")
  assert.is_true(pipe:close())
  return text
end

-- Where two texts differ first, for the report.
local function difference(a, b)
  local at = 1
  while a:byte(at) == b:byte(at) do at = at + 1 end
  return ("at byte %d:\n%s\n---\n%s"):format(at, a:sub(at - 60, at + 60), b:sub(at - 60, at + 60))
end

describe("the built-in writer", function()
  it(("gives the same bytes in %d processes"):format(RERUNS), function()
    local expected = write_all(1, 1)
    assert.equal(6, select(2, expected:gsub("\n?=== ", "")))
    assert.truthy(expected:find("<h2>", 1, true))
    for rerun = 1, RERUNS do
      local text = write_all(WORKERS[rerun % #WORKERS + 1], rerun % 6 + 1)
      if text ~= expected then error(("rerun %d differs "):format(rerun) .. difference(expected, text)) end
    end
  end)
end)
