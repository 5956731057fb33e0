#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* In each text "|" stands between sentences where a split is expected, with a blank on its right. */
static const struct {
    const char *language, *text;
} cases[] = {
    {"en", "One sentence.| Another one!| A third?| Yes"},
    {"en", "See e.g. the manual, i.e. the long one.| Then stop."},
    {"en", "Dr. Smith met Mrs. Jones.| They talked."},
    {"en", "J. R. R. Tolkien wrote it.| The U.S. court read it."},
    {"en", "He lives in the U.S.| The court is there."},
    {"en", "Version 15.2 is out.| No. 5 is alive, see Fig. 3 and p. 7."},
    {"en", "Is that so?| No.| It is not."},
    {"en", "Visit example.org for more.| See 5.11.2 there."},
    {"en", "She said \"Stop.\"| He did (at once.)| All was well… or not.| End."},
    {"en", "Wait... what is this?| Done."},
    {"en", "\"Why?\" he asked.| Nobody knew."},
    {"en", "Make a dump first.| pg_dump does that.| initdb2 too."},
    {"en", "Apples, pears etc. are fruit.| So are plums etc.| We eat them."},
    {"en", "The limit is x.| Forcing it, eg. J. Smith did, is max.| Note that."},
    {"en", "It needs less disk I/O.| Indexes win."},
    {"en", "It uses option B.| The other is worse."},
    {"de", "Das ist z. B. ein Satz.| Er endet am 3. Oktober 1990.| Dann kommt Nr. 5."},
    {"de", "Im 19. Jahrhundert gab es d.h. nichts.| Prof. Dr. Müller sagte: „Gut.“| Ende."},
    {"de", "Es waren 15.| Das war genug.| Es geschah 1990.| Danach kam nichts."},
    {"de", "Siehe Abb. 3 usw.| Dann geht es weiter, bzw. zurück."},
    {"fr", "M. Dupont et Mme. Durand sont là.| Ils parlent, cf. page 3."},
    {"fr", "Est-ce vrai ?| Oui !| C'est p. ex. l'art. 5 de la loi."},
    {"fr", "« Oui. »| Il partit."},
    {"es", "¿Es verdad?| ¡Sí!| El Sr. García vive en EE.UU. desde 1990."},
    {"es", "Véase pág. 5.| Luego se acabó."},
    {"it", "Il sig. Rossi arriva.| La dott.ssa Bianchi parte, cfr. pag. 3.| Fine."},
    {"pt", "O Sr. Silva chegou.| A Dra. Costa saiu, p. ex. ontem.| Fim."},
    {"nl", "Dat is bijv. waar.| Dhr. Jansen zegt d.w.z. niets.| Einde."},
    {"sv", "Det är t.ex. sant.| Se s. 5 och kap. 3.| Slut."},
    {"ja", "一。|二？|三"},
    {"hi", "क ख।| ग।"},
    {"en", ""},
    {"en", "no end"},
    {"en", "...| And so on."},
    {"en", "end.Next is one.| \xFF\xFF.| Rest"},
};

/* The text without the marks, and the sentences joined with "|". */
static void check(const char *language, const char *marked)
{
    struct arena *arena = arena_new();
    struct buf text = {0}, expected = {0}, got = {0};
    for (const char *at = marked; *at; at++) {
        if (*at != '|')
            buf_char(&text, *at);
        if (!(*at == ' ' && at > marked && at[-1] == '|'))
            buf_char(&expected, *at);
    }
    struct sentence *sentences;
    size_t count;
    assert_int_equal(sentences_split(arena, (struct str){buf_text(&text), text.len}, language_find(str_from(language)),
                                     &sentences, &count, NULL),
                     OK);
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(&got, '|');
        buf_add(&got, text.data + sentences[i].start, sentences[i].end - sentences[i].start);
    }
    assert_string_equal(buf_text(&got), buf_text(&expected));
    buf_free(&text);
    buf_free(&expected);
    buf_free(&got);
    arena_free(arena);
}

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check(cases[i].language, cases[i].text);
}

static void test_no_language(void **state)
{
    (void)state;
    check("none", "One.| Two.| Version 3.4 here.");
}

static void test_white_space(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct sentence *sentences;
    size_t count;
    struct str text = STR(" \n One.\xC2\xA0\n Two. \t");
    assert_int_equal(sentences_split(arena, text, NULL, &sentences, &count, NULL), OK);
    assert_int_equal(count, 2);
    assert_int_equal(sentences[0].start, 3);
    assert_int_equal(sentences[0].end, 7);
    assert_int_equal(sentences[1].start, 11);
    assert_int_equal(sentences[1].end, 15);
    assert_int_equal(sentences_split(arena, STR(" \n"), NULL, &sentences, &count, NULL), OK);
    assert_int_equal(count, 0);
    arena_free(arena);
}

/* Each is a million bytes in which a careless look-ahead or look-back would be quadratic. */
static void test_hostile_lengths(void **state)
{
    (void)state;
    static const char *const patterns[] = {".", "a.", ". ", "((((", "x", "\"", ".)", "a. b", "\xFF", "。"};
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        struct arena *arena = arena_new();
        struct buf text = {0};
        struct sentence *sentences;
        size_t count;
        while (text.len < 1000000)
            buf_str(&text, patterns[i]);
        assert_int_equal(sentences_split(arena, (struct str){text.data, text.len}, language_find(STR("en")), &sentences,
                                         &count, NULL),
                         OK);
        assert_true(count >= 1);
        buf_free(&text);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_no_language),
        cmocka_unit_test(test_white_space),
        cmocka_unit_test(test_hostile_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
