--- Libraries made of Debian's documentation packages: name -> { package, folder, language, product, rows,
--- least_words }.
--
-- The product is the name that people put behind "in". The packages are those of the group "report" in .ci/deps.
-- Those of "kinds" are pages of our own (spec/report/kinds), since packages have manuals alone: recipes, a blog, a
-- shop's guide and its list, an authority, a handbook of a company, formulas, and four more languages. They have no
-- product, but `rows`, the name of the row in which their figures stand by themselves in each table, and `least_words`:
-- their pages are on one subject each, so that its title is over all of a page, and their sections are short.
local packages = {}

-- The newest of the folders that a pattern of the shell finds, or the pattern itself.
local function newest(pattern)
  local pipe = assert(io.popen("ls -dv " .. pattern .. " 2>/dev/null | tail -n 1"))
  local found = pipe:read "l"
  pipe:close()
  return found or pattern
end

local function add(name, package, folder, language, product)
  packages[name] = { name = name, package = package, folder = folder, language = language, product = product }
end

add("postgresql", "postgresql-doc", require "spec.support.manual", "English", "PostgreSQL")
add("python", "python3-doc", newest "/usr/share/doc/python3.*/html", "English", "Python")
add("octave", "octave-doc", "/usr/share/doc/octave/octave.html", "English", "Octave")
add("r", "r-doc-html", "/usr/share/R/doc/manual", "English", "R")
add("faq", "debian-faq", "/usr/share/doc/debian/FAQ", "English", "Debian")
add("faq-de", "debian-faq-de", "/usr/share/doc/debian/FAQ/de", "German", "Debian")
add("reference", "debian-reference-en", "/usr/share/debian-reference", "English", "Debian")
add("developers", "developers-reference", "/usr/share/developers-reference", "English", "Debian")
add("maintainers", "maint-guide", "/usr/share/doc/maint-guide/html", "English", "Debian")
add("kernel", "debian-kernel-handbook", "/usr/share/doc/debian-kernel-handbook/kernel-handbook.html", "English",
  "Debian")
add("history", "debian-history", "/usr/share/doc/debian-history/docs", "English", "Debian")

-- Packages with a folder for each language.
local MANY = {
  { "handbook", "debian-handbook", "/usr/share/doc/debian-handbook/html/", "Debian", { en = "en-US", de = "de-DE",
    fr = "fr-FR", es = "es-ES", it = "it-IT", pt = "pt-BR", nl = "nl-NL", sv = "sv-SE", ja = "ja-JP", ru = "ru-RU",
    da = "da-DK", id = "id-ID", ro = "ro-RO", nb = "nb-NO", ar = "ar-MA" } },
  { "apache", "apache2-doc", "/usr/share/doc/apache2-doc/manual/", "Apache", { en = "en", de = "de", fr = "fr",
    es = "es", ja = "ja", tr = "tr" } },
  { "harden", "harden-doc", "/usr/share/doc/harden-doc/html/", "Debian", { en = "en-US", de = "de-DE", fr = "fr-FR",
    es = "es-ES", it = "it-IT", pt = "pt-BR", ja = "ja-JP" } },
  { "install", "installation-guide-amd64", "/usr/share/doc/installation-guide-amd64/", "Debian", { en = "en", de = "de",
    fr = "fr", es = "es", it = "it", pt = "pt", nl = "nl", sv = "sv", da = "da", ja = "ja", ca = "ca", ro = "ro" } },
  { "gimp", "gimp-help-%s", "/usr/share/gimp/2.0/help/", "GIMP", { en = "en", de = "de", fr = "fr", es = "es",
    it = "it", nl = "nl", sv = "sv", pt = "pt", fi = "fi", ru = "ru", ja = "ja", ca = "ca", el = "el", lt = "lt" } },
  { "office", "libreoffice-help-%s", "/usr/share/libreoffice/help/", "LibreOffice", { en = "en-US", de = "de",
    fr = "fr", es = "es", it = "it", nl = "nl", sv = "sv", pt = "pt", da = "da", fi = "fi", hu = "hu", tr = "tr",
    ja = "ja", el = "el", id = "id", ru = "ru", ca = "ca", zh = "zh-CN", eu = "eu",
    hi = "hi" } },
}

local LANGUAGES = { en = "English", de = "German", fr = "French", es = "Spanish", it = "Italian", pt = "Portuguese",
  nl = "Dutch", sv = "Swedish", da = "Danish", fi = "Finnish", hu = "Hungarian", ro = "Romanian", ca = "Catalan",
  ja = "Japanese", zh = "Chinese", ru = "Russian", el = "Greek", tr = "Turkish", id = "Indonesian",
  nb = "Norwegian", lt = "Lithuanian", ar = "Arabic", eu = "Basque", hi = "Hindi" }

for _, row in ipairs(MANY) do
  local name, package, folder, product, tags = table.unpack(row)
  for tag, directory in pairs(tags) do
    add(tag == "en" and name or name .. "-" .. tag, package:format(directory:lower()), folder .. directory,
      LANGUAGES[tag], product)
  end
end

local LEAST_WORDS = 40 -- below a heading that becomes a request
local here = os.getenv "PWD" .. "/spec/report/kinds/"
for _, tag in ipairs { "en", "de", "fr", "es", "it" } do
  local name = tag == "en" and "kinds" or "kinds-" .. tag
  add(name, "pages of our own", here .. tag, LANGUAGES[tag])
  packages[name].rows, packages[name].least_words = "kinds", LEAST_WORDS
end

return packages
