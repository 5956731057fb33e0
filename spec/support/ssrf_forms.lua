--- Addresses by which a service might be made to reach what only it can reach. PUBLIC stands for a name whose address
-- is public; the names under .test are those of spec/support/ssrf_names.lua.
local hosts = {
  -- loopback, in every way that C libraries read
  "127.0.0.1", "127.1", "127.0.1", "127.000.000.001", "0177.0.0.1", "0177.0.0.01", "0x7f.0.0.1", "0x7f.1",
  "0x7f000001", "0X7F000001", "2130706433", "017700000001", "4294967296", "127.0.0.1.", "127.0.0.2", "127.255.255.254",
  "0", "0.0.0.0", "00.0.0.0", "localhost", "localhost.", "LOCALHOST", "ip6-localhost",
  -- networks that are nobody's in public
  "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "169.254.169.254", "0xa9fea9fe",
  "2852039166", "0251.0376.0251.0376", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
  "224.0.0.1", "240.0.0.1", "255.255.255.255",
  -- IPv6, and IPv4 in it
  "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:169.254.169.254]",
  "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001:0:7f00:1::1]", "[fe80::1]", "[fe80::1%25lo]", "[fe80::1%lo]",
  "[::1%25lo]", "[fd00::1]", "[fc00::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[100::1]",
  -- what stands before or in a host
  "PUBLIC@127.0.0.1", "PUBLIC:80@127.0.0.1:80", "PUBLIC%40127.0.0.1", "PUBLIC\\@127.0.0.1", "127.0.0.1\\@PUBLIC",
  "127.0.0.1#@PUBLIC", "127.0.0.1?@PUBLIC", "127.0.0.1%2f@PUBLIC", "%31%32%37.0.0.1", "127%2e0%2e0%2e1",
  "127.0.0.1%00.PUBLIC", "127.0.0.1%0d%0a", "\239\188\145\239\188\146\239\188\151.0.0.1",
  "127\227\128\1300\227\128\1300\227\128\1301",
  "\226\145\160\226\145\161\226\145\166.0.0.1", "\226\147\155ocalhost",
  -- ports
  "127.0.0.1:8080", "127.0.0.1:443", "127.0.0.1:22", "127.0.0.1:65536", "127.0.0.1:080", "[::1]:8080",
  -- names
  "loop.test", "loop.test.", "six.test", "mapped.test", "alias.test", "metadata.test", "127.0.0.1.test",
  "rebind-1.test", "rebind-2.test", "mixed.test",
}

-- Without the "http://" that the others get.
local whole = {
  "https://127.0.0.1/", "HTTP://127.0.0.1/", "file:///etc/passwd", "file://127.0.0.1/etc/passwd",
  "gopher://127.0.0.1:8080/_GET", "dict://127.0.0.1:8080/x", "ftp://127.0.0.1/", "ldap://127.0.0.1/",
  "tftp://127.0.0.1/x", "scp://127.0.0.1/x", "data:text/html,x", "javascript:alert(1)", "//127.0.0.1/",
  "http:127.0.0.1", "http:/127.0.0.1/", "http:///127.0.0.1/", "http://\t127.0.0.1/", " http://127.0.0.1/",
  "http://127.0.0.1 /", "http://", "unix:///run/copydesk.sock", "http://[::1/", "http://[127.0.0.1]/",
}

local forms = {}
for _, host in ipairs(hosts) do forms[#forms + 1] = "http://" .. host:gsub("PUBLIC", "a.public.test") .. "/" end
for _, url in ipairs(whole) do forms[#forms + 1] = url end
return forms
