#include "research/page/extract/notices.h"

enum {
    LONGEST_NOTICE = 90, /* bytes; a longer line is a sentence */
    LARGEST_SHARE = 4,   /* a section that is announced is at most one in so many of the text of a page */
};

/* How lines begin that announce other pages. In the order of the languages: en, de, fr, es, pt, it, nl, pl, da, sv. */
static const char *const announcements[] = {
    "also read",
    "also see:",
    "around the web",
    "check out more",
    "click here to",
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
    "see also:",
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
    "you may also",
    "you may like",
    "you might also",
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

static void drop_announced(struct page *page)
{
    size_t kept = 0, all = text_bytes(page, 0, page->count);
    for (size_t i = 0, next; i < page->count; i = next) {
        next = i + 1;
        if (!is_announcement(&page->blocks[i])) {
            page->blocks[kept++] = page->blocks[i];
            continue;
        }
        size_t end = page->blocks[i].kind == BLOCK_HEADING ? section_end(page, i) : next;
        if (text_bytes(page, i, end) * LARGEST_SHARE <= all)
            next = end;
    }
    page->count = kept;
}

/* A heading with nothing behind it, and a line that announces a list which was left out. next: what stands behind it;
 * NULL: nothing. */
static bool is_empty(const struct block *block, const struct block *next)
{
    bool is_line =
        block->kind == BLOCK_PARAGRAPH && block->text.len <= LONGEST_NOTICE && str_ends(block->text, STR(":"));
    if (block->kind == BLOCK_HEADING)
        return !next || (next->kind == BLOCK_HEADING && next->level <= block->level);
    return is_line && (!next || next->kind == BLOCK_HEADING);
}

/* The headings before the first text are the titles of the page. */
static void drop_empty(struct page *page)
{
    size_t first = 0, kept = page->count;
    while (first < page->count && page->blocks[first].kind == BLOCK_HEADING)
        first++;
    for (size_t i = page->count; i > first; i--) {
        const struct block *next = kept < page->count ? &page->blocks[kept] : NULL;
        if (!is_empty(&page->blocks[i - 1], next))
            page->blocks[--kept] = page->blocks[i - 1];
    }
    if (first < kept)
        memmove(&page->blocks[first], &page->blocks[kept], (page->count - kept) * sizeof *page->blocks);
    page->count -= kept - first;
}

void notices_drop(struct page *page)
{
    drop_announced(page);
    drop_empty(page);
}
