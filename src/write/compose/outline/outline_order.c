/* Which sections stay, and in which order they stand. */
#include "write/compose/outline/outline.h"

#include <stdlib.h>

enum {
    MUCH = 250,      /* words on the subject itself, on a page about more than it */
    LEAST_FIRST = 80 /* of one that comes first because its heading is the subject */
};

#define WHOLE 0.999 /* likeness of a heading that is the subject */

static int by_worth(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->worth != b->worth)
        return a->worth < b->worth ? 1 : -1;
    return (a->section > b->section) - (a->section < b->section);
}

static int by_turn(const void *left, const void *right)
{
    const struct chosen *a = left, *b = right;
    if (a->side != b->side)
        return a->side < b->side ? -1 : 1;
    if (a->is_whole != b->is_whole)
        return a->is_whole ? -1 : 1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* How many pages speak better of the subject, or of either side of a comparison. */
static size_t turn_of(const struct writing *writing, size_t page)
{
    size_t better = 0;
    for (size_t i = 0; i < writing->corpus.page_count; i++) {
        double own = 0, other = 0;
        for (size_t j = 0; j < writing->topic_count; j++) {
            own += writing->topics[j].pages[page].score;
            other += writing->topics[j].pages[i].score;
        }
        better += other > own || (other == own && i < page);
    }
    return better;
}

/* Is the section's heading the subject, on the page that speaks best of it, on one that is about it, or with much to
 * say? Other pages say only what they need of it: "Virtual Hosts" on the page about logs. */
static bool order_is_whole(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *section = &corpus->sections[number];
    const struct source_section *root = &corpus->sections[corpus_section_root(corpus, number)];
    return topic_likeness(&writing->topics[0], &section->terms) >= WHOLE &&
           (section->total_words >= MUCH || !turn_of(writing, section->page) ||
            topic_holds(&writing->topics[0], &root->terms, 0));
}

/* Do two headings say the same words, in any order? */
static bool says_same(const struct source_section *left, const struct source_section *right)
{
    const struct vector *a = &left->vector, *b = &right->vector;
    return str_ieq(left->title, right->title) || (a->count && a->count == b->count && vector_coverage(a, b) > WHOLE);
}

/* Of sections whose headings say the same the best stays; the list is in the order of worth. */
static size_t drop_same(const struct corpus *corpus, struct chosen *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = 0;
        while (same < kept && !says_same(&corpus->sections[list[i].section], &corpus->sections[list[same].section]))
            same++;
        if (same == kept)
            list[kept++] = list[i];
    }
    return kept;
}

/* The best so many, page by page in the order of their text, the best page first. */
size_t outline_order(const struct writing *writing, struct chosen *list, size_t count, size_t most)
{
    const struct corpus *corpus = &writing->corpus;
    qsort(list, count, sizeof *list, by_worth);
    count = drop_same(corpus, list, count);
    if (count > most)
        count = most;
    for (size_t i = 0; i < count; i++) {
        const struct source_section *section = &corpus->sections[list[i].section];
        size_t chapter = outline_chapter(writing, section->page);
        list[i].turn = turn_of(writing, chapter == NO_PAGE ? section->page : chapter);
        list[i].place = chapter == NO_PAGE ? 0 : corpus->pages[section->page].place;
        list[i].is_whole = section->total_words >= LEAST_FIRST && order_is_whole(writing, list[i].section);
    }
    qsort(list, count, sizeof *list, by_turn);
    return count;
}
