--- searx, the metasearch engine, from Debian, over a corpus of ours: its engine `sqlite` searches pages in a full-text
-- index.
--
--     local engine = searx.start { pages = { { url = "http://...", title = "Vacuuming", text = "..." } } }
--     engine.url
--     engine:stop()
local eventually = require "spec.support.eventually"
local folder = require "spec.support.folder"
local free_port = require "spec.support.free_port"
local socket = require "socket"

local searx = {}
searx.__index = searx

local SETTINGS = [[
general: { debug: false, instance_name: searx, contact_url: false, enable_stats: false }
brand: { git_url: "", git_branch: "", issue_url: "", docs_url: "", public_instances: "", wiki_url: "", twitter_url: "" }
search: { safe_search: 0, autocomplete: "", default_lang: "", prefer_configured_language: false, ban_time_on_fail: 0,
  max_ban_time_on_fail: 0, formats: [html, json] }
server: { port: PORT, bind_address: "127.0.0.1", secret_key: "for tests alone", base_url: false, image_proxy: false,
  http_protocol_version: "1.1", method: "GET", default_http_headers: {} }
ui: { static_path: "/usr/share/python3-searx/static",
  templates_path: "/usr/share/python3-searx/templates", default_theme: oscar, default_locale: "",
  theme_args: { oscar_style: logicodev }, archive_today: false, autofocus: false }
outgoing: { request_timeout: 10.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10 }
checker: { off_when_debug: true, additional_tests: {}, tests: {} }
engines:
  - name: corpus
    engine: sqlite
    shortcut: co
    categories: general
    database: FOLDER/corpus.db
    query_str: "SELECT url, title, snippet(pages, 2, '', '', '...', 60) AS content FROM pages WHERE pages MATCH :query
      ORDER BY bm25(pages, 0.0, 5.0, 1.0)"
    limit: 10
    timeout: 10.0
locales: { en: English }
doi_resolvers: { oadoi.org: "https://oadoi.org/" }
default_doi_resolver: oadoi.org
]]

--- Why there is none here; nil: it is installed.
function searx.is_missing()
  for _, program in ipairs { "searx-run", "sqlite3" } do
    if not os.execute("command -v " .. program .. " >/dev/null 2>&1") then return program .. " is not installed" end
  end
end

local function quote(text)
  return "'" .. text:gsub("'", "''"):gsub("%z", " ") .. "'"
end

local function write_corpus(path, pages)
  local pipe = assert(io.popen("env -u LD_PRELOAD sqlite3 " .. path, "w"))
  pipe:write("BEGIN; CREATE VIRTUAL TABLE pages USING fts5(url UNINDEXED, title, text, tokenize='porter');\n")
  for _, page in ipairs(pages) do
    pipe:write(("INSERT INTO pages VALUES (%s, %s, %s);\n"):format(quote(page.url), quote(page.title),
      quote(page.text)))
  end
  pipe:write "COMMIT;\n"
  assert(pipe:close(), "the corpus could not be written")
end

local function is_alive(self)
  return os.execute(("kill -0 %d 2>/dev/null"):format(self.pid))
end

local function accepts(self)
  local connection = socket.connect("127.0.0.1", self.port)
  if connection then connection:close() end
  return connection ~= nil
end

local function launch(self)
  self.port = free_port()
  folder.write(self.folder .. "/settings.yml", (SETTINGS:gsub("%u%u%u%u+", { PORT = self.port, FOLDER = self.folder })))
  -- The shell of popen reaps it, so that a process which has ended is no longer there.
  self.pipe = assert(io.popen(("env -u LD_PRELOAD sh -c 'echo $$; SEARX_SETTINGS_PATH=%s/settings.yml exec searx-run "
    .. ">%s/log 2>&1'; :"):format(self.folder, self.folder)))
  self.pid = assert(tonumber(self.pipe:read "*l"))
  eventually(function() return accepts(self) or not is_alive(self) end)
  if is_alive(self) and accepts(self) then return true end
  self.pipe:close()
  return false
end

--- options: pages, a list of { url =, title =, text = }.
function searx.start(options)
  local self = setmetatable({ folder = folder.new() }, searx)
  write_corpus(self.folder .. "/corpus.db", options.pages)
  local is_up
  for _ = 1, 5 do -- somebody else may take the port meanwhile
    is_up = launch(self)
    if is_up then break end
  end
  assert(is_up, folder.read(self.folder .. "/log"))
  self.url = "http://127.0.0.1:" .. self.port
  return self
end

function searx:stop()
  os.execute(("kill %d"):format(self.pid))
  self.pipe:close()
  folder.remove(self.folder)
end

return searx
