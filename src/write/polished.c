#include "write/polished.h"

#include "write/polish/polish.h"
#include "write/prompted/question.h"

/* --- what is asked for --- */

static const struct {
    const char *key; /* of polishSettings */
    size_t offset;   /* of the flag */
} switches[] = {
    {"split-up-long-paragraphs", offsetof(struct polish_settings, split_paragraphs)},
    {"remove-mid-article-conclusions", offsetof(struct polish_settings, remove_conclusions)},
    {"remove-repetitive-sentences", offsetof(struct polish_settings, remove_repetitive)},
    {"convert-passive-voice", offsetof(struct polish_settings, convert_passive)},
    {"simplify-complex-sentences", offsetof(struct polish_settings, simplify)},
    {"humanize", offsetof(struct polish_settings, humanize)},
};

static struct polish_settings read_settings(const struct writing *writing)
{
    const json_t *asked = json_object_get(writing->config, "polishSettings");
    struct polish_settings settings = {.instructions = writing->wishes.polish};
    for (size_t i = 0; i < COUNT_OF(switches); i++)
        *(bool *)((char *)&settings + switches[i].offset) = json_is_true(json_object_get(asked, switches[i].key));
    return settings;
}

/* --- the model as an editor --- */

struct editing {
    struct writing *writing;
    enum status status;  /* what ends the work */
    const char *problem; /* why the model could not be had; NULL: it could */
};

/* The sections that are asked about side by side: each piece of work has a row of its own. */
struct sections {
    const struct polish_request *requests;
    struct str *answers;
    const char **problems;
};

static enum status take_answer(struct writing *writing, const struct question *question, const struct reply *reply,
                               struct str *fault)
{
    struct str *answer = question->context;
    (void)writing;
    if (reply->is_cut)
        *fault = STR("it was cut off before its end");
    else if (!str_trim(reply->text).len)
        *fault = STR("it is empty");
    else
        *answer = reply->text;
    return OK;
}

/* One section may be beyond the model; when it cannot be had, that is told. Only what is no fault of the model ends the
 * work. */
static enum status judge_failure(struct writing *writing, enum status status, const char **problem)
{
    if (status == E_MEMORY || status == E_CANCELLED || !question_failed_by_model(writing->err))
        return status;
    if (status == E_CORRUPT || status == E_LIMIT)
        return OK;
    *problem = arena_copy(writing->arena, writing->err->message);
    return *problem ? OK : error_memory(writing->err);
}

static enum status edit_section(struct writing *writing, size_t number, void *context)
{
    const struct sections *sections = context;
    const struct polish_request *request = &sections->requests[number];
    const struct prompt_value values[] = {{"section", request->text}, {"polish_rules", request->rules}};
    struct str answer = {NULL, 0};
    const struct question question = {.prompt = PROMPT_POLISH,
                                      .step = arena_printf(writing->arena, "polish/section-%zu", request->section),
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = take_answer,
                                      .context = &answer};
    if (!question.step)
        return error_memory(writing->err);
    enum status status = question_ask(writing, &question);
    if (status)
        return judge_failure(writing, status, &sections->problems[number]);
    sections->answers[number] = answer;
    return OK;
}

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *arena,
                            struct str *answers, struct error *err)
{
    struct editing *editing = context;
    struct sections sections = {requests, answers, ARENA_ARRAY(arena, count, const char *)};
    if (!sections.problems)
        return error_memory(err);
    editing->status = tasks_run(editing->writing, count, edit_section, &sections);
    for (size_t i = 0; i < count && !editing->problem; i++)
        editing->problem = sections.problems[i];
    if (!editing->status)
        return OK;
    return editing->status == E_MEMORY ? E_MEMORY : E_CANCELLED; /* any of the two ends the polishing */
}

enum status polished_make(struct writing *writing, const char *html, const char **polished, const char **problem)
{
    struct editing editing = {.writing = writing};
    const struct polish_editor editor = {edit_all, &editing};
    const struct polish_settings settings = read_settings(writing);
    struct str text;
    enum status status = polish_html(writing->arena, str_from(html), writing->brief.language, &settings,
                                     writing->model ? &editor : NULL, &text, NULL, writing->err);
    *problem = editing.problem;
    if (editing.status)
        return editing.status;
    if (status)
        return status;
    *polished = arena_copy_n(writing->arena, text.data, text.len);
    return *polished ? OK : error_memory(writing->err);
}
