--- Runs every test and adds up: C unit tests, then specs under each Lua that they name.
--
--   lua5.4 spec/run.lua [PATTERN...]      only what matches one of the Lua patterns
--   lua5.4 spec/run.lua @database         only what works on a database: tests of the store, and what starts a service,
--                                         under one Lua
--
-- A spec whose first line says `-- luas: lua5.4 luajit` (or `-- luas: all`) runs once under each; without it, lua5.4.
-- All speak TAP. Last, the answers that specs got from services (spec/support/answers.lua) are held against the
-- description of the interface.
-- The last line is `N passed, M failed`; the exit status is 1 when something failed or nothing ran.
-- Below spec/support/postgresql.sh, which sets COPYDESK_TEST_DATABASE, services of the tests are led to PostgreSQL.
-- COPYDESK_BUILD names the build (default: build), COPYDESK_LONGEST the seconds that one may take (600); with SANITIZE
-- set, the sanitizer is loaded into the Luas.

local build = os.getenv("COPYDESK_BUILD") or "build"
local patterns = arg[1] and arg[1] ~= "" and arg or { "" }
local LONGEST = tonumber(os.getenv("COPYDESK_LONGEST")) or 600 -- seconds: what hangs fails
local ALL = "lua5.1 lua5.2 lua5.3 lua5.4 luajit"

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
  local here = arg[0]:match "^(.*)/[^/]*$" or "."
  return ("LUA_INIT=@%s/support/on_server.lua "):format((here:find "^/" and "" or '"$PWD"/') .. quote(here))
end

local function environment(lua)
  return ("LUA=%s LUA_CPATH=%s "):format(lua, quote(build .. "/lib/" .. lua .. "/?.so;;")) .. leading() .. preload()
end

local function text_of(path)
  local file = io.open(path)
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

local function jobs()
  local list = {}
  for _, path in ipairs(lines_of("ls " .. quote(build) .. "/spec/test_* 2>/dev/null | grep -v '\\.d$' | sort")) do
    list[#list + 1] = { name = path:match("[^/]+$"), notes = path .. ".d",
      command = "CMOCKA_MESSAGE_OUTPUT=TAP " .. quote(path) }
  end
  for _, path in ipairs(lines_of("ls spec/*_spec.lua 2>/dev/null | sort")) do
    local file = assert(io.open(path))
    local luas = file:read("l"):match("^%-%- luas: (.+)$") or "lua5.4"
    file:close()
    if luas == "all" then luas = ALL end
    -- To a database all are the same.
    if patterns[1] == "@database" then luas = luas:find("lua5.4", 1, true) and "lua5.4" or luas end
    for lua in luas:gmatch("%S+") do
      list[#list + 1] = {
        name = path:match("[^/]+$") .. " (" .. lua .. ")", path = path,
        command = environment(lua) .. lua .. " /usr/bin/busted -o TAP " .. path,
      }
    end
  end
  local chosen = {}
  for _, job in ipairs(list) do
    if is_wanted(job) then chosen[#chosen + 1] = job end
  end
  return chosen
end

-- Counts the TAP lines of one job; a job that ends badly without a failed line counts as one failure. cmocka calls what
-- it skipped "not ok".
local function count(job, output, status)
  local passed, failed, skipped = 0, 0, 0
  for line in output:gmatch("[^\n]+") do
    local verdict = line:match("^not ok") or line:match("^ok")
    if verdict and line:lower():find("# skip", 1, true) then
      skipped = skipped + 1
    elseif verdict == "ok" then
      passed = passed + 1
    elseif verdict then
      failed = failed + 1
    end
  end
  if failed == 0 and (status ~= 0 or passed + skipped == 0) then failed = 1 end
  print(("%-44s %4d passed %3d failed%s"):format(job.name, passed, failed,
    skipped > 0 and (" %3d skipped"):format(skipped) or ""))
  if failed > 0 then print(output) end
  return passed, failed, skipped
end

-- The last job, whose files begin with `path`; nil when no spec talked to a service.
local function check_answers(answers, path, one)
  if not os.execute(("cat %s.* >%s 2>/dev/null"):format(answers, answers)) then return nil end
  local name = "answers_spec.lua (lua5.4)"
  local command = environment("lua5.4") .. "lua5.4 /usr/bin/busted -o TAP spec/openapi/answers_spec.lua"
  assert(io.open(path .. ".sh", "w")):write("export COPYDESK_ANSWERS=", answers, "\n", command, "\n"):close()
  os.execute(("sh -c '%s'"):format((one:gsub("{}", path))))
  return { name = name, command = command }
end

local function main()
  local list = jobs()
  local folder = lines_of("mktemp -d")[1]
  local script = assert(io.open(folder .. "/jobs", "w"))
  for i, job in ipairs(list) do
    local path = folder .. "/" .. i
    assert(io.open(path .. ".sh", "w")):write(job.command, "\n"):close()
    script:write(("%s\n"):format(path))
  end
  script:close()
  -- Two side by side: many tests wait for something most of their time.
  local one = ("timeout %d sh {}.sh >{}.out 2>&1 </dev/null; echo $? >{}.status"):format(LONGEST)
  local answers = folder .. "/answers"
  os.execute(("COPYDESK_ANSWERS=%s xargs -P 2 -I{} sh -c '%s' < %s/jobs"):format(answers, one, folder))
  list[#list + 1] = check_answers(answers, folder .. "/" .. #list + 1, one)
  local passed, failed, skipped = 0, 0, 0
  for i, job in ipairs(list) do
    local path = folder .. "/" .. i
    local out, status = io.open(path .. ".out", "rb"), io.open(path .. ".status")
    local p, f, s = count(job, out and out:read("a") or "", status and tonumber(status:read("a")) or 1)
    if out then out:close() end
    if status then status:close() end
    passed, failed, skipped = passed + p, failed + f, skipped + s
  end
  os.execute("rm -rf " .. quote(folder))
  if skipped > 0 then print(skipped .. " skipped (the lines above say where)") end
  print(("%d passed, %d failed"):format(passed, failed))
  return failed == 0 and passed > 0
end

os.exit(main())
