-- luas: all
--- The client against servers that break the rules: the error says so, nothing leaks, and the next call works.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local process = require "spec.support.process"
local scripted = require "spec.support.scripted"

local ID = "0190a5b0-0000-7000-8000-000000000001"
local GOOD = { body = '{"articleId":"' .. ID .. '","status":"queued"}' }
local SANITIZED = (os.getenv("SANITIZE") or "") ~= ""

local function head(...)
  return "HTTP/1.1 200 OK\r\nX-Request-Id: r1\r\nContent-Type: application/json\r\n"
    .. table.concat({ ... }, "\r\n") .. (select("#", ...) > 0 and "\r\n" or "") .. "\r\n"
end

local function sized(length, body)
  return head("Content-Length: " .. length) .. body
end

local function json(text)
  return { raw = sized(#text, text) }
end

local function chunked(text)
  return head "Transfer-Encoding: chunked" .. text
end

local RECORD = '{"status":"finished"}'

-- What each does, and what the call makes of it: an error (kind, and what else is named), or the record's status.
local NETWORK = { kind = "network", retryable = true, request_id = "r1" }
local NO_ANSWER = { kind = "network", retryable = true }
local TIMEOUT = { kind = "timeout", retryable = true }
local LATE_BODY = { kind = "timeout", retryable = true, request_id = "r1" }
local TIMES = { [TIMEOUT] = 0.15, [LATE_BODY] = 0.8 } -- seconds
local NO_JSON = { kind = "decode", code = "invalid_json", retryable = false, status = 200, request_id = "r1" }
local TOO_LARGE = { kind = "decode", code = "too_large", retryable = false, request_id = "r1" }
local HEADERS_TOO_LARGE = { kind = "decode", code = "too_large", retryable = false }
local FINE = "finished"

local CASES = {
  -- slow and stalled
  { "drips one byte at a time, in time", { raw = sized(#RECORD, RECORD), drip = 0.001 }, FINE },
  { "drips one byte at a time, too slowly", { raw = sized(#RECORD, RECORD), drip = 0.01 }, TIMEOUT },
  { "says nothing", { raw = "", hold = true }, TIMEOUT },
  { "stalls inside the status line", { raw = "HTTP/1.1 2", hold = true }, TIMEOUT },
  { "stalls inside the headers", { raw = "HTTP/1.1 200 OK\r\nA: b", hold = true }, TIMEOUT },
  { "stalls inside the body", { raw = sized(#RECORD, RECORD:sub(1, 5)), hold = true }, LATE_BODY },
  { "stalls inside a chunk", { raw = chunked "15\r\n{", hold = true }, LATE_BODY },
  { "sends headers without end", { raw = "HTTP/1.1 200 OK\r\n", endless = ("X-A: " .. ("b"):rep(995) .. "\r\n") },
    HEADERS_TOO_LARGE },
  { "sends one header without end", { raw = "HTTP/1.1 200 OK\r\nX-A: ", endless = ("b"):rep(1000) },
    HEADERS_TOO_LARGE },
  { "sends a status line without end", { raw = "HTTP/1.1 200 ", endless = ("b"):rep(1000) }, HEADERS_TOO_LARGE },
  { "sends interim answers without end", { raw = "", endless = "HTTP/1.1 103 Early Hints\r\nX-A: b\r\n\r\n" },
    HEADERS_TOO_LARGE },
  { "sends a thousand interim answers first",
    { raw = ("HTTP/1.1 100 Continue\r\n\r\n"):rep(1000) .. sized(#RECORD, RECORD) }, FINE },
  -- lengths
  { "cuts a body short", { raw = sized(#RECORD, RECORD:sub(1, -2)) }, NETWORK },
  { "announces more than it sends, and waits", { raw = sized(#RECORD + 1, RECORD), hold = true }, LATE_BODY },
  { "announces less than it sends", { raw = sized(#RECORD - 1, RECORD) }, NO_JSON },
  { "announces nothing and sends", { raw = sized(0, RECORD) }, NO_JSON },
  { "announces a negative length", { raw = sized(-21, RECORD) }, NETWORK },
  { "announces a length that is no number", { raw = sized("many", RECORD) }, NETWORK },
  { "announces more than there is memory", { raw = sized("99999999999999999999999", RECORD) }, TOO_LARGE },
  { "announces 100 MiB", { raw = sized(100 * 1024 * 1024, RECORD), hold = true }, TOO_LARGE },
  { "announces the same length twice",
    { raw = head("Content-Length: " .. #RECORD, "Content-Length: " .. #RECORD) .. RECORD }, FINE },
  { "announces two lengths", { raw = head("Content-Length: " .. #RECORD, "Content-Length: 2") .. RECORD }, NO_JSON },
  { "announces a length and chunks",
    { raw = head("Content-Length: 5", "Transfer-Encoding: chunked") .. "15\r\n" .. RECORD .. "\r\n0\r\n\r\n" }, FINE },
  -- chunks
  { "sends chunks", { raw = chunked("5;ext=1\r\n" .. RECORD:sub(1, 5) .. "\r\n10\r\n" .. RECORD:sub(6)
    .. "\r\n0\r\nTrailer: x\r\n\r\n") }, FINE },
  { "sends no last chunk", { raw = chunked("15\r\n" .. RECORD .. "\r\n") }, NETWORK },
  { "sends a chunk cut short", { raw = chunked("15\r\n" .. RECORD:sub(1, 7)) }, NETWORK },
  { "sends a chunk size that is none", { raw = chunked("xyz\r\n" .. RECORD .. "\r\n0\r\n\r\n") }, NETWORK },
  { "sends a negative chunk size", { raw = chunked("-15\r\n" .. RECORD .. "\r\n0\r\n\r\n") }, NETWORK },
  { "sends a chunk size beyond all numbers", { raw = chunked("FFFFFFFFFFFFFFFFFF\r\n" .. RECORD) }, NETWORK },
  { "sends a chunk longer than announced", { raw = chunked("2\r\n" .. RECORD .. "\r\n0\r\n\r\n") }, NETWORK },
  { "says chunked and sends none", { raw = chunked(RECORD) }, NETWORK },
  -- encodings
  { "names an unknown transfer encoding", { raw = head("Transfer-Encoding: rot13", "Connection: close") .. RECORD },
    NETWORK },
  { "says gzip and sends none", { raw = head("Content-Encoding: gzip", "Content-Length: 21") .. RECORD }, NETWORK },
  { "names an unknown content encoding", { raw = head("Content-Encoding: rot13", "Content-Length: 21") .. RECORD },
    NETWORK },
  -- no HTTP
  { "speaks HTTP/0.9", { raw = RECORD }, NO_ANSWER },
  { "speaks another protocol", { raw = "SSH-2.0-OpenSSH_9.2\r\n\r\n" }, NO_ANSWER },
  { "speaks an unknown version", { raw = "HTTP/7.3 200 OK\r\nContent-Length: 2\r\n\r\n{}" }, NO_ANSWER },
  { "has a status that is no number", { raw = "HTTP/1.1 abc OK\r\nContent-Length: 2\r\n\r\n{}" }, NO_ANSWER },
  { "has a NUL in a header", { raw = head("X-A: a\0b", "Content-Length: 21") .. RECORD }, NETWORK },
  { "has a header without a colon", { raw = head("nonsense", "Content-Length: 21") .. RECORD }, NETWORK },
  { "switches protocols unasked", { raw = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" }, NO_ANSWER },
  -- JSON
  { "sends half of a JSON document", json '{"status":', NO_JSON },
  { "sends JSON and more", json(RECORD .. "{}"), NO_JSON },
  { "sends a string that is not UTF-8", json '{"status":"a\255\254b"}', NO_JSON },
  { "sends an overlong form", json '{"status":"\192\175"}', NO_JSON },
  { "sends a surrogate as UTF-8", json '{"status":"\237\160\128"}', NO_JSON },
  { "sends a name that is not UTF-8", json '{"a\128":1}', NO_JSON },
  { "sends half of a character", json '{"status":"\226\130"}', NO_JSON },
  { "sends half of a surrogate pair", json '{"status":"\\ud800"}', NO_JSON },
  { "nests without end", json(('{"a":'):rep(20000)), NO_JSON },
  { "nests lists deeply", json(("["):rep(100000) .. ("]"):rep(100000)), NO_JSON },
  { "sends NaN", json '{"a":NaN}', NO_JSON },
  { "sends no object", json '"hello"',
    { kind = "decode", code = "unexpected_answer", retryable = false, request_id = "r1" } },
  { "sends nothing as a record", json "", NO_JSON },
}

describe("a hostile server", function()
  local server, desk

  -- By an address that is not taken for loopback: there the client asks for compression.
  local function new_desk()
    return copydesk.new { base_url = "http://0.0.0.0:" .. server.port, api_key = "secret-key", timeout = 10 }
  end

  setup(function() server = scripted.start() end)
  teardown(function() server:stop() end)
  before_each(function() desk = new_desk() end)
  after_each(function() desk:close() end)

  local function next_call_works()
    server:script { GOOD }
    assert.equal("queued", assert(desk:status(ID)).status)
  end

  local function check(case)
    local expected = case[3]
    server:script { case[2] }
    local got, err = desk:status(ID, { retries = 0, timeout = TIMES[expected] })
    if expected == FINE then
      assert.equal(FINE, assert(got, err).status)
    else
      assert.is_nil(got)
      for field, value in pairs(expected) do assert.equal(value, err[field], field .. " of " .. tostring(err)) end
      assert.truthy(#err.message > 5)
      assert.is_nil(tostring(err):find("secret", 1, true))
    end
  end

  for _, case in ipairs(CASES) do
    it("that " .. case[1], function()
      check(case)
      next_call_works()
    end)
  end

  it("gives nothing of what it does wrong to the caller's process", function()
    local function all()
      for _, case in ipairs(CASES) do
        if not TIMES[case[3]] then check(case) end
      end
      desk:close()
      desk = new_desk()
      next_call_works()
    end
    all()
    local descriptors, memory = process.descriptors(), process.memory()
    for _ = 1, 5 do all() end
    assert.is_true(process.descriptors_return_to(descriptors))
    if not SANITIZED then assert.is_true(process.memory() - memory < 256, process.memory() - memory) end
  end)

  describe("that breaks off at every byte of an answer", function()
    -- Each without what is not needed to know that all has come.
    local answers = {
      ["with a length"] = sized(#RECORD, RECORD),
      ["in chunks"] = chunked("A\r\n" .. RECORD:sub(1, 10) .. "\r\nB\r\n" .. RECORD:sub(11) .. "\r\n0\r\n"),
      ["behind an interim one"] = "HTTP/1.1 103 Early Hints\r\nX-Request-Id: r0\r\n\r\n" .. sized(#RECORD, RECORD),
    }
    -- A connection of its own for each call, for curl itself repeats a request that an old connection swallowed.
    local good = { body = GOOD.body, headers = { Connection = "close" } }

    local function outcomes(answer, reset)
      local steps = {}
      for length = 0, #answer - 1 do
        steps[#steps + 1] = { raw = answer:sub(1, length), reset = reset }
        steps[#steps + 1] = good
      end
      server:script(steps)
      return coroutine.wrap(function()
        for length = 0, #answer - 1 do
          local got, err = desk:status(ID, { retries = 0 })
          coroutine.yield(length, got, err)
          assert.equal("queued", assert(desk:status(ID)).status)
        end
      end)
    end

    for name, answer in pairs(answers) do
      local named = select(2, answer:find("X-Request-Id: r1\r\n", 1, true))
      it(name .. ", closing", function()
        for length, got, err in outcomes(answer, false) do
          assert.is_nil(got, length)
          assert.equal("network", err.kind, length)
          assert.is_true(err.retryable, length)
          assert.is_true(length < named or err.request_id == "r1", length)
        end
      end)

      it(name .. ", resetting", function()
        for length, got, err in outcomes(answer, true) do
          assert.is_nil(got, length)
          assert.equal("network", err.kind, length)
          assert.is_true(err.retryable, length)
        end
      end)
    end

    it("is tried again where that may help", function()
      local answer = answers["with a length"]
      for length = 0, #answer - 1, 7 do
        server:script { { raw = answer:sub(1, length), reset = length % 2 == 0 }, good }
        assert.equal("queued", assert(desk:status(ID, { retries = 1 })).status)
      end
    end)
  end)

  describe("that redirects", function()
    local other
    setup(function() other = scripted.start() end)
    teardown(function() other:stop() end)

    it("is not followed, and the key goes nowhere, whatever the form", function()
      other:script { { body = RECORD } }
      local locations = { other.url .. "/x", "//127.0.0.1:" .. other.port .. "/x", "/elsewhere", "elsewhere", "",
        "http://user:pw@127.0.0.1:" .. other.port .. "/", "ftp://127.0.0.1/x", "file:///etc/passwd", "\127\200" }
      for _, status in ipairs { 300, 301, 302, 303, 305, 307, 308 } do
        for _, location in ipairs(locations) do
          local headers = { Location = location, ["X-Request-Id"] = "r1" }
          server:script { { status = status, headers = headers, body = "{}" } }
          local got, err = desk:create { targetKeyword = "x" }
          assert.is_nil(got)
          assert.same({ "http", status, "redirect", false, "r1" },
            { err.kind, err.status, err.code, err.retryable, err.request_id })
          assert.equal(1, #server:log())
        end
      end
      server:script { { status = 302 } }
      assert.equal("redirect", select(2, desk:status(ID)).code)
      assert.same({}, other:log())
      next_call_works()
    end)

    it("names another server for retries: they stay here", function()
      other:script { { body = RECORD } }
      local headers = { Location = other.url, ["Retry-After"] = "0", Refresh = "0; url=" .. other.url,
        ["Alt-Svc"] = 'h2="127.0.0.1:' .. other.port .. '"', Link = "<" .. other.url .. ">; rel=canonical" }
      server:script { { status = 503, headers = headers }, GOOD }
      assert(desk:status(ID))
      assert.equal(2, #server:log())
      assert.same({}, other:log())
    end)
  end)

  describe("that is overloaded", function()
    local function date(offset) return os.date("!%a, %d %b %Y %H:%M:%S GMT", os.time() + offset) end
    -- Header, seconds that the error names, is there another attempt?
    local forms = {
      { "0", 0, true }, { "0.02", 0.02, true }, { "  0  ", 0, true }, { "0.0", 0, true },
      { date(-3600), 0, true }, { "Sun, 06 Nov 1994 08:49:37 GMT", 0, true },
      { "Sunday, 06-Nov-94 08:49:37 GMT", 0, true }, { "Sun Nov  6 08:49:37 1994", 0, true },
      { "11", 11, false }, { "121", 121, false }, { "99999999999999999999", nil, false },
    }
    for _, form in ipairs(forms) do
      it("and says Retry-After: " .. form[1]:sub(1, 40), function()
        server:script { { status = 429, headers = { ["Retry-After"] = form[1], ["X-Request-Id"] = "r1" } } }
        local got, err = desk:status(ID, { retries = 1 })
        assert.is_nil(got)
        assert.same({ "http", 429, true, "r1" }, { err.kind, err.status, err.retryable, err.request_id })
        if form[2] then assert.equal(form[2], err.retry_after) else assert.is_true(err.retry_after > 121) end
        assert.equal(form[3] and 2 or 1, #server:log())
      end)
    end

    it("and says what cannot be understood: the usual wait", function()
      local nonsense = { "", "-5", "soon", "1e1", "0x1", "5 apples", "+1", ".5", "Sun, 99 Foo 1994 99:99:99 GMT",
        ("1"):rep(5000) .. "x" }
      local steps, tasks = {}, {}
      for i, text in ipairs(nonsense) do steps[i] = { status = 429, headers = { ["Retry-After"] = text } } end
      steps[#steps + 1] = GOOD
      server:script(steps)
      for i in ipairs(nonsense) do tasks[i] = desk:start("status", ID, { retries = 1 }) end
      for _, task in ipairs(tasks) do
        local done, got, err = task:advance()
        while not done do
          desk:step(1)
          done, got, err = task:advance()
        end
        assert.equal("queued", assert(got, err).status)
      end
      local log = server:log()
      assert.equal(2 * #nonsense, #log)
      assert.is_true(log[#nonsense + 1].at - log[1].at > 0.3)
    end)

    it("and asks for an hour by a date", function()
      server:script { { status = 503, headers = { ["Retry-After"] = date(3600) } } }
      local _, err = desk:status(ID)
      assert.is_true(err.retry_after > 3500 and err.retry_after <= 3600)
      assert.equal(1, #server:log())
    end)

    it("and says it in milliseconds, which go first", function()
      server:script { { status = 429, headers = { ["retry-after-ms"] = "5", ["Retry-After"] = "100" } } }
      assert.equal(0.005, select(2, desk:status(ID, { retries = 3 })).retry_after)
      assert.equal(4, #server:log())
      server:script { { status = 429, headers = { ["retry-after-ms"] = "-5", ["Retry-After"] = "0" } } }
      assert.equal(0, select(2, desk:status(ID, { retries = 3 })).retry_after)
      assert.equal(4, #server:log())
    end)

    it("and lets a storm pass", function()
      local steps = {}
      for i = 1, 50 do steps[i] = { status = 429, headers = { ["retry-after-ms"] = "1" } } end
      steps[51] = GOOD
      server:script(steps)
      assert.equal("queued", assert(desk:status(ID, { retries = 50 })).status)
      assert.equal(51, #server:log())
    end)
  end)

  describe("that does not keep to its connection", function()
    it("by closing it between two calls", function()
      local reset = { raw = sized(#GOOD.body, GOOD.body), reset = true }
      for _, step in ipairs { { body = GOOD.body, close = true }, reset } do
        server:script { step }
        for i = 1, 20 do
          assert.equal("queued", assert(desk:status(ID, { retries = 0 })).status)
          assert.equal(i, #server:log()) -- it has closed by now
        end
      end
    end)

    local poison = '{"status":"poisoned"}'
    local unasked = {
      ["a second answer"] = sized(#poison, poison),
      ["a farewell"] = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
      ["garbage"] = "garbage",
      ["a zero"] = "\0",
      ["an empty line"] = "\r\n",
    }
    for name, data in pairs(unasked) do
      it("by sending " .. name .. " with an answer, or later", function()
        for _, step in ipairs { { body = GOOD.body, after = data }, { body = GOOD.body, push = data } } do
          server:script { step }
          for _ = 1, 10 do
            assert.equal("queued", assert(desk:status(ID, { retries = 0 })).status)
            server:push()
          end
          assert.equal(10, #server:log())
        end
      end)
    end

    it("by sending two answers at once", function()
      for _ = 1, 10 do
        server:script { { raw = sized(#GOOD.body, GOOD.body) .. sized(#poison, poison), hold = true }, GOOD }
        assert.equal("queued", assert(desk:status(ID)).status)
        assert.equal("queued", assert(desk:status(ID)).status)
      end
    end)
  end)

  describe("that sends too much", function()
    local home
    setup(function()
      home = folder.new()
      os.execute("head -c 104857600 /dev/zero | gzip -1 >" .. home .. "/bomb && head -c 60000000 /dev/zero | gzip -1 >"
        .. home .. "/large")
    end)
    teardown(function() folder.remove(home) end)

    local function bounded(step)
      local before = process.memory()
      process.forget_peak()
      local occupied = process.peak()
      server:script { step }
      local got, err = desk:request("GET", "/big", nil, { retries = 2 })
      assert.is_nil(got)
      assert.same({ "decode", "too_large", false }, { err.kind, err.code, err.retryable })
      assert.equal("the answer is larger than 64 MiB", err.message)
      assert.equal(1, #server:log())
      if not SANITIZED then assert.is_true(process.peak() - occupied < 200 * 1024, process.peak() - occupied) end
      next_call_works()
      if not SANITIZED then assert.is_true(process.memory() - before < 256, process.memory() - before) end
    end

    it("in clear", function() bounded { flood = 100 * 1024 * 1024 } end)

    it("in a little that unpacks to 100 MiB", function()
      bounded { file = home .. "/bomb", headers = { ["Content-Encoding"] = "gzip" } }
    end)

    it("but not yet too much", function()
      local headers = { ["Content-Encoding"] = "gzip", ["Content-Type"] = "text/plain" }
      server:script { { file = home .. "/large", headers = headers } }
      assert.equal(60000000, #assert(desk:request("GET", "/big")))
      next_call_works()
    end)
  end)
end)
