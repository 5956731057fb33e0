/*
 * Any bytes polished by rules, in a language and with settings that the first two bytes choose. What comes out parses
 * again, is done when it is polished once more, and has lost no image, code, table or link.
 */
#include "write/polish/polish.h"

#include "check.h"
#include "text/html/html.h"

static const char *const tags[] = {"en", "de", "fr", "es", "it", "nl", "pt", "sv"};

static const char *const stays[] = {"img", "code", "table", "pre", "iframe", "figure", "a"};
enum { STAYS = sizeof stays / sizeof *stays };

/* Counts the start tags of what must stay. false: there are notes, which go with a repeated sentence. */
static bool count_elements(struct str html, size_t counts[STAYS])
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    bool has_notes = false;
    check(tokenizer != NULL, "memory");
    while (html_next(tokenizer, &token)) {
        has_notes |= token.kind == HTML_START && str_ieq(token.name, STR("sup"));
        for (size_t i = 0; i < STAYS; i++)
            counts[i] += token.kind == HTML_START && str_ieq(token.name, str_from(stays[i]));
    }
    html_tokenizer_free(tokenizer);
    return !has_notes;
}

static void check_elements(struct str before, struct str after)
{
    size_t old[STAYS] = {0}, new[STAYS] = {0};
    if (!count_elements(before, old))
        return;
    count_elements(after, new);
    for (size_t i = 0; i < STAYS; i++)
        check(old[i] == new[i], stays[i]);
}

static struct str polish(struct arena *arena, struct str html, const struct language *language, unsigned bits)
{
    const struct polish_settings settings = {.split_paragraphs = bits & 1,
                                             .remove_conclusions = bits & 2,
                                             .remove_repetitive = bits & 4,
                                             .convert_passive = bits & 8,
                                             .simplify = bits & 16,
                                             .humanize = bits & 32};
    struct polish_report report;
    struct str polished = {NULL, 0};
    enum status status = polish_html(arena, html, language, &settings, NULL, &polished, &report, NULL);
    check(status == OK || status == E_INVALID, "the status");
    return polished;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    const struct language *language = language_find(str_from(tags[data[0] % 8]));
    struct str html = {(const char *)data + 2, size - 2}, out;
    check(arena != NULL, "memory");
    out = polish(arena, html, language, data[1]);
    if (out.data) {
        check_elements(html, out);
        struct str again = polish(arena, out, language, data[1]);
        check(again.data && str_eq(again, out), "polishing again changes something");
    }
    arena_free(arena);
    return 0;
}
