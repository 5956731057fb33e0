--- Lists of the service, page by page, what people name in them, and the commands that all of them have.
-- @module copydesk.cli.resource
local each = require "copydesk.cli.each"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local resource = {}

local PAGE = 100

--- The option of every command that shows an answer of the service.
resource.JSON = { name = "json", help = "the service's JSON as it is" }

-- Lists that are answered whole: their routes take no parameters.
local WHOLE = { ["/api/keys"] = true, ["/api/domains"] = true }

local function page_path(path, cursor)
  if WHOLE[path] then return path end
  return ("%s?limit=%d%s"):format(path, PAGE, cursor and "&cursor=" .. cursor or "")
end

--- Goes through all entries of a list.
-- @param desk the client
-- @tparam string path of the list: "/api/brands"
function resource.all(desk, path)
  return coroutine.wrap(function()
    local cursor
    repeat
      local page = session.check(desk:request("GET", page_path(path, cursor)))
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
  return session.check(desk:request("GET", page_path(path), nil, { raw = true }))
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

--- What the commands about a kind of entry have in common.
-- @tparam table of `kind`: "brand", as of resource.find; `write` shows an entry, or `heads` and `row` show it in
-- columns; `find(desk, wanted)`, where entries are not named by id or name alone; `called`: the field by which an entry
-- is named when it is removed, its name if absent
-- @treturn table find, path, write; list, show, set, remove: they take the options of a command
function resource.commands(of)
  local commands = {}
  local list = "/api/" .. of.kind .. "s"

  commands.find = of.find or function(desk, wanted) return resource.find(desk, of.kind, wanted) end
  commands.write = of.write or function(entry) terminal.columns(of.heads, { of.row(entry) }) end

  function commands.path(entry) return list .. "/" .. resource.escape(entry[of.kind .. "Id"]) end

  function commands.list(options)
    local desk = session.open(options)
    if options.json then return terminal.write(resource.raw(desk, list), "\n") end
    local rows = {}
    for entry in resource.all(desk, list) do
      if of.row then rows[#rows + 1] = of.row(entry) else of.write(entry) end
    end
    if of.row then terminal.columns(of.heads, rows) end
  end

  --- write_rest: what is shown of an entry by itself.
  function commands.show(options, write_rest)
    local desk = session.open(options)
    local entry = commands.find(desk, options[1])
    if options.json then
      return terminal.write(session.check(desk:request("GET", commands.path(entry), nil, { raw = true })), "\n")
    end
    commands.write(entry)
    write_rest(entry)
  end

  --- fields: what changes. check: called with the entry before it is changed; may be absent.
  function commands.set(options, fields, check)
    if next(fields) == nil then
      session.fail("usage", ("what is to change? `copydesk %ss set --help` tells the options"):format(of.kind))
    end
    local desk = session.open(options)
    local entry = commands.find(desk, options[1])
    if check then check(entry) end
    resource.send(options, desk, "PATCH", commands.path(entry), fields, commands.write)
  end

  function commands.remove(options)
    local desk = session.open(options)
    each(options, function(wanted)
      local entry = commands.find(desk, wanted)
      session.check(desk:request("DELETE", commands.path(entry)))
      terminal.note("removed " .. entry[of.called or "name"])
    end)
  end

  return commands
end

return resource
