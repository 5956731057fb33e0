--- Services for pictures in a process of its own: the interfaces of OpenAI, of Stable Diffusion's web UI
-- (automatic1111) and of Openverse. It checks requests as they do, and gives pictures of the size that was asked.
--
--     local images = fake_images.start()            -- { key =, user =, password =, client_id =, client_secret =,
--                                                   --   models = { names } }; where not given, nothing is checked
--     images:entry("openai", { model = "gpt-image-1" })  -- for the configuration: images = { ["*"] = ... }
--     images:script { { service = "openai", call = 2, policy = "Not this." } }
--     ... what asks for pictures ...
--     for _, call in ipairs(images:log()) do print(call.service, call.prompt, call.size) end
--     images:stop()
--
-- Pictures that OpenAI and Openverse name by their address are at another origin, images.files_url: the service must
-- be told allow_addresses = { images.files_address }.
--
-- A script is a list of rules. The first one that fits a call and is not used up says what becomes of it. What a call
-- must be for a rule to fit it (all that are named):
--   service       "openai", "automatic1111", "openverse", "token" (of Openverse), "file" (a picture at files_url)
--   call          number of the call, from 1; with service: among the calls of that one
--   contains      words in the prompt, the question or the path
--   times         how often the rule serves (any number of times)
-- What happens:
--   status        an error with the service's body; message; retry_after (seconds)
--   policy        its words: the picture is refused ("openai")
--   empty         no picture in the answer, or nothing is found
--   html          a page of HTML with status 200, or with `status`
--   malformed     JSON that ends in the middle
--   broken        base64 that is none
--   data          these bytes instead of a picture (in base64: base64_data); huge: so many bytes behind a picture
--   size          "640x480": of the picture, whatever was asked; type: "jpeg"
--   address       OpenAI's picture comes by its address (true), or by this one
--   prefix        "data:image/png;base64," before the base64
--   pictures      what Openverse finds: members of its answer, such as { title =, creator =, license =, width = }
--   cut           the connection closes after this share of the answer (0-1)
--   hold          nothing comes before images:release(), or until the caller hangs up
--
-- Wire formats: OpenAI's API reference, "Create image" (model, prompt, n, size, quality, response_format;
-- data[].b64_json, url, revised_prompt; error.code, type, message); the web UI's /docs (prompt, negative_prompt,
-- width, height, steps, override_settings; images[], parameters, info; detail); Openverse's API documentation (q,
-- page_size, license_type, aspect_ratio, category, mature; result_count, results[].id, title, url, creator, license,
-- foreign_landing_url, license_version, license_url, attribution, filetype, filesize, width, height, thumbnail).
--
-- A call of the log has, beside what fake_program:log says: service, method, path, query (by name), headers, body
-- (decoded), prompt (or the question), size ("1024x1024"), key (or user:password), status.
local fake_program = require "spec.support.fake_program"
local pictures = require "spec.support.fake.pictures"

local fake_images = fake_program.class("fake_images_server", "service")

local BASES = { openai = "/v1", automatic1111 = "", openverse = "" }

function fake_images.start(options)
  options = options or {}
  local images = fake_images:begin({ options = options }, options)
  images.files_address = "127.0.0.1:" .. images.server:tell "FILES"
  images.files_url = "http://" .. images.files_address
  return images
end

--- An entry of the configuration that asks this server, with what it checks.
function fake_images:entry(api, more)
  local entry = { api = api, base_url = self.url .. BASES[api] }
  if api == "openai" then entry.api_key = self.options.key end
  if api == "automatic1111" then entry.user, entry.password = self.options.user, self.options.password end
  if api == "openverse" then
    entry.client_id, entry.client_secret = self.options.client_id, self.options.client_secret
  end
  for name, value in pairs(more or {}) do entry[name] = value end
  return entry
end

--- Sets the rules and forgets the calls.
function fake_images:script(rules)
  local list = {}
  for i, rule in ipairs(rules or {}) do
    list[i] = {}
    for name, value in pairs(rule) do list[i][name] = value end
    if rule.data then list[i].data, list[i].base64_data = nil, pictures.base64(rule.data) end
  end
  fake_program.script(self, list)
end

return fake_images
