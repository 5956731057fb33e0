/* Which sections stay, and in which order they stand. */
#include "write/compose/outline/outline.h"

#include <stdlib.h>

enum {
    MUCH = 250,          /* words on the subject itself, on a page about more than it */
    LEAST_OPENING = 110, /* of what a page says before its first heading: the introduction takes some of it */
    ENOUGH = 4,          /* sections, of an article that can do without asides */
    ENOUGH_WORDS = 350,  /* the same, of what is none */
    LEAST_FIRST = 80,    /* of one that comes first because its heading is the subject */
};

#define WHOLE 0.999 /* likeness of a heading that is the subject */

/* Of the subject's stems, from which a heading names it. */
static const double named_share = 0.5;

/* Of the words of its page, of which an aside has fewer. */
static const double aside_share = 0.25;

/* More than any other section is. */
static const double worth_of_opening = 100;

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
    if (a->is_aside != b->is_aside)
        return a->is_aside ? 1 : -1;
    if (a->turn != b->turn)
        return a->turn < b->turn ? -1 : 1;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->is_named != b->is_named)
        return a->is_named ? -1 : 1;
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
static bool is_whole(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *section = &corpus->sections[number];
    const struct source_section *root = &corpus->sections[corpus_section_root(corpus, number)];
    return topic_likeness(&writing->topics[0], &section->terms) >= WHOLE &&
           (section->total_words >= MUCH || !turn_of(writing, section->page) ||
            topic_holds(&writing->topics[0], &root->terms, 0));
}

static double share_of_title(const struct writing *writing, size_t section)
{
    const struct corpus *corpus = &writing->corpus;
    return topic_share(&writing->topics[0], &corpus->sections[corpus_section_root(corpus, section)].terms);
}

/* "URL Rewriting" on a page about variables of the environment. What the best page says more of is none. */
static bool is_aside(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    const struct source_section *section = &corpus->sections[number];
    size_t all = corpus->sections[corpus_section_root(corpus, number)].total_words;
    const struct topic *topic = &writing->topics[0];
    bool is_subject = topic_likeness(topic, &section->terms) >= WHOLE;
    bool has_subject = topic->strong.count > 1 && topic_share(topic, &section->terms) >= WHOLE;
    size_t turn = turn_of(writing, section->page);
    is_subject |= has_subject && turn > 0;
    return section->parent != NO_SECTION && is_subject && share_of_title(writing, number) <= 0 &&
           (turn || section->total_words < LEAST_FIRST) && (double)section->total_words < aside_share * (double)all;
}

/* Does the heading name what is to be done, on a page about more than that? A page on the task is in order. */
static bool is_named(const struct writing *writing, size_t number)
{
    return writing->asked.shape == KEYWORD_HOW_TO && share_of_title(writing, number) < named_share &&
           topic_share(&writing->topics[0], &writing->corpus.sections[number].terms) >= named_share;
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

/* Leaves out the asides at the end of the list where enough is said without them on pages that speak of the subject as
 * surely as any. */
static size_t drop_asides(const struct writing *writing, const struct chosen *list, size_t count)
{
    const struct topic *topic = &writing->topics[0];
    size_t words = 0;
    for (size_t i = 0; i < count; i++) {
        const struct source_section *section = &writing->corpus.sections[list[i].section];
        words += list[i].is_aside || topic->pages[section->page].tier < topic->tier ? 0 : section->total_words;
    }
    while (count > 1 && (count > ENOUGH || words >= ENOUGH_WORDS) && list[count - 1].is_aside)
        count--;
    return count;
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
        list[i].is_named = is_named(writing, list[i].section);
        list[i].is_aside = !list[i].opens && is_aside(writing, list[i].section);
        list[i].is_whole =
            !list[i].is_aside && section->total_words >= LEAST_FIRST &&
            (is_whole(writing, list[i].section) ||
             ((list[i].defines || list[i].opens) && topic_likeness(&writing->topics[0], &section->terms) >= WHOLE));
    }
    qsort(list, count, sizeof *list, by_turn);
    return drop_asides(writing, list, count);
}

static bool is_taken(const struct corpus *corpus, const struct chosen *list, size_t count, size_t section)
{
    for (size_t i = 0; i < count; i++)
        if (outline_is_inside(corpus, section, list[i].section))
            return true;
    return false;
}

/* Is a section there whose heading is the subject? */
static bool has_whole(const struct writing *writing, const struct chosen *list, size_t count)
{
    for (size_t i = 0; i < writing->corpus.section_count; i++)
        if (is_whole(writing, i) && is_taken(&writing->corpus, list, count, i))
            return true;
    return false;
}

/* What stands right below the heading, and below one that says nothing right behind it: "Overview". */
static size_t opening_words(const struct corpus *corpus, size_t number)
{
    const struct source_section *section = &corpus->sections[number], *next = section + 1;
    bool has_next = number + 1 < corpus->section_count && next->parent == number && next->is_boilerplate;
    return section->words + (has_next ? next->words : 0);
}

/* What a page says under the subject itself before it goes into parts comes first, unless it is there as a whole. */
void outline_add_opening(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    size_t best = corpus->section_count;
    for (size_t i = 0; i < corpus->section_count; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (!is_whole(writing, i) || !outline_is_fit(writing, i) || opening_words(corpus, i) < LEAST_OPENING ||
            is_taken(corpus, list, *count, i))
            continue;
        if (best == corpus->section_count ||
            turn_of(writing, section->page) < turn_of(writing, corpus->sections[best].page))
            best = i;
    }
    if (best < corpus->section_count && writing->topic_count == 1 && !has_whole(writing, list, *count))
        list[(*count)++] = (struct chosen){.section = best, .worth = worth_of_opening, .is_opening = true};
}
