/* Polishing with a language model: what it is shown, which answers are taken, and what stays when one is not. */
#include "test_polish.h"

#include "arena_fixture.h"

#define CITE(n) "<sup><a href=\"https://example.org/" n "\" title=\"T\">" n "</a></sup>"

static const char article[] =
    "<h1>Herbs</h1>\n<p>Herbs need 6 hours of light.</p>\n"
    "<h2>Basil</h2>\n<p>The pot was made by a potter." CITE(
        "1") " See <a href=\"/mint\">mint</a> and <code>pot "
             "-x</code> here.</p>\n<p>Basil needs sun, water and a warm place.</p>\n<ul>\n<li>Sow in "
             "May.</li>\n<li>Cut "
             "often.</li>\n</ul>\n<table><tr><td>5 &lt; 6</td></tr></table>\n"
             "<p><strong>Sources</strong></p>\n<ol>\n<li><a href=\"https://example.org/1\">T</a></li>\n</ol>\n";

static const char basil[] = "## Basil\n\nThe pot was made by a potter.⟦1⟧ See ⟦2⟧mint⟦/2⟧ and ⟦3⟧ here.\n\nBasil needs "
                            "sun, water and a warm place.\n\n- Sow in May.\n- Cut often.\n\n⟦4⟧";

/* An editor that knows its lines. */
struct script {
    const char *answer; /* to the second section; to the first it says SAME */
    enum status status;
    int runs, calls;            /* sections in all */
    struct polish_request seen; /* the second one */
};

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *own,
                            struct str *answers, struct error *err)
{
    struct script *script = context;
    (void)own;
    script->runs++;
    script->calls += (int)count;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(answers[i].len, 0);
        answers[i] = STR("SAME");
        if (requests[i].section != 2)
            continue;
        script->seen = requests[i];
        answers[i] = str_from(script->answer);
    }
    return script->status ? error_set(err, script->status, NULL, "no") : OK;
}

static struct polish_report report;

static enum status edited(struct script *script, const struct polish_settings *settings, struct str *out)
{
    struct error err;
    const struct polish_editor editor = {edit_all, script};
    return polish_html(arena, str_from(article), language_find(STR("en")), settings, &editor, out, &report, &err);
}

static const struct polish_settings passive = {.convert_passive = true};

static void a_section_is_shown_as_text_with_marks(void **state)
{
    (void)state;
    struct script script = {.answer = "SAME"};
    struct polish_settings settings = passive;
    struct str out;
    settings.instructions = STR("Plain words.");
    assert_int_equal(edited(&script, &settings, &out), OK);
    assert_int_equal(script.runs, 1);
    assert_int_equal(script.calls, 2);
    assert_string_equal(script.seen.text.data, basil);
    assert_string_equal(script.seen.instructions.data, "Plain words.");
    assert_non_null(strstr(script.seen.rules.data, "1. Where the text names the doer"));
    assert_string_equal(out.data, article);
    assert_int_equal(report.sections, 2);
    assert_int_equal(report.edited + report.kept, 0);
}

static void a_good_answer_is_taken(void **state)
{
    (void)state;
    struct script script = {.answer =
                                "## Basil\n\nA potter made the pot.⟦1⟧ Look at ⟦2⟧the mint⟦/2⟧ & ⟦3⟧ here.\n\nBasil "
                                "needs sun.\n\nIt needs water and a warm place.\n\n- Sow in May.\n- Cut it "
                                "often.\n\n⟦4⟧\n"};
    struct str out;
    assert_int_equal(edited(&script, &passive, &out), OK);
    assert_int_equal(report.edited, 1);
    assert_int_equal(report.kept, 0);
    assert_string_equal(
        out.data,
        "<h1>Herbs</h1>\n<p>Herbs need 6 hours of light.</p>\n"
        "<h2>Basil</h2>\n<p>A potter made the pot." CITE(
            "1") " Look at <a href=\"/mint\">the mint</a> &amp; <code>pot "
                 "-x</code> here.</p>\n<p>Basil needs sun.</p>\n<p>It needs water and a warm place.</p>\n<ul>\n<li>Sow "
                 "in "
                 "May.</li>\n<li>Cut it often.</li>\n</ul>\n<table><tr><td>5 &lt; 6</td></tr></table>\n"
                 "<p><strong>Sources</strong></p>\n<ol>\n<li><a href=\"https://example.org/1\">T</a></li>\n</ol>\n");
}

/* The section keeps its text, but what a rule can do is done. */
static void a_bad_answer_is_not_taken(void **state)
{
    (void)state;
#define TAIL   "\n\n- Sow in May.\n- Cut often.\n\n⟦4⟧"
#define FIRST  "A potter made the pot.⟦1⟧ See ⟦2⟧mint⟦/2⟧ and ⟦3⟧ here."
#define SECOND "\n\nBasil needs sun, water and a warm place."
    static const char *const bad[] = {
        "",
        "I am sorry, I cannot help with that.",
        "## Basil\n\nA potter made the pot. See ⟦2⟧mint⟦/2⟧ and ⟦3⟧ here." SECOND TAIL,            /* a citation lost */
        "## Basil\n\nA potter made the pot.⟦1⟧⟦1⟧ See ⟦2⟧mint⟦/2⟧ and ⟦3⟧ here." SECOND TAIL,      /* doubled */
        "## Basil\n\nA potter made the pot.⟦1⟧ See ⟦3⟧ and ⟦2⟧mint⟦/2⟧ here." SECOND TAIL,         /* out of order */
        "## Basil\n\nA potter made the pot.⟦1⟧ See ⟦2⟧mint⟦/2 and ⟦3⟧ here." SECOND TAIL,          /* broken */
        "## Basil\n\nA potter made the pot.⟦1⟧ See ⟦2⟧mint and ⟦3⟧ here." SECOND TAIL,             /* link left open */
        "## Basil\n\nA potter made the pot.⟦1⟧ See ⟦2⟧mint.\n\nAll⟦/2⟧ and ⟦3⟧ here." SECOND TAIL, /* link torn */
        "## Basil\n\nA potter made the pot.⟦1⟧ See ⟦2⟧mint⟦/2⟧ and ⟦9⟧ here." SECOND TAIL,         /* unknown */
        "## Basil\n\n<b>" FIRST "</b>" SECOND TAIL,
        "## Basil\n\n**" FIRST "**" SECOND TAIL,
        "## Basil\n\n" FIRST " It is at www.example.com" SECOND TAIL,
        "## Basil\n\n" FIRST " It costs 12 euros." SECOND TAIL,
        "## Basil and more\n\n" FIRST SECOND TAIL,
        FIRST SECOND TAIL,
        "## Basil\n\n" FIRST SECOND "\n\n- Sow in May.\n\n⟦4⟧",
        "## Basil\n\n" FIRST SECOND "\n\n⟦4⟧\n\n- Sow in May.\n- Cut often.",
        "## Basil\n\n" FIRST SECOND SECOND SECOND SECOND TAIL,
        "## Basil\n\nPot.⟦1⟧ ⟦2⟧mint⟦/2⟧ ⟦3⟧\n\n- Sow.\n- Cut.\n\n⟦4⟧",
        "## Basil\n\n" FIRST
        "\n\n- Sow in May.\n- Cut often. Basil needs sun, water and a warm place.\n\n⟦4⟧\n\nSo it is.",
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct script script = {.answer = bad[i]};
        struct str out;
        assert_int_equal(edited(&script, &passive, &out), OK);
        if (report.kept != 1)
            fail_msg("taken: %s", bad[i]);
        assert_int_equal(report.edited, 0);
        assert_int_equal(report.activated, 1);
        assert_int_equal(times_in(out, "<p>A potter made the pot." CITE("1") " See <a href=\"/mint\">mint</a> and"), 1);
        assert_int_equal(times_in(out, "<table><tr><td>5 &lt; 6</td></tr></table>"), 1);
    }
}

static void what_the_editor_reports_is_obeyed(void **state)
{
    (void)state;
    static const struct {
        enum status says, gives;
    } rows[] = {{E_MEMORY, E_MEMORY}, {E_CANCELLED, E_CANCELLED}, {E_UPSTREAM, OK}, {E_TIMEOUT, OK}, {E_INVALID, OK}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct script script = {.answer = "x", .status = rows[i].says};
        struct str out;
        assert_int_equal(edited(&script, &passive, &out), rows[i].gives);
        if (rows[i].gives == OK)
            assert_int_equal(report.kept, 2); /* no answer of that run is taken */
    }
}

static void nobody_is_asked_for_what_code_does(void **state)
{
    (void)state;
    static const struct polish_settings code = {.split_paragraphs = true,
                                                .remove_conclusions = true,
                                                .remove_repetitive = true,
                                                .simplify = true,
                                                .humanize = true};
    struct script script = {.answer = "SAME"};
    struct str out;
    assert_int_equal(edited(&script, &code, &out), OK); /* no sentence is long, no phrase is stock */
    assert_int_equal(script.calls, 0);
    assert_ptr_equal(out.data, article);
}

static void instructions_alone_ask(void **state)
{
    (void)state;
    const struct polish_settings wish = {.instructions = STR("Short.")};
    struct script script = {.answer = "SAME"};
    struct str out;
    assert_int_equal(edited(&script, &wish, &out), OK);
    assert_int_equal(script.calls, 2);
    assert_int_equal(script.seen.rules.len, 0);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_section_is_shown_as_text_with_marks),
        TEST(a_good_answer_is_taken),
        TEST(a_bad_answer_is_not_taken),
        TEST(what_the_editor_reports_is_obeyed),
        TEST(nobody_is_asked_for_what_code_does),
        TEST(instructions_alone_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
