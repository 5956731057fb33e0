--- The command that moves the data to a database server: move.
-- @module copydesk.cli.moving
local cjson = require "cjson"
local session = require "copydesk.cli.session"
local terminal = require "copydesk.cli.terminal"

local UNITS = { "bytes", "KiB", "MiB", "GiB", "TiB" }
local PHASES = { copy = "copied", compare = "compared" }

local function size(bytes)
  local unit = 1
  while bytes >= 1024 and unit < #UNITS do bytes, unit = bytes / 1024, unit + 1 end
  return (unit == 1 and "%d %s" or "%.1f %s"):format(bytes, UNITS[unit])
end

local function pace(bytes, milliseconds)
  local seconds = ("%.1f s"):format(milliseconds / 1000)
  return milliseconds < 1000 and seconds or ("%s (%s a second)"):format(seconds, size(bytes / milliseconds * 1000))
end

-- Of a move that was gone on with, the bytes of this run alone are not known.
local function summary(report)
  local what = ("%d rows of %d tables, %s, are the same in both"):format(report.rows, #report.tables,
    size(report.bytes))
  local compared = pace(report.bytes, report.compareMs)
  if report.resumed then return ("%s: the last %d copied, compared in %s"):format(what, report.copied, compared) end
  return ("%s: copied in %s, compared in %s"):format(what, pace(report.bytes, report.copyMs), compared)
end

local function show(phase, name, rows, of_rows)
  if of_rows == 0 then return end
  terminal.progress(math.min(rows / of_rows, 1), ("%s: %d of %d %s"):format(name, rows, of_rows, PHASES[phase]))
end

-- What is left to do: the report says it for programs, and these lines for people.
local function tell_rest(folder, report)
  terminal.note(("%s is marked as moved: no service starts on its database. To go back to it, stop all nodes and "
    .. "remove %s/moved"):format(folder, folder))
  terminal.note(("next: give every node this address as data and a folder of its own (this one is such a folder), "
    .. "start it, and run `copydesk doctor`"))
  if #report.files > 0 then
    terminal.note(("copy into the folder of every other node: %s"):format(table.concat(report.files, ", ")))
  end
  local has_key_file = (" " .. table.concat(report.files, " ") .. " "):find(" secret.key ", 1, true)
  if report.sealed > 0 and not has_key_file then
    terminal.note(("secrets of %d integrations are sealed with a key file that is not in the folder: name it as "
      .. "secret_key in the configuration of every node"):format(report.sealed))
  end
end

local function move(options)
  local folder = options.from:gsub("(.)/+$", "%1")
  session.on_interrupt = ": the same command goes on where this one was stopped"
  local report = session.check(session.load_service().move(folder, options.to, options.again, show))
  session.on_interrupt = nil
  terminal.progress_end()
  report.folder = folder
  if options.json then
    if #report.files == 0 then report.files = nil end -- it would be an empty object
    return terminal.write(cjson.encode(report), "\n")
  end
  terminal.write(report.database, "\n")
  terminal.note(summary(report))
  tell_rest(folder, report)
end

return {
  { name = "move", summary = "Move a data folder into a PostgreSQL database.", run = move, alone = true,
    options = {
      { name = "from", value = "FOLDER", required = true, help = "the data folder; no service may run on it" },
      { name = "to", value = "ADDRESS", required = true,
        help = "an empty database, such as postgresql://user@host/name" },
      { name = "again", help = "empty what another move has copied there, and begin anew" },
      { name = "json", help = "what was done, as JSON" },
    },
    details = {
      "Copies everything, compares both databases row by row and by the sums of the ledger, and marks the folder, so",
      "that no service starts on it any more. A move that was broken off goes on where it was when the same command is",
      "run again, as long as no service ran on the folder in between. Until the mark is there nothing has changed for",
      "the folder; no service starts on a database that is half filled.",
      "The password is best not in the address, but in a password file or PGPASSWORD. It is never shown.",
    } },
}
