/* Frequently asked questions: first those that the sources ask, then those that definitions in the sources answer. */
#include "write/compose/compose.h"

#include <stdlib.h>

enum {
    MAX_QUESTIONS = 5,
    ANSWER_SENTENCES = 4,
    QUESTION_MATERIAL = 3000 /* words in which definitions are looked for */
};

struct rated_question {
    struct builtin_question question;
    double value;
    size_t section;
};

static int by_value(const void *left, const void *right)
{
    const struct rated_question *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->section > b->section) - (a->section < b->section);
}

static bool is_free(const struct writing *writing, const struct passage *passage)
{
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        if (writing->used.flags[i])
            return false;
    return true;
}

/* The questions that headings of the sources ask, each with the passage right below it; those nearest to the keyword
 * first. */
static enum status collect_questions(struct writing *writing, struct rated_question *found, size_t *count)
{
    struct corpus *corpus = &writing->corpus;
    struct vector keyword;
    enum status status = corpus_vector(corpus, writing->brief.keyword, &keyword, writing->err);
    for (size_t i = 0; i < corpus->passage_count && !status; i++) {
        const struct passage *passage = &corpus->passages[i];
        const struct source_section *section = &corpus->sections[passage->section];
        if (!section->is_question || !passage->is_answer || !is_free(writing, passage))
            continue;
        double value = vector_coverage(&keyword, &passage->vector) + vector_coverage(&keyword, &section->vector);
        if (value <= 0)
            continue;
        struct builtin_passage answer = compose_passage(writing, passage, 1);
        if (!answer.sentences)
            return error_memory(writing->err);
        found[(*count)++] =
            (struct rated_question){.question = {section->title, answer}, .value = value, .section = passage->section};
    }
    qsort(found, *count, sizeof *found, by_value);
    return status;
}

/* Passages in which to look for definitions. Those that the article uses already come last; a FAQ may repeat them. */
static enum status collect_material(struct writing *writing, struct builtin_questions_request *request)
{
    const struct passage_query query = {
        .keyword = writing->brief.keyword, .heading = STR(""), .max_words = QUESTION_MATERIAL};
    struct used_sentences nothing;
    struct ranked_passage *fresh, *all;
    size_t fresh_count, all_count;
    enum status status = used_init(&writing->corpus, writing->arena, &nothing, writing->err);
    if (!status)
        status =
            passages_rank(&writing->corpus, &query, &writing->used, writing->arena, &fresh, &fresh_count, writing->err);
    if (!status)
        status = passages_rank(&writing->corpus, &query, &nothing, writing->arena, &all, &all_count, writing->err);
    if (status)
        return status;
    struct builtin_passage *passages = ARENA_ARRAY(writing->arena, fresh_count + all_count + 1, struct builtin_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < fresh_count + all_count; i++) {
        const struct ranked_passage *ranked = i < fresh_count ? &fresh[i] : &all[i - fresh_count];
        if (ranked->passage->is_list)
            continue;
        passages[request->count] = compose_passage(writing, ranked->passage, ranked->score);
        if (!passages[request->count++].sentences)
            return error_memory(writing->err);
    }
    request->passages = passages;
    return OK;
}

static enum status find_questions(struct writing *writing, struct builtin_question **questions, size_t *count)
{
    struct builtin_questions_request request = {.max_questions = MAX_QUESTIONS};
    size_t found = 0;
    struct rated_question *rated =
        ARENA_ARRAY(writing->arena, writing->corpus.passage_count + 1, struct rated_question);
    enum status status = rated ? collect_questions(writing, rated, &found) : error_memory(writing->err);
    struct builtin_question *asked = ARENA_ARRAY(writing->arena, found + 1, struct builtin_question);
    if (status || !asked)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < found; i++)
        asked[i] = rated[i].question;
    request.asked = asked;
    request.asked_count = found;
    status = collect_material(writing, &request);
    if (status)
        return status;
    return builtin_questions(&writing->brief, &request, writing->arena, questions, count, writing->err);
}

static enum status answer(struct writing *writing, struct builtin_question *question, struct drafted *drafted)
{
    *drafted = (struct drafted){.title = question->text, .level = 3};
    if (question->answer.count > ANSWER_SENTENCES && question->answer.sentences[ANSWER_SENTENCES].item == 0)
        question->answer.count = ANSWER_SENTENCES;
    const struct builtin_text_request request = {
        .part = PART_ANSWER, .heading = question->text, .passages = &question->answer, .count = 1};
    enum status status = compose_ask(writing, &request, &drafted->text);
    if (!status)
        compose_mark_used(writing, &drafted->text);
    return status;
}

static enum status write_answers(struct writing *writing, struct draft_part *part)
{
    struct builtin_question *questions;
    size_t count = 0;
    enum status status = find_questions(writing, &questions, &count);
    part->headings = ARENA_ARRAY(writing->arena, count + 1, struct drafted);
    if (status || !part->headings)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++)
        status = answer(writing, &questions[i], &part->headings[part->count++]);
    return status;
}

enum status compose_questions(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    if (!config_bool(writing->config, "includeFaq"))
        return OK;
    enum status status = writing_progress(writing, 0.88, "Answering questions");
    if (!status)
        status = write_answers(writing, part);
    if (!status && !part->count)
        status = writing_note(
            writing, "There is no FAQ: the sources ask no questions and define nothing that one could be made of.");
    return status;
}
