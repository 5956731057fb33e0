/* How surely a sentence answers what the keyword asks, when it stands first. Read by eye on requests that the rules
 * were made on: from step 3.2 upwards 15 of 20 do, below 3 one of five. */
#include "write/compose/lead/lead.h"

static const double exact = 0.999; /* likeness of headings that are the subject */

/* By what it defines, wherever it stands. */
static double step_of_definition(const struct definition *definition, double title)
{
    bool is_strict = definition->kind == DEFINES_STRICTLY;
    if (!definition->kind || definition->is_subordinate)
        return 0;
    if (definition->is_whole && !definition->others && definition->ends_with_head)
        return is_strict ? 4 : 3.2;
    if (!definition->others && definition->has_head && is_strict && title >= 0.35)
        return 3.5;
    return definition->is_whole && definition->others == 1 && definition->ends_with_head ? 3.1 : 0;
}

/* By the heading that it stands under. */
static double step_of_place(const struct lead *lead, const struct lead_sentence *sentence, double heading, double title)
{
    const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
    bool has_head = topic_has_head(lead->topic, terms), is_root;
    const struct source_section *section = &lead->corpus->sections[sentence->section];
    double best = heading > title ? heading : title;
    is_root = section->parent == NO_SECTION;
    if (is_root && title >= exact && sentence->place <= 2)
        return 3.8;
    if (heading >= exact && sentence->place <= 3)
        return sentence->definition.is_subordinate ? 3.15 : 3.7;
    if (heading >= 0.79 && sentence->place <= 2 && has_head && topic_share(lead->topic, terms) >= 0.5)
        return 3.3;
    bool is_near = has_head && topic_share(lead->topic, terms) >= 0.5 && (is_root ? best : heading) >= 0.5;
    return !is_near ? 0 : sentence->place <= 2 ? 3 : sentence->place <= 4 ? 2.6 : 0;
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

static double highest(double a, double b)
{
    return a > b ? a : b;
}

/* A sentence that names the subject itself is better than one that leans on the heading above it. */
static double named(const struct topic *topic, const struct terms *terms)
{
    struct terms start = {terms->ids, terms->count <= topic->terms.count ? terms->count : topic->terms.count + 1};
    return 0.3 * topic_has_head(topic, terms) + 0.5 * topic_holds(topic, &start, 1);
}

void lead_find_steps(struct lead *lead)
{
    for (size_t i = 0; i < lead->count; i++) {
        struct lead_sentence *sentence = &lead->list[i];
        if (!lead_is_fit(lead, sentence) || sentence->definition.is_imperative)
            continue;
        const struct terms *terms = &lead->corpus->sentences[sentence->sentence].terms;
        double heading = topic_likeness(lead->topic, &lead->corpus->sections[sentence->section].terms);
        double title = topic_likeness(lead->topic, &lead_root(lead, sentence->section)->terms);
        double step = highest(step_of_definition(&sentence->definition, highest(heading, title)),
                              step_of_place(lead, sentence, heading, title));
        double position = lead->corpus->passages[sentence->passage].position;
        sentence->step = highest(step, step_of_words(lead->topic, terms));
        double lost = sentence->definition.is_subordinate || sentence->points_back ? 0.5 : 0;
        sentence->better = -lost + named(lead->topic, terms) + highest(heading, title) + 0.3 / (double)sentence->place +
                           0.3 * (1 - position) + 0.5 * lead_page_share(lead, sentence->page);
    }
}
