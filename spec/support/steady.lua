--- Clients that ask a service without a pause, each in a process of its own, for as long as something is done to it.
--
--     local clients = steady.start { port =, key =, domain =, kinds = { "writer", "linker" } }
--     ...
--     local seen = clients:finish()
--     seen.answered, seen.articles (ids), seen.faults (texts)
--
-- What they ask is in steady_client.lua. The domain has the page that steady.new_domain pushes.
local folder = require "spec.support.folder"
local http = require "spec.support.http"

local steady = {}
steady.__index = steady

--- Makes the domain to which they link; its id.
function steady.new_domain(server)
  local made = http.request(server, "POST", "/api/domains", { body = { name = "notes" } })
  assert(made.status == 201, made.body)
  local path = "/api/domains/" .. made.json.domainId
  local pushed = http.request(server, "POST", path .. "/pages", { body = { pages = {
    { url = "https://notes.example/basil", title = "Basil care", html = "<h1>Basil care</h1><p>It wants warmth.</p>" },
  } } })
  assert(pushed.status == 200, pushed.body)
  return made.json.domainId
end

function steady.start(options)
  local self = setmetatable({ home = folder.new(), pipes = {}, server = { port = options.port, key = options.key } },
    steady)
  for i, kind in ipairs(options.kinds) do
    local command = "env -u LD_PRELOAD lua5.4 spec/support/steady_client.lua %s %d %s %s %s/stop 2>&1"
    self.pipes[i] = assert(io.popen(command:format(kind, options.port, options.key, options.domain, self.home)))
  end
  return self
end

local function add(seen, line)
  local word, rest = line:match "^(%l+) (.*)$"
  if word == "answered" then
    seen.answered = seen.answered + tonumber(rest)
  elseif word == "article" then
    table.insert(seen.articles, rest)
  else
    table.insert(seen.faults, word == "fault" and rest or line)
  end
end

-- Those who watch the queue see that it changes, and end.
local function wake(self, seen)
  local made = http.request(self.server, "POST", "/api/articles/v2/", { body = { targetKeyword = "watering herbs" } })
  assert(made.status == 200, made.body)
  assert(http.wait(self.server, made.json.articleId))
  table.insert(seen.articles, made.json.articleId)
end

--- Lets each end what it is at.
function steady:finish()
  local seen = { answered = 0, articles = {}, faults = {} }
  folder.write(self.home .. "/stop", "")
  wake(self, seen)
  for _, pipe in ipairs(self.pipes) do
    for line in pipe:lines() do add(seen, line) end
    pipe:close()
  end
  folder.remove(self.home)
  return seen
end

return steady
