--- Commands about integrations: the sites and webhooks to which finished articles go, and what went there.
-- @module copydesk.cli.integrations
local core = require "copydesk.core"
local each = require "copydesk.cli.each"
local files = require "copydesk.cli.files"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local LIST = "/api/integrations"
local JSON = resource.JSON

local function path_of(integration)
  return LIST .. "/" .. integration.integrationId
end

local function find(desk, wanted)
  return resource.find(desk, "integration", wanted)
end

-- --- what the options say of settings ---

local function split(option, word, form)
  local name, value = word:match("^([%w_]+)=(.*)$")
  if not name then session.fail("usage", ("--%s takes %s, not %s"):format(option, form, word)) end
  return name, value
end

-- A list or an object is written as JSON; everything else is a text.
local function read_value(name, text)
  if not text:find("^[%[{]") then return text end
  local value = core.decode(text)
  if type(value) ~= "table" then session.fail("usage", ("--set %s is no JSON: %s"):format(name, text)) end
  return value
end

local SECRET = "NAME=@FILE, NAME=- or NAME=env:VARIABLE"

-- The arguments of a command can be seen by every program on the machine.
local function read_secret(name, from)
  local file, variable = from:match("^@(.+)$") or from == "-" and "-" or nil, from:match("^env:([%w_]+)$")
  if not file and not variable then
    session.fail("usage", ("--secret takes %s; other programs could see %s itself here"):format(SECRET, name))
  end
  local text = file and files.read_text(file) or variable and os.getenv(variable)
  if not text then session.fail("failed", ("the environment has no variable %s"):format(variable)) end
  text = text:gsub("^%s+", ""):gsub("%s+$", "")
  if text == "" then session.fail("failed", from .. " is empty") end
  return text
end

-- The kinds with their settings, by the service's own table; nil where only the client is installed.
local function kinds()
  local loaded, service = pcall(require, "copydesk.service")
  return loaded and service.describe().integrations or nil
end

-- The settings of a kind, by name; nil where they are unknown.
local function known_settings(kind)
  for _, integration in ipairs(kinds() or {}) do
    if integration.kind == kind then
      local known, names = {}, {}
      for i, setting in ipairs(integration.settings) do known[setting.name], names[i] = setting, setting.name end
      return known, names
    end
  end
end

-- The service passes over settings that a kind does not have, and cannot tell where a secret came from.
local function check_settings(kind, options)
  local known, names = known_settings(kind)
  for option, words in pairs(known and { set = options.set or {}, secret = options.secret or {} } or {}) do
    for _, word in ipairs(words) do
      local name = word:match "^[%w_]+"
      local setting = known[name]
      if name and not setting then
        session.fail("usage", ("a %s integration has no setting %s; it has %s"):format(kind, name,
          table.concat(names, ", ")))
      end
      if name and setting.secret and option == "set" then
        session.fail("usage", ("%s is secret: --secret %s=@FILE keeps it out of the arguments"):format(name, name))
      end
    end
  end
end

-- nil when the options say nothing of them.
local function read_settings(options)
  local settings = {}
  for _, word in ipairs(options.set or {}) do
    local name, value = split("set", word, "NAME=VALUE")
    settings[name] = read_value(name, value)
  end
  for _, word in ipairs(options.secret or {}) do
    local name, from = split("secret", word, SECRET)
    settings[name] = read_secret(name, from)
  end
  return next(settings) and settings
end

-- --- integrations ---

-- What does not fit the row of a terminal stands below it.
local function write_below(text)
  if text and terminal.is_shown() then terminal.write("    ", terminal.plain(text), "\n") end
end

local function write_row(integration)
  terminal.row("%s  %-9s  %-8s  %s", integration.integrationId, integration.kind, integration.state,
    integration.name, integration.problem or "")
  write_below(integration.problem)
end

-- A webhook's secret, once.
local function write_made(integration)
  write_row(integration)
  if not integration.secret then return end
  terminal.row("%s  %s", "secret", integration.secret)
  terminal.note("requests are signed with this secret; it is not shown again")
end

local function list(options)
  local desk = session.open(options)
  if options.json then return terminal.write(resource.raw(desk, LIST), "\n") end
  for integration in resource.all(desk, LIST) do write_row(integration) end
end

local function add(options)
  check_settings(options[1], options)
  local body = { kind = options[1], name = options[2], settings = read_settings(options) }
  resource.send(options, session.open(options), "POST", LIST, body, write_made)
end

local function sorted_names(object)
  local names = {}
  for name in pairs(object) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- A text; a list as "a, b"; an object as "a: 1, b: 2".
local function shown(value)
  if type(value) ~= "table" then return terminal.plain(tostring(value)) end
  local parts = {}
  for i, entry in ipairs(value) do parts[i] = shown(entry) end
  for _, name in ipairs(#value == 0 and sorted_names(value) or {}) do
    parts[#parts + 1] = terminal.plain(name) .. ": " .. shown(value[name])
  end
  return table.concat(parts, ", ")
end

local function write_settings(integration)
  for _, name in ipairs(sorted_names(integration.settings)) do
    terminal.write(("  %s: %s\n"):format(terminal.plain(name), shown(integration.settings[name])))
  end
end

local function write_last(last)
  if not last then return end
  terminal.write(("  last delivery: %s, %s\n    article %s\n"):format(last.deliveryId, last.state, last.articleId))
  if last.lastError then terminal.write("    ", terminal.plain(last.lastError), "\n") end
end

local function show(options)
  local desk = session.open(options)
  local integration = find(desk, options[1])
  if options.json then
    return terminal.write(session.check(desk:request("GET", path_of(integration), nil, { raw = true })), "\n")
  end
  write_row(integration)
  write_settings(integration)
  write_last(integration.lastDelivery)
end

local function set(options)
  if options.enable and options.disable then session.fail("usage", "--enable and --disable contradict each other") end
  local body = { name = options.name, settings = read_settings(options),
    state = options.enable and "active" or options.disable and "disabled" or nil }
  if next(body) == nil then
    session.fail("usage", "what is to change? `copydesk integrations set --help` tells the options")
  end
  local desk = session.open(options)
  local integration = find(desk, options[1])
  check_settings(integration.kind, options)
  resource.send(options, desk, "PATCH", path_of(integration), body, write_row)
end

local function test(options)
  local desk, failed = session.open(options), false
  each(options, function(wanted)
    local integration = find(desk, wanted)
    local answer = session.check(desk:request("POST", path_of(integration) .. "/test", nil,
      { timeout = 40, raw = options.json }))
    local result = options.json and session.check(core.decode(answer)) or answer
    if options.json then
      terminal.write(answer, "\n")
    else
      terminal.row("%s  %s  %s", result.ok and "ok" or "failed", integration.name, result.detail)
    end
    failed = failed or not result.ok
  end)
  if failed then session.fail "failed" end
end

local function rotate(options)
  local desk = session.open(options)
  local integration = find(desk, options[1])
  resource.send(options, desk, "POST", path_of(integration) .. "/rotate", nil, function(rotated)
    write_made(rotated)
    terminal.note("the secret before signs beside it for 24 hours")
  end)
end

local function remove(options)
  local desk = session.open(options)
  each(options, function(wanted)
    local integration = find(desk, wanted)
    session.check(desk:request("DELETE", path_of(integration)))
    terminal.note("removed " .. integration.name)
  end)
end

-- --- deliveries ---

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
  write_below("article " .. delivery.articleId)
  write_below(address)
  write_below(delivery.lastError)
end

local function write_deliveries(options, desk, path)
  if options.json then return terminal.write(resource.raw(desk, path), "\n") end
  for delivery in resource.all(desk, path) do write_delivery(delivery) end
end

local function deliveries_of_integration(options)
  local desk = session.open(options)
  write_deliveries(options, desk, path_of(find(desk, options[1])) .. "/deliveries")
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

-- --- the key of secrets ---

local function write_rotation(result)
  terminal.row("sealed with the new key: %d, unreadable: %d", result.sealed, result.unreadable)
  if result.keepsOld then terminal.note("the old keys stay in the key file, for what could not be opened") end
end

local function rotate_key(options)
  local desk = session.open(options)
  local answer = session.check(desk:request("POST", "/api/secrets/rotate", nil, { raw = options.json }))
  local result = options.json and session.check(core.decode(answer)) or answer
  if options.json then terminal.write(answer, "\n") else write_rotation(result) end
  if result.unreadable > 0 then session.fail("failed", "some secrets could not be opened: the log names them") end
end

local HELP_WIDTH = 110

-- The settings of each kind; nothing where they are unknown.
local function kind_lines()
  return coroutine.wrap(function()
    local all = kinds()
    if not all then return end
    coroutine.yield("")
    coroutine.yield("settings by kind (* required, ! secret):")
    for _, integration in ipairs(all) do
      for _, setting in ipairs(integration.settings) do
        local left = ("  %-10s %-20s %s%s "):format(integration.kind, setting.name,
          setting.required and "*" or " ", setting.secret and "!" or " ")
        for line in terminal.lines(setting.summary, HELP_WIDTH - #left) do
          coroutine.yield(left .. line)
          left = (" "):rep(#left)
        end
      end
    end
  end)
end

local SETTINGS = {
  { name = "set", value = "NAME=VALUE", many = true,
    help = "a setting; a list or an object as JSON; may be repeated" },
  { name = "secret", value = "NAME=FROM", many = true,
    help = "a secret setting from @FILE, - (standard input) or env:VARIABLE" },
}

local CHANGES = {
  { name = "name", value = "NAME", help = "another name" },
  { name = "enable", help = "articles go there again; clears its problem" },
  { name = "disable", help = "no articles go there" },
}
for _, option in ipairs(SETTINGS) do CHANGES[#CHANGES + 1] = option end
CHANGES[#CHANGES + 1] = JSON
SETTINGS[#SETTINGS + 1] = JSON

local ONE = { { name = "ID|NAME" } }

return {
  { name = "integrations list", summary = "List the sites and webhooks to which articles go.", run = list,
    options = { JSON } },
  { name = "integrations add", summary = "Connect a site or a webhook.", run = add,
    arguments = { { name = "KIND" }, { name = "NAME" } }, options = SETTINGS,
    details = {
      "KIND is webhook, wordpress, ghost, shopify or webflow.",
      "Give secrets with --secret: what stands in the arguments every program on the machine can see.",
      "An article goes there when it is finished: copydesk write KEYWORD --integration NAME",
    }, epilogue = kind_lines },
  { name = "integrations show", summary = "Show an integration.", run = show, arguments = ONE, options = { JSON } },
  { name = "integrations set", summary = "Change an integration.", run = set, arguments = ONE, options = CHANGES,
    details = { "What is not given stays; an empty value removes a setting that is not secret." } },
  { name = "integrations test", summary = "Ask receivers whether they would take articles.", run = test,
    arguments = { { name = "ID|NAME", many = true } }, options = { JSON },
    details = { "Fails when one of them would not." } },
  { name = "integrations rotate", summary = "Give a webhook a new secret; the old one signs for 24 more hours.",
    run = rotate, arguments = ONE, options = { JSON } },
  { name = "integrations remove", summary = "Disconnect integrations.", run = remove,
    arguments = { { name = "ID|NAME", many = true } } },
  { name = "integrations deliveries", summary = "List what went to an integration, the newest first.",
    run = deliveries_of_integration, arguments = ONE, options = { JSON } },
  { name = "deliveries", summary = "List where an article went.", run = deliveries_of_article,
    arguments = { { name = "ARTICLE" } }, options = { JSON } },
  { name = "deliver", summary = "Send a finished article to an integration.", run = deliver,
    arguments = { { name = "ARTICLE" }, { name = "ID|NAME" } }, options = { JSON },
    details = { "An article goes to an integration once; `copydesk resend` sends it again." } },
  { name = "resend", summary = "Send deliveries again.", run = resend,
    arguments = { { name = "DELIVERY", many = true } }, options = { JSON },
    details = { "At once. A site that has the draft already gets no second one. `copydesk deliveries ARTICLE` shows",
      "the ids." } },
  { name = "secrets rotate", summary = "Change the key that seals the secrets of integrations.", run = rotate_key,
    options = { JSON }, details = { "For whoever runs the service: it works through the data folder." } },
}
