--- Whatever address a caller or a site gives, the service connects to public addresses alone: in a network of its own,
-- in which every address leads to a host that counts who comes (spec/support/ssrf_place.lua). SSRF_TABLE=FILE writes
-- what became of each form of address on each surface as a table (make ssrf-table).
-- needs: ip@iproute2
-- silent: 600
local folder = require "spec.support.folder"
local forms = require "spec.support.ssrf_forms"

local FEWEST_FORMS, FEWEST_SURFACES = 60, 15

local can_unshare = os.execute("unshare -rnpf true >/dev/null 2>&1")
local describe_here = can_unshare and describe or pending

local function write_table(surfaces)
  local path = os.getenv("SSRF_TABLE")
  if not path then return end
  local head, rule = { "| address" }, { "|---" }
  for _, surface in ipairs(surfaces) do
    head[#head + 1] = surface.name
    rule[#rule + 1] = "---"
  end
  local lines = { table.concat(head, " | ") .. " |", table.concat(rule, "|") .. "|" }
  for i, form in ipairs(forms) do
    local cells = { ("| `%s`"):format(form:gsub("%c", "?")) }
    for _, surface in ipairs(surfaces) do
      cells[#cells + 1] = surface.outcomes[i] >= 400 and "refused" or "not connected"
    end
    lines[#lines + 1] = table.concat(cells, " | ") .. " |"
  end
  folder.write(path, table.concat(lines, "\n") .. "\n")
end

describe_here("an address that leads into a private network", function()
  local surfaces

  setup(function()
    local out = os.tmpname()
    assert(os.execute(("unshare -rnpf lua5.4 spec/support/ssrf_place.lua %s"):format(out)))
    surfaces = assert(load(assert(folder.read(out))))()
    os.remove(out)
    write_table(surfaces)
  end)

  it("is tried in many forms on many surfaces", function()
    assert.is_true(#forms >= FEWEST_FORMS and #surfaces >= FEWEST_SURFACES)
    for _, surface in ipairs(surfaces) do assert.equal(#forms, #surface.outcomes, surface.name) end
  end)

  it("is never connected to", function()
    for _, surface in ipairs(surfaces) do assert.same({}, surface.private, surface.name) end
  end)

  it("is told from a public one, which every surface does connect to", function()
    for _, surface in ipairs(surfaces) do
      if surface.name ~= "videoSiteVideoUrl" then assert.is_true(surface.public > 0, surface.name) end
    end
  end)
end)
