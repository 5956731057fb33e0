#include "link/index/site.h"

/* Longer anchors and titles are sentences, and match nowhere else. */
enum { MAX_PHRASE = 14 };

/* --- trie ------------------------------------------------------------------------------------------------------- */

/* A new node; 0 when memory ran out (0 is the root). */
static uint32_t add_node(struct site *site)
{
    if (!SITE_GROW(site->arena, site->nodes, site->node_count, site->node_cap))
        return 0;
    return (uint32_t)site->node_count++;
}

static uint32_t word_of(uint32_t item)
{
    return item & ~(uint32_t)STREAM_INNER;
}

/* The node of the words, made as needed; 0 when memory ran out. */
static uint32_t add_path(struct site *site, const uint32_t *words, size_t length)
{
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        struct table_slot *slot = table_put(&site->edges, node, word_of(words[i]));
        if (slot && !slot->value)
            slot->value = add_node(site);
        node = slot ? slot->value : 0;
        if (!node)
            return 0;
    }
    return node;
}

/* Has it at least that many letters or digits? A title of one letter would match far too often; a link of one is meant. */
static bool is_phrase(const struct site *site, const uint32_t *words, size_t length, size_t least_letters)
{
    if (length == 0 || length > MAX_PHRASE)
        return false;
    size_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        if (words[i] == STREAM_BREAK)
            return false;
        const struct site_word *word = &site->words[word_of(words[i])];
        letters += word->is_sign ? 0 : word->text.len;
    }
    return letters >= least_letters;
}

/* The number of a phrase + 1; 0 when memory ran out. */
static uint32_t add_phrase(struct site *site, const uint32_t *words, size_t length)
{
    uint32_t node = add_path(site, words, length);
    if (!node)
        return 0;
    if (!site->nodes[node]) {
        if (!SITE_GROW(site->arena, site->phrases, site->phrase_count, site->phrase_cap))
            return 0;
        site->phrases[site->phrase_count].record.length = (uint32_t)length;
        site->nodes[node] = (uint32_t)++site->phrase_count;
    }
    return site->nodes[node];
}

static struct site_target *add_target(struct site *site, uint32_t phrase, uint32_t page)
{
    struct table_slot *slot = table_put(&site->target_numbers, phrase, page);
    if (!slot)
        return NULL;
    if (!slot->value) {
        if (!SITE_GROW(site->arena, site->targets, site->target_count, site->target_cap))
            return NULL;
        site->targets[site->target_count] =
            (struct site_target){.phrase = phrase, .record = {.page = page, .title_kind = TITLE_NONE}};
        slot->value = (uint32_t)++site->target_count;
    }
    return &site->targets[slot->value - 1];
}

/* --- titles ----------------------------------------------------------------------------------------------------- */

static enum status add_title(struct site *site, uint32_t page, const struct title_variant *variant,
                             const uint32_t *stream, struct error *err)
{
    size_t length = variant->last - variant->first;
    if (!is_phrase(site, stream + variant->first, length, 2))
        return OK;
    uint32_t phrase = add_phrase(site, stream + variant->first, length);
    struct site_target *target = phrase ? add_target(site, phrase - 1, page) : NULL;
    if (!target)
        return error_memory(err);
    if (variant->kind < target->record.title_kind)
        target->record.title_kind = variant->kind;
    struct site_phrase *named = &site->phrases[phrase - 1];
    if (named->last_title_page != page + 1)
        named->record.title_count++;
    named->last_title_page = page + 1;
    return OK;
}

static enum status add_titles(struct site *site, struct arena *scratch, uint32_t number, struct error *err)
{
    const struct site_page *page = &site->pages[number];
    struct lexed lexed;
    enum status status = lex_plain(scratch, page->title, &lexed, err);
    struct title_variant variants[MAX_TITLE_VARIANTS];
    size_t count = status == OK ? title_variants(&lexed, variants) : 0;
    for (size_t i = 0; status == OK && i < count; i++)
        status = variants[i].last <= page->title_length ? add_title(site, number, &variants[i], page->title_stream, err)
                                                        : OK;
    return status;
}

/* --- links ------------------------------------------------------------------------------------------------------ */

static bool is_any_of(const struct site *site, uint32_t item, const char *const *signs)
{
    if (item == STREAM_BREAK)
        return true;
    struct str text = site->words[word_of(item)].text;
    for (; *signs; signs++)
        if (str_eq(text, str_from(*signs)))
            return true;
    return false;
}

/* Signs that come along with a link but are no part of a name. */
static void trim_anchor(const struct site *site, const uint32_t *stream, size_t *first, size_t *last)
{
    static const char *const signs[] = {".",
                                        ",",
                                        ";",
                                        ":",
                                        "!",
                                        "?",
                                        "\"",
                                        "'",
                                        "\xE2\x80\x9C",
                                        "\xE2\x80\x9D",
                                        "\xC2\xAB",
                                        "\xC2\xBB",
                                        "\xE2\x80\x9E",
                                        "\xE2\x80\x98",
                                        "\xE2\x80\x99",
                                        "\xE2\x80\x9A",
                                        NULL};
    while (*first < *last && is_any_of(site, stream[*first], signs))
        ++*first;
    while (*last > *first && is_any_of(site, stream[*last - 1], signs))
        --*last;
}

/* A phrase that a page links to another. */
struct linked_phrase {
    uint32_t from, to;
    size_t first, last; /* in the stream of the page `from` */
    bool fills_block;
};

/* Counts it once for each page; *is_new, if wanted, tells whether it was counted as a link in running text. */
static enum status count_link(struct site *site, struct linked_phrase link, bool *is_new, struct error *err)
{
    const uint32_t *stream = site->pages[link.from].stream;
    trim_anchor(site, stream, &link.first, &link.last);
    if (!is_phrase(site, stream + link.first, link.last - link.first, 1))
        return OK;
    uint32_t phrase = add_phrase(site, stream + link.first, link.last - link.first);
    struct site_target *target = phrase ? add_target(site, phrase - 1, link.to) : NULL;
    if (!target)
        return error_memory(err);
    uint32_t *last_page = link.fills_block ? &target->last_list_page : &target->last_link_page;
    uint32_t *count = link.fills_block ? &target->record.list_count : &target->record.link_count;
    if (*last_page == link.from + 1)
        return OK;
    *last_page = link.from + 1;
    ++*count;
    if (is_new)
        *is_new = !link.fills_block;
    return OK;
}

/* "Section 12.1, RAID and LVM" links "RAID and LVM", too: text seldom names a section by its number. */
static enum status add_link(struct site *site, uint32_t from, const struct site_anchor *anchor, struct error *err)
{
    uintptr_t to = (uintptr_t)map_get(&site->page_keys, anchor->key);
    if (!to || to - 1 == from)
        return OK;
    struct linked_phrase link = {from, (uint32_t)(to - 1), anchor->first, anchor->last, anchor->fills_block};
    bool is_new = false;
    enum status status = count_link(site, link, &is_new, err);
    if (status == OK && anchor->name > anchor->first) {
        link.first = anchor->name;
        status = count_link(site, link, NULL, err);
    }
    site->pages[from].links_out += is_new;
    site->anchor_count += is_new;
    return status;
}

/* --- counting --------------------------------------------------------------------------------------------------- */

/* Notes every phrase that begins at a place of a page. */
static void count_from(struct site *site, const struct site_page *page, uint32_t number, size_t first)
{
    uint32_t node = 0;
    for (size_t at = first; at < page->length && page->stream[at] != STREAM_BREAK; at++) {
        node = table_get(&site->edges, node, word_of(page->stream[at]));
        if (!node)
            return;
        uint32_t phrase = site->nodes[node];
        bool ends =
            at + 1 == page->length || page->stream[at + 1] == STREAM_BREAK || !(page->stream[at + 1] & STREAM_INNER);
        if (!phrase || !ends || site->phrases[phrase - 1].last_page == number + 1)
            continue;
        site->phrases[phrase - 1].last_page = number + 1;
        site->phrases[phrase - 1].record.page_count++;
        site->phrases[phrase - 1].record.linking_page_count += page->links_out > 0;
    }
}

static void count_page(struct site *site, uint32_t number)
{
    const struct site_page *page = &site->pages[number];
    for (size_t at = 0; at < page->length; at++) {
        uint32_t item = page->stream[at];
        if (item == STREAM_BREAK)
            continue;
        struct site_word *word = &site->words[word_of(item)];
        if (word->last_page != number + 1)
            word->page_count++;
        word->last_page = number + 1;
        if (!(item & STREAM_INNER))
            count_from(site, page, number, at);
    }
}

enum status site_collect_phrases(struct site *site, struct error *err)
{
    enum status status = OK;
    if (!SITE_GROW(site->arena, site->nodes, site->node_count, site->node_cap))
        return error_memory(err);
    site->node_count = 1; /* the root */
    for (uint32_t page = 0; status == OK && page < site->page_count; page++) {
        struct arena *scratch = arena_new();
        status = scratch ? add_titles(site, scratch, page, err) : error_memory(err);
        arena_free(scratch);
        for (size_t i = 0; status == OK && i < site->pages[page].anchor_count; i++)
            status = add_link(site, page, &site->pages[page].anchors[i], err);
    }
    for (uint32_t page = 0; status == OK && page < site->page_count; page++)
        count_page(site, page);
    return status;
}
