--- What the service makes of requests that are malformed, odd, smuggled, or that never end; beside a real nginx, which
-- gets the same bytes. HOSTILE_TABLE=FILE writes both answers to each as a table (make hostile-table).
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local libmicrohttpd = require "spec.support.libmicrohttpd"
local nginx = require "spec.support.nginx"
local requests = require "spec.support.hostile_requests"
local service = require "spec.support.service"
local socket = require "socket"

-- A good request that comes behind each: it is answered when the connection is still open to requests.
local NEXT = "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: next\r\nConnection: close\r\n\r\n"

-- The statuses of what a server sent, and whether the last answer is that to NEXT.
local function read_answers(all)
  local statuses, is_open, at = {}, false, 1
  while all:find("^HTTP/1%.%d %d%d%d", at) do
    local stop = select(2, all:find("\r\n\r\n", at, true))
    if not stop then break end
    local head = all:sub(at, stop)
    local status = head:match("^HTTP/1%.%d (%d+)")
    local length = tonumber(head:match("\r\n[Cc]ontent%-[Ll]ength: *(%d+)")) or 0
    is_open = head:find("\r\nX-Request-Id: next\r\n", 1, true) ~= nil
    if not is_open then statuses[#statuses + 1] = status end
    at = stop + 1 + length
  end
  if at == 1 and all ~= "" then statuses = { "body" } end
  return statuses, is_open
end

-- "200,200 open"
local function outcome_of(all)
  local statuses, is_open = read_answers(all)
  local text = #statuses == 0 and "none" or table.concat(statuses, ",")
  if #statuses > 9 then text = ("%dx%s"):format(#statuses, statuses[1]) end
  return text .. (is_open and " open" or " closed")
end

local function is_refused(outcome)
  local first = outcome:match("^%d%d%d")
  return outcome == "none closed" or (first and first >= "400") or false
end

-- Sends the bytes, waits for the first answer, asks once more and reads to the end.
local function converse(server, bytes)
  local conn = http.connect(server)
  conn:raw(bytes)
  local first = conn.socket:receive(1) or ""
  conn:raw(NEXT)
  local rest, _, partial = conn.socket:receive("*a")
  conn:close()
  return first .. (rest or partial or "")
end

local function write_table(rows)
  local path = os.getenv("HOSTILE_TABLE")
  if not path then return end
  local lines = { "| request | copydesk | nginx |", "|---|---|---|" }
  for _, row in ipairs(rows) do lines[#lines + 1] = ("| %s | %s | %s |"):format(row.name, row.ours, row.theirs) end
  folder.write(path, table.concat(lines, "\n") .. "\n")
end

describe("a request that no decent client sends", function()
  local server, peer, rows

  setup(function()
    server = service.start { config = { workers = 0,
      limits = { create = 0, status = 0, links = 0, other = 0, request_seconds = 1, idle_seconds = 1 } } }
    peer = nginx.start {
      http = "client_header_timeout 1s; client_body_timeout 1s; keepalive_timeout 1s;",
      locations = "location / { add_header X-Request-Id $http_x_request_id always; return 200; }",
    }
    rows = {}
  end)

  teardown(function()
    write_table(rows)
    server:stop()
    peer:stop()
  end)

  for _, request in ipairs(requests) do
    local name, bytes = request[1], request[2]
    local expected = libmicrohttpd.refuses_heads and request[4] or request[3]
    it("is told apart: " .. name, function()
      local sent = bytes:gsub("KEY", server.key)
      local ours, theirs = outcome_of(converse(server, sent)), outcome_of(converse(peer, sent))
      rows[#rows + 1] = { name = name, ours = ours, theirs = theirs }
      assert.equal(expected, ours)
      -- What nginx refuses is refused here too.
      assert.is_true(is_refused(ours) or not is_refused(theirs), theirs)
    end)
  end
end)

describe("a request whose content is hostile", function()
  local server

  setup(function() server = service.start { config = { workers = 0 } } end)
  teardown(function() server:stop() end)

  local function text(value) return '{"targetKeyword":"' .. value .. '"}' end

  local bodies = {
    { "lists within lists", ("["):rep(100000) },
    { "objects within objects", ('{"a":'):rep(100000) },
    { "closed lists within lists", ("["):rep(100000) .. ("]"):rep(100000) },
    { "a keyword of a million characters", text(("x"):rep(1000000)) },
    { "thousands of unknown names", "{" .. ('"%s":1,'):rep(50000):gsub("%%s", "n") .. '"z":1}' },
    { "invalid UTF-8", text "a\255\254b" },
    { "an overlong form", text "\192\175" },
    { "a surrogate as UTF-8", text "\237\160\128" },
    { "half a surrogate pair", text "\\ud800" },
    { "a zero byte", text "a\0b" },
    { "an escaped zero byte", text "a\\u0000b" },
    { "a byte order mark", "\239\187\191" .. text "x" },
    { "UTF-16", (text "x":gsub(".", "%0\0")) },
    { "a number beyond all", '{"targetKeyword":1e999}' },
    { "a number of 5,000 digits", '{"targetKeyword":' .. ("9"):rep(5000) .. "}" },
    { "the same name twice", '{"targetKeyword":"x","targetKeyword":"y"}' },
    { "more behind its end", text "x" .. "{}" },
    { "nothing", "" },
  }
  for _, body in ipairs(bodies) do
    it("is refused with a reason: " .. body[1], function()
      local answer = http.request(server, "POST", "/api/articles/v2", { body = body[2] })
      assert.equal(400, answer.status, answer.body)
      assert.truthy(answer.headers["content-type"]:find("problem+json", 1, true))
      assert.is_true(#answer.body < 30000)
    end)
  end

  it("reaches nothing by a path that only looks like another", function()
    local id = http.request(server, "POST", "/api/articles/v2", { body = text "x" }).json.articleId
    local paths = { "//api/account", "/api//account", "/api/./account", "/api/x/../account",
      "/api/%2e%2e/api/account",
      "/api/account/.", "/api/account;a=b", "/api/account/..;/keys", "/api%2faccount", "/api%2Faccount",
      "/api\\account", "/api%5caccount", "/api/account%20", "/api/account.", "/API/account",
      "/api/articles/" .. id .. "%2f",
      "/api/articles/..%2faccount", "/api/articles/" .. id .. "/../" .. id, "/api/articles/" .. id .. ";x",
      "/healthz/../api/account", "/healthz/%2e%2e/api/account", "/media/../api/account", "/media/..%2fkey" }
    for _, path in ipairs(paths) do
      assert.equal(404, http.request(server, "GET", path).status, path)
      local keyless = http.request(server, "GET", path, { key = false }).status
      assert.is_true(keyless == 401 or keyless == 404, path)
    end
    assert.equal(401, http.request(server, "GET", "/%61pi/account", { key = false }).status)
    assert.equal(200, http.request(server, "GET", "/%61pi/account").status)
  end)

  it("has no more connections than one address may have", function()
    local limits = { create = 0, status = 0, links = 0, other = 0, connections_per_address = 3 }
    local small = service.start { config = { workers = 0, limits = limits } }
    finally(function() small:stop() end)
    local open = {}
    for i = 1, 3 do
      open[i] = http.connect(small)
      assert.equal(200, open[i]:request("GET", "/healthz").status)
    end
    local fourth = http.connect(small)
    fourth:send("GET", "/healthz")
    assert.is_nil(fourth:receive())
    fourth:close()
    open[3]:close()
    assert(eventually(function()
      local again = http.connect(small)
      again:send("GET", "/healthz")
      local answer = again:receive()
      again:close()
      return answer and answer.status == 200
    end))
    open[1]:close()
    open[2]:close()
  end)
end)

describe("a connection that is held", function()
  local server, post

  setup(function()
    server = service.start { config = { workers = 0,
      limits = { create = 0, status = 0, links = 0, other = 0, request_seconds = 1, idle_seconds = 1 } } }
    post = "POST /api/articles/v2 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
  end)

  teardown(function() server:stop() end)

  -- What is sent at once, whether it is answered, and what then drips until the service ends the connection.
  local function forms()
    local good = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    return {
      { "drips a header byte by byte", "GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ", false, "a" },
      { "drips header lines", "GET /healthz HTTP/1.1\r\nHost: a\r\n", false, "X-A: b\r\n" },
      { "drips line ends before the request", "", false, "\r\n" },
      { "drips a request line", "GET /", false, "a" },
      { "drips a body", post .. server.key .. "\r\nContent-Length: 100000\r\n\r\n", false, "a" },
      { "drips chunks", post .. server.key .. "\r\nTransfer-Encoding: chunked\r\n\r\n", false, "1\r\na\r\n" },
      { "drips a chunk extension", post .. server.key .. "\r\nTransfer-Encoding: chunked\r\n\r\n1;", false, "a" },
      { "drips a body that was refused", post .. "wrong\r\nContent-Length: 100000\r\n\r\n", false, "a" },
      { "drips a second request", good, true, "G" },
      { "begins a second request and stops", good .. "GET /healthz HTTP/1.1\r\nHo", true, nil },
      { "is answered and then silent", good, true, nil },
      { "says nothing at all", "", false, nil },
    }
  end

  -- Reads what is there; true once the other side has closed.
  local function is_closed(conn)
    conn.socket:settimeout(0)
    local rest, problem, partial = conn.socket:receive("*a")
    conn.got = conn.got .. (rest or partial or "")
    return rest ~= nil or problem == "closed"
  end

  it("is ended by the deadline of a request, whatever it does", function()
    local open = {}
    for i, form in ipairs(forms()) do
      local conn = http.connect(server)
      conn:raw(form[2])
      conn.got = ""
      open[i] = { conn = conn, name = form[1], answered = form[3], drip = form[4] }
    end
    local left = #open
    local until_late = socket.gettime() + 150
    while left > 0 and socket.gettime() < until_late do
      for _, entry in ipairs(open) do
        if not entry.closed then
          if entry.drip then entry.conn:raw(entry.drip) end
          entry.closed = is_closed(entry.conn)
          left = left - (entry.closed and 1 or 0)
        end
      end
      socket.select(nil, nil, 0.02) -- the pace of the drip
    end
    for _, entry in ipairs(open) do
      assert.is_true(entry.closed, entry.name)
      assert.equal(entry.answered, entry.conn.got:find("^HTTP/1%.1 ") ~= nil, entry.name .. "\n" .. entry.conn.got)
      entry.conn:close()
    end
    assert.equal(200, http.request(server, "GET", "/healthz", { key = false }).status)
  end)
end)
