--- The name server of the network of spec/support/ssrf_place.lua: it listens where /etc/resolv.conf says.
local socket = require "socket"

local PUBLIC, LOOPBACK = "\93\184\216\34", "\127\0\0\1"
local A, CNAME, AAAA = 1, 5, 28

local rebound = {}

-- Name to a list of { type, data }; nil: there is no such name.
local function records(name)
  name = name:lower()
  if name:find("public%.test$") then return { { A, PUBLIC } } end
  if name == "loop.test" or name == "127.0.0.1.test" then return { { A, LOOPBACK } } end
  if name == "six.test" then return { { AAAA, ("\0"):rep(15) .. "\1" } } end
  if name == "mapped.test" then return { { AAAA, ("\0"):rep(10) .. "\255\255" .. LOOPBACK } } end
  if name == "alias.test" then return { { CNAME, "\4loop\4test\0" }, { A, LOOPBACK } } end
  if name == "metadata.test" then return { { A, "\169\254\169\254" } } end
  if name == "mixed.test" then return { { A, LOOPBACK }, { A, PUBLIC } } end
  if name:find("^rebind%-%d%.test$") then -- another address each time that it is asked for
    rebound[name] = (rebound[name] or tonumber(name:match("%d"))) + 1
    return { { A, rebound[name] % 2 == 0 and PUBLIC or LOOPBACK } }
  end
end

local function answer(query)
  local labels, at = {}, 13
  while query:byte(at) and query:byte(at) > 0 do
    labels[#labels + 1] = query:sub(at + 1, at + query:byte(at))
    at = at + query:byte(at) + 1
  end
  local question = query:sub(13, at + 4)
  local type = query:byte(at + 1) * 256 + query:byte(at + 2)
  local found = records(table.concat(labels, "."))
  local parts, count = {}, 0
  for _, record in ipairs(found or {}) do
    if record[1] == type or record[1] == CNAME then
      -- the name, class IN, no time to live
      local head = "\192\12\0" .. string.char(record[1]) .. "\0\1\0\0\0\0\0"
      parts[#parts + 1] = head .. string.char(#record[2]) .. record[2]
      count = count + 1
    end
  end
  local flags = found and "\129\128" or "\129\131"
  return query:sub(1, 2) .. flags .. "\0\1\0" .. string.char(count) .. "\0\0\0\0" .. question .. table.concat(parts)
end

local listeners = {}
for line in io.lines("/etc/resolv.conf") do
  local address = line:match("^nameserver%s+(%d[%d.]+)")
  local udp = address and socket.udp()
  if udp and udp:setsockname(address, 53) then listeners[#listeners + 1] = udp end
end
print(#listeners)
io.stdout:flush()
while true do
  for _, udp in ipairs(socket.select(listeners)) do
    local query, address, port = udp:receivefrom()
    if query and #query > 16 then udp:sendto(answer(query), address, port) end
  end
end
