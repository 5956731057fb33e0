#include "research/cues.h"

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct cues table[] = {
    {.tag = "en",
     .openings = LIST(
         "that", "he", "she", "his", "her", "here", "however", "therefore", "thus", "hence", "also", "too", "moreover",
         "furthermore", "additionally", "besides", "in addition", "consequently", "accordingly", "as a result",
         "similarly", "likewise", "instead", "otherwise", "nevertheless", "nonetheless", "meanwhile", "then", "but",
         "and", "or", "nor", "so", "yet", "still", "again", "indeed", "rather", "for example", "for instance",
         "in contrast", "by contrast", "on the other hand", "on the one hand", "even so", "that said", "in particular",
         "in other words", "in fact", "in short", "of course", "as such", "first", "firstly", "second", "secondly",
         "third", "thirdly", "next", "finally", "lastly", "last", "afterwards", "later", "see", "note", "notice",
         "remember", "recall", "both", "either", "neither", "another", "others", "the other", "the others", "the same",
         "the former", "the latter", "the first", "the second", "the third", "the last", "the result", "the answer",
         "one of", "one such", "one is", "one reason", "one exception", "if so", "if not", "doing so", "after that",
         "before that", "because of that", "only then", "even then", "yes", "no", "not so", "similar", "conversely",
         "specifically", "more specifically", "as mentioned", "as noted", "as described", "as explained",
         "as discussed", "as shown", "as before", "as above", "for that", "when that", "if that", "once that",
         "until that", "at that", "in that", "by that", "to that end", "with that", "unlike that", "now", "example",
         "once again", "alternatively", "all other", "most other", "the above", "the preceding", "the previous",
         "the next",
         /* a verb without its subject, as reference manuals write: "Specifies the ..." */
         "enables", "disables", "specifies", "sets", "returns", "controls", "determines", "allows", "defines",
         "creates", "causes", "shows", "prints", "gives", "provides", "adds", "removes", "selects", "indicates", "used",
         "like", "makes", "forces", "requires", "unlike", "converts", "computes", "checks", "contains", "lists",
         "describes", "represents"),
     .pronouns =
         LIST("this", "these", "those", "it", "it's", "its", "itself", "they", "they're", "them", "their", "such"),
     .pointers = LIST("of these", "of this", "of those", "for these", "for this", "with these", "with this", "to these",
                      "in these", "by these", "from these", "on these", "using these", "using this", "that happens",
                      "however", "therefore", "on the other hand", "is then", "are then", "can then", "will then",
                      "in this case", "in that case", "in this example", "in this way", "in that way", "also",
                      "at this point", "by then", "the same way"),
     .references =
         LIST("shown above", "shown below", "described above", "described below", "mentioned above", "mentioned below",
              "mentioned earlier", "listed above", "listed below", "discussed above", "discussed below",
              "discussed later", "discussed earlier", "explained above", "explained below", "described earlier",
              "described later", "noted above", "noted below", "given above", "given below", "defined above",
              "see above", "see below", "as above", "the above", "above example", "above examples", "example above",
              "examples above", "example below", "table above", "table below", "list above", "list below",
              "above table", "above command", "command above", "index above", "query above", "queries above",
              "statement above", "code above", "function above", "case above", "definition above", "output above",
              "steps above", "steps below", "section above", "section below", "the following", "as follows",
              "following example", "following command", "the preceding", "preceding section", "previous section",
              "previous example", "next section", "previous chapter", "next chapter", "later in", "earlier in",
              "the example", "the examples", "our example", "our examples", "these examples", "this example",
              "example #", "section #", "sections #", "chapter #", "chapters #", "figure #", "figures #", "table #",
              "tables #", "appendix", "page #", "part #", "step #", "see also", "see the", "see section", "see chapter",
              "see figure", "see table", "see page", "see our", "documented in", "described in", "described under",
              "described for", "described with", "described here", "discussed in", "explained in", "refer to",
              "for details", "for more details", "for more information", "for further information", "more information",
              "more details", "more about", "read more", "learn more", "find out more", "pictured", "as shown",
              "shown in", "shown here", "illustrated", "mentioned"),
     .talk = LIST("we", "we'll", "we've", "we're", "our", "ours", "i", "i'm", "i've", "i'll", "my", "me", "let's",
                  "let us", "this section", "this chapter", "this page", "this article", "this guide", "this tutorial",
                  "this document", "this documentation", "this manual", "this book", "this post", "this paper",
                  "this topic", "this appendix", "this blog", "this website", "this site", "in this overview", "click",
                  "subscribe", "newsletter", "sign up", "cookies", "copyright", "all rights reserved", "read on",
                  "keep reading", "contact us", "last updated", "download"),
     .headings = LIST("introduction", "intro", "see also", "example", "examples", "synopsis", "note", "notes",
                      "description", "parameters", "parameter", "arguments", "options", "return value", "return values",
                      "outputs", "output", "compatibility", "references", "reference", "sources", "further reading",
                      "related", "related articles", "related posts", "related topics", "related reading",
                      "external links", "links", "bibliography", "contents", "table of contents", "conclusion",
                      "conclusions", "summary", "in short", "in brief", "final thoughts", "wrapping up", "about",
                      "about the author", "acknowledgements", "acknowledgments", "author", "authors", "history",
                      "changelog", "comments", "leave a comment", "leave a reply", "share", "share this", "tags",
                      "categories", "navigation", "menu", "search", "footnotes", "appendix", "glossary", "credits",
                      "license", "key takeaways", "at a glance", "usage", "background", "prerequisites", "what's next",
                      "next steps", "further information", "more information", "general", "other", "miscellaneous"),
     .examples = LIST("example", "examples", "worked example"),
     .asides = LIST("note", "tip", "warning", "important", "caution", "caveat", "hint", "info", "attention", "danger"),
     .questions = LIST("faq", "faqs", "frequently asked questions", "questions and answers", "common questions", "q a",
                       "your questions answered", "questions")},
    {.tag = "de",
     .openings =
         LIST("er", "sie", "ihm", "ihnen", "hier", "hierbei", "hierzu", "hierfür", "hierdurch", "dabei", "dafür",
              "dagegen", "dadurch", "damit", "daher", "darum", "deshalb", "deswegen", "somit", "folglich", "also",
              "auch", "außerdem", "zudem", "ferner", "überdies", "darüber hinaus", "jedoch", "allerdings", "dennoch",
              "trotzdem", "aber", "doch", "und", "oder", "denn", "sonst", "ansonsten", "andernfalls", "stattdessen",
              "danach", "dann", "anschließend", "zuerst", "zunächst", "zuletzt", "schließlich", "ebenso", "ebenfalls",
              "genauso", "beispielsweise", "zum beispiel", "so", "erstens", "zweitens", "drittens", "beide", "beides",
              "andere", "letztere", "letzteres", "erstere", "siehe", "vgl", "dazu", "davon", "darin", "daran", "daraus",
              "darunter", "darauf", "dort", "nun", "in diesem fall", "im gegensatz dazu", "mit anderen worten",
              "insbesondere", "wie erwähnt", "wie oben", "wie gesagt", "ja", "nein", "gleiches", "dasselbe",
              "der erste", "die zweite", "der zweite", "das zweite", "das erste", "zweite", "inzwischen", "einerseits",
              "andererseits", "hinzu", "vielmehr", "nur so", "nur dann", "später", "übrigens"),
     .pronouns = LIST("dies", "diese", "dieser", "dieses", "diesem", "diesen", "jene", "jener", "jenes", "es", "solche",
                      "solcher", "solches", "sein", "seine", "ihr", "ihre", "ihren", "ihrer", "deren", "dessen"),
     .pointers = LIST("in diesem fall", "auf diese weise", "in diesem beispiel", "ebenfalls", "zudem"),
     .references =
         LIST("oben", "siehe", "weiter unten", "nachfolgend", "nachfolgende", "nachfolgenden", "folgende", "folgenden",
              "folgendes", "folgender", "wie folgt", "abschnitt #", "kapitel #", "abbildung #", "tabelle #", "seite #",
              "bild #", "im vorigen", "im vorherigen", "im nächsten abschnitt", "obige", "obigen", "obiges",
              "vorstehend", "dieses beispiel", "dem beispiel", "das beispiel", "mehr dazu", "mehr über",
              "weitere informationen", "genannten", "erwähnte", "erwähnten", "besagte"),
     .talk =
         LIST("wir", "uns", "unser", "unsere", "unserer", "unserem", "unseren", "ich", "mein", "meine", "meiner", "mir",
              "mich", "dieser artikel", "diesem artikel", "diesen artikel", "dieser beitrag", "diesem beitrag",
              "diese seite", "dieser seite", "dieses kapitel", "diesem kapitel", "diesem abschnitt", "dieser abschnitt",
              "dieser anleitung", "diese anleitung", "dieser ratgeber", "diesem ratgeber", "klicken", "newsletter",
              "cookies", "copyright", "alle rechte vorbehalten", "weiterlesen"),
     .headings =
         LIST("einleitung", "einführung", "vorwort", "siehe auch", "beispiel", "beispiele", "hinweis", "hinweise",
              "anmerkung", "anmerkungen", "beschreibung", "parameter", "optionen", "literatur", "quellen",
              "einzelnachweise", "weblinks", "weiterführende links", "inhalt", "inhaltsverzeichnis", "fazit",
              "zusammenfassung", "schluss", "schlusswort", "über den autor", "über uns", "impressum", "kommentare",
              "auf einen blick", "das wichtigste in kürze", "allgemeines", "sonstiges", "verwandte artikel", "glossar"),
     .examples = LIST("beispiel", "beispiele"),
     .asides = LIST("hinweis", "tipp", "tip", "achtung", "warnung", "wichtig", "vorsicht", "info", "merke"),
     .questions = LIST("faq", "häufige fragen", "häufig gestellte fragen", "fragen und antworten", "fragen")},
    {.tag = "fr",
     .openings =
         LIST("il", "elle", "ils", "elles", "cela", "ça", "c'est", "ce sont", "celui-ci", "celle-ci", "ceux-ci", "ici",
              "là", "cependant", "pourtant", "toutefois", "néanmoins", "donc", "ainsi", "alors", "aussi", "de plus",
              "en outre", "par ailleurs", "également", "par conséquent", "c'est pourquoi", "en revanche",
              "au contraire", "par contre", "par exemple", "mais", "et", "ou", "or", "car", "puis", "ensuite", "enfin",
              "d'abord", "tout d'abord", "premièrement", "deuxièmement", "en effet", "en fait", "autrement", "sinon",
              "de même", "voir", "notez", "à noter", "d'autre part", "d'une part", "d'autres", "en particulier",
              "dans ce cas", "oui", "y", "en voici", "voici", "voilà", "pour cela", "l'autre", "les autres",
              "le premier", "le second", "la seconde", "la première", "les deux", "ce dernier", "cette dernière"),
     .pronouns = LIST("ce", "cet", "cette", "ces", "celui", "celle", "ceux", "celles", "leur", "leurs", "tel", "telle",
                      "tels", "telles"),
     .pointers = LIST("dans ce cas", "de cette façon", "également", "dans cet exemple"),
     .references = LIST("ci-dessus", "ci-dessous", "ci-après", "voir la", "voir le", "voir aussi", "comme suit",
                        "l'exemple suivant", "exemple suivant", "exemples suivants", "commande suivante",
                        "les suivants", "les suivantes", "section #", "chapitre #", "figure #", "tableau #", "page #",
                        "section précédente", "chapitre précédent", "exemple précédent", "mentionné", "mentionnés",
                        "mentionnée", "en savoir plus", "plus d'informations", "pour plus de détails"),
     .talk = LIST("nous", "notre", "nos", "je", "j'ai", "mon", "ma", "mes", "moi", "cet article", "cette page",
                  "ce guide", "ce chapitre", "cette section", "ce tutoriel", "cliquez", "newsletter", "cookies",
                  "copyright", "tous droits réservés", "abonnez-vous"),
     .headings =
         LIST("introduction", "voir aussi", "exemple", "exemples", "note", "notes", "remarque", "remarques",
              "description", "paramètres", "options", "références", "sources", "bibliographie", "liens externes",
              "sommaire", "table des matières", "conclusion", "résumé", "en résumé", "en bref", "à propos",
              "à propos de l'auteur", "commentaires", "généralités", "divers", "articles liés", "l'essentiel"),
     .examples = LIST("exemple", "exemples"),
     .asides = LIST("note", "remarque", "astuce", "attention", "avertissement", "important", "conseil", "info"),
     .questions = LIST("faq", "foire aux questions", "questions fréquentes", "questions fréquemment posées",
                       "questions et réponses", "questions")},
    {.tag = "es",
     .openings =
         LIST("él", "ella", "ellos", "ellas", "ello", "aquí", "allí", "sin embargo", "no obstante", "por lo tanto",
              "por tanto", "por eso", "por ello", "así", "así que", "entonces", "también", "además", "asimismo",
              "igualmente", "en consecuencia", "en cambio", "por el contrario", "por ejemplo", "pero", "y", "e", "o",
              "pues", "luego", "después", "finalmente", "por último", "primero", "en primer lugar", "segundo",
              "en segundo lugar", "de hecho", "de lo contrario", "si no", "del mismo modo", "véase", "nota",
              "por otro lado", "por otra parte", "por un lado", "en particular", "en este caso", "sí", "ambos", "ambas",
              "otro", "otra", "otros", "otras", "el otro", "la otra", "el primero", "el segundo", "este último",
              "para ello", "con ello", "mientras tanto", "lo mismo"),
     .pronouns = LIST("esto", "eso", "este", "esta", "estos", "estas", "ese", "esa", "esos", "esas", "aquel", "aquella",
                      "tal", "tales", "su", "sus", "dicho", "dicha", "dichos", "dichas"),
     .pointers = LIST("en este caso", "en ese caso", "de este modo", "de esta forma", "también", "en este ejemplo"),
     .references = LIST("arriba", "más abajo", "a continuación", "véase", "ver la", "ver el", "siguiente ejemplo",
                        "ejemplo siguiente", "los siguientes", "las siguientes", "el siguiente", "la siguiente",
                        "como sigue", "sección #", "capítulo #", "figura #", "tabla #", "cuadro #", "página #",
                        "sección anterior", "capítulo anterior", "ejemplo anterior", "mencionado", "mencionada",
                        "mencionados", "mencionadas", "más información", "para más detalles", "leer más"),
     .talk = LIST("nosotros", "nos", "nuestro", "nuestra", "nuestros", "nuestras", "yo", "mi", "mis", "me",
                  "este artículo", "esta página", "esta guía", "este capítulo", "esta sección", "este tutorial",
                  "haz clic", "suscríbete", "boletín", "cookies", "copyright", "todos los derechos reservados"),
     .headings =
         LIST("introducción", "véase también", "ver también", "ejemplo", "ejemplos", "nota", "notas", "descripción",
              "parámetros", "opciones", "referencias", "fuentes", "bibliografía", "enlaces externos", "contenido",
              "índice", "conclusión", "conclusiones", "resumen", "en resumen", "acerca de", "sobre el autor",
              "comentarios", "generalidades", "varios", "artículos relacionados"),
     .examples = LIST("ejemplo", "ejemplos"),
     .asides = LIST("nota", "consejo", "aviso", "advertencia", "importante", "atención", "precaución", "info"),
     .questions = LIST("faq", "preguntas frecuentes", "preguntas y respuestas", "preguntas")},
    {.tag = "it",
     .openings = LIST("egli", "ella", "esso", "essa", "essi", "esse", "lui", "lei", "loro", "ciò", "qui", "lì",
                      "tuttavia", "però", "quindi", "perciò", "pertanto", "dunque", "così", "allora", "anche",
                      "inoltre", "in aggiunta", "di conseguenza", "per questo", "invece", "al contrario", "ad esempio",
                      "per esempio", "ma", "e", "ed", "o", "oppure", "poi", "dopo", "infine", "prima", "innanzitutto",
                      "in primo luogo", "in secondo luogo", "infatti", "altrimenti", "allo stesso modo", "analogamente",
                      "vedi", "nota", "d'altra parte", "da un lato", "in particolare", "in tal caso", "sì", "no",
                      "entrambi", "entrambe", "un altro", "un'altra", "gli altri", "le altre", "altri", "altre",
                      "il primo", "il secondo", "quest'ultimo", "quest'ultima", "nel frattempo", "lo stesso", "c'è"),
     .pronouns = LIST("questo", "questa", "questi", "queste", "quest'anno", "quello", "quella", "quelli", "quelle",
                      "tale", "tali", "suo", "sua", "suoi", "sue", "ne"),
     .pointers = LIST("in questo caso", "in tal caso", "in questo modo", "anche", "in questo esempio"),
     .references = LIST("sopra", "qui sotto", "di seguito", "vedi", "vedere la", "seguente esempio", "esempio seguente",
                        "i seguenti", "le seguenti", "il seguente", "la seguente", "come segue", "sezione #",
                        "capitolo #", "figura #", "tabella #", "pagina #", "sezione precedente", "capitolo precedente",
                        "esempio precedente", "menzionato", "menzionata", "menzionati", "maggiori informazioni",
                        "ulteriori informazioni", "per saperne di più"),
     .talk = LIST("noi", "nostro", "nostra", "nostri", "nostre", "io", "mio", "mia", "miei", "mie", "questo articolo",
                  "questa pagina", "questa guida", "questo capitolo", "questa sezione", "clicca", "iscriviti",
                  "newsletter", "cookie", "cookies", "copyright", "tutti i diritti riservati"),
     .headings =
         LIST("introduzione", "vedi anche", "voci correlate", "esempio", "esempi", "nota", "note", "descrizione",
              "parametri", "opzioni", "riferimenti", "fonti", "bibliografia", "collegamenti esterni", "indice",
              "sommario", "conclusione", "conclusioni", "riassunto", "in breve", "in sintesi", "informazioni",
              "sull'autore", "commenti", "generalità", "varie", "articoli correlati"),
     .examples = LIST("esempio", "esempi"),
     .asides = LIST("nota", "suggerimento", "consiglio", "avviso", "avvertenza", "importante", "attenzione", "info"),
     .questions = LIST("faq", "domande frequenti", "domande e risposte", "domande")},
    {.tag = "pt",
     .openings =
         LIST("ele", "ela", "eles", "elas", "aqui", "ali", "no entanto", "entretanto", "contudo", "todavia", "porém",
              "portanto", "por isso", "assim", "então", "também", "além disso", "igualmente", "em consequência",
              "consequentemente", "em vez disso", "pelo contrário", "por exemplo", "mas", "e", "ou", "pois", "depois",
              "em seguida", "finalmente", "por fim", "primeiro", "em primeiro lugar", "segundo", "em segundo lugar",
              "de fato", "de facto", "caso contrário", "do mesmo modo", "da mesma forma", "ver", "veja", "nota", "note",
              "por outro lado", "por um lado", "em particular", "nesse caso", "neste caso", "sim", "ambos", "ambas",
              "outro", "outra", "outros", "outras", "o outro", "a outra", "o primeiro", "o segundo", "este último",
              "para isso", "com isso", "enquanto isso", "o mesmo"),
     .pronouns = LIST("isto", "isso", "aquilo", "este", "esta", "estes", "estas", "esse", "essa", "esses", "essas",
                      "neste", "nesta", "nesse", "nessa", "deste", "desta", "desse", "dessa", "tal", "tais", "seu",
                      "sua", "seus", "suas"),
     .pointers = LIST("neste caso", "nesse caso", "deste modo", "desta forma", "também", "neste exemplo"),
     .references =
         LIST("acima", "a seguir", "veja a", "veja o", "ver a", "exemplo seguinte", "seguinte exemplo", "os seguintes",
              "as seguintes", "o seguinte", "como segue", "seção #", "secção #", "capítulo #", "figura #", "tabela #",
              "página #", "seção anterior", "capítulo anterior", "exemplo anterior", "mencionado", "mencionada",
              "mencionados", "mais informações", "para mais detalhes", "saiba mais"),
     .talk =
         LIST("nós", "nosso", "nossa", "nossos", "nossas", "eu", "meu", "minha", "meus", "minhas", "este artigo",
              "neste artigo", "esta página", "nesta página", "este guia", "neste guia", "este capítulo", "esta seção",
              "clique", "inscreva-se", "newsletter", "cookies", "copyright", "todos os direitos reservados"),
     .headings =
         LIST("introdução", "ver também", "veja também", "exemplo", "exemplos", "nota", "notas", "descrição",
              "parâmetros", "opções", "referências", "fontes", "bibliografia", "ligações externas", "links externos",
              "conteúdo", "índice", "sumário", "conclusão", "conclusões", "resumo", "em resumo", "sobre",
              "sobre o autor", "comentários", "generalidades", "diversos", "artigos relacionados"),
     .examples = LIST("exemplo", "exemplos"),
     .asides = LIST("nota", "dica", "aviso", "atenção", "importante", "cuidado", "info"),
     .questions = LIST("faq", "perguntas frequentes", "perguntas e respostas", "perguntas")},
    {.tag = "nl",
     .openings = LIST("dat", "hij", "zij", "ze", "hem", "haar", "hier", "hierbij", "hierdoor", "hiervoor", "daar",
                      "daarbij", "daardoor", "daarvoor", "daarom", "daarmee", "daarna", "daarnaast", "daarentegen",
                      "dus", "ook", "bovendien", "verder", "echter", "toch", "niettemin", "desondanks", "maar", "en",
                      "of", "want", "anders", "in plaats", "dan", "vervolgens", "eerst", "ten eerste", "ten tweede",
                      "tot slot", "ten slotte", "uiteindelijk", "eveneens", "evenzo", "bijvoorbeeld", "zo", "beide",
                      "andere", "laatstgenoemde", "zie", "in dit geval", "in dat geval", "met andere woorden",
                      "met name", "zoals gezegd", "ja", "nee", "hetzelfde", "de eerste", "de tweede", "het eerste",
                      "het tweede", "intussen", "enerzijds", "anderzijds", "overigens", "later", "nu"),
     .pronouns = LIST("dit", "deze", "die", "zulke", "zulk", "hun"),
     .pointers = LIST("in dit geval", "in dat geval", "op deze manier", "ook", "in dit voorbeeld"),
     .references = LIST("hierboven", "hieronder", "zie ook", "bovenstaande", "onderstaande", "volgende voorbeeld",
                        "het volgende", "de volgende", "als volgt", "paragraaf #", "hoofdstuk #", "figuur #", "tabel #",
                        "pagina #", "vorige paragraaf", "vorige hoofdstuk", "vorige voorbeeld", "dit voorbeeld",
                        "het voorbeeld", "meer informatie", "lees meer", "genoemde", "vermelde"),
     .talk = LIST("wij", "we", "ons", "onze", "ik", "mijn", "mij", "dit artikel", "deze pagina", "deze gids",
                  "dit hoofdstuk", "deze paragraaf", "deze handleiding", "klik", "nieuwsbrief", "cookies", "copyright",
                  "alle rechten voorbehouden"),
     .headings = LIST("inleiding", "introductie", "zie ook", "voorbeeld", "voorbeelden", "opmerking", "opmerkingen",
                      "beschrijving", "parameters", "opties", "referenties", "bronnen", "literatuur", "externe links",
                      "inhoud", "inhoudsopgave", "conclusie", "samenvatting", "kort samengevat", "over",
                      "over de auteur", "reacties", "algemeen", "overig", "gerelateerde artikelen"),
     .examples = LIST("voorbeeld", "voorbeelden"),
     .asides = LIST("opmerking", "tip", "let op", "waarschuwing", "belangrijk", "info"),
     .questions = LIST("faq", "veelgestelde vragen", "vragen en antwoorden", "vragen")},
    {.tag = "sv",
     .openings = LIST("han", "hon", "här", "härmed", "där", "därför", "därmed", "därefter", "därtill", "därav", "dock",
                      "emellertid", "alltså", "således", "följaktligen", "också", "även", "dessutom", "vidare",
                      "likaså", "ändå", "trots detta", "trots det", "men", "och", "eller", "annars", "istället",
                      "i stället", "sedan", "först", "för det första", "för det andra", "slutligen", "till sist",
                      "till slut", "likadant", "till exempel", "exempelvis", "båda", "bägge", "andra", "den andra",
                      "det andra", "den första", "det första", "den senare", "den förra", "se", "i så fall", "däremot",
                      "å andra sidan", "å ena sidan", "med andra ord", "i synnerhet", "som nämnts", "ja", "nej",
                      "samma", "under tiden", "nu", "senare", "tvärtom"),
     .pronouns = LIST("detta", "denna", "dessa", "dem", "deras", "dess", "sådan", "sådana", "sådant"),
     .pointers = LIST("i det här fallet", "i detta fall", "på detta sätt", "på så sätt", "också"),
     .references = LIST("ovan", "ovanstående", "nedan", "nedanstående", "följande", "som följer", "se även",
                        "avsnitt #", "kapitel #", "figur #", "tabell #", "sidan #", "föregående avsnitt",
                        "föregående kapitel", "detta exempel", "exemplet", "mer information", "läs mer", "nämnda"),
     .talk = LIST("vi", "oss", "vår", "vårt", "våra", "jag", "min", "mitt", "mina", "mig", "den här artikeln",
                  "denna artikel", "den här sidan", "den här guiden", "det här kapitlet", "det här avsnittet", "klicka",
                  "nyhetsbrev", "cookies", "copyright"),
     .headings = LIST("inledning", "introduktion", "se även", "exempel", "anmärkning", "anmärkningar", "beskrivning",
                      "parametrar", "alternativ", "referenser", "källor", "litteratur", "externa länkar", "innehåll",
                      "innehållsförteckning", "slutsats", "sammanfattning", "kort sagt", "om", "om författaren",
                      "kommentarer", "allmänt", "övrigt", "relaterade artiklar"),
     .examples = LIST("exempel"),
     .asides = LIST("anmärkning", "obs", "tips", "varning", "viktigt", "info"),
     .questions = LIST("faq", "vanliga frågor", "frågor och svar", "frågor")},
};

const struct cues *cues_for(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(table); i++)
        if (strcmp(table[i].tag, language->tag) == 0)
            return &table[i];
    return &table[0];
}

/* Typographic apostrophes count as plain ones. */
static bool same_word(struct str folded, struct str wanted)
{
    static const char curly[] = "\xE2\x80\x99";
    size_t i = 0, j = 0;
    while (i < folded.len && j < wanted.len) {
        bool is_curly = folded.len - i >= 3 && memcmp(folded.data + i, curly, 3) == 0;
        char c = is_curly ? '\'' : folded.data[i];
        if (c != wanted.data[j])
            return false;
        i += is_curly ? 3 : 1;
        j++;
    }
    return i == folded.len && j == wanted.len;
}

/* The number of words that the phrase matches from `at` on; 0: it does not. */
static size_t match(const struct word *words, size_t count, size_t at, const char *phrase)
{
    struct str rest = str_from(phrase), piece;
    size_t i = at;
    while (str_split(&rest, ' ', &piece)) {
        if (i == count)
            return 0;
        bool number = str_eq(piece, STR("#")) && words[i].folded.len && ascii_is_digit(words[i].folded.data[0]);
        if (!number && !same_word(words[i].folded, piece))
            return 0;
        i++;
    }
    return i - at;
}

bool cues_phrase_at(const struct word *words, size_t count, size_t at, const char *phrase)
{
    return match(words, count, at, phrase) > 0;
}

bool cues_any_before(const struct word *words, size_t count, size_t limit, const char *const *phrases)
{
    for (size_t at = 0; at < count && at < limit; at++)
        for (const char *const *phrase = phrases; *phrase; phrase++)
            if (match(words, count, at, *phrase))
                return true;
    return false;
}

bool cues_is_one(const struct word *words, size_t count, const char *const *phrases)
{
    for (const char *const *phrase = phrases; count && *phrase; phrase++)
        if (match(words, count, 0, *phrase) == count)
            return true;
    return false;
}
