--- Lists of the service, page by page, and what people name in them.
-- @module copydesk.cli.resource
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local resource = {}

local PAGE = 100

--- The option of every command that shows an answer of the service.
resource.JSON = { name = "json", help = "the service's JSON as it is" }

--- Goes through all entries of a list.
-- @param desk the client
-- @tparam string path of the list: "/api/brands"
function resource.all(desk, path)
  return coroutine.wrap(function()
    local cursor
    repeat
      local page = session.check(desk:request("GET",
        ("%s?limit=%d%s"):format(path, PAGE, cursor and "&cursor=" .. cursor or "")))
      for _, entry in ipairs(page.data) do coroutine.yield(entry) end
      cursor = page.hasMore and page.nextCursor
    until not cursor
  end)
end

--- Sends a request and shows what it answers: as the service wrote it where the options ask for JSON.
-- @tparam function write shows the decoded answer
function resource.send(options, desk, method, path, body, write)
  local answer = session.check(desk:request(method, path, body, { raw = options.json }))
  if options.json then return terminal.write(answer, "\n") end
  write(answer)
end

--- The first page of a list, as the service wrote it.
function resource.raw(desk, path)
  return session.check(desk:request("GET", ("%s?limit=%d"):format(path, PAGE), nil, { raw = true }))
end

--- An entry by id or by name; the command ends when there is none, or several of that name.
-- @tparam string kind what an entry is called: "brand"; its list is at /api/brands, its id is brandId
function resource.find(desk, kind, wanted)
  local found
  for entry in resource.all(desk, "/api/" .. kind .. "s") do
    if entry[kind .. "Id"] == wanted then return entry end
    if entry.name == wanted then
      if found then session.fail("failed", ("several %ss are named %q; use the id"):format(kind, wanted)) end
      found = entry
    end
  end
  if found then return found end
  session.fail("failed", ("there is no %s %q; `copydesk %ss list` shows them"):format(kind, wanted, kind))
end

--- A word from outside as a part of a path.
function resource.escape(word)
  return (word:gsub("[^%w_-]", function(character) return ("%%%02X"):format(character:byte()) end))
end

return resource
