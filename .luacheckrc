std = "max"
max_line_length = 120
files["examples/site.lua"].max_line_length = false
files["spec"].std = "max+busted"
exclude_files = { "build" }
