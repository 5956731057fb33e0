/*
 * Markdown of 4 MiB that is made to take long: whatever the signs are, reading is linear in the size, so that each of
 * these is done in an instant (a quadratic reading of any of them would take hours), and takes at most eight times the
 * memory of the content.
 */
#include "link/lexer/lexer.h"
#include "link/link.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SIZE = 4 * 1024 * 1024, SMALLER = SIZE / 4 };

static const char *const patterns[] = {
    "<b>",
    "</b>",
    "<a>",
    "<a href=x>",
    "[](a)",
    "[a](b)",
    "[-](a) ",
    "[a]",
    "# *\n",
    "# \\\n",
    "[a]:b\n[a]\n",
    "[",
    "]",
    "![",
    "[]",
    "[a](",
    "](",
    "](a \"",
    "](a '",
    "](a (",
    "](<",
    "[a][",
    "[[a]",
    "][a",
    "*",
    "* ",
    "*a",
    "**a ",
    "_",
    "_a",
    "a_",
    "*a _b ",
    "~",
    "`",
    "` ",
    "`a``",
    "```\n",
    "~~~ a\n",
    ">",
    "> ",
    "> a\n",
    ">\n",
    "- ",
    "-\n",
    "- a\n",
    "  - a\n",
    "1. ",
    "1. a\n\n",
    "+\t",
    " ",
    "\t",
    "\n",
    "\r",
    " \n",
    "    \n",
    "#",
    "# \n",
    "# a\n",
    "a\n===\n",
    "=",
    "-",
    "---\n",
    "+++\n",
    "|",
    "|-",
    "a|b\n-|-\n",
    "|\n|-|\n",
    "<",
    "<a",
    "<a ",
    "<a b='",
    "<a b=\"c\" ",
    "</",
    "<!--",
    "<!a",
    "<?",
    "<![CDATA[",
    "<div>\n",
    "<pre>\n",
    "</pre",
    "<a:",
    "<a@",
    "&",
    "&a",
    "&#",
    "&#1",
    "&amp;",
    "\\",
    "\\*",
    "a",
    "a ",
    "a\n",
    "http://",
    "www.",
    "@",
    "a@b ",
    "[a]: b\n",
    "[a]: b\n\n",
    "[a\n",
    "[a]:\n",
    "[^a]: b\n",
    "\v",
    "\f\n",
    "\xC3\xA9",
    "\xE4\xB8\x80",
    "\xFF",
    "a\xCC\x81",
};

static void read(struct str content, const char *pattern)
{
    struct arena *arena = arena_new();
    struct lexed lexed;
    assert_int_equal(lex_markdown(arena, content, LINK_MAX_WORDS, NULL, &lexed, NULL), OK);
    if (arena_used(arena) > 8 * content.len)
        fail_msg("%s takes %zu bytes for %zu", pattern, arena_used(arena), content.len);
    arena_free(arena);
}

/* begin, then the pattern again and again, then end. */
static void repeat(const char *begin, const char *pattern, const char *end, size_t size)
{
    struct buf content = {0};
    buf_str(&content, begin);
    while (content.len < size)
        buf_str(&content, pattern);
    buf_str(&content, end);
    read((struct str){content.data, content.len}, pattern);
    buf_free(&content);
}

static void one_pattern(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        repeat("", patterns[i], "", SIZE);
}

static void in_a_paragraph(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        repeat("a [x] ", patterns[i], "] ` b", SMALLER);
}

static void in_containers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        repeat("> - > 1. a\n", patterns[i], "\n\n[x]", SMALLER);
}

/* Many containers, then many lines that all of them could continue. */
static void deep_and_long(void **state)
{
    (void)state;
    static const char *const markers[] = {"> ", "- ", "1. ", "> - "}, *const lines[] = {"\n", "a\n", "> > >\n",
                                                                                        "\n\ta"};
    for (size_t i = 0; i < COUNT_OF(markers); i++) {
        for (size_t j = 0; j < COUNT_OF(lines); j++) {
            struct buf content = {0};
            while (content.len < SIZE / 2)
                buf_str(&content, markers[i]);
            while (content.len < SIZE)
                buf_str(&content, lines[j]);
            read((struct str){content.data, content.len}, markers[i]);
            buf_free(&content);
        }
    }
}

/* All patterns by turns, in many orders. */
static void mixed(void **state)
{
    (void)state;
    for (size_t step = 1; step < COUNT_OF(patterns); step += 7) {
        struct buf content = {0};
        for (size_t i = 0; content.len < SIZE; i += step)
            buf_str(&content, patterns[i % COUNT_OF(patterns)]);
        read((struct str){content.data, content.len}, "the mixture");
        buf_free(&content);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pattern),   cmocka_unit_test(in_a_paragraph), cmocka_unit_test(in_containers),
        cmocka_unit_test(deep_and_long), cmocka_unit_test(mixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
