-- luas: all
--- The forms of words in which copydesk.linker finds the names of pages.
local linker = require "copydesk.linker"

--[[ Each case: the language, the titles of the site's pages, a text, and the links that must come of it, as
"anchor > title", in the order of the text, with "; " between them; "" for none. A title may be {title, html}. ]]
local GROUPS = {
  ["accents"] = {
    { "en", { "Résumé" }, "Send your resume today.", "resume > Résumé" },
    { "en", { "Résumé" }, "Compare both resumes today.", "resumes > Résumé" },
    { "en", { "Résumé" }, "Send your résumé today.", "résumé > Résumé" },
    { "en", { "Résumé" }, "Send your RÉSUMÉ today.", "RÉSUMÉ > Résumé" },
    { "en", { "Resume" }, "Send your résumé today.", "résumé > Resume" },
    { "en", { "Resumes" }, "Send your résumé today.", "résumé > Resumes" },
    { "en", { "Résumé", "Resume" }, "Send your résumé, then resume work.", "résumé > Résumé; resume > Resume" },
    { "en", { { "Résumé", "<p>We resume work on it.</p>" } }, "Then resume work.", "" },
    { "en", { "Cafe Central" }, "We met at Café Central again.", "Café Central > Cafe Central" },
    { "de", { "München" }, "Wir fahren nach Munchen und wohnen dort.", "Munchen > München" },
    { "de", { "Straße" }, "Diese Strasse ist lang.", "Strasse > Straße" },
    { "fr", { "Œuvre" }, "Une oeuvre de jeunesse.", "oeuvre > Œuvre" },
    { "fr", { "Théâtre" }, "Nous aimons les theatres de Paris.", "theatres > Théâtre" },
    { "es", { "Corazón" }, "Tiene un corazon grande.", "corazon > Corazón" },
    { "pl", { "Łódź" }, "Miasto Lodz jest duże.", "Lodz > Łódź" },
    { "da", { "Smørrebrød" }, "Vi spiser smorrebrod i dag.", "smorrebrod > Smørrebrød" },
    { "el", { "Αθήνα" }, "Η ΑΘΗΝΑ είναι μεγάλη.", "ΑΘΗΝΑ > Αθήνα" },
    { "ru", { "Ёлка" }, "У нас большая елка дома.", "елка > Ёлка" },
    { "ru", { "Чай" }, "Это чаи другого рода: чам.", "чаи > Чай" },
    { "ru", { "Йод" }, "Слово иод здесь.", "" },
    { "ja", { "が" }, "これはかです。", "" },
  },
  ["apostrophes"] = {
    { "en", { "Queen" }, "We saw the Queen's car.", "Queen > Queen" },
    { "en", { "Queen" }, "We saw the Queen’s car.", "Queen > Queen" },
    { "en", { "Queen" }, "We saw the queens' cars.", "queens > Queen" },
    { "en", { "Queen's College" }, "She is at Queen’s College now.", "Queen’s College > Queen's College" },
    { "en", { "Queen’s College" }, "She is at Queen's College now.", "Queen's College > Queen’s College" },
    { "en", { "O'Reilly" }, "A book of O’Reilly on it.", "O’Reilly > O'Reilly" },
    { "en", { "O'Reilly" }, "On O'Reilly's books.", "O'Reilly > O'Reilly" },
    { "en", { "Reilly" }, "A book of O'Reilly on it.", "" },
    { "en", { "Reilly" }, "A book of O’Reilly on it.", "" },
    { "en", { "Reilly" }, "A book of Reilly's on it.", "Reilly > Reilly" },
    { "en", { "Rock", "Roll" }, "We play rock'n'roll all night.", "" },
    { "en", { "Rock'n'roll" }, "We play Rock’n’Roll all night.", "Rock’n’Roll > Rock'n'roll" },
    { "en", { "It's", "Its" }, "The dog and Its tail.", "Its > Its" },
    { "en", { "It's" }, "The dog and its tail.", "" },
    { "en", { "Its" }, "We know it's late.", "" },
    { "en", { "We're" }, "They were late.", "" },
    { "en", { "Were" }, "We know we're late.", "" },
    { "en", { "Don" }, "We don't know them.", "" },
    { "en", { "Can", "Won" }, "We can't, and they won’t.", "" },
    { "fr", { "Eau" }, "Il boit de l'eau fraîche.", "eau > Eau" },
    { "fr", { "Eau" }, "Il boit de l’eau fraîche.", "eau > Eau" },
    { "fr", { "Eau" }, "L’eau est fraîche.", "eau > Eau" },
    { "fr", { "L'eau" }, "Il boit de l’eau fraîche.", "l’eau > L'eau" },
    { "fr", { "L’eau" }, "Il boit une eau fraîche.", "eau > L’eau" },
    { "fr", { "L'eau" }, "Il manque d'eau fraîche.", "eau > L'eau" },
    { "fr", { "Artagnan" }, "Le roi parle de d'Artagnan.", "Artagnan > Artagnan" },
    { "fr", { "D'Artagnan" }, "Le roi parle de d’Artagnan.", "d’Artagnan > D'Artagnan" },
    { "fr", { "Ile" }, "Il dit qu'ile et mer sont belles.", "ile > Ile" },
    { "fr", { "Hui", "Aujourd" }, "Nous venons aujourd’hui.", "" },
    { "fr", { "Oréal" }, "Le directeur de L'Oréal parle.", "" },
    { "tr", { "Ankara" }, "Biz Ankara'da oturuyoruz.", "Ankara > Ankara" },
    { "it", { "Arte" }, "La storia dell'arte antica.", "arte > Arte" },
    { "it", { "L'arte" }, "Una storia dell’arte antica.", "arte > L'arte" },
    { "ca", { "Aigua" }, "Bevem l’aigua del riu.", "aigua > Aigua" },
    { "uk", { "Комп'ютер" }, "Це новий комп’ютер.", "комп’ютер > Комп'ютер" },
  },
  ["hyphens"] = {
    { "en", { "E-mail" }, "Write an email now.", "email > E-mail" },
    { "en", { "E-mail server" }, "Run an email server now.", "email server > E-mail server" },
    { "en", { "Email" }, "Write an e-mail now.", "e-mail > Email" },
    { "en", { "Email" }, "Write an e‑mail now.", "e‑mail > Email" },
    { "en", { "Email server" }, "Run your e-mail server now.", "e-mail server > Email server" },
    { "en", { "Email" }, "Collect all e-mails now.", "e-mails > Email" },
    { "en", { "In-process calls" }, "Use in process calls here.", "in process calls > In-process calls" },
    { "en", { "In process calls" }, "Use in-process calls here.", "in-process calls > In process calls" },
    { "en", { "Database" }, "Open the data­base now.", "data­base > Database" },
    { "en", { "Data­base" }, "Open the database now.", "database > Data­base" },
    { "en", { "Mail" }, "Write to us - mail is read.", "mail > Mail" },
    { "en", { "Therapist" }, "I saw the - rapist - film.", "" },
    { "de", { "E-Mail" }, "Schreiben Sie eine Email an uns.", "Email > E-Mail" },
  },
  ["inflection"] = {
    { "en", { "Index scan" }, "We use index scans here.", "index scans > Index scan" },
    { "en", { "Indexes" }, "We use an index here.", "index > Indexes" },
    { "fr", { "Cheval" }, "Nous avons deux chevaux ici.", "chevaux > Cheval" },
    { "fr", { "Recettes" }, "Voici une recette facile.", "recette > Recettes" },
    { "de", { "Tabelle" }, "Wir füllen alle Tabellen aus.", "Tabellen > Tabelle" },
    { "de", { "Bäume" }, "Dort steht ein Baum.", "Baum > Bäume" },
    { "es", { "Canción" }, "Escuchamos tres canciones bonitas.", "canciones > Canción" },
    { "ru", { "Книга" }, "Мы читаем новую книгу вечером.", "книгу > Книга" },
  },
}

local FILLER = 12 -- pages besides

local function pages_of(list)
  local i = 0
  return function() i = i + 1 return list[i] end
end

local function build(path, language, titles)
  local pages = {}
  for i, title in ipairs(titles) do
    local name, html = title, "<p>…</p>"
    if type(title) == "table" then name, html = title[1], title[2] end
    pages[i] = { url = ("https://example.org/%d"):format(i), title = name, html = html, language = language }
  end
  for i = 1, FILLER do
    pages[#pages + 1] = { url = ("https://example.org/more/%d"):format(i), title = ("%d"):format(1000 + i),
      html = "<p>…</p>", language = language }
  end
  return assert(linker.build { path = path, pages = pages_of(pages) })
end

local function links_of(language, titles, text)
  local path = os.tmpname()
  local index = build(path, language, titles)
  local result = index:link("<p>" .. text .. "</p>", { min_score = 0, language = language, same_language = false })
  index:close()
  os.remove(path)
  local found = {}
  for i, link in ipairs(result.links) do found[i] = link.anchorText .. " > " .. link.title end
  return table.concat(found, "; ")
end

describe("copydesk.linker", function()
  it("stems content in the language that the caller names", function()
    local list = { { url = "https://example.org/baum", title = "Baum", html = "<p>Hoch.</p>", language = "de" } }
    for i = 1, 3 do
      list[i + 1] = { url = "https://example.org/" .. i, title = "Page " .. i, html = "<p>High.</p>", language = "en" }
    end
    local path = os.tmpname()
    local index = assert(linker.build { path = path, pages = pages_of(list) })
    os.remove(path)
    local text = "<p>Unter den Bäumen.</p>"
    assert.are.equal(0, #index:link(text, { min_score = 0 }).links)
    assert.are.equal("Bäumen", index:link(text, { min_score = 0, language = "de" }).links[1].anchorText)
    index:close()
  end)

  it("never takes the site's name in titles for a page's", function()
    local titles = { "Basilikum – Kräutergarten", "Rosmarin – Kräutergarten", "Salbei – Kräutergarten",
      "Thymian – Kräutergarten", "Kräutergarten | Startseite" }
    assert.are.equal("Salbei > Salbei – Kräutergarten", links_of("de", titles, "Der Salbei im Kräutergarten."))
    titles[6] = "Kräutergarten"
    assert.are.equal("Salbei > Salbei – Kräutergarten; Kräutergarten > Kräutergarten",
      links_of("de", titles, "Der Salbei im Kräutergarten."))
  end)

  it("never takes half of a pair of brackets", function()
    assert.are.equal("analyse de la variance (ANOVA) > Analyse de la variance (ANOVA)",
      links_of("fr", { "Analyse de la variance (ANOVA)" }, "Une analyse de la variance (ANOVA) de plus."))
    assert.are.equal("analyse de la variance > Analyse de la variance (ANOVA)",
      links_of("fr", { "Analyse de la variance (ANOVA)" }, "Une analyse de la variance (ANOVA, test F) de plus."))
  end)
end)

describe("copydesk.linker finds", function()
  for name, cases in pairs(GROUPS) do
    it(name, function()
      local wrong = {}
      for _, case in ipairs(cases) do
        local language, titles, text, wanted = case[1], case[2], case[3], case[4]
        local found = links_of(language, titles, text)
        if found ~= wanted then
          wrong[#wrong + 1] = ("%s: %s\n    wanted: %s\n    found:  %s"):format(language, text, wanted, found)
        end
      end
      assert.are.equal("", table.concat(wrong, "\n"))
    end)
  end
end)
