/* What lexemes say: spans, folded forms and hashes, letter case, blocks, sentences, quotes, headings. */
#include "link/lexer/lexer.h"
#include "text/html/html.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct lexed lex(const char *html)
{
    struct lexed lexed;
    assert_int_equal(lex_html(arena, str_from(html), 0, NULL, &lexed, NULL), OK);
    return lexed;
}

/* One character for each lexeme. */
static void expect(const char *html, char (*tell)(const struct lexeme *lexeme), const char *expected)
{
    struct lexed lexed = lex(html);
    char told[256] = "";
    for (size_t i = 0; i < lexed.count && i < sizeof told - 1; i++)
        told[i] = tell(&lexed.lexemes[i]);
    assert_string_equal(told, expected);
}

/* --- letter case --- */

static char tell_case(const struct lexeme *lexeme)
{
    return ".lCUM"[lexeme->letter_case];
}

static char tell_capital(const struct lexeme *lexeme)
{
    return lexeme->marks & MARK_CAPITAL ? 'C' : '.';
}

static void tells_letter_case(void **state)
{
    (void)state;
    expect("word Word WORD iPhone GitHub A I a 42 x86 NaCl .", tell_case, "lCUMMCCl.lM.");
    expect("word Word WORD iPhone GitHub A I a 42 x86 NaCl .", tell_capital, ".CC.CCC...C.");
    expect("\u00c9t\u00e9 \u00c9T\u00c9 \u043c\u0418 \u0416 \u01c4a \u4e2d", tell_case, "CUMCC.");
    expect("&Eacute;t&eacute; &#66;", tell_case, "CC");
}

/* --- apostrophes --- */

static char tell_joined(const struct lexeme *lexeme)
{
    return lexeme->marks & MARK_CONTINUES_WORD ? '+' : lexeme->kind == LEXEME_SIGN ? ',' : 'w';
}

static void tells_what_an_apostrophe_joins(void **state)
{
    (void)state;
    static const struct {
        const char *html, *expected;
    } cases[] = {
        {"Queen's", "w,w"},
        {"Queen\u2019s", "w,w"},
        {"l'eau dell&rsquo;arte qu&#39;il", "w,ww,ww,w"},
        {"O'Reilly O\u2019Reilly's", "w++w++,w"},
        {"don't we're rock'n'roll", "w++w++w++++"},
        {"Aujourd'hui", "w++"},
        {"chez L'Or\u00e9al", "ww++"},
        {"L'Or\u00e9al, L'Europe", "w,w,w,w"},
        {"\u0456\u043c'\u044f", "w++"},
        {"Ankara'da", "w,w"},
        {"the 'll", "w,w"},
        {"dogs' 'd", "w,,w"},
        {"<p>don<p>'<p>t", "w,w"},
        {"O'<a href=x>Reilly</a>", "w,w"},
        {"'t", ",w"},
        {"'", ","},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(cases[i].html, tell_joined, cases[i].expected);
}

/* --- blocks --- */

static char tell_block(const struct lexeme *lexeme)
{
    return ".plcdDqCh"[lexeme->block];
}

static char tell_paragraph(const struct lexeme *lexeme)
{
    return (char)((lexeme->marks & MARK_STARTS_BLOCK ? 'A' : 'a') + (char)lexeme->paragraph);
}

static void tells_blocks(void **state)
{
    (void)state;
    expect("a<p>b <b>c</b><div>d</div>", tell_block, ".pp.");
    expect("<ul><li>a<li><p>b</p>c</ul>d<ol>e<li>f<ul><li>g</ul>h</ol>", tell_block, "lll..lll");
    expect("<table><tr><th>a<td>b<table><tr><td>c</table>d<tr>e</table>f", tell_block, "cccc..");
    expect("<dl><dt>a<dd>b<dt>c</dl>d", tell_block, "dDd.");
    expect("<blockquote>a<p>b</blockquote>c<figure><figcaption>d</figcaption>e</figure>", tell_block, "qq.C.");
    expect("<p>a<h2>b <i>c</i></h2>d</h3>", tell_block, "phh.");
    expect("</ul></li></table>a", tell_block, ".");
}

static void numbers_paragraphs(void **state)
{
    (void)state;
    expect("a b<p>c<br>d <b>e</b> f<p></p><p>g<hr>h", tell_paragraph, "AaBBbbCD");
}

static void forgets_no_container_that_is_nested_deeply(void **state)
{
    (void)state;
    struct buf html = {0};
    for (int i = 0; i < 200; i++)
        buf_str(&html, "<ul><li>");
    for (int i = 0; i < 199; i++)
        buf_str(&html, "</li></ul>");
    buf_str(&html, "a</ul>b");
    expect(buf_text(&html), tell_block, "l.");
    buf_free(&html);
}

/* --- sentences, quotes, emphasis --- */

static char tell_sentence(const struct lexeme *lexeme)
{
    return (char)((lexeme->marks & MARK_STARTS_SENTENCE ? 'A' : 'a') + (char)lexeme->sentence);
}

static void tells_sentences(void **state)
{
    (void)state;
    expect("One two. Three v1.2 four! five", tell_sentence, "AaaBbbbbbb");
    expect("One. \"Two?\" (Three) J. Four", tell_sentence, "AaBBbbCCcccc");
    expect("<p>One</p><p>two<br>three <b>four</b>. <i>Five</i>", tell_sentence, "ABCccD");
    expect("\u4e2d\u3002\u4e2d\u6587\u3002", tell_sentence, "AaBbb");
}

static char tell_marks(const struct lexeme *lexeme)
{
    static const char letters[] = ".biBqqqq((((((((";
    return letters[(lexeme->marks / MARK_BOLD) & 15];
}

static void tells_emphasis_quotes_and_brackets(void **state)
{
    (void)state;
    expect("a <b>b <i>c</i></b> <em>d</em> <q>e</q> f", tell_marks, ".bBiq.");
    expect("a \"b c\" d \u201ce\u201d f (g [h] i) j", tell_marks, "..qq...q...(((((..");
    expect("5\" a</p>b \u00abc\u00bb \u00bbd\u00ab l'a", tell_marks, ".....q..q....");
    expect("<b>a", tell_marks, "b");
    expect("</b>a", tell_marks, ".");
}

/* --- forms --- */

static uint64_t name_hash(const char *html)
{
    struct lexed lexed = lex(html);
    assert_int_equal(lexed.count, 1);
    return lexed.lexemes[0].hash;
}

static void knows_a_word_by_its_folded_form(void **state)
{
    (void)state;
    assert_int_equal(name_hash("Information"), word_hash(STR("information")));
    assert_int_equal(name_hash("in\u00adfor&shy;mation"), word_hash(STR("information")));
    assert_int_equal(name_hash("caf&eacute;"), name_hash("CAF\u00c9"));
    assert_int_equal(name_hash("cafe\u0301"), name_hash("caf\u00e9"));
    assert_int_equal(name_hash("STRASSE"), name_hash("stra\u00dfe"));
    assert_int_equal(name_hash("&#x2019;"), name_hash("'"));
    assert_int_equal(name_hash("\u2011"), name_hash("-"));
    assert_int_equal(name_hash("&amp;"), name_hash("&"));
    assert_int_equal(lex("&amp;").lexemes[0].sign, '&');
    assert_int_not_equal(name_hash("a"), name_hash("b"));
}

/* word_hash in one pass over upper-case text is that of the lower-case form, at each length and beside any memory. */
static void hashes_ascii_of_any_length(void **state)
{
    (void)state;
    char upper[64], lower[64];
    for (size_t length = 1; length <= 40; length++) {
        for (size_t i = 0; i < length; i++) {
            upper[i] = (char)("AZaz09_Mm"[(i * 7 + length) % 9]);
            lower[i] = ascii_lower(upper[i]);
        }
        upper[length] = lower[length] = '\0';
        assert_int_equal(name_hash(upper), word_hash((struct str){lower, length}));
        char *padded = arena_printf(arena, "<b>%s</b> and more", upper);
        assert_int_equal(lex(padded).lexemes[0].hash, word_hash((struct str){lower, length}));
    }
}

/* However the hash was made, it is that of the form that lexeme_fold gives; for every character, alone and in words. */
static void hashes_the_folded_form_of_every_character(void **state)
{
    (void)state;
    struct buf text = {0}, out = {0}, room = {0};
    for (uint32_t codepoint = 1; codepoint < 0x30000; codepoint++) {
        if (codepoint >= 0xD800 && codepoint <= 0xDFFF)
            continue;
        buf_clear(&text);
        utf8_append(&text, codepoint);
        buf_char(&text, 'a');
        utf8_append(&text, codepoint);
        struct arena *own = arena_new();
        struct lexed lexed;
        assert_int_equal(lex_plain(own, (struct str){text.data, text.len}, &lexed, NULL), OK);
        for (size_t i = 0; i < lexed.count; i++)
            if (word_hash(lexeme_fold(&lexed, &lexed.lexemes[i], &out, &room)) != lexed.lexemes[i].hash)
                fail_msg("U+%04X", (unsigned)codepoint);
        arena_free(own);
    }
    buf_free(&text);
    buf_free(&out);
    buf_free(&room);
}

/* --- headings, tags --- */

/* --- places --- */

/* The place of the block that begins with the word. */
static uint32_t place_of(const char *html, const char *word)
{
    struct lexed lexed = lex(html);
    for (size_t i = 0; i < lexed.count; i++)
        if (!strncmp(html + lexed.lexemes[i].start, word, strlen(word)))
            return lexed.places[lexed.lexemes[i].paragraph];
    fail_msg("%s does not stand in %s", word, html);
    return 0;
}

static void assert_one_place(const char *one, const char *other, bool is_one)
{
    assert_int_equal(place_of(one, "foot") == place_of(other, "foot"), is_one);
}

/* The same place of a template on pages of other content; numbers in classes and tags left out make no other. */
static void tells_places(void **state)
{
    (void)state;
    assert_one_place("<div class=a><p>x</div><footer><p>foot</p></footer>",
                     "<div class=a><ul><li>x<li>y</ul><p>z</div><hr><footer><p>foot</footer>", true);
    assert_one_place("<body class='page-1 x'><div id=menu-7><li>a<li>foot",
                     "<body class=page-2><div id=menu-8><li>foot", true);
    assert_one_place("<table><tr><td>a<td>b<tr><td>foot</table>", "<table><tr><td>foot</table>", true);
    assert_one_place("<dl><dt>a<dd>b<dt>foot</dl>", "<dl><dt>foot</dl>", true);
    assert_one_place("<p>x<div>foot</div>", "<div>foot</div>", true);
    assert_one_place("<div></div><div>foot</div>", "<div>foot</div>", false);
    assert_one_place("<div class=a>foot</div>", "<div class=b>foot</div>", false);
    assert_one_place("<p class=a>foot", "<p>foot", false);
    assert_one_place("<aside><p>foot", "<main><p>foot", false);
    assert_int_equal(place_of("foot", "foot"), 0);
}

static void lists_headings(void **state)
{
    (void)state;
    struct lexed lexed = lex("a<h1>b c</h1>d<h3></h3><h2>e <a href=x>f</a><h4>g</h2>h");
    assert_int_equal(lexed.heading_count, 3);
    static const uint32_t expected[][3] = {{1, 3, 1}, {4, 6, 2}, {6, 7, 4}};
    for (size_t i = 0; i < lexed.heading_count; i++) {
        assert_int_equal(lexed.headings[i].first, expected[i][0]);
        assert_int_equal(lexed.headings[i].last, expected[i][1]);
        assert_int_equal(lexed.headings[i].level, expected[i][2]);
    }
    lexed = lex("<h5>a");
    assert_int_equal(lexed.heading_count, 1);
    assert_int_equal(lexed.headings[0].last, 1);
}

static void names_tags(void **state)
{
    (void)state;
    struct lexed lexed = lex("<B class=x>a</b><br><i>b</i><p>");
    static const char *const names[] = {"B", "b", "i", "i"};
    assert_int_equal(lexed.tag_count, COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_true(str_eq(lexer_tag_name(&lexed, &lexed.tags[i]), str_from(names[i])));
        assert_int_equal(lexed.tags[i].closes, i % 2);
    }
}

static void knows_the_same_elements_as_the_tokenizer(void **state)
{
    (void)state;
    static const char *const names[] = {"a",   "b",    "br",  "img", "wbr",  "span", "STRONG", "p",    "div",  "h1",
                                        "li",  "code", "svg", "td",  "time", "u",    "var",    "mark", "hr",   "input",
                                        "sub", "tt",   "q",   "big", "bdo",  "x-y",  "font",   "del",  "data", "label"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct lexed lexed = lex(arena_printf(arena, "a<%s>b", names[i]));
        bool breaks = lexed.lexemes[1].marks & MARK_STARTS_BLOCK;
        assert_int_equal(breaks, !html_is_inline(str_from(names[i])));
        assert_int_equal(lexed.tag_count, html_is_inline(str_from(names[i])) && !html_is_void(str_from(names[i])));
    }
}

static void bounds_signs_and_lexemes(void **state)
{
    (void)state;
    struct buf html = {0};
    for (int i = 0; i < 1000; i++)
        buf_char(&html, '*');
    buf_str(&html, "word");
    struct lexed lexed = lex(buf_text(&html));
    assert_in_range(lexed.count, 2, 100);
    assert_true(lexed.lexemes[lexed.count - 1].marks & MARK_STARTS_PHRASE);
    for (int i = 0; i < 100000; i++)
        buf_str(&html, "a-");
    assert_int_equal(lex_html(arena, (struct str){html.data, html.len}, 100, NULL, &lexed, NULL), OK);
    assert_in_range(lexed.count, 100, 2000);
    buf_free(&html);
}

#define IN_ARENA(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_ARENA(tells_letter_case),
        IN_ARENA(tells_what_an_apostrophe_joins),
        IN_ARENA(tells_blocks),
        IN_ARENA(numbers_paragraphs),
        IN_ARENA(forgets_no_container_that_is_nested_deeply),
        IN_ARENA(tells_sentences),
        IN_ARENA(tells_emphasis_quotes_and_brackets),
        IN_ARENA(knows_a_word_by_its_folded_form),
        IN_ARENA(hashes_ascii_of_any_length),
        IN_ARENA(hashes_the_folded_form_of_every_character),
        IN_ARENA(tells_places),
        IN_ARENA(lists_headings),
        IN_ARENA(names_tags),
        IN_ARENA(knows_the_same_elements_as_the_tokenizer),
        IN_ARENA(bounds_signs_and_lexemes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
