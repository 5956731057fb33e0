--- What the services for pictures of `spec/support/fake_images.lua` answer: each takes a call and the rule for it, and
--- gives a status, and a table that becomes JSON or a text with its type.
local json = require "spec.support.fake.json"
local pictures = require "spec.support.fake.pictures"

local services = {}

-- --- pictures ---

-- "1024x768" -> 1024, 768
local function sides(size)
  local width, height = tostring(size):match "^(%d+)x(%d+)$"
  return math.tointeger(tonumber(width)), math.tointeger(tonumber(height))
end

local function draw(call, rule, size)
  if rule.base64_data then return pictures.from_base64(rule.base64_data) end
  local width, height = sides(rule.size or size)
  local make = rule.type == "jpeg" and pictures.jpeg or pictures.png
  return make(width, height, call.service .. " " .. call.number) .. ("\0"):rep(rule.huge or 0)
end

local function coded(call, rule, size)
  if rule.broken then return "this is *not* base64!" end
  return (rule.prefix or "") .. pictures.base64(draw(call, rule, size))
end

-- --- OpenAI ---

local GPT = { ["1024x1024"] = true, ["1536x1024"] = true, ["1024x1536"] = true, auto = true }
local FAMILIES = {
  { "^gpt%-image%-2", sizes = false, quality = { low = true, medium = true, high = true, auto = true } },
  { "^gpt%-image", sizes = GPT, quality = { low = true, medium = true, high = true, auto = true } },
  { "^dall%-e%-3$", sizes = { ["1024x1024"] = true, ["1792x1024"] = true, ["1024x1792"] = true },
    quality = { standard = true, hd = true }, format = true },
  { "^dall%-e%-2$", sizes = { ["256x256"] = true, ["512x512"] = true, ["1024x1024"] = true },
    quality = { standard = true }, format = true },
  { "", sizes = false, quality = false, format = true },
}

local function openai_error(status, code, message, param)
  local kind = status >= 500 and "server_error" or code == "moderation_blocked" and "image_generation_user_error"
    or status == 429 and "requests" or "invalid_request_error"
  return status, { error = { code = code, type = kind, message = message, param = param or json.null } }
end

local function openai_fault(body, settings)
  if type(body.prompt) ~= "string" or body.prompt == "" then
    return openai_error(400, "missing_required_parameter", "Missing required parameter: 'prompt'.", "prompt")
  end
  local family
  for _, row in ipairs(FAMILIES) do
    family = family or (body.model or "dall-e-2"):find(row[1]) and row
  end
  for _, known in ipairs(settings.models or { body.model }) do
    if known == body.model then goto known end
  end
  do return openai_error(404, "model_not_found", ("The model '%s' does not exist."):format(body.model), "model") end
  ::known::
  if #body.prompt > 4000 then
    return openai_error(400, "string_above_max_length", "Invalid 'prompt': string too long.", "prompt")
  end
  if body.size and (family.sizes and not family.sizes[body.size] or not family.sizes and not sides(body.size)) then
    return openai_error(400, "invalid_value", ("Invalid value: '%s' for 'size'."):format(body.size), "size")
  end
  if body.quality and family.quality and not family.quality[body.quality] then
    return openai_error(400, "invalid_value", ("Invalid value: '%s' for 'quality'."):format(body.quality), "quality")
  end
  if body.response_format and not family.format then
    return openai_error(400, "unknown_parameter", "Unknown parameter: 'response_format'.", "response_format")
  end
  if body.n and body.n ~= 1 then return openai_error(400, "invalid_value", "Only n=1 is wanted here.", "n") end
  return nil, nil, family
end

function services.openai(call, rule, settings, files)
  if settings.key and call.key ~= settings.key then
    return openai_error(401, "invalid_api_key", "Incorrect API key provided.")
  end
  if not call.body then return openai_error(400, "invalid_json", "The JSON body cannot be parsed.") end
  local status, fault, family = openai_fault(call.body, settings)
  if status then return status, fault end
  if rule.policy then return openai_error(400, "moderation_blocked", rule.policy) end
  if rule.status then
    local code = rule.status == 429 and "rate_limit_exceeded" or "error"
    return openai_error(rule.status, code, rule.message or "It failed.")
  end
  if rule.empty then return 200, { created = 1700000000, data = json.array {} } end
  local size, one = call.body.size or "1024x1024", { revised_prompt = "A picture of: " .. call.body.prompt }
  if rule.address or family.format and call.body.response_format ~= "b64_json" then
    one.url = type(rule.address) == "string" and rule.address or files(call, size)
  else
    one.b64_json = coded(call, rule, size)
  end
  return 200, { created = 1700000000, data = json.array { one },
    usage = { input_tokens = 20, output_tokens = 1056, total_tokens = 1076 } }
end

-- --- automatic1111 ---

local function misfit(where, message)
  return 422, { detail = json.array { { loc = json.array { "body", where }, msg = message, type = "value_error" } } }
end

function services.automatic1111(call, rule, settings)
  if settings.user and call.key ~= settings.user .. ":" .. settings.password then
    return 401, { detail = "Incorrect username or password" }
  end
  local body = call.body
  if not body then return misfit("body", "JSON decode error") end
  for _, name in ipairs { "width", "height", "steps" } do
    if type(body[name]) ~= "number" or body[name] % 1 ~= 0 then return misfit(name, "value is not a valid integer") end
  end
  for _, name in ipairs { "prompt", "negative_prompt" } do
    if type(body[name]) ~= "string" then return misfit(name, "str type expected") end
  end
  if body.width % 8 ~= 0 or body.height % 8 ~= 0 then return misfit("width", "sides must be multiples of 8") end
  if rule.status then
    local message = rule.message or "It failed."
    return rule.status, { error = "Error", detail = message, body = "", errors = message }
  end
  local list = json.array {}
  if not rule.empty then list[1] = coded(call, rule, ("%dx%d"):format(body.width, body.height)) end
  return 200, { images = list, parameters = body, info = json.encode { seed = call.number } }
end

-- --- Openverse ---

local ISSUED = "token-of-the-fake"

function services.token(call, rule, settings)
  if rule.status then return rule.status, { error = rule.message or "temporarily_unavailable" } end
  local form = call.form
  local good = form.grant_type == "client_credentials" and form.client_id == settings.client_id
    and form.client_secret == settings.client_secret
  if not good then return 401, { error = "invalid_client" } end
  return 200, { access_token = ISSUED .. "-" .. call.number, expires_in = rule.expires_in or 36000,
    token_type = "Bearer", scope = "read write groups" }
end

-- What there is by default: two with a licence for all, and the same words in their titles.
local function invent(call)
  local list = {}
  for i, size in ipairs { "1600x1000", "1000x1000", "1000x1500", "2000x1200" } do
    local width, height = sides(size)
    list[i] = { title = ("%s %d"):format(call.query.q, i), creator = "Ada Fern", license = i % 2 == 0 and "cc0" or "by",
      width = width, height = height }
  end
  return list
end

local ATTRIBUTION = '"%s" by %s is licensed under %s %s. To view a copy of this license, visit %s.'
local VERSIONS = { cc0 = "1.0", pdm = "1.0" }
local NAMES = { cc0 = "CC0", pdm = "Public Domain Mark" }
local CATEGORIES = { photograph = true, illustration = true, digitized_artwork = true }
local SHAPES = {
  wide = function(width, height) return width > height end,
  tall = function(width, height) return width < height end,
  square = function(width, height) return width == height end,
}

local function found(call, picture, number, files)
  local words = picture.title:lower():gsub("%W+", "-")
  local id = picture.id or ("%s-%d"):format(words, number)
  local version = picture.license_version or VERSIONS[picture.license] or "2.0"
  local name = NAMES[picture.license] or "CC " .. picture.license:upper()
  local domain = VERSIONS[picture.license] and "publicdomain/zero/" or "licenses/" .. picture.license .. "/"
  local address = ("https://creativecommons.org/%s%s/"):format(domain, version)
  local size = ("%dx%d"):format(picture.width, picture.height)
  local one = { id = id, title = picture.title, creator = picture.creator, creator_url = "https://people.example/ada",
    url = files(call, size, id), foreign_landing_url = "https://photos.example/" .. id, license = picture.license,
    license_version = version, license_url = address, filetype = "png", filesize = 2000, width = picture.width,
    height = picture.height, mature = false, provider = "photos", source = "photos", tags = json.array {},
    attribution = ATTRIBUTION:format(picture.title, picture.creator, name, version, address),
    thumbnail = ("http://%s/v1/images/%s/thumb/"):format(call.headers.host, id) }
  for member, value in pairs(picture) do one[member] = value end
  return one
end

function services.openverse(call, rule, settings, files)
  local query = call.query
  if call.key and not call.key:find(ISSUED, 1, true) or settings.client_id and not call.key then
    return 401, { detail = "The access token is invalid or has expired." }
  end
  if rule.status then return rule.status, { detail = rule.message or "Request was throttled." } end
  if tonumber(query.page_size or 20) > 20 and not call.key then
    return 401, { detail = "page_size must be 20 or less for anonymous requests." }
  end
  if query.aspect_ratio and not SHAPES[query.aspect_ratio] then
    return 400, { detail = { aspect_ratio = json.array { "Invalid aspect ratio." } } }
  end
  for category in (query.category or ""):gmatch "[^,]+" do
    if not CATEGORIES[category] then return 400, { detail = { category = json.array { "Invalid category." } } } end
  end
  local list = json.array {}
  for i, picture in ipairs(rule.empty and {} or rule.pictures or invent(call)) do
    local shape, category = SHAPES[query.aspect_ratio], query.category and picture.category
    local fits = not shape or shape(picture.width, picture.height)
    if fits and (not category or ("," .. query.category .. ","):find("," .. category .. ",", 1, true)) then
      list[#list + 1] = found(call, picture, i, files)
    end
  end
  return 200, { result_count = #list, page_count = 1, page_size = tonumber(query.page_size), page = 1, results = list }
end

-- A picture at its address: /NUMBER/1024x768/name.png, or a thumbnail.
function services.file(call, rule)
  if rule.status then return rule.status, "it is not here", "text/plain" end
  local size = call.path:match "/(%d+x%d+)/" or "600x400"
  return 200, draw(call, rule, size), rule.type == "jpeg" and "image/jpeg" or "image/png"
end

return services
