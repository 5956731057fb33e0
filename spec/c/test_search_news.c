/* Services that search the news: feeds, GDELT. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "search_fake.h"

#include "research/search/search_feed.h"
#include "text/text.h"

#define GDELT "{\"api\": \"gdelt\", \"base_url\": \"URL\"}"
#define RSS   "{\"api\": \"rss\", \"feeds\": [\"URL/feed.xml\"]}"

/* --- GDELT --- */

static void test_gdelt(void **state)
{
    (void)state;
    will_answer("{\"articles\": [{\"url\": \"https://n.example/1\", \"url_mobile\": \"\", \"title\": \"Basil , mint\","
                " \"seendate\": \"20260131T120000Z\", \"domain\": \"n.example\", \"language\": \"English\"},"
                "{\"url\": \"https://n.example/2\", \"title\": \"A \\- bad \x01 title \xFF\", \"seendate\": \"\"}]}");
    struct search_query query = query_of("How to grow basil (in a UK home): \"light\"");
    query.language = language_find(STR("English"));
    query.country = "GB";
    struct search_results results = find_once(SEARCH_NEWS, GDELT, query);
    assert_sent("GET /api/v2/doc/doc?query=grow%20basil%20home%20light%20sourcelang%3Aenglish%20"
                "sourcecountry%3Aunitedkingdom&mode=artlist&format=json&maxrecords=10&sort=hybridrel HTTP");
    assert_int_equal(results.count, 2);
    assert_string_equal(results.list[0].title, "Basil , mint");
    assert_true(results.list[0].published_ms == 1769860800000 && results.list[1].published_ms == 0);
    assert_string_equal(results.list[1].title, "A - bad title \xEF\xBF\xBD");
}

static void test_gdelt_ages(void **state)
{
    (void)state;
    will_answer("{}"); /* nothing was found */
    struct search_query query = query_of("basil");
    query.age = SEARCH_PAST_WEEK;
    assert_int_equal(find_once(SEARCH_NEWS, GDELT, query).count, 0);
    assert_sent("?query=basil&mode=artlist&format=json&maxrecords=10&sort=hybridrel&timespan=1w HTTP");
    query.text = STR("?!");
    will_answer("{}");
    assert_int_equal(find_once(SEARCH_NEWS, GDELT, query).count, 0);
    assert_int_equal(sent_count(), 0);
    query.text = STR("AI");
    find_once(SEARCH_NEWS, GDELT, query);
    assert_sent("?query=AI&");
}

static void assert_gdelt_fault(int http, const char *body, enum status status, const char *says)
{
    struct search_results results;
    will_fail(http, body);
    assert_int_equal(ask_once(SEARCH_NEWS, GDELT, query_of("basil"), &results), status);
    assert_says(says);
}

static void test_gdelt_faults(void **state)
{
    (void)state;
    assert_gdelt_fault(200, "The specified phrase is too short.\n", E_UPSTREAM,
                       "search.news: it says: The specified phrase is too short.");
    assert_gdelt_fault(200, "Please limit requests to one every 5 seconds or contact us.", E_LIMIT,
                       "search.news: it is asked too often");
    assert_gdelt_fault(200, "<html>", E_UPSTREAM, "its answer is no JSON that can be read");
    assert_gdelt_fault(200, "{\"articles\": [", E_UPSTREAM, "its answer is no JSON that can be read");
    assert_gdelt_fault(200, "", E_UPSTREAM, "its answer is no JSON that can be read");
    assert_gdelt_fault(404, "", E_NOT_FOUND, "look at its base_url");
}

/* --- reading feeds --- */

static struct feed read_feed(const char *text, const char *type)
{
    struct feed feed;
    if (feed_read(arena, str_from(text), str_from(type), "https://n.example/feeds/news.xml", &feed, &err))
        fail_msg("%s", err.message);
    return feed;
}

static void test_rss_2(void **state)
{
    (void)state;
    struct feed feed = read_feed(
        "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:content=\"x\" xmlns:atom=\"y\" xmlns:media=\"z\"><channel>"
        "<title>All</title><link>https://n.example/</link><atom:link href=\"https://n.example/self\" rel=\"self\"/>"
        "<item><title>Basil &amp;amp; mint</title><link>\n /one?utm_source=x </link><atom:link href=\"/wrong\"/>"
        "<media:title>Wrong</media:title><media:group><title>Wrong</title></media:group>"
        "<description>&lt;p&gt;Short&lt;/p&gt;</description>"
        "<content:encoded><![CDATA[<p>Much longer, <b>with</b> ]] > tags</p>]]></content:encoded>"
        "<pubDate>Sat, 31 Jan 2026 12:00:00 GMT</pubDate><guid "
        "isPermaLink=\"false\">https://n.example/guid</guid></item>"
        "<item><title><![CDATA[<Two>]]></title><guid>https://n.example/two</guid><dc:date>2026-01-31</dc:date></item>"
        "<item><guid isPermaLink=\"false\">https://n.example/three</guid><link></link></item>"
        "<item><link>mailto:a@b.example</link><title>unfinished",
        "application/rss+xml");
    assert_int_equal(feed.count, 3);
    assert_string_equal(feed.list[0].url, "https://n.example/one?utm_source=x");
    assert_string_equal(feed.list[0].title, "Basil &amp; mint");
    assert_string_equal(feed.list[0].text, "<p>Much longer, <b>with</b> ]] > tags</p>");
    assert_true(feed.list[0].published_ms == 1769860800000);
    assert_string_equal(feed.list[1].url, "https://n.example/two");
    assert_string_equal(feed.list[1].title, "<Two>");
    assert_true(feed.list[1].published_ms == 1769817600000);
    assert_null(feed.list[2].url);
    assert_true(feed.list[2].published_ms == 0);
    assert_string_equal(feed.list[2].title, "");
}

static void test_atom(void **state)
{
    (void)state;
    struct feed feed = read_feed(
        "\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?><!-- <entry> -->"
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>All</title><updated>2020-01-01T00:00:00Z</updated>"
        "<entry><title>1 &lt; 2 &lt;b&gt;</title><link rel=\"self\" href=\"/self\"/>"
        "<link rel=\"alternate\" href=\"/a?x=1&amp;y=2\"/><link href=\"/second\"/><id>tag:n.example,1</id>"
        "<source><title>Wrong</title><id>wrong</id></source>"
        "<updated>2026-02-01T00:00:00Z</updated><published>2026-01-31T12:00:00Z</published>"
        "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><p>One <em>two</em></p><p>1 &lt; 3</p>"
        "</div></content></entry>"
        "<entry><title type=\"html\">&lt;i&gt;T&lt;/i&gt;</title><id>https://n.example/b</id>"
        "<summary type=\"html\">&lt;p&gt;S&lt;/p&gt;</summary><updated>2026-01-31</updated></entry></feed>",
        "");
    assert_int_equal(feed.count, 2);
    assert_string_equal(feed.list[0].url, "https://n.example/a?x=1&y=2");
    assert_string_equal(feed.list[0].id, "tag:n.example,1");
    assert_string_equal(feed.list[0].title, "1 &lt; 2 &lt;b&gt;");
    assert_string_equal(feed.list[0].text, "One two 1 &lt; 3");
    assert_true(feed.list[0].published_ms == 1769860800000);
    assert_string_equal(feed.list[1].url, "https://n.example/b");
    assert_string_equal(feed.list[1].title, "<i>T</i>");
    assert_string_equal(feed.list[1].text, "<p>S</p>");
}

static void test_rss_1_in_another_encoding(void **state)
{
    (void)state;
    struct feed feed =
        read_feed("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rdf:RDF xmlns:rdf=\"x\"><channel rdf:about=\"y\">"
                  "<items><rdf:Seq><rdf:li rdf:resource=\"z\"/></rdf:Seq></items></channel>"
                  "<item rdf:about=\"https://n.example/1?a&amp;b\"><title>B\xE4rlauch</title>"
                  "<dc:date>2026-01-31T13:00:00+01:00</dc:date></item></rdf:RDF>",
                  "text/xml; charset=\"iso-8859-1\"; x=y");
    assert_int_equal(feed.count, 1);
    assert_string_equal(feed.list[0].url, "https://n.example/1?a&b");
    assert_string_equal(feed.list[0].title, "B\xC3\xA4rlauch");
    assert_true(feed.list[0].published_ms == 1769860800000);
}

static void test_large_feeds(void **state)
{
    (void)state;
    struct buf text = {0};
    struct feed feed;
    buf_str(&text, "<rss>");
    for (int i = 0; i < FEED_ENTRIES + 5; i++)
        buf_printf(&text, "<item><link>https://n.example/%d</link></item>", i);
    feed = read_feed(buf_text(&text), "");
    assert_int_equal(feed.count, FEED_ENTRIES);
    buf_clear(&text);
    buf_str(&text, "<rss><item><description>");
    for (int i = 0; i < FEED_TEXT; i++)
        buf_str(&text, "\xC3\xA4");
    buf_str(&text, "</description></item>");
    feed = read_feed(buf_text(&text), "");
    assert_int_equal(strlen(feed.list[0].text), FEED_TEXT);
    buf_free(&text);
}

static void test_no_feeds(void **state)
{
    (void)state;
    static const char *const cases[] = {"", "nothing", "<html><item></item></html>", "<item><title>x</title></item>",
                                        "{\"items\": []}"};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct feed feed;
        assert_int_equal(feed_read(arena, str_from(cases[i]), STR(""), "https://n.example/", &feed, &err), E_CORRUPT);
        assert_int_equal(feed.count, 0);
    }
}

/* --- searching in feeds --- */

static const char *dated_feed(void)
{
    char day[11];
    date_day_text(clock_now_ms(), day);
    return arena_printf(arena,
                        "<rss><channel>"
                        "<item><title>Old basil</title><link>/1</link><pubDate>1 Jan 2020 00:00 GMT</pubDate></item>"
                        "<item><title>Potatoes</title><link>/2</link><description>Not it.</description></item>"
                        "<item><title>Herbs</title><link>/3</link><description>&lt;b&gt;Basil&lt;/b&gt; needs watering."
                        "</description></item>"
                        "<item><title>New basils</title><link>/4</link><pubDate>%s</pubDate></item>"
                        "<item><title>Watering basil</title><link>/5</link></item>"
                        "<item><title>Basil without an address</title></item>"
                        "</channel></rss>",
                        day);
}

static void test_rss(void **state)
{
    (void)state;
    struct search_query query = query_of("the watered basil");
    query.language = language_find(STR("English"));
    struct search_place *place = open_place(SEARCH_NEWS, RSS);
    will_answer(dated_feed());
    struct search_results results = find(place, &query);
    assert_sent("GET /feed.xml HTTP");
    assert_int_equal(results.count, 4);
    const char *order = "";
    for (size_t i = 0; i < results.count; i++)
        order = arena_printf(arena, "%s%c", order, results.list[i].url[strlen(results.list[i].url) - 1]);
    assert_string_equal(order, "5413"); /* both words in the title; one, newest first; both in the text */
    assert_string_equal(results.list[3].text, "Basil needs watering.");
    query.age = SEARCH_PAST_WEEK;
    assert_int_equal(find(place, &query).count, 3);
    assert_int_equal(sent_count(), 1);
    query.text = STR("the");
    assert_int_equal(find(place, &query).count, 0);
    query.text = STR("...");
    assert_int_equal(find(place, &query).count, 0);
    search_close(place);
}

static void test_feeds_that_fail(void **state)
{
    (void)state;
    static const char two[] = "{\"api\": \"rss\", \"feeds\": [\"URL/a\", \"URL/b\"], \"seconds\": 5}";
    struct search_results results;
    will_answer("no feed");
    assert_int_equal(ask_once(SEARCH_NEWS, two, query_of("basil"), &results), E_UPSTREAM);
    assert_says("search.news: http://127.0.0.1:");
    assert_says("/a is no feed in RSS or Atom");
    will_fail(301, "");
    assert_int_equal(ask_once(SEARCH_NEWS, "{\"api\": \"rss\", \"feeds\": [\"URL/feed.xml?token=secret-7\"]}",
                              query_of("basil"), &results),
                     E_UPSTREAM);
    assert_says("/feed.xml has moved: name its new address");
    assert_null(strstr(err.message, "secret-7"));
    assert_sent("GET /feed.xml?token=secret-7 HTTP");
    will_fail(404, "gone"); /* one of the two fails: the other one serves */
    answers[1].body = dated_feed();
    assert_true(find_once(SEARCH_NEWS, two, query_of("basil")).count > 0);
    assert_int_equal(sent_count(), 2);
}

static void test_entries_of_feeds(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{\"api\": \"rss\"}",
        "{\"api\": \"rss\", \"feeds\": \"URL\"}",
        "{\"api\": \"rss\", \"feeds\": []}",
        "{\"api\": \"rss\", \"feeds\": [\"URL\", 5]}",
        "{\"api\": \"rss\", \"feeds\": [\"file:///etc/passwd\"]}",
        "{\"api\": \"rss\", \"feeds\": [\"http://user:word@n.example/\"]}",
        "{\"api\": \"rss\", \"feeds\": [\"http://n.example/a b\"]}",
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_refused(SEARCH_NEWS, wrong[i], "search.news.feeds must be a list of 1 to 32 addresses");
    assert_refused(SEARCH_NEWS, "{\"api\": \"rss\", \"feeds\": [\"URL\"], \"seconds\": 0}",
                   "search.news.seconds must be");
    assert_refused(SEARCH_NEWS, "{\"api\": \"rss\", \"base_url\": \"URL\"}", "search.news.base_url is unknown");
    search_close(open_place(SEARCH_NEWS, "{\"api\": \"rss\", \"feeds\": [\"URL/search?q=x&y=z\"]}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gdelt),
        cmocka_unit_test(test_gdelt_ages),
        cmocka_unit_test(test_gdelt_faults),
        cmocka_unit_test(test_rss_2),
        cmocka_unit_test(test_atom),
        cmocka_unit_test(test_rss_1_in_another_encoding),
        cmocka_unit_test(test_large_feeds),
        cmocka_unit_test(test_no_feeds),
        cmocka_unit_test(test_rss),
        cmocka_unit_test(test_feeds_that_fail),
        cmocka_unit_test(test_entries_of_feeds),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
