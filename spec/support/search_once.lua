--- Asks a place to search without a service around it: spec/c/search_once.c.
--
--     local answers = search_once("web", engine:entry "brave", { { text = "basil", age = "past_week" } })
--     answers[1].status ("ok", or the name of a failure), .message, .results[1].url, .questions
--
-- A refused entry gives { message = }.
local json = require("cjson").new()

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

return function(kind, entry, queries)
  local pipe = assert(io.popen(("%s/spec/search_once %s %s %s"):format(BUILD, kind, quote(json.encode(entry)),
    quote(json.encode(queries)))))
  local text = pipe:read "*a"
  pipe:close()
  return json.decode(text)
end
