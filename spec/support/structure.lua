--- The structure of a tree of C sources: who includes whom, who calls whom (by the symbols of the compiled objects),
-- and which header declares what. `structure.check` compares it with rules and lists what breaks them.
--
-- A file is named by its path below the sources without its extension ("net/guard"), a header with it ("net/guard.h").
local folder = require "spec.support.folder"

local structure = {}

local function lines_of(command)
  local list, pipe = {}, assert(io.popen("env -u LD_PRELOAD sh -c " .. "'" .. command:gsub("'", "'\\''") .. "'"))
  for line in pipe:lines() do list[#list + 1] = line end
  assert(pipe:close(), command)
  return list
end

local function folder_of(file) return file:match("^(.*)/[^/]*$") or "" end
local function name_of(path) return path:match("([^/]+)$") end
local function front_of(path) return path .. "/" .. name_of(path) .. ".h" end
local function parts_of(path) return path .. "/" .. name_of(path) .. "_parts.h" end

local function sorted_keys(set)
  local list = {}
  for key in pairs(set) do list[#list + 1] = key end
  table.sort(list)
  return list
end

-- Every source and header with its text.
local function read_sources(root)
  local texts = {}
  for _, path in ipairs(lines_of("cd " .. root .. " && find . -name '*.[ch]' | LC_ALL=C sort")) do
    path = path:sub(3)
    texts[path] = folder.read(root .. "/" .. path)
  end
  return texts
end

-- Files with a source, from objects of several folders: what each defines and what it needs from others.
local function read_symbols(texts, object_folders)
  local defined_in, needs = {}, {}
  for _, objects in ipairs(object_folders) do
    for _, line in ipairs(lines_of("cd " .. objects .. " && find . -name '*.o' | LC_ALL=C sort | xargs nm -A")) do
      local file, kind, symbol = line:match("^%./(.-)%.o:%x*%s+(%a) (%S+)$")
      if file and texts[file .. ".c"] then
        if kind == "U" then
          needs[file] = needs[file] or {}
          needs[file][symbol] = true
        elseif kind:find("[TDBRVWC]") and not symbol:find("^__odr_asan") then -- the sanitizer's, one to each table
          defined_in[symbol] = defined_in[symbol] or file
        end
      end
    end
  end
  return defined_in, needs
end

-- calls[file][other] = a symbol of `other` that `file` uses.
local function read_calls(defined_in, needs)
  local calls = {}
  for file, symbols in pairs(needs) do
    calls[file] = {}
    for _, symbol in ipairs(sorted_keys(symbols)) do
      local other = defined_in[symbol]
      if other and other ~= file then calls[file][other] = calls[file][other] or symbol end
    end
  end
  return calls
end

local function read_includes(texts)
  local includes = {}
  for path, text in pairs(texts) do
    includes[path] = {}
    for included in text:gmatch('#include "([^"]+)"') do
      if texts[included] then includes[path][included] = true end
    end
  end
  return includes
end

-- What a header declares for others: functions and variables that some file defines.
local function declarations(text)
  local names = {}
  text = text:gsub("/%*.-%*/", ""):gsub("\\\n", ""):gsub("#[^\n]*", "")
  text = text:gsub("static inline[^;{]-%b()%s*%b{}", ""):gsub("__attribute__%s*%b()", ""):gsub("%b{}", "{}")
  for statement in text:gmatch("([^;]+);") do
    statement = statement:gsub("^%s+", "")
    if statement:find("^extern") then
      for name in (statement:gsub("%b[]", "") .. ","):gmatch("([%w_]+)%s*,") do names[name] = true end
    elseif not statement:find("^typedef") and not statement:find("^static") and statement:find("%(") then
      local name = statement:match("^[^(]-([%w_]+)%s*%(")
      if name then names[name] = true end
    end
  end
  return names
end

-- Sets of files that reach each other, in the order of their names (Tarjan, SIAM J. Comput. 1972).
local function circles(graph)
  local index, low, stack, on_stack, count, found = {}, {}, {}, {}, 0, {}
  local function visit(node)
    count = count + 1
    index[node], low[node] = count, count
    stack[#stack + 1], on_stack[node] = node, true
    for _, other in ipairs(sorted_keys(graph[node] or {})) do
      if not index[other] then
        visit(other)
        low[node] = math.min(low[node], low[other])
      elseif on_stack[other] then
        low[node] = math.min(low[node], index[other])
      end
    end
    if low[node] ~= index[node] then return end
    local members = {}
    repeat
      local member = table.remove(stack)
      on_stack[member] = nil
      members[#members + 1] = member
    until member == node
    table.sort(members)
    if #members > 1 then found[#found + 1] = table.concat(members, " ") end
  end
  for _, node in ipairs(sorted_keys(graph)) do
    if not index[node] then visit(node) end
  end
  return found
end

-- May a file of one folder use one of another? Downwards in the order of the rules, or along an exception.
local function may_use(rules, from, to)
  if from == to or (rules.beside and rules.beside[from] == to) then return true end
  return rules.rank[from] and rules.rank[to] and rules.rank[from] < rules.rank[to]
end

local function check_direction(rules, calls, includes, fault)
  for _, file in ipairs(sorted_keys(calls)) do
    for _, other in ipairs(sorted_keys(calls[file])) do
      if not may_use(rules, folder_of(file), folder_of(other)) then
        fault("%s calls %s of %s, which is not below it", file, calls[file][other], other)
      end
    end
  end
  for _, path in ipairs(sorted_keys(includes)) do
    for _, other in ipairs(sorted_keys(includes[path])) do
      local from, to = folder_of(path), folder_of(other)
      local is_own_front = other == front_of(to) and from:sub(1, #to + 1) == to .. "/"
      if not is_own_front and not may_use(rules, from, to) then
        fault("%s includes %s, which is not below it", path, other)
      end
    end
  end
end

-- X.h declares what X.c or X_*.c of its folder defines, or a file without a header of its own; a folder's front header,
-- what it and the folders in it define; a door and FOLDER_parts.h, which its files share, what any of these defines.
local function may_declare(rules, texts, header, file)
  local place, base = folder_of(header), name_of(header):sub(1, -3)
  if header == front_of(place) then return file:sub(1, #place + 1) == place .. "/" end
  if header == parts_of(place) or (rules.doors or {})[header] then return folder_of(file) == place end
  local name = name_of(file)
  if folder_of(file) == place and not texts[file .. ".h"] then return true end
  return folder_of(file) == place and (name == base or name:sub(1, #base + 1) == base .. "_")
end

local function check_headers(rules, texts, defined_in, fault)
  for _, path in ipairs(sorted_keys(texts)) do
    if path:find("%.h$") then
      for _, name in ipairs(sorted_keys(declarations(texts[path]))) do
        local file = defined_in[name]
        if not file then
          fault("%s declares %s, which no file defines", path, name)
        elseif not may_declare(rules, texts, path, file) then
          fault("%s declares %s of %s.c", path, name, file)
        end
      end
    end
  end
end

-- Who includes each header: files of the tree, and of `users` beside it, with their paths.
local function includers(rules, includes)
  local of = {}
  local function note(path, included)
    if included ~= path and included:sub(1, -2) .. "c" ~= path then
      of[included] = of[included] or {}
      of[included][path] = true
    end
  end
  for path, list in pairs(includes) do
    for included in pairs(list) do note(path, included) end
  end
  for path, text in pairs(rules.users and read_sources(rules.users) or {}) do
    for included in text:gmatch('#include "([^"]+)"') do note("users/" .. path, included) end
  end
  return of
end

-- From outside a folder only its front header is included, or a door that the rules name; a header that fewer than two
-- files need is none.
local function check_doors(rules, texts, includes, fault)
  local of = includers(rules, includes)
  for _, path in ipairs(sorted_keys(texts)) do
    local place = folder_of(path)
    if path:find "%.h$" and path ~= front_of(place) and not (rules.doors or {})[path] then
      local users = sorted_keys(of[path] or {})
      for _, user in ipairs(users) do
        if texts[user] and folder_of(user) ~= place then
          fault("%s includes %s, which is not the front header of its folder", user, path)
        end
      end
      if #users < 2 and users[1] ~= front_of(place) then
        fault("%s is needed by %s alone", path, users[1] or "its own source")
      end
    end
  end
end

-- No name says more than three functions, and no tag two things.
local function check_names(rules, texts, fault)
  local functions, tags = {}, {}
  for _, path in ipairs(sorted_keys(texts)) do
    local text = "\n" .. texts[path]
    for name in text:gmatch "\n[a-z][%w_ %*]-([%w_]+)%b()\n{" do
      functions[name] = functions[name] or {}
      table.insert(functions[name], path)
    end
    for tag in text:gsub("\nstatic const ", "\n"):gsub("\nstatic ", "\n"):gmatch "\n%l+ ([%w_]+) {" do
      tags[tag] = tags[tag] or {}
      table.insert(tags[tag], path)
    end
  end
  for _, name in ipairs(sorted_keys(functions)) do
    if #functions[name] > rules.namesakes then
      fault("%d functions are called %s: %s", #functions[name], name, table.concat(functions[name], " "))
    end
  end
  for _, tag in ipairs(sorted_keys(tags)) do
    if #tags[tag] > 1 then fault("%s has %d meanings: %s", tag, #tags[tag], table.concat(tags[tag], " ")) end
  end
end

-- The words of the sources in which a name may stand that no other file of the tree uses.
local function words_of_users(root)
  local words = {}
  for _, text in pairs(read_sources(root)) do
    for word in text:gmatch "[%a_][%w_]*" do words[word] = true end
  end
  return words
end

local function check_exports(rules, defined_in, needs, fault)
  local used = words_of_users(rules.users)
  for file, symbols in pairs(needs) do
    for symbol in pairs(symbols) do used[symbol] = used[symbol] or file ~= defined_in[symbol] end
  end
  for _, symbol in ipairs(sorted_keys(defined_in)) do
    if not used[symbol] and not symbol:find(rules.entry) then
      fault("%s exports %s, which no other file uses", defined_in[symbol], symbol)
    end
  end
end

local function check_folders(rules, texts, fault)
  local places = {}
  for path in pairs(texts) do
    if path:find("%.c$") then places[folder_of(path)] = true end
  end
  for _, place in ipairs(sorted_keys(places)) do
    if not rules.rank[place] then fault("%s has no place in the order of the folders", place) end
    if not texts[front_of(place)] then fault("%s has no front header", place) end
  end
end

local function check_columns(rules, texts, fault)
  for _, path in ipairs(sorted_keys(texts)) do
    local number = 0
    for line in texts[path]:gmatch("([^\n]*)\n") do
      number = number + 1
      if (utf8.len(line) or #line) > rules.columns then
        fault("%s:%d is wider than %d columns", path, number, rules.columns)
      end
    end
  end
end

--- Lists what breaks the rules, a sentence each.
--
-- * `root`: the folder of the sources
-- * `object_folders`: where their objects are, at the same paths
-- * `rules`: `folders` from top to bottom (a file uses only those below its own), `beside` (folder to folder:
--   exceptions), `users` (a folder of other sources whose words and includes count as uses), `doors` (headers that
--   others may include besides the front header of a folder), `entry` (a Lua pattern of the names that are called from
--   outside; without it exports are not looked at), `namesakes` (functions that may have one name), `columns` of a line
function structure.check(root, object_folders, rules)
  local faults, texts = {}, read_sources(root)
  local defined_in, needs = read_symbols(texts, object_folders)
  local calls, includes = read_calls(defined_in, needs), read_includes(texts)
  rules.rank = {}
  for rank, name in ipairs(rules.folders) do rules.rank[name] = rank end
  local function fault(format, ...) faults[#faults + 1] = format:format(...) end
  check_folders(rules, texts, fault)
  check_direction(rules, calls, includes, fault)
  for _, circle in ipairs(circles(calls)) do fault("these files call each other in a circle: %s", circle) end
  for _, circle in ipairs(circles(includes)) do fault("these headers include each other: %s", circle) end
  check_headers(rules, texts, defined_in, fault)
  check_doors(rules, texts, includes, fault)
  check_names(rules, texts, fault)
  if rules.entry then check_exports(rules, defined_in, needs, fault) end
  check_columns(rules, texts, fault)
  return faults, defined_in
end

return structure
