--- Runs every test and adds up: C unit tests, then specs under each Lua that they name.
--
--   lua5.4 spec/run.lua [PATTERN...]      only what matches one of the Lua patterns
--   lua5.4 spec/run.lua @database         only what works on a database: tests of the store, and what starts a service,
--                                         under one Lua
--
-- A spec says in its first comment, each on a line of its own, under which Luas it runs (`-- luas: lua5.4 luajit`, or
-- `all`; without it, lua5.4), which programs it needs (`-- needs: luarocks dh@debhelper`: behind the @ their package
-- when that has another name), how many seconds it may say nothing (`-- silent: 300`; a C test does so too, by a line
-- ` * silent: 300`), and that it keeps a processor busy (`-- busy`): of these no more run side by side than there are
-- processors, when all others have ended. What keeps all of them busy (`-- alone`) runs last, one after the other.
-- All speak TAP. Twice as many run side by side as there are processors, those first that took longest the last time;
-- each has its line, with its seconds, as it ends. What says nothing for three minutes hangs, and so does what goes on
-- for ten times as long: it is killed. Last, the answers that specs got from services (spec/support/answers.lua) are
-- held against the description of the interface.
-- The last line is `N passed, M failed`; the exit status is 1 when something failed or nothing ran.
--
-- Tests whose parts are not installed are skipped, and the reasons are listed. `--all` takes a test that is skipped for
-- a part which this release of the system has for a failed one; `--rest` runs only what was not passed whole
-- when this build ran it last.
-- Below spec/support/postgresql.sh, which sets COPYDESK_TEST_DATABASE, services of the tests are led to PostgreSQL.
-- COPYDESK_BUILD names the build (default: build), COPYDESK_SILENT the seconds that each may be silent at least,
-- COPYDESK_BESIDE how many run side by side; with SANITIZE set, the sanitizer is loaded into the Luas.

local build = os.getenv("COPYDESK_BUILD") or "build"
local ALL = "lua5.1 lua5.2 lua5.3 lua5.4 luajit"

-- Programs side by side for each processor: together they compute 280 s, and wait, mostly for deadlines that they test,
-- twice as long.
local BESIDE = 2

-- Seconds: on two slow processors, four programs side by side, tests that only compute were silent for 57. A hang is
-- found all the same.
local SILENT = 180

-- The folder of this file, whatever the folder is in which it runs.
local root = os.getenv "PWD" .. "/"
local here = (arg[0]:find "^/" and "" or root) .. (arg[0]:match "^(.*)/[^/]*$" or ".")

local patterns, flags = {}, {}
for _, word in ipairs(arg) do
  local flag = word:match "^%-%-(%l+)$"
  if flag then flags[flag] = true elseif word ~= "" then patterns[#patterns + 1] = word end
end
if #patterns == 0 then patterns[1] = "" end

local function lines_of(command)
  local pipe = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local function quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- A sanitized module in a plain interpreter needs the sanitizer's runtime first. lua-cjson, used by tests, loses a
-- buffer at the end.
local function preload()
  if os.getenv("SANITIZE") == nil or os.getenv("SANITIZE") == "" then return "" end
  local library = lines_of("${CC:-cc} -print-file-name=libasan.so")[1]
  return "LSAN_OPTIONS=suppressions=$PWD/spec/leaks.supp:print_suppressions=0 LD_PRELOAD=" .. quote(library) .. " "
end

-- On a server each Lua, also that of the command, leads services there first.
local function leading()
  local server = os.getenv "COPYDESK_TEST_DATABASE"
  if not server or server == "" then return "" end
  return ("LUA_INIT=@%s/support/on_server.lua "):format(quote(here))
end

local function environment(lua)
  return ("LUA=%s LUA_CPATH=%s "):format(lua, quote(build .. "/lib/" .. lua .. "/?.so;;")) .. leading() .. preload()
end

local function text_of(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- Does it start a service, or what it requires of spec/support?
local function starts_service(path)
  local text = text_of(path)
  if text:find "service = {" or text:find "copydesk%.service" or text:find "copydesk\"?,? \"?serve" then return true end
  for name in text:gmatch "spec%.support%.([%w_]+)" do
    if name ~= "database" and starts_service("spec/support/" .. name .. ".lua") then return true end
  end
  return false
end

-- Has it to do with a database? Of a C test the compiler's notes tell what it includes.
local function works_on_database(job)
  if job.notes then return text_of(job.notes):find("spec/c/database.h", 1, true) ~= nil end
  return starts_service(job.path)
end

local function is_wanted(job)
  for _, pattern in ipairs(patterns) do
    if pattern == "@database" and works_on_database(job) or job.name:find(pattern) then return true end
  end
  return false
end

local looks = {}
local function is_there(look)
  if looks[look] == nil then looks[look] = os.execute(look .. " >/dev/null 2>&1") or false end
  return looks[look]
end

-- The comment with which a spec begins, behind a line end.
local function top_of(text)
  local stop = ("\n" .. text):find "\n[^-]" or #text + 1
  return "\n" .. text:sub(1, stop)
end

-- The seconds that a C test may say nothing: of the comment with which its source begins.
local function silence_of_c(name)
  local top = text_of("spec/c/" .. name .. ".c"):match "^/%*.-%*/" or ""
  return tonumber(top:match "\n %* silent: (%d+)")
end

-- The package of the first part of a spec that is not there. An interpreter may be there without its headers, since
-- other packages ask for one of several Luas; for such a one nothing is built.
local function missing_part(lua, top)
  for program, package in (lua .. " " .. (top:match "\n%-%- needs: ([^\n]+)" or "")):gmatch "([%w_.-]+)@?(%S*)" do
    if not is_there("command -v " .. program) then return package ~= "" and package or program end
  end
  if not is_there("pkg-config --exists " .. lua) then return lua .. "'s package of headers" end
end

-- One spec under one Lua; without what it needs it is one skipped test.
local function spec_job(path, lua, top)
  local job = { name = path:match("[^/]+$") .. " (" .. lua .. ")", path = path }
  local part, tap = missing_part(lua, top), quote(here .. "/support/tap.lua")
  job.silent = tonumber(top:match "\n%-%- silent: (%d+)")
  job.phase = top:match "\n%-%- (busy)%f[%s]" or top:match "\n%-%- (alone)%f[%s]"
  job.command = part and "echo " .. quote(("ok 1 - # SKIP %s is not installed"):format(part))
    or ("%s%s /usr/bin/busted -o %s %s"):format(environment(lua), lua, tap, path)
  return job
end

local function jobs()
  local list = {}
  for _, path in ipairs(lines_of("ls " .. quote(build) .. "/spec/test_* 2>/dev/null | grep -v '\\.d$' | sort")) do
    local name = path:match "[^/]+$"
    list[#list + 1] = { name = name, notes = path .. ".d", silent = silence_of_c(name),
      command = "CMOCKA_MESSAGE_OUTPUT=TAP " .. quote(path) }
  end
  for _, path in ipairs(lines_of("ls spec/*_spec.lua 2>/dev/null | sort")) do
    local top = top_of(text_of(path))
    local luas = top:match "\n%-%- luas: ([^\n]+)" or "lua5.4"
    if luas == "all" then luas = ALL end
    -- To a database all are the same.
    if patterns[1] == "@database" then luas = luas:find("lua5.4", 1, true) and "lua5.4" or luas end
    for lua in luas:gmatch("%S+") do list[#list + 1] = spec_job(path, lua, top) end
  end
  local chosen = {}
  for _, job in ipairs(list) do
    if is_wanted(job) then chosen[#chosen + 1] = job end
  end
  return chosen
end

-- What earlier runs of this build told of each program: milliseconds, and whether the last passed whole.
local history = build .. "/test-times"

local function read_history()
  local known = {}
  for ms, whole, name in text_of(history):gmatch "(%d+) (%l+) ([^\n]+)" do
    known[name] = { ms = tonumber(ms), whole = whole == "whole" }
  end
  return known
end

local function write_history(known)
  local names = {}
  for name in pairs(known) do names[#names + 1] = name end
  table.sort(names)
  local file = io.open(history, "w")
  if not file then return end
  for _, name in ipairs(names) do
    file:write(("%d %s %s\n"):format(known[name].ms, known[name].whole and "whole" or "partly", name))
  end
  file:close()
end

-- Is the test skipped for a part that this release of the system has? Other reasons are not of this system: a test is
-- of another database, say, or for another Lua.
local function can_be_installed(reason)
  if reason:find "not fetched" or reason:find "package of headers" then return true end
  local part = reason:match "(%S+) is not installed"
  if not part then return false end
  return #lines_of(("apt-cache policy %s 2>/dev/null | grep '^  Candidate: [^(]'"):format(quote(part))) > 0
end

local passed, failed, skipped, reasons = 0, 0, 0, {}

local function skip(line)
  local reason = (line:match "# [Ss][Kk][Ii][Pp] (.+)$" or "its part is missing"):gsub("^%S+:%d+: ", "")
  reasons[reason] = (reasons[reason] or 0) + 1
  return flags.all and can_be_installed(reason)
end

-- Counts the TAP lines of one job; a job that ends badly without a failed line counts as one failure. cmocka calls what
-- it skipped "not ok". Is it passed whole?
local function count(job, output, status, ms)
  local p, f, s = 0, 0, 0
  for line in output:gmatch("[^\n]+") do
    local verdict = line:match("^not ok") or line:match("^ok")
    if verdict and line:lower():find("# skip", 1, true) then
      s = s + 1
      if skip(line) then f = f + 1 end
    elseif verdict == "ok" then
      p = p + 1
    elseif verdict then
      f = f + 1
    end
  end
  if f == 0 and (status ~= 0 or p + s == 0) then f = 1 end
  print(("%-44s %4d passed %3d failed%s %6.1f s"):format(job.name, p, f,
    s > 0 and (" %3d skipped"):format(s) or "            ", ms / 1000))
  if f > 0 then print((output:gsub("# begins: [^\n]*\n(n?o?t? ?ok %d)", "%1"))) end
  io.stdout:flush()
  passed, failed, skipped = passed + p, failed + f, skipped + s
  return f == 0 and s == 0
end

-- Writes a job where one_program.sh finds it.
local function lay_out(job, path, answers)
  local file = assert(io.open(path .. ".sh", "w"))
  file:write("export COPYDESK_ANSWERS=", answers, "\n", job.command, "\n")
  file:close()
end

local function silence_of(job)
  return math.max(tonumber(os.getenv "COPYDESK_SILENT") or SILENT, job.silent or 0)
end

-- Runs jobs side by side, so many for each processor (0: one after the other); `ended` is called with each, its output,
-- its status and its milliseconds as it ends.
local function run_all(list, for_each, folder, answers, ended)
  local queue, by_path = assert(io.open(folder .. "/queue", "w")), {}
  for i, job in ipairs(list) do
    local path = folder .. "/" .. i
    lay_out(job, path, answers)
    queue:write(("COPYDESK_SILENT=%s exec sh %s/support/one_program.sh %s\n"):format(
      silence_of(job), quote(here), path))
    by_path[path] = job
  end
  queue:close()
  local beside = for_each == 0 and 1 or os.getenv "COPYDESK_BESIDE"
    or for_each * lines_of("getconf _NPROCESSORS_ONLN")[1]
  local pipe = assert(io.popen(("xargs -r -P %s -d '\\n' -n 1 sh -c <%s/queue"):format(beside, folder)))
  for path in pipe:lines() do
    ended(by_path[path], text_of(path .. ".out"), tonumber(text_of(path .. ".status")) or 1,
      tonumber(text_of(path .. ".ms")) or 0)
  end
  pipe:close()
end

local function check_answers(answers)
  if not os.execute(("cat %s.* >%s 2>/dev/null"):format(answers, answers)) then return {} end
  return { spec_job("spec/openapi/answers_spec.lua", "lua5.4", "") }
end

-- What is known to take longest first, and before it what is not known: of that first what may be silent for long.
local function sort(list, known)
  local function ms(job) return known[job.name] and known[job.name].ms or math.huge end
  table.sort(list, function(a, b)
    local silent_a, silent_b = a.silent or 0, b.silent or 0
    if ms(a) ~= ms(b) then return ms(a) > ms(b) end
    if silent_a ~= silent_b then return silent_a > silent_b end
    return a.name < b.name
  end)
end

local function rest_of(list, known)
  local rest = {}
  for _, job in ipairs(list) do
    if not (known[job.name] and known[job.name].whole) then rest[#rest + 1] = job end
  end
  return rest
end

local function split(list)
  local phases = { calm = {}, busy = {}, alone = {} }
  for _, job in ipairs(list) do table.insert(phases[job.phase or "calm"], job) end
  return phases
end

local function print_reasons()
  local list = {}
  for reason, number in pairs(reasons) do list[#list + 1] = ("%5d skipped: %s"):format(number, reason) end
  table.sort(list)
  if #list > 0 then print(table.concat(list, "\n")) end
end

local function main()
  local known, list = read_history(), jobs()
  if flags.rest then list = rest_of(list, known) end
  sort(list, known)
  local folder = lines_of("mktemp -d")[1]
  local function ended(job, output, status, ms)
    known[job.name] = { ms = ms, whole = count(job, output, status, ms) }
  end
  local phases = split(list)
  run_all(phases.calm, BESIDE, folder, folder .. "/answers", ended)
  run_all(phases.busy, 1, folder, folder .. "/answers", ended)
  run_all(phases.alone, 0, folder, folder .. "/answers", ended)
  run_all(check_answers(folder .. "/answers"), 1, folder, folder .. "/answers", ended)
  os.execute("rm -rf " .. quote(folder))
  write_history(known)
  print_reasons()
  print(("%d passed, %d failed"):format(passed, failed))
  return failed == 0 and passed > 0
end

os.exit(main())
