/*
 * The n-th allocation of a filter's work fails, for n after n until all goes well: every byte goes on all the same, and
 * links are only missing where an error is told.
 */
#include "link/link.h"
#include "link_fixture.h"
#include "oom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Room for all that comes out: no allocation here may fail. */
struct collected {
    char data[60000];
    size_t length;
};

static void collect(struct collected *collected, const struct link_filter_output *output)
{
    for (size_t i = 0; i < COUNT_OF(output->pieces); i++) {
        assert_true(output->pieces[i].len <= sizeof collected->data - collected->length);
        if (output->pieces[i].len)
            memcpy(collected->data + collected->length, output->pieces[i].data, output->pieces[i].len);
        collected->length += output->pieces[i].len;
    }
}

/* Takes the content in two pieces. The first error that was told. */
static enum status filter(const struct link_index *index, struct str content, enum link_format format,
                          struct collected *collected)
{
    struct link_options options = {.format = format, .min_score = 0};
    struct link_filter *filter = link_filter_new(index, &options, 0);
    struct link_filter_output output;
    size_t half = content.len / 2;
    collected->length = 0;
    if (!filter)
        return E_INTERNAL;
    enum status first = link_filter_write(filter, (struct str){content.data, half}, &output, NULL);
    collect(collected, &output);
    enum status second =
        link_filter_write(filter, (struct str){content.data + half, content.len - half}, &output, NULL);
    collect(collected, &output);
    enum status third = link_filter_end(filter, &output, NULL);
    collect(collected, &output);
    link_filter_free(filter);
    return first != OK ? first : second != OK ? second : third;
}

static void passes_all(enum link_format format)
{
    static const char *const titles[] = {"basil"};
    static struct collected collected, linked;
    struct link_index *index = fixture_index_of(titles, 1, 1);
    struct buf content = {0};
    buf_str(&content, "Basil\n\n"); /* then enough to be looked at more than once */
    while (content.len < 30000)
        buf_str(&content, "Neither this nor that. ");
    struct str text = {content.data, content.len};
    assert_int_equal(filter(index, text, format, &linked), OK);
    assert_true(linked.length > text.len);
    oom_only_one_fails = true;
    enum status status = E_MEMORY;
    for (long n = 0; status != OK; n++) {
        oom_allocations_left = n;
        status = filter(index, text, format, &collected);
        bool was_reached = oom_allocations_left == -1;
        oom_allocations_left = -1;
        assert_true(n < 1000);
        if (status == E_INTERNAL) {
            status = E_MEMORY;
            continue;
        }
        const char *expected = status == OK ? linked.data : text.data;
        assert_true(status == OK || status == E_MEMORY);
        assert_int_equal(collected.length, status == OK ? linked.length : text.len);
        assert_memory_equal(collected.data, expected, collected.length);
        if (status == OK && was_reached)
            status = E_MEMORY; /* that one could be done without */
    }
    oom_only_one_fails = false;
    buf_free(&content);
    link_close(index);
}

static void passes_all_html(void **state)
{
    (void)state;
    passes_all(LINK_HTML);
}

static void passes_all_markdown(void **state)
{
    (void)state;
    passes_all(LINK_MARKDOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_all_html), cmocka_unit_test(passes_all_markdown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
