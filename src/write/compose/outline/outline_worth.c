/* Which sections of the sources may stand in an article, and what each is worth. */
#include "write/compose/outline/outline.h"

enum {
    LEAST_WORDS = 45,     /* of a section */
    LEAST_OF_MANY = 30,   /* of one of more sections than usual */
    WORTH_OF_LISTING = 15 /* words that a listing or table is worth, of two of a section at most */
};

/* What ordered lists and code add to the worth of a section where the keyword asks how to do something. */
static const double worth_of_steps = 2, worth_of_code = 0.5;

/* Of the subject's stems, from which a heading names it. */
static const double named_share = 0.5;

/* Of the best page's score, which a page has whose sections are taken by what their text names. */
static const double least_share = 0.2;

bool outline_is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

/* Are the steps those of the subject? The headings above them, or what announces them, speak of it. */
static bool steps_are_of(const struct writing *writing, const struct passage *passage)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    bool is = topic_share(topic, &corpus->sections[passage->section].terms) >= named_share;
    for (size_t i = passage->first; i < passage->first + passage->count && !corpus->sentences[i].item && !is; i++)
        is = topic_share(topic, &corpus->sentences[i].terms) >= named_share;
    return is;
}

static double worth_of(const struct writing *writing, const struct topic_section *section)
{
    const struct corpus *corpus = &writing->corpus;
    double steps = 0, code = 0;
    for (size_t i = 0; i < corpus->passage_count && writing->asked.shape == KEYWORD_HOW_TO; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (passage->page != corpus->sections[section->section].page ||
            !outline_is_inside(corpus, passage->section, section->section))
            continue;
        steps = passage->is_ordered && steps_are_of(writing, passage) ? worth_of_steps : steps;
        code = passage->code.len ? worth_of_code : code;
    }
    return section->weight + steps + code;
}

/* What a section says and shows, in words. */
static size_t words_shown(const struct corpus *corpus, size_t number)
{
    enum { MOST = 2 };
    size_t listings = 0;
    for (size_t i = 0; i < corpus->passage_count && listings < MOST; i++)
        listings += (corpus->passages[i].code.len || corpus->passages[i].row_count) &&
                    outline_is_inside(corpus, corpus->passages[i].section, number);
    return corpus->sections[number].total_words + listings * WORTH_OF_LISTING;
}

bool outline_is_fit(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    bool is_brand = writing->has_brand_page && section->page + 1 == writing->page_count;
    size_t least, most;
    plan_bounds(writing->config, &least, &most);
    return words_shown(&writing->corpus, number) >= (least > OUTLINE_USUAL ? LEAST_OF_MANY : LEAST_WORDS) &&
           section->title.len && !is_brand && !(section->is_question && config_bool(writing->config, "includeFaq"));
}

/* A page that hardly speaks of the subject gives no sections by what their text names. */
static bool is_admitted(const struct writing *writing, const struct topic *topic, const struct topic_section *section)
{
    double best = 0;
    for (size_t i = 0; i < writing->corpus.page_count; i++)
        best = topic->pages[i].score > best ? topic->pages[i].score : best;
    double share = topic->pages[writing->corpus.sections[section->section].page].score;
    bool by_itself = section->reason == TOPIC_BY_HEADING || section->reason == TOPIC_BY_PARENT;
    return (by_itself || share >= least_share * best) && outline_is_fit(writing, section->section);
}

void outline_add(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count)
{
    for (size_t i = 0; i < topic->section_count; i++) {
        size_t section = topic->sections[i].section;
        if (is_admitted(writing, topic, &topic->sections[i]))
            list[(*count)++] = (struct chosen){.section = section, .worth = worth_of(writing, &topic->sections[i])};
    }
}
