#include "research/topic/topic_choice.h"

#include "research/topic/topic_parts.h"

#include <stdlib.h>

enum { ENOUGH = 3 /* sections for other reasons than text */ };

static bool overlap(const struct corpus *corpus, size_t a, size_t b)
{
    size_t outer = a < b ? a : b, inner = a < b ? b : a;
    return inner < corpus_section_end(corpus, outer);
}

/* Has every stem of a that is none of the subject in b too? */
static bool says_no_more(const struct topic_match *match, const struct terms *a, const struct terms *b)
{
    for (size_t i = 0; i < a->count; i++) {
        bool found = (match_at(match, a, i) & match->needed) != 0;
        for (size_t j = 0; j < b->count && !found; j++)
            found = a->ids[i] == b->ids[j];
        if (!found)
            return false;
    }
    return true;
}

static bool says_same(const struct chooser *chooser, size_t a, size_t b)
{
    const struct source_section *sections = chooser->corpus->sections;
    return says_no_more(chooser->match, &sections[a].terms, &sections[b].terms) &&
           says_no_more(chooser->match, &sections[b].terms, &sections[a].terms);
}

/* Does the heading of a name all of the subject that b's does? */
static bool names_as_much(const struct chooser *chooser, size_t a, size_t b)
{
    const struct source_section *sections = chooser->corpus->sections;
    stem_set of_b = match_all(chooser->match, &sections[b].terms) & chooser->match->needed;
    return (match_all(chooser->match, &sections[a].terms) & of_b) == of_b;
}

/* Takes a section, unless it is a part of one that was taken, or its heading says the same as that of one: there the
 * better one stays, but for the other's text where that is far more. A tutorial touches on what a manual explains.
 * "Control functions" says no more than "Recovery control functions", and less of that subject. */
static void take(struct chooser *chooser, const struct topic_section *one)
{
    struct topic *topic = chooser->survey->topic;
    const struct source_section *sections = chooser->corpus->sections;
    struct topic_section *same = NULL;
    for (size_t i = 0; i < topic->section_count; i++) {
        struct topic_section *taken = &topic->sections[i];
        if (overlap(chooser->corpus, one->section, taken->section))
            return;
        if (!same && says_same(chooser, one->section, taken->section))
            same = taken;
    }
    if (!same)
        topic->sections[topic->section_count++] = *one;
    else if (sections[one->section].total_words > 2 * sections[same->section].total_words &&
             names_as_much(chooser, one->section, same->section))
        same->section = one->section;
}

static int by_reason(const void *left, const void *right)
{
    const struct topic_section *a = left, *b = right;
    if (a->reason != b->reason)
        return a->reason < b->reason ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

static int by_weight(const void *left, const void *right)
{
    const struct topic_section *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->section > b->section) - (a->section < b->section);
}

/* Is the section inside another one that was found for the same reason? Then the outer one stands for both. */
static bool is_inside_another(const struct chooser *chooser, const struct topic_section *one)
{
    const struct source_section *sections = chooser->corpus->sections;
    for (size_t i = 0; i < chooser->found_count; i++) {
        const struct topic_section *other = &chooser->found[i];
        if (other->reason == one->reason && other->section < one->section &&
            sections[other->section].page == sections[one->section].page &&
            overlap(chooser->corpus, other->section, one->section))
            return true;
    }
    return false;
}

void topic_sections_pick(struct chooser *chooser)
{
    struct topic *topic = chooser->survey->topic;
    if (chooser->found_count)
        qsort(chooser->found, chooser->found_count, sizeof *chooser->found, by_reason);
    for (size_t i = 0; i < chooser->found_count; i++) {
        const struct topic_section *one = &chooser->found[i];
        if (one->reason == TOPIC_BY_TEXT && topic->section_count >= ENOUGH)
            break;
        if (!is_inside_another(chooser, one))
            take(chooser, one);
    }
    if (topic->section_count)
        qsort(topic->sections, topic->section_count, sizeof *topic->sections, by_weight);
}
