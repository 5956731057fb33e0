--- A client of the Model Context Protocol, for a server that is a command: messages through pipes, one a line.
--
--     local client = mcp_client.start("copydesk mcp --data X")
--     client:open()                                         -- the handshake
--     local answer = client:ask("tools/call", { name = "list_domains" })
--     local code, errors = client:close()                   -- ends its input, and waits for its end
local folder = require "spec.support.folder"
local json = require "cjson.safe"

local mcp_client = {}
mcp_client.__index = mcp_client

function mcp_client.start(command)
  local place = folder.new()
  assert(os.execute("env -u LD_PRELOAD mkfifo " .. place .. "/in"))
  local output = assert(io.popen(("%s <%s/in 2>%s/err; echo $? >%s/code"):format(command, place, place, place)))
  local input = assert(io.open(place .. "/in", "w"))
  input:setvbuf "no"
  return setmetatable({ place = place, input = input, output = output, last = 0, notes = {}, early = {} }, mcp_client)
end

function mcp_client:write(text)
  assert(self.input:write(text, "\n"))
end

--- The next message, whatever it is.
function mcp_client:read()
  local line = assert(self.output:read "l", "the server ended")
  return assert(json.decode(line), line), line
end

--- Sends a request; its id.
function mcp_client:send(method, params)
  self.last = self.last + 1
  self:write(json.encode { jsonrpc = "2.0", id = self.last, method = method, params = params })
  return self.last
end

function mcp_client:notify(method, params)
  self:write(json.encode { jsonrpc = "2.0", method = method, params = params })
end

--- The answer to a request. Notifications that come before it are kept in `notes`, other answers for their turn.
function mcp_client:await(id)
  while not self.early[id] do
    local message = self:read()
    if message.method then
      self.notes[#self.notes + 1] = message
    else
      self.early[message.id] = message
    end
  end
  local answer = self.early[id]
  self.early[id] = nil
  return answer
end

function mcp_client:ask(method, params)
  return self:await(self:send(method, params))
end

--- The result of a tool.
function mcp_client:call(name, arguments, meta)
  local answer = self:ask("tools/call", { name = name, arguments = arguments, _meta = meta })
  return assert(answer.result, answer.error and answer.error.message)
end

function mcp_client:open(version)
  local answer = self:ask("initialize", { protocolVersion = version or "2025-06-18", capabilities = {},
    clientInfo = { name = "spec", version = "1" } })
  self:notify "notifications/initialized"
  return answer.result
end

function mcp_client:close()
  self.input:close()
  local rest = self.output:read "a"
  self.output:close()
  local code, errors = tonumber(folder.read(self.place .. "/code")), folder.read(self.place .. "/err")
  folder.remove(self.place)
  return code, errors, rest
end

return mcp_client
