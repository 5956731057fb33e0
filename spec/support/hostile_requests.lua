--- Requests that are malformed, odd, or read differently by different servers, with what the service makes of each.
--
-- A row is { name, bytes, outcome, outcome with a libmicrohttpd that is strict by itself }. The outcome names the
-- statuses of the answers and whether the connection is then still open to another request: "400 closed",
-- "200,200 open", "none closed". KEY in the bytes stands for a key.
local BODY = '{"targetKeyword":"x"}' -- 21 bytes
local POST = "POST /api/articles/v2 HTTP/1.1"
local BASE = { "Host: a", "Authorization: Bearer KEY", "Content-Type: application/json" }
local SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

local function head(line, fields)
  return line .. "\r\n" .. table.concat(fields, "\r\n") .. "\r\n\r\n"
end

-- A creation with further fields, and its body.
local function post(fields, body)
  local all = {}
  for _, field in ipairs(BASE) do all[#all + 1] = field end
  for _, field in ipairs(fields) do all[#all + 1] = field end
  return head(POST, all) .. (body or BODY)
end

local function get(...)
  return head("GET /healthz HTTP/1.1", { "Host: a", ... })
end

local function line(text, ...)
  return head(text, { "Host: a", ... })
end

local function chunked(body, ...)
  return post({ "Transfer-Encoding: chunked", ... }, body)
end

local LENGTH = "Content-Length: 21"
local CHUNKS = "15\r\n" .. BODY .. "\r\n0\r\n\r\n"
local PLAIN = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"

return {
  { "valid POST", post { LENGTH }, "200 open" },
  -- lengths
  { "CL + TE chunked", post({ LENGTH, "Transfer-Encoding: chunked" }, "0\r\n\r\n" .. SMUGGLED), "400 closed" },
  { "TE + CL (order swapped)", post({ "Transfer-Encoding: chunked", LENGTH }, "0\r\n\r\n" .. SMUGGLED), "400 closed" },
  { "duplicate CL, same", post { LENGTH, LENGTH }, "400 closed" },
  { "duplicate CL, different", post({ "Content-Length: 5", LENGTH }), "400 closed" },
  { 'CL list "21, 21"', post { "Content-Length: 21, 21" }, "400 closed" },
  { "CL +21", post { "Content-Length: +21" }, "400 closed" },
  { "CL -1", post { "Content-Length: -1" }, "400 closed" },
  { "CL 0x15", post { "Content-Length: 0x15" }, "400 closed" },
  { "CL 21abc", post { "Content-Length: 21abc" }, "400 closed" },
  { "CL empty", post { "Content-Length:" }, "400 closed" },
  { "CL 2^64", post { "Content-Length: 18446744073709551616" }, "413 closed" },
  { "CL 2^64+21", post { "Content-Length: 18446744073709551637" }, "413 closed" },
  { "CL 2^63", post { "Content-Length: 9223372036854775808" }, "413 closed" },
  { "CL with 400 leading zeros", post { "Content-Length: " .. ("0"):rep(400) .. "21" }, "200 open" },
  -- hosts
  { "duplicate Host", get "Host: b", "400 closed" },
  { "no Host (1.1)", "GET /healthz HTTP/1.1\r\n\r\n", "400 closed" },
  { "empty Host", "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n", "400 closed" },
  { 'bad Host "a b/@"', "GET /healthz HTTP/1.1\r\nHost: a b/@\r\n\r\n", "400 closed" },
  -- line ends and white space
  { "obs-fold in header", get("X-A: b", " c"), "400 closed" },
  { "obs-fold in Transfer-Encoding", post({ "Transfer-Encoding:", " chunked" }, CHUNKS), "400 closed" },
  { "obs-fold first header", "GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n", "400 closed" },
  { "bare LF everywhere", "GET /healthz HTTP/1.1\nHost: a\n\n", "200 open", "400 closed" },
  { "bare CR in header value", get "X-A: b\rc", "400 closed" },
  { "bare CR as line end", "GET /healthz HTTP/1.1\rHost: a\r\r", "none closed", "400 closed" },
  { "space before colon (CL)", post { "Content-Length : 21" }, "400 closed" },
  { "space before colon (TE)", post({ "Transfer-Encoding : chunked" }, CHUNKS), "400 closed" },
  { "tab before colon (TE)+CL", post { "Transfer-Encoding\t: chunked", LENGTH }, "400 closed" },
  -- codings
  { "TE xchunked", post({ "Transfer-Encoding: xchunked" }, CHUNKS), "400 closed" },
  { 'TE "chunked, identity"', post({ "Transfer-Encoding: chunked, identity" }, CHUNKS), "400 closed" },
  { 'TE "gzip, chunked"', post({ "Transfer-Encoding: gzip, chunked" }, CHUNKS), "400 closed" },
  { "TE \\x0bchunked", post({ "Transfer-Encoding: \11chunked" }, CHUNKS), "400 closed" },
  { "TE identity + CL", post { "Transfer-Encoding: identity", LENGTH }, "400 closed" },
  { "duplicate TE chunked", post({ "Transfer-Encoding: chunked", "Transfer-Encoding: chunked" }, CHUNKS),
    "400 closed" },
  { "TE chunked in HTTP/1.0", (chunked(CHUNKS):gsub("HTTP/1.1", "HTTP/1.0", 1)), "400 closed" },
  -- chunks
  { "chunk size 0x15", chunked("0x15\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { "chunk size +15", chunked("+15\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { "chunk size -1", chunked("-1\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { 'chunk size " 15"', chunked(" 15\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { "chunk size 17 hex digits (overflow to 15)", chunked("10000000000000015\r\n" .. BODY .. "\r\n0\r\n\r\n"),
    "413 closed" },
  { "chunk size zzz", chunked("zzz\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { "chunk size empty", chunked("\r\n" .. BODY .. "\r\n0\r\n\r\n"), "400 closed" },
  { "chunk ends w/o CRLF", chunked("15\r\n" .. BODY .. "XX0\r\n\r\n"), "400 closed" },
  { "chunk bare LF", chunked("15\n" .. BODY .. "\n0\n\n"), "200 open", "400 closed" },
  { "chunk ext ;a=b", chunked("15;a=b\r\n" .. BODY .. "\r\n0\r\n\r\n"), "200 open", "400 closed" },
  { "chunk ext bare LF smuggle", chunked("15;a\n" .. BODY .. "\r\n0\r\n\r\n"), "200 open", "400 closed" },
  { "chunk ext 20 kB", chunked("15;" .. ("a"):rep(20000) .. "\r\n" .. BODY .. "\r\n0\r\n\r\n"), "200 open",
    "400 closed" },
  { "trailer Authorization", (chunked("15\r\n" .. BODY .. "\r\n0\r\nAuthorization: Bearer KEY\r\n\r\n")
    :gsub("Authorization: Bearer KEY\r\n", "", 1)), "401 open" },
  -- sizes
  { "huge header 40 kB", get("X-A: " .. ("b"):rep(40000)), "431 closed" },
  { "2000 headers", get(("X-A: b\r\n"):rep(2000) .. "X-B: c"), "431 closed" },
  { "200 headers", get(("X-A: b\r\n"):rep(200) .. "X-B: c"), "200 open" },
  { "huge request line 40 kB", line("GET /" .. ("a"):rep(40000) .. " HTTP/1.1"), "414 closed" },
  { "490 query arguments", line("GET /healthz?" .. ("a=b&"):rep(490) .. " HTTP/1.1"), "200 open" },
  -- zero bytes and the like
  { "NUL in header value", get "X-A: b\0c", "400 closed" },
  { "NUL in header name", get "X-\0A: b", "400 closed" },
  { 'NUL in CL value "21\\0junk"', post { "Content-Length: 21\0junk" }, "400 closed" },
  { 'NUL TE "chunked\\0x" + body', post({ "Transfer-Encoding: chunked\0x" }, CHUNKS), "400 closed" },
  { 'NUL name "Transfer-Encoding\\0z: chunked"+CL', post { "Transfer-Encoding\0z: chunked", LENGTH }, "400 closed" },
  { "NUL in path", line "GET /healthz\0x HTTP/1.1", "400 closed", "none closed" },
  { "%00 in path", line "GET /healthz%00x HTTP/1.1", "400 closed" },
  { "control char in header value \\x01", get "X-A: b\1c", "200 open" },
  { "8-bit in header name", get "X-\228: b", "200 open" },
  { "header without colon", get "nonsense", "400 closed" },
  { "empty header name", get ": b", "400 closed" },
  -- versions and request lines
  { "HTTP/1.2", line "GET /healthz HTTP/1.2", "200 open" },
  { "HTTP/2.0", line "GET /healthz HTTP/2.0", "505 closed" },
  { "HTTP/9.9", line "GET /healthz HTTP/9.9", "505 closed" },
  { "HTTP/1.1.1", line "GET /healthz HTTP/1.1.1", "400 closed" },
  { "HTTP/1.01", line "GET /healthz HTTP/1.01", "400 closed" },
  { "http/1.1 lowercase", line "GET /healthz http/1.1", "400 closed" },
  { "JUNK/1.1", line "GET /healthz JUNK/1.1", "400 closed" },
  { "HTTP/0.9 (no version)", "GET /healthz\r\n", "400 closed" },
  { "HTTP/1.0 no Host", "GET /healthz HTTP/1.0\r\n\r\n", "400 closed" },
  { "HTTP/1.0 + Host", "GET /healthz HTTP/1.0\r\nHost: a\r\n\r\n", "200 closed" },
  { "two spaces in request line", line "GET  /healthz HTTP/1.1", "200 open", "400 closed" },
  { "tab in request line", line "GET\t/healthz HTTP/1.1", "400 closed", "none closed" },
  { "space in path", line "GET /heal thz HTTP/1.1", "400 closed" },
  { "leading CRLFs", "\r\n\r\n" .. PLAIN, "200 open", "none closed" },
  { "absolute-form, other host", line "GET http://other.example/healthz HTTP/1.1", "404 open" },
  { "CONNECT", line "CONNECT a:443 HTTP/1.1", "404 open" },
  { "TRACE", line "TRACE / HTTP/1.1", "405 open" },
  { 'method lower "get"', line "get /healthz HTTP/1.1", "405 open" },
  { "method 3 kB", line(("M"):rep(3000) .. " /healthz HTTP/1.1"), "405 open" },
  { "path without slash", line "GET healthz HTTP/1.1", "404 open" },
  { "GET with body (CL)", get("Content-Length: 5") .. "hello", "200 open" },
  -- several requests
  { "pipelining 3", PLAIN:rep(3), "200,200,200 open" },
  { "pipelining 100", PLAIN:rep(100), "100x200 open" },
  { "pipelined after POST", post { LENGTH } .. PLAIN, "200,200 open" },
  { "pipelined after refused 401", (post { LENGTH }:gsub("KEY", "wrong")) .. PLAIN, "401,200 open" },
  { "TE.CL smuggle", post({ "Content-Length: 4", "Transfer-Encoding: chunked" },
    ("%x\r\n%s\r\n0\r\n\r\n"):format(#SMUGGLED, SMUGGLED)), "400 closed" },
  { "Expect: 100-continue", post { LENGTH, "Expect: 100-continue" }, "100,200 open", "200 open" },
  { "Expect: 200-maybe", post { LENGTH, "Expect: 200-maybe" }, "200 open" },
  { "duplicate Authorization", post { LENGTH, "Authorization: Bearer KEY" }, "400 closed" },
  { "Upgrade: h2c", get("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAA"), "200 open" },
  { "h2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 closed" },
  { "TLS hello", "\22\3\1\0\49\1\0\0\45\3\3" .. ("\7"):rep(32) .. "\0\0\2\0\47\1\0\0\2\0\0", "none closed" },
}
