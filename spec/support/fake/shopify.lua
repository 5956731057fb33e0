--- A shop, for spec/support/fake_shops.lua: its GraphQL Admin API, and the place to which files are brought.
local forms = require "spec.support.fake.forms"
local json = require "spec.support.fake.json"

local shopify = {}

local state

function shopify.reset()
  state = { articles = {}, files = {}, staged = {}, count = 0 }
end

shopify.reset()

-- Members of the inputs (https://shopify.dev/docs/api/admin-graphql/latest/input-objects/...).
local INPUTS = {
  ArticleCreateInput = { author = true, blogId = true, body = true, handle = true, image = true, isPublished = true,
    metafields = true, publishDate = true, summary = true, tags = true, templateSuffix = true, title = true },
  FileCreateInput = { alt = true, contentType = true, duplicateResolutionMode = true, filename = true,
    originalSource = true },
  StagedUploadInput = { filename = true, fileSize = true, httpMethod = true, mimeType = true, resource = true },
}

-- Why an object does not fit an input.
local function misfit(object, input, required)
  for name in pairs(object or {}) do
    if not INPUTS[input][name] then return ("Field is not defined on %s: %s"):format(input, name) end
  end
  for _, name in ipairs(required) do
    if not object or object[name] == nil then return ("Expected value to not be null: %s.%s"):format(input, name) end
  end
end

local function next_id(kind)
  state.count = state.count + 1
  return ("gid://shopify/%s/%d"):format(kind, 4000 + state.count)
end

local function user_errors(field, message, code)
  return { { field = json.array(field), message = message, code = code } }
end

-- --- what queries and mutations do: each gives its data, or nil and the message of an error ---

local operations = {}

local function marker_of(article)
  for _, metafield in ipairs(article.metafields or {}) do
    if metafield.namespace == "copydesk" and metafield.key == "article_id" then return { value = metafield.value } end
  end
  return json.null
end

-- Does "handle:'a' OR handle:'b'" ask for the article? The search knows of one only after a while.
local function is_found(question, article)
  for handle in question:gmatch "handle:'([^']*)'" do
    if handle == article.handle then return article.is_indexed end
  end
end

local function node_of(article)
  return { id = article.id, metafield = marker_of(article) }
end

local function blog_of(settings, id)
  return id == settings.blog and { title = "News" } or json.null
end

function operations.find(variables, settings)
  local data = { shop = { name = "Hearth & Herb" }, blog = blog_of(settings, variables.blog) }
  if variables.handle and data.blog ~= json.null then
    local newest, found = json.array {}, json.array {}
    for i = #state.articles, 1, -1 do
      local article = state.articles[i]
      if #newest < 50 then newest[#newest + 1] = node_of(article) end
      if is_found(variables.handle, article) then found[#found + 1] = node_of(article) end
    end
    data.blog.newest, data.articles = { nodes = newest }, { nodes = found }
  end
  return data
end

function operations.test(variables, settings)
  local scopes = json.array {}
  for i, handle in ipairs(settings.scopes) do scopes[i] = { handle = handle } end
  return { shop = { name = "Hearth & Herb" }, blog = blog_of(settings, variables.blog),
    currentAppInstallation = { accessScopes = scopes } }
end

function operations.articleCreate(variables, settings)
  local article = variables.article
  local wrong = misfit(article, "ArticleCreateInput", { "title", "author" })
  if wrong then return nil, wrong end
  if article.blogId ~= settings.blog then
    return { articleCreate = { article = json.null, userErrors = user_errors({ "article", "blogId" }, "Must exist",
      "NOT_FOUND") } }
  end
  if article.image and not article.image.url:find "^https?://" then
    return { articleCreate = { article = json.null, userErrors = user_errors({ "article", "image" }, "Image is invalid",
      "UPLOAD_FAILED") } }
  end
  for _, other in ipairs(state.articles) do
    if other.handle == article.handle then
      return { articleCreate = { article = json.null, userErrors = user_errors({ "article", "handle" },
        "Handle has already been taken", "TAKEN") } }
    end
  end
  article.id = next_id "Article"
  state.articles[#state.articles + 1] = article
  return { articleCreate = { article = { id = article.id }, userErrors = json.array {} } }
end

function operations.stagedUploadsCreate(variables, settings)
  local input = variables.input[1]
  local wrong = misfit(input, "StagedUploadInput", { "filename", "mimeType", "resource" })
  if wrong then return nil, wrong end
  state.count = state.count + 1
  local key = ("tmp/%d/%s"):format(state.count, input.filename)
  local resource = settings.bucket .. "/" .. key
  state.staged[resource] = { size = tonumber(input.fileSize), type = input.mimeType, key = key }
  return { stagedUploadsCreate = { userErrors = json.array {}, stagedTargets = { { url = settings.bucket .. "/",
    resourceUrl = resource, parameters = {
      { name = "Content-Type", value = input.mimeType }, { name = "success_action_status", value = "201" },
      { name = "acl", value = "private" }, { name = "key", value = key }, { name = "policy", value = "cG9saWN5" },
    } } } } }
end

function operations.fileCreate(variables)
  local input = variables.files[1]
  local wrong = misfit(input, "FileCreateInput", { "originalSource" })
  if wrong then return nil, wrong end
  local staged = state.staged[input.originalSource]
  if not staged or not staged.bytes then
    return { fileCreate = { files = json.array {}, userErrors = user_errors({ "files", "0", "originalSource" },
      "File not found", "INVALID") } }
  end
  local file = { filename = input.filename, alt = input.alt, size = #staged.bytes, looks = 0 }
  if input.duplicateResolutionMode == "REPLACE" then
    for _, other in ipairs(state.files) do
      if other.filename == input.filename then
        other.alt, other.size, other.replaced = input.alt, file.size, (other.replaced or 0) + 1
        return { fileCreate = { files = { { id = other.id } }, userErrors = json.array {} } }
      end
    end
  end
  file.id = next_id "MediaImage"
  file.url = ("https://cdn.shop.example/files/%s?v=%d&x=1"):format(file.filename, state.count)
  state.files[#state.files + 1] = file
  return { fileCreate = { files = { { id = file.id } }, userErrors = json.array {} } }
end

-- A file is ready at the second look.
function operations.file(variables, _, rule)
  for i, file in ipairs(state.files) do
    if file.id == variables.id then
      file.looks = file.looks + 1
      if rule.failed then
        table.remove(state.files, i)
        return { node = { fileStatus = "FAILED", fileErrors = { { message = "The image is broken." } },
          image = json.null } }
      end
      local is_ready = file.looks > 1 and not rule.stuck
      return { node = { fileStatus = is_ready and "READY" or "PROCESSING", fileErrors = json.array {},
        image = is_ready and { url = file.url } or json.null } }
    end
  end
  return { node = json.null }
end

-- --- HTTP ---

local function name_of(query)
  for _, name in ipairs { "articleCreate", "stagedUploadsCreate", "fileCreate" } do
    if query:find(name .. "(", 1, true) then return name end
  end
  if query:find("currentAppInstallation", 1, true) then return "test" end
  return query:find("MediaImage", 1, true) and "file" or "find"
end

--- What a request asks for: the name of its operation, "bucket"; nil when it is none of this service.
function shopify.operation(request)
  if request.path == "/bucket/" and request.method == "POST" then return "bucket" end
  if request.path ~= "/admin/api/2026-10/graphql.json" or request.method ~= "POST" then return nil end
  local body = json.decode(request.body or "")
  return type(body) == "table" and type(body.query) == "string" and name_of(body.query) or nil
end

local function take_file(request)
  local parts, why = forms.read(request.headers["content-type"], request.body or "")
  if not parts then return 400, "<Error><Message>" .. why .. "</Message></Error>", "application/xml" end
  local fields, file = forms.fields(parts)
  for _, staged in pairs(state.staged) do
    if staged.key == fields.key and file and fields.policy and #file.bytes == staged.size then
      staged.bytes = file.bytes
      return 201, "<PostResponse/>", "application/xml"
    end
  end
  return 403, "<Error><Message>Access denied</Message></Error>", "application/xml"
end

local function failure(message, code, extensions)
  return json.encode { errors = { { message = message, extensions = code and { code = code } or nil } },
    extensions = extensions }
end

--- The body of an error as the service words it.
function shopify.refusal(_, message)
  return json.encode { errors = message }
end

local function fault_of(rule)
  if rule.throttled then
    return failure("Throttled", "THROTTLED", { cost = { requestedQueryCost = 752, actualQueryCost = json.null,
      throttleStatus = { maximumAvailable = 1000.0, currentlyAvailable = 666, restoreRate = 50.0 } } })
  end
  if rule.denied then return failure("Access denied for articleCreate field.", "ACCESS_DENIED") end
  if rule.internal then return failure("Internal error.", "INTERNAL_SERVER_ERROR") end
end

--- What becomes of a request: status, body, content type.
function shopify.answer(request, operation, settings, rule)
  if operation == "bucket" then return take_file(request) end
  if request.headers["x-shopify-access-token"] ~= settings.token then
    return 401, json.encode { errors = "[API] Invalid API key or access token (unrecognized login or wrong password)" }
  end
  local body = json.decode(request.body)
  local fault = fault_of(rule)
  if fault then return 200, fault end
  if rule.user_error then
    local payload = { userErrors = user_errors(rule.user_error.field, rule.user_error.message, rule.user_error.code) }
    return 200, json.encode { data = { [operation] = payload } }
  end
  local data, wrong = operations[operation](body.variables, settings, rule)
  return 200, data and json.encode { data = data } or failure(wrong)
end

--- What is there: articles as they were made, files.
function shopify.state()
  return { articles = json.array(state.articles), files = json.array(state.files) }
end

--- Puts an article there, as somebody else made it.
function shopify.put(article)
  article.id = next_id "Article"
  state.articles[#state.articles + 1] = article
end

return shopify
