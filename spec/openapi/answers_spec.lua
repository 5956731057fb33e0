--- Holds every answer that the other tests got from a service against the description of the interface: spec/run.lua
-- runs this last, with the file of the answers in COPYDESK_ANSWERS.
local described = require "spec.support.described"
local folder = require "spec.support.folder"
local http = require "spec.support.http"
local service = require "spec.support.service"

describe("the answers of all tests", function()
  local kept = os.getenv "COPYDESK_ANSWERS"

  it("are as the description says", function()
    local missing = described.missing()
    if missing then
      pending("the packages are not there: " .. missing)
      return
    end
    local home = folder.new()
    local server = service.start()
    folder.write(home .. "/openapi.json", http.request(server, "GET", "/openapi.json", { key = false }).body)
    server:stop()
    local faults, count = described.faults(home .. "/openapi.json", kept)
    folder.remove(home)
    print(("# %d answers"):format(count))
    assert.equal("", table.concat(faults, "\n"))
    assert.is_true(count > 0)
  end)
end)
