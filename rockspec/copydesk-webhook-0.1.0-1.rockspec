-- Written by rockspec/update.lua.
rockspec_format = "3.0"
package = "copydesk-webhook"
version = "0.1.0-1"
source = { url = "file://copydesk-0.1.0.tar.gz" }
description = {
  summary = "Verify the webhooks of copydesk: the signatures of Standard Webhooks 1.0",
  detailed = "A rock of its own, so that the client does not need libcrypto.",
  license = "MIT",
}
supported_platforms = { "linux" }
dependencies = { "lua >= 5.1, < 5.5", "copydesk == 0.1.0" }
external_dependencies = {
  CRYPTO = { header = "openssl/evp.h", library = "crypto" },
}
build = {
  type = "make",
  build_target = "rock",
  build_variables = {
    CFLAGS = "$(CFLAGS)",
    CPPFLAGS = "-I$(CRYPTO_INCDIR)",
    LUA_INCDIR = "$(LUA_INCDIR)",
    MODULE = "signature",
    SIGNATURE_LIBS = "-L$(CRYPTO_LIBDIR) -lcrypto -lm",
  },
  install_pass = false,
  install = {
    lib = {
      ["copydesk.signature"] = "build/rock/lib/rock/copydesk/signature.so",
    },
    lua = {
      ["copydesk.webhook"] = "lua/copydesk/webhook.lua",
    },
  },
}
