/* Polishing for tests: one call, and what an article holds besides sentences. */
#ifndef COPYDESK_SPEC_TEST_POLISH_H
#define COPYDESK_SPEC_TEST_POLISH_H

#include "write/polish/polish.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct polish_settings all_settings = {.split_paragraphs = true,
                                                    .remove_conclusions = true,
                                                    .remove_repetitive = true,
                                                    .convert_passive = true,
                                                    .simplify = true,
                                                    .humanize = true};

static inline struct str polish_text(struct arena *arena, struct str html, const char *language,
                                     const struct polish_settings *settings, struct polish_report *report)
{
    struct str polished;
    struct error err;
    assert_int_equal(
        polish_html(arena, html, language_find(str_from(language)), settings, NULL, &polished, report, &err), OK);
    return polished;
}

static inline size_t times_in(struct str text, const char *part)
{
    size_t count = 0;
    for (size_t at = 0; (at = str_find(text, str_from(part), at)) < text.len; at++)
        count++;
    return count;
}

#endif
