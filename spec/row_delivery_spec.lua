--- The parameters that say where a finished article goes, for both writers.
-- Written by the built-in writer: both, refusals; by a language model: both, refusals.
local copydesk = require "copydesk"
local json = require "cjson.safe"
local scripted = require "spec.support.scripted"
local writers = require "spec.support.writers"

describe("parameters of delivery", function()
  local both, hook

  setup(function()
    hook = scripted.start()
    both = writers.start { config = { allow_addresses = { "127.0.0.1:" .. hook.port } } }
  end)

  teardown(function()
    both:stop()
    hook:stop()
  end)

  -- Why an article by each writer is refused.
  local function refusals(params)
    local list = {}
    for _, model in ipairs { "beta-sonnet-5", "alpha-6-luna" } do
      local copy = { targetKeyword = writers.KEYWORD, modelVersion = model }
      for name, value in pairs(params) do copy[name] = value end
      local made, err = both.desk:create(copy)
      assert.is_nil(made)
      list[#list + 1] = err
    end
    return list
  end

  it("webhookUrl", function()
    hook:script { { status = 204 } }
    local params = { articleLength = "shorter", webhookUrl = hook.url .. "/done" }
    both:both({ articleLength = "shorter" }, function(record, name) assert.equal("finished", record.status, name) end)
    local finished = {}
    for _ = 1, 2 do -- a second POST of an article would come before those of the next
      both:both(params, function(record, name)
        finished[#finished + 1] = record
        assert.is_false(writers.has_note(record, "webhookUrl"), name)
        local log = hook:log(#finished)
        assert.equal(#finished, #log, name)
        assert.equal("POST", log[#log].method, name)
        assert.equal("/done", log[#log].target, name)
      end)
    end
    for i, call in ipairs(hook:log()) do
      local sent = json.decode(call.body)
      assert.equal(finished[i].articleId, sent.articleId)
      assert.equal("finished", sent.status)
      assert.equal(finished[i].output.html, sent.output.html)
      assert.equal(finished[i].wordsCharged, sent.wordsCharged)
    end
    for _, err in ipairs(refusals { webhookUrl = "done" }) do assert.equal("webhookUrl", err.param) end
  end)

  it("integrationId", function()
    local made = assert(both.desk:request("POST", "/api/integrations",
      { kind = "webhook", name = "Hook", settings = { url = hook.url .. "/in" } }))
    hook:script { { status = 204 } }
    local count = 0
    both:both({ articleLength = "shorter", integrationId = made.integrationId }, function(record, name)
      count = count + 1
      assert.equal(made.integrationId, record.config.integrationId, name)
      assert.is_false(writers.has_note(record, "integrationId"), name)
      local call = hook:log(count)[count]
      local event = assert(copydesk.webhook.verify(made.secret, call.headers, call.body), name)
      assert.equal("article.finished", event.type, name)
      assert.equal(record.articleId, event.articleId, name)
      assert.equal(record.output.html, event.output.html, name)
    end)
    for _, id in ipairs { "site", "01890000-0000-7000-8000-000000000000" } do
      for _, err in ipairs(refusals { integrationId = id }) do
        assert.equal(400, err.status)
        assert.equal("integrationId", err.param)
        assert.truthy(err.message:find("names no integration", 1, true), err.message)
      end
    end
  end)
end)
