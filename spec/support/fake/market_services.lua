--- What the services of spec/support/fake_market.lua answer. Each: answer(request, settings, rule), which gives status,
-- body and content type; and refusal(status, message), the body of an error.
local json = require "spec.support.fake.json"
local server = require "spec.support.fake_server"

local services = {}

local function read(path)
  local file = assert(io.open("examples/data/" .. path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local products, places = json.decode(read "products.json"), json.decode(read "places.json")
local film, captions = json.decode(read "videos/fix-a-dripping-tap.json"), read "videos/fix-a-dripping-tap.vtt"

-- --- products ---

local function words_of(text)
  local set = {}
  for word in (text or ""):lower():gmatch "%w+" do set[word:gsub("s$", "")] = true end
  return set
end

-- Products by how many of the words their titles have, of equals in the order of the file.
local function find_products(text)
  local found, wanted = {}, words_of(text)
  for place, product in ipairs(products) do
    local title, score = words_of(product.title .. " " .. (product.category or "")), 0
    for word in pairs(wanted) do score = score + (title[word] and 1 or 0) end
    if score > 0 then found[#found + 1] = { product = product, score = score, place = place } end
  end
  table.sort(found, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.place < b.place
  end)
  for i, entry in ipairs(found) do found[i] = entry.product end
  return found
end

local function product_of(id)
  for _, product in ipairs(products) do
    if product.id == id then return product end
  end
end

local function link(domain, product) return ("https://www.%s/dp/%s"):format(domain, product.id) end

local function price(product)
  return product.price and { value = product.price.amount, currency = product.price.currency,
    raw = ("$%s"):format(product.price.amount), symbol = "$" } or nil
end

local rainforest = {}
services.rainforest = rainforest

function rainforest.refusal(_, message)
  return json.encode { request_info = { success = false, message = message } }
end

local PER_PAGE = 4 -- so that articles need several pages

local function rainforest_list(query, rule)
  local domain = query.amazon_domain or query.url:match "^https?://w?w?w?%.?([^/]+)"
  local page = tonumber(query.page or query.url and query.url:match "[?&]page=(%d+)" or 1)
  local words = query.search_term or server.decode(query.url:match "[?&]k=([^&]*)" or "")
  local found, results = find_products(words), {}
  if query.url then -- a page has an order of its own: here that of the file
    local set = {}
    for _, product in ipairs(found) do set[product.id] = true end
    found = {}
    for _, product in ipairs(products) do
      if set[product.id] then found[#found + 1] = product end
    end
  end
  if rule.empty then found = {} end
  if page == 1 and query.exclude_sponsored ~= "true" then
    results[1] = { asin = "B0PAIDFOR0", title = "Headlamp that somebody paid for", sponsored = true }
  end
  for i = (page - 1) * PER_PAGE + 1, math.min(page * PER_PAGE, #found) do
    local product = found[i]
    results[#results + 1] = { position = i, asin = product.id, title = product.title, link = link(domain, product),
      image = product.image, rating = product.rating, ratings_total = product.ratings, price = price(product) }
  end
  return { search_results = json.array(results),
    pagination = { current_page = page, total_pages = math.max(1, math.ceil(#found / PER_PAGE)) } }
end

local function rainforest_product(query)
  local product = product_of(query.asin)
  if not product then return nil end
  local specifications, reviews = {}, {}
  for name, value in pairs(product.specifications or {}) do
    specifications[#specifications + 1] = { name = name, value = tostring(value) }
  end
  table.sort(specifications, function(a, b) return a.name < b.name end)
  for i, review in ipairs(product.reviews or {}) do
    reviews[i] = { title = review.title, body = review.text, rating = review.rating,
      verified_purchase = review.verified or false, profile = { name = review.author } }
  end
  return { product = { asin = product.id, title = product.title, link = link(query.amazon_domain, product),
    brand = product.brand, rating = product.rating, ratings_total = product.ratings,
    main_image = product.image and { link = product.image }, categories = { { name = product.category } },
    feature_bullets = json.array(product.features or {}), description = product.description,
    specifications = json.array(specifications), buybox_winner = { price = price(product) },
    top_reviews = json.array(reviews) } }
end

function rainforest.answer(request, settings, rule)
  local query = request.query
  if query.api_key ~= settings.key then return 401, rainforest.refusal(401, "The API key is invalid.") end
  local is_product = query.type == "product"
  local body = is_product and rainforest_product(query) or not is_product and rainforest_list(query, rule)
  if not body then return 404, rainforest.refusal(404, "The product could not be found.") end
  body.request_info = { success = true }
  body.request_metadata = { processed_at = "2026-05-04T08:15:30.000Z" }
  return 200, json.encode(body)
end

-- --- the catalogue and its tokens ---

local token = {}
services.token = token
local tokens = 0

function token.refusal(_, message) return json.encode { error = "invalid_client", error_description = message } end

function token.answer(request, settings)
  local form = server.form(request.body)
  local is_right = form.grant_type == "client_credentials" and form.client_id == "client"
    and form.client_secret == settings.secret and form.scope == "creatorsapi::default"
  if not is_right then return 400, token.refusal(400, "wrong credentials") end
  tokens = tokens + 1
  return 200, json.encode { access_token = "token-" .. tokens, token_type = "bearer", expires_in = 3600 }
end

local catalog = {}
services.catalog = catalog

function catalog.refusal(status, message)
  return json.encode { type = ("Error%d"):format(status), message = message }
end

local function said(text) return text and { displayValue = text } or nil end

local function catalog_item(product, domain, is_whole)
  local item = { asin = product.id, itemInfo = { title = said(product.title) } }
  if not is_whole then return item end
  item.detailPageURL = link(domain, product)
  item.images = product.image and { primary = { large = { url = product.image, height = 500, width = 500 } } }
  item.itemInfo.byLineInfo = { brand = said(product.brand) }
  item.itemInfo.classifications = { productGroup = said(product.category) }
  item.itemInfo.features = { displayValues = json.array(product.features or {}) }
  local weight = product.specifications and product.specifications.Weight
  item.itemInfo.productInfo = weight and { itemDimensions = { weight = { label = "Weight", displayValue = weight } } }
  item.customerReviews = { count = product.ratings, starRating = product.rating and { value = product.rating } }
  item.offersV2 = product.price and { listings = { { isBuyBoxWinner = true,
    price = { money = { amount = product.price.amount, currency = product.price.currency } } } } }
  return item
end

function catalog.answer(request, _, rule)
  local asked = json.decode(request.body or "") or {}
  local domain = (request.headers["x-marketplace"] or ""):match "^www%.(.+)$"
  if rule.expired or request.headers.authorization ~= "Bearer token-" .. tokens then
    return 401, json.encode { type = "UnauthorizedException", reason = "TokenExpired", message = "It has expired" }
  end
  if not domain or asked.partnerTag ~= "shop-20" then return 400, catalog.refusal(400, "partnerTag, x-marketplace") end
  if request.path == "/getItems" then
    local items, errors = {}, {}
    if #asked.itemIds > 10 then return 400, catalog.refusal(400, "at most ten itemIds") end
    for _, id in ipairs(asked.itemIds) do
      local product = product_of(id)
      if product then items[#items + 1] = catalog_item(product, domain, true)
      else errors[#errors + 1] = { code = "ItemNotAccessible", message = id .. " is not accessible" } end
    end
    return 200, json.encode { itemsResult = #items > 0 and { items = items } or nil,
      errors = #errors > 0 and errors or nil }
  end
  local found, items = rule.empty and {} or find_products(asked.keywords), {}
  for i = (asked.itemPage - 1) * asked.itemCount + 1, math.min(asked.itemPage * asked.itemCount, #found) do
    items[#items + 1] = catalog_item(found[i], domain, false)
  end
  if #items == 0 then return 200, json.encode { errors = { { code = "NoResults", message = "No results found" } } } end
  return 200, json.encode { searchResult = { items = items, totalResultCount = #found } }
end

-- --- maps ---

local nominatim = {}
services.nominatim = nominatim

function nominatim.refusal(status, message) return json.encode { error = { code = status, message = message } } end

function nominatim.answer(request, settings, rule)
  local is_town = not rule.empty and (request.query.q or ""):lower() == settings.town:lower()
  local is_polite = (request.headers["user-agent"] or ""):find("desk@shop.example", 1, true)
  if not is_polite then return 403, "<html>Access blocked: see the usage policy</html>", "text/html" end
  if request.query.format ~= "jsonv2" then return 400, nominatim.refusal(400, "format") end
  return 200, json.encode(json.array(is_town and { { place_id = 1, osm_type = "relation", osm_id = 4711,
    lat = "52.3702", lon = "4.9001", category = "boundary", type = "administrative", addresstype = "city",
    name = settings.town, display_name = settings.town .. ", Veland", boundingbox = { "52.3", "52.4", "4.8", "5.0" },
    address = { city = settings.town, country = "Veland", country_code = "gb" } } } or {}))
end

local overpass = {}
services.overpass = overpass

function overpass.refusal(status)
  return ("<html><body>%d: the server is busy</body></html>"):format(status), "text/html"
end

-- The tags of an example place.
local function tags_of(place)
  local number, street = place.address:match "^(%d+) (.+)$"
  local tags = { name = place.name, amenity = "cafe", ["addr:city"] = place.city, ["addr:housenumber"] = number,
    ["addr:street"] = street or place.address, ["contact:phone"] = place.phone, website = place.website,
    opening_hours = place.opening_hours, description = place.description }
  local cuisines = {}
  for _, category in ipairs(place.categories) do
    if category == "vegan" then tags["diet:vegan"] = "yes"
    else cuisines[#cuisines + 1] = category:gsub(" ", "_") end
  end
  tags.cuisine = table.concat(cuisines, ";")
  return tags
end

-- Does one of the statements of a query fit the tags: nwr["amenity"="cafe"]["name"](area.a)?
local function fits(query, tags)
  for statement in query:gmatch "nwr(%b[][^;]*)%(area%.a%);" do
    local is_right = true
    for filter in statement:gmatch "%b[]" do
      local key, sign, value = filter:match '^%["([^"]+)"([=~]?)"?(.-)"?,?i?%]$'
      local tag = tags[key]
      is_right = is_right and tag ~= nil and (sign ~= "=" or tag == value)
        and (sign ~= "~" or value:find(tag, 1, true) ~= nil)
    end
    if is_right then return true end
  end
end

function overpass.answer(request, _, rule)
  if request.path == "/api/status" then return 200, "Rate limit: 2\n2 slots available now.\n", "text/plain" end
  local query = server.form(request.body).data or ""
  if not query:find("^%[out:json%]%[timeout:%d+%];area%(id:3600004711%)") then
    return 400, "<html>parse error</html>", "text/html"
  end
  if rule.remark then
    return 200, json.encode { elements = json.array {}, remark = "runtime error: open64: 0 Success "
      .. "Dispatcher_Client::request_read_and_idx::rate_limited. Please check /api/status for the quota" }
  end
  local elements = {}
  for i, place in ipairs(rule.empty and {} or places) do
    local tags = tags_of(place)
    local lat, lon = place.latitude or 52.37, place.longitude or 4.9
    if fits(query, tags) then
      elements[#elements + 1] = i % 2 == 0 and { type = "way", id = i, center = { lat = lat, lon = lon }, tags = tags }
        or { type = "node", id = i, lat = lat, lon = lon, tags = tags }
    end
  end
  return 200, json.encode { version = 0.6, generator = "Overpass API", elements = json.array(elements) }
end

-- --- films ---

local invidious = {}
services.invidious = invidious

function invidious.refusal(_, message) return json.encode { error = message } end

function invidious.answer(request, settings, rule)
  local path = request.path:match "^/api/v1(/.*)$" or ""
  local whole = { type = "video", videoId = settings.film, title = film.title, author = film.author,
    description = film.description, lengthSeconds = film.duration, liveNow = false,
    videoThumbnails = { { quality = "medium", url = "/vi/" .. settings.film .. "/mqdefault.jpg" } } }
  if path == "/search" then return 200, json.encode(json.array(rule.empty and {} or { whole })) end
  if path == "/videos/" .. settings.film then return 200, json.encode(whole) end
  if path ~= "/captions/" .. settings.film then return 404, invidious.refusal(404, "Video not found") end
  if request.query.label == "English" then return 200, rule.empty and "" or captions, "text/vtt" end
  if request.query.label then return 200, "", "text/vtt" end
  local list = {}
  for i, label in ipairs { "Swedish", "English (auto-generated)", "English" } do
    list[i] = { label = label, languageCode = label:find "Eng" and "en" or "sv",
      url = "/api/v1/captions/" .. settings.film .. "?label=" .. label }
  end
  return 200, json.encode { captions = list }
end

return services
