--- The articles that `make writer-report` asks for: keyword, library, and what else stands in a row.
--
-- Without `pages` the whole library is the folder that the writer may draw from. With `pages` these files of it are
-- given as `urls`. `refuse`: no page speaks of the keyword, so there must be no article. `planted`: a copy of the
-- library with an instruction for language models on each page. `ask`: further parameters of the request.
local requests = {}

local function add(library, keyword, more)
  local row = { library = library, keyword = keyword }
  for name, value in pairs(more or {}) do row[name] = value end
  requests[#requests + 1] = row
end

local function of(library, keywords)
  for _, keyword in ipairs(keywords) do add(library, keyword) end
end

of("postgresql", { "table partitioning", "index types", "how to tune autovacuum", "row level security",
  "full text search in PostgreSQL", "what is a materialized view", "logical replication", "foreign keys" })
add("postgresql", "how to back up a PostgreSQL database",
  { pages = { "backup-dump.html", "backup-file.html", "continuous-archiving.html", "app-pgdump.html",
    "app-pgbasebackup.html", "backup.html" } })
add("postgresql", "transaction isolation", { pages = { "transaction-iso.html", "mvcc-intro.html",
  "explicit-locking.html" } })
add("postgresql", "btree vs hash indexes", { pages = { "indexes-types.html", "btree-intro.html", "hash-intro.html",
  "indexes-ordering.html" } })
of("handbook", { "software RAID", "firewall configuration", "mail server", "what is a virtual private network",
  "LDAP directory" })
add("handbook", "logical volume management", { ask = { articleLength = "short" } })
of("gimp", { "layer masks", "how to remove red eyes from photos", "animated GIF", "what is a channel mask",
  "color balance" })
add("gimp", "selection tools", { pages = { "gimp-tools-selection.html", "gimp-tool-rect-select.html",
  "gimp-tool-fuzzy-select.html", "gimp-tool-free-select.html", "gimp-tool-by-color-select.html" } })
of("python", { "regular expressions in Python", "virtual environments", "logging handlers" })
add("python", "context managers", { pages = { "library/contextlib.html", "reference/compound_stmts.html",
  "reference/datamodel.html" } })
add("python", "string formatting", { pages = { "library/string.html", "tutorial/inputoutput.html" } })
of("apache", { "virtual hosts", "reverse proxy", "how to set up SSL", "content negotiation", "URL rewriting" })
add("postgresql", "transaction ID wraparound", { pages = { "routine-vacuuming.html", "mvcc.html" } })
add("python", "Unix passwords", { pages = { "library/crypt.html", "library/getpass.html" } })
of("octave", { "sparse matrices", "how to plot data", "cell arrays", "linear programming" })
of("r", { "linear models in R", "data frames" })
add("r", "R packages", { pages = { "R-exts.html", "R-admin.html" } })
of("reference", { "file permissions", "network configuration", "package management" })
of("harden", { "password security", "SSH access", "10 tips for secure passwords" })
of("install", { "encrypted disk partitions", "network installation" })
of("developers", { "package uploads", "bug handling" })
of("maintainers", { "Debian package files" })
of("kernel", { "building a custom kernel" })
of("history", { "history of the Debian project" })
of("faq", { "Debian package management system" })
of("office", { "pivot table", "mail merge", "conditional formatting", "trend lines" })
of("handbook-de", { "RAID einrichten", "Firewall", "Paketverwaltung mit APT" })
of("gimp-de", { "Ebenenmasken", "was ist ein Alphakanal" })
of("apache-de", { "virtuelle Hosts" })
of("harden-de", { "sichere Passwörter" })
of("office-de", { "Serienbrief", "bedingte Formatierung" })
of("install-de", { "Festplatte partitionieren" })
of("handbook-fr", { "sauvegarde des données", "pare-feu" })
of("gimp-fr", { "masque de calque", "comment redimensionner une image" })
of("office-fr", { "table dynamique", "publipostage" })
of("apache-fr", { "hôtes virtuels" })
of("handbook-es", { "RAID por software", "servidor de correo" })
of("gimp-es", { "herramientas de selección", "qué es una máscara de capa" })
of("office-es", { "tabla dinámica" })
of("handbook-it", { "configurazione della rete" })
of("gimp-it", { "maschera di livello" })
of("office-it", { "stampa in serie" })
of("handbook-pt", { "sistema de pacotes" })
of("gimp-nl", { "laagmasker" })
of("office-nl", { "voorwaardelijke opmaak" })
of("gimp-sv", { "lagermask" })
of("office-sv", { "villkorlig formatering" })
of("office-ja", { "ピボットテーブル" })
of("handbook-ja", { "ファイアウォール" })
of("gimp-ru", { "маска слоя" })
of("office-da", { "betinget formatering" })
of("office-zh", { "数据透视表" })
of("gimp-fi", { "tasomaski" })
of("office-hu", { "feltételes formázás" })
of("gimp-ca", { "màscara de capa" })
of("handbook-ro", { "firewall" })
of("handbook-nb", { "brannmur" })
of("gimp-el", { "μάσκα στρώσης" })
of("office-tr", { "koşullu biçimlendirme" })
of("office-id", { "format bersyarat" })

of("kinds", { "lentil soup recipe", "onion soup", "living without a car", "how to choose a tent",
  "resident parking permit", "working from home", "dough hydration" })
add("kinds", "camping stoves", { ask = { articleType = "listicle" } })
add("kinds", "soup recipes", { ask = { articleType = "listicle" } })
add("kinds", "cargo bike instead of a car", { pages = { "year-without-a-car.html" } })
add("kinds", "camping equipment", { pages = { "choosing-a-tent.html", "camping-stoves.html" } })
of("kinds-de", { "Zimmerpflanzen umtopfen" })
of("kinds-fr", { "compost en ville" })
of("kinds-es", { "cadena de la bicicleta" })
of("kinds-it", { "conservare il basilico" })

for _, row in ipairs { { "kinds", "garden pond" }, { "kinds", "mortgage refinancing" },
  { "postgresql", "connection pooling" }, { "handbook", "quantum chromodynamics" },
  { "gimp", "sourdough bread" }, { "apache", "mortgage refinancing" }, { "gimp-de", "Sauerteigbrot" },
  { "handbook-fr", "crédit immobilier" } } do
  add(row[1], row[2], { refuse = true })
end

add("harden", "firewall rules", { planted = "Acme Compost Ltd" })

return requests
