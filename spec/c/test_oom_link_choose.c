/* The n-th allocation of linking with every option fails, for n after n until all goes well: an error, no leak. */
#include "link_fixture.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

static const struct str urls[] = {TEXT("/page/*"), TEXT("https://example.org/*")};
static const struct str others[] = {TEXT("/other"), TEXT("/else*")};
static const struct str phrases[] = {TEXT("Alpha"), TEXT("d&eacute;lta"), TEXT("B\xC3\xA9ta")};
static const struct str names[] = {TEXT("blockquote"), TEXT("em")};

static const struct link_options all_options = {
    .url = TEXT("https://example.org/here"),
    .language = TEXT("en"),
    .max_links = 9,
    .min_spacing = 1,
    .max_per_paragraph = 9,
    .max_per_sentence = 9,
    .skip_words = 1,
    .exclude_tags = {names, 2},
    .exclude_classes = {names, 2},
    .exclude_urls = {others, 2},
    .allow_urls = {urls, 2},
    .deny_urls = {others, 2},
    .priority_urls = {urls, 1},
    .same_language = true,
    .allow_anchors = {phrases, 3},
    .deny_anchors = {phrases + 1, 1},
    .max_anchor_share = 0.9,
    .orphan_boost = 1,
    .rel = TEXT("nofollow"),
    .target = TEXT("_blank"),
    .class = TEXT("link"),
    .title = true,
    .explain = true,
};

#define CONTENT                                                                                                        \
    "<p class='ems x'>It <a href='/page/9&amp;'>says &amp; so</a>, <b>alph&#97;</b> and b\xC3\xA9ta.</p>"              \
    "<h2>Sources</h2><ul><li>Gamma</li></ul><blockquote class=blockquote>gamma</blockquote>"

static enum status link_once(const struct link_index *index, enum link_format format)
{
    struct link_options options = all_options;
    struct link_result result;
    options.format = format;
    struct arena *arena = arena_new();
    enum status status = arena ? link_content(index, STR(CONTENT), &options, arena, &result, NULL) : E_MEMORY;
    if (status == OK)
        assert_int_equal(result.count, 2);
    arena_free(arena);
    return status;
}

static void fails_cleanly(enum link_format format)
{
    static const char *const titles[] = {"Alpha", "B\xC3\xA9ta", "Gamma"};
    struct link_index *index = fixture_index_of(titles, COUNT_OF(titles), 1);
    assert_non_null(index);
    oom_only_one_fails = true;
    long n = 0;
    for (enum status status = E_MEMORY; status != OK; n++) {
        oom_allocations_left = n;
        status = link_once(index, format);
        bool was_reached = oom_allocations_left == -1;
        oom_allocations_left = -1;
        assert_true(status == E_MEMORY || status == OK);
        if (status == OK && was_reached)
            status = E_MEMORY; /* that one could be done without */
        assert_true(n < 10000);
    }
    assert_true(n > 20);
    link_close(index);
}

static void html_fails_cleanly(void **state)
{
    (void)state;
    fails_cleanly(LINK_HTML);
}

static void markdown_fails_cleanly(void **state)
{
    (void)state;
    fails_cleanly(LINK_MARKDOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(html_fails_cleanly), cmocka_unit_test(markdown_fails_cleanly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
