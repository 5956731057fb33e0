--- A site of Webflow, for spec/support/fake_shops.lua: its Data API v2, and the place to which files are brought.
local forms = require "spec.support.fake.forms"
local json = require "spec.support.fake.json"

local webflow = {}

local state

function webflow.reset()
  state = { items = {}, assets = {}, count = 0 }
end

webflow.reset()

local function next_id()
  state.count = state.count + 1
  return ("%024x"):format(0x6501f0000000 + state.count)
end

local function refuse(status, code, message, details)
  return status, json.encode { code = code, message = message, externalReference = json.null,
    details = json.array(details or {}) }
end

-- --- items ---

local operations = {}

local function fields_of(settings)
  local list = json.array {}
  for i, field in ipairs(settings.fields) do
    list[i] = { id = ("f%d"):format(i), slug = field.slug, type = field.type, displayName = field.slug,
      isEditable = true, isRequired = field.slug == "name" or field.slug == "slug" }
  end
  return list
end

function operations.collection(_, settings)
  return 200, json.encode { id = settings.collection, displayName = "Posts", singularName = "Post", slug = "posts",
    fields = fields_of(settings) }
end

function operations.items(request)
  local found = json.array {}
  for _, item in ipairs(state.items) do
    if not request.query.slug or item.fieldData.slug == request.query.slug then found[#found + 1] = item end
  end
  return 200, json.encode { items = found, pagination = { limit = 100, offset = 0, total = #found } }
end

local function has_field(settings, slug)
  for _, field in ipairs(settings.fields) do
    if field.slug == slug then return field end
  end
end

local function fault_of(item, settings)
  local data = type(item) == "table" and item.fieldData or {}
  for _, name in ipairs { "name", "slug" } do
    if type(data[name]) ~= "string" then return { param = name, description = "Field is required" } end
  end
  if not data.slug:find "^[%w_][%w_%-]*$" then return { param = "slug", description = "Must be alphanumerical" } end
  for name, value in pairs(data) do
    local field = has_field(settings, name)
    if not field then return { param = name, description = "Field not described in schema: undefined" } end
    if (field.type == "Image") ~= (type(value) == "table") then
      return { param = name, description = "Expected value to be of another type" }
    end
  end
  for _, other in ipairs(state.items) do
    if other.fieldData.slug == data.slug then
      return { param = "slug", description = "Unique value is already in database: '" .. data.slug .. "'" }
    end
  end
end

function operations.make_item(request, settings)
  local item = json.decode(request.body or "")
  local fault = fault_of(item, settings)
  if fault then return refuse(400, "validation_error", "Validation Error", { fault }) end
  item.id = next_id()
  state.items[#state.items + 1] = item
  return 202, json.encode(item)
end

-- --- assets ---

local function asset_of(asset)
  return { id = asset.id, contentType = asset.type, size = asset.bytes and #asset.bytes or 0,
    hostedUrl = asset.hostedUrl, originalFileName = asset.name, displayName = asset.name }
end

function operations.sites(_, settings)
  local list = json.array {}
  for i, id in ipairs(settings.sites) do list[i] = { id = id, displayName = "Site " .. i } end
  return 200, json.encode { sites = list }
end

function operations.assets(request)
  local offset, list = tonumber(request.query.offset or 0), json.array {}
  for i = offset + 1, math.min(#state.assets, offset + tonumber(request.query.limit or 100)) do
    list[#list + 1] = asset_of(state.assets[i])
  end
  return 200, json.encode { assets = list, pagination = { total = #state.assets } }
end

function operations.make_asset(request, settings)
  local input = json.decode(request.body or "") or {}
  if not input.fileName or not (input.fileHash or ""):find("^" .. ("%x"):rep(32) .. "$") then
    return refuse(400, "bad_request", "fileName and fileHash are required")
  end
  local id = next_id()
  local asset = { id = id, name = input.fileName, hash = input.fileHash, key = id .. "_" .. input.fileName,
    hostedUrl = ("https://cdn.site.example/%s_%s"):format(id, input.fileName) }
  state.assets[#state.assets + 1] = asset
  return 200, json.encode { id = id, contentType = "image/png", originalFileName = asset.name,
    hostedUrl = asset.hostedUrl, assetUrl = settings.bucket .. "/" .. asset.key, uploadUrl = settings.bucket .. "/",
    uploadDetails = { acl = "public-read", bucket = "site-assets", ["X-Amz-Algorithm"] = "AWS4-HMAC-SHA256",
      ["X-Amz-Credential"] = "AKIA/20260101/us-east-1/s3/aws4_request", ["X-Amz-Date"] = "20260101T000000Z",
      key = asset.key, Policy = "cG9saWN5", ["X-Amz-Signature"] = "5167", success_action_status = "201",
      ["content-type"] = "image/png", ["Cache-Control"] = "max-age=31536000, must-revalidate" } }
end

local function find_asset(id)
  for i, asset in ipairs(state.assets) do
    if asset.id == id then return asset, i end
  end
end

function operations.asset(request)
  local asset = find_asset(request.path:match "[^/]+$")
  if not asset then return refuse(404, "resource_not_found", "Requested resource not found") end
  return 200, json.encode(asset_of(asset))
end

function operations.drop_asset(request)
  local asset, place = find_asset(request.path:match "[^/]+$")
  if not asset then return refuse(404, "resource_not_found", "Requested resource not found") end
  table.remove(state.assets, place)
  return 204, ""
end

function operations.bucket(request)
  local parts, why = forms.read(request.headers["content-type"], request.body or "")
  local fields, file
  if parts then fields, file = forms.fields(parts) end
  for _, asset in ipairs(file and state.assets or {}) do
    if asset.key == fields.key and fields.Policy and fields["X-Amz-Signature"] and not asset.bytes then
      asset.bytes, asset.type = file.bytes, file.type
      return 201, "<PostResponse/>", "application/xml"
    end
  end
  return 403, json.encode { message = (why or "no asset waits for this") }, "application/json"
end

-- --- HTTP ---

local PLACES = {
  { "GET", "^/v2/collections/(%w+)$", "collection", "collection" },
  { "GET", "^/v2/collections/(%w+)/items$", "items", "collection" },
  { "POST", "^/v2/collections/(%w+)/items$", "make_item", "collection" },
  { "GET", "^/v2/sites$", "sites" },
  { "GET", "^/v2/sites/(%w+)/assets$", "assets", "site" },
  { "POST", "^/v2/sites/(%w+)/assets$", "make_asset", "site" },
  { "GET", "^/v2/assets/(%w+)$", "asset" },
  { "DELETE", "^/v2/assets/(%w+)$", "drop_asset" },
  { "POST", "^/bucket/$", "bucket" },
}

--- What a request asks for: the name of its operation; nil when it is none of this service.
function webflow.operation(request)
  for _, place in ipairs(PLACES) do
    local id = request.path:match(place[2])
    if id and request.method == place[1] then return place[3], place[4], id end
  end
end

--- The body of an error as the service words it.
function webflow.refusal(status, message)
  return select(2, refuse(status, "error", message))
end

--- What becomes of a request: status, body, content type.
function webflow.answer(request, operation, settings)
  local _, kind, id = webflow.operation(request)
  if operation == "bucket" then return operations.bucket(request) end
  if request.headers.authorization ~= "Bearer " .. settings.token then
    return refuse(401, "not_authorized", "Request not authorized: " .. tostring(request.headers.authorization))
  end
  if kind == "collection" and id ~= settings.collection or kind == "site" and id ~= settings.sites[1] then
    return refuse(404, "resource_not_found", "Requested resource not found")
  end
  return operations[operation](request, settings)
end

--- What is there: items as they were made, assets without their bytes.
function webflow.state()
  local assets = json.array {}
  for i, asset in ipairs(state.assets) do
    assets[i] = asset_of(asset)
    assets[i].hash = asset.hash
  end
  return { items = json.array(state.items), assets = assets }
end

--- Puts an item there, as somebody else made it.
function webflow.put(item)
  item.id = next_id()
  state.items[#state.items + 1] = item
end

return webflow
