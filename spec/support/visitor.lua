--- Somebody who is signed in to the pages, as a browser without script is.
--
--     local visitor = visitor.new(server)            -- or with another key
--     local page = visitor:get "/brands"
--     local answer = visitor:send("/brands", { name = "Herbs" })  -- with the token of the session
local folder = require "spec.support.folder"
local http = require "spec.support.http"

local visitor = {}
visitor.__index = visitor

function visitor.encode(fields)
  local parts = {}
  for name, value in pairs(fields) do
    parts[#parts + 1] = name .. "=" .. value:gsub("[^%w%-_]", function(c) return ("%%%02X"):format(c:byte()) end)
  end
  return table.concat(parts, "&")
end

--- The addresses of the pages, from the table that the service works by: { method, path }.
function visitor.routes()
  local methods = { PAGE = "GET", EVENTS = "GET", SENT = "POST", SENT_LARGE = "POST" }
  local source = assert(folder.read "src/service/web/routes.c")
  local routes = {}
  for row in source:match "route table%[%] = {\n(.-)\n};":gmatch "[^\n]+" do
    local macro, path = row:match '^%s+([%u_]+)%("([^"]+)"'
    local method = methods[macro]
    if not macro then method, path = row:match '^%s+{"(%u+)", "([^"]+)"' end
    routes[#routes + 1] = { method = assert(method, row), path = path }
  end
  return routes
end

function visitor.new(server, key)
  -- What pages answer is no part of the interface, and not described.
  local pages = setmetatable({ is_described = false }, { __index = server })
  local self = setmetatable({ server = pages }, visitor)
  local answer = self:post("/sign-in", { key = key or server.key })
  self.cookie = assert(answer.headers["set-cookie"], answer.body):match "^[^;]+"
  self.token = assert(self:get "/queue".body:match 'name="token" value="(%x+)"')
  return self
end

function visitor:get(path)
  return assert(http.request(self.server, "GET", path, { key = false, headers = { Cookie = self.cookie } }))
end

--- A form as it is, with more headers when they are given.
function visitor:post(path, fields, headers)
  headers = headers or {}
  headers.Cookie = self.cookie
  return assert(http.request(self.server, "POST", path, { key = false, body = visitor.encode(fields),
    type = "application/x-www-form-urlencoded", headers = headers }))
end

--- A form of a page of ours.
function visitor:send(path, fields)
  local form = { token = self.token }
  for name, value in pairs(fields or {}) do form[name] = value end
  return self:post(path, form)
end

--- Sends a form that leads to another page, and gives that page.
function visitor:follow(path, fields)
  local answer = self:send(path, fields)
  assert(answer.status == 303, answer.status .. ": " .. answer.body)
  return self:get(answer.headers.location), answer.headers.location
end

--- Asserts that the answer has this text in it.
function visitor.has(answer, text)
  assert(answer.body:find(text, 1, true), text .. " is not in " .. answer.body)
end

--- Asserts that it has not.
function visitor.lacks(answer, text)
  assert(not answer.body:find(text, 1, true), text .. " is in " .. answer.body)
end

return visitor
