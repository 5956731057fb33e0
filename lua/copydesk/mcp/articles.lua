--- The tools for articles: writing, reading, polishing and delivering them.
--
-- The text of an article stands once in a result, in `structuredContent`; for programs that show a model nothing but
-- texts there is read_article.
-- @module copydesk.mcp.articles
local asking = require "copydesk.mcp.asking"
local json = require "copydesk.mcp.json"
local schema = require "copydesk.mcp.schema"

local ONE = "/api/articles/%s"

-- --- results --------------------------------------------------------------------------------------------------------

local MEMBERS = { "articleId", "status", "statusDetail", "progress", "error", "errorCode", "title", "slug",
  "metaDescription", "wordsCharged", "sources", "notes" }
local LISTED = { "articleId", "status", "errorCode", "title", "createdAt" }

-- Of an article, or of what was refused: clients hold errors against it too.
local ARTICLE = schema.object {
  { name = "articleId", type = "string" }, { name = "status", type = "string" },
  { name = "code", type = "string" }, { name = "message", type = "string" },
}

local function standing(article)
  local detail = article.statusDetail or ""
  local is_told = detail ~= "" and detail:lower() ~= article.status
  return ("%s: %s%s"):format(article.articleId, article.status, is_told and " (" .. detail .. ")" or "")
end

local function summary(article)
  local lines = { standing(article) }
  local function add(format, value) lines[#lines + 1] = value and format:format(value) end
  if article.status == "finished" then
    add("Title: %s", article.title)
    add("Words: %s", article.wordsCharged)
    add("Description: %s", article.metaDescription)
    for _, note in ipairs(article.notes or {}) do add("Note: %s", note) end
    add("%s", "read_article gives its text.")
  elseif article.status == "failed" then
    add("Why: %s", ("%s (%s)"):format(article.error or "", article.errorCode or ""))
  else
    add("%d %%", math.floor((article.progress or 0) * 100))
  end
  return table.concat(lines, "\n")
end

-- The record as it is given to a program, with its text when it is asked for.
local function record(article, is_whole)
  local members, output = json.members(article, MEMBERS), article.output or {}
  local html = is_whole and (output.polishedHtml or output.html)
  members[#members + 1] = { "output", html and json.object { { "html", json.encode(html) } } }
  return json.object(members)
end

local function article_result(article, is_whole, is_error)
  return asking.result(summary(article), record(article, is_whole), is_error)
end

local function show(desk, id)
  local article = asking.ask(desk, "GET", asking.path(ONE, id))
  return article_result(article, true, article.status == "failed")
end

-- --- writing --------------------------------------------------------------------------------------------------------

-- Until the article has ended, telling of its progress.
local function follow(desk, id, tell)
  local running = asking.check(desk:start("wait", id, { on_progress = function() end }))
  while true do
    local done, article, err = running:advance()
    if done == "progress" then
      tell(article.progress or 0, article.statusDetail or article.status)
    elseif done then
      if article or err.kind == "failed" or err.kind == "cancelled" then return end
      asking.refuse(err)
    else
      coroutine.yield()
    end
  end
end

local function without(given, left_out)
  local kept = {}
  for name, value in pairs(given) do
    if name ~= left_out then kept[name] = value end
  end
  return kept
end

local function write_article(desk, given, call)
  local creating = asking.check(asking.start(desk, "create", without(given, "wait")))
  local id
  local function created()
    id = id or asking.check(asking.finish(creating)).articleId
    return id
  end
  -- The service may have the article before its answer is here: whoever cancels in between waits for the id.
  call.request.on_cancel = function()
    asking.await(desk, "request", "POST", asking.path(ONE .. "/cancel", created()))
  end
  created()
  if given.wait == false then
    return asking.result(("%s is queued; article_status says how it stands."):format(id),
      json.object { { "articleId", json.encode(id) }, { "status", '"queued"' } })
  end
  call.request.is_long = true
  call.tell(0, "Queued")
  follow(desk, id, call.tell)
  return show(desk, id)
end

local function article_status(desk, given)
  return show(desk, given.articleId)
end

local FORMS = { markdown = "text/markdown", html = "text/html" }

local function read_article(desk, given)
  local accepted = FORMS[given.format or "markdown"]
  if not accepted then asking.refuse(asking.invalid("format must be markdown or html.")) end
  return asking.result(asking.ask(desk, "GET", asking.path(ONE .. "/content", given.articleId), nil,
    { raw = true, headers = { Accept = accepted } }))
end

-- --- what is there --------------------------------------------------------------------------------------------------

local function list_fields()
  return schema.request "ArticleList"
end

local function list_line(article)
  return ("%s  %s  %s"):format(article.articleId, article.errorCode or article.status,
    article.title or article.config.targetKeyword)
end

local function list_entry(article)
  local members = json.members(article, LISTED)
  members[#members + 1] = { "targetKeyword", json.value(article.config.targetKeyword) }
  return json.object(members)
end

local function list_articles(desk, given)
  return asking.list(desk, "articles", given, list_line, list_entry)
end

local function cancel_article(desk, given)
  return article_result(asking.ask(desk, "POST", asking.path(ONE .. "/cancel", given.articleId)))
end

local function polish_article(desk, given)
  local path = asking.path(ONE .. "/polish", given.articleId)
  return article_result(asking.ask(desk, "POST", path, without(given, "articleId")))
end

-- --- deliveries -----------------------------------------------------------------------------------------------------

local DELIVERY = { "deliveryId", "articleId", "integrationId", "state", "attempts", "lastStatus", "lastError",
  "remoteUrl" }

local function delivery_text(delivery)
  local lines = { ("%s: %s"):format(delivery.deliveryId, delivery.state) }
  lines[#lines + 1] = delivery.remoteUrl and "It is at " .. delivery.remoteUrl
  lines[#lines + 1] = delivery.lastError and "Problem: " .. delivery.lastError
  if delivery.state == "pending" then lines[#lines + 1] = "Ask again to see how it went; it is not sent twice." end
  return table.concat(lines, "\n")
end

local function deliver_article(desk, given)
  local body = { integrationId = asking.id(desk, "integration", given.integrationId) }
  local delivery = asking.ask(desk, "POST", asking.path(ONE .. "/deliver", given.articleId), body)
  return asking.result(delivery_text(delivery), json.object(json.members(delivery, DELIVERY)))
end

-- --- the table ------------------------------------------------------------------------------------------------------

local ID = { name = "articleId", type = "string", required = true, summary = "As write_article gave it." }

local function write_fields()
  local fields = schema.article()
  fields[#fields + 1] = { name = "wait", type = "boolean", default = true,
    summary = "Wait until the article is written; false: give its id at once." }
  return fields
end

local function polish_fields()
  local fields = schema.polish()
  table.insert(fields, 1, ID)
  return fields
end

local function one_article()
  return { ID }
end

local function read_fields()
  return { ID, { name = "format", type = "string", allowed = { "markdown", "html" }, default = "markdown",
    summary = "Its form." } }
end

local function deliver_fields()
  return { ID, { name = "integrationId", type = "string", required = true,
    summary = "The integration that receives it, by its id or its name." } }
end

return {
  { name = "write_article", title = "Write an article", run = write_article, fields = write_fields, output = ARTICLE,
    description = "Writes an article for a keyword, with sources, and gives its HTML. It takes seconds to minutes, and "
      .. "may be charged for. Cancelling the request cancels the article. What is said to be for an articleType does "
      .. "nothing with another.",
    annotations = { readOnlyHint = false, destructiveHint = false, idempotentHint = false, openWorldHint = true } },
  { name = "article_status", title = "How an article stands", run = article_status, fields = one_article,
    output = ARTICLE, description = "Says how an article stands, and gives its HTML when it is finished.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "read_article", title = "Read an article", run = read_article, fields = read_fields,
    description = "Gives the text of a finished article, polished where it was, and nothing else.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "list_articles", title = "List articles", run = list_articles, fields = list_fields,
    description = "Lists the articles, newest first.",
    annotations = { readOnlyHint = true, openWorldHint = false } },
  { name = "cancel_article", title = "Cancel an article", run = cancel_article, fields = one_article,
    description = "Cancels an article that is queued or being written, for good.",
    annotations = { readOnlyHint = false, destructiveHint = true, idempotentHint = true, openWorldHint = false } },
  { name = "polish_article", title = "Polish an article", run = polish_article, fields = polish_fields,
    description = "Begins to polish a finished article; article_status says when that is done.",
    annotations = { readOnlyHint = false, destructiveHint = false, idempotentHint = false, openWorldHint = true } },
  { name = "deliver_article", title = "Deliver an article", run = deliver_article, fields = deliver_fields,
    description = "Sends a finished article to a connected site or webhook, once, and says how that went.",
    annotations = { readOnlyHint = false, destructiveHint = false, idempotentHint = true, openWorldHint = true } },
}
