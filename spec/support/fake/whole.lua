--- Whole articles: their plan, their text or a piece of it, an editor's changes, what stands around the text.
local goods = require "spec.support.fake.goods"
local outlines = require "spec.support.fake.outlines"
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

-- Words of the answers that are in no material.
local WORDS = {
  en = { known = "What is known of %s", opening = "%s depends on a few decisions.", step = "Step %d of %s",
    close = "What to do first", question = "What about %s?", call = "The next step", more = "How to choose among them",
    benefits = "What clients have from it", process = "How it goes", proof = "What speaks for it",
    begins = "Those who want %s done well begin with one small step today, and ask for help where a step needs more "
      .. "time than there is", leads = "; it goes on at ", term = "Those who look closer meet %s too.",
    title = "About %s: what decides at home", other = "On %s, and what it takes",
    meta = "%s: the few decisions that make the difference, in the order in which they come, with what to do first" },
  de = { known = "Was man über %s weiß", opening = "%s hängt an wenigen Entscheidungen.", step = "Schritt %d zu %s",
    close = "Was zuerst zu tun ist", question = "Was gilt für %s?", call = "Der nächste Schritt",
    more = "Worauf es bei der Wahl ankommt", benefits = "Was Kunden davon haben", process = "Wie es abläuft",
    proof = "Was dafür spricht",
    begins = "Wer %s gut machen will, beginnt heute mit einem kleinen Schritt und holt Hilfe, wo ein Schritt mehr Zeit "
      .. "braucht, als da ist", leads = "; weiter geht es bei ", term = "Wer genauer hinsieht, trifft auch auf %s.",
    title = "Über %s: was zu Hause zählt", other = "Rund um %s, und was dazu gehört",
    meta = "%s: die wenigen Entscheidungen, auf die es ankommt, in der Reihenfolge, in der sie kommen, und was zuerst "
      .. "zu tun ist" },
}

local function words_for(read)
  return prose.is_german(read) and WORDS.de or WORDS.en
end

local function is_of_brand(passage)
  return passage.page:find "^WHAT " ~= nil
end

-- Passages of the pages, and those in which a brand speaks.
local function apart(passages)
  local others, own = {}, {}
  for _, passage in ipairs(passages) do table.insert(is_of_brand(passage) and own or others, passage) end
  return others, own
end

-- The passages as so many sections: by their headings in order; what is left is dealt out.
local function by_headings(read, passages, most)
  local list, by_heading = {}, {}
  for _, passage in ipairs(passages) do
    local name = outlines.clean_heading(passage.heading) or words_for(read).known:format(read.keyword)
    local section = by_heading[name]
    if not section and #list < most then
      section = { heading = name, passages = {} }
      by_heading[name], list[#list + 1] = section, section
    end
    section = section or list[passage.number % #list + 1]
    table.insert(section.passages, passage)
  end
  return list
end

-- A name that nothing else has: of the passage's own words.
local function own_name(passage, taken, most)
  local words = restate.content(passage.text)
  for first = 1, #words do
    local name = restate.capital(table.concat(words, " ", first, math.min(first + most - 1, #words)))
    if not taken[name:lower()] then
      taken[name:lower()] = true
      return name
    end
  end
end

-- Divides the section with the most passages in two, until there are so many.
local function divide(list, count)
  local taken = {}
  for _, section in ipairs(list) do taken[section.heading:lower()] = true end
  while #list < count do
    local place = 1
    for i, section in ipairs(list) do
      if #section.passages > #list[place].passages then place = i end
    end
    local passages = list[place] and list[place].passages or {}
    local name = #passages > 1 and own_name(passages[#passages // 2 + 1], taken, 4)
    if not name then return end
    list[place].passages = table.move(passages, 1, #passages // 2, 1, {})
    table.insert(list, place + 1,
      { heading = name, passages = table.move(passages, #passages // 2 + 1, #passages, 1, {}) })
  end
end

-- How many words and sections are wanted, by the words of the prompt: of what may be more or fewer the middle.
local function wanted(read)
  local words = tonumber(read.plain:match "about (%d+) words") or 900
  local text = read.plain:match "words in all, in ([^,]-) sections" or read.plain:match "outline has ([^,]-) sections"
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
  if #first == 0 then first = { prose.unsourced(read, read.keyword, 20, 40, 3) } end
  return words_for(read).opening:format(restate.capital(read.keyword)) .. "\n" .. table.concat(first, " ")
end

local function has_part(read, name) return read.plain:find('"== ' .. name, 1, true) ~= nil end

-- What people ask, as the prompt tells, where a passage is about it and it asks about the subject alone.
local function asked(read, passages)
  local out = {}
  for question in ((read.plain:match "%(people ask: ([^\n]*)%)" or "") .. ";"):gmatch "%s*(.-);" do
    local best, most = nil, 0.3
    for _, passage in ipairs(passages) do
      local overlap = restate.overlap(question, passage.text)
      if overlap > most then best, most = passage, overlap end
    end
    local is_order = question:lower():find "instruction" or question:lower():find "prompt"
    if best and not is_order and #out < 3 then
      out[#out + 1] = ("### %s\n\n%s"):format(question, body_of({ best }, 12, 60, "", #out, read))
    end
  end
  return out
end

-- What a question may be about: a passage, or, without any, a section.
local function question_on(read, number, passages, sections)
  local passage = passages[(number * 3) % math.max(#passages, 1) + 1]
  local words = restate.content(passage and passage.text or sections[number] and sections[number].heading or "")
  if #words == 0 then return nil end
  local question = words_for(read).question:format(table.concat(words, " ", 1, math.min(3, #words)))
  return ("### %s\n\n%s"):format(question, body_of({ passage }, 12, 60, "", number, read))
end

local function tail(read, passages, sections)
  local out, words = {}, words_for(read)
  if has_part(read, "CLOSE") then
    out[#out + 1] = ("== CLOSE\n\n## %s\n\n"):format(words.close) .. body_of(passages, 25, 60, "", 5, read)
  end
  if has_part(read, "QUESTIONS") then
    out[#out + 1] = "== QUESTIONS"
    local questions = asked(read, passages)
    for i = #questions + 1, 3 do questions[i] = question_on(read, i, passages, sections) end
    table.move(questions, 1, #questions, #out + 1, out)
  end
  if has_part(read, "ACTION") then
    local link = read.plain:match 'in which the words "(.-)" stand once'
    out[#out + 1] = ("== ACTION\n\n## %s\n\n%s%s."):format(words.call, words.begins:format(read.keyword),
      link and words.leads .. link or "")
  end
  return table.concat(out, "\n\n")
end

local function sections_text(read, list, words)
  local out, each = {}, math.max(40, words // math.max(#list, 1))
  for i, section in ipairs(list) do
    if section.is_more and not (list[i - 1] or {}).is_more then out[#out + 1] = "== MORE" end
    out[#out + 1] = ("%s %s\n\n%s"):format(("#"):rep(section.level or 2), section.heading,
      body_of(section.passages, each * 8 // 10, each * 12 // 10, section.heading, i, read))
  end
  return table.concat(out, "\n\n")
end

-- Passages dealt out to sections in turn.
local function deal(passages, sections)
  for i, section in ipairs(sections) do
    section.passages = {}
    for k, passage in ipairs(passages) do
      if (k - 1) % #sections == i - 1 then table.insert(section.passages, passage) end
    end
  end
  return sections
end

local MOST_ITEMS = 12

-- Things, each named by words of a passage of its own, and what helps to choose among them.
local function items(read, passages, count)
  local list, taken = {}, { [read.keyword:lower()] = true }
  for _, passage in ipairs(passages) do
    local name = #list < math.min(count, MOST_ITEMS) and own_name(passage, taken, 2)
    if name then list[#list + 1] = { heading = name } end
  end
  for i = #list + 1, #passages == 0 and math.min(count, MOST_ITEMS) or 0 do
    list[i] = { heading = words_for(read).step:format(i, read.keyword) }
  end
  if has_part(read, "MORE") then list[#list + 1] = { heading = words_for(read).more, is_more = true } end
  return deal(passages, list)
end

local PROOF = { "certif", "guild", "award", "zertifi", "Innung" }

local function is_proof(passage)
  for _, word in ipairs(PROOF) do
    if passage.text:find(word, 1, true) then return true end
  end
  return false
end

-- The sections of a service, each with its role; without a passage that proves anything none does.
local function roles(read, passages)
  local words, proof, others = words_for(read), {}, {}
  for _, passage in ipairs(passages) do table.insert(is_proof(passage) and proof or others, passage) end
  local list = deal(others, { { heading = words.benefits .. " | benefits" },
    { heading = words.process .. " | process" } })
  if #proof > 0 then list[3] = { heading = words.proof .. " | proof", passages = proof } end
  return list
end

-- Sections by what the pages have headings for, or, without pages, steps.
local function usual(read, passages, count)
  local list = by_headings(read, passages, count)
  divide(list, count)
  while #list < count and #passages == 0 do
    list[#list + 1] = { heading = words_for(read).step:format(#list + 1, read.keyword), passages = {} }
  end
  return list
end

-- The sections, and the words of all.
local function planned(read)
  local words, count = wanted(read)
  local headings, passages = given(read), passages_of(read)
  local brand = read.plain:match 'One section, the last, has "(.-)" in its heading'
  local others, own = apart(passages)
  if #headings > 0 then return deal(passages, headings), words end
  if read.plain:find("| benefits", 1, true) then return roles(read, passages), words end
  local is_list = read.plain:find("of the one kind that the keyword names", 1, true)
  if is_list then return items(read, others, count), words end
  if not brand then return usual(read, passages, count), words end
  local list = usual(read, others, count - 1)
  list[#list + 1] = { heading = brand .. ": " .. read.keyword, passages = own }
  return list, words
end

local function has_opening(read)
  return read.plain:find("- the opening, without a heading", 1, true) ~= nil
end

--- The whole article, in one answer.
function whole.article(read)
  local sold = goods.items(read)
  if #sold > 0 then return goods.article(read, sold) end
  local list, words = planned(read)
  local passages = apart(passages_of(read))
  local out = { sections_text(read, list, words - 150), tail(read, passages, list) }
  if has_opening(read) then table.insert(out, 1, opening(read, passages)) end
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
  for i, section in ipairs(list) do
    local numbers = {}
    for _, passage in ipairs(section.passages) do numbers[#numbers + 1] = passage.number end
    if section.is_more and not (list[i - 1] or {}).is_more then out[#out + 1] = "== MORE" end
    out[#out + 1] = ("%s %s\nsays: what is known of it\nfrom: %s\nform: prose\nwords: %d"):format(
      ("#"):rep(section.level or 2), section.heading, table.concat(numbers, ", "), (words - 150) // #list)
  end
  out[#out + 1] = "CLOSE: what to do first"
  return table.concat(out, "\n")
end

-- The sections of a plan: "## heading" and the lines below it.
local function read_plan(text, passages)
  local list, section, is_more = {}, nil, false
  for _, line in ipairs(prompt.lines(text)) do
    local marks, heading = line:match "^(###?) (.+)$"
    is_more = is_more or line == "== MORE"
    if heading then
      section = { level = #marks, heading = heading, passages = {}, is_more = is_more }
      list[#list + 1] = section
    end
    for number in (section and line:match "^from:(.*)" or ""):gmatch "%d+" do
      for _, passage in ipairs(passages) do
        if passage.number == tonumber(number) then table.insert(section.passages, passage) end
      end
    end
  end
  return list
end

--- A piece: the sections that the task names, from the plan.
function whole.write(read)
  local sold = goods.items(read)
  if #sold > 0 then return goods.write(read, sold) end
  local from, to = read.task:match 'sections from "(.-)" to "(.-)"'
  if not from then from = read.task:match 'section "(.-)"' end
  local list, is_in = {}, read.task:find "the whole" ~= nil
  local passages = passages_of(read)
  local plan = ("\n" .. read.plain):match "\nPLAN\n(.-)\nTASK " or ""
  for _, section in ipairs(read_plan(plan, passages)) do
    is_in = is_in or section.heading == from
    if is_in then list[#list + 1] = section end
    if section.heading == (to or from) then is_in = false end
  end
  local head = has_opening(read) and opening(read, passages) .. "\n\n" or ""
  return head .. sections_text(read, list, 170 * #list) .. "\n\n" .. tail(read, passages, list)
end

local function frame(read)
  local out, words = {}, words_for(read)
  if read.plain:find("TITLE:", 1, true) then
    out[#out + 1] = ("TITLE:\n%s\n%s"):format(words.title:format(read.keyword), words.other:format(read.keyword))
  end
  out[#out + 1] = "META: " .. words.meta:format(restate.capital(read.keyword))
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

-- What the notes on the whole text ask for.
local function mended(read)
  local out, notes, words = {}, ("\n" .. read.plain):match "\nNOTES on the whole\n(.-)\nTASK " or "", words_for(read)
  if notes:find("No heading has the keyword", 1, true) then
    local heading = read.plain:match "\nH1 #* ?([^\n]+)" or ""
    out[#out + 1] = ("H1: %s, %s"):format(restate.capital(read.keyword), (heading:gsub("^%u%l", string.lower)))
  end
  local last = 0
  for number in read.plain:gmatch "\nS(%d+) " do last = math.max(last, tonumber(number)) end
  local missing = notes:match "Missing, where it is true and reads well: ([^\n]*)" or ""
  local place = math.max(last // 3, 1)
  for term in missing:gmatch '"(.-)"' do
    out[#out + 1] = ("S%d+: %s"):format(place, words.term:format(term))
    place = place % math.max(last, 1) + 1
  end
  local name = notes:match '"(.-)" must not be named'
  for number, sentence in read.plain:gmatch "\nS(%d+) ([^\n]+)" do
    if name and sentence:find(name, 1, true) then out[#out + 1] = ("S%s: -"):format(number) end
  end
  return out
end

-- Notes on sentences that go; by the others the editor stands.
local BAD = { "^worn phrase", "stands in no passage", "^speaks of the text" }

local function is_bad(note)
  for _, pattern in ipairs(BAD) do
    if note:find(pattern) then return true end
  end
  return false
end

--- An editor who deletes what is worn or invented, stands by the rest, and does what the notes on the whole ask for.
function whole.edit(read)
  local out, number, decided = mended(read), nil, {}
  for _, line in ipairs(prompt.lines(read.plain)) do
    local note = line:match "^  > (.*)$"
    number = line:match "^S(%d+) " or note and number
    if note and number then decided[number] = decided[number] == ": -" and ": -" or is_bad(note) and ": -" or " ok" end
  end
  for key, decision in pairs(decided) do out[#out + 1] = "S" .. key .. decision end
  table.sort(out)
  out[#out + 1] = frame(read)
  return table.concat(out, "\n")
end

whole.finish = frame

return whole
