/* How surely a sentence answers what the keyword asks, when it stands first. The order of the rules was read by eye on
 * requests to manuals in eight languages: what a page says first under a heading that is the subject answers where it
 * begins with the subject, and tells of something else as often as not where it does not. */
#include "write/compose/lead/lead.h"

static const double exact = 0.999; /* likeness of headings that are the subject */
static const double near = 0.35;   /* from here on a heading has to do with the subject */

/* What the section of a sentence is called. */
struct step_place {
    double heading, title; /* likeness to the subject, of its heading and of its page's title */
    bool is_root;          /* right below the title */
    bool is_narrower;      /* the heading names more than the subject */
};

static double highest(double a, double b)
{
    return a > b ? a : b;
}

/* By what it defines, wherever it stands. */
static double step_of_definition(const struct definition *definition, const struct step_place *place)
{
    bool is_strict = definition->kind == DEFINES_STRICTLY;
    bool is_near = highest(place->heading, place->title) >= near;
    bool is_of_part = is_near && place->is_narrower && place->title < exact && definition->is_known;
    if (definition->is_named) /* "the local server is called ..." tells of one that was named before */
        return definition->is_known ? 3.3 : 3.9;
    if (definition->is_subordinate)
        return 0;
    if (definition->kind && definition->is_whole && !definition->others && definition->ends_with_head)
        return is_strict ? 4 : is_near ? 3.6 : 3.2;
    if (is_strict && !definition->others && definition->has_head && !definition->is_known && is_near)
        return 3.5;
    if (definition->is_about)
        return is_of_part ? LEAD_OPENS - 0.1 : is_near ? 3.4 : LEAD_OPENS; /* "the mask is shown", under "Show mask" */
    bool is_kind = is_strict && definition->is_whole && definition->others == 1 && definition->ends_with_head;
    return is_kind && !definition->is_known ? 3.1 : 0; /* "the patch decorators are ..." */
}

/* Is the subject, or what it is about, among the first things that the sentence names? */
static bool step_begins_with_subject(const struct topic *topic, const struct terms *terms)
{
    size_t most = topic->terms.count + 1;
    struct terms start = {terms->ids, terms->count < most ? terms->count : most};
    return topic_holds(topic, &start, 1) || (topic_has_head(topic, &start) && topic_share(topic, &start) >= 0.5);
}

bool lead_is_narrower(const struct lead *lead, const struct terms *heading)
{
    for (size_t i = 0; i < heading->count; i++)
        if (!topic_has(lead->topic, heading->ids[i]) && !terms_have(&lead->topic->optional, heading->ids[i]))
            return true;
    return false;
}

/* By the heading that it stands under. */
static double step_of_place(const struct lead *lead, const struct lead_sentence *sentence,
                            const struct step_place *place)
{
    const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
    bool opens_page = place->is_root && place->title >= exact && sentence->place == 1;
    if (opens_page && topic_share(lead->topic, terms) > 0)
        return 3.8;
    if (!topic_has_head(lead->topic, terms) || topic_share(lead->topic, terms) < 0.5)
        return 0;
    const struct definition *definition = &sentence->definition;
    bool is_part = definition->kind && !definition->is_whole && definition->is_known; /* "the mask is a ..." */
    bool begins = step_begins_with_subject(lead->topic, terms) && !is_part, is_first = sentence->place == 1;
    bool is_near = begins || place->title >= near; /* else the page says it of something else */
    if (place->is_root && place->title >= exact && sentence->place <= 2)
        return begins ? 3.75 : 3.35;
    if (place->heading >= exact && sentence->place <= 3)
        return begins ? 3.7 : is_near && is_first ? 3.3 : 2.9;
    if (place->title < exact && place->is_narrower)
        return place->heading >= 0.5 || (place->is_root && place->title >= 0.5) ? LEAD_OPENS - 0.1 : 0;
    if (place->heading >= 0.79 && sentence->place <= 2)
        return begins ? 3.3 : 2.9;
    if ((place->is_root ? highest(place->heading, place->title) : place->heading) < 0.5)
        return 0;
    return sentence->place > 2 ? 2.6 : begins ? 3.05 : 2.9;
}

/* By the words that it holds. */
static double step_of_words(const struct topic *topic, const struct terms *terms)
{
    if (topic_holds(topic, terms, 0))
        return 2.2;
    if (topic_share(topic, terms) > exact)
        return 2;
    return topic_has_head(topic, terms) && topic_share(topic, terms) >= 0.5 ? 1 : 0;
}

/* Does the text name what is done, of a keyword that asks how? */
static bool names_task(const struct lead *lead, const struct terms *terms)
{
    return terms_have(terms, lead->verb);
}

/* "To sort a list, ...": the words of the subject in their order, among the first `most`, with what is done among them
 * or right before them. */
static bool tells_task(const struct lead *lead, const struct terms *terms, size_t most)
{
    const struct terms *subject = &lead->topic->terms;
    if (!lead->is_task || !subject->count)
        return false;
    bool has_verb = names_task(lead, subject);
    most = terms->count < most ? terms->count : most;
    for (size_t i = 0; i + subject->count <= most; i++)
        if (memcmp(terms->ids + i, subject->ids, subject->count * sizeof *subject->ids) == 0 &&
            (has_verb || (i && terms->ids[i - 1] == lead->verb)))
            return true;
    return false;
}

/* What the beginning of a sentence takes from its step: the highest that is left. */
static double bound_of(const struct lead *lead, const struct lead_sentence *sentence, const struct terms *terms)
{
    const struct definition *definition = &sentence->definition;
    bool tells = tells_task(lead, terms, definition->is_subordinate ? lead->topic->terms.count + 1 : SIZE_MAX);
    bool is_of_subject =
        definition->is_about || (definition->kind && definition->is_whole); /* behind it "its" is its */
    if (definition->is_imperative)
        return tells ? 3.1 : 0;
    if (definition->is_named)
        return 4;
    if (definition->is_conditional)
        return LEAD_OPENS - 0.2;
    if (lead->is_task && lead->topic->tier == TOPIC_NEAR && !names_task(lead, terms))
        return LEAD_OPENS - 0.4; /* pages that say nothing of what is to be done */
    if (definition->is_subordinate && tells)
        return 3.2;
    if (sentence->is_vague || (sentence->points_back && !is_of_subject))
        return LEAD_OPENS - 0.1;
    if (definition->is_subordinate)
        return LEAD_OPENS - 0.2;
    bool defines = definition->kind && definition->is_whole && !definition->others;
    return sentence->tells_of_screen && !defines ? LEAD_OPENS - 0.3 : 4;
}

/* A sentence that names the subject itself is better than one that leans on the heading above it. */
static double named(const struct topic *topic, const struct terms *terms)
{
    struct terms start = {terms->ids, terms->count <= topic->terms.count ? terms->count : topic->terms.count + 1};
    return 0.3 * topic_has_head(topic, terms) + 0.5 * topic_holds(topic, &start, 1);
}

static void find_step(const struct lead *lead, struct lead_sentence *sentence)
{
    const struct corpus *corpus = lead->corpus;
    const struct terms *terms = &corpus->sentences[sentence->sentence].terms;
    const struct source_section *section = &corpus->sections[sentence->section];
    struct step_place place = {.heading = topic_likeness(lead->topic, &section->terms),
                               .title = lead->titles[sentence->page],
                               .is_root = section->parent == NO_SECTION,
                               .is_narrower = lead_is_narrower(lead, &section->terms)};
    double likest = highest(place.heading, place.title);
    double step = highest(step_of_definition(&sentence->definition, &place), step_of_place(lead, sentence, &place));
    if (tells_task(lead, terms, SIZE_MAX) && !sentence->doubts)
        step = highest(step, 3.2);
    step = highest(step, step_of_words(lead->topic, terms));
    double bound = bound_of(lead, sentence, terms);
    sentence->step = step < bound ? step : bound;
    sentence->better = named(lead->topic, terms) + likest + 0.3 / (double)sentence->place +
                       0.3 * (1 - corpus->passages[sentence->passage].position) +
                       0.5 * lead_page_share(lead, sentence->page) - 0.3 * sentence->tells_of_screen;
}

void lead_find_steps(struct lead *lead)
{
    for (size_t i = 0; i < lead->count; i++)
        if (lead_is_fit(lead, &lead->list[i]))
            find_step(lead, &lead->list[i]);
}
