--- An article of the service taken apart.
--
--     local article = article_reader.parse(record, { keyword =, language =, labels = })
--     article.title, article.blocks
--     article.parts     { introduction =, takeaways =, sections =, conclusion =, faq = }, of blocks; a section is
--                       { heading =, level =, blocks =, inner = the sections below it, parent = the one above }
--     article.statements  every sentence in reading order:
--                       { text =, source = number or nil, part =, section =, block =, first_of_block = }
--     article.sources   { { title =, url = } } by number
--
-- A block is { kind = "heading" | "text" | "list" | "pre" | "table" | "label", text =, items = { statements }, ... }.
-- A sentence is cited when a number stands behind it or, in a run from one source, behind a later one of its paragraph.
local languages = require "spec.report.languages"
local tokens = require "spec.report.tokens"
local words = require "spec.report.words"

local article = {}

local HEADINGS = { h1 = 1, h2 = 2, h3 = 3, h4 = 4 }
local MARKS = { code = true, em = true, sub = true, sup = true, pre = true, table = true, strong = true, ol = true,
  ul = true, dl = true }

-- Is the superscript that ends here a citation? An exponent stands behind a letter or digit, and the sentence goes on.
local function is_citation(number, before, rest, has_link)
  if not number:find("^%d+$") then return false end
  if has_link or before:find("[.!?:;)%]\"'|]%s*$") or before:find("\xE2\x80[\x99\x9D\xA6]%s*$")
    or before:find("\xC2\xBB%s*$") or before:find("\xE3\x80\x82$") then return true end
  return rest:find("^%s*</[lptd][^>]*>") ~= nil or rest:find("^%s*<sup>") ~= nil or rest:find("^%s*</t[dh]>") ~= nil
end

-- Runs of text and the citation behind each, from the tokens of one block.
local function close_run(runs, text, number)
  text = words.squeeze(text)
  if text ~= "" then
    runs[#runs + 1] = { text = text, source = number }
  elseif number and #runs > 0 then
    runs[#runs].also = number
  end
end

local Reader = {}
Reader.__index = Reader

local function new_block(kind, extra)
  local block = { kind = kind, runs = {} }
  for name, value in pairs(extra or {}) do block[name] = value end
  return block
end

function Reader:add(block)
  self.blocks[#self.blocks + 1] = block
  return block
end

function Reader:open_runs(runs)
  self.runs, self.text = runs, ""
end

function Reader:close_runs()
  if self.runs then close_run(self.runs, self.text, nil) end
  self.runs, self.text = nil, ""
end

function Reader:start(token)
  local name = token.name
  if MARKS[name] then self.marks[name] = (self.marks[name] or 0) + 1 end
  if name == "sup" then
    self.sup = { at = #self.text + 1, has_link = false }
  elseif name == "a" and self.sup then
    self.sup.has_link = true
  elseif HEADINGS[name] then
    self:close_runs()
    self:open_runs(self:add(new_block("heading", { level = HEADINGS[name] })).runs)
  elseif name == "p" then
    self:close_runs()
    local item = self.list and self.list.items[#self.list.items]
    self:open_runs(item and item.runs or self:add(new_block "text").runs)
  elseif name == "ul" or name == "ol" or name == "dl" then
    self:close_runs()
    self.list = self:add(new_block("list", { ordered = name == "ol", items = {}, outer = self.list }))
  elseif name == "li" or name == "dt" or name == "dd" then
    self:close_runs()
    if self.list then
      local item = { runs = {} }
      self.list.items[#self.list.items + 1] = item
      self:open_runs(item.runs)
    end
  elseif name == "pre" or name == "table" then
    self:close_runs()
    local item = self.list and self.list.items[#self.list.items]
    if item then item.shows = true end
    self:open_runs(self:add(new_block(name, { cells = name == "table" and {} or nil })).runs)
    self.whole = name
  elseif (name == "td" or name == "th") and self.runs then
    self.text = self.text .. " | "
    self.cell = #self.text
  elseif name == "strong" and self.runs and self.text == "" and #self.runs == 0 then
    self.strong = 1
  end
end

function Reader:stop_sup(token)
  local inner = self.text:sub(self.sup.at)
  local before = self.text:sub(1, self.sup.at - 1)
  local rest = self.html:sub(token.to + 1, token.to + 40)
  if self.runs and is_citation(inner, before == "" and "." or before, rest, self.sup.has_link) then
    self.marks.sup = self.marks.sup - 1
    self.citations = self.citations + 1
    close_run(self.runs, before, tonumber(inner))
    self.text = ""
  else
    self.text = before .. "^" .. inner
  end
  self.sup = nil
end

function Reader:stop(token)
  local name = token.name
  if name == "sup" and self.sup then
    self:stop_sup(token)
  elseif (name == "td" or name == "th") and self.cell then
    local cells = self.blocks[#self.blocks].cells
    if cells and self.runs then cells[#cells + 1] = words.squeeze(self.text:sub(self.cell + 1)) end
    self.cell = nil
  elseif name == "strong" and self.strong then
    local block = self.blocks[#self.blocks]
    if block and block.kind == "text" and self.html:find("^%s*</p>", token.to + 1) then block.kind = "label" end
    self.strong = nil
  elseif name == "ul" or name == "ol" or name == "dl" then
    self:close_runs()
    self.list = self.list and self.list.outer
  elseif HEADINGS[name] or name == "p" or name == "li" or name == "dd" or name == "dt" or name == self.whole then
    self:close_runs()
    if name == self.whole then self.whole = nil end
  end
end

local function text_of(runs)
  local texts = {}
  for i, run in ipairs(runs) do texts[i] = run.text end
  return table.concat(texts, " ")
end

local function read_blocks(html)
  local reader = setmetatable({ html = html, blocks = {}, marks = {}, text = "", citations = 0 }, Reader)
  for token in tokens.each(html) do
    if token.kind == "text" then
      if reader.runs then reader.text = reader.text .. token.text end
    elseif token.kind == "start" then
      reader:start(token)
    elseif token.kind == "end" then
      reader:stop(token)
    end
  end
  reader:close_runs()
  for _, block in ipairs(reader.blocks) do
    block.text = text_of(block.runs)
    for _, item in ipairs(block.items or {}) do item.text = text_of(item.runs) end
  end
  return reader
end

-- The list of sources at the end: a label and an ordered list. It is no part of the text.
local function cut_sources(blocks)
  local last, label = blocks[#blocks], blocks[#blocks - 1]
  if not (last and label and last.kind == "list" and label.kind == "label") then return nil end
  blocks[#blocks], blocks[#blocks - 1] = nil, nil
  return last.items
end

local function is_faq(section)
  local questions = 0
  for _, inner in ipairs(section.inner) do
    if inner.heading:find("[?\xBC\x9F]%s*$") then questions = questions + 1 end
  end
  return questions > 0 and questions == #section.inner and #section.blocks == 0
end

local function split_parts(self)
  local parts = { introduction = {}, sections = {} }
  local labels = languages.labels(self.language) or {}
  local section, inner
  local takeaways = false
  for _, block in ipairs(self.blocks) do
    if block.kind == "heading" and block.level == 1 then
      self.heading = block.text
    elseif block.kind == "heading" and block.level == 2 then
      section, inner = { heading = block.text, level = 2, blocks = {}, inner = {} }, nil
      parts.sections[#parts.sections + 1] = section
    elseif block.kind == "heading" and section then
      inner = { heading = block.text, level = 3, blocks = {}, parent = section }
      section.inner[#section.inner + 1] = inner
    elseif inner or section then
      local into = (inner or section).blocks
      into[#into + 1] = block
    elseif block.kind == "label" then
      takeaways = true
    elseif takeaways and block.kind == "list" then
      parts.takeaways, takeaways = block, false
    else
      parts.introduction[#parts.introduction + 1] = block
    end
  end
  local last = parts.sections[#parts.sections]
  if last and (last.heading == labels.faq or is_faq(last)) then
    parts.faq = table.remove(parts.sections)
    last = parts.sections[#parts.sections]
  end
  if last and last.heading == labels.conclusion then parts.conclusion = table.remove(parts.sections) end
  return parts
end

local function add_runs(self, runs, where)
  local list = {}
  for i = #runs, 1, -1 do -- a citation counts for the uncited sentences before it in its run
    local number = runs[i].source
    local sentences = words.sentences(runs[i].text, self.language)
    for k = #sentences, 1, -1 do
      table.insert(list, 1, { text = sentences[k], source = number, ends_run = k == #sentences and number ~= nil })
    end
  end
  for i, statement in ipairs(list) do
    for name, value in pairs(where) do statement[name] = value end
    statement.first_of_block = i == 1
    self.statements[#self.statements + 1] = statement
    where.block.statements = where.block.statements or {}
    table.insert(where.block.statements, statement)
  end
end

-- A run of sentences from one source is cited once, at its end: so is a sentence with the list, table or listing that
-- it announces, and a list as a whole. What stands there is looked for in the source that is cited.
local function share_citations(blocks)
  local number
  for i = #blocks, 1, -1 do
    local block, after = blocks[i], blocks[i + 1]
    if not (block.kind == "list" or after and after.kind ~= "text") then number = nil end
    for k = #(block.statements or {}), 1, -1 do
      local statement = block.statements[k]
      number = statement.source or number
      if not statement.source and number then statement.source = number end
    end
    if block.kind == "text" then number = nil end
  end
  for _, block in ipairs(blocks) do -- a list within a list is cited at the end of the outer one
    local all = block.outer and block.outer.statements
    for _, statement in ipairs(all and block.statements or {}) do
      statement.source = statement.source or all[#all].source
    end
  end
end

local function add_statements(self, blocks, part, section)
  for _, block in ipairs(blocks) do
    if block.kind == "text" then
      add_runs(self, block.runs, { part = part, section = section, block = block })
    elseif block.kind == "list" then
      for _, item in ipairs(block.items) do
        add_runs(self, item.runs, { part = part, section = section, block = block, item = item })
      end
    end
  end
  share_citations(blocks)
end

--- The units of the body: each section's own text, and each subsection.
local function units_of(parts)
  local units = {}
  for _, section in ipairs(parts.sections) do
    if #section.blocks > 0 or #section.inner == 0 then units[#units + 1] = section end
    for _, inner in ipairs(section.inner) do units[#units + 1] = inner end
  end
  return units
end

--- Takes a finished record apart. The request says `keyword` and `language`.
function article.parse(record, request)
  local reader = read_blocks(record.output.html)
  local self = { html = record.output.html, blocks = reader.blocks, marks = reader.marks, citations = reader.citations,
    keyword = request.keyword, language = request.language, notes = record.notes or {}, title = record.title or "",
    sources = {}, statements = {}, meta = record.metaDescription or "" }
  cut_sources(self.blocks)
  for i, source in ipairs(record.sources or {}) do self.sources[i] = { title = source.title, url = source.url } end
  self.parts = split_parts(self)
  add_statements(self, self.parts.introduction, "introduction")
  if self.parts.takeaways then add_statements(self, { self.parts.takeaways }, "takeaways") end
  self.units = units_of(self.parts)
  for _, unit in ipairs(self.units) do add_statements(self, unit.blocks, "body", unit) end
  if self.parts.conclusion then
    add_statements(self, self.parts.conclusion.blocks, "conclusion", self.parts.conclusion)
  end
  for _, question in ipairs(self.parts.faq and self.parts.faq.inner or {}) do
    add_statements(self, question.blocks, "faq", question)
  end
  return self
end

--- The article as lines of text, for reading.
function article.as_text(self)
  local lines = {}
  local function add(text) lines[#lines + 1] = text end
  local function runs(list)
    local texts = {}
    for i, run in ipairs(list) do texts[i] = run.text .. (run.source and " [" .. run.source .. "]" or "") end
    return table.concat(texts, " ")
  end
  for _, block in ipairs(self.blocks) do
    if block.kind == "heading" then
      add("")
      add(("#"):rep(block.level) .. " " .. block.text)
    elseif block.kind == "list" then
      for i, item in ipairs(block.items) do add((block.ordered and i .. ". " or "* ") .. runs(item.runs)) end
    else
      add((block.kind == "text" and "" or "[" .. block.kind .. "] ") .. runs(block.runs))
    end
  end
  add("")
  for i, source in ipairs(self.sources) do add(("[%d] %s <%s>"):format(i, source.title or "", source.url or "")) end
  for _, note in ipairs(self.notes) do add("note: " .. tostring(note)) end
  return table.concat(lines, "\n") .. "\n"
end

return article
