--- The services for products, places and films in a process of their own, in their wire formats, over the example data
-- of the repository (examples/data).
--
--     local market = fake_market.start()
--     config = { products = market:entry "rainforest", places = market:entry "overpass",
--       videos = market:entry "invidious" }
--     market:script { { service = "catalog", call = 1, status = 429, retry_after = 0 } }
--     ... what asks them ...
--     for _, call in ipairs(market:log()) do print(call.service, call.path, call.at) end
--     market:stop()
--
-- A script is a list of rules; the first that fits a call and is not used up says what becomes of it:
--   service, contains (words in the address or body), call (its number among the service's calls since the script, from
--   1), times
--   status        an error in the shape of the service; message, retry_after (seconds)
--   html          a page of HTML instead of JSON, with status 200 or with `status`
--   malformed     half of the body only, with the length of that
--   empty         nothing is found; of captions an empty body
--   expired       the token is refused
--   remark        of overpass: an answer with status 200 that tells of an overload
--   silent        nothing comes, until the caller hangs up
--   delay         seconds before the answer
--
-- Where the formats are documented:
--   rainforest   docs.trajectdata.com/rainforestapi/product-data-api: GET /request, api_key, type=product|search|
--                category|bestsellers, amazon_domain, asin, search_term, url, page, exclude_sponsored;
--                request_info.success, message; request_metadata.processed_at; search_results[].asin, title, link,
--                image, rating, ratings_total, price.value, sponsored; pagination.total_pages; product.asin, title,
--                link, brand, rating, ratings_total, main_image.link, categories[].name, feature_bullets[],
--                description, specifications[].name, value, buybox_winner.price.value, currency, top_reviews[].title,
--                body, rating, verified_purchase, profile.name
--   token        RFC 6749 section 4.4: grant_type=client_credentials; access_token, token_type, expires_in; error
--   catalog      affiliate-program.amazon.com/creatorsapi/docs: POST /searchItems (keywords, itemCount, itemPage),
--                POST /getItems (itemIds, ten at most), header x-marketplace, partnerTag, resources;
--                searchResult.items[], itemsResult.items[].asin, detailPageURL, images.primary.large.url,
--                itemInfo.title, byLineInfo.brand, features.displayValues, productInfo, customerReviews,
--                offersV2.listings[].price.money; errors[].code, message
--   nominatim    nominatim.org/release-docs/latest/api/Search: GET /search, q, format=jsonv2, addressdetails,
--                limit, accept-language; [].osm_type, osm_id, lat, lon, boundingbox, addresstype, name, address
--   overpass     wiki.openstreetmap.org/wiki/Overpass_API: POST /api/interpreter, data=; elements[].type, id, lat,
--                lon, center, tags; remark; GET /api/status
--   invidious    docs.invidious.io/api: GET /api/v1/search, /videos/:id (videoId, title, author, description,
--                lengthSeconds, videoThumbnails), /captions/:id (captions[].label, languageCode, url; with label
--                WebVTT)
--
-- A call of the log has, beside what fake_program:log says: service, method, path, query (decoded, by name), body (as
-- sent), headers (lower-case names), status.
local fake_program = require "spec.support.fake_program"

local fake_market = fake_program.class("fake_market_server", "service")

--- The id of the example film as a site of Invidious has it, and the town that Nominatim knows.
fake_market.FILM = "fixes-a-tap"
fake_market.TOWN = "Port Almere"

function fake_market.start()
  local keys = { key = "rain-key-4711", secret = "client-secret-4711" }
  return fake_market:begin(keys, { key = keys.key, secret = keys.secret, film = fake_market.FILM,
    town = fake_market.TOWN })
end

--- The entry of the configuration for one of its services; more members may be given.
function fake_market:entry(service, more)
  local entries = {
    rainforest = { base_url = self.url .. "/rainforest", api_key = self.key },
    catalog = { base_url = self.url .. "/catalog", token_url = self.url .. "/token", client_id = "client",
      client_secret = self.secret, scope = "creatorsapi::default", partner_tag = "shop-20", pause_ms = 0 },
    overpass = { nominatim = self.url .. "/nominatim", overpass = self.url .. "/overpass",
      email = "desk@shop.example" },
    invidious = { base_url = self.url .. "/invidious" },
  }
  local entry = assert(entries[service], service)
  entry.api = service
  for name, value in pairs(more or {}) do entry[name] = value end
  return entry
end

return fake_market
