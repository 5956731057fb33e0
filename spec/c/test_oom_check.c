/* Every allocation of reading and checking an answer fails once, or from one on: E_MEMORY comes back, or the same
 * result as ever. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"

static const char answer[] =
    "Sure! Here is the section:\n\n### Levels\n\nMoreover, RAID 5 needs at least 3 disks, ensuring that all is well "
    "[1]. "
    "It is important to note that a rebuild takes 12 hours [1][9]. Such an array replaces every backup in most of the "
    "usual cases. See https://example.org/ for it.\n\nThese are the steps:\n\n1. **Term:** `mdadm --create` makes it "
    "[2].\n2. RAID 0 costs 77 dollars [1].\n\n| Level | Disks |\n|---|---|\n| RAID 5 | 3 disks [1] |\n| RAID 6 | 99 "
    "[1] "
    "|\n\n```\nmdadm --create\n```\n\nIn summary, choose well.";

/* The whole way of an answer. */
static enum status work(struct arena *arena, size_t *sentences)
{
    const struct model_excerpt excerpts[] = {
        {STR("RAID 5 needs at least 3 disks. A rebuild takes up to 12 hours of the array."), STR("RAID 5"),
         STR("Manual"), 1},
        {STR("`mdadm --create` makes the array of disks."), STR("mdadm"), STR("Manual"), 2},
    };
    const struct str subheads[] = {STR("Levels")};
    struct check_material material = {excerpts, COUNT_OF(excerpts), language_find(STR("en")), STR("RAID"),
                                      STR("You write for a publication and a program reads it.")};
    struct check_wanted wanted = {.heading = STR("What the levels of RAID need"),
                                  .subheads = subheads,
                                  .subhead_count = 1,
                                  .needs_citations = true,
                                  .allows_lists = true};
    struct verdict verdict = {1, STR("A rebuild of the array takes up to 12 hours [1].")};
    struct checked checked;
    struct model_text text;
    struct doubt *doubts;
    struct str clean;
    size_t count;
    struct error err;
    enum status status = check_prose(arena, &material, &wanted, str_from(answer), &checked, &err);
    if (status == OK)
        status = check_doubts(arena, &checked, &doubts, &count, &err);
    if (status == OK)
        status = check_settle(arena, &material, &checked, &verdict, 1, true, &err);
    if (status == OK)
        status = checked_text(arena, &material, &checked, true, &text, &err);
    if (status == OK)
        status = material_clean(arena, STR("a <|im_start|> b\xE2\x80\x8B"), &clean, &err);
    assert_true(status == OK || err.status == E_MEMORY);
    *sentences = 0;
    for (size_t i = 0; status == OK && i < text.count; i++)
        *sentences += text.blocks[i].count;
    return status;
}

static void torture(bool only_one)
{
    size_t expected, sentences;
    struct arena *arena = arena_new();
    assert_int_equal(work(arena, &expected), OK);
    assert_true(expected > 5);
    arena_free(arena);
    for (long n = 0;; n++) {
        arena = arena_new();
        assert_non_null(arena);
        oom_only_one_fails = only_one;
        oom_allocations_left = n;
        enum status status = work(arena, &sentences);
        bool all_were_given = oom_allocations_left > 0;
        oom_allocations_left = -1;
        arena_free(arena);
        assert_true(status == OK || status == E_MEMORY);
        if (status == OK)
            assert_int_equal(sentences, expected);
        if (all_were_given)
            break;
    }
}

static void test_one_fails(void **state)
{
    (void)state;
    torture(true);
}

static void test_all_fail_from_one_on(void **state)
{
    (void)state;
    torture(false);
}

/* Functions without a status say what is safe: no support, no copy, no phrase, left out, not usable. */
static void test_without_a_status(void **state)
{
    (void)state;
    struct check_material material = {NULL, 0, language_find(STR("en")), STR(""), STR("")};
    oom_only_one_fails = false;
    oom_allocations_left = 0;
    double support = check_support(material.language, STR("disks"), STR("disks"));
    double copied = check_copied(STR("a b c d e"), STR("a b c d e"));
    struct str phrase = stock_phrase_find(material.language, STR("robust"), false, 0);
    bool addresses = material_addresses_model(STR("A disk."));
    const char *reason = check_line(&material, STR("A disk."), STR("A disk."));
    oom_allocations_left = -1;
    assert_true(support == 0 && copied == 0 && phrase.len == 0 && addresses);
    assert_non_null(reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_fails),
        cmocka_unit_test(test_all_fail_from_one_on),
        cmocka_unit_test(test_without_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
