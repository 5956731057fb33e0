/* Key takeaways: of each section a telling sentence that then stands in no other place. */
#include "write/compose/compose.h"
#include "write/compose/lead/lead.h"

enum { MIN_WORDS = 9, MAX_WORDS = 32, LEAST_TAKEAWAYS = 3, MAX_TAKEAWAYS = 7, FIRST_WORDS = 9 };

/* The search for a sentence that its passage can do without. */
struct search {
    const struct composer *composer;
    struct lead lead;
    struct vector heading;
    const struct lead_sentence *best;
    double value;
};

static bool is_telling(const struct search *search, const struct lead_sentence *candidate)
{
    const struct writing *writing = search->composer->writing;
    const struct source_sentence *sentence = &writing->corpus.sentences[candidate->sentence];
    return lead_is_fit(&search->lead, candidate) && lead_is_loose(&search->lead, candidate) &&
           !candidate->definition.is_subordinate && !candidate->definition.is_imperative &&
           sentence->words >= MIN_WORDS && sentence->words <= MAX_WORDS &&
           topic_share(search->lead.topic, &sentence->terms) > 0 && !compose_says(writing, candidate->sentence);
}

/* Does the sentence point at something before it by its first words: "When the planner can prove this, ..."? */
static enum status points_back(struct writing *writing, const struct source_sentence *sentence, bool *does)
{
    const struct cues *cues = writing->brief.language->cues;
    struct word *words;
    size_t count;
    enum status status =
        words_split(writing->arena, sentence->text, writing->brief.language, &words, &count, writing->err);
    *does = false;
    for (size_t i = 0; !status && cues && i < count && i < FIRST_WORDS; i++)
        *does |= word_list_has(cues->pronouns, words[i].folded);
    return status;
}

static double value_of(const struct search *search, const struct lead_sentence *candidate)
{
    const struct corpus *corpus = &search->composer->writing->corpus;
    return candidate->rank + vector_cosine(&corpus->sentences[candidate->sentence].vector, &search->heading);
}

/* Of a section with what is inside it: headings [first, end) of the plan. */
static enum status search_section(struct search *search, size_t first, size_t end)
{
    struct writing *writing = search->composer->writing;
    enum status status =
        corpus_vector(&writing->corpus, search->composer->plan->headings[first].title, &search->heading, writing->err);
    search->best = NULL;
    search->value = 0;
    for (size_t i = 0; i < search->lead.count && !status; i++) {
        const struct lead_sentence *candidate = &search->lead.list[i];
        int heading = search->composer->heading_of[candidate->section];
        double value = value_of(search, candidate);
        bool is_leaning;
        if (heading < (int)first || heading >= (int)end || !is_telling(search, candidate) ||
            (search->best && value <= search->value))
            continue;
        status = points_back(writing, &writing->corpus.sentences[candidate->sentence], &is_leaning);
        if (status || is_leaning)
            continue;
        search->best = candidate;
        search->value = value;
    }
    return status;
}

/* One sentence of each section. */
static enum status collect(struct search *search, struct model_sentence *list, size_t *count)
{
    struct writing *writing = search->composer->writing;
    const struct article_plan *plan = search->composer->plan;
    enum status status = OK;
    for (size_t first = 0, end; first < plan->count && *count < MAX_TAKEAWAYS && !status; first = end) {
        end = plan_section_end(plan, first);
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
    enum status status = lead_open(&writing->corpus, &writing->topics[0], writing->arena, &search.lead, writing->err);
    if (!status)
        status = collect(&search, list, count);
    return !status && *count < LEAST_TAKEAWAYS ? collect(&search, list, count) : status;
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
