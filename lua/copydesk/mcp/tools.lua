--- The tools: what each is called, takes and does. What the service refuses is a result with `isError`, whose text says
-- what is wrong and what is allowed, so that a model can mend its request.
-- @module copydesk.mcp.tools
local arguments = require "copydesk.mcp.arguments"
local json = require "copydesk.mcp.json"
local rpc = require "copydesk.mcp.rpc"
local schema = require "copydesk.mcp.schema"

local tools = {}

-- --- results --------------------------------------------------------------------------------------------------------

local function text_result(text, structured, is_error)
  return json.object {
    { "content", json.array { json.encode { type = "text", text = text } } },
    { "structuredContent", structured },
    { "isError", is_error and "true" or "false" },
  }
end

local function describe_error(err)
  local lines = { err.message or tostring(err) }
  for _, fault in ipairs(err.errors or {}) do
    lines[#lines + 1] = (fault.pointer ~= "" and fault.pointer .. ": " or "") .. fault.detail
  end
  return table.concat(lines, "\n")
end

-- Ends a tool with an error of the client.
local function refuse(err)
  rpc.finish(text_result(describe_error(err), json.encode { code = err.code or err.kind, message = err.message }, true))
end

local function check(value, err)
  if value == nil then refuse(err) end
  return value
end

local function invalid(message, faults)
  return { code = "invalid_parameters", message = message, errors = faults }
end

-- Runs a verb of the client in the tool's coroutine. The client throws for what it can send to no service: a number
-- that JSON does not have.
local function await(desk, verb, ...)
  local is_right, running, err = pcall(desk.start, desk, verb, ...)
  if not is_right then return nil, invalid(tostring(running)) end
  if not running then return nil, err end
  while true do
    local done, value, failure = running:advance()
    if done and done ~= "progress" then return value, failure end
    coroutine.yield()
  end
end

local function ask(desk, method, path, body)
  return check(await(desk, "request", method, path, body))
end

-- The answer as the service's JSON, which is passed on as it is.
local function ask_raw(desk, method, path, body)
  return check(await(desk, "request", method, path, body, { raw = true }))
end

local function escape(text)
  return (tostring(text):gsub("[^%w%-]", function(c) return ("%%%02X"):format(c:byte()) end))
end

-- --- articles -------------------------------------------------------------------------------------------------------

local function article_text(article)
  local lines = { ("%s: %s"):format(article.articleId, article.status) }
  if article.status == "finished" then
    local output = article.output or {}
    lines[#lines + 1] = ("Title: %s"):format(article.title or "")
    lines[#lines + 1] = ("Words: %s"):format(article.wordsCharged or "")
    for _, note in ipairs(article.notes or {}) do lines[#lines + 1] = "Note: " .. note end
    lines[#lines + 1] = ""
    lines[#lines + 1] = output.polishedHtml or output.html
  elseif article.status == "failed" then
    lines[#lines + 1] = ("Why: %s (%s)"):format(article.error or "", article.errorCode or "")
  else
    lines[#lines + 1] = ("%d %%: %s"):format((article.progress or 0) * 100, article.statusDetail or "")
  end
  return table.concat(lines, "\n")
end

local function show_article(desk, id)
  local path = "/api/articles/" .. escape(id)
  local article = ask(desk, "GET", path)
  return text_result(article_text(article), ask_raw(desk, "GET", path), article.status == "failed")
end

-- Until the article has ended, telling of its progress.
local function follow(desk, id, tell)
  local running = check(desk:start("wait", id, { on_progress = function() end }))
  while true do
    local done, record, err = running:advance()
    if done == "progress" then
      tell(record.progress or 0, record.statusDetail or record.status)
    elseif done then
      if record or err.kind == "failed" or err.kind == "cancelled" then return end
      refuse(err)
    else
      coroutine.yield()
    end
  end
end

local function write_article(desk, given, call)
  local request = {}
  for name, value in pairs(given) do
    if name ~= "wait" then request[name] = value end
  end
  local id = check(await(desk, "create", request)).articleId
  if given.wait == false then
    return text_result(("%s is queued; article_status says how it stands."):format(id),
      json.encode { articleId = id, status = "queued" })
  end
  call.request.on_cancel = function()
    await(desk, "request", "POST", "/api/articles/" .. escape(id) .. "/cancel")
  end
  call.request.is_long = true
  call.tell(0, "Queued")
  follow(desk, id, call.tell)
  return show_article(desk, id)
end

local function article_status(desk, given)
  return show_article(desk, given.articleId)
end

-- --- links ----------------------------------------------------------------------------------------------------------

-- The id of the domain that an argument names by its id or its name.
local function domain_id(desk, wanted)
  local found
  for _, domain in ipairs(ask(desk, "GET", "/api/domains").data) do
    if domain.domainId == wanted then return wanted end
    if domain.name == wanted then
      if found then
        refuse(invalid(("Several domains are named %q; give the id, as list_domains shows it."):format(wanted)))
      end
      found = domain.domainId
    end
  end
  return found or wanted -- the service says what is wrong with it
end

local function link_content(desk, given)
  local request = {}
  for name, value in pairs(given) do request[name] = value end
  request.domainId = domain_id(desk, request.domainId)
  local linked = check(await(desk, "link", request))
  return text_result(linked.content, json.encode {
    content = linked.content, wordsAnalyzed = linked.wordsAnalyzed,
    links = linked.links and linked.links[1] and linked.links or nil,
  })
end

local function list_domains(desk)
  local raw = ask_raw(desk, "GET", "/api/domains")
  local lines = {}
  for _, domain in ipairs(ask(desk, "GET", "/api/domains").data) do
    lines[#lines + 1] = ("%s  %s  %s, %d pages"):format(domain.domainId, domain.name, domain.status, domain.pageCount)
  end
  if #lines == 0 then lines[1] = "There are no domains yet." end
  return text_result(table.concat(lines, "\n"), raw)
end

-- --- the table ------------------------------------------------------------------------------------------------------

-- Of an article, or of what was refused: clients hold errors against it too.
local ARTICLE = schema.object {
  { name = "articleId", type = "string" }, { name = "status", type = "string" },
  { name = "code", type = "string" }, { name = "message", type = "string" },
}

local function article_fields()
  local fields = schema.article()
  fields[#fields + 1] = { name = "wait", type = "boolean", default = true,
    summary = "Wait until the article is written; false: give its id at once." }
  return fields
end

local function status_fields()
  return { { name = "articleId", type = "string", required = true, summary = "As write_article gave it." } }
end

local function link_fields()
  return schema.request("LinkRequest", {
    { name = "content", type = "string", required = true, summary = "What gets links." },
    { name = "domainId", type = "string", required = true,
      summary = "The domain to whose pages it links, by its id or its name." },
  })
end

local function no_fields()
  return {}
end

local list = {
  { name = "write_article", title = "Write an article", run = write_article, fields = article_fields, output = ARTICLE,
    description = "Writes an article for a keyword, with sources, and gives its HTML. It takes seconds to minutes, and "
      .. "may be charged for. Cancelling the request cancels the article.",
    annotations = { readOnlyHint = false, destructiveHint = false, idempotentHint = false, openWorldHint = true } },
  { name = "article_status", title = "How an article stands", run = article_status, output = ARTICLE,
    fields = status_fields,
    description = "Says how an article stands, and gives its HTML when it is finished.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "link_content", title = "Put internal links into content", run = link_content, fields = link_fields,
    description = "Puts links to the pages of a domain into HTML or Markdown, and changes nothing else in it.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "list_domains", title = "List domains", run = list_domains,
    fields = no_fields,
    description = "Lists the domains to whose pages link_content can link.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
}

local HINTS = { "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint" }

local function annotations_text(annotations)
  local members = {}
  for i, hint in ipairs(HINTS) do
    members[i] = { hint, annotations[hint] ~= nil and json.encode(annotations[hint]) }
  end
  return json.object(members)
end

local function tool_text(tool)
  return json.object {
    { "name", json.encode(tool.name) },
    { "title", json.encode(tool.title) },
    { "description", json.encode(tool.description) },
    { "inputSchema", schema.input(tool.fields()) },
    { "outputSchema", tool.output },
    { "annotations", annotations_text(tool.annotations) },
  }
end

--- The list for tools/list, as JSON.
function tools.list()
  local texts = {}
  for i, tool in ipairs(list) do texts[i] = tool_text(tool) end
  return json.array(texts)
end

function tools.names()
  local names = {}
  for i, tool in ipairs(list) do names[i] = tool.name end
  return table.concat(names, ", ")
end

function tools.find(name)
  for _, tool in ipairs(list) do
    if tool.name == name then return tool end
  end
end

--- Runs a tool in the running coroutine: its result, as JSON.
-- @param given the arguments, decoded
-- @tparam table call `tell(progress, message)`, and the `request`, whose `on_cancel` the tool may set
function tools.call(tool, desk, given, call)
  local faults = arguments.faults(tool.fields(), given)
  if faults[1] then refuse(invalid(("%s does not take these arguments."):format(tool.name), faults)) end
  return tool.run(desk, given, call)
end

return tools
