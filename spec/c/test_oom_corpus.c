/* Every allocation of building a corpus fails once: an error comes back, or the same corpus as ever. */
#include "research/corpus/corpus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"

#define PARAGRAPHS 30

static struct block blocks[PARAGRAPHS + 6];
static char texts[PARAGRAPHS][256];

/* Enough text that arenas need more than their first room. */
static struct page make_page(void)
{
    static const struct span span[] = {{SPAN_CODE, 14, 18}};
    static const struct block around[] = {
        {BLOCK_HEADING, 2, {"Pots", 4}},
        {BLOCK_PARAGRAPH, 0, {"There are two kinds of the pots:", 32}},
        {BLOCK_LIST_ITEM, 1, {"pots of clay", 12}, 0, 1},
        {BLOCK_LIST_ITEM, 1, {"pots of plastic", 15}, 0, 1},
        {BLOCK_PARAGRAPH, 0, {"The command waters all of the pots:", 35}},
        {BLOCK_CODE, 0, {"water", 5}},
    };
    memcpy(blocks, around, sizeof around);
    for (size_t i = 0; i < PARAGRAPHS; i++) { /* no two say the same */
        int length =
            snprintf(texts[i], sizeof texts[i],
                     "Note that the pots%zu (see Section 3) are watered%zu in the morning%zu. It is done%zu by "
                     "hand%zu. A pot%zu of clay%zu lets the water%zu evaporate%zu, as described above.",
                     i, i, i, i, i, i, i, i, i);
        blocks[6 + i] = (struct block){BLOCK_PARAGRAPH, 0, {texts[i], (size_t)length}, 0, 0, {span, 1}};
    }
    return (struct page){.url = "page", .title = "Basil", .blocks = blocks, .count = PARAGRAPHS + 6};
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    struct page pages[2] = {make_page(), make_page()};
    pages[0].language = language_find(STR("en")); /* of the other each block is asked for its language */
    const struct corpus_options options = {.language = language_find(STR("en"))};
    size_t passages = 0;
    long failed = 0;
    oom_only_one_fails = true;
    for (long n = 0;; n++) {
        struct arena *arena = arena_new();
        struct corpus corpus;
        struct error err;
        assert_non_null(arena);
        oom_allocations_left = n;
        enum status status = corpus_build(arena, pages, 2, &options, &corpus, &err);
        bool ran_out = oom_allocations_left < 0;
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && ran_out));
        failed += status == E_MEMORY;
        passages = status == OK ? corpus.passage_count : passages;
        arena_free(arena);
        if (!ran_out)
            break;
    }
    assert_true(passages > PARAGRAPHS);
    assert_true(failed > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_may_run_out_anywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
