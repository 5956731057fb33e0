#include "write/prompted/question.h"

#include "write/prompted/asking.h"
#include "write/writing/brand.h"

#include <stdio.h>

enum {
    TRIES = 2,
    PLAIN_AFTER = 3,     /* unusable answers in one article */
    PROMPT_PERCENT = 60, /* of the context is prompt, at most */
    OUTPUT_PERCENT = 80, /* of max_output is planned for: models write more than they are asked for */
};

/* --- what all questions of an article share --- */

enum { BEGIN_VERSION = 1 };

static enum status make_begin(struct writing *writing, json_t **value)
{
    int64_t began = clock_mono_ms();
    unsigned char bytes[8];
    char nonce[2 * sizeof bytes + 1], identity[UUID_LENGTH + 1];
    random_bytes(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, nonce);
    uuid_v7(identity);
    *value = json_pack("{s:s,s:s}", "nonce", nonce, "identity", identity);
    return *value ? step_save(writing, "begin", BEGIN_VERSION, began, *value) : error_memory(writing->err);
}

enum status question_begin(struct writing *writing)
{
    json_t *value = NULL;
    enum status status = step_load(writing, "begin", BEGIN_VERSION, &value);
    if (status == E_NOT_FOUND)
        status = make_begin(writing, &value);
    const char *nonce = json_string_value(json_object_get(value, "nonce"));
    const char *identity = json_string_value(json_object_get(value, "identity"));
    if (!status) {
        struct writing_shared *shared = writing->shared;
        snprintf(shared->nonce, sizeof shared->nonce, "%s", nonce ? nonce : "");
        snprintf(shared->identity, sizeof shared->identity, "%s", identity ? identity : "");
    }
    json_decref(value);
    return status;
}

void question_settle(struct writing *writing)
{
    pthread_mutex_lock(&writing->shared->lock);
    size_t unusable = writing->shared->unusable;
    pthread_mutex_unlock(&writing->shared->lock);
    writing->is_plain = model_settings(writing->model)->effort == MODEL_PLAIN || unusable >= PLAIN_AFTER;
}

/* Second looks at a text repeat what is there already; it is swept at the end. */
static bool names_avoided_brand(const struct prompted_asking *asking, struct str answer)
{
    const enum prompt prompt = asking->question->prompt;
    return prompt != PROMPT_POLISH && brand_is_avoided(asking->writing) &&
           brand_find(asking->writing, answer, 0) < answer.len;
}

/* Reads the answer by its form and gives it to the question's check. */
static enum status question_judge(struct prompted_asking *asking, const struct model_answer *answer, bool is_last,
                                  struct str *fault)
{
    struct writing *writing = asking->writing;
    struct prompted_reply reply = {.text = answer->text,
                                   .shown = asking->shown,
                                   .system = asking->system,
                                   .is_cut = answer->is_cut,
                                   .is_last = is_last};
    *fault = STR("");
    if (answer->is_cut && asking->form.example) {
        *fault = STR("it was cut off because it was too long; it must be shorter");
        return OK;
    }
    if (asking->form.example) {
        struct error why;
        enum status status = model_form_read(&asking->form, answer->text, &reply.value, &why);
        if (status == E_MEMORY)
            return error_memory(writing->err);
        if (status) {
            const char *copy = arena_copy(writing->arena, why.message);
            *fault = str_from(copy);
            return copy ? OK : error_memory(writing->err);
        }
    }
    enum status status = asking->question->check(writing, asking->question, &reply, fault);
    json_decref(reply.value);
    if (status || fault->len || is_last || !names_avoided_brand(asking, answer->text))
        return status;
    *fault = str_from(
        arena_printf(writing->arena, "it names \"%.*s\", which must not be named", STR_ARG(writing->brand.name)));
    return fault->data ? OK : error_memory(writing->err);
}

static void count_unusable(struct writing *writing)
{
    pthread_mutex_lock(&writing->shared->lock);
    writing->shared->unusable++;
    pthread_mutex_unlock(&writing->shared->lock);
}

/* The answer was paid for and stored as done: that it was not used, and why, has a line of its own. One that an earlier
 * attempt had is told already. */
static enum status tell_refused(struct prompted_asking *asking, const char *name, struct str fault)
{
    struct writing *writing = asking->writing;
    const char *step = arena_printf(writing->arena, "%s/refused", name);
    const char *why = arena_printf(writing->arena, "not used: %.*s", STR_ARG(fault));
    const struct write_step record = {
        .name = step, .model = model_settings(writing->model)->model, .started_at = clock_now_ms(), .status = why};
    if (!step || !why)
        return error_memory(writing->err);
    return asking->is_loaded ? OK : step_save_call(writing, &record, NULL);
}

static enum status repair_text(struct prompted_asking *asking, struct str fault, struct str *text)
{
    const struct prompt_value value = {"fault", fault};
    const struct prompt_lines lines = {0};
    return prompt_fill(asking->writing->arena, PROMPT_REPAIR, &lines, &value, 1, text, asking->writing->err);
}

/* Nothing, or a refusal: the fault is what err->message says of it. */
static enum status take_refusal(struct prompted_asking *asking, struct model_answer *answer, struct str *fault)
{
    const char *copy = arena_copy(asking->writing->arena, asking->writing->err->message);
    *answer = (struct model_answer){.text = STR("")};
    *fault = str_from(copy);
    return copy ? OK : error_memory(asking->writing->err);
}

static enum status ask_until_usable(struct prompted_asking *asking)
{
    struct writing *writing = asking->writing;
    struct model_message messages[2 * TRIES - 1] = {{MODEL_USER, asking->user}};
    struct model_answer answer = {0};
    struct str fault = STR("");
    size_t count = 1;
    for (int i = 0; i < TRIES; i++) {
        const char *name =
            i ? arena_printf(writing->arena, "%s/again", asking->question->step) : asking->question->step;
        enum status status = name ? asking_answer(asking, name, messages, count, &answer) : error_memory(writing->err);
        if (!status)
            status = question_judge(asking, &answer, i + 1 == TRIES, &fault);
        else if (status == E_CORRUPT)
            status = take_refusal(asking, &answer, &fault);
        if (!status && fault.len && answer.text.len)
            status = tell_refused(asking, name, fault);
        if (status || !fault.len)
            return status;
        if (i + 1 == TRIES)
            break;
        /* An answer of nothing cannot stand in a conversation. */
        messages[count++] = (struct model_message){MODEL_ASSISTANT, answer.text.len ? answer.text : STR("...")};
        messages[count].role = MODEL_USER;
        status = repair_text(asking, fault, &messages[count++].text);
        if (status)
            return status;
    }
    count_unusable(writing);
    enum status status =
        code_error(writing->err, E_CORRUPT, CODE_MODEL_UNUSABLE, "its answer to \"%s\" could not be used: %.*s",
                   asking->question->step, STR_ARG(fault));
    return model_error(writing->model, config_string(writing->config, "modelVersion"), status, writing->err);
}

bool question_failed_by_model(const struct error *err)
{
    enum code code = code_find(err->code);
    return code == CODE_MODEL_UNAVAILABLE || code == CODE_MODEL_UNUSABLE;
}

long question_most_tokens(const struct model *model)
{
    return model_settings(model)->context * PROMPT_PERCENT / 100;
}

long question_answer_tokens(const struct model *model)
{
    const struct model_settings *settings = model_settings(model);
    long rest = settings->context - question_most_tokens(model), most = settings->max_output * OUTPUT_PERCENT / 100;
    return rest < most ? rest : most;
}

enum status question_room(struct writing *writing, const struct prompted_question *question, long *tokens)
{
    struct arena *scratch = arena_new();
    struct writing at_work = *writing;
    struct prompted_asking asking = {.writing = &at_work,
                                     .question = question,
                                     .most = question_most_tokens(writing->model),
                                     .is_plain = writing->is_plain};
    at_work.arena = scratch;
    enum status status = scratch ? asking_room(&asking, tokens) : error_memory(writing->err);
    arena_free(scratch);
    return status;
}

/* Prompts are the longest texts of an article: they live in an arena that goes with the question. */
static enum status question_fill(struct prompted_asking *asking, struct arena *scratch)
{
    struct writing *writing = asking->writing, at_work = *writing;
    at_work.arena = scratch;
    asking->writing = &at_work;
    enum status status = asking_fill(asking);
    asking->writing = writing;
    if (status)
        return status;
    /* Checks that come later look into it. */
    asking->system.data = arena_copy_n(writing->arena, asking->system.data, asking->system.len);
    return asking->system.data ? OK : error_memory(writing->err);
}

enum status question_ask(struct writing *writing, const struct prompted_question *question)
{
    struct arena *scratch = arena_new();
    struct prompted_asking asking = {
        .writing = writing,
        .question = question,
        .most = question_most_tokens(writing->model),
        .shown = question->excerpt_count,
        .characters = question->digest_characters,
        .is_plain = writing->is_plain,
    };
    enum status status =
        scratch ? prompt_form(question->prompt, &asking.form, writing->err) : error_memory(writing->err);
    if (!status)
        status = question_fill(&asking, scratch);
    if (!status)
        status = ask_until_usable(&asking);
    json_decref(asking.form.example);
    arena_free(scratch);
    return status;
}
