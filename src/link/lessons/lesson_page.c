#include "link/lessons/lesson_page.h"

#include "link/index/frame.h"
#include "link/index/url_key.h"
#include "link/match/candidates.h"
#include "text/url.h"

#include <math.h>
#include <stdlib.h>

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
    bool is_list; /* nothing else stands in its block, or no link may be there: it is not looked for */
};

struct lesson_page {
    const struct link_index *index;
    struct arena *arena;
    struct lexed lexed;
    struct own_link *links;
    size_t link_count;
    struct own_page own;
};

void lesson_notes_free(struct lesson_notes *notes)
{
    free(notes->rows);
    free(notes->inputs);
    *notes = (struct lesson_notes){.input_count = notes->input_count};
}

/* --- what the author linked --- */

static bool is_edge(const struct lexed *lexed, size_t lexeme)
{
    return lexeme >= lexed->count || (lexed->lexemes[lexeme].marks & MARK_STARTS_BLOCK);
}

/* Does the block of the link hold nothing else but signs? */
static bool fills_block(const struct lexed *lexed, size_t first, size_t last)
{
    while (!is_edge(lexed, first) && first > 0 && lexed->lexemes[first - 1].kind == LEXEME_SIGN)
        first--;
    while (!is_edge(lexed, last) && lexed->lexemes[last].kind == LEXEME_SIGN)
        last++;
    return is_edge(lexed, first) && is_edge(lexed, last);
}

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
        bool is_list = lexed->lexemes[anchor->first].blocked || fills_block(lexed, anchor->first, anchor->last) ||
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

static bool make_room(struct lesson_notes *notes)
{
    if (notes->count < notes->cap)
        return true;
    size_t cap = notes->cap ? notes->cap * 2 : 1024;
    struct lesson_row *rows = realloc(notes->rows, cap * sizeof *rows);
    if (!rows)
        return false;
    notes->rows = rows;
    float *inputs = realloc(notes->inputs, cap * (notes->input_count + 1) * sizeof *inputs);
    if (!inputs)
        return false;
    notes->inputs = inputs;
    notes->cap = cap;
    return true;
}

static bool note_candidates(struct lesson_notes *notes, const struct lesson_page *page,
                            const struct candidates *candidates, bool is_linking)
{
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
        if (!make_room(notes))
            return false;
        struct lesson_row *row = &notes->rows[notes->count];
        *row = (struct lesson_row){
            .page = page->own.number, .target = candidate->page, .score = scores[i].link, .is_linking = is_linking};
        row->first = (uint32_t)candidate->first;
        row->last = (uint32_t)candidate->last;
        label(page, row);
        model_lesson_inputs(candidate->features, notes->inputs + notes->count * notes->input_count);
        notes->count++;
    }
    return true;
}

static enum status note_page(struct lesson_notes *notes, struct lesson_page *page, const struct sample_page *given,
                             struct error *err)
{
    enum status status = lex_html(page->arena, given->html, LINK_MAX_WORDS, NULL, &page->lexed, err);
    if (status != OK)
        return status;
    size_t in_frame = frame_close(page->index, &page->lexed), words = page->lexed.words;
    words -= in_frame < words ? in_frame : words;
    if (!take_links(page, given))
        return error_memory(err);
    size_t gold = count_gold(page);
    struct candidates candidates;
    status =
        candidates_find(page->index, given->html, &page->lexed, page->own, NULL, page->arena, &candidates, err);
    if (status != OK)
        return status;
    notes->gold += gold;
    notes->wanted += WANTED * pow((double)words / WANTED_WORDS, WANTED_POWER);
    return note_candidates(notes, page, &candidates, gold > 0) ? OK : error_memory(err);
}

enum status lesson_page_note(struct lesson_notes *notes, const struct link_index *index, const struct sample_page *page,
                             struct error *err)
{
    struct lesson_page work = {.index = index, .arena = arena_new()};
    work.own = (struct own_page){page->page, true, index->pages[page->page].stands};
    enum status status = work.arena ? note_page(notes, &work, page, err) : error_memory(err);
    arena_free(work.arena);
    return status;
}
