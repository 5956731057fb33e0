--- Keeps the answers of the service under test, to be held against its description when all tests are done
-- (spec/openapi/answers_spec.lua): a line of JSON each, in files whose names begin as COPYDESK_ANSWERS says.
local json = require("cjson.safe").new()

local answers = {}

-- Bodies of other kinds than text cannot stand in JSON, and nothing is said of them but their type.
local function is_text(content_type)
  return content_type:find("json", 1, true) or content_type:find("^text/")
end

-- One of this process's own, since what several write into one file runs together; nil: nothing is kept.
local function own_file()
  local start = os.getenv "COPYDESK_ANSWERS"
  if not start or start == "" then return nil end
  local stat = assert(io.open "/proc/self/stat")
  local pid = stat:read "*n"
  stat:close()
  return ("%s.%d"):format(start, pid)
end

--- Keeps one, in this file or in the process's own.
function answers.keep(method, path, answer, file)
  file = file or own_file()
  if not file or not answer.status then return end
  local content_type = answer.headers["content-type"] or ""
  local line = json.encode {
    method = method, path = path, status = answer.status, type = content_type, headers = answer.headers,
    body = is_text(content_type) and answer.body or "",
  }
  if not line then return end
  local out = assert(io.open(file, "a"))
  out:write(line, "\n")
  out:close()
end

return answers
