--- The bench's language model (fake_model.c) in a process of its own.
--
--     local model = fake_model.start(2)      -- answers each question after so many seconds
--     model.url                              -- "http://127.0.0.1:PORT/v1"; takes any key
--     local did = model:stop()               -- { calls =, at_once =, connections =, delay_ms =, late_ms = { ... } }
local folder = require "spec.support.folder"

local fake_model = {}
fake_model.__index = fake_model

function fake_model.start(seconds)
  local self = setmetatable({ folder = folder.new() }, fake_model)
  local program = (os.getenv "COPYDESK_BUILD" or "build") .. "/bench/fake_model"
  assert(os.execute("mkfifo " .. self.folder .. "/said"))
  -- It ends when its standard input does: with this process at the latest.
  self.input = assert(io.popen(("exec %s %g >%s/said"):format(program, seconds, self.folder), "w"))
  self.said = assert(io.open(self.folder .. "/said"))
  local port = assert(self.said:read "*l", "fake_model did not start")
  self.url = "http://127.0.0.1:" .. port .. "/v1"
  return self
end

--- Ends it, and says what it did: the longest of its waits beyond the delay stand in late_ms (median, p99, most).
function fake_model:stop()
  self.input:close()
  local said = self.said:read "*a"
  self.said:close()
  folder.remove(self.folder)
  local median, p99, most = said:match "late_ms median ([%d.]+) p99 ([%d.]+) most ([%d.]+)"
  local did = { late_ms = { median = tonumber(median), p99 = tonumber(p99), most = tonumber(most) } }
  for _, name in ipairs { "calls", "openai", "anthropic", "streamed", "at_once", "connections", "delay_ms" } do
    did[name] = tonumber(said:match(name .. " ([%d.]+)"))
  end
  return did
end

return fake_model
