/* A page, or a section, taken apart. */
#include "write/compose/outline/outline.h"

enum {
    WORDS_WITH_HEADINGS = 180, /* from which a section keeps headings inside it */
    LEAST_PARTS = 2            /* of a page that is taken apart */
};

/* A part of a page of questions is worth this share of the page; of any page each further part is worth a little less,
 * so that other pages get their turn. */
static const double worth_of_question = 0.3, worth_of_turn = 0.15;

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

/* "Indoor Herb Garden FAQ": a page of questions is no section, but what else is on it may be. */
static enum status is_of_questions(struct writing *writing, struct str title, bool *is)
{
    const struct cues *cues = writing->brief.language->cues;
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, title, writing->brief.language, &words, &count, writing->err);
    *is = !status && cues && count && word_list_has(cues->questions, words[count - 1].folded);
    return status;
}

/* Puts the parts of a page in its place, where the outline is short or the page is one of questions. */
static enum status split_page(struct writing *writing, struct chosen *list, size_t *count, size_t at, bool is_short)
{
    struct chosen whole = list[at];
    size_t parts[OUTLINE_PARTS], found = find_parts(writing, whole.section, parts, OUTLINE_PARTS);
    bool is_collection;
    enum status status = is_of_questions(writing, writing->corpus.sections[whole.section].title, &is_collection);
    if (status || (!is_collection && (!is_short || found < LEAST_PARTS)))
        return status;
    memmove(list + at, list + at + 1, (--*count - at) * sizeof *list);
    for (size_t i = 0; i < found; i++) {
        list[*count] = whole;
        list[*count].section = parts[i];
        list[(*count)++].worth = (is_collection ? worth_of_question : 1) * whole.worth - (double)i * worth_of_turn;
    }
    return OK;
}

enum status outline_split(struct writing *writing, struct chosen *list, size_t *count, size_t wanted)
{
    enum status status = OK;
    bool is_short = *count < wanted;
    for (size_t i = *count; i-- > 0 && !status;)
        if (writing->corpus.sections[list[i].section].parent == NO_SECTION)
            status = split_page(writing, list, count, i, is_short);
    return status;
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
