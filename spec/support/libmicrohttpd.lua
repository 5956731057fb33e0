--- Does the libmicrohttpd that is installed refuse malformed heads by itself? Since 0.9.77 it does: with a page of its
-- own words, or (a zero byte, a tab in the request line) by closing the connection without any.
local pipe = assert(io.popen "env -u LD_PRELOAD pkg-config --atleast-version=0.9.77.1 libmicrohttpd && echo yes")
local refuses_heads = pipe:read "l" == "yes"
pipe:close()

return { refuses_heads = refuses_heads }
