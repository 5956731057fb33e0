/* Plain text as content, and what the lexers make of Markdown and of it. */
#include "link/lexer/lexer.h"
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void assert_linked(const char *content, const char *expected, const char *anchor_text)
{
    static const struct link_page pages[] = {
        {.url = {"/herbs", 6}, .title = {"herb garden", 11}},
        {.url = {"https://example.org/<b> &c", 26}, .title = {"basil &amp; thyme", 17}},
    };
    struct link_index *index = fixture_index(pages, COUNT_OF(pages));
    struct arena *arena = arena_new();
    static const struct str parts[] = {{"herb", 4}, {"garden", 6}}; /* of a title, which may be links by themselves */
    struct link_options options = {.format = LINK_TEXT, .deny_anchors = {parts, COUNT_OF(parts)}};
    struct link_result result;
    assert_int_equal(link_content(index, str_from(content), &options, arena, &result, NULL), OK);
    assert_string_equal(result.content.data, expected);
    assert_int_equal(result.count, anchor_text ? 1 : 0);
    if (anchor_text) {
        assert_int_equal(result.links[0].anchor_text.len, strlen(anchor_text));
        assert_memory_equal(result.links[0].anchor_text.data, anchor_text, strlen(anchor_text));
    }
    arena_free(arena);
    link_close(index);
}

static void links_stand_behind_their_text(void **state)
{
    (void)state;
    assert_linked("The herb\n  garden, and <b>", "The herb\n  garden </herbs>, and <b>", "herb garden");
    assert_linked("Basil &amp; thyme.", "Basil &amp; thyme <https://example.org/%3Cb%3E%20&c>.", "Basil &amp; thyme");
    assert_linked("herb garden", "herb garden </herbs>", "herb garden");
    assert_linked("", "", NULL);
}

static void paragraphs_and_addresses_get_no_link(void **state)
{
    (void)state;
    assert_linked("herb\r\ngarden", "herb\r\ngarden </herbs>", "herb garden");
    assert_linked("https://example.org/herb-garden", "https://example.org/herb-garden", NULL);
    assert_linked("www.herb-garden me@herb-garden", "www.herb-garden me@herb-garden", NULL);
    assert_linked("see </herbs> herb garden", "see </herbs> herb garden", NULL);
}

static void blank_lines_part_paragraphs(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct lexed lexed;
    assert_int_equal(lex_text(arena, STR("a\n\nb\nc\r\n \r\nd\r\ne\r\rf"), 0, NULL, &lexed, NULL), OK);
    static const bool starts[] = {true, true, false, true, false, true};
    assert_int_equal(lexed.count, COUNT_OF(starts));
    for (size_t i = 0; i < lexed.count; i++)
        assert_int_equal((lexed.lexemes[i].marks & MARK_STARTS_BLOCK) != 0, starts[i]);
    arena_free(arena);
}

static struct lexed read_markdown(struct arena *arena, const char *content)
{
    struct lexed lexed;
    assert_int_equal(lex_markdown(arena, str_from(content), 0, NULL, &lexed, NULL), OK);
    return lexed;
}

static void markdown_has_kinds_of_blocks(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct lexed lexed =
        read_markdown(arena, "a\n\n- b\n\n> c\n\n| d |\n|---|\n| e |\n\n# f\n\ng\n===\n\n*h* **i** j\n");
    static const uint8_t blocks[] = {IN_PARAGRAPH, IN_LIST_ITEM, IN_QUOTE,     IN_CELL,      IN_CELL,
                                     IN_HEADING,   IN_HEADING,   IN_PARAGRAPH, IN_PARAGRAPH, IN_PARAGRAPH};
    size_t words = 0;
    for (size_t i = 0; i < lexed.count; i++)
        if (lexed.lexemes[i].kind == LEXEME_WORD)
            assert_int_equal(lexed.lexemes[i].block, blocks[words++]);
    assert_int_equal(words, COUNT_OF(blocks));
    assert_int_equal(lexed.heading_count, 2);
    assert_int_equal(lexed.headings[0].level, 1);
    assert_int_equal(lexed.headings[1].level, 1);
    assert_true(lexed.lexemes[lexed.count - 3].marks & MARK_ITALIC);
    assert_true(lexed.lexemes[lexed.count - 2].marks & MARK_BOLD);
    assert_false(lexed.lexemes[lexed.count - 1].marks & (MARK_BOLD | MARK_ITALIC));
    arena_free(arena);
}

static void assert_anchors(const char *content, const char *expected)
{
    struct arena *arena = arena_new();
    struct lexed lexed = read_markdown(arena, content);
    struct buf found = {0};
    for (size_t i = 0; i < lexed.anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed.anchors[i];
        size_t start = lexed.lexemes[anchor->first].start, end = lexed.lexemes[anchor->last - 1].end;
        buf_printf(&found, "%.*s>%.*s ", (int)(end - start), content + start, STR_ARG(anchor->href));
    }
    assert_string_equal(buf_text(&found), expected);
    buf_free(&found);
    arena_free(arena);
}

static void markdown_links_are_anchors(void **state)
{
    (void)state;
    assert_anchors("[a](b) [c d](<e f> 'g') [h](i\\)j&amp;k)", "a>b c d>e f h>i)j&k ");
    assert_anchors("[a] [A][] [b][a] [c]\n\n[a]: x (title)\n[a]: y", "a>x A>x b>x ");
    assert_anchors("> [a\n> b]\n\n[A  B]:\n  <x>", "a\n> b>x ");
    assert_anchors("![a](b) [![c](d) e](f) [g [h](i)](j)", "c](d) e>f h>i ");
    assert_anchors("<https://x.example> <a href='y'>z</a> https://w.example",
                   "<https://x.example>>https://x.example z>y ");
    assert_anchors("`[a](b)` [a]( [b](c d) [^1] \\[e](f)\n\n[^1]: x", "");
    assert_anchors("# [a](b)\n\n```\n[c](d)\n```\n\n    [e](f)\n", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_stand_behind_their_text), cmocka_unit_test(paragraphs_and_addresses_get_no_link),
        cmocka_unit_test(blank_lines_part_paragraphs),   cmocka_unit_test(markdown_has_kinds_of_blocks),
        cmocka_unit_test(markdown_links_are_anchors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
