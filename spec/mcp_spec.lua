--- `copydesk mcp`: the Model Context Protocol on standard input and output.
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local mcp_client = require "spec.support.mcp_client"
local scripted = require "spec.support.scripted"
local service = require "spec.support.service"
local json = require "cjson.safe"

local COMMAND = "copydesk"
local UNKNOWN = "01890000-0000-7000-8000-000000000000"
local PAGES = { { url = "https://herbs.example/pots", title = "Clay pots", html = "<p>Clay pots breathe.</p>" } }
local TOOLS = { "write_article", "article_status", "read_article", "list_articles", "cancel_article", "polish_article",
  "deliver_article", "link_content", "push_pages", "list_domains", "list_brands", "list_integrations" }
local TEXT = "<p>Many gardeners like clay pots.</p>"

describe("the command mcp", function()
  local server, model, hook, library, client

  setup(function()
    library = folder.new()
    folder.write(library .. "/herbs.md", herbs)
    model = scripted.start()
    model:script { POST = { { raw = "", hold = true } }, GET = { { status = 404 } } }
    hook = scripted.start()
    hook:script { { body = "" } }
    server = service.start { config = {
      library = library, allow_addresses = { "127.0.0.1:" .. model.port, "127.0.0.1:" .. hook.port },
      models = {
        ["beta-sonnet-5"] = { api = "openai", base_url = model.url .. "/v1", model = "silent", api_key = "none" },
        ["*"] = { api = "builtin" },
      },
    } }
  end)

  teardown(function()
    server:stop()
    model:stop()
    hook:stop()
    folder.remove(library)
  end)

  local function connect()
    return mcp_client.start(("env COPYDESK_API_KEY=%s %s mcp --base-url %s"):format(server.key, COMMAND, server.url))
  end

  before_each(function() client = connect() end)

  after_each(function()
    if not client then return end
    local code, errors, rest = client:close()
    assert.same({ 0, "", "" }, { code, errors, rest })
  end)

  local function article(id)
    return http.request(server, "GET", "/api/articles/" .. id).json
  end

  -- The record of the newest article for a keyword; nil: there is none.
  local function article_for(keyword)
    for _, found in ipairs(http.request(server, "GET", "/api/articles").json.data) do
      if found.config.targetKeyword == keyword then return found end
    end
  end

  local function text_of(result)
    assert.equal("text", result.content[1].type)
    return result.content[1].text
  end

  local function codes(answer)
    return answer.error and answer.error.code
  end

  it("agrees on a version", function()
    local result = client:open "2025-03-26"
    assert.equal("2025-03-26", result.protocolVersion)
    assert.equal("copydesk", result.serverInfo.name)
    assert.truthy(result.capabilities.tools)
    assert.equal("2025-06-18", client:open "2099-01-01".protocolVersion)
    assert.equal("2024-11-05", client:open "2024-11-05".protocolVersion)
  end)

  it("takes ping alone before the handshake", function()
    assert.same({}, client:ask "ping".result)
    assert.equal(-32600, codes(client:ask "tools/list"))
    assert.equal(-32602, codes(client:ask("initialize", {})))
  end)

  it("describes its tools by the tables of the service", function()
    client:open()
    local tools, by_name = client:ask "tools/list".result.tools, {}
    for _, tool in ipairs(tools) do
      by_name[tool.name] = tool
      assert.equal("object", tool.inputSchema.type)
      assert.truthy(tool.title and tool.description)
    end
    local write = by_name.write_article.inputSchema
    assert.same({ "targetKeyword" }, write.required)
    assert.equal("boolean", write.properties.wait.type)
    local described = require "copydesk.service".describe()
    for _, parameter in ipairs(described.parameters) do
      local found = assert(write.properties[parameter.name], parameter.name)
      assert.truthy(found.description:find(parameter.summary, 1, true), parameter.name)
      assert.truthy(({ string = 1, boolean = 1, integer = 1, array = 1, object = 1 })[found.type], parameter.name)
    end
    assert.equal("array", write.properties.urls.type)
    assert.equal("integer", by_name.link_content.inputSchema.properties.maxLinks.type)
    assert.equal(50, by_name.link_content.inputSchema.properties.maxLinks.maximum)
    assert.same({ "few", "usual", "many" }, by_name.link_content.inputSchema.properties.density.enum)
    assert.equal("usual", by_name.link_content.inputSchema.properties.density.default)
    assert.same({ "boolean", "boolean" }, {
      by_name.polish_article.inputSchema.properties.polishSettings.properties.humanize.type,
      write.properties.autoPolish.type })
    assert.same({ "url" }, by_name.push_pages.inputSchema.properties.pages.items.required)
  end)

  it("lists a dozen tools in 20 KiB, with what they may do", function()
    client:open()
    client:send "tools/list"
    local _, line = client:read()
    assert.is_true(#line <= 20 * 1024, #line)
    local reads = { readOnlyHint = true, openWorldHint = false }
    local hints = {
      write_article = { readOnlyHint = false, destructiveHint = false, idempotentHint = false, openWorldHint = true },
      polish_article = { readOnlyHint = false, destructiveHint = false, idempotentHint = false, openWorldHint = true },
      deliver_article = { readOnlyHint = false, destructiveHint = false, idempotentHint = true, openWorldHint = true },
      cancel_article = { readOnlyHint = false, destructiveHint = true, idempotentHint = true, openWorldHint = false },
      push_pages = { readOnlyHint = false, destructiveHint = true, idempotentHint = true, openWorldHint = false },
    }
    local names = {}
    for i, tool in ipairs(json.decode(line).result.tools) do
      names[i] = tool.name
      assert.same(hints[tool.name] or reads, tool.annotations, tool.name)
    end
    assert.same(TOOLS, names)
  end)

  it("lists tools and arguments in one order, what is needed first", function()
    local function listed()
      client:open()
      client:send "tools/list"
      local _, line = client:read()
      return (line:gsub('"id":%d+', '"id":0'))
    end
    local first = listed()
    for _ = 1, 3 do
      client:close()
      client = connect()
      assert.equal(first, listed())
    end
    local at = assert(first:find('"properties":{"targetKeyword":', 1, true))
    for _, parameter in ipairs(require "copydesk.service".describe().parameters) do
      at = assert(first:find(('"%s":{"type"'):format(parameter.name), at, true), parameter.name)
    end
    assert.truthy(first:find('"properties":{"content":', 1, true))
  end)

  it("writes an article, and tells how far it is", function()
    client:open()
    local result = client:call("write_article", { targetKeyword = "herb garden" }, { progressToken = "mine" })
    assert.is_false(result.isError)
    assert.equal("finished", result.structuredContent.status)
    assert.is_true(#client.notes > 0)
    local last = -1
    for _, note in ipairs(client.notes) do
      assert.equal("notifications/progress", note.method)
      assert.equal("mine", note.params.progressToken)
      assert.is_true(note.params.progress > last and note.params.progress <= 1)
      last = note.params.progress
    end
  end)

  it("gives the text of an article once", function()
    client:open()
    local id = client:send("tools/call", { name = "write_article", arguments = { targetKeyword = "herb garden" } })
    local answer, line = client:read()
    assert.equal(id, answer.id)
    local record = answer.result.structuredContent
    local html = article(record.articleId).output.html
    assert.equal(html, record.output.html)
    local _, headings = html:gsub("<h1", "")
    local _, shown = line:gsub("<h1", "")
    assert.same({ 1, 1 }, { headings, shown })
    assert.truthy(text_of(answer.result):find("read_article", 1, true))
    local read = client:call("read_article", { articleId = record.articleId })
    assert.is_nil(read.structuredContent)
    assert.truthy(text_of(read):find("^# "), text_of(read))
    assert.equal(html, text_of(client:call("read_article", { articleId = record.articleId, format = "html" })))
    local refused = client:call("read_article", { articleId = record.articleId, format = "pdf" })
    assert.same({ true, "format must be markdown or html." }, { refused.isError, text_of(refused) })
    assert.equal("not_found", client:call("read_article", { articleId = UNKNOWN }).structuredContent.code)
  end)

  it("lists articles by how they stand, page by page", function()
    client:open()
    local function ids(arguments)
      local list = {}
      local result = client:call("list_articles", arguments)
      for i, entry in ipairs(result.structuredContent.data) do
        list[i] = entry.articleId
        assert.truthy(text_of(result):find(entry.articleId, 1, true))
      end
      return list, result.structuredContent
    end
    local finished = client:call("write_article", { targetKeyword = "herb garden" }).structuredContent.articleId
    local failed = client:call("write_article", { targetKeyword = "lattice quantum chromodynamics" }).structuredContent
    assert.equal(finished, ids { status = "finished" }[1])
    assert.equal(failed.articleId, ids { status = "failed" }[1])
    local first, page = ids { limit = 1 }
    assert.same({ { failed.articleId }, true }, { first, page.hasMore })
    assert.same({ failed.articleId, "no_sources", "lattice quantum chromodynamics" },
      { page.data[1].articleId, page.data[1].errorCode, page.data[1].targetKeyword })
    assert.same({ finished }, (ids { limit = 1, cursor = page.nextCursor }))
    assert.equal("No articles found.", text_of(client:call("list_articles", { q = "no article is about this & that" })))
    local refused = client:call("list_articles", { status = "gone" })
    assert.truthy(text_of(refused):find("status must be queued, processing, finished or failed.", 1, true))
  end)

  it("cancels an article by its id", function()
    client:open()
    local queued = client:call("write_article", { targetKeyword = "herb garden", modelVersion = "beta-sonnet-5",
      wait = false })
    local id = queued.structuredContent.articleId
    assert.is_false(client:call("cancel_article", { articleId = id }).isError)
    assert.is_true(eventually(function() return article(id).status == "failed" end))
    assert.equal("cancelled", article(id).errorCode)
    assert.equal("not_found", client:call("cancel_article", { articleId = UNKNOWN }).structuredContent.code)
  end)

  it("polishes an article, and gives what came of it", function()
    client:open()
    local id = client:call("write_article", { targetKeyword = "herb garden" }).structuredContent.articleId
    local polishing = client:call("polish_article", { articleId = id, polishSettings = { humanize = true } })
    assert.is_false(polishing.isError)
    assert.is_nil(polishing.structuredContent.output)
    assert.is_true(eventually(function() return article(id).output.polishedHtml ~= json.null end))
    local stands = client:call("article_status", { articleId = id })
    assert.equal(article(id).output.polishedHtml, stands.structuredContent.output.html)
    local refused = client:call("polish_article", { articleId = id, polishSettings = { shine = "much" } })
    assert.is_true(refused.isError)
  end)

  it("lists integrations, and delivers to one by its id or name, once", function()
    client:open()
    assert.equal("No integrations found.", text_of(client:call "list_integrations"))
    local made = http.request(server, "POST", "/api/integrations", { body = { name = "Hook", kind = "webhook",
      settings = { url = hook.url .. "/hook" } } }).json
    local listed = client:call "list_integrations"
    assert.same({ { integrationId = made.integrationId, name = "Hook", kind = "webhook", state = "active" } },
      listed.structuredContent.data)
    assert.equal(made.integrationId .. "  Hook  webhook, active", text_of(listed))
    local id = client:call("write_article", { targetKeyword = "herb garden" }).structuredContent.articleId
    local sent = client:call("deliver_article", { articleId = id, integrationId = "Hook" }).structuredContent
    assert.same({ id, made.integrationId }, { sent.articleId, sent.integrationId })
    assert.is_true(eventually(function()
      local again = client:call("deliver_article", { articleId = id, integrationId = made.integrationId })
      assert.equal(sent.deliveryId, again.structuredContent.deliveryId)
      return again.structuredContent.state == "delivered"
    end))
    assert.equal(1, #hook:log())
    local refused = client:call("deliver_article", { articleId = id, integrationId = "Book" })
    assert.equal('There is no integration "Book"; list_integrations shows which there are.', text_of(refused))
    http.request(server, "POST", "/api/integrations", { body = { name = "Hook", kind = "webhook",
      settings = { url = hook.url .. "/other" } } })
    refused = client:call("deliver_article", { articleId = id, integrationId = "Hook" })
    assert.equal('Several integrations are named "Hook"; give the id, as list_integrations shows it.', text_of(refused))
  end)

  it("lists brands", function()
    client:open()
    assert.equal("No brands found.", text_of(client:call "list_brands"))
    local made = http.request(server, "POST", "/api/brands",
      { body = { name = "Herbarium", knowledge = "Basil." } }).json
    local listed = client:call "list_brands"
    assert.equal(made.brandId .. "  Herbarium", text_of(listed))
    assert.equal(made.brandId, listed.structuredContent.data[1].brandId)
    assert.is_nil(listed.structuredContent.data[1].knowledge)
  end)

  it("pushes pages to a domain by its id or name", function()
    client:open()
    assert.equal("No domains found.", text_of(client:call "list_domains"))
    local id = http.request(server, "POST", "/api/domains", { body = { name = "Pots" } }).json.domainId
    local pushed = client:call("push_pages", { domainId = "Pots", pages = PAGES })
    assert.same({ id, 1 }, { pushed.structuredContent.domainId, pushed.structuredContent.pageCount })
    assert.is_false(client:call("push_pages", { domainId = id, pages = PAGES }).isError)
    local linked = client:call("link_content", { content = TEXT, format = "markdown", domainId = "Pots" })
    assert.is_nil(linked.structuredContent)
    local refused = client:call("push_pages", { domainId = id, pages = { { title = "Pots" } } })
    assert.truthy(text_of(refused):find("/pages/0/url: url is required.", 1, true), text_of(refused))
    refused = client:call("push_pages", { domainId = "Pans", pages = PAGES })
    assert.equal('There is no domain "Pans"; list_domains shows which there are.', text_of(refused))
  end)

  it("tells nothing where nobody asked", function()
    client:open()
    client:call("write_article", { targetKeyword = "herb garden" })
    assert.same({}, client.notes)
  end)

  it("queues an article, and says how it stands", function()
    client:open()
    local queued = client:call("write_article", { targetKeyword = "herb garden", wait = false })
    assert.equal("queued", queued.structuredContent.status)
    local id = queued.structuredContent.articleId
    http.wait(server, id)
    local stands = client:call("article_status", { articleId = id })
    assert.equal("finished", stands.structuredContent.status)
    assert.truthy(text_of(stands):find("Title: ", 1, true))
  end)

  it("answers others while an article is written", function()
    client:open()
    local writing = client:send("tools/call", { name = "write_article",
      arguments = { targetKeyword = "herb garden", modelVersion = "beta-sonnet-5" } })
    assert.same({}, client:ask "ping".result)
    local other = client:call("write_article", { targetKeyword = "herb garden" })
    assert.equal("finished", other.structuredContent.status)
    assert.is_nil(client.early[writing])
    client:notify("notifications/cancelled", { requestId = writing })
  end)

  it("cancels the article of a request that ended before its id was here", function()
    client:open()
    local writing = client:send("tools/call", { name = "write_article",
      arguments = { targetKeyword = "herb garden at once", modelVersion = "beta-sonnet-5" } })
    client:notify("notifications/cancelled", { requestId = writing })
    assert.is_true(eventually(function() return (article_for "herb garden at once" or {}).errorCode == "cancelled" end))
    client:ask "ping"
    assert.is_nil(client.early[writing])
  end)

  it("cancels the article with the request", function()
    client:open()
    local writing = client:send("tools/call", { name = "write_article", _meta = { progressToken = 7 },
      arguments = { targetKeyword = "herb garden to cancel", modelVersion = "beta-sonnet-5" } })
    local id = assert(eventually(function()
      local found = article_for "herb garden to cancel"
      return found and found.status == "processing" and found.articleId
    end))
    client:notify("notifications/cancelled", { requestId = writing, reason = "enough" })
    assert.is_true(eventually(function() return article(id).status == "failed" end))
    assert.equal("cancelled", article(id).errorCode)
    client:ask "ping"
    assert.is_nil(client.early[writing])
    client:notify("notifications/cancelled", { requestId = 999 })
    client:notify("notifications/cancelled", {})
    assert.same({}, client:ask "ping".result)
  end)

  it("says why an article failed", function()
    client:open()
    local result = client:call("write_article", { targetKeyword = "lattice quantum chromodynamics" })
    assert.is_true(result.isError)
    assert.truthy(text_of(result):find("no_sources", 1, true))
    assert.equal("failed", result.structuredContent.status)
  end)

  it("lists domains, and links to the pages of one by its id or name", function()
    client:open()
    local id = http.request(server, "POST", "/api/domains", { body = { name = "Herbs" } }).json.domainId
    http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = PAGES } })
    local listed = client:call "list_domains"
    local domains = listed.structuredContent.data
    assert.same({ id, "Herbs" }, { domains[#domains].domainId, domains[#domains].name })
    assert.truthy(text_of(listed):find(id .. "  Herbs  ready, pages: 1", 1, true))
    for _, named in ipairs { id, "Herbs" } do
      local linked = client:call("link_content", { content = TEXT, format = "html", domainId = named })
      assert.is_false(linked.isError)
      assert.truthy(text_of(linked):find('href="https://herbs.example/pots"', 1, true))
    end
    local refused = client:call("link_content", { content = TEXT, format = "html", domainId = "Spices" })
    assert.is_true(refused.isError)
  end)

  it("gives what the service refuses as the result of the tool", function()
    client:open()
    local result = client:call("write_article", { targetKeyword = "", articleLength = "endless" })
    assert.is_true(result.isError)
    assert.truthy(text_of(result):find("/articleLength: ", 1, true))
    assert.truthy(text_of(result):find("/targetKeyword: ", 1, true))
    assert.equal("invalid_parameters", result.structuredContent.code)
    result = client:call("article_status", { articleId = UNKNOWN })
    assert.equal("not_found", result.structuredContent.code)
    assert.is_true(client:call("article_status", { articleId = "../keys" }).isError)
    assert.is_true(client:call("article_status", {}).isError)
    assert.equal("The id must not be empty.", text_of(client:call("article_status", { articleId = "" })))
  end)

  it("says which arguments are missing, misnamed or of a wrong type, and which there are", function()
    client:open()
    local function assert_refused(tool, arguments, ...)
      client:write(('{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"%s","arguments":%s}}')
        :format(tool, arguments))
      local answer = client:await "a"
      assert.is_nil(answer.error)
      assert.is_true(answer.result.isError)
      assert.equal("invalid_parameters", answer.result.structuredContent.code)
      for _, said in ipairs { ... } do
        assert.truthy(text_of(answer.result):find(said, 1, true), text_of(answer.result))
      end
    end
    assert_refused("write_article", "{}", "/targetKeyword: targetKeyword is required: ")
    assert_refused("write_article", '{"keyword":"basil"}', "/targetKeyword: targetKeyword is required: ",
      '/keyword: There is no argument "keyword"; did you mean targetKeyword?')
    assert_refused("write_article",
      '{"targetKeyword":5,"wait":"no","maxImages":1.5,"urls":{"a":1},"polishSettings":[1]}',
      "targetKeyword must be a string, not the number 5.", "wait must be true or false, not a string.",
      "maxImages must be a whole number, not the number 1.5.", "urls must be an array, not an object.",
      "polishSettings must be an object, not an array.")
    assert_refused("write_article", '{"targetKeyword":"basil","langauge":"German","wordCount":500}',
      "did you mean language?", 'There is no argument "wordCount".', "There are: targetKeyword, articleType, ")
    assert_refused("write_article", '{"targetKeyword":"basil","maxImages":1e999}', "maxImages must be a whole number")
    assert_refused("write_article", '{"targetKeyword":"basil","outline":[{"title":1e999}]}', "not a finite number")
    assert_refused("link_content", "{}", "content is required: ", "domainId is required: ", "format is required: ")
    assert_refused("link_content", '{"content":"x","domainId":5,"format":"html","minScore":1e999}', "domainId must be")
    assert_refused("link_content", '{"content":"x","domainId":"' .. UNKNOWN .. '","format":"html","minScore":1e999}',
      "not a finite number")
    assert_refused("article_status", '{"id":"x"}', "articleId is required", "There are: articleId.")
    assert_refused("list_domains", '{"' .. ("x"):rep(100) .. '":1}', "with a name of 100 bytes", "The tool takes none.")
    for _, arguments in ipairs { '["basil"]', "[null,1]", '"basil"', "5", "true" } do
      assert_refused("write_article", arguments, "Arguments must be an object, not ")
    end
  end)

  it("leaves to the service what is right, where only the client is installed", function()
    client:close()
    client = mcp_client.start(([[env LUA_INIT='package.preload["copydesk.service"] = function() error "none" end' ]]
      .. "COPYDESK_API_KEY=%s %s mcp --base-url %s"):format(server.key, COMMAND, server.url))
    client:open()
    for _, tool in ipairs(client:ask "tools/list".result.tools) do
      if tool.name == "write_article" then assert.is_nil(tool.inputSchema.additionalProperties) end
    end
    local written = client:call("write_article", { targetKeyword = "herb garden", articleLength = "short" })
    assert.equal("finished", written.structuredContent.status)
    local listed = client:call("list_articles", { limit = 1, status = "finished" })
    assert.equal(written.structuredContent.articleId, listed.structuredContent.data[1].articleId)
    assert.is_nil(listed.structuredContent.data[2])
    local refused = text_of(client:call("write_article", { articleLength = "short" }))
    assert.truthy(refused:find("targetKeyword is required", 1, true), refused)
    refused = text_of(client:call("link_content", { domainId = UNKNOWN }))
    assert.truthy(refused:find("content is required", 1, true), refused)
  end)

  it("refuses what is no request of the protocol", function()
    client:open()
    assert.equal(-32602, codes(client:ask("tools/call", { name = "delete_all" })))
    local nameless = client:ask("tools/call", { name = {} })
    assert.truthy(nameless.error.message:find("There is no tool without a name; there is: write_article, ", 1, true))
    assert.equal(-32601, codes(client:ask "resources/list"))
    client:notify("notifications/unknown", {})
    client:write "{ no JSON"
    assert.equal(-32700, codes((client:read())))
    for _, line in ipairs { "5", '"text"', "{}", '{"jsonrpc":"1.0","id":77,"method":"ping"}',
                            '{"jsonrpc":"2.0","id":{},"method":"ping"}', '{"jsonrpc":"2.0","id":77,"method":5}',
                            '{"jsonrpc":"2.0","id":77,"method":"ping","params":5}', "null" } do
      client:write(line)
      assert.equal(-32600, codes((client:read())), line)
    end
    client:write ""
    client:write '{"jsonrpc":"2.0","id":78,"result":{}}' -- an answer that nobody waits for
    assert.same({}, client:ask "ping".result)
  end)

  it("goes on after every id, number and nesting", function()
    client:open()
    local deep = ("["):rep(100000) .. ("]"):rep(100000)
    local function refusal(line)
      client:write(line)
      local answer = client:read()
      return codes(answer), answer.id
    end
    for _, id in ipairs { "1e999", "-1e999", "1.5", "9007199254740992", "true", "[1]", '{"id":1}' } do
      local code, echoed = refusal(('{"jsonrpc":"2.0","id":%s,"method":"ping"}'):format(id))
      assert.same({ -32600, json.null }, { code, echoed }, id)
    end
    for _, id in ipairs { "NaN", "Infinity", "0x10", deep } do
      assert.equal(-32700, (refusal(('{"jsonrpc":"2.0","id":%s,"method":"ping"}'):format(id))), id:sub(1, 20))
    end
    for _, token in ipairs { "1e999", "false", "[]", "{}" } do
      assert.same({ -32602, 5 }, { refusal(('{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":'
        .. '"list_domains","_meta":{"progressToken":%s}}}'):format(token)) }, token)
    end
    assert.equal(-32600, (refusal(deep:sub(1, 40) .. deep:sub(-40))))
    client:write '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1e999}}'
    client:write '{"jsonrpc":"2.0","id":9007199254740991,"method":"ping"}'
    local _, line = client:read()
    assert.truthy(line:find('"id":9007199254740991,"result"', 1, true), line)
  end)

  it("passes over a message that is too long, and goes on", function()
    client:open()
    local piece = (" "):rep(1024 * 1024)
    for _ = 1, 17 do assert(client.input:write(piece)) end
    client:write ""
    local answer, line = client:read()
    assert.equal(-32600, codes(answer))
    assert.truthy(line:find('"id":null', 1, true))
    assert.same({}, client:ask "ping".result)
  end)

  it("answers a batch as a batch where the version has them", function()
    client:open "2025-03-26"
    client:write '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},5,'
    local answers = client:read()
    assert.equal(-32700, codes(answers))
    client:write('[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},5,'
      .. '{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"list_domains"}}]')
    answers = client:read()
    assert.equal(3, #answers)
    local seen = {}
    for _, answer in ipairs(answers) do seen[answer.id == json.null and "null" or answer.id] = answer end
    assert.truthy(seen.a.result and seen.b.result and seen.null.error)
    local ping = '{"jsonrpc":"2.0","id":"%s","method":"ping"}'
    client:write(("[null,%s,null,%s,null]"):format(ping:format "c", ping:format "d"))
    local ids = {}
    for _, answer in ipairs(client:read()) do
      local id = answer.id == json.null and "null" or answer.id
      ids[id] = (ids[id] or 0) + 1
      assert.equal(id == "null", answer.result == nil)
    end
    assert.same({ c = 1, d = 1, null = 3 }, ids)
    client:write "[]"
    assert.equal(-32600, codes((client:read())))
    client:open "2025-06-18"
    client:write '[{"jsonrpc":"2.0","id":"a","method":"ping"}]'
    assert.equal(-32600, codes((client:read())))
  end)

  it("refuses two requests of one id at a time", function()
    client:open()
    local call = json.encode { jsonrpc = "2.0", id = "twin", method = "tools/call", params = { name = "write_article",
      arguments = { targetKeyword = "herb garden", modelVersion = "beta-sonnet-5" } } }
    client:write(call)
    client:write(call)
    assert.equal(-32600, codes(client:await "twin"))
    client:notify("notifications/cancelled", { requestId = "twin" })
    assert.same({}, client:ask "ping".result)
  end)

  it("says that the service is not there", function()
    client:close()
    client = mcp_client.start(COMMAND .. " mcp --base-url http://127.0.0.1:9 --api-key x")
    client:open()
    local result = client:call "list_domains"
    assert.is_true(result.isError)
    assert.equal("network", result.structuredContent.code:match "network" or result.structuredContent.code)
  end)

  it("serves the public client in JavaScript", function()
    local pipe = assert(io.popen "env -u LD_PRELOAD sh spec/node/install.sh 2>&1")
    local said = pipe:read "a"
    if not pipe:close() then return pending(said) end
    local id = http.request(server, "POST", "/api/domains", { body = { name = "For the client" } }).json.domainId
    http.request(server, "POST", "/api/domains/" .. id .. "/pages", { body = { pages = PAGES } })
    local place = folder.new()
    folder.write(place .. "/place.json", json.encode {
      command = "copydesk", args = { "mcp", "--base-url", server.url }, keyword = "herb garden", content = TEXT,
      domain = "For the client", env = { PATH = os.getenv "PATH", LUA_PATH = os.getenv "LUA_PATH",
        LUA_CPATH = os.getenv "LUA_CPATH", COPYDESK_API_KEY = server.key },
    })
    pipe = assert(io.popen(("env -u LD_PRELOAD -u LUA_CPATH NODE_PATH=build/node/node_modules timeout 600 "
      .. "node spec/node/mcp.js < %s/place.json 2>&1"):format(place)))
    local output = pipe:read "a"
    folder.remove(place)
    assert.is_true(pipe:close(), output)
    local found = assert(json.decode(output), output)
    assert.equal("copydesk", found.version.name)
    assert.same(TOOLS, found.tools)
    assert.equal("table", type(found.progress)) -- an article may be there before it could be told how far it is
    assert.equal("finished", found.written.structuredContent.status)
    assert.equal("finished", found.status.structuredContent.status)
    assert.truthy(found.linked.content[1].text:find("https://herbs.example/pots", 1, true))
    assert.is_true(#found.domains.structuredContent.data > 0)
    assert.truthy(found.read.content[1].text:find("^# "), found.read.content[1].text)
    assert.is_true(#found.articles.structuredContent.data > 0)
    assert.is_true(found.refused.isError)
    assert.is_true(found.misnamed.isError)
  end)

  it("answers what was asked when its input has ended, but waits for no article", function()
    client:close()
    local lines = {
      [[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}]],
      [[{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_domains"}}]],
      [[{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"write_article",]]
        .. [["arguments":{"targetKeyword":"herb garden","modelVersion":"beta-sonnet-5"}}}]],
    }
    local pipe = assert(io.popen(("printf '%%s\\n' '%s' | COPYDESK_API_KEY=%s %s mcp --base-url %s 2>&1")
      :format(table.concat(lines, "' '"), server.key, COMMAND, server.url)))
    local answers = pipe:read "a"
    assert.is_true(pipe:close())
    client = nil
    assert.truthy(answers:find('"id":1,"result"', 1, true), answers)
    assert.truthy(answers:find('"id":2,"result"', 1, true), answers)
    assert.falsy(answers:find('"id":3', 1, true), answers)
  end)

  it("ends with what is wrong when its answers cannot be written", function()
    client:close()
    client = nil
    local pipe = assert(io.popen(([[{ echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' |
      COPYDESK_API_KEY=%s %s mcp --base-url %s >/dev/full; echo "code $?"; } 2>&1]]):format(server.key, COMMAND,
      server.url)))
    local said = pipe:read "a"
    pipe:close()
    assert.truthy(said:find("cannot write the output: No space left on device", 1, true), said)
    assert.truthy(said:find("code 1", 1, true), said)
  end)

  it("has a service of its own on a data folder, and leaves there what was not finished", function()
    client:close()
    local data = folder.new()
    local examples = os.getenv "PWD" .. "/examples/library"
    local function start()
      client = mcp_client.start(("%s mcp --data %s --library %s"):format(COMMAND, data, examples))
      client:open()
    end
    start()
    local result = client:call("write_article", { targetKeyword = "indoor herb garden" })
    assert.equal("finished", result.structuredContent.status)
    local queued = client:call("write_article", { targetKeyword = "indoor herb garden", wait = false })
    assert.equal(0, (client:close()))
    start()
    local id = queued.structuredContent.articleId
    assert.is_true(eventually(function()
      return client:call("article_status", { articleId = id }).structuredContent.status == "finished"
    end))
    assert.equal(0, (client:close()))
    client = nil
    folder.remove(data)
  end)
end)
