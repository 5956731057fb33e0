/* Key takeaways: of each section a telling sentence that then stands in no other place. */
#include "write/compose/compose.h"

enum { MIN_WORDS = 7, MAX_WORDS = 32, LEAST_TAKEAWAYS = 3, MAX_TAKEAWAYS = 7, FIRST_WORDS = 9 };

/* A sentence is looked for among those that end a passage: what is left reads on without it. */
struct search {
    const struct composer *composer;
    struct vector heading;
    const struct passage *best;
    double value;
};

static bool is_telling(const struct writing *writing, const struct passage *passage)
{
    const struct corpus *corpus = &writing->corpus;
    size_t number = passage->first + passage->count - 1;
    const struct source_sentence *sentence = &corpus->sentences[number];
    if (passage->is_list || passage->code.len || passage->row_count ||
        corpus->sections[passage->section].tells_of_attack)
        return false;
    return sentence->stands_alone && !sentence->stays_in_section && sentence->words >= MIN_WORDS &&
           sentence->words <= MAX_WORDS && !str_ends(sentence->text, STR(":")) && !str_ends(sentence->text, STR("?")) &&
           topic_share(&writing->topics[0], &sentence->terms) > 0 && !compose_says(writing, number);
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

/* The end of a longer passage is missed least. */
static double value_of(const struct search *search, const struct passage *passage)
{
    const struct writing *writing = search->composer->writing;
    const struct source_sentence *sentence = &writing->corpus.sentences[passage->first + passage->count - 1];
    return vector_cosine(&sentence->vector, &search->heading) + topic_share(&writing->topics[0], &sentence->terms) +
           (passage->count > 1 ? 0.5 : 0);
}

/* Of a section with what is inside it: headings [first, end) of the plan. */
static enum status search_section(struct search *search, size_t first, size_t end)
{
    struct writing *writing = search->composer->writing;
    enum status status =
        corpus_vector(&writing->corpus, search->composer->plan->headings[first].title, &search->heading, writing->err);
    search->best = NULL;
    search->value = 0;
    for (size_t i = 0; i < writing->corpus.passage_count && !status; i++) {
        const struct passage *passage = &writing->corpus.passages[i];
        int heading = search->composer->heading_of[passage->section];
        if (heading < (int)first || heading >= (int)end || !is_telling(writing, passage))
            continue;
        double value = value_of(search, passage);
        bool is_leaning;
        if (search->best && value <= search->value)
            continue;
        status = points_back(writing, &writing->corpus.sentences[passage->first + passage->count - 1], &is_leaning);
        if (status || is_leaning)
            continue;
        search->best = passage;
        search->value = value;
    }
    return status;
}

static enum status collect(struct composer *composer, struct model_sentence *list, size_t *count)
{
    struct writing *writing = composer->writing;
    const struct article_plan *plan = composer->plan;
    struct search search = {.composer = composer};
    enum status status = OK;
    for (size_t first = 0, end; first < plan->count && *count < MAX_TAKEAWAYS && !status; first = end) {
        end = plan_section_end(plan, first);
        status = search_section(&search, first, end);
        if (status || !search.best)
            continue;
        size_t number = search.best->first + search.best->count - 1;
        const struct source_sentence *sentence = &writing->corpus.sentences[number];
        list[(*count)++] = (struct model_sentence){
            .text = sentence->text, .source = (int)search.best->page, .id = (long)number, .spans = sentence->spans};
        used_add(&writing->used, number);
    }
    return status;
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
    enum status status = list ? collect(composer, list, &count) : error_memory(writing->err);
    if (status)
        return status;
    if (count >= LEAST_TAKEAWAYS)
        return builtin_list(list, count, writing->arena, &part->text, writing->err);
    give_back(writing, count);
    return writing_note(writing, "There are no key takeaways: the sources have too few sentences that tell one.");
}
