/* The answer to a question: stored by an earlier attempt, or asked of the model and stored. */
#include "write/prompted/asking.h"

#include <limits.h>
#include <openssl/evp.h>

/* A stored answer belongs to one prompt: after an upgrade that words it differently it is asked for again. */
static int fingerprint(const struct prompted_asking *asking, const struct model_message *messages, size_t count)
{
    unsigned char digest[EVP_MAX_MD_SIZE];
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context)
        return -1;
    bool ok = EVP_DigestInit_ex(context, EVP_sha256(), NULL) &&
              EVP_DigestUpdate(context, asking->system.data, asking->system.len);
    for (size_t i = 0; i < count && ok; i++)
        ok = EVP_DigestUpdate(context, messages[i].text.data, messages[i].text.len);
    ok = ok && EVP_DigestFinal_ex(context, digest, NULL);
    EVP_MD_CTX_free(context);
    return ok ? (digest[0] & 0x7F) << 24 | digest[1] << 16 | digest[2] << 8 | digest[3] : -1;
}

static void count_tokens(struct writing *writing, const struct model_usage *usage)
{
    pthread_mutex_lock(&writing->shared->lock);
    const long counts[] = {usage->input, usage->output}; /* of a stored answer, too, which may be damaged */
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        long room = LONG_MAX - writing->shared->tokens;
        writing->shared->tokens += counts[i] < 0 ? 0 : counts[i] < room ? counts[i] : room;
    }
    pthread_mutex_unlock(&writing->shared->lock);
}

static enum status within_budget(struct writing *writing)
{
    long used = writing_tokens(writing), most = model_settings(writing->model)->article_tokens;
    if (used < most)
        return OK;
    return code_error(writing->err, E_LIMIT, CODE_MODEL_UNAVAILABLE,
                      "the article has used %ld tokens of the model, and its article_tokens allow %ld", used, most);
}

/* The model says what went wrong; the record's code for it is the same for every backend. */
static enum status name_failure(struct writing *writing, enum status status)
{
    if (status == E_CANCELLED)
        writing->err->code = code_name(CODE_CANCELLED);
    else if (status != OK && status != E_MEMORY)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

/* Who watches a text grow, and which. */
struct asking_answer_watch {
    const struct write_job *job;
    const char *step;
};

static void hand_on(void *context, struct str piece)
{
    const struct asking_answer_watch *watch = context;
    watch->job->on_text(watch->job->context, watch->step, piece);
}

static enum status save_answer(struct writing *writing, struct write_step *step, const struct model_answer *answer)
{
    json_t *value =
        json_pack("{s:s%,s:b,s:I,s:I}", "text", answer->text.len ? answer->text.data : "", answer->text.len, "cut",
                  answer->is_cut, "input", (json_int_t)step->usage.input, "output", (json_int_t)step->usage.output);
    enum status status = value ? step_save_call(writing, step, value) : error_memory(writing->err);
    json_decref(value);
    return status;
}

/* Asks the model, and stores the answer before anything is made of it: it has been paid for. */
static enum status ask_model(struct prompted_asking *asking, const char *name, int version,
                             const struct model_message *messages, size_t count, struct model_answer *answer)
{
    struct writing *writing = asking->writing;
    struct asking_answer_watch watch = {writing->job, asking->question->step};
    char *key = arena_printf(writing->arena, "%s/%s", writing->shared->identity, name);
    enum status status = key ? within_budget(writing) : error_memory(writing->err);
    if (status)
        return status;
    const struct model_prompt prompt = {.system = asking->system,
                                        .messages = messages,
                                        .count = count,
                                        .form = asking->form.example ? &asking->form : NULL,
                                        .temperature = prompt_temperature(asking->question->prompt),
                                        .max_tokens = asking->question->max_tokens,
                                        .idempotency_key = key};
    struct model_call call = {.arena = writing->arena,
                              .err = writing->err,
                              .cancel = writing->job->cancel,
                              .on_text = writing->job->on_text ? hand_on : NULL,
                              .context = &watch};
    struct write_step step = {
        .name = name, .version = version, .model = model_settings(writing->model)->model, .started_at = clock_now_ms()};
    int64_t began = clock_mono_ms();
    writing_give_turn(writing);
    status = model_ask(writing->model, config_string(writing->config, "modelVersion"), &prompt, &call, answer);
    int64_t waited = clock_mono_ms() - began;
    writing_take_turn(writing);
    writing->waited_ms += waited;
    step.seconds = (double)waited / 1000;
    step.usage = call.usage;
    step.is_done = status == OK;
    step.status = status ? writing->err->message : answer->problem ? answer->problem : "done";
    if (!step.model)
        step.model = config_string(writing->config, "modelVersion");
    writing->usage.input += call.usage.input;
    writing->usage.output += call.usage.output;
    count_tokens(writing, &call.usage);
    name_failure(writing, status);
    if (status == OK)
        return save_answer(writing, &step, answer);
    struct error failure = *writing->err;
    enum status stored = status == E_MEMORY || status == E_CANCELLED ? OK : step_save_call(writing, &step, NULL);
    if (stored)
        return stored;
    *writing->err = failure;
    return status;
}

static enum status load_answer(struct prompted_asking *asking, const char *name, int version,
                               struct model_answer *answer)
{
    struct writing *writing = asking->writing;
    json_t *value;
    enum status status = step_load(writing, name, version, &value);
    if (status)
        return status;
    const json_t *text = json_object_get(value, "text");
    const char *copy = arena_copy_n(writing->arena, json_string_value(text), json_string_length(text));
    *answer = (struct model_answer){.text = {copy, json_string_length(text)},
                                    .is_cut = json_is_true(json_object_get(value, "cut"))};
    const struct model_usage usage = {(long)json_integer_value(json_object_get(value, "input")),
                                      (long)json_integer_value(json_object_get(value, "output"))};
    count_tokens(writing, &usage);
    json_decref(value);
    return copy ? OK : error_memory(writing->err);
}

enum status asking_answer(struct prompted_asking *asking, const char *name, const struct model_message *messages,
                          size_t count, struct model_answer *answer)
{
    int version = fingerprint(asking, messages, count);
    if (version < 0)
        return error_memory(asking->writing->err);
    enum status status = load_answer(asking, name, version, answer);
    /* A stored answer that is damaged is as good as none. */
    bool is_missing = status == E_NOT_FOUND || status == E_CORRUPT;
    asking->is_loaded = !is_missing;
    return is_missing ? ask_model(asking, name, version, messages, count, answer) : status;
}
