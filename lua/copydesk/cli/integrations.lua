--- Commands about integrations: the sites and webhooks to which finished articles go.
-- @module copydesk.cli.integrations
local core = require "copydesk.core"
local each = require "copydesk.cli.each"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local settings = require "copydesk.cli.settings"
local terminal = require "copydesk.cli.terminal"

local LIST = "/api/integrations"
local JSON = resource.JSON

local function write_row(integration)
  terminal.row("%s  %-9s  %-8s  %s", integration.integrationId, integration.kind, integration.state,
    integration.name, integration.problem or "")
  terminal.below(integration.problem)
end

local integrations = resource.commands { kind = "integration", write = write_row }

-- A webhook's secret, once.
local function write_made(integration)
  write_row(integration)
  if not integration.secret then return end
  terminal.row("%s  %s", "secret", integration.secret)
  terminal.note("requests are signed with this secret; it is not shown again")
end

local function add(options)
  settings.check(options[1], options)
  local body = { kind = options[1], name = options[2], settings = settings.read(options) }
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
  integrations.show(options, function(integration)
    write_settings(integration)
    write_last(integration.lastDelivery)
  end)
end

local function set(options)
  if options.enable and options.disable then session.fail("usage", "--enable and --disable contradict each other") end
  local body = { name = options.name, settings = settings.read(options),
    state = options.enable and "active" or options.disable and "disabled" or nil }
  integrations.set(options, body, function(integration) settings.check(integration.kind, options) end)
end

local function test(options)
  local desk, failed = session.open(options), false
  each(options, function(wanted)
    local integration = integrations.find(desk, wanted)
    local answer = session.check(desk:request("POST", integrations.path(integration) .. "/test", nil,
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
  local integration = integrations.find(desk, options[1])
  resource.send(options, desk, "POST", integrations.path(integration) .. "/rotate", nil, function(rotated)
    write_made(rotated)
    terminal.note("the secret before signs beside it for 24 hours")
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

local CHANGES = {
  { name = "name", value = "NAME", help = "another name" },
  { name = "enable", help = "articles go there again; clears its problem" },
  { name = "disable", help = "no articles go there" },
}
for _, option in ipairs(settings.OPTIONS) do CHANGES[#CHANGES + 1] = option end

local ONE = { { name = "ID|NAME" } }

return {
  { name = "integrations list", summary = "List the sites and webhooks to which articles go.", run = integrations.list,
    options = { JSON } },
  { name = "integrations add", summary = "Connect a site or a webhook.", run = add,
    arguments = { { name = "KIND", values = settings.kinds }, { name = "NAME" } }, options = settings.OPTIONS,
    details = {
      "KIND is webhook, wordpress, ghost, shopify or webflow.",
      "Give secrets with --secret: what stands in the arguments every program on the machine can see.",
      "An article goes there when it is finished: copydesk write KEYWORD --integration NAME",
    }, epilogue = settings.help_lines, entries = settings.entries },
  { name = "integrations show", summary = "Show an integration.", run = show, arguments = ONE, options = { JSON } },
  { name = "integrations set", summary = "Change an integration.", run = set, arguments = ONE, options = CHANGES,
    details = { "What is not given stays; an empty value removes a setting that is not secret." } },
  { name = "integrations test", summary = "Ask receivers whether they would take articles.", run = test,
    arguments = { { name = "ID|NAME", many = true } }, options = { JSON },
    details = { "Fails when one of them would not." } },
  { name = "integrations rotate", summary = "Give a webhook a new secret; the old one signs for 24 more hours.",
    run = rotate, arguments = ONE, options = { JSON } },
  { name = "integrations remove", summary = "Disconnect integrations.", run = integrations.remove,
    arguments = { { name = "ID|NAME", many = true } } },
  { name = "secrets rotate", summary = "Change the key that seals the secrets of integrations.", run = rotate_key,
    options = { JSON }, details = { "For whoever runs the service: it works through the data folder." } },
}
