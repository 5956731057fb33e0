--- The built-in writer in the languages of src/text/languages: an article of each from a page of its own, with the
-- pages of all the others beside it.

local copydesk = require "copydesk"
local folder = require "spec.support.folder"
local service = require "spec.support.service"

local BUILD = os.getenv "COPYDESK_BUILD" or "build"

-- A page of each: its title, a definition with a sentence behind it, and two sections.
local PAGES = {
  da = {
    keyword = "kompost", sources = "Kilder", title = "Kompost",
    "Kompost er en mørk og næringsrig jord, som opstår, når planterester og køkkenaffald bliver nedbrudt af "
      .. "bakterier, svampe og orme. Kompost giver jorden i haven mere luft og holder bedre på vandet.",
    { "Køkkenaffald i kompost",
      "Grøntsagsskræller, kaffegrums og teblade giver kompost med meget kvælstof. Kød, fisk og mælkeprodukter "
        .. "tiltrækker rotter og hører ikke til i kompost. Æggeskaller nedbrydes langsomt og bør knuses, inden "
        .. "de blandes i kompost. Citrusskræller kan bruges i små mængder, når kompost bliver godt blandet." },
    { "Pleje af kompost",
      "Kompost skal være fugtig som en opvredet svamp. Tør kompost nedbrydes næsten ikke, mens våd kompost "
        .. "mangler luft og begynder at lugte. En blanding af grønt og brunt materiale giver kompost den rette "
        .. "balance mellem kvælstof og kulstof. Kompost, der vendes hver måned, er færdig efter omkring et "
        .. "halvt år." },
  },
  no = {
    keyword = "kompost", sources = "Kilder", title = "Kompost",
    "Kompost er en mørk og næringsrik jord som oppstår når planterester og kjøkkenavfall brytes ned av "
      .. "bakterier, sopp og meitemark. Kompost gjør jorda i hagen luftigere og holder bedre på vannet.",
    { "Kjøkkenavfall i kompost",
      "Grønnsaksskrell, kaffegrut og teblader gir kompost mye nitrogen. Kjøtt, fisk og melkeprodukter trekker "
        .. "til seg rotter og hører ikke hjemme i kompost. Eggeskall brytes langsomt ned i kompost og bør knuses "
        .. "først. Sitrusskall kan brukes i små mengder når kompost blandes godt." },
    { "Stell av kompost",
      "Kompost skal være fuktig som en oppvridd svamp. Tørr kompost brytes nesten ikke ned, mens våt kompost "
        .. "mangler luft og begynner å lukte. En blanding av grønt og brunt materiale gir kompost riktig balanse "
        .. "mellom nitrogen og karbon. Kompost som vendes hver måned, er ferdig etter omtrent et halvt år." },
  },
  fi = {
    keyword = "komposti", sources = "Lähteet", title = "Komposti",
    "Komposti on multaa, jota syntyy, kun kasvijätteet ja keittiöjätteet hajoavat bakteerien, sienten ja matojen "
      .. "avulla. Komposti tekee puutarhan maasta ilmavampaa ja auttaa sitä pidättämään vettä.",
    { "Keittiöjätteet kompostissa",
      "Vihannesten kuoret, kahvinporot ja teenlehdet antavat kompostille runsaasti typpeä. Liha, kala ja "
        .. "maitotuotteet houkuttelevat rottia, eivätkä ne kuulu kompostiin. Munankuoret hajoavat kompostissa "
        .. "hitaasti, joten ne kannattaa murskata. Sitrushedelmien kuoria voi lisätä kompostiin pieninä "
        .. "määrinä, kun kompostin sisältö sekoitetaan hyvin." },
    { "Kompostin hoito",
      "Kompostin pitää olla kostea kuin puristettu sieni. Kuiva komposti ei hajoa juuri lainkaan, kun taas "
        .. "märkä komposti kärsii ilman puutteesta ja alkaa haista. Vihreän ja ruskean aineksen seos antaa "
        .. "kompostille oikean typen ja hiilen tasapainon. Kerran kuussa käännetty komposti valmistuu noin "
        .. "puolessa vuodessa." },
  },
  hu = {
    keyword = "komposzt", sources = "Források", title = "Komposzt",
    "A komposzt sötét, tápanyagban gazdag föld, amely akkor keletkezik, amikor a növényi maradványokat és a "
      .. "konyhai hulladékot baktériumok, gombák és giliszták lebontják. A komposzt lazábbá teszi a kert "
      .. "talaját, és segít megtartani benne a vizet.",
    { "Konyhai hulladék a komposztban",
      "A zöldséghéj, a kávézacc és a tealevél sok nitrogént ad a komposztnak. A hús, a hal és a "
        .. "tejtermék odavonzza a patkányokat, ezért nem való a komposztba. A tojáshéj lassan bomlik le a "
        .. "komposztban, ezért érdemes összetörni. A citrusfélék héja kis mennyiségben kerülhet a "
        .. "komposztba, ha a komposzt jól össze van keverve." },
    { "A komposzt gondozása",
      "A komposzt legyen nedves, mint egy kicsavart szivacs. A száraz komposzt alig bomlik le, a túl nedves "
        .. "komposzt viszont levegőtlen lesz, és szagot áraszt. A zöld és barna anyagok keveréke megfelelő "
        .. "egyensúlyt ad a komposztnak a nitrogén és a szén között. A havonta átforgatott komposzt "
        .. "körülbelül fél év alatt elkészül." },
  },
  ro = {
    keyword = "compost", sources = "Surse", title = "Compost",
    "Compostul este un pământ închis la culoare și bogat în substanțe nutritive, care se formează atunci "
      .. "când resturile de plante și deșeurile de bucătărie sunt descompuse de bacterii, ciuperci și râme. "
      .. "Compostul afânează solul din grădină și îl ajută să păstreze apa.",
    { "Deșeuri de bucătărie pentru compost",
      "Cojile de legume, zațul de cafea și frunzele de ceai aduc mult azot în compost. Carnea, peștele și "
        .. "produsele lactate atrag șobolanii și nu au ce căuta în compost. Cojile de ouă se descompun încet "
        .. "în compost și este bine să fie zdrobite. Cojile de citrice pot ajunge în compost în cantități "
        .. "mici, dacă grămada de compost este bine amestecată." },
    { "Îngrijirea compostului",
      "Compostul trebuie să fie umed ca un burete stors. Compostul uscat aproape că nu se descompune, iar "
        .. "compostul prea ud rămâne fără aer și începe să miroasă. Un amestec de materiale verzi și maro "
        .. "dă compostului echilibrul potrivit dintre azot și carbon. Un compost întors în fiecare lună este "
        .. "gata după aproximativ o jumătate de an." },
  },
  ca = {
    keyword = "compost", sources = "Fonts", title = "Compost",
    "El compost és una terra fosca i rica en nutrients que es forma quan les restes de plantes i els residus de la "
      .. "cuina es descomponen per l'acció de bacteris, fongs i cucs. El compost fa més esponjosa la terra de "
      .. "l'hort i ajuda a retenir-hi l'aigua.",
    { "Residus de cuina per al compost",
      "Les pells de verdura, el marro de cafè i les fulles de te aporten molt de nitrogen al compost. La carn, el "
        .. "peix i els productes làctics atrauen les rates i no han d'anar al compost. Les closques d'ou es "
        .. "descomponen a poc a poc en el compost i convé esmicolar-les. Les pells de cítrics es poden afegir al "
        .. "compost en petites quantitats quan la pila de compost està ben barrejada." },
    { "Cura del compost",
      "El compost ha d'estar humit com una esponja escorreguda. El compost sec gairebé no es descompon, mentre "
        .. "que el compost massa moll es queda sense aire i comença a fer olor. Una barreja de materials verds i "
        .. "marrons dona al compost l'equilibri adequat entre nitrogen i carboni. El compost que es remena cada "
        .. "mes està a punt al cap de mig any." },
  },
  lt = {
    keyword = "kompostas", sources = "Šaltiniai", title = "Kompostas",
    "Kompostas yra tamsi ir maistinga žemė, kuri susidaro, kai bakterijos, grybai ir sliekai suskaido augalų liekanas "
      .. "ir virtuvės atliekas. Kompostas purena sodo dirvą ir padeda joje išlaikyti vandenį.",
    { "Virtuvės atliekos kompostui",
      "Daržovių lupenos, kavos tirščiai ir arbatos lapeliai suteikia kompostui daug azoto. Mėsa, žuvis ir pieno "
        .. "produktai vilioja žiurkes ir kompostui netinka. Kiaušinių lukštai komposte suyra lėtai, todėl juos verta "
        .. "susmulkinti. Citrusinių vaisių žievelės gali patekti į kompostą nedideliais kiekiais, jeigu kompostas "
        .. "gerai išmaišomas." },
    { "Komposto priežiūra",
      "Kompostas turi būti drėgnas kaip nugręžta kempinė. Sausas kompostas beveik nesuyra, o per šlapias kompostas "
        .. "lieka be oro ir pradeda skleisti kvapą. Žalių ir sausų medžiagų mišinys suteikia kompostui tinkamą azoto "
        .. "ir anglies santykį. Kas mėnesį perkasamas kompostas būna paruoštas maždaug po pusės metų." },
  },
  eu = {
    keyword = "konposta", sources = "Iturriak", title = "Konposta",
    "Konposta lur ilun eta elikagai askoko bat da, eta landare-hondarrak bakterioek, onddoek eta zizareek "
      .. "deskonposatzen dituztenean sortzen da. Konpostak lorategiko lurra harrotzen du, eta ura gordetzen laguntzen "
      .. "dio.",
    { "Sukaldeko hondakinak konposterako",
      "Barazkien azalek, kafe-hondarrek eta te-hostoek nitrogeno asko ematen diote konpostari. Haragiak, arrainak eta "
        .. "esnekiek arratoiak erakartzen dituzte, eta ez dira konposterako egokiak. Arrautza-oskolak astiro "
        .. "deskonposatzen dira konpostean, eta komeni da txikitzea. Zitrikoen azalak kantitate txikietan sar "
        .. "daitezke konpostean, konposta ondo nahasten bada." },
    { "Konpostaren zaintza",
      "Konpostak heze egon behar du, xukatutako belaki bat bezala. Konposta lehorra ia ez da deskonposatzen, eta "
        .. "konposta bustiegia airerik gabe geratzen da eta kiratsa botatzen hasten da. Material berdeen eta lehorren "
        .. "nahasketak nitrogenoaren eta karbonoaren arteko oreka egokia ematen dio konpostari. Hilero iraultzen den "
        .. "konposta sei hilabetean egoten da prest." },
  },
}

-- The page as the library holds it.
local function file_of(tag, page)
  local parts = {
    ("---\ntitle: %s\nurl: https://www.example.org/%s/\n---\n\n# %s"):format(page.title, tag, page.title), page[1] }
  for i = 2, #page do
    parts[#parts + 1] = "## " .. page[i][1]
    parts[#parts + 1] = page[i][2]
  end
  return table.concat(parts, "\n\n") .. "\n"
end

local function plain(html)
  return (html:gsub("<sup.-</sup>", ""):gsub("<[^>]*>", " "):gsub("&#39;", "'"):gsub("%s+", " "))
end

describe("an article of the built-in writer", function()
  local home, server, desk

  setup(function()
    home = folder.new()
    for tag, page in pairs(PAGES) do folder.write(("%s/%s.md"):format(home, tag), file_of(tag, page)) end
    server = service.start { config = { library = home } }
    desk = copydesk.new { base_url = server.url, api_key = server.key, timeout = 120 }
  end)

  teardown(function()
    desk:close()
    server:stop()
    folder.remove(home)
  end)

  for tag, page in pairs(PAGES) do
    it("in " .. tag .. " is made of the page of that language", function()
      local record = assert(desk:wait(assert(desk:create { targetKeyword = page.keyword, language = tag })))
      assert.equal("finished", record.status)
      assert.truthy(record.output.html:find("<strong>" .. page.sources .. "</strong>", 1, true))
      assert.equal(1, #record.sources)
      assert.equal(("https://www.example.org/%s/"):format(tag), record.sources[1].url)
      local text = plain(record.output.html)
      for i = 2, #page do
        local sentence = page[i][2]:match("^.-[.]")
        assert.truthy(text:find(sentence:sub(1, -2), 1, true), sentence)
      end
    end)
  end
end)

describe("the linker's module", function()
  local function holds(module, text)
    return folder.read(("%s/lib/lua5.4/copydesk/%s.so"):format(BUILD, module)):find(text, 1, true) ~= nil
  end

  it("holds the function words of the languages, but not the sentences of the writer", function()
    for _, word in ipairs { "whereas", "ettersom", "fordi" } do assert.is_true(holds("linker", word)) end
    for _, label in ipairs { "Frequently Asked Questions", "Gyakran ismételt kérdések" } do
      assert.is_true(holds("service", label))
      assert.is_false(holds("linker", label))
    end
  end)
end)
