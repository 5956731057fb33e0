-- Written by rockspec/update.lua.
rockspec_format = "3.0"
package = "copydesk-linker"
version = "0.1.0-1"
source = { url = "file://copydesk-0.1.0.tar.gz" }
description = {
  summary = "The linking engine of copydesk by itself: internal links for HTML and Markdown",
  detailed = "Needs no service, network or database: for a body filter, a script, a static site.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.1, < 5.5" }
external_dependencies = {
  UTF8PROC = { header = "utf8proc.h", library = "utf8proc" },
  STEMMER = { header = "libstemmer.h", library = "stemmer" },
}
build = {
  type = "make",
  build_target = "rock",
  build_variables = {
    CFLAGS = "$(CFLAGS)",
    CPPFLAGS = "-I$(UTF8PROC_INCDIR) -I$(STEMMER_INCDIR)",
    LINKER_LIBS = "-L$(UTF8PROC_LIBDIR) -lutf8proc -L$(STEMMER_LIBDIR) -lstemmer -lm",
    LUA_INCDIR = "$(LUA_INCDIR)",
    MODULE = "linker",
  },
  install_pass = false,
  install = {
    lib = {
      ["copydesk.linker"] = "build/rock/lib/rock/copydesk/linker.so",
    },
    lua = {
      ["copydesk.manual.linking"] = "lua/copydesk/manual/linking.md",
      ["copydesk.types.linker"] = "lua/copydesk/types/linker.lua",
    },
  },
}
