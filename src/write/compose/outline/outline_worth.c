/* Which sections of the sources may stand in an article, and what each is worth. */
#include "write/compose/outline/outline.h"

enum {
    LEAST_WORDS = 45,      /* of a section */
    LEAST_OF_MANY = 30,    /* of one of more sections than usual */
    WORTH_OF_LISTING = 15, /* words that a listing or table is worth, of two of a section at most */
    LEAST_STATED = 60,     /* words of a section's prose, of which a half must be fit to be used */
};

/* What ordered lists and code add to the worth of a section where the keyword asks how to do something. */
static const double worth_of_steps = 2, worth_of_code = 0.5;

/* Of the subject's stems, from which a heading names it. */
static const double named_share = 0.5;

/* From which share of the subject's stems a heading has them all. */
static const double whole = 0.999;

/* Of a section whose heading names the subject with the title of its page. */
static const double worth_by_path = 4.5;

/* What a section is worth less of which little is left. */
static const double worth_of_fragments = 1.5;

/* Of the best page's score, which a page has whose sections are taken by what their text names. */
static const double least_share = 0.2;

bool outline_is_inside(const struct corpus *corpus, size_t section, size_t outer)
{
    while (section != NO_SECTION && section != outer)
        section = corpus->sections[section].parent;
    return section == outer;
}

/* Is less than half of the prose fit to be used? What is left of it leans on what is not there. */
static bool is_fragments(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    size_t stated = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        if (outline_is_inside(corpus, corpus->statements[i].section, number))
            stated += corpus->statements[i].words;
    return stated >= LEAST_STATED && corpus->sections[number].total_words * 2 < stated;
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
    return section->weight + steps + code - (is_fragments(writing, section->section) ? worth_of_fragments : 0);
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

/* Do the title of the page and the heading name the subject together, the heading its head: "Certificates" of a page
 * on SSL? */
static bool is_named_by_path(const struct writing *writing, size_t number)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    const struct terms *title = &corpus->sections[corpus_section_root(corpus, number)].terms;
    const struct terms *own = &corpus->sections[number].terms;
    size_t found = 0;
    double share = topic_share(topic, own);
    if (corpus->sections[number].depth != 1 || own->count != 1 || !topic_has_head(topic, own) || share >= whole)
        return false;
    for (size_t i = 0; i < topic->strong.count; i++)
        found += terms_have(title, topic->strong.ids[i]) || terms_have(own, topic->strong.ids[i]);
    return topic->strong.count && found == topic->strong.count;
}

/* Does a section below the title of its page say nearly all that it says in answers to questions, more of them than a
 * FAQ has? */
static bool is_of_questions(const struct corpus *corpus, size_t number)
{
    enum { MANY_QUESTIONS = 6 };
    static const double nearly_all = 0.8;
    const struct source_section *section = &corpus->sections[number];
    size_t words = 0, questions = 0;
    for (size_t i = number + 1; i < corpus->section_count && outline_is_inside(corpus, i, number); i++) {
        bool is_question = corpus->sections[i].is_question && corpus->sections[i].parent == number;
        words += is_question ? corpus->sections[i].total_words : 0;
        questions += is_question;
    }
    return section->parent != NO_SECTION && questions >= MANY_QUESTIONS &&
           (double)words >= nearly_all * (double)section->total_words;
}

bool outline_is_kept_back(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    return section->is_question && config_bool(writing->config, "includeFaq") &&
           (section->parent == NO_SECTION || !is_named_by_path(writing, section->parent) ||
            !is_of_questions(&writing->corpus, section->parent));
}

bool outline_is_fit(const struct writing *writing, size_t number)
{
    const struct source_section *section = &writing->corpus.sections[number];
    bool is_brand = writing->has_brand_page && section->page + 1 == writing->page_count;
    size_t least, most;
    plan_bounds(writing->config, &least, &most);
    return words_shown(&writing->corpus, number) >= (least > OUTLINE_USUAL ? LEAST_OF_MANY : LEAST_WORDS) &&
           section->title.len && !is_brand && !outline_is_kept_back(writing, number);
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

static void add_named_by_path(const struct writing *writing, const struct topic *topic, struct chosen *list,
                              size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->section_count; i++) {
        if (topic->pages[corpus->sections[i].page].tier == TOPIC_NOT || !is_named_by_path(writing, i) ||
            !outline_is_fit(writing, i))
            continue;
        double worth = worth_by_path;
        size_t kept = 0;
        for (size_t j = 0; j < *count; j++) { /* it takes the place of its parts */
            bool is_part = outline_is_inside(corpus, list[j].section, i);
            worth = is_part && list[j].worth > worth ? list[j].worth : worth;
            if (!is_part)
                list[kept++] = list[j];
        }
        list[kept++] = (struct chosen){.section = i, .worth = worth};
        *count = kept;
    }
}

void outline_add(const struct writing *writing, const struct topic *topic, struct chosen *list, size_t *count)
{
    for (size_t i = 0; i < topic->section_count; i++) {
        size_t section = topic->sections[i].section;
        if (is_admitted(writing, topic, &topic->sections[i]))
            list[(*count)++] = (struct chosen){.section = section, .worth = worth_of(writing, &topic->sections[i])};
    }
    add_named_by_path(writing, topic, list, count);
}
