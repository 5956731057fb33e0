#include "link/build/build.h"

#include <stdlib.h>

/* --- the frame: what the pages share --- */

/* Pages that are looked at. */
enum { SAMPLED = 4096 };

/* A text that so many pages have is alike: the page itself, an excerpt on a list, and one more. */
enum { ALIKE_PAGES = 3 };

/*
 * Of a place that is frame: words in blocks alike, more where it has more of its pages' words, up to the most that a
 * frame has; words in links; blocks that begin with the same two words, and blocks with a link among them. Chosen on
 * sites as they are served, and checked with themes round others.
 */
#define MOST_SHARE   0.5
#define LEAST_ALIKE  0.3
#define LEAST_LINKED 0.7
#define LEAST_BEGUN  0.5
#define LIST_LINKED  0.5
#define LEAST_MENU   0.9

/* Of a place on few pages, unless its blocks link: a manual repeats its notes on the pages that they hold for. */
#define LEAST_ALIKE_RARE   0.7
#define LEAST_RARE_LINKING 0.3

/* An author card, a call to action: each page has one, and always with a link, which content does not. */
#define MOST_ONCE    1.1
#define LEAST_ALWAYS 0.9

/* A place on fewer pages is not judged; what is known by its links is on one of so many; begun blocks are few. */
enum { LEAST_PAGES = 10, LINKED_SHARE = 5, BEGUN_BLOCKS = 2, BEGUN_WORDS = 2 };

/* What stands at a place of the template. */
struct frame_place {
    uint32_t hash;
    uint32_t pages, last_page; /* last_page: plus one */
    uint32_t blocks, linking;  /* linking: hold a link to another page */
    uint32_t begun;            /* begin with the words that begin most of them */
    uint64_t words, alike, linked;
    uint64_t page_words; /* of all its pages, wherever they stand */
};

struct learning {
    struct numbers numbers; /* place -> number plus one */
    struct numbers begins;  /* place and first words -> blocks */
    struct frame_place *places;
    size_t count, cap;
    uint32_t pages;
    uint32_t page_words; /* of the present page */
};

/* --- a page --- */

static struct frame_place *frame_place_of(struct learning *learning, uint32_t hash)
{
    uint32_t *number = numbers_put(&learning->numbers, (uint64_t)hash + 1);
    if (!number)
        return NULL;
    if (*number)
        return &learning->places[*number - 1];
    if (!rows_room(&learning->places, learning->count, 1, &learning->cap, sizeof *learning->places))
        return NULL;
    learning->places[learning->count] = (struct frame_place){.hash = hash};
    *number = (uint32_t)++learning->count;
    return &learning->places[learning->count - 1];
}

static bool frame_is_word(const struct site *site, const struct site_item *item)
{
    return item->term != SITE_BREAK && !site->terms[item->term].is_sign;
}

static bool is_of_title(const struct site_text *text, uint32_t term)
{
    for (size_t i = 0; i < text->title_count; i++)
        if (text->title[i].term == term)
            return true;
    return false;
}

/* What is counted of a block. */
struct block_words {
    uint32_t words, linked, first; /* first: hash of the first words outside of links */
    bool has_link;
};

/* The anchors from *anchor on are those in the block and behind it. */
static struct block_words count_words(const struct site *site, const struct site_text *text,
                                      const struct site_block *block, size_t *anchor)
{
    struct block_words count = {0};
    uint32_t plain = 0;
    for (uint32_t i = block->first; i < block->last; i++) {
        while (*anchor < text->anchor_count && text->anchors[*anchor].last <= i)
            ++*anchor;
        if (!frame_is_word(site, &text->items[i]))
            continue;
        bool in_link = *anchor < text->anchor_count && text->anchors[*anchor].first <= i;
        count.words++;
        count.has_link |= in_link;
        count.linked += in_link || is_of_title(text, text->items[i].term);
        if (!in_link && plain++ < BEGUN_WORDS)
            count.first = (uint32_t)index_hash_edge(count.first, text->items[i].term);
    }
    return count;
}

static bool note_block(struct learning *learning, const struct site *site, const struct site_text *text,
                       const struct site_block *block, const struct block_words *count)
{
    struct frame_place *place = frame_place_of(learning, block->place);
    uint32_t *begun = count->first ? numbers_put(&learning->begins, index_hash_edge(block->place, count->first)) : NULL;
    if (!place || (count->first && !begun))
        return false;
    if (place->last_page != text->page + 1) {
        place->pages++;
        place->page_words += learning->page_words;
    }
    place->last_page = text->page + 1;
    place->blocks++;
    place->linking += count->has_link;
    place->words += count->words;
    place->linked += count->has_link ? count->linked : 0;
    place->alike += site->store->texts[block->text].pages >= ALIKE_PAGES ? count->words : 0;
    if (begun && ++*begun > place->begun)
        place->begun = *begun;
    return true;
}

static void frame_visit(struct site *site, const struct site_text *text, void *context)
{
    struct learning *learning = context;
    size_t anchor = 0;
    bool good = true;
    learning->pages++;
    learning->page_words = 0;
    for (size_t i = 0; i < text->count; i++)
        learning->page_words += frame_is_word(site, &text->items[i]);
    for (size_t i = 0; good && i < text->block_count; i++) {
        struct block_words count = count_words(site, text, &text->blocks[i], &anchor);
        good = !count.words || note_block(learning, site, text, &text->blocks[i], &count);
    }
    if (!good)
        site_fail(site);
}

/* --- the site --- */

static bool add_key(struct site *site, uint32_t place, enum frame_kind kind)
{
    if (!rows_room(&site->frame, site->frame_count, 1, &site->store->frame_cap, sizeof *site->frame))
        return false;
    site->frame[site->frame_count++] = frame_key(place, kind);
    return true;
}

static double frame_share_of(const struct frame_place *place)
{
    return (double)place->words / (double)place->page_words;
}

static bool is_frame(const struct learning *learning, const struct frame_place *place)
{
    double words = (double)place->words, blocks = (double)place->blocks;
    bool is_usual = (uint64_t)place->pages * LINKED_SHARE >= learning->pages;
    bool is_linking = (double)place->linking >= LEAST_RARE_LINKING * blocks;
    double least_alike = is_usual || is_linking ? LEAST_ALIKE + frame_share_of(place) : LEAST_ALIKE_RARE;
    if ((double)place->alike >= least_alike * words)
        return true;
    if (is_usual && (double)place->linked >= LEAST_LINKED * words)
        return true;
    if (is_usual && blocks <= MOST_ONCE * (double)place->pages && (double)place->linking >= LEAST_ALWAYS * blocks)
        return true;
    return place->blocks <= place->pages * BEGUN_BLOCKS && (double)place->begun >= LEAST_BEGUN * blocks &&
           (double)place->linking >= LEAST_BEGUN * blocks;
}

/* All pages of the site, say, at the side of each: nothing but links, the same everywhere, however long it is. */
static bool is_menu(const struct frame_place *place)
{
    double least = LEAST_MENU * (double)place->words;
    return (double)place->linked >= least && (double)place->alike >= least;
}

static bool add_places(struct site *site, const struct learning *learning)
{
    bool good = true;
    for (size_t i = 0; good && i < learning->count; i++) {
        const struct frame_place *place = &learning->places[i];
        if (!place->hash || place->pages < LEAST_PAGES || (frame_share_of(place) > MOST_SHARE && !is_menu(place)))
            continue;
        if (is_frame(learning, place))
            good = add_key(site, place->hash, FRAME_PLACE);
        else if ((double)place->linked >= LIST_LINKED * (double)place->words)
            good = add_key(site, place->hash, FRAME_LIST);
    }
    return good;
}

static int compare_keys(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* After all pages: fills site.frame. E_CANCELLED; E_IO; E_MEMORY. */
static enum status frame_learn(struct site *site, struct error *err)
{
    struct learning learning = {0};
    enum status status = site_each_page(site, SITE_ALL, site->page_count / SAMPLED + 1, frame_visit, &learning, err);
    if (!status && !add_places(site, &learning))
        status = error_memory(err);
    if (site->frame_count)
        qsort(site->frame, site->frame_count, sizeof *site->frame, compare_keys);
    numbers_free(&learning.numbers);
    numbers_free(&learning.begins);
    free(learning.places);
    return status;
}

static enum status build_start(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    store->arena = arena_new();
    store->texts = huge_calloc(FRAME_TEXTS, sizeof *store->texts);
    store->forms.room = (struct word_room){.arena = store->arena, .size = 1 << 16};
    if (!store->arena || !store->texts)
        return error_memory(err);
    enum status status = audit_new(store->options->path, &store->audit, err);
    return status ? status : spool_open(&store->spool, store->options->path, err);
}

/* --- lessons --- */

/* Of a larger site so many pages are enough to learn from. */
enum { LESSON_PAGES = 20000 };

/* Hides the links of these pages, and all but LESSON_PAGES of the others. */
static void hide(struct site *site, const struct sample_page *pages, size_t count)
{
    uint64_t limit = site->page_count <= LESSON_PAGES ? UINT64_MAX : UINT64_MAX / site->page_count * LESSON_PAGES;
    for (uint32_t i = 0; i < site->page_count; i++)
        site->pages[i].hidden = site->pages[i].key <= limit ? HIDE_NOTHING : HIDE_PAGE;
    for (size_t i = 0; i < count; i++)
        site->pages[pages[i].page].hidden = HIDE_LINKS;
}

/* Frees what one round of counting makes. */
static void free_counted(struct site *site)
{
    struct site_store *store = site->store;
    numbers_free(&store->edges);
    rarity_free(&store->rarity);
    free(site->phrases);
    free(site->targets);
    free(site->links);
    free(site->contexts);
    free(store->pairs);
    free(store->filter);
    store->pairs = NULL;
    store->filter = NULL;
    site->phrases = NULL;
    site->targets = NULL;
    site->links = NULL;
    site->contexts = NULL;
}

/* Forgets all that was counted. */
static void build_forget(struct site *site)
{
    struct site_store *store = site->store;
    for (uint32_t i = 0; i < site->page_count; i++) {
        struct site_page *page = &site->pages[i];
        memset(page->counts, 0, sizeof page->counts);
        page->seen = (struct site_seen){0};
        page->out_count = page->in_count = 0;
    }
    for (uint32_t i = 0; i < site->term_count; i++) {
        memset(site->terms[i].counts, 0, sizeof site->terms[i].counts);
        site->terms[i].seen = (struct site_seen){0};
        site->terms[i].node = site->terms[i].phrase = 0;
    }
    buf_clear(&store->sample);
    free_counted(site);
    site->phrase_count = site->target_count = 0;
    site->link_count = site->linking_pages = 0;
    site->context_count = 0;
    store->node_count = 0;
    store->phrase_cap = store->pair_cap = store->pair_count = store->distinct_pairs = 0;
}

struct build_step {
    const char *name;
    enum status (*run)(struct site *site, struct error *err);
};

static enum status build_run(struct site *site, const struct build_step *steps, size_t count, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < count; i++) {
        site->store->step = site->store->is_learning ? "lessons" : steps[i].name;
        status = steps[i].run(site, err);
        if (!status && site->store->failed)
            return error_memory(err);
    }
    return status;
}

static enum status count_all(struct site *site, struct error *err)
{
    static const struct build_step steps[] = {{"titles", count_names},      {"names", find_names},
                                              {"links", count_links},       {"phrases", count_phrases},
                                              {"contexts", count_contexts}, {"vectors", find_vectors}};
    return build_run(site, steps, COUNT_OF(steps), err);
}

/* An index of the site in which these pages have no links. */
static enum status build_without(void *context, const struct sample_page *pages, size_t count,
                                 struct link_index **index, struct error *err)
{
    struct site *site = context;
    build_forget(site);
    hide(site, pages, count);
    enum status status = count_all(site, err);
    return status ? status : write_temporary(site, index, err);
}

/* Sentences that are repeated on fewer pages are prose, which the next text may hold, too. */
static bool is_of_template(const void *context, uint32_t text)
{
    enum { SHARE = 5 };
    return site_has_often(context, text, SHARE);
}

static enum status learn_lessons(struct site *site, struct error *err)
{
    const struct lesson_site asked = {site, build_without, is_of_template};
    struct lessons lessons;
    struct sample *sample = &site->store->lesson_pages;
    if (site->store->options->skip_lessons)
        return OK;
    sample_finish(sample);
    site->store->is_learning = true;
    enum status status = learn(sample, site->page_count, &asked, &lessons, err);
    site->store->is_learning = false;
    if (status)
        return status;
    sample_free(sample);
    buf_add(&site->lessons, (const char *)&lessons, sizeof lessons);
    for (uint32_t i = 0; i < site->page_count; i++)
        site->pages[i].hidden = HIDE_NOTHING;
    build_forget(site);
    return site->lessons.failed ? error_memory(err)
                                : store_progress(site->store, site->page_count, site->page_count, err);
}

static enum status build(struct site *site, struct error *err)
{
    static const struct build_step steps[] = {{"start", build_start},     {"read", intake_run},  {"frame", frame_learn},
                                              {"lessons", learn_lessons}, {"audit", audit_find}, {"counts", count_all},
                                              {"write", write_index}};
    return build_run(site, steps, COUNT_OF(steps), err);
}

static void free_site(struct site *site)
{
    struct site_store *store = site->store;
    spool_close(&store->spool);
    audit_free(store->audit);
    audit_free_records(&store->audit_records);
    suggestions_free(store->suggestions);
    forms_free(&store->forms);
    numbers_free(&store->page_numbers);
    free_counted(site);
    arena_free(store->arena);
    free(store->texts);
    free(site->frame);
    free(store->nodes);
    free(site->pages);
    free(site->terms);
    sample_free(&store->lesson_pages);
    buf_free(&site->lessons);
    buf_free(&store->sample);
}

/* Where the links of the path lead. An index is mapped by whoever opens it, which is possible with a regular file
 * alone: before anything else is replaced, or written in vain, it is refused. */
static enum status build_find_place(struct output *place, const char *path, struct error *err)
{
    enum status status = output_find(place, path, err);
    if (!status && !place->is_replaced)
        return error_set(err, E_IO, NULL, "cannot write %s: an index needs a regular file", path);
    return status;
}

enum status link_build_with(const struct link_build_options *wanted, struct error *err)
{
    struct output place;
    enum status found = build_find_place(&place, wanted->path, err);
    if (found)
        return found;
    struct link_build_options options = *wanted;
    options.path = place.path;
    struct site_store store = {.options = &options, .spool = {.file = -1}, .language_count = 1};
    struct site site = {.store = &store};
    store.lesson_pages.limit = UINT64_MAX;
    enum status status = build(&site, err);
    free_site(&site);
    return status;
}

enum status link_build(const char *path, link_next_page next, void *context, struct error *err)
{
    struct link_build_options options = {.path = path, .next = next, .context = context};
    return link_build_with(&options, err);
}
