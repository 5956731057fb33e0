/* Excerpts ranked for a query, compared with a text, and the terms that they share. */
#include "research/excerpt/excerpt.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct error err;

static struct excerpts build(const char *const *documents, size_t count)
{
    struct page *pages = ARENA_ARRAY(arena, count, struct page);
    struct excerpts excerpts;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(page_read(arena, str_from(documents[i]), PAGE_MARKDOWN, "utf-8", "page.md", &pages[i], &err),
                         OK);
    const struct excerpts_options options = {.language = language_find(STR("English"))};
    assert_int_equal(excerpts_build(arena, pages, count, &options, &excerpts, &err), OK);
    return excerpts;
}

/* Number of excerpts found; their numbers in `numbers`, room for 16. */
static size_t rank(const struct excerpts *excerpts, struct excerpt_query query, size_t *numbers)
{
    size_t count;
    query.most = query.most ? query.most : 16;
    assert_int_equal(excerpts_rank(excerpts, &query, arena, numbers, &count, &err), OK);
    assert_in_range(count, 0, query.most);
    return count;
}

static const char *text_of(const struct excerpts *excerpts, size_t number)
{
    return arena_copy_n(arena, excerpts->list[number].shown.text.data, excerpts->list[number].shown.text.len);
}

static const char *const manual[] = {
    "# Index Types\n\nThe server has several of them: trees, hashes and blocks. Each uses another algorithm.\n\n"
    "## Trees\n\nTrees answer questions of order and of equality on data that can be sorted.\n\n"
    "## Hashes\n\nHashes answer questions of equality and nothing else.\n",
    "# Release notes\n\nThis release repairs an index on types of ranges. It repairs an index on text. It repairs the "
    "index on numbers and the types of arrays.\n\n## Changes\n\nThe index of the types is written once more. Types and "
    "indexes of other kinds stay.\n",
    "# Backup\n\n## Dumps\n\nA dump is a file of commands that make the tables again. The index types are part of "
    "it.\n\n## Files\n\nA copy of the files is made while the server stands still.\n\n"
    "### Order\n\nThe oldest file is copied first, and the newest file last.\n"};

static void the_page_about_the_keyword_comes_first(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t numbers[16];
    assert_true(rank(&excerpts, (struct excerpt_query){.keyword = STR("index types")}, numbers) >= 3);
    assert_int_equal(excerpts.list[numbers[0]].page, 0);
    assert_int_equal(numbers[0], 0);
}

static void headings_decide_for_a_section(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t numbers[16];
    rank(&excerpts, (struct excerpt_query){.keyword = STR("index types"), .heading = STR("How hashes work")}, numbers);
    assert_non_null(strstr(text_of(&excerpts, numbers[0]), "Hashes answer"));
    rank(&excerpts, (struct excerpt_query){.keyword = STR("backup"), .heading = STR("Copying the files")}, numbers);
    assert_non_null(strstr(text_of(&excerpts, numbers[0]), "A copy of the files"));
}

static void the_phrase_counts_more_than_its_words(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "# One\n\nThe disks of an array fail one by one, while the partition of the table is somewhere else.\n",
        "# Two\n\nThe disks of an array fail one by one, while the table partition of it is somewhere other.\n"};
    struct excerpts excerpts = build(documents, 2);
    size_t numbers[16];
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("table partitions")}, numbers), 2);
    assert_int_equal(excerpts.list[numbers[0]].page, 1);
}

static void pages_and_numbers_have_bounds(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t numbers[16], of_page[COUNT_OF(manual)] = {0};
    size_t count = rank(&excerpts, (struct excerpt_query){.keyword = STR("index types files"), .per_page = 1}, numbers);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(++of_page[excerpts.list[numbers[i]].page], 1);
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("index types"), .most = 2}, numbers), 2);
}

static void nothing_fits_another_subject(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t numbers[16];
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("sourdough bread")}, numbers), 0);
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("of the")}, numbers), 0);
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("")}, numbers), 0);
    excerpts = build(NULL, 0);
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("index types")}, numbers), 0);
}

static void a_match_can_be_demanded(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t numbers[16];
    struct excerpt_query query = {.keyword = STR("index types"), .heading = STR("Index types and hashes")};
    assert_true(rank(&excerpts, query, numbers) > 2);
    query.needs_match = true;
    size_t count = rank(&excerpts, query, numbers);
    assert_int_equal(count, 2);
    for (size_t i = 0; i < count; i++)
        assert_non_null(strcasestr(text_of(&excerpts, numbers[i]), "hashes"));
}

/* Three excerpts say the same in other words; what adds something comes before the second of them. */
static void repetition_moves_back(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "# A\n\nBasil needs water when the upper soil of its pot feels dry to the finger.\n",
        "# B\n\nWater is what basil needs when the soil, the upper one in its pot, feels dry to a finger.\n",
        "# C\n\nWhen dry to the finger the upper soil feels, its pot of basil needs water.\n",
        "# D\n\nRain water suits basil best, since lime hurts the young roots and leaves white crusts behind.\n"};
    struct excerpts excerpts = build(documents, COUNT_OF(documents));
    size_t numbers[16];
    assert_int_equal(excerpts.count, 4);
    assert_int_equal(rank(&excerpts, (struct excerpt_query){.keyword = STR("basil water")}, numbers), 4);
    assert_true(excerpts.list[numbers[0]].page == 3 || excerpts.list[numbers[1]].page == 3);
}

static void a_match_is_a_share_of_words(void **state)
{
    (void)state;
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    size_t hashes = 0;
    while (!strstr(text_of(&excerpts, hashes), "Hashes answer"))
        hashes++;
    assert_true(excerpts_match(&excerpts, hashes, STR("hashes and equality")) > 0.99);
    assert_true(excerpts_match(&excerpts, hashes, STR("the sourdough")) < 0.01);
    double half = excerpts_match(&excerpts, hashes, STR("hashes of sourdough"));
    assert_true(half > 0.2 && half < 0.6); /* a word that is nowhere weighs most */
    assert_true(excerpts_match(&excerpts, hashes, STR("")) < 0.01);
}

static void terms_stand_in_many_pages(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "# Readers\n\nThe plain language of a text helps. Plain language has short sentences. Readers like it, and a "
        "reader stays.\n",
        "# B\n\nWith plain language a reader finds the answer, the reader of a sentence. The sentence says who acts.\n",
        "# C\n\nA sentence of twenty words is long. Use the active voice of the verbs. Plain language is for all.\n",
        "# D\n\nThe active voice names who acts. The reader asks for it, and readers get it.\n\n## See also\n\nThe "
        "glossary is here.\n",
        "# E\n\nThe glossary of the office has the words.\n"};
    struct excerpts excerpts = build(documents, COUNT_OF(documents));
    struct excerpt_term *terms;
    size_t count;
    assert_int_equal(excerpts_terms(&excerpts, arena, &terms, &count, &err), OK);
    struct buf found = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&found, "%.*s %.1f %zu-%zu; ", STR_ARG(terms[i].term), terms[i].share, terms[i].least,
                   terms[i].most);
    assert_string_equal(buf_text(&found), "plain language 0.6 1-2; reader 0.6 2-2; active voice 0.4 1-1; ");
    buf_free(&found);
}

/* --- several threads --- */

struct ranker {
    const struct excerpts *excerpts;
    size_t numbers[16], count;
    enum status status;
};

static void *rank_often(void *argument)
{
    struct ranker *ranker = argument;
    for (int i = 0; i < 200 && !ranker->status; i++) {
        struct arena *own = arena_new();
        const struct excerpt_query query = {.keyword = STR("index types"), .heading = STR("Trees"), .most = 16};
        ranker->status =
            own ? excerpts_rank(ranker->excerpts, &query, own, ranker->numbers, &ranker->count, NULL) : E_MEMORY;
        if (excerpts_match(ranker->excerpts, 0, STR("trees")) <= 0)
            ranker->status = E_INTERNAL;
        arena_free(own);
    }
    return NULL;
}

static void threads_may_rank_at_once(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    struct excerpts excerpts = build(manual, COUNT_OF(manual));
    struct ranker rankers[THREADS] = {0};
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        rankers[i].excerpts = &excerpts;
        assert_int_equal(pthread_create(&threads[i], NULL, rank_often, &rankers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(rankers[i].status, OK);
        assert_int_equal(rankers[i].count, rankers[0].count);
        assert_memory_equal(rankers[i].numbers, rankers[0].numbers, rankers[0].count * sizeof(size_t));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_page_about_the_keyword_comes_first),
        TEST(headings_decide_for_a_section),
        TEST(the_phrase_counts_more_than_its_words),
        TEST(pages_and_numbers_have_bounds),
        TEST(nothing_fits_another_subject),
        TEST(a_match_can_be_demanded),
        TEST(repetition_moves_back),
        TEST(a_match_is_a_share_of_words),
        TEST(terms_stand_in_many_pages),
        TEST(threads_may_rank_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
