-- Connects a WordPress site, writes an article and delivers it there as a draft:
--
--     WORDPRESS_PASSWORD="abcd efgh ..." lua5.4 examples/deliver.lua https://blog.example ann ["keyword"]
--
-- The password is an application password, made on the page of the user's profile.
local copydesk = require "copydesk"
local address, user, keyword = arg[1], arg[2], arg[3] or "indoor herb garden"
local password = os.getenv "WORDPRESS_PASSWORD"
if not user or not password then
  io.stderr:write "usage: WORDPRESS_PASSWORD=... lua5.4 examples/deliver.lua URL USER [KEYWORD]\n"
  os.exit(2)
end
local here = arg[0]:match("^(.*)/") or "."
local allowed = os.getenv "COPYDESK_ALLOW" -- an address such as 127.0.0.1:8080, for a site on a private network
local desk = assert(copydesk.new {
  service = { library = here .. "/library", allow_addresses = allowed and { allowed } or nil },
})

-- Connect the site once; later runs find it by its name, and take a new password to it.
local settings = { url = address, username = user, applicationPassword = password }
local site
for _, integration in ipairs(assert(desk:request("GET", "/api/integrations")).data) do
  if integration.name == address then site = integration end
end
if site then
  assert(desk:request("PATCH", "/api/integrations/" .. site.integrationId, { settings = settings }))
else
  site = assert(desk:request("POST", "/api/integrations", { kind = "wordpress", name = address, settings = settings }))
end

-- Ask it before anything is written.
local test = assert(desk:request("POST", "/api/integrations/" .. site.integrationId .. "/test"))
if not test.ok then
  io.stderr:write(test.detail, "\n")
  desk:close()
  os.exit(1)
end

-- An article goes where its integrationId says when it is finished.
local job = assert(desk:create { targetKeyword = keyword, integrationId = site.integrationId })
local article = assert(desk:wait(job))

-- An attempt that fails is made again for days; here the first one will do.
local delivery
repeat
  desk:step(0.2)
  delivery = assert(desk:request("GET", "/api/articles/" .. article.articleId .. "/deliveries")).data[1]
until delivery and (delivery.state ~= "pending" or delivery.lastError)
print(("%s: %s %s"):format(article.title, delivery.state, delivery.remoteUrl or delivery.lastError))
desk:close()
os.exit(delivery.state == "delivered" and 0 or 1)
