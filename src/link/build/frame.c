#include "link/build/frame.h"

#include "base/system/rows.h"
#include "link/index/frame.h"
#include "link/site/store.h"

#include <stdlib.h>

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

enum status frame_learn(struct site *site, struct error *err)
{
    struct learning learning = {0};
    enum status status = site_each_page(site, SITE_ALL, site->page_count / SAMPLED + 1, frame_visit, &learning, err);
    if (status == OK && !add_places(site, &learning))
        status = error_memory(err);
    if (site->frame_count)
        qsort(site->frame, site->frame_count, sizeof *site->frame, compare_keys);
    numbers_free(&learning.numbers);
    numbers_free(&learning.begins);
    free(learning.places);
    return status;
}
