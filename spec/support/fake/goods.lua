--- Whole articles made of data: products and places, from the numbered fields of each.
local outlines = require "spec.support.fake.outlines"
local prompt = require "spec.support.fake.prompt"
local restate = require "spec.support.fake.restate"

local goods = {}

local HIDDEN = { "price", "rating", "^title$", "^name$", "^brand$", "address", "hours" }
local NEEDS = { "small budgets", "daily use", "large households", "rare occasions" }

local function is_field(field, patterns)
  for _, pattern in ipairs(patterns) do
    if field.name:lower():find(pattern) then return true end
  end
end

--- The things of a material: { name, fields = { { number, name, text } } }, in order; empty where it is of pages.
function goods.items(read)
  local list = {}
  for _, line in ipairs(prompt.lines(read.material)) do
    local name = line:match '^ITEM %d+ "(.*)"$'
    local number, field, text = line:match "^%[(%d+)%] ([^:]+): (.*)$"
    if name then list[#list + 1] = { name = name, fields = {} } end
    if number and #list > 0 then
      table.insert(list[#list].fields, { number = tonumber(number), name = field, text = text })
    end
  end
  return list
end

local function about(item, most)
  local out, words = {}, 0
  if not item then return "" end
  for _, field in ipairs(item.fields) do
    local is_review = is_field(field, { "review" })
    if words < most and not is_review and not is_field(field, HIDDEN) and restate.count(field.text) >= 2 then
      local said = restate.sentence(restate.sentences(field.text)[1] or field.text, field.number)
      out[#out + 1] = ("Its %s: %s [%d]."):format(field.name:lower(), said:gsub("[%.!?]+$", ""), field.number)
      words = words + restate.count(out[#out])
    end
  end
  for _, field in ipairs(item.fields) do
    local headline = field.name == "review" and field.text:match "^[^%.]*%. ([^%.]+)%."
    if headline then
      out[#out + 1] = ('One reviewer sums it up as "%s" [%d].'):format(headline, field.number)
      break
    end
  end
  return table.concat(out, " ")
end

local function points(item, patterns, most)
  local out = {}
  for _, field in ipairs(item.fields) do
    if #out < most and is_field(field, patterns) then
      local short = outlines.first_words((field.text:gsub("[%.;]%f[%s%z].*$", "")), 12)
      out[#out + 1] = ("%s [%d]"):format(short, field.number)
    end
  end
  return out
end

local function list(items) return #items > 0 and "- " .. table.concat(items, "\n- ") or "" end

-- A field that two things have, with different values.
local function differing(one, two)
  for _, a in ipairs(one.fields) do
    for _, b in ipairs(two.fields) do
      if a.name == b.name and a.text ~= b.text and restate.count(a.text) <= 6 and not is_field(a, { "^title$",
        "^name$", "review", "feature", "pro", "con" }) then
        return a, b
      end
    end
  end
end

local function compared(items, form)
  local out = {}
  for i = 1, math.min(#items, 3) do
    local other = items[i % #items + 1]
    local a, b = differing(items[i], other)
    if a and other ~= items[i] then
      out[#out + 1] = form(i, items[i], other, a, b)
    end
  end
  return out
end

-- A verdict: the names of its points stand in what is asked for.
local function verdict(item, wish)
  local out, names = {}, {}
  for name in wish:gmatch "%*%*(.-):%*%*" do names[#names + 1] = name end
  local kinds = { { "^pro$", "feature" }, { "^con$" }, { "^con$" } }
  for i, name in ipairs(names) do
    local point = points(item, kinds[i], 1)[1]
    if point then out[#out + 1] = ("**%s:** %s."):format(name, point) end
  end
  return list(out)
end

local function has_field(item, name)
  for _, field in ipairs(item.fields) do
    if field.name == name then return true end
  end
end

-- A row for each of them, by the first two fields with a figure that all have.
local function table_of(items)
  local rows, names = {}, {}
  for _, field in ipairs(items[1] and items[1].fields or {}) do
    local is_value = field.text:find "^%d" and #field.text < 20 and not is_field(field, HIDDEN)
    for _, item in ipairs(items) do is_value = is_value and has_field(item, field.name) end
    if is_value and #names < 2 then names[#names + 1] = field.name end
  end
  rows[1] = ("| Product | %s |\n|---%s|"):format(table.concat(names, " | "), ("|---"):rep(#names))
  for _, item in ipairs(items) do
    local cells, numbers = { item.name }, ""
    for i, name in ipairs(names) do
      for _, field in ipairs(item.fields) do
        if field.name == name and not cells[i + 1] then
          cells[i + 1] = field.text
          numbers = ("%s[%d]"):format(numbers, field.number)
        end
      end
      cells[i + 1] = cells[i + 1] or "–"
    end
    rows[#rows + 1] = ("| %s %s |"):format(table.concat(cells, " | "), numbers)
  end
  return table.concat(rows, "\n")
end

local function under(section, items, owner)
  local wish = section.wish
  if section.level == 3 then
    local patterns, most = { "^con$" }, 4
    if section.turn == 1 then patterns, most = { "^pro$", "feature" }, 5 end
    return owner and list(points(owner, patterns, most)) or ""
  elseif wish:find "table alone" then
    return table_of(items)
  elseif wish:find "list of three" then
    return verdict(owner, wish)
  elseif wish:find "items" then
    return list(compared(items, function(i, one, two, a, b)
      return ("**%s:** %s. Its %s is %s, while %s has %s [%d][%d]."):format(NEEDS[i], one.name, a.name:lower(), a.text,
        two.name, b.text, a.number, b.number)
    end))
  elseif wish:find "not product by product" then
    return table.concat(compared(items, function(_, one, two, a, b)
      return ("The %s decides between them: %s for %s, %s for %s [%d][%d]."):format(a.name:lower(), a.text, one.name,
        b.text, two.name, a.number, b.number)
    end), " ")
  end
  return owner and about(owner, 45) or ""
end

-- The headings that are wanted: { level, heading, wish, turn }.
local function headings(text)
  local out, turn = {}, 0
  for _, line in ipairs(prompt.lines(text)) do
    local marks, heading = line:match "^(##+) (.*)$"
    if marks then
      local name, wish = heading:match "^(.-) %((.*)%)$"
      turn = #marks == 3 and turn + 1 or 0
      out[#out + 1] = { level = #marks, heading = name or heading, wish = wish or "", turn = turn }
    elseif line:find "^says: " and #out > 0 then
      out[#out].wish = line:sub(7)
    end
  end
  return out
end

local function write(items, wanted, keyword, has_opening)
  local out, owner = {}, nil
  if has_opening then
    out[1] = ("%s differ in a few points that decide.\n%s"):format(restate.capital(keyword),
      about(items[1], 20))
  end
  for _, section in ipairs(wanted) do
    if section.level == 2 then
      owner = #items == 1 and items[1] or nil
      for _, item in ipairs(items) do
        if item.name == section.heading then owner = item end
      end
    end
    local text = under(section, items, owner)
    if text ~= "" or section.level == 2 then
      out[#out + 1] = ("%s %s\n\n%s"):format(("#"):rep(section.level), section.heading, text)
    end
  end
  return table.concat(out, "\n\n")
end

--- The whole article.
function goods.article(read, items)
  local text = read.plain:match "headings are given[^\n]*\n(.-)\n[^#]" or ""
  return write(items, headings(text), read.keyword, true)
end

--- A piece of it, by the plan.
function goods.write(read, items)
  local from, to = read.task:match 'sections from "(.-)" to "(.-)"'
  from = from or read.task:match 'section "(.-)"'
  local own, is_in, last, stop = {}, read.task:find "the whole" ~= nil, nil, to or from
  for _, section in ipairs(headings(read.plain:match "\nPLAN\n(.-)\nTASK" or "")) do
    if section.level == 2 then
      is_in = section.heading == from or (is_in and (not stop or last ~= stop))
      last = section.heading
    end
    if is_in then own[#own + 1] = section end
  end
  return write(items, own, read.keyword, read.plain:find("the opening", 1, true) ~= nil)
end

return goods
