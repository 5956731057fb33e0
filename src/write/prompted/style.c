/* The style sheet of toneOfVoiceProfile "automatic". */
#include "write/prompted/prompted.h"

enum { STYLE_MOST = 900 }; /* characters */

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
