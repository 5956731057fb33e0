-- The pages of a small site, as POST /api/domains/{id}/pages takes them: what internal links may lead to.
local root = "https://windowsill.example/"

local function page(path, title, text)
  return { url = root .. path, title = title, language = "en", html = "<h1>" .. title .. "</h1>\n<p>" .. text .. "</p>" }
end

local function to(path, words)
  return ('<a href="%s%s">%s</a>'):format(root, path, words)
end

return {
  page("basil", "Growing Basil Indoors", "Basil wants the warmest and brightest sill you have. Pinch it often, water it from below, and give it "
    .. to("grow-lights", "grow lights") .. " from October to March. A " .. to("pots", "pot with drainage holes")
    .. " keeps its roots from rotting."),
  page("mint", "Mint in Pots", "Mint spreads by runners, so it gets a pot of its own. It bears more shade than "
    .. to("basil", "basil") .. " and is quick to root from " .. to("cuttings", "stem cuttings") .. "."),
  page("parsley", "Parsley from Seed", "Parsley is slow to germinate: soak the seed overnight. It has a taproot and likes a deep pot filled with fresh "
    .. to("potting-mix", "potting mix") .. "."),
  page("chives", "Chives on the Windowsill", "Chives come back after every cut. Leave two centimetres standing and feed them with a weak "
    .. to("fertilizer", "liquid fertilizer") .. " once a month."),
  page("rosemary", "Rosemary in Winter", "Rosemary likes it cool and bright in winter. Let the soil dry between waterings and keep an eye out for "
    .. to("pests", "spider mites") .. " and powdery mildew."),
  page("thyme", "Thyme", "Thyme needs sharp drainage and plenty of sun. Mix a third of coarse sand into the "
    .. to("potting-mix", "potting soil") .. "."),
  page("cilantro", "Cilantro and Bolting", "Cilantro bolts in heat. Sow it every three weeks, keep it cool, and read about "
    .. to("harvesting", "harvesting herbs") .. " to get more leaves from each plant."),
  page("grow-lights", "Grow Lights for Herbs", "A white LED of 20 to 40 watts, hung 15 to 30 centimetres above the plants for 12 to 16 hours a day, makes up for a "
    .. to("windows", "dark window") .. "."),
  page("windows", "Which Window Is Best", "A south-facing window gives six hours of direct sun; east and west are good for "
    .. to("mint", "mint") .. " and " .. to("parsley", "parsley") .. ". A north-facing window needs grow lights."),
  page("potting-mix", "Potting Mix for Containers", "Garden soil packs down in a pot. A soilless mix of peat or coir, perlite and compost drains well and still holds water."),
  page("pots", "Pots and Drainage Holes", "Every pot needs drainage holes and a saucer. Terracotta dries faster than plastic, which suits "
    .. to("thyme", "thyme") .. " and " .. to("rosemary", "rosemary") .. "."),
  page("watering", "Watering Herbs", "Push a finger two centimetres into the soil: water when it is dry. "
    .. "Overwatering kills more herbs than drought, and soggy soil invites " .. to("pests", "fungus gnats") .. "."),
  page("fertilizer", "Fertilizer for Herbs", "Herbs in containers want a balanced liquid fertilizer at half strength every four to six weeks."),
  page("cuttings", "Herbs from Cuttings", "Stem cuttings of mint and basil root in a glass of water within two weeks."),
  page("harvesting", "Harvesting Herbs", "Cut above a pair of leaves and never take more than a third of the plant. Frequent harvesting keeps "
    .. to("basil", "basil") .. " bushy."),
  page("drying", "Drying and Freezing Herbs", "Woody herbs dry well in small bunches; soft ones such as " .. to("chives", "chives")
    .. " keep more of their flavour when frozen."),
  page("pests", "Aphids, Spider Mites and Fungus Gnats", "Aphids sit on young shoots, spider mites under dry leaves, fungus gnats over wet soil. "
    .. "Most of them go when the " .. to("watering", "watering") .. " is right."),
  page("humidity", "Humidity and Air Movement", "Heated rooms are dry. A tray of pebbles with water, and a small fan, keep leaves healthy."),
}
