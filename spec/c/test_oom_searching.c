/* Every allocation of opening a place to search and asking it fails once: it says so, or finds the same as ever. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "oom.h"
#include "search_fake.h"

/* A service, what it answers, and how many results and questions that makes. */
struct work {
    enum search_kind kind;
    const char *entry, *answer;
    size_t results, questions;
};

static const struct work works[] = {
    {SEARCH_WEB, "{\"api\": \"searxng\", \"base_url\": \"URL\"}",
     "{\"results\": [{\"url\": \"https://a.example/1?utm_source=x\", \"title\": \"<b>A</b>\", \"content\": \"B &amp; "
     "C\"},"
     "{\"url\": \"https://a.example/2\", \"title\": \"D\"}, {\"url\": \"https://a.example/2/\", \"title\": \"E\"}]}",
     2, 0},
    {SEARCH_WEB, "{\"api\": \"brave\", \"base_url\": \"URL\", \"api_key\": \"k\"}",
     "{\"type\": \"search\", \"web\": {\"results\": [{\"url\": \"https://a.example/1\", \"title\": \"A\","
     " \"extra_snippets\": [\"B\", \"C\"]}]}, \"faq\": {\"results\": [{\"question\": \"Why?\"}]}}",
     1, 1},
    {SEARCH_WEB, "{\"api\": \"serper\", \"base_url\": \"URL\", \"api_key\": \"k\"}",
     "{\"organic\": [{\"link\": \"https://a.example/1\", \"title\": \"A\", \"date\": \"Jan 5, 2026\"}],"
     " \"peopleAlsoAsk\": [{\"question\": \"Why?\"}]}",
     1, 1},
    {SEARCH_WEB, "{\"api\": \"tavily\", \"base_url\": \"URL\", \"api_key\": \"k\"}",
     "{\"results\": [{\"url\": \"https://a.example/1\", \"title\": \"A\", \"content\": \"B\"}]}", 1, 0},
    {SEARCH_NEWS, "{\"api\": \"rss\", \"feeds\": [\"URL/feed\"]}",
     "<rss><item><title>Basil</title><link>/1</link><description><![CDATA[<p>Light</p>]]></description></item>"
     "<item><title>Basil light</title><guid>https://a.example/2</guid></item></rss>",
     2, 0},
    {SEARCH_NEWS, "{\"api\": \"gdelt\", \"base_url\": \"URL\"}",
     "{\"articles\": [{\"url\": \"https://a.example/1\", \"title\": \"A\", \"seendate\": \"20260131T120000Z\"}]}", 1,
     0},
    {SEARCH_SCHOLARLY, "{\"api\": \"openalex\", \"base_url\": \"URL\", \"api_key\": \"k\"}",
     "{\"results\": [{\"id\": \"https://a.example/1\", \"display_name\": \"A\","
     " \"abstract_inverted_index\": {\"b\": [1], \"a\": [0]}}]}",
     1, 0},
    {SEARCH_SCHOLARLY, "{\"api\": \"crossref\", \"base_url\": \"URL\", \"mailto\": \"a@b.example\"}",
     "{\"message\": {\"items\": [{\"DOI\": \"10.5/1\", \"title\": [\"A\"], \"abstract\": \"<jats:p>B</jats:p>\"}]}}", 1,
     0},
    {SEARCH_SCHOLARLY, "{\"api\": \"arxiv\", \"base_url\": \"URL\"}",
     "<feed><entry><id>http://arxiv.org/abs/1</id><title>A</title><summary>B &lt; C</summary>"
     "<link href=\"http://arxiv.org/abs/1\"/></entry></feed>",
     1, 0},
    {SEARCH_SCHOLARLY, "{\"api\": \"semanticscholar\", \"base_url\": \"URL\"}",
     "{\"total\": 1, \"data\": [{\"title\": \"A\", \"abstract\": \"B\", \"externalIds\": {\"DOI\": \"10.5/1\"}}]}", 1,
     0},
};

static json_t *entry;

/* What fails must say that memory ran out. */
static bool done(enum status status)
{
    if (status != OK && status != E_MEMORY)
        fail_msg("%s: %s", status_name(status), err.message);
    return status == OK;
}

static bool do_work(const struct work *work)
{
    struct search_place *place;
    struct search_results results;
    struct search_query query = query_of("basil and light");
    query.most = work->results;
    query.country = "AT";
    query.language = language_find(STR("English"));
    if (!done(search_open(work->kind, entry, &place, &err)))
        return false;
    bool is_done = done(ask(place, &query, &results));
    search_close(place);
    if (is_done)
        assert_true(results.count == work->results && results.question_count == work->questions);
    return is_done;
}

/* Lets an allocation fail, one further on each time, until the work is done without one failing. */
static void torture(const struct work *work)
{
    char *text = arena_copy(arena, work->entry), *mark = strstr(text, "URL");
    const char *rest = mark ? mark + 3 : "";
    if (mark)
        *mark = '\0';
    entry = json_loads(arena_printf(arena, "%s%s%s", text, mark ? service.url : "", rest), 0, NULL);
    assert_non_null(entry);
    struct arena *kept = arena;
    for (long n = 0; n < 100000; n += 1 + n / 50) {
        arena = arena_new();
        will_answer(work->answer);
        oom_allocations_left = n;
        bool is_done = do_work(work);
        bool all_allocated = oom_allocations_left > 0;
        oom_allocations_left = -1;
        arena_free(arena);
        if (!all_allocated)
            continue;
        assert_true(is_done);
        json_decref(entry);
        arena = kept;
        return;
    }
    fail_msg("the work never ends");
}

static void test_services(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(works); i++) {
        oom_only_one_fails = false;
        torture(&works[i]);
        oom_only_one_fails = true;
        torture(&works[i]);
    }
}

/* What a library does without memory stands in test_oom_search.c: this one has no documents. */
static void test_folder(void **state)
{
    static const struct work work = {SEARCH_WEB, "{\"api\": \"folder\", \"path\": \"examples/data/videos\"}", "", 0, 0};
    (void)state;
    oom_only_one_fails = true;
    torture(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_services),
        cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
