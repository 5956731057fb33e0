--- Receiving webhooks: is this request from the service, as it was sent, and recent?
--
--     local event, err = copydesk.webhook.verify(secret, headers, body)
--     if event and event.type == "article.finished" then publish(event.output.html) end
--
-- The signatures are those of Standard Webhooks 1.0. The body must be the bytes that arrived, not decoded and encoded
-- again.
-- A request is sent again until it is answered with a 2xx status: `webhook-id` says which ones are repeats.
-- @module copydesk.webhook
local core = require "copydesk.core"
local signature = require "copydesk.signature"

local webhook = {}

local TOLERANCE = 300 -- seconds

local ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"

local function refuse(code, message, ...)
  return core.error("signature", code, message:format(...))
end

-- The three headers by lower-case name, each a list: a name may come twice, or in two spellings.
local function collect(headers)
  local found = { [ID] = {}, [TIMESTAMP] = {}, [SIGNATURE] = {} }
  for name, value in pairs(headers) do
    local list = type(name) == "string" and found[name:lower()]
    for _, item in ipairs(list and (type(value) == "table" and value or { value }) or {}) do
      list[#list + 1] = tostring(item)
    end
  end
  return found
end

-- The value of a header that must be there once, and match the whole pattern.
local function single(found, name, pattern)
  local list = found[name]
  if #list == 0 then return refuse("missing_header", "the request has no header %s", name) end
  local value = #list == 1 and list[1]:match("^" .. pattern .. "$")
  if value then return value end
  return refuse("bad_header", "the request's header %s is malformed or there more than once", name)
end

local function check_age(timestamp, tolerance)
  local age = os.time() - tonumber(timestamp)
  if age > tolerance then return refuse("too_old", "the request was signed %.0f seconds ago", age) end
  if age < -tolerance then return refuse("too_new", "the request was signed %.0f seconds in the future", -age) end
  return true
end

-- Compares every signature with every expected one, so that the time it takes does not show which of them fits.
local function is_signed(found, expected)
  local fits = false
  for candidate in table.concat(found[SIGNATURE], " "):gmatch "%S+" do
    for _, value in ipairs(expected) do
      if signature.equal(candidate, value) then fits = true end
    end
  end
  return fits
end

local function check(name, value, expected)
  if type(value) == expected then return end
  error(("verify: %s must be a %s, got %s"):format(name, expected, type(value)), 4)
end

local function check_arguments(secrets, headers, body, tolerance)
  if #secrets == 0 then error("verify: a secret, or a list of some, expected", 3) end
  for _, secret in ipairs(secrets) do
    check("secret", secret, "string")
    local well_formed, problem = signature.sign(secret, "", "", "")
    if not well_formed then error("verify: " .. problem, 3) end
  end
  check("headers", headers, "table")
  check("body", body, "string")
  check("tolerance", tolerance, "number")
  if tolerance ~= tolerance or tolerance < 0 then error("verify: tolerance must not be negative", 3) end
end

-- The id and the time of a recent request, or nil, nil and an error.
local function read_headers(found, tolerance)
  -- A full stop in the id could move the border between id and time; the standard forbids it.
  local id, timestamp, recent, err
  id, err = single(found, ID, "[^.]+")
  if not id then return nil, nil, err end
  timestamp, err = single(found, TIMESTAMP, "[0-9]+")
  if not timestamp then return nil, nil, err end
  recent, err = check_age(timestamp, tolerance)
  if not recent then return nil, nil, err end
  return id, timestamp
end

--- Verifies a request. A malformed secret is a wrong argument and throws, as every wrong argument does.
-- @tparam string|{string,...} secret `whsec_...`; a list while a secret rotates
-- @tparam table headers name to value, or to a list of values, in any letter case: `ngx.req.get_headers(0)`
-- @tparam string body the bytes of the request's body
-- @tparam[opt=300] number tolerance seconds by which the request's time may differ from ours; `math.huge`: any
-- @treturn table the decoded body
-- @return or nil and an error of kind `signature` with the code `missing_header`, `bad_header`, `too_old`, `too_new` or
-- `bad_signature`, or of kind `decode` when what was signed is not a JSON object
function webhook.verify(secret, headers, body, tolerance)
  local secrets = type(secret) == "table" and secret or { secret }
  tolerance = tolerance == nil and TOLERANCE or tolerance
  check_arguments(secrets, headers, body, tolerance)
  local found = collect(headers)
  local id, timestamp, err = read_headers(found, tolerance)
  if not id then return nil, err end
  if #found[SIGNATURE] == 0 then return refuse("missing_header", "the request has no header %s", SIGNATURE) end
  local expected = {}
  for i, item in ipairs(secrets) do expected[i] = signature.sign(item, id, timestamp, body) end
  if not is_signed(found, expected) then
    return refuse("bad_signature", "no signature of the request fits: another secret, or changed on the way")
  end
  local event, problem = core.decode(body)
  if type(event) == "table" then return event end
  return core.error("decode", "invalid_json", problem or "the request's body is not a JSON object")
end

return webhook
