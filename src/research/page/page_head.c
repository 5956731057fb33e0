#include "research/page/page_head.h"

#include "text/html/html.h"

/* --- section numbers --- */

/* Length of the blanks at `at`; U+00A0 counts, manuals set it after their numbers. */
static size_t blanks_at(struct str text, size_t at)
{
    uint32_t codepoint;
    size_t start = at;
    for (size_t length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_space(codepoint))
            break;
    }
    return at - start;
}

static struct str tail(struct str text, size_t at)
{
    return (struct str){text.data + at, text.len - at};
}

/* Length of "Chapter " or the like of any language, with its blanks, in front; 0 when the text begins otherwise. */
static size_t chapter_word_length(struct str text)
{
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++) {
        for (const char *const *word = languages[i].chapter_words; word && *word; word++) {
            size_t length = strlen(*word);
            size_t blanks = str_istarts(text, str_from(*word)) ? blanks_at(text, length) : 0;
            if (blanks)
                return length + blanks;
        }
    }
    return 0;
}

static bool is_capital(char character)
{
    return character >= 'A' && character <= 'Z';
}

static bool is_roman(char character)
{
    return character && strchr("IVXLC", character) != NULL;
}

/* Length of "5", "5.11", "A.2", "IV" without a last dot; *groups: how many parts. */
static size_t number_length(struct str text, bool after_word, int *groups)
{
    size_t at = 0;
    *groups = 0;
    while (at < text.len) {
        size_t start = at;
        while (at < text.len && ascii_is_digit(text.data[at]) && at - start < 4)
            at++;
        if (at == start && *groups == 0) {
            bool single = at + 1 < text.len && !ascii_is_alnum(text.data[at + 1]) && is_capital(text.data[at]);
            while (after_word && at < text.len && is_roman(text.data[at]))
                at++;
            if (at == start && single)
                at++;
        }
        if (at == start)
            break;
        ++*groups;
        if (at + 1 >= text.len || text.data[at] != '.' || !ascii_is_digit(text.data[at + 1]))
            break;
        at++;
    }
    return at;
}

/*
 * "5.11. Title", "5/ Title", "5) Title" and "Chapter 5. Title" are numbered; "A. Title" only after a word ("Appendix
 * A.") or as "A.2."; "5.11 Title" only when a capital follows, so that "3.5 inch" stays.
 */
struct str title_without_number(struct str title)
{
    int groups;
    size_t word = chapter_word_length(title);
    size_t number = number_length(tail(title, word), word > 0, &groups);
    size_t at = word + number;
    if (!number || (groups == 1 && !word && !ascii_is_digit(title.data[0])))
        return title;
    bool dot = at < title.len && memchr(".:/)", title.data[at], 4);
    at += dot;
    size_t blanks = blanks_at(title, at);
    if (!blanks || at + blanks >= title.len)
        return title;
    uint32_t first;
    utf8_decode(title, at + blanks, &first);
    bool numbered = dot || (groups > 1 && unicode_is_upper(first));
    return numbered ? tail(title, at + blanks) : title;
}

/* --- markup --- */

/* Length of attributes at the end, as "{#toc1}" or "{: .note}", which some Markdown has and ours does not. */
static size_t attributes_length(struct str title)
{
    const char *open = str_ends(title, STR("}")) ? memrchr(title.data, '{', title.len) : NULL;
    size_t length = open ? (size_t)(title.data + title.len - open) : 0;
    bool is_attribute = length > 2 && memchr("#.:", open[1], 3);
    return is_attribute ? length : 0;
}

/* Length of a sign at the end that links to the heading itself. */
static size_t permalink_length(struct str title)
{
    static const char *const signs[] = {"\xC2\xB6", "\xF0\x9F\x94\x97", " #", " \xC2\xA7"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_ends(title, str_from(signs[i])))
            return strlen(signs[i]);
    return 0;
}

/* Is it a picture that stands for nothing: an arrow, a tick, a face, or what joins and colours those? */
static bool is_ornament(uint32_t codepoint)
{
    enum { ARROWS = 0x2190, SYMBOLS_END = 0x2BFF, ZERO_WIDTH_JOINER = 0x200D, VARIANT = 0xFE0F, PICTURES = 0x1F000 };
    return (codepoint >= ARROWS && codepoint <= SYMBOLS_END) || codepoint == ZERO_WIDTH_JOINER ||
           codepoint == VARIANT || codepoint >= PICTURES;
}

/* Length of ornaments in front, with the blanks behind them. A title of nothing else stays. */
static size_t ornaments_length(struct str title)
{
    uint32_t codepoint;
    size_t at = 0;
    for (size_t length; at < title.len; at += length) {
        length = utf8_decode(title, at, &codepoint);
        if (!is_ornament(codepoint) && !(at && unicode_is_space(codepoint)))
            return at;
    }
    return 0;
}

struct str title_without_marks(struct str title)
{
    size_t cut;
    title = tail(title, ornaments_length(title));
    while ((cut = attributes_length(title)) || (cut = permalink_length(title)))
        title = str_trim((struct str){title.data, title.len - cut});
    return title;
}

/* A heading as its page would be called: squeezed, without number and permalink sign. NULL when memory ran out. */
static char *title_clean(struct arena *arena, struct str text)
{
    char *squeezed = text_squeeze(arena, text);
    if (!squeezed)
        return NULL;
    struct str title = title_without_number(title_without_marks(str_from(squeezed)));
    return arena_copy_n(arena, title.data, title.len);
}

bool title_is_contents(struct str heading)
{
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++)
        if (word_list_ihas(languages[i].contents_headings, heading))
            return true;
    return false;
}

/* --- the site's name --- */

/* Between the page's title and the site's name. The colon stands only in front: "Site: Title". */
static const char *const separators[] = {" | ",  " - ",        " \xE2\x80\x93 ", " \xE2\x80\x94 ", " \xC2\xB7 ",
                                         " :: ", " \xC2\xBB ", " \xC2\xAB ",     " \xE2\x80\xA2 "};

/* The last separator in the title; its length in *length, 0 when there is none. */
static size_t last_separator(struct str title, size_t *length)
{
    size_t best = 0;
    *length = 0;
    for (size_t i = 0; i < COUNT_OF(separators); i++) {
        struct str separator = str_from(separators[i]);
        for (size_t at = str_find(title, separator, 0); at < title.len; at = str_find(title, separator, at + 1)) {
            if (*length && at < best)
                continue;
            best = at;
            *length = separator.len;
        }
    }
    return best;
}

/* Appends the letters and digits in lower case, so that "Herb Garden" and "herb-garden" are the same. */
static void append_bare(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_alnum(text.data[i]) || (unsigned char)text.data[i] >= 0x80)
            buf_char(out, ascii_lower(text.data[i]));
}

/* Is the host called like the segment: www.herb-garden.org like "Herb Garden"? */
static bool names_host(struct str segment, const char *url)
{
    struct url parsed;
    struct buf host = {0}, name = {0};
    if (url_parse(str_from(url), &parsed, NULL))
        return false;
    append_bare(&host, parsed.host);
    append_bare(&name, segment);
    bool found = name.len >= 3 && !host.failed && !name.failed &&
                 str_find((struct str){host.data, host.len}, (struct str){name.data, name.len}, 0) < host.len;
    buf_free(&host);
    buf_free(&name);
    return found;
}

/* Is the heading one of the parts of the title, beginning and ending at a separator, a colon or an end? In any letter
 * case, as headings are often set in another case than titles. */
static bool holds_heading(struct str title, struct str heading)
{
    for (size_t at = 0; at + heading.len <= title.len; at++) {
        size_t end = at + heading.len;
        if (!str_istarts(tail(title, at), heading))
            continue;
        bool starts = at == 0 || (at >= 2 && title.data[at - 1] == ' ' && !ascii_is_alnum(title.data[at - 2]));
        bool ends = end == title.len || title.data[end] == ' ' || title.data[end] == ':';
        if (starts && ends)
            return true;
    }
    return false;
}

/* The <title> without the name of the site, which is told by the first heading of the page, the name it gives for its
 * site (may be ""), or its host. NULL when memory ran out. */
static char *title_choose(struct arena *arena, struct str title, struct str heading, struct str site_name,
                          const char *url)
{
    char *squeezed = text_squeeze(arena, title);
    char *wanted = title_clean(arena, heading);
    if (!squeezed || !wanted)
        return NULL;
    struct str rest = str_from(squeezed);
    if (wanted[0] && holds_heading(rest, str_from(wanted)))
        return wanted;
    size_t length, at = last_separator(rest, &length);
    if (length && at > 0) {
        struct str last = tail(rest, at + length);
        bool strong = squeezed[at + 1] != '-' && (unsigned char)squeezed[at + 1] != 0xE2;
        if (str_ieq(last, site_name) || names_host(last, url) || (strong && words_count(last) <= 5))
            rest.len = at;
    }
    return title_clean(arena, rest);
}

char *title_from_path(struct arena *arena, const char *path)
{
    size_t end = strcspn(path, "?#");
    while (end > 0 && path[end - 1] == '/')
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    const char *dot = memrchr(path + start, '.', end - start);
    if (dot && dot > path + start)
        end = (size_t)(dot - path);
    char *title = arena_copy_n(arena, path + start, end - start);
    for (char *at = title; at && *at; at++)
        if (*at == '-' || *at == '_')
            *at = ' ';
    return title;
}

/* Characters read of a title. More than are kept: the name of the site, which is left out, stands at its end. */
enum { TITLE_READ = 1000 };

static struct str head_text_of(struct page_head *head, xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    char *copy = content ? text_cut(head->arena, str_trim(str_from((const char *)content)), TITLE_READ) : NULL;
    xmlFree(content);
    if (!content)
        arena_fail(head->arena);
    return copy ? str_from(copy) : STR("");
}

/* Pages that fill a template badly leave its marks: "{{ page.summary }}". */
static bool is_template(struct str text)
{
    return str_find(text, STR("{{"), 0) < text.len || str_find(text, STR("{%"), 0) < text.len;
}

/* The page's own description counts before the one that networks are to show of it. */
static void read_description(struct page_head *head, xmlNode *meta)
{
    struct str content = str_trim(html_node_attribute(meta, "content"));
    struct str property = html_node_attribute(meta, "property"), name = html_node_attribute(meta, "name");
    bool is_own = str_ieq(name, STR("description")), is_shown = str_ieq(property, STR("og:description"));
    if (!content.len || is_template(content))
        return;
    if (is_own && !head->description.len)
        head->description = content;
    if (is_shown && !head->shown_description.len)
        head->shown_description = content;
}

/* Many are escaped twice: what was decoded once still says "&#8217;". */
static const char *plain_description(struct arena *arena, struct str description)
{
    struct buf text = {0};
    html_decode(&text, description, false);
    const char *plain = text_squeeze(arena, (struct str){buf_text(&text), text.len});
    if (text.failed)
        arena_fail(arena);
    buf_free(&text);
    return plain;
}

static bool head_enter(void *context, xmlNode *node)
{
    struct page_head *head = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    enum html_element element = html_node_element(node);
    if (element == ELEMENT_TITLE && !head->title.len)
        head->title = head_text_of(head, node);
    if (element == ELEMENT_LINK && str_ieq(html_node_attribute(node, "rel"), STR("canonical")))
        head->address = html_node_attribute(node, "href");
    if (element == ELEMENT_LINK && html_value_has(html_node_attribute(node, "rel"), STR("canonical")) &&
        !head->canonical.len)
        head->canonical = html_node_attribute(node, "href");
    if (element == ELEMENT_BASE && !head->base.len)
        head->base = html_node_attribute(node, "href");
    if (element == ELEMENT_META) {
        read_description(head, node);
        if (str_ieq(html_node_attribute(node, "property"), STR("og:url")) && !head->address.len)
            head->address = html_node_attribute(node, "content");
        if (str_ieq(html_node_attribute(node, "property"), STR("og:site_name")))
            head->site_name = str_trim(html_node_attribute(node, "content"));
        if (str_ieq(html_node_attribute(node, "http-equiv"), STR("content-language")) && !head->language.len)
            head->language = html_node_attribute(node, "content");
    }
    bool is_root = element == ELEMENT_HTML || element == ELEMENT_HEAD || element == ELEMENT_BODY;
    struct str language = is_root ? html_node_attribute(node, "lang") : STR("");
    if (is_root && !language.len)
        language = html_node_attribute(node, "xml:lang");
    if (language.len)
        head->language = language;
    return element != ELEMENT_BODY;
}

static void head_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* The first h1 of the content, else its first heading. */
static struct str first_heading(const struct page *page)
{
    struct str first = STR("");
    for (size_t i = 0; i < page->count; i++) {
        if (page->blocks[i].kind != BLOCK_HEADING)
            continue;
        if (page->blocks[i].level == 1)
            return page->blocks[i].text;
        if (!first.len)
            first = page->blocks[i].text;
    }
    return first;
}

/* The url of a saved page is the one that it names; a page that was fetched keeps the one where it was found. */
static void use_address(struct arena *arena, struct str address, struct page *page)
{
    struct url parts;
    bool is_wanted = address.len <= PAGE_URL_MAX && url_parse(str_from(page->url), &parts, NULL);
    const char *url = is_wanted ? url_normalise(arena, address) : NULL;
    if (url && strlen(url) <= PAGE_URL_MAX) /* what is not ASCII has become longer */
        page->url = url;
}

const char *page_head_base(struct arena *arena, const struct page_head *head, const char *url)
{
    const char *base = url_normalise(arena, str_from(url));
    const char *said = base && head->base.len ? url_resolve(arena, base, head->base) : NULL;
    return said ? said : base;
}

/* What a page that was found at `url` calls its address; NULL: nothing. */
static const char *canonical_address(struct arena *arena, const struct page_head *head, const char *url)
{
    const char *base = head->canonical.len ? page_head_base(arena, head, url) : NULL;
    return base ? url_resolve(arena, base, head->canonical) : NULL;
}

void page_head_read(struct arena *arena, xmlNode *root, struct page_head *head)
{
    *head = (struct page_head){.title = STR(""),
                               .site_name = STR(""),
                               .language = STR(""),
                               .description = STR(""),
                               .shown_description = STR(""),
                               .address = STR(""),
                               .canonical = STR(""),
                               .base = STR(""),
                               .arena = arena};
    html_walk(root, &(struct html_visitor){head_enter, head_leave, head});
}

void page_head_use(struct arena *arena, const struct page_head *head, const char *url, struct page *page)
{
    page->canonical = canonical_address(arena, head, url);
    use_address(arena, head->address, page);
    page->description = plain_description(arena, head->description.len ? head->description : head->shown_description);
    if (!str_trim(head->title).len)
        return;
    page->site = head->site_name.len ? arena_copy_n(arena, head->site_name.data, head->site_name.len) : NULL;
    page->title = title_choose(arena, head->title, first_heading(page), head->site_name, url);
}

struct facts_collector {
    struct arena *arena;
    struct page_facts *facts;
    const char *base; /* what relative addresses are relative to */
    bool has_base;    /* a <base href> was met: only the first counts */
    struct map seen;
    size_t cap;
};

static void facts_add_link(struct facts_collector *collector, const char *url, bool nofollow)
{
    struct page_facts *facts = collector->facts;
    void **place = map_put(&collector->seen, str_from(url));
    if (!place || *place)
        return;
    *place = (void *)url;
    struct page_link *added = VEC_PUSH(collector->arena, facts->links, facts->link_count, collector->cap);
    if (added)
        *added = (struct page_link){url, nofollow};
}

static void read_base(struct facts_collector *collector, struct str target)
{
    const char *base = collector->has_base ? NULL : url_resolve(collector->arena, collector->base, target);
    if (base)
        collector->base = base;
    collector->has_base = true;
}

static void read_robots(struct page_facts *facts, struct str content)
{
    bool none = html_value_has(content, STR("none"));
    facts->noindex = facts->noindex || none || html_value_has(content, STR("noindex"));
    facts->nofollow = facts->nofollow || none || html_value_has(content, STR("nofollow"));
}

static void read_element(struct facts_collector *collector, const xmlNode *node)
{
    struct page_facts *facts = collector->facts;
    struct str target = html_node_attribute(node, "href");
    struct str relation = html_node_attribute(node, "rel");
    enum html_element element = html_node_element(node);
    if (element == ELEMENT_META) {
        struct str name = html_node_attribute(node, "name");
        if (str_ieq(name, STR("robots")) || str_ieq(name, STR("copydesk")))
            read_robots(facts, html_node_attribute(node, "content"));
    }
    if (!target.data)
        return;
    if (element == ELEMENT_BASE)
        read_base(collector, target);
    if (element == ELEMENT_LINK && html_value_has(relation, STR("canonical")) && !facts->canonical)
        facts->canonical = url_resolve(collector->arena, collector->base, target);
    if (element != ELEMENT_A && element != ELEMENT_AREA)
        return;
    const char *url = url_resolve(collector->arena, collector->base, target);
    if (url)
        facts_add_link(collector, url, html_value_has(relation, STR("nofollow")));
}

static bool facts_enter(void *context, xmlNode *node)
{
    struct facts_collector *collector = context;
    if (node->type != XML_ELEMENT_NODE || arena_failed(collector->arena))
        return false;
    read_element(collector, node);
    return true;
}

static void facts_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

enum status page_facts_read(struct arena *arena, struct str html, const char *url, struct page_facts *facts,
                            struct error *err)
{
    xmlDoc *document;
    *facts = (struct page_facts){.canonical = NULL};
    enum status status = html_document_parse(html, "", true, NULL, &document, err);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    if (root) {
        struct facts_collector collector = {.arena = arena, .facts = facts, .base = url};
        map_init(&collector.seen, arena);
        html_walk(root, &(struct html_visitor){facts_enter, facts_leave, &collector});
        if (arena_failed(arena))
            status = error_memory(err);
    }
    xmlFreeDoc(document);
    return status;
}
