/* Which sections may stand; a page, or a section, taken apart. */
#include "write/compose/outline/outline.h"

enum {
    LEAST_WORDS = 45,          /* of a section */
    WORDS_WITH_HEADINGS = 180, /* from which a section keeps headings inside it */
    LEAST_PARTS = 2            /* of a page that is taken apart */
};

/* Each further part of a page is worth a little less, so that other pages get their turn. */
static const double worth_of_turn = 0.15;

bool outline_is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

bool outline_is_fit(const struct writing *writing, size_t number)
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
    for (size_t i = outer + 1; i < corpus->section_count && outline_is_inside(corpus, i, outer) && count < most; i++) {
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
        list[(*count)++].worth = whole.worth - (double)i * worth_of_turn;
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
