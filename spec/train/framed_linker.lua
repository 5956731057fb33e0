-- copydesk.linker of a site whose pages stand in the frame of a theme, for linkeval's --linker: what frames cost. FRAME
-- names one of frames.lua; absent: pages stand bare.
local frames = require "frames"
local linker = require "copydesk.linker"

local function frame_of(name)
  for _, frame in ipairs(frames.list) do
    if frame.name == name then return frame end
  end
  error("frames.lua has no frame " .. name)
end

local function whole(frame, site, page)
  local place = site.page(page.url)
  local html = frame.before(site, place) .. page.html .. frame.after(site, place)
  return { url = page.url, title = page.title, html = html }
end

-- The pages are read first: menus and sidebars name all of them.
local function framed(pages, frame)
  local list = {}
  for page in pages do list[#list + 1] = page end
  local site = frames.site("Example", list)
  local at = 0
  return function()
    at = at + 1
    return list[at] and whole(frame, site, list[at])
  end
end

return {
  build = function(options)
    local name = os.getenv "FRAME"
    if name and name ~= "" then options.pages = framed(options.pages, frame_of(name)) end
    return linker.build(options)
  end,
}
