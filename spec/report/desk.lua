--- The embedded service, one for the whole run, with a client for each library.
--
--     local desk = desks.open(folder)
--     local record, err, seconds = desks.write(desk, { targetKeyword = ... })
--     desks.close()
--
-- The service keeps its data in a temporary folder. Rates are unlimited.
local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local socket = require "socket"

local desks = {}

local home
local by_library = {}

--- The client for a folder of documents. options: allow (addresses that may be read).
function desks.open(library, options)
  if by_library[library] then return by_library[library] end
  home = home or folder.new()
  local unlimited = { create = 0, status = 0, links = 0, other = 0 }
  local desk = assert(copydesk.new { service = { data = home .. "/data", workers = 2, limits = unlimited,
    library = library, allow_addresses = options and options.allow } })
  by_library[library] = desk
  return desk
end

--- Writes an article; the record, or nil and the error, and the seconds that it took.
function desks.write(desk, request)
  local began = socket.gettime()
  local job, problem = desk:create(request)
  local record
  if job then record, problem = desk:wait(job) end
  return record, problem, socket.gettime() - began
end

--- Closes a client whose library is about to go.
function desks.forget(library)
  local desk = by_library[library]
  if desk then desk:close() end
  by_library[library] = nil
end

--- Ends the service.
function desks.close()
  for library in pairs(by_library) do desks.forget(library) end
  if home then folder.remove(home) end
  home = nil
end

return desks
