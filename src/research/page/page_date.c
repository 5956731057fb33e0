#include "research/page/page_date.h"

#include "research/page/extract.h"

enum { FIRST_YEAR = 1990, BEHIND_LAST_YEAR = 2100, LEAST_TEXT = 8 /* bytes: a year or month alone is too little */ };

static bool is_of_a_page(int64_t ms)
{
    return ms >= date_day(FIRST_YEAR, 1, 1) && ms < date_day(BEHIND_LAST_YEAR, 1, 1);
}

bool date_text_read(struct str text, int64_t *ms)
{
    *ms = str_trim(text).len < LEAST_TEXT ? 0 : date_read(text, 0);
    return is_of_a_page(*ms);
}

/* Takes so many digits off the text, and the sign behind them; -1: there are others. */
static long take_digits(struct str *text, size_t count, char sign)
{
    long number = 0;
    if (text->len < count + (sign != 0))
        return -1;
    for (size_t i = 0; i < count; i++) {
        if (!ascii_is_digit(text->data[i]))
            return -1;
        number = number * 10 + (text->data[i] - '0');
    }
    if (sign && text->data[count++] != sign)
        return -1;
    *text = (struct str){text->data + count, text->len - count};
    return number;
}

/* "2024/05/17" with that sign between its parts and no letter or digit behind it; 0: it is none. */
static int64_t day_at(struct str text, char sign)
{
    long year = take_digits(&text, 4, sign), month = take_digits(&text, 2, sign), day = take_digits(&text, 2, 0);
    if (year < 0 || month < 0 || day < 0 || (text.len && ascii_is_alnum(text.data[0])))
        return 0;
    int64_t ms = date_day(year, month, day);
    return is_of_a_page(ms) ? ms : 0;
}

/* The day that the path of an address names: /2024/05/17/, /2024-05-17-title. */
static bool date_text_of_address(struct str address, int64_t *ms)
{
    static const char signs[] = {'/', '-', '_'};
    for (size_t at = 1; at < address.len && address.data[at] != '?' && address.data[at] != '#'; at++) {
        struct str rest = {address.data + at, address.len - at};
        if (ascii_is_alnum(address.data[at - 1]) || !ascii_is_digit(address.data[at]))
            continue;
        for (size_t i = 0; i < COUNT_OF(signs); i++)
            if ((*ms = day_at(rest, signs[i])))
                return true;
    }
    return false;
}

/* What says a date, the better one last. */
enum source {
    SOURCE_NONE,
    SOURCE_TIME, /* a <time> that does not say of what */
    SOURCE_CHANGED,
    SOURCE_ADDRESS,
    SOURCE_TIME_PUBLISHED,
    SOURCE_PUBLISHED,
    SOURCE_LINKED_DATA
};

/* Names of <meta> and of microdata. */
static const struct {
    const char *name;
    enum source source;
} names[] = {
    {"article:published_time", SOURCE_PUBLISHED},
    {"og:article:published_time", SOURCE_PUBLISHED},
    {"og:published_time", SOURCE_PUBLISHED},
    {"article.published", SOURCE_PUBLISHED},
    {"article_date_original", SOURCE_PUBLISHED},
    {"citation_date", SOURCE_PUBLISHED},
    {"citation_online_date", SOURCE_PUBLISHED},
    {"citation_publication_date", SOURCE_PUBLISHED},
    {"cxenseparse:recs:publishtime", SOURCE_PUBLISHED},
    {"date", SOURCE_PUBLISHED},
    {"datecreated", SOURCE_PUBLISHED},
    {"datepublished", SOURCE_PUBLISHED},
    {"dc.date", SOURCE_PUBLISHED},
    {"dc.date.created", SOURCE_PUBLISHED},
    {"dc.date.issued", SOURCE_PUBLISHED},
    {"dcterms.available", SOURCE_PUBLISHED},
    {"dcterms.created", SOURCE_PUBLISHED},
    {"dcterms.date", SOURCE_PUBLISHED},
    {"dcterms.issued", SOURCE_PUBLISHED},
    {"originalpublicationdate", SOURCE_PUBLISHED},
    {"parsely-pub-date", SOURCE_PUBLISHED},
    {"pubdate", SOURCE_PUBLISHED},
    {"publication_date", SOURCE_PUBLISHED},
    {"publish-date", SOURCE_PUBLISHED},
    {"publish_date", SOURCE_PUBLISHED},
    {"publishdate", SOURCE_PUBLISHED},
    {"published-date", SOURCE_PUBLISHED},
    {"sailthru.date", SOURCE_PUBLISHED},
    {"article:modified_time", SOURCE_CHANGED},
    {"datemodified", SOURCE_CHANGED},
    {"dc.date.modified", SOURCE_CHANGED},
    {"dcterms.modified", SOURCE_CHANGED},
    {"last-modified", SOURCE_CHANGED},
    {"lastmod", SOURCE_CHANGED},
    {"og:updated_time", SOURCE_CHANGED},
    {"revised", SOURCE_CHANGED},
};

/* Words in the class of a <time>. */
static const char *const published_words[] = {"published", "pubdate", "entry-date", "post-date", NULL};
static const char *const changed_words[] = {"updated", "modified", NULL};

struct dater {
    int64_t ms;
    enum source source;
};

/* Of two that say it equally well the first counts. */
static void page_date_take(struct dater *dater, struct str text, enum source source)
{
    int64_t ms;
    if (source > dater->source && date_text_read(text, &ms)) {
        dater->ms = ms;
        dater->source = source;
    }
}

static enum source source_of_name(struct str name)
{
    for (size_t i = 0; name.len && i < COUNT_OF(names); i++)
        if (str_ieq(name, str_from(names[i].name)))
            return names[i].source;
    return SOURCE_NONE;
}

static bool page_date_has_word(struct str names_of_class, const char *const *words)
{
    for (; *words; words++)
        if (str_ifind(names_of_class, str_from(*words), 0) < names_of_class.len)
            return true;
    return false;
}

static void take_meta(struct dater *dater, const xmlNode *node)
{
    static const char *const naming[] = {"property", "name", "itemprop", "http-equiv"};
    enum source best = SOURCE_NONE;
    for (size_t i = 0; i < COUNT_OF(naming); i++) {
        enum source source = source_of_name(html_node_attribute(node, naming[i]));
        best = source > best ? source : best;
    }
    page_date_take(dater, html_node_attribute(node, "content"), best);
}

static void page_date_take_time(struct dater *dater, const xmlNode *node)
{
    struct str class = html_node_attribute(node, "class");
    enum source source = source_of_name(html_node_attribute(node, "itemprop"));
    if (!source && (page_date_has_word(class, published_words) || html_node_attribute(node, "pubdate").data))
        source = SOURCE_TIME_PUBLISHED;
    if (!source && page_date_has_word(class, changed_words))
        source = SOURCE_CHANGED;
    page_date_take(dater, html_node_attribute(node, "datetime"), source ? source : SOURCE_TIME);
}

/* What stands in the head was not measured. */
static enum html_element element_of(const xmlNode *node)
{
    return node->_private ? prune_extent(node)->element : html_node_element(node);
}

static bool page_date_enter(void *context, xmlNode *node)
{
    struct dater *dater = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    switch (element_of(node)) {
    case ELEMENT_META:
        take_meta(dater, node);
        return false;
    case ELEMENT_TIME:
        page_date_take_time(dater, node);
        return false;
    case ELEMENT_ASIDE:
    case ELEMENT_FOOTER:
    case ELEMENT_NAV:
    case ELEMENT_P: /* dates of what it tells */
        return false;
    default:
        return dater->source < SOURCE_PUBLISHED;
    }
}

static void page_date_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

int64_t page_date_of(xmlNode *root, const struct linked_article *article, struct str address)
{
    struct dater dater = {0};
    int64_t ms;
    page_date_take(&dater, article->published, SOURCE_LINKED_DATA);
    if (dater.source)
        return dater.ms;
    page_date_take(&dater, article->changed, SOURCE_CHANGED);
    if (date_text_of_address(address, &ms))
        dater = (struct dater){ms, SOURCE_ADDRESS};
    html_walk(root, &(struct html_visitor){page_date_enter, page_date_leave, &dater});
    return dater.ms;
}
