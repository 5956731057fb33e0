/*
 * Any bytes polished by rules, in a language and with settings that the first two bytes choose. What comes out parses
 * again, is done when it is polished once more, and has lost no image, code, table or link.
 */
#include "write/polish/polish.h"

#include "check.h"

static const char *const tags[] = {"en", "de", "fr", "es", "it", "nl", "pt", "sv"};

static size_t times_in(struct str text, const char *part)
{
    size_t count = 0;
    for (size_t at = 0; (at = str_find(text, str_from(part), at)) < text.len; at++)
        count++;
    return count;
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
    static const char *const stays[] = {"<img", "<code", "<table", "<pre", "<iframe", "<a href"};
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    const struct language *language = language_find(str_from(tags[data[0] % 8]));
    struct str html = {(const char *)data + 2, size - 2}, out;
    check(arena != NULL, "memory");
    out = polish(arena, html, language, data[1]);
    if (out.data) {
        bool has_citations = times_in(html, "<sup") > 0;
        for (size_t i = 0; i < sizeof stays / sizeof *stays; i++)
            check(has_citations || times_in(out, stays[i]) == times_in(html, stays[i]), stays[i]);
        struct str again = polish(arena, out, language, data[1]);
        check(again.data && str_eq(again, out), "polishing again changes something");
    }
    arena_free(arena);
    return 0;
}
