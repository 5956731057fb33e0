--- The indexes of domains: none stays behind when its domain goes, whatever else happens at that moment, and while a
--- new one is built the old one answers.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"

local CONTENT = "<p>Many gardeners like clay pots.</p>"
local ROUNDS, LINKS, MOST_OPEN = 25, 3, 256

-- Enough text that building takes longer than a request.
local function pages()
  local words = {}
  for i = 1, 3000 do words[i] = "word" .. i % 977 end
  local list = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" } }
  for i = 2, 20 do
    list[i] = { url = "https://herbs.example/" .. i, title = "Page " .. i, html = "<p>" .. table.concat(words, " ") }
  end
  return list
end

local function new_domain(server, name, list)
  local id = http.request(server, "POST", "/api/domains", { body = { name = name } }).json.domainId
  local pushed = http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = list } })
  assert.equal(200, pushed.status)
  return id
end

local function link_request(id)
  return { body = { content = CONTENT, format = "html", domainId = id } }
end

local function link(server, id)
  return http.request(server, "POST", "/api/internal-links", link_request(id))
end

-- Of the pages of which an index was made.
local function version_of(name)
  return tonumber(name:match("%-(%d+)%.cdx$"))
end

local function files(server)
  local list = {}
  for name in assert(io.popen("ls " .. server.data .. "/indexes")):lines() do list[#list + 1] = name end
  return list
end

describe("the index of a domain", function()
  local server

  before_each(function() server = service.start { config = { workers = 0 } } end)
  after_each(function() server:stop() end)

  it("is gone when the domain is deleted while it is built", function()
    local list = pages()
    for round = 1, ROUNDS do
      local id = new_domain(server, "Herbs", list)
      local open = {}
      for i = 1, LINKS do
        open[i] = http.connect(server)
        open[i]:send("POST", "/api/internal-links", link_request(id))
      end
      assert.equal(204, http.request(server, "DELETE", "/api/domains/" .. id).status)
      for _, conn in ipairs(open) do
        local answer = conn:receive()
        assert.is_true(answer.status == 200 or answer.status == 404, round .. ": " .. answer.body)
        conn:close()
      end
      assert.same({}, files(server))
      assert.equal(404, link(server, id).status)
    end
    assert.equal("", server:log())
  end)

  it("is swept away at the start when nobody can use it", function()
    local id = new_domain(server, "Herbs", { pages()[1] })
    local linked = link(server, id).body
    local kept = files(server)
    assert.equal(1, #kept)
    local gone = "01890000-0000-7000-8000-000000000000"
    for _, name in ipairs { gone .. "-1.cdx", gone .. "-1.cdx.Ab3dEf", id .. "-0.cdx", kept[1] .. ".Ab3dEf" } do
      folder.write(server.data .. "/indexes/" .. name, "x")
    end
    folder.write(server.data .. "/indexes/note", "not ours")
    server:restart()
    kept[2] = "note"
    assert.same(kept, files(server))
    assert.equal(linked, link(server, id).body)
  end)

  it("is not harmed by what befalls a small file while it is open, and built anew afterwards", function()
    local id = new_domain(server, "Herbs", { pages()[1] })
    local linked = link(server, id).body
    local path = server.data .. "/indexes/" .. files(server)[1]
    folder.write(path, "x")
    assert.equal(linked, link(server, id).body)
    server:restart()
    assert.equal(linked, link(server, id).body)
    assert.is_true(#folder.read(path) > 1)
  end)

  it("is built anew when its large file was damaged while it was open", function()
    local list = { pages()[1] }
    local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    math.randomseed(1) -- texts that repeat themselves take little room
    for i = 2, 800 do
      local digits = {}
      for j = 1, 1900 do digits[j] = LETTERS:sub(math.random(#LETTERS)):sub(1, 1) end
      list[i] = { url = ("https://herbs.example/%d/%s"):format(i, table.concat(digits)), title = "", html = "" }
    end
    local id = new_domain(server, "Herbs", list)
    local linked = link(server, id).body
    local path = server.data .. "/indexes/" .. files(server)[1]
    assert.is_true(#folder.read(path) > 1024 * 1024)
    folder.write(path, "x")
    assert.equal(500, link(server, id).status)
    assert.equal(linked, link(server, id).body)
  end)

  it("is closed when many others have been used since, and opened again", function()
    local first = pages()[1]
    local ids = {}
    for i = 1, MOST_OPEN + 20 do
      ids[i] = new_domain(server, "Herbs " .. i, { first })
      assert.equal(200, link(server, ids[i]).status)
    end
    local open = assert(io.popen(("ls -l /proc/%d/fd | grep -c cdx"):format(server.pid))):read("*n")
    assert.equal(MOST_OPEN, open)
    assert.equal(#ids, #files(server))
    assert.truthy(link(server, ids[1]).body:find("/pots", 1, true))
  end)

  it("of another version is built anew", function()
    local id = new_domain(server, "Herbs", { pages()[1] })
    local linked = link(server, id).body
    local path = server.data .. "/indexes/" .. files(server)[1]
    server:halt()
    local present = assert(folder.read(path))
    local version = ("<I4"):unpack(present, 9) -- behind the eight bytes by which the file is known
    local older = present:sub(1, 8) .. ("<I4"):pack(version - 1) .. present:sub(13)
    folder.write(path, older)
    server:restart()
    assert.equal(older, folder.read(path))
    assert.equal(linked, link(server, id).body)
    assert.equal(present, folder.read(path))
    assert.equal("", server:log())
  end)
end)

-- So many pages that nobody waits for a new index.
local function many_pages()
  local words, list = {}, {}
  for i = 1, 600 do words[i] = "word" .. i % 977 end
  for i = 1, 300 do
    list[i] = { url = "https://herbs.example/" .. i, title = "Page " .. i, html = "<p>" .. table.concat(words, " ") }
  end
  return list
end

local GENERATIONS = { "clay pots", "peat pellets", "copper labels", "willow baskets" }

local function generation(i)
  local title = GENERATIONS[i]:gsub("^%l", string.upper)
  local html = ("<p>%s are here to stay."):format(title)
  return { url = "https://herbs.example/generation-" .. i, title = title, html = html }
end

-- How many of the generations the content was linked to. They come one after the other, and so do their links.
local function generations_in(body)
  local found = {}
  for number in body:gmatch("/generation%-(%d)") do found[tonumber(number)] = true end
  for i = 1, #GENERATIONS do
    if not found[i] then
      for later = i + 1, #GENERATIONS do assert.is_nil(found[later], body) end
      return i - 1
    end
  end
  return #GENERATIONS
end

describe("the index of a domain of many pages", function()
  local server, id
  local sentences = "<p>We sell " .. table.concat(GENERATIONS, ".</p><p>We sell ") .. ".</p>"

  before_each(function()
    server = service.start { config = { workers = 0 } }
    id = new_domain(server, "Herbs", many_pages())
  end)
  after_each(function() server:stop() end)

  local function push(list)
    return http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = list } })
  end

  local function linked_generations(conn)
    local request = link_request(id)
    request.body.content = sentences
    conn:send("POST", "/api/internal-links", request)
    local answer = conn:receive()
    assert.equal(200, answer.status, answer.body)
    return generations_in(answer.body)
  end

  it("answers from the old pages until the new are in it, then from these", function()
    local open, seen, stale = {}, {}, 0
    for i = 1, 4 do open[i], seen[i] = http.connect(server), 0 end
    assert.equal(0, linked_generations(open[1]))
    for pushed = 1, #GENERATIONS do
      assert.equal(200, push({ generation(pushed) }).status)
      local least
      repeat
        least = pushed
        for i, conn in ipairs(open) do
          local got = linked_generations(conn)
          assert.is_true(got >= seen[i], got .. " after " .. seen[i]) -- never back to an older index
          seen[i] = got
          if got < pushed then stale = stale + 1 end
          least = math.min(least, got)
        end
      until least == pushed
    end
    assert.is_true(stale > 0)
    for _, conn in ipairs(open) do conn:close() end
    assert.equal(1, #files(server))
    assert.equal("", server:log())
  end)

  it("is built without a request that needs it, once there was one", function()
    local before = link(server, id).body
    local built = files(server)[1]
    assert.equal(200, push({ generation(1) }).status)
    assert.is_true(eventually(function()
      local now = files(server)
      return #now == 1 and now[1] ~= built
    end))
    assert.not_equal(before, link(server, id).body)
  end)

  it("is kept when the service ends before the new one is there", function()
    local conn = http.connect(server)
    assert.equal(0, linked_generations(conn))
    local built = files(server)[1]
    assert.equal(200, push({ generation(1) }).status)
    server:kill()
    folder.write(server.data .. "/indexes/" .. id .. "-999.cdx", "of pages that were never stored")
    server:restart()
    -- The new one is being built by now, or is there already.
    local finished = {}
    for _, name in ipairs(files(server)) do finished[#finished + 1] = name:match("^.*%.cdx$") end
    assert.is_true(#finished >= 1, "the old one is gone and the new one is not there")
    for _, name in ipairs(finished) do
      assert.is_true(version_of(name) >= version_of(built) and version_of(name) < 999, name)
    end
    conn = http.connect(server)
    repeat
      local got = linked_generations(conn)
      assert.is_true(got <= 1)
    until got == 1
    local only = eventually(function() return #files(server) == 1 end)
    assert.is_true(only, built .. ", now: " .. table.concat(files(server), " "))
    assert.is_true(version_of(files(server)[1]) > version_of(built))
  end)

  it("answers while the builds of other domains are called off", function()
    local conn = http.connect(server)
    assert.equal(0, linked_generations(conn))
    for round = 1, 5 do
      local other = new_domain(server, "Other " .. round, many_pages())
      local waiting = http.connect(server)
      waiting:send("POST", "/api/internal-links", link_request(other))
      assert.equal(0, linked_generations(conn))
      assert.equal(204, http.request(server, "DELETE", "/api/domains/" .. other).status)
      local answer = waiting:receive()
      assert.is_true(answer.status == 200 or answer.status == 404, answer.body)
      waiting:close()
    end
    assert.equal(1, #files(server))
    assert.equal("", server:log())
  end)
end)
