--- The manual's web pages: LDoc has nothing to complain about, and nothing public is missing.
-- needs: ldoc@lua-ldoc
package.path = "./spec/?.lua;" .. package.path
local chapters = require "copydesk.cli.chapters"
local folder = require "spec.support.folder"
local pages = require "types.pages"
local model = require "types.model"
local tables = require "types.tables"

local annotations = model.read(tables.annotations())

describe("the manual", function()
  local home, said

  setup(function()
    home = folder.new()
    for name, text in pairs(pages) do folder.write(home .. "/" .. name, text) end
    local pipe = assert(io.popen(("cd %s && env -u LD_PRELOAD lua5.1 \"$(command -v ldoc)\" --quiet --fatalwarnings "
      .. "--dir html . 2>&1 >/dev/null; echo $?"):format(home)))
    said = pipe:read("*a")
    pipe:close()
  end)

  teardown(function() folder.remove(home) end)

  it("is made without a warning", function() assert.equal("0\n", said) end)

  it("shows every function of the annotations", function()
    for _, made in ipairs(annotations.functions) do
      local class = made.owner.name
      local is_module = class:find("^copydesk[.%l]*$")
      local html = folder.read(("%s/html/%s/%s.html"):format(home, is_module and "modules" or "classes", class))
      local anchor = is_module and made.name or class .. ":" .. made.name
      -- LDoc 1.5 writes the class of a method in lower case.
      local pattern = '<a name%s*=%s*"' .. anchor:lower():gsub("%p", "%%%0") .. '"'
      assert.truthy(html:lower():find(pattern), class .. " " .. made.name)
    end
  end)

  it("shows every function of the modules in Lua", function()
    local count = 0
    for path in assert(io.popen("ls lua/copydesk/*.lua")):lines() do
      local name = path:match("(%w+)%.lua$")
      local html = folder.read(("%s/html/modules/copydesk.%s.html"):format(home, name))
      for key, value in pairs(html and require("copydesk." .. name) or {}) do
        if type(value) == "function" then
          assert.truthy(html:find('<a name%s*=%s*"' .. key .. '"'), name .. "." .. key)
          count = count + 1
        end
      end
    end
    assert.is_true(count > 3)
  end)

  it("shows every class, as a page or a part of one", function()
    local parts = { ["copydesk.CreateRequest"] = true, ["copydesk.PolishSettings"] = true, ["copydesk.webhook"] = true }
    for _, request in ipairs(tables.requests) do parts["copydesk." .. request.name] = true end -- by their fields
    for _, text in pairs(pages) do
      local module = text:match("@%a*mod%a* ([%w.]+)")
      if module then parts[module] = true end
      for part in text:gmatch("@table (%w+)") do parts[module:gsub("%.%u.*$", "") .. "." .. part] = true end
      for part in text:gmatch("\n##+ (%w+)\n") do parts["copydesk." .. part] = true end
    end
    for _, class in ipairs(annotations.classes) do assert.truthy(parts[class.name], class.name) end
  end)

  local function topic(name) return folder.read(("%s/html/topics/%s.md.html"):format(home, name)) end

  it("shows every chapter of the manual", function()
    for _, chapter in ipairs(chapters.all()) do
      local html = assert(topic(chapter.name), chapter.name)
      assert.truthy(html:find("<h1>" .. chapter.title .. "</h1>", 1, true), chapter.name)
    end
  end)

  it("shows every request, with its fields, and those of every answer", function()
    local http, records = topic "http", topic "records"
    for _, route in ipairs(tables.routes) do
      assert.truthy(http:find(route.method .. " " .. route.path, 1, true), route.path)
    end
    for html, list in pairs { [http] = tables.requests, [records] = tables.answers } do
      for _, item in ipairs(list) do
        for _, field in ipairs(item.fields) do
          assert.truthy(html:find(field.name .. "</code>", 1, true), item.name .. "." .. field.name)
        end
      end
    end
  end)

  it("shows every parameter and every code of the service", function()
    local parameters, errors = topic "parameters", topic "errors"
    for _, parameter in ipairs(tables.parameters) do
      assert.truthy(parameters:find("<code>" .. parameter.name .. "</code>", 1, true), parameter.name)
    end
    for _, problem in ipairs(tables.problems) do
      assert.truthy(errors:find("<code>" .. problem.code .. "</code>", 1, true), problem.code)
    end
  end)
end)
