#include "write/finish/easy.h"

static enum status ease_sentence(struct easy *easy, struct part *part, size_t at)
{
    struct str text = part->sentences[at].text, first, second;
    enum status status = easy_words(easy, &text);
    if (status)
        return status;
    part->is_edited = part->is_edited || !str_eq(text, part->sentences[at].text);
    part->sentences[at].text = text;
    status = easy_split(easy, text, &first, &second);
    if (status || !second.data)
        return status;
    part->sentences[at].text = first;
    part->is_edited = true;
    return parts_insert(easy->parts, part, at, second);
}

/* A half of a sentence that was cut may still be long. */
static enum status ease_part(struct easy *easy, struct part *part)
{
    enum status status = OK;
    for (size_t at = 0; at < part->count && !status;) {
        size_t before = part->count;
        if (!part->sentences[at].is_dropped && part->sentences[at].count == 1)
            status = ease_sentence(easy, part, at);
        at += part->count == before;
    }
    return status;
}

enum status easy_html(struct arena *arena, struct str html, const struct language *language, const struct str *kept,
                      size_t kept_count, struct str *out, struct error *err)
{
    struct parts parts = {.arena = arena, .language = language, .err = err};
    struct easy easy = {
        .parts = &parts, .grammar = clause_grammar_of(language), .kept = kept, .kept_count = kept_count};
    enum status status = parts_read(&parts, html);
    for (size_t i = 0; i < parts.count && !status; i++)
        if (part_is_text(&parts.list[i]))
            status = ease_part(&easy, &parts.list[i]);
    return status ? status : parts_write(&parts, out);
}
