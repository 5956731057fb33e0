--- Commands about the keys of an account.
-- @module copydesk.cli.keys
local core = require "copydesk.core"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local SHOWN_ONCE = "it is shown only now"
local JSON = resource.JSON
local ACCOUNT = session.ACCOUNT

-- A key by id, by how it begins or by name. While a key is made anew two have one name.
local function find(desk, wanted)
  local found, beginnings = {}, {}
  for key in resource.all(desk, "/api/keys") do
    if key.keyId == wanted then return key end
    if key.prefix == wanted or key.name == wanted then
      found[#found + 1], beginnings[#beginnings + 1] = key, key.prefix
    end
  end
  if #found > 1 then
    session.fail("failed", ("several keys are named %q: say which by how it begins, %s"):format(wanted,
      table.concat(beginnings, " or ")))
  end
  return found[1] or session.fail("failed", ("there is no key %q; `copydesk keys list` shows them"):format(wanted))
end

local function whole(options, name)
  local given = options[name]
  if given and not given:find("^%d+$") then session.fail("usage", ("--%s takes a whole number"):format(name)) end
  return given and tonumber(given)
end

-- "articles,links" is what the list shows.
local function read_scopes(given)
  local scopes = given and {}
  for _, words in ipairs(given or {}) do
    for word in words:gmatch "[^,%s]+" do scopes[#scopes + 1] = word end
  end
  return scopes
end

-- What the options say of a key.
local function read_fields(options)
  local fields = { name = options.name, scopes = read_scopes(options.scope),
    expiresInDays = whole(options, "expires-in-days") }
  if options["no-expiry"] then
    if fields.expiresInDays then session.fail("usage", "--no-expiry and --expires-in-days exclude each other") end
    fields.expiresAt = core.null
  end
  return fields
end

local function date(milliseconds)
  return milliseconds and os.date("!%Y-%m-%dT%H:%MZ", math.floor(milliseconds / 1000)) or "never"
end

local HEADS = { false, "begins", "name", "scopes", "ends", "used" }

local function row_of(key)
  return { key.keyId, key.prefix, key.name, table.concat(key.scopes, ","), date(key.expiresAt), date(key.lastUsedAt) }
end

local keys = resource.commands { kind = "key", heads = HEADS, row = row_of, find = find, called = "keyId" }

-- Shows a new key: itself to standard output, so that a program can read it from there.
local function write_new(key)
  terminal.write(key.key, "\n")
  terminal.note(("this is the key %s; %s"):format(key.keyId, SHOWN_ONCE))
end

local function add(options)
  local fields = read_fields(options)
  fields.name = options[1]
  resource.send(options, session.open(options), "POST", "/api/keys", fields, write_new)
end

local function set(options)
  keys.set(options, read_fields(options))
end

local function rotate(options)
  local grace = whole(options, "grace")
  local desk = session.open(options)
  local path = keys.path(find(desk, options[1])) .. "/rotate"
  resource.send(options, desk, "POST", path, { graceSeconds = grace }, write_new)
end

local SCOPE = { name = "scope", value = "SCOPE", many = true, values = { "articles", "links", "manage" },
  help = "articles, links or manage, or several with commas between them" }
local DAYS = { name = "expires-in-days", value = "N", help = "it stops working then" }
local NAMED = "KEY is its name, how it begins (cd_7YjIzc), or its id."
local ONE = { { name = "KEY" } }

return {
  { name = "keys list", summary = "List keys.", run = keys.list, options = { ACCOUNT, JSON } },
  { name = "keys add", summary = "Make a key; shows it.", run = add,
    arguments = { { name = "NAME", optional = true } }, options = { SCOPE, DAYS, ACCOUNT, JSON },
    details = { "The key alone goes to standard output. Without --scope it may be used for everything." } },
  { name = "keys set", summary = "Change a key.", run = set, arguments = ONE,
    options = { { name = "name", value = "NAME", help = "another name" }, SCOPE, DAYS,
      { name = "no-expiry", help = "it works for good" }, ACCOUNT, JSON },
    details = { NAMED, "What is not given stays." } },
  { name = "keys rotate", summary = "Make a key anew; shows the new one.", run = rotate, arguments = ONE,
    options = { { name = "grace", value = "SECONDS", help = "how long the old one goes on working; 86400" }, ACCOUNT,
      JSON },
    details = { NAMED, "The new key has the name and the scopes of the old one." } },
  { name = "keys remove", summary = "Remove keys.", run = keys.remove,
    arguments = { { name = "KEY", many = true } }, options = { ACCOUNT }, details = { NAMED } },
}
