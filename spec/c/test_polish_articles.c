/*
 * Polishing whole articles: what the built-in writer makes of the library, and pages of the manual of PostgreSQL, which
 * nobody here wrote. Whatever the settings are, nothing but words is lost; and each setting does what it is for.
 */
#include "test_write.h"

#include "manual.h"
#include "test_polish.h"
#include "text/html/html.h"

#include <sys/stat.h>

static struct arena *arena;

/* --- articles --- */

struct article {
    struct str html;
    const char *language;
};

enum { MOST_ARTICLES = 24 };
static struct article articles[MOST_ARTICLES];
static size_t article_count;

static void add_article(struct str html, const char *language)
{
    assert_true(article_count < MOST_ARTICLES);
    articles[article_count++] = (struct article){html, language};
}

/* An article of the built-in writer, with what later kinds of articles will hold put into it. */
static void add_written(const char *keyword, const char *own, const char *language)
{
    struct written w = write_with(LIBRARY, keyword, own);
    assert_int_equal(w.status, OK);
    const char *html = arena_copy(arena, w.result.html);
    written_free(&w);
    add_article(str_from(html), language);
    const char *second = strstr(strstr(html, "</p>\n") + 5, "</p>\n");
    assert_non_null(second);
    second += 5;
    add_article(
        str_from(arena_printf(
            arena,
            "%.*s<figure><img src=\"/a.png\" alt=\"A.\"><figcaption>A. B.</figcaption></figure>\n<p>It was "
            "made by <a href=\"/in\">a potter</a> with <code>make &lt;pot&gt;</code>; it is good. In short, see "
            "<img src=\"/b.png\" alt=\"\"> this.</p>\n<pre><code>a. B. C. D. E. F.</code></pre>\n"
            "<table><tr><td>A. B. C. D. E. F.</td></tr></table>\n<iframe src=\"https://v.example/1\"></iframe>\n"
            "<figure><iframe src=\"https://v.example/2\" title=\"A. B.\" allowfullscreen></iframe><figcaption>"
            "<a href=\"https://v.example/3\">It was made. By a potter.</a></figcaption></figure>\n"
            "<p><a class=\"button\" href=\"/buy\">Buy. Now. And. Then. Go.</a></p>\n"
            "<dl><dt>A</dt><dd>B. C. D. E. F. G.</dd></dl>\n%s",
            (int)(second - html), html, second)),
        language);
}

/* The paragraphs of a page of the manual as an article, a heading before every sixth. */
static bool add_page(const char *name)
{
    struct buf page = {0}, html = {0};
    char chunk[4096];
    const char *manual = manual_folder();
    FILE *file = manual ? fopen(arena_printf(arena, "%s/%s.html", manual, name), "r") : NULL;
    if (!file)
        return false;
    for (size_t length; (length = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buf_add(&page, chunk, length);
    fclose(file);
    struct str text = {page.data, page.len};
    buf_printf(&html, "<h1>%s</h1>\n", name);
    size_t count = 0;
    for (size_t at = 0; (at = str_find(text, STR("<p>"), at)) < text.len;) {
        size_t end = str_find(text, STR("</p>"), at);
        if (end == text.len)
            break;
        if (count % 6 == 0)
            buf_printf(&html, "<h2>Part %zu</h2>\n", count / 6 + 1);
        count++;
        buf_add(&html, text.data + at, end + 4 - at);
        buf_char(&html, '\n');
        at = end;
    }
    add_article(str_from(arena_copy_n(arena, html.data, html.len)), "en");
    buf_free(&page);
    buf_free(&html);
    return true;
}

/* Sentences as unguided models write them. */
static const char worn[] = "<h1>Remote work</h1>\n<p>In today's fast-paced world, remote work plays a crucial role in "
                           "business. It is important "
                           "to note that it is not new. Moreover, it boasts a myriad of "
                           "forms.</p>\n<h2>History</h2>\n<p>The word was coined by "
                           "Jack Nilles in 1973. The first trials were funded by the National Science Foundation. The "
                           "results were published by a "
                           "journal. The model was adopted by the banks. Its growth is watched by many "
                           "people.</p>\n<h2>Tools</h2>\n<p>Teams use "
                           "cutting-edge servers. A robust network is crucial. The files are stored by a server. Every "
                           "file can be found by the "
                           "staff. The mail is sorted by name. Furthermore, a server is a powerful tool.</p>\n";

static int make_articles(void **state)
{
    (void)state;
    static const char *const pages[] = {"ddl-partitioning", "routine-vacuuming",    "mvcc-intro", "indexes-types",
                                        "sql-createtable",  "runtime-config-query", "history",    "textsearch-intro"};
    arena = arena_new();
    add_written("indoor herb garden", "{\"includeFaq\":true,\"includeKeyTakeaways\":true}", "en");
    add_written("how to water herbs", "{\"shouldCiteSources\":true,\"includeFaq\":true}", "en");
    add_written("basil", "{\"articleLength\":\"short\"}", "en");
    add_written("Kräutergarten", "{\"language\":\"German\"}", "de");
    add_article(str_from(worn), "en");
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        add_page(pages[i]);
    return 0;
}

static int free_articles(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

/* --- what may not be lost --- */

/* Everything of the article that is no text and no citation: tags with their attributes in order, as one text, without
 * paragraphs, items, emphasis; and what stands inside code, tables and figures. */
static struct str elements_of(struct str html, struct map *cited)
{
    static const char *const passing[] = {"p", "li", "sup", "strong", "em", "b", "i", NULL};
    static const char *const whole[] = {"code", "table", "pre", "figure", "iframe", "dl", NULL};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct buf out = {0};
    int inside = 0, note = 0;
    assert_non_null(tokenizer);
    while (html_next(tokenizer, &token)) {
        bool is_tag = token.kind == HTML_START || token.kind == HTML_CLOSE;
        int step = token.kind == HTML_START ? 1 : -1;
        if (is_tag && str_ieq(token.name, STR("sup")))
            note += step;
        if (note && token.kind == HTML_START && str_ieq(token.name, STR("a")))
            *map_put(cited, html_attribute(&token, STR("href"))) = cited;
        bool is_whole = is_tag && word_list_ihas(whole, token.name);
        if (!note && ((is_tag && !word_list_ihas(passing, token.name)) || (inside && token.kind == HTML_TEXT)))
            buf_add(&out, html.data + token.start, token.end - token.start);
        inside += is_whole ? step : 0;
    }
    html_tokenizer_free(tokenizer);
    const char *copy = arena_copy_n(arena, buf_text(&out), out.len);
    struct str text = {copy, out.len};
    buf_free(&out);
    return text;
}

static void check_nothing_lost(struct str before, struct str after)
{
    struct map old, new;
    map_init(&old, arena);
    map_init(&new, arena);
    assert_string_equal(elements_of(before, &old).data, elements_of(after, &new).data);
    for (size_t i = 0; i < old.count; i++)
        assert_non_null(map_get(&new, old.entries[i].key));
    assert_int_equal(new.count, old.count);
}

static void nothing_but_words_is_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < article_count; i++)
        for (unsigned bits = 1; bits < 64; bits++) {
            if (bits & (bits - 1) && bits != 63 && bits % 7)
                continue; /* each alone, all, and some mixtures */
            const struct polish_settings settings = {bits & 1, bits & 2, bits & 4, bits & 8, bits & 16, bits & 32, {0}};
            struct str html = articles[i].html;
            struct str out = polish_text(arena, html, articles[i].language, &settings, NULL);
            check_nothing_lost(html, out);
            assert_string_equal(polish_text(arena, out, articles[i].language, &settings, NULL).data, out.data);
            assert_string_equal(polish_text(arena, html, articles[i].language, &settings, NULL).data, out.data);
        }
}

/* --- measures --- */

struct measures {
    size_t sentences, words, longest_paragraph;
};

/* Of the text of paragraphs, by the tokens of the HTML and the sentences of text/: by no part of polish. */
static struct measures measure(struct str html, const char *language)
{
    struct measures measures = {0};
    for (size_t at = 0; (at = str_find(html, STR("<p>"), at)) < html.len; at++) {
        size_t end = str_find(html, STR("</p>"), at);
        struct html_tokenizer *tokenizer = html_tokenizer_new((struct str){html.data + at, end - at});
        struct html_token token;
        struct buf text = {0};
        int note = 0, code = 0;
        while (html_next(tokenizer, &token)) {
            if (str_ieq(token.name, STR("sup")))
                note += token.kind == HTML_START ? 1 : -1;
            bool is_code = str_ieq(token.name, STR("code"));
            code += is_code ? token.kind == HTML_START ? 1 : -1 : 0;
            if (is_code && token.kind == HTML_START)
                buf_str(&text, "Code");
            if (token.kind == HTML_TEXT && !note && !code)
                html_decode(&text, token.data, false);
        }
        struct sentence *sentences;
        size_t count;
        struct str plain = {buf_text(&text), text.len};
        assert_int_equal(sentences_split(arena, plain, language_find(str_from(language)), &sentences, &count, NULL),
                         OK);
        measures.sentences += count;
        measures.words += words_count(plain);
        measures.longest_paragraph = count > measures.longest_paragraph ? count : measures.longest_paragraph;
        html_tokenizer_free(tokenizer);
        buf_free(&text);
    }
    return measures;
}

static void no_paragraph_is_long(void **state)
{
    (void)state;
    const struct polish_settings settings = {.split_paragraphs = true};
    size_t split = 0;
    for (size_t i = 0; i < article_count; i++) {
        struct polish_report report;
        struct str out = polish_text(arena, articles[i].html, articles[i].language, &settings, &report);
        assert_true(measure(out, articles[i].language).longest_paragraph <= 5); /* 5: the button's own */
        split += report.split;
    }
    printf("split paragraphs: %zu in %zu articles\n", split, article_count);
    assert_true(split > 0);
}

static void sentences_get_shorter(void **state)
{
    (void)state;
    const struct polish_settings settings = {.simplify = true};
    struct measures before = {0}, after = {0};
    for (size_t i = 0; i < article_count; i++) {
        struct measures old = measure(articles[i].html, articles[i].language);
        struct str out = polish_text(arena, articles[i].html, articles[i].language, &settings, NULL);
        struct measures new = measure(out, articles[i].language);
        assert_true(new.sentences >= old.sentences);
        before.sentences += old.sentences, before.words += old.words;
        after.sentences += new.sentences, after.words += new.words;
    }
    double old = (double)before.words / (double)before.sentences, new = (double)after.words / (double)after.sentences;
    printf("words a sentence: %.2f, then %.2f (%zu sentences, then %zu)\n", old, new, before.sentences,
           after.sentences);
    assert_true(new < old);
}

/* Sentences of an article said once more at its end: all but what may not go are gone again. */
static void repeated_paragraphs_go(void **state)
{
    (void)state;
    const struct polish_settings settings = {.remove_repetitive = true};
    struct str html = articles[0].html;
    struct str alone = polish_text(arena, html, "en", &settings, NULL);
    size_t first = str_find(alone, STR("<h2>"), 0), from = str_find(alone, STR("<p>"), first);
    size_t to = str_find(alone, STR("</p>\n"), from) + 5, last = str_find(alone, STR("<p><strong>Sources"), 0);
    assert_true(from < to && to < last && last < alone.len);
    const char *twice = arena_printf(arena, "%.*s%.*s%s", (int)last, alone.data, (int)(to - from), alone.data + from,
                                     alone.data + last);
    struct polish_report report;
    assert_string_equal(polish_text(arena, str_from(twice), "en", &settings, &report).data, alone.data);
    assert_true(report.removed_sentences > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_but_words_is_lost),
        cmocka_unit_test(no_paragraph_is_long),
        cmocka_unit_test(sentences_get_shorter),
        cmocka_unit_test(repeated_paragraphs_go),
    };
    return cmocka_run_group_tests(tests, make_articles, free_articles);
}
