#include "link/index/builder.h"

#include "link/index/titles.h"

/* Lexemes. Longer anchors and titles are sentences, and match nowhere else. */
enum { MAX_PHRASE = 14 };

/* --- trie --- */

/* A new node; 0 when memory ran out (0 is the root). */
static uint32_t add_node(struct builder *builder)
{
    uint32_t *nodes =
        builder_room(builder, builder->nodes, builder->node_count, &builder->node_cap, sizeof *builder->nodes);
    if (!nodes)
        return 0;
    builder->nodes = nodes;
    return (uint32_t)builder->node_count++;
}

/* The node of the words, made as needed; 0 when memory ran out. */
static uint32_t add_path(struct builder *builder, const uint32_t *words, size_t length)
{
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        struct table_slot *slot = table_put(&builder->edges, node, stream_word(words[i]));
        if (slot && !slot->value)
            slot->value = add_node(builder);
        node = slot ? slot->value : 0;
        if (!node)
            return 0;
    }
    return node;
}

/*
 * Can the words be a phrase: few enough, no break between them, with at least `least_letters` bytes of letters or
 * digits? A title of one letter would match far too often, but an author who links one letter means it.
 */
static bool is_phrase(const struct builder *builder, const uint32_t *words, size_t length, size_t least_letters)
{
    if (length == 0 || length > MAX_PHRASE)
        return false;
    size_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        if (words[i] == STREAM_BREAK)
            return false;
        const struct builder_word *word = &builder->words[stream_word(words[i])];
        letters += word->is_sign ? 0 : word->text.len;
    }
    return letters >= least_letters;
}

/* The number of a phrase + 1; 0 when memory ran out. */
static uint32_t add_phrase(struct builder *builder, const uint32_t *words, size_t length)
{
    uint32_t node = add_path(builder, words, length);
    if (!node)
        return 0;
    if (!builder->nodes[node]) {
        struct builder_phrase *phrases =
            builder_room(builder, builder->phrases, builder->phrase_count, &builder->phrase_cap, sizeof *phrases);
        if (!phrases)
            return 0;
        builder->phrases = phrases;
        builder->phrases[builder->phrase_count].record.length = (uint32_t)length;
        builder->nodes[node] = (uint32_t)++builder->phrase_count;
    }
    return builder->nodes[node];
}

static struct builder_target *add_target(struct builder *builder, uint32_t phrase, uint32_t page)
{
    struct table_slot *slot = table_put(&builder->target_numbers, phrase, page);
    if (!slot)
        return NULL;
    if (!slot->value) {
        struct builder_target *targets =
            builder_room(builder, builder->targets, builder->target_count, &builder->target_cap, sizeof *targets);
        if (!targets)
            return NULL;
        builder->targets = targets;
        builder->targets[builder->target_count] =
            (struct builder_target){.phrase = phrase, .record = {.page = page, .title_kind = TITLE_NONE}};
        slot->value = (uint32_t)++builder->target_count;
    }
    return &builder->targets[slot->value - 1];
}

/* --- titles --- */

static enum status add_title(struct builder *builder, uint32_t page, const struct title_variant *variant,
                             const uint32_t *stream, struct error *err)
{
    size_t length = variant->last - variant->first;
    if (!is_phrase(builder, stream + variant->first, length, 2))
        return OK;
    uint32_t phrase = add_phrase(builder, stream + variant->first, length);
    struct builder_target *target = phrase ? add_target(builder, phrase - 1, page) : NULL;
    if (!target)
        return error_memory(err);
    if (variant->kind < target->record.title_kind)
        target->record.title_kind = variant->kind;
    struct builder_phrase *named = &builder->phrases[phrase - 1];
    if (named->last_title_page != page + 1)
        named->record.title_count++;
    named->last_title_page = page + 1;
    return OK;
}

static enum status add_titles(struct builder *builder, struct arena *scratch, uint32_t number, struct error *err)
{
    const struct builder_page *page = &builder->pages[number];
    struct lexed lexed;
    enum status status = lex_plain(scratch, page->title, &lexed, err);
    struct title_variant variants[MAX_TITLE_VARIANTS];
    size_t count = status == OK ? title_variants(&lexed, variants) : 0;
    for (size_t i = 0; status == OK && i < count; i++)
        status = variants[i].last <= page->title_length
                     ? add_title(builder, number, &variants[i], page->title_stream, err)
                     : OK;
    return status;
}

/* --- links --- */

static bool is_any_of(const struct builder *builder, uint32_t item, const char *const *signs)
{
    if (item == STREAM_BREAK)
        return true;
    struct str text = builder->words[stream_word(item)].text;
    for (; *signs; signs++)
        if (str_eq(text, str_from(*signs)))
            return true;
    return false;
}

/* Takes punctuation that an author included in the link, but that belongs to no name, off both ends. */
static void trim_anchor(const struct builder *builder, const uint32_t *stream, size_t *first, size_t *last)
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
    while (*first < *last && is_any_of(builder, stream[*first], signs))
        ++*first;
    while (*last > *first && is_any_of(builder, stream[*last - 1], signs))
        --*last;
}

/* A phrase that a page links to another. */
struct linked_phrase {
    uint32_t from, to;
    size_t first, last; /* in the stream of the page `from` */
    bool fills_block;
};

/* Counts the link once for each page. *is_new (may be NULL) tells whether it was counted as a link in running text. */
static enum status count_link(struct builder *builder, struct linked_phrase link, bool *is_new, struct error *err)
{
    const uint32_t *stream = builder->pages[link.from].stream;
    trim_anchor(builder, stream, &link.first, &link.last);
    if (!is_phrase(builder, stream + link.first, link.last - link.first, 1))
        return OK;
    uint32_t phrase = add_phrase(builder, stream + link.first, link.last - link.first);
    struct builder_target *target = phrase ? add_target(builder, phrase - 1, link.to) : NULL;
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

/*
 * A link "Section 12.1, RAID and LVM" also counts as one of "RAID and LVM": text seldom names a section by its
 * number.
 */
static enum status add_link(struct builder *builder, uint32_t from, const struct builder_anchor *anchor,
                            struct error *err)
{
    uintptr_t to = (uintptr_t)map_get(&builder->page_keys, anchor->key);
    if (!to || to - 1 == from)
        return OK;
    struct linked_phrase link = {from, (uint32_t)(to - 1), anchor->first, anchor->last, anchor->fills_block};
    bool is_new = false;
    enum status status = count_link(builder, link, &is_new, err);
    if (status == OK && anchor->name > anchor->first) {
        link.first = anchor->name;
        status = count_link(builder, link, NULL, err);
    }
    builder->pages[from].links_out += is_new;
    builder->anchor_count += is_new;
    return status;
}

/* --- counting --- */

/* Counts every phrase that begins at a place of a page, once for the page. */
static void count_from(struct builder *builder, const struct builder_page *page, uint32_t number, size_t first)
{
    uint32_t node = 0;
    for (size_t at = first; at < page->length && page->stream[at] != STREAM_BREAK; at++) {
        node = table_get(&builder->edges, node, stream_word(page->stream[at]));
        if (!node)
            return;
        uint32_t phrase = builder->nodes[node];
        bool ends =
            at + 1 == page->length || page->stream[at + 1] == STREAM_BREAK || !(page->stream[at + 1] & STREAM_INNER);
        if (!phrase || !ends || builder->phrases[phrase - 1].last_page == number + 1)
            continue;
        builder->phrases[phrase - 1].last_page = number + 1;
        builder->phrases[phrase - 1].record.page_count++;
        builder->phrases[phrase - 1].record.linking_page_count += page->links_out > 0;
    }
}

static void count_page(struct builder *builder, uint32_t number)
{
    const struct builder_page *page = &builder->pages[number];
    for (size_t at = 0; at < page->length; at++) {
        uint32_t item = page->stream[at];
        if (item == STREAM_BREAK)
            continue;
        struct builder_word *word = &builder->words[stream_word(item)];
        if (word->last_page != number + 1)
            word->page_count++;
        word->last_page = number + 1;
        if (!(item & STREAM_INNER))
            count_from(builder, page, number, at);
    }
}

enum status builder_find_phrases(struct builder *builder, struct error *err)
{
    enum status status = OK;
    add_node(builder); /* the root */
    if (!builder->node_count)
        return error_memory(err);
    for (uint32_t page = 0; status == OK && page < builder->page_count; page++) {
        struct arena *scratch = arena_new();
        status = scratch ? add_titles(builder, scratch, page, err) : error_memory(err);
        arena_free(scratch);
        for (size_t i = 0; status == OK && i < builder->pages[page].anchor_count; i++)
            status = add_link(builder, page, &builder->pages[page].anchors[i], err);
    }
    for (uint32_t page = 0; status == OK && page < builder->page_count; page++)
        count_page(builder, page);
    return status;
}
