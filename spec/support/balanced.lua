--- Clients of several nodes (spec.support.cluster): each request goes to one of them by chance, and when that one is
-- gone, silent for long, or says 502 or 503, the same request goes to another.
--
--     local clients = balanced.new(cluster, state, { writers = 6, readers = 3 })
--     clients:run(0.5)       -- seconds
--     clients:finish(60)     -- until all that was sent is answered
--
-- Writers send what torture_requests has in turn. Readers follow an article each, with held requests and the ETag that
-- they have, until it has ended: its versions must not fall, whichever nodes tell them. What must not be is kept in
-- `faults`, in words.
local http = require "spec.support.http"
local requests = require "spec.support.torture_requests"
local socket = require "socket"

local balanced = {}
balanced.__index = balanced

local PATIENCE = 5 -- seconds without an answer
local PIECE_PATIENCE = 3 -- seconds between two pieces of an answer
local BREAK, BACKOFF = 0.25, 0.3 -- seconds at most between two requests; before the same one again
local RUNNING_BACKOFF = 2 -- seconds, where a node that may be dead has the request
local HELD_FOR = 2 -- seconds that a reader's request may wait
local AGAIN = { [502] = true, [503] = true }

function balanced.new(cluster, state, counts)
  local self = setmetatable({ cluster = cluster, state = state, slots = {}, reading = {}, version = {}, faults = {},
    answered = 0, repeated = 0 }, balanced)
  for i = 1, counts.writers + counts.readers do self.slots[i] = { reads = i > counts.writers, ready_at = 0 } end
  return self
end

local function fault(self, ...)
  self.faults[#self.faults + 1] = table.concat({ ... }, " ")
end

-- --- what is asked ---

-- An article that nobody follows yet.
local function next_read(self, slot)
  local list = self.state.acknowledged
  local id = slot.article or list[math.random(math.max(1, #list))]
  if not id or (self.reading[id] and slot.article ~= id) then return nil end
  slot.article, self.reading[id] = id, true
  local version = self.version[id]
  return { kind = "read", method = "GET", path = "/api/articles/" .. id, article = id, options = { headers = {
    Prefer = "wait=" .. HELD_FOR, ["If-None-Match"] = version and ('"%d"'):format(version) } } }
end

-- One that was not answered and is due again.
local function take_unanswered(list)
  local now = socket.gettime()
  for i, request in ipairs(list) do
    if request.not_before <= now then return table.remove(list, i) end
  end
end

local function next_request(self, slot)
  if slot.reads then return next_read(self, slot) end
  return take_unanswered(self.state.unanswered) or not self.is_finishing and requests.next(self.state) or nil
end

-- --- what is answered ---

local function note_read(self, slot, request, answer)
  local version = tonumber((answer.headers.etag or ""):match '^"(%d+)"$')
  local before = self.version[request.article] or 0
  if not version or answer.status ~= 200 and answer.status ~= 304 then
    return fault(self, "read", request.article, answer.status, answer.body)
  end
  if version < before then fault(self, "ETag of", request.article, "fell from", before, "to", version) end
  self.version[request.article] = math.max(version, before)
  local status = answer.json and answer.json.status
  if status == "finished" or status == "failed" then slot.article, self.reading[request.article] = nil, nil end
end

local function is_running(request, answer)
  return answer.status == 409 and request.name and answer.body:find("Idempotency-Key", 1, true) ~= nil
end

local function is_whole(answer)
  return answer.body and (answer.status == 304 or answer.status == 204 or answer.json)
end

local function close(slot)
  if slot.conn then slot.conn:close() end
  slot.conn, slot.request = nil, nil
end

-- The same request to another node, so many seconds later.
local function again(self, slot, seconds)
  local request, now = slot.request, socket.gettime()
  self.repeated = self.repeated + 1
  request.not_before = now + seconds
  if not slot.reads then table.insert(self.state.unanswered, request) end
  close(slot)
  slot.ready_at = now + (slot.reads and seconds or 0)
end

local function take(self, slot, answer)
  local request = slot.request
  request.last = answer and ("%s %s"):format(answer.status, answer.body)
  if not answer or not is_whole(answer) or AGAIN[answer.status] then return again(self, slot, BACKOFF) end
  if is_running(request, answer) then return again(self, slot, RUNNING_BACKOFF) end
  close(slot)
  slot.ready_at = socket.gettime() + math.random() * BREAK
  self.answered = self.answered + 1
  if request.kind == "read" then return note_read(self, slot, request, answer) end
  local fine, problem = pcall(requests.note, self.state, request, answer)
  if not fine then fault(self, request.kind, request.path, answer.status, tostring(problem)) end
end

-- --- all of them at once ---

local function send(self, slot)
  local nodes = self.cluster.nodes
  slot.request = next_request(self, slot)
  if not slot.request then
    slot.ready_at = socket.gettime() + BREAK
    return
  end
  local node = nodes[math.random(#nodes)]
  local fine, conn = pcall(http.connect, { port = node.pipe and node.port or 1, key = node.key }, PIECE_PATIENCE)
  if not fine then return again(self, slot, BACKOFF) end
  slot.conn, slot.since = conn, socket.gettime()
  if not conn:send(slot.request.method, slot.request.path, slot.request.options) then
    again(self, slot, BACKOFF)
  end
end

local function step(self, deadline)
  local open, by_socket = {}, {}
  for _, slot in ipairs(self.slots) do
    local now = socket.gettime()
    if slot.conn and now - slot.since > PATIENCE then again(self, slot, BACKOFF) end
    if not slot.conn and slot.ready_at <= now then send(self, slot) end
    if slot.conn then open[#open + 1], by_socket[slot.conn.socket] = slot.conn.socket, slot end
  end
  local left = math.max(0, math.min(0.02, deadline - socket.gettime()))
  if #open == 0 then return socket.sleep(left) end
  for _, ready in ipairs(socket.select(open, nil, left)) do
    local slot = by_socket[ready]
    local fine, answer = pcall(slot.conn.receive, slot.conn)
    take(self, slot, fine and answer or nil)
  end
end

--- Sends and receives for so long.
function balanced:run(seconds)
  local deadline = socket.gettime() + seconds
  repeat step(self, deadline) until socket.gettime() >= deadline
end

local function is_waiting(self)
  for _, slot in ipairs(self.slots) do
    if slot.conn and not slot.reads then return true end
  end
  return #self.state.unanswered > 0
end

--- Begins nothing new, until all has its answer or so many seconds are over; what has none then (list of words).
function balanced:finish(seconds)
  local deadline = socket.gettime() + seconds
  self.is_finishing = true
  while is_waiting(self) and socket.gettime() < deadline do step(self, deadline) end
  local list = {}
  for _, slot in ipairs(self.slots) do
    if slot.conn and not slot.reads then table.insert(self.state.unanswered, slot.request) end
    close(slot)
  end
  for i, request in ipairs(self.state.unanswered) do
    list[i] = ("%s %s: %s"):format(request.kind, request.name or request.path, request.last or "no answer")
  end
  return list
end

return balanced
