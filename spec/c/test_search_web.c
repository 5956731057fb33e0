/* Services that search the web with a key: Brave, Serper, Tavily. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search_fake.h"

#define BRAVE  "{\"api\": \"brave\", \"base_url\": \"URL\", \"api_key\": \"secret-7\"}"
#define SERPER "{\"api\": \"serper\", \"base_url\": \"URL\", \"api_key\": \"secret-7\"}"
#define TAVILY "{\"api\": \"tavily\", \"base_url\": \"URL\", \"api_key\": \"secret-7\"}"

static struct search_query full_query(enum search_age age)
{
    struct search_query query = query_of("basil \"light\"");
    query.language = language_find(STR("German"));
    query.country = "AT";
    query.age = age;
    return query;
}

static void check_keys(const char *api, enum search_kind kind)
{
    char entry[100];
    snprintf(entry, sizeof entry, "{\"api\": \"%s\", \"base_url\": \"URL\"}", api);
    assert_refused(kind, entry, ".api_key must be given");
    snprintf(entry, sizeof entry, "{\"api\": \"%s\", \"api_key\": \"a b\"}", api);
    assert_refused(kind, entry, ".api_key must be a key, without blanks");
    snprintf(entry, sizeof entry, "{\"api\": \"%s\", \"api_key\": \"k\", \"base_url\": \"ftp://x\"}", api);
    assert_refused(kind, entry, ".base_url must be an http or https address");
    snprintf(entry, sizeof entry, "{\"api\": \"%s\", \"api_key\": \"k\", \"depth\": 1}", api);
    assert_refused(kind, entry, ".depth is unknown");
}

struct search_fault {
    int http;
    const char *body;
    enum status status;
    const char *says;
};

static void check_faults(enum search_kind kind, const char *entry, const struct search_fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct search_results results;
        will_fail(faults[i].http, faults[i].body);
        assert_int_equal(ask_once(kind, entry, query_of("basil"), &results), faults[i].status);
        assert_says(faults[i].says);
        assert_null(strstr(err.message, "secret-7"));
        assert_true(results.count == 0 && results.question_count == 0);
    }
}

/* --- Brave --- */

static const char brave_answer[] =
    "{\"type\": \"search\", \"query\": {\"original\": \"basil\"}, \"web\": {\"type\": \"search\", \"results\": ["
    "{\"title\": \"One\", \"url\": \"https://a.example/1\", \"description\": \"About <strong>basil</strong>.\","
    " \"page_age\": \"2026-01-31T12:00:00\", \"age\": \"January 31, 2026\","
    " \"extra_snippets\": [\"More &amp; more.\", 5, \"Most.\"]},"
    "{\"title\": \"Two\", \"url\": \"https://a.example/2\", \"age\": \"January 31, 2026\"}]},"
    "\"faq\": {\"type\": \"faq\", \"results\": [{\"question\": \"Why basil?\", \"answer\": \"So.\"},"
    "{\"question\": \"why basil?\"}, {\"answer\": \"none\"}]}}";

static void test_brave(void **state)
{
    (void)state;
    will_answer(brave_answer);
    struct search_results results = find_once(SEARCH_WEB, BRAVE, full_query(SEARCH_ANY_AGE));
    assert_sent("GET /res/v1/web/search?q=basil%20%22light%22&count=10&country=AT&search_lang=de&extra_snippets=true"
                "&text_decorations=false&result_filter=web%2Cfaq HTTP");
    assert_sent("\r\nX-Subscription-Token: secret-7\r\n");
    assert_int_equal(results.count, 2);
    assert_string_equal(results.list[0].text, "About basil. More & more. Most.");
    assert_true(results.list[0].published_ms == 1769860800000);
    assert_true(results.list[1].published_ms == 1769817600000);
    assert_string_equal(results.list[1].text, "");
    assert_int_equal(results.question_count, 1);
    assert_string_equal(results.questions[0], "Why basil?");
}

static void test_brave_news(void **state)
{
    (void)state;
    will_answer(
        "{\"type\": \"news\", \"results\": [{\"title\": \"N\", \"url\": \"https://n.example/1\","
        " \"description\": \"D\", \"age\": \"3 hours ago\"}, {\"title\": \"O\", \"url\": \"https://n.example/2\","
        " \"age\": \"3 weeks ago\"}]}");
    struct search_query query = full_query(SEARCH_PAST_WEEK);
    query.most = 99;
    query.language = language_find(STR("Japanese"));
    struct search_results results = find_once(SEARCH_NEWS, BRAVE, query);
    assert_sent("GET /res/v1/news/search?q=basil%20%22light%22&count=50&country=AT&search_lang=jp&freshness=pw&");
    assert_not_sent("result_filter");
    assert_int_equal(results.count, 1); /* the other is too old, whatever was asked for */
    assert_true(results.list[0].published_ms > 0);
}

static void test_brave_takes_short_queries(void **state)
{
    (void)state;
    struct buf text = {0};
    struct search_query query = query_of("x");
    for (int i = 0; i < 60; i++)
        buf_printf(&text, "w%d ", i);
    query.text = (struct str){buf_text(&text), text.len};
    will_answer("{\"type\": \"search\"}"); /* nothing was found */
    assert_int_equal(find_once(SEARCH_WEB, BRAVE, query).count, 0);
    assert_sent("w48%20w49&count");
    buf_clear(&text);
    for (int i = 0; i < 500; i++)
        buf_str(&text, "\xC3\xA4");
    query.text = (struct str){buf_text(&text), text.len};
    assert_int_equal(find_once(SEARCH_WEB, BRAVE, query).count, 0);
    assert_null(strstr(service.last, "%C3&"));
    assert_int_equal(strstr(service.last, "&count") - strstr(service.last, "q=") - 2, 400 * 6);
    buf_free(&text);
}

static void test_brave_languages(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"Portuguese", "BR", "search_lang=pt-br&"}, {"Portuguese", "PT", "search_lang=pt-pt&"},
        {"Chinese", "CN", "search_lang=zh-hans&"},  {"Norwegian", "NO", "search_lang=nb&"},
        {"English", "GB", "search_lang=en&"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct search_query query = query_of("basil");
        query.language = language_find(str_from(cases[i][0]));
        query.country = cases[i][1];
        will_answer("{\"type\": \"search\"}");
        find_once(SEARCH_WEB, BRAVE, query);
        assert_sent(cases[i][2]);
    }
}

static void test_brave_faults(void **state)
{
    (void)state;
    static const struct search_fault faults[] = {
        {422, "{\"type\": \"ErrorResponse\", \"error\": {\"detail\": \"The provided subscription token is invalid.\"}}",
         E_INVALID, "The provided subscription token is invalid."},
        {200, "{\"results\": []}", E_UPSTREAM, "its answer is none of Brave Search"},
        {200, "[]", E_UPSTREAM, "its answer is none of Brave Search"},
        {200, "<html>", E_UPSTREAM, "its answer is no JSON"},
        {402, "{}", E_DENIED, "it wants to be paid"},
    };
    check_faults(SEARCH_WEB, BRAVE, faults, COUNT_OF(faults));
    check_keys("brave", SEARCH_NEWS);
}

/* --- Serper --- */

static const char serper_answer[] =
    "{\"searchParameters\": {\"q\": \"basil\"}, \"organic\": [{\"title\": \"One\", \"link\": \"https://a.example/1\","
    " \"snippet\": \"About basil ...\", \"date\": \"Jan 31, 2026\", \"position\": 1},"
    " {\"title\": \"Two\", \"link\": \"https://a.example/2\"}],"
    " \"peopleAlsoAsk\": [{\"question\": \"Why basil?\", \"snippet\": \"So.\"}, {\"question\": \"How?\"}],"
    " \"relatedSearches\": [{\"query\": \"mint\"}]}";

static void test_serper(void **state)
{
    (void)state;
    will_answer(serper_answer);
    struct search_results results = find_once(SEARCH_WEB, SERPER, full_query(SEARCH_ANY_AGE));
    assert_sent("POST /search HTTP");
    assert_sent("\r\nX-API-KEY: secret-7\r\n");
    assert_sent("\r\nContent-Type: application/json\r\n");
    assert_sent("{\"q\":\"basil \\\"light\\\"\",\"num\":10,\"gl\":\"at\",\"hl\":\"de\"}");
    assert_int_equal(results.count, 2);
    assert_string_equal(results.list[0].url, "https://a.example/1");
    assert_string_equal(results.list[0].text, "About basil ...");
    assert_true(results.list[0].published_ms == 1769817600000 && results.list[1].published_ms == 0);
    assert_int_equal(results.question_count, 2);
    assert_string_equal(results.questions[1], "How?");
}

static void test_serper_news(void **state)
{
    (void)state;
    will_answer("{\"searchParameters\": {}, \"news\": [{\"title\": \"N\", \"link\": \"https://n.example/1\","
                " \"snippet\": \"S\", \"date\": \"20 minutes ago\", \"source\": \"X\"}]}");
    struct search_query query = query_of("basil");
    query.age = SEARCH_PAST_HOUR;
    assert_int_equal(find_once(SEARCH_NEWS, SERPER, query).count, 1);
    assert_sent("POST /news HTTP");
    assert_sent("{\"q\":\"basil\",\"num\":10,\"tbs\":\"qdr:h\"}");
}

static void test_serper_faults(void **state)
{
    (void)state;
    static const struct search_fault faults[] = {
        {403, "{\"message\": \"Unauthorized.\", \"statusCode\": 403}", E_DENIED, "look at its api_key"},
        {400, "{\"message\": \"Not enough credits\", \"statusCode\": 400}", E_INVALID, "Not enough credits"},
        {200, "{\"organic\": 5}", E_UPSTREAM, "its answer is none of serper.dev"},
        {200, "{\"organic\": [", E_UPSTREAM, "its answer is no JSON"},
    };
    check_faults(SEARCH_WEB, SERPER, faults, COUNT_OF(faults));
    check_keys("serper", SEARCH_WEB);
    will_answer("{\"searchParameters\": {}}"); /* nothing was found */
    assert_int_equal(find_once(SEARCH_WEB, SERPER, query_of("basil")).count, 0);
}

/* --- Tavily --- */

static void test_tavily(void **state)
{
    (void)state;
    will_answer("{\"query\": \"basil\", \"results\": [{\"title\": \"One\", \"url\": \"https://a.example/1\","
                " \"content\": \"About basil.\", \"score\": 0.9, \"raw_content\": null}], \"response_time\": 1.2}");
    struct search_results results = find_once(SEARCH_WEB, TAVILY, full_query(SEARCH_PAST_MONTH));
    assert_sent("POST /search HTTP");
    assert_sent("\r\nAuthorization: Bearer secret-7\r\n");
    assert_sent(
        "{\"query\":\"basil \\\"light\\\"\",\"topic\":\"general\",\"search_depth\":\"basic\",\"max_results\":10,"
        "\"include_answer\":false,\"include_raw_content\":false,\"time_range\":\"month\","
        "\"country\":\"austria\"}");
    assert_int_equal(results.count, 1);
    assert_string_equal(results.list[0].text, "About basil.");
    assert_true(results.list[0].published_ms == 0);
}

static void test_tavily_news(void **state)
{
    (void)state;
    will_answer("{\"results\": [{\"title\": \"N\", \"url\": \"https://n.example/1\", \"content\": \"C\","
                " \"published_date\": \"Sat, 31 Jan 2026 12:00:00 GMT\"}]}");
    struct search_query query = full_query(SEARCH_ANY_AGE);
    query.most = 50;
    struct search_results results = find_once(SEARCH_NEWS, TAVILY, query);
    assert_sent("\"topic\":\"news\"");
    assert_sent("\"max_results\":20");
    assert_not_sent("country");
    assert_not_sent("time_range");
    assert_true(results.list[0].published_ms == 1769860800000);
}

static void test_tavily_does_not_know_a_country(void **state)
{
    (void)state;
    struct search_query query = query_of("basil");
    query.country = "AX";
    will_fail(400, "{\"detail\": {\"error\": \"Invalid country.\"}}");
    answers[1].body = "{\"results\": [{\"title\": \"T\", \"url\": \"https://a.example/1\", \"content\": \"C\"}]}";
    assert_int_equal(find_once(SEARCH_WEB, TAVILY, query).count, 1);
    assert_not_sent("country");
    assert_int_equal(sent_count(), 2);
    query.country = "CZ";
    will_answer("{\"results\": []}");
    assert_int_equal(find_once(SEARCH_WEB, TAVILY, query).count, 0);
    assert_sent("\"country\":\"czech republic\"");
}

static void test_tavily_faults(void **state)
{
    (void)state;
    static const struct search_fault faults[] = {
        {401, "{\"detail\": {\"error\": \"Unauthorized: missing or invalid API key.\"}}", E_DENIED,
         "look at its api_key"},
        {401, "{\"detail\": {\"error\": \"secret-7 is no key.\"}}", E_DENIED, "answers with status 401"},
        {432, "{\"detail\": {\"error\": \"This request exceeds your plan's set usage limit.\"}}", E_UPSTREAM,
         "This request exceeds your plan's set usage limit."},
        {200, "{\"detail\": 1}", E_UPSTREAM, "its answer has no results"},
    };
    check_faults(SEARCH_WEB, TAVILY, faults, COUNT_OF(faults));
    check_keys("tavily", SEARCH_WEB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brave),
        cmocka_unit_test(test_brave_news),
        cmocka_unit_test(test_brave_takes_short_queries),
        cmocka_unit_test(test_brave_languages),
        cmocka_unit_test(test_brave_faults),
        cmocka_unit_test(test_serper),
        cmocka_unit_test(test_serper_news),
        cmocka_unit_test(test_serper_faults),
        cmocka_unit_test(test_tavily),
        cmocka_unit_test(test_tavily_news),
        cmocka_unit_test(test_tavily_does_not_know_a_country),
        cmocka_unit_test(test_tavily_faults),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
