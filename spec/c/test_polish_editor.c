/* Polishing with a language model: what it is shown, which of its changes are made, and what stays when one is not. */
#include "test_polish.h"

#include "arena_fixture.h"

#define CITE(n) "<sup><a href=\"https://example.org/" n "\" title=\"T\">" n "</a></sup>"

#define HEAD "<h1>Herbs</h1>\n<p>Herbs need 6 hours of light.</p>\n<h2>Basil</h2>\n"
#define POT                                                                                                            \
    "<p>The pot was made by Jack Miller." CITE(                                                                        \
        "1") " See <a href=\"/mint\">mint</a> and <code>pot -x</code> here.</p>\n"
#define SUN                                                                                                            \
    "<p>Basil needs sun, water and a warm place in the house. Basil needs a[1] < 6 <b>pots</b>. Basil likes warm "     \
    "rooms.</p>\n"
#define LIST "<ul>\n<li>Sow in May.</li>\n<li>Cut often, and cut 3 leaves." CITE("2") "</li>\n</ul>\n"
#define TAIL                                                                                                           \
    "<table><tr><td>5 &lt; 6</td></tr></table>\n<p>Basil needs warm water, a bright spot and a place in the "          \
    "house.</p>\n"                                                                                                     \
    "<p><strong>Sources</strong></p>\n<ol>\n<li><a href=\"https://example.org/1\">T</a></li>\n</ol>\n"
static const char article[] = HEAD POT SUN LIST TAIL;

static const char shown[] = "\nH1 ## Herbs\n\nS1 Herbs need 6 hours of light.\n\nH2 ## Basil\n"
                            "\nS2 The pot was made by Jack Miller.\n  > passive, and it names who does it\n"
                            "S3 See \xE2\x9F\xA6"
                            "2\xE2\x9F\xA7mint\xE2\x9F\xA6/2\xE2\x9F\xA7 and \xE2\x9F\xA6"
                            "4\xE2\x9F\xA7 here.\n"
                            "\nS4 Basil needs sun, water and a warm place in the house.\n"
                            "S5 Basil needs a[1] < 6 \xE2\x9F\xA6"
                            "5\xE2\x9F\xA7pots\xE2\x9F\xA6/5\xE2\x9F\xA7.\n"
                            "S6 Basil likes warm rooms.\n"
                            "\nS7 - Sow in May.\nS8 - Cut often, and cut 3 leaves.\n\n```\n...\n```\n"
                            "\nS9 Basil needs warm water, a bright spot and a place in the house.\n";

/* An editor that knows its lines. */
struct script {
    const char *answers[8]; /* to the pieces; NULL: none */
    long most_tokens;       /* 0: all at once */
    enum status status;
    int runs;
    size_t pieces;
    struct polish_request seen; /* the first one */
};

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *own,
                            struct str *answers, struct error *err)
{
    struct script *script = context;
    (void)own;
    script->runs++;
    script->pieces = count;
    script->seen = requests[0];
    for (size_t i = 0; i < count && i < COUNT_OF(script->answers); i++) {
        assert_int_equal(answers[i].len, 0);
        if (script->answers[i])
            answers[i] = str_from(script->answers[i]);
    }
    return script->status ? error_set(err, script->status, NULL, "no") : OK;
}

static struct polish_report report;

static struct str edited(struct script *script, const struct polish_settings *settings)
{
    struct error err;
    struct str out;
    const struct polish_editor editor = {edit_all, script, script->most_tokens ? script->most_tokens : 10000};
    assert_int_equal(
        polish_html(arena, str_from(article), language_find(STR("en")), settings, &editor, &out, &report, &err), OK);
    return out;
}

static const struct polish_settings passive = {.convert_passive = true}, wish = {.instructions = {"Short.", 6}};

static void the_article_is_shown_as_numbered_sentences(void **state)
{
    (void)state;
    struct script script = {.answers = {"S2 ok"}};
    struct str out = edited(&script, &passive);
    assert_int_equal(script.runs, 1);
    assert_int_equal(script.pieces, 1);
    assert_string_equal(script.seen.text.data, shown);
    assert_non_null(strstr(script.seen.rules.data, "turn it into an active one"));
    assert_false(script.seen.may_shorten);
    assert_string_equal(out.data, article); /* it is better as it is */
    assert_int_equal(report.edited + report.kept, 0);
}

static void changes_are_put_back(void **state)
{
    (void)state;
    struct script script = {.answers = {"Here you are:\nS2: Jack Miller made the pot.\n"
                                        "S3: Look at \xE2\x9F\xA6"
                                        "2\xE2\x9F\xA7mint\xE2\x9F\xA6/2\xE2\x9F\xA7 & "
                                        "\xE2\x9F\xA6"
                                        "4\xE2\x9F\xA7 here.\n"
                                        "S4: Basil needs sun and water. It needs a warm place in the house.\n"
                                        "S8: Cut 3 leaves often."}};
    struct str out = edited(&script, &passive);
    assert_int_equal(report.edits.refusal_count, 0);
    assert_int_equal(report.edited, 4);
    assert_string_equal(
        out.data,
        HEAD "<p>Jack Miller made the pot." CITE(
            "1") " Look at <a href=\"/mint\">mint</a> &amp; <code>pot -x</code> here.</p>\n"
                 "<p>Basil needs sun and water. It needs a warm place in the house. Basil needs a[1] &lt; 6 "
                 "<b>pots</b>. Basil likes warm rooms.</p>\n<ul>\n<li>Sow in May.</li>\n<li>Cut 3 leaves often." CITE(
                     "2") "</li>\n</ul>\n" TAIL);
}

static void joined_sentences_keep_all_citations(void **state)
{
    (void)state;
    struct script script = {.answers = {"S2-S3: Jack Miller made the pot, see \xE2\x9F\xA6"
                                        "2\xE2\x9F\xA7mint"
                                        "\xE2\x9F\xA6/2\xE2\x9F\xA7 and \xE2\x9F\xA6"
                                        "4\xE2\x9F\xA7 here."}};
    struct str out = edited(&script, &passive);
    assert_int_equal(report.edits.refusal_count, 0);
    assert_int_equal(times_in(out,
                              "<p>Jack Miller made the pot, see <a href=\"/mint\">mint</a> and <code>pot -x</code> "
                              "here." CITE("1") "</p>"),
                     1);
}

static void a_bad_change_is_not_made(void **state)
{
    (void)state;
#define M(n) "\xE2\x9F\xA6" n "\xE2\x9F\xA7"
    static const struct {
        const char *change, *reason;
    } bad[] = {
        {"S3: See mint and " M("4") " here.", "it loses or adds a mark"},
        {"S3: See " M("2") "mint" M("/2") " and " M("4") " " M("4") " here.", "it loses or adds a mark"},
        {"S3: See " M("4") " and " M("2") "mint" M("/2") " here.", "it loses or adds a mark"},
        {"S3: See " M("2") "mint" M("/2") " and " M("9") " here.", "it loses or adds a mark"},
        {"S2: A potter made the pot.", "it loses \"jack\""},
        {"S2: Jack Miller of Leeds made the pot.", "name \"Leeds\""},
        {"S2: Jack Miller made the pot in 1990.", "figure \"1990\""},
        {"S1: Herbs need 6 hours of light, and 3 of dark.", "elsewhere \"3\""},
        {"S1: Herbs need hours of light.", "it loses \"6\""},
        {"S1: Herbs need 6 hours of light [2].", "it brings markup"},
        {"S1: - **Light:** Herbs need 6 hours of light.", "it brings markup"},
        {"S1: Herbs need 6 hours of light, see https://example.org/x.", "it brings an address, or speaks of a passage"},
        {"S1: Herbs need 6 hours of light, which is more than anybody would think at first and much more than they "
         "get.",
         "it says more than it did"},
        {"S4: The committee voted against all the proposals yesterday.", "it says something else"},
        {"S1: The pot was made by Jack Miller.", "it speaks of another line than its number says"},
        {"S5: Basil needs pots.", "the line stays"},
        {"H2: Basil and more", "the line stays"},
        {"S7: -", "the line stays"},
        {"S6: -", "it would take too much away"},
        {"S4+: It is green.", "it is in no form that was asked for"},
        {"\xC2\xB6 S3", "it is in no form that was asked for"},
        {"S3 > S1", "it is in no form that was asked for"},
        {"S3-S4: Basil and mint.", "these lines do not stand together"},
        {"S99: no", "there is no such line"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct script script = {.answers = {bad[i].change}};
        struct str out = edited(&script, &passive);
        if (report.edits.refusal_count != 1 || report.edited != 0)
            fail_msg("made: %s", bad[i].change);
        if (bad[i].reason && strcmp(report.edits.refusals[0].reason, bad[i].reason) != 0)
            fail_msg("%s: %s", bad[i].change, report.edits.refusals[0].reason);
        assert_string_equal(out.data, article);
    }
}

static void an_answer_of_something_else_changes_nothing(void **state)
{
    (void)state;
    static const char *const answers[] = {"", "S1: 6 hours of light are what herbs \xF3\xB0\x80\x80 need.",
                                          "I am sorry, I cannot help with that.", "NONE"};
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        struct script script = {.answers = {answers[i]}};
        struct str out = edited(&script, &passive);
        assert_int_equal(report.edited, 0);
        assert_int_equal(report.kept, i < 2);
        assert_string_equal(out.data, article);
    }
}

static void a_sentence_goes_where_the_wishes_allow_it(void **state)
{
    (void)state;
    struct script script = {.answers = {"S6: -"}};
    struct str out = edited(&script, &wish);
    assert_true(script.seen.may_shorten);
    assert_int_equal(report.edits.refusal_count, 0);
    assert_int_equal(times_in(out, "Basil likes warm rooms."), 0);
    assert_int_equal(times_in(out, "<b>pots</b>.</p>"), 1);
    static const char *const stay[] = {"S1: -", "S2: -", "S4: -", "S7: -", "S8: -", "S9: -"};
    for (size_t i = 0; i < COUNT_OF(stay); i++) {
        script.answers[0] = stay[i];
        assert_string_equal(edited(&script, &wish).data, article);
        assert_int_equal(report.edits.refusal_count, 1);
    }
}

static void what_was_said_before_is_noted_and_asks_nobody(void **state)
{
    (void)state;
    const struct polish_settings code = {.split_paragraphs = true,
                                         .remove_conclusions = true,
                                         .remove_repetitive = true,
                                         .simplify = true,
                                         .humanize = true};
    struct script script = {.answers = {"NONE"}};
    struct polish_settings asked = code;
    edited(&script, &code); /* no sentence is long, no phrase is stock */
    assert_int_equal(script.runs, 0);
    asked.instructions = STR("Short.");
    edited(&script, &asked);
    assert_int_equal(script.runs, 1);
    assert_non_null(strstr(script.seen.text.data, "a place in the house.\n  > said before, in S4\n"));
}

static void a_small_model_gets_pieces(void **state)
{
    (void)state;
    struct script script = {.answers = {"S2: Jack Miller made the pot.", "NONE", NULL}, .most_tokens = 60};
    struct str out = edited(&script, &passive);
    assert_int_equal(script.pieces, 3);
    assert_int_equal(report.kept, 1);
    assert_int_equal(report.edited, 1);
    assert_int_equal(times_in(out, "Jack Miller made the pot."), 1);
    assert_null(strstr(script.seen.text.data, "a[1]"));
}

static void split_sentences_leave_their_paragraph_whole(void **state)
{
    (void)state;
    static const char four[] =
        "<h1>Worms</h1>\n<p>Worms eat scraps in the dark. They hate light and they fear noise in the house where they "
        "live with all of us, and they want to be left alone in their bin. A red light keeps night vision. One "
        "reviewer "
        "reports of it.</p>\n";
    const struct polish_settings settings = {.split_paragraphs = true, .simplify = true};
    struct script script = {
        .answers = {"S2: They hate light and fear noise in the house where they live with all of us. "
                    "They want to be left alone in their bin."}};
    const struct polish_editor editor = {edit_all, &script, 10000};
    struct str out;
    assert_int_equal(
        polish_html(arena, str_from(four), language_find(STR("en")), &settings, &editor, &out, &report, NULL), OK);
    assert_int_equal(report.edits.refusal_count, 0);
    assert_int_equal(report.edited, 1);
    assert_int_equal(times_in(out, "<p>"), 1);
}

static void what_the_editor_reports_is_obeyed(void **state)
{
    (void)state;
    static const struct {
        enum status says, gives;
    } rows[] = {{E_MEMORY, E_MEMORY}, {E_CANCELLED, E_CANCELLED}, {E_UPSTREAM, OK}, {E_TIMEOUT, OK}, {E_INVALID, OK}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct script script = {.answers = {"S2: Jack Miller made it."}, .status = rows[i].says};
        const struct polish_editor editor = {edit_all, &script, 10000};
        struct error err;
        struct str out;
        assert_int_equal(
            polish_html(arena, str_from(article), language_find(STR("en")), &passive, &editor, &out, &report, &err),
            rows[i].gives);
        if (rows[i].gives == OK)
            assert_int_equal(report.kept, 1); /* no answer of that run is taken */
    }
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_article_is_shown_as_numbered_sentences),    TEST(changes_are_put_back),
        TEST(joined_sentences_keep_all_citations),           TEST(a_bad_change_is_not_made),
        TEST(an_answer_of_something_else_changes_nothing),   TEST(a_sentence_goes_where_the_wishes_allow_it),
        TEST(what_was_said_before_is_noted_and_asks_nobody), TEST(a_small_model_gets_pieces),
        TEST(split_sentences_leave_their_paragraph_whole),   TEST(what_the_editor_reports_is_obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
