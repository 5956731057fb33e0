--- A service with a finished article that has two pictures, and deliveries of it to sites.
--
--     local desk = delivering.start { allow_addresses = { shop.address } }
--     local integration = desk:connect("shopify", settings)       -- one each time
--     local delivery = desk:deliver(integration)                  -- after its first attempt
--     delivery = desk:again(delivery)                             -- after one more
--     desk:stop()
local database = require "spec.support.database"
local eventually = require "spec.support.eventually"
local fake_images = require "spec.support.fake_images"
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
  local self = setmetatable({ images = images }, delivering)
  local fine, problem = pcall(function()
    self.server = service.start { config = whole }
    self.record, self.article = articles.finish(self.server, { targetKeyword = delivering.KEYWORD,
      articleLength = "short", multimediaOption = "images", maxImages = 2 })
  end)
  if not fine then
    self:stop()
    error(problem, 0)
  end
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

--- The delivery once the attempt is over for which it was queued so: with its end it changes.
function delivering:settled(queued)
  return assert(eventually(function()
    local answer = self:request("GET", "/api/deliveries/" .. queued.deliveryId)
    local shown = assert(answer.json, answer.body)
    return (shown.state ~= "pending" or shown.updatedAt > queued.updatedAt) and shown
  end), "the attempt does not end")
end

--- Queues a delivery of the article; the delivery before its first attempt.
function delivering:queue(integration)
  local answer = self:request("POST", ("/api/articles/%s/deliver"):format(self.article),
    { integrationId = integration.integrationId })
  assert(answer.status == 202, answer.body)
  return answer.json
end

--- Delivers the article; the delivery after its first attempt.
function delivering:deliver(integration)
  return self:settled(self:queue(integration))
end

--- The delivery after one more attempt, which is made at once.
function delivering:again(delivery)
  local answer = self:request("POST", ("/api/deliveries/%s/resend"):format(delivery.deliveryId))
  assert(answer.status == 202 or answer.status == 200, answer.body)
  return self:settled(answer.json)
end

--- Delivers the article where the first attempt fails with this error and the second does not; the delivery in the end.
-- The second comes by itself after five seconds, so a machine that stands still for as long has it made unasked.
function delivering:recover(integration, problem)
  local delivery = self:deliver(integration)
  if delivery.state ~= "pending" then
    assert(delivery.attempts > 1, "the first attempt does not fail")
    return delivery
  end
  assert(tostring(delivery.lastError):find(problem, 1, true), delivery.lastError)
  return self:again(delivery)
end

--- Asks for another article, which goes to the site once it is finished; its id.
function delivering:order(integration)
  return articles.create(self.server, { targetKeyword = delivering.KEYWORD, articleLength = "short",
    multimediaOption = "images", maxImages = 2, integrationId = integration.integrationId })
end

--- The one delivery of an article once it has come to an end, and the article's record.
function delivering:arrival(article)
  local delivery = assert(eventually(function()
    local list = self:request("GET", ("/api/articles/%s/deliveries"):format(article)).json.data
    return #list == 1 and list[1].state ~= "pending" and list[1]
  end), "the delivery does not end")
  return delivery, self:request("GET", "/api/articles/" .. article).json
end

--- Kills the service and starts it again a minute later, for the lease of the attempt that is under way has to run out:
-- so it is written down as if it had. `site`, if there is one, is told meanwhile what it does from now on.
function delivering:kill(delivery, site)
  self.server:kill()
  if site then site:script {} end
  database.query(self.server.data, ("UPDATE delivery SET next_at = 1, lease_until = 1 WHERE id = '%s'"):format(
    delivery.deliveryId))
  self.server:restart()
end

--- Kills the service once this holds, in the middle of a delivery; the delivery in the end.
function delivering:killed(queued, condition)
  assert(eventually(condition), "it does not come so far")
  self:kill(queued)
  return self:settled(queued)
end

--- Does the service keep or tell a text anywhere: records of what was connected and delivered, its log, its database?
function delivering:tells(text, integration, delivery)
  local places = { self:request("GET", "/api/integrations/" .. integration.integrationId).body,
    self:request("GET", "/api/deliveries/" .. delivery.deliveryId).body, self.server:log(),
    database.content(self.server.data) }
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
  if self.server then self.server:stop() end
  self.images:stop()
end

return delivering
