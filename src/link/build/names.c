#include "link/build/build.h"

/* Headings and parts of titles name a page when no more of them have the same words; and how long they may be. */
enum { RARE = 3, HEADING_TERMS = 6, HEADINGS = 100, PART_TERMS = 5, SLUG_TERMS = 14 };

/* A page, and who is told of its names. */
struct name_search {
    struct site *site;
    const struct site_text *text;
    name_visitor visit;
};

/* Tells of a name, and of "email" where it has "e-mail". */
static void name(const struct name_search *naming, const struct site_item *items, size_t length, enum title_kind kind,
                 double cover)
{
    struct name found = {items, length, kind, (uint8_t)(cover * UINT8_MAX)};
    naming->visit(naming->site, naming->text, &found);
    struct site_item joined[LONGEST_PHRASE];
    struct name variant = {joined, forms_join_items(&naming->site->store->forms, items, length, joined), kind,
                           found.cover};
    if (variant.length)
        naming->visit(naming->site, naming->text, &variant);
}

static uint64_t hash_items(const struct site_item *items, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i++)
        hash = index_hash_edge((uint32_t)(hash ^ hash >> 32), items[i].term);
    return hash;
}

/* --- titles and headings --- */

static bool is_edge(const struct site *site, const struct site_item *item)
{
    return item->term == SITE_BREAK || site->terms[item->term].is_sign;
}

/* Takes signs off both ends; the new length. */
static size_t trim(const struct site *site, const struct site_item **items, size_t length)
{
    while (length && is_edge(site, &(*items)[length - 1]))
        length--;
    for (; length && is_edge(site, *items); length--)
        ++*items;
    return length;
}

/* The words, and besides without signs at the ends, and without function words in front. */
static void name_variants(const struct name_search *naming, const struct site_item *items, size_t length,
                          enum title_kind kind, double cover)
{
    const struct site *site = naming->site;
    const struct site_item *inner = items;
    size_t left = trim(site, &inner, length), skipped = 0;
    name(naming, items, length, kind, cover);
    if (left && left < length)
        name(naming, inner, left, kind, cover);
    while (skipped < left && inner[skipped].term != SITE_BREAK && site->terms[inner[skipped].term].is_stop)
        skipped++;
    if (skipped && skipped < left)
        name(naming, inner + skipped, left - skipped, kind, cover * (double)(left - skipped) / (double)left);
}

/* The hash by which a part of a title between separators is counted, apart from the same words within a title. */
static uint64_t hash_part(const struct site_text *text, const struct site_name *part)
{
    return ~hash_items(text->title + part->first, part->last - part->first);
}

/* Is it the name of the site, or of a section, "Basil - Herb Garden"? The title of the page itself is none. */
static bool is_common_part(const struct site_text *text, const struct site_name *part, const struct rarity *rarity)
{
    return part->kind != TITLE_WHOLE && rarity_of(rarity, hash_part(text, part)) > RARE;
}

/* The share of the page's own name, which stands behind a section number. */
static double cover_of(const struct site_text *text, size_t first, size_t last)
{
    size_t from = first > text->title_name ? first : text->title_name;
    return (double)(last - from) / (double)(text->title_count - text->title_name);
}

static void name_titles(const struct name_search *naming, const struct rarity *rarity)
{
    const struct site_text *text = naming->text;
    for (size_t i = 0; i < text->name_count; i++) {
        const struct site_name *part = &text->names[i];
        size_t length = part->last - part->first;
        if (length && !is_common_part(text, part, rarity))
            name_variants(naming, text->title + part->first, length, part->kind,
                          cover_of(text, part->first, part->last));
    }
}

/* Words of the page's own among these items, last exclusive: those outside of the frame. */
static size_t count_own(const struct site_text *text, size_t first, size_t last)
{
    size_t count = 0;
    for (size_t i = first; i < last && i < text->count; i++)
        count += text->items[i].term != SITE_BREAK && !(text->items[i].marks & SITE_IN_FRAME);
    return count;
}

/* Where the section of a heading ends: before the next one that is not below it. */
static size_t names_section_end(const struct site_text *text, size_t number)
{
    const struct site_heading *heading = &text->headings[number];
    for (size_t i = number + 1; i < text->heading_count; i++)
        if (text->headings[i].level && text->headings[i].level <= heading->level)
            return text->headings[i].before;
    return text->count;
}

/* A page is the more about what a heading says, the more of it stands below the heading. */
static void name_headings(const struct name_search *naming, const struct rarity *rarity)
{
    const struct site_text *text = naming->text;
    double all = (double)count_own(text, 0, text->count) + 1;
    for (size_t i = 0; i < text->heading_count && i < HEADINGS; i++) {
        const struct site_heading *heading = &text->headings[i];
        const struct site_item *items = text->heading_items + heading->first;
        size_t length = trim(naming->site, &items, heading->last - heading->first);
        if (heading->level && length && length <= HEADING_TERMS && rarity_of(rarity, heading->hash) <= RARE)
            name_variants(naming, items, length, TITLE_HEADING,
                          (double)count_own(text, heading->before, names_section_end(text, i)) / all);
    }
}

/* --- words within titles --- */

/* Begins and ends with a word that is no function word? */
static bool may_be_part(const struct site *site, const struct site_item *items, size_t length)
{
    const struct site_term *first = &site->terms[items[0].term], *last = &site->terms[items[length - 1].term];
    return !(items[0].marks & MARK_CONTINUES_WORD) && !first->is_sign && !first->is_stop && !last->is_sign &&
           !last->is_stop;
}

typedef void (*part_visitor)(const struct name_search *naming, const struct site_item *items, size_t length,
                             void *rarity);

static void each_part(const struct name_search *naming, part_visitor visit, void *rarity)
{
    const struct site_text *text = naming->text;
    for (size_t first = text->title_name; first < text->title_count; first++)
        for (size_t length = 1; length <= PART_TERMS && first + length <= text->title_count; length++) {
            const struct site_item *items = text->title + first;
            if (items[length - 1].term == SITE_BREAK)
                break;
            if (may_be_part(naming->site, items, length))
                visit(naming, items, length, rarity);
        }
}

static void count_part(const struct name_search *naming, const struct site_item *items, size_t length, void *rarity)
{
    (void)naming;
    rarity_add(rarity, hash_items(items, length));
}

static void name_part(const struct name_search *naming, const struct site_item *items, size_t length, void *rarity)
{
    const struct site_text *text = naming->text;
    if (rarity_of(rarity, hash_items(items, length)) <= RARE)
        name(naming, items, length, TITLE_WITHIN, (double)length / (double)(text->title_count - text->title_name));
}

/* Counts names, and takes a sample of URLs and titles, by which they are coded. */
static void visit_titles(struct site *site, const struct site_text *text, void *context)
{
    enum { SAMPLED_TITLES = 2000 };
    struct name_search naming = {.site = site, .text = text};
    struct buf *sample = &site->store->sample;
    if (text->page % (site->page_count / SAMPLED_TITLES + 1) == 0) {
        buf_add(sample, text->url.data, text->url.len);
        buf_add(sample, text->title_text.data, text->title_text.len);
    }
    for (size_t i = 0; i < text->heading_count; i++)
        rarity_add(context, text->headings[i].hash);
    for (size_t i = 0; i < text->name_count; i++)
        if (text->names[i].kind != TITLE_WHOLE)
            rarity_add(context, hash_part(text, &text->names[i]));
    each_part(&naming, count_part, context);
    if (sample->failed)
        site_fail(site);
}

enum status count_names(struct site *site, struct error *err)
{
    struct rarity *rarity = &site->store->rarity;
    if (!rarity_init(rarity, site->page_count))
        site_fail(site);
    return site_each_page(site, SITE_NAMES, 1, visit_titles, rarity, err);
}

/* --- the URL --- */

static bool is_slug_byte(char byte)
{
    return ascii_is_alnum(byte) || (unsigned char)byte >= 0x80;
}

/* The term of a word as URLs write it; SITE_BREAK: the site has no such word. */
static uint32_t find_word(const struct site *site, struct str word)
{
    enum { LONGEST = 64 };
    char lower[LONGEST];
    if (word.len > LONGEST)
        return SITE_BREAK;
    for (size_t i = 0; i < word.len; i++)
        lower[i] = ascii_lower(word.data[i]);
    uint32_t form = numbers_get(&site->store->forms.numbers, word_hash((struct str){lower, word.len}));
    return form ? site->store->forms.list[form - 1].term : SITE_BREAK;
}

/* The last part of the URL, without what follows its last dot. */
static struct str slug_of(struct str key)
{
    size_t start = key.len, end = key.len;
    while (start && key.data[start - 1] != '/')
        if (key.data[--start] == '.' && end == key.len)
            end = start;
    return (struct str){key.data + start, (end > start ? end : key.len) - start};
}

/* The slug as words of the site: "/topics/fee-bumping/" is named by "fee bumping". */
static void name_slug(const struct name_search *naming)
{
    struct site_item items[SLUG_TERMS];
    struct str slug = slug_of(naming->text->key);
    size_t count = 0;
    for (size_t at = 0; at < slug.len; at++) {
        size_t first = at;
        while (at < slug.len && is_slug_byte(slug.data[at]))
            at++;
        if (at == first)
            continue;
        uint32_t term = find_word(naming->site, (struct str){slug.data + first, at - first});
        if (term == SITE_BREAK || count == SLUG_TERMS)
            return;
        items[count++] = (struct site_item){.term = term, .form = 1};
    }
    if (count)
        name(naming, items, count, TITLE_SLUG, 1);
}

void names_each(struct site *site, const struct site_text *text, name_visitor visit)
{
    struct rarity *rarity = &site->store->rarity;
    struct name_search naming = {site, text, visit};
    name_titles(&naming, rarity);
    name_slug(&naming);
    name_headings(&naming, rarity);
    each_part(&naming, name_part, rarity);
}

/* --- phrases --- */

static void names_add_name(struct site *site, const struct site_text *text, const struct name *name)
{
    enum name_origin origin = name->kind <= TITLE_PART ? NAME_TITLE : NAME_TEXT;
    site_add_name(site, name->items, name->length, text->page, origin);
}

/*
 * A link "Section 12.1, RAID and LVM" is also one of "RAID and LVM": text seldom names a section by its number.
 */
static void names_add_links(struct site *site, const struct site_text *text)
{
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page == SITE_NO_PAGE)
            continue;
        site_add_name(site, text->items + anchor->first, anchor->last - anchor->first, anchor->page, NAME_LINK);
        if (anchor->name > anchor->first)
            site_add_name(site, text->items + anchor->name, anchor->last - anchor->name, anchor->page, NAME_LINK);
    }
}

static void count_terms(struct site *site, const struct site_item *items, size_t count, enum term_stat stat,
                        uint32_t page)
{
    for (size_t i = 0; i < count; i++) {
        if (items[i].term == SITE_BREAK)
            continue;
        struct site_term *term = &site->terms[items[i].term];
        site_count_page(&term->seen, term->counts, stat, page);
    }
}

void names_add(struct site *site, const struct site_text *text)
{
    count_terms(site, text->items, text->count, TERM_PAGES, text->page);
    count_terms(site, text->title, text->title_count, TERM_TITLES, text->page);
    for (size_t i = 0; i < text->anchor_count; i++) {
        const struct site_anchor *anchor = &text->anchors[i];
        if (anchor->page != SITE_NO_PAGE && !anchor->is_list)
            count_terms(site, text->items + anchor->first, anchor->last - anchor->first, TERM_ANCHORED, text->page);
    }
    site->pages[text->page].counts[PAGE_WORDS] = text->words;
    names_each(site, text, names_add_name);
    names_add_links(site, text);
}
