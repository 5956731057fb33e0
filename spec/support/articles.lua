--- Whole articles of a service (spec.support.service) whose writer is a fake model (spec.support.fake_model).
local http = require "spec.support.http"

local articles = {}

--- The entry of a configuration that leads to the fake model. more: further members.
function articles.entry(model, api, more)
  local entry = { api = api, base_url = model.url, model = "fake-model", api_key = model.key }
  for name, value in pairs(more or {}) do entry[name] = value end
  return entry
end

--- Asks for an article; its id.
function articles.create(server, body)
  local answer = http.request(server, "POST", "/api/articles/v2/", { body = body })
  assert(answer.status == 200, answer.body)
  return answer.json.articleId
end

--- Asks for an article; its record once it has ended, and its id.
function articles.write(server, body)
  local id = articles.create(server, body)
  return assert(http.wait(server, id)), id
end

--- Asks for an article, which must come to a good end; its record and its id.
function articles.finish(server, body)
  local record, id = articles.write(server, body)
  assert(record.status == "finished", record.error)
  return record, id
end

--- How an article came about.
function articles.run(server, id)
  return http.request(server, "GET", "/api/articles/" .. id .. "/run").json
end

--- What a call of the fake's log was for: "section-3/verify". Its key ends with it, and with the number of the part
--- where it goes on with an answer.
function articles.step(call)
  return (call.idempotency_key:match "^[^/]+/(.+)$")
end

return articles
