--- Commands about accounts, for whoever runs the service.
-- @module copydesk.cli.accounts
local core = require "copydesk.core"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local JSON = resource.JSON

-- "5", "-5"
local function whole(options, name)
  local given = options[name]
  if given and not given:find("^%-?%d+$") then session.fail("usage", ("--%s takes a whole number"):format(name)) end
  return given and tonumber(given)
end

local MONTHLY = { unlimited = -1, plan = core.null }

-- "1000", "unlimited" or "plan"
local function monthly(options, name)
  local given = options[name]
  if given and MONTHLY[given] then return MONTHLY[given] end
  if given and not given:find("^%d+$") then
    session.fail("usage", ("--%s takes a number, unlimited or plan"):format(name))
  end
  return given and tonumber(given)
end

local function read_fields(options)
  return { plan = options.plan, monthlyWords = monthly(options, "monthly-words"),
    monthlyCredits = monthly(options, "monthly-credits") }
end

local function amount_of(amount)
  return amount.left and ("%d"):format(amount.left) or "unlimited"
end

local HEADS = { "name", "plan", "state", ">words left", ">credits left", "origin" }

local function row_of(account)
  return { account.accountId, account.plan, account.state, amount_of(account.words), amount_of(account.credits),
    account.origin }
end

local accounts = resource.commands {
  kind = "account", heads = HEADS, row = row_of, called = "accountId",
  find = function(_, name) return { accountId = name } end,
}

local function add(options)
  local fields = read_fields(options)
  fields.accountId = options[1]
  resource.send(options, session.open(options), "POST", "/api/accounts", fields, function(account)
    terminal.write(account.key, "\n")
    terminal.note("this is the key of " .. account.accountId .. "; it is shown only now")
    if session.data then terminal.note("the account is in " .. session.data) end
  end)
end

local function set(options)
  local fields = read_fields(options)
  fields.addWords, fields.addCredits = whole(options, "add-words"), whole(options, "add-credits")
  if options.enable and options.disable then session.fail("usage", "--enable and --disable exclude each other") end
  fields.state = options.enable and "active" or options.disable and "disabled" or nil
  accounts.set(options, fields)
end

local AMOUNTS = { "plan", "unlimited" }

local TERMS = {
  { name = "plan", value = "PLAN", values = { "free", "starter", "professional" },
    help = "free, starter or professional" },
  { name = "monthly-words", value = "N", values = AMOUNTS, help = "words by month: a number, unlimited or plan" },
  { name = "monthly-credits", value = "N", values = AMOUNTS, help = "credits by month, the same" },
}

local CHANGES = {
  { name = "add-words", value = "N", help = "words to give now; below 0: to take" },
  { name = "add-credits", value = "N", help = "credits to give now; below 0: to take" },
  { name = "disable", help = "its keys no longer work" },
  { name = "enable", help = "they work again" },
  JSON,
}
for i, option in ipairs(TERMS) do table.insert(CHANGES, i, option) end

local ADDED = { JSON }
for i, option in ipairs(TERMS) do table.insert(ADDED, i, option) end

local OPERATOR = "For whoever runs the service: through its data folder (--data), or with a key of the account local."

return {
  { name = "accounts list", summary = "List the accounts of the service.", run = accounts.list, options = { JSON },
    details = { OPERATOR } },
  { name = "accounts add", summary = "Add an account; shows its first key.", run = add,
    arguments = { { name = "NAME" } }, options = ADDED,
    details = { OPERATOR, "The key alone goes to standard output. The service needs no restart." } },
  { name = "accounts set", summary = "Change an account.", run = set, arguments = { { name = "NAME" } },
    options = CHANGES,
    details = { OPERATOR, "What is not given stays. Configured accounts are changed in the configuration." } },
  { name = "accounts remove", summary = "Remove accounts with all that they have.", run = accounts.remove,
    arguments = { { name = "NAME", many = true } },
    details = { OPERATOR,
      "Articles, domains, brands, integrations and keys go; the ledger stays, and no other account can",
      "have the name." } },
}
