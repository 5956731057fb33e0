--- The commands that keep the data: backup, restore.
-- @module copydesk.cli.keeping
local cjson = require "cjson"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local JSON = { name = "json", help = "what was done, as JSON" }
local UNITS = { "bytes", "KiB", "MiB", "GiB", "TiB" }

local function size(bytes)
  local unit = 1
  while bytes >= 1024 and unit < #UNITS do bytes, unit = bytes / 1024, unit + 1 end
  return (unit == 1 and "%d %s" or "%.1f %s"):format(bytes, UNITS[unit])
end

local function write_json(report)
  terminal.write(cjson.encode(report), "\n")
end

local function content(report)
  return ("%d files, %s, schema version %d"):format(report.files, size(report.bytes), report.schema)
end

local function backup(options)
  local config = session.service_config(options)
  local report = session.check(session.load_service().backup(config, options[1]))
  if options.json then return write_json(report) end
  terminal.write(report.path, "\n")
  terminal.note(("%s saved: %s"):format(report.folder, content(report)))
  if report.secretKey then
    terminal.note(("not in it: %s, without which secrets of integrations cannot be read; keep a copy of it elsewhere")
      :format(report.secretKey))
  end
end

local function restore(options)
  local config = session.service_config(options)
  local report = session.check(session.load_service().restore(config, options[1], options.force))
  if options.json then return write_json(report) end
  terminal.write(report.folder, "\n")
  terminal.note(("restored as it was at %s: %s"):format(
    os.date("!%Y-%m-%d %H:%M:%S UTC", math.floor(report.createdAt / 1000)), content(report)))
  if report.aside then terminal.note("what was there before is in " .. report.aside) end
  if report.secretKey then
    terminal.note(("secrets of integrations need the key file that they were sealed with at %s")
      :format(report.secretKey))
  end
end

return {
  { name = "backup", summary = "Save the data folder, also while the service runs.", run = backup, inside = true,
    arguments = { { name = "FOLDER" } },
    options = { JSON },
    details = {
      "FOLDER is the name of the backup; where there is a folder of that name, the backup is put into it, named by",
      "the time. It holds all that was accepted before it began: articles, pictures, sites, accounts, keys, secrets",
      "and the key file with which they are sealed. It appears under its name only when it is whole and on the disk.",
      "Whoever can read it can use the keys in it: it is for its owner alone, and is best kept encrypted elsewhere.",
    } },
  { name = "restore", summary = "Put a backup into the data folder, all of it or nothing.", run = restore,
    inside = true,
    arguments = { { name = "FOLDER" } },
    options = {
      { name = "force", help = "also into a folder that holds data, which is moved aside in it" },
      JSON,
    },
    details = {
      "The backup FOLDER is checked before anything is touched. No service may run on the data folder; the next one",
      "that is started makes the rest anew, and migrates a backup of an older version.",
      "What the service delivered after the backup was made it delivers again. To be run by the service's user.",
    } },
}
