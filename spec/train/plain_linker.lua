-- copydesk.linker that learns nothing from the site, for linkeval's --linker: what the model alone does.
local linker = require "copydesk.linker"

return {
  build = function(options)
    options.learn = false
    return linker.build(options)
  end,
}
