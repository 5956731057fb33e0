#include "test_store.h"

/* --- domains --- */

static void insert(struct fixture *f, const char *id, enum domain_state state)
{
    struct domain domain = {.id = id,
                            .account_id = "me",
                            .name = "Site",
                            .start_url = "https://example.org/",
                            .state = state,
                            .created_at = 5};
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
}

static struct domain get(struct fixture *f, const char *id)
{
    struct domain domain = {0};
    assert_int_equal(domain_get(f->db, f->arena, "me", id, &domain, &f->err), OK);
    return domain;
}

static void a_domain_is_kept_and_changed(void **state)
{
    struct fixture *f = *state;
    insert(f, "d", DOMAIN_EMPTY);
    struct domain domain = get(f, "d");
    assert_string_equal(domain.name, "Site");
    assert_string_equal(domain.start_url, "https://example.org/");
    assert_null(domain.sitemap_url);
    assert_null(domain.problem);
    assert_int_equal(domain.state, DOMAIN_EMPTY);
    assert_int_equal(domain.page_count, 0);
    assert_int_equal(domain.pages_version, 0);
    assert_int_equal(domain.created_at, 5);
    domain.name = "Other";
    domain.start_url = NULL;
    domain.sitemap_url = "https://example.org/sitemap.xml";
    domain.state = DOMAIN_READY;
    domain.problem = "2 pages were left out";
    assert_int_equal(domain_update(f->db, &domain, 9, &f->err), OK);
    domain = get(f, "d");
    assert_string_equal(domain.name, "Other");
    assert_null(domain.start_url);
    assert_string_equal(domain.sitemap_url, "https://example.org/sitemap.xml");
    assert_int_equal(domain.state, DOMAIN_READY);
    assert_string_equal(domain.problem, "2 pages were left out");
    assert_int_equal(domain.created_at, 5);
    assert_int_equal(domain.updated_at, 9);
}

static void another_accounts_domain_is_not_there(void **state)
{
    struct fixture *f = *state;
    insert(f, "d", DOMAIN_EMPTY);
    struct domain domain = get(f, "d");
    assert_int_equal(domain_get(f->db, f->arena, "you", "d", &domain, &f->err), E_NOT_FOUND);
    assert_int_equal(domain_get(f->db, f->arena, NULL, "d", &domain, &f->err), OK);
    assert_int_equal(domain_find(f->db, f->arena, "me", "Site", &domain, &f->err), OK);
    assert_string_equal(domain.id, "d");
    assert_int_equal(domain_find(f->db, f->arena, "me", "site", &domain, &f->err), E_NOT_FOUND);
    assert_int_equal(domain_find(f->db, f->arena, "you", "Site", &domain, &f->err), E_NOT_FOUND);
    domain.account_id = "you";
    assert_int_equal(domain_update(f->db, &domain, 9, &f->err), E_NOT_FOUND);
    assert_int_equal(domain_delete(f->db, "you", "d", &f->err), E_NOT_FOUND);
}

static void domains_are_listed(void **state)
{
    struct fixture *f = *state;
    struct domain *domains;
    size_t count;
    assert_int_equal(domain_list(f->db, f->arena, "me", &domains, &count, &f->err), OK);
    assert_int_equal(count, 0);
    insert(f, "d2", DOMAIN_CRAWLING);
    insert(f, "d1", DOMAIN_READY);
    assert_int_equal(domain_list(f->db, f->arena, "me", &domains, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(domains[0].id, "d1");
    assert_int_equal(domain_list(f->db, f->arena, "you", &domains, &count, &f->err), OK);
    assert_int_equal(count, 0);
    assert_int_equal(domain_crawling(f->db, f->arena, &domains, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(domains[0].id, "d2");
}

/* --- crawls --- */

static struct crawl_lease claim(struct fixture *f, const char *id, const char *node, int64_t now)
{
    struct crawl_lease lease = {id, node, 0};
    f->db->now = now;
    assert_int_equal(crawl_claim(f->db, &lease, now + 100, &f->err), OK);
    return lease;
}

static enum status try_claim(struct fixture *f, const char *id, const char *node, int64_t now)
{
    struct crawl_lease lease = {id, node, 0};
    f->db->now = now;
    return crawl_claim(f->db, &lease, now + 100, &f->err);
}

static void one_node_crawls_a_domain(void **state)
{
    struct fixture *f = *state;
    struct domain *domains;
    size_t count;
    insert(f, "d1", DOMAIN_CRAWLING);
    insert(f, "d2", DOMAIN_CRAWLING);
    insert(f, "d3", DOMAIN_READY);
    struct crawl_lease first = claim(f, "d1", "one", 1000);
    assert_int_equal(crawl_check(f->db, &first, &f->err), OK);
    assert_int_equal(try_claim(f, "d1", "two", 1099), E_CONFLICT);
    assert_int_equal(try_claim(f, "d2", "two", 1099), E_CONFLICT); /* another one of the account */
    assert_int_equal(try_claim(f, "d3", "two", 1099), E_CONFLICT); /* is not to be crawled */
    assert_int_equal(try_claim(f, "none", "two", 1099), E_CONFLICT);
    assert_int_equal(domain_crawling(f->db, f->arena, &domains, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(domains[0].id, "d2");
    struct crawl_lease second = claim(f, "d1", "two", 1100); /* the first one's has run out */
    assert_true(second.number > first.number);
    assert_int_equal(crawl_check(f->db, &first, &f->err), E_CONFLICT);
    assert_string_equal(f->err.code, "lease_lost");
    assert_int_equal(crawl_release(f->db, &first, &f->err), OK); /* of another one nothing happens */
    assert_int_equal(crawl_check(f->db, &second, &f->err), OK);
    assert_int_equal(crawl_release(f->db, &second, &f->err), OK);
    assert_int_equal(crawl_check(f->db, &second, &f->err), E_CONFLICT);
    claim(f, "d2", "one", 1101);
}

static void crawls_of_a_node_are_renewed_at_once(void **state)
{
    struct fixture *f = *state;
    bool held[2] = {false, true};
    insert(f, "d1", DOMAIN_CRAWLING);
    struct crawl_lease lease = claim(f, "d1", "one", 1000), old = lease;
    const struct crawl_lease both[] = {lease, {"gone", "one", 1}};
    assert_int_equal(crawls_renew(f->db, f->arena, "one", both, 2, 2000, held, &f->err), OK);
    assert_true(held[0]);
    assert_false(held[1]);
    assert_int_equal(try_claim(f, "d1", "two", 1999), E_CONFLICT);
    lease = claim(f, "d1", "two", 2000);
    assert_int_equal(crawls_renew(f->db, f->arena, "one", &old, 1, 9000, held, &f->err), OK);
    assert_false(held[0]);
    assert_int_equal(crawl_check(f->db, &lease, &f->err), OK);
    assert_int_equal(domain_delete(f->db, "me", "d1", &f->err), OK);
    assert_int_equal(crawl_check(f->db, &lease, &f->err), E_CONFLICT);
}

/* --- pages --- */

static void put(struct fixture *f, const char *url, const char *html, int64_t now)
{
    struct domain_page page = {.url = url, .title = "T", .language = "en", .html = str_from(html)};
    assert_int_equal(domain_put_pages(f->db, "d", &page, 1, now, &f->err), OK);
}

static void assert_counters(struct fixture *f, int64_t count, int64_t version)
{
    struct domain domain = get(f, "d");
    assert_int_equal(domain.page_count, count);
    assert_int_equal(domain.pages_version, version);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM domain_page WHERE domain_id = 'd'"), count);
}

static void counters_follow_the_pages(void **state)
{
    struct fixture *f = *state;
    insert(f, "d", DOMAIN_EMPTY);
    struct domain_page pages[] = {
        {.url = "https://example.org/b", .title = "B", .language = "en", .html = STR("<p>\xff\0b")},
        {.url = "https://example.org/a", .html = STR("")},
        {.url = "https://example.org/b", .title = "B2", .language = "de", .html = STR("<p>b2")},
    };
    assert_int_equal(domain_put_pages(f->db, "d", pages, 3, 10, &f->err), OK);
    assert_counters(f, 2, 1);
    put(f, "https://example.org/a", "<p>a", 20);
    assert_counters(f, 2, 2);
    put(f, "https://example.org/a", "<p>a", 30); /* the same again */
    assert_counters(f, 2, 2);
    assert_int_equal(domain_put_pages(f->db, "d", NULL, 0, 40, &f->err), OK);
    assert_counters(f, 2, 2);
    assert_int_equal(domain_put_pages(f->db, "unknown", pages, 1, 10, &f->err), E_NOT_FOUND);
}

static void pages_come_in_order_of_url(void **state)
{
    struct fixture *f = *state;
    insert(f, "d", DOMAIN_EMPTY);
    put(f, "https://example.org/c", "c", 10);
    put(f, "https://example.org/a", "<p>\xff", 10);
    put(f, "https://example.org/b", "b", 10);
    struct domain_page *pages;
    size_t count;
    assert_int_equal(domain_pages(f->db, f->arena, "d", NULL, 2, &pages, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_string_equal(pages[0].url, "https://example.org/a");
    assert_string_equal(pages[0].title, "T");
    assert_string_equal(pages[0].language, "en");
    assert_true(str_eq(pages[0].html, STR("<p>\xff")));
    assert_int_equal(domain_pages(f->db, f->arena, "d", pages[1].url, 2, &pages, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(pages[0].url, "https://example.org/c");
    assert_int_equal(domain_pages(f->db, f->arena, "d", pages[0].url, 2, &pages, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

static void pages_that_were_not_seen_are_dropped(void **state)
{
    struct fixture *f = *state;
    insert(f, "d", DOMAIN_EMPTY);
    put(f, "https://example.org/a", "a", 10);
    put(f, "https://example.org/b", "b", 10);
    put(f, "https://example.org/a", "a", 20);
    assert_counters(f, 2, 2);
    assert_int_equal(domain_drop_older(f->db, "d", 20, &f->err), OK);
    assert_counters(f, 1, 3);
    assert_int_equal(domain_drop_older(f->db, "d", 20, &f->err), OK);
    assert_counters(f, 1, 3);
    struct domain_page pushed = {.url = "https://example.org/p", .title = "", .language = "", .pushed = true};
    assert_int_equal(domain_put_pages(f->db, "d", &pushed, 1, 20, &f->err), OK);
    put(f, "https://example.org/p", "found by a crawl", 20);
    assert_int_equal(domain_drop_older(f->db, "d", 30, &f->err), OK);
    assert_counters(f, 1, 6); /* only the page that was pushed is left */
    assert_int_equal(domain_delete(f->db, "me", "d", &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM domain_page"), 0);
}

static void what_a_crawl_met_is_kept_until_the_next(void **state)
{
    struct fixture *f = *state;
    struct domain_visit *found;
    size_t count;
    const struct domain_visit visits[] = {{"https://example.org/a", 404, NULL},
                                          {"https://example.org/b", 200, "https://example.org/c"},
                                          {"https://example.org/d", 500, NULL}};
    insert(f, "d", DOMAIN_EMPTY);
    put(f, "https://example.org/a", "a", 10);
    put(f, "https://example.org/d", "d", 10);
    assert_int_equal(domain_put_visits(f->db, "d", visits, 3, 20, &f->err), OK);
    assert_counters(f, 1, 3); /* the page that is gone was removed; the one that failed stays */
    int64_t version = number(f->db, "SELECT pages_version FROM domain");
    assert_int_equal(domain_put_visits(f->db, "d", visits, 3, 20, &f->err), OK);
    assert_counters(f, 1, 3);
    assert_int_equal(number(f->db, "SELECT pages_version FROM domain"), version); /* nothing is new */
    const struct domain_visit changed = {"https://example.org/d", 200, NULL};
    assert_int_equal(domain_put_visits(f->db, "d", &changed, 1, 20, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT pages_version FROM domain"), version + 1);
    assert_int_equal(domain_visits(f->db, f->arena, "d", NULL, 2, &found, &count, &f->err), OK);
    assert_int_equal(count, 2);
    assert_int_equal(found[0].status, 404);
    assert_null(found[0].leads_to);
    assert_string_equal(found[1].leads_to, "https://example.org/c");
    assert_int_equal(domain_visits(f->db, f->arena, "d", found[1].url, 2, &found, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_int_equal(domain_drop_older(f->db, "d", 21, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM domain_visit"), 0);
}

static void pages_are_listed_without_their_html(void **state)
{
    struct fixture *f = *state;
    struct domain_page *pages;
    size_t count;
    insert(f, "d", DOMAIN_EMPTY);
    put(f, "https://example.org/b", "four", 10);
    put(f, "https://example.org/a", "", 20);
    assert_int_equal(domain_page_list(f->db, f->arena, "d", NULL, 1, &pages, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(pages[0].url, "https://example.org/a");
    assert_int_equal(domain_page_list(f->db, f->arena, "d", pages[0].url, 5, &pages, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_int_equal(pages[0].bytes, 4);
    assert_int_equal(pages[0].touched_at, 10);
    assert_false(pages[0].pushed);
    assert_null(pages[0].html.data);
}

static void an_unknown_state_is_corrupt(void **state)
{
    struct fixture *f = *state;
    struct domain domain;
    insert(f, "d", DOMAIN_READY);
    assert_int_equal(db_script(f->db,
                               database_server() ? "ALTER TABLE domain DROP CONSTRAINT domain_state_check"
                                                 : "PRAGMA ignore_check_constraints = 1",
                               &f->err),
                     OK);
    assert_int_equal(db_run(f->db, "UPDATE domain SET state = 'gone'", DB_NOTHING, NULL, &f->err), OK);
    assert_int_equal(domain_get(f->db, f->arena, "me", "d", &domain, &f->err), E_CORRUPT);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_domain_is_kept_and_changed),
        TEST(another_accounts_domain_is_not_there),
        TEST(domains_are_listed),
        TEST(one_node_crawls_a_domain),
        TEST(crawls_of_a_node_are_renewed_at_once),
        TEST(counters_follow_the_pages),
        TEST(pages_come_in_order_of_url),
        TEST(pages_that_were_not_seen_are_dropped),
        TEST(what_a_crawl_met_is_kept_until_the_next),
        TEST(pages_are_listed_without_their_html),
        TEST(an_unknown_state_is_corrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
