--- Keeps the answers of the service under test, to be held against its description when all tests are done
-- (spec/openapi/answers_spec.lua): a line of JSON each, in the file that COPYDESK_ANSWERS names.
local json = require("cjson.safe").new()

local answers = {}

-- Bodies of other kinds than text cannot stand in JSON, and nothing is said of them but their type.
local function is_text(content_type)
  return content_type:find("json", 1, true) or content_type:find("^text/")
end

--- Keeps one; does nothing where no file is named. Each line is one write, for tests run side by side.
function answers.keep(method, path, answer, file)
  file = file or os.getenv "COPYDESK_ANSWERS"
  if not file or file == "" or not answer.status then return end
  local content_type = answer.headers["content-type"] or ""
  local line = json.encode {
    method = method, path = path, status = answer.status, type = content_type,
    body = is_text(content_type) and answer.body or "",
  }
  if not line then return end
  local out = assert(io.open(file, "a"))
  out:setvbuf("full", #line + 2)
  out:write(line, "\n")
  out:close()
end

return answers
