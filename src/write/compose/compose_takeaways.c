/* Key takeaways: of each section a telling sentence that then stands in no other place. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum { MIN_WORDS = 9, MAX_WORDS = 32, LEAST_TAKEAWAYS = 3, MAX_TAKEAWAYS = 7 };

/* Does the sentence speak of all of the subject, or of what its other words describe on a page that is the subject? */
static bool is_near(const struct lead *lead, const struct lead_sentence *candidate)
{
    static const double same = 0.79; /* likeness of titles */
    const struct terms *terms = &lead->corpus->sentences[candidate->sentence].terms;
    return topic_holds(lead->topic, terms, 1) ||
           (lead->titles[candidate->page] >= same && topic_has_head(lead->topic, terms));
}

/* Is it a statement on the subject that its passage can do without? */
static bool is_telling(const struct writing *writing, const struct lead *lead, const struct lead_sentence *candidate)
{
    const struct source_sentence *sentence = &writing->corpus.sentences[candidate->sentence];
    return sentence->words >= MIN_WORDS && sentence->words <= MAX_WORDS && lead_is_plain(lead, candidate) &&
           lead_is_loose(lead, candidate) && is_near(lead, candidate) && !compose_says(writing, candidate->sentence);
}

/* The best of a section with what is inside it: headings [first, end) of the plan. NULL: it has none. */
static const struct lead_sentence *search_section(const struct composer *composer, const struct lead *lead,
                                                  size_t first, size_t end)
{
    const struct lead_sentence *best = NULL;
    for (size_t i = 0; i < lead->count; i++) {
        const struct lead_sentence *candidate = &lead->list[i];
        int heading = composer->heading_of[candidate->section];
        if (heading >= (int)first && heading < (int)end && (!best || candidate->better > best->better) &&
            is_telling(composer->writing, lead, candidate))
            best = candidate;
    }
    return best;
}

/* One sentence of each section. */
static void takeaways_collect(struct composer *composer, const struct lead *lead, struct model_sentence *list,
                              size_t *count)
{
    struct writing *writing = composer->writing;
    const struct article_plan *plan = composer->plan;
    for (size_t first = 0, end; first < plan->count && *count < MAX_TAKEAWAYS; first = end) {
        end = plan_section_end(plan, first);
        const struct lead_sentence *best = search_section(composer, lead, first, end);
        if (!best)
            continue;
        const struct source_sentence *sentence = &writing->corpus.sentences[best->sentence];
        list[(*count)++] = (struct model_sentence){
            .text = sentence->text, .source = (int)best->page, .id = (long)best->sentence, .spans = sentence->spans};
        used_add(&writing->used, best->sentence);
    }
}

/* The sentences go back to where they stand. */
static void give_back(struct writing *writing, size_t count)
{
    for (size_t i = 0; i < count; i++)
        writing->used.flags[writing->used.list[--writing->used.count]] = false;
}

enum status compose_takeaways(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    struct model_sentence *list = ARENA_ARRAY(writing->arena, MAX_TAKEAWAYS, struct model_sentence);
    const struct lead *lead;
    size_t count = 0;
    enum status status = list ? compose_lead(writing, 0, &lead) : error_memory(writing->err);
    if (status)
        return status;
    takeaways_collect(composer, lead, list, &count);
    if (count < LEAST_TAKEAWAYS)
        takeaways_collect(composer, lead, list, &count); /* a second one of each section */
    if (count >= LEAST_TAKEAWAYS)
        return builtin_list(list, count, writing->arena, &part->text, writing->err);
    give_back(writing, count);
    return writing_note(writing, "There are no key takeaways: the sources have too few sentences that tell one.");
}
