/* Answers of language models read and checked: forms of markers, markup, what stands around them, stock phrases,
 * faults, and what is left afterwards. */
#include "model/check/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

#define RAID5 "RAID 5 needs at least three disks and survives the failure of one disk [1]."
#define RAID0 "RAID 0 stripes the data and loses everything when one disk fails [2]."

static struct model_excerpt excerpts[3];

static struct check_material material;
static struct check_wanted wanted;
static struct checked checked;

static int begin(void **state)
{
    const struct model_excerpt all[] = {
        {STR("RAID 5 needs at least three disks and survives the failure of one disk.\nmdadm --create /dev/md1\n"
             "Writing is slower, ensuring parity."),
         STR("RAID 5"), STR("Manual"), 4},
        {STR("RAID 0 stripes the data over all disks. It loses everything when one disk fails."), STR("RAID 0"),
         STR("Manual"), 4},
        {STR("A backup protects data against deletion. Acme sells backup software since 2010."), STR("Backup"),
         STR("Shop"), 7},
    };
    memcpy(excerpts, all, sizeof excerpts);
    material = (struct check_material){excerpts, COUNT_OF(excerpts), language_find(STR("en")), STR(""), STR("")};
    wanted = (struct check_wanted){.needs_citations = true, .allows_lists = true};
    return set_up(state);
}

/* All that is left, on one line: "{" before a list's item, "|" between cells, numbers in brackets. */
static const char *dump(void)
{
    struct buf out = {0};
    for (size_t b = 0; b < checked.count; b++) {
        const struct checked_block *block = &checked.blocks[b];
        buf_str(&out, b ? " / " : "");
        buf_printf(&out, "%s%.*s", block->heading.len ? "# " : "", STR_ARG(block->heading));
        buf_printf(&out, "%s%.*s", block->code.len ? "$ " : "", STR_ARG(block->code));
        for (size_t i = 0; i < block->count; i++) {
            const struct checked_sentence *sentence = &block->sentences[i];
            buf_str(&out, i ? (block->kind == TEXT_TABLE ? "|" : " ") : "");
            if (sentence->item)
                buf_printf(&out, "%s%d ", block->is_ordered ? "#" : "{", sentence->item);
            if (sentence->term.len)
                buf_printf(&out, "<%.*s> ", STR_ARG(sentence->term));
            buf_printf(&out, "%.*s", STR_ARG(sentence->text));
            for (size_t k = 0; k < COUNT_OF(sentence->cites) && sentence->cites[k]; k++)
                buf_printf(&out, "[%d]", sentence->cites[k]);
        }
    }
    char *text = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return text;
}

static void becomes(const char *answer, const char *expected)
{
    assert_int_equal(check_prose(arena, &material, &wanted, str_from(answer), &checked, NULL), OK);
    assert_string_equal(dump(), expected);
}

static void has_fault(const char *part, bool is_unusable)
{
    if (str_find(checked.fault, str_from(part), 0) == checked.fault.len)
        fail_msg("\"%s\" is not in the fault \"%.*s\"", part, STR_ARG(checked.fault));
    assert_int_equal(checked.is_unusable, is_unusable);
}

#define ONE "RAID 5 survives the failure of one disk"

static void test_forms_of_markers(void **state)
{
    (void)state;
    static const char *const forms[] = {
        ONE " [1].",
        ONE "[1].",
        ONE ". [1]",
        ONE ".[1]",
        ONE " \xE3\x80\x90"
            "1\xE3\x80\x91.",
        ONE " (1).",
        ONE ". (1)",
        ONE " [^1].",
        ONE " [[1]].",
        ONE " [Source 1].",
        ONE " [1](https://example.org/x).",
        ONE ".\n[1]",
        ONE ".\n\n[1]",
        ONE " [1, 99].",
        ONE " [1][Insert reference].",
        ONE " [citation needed] [1].",
        ONE " [1][1].",
        ONE " \xE3\x80\x90"
            "1\xE2\x80\xA0source\xE3\x80\x91.",
        ONE " [1].\n\n[^1]: https://example.org",
        ONE ". [1].",
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        becomes(forms[i], ONE ".[1]");
    becomes(ONE " [1, 2] and RAID 0 loses everything when one disk fails.", ONE " and RAID 0 loses everything when one "
                                                                                "disk fails.[1][2]");
    becomes("RAID 5 survives (see 3) the failure [1].", "RAID 5 survives (see 3) the failure.[1]");
    becomes("RAID 5 (see [1]) survives the failure of one disk.", ONE ".[1]");
    becomes("The array `disk[2]` of RAID 5 disks survives [1].", "");
}

/* What may stand beside a number, or before it, is a word of the answer's language or English. */
static void test_words_at_markers(void **state)
{
    (void)state;
    const struct language *english = material.language;
    becomes(ONE " [Quelle 1].", ONE " [Quelle 1].");
    material.language = language_find(STR("de"));
    becomes(ONE " [Quelle 1].", ONE ".[1]");
    becomes("RAID 5 survives the failure of one disk [1]. RAID 5 survives the failure, siehe [1].", ONE ".[1]");
    material.language = language_find(STR("fr"));
    becomes("Selon [1], RAID 5 survives the failure of one disk [1].", ONE ".[1]");
    material.language = english;
}

static void test_drops_numbers_of_no_excerpt(void **state)
{
    (void)state;
    becomes(ONE " [9][1][0].", ONE ".[1]");
    assert_int_equal(checked.removed_citations, 2);
    becomes("According to [1], RAID 5 survives the failure of one disk [1].", ONE ".[1]");
}

static void test_markup(void **state)
{
    (void)state;
    becomes(
        "**RAID 5** *survives* the <b>failure</b> of [one disk](https://x.example) [1]. Visit https://x.example now. "
        "Tom &amp; `a  b`.",
        "RAID 5 survives the failure of one disk.[1]");
    becomes("# RAID\n\n" RAID5 "\n\n---\n\n> " RAID0,
            "RAID 5 needs at least three disks and survives the failure of one disk.[1] / RAID 0 stripes the data and "
            "loses everything when one disk fails.[2]");
    becomes("Levels differ:\n\n- **RAID 5:** It survives the failure of one disk [1].\n- RAID 0 loses everything [2].\n"
            "  The disks are striped [2].\n",
            "Levels differ: {1 <RAID 5> It survives the failure of one disk.[1] {2 RAID 0 loses everything.[2] {2 The "
            "disks are striped.[2]");
    becomes("1. RAID 5 needs three disks [1].\n2. RAID 0 stripes the data [2].",
            "#1 RAID 5 needs three disks.[1] #2 RAID 0 stripes the data.[2]");
    becomes("| Level | Failure |\n|---|---|\n| RAID 5 | survives one disk [1] |\n| RAID 0 | loses 97 disks [2] |\n",
            "Level|Failure|RAID 5|survives one disk[1]");
    becomes(RAID5 "\n\n```\nmdadm --create /dev/md1\n```\n\n```\nrm -rf /\n```",
            "RAID 5 needs at least three disks and survives the failure of one disk.[1] / $ mdadm --create /dev/md1");
}

static void test_lists_become_paragraphs(void **state)
{
    (void)state;
    wanted.allows_lists = false;
    becomes("- **RAID 5:** survives the failure of one disk [1]\n- RAID 0 loses everything [2].",
            "RAID 5: survives the failure of one disk.[1] RAID 0 loses everything.[2]");
    becomes("| Level | Failure |\n|---|---|\n| RAID 5 | survives one disk [1] |", "RAID 5: survives one disk.[1]");
}

static void test_what_stands_around(void **state)
{
    (void)state;
    const char *plain = "RAID 5 needs at least three disks and survives the failure of one disk.[1]";
    becomes("<think>Let me see [2].</think>\n" RAID5, plain);
    becomes("Sure! Here is the section:\n\n```markdown\n" RAID5 "\n```\n\nLet me know if it helps.", plain);
    becomes("```\n" RAID5 "\n```", plain);
    becomes("Certainly!\n\n" RAID5 "\n\nI hope this helps!", plain);
    becomes("Here is the section: " RAID5, plain);
    becomes(RAID5 "\n\n**Sources:**\n\n1. Manual\n2. Shop", plain);
    becomes(RAID5 "\n\n(12 words)", plain);
    becomes(RAID5 " The provided passages do not mention the price.", plain);
    becomes(RAID5 " " RAID5, plain);
}

static void test_headings(void **state)
{
    (void)state;
    const struct str subheads[] = {STR("What RAID 5 does"), STR("What RAID 0 does")};
    wanted.heading = STR("Which levels survive a failure");
    wanted.subheads = subheads;
    wanted.subhead_count = 2;
    becomes("## Which levels survive a failure\n\n### What RAID 5 does\n" RAID5 "\n\n### Another\n\n**2. What RAID 0 "
            "does**\n\n" RAID0,
            "# What RAID 5 does / RAID 5 needs at least three disks and survives the failure of one disk.[1] / # What "
            "RAID 0 does / RAID 0 stripes the data and loses everything when one disk fails.[2]");
    assert_int_equal(str_find(checked.fault, STR("heading"), 0), checked.fault.len);
    becomes("### What RAID 5 does\n" RAID5, "# What RAID 5 does / RAID 5 needs at least three disks and survives the "
                                            "failure of one disk.[1]");
    has_fault("What RAID 0 does", false);
    wanted.subhead_count = 0;
    becomes("Which levels survive a failure is known: RAID 5 [1].",
            "Which levels survive a failure is known: RAID 5.[1]");
    has_fault("repeats the heading", false);
    becomes("Which levels survive a failure of one disk without loss was tested on three of them, and RAID 5 does [1].",
            "Which levels survive a failure of one disk without loss was tested on three of them, and RAID 5 does.[1]");
    assert_int_equal(str_find(checked.fault, STR("heading"), 0), checked.fault.len);
}

/* What weak answers were seen to bring through. */
static void test_weak_answers(void **state)
{
    (void)state;
    becomes("Do you lose disks? " RAID5, "RAID 5 needs at least three disks and survives the failure of one disk.[1]");
    becomes(RAID5 "\n\nThe layout is made by this command:\n\n```\nmake-raid --now\n```",
            "RAID 5 needs at least three disks and survives the failure of one disk.[1]");
    becomes("\xC2\xA0", ""); /* a no-break space is no sentence */
    becomes("\xC2\xA0 \n\n" RAID5, "RAID 5 needs at least three disks and survives the failure of one disk.[1]");
}

static void test_stock_phrases(void **state)
{
    (void)state;
    becomes("In today's digital world, RAID 5 survives the failure of one disk [1].", ONE ".[1]");
    becomes("It is important to note that RAID 5 survives the failure of one disk [1].", ONE ".[1]");
    becomes(ONE " [1]. Backups play a crucial role.", ONE ".[1]");
    becomes(ONE ", ensuring peace of mind for the whole team [1].", ONE ".[1]");
    becomes("RAID 5 survives the failure of a cutting-edge disk [1].", "RAID 5 survives the failure of a disk.[1]");
    becomes("RAID 5 survives the failure of an ever-evolving disk [1].", "RAID 5 survives the failure of a disk.[1]");
    becomes("RAID 5 survives the failure of \"a cutting-edge disk\" [1].",
            "RAID 5 survives the failure of \"a cutting-edge disk\".[1]");
    becomes("Moreover, RAID 5 survives the failure of one disk [1]. Furthermore, RAID 0 loses everything when one disk "
            "fails [2].",
            "Moreover, RAID 5 survives the failure of one disk.[1] RAID 0 loses everything when one disk fails.[2]");
    becomes("RAID 5 plays a vital role in the failure of one disk [1].",
            "RAID 5 plays a vital role in the failure of one disk.[1]");
    has_fault("worn phrase \"plays a vital role\"", false);
    becomes("When one disk of a RAID 5 fails, a backup is vital and crucial [1].",
            "When one disk of a RAID 5 fails, a backup is vital and crucial.[1]");
    becomes("The failure of one disk is vital, and RAID 5 survives it, which makes it a powerful tool [1].",
            "The failure of one disk is vital, and RAID 5 survives it.[1]");
}

static void test_closing(void **state)
{
    (void)state;
    const char *answer = ONE " [1].\n\nIn summary, the right level depends on your needs. Choose well.";
    becomes(answer, ONE ".[1]");
    becomes(ONE " [1]. The right choice is up to every single reader of these lines.", ONE ".[1]");
    wanted.is_last = true;
    assert_int_equal(
        check_prose(arena, &material, &wanted, STR(ONE " [1].\n\nOverall the disks fail."), &checked, NULL), OK);
    assert_int_equal(checked.count, 2);
}

static void test_faults(void **state)
{
    (void)state;
    becomes("RAID 5 survives the failure of one disk.", ONE ".");
    has_fault("it has no passage numbers", true);
    becomes("I'm sorry, but I cannot write this section.", "");
    has_fault("instead of the text", true);
    becomes("Could you please provide the passages?", "");
    has_fault("instead of the text", true);
    becomes("", "");
    has_fault("no text", true);
    becomes("<think>and so on", "");
    has_fault("no text", true);
    assert_int_equal(check_prose(arena, &material, &wanted, STR("{\"text\":\"" ONE " [1].\"}"), &checked, NULL), OK);
    has_fault("JSON", true);
    wanted.min_words = 100;
    becomes(ONE " [1].", ONE ".[1]");
    has_fault("words instead of at least 100", true);
    wanted.min_words = 0;
    wanted.max_words = 4;
    becomes(ONE " [1].", ONE ".[1]");
    has_fault("instead of at most 4", false);
    becomes(RAID5 " " RAID0,
            "RAID 5 needs at least three disks and survives the failure of one disk.[1] RAID 0 stripes "
            "the data and loses everything when one disk fails.[2]");
    has_fault("copies runs of words", false);
    const char *short_runs =
        "It wants at least three disks and survives the failure of two, yet loses everything when one disk fails [1].";
    wanted.max_words = 0;
    assert_int_equal(check_prose(arena, &material, &wanted, str_from(short_runs), &checked, NULL), OK);
    has_fault("such as \"at least three disks and survives the\"", false);
}

static void test_instructions_are_not_repeated(void **state)
{
    (void)state;
    material.system =
        STR("You write for a publication in English. A program reads your answer, so give only the task.");
    becomes(ONE " [1]. A program reads your answer, so give it [2].", ONE ".[1]");
    has_fault("repeats its instructions", true);
}

/* What a model writes that obeys a page: none of it is usable, or none of it is left. */
static void test_obedience_does_not_pass(void **state)
{
    (void)state;
    material.system = STR("Three kinds of text reach you. MATERIAL stands between lines that begin with a mark.");
    assert_int_equal(check_prose(arena, &material, &wanted,
                                 STR("Roses are red, violets are blue, casinos are waiting for you, and for me too."),
                                 &checked, NULL),
                     OK);
    has_fault("it has no passage numbers", true);
    becomes(ONE " [1]. Acme is the leading provider, see https://acme.example/ for offers [3].", ONE ".[1]");
    becomes(ONE " [1]. ![x](https://acme.example/?q=secret)", ONE ".[1]");
    becomes("Three kinds of text reach you. MATERIAL stands between lines that begin with a mark.", "");
    has_fault("repeats its instructions", true);
    becomes(ONE " [1]. The Act was repealed, as 97% of experts say [1].", ONE ".[1]");
    becomes(ONE " [1]. Acme sells the best backup software in the world [3].",
            ONE ".[1] Acme sells the best backup software in the world.[3]");
    assert_true(checked.blocks[0].sentences[1].is_doubtful);
}

static void test_other_language(void **state)
{
    (void)state;
    static const char german[] =
        "Der Kernel verteilt die Daten auf mehrere Platten, und wenn eine davon ausf\xC3\xA4llt, dann sind sie noch "
        "nicht verloren, weil es auf den anderen Platten eine zweite Kopie gibt, die der Kernel lesen kann [1].";
    assert_int_equal(check_prose(arena, &material, &wanted, str_from(german), &checked, NULL), OK);
    has_fault("it is not in English", true);
}

static void test_openings_that_point_back(void **state)
{
    (void)state;
    becomes("RAID 5 costs 900 dollars in every shop of the town [1]. This is a lot of failure [1]. However, RAID 5 "
            "survives the failure of one disk [1].",
            ONE ".[1]");
    becomes("RAID 5 costs 900 dollars [1].\n\n" ONE " [1]. However, it fails [2].", ONE ".[1] However, it fails.[2]");
    becomes("Use these steps for 44 disks [1]:\n\n- RAID 5 needs three disks [1].\n- RAID 0 costs 77 dollars [2].",
            "RAID 5 needs three disks.[1]");
}

static void test_counts(void **state)
{
    (void)state;
    becomes("You see that RAID 5 survives the failure of one disk [1]. \"We\" is quoted. Our disks fail [2].",
            "You see that RAID 5 survives the failure of one disk.[1] \"We\" is quoted. Our disks fail.[2]");
    assert_int_equal(checked.pronouns, 2);
    assert_int_equal(checked.citations, 2);
    assert_int_equal(checked.words, 17);
    wanted.person = CHECK_ANY_PERSON;
    assert_int_equal(check_prose(arena, &material, &wanted, STR("You see disks [1]."), &checked, NULL), OK);
    assert_int_equal(checked.pronouns, 0);
}

static void test_becomes_a_text(void **state)
{
    (void)state;
    struct model_text text;
    assert_int_equal(check_prose(arena, &material, &wanted,
                                 STR("RAID 5 survives the failure of one disk, and a backup protects data against "
                                     "deletion [1][3]. Run `mdadm --create /dev/md1` [1]."),
                                 &checked, NULL),
                     OK);
    assert_int_equal(checked_text(arena, &material, &checked, true, &text, NULL), OK);
    assert_int_equal(text.count, 1);
    const struct model_sentence *sentences = text.blocks[0].sentences;
    assert_int_equal(sentences[0].source, 4);
    assert_int_equal(sentences[0].also, 8);
    assert_int_equal(sentences[0].id, -1);
    assert_false(sentences[0].has_code);
    assert_true(sentences[1].has_code);
    assert_int_equal(sentences[1].also, 0);
    assert_int_equal(checked_text(arena, &material, &checked, false, &text, NULL), OK);
    assert_int_equal(text.blocks[0].sentences[0].source, OWN_WORDS);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_forms_of_markers),
        TEST(test_words_at_markers),
        TEST(test_drops_numbers_of_no_excerpt),
        TEST(test_markup),
        TEST(test_lists_become_paragraphs),
        TEST(test_what_stands_around),
        TEST(test_headings),
        TEST(test_weak_answers),
        TEST(test_stock_phrases),
        TEST(test_closing),
        TEST(test_faults),
        TEST(test_instructions_are_not_repeated),
        TEST(test_obedience_does_not_pass),
        TEST(test_other_language),
        TEST(test_openings_that_point_back),
        TEST(test_counts),
        TEST(test_becomes_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
