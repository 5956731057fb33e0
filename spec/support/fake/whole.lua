--- Whole articles: their plan, their text or a piece of it, an editor's changes, what stands around the text.
local goods = require "spec.support.fake.goods"
local prompt = require "spec.support.fake.prompt"
local prose = require "spec.support.fake.prose"
local restate = require "spec.support.fake.restate"

local whole = {}

-- Passages as the material shows them: number, text, the heading above them, the page.
local function passages_of(read)
  local list, heading, page = {}, "", ""
  for _, line in ipairs(prompt.lines(read.material)) do
    local number, rest = line:match "^%[(%d+)%]%s*(.*)$"
    if line:find "^PAGE %d" or line:find "^WHAT .* SAYS OF ITSELF$" then
      page, heading = line, ""
    elseif line:find "^# " then
      heading = line:sub(3):match "([^>]+)$":gsub("^%s+", "")
    elseif number then
      list[#list + 1] = { number = tonumber(number), text = rest:gsub("^%(%d[%d:]*%)%s*", ""), heading = heading,
        page = page }
    elseif #list > 0 then
      list[#list].text = list[#list].text .. "\n" .. line
    end
  end
  return list
end

-- Headings of the material with their passages, in order; what has none goes to the one before.
local function sections_of(read, most)
  local list, by_heading = {}, {}
  for _, passage in ipairs(passages_of(read)) do
    local name = passage.heading ~= "" and passage.heading or "What is known of " .. read.keyword
    local section = by_heading[name]
    if not section and #list < most then
      section = { heading = name, passages = {} }
      by_heading[name], list[#list + 1] = section, section
    end
    section = section or list[#list]
    table.insert(section.passages, passage)
  end
  return list
end

-- How many sections, items or words are wanted, by the words of the prompt.
local function wanted(read)
  local words = tonumber(read.plain:match "about (%d+) words") or 900
  local text = read.plain:match "words in ([^,]-) sections" or read.plain:match "outline has ([^,]-) sections"
    or read.plain:match "list of ([^,]-) things" or "4"
  local numbers = {}
  for number in text:gmatch "%d+" do numbers[#numbers + 1] = tonumber(number) end
  local least, most = numbers[1] or 4, numbers[2] or numbers[1] or 4
  return words, (least + most) // 2
end

-- The caller's headings, which the prompt gives as they are to stand.
local function given(read)
  local list = {}
  local text = read.plain:match "headings are given[^\n]*\n(.-)\n[^#]" or ""
  for marks, heading in text:gmatch "(##+) ([^\n]+)" do
    list[#list + 1] = { level = #marks, heading = (heading:gsub(" %(.*%)$", "")) }
  end
  return list
end

local function body_of(passages, least, most, heading, seed, read)
  local list = #passages > 0 and prose.sentences(passages, least, most, heading, seed) or {}
  if #list > 0 then return prose.paragraphs(list, seed) end
  return prose.unsourced(read, heading, least, most, seed)
end

local function opening(read, passages)
  local first = prose.sentences(passages, 20, 60, "", 3)
  return ("%s depends on a few decisions.\n%s"):format(restate.capital(read.keyword), table.concat(first, " "))
end

local function has_part(read, name) return read.plain:find("== " .. name, 1, true) ~= nil end

local function tail(read, passages)
  local out = {}
  if has_part(read, "CLOSE") then
    out[#out + 1] = "== CLOSE\n\n## What to do first\n\n" .. body_of(passages, 25, 60, "", 5, read)
  end
  if has_part(read, "QUESTIONS") then
    out[#out + 1] = "== QUESTIONS"
    for i = 1, 3 do
      local passage = passages[(i * 3) % math.max(#passages, 1) + 1]
      if passage then
        local about = table.concat(restate.content(passage.text), " ", 1, math.min(3, #restate.content(passage.text)))
        out[#out + 1] = ("### What about %s?\n\n%s"):format(about, body_of({ passage }, 12, 60, "", i, read))
      end
    end
  end
  if has_part(read, "ACTION") then
    out[#out + 1] = "== ACTION\n\n## The next step\n\n" .. ("Those who want %s done well begin with one small step "
      .. "today, and ask for help where a step needs more time than there is%s."):format(read.keyword,
      read.plain:find("⟦L1⟧", 1, true) and ": ⟦L1⟧" or "")
  end
  return table.concat(out, "\n\n")
end

local function sections_text(read, list, words)
  local out, each = {}, math.max(40, words // math.max(#list, 1))
  for i, section in ipairs(list) do
    out[#out + 1] = ("%s %s\n\n%s"):format(("#"):rep(section.level or 2), section.heading,
      body_of(section.passages, each * 8 // 10, each * 12 // 10, section.heading, i, read))
  end
  return table.concat(out, "\n\n")
end

-- The caller's headings with passages dealt out to them.
local function dealt(read, headings)
  local passages = passages_of(read)
  for i, section in ipairs(headings) do
    section.passages = {}
    for k, passage in ipairs(passages) do
      if (k - 1) % #headings == i - 1 then table.insert(section.passages, passage) end
    end
  end
  return headings
end

-- The sections, and the words of all: the caller's, those of the material, or, without material, steps.
local function planned(read)
  local words, count = wanted(read)
  local headings = given(read)
  local list = #headings > 0 and dealt(read, headings) or sections_of(read, count)
  while #list < count and #headings == 0 and #passages_of(read) == 0 do
    list[#list + 1] = { heading = ("Step %d of %s"):format(#list + 1, read.keyword), passages = {} }
  end
  return list, words
end

--- The whole article, in one answer.
function whole.article(read)
  local items = goods.items(read)
  if #items > 0 then return goods.article(read, items) end
  local list, words = planned(read)
  local passages = passages_of(read)
  local out = { opening(read, passages), sections_text(read, list, words - 150), tail(read, passages) }
  return table.concat(out, "\n\n")
end

-- A passage of a page said anew: its sentences, its list mark, its links on words that stayed; a mark by itself.
local function anew(passage)
  local mark = passage.text:match "^(⟦%u%d+⟧) stands for"
  if mark then return mark, "mark" end
  local text, links = passage.text, {}
  text = text:gsub("⟦(L%d+):(.-)⟧", function(name, words)
    links[#links + 1] = { name, words }
    return words
  end)
  local list_mark = text:match "^%s*(%-) " or text:match "^%s*(%d+%.) "
  if list_mark then text = text:gsub("^%s*%S+ ", "") end
  local out = {}
  for sentence in (text .. " "):gmatch "(.-[.!?])%s" do out[#out + 1] = sentence end
  if #out == 0 then out[1] = text end
  for i, sentence in ipairs(out) do
    out[i] = ("%s [%d]."):format(restate.sentence(sentence, passage.number + i), passage.number)
    for _, link in ipairs(links) do
      local first, last = out[i]:lower():find(link[2]:lower(), 1, true)
      if first and not link.is_used then
        out[i] = ("%s⟦%s:%s⟧%s"):format(out[i]:sub(1, first - 1), link[1], out[i]:sub(first, last),
          out[i]:sub(last + 1))
        link.is_used = true
      end
    end
  end
  return (list_mark and list_mark .. " " or "") .. table.concat(out, " "), list_mark and "item" or "text"
end

--- A page written anew, under its headings.
function whole.rewrite(read)
  local out = { restate.capital(read.keyword) .. " depends on a few decisions." }
  local levels, heading, last = {}, "", "text"
  for _, section in ipairs(given(read)) do levels[section.heading] = section.level end
  for _, passage in ipairs(passages_of(read)) do
    local text, kind = anew(passage)
    if passage.heading ~= heading then
      heading = passage.heading
      out[#out + 1] = ("%s %s"):format(("#"):rep(levels[heading] or 2), heading)
    end
    if kind == "item" and last == "item" then
      out[#out] = out[#out] .. "\n" .. text
    else
      out[#out + 1] = text
    end
    last = kind
  end
  out[#out + 1] = tail(read, passages_of(read))
  return table.concat(out, "\n\n")
end

function whole.plan(read)
  local list, words = planned(read)
  local out = { "READER: somebody who begins", "ANGLE: what decides comes first", "DISAGREE:", "none",
    "OPENING: the first decision", "OUTLINE:" }
  for _, section in ipairs(list) do
    local numbers = {}
    for _, passage in ipairs(section.passages) do numbers[#numbers + 1] = passage.number end
    out[#out + 1] = ("## %s\nsays: what is known of it\nfrom: %s\nform: prose\nwords: %d"):format(section.heading,
      table.concat(numbers, ", "), (words - 150) // #list)
  end
  out[#out + 1] = "CLOSE: what to do first"
  return table.concat(out, "\n")
end

--- A piece: the sections that the task names, from the plan.
function whole.write(read)
  local items = goods.items(read)
  if #items > 0 then return goods.write(read, items) end
  local from, to = read.task:match 'sections from "(.-)" to "(.-)"'
  if not from then from = read.task:match 'section "(.-)"' end
  local list, is_in = {}, read.task:find "the whole" ~= nil
  local passages = passages_of(read)
  local plan = ("\n" .. read.plain):match "\nPLAN\n(.-)\nTASK " or ""
  for heading, numbers in (plan .. "\n"):gmatch "## ([^\n]+)\n.-from: ([^\n]*)" do
    is_in = is_in or heading == from
    if is_in then
      local own = {}
      for number in numbers:gmatch "%d+" do
        for _, passage in ipairs(passages) do
          if passage.number == tonumber(number) then own[#own + 1] = passage end
        end
      end
      list[#list + 1] = { heading = heading, passages = own }
    end
    if heading == (to or from) then is_in = false end
  end
  local head = read.plain:find("the opening", 1, true) and opening(read, passages) .. "\n\n" or ""
  return head .. sections_text(read, list, 170 * #list) .. "\n\n" .. tail(read, passages)
end

local function title_line(read)
  return ("About %s: what decides at home"):format(read.keyword)
end

local function frame(read)
  local out = {}
  if read.plain:find("TITLE:", 1, true) then
    out[#out + 1] = ("TITLE:\n%s\nOn %s, and what it takes"):format(title_line(read), read.keyword)
  end
  out[#out + 1] = ("META: %s: the few decisions that make the difference, in the order in which they come, with what "
    .. "to do first"):format(restate.capital(read.keyword))
  if read.plain:find("TAKEAWAYS:", 1, true) then
    out[#out + 1] = "TAKEAWAYS:"
    for number, sentence in read.plain:gmatch "\nS(%d+) ([^\n]+)" do
      if #out < 7 and restate.count(sentence) > 8 then
        out[#out + 1] = ("- %s (S%s)"):format(restate.sentence(sentence:gsub("%s*%[%d+%]", ""), #out), number)
      end
    end
  end
  return table.concat(out, "\n")
end

--- An editor who lets what has notes go, and stands by the rest.
function whole.edit(read)
  local out, number = {}, nil
  for _, line in ipairs(prompt.lines(read.plain)) do
    number = line:match "^S(%d+) " or (line:find "^  > " and number)
    if line:find "^  > " and number then out[#out + 1] = ("S%s ok"):format(number) end
  end
  out[#out + 1] = frame(read)
  return table.concat(out, "\n")
end

whole.finish = frame

return whole
