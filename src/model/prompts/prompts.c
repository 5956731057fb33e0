#include "model/prompts/prompts.h"

#include <stdlib.h>

#include "prompts.inc" /* the bytes of each text, made from the files */

#define ANSWER_JSON "\nANSWER JSON "

/* clang-format off */
#define PROMPT_ROW(constant, name, temperature) [PROMPT_##constant] = {#name, prompt_##name, temperature},
static const struct {
    const char *name;
    const unsigned char *text;
    double temperature;
} rows[] = {PROMPTS(PROMPT_ROW)};
/* clang-format on */

const char *prompt_name(enum prompt prompt)
{
    return rows[prompt].name;
}

double prompt_temperature(enum prompt prompt)
{
    return rows[prompt].temperature;
}

static struct str prompts_text_of(enum prompt prompt)
{
    return str_from((const char *)rows[prompt].text);
}

enum status prompt_form(enum prompt prompt, struct model_form *form, struct error *err)
{
    struct str text = prompts_text_of(prompt);
    size_t at = str_find(text, STR(ANSWER_JSON), 0);
    *form = (struct model_form){.name = rows[prompt].name};
    if (at == text.len)
        return OK;
    at += strlen(ANSWER_JSON);
    form->example = json_loadb(text.data + at, text.len - at, JSON_DISABLE_EOF_CHECK, NULL);
    /* The texts are ours, and a test reads each example: what is left to go wrong is memory. */
    return form->example ? OK : error_memory(err);
}

/* --- filling in --- */

struct filling {
    enum prompt prompt;
    const struct prompt_value *values;
    size_t count;
    struct buf out;
    struct error *err;
};

static const struct prompt_value *find_value(const struct filling *filling, struct str name)
{
    for (size_t i = 0; i < filling->count; i++)
        if (str_eq(str_from(filling->values[i].name), name))
            return &filling->values[i];
    return NULL;
}

/* Where the next "{{name}}" begins and ends, and its name; false when there is none. */
static bool prompts_find_slot(struct str line, size_t from, size_t *start, size_t *end, struct str *name)
{
    *start = str_find(line, STR("{{"), from);
    size_t close = *start < line.len ? str_find(line, STR("}}"), *start) : line.len;
    if (close >= line.len)
        return false;
    *name = (struct str){line.data + *start + 2, close - *start - 2};
    *end = close + 2;
    return true;
}

/* Adds a line. When it held nothing but values, and all were empty, it is left out. */
static enum status fill_line(struct filling *filling, struct str line)
{
    size_t before = filling->out.len, from = 0, start, end;
    bool has_slot = false, has_text = false;
    struct str name;
    while (prompts_find_slot(line, from, &start, &end, &name)) {
        const struct prompt_value *value = find_value(filling, name);
        if (!value)
            return error_set(filling->err, E_INTERNAL, NULL, "the prompt %s has no value for %.*s",
                             prompt_name(filling->prompt), STR_ARG(name));
        buf_add(&filling->out, line.data + from, start - from);
        buf_add(&filling->out, value->text.data, value->text.len);
        has_text |= value->text.len || str_trim((struct str){line.data + from, start - from}).len;
        has_slot = true;
        from = end;
    }
    buf_add(&filling->out, line.data + from, line.len - from);
    has_text |= str_trim((struct str){line.data + from, line.len - from}).len > 0;
    if (has_slot && !has_text)
        filling->out.len = before;
    else
        buf_char(&filling->out, '\n');
    return OK;
}

/* "[with name] " before a line that is there only with this value, "[without name] " before one for its place. */
static bool has_its_value(const struct filling *filling, struct str *line)
{
    struct str with = STR("[with "), without = STR("[without "), close = STR("] ");
    bool is_wanted = str_starts(*line, with);
    size_t start = is_wanted ? with.len : without.len, end = str_find(*line, close, 0);
    if ((!is_wanted && !str_starts(*line, without)) || end == line->len)
        return true;
    const struct prompt_value *value = find_value(filling, (struct str){line->data + start, end - start});
    *line = (struct str){line->data + end + close.len, line->len - end - close.len};
    return (value && value->text.len) == is_wanted;
}

/* Cuts the condition off the line; false: the line is not there. */
static bool applies(const struct filling *filling, const struct prompt_lines *lines, struct str *line)
{
    const struct {
        struct str prefix;
        bool holds;
    } conditions[] = {
        {STR("[with material] "), lines->has_material},
        {STR("[without material] "), !lines->has_material},
        {STR("[full] "), !lines->is_plain},
        {STR("[plain] "), lines->is_plain},
    };
    for (size_t i = 0; i < COUNT_OF(conditions); i++) {
        if (!str_starts(*line, conditions[i].prefix))
            continue;
        if (!conditions[i].holds)
            return false;
        line->data += conditions[i].prefix.len;
        line->len -= conditions[i].prefix.len;
    }
    return has_its_value(filling, line);
}

enum status prompt_fill(struct arena *arena, enum prompt prompt, const struct prompt_lines *lines,
                        const struct prompt_value *values, size_t count, struct str *text, struct error *err)
{
    struct filling filling = {.prompt = prompt, .values = values, .count = count, .err = err};
    struct str rest = str_trim(prompts_text_of(prompt)), line;
    enum status status = OK;
    while (!status && str_split(&rest, '\n', &line))
        if (applies(&filling, lines, &line))
            status = fill_line(&filling, line);
    if (!status) {
        struct str whole = str_trim((struct str){buf_text(&filling.out), filling.out.len});
        char *copy = filling.out.failed ? NULL : arena_copy_n(arena, whole.data, whole.len);
        *text = (struct str){copy, whole.len};
        status = copy ? OK : error_memory(err);
    }
    buf_free(&filling.out);
    return status;
}
