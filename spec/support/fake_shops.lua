--- Shopify and Webflow in a process of their own, in their wire formats: what is made there stays until it is reset,
-- and faults come by a script. One program plays one of them.
--
--     local shop = fake_shops.start "shopify"      -- or "webflow"
--     settings = shop:settings()                    -- of an integration
--     shop:script { { service = "articleCreate", call = 1, lost = true } }
--     ... a delivery ...
--     shop:state().articles, shop:state().files     -- webflow: items, assets
--     shop:stop()
--
-- A script is a list of rules; the first that fits a call and is not used up says what becomes of it:
--   service       shopify: find, test, articleCreate, stagedUploadsCreate, fileCreate, file (a look at one), bucket;
--                 webflow: collection, items, make_item, sites, assets, make_asset, asset, drop_asset, bucket
--   contains, call, times   as of the other fakes
--   status        an error in the shape of the service, and nothing is done; message, retry_after (seconds)
--   done          with a status or html: the work is done nevertheless
--   html          a page of HTML with status 200, or with `status`
--   gone          the connection closes, and nothing is done
--   lost          the work is done, and the connection closes without an answer
--   silent, delay, hold     as of the other fakes; late: only after the work is done
--   throttled, denied, internal   of shopify: errors with status 200
--   user_error    of shopify: { field = { "article", "title" }, message =, code = }
--   stuck, failed of shopify's `file`: it stays in processing, or cannot be processed
--
-- Where the formats are documented:
--   shopify   shopify.dev/docs/api/admin-graphql: POST /admin/api/VERSION/graphql.json, X-Shopify-Access-Token; query,
--             variables; data, errors[].message, extensions.code (THROTTLED, ACCESS_DENIED), extensions.cost
--             (requestedQueryCost, throttleStatus.currentlyAvailable, restoreRate); articleCreate(article:
--             ArticleCreateInput) (blogId, title, handle, body, summary, tags, isPublished, author.name, image.url,
--             altText, metafields[].namespace, key, type, value) with article.id, userErrors[].code, field, message;
--             stagedUploadsCreate(input: [StagedUploadInput]) (filename, mimeType, resource, httpMethod, fileSize)
--             with stagedTargets[].url, resourceUrl, parameters[].name, value; fileCreate(files: [FileCreateInput])
--             (originalSource, contentType, alt, filename, duplicateResolutionMode) with files[].id; node(id) on
--             MediaImage with fileStatus, fileErrors[].message, image.url; blog(id).articles(first, reverse),
--             articles(query: "handle:..."), metafield(namespace, key).value; currentAppInstallation.accessScopes
--   webflow   developers.webflow.com/data/reference (v2): Authorization: Bearer; GET /collections/:id (fields[].slug,
--             type); GET /collections/:id/items?slug= (items[].fieldData); POST /collections/:id/items (isArchived,
--             isDraft, fieldData; 202, id); GET /sites; POST /sites/:id/assets (fileName, fileHash; id, hostedUrl,
--             uploadUrl, uploadDetails), GET /sites/:id/assets (assets[].originalFileName, size), GET and DELETE
--             /assets/:id; errors: code, message, details[].param, description; 429 with Retry-After
--   bucket    docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html: a form with the signed fields, the file last
--
-- A call of the log has, beside what fake_program:log says: service, method, path, query, headers, body (of a file: its
-- size), status.
local fake_program = require "spec.support.fake_program"
local json = require("cjson").new()

local fake_shops = fake_program.class("fake_shops_server", "service")

fake_shops.BLOG = "gid://shopify/Blog/777"
fake_shops.COLLECTION = "64f1a2b3c4d5e6f708192a3b"
fake_shops.SITE = "580e63e98c9a982ac9b8b741"

local FIELDS = {
  { slug = "name", type = "PlainText" }, { slug = "slug", type = "PlainText" },
  { slug = "author-name", type = "PlainText" }, { slug = "post-body", type = "RichText" },
  { slug = "post-summary", type = "PlainText" }, { slug = "main-image", type = "Image" },
  { slug = "thumbnail-image", type = "Image" }, { slug = "post-tags", type = "PlainText" },
  { slug = "featured", type = "Switch" },
}

--- more: settings of the program besides: scopes, fields, sites.
function fake_shops.start(service, more)
  local token = service == "shopify" and "shpat_0123456789abcdef4711" or "0123456789abcdefwebflow4711"
  local shop = fake_shops:begin { service = service, token = token }
  shop.given = { service = service, token = token, bucket = shop.url .. "/bucket", blog = fake_shops.BLOG,
    collection = fake_shops.COLLECTION, sites = { fake_shops.SITE }, fields = FIELDS,
    scopes = { "read_content", "write_content", "write_files" } }
  shop:change(more)
  return shop
end

--- Changes settings of the program.
function fake_shops:change(more)
  local settings = {}
  for name, value in pairs(self.given) do settings[name] = value end
  for name, value in pairs(more or {}) do settings[name] = value end
  self:set(settings)
end

--- The settings of an integration with it.
function fake_shops:settings(more)
  local settings = self.service == "shopify"
    and { shop = self.url, accessToken = self.token, blogId = "777" }
    or { url = self.url, token = self.token, collectionId = fake_shops.COLLECTION }
  for name, value in pairs(more or {}) do settings[name] = value end
  return settings
end

--- What is there.
function fake_shops:state()
  return json.decode(self.server:tell "STATE")
end

--- Puts an article (shopify), an item (webflow) there, as somebody else made it.
function fake_shops:put(thing)
  self:tell("PUT " .. json.encode(thing))
end

--- Empties it, and its script.
function fake_shops:reset()
  self:tell "RESET"
  self:script {}
end

return fake_shops
