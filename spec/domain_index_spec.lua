--- The index files of domains: none stays behind when its domain goes, whatever else happens at that moment.
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

  it("is built anew when its file was damaged while it was open", function()
    local id = new_domain(server, "Herbs", { pages()[1] })
    local linked = link(server, id).body
    folder.write(server.data .. "/indexes/" .. files(server)[1], "x")
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
end)
