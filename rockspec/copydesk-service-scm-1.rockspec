-- Written by rockspec/update.lua.
rockspec_format = "3.0"
package = "copydesk-service"
version = "scm-1"
source = { url = "file://copydesk-scm.tar.gz" }
description = {
  summary = "The service behind copydesk, inside a Lua process or as the command copydesk serve",
  detailed = "Building it takes pkg-config.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.1, < 5.5", "copydesk == scm", "copydesk-linker == scm" }
external_dependencies = {
  CURL = { library = "curl" },
  MICROHTTPD = { header = "microhttpd.h", library = "microhttpd" },
  SQLITE3 = { header = "sqlite3.h", library = "sqlite3" },
  PQ = { library = "pq" },
  JANSSON = { header = "jansson.h", library = "jansson" },
  XML2 = { library = "xml2" },
  MD4C = { header = "md4c.h", library = "md4c" },
  CRYPTO = { header = "openssl/evp.h", library = "crypto" },
  UTF8PROC = { header = "utf8proc.h", library = "utf8proc" },
  Z = { header = "zlib.h", library = "z" },
  STEMMER = { header = "libstemmer.h", library = "stemmer" },
}
build = {
  type = "make",
  build_target = "rock",
  build_variables = {
    CFLAGS = "$(CFLAGS)",
    CPPFLAGS = "-I$(CURL_INCDIR) -I$(MICROHTTPD_INCDIR) -I$(SQLITE3_INCDIR) -I$(PQ_INCDIR) -I$(JANSSON_INCDIR) -I$(XML2_INCDIR) -I$(MD4C_INCDIR) -I$(CRYPTO_INCDIR) -I$(UTF8PROC_INCDIR) -I$(Z_INCDIR) -I$(STEMMER_INCDIR)",
    LUA_INCDIR = "$(LUA_INCDIR)",
    MODULE = "service",
    SERVICE_LIBS = "-L$(CURL_LIBDIR) -lcurl -L$(MICROHTTPD_LIBDIR) -lmicrohttpd -L$(SQLITE3_LIBDIR) -lsqlite3 -L$(PQ_LIBDIR) -lpq -L$(JANSSON_LIBDIR) -ljansson -L$(XML2_LIBDIR) -lxml2 -L$(MD4C_LIBDIR) -lmd4c -L$(CRYPTO_LIBDIR) -lcrypto -L$(UTF8PROC_LIBDIR) -lutf8proc -L$(Z_LIBDIR) -lz -L$(STEMMER_LIBDIR) -lstemmer -lm",
  },
  install_pass = false,
  install = {
    lib = {
      ["copydesk.service"] = "build/rock/lib/rock/copydesk/service.so",
    },
    lua = {
      ["copydesk.cli"] = "lua/copydesk/cli.lua",
      ["copydesk.cli.accounts"] = "lua/copydesk/cli/accounts.lua",
      ["copydesk.cli.arguments"] = "lua/copydesk/cli/arguments.lua",
      ["copydesk.cli.articles"] = "lua/copydesk/cli/articles.lua",
      ["copydesk.cli.brands"] = "lua/copydesk/cli/brands.lua",
      ["copydesk.cli.candidates"] = "lua/copydesk/cli/candidates.lua",
      ["copydesk.cli.chapters"] = "lua/copydesk/cli/chapters.lua",
      ["copydesk.cli.deliveries"] = "lua/copydesk/cli/deliveries.lua",
      ["copydesk.cli.doctor"] = "lua/copydesk/cli/doctor.lua",
      ["copydesk.cli.each"] = "lua/copydesk/cli/each.lua",
      ["copydesk.cli.files"] = "lua/copydesk/cli/files.lua",
      ["copydesk.cli.help"] = "lua/copydesk/cli/help.lua",
      ["copydesk.cli.insight"] = "lua/copydesk/cli/insight.lua",
      ["copydesk.cli.integrations"] = "lua/copydesk/cli/integrations.lua",
      ["copydesk.cli.keeping"] = "lua/copydesk/cli/keeping.lua",
      ["copydesk.cli.keys"] = "lua/copydesk/cli/keys.lua",
      ["copydesk.cli.linking"] = "lua/copydesk/cli/linking.lua",
      ["copydesk.cli.manual"] = "lua/copydesk/cli/manual.lua",
      ["copydesk.cli.markdown"] = "lua/copydesk/cli/markdown.lua",
      ["copydesk.cli.moving"] = "lua/copydesk/cli/moving.lua",
      ["copydesk.cli.nearest"] = "lua/copydesk/cli/nearest.lua",
      ["copydesk.cli.nodes"] = "lua/copydesk/cli/nodes.lua",
      ["copydesk.cli.opening"] = "lua/copydesk/cli/opening.lua",
      ["copydesk.cli.pager"] = "lua/copydesk/cli/pager.lua",
      ["copydesk.cli.parameters"] = "lua/copydesk/cli/parameters.lua",
      ["copydesk.cli.plain"] = "lua/copydesk/cli/plain.lua",
      ["copydesk.cli.protocol"] = "lua/copydesk/cli/protocol.lua",
      ["copydesk.cli.report"] = "lua/copydesk/cli/report.lua",
      ["copydesk.cli.resource"] = "lua/copydesk/cli/resource.lua",
      ["copydesk.cli.roff"] = "lua/copydesk/cli/roff.lua",
      ["copydesk.cli.serving"] = "lua/copydesk/cli/serving.lua",
      ["copydesk.cli.session"] = "lua/copydesk/cli/session.lua",
      ["copydesk.cli.settings"] = "lua/copydesk/cli/settings.lua",
      ["copydesk.cli.shells"] = "lua/copydesk/cli/shells.lua",
      ["copydesk.cli.terminal"] = "lua/copydesk/cli/terminal.lua",
      ["copydesk.types.service"] = "lua/copydesk/types/service.lua",
    },
    bin = {
      copydesk = "build/rock/bin/copydesk",
    },
  },
}
