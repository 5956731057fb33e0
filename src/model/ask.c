/* Asking a model: its turn, its limits, an answer that was cut off. */
#include "model/answer.h"
#include "model/entry.h"

#include <stdlib.h>

/* --- a prompt written as the body of a request --- */

struct question {
    const struct model *model;
    const char *name; /* the request's modelVersion */
    const struct model_prompt *prompt;
    /* Of a continuation: what was answered so far, and what is said then; empty: the first question. */
    struct str answered, go_on;
    long max_tokens;
};

static const char FORM_IN_WORDS[] = "\n\nAnswer with one JSON object and nothing else. It has exactly the members of "
                                    "this example, with your own values: ";

/* The last message with the example behind it; *text is freed by the caller. */
static bool add_example(const struct model_form *form, struct str *message, char **text)
{
    char *example = json_dumps(form->example, JSON_COMPACT);
    struct buf longer = {0};
    buf_add(&longer, message->data, message->len);
    buf_str(&longer, FORM_IN_WORDS);
    buf_str(&longer, example ? example : "");
    size_t length = longer.len;
    *text = buf_take(&longer);
    *message = (struct str){*text, length};
    free(example);
    return *text && example;
}

/* JSON is UTF-8. */
static bool repair(struct arena *arena, struct str *text)
{
    if (text->len == 0)
        *text = STR("");
    if (!utf8_is_valid(*text))
        text->data = utf8_repair(arena, *text, &text->len);
    return text->data != NULL;
}

static bool repair_all(struct arena *arena, struct str *system, struct model_message *messages, size_t count)
{
    bool complete = repair(arena, system);
    for (size_t i = 0; complete && i < count; i++)
        complete = repair(arena, &messages[i].text);
    return complete;
}

static char *write_messages(const struct question *question, unsigned variations, struct model_message *messages,
                            size_t count, json_t *schema, struct arena *arena)
{
    struct str system = question->prompt->system;
    if (!repair_all(arena, &system, messages, count))
        return NULL;
    const struct model *model = question->model;
    const struct model_question wire = {
        .model = model->settings.model ? model->settings.model : question->name,
        .system = system,
        .messages = messages,
        .count = count,
        .form_name = schema ? question->prompt->form->name : NULL,
        .schema = schema,
        .temperature = question->prompt->temperature,
        .max_tokens = question->max_tokens,
        .variations = variations,
    };
    json_t *body = model->backend->write(&wire);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    return text;
}

/* The body, which the caller frees; NULL when memory ran out. Where the server takes no schema, or is not to be given
 * one, the example of the form stands at the end of the last message. What is not UTF-8 is repaired, in the arena. */
static char *question_write(const struct question *question, unsigned variations, struct arena *arena)
{
    const struct model_prompt *prompt = question->prompt;
    size_t count = prompt->count;
    struct model_message *messages = calloc(count + 2, sizeof *messages);
    bool in_words = question->model->settings.is_prompted || (variations & NO_SCHEMA);
    json_t *schema = prompt->form && !in_words ? model_form_schema(prompt->form) : NULL;
    bool complete = messages && (schema || !prompt->form || in_words);
    char *longer = NULL, *body = NULL;
    if (messages)
        memcpy(messages, prompt->messages, count * sizeof *messages);
    if (complete && question->answered.len > 0) {
        messages[count++] = (struct model_message){MODEL_ASSISTANT, question->answered};
        messages[count++] = (struct model_message){MODEL_USER, question->go_on};
    }
    if (complete && prompt->form && in_words)
        complete = add_example(prompt->form, &messages[count - 1].text, &longer);
    if (complete)
        body = write_messages(question, variations, messages, count, schema, arena);
    json_decref(schema);
    free(longer);
    free(messages);
    return body;
}

long model_tokens(struct str text)
{
    size_t twice_bytes = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t codepoint;
        size_t length = utf8_decode(text, at, &codepoint);
        twice_bytes += unicode_is_cjk(codepoint) ? 4 * length : 2 * length;
        at += length;
    }
    return (long)((twice_bytes + 6) / 7);
}

/*
 * A question asked until it is answered: up to four requests. Another try is made after a connection that failed or
 * broke, a pause that was too long, broken JSON, and HTTP 408, 409, 429, 500, 502, 503, 504 and 529, after the wait
 * that Retry-After or Retry-After-Ms names, or else a growing, jittered one; never past the deadline. A request that is
 * refused for something that can be left out is made again at once without that.
 */

struct tries {
    const struct question *question;
    struct model_call *call; /* usage and tries are added to it */
    int64_t deadline;
    const char *key; /* Idempotency-Key; NULL: none */
    int part;        /* 0: the question, 1..: its continuations */
    long estimated;  /* tokens of the prompt, where the server says nothing */
};

enum {
    MAX_TRIES = 4,
    BASE_BYTES = 1024 * 1024, /* of an answer, before its tokens */
    EVENT_BYTES = 1024,       /* that one token may take in a stream of events */
    TEXT_BYTES = 64,          /* that one token may take as text */
};

/* What every request to the model needs: NULL-terminated headers in the arena, with those of a body; key: as above.
 * NULL when memory ran out. */
static const char *const *tries_headers(const struct model *model, struct arena *arena, bool has_body, const char *key)
{
    const char **headers = ARENA_ARRAY(arena, 6, const char *);
    size_t count = 0;
    bool complete = headers != NULL;
    if (!complete)
        return NULL;
    headers[count++] = has_body ? "Accept: text/event-stream, application/json" : "Accept: application/json";
    if (has_body)
        headers[count++] = "Content-Type: application/json";
    if (model->backend->header)
        headers[count++] = model->backend->header;
    if (model->key) {
        headers[count] = arena_printf(arena, "%s%s", model->backend->key_header, model->key);
        complete = headers[count++] != NULL;
    }
    if (complete && key) {
        headers[count] = arena_printf(arena, "Idempotency-Key: %s", key);
        complete = headers[count++] != NULL;
    }
    return complete ? headers : NULL;
}

/* --- one try --- */

static void count_usage(const struct tries *tries, const struct reply *reply)
{
    struct str text = {buf_text(&reply->text), reply->text.len};
    if (reply->input < 0 && reply->output < 0 && text.len == 0)
        return; /* it failed before there was anything to pay for */
    tries->call->usage.input += reply->input > 0 ? reply->input : tries->estimated;
    tries->call->usage.output += reply->output >= 0 ? reply->output : model_tokens(text);
}

/* A request with another body has another key. */
static const char *key_of_part(const struct tries *tries, unsigned variations)
{
    if (!tries->key || (!tries->part && !variations))
        return tries->key;
    return arena_printf(tries->call->arena, "%s-%d-%u", tries->key, tries->part, variations);
}

static enum status try_once(const struct tries *tries, const char *const *headers, const char *url, struct str body,
                            struct incoming_answer *answer, int64_t *wait)
{
    const struct model *model = tries->question->model;
    struct exchange exchange = {
        .url = url,
        .headers = headers,
        .body = body,
        .deadline = tries->deadline,
        .stall_ms = (int64_t)model->settings.seconds * 1000 / 2,
        .max_bytes = BASE_BYTES + (size_t)tries->question->max_tokens * EVENT_BYTES,
        .no_proxy = model->is_local,
        .cancel = tries->call->cancel,
        .on_piece = answer_piece,
        .context = answer,
    };
    answer->reply->before = tries->question->answered;
    reply_begin(answer->reply, BASE_BYTES / 16 + (size_t)tries->question->max_tokens * TEXT_BYTES);
    answer_begin(answer, exchange.max_bytes);
    tries->call->tries++;
    enum status status = exchange_run(&model->state->pool, &exchange, answer->err);
    status = answer_end(answer, &exchange, status);
    *wait = exchange.head.retry_after_ms;
    count_usage(tries, answer->reply);
    answer_free(answer);
    return status;
}

/* --- the next one --- */

/* What the next request is made of. */
struct tries_request {
    unsigned variations;
    char *body;
    const char *const *headers;
};

static bool write_request(const struct tries *tries, struct tries_request *request)
{
    free(request->body);
    request->body = question_write(tries->question, request->variations, tries->call->arena);
    const char *key = key_of_part(tries, request->variations);
    request->headers = tries_headers(tries->question->model, tries->call->arena, true, key);
    return request->body && request->headers && (key || !tries->key);
}

/* True: another try is to be made, after the pause that *status tells of. */
static bool prepare_next(const struct tries *tries, const struct incoming_answer *answer, struct tries_request *request,
                         int made, int64_t wait, enum status *status)
{
    unsigned refused = answer->refused & ~request->variations;
    if (refused) {
        request->variations |= refused;
        if (!write_request(tries, request))
            *status = error_memory(answer->err);
        return *status != E_MEMORY;
    }
    if (!answer->may_pass)
        return false;
    if (wait < 0)
        wait = pause_length(made);
    if (clock_mono_ms() + wait >= tries->deadline)
        return false;
    enum status paused = pause_wait(wait, tries->call->cancel, answer->err);
    if (paused != OK)
        *status = paused;
    return paused == OK;
}

/* OK: the reply holds an answer, though it may be empty or refused. Else as model_ask; the message is about "it". */
static enum status tries_run(const struct tries *tries, struct reply *reply, struct error *err)
{
    const struct model *model = tries->question->model;
    struct tries_request request = {.variations = atomic_load(&model->state->variations)};
    const char *url = arena_printf(tries->call->arena, "%s%s", model->settings.base_url, model->backend->path);
    if (!url || !write_request(tries, &request)) {
        free(request.body);
        return error_memory(err);
    }
    struct incoming_answer answer = {.backend = model->backend, .reply = reply, .key = model->key, .err = err};
    enum status status;
    for (int made = 1;; made++) {
        int64_t wait;
        status = try_once(tries, request.headers, url, str_from(request.body), &answer, &wait);
        if (!status || made == MAX_TRIES || !prepare_next(tries, &answer, &request, made, wait, &status))
            break;
    }
    if (!status)
        atomic_fetch_or(&model->state->variations, request.variations);
    free(request.body);
    return status;
}

enum {
    MOST_CONTINUATIONS = 2,
    MESSAGE_TOKENS = 8,   /* that a format adds to each message */
    LEAST_OUTPUT = 64,    /* tokens of an answer that are worth a question */
    CHECKED_INPUT = 3000, /* estimated tokens of a prompt from which on the server's own count is looked at */
    CUT_PERCENT = 60,     /* of the estimate: below it the server has cut the prompt */
};

static const char go_on[] = "Your answer was cut off. Go on exactly where it stopped, even in the middle of a sentence "
                            "or a word. Repeat nothing, and write nothing before it.";

/* --- limits --- */

static long estimate_prompt(const struct model_prompt *prompt)
{
    long tokens = model_tokens(prompt->system) + MESSAGE_TOKENS;
    for (size_t i = 0; i < prompt->count; i++)
        tokens += model_tokens(prompt->messages[i].text) + MESSAGE_TOKENS;
    return tokens;
}

/* Characters are the safer measure here: tokens of any script are seldom longer than six. */
static size_t count_characters(const struct model_prompt *prompt)
{
    size_t characters = utf8_length(prompt->system);
    for (size_t i = 0; i < prompt->count; i++)
        characters += utf8_length(prompt->messages[i].text);
    return characters;
}

/* The tokens that an answer may have; less than LEAST_OUTPUT and than what is wanted: there is no room for one. */
static long output_room(const struct model *model, const struct model_prompt *prompt, long input)
{
    const struct model_settings *settings = &model->settings;
    long wanted =
        prompt->max_tokens > 0 && prompt->max_tokens < settings->max_output ? prompt->max_tokens : settings->max_output;
    long left = settings->context - input;
    return left < wanted ? left : wanted;
}

/* --- one question in its turn --- */

struct model_asking {
    const struct model *model;
    const struct model_prompt *prompt;
    struct model_call *call;
    struct model_answer *answer;
    struct question question;
    int64_t deadline;
    long estimated;  /* tokens of the prompt */
    struct buf text; /* of the answer and its continuations */
};

/* Servers cut what their context does not hold, and say nothing but how many tokens they have read. */
static enum status check_input(struct model_asking *asking, long input, struct error *err)
{
    size_t expected = count_characters(asking->prompt) * 2 / 7;
    if (asking->estimated <= CHECKED_INPUT || input <= 0 || (size_t)input * 100 >= expected * CUT_PERCENT)
        return OK;
    error_set(err, E_LIMIT, NULL,
              "it has read only %ld of about %zu tokens of the question: its context is smaller than the %ld that the "
              "configuration says",
              input, expected, asking->model->settings.context);
    asking->answer->problem = arena_copy(asking->call->arena, err->message);
    return asking->answer->problem ? E_LIMIT : error_memory(err);
}

static enum status check_end(const struct model_asking *asking, const struct reply *reply, struct error *err)
{
    if (reply->end == REPLY_REFUSED) {
        struct wire_quote quote =
            wire_quote((struct str){buf_text(&reply->refusal), reply->refusal.len}, asking->model->key);
        return error_set(err, E_CORRUPT, NULL, "it refuses to answer%s%s%s", quote.text[0] ? ": \"" : "", quote.text,
                         quote.text[0] ? "\"" : "");
    }
    if (str_trim((struct str){buf_text(&reply->text), reply->text.len}).len > 0)
        return OK;
    if (reply->end == REPLY_TOOL)
        return error_set(err, E_CORRUPT, NULL, "it calls a tool instead of answering");
    if (reply->end == REPLY_CUT)
        return error_set(err, E_UPSTREAM, NULL,
                         "it used all %ld tokens of the answer for reasoning; max_output must be larger",
                         asking->question.max_tokens);
    return error_set(err, E_CORRUPT, NULL, "it answers with nothing");
}

static enum status ask_part(struct model_asking *asking, int part, struct reply *reply, struct error *err)
{
    asking->question.answered = (struct str){buf_text(&asking->text), asking->text.len};
    const struct tries tries = {
        .question = &asking->question,
        .call = asking->call,
        .deadline = asking->deadline,
        .key = asking->prompt->idempotency_key,
        .part = part,
        .estimated = asking->estimated + (part ? model_tokens(asking->question.answered) : 0),
    };
    enum status status = tries_run(&tries, reply, err);
    if (!status && part == 0)
        status = check_input(asking, reply->input, err);
    if (!status)
        status = check_end(asking, reply, err);
    if (!status)
        buf_add(&asking->text, reply->text.data, reply->text.len);
    return !status && asking->text.failed ? error_memory(err) : status;
}

/* What there is of the answer stands, when the rest cannot be had. */
static enum status keep_cut(struct model_asking *asking, enum status status, struct error *err)
{
    if (!status || status == E_MEMORY || status == E_CANCELLED)
        return status;
    asking->answer->problem =
        arena_printf(asking->call->arena, "the rest of a cut-off answer could not be had: %s", err->message);
    return asking->answer->problem ? OK : error_memory(err);
}

static enum status continue_cut(struct model_asking *asking, struct reply *reply, struct error *err)
{
    enum status status = OK;
    for (int part = 1; !status && part <= MOST_CONTINUATIONS && asking->answer->is_cut; part++) {
        struct str answered = {buf_text(&asking->text), asking->text.len};
        long input = asking->estimated + model_tokens(answered) + 2 * MESSAGE_TOKENS + model_tokens(str_from(go_on));
        asking->question.max_tokens = output_room(asking->model, asking->prompt, input);
        if (asking->question.max_tokens < LEAST_OUTPUT)
            return OK;
        status = ask_part(asking, part, reply, err);
        asking->answer->is_cut = status || reply->end == REPLY_CUT;
    }
    return keep_cut(asking, status, err);
}

static enum status ask_parts(struct model_asking *asking, struct reply *reply, struct error *err)
{
    struct model_answer *answer = asking->answer;
    enum status status = ask_part(asking, 0, reply, err);
    answer->is_cut = !status && reply->end == REPLY_CUT;
    if (answer->is_cut && !asking->prompt->form)
        status = continue_cut(asking, reply, err);
    if (status)
        return status;
    struct str text = str_trim((struct str){buf_text(&asking->text), asking->text.len});
    answer->text = (struct str){arena_copy_n(asking->call->arena, text.data, text.len), text.len};
    return answer->text.data ? OK : error_memory(err);
}

/* The model answers so many questions at once (its "parallel"). */
static enum status take_turn(const struct model *model, const struct model_call *call, struct error *err)
{
    enum status status = turns_take(&model->state->turns, call->cancel, call->deadline);
    if (status == E_CANCELLED)
        error_set(err, status, NULL, "the question was called off while it waited for its turn");
    else if (status)
        error_set(err, status, NULL, "the model was busy with other questions until the time was over");
    return status;
}

static enum status ask_in_turn(struct model_asking *asking, struct error *err)
{
    struct model_call *call = asking->call;
    struct reply reply = {.on_text = call->on_text, .context = call->context};
    int64_t seconds = asking->model->settings.seconds;
    asking->deadline = call->deadline ? call->deadline : clock_mono_ms() + seconds * 1000;
    enum status status = ask_parts(asking, &reply, err);
    reply_free(&reply);
    buf_free(&asking->text);
    return status;
}

enum status model_ask(const struct model *model, const char *name, const struct model_prompt *prompt,
                      struct model_call *call, struct model_answer *answer)
{
    struct error unheard = {0}, *err = call->err ? call->err : &unheard;
    long estimated = estimate_prompt(prompt),
         room = model_is_language(model) ? output_room(model, prompt, estimated) : 0;
    *answer = (struct model_answer){.text = STR("")};
    if (!model_is_language(model))
        return error_set(err, E_INVALID, NULL, "the built-in writer cannot be asked");
    if (room < LEAST_OUTPUT && (!prompt->max_tokens || room < prompt->max_tokens))
        return model_error(model, name,
                           error_set(err, E_LIMIT, NULL,
                                     "the question is too long for it: about %ld tokens, and its `context` is %ld",
                                     estimated, model->settings.context),
                           err);
    enum status status = take_turn(model, call, err);
    if (status)
        return model_error(model, name, status, err);
    struct model_asking asking = {
        .model = model,
        .prompt = prompt,
        .call = call,
        .answer = answer,
        .question = {.model = model, .name = name, .prompt = prompt, .go_on = str_from(go_on), .max_tokens = room},
        .estimated = estimated,
    };
    status = ask_in_turn(&asking, err);
    turns_give(&model->state->turns);
    return model_error(model, name, status, err);
}

/* --- is the model there? --- */

enum { MAX_LIST_BYTES = 4 * 1024 * 1024 };

/* The names of Ollama's models end in ":latest" where nothing else was said. */
static bool reach_is_name(struct str listed, const struct model_settings *settings)
{
    struct str wanted = str_from(settings->model ? settings->model : settings->name), latest = STR(":latest");
    if (!settings->model && str_ends(wanted, STR("*")))
        return str_starts(listed, (struct str){wanted.data, wanted.len - 1});
    if (str_ends(listed, latest) && listed.len == wanted.len + latest.len)
        listed.len = wanted.len;
    return str_eq(listed, wanted);
}

static void reach_read_list(const json_t *list, const struct model_settings *settings, struct model_reach *reach)
{
    size_t number;
    json_t *model;
    reach->count = json_array_size(list);
    json_array_foreach ((json_t *)list, number, model) {
        reach->is_listed = reach->is_listed || reach_is_name(wire_text(model, "id"), settings);
    }
}

/* {"data":[{"id":"..."}]}; Ollama says null where it has none. */
static enum status check_list(struct reply *reply, const json_t *answer, struct error *err)
{
    const json_t *list = json_object_get(answer, "data");
    reply->end = REPLY_STOP;
    if (json_is_array(list) || json_is_null(list))
        return OK;
    return error_set(err, E_UPSTREAM, NULL, "it answers with no list of models");
}

static enum status fetch_list(const struct model *model, const char *url, const char *const *headers,
                              struct model_call *call, struct incoming_answer *answer)
{
    int64_t seconds = model->settings.seconds, deadline = clock_mono_ms() + seconds * 1000;
    struct exchange exchange = {
        .url = url,
        .headers = headers,
        .deadline = call->deadline ? call->deadline : deadline,
        .stall_ms = seconds * 1000,
        .max_bytes = MAX_LIST_BYTES,
        .no_proxy = model->is_local,
        .cancel = call->cancel,
        .on_piece = answer_piece,
        .context = answer,
    };
    call->tries++;
    answer_begin(answer, MAX_LIST_BYTES);
    enum status status = exchange_run(&model->state->pool, &exchange, answer->err);
    return answer_end(answer, &exchange, status);
}

static enum status reach_model(const struct model *model, struct model_call *call, struct model_reach *reach,
                               struct error *err)
{
    const char *url = arena_printf(call->arena, "%s/models", model->settings.base_url);
    const char *const *headers = tries_headers(model, call->arena, false, NULL);
    if (!url || !headers)
        return error_memory(err);
    struct model_backend format = *model->backend;
    format.read_whole = check_list;
    struct reply reply = {0};
    struct incoming_answer answer = {.backend = &format, .reply = &reply, .key = model->key, .err = err};
    int64_t start = clock_mono_us();
    enum status status = fetch_list(model, url, headers, call, &answer);
    reach->seconds = (double)(clock_mono_us() - start) / 1e6;
    struct str body = {buf_text(&answer.body), answer.body.len};
    json_t *list = !status ? wire_parse(body, model->key, &status, err) : NULL;
    if (list)
        reach_read_list(json_object_get(list, "data"), &model->settings, reach);
    json_decref(list);
    answer_free(&answer);
    reply_free(&reply);
    return status;
}

enum status model_reach(const struct model *model, struct model_call *call, struct model_reach *reach)
{
    struct error unheard = {0}, *err = call->err ? call->err : &unheard;
    *reach = (struct model_reach){0};
    if (!model_is_language(model))
        return error_set(err, E_INVALID, NULL, "the built-in writer needs no server");
    enum status status = reach_model(model, call, reach, err);
    return model_error(model, model->settings.name, status, err);
}
