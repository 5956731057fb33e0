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
    const char *problem; /* why the model is not asked any more */
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

/* Is it the model that failed, and not the store or the memory? */
static bool is_of_model(const struct error *err)
{
    return err->code && strcmp(err->code, code_name(CODE_MODEL_UNAVAILABLE)) == 0;
}

/* One section may be beyond the model; when it cannot be had, it is not asked again. */
static enum status judge_failure(struct editing *editing, enum status status)
{
    struct writing *writing = editing->writing;
    if (status == E_MEMORY || status == E_CANCELLED || !is_of_model(writing->err)) {
        editing->status = status;
        return status == E_MEMORY ? E_MEMORY : E_CANCELLED; /* any of the two ends the polishing */
    }
    if (status == E_CORRUPT || status == E_LIMIT)
        return status;
    editing->problem = arena_copy(writing->arena, writing->err->message);
    return editing->problem ? status : error_memory(writing->err);
}

static enum status edit(void *context, const struct polish_request *request, struct arena *arena, struct str *answer,
                        struct error *err)
{
    struct editing *editing = context;
    struct writing *writing = editing->writing;
    const struct prompt_value values[] = {{"section", request->text}, {"polish_rules", request->rules}};
    const struct question question = {.prompt = PROMPT_POLISH,
                                      .step = arena_printf(arena, "polish/section-%zu", request->section),
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = take_answer,
                                      .context = answer};
    if (editing->problem)
        return E_UPSTREAM;
    if (!question.step)
        return error_memory(err);
    enum status status = question_ask(writing, &question);
    return status ? judge_failure(editing, status) : OK;
}

enum status polished_make(struct writing *writing, const char *html, const char **polished, const char **problem)
{
    struct editing editing = {.writing = writing};
    const struct polish_editor editor = {edit, &editing};
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
