--- The command that finds what is wrong with a set-up: doctor.
-- @module copydesk.cli.doctor
local cjson = require "cjson"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

-- The configuration; where it cannot be read nothing, and why.
local function read_config(options)
  local done, config = pcall(session.service_config, options)
  if done then
    config.listen = options.listen or config.listen or "127.0.0.1:8080"
    return config
  end
  if type(config) == "table" and config.message then return nil, config.message end
  error(config, 0)
end

local function show(finding)
  local level, check = finding.level, finding.check
  if not terminal.is_shown() then
    return terminal.row("%s", level, check, finding.found, finding.advice)
  end
  terminal.row("%-8s %-18s %s", level, check, finding.found)
  if finding.advice then terminal.row("%-27s %s", "", "-> " .. finding.advice) end
end

local function has_fault(findings)
  for _, finding in ipairs(findings) do
    if finding.level == "fault" then return true end
  end
  return false
end

local function doctor(options)
  local service = session.load_service()
  local config, problem = read_config(options)
  local findings = session.check(service.doctor(config, problem))
  findings[#findings + 1] = { check = "lua", level = "ok", found = ("%s, lua-cjson %s"):format(
    jit and jit.version or _VERSION, tostring(cjson._VERSION)) }
  local is_ill = has_fault(findings)
  if options.json then
    terminal.write(cjson.encode { ok = not is_ill, checks = findings }, "\n")
  else
    for _, finding in ipairs(findings) do show(finding) end
  end
  terminal.finish()
  if is_ill then session.fail "failed" end
end

return {
  { name = "doctor", summary = "Look what is wrong with a set-up, and say what to do.", run = doctor, inside = true,
    options = {
      { name = "listen", value = "ADDRESS", help = "where the service will listen (127.0.0.1:8080)" },
      { name = "json", help = "what was found, as JSON" },
    },
    details = {
      "Looks at the configuration, the data folder and its database, the address, models, search, media, documents,",
      "clock and limits, and says of each: ok, warning or fault. Nothing is changed, written or paid for; what has no",
      "free way to be asked is said to be not tried. Works beside a service that runs.",
      "Exit code 0: there is no fault. No secret is shown.",
    } },
}
