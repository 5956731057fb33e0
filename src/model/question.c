#include "model/question.h"

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

static char *write_messages(const struct question *question, unsigned variations, struct model_message *messages,
                            size_t count, json_t *schema)
{
    const struct model *model = question->model;
    const struct model_question wire = {
        .model = model->settings.model ? model->settings.model : question->name,
        .system = question->prompt->system,
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

char *question_write(const struct question *question, unsigned variations)
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
        body = write_messages(question, variations, messages, count, schema);
    json_decref(schema);
    free(longer);
    free(messages);
    return body;
}
