--- Answers of the service held against its description, by a public validator of JSON Schema (spec/node/answers.js).
local described = {}

--- Why the packages from npm are not there; nil when they are.
function described.missing()
  local pipe = assert(io.popen "env -u LD_PRELOAD sh spec/node/install.sh 2>&1")
  local said = pipe:read "*a"
  return not pipe:close() and (said:match "([^\n]*)\n*$" or "no reason given") or nil
end

--- What is wrong with the answers of a file (spec.support.answers), a line each, and how many were looked at.
function described.faults(description, answers)
  local pipe = assert(io.popen(("env -u LD_PRELOAD -u LUA_CPATH NODE_PATH=build/node/node_modules "
    .. "node spec/node/answers.js '%s' '%s'"):format(description, answers)))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  assert(pipe:close(), "node spec/node/answers.js failed")
  return lines, assert(tonumber(table.remove(lines)))
end

return described
