std = "max+ngx_lua+love"
max_line_length = 120
files["examples/site.lua"].max_line_length = false
files["spec"].std = "max+ngx_lua+love+busted"
exclude_files = { "build" }
