--- Certificates made by the openssl command, in a folder of their own.
--
--     local made = certificates.new()
--     made:authority "ca"                                      -- made.folder/ca.pem, ca.key
--     made:issue("server", { by = "ca", names = "DNS:localhost, IP:127.0.0.1" })
--     made:issue("old", { by = "ca", names = "DNS:localhost", from = "20200101000000Z", to = "20210101000000Z" })
--     made:issue("alone", { names = "DNS:localhost" })         -- signed by its own key
--     made:path "server.pem"
--     made:remove()
local folder = require "spec.support.folder"

local certificates = {}
certificates.__index = certificates

local CONFIG = [[
[ca]
default_ca = here
[here]
dir = FOLDER
database = FOLDER/index
new_certs_dir = FOLDER
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
prompt = no
[name]
commonName = unused
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
]]

function certificates.new()
  local self = setmetatable({ folder = folder.new() }, certificates)
  os.execute("env -u LD_PRELOAD chmod 755 " .. self.folder)
  folder.write(self.folder .. "/config", (CONFIG:gsub("FOLDER", self.folder)))
  folder.write(self.folder .. "/index", "")
  return self
end

local function openssl(self, arguments)
  local command = "cd %s && env -u LD_PRELOAD openssl %s 2>&1 && echo done"
  local pipe = assert(io.popen(command:format(self.folder, arguments)))
  local output = pipe:read("*a")
  pipe:close()
  assert(output:find("done\n$"), output)
end

function certificates:path(name)
  return self.folder .. "/" .. name
end

local NEW_KEY = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -config config"

--- An authority: NAME.pem and NAME.key.
function certificates:authority(name)
  openssl(self, ("req -x509 %s -subj '/CN=%s' -extensions authority -days 2 -keyout %s.key -out %s.pem"):format(NEW_KEY,
    name, name, name))
end

--- A certificate: NAME.pem and NAME.key. options: by (the authority; else it signs itself), names (its alternative
-- names as OpenSSL writes them), from, to (YYYYMMDDHHMMSSZ).
function certificates:issue(name, options)
  local extension = options.names and ("-addext 'subjectAltName=%s'"):format(options.names) or ""
  openssl(self, ("req %s -subj '/CN=%s' %s -keyout %s.key -out %s.csr"):format(NEW_KEY, name, extension, name, name))
  local signer = options.by and ("-cert %s.pem -keyfile %s.key"):format(options.by, options.by)
    or ("-selfsign -keyfile %s.key"):format(name)
  local dates = options.from and ("-startdate %s -enddate %s"):format(options.from, options.to) or "-days 2"
  openssl(self, ("ca -batch -notext -config config %s %s -in %s.csr -out %s.pem"):format(signer, dates, name, name))
end

--- The key of NAME under a passphrase, as TO.key.
function certificates:encrypt(name, to, passphrase)
  openssl(self, ("ec -aes256 -passout pass:%s -in %s.key -out %s.key"):format(passphrase, name, to))
end

function certificates:remove()
  folder.remove(self.folder)
end

return certificates
