--- Reads multipart/form-data (RFC 7578), as places that take files do.
local forms = {}

local function find_part(parts, head, bytes)
  local name = head:match '; name="([^"]*)"'
  local filename = head:match '; filename="([^"]*)"'
  if not name then return nil end
  parts[#parts + 1] = { name = name, filename = filename, type = head:match "[Cc]ontent%-[Tt]ype: ([^\r\n]+)",
    bytes = bytes }
  return true
end

--- The parts of a body in their order: { name =, filename =, type =, bytes = }; nil and why it is no form.
function forms.read(content_type, body)
  local boundary = (content_type or ""):match "^multipart/form%-data; boundary=(%S+)$"
  if not boundary then return nil, "the content is no form" end
  local parts, from = {}, 1
  local separator = "--" .. boundary
  if body:sub(1, #separator) ~= separator then return nil, "the form does not begin with its boundary" end
  while true do
    local after = from + #separator
    if body:sub(after, after + 1) == "--" then return parts end
    local head_end, body_start = body:find("\r\n\r\n", after, true)
    local next_from = body_start and body:find("\r\n" .. separator, body_start + 1, true)
    if not next_from then return nil, "the form does not end" end
    local head = body:sub(after, head_end)
    if not find_part(parts, head, body:sub(body_start + 1, next_from - 1)) then return nil, "a part has no name" end
    from = next_from + 2
  end
end

--- The texts of the parts by name, and the last part, which must be the file.
function forms.fields(parts)
  local fields = {}
  for i, part in ipairs(parts) do
    if part.filename then return fields, i == #parts and part or nil end
    fields[part.name] = part.bytes
  end
  return fields, nil
end

return forms
