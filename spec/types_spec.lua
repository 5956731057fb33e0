--- The editor annotations against the code: what they say is there, what is there they say.
package.path = "./spec/?.lua;" .. package.path
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local linker = require "copydesk.linker"
local manual = require "types.manual"
local model = require "types.model"
local service = require "copydesk.service"
local tables = require "types.tables"
local values = require "types.values"

local annotations = model.read(folder.read("lua/copydesk/types.lua"))

-- The names among the keys, without metamethods, in order.
local function names_in(...)
  local names = {}
  for _, map in ipairs { ... } do
    for name in pairs(map) do
      if type(name) == "string" and not name:find("^__") then names[#names + 1] = name end
    end
  end
  table.sort(names)
  return names
end

local function words(text)
  local set = {}
  for word in text:gmatch("%S+") do set[word] = true end
  return names_in(set)
end

local function fields_of(class) return names_in(model.fields(annotations, class)) end
local function functions_of(class) return names_in(annotations.classes[class].functions) end
local function members_of(class)
  return names_in(annotations.classes[class].functions, model.fields(annotations, class))
end

local conforms = values.checker(annotations)

describe("the annotations", function()
  local data, desk, site

  setup(function()
    data = folder.new()
    desk = assert(copydesk.new { service = { data = data, library = "examples/library", log = "error" } })
    site = assert(desk:request("POST", "/api/domains", { name = "site" }))
    assert(desk:request("POST", "/api/domains/" .. site.domainId .. "/pages", { pages = dofile("examples/site.lua") }))
  end)

  teardown(function()
    desk:close()
    folder.remove(data)
  end)

  it("are what make types makes of the tables", function()
    assert.is_true(tables.annotations() == folder.read("lua/copydesk/types.lua"), "run make types")
  end)

  it("say what the tables of the manual and of the READMEs say", function()
    for _, path in ipairs(manual.all()) do
      local text = folder.read(path)
      assert.is_true(manual.chapter(text) == text, path .. ": run make types")
    end
  end)

  it("are Lua that does nothing", function()
    assert.is_nil(assert(loadfile("lua/copydesk/types.lua", "t", {}))())
  end)

  it("are refused where they are wrong", function()
    for _, wrong in ipairs { "---@class a\n---@field b nonsense", "---@class a\n---@field b string\n---@field b string",
      "---@class a\n---@class a", "---@class a\n---@field b (string", "---@class a\n---@field b fun(: string)",
      "---@param a string\nfunction b.c(a) end", "---@class a\nlocal a = {}\n\nfunction a.b(c) end",
      "---@class a\nlocal a = {}\n\n---@param c string\nfunction a.b() end", "---@nonsense a", "x = 1" } do
      assert.is_false(pcall(model.read, wrong), wrong)
    end
  end)

  it("let LuaLS find nothing in the examples, and what is wrong in a wrong program", function()
    if not os.execute("command -v lua-language-server >/dev/null") then
      pending "lua-language-server is not installed"
    end
    local home = folder.new()
    local library = assert(io.popen "pwd"):read("*l") .. "/lua"
    folder.write(home .. "/.luarc.json", ('{ "workspace.library": ["%s"] }'):format(library))
    local function check()
      local pipe = assert(io.popen(("lua-language-server --check=%s --logpath=%s/log 2>&1"):format(home, home)))
      local said = pipe:read("*a")
      pipe:close()
      return said
    end
    assert(os.execute("cp examples/*.lua " .. home))
    local examples = check()
    folder.write(home .. "/wrong.lua", 'require("copydesk").create { targetKeyword = "x", articleLength = "endless" }')
    local wrong = check()
    folder.remove(home)
    assert.truthy(examples:find("no problems found", 1, true), examples)
    assert.truthy(wrong:find("assign-type-mismatch", 1, true), wrong)
  end)

  describe("of what there is to call", function()
    it("name the module's functions", function()
      assert.is_function(copydesk.webhook.verify) -- loads it
      assert.same(members_of("copydesk"), names_in(copydesk))
    end)

    it("name the client's methods", function()
      assert.same(functions_of("copydesk.Desk"), names_in(getmetatable(desk).__index))
    end)

    it("name the methods of a client for a loop", function()
      local looped = copydesk.new { base_url = "http://127.0.0.1:1", loop = { wait = print, sleep = print } }
      assert.same(functions_of("copydesk.Desk"), names_in(getmetatable(looped).__index))
      looped:close()
    end)

    it("name the task's methods", function()
      local task = assert(desk:start("status", "nobody"))
      assert.same(functions_of("copydesk.Task"), names_in(getmetatable(task).__index))
      task:cancel()
    end)

    it("name the linker's functions and the index's methods", function()
      assert.same(members_of("copydesk.linker"), names_in(linker))
      local path = os.tmpname()
      local index = assert(linker.build { path = path, pages = function() end })
      assert.same(functions_of("copydesk.linker.Index"), names_in(getmetatable(index).__index))
      index:close()
      os.remove(path)
    end)

    it("name the functions of webhook", function()
      assert.same(functions_of("copydesk.webhook"), names_in(copydesk.webhook))
    end)

    it("name the service's functions and the server's methods", function()
      assert.same(functions_of("copydesk.service"), names_in(service))
      local server = assert(service.start { data = data }) -- the one that runs already
      for _, name in ipairs(functions_of("copydesk.service.Server")) do assert.is_function(server[name], name) end
      assert(conforms({ url = server.url, key = server.key, shared = server.shared }, "copydesk.service.Server"))
      server:stop()
    end)
  end)

  describe("of options", function()
    it("name those of copydesk.new, which checks them", function()
      for _, option in ipairs(tables.options) do
        local accepted, message = pcall(copydesk.new, { [option.name] = true })
        assert.is_false(accepted)
        assert.truthy(message:find(option.name .. " must be", 1, true), message)
      end
    end)

    local VERBS = {
      create = { "SendOptions", "x" }, status = { "CallOptions", "x" }, wait = { "WaitOptions", "x" },
      link = { "SendOptions", { content = "", domainId = "" } }, request = { "RequestOptions", "GET", "/", false },
    }
    for verb, call in pairs(VERBS) do
      it("name those of " .. verb, function()
        call[#call + 1] = { nonsense = true }
        local accepted, message = pcall(desk[verb], desk, table.unpack(call, 2))
        assert.is_false(accepted)
        assert.same(words(assert(message:match("%(there are: (.-)%)"), message)), fields_of("copydesk." .. call[1]))
      end)
    end

    it("name those of the linker", function()
      local path = os.tmpname()
      local index = assert(linker.build { path = path, pages = function() end })
      for _, name in ipairs(fields_of("copydesk.linker.LinkOptions")) do
        local accepted, message = pcall(index.link, index, "", { [name] = print })
        assert.is_false(accepted)
        assert.truthy(message:find("link: " .. name .. " must", 1, true), message)
      end
      index:close()
      os.remove(path)
    end)

    it("name the configuration's entries, as the manual does", function()
      local entries = fields_of("copydesk.service.Options")
      for _, name in ipairs(entries) do
        local _, err = service.start { [name] = 0.5 }
        assert.truthy(err.message:find("configuration: " .. name .. ".* must be"), err.message)
      end
      local rows = folder.read("lua/copydesk/manual/configuration.md"):match("\n## Entries\n.-<!%-%- until")
      local listed = {}
      for name in rows:gmatch("\n| `([%w_]+)` |") do listed[name] = true end
      assert.same(names_in(listed), entries)
    end)

    it("name the limits and the members of an account", function()
      for class, where in pairs { Limits = "limits", Account = "account" } do
        for _, name in ipairs(fields_of("copydesk.service." .. class)) do
          local _, err = service.start { [where] = { [name] = {} } }
          assert.truthy(err.message:find(where .. "." .. name .. " must be", 1, true), err.message)
        end
      end
    end)
  end)

  describe("of answers", function()
    it("name every field of the record, queued and finished", function()
      local job = assert(desk:create { targetKeyword = "herb garden", outline = { "Light", { title = "Water" } } })
      assert(conforms(job, "copydesk.Job"))
      assert(conforms(assert(desk:status(job)), "copydesk.Record"))
      local article = assert(desk:wait(job))
      assert(conforms(article, "copydesk.FinishedRecord"))
      assert.is_true(#article.sources > 0)
      local list = assert(desk:request("GET", "/api/articles"))
      assert(conforms(list.data[1], "copydesk.Record"))
    end)

    it("name every field of linked content", function()
      local request = { content = "<p>Basil wants grow lights.</p>", format = "json", domainId = site.domainId,
        maxLinks = 1, minScore = 0, url = "https://windowsill.example/none", excludeUrls = { "https://a.example/" } }
      assert(conforms(request, "copydesk.LinkRequest"))
      local linked = assert(desk:link(request))
      assert(conforms(linked, "copydesk.LinkedContent"))
      assert.equal(1, #linked.links)
      request.format = "html"
      assert(conforms(assert(desk:link(request)), "copydesk.LinkedContent"))
    end)

    it("name every field of domains, keys, the account and lists", function()
      local domain = { name = "another", startUrl = "https://a.example/", sitemapUrl = "https://a.example/sitemap" }
      assert(conforms(domain, "copydesk.DomainRequest"))
      local made = assert(desk:request("POST", "/api/domains", domain))
      assert(conforms(made, "copydesk.Domain"))
      local path = "/api/domains/" .. made.domainId
      assert(conforms({}, "copydesk.DomainChange"))
      assert(conforms(assert(desk:request("PATCH", path, domain)), "copydesk.Domain"))
      local pages = { pages = { { url = "https://a.example/", title = "A", html = "<p>a", language = "en" } } }
      assert(conforms(pages, "copydesk.PagesRequest"))
      assert(conforms(assert(desk:request("POST", path .. "/pages", pages)), "copydesk.Domain"))
      assert.is_true(desk:request("DELETE", path))
      local brand = { name = "Hearth", url = "https://hearth.example/", description = "a", voice = "b", knowledge = "c",
        audience = "d", avoid = { "e" }, links = { { text = "shop", url = "https://hearth.example/shop" } } }
      assert(conforms(brand, "copydesk.BrandRequest"))
      made = assert(desk:request("POST", "/api/brands", brand))
      assert(conforms(made, "copydesk.Brand"))
      assert(conforms({}, "copydesk.BrandChange"))
      local key = assert(desk:request("POST", "/api/keys", { name = "second" }))
      assert.is_string(key.key)
      assert(conforms(key, "copydesk.Key"))
      assert(conforms(assert(desk:request("GET", "/api/account")), "copydesk.Account"))
      for kind, of in pairs { domains = "Domain", brands = "Brand", keys = "Key", articles = "Record",
        usage = "Usage", ledger = "LedgerEntry" } do
        local list = assert(desk:request("GET", "/api/" .. kind))
        assert(conforms(list, "copydesk.List"))
        for _, entry in ipairs(list.data) do assert(conforms(entry, "copydesk." .. of)) end
      end
    end)

    it("name every field of a request, which the service refuses when it is wrong", function()
      local PATHS = { LinkRequest = "/api/internal-links/", DomainRequest = "/api/domains", KeyRequest = "/api/keys",
        BrandRequest = "/api/brands", DomainChange = "/api/domains/" .. site.domainId,
        PagesRequest = "/api/domains/" .. site.domainId .. "/pages" }
      for class, path in pairs(PATHS) do
        local wrong, pointers = {}, {}
        for _, name in ipairs(fields_of("copydesk." .. class)) do wrong[name] = { of = "no kind" } end
        local _, err = desk:request(class == "DomainChange" and "PATCH" or "POST", path, wrong)
        for _, fault in ipairs(err.errors) do pointers[fault.pointer:sub(2)] = true end
        assert.same(names_in(wrong), names_in(pointers))
      end
    end)

    it("name every field of what the hooks get", function()
      local seen, events = {}, {}
      local answers = { { status = 503, headers = { ["X-Request-Id"] = "r" } }, { status = 200, body = "{}" } }
      local other = copydesk.new { base_url = "http://test", api_key = "key", transport = function(request)
        seen[#seen + 1] = request
        return table.remove(answers, 1)
      end, log = function(event) events[#events + 1] = event end }
      assert(other:request("POST", "/api/domains", { name = "x" }))
      local gone = copydesk.new { base_url = "http://test", retries = 0, log = function(event) events[3] = event end,
        transport = function() return nil, "gone" end }
      assert.equal("network", select(2, gone:status("x")).kind)
      for _, request in ipairs(seen) do assert(conforms(request, "copydesk.TransportRequest")) end
      local names = {}
      for _, event in ipairs(events) do
        assert(conforms(event, "copydesk.LogEvent"))
        for name in pairs(event) do names[name] = true end
      end
      assert.equal(2, #seen)
      assert.same(fields_of("copydesk.LogEvent"), names_in(names))
    end)

    it("name every field of an error", function()
      local seen = {}
      local function see(kind, _, err)
        assert.equal(kind, err.kind)
        assert(conforms(err, "copydesk.Error"))
        for name in pairs(err) do seen[name] = true end
      end
      see("http", desk:create { targetKeyword = "x", urls = { "nonsense" }, articleLength = "endless" })
      see("failed", desk:wait(assert(desk:create { targetKeyword = "zxqv", language = "Swedish" })))
      local closed = copydesk.new { base_url = "http://127.0.0.1:1", retries = 0 }
      see("network", closed:status("x"))
      closed:close()
      local other = folder.new()
      local server = assert(service.start { data = other, limits = { status = 1 } })
      local limited = assert(copydesk.new { base_url = server.url, api_key = server.key, retries = 0 })
      limited:status("x")
      see("http", limited:status("x"))
      limited:close()
      server:stop()
      folder.remove(other)
      assert.same(fields_of("copydesk.Error"), names_in(seen))
    end)
  end)

  it("name everything that the programs of the README and of the manual call", function()
    local owners = { copydesk = "copydesk", desk = "copydesk.Desk", linker = "copydesk.linker",
      index = "copydesk.linker.Index", service = "copydesk.service", server = "copydesk.service.Server",
      webhook = "copydesk.webhook" }
    local count = 0
    local texts = { folder.read "README.md" }
    for _, path in ipairs(manual.paths()) do texts[#texts + 1] = folder.read(path) end
    for program in table.concat(texts):gmatch("```lua\n(.-)```") do
      program = program:gsub('require "[^"]+"', "")
      for owner, name in program:gmatch("%f[%w_]([%a_]+)[.:]([%a_]+)%s*[%({\"]") do
        local class = annotations.classes[owners[owner]]
        if class then
          assert.truthy(class.functions[name], owner .. "." .. name)
          count = count + 1
        end
      end
    end
    assert.is_true(count > 5)
  end)
end)
