--- busted's TAP, which also says of each test that it begins: of a test that hangs that is all there is.
return function(options)
  local busted = require "busted"
  local handler = require "busted.outputHandlers.TAP"(options)
  busted.subscribe({ "test", "start" }, function(element)
    io.write("# begins: ", handler.getFullName(element), "\n")
    io.flush()
    return nil, true
  end)
  return handler
end
