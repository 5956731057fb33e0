/* Each setting of polish on sentences made for it: what it edits, and what it must leave alone. */
#include "test_polish.h"

#include "arena_fixture.h"

#define CITE(n) "<sup><a href=\"https://example.org/" n "\" title=\"T\">" n "</a></sup>"

static struct polish_report report;

/* Polishes a paragraph's inside; what comes back is the inside again, unless there are more paragraphs. */
static const char *polished(const struct polish_settings *settings, const char *language, const char *html)
{
    struct str out = polish_text(arena, str_from(html), language, settings, &report);
    struct str again = polish_text(arena, out, language, settings, NULL);
    assert_string_equal(again.data, out.data);
    return out.data;
}

static void assert_edits(const struct polish_settings *settings, const char *language, const char *before,
                         const char *after)
{
    const char *out = polished(settings, language, arena_printf(arena, "<h2>H</h2>\n<p>%s</p>\n", before));
    assert_string_equal(out, arena_printf(arena, "<h2>H</h2>\n<p>%s</p>\n", after));
}

/* --- paragraphs --- */

static const struct polish_settings split = {.split_paragraphs = true};

static void long_paragraphs_are_split(void **state)
{
    (void)state;
    assert_string_equal(
        polished(&split, "en", "<p>A one." CITE("1") " B two. C three. D four." CITE("2") " E five.</p>\n"),
        "<p>A one." CITE("1") " B two. C three.</p>\n<p>D four." CITE("2") " E five.</p>\n");
    assert_int_equal(report.split, 1);
    /* where the subject changes */
    assert_string_equal(polished(&split, "en",
                                 "<p>Basil likes sun. Basil hates cold nights. Mint spreads fast. Mint "
                                 "needs a deep pot. The pot keeps mint roots in.</p>"),
                        "<p>Basil likes sun. Basil hates cold nights.</p>\n<p>Mint spreads fast. Mint needs a deep "
                        "pot. The pot keeps mint roots in.</p>");
}

static void short_paragraphs_and_items_keep_their_bytes(void **state)
{
    (void)state;
    static const char *const same[] = {
        "<p>A one. B two. C three. D four.</p>\n",
        "<ul>\n<li>A one. B two. C three. D four. E five.</li>\n</ul>\n",
        "<table><tr><td>A one. B two. C three. D four. E five.</td></tr></table>",
        "<pre><code>A one. B two. C three. D four. E five.</code></pre>",
        "<blockquote><p>A one. B two. C three. D four. E five.</p></blockquote>",
        "<p id=\"x\">A one. B two. C three. D four. E five.</p>",
        "<p>A one. <br>B two. C three. D four. E five.</p>",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct str html = str_from(same[i]);
        assert_ptr_equal(polish_text(arena, html, "en", &all_settings, NULL).data, html.data);
    }
}

static void tags_are_never_cut(void **state)
{
    (void)state;
    assert_string_equal(
        polished(&split, "en", "<p>A <em>one. B two. C three. D</em> four. E five. F six. G seven.</p>"),
        "<p>A <em>one. B two. C three. D</em> four.</p>\n<p>E five. F six. G seven.</p>");
}

/* --- conclusions --- */

static const struct polish_settings conclusions = {.remove_conclusions = true};

static void summing_up_goes(void **state)
{
    (void)state;
    static const struct {
        const char *language, *sentence;
    } rows[] = {{"en", "In conclusion, light decides."},
                {"en", "Overall, light decides."},
                {"de", "Zusammenfassend entscheidet das Licht."},
                {"de", "Kurz gesagt: Licht entscheidet."},
                {"fr", "En résumé, la lumière décide."},
                {"es", "En resumen, la luz decide."},
                {"it", "In sintesi, la luce decide."},
                {"nl", "Kortom, licht beslist."},
                {"pt", "Em resumo, a luz decide."},
                {"sv", "Sammanfattningsvis avgör ljuset."},
                {"da", "Alt i alt er lys vigtigst."},
                {"no", "Oppsummert er lys viktigst."}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *html =
            arena_printf(arena, "<h2>A</h2>\n<p>B c.</p>\n<p>%s</p>\n<h2>D</h2>\n<p>E f.</p>\n", rows[i].sentence);
        assert_string_equal(polished(&conclusions, rows[i].language, html),
                            "<h2>A</h2>\n<p>B c.</p>\n<h2>D</h2>\n<p>E f.</p>\n");
        assert_int_equal(report.removed_paragraphs, 1);
    }
}

static void the_end_may_sum_up(void **state)
{
    (void)state;
    static const char *const same[] = {
        "<h2>A</h2>\n<p>B c.</p>\n<h2>Conclusion</h2>\n<p>B c.</p>\n<p>In conclusion, light decides.</p>\n",
        "<h2>A</h2>\n<p>B c.</p>\n<p>In conclusion, light decides.</p>\n",
        "<p>B c.</p>\n<h2>FAQ</h2>\n<h3>D?</h3>\n<p>E.</p>\n<p>In short, no.</p>\n<h2>Conclusion</h2><p>F.</p>",
        "<h2>A</h2>\n<p>B c.</p>\n<p>Overall length is 4 m.</p>\n<p>D.</p>\n",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_string_equal(polished(&conclusions, "en", same[i]), same[i]);
}

static void nothing_is_lost_with_a_conclusion(void **state)
{
    (void)state;
    /* a citation, a figure, a link that stand nowhere else */
    assert_string_equal(
        polished(&conclusions, "en", "<p>A b.</p>\n<p>In short, light decides." CITE("7") " C d.</p>\n<p>E.</p>\n"),
        "<p>A b.</p>\n<p>Light decides." CITE("7") " C d.</p>\n<p>E.</p>\n");
    assert_string_equal(polished(&conclusions, "en",
                                 "<p>A b.</p>\n<p>In short, light decides. C has 42 d.</p>\n"
                                 "<p>E.</p>\n"),
                        "<p>A b.</p>\n<p>C has 42 d.</p>\n<p>E.</p>\n");
    assert_string_equal(polished(&conclusions, "en",
                                 "<p>A b.</p>\n<p>In short, <a href=\"/l\">light</a> decides.</p>\n"
                                 "<p>E.</p>\n"),
                        "<p>A b.</p>\n<p><a href=\"/l\">Light</a> decides.</p>\n<p>E.</p>\n");
    /* both stand elsewhere */
    assert_string_equal(
        polished(&conclusions, "en", "<p>A 42 b." CITE("7") "</p>\n<p>In short, 42." CITE("7") "</p>\n<p>E.</p>\n"),
        "<p>A 42 b." CITE("7") "</p>\n<p>E.</p>\n");
    /* the only text of its section */
    assert_string_equal(
        polished(&conclusions, "en", "<h2>A</h2>\n<p>Overall, light decides.</p>\n<h2>B</h2>\n<p>C.</p>"),
        "<h2>A</h2>\n<p>Light decides.</p>\n<h2>B</h2>\n<p>C.</p>");
}

/* --- repetition --- */

static const struct polish_settings repetitive = {.remove_repetitive = true};

static void a_repeated_sentence_goes_and_its_citation_stays(void **state)
{
    (void)state;
    assert_string_equal(
        polished(&repetitive, "en",
                 "<p>Basil grows best in full sun." CITE("1") " Mint spreads.</p>\n<h2>B</h2>\n<p>Chives last. In full "
                                                              "sun basil grows best." CITE("2") "</p>\n"),
        "<p>Basil grows best in full sun." CITE("1") CITE("2") " Mint spreads.</p>\n<h2>B</h2>\n<p>Chives last.</p>\n");
    assert_int_equal(report.removed_sentences, 1);
    assert_string_equal(polished(&repetitive, "en",
                                 "<p>Basil grows best in full sun." CITE(
                                     "1") "</p>\n<p>Basil grows best in full sun." CITE("1") "</p>\n"),
                        "<p>Basil grows best in full sun." CITE("1") "</p>\n");
}

static void facts_alike_are_no_repetition(void **state)
{
    (void)state;
    static const char *const same[] = {
        "<p>Basil needs six hours of bright light. Mint needs four hours of bright light.</p>",
        "<p>The option sets the planner's use of gather plans. The option sets the planner's use of bitmap-scan "
        "plans.</p>",
        "<p>The first option is for scans. The default is on.</p>\n<p>The other one is for joins. The default is "
        "on.</p>",
        "<p>RAID 5 needs at least 3 disks. RAID 6 needs at least 4 disks.</p>",
        "<p>The server stores the log on disk. The server does not store the log on disk.</p>",
        "<p>Use <code>a</code> to open the garden gate. Use <code>b</code> to open the garden gate.</p>",
        "<p>“Basil grows best in full sun.” “Basil grows best in full sun.”</p>",
        "<ul>\n<li>Basil grows best in full sun.</li>\n<li>Basil grows best in full sun.</li>\n</ul>\n",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_string_equal(polished(&repetitive, "en", same[i]), same[i]);
}

static void the_sentence_that_says_more_stays(void **state)
{
    (void)state;
    assert_string_equal(
        polished(&repetitive, "en",
                 "<p>Water the basil in the morning. A b c.</p>\n<p>Water the young basil pots early in the morning. D "
                 "e.</p>"),
        "<p>Water the basil in the morning. A b c.</p>\n<p>Water the young basil pots early in the morning. D e.</p>");
    assert_string_equal(
        polished(&repetitive, "en",
                 "<p>Water young basil in the morning. A b c.</p>\n<p>Water young basil pots in the morning. D e.</p>"),
        "<p>A b c.</p>\n<p>Water young basil pots in the morning. D e.</p>");
    assert_string_equal(polished(&repetitive, "en",
                                 "<p>Regular watering keeps all soil moist and roots healthy.</p>\n<p>A b c. Regular "
                                 "watering keeps all soil damp and roots healthy.</p>"),
                        "<p>Regular watering keeps all soil moist and roots healthy.</p>\n<p>A b c.</p>");
}

/* "due" is two in Italian, and "sei" is six: in another language neither counts. */
static void words_count_in_their_language_alone(void **state)
{
    (void)state;
    assert_string_equal(
        polished(&repetitive, "en",
                 "<p>The leaves lose much colour in bright sunlight. A b c.</p>\n<p>The leaves lose much colour due to "
                 "bright sunlight. D e.</p>"),
        "<p>A b c.</p>\n<p>The leaves lose much colour due to bright sunlight. D e.</p>");
    const char *counts = "<p>La pianta ha due foglie verdi. A b c.</p>\n<p>La pianta ha sei foglie verdi. D e.</p>";
    assert_string_equal(polished(&repetitive, "it", counts), counts);
}

static void answers_may_say_once_more(void **state)
{
    (void)state;
    const char *restated = "<p>Basil grows best in full sun.</p>\n<h2>Frequently Asked Questions</h2>\n<h3>Q?</h3>\n"
                           "<p>In full sun basil grows best. It needs warmth.</p>\n";
    assert_string_equal(polished(&repetitive, "en", restated), restated);
    const char *verbatim = "<p>Basil grows best in full sun.</p>\n<h2>Frequently Asked Questions</h2>\n<h3>Q?</h3>\n"
                           "<p>Yes. Basil grows best in full sun.</p>\n";
    assert_null(strstr(polished(&repetitive, "en", verbatim), "Yes. Basil"));
}

/* --- passive --- */

static const struct polish_settings passive = {.convert_passive = true};

static void the_doer_comes_first(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"The tool was written by a student.", "A student wrote the tool."},
        {"The tool was written by a student in 1995." CITE("1"), "A student wrote the tool in 1995." CITE("1")},
        {"In 1995, the tool was written by a student.", "In 1995, a student wrote the tool."},
        {"The pots are produced by a factory.", "A factory produces the pots."},
        {"The report is published by the members.", "The members publish the report."},
        {"The gate has been repaired by the owners.", "The owners have repaired the gate."},
        {"The gate had been repaired by the owner.", "The owner had repaired the gate."},
        {"The seeds can be eaten by birds.", "Birds can eat the seeds."},
        {"The engine was originally designed by Ada Lovelace.", "Ada Lovelace originally designed the engine."},
        {"The protocol was designed by Vint Cerf and Bob Kahn.", "Vint Cerf and Bob Kahn designed the protocol."},
        {"The index on the table is used by the planner.", "The planner uses the index on the table."},
        {"Originally, the tool was written by a student in May 1995.",
         "Originally, a student wrote the tool in May 1995."},
        {"He was taught by her.", "She taught him."},
        {"They were invited by us.", "We invited them."},
        {"The <a href=\"/t\">tool</a> was written by a student.", "A student wrote the <a href=\"/t\">tool</a>."},
        {"The tests are carried by a worker.", "A worker carries the tests."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_edits(&passive, "en", rows[i][0], rows[i][1]);
    assert_int_equal(report.activated, 1);
}

static void what_is_no_doer_stays(void **state)
{
    (void)state;
    static const char *const same[] = {
        "The table was sorted by name.",
        "The costs were reduced by half.",
        "The work was done by hand.",
        "The report was finished by Monday.",
        "The gap was closed by using a plate.",
        "The tool was not written by a student.",
        "Every tool was written by a student.",
        "The tool was written by a student who left.",
        "If the tool was written by a student, it is old.",
        "The tool was written by a student and a teacher.",
        "The tool was written by its owner.",
        "The tool was written" CITE("1") " by a student.",
        "“The tool was written by a student.”",
        "Was the tool written by a student?",
        "The tool is being written by a student.",
        "Herbs were planted by the owner.",
        "Their roots are eaten by voles.",
        "The list is used by the Rolling Stones.",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_edits(&passive, "en", same[i], same[i]);
}

static void german_doers_come_first(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Die Software wurde von der Firma entwickelt.", "Die Firma entwickelte die Software."},
        {"Der Rechner wurde 1941 von Konrad Zuse gebaut." CITE("1"), "Konrad Zuse baute 1941 den Rechner." CITE("1")},
        {"Das Gerät wird von einer Fabrik hergestellt.", "Eine Fabrik stellt das Gerät her."},
        {"Der Student wurde von der Firma geprüft.", "Der Student wurde von der Firma geprüft."},
        {"Ein Garten wurde von der Stadt gestaltet.", "Ein Garten wurde von der Stadt gestaltet."},
        {"Die Software wurde von den Firmen entwickelt.", "Die Software wurde von den Firmen entwickelt."},
        {"Die Software wurde nicht von der Firma entwickelt.", "Die Software wurde nicht von der Firma entwickelt."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_edits(&passive, "de", rows[i][0], rows[i][1]);
}

/* --- long sentences --- */

static const struct polish_settings simplify = {.simplify = true};

static void long_sentences_are_cut(void **state)
{
    (void)state;
    static const char *const rows[][3] = {
        {"en",
         "The garden on the south side has the most light of all the beds, and the soil there is dry in the late "
         "summer months." CITE("1"),
         "The garden on the south side has the most light of all the beds. The soil there is dry in the late summer "
         "months." CITE("1")},
        {"en",
         "The garden on the south side has the most light of all the beds, but it is dry in the late and warm summer "
         "months.",
         "The garden on the south side has the most light of all the beds. But it is dry in the late and warm summer "
         "months."},
        {"en",
         "The garden on the south side has the most light of all; the soil in its beds is dry in the late and warm "
         "summer months.",
         "The garden on the south side has the most light of all. The soil in its beds is dry in the late and warm "
         "summer months."},
        {"en",
         "The planner of the old server also stores every key of the large table in a tree, which is a balanced "
         "structure on disk.",
         "The planner of the old server also stores every key of the large table in a tree, which is a balanced "
         "structure on disk."},
        {"en",
         "For every key of the large table the planner of the old server also builds a tree, which is a balanced "
         "structure on disk.",
         "For every key of the large table the planner of the old server also builds a tree. This tree is a balanced "
         "structure on disk."},
        {"en",
         "The south bed (it is the one with the most light of all) has dry soil in the late and warm summer months.",
         "The south bed has dry soil in the late and warm summer months. It is the one with the most light of all."},
        {"de",
         "Der Garten auf der Südseite hat von allen Beeten am meisten Licht im Jahr, und der Boden ist dort im späten "
         "Sommer sehr trocken und hart.",
         "Der Garten auf der Südseite hat von allen Beeten am meisten Licht im Jahr. Der Boden ist dort im späten "
         "Sommer sehr trocken und hart."},
        {"fr",
         "Le jardin du sud est le plus lumineux de tous les jardins de la ville; le sol y est très sec pendant tout "
         "l'été chaud.",
         "Le jardin du sud est le plus lumineux de tous les jardins de la ville. Le sol y est très sec pendant tout "
         "l'été chaud."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_edits(&simplify, rows[i][0], rows[i][1], rows[i][2]);
}

static void conditions_stay_with_what_they_limit(void **state)
{
    (void)state;
    static const char *const same[] = {
        "If the garden on the south side has the most light of all the beds, and the soil is dry, then it must be "
        "watered.",
        "The garden on the south side has the most light of all the beds, and the soil there is dry unless it has been "
        "watered.",
        "The owner says that the south side has the most light of all the beds, and the soil there is dry in the "
        "summer.",
        "“The garden on the south side has the most light of all the beds, and the soil there is dry in the summer.”",
        "The garden has beds, trees, a pond with fish and frogs and plants from all over the world, and many visitors "
        "from abroad.",
        "Does the garden on the south side have the most light of all the beds, and is the soil there dry in summer "
        "too?",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_edits(&simplify, "en", same[i], same[i]);
}

/* --- stock phrases --- */

static const struct polish_settings humanize = {.humanize = true};

static void stock_phrases_go(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"It is important to note that basil needs sun." CITE("1"), "Basil needs sun." CITE("1")},
        {"In today's fast-paced world, herbs grow on sills.", "Herbs grow on sills."},
        {"A pot, at its core, is a small bed.", "A pot is a small bed."},
        {"It was built with cutting-edge methods.", "It was built with modern methods."},
        {"Light plays a crucial role in growth.", "Light matters for growth."},
        {"The garden boasts a myriad of herbs.", "The garden has many herbs."},
        {"It is a robust answer. Water it.", "It is an answer. Water it."},
        {"Moreover, basil needs sun.", "Basil needs sun."},
        {"Basil needs sun. It is a testament to summer and to joy.", "Basil needs sun."},
        {"Basil needs sun. It is a testament to summer. It also needs water.",
         "Basil needs sun. It is a testament to summer. It also needs water."},
        {"Basil needs sun. Needless to say, yes." CITE("1"), "Basil needs sun." CITE("1")},
        {"“It is important to note that basil needs sun.”", "“It is important to note that basil needs sun.”"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_edits(&humanize, "en", rows[i][0], rows[i][1]);
    assert_edits(&humanize, "de", "Die Stadt hat eine Vielzahl von Parks.", "Die Stadt hat eine Reihe von Parks.");
    assert_edits(&humanize, "de", "Nahtlose Abläufe sind hier üblich.", "Abläufe sind hier üblich.");
}

/* --- whatever it is --- */

static void what_is_no_article_is_refused(void **state)
{
    (void)state;
    struct str out;
    struct error err;
    assert_int_equal(
        polish_html(arena, STR("only text"), language_find(STR("en")), &all_settings, NULL, &out, NULL, &err),
        E_INVALID);
}

static void characters_keep_their_meaning(void **state)
{
    (void)state;
    assert_string_equal(polished(&split, "en", "<p>A &lt;b&gt; one. B &amp; two. C three. D four. E five.</p>"),
                        "<p>A &lt;b&gt; one. B &amp; two. C three.</p>\n<p>D four. E five.</p>");
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(long_paragraphs_are_split),
        TEST(short_paragraphs_and_items_keep_their_bytes),
        TEST(tags_are_never_cut),
        TEST(summing_up_goes),
        TEST(the_end_may_sum_up),
        TEST(nothing_is_lost_with_a_conclusion),
        TEST(a_repeated_sentence_goes_and_its_citation_stays),
        TEST(facts_alike_are_no_repetition),
        TEST(the_sentence_that_says_more_stays),
        TEST(words_count_in_their_language_alone),
        TEST(answers_may_say_once_more),
        TEST(the_doer_comes_first),
        TEST(what_is_no_doer_stays),
        TEST(german_doers_come_first),
        TEST(long_sentences_are_cut),
        TEST(conditions_stay_with_what_they_limit),
        TEST(stock_phrases_go),
        TEST(what_is_no_article_is_refused),
        TEST(characters_keep_their_meaning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
