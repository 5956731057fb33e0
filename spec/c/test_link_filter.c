/* The streaming filter: content in pieces is linked as if it had come at once, and nothing is ever lost. */
#include "link/link.h"
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct link_index *site;

static int build_index(void **state)
{
    (void)state;
    static const char *const titles[] = {"herb garden", "basil", "soil", "compost heap", "nothing"};
    site = fixture_index_of(titles, COUNT_OF(titles), 2);
    return site ? 0 : 1;
}

static int close_index(void **state)
{
    (void)state;
    link_close(site);
    return 0;
}

static void take(struct buf *all, const struct link_filter_output *output)
{
    for (size_t i = 0; i < COUNT_OF(output->pieces); i++)
        buf_add(all, output->pieces[i].data, output->pieces[i].len);
}

/* What comes out when the content is cut into pieces of these lengths in turn. */
static struct buf filter_cut(struct str content, enum link_format format, size_t max_bytes, const size_t *lengths,
                             size_t count)
{
    struct link_options options = {.format = format, .min_score = 0};
    struct link_filter *filter = link_filter_new(site, &options, max_bytes);
    struct link_filter_output output;
    struct buf all = {0};
    assert_non_null(filter);
    for (size_t at = 0, i = 0; at < content.len; i++) {
        size_t left = content.len - at, length = lengths[i % count] < left ? lengths[i % count] : left;
        char *piece = length ? malloc(length) : NULL; /* a copy: reading past its end shows under the sanitizers */
        if (length)
            memcpy(piece, content.data + at, length);
        assert_int_equal(link_filter_write(filter, (struct str){piece, length}, &output, NULL), OK);
        take(&all, &output);
        free(piece);
        at += length;
    }
    assert_int_equal(link_filter_end(filter, &output, NULL), OK);
    take(&all, &output);
    assert_int_equal(link_filter_end(filter, &output, NULL), OK);
    take(&all, &output);
    link_filter_free(filter);
    return all;
}

static struct buf filter_whole(struct str content, enum link_format format, size_t max_bytes)
{
    return filter_cut(content, format, max_bytes, &content.len, 1);
}

static void assert_same(struct buf expected, struct buf actual)
{
    assert_int_equal(actual.len, expected.len);
    assert_memory_equal(buf_text(&actual), buf_text(&expected), expected.len);
    buf_free(&actual);
}

static void assert_cuts_make_no_difference(struct str content, enum link_format format, size_t max_bytes)
{
    static const size_t cuts[][3] = {{1, 1, 1}, {2, 0, 3}, {7, 11, 1}, {4096, 1, 5000}, {16384, 1, 1}, {100000, 3, 1}};
    struct buf expected = filter_whole(content, format, max_bytes);
    for (size_t i = 0; i < COUNT_OF(cuts); i++)
        assert_same(expected, filter_cut(content, format, max_bytes, cuts[i], 3));
    buf_free(&expected);
}

/* A page of so many paragraphs, with every word of the site in it. */
static struct buf make_page(size_t paragraphs, enum link_format format)
{
    struct buf page = {0};
    for (size_t i = 0; i < paragraphs; i++) {
        buf_str(&page, format == LINK_HTML ? "<p title='basil &amp; >'>" : "\r\n\r\n> - ");
        buf_printf(&page, "Paragraph %zu \xC3\xA9t\xC3\xA9 &eacute; <code>soil</code> says <b>no</b>t ", i);
        buf_str(&page, i == 20 ? "<i>basil</i> on a compost heap, herb garden" : "a word of what is meant.");
        buf_str(&page, format == LINK_HTML ? "</p>" : "\r\n `soil`");
    }
    buf_str(&page, "\n\nsoil");
    return page;
}

/* What link_content makes of the content; more: bytes behind it that it does not see. */
static struct buf link_whole(struct str content, enum link_format format, struct str more)
{
    struct arena *arena = arena_new();
    struct link_options options = {.format = format, .min_score = 0};
    struct link_result result;
    assert_int_equal(link_content(site, content, &options, arena, &result, NULL), OK);
    struct buf all = {0};
    buf_add(&all, result.content.data, result.content.len);
    buf_add(&all, more.data, more.len);
    arena_free(arena);
    return all;
}

static void gives_what_one_call_gives(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 30, 150, 2000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        for (int format = LINK_HTML; format <= LINK_MARKDOWN; format++) {
            struct buf page = make_page(sizes[i], (enum link_format)format);
            struct str content = {page.data, page.len};
            struct buf expected = link_whole(content, (enum link_format)format, STR(""));
            assert_true(expected.len > page.len);
            assert_same(expected, filter_whole(content, (enum link_format)format, 0));
            assert_cuts_make_no_difference(content, (enum link_format)format, 0);
            assert_cuts_make_no_difference(content, (enum link_format)format, 5000);
            buf_free(&expected);
            buf_free(&page);
        }
    }
}

static void cuts_anywhere(void **state)
{
    (void)state;
    struct str html =
        STR("<p>\xC3\xA9 basil&eacute; basil <b>herb</b> <i>garden</i> <a href='soil'>soil</a><!-- basil -->"
            "<script>basil</script>compost <em title=\"soil>\">heap</em>nothing</p>basil soil");
    struct str markdown =
        STR("---\nbasil: soil\n\n---\n# soil\r\n\r\nherb\ngarden `compost\n\nheap` soil\n\nbasil\n===\n\nbasil");
    for (size_t most = 1; most <= html.len + 1; most++) {
        assert_cuts_make_no_difference(html, LINK_HTML, most);
        assert_cuts_make_no_difference(markdown, LINK_MARKDOWN, most);
    }
}

/* Only what is sure to be read the same, whatever follows, is linked when max_bytes is reached. */
static void assert_settles(const char *held, const char *rest, enum link_format format, size_t settled)
{
    struct buf content = {0};
    buf_printf(&content, "%s%s", held, rest);
    struct str part = {content.data, settled}, more = {content.data + settled, content.len - settled};
    struct buf expected = link_whole(part, format, more);
    assert_same(expected, filter_whole((struct str){content.data, content.len}, format, strlen(held)));
    buf_free(&expected);
    buf_free(&content);
}

static void links_only_what_is_settled(void **state)
{
    (void)state;
    assert_settles("<p>soil basil", "ico</p>", LINK_HTML, 8);
    assert_settles("<p>basil<b", ">soil</b>", LINK_HTML, 0);
    assert_settles("<p>basil</p", ">soil</b>", LINK_HTML, 0);
    assert_settles("<p>basil</p>soil", "x", LINK_HTML, 8);
    assert_settles("soil <a href='", "x'>basil</a>", LINK_HTML, 5);
    assert_settles("soil\n\nbasil", "\n===", LINK_MARKDOWN, 6);
    assert_settles("soil\r\nbasil\r\n", "===", LINK_MARKDOWN, 0);
    assert_settles("soil\n \t\r\nbasil `", "`", LINK_MARKDOWN, 8);
    assert_settles("---\nsoil\n\nbasil\n", "---\n", LINK_MARKDOWN, 0);
    assert_settles("+++\nsoil\n\nbasil\n", "+++\n", LINK_MARKDOWN, 0);
    assert_settles("--", "-\nsoil\n---\n", LINK_MARKDOWN, 0);
    assert_settles("<div>\n\nsoil\n\n", "</div>", LINK_MARKDOWN, 0);
}

static void passes_what_comes_behind_at_once(void **state)
{
    (void)state;
    struct link_options options = {.min_score = 0};
    struct link_filter *filter = link_filter_new(site, &options, 100);
    struct link_filter_output output;
    char hundred[100];
    memset(hundred, ' ', sizeof hundred);
    assert_int_equal(link_filter_write(filter, (struct str){hundred, 99}, &output, NULL), OK);
    assert_int_equal(output.pieces[0].len + output.pieces[1].len + output.pieces[2].len, 0);
    assert_int_equal(link_filter_write(filter, STR("xy basil"), &output, NULL), OK);
    assert_int_equal(output.pieces[0].len + output.pieces[1].len, 100);
    assert_int_equal(output.pieces[2].len, 7);
    assert_int_equal(link_filter_write(filter, STR("basil"), &output, NULL), OK);
    assert_memory_equal(output.pieces[2].data, "basil", 5);
    assert_int_equal(link_filter_links(filter), 0);
    link_filter_free(filter);
    link_filter_free(NULL);
}

static void lets_all_pass_when_told_to_stop(void **state)
{
    (void)state;
    struct link_options options = {.min_score = 0};
    struct link_filter *filter = link_filter_new(site, &options, 0);
    struct link_filter_output output;
    struct buf all = {0};
    assert_int_equal(link_filter_write(filter, STR("<p>ba"), &output, NULL), OK);
    take(&all, &output);
    link_filter_stop(filter);
    assert_int_equal(link_filter_write(filter, STR("sil"), &output, NULL), OK);
    take(&all, &output);
    assert_string_equal(buf_text(&all), "<p>basil");
    assert_int_equal(link_filter_write(filter, STR(" soil"), &output, NULL), OK);
    take(&all, &output);
    assert_int_equal(link_filter_end(filter, &output, NULL), OK);
    take(&all, &output);
    assert_string_equal(buf_text(&all), "<p>basil soil");
    buf_free(&all);
    link_filter_free(filter);
}

/* The pages of an index file that is too large to be copied when it is opened. */
static enum status next_of_many(void *context, struct link_page *page, bool *done, struct error *err)
{
    static char url[64], title[2000];
    size_t *number = context;
    (void)err;
    *done = *number == 1200;
    snprintf(url, sizeof url, "/page/%zu", *number);
    for (size_t i = 0; i < sizeof title; i++)
        title[i] = i % 8 ? (char)('a' + rand() % 26) : ' ';
    *page = (struct link_page){.url = str_from(url), .title = {title, sizeof title}};
    if (++*number == 1)
        page->title = STR("basil");
    return OK;
}

/* An index file whose length changes is refused: the content must come through all the same, and the error be told. */
static void lets_all_pass_when_linking_fails(void **state)
{
    (void)state;
    char path[] = "/tmp/copydesk-filter.XXXXXX";
    size_t number = 0;
    struct link_index *index;
    close(mkstemp(path));
    assert_int_equal(link_build(path, next_of_many, &number, NULL), OK);
    assert_int_equal(link_open(path, &index, NULL), OK);
    FILE *file = fopen(path, "ab");
    assert_true(ftell(file) > 1024 * 1024);
    assert_int_equal(fputc('x', file), 'x');
    fclose(file);
    struct link_options options = {.min_score = 0};
    struct link_filter *filter = link_filter_new(index, &options, 0);
    struct link_filter_output output;
    struct error err = {0};
    assert_int_equal(link_filter_write(filter, STR("<p>basil"), &output, &err), OK);
    assert_int_equal(link_filter_end(filter, &output, &err), E_CORRUPT);
    assert_true(err.message[0] != '\0');
    assert_int_equal(output.pieces[0].len, 8);
    assert_memory_equal(output.pieces[0].data, "<p>basil", 8);
    assert_int_equal(link_filter_end(filter, &output, &err), OK);
    link_filter_free(filter);
    link_close(index);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_what_one_call_gives),       cmocka_unit_test(cuts_anywhere),
        cmocka_unit_test(links_only_what_is_settled),      cmocka_unit_test(passes_what_comes_behind_at_once),
        cmocka_unit_test(lets_all_pass_when_told_to_stop), cmocka_unit_test(lets_all_pass_when_linking_fails),
    };
    return cmocka_run_group_tests(tests, build_index, close_index);
}
