#include "link/site/text.h"

#include "link/index/contexts.h"
#include "link/index/frame.h"
#include "link/index/url_key.h"
#include "link/site/titles.h"

/* One stream of items while it is made from lexemes. */
struct stream {
    struct site_item *items; /* with the number of the form in place of the term */
    size_t *places;          /* per lexeme, and behind the last: its place among the items */
    size_t *blocks;          /* where blocks begin among the items; the last is the end of all */
    size_t count, block_count;
};

/* Words of a page that are read: more than a long book has, and few enough for the memory. */
enum { MOST_WORDS = 250000 };

/* What makes streams of one page. */
struct text_put_maker {
    struct site_store *store;
    struct arena *arena;
    unsigned language;
    struct buf text, room; /* for lexeme_fold */
    struct buf whole;      /* a word without its hyphen */
};

/* --- words --- */

/* The number of the lexeme's form; SITE_BREAK: memory ran out, which the arena notes. Only a new form needs its text.
 */
static uint32_t form_of(struct text_put_maker *maker, const struct lexed *lexed, const struct lexeme *lexeme)
{
    uint32_t known = forms_find(&maker->store->forms, lexeme->hash, maker->language);
    if (known)
        return known - 1;
    struct str text = lexeme_fold(lexed, lexeme, &maker->text, &maker->room);
    bool is_sign = lexeme->kind == LEXEME_SIGN, failed = maker->text.failed || maker->room.failed;
    uint32_t form = failed ? 0 : forms_add(&maker->store->forms, lexeme->hash, text, is_sign, maker->language);
    if (!form)
        arena_fail(maker->arena);
    return form ? form - 1 : SITE_BREAK;
}

/* May the word at `at` be written with the one behind the hyphen as one word? "e-mail", "on-line", not "1-2". */
static bool may_join(const struct lexed *lexed, size_t at)
{
    enum { LONGEST_FIRST = 5 };
    const struct lexeme *first = &lexed->lexemes[at], *second = first + 2;
    return first->end - first->start <= LONGEST_FIRST && !ascii_is_digit(lexed->content.data[first->start]) &&
           !ascii_is_digit(lexed->content.data[second->start]);
}

/*
 * Adds the form of the two words around a hyphen as one, and notes the three. `at` is the first word, whose form is
 * known, as is that of the second.
 */
static void join_words(struct text_put_maker *maker, const struct lexed *lexed, size_t at, uint32_t first,
                       uint32_t second)
{
    struct forms *forms = &maker->store->forms;
    struct buf *whole = &maker->whole;
    buf_clear(whole);
    for (size_t i = at; i <= at + 2; i += 2) {
        struct str part = lexeme_fold(lexed, &lexed->lexemes[i], &maker->text, &maker->room);
        buf_add(whole, part.data, part.len);
    }
    bool failed = maker->text.failed || maker->room.failed || whole->failed;
    struct str text = {buf_text(whole), whole->len};
    uint32_t form = failed ? 0 : forms_find(forms, word_hash(text), maker->language);
    if (!form && !failed)
        form = forms_add(forms, word_hash(text), text, false, maker->language);
    if (!form || !forms_join(forms, (struct joint){first, second, form - 1}))
        arena_fail(maker->arena);
}

/* Which lexemes a stream takes. */
typedef bool (*lexeme_choice)(const struct lexeme *lexeme);

/* In titles and headings, which name pages, words with a hyphen are known without it too. */
enum hyphens { HYPHENS_ARE_SKIPPED, HYPHENS_JOIN };

static bool is_running_text(const struct lexeme *lexeme)
{
    return !(lexeme->blocked & ~BLOCK_ANCHOR);
}

static bool is_heading(const struct lexeme *lexeme)
{
    return (lexeme->blocked & BLOCK_HEADING) && !(lexeme->blocked & BLOCK_OTHER);
}

/*
 * The chosen lexemes as items, with a break where a block begins and in place of what is left out, but none in front.
 */
static struct stream make_stream(struct text_put_maker *maker, const struct lexed *lexed, lexeme_choice choose,
                                 enum hyphens hyphens)
{
    static const struct site_item a_break = {.term = SITE_BREAK};
    struct stream stream = {.items = ARENA_ARRAY(maker->arena, lexed->count * 2 + 1, struct site_item),
                            .places = ARENA_ARRAY(maker->arena, lexed->count + 1, size_t),
                            .blocks = ARENA_ARRAY(maker->arena, lexed->count + 1, size_t)};
    if (arena_failed(maker->arena))
        return stream;
    for (size_t i = 0; i < lexed->count; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        bool is_chosen = choose(lexeme), starts_block = lexeme->marks & MARK_STARTS_BLOCK;
        if ((starts_block || !is_chosen) && stream.count && stream.items[stream.count - 1].term != SITE_BREAK)
            stream.items[stream.count++] = a_break;
        stream.places[i] = stream.count;
        if (starts_block || i == 0)
            stream.blocks[stream.block_count++] = stream.count;
        if (!is_chosen || lexed_is_hyphen(lexed, i))
            continue;
        uint32_t form = form_of(maker, lexed, lexeme);
        if (form == SITE_BREAK)
            return stream;
        if (hyphens == HYPHENS_JOIN && i && lexed_is_hyphen(lexed, i - 1) && may_join(lexed, i - 2) &&
            choose(&lexed->lexemes[i - 2]))
            join_words(maker, lexed, i - 2, stream.items[stream.count - 1].term, form);
        stream.items[stream.count++] = (struct site_item){
            .term = form, .marks = lexeme->marks, .letter_case = lexeme->letter_case, .block = lexeme->block};
    }
    stream.places[lexed->count] = stream.blocks[stream.block_count] = stream.count;
    return stream;
}

static void put_item(struct spool *spool, const struct site_item *item)
{
    unsigned more = item->marks & MORE_MARKS;
    uint64_t code = item->term == SITE_BREAK ? PAGE_TEXT_BREAK : (uint64_t)item->term + PAGE_TEXT_FORMS;
    code = code << ITEM_SHIFT | item->letter_case | (item->marks & MARK_CONTINUES_WORD ? ITEM_INNER : 0) |
           (item->marks & MARK_FOLLOWS_CLOSELY ? ITEM_CLOSE : 0) | (more ? ITEM_MORE : 0);
    spool_number(spool, code);
    if (more)
        spool_number(spool, more >> MORE_SHIFT);
}

static void put_items(struct spool *spool, const struct site_item *items, size_t count)
{
    spool_number(spool, count);
    for (size_t i = 0; i < count; i++)
        put_item(spool, &items[i]);
}

/* --- blocks --- */

static void count_text(struct block_text *text, uint32_t page)
{
    text->pages += text->last_page != page + 1;
    text->last_page = page + 1;
}

/* Counts the blocks of the running text, and notes how long and of which kind each is, and where it stands. */
static void put_blocks(struct site_store *store, const struct lexed *lexed, const struct stream *stream, uint32_t page)
{
    struct spool *spool = &store->spool;
    size_t count = 0, number = 0;
    for (size_t block = 0; block < stream->block_count; block++)
        count += stream->blocks[block] < stream->blocks[block + 1];
    spool_number(spool, count);
    for (struct frame_block block = {0}; frame_next(lexed, &block); number++) {
        size_t first = stream->blocks[number], last = stream->blocks[number + 1];
        if (first == last)
            continue;
        spool_number(spool, last - first);
        spool_number(spool, stream->items[first].block);
        spool_number(spool, block.place);
        uint32_t text = frame_text(lexed, &block);
        spool_number(spool, text);
        count_text(&store->texts[text], page);
    }
}

/* --- links --- */

/* Punctuation that an author may include in a link, but that belongs to no name; and what is no running text. */
static bool is_punctuation(const struct lexeme *lexeme)
{
    static const char *const signs[] = {"\u201C", "\u201D", "\u00AB", "\u00BB", "\u201E", "\u2018", "\u2019", "\u201A"};
    if (!is_running_text(lexeme))
        return true;
    if (lexeme->kind != LEXEME_SIGN || lexeme->sign)
        return lexeme_is_sign(lexeme, ".,;:!?\"'");
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (lexeme->hash == word_hash(str_from(signs[i])))
            return true;
    return false;
}

static size_t skip_punctuation(const struct lexed *lexed, size_t first, size_t last)
{
    while (first < last && is_punctuation(&lexed->lexemes[first]))
        first++;
    return first;
}

static void put_anchor(struct spool *spool, const struct lexed *lexed, const struct stream *stream,
                       const struct lexer_anchor *anchor, uint64_t key)
{
    size_t first = skip_punctuation(lexed, anchor->first, anchor->last), last = anchor->last;
    while (last > first && is_punctuation(&lexed->lexemes[last - 1]))
        last--;
    size_t name = skip_punctuation(lexed, title_skip_number(lexed, first, last), last);
    size_t place = stream->places[first], end = stream->places[last];
    while (end > place && stream->items[end - 1].term == SITE_BREAK)
        end--;
    spool_number(spool, place);
    spool_number(spool, last > first ? end - place : 0);
    spool_number(spool, last > first ? stream->places[name] - place : 0);
    spool_number(spool, lexed_fills_block(lexed, anchor->first, anchor->last));
    spool_bytes(spool, &key, sizeof key);
}

/* Puts the links that have a text. */
static void put_anchors(struct text_put_maker *maker, const char *url, const struct lexed *lexed,
                        const struct stream *stream)
{
    struct str *keys = ARENA_ARRAY(maker->arena, lexed->anchor_count, struct str);
    if (!keys)
        return;
    size_t count = 0;
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        char *target =
            anchor->first < anchor->last && anchor->href.len ? url_resolve(maker->arena, url, anchor->href) : NULL;
        keys[i] = target ? url_key(target) : (struct str){NULL, 0}; /* none: mailto: and the like */
        count += target != NULL;
    }
    spool_number(&maker->store->spool, count);
    for (size_t i = 0; i < lexed->anchor_count; i++)
        if (keys[i].data)
            put_anchor(&maker->store->spool, lexed, stream, &lexed->anchors[i], word_hash(keys[i]));
}

/* --- headings --- */

/* Puts the headings, and before which item of the running text each stands. */
static void put_headings(struct spool *spool, const struct lexed *lexed, const struct stream *headings,
                         const struct stream *running)
{
    put_items(spool, headings->items, headings->count);
    spool_number(spool, lexed->heading_count);
    for (size_t i = 0; i < lexed->heading_count; i++) {
        const struct lexer_heading *heading = &lexed->headings[i];
        size_t first = headings->places[heading->first], last = headings->places[heading->last];
        while (last > first && headings->items[last - 1].term == SITE_BREAK)
            last--;
        while (first < last && headings->items[first].term == SITE_BREAK)
            first++;
        spool_number(spool, first);
        spool_number(spool, last - first);
        spool_number(spool, running->places[heading->last]);
        spool_number(spool, heading->is_link ? 0 : heading->level);
        uint64_t hash = context_heading_hash(lexed, heading->first, heading->last);
        spool_bytes(spool, &hash, sizeof hash);
    }
}

/* --- titles --- */

static void put_title(struct text_put_maker *maker, struct str title)
{
    struct site_store *store = maker->store;
    struct lexed lexed;
    lex_plain(maker->arena, title, &lexed, NULL); /* a title is short: it fails for memory alone */
    struct stream stream = make_stream(maker, &lexed, is_running_text, HYPHENS_JOIN);
    if (arena_failed(maker->arena))
        return;
    struct title_variant variants[MAX_TITLE_VARIANTS];
    size_t count = title_variants(&lexed, variants);
    put_items(&store->spool, stream.items, stream.count);
    spool_number(&store->spool, stream.places[title_skip_number(&lexed, 0, lexed.count)]);
    spool_number(&store->spool, count);
    for (size_t i = 0; i < count; i++) {
        spool_number(&store->spool, stream.places[variants[i].first]);
        spool_number(&store->spool, stream.places[variants[i].last]);
        spool_number(&store->spool, variants[i].kind);
    }
}

/* --- all of it --- */

static enum status put_page(struct text_put_maker *maker, const struct spooled_page *page, struct error *err)
{
    struct lexed lexed;
    struct spool *spool = &maker->store->spool;
    enum status status = lex_html(maker->arena, page->page->html, MOST_WORDS, NULL, &lexed, err);
    if (status != OK)
        return status;
    struct stream running = make_stream(maker, &lexed, is_running_text, HYPHENS_ARE_SKIPPED);
    struct stream headings = make_stream(maker, &lexed, is_heading, HYPHENS_JOIN);
    if (arena_failed(maker->arena))
        return error_memory(err);
    spool_text(spool, page->page->url);
    spool_text(spool, page->page->title);
    spool_text(spool, url_key(page->url));
    put_title(maker, page->page->title);
    put_headings(spool, &lexed, &headings, &running);
    spool_number(spool, lexed.words);
    put_items(spool, running.items, running.count);
    put_blocks(maker->store, &lexed, &running, page->number);
    put_anchors(maker, page->url, &lexed, &running);
    return arena_failed(maker->arena) ? error_memory(err) : OK;
}

enum status page_text_put(struct site_store *store, const struct spooled_page *page, struct arena *scratch,
                          struct error *err)
{
    struct text_put_maker maker = {.store = store, .arena = scratch, .language = page->language};
    enum status status = put_page(&maker, page, err);
    buf_free(&maker.text);
    buf_free(&maker.room);
    buf_free(&maker.whole);
    return status;
}
