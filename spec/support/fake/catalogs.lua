--- Answers with a form: lists of things, products, and pages and videos taken apart.
local json = require "spec.support.fake.json"
local outlines = require "spec.support.fake.outlines"
local prompt = require "spec.support.fake.prompt"
local restate = require "spec.support.fake.restate"

local catalogs = {}

local array, number_in, first_words = json.array, outlines.number_in, outlines.first_words

-- --- lists, products, comparisons ---

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

local HIDDEN = { "price", "rating", "stock", "avail", "url", "image", "^id$", "asin", "updated" }

local function is_field(entry, patterns)
  for _, pattern in ipairs(patterns) do
    if entry.heading:lower():find(pattern) then return true end
  end
end

local function points_of(passages, patterns, most)
  local list = array {}
  for _, entry in ipairs(passages) do
    if #list < most and is_field(entry, patterns) then
      list[#list + 1] = ("%s [%d]"):format(first_words((entry.text:gsub("[%.;]%f[%s%z].*$", "")), 12), entry.number)
    end
  end
  return list
end

function catalogs.product_block(read)
  local sentences, words = {}, 0
  local buyers = (read.fields.experience or ""):find "buyers"
  for _, entry in ipairs(read.passages) do
    local is_review = is_field(entry, { "review" })
    if words < 45 and not is_field(entry, HIDDEN) and (not is_review or buyers) and restate.count(entry.text) >= 2 then
      local said = restate.sentence(restate.sentences(entry.text)[1] or entry.text, entry.number)
      local form = is_review and "A reviewer reports: %s [%d]." or "Its " .. entry.heading:lower() .. ": %s [%d]."
      sentences[#sentences + 1] = form:format(said, entry.number)
      words = words + restate.count(sentences[#sentences])
    end
  end
  local pros = points_of(read.passages, { "^pro", "feature" }, 5)
  return { summary = table.concat(sentences, " "), pros = pros,
    cons = points_of(read.passages, { "^con", "drawback", "limit" }, 4) }
end

local function rows_of(text)
  local rows = {}
  for _, line in ipairs(prompt.lines(text)) do
    local cells = {}
    local bare = line:gsub("^%s*|", ""):gsub("|%s*$", "")
    for cell in (bare .. "|"):gmatch "%s*(.-)%s*|" do cells[#cells + 1] = cell end
    if #cells > 1 and not line:find "^[%s|:-]+$" then rows[#rows + 1] = cells end
  end
  return rows
end

-- A column in which two rows have different values.
local function telling_column(head, one, two, avoid)
  for i = 2, #head do
    if i ~= avoid and one[i] ~= "" and two[i] ~= "" and one[i] ~= two[i] then return i end
  end
  return 2
end

local NEEDS = { "for a small budget", "for daily use", "for a large household", "for rare occasions" }

function catalogs.comparison(read)
  local rows = rows_of(read.material)
  local head, picks = rows[1] or {}, array {}
  for i = 2, math.min(#rows, 4) do
    local other = rows[i == #rows and 2 or i + 1]
    local column = telling_column(head, rows[i], other)
    picks[#picks + 1] = { id = rows[i][1], need = NEEDS[i - 1], reason = ("Its %s is %s, while %s has %s."):format(
      head[column] or "value", rows[i][column] or "", other[1], other[column] or "") }
  end
  return { picks = picks }
end

-- --- pages and videos taken apart ---

-- At most 12 words of a sentence: figures with their neighbours, names, then the longest.
local function note_of(sentence)
  local words, keep, count = restate.words((sentence:gsub("[%.!?;,]+$", ""))), {}, 0
  local function take(i)
    if words[i] and not keep[i] and count < 12 then
      keep[i], count = true, count + 1
    end
  end
  for i, word in ipairs(words) do
    if word:find "%d" then
      take(i)
      take(i + 1)
    end
  end
  for i, word in ipairs(words) do
    if word:lower():find "^no[tn]?$" or word:lower() == "never" or word:lower():find "^kein" or word:find "^nicht" then
      take(i)
    end
  end
  for least = 7, 3, -1 do
    for i, word in ipairs(words) do
      if #word >= least and i % 5 ~= 0 then take(i) end
    end
  end
  local out = {}
  for i, word in ipairs(words) do
    if keep[i] then out[#out + 1] = word:gsub("[,;:]$", "") end
  end
  return table.concat(out, " ")
end

function catalogs.rewrite_notes(read)
  local notes = array {}
  for _, entry in ipairs(read.passages) do
    local small = entry.text:lower()
    local is_advert = small:find "subscribe" or small:find "click here" or small:find "buy now"
    if restate.count(entry.text) >= 4 and not is_advert then
      notes[#notes + 1] = { note = note_of(entry.text), from = array { entry.number } }
    end
  end
  return { notes = notes }
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
