/* What people ask of a subject, and the words of subjects that change by the day or are studied, by language; which
 * places are asked by them. */
#include "write/sources/sources_parts.h"

#include <time.h>

#define LIST(...)    ((const char *const[]){__VA_ARGS__, NULL})
#define ASPECTS(...) ((const struct aspect[]){__VA_ARGS__, {NULL, NULL, NULL}})

/* What pages say of goods, of households, of what grows or is made by hand: nobody asks the rest of a file format. */
#define GOODS_EN  "buy|buying|bought|purchase*|shop|shops|retail*|warranty|brand|brands|afford*"
#define HOME_EN   "home|homes|household*|kitchen*|garden*|balcony|apartment*"
#define SEASON_EN "spring|summer|autumn|winter|season*|weather|harvest*"
#define GOODS_DE  "kaufen|gekauft|kaufst|händler*|garantie|anschaff*|marke|marken|hersteller*"
#define HOME_DE   "haushalt*|wohnung*|küche*|garten*|balkon*|zuhause"
#define SEASON_DE "frühling*|frühjahr*|sommer*|herbst*|winter*|jahreszeit*|ernte*"
#define GOODS_FR  "acheter|achat*|boutique*|marque|marques|garantie|magasin*"
#define SEASON_FR "printemps|automne|hiver|saison*|récolte*"

static const struct research_words rows[] = {
    {
        .tag = "en",
        .noun =
            ASPECTS({"how does % work", "works|working|principle*|mechanism*|function*"},
                    {"% advantages and disadvantages", "advantage*|disadvantage*|benefit*|drawback*|pros|cons"},
                    {"% common problems", "problem*|issue*|trouble*|mistake*|fault*"},
                    {"% cost", "cost|costs|price*|expens*|cheap*|fee|fees"}, {"% tips", "tip|tips|advice|recommend*"},
                    {"% alternatives compared", "alternative*|compar*|versus|differ*"},
                    {"% requirements and rules", "requirement*|rule*|law|laws|regulation*|standard*"},
                    {"% facts and figures", "percent|statistic*|figures|average"}, {"% examples", "example*"},
                    {"% for beginners", "beginner*|basics|started"}, {"% risks", "risk*|danger*|safe*|harm*"},
                    {"types of %", "type|types|kind|kinds|variet*"}, {"% history", "history|origin*|invented"},
                    {"% how long does it last", "last|lasts|lifetime|lifespan|year|years", GOODS_EN},
                    {"% maintenance", "maintain*|maintenance|clean*|care|repair*"},
                    {"% buying guide", "buy|buying|choose|choosing", GOODS_EN},
                    {"% questions and answers", "question*|faq"}, {"% experts recommend", "expert*|recommend*"},
                    {"% common myths", "myth*|misconception*"}, {"% at home", "home|household*", HOME_EN},
                    {"% checklist", "checklist*"}, {"% definition", "definition*|defined|means"},
                    {"% future", "future|trend*"}, {"% environment", "environment*|sustainab*|waste", GOODS_EN},
                    {"% size and dimensions", "size|sizes|dimension*|metre*|square", GOODS_EN},
                    {"% equipment", "equipment|tool|tools", GOODS_EN}, {"when to use %", "when"}),
        .task =
            ASPECTS({"% step by step", "step|steps|procedure*"}, {"% common mistakes", "mistake*|error*|wrong|avoid*"},
                    {"% what you need", "tool|tools|material*|equipment|supplies"},
                    {"% how long does it take", "minute*|hour*|day|days|week*|time"},
                    {"% cost", "cost|costs|price*|expens*|cheap*"}, {"% tips", "tip|tips|advice|recommend*"},
                    {"best time to %", "season*|spring|summer|autumn|winter|when", SEASON_EN},
                    {"% problems", "problem*|issue*|trouble*|fail*"}, {"% alternatives", "alternative*|instead"},
                    {"% safely", "safe*|risk*|danger*"}, {"% for beginners", "beginner*|basics|started"},
                    {"% rules", "rule*|law|laws|regulation*"}, {"% without help", "yourself|alone", HOME_EN},
                    {"% checklist", "checklist*"}, {"% examples", "example*"},
                    {"% facts and figures", "percent|statistic*|figures|average"},
                    {"% experts recommend", "expert*|recommend*"}, {"% questions and answers", "question*|faq"},
                    {"% requirements", "requirement*|need|needs|prepar*"}, {"% at home", "home|household*", HOME_EN},
                    {"% afterwards", "afterwards|after|then"}, {"% common myths", "myth*|misconception*"},
                    {"% how often", "often|daily|weekly|monthly"}, {"% in small spaces", "small|space", HOME_EN},
                    {"% faster", "fast*|quick*"}, {"% cheaply", "cheap*|budget", GOODS_EN}, {"why %", "why|reason*"}),
        .versus =
            ASPECTS({"%", "is|are"}, {"@", "is|are"}, {"difference between % and @", "differ*|unlike|whereas|contrast"},
                    {"when to use % or @", "when|choose|prefer*"}, {"% advantages", "advantage*|benefit*"},
                    {"@ advantages", "advantage*|benefit*"}, {"% limitations", "limit*|drawback*|disadvantage*"},
                    {"@ limitations", "limit*|drawback*|disadvantage*"}, {"% examples", "example*"},
                    {"@ examples", "example*"}, {"how does % work", "works|working|principle*|mechanism*"},
                    {"how does @ work", "works|working|principle*|mechanism*"},
                    {"% and @ together", "both|together|combin*"}, {"% vs @ which is better", "better|best"},
                    {"% vs @ facts and figures", "percent|statistic*|figures|average"},
                    {"% vs @ cost", "cost|costs|price*|expens*|cheap*", GOODS_EN}),
        .news = LIST("news|latest|breaking|headline|headlines|today|yesterday|tonight|tomorrow|currently",
                     "this week|month|year|weekend", "right now",
                     "election|elections|referendum|summit|strike|strikes|protest*",
                     "launch|launches|launched|release|announcement|announced|recall|merger|acquisition",
                     "world cup|championship*", "olympic*", "earthquake*|hurricane*|wildfire*|flood*",
                     "interest rate|rates", "stock price|market", "update|updates", "results of", "war in", "outbreak"),
        .scholarly = LIST("study of|on|in|about|with",
                          "studies|evidence|research|meta-analysis|meta-analyses|trial|trials|randomized|randomised",
                          "effect|effects|impact|influence of", "literature|systematic review",
                          "correlation|efficacy|prevalence|etiology",
                          "symptom*|disease|diseases|syndrome|therapy|therapies|treatment of|for",
                          "clinical|medical|pharmaco*|psycholog*|epidemiolog*|neuro*", "scientific|science of",
                          "theory of", "side effects", "vaccine*|antibiotic*|cancer|diabetes"),
    },
    {
        .tag = "de",
        .noun = ASPECTS(
            {"wie funktioniert %", "funktion*|prinzip*|arbeitet|wirkungsweise"},
            {"% Vorteile und Nachteile", "vorteil*|nachteil*|nutzen"},
            {"% häufige Probleme", "problem*|fehler*|störung*"}, {"% Kosten", "kosten|preis*|teuer*|günstig*|gebühr*"},
            {"% Tipps", "tipp*|rat|empfehl*"}, {"% Alternativen Vergleich", "alternativ*|vergleich*|unterschied*"},
            {"% Vorschriften und Voraussetzungen", "vorschrift*|gesetz*|voraussetzung*|norm*|regel*"},
            {"% Zahlen und Fakten", "prozent|statistik*|zahlen|durchschnitt*"}, {"% Beispiele", "beispiel*"},
            {"% für Anfänger", "anfänger*|einsteiger*|grundlagen"}, {"% Risiken", "risik*|gefahr*|sicher*"},
            {"Arten von %", "art|arten|sorte*|typ|typen"}, {"% Geschichte", "geschichte|ursprung*"},
            {"% Pflege und Wartung", "pflege*|wart*|reinig*", GOODS_DE},
            {"% kaufen worauf achten", "kauf*|auswahl*|wählen", GOODS_DE}, {"% Fragen und Antworten", "frage*|faq"},
            {"% Irrtümer", "irrtum*|irrtümer|mythos|mythen"}, {"% zu Hause", "hause|zuhause|haushalt*", HOME_DE},
            {"% Haltbarkeit", "haltbar*|lebensdauer|jahre", GOODS_DE}, {"% Experten empfehlen", "expert*|fachleute"},
            {"% Größe und Maße", "größe*|maße|quadratmeter", GOODS_DE}, {"% Definition", "definition*|bedeutet"},
            {"% Zukunft", "zukunft|trend*"}, {"% Umwelt", "umwelt*|nachhaltig*", GOODS_DE},
            {"% Checkliste", "checkliste*"}, {"% Zubehör", "zubehör|ausrüstung", GOODS_DE}, {"wann %", "wann"}),
        .task =
            ASPECTS({"% Schritt für Schritt", "schritt*|anleitung*"}, {"% häufige Fehler", "fehler*|falsch*|vermeid*"},
                    {"% was braucht man", "werkzeug*|material*|ausrüstung"},
                    {"% wie lange dauert es", "minute*|stunde*|tag|tage|woche*|dauer*"},
                    {"% Kosten", "kosten|preis*|teuer*|günstig*"}, {"% Tipps", "tipp*|rat|empfehl*"},
                    {"% bester Zeitpunkt", "zeitpunkt*|frühjahr|sommer|herbst|winter|wann", SEASON_DE},
                    {"% Probleme", "problem*|scheiter*"}, {"% Alternativen", "alternativ*|statt"},
                    {"% sicher", "sicher*|gefahr*|risik*"}, {"% für Anfänger", "anfänger*|einsteiger*|grundlagen"},
                    {"% Vorschriften", "vorschrift*|gesetz*|regel*"}, {"% Checkliste", "checkliste*"},
                    {"% Beispiele", "beispiel*"}, {"% Fragen und Antworten", "frage*|faq"},
                    {"% Voraussetzungen", "voraussetzung*|vorbereit*"}, {"% wie oft", "oft|täglich|wöchentlich"}),
        .versus =
            ASPECTS({"%", "ist|sind"}, {"@", "ist|sind"}, {"Unterschied zwischen % und @", "unterschied*|dagegen"},
                    {"wann % oder @", "wann|eignet|eignen"}, {"% Vorteile", "vorteil*"}, {"@ Vorteile", "vorteil*"},
                    {"% Nachteile", "nachteil*|grenze*"}, {"@ Nachteile", "nachteil*|grenze*"},
                    {"% Beispiele", "beispiel*"}, {"@ Beispiele", "beispiel*"}, {"% oder @ was ist besser", "besser*"},
                    {"% oder @ Kosten", "kosten|preis*|teuer*|günstig*", GOODS_DE}),
        .doers = "man|ich|wir",
        .news = LIST("news|nachrichten|aktuell*|neueste*|neuste*|heute|gestern|morgen|eilmeldung*",
                     "diese|dieser|dieses woche|monat|jahr",
                     "wahl|wahlen|bundestagswahl*|landtagswahl*|gipfel|streik*|protest*",
                     "rückruf*|übernahme*|fusion*|ankündigung*", "weltmeisterschaft*|europameisterschaft*|olympi*",
                     "erdbeben|hochwasser|waldbrand*|sturm*", "leitzins*|aktienkurs*", "entwurf|gesetzentwurf*"),
        .scholarly = LIST("studie*|evidenz*|forschung*|metaanalyse*|untersuchung*",
                          "wirkung|wirkungen|auswirkung*|einfluss ?von|der|des|auf",
                          "symptom*|krankheit*|syndrom*|therapie*|behandlung ?von|bei",
                          "klinisch*|medizin*|psycholog*|wissenschaft*", "nebenwirkung*", "theorie",
                          "impfstoff*|antibiotik*|krebs|diabetes"),
    },
    {
        .tag = "fr",
        .noun = ASPECTS({"comment fonctionne %", "fonctionn*|principe*|mécanisme*"},
                        {"% avantages et inconvénients", "avantage*|inconvénient*"},
                        {"% problèmes fréquents", "problème*|erreur*|panne*"},
                        {"% prix", "prix|coût*|coûte*|cher|tarif*"}, {"% conseils", "conseil*|astuce*|recommand*"},
                        {"% alternatives comparaison", "alternative*|compar*|différen*"},
                        {"% règles et conditions", "règle*|loi|lois|norme*|condition*"},
                        {"% chiffres", "chiffre*|statistique*|moyenne"}, {"% exemples", "exemple*"},
                        {"% pour débutants", "débutant*|bases"}, {"% risques", "risque*|danger*|sécurité"},
                        {"types de %", "type|types|sortes"}, {"% histoire", "histoire|origine*"},
                        {"% entretien", "entretien*|nettoy*", GOODS_FR}),
        .task = ASPECTS({"% étape par étape", "étape*|procédure*"}, {"% erreurs à éviter", "erreur*|éviter"},
                        {"% que faut-il", "outil*|matériel*|équipement*"},
                        {"% combien de temps", "minute*|heure*|jour*|semaine*|durée"},
                        {"% prix", "prix|coût*|coûte*|cher"}, {"% conseils", "conseil*|astuce*|recommand*"},
                        {"% à quel moment", "saison*|printemps|été|automne|hiver|moment", SEASON_FR},
                        {"% problèmes", "problème*|échec*"}, {"% pour débutants", "débutant*|bases"},
                        {"% exemples", "exemple*"}),
        .versus = ASPECTS({"%", "est|sont"}, {"@", "est|sont"}, {"différence entre % et @", "différen*|contrairement"},
                          {"quand utiliser % ou @", "quand|choisir"}, {"% avantages", "avantage*"},
                          {"@ avantages", "avantage*"}, {"% inconvénients", "inconvénient*|limite*"},
                          {"@ inconvénients", "inconvénient*|limite*"}, {"% exemples", "exemple*"},
                          {"@ exemples", "exemple*"}),
        .news = LIST("actualité*|dernières|dernière nouvelles|infos|info", "aujourd'hui|hier|actuellement",
                     "cette semaine|année", "élection*|sommet|grève*|manifestation*", "coupe du monde",
                     "séisme*|inondation*|incendie*", "rappel|fusion|rachat"),
        .scholarly = LIST("étude|études|recherche*|méta-analyse*|preuve*", "effet|effets|impact|influence de|du|des",
                          "symptôme*|maladie*|syndrome*|traitement*|thérapie*", "clinique*|médica*|scientifique*",
                          "effets secondaires", "vaccin*|cancer|diabète"),
    },
    {
        .tag = "es",
        .noun =
            ASPECTS({"cómo funciona %", "funciona*|principio*|mecanismo*"},
                    {"% ventajas y desventajas", "ventaja*|desventaja*|beneficio*"},
                    {"% problemas comunes", "problema*|error*|fallo*"},
                    {"% precio", "precio*|coste*|costo*|barato*|caro*"}, {"% consejos", "consejo*|truco*|recomend*"},
                    {"% alternativas comparación", "alternativa*|compar*|diferencia*"},
                    {"% normas y requisitos", "norma*|ley|leyes|requisito*"},
                    {"% datos y cifras", "cifra*|estadística*|promedio"}, {"% ejemplos", "ejemplo*"},
                    {"% para principiantes", "principiante*|básico*"}, {"% riesgos", "riesgo*|peligro*|segur*"},
                    {"tipos de %", "tipo|tipos|clases"}, {"% historia", "historia|origen*"},
                    {"% mantenimiento", "mantenimiento|cuidado*|limpi*"}),
        .task = ASPECTS({"% paso a paso", "paso|pasos"}, {"% errores comunes", "error*|evitar"},
                        {"% materiales y herramientas", "herramienta*|material*|equipo"},
                        {"% cuánto tiempo", "minuto*|hora*|día*|semana*|tiempo"},
                        {"% precio", "precio*|coste*|costo*|barato*"}, {"% consejos", "consejo*|truco*|recomend*"},
                        {"% mejor época", "época|primavera|verano|otoño|invierno|cuándo"},
                        {"% problemas", "problema*|fall*"}, {"% para principiantes", "principiante*|básico*"},
                        {"% ejemplos", "ejemplo*"}),
        .news = LIST("noticia|noticias|últimas|última hora", "hoy|ayer|mañana|actualmente|actualidad", "esta semana",
                     "este año|mes", "elecciones|cumbre|huelga*|protesta*",
                     "terremoto*|inundación|inundaciones|incendio*", "copa mundial", "fusión|adquisición"),
        .scholarly =
            LIST("estudio|estudios|investigación|investigaciones|evidencia*|metaanálisis",
                 "efecto|efectos|impacto|influencia de|del", "síntoma*|enfermedad*|síndrome*|tratamiento*|terapia*",
                 "clínic*|médic*|científic*", "efectos secundarios", "vacuna*|cáncer|diabetes"),
    },
    {
        .tag = "it",
        .noun =
            ASPECTS({"come funziona %", "funziona*|principio*|meccanismo*"},
                    {"% vantaggi e svantaggi", "vantagg*|svantagg*|benefic*"},
                    {"% problemi comuni", "problem*|errore|errori|guast*"},
                    {"% prezzo", "prezz*|costo|costi|costa|economic*"}, {"% consigli", "consigli*|trucch*|raccomand*"},
                    {"% alternative confronto", "alternativ*|confront*|differenz*"},
                    {"% regole e requisiti", "regol*|legge|leggi|requisit*|norm*"},
                    {"% dati e cifre", "cifr*|statistic*|media"}, {"% esempi", "esempi*"},
                    {"% per principianti", "principiant*|basi"}, {"% rischi", "risch*|pericol*|sicur*"},
                    {"tipi di %", "tipo|tipi|varietà"}),
        .task =
            ASPECTS({"% passo dopo passo", "passo|passi|passagg*"}, {"% errori da evitare", "errore|errori|evitar*"},
                    {"% strumenti e materiali", "strument*|material*|attrezz*"},
                    {"% quanto tempo", "minut*|ore|giorn*|settiman*|tempo"}, {"% prezzo", "prezz*|costo|costi|costa"},
                    {"% consigli", "consigli*|trucch*|raccomand*"},
                    {"% periodo migliore", "periodo|primavera|estate|autunno|inverno|quando"},
                    {"% problemi", "problem*"}, {"% per principianti", "principiant*|basi"}),
        .news =
            LIST("notizia|notizie|ultime|ultim'ora", "oggi|ieri|domani|attualmente", "questa settimana",
                 "elezioni|vertice|sciopero|scioperi|protest*", "terremot*|alluvion*|incendi*", "mondiali|olimpiadi"),
        .scholarly =
            LIST("studio|studi|ricerca|ricerche|evidenz*|metanalisi", "effetto|effetti|impatto|influenza di|del|della",
                 "sintom*|malatti*|sindrom*|terapi*|trattament*", "clinic*|medic*|scientific*", "effetti collaterali",
                 "vaccin*|cancro|diabete"),
    },
    {
        .tag = "pt",
        .noun = ASPECTS({"como funciona %", "funciona*|princípio*|mecanismo*"},
                        {"% vantagens e desvantagens", "vantage*|desvantage*|benefício*"},
                        {"% problemas comuns", "problema*|erro|erros|falha*"},
                        {"% preço", "preço*|custo*|custa*|barato*|caro*"}, {"% dicas", "dica*|conselho*|recomend*"},
                        {"% alternativas comparação", "alternativa*|compar*|diferença*"},
                        {"% regras e requisitos", "regra*|lei|leis|requisito*|norma*"},
                        {"% dados e números", "número*|estatística*|média"}, {"% exemplos", "exemplo*"},
                        {"% para iniciantes", "iniciante*|básico*"}, {"% riscos", "risco*|perigo*|segur*"},
                        {"tipos de %", "tipo|tipos|variedade*"}),
        .task = ASPECTS({"% passo a passo", "passo|passos|etapa*"}, {"% erros comuns", "erro|erros|evitar"},
                        {"% ferramentas e materiais", "ferramenta*|material|materiais|equipamento*"},
                        {"% quanto tempo", "minuto*|hora*|dia|dias|semana*|tempo"},
                        {"% preço", "preço*|custo*|custa*|barato*"}, {"% dicas", "dica*|conselho*|recomend*"},
                        {"% melhor época", "época|primavera|verão|outono|inverno|quando"}, {"% problemas", "problema*"},
                        {"% para iniciantes", "iniciante*|básico*"}),
        .news =
            LIST("notícia|notícias|últimas", "hoje|ontem|amanhã|atualmente|atualidade", "esta semana", "este ano|mês",
                 "eleição|eleições|cúpula|greve*|protesto*", "terremoto*|enchente*|incêndio*", "copa do mundo"),
        .scholarly =
            LIST("estudo|estudos|pesquisa|pesquisas|evidência*|metanálise",
                 "efeito|efeitos|impacto|influência de|do|da", "sintoma*|doença*|síndrome*|tratamento*|terapia*",
                 "clínic*|médic*|científic*", "efeitos colaterais", "vacina*|câncer|diabetes"),
    },
    {
        .tag = "nl",
        .noun =
            ASPECTS({"hoe werkt %", "werkt|werking|principe*|functie*"},
                    {"% voordelen en nadelen", "voordel*|nadel*|voordeel|nadeel"},
                    {"% veelvoorkomende problemen", "problem*|probleem|fout|fouten|storing*"},
                    {"% kosten", "kost|kosten|prijs|prijzen|duur|goedkoop*"}, {"% tips", "tip|tips|advies|aanbevol*"},
                    {"% alternatieven vergelijken", "alternatie*|vergelijk*|verschil*"},
                    {"% regels en eisen", "regel*|wet|wetten|eis|eisen|norm*"},
                    {"% feiten en cijfers", "cijfer*|statistiek*|gemiddeld*"}, {"% voorbeelden", "voorbeeld*"},
                    {"% voor beginners", "beginner*|basis"}, {"% risico's", "risico*|gevaar*|veilig*"},
                    {"soorten %", "soort|soorten|type|types"}),
        .task = ASPECTS({"% stap voor stap", "stap|stappen"}, {"% veelgemaakte fouten", "fout|fouten|vermijd*"},
                        {"% gereedschap en materiaal", "gereedschap*|materia*|uitrusting"},
                        {"% hoe lang duurt het", "minuten|uur|dag|dagen|week|weken|tijd"},
                        {"% kosten", "kost|kosten|prijs|prijzen|goedkoop*"}, {"% tips", "tip|tips|advies"},
                        {"% beste tijd", "voorjaar|lente|zomer|herfst|winter|wanneer"},
                        {"% problemen", "problem*|probleem"}, {"% voor beginners", "beginner*|basis"}),
        .news = LIST("nieuws|laatste|actueel|actuele", "vandaag|gisteren|morgen", "deze week|maand",
                     "verkiezing*|top|staking*|protest*", "aardbeving*|overstroming*", "wereldkampioenschap*"),
        .scholarly = LIST("studie|studies|onderzoek*|bewijs|meta-analyse*", "effect|effecten|invloed|impact van",
                          "symptom*|ziekte*|syndroom|therapie*|behandeling van", "klinisch*|medisch*|wetenschappelijk*",
                          "bijwerking*", "vaccin*|kanker|diabetes"),
    },
};

const struct research_words *research_words_of(const struct language *language)
{
    for (size_t i = 0; language && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].tag, language->tag) == 0)
            return &rows[i];
    return NULL;
}

/* --- which places are asked --- */

enum {
    LEAST_RESULTS = 4,    /* that say something of a subject: of fewer a half and a third are chance */
    FRESH_DAYS = 14,      /* of news */
    DAY_MS = 24 * 3600000 /* milliseconds */
};

/* Hosts where studies are published, and ends of such hosts. */
static const char *const scholarly_hosts[] = {
    "doi.org",
    "arxiv.org",
    "ncbi.nlm.nih.gov",
    "nature.com",
    "sciencedirect.com",
    "springer.com",
    "jstor.org",
    "plos.org",
    "frontiersin.org",
    "onlinelibrary.wiley.com",
    "biorxiv.org",
    "medrxiv.org",
    "mdpi.com",
    "academic.oup.com",
    "tandfonline.com",
    "cochrane.org",
    "pnas.org",
    "science.org",
    "thelancet.com",
    "nejm.org",
    "bmj.com",
    "jamanetwork.com",
    "semanticscholar.org",
    "openalex.org",
    "researchgate.net",
};

static bool is_configured(const struct writing *writing, enum search_kind kind)
{
    return writing->services->search[kind] != NULL;
}

/* The first kind that is configured, the web before the others; SEARCH_KINDS: none. */
static enum search_kind any_configured(const struct writing *writing)
{
    enum search_kind kind = SEARCH_WEB;
    while (kind < SEARCH_KINDS && !is_configured(writing, kind))
        kind++;
    return kind;
}

/* The kind that the request names, or what stands in for it. */
static enum status choose_first(struct writing *writing, enum search_kind wanted, struct kinds *kinds)
{
    enum search_kind instead = any_configured(writing);
    const char *name = search_kind_name(wanted);
    kinds->first = wanted;
    if (is_configured(writing, wanted))
        return OK;
    if (instead == SEARCH_KINDS) {
        writing_note(writing,
                     "realTimeData: nothing was searched, since the configuration has no "
                     "entry search.%s.",
                     name);
        return error_set(writing->err, E_NOT_FOUND, NULL, "the configuration has no entry search.%s", name);
    }
    kinds->first = instead;
    return writing_note(writing, "The configuration has no entry search.%s: search.%s was searched instead.", name,
                        search_kind_name(instead));
}

static int year_of(int64_t now_ms)
{
    time_t now = (time_t)(now_ms / 1000);
    struct tm utc;
    gmtime_r(&now, &utc);
    return utc.tm_year + 1900;
}

enum status kinds_choose(struct writing *writing, struct kinds *kinds)
{
    const char *source = config_string(writing->config, "realTimeDataSource");
    enum search_kind wanted = SEARCH_WEB;
    *kinds = (struct kinds){.is_custom = source && strcmp(source, "custom") == 0};
    if (kinds->is_custom && !json_array_size(json_object_get(writing->config, "urls")))
        return writing_note(writing, "realTimeDataSource \"custom\" means urls, and the request names none.");
    if (kinds->is_custom)
        return OK;
    for (enum search_kind kind = SEARCH_WEB; source && kind < SEARCH_KINDS; kind++)
        if (strcmp(search_kind_name(kind), source) == 0)
            wanted = kind;
    enum status status = choose_first(writing, wanted, kinds);
    kinds->is_open = source && strcmp(source, "auto") == 0;
    if (!status && kinds->is_open)
        kinds_add(
            writing, kinds,
            kinds_of_keyword(writing->arena, writing->brief.keyword, writing->brief.language, year_of(clock_now_ms())));
    return writing_end(writing, status);
}

void kinds_add(const struct writing *writing, struct kinds *kinds, enum search_kind kind)
{
    if (!kinds->is_open || kinds->has_second || kind == SEARCH_WEB || kind == kinds->first ||
        !is_configured(writing, kind))
        return;
    kinds->has_second = true;
    kinds->second = kind;
}

/* --- by words --- */

/* This year or one of the next two, which have hardly begun to be written about. */
static bool has_recent_year(const struct worded *worded, int year)
{
    enum { YEARS_AHEAD = 2 };
    for (size_t i = 0; i < worded->count; i++) {
        struct str word = worded->words[i].folded;
        int value = 0;
        for (size_t j = 0; j < word.len && word.len == 4; j++)
            value = ascii_is_digit(word.data[j]) ? value * 10 + (word.data[j] - '0') : -10000;
        if (value >= year && value <= year + YEARS_AHEAD)
            return true;
    }
    return false;
}

enum search_kind kinds_of_keyword(struct arena *arena, struct str keyword, const struct language *language, int year)
{
    const struct research_words *words = research_words_of(language);
    struct worded worded = query_words(arena, keyword, language);
    struct pattern_place place;
    if (words && pattern_find(words->scholarly, &worded, 0, &place))
        return SEARCH_SCHOLARLY;
    bool is_news = has_recent_year(&worded, year) || (words && pattern_find(words->news, &worded, 0, &place));
    return is_news ? SEARCH_NEWS : SEARCH_WEB;
}

/* --- by what was found --- */

static bool is_scholarly(const char *url)
{
    struct url parts;
    if (url_parse(str_from(url), &parts, NULL))
        return false;
    for (size_t i = 0; i < COUNT_OF(scholarly_hosts); i++) {
        struct str host = str_from(scholarly_hosts[i]);
        size_t before = parts.host.len - host.len;
        if (str_ends(parts.host, host) && (parts.host.len == host.len || parts.host.data[before - 1] == '.'))
            return true;
    }
    return false;
}

enum search_kind kinds_of_results(const struct search_result *const *results, size_t count, int64_t now_ms)
{
    size_t fresh = 0, scholarly = 0;
    for (size_t i = 0; i < count; i++) {
        fresh += results[i]->published_ms > now_ms - (int64_t)FRESH_DAYS * DAY_MS;
        scholarly += is_scholarly(results[i]->url);
    }
    if (count < LEAST_RESULTS)
        return SEARCH_WEB;
    if (scholarly * 3 >= count)
        return SEARCH_SCHOLARLY;
    return fresh * 2 >= count ? SEARCH_NEWS : SEARCH_WEB;
}
