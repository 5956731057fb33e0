-- luas: all
--- copydesk.webhook.verify: the signatures of Standard Webhooks 1.0, checked against openssl and the standard's own.
local copydesk = require "copydesk"

local SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
local OTHER_SECRET = "whsec_c2l4dGVlbi1sZXR0ZXJzLW1vcmUtb3ItbGVzcw=="
local ID = "0192f3c4-5b6a-7c8d-9e0f-112233445566"
local BODY = [[{"type":"article.finished","articleId":"0192","wordsCharged":1200,"error":null,]]
  .. [["output":{"html":"<p>\u00e4 ä</p>"}}]]

local function output_of(command)
  local pipe = assert(io.popen("env -u LD_PRELOAD sh -c '" .. command .. "'"))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

-- The signature by openssl alone.
local function sign(secret, id, timestamp, body)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(id, ".", timestamp, ".", body)
  file:close()
  local key = secret:match("^whsec_(.*)$")
  local signature = output_of(("openssl dgst -sha256 -mac HMAC -macopt hexkey:$(echo %s | openssl base64 -d -A | "
    .. "od -An -v -tx1 | tr -d \" \\n\") -binary %s | openssl base64 -A"):format(key, path))
  os.remove(path)
  return "v1," .. signature
end

local function headers_for(secret, id, timestamp, body)
  return {
    ["webhook-id"] = id,
    ["webhook-timestamp"] = tostring(timestamp),
    ["webhook-signature"] = sign(secret, id, timestamp, body),
  }
end

local function now()
  return ("%d"):format(os.time())
end

describe("copydesk.webhook", function()
  it("is loaded at its first use", function()
    local lua = ("%s -e \"%s\""):format(os.getenv("LUA") or "lua5.4", [[
      local copydesk = require \"copydesk\"
      assert(not package.loaded[\"copydesk.signature\"] and not package.loaded[\"copydesk.webhook\"])
      assert(copydesk.webhook == require \"copydesk.webhook\")
      assert(copydesk.no_such_thing == nil)
      io.write \"lazy\"]])
    local pipe = assert(io.popen(lua))
    assert.equal("lazy", pipe:read("*a"))
    pipe:close()
  end)

  it("says which rock is missing", function()
    local lua = ("%s -e \"%s\""):format(os.getenv("LUA") or "lua5.4", [[
      local copydesk = require \"copydesk\"
      package.path, package.cpath = \"\", \"\"
      local fine, message = pcall(function() return copydesk.webhook end)
      io.write(tostring(fine), message)]])
    local pipe = assert(io.popen(lua))
    local text = pipe:read("*a")
    pipe:close()
    assert.truthy(text:find("false", 1, true) == 1 and text:find("copydesk-webhook", 1, true), text)
  end)
end)

describe("webhook.verify", function()
  local verify = copydesk.webhook.verify

  local function refused(code, ...)
    local event, err = verify(...)
    assert.is_nil(event)
    assert.equal("signature", err.kind)
    assert.equal(code, err.code, tostring(err))
    assert.is_false(err.retryable)
    assert.truthy(tostring(err):find("^copydesk: "))
    return err
  end

  it("accepts what openssl signed, and decodes as the client does", function()
    local event = assert(verify(SECRET, headers_for(SECRET, ID, now(), BODY), BODY))
    assert.equal("article.finished", event.type)
    assert.equal("1200", tostring(event.wordsCharged))
    assert.is_nil(event.error)
    assert.equal("<p>ä ä</p>", event.output.html)
  end)

  -- From the tests of the standard's reference libraries (libraries/go/webhook_test.go), where it is written out.
  it("accepts the standard's own vector", function()
    local headers = {
      ["webhook-id"] = "msg_p5jXN8AQM9LWM0D4loKWxJek",
      ["webhook-timestamp"] = "1614265330",
      ["webhook-signature"] = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    local event = assert(verify(SECRET, headers, '{"test": 2432232314}', math.huge))
    assert.equal("2432232314", ("%.0f"):format(event.test))
    refused("too_old", SECRET, headers, '{"test": 2432232314}')
  end)

  it("takes keys of 24 to 64 bytes, with any padding", function()
    for _, key in ipairs { ("k"):rep(24), ("k"):rep(25), ("k"):rep(26), ("\255"):rep(63), ("\0"):rep(64) } do
      local path = os.tmpname()
      local file = assert(io.open(path, "wb"))
      file:write(key)
      file:close()
      local secret = "whsec_" .. output_of("openssl base64 -A -in " .. path)
      os.remove(path)
      local headers = headers_for(secret, ID, now(), BODY)
      assert.is_table(verify(secret, headers, BODY), secret)
    end
  end)

  it("takes header names in any letter case and values as lists", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    assert.is_table(verify(SECRET, {
      ["Webhook-Id"] = ID,
      ["WEBHOOK-TIMESTAMP"] = { headers["webhook-timestamp"] },
      ["Webhook-Signature"] = { "v1,AAAA", headers["webhook-signature"] },
      Host = "example.org",
      "a list's entry",
    }, BODY))
    assert.is_table(verify(SECRET, {
      ["webhook-id"] = ID,
      ["webhook-timestamp"] = tonumber(headers["webhook-timestamp"]),
      ["webhook-signature"] = headers["webhook-signature"],
    }, BODY))
  end)

  it("finds the signature among those of other secrets and versions", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    local good, other = headers["webhook-signature"], sign(OTHER_SECRET, ID, headers["webhook-timestamp"], BODY)
    headers["webhook-signature"] = other .. " v1a,hnO3f9T8Ytu9 " .. good .. "  v2,AAAA"
    assert.is_table(verify(SECRET, headers, BODY))
    assert.is_table(verify(OTHER_SECRET, headers, BODY))
    headers["webhook-signature"] = good:gsub("^v1,", "v1a,")
    refused("bad_signature", SECRET, headers, BODY)
    headers["webhook-signature"] = good:gsub("^v1,", "")
    refused("bad_signature", SECRET, headers, BODY)
  end)

  it("takes a list of secrets", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    assert.is_table(verify({ OTHER_SECRET, SECRET }, headers, BODY))
    assert.is_table(verify({ SECRET, OTHER_SECRET }, headers, BODY))
    refused("bad_signature", { OTHER_SECRET }, headers, BODY)
  end)

  it("refuses a change of any byte of the body, the id or the signature", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    local function flipped(text, i)
      local byte = text:byte(i)
      return text:sub(1, i - 1) .. string.char(byte % 2 == 0 and byte + 1 or byte - 1) .. text:sub(i + 1)
    end
    for i = 1, #BODY do refused("bad_signature", SECRET, headers, flipped(BODY, i)) end
    for _, name in ipairs { "webhook-id", "webhook-signature" } do
      local right = headers[name]
      for i = 1, #right do
        headers[name] = flipped(right, i)
        local event, err = verify(SECRET, headers, BODY)
        assert.is_nil(event, headers[name])
        assert.equal("signature", err.kind)
      end
      headers[name] = right
    end
    for cut = 0, #BODY - 1, 7 do refused("bad_signature", SECRET, headers, BODY:sub(1, cut)) end
    refused("bad_signature", SECRET, headers, BODY .. "\0")
    assert.is_table(verify(SECRET, headers, BODY))
  end)

  it("refuses another time than the signed one", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    headers["webhook-timestamp"] = ("%d"):format(os.time() + 20)
    refused("bad_signature", SECRET, headers, BODY)
  end)

  it("refuses what is too old or from the future, by the tolerance", function()
    local function signed(offset)
      return headers_for(SECRET, ID, ("%d"):format(os.time() + offset), BODY)
    end
    local old, new = signed(-400), signed(400)
    refused("too_old", SECRET, old, BODY)
    refused("too_new", SECRET, new, BODY)
    assert.is_table(verify(SECRET, old, BODY, 500))
    assert.is_table(verify(SECRET, new, BODY, 500))
    assert.is_table(verify(SECRET, signed(-200), BODY))
    assert.is_table(verify(SECRET, signed(200), BODY))
    refused("too_old", SECRET, signed(-20), BODY, 0)
    refused("too_new", SECRET, headers_for(SECRET, ID, ("9"):rep(400), BODY), BODY)
  end)

  it("names the header that is missing or malformed", function()
    for _, name in ipairs { "webhook-id", "webhook-timestamp", "webhook-signature" } do
      local headers = headers_for(SECRET, ID, now(), BODY)
      headers[name] = nil
      local err = refused("missing_header", SECRET, headers, BODY)
      assert.truthy(err.message:find(name, 1, true))
    end
    local wrong = {
      ["webhook-id"] = { "", "a.b", { ID, ID } },
      ["webhook-timestamp"] = { "", "soon", "1e9", "-5", "0x10", "12.0", { "1", "1" } },
    }
    for name, values in pairs(wrong) do
      for _, value in ipairs(values) do
        local headers = headers_for(SECRET, ID, now(), BODY)
        headers[name] = value
        assert.truthy(refused("bad_header", SECRET, headers, BODY).message:find(name, 1, true))
      end
    end
    local headers = headers_for(SECRET, ID, now(), BODY)
    headers["Webhook-Id"] = "another"
    refused("bad_header", SECRET, headers, BODY)
    headers = headers_for(SECRET, ID, now(), BODY)
    headers["webhook-signature"] = ""
    refused("bad_signature", SECRET, headers, BODY)
  end)

  it("does not let a border move between id, time and body", function()
    local time = now()
    local signature = sign(SECRET, "a", time .. "." .. time, BODY)
    refused("bad_header", SECRET,
      { ["webhook-id"] = "a." .. time, ["webhook-timestamp"] = time, ["webhook-signature"] = signature }, BODY)
  end)

  it("says when what was signed is no JSON", function()
    for _, body in ipairs { "", "certainly not", "{", '"text"', "12", "null" } do
      local event, err = verify(SECRET, headers_for(SECRET, ID, now(), body), body)
      assert.is_nil(event)
      assert.equal("decode", err.kind)
      assert.equal("invalid_json", err.code)
    end
  end)

  it("throws for wrong arguments, at the caller's line", function()
    local headers = headers_for(SECRET, ID, now(), BODY)
    local function throws(what, ...)
      local arguments = { n = select("#", ...), ... }
      local fine, message = pcall(function()
        local event, err = verify(arguments[1], arguments[2], arguments[3], arguments[4])
        return event, err
      end)
      assert.is_false(fine, what)
      assert.truthy(message:find("webhook_verify_spec.lua:%d+: verify: "), message)
      assert.truthy(message:find(what, 1, true), message)
      assert.is_nil(message:find("MfKQ9r8", 1, true), message)
    end
    local malformed = {
      "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS=", "whsec_MfKQ9r8GKYqrTwjUPD8=LPZIo2LaLaSw",
      "whsec_ MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\0AAA",
      "whsec_" .. ("A"):rep(28), "whsec_" .. ("A"):rep(88), "whsec_" .. ("A"):rep(4000),
    }
    for _, secret in ipairs(malformed) do throws("a secret is whsec_", secret, headers, BODY) end
    throws("a secret", nil, headers, BODY)
    throws("a secret", {}, headers, BODY)
    throws("secret must be a string", 12, headers, BODY)
    throws("secret must be a string", { SECRET, false }, headers, BODY)
    throws("headers must be a table", SECRET, nil, BODY)
    throws("body must be a string", SECRET, headers, nil)
    throws("tolerance must be a number", SECRET, headers, BODY, "300")
    throws("tolerance must not be negative", SECRET, headers, BODY, -1)
    throws("tolerance must not be negative", SECRET, headers, BODY, 0 / 0)
  end)
end)
