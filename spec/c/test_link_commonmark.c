/*
 * Every example of the CommonMark specification, linked against a site whose titles are the words of that example, so
 * that every word may become a link: with the links left out, the linked example means what the original means, in
 * CommonMark and as GitHub reads it. The judges are cmark and md4c. Skipped where ../shared/conformance is absent.
 */
#include "markdown_html.h"
#include "words_site.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define SPECIFICATION "../shared/conformance/commonmark/spec.txt"

/* Links what stands behind the first words; returns the number of links, -1 when they change anything else. */
static int check_behind(const struct link_index *index, struct str content, size_t skip_words)
{
    struct arena *arena = arena_new();
    struct link_options options = {.format = LINK_MARKDOWN, .skip_words = skip_words};
    struct link_result result;
    assert_int_equal(link_content(index, content, &options, arena, &result, NULL), OK);
    int count = (int)result.count;
    for (int reader = 0; reader < READERS && count >= 0; reader++)
        if (!markdown_means_the_same(content, result.content, result.count, (enum markdown_reader)reader))
            count = -1;
    arena_free(arena);
    return count;
}

/* A text is linked once, where it stands first. So that every place has its turn, more and more words are skipped. */
static int check(struct str content)
{
    struct arena *arena = arena_new();
    int all = 0;
    for (int longest = 1; longest <= 3 && all >= 0; longest += 2) {
        struct link_index *index = words_site(arena, content, longest);
        assert_non_null(index);
        for (size_t skip_words = 0, count = 1; count && skip_words < 60; skip_words++) {
            int links = check_behind(index, content, skip_words);
            all = links < 0 || all < 0 ? -1 : all + links;
            count = links > 0;
        }
        link_close(index);
    }
    arena_free(arena);
    return all;
}

/* One example; advances *rest behind it. The suite writes tabs as arrows. */
static bool next_example(struct str *rest, struct buf *content)
{
    struct str line;
    bool inside = false;
    buf_clear(content);
    while (str_split(rest, '\n', &line)) {
        if (!inside) {
            inside = str_starts(line, STR("````````````````")) && str_ends(line, STR("example"));
            continue;
        }
        if (str_eq(line, STR(".")))
            return true;
        for (size_t at = 0; at < line.len; at++) {
            bool is_tab = str_starts((struct str){line.data + at, line.len - at}, STR("\xE2\x86\x92"));
            buf_char(content, is_tab ? '\t' : line.data[at]);
            at += is_tab ? 2 : 0;
        }
        buf_char(content, '\n');
    }
    return false;
}

static struct buf read_specification(void)
{
    struct buf text = {0};
    char piece[4096];
    FILE *file = fopen(SPECIFICATION, "rb");
    if (!file) {
        print_message("skipped: %s is not there\n", SPECIFICATION);
        skip();
    }
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;)
        buf_add(&text, piece, length);
    fclose(file);
    return text;
}

static void links_only_add_links(void **state)
{
    (void)state;
    struct buf text = read_specification(), content = {0};
    struct str rest = {text.data, text.len};
    int examples = 0, links = 0, broken = 0;
    while (next_example(&rest, &content)) {
        /* As it stands, with words around, and in a list in a quote. */
        static const char *const forms[][2] = {{"", ""}, {"word ", " word\n"}, {"> - ", "\nlast\n"}};
        for (size_t i = 0; i < COUNT_OF(forms); i++) {
            struct buf form = {0};
            buf_printf(&form, "%s%.*s%s", forms[i][0], (int)content.len, buf_text(&content), forms[i][1]);
            struct str example = {buf_text(&form), form.len};
            int count = words_site_is_html(example) ? 0 : check(example);
            examples++;
            broken += count < 0;
            links += count > 0 ? count : 0;
            buf_free(&form);
        }
    }
    print_message("%d examples, %d links, %d broken\n", examples, links, broken);
    assert_true(examples > 1900);
    assert_true(links > 1000);
    assert_int_equal(broken, 0);
    buf_free(&text);
    buf_free(&content);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_only_add_links)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
