--- Whole pictures of one colour, of any size, in few bytes: every viewer shows them. And base64.
local pictures = {}

-- --- PNG ---

local crc_table = {}
for i = 0, 255 do
  local value = i
  for _ = 1, 8 do value = value & 1 == 1 and 0xEDB88320 ~ (value >> 1) or value >> 1 end
  crc_table[i] = value
end

local function crc32(text)
  local crc = 0xFFFFFFFF
  for i = 1, #text do crc = crc_table[(crc ~ text:byte(i)) & 0xFF] ~ (crc >> 8) end
  return crc ~ 0xFFFFFFFF
end

local function chunk(kind, data)
  return string.pack(">I4", #data) .. kind .. data .. string.pack(">I4", crc32(kind .. data))
end

-- So many zeros as a zlib stream of one block with the fixed codes of RFC 1951: a zero, then runs of 258 of them.
local function zeros(count)
  local bytes, bits, held = {}, 0, 0
  local function put(value, length)
    held, bits = held | value << bits, bits + length
    while bits >= 8 do
      bytes[#bytes + 1] = string.char(held & 0xFF)
      held, bits = held >> 8, bits - 8
    end
  end
  put(3, 3) -- the last block, with fixed codes
  put(0x0C, 8) -- a zero: 00110000, from its highest bit
  for _ = 1, (count - 1) // 258 do
    put(0xA3, 8) -- a run of 258: 11000101
    put(0, 5) -- of what stands one byte before
  end
  for _ = 1, (count - 1) % 258 do put(0x0C, 8) end
  put(0, 7) -- the end of the block
  if bits > 0 then put(0, 8 - bits) end
  return "\x78\x01" .. table.concat(bytes) .. string.pack(">I2I2", count % 65521, 1)
end

--- A PNG; the comment makes it another file.
function pictures.png(width, height, comment)
  local rows = (1 + (width + 7) // 8) * height
  return "\x89PNG\r\n\x1A\n" .. chunk("IHDR", string.pack(">I4I4", width, height) .. "\1\0\0\0\0")
    .. chunk("tEXt", "Comment\0" .. (comment or "")) .. chunk("IDAT", zeros(rows)) .. chunk("IEND", "")
end

-- --- JPEG ---

local function segment(marker, data)
  return "\xFF" .. marker .. string.pack(">I2", #data + 2) .. data
end

--- A JPEG in grey: of each block the coded difference is nothing, in two bits.
function pictures.jpeg(width, height, comment)
  local bits = 2 * ((width + 7) // 8) * ((height + 7) // 8)
  local one_code = "\1" .. ("\0"):rep(15) .. "\0"
  local last = bits % 8 > 0 and string.char(0xFF >> bits % 8) or ""
  return "\xFF\xD8" .. segment("\xE0", "JFIF\0\1\1\0\0\1\0\1\0\0") .. segment("\xFE", comment or "")
    .. segment("\xDB", "\0" .. ("\1"):rep(64))
    .. segment("\xC0", string.pack(">BI2I2", 8, height, width) .. "\1\1\x11\0")
    .. segment("\xC4", "\0" .. one_code) .. segment("\xC4", "\x10" .. one_code)
    .. segment("\xDA", "\1\1\0\0\x3F\0") .. ("\0"):rep(bits // 8) .. last .. "\xFF\xD9"
end

-- --- base64 ---

local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local function sign(value)
  return ALPHABET:sub(value + 1, value + 1)
end

function pictures.base64(bytes)
  local parts = {}
  for at = 1, #bytes, 3 do
    local a, b, c = bytes:byte(at, at + 2)
    local group = a << 16 | (b or 0) << 8 | (c or 0)
    parts[#parts + 1] = sign(group >> 18) .. sign(group >> 12 & 63) .. (b and sign(group >> 6 & 63) or "=")
      .. (c and sign(group & 63) or "=")
  end
  return table.concat(parts)
end

function pictures.from_base64(text)
  local bytes, held, bits = {}, 0, 0
  for character in text:gmatch "[%w+/]" do
    held, bits = (held << 6 | ALPHABET:find(character, 1, true) - 1) & 0xFFFF, bits + 6
    if bits >= 8 then
      bits = bits - 8
      bytes[#bytes + 1] = string.char(held >> bits & 0xFF)
    end
  end
  return table.concat(bytes)
end

return pictures
