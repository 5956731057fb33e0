-- Articles written while the game goes on: eval "$(make -s env LUA=luajit)"; love examples/love ["keyword" ...]
local copydesk = require "copydesk"

local desk
local articles = {} -- { keyword =, progress = 0 to 1, text = } in the order of the list

local function write(entry)
  local job, err = desk:create(entry.keyword)
  local article
  if job then
    article, err = desk:wait(job, { on_progress = function(record)
      entry.progress, entry.text = record.progress, record.statusDetail
    end })
  end
  entry.text = article and ("%s (%d words)"):format(article.title, article.wordsCharged) or tostring(err)
  entry.done = true
end

function love.load(keywords)
  -- The service that COPYDESK_BASE_URL names, or one inside this process, which takes a moment to start: so before the
  -- first frame.
  local library = love.filesystem.getSource() .. "/../library"
  local service = not os.getenv "COPYDESK_BASE_URL" and { data = "build/demo/data", library = library } or nil
  desk = assert(copydesk.new { loop = "love", service = service })

  if #keywords == 0 then keywords = { "indoor herb garden", "watering herbs", "growing basil" } end
  for i, keyword in ipairs(keywords) do
    articles[i] = { keyword = keyword, progress = 0, text = "..." }
    coroutine.wrap(write)(articles[i])
  end
end

-- Moves every call on and lets the coroutines whose calls have ended go on. It never waits.
function love.update()
  desk:step()
end

function love.draw()
  for i, entry in ipairs(articles) do
    local y = 20 + (i - 1) * 60
    love.graphics.print(entry.keyword .. ": " .. entry.text, 20, y)
    love.graphics.rectangle("line", 20, y + 20, 600, 12)
    love.graphics.rectangle("fill", 20, y + 20, 600 * entry.progress, 12)
  end
end

function love.quit()
  desk:close()
end
