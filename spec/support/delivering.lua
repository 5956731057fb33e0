--- A service with a finished article that has two pictures, and deliveries of it to sites.
--
--     local desk = delivering.start { allow_addresses = { shop.address } }
--     local integration = desk:connect("shopify", settings)       -- one each time
--     local delivery = desk:deliver(integration)                  -- after its first attempt
--     delivery = desk:again(delivery)                             -- after one more
--     desk:stop()
local eventually = require "spec.support.eventually"
local fake_images = require "spec.support.fake_images"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local articles = require "spec.support.articles"
local service = require "spec.support.service"

local delivering = {}
delivering.__index = delivering

delivering.KEYWORD = "indoor herb garden"

function delivering.start(config)
  local images = fake_images.start {}
  local whole = { library = "examples/library", images = { ["*"] = images:entry("openai", { model = "gpt-image-1" }) },
    models = { ["*"] = { api = "builtin" } } }
  for name, value in pairs(config) do whole[name] = value end
  local self = setmetatable({ server = service.start { config = whole }, images = images }, delivering)
  self.record, self.article = articles.finish(self.server, { targetKeyword = delivering.KEYWORD,
    articleLength = "short", multimediaOption = "images", maxImages = 2 })
  return self
end

function delivering:request(method, path, body)
  return assert(http.request(self.server, method, path, { body = body }))
end

--- Connects a site.
function delivering:connect(kind, settings)
  local made = self:request("POST", "/api/integrations", { kind = kind, name = kind, settings = settings })
  assert(made.status == 201, made.body)
  return made.json
end

-- The delivery once the attempt is over for which it was queued so: with its end it changes.
local function settled(self, queued)
  return assert(eventually(function()
    local answer = self:request("GET", "/api/deliveries/" .. queued.deliveryId)
    local shown = assert(answer.json, answer.body)
    return (shown.state ~= "pending" or shown.updatedAt > queued.updatedAt) and shown
  end), "the attempt does not end")
end

--- Delivers the article; the delivery after its first attempt.
function delivering:deliver(integration)
  local answer = self:request("POST", ("/api/articles/%s/deliver"):format(self.article),
    { integrationId = integration.integrationId })
  assert(answer.status == 202, answer.body)
  return settled(self, answer.json)
end

--- The delivery after one more attempt, which is made at once.
function delivering:again(delivery)
  local answer = self:request("POST", ("/api/deliveries/%s/resend"):format(delivery.deliveryId))
  assert(answer.status == 202 or answer.status == 200, answer.body)
  return settled(self, answer.json)
end

--- Does the service keep or tell a text anywhere: records of what was connected and delivered, its log, its database?
function delivering:tells(text, integration, delivery)
  local places = { self:request("GET", "/api/integrations/" .. integration.integrationId).body,
    self:request("GET", "/api/deliveries/" .. delivery.deliveryId).body, self.server:log() }
  for _, file in ipairs { "copydesk.db", "copydesk.db-wal" } do
    places[#places + 1] = folder.read(self.server.data .. "/" .. file) or ""
  end
  for _, place in ipairs(places) do
    if place:find(text, 1, true) then return true end
  end
  return false
end

--- The ids of the article's pictures in their order.
function delivering:pictures()
  local ids = {}
  for id in self.record.output.html:gmatch '/media/(%x+)%.png"' do ids[#ids + 1] = id end
  assert(#ids == 2, "the article has " .. #ids .. " pictures")
  return ids
end

--- The article's HTML as a site has it: without its heading, with these addresses (as HTML has them) for its pictures.
function delivering:html(addresses)
  local html = self.record.output.html:gsub("<h1>.-</h1>%s*", "", 1)
  return (html:gsub('src="[^"]*/media/(%x+)%.png"', function(id)
    return ('src="%s"'):format(assert(addresses[id], id))
  end))
end

function delivering:stop()
  self.server:stop()
  self.images:stop()
end

return delivering
