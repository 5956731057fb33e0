#include "link/site/site.h"

#include <math.h>
#include <stdlib.h>

/* No more than one page in so many loses its links at once, so that the others still show how the site links. */
enum { KEPT_SHARE = 5 };

/*
 * With fewer links than these the site is taken for one that has none, and with fewer than LEAST_CORRECTED they only
 * tell how many links its authors make, not which: trees of fewer cost up to .2 F1, of eleven development corpora on
 * three by .1 and more.
 */
enum { LEAST_GOLD = 20, LEAST_CORRECTED = 250 };

/* Pages that should get fewer links than these together are too little text to ask for a higher score than elsewhere.
 */
#define LEAST_WANTED 20.0

/* The probability from which links are made on such sites: half of what it is on large ones, see below. */
#define TINY_THRESHOLD 0.15F

/*
 * The least probability from which links are made: on small sites none, for there the few names that pages have are
 * seldom meant otherwise. Of the links of six sites that nothing was chosen on, without their links, readers kept 71 of
 * 76 above .3 and 19 of 44 below; with their links, 5 of 9 below .35. What scores are made with few links is too low.
 */
enum { LEAST_SITE_PAGES = 100 };
#define LEAST_WITHOUT_LINKS  0.3F
#define LEAST_WITH_FEW_LINKS 0.2F
#define LEAST_WITH_LINKS     0.35F

/* On a site without links, candidates that score less are not noted: nothing makes links of them. */
#define LEAST_SCORE (-6.0F)

/*
 * How many links a page of a site without links should get: WANTED on one of WANTED_WORDS, more on longer ones by this
 * power of their length. Chosen on the development corpora without their links: mean F1 .369, and .343 with 5.0.
 */
#define WANTED       3.0
#define WANTED_WORDS 600.0
#define WANTED_POWER 0.1

/* A link that the author made to another page of the site. */
struct own_link {
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t page;
    bool is_list; /* one of a list of pages, or no link may be there: it is not looked for */
};

struct lesson_page {
    const struct link_index *index;
    struct arena *arena;
    struct lexed lexed;
    struct own_link *links;
    size_t link_count;
    struct own_page own;
};

/* What has been seen of all pages so far. */
struct lesson_notes {
    const struct lesson_site *site;
    struct lesson_rows rows; /* with memory of their own */
    size_t cap, input_cap;
    double wanted; /* links that a site without links should get on these pages */
};

/* --- what the author linked --- */

/* Takes the mark of the link's own tag away, where it is not also that of a block. */
static void open_edge(struct lexed *lexed, size_t at)
{
    if (at < lexed->count && !(lexed->lexemes[at].marks & MARK_STARTS_BLOCK))
        lexed->lexemes[at].marks &= (uint16_t)~MARK_STARTS_PHRASE;
}

/* Makes plain text of the page's links to the site, and notes them. */
static bool take_links(struct lesson_page *page, const struct sample_page *given)
{
    struct lexed *lexed = &page->lexed;
    char *base = arena_copy_n(page->arena, given->url.data, given->url.len);
    page->links = ARENA_ARRAY(page->arena, lexed->anchor_count + 1, struct own_link);
    if (!base || !page->links)
        return false;
    bool of_list = url_key_is_list(url_key(base));
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        char *url = url_resolve(page->arena, base, anchor->href);
        uint32_t target = url ? index_find_page(page->index, url_key(url)) : INDEX_NO_PAGE;
        if (target == INDEX_NO_PAGE || anchor->first >= anchor->last)
            continue;
        for (uint32_t at = anchor->first; at < anchor->last; at++)
            lexed->lexemes[at].blocked &= (uint8_t)~BLOCK_ANCHOR;
        open_edge(lexed, anchor->first);
        open_edge(lexed, anchor->last);
        bool is_list = of_list || lexed->lexemes[anchor->first].blocked ||
                       lexed_fills_block(lexed, anchor->first, anchor->last) ||
                       frame_is_list(page->index, lexed, anchor->first);
        if (target != page->own.number)
            page->links[page->link_count++] = (struct own_link){anchor->first, anchor->last, target, is_list};
    }
    lexed->anchor_count = 0;
    return true;
}

static size_t count_gold(const struct lesson_page *page)
{
    size_t gold = 0;
    for (size_t i = 0; i < page->link_count; i++) {
        bool is_new = !page->links[i].is_list;
        for (size_t j = 0; j < i && is_new; j++)
            is_new = page->links[j].is_list || page->links[j].page != page->links[i].page;
        gold += is_new;
    }
    return gold;
}

/* --- candidates --- */

static bool is_same_text(const struct lexed *lexed, const struct own_link *link, uint32_t first, uint32_t last)
{
    if (link->last - link->first != last - first)
        return false;
    for (uint32_t i = 0; i < last - first; i++)
        if (lexed->lexemes[link->first + i].hash != lexed->lexemes[first + i].hash)
            return false;
    return true;
}

static void label(const struct lesson_page *page, struct lesson_row *row)
{
    for (size_t i = 0; i < page->link_count; i++) {
        const struct own_link *link = &page->links[i];
        if (link->page != row->target)
            continue;
        row->is_target |= !link->is_list;
        row->is_neutral |= link->is_list;
        row->is_span |= !link->is_list && is_same_text(&page->lexed, link, row->first, row->last);
    }
    row->is_neutral &= !row->is_target;
}

static bool note_candidates(struct lesson_notes *notes, const struct lesson_page *page,
                            const struct candidates *candidates, bool is_linking)
{
    struct lesson_rows *rows = &notes->rows;
    uint64_t linking_pages = page->index->header.linking_pages;
    float least = linking_pages ? LESSON_LEAST_SCORE : LEAST_SCORE;
    struct model_score *scores = ARENA_ARRAY(page->arena, candidates->count + 1, struct model_score);
    if (!scores)
        return false;
    model_scores(candidates->list->features, candidates->count, linking_pages, scores);
    for (size_t i = 0; i < candidates->count; i++) {
        const struct candidate *candidate = &candidates->list[i];
        if (candidate->page == page->own.number || scores[i].link < least)
            continue;
        size_t inputs = rows->input_count, before = rows->count * inputs;
        if (!rows_room(&rows->inputs, before, inputs, &notes->input_cap, sizeof *rows->inputs))
            return false;
        struct lesson_row *row = ROWS_PUSH(rows->rows, rows->count, notes->cap);
        if (!row)
            return false;
        *row = (struct lesson_row){.page = page->own.number,
                                   .first = candidate->first,
                                   .last = candidate->last,
                                   .target = candidate->page,
                                   .score = scores[i].link,
                                   .is_linking = is_linking};
        label(page, row);
        model_lesson_inputs(candidate->features, rows->inputs + before);
    }
    return true;
}

/* "Included in goodstuff: no": what the template says is nobody's text, and the links in it are nobody's habit. */
static void close_template(const struct lesson_site *site, struct lexed *lexed)
{
    for (struct frame_block block = {0}; frame_next(lexed, &block);)
        if (site->is_of_template(site->context, frame_text(lexed, &block)))
            for (size_t i = block.first; i < block.last; i++)
                lexed->lexemes[i].blocked |= BLOCK_FRAME;
}

static enum status note_page(struct lesson_notes *notes, struct lesson_page *page, const struct sample_page *given,
                             struct error *err)
{
    enum status status = lex_html(page->arena, given->html, LINK_MAX_WORDS, NULL, &page->lexed, err);
    if (status)
        return status;
    close_template(notes->site, &page->lexed);
    size_t in_frame = frame_close(page->index, &page->lexed), words = page->lexed.words;
    words -= in_frame < words ? in_frame : words;
    if (!take_links(page, given))
        return error_memory(err);
    size_t gold = count_gold(page);
    struct candidates candidates;
    status = candidates_find(page->index, given->html, &page->lexed, page->own, NULL, page->arena, &candidates, err);
    if (status)
        return status;
    notes->rows.gold += gold;
    notes->rows.linking += gold > 0;
    notes->wanted += WANTED * pow((double)words / WANTED_WORDS, WANTED_POWER);
    return note_candidates(notes, page, &candidates, gold > 0) ? OK : error_memory(err);
}

/*
 * Links the pages against an index in which they have no links, and notes each candidate. A page that is too large is
 * passed over.
 */
static enum status note_pages(struct lesson_notes *notes, const struct link_index *index,
                              const struct sample_page *pages, size_t count, struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; i < count && (!status || status == E_LIMIT); i++) {
        struct error ignored = {0};
        struct lesson_page page = {.index = index, .arena = arena_new()};
        page.own = (struct own_page){pages[i].page, true, index->pages[pages[i].page].stands};
        status = page.arena ? note_page(notes, &page, &pages[i], &ignored) : E_MEMORY;
        arena_free(page.arena);
    }
    return !status || status == E_LIMIT ? OK : error_memory(err);
}

/* --- all pages --- */

static enum status note_folds(struct lesson_notes *notes, const struct sample *sample, size_t folds, struct error *err)
{
    for (size_t fold = 0; fold < folds; fold++) {
        size_t first = sample->count * fold / folds, last = sample->count * (fold + 1) / folds;
        struct link_index *index = NULL;
        enum status status = notes->site->build(notes->site->context, sample->pages + first, last - first, &index, err);
        if (!status)
            status = note_pages(notes, index, sample->pages + first, last - first, err);
        if (!status && fold == 0 && !notes->rows.gold && !index->header.link_count) {
            status = note_pages(notes, index, sample->pages + last, sample->count - last, err);
            folds = 1; /* without links there are none to leave out */
        }
        link_close(index);
        if (status)
            return status;
    }
    return OK;
}

static float least_threshold(const struct lesson_rows *rows, size_t page_count)
{
    if (page_count < LEAST_SITE_PAGES)
        return -INFINITY;
    if (rows->gold >= LEAST_CORRECTED)
        return model_score_of(LEAST_WITH_LINKS);
    return model_score_of(rows->gold >= LEAST_GOLD ? LEAST_WITH_FEW_LINKS : LEAST_WITHOUT_LINKS);
}

/*
 * The threshold begins where pages get as many links as they should, and what authors did moves it: where few pages
 * link, that is as often the way of a few authors as that of the site.
 */
static bool learn_fit(struct lessons *lessons, struct lesson_notes *notes, size_t page_count)
{
    struct lesson_rows *rows = &notes->rows;
    if (rows->gold >= LEAST_CORRECTED && !lessons_fit_trees(lessons, rows))
        return false;
    if (!lessons_fit_count(lessons, rows, (size_t)notes->wanted))
        return false;
    if (notes->wanted < LEAST_WANTED)
        lessons->threshold = fminf(lessons->threshold, model_score_of(TINY_THRESHOLD));
    if (rows->gold >= LEAST_GOLD && !lessons_fit_threshold(lessons, rows))
        return false;
    lessons->threshold = fmaxf(lessons->threshold, least_threshold(rows, page_count));
    return true;
}

enum status learn(const struct sample *sample, size_t page_count, const struct lesson_site *site,
                  struct lessons *lessons, struct error *err)
{
    lessons_init(lessons, model_score_of(model_threshold));
    if (!sample->count)
        return OK;
    struct lesson_notes notes = {.site = site,
                                 .rows = {.input_count = model_lesson_inputs(NULL, NULL), .max_links = LINK_MAX_LINKS}};
    size_t folds = (sample->count * KEPT_SHARE + page_count - 1) / page_count;
    enum status status = note_folds(&notes, sample, folds, err);
    if (!status && !learn_fit(lessons, &notes, page_count))
        status = error_memory(err);
    free(notes.rows.rows);
    free(notes.rows.inputs);
    return status;
}

/* --- the sample --- */

static void sample_drop(struct sample *sample, size_t at)
{
    struct sample_page *page = &sample->pages[at];
    sample->bytes -= page->url.len + page->html.len;
    free((void *)(uintptr_t)page->url.data);
    *page = sample->pages[--sample->count];
}

void sample_free(struct sample *sample)
{
    while (sample->count)
        sample_drop(sample, sample->count - 1);
    free(sample->pages);
    sample->pages = NULL;
    sample->cap = 0;
}

/* Halves the limit until what is below it fits. */
static void shrink(struct sample *sample)
{
    while (sample->count > SAMPLE_PAGES || sample->bytes > SAMPLE_BYTES) {
        sample->limit /= 2;
        for (size_t i = sample->count; i-- > 0;)
            if (sample->pages[i].order > sample->limit)
                sample_drop(sample, i);
    }
}

bool sample_add(struct sample *sample, uint32_t page, uint64_t order, struct str url, struct str html)
{
    if (order > sample->limit || html.len > SAMPLE_BYTES / 8)
        return true;
    for (size_t i = 0; i < sample->count; i++) {
        if (sample->pages[i].page != page)
            continue;
        sample_drop(sample, i);
        break;
    }
    char *copy = malloc(url.len + html.len + 1);
    struct sample_page *added = copy ? ROWS_PUSH(sample->pages, sample->count, sample->cap) : NULL;
    if (!added) {
        free(copy);
        return false;
    }
    memcpy(copy, url.data, url.len);
    if (html.len)
        memcpy(copy + url.len, html.data, html.len);
    *added = (struct sample_page){order, {copy, url.len}, {copy + url.len, html.len}, page};
    sample->bytes += url.len + html.len;
    shrink(sample);
    return true;
}

static int compare_pages(const void *a, const void *b)
{
    const struct sample_page *left = a, *right = b;
    if (left->order != right->order)
        return left->order < right->order ? -1 : 1;
    return (left->page > right->page) - (left->page < right->page);
}

void sample_finish(struct sample *sample)
{
    if (sample->count)
        qsort(sample->pages, sample->count, sizeof *sample->pages, compare_pages);
}
