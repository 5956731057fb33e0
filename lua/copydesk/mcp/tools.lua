--- The tools: one list, in the order in which it is shown, and the call of one.
--
-- A tool is a row: what it is called, `run` (the client, the arguments and what is known of the call, in a coroutine),
-- `fields` (what it takes), and what hints there are for whoever lets a model use it.
-- @module copydesk.mcp.tools
local arguments = require "copydesk.mcp.arguments"
local articles = require "copydesk.mcp.articles"
local asking = require "copydesk.mcp.asking"
local json = require "copydesk.mcp.json"
local schema = require "copydesk.mcp.schema"
local sites = require "copydesk.mcp.sites"

local HINTS = { "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint" }

local list = {}
for _, rows in ipairs { articles, sites } do
  for _, tool in ipairs(rows) do list[#list + 1] = tool end
end

local function text_of(tool)
  return json.object {
    { "name", json.encode(tool.name) },
    { "title", json.encode(tool.title) },
    { "description", json.encode(tool.description) },
    { "inputSchema", schema.input(tool.fields()) },
    { "outputSchema", tool.output },
    { "annotations", json.object(json.members(tool.annotations, HINTS)) },
  }
end

local tools = {}

--- The list for tools/list, as JSON.
function tools.list()
  local texts = {}
  for i, tool in ipairs(list) do texts[i] = text_of(tool) end
  return json.array(texts)
end

function tools.names()
  local names = {}
  for i, tool in ipairs(list) do names[i] = tool.name end
  return table.concat(names, ", ")
end

function tools.find(name)
  for _, tool in ipairs(list) do
    if tool.name == name then return tool end
  end
end

--- Runs a tool in the running coroutine: its result, as JSON.
-- @param given the arguments, decoded
-- @tparam table call `tell(progress, message)`, and the `request`, whose `on_cancel` the tool may set
function tools.call(tool, desk, given, call)
  local faults = arguments.faults(tool.fields(), given)
  if faults[1] then
    asking.refuse(asking.invalid(("%s does not take these arguments."):format(tool.name), faults))
  end
  return tool.run(desk, given, call)
end

return tools
