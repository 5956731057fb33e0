/* What is the same for all services of search; SearXNG; a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search_fake.h"

#include "research/search/search.h"
#include "text/text.h"

#define SEARXNG "{\"api\": \"searxng\", \"base_url\": \"URL\"}"
#define DAY     ((int64_t)DATE_DAY_MS)

/* --- dates --- */

static void test_ages(void **state)
{
    (void)state;
    enum search_age age = SEARCH_ANY_AGE;
    assert_true(search_age_parse("past_week", &age) && age == SEARCH_PAST_WEEK);
    assert_true(search_age_parse("", &age) && age == SEARCH_ANY_AGE);
    assert_false(search_age_parse("past_century", &age));
    assert_true(search_age_start(SEARCH_ANY_AGE, 5) == INT64_MIN);
    assert_true(search_age_start(SEARCH_PAST_HOUR, 10 * DAY) == 10 * DAY - DAY / 24);
    assert_true(search_age_start(SEARCH_PAST_WEEK, 10 * DAY) == 3 * DAY);
    assert_string_equal(search_kind_name(SEARCH_SCHOLARLY), "scholarly");
}

/* --- the common care --- */

static struct search_results clean(const struct search_result *list, size_t count, struct search_query query)
{
    struct search_results results = {.list = list, .count = count};
    const struct lookup lookup = {.arena = arena, .err = &err};
    assert_int_equal(search_clean(&results, &query, 100 * DAY + 1, &lookup), OK);
    return results;
}

static void test_addresses(void **state)
{
    (void)state;
    char *longest = arena_alloc(arena, 3000);
    memset(longest, 'a', 2999);
    memcpy(longest, "https://a.example/", 18);
    const struct search_result list[] = {
        {.url = " HTTPS://A.Example:443/x/../basil?utm_source=feed&page=2&gclid=1#top ", .title = "", .text = ""},
        {.url = "http://a.example/basil/?page=2", .title = "", .text = ""},
        {.url = "https://a.example/basil?page=2", .title = "again", .text = ""},
        {.url = "http://a.example/basil?utm_campaign=x", .title = "", .text = ""},
        {.url = "http://a.example/basil/", .title = "again", .text = ""},
        {.url = "javascript:alert(1)", .title = "", .text = ""},
        {.url = "/relative", .title = "", .text = ""},
        {.url = "", .title = "", .text = ""},
        {.url = longest, .title = "", .text = ""},
    };
    struct search_results results = clean(list, COUNT_OF(list), query_of("x"));
    assert_int_equal(results.count, 3);
    assert_string_equal(results.list[0].url, "https://a.example/basil?page=2");
    assert_string_equal(results.list[1].url, "http://a.example/basil/?page=2");
    assert_string_equal(results.list[2].url, "http://a.example/basil");
}

static void test_texts(void **state)
{
    (void)state;
    char *longest = arena_alloc(arena, 9000);
    memset(longest, 'a', 8999);
    const struct search_result list[] = {
        {.url = "http://a.example/1",
         .title = "<b>Basil</b>\n &amp; <script>x()</script>mint",
         .text = "<p>One.</p><p>Two &lt;3</p>"},
        {.url = "http://a.example/2", .title = longest, .text = longest},
    };
    struct search_results results = clean(list, COUNT_OF(list), query_of("x"));
    assert_string_equal(results.list[0].title, "Basil & mint");
    assert_string_equal(results.list[0].text, "One. Two <3");
    assert_true(utf8_length(str_from(results.list[1].title)) == SEARCH_TITLE);
    assert_true(utf8_length(str_from(results.list[1].text)) == SEARCH_TEXT);
}

static void test_ages_of_results(void **state)
{
    (void)state;
    const struct search_result list[] = {
        {.url = "http://a.example/old", .title = "", .text = "", .published_ms = 98 * DAY + DAY / 2},
        {.url = "http://a.example/day", .title = "", .text = "", .published_ms = 99 * DAY}, /* its day, no hour */
        {.url = "http://a.example/now", .title = "", .text = "", .published_ms = 100 * DAY - 5},
        {.url = "http://a.example/future", .title = "", .text = "", .published_ms = 102 * DAY},
        {.url = "http://a.example/unknown", .title = "", .text = "", .published_ms = 0},
    };
    struct search_query query = query_of("x");
    assert_int_equal(clean(list, COUNT_OF(list), query).count, 5);
    query.most = 2;
    assert_int_equal(clean(list, COUNT_OF(list), query).count, 2);
    query.most = 10;
    query.age = SEARCH_PAST_DAY;
    struct search_results results = clean(list, COUNT_OF(list), query);
    assert_int_equal(results.count, 3);
    assert_string_equal(results.list[0].url, "http://a.example/day");
    assert_string_equal(results.list[2].url, "http://a.example/unknown");
}

/* --- entries --- */

static void test_wrong_entries(void **state)
{
    (void)state;
    assert_refused(SEARCH_WEB, "[]", "search.web must be a table with api");
    assert_refused(SEARCH_WEB, "{}", "search.web.api must be one of: \"searxng\", ");
    assert_refused(SEARCH_WEB, "{\"api\": \"arxiv\"}", "search.web.api must be one of: \"searxng\", ");
    assert_refused(SEARCH_SCHOLARLY, "{\"api\": \"searxng\"}", "search.scholarly.api must be one of: ");
    assert_refused(SEARCH_WEB, "{\"api\": \"searxng\"}", "search.web.base_url must be an http or https address");
    assert_refused(SEARCH_NEWS, "{\"api\": \"searxng\", \"base_url\": \"URL\", \"engine\": \"x\"}",
                   "search.news.engine is unknown; beside api there are: \"base_url\"");
    assert_refused(SEARCH_WEB, "{\"api\": \"folder\"}", "search.web.path must be a text");
    assert_refused(SEARCH_WEB, "{\"api\": \"folder\", \"path\": \"/none/here\"}",
                   "search.web.path must be a folder of documents; /none/here is none");
    search_close(NULL);
}

/* --- SearXNG --- */

static const char searxng_answer[] =
    "{\"query\": \"basil\", \"number_of_results\": 0, \"results\": ["
    "{\"url\": \"https://a.example/1\", \"title\": \"One\", \"content\": \"About <b>basil</b>.\", \"engine\": \"x\","
    " \"publishedDate\": \"2026-01-31T12:00:00\", \"score\": 1.0},"
    "{\"url\": \"https://a.example/2\", \"title\": \"Two\", \"content\": null, \"publishedDate\": null},"
    "{\"title\": \"without an address\"}, 5],"
    "\"answers\": [], \"suggestions\": [\"mint\"], \"unresponsive_engines\": []}";

static void test_searxng(void **state)
{
    (void)state;
    will_answer(searxng_answer);
    answers[1].body = "{\"results\": []}";
    struct search_query query = query_of("  basil & mint ");
    query.language = language_find(STR("German"));
    query.country = "AT";
    struct search_results results = find_once(SEARCH_WEB, SEARXNG, query);
    assert_int_equal(sent_count(), 2);
    assert_sent("GET /search?q=basil%20%26%20mint&format=json&categories=general&language=de-AT&pageno=2 HTTP");
    assert_int_equal(results.count, 2);
    assert_string_equal(results.list[0].url, "https://a.example/1");
    assert_string_equal(results.list[0].title, "One");
    assert_string_equal(results.list[0].text, "About basil.");
    assert_true(results.list[0].published_ms == 1769860800000);
    assert_string_equal(results.list[1].text, "");
    assert_true(results.list[1].published_ms == 0);
    assert_int_equal(results.question_count, 0);
}

static void test_searxng_asks_for_news_of_an_age(void **state)
{
    (void)state;
    will_answer("{\"results\": []}");
    struct search_query query = query_of("basil");
    query.age = SEARCH_PAST_HOUR;
    query.country = "AT"; /* without a language it says nothing */
    struct search_results results = find_once(SEARCH_NEWS, SEARXNG, query);
    assert_int_equal(results.count, 0);
    assert_int_equal(sent_count(), 1);
    assert_sent("GET /search?q=basil&format=json&categories=news&time_range=day HTTP");
}

static void test_searxng_stops_when_there_is_enough(void **state)
{
    (void)state;
    will_answer(searxng_answer);
    struct search_query query = query_of("basil");
    query.most = 2;
    assert_int_equal(find_once(SEARCH_WEB, SEARXNG, query).count, 2);
    assert_int_equal(sent_count(), 1);
    will_answer(searxng_answer); /* the same again on each page */
    query.most = 50;
    assert_int_equal(find_once(SEARCH_WEB, SEARXNG, query).count, 2);
    assert_int_equal(sent_count(), 3);
    will_answer(searxng_answer); /* the second page fails: the first one stays */
    answers[1] = (struct fake_answer){404, NULL, "no"};
    assert_int_equal(find_once(SEARCH_WEB, SEARXNG, query).count, 2);
}

static void test_searxng_faults(void **state)
{
    (void)state;
    static const struct {
        int http;
        const char *body;
        enum status status;
        const char *says;
    } cases[] = {
        {403, "Forbidden", E_DENIED, "search.web: it does not answer in JSON (status 403): add json to search.formats"},
        {200, "<html>", E_UPSTREAM, "search.web: its answer is no JSON"},
        {200, "{\"results\": {}}", E_UPSTREAM, "its answer has no results: is it SearXNG?"},
        {200, "{\"results\": [], \"unresponsive_engines\": [[\"google\", \"CAPTCHA\"]]}", E_UPSTREAM,
         "its engines do not answer: google: CAPTCHA"},
        {404, "none", E_NOT_FOUND, "look at its base_url"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct search_results results;
        will_fail(cases[i].http, cases[i].body);
        assert_int_equal(ask_once(SEARCH_WEB, SEARXNG, query_of("basil"), &results), cases[i].status);
        assert_says(cases[i].says);
        assert_true(results.count == 0 && !results.list);
    }
}

static void test_kept_answers(void **state)
{
    (void)state;
    struct search_query query = query_of("basil");
    struct search_place *place = open_place(SEARCH_WEB, SEARXNG);
    assert_string_equal(search_api(place), "searxng");
    query.most = 1;
    will_answer(searxng_answer);
    assert_int_equal(find(place, &query).count, 1);
    assert_int_equal(find(place, &query).count, 1);
    assert_int_equal(sent_count(), 1);
    query.text = STR(" ");
    assert_int_equal(find(place, &query).count, 0);
    atomic_bool cancel = true;
    struct search_results results;
    const struct lookup lookup = {.arena = arena, .err = &err, .cancel = &cancel};
    assert_int_equal(search_ask(place, &query, &lookup, &results), E_CANCELLED);
    search_close(place);
}

/* --- a folder --- */

static void test_folder(void **state)
{
    (void)state;
    struct search_query query = query_of("watering basil");
    query.language = language_find(STR("English"));
    struct search_results results =
        find_once(SEARCH_WEB, "{\"api\": \"folder\", \"path\": \"examples/library\"}", query);
    assert_in_range(results.count, 1, 10);
    for (size_t i = 0; i < results.count; i++) {
        assert_non_null(results.list[i].page);
        assert_true(results.list[i].page->count > 0 && results.list[i].title[0] && results.list[i].url[0]);
    }
    assert_true(results.list[0].text[0] && results.list[0].published_ms == 0);
    assert_non_null(strcasestr(results.list[0].title, "basil"));
}

/* Is there a result with that address? */
static const struct search_result *find_result(const struct search_results *results, const char *end)
{
    for (size_t i = 0; i < results->count; i++)
        if (str_ends(str_from(results->list[i].url), str_from(end)))
            return &results->list[i];
    return NULL;
}

static void test_folder_with_dates(void **state)
{
    (void)state;
    char folder[] = "/tmp/copydesk-search-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *command =
        arena_printf(arena,
                     "cp examples/library/* '%s' && sed -i 's#<head>#&<meta property=\"article:published_time\" "
                     "content=\"2001-01-31T12:00:00Z\">#' '%s'/05-basil.html",
                     folder, folder);
    assert_int_equal(system(command), 0);
    struct search_query query = query_of("growing basil");
    query.language = language_find(STR("English"));
    struct search_place *place =
        open_place(SEARCH_NEWS, arena_printf(arena, "{\"api\": \"folder\", \"path\": \"%s\"}", folder));
    struct search_results all = find(place, &query), recent;
    query.age = SEARCH_PAST_YEAR;
    recent = find(place, &query);
    search_close(place);
    assert_int_equal(system(arena_printf(arena, "rm -rf '%s'", folder)), 0);
    assert_non_null(find_result(&all, "/basil"));
    assert_true(find_result(&all, "/basil")->published_ms == date_day(2001, 1, 31) + DAY / 2);
    assert_null(find_result(&recent, "/basil"));
    assert_int_equal(recent.count, all.count - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ages),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_ages_of_results),
        cmocka_unit_test(test_wrong_entries),
        cmocka_unit_test(test_searxng),
        cmocka_unit_test(test_searxng_asks_for_news_of_an_age),
        cmocka_unit_test(test_searxng_stops_when_there_is_enough),
        cmocka_unit_test(test_searxng_faults),
        cmocka_unit_test(test_kept_answers),
        cmocka_unit_test(test_folder),
        cmocka_unit_test(test_folder_with_dates),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
