--- Commands about deliveries: articles on their way to integrations.
-- @module copydesk.cli.deliveries
local each = require "copydesk.cli.each"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local JSON = resource.JSON

local function find(desk, wanted)
  return resource.find(desk, "integration", wanted)
end

local function time(milliseconds)
  return milliseconds and os.date("!%Y-%m-%dT%H:%M:%SZ", math.floor(milliseconds / 1000)) or ""
end

-- "2 attempts, the next at 2026-01-31T09:15:02Z"
local function progress_of(delivery)
  return ("%d attempt%s%s"):format(delivery.attempts, delivery.attempts == 1 and "" or "s",
    delivery.nextAttemptAt and ", the next at " .. time(delivery.nextAttemptAt) or "")
end

local function write_delivery(delivery)
  local address = delivery.remoteUrl or delivery.url or ""
  if not terminal.is_shown() then
    return terminal.row("", delivery.deliveryId, delivery.state, delivery.articleId, address, delivery.lastError or "",
      delivery.attempts, time(delivery.nextAttemptAt))
  end
  terminal.row("%s  %-9s  %s", delivery.deliveryId, delivery.state, progress_of(delivery))
  terminal.below("article " .. delivery.articleId)
  terminal.below(address)
  terminal.below(delivery.lastError)
end

local function write_deliveries(options, desk, path)
  if options.json then return terminal.write(resource.raw(desk, path), "\n") end
  for delivery in resource.all(desk, path) do write_delivery(delivery) end
end

local function deliveries_of_integration(options)
  local desk = session.open(options)
  write_deliveries(options, desk, "/api/integrations/" .. find(desk, options[1]).integrationId .. "/deliveries")
end

local function article_path(id, rest)
  return ("/api/articles/%s/%s"):format(resource.escape(id), rest)
end

local function deliveries_of_article(options)
  write_deliveries(options, session.open(options), article_path(options[1], "deliveries"))
end

local function deliver(options)
  local desk = session.open(options)
  local integration = find(desk, options[2])
  local body = { integrationId = integration.integrationId }
  resource.send(options, desk, "POST", article_path(options[1], "deliver"), body, function(delivery)
    write_delivery(delivery)
    if delivery.state == "pending" then return end
    terminal.note(("it went there before, and is %s; to send it again: copydesk resend %s"):format(delivery.state,
      delivery.deliveryId))
  end)
end

local function resend(options)
  local desk = session.open(options)
  each(options, function(id)
    resource.send(options, desk, "POST", ("/api/deliveries/%s/resend"):format(resource.escape(id)), nil, write_delivery)
  end)
end

return {
  { name = "integrations deliveries", summary = "List what went to an integration, the newest first.",
    run = deliveries_of_integration, arguments = { { name = "ID|NAME" } }, options = { JSON } },
  { name = "deliveries", summary = "List where an article went.", run = deliveries_of_article,
    arguments = { { name = "ARTICLE" } }, options = { JSON } },
  { name = "deliver", summary = "Send a finished article to an integration.", run = deliver,
    arguments = { { name = "ARTICLE" }, { name = "ID|NAME" } }, options = { JSON },
    details = { "An article goes to an integration once; `copydesk resend` sends it again." } },
  { name = "resend", summary = "Send deliveries again.", run = resend,
    arguments = { { name = "DELIVERY", many = true } }, options = { JSON },
    details = { "At once. A site that has the draft already gets no second one. `copydesk deliveries ARTICLE` shows",
      "the ids." } },
}
