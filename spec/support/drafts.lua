--- A finished article with pictures, and attempts at delivering it with deliver_once.
--
--     local draft = drafts.new("wordpress", settings)
--     local outcome = draft:send()               -- the first attempt
--     outcome = draft:send()                     -- a repeated one, with the progress that the first one kept
--     draft:stop()
local deliver_once = require "spec.support.deliver_once"
local folder = require "spec.support.folder"

local drafts = {}
drafts.__index = drafts

local PICTURES = { "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100" }

local HTML = [[
<h1>Herbs &amp; "Light" indoors</h1>
<p>Basil grows on a window sill.</p>
<figure><img src="http://service.example/media/%s.png" alt="A pot of basil &amp; mint" loading="lazy">
<figcaption>Basil, &lt;fresh&gt;</figcaption></figure>
<h2>Water</h2>
<p>Water it in the morning.</p>
<p><img src="http://service.example/media/%s.png" alt="A watering can"></p>
]]

-- PNG, as the smallest encoder writes it: stored, not compressed.
local function big_endian(number)
  return string.char(number >> 24 & 255, number >> 16 & 255, number >> 8 & 255, number & 255)
end

local function crc32(text)
  local crc = 0xffffffff
  for i = 1, #text do
    crc = crc ~ text:byte(i)
    for _ = 1, 8 do crc = crc >> 1 ~ (crc & 1 == 1 and 0xedb88320 or 0) end
  end
  return crc ~ 0xffffffff
end

local function adler32(text)
  local a, b = 1, 0
  for i = 1, #text do
    a = (a + text:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return b << 16 | a
end

local function chunk(name, data)
  return big_endian(#data) .. name .. data .. big_endian(crc32(name .. data))
end

--- A grey picture of so many pixels each way, 200 at most.
function drafts.png(size)
  local rows = ("\0" .. ("\x80"):rep(size)):rep(size)
  local length = string.pack("<I2I2", #rows, ~#rows & 0xffff)
  local data = "\x78\x01\x01" .. length .. rows .. big_endian(adler32(rows))
  return "\x89PNG\r\n\x1a\n" .. chunk("IHDR", big_endian(size) .. big_endian(size) .. "\8\0\0\0\0") ..
    chunk("IDAT", data) .. chunk("IEND", "")
end

local count = 0

--- An article of its own id, going to a site of the kind.
function drafts.new(kind, settings)
  count = count + 1
  local self = setmetatable({ folder = folder.new(), kind = kind, settings = settings, progress = {} }, drafts)
  local pictures = {}
  for i, id in ipairs(PICTURES) do
    -- Pictures of different articles differ in their ids too.
    local own = ("%08x"):format(count) .. id:sub(9)
    pictures[own] = { type = "image/png", file = ("%s/%d.png"):format(self.folder, i) }
    folder.write(pictures[own].file, drafts.png(60 * i))
    self[i] = own
  end
  self.pictures = pictures
  self.article = { id = ("01890a5d-ac96-774b-bcce-%012x"):format(count), title = 'Herbs & "Light" indoors',
    slug = "herbs-indoors-" .. count, meta_description = "How herbs grow <indoors> & when to water.",
    html = HTML:format(self[1], self[2]), config = { targetKeyword = "indoor herbs" } }
  self.marker = "copydesk-" .. self.article.id
  return self
end

function drafts:ask(verb)
  return deliver_once { kind = self.kind, verb = verb, settings = self.settings, article = self.article,
    pictures = self.pictures, progress = self.progress, is_repeated = self.is_repeated }
end

--- One more attempt. What it keeps the next one finds.
function drafts:send()
  local outcome = self:ask "send"
  self.progress = outcome.progress or self.progress
  self.is_repeated = true
  return outcome
end

function drafts:stop()
  folder.remove(self.folder)
end

return drafts
