--- A server of the Model Context Protocol (https://modelcontextprotocol.io) on standard input and output: tools with
-- which a language model's program writes articles and links content.
--
--     mcp.serve(desk)     -- until standard input ends
--
-- Messages are JSON-RPC 2.0, one a line. Each request runs in a coroutine of its own, so that a ping or a question
-- about an article is answered while others are being written. When the input ends, what was asked is still answered,
-- but no article is waited for: it goes on in a service of its own process; in a service inside this process it goes on
-- at its next start.
--
--   mcp/protocol.lua   versions, the handshake, what each method does
--   mcp/rpc.lua        messages: read, answered, batched, cancelled
--   mcp/tools.lua      the list of the tools, and the call of one
--   mcp/articles.lua   the tools for articles
--   mcp/sites.lua      the tools for domains and their links, brands, integrations
--   mcp/asking.lua     what tools have in common: requests of the service, and results
--   mcp/schema.lua     what they take, described by the tables that the service works by
--   mcp/arguments.lua  what is wrong with arguments
-- @module copydesk.mcp
local core = require "copydesk.core"
local protocol = require "copydesk.mcp.protocol"
local rpc = require "copydesk.mcp.rpc"

local mcp = {}

local LONGEST = 16 * 1024 * 1024 -- bytes of a message
local PATIENCE = 5 -- seconds for the last answers, when the input has ended

-- The lines in what was read: an iterator over those that are whole. A line that is too long comes as false, once.
local function new_lines()
  local pieces, size, too_long = {}, 0, false
  local function take(piece)
    if too_long then return end
    size = size + #piece
    too_long = size > LONGEST
    pieces[#pieces + 1] = piece
    if too_long then pieces = {} end
  end
  local function finish()
    local line = not too_long and table.concat(pieces)
    pieces, size, too_long = {}, 0, false
    return line
  end
  return function(text)
    return coroutine.wrap(function()
      local at = 1
      while true do
        local stop = text:find("\n", at, true)
        take(text:sub(at, (stop or 0) - 1))
        if not stop then return end
        coroutine.yield(finish())
        at = stop + 1
      end
    end)
  end
end

local function answer_the_rest(desk, server)
  local latest = os.time() + PATIENCE
  while server:is_answering() and os.time() < latest do
    assert(desk:step(1))
    server:turn()
  end
end

--- Serves until the input ends.
-- @param desk a client without a loop
-- @treturn boolean true; or nil and why the input could not be read, or an answer could not be written
function mcp.serve(desk)
  local lines, failure = new_lines(), nil
  local server = rpc.new(protocol.methods(desk), function(text)
    local written, problem = io.stdout:write(text, "\n")
    if written then written, problem = io.stdout:flush() end
    if not written then failure = "cannot write the output: " .. tostring(problem) end
  end)
  while not failure do
    local text, problem = core.read_input(desk:timeout(), desk:fd())
    if problem then return nil, problem end
    if not text then
      answer_the_rest(desk, server)
      return not failure or nil, failure
    end
    for line in lines(text) do server:receive(line) end
    assert(desk:step(0))
    server:turn()
  end
  return nil, failure
end

return mcp
