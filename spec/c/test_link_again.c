/* Linking what is linked adds nothing: what did not become a link at first does not become one the second time. */
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct link_index *site;

enum { ANY = 1000 }; /* links, as many as there are */

static int build_index(void **state)
{
    (void)state;
    /* "herb garden" overlaps "garden plan"; "plan" is a part of that. Two pages have the title "basil". */
    static const char *const titles[] = {"herb garden", "mint [green", "garden plan", "plan",
                                         "basil",       "basil",       "tomato",      "to"};
    site = fixture_index_of(titles, COUNT_OF(titles), 1);
    return site ? 0 : 1;
}

static int close_index(void **state)
{
    (void)state;
    link_close(site);
    return 0;
}

static void assert_stays(const char *content, enum link_format format, size_t links)
{
    struct arena *arena = arena_new();
    struct link_options options = {.format = format};
    struct link_result first, second;
    assert_int_equal(link_content(site, str_from(content), &options, arena, &first, NULL), OK);
    if (links != ANY)
        assert_int_equal(first.count, links);
    assert_int_equal(link_content(site, first.content, &options, arena, &second, NULL), OK);
    assert_int_equal(second.count, 0);
    assert_string_equal(second.content.data, first.content.data);
    arena_free(arena);
}

static void part_of_what_is_linked_in_part(void **state)
{
    (void)state;
    for (int format = LINK_HTML; format <= LINK_TEXT; format++)
        assert_stays("A herb garden plan.", (enum link_format)format, 1);
}

static void other_page_of_the_same_title(void **state)
{
    (void)state;
    for (int format = LINK_HTML; format <= LINK_TEXT; format++) {
        assert_stays("Basil, basil and basil.", (enum link_format)format, 1);
        assert_stays("Basil. To basil,\n\ntomato (basil)! To tomato herb garden herb garden", (enum link_format)format,
                     4);
    }
}

static void elements_inside_and_around(void **state)
{
    (void)state;
    assert_stays("<p>A <b>herb</b> <i>garden</i> plan <b>basil</b><a name=x></a> tomato</p>", LINK_HTML, 3);
    assert_stays("A **herb garden** plan, *basil* `basil`\n> tomato", LINK_MARKDOWN, 4);
}

/* A blank that is none to ASCII stands behind the link. */
static void text_right_behind_a_link(void **state)
{
    (void)state;
    for (int format = LINK_HTML; format <= LINK_TEXT; format++)
        assert_stays("Tomato\xC2\xA0garden plan, tomato", (enum link_format)format, 2);
}

/* The dot of an initial ends no sentence, whether or not the letter is a link; at most three links are in a sentence.
 */
static void sentences(void **state)
{
    (void)state;
    static const char *const titles[] = {"C", "one", "two", "three"};
    struct link_index *index = fixture_index_of(titles, COUNT_OF(titles), 1);
    for (int format = LINK_HTML; format <= LINK_TEXT; format++) {
        struct arena *arena = arena_new();
        struct link_options options = {.format = (enum link_format)format, .max_per_sentence = 3};
        struct link_result first, second;
        struct str content = STR("One of two in C. Three are more.");
        assert_int_equal(link_content(index, content, &options, arena, &first, NULL), OK);
        assert_int_equal(first.count, 3);
        assert_int_equal(link_content(index, first.content, &options, arena, &second, NULL), OK);
        assert_int_equal(second.count, 0);
        arena_free(arena);
    }
    link_close(index);
}

static void markdown_in_html(void **state)
{
    (void)state;
    assert_stays("<p>A herb <i>garden</i> plan, (basil). <b>Tomato</b> basil.</p>", LINK_MARKDOWN, 3);
    assert_stays("<p>[x](/page/6_\\(0\\)?a=1\\&b=\"2\") tomato</p>", LINK_MARKDOWN, 0);
    assert_stays("<p>mint [green]</p>", LINK_MARKDOWN, ANY);
    assert_stays("<p>[x](/page/6_ tomato) [[basil](<a href='y'>herb garden</a> [ basil</p>", LINK_MARKDOWN, 2);
}

static void links_of_all_kinds(void **state)
{
    (void)state;
    static const struct {
        enum link_format format;
        const char *content;
    } linked[] = {
        {LINK_HTML, "<a href='/page/6_(0)?a=1&amp;b=\"2\"'>x</a> tomato"},
        {LINK_MARKDOWN, "[x](</page/6_(0)?a=1&b=\"2\">) tomato"},
        {LINK_MARKDOWN, "[x](/page/6_\\(0\\)?a=1&amp;b=\"2\" 'title') tomato"},
        {LINK_MARKDOWN, "[x] tomato\n\n[ X ]: /page/6_(0)?a=1&b=\"2\""},
        {LINK_MARKDOWN, "[y][x] tomato\n\n> [X]:\n> </page/6_(0)?a=1&b=\"2\">"},
        {LINK_MARKDOWN, "[x][] tomato\n\n[x]: /page/6_(0)?a=1&b=\"2\""},
        {LINK_MARKDOWN, "<a href='/page/6_(0)?a=1&amp;b=\"2\"'>x</a> tomato"},
        {LINK_TEXT, "x </page/6_(0)?a=1&b=%222%22> tomato"},
    };
    for (size_t i = 0; i < COUNT_OF(linked); i++)
        assert_stays(linked[i].content, linked[i].format, 0);
    assert_stays("[y][x] tomato\n\n[x]: /page/7\n", LINK_MARKDOWN, 1);
    assert_stays("![x](/page/6_(0)?a=1&b=\"2\") tomato", LINK_MARKDOWN, 1);
    assert_stays("x <page> tomato <b>", LINK_TEXT, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(part_of_what_is_linked_in_part),
        cmocka_unit_test(other_page_of_the_same_title),
        cmocka_unit_test(elements_inside_and_around),
        cmocka_unit_test(text_right_behind_a_link),
        cmocka_unit_test(sentences),
        cmocka_unit_test(markdown_in_html),
        cmocka_unit_test(links_of_all_kinds),
    };
    return cmocka_run_group_tests(tests, build_index, close_index);
}
