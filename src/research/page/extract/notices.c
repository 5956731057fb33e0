#include "research/page/extract/notices.h"

enum {
    LONGEST_NOTICE = 90, /* bytes; a longer line is a sentence */
    LONGEST_REQUEST = 120,
    LARGEST_SHARE = 4, /* a section that is announced is at most one in so many of the text of a page */
};

/* How lines begin that announce other pages. In the order of the languages: en, de, fr, es, pt, it, nl, pl, da, sv. */
static const char *const announcements[] = {
    "also read",
    "also see:",
    "around the web",
    "check out more",

    "don't miss",
    "explore further",
    "explore more",
    "for more on",
    "from around the web",
    "further reading on",
    "have you read",
    "hot topics",
    "in case you missed",
    "in other news",
    "just watched",
    "keep reading",
    "latest articles",
    "latest news",
    "latest posts",
    "latest stories",
    "latest videos",
    "more about:",
    "more articles",
    "more by",
    "more content",
    "more coverage",
    "more from",
    "more headlines",
    "more in ",
    "more like this",
    "more news",
    "more on ",
    "more posts",
    "more stories",
    "more to explore",
    "more top stories",
    "more videos",
    "most commented",
    "most popular",
    "most read",
    "most recent",
    "most shared",
    "most viewed",
    "must read",
    "must watch",
    "newer post",
    "next article",
    "next post",
    "next story",
    "next up",
    "older post",
    "on our site",
    "other articles",
    "other news",
    "other posts",
    "our latest",
    "our picks",
    "people also",
    "popular articles",
    "popular now",
    "popular on",
    "popular posts",
    "popular stories",
    "previous article",
    "previous post",
    "read also",
    "read full",
    "read it next",
    "read more",
    "read next",
    "read now",
    "read the full",
    "read the rest",
    "read this next",
    "recent articles",
    "recent news",
    "recent posts",
    "recommended articles",
    "recommended for",
    "recommended reading",
    "recommended stories",
    "recommended videos",
    "related:",
    "related article",
    "related content",
    "related coverage",
    "related links",
    "related news",
    "related post",
    "related read",
    "related stor",
    "related tag",
    "related topics",
    "related video",
    "similar articles",
    "similar posts",
    "similar stories",
    "sponsored",
    "suggested articles",
    "suggested reading",
    "suggestions for you",
    "top news",
    "top posts",
    "top stories",
    "trending",
    "up next",
    "watch more",
    "watch now",
    "watch:",
    "we recommend",
    "what others are reading",
    "what to read next",
    "what's next",
    "you may also like",
    "you may also be interested",
    "you may also enjoy",
    "you may like",
    "you might also like",
    "you might also be interested",
    "you might also enjoy",
    "you might like",
    "you might be interested",
    "you may be interested",
    "Auch interessant",
    "Auch spannend",
    "Auch lesenswert",
    "Beliebte Artikel",
    "Das könnte Sie",
    "Das könnte dich",
    "Das könnte Ihnen",
    "Die neuesten",
    "Hier geht es zu",
    "Lesen Sie auch",
    "Lesen Sie dazu",
    "Lesen Sie hier",
    "Lesen Sie jetzt",
    "Lesen Sie mehr",
    "Lies auch",
    "Lies mehr",
    "Lesetipp",
    "Mehr aus",
    "Mehr auf",
    "Mehr Artikel",
    "Mehr dazu",
    "Mehr Infos",
    "Mehr lesen",
    "Mehr News",
    "Mehr Nachrichten",
    "Mehr Themen",
    "Mehr über",
    "Mehr von",
    "Mehr zu ",
    "Mehr zum",
    "Mehr zur",
    "Meistgelesen",
    "Meist gelesen",
    "Neueste Artikel",
    "Neueste Beiträge",
    "Passend zum Thema",
    "Passende Artikel",
    "Schlagworte",
    "Verwandte Artikel",
    "Verwandte Beiträge",
    "Verwandte Themen",
    "Weiterlesen",
    "Weitere Artikel",
    "Weitere Beiträge",
    "Weitere aktuelle",
    "Weitere Meldungen",
    "Weitere Nachrichten",
    "Weitere Themen",
    "Zum Weiterlesen",
    "Zum Thema:",
    "Ähnliche",
    "ähnliche",
    "A lire aussi",
    "À lire aussi",
    "A voir aussi",
    "À voir aussi",
    "À découvrir",
    "Articles liés",
    "Articles similaires",
    "Articles récents",
    "Dans la même",
    "Découvrez aussi",
    "En savoir plus",
    "Les plus lus",
    "Les plus lues",
    "Lire aussi",
    "Lire également",
    "Lire la suite",
    "Plus d'articles",
    "Plus d’articles",
    "Sur le même sujet",
    "Voir aussi :",
    "Vous aimerez aussi",
    "Vous pourriez aussi",
    "Artículos relacionados",
    "Contenido relacionado",
    "Entradas relacionadas",
    "Le puede interesar",
    "Le recomendamos",
    "Lea también",
    "Lea además",
    "Lee también",
    "Leer más",
    "Lo más leído",
    "Lo más visto",
    "Lo último",
    "Más información en",
    "Más leídas",
    "Más noticias",
    "Mira también",
    "Mirá también",
    "Noticias relacionadas",
    "Otras noticias",
    "Puedes leer",
    "Quizás te",
    "Te puede interesar",
    "Te recomendamos",
    "También te puede",
    "Temas relacionados",
    "Vea también",
    "Artigos relacionados",
    "Conteúdo relacionado",
    "Leia mais",
    "Leia também",
    "Mais lidas",
    "Mais notícias",
    "Matérias relacionadas",
    "Notícias relacionadas",
    "Posts relacionados",
    "Saiba mais",
    "Veja mais",
    "Veja também",
    "Você também pode",
    "Altri articoli",
    "Articoli correlati",
    "Articoli recenti",
    "Leggi anche",
    "Leggi tutto",
    "Potrebbe interessarti",
    "Potrebbero interessarti",
    "Ti potrebbe",
    "I più letti",
    "Vedi anche",
    "Ander nieuws",
    "Gerelateerd",
    "Lees meer",
    "Lees ook",
    "Lees verder",
    "Meer nieuws",
    "Meer over",
    "Czytaj dalej",
    "Czytaj też",
    "Czytaj także",
    "Czytaj więcej",
    "Najczęściej czytane",
    "Najnowsze",
    "Podobne artykuły",
    "Polecane artykuły",
    "Polecamy",
    "Powiązane artykuły",
    "Przeczytaj także",
    "Przeczytaj też",
    "Zobacz także",
    "Zobacz też",
    "Zobacz również",
    "Zobacz więcej",
    "Læs også",
    "Läs också",
    "Läs mer",
    "Läs även",
};

/* How lines begin that ask the reader for something, or say whose a picture or the page is. */
static const char *const requests[] = {
    "(Photo",
    "(Credit",
    "Advert",
    "All rights reserved",
    "Article by",
    "By subscribing",
    "Categories:",
    "Category:",
    "Click here",
    "Click to share",
    "Comment on",
    "Comments",
    "Contact:",
    "Credit:",
    "Download our",
    "Download the app",
    "Enter your email",
    "Filed under",
    "File photo",
    "Follow us",
    "Follow @",
    "Follow him on",
    "Follow her on",
    "Get the latest",
    "Have a tip",
    "Image:",
    "Image credit",
    "Image source",
    "Image via",
    "Image courtesy",
    "Images:",
    "Join our",
    "Join the conversation",
    "Leave a ",
    "Like this:",
    "Like us on",
    "Log in",
    "Login to",
    "Loading",
    "No comments",
    "Permalink",
    "Photo:",
    "Photo by",
    "Photo credit",
    "Photo courtesy",
    "Photos:",
    "Picture:",
    "Please enable",
    "Please log",
    "Please share",
    "Please sign",
    "Please subscribe",
    "Post a comment",
    "Post your comment",
    "Posted by",
    "Posted in",
    "Print this",
    "Published by",
    "Published on",
    "Read our",
    "Receive our",
    "Report a typo",
    "Say your words",
    "Send us",
    "Share on",
    "Share this",
    "Sign in",
    "Sign up",
    "Skip to",
    "Source:",
    "Stay connected",
    "Stay informed",
    "Stay up to date",
    "Subscribe",
    "Support our",
    "Tags",
    "Tagged",
    "Tell us what",
    "Thank you for sub",
    "Thanks for signing",
    "This article was originally",
    "This post originally",
    "Video:",
    "View all",
    "View comments",
    "View this post",
    "Want more",
    "Want to read",
    "Watch the video",
    "Write a comment",
    "You must be logged",
    "Your email",
    "Abbildung:",
    "Abonnieren Sie",
    "Aktualisiert",
    "Alle Angaben ohne",
    "Alle Rechte vorbehalten",
    "Anzeige",
    "Artikel teilen",
    "Autor:",
    "Autorin:",
    "Beitrag teilen",
    "Bild:",
    "Bilder:",
    "Bildquelle",
    "Bitte loggen",
    "Bitte melden Sie sich",
    "Den Artikel",
    "Diesen Artikel",
    "Diesen Beitrag",
    "Dieser Artikel erschien",
    "Diskutieren Sie",
    "Du musst",
    "Entdecken Sie",
    "Erstellt am",
    "Folge uns",
    "Folgen Sie",
    "Foto:",
    "Foto ",
    "Fotos:",
    "Hinterlasse einen",
    "Ihre Meinung",
    "Jetzt abonnieren",
    "Jetzt anmelden",
    "Jetzt kostenlos",
    "Jetzt lesen",
    "Kategorie:",
    "Kategorien:",
    "Keine Kommentare",
    "Kommentare",
    "Kommentar schreiben",
    "Kommentieren",
    "Kontakt:",
    "Melden Sie sich",
    "Newsletter",
    "Quelle:",
    "Quellen:",
    "Schreibe einen",
    "Schlagwörter",
    "Seite drucken",
    "Sie müssen",
    "Stand:",
    "Teilen Sie",
    "Teilen:",
    "Themen:",
    "Titelbild",
    "Unterstützen Sie",
    "Verfasst von",
    "Veröffentlicht",
    "Video:",
    "War der Artikel",
    "War dieser",
    "Werbung",
    "Zum Newsletter",
    "Zur Startseite",
    "Abonnez",
    "Commentaires",
    "Crédit",
    "Image illustrative",
    "Inscrivez-vous",
    "Partager",
    "Photo :",
    "Publié le",
    "Source :",
    "Suivez-nous",
    "Vos réactions",
    "Vous devez",
    "Laisser un comm",
    "Permalien",
    "Propos recueillis",
    "Comentarios",
    "Comparte",
    "Compartir",
    "Deja un comentario",
    "Dejar un",
    "Etiquetas",
    "Foto:",
    "Fuente:",
    "Síguenos",
    "Suscríbete",
    "Únete",
    "Para comentar",
    "Publicidad",
    "Regístrate",
    "Assine",
    "Compartilhe",
    "Crédito",
    "Fonte:",
    "Inscreva-se",
    "Siga",
    "Publicidade",
    "Deixe um",
    "Comentários",
    "Commenti",
    "Condividi",
    "Iscriviti",
    "Lascia un commento",
    "Pubblicità",
    "Seguici",
    "Deel dit",
    "Reacties",
    "Volg ons",
    "Drukuj",
    "Fot.",
    "Komentarze",
    "Materiał chroniony",
    "Podziel się",
    "Reklama",
    "Udostępnij",
    "Źródło:",
};

static bool is_listed(struct str line, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_istarts(line, str_from(starts[i])))
            return true;
    return false;
}

/* A line that ends like a sentence is part of the text. */
static bool is_announcement(const struct block *block)
{
    bool is_line = block->kind == BLOCK_HEADING || block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM;
    return is_line && block->text.len <= LONGEST_NOTICE &&
           is_listed(block->text, announcements, COUNT_OF(announcements));
}

static bool is_request(const struct block *block)
{
    return block->kind == BLOCK_PARAGRAPH && !block->marks && block->text.len <= LONGEST_REQUEST &&
           is_listed(block->text, requests, COUNT_OF(requests));
}

/* The first block behind the section of the heading. */
static size_t section_end(const struct page *page, size_t heading)
{
    size_t end = heading + 1;
    while (end < page->count &&
           (page->blocks[end].kind != BLOCK_HEADING || page->blocks[end].level > page->blocks[heading].level))
        end++;
    return end;
}

static size_t text_bytes(const struct page *page, size_t from, size_t to)
{
    size_t bytes = 0;
    for (size_t i = from; i < to; i++)
        bytes += page->blocks[i].text.len;
    return bytes;
}

/* What other pages are called, and a sentence of each: no text of this one. */
static bool is_of_teasers(const struct page *page, size_t from, size_t to)
{
    enum { LONGEST_TEASER = 250 };
    for (size_t i = from; i < to; i++)
        if (page->blocks[i].text.len > LONGEST_TEASER || page->blocks[i].kind == BLOCK_CODE)
            return false;
    return true;
}

/* Where what the line announces ends; `at`: it announces nothing. */
static size_t announced_end(const struct page *page, size_t at, size_t all)
{
    if (!is_announcement(&page->blocks[at]))
        return at;
    if (page->blocks[at].kind != BLOCK_HEADING)
        return at + 1;
    size_t end = section_end(page, at);
    bool is_small = text_bytes(page, at, end) * LARGEST_SHARE <= all;
    return is_small && is_of_teasers(page, at + 1, end) ? end : at;
}

static void drop_announced(struct page *page)
{
    size_t kept = 0, all = text_bytes(page, 0, page->count);
    for (size_t i = 0; i < page->count;) {
        size_t end = is_request(&page->blocks[i]) ? i + 1 : announced_end(page, i, all);
        if (end == i)
            page->blocks[kept++] = page->blocks[i++];
        else
            i = end;
    }
    page->count = kept;
}

/* The level of the section that the block stands in; 0: of none. */
static int section_level(const struct block *first, const struct block *block)
{
    while (block > first && block[-1].kind != BLOCK_HEADING)
        block--;
    return block > first ? block[-1].level : 0;
}

/* Is it a heading with nothing behind it, or a line that announces a list which was left out? next: what stands behind
 * it; NULL: nothing. */
static bool is_empty(const struct block *first, const struct block *block, const struct block *next)
{
    if (next && next->kind != BLOCK_HEADING)
        return false;
    if (block->kind == BLOCK_HEADING)
        return !next || next->level <= block->level;
    bool announces =
        block->kind == BLOCK_PARAGRAPH && block->text.len <= LONGEST_NOTICE && str_ends(block->text, STR(":"));
    return announces && (!next || next->level <= section_level(first, block));
}

/* The headings before the first text are the titles of the page. */
static void drop_empty(struct page *page)
{
    size_t first = 0, kept = page->count;
    while (first < page->count && page->blocks[first].kind == BLOCK_HEADING)
        first++;
    for (size_t i = page->count; i > first; i--) {
        const struct block *next = kept < page->count ? &page->blocks[kept] : NULL;
        if (!is_empty(page->blocks, &page->blocks[i - 1], next))
            page->blocks[--kept] = page->blocks[i - 1];
    }
    if (first < kept)
        memmove(&page->blocks[first], &page->blocks[kept], (page->count - kept) * sizeof *page->blocks);
    page->count -= kept - first;
}

/* A short line that is no sentence: a date, a name, a label. */
static bool is_label(const struct block *block)
{
    static const char *const ends[] = {
        ".",        "!",        "?",           ":", ";", "\"", ")", "]", "\xE2\x80\xA6", "\xE2\x80\x9D", "\xE2\x80\x9C",
        "\xC2\xBB", "\xC2\xAB", "\xE3\x80\x82"};
    if (block->kind != BLOCK_PARAGRAPH || block->text.len > 60 || block->marks)
        return false;
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        if (str_ends(block->text, str_from(ends[i])))
            return false;
    return true;
}

/* A date and little else. */
static bool is_date(const struct block *block)
{
    enum { LONGEST_DATE = 80, LEAST_DIGITS = 5 };
    size_t digits = 0, letters = 0;
    if (block->kind != BLOCK_PARAGRAPH || block->marks || block->text.len > LONGEST_DATE)
        return false;
    for (size_t i = 0; i < block->text.len; i++) {
        digits += ascii_is_digit(block->text.data[i]);
        letters += ascii_is_alnum(block->text.data[i]) && !ascii_is_digit(block->text.data[i]);
    }
    bool has_year =
        str_find(block->text, STR("20"), 0) < block->text.len || str_find(block->text, STR("19"), 0) < block->text.len;
    return has_year && digits >= LEAST_DIGITS && digits * 3 >= letters;
}

/* Among the first blocks: dates may stand behind the introduction. */
static void drop_dates(struct page *page)
{
    enum { FIRST_BLOCKS = 6 };
    size_t kept = 0;
    for (size_t i = 0; i < page->count; i++)
        if (i >= FIRST_BLOCKS || !is_date(&page->blocks[i]))
            page->blocks[kept++] = page->blocks[i];
    page->count = kept;
}

/* Labels at the end of the text, where they are not all that its last section has. */
static void drop_labels_behind(struct page *page)
{
    size_t end = page->count;
    while (end && is_label(&page->blocks[end - 1]))
        end--;
    if (end && page->blocks[end - 1].kind != BLOCK_HEADING)
        page->count = end;
}

/* Labels between the title and the text. */
static void drop_labels_before(struct page *page)
{
    size_t title = 0, first;
    while (title < page->count && page->blocks[title].kind == BLOCK_HEADING)
        title++;
    for (first = title; first < page->count && is_label(&page->blocks[first]); first++)
        ;
    if (first == page->count || (title && page->blocks[first].kind == BLOCK_HEADING))
        return;
    memmove(&page->blocks[title], &page->blocks[first], (page->count - first) * sizeof *page->blocks);
    page->count -= first - title;
}

void notices_drop(struct page *page, bool is_of_site)
{
    if (is_of_site) {
        drop_announced(page);
        drop_dates(page);
        drop_labels_behind(page);
        drop_labels_before(page);
    }
    drop_empty(page);
}
