--- Commands about the keys of an account.
-- @module copydesk.cli.keys
local core = require "copydesk.core"
local each = require "copydesk.cli.each"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local SHOWN_ONCE = "it is shown only now"
local JSON = { name = "json", help = "the service's JSON as it is" }
local ACCOUNT = session.ACCOUNT

local function path_of(key)
  return "/api/keys/" .. key.keyId
end

-- A key by id, by how it begins or by name.
local function find(desk, wanted)
  local found
  for _, key in ipairs(session.check(desk:request("GET", "/api/keys")).data) do
    if key.keyId == wanted then return key end
    if key.prefix == wanted or key.name == wanted then
      if found then session.fail("failed", ("several keys are named %q; use the id"):format(wanted)) end
      found = key
    end
  end
  return found or session.fail("failed", ("there is no key %q; `copydesk keys list` shows them"):format(wanted))
end

local function whole(options, name)
  local given = options[name]
  if given and not given:find("^%d+$") then session.fail("usage", ("--%s takes a whole number"):format(name)) end
  return given and tonumber(given)
end

-- What the options say of a key.
local function read_fields(options)
  local fields = { name = options.name, scopes = options.scope, expiresInDays = whole(options, "expires-in-days") }
  if options["no-expiry"] then
    if fields.expiresInDays then session.fail("usage", "--no-expiry and --expires-in-days exclude each other") end
    fields.expiresAt = core.null
  end
  return fields
end

local function date(milliseconds)
  return milliseconds and os.date("!%Y-%m-%dT%H:%MZ", math.floor(milliseconds / 1000)) or "never"
end

local function write_row(key)
  terminal.row("%s  %s  %s  %s  ends: %s  used: %s", key.keyId, key.prefix, key.name, table.concat(key.scopes, ","),
    date(key.expiresAt), date(key.lastUsedAt))
end

-- Shows a new key: itself to standard output, so that a program can read it from there.
local function write_new(options, desk, path, fields)
  if options.json then
    return terminal.write(session.check(desk:request("POST", path, fields, { raw = true })), "\n")
  end
  local key = session.check(desk:request("POST", path, fields))
  terminal.write(key.key, "\n")
  terminal.note(("this is the key %s; %s"):format(key.keyId, SHOWN_ONCE))
end

local function list(options)
  local desk = session.open(options)
  if options.json then
    return terminal.write(session.check(desk:request("GET", "/api/keys", nil, { raw = true })), "\n")
  end
  for _, key in ipairs(session.check(desk:request("GET", "/api/keys")).data) do write_row(key) end
end

local function add(options)
  local fields = read_fields(options)
  fields.name = options[1]
  write_new(options, session.open(options), "/api/keys", fields)
end

local function set(options)
  local fields = read_fields(options)
  if next(fields) == nil then
    session.fail("usage", "what is to change? `copydesk keys set --help` tells the options")
  end
  local desk = session.open(options)
  write_row(session.check(desk:request("PATCH", path_of(find(desk, options[1])), fields)))
end

local function rotate(options)
  local grace = whole(options, "grace")
  local desk = session.open(options)
  write_new(options, desk, path_of(find(desk, options[1])) .. "/rotate", { graceSeconds = grace })
end

local function remove(options)
  local desk = session.open(options)
  each(options, function(wanted)
    local key = find(desk, wanted)
    session.check(desk:request("DELETE", path_of(key)))
    terminal.note("removed " .. key.keyId)
  end)
end

local SCOPE = { name = "scope", value = "SCOPE", many = true,
  help = "articles, links or manage; may be repeated" }
local DAYS = { name = "expires-in-days", value = "N", help = "it stops working then" }
local ONE = { { name = "ID|NAME" } }

return {
  { name = "keys list", summary = "List keys.", run = list, options = { ACCOUNT, JSON } },
  { name = "keys add", summary = "Make a key; shows it.", run = add,
    arguments = { { name = "NAME", optional = true } }, options = { SCOPE, DAYS, ACCOUNT, JSON },
    details = { "The key alone goes to standard output. Without --scope it may be used for everything." } },
  { name = "keys set", summary = "Change a key.", run = set, arguments = ONE,
    options = { { name = "name", value = "NAME", help = "another name" }, SCOPE, DAYS,
      { name = "no-expiry", help = "it works for good" }, ACCOUNT },
    details = { "What is not given stays." } },
  { name = "keys rotate", summary = "Make a key anew; shows the new one.", run = rotate, arguments = ONE,
    options = { { name = "grace", value = "SECONDS", help = "how long the old one goes on working; 86400" }, ACCOUNT,
      JSON },
    details = { "The new key has the name and the scopes of the old one." } },
  { name = "keys remove", summary = "Remove keys.", run = remove,
    arguments = { { name = "ID|NAME", many = true } }, options = { ACCOUNT } },
}
