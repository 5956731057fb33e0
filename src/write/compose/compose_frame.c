/* The introduction and the conclusion. */
#include "write/compose/compose.h"

enum {
    INTRODUCTION_WORDS = 90, /* passages are taken until they have so many; the last one may go over */
    CONCLUSION_WORDS = 30
};

enum status compose_introduction(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = compose_report(composer, "Writing the introduction");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {.self = -1, .is_lead = true, .max_words = INTRODUCTION_WORDS};
    if (!status)
        status = compose_rank(composer, &query, &ranked, &count);
    if (status)
        return status;
    const struct builtin_text_request request = {.part = PART_INTRODUCTION, .heading = STR("")};
    return compose_text(writing, &request, ranked, count, &part->text);
}

/* As if nothing had been used yet: where the article has every passage already, its conclusion may repeat one. */
static enum status rank_used(struct composer *composer, const struct passage_query *query,
                             struct ranked_passage **ranked, size_t *count)
{
    struct writing *writing = composer->writing;
    struct used_sentences used = writing->used;
    enum status status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    if (!status)
        status = compose_rank(composer, query, ranked, count);
    writing->used = used;
    return status;
}

enum status compose_conclusion(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    enum status status = compose_report(composer, "Writing the conclusion");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {.self = -1, .is_closing = true, .max_words = CONCLUSION_WORDS};
    const struct builtin_text_request request = {.part = PART_CONCLUSION, .heading = STR("")};
    if (!status)
        status = compose_rank(composer, &query, &ranked, &count);
    if (!status && !count)
        status = rank_used(composer, &query, &ranked, &count);
    if (!status)
        status = compose_text(writing, &request, ranked, count, &part->text);
    if (!status && !part->text.count)
        status = writing_note(writing, "There is no conclusion: the sources have no sentence that fits one.");
    return status;
}
