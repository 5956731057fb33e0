--- What the tools have in common: they ask the service, and make what it answers the result of a call.
--
-- What the service refuses ends the tool: its result has `isError`, and a text that says what is wrong and what is
-- allowed.
-- @module copydesk.mcp.asking
local json = require "copydesk.mcp.json"
local rpc = require "copydesk.mcp.rpc"

local asking = {}

-- --- results --------------------------------------------------------------------------------------------------------

--- A result.
-- @tparam string text for a reader
-- @tparam[opt] string structured JSON text, for a program
-- @tparam[opt] boolean is_error
function asking.result(text, structured, is_error)
  return json.object {
    { "content", json.array { json.object { { "type", '"text"' }, { "text", json.encode(text) } } } },
    { "structuredContent", structured },
    { "isError", is_error and "true" or "false" },
  }
end

local function describe(err)
  local lines = { err.message or tostring(err) }
  for _, fault in ipairs(err.errors or {}) do
    lines[#lines + 1] = (fault.pointer ~= "" and fault.pointer .. ": " or "") .. fault.detail
  end
  return table.concat(lines, "\n")
end

--- Ends the tool with an error of the client.
function asking.refuse(err)
  local code = err.code or err.kind
  local structured = json.object { { "code", json.value(code) }, { "message", json.value(err.message) } }
  rpc.finish(asking.result(describe(err), structured, true))
end

--- An error about what the caller gave.
-- @tparam string message
-- @tparam[opt] {table,...} faults each with a `pointer` and a `detail`
function asking.invalid(message, faults)
  return { code = "invalid_parameters", message = message, errors = faults }
end

function asking.check(value, err)
  if value == nil then asking.refuse(err) end
  return value
end

-- --- requests -------------------------------------------------------------------------------------------------------

--- Starts a verb of the client: what runs, or nil and an error. The client throws for what it can send to no service,
-- such as a number that JSON does not have.
function asking.start(desk, verb, ...)
  local is_right, running, err = pcall(desk.start, desk, verb, ...)
  if not is_right then return nil, asking.invalid(tostring(running)) end
  return running, err
end

--- What a verb gives that runs, or nil and an error; waits for it in the coroutine that calls.
function asking.finish(running)
  while true do
    local done, value, failure = running:advance()
    if done and done ~= "progress" then return value, failure end
    coroutine.yield()
  end
end

--- Starts a verb of the client and waits for what it gives: that, or nil and an error.
function asking.await(desk, verb, ...)
  local running, err = asking.start(desk, verb, ...)
  if not running then return nil, err end
  return asking.finish(running)
end

--- What the service answers to a request, whose arguments are those of the client's verb.
function asking.ask(desk, ...)
  return asking.check(asking.await(desk, "request", ...))
end

local function escape(text)
  return (tostring(text):gsub("[^%w%-]", function(c) return ("%%%02X"):format(c:byte()) end))
end

--- A path with an id in it: path("/api/articles/%s/cancel", id).
function asking.path(format, id)
  if id == "" then asking.refuse(asking.invalid "The id must not be empty.") end
  return format:format(escape(id))
end

-- --- lists ----------------------------------------------------------------------------------------------------------

-- A path with a query; a whole number may be a float here.
local function with_query(path, given)
  local query = {}
  for name, value in pairs(given) do
    if type(value) == "number" then value = ("%.0f"):format(value) end
    query[#query + 1] = escape(name) .. "=" .. escape(value)
  end
  return query[1] and path .. "?" .. table.concat(query, "&") or path
end

--- A page of a list as a result.
-- @tparam string name of what is listed: "domains", at /api/domains
-- @tparam table given the query, by name
-- @tparam function line what a reader sees of an entry
-- @tparam function entry what a program gets of it, JSON text
function asking.list(desk, name, given, line, entry)
  local page, lines, entries = asking.ask(desk, "GET", with_query("/api/" .. name, given)), {}, {}
  for i, record in ipairs(page.data) do lines[i], entries[i] = line(record), entry(record) end
  if not lines[1] then lines[1] = ("No %s found."):format(name) end
  if page.hasMore then lines[#lines + 1] = "There are more: cursor " .. page.nextCursor end
  return asking.result(table.concat(lines, "\n"), json.object {
    { "data", json.array(entries) },
    { "hasMore", page.hasMore and "true" or "false" },
    { "nextCursor", json.value(page.nextCursor) },
  })
end

-- --- names ----------------------------------------------------------------------------------------------------------

local ID = "^%x+%-%x+%-%x+%-%x+%-%x+$"
local ID_BYTES = 36

local function ids_named(desk, kind, name)
  local found, cursor = {}, nil
  repeat
    local page = asking.ask(desk, "GET", with_query(("/api/%ss"):format(kind), { cursor = cursor }))
    for _, entry in ipairs(page.data) do
      if entry.name == name then found[#found + 1] = entry[kind .. "Id"] end
    end
    cursor = page.hasMore and page.nextCursor or nil
  until not cursor
  return found
end

--- The id of what an argument names by its id or its name.
-- @tparam string kind "domain": its list is at /api/domains, its id is domainId, and list_domains shows it
function asking.id(desk, kind, wanted)
  if #wanted == ID_BYTES and wanted:find(ID) then return wanted end
  local found = ids_named(desk, kind, wanted)
  if #found == 1 then return found[1] end
  local problem = found[1] and "Several %ss are named %q; give the id, as list_%ss shows it."
    or "There is no %s %q; list_%ss shows which there are."
  asking.refuse(asking.invalid(problem:format(kind, wanted, kind)))
end

return asking
