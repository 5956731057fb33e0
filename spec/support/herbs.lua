--- A document for libraries: enough for the built-in writer to write about "herb garden".
return [[
# Herb garden

A herb garden needs six hours of light each day. Mint grows in shade.

## Water

Water the herb garden when its soil is dry. Rosemary wants dry soil in between.
]]
