/* Crawling small sites made up here, each a table of answers. */
#include "research/crawl/crawl.h"

#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct answer {
    const char *path;
    int status;
    const char *headers; /* each ends with CR LF; "" for a web page */
    const char *body;    /* "@" stands for the site's address */
};

struct site {
    const struct answer *answers;
    size_t count;
    struct loopback server;
    struct net *net;
    struct buf asked; /* paths in order, each followed by a blank */
    int busy;         /* how many requests are still answered 503 */
};

static const struct answer *find_answer(const struct site *site, const char *request)
{
    for (size_t i = 0; i < site->count; i++)
        if (loopback_asks(request, site->answers[i].path))
            return &site->answers[i];
    return NULL;
}

static void append_filled(struct buf *out, const char *text, const char *url)
{
    for (; *text; text++) {
        if (*text == '@')
            buf_str(out, url);
        else
            buf_char(out, *text);
    }
}

static bool answer_request(struct loopback *server, int connection, const char *request)
{
    static const struct answer missing = {"", 404, "", "gone"}, busy = {"", 503, "Retry-After: 0\r\n", ""};
    struct site *site = server->context;
    const struct answer *answer = find_answer(site, request);
    struct buf head = {0}, body = {0};
    const char *path = strchr(request, ' ') + 1;
    buf_add(&site->asked, path, strcspn(path, " "));
    buf_char(&site->asked, ' ');
    if (!answer)
        answer = &missing;
    if (site->busy > 0 && !loopback_asks(request, "/robots.txt")) {
        site->busy--;
        answer = &busy;
    }
    append_filled(&body, answer->body, server->url);
    buf_printf(&head, "HTTP/1.1 %d X\r\nContent-Length: %zu\r\n", answer->status, body.len);
    append_filled(&head, *answer->headers ? answer->headers : "Content-Type: text/html; charset=utf-8\r\n",
                  server->url);
    buf_str(&head, "\r\n");
    loopback_send(connection, head.data, head.len);
    loopback_send(connection, buf_text(&body), body.len);
    buf_free(&head);
    buf_free(&body);
    return true;
}

static void open_site(struct site *site, const struct answer *answers, size_t count)
{
    static const char *const allowed[] = {"127.0.0.1"};
    const struct net_options options = {.allow_addresses = allowed, .allow_count = 1};
    *site = (struct site){.answers = answers, .count = count};
    assert_int_equal(net_new(&options, &site->net, NULL), OK);
    loopback_start(&site->server, answer_request, site);
}

static void close_site(struct site *site)
{
    net_free(site->net);
    loopback_stop(&site->server);
    buf_free(&site->asked);
}

/* What was handed over: "/path=Title(language) " for each page. */
struct found {
    const char *site;
    struct buf pages;
    size_t stop_after; /* 0: never */
    size_t count;
};

static enum status note_page(void *context, const struct crawl_page *page, struct error *err)
{
    struct found *found = context;
    assert_true(strncmp(page->url, found->site, strlen(found->site)) == 0);
    assert_true(page->html.len > 0);
    buf_printf(&found->pages, "%s=%s(%s) ", page->url + strlen(found->site), page->title, page->language);
    if (found->stop_after && ++found->count == found->stop_after)
        return error_set(err, E_LIMIT, NULL, "enough");
    return OK;
}

static enum status crawl(struct site *site, const char *start, const char *sitemap, struct found *found,
                         struct crawl_report *report, struct error *err)
{
    char start_url[200], sitemap_url[200];
    snprintf(start_url, sizeof start_url, "%s%s", site->server.url, start ? start : "");
    snprintf(sitemap_url, sizeof sitemap_url, "%s%s", site->server.url, sitemap ? sitemap : "");
    const struct crawl_options options = {
        .start_url = start ? start_url : NULL, .sitemap_url = sitemap ? sitemap_url : NULL, .delay_ms = -1};
    found->site = site->server.url;
    return crawl_site(site->net, &options, note_page, found, report, err);
}

/* Crawls a site and compares what was handed over; returns the report. */
static struct crawl_report expect(const struct answer *answers, size_t count, const char *start, const char *sitemap,
                                  const char *expected)
{
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    struct error err;
    open_site(&site, answers, count);
    if (crawl(&site, start, sitemap, &found, &report, &err) != OK)
        fail_msg("%s", err.message);
    assert_string_equal(buf_text(&found.pages), expected);
    buf_free(&found.pages);
    close_site(&site);
    return report;
}

#define EXPECT(answers, start, sitemap, expected) expect(answers, COUNT_OF(answers), start, sitemap, expected)

static void test_links_are_followed(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/docs/", 200, "",
         "<html lang=en><title>Home</title><a href=a.html>a</a><a href=b.html#x>b</a><a href=/out.html>o</a>"
         "<a href=http://other.invalid/>x</a><a rel=nofollow href=secret.html>s</a><a href=pic.png>p</a>"},
        {"/docs/a.html", 200, "", "<title>A</title><a href=./>home</a><a href=c.html>c</a><a href=gone.html>g</a>"},
        {"/docs/b.html", 200, "", "<title>B</title><meta name=robots content='noindex'><a href=d.html>d</a>"},
        {"/docs/c.html", 200, "", "<title>C</title><meta name=robots content='nofollow'><a href=e.html>e</a>"},
        {"/docs/d.html", 200, "", "<title>D</title>"},
        {"/docs/e.html", 200, "", "<title>E</title>"},
        {"/docs/secret.html", 200, "", "<title>S</title>"},
        {"/docs/pic.png", 200, "Content-Type: image/png\r\n", "png"},
        {"/out.html", 200, "", "<title>Out</title>"},
    };
    struct crawl_report report =
        EXPECT(answers, "/docs/", NULL, "/docs/=Home(en) /docs/a.html=A() /docs/c.html=C() /docs/d.html=D() ");
    assert_int_equal(report.stored, 4);
    assert_int_equal(report.failed, 1);
    assert_non_null(strstr(report.last_problem, "gone.html: answered 404"));
}

static void test_robots_are_obeyed(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/robots.txt", 200, "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /private\nCrawl-delay: 0"},
        {"/", 200, "", "<title>Home</title><a href=private/x>x</a><a href=open>o</a><a href=jump>j</a>"},
        {"/private/x", 200, "", "<title>X</title>"},
        {"/open", 200, "", "<title>Open</title>"},
        {"/jump", 302, "Location: /private/x\r\n", ""},
    };
    struct crawl_report report = EXPECT(answers, "/", NULL, "/=Home() /open=Open() ");
    assert_int_equal(report.refused_by_robots, 1);
    assert_int_equal(report.failed, 0);
}

static enum status fails(const struct answer *answers, size_t count, const char *start, const char *sitemap,
                         struct error *err)
{
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    open_site(&site, answers, count);
    enum status status = crawl(&site, start, sitemap, &found, &report, err);
    assert_int_equal(found.pages.len, 0);
    close_site(&site);
    return status;
}

static void test_nothing_to_be_had(void **state)
{
    (void)state;
    static const struct answer broken[] = {{"/robots.txt", 500, "", "x"}, {"/", 200, "", "<title>Home</title>"}};
    static const struct answer closed[] = {
        {"/robots.txt", 200, "Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /"},
        {"/", 200, "", "<title>Home</title>"}};
    static const struct answer absent[] = {{"/nothing", 404, "", ""}};
    struct error err;
    assert_int_equal(fails(broken, COUNT_OF(broken), "/", NULL, &err), E_DENIED);
    assert_non_null(strstr(err.message, "500"));
    assert_int_equal(fails(closed, COUNT_OF(closed), "/", NULL, &err), E_DENIED);
    assert_non_null(strstr(err.message, "robots.txt"));
    assert_int_equal(fails(absent, COUNT_OF(absent), "/", NULL, &err), E_NOT_FOUND);
    assert_non_null(strstr(err.message, "404"));
    assert_int_equal(fails(absent, COUNT_OF(absent), NULL, "/sitemap.xml", &err), E_NOT_FOUND);
    assert_int_equal(fails(absent, COUNT_OF(absent), NULL, NULL, &err), E_INVALID);
}

#define XML "Content-Type: application/xml\r\n"

static void test_sitemap(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/maps/all.xml", 200, XML,
         "<sitemapindex><sitemap><loc>@/maps/1.xml</loc></sitemap><sitemap><loc>@/maps/gone.xml</loc></sitemap>"
         "<sitemap><loc>http://other.invalid/2.xml</loc></sitemap><sitemap><loc>@/maps/all.xml</loc></sitemap></"
         "sitemapindex>"},
        {"/maps/1.xml", 200, XML,
         "<urlset><url><loc>@/b</loc></url><url><loc>@/a</loc></url><url><loc>http://other.invalid/c</loc></url></"
         "urlset>"},
        {"/a", 200, "", "<title>A</title><a href=linked>not followed</a>"},
        {"/b", 200, "", "<title>B</title>"},
        {"/linked", 200, "", "<title>L</title>"},
    };
    struct crawl_report report = EXPECT(answers, NULL, "/maps/all.xml", "/b=B() /a=A() ");
    assert_int_equal(report.fetched, 2);
}

static void test_sitemap_of_robots(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/robots.txt", 200, "Content-Type: text/plain\r\n", "Sitemap: @/sitemap.xml"},
        {"/sitemap.xml", 200, XML,
         "<urlset><url><loc>@/docs/</loc></url><url><loc>@/docs/a</loc></url><url><loc>@/blog</loc></url></urlset>"},
        {"/docs/", 200, "", "<title>Home</title><a href=linked>l</a>"},
        {"/docs/a", 200, "", "<title>A</title>"},
        {"/docs/linked", 200, "", "<title>L</title>"},
        {"/shop/", 200, "", "<title>Shop</title><a href=b>b</a>"},
        {"/shop/b", 200, "", "<title>B</title>"},
    };
    EXPECT(answers, "/docs/", NULL, "/docs/=Home() /docs/a=A() ");
    EXPECT(answers, "/shop/", NULL, "/shop/=Shop() /shop/b=B() "); /* the sitemap has nothing below that folder */
}

static void test_redirects_and_canonical(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/docs", 301, "Location: /docs/\r\n", ""},
        {"/docs/", 200, "",
         "<title>Home</title><link rel=canonical href=@/docs/><a href=old>o</a><a href=new>n</a>"
         "<a href='p?utm=1'>p</a><a href='p?utm=2'>p</a><a href=x>x</a><a href=/docs>d</a>"
         "<a href=loop1>1</a>"},
        {"/docs/old", 301, "Location: new\r\n", ""},
        {"/docs/new", 200, "", "<title>New</title>"},
        {"/docs/p?utm=1", 200, "", "<title>P1</title><link rel=canonical href=p>"},
        {"/docs/p?utm=2", 200, "", "<title>P2</title><link rel=canonical href=p>"},
        {"/docs/p", 200, "", "<title>P</title><link rel=canonical href=p>"},
        {"/docs/x", 200, "", "<title>X</title><link rel=canonical href=http://other.invalid/x>"},
        {"/docs/loop1", 200, "", "<title>L1</title><link rel=canonical href=loop2>"},
        {"/docs/loop2", 200, "", "<title>L2</title><link rel=canonical href=loop1>"},
    };
    struct crawl_report report =
        EXPECT(answers, "/docs", NULL, "/docs/=Home() /docs/new=New() /docs/x=X() /docs/p=P() /docs/loop2=L2() ");
    assert_int_equal(report.failed, 0);
}

/* The start page lives on another origin of the same owner: the crawl moves there. */
static void test_moved_site(void **state)
{
    (void)state;
    static const struct answer there[] = {
        {"/home", 200, "", "<title>There</title><a href=more>m</a>"},
        {"/more", 200, "", "<title>More</title>"},
    };
    struct site new_site, old_site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    struct error err;
    char location[100];
    open_site(&new_site, there, COUNT_OF(there));
    snprintf(location, sizeof location, "Location: %s/home\r\n", new_site.server.url);
    const struct answer here[] = {{"/", 302, location, ""}};
    open_site(&old_site, here, 1);
    char start[100];
    snprintf(start, sizeof start, "%s/", old_site.server.url);
    found.site = new_site.server.url;
    const struct crawl_options options = {.start_url = start, .delay_ms = 0};
    if (crawl_site(old_site.net, &options, note_page, &found, &report, &err) != OK)
        fail_msg("%s", err.message);
    assert_string_equal(buf_text(&found.pages), "/home=There() /more=More() ");
    assert_string_equal(new_site.asked.data, "/robots.txt /home /more ");
    buf_free(&found.pages);
    close_site(&old_site);
    close_site(&new_site);
}

static const struct answer chain[] = {
    {"/", 200, "", "<title>1</title><a href=2>2</a><a href=3>3</a><a href=4>4</a>"},
    {"/2", 200, "", "<title>2</title>"},
    {"/3", 200, "", "<title>3</title>"},
    {"/4", 200, "", "<title>4</title>"},
};

static void test_busy_site_is_asked_again(void **state)
{
    (void)state;
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    open_site(&site, chain, COUNT_OF(chain));
    site.busy = 1;
    assert_int_equal(crawl(&site, "/", NULL, &found, &report, NULL), OK);
    assert_string_equal(site.asked.data, "/robots.txt / / /2 /3 /4 ");
    assert_int_equal(report.stored, 4);
    buf_free(&found.pages);
    close_site(&site);
}

static void test_caller_ends_it(void **state)
{
    (void)state;
    struct site site;
    struct found found = {.stop_after = 2};
    struct crawl_report report;
    struct error err;
    open_site(&site, chain, COUNT_OF(chain));
    assert_int_equal(crawl(&site, "/", NULL, &found, &report, &err), E_LIMIT);
    assert_string_equal(err.message, "enough");
    buf_free(&found.pages);
    close_site(&site);
}

/* One page that cannot be read is left out, and the report says why; the others are had all the same. */
static void test_a_bad_page_is_left_out(void **state)
{
    (void)state;
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    const size_t size = 4000000;
    char *bad = malloc(size + 1);
    assert_non_null(bad);
    for (size_t i = 0; i < size;
         i++) /* in no encoding a letter, each byte becomes three: more than is read of a page */
        bad[i] = i % 2 ? '\x81' : '\x8D';
    bad[size] = '\0';
    const struct answer answers[] = {
        {"/", 200, "", "<title>Start</title><p>Go to <a href=bad>one</a> or <a href=good>another</a>."},
        {"/bad", 200, "", bad},
        {"/good", 200, "", "<title>Good</title><p>Text."},
    };
    open_site(&site, answers, COUNT_OF(answers));
    assert_int_equal(crawl(&site, "/", NULL, &found, &report, NULL), OK);
    assert_string_equal(buf_text(&found.pages), "/=Start(en) /good=Good() ");
    assert_int_equal(report.stored, 2);
    assert_int_equal(report.failed, 1);
    assert_non_null(strstr(report.last_problem, "/bad: the page is larger than"));
    buf_free(&found.pages);
    close_site(&site);
    free(bad);
}

static void test_max_pages(void **state)
{
    (void)state;
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    open_site(&site, chain, COUNT_OF(chain));
    found.site = site.server.url;
    const struct crawl_options options = {.start_url = site.server.url, .max_pages = 2};
    assert_int_equal(crawl_site(site.net, &options, note_page, &found, &report, NULL), OK);
    assert_string_equal(buf_text(&found.pages), "/=1() /2=2() ");
    buf_free(&found.pages);
    close_site(&site);
}

static void test_cancel(void **state)
{
    (void)state;
    struct site site;
    struct found found = {.stop_after = 0};
    struct crawl_report report;
    atomic_bool cancel = true;
    open_site(&site, chain, COUNT_OF(chain));
    found.site = site.server.url;
    const struct crawl_options options = {.start_url = site.server.url, .cancel = &cancel};
    assert_int_equal(crawl_site(site.net, &options, note_page, &found, &report, NULL), E_CANCELLED);
    assert_int_equal(found.pages.len, 0);
    close_site(&site);
}

/* What the page is handed over as is UTF-8, whatever it was sent as. */
static enum status check_charset(void *context, const struct crawl_page *page, struct error *err)
{
    (void)err;
    *(bool *)context = str_find(page->html, STR("\xC3\xBC"), 0) < page->html.len;
    return OK;
}

static void test_charset(void **state)
{
    (void)state;
    static const struct answer answers[] = {
        {"/", 200, "Content-Type: text/html; charset=ISO-8859-1\r\n", "<title>x</title><p>\xFC"}};
    struct site site;
    struct crawl_report report;
    bool converted = false;
    open_site(&site, answers, COUNT_OF(answers));
    const struct crawl_options options = {.start_url = site.server.url};
    assert_int_equal(crawl_site(site.net, &options, check_charset, &converted, &report, NULL), OK);
    assert_true(converted);
    close_site(&site);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links_are_followed),
        cmocka_unit_test(test_robots_are_obeyed),
        cmocka_unit_test(test_nothing_to_be_had),
        cmocka_unit_test(test_sitemap),
        cmocka_unit_test(test_sitemap_of_robots),
        cmocka_unit_test(test_redirects_and_canonical),
        cmocka_unit_test(test_moved_site),
        cmocka_unit_test(test_busy_site_is_asked_again),
        cmocka_unit_test(test_caller_ends_it),
        cmocka_unit_test(test_a_bad_page_is_left_out),
        cmocka_unit_test(test_max_pages),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_charset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
