--- Commands about brands: whom articles are written for.
-- @module copydesk.cli.brands
local core = require "copydesk.core"
local files = require "copydesk.cli.files"
local resource = require "copydesk.cli.resource"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local JSON = resource.JSON
local TEXTS = { "name", "url", "description", "voice", "knowledge", "audience" }

-- "the shop=https://hearth.example/shop"; an empty one stands for none.
local function read_links(given)
  local links = {}
  for _, word in ipairs(given) do
    local text, url = word:match("^(.-)=(https?://.*)$")
    if word ~= "" and not text then session.fail("usage", "--link takes TEXT=URL, not " .. word) end
    if text then links[#links + 1] = { text = text, url = url } end
  end
  return links
end

-- What the options say of a brand: a file's fields, and over them those given one by one.
local function read_fields(options)
  local fields = {}
  if options.file then
    fields = core.decode(files.read_text(options.file))
    if type(fields) ~= "table" then session.fail("usage", options.file .. " must hold a JSON object") end
  end
  for _, name in ipairs(TEXTS) do fields[name] = options[name] or fields[name] end
  fields.avoid = options.avoid or fields.avoid
  fields.links = options.link and read_links(options.link) or fields.links
  return fields
end

local brands = resource.commands {
  kind = "brand", write = function(brand) terminal.row("%s  %s  %s", brand.brandId, brand.name, brand.url or "") end,
}

local function add(options)
  local fields = read_fields(options)
  fields.name = options[1]
  resource.send(options, session.open(options), "POST", "/api/brands", fields, brands.write)
end

local function set(options)
  brands.set(options, read_fields(options))
end

local function write_rest(brand)
  for i = 3, #TEXTS do
    local text = brand[TEXTS[i]]
    if text then terminal.write(("  %s: %s\n"):format(TEXTS[i], terminal.plain(text))) end
  end
  for _, word in ipairs(brand.avoid) do terminal.write("  avoids: ", terminal.plain(word), "\n") end
  for _, link in ipairs(brand.links) do
    terminal.write("  link: ", terminal.plain(link.text), " ", terminal.plain(link.url), "\n")
  end
end

local function show(options)
  brands.show(options, write_rest)
end

local FIELDS = {
  { name = "url", value = "URL", help = "its site" },
  { name = "description", value = "TEXT", help = "what it is and does" },
  { name = "voice", value = "TEXT", help = "how it speaks" },
  { name = "knowledge", value = "TEXT", help = "facts of its own that articles may use" },
  { name = "audience", value = "TEXT", help = "whom it speaks to" },
  { name = "avoid", value = "WORDS", many = true, help = "what it does not say; may be repeated" },
  { name = "link", value = "TEXT=URL", many = true, help = "a link that it offers; may be repeated" },
  { name = "file", value = "FILE", help = "the same as a JSON object; - reads standard input" },
}

local CHANGES = { { name = "name", value = "NAME", help = "another name" } }
for _, field in ipairs(FIELDS) do CHANGES[#CHANGES + 1] = field end
CHANGES[#CHANGES + 1] = JSON
FIELDS[#FIELDS + 1] = JSON

return {
  { name = "brands list", summary = "List the brands.", run = brands.list, options = { JSON } },
  { name = "brands add", summary = "Add a brand that articles are written for.", run = add,
    arguments = { { name = "NAME" } }, options = FIELDS,
    details = { "An article names it: copydesk write KEYWORD --brand NAME" } },
  { name = "brands show", summary = "Show a brand.", run = show, arguments = { { name = "ID|NAME" } },
    options = { JSON } },
  { name = "brands set", summary = "Change a brand.", run = set, arguments = { { name = "ID|NAME" } },
    options = CHANGES, details = { "What is not given stays; an empty value removes it." } },
  { name = "brands remove", summary = "Remove brands; their articles stay.", run = brands.remove,
    arguments = { { name = "ID|NAME", many = true } } },
}
