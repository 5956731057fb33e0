--- The description of the interface: what a public linter says of it, whether the service does what its examples say,
--- and what public generators make of it.
local answers = require "spec.support.answers"
local described = require "spec.support.described"
local folder = require "spec.support.folder"
local herbs = require "spec.support.herbs"
local http = require "spec.support.http"
local service = require "spec.support.service"
local json = require "cjson.safe"

local MODULES = "build/node/node_modules/"
local GENERATORS = { ["openapi-typescript-codegen"] = "/bin/index.js", ["openapi-typescript"] = "/bin/cli.js" }
local UNKNOWN = "01890000-0000-7000-8000-000000000000"

describe("the description of the interface", function()
  local server, home, library, description, missing

  setup(function()
    missing = described.missing()
    home = folder.new()
    library = folder.new()
    folder.write(library .. "/herbs.md", (herbs:gsub("[Hh]erb garden", "indoor herb garden")))
    server = service.start { config = { library = library, workers = 1 } }
    local answer = http.request(server, "GET", "/openapi.json", { key = false })
    assert.equal(200, answer.status)
    description = answer.json
    folder.write(home .. "/openapi.json", answer.body)
  end)

  teardown(function()
    server:stop()
    folder.remove(home)
    folder.remove(library)
  end)

  -- What a program of the packages prints, without colours; fails when it fails.
  local function run(command)
    local pipe = assert(io.popen("env -u LD_PRELOAD -u LUA_CPATH NO_COLOR=1 NODE_PATH=" .. MODULES .. " " .. command))
    local said = pipe:read "*a"
    local done = pipe:close()
    return said, done
  end

  local function is_missing()
    if missing then pending("the packages are not there: " .. missing) end
    return missing ~= nil
  end

  it("names this service and its version", function()
    assert.equal("3.1.0", description.openapi)
    assert.equal(require("copydesk")._VERSION, description.info.version)
    assert.equal(server.url, description.servers[1].url)
  end)

  it("is not sent again to those who have it", function()
    local etag = http.request(server, "GET", "/openapi.json", { key = false }).headers.etag
    local options = { key = false, headers = { ["If-None-Match"] = etag } }
    local answer = http.request(server, "GET", "/openapi.json", options)
    assert.same({ 304, etag, "" }, { answer.status, answer.headers.etag, answer.body })
    options.headers["If-None-Match"] = '"another"'
    assert.equal(200, http.request(server, "GET", "/openapi.json", options).status)
  end)

  it("has every route that takes or gives something", function()
    for _, route in ipairs(require("copydesk.service").describe().routes) do
      if route.takes or route.gives then
        local path = assert(description.paths[route.path], route.path)
        assert.is_table(path[route.method:lower()], route.method .. " " .. route.path)
      end
    end
  end)

  it("pleases a public linter", function()
    if is_missing() then return end
    local said, done = run(("node %s@redocly/cli/bin/cli.js lint --format=json %s/openapi.json 2>%s/lint")
      :format(MODULES, home, home))
    assert.is_true(done, said .. folder.read(home .. "/lint"))
    local found = assert(json.decode(said:match "{.*}"), said)
    assert.same({ errors = 0, warnings = 0, ignored = 0 }, found.totals, said)
  end)

  describe("has examples", function()
    local ids = {} -- by the first part of the path behind /api/

    -- Identifiers of an example are those of somebody else's things.
    local function with_own_ids(body)
      local own = {}
      for name, value in pairs(body) do own[name] = value end
      if own.domainId then own.domainId = ids.domains end
      if own.integrationId then own.integrationId = ids.integrations end
      return own
    end

    local function kind_of(path) return path:match "^/api/([^/]+)" end

    local function example_of(operation)
      local media = operation.requestBody and operation.requestBody.content["application/json"]
      return media and assert(media.example, operation.operationId .. " has no example")
    end

    local function ask(method, path, operation)
      local body = example_of(operation)
      local target = path:gsub("{id}", ids[kind_of(path)] or UNKNOWN)
      local answer = assert(http.request(server, method:upper(), target, { body = body and with_own_ids(body) }))
      answers.keep(method:upper(), target, answer, home .. "/answers")
      return answer
    end

    local function ask_and_expect(method, path)
      local operation = description.paths[path][method]
      local answer = ask(method, path, operation)
      assert(answer.status < 300 and operation.responses[tostring(answer.status)],
        ("%s %s: %d %s"):format(method, path, answer.status, answer.body))
      return answer.json
    end

    -- What the others name comes first.
    local MADE = { { "/api/domains", "domainId" }, { "/api/brands", "brandId" },
      { "/api/integrations", "integrationId" }, { "/api/keys", "keyId" },
      { "/api/accounts", "accountId" }, { "/api/articles", "articleId" },
      { "/api/articles/v2", "articleId" } }
    local done = {}

    it("of requests that the service takes", function()
      for _, made in ipairs(MADE) do
        ids[kind_of(made[1])] = assert(ask_and_expect("post", made[1])[made[2]])
        done["post " .. made[1]] = true
      end
      local record = http.wait(server, ids.articles)
      assert.equal("finished", record.status, record.error)
      ids.deliveries = ask_and_expect("post", "/api/articles/{id}/deliver").deliveryId
      done["post /api/articles/{id}/deliver"] = true
      ask_and_expect("post", "/api/domains/{id}/pages")
      done["post /api/domains/{id}/pages"] = true
      local count = 0
      for path, operations in pairs(description.paths) do
        for method, operation in pairs(operations) do
          if operation.requestBody and not done[method .. " " .. path] then
            ask_and_expect(method, path)
            done[method .. " " .. path] = true
            count = count + 1
          end
        end
      end
      assert.is_true(count >= 8, count)
    end)

    it("of ways, each answered as it says", function()
      for _, method in ipairs { "get", "post", "delete" } do
        for path, operations in pairs(description.paths) do
          local operation = operations[method]
          if operation and not done[method .. " " .. path] then
            local answer = ask(method, path, operation)
            assert(operation.responses[tostring(answer.status)],
              ("%s %s: %d %s"):format(method, path, answer.status, answer.body))
          end
        end
      end
      if is_missing() then return end
      local faults, count = described.faults(home .. "/openapi.json", home .. "/answers")
      assert.same({}, faults)
      assert.is_true(count >= 50, count)
    end)

    it("whose answers are told from others", function()
      if is_missing() then return end
      local file = home .. "/wrong"
      local function keep(method, path, status, content_type, body, more)
        local headers = more or { ["x-request-id"] = "1" }
        headers["content-type"] = content_type
        answers.keep(method, path, { status = status, headers = headers, body = body }, file)
      end
      keep("GET", "/healthz", 200, "application/json", '{"status":"ok"}')
      keep("GET", "/healthz", 200, "application/json", '{"status":"ok","instance":"a","more":1}')
      keep("GET", "/healthz", 200, "text/html", "ok")
      keep("GET", "/healthz", 201, "application/json", "{}")
      keep("GET", "/api/nothing", 200, "application/json", "{}")
      keep("DELETE", "/api/brands/1", 204, "application/json", "{}")
      keep("GET", "/api/brands/1", 404, "application/problem+json", "{}")
      keep("GET", "/healthz", 200, "application/json", '{"status":"ok","instance":"a"}')
      keep("GET", "/healthz", 200, "application/json", '{"status":"ok","instance":"a"}', {})
      keep("GET", "/healthz", 200, "application/json", '{"status":"ok","instance":"b"}',
        { ["x-request-id"] = "1", ["retry-after"] = "1" })
      local faults, count = described.faults(home .. "/openapi.json", file)
      assert.same({ 9, 10 }, { #faults, count }, table.concat(faults, "\n"))
    end)
  end)

  -- Runs the manual's lines on generating, with the packages that are there in place of what npx fetches.
  local function generate()
    local lines = folder.read "lua/copydesk/manual/http.md":match "\n(    curl %-so openapi%.json.-)\n\n"
    lines = lines:gsub("http://127%.0%.0%.1:8080", server.url):gsub("npx (%S+)", function(name)
      return "node " .. os.getenv "PWD" .. "/" .. MODULES .. name .. assert(GENERATORS[name], name)
    end)
    folder.write(home .. "/generate.sh", "cd " .. home .. "\nrm openapi.json\n" .. lines .. "\n")
    local said, made = run(("sh -e %s/generate.sh 2>&1"):format(home))
    assert.is_true(made, said)
  end

  it("makes types of requests in which what has a default may be left out", function()
    if is_missing() then return end
    generate()
    folder.write(home .. "/request.ts", 'import type { components } from "./desk";\n'
      .. 'export const request: components["schemas"]["CreateRequest"] =\n'
      .. '  { targetKeyword: "indoor herb garden", articleLength: "short" };\n')
    local said, made = run(([[node %stypescript/bin/tsc --strict --noEmit --module commonjs --target es2022 \
      %s/request.ts 2>&1]]):format(MODULES, home))
    assert.is_true(made, said)
  end)

  it("makes a client in another language that creates, waits and links", function()
    if is_missing() then return end
    generate()
    local said, made = run(([[node %stypescript/bin/tsc --strict --target es2022 --lib es2022,dom --module commonjs \
      --skipLibCheck --outDir %s/built %s/client/index.ts 2>&1]]):format(MODULES, home, home))
    assert.is_true(made, said)
    said, made = run(("node spec/node/client.js %s/built %s %s 2>&1"):format(home, server.url, server.key))
    assert.is_true(made, said)
    local came = assert(json.decode(said), said)
    assert.equal("finished", came.written.record.status)
    assert.equal(came.written.articleId, came.written.record.articleId)
    assert.truthy(came.written.record.output.html:find("herb garden", 1, true))
    assert.equal("https://herbs.example/basil", came.linked.links[1].url)
    assert.truthy(came.linked.content:find('<a href="https://herbs.example/basil">', 1, true))
    assert.same({ isApiError = true, status = 400, code = "invalid_parameters" }, came.refused)
  end)
end)
