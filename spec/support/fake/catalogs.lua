--- Answers with a form: lists of things, and pages and videos taken apart.
local json = require "spec.support.fake.json"
local outlines = require "spec.support.fake.outlines"
local restate = require "spec.support.fake.restate"

local catalogs = {}

local array, number_in = json.array, outlines.number_in

-- --- lists ---

-- What it knows without material.
local KNOWN = { "Compass", "Lantern", "Kettle", "Blanket", "Whistle", "Rope", "Hammer", "Map", "Mirror", "Needle" }

function catalogs.listicle_plan(read)
  local wanted = number_in(read.fields["items wanted"] or "", "(%d+)", 5)
  local items, extra, taken = array {}, array {}, {}
  local _, most_extra = (read.fields["further sections"] or ""):match "(%d+)%D+(%d+)"
  most_extra = tonumber(most_extra) or number_in(read.fields["further sections"] or "", "(%d+)", 0)
  for _, entry in ipairs(read.passages) do
    local words = restate.content(entry.text)
    local name = outlines.clean_heading(entry.heading)
    if not name or taken[name:lower()] then name = outlines.heading_from(entry) end
    if #words >= 3 and not taken[name:lower()] then
      taken[name:lower()] = true
      local passages = array { entry.number }
      if #items < wanted then
        local differs = table.concat(words, " ", 1, math.min(#words, 8))
        items[#items + 1] = { name = name, differs = differs, passages = passages }
      elseif #extra < most_extra then
        extra[#extra + 1] = { heading = name, covers = "How does this help to choose?", passages = passages }
      end
    end
  end
  for i = 1, #read.passages == 0 and math.min(wanted, #KNOWN) or 0 do
    items[i] = { name = KNOWN[i], differs = "it is the " .. KNOWN[i]:lower(), passages = array {} }
  end
  return { items = items, extra = extra }
end

-- Words of the material by which a role's passages are known.
local ROLES = {
  { "benefits", "What the service brings", "What does the client have from it?",
    { "save", "reduc", "better", "help", "easi", "protect" } },
  { "process", "How the work is done", "Who does what, and when?", { "first", "then", "after", "step", "visit" } },
  { "proof", "What shows that it works", "What shows it?", { "certif", "award", "per cent", "client", "licen" } },
}

function catalogs.service_plan(read)
  local sections = array {}
  for i, role in ipairs(ROLES) do
    local passages = array {}
    for _, entry in ipairs(read.passages) do
      for _, word in ipairs(role[4]) do
        if #passages < 4 and entry.text:lower():find(word, 1, true) and passages[#passages] ~= entry.number then
          passages[#passages + 1] = entry.number
        end
      end
    end
    if #passages == 0 and i < 3 and read.passages[i] then passages[1] = read.passages[i].number end
    if #passages > 0 or (#read.passages == 0 and i < 3) then
      sections[#sections + 1] = { role = role[1], heading = role[2], covers = role[3], passages = passages }
    end
  end
  return { sections = sections }
end


local IDLE = { "welcome", "subscribe", "sponsor", "thanks for watching", "see you", "willkommen", "abonn", "tschüss" }

local function is_idle(entry)
  for _, word in ipairs(IDLE) do
    if entry.text:lower():find(word, 1, true) then return true end
  end
end

function catalogs.video_plan(read)
  local low = number_in(read.task, "into (%d+)", 3)
  local lines = {}
  for _, entry in ipairs(read.passages) do
    if not is_idle(entry) then lines[#lines + 1] = entry end
  end
  local sections, wanted = array {}, math.min(low, #lines)
  for i = 1, wanted do
    local first, last = (i - 1) * #lines // wanted + 1, i * #lines // wanted
    sections[i] = { heading = outlines.heading_from(lines[first]), first = lines[first].number,
      last = lines[last].number }
  end
  return { sections = sections }
end

return catalogs
