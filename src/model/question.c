#include "model/question.h"

#include "text/unicode.h"

#include <stdlib.h>

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

char *question_write(const struct question *question, unsigned variations, struct arena *arena)
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
