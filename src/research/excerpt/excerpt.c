/* Builds excerpts: pages are cut into pieces, what is of no use is left out, the words of the rest are indexed. */
#include "research/excerpt/excerpt.h"

#include "model/check/check.h"
#include "research/excerpt/excerpt_cut.h"
#include "research/excerpt/excerpt_index.h"

#include <stdint.h>

/* --- what was said before, as shingles of stems (text/shingles.h) --- */

/* A set of hashes that grows. */
struct excerpt_said {
    struct arena *arena;
    uint64_t *slots; /* 0: free */
    size_t count, cap;
};

enum { FIRST_SLOTS = 1024 /* a power of two */ };

static size_t slot_of(const struct excerpt_said *said, uint64_t hash)
{
    size_t slot = (size_t)(hash ^ hash >> 29) & (said->cap - 1);
    while (said->slots[slot] && said->slots[slot] != hash)
        slot = (slot + 1) & (said->cap - 1);
    return slot;
}

static void excerpt_put(struct excerpt_said *said, uint64_t hash)
{
    size_t slot = slot_of(said, hash);
    said->count += !said->slots[slot];
    said->slots[slot] = hash;
}

/* Makes room for so many more, at most half full. False: memory ran out. */
static bool excerpt_make_room(struct excerpt_said *said, size_t more)
{
    size_t cap = said->cap ? said->cap : FIRST_SLOTS;
    while (cap / 2 < said->count + more)
        cap *= 2;
    if (cap == said->cap)
        return true;
    struct excerpt_said larger = {said->arena, ARENA_ARRAY(said->arena, cap, uint64_t), 0, cap};
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < said->cap; i++)
        if (said->slots[i])
            excerpt_put(&larger, said->slots[i]);
    *said = larger;
    return true;
}

/* Does the run tell by a figure or an identifier what it is about? Definitions of two settings may be alike in all
 * else.
 */
static bool has_fact(const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < words[i].stem.len; j++)
            if (words[i].stem.data[j] == '_' || ascii_is_digit(words[i].stem.data[j]))
                return true;
    return false;
}

/* Says the text what was said before: were at least four fifths of its shingles met in the texts before, all taken
 * together, and is no run with a figure new? A text that does not is added. */
static bool said_before(struct excerpt_said *said, struct arena *scratch, const struct word *words, size_t count)
{
    size_t run = count < SHINGLE_EXCERPT ? count : SHINGLE_EXCERPT, met = 0;
    uint64_t *list = ARENA_ARRAY(scratch, count, uint64_t);
    for (size_t i = 0; list && i < count; i++)
        list[i] = hash_of(words[i].stem, HASH_EMPTY);
    size_t runs = list && count ? shingles_roll(list, count, run) : 0;
    if (!excerpt_make_room(said, runs))
        return false;
    bool has_news = false;
    for (size_t i = 0; i < runs; i++) {
        bool is_met = said->slots[slot_of(said, list[i])] != 0;
        met += is_met;
        has_news = has_news || (!is_met && has_fact(words + i, run));
    }
    bool is_said = runs && !has_news && met * 5 >= runs * 4;
    for (size_t i = 0; i < runs && !is_said; i++)
        excerpt_put(said, list[i]);
    return is_said;
}

/* --- built --- */

enum {
    FOREIGN_WORDS = 12,  /* a shorter text is too little to tell its language by */
    LANGUAGE_WORDS = 60, /* are enough */
    NATIVE_SHARE = 6,    /* one word in six is a function word: the text is in the language of the article */
};

struct excerpt_build {
    struct arena *arena;   /* of the caller */
    struct arena *scratch; /* for the time of building */
    const struct page *pages;
    const struct excerpts_options *options;
    struct excerpts *excerpts;
    size_t left_out_cap;
    struct excerpt *list; /* in scratch until all are there */
    size_t count, cap;
    struct excerpt_said said;
    struct index_builder index;
    struct error *err;
};

/* The pieces of a page, and the words of all of them: split in one go, which is much faster. */
struct page_pieces {
    struct arena *arena; /* for the time of this page */
    size_t page;
    struct excerpt_piece *pieces;
    size_t count;
    struct str name; /* of the source */
    struct word *words;
    size_t word_count;
    size_t *ends;                     /* by piece: where its heading ends in the text that was split */
    struct str heading, kept_heading; /* of the piece before: as it is on the page, and as it is shown */
    bool heading_addresses;           /* it addresses a model */
};

/* --- what is left out --- */

static void excerpt_leave_out(struct excerpt_build *build, size_t page, enum excerpt_reason reason)
{
    struct excerpts *excerpts = build->excerpts;
    for (size_t i = excerpts->left_out_count; i-- > 0 && excerpts->left_out[i].page == page;)
        if (excerpts->left_out[i].reason == reason) {
            excerpts->left_out[i].count++;
            return;
        }
    struct excerpt_left_out *added =
        VEC_PUSH(build->arena, excerpts->left_out, excerpts->left_out_count, build->left_out_cap);
    if (added)
        *added = (struct excerpt_left_out){page, reason, 1};
}

static bool has_content(const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop)
            return true;
    return false;
}

/* Has the text as many function words of the language as prose has? other: not that of the article, by which the words
 * were read. */
static bool is_prose(const struct language *other, const struct word *words, size_t count)
{
    size_t stops = 0;
    count = count < LANGUAGE_WORDS ? count : LANGUAGE_WORDS;
    for (size_t i = 0; i < count; i++)
        stops += other ? language_is_stop_word(other, words[i].folded) : words[i].is_stop;
    return stops * NATIVE_SHARE >= count;
}

/* Is the text in another language than the article? Too short a text is in the language of its page, and so is one with
 * enough of its function words; only of others the language is looked for, which is slow. */
static bool excerpt_is_foreign(const struct excerpt_build *build, const struct page *page, struct str text,
                               const struct word *words, size_t count)
{
    const struct language *language = build->options->language;
    bool page_is_foreign = language && page->language && page->language != language;
    if (!language || count < FOREIGN_WORDS || is_prose(page_is_foreign ? page->language : NULL, words, count))
        return page_is_foreign;
    const struct language *found = language_detect(text);
    return found ? found != language : page_is_foreign;
}

/* --- what is kept --- */

/* The text as a model may be shown it. */
static struct str cleaned(struct excerpt_build *build, struct arena *arena, struct str text)
{
    struct str clean;
    if (!material_clean(arena, text, &clean, NULL))
        return clean;
    arena_fail(build->arena);
    return STR("");
}

static struct str copied(struct arena *arena, struct str text)
{
    return (struct str){arena_copy_n(arena, text.data, text.len), text.len};
}

/* The heading as it is shown. Neighbouring pieces share it. */
static void show_heading(struct excerpt_build *build, struct page_pieces *pieces, struct str heading)
{
    if (pieces->kept_heading.data && str_eq(heading, pieces->heading))
        return;
    pieces->heading = heading;
    pieces->kept_heading = copied(build->arena, cleaned(build, build->scratch, heading));
    pieces->heading_addresses = material_addresses_model(heading);
}

/* The text as it is shown: a slice of the page where nothing had to be changed. */
static struct str show_text(struct excerpt_build *build, const struct page_pieces *pieces,
                            const struct excerpt_piece *piece)
{
    struct str clean = cleaned(build, pieces->arena, piece->text);
    bool is_slice = piece->is_slice && clean.data == piece->text.data;
    clean = str_trim(clean);
    return is_slice ? clean : copied(build->arena, clean);
}

static enum status excerpt_keep(struct excerpt_build *build, struct page_pieces *pieces,
                                const struct excerpt_piece *piece, const struct word *text, size_t text_count,
                                const struct word *heading, size_t heading_count)
{
    const struct page *page = &build->pages[pieces->page];
    struct excerpt excerpt = {.page = pieces->page, .position = piece->position};
    excerpt.shown.text = show_text(build, pieces, piece);
    if (!excerpt.shown.text.len)
        return OK;
    excerpt.is_foreign = excerpt_is_foreign(build, page, piece->text, text, text_count);
    excerpt.shown.heading = pieces->kept_heading;
    excerpt.shown.name = pieces->name;
    excerpt.shown.source = (int)pieces->page;
    const struct language *other = excerpt.is_foreign ? page->language : NULL;
    struct excerpt *added = VEC_PUSH(build->scratch, build->list, build->count, build->cap);
    if (added)
        *added = excerpt;
    return excerpt_index_add_excerpt(&build->index, text, text_count, heading, heading_count, other, build->err);
}

/* Keeps the piece, or leaves it out. */
static enum status excerpt_judge(struct excerpt_build *build, struct page_pieces *pieces,
                                 const struct excerpt_piece *piece, const struct word *text, size_t text_count,
                                 const struct word *heading, size_t heading_count)
{
    enum excerpt_reason reason = EXCERPT_BOILERPLATE;
    bool is_kept = !piece->is_boilerplate && has_content(text, text_count);
    if (is_kept) {
        show_heading(build, pieces, piece->heading);
        is_kept = !pieces->heading_addresses && !material_addresses_model(piece->text);
        reason = EXCERPT_ADDRESSES_MODEL;
    }
    if (is_kept) {
        is_kept = !said_before(&build->said, pieces->arena, text, text_count);
        reason = EXCERPT_DUPLICATE;
    }
    if (is_kept)
        return excerpt_keep(build, pieces, piece, text, text_count, heading, heading_count);
    excerpt_leave_out(build, pieces->page, reason);
    return OK;
}

/* --- pages --- */

/* The heading as its words are looked for: an identifier in it ("autovacuum_naptime") also part by part, so that the
 * words of a question find the definition. */
static void excerpt_add_heading(struct buf *all, struct str heading)
{
    buf_add(all, heading.data, heading.len);
    if (!memchr(heading.data ? heading.data : "", '_', heading.len))
        return;
    buf_char(all, ' ');
    for (size_t i = 0; i < heading.len; i++)
        buf_char(all, heading.data[i] == '_' ? ' ' : heading.data[i]);
}

/* Splits the title, and the texts and headings of all pieces, into words. */
static void excerpt_split(struct excerpt_build *build, struct page_pieces *pieces)
{
    struct buf all = {0};
    pieces->ends = ARENA_ARRAY(pieces->arena, pieces->count + 1, size_t);
    buf_str(&all, build->pages[pieces->page].title);
    for (size_t i = 0; pieces->ends && i < pieces->count; i++) {
        buf_char(&all, '\n');
        buf_add(&all, pieces->pieces[i].text.data, pieces->pieces[i].text.len);
        buf_char(&all, '\n');
        excerpt_add_heading(&all, pieces->pieces[i].heading);
        pieces->ends[i] = all.len;
    }
    words_split(pieces->arena, buf_keep(&all, pieces->arena), build->options->language, &pieces->words,
                &pieces->word_count, NULL);
}

/* How many words from `first` on end at or before that byte. */
static size_t words_until(const struct page_pieces *pieces, size_t first, size_t byte)
{
    size_t at = first;
    while (at < pieces->word_count && pieces->words[at].start < byte)
        at++;
    return at - first;
}

/* May it go on with the page? E_CANCELLED, E_MEMORY. */
static enum status excerpt_check(const struct excerpt_build *build, const struct page_pieces *pieces)
{
    if (build->options->cancel && atomic_load(build->options->cancel))
        return error_set(build->err, E_CANCELLED, "cancelled", "reading the sources was called off");
    bool failed = arena_failed(build->arena) || arena_failed(build->scratch) || arena_failed(pieces->arena);
    return failed ? error_memory(build->err) : OK;
}

static enum status judge_all(struct excerpt_build *build, struct page_pieces *pieces)
{
    size_t byte = strlen(build->pages[pieces->page].title), at = words_until(pieces, 0, byte);
    excerpt_index_add_page(&build->index, pieces->words, at);
    enum status status = excerpt_check(build, pieces);
    for (size_t i = 0; i < pieces->count && !status; i++) {
        const struct excerpt_piece *piece = &pieces->pieces[i];
        byte += 1 + piece->text.len;
        const struct word *text = pieces->words + at;
        size_t text_count = words_until(pieces, at, byte);
        at += text_count;
        byte = pieces->ends[i];
        const struct word *heading = pieces->words + at;
        size_t heading_count = words_until(pieces, at, byte);
        at += heading_count;
        status = excerpt_judge(build, pieces, piece, text, text_count, heading, heading_count);
        if (!status)
            status = excerpt_check(build, pieces);
    }
    return status;
}

static enum status excerpt_read_page(struct excerpt_build *build, size_t page)
{
    struct page_pieces pieces = {.arena = arena_new(), .page = page, .name = STR("")};
    struct str title = str_from(build->pages[page].title);
    enum status status = excerpt_check(build, &pieces);
    if (!status) {
        if (!material_addresses_model(title))
            pieces.name = cleaned(build, build->arena, title);
        pieces.pieces = pieces_cut(pieces.arena, &build->pages[page], build->options->language, &pieces.count);
        excerpt_split(build, &pieces);
        status = excerpt_check(build, &pieces);
    }
    if (!status)
        status = judge_all(build, &pieces);
    arena_free(pieces.arena);
    return status;
}

static enum status excerpt_finish(struct excerpt_build *build)
{
    struct excerpts *excerpts = build->excerpts;
    excerpts->index = excerpt_index_finish(&build->index, build->arena, build->options->language);
    excerpts->list = ARENA_ARRAY(build->arena, build->count + 1, struct excerpt);
    if (!excerpts->index || !excerpts->list)
        return error_memory(build->err);
    if (build->count)
        memcpy(excerpts->list, build->list, build->count * sizeof *build->list);
    excerpts->count = build->count;
    return OK;
}

enum status excerpts_build(struct arena *arena, const struct page *pages, size_t count,
                           const struct excerpts_options *options, struct excerpts *excerpts, struct error *err)
{
    struct excerpt_build build = {
        .arena = arena, .scratch = arena_new(), .pages = pages, .options = options, .excerpts = excerpts, .err = err};
    *excerpts = (struct excerpts){0};
    enum status status = build.scratch ? OK : error_memory(err);
    build.said.arena = build.scratch;
    excerpt_index_open(&build.index, build.scratch);
    for (size_t i = 0; i < count && !status; i++)
        status = excerpt_read_page(&build, i);
    if (!status)
        status = excerpt_finish(&build);
    arena_free(build.scratch);
    return status;
}
