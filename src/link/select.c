#include "link/select.h"

#include "link/index/url_key.h"

#include <stdlib.h>

/* Elements that may be open at once inside a link; deeper nesting gets no link. */
enum { MAX_OPEN = 16 };

/* --- whole elements --- */

struct stretch {
    size_t start, end;         /* bytes */
    size_t first_tag, end_tag; /* tags inside, exclusive at the end */
};

/* The first tag that begins at or after a byte. */
static size_t find_tag(const struct lexed *lexed, size_t byte)
{
    size_t low = 0, high = lexed->tag_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexed->tags[middle].start < byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Extends the span over the start tag right before it, if that has this name. */
static bool take_start_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->first_tag == 0)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->first_tag - 1];
    if (tag->closes || tag->end != span->start || !str_ieq(tag->name, name))
        return false;
    span->start = tag->start;
    span->first_tag--;
    return true;
}

/* Extends the span over the end tag right behind it, if that has this name. */
static bool take_end_tag(const struct lexed *lexed, struct stretch *span, struct str name)
{
    if (span->end_tag == lexed->tag_count)
        return false;
    const struct lexer_tag *tag = &lexed->tags[span->end_tag];
    if (!tag->closes || tag->start != span->end || !str_ieq(tag->name, name))
        return false;
    span->end = tag->end;
    span->end_tag++;
    return true;
}

/* Extends the span over tags at its edges until every element inside is whole; false when that cannot be done. */
static bool complete_elements(const struct lexed *lexed, struct stretch *span)
{
    struct str open[MAX_OPEN];
    size_t depth = 0;
    for (size_t i = span->first_tag, end = span->end_tag; i < end; i++) {
        const struct lexer_tag *tag = &lexed->tags[i];
        if (!tag->closes && depth == MAX_OPEN)
            return false;
        if (!tag->closes)
            open[depth++] = tag->name;
        else if (depth ? !str_ieq(open[--depth], tag->name) : !take_start_tag(lexed, span, tag->name))
            return false;
    }
    while (depth)
        if (!take_end_tag(lexed, span, open[--depth]))
            return false;
    return true;
}

static bool find_span(const struct lexed *lexed, const struct candidate *candidate, struct stretch *span)
{
    span->start = lexed->lexemes[candidate->first].start;
    span->end = lexed->lexemes[candidate->last - 1].end;
    span->first_tag = find_tag(lexed, span->start);
    span->end_tag = find_tag(lexed, span->end);
    return complete_elements(lexed, span);
}

/* --- choosing --- */

struct selection {
    const struct link_index *index;
    const struct lexed *lexed;
    const struct map *excluded_keys;
    struct map used_keys;
    struct arena *arena;
    bool *taken; /* per lexeme: part of a chosen link */
    struct choice *choices;
    size_t count;
};

/* By score, then place, then length, then page number: every run gives the same order. */
static int compare_candidate(const void *a, const void *b)
{
    const struct candidate *left = a, *right = b;
    if (left->score != right->score)
        return left->score < right->score ? 1 : -1;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    if (left->last != right->last)
        return left->last > right->last ? -1 : 1;
    return (left->page > right->page) - (left->page < right->page);
}

static int compare_choice(const void *a, const void *b)
{
    const struct choice *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

static bool is_free(const struct selection *selection, const struct candidate *candidate)
{
    for (size_t i = candidate->first; i < candidate->last; i++)
        if (selection->taken[i])
            return false;
    return true;
}

/*
 * Would the builder have accepted the page's URL, and given it this key? A damaged or hostile file may hold any URL,
 * such as "javascript:". *failed: memory ran out.
 */
static bool is_page_of_site(struct selection *selection, const struct index_page *page, bool *failed)
{
    struct str url = index_text(selection->index, page->url);
    char *absolute = page_url_resolve(selection->arena, url);
    *failed = !absolute && page_url_is_good(url);
    return absolute && str_eq(url_key(absolute), index_text(selection->index, page->key));
}

/* Chooses the candidate if the rules allow it; false when memory ran out. */
static bool consider(struct selection *selection, const struct candidate *candidate)
{
    const struct index_page *page = &selection->index->pages[candidate->page];
    struct str key = index_text(selection->index, page->key);
    struct stretch span;
    bool failed;
    if (map_get(&selection->used_keys, key) || map_get(selection->excluded_keys, key) ||
        !is_free(selection, candidate) || !find_span(selection->lexed, candidate, &span))
        return true;
    if (!is_page_of_site(selection, page, &failed))
        return !failed;
    void **used = map_put(&selection->used_keys, key);
    if (!used)
        return false;
    *used = selection;
    for (size_t i = candidate->first; i < candidate->last; i++)
        selection->taken[i] = true;
    selection->choices[selection->count++] =
        (struct choice){.start = span.start, .end = span.end, .page = candidate->page, .score = candidate->score};
    return true;
}

enum status choose_links(const struct link_index *index, const struct lexed *lexed, struct candidates *candidates,
                         const struct rules *rules, struct arena *arena, struct choice **choices, size_t *count,
                         struct error *err)
{
    struct selection selection = {
        .index = index, .lexed = lexed, .excluded_keys = rules->excluded_keys, .arena = arena};
    selection.taken = ARENA_ARRAY(arena, lexed->count, bool);
    selection.choices = ARENA_ARRAY(arena, rules->max_links, struct choice);
    map_init(&selection.used_keys, arena);
    if (!selection.taken || !selection.choices)
        return error_memory(err);
    if (candidates->count)
        qsort(candidates->list, candidates->count, sizeof *candidates->list, compare_candidate);
    for (size_t i = 0; i < candidates->count && selection.count < rules->max_links; i++) {
        if (candidates->list[i].score < rules->min_score)
            break;
        if (!consider(&selection, &candidates->list[i]))
            return error_memory(err);
    }
    if (selection.count)
        qsort(selection.choices, selection.count, sizeof *selection.choices, compare_choice);
    *choices = selection.choices;
    *count = selection.count;
    return OK;
}
