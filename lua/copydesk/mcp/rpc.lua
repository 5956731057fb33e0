--- JSON-RPC 2.0 (https://www.jsonrpc.org/specification): requests, each in a coroutine, notifications and batches.
-- @module copydesk.mcp.rpc
local core = require "copydesk.core"
local json = require "copydesk.mcp.json"

local rpc = {}

--- Codes of errors.
rpc.codes = { parse = -32700, request = -32600, method = -32601, params = -32602, internal = -32603 }

local Server = {}
Server.__index = Server

--- A server of methods: a table of functions (params, request), each run in a coroutine, that return a result or throw
-- rpc.error. What a method returns is JSON text. A notification has no answer.
-- @tparam table methods
-- @tparam function write is given each message, JSON text without a line end
function rpc.new(methods, write)
  return setmetatable({ methods = methods, write = write, running = {} }, Server)
end

--- Ends the method that throws it with this answer.
function rpc.error(code, message)
  error(setmetatable({ code = rpc.codes[code], message = message }, rpc), 0)
end

local LARGEST = 2 ^ 53 - 1 -- above it numbers no longer tell a whole number from the next

--- Can a value of JSON stand for a request? A string can, and a whole number that comes back as it was sent.
function rpc.is_id(id)
  return type(id) == "string" or type(id) == "number" and id % 1 == 0 and math.abs(id) <= LARGEST
end

--- An id as JSON text: lua-cjson itself may shorten a number.
function rpc.id_text(id)
  return type(id) == "number" and ("%d"):format(id) or json.encode(id)
end

--- Ends the method that calls it with this result.
function rpc.finish(result)
  error(setmetatable({ result = result }, rpc), 0)
end

-- --- answers --------------------------------------------------------------------------------------------------------

-- The answers to a batch go out as one message, when none of its requests is open any more.
local function leave(self, batch)
  batch.open = batch.open - 1
  if batch.open == 0 and batch[1] then self.write(json.array(batch)) end
end

local function answer(self, request, member, value)
  local text = ('{"jsonrpc":"2.0","id":%s,"%s":%s}'):format(request.id_text, member, value)
  local batch = request.batch
  if not batch then return self.write(text) end
  batch[#batch + 1] = text
  leave(self, batch)
end

local function refuse(self, request, code, message)
  answer(self, request, "error", json.encode { code = code, message = message })
end

--- Sends a notification.
-- @tparam string method
-- @tparam string params JSON text
function Server:notify(method, params)
  self.write(('{"jsonrpc":"2.0","method":%s,"params":%s}'):format(json.encode(method), params))
end

-- --- requests -------------------------------------------------------------------------------------------------------

-- What is answered for whatever was thrown. An unexpected error goes to standard error, with its traceback.
local function describe(thrown, thread)
  if getmetatable(thrown) == rpc then return thrown end
  io.stderr:write("copydesk: ", debug.traceback(thread, tostring(thrown)), "\n")
  return { code = rpc.codes.internal, message = "The server failed; its standard error says how." }
end

-- Lets a request go on; at its end its answer goes out.
local function resume(self, request)
  local done, result = coroutine.resume(request.thread, request.params, request)
  if done and coroutine.status(request.thread) ~= "dead" then return end
  self.running[request.key] = nil
  if not done then result = describe(result, request.thread) end
  if not request.id_text then return end
  if done or result.result then return answer(self, request, "result", done and result or result.result) end
  refuse(self, request, result.code, result.message)
end

local function start(self, request, method)
  request.server, request.key = self, request.id_text or request
  request.thread = coroutine.create(method)
  self.running[request.key] = request
  resume(self, request)
end

--- Ends a request without an answer, as its sender asked: its coroutine is dropped. What is to be done then,
-- `on_cancel` of the request, runs in a coroutine of its own.
function Server:cancel(id)
  local request = rpc.is_id(id) and self.running[rpc.id_text(id)]
  if not request then return end
  self.running[request.key] = nil
  if request.batch then leave(self, request.batch) end
  if request.on_cancel then start(self, {}, request.on_cancel) end
end

--- Is there a request that will soon have its answer? Not one whose method has set `is_long` in it.
function Server:is_answering()
  for _, request in pairs(self.running) do
    if not request.is_long then return true end
  end
  return false
end

--- Lets all that run go on.
function Server:turn()
  local list = {}
  for _, request in pairs(self.running) do list[#list + 1] = request end
  for _, request in ipairs(list) do
    if self.running[request.key] == request then resume(self, request) end
  end
end

-- --- reading --------------------------------------------------------------------------------------------------------

-- Why a message is no request; nil: it is one.
local function fault_of(message)
  if message.jsonrpc ~= "2.0" then return 'jsonrpc must be "2.0".' end
  if message.id ~= nil and not rpc.is_id(message.id) then return "id must be a string or a whole number below 2^53." end
  if type(message.method) ~= "string" then return "method must be a string." end
  if message.params ~= nil and type(message.params) ~= "table" then return "params must be an object." end
end

local function is_answer(message)
  return message.method == nil and (message.result ~= nil or message.error ~= nil)
end

-- A message of its own, or of a batch. One without an id is a notification, to which there is no answer.
local function take(self, message, batch)
  local request = { batch = batch }
  local is_object = type(message) == "table"
  if is_object and is_answer(message) then return end -- nothing was asked
  local fault = is_object and fault_of(message) or not is_object and "A message must be an object."
  if is_object and rpc.is_id(message.id) then request.id_text = rpc.id_text(message.id) end
  if fault and not request.id_text then request.id_text = "null" end
  if batch and request.id_text then batch.open = batch.open + 1 end
  if request.id_text and self.running[request.id_text] then
    fault = fault or "A request with this id is still running."
  end
  if fault then return refuse(self, request, rpc.codes.request, fault) end
  local method = self.methods[message.method]
  if method then
    request.params = message.params or {}
    start(self, request, method)
  elseif request.id_text then
    refuse(self, request, rpc.codes.method, ("There is no method %q."):format(message.method))
  end
end

-- Of a null there is no message.
local function take_batch(self, messages, count)
  local batch = { open = 1 } -- the reading
  for i = 1, count do take(self, messages[i], batch) end
  leave(self, batch)
end

--- Takes a line of the input; false: one that was too long.
function Server:receive(line)
  local nobody = { id_text = "null" }
  if not line then return refuse(self, nobody, rpc.codes.request, "The message is longer than 16 MiB.") end
  if not line:find "%S" then return end
  local message, problem = core.decode(line)
  if problem then return refuse(self, nobody, rpc.codes.parse, "This is not JSON: " .. problem) end
  if not line:find "^%s*%[" then return take(self, message) end
  if not self.takes_batches then
    return refuse(self, nobody, rpc.codes.request, "This version of the protocol has no batches.")
  end
  local count = json.count(line)
  if count == 0 then return refuse(self, nobody, rpc.codes.request, "A batch must not be empty.") end
  take_batch(self, message, count)
end

return rpc
