/* The prompt of a question, as long as the model's context allows. */
#include "write/prompted/asking.h"
#include "write/prompted/framing.h"

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

static enum status asking_fill_fill(struct prompted_asking *asking)
{
    struct writing *writing = asking->writing;
    const struct prompted_question *question = asking->question;
    struct prompt_value *values =
        ARENA_ARRAY(writing->arena, question->value_count + FRAMING_VALUES + 1, struct prompt_value);
    struct str material = material_text(asking);
    if (!values || !material.data)
        return error_memory(writing->err);
    size_t count = 0;
    for (size_t i = 0; i < question->value_count; i++)
        values[count++] = question->values[i];
    values[count++] = (struct prompt_value){"digest", material};
    enum status status = framing_values(writing, question->prompt, values, &count);
    const struct prompt_lines lines = {.has_material = asking->shown > 0 || question->has_material,
                                       .is_plain = asking->is_plain};
    if (!status)
        status = prompt_fill(writing->arena, question->prompt, &lines, values, count, &asking->user, writing->err);
    if (!status)
        status = prompt_fill(writing->arena, PROMPT_SYSTEM, &lines, values, count, &asking->system, writing->err);
    return status;
}

enum status asking_room(struct prompted_asking *asking, long *tokens)
{
    enum status status = asking_fill_fill(asking);
    *tokens = status ? 0 : asking->most - model_tokens(asking->system) - model_tokens(asking->user);
    return status;
}

enum status asking_fill(struct prompted_asking *asking)
{
    for (;;) {
        enum status status = asking_fill_fill(asking);
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
