#include "link/index/site.h"

#include "link/index/url_key.h"

bool site_grow(struct arena *arena, void **list, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return true;
    size_t new_cap = *cap ? *cap * 2 : 64;
    void *larger = new_cap < STREAM_INNER ? arena_array(arena, new_cap, size) : NULL;
    if (!larger)
        return false;
    if (count)
        memcpy(larger, *list, count * size);
    *list = larger;
    *cap = new_cap;
    return true;
}

static struct str copy_str(struct arena *arena, struct str text)
{
    char *copy = arena_copy_n(arena, text.data, text.len);
    return (struct str){copy, copy ? text.len : 0};
}

/* --- words ------------------------------------------------------------------------------------------------------ */

/* The id of a word, made when it is new; STREAM_BREAK when memory ran out. */
static uint32_t intern(struct site *site, const struct lexeme *lexeme)
{
    void *known = map_get(&site->vocabulary, lexeme->text);
    if (known)
        return (uint32_t)((uintptr_t)known - 1);
    if (!SITE_GROW(site->arena, site->words, site->word_count, site->word_cap))
        return STREAM_BREAK;
    struct site_word *word = &site->words[site->word_count];
    word->text = copy_str(site->arena, lexeme->text);
    word->is_sign = lexeme->kind == LEXEME_SIGN;
    void **value = word->text.data ? map_put(&site->vocabulary, word->text) : NULL;
    if (!value)
        return STREAM_BREAK;
    *value = (void *)(uintptr_t)(site->word_count + 1);
    return (uint32_t)site->word_count++;
}

uint32_t *site_stream(struct site *site, const struct lexed *lexed, unsigned allowed, struct arena *scratch,
                      size_t **places, size_t *length)
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
        uint32_t word = intern(site, lexeme);
        if (word == STREAM_BREAK)
            return NULL;
        stream[used++] = word | (lexeme->continues_word ? STREAM_INNER : 0);
    }
    map[lexed->count] = used;
    uint32_t *kept = ARENA_ARRAY(site->arena, used, uint32_t);
    if (kept && used)
        memcpy(kept, stream, used * sizeof *kept);
    if (places)
        *places = map;
    *length = used;
    return kept;
}

/* --- links ------------------------------------------------------------------------------------------------------ */

static bool is_edge(const struct lexed *lexed, size_t lexeme)
{
    return lexeme >= lexed->count || lexed->lexemes[lexeme].starts_block;
}

/* Does the link stand alone in its block, but for signs? */
static bool fills_block(const struct lexed *lexed, size_t first, size_t last)
{
    while (!is_edge(lexed, first) && lexed->lexemes[first - 1].kind == LEXEME_SIGN)
        first--;
    while (!is_edge(lexed, last) && lexed->lexemes[last].kind == LEXEME_SIGN)
        last++;
    return is_edge(lexed, first) && is_edge(lexed, last);
}

static enum status read_anchors(struct site *site, struct site_page *page, const char *url, const struct lexed *lexed,
                                const size_t *places, struct error *err)
{
    page->anchors = ARENA_ARRAY(site->arena, lexed->anchor_count, struct site_anchor);
    if (!page->anchors)
        return error_memory(err);
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        if (anchor->first >= anchor->last || !anchor->href.len)
            continue;
        char *target = url_resolve(site->arena, url, anchor->href);
        if (!target)
            continue; /* mailto: and the like */
        page->anchors[page->anchor_count++] = (struct site_anchor){
            .first = places[anchor->first],
            .last = places[anchor->last],
            .name = places[title_skip_number(lexed, anchor->first, anchor->last)],
            .key = url_key(target),
            .fills_block = fills_block(lexed, anchor->first, anchor->last),
        };
    }
    return OK;
}

/* --- pages ------------------------------------------------------------------------------------------------------ */

/* The place for the page of that URL: the one that it replaces, or a new one. */
static struct site_page *find_place(struct site *site, const char *url)
{
    void **number = map_put(&site->page_numbers, str_from(url));
    if (!number)
        return NULL;
    if (!*number) {
        if (!SITE_GROW(site->arena, site->pages, site->page_count, site->page_cap))
            return NULL;
        *number = (void *)(uintptr_t)++site->page_count;
    }
    struct site_page *page = &site->pages[(uintptr_t)*number - 1];
    void **keyed = map_put(&site->page_keys, url_key(url));
    if (!keyed)
        return NULL;
    if (!*keyed)
        *keyed = *number;
    return page;
}

static enum status read_title(struct site *site, struct site_page *page, struct arena *scratch, struct error *err)
{
    struct lexed lexed;
    enum status status = lex_plain(scratch, page->title, &lexed, err);
    if (status != OK)
        return status;
    page->title_stream = site_stream(site, &lexed, 0, scratch, NULL, &page->title_length);
    return page->title_stream ? OK : error_memory(err);
}

static enum status refuse_url(struct str url, struct error *err)
{
    if (page_url_is_good(url))
        return error_memory(err);
    return error_set(err, E_INVALID, NULL, "page without a usable url: \"%.*s\"", (int)(url.len < 200 ? url.len : 200),
                     url.len ? url.data : "");
}

static enum status read_page(struct site *site, const struct link_page *given, struct arena *scratch, struct error *err)
{
    char *url = page_url_resolve(site->arena, given->url);
    if (!url)
        return refuse_url(given->url, err);
    struct site_page *page = find_place(site, url);
    if (!page)
        return error_memory(err);
    *page = (struct site_page){
        .url = copy_str(site->arena, given->url), .title = copy_str(site->arena, given->title), .key = url_key(url)};
    struct lexed lexed;
    enum status status =
        page->url.data && page->title.data ? lex_html(scratch, given->html, 0, &lexed, err) : error_memory(err);
    if (status != OK)
        return status;
    size_t *places;
    page->stream = site_stream(site, &lexed, BLOCK_ANCHOR, scratch, &places, &page->length);
    if (!page->stream)
        return error_memory(err);
    status = read_anchors(site, page, url, &lexed, places, err);
    return status == OK ? read_title(site, page, scratch, err) : status;
}

enum status site_read(struct site *site, link_next_page next, void *context, struct error *err)
{
    for (;;) {
        struct link_page page = {0};
        bool done = false;
        enum status status = next(context, &page, &done, err);
        if (status != OK || done)
            return status;
        struct arena *scratch = arena_new();
        status = scratch ? read_page(site, &page, scratch, err) : error_memory(err);
        arena_free(scratch);
        if (status != OK)
            return status;
    }
}
