--- The stand-in for services of pictures is one itself: it refuses what they refuse, and its pictures are whole.
local fake_images = require "spec.support.fake_images"
local http = require "socket.http"
local json = require("cjson").new()
local ltn12 = require "ltn12"
local pictures = require "spec.support.fake.pictures"

-- Status, body (decoded when it is JSON) and headers.
local function ask(url, body, headers)
  local parts = {}
  local text = type(body) == "table" and json.encode(body) or body
  local all = { ["Content-Length"] = text and #text }
  for name, value in pairs(headers or {}) do all[name] = value end
  local _, status, answered = http.request { url = url, method = text and "POST" or "GET", headers = all,
    source = text and ltn12.source.string(text), sink = ltn12.sink.table(parts) }
  local answer = table.concat(parts)
  local fine, value = pcall(json.decode, answer)
  return status, fine and value or answer, answered
end

describe("the stand-in for services of pictures", function()
  local images
  setup(function()
    images = fake_images.start { key = "k", user = "ada", password = "p:w", client_id = "id", client_secret = "s" }
  end)
  teardown(function() images:stop() end)
  before_each(function() images:script {} end)

  local bearer = { Authorization = "Bearer k" }

  it("makes pictures as OpenAI does", function()
    local url = images.url .. "/v1/images/generations"
    local question = { model = "gpt-image-1", prompt = "a fern", n = 1, size = "1536x1024", quality = "low" }
    local status, answer = ask(url, question, bearer)
    assert.equal(200, status)
    assert.equal(pictures.png(1536, 1024, "openai 1"), pictures.from_base64(answer.data[1].b64_json))
    assert.equal(401, (ask(url, question)))
    for name, value in pairs { size = "1792x1008", quality = "hd", prompt = "", response_format = "url", n = 2 } do
      local wrong = { model = "gpt-image-1", prompt = "a fern" }
      wrong[name] = value
      local code, refused = ask(url, wrong, bearer)
      assert.equal(400, code, name)
      assert.equal(name, refused.error.param)
    end
    status, answer = ask(url, { model = "dall-e-3", prompt = "a fern", size = "1792x1024" }, bearer)
    assert.equal(200, status)
    local _, picture, head = ask(answer.data[1].url)
    assert.equal("image/png", head["content-type"])
    assert.equal("\137PNG", picture:sub(1, 4))
    local call = images:calls "openai"[1]
    assert.same({ "a fern", "1536x1024", "k" }, { call.prompt, call.size, call.key })
  end)

  it("makes pictures as the web UI of Stable Diffusion does", function()
    local url = images.url .. "/sdapi/v1/txt2img"
    local question = { prompt = "a fern", negative_prompt = "", width = 512, height = 768, steps = 20 }
    local basic = { Authorization = "Basic " .. pictures.base64 "ada:p:w" }
    local status, answer = ask(url, question, basic)
    assert.equal(200, status)
    assert.equal(pictures.png(512, 768, "automatic1111 1"), pictures.from_base64(answer.images[1]))
    assert.equal(401, (ask(url, question)))
    question.width = 511
    assert.equal(422, (ask(url, question, basic)))
  end)

  it("finds pictures as Openverse does", function()
    local form = "grant_type=client_credentials&client_id=id&client_secret="
    assert.equal(401, (ask(images.url .. "/v1/auth_tokens/token/", form .. "x")))
    local status, token = ask(images.url .. "/v1/auth_tokens/token/", form .. "s")
    assert.equal(200, status)
    local url = images.url .. "/v1/images/?q=wild+fern&aspect_ratio=wide"
    assert.equal(401, (ask(url)))
    local code, answer = ask(url, nil, { Authorization = "Bearer " .. token.access_token })
    assert.equal(200, code)
    assert.equal(2, answer.result_count)
    assert.equal("wild fern 1", answer.results[1].title)
    local _, picture = ask(answer.results[1].url)
    assert.equal("\137PNG", picture:sub(1, 4))
  end)

  it("does what its script says", function()
    local url = images.url .. "/v1/images/generations"
    local function get()
      return ask(url, { model = "gpt-image-1", prompt = "a fern" }, bearer)
    end
    images:script { { call = 1, policy = "Not this." }, { call = 2, status = 429, retry_after = 7 },
      { call = 3, empty = true }, { call = 4, html = true }, { call = 5, malformed = true },
      { call = 6, data = "<svg/>" }, { call = 7, size = "9x7", type = "jpeg" } }
    local status, answer = get()
    assert.same({ 400, "moderation_blocked", "Not this." }, { status, answer.error.code, answer.error.message })
    local code, _, head = get()
    assert.same({ 429, "7" }, { code, head["retry-after"] })
    assert.equal(0, #select(2, get()).data)
    assert.truthy(select(2, get()):find("<!DOCTYPE html>", 1, true))
    assert.equal("string", type(select(2, get())))
    assert.equal("<svg/>", pictures.from_base64(select(2, get()).data[1].b64_json))
    assert.equal(pictures.jpeg(9, 7, "openai 7"), pictures.from_base64(select(2, get()).data[1].b64_json))
  end)
end)
