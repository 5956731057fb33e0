--- What the report knows of languages: short lists of its own, not those of the code that is judged.
local languages = {}

local function set(text)
  local result = {}
  for word in text:gmatch("%S+") do result[word] = true end
  return result
end

local function list(text)
  local result = {}
  for word in text:gmatch("%S+") do result[#result + 1] = word end
  return result
end

local STOPS = {
  English = [[a an the and or but not of in on at to for from by with without into onto over under about as is are
    was were be been being do does did has have had can could may might must shall should will would it its this
    that these those which who what when where why how there here if then than so such no nor only any all each
    some more most other you your we our i my they their he she his her one via per vs]],
  German = [[der die das den dem des ein eine einen einem einer eines und oder aber nicht von in im an am auf aus
    bei mit nach zu zum zur für über unter um durch ohne als wie ist sind war waren wird werden wurde hat haben
    kann können soll es er sie ihr ihre sich man dies diese dieser dieses was wer wenn dass so auch nur noch
    kein keine vom ins beim]],
  French = [[le la les l un une des du de d au aux et ou mais ne pas dans en sur sous par pour avec sans est sont
    être a ont il elle ils elles on ce cet cette ces se s qui que qu quoi dont où n y comme plus son sa ses leur
    leurs vous nous votre vos notre nos si à j c m]],
  Spanish = [[el la los las un una unos unas de del al a y o u e pero no en con por para sin sobre entre es son
    ser está están se su sus lo le les que qué como cómo más este esta estos estas si sí cuando ha han hay muy
    ya]],
  Italian = [[il lo la i gli le l un uno una di del dello della dei degli delle d a al alla ai in nel nella nei su
    sul sulla da dal dalla con per tra fra e o ma non è sono si che chi come più questo questa se anche c]],
  Portuguese = [[o a os as um uma uns umas de do da dos das em no na nos nas por para com sem sobre e ou mas não é
    são se que como mais este esta isso seu sua ao aos à às pelo pela]],
  Dutch = [[de het een en of maar niet van in op aan te bij met naar voor over onder uit door om als is zijn was
    wordt worden kan kunnen die dat deze dit er men zich u uw]],
  Swedish = [[en ett den det de och eller men inte av i på till från för med utan över under om som är var vara
    kan ska att har du din man sig detta denna dessa]],
}

--- The languages whose function words are known, in a fixed order.
languages.with_stops = {}
for language in pairs(STOPS) do table.insert(languages.with_stops, language) end
table.sort(languages.with_stops)

local stops = {}
--- Function words, a set; empty for a language without a list.
function languages.stops(language)
  stops[language] = stops[language] or set(STOPS[language] or "")
  return stops[language]
end

languages.endings = {
  English = list "ings ing ies ied ers er es ed s y e",
  German = list "ungen ung innen ernen ern ens en er es em nen n s e",
  French = list "ements ement ations ation ées ée és é es s x e er",
  Spanish = list "aciones ación iones ión es as os s a o e",
  Italian = list "zioni zione i e a o",
  Portuguese = list "ações ação ões ão es as os s a o",
  Dutch = list "ingen ing en s e",
  Swedish = list "ningar ning arna erna orna ar er or en et n a",
}

languages.abbreviations = set [[e.g i.e etc vs cf approx fig no nr dr mr mrs ms st resp incl eg ie viz al ca z.b
    d.h u.a bzw usw ggf vgl evtl inkl sog z b d h u p.ex ex p.e ej pág núm sr sra ud uds c-à-d m mme env es cioè
    ecc pag t.ex bl.a dvs osv m.m bijv enz d.w.z o.a]]

-- Words that bear no subject by themselves.
local LIGHT = {
  English = [[configure configuration configuring set setup setting settings install installing installation use
    using usage manage managing management administration create creating creation make making build building
    add adding remove removing removal run running work working get getting start started write writing test
    testing data system method tool tools support basics basic advanced custom simple new feature features
    option options type types process common good best top problem issue tutorial introduction guide change view
    show display dialog window menu command tips ways steps up back out explained understanding learn]],
  German = [[einrichten einrichtung konfigurieren konfiguration installieren installation verwenden verwendung
    benutzen nutzen verwalten verwaltung erstellen hinzufügen entfernen löschen ändern anzeigen arbeiten daten
    system dialog fenster menü befehl werkzeug grundlagen problem methode anleitung tipps erklärt]],
  French = [[configurer configuration installer installation utiliser utilisation gérer gestion créer création
    ajouter supprimer modifier afficher données système outil commande fenêtre menu méthode guide tutoriel
    comment]],
  Spanish = [[configurar configuración instalar instalación usar uso utilizar gestionar gestión crear creación
    añadir eliminar modificar mostrar datos sistema herramienta herramientas orden ventana menú método guía
    tutorial]],
  Italian = [[configurare configurazione installare installazione usare uso gestire gestione creare creazione
    strumento strumenti comando finestra menu dati sistema guida]],
  Portuguese = [[configurar configuração instalar instalação usar uso gerir gestão criar criação ferramenta
    comando janela menu dados sistema guia]],
  Dutch = [[instellen installeren installatie gebruiken gebruik beheren beheer maken gereedschap systeem gegevens]],
  Swedish = [[installera installation använda användning hantera skapa verktyg system inställningar]],
}

-- Words that say of a text what kind of text it is, or that there is more: a title of nothing but these and light words
-- names no subject.
local KINDS = {
  English = [[additional available example examples definition definitions general various other others more misc
    miscellaneous information note notes notice notices foreword preface chapter section document manual handbook
    user users overview summary details remarks comment comments question questions answers help reference actual
    practice complete first next before after while many new own special specific different glossary
    acknowledgements acknowledgments credits
    topics advantages disadvantages pros cons author authors contributors see also]],
  German = [[weitere weiterer weiteres weiter informationen information allgemein allgemeine allgemeines vorwort
    beispiel beispiele hinweis hinweise verschiedenes sonstiges übersicht überblick einleitung einführung kapitel
    abschnitt dokument handbuch hilfe viele mehr andere ziel vorher nachher komponenten
    glossar danksagung autoren autor themen vorteile nachteile siehe zweck tutorials aufruf
    befehls]],
  French = [[autres autre divers informations information général générale générales généralités exemple exemples
    note notes remarque remarques avant-propos préface chapitre section document manuel aide introduction définition
    définitions présentation glossaire remerciements auteurs auteur sujets avantages inconvénients consultez voir
    également]],
  Spanish = [[otros otro otras otra varios información general generales generalidades ejemplo ejemplos nota notas
    observaciones prefacio prólogo capítulo sección documento manual ayuda introducción definición definiciones
    usuario presentación glosario agradecimientos autores temas ventajas inconvenientes desventajas véase también]],
}

local kinds = {}
function languages.kinds(language)
  kinds[language] = kinds[language] or set(KINDS[language] or "")
  return kinds[language]
end

local light = {}
function languages.light(language)
  light[language] = light[language] or set(LIGHT[language] or "")
  return light[language]
end

-- The noun that the others describe is the first: "masque de calque".
languages.head_is_first = set "French Spanish Italian Portuguese Catalan Romanian"

-- Written without blanks between words.
languages.by_characters = set "Japanese Chinese"

-- Words that begin what limits a subject.
local BEFORE = {
  English = "in on for with under using of to from at by", German = "mit unter in für auf von im bei aus",
  Dutch = "met onder in voor op van bij", Swedish = "med under i för på av till",
}
local before = {}
function languages.prepositions(language)
  before[language] = before[language] or set(BEFORE[language] or "")
  return before[language]
end

-- The numbers from two on, by which lists are announced.
local NUMBERS = {
  English = "two three four five six seven eight nine ten eleven twelve",
  German = "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  French = "deux trois quatre cinq six sept huit neuf dix onze douze",
  Spanish = "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  Italian = "due tre quattro cinque sei sette otto nove dieci undici dodici",
  Portuguese = "dois três quatro cinco seis sete oito nove dez onze doze",
  Dutch = "twee drie vier vijf zes zeven acht negen tien elf twaalf",
  Swedish = "två tre fyra fem sex sju åtta nio tio elva tolv",
}
local numbers = {}
--- The value of each number word.
function languages.numbers(language)
  if not numbers[language] then
    local values = {}
    for i, word in ipairs(list(NUMBERS[language] or "")) do values[word] = i + 1 end
    numbers[language] = values
  end
  return numbers[language]
end

--- The headings that say nothing, in small letters.
languages.empty_headings = {}
for heading in ([[introduction|overview|conclusion|summary|synopsis|description|examples|example|notes|note|references
  |see also|further reading|bibliography|authors|author|credits|license|copyright|history|changelog|bugs|todo|parameters
  |availability|compatibility|dependencies|feedback|news|contact|comments|index|contents|table of contents|diagnostics
  |outputs|options|usage|environment|files|exit status|preface|history of|tips|more|other|glossary|return value
  |arguments
  |hinweise|hinweis|beispiele|beispiel|autoren|zusammenfassung|einführung|einleitung|überblick|übersicht|inhalt|index
  |voir aussi|exemples|exemple|exemple simple|quelques notes|obsolescence|remarques|résumé|introduction
  |présentation|sommaire|vue d’ensemble|généralités
  |véase también|ejemplos|ejemplo|observaciones|resumen|introducción|generalidades|visión general|descripción]])
  :gmatch("[^|]+") do
  languages.empty_headings[(heading:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))] = true
end

local labels = {}

--- The headings of the writer's own parts: conclusion, faq, takeaways, sources; nil for a language that it has not.
function languages.labels(language)
  if labels[language] == nil then
    local file = io.open("src/text/languages/" .. language:lower() .. ".inc")
    local text = file and file:read("a") or ""
    if file then file:close() end
    local found = {}
    for name, label in text:gmatch('%.(%l+) = "([^"]*)"') do found[name] = found[name] or label end
    labels[language] = found.conclusion and found or false
  end
  return labels[language] or nil
end

return languages
