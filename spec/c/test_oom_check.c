/* Every allocation of reading, checking and editing an answer fails once, or from one on: E_MEMORY comes back, or the
 * same result as ever. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"

#define M(n) "\xE2\x9F\xA6" n "\xE2\x9F\xA7"

static const char answer[] =
    "Sure! Here is the article:\n\nMoreover, RAID 5 needs at least 3 disks, ensuring that all is well [1]. It is "
    "important to note that a rebuild takes 12 hours [1][9]. \xFF Such an array replaces every backup in most of the "
    "usual " M("L1:cases") ". " M("P1") " See https://example.org/ for it.\n\n## Levels\n\nThese are the "
                                        "steps:\n\n1. **Term:** `mdadm --create` makes it [2].\n2. RAID 0 costs 77 "
                                        "dollars [1].\n\n| Level | Disks "
                                        "|\n|---|---|\n| RAID 5 | 3 disks [1] |\n| RAID 6 | 99 [1] |\n\n```\nmdadm "
                                        "--create\n```\n== CLOSE\nIn summary, "
                                        "choose well, says one reviewer. Two of three disks stay [2].";

static const char changes[] = "S1: RAID 5 needs at least 3 disks [1].\nS2: A rebuild takes up to 12 hours of the array "
                              "[1]. It takes 900 hours.\nS1+: One array has them all [1].\nS8: -\nH1: ## The "
                              "levels\n\xC2\xB6 S2\nS4-S5: Both are steps.\nS10 > S1\nS99: no\nS9 ok";

static enum status keep(void *context, const struct line *line, const struct finding *why)
{
    struct buf *out = context;
    manuscript_print_line(line, out);
    if (why)
        finding_print(why, out);
    return OK;
}

/* What is shown of a manuscript, or memory ran out. */
static enum status print(const struct manuscript *manuscript, struct buf *out)
{
    manuscript_print(manuscript, 0, manuscript->count, out);
    return out->failed ? error_memory(NULL) : OK;
}

/* The whole way of an answer. */
static enum status write_and_edit(struct arena *arena, const struct check_material *material, struct buf *out,
                                  struct model_text *text)
{
    struct manuscript manuscript = {.arena = arena, .language = material->language, .passages = 2, .has_marks = true};
    struct edit_report report = {0};
    struct line_check check;
    struct error err;
    struct str clean;
    enum status status = line_check_open(&check, arena, material, 8, &err);
    if (status == OK)
        status = manuscript_read(&manuscript, PART_OPENING, str_from(answer), &err);
    manuscript_close_gaps(&manuscript);
    if (status == OK)
        status = line_check_all(&check, &manuscript, &err);
    manuscript_number(&manuscript);
    if (status == OK)
        status = print(&manuscript, out);
    if (status == OK)
        status = edit_apply(&manuscript, &check, str_from(changes), 0.9, &report, &err);
    if (status == OK)
        status = line_check_all(&check, &manuscript, &err);
    if (status == OK)
        status = edit_take_out(&manuscript, keep, out);
    if (status == OK)
        status = print(&manuscript, out);
    if (status == OK)
        status = manuscript_text(&manuscript, 0, manuscript.count, material->excerpts, text, &err);
    if (status == OK)
        status = material_clean(arena, STR("a <|im_start|> b\xE2\x80\x8B"), &clean, &err);
    return status;
}

static enum status work(struct arena *arena, size_t *sentences)
{
    const struct model_excerpt excerpts[] = {
        {STR("RAID 5 needs at least 3 disks. A rebuild takes up to 12 hours of the array."), STR("RAID 5"),
         STR("Manual"), 1},
        {STR("`mdadm --create` makes the array of disks."), STR("mdadm"), STR("Manual"), 2, .voices = 1},
    };
    const struct check_material material = {.excerpts = excerpts,
                                            .count = COUNT_OF(excerpts),
                                            .language = language_find(STR("en")),
                                            .allowed = STR("RAID"),
                                            .is_data = true};
    struct model_text text;
    struct buf out = {0};
    enum status status = write_and_edit(arena, &material, &out, &text);
    buf_free(&out);
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
    assert_true(expected > 8);
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
    struct check_material material = {NULL, 0, language_find(STR("en")), STR("")};
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
