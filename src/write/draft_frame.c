/* The introduction and the conclusion. */
#include "write/draft.h"

enum {
    INTRODUCTION_WORDS = 90, /* passages are taken until they have so many; the last one may go over */
    CONCLUSION_WORDS = 30
};

enum status draft_introduction(struct drafter *drafter, struct draft_part *part)
{
    struct writing *writing = drafter->writing;
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = draft_report(drafter, "Writing the introduction");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {.self = -1, .is_lead = true, .max_words = INTRODUCTION_WORDS};
    if (!status)
        status = draft_rank(drafter, &query, &ranked, &count);
    if (status)
        return status;
    const struct builtin_text_request request = {.part = PART_INTRODUCTION, .heading = STR("")};
    return draft_text(writing, "introduction", &request, ranked, count, &part->text);
}

/* As if nothing had been used yet: where the article has every passage already, its conclusion may repeat one. */
static enum status rank_used(struct drafter *drafter, const struct passage_query *query, struct ranked_passage **ranked,
                             size_t *count)
{
    struct writing *writing = drafter->writing;
    struct used_sentences used = writing->used;
    enum status status = used_init(&writing->corpus, writing->arena, &writing->used, writing->err);
    if (!status)
        status = draft_rank(drafter, query, ranked, count);
    writing->used = used;
    return status;
}

enum status draft_conclusion(struct drafter *drafter, struct draft_part *part)
{
    struct writing *writing = drafter->writing;
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    enum status status = draft_report(drafter, "Writing the conclusion");
    struct ranked_passage *ranked;
    size_t count = 0;
    const struct passage_query query = {.self = -1, .is_closing = true, .max_words = CONCLUSION_WORDS};
    const struct builtin_text_request request = {.part = PART_CONCLUSION, .heading = STR("")};
    if (!status)
        status = draft_rank(drafter, &query, &ranked, &count);
    if (!status && !count)
        status = rank_used(drafter, &query, &ranked, &count);
    if (!status)
        status = draft_text(writing, "conclusion", &request, ranked, count, &part->text);
    if (!status && !part->text.count)
        status = writing_note(writing, "There is no conclusion: the sources have no sentence that fits one.");
    return status;
}
