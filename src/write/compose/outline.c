/* Which sections of the sources an article is made of, and in which order. */
#include "write/compose/outline.h"

#include <stdlib.h>

/* --- which sections may stand; a page, or a section, taken apart --- */

enum {
    LEAST_WORDS = 45,          /* of a section: about three sentences */
    WORDS_WITH_HEADINGS = 180, /* from which a section keeps headings inside it: that of an article has about as many */
    LEAST_PARTS = 2            /* of a page that is taken apart */
};

/* Each further part of a page is worth a little less, so that other pages get their turn: of two pages that weigh the
 * same the second part of the one comes behind the first of the other. */
static const double cost_of_part = 0.15;

/* Is the section the outer one, or inside it? */
static bool section_is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

/* Has the section words enough, a heading, and nothing that another part of the article is made of? */
static bool outline_is_fit(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    bool is_brand = writing->has_brand_page && section->page + 1 == writing->page_count;
    return section->total_words >= LEAST_WORDS && section->title.len && !is_brand &&
           !(section->is_question && config_bool(writing->config, "includeFaq"));
}

void outline_add(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count)
{
    for (size_t i = 0; i < topic->section_count; i++)
        if (outline_is_fit(writing, topic->sections[i].section))
            list[(*count)++] =
                (struct chosen){.section = topic->sections[i].section, .worth = topic->sections[i].weight};
}

/* Sections right inside one that could stand as sections themselves. */
static size_t find_parts(const struct writing *writing, size_t outer, size_t *parts, size_t most)
{
    const struct corpus *corpus = &writing->corpus;
    size_t count = 0;
    for (size_t i = outer + 1; i < corpus->section_count && section_is_inside(corpus, i, outer) && count < most; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->parent == outer && !section->is_boilerplate && !section->is_example && outline_is_fit(writing, i))
            parts[count++] = i;
    }
    return count;
}

/* Puts the parts of a page in its place. */
static void split_page(const struct writing *writing, struct chosen *list, size_t *count, size_t at)
{
    struct chosen whole = list[at];
    size_t parts[OUTLINE_PARTS], found = find_parts(writing, whole.section, parts, OUTLINE_PARTS);
    if (found < LEAST_PARTS)
        return;
    memmove(list + at, list + at + 1, (--*count - at) * sizeof *list);
    for (size_t i = 0; i < found; i++) {
        list[*count] = whole;
        list[*count].section = parts[i];
        list[(*count)++].worth = whole.worth - (double)i * cost_of_part;
    }
}

void outline_split(const struct writing *writing, struct chosen *list, size_t *count, size_t wanted)
{
    bool is_short = *count < wanted;
    for (size_t i = *count; i-- > 0 && is_short;)
        if (writing->corpus.sections[list[i].section].parent == NO_SECTION)
            split_page(writing, list, count, i);
}

void outline_add_page(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct topic *topic = &writing->topics[0];
    for (size_t i = 0; i < topic->section_count && !*count; i++) {
        size_t root = corpus_section_root(&writing->corpus, topic->sections[i].section);
        if (outline_is_fit(writing, root))
            list[(*count)++] = (struct chosen){.section = root};
    }
}

size_t outline_inside(const struct writing *writing, size_t outer, size_t *inside)
{
    const struct corpus *corpus = &writing->corpus;
    if (corpus->sections[outer].total_words < WORDS_WITH_HEADINGS)
        return 0;
    size_t count = find_parts(writing, outer, inside, OUTLINE_INSIDE);
    bool is_all = count == 1 && !corpus->sections[outer].words; /* it says the same as the heading above it */
    return is_all ? 0 : count;
}

/* --- the parts of chapters that are the subject: a page that holds little more than a table of contents has its text
 * on the pages that it lists --- */

/* Of a section, above all that are about the subject for another reason ; within the chapter the order
 * of its table of contents. */
static const double worth_in_chapter = 10, cost_of_place = 0.1;

/* Of the stems of a task, which the title of a chapter has that is on it. */
static const double named_share = 0.5;

static size_t root_of(const struct corpus *corpus, size_t page)
{
    size_t root = 0;
    while (root < corpus->section_count && corpus->sections[root].page != page)
        root++;
    return root;
}

/* Is the title of the page the subject, or of a task what is done? */
static bool chapter_is_on_subject(const struct writing *writing, size_t page)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    size_t root = root_of(corpus, page);
    if (root == corpus->section_count || writing->topic_count != 1)
        return false;
    const struct terms *title = &corpus->sections[root].terms;
    return topic_holds(topic, title, 0) || /* whatever little the page itself says */
           (topic->pages[page].tier != TOPIC_NOT && writing->asked.shape == KEYWORD_HOW_TO &&
            topic_share(topic, title) >= named_share);
}

/* Is any page a part of this one? */
static bool has_parts(const struct corpus *corpus, size_t chapter)
{
    for (size_t i = 0; i < corpus->page_count; i++)
        if (corpus->pages[i].chapter && strcmp(corpus->pages[i].chapter, corpus->pages[chapter].url) == 0)
            return true;
    return false;
}

/* The chapter whose title is most like the subject: "Backup and Restore" rather than "Backup Manifest Format". */
static size_t best_chapter(const struct writing *writing)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    size_t best = NO_PAGE;
    double most = 0;
    for (size_t i = 0; i < corpus->page_count; i++) {
        if (!has_parts(corpus, i) || !chapter_is_on_subject(writing, i))
            continue;
        double value = topic_likeness(topic, &corpus->sections[root_of(corpus, i)].terms);
        if (best == NO_PAGE || value > most || (value == most && topic->pages[i].score > topic->pages[best].score)) {
            best = i;
            most = value;
        }
    }
    return best;
}

size_t outline_chapter(const struct writing *writing, size_t page)
{
    const struct corpus *corpus = &writing->corpus;
    size_t chapter = corpus->pages[page].chapter ? best_chapter(writing) : NO_PAGE;
    bool is_part = chapter != NO_PAGE && strcmp(corpus->pages[page].chapter, corpus->pages[chapter].url) == 0;
    return is_part ? chapter : NO_PAGE;
}

bool outline_has_chapter(const struct writing *writing)
{
    return best_chapter(writing) != NO_PAGE;
}

void outline_add_chapters(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->page_count; i++) {
        size_t root = root_of(corpus, i), kept = 0;
        if (outline_chapter(writing, i) == NO_PAGE || root == corpus->section_count || !outline_is_fit(writing, root))
            continue;
        for (size_t j = 0; j < *count; j++)
            if (corpus->sections[list[j].section].page != i)
                list[kept++] = list[j];
        list[kept++] = (struct chosen){.section = root,
                                       .worth = worth_in_chapter - cost_of_place * (double)corpus->pages[i].place};
        *count = kept;
    }
}

/* --- which sections stay, and in which order they stand --- */

enum {
    MUCH = 250,      /* words on the subject itself, on a page about more than it: more than a section needs */
    LEAST_FIRST = 80 /* of one that comes first because its heading is the subject: as an introduction has */
};

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
    return topic_likeness(&writing->topics[0], &section->terms) >= WHOLE_SUBJECT &&
           (section->total_words >= MUCH || !turn_of(writing, section->page) ||
            topic_holds(&writing->topics[0], &root->terms, 0));
}

/* Do two headings say the same words, in any order? */
static bool says_same(const struct source_section *left, const struct source_section *right)
{
    const struct vector *a = &left->vector, *b = &right->vector;
    return str_ieq(left->title, right->title) ||
           (a->count && a->count == b->count && vector_coverage(a, b) > WHOLE_SUBJECT);
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

/* --- what a comparison is made of: what is about both sides first, then each side by itself --- */

enum {
    SIDES = 2,
    VERSUS_LEAST_WORDS = 20, /* of a section that a side has for want of a longer one */
    MOST_OF_SIDE = 3,        /* sections, so that with those of both there are OUTLINE_USUAL and one */
    MOST_OF_BOTH = 2,
    LEAST_SENTENCES = 2 /* of each side in a section about both, */
};

static const double least_share = 0.15; /* and of its sentences: one in seven */
static const double worth_of_side = 3;  /* of a section, above those that are about a side for another reason */

/* What a section is worth to a side: the share of its sentences that name it (0-1), twice the likeness of its heading
 * (0-1), and its size, which counts half at so many words. */
static const double worth_of_heading = 2, words_of_half = 150;

/* Sentences of the section that hold the whole of a side. */
static size_t count_naming(const struct writing *writing, size_t side, size_t section, size_t *all)
{
    const struct corpus *corpus = &writing->corpus;
    size_t naming = 0;
    *all = 0;
    for (size_t i = 0; i < corpus->statement_count; i++) {
        const struct statement *statement = &corpus->statements[i];
        if (!section_is_inside(corpus, statement->section, section))
            continue;
        ++*all;
        naming += topic_holds(&writing->topics[side], &statement->terms, 0);
    }
    return naming;
}

/* Does the section speak of the side, by its heading or in more than a sentence? */
static bool speaks_of(const struct writing *writing, size_t side, size_t section)
{
    size_t all, naming = count_naming(writing, side, section, &all);
    return topic_holds(&writing->topics[side], &writing->corpus.sections[section].terms, 0) ||
           (naming >= LEAST_SENTENCES && (double)naming >= least_share * (double)all);
}

/* Does whatever names the side name the other one too? "materialized views" are views. */
static bool is_kind_of_other(const struct writing *writing, size_t side)
{
    return topic_holds(&writing->topics[1 - side], &writing->topics[side].terms, 0);
}

/* Is it about one side alone? Its heading names that one and not the other, or its text hardly names the other. */
static bool is_of_side(const struct writing *writing, size_t side, size_t section)
{
    const struct terms *title = &writing->corpus.sections[section].terms;
    bool is_kind = is_kind_of_other(writing, side), names = topic_holds(&writing->topics[side], title, 0);
    if (!is_kind && topic_holds(&writing->topics[1 - side], title, 0))
        return false;
    return speaks_of(writing, side, section) && (names || is_kind || !speaks_of(writing, 1 - side, section));
}

static bool is_overlapping(const struct corpus *corpus, const struct chosen *list, size_t count, size_t section)
{
    for (size_t i = 0; i < count; i++)
        if (section_is_inside(corpus, section, list[i].section) || section_is_inside(corpus, list[i].section, section))
            return true;
    return false;
}

static double side_value(const struct writing *writing, size_t section, size_t side)
{
    size_t all, words = writing->corpus.sections[section].total_words;
    size_t naming = count_naming(writing, side, section, &all);
    double share = all ? (double)naming / (double)all : 0, size = (double)words / ((double)words + words_of_half);
    double likeness = topic_likeness(&writing->topics[side], &writing->corpus.sections[section].terms);
    return share + size + worth_of_heading * likeness;
}

/* A page with sections of its own is no section, where they can be taken apart. */
static bool may_stand(const struct writing *writing, size_t section, size_t least)
{
    const struct source_section *one = &writing->corpus.sections[section];
    bool is_brand = writing->has_brand_page && one->page + 1 == writing->page_count;
    return one->total_words >= least && one->title.len && !one->is_boilerplate && !one->is_example &&
           !one->is_question && !is_brand && (one->depth || one->words * 2 >= one->total_words);
}

/* Adds the best section about a side (or about both: side SIDES) that is not there. False: there is none. */
static bool add_best(const struct writing *writing, size_t side, size_t least, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    size_t best = corpus->section_count;
    double most = 0;
    for (size_t i = 0; i < corpus->section_count; i++) {
        bool is_of_both = side == SIDES && speaks_of(writing, 0, i) && speaks_of(writing, 1, i) &&
                          !is_of_side(writing, 0, i) && !is_of_side(writing, 1, i);
        if (!may_stand(writing, i, least) || !(side == SIDES ? is_of_both : is_of_side(writing, side, i)) ||
            is_overlapping(corpus, list, *count, i))
            continue;
        double value = side_value(writing, i, side == SIDES ? 0 : side) + (is_of_both ? side_value(writing, i, 1) : 0);
        if (best == corpus->section_count || value > most) {
            best = i;
            most = value;
        }
    }
    if (best == corpus->section_count)
        return false;
    list[(*count)++] =
        (struct chosen){.section = best, .side = (side + 1) % (SIDES + 1), .worth = worth_of_side + most};
    return true;
}

void outline_add_sides(const struct writing *writing, struct chosen *list, size_t *count, bool has_side[2])
{
    bool has_both = false;
    for (size_t i = 0; i < MOST_OF_BOTH; i++)
        has_both |= add_best(writing, SIDES, LEAST_WORDS, list, count);
    for (size_t side = 0; side < SIDES; side++) {
        size_t added = 0;
        while (added < MOST_OF_SIDE && add_best(writing, side, LEAST_WORDS, list, count))
            added++;
        if (!added)
            added = add_best(writing, side, VERSUS_LEAST_WORDS, list, count);
        has_side[side] = added || has_both;
    }
}
