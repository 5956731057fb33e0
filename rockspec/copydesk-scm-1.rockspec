-- Written by rockspec/update.lua.
rockspec_format = "3.0"
package = "copydesk"
version = "scm-1"
source = { url = "file://copydesk-scm.tar.gz" }
description = {
  summary = "Write articles for a keyword and put internal links into content",
  detailed = "The client: create, status, wait and link, blocking or yielding in nginx/OpenResty, cqueues, luv, copas, LÖVE and event loops of your own.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.1, < 5.5", "lua-cjson >= 2.1.0" }
external_dependencies = {
  CURL = { library = "curl" },
}
build = {
  type = "make",
  build_target = "rock",
  build_variables = {
    CFLAGS = "$(CFLAGS)",
    CORE_LIBS = "-L$(CURL_LIBDIR) -lcurl -lm",
    CPPFLAGS = "-I$(CURL_INCDIR)",
    LUA_INCDIR = "$(LUA_INCDIR)",
    MODULE = "core",
  },
  install_pass = false,
  install = {
    lib = {
      ["copydesk.core"] = "build/rock/lib/rock/copydesk/core.so",
    },
    lua = {
      copydesk = "lua/copydesk.lua",
      ["copydesk.batch"] = "lua/copydesk/batch.lua",
      ["copydesk.content"] = "lua/copydesk/content.lua",
      ["copydesk.loop"] = "lua/copydesk/loop.lua",
      ["copydesk.loop.copas"] = "lua/copydesk/loop/copas.lua",
      ["copydesk.loop.coroutines"] = "lua/copydesk/loop/coroutines.lua",
      ["copydesk.loop.cqueues"] = "lua/copydesk/loop/cqueues.lua",
      ["copydesk.loop.custom"] = "lua/copydesk/loop/custom.lua",
      ["copydesk.loop.love"] = "lua/copydesk/loop/love.lua",
      ["copydesk.loop.luv"] = "lua/copydesk/loop/luv.lua",
      ["copydesk.loop.nginx"] = "lua/copydesk/loop/nginx.lua",
      ["copydesk.manual.README"] = "lua/copydesk/manual/README.md",
      ["copydesk.manual.accounts"] = "lua/copydesk/manual/accounts.md",
      ["copydesk.manual.articles"] = "lua/copydesk/manual/articles.md",
      ["copydesk.manual.command"] = "lua/copydesk/manual/command.md",
      ["copydesk.manual.configuration"] = "lua/copydesk/manual/configuration.md",
      ["copydesk.manual.delivery"] = "lua/copydesk/manual/delivery.md",
      ["copydesk.manual.errors"] = "lua/copydesk/manual/errors.md",
      ["copydesk.manual.hosts"] = "lua/copydesk/manual/hosts.md",
      ["copydesk.manual.http"] = "lua/copydesk/manual/http.md",
      ["copydesk.manual.mcp"] = "lua/copydesk/manual/mcp.md",
      ["copydesk.manual.media"] = "lua/copydesk/manual/media.md",
      ["copydesk.manual.models"] = "lua/copydesk/manual/models.md",
      ["copydesk.manual.module"] = "lua/copydesk/manual/module.md",
      ["copydesk.manual.nodes"] = "lua/copydesk/manual/nodes.md",
      ["copydesk.manual.operating"] = "lua/copydesk/manual/operating.md",
      ["copydesk.manual.pages"] = "lua/copydesk/manual/pages.md",
      ["copydesk.manual.parameters"] = "lua/copydesk/manual/parameters.md",
      ["copydesk.manual.records"] = "lua/copydesk/manual/records.md",
      ["copydesk.manual.searching"] = "lua/copydesk/manual/searching.md",
      ["copydesk.manual.webhooks"] = "lua/copydesk/manual/webhooks.md",
      ["copydesk.manual.writer"] = "lua/copydesk/manual/writer.md",
      ["copydesk.mcp"] = "lua/copydesk/mcp.lua",
      ["copydesk.mcp.arguments"] = "lua/copydesk/mcp/arguments.lua",
      ["copydesk.mcp.articles"] = "lua/copydesk/mcp/articles.lua",
      ["copydesk.mcp.asking"] = "lua/copydesk/mcp/asking.lua",
      ["copydesk.mcp.json"] = "lua/copydesk/mcp/json.lua",
      ["copydesk.mcp.protocol"] = "lua/copydesk/mcp/protocol.lua",
      ["copydesk.mcp.rpc"] = "lua/copydesk/mcp/rpc.lua",
      ["copydesk.mcp.schema"] = "lua/copydesk/mcp/schema.lua",
      ["copydesk.mcp.sites"] = "lua/copydesk/mcp/sites.lua",
      ["copydesk.mcp.tools"] = "lua/copydesk/mcp/tools.lua",
      ["copydesk.options"] = "lua/copydesk/options.lua",
      ["copydesk.page"] = "lua/copydesk/page.lua",
      ["copydesk.pictures"] = "lua/copydesk/pictures.lua",
      ["copydesk.types"] = "lua/copydesk/types.lua",
    },
  },
}
