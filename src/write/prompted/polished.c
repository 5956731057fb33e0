/* A finished article is polished: by rules, and with the language model as an editor. */
#include "write/prompted/prompted.h"

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

enum {
    CONTEXT_PERCENT = 60, /* of the context is prompt, at most (asking.c) */
    PROMPT_TOKENS = 700,  /* of system, task and rules */
    LEAST_TOKENS = 100,   /* of a piece: a paragraph goes in whole, however small the context */
    MOST_TOLD = 3,        /* refused changes, by name, */
    TOLD_BYTES = 120      /* so much of each */
};

/* The pieces are asked about side by side: each has a row of its own. */
struct polished_editing {
    struct writing *writing;
    const char *step;
    const struct polish_request *requests;
    struct str *answers;
    const char **problems;
    enum status status;  /* what ends the work */
    const char *problem; /* why the model could not be had; NULL: it could */
};

static bool says_none(struct str answer)
{
    answer = str_trim(answer);
    if (str_ends(answer, STR(".")))
        answer.len--;
    return str_ieq(answer, STR("NONE"));
}

/* Of an answer that was cut off all lines but the last are good. */
static enum status take_answer(struct writing *writing, const struct prompted_question *question,
                               const struct prompted_reply *reply, struct str *fault)
{
    struct str *answer = question->context, text = reply->text;
    (void)writing;
    while (reply->is_cut && text.len && text.data[text.len - 1] != '\n')
        text.len--;
    if (edit_is_any(text) || says_none(text))
        *answer = text;
    else
        *fault = reply->is_cut ? STR("it was cut off before its first change")
                               : STR("no line of it is a change, such as \"S12: the new sentence.\"; where nothing is "
                                     "to be changed it must be NONE");
    return OK;
}

/* One piece may be beyond the model; when it cannot be had, that is told. Only what is no fault of the model ends the
 * work. */
static enum status judge_failure(struct writing *writing, enum status status, const char **problem)
{
    if (status == E_MEMORY || status == E_CANCELLED || !question_failed_by_model(writing->err))
        return status;
    if (status == E_CORRUPT || status == E_LIMIT)
        return OK;
    *problem = arena_copy(writing->arena, writing->err->message);
    return writing_end(writing, OK);
}

static enum status edit_piece(struct writing *writing, size_t number, void *context)
{
    const struct polished_editing *editing = context;
    const struct polish_request *request = &editing->requests[number];
    const struct prompt_value values[] = {{"draft", request->text},
                                          {"polish_rules", request->rules},
                                          {"shortens", request->may_shorten ? STR("yes") : STR("")}};
    struct str answer = {NULL, 0};
    const struct prompted_question question = {.prompt = PROMPT_POLISH,
                                               .step =
                                                   arena_printf(writing->arena, "%s-%zu", editing->step, number + 1),
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = take_answer,
                                               .context = &answer};
    enum status status = question_ask(writing, &question);
    if (status)
        return judge_failure(writing, status, &editing->problems[number]);
    editing->answers[number] = answer;
    return OK;
}

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *arena,
                            struct str *answers, struct error *err)
{
    struct polished_editing *editing = context;
    editing->requests = requests;
    editing->answers = answers;
    editing->problems = ARENA_ARRAY(arena, count, const char *);
    if (!editing->problems)
        return error_memory(err);
    editing->status = tasks_run(editing->writing, count, edit_piece, editing);
    for (size_t i = 0; i < count && !editing->problem; i++)
        editing->problem = editing->problems[i];
    if (!editing->status)
        return OK;
    return editing->status == E_MEMORY ? E_MEMORY : E_CANCELLED; /* any of the two ends the polishing */
}

/* All sentences may have to change: the answer then is about as long as the text. */
static long most_tokens(const struct writing *writing)
{
    const struct model_settings *settings = model_settings(writing->model);
    long left = settings->context * CONTEXT_PERCENT / 100 - PROMPT_TOKENS - model_tokens(writing->wishes.polish);
    left = left < settings->max_output ? left : settings->max_output;
    return left > LEAST_TOKENS ? left : LEAST_TOKENS;
}

/* "2 of 5 changes of the model: ..."; NULL: none was refused. */
static const char *tell_refused(struct writing *writing, const struct edit_report *edits)
{
    struct buf out = {0};
    if (!edits->refusal_count)
        return NULL;
    buf_printf(&out, "%zu of %zu changes of the model", edits->refusal_count, edits->changes);
    for (size_t i = 0; i < edits->refusal_count && i < MOST_TOLD; i++) {
        struct str change = str_trim(edits->refusals[i].change);
        bool is_long = change.len > TOLD_BYTES;
        if (is_long)
            change.len = utf8_valid_length((struct str){change.data, TOLD_BYTES});
        buf_printf(&out, "%s %.*s%s (%s)", i ? ";" : ":", STR_ARG(change), is_long ? " ..." : "",
                   edits->refusals[i].reason);
    }
    if (edits->refusal_count > MOST_TOLD)
        buf_printf(&out, "; and %zu more", edits->refusal_count - MOST_TOLD);
    return writing_keep(writing, &out).data;
}

enum status polished_edit(struct writing *writing, const struct polish_settings *settings, const char *step,
                          struct str *html, struct polished *polished)
{
    struct polished_editing editing = {.writing = writing, .step = step};
    struct polish_editor editor = {.edit_all = edit_all, .context = &editing};
    struct polish_report report;
    *polished = (struct polished){NULL, NULL};
    if (writing->model)
        editor.most_tokens = most_tokens(writing);
    enum status status = polish_html(writing->arena, *html, writing->brief.language, settings,
                                     writing->model ? &editor : NULL, html, &report, writing->err);
    polished->problem = editing.problem;
    if (editing.status || status)
        return editing.status ? editing.status : status;
    polished->refused = tell_refused(writing, &report.edits);
    return writing_end(writing, OK);
}

enum status polished_make(struct writing *writing, const char *html, const char **out, struct polished *polished)
{
    const struct polish_settings settings = read_settings(writing);
    struct str text = str_from(html);
    enum status status = polished_edit(writing, &settings, "polish/piece", &text, polished);
    if (status)
        return status;
    *out = arena_copy_n(writing->arena, text.data, text.len);
    return *out ? OK : error_memory(writing->err);
}
