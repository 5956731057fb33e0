/* Key takeaways: of each section a telling sentence that then stands in no other place. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum {
    MIN_WORDS = 9,
    MAX_WORDS = 32,
    LEAST_TAKEAWAYS = 3,
    MAX_TAKEAWAYS = 7,
    SECTION_WORDS = 60,  /* of a section that can spare a sentence */
    WORDS_FOR_EACH = 100 /* of the sections together */
};

/* The search for a sentence that its passage can do without. */
struct search {
    const struct composer *composer;
    const struct lead *lead;
    struct vector heading;
    const struct lead_sentence *best;
    double value;
};

/* Does the sentence speak of the subject: of all of it, or of what its other words describe, on a page that is the
 * subject, or as one of the first things under a heading that has to do with it? */
static bool is_near(const struct lead *lead, const struct lead_sentence *candidate)
{
    static const double likeness = 0.6, same = 0.79;
    enum { FIRST_STEMS = 3 };
    const struct topic *topic = lead->topic;
    const struct corpus *corpus = lead->corpus;
    const struct terms *terms = &corpus->sentences[candidate->sentence].terms;
    double title = topic_likeness(topic, &lead_root(lead, candidate->section)->terms);
    double heading = topic_likeness(topic, &corpus->sections[candidate->section].terms);
    struct terms first = {terms->ids, terms->count < FIRST_STEMS ? terms->count : FIRST_STEMS};
    if (lead->is_task && topic->tier == TOPIC_NEAR && !lead_names_task(lead, terms))
        return false;
    if (topic_holds(topic, terms, 1) || (title >= same && topic_has_head(topic, terms)))
        return true;
    return topic_has_head(topic, &first) && (heading >= likeness || title >= likeness);
}

/* Is it a statement on the subject in general, not a step, a case or a place to click? */
static bool is_general(const struct lead_sentence *candidate)
{
    const struct definition *definition = &candidate->definition;
    return candidate->is_read && !candidate->points_back && !candidate->is_vague && !candidate->tells_of_screen &&
           !definition->is_subordinate && !definition->is_imperative;
}

static bool is_telling(const struct search *search, const struct lead_sentence *candidate)
{
    const struct writing *writing = search->composer->writing;
    const struct source_sentence *sentence = &writing->corpus.sentences[candidate->sentence];
    return lead_is_fit(search->lead, candidate) && lead_is_loose(search->lead, candidate) && is_general(candidate) &&
           sentence->words >= MIN_WORDS && sentence->words <= MAX_WORDS && is_near(search->lead, candidate) &&
           !compose_says(writing, candidate->sentence);
}

static double value_of(const struct search *search, const struct lead_sentence *candidate)
{
    const struct corpus *corpus = &search->composer->writing->corpus;
    return candidate->better + vector_cosine(&corpus->sentences[candidate->sentence].vector, &search->heading);
}

/* Of a section with what is inside it: headings [first, end) of the plan. */
static enum status search_section(struct search *search, size_t first, size_t end)
{
    struct writing *writing = search->composer->writing;
    enum status status =
        corpus_vector(&writing->corpus, search->composer->plan->headings[first].title, &search->heading, writing->err);
    search->best = NULL;
    search->value = 0;
    for (size_t i = 0; i < search->lead->count && !status; i++) {
        const struct lead_sentence *candidate = &search->lead->list[i];
        int heading = search->composer->heading_of[candidate->section];
        double value = value_of(search, candidate);
        if (heading < (int)first || heading >= (int)end || !is_telling(search, candidate) ||
            (search->best && value <= search->value))
            continue;
        search->best = candidate;
        search->value = value;
    }
    return status;
}

static size_t words_of(const struct writing *writing, const struct planned *heading)
{
    size_t number = heading->section - 1;
    return heading->section && number < writing->corpus.section_count ? writing->corpus.sections[number].total_words
                                                                      : 0;
}

/* How many the article can spare. */
static size_t most_of(const struct writing *writing, const struct article_plan *plan)
{
    size_t words = 0, most;
    for (size_t i = 0; i < plan->count; i++)
        words += plan->headings[i].level == 2 ? words_of(writing, &plan->headings[i]) : 0;
    most = words / WORDS_FOR_EACH;
    return most < MAX_TAKEAWAYS && !plan->is_given ? most : MAX_TAKEAWAYS;
}

/* One sentence of each section. */
static enum status collect(struct search *search, size_t most, struct model_sentence *list, size_t *count)
{
    struct writing *writing = search->composer->writing;
    const struct article_plan *plan = search->composer->plan;
    enum status status = OK;
    for (size_t first = 0, end; first < plan->count && *count < most && !status; first = end) {
        end = plan_section_end(plan, first);
        if (plan->headings[first].section && words_of(writing, &plan->headings[first]) < SECTION_WORDS)
            continue;
        status = search_section(search, first, end);
        if (status || !search->best)
            continue;
        const struct source_sentence *sentence = &writing->corpus.sentences[search->best->sentence];
        list[(*count)++] = (struct model_sentence){.text = sentence->text,
                                                   .source = (int)search->best->page,
                                                   .id = (long)search->best->sentence,
                                                   .spans = sentence->spans};
        used_add(&writing->used, search->best->sentence);
    }
    return status;
}

static enum status find(struct composer *composer, struct model_sentence *list, size_t *count)
{
    struct writing *writing = composer->writing;
    struct search search = {.composer = composer};
    enum status status = compose_lead(writing, 0, &search.lead);
    size_t most = most_of(writing, composer->plan);
    if (!status)
        status = collect(&search, most, list, count);
    return !status && *count < LEAST_TAKEAWAYS ? collect(&search, most, list, count) : status;
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
    size_t count = 0;
    enum status status = list ? find(composer, list, &count) : error_memory(writing->err);
    if (status)
        return status;
    if (count >= LEAST_TAKEAWAYS)
        return builtin_list(list, count, writing->arena, &part->text, writing->err);
    give_back(writing, count);
    return writing_note(writing, "There are no key takeaways: the sources have too few sentences that tell one.");
}
