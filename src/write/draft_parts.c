/* Material for the parts of an article, and the parts that are picked rather than written: takeaways and questions. */
#include "write/writing.h"

#include <stdlib.h>

enum {
    TAKEAWAY_MIN_WORDS = 7,
    TAKEAWAY_MAX_WORDS = 32,
    MAX_TAKEAWAYS = 7,
    MAX_QUESTIONS = 5,
    ANSWER_SENTENCES = 4,
    QUESTION_MATERIAL = 3000 /* words in which definitions are looked for */
};

/* Least that a takeaway may say of its subject, as a share of what the best one says. */
static const double telling_share = 0.25;

struct model_passage draft_passage(struct writing *writing, const struct passage *passage, double score)
{
    const struct corpus *corpus = &writing->corpus;
    struct model_passage made = {.source = (int)passage->page,
                                 .section = passage->section,
                                 .place = (size_t)(passage - corpus->passages),
                                 .paragraph = passage->block,
                                 .score = score,
                                 .count = passage->count};
    made.sentences = ARENA_ARRAY(writing->arena, passage->count + 1, struct model_sentence);
    for (size_t i = 0; made.sentences && i < passage->count; i++) {
        const struct source_sentence *sentence = &corpus->sentences[passage->first + i];
        made.sentences[i] = (struct model_sentence){.text = sentence->text,
                                                    .source = made.source,
                                                    .id = (long)(passage->first + i),
                                                    .item = sentence->item,
                                                    .term = sentence->term};
    }
    return made;
}

static void mark_used(struct writing *writing, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            long id = text->blocks[i].sentences[j].id;
            if (id >= 0 && (size_t)id < writing->corpus.sentence_count)
                used_add(&writing->used, (size_t)id);
        }
}

static enum status load_text(struct writing *writing, const char *step, struct model_text *text)
{
    json_t *value;
    enum status status = step_load(writing, step, &value);
    if (status)
        return status;
    status = step_to_text(writing, value, text);
    json_decref(value);
    return status;
}

static enum status save_text(struct writing *writing, const char *step, const struct model_text *text)
{
    json_t *value = step_from_text(text);
    enum status status = value ? step_save(writing, step, value) : error_memory(writing->err);
    json_decref(value);
    return status;
}

static enum status ask_model(struct writing *writing, const char *step, const struct model_text_request *request,
                             struct model_text *text)
{
    enum status status = load_text(writing, step, text);
    if (status != E_NOT_FOUND)
        return status;
    status = writing->model->text(&writing->brief, request, writing->arena, text, writing->err);
    return status ? status : save_text(writing, step, text);
}

enum status draft_text(struct writing *writing, const char *step, enum model_part part, struct str heading,
                       const struct ranked_passage *ranked, size_t count, struct model_text *text)
{
    struct model_passage *passages = ARENA_ARRAY(writing->arena, count + 1, struct model_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        passages[i] = draft_passage(writing, ranked[i].passage, ranked[i].score);
        if (!passages[i].sentences)
            return error_memory(writing->err);
    }
    const struct model_text_request request = {part, heading, passages, count};
    enum status status = ask_model(writing, step, &request, text);
    if (!status)
        mark_used(writing, text);
    return status;
}

/* --- takeaways --- */

/* Is the sentence fit to stand alone in a list: whole, and of a handy length? */
static bool is_takeaway(const struct corpus *corpus, const struct model_sentence *sentence)
{
    if (sentence->id < 0 || sentence->item || !corpus->sentences[sentence->id].stands_alone)
        return false;
    const struct source_sentence *source = &corpus->sentences[sentence->id];
    return source->words >= TAKEAWAY_MIN_WORDS && source->words <= TAKEAWAY_MAX_WORDS &&
           !str_ends(source->text, STR(":"));
}

/* The sentence of a text that says most of what is wanted; keeps *best when none is better than *value. */
static void find_top_sentence(const struct corpus *corpus, const struct model_text *text, const struct vector *wanted,
                              const struct model_sentence **best, double *best_value)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_sentence *sentence = &text->blocks[i].sentences[j];
            if (!is_takeaway(corpus, sentence))
                continue;
            double value = vector_cosine(&corpus->sentences[sentence->id].vector, wanted);
            if (value <= *best_value)
                continue;
            *best = sentence;
            *best_value = value;
        }
}

/* The top sentence of a section, its subsections included. NULL: none is fit. */
static enum status top_sentence(struct writing *writing, const struct draft *draft, size_t first, size_t end,
                                const struct model_sentence **top, double *value)
{
    struct vector wanted;
    char *text = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(draft->sections[first].title),
                              STR_ARG(writing->brief.keyword));
    enum status status =
        text ? corpus_vector(&writing->corpus, str_from(text), &wanted, writing->err) : error_memory(writing->err);
    *value = -1;
    *top = NULL;
    for (size_t i = first; i < end && !status; i++)
        find_top_sentence(&writing->corpus, &draft->sections[i].text, &wanted, top, value);
    return status;
}

/* Leaves out what says clearly less of its subject than the best. */
static size_t keep_telling(struct model_passage *passages, size_t count)
{
    double best = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        best = passages[i].score > best ? passages[i].score : best;
    for (size_t i = 0; i < count && kept < MAX_TAKEAWAYS; i++)
        if (passages[i].score >= best * telling_share)
            passages[kept++] = passages[i];
    return kept;
}

static enum status collect_takeaways(struct writing *writing, const struct draft *draft, struct model_passage *passages,
                                     size_t *count)
{
    for (size_t first = 0, end; first < draft->section_count; first = end) {
        const struct model_sentence *top;
        double value;
        end = first + 1;
        while (end < draft->section_count && draft->sections[end].level > draft->sections[first].level)
            end++;
        enum status status = top_sentence(writing, draft, first, end, &top, &value);
        if (status)
            return status;
        if (!top)
            continue;
        struct model_sentence *copy = ARENA_NEW(writing->arena, struct model_sentence);
        if (!copy)
            return error_memory(writing->err);
        *copy = *top;
        passages[(*count)++] =
            (struct model_passage){.source = top->source, .sentences = copy, .count = 1, .score = value};
    }
    *count = keep_telling(passages, *count);
    return OK;
}

enum status draft_takeaways(struct writing *writing, struct draft *draft)
{
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    struct model_passage *passages = ARENA_ARRAY(writing->arena, draft->section_count + 1, struct model_passage);
    size_t count = 0;
    enum status status =
        passages ? writing_progress(writing, 0.86, "Picking the key takeaways") : error_memory(writing->err);
    if (!status)
        status = collect_takeaways(writing, draft, passages, &count);
    if (status)
        return status;
    if (!count)
        return writing_note(writing, "There are no key takeaways: no sentence of the sources is fit for one.");
    const struct model_text_request request = {PART_TAKEAWAYS, STR(""), passages, count};
    return ask_model(writing, "takeaways", &request, &draft->takeaways);
}

/* --- questions --- */

struct rated_question {
    struct model_question question;
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

/* The questions that sources ask in headings, with the passage right below; nearest to the keyword first. */
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
        struct model_passage answer = draft_passage(writing, passage, 1);
        if (!answer.sentences)
            return error_memory(writing->err);
        found[(*count)++] = (struct rated_question){.question = {section->title, answer},
                                                    .value = vector_coverage(&keyword, &passage->vector) +
                                                             vector_coverage(&keyword, &section->vector),
                                                    .section = passage->section};
    }
    qsort(found, *count, sizeof *found, by_value);
    return status;
}

/* Passages to find definitions in. What the article says already comes last: a FAQ may say it again. */
static enum status collect_material(struct writing *writing, struct model_questions_request *request)
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
    struct model_passage *passages = ARENA_ARRAY(writing->arena, fresh_count + all_count + 1, struct model_passage);
    if (!passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < fresh_count + all_count; i++) {
        const struct ranked_passage *ranked = i < fresh_count ? &fresh[i] : &all[i - fresh_count];
        if (ranked->passage->is_list)
            continue;
        passages[request->count] = draft_passage(writing, ranked->passage, ranked->score);
        if (!passages[request->count++].sentences)
            return error_memory(writing->err);
    }
    request->passages = passages;
    return OK;
}

static enum status find_questions(struct writing *writing, struct model_question **questions, size_t *count)
{
    struct model_questions_request request = {.max_questions = MAX_QUESTIONS};
    size_t found = 0;
    struct rated_question *rated =
        ARENA_ARRAY(writing->arena, writing->corpus.passage_count + 1, struct rated_question);
    enum status status = rated ? collect_questions(writing, rated, &found) : error_memory(writing->err);
    struct model_question *asked = ARENA_ARRAY(writing->arena, found + 1, struct model_question);
    if (status || !asked)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < found; i++)
        asked[i] = rated[i].question;
    request.asked = asked;
    request.asked_count = found;
    status = collect_material(writing, &request);
    if (status)
        return status;
    return writing->model->questions(&writing->brief, &request, writing->arena, questions, count, writing->err);
}

static enum status answer(struct writing *writing, struct model_question *question, struct drafted *drafted)
{
    *drafted = (struct drafted){.title = question->text, .level = 3};
    if (question->answer.count > ANSWER_SENTENCES && question->answer.sentences[ANSWER_SENTENCES].item == 0)
        question->answer.count = ANSWER_SENTENCES;
    const struct model_text_request request = {PART_ANSWER, question->text, &question->answer, 1};
    enum status status = writing->model->text(&writing->brief, &request, writing->arena, &drafted->text, writing->err);
    if (!status)
        mark_used(writing, &drafted->text);
    return status;
}

static enum status save_answers(struct writing *writing, const struct draft *draft)
{
    json_t *list = json_array();
    for (size_t i = 0; list && i < draft->answer_count; i++) {
        const struct drafted *one = &draft->answers[i];
        json_t *text = step_from_text(&one->text);
        json_t *entry = text ? json_pack("[s%,o]", one->title.data, one->title.len, text) : NULL;
        if (!entry || json_array_append_new(list, entry)) {
            json_decref(list);
            list = NULL;
        }
    }
    enum status status = list ? step_save(writing, "faq", list) : error_memory(writing->err);
    json_decref(list);
    return status;
}

static enum status load_answers(struct writing *writing, struct draft *draft)
{
    json_t *list;
    enum status status = step_load(writing, "faq", &list);
    if (status)
        return status;
    draft->answers = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct drafted);
    if (!draft->answers)
        status = error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        const json_t *entry = json_array_get(list, i), *title = json_array_get(entry, 0);
        struct drafted *one = &draft->answers[draft->answer_count++];
        char *copy = arena_copy_n(writing->arena, json_string_value(title), json_string_length(title));
        *one = (struct drafted){.title = {copy, json_string_length(title)}, .level = 3};
        status = copy ? step_to_text(writing, json_array_get(entry, 1), &one->text) : error_memory(writing->err);
    }
    json_decref(list);
    return status;
}

static enum status write_answers(struct writing *writing, struct draft *draft)
{
    struct model_question *questions;
    size_t count = 0;
    enum status status = find_questions(writing, &questions, &count);
    draft->answers = ARENA_ARRAY(writing->arena, count + 1, struct drafted);
    if (status || !draft->answers)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++)
        status = answer(writing, &questions[i], &draft->answers[draft->answer_count++]);
    return status ? status : save_answers(writing, draft);
}

enum status draft_questions(struct writing *writing, struct draft *draft)
{
    if (!config_bool(writing->config, "includeFaq"))
        return OK;
    enum status status = writing_progress(writing, 0.88, "Answering questions");
    if (!status)
        status = load_answers(writing, draft);
    if (status == E_NOT_FOUND)
        status = write_answers(writing, draft);
    if (!status && !draft->answer_count)
        status = writing_note(
            writing, "There is no FAQ: the sources ask no questions and define nothing that one could be made of.");
    return status;
}
