/* What a comparison is made of: what is about both sides first, then each side by itself. */
#include "write/compose/outline/outline.h"

enum {
    SIDES = 2,
    LEAST_WORDS = 20, /* of a section that a side has for want of a longer one */
    MOST_OF_SIDE = 3, /* sections */
    MOST_OF_BOTH = 2,
    LEAST_SENTENCES = 2 /* of each side in a section about both, */
};

static const double least_share = 0.15; /* and of its sentences */
static const double worth_of_side = 3;  /* of a section, above those that are about a side for another reason */

/* Sentences of the section that hold the whole of a side. */
static size_t count_naming(const struct writing *writing, size_t side, size_t section, size_t *all)
{
    const struct corpus *corpus = &writing->corpus;
    size_t naming = 0;
    *all = 0;
    for (size_t i = 0; i < corpus->statement_count; i++) {
        const struct statement *statement = &corpus->statements[i];
        if (!outline_is_inside(corpus, statement->section, section))
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
        if (outline_is_inside(corpus, section, list[i].section) || outline_is_inside(corpus, list[i].section, section))
            return true;
    return false;
}

static double versus_value_of(const struct writing *writing, size_t section, size_t side)
{
    size_t all, words = writing->corpus.sections[section].total_words;
    size_t naming = count_naming(writing, side, section, &all);
    double share = all ? (double)naming / (double)all : 0, size = (double)words / ((double)words + 150);
    return share + size + 2 * topic_likeness(&writing->topics[side], &writing->corpus.sections[section].terms);
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
        double value =
            versus_value_of(writing, i, side == SIDES ? 0 : side) + (is_of_both ? versus_value_of(writing, i, 1) : 0);
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
    enum { USUAL_WORDS = 45 };
    bool has_both = false;
    for (size_t i = 0; i < MOST_OF_BOTH; i++)
        has_both |= add_best(writing, SIDES, USUAL_WORDS, list, count);
    for (size_t side = 0; side < SIDES; side++) {
        size_t added = 0;
        while (added < MOST_OF_SIDE && add_best(writing, side, USUAL_WORDS, list, count))
            added++;
        if (!added)
            added = add_best(writing, side, LEAST_WORDS, list, count);
        has_side[side] = added || has_both;
    }
}
