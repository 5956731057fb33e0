/* Services that search scholarly works: OpenAlex, Crossref, arXiv, Semantic Scholar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search_fake.h"

#include "text/text.h"

#define OPENALEX "{\"api\": \"openalex\", \"base_url\": \"URL\", \"api_key\": \"secret-7\"}"
#define CROSSREF "{\"api\": \"crossref\", \"base_url\": \"URL\", \"mailto\": \"desk@example.org\"}"
#define ARXIV    "{\"api\": \"arxiv\", \"base_url\": \"URL\"}"
#define SEMANTIC "{\"api\": \"semanticscholar\", \"base_url\": \"URL\", \"api_key\": \"secret-7\"}"

static struct search_query recent_query(void)
{
    struct search_query query = query_of("basil growth");
    query.age = SEARCH_PAST_YEAR;
    return query;
}

/* Does the request name the day a year ago? It may have become the next day meanwhile. */
static void assert_sent_day(const char *form)
{
    char text[80], day[11];
    int64_t since = search_age_start(SEARCH_PAST_YEAR, clock_now_ms());
    snprintf(text, sizeof text, form, date_day_text(since, day));
    if (!strstr(service.last, text))
        snprintf(text, sizeof text, form, date_day_text(since - DATE_DAY_MS, day));
    assert_sent(text);
}

static const char *this_year(const char *form)
{
    char day[11];
    date_day_text(clock_now_ms(), day);
    return arena_printf(arena, form, day);
}

static void assert_fault(const char *entry, int http, const char *body, enum status status, const char *says)
{
    struct search_results results;
    will_fail(http, body);
    assert_int_equal(ask_once(SEARCH_SCHOLARLY, entry, query_of("basil"), &results), status);
    assert_says(says);
    assert_null(strstr(err.message, "secret-7"));
}

/* --- OpenAlex --- */

static void test_openalex(void **state)
{
    (void)state;
    will_answer(this_year(
        "{\"meta\": {\"count\": 3}, \"results\": ["
        "{\"id\": \"https://openalex.org/W1\", \"doi\": \"https://doi.org/10.5555/1\", \"display_name\": \"A "
        "<i>b</i>\","
        " \"publication_date\": \"%s\","
        " \"abstract_inverted_index\": {\"light\": [4], \"Basil\": [0], \"needs\": [1, 3], \"what\": [2], \"x\": [-1],"
        " \"y\": [99999999], \"z\": [\"0\"]},"
        " \"best_oa_location\": {\"landing_page_url\": \"https://open.example/1\"}},"
        "{\"id\": \"https://openalex.org/W2\", \"doi\": \"https://doi.org/10.5555/2\", \"display_name\": \"C\","
        " \"publication_date\": \"1999-01-01\", \"best_oa_location\": null, \"abstract_inverted_index\": null},"
        "{\"id\": \"https://openalex.org/W3\", \"doi\": null, \"display_name\": null, \"publication_date\": null}]}"));
    struct search_query query = recent_query();
    query.language = language_find(STR("English"));
    struct search_results results = find_once(SEARCH_SCHOLARLY, OPENALEX, query);
    assert_sent("GET /works?search=basil%20growth&per_page=10&filter=from_publication_date%3A");
    assert_sent_day("from_publication_date%%3A%s%%2Clanguage%%3Aen&select=id%%2Cdoi%%2Cdisplay_name%%2C");
    assert_sent("primary_location&api_key=secret-7 HTTP");
    assert_int_equal(results.count, 2); /* the second is too old */
    assert_string_equal(results.list[0].url, "https://open.example/1");
    assert_string_equal(results.list[0].title, "A b");
    assert_string_equal(results.list[0].text, "Basil needs what needs light");
    assert_true(results.list[0].is_whole && results.list[0].published_ms > 0);
    assert_string_equal(results.list[1].url, "https://openalex.org/W3");
    assert_true(!results.list[1].is_whole && results.list[1].published_ms == 0);
    query = query_of("basil");
    find_once(SEARCH_SCHOLARLY, OPENALEX, query);
    assert_not_sent("filter=");
}

static void test_openalex_faults(void **state)
{
    (void)state;
    assert_refused(SEARCH_SCHOLARLY, "{\"api\": \"openalex\"}", "search.scholarly.api_key must be given");
    assert_fault(OPENALEX, 401, "{\"error\": \"Invalid or missing API key secret-7\"}", E_DENIED,
                 "look at its api_key");
    assert_fault(OPENALEX, 403, "{\"error\": \"Invalid query parameters error.\", \"message\": \"m\"}", E_DENIED,
                 "Invalid query parameters error.");
    assert_fault(OPENALEX, 200, "{\"results\": null}", E_UPSTREAM, "its answer has no results");
    assert_fault(OPENALEX, 200, "<html>", E_UPSTREAM, "its answer is no JSON");
}

/* --- Crossref --- */

static void test_crossref(void **state)
{
    (void)state;
    will_answer(
        "{\"status\": \"ok\", \"message-type\": \"work-list\", \"message\": {\"total-results\": 4, \"items\": ["
        "{\"DOI\": \"10.5555/1\", \"URL\": \"https://doi.org/10.5555/1\", \"title\": [\"A &amp; b\"],"
        " \"abstract\": \"<jats:title>Abstract</jats:title><jats:p>Basil <jats:italic>needs</jats:italic> light."
        "</jats:p>\", \"issued\": {\"date-parts\": [[2024, 5, 31]]}},"
        "{\"DOI\": \"10.5555/2(x)\", \"title\": [], \"issued\": {\"date-parts\": [[2023]]}},"
        "{\"DOI\": \"10.5555/3\", \"title\": [\"C\"], \"issued\": {\"date-parts\": [[null]]}},"
        "{\"title\": [\"no address\"]}]}}");
    struct search_results results = find_once(SEARCH_SCHOLARLY, CROSSREF, query_of("basil growth"));
    assert_sent("GET /works?query=basil%20growth&rows=10&select=DOI%2Ctitle%2Cabstract%2CURL%2Cissued"
                "&mailto=desk%40example.org HTTP");
    assert_int_equal(results.count, 3);
    assert_string_equal(results.list[0].title, "A & b");
    assert_string_equal(results.list[0].text, "Abstract Basil needs light.");
    assert_true(results.list[0].is_whole && results.list[0].published_ms == date_day(2024, 5, 31));
    assert_string_equal(results.list[1].url, "https://doi.org/10.5555/2(x)");
    assert_true(!results.list[1].is_whole && results.list[1].published_ms == date_day(2023, 1, 1));
    assert_true(results.list[2].published_ms == 0);
    will_answer("{\"message\": {\"items\": []}}");
    find_once(SEARCH_SCHOLARLY, "{\"api\": \"crossref\", \"base_url\": \"URL\"}", recent_query());
    assert_sent_day("&filter=from-pub-date%%3A%s&");
    assert_not_sent("mailto");
}

static void test_crossref_faults(void **state)
{
    (void)state;
    assert_refused(SEARCH_SCHOLARLY, "{\"api\": \"crossref\", \"mailto\": \"desk\"}",
                   "search.scholarly.mailto must be an e-mail address");
    assert_refused(SEARCH_SCHOLARLY, "{\"api\": \"crossref\", \"mail\": \"desk\"}",
                   "search.scholarly.mail is unknown; beside api there are: ");
    assert_fault(CROSSREF, 400, "{\"status\": \"failed\", \"message\": [{\"message\": \"Too many rows.\"}]}", E_INVALID,
                 "Too many rows.");
    assert_fault(CROSSREF, 200, "{\"status\": \"ok\"}", E_UPSTREAM, "its answer has no message.items");
}

/* --- arXiv --- */

static const char arxiv_answer[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
    "<link href=\"http://arxiv.org/api/query?x\" rel=\"self\" type=\"application/atom+xml\"/>\n"
    "<title type=\"html\">ArXiv Query: x</title><id>http://arxiv.org/api/x</id>\n"
    "<entry><id>http://arxiv.org/abs/2401.00001v1</id><updated>2026-02-01T00:00:00Z</updated>"
    "<published>2026-01-31T12:00:00Z</published>\n<title>Light\n  and basil</title>\n"
    "<summary>  We show that $a &lt; b$ &amp; more.\n  Second line.\n</summary>"
    "<author><name>Ada</name></author><category term=\"q-bio\" scheme=\"s\"/>"
    "<link href=\"http://arxiv.org/abs/2401.00001v1\" rel=\"alternate\" type=\"text/html\"/>"
    "<link title=\"pdf\" href=\"http://arxiv.org/pdf/2401.00001v1\" rel=\"related\" "
    "type=\"application/pdf\"/></entry>\n"
    "</feed>";

static void test_arxiv(void **state)
{
    (void)state;
    will_answer(arxiv_answer);
    answers[0].type = "application/atom+xml; charset=utf-8";
    struct search_query query = query_of("the growth of basil: \"light\"");
    query.language = language_find(STR("English"));
    struct search_results results = find_once(SEARCH_SCHOLARLY, ARXIV, query);
    assert_sent("GET /api/query?search_query=all%3Agrowth%20AND%20all%3Abasil%20AND%20all%3Alight&max_results=10"
                "&sortBy=relevance HTTP");
    assert_sent("\r\nAccept: application/atom+xml\r\n");
    assert_int_equal(results.count, 1);
    assert_string_equal(results.list[0].url, "http://arxiv.org/abs/2401.00001v1");
    assert_string_equal(results.list[0].title, "Light and basil");
    assert_string_equal(results.list[0].text, "We show that $a < b$ & more. Second line.");
    assert_true(results.list[0].is_whole && results.list[0].published_ms == 1769860800000);
    will_answer("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title></feed>");
    query = recent_query();
    query.text = STR("\"?\"");
    assert_int_equal(find_once(SEARCH_SCHOLARLY, ARXIV, query).count, 0);
    assert_int_equal(sent_count(), 0); /* nothing to ask for */
    query.text = STR("the");
    assert_int_equal(find_once(SEARCH_SCHOLARLY, ARXIV, query).count, 0);
    assert_sent("search_query=all%3Athe%20AND%20submittedDate%3A%5B20");
}

static void test_arxiv_faults(void **state)
{
    (void)state;
    assert_fault(ARXIV, 200,
                 "<feed><entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>"
                 "<summary>incorrect id format for x</summary></entry></feed>",
                 E_UPSTREAM, "it says: incorrect id format for x");
    assert_fault(ARXIV, 200, "<html><body>Rate exceeded.</body></html>", E_UPSTREAM, "its answer is no Atom feed");
    assert_fault(ARXIV, 200, "", E_UPSTREAM, "its answer is no Atom feed");
    assert_refused(SEARCH_SCHOLARLY, "{\"api\": \"arxiv\", \"base_url\": \"here\"}",
                   "search.scholarly.base_url must be");
}

/* --- Semantic Scholar --- */

static void test_semanticscholar(void **state)
{
    (void)state;
    will_answer("{\"total\": 4, \"offset\": 0, \"data\": ["
                "{\"paperId\": \"1\", \"title\": \"A\", \"abstract\": \"B.\", \"url\": \"https://s.example/1\","
                " \"year\": 2024, \"publicationDate\": \"2024-05-31\","
                " \"externalIds\": {\"ArXiv\": \"2401.00001\", \"DOI\": \"10.5555/1\"}},"
                "{\"title\": \"C\", \"abstract\": null, \"url\": \"https://s.example/2\", \"year\": 2023,"
                " \"publicationDate\": null, \"externalIds\": {\"DOI\": \"10.5555/2\"}},"
                "{\"title\": \"D\", \"url\": \"https://s.example/3\", \"externalIds\": null},"
                "{\"title\": \"E\", \"openAccessPdf\": {\"url\": \"https://p.example/4.pdf\"}}]}");
    struct search_results results = find_once(SEARCH_SCHOLARLY, SEMANTIC, query_of("low-light basil"));
    assert_sent("GET /graph/v1/paper/search?query=low%20light%20basil&limit=10"
                "&fields=title%2Cabstract%2Curl%2Cyear%2CpublicationDate%2CexternalIds%2CopenAccessPdf HTTP");
    assert_sent("\r\nx-api-key: secret-7\r\n");
    assert_int_equal(results.count, 4);
    assert_string_equal(results.list[0].url, "https://arxiv.org/abs/2401.00001");
    assert_true(results.list[0].is_whole && results.list[0].published_ms == date_day(2024, 5, 31));
    assert_string_equal(results.list[1].url, "https://doi.org/10.5555/2");
    assert_true(!results.list[1].is_whole && results.list[1].published_ms == date_day(2023, 1, 1));
    assert_string_equal(results.list[2].url, "https://s.example/3");
    assert_true(results.list[2].published_ms == 0);
    assert_string_equal(results.list[3].url, "https://p.example/4.pdf");
    will_answer("{\"total\": 0, \"offset\": 0}");
    assert_int_equal(
        find_once(SEARCH_SCHOLARLY, "{\"api\": \"semanticscholar\", \"base_url\": \"URL\"}", recent_query()).count, 0);
    assert_sent_day("&publicationDateOrYear=%s%%3A HTTP");
    assert_not_sent("x-api-key");
}

static void test_semanticscholar_faults(void **state)
{
    (void)state;
    assert_fault(SEMANTIC, 403, "{\"message\": \"Forbidden\"}", E_DENIED, "look at its api_key");
    assert_fault(SEMANTIC, 400, "{\"error\": \"Unrecognized or unsupported fields: [x]\"}", E_INVALID, "Unrecognized");
    assert_fault(SEMANTIC, 200, "{}", E_UPSTREAM, "its answer has no data");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_openalex),        cmocka_unit_test(test_openalex_faults),
        cmocka_unit_test(test_crossref),        cmocka_unit_test(test_crossref_faults),
        cmocka_unit_test(test_arxiv),           cmocka_unit_test(test_arxiv_faults),
        cmocka_unit_test(test_semanticscholar), cmocka_unit_test(test_semanticscholar_faults),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
