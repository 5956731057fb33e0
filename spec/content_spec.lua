--- `GET /api/articles/{id}/content`: an article's text in the form that Accept names; and its Markdown in Lua.
local copydesk = require "copydesk"
local cqueues_there, cqueues = pcall(require, "cqueues")
local http = require "spec.support.http"
local json = require("cjson").new()
local service = require "spec.support.service"
local folder = require "spec.support.folder"

local TEXT = [[
# Basil

Basil wants warmth and a sunny window. It grows well in a pot with drainage. Water basil when the soil feels dry.

## Light

Basil needs six hours of sun a day. A lamp helps in winter. Turn the pot once a week.
]]

describe("the content of an article", function()
  local library, server, desk, id, record

  setup(function()
    library = folder.new()
    folder.write(library .. "/basil.md", TEXT)
    server = service.start { config = { library = library, accounts = { other = {} } } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, retries = 0 }
    local polish = { ["split-up-long-paragraphs"] = true }
    id = assert(desk:create { targetKeyword = "basil", polishSettings = polish }).articleId
    record = assert(desk:wait(id))
  end)

  teardown(function()
    if desk then desk:close() end
    if server then server:stop() end
    folder.remove(library)
  end)

  local function get(accept, path, key)
    return http.request(server, "GET", path or "/api/articles/" .. id .. "/content",
      { headers = { accept = accept }, key = key })
  end

  it("is HTML, Markdown or the record, as Accept prefers", function()
    local html = record.output.polishedHtml or record.output.html
    for accept, wanted in pairs {
      ["text/html"] = "html", ["*/*"] = "html", ["text/*;q=0.5, text/markdown"] = "markdown",
      ["text/markdown"] = "markdown", ["TEXT/MARKDOWN; charset=utf-8"] = "markdown", ["application/json"] = "json",
      ["text/html;q=0.4, application/*;q=0.8"] = "json", ["text/html;q=0, */*"] = "markdown", [""] = "html",
    } do
      local answer = get(accept)
      assert.equal(200, answer.status, accept)
      assert.equal("Accept", answer.headers.vary)
      local kind = answer.headers["content-type"]:match("^%w+/(%w+)")
      assert.equal(wanted, kind, accept)
      if kind == "html" then assert.equal(html, answer.body) end
      if kind == "markdown" then assert.truthy(answer.body:find("^# ")) end
      if kind == "json" then assert.equal(id, json.decode(answer.body).articleId) end
    end
  end)

  it("is refused in other forms, with those that there are", function()
    local answer = get "application/pdf, image/*"
    assert.equal(406, answer.status)
    assert.equal("not_acceptable", answer.json.error.code)
    assert.truthy(answer.json.detail:find("text/html, text/markdown, application/json", 1, true))
    assert.equal("Accept", answer.headers.vary)
  end)

  it("is not there before the article is finished, nor for others", function()
    assert.equal(404, get("text/html", "/api/articles/0190a5b0-0000-7000-8000-00000000ffff/content").status)
    assert.equal(404, get("text/html", nil, server:key_of "other").status)
    local failed = assert(desk:create { targetKeyword = "steam engines" }).articleId
    desk:wait(failed)
    local answer = get("text/html", "/api/articles/" .. failed .. "/content")
    assert.equal(404, answer.status)
    assert.equal("The article has no content: it is failed.", answer.json.detail)
  end)

  it("has the same words and links as Markdown", function()
    local markdown = get("text/markdown").body
    for heading in record.output.html:gmatch("<h2>([^<&]+)</h2>") do
      assert.truthy(markdown:find("\n## " .. heading .. "\n", 1, true), heading)
    end
    assert.is_nil(markdown:find("<p>", 1, true))
  end)

  it("is Markdown in Lua, of a record and of an id, and is kept in the record", function()
    local markdown = assert(desk:markdown(id))
    assert.equal(get("text/markdown").body, markdown)
    assert.equal(markdown, assert(desk:markdown(record)))
    assert.equal(markdown, record.output.markdown)
    local nothing, err = desk:markdown "0190a5b0-0000-7000-8000-00000000ffff"
    assert.is_nil(nothing)
    assert.equal(404, err.status)
  end)

  it("is asked for at the caller's line", function()
    local done, problem = pcall(function() desk:markdown(5) end)
    assert.is_false(done)
    assert.truthy(problem:find("content_spec.lua:%d+: markdown: an article or its id expected, got number$"), problem)
  end)

  it("yields in a loop", function()
    if not cqueues_there then pending("cqueues is not installed for this Lua") return end
    local looped = copydesk.new { base_url = server.url, api_key = server.key, loop = "cqueues" }
    local queue, markdown = cqueues.new(), nil
    queue:wrap(function() markdown = assert(looped:markdown(id)) end)
    assert(queue:loop())
    looped:close()
    assert.truthy(markdown:find("^# "))
  end)
end)
