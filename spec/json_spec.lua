-- luas: all
--- Lua values as JSON and back, as a transport meets them. Two kinds of lua-cjson are about: 2.1.0 (Debian's) writes 14
--- digits of a number and no empty lists; that of OpenResty and LuaRocks does both better.
local copydesk = require "copydesk"
local cjson = require "cjson"

local lua = os.getenv("LUA") or (jit and "luajit" or _VERSION:lower():gsub(" ", ""))
local marks_arrays = cjson.array_mt ~= nil
local writes_2_53 = pcall(cjson.new().encode_number_precision, 16)

describe("JSON", function()
  local desk, request, answer

  setup(function()
    desk = copydesk.new { base_url = "http://service.example", retries = 0, transport = function(one)
      request = one
      return { status = 200, body = answer,
        headers = { ["Content-Type"] = "application/json", ["X-Request-Id"] = "r1" } }
    end }
  end)
  teardown(function() desk:close() end)

  local function sent(value)
    answer = "{}"
    assert(desk:request("POST", "/x", value))
    return request.body
  end

  local function received(text)
    answer = text
    return desk:status "a"
  end

  local function message_of(value)
    local fine, message = pcall(function() desk:create { targetKeyword = "x", value = value } end)
    assert.is_false(fine)
    return message
  end

  local function nested(levels)
    local value = {}
    for _ = 2, levels do value = { value } end
    return value
  end

  describe("that is sent", function()
    it("has lists, maps, marked lists and numbers as they are", function()
      local empty = marks_arrays and "[]" or "{}"
      assert.equal("[1,2]", sent { 1, 2 })
      assert.equal("{}", sent {})
      assert.equal(empty, sent(copydesk.array {}))
      assert.equal("[7]", sent(copydesk.array { 7 }))
      assert.equal('{"a":[' .. empty .. "]}", sent { a = { copydesk.array() } })
      assert.equal("[1767225600123,-5,0]", sent { 1767225600123, -5, 0 })
      assert.equal("[0.1,0.25,-2.5,9.95]", sent({ 0.1, 0.25, -2.5, 9.95 }):gsub("9%.949999999999999", "9.95"))
      assert.equal("[null,null]", sent { copydesk.null, cjson.null })
      assert.equal('"q\\"\\\\\\n\\u0000z"', sent 'q"\\\n\0z')
      assert.equal('"é€𝄞"', sent "é€𝄞")
      assert.equal("false", sent(false))
    end)

    it("gives a marked list back, which is still a table like others", function()
      local list = { "a" }
      assert.equal(list, copydesk.array(list))
      list[2] = "b"
      assert.equal(2, #list)
      assert.equal('["a","b"]', sent(list))
    end)

    it("has whole numbers exactly, or not at all", function()
      assert.equal("[99999999999999,-99999999999999]", sent { 99999999999999, -99999999999999 })
      for _, exact in ipairs { 1e15, 1e300, -1e20 } do
        assert.equal(exact, tonumber((sent(exact))))
      end
      for _, number in ipairs { 2 ^ 53, 2 ^ 53 - 1, -(2 ^ 53), 123456789012345 } do
        if writes_2_53 then
          assert.equal(number, tonumber((sent { number }):match "[-%d]+"))
        else
          local message = message_of(number)
          assert.truthy(message:find("create: value: this lua-cjson does not write that many digits", 1, true), message)
        end
      end
    end)

    it("is refused with the place, at the caller's line", function()
      local cases = {
        { print, "create: value: a function cannot be written as JSON" },
        { { a = { coroutine.create(function() end) } }, "create: value.a[1]: a thread cannot be written as JSON" },
        { { io.stdout }, "create: value[1]: a userdata cannot be written as JSON" },
        { { 1, { a = 0 / 0 } }, "create: value[2].a: not a finite number" },
        { { math.huge, 1 }, "create: value[1]: not a finite number" },
        { -math.huge, "create: value: not a finite number" },
        { { 1, a = 2 }, "create: value: a table must be a list or a map, not both" },
        { { b = { 1, a = 2 } }, "create: value.b: a table must be a list or a map, not both" },
        { copydesk.array { 1, a = 2 }, "create: value: a table must be a list or a map, not both" },
        { { 1, nil, 3 }, "create: value: a list must not have holes" },
        { { [1] = 1, [3] = 1, [5] = 1 }, "create: value: a list must not have holes" },
        { { [2 ^ 40] = 1 }, "create: value: a list must not have holes" },
        { { [true] = 1 }, "create: value: a key must be a string" },
        { { [0] = 1 }, "create: value: a key must be a string" },
        { { [1.5] = 1 }, "create: value: a key must be a string" },
        { { "good", "bad \255" }, "create: value[2]: a text must be UTF-8" },
        { { ["k\237\160\128"] = 1 }, ": a text must be UTF-8" },
        { nested(100), "create: the value is nested too deeply, or contains itself" },
      }
      local loop = {}
      loop.again = loop
      cases[#cases + 1] = { loop, "nested too deeply, or contains itself" }
      for _, case in ipairs(cases) do
        local message = message_of(case[1])
        assert.truthy(message:find(case[2], 1, true), message)
        assert.truthy(message:find("^spec/json_spec.lua:%d+: create: "), message)
      end
      assert.equal(("["):rep(98) .. "{}" .. ("]"):rep(98), sent(nested(99)))
    end)
  end)

  describe("that is received", function()
    it("has null as nil, whole numbers as integers, and the rest as it is", function()
      local got = assert(received('{"articleId":"i","a":null,"l":[],"n":[1,2.5,-3,0],"big":1767225600123,"f":1e3,'
        .. '"t":true,"u":"\\u00e9\\ud834\\udd1e","o":{"x":{"y":null,"z":4}},"h":[null,1,null]}'))
      assert.is_nil(got.a)
      assert.same({}, got.l)
      assert.same({ 1, 2.5, -3, 0 }, got.n)
      assert.equal(1767225600123, got.big)
      assert.is_true(got.t)
      assert.equal("é𝄞", got.u)
      assert.same({ x = { z = 4 } }, got.o)
      assert.same({ nil, 1 }, got.h)
      if math.type then
        for _, number in ipairs { got.n[1], got.n[3], got.n[4], got.big, got.o.x.z, got.h[2] } do
          assert.equal("integer", math.type(number))
        end
        assert.equal("float", math.type(got.n[2]))
        assert.equal(1000, got.f)
      end
    end)

    it("has whole numbers exactly to 2^53", function()
      local n = assert(received '{"n":[9007199254740992,-9007199254740992,9007199254740991,1e300]}').n
      assert.is_true(n[1] == 2 ^ 53 and n[2] == -2 ^ 53 and n[3] == 2 ^ 53 - 1 and n[4] == 1e300)
      if math.type then assert.equal("9007199254740991", tostring(n[3])) end
    end)

    it("has tables of any size and shape", function()
      local list, map = {}, {}
      for i = 1, 1000 do list[i], map[i] = i, ('"k%d":%d'):format(i, i) end
      local deep = ("["):rep(90) .. ("]"):rep(90)
      local got = assert(received(('{"list":[%s],"map":{%s},"deep":%s,"a":1,"a":2,"b":1,"b":null}'):format(
        table.concat(list, ","), table.concat(map, ","), deep)))
      assert.same(list, got.list)
      for i = 1, 1000 do assert.equal(i, got.map["k" .. i]) end
      local depth, inner = 0, got.deep
      while inner do depth, inner = depth + 1, inner[1] end
      assert.equal(90, depth)
      assert.equal(2, got.a)
      assert.is_nil(got.b)
      assert.truthy(received('{"a":' .. ("["):rep(99) .. ("]"):rep(99) .. "}"))
      assert.is_nil((received('{"a":' .. ("["):rep(100) .. ("]"):rep(100) .. "}")))
    end)

    it("is a decode error where it is no JSON object", function()
      for _, body in ipairs { "", " ", "{", '{"a":}', "[1", "null", "12", '"text"', "NaN", '{"a":NaN}',
        '{"a":-Infinity}', '{"a":0x10}', '{"a":01}', '{"a":+1}', '{"a":1}{}', '{"a":1}x',
        '{"a":1}\0', '{"a":1}\0x', '{"a":"\0"}', "\0",
        '{"a":"\\ud800"}', '{"a":"\255"}', '{"\128":1}', "\255\254", ("["):rep(5000) } do
        local got, err = received(body)
        assert.is_nil(got)
        assert.equal("decode", err.kind)
        assert.equal(200, err.status)
        assert.equal("r1", err.request_id)
      end
    end)

    it("says where it is wrong", function()
      for text, problem in pairs { ['{"n":[1,]}'] = "at character 9", ['{"n":1}\0'] = "a NUL byte",
        ['{"n":"\255"}'] = "not UTF-8" } do
        local message = select(2, received(text)).message
        assert.truthy(message:find("^the answer is not valid JSON: ") and message:find(problem, 1, true), message)
      end
    end)
  end)

  describe("of lua-cjson", function()
    it("is by an instance of its own: settings of the host have no effect here, nor the other way round", function()
      local shared = { cjson.encode_max_depth(), cjson.decode_max_depth(), cjson.decode_invalid_numbers(),
        cjson.encode_number_precision(), cjson.encode_keep_buffer() }
      finally(function()
        cjson.encode_max_depth(shared[1])
        cjson.decode_max_depth(shared[2])
        cjson.encode_number_precision(shared[4])
        cjson.encode_invalid_numbers(false)
        cjson.encode_sparse_array(false, 2, 10)
      end)
      assert.equal(1000, shared[1])
      assert.is_true(shared[3])
      cjson.encode_max_depth(1)
      cjson.decode_max_depth(1)
      cjson.encode_number_precision(3)
      cjson.encode_invalid_numbers(true)
      cjson.encode_sparse_array(true, 1, 1)
      assert.equal("[[1.2345678]]", sent { { 1.2345678 } })
      assert.truthy(message_of(0 / 0):find("not a finite number", 1, true))
      assert.same({ a = { { 1 } } }, received '{"a":[[1]]}')
    end)

    it("is not by functions that the host replaces", function()
      local encode, decode = cjson.encode, cjson.decode
      finally(function() cjson.encode, cjson.decode = encode, decode end)
      cjson.encode, cjson.decode = error, error
      assert.equal("[1]", sent { 1 })
      assert.same({ a = 1 }, received '{"a":1}')
    end)

    -- What a new Lua prints that runs this before it loads copydesk.
    local function printed_after(code)
      local pipe = assert(io.popen(("%s -e '%s print(pcall(require, \"copydesk.core\"))' 2>&1"):format(lua, code)))
      local output = pipe:read("*a")
      pipe:close()
      return output
    end

    it("is missed at loading, which says what to install", function()
      local output = printed_after 'package.preload.cjson = function() error("no such module") end'
      assert.truthy(output:find("false%s+copydesk needs lua%-cjson: install .*lua%-cjson.*rock lua%-cjson"), output)
      assert.truthy(output:find("no such module", 1, true), output)
      for _, other in ipairs { "{ decode = print }", "true" } do
        output = printed_after("package.loaded.cjson = " .. other)
        assert.truthy(output:find("the module cjson that was found is another", 1, true), output)
      end
      assert.truthy(printed_after("local a = 1"):find "^true")
    end)

    it("is set up once, however often the client is loaded", function()
      package.loaded["copydesk.core"] = nil
      finally(function() package.loaded["copydesk.core"] = nil end)
      local again = require "copydesk.core"
      assert.same({ a = 1 }, again.decode '{"a":1}')
      assert.equal(marks_arrays and "[]" or "{}", sent(again.array()))
    end)
  end)
end)
