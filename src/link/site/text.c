#include "link/site/site_parts.h"

/* --- where the phrases of a site stand in a page --- */

enum phrase_case site_case_of(const struct site_item *items, size_t length)
{
    bool lower = true;
    for (size_t i = 0; i < length; i++) {
        if (items[i].letter_case == CASE_UPPER || items[i].letter_case == CASE_MIXED)
            return PHRASE_UPPER;
        lower &= items[i].letter_case != CASE_CAPITAL || (i == 0 && (items[i].marks & MARK_STARTS_SENTENCE));
    }
    if (!lower)
        return PHRASE_CAPITAL;
    return items[0].letter_case == CASE_CAPITAL ? PHRASE_AT_START : PHRASE_LOWER;
}

uint16_t site_form_of(const struct site_item *items, size_t length)
{
    uint32_t form = 0;
    for (size_t i = 0; i < length; i++)
        form = index_form_add(form, items[i].form, items[i].marks & MARK_FOLLOWS_CLOSELY);
    return index_form(form);
}

/* Walks over the text. */
struct occurrence_walk {
    const struct site *site;
    const struct site_text *text;
    struct arena *arena;
    struct site_occurrence *found;
    size_t count, cap;
    size_t anchor;     /* the first one that does not end before the present place */
    size_t covered_to; /* what ends up to here is covered by a phrase that began before */
};

static void find_anchor(const struct occurrence_walk *walk, struct site_occurrence *occurrence)
{
    for (size_t i = walk->anchor; i < walk->text->anchor_count; i++) {
        const struct site_anchor *anchor = &walk->text->anchors[i];
        if (anchor->first >= occurrence->last)
            return;
        if (anchor->last == occurrence->last &&
            (anchor->first == occurrence->first || anchor->name == occurrence->first))
            occurrence->anchor = anchor;
        else if (anchor->last > occurrence->first && anchor->last > anchor->first)
            occurrence->in_anchor |= anchor->first <= occurrence->first && occurrence->last <= anchor->last;
        else
            continue;
        occurrence->is_touched |= anchor->page != SITE_NO_PAGE && !anchor->is_list;
    }
}

static bool ends_word(const struct site_text *text, size_t last)
{
    return last == text->count || text->items[last].term == SITE_BREAK ||
           !(text->items[last].marks & MARK_CONTINUES_WORD);
}

static void add_occurrence(struct occurrence_walk *walk, uint32_t phrase, size_t first, size_t last)
{
    struct site_occurrence *occurrence = VEC_PUSH(walk->arena, walk->found, walk->count, walk->cap);
    if (!occurrence)
        return;
    *occurrence = (struct site_occurrence){.phrase = phrase, .first = (uint32_t)first, .last = (uint32_t)last};
    find_anchor(walk, occurrence);
}

/* May there be an edge with that hash? Once the phrases are complete. */
static inline bool store_may_have_edge(const struct site_store *store, uint64_t hash)
{
    size_t bit = (size_t)hash & (store->filter_bits - 1);
    return store->filter[bit / 64] >> bit % 64 & 1;
}

/* Adds the longer phrases that begin at `first`, whose term leads to a node of the trie. */
static void walk_from(struct occurrence_walk *walk, size_t first)
{
    const struct site_text *text = walk->text;
    const struct site_store *store = walk->site->store;
    uint32_t node = walk->site->terms[text->items[first].term].node;
    for (size_t at = first + 1; at < text->count && text->items[at].term != SITE_BREAK; at++) {
        uint64_t hash = index_hash_edge(node, text->items[at].term);
        node = store_may_have_edge(store, hash) ? numbers_get(&store->edges, hash) : 0;
        if (!node)
            return;
        uint32_t phrase = store->nodes[node].phrase;
        if (phrase && ends_word(text, at + 1))
            add_occurrence(walk, phrase - 1, first, at + 1);
    }
}

/* Adds all phrases that begin at `first`. */
static void find_from(struct occurrence_walk *walk, size_t first)
{
    const struct site_term *term = &walk->site->terms[walk->text->items[first].term];
    size_t from = walk->count;
    if (!term->node)
        return;
    if (term->phrase && ends_word(walk->text, first + 1))
        add_occurrence(walk, term->phrase - 1, first, first + 1);
    walk_from(walk, first);
    for (size_t i = from; i < walk->count; i++)
        walk->found[i].is_covered = walk->found[i].last <= walk->covered_to || i + 1 < walk->count;
    if (walk->count > from && walk->found[walk->count - 1].last > walk->covered_to)
        walk->covered_to = walk->found[walk->count - 1].last;
}

/* Asks for the memory of the edge by which a phrase could go on, some items before it is needed. */
static void look_ahead(const struct occurrence_walk *walk, size_t at)
{
    enum { AHEAD = 12 };
    const struct site_text *text = walk->text;
    if (at + AHEAD + 1 >= text->count)
        return;
    const struct site_item *items = text->items + at + AHEAD;
    if (items[0].term == SITE_BREAK || items[1].term == SITE_BREAK || !walk->site->terms[items[0].term].node)
        return;
    uint64_t hash = index_hash_edge(walk->site->terms[items[0].term].node, items[1].term);
    if (store_may_have_edge(walk->site->store, hash))
        numbers_prefetch(&walk->site->store->edges, hash);
}

/* Finds the phrases of the site in the text, which is complete otherwise. */
static void find_occurrences(const struct site *site, struct site_text *text, struct arena *arena)
{
    struct occurrence_walk walk = {.site = site, .text = text, .arena = arena};
    for (size_t at = 0; at < text->count; at++) {
        look_ahead(&walk, at);
        while (walk.anchor < text->anchor_count && text->anchors[walk.anchor].last <= at)
            walk.anchor++;
        if (text->items[at].term != SITE_BREAK && !(text->items[at].marks & (MARK_CONTINUES_WORD | SITE_IN_FRAME)))
            find_from(&walk, at);
    }
    text->occurrences = walk.found;
    text->occurrence_count = walk.count;
}

bool site_names_itself(const struct site *site, uint32_t phrase, uint32_t page)
{
    const struct site_phrase *record = &site->phrases[phrase];
    for (uint32_t i = 0; i < record->target_count; i++) {
        const struct site_target *target = &site->targets[record->first_target + i];
        if (target->page == page)
            return target->counts[TARGET_LINKS] || target->title_kind <= TITLE_SLUG;
    }
    return false;
}

/* --- items in the spool --- */

/* Codes of the spool for items; a form n is n + PAGE_TEXT_FORMS. */
enum { PAGE_TEXT_BREAK, PAGE_TEXT_FORMS };

/*
 * An item is its code, shifted by ITEM_SHIFT, with its letter case and two marks below it. Are there more marks,
 * ITEM_MORE is set, and they are the next number, shifted down by MORE_SHIFT.
 */
enum {
    ITEM_CASE = 7,
    ITEM_INNER = 8,
    ITEM_CLOSE = 16,
    ITEM_MORE = 32,
    ITEM_SHIFT = 6,
    MORE_MARKS = MARK_STARTS_SENTENCE | MARK_BOLD | MARK_ITALIC | MARK_QUOTED | MARK_BRACKETED,
    MORE_SHIFT = 5
};

/* --- a page read from it --- */

/* What a reader keeps of its memory for the next page. */
enum { MOST_KEPT = 2 << 20 };

void text_reader_free(struct text_reader *reader)
{
    arena_free(reader->arena);
}

static uint64_t next(struct text_reader *reader)
{
    return spool_next(&reader->at, reader->end);
}

static uint64_t next_hash(struct text_reader *reader)
{
    uint64_t hash = 0;
    if (reader->end - reader->at >= (ptrdiff_t)sizeof hash) {
        memcpy(&hash, reader->at, sizeof hash);
        reader->at += sizeof hash;
    }
    return hash;
}

/* Room for a list whose length comes next. When memory runs out, none of it can be read, nor anything behind it. */
static void *next_list(struct text_reader *reader, size_t *count, size_t size)
{
    *count = (size_t)next(reader);
    void *list = arena_array(reader->arena, *count + 1, size);
    if (!list) {
        *count = 0;
        reader->at = reader->end;
    }
    return list;
}

static struct site_item read_item(struct text_reader *reader, const struct forms_form *forms)
{
    struct site_item item = {.term = SITE_BREAK};
    uint64_t code = next(reader), number = code >> ITEM_SHIFT;
    if (number == PAGE_TEXT_BREAK)
        return item;
    const struct forms_form *form = &forms[number - PAGE_TEXT_FORMS];
    item.term = form->term;
    item.form = form->code;
    item.letter_case = code & ITEM_CASE;
    item.marks =
        (uint16_t)((code & ITEM_INNER ? MARK_CONTINUES_WORD : 0) | (code & ITEM_CLOSE ? MARK_FOLLOWS_CLOSELY : 0));
    if (code & ITEM_MORE)
        item.marks |= (uint16_t)(next(reader) << MORE_SHIFT);
    return item;
}

static struct site_item *read_items(struct text_reader *reader, size_t *count)
{
    struct site_item *items = next_list(reader, count, sizeof *items);
    for (size_t i = 0; i < *count; i++)
        items[i] = read_item(reader, reader->site->store->forms.list);
    return items;
}

bool site_has_often(const struct site *site, uint32_t text, uint32_t share)
{
    enum { LEAST_PAGES = 10 }; /* on a small site a sentence may well stand on a few pages */
    uint32_t pages = site->store->texts[text].pages;
    return pages >= LEAST_PAGES && (uint64_t)pages * share > site->page_count;
}

/*
 * A sentence that stands on so many of the pages tells nothing, wherever it stands; yet it may get links, as any
 * content may. (Where no content stands is another question: see link/index/index.h.)
 */
static bool is_boilerplate(const struct site *site, uint32_t text)
{
    enum { SHARE = 20 };
    return site_has_often(site, text, SHARE);
}

/* Tells the items which kind of block they stand in, and whether that is in the frame. */
static void read_blocks(struct text_reader *reader)
{
    const struct site *site = reader->site;
    struct site_block *blocks = next_list(reader, &reader->text.block_count, sizeof *blocks);
    uint32_t at = 0;
    for (size_t i = 0; i < reader->text.block_count; i++) {
        struct site_block *block = &blocks[i];
        block->first = at;
        block->last = at + (uint32_t)next(reader);
        uint8_t kind = (uint8_t)next(reader);
        block->place = (uint32_t)next(reader);
        block->text = (uint32_t)next(reader);
        bool in_frame = frame_has(site->frame, site->frame_count, frame_key(block->place, FRAME_PLACE)) ||
                        is_boilerplate(site, block->text);
        for (; at < block->last; at++) {
            reader->items[at].block = kind;
            reader->items[at].marks |= in_frame ? SITE_IN_FRAME : 0;
        }
    }
    reader->text.blocks = blocks;
}

/* Notes where the link stands: in the frame it tells nothing. Links come in order, and *block goes along. */
static void place_anchor(const struct text_reader *reader, struct site_anchor *anchor, size_t *block)
{
    const struct site_text *text = &reader->text;
    const struct site *site = reader->site;
    while (*block < text->block_count && text->blocks[*block].last <= anchor->first)
        ++*block;
    if (anchor->first == anchor->last || *block == text->block_count)
        return;
    uint32_t place = text->blocks[*block].place;
    anchor->is_list |= (reader->items[anchor->first].marks & SITE_IN_FRAME) ||
                       frame_has(site->frame, site->frame_count, frame_key(place, FRAME_LIST));
    if (frame_has(site->frame, site->frame_count, frame_key(place, FRAME_PLACE)))
        anchor->page = SITE_NO_PAGE;
}

static void read_names(struct text_reader *reader)
{
    struct site_name *names = next_list(reader, &reader->text.name_count, sizeof *names);
    for (size_t i = 0; i < reader->text.name_count; i++) {
        names[i].first = (uint16_t)next(reader);
        names[i].last = (uint16_t)next(reader);
        names[i].kind = (uint8_t)next(reader);
    }
    reader->text.names = names;
}

static void read_headings(struct text_reader *reader)
{
    reader->text.heading_items = read_items(reader, &reader->text.heading_item_count);
    struct site_heading *headings = next_list(reader, &reader->text.heading_count, sizeof *headings);
    for (size_t i = 0; i < reader->text.heading_count; i++) {
        struct site_heading *heading = &headings[i];
        heading->first = (uint32_t)next(reader);
        heading->last = heading->first + (uint32_t)next(reader);
        heading->before = (uint32_t)next(reader);
        heading->level = (uint8_t)next(reader);
        heading->hash = next_hash(reader);
    }
    reader->text.headings = headings;
}

static void read_anchor(struct text_reader *reader, bool of_list, struct site_anchor *anchor, size_t *block)
{
    anchor->first = (uint32_t)next(reader);
    anchor->last = anchor->first + (uint32_t)next(reader);
    anchor->name = anchor->first + (uint32_t)next(reader);
    anchor->is_list = next(reader) != 0 || of_list;
    uint32_t page = numbers_get(&reader->site->store->page_numbers, next_hash(reader));
    anchor->page = page && page - 1 != reader->text.page ? page - 1 : SITE_NO_PAGE;
    place_anchor(reader, anchor, block);
}

static void read_anchors(struct text_reader *reader)
{
    size_t count, block = 0;
    bool of_list = url_key_is_list(reader->text.key);
    struct site_anchor *anchors = next_list(reader, &count, sizeof *anchors);
    for (size_t i = 0; i < count; i++)
        read_anchor(reader, of_list, &anchors[i], &block);
    reader->text.anchors = anchors;
    reader->text.anchor_count = reader->site->pages[reader->text.page].hidden == HIDE_LINKS ? 0 : count;
}

/* The texts are copied: what the spool gave is gone when it reads further. */
static struct str read_str(struct text_reader *reader)
{
    struct str text = spool_next_text(&reader->at, reader->end);
    return (struct str){arena_copy_n(reader->arena, text.data, text.len), text.len};
}

/* What every visitor gets: title, names, headings. */
static void text_read_title(struct text_reader *reader)
{
    struct site_text *text = &reader->text;
    text->url = read_str(reader);
    text->title_text = read_str(reader);
    text->key = read_str(reader);
    text->title = read_items(reader, &text->title_count);
    text->title_name = (size_t)next(reader);
    read_names(reader);
    read_headings(reader);
    text->words = (uint32_t)next(reader);
}

static void read_running_text(struct text_reader *reader)
{
    reader->text.items = reader->items = read_items(reader, &reader->text.count);
    read_blocks(reader);
    read_anchors(reader);
}

enum status text_read(struct text_reader *reader, struct spool_reader *spool, uint32_t number, enum site_extent extent,
                      struct error *err)
{
    const struct site_page *page = &reader->site->pages[number];
    if (reader->arena)
        arena_reset(reader->arena, MOST_KEPT);
    else
        reader->arena = arena_new();
    enum status status =
        reader->arena ? spool_read(spool, page->place, page->size, &reader->at, err) : error_memory(err);
    if (status)
        return status;
    reader->end = reader->at + page->size;
    reader->text = (struct site_text){.page = number};
    text_read_title(reader);
    if (extent != SITE_NAMES)
        read_running_text(reader);
    if (extent == SITE_OCCURRENCES && !arena_failed(reader->arena))
        find_occurrences(reader->site, &reader->text, reader->arena);
    return arena_failed(reader->arena) ? error_memory(err) : OK;
}

/* --- a page put into the spool --- */

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
struct stream_maker {
    struct site_store *store;
    struct arena *arena;
    unsigned language;
    struct buf text, room; /* for lexeme_fold */
    struct buf whole;      /* a word without its hyphen */
};

/* --- words --- */

/* The number of the lexeme's form; SITE_BREAK: memory ran out, which the arena notes. Only a new form needs its text.
 */
static uint32_t form_of(struct stream_maker *maker, const struct lexed *lexed, const struct lexeme *lexeme)
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
static void join_words(struct stream_maker *maker, const struct lexed *lexed, size_t at, uint32_t first,
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
static struct stream make_stream(struct stream_maker *maker, const struct lexed *lexed, lexeme_choice choose,
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
static void put_anchors(struct stream_maker *maker, const char *url, const struct lexed *lexed,
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

static void put_title(struct stream_maker *maker, struct str title)
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

static enum status put_page(struct stream_maker *maker, const struct spooled_page *page, struct error *err)
{
    struct lexed lexed;
    struct spool *spool = &maker->store->spool;
    enum status status = lex_html(maker->arena, page->page->html, MOST_WORDS, NULL, &lexed, err);
    if (status)
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
    struct stream_maker maker = {.store = store, .arena = scratch, .language = page->language};
    enum status status = put_page(&maker, page, err);
    buf_free(&maker.text);
    buf_free(&maker.room);
    buf_free(&maker.whole);
    return status;
}
