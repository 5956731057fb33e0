-- An article that follows a film, from its captions: lua5.4 examples/video.lua ["keyword"]
local copydesk = require "copydesk"
local here = arg[0]:match("^(.*)/") or "."

-- The folder holds for each film NAME.json (title, address, author ...) and NAME.vtt (captions).
local desk = assert(copydesk.new { service = {
  data = "build/demo/video",
  videos = { api = "folder", path = here .. "/data/videos" },
} })

local job = assert(desk:create {
  articleType = "video_site_video",
  targetKeyword = arg[1] or "dripping tap",
  videoSiteVideoUrl = "https://video.example/watch?v=fix-a-dripping-tap",
})
local article = assert(desk:wait(job))

print(("%s: %d words"):format(article.title, article.wordsCharged))
local heading
for line in article.output.html:gmatch "[^\n]+" do
  heading = line:match "^<h2>(.-)</h2>$" or heading
  local time, link = line:match ">(%d[%d:]+)</a>", line:match '<a href="([^"]+)">%d'
  if heading and time then
    print(("  %5s  %s  %s"):format(time, heading, link))
    heading = nil
  end
end
desk:close()
