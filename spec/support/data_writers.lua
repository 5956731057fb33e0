--- Articles about the example data, by the built-in writer and by a fake language model, each as a caller gets them.
--
--     local writers = data_writers.open()
--     local article = writers.builtin { targetKeyword = ... }        -- nil and the error when it fails
--     local article, calls = writers.model({ ... }, script)          -- calls: what the model was asked
--     writers.close()
local copydesk = require "copydesk"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local data_writers = {}

local ROOT = io.popen("pwd"):read("l") .. "/examples/data/"

-- A service and its desk.
local function open(config)
  local server = service.start { config = config }
  return server, copydesk.new { base_url = server.url, api_key = server.key, timeout = 60 }
end

local function write(desk, params)
  local id, err = desk:create(params)
  if not id then return nil, err end
  return desk:wait(id)
end

-- products, places: files of their own, or whole entries of the configuration; false: none are configured. settings:
-- of the language model, beside the usual.
function data_writers.open(products, places, settings)
  local function config(models)
    local function entry(given, usual)
      if type(given) == "table" then return given end
      return given ~= false and { api = "file", path = given or ROOT .. usual } or nil
    end
    return { models = models, products = entry(products, "products.json"), places = entry(places, "places.json") }
  end
  local fake = fake_model.start {}
  local plain, desk = open(config())
  local entry = { api = "openai", base_url = fake.url, model = "fake-model", api_key = fake.key }
  for name, value in pairs(settings or {}) do entry[name] = value end
  local asking, asker = open(config { ["*"] = entry })
  local writers = {}

  function writers.builtin(params) return write(desk, params) end

  function writers.model(params, script)
    fake:script(script or {})
    local article, err = write(asker, params)
    return article, article and fake:log() or err
  end

  function writers.close()
    desk:close()
    asker:close()
    plain:stop()
    asking:stop()
    fake:stop()
  end

  return writers
end

--- A new file with these entries as JSON.
function data_writers.file(text)
  local home = folder.new()
  folder.write(home .. "/data.json", text)
  return home .. "/data.json"
end

--- The kinds of calls whose prompts hold the words, sorted, each once.
function data_writers.kinds_with(calls, words)
  local seen, kinds = {}, {}
  for _, call in ipairs(calls) do
    if call.prompt:find(words, 1, true) and not seen[call.kind] then
      seen[call.kind] = true
      kinds[#kinds + 1] = call.kind
    end
  end
  table.sort(kinds)
  return kinds
end

--- The section below a heading of level 2, up to the next one; nil when there is none.
function data_writers.section(html, heading)
  local _, last = html:find("<h2>" .. heading .. "</h2>\n", 1, true)
  if not last then return end
  return html:sub(last + 1, (html:find("<h2>", last, true) or #html + 1) - 1)
end

function data_writers.headings(html)
  local list = {}
  for heading in html:gmatch "<h2>(.-)</h2>" do list[#list + 1] = heading end
  return list
end

function data_writers.has_note(article, words)
  for _, note in ipairs(article.notes) do
    if note:find(words, 1, true) then return true end
  end
  return false
end

return data_writers
