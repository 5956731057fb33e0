--- What bounds the asking of a language model: its context, its calls at once, what an article may use, the caller who
-- calls it off; and which model is asked.
local articles = require "spec.support.articles"
local eventually = require "spec.support.eventually"
local fake_model = require "spec.support.fake_model"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"

local REQUEST = { targetKeyword = "indoor herb garden", articleLength = "short", includeFaq = true }

describe("a language model", function()
  local model, server

  local function request(more)
    local body = {}
    for name, value in pairs(REQUEST) do body[name] = value end
    for name, value in pairs(more or {}) do body[name] = value end
    return body
  end

  local function start(models, config)
    config = config or { library = "examples/library" }
    config.log, config.models = "error", models
    server = service.start { config = config }
    return server
  end

  local function stop()
    if server then server:stop() end
    server = nil
  end

  local function used() return http.request(server, "GET", "/api/account").json.words.used end

  setup(function() model = fake_model.start() end)
  teardown(function() model:stop() end)
  before_each(function() model:script {} end)
  after_each(stop)

  -- --- which is asked ---

  it("is chosen by modelVersion: its own entry, the longest name that matches, or the one for all", function()
    local function named(name) return articles.entry(model, "openai", { model = name }) end
    start { ["alpha-6-luna"] = named "luna", ["beta-*"] = named "beta", ["beta-opus-*"] = named "opus",
      ["*"] = named "all" }
    local rows = { { "alpha-6-luna", "luna" }, { "beta-sonnet-5", "beta" }, { "beta-opus-5-5", "opus" },
      { "alpha-6-sol", "all" }, { nil, "luna" }, { "beta-opus-5", "opus", "beta-opus-5-5" } }
    for _, row in ipairs(rows) do
      model:script {}
      local record, id = articles.finish(server, request { modelVersion = row[1] })
      assert.equal(row[3] or row[1] or "alpha-6-luna", record.config.modelVersion)
      local calls = model:log()
      assert.is_true(#calls > 0)
      for _, call in ipairs(calls) do assert.equal(row[2], call.model) end
      for _, call in ipairs(articles.run(server, id).calls) do assert.equal(row[2], call.model) end
    end
  end)

  it("is configured as the manual says", function()
    local chapter = folder.read "lua/copydesk/manual/models.md"
    local text = assert(chapter:match "\n## An entry\n.-\n\n(    return {.-\n    }\n)")
    local config = assert(load(text))()
    assert.equal("notes/", config.library)
    config.library, config.log = "examples/library", "error"
    for _, entry in pairs(config.models) do entry.base_url = entry.base_url and model.url end
    config.models["alpha-6-luna"].api_key = model.key
    server = service.start { config = config, environment = { MODEL_KEY = model.key } }
    articles.finish(server, request())
    articles.finish(server, request { modelVersion = "beta-opus-5-5" })
    local styles = {}
    for _, call in ipairs(model:log()) do
      assert.equal("name-at-the-server", call.model)
      styles[call.style] = true
    end
    assert.same({ openai = true, anthropic = true }, styles)
    model:script {}
    articles.finish(server, request { modelVersion = "alpha-6-sol" })
    assert.equal(0, #model:log())
  end)

  it("is not asked where the built-in writer has the name", function()
    start { ["alpha-6-luna"] = { api = "builtin" }, ["*"] = articles.entry(model, "anthropic") }
    articles.finish(server, request { modelVersion = "alpha-6-luna" })
    assert.equal(0, #model:log())
    articles.finish(server, request { modelVersion = "beta-sonnet-5" })
    assert.is_true(#model:log() > 0)
  end)

  it("gets the key of its entry, and one that refuses it is named", function()
    start { ["alpha-6-luna"] = articles.entry(model, "openai", { api_key = "sk-of-somebody-else" }),
      ["beta-*"] = articles.entry(model, "anthropic") }
    local record = articles.write(server, request())
    assert.equal("model_unavailable", record.errorCode)
    assert.truthy(record.error:find("it refuses the key (HTTP 401)", 1, true), record.error)
    assert.is_nil(record.error:find("somebody", 1, true))
    articles.finish(server, request { modelVersion = "beta-sonnet-5" })
    for _, call in ipairs(model:log()) do
      assert.equal(call.style == "openai" and "sk-of-somebody-else" or model.key, call.key)
    end
  end)

  -- --- how many at once ---

  it("is asked by several articles at once, as often as its entry says and no oftener", function()
    for _, parallel in ipairs { 1, 2, 8 } do
      start({ ["*"] = articles.entry(model, "openai", { parallel = parallel }) },
        { library = "examples/library", workers = 3 })
      -- So many come before the first is answered.
      model:script { { kind = "article", call = 1, await = math.min(parallel, 3), times = 1 } }
      local ids = {}
      for i = 1, 3 do ids[i] = articles.create(server, request()) end
      for _, id in ipairs(ids) do assert.equal("finished", http.wait(server, id).status) end
      local most = 0
      for _, call in ipairs(model:log()) do most = math.max(most, call.beside + 1) end
      assert.is_true(most <= parallel, most)
      stop()
    end
  end)

  it("gets every prompt filled in, strong or weak, with sources or without", function()
    for _, effort in ipairs { "full", "plain" } do
      for _, library in ipairs { "examples/library", false } do
        start({ ["*"] = articles.entry(model, "openai", { effort = effort }) }, { library = library or nil })
        model:script {}
        articles.finish(server, request { includeKeyTakeaways = true, includeCta = true,
          toneOfVoiceProfile = "automatic", readabilityMode = "8th_grade", extraTitlePrompt = "Sober." })
        local kinds = {}
        for _, call in ipairs(model:log()) do
          assert.is_nil((call.system .. call.prompt):find "{{%w+}}")
          assert.is_nil(call.prompt:find "%[plain%]" or call.prompt:find "%[full%]" or call.prompt:find "material%]")
          assert.not_equal("?", call.kind)
          kinds[call.kind] = true
        end
        local wanted = effort == "full" and { "article", "edit", "tone" } or { "edit", "plan", "write" }
        for _, kind in ipairs(wanted) do assert.is_true(kinds[kind], effort .. " " .. kind) end
        stop()
      end
    end
  end)

  -- --- how much ---

  it("is asked no more when the article has used its tokens", function()
    start { ["*"] = articles.entry(model, "openai", { article_tokens = 3000 }) }
    local before = used()
    local record, id = articles.write(server, request())
    assert.equal("failed", record.status)
    assert.equal("model_unavailable", record.errorCode)
    local tokens = tonumber(record.error:match("the article has used (%d+) tokens of the model, and its "
      .. "article_tokens allow 3000"))
    assert.is_true(tokens ~= nil and tokens >= 3000, record.error)
    assert.equal(before, used())
    assert.equal(1, #model:log())
    local counted = 0
    for _, call in ipairs(articles.run(server, id).calls) do
      counted = counted + call.inputTokens + call.outputTokens
    end
    assert.is_true(counted >= tokens, counted)
  end)

  -- The parts of a prompt: numbers of the passages, and everything else.
  local function taken_apart(call)
    local nonce = call.prompt:match "<<(%x+) MATERIAL"
    if not nonce then return {}, call.prompt end
    local material = assert(call.prompt:match("<<" .. nonce .. " MATERIAL[^\n]*\n(.-)\n?" .. nonce .. ">>"))
    local numbers = {}
    for number in ("\n" .. material):gmatch "\n%[(%d+)%] " do numbers[#numbers + 1] = tonumber(number) end
    local rest = call.prompt:gsub("<<" .. nonce .. " MATERIAL[^\n]*\n.-\n?" .. nonce .. ">>", "")
    return numbers, (rest:gsub(nonce, "NONCE"))
  end

  local function prompt(step)
    for _, call in ipairs(model:log()) do
      if articles.step(call) == step then return call end
    end
  end

  it("is shown fewer passages where its context is small, and the whole of every rule", function()
    local full, rules = {}, {}
    for _, context in ipairs { 32768, 6000 } do
      start { ["*"] = articles.entry(model, "openai", { context = context, max_output = 2000, effort = "plain" }) }
      model:script {}
      articles.finish(server, request())
      for _, step in ipairs { "plan", "write-1", "edit" } do
        local numbers, rest = taken_apart(prompt(step) or prompt(step .. "-1"))
        rest = step == "plan" and rest or ""
        if context == 32768 then
          full[step], rules[step] = numbers, rest
        else
          assert.equal(rules[step], rest)
          assert.is_true(#numbers > 0 and #numbers <= #full[step], ("%d of %d"):format(#numbers, #full[step]))
        end
      end
      for _, call in ipairs(model:log()) do
        assert.is_true(call.is_repair or (#call.system + #call.prompt) / 3.5 <= context * 0.6 + 1, call.kind)
      end
      stop()
    end
  end)

  it("is not asked what no context of its size holds, and the message says what helps", function()
    start { ["*"] = articles.entry(model, "openai", { context = 1024 }) }
    local record = articles.write(server, request { articleInstructions = ("Write for beginners. "):rep(200) })
    assert.equal("failed", record.status)
    assert.equal("model_unavailable", record.errorCode)
    assert.truthy(record.error:find "the model's context of 1024 leaves %d+", record.error)
    assert.truthy(record.error:find("configure a larger context", 1, true), record.error)
  end)

  -- --- called off ---

  it("is left at once when the article is cancelled, which costs nothing", function()
    for _, rule in ipairs { { kind = "article", silent = true }, { kind = "article", stall = 0.5 },
      { kind = "edit", status = 429, retry_after = 100 }, { kind = "edit", hold = true } } do
      start { ["*"] = articles.entry(model, "openai", { parallel = 2 }) }
      model:script { rule }
      local before = used()
      local id = articles.create(server, request())
      assert(eventually(function() return #model:calls(rule.kind) > 0 end))
      local answer = http.request(server, "POST", "/api/articles/" .. id .. "/cancel")
      assert.equal(200, answer.status)
      local record = assert(http.wait(server, id))
      assert.equal("cancelled", record.errorCode)
      assert.equal(before, used())
      assert.equal(0, http.request(server, "GET", "/api/articles/" .. id).json.wordsCharged or 0)
      stop()
      assert.is_true(#model:calls(rule.kind) <= 2, "questions were asked for what was cancelled")
    end
  end)
end)
