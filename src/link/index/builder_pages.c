#include "link/index/builder.h"

#include "base/vec.h"
#include "link/index/titles.h"
#include "link/index/url_key.h"
#include "link/lexer/lexer.h"

void *builder_room(struct builder *builder, void *items, size_t count, size_t *cap, size_t size)
{
    return count < stream_word(STREAM_BREAK) ? vec_room(builder->arena, items, count, cap, size) : NULL;
}

static struct str copy_str(struct arena *arena, struct str text)
{
    char *copy = arena_copy_n(arena, text.data, text.len);
    return (struct str){copy, copy ? text.len : 0};
}

/* --- words --- */

/* The id of a word, which is added when it is new; STREAM_BREAK when memory ran out. */
static uint32_t intern(struct builder *builder, const struct lexeme *lexeme)
{
    void *known = map_get(&builder->vocabulary, lexeme->text);
    if (known)
        return (uint32_t)((uintptr_t)known - 1);
    struct builder_word *words =
        builder_room(builder, builder->words, builder->word_count, &builder->word_cap, sizeof *words);
    if (!words)
        return STREAM_BREAK;
    builder->words = words;
    struct builder_word *word = &builder->words[builder->word_count];
    word->text = copy_str(builder->arena, lexeme->text);
    word->is_sign = lexeme->kind == LEXEME_SIGN;
    void **value = word->text.data ? map_put(&builder->vocabulary, word->text) : NULL;
    if (!value)
        return STREAM_BREAK;
    *value = (void *)(uintptr_t)(builder->word_count + 1);
    return (uint32_t)builder->word_count++;
}

/*
 * The lexemes as a stream in the builder's arena; NULL when memory ran out. Takes those that are blocked by nothing,
 * or by nothing but `allowed` (enum lexeme_block). *places (may be NULL) maps lexeme numbers, and the count of
 * lexemes, to places in the stream.
 */
static uint32_t *make_stream(struct builder *builder, const struct lexed *lexed, unsigned allowed,
                             struct arena *scratch, size_t **places, size_t *length)
{
    uint32_t *stream = ARENA_ARRAY(scratch, lexed->count * 2 + 1, uint32_t);
    size_t *map = ARENA_ARRAY(scratch, lexed->count + 1, size_t);
    if (!stream || !map)
        return NULL;
    size_t used = 0;
    for (size_t i = 0; i < lexed->count; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        bool is_break = lexeme->starts_block || (lexeme->blocked & ~allowed);
        if (is_break && used && stream[used - 1] != STREAM_BREAK)
            stream[used++] = STREAM_BREAK;
        map[i] = used;
        if (lexeme->blocked & ~allowed)
            continue;
        uint32_t word = intern(builder, lexeme);
        if (word == STREAM_BREAK)
            return NULL;
        stream[used++] = word | (lexeme->continues_word ? STREAM_INNER : 0);
    }
    map[lexed->count] = used;
    uint32_t *kept = ARENA_ARRAY(builder->arena, used, uint32_t);
    if (kept && used)
        memcpy(kept, stream, used * sizeof *kept);
    if (places)
        *places = map;
    *length = used;
    return kept;
}

/* --- links --- */

static bool is_edge(const struct lexed *lexed, size_t lexeme)
{
    return lexeme >= lexed->count || lexed->lexemes[lexeme].starts_block;
}

/* Does the block of the link hold nothing else but signs? */
static bool fills_block(const struct lexed *lexed, size_t first, size_t last)
{
    while (!is_edge(lexed, first) && lexed->lexemes[first - 1].kind == LEXEME_SIGN)
        first--;
    while (!is_edge(lexed, last) && lexed->lexemes[last].kind == LEXEME_SIGN)
        last++;
    return is_edge(lexed, first) && is_edge(lexed, last);
}

static enum status read_anchors(struct builder *builder, struct builder_page *page, const char *url,
                                const struct lexed *lexed, const size_t *places, struct error *err)
{
    page->anchors = ARENA_ARRAY(builder->arena, lexed->anchor_count, struct builder_anchor);
    if (!page->anchors)
        return error_memory(err);
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        if (anchor->first >= anchor->last || !anchor->href.len)
            continue;
        char *target = url_resolve(builder->arena, url, anchor->href);
        if (!target)
            continue; /* mailto: and the like */
        page->anchors[page->anchor_count++] = (struct builder_anchor){
            .first = places[anchor->first],
            .last = places[anchor->last],
            .name = places[title_skip_number(lexed, anchor->first, anchor->last)],
            .key = url_key(target),
            .fills_block = fills_block(lexed, anchor->first, anchor->last),
        };
    }
    return OK;
}

/* --- pages --- */

/* The entry for the page of that URL: the one that it replaces, or a new one. NULL when memory ran out. */
static struct builder_page *find_place(struct builder *builder, const char *url)
{
    void **number = map_put(&builder->page_numbers, str_from(url));
    if (!number)
        return NULL;
    if (!*number) {
        struct builder_page *pages =
            builder_room(builder, builder->pages, builder->page_count, &builder->page_cap, sizeof *pages);
        if (!pages)
            return NULL;
        builder->pages = pages;
        *number = (void *)(uintptr_t)++builder->page_count;
    }
    struct builder_page *page = &builder->pages[(uintptr_t)*number - 1];
    void **keyed = map_put(&builder->page_keys, url_key(url));
    if (!keyed)
        return NULL;
    if (!*keyed)
        *keyed = *number;
    return page;
}

static enum status read_title(struct builder *builder, struct builder_page *page, struct arena *scratch,
                              struct error *err)
{
    struct lexed lexed;
    enum status status = lex_plain(scratch, page->title, &lexed, err);
    if (status != OK)
        return status;
    page->title_stream = make_stream(builder, &lexed, 0, scratch, NULL, &page->title_length);
    return page->title_stream ? OK : error_memory(err);
}

static enum status refuse_url(struct str url, struct error *err)
{
    if (page_url_is_good(url))
        return error_memory(err);
    return error_set(err, E_INVALID, NULL, "page without a usable url: \"%.*s\"", (int)(url.len < 200 ? url.len : 200),
                     url.len ? url.data : "");
}

static enum status read_page(struct builder *builder, const struct link_page *given, struct arena *scratch,
                             struct error *err)
{
    char *url = page_url_resolve(builder->arena, given->url);
    if (!url)
        return refuse_url(given->url, err);
    struct builder_page *page = find_place(builder, url);
    if (!page)
        return error_memory(err);
    *page = (struct builder_page){.url = copy_str(builder->arena, given->url),
                                  .title = copy_str(builder->arena, given->title),
                                  .key = url_key(url)};
    struct lexed lexed;
    enum status status =
        page->url.data && page->title.data ? lex_html(scratch, given->html, 0, &lexed, err) : error_memory(err);
    if (status != OK)
        return status;
    size_t *places;
    page->stream = make_stream(builder, &lexed, BLOCK_ANCHOR, scratch, &places, &page->length);
    if (!page->stream)
        return error_memory(err);
    status = read_anchors(builder, page, url, &lexed, places, err);
    return status == OK ? read_title(builder, page, scratch, err) : status;
}

enum status builder_read_pages(struct builder *builder, link_next_page next, void *context, struct error *err)
{
    for (;;) {
        struct link_page page = {0};
        bool done = false;
        enum status status = next(context, &page, &done, err);
        if (status != OK || done)
            return status;
        struct arena *scratch = arena_new();
        status = scratch ? read_page(builder, &page, scratch, err) : error_memory(err);
        arena_free(scratch);
        if (status != OK)
            return status;
    }
}
