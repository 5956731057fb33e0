/* Asking a model: its turn, its limits, an answer that was cut off. */
#include "model/tries.h"
#include "model/wire.h"

#include "text/unicode.h"

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

struct ask_asking {
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
static enum status check_input(struct ask_asking *asking, long input, struct error *err)
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

static enum status check_end(const struct ask_asking *asking, const struct reply *reply, struct error *err)
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

static enum status ask_part(struct ask_asking *asking, int part, struct reply *reply, struct error *err)
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
    if (status == OK && part == 0)
        status = check_input(asking, reply->input, err);
    if (status == OK)
        status = check_end(asking, reply, err);
    if (status == OK)
        buf_add(&asking->text, reply->text.data, reply->text.len);
    return status == OK && asking->text.failed ? error_memory(err) : status;
}

/* What there is of the answer stands, when the rest cannot be had. */
static enum status keep_cut(struct ask_asking *asking, enum status status, struct error *err)
{
    if (status == OK || status == E_MEMORY || status == E_CANCELLED)
        return status;
    asking->answer->problem =
        arena_printf(asking->call->arena, "the rest of a cut-off answer could not be had: %s", err->message);
    return asking->answer->problem ? OK : error_memory(err);
}

static enum status continue_cut(struct ask_asking *asking, struct reply *reply, struct error *err)
{
    enum status status = OK;
    for (int part = 1; status == OK && part <= MOST_CONTINUATIONS && asking->answer->is_cut; part++) {
        struct str answered = {buf_text(&asking->text), asking->text.len};
        long input = asking->estimated + model_tokens(answered) + 2 * MESSAGE_TOKENS + model_tokens(str_from(go_on));
        asking->question.max_tokens = output_room(asking->model, asking->prompt, input);
        if (asking->question.max_tokens < LEAST_OUTPUT)
            return OK;
        status = ask_part(asking, part, reply, err);
        asking->answer->is_cut = status != OK || reply->end == REPLY_CUT;
    }
    return keep_cut(asking, status, err);
}

static enum status model_ask_ask(struct ask_asking *asking, struct reply *reply, struct error *err)
{
    struct model_answer *answer = asking->answer;
    enum status status = ask_part(asking, 0, reply, err);
    answer->is_cut = status == OK && reply->end == REPLY_CUT;
    if (answer->is_cut && !asking->prompt->form)
        status = continue_cut(asking, reply, err);
    if (status != OK)
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
    else if (status != OK)
        error_set(err, status, NULL, "the model was busy with other questions until the time was over");
    return status;
}

static enum status ask_in_turn(struct ask_asking *asking, struct error *err)
{
    struct model_call *call = asking->call;
    struct reply reply = {.on_text = call->on_text, .context = call->context};
    int64_t seconds = asking->model->settings.seconds;
    asking->deadline = call->deadline ? call->deadline : clock_mono_ms() + seconds * 1000;
    enum status status = model_ask_ask(asking, &reply, err);
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
    if (status != OK)
        return model_error(model, name, status, err);
    struct ask_asking asking = {
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
