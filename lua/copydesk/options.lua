--- The options of `copydesk.new`, in the order in which they are documented. `copydesk.new` checks against this table,
-- and the editor annotations and the manual's pages are made from it.
--
-- `type` holds the names that Lua's `type` may give, separated by `|`; `annotation` is what an editor shows instead.
-- @module copydesk.options
return {
  { name = "base_url", type = "string",
    summary = "Address of the service: `http://`, `https://` or `unix:/path/to.sock`. "
      .. "Default: `COPYDESK_BASE_URL`; without that too the service runs inside this process." },
  { name = "api_key", type = "string", summary = "Sent as a bearer token. Default: `COPYDESK_API_KEY`." },
  { name = "loop", type = "string|table", annotation = "copydesk.LoopName|copydesk.Loop",
    summary = "The event loop in whose coroutines calls yield. Default: `auto`, which yields in nginx wherever the "
      .. "phase may, and blocks everywhere else." },
  { name = "timeout", type = "number",
    summary = "Seconds that a call may take with all its attempts, waits and name lookups. Default: 60." },
  { name = "retries", type = "number", annotation = "integer",
    summary = "Further attempts after one that failed for a passing reason. Default: 2." },
  { name = "proxy", type = "string",
    summary = "URL of a proxy; an empty string: none. Default: what the environment names." },
  { name = "ca_file", type = "string",
    summary = "PEM file of the authorities to trust, instead of the system's." },
  { name = "client_cert", type = "string", summary = "PEM file of the client's own certificate." },
  { name = "client_key", type = "string", summary = "PEM file of its private key." },
  { name = "user_agent", type = "string", summary = "Default: `copydesk/` and the version." },
  { name = "headers", type = "table", annotation = "table<string, string>",
    summary = "Further headers of every request, by name." },
  { name = "transport", type = "function",
    annotation = "fun(request: copydesk.TransportRequest): copydesk.TransportResponse?, string?",
    summary = "Answers every request instead of the network, for tests. May not yield." },
  { name = "log", type = "function", annotation = "fun(event: copydesk.LogEvent)",
    summary = "Hears of every attempt that ended, for example `print`. The key is never in it. May not yield." },
  { name = "service", type = "table", annotation = "copydesk.service.Options",
    summary = "Configuration of the service inside this process. Excludes `base_url`." },
}
