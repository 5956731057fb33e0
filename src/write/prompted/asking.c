/* A question on its way: its prompt is filled in and sized, its answer is stored before it is used. */
#include "write/prompted/prompted.h"

#include <limits.h>
#include <openssl/evp.h>
#include <stdio.h>

/* A question with its texts. */
struct prompted_asking {
    struct writing *writing;
    const struct prompted_question *question;
    struct model_form form;
    struct str system, user;
    long most;         /* tokens of its prompt */
    size_t shown;      /* excerpts in the prompt */
    size_t characters; /* of each in a digest */
    bool is_plain;
    bool is_loaded; /* the last answer is an earlier attempt's */
};

/* --- the answer: stored by an earlier attempt, or asked of the model and stored --- */

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
struct text_watch {
    const struct write_job *job;
    const char *step;
};

static void hand_on(void *context, struct str piece)
{
    const struct text_watch *watch = context;
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
    struct text_watch watch = {writing->job, asking->question->step};
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

/* The answer to these messages: stored by an earlier attempt, or asked for and stored. name: of the step. Statuses as
 * question_ask, without E_CORRUPT. */
static enum status asking_answer(struct prompted_asking *asking, const char *name, const struct model_message *messages,
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

/* --- the prompt, as long as the model's context allows --- */

enum {
    DIGEST_CHARACTERS_SHORT = 80, /* when the digest is too long */
};

static void add_cut(struct buf *out, struct str text, size_t characters)
{
    size_t at = 0;
    uint32_t codepoint;
    for (size_t i = 0; i < characters && at < text.len; i++)
        at += utf8_decode(text, at, &codepoint);
    for (size_t i = 0; i < at; i++)
        buf_char(out, text.data[i] == '\n' ? ' ' : text.data[i]);
    if (at < text.len)
        buf_str(out, " ...");
}

/* The text behind its own title ("autovacuum_naptime (integer): Specifies ..."), which the line says already. */
static struct str without_title(const struct model_excerpt *excerpt)
{
    struct str path = excerpt->heading, text = excerpt->text, arrow = STR(" > ");
    size_t at = 0, next;
    while ((next = str_find(path, arrow, at)) < path.len)
        at = next + arrow.len;
    struct str title = {path.data + at, path.len - at};
    if (!title.len || !str_starts(text, title))
        return text;
    struct str rest = {text.data + title.len, text.len - title.len};
    return str_starts(rest, STR(": ")) ? str_trim((struct str){rest.data + 1, rest.len - 1}) : text;
}

static void add_digest_line(struct buf *out, const struct prompted_asking *asking, size_t number)
{
    const struct model_excerpt *excerpt = &asking->question->excerpts[number];
    buf_printf(out, "%zu | %.*s | %.*s | ", number + 1, STR_ARG(excerpt->name), STR_ARG(excerpt->heading));
    add_cut(out, without_title(excerpt), asking->characters);
    buf_char(out, '\n');
}

/* The excerpts that are shown, between their delimiters; empty when there are none. */
static struct str material_text(const struct prompted_asking *asking)
{
    struct buf out = {0};
    const char *nonce = asking->writing->shared->nonce;
    if (!asking->shown)
        return STR("");
    buf_printf(&out, "<<%s MATERIAL\n", nonce);
    for (size_t i = 0; i < asking->shown; i++)
        add_digest_line(&out, asking, i);
    buf_printf(&out, "%s>>", nonce);
    return writing_keep(asking->writing, &out);
}

static enum status asking_fill_once(struct prompted_asking *asking)
{
    struct writing *writing = asking->writing;
    const struct prompted_question *question = asking->question;
    struct prompt_value *values =
        ARENA_ARRAY(writing->arena, question->value_count + FRAMING_VALUES + 1, struct prompt_value);
    struct str material = material_text(asking);
    size_t count = 0;
    if (!values)
        return error_memory(writing->err);
    for (size_t i = 0; i < question->value_count; i++)
        values[count++] = question->values[i];
    values[count++] = (struct prompt_value){"digest", material};
    framing_values(writing, question->prompt, values, &count);
    const struct prompt_lines lines = {.has_material = asking->shown > 0 || question->has_material,
                                       .is_plain = asking->is_plain};
    enum status status =
        prompt_fill(writing->arena, question->prompt, &lines, values, count, &asking->user, writing->err);
    if (!status)
        status = prompt_fill(writing->arena, PROMPT_SYSTEM, &lines, values, count, &asking->system, writing->err);
    return writing_end(writing, status);
}

/* Tokens that the prompt, as its values are now, leaves free of what a prompt may have; negative: it is too long. */
static enum status asking_room(struct prompted_asking *asking, long *tokens)
{
    enum status status = asking_fill_once(asking);
    *tokens = status ? 0 : asking->most - model_tokens(asking->system) - model_tokens(asking->user);
    return status;
}

/* Fills the prompt in. When it is too long for the model, a digest gets shorter lines, then excerpts go from the end;
 * the task and its rules stay whole. E_LIMIT with model_unavailable: it is too long even so. */
static enum status asking_fill(struct prompted_asking *asking)
{
    for (;;) {
        enum status status = asking_fill_once(asking);
        if (status)
            return status;
        long tokens = model_tokens(asking->system) + model_tokens(asking->user), most = asking->most;
        if (tokens <= most)
            return OK;
        if (asking->shown && asking->characters > DIGEST_CHARACTERS_SHORT) {
            asking->characters = DIGEST_CHARACTERS_SHORT;
            continue;
        }
        if (asking->shown < 2)
            return code_error(asking->writing->err, E_LIMIT, CODE_MODEL_UNAVAILABLE,
                              "the question \"%s\" takes about %ld tokens, and the model's context of %ld leaves %ld; "
                              "configure a larger context, or shorten the request's instructions",
                              asking->question->step, tokens, model_settings(asking->writing->model)->context, most);
        size_t kept = (size_t)((double)asking->shown * (double)most / (double)tokens);
        asking->shown = kept < asking->shown ? (kept ? kept : 1) : asking->shown - 1;
    }
}

/* --- a question --- */

enum {
    TRIES = 2,           /* the second time with the fault named: a third has not helped a model that failed twice */
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
            *fault = str_from(arena_copy(writing->arena, why.message));
            return writing_end(writing, OK);
        }
    }
    enum status status = asking->question->check(writing, asking->question, &reply, fault);
    json_decref(reply.value);
    if (status || fault->len || is_last || !names_avoided_brand(asking, answer->text))
        return status;
    *fault = str_from(
        arena_printf(writing->arena, "it names \"%.*s\", which must not be named", STR_ARG(writing->brand.name)));
    return writing_end(writing, OK);
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
    *answer = (struct model_answer){.text = STR("")};
    *fault = str_from(arena_copy(asking->writing->arena, asking->writing->err->message));
    return writing_end(asking->writing, OK);
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
    enum status status = scratch ? writing_end(writing, OK) : error_memory(writing->err); /* its values are there */
    if (!status)
        status = prompt_form(question->prompt, &asking.form, writing->err);
    if (!status)
        status = question_fill(&asking, scratch);
    if (!status)
        status = ask_until_usable(&asking);
    json_decref(asking.form.example);
    arena_free(scratch);
    return status;
}

/* --- the style sheet of toneOfVoiceProfile "automatic" --- */

enum { STYLE_MOST = 900 }; /* characters: of the 100 words that it may have */

static enum status read_style(struct writing *writing, const struct prompted_question *question,
                              const struct prompted_reply *reply, struct str *fault)
{
    struct str *style = question->context;
    const json_t *value = json_object_get(reply->value, "style");
    struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    *style = (struct str){copy, text.len};
    if (!text.len || utf8_length(text) > STYLE_MOST)
        *fault = STR("the style must have 10 to 100 words");
    return copy ? OK : error_memory(writing->err);
}

enum status prompted_style(struct writing *writing, struct str *style)
{
    const struct prompted_question question = {
        .prompt = PROMPT_TONE, .step = "style", .check = read_style, .context = style};
    *style = STR("");
    if (writing->is_plain)
        return OK;
    enum status status = question_ask(writing, &question);
    if (status != E_CORRUPT)
        return status;
    *style = STR("");
    return OK;
}
