--- One service with both writers, for specs of what a parameter does: modelVersion decides who writes.
--
--     local writers = writers.start { library = "examples/library" }
--     local record, calls = writers:model { includeFaq = true }    -- calls: what the model was asked, and answered
--     local record = writers:builtin { includeFaq = true }
--     writers:stop()
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local service = require "spec.support.service"

local writers = {}
writers.__index = writers

writers.KEYWORD = "indoor herb garden"

--- options: library (default: the example library; false: none), effort, config (more of the service's).
function writers.start(options)
  options = options or {}
  local model = fake_model.start()
  local library = options.library == nil and "examples/library" or options.library or nil
  local config = { library = library, models = {
    ["alpha-6-luna"] = { api = "openai", base_url = model.url, model = "fake-model", api_key = model.key,
      effort = options.effort },
    ["*"] = { api = "builtin" },
  } }
  for name, value in pairs(options.config or {}) do config[name] = value end
  local server = service.start { config = config }
  local desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  return setmetatable({ fake = model, server = server, desk = desk }, writers)
end

local function request(params, model)
  local copy = { targetKeyword = writers.KEYWORD, modelVersion = model }
  for name, value in pairs(params or {}) do copy[name] = value end
  return copy
end

--- An article by the language model under a script (spec/support/fake_model.lua): its record, the calls.
function writers:model(params, script)
  self.fake:script(script or {})
  local id = assert(self.desk:create(request(params, "alpha-6-luna")))
  return assert(self.desk:wait(id)), self.fake:log()
end

--- An article by the built-in writer: its record.
function writers:builtin(params)
  return assert(self.desk:wait(assert(self.desk:create(request(params, "beta-sonnet-5")))))
end

--- Both: calls check(record, name) for each.
function writers:both(params, check)
  check(self:builtin(params), "built-in writer")
  check((self:model(params)), "language model")
end

--- An article of the older engine by the language model.
function writers:first_engine(params)
  self.fake:script {}
  local made = assert(self.desk:request("POST", "/api/articles/", request(params, "alpha-6-luna")))
  return assert(self.desk:wait(made.articleId)), self.fake:log()
end

function writers:brand(fields)
  return assert(self.desk:request("POST", "/api/brands", fields)).brandId
end

function writers:stop()
  self.desk:close()
  self.server:stop()
  self.fake:stop()
end

-- --- what is seen in an article ---

--- The headings: "2Watering".
function writers.headings(record)
  local list = {}
  for level, text in record.output.html:gmatch "<h([1-6])>(.-)</h%1>" do list[#list + 1] = level .. text end
  return list
end

-- The headings of the frame: of either writer, and of the fake model's close and call to action.
local FRAME = { Conclusion = true, ["What to do first"] = true, ["Frequently Asked Questions"] = true,
  ["Next step"] = true, ["The next step"] = true, Sources = true }

--- The headings of the body's sections, without those of the frame.
function writers.sections(record)
  local list = {}
  for _, heading in ipairs(writers.headings(record)) do
    local text = heading:match "^2(.+)$"
    if FRAME[text] then break end
    list[#list + 1] = text
  end
  return list
end

function writers.count(text, words)
  local found, from = 0, 1
  while true do
    local first, last = text:find(words, from, true)
    if not first then return found end
    found, from = found + 1, last + 1
  end
end

--- The text without markup and citations, as a list of sentences below paragraphs and items.
function writers.sentences(record)
  local list = {}
  local html = record.output.html:gsub("<sup>.-</sup>", ""):gsub("<[ou]l>%s*<li><a.*$", "")
  for paragraph in html:gmatch "<p>(.-)</p>" do
    local text = paragraph:gsub("<[^>]+>", ""):gsub("&amp;", "&") .. " "
    for sentence in text:gmatch "(.-[.!?])%s+" do list[#list + 1] = sentence end
  end
  return list
end

--- Words of a sentence in the mean.
function writers.mean_length(record)
  local sentences, words = writers.sentences(record), 0
  for _, sentence in ipairs(sentences) do words = words + select(2, sentence:gsub("%S+", "")) end
  return words / #sentences
end

--- The Flesch-Kincaid grade (Kincaid and others, 1975); syllables are groups of vowels, without an e at the end.
function writers.grade(record)
  local sentences, words, syllables = writers.sentences(record), 0, 0
  for _, sentence in ipairs(sentences) do
    for word in sentence:lower():gmatch "%a+" do
      words = words + 1
      syllables = syllables + math.max(1, select(2, word:gsub("([^l])e$", "%1"):gsub("[aeiouy]+", "")))
    end
  end
  return 0.39 * words / #sentences + 11.8 * syllables / words - 15.59
end

--- The kinds of calls whose prompt holds the words, as a set; and the kinds of all calls.
function writers.reached(calls, words)
  local reached, all = {}, {}
  for _, call in ipairs(calls) do
    all[call.kind] = true
    if (call.system .. "\n" .. call.turns[1].text):find(words, 1, true) then reached[call.kind] = true end
  end
  return reached, all
end

--- What a prompt says of the customer's wishes: the text between the delimiters of its block; "": it has none.
function writers.wishes(call)
  local nonce = call.turns[1].text:match "<<(%x+) WISHES\n"
  return nonce and call.turns[1].text:match("<<" .. nonce .. " WISHES\n(.-)" .. nonce .. ">>") or ""
end

--- How often each kind of call was asked for.
function writers.kinds(calls)
  local counts = {}
  for _, call in ipairs(calls) do counts[call.kind] = (counts[call.kind] or 0) + 1 end
  return counts
end

--- The set of these names.
function writers.set(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

function writers.has_note(record, part)
  for _, note in ipairs(record.notes) do
    if note:find(part, 1, true) then return true end
  end
  return false
end

return writers
