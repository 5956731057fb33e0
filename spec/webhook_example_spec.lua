-- luas: luajit
--- examples/webhook in a real nginx: signed articles arrive, are kept once, and nothing else gets in.
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local nginx = require "spec.support.nginx"
local signature = require "copydesk.signature"
local json = require("cjson").new()

local SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
local NEW_SECRET = "whsec_c2l4dGVlbi1sZXR0ZXJzLW1vcmUtb3ItbGVzcw=="
local ARTICLE = "0192f3c4-5b6a-7c8d-9e0f-112233445566"

-- The example as it stands, but for its port, its places and where the secrets come from.
local function example()
  local changes = {
    { "#[^\n]*", "" },
    { "127%.0%.0%.1:8081", "127.0.0.1:PORT" },
    { "build/webhook", "FOLDER" },
    { "examples/webhook", assert(io.popen("pwd")):read("*l") .. "/examples/webhook" },
    { "error_log stderr", "error_log FOLDER/error.log" },
    { "env COPYDESK_WEBHOOK_SECRET;", ('env "COPYDESK_WEBHOOK_SECRET=%s %s";'):format(SECRET, NEW_SECRET) },
  }
  local text = assert(folder.read("examples/webhook/nginx.conf"))
  for _, change in ipairs(changes) do
    assert(text:find(change[1]), change[1])
    text = text:gsub(change[1], change[2])
  end
  return text
end

describe("examples/webhook", function()
  if (os.getenv("SANITIZE") or "") ~= "" then return pending("nginx runs without the sanitizer's runtime") end

  local site, articles, count

  setup(function()
    site = nginx.start { config = example() }
    articles = site.folder .. "/articles"
    assert(os.execute("mkdir " .. articles))
    count = 0
  end)

  teardown(function() site:stop() end)

  local function event(fields)
    local record = { type = "article.finished", articleId = ARTICLE, output = { html = "<p>Herbs</p>" } }
    for name, value in pairs(fields or {}) do record[name] = value end
    return json.encode(record)
  end

  -- A new delivery, signed now; `change` may spoil it.
  local function deliver(body, change)
    count = count + 1
    local request = { key = false, body = body, id = "msg_" .. count, secret = SECRET, time = os.time() }
    if change then change(request) end
    local time = ("%d"):format(request.time)
    request.headers = request.headers or {
      ["webhook-id"] = request.id,
      ["webhook-timestamp"] = time,
      ["webhook-signature"] = signature.sign(request.secret, request.id, time, body),
    }
    return http.request(site, request.method or "POST", "/webhook", request).status, request.id
  end

  local function kept(id)
    return folder.read(("%s/%s.html"):format(articles, id or ARTICLE))
  end

  before_each(function() os.remove(("%s/%s.html"):format(articles, ARTICLE)) end)

  it("keeps a finished article", function()
    assert.equal(204, deliver(event()))
    assert.equal("<p>Herbs</p>", kept())
    assert.is_nil(folder.read(("%s/%s.html.part"):format(articles, ARTICLE)))
  end)

  it("reads a body that nginx has put into a file", function()
    local long = ("<p>Basil and thyme.</p>\n"):rep(20000)
    assert.equal(204, deliver(event { output = { html = long } }))
    assert.equal(long, kept())
  end)

  it("takes every secret while they rotate", function()
    assert.equal(204, deliver(event(), function(request) request.secret = NEW_SECRET end))
    assert.equal("<p>Herbs</p>", kept())
  end)

  it("ignores a repeat", function()
    local _, id = deliver(event())
    assert.equal(204, deliver(event { output = { html = "again" } }, function(request) request.id = id end))
    assert.equal("<p>Herbs</p>", kept())
  end)

  it("refuses what is not signed, changed, or old", function()
    assert.equal(401, deliver(event(), function(request) request.headers = {} end))
    assert.equal(401, deliver(event(), function(request) request.body = event { status = "failed" } end))
    assert.equal(401, deliver(event(), function(request) request.time = os.time() - 3600 end))
    assert.equal(401, deliver(event(), function(request) request.secret = "whsec_" .. ("AAAA"):rep(8) end))
    assert.is_nil(kept())
  end)

  it("lets an article's id name no other place", function()
    assert.equal(400, deliver(event { articleId = "../escaped" }))
    assert.equal(400, deliver(event { articleId = "" }))
    assert.is_nil(folder.read(site.folder .. "/escaped.html"))
    assert.equal(400, deliver("no JSON"))
  end)

  it("has no use for other events", function()
    assert.equal(204, deliver(event { type = "article.failed" }))
    assert.is_nil(kept())
  end)

  it("asks for another attempt when the article could not be kept", function()
    assert(os.execute(("mv %s %s.away"):format(articles, articles)))
    local status, id = deliver(event())
    assert.equal(500, status)
    assert(os.execute(("mv %s.away %s"):format(articles, articles)))
    assert.equal(204, deliver(event(), function(request) request.id = id end))
    assert.equal("<p>Herbs</p>", kept())
  end)

  it("takes only POST, and only so much", function()
    assert.equal(405, deliver(event(), function(request) request.method = "PUT" end))
    assert.equal(413, deliver(event { output = { html = ("x"):rep(5 * 1024 * 1024) } }))
  end)
end)
