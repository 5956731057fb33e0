-- luas: lua5.4 luajit
--- TLS: who is trusted, what is said when somebody is not, client certificates, HTTP/2.
local certificates = require "spec.support.certificates"
local copydesk = require "copydesk"
local nginx = require "spec.support.nginx"
local process = require "spec.support.process"
local relay = require "spec.support.relay"
local socket = require "socket"

local ID = "0190a5b0-0000-7000-8000-000000000001"
local PAST, LATE = "20200101000000Z", "20210101000000Z"
local FUTURE, FAR = "20900101000000Z", "20910101000000Z"

-- A server for each certificate, told apart by the name that is asked for: NAME.localhost.
local SERVER = [[
  server {
    listen 127.0.0.1:PORT ssl http2;
    server_name NAME.localhost;
    ssl_certificate CERTIFICATES/NAME.pem;
    ssl_certificate_key CERTIFICATES/NAME.key;
    EXTRA
    location / { default_type application/json; return 200 '{"status":"$server_protocol $ssl_client_s_dn"}'; }
  }
]]
local ANSWER = [[
  ssl_certificate CERTIFICATES/good.pem;
  ssl_certificate_key CERTIFICATES/good.key;
  access_log FOLDER/connections.log connections;
  keepalive_requests 10000;
  location / { default_type application/json; return 200 '{"status":"$server_protocol"}'; }
]]

local function make_certificates()
  local made = certificates.new()
  made:authority "ca"
  made:authority "other"
  made:issue("good", { by = "ca", names = "DNS:localhost,IP:127.0.0.1,DNS:frugal.localhost" })
  made:issue("client", { by = "ca", names = "DNS:client.localhost" })
  made:issue("stranger", { by = "other", names = "DNS:stranger.localhost" })
  made:issue("wrong", { by = "ca", names = "DNS:elsewhere.example" })
  made:issue("nameless", { by = "ca" })
  made:issue("expired", { by = "ca", names = "DNS:expired.localhost", from = PAST, to = LATE })
  made:issue("early", { by = "ca", names = "DNS:early.localhost", from = FUTURE, to = FAR })
  made:issue("selfsigned", { names = "DNS:selfsigned.localhost" })
  made:issue("frugal", { by = "ca", names = "DNS:frugal.localhost" })
  made:issue("person", { by = "ca" })
  made:issue("impostor", { by = "other" })
  made:encrypt("person", "locked", "secret")
  return made
end

local function server_text(made)
  local text = { "log_format connections '$connection $server_protocol $request_uri';" }
  local extras = {
    client = "ssl_client_certificate CERTIFICATES/ca.pem; ssl_verify_client on;",
    frugal = "keepalive_requests 5;",
  }
  for _, name in ipairs { "client", "stranger", "wrong", "nameless", "expired", "early", "selfsigned", "frugal" } do
    text[#text + 1] = SERVER:gsub("EXTRA", extras[name] or ""):gsub("NAME", name)
  end
  return (table.concat(text, "\n"):gsub("CERTIFICATES", made.folder))
end

describe("TLS", function()
  local made, site, desk

  setup(function()
    made = make_certificates()
    site = nginx.start {
      listen = "ssl http2 default_server",
      http = server_text(made),
      locations = ANSWER:gsub("CERTIFICATES", made.folder),
    }
  end)
  teardown(function()
    site:stop()
    made:remove()
  end)
  before_each(function() desk = nil end)
  after_each(function() if desk then desk:close() end end)

  local function open(host, options)
    if desk then desk:close() end
    local all = { base_url = "https://" .. host .. ":" .. site.port, ca_file = made:path "ca.pem", api_key = "key",
      timeout = 10 }
    for name, value in pairs(options or {}) do all[name] = value end
    if all.ca_file == "" then all.ca_file = nil end
    desk = copydesk.new(all)
    return desk
  end

  -- What the call says; it was tried once, though more would be allowed.
  local function refused(host, options)
    local attempts = {}
    local all = { log = function(event) attempts[#attempts + 1] = event end }
    for name, value in pairs(options or {}) do all[name] = value end
    local got, err = open(host, all):status(ID)
    assert.is_nil(got)
    assert.equal("network", err.kind)
    assert.is_false(err.retryable, tostring(err))
    assert.is_nil(err.status)
    assert.equal(1, #attempts)
    return err.message
  end

  local function says(text, message)
    assert.truthy(message:lower():find(text:lower(), 1, true), message)
  end

  it("is trusted by the authority that ca_file names", function()
    assert.equal("HTTP/2.0", assert(open("localhost"):status(ID)).status)
    assert.equal("HTTP/2.0", assert(open("127.0.0.1"):status(ID)).status)
  end)

  describe("is refused", function()
    it("with an unknown authority", function()
      says("unable to get local issuer certificate", refused("localhost", { ca_file = "" }))
      says("unable to get local issuer certificate", refused("stranger.localhost"))
    end)
    it("for another host", function()
      says("no alternative certificate subject name matches", refused("wrong.localhost"))
      says("does not match", refused("nameless.localhost"))
    end)
    it("when it has expired", function() says("certificate has expired", refused("expired.localhost")) end)
    it("when it is not yet valid", function() says("not yet valid", refused("early.localhost")) end)
    it("when it vouches for itself", function() says("self-signed certificate", refused("selfsigned.localhost")) end)

    it("with a ca_file that is not there, or none", function()
      says("/nowhere/ca.pem", refused("localhost", { ca_file = "/nowhere/ca.pem" }))
      says(made:path "config", refused("localhost", { ca_file = made:path "config" }))
      says(made.folder, refused("localhost", { ca_file = made.folder }))
    end)

    it("and each time the next client works, and nothing is left", function()
      local function round()
        for _, host in ipairs { "stranger", "wrong", "expired", "early", "selfsigned" } do
          refused(host .. ".localhost")
        end
        assert(open("localhost"):status(ID))
        desk:close()
        collectgarbage()
      end
      round()
      local descriptors = process.descriptors()
      for _ = 1, 3 do round() end
      assert.is_true(process.descriptors_return_to(descriptors))
    end)
  end)

  describe("and plain HTTP", function()
    it("on the port of TLS is answered by nginx with 400", function()
      desk = copydesk.new { base_url = "http://localhost:" .. site.port, timeout = 10 }
      local _, err = desk:status(ID)
      assert.same({ "http", 400, false }, { err.kind, err.status, err.retryable })
    end)

    it("spoken where TLS is wanted is named", function()
      local plain = nginx.start {}
      finally(function() plain:stop() end)
      local _, err = open("localhost", { base_url = "https://localhost:" .. plain.port, retries = 0 }):status(ID)
      assert.equal("network", err.kind)
      says("wrong version number", err.message)
    end)
  end)

  describe("with a client certificate", function()
    local function person(options)
      local all = { client_cert = made:path "person.pem", client_key = made:path "person.key" }
      for name, value in pairs(options or {}) do all[name] = value end
      return all
    end

    it("is accepted when the server knows its authority", function()
      assert.equal("HTTP/2.0 CN=person", assert(open("client.localhost", person()):status(ID)).status)
      assert.equal("HTTP/2.0", assert(open("localhost", person()):status(ID)).status)
    end)

    it("missing, or of a stranger, is answered by nginx with 400", function()
      local stranger = { client_cert = made:path "impostor.pem", client_key = made:path "impostor.key" }
      for _, options in ipairs { {}, stranger } do
        local got, err = open("client.localhost", options):status(ID)
        assert.is_nil(got)
        assert.same({ "http", 400, false }, { err.kind, err.status, err.retryable })
      end
    end)

    it("that cannot be used is named", function()
      local wrong = {
        { "/nowhere.pem", { client_cert = "/nowhere.pem" } },
        { "/nowhere.key", { client_key = "/nowhere.key" } },
        { made:path "config", { client_cert = made:path "config" } },
        { made:path "config", { client_key = made:path "config" } },
        { "key", { client_key = made:path "impostor.key" } },
        { "locked.key", { client_key = made:path "locked.key" } },
      }
      for _, case in ipairs(wrong) do says(case[1], refused("client.localhost", person(case[2]))) end
    end)
  end)

  describe("with HTTP/2", function()
    local function all_of(count)
      local tasks = {}
      for i = 1, count do tasks[i] = desk:start("request", "GET", "/" .. i) end
      for _, task in ipairs(tasks) do
        local done, got, err = task:advance()
        while not done do
          desk:step(1)
          done, got, err = task:advance()
        end
        assert.equal("HTTP/2.0", (assert(got, err).status:match("^%S+")))
      end
    end

    local function connections()
      local numbers, count, lines = {}, 0, 0
      for line in io.lines(site.folder .. "/connections.log") do
        local number, protocol = line:match("^(%d+) (%S+)")
        if protocol == "HTTP/2.0" then
          if not numbers[number] then count = count + 1 end
          numbers[number], lines = true, lines + 1
        end
      end
      return count, lines
    end

    it("carries many calls at once over one connection", function()
      local before, lines = connections()
      open("localhost")
      all_of(100)
      all_of(100)
      local after, now = connections()
      assert.equal(200, now - lines)
      assert.equal(1, after - before)
    end)

    it("goes on where the server wants another connection every five calls", function()
      open("frugal.localhost")
      all_of(50)
    end)
  end)

  describe("that breaks off", function()
    local wire
    setup(function() wire = relay.start() end)
    teardown(function() wire:stop() end)

    it("anywhere, is a fault of the network that may pass", function()
      local base_url = "https://localhost:" .. wire.port
      for limit = 0, 3000, 61 do
        for _, reset in ipairs { false, true } do
          wire:set { target = site.port, limit = limit, reset = reset }
          local got, err = open("localhost", { base_url = base_url, retries = 0 }):status(ID)
          if got then return assert.is_true(limit > 800, limit) end -- the whole answer went through
          assert.equal("network", err.kind)
          assert.is_true(err.retryable, tostring(err))
          assert.truthy(#err.message > 5)
          wire:set { target = site.port }
          assert(desk:status(ID))
        end
      end
      error("the answer never went through")
    end)

    it("by never answering, ends with the deadline", function()
      local listener = assert(socket.bind("127.0.0.1", 0))
      local base_url = "https://localhost:" .. select(2, listener:getsockname())
      local _, err = open("localhost", { base_url = base_url, timeout = 0.2 }):status(ID)
      assert.equal("timeout", err.kind)
      says("no answer within 0.2 s", err.message)
      listener:close()
    end)
  end)
end)
