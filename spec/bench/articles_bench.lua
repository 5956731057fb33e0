--- Articles at once on one node, beside what their language model costs them: a fake one that answers each question
--- after two seconds (fake_model.lua). Medians of three runs, each on a service of its own.

local copydesk = require "copydesk"
local fake_model = require "spec.bench.fake_model"
local service = require "spec.support.service"
local socket = require "socket"

local RUNS = tonumber(os.getenv "RUNS") or 3
local ARTICLES = tonumber(os.getenv "ARTICLES") or 200
local SECONDS = 2 -- that each answer takes
local SLACK = 100 -- milliseconds by which the clocks of steps may overlap

local SUBJECTS = { "indoor herb garden", "growing basil", "watering herbs", "herbs in winter", "light for herbs" }

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

local function percentile(list, share)
  table.sort(list)
  return list[math.max(1, math.ceil(share * #list))]
end

-- A figure in KiB of the process; "VmHWM" is the most since it was last forgotten.
local function memory_of(server, name)
  for line in io.lines(("/proc/%d/status"):format(server.pid)) do
    local kib = line:match("^" .. name .. ":%s*(%d+) kB")
    if kib then return tonumber(kib) end
  end
end

local function forget_most(server)
  local file = assert(io.open(("/proc/%d/clear_refs"):format(server.pid), "w"))
  file:write("5")
  file:close()
end

-- The most calls of an article that waited for each other: steps that did not overlap, whose calls add up.
local function longest_chain(steps)
  table.sort(steps, function(a, b) return a.startedAt < b.startedAt end)
  local longest = 0
  for i, step in ipairs(steps) do
    step.chain = step.calls
    for j = 1, i - 1 do
      local before = steps[j]
      if before.startedAt + before.seconds * 1000 <= step.startedAt + SLACK then
        step.chain = math.max(step.chain, before.chain + step.calls)
      end
    end
    longest = math.max(longest, step.chain)
  end
  return longest
end

local function run()
  local model = fake_model.start(SECONDS)
  local unlimited = { create = 0, status = 0, links = 0, other = 0 }
  local server = service.start { config = { library = "examples/library", limits = unlimited, workers = ARTICLES,
    models = { ["*"] = { api = "openai", base_url = model.url, model = "bench", api_key = "x",
      parallel = 20 * ARTICLES } } } }
  local desk = copydesk.new { base_url = server.url, api_key = server.key }
  assert(desk:wait(assert(desk:create(SUBJECTS[1])))) -- the library is read once
  local idle = memory_of(server, "VmRSS")
  forget_most(server)

  local requests, ends = {}, {}
  for i = 1, ARTICLES do requests[i] = { targetKeyword = SUBJECTS[i % #SUBJECTS + 1] } end
  local began = socket.gettime()
  assert(desk:write_all(requests, { concurrency = ARTICLES, on_article = function(result)
    assert(result.article, tostring(result.err))
    ends[#ends + 1] = { id = result.article.articleId, seconds = socket.gettime() - began }
  end }))
  local took = socket.gettime() - began
  local grown = memory_of(server, "VmHWM") - idle

  local over, ratios, calls, chains = {}, {}, 0, {}
  for _, article in ipairs(ends) do
    local story = assert(desk:request("GET", "/api/articles/" .. article.id .. "/run"))
    for _, call in ipairs(story.calls) do
      assert(call.status == "done", call.status)
      over[#over + 1] = (call.seconds / SECONDS - 1) * 100
      calls = calls + 1
    end
    chains[#chains + 1] = longest_chain(story.steps)
    ratios[#ratios + 1] = article.seconds / (chains[#chains] * SECONDS)
  end
  desk:close()
  server:stop()
  local did = model:stop()
  return { per_second = ARTICLES / took, kib = grown / ARTICLES, idle = idle / 1024,
    over = percentile(over, 0.99), late = did.late_ms.p99, at_once = did.at_once, calls = calls / ARTICLES,
    chain = median(chains), ratio = median(ratios), slowest = percentile(ratios, 1) }
end

local runs = {}
for i = 1, RUNS do runs[i] = run() end

local function of(name)
  local list = {}
  for i, each in ipairs(runs) do list[i] = each[name] end
  return median(list)
end

print(("%d articles at once, a model that takes %d s (median of %d)"):format(ARTICLES, SECONDS, RUNS))
print(("  articles a second               %8.2f"):format(of "per_second"))
print(("  calls of an article, in a chain %8.1f  %d"):format(of "calls", of "chain"))
print(("  calls at once, at most          %8d"):format(of "at_once"))
print(("  memory of an article in flight  %8.0f KiB  (bound 1024; %.0f MiB before)"):format(of "kib", of "idle"))
print(("  a call over the model's time    %8.1f %%   (p99; bound 5; the model's own %.1f ms)"):format(of "over",
  of "late"))
print(("  wall time over the chain        %8.2f   (median; slowest %.2f)"):format(of "ratio", of "slowest"))
